// Inside and outside.
//
// The lines of a drawing, as constraints of a triangulation, cut the plane into faces; all triangles of a face are
// inside or outside together.
//
// Rings (WEND_INSIDE_RINGS). Walk all triangles depth first from the ghosts, and keep for every ring whether one is
// inside it: passing an edge toggles the rings that run along it (as often as they do; coming back toggles them again).
// Counting the outer rings and the obstacles that one is in, a face is decided without looking at any other ring. Total
// cost: two toggles per piece of a line.
//   Islands need one thing more: an obstacle of one polygon does not count for an outer ring of another that lies
// wholly within it: all faces in the outer ring are in the obstacle. A first walk finds that out; it is needed only
// where there are several polygons with obstacles. (Polygons nested in each other's holes d deep cost d^3 small steps:
// nothing for ten, half a second for a thousand.)
//
// Depth (WEND_INSIDE_DEPTH). Dijkstra's algorithm over triangles: passing an edge costs as many steps as outlines run
// along it; odd is inside.
//
// Holes (WEND_INSIDE_HOLES). Flood from the ghosts and from every hole point, not passing outlines; what is left is
// inside. Obstacles are taken away afterwards, in both.
#include "plan/inside.h"

static wend_shape_kind kind_of_piece(const wend_sketch *s, int32_t piece) {
    return s->drawing.shapes[s->segment_shape[s->t->pieces.data[piece].segment]].kind;
}

// ---------------------------------------------------------------------------------------------------- rings

// A set of ring numbers with constant-time toggling: `place` is the position in `members`, or -1.
typedef struct ring_set {
    WEND_ARRAY(int32_t) members;
    int32_t *place;
} ring_set;

static void toggle(ring_set *set, int32_t ring) {
    int32_t at = set->place[ring];
    if (at < 0) {
        set->place[ring] = (int32_t)set->members.count;
        set->members.data[set->members.count++] = ring;
        return;
    }
    int32_t last = set->members.data[--set->members.count];
    set->members.data[at] = last;
    set->place[last] = at;
    set->place[ring] = -1;
}

// The obstacles that a certain outer ring lies in, and the outer rings that lie in a certain obstacle.
typedef struct shelter {
    WEND_ARRAY(int32_t) obstacles; // of an outer ring
    WEND_ARRAY(int32_t) islands;   // of an obstacle
    int64_t now;                   // of an outer ring: in how many of its obstacles the present face is
    bool begun;
} shelter;

typedef struct walk {
    const wend_sketch *s;
    ring_set outers, obstacles; // that the present triangle is in
    int32_t *via;        // per triangle: the half-edge through which it was entered, -1 for the first, -2 for not yet
    uint8_t *slot;       // per triangle: the next edge to try
    shelter *shelters;   // per shape; NULL when not wanted
    uint8_t *floor;      // where to write the verdict; NULL in the first walk
    bool only_obstacles; // whether to take obstacles from the floor there is, and look at nothing else
} walk;

static bool is_in(const ring_set *set, int32_t ring) {
    return set->place[ring] >= 0;
}

static void toggle_obstacle(walk *w, int32_t obstacle) {
    toggle(&w->obstacles, obstacle);
    if (!w->shelters)
        return;
    const shelter *list = &w->shelters[obstacle];
    int64_t change = is_in(&w->obstacles, obstacle) ? 1 : -1;
    for (int64_t i = 0; i < list->islands.count; i++)
        w->shelters[list->islands.data[i]].now += change;
}

static void toggle_edge(walk *w, int32_t e) {
    const wend_triangulation *t = w->s->t;
    for (int32_t p = wend_edge_mark(t->triangles.data, e); p >= 0; p = t->pieces.data[p].next) {
        int32_t shape = w->s->segment_shape[t->pieces.data[p].segment];
        wend_shape_kind kind = w->s->drawing.shapes[shape].kind;
        if (kind == WEND_SHAPE_OUTER)
            toggle(&w->outers, shape);
        else if (kind == WEND_SHAPE_OBSTACLE)
            toggle_obstacle(w, shape);
    }
}

// Whether they belong to different polygons.
static bool may_shelter(const wend_sketch *s, int32_t obstacle, int32_t outer) {
    int32_t hole = s->drawing.shapes[obstacle].polygon, floor = s->drawing.shapes[outer].polygon;
    return hole >= 0 && floor >= 0 && hole != floor;
}

