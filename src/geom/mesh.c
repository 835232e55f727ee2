// What is done to meshes as a whole: cycles, components, the canonical order of triangles, and the checks of all of it.
#include "geom/mesh.h"

#include "geom/hilbert.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------- cycles

void wend_cycles_link(const wend_cycles *c, const wend_mesh *m, int32_t begin, int32_t end) {
    for (int32_t b = begin; b < end; b++) {
        int32_t *edge = wend_cycles_at(c, b);
        edge[WEND_CYCLE_NEXT] = wend_mesh_following(m, edge[WEND_CYCLE_EDGE]);
    }
}

int32_t wend_cycles_number(const wend_cycles *c) {
    int32_t cycles = 0;
    for (int32_t b = 0; b < c->count; b++)
        wend_cycles_at(c, b)[WEND_CYCLE_NUMBER] = -1;
    for (int32_t b = 0; b < c->count; b++) {
        int32_t *edge = wend_cycles_at(c, b);
        if (edge[WEND_CYCLE_NUMBER] >= 0)
            continue;
        for (; edge[WEND_CYCLE_NUMBER] < 0; edge = wend_cycles_at(c, edge[WEND_CYCLE_NEXT]))
            edge[WEND_CYCLE_NUMBER] = cycles;
        cycles++;
    }
    return cycles;
}

// ---------------------------------------------------------------------------------------------------- components

int32_t wend_mesh_number_components(const wend_mesh *m, int32_t *component, int32_t *stack) {
    int32_t count = 0;
    for (int32_t first = 0; first < m->count; first++) {
        if (component[first] != -1)
            continue;
        int32_t top = 0;
        stack[top++] = first;
        component[first] = count;
        while (top > 0) {
            const int32_t *twin = m->data + (int64_t)m->stride * stack[--top] + m->twin;
            for (int i = 0; i < 3; i++)
                if (twin[i] >= 0 && component[twin[i] / 3] == -1) {
                    component[twin[i] / 3] = count;
                    stack[top++] = twin[i] / 3;
                }
        }
        count++;
    }
    return count;
}

// ---------------------------------------------------------------------------------------------------- order

bool wend_sort_ties(wend_context *context, wend_key *keys, int64_t count,
                    int (*compare)(const void *a, const void *b, const void *user), const void *user) {
    if (!wend_sort_keys(context, keys, count))
        return false;
    for (int64_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && keys[end].key == keys[first].key;)
            end++;
        if (end > first + 1 && !wend_sort(context, keys + first, end - first, sizeof *keys, compare, user))
            return false;
    }
    return true;
}

typedef struct ordering {
    const wend_mesh *m;
    const int32_t *corners; // per half-edge: its start's number
    const uint8_t *turn;
} ordering;

// What lies behind a half-edge: the number of the corner opposite to it, or -1 at the boundary.
static int32_t behind(const ordering *o, int32_t h) {
    int32_t twin = wend_mesh_twin(o->m, h);
    return twin < 0 ? -1 : o->corners[wend_half_previous(twin)];
}

enum { FAR = 256 }; // half-edges looked behind

// Triangles with the same corners: by what lies around them, the nearest first.
static int compare_surroundings(const ordering *o, int32_t a, int32_t b) {
    int32_t queue[FAR][2], count = 0;
    for (int i = 0; i < 3; i++) {
        queue[count][0] = 3 * a + (o->turn[a] + i) % 3;
        queue[count++][1] = 3 * b + (o->turn[b] + i) % 3;
    }
    for (int32_t k = 0; k < count; k++) {
        int32_t x = behind(o, queue[k][0]), y = behind(o, queue[k][1]);
        if (x != y)
            return x < y ? -1 : 1;
        int32_t over = wend_mesh_twin(o->m, queue[k][0]), under = wend_mesh_twin(o->m, queue[k][1]);
        for (int i = 0; i < 2 && over >= 0 && count < FAR; i++) {
            over = wend_half_next(over);
            under = wend_half_next(under);
            queue[count][0] = over;
            queue[count++][1] = under;
        }
    }
    return a < b ? -1 : 1;
}

static int compare_triangles(const void *p, const void *q, const void *user) {
    const ordering *o = user;
    int32_t a = ((const wend_key *)p)->index, b = ((const wend_key *)q)->index;
    for (int i = 0; i < 3; i++) {
        int32_t v = o->corners[3 * a + (o->turn[a] + i) % 3], w = o->corners[3 * b + (o->turn[b] + i) % 3];
        if (v != w)
            return v < w ? -1 : 1;
    }
    return compare_surroundings(o, a, b);
}

// Rounded down.
static int64_t third_of(int64_t sum) {
    return sum >= 0 ? sum / 3 : -((2 - sum) / 3);
}

