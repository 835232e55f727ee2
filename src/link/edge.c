// Boundary edges: see edge.h. Each edge asks once or twice what stands on it, among the same triangles, in parallel. A
// question costs O(log n + triangles near).
#include "link/edge.h"

#include "base/context.h"

#include <math.h>

enum { GRAIN = 256 }; // boundary edges in one task

typedef WEND_ARRAY(wend_range) range_list;

// One worker's answers: ranges of boundary edges that it looked at, in the order in which it did.
typedef struct worker {
    wend_obstacles obstacles;
    range_list open;
    char space[WEND_WORKER_SPACE];
} worker;

typedef struct finding {
    wend_context *context;
    const wend_surface_view *surface;
    wend_link_edges *edges;
    worker *workers;
    WEND_ARRAY(int32_t) owner; // per boundary edge: the worker that has its ranges
} finding;

static wend_link_edge edge_of(const wend_surface_view *s, int32_t b) {
    int32_t e = s->boundaries[b].edge;
    const int32_t *v = s->triangles[e / 3].v;
    wend_link_edge r = {.a = s->vertices[v[e % 3]], .b = s->vertices[v[(e % 3 + 1) % 3]]};
    double dx = (double)r.b.x - r.a.x, dy = (double)r.b.y - r.a.y;
    r.length = sqrt(dx * dx + dy * dy);
    return r;
}

// What is left of an edge between the ranges that are blocked.
static bool add_open(wend_context *context, const wend_obstacles *obstacles, const wend_link_edge *r,
                     range_list *open) {
    double from = 0;
    for (int64_t k = 0; k <= obstacles->blocked.count; k++) {
        bool last = k == obstacles->blocked.count;
        double to = last ? r->length : obstacles->blocked.data[k].from - WEND_RULE_SAME;
        if (to - from > WEND_RULE_BESIDE || (last && from <= 0))
            if (!wend_array_push(context, open, (wend_range){from, to}))
                return false;
        from = last ? from : obstacles->blocked.data[k].to + WEND_RULE_SAME;
    }
    return true;
}

// What stands on an edge must be lower than `high` above it to be in the way.
static wend_region region_of(const wend_obstacles *obstacles, const wend_link_edge *r, double high) {
    double margin = wend_link_margin(r->length);
    const double p[2] = {r->a.x, r->a.y}, q[2] = {r->b.x, r->b.y};
    const double bottom[2] = {r->a.z + obstacles->rules->low, r->b.z + obstacles->rules->low};
    const double top[2] = {r->a.z + high - WEND_RULE_SAME, r->b.z + high - WEND_RULE_SAME};
    return wend_region_band(p, q, margin, r->length - margin, WEND_RULE_SAME, WEND_RULE_SAME, bottom, top);
}

// A box around all that may stand on an edge. It is the box of the edge's region, computed in fewer steps.
static wend_box3 box_above(const wend_obstacles *obstacles, const wend_link_edge *r) {
    double part = wend_link_margin(r->length) / r->length, across = WEND_RULE_SAME / r->length;
    double dx = (double)r->b.x - r->a.x, dy = (double)r->b.y - r->a.y, dz = (double)r->b.z - r->a.z;
    double x = r->a.x + dx / 2, y = r->a.y + dy / 2, z = r->a.z + dz / 2; // its middle
    double wide = (0.5 - part) * fabs(dx) + across * fabs(dy), deep = (0.5 - part) * fabs(dy) + across * fabs(dx);
    double high = (0.5 - part) * fabs(dz);
    return (wend_box3){
        {wend_box_floor(x - wide), wend_box_floor(y - deep), wend_box_floor(z - high + obstacles->rules->low)},
        {wend_box_ceil(x + wide), wend_box_ceil(y + deep),
         wend_box_ceil(z + high + obstacles->rules->height - WEND_RULE_SAME)}};
}

// Finds where an edge is passable, and where it is open. Most edges that are passable nowhere are walls, and for these
// the first question is enough.
static bool find_ranges(wend_obstacles *obstacles, wend_link_edge *r, range_list *open) {
    const wend_range all = {WEND_RULE_BESIDE, r->length - WEND_RULE_BESIDE}; // nothing is left beside that
    const wend_range *enough = r->length > WEND_RULE_SHORT ? &all : NULL;
    wend_box3 above = box_above(obstacles, r);
    int32_t first = r->first_open = r->first_passable = (int32_t)open->count;
    obstacles->blocked.count = 0;
    if (!wend_obstacles_find(obstacles, &above))
        return false;
    if (obstacles->found.count > 0) {
        wend_region lower = region_of(obstacles, r, obstacles->rules->height - obstacles->rules->step);
        if (!wend_obstacles_ask_within(obstacles, &lower, enough))
            return false;
    }
    if (!add_open(obstacles->context, obstacles, r, open))
        return false;
    r->end_open = r->end_passable = (int32_t)open->count;
    if (r->end_passable == first || obstacles->found.count == 0)
        return true;
    wend_region whole = region_of(obstacles, r, obstacles->rules->height);
    if (!wend_obstacles_ask_within(obstacles, &whole, enough) || !add_open(obstacles->context, obstacles, r, open))
        return false;
    int32_t passable = r->end_passable - first, both = (int32_t)open->count - r->end_passable;
    if (passable == both &&
        memcmp(open->data + first, open->data + first + both, (size_t)both * sizeof *open->data) == 0) {
        open->count -= both;
        return true;
    }
    r->first_open = r->end_passable;
    r->end_open = (int32_t)open->count;
    return true;
}

