// Triangles in the same place.
//
// Where two floors overlap by less than a lattice step, welding may draw slivers of both together until they have the same
// corners. One of each such pair goes: the one with fewer neighbours.
#include "base/sort.h"
#include "surface/fan.h"

// The same for the same corners, whichever comes first.
static uint64_t key_of(const wend_raw_triangle *t) {
    return wend_hash3(t->p[0]) + wend_hash3(t->p[1]) + wend_hash3(t->p[2]);
}

static bool has_corner(const wend_raw_triangle *t, wend_point3 p) {
    return wend_same3(t->p[0], p) || wend_same3(t->p[1], p) || wend_same3(t->p[2], p);
}

static bool same_corners(const wend_raw_triangle *s, const wend_raw_triangle *t) {
    return has_corner(t, s->p[0]) && has_corner(t, s->p[1]) && has_corner(t, s->p[2]);
}

static int neighbours(const wend_raw_triangle *t) {
    return (t->twin[0] >= 0) + (t->twin[1] >= 0) + (t->twin[2] >= 0);
}

// Of two in the same place, whether t goes rather than s. With equally many neighbours, those on earlier edges decide.
static bool goes_first(const wend_raw_triangle *s, const wend_raw_triangle *t) {
    if (neighbours(s) != neighbours(t))
        return neighbours(t) < neighbours(s);
    for (int i = 0; i < 3; i++) { // edge i of s is the edge of t that starts in the same corner
        int k = 0;
        while (k < 2 && !wend_same3(t->p[k], s->p[i]))
            k++;
        if ((s->twin[i] >= 0) != (t->twin[k] >= 0))
            return s->twin[i] >= 0;
    }
    return true;
}

bool wend_raw_take_away(wend_context *context, wend_raw *raw, int32_t triangle) {
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        int32_t twin = wend_raw_twin(raw, h);
        if (twin < 0)
            continue;
        wend_raw_set_twin(raw, twin, ~(int32_t)raw->borders.count);
        if (!wend_array_push(context, &raw->borders, (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE}))
            return false;
    }
    raw->triangles.data[triangle].source = -1;
    return true;
}

wend_result wend_raw_drop_doubles(wend_context *context, wend_raw *raw) {
    WEND_ARRAY(wend_key) keys = {0};
    bool enough = wend_array_reserve(context, &keys, raw->triangles.count);
    for (int32_t t = 0; t < raw->triangles.count && enough; t++) {
        const wend_raw_triangle *triangle = &raw->triangles.data[t];
        if (triangle->source >= 0)
            enough = wend_array_push(context, &keys, (wend_key){key_of(triangle), t, 0});
    }
    enough = enough && wend_sort_keys(context, keys.data, keys.count);
    for (int64_t i = 0; i + 1 < keys.count && enough; i++) {
        int32_t s = keys.data[i].index, t = keys.data[i + 1].index;
        if (keys.data[i].key != keys.data[i + 1].key || !same_corners(&raw->triangles.data[s], &raw->triangles.data[t]))
            continue;
        bool second = goes_first(&raw->triangles.data[s], &raw->triangles.data[t]);
        enough = wend_raw_take_away(context, raw, second ? t : s);
        if (second) // the one that stays is compared with the next
            keys.data[i + 1].index = s;
    }
    wend_array_free(context, &keys);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}