bool wend_numbering_make(wend_context *context, const wend_mesh *m, const int32_t *corners, const wend_point *places,
                         wend_numbering *numbering) {
    numbering->order.count = 0;
    if (!wend_array_resize(context, &numbering->rank, m->count) ||
        !wend_array_resize(context, &numbering->turn, m->count))
        return false;
    for (int32_t k = 0; k < m->count; k++) {
        const int32_t *v = corners + 3 * (int64_t)k;
        numbering->rank.data[k] = -1;
        if (v[0] < 0)
            continue;
        int64_t x = 0, y = 0;
        uint8_t turn = 0;
        for (uint8_t i = 0; i < 3; i++) {
            x += places[v[i]].x;
            y += places[v[i]].y;
            turn = v[i] < v[turn] ? i : turn;
        }
        numbering->turn.data[k] = turn;
        wend_key key = {wend_hilbert_place(third_of(x), third_of(y)), k, 0};
        if (!wend_array_push(context, &numbering->order, key))
            return false;
    }
    ordering o = {m, corners, numbering->turn.data};
    if (!wend_sort_ties(context, numbering->order.data, numbering->order.count, compare_triangles, &o))
        return false;
    for (int32_t i = 0; i < numbering->order.count; i++)
        numbering->rank.data[numbering->order.data[i].index] = i;
    return true;
}

void wend_numbering_free(wend_context *context, wend_numbering *numbering) {
    wend_array_free(context, &numbering->order);
    wend_array_free(context, &numbering->rank);
    wend_array_free(context, &numbering->turn);
}

// ---------------------------------------------------------------------------------------------------- checks

bool wend_mesh_names_exist(const wend_mesh *m, int32_t triangle, int32_t vertices, int32_t boundaries) {
    const int32_t *v = m->data + (int64_t)m->stride * triangle, *twin = v + m->twin;
    bool exist = true;
    for (int i = 0; i < 3; i++)
        exist &=
            wend_in_range(v[i], vertices) && (twin[i] >= 0 ? twin[i] < 3 * (int64_t)m->count : ~twin[i] < boundaries);
    return exist;
}

bool wend_cycles_names_exist(const wend_cycles *c, int32_t b, const wend_mesh *m, int32_t cycles) {
    const int32_t *edge = wend_cycles_at(c, b);
    return wend_in_range(edge[WEND_CYCLE_EDGE], 3 * (int64_t)m->count) &&
           wend_in_range(edge[WEND_CYCLE_NEXT], c->count) && wend_in_range(edge[WEND_CYCLE_NUMBER], cycles);
}

wend_mesh_fault wend_mesh_look_at_side(const wend_mesh *m, const wend_cycles *c, int32_t h) {
    int32_t t = (int32_t)((uint32_t)h / 3), i = h - 3 * t;
    const int32_t *v = m->data + (int64_t)m->stride * t;
    int32_t twin = v[m->twin + i];
    if (twin < 0)
        return wend_cycles_at(c, ~twin)[WEND_CYCLE_EDGE] == h ? WEND_MESH_SOUND : WEND_MESH_BOUNDARY;
    int32_t u = (int32_t)((uint32_t)twin / 3), k = twin - 3 * u;
    const int32_t *w = m->data + (int64_t)m->stride * u;
    if (u == t || w[m->twin + k] != h)
        return WEND_MESH_TWIN;
    return w[k] == v[i == 2 ? 0 : i + 1] && w[k == 2 ? 0 : k + 1] == v[i] ? WEND_MESH_SOUND : WEND_MESH_ENDS;
}

void wend_mesh_find_fans(const wend_mesh *m, wend_fan *fans, int32_t vertices) {
    for (int32_t v = 0; v < vertices; v++)
        fans[v] = (wend_fan){0, -1, -1};
    for (int32_t h = 3 * m->count - 1; h >= 0; h--) {
        wend_fan *at = &fans[wend_mesh_start(m, h)];
        at->corners++;
        at->lowest = h;
        if (at->first < 0 || wend_mesh_twin(m, h) < 0 || wend_mesh_twin(m, at->first) >= 0)
            at->first = h;
    }
}

bool wend_mesh_is_one_fan(const wend_mesh *m, const wend_fan *fan) {
    int32_t met = 0, h = fan->first;
    do {
        met++;
        h = wend_mesh_after(m, h);
    } while (h >= 0 && h != fan->first && met <= fan->corners);
    return met == fan->corners;
}

wend_mesh_fault wend_mesh_look_at_boundary(const wend_mesh *m, const wend_cycles *c, int32_t b) {
    const int32_t *edge = wend_cycles_at(c, b);
    int32_t h = edge[WEND_CYCLE_EDGE];
    if (wend_mesh_twin(m, h) != ~b || (b > 0 && wend_cycles_at(c, b - 1)[WEND_CYCLE_EDGE] >= h))
        return WEND_MESH_BOUNDARY;
    return edge[WEND_CYCLE_NEXT] == wend_mesh_following(m, h) ? WEND_MESH_SOUND : WEND_MESH_NEXT;
}

int32_t wend_cycles_count(const wend_cycles *c, uint8_t *reached, int32_t *wrong) {
    int32_t cycles = 0;
    *wrong = -1;
    if (c->count > 0)
        memset(reached, 0, (size_t)c->count);
    for (int32_t b = 0; b < c->count; b++) {
        if (reached[b])
            continue;
        for (int32_t at = b; !reached[at]; at = wend_cycles_at(c, at)[WEND_CYCLE_NEXT]) {
            reached[at] = 1;
            if (wend_cycles_at(c, at)[WEND_CYCLE_NUMBER] != cycles && *wrong < 0)
                *wrong = at;
        }
        cycles++;
    }
    return cycles;
}