static wend_result find_open(void *data, int64_t begin, int64_t end, int w) {
    finding *f = data;
    worker *me = &f->workers[w];
    for (int64_t b = begin; b < end; b++) {
        wend_link_edge *r = &f->edges->all.data[b];
        *r = edge_of(f->surface, (int32_t)b);
        if (!find_ranges(&me->obstacles, r, &me->open))
            return WEND_ERROR_MEMORY;
        f->owner.data[b] = w;
    }
    return WEND_OK;
}

// The workers' ranges, in the order of the boundary edges.
static bool gather(finding *f) {
    wend_link_edges *edges = f->edges;
    for (int64_t b = 0; b < edges->all.count; b++) {
        wend_link_edge *r = &edges->all.data[b];
        const range_list *from = &f->workers[f->owner.data[b]].open;
        int32_t first = r->first_passable, count = r->end_open - first, moved = (int32_t)edges->open.count - first;
        if (!wend_array_resize(f->context, &edges->open, edges->open.count + count))
            return false;
        if (count > 0)
            memcpy(edges->open.data + first + moved, from->data + first, (size_t)count * sizeof *from->data);
        r->first_open += moved;
        r->end_open += moved;
        r->first_passable += moved;
        r->end_passable += moved;
    }
    return true;
}

static wend_box3 box_of(const wend_link_edge *r, double reach, double rise) {
    double drawn = rise + WEND_RULE_SAME * fabs((double)r->b.z - r->a.z) / r->length;
    const int32_t a[3] = {r->a.x, r->a.y, r->a.z}, b[3] = {r->b.x, r->b.y, r->b.z};
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        double more = axis < 2 ? reach : drawn;
        box.low[axis] = wend_box_floor((a[axis] < b[axis] ? a[axis] : b[axis]) - more);
        box.high[axis] = wend_box_ceil((a[axis] > b[axis] ? a[axis] : b[axis]) + more);
    }
    return box;
}

static wend_box3 box_of_edge(const void *user, int32_t item) {
    return box_of(&((const wend_link_edge *)user)[item], 0, 0);
}

bool wend_link_edges_search(wend_context *context, const wend_link_edges *edges, const wend_link_edge *near,
                            double reach, double rise, wend_item_list *found) {
    wend_box3 box = box_of(near, reach, rise);
    return wend_boxes_search(context, &edges->tree, &box, found);
}

// Those that are drawn on by two steps, and are two steps away there, are a little farther away themselves.
bool wend_link_edges_search_closely(wend_context *context, const wend_link_edges *edges, const wend_link_edge *near,
                                    double reach, double rise, wend_item_list *found) {
    wend_box3 box = box_of(near, reach, rise);
    const wend_point corners[3] = {{near->a.x, near->a.y}, {near->b.x, near->b.y}, {near->b.x, near->b.y}};
    return wend_boxes_search_triangle(context, &edges->tree, &box, corners, (int32_t)reach + WEND_RULE_SHORT, found);
}

static void corners_of_edge(const void *user, int32_t item, wend_point corners[3]) {
    const wend_link_edge *r = &((const wend_link_edge *)user)[item];
    corners[0] = (wend_point){r->a.x, r->a.y};
    corners[1] = corners[2] = (wend_point){r->b.x, r->b.y};
}

static wend_result plant_tree(wend_context *context, const wend_link_rules *rules, wend_link_edges *edges) {
    int32_t count = (int32_t)edges->all.count;
    wend_result result = wend_boxes_build(context, count, box_of_edge, edges->all.data, &edges->tree);
    if (result == WEND_OK &&
        !wend_boxes_add_bands(context, count, corners_of_edge, edges->all.data, (int32_t)rules->gap + 1, &edges->tree))
        result = WEND_ERROR_MEMORY;
    return result;
}

static wend_result run(finding *f, wend_obstacles *obstacles) {
    wend_link_edges *edges = f->edges;
    int32_t count = f->surface->boundary_count;
    int workers = wend_thread_count(f->context);
    if (!wend_array_resize(f->context, &edges->all, count) || !wend_array_resize(f->context, &f->owner, count + 1))
        return WEND_ERROR_MEMORY;
    for (int w = 0; w < workers; w++)
        f->workers[w] =
            (worker){.obstacles = {.context = f->context, .solid = obstacles->solid, .rules = obstacles->rules}};
    wend_result result = wend_run_tasks(f->context, count, GRAIN, find_open, f);
    if (result == WEND_OK && !gather(f))
        result = WEND_ERROR_MEMORY;
    for (int w = 0; w < workers; w++) {
        wend_obstacles_free(&f->workers[w].obstacles);
        wend_array_free(f->context, &f->workers[w].open);
    }
    return result == WEND_OK ? plant_tree(f->context, obstacles->rules, edges) : result;
}

wend_result wend_link_edges_find(wend_context *context, const wend_surface_view *surface, wend_obstacles *obstacles,
                                 wend_link_edges *edges) {
    finding f = {.context = context, .surface = surface, .edges = edges};
    size_t bytes = (size_t)wend_thread_count(context) * sizeof *f.workers;
    f.workers = wend_allocate_array(context, wend_thread_count(context), sizeof *f.workers);
    wend_result result = f.workers ? run(&f, obstacles) : WEND_ERROR_MEMORY;
    wend_release(context, f.workers, bytes);
    wend_array_free(context, &f.owner);
    return result;
}

void wend_link_edges_free(wend_context *context, wend_link_edges *edges) {
    wend_array_free(context, &edges->all);
    wend_array_free(context, &edges->open);
    wend_boxes_free(context, &edges->tree);
}
