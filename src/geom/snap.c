// Any set of segments into a triangulation: exact where nothing crosses, snap-rounded where something does.
//
// Problem. Two segments with lattice ends cross in a rational point, which is no lattice point. Rounding crossings one
// by one moves segments, which makes new crossings, which move them further: errors add up, and on slivers it never
// ends.
//
// Method: snap rounding with hot pixels (Greene, Hobby; Guibas and Marimont proved the topology). A pixel is hot when
// it holds an end or a crossing of the *input* segments. Every segment is bent to pass through the centre of every hot
// pixel that it meets, once. Nothing is rounded twice, no segment moves by more than half a pixel's diagonal, however
// many others cross it, and the bent segments cross only in pixel centres. Pixels are half open (halves round toward
// zero, see wend_segment_in_pixel), so that each point is in exactly one and quarter turns about the origin map pixels
// to pixels.
//
// When segments cross only in input points there is nothing to round: they are laid exactly, split only at points
// exactly on them.
//
// Finding all crossings. The triangulation is the search structure. Lay segments as constraints in the triangulation of
// their ends, and defer those that would cross another. What was laid crosses nothing laid; so walk every deferred
// segment through the triangles, and each constrained edge passed is a crossing. Crossings among the deferred segments
// are found the same way, in a triangulation of these alone, and so on until few are left, which are compared pair by
// pair (as are many that cross so often that hardly any can be laid). Each time a maximal set of segments without
// crossings is laid, so bundles of near-parallel segments, which ruin grids and box trees, do no harm. Segments are
// laid in randomised rounds (rounds.h), or a sorted bundle would cut through all of its own ends again and again.
//
// Finding the hot pixels that a segment meets: flood the triangles of all hot centres that the segment, widened by a
// pixel, touches, starting at its end. The widened segment is convex, so these triangles hang together, in any
// triangulation; so segments are routed in rounds too, and those already laid keep the floods of the next ones short.
//
// Snappers (snap.h), which triangulate few or scattered segments again and again, find both by sweeping instead, as
// long as that is the quicker way.
//
// The order of constraints, rounds and threads cannot be seen in the result: crossings and pixels are properties of the
// input alone.
//
// Cost: O((n + k) log n) expected for n segments and k crossings plus the triangles walked.
#include "base/context.h"
#include "base/sort.h"
#include "geom/rounds.h"
#include "geom/snap.h"

enum { GRAIN = 512, POINT_LIMIT = 1 << 28 };

typedef WEND_ARRAY(wend_point) point_list;
typedef WEND_ARRAY(int32_t) index_list;
typedef WEND_ARRAY(wend_key) key_list;

typedef struct input {
    wend_context *context;
    const wend_point *points;
    const wend_segment *segments;
    int32_t point_count, segment_count;
} input;

// ---------------------------------------------------------------------------------------------------- crossings

// One round: a triangulation with the constraints placed in it, and the segments that were deferred.
typedef struct search {
    const input *in;
    const wend_triangulation *t;
    const int32_t *deferred;
    const int32_t *ends; // vertices of the ends of each deferred segment, two by two
    int64_t count;       // of deferred segments
    point_list *found;   // one list per worker
} search;

// Walks deferred segment s from its first vertex to its last and lists where it crosses constraints.
static bool list_crossings(const search *r, int64_t k, point_list *found) {
    const wend_triangulation *t = r->t;
    const wend_segment *segment = &r->in->segments[r->deferred[k]];
    wend_point a = r->in->points[segment->a], b = r->in->points[segment->b];
    int32_t from = r->ends[2 * k], last = r->ends[2 * k + 1];
    while (from != last) {
        wend_step step = wend_walk_leave(t, from, a, b);
        if (step.along) {
            from = wend_edge_start(t->triangles.data, wend_half_next(step.edge));
            continue;
        }
        int32_t vertex = -1;
        for (int32_t e = step.edge; vertex < 0; e = wend_walk_on(t, e, a, b, &vertex)) {
            int32_t mark = wend_edge_mark(t->triangles.data, e);
            if (mark < 0)
                continue;
            const wend_segment *other = &r->in->segments[t->pieces.data[mark].segment];
            wend_point p = wend_cross_point(a, b, r->in->points[other->a], r->in->points[other->b]);
            if (!wend_array_push(t->context, found, p))
                return false;
        }
        from = vertex;
    }
    return true;
}