// Keeps of an outer ring's shelters those that the present face is in too. The first face lists all candidates.
static bool narrow_shelter(walk *w, int32_t outer) {
    shelter *list = &w->shelters[outer];
    if (!list->begun) {
        list->begun = true;
        for (int64_t i = 0; i < w->obstacles.members.count; i++)
            if (may_shelter(w->s, w->obstacles.members.data[i], outer) &&
                !wend_array_push(w->s->context, &list->obstacles, w->obstacles.members.data[i]))
                return false;
        return true;
    }
    int64_t kept = 0;
    for (int64_t i = 0; i < list->obstacles.count; i++)
        if (is_in(&w->obstacles, list->obstacles.data[i]))
            list->obstacles.data[kept++] = list->obstacles.data[i];
    list->obstacles.count = kept;
    return true;
}

static bool narrow_shelters(walk *w) {
    for (int64_t i = 0; i < w->outers.members.count; i++)
        if (!narrow_shelter(w, w->outers.members.data[i]))
            return false;
    return true;
}

// In an outer ring, and in no obstacle that counts for it.
static bool is_floor_here(const walk *w) {
    int64_t obstacles = w->obstacles.members.count;
    if (obstacles == 0)
        return w->outers.members.count > 0;
    for (int64_t i = 0; w->shelters && i < w->outers.members.count; i++)
        if (w->shelters[w->outers.members.data[i]].now == obstacles)
            return true;
    return false;
}

// Tells obstacles which outer rings lie in them.
static bool list_islands(walk *w) {
    for (int32_t outer = 0; outer < w->s->drawing.shape_count; outer++) {
        const shelter *list = &w->shelters[outer];
        for (int64_t i = 0; i < list->obstacles.count; i++)
            if (!wend_array_push(w->s->context, &w->shelters[list->obstacles.data[i]].islands, outer))
                return false;
    }
    return true;
}

static bool enter(walk *w, int32_t triangle, int32_t through) {
    w->via[triangle] = through;
    w->slot[triangle] = 0;
    // Through an edge without a line one stays in the face, on which the verdict was given.
    bool same_face = through >= 0 && wend_edge_mark(w->s->t->triangles.data, through) < 0;
    if (!w->floor)
        return same_face || narrow_shelters(w);
    if (w->only_obstacles)
        w->floor[triangle] &= w->obstacles.members.count == 0;
    else if (same_face)
        w->floor[triangle] = w->floor[wend_edge_twin(w->s->t->triangles.data, through) / 3];
    else
        w->floor[triangle] = is_floor_here(w);
    return true;
}

// One walk over all triangles from the ghosts. False when memory is short.
static bool walk_all(walk *w) {
    const wend_triangulation *t = w->s->t;
    for (int64_t k = 0; k < t->triangles.count; k++)
        w->via[k] = -2;
    int32_t at = 0;
    while (!wend_triangle_is_ghost(&t->triangles.data[at]))
        at++;
    if (!enter(w, at, -1))
        return false;
    for (;;) {
        if (w->slot[at] < 3) {
            int32_t e = 3 * at + w->slot[at]++, f = wend_edge_twin(t->triangles.data, e);
            if (w->via[f / 3] != -2)
                continue;
            toggle_edge(w, e);
            at = f / 3;
            if (!enter(w, at, f))
                return false;
        } else if (w->via[at] >= 0) {
            int32_t f = w->via[at];
            toggle_edge(w, f);
            at = wend_edge_twin(t->triangles.data, f) / 3;
        } else {
            return true;
        }
    }
}

static bool wants_shelters(const wend_drawing_view *drawing) {
    bool obstacle = false, several = false;
    int32_t polygon = -1;
    for (int32_t i = 0; i < drawing->shape_count; i++) {
        const wend_shape *shape = &drawing->shapes[i];
        if (shape->polygon < 0 || (shape->kind != WEND_SHAPE_OUTER && shape->kind != WEND_SHAPE_OBSTACLE))
            continue;
        obstacle |= shape->kind == WEND_SHAPE_OBSTACLE;
        several |= polygon >= 0 && shape->polygon != polygon;
        polygon = shape->polygon;
    }
    return obstacle && several;
}

