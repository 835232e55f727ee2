// Which area each place of a drawing belongs to.
//
// A shape with an area is an outer ring, or a border that closes. Rings of one polygon with the same area belong
// together: a place is inside them where an odd number of them is around it, so that a polygon may have holes. Where
// several reach, the greatest id counts: that does not depend on the order of shapes.
//
// As in inside.c, all triangles are walked depth first from a ghost, and passing an edge toggles what runs along it,
// each time that it does; coming back toggles it again. So the shapes around a triangle are known without looking at
// any other. O(triangles + pieces of lines), and for each triangle the areas that it lies in.
#include "plan/area.h"

#include "base/array.h"
#include "base/sort.h"

typedef struct walk {
    const wend_sketch *s;
    const wend_triangle *triangles;
    WEND_ARRAY(int32_t) group;  // per shape: the first shape that it belongs together with; -1 without an area
    WEND_ARRAY(int32_t) place;  // per shape, as a group: where it is among those around, or -1
    WEND_ARRAY(int32_t) around; // groups around the present triangle
    WEND_ARRAY(int32_t) via;    // per triangle: the half-edge by which it was entered, -1 for the first, -2 for not yet
    WEND_ARRAY(uint8_t) slot;   // per triangle: the next edge to try
} walk;

static bool is_closed(const wend_sketch *s, const wend_shape *shape) {
    if (shape->kind == WEND_SHAPE_OUTER)
        return true;
    return shape->kind == WEND_SHAPE_BORDER && shape->count > 2 &&
           wend_point_equal(s->points[shape->first], s->points[shape->first + shape->count - 1]);
}

bool wend_shape_has_area(const wend_sketch *s, int32_t shape) {
    const wend_shape *it = &s->drawing.shapes[shape];
    return it->area != 0 && is_closed(s, it);
}

static bool belong_together(const wend_shape *a, const wend_shape *b) {
    return a->polygon >= 0 && a->polygon == b->polygon && a->kind == b->kind && a->area == b->area;
}

// Finds what belongs together: shapes of one polygon come one after the other once they are sorted.
static bool find_groups(walk *w) {
    const wend_shape *shapes = w->s->drawing.shapes;
    WEND_ARRAY(wend_key) keys = {0};
    bool good = true;
    for (int32_t k = 0; k < w->group.count && good; k++) {
        w->group.data[k] = w->place.data[k] = -1;
        uint64_t key = (uint64_t)(uint32_t)shapes[k].polygon << 32 | (uint64_t)(uint32_t)shapes[k].area << 4 |
                       (uint64_t)shapes[k].kind;
        if (wend_shape_has_area(w->s, k))
            good = wend_array_push(w->s->context, &keys, (wend_key){key, k, 0});
    }
    good = good && wend_sort_keys(w->s->context, keys.data, keys.count);
    for (int64_t k = 0; k < keys.count && good; k++) {
        int32_t shape = keys.data[k].index, before = k > 0 ? keys.data[k - 1].index : -1;
        bool together = before >= 0 && belong_together(&shapes[before], &shapes[shape]);
        w->group.data[shape] = together ? w->group.data[before] : shape;
    }
    wend_array_free(w->s->context, &keys);
    return good;
}

static void toggle(walk *w, int32_t group) {
    int32_t at = w->place.data[group];
    if (at < 0) {
        w->place.data[group] = (int32_t)w->around.count;
        w->around.data[w->around.count++] = group;
        return;
    }
    int32_t last = w->around.data[--w->around.count];
    w->around.data[at] = last;
    w->place.data[last] = at;
    w->place.data[group] = -1;
}

static void toggle_edge(walk *w, int32_t e) {
    const wend_piece *pieces = w->s->t->pieces.data;
    for (int32_t p = wend_edge_mark(w->triangles, e); p >= 0; p = pieces[p].next) {
        int32_t group = w->group.data[w->s->segment_shape[pieces[p].segment]];
        if (group >= 0)
            toggle(w, group);
    }
}

static uint16_t area_here(const walk *w) {
    int32_t greatest = 0;
    for (int64_t k = 0; k < w->around.count; k++) {
        int32_t area = w->s->drawing.shapes[w->around.data[k]].area;
        greatest = area > greatest ? area : greatest;
    }
    return (uint16_t)greatest;
}

static void walk_all(walk *w, uint16_t *areas) {
    int32_t at = 0;
    while (!wend_triangle_is_ghost(&w->triangles[at]))
        at++;
    for (int64_t k = 0; k < w->via.count; k++)
        w->via.data[k] = -2;
    w->via.data[at] = -1;
    w->slot.data[at] = 0;
    areas[at] = 0;
    for (;;) {
        if (w->slot.data[at] < 3) {
            int32_t e = 3 * at + w->slot.data[at]++, f = wend_edge_twin(w->triangles, e);
            if (w->via.data[f / 3] != -2)
                continue;
            toggle_edge(w, e);
            at = f / 3;
            w->via.data[at] = f;
            w->slot.data[at] = 0;
            areas[at] = area_here(w);
        } else if (w->via.data[at] >= 0) {
            toggle_edge(w, w->via.data[at]);
            at = wend_edge_twin(w->triangles, w->via.data[at]) / 3;
        } else {
            return;
        }
    }
}

wend_result wend_find_areas(const wend_sketch *sketch, uint16_t *areas) {
    wend_context *c = sketch->context;
    int64_t shapes = sketch->drawing.shape_count, triangles = sketch->t->triangles.count;
    walk w = {.s = sketch, .triangles = sketch->t->triangles.data};
    bool good = wend_array_resize(c, &w.group, shapes) && wend_array_resize(c, &w.place, shapes) &&
                wend_array_reserve(c, &w.around, shapes) && wend_array_resize(c, &w.via, triangles) &&
                wend_array_resize(c, &w.slot, triangles) && find_groups(&w);
    if (good)
        walk_all(&w, areas);
    wend_array_free(c, &w.group);
    wend_array_free(c, &w.place);
    wend_array_free(c, &w.around);
    wend_array_free(c, &w.via);
    wend_array_free(c, &w.slot);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}