static wend_result list_crossings_task(void *data, int64_t begin, int64_t end, int worker) {
    const search *r = data;
    for (int64_t k = begin; k < end; k++)
        if (!list_crossings(r, k, &r->found[worker]))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// The lexicographic order of lattice points as a number.
static uint64_t position_key(int64_t x, int64_t y) {
    return (uint64_t)(x + WEND_COORDINATE_MAX) << 32 | (uint64_t)(y + WEND_COORDINATE_MAX);
}

// Leaves each point once, sorted.
static bool unique_points(wend_context *context, point_list *list) {
    if (list->count < 2)
        return true;
    WEND_ARRAY(wend_key) keys = {0};
    if (!wend_array_resize(context, &keys, list->count))
        return false;
    for (int64_t i = 0; i < list->count; i++)
        keys.data[i] = (wend_key){position_key(list->data[i].x, list->data[i].y), 0, 0};
    bool sorted = wend_sort_keys(context, keys.data, keys.count);
    int64_t kept = 0;
    for (int64_t i = 0; sorted && i < keys.count; i++)
        if (i == 0 || keys.data[i].key != keys.data[i - 1].key)
            list->data[kept++] = (wend_point){(int32_t)(keys.data[i].key >> 32) - WEND_COORDINATE_MAX,
                                              (int32_t)(keys.data[i].key & 0xFFFFFFFFu) - WEND_COORDINATE_MAX};
    if (sorted)
        list->count = kept;
    wend_array_free(context, &keys);
    return sorted;
}

// Appends points, each once when the list would otherwise have to grow: many lines may cross in few places.
static wend_result append_points(wend_context *context, point_list *list, const point_list *more) {
    if (more->count == 0)
        return WEND_OK;
    if (list->count + more->count > list->capacity && !unique_points(context, list))
        return WEND_ERROR_MEMORY;
    if (list->count + more->count > POINT_LIMIT)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(context, list, list->count + more->count))
        return WEND_ERROR_MEMORY;
    memcpy(list->data + list->count, more->data, (size_t)more->count * sizeof(wend_point));
    list->count += more->count;
    return WEND_OK;
}

static bool boxes_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    return (a.x < b.x ? a.x : b.x) <= (c.x > d.x ? c.x : d.x) && (c.x < d.x ? c.x : d.x) <= (a.x > b.x ? a.x : b.x) &&
           (a.y < b.y ? a.y : b.y) <= (c.y > d.y ? c.y : d.y) && (c.y < d.y ? c.y : d.y) <= (a.y > b.y ? a.y : b.y);
}