static wend_result floor_by_rings(const wend_sketch *s, uint8_t *floor, bool only_obstacles) {
    int64_t shapes = s->drawing.shape_count, triangles = s->t->triangles.count;
    bool sheltered = !only_obstacles && wants_shelters(&s->drawing);
    WEND_ARRAY(int32_t) places = {0}, via = {0};
    WEND_ARRAY(uint8_t) slot = {0};
    WEND_ARRAY(shelter) shelters = {0};
    walk w = {.s = s, .only_obstacles = only_obstacles};
    bool good = wend_array_resize(s->context, &places, 2 * shapes) && wend_array_resize(s->context, &via, triangles) &&
                wend_array_resize(s->context, &slot, triangles) &&
                wend_array_reserve(s->context, &w.outers.members, shapes) &&
                wend_array_reserve(s->context, &w.obstacles.members, shapes) &&
                (!sheltered || wend_array_resize(s->context, &shelters, shapes)); // last: what is there gets cleared
    if (good) {
        for (int64_t i = 0; i < 2 * shapes; i++)
            places.data[i] = -1;
        w.outers.place = places.data;
        w.obstacles.place = places.data + shapes;
        w.via = via.data;
        w.slot = slot.data;
        if (sheltered) {
            memset(shelters.data, 0, (size_t)shapes * sizeof(shelter));
            w.shelters = shelters.data;
            good = walk_all(&w) && list_islands(&w);
        }
        w.floor = floor;
        good = good && walk_all(&w);
    }
    for (int64_t i = 0; i < shelters.count; i++) {
        wend_array_free(s->context, &shelters.data[i].obstacles);
        wend_array_free(s->context, &shelters.data[i].islands);
    }
    wend_array_free(s->context, &shelters);
    wend_array_free(s->context, &places);
    wend_array_free(s->context, &via);
    wend_array_free(s->context, &slot);
    wend_array_free(s->context, &w.outers.members);
    wend_array_free(s->context, &w.obstacles.members);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- depth

// How many outlines run along an edge.
static int32_t outlines_along(const wend_sketch *s, int32_t e) {
    int32_t count = 0;
    for (int32_t p = wend_edge_mark(s->t->triangles.data, e); p >= 0; p = s->t->pieces.data[p].next)
        count += kind_of_piece(s, p) == WEND_SHAPE_OUTLINE || kind_of_piece(s, p) == WEND_SHAPE_OUTER;
    return count;
}

// A heap of (depth << 32 | triangle), the least on top.
typedef WEND_ARRAY(uint64_t) heap;

static bool heap_push(wend_context *context, heap *h, uint64_t value) {
    if (!wend_array_push(context, h, value))
        return false;
    int64_t i = h->count - 1;
    for (; i > 0 && h->data[(i - 1) / 2] > value; i = (i - 1) / 2)
        h->data[i] = h->data[(i - 1) / 2];
    h->data[i] = value;
    return true;
}

static uint64_t heap_pop(heap *h) {
    uint64_t top = h->data[0], value = h->data[--h->count];
    int64_t i = 0;
    for (int64_t child = 1; child < h->count; child = 2 * i + 1) {
        if (child + 1 < h->count && h->data[child + 1] < h->data[child])
            child++;
        if (h->data[child] >= value)
            break;
        h->data[i] = h->data[child];
        i = child;
    }
    if (h->count > 0)
        h->data[i] = value;
    return top;
}

static wend_result floor_by_depth(const wend_sketch *s, uint8_t *floor) {
    int64_t triangles = s->t->triangles.count;
    WEND_ARRAY(int32_t) depth = {0};
    heap open = {0};
    bool good = wend_array_resize(s->context, &depth, triangles);
    for (int32_t k = 0; good && k < triangles; k++) {
        bool ghost = wend_triangle_is_ghost(&s->t->triangles.data[k]);
        depth.data[k] = ghost ? 0 : INT32_MAX;
        good = !ghost || heap_push(s->context, &open, (uint64_t)k);
    }
    while (good && open.count > 0) {
        uint64_t top = heap_pop(&open);
        int32_t k = (int32_t)(top & 0xFFFFFFFFu), here = (int32_t)(top >> 32);
        if (here > depth.data[k])
            continue;
        for (int32_t e = 3 * k; good && e < 3 * k + 3; e++) {
            int32_t next = wend_edge_twin(s->t->triangles.data, e) / 3, there = here + outlines_along(s, e);
            if (there >= depth.data[next])
                continue;
            depth.data[next] = there;
            good = heap_push(s->context, &open, (uint64_t)there << 32 | (uint64_t)next);
        }
    }
    for (int64_t k = 0; good && k < triangles; k++)
        floor[k] = depth.data[k] & 1;
    wend_array_free(s->context, &depth);
    wend_array_free(s->context, &open);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- holes

static bool flood_out(const wend_sketch *s, uint8_t *floor, int32_t from) {
    WEND_ARRAY(int32_t) stack = {0};
    floor[from] = 0;
    bool good = wend_array_push(s->context, &stack, from);
    while (good && stack.count > 0) {
        int32_t k = stack.data[--stack.count];
        for (int32_t e = 3 * k; good && e < 3 * k + 3; e++) {
            int32_t next = wend_edge_twin(s->t->triangles.data, e) / 3;
            if (!floor[next] || outlines_along(s, e) > 0)
                continue;
            floor[next] = 0;
            good = wend_array_push(s->context, &stack, next);
        }
    }
    wend_array_free(s->context, &stack);
    return good;
}

static void note_idle_hole(const wend_sketch *s, int32_t shape, int32_t point) {
    wend_finding f = wend_finding_make(
        "hole-outside", WEND_WARNING,
        "hole point %d (shape %d) lies on a line or outside the outline, and marks nothing", (int)point, (int)shape);
    f.item = shape;
    f.has_at = true;
    f.at[0] = s->drawing.points[2 * (int64_t)point];
    f.at[1] = s->drawing.points[2 * (int64_t)point + 1];
    wend_report_add(s->report, &f);
}

static bool ends_outline(const wend_sketch *s, int32_t vertex) {
    int32_t first = s->t->vertex_edge.data[vertex], e = first;
    do {
        if (outlines_along(s, e) > 0)
            return true;
        e = wend_edge_around(s->t->triangles.data, e);
    } while (e != first);
    return false;
}

// Whether a point lies on an outline: on an edge of the triangle that holds it which has one, or in a corner of it from
// which one starts.
static bool is_on_outline(const wend_sketch *s, int32_t triangle, wend_point p) {
    const wend_triangle *tri = &s->t->triangles.data[triangle];
    for (int i = 0; i < 3; i++) {
        wend_point a = s->t->vertices.data[tri->v[i]], b = s->t->vertices.data[tri->v[(i + 1) % 3]];
        if (wend_point_equal(a, p))
            return ends_outline(s, tri->v[i]);
        if (wend_cross(a, b, p) == 0 && outlines_along(s, 3 * triangle + i) > 0)
            return true;
    }
    return false;
}

static bool flood_hole(const wend_sketch *s, uint8_t *floor, int32_t shape, int32_t point) {
    wend_point p = s->points[point];
    int32_t triangle = s->beyond[point] ? -1 : wend_triangulation_locate(s->t, p, -1);
    if (triangle < 0 || wend_triangle_is_ghost(&s->t->triangles.data[triangle]) || is_on_outline(s, triangle, p)) {
        note_idle_hole(s, shape, point);
        return true;
    }
    return !floor[triangle] || flood_out(s, floor, triangle);
}

static wend_result floor_by_holes(const wend_sketch *s, uint8_t *floor) {
    memset(floor, 1, (size_t)s->t->triangles.count);
    bool good = true;
    for (int32_t k = 0; good && k < s->t->triangles.count; k++)
        if (floor[k] && wend_triangle_is_ghost(&s->t->triangles.data[k]))
            good = flood_out(s, floor, k);
    for (int32_t i = 0; good && i < s->drawing.shape_count; i++) {
        const wend_shape *shape = &s->drawing.shapes[i];
        for (int32_t k = shape->first; good && shape->kind == WEND_SHAPE_HOLE && k < shape->first + shape->count; k++)
            good = flood_hole(s, floor, i, k);
    }
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

static bool has_obstacles(const wend_drawing_view *drawing) {
    for (int32_t i = 0; i < drawing->shape_count; i++)
        if (drawing->shapes[i].kind == WEND_SHAPE_OBSTACLE)
            return true;
    return false;
}

wend_result wend_find_floor(const wend_sketch *sketch, uint8_t *floor) {
    if (sketch->t->triangles.count == 0)
        return WEND_OK;
    if (sketch->drawing.rule == WEND_INSIDE_RINGS)
        return floor_by_rings(sketch, floor, false);
    wend_result result =
        sketch->drawing.rule == WEND_INSIDE_DEPTH ? floor_by_depth(sketch, floor) : floor_by_holes(sketch, floor);
    if (result == WEND_OK && has_obstacles(&sketch->drawing))
        result = floor_by_rings(sketch, floor, true);
    return result;
}