// Compares each deferred segment of a range with all that come after it.
static wend_result compare_pairs_task(void *data, int64_t begin, int64_t end, int worker) {
    const search *r = data;
    const wend_point *points = r->in->points;
    for (int64_t i = begin; i < end; i++) {
        const wend_segment *s = &r->in->segments[r->deferred[i]];
        wend_point a = points[s->a], b = points[s->b];
        for (int64_t j = i + 1; j < r->count; j++) {
            const wend_segment *other = &r->in->segments[r->deferred[j]];
            wend_point c = points[other->a], d = points[other->b];
            if (boxes_meet(a, b, c, d) && wend_segments_meet(a, b, c, d) == WEND_CROSS &&
                !wend_array_push(r->in->context, &r->found[worker], wend_cross_point(a, b, c, d)))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

// Adds to `hot` the crossings that a task finds for the deferred segments.
static wend_result add_crossings(search *r, wend_task *task, int64_t grain, point_list *hot) {
    wend_context *context = r->in->context;
    int workers = wend_thread_count(context);
    size_t bytes = (size_t)workers * sizeof(point_list);
    r->found = wend_allocate_array(context, workers, sizeof *r->found);
    if (!r->found)
        return WEND_ERROR_MEMORY;
    memset(r->found, 0, bytes);
    wend_result result = wend_run_tasks(context, r->count, grain, task, r);
    for (int w = 0; w < workers; w++) {
        if (result == WEND_OK)
            result = append_points(context, hot, &r->found[w]);
        wend_array_free(context, &r->found[w]);
    }
    wend_release(context, r->found, bytes);
    return result;
}

// Segments to be laid, and the vertices of their ends, two by two.
typedef struct batch {
    const int32_t *segments;
    const int32_t *ends;
    int64_t count;
    const char *stage; // for progress
} batch;

// Lays segments as constraints, in rounds; those that cross one are deferred.
static wend_result lay_or_defer(const input *in, wend_triangulation *t, const batch *b, index_list *deferred,
                                index_list *deferred_ends) {
    index_list order = {0};
    int64_t start[WEND_ROUNDS + 1];
    if (!wend_array_resize(in->context, &order, b->count))
        return WEND_ERROR_MEMORY;
    wend_order_by_rounds(b->count, order.data, start);
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < b->count && result == WEND_OK; i++) {
        int32_t k = order.data[i];
        if (i % 16384 == 0 && wend_pause(in->context, b->stage, (double)i / (double)b->count))
            result = WEND_ERROR_CANCELLED;
        else
            result = wend_triangulation_insert_constraint(t, b->ends[2 * k], b->ends[2 * k + 1], b->segments[k]);
        if (result != WEND_ERROR_INVALID)
            continue;
        bool noted = wend_array_push(in->context, deferred, b->segments[k]) &&
                     wend_array_push(in->context, deferred_ends, b->ends[2 * k]) &&
                     wend_array_push(in->context, deferred_ends, b->ends[2 * k + 1]);
        result = noted ? WEND_OK : WEND_ERROR_MEMORY;
    }
    wend_array_free(in->context, &order);
    return result;
}

// A round on some segments alone: adds the crossings between those that it can lay and those that it must defer.
static wend_result search_round(const input *in, const index_list *segments, index_list *deferred, point_list *hot) {
    point_list ends = {0};
    index_list deferred_ends = {0};
    wend_triangulation *t = NULL;
    wend_result result = wend_triangulation_create(in->context, &t);
    if (result == WEND_OK && !wend_array_resize(in->context, &ends, 2 * segments->count))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        for (int64_t k = 0; k < segments->count; k++) {
            ends.data[2 * k] = in->points[in->segments[segments->data[k]].a];
            ends.data[2 * k + 1] = in->points[in->segments[segments->data[k]].b];
        }
        result = wend_triangulation_add_points(t, ends.data, (int32_t)ends.count);
    }
    if (result == WEND_OK) {
        batch b = {segments->data, t->point_vertex.data, segments->count, "cross"};
        result = lay_or_defer(in, t, &b, deferred, &deferred_ends);
    }
    if (result == WEND_OK && deferred->count > 0) {
        search r = {in, t, deferred->data, deferred_ends.data, deferred->count, NULL};
        result = add_crossings(&r, list_crossings_task, GRAIN, hot);
    }
    wend_triangulation_destroy(t);
    wend_array_free(in->context, &ends);
    wend_array_free(in->context, &deferred_ends);
    return result;
}

// Few segments are compared pair by pair, and so are many of which a round can lay next to none: they cross so often
// that listing the crossings takes as long.
enum { FEW = 4096, NEXT_TO_NONE = 64 };

// All crossings among the segments that were deferred at first.
static wend_result search_deferred(const input *in, index_list *segments, point_list *hot) {
    wend_result result = WEND_OK;
    bool dense = false;
    while (result == WEND_OK && segments->count > FEW && !dense) {
        index_list deferred = {0};
        result = search_round(in, segments, &deferred, hot);
        dense = segments->count - deferred.count < segments->count / NEXT_TO_NONE;
        wend_array_free(in->context, segments);
        segments->data = deferred.data;
        segments->count = deferred.count;
        segments->capacity = deferred.capacity;
    }
    search r = {.in = in, .deferred = segments->data, .count = segments->count};
    return result == WEND_OK ? add_crossings(&r, compare_pairs_task, 16, hot) : result;
}

// ---------------------------------------------------------------------------------------------------- routes

// What one worker needs to flood triangles.
typedef struct scratch {
    WEND_ARRAY(int32_t) triangle_seen; // the last flood that saw it
    WEND_ARRAY(int32_t) vertex_seen;
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(wend_key) met; // hot pixels met
    int32_t flood;
    char space[WEND_WORKER_SPACE];
} scratch;

// The routes of GRAIN consecutive segments of a round, one after the other.
typedef struct block {
    index_list vertices;
    index_list ends; // where each segment's route ends in `vertices`
} block;

typedef struct router {
    const input *in;
    const wend_triangulation *t;
    const int32_t *round; // the segments of this round
    uint8_t *lonely;      // per vertex: whether no other is within two units of it, in x and y
    scratch *workers;
    block *blocks;
} router;

// A segment widened by one unit to every side, which covers all pixels that it meets.
typedef struct strip {
    wend_point a, b;
    int32_t from, to; // the vertices of a and b when they are lonely, else -2
    int64_t reach, length2;
} strip;

static bool strip_touches(const strip *s, wend_point u, wend_point v) {
    int64_t cu = wend_cross(s->a, s->b, u), cv = wend_cross(s->a, s->b, v);
    if ((cu > s->reach && cv > s->reach) || (cu < -s->reach && cv < -s->reach))
        return false;
    int64_t du = wend_dot(s->a, s->b, u), dv = wend_dot(s->a, s->b, v);
    return !((du < -s->reach && dv < -s->reach) || (du > s->length2 + s->reach && dv > s->length2 + s->reach));
}

// The same for an edge from the vertex of a lonely end to another one. The flood need not pass it for what is within
// two units of the end, for nothing is; so the fans of ends where very many segments meet are not flooded.
static bool strip_touches_beyond(const strip *s, wend_point end, wend_point far_end, wend_point w) {
    int64_t dx = (int64_t)w.x - end.x, dy = (int64_t)w.y - end.y, side = wend_cross(s->a, s->b, w);
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return 2 * (side < 0 ? -side : side) <= s->reach * (dx > dy ? dx : dy) && wend_dot(end, far_end, w) > 0;
}

static bool strip_passes(const strip *s, int32_t u, wend_point at_u, int32_t v, wend_point at_v) {
    if (u == s->from || v == s->from)
        return strip_touches_beyond(s, s->a, s->b, u == s->from ? at_v : at_u);
    if (u == s->to || v == s->to)
        return strip_touches_beyond(s, s->b, s->a, u == s->to ? at_v : at_u);
    return strip_touches(s, at_u, at_v);
}

static bool begin_flood(const router *r, scratch *w) {
    int64_t triangles = r->t->triangles.count, vertices = r->t->vertices.count;
    if (w->triangle_seen.count == 0 || w->flood == INT32_MAX) {
        if (!wend_array_resize(r->in->context, &w->vertex_seen, vertices) ||
            !wend_array_resize(r->in->context, &w->triangle_seen, triangles))
            return false;
        memset(w->triangle_seen.data, 0, (size_t)triangles * sizeof(int32_t));
        memset(w->vertex_seen.data, 0, (size_t)vertices * sizeof(int32_t));
        w->flood = 0;
    }
    w->flood++;
    w->stack.count = w->met.count = 0;
    return true;
}

static bool see_triangle(const router *r, scratch *w, int32_t triangle) {
    if (w->triangle_seen.data[triangle] == w->flood || wend_triangle_is_ghost(&r->t->triangles.data[triangle]))
        return true;
    w->triangle_seen.data[triangle] = w->flood;
    return wend_array_push(r->in->context, &w->stack, triangle);
}

// Position along the segment as a sort key: pixels met by a straight line come in order of both coordinates, each the
// way the line goes.
static wend_key key_along(wend_point a, wend_point b, wend_point p, int32_t vertex) {
    return (wend_key){position_key(b.x < a.x ? -(int64_t)p.x : p.x, b.y < a.y ? -(int64_t)p.y : p.y), vertex, 0};
}

static bool visit_triangle(const router *r, scratch *w, const strip *s, int32_t triangle) {
    const wend_triangle *tri = &r->t->triangles.data[triangle];
    const wend_point *at = r->t->vertices.data;
    for (int i = 0; i < 3; i++) {
        int32_t v = tri->v[i];
        int32_t next = tri->v[(i + 1) % 3];
        if (strip_passes(s, v, at[v], next, at[next]) && !see_triangle(r, w, tri->twin[i] / 3))
            return false;
        if (w->vertex_seen.data[v] == w->flood)
            continue;
        w->vertex_seen.data[v] = w->flood;
        if (wend_segment_in_pixel(s->a, s->b, at[v]) &&
            !wend_array_push(r->in->context, &w->met, key_along(s->a, s->b, at[v], v)))
            return false;
    }
    return true;
}

// Finds the hot pixels that a segment meets, in order.
static bool route(const router *r, scratch *w, const wend_segment *segment) {
    if (!begin_flood(r, w))
        return false;
    const wend_triangulation *t = r->t;
    int32_t from = t->point_vertex.data[segment->a], to = t->point_vertex.data[segment->b];
    strip s = {.a = r->in->points[segment->a],
               .b = r->in->points[segment->b],
               .from = r->lonely[from] ? from : -2,
               .to = r->lonely[to] ? to : -2};
    int64_t dx = (int64_t)s.b.x - s.a.x, dy = (int64_t)s.b.y - s.a.y;
    s.reach = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    s.length2 = dx * dx + dy * dy;
    wend_step step = wend_walk_begin(t, &from, &to);
    if (!see_triangle(r, w, step.edge / 3) ||
        (step.along && !see_triangle(r, w, wend_edge_twin(t->triangles.data, step.edge) / 3)))
        return false;
    while (w->stack.count > 0)
        if (!visit_triangle(r, w, &s, w->stack.data[--w->stack.count]))
            return false;
    return wend_sort_keys(r->in->context, w->met.data, w->met.count);
}

static wend_result route_task(void *data, int64_t begin, int64_t end, int worker) {
    router *r = data;
    scratch *w = &r->workers[worker];
    block *out = &r->blocks[begin / GRAIN];
    out->vertices.count = out->ends.count = 0;
    for (int64_t i = begin; i < end; i++) {
        const wend_segment *segment = &r->in->segments[r->round[i]];
        if (!wend_point_equal(r->in->points[segment->a], r->in->points[segment->b])) {
            if (!route(r, w, segment))
                return WEND_ERROR_MEMORY;
            for (int64_t k = 0; k < w->met.count; k++)
                if (!wend_array_push(r->in->context, &out->vertices, w->met.data[k].index))
                    return WEND_ERROR_MEMORY;
        }
        if (!wend_array_push(r->in->context, &out->ends, (int32_t)out->vertices.count))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Lays the routes of one round.
static wend_result lay_routes(const router *r, wend_triangulation *t, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
        const block *b = &r->blocks[k / GRAIN];
        int32_t i = k % GRAIN > 0 ? b->ends.data[k % GRAIN - 1] : 0, end = b->ends.data[k % GRAIN];
        for (; i + 1 < end; i++) {
            wend_result result =
                wend_triangulation_insert_constraint(t, b->vertices.data[i], b->vertices.data[i + 1], r->round[k]);
            if (result != WEND_OK)
                return result;
        }
    }
    return WEND_OK;
}

// Routes and lays all segments, round by round: those already laid keep the floods of the next ones short.
static wend_result route_rounds(router *r, wend_triangulation *t, const int32_t *order, const int64_t *start) {
    for (int round = 0; round < WEND_ROUNDS; round++) {
        int64_t count = start[round + 1] - start[round];
        r->round = order + start[round];
        wend_result result = wend_run_tasks(r->in->context, count, GRAIN, route_task, r);
        if (result == WEND_OK)
            result = lay_routes(r, t, count);
        if (result != WEND_OK)
            return result;
        if (wend_pause(r->in->context, "route", (double)start[round + 1] / r->in->segment_count))
            return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

// A vertex is lonely when all of its neighbours are far: the nearest vertex is a neighbour in a Delaunay triangulation.
static void find_lonely(const wend_triangulation *t, uint8_t *lonely) {
    memset(lonely, 1, (size_t)t->vertices.count);
    for (int32_t e = 0; e < 3 * t->triangles.count; e++) {
        int32_t u = wend_edge_start(t->triangles.data, e), v = wend_edge_start(t->triangles.data, wend_half_next(e));
        if (u < 0 || v < 0)
            continue;
        int64_t dx = (int64_t)t->vertices.data[u].x - t->vertices.data[v].x;
        int64_t dy = (int64_t)t->vertices.data[u].y - t->vertices.data[v].y;
        if (dx >= -2 && dx <= 2 && dy >= -2 && dy <= 2)
            lonely[u] = 0;
    }
}

static void router_free(wend_context *context, router *r, int workers, int64_t blocks) {
    for (int w = 0; r->workers && w < workers; w++) {
        wend_array_free(context, &r->workers[w].triangle_seen);
        wend_array_free(context, &r->workers[w].vertex_seen);
        wend_array_free(context, &r->workers[w].stack);
        wend_array_free(context, &r->workers[w].met);
    }
    for (int64_t b = 0; r->blocks && b < blocks; b++) {
        wend_array_free(context, &r->blocks[b].vertices);
        wend_array_free(context, &r->blocks[b].ends);
    }
    wend_release(context, r->workers, (size_t)workers * sizeof(scratch));
    wend_release(context, r->blocks, (size_t)blocks * sizeof(block));
}

// Routes all segments through the hot pixels, the vertices of t, and lays them.
static wend_result route_all(const input *in, wend_triangulation *t) {
    int workers = wend_thread_count(in->context);
    int64_t blocks = ((int64_t)in->segment_count + GRAIN - 1) / GRAIN;
    router r = {.in = in, .t = t};
    index_list order = {0};
    WEND_ARRAY(uint8_t) lonely = {0};
    int64_t start[WEND_ROUNDS + 1];
    r.workers = wend_allocate_array(in->context, workers, sizeof(scratch));
    r.blocks = wend_allocate_array(in->context, blocks, sizeof(block));
    if (r.workers)
        memset(r.workers, 0, (size_t)workers * sizeof(scratch));
    if (r.blocks)
        memset(r.blocks, 0, (size_t)blocks * sizeof(block));
    wend_result result = WEND_ERROR_MEMORY;
    if (r.workers && r.blocks && wend_array_resize(in->context, &order, in->segment_count) &&
        wend_array_resize(in->context, &lonely, t->vertices.count)) {
        find_lonely(t, lonely.data);
        r.lonely = lonely.data;
        wend_order_by_rounds(in->segment_count, order.data, start);
        result = route_rounds(&r, t, order.data, start);
    }
    router_free(in->context, &r, workers, blocks);
    wend_array_free(in->context, &order);
    wend_array_free(in->context, &lonely);
    return result;
}

// ---------------------------------------------------------------------------------------------------- all of it

// Makes all hot pixels vertices: the input points, which keep the lowest indices, and those in `hot`.
static wend_result add_hot(const input *in, point_list *hot, wend_triangulation *t) {
    if (!unique_points(in->context, hot))
        return WEND_ERROR_MEMORY;
    int64_t total = in->point_count + hot->count;
    if (total > POINT_LIMIT)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(in->context, hot, total))
        return WEND_ERROR_MEMORY;
    memmove(hot->data + in->point_count, hot->data, (size_t)hot->count * sizeof(wend_point));
    memcpy(hot->data, in->points, (size_t)in->point_count * sizeof(wend_point));
    hot->count = total;
    wend_result result = wend_triangulation_add_points(t, hot->data, (int32_t)total);
    if (result == WEND_OK)
        t->point_vertex.count = in->point_count;
    return result;
}

// Starts again with all hot pixels as vertices, and lays all segments through them.
static wend_result snap(const input *in, point_list *hot, wend_triangulation *t) {
    wend_result result = add_hot(in, hot, t);
    return result == WEND_OK ? route_all(in, t) : result;
}

static wend_result check_input(const input *in) {
    if (in->point_count < 0 || in->segment_count < 0 || (in->point_count > 0 && !in->points) ||
        (in->segment_count > 0 && !in->segments))
        return WEND_ERROR_ARGUMENT;
    if (in->point_count > POINT_LIMIT || in->segment_count > POINT_LIMIT)
        return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < in->point_count; i++) {
        wend_point p = in->points[i];
        if (p.x > WEND_COORDINATE_MAX || p.x < -WEND_COORDINATE_MAX || p.y > WEND_COORDINATE_MAX ||
            p.y < -WEND_COORDINATE_MAX)
            return WEND_ERROR_RANGE;
    }
    for (int32_t i = 0; i < in->segment_count; i++) {
        wend_segment s = in->segments[i];
        if (s.a < 0 || s.b < 0 || s.a >= in->point_count || s.b >= in->point_count)
            return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

// Lays all segments, in their own order, in the triangulation of all points; lists the deferred ones and their
// crossings with the others.
static wend_result lay_all(const input *in, wend_triangulation *t, index_list *deferred, point_list *hot) {
    index_list ends = {0}, numbers = {0}, deferred_ends = {0};
    wend_result result = WEND_OK;
    if (!wend_array_resize(in->context, &ends, 2 * (int64_t)in->segment_count) ||
        !wend_array_resize(in->context, &numbers, in->segment_count))
        result = WEND_ERROR_MEMORY;
    for (int32_t k = 0; result == WEND_OK && k < in->segment_count; k++) {
        numbers.data[k] = k;
        ends.data[2 * k] = t->point_vertex.data[in->segments[k].a];
        ends.data[2 * k + 1] = t->point_vertex.data[in->segments[k].b];
    }
    if (result == WEND_OK) {
        batch b = {numbers.data, ends.data, in->segment_count, "constrain"};
        result = lay_or_defer(in, t, &b, deferred, &deferred_ends);
    }
    if (result == WEND_OK && deferred->count > 0) {
        search r = {in, t, deferred->data, deferred_ends.data, deferred->count, NULL};
        result = add_crossings(&r, list_crossings_task, GRAIN, hot);
    }
    wend_array_free(in->context, &ends);
    wend_array_free(in->context, &numbers);
    wend_array_free(in->context, &deferred_ends);
    return result;
}

// Finds the crossings by laying segments, and snaps when there are any, or `always`. `t` is empty.
static wend_result lay_and_snap(const input *in, bool always, wend_triangulation *t, point_list *hot) {
    index_list deferred = {0};
    wend_result result = wend_triangulation_add_points(t, in->points, in->point_count);
    if (result == WEND_OK)
        result = lay_all(in, t, &deferred, hot);
    if (result == WEND_OK && (always || deferred.count > 0)) {
        wend_triangulation_clear(t);
        result = search_deferred(in, &deferred, hot);
        if (result == WEND_OK)
            result = snap(in, hot, t);
    }
    wend_array_free(in->context, &deferred);
    return result;
}

wend_result wend_triangulation_build(wend_context *context, const wend_point *points, int32_t point_count,
                                     const wend_segment *segments, int32_t segment_count,
                                     wend_triangulation **triangulation) {
    if (!wend_given(triangulation, context && (points || point_count <= 0) && (segments || segment_count <= 0)))
        return WEND_ERROR_ARGUMENT;
    input in = {context, points, segments, point_count, segment_count};
    wend_triangulation *t = NULL;
    point_list hot = {0};
    wend_result result = check_input(&in);
    if (result == WEND_OK)
        result = wend_triangulation_create(context, &t);
    if (result == WEND_OK)
        result = lay_and_snap(&in, false, t, &hot);
    wend_array_free(context, &hot);
    if (result != WEND_OK) {
        wend_triangulation_destroy(t);
        return result;
    }
    *triangulation = t;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- by sweeping

// Segments that lie scattered, as those of the things in a room do, hardly overlap in x or in y. Sorted by where they
// begin along that axis, the few that do follow each other; so do the pixels that a segment can meet. This finds the
// same crossings and pixels, without a triangulation to search in.

// What a segment covers along the axis of the sweep, and across it.
typedef struct span {
    int32_t low, high, across_low, across_high;
    int32_t segment;
} span;

// A vertex in the order of the sweep.
typedef struct stop {
    int32_t at, across;
    int32_t vertex;
} stop;

struct wend_snapper {
    wend_context *context;
    wend_triangulation *t;
    input in;
    bool along_y; // the axis of the sweep
    point_list hot;
    key_list keys, met;
    WEND_ARRAY(span) spans; // by `low`
    WEND_ARRAY(stop) stops; // by `at`
    index_list order;
};

enum { SWEEP = 256 }; // comparisons of segments, per segment, up to which sweeping is the quicker way
enum { SWEPT = 512 }; // comparisons of vertices

// The axis along which segments overlap less, by their lengths beside the extent of all.
static bool choose_axis(const input *in) {
    double sum[2] = {0, 0};
    wend_point low = in->points[0], high = low;
    for (int32_t k = 0; k < in->segment_count; k++) {
        wend_point a = in->points[in->segments[k].a], b = in->points[in->segments[k].b];
        sum[0] += a.x < b.x ? (double)b.x - a.x : (double)a.x - b.x;
        sum[1] += a.y < b.y ? (double)b.y - a.y : (double)a.y - b.y;
    }
    for (int32_t i = 1; i < in->point_count; i++) {
        wend_point p = in->points[i];
        low = (wend_point){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (wend_point){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    return sum[1] * ((double)high.x - low.x) < sum[0] * ((double)high.y - low.y);
}

static span span_of(const wend_snapper *s, int32_t segment) {
    wend_point a = s->in.points[s->in.segments[segment].a], b = s->in.points[s->in.segments[segment].b];
    wend_point low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    wend_point high = {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
    return s->along_y ? (span){low.y, high.y, low.x, high.x, segment} : (span){low.x, high.x, low.y, high.y, segment};
}

static uint64_t coordinate_key(int32_t value) {
    return (uint64_t)((int64_t)value + WEND_COORDINATE_MAX);
}

static bool order_spans(wend_snapper *s) {
    int32_t count = s->in.segment_count;
    if (!wend_array_resize(s->context, &s->keys, count) || !wend_array_resize(s->context, &s->spans, count))
        return false;
    for (int32_t k = 0; k < count; k++) {
        const wend_segment *segment = &s->in.segments[k];
        wend_point a = s->in.points[segment->a], b = s->in.points[segment->b];
        int32_t low = s->along_y ? (a.y < b.y ? a.y : b.y) : (a.x < b.x ? a.x : b.x);
        s->keys.data[k] = (wend_key){coordinate_key(low), k, 0};
    }
    if (!wend_sort_keys(s->context, s->keys.data, count))
        return false;
    for (int32_t k = 0; k < count; k++)
        s->spans.data[k] = span_of(s, s->keys.data[k].index);
    return true;
}

static bool order_stops(wend_snapper *s) {
    int32_t count = (int32_t)s->t->vertices.count;
    if (!wend_array_resize(s->context, &s->keys, count) || !wend_array_resize(s->context, &s->stops, count))
        return false;
    for (int32_t v = 0; v < count; v++) {
        wend_point p = s->t->vertices.data[v];
        s->keys.data[v] = (wend_key){coordinate_key(s->along_y ? p.y : p.x), v, 0};
    }
    if (!wend_sort_keys(s->context, s->keys.data, count))
        return false;
    for (int32_t k = 0; k < count; k++) {
        wend_point p = s->t->vertices.data[s->keys.data[k].index];
        s->stops.data[k] =
            s->along_y ? (stop){p.y, p.x, s->keys.data[k].index} : (stop){p.x, p.y, s->keys.data[k].index};
    }
    return true;
}

// The first of the spans from `first` on that begins beyond `high`.
static int64_t spans_until(const wend_snapper *s, int64_t first, int32_t high) {
    int64_t end = s->spans.count;
    while (first < end) {
        int64_t middle = first + (end - first) / 2;
        if (s->spans.data[middle].low <= high)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

// The first stop at or beyond `at`.
static int64_t stop_from(const wend_snapper *s, int32_t at) {
    int64_t first = 0, end = s->stops.count;
    while (first < end) {
        int64_t middle = first + (end - first) / 2;
        if (s->stops.data[middle].at < at)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool few_spans_overlap(const wend_snapper *s) {
    int64_t left = SWEEP * s->spans.count + SWEEP * SWEEP;
    for (int64_t i = 0; i < s->spans.count && left >= 0; i++)
        left -= spans_until(s, i, s->spans.data[i].high) - i;
    return left >= 0;
}

static bool few_stops_within(const wend_snapper *s) {
    int64_t left = SWEPT * s->spans.count + SWEPT * SWEPT;
    for (int64_t i = 0; i < s->spans.count && left >= 0; i++)
        left -= stop_from(s, s->spans.data[i].high) - stop_from(s, s->spans.data[i].low);
    return left >= 0;
}

static bool cross_inside(wend_point a, wend_point b, wend_point c, wend_point d) {
    int64_t at_c = wend_cross(a, b, c), at_d = wend_cross(a, b, d);
    if (at_c == 0 || at_d == 0 || (at_c < 0) == (at_d < 0))
        return false;
    int64_t at_a = wend_cross(c, d, a), at_b = wend_cross(c, d, b);
    return at_a != 0 && at_b != 0 && (at_a < 0) != (at_b < 0);
}

// Adds the crossings of all pairs of segments to `hot`.
static wend_result sweep_crossings(wend_snapper *s) {
    const wend_point *points = s->in.points;
    const span *end = s->spans.data + s->spans.count;
    for (const span *i = s->spans.data; i < end; i++) {
        const wend_segment *m = &s->in.segments[i->segment];
        wend_point a = points[m->a], b = points[m->b];
        for (const span *k = i + 1; k < end && k->low <= i->high; k++) {
            if (k->across_low > i->across_high || k->across_high < i->across_low)
                continue;
            const wend_segment *n = &s->in.segments[k->segment];
            wend_point c = points[n->a], d = points[n->b];
            if (cross_inside(a, b, c, d) && !wend_array_push(s->context, &s->hot, wend_cross_point(a, b, c, d)))
                return WEND_ERROR_MEMORY;
        }
    }
    return s->hot.count <= POINT_LIMIT ? WEND_OK : WEND_ERROR_LIMIT;
}

// Lays a segment through the hot pixels that it meets, in order.
static wend_result sweep_route(wend_snapper *s, int32_t segment) {
    wend_point a = s->in.points[s->in.segments[segment].a], b = s->in.points[s->in.segments[segment].b];
    span reach = span_of(s, segment);
    s->met.count = 0;
    for (int64_t k = stop_from(s, reach.low); k < s->stops.count && s->stops.data[k].at <= reach.high; k++) {
        stop p = s->stops.data[k];
        if (p.across < reach.across_low || p.across > reach.across_high)
            continue;
        wend_point at = s->along_y ? (wend_point){p.across, p.at} : (wend_point){p.at, p.across};
        if (wend_segment_in_pixel(a, b, at) && !wend_array_push(s->context, &s->met, key_along(a, b, at, p.vertex)))
            return WEND_ERROR_MEMORY;
    }
    if (!wend_sort_keys(s->context, s->met.data, s->met.count))
        return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int64_t k = 1; k < s->met.count && result == WEND_OK; k++)
        result = wend_triangulation_insert_constraint(s->t, s->met.data[k - 1].index, s->met.data[k].index, segment);
    return result;
}

// Lays all segments, in rounds, as bundles of them would otherwise be laid through each other's ends again and again.
static wend_result sweep_routes(wend_snapper *s) {
    int64_t start[WEND_ROUNDS + 1];
    if (!wend_array_resize(s->context, &s->order, s->in.segment_count))
        return WEND_ERROR_MEMORY;
    wend_order_by_rounds(s->in.segment_count, s->order.data, start);
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < s->in.segment_count && result == WEND_OK; k++)
        result = k % 4096 == 4095 && wend_pause(s->context, "route", (double)k / s->in.segment_count)
                     ? WEND_ERROR_CANCELLED
                     : sweep_route(s, s->order.data[k]);
    return result;
}

static wend_result sweep(wend_snapper *s) {
    wend_result result = sweep_crossings(s);
    if (result == WEND_OK)
        result = add_hot(&s->in, &s->hot, s->t);
    if (result == WEND_OK && !order_stops(s))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = few_stops_within(s) ? sweep_routes(s) : route_all(&s->in, s->t);
    return result;
}

wend_result wend_snapper_create(wend_context *context, wend_snapper **snapper) {
    *snapper = wend_allocate(context, sizeof **snapper);
    if (!*snapper)
        return WEND_ERROR_MEMORY;
    **snapper = (wend_snapper){.context = context};
    wend_result result = wend_triangulation_create(context, &(*snapper)->t);
    if (result != WEND_OK) {
        wend_release(context, *snapper, sizeof **snapper);
        *snapper = NULL;
    }
    return result;
}

void wend_snapper_destroy(wend_snapper *s) {
    if (!s)
        return;
    wend_triangulation_destroy(s->t);
    wend_array_free(s->context, &s->hot);
    wend_array_free(s->context, &s->keys);
    wend_array_free(s->context, &s->met);
    wend_array_free(s->context, &s->spans);
    wend_array_free(s->context, &s->stops);
    wend_array_free(s->context, &s->order);
    wend_release(s->context, s, sizeof *s);
}

wend_result wend_snapper_run(wend_snapper *s, const wend_point *points, int32_t point_count,
                             const wend_segment *segments, int32_t segment_count, wend_triangulation_view *view) {
    s->in = (input){s->context, points, segments, point_count, segment_count};
    s->hot.count = 0;
    wend_triangulation_clear(s->t);
    wend_result result = check_input(&s->in);
    if (result == WEND_OK && point_count > 0) {
        s->along_y = choose_axis(&s->in);
        if (!order_spans(s))
            result = WEND_ERROR_MEMORY;
        else
            result = few_spans_overlap(s) ? sweep(s) : lay_and_snap(&s->in, true, s->t, &s->hot);
    }
    *view = wend_triangulation_look(s->t);
    return result;
}
