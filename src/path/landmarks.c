// Landmarks: vertices of the plan from which the length of the shortest way of a point to every other vertex is known.
//
// Each component of the plan has its own, so none is of no use to a part of the plan, and all of them together take no
// longer than if the plan was one. They are chosen farthest first: the first one far from the component's lowest
// vertex, each other one as far as can be from the nearest of those before it. For the choice distances along a net
// will do that joins all corners of each piece. As it needs no measured distance, landmarks are measured at the same
// time, by all threads, and which thread does which makes no difference.
//
// They are measured by the search for paths (engine.c) with radius 0 and without an aim, until all is swept. A piece is
// convex, so every corner between the limits of an interval of rays that enters it is seen from where the rays come
// from; and the last straight part of every shortest way to a corner is one of these rays.
//
// Cost: O(n log n) for the choice, and a search over the whole plan for each landmark.
#include "path/landmarks.h"

#include "path/search.h"

#include "base/context.h"

// ---------------------------------------------------------------------------------------------------- the object

wend_landmarks *wend_landmarks_create(wend_context *context, const wend_roads *roads, int32_t count) {
    wend_plan_view plan = wend_plan_look(roads->plan);
    wend_landmarks *l = wend_allocate(context, sizeof *l);
    if (l == NULL)
        return NULL;
    *l = (wend_landmarks){.context = context, .roads = wend_roads_hold(roads)};
    l->view = (wend_landmarks_view){
        .count = count, .component_count = plan.component_count, .vertex_count = plan.vertex_count};
    l->distances = wend_allocate_array(context, (int64_t)plan.vertex_count * count, sizeof *l->distances);
    l->view.distances = l->distances;
    if (l->distances == NULL && plan.vertex_count > 0) {
        wend_landmarks_destroy(l);
        return NULL;
    }
    return l;
}

void wend_landmarks_destroy(wend_landmarks *l) {
    if (l == NULL || !wend_shared_drop(&l->shared))
        return;
    size_t count = (size_t)l->view.count;
    if (l->vertices != NULL)
        wend_release(l->context, l->vertices, (size_t)l->view.component_count * count * sizeof *l->vertices);
    wend_release(l->context, l->distances, (size_t)l->view.vertex_count * count * sizeof *l->distances);
    wend_block_destroy(l->block);
    wend_roads_destroy((wend_roads *)(uintptr_t)l->roads);
    wend_release(l->context, l, sizeof *l);
}

wend_landmarks_view wend_landmarks_look(const wend_landmarks *l) {
    return l != NULL ? l->view : (wend_landmarks_view){0};
}

// ---------------------------------------------------------------------------------------------------- choosing

typedef struct near_vertex {
    double far;
    int32_t vertex;
} near_vertex;

typedef struct choice {
    wend_context *context;
    wend_plan_view plan;
    wend_roads_view v;
    const wend_corners *corners;
    WEND_ARRAY(double) far; // per vertex: to the nearest landmark so far
    WEND_ARRAY(near_vertex) queue;
    WEND_ARRAY(int32_t) best; // per component: the vertex that is farthest
} choice;

static bool is_before(near_vertex a, near_vertex b) {
    return a.far != b.far ? a.far < b.far : a.vertex < b.vertex;
}

// The vertex is as near as `far`, if it was farther before.
static bool reach(choice *c, int32_t vertex, double far) {
    if (!(far < c->far.data[vertex]))
        return true;
    c->far.data[vertex] = far;
    if (!wend_array_push(c->context, &c->queue, (near_vertex){far, vertex}))
        return false;
    near_vertex *heap = c->queue.data, item = {far, vertex};
    int64_t k = c->queue.count - 1;
    for (; k > 0 && is_before(item, heap[(k - 1) / 2]); k = (k - 1) / 2)
        heap[k] = heap[(k - 1) / 2];
    heap[k] = item;
    return true;
}

static near_vertex take_nearest(choice *c) {
    near_vertex *heap = c->queue.data, first = heap[0], last = heap[--c->queue.count];
    int64_t k = 0, n = c->queue.count;
    for (int64_t child = 1; child < n; child = 2 * k + 1) {
        child += child + 1 < n && is_before(heap[child + 1], heap[child]);
        if (!is_before(heap[child], last))
            break;
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = last;
    return first;
}

static double apart(wend_point a, wend_point b) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return sqrt(x * x + y * y);
}

// Brings all vertices as near as the vertices in the queue make them, along the net.
static bool spread(choice *c) {
    while (c->queue.count > 0) {
        near_vertex next = take_nearest(c);
        if (next.far > c->far.data[next.vertex])
            continue;
        for (int32_t k = c->corners->first.data[next.vertex]; k < c->corners->first.data[next.vertex + 1]; k++) {
            int32_t piece = c->v.side_pieces[c->corners->sides.data[k]];
            for (int32_t s = c->v.pieces[piece].side; s < c->v.pieces[piece + 1].side; s++)
                if (!reach(c, c->corners->vertex.data[s],
                           next.far + apart(c->plan.vertices[next.vertex], c->v.sides[s].at)))
                    return false;
        }
    }
    return true;
}

// The vertices that are farthest now; the lowest of several; -1 where none is apart from the landmarks.
static void find_farthest(choice *c) {
    for (int32_t k = 0; k < c->plan.component_count; k++)
        c->best.data[k] = -1;
    for (int32_t vertex = 0; vertex < c->plan.vertex_count; vertex++) {
        int32_t component = c->corners->component.data[vertex];
        if (component < 0 || !(c->far.data[vertex] > 0))
            continue;
        int32_t *best = &c->best.data[component];
        if (*best < 0 || c->far.data[vertex] > c->far.data[*best])
            *best = vertex;
    }
}

static void forget(choice *c) {
    for (int32_t k = 0; k < c->plan.vertex_count; k++)
        c->far.data[k] = INFINITY;
}

static bool choose(choice *c, int32_t count, int32_t *vertices) {
    int32_t components = c->plan.component_count;
    forget(c);
    find_farthest(c); // all are infinitely far, so these are the lowest ones
    for (int32_t k = -1; k < count; k++) {
        for (int32_t i = 0; i < components; i++) {
            if (k >= 0)
                vertices[(int64_t)i * count + k] = c->best.data[i];
            if (c->best.data[i] >= 0 && !reach(c, c->best.data[i], 0))
                return false;
        }
        if (!spread(c))
            return false;
        find_farthest(c);
        if (k < 0)
            forget(c);
    }
    return true;
}

static wend_result find_vertices(wend_landmarks *l) {
    wend_corners corners = {{0}, {0}, {0}, {0}};
    choice c = {.context = l->context,
                .plan = wend_plan_look(l->roads->plan),
                .v = wend_roads_look(l->roads),
                .corners = &corners};
    l->vertices = wend_allocate_array(l->context, (int64_t)c.plan.component_count * l->view.count, sizeof *l->vertices);
    l->view.vertices = l->vertices;
    bool good =
        (l->vertices != NULL || c.plan.component_count == 0) && wend_corners_find(l->context, l->roads, &corners) &&
        wend_array_resize(l->context, &c.far, c.plan.vertex_count) &&
        wend_array_resize(l->context, &c.best, c.plan.component_count) && choose(&c, l->view.count, l->vertices);
    wend_corners_free(l->context, &corners);
    wend_array_free(l->context, &c.far);
    wend_array_free(l->context, &c.queue);
    wend_array_free(l->context, &c.best);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- measuring

typedef struct measuring {
    wend_landmarks *landmarks;
    wend_corners corners;
    WEND_ARRAY(wend_search *) searches; // of each worker
    WEND_ARRAY(int32_t) first, members; // the vertices of each component
} measuring;

// Where the sweeps of one landmark write.
typedef struct column {
    const measuring *m;
    int32_t k;
} column;

static void note_corners(void *recorder, const wend_sweep *w) {
    const column *c = recorder;
    const wend_landmarks *l = c->m->landmarks;
    double slack = w->search->slack;
    for (int32_t k = 0; k < w->sides; k++) {
        wend_way at = w->at[k];
        if (w->offsets[0][k] < -slack || w->offsets[1][k] > slack ||
            wend_way_dot(w->right, at) + wend_way_dot(w->left, at) < 0)
            continue;
        int64_t vertex = c->m->corners.vertex.data[w->side + k];
        float *known = &l->distances[vertex * l->view.count + c->k];
        float far = (float)(w->source->length + sqrt(wend_way_dot(at, at)));
        *known = far < *known ? far : *known;
    }
}

// Looks for all places from a vertex on.
static wend_result sweep_from(wend_search *s, const measuring *m, int32_t vertex, double done) {
    const wend_corners *corners = &m->corners;
    int32_t entry = -1;
    wend_engine_reset(s);
    s->start_pieces.count = 0;
    for (int32_t k = corners->first.data[vertex]; k < corners->first.data[vertex + 1]; k++)
        if (!wend_array_push(s->context, &s->start_pieces, s->v.side_pieces[corners->sides.data[k]]))
            return WEND_ERROR_MEMORY;
    wend_engine_start(s, wend_road_place(s->plan.vertices[vertex]), &s->start_pieces, 0);
    while (!wend_engine_run(s, 65536, INFINITY, &entry))
        if (wend_pause(s->context, "landmarks", done))
            return WEND_ERROR_CANCELLED;
    return s->failure;
}

// One landmark of one component. Should a vertex have been missed, for all that doubles can do, the landmark is of no
// use to anybody, but does no harm.
static wend_result measure(const measuring *m, wend_search *s, int32_t component, int32_t k, double done) {
    wend_landmarks *l = m->landmarks;
    int32_t vertex = l->view.vertices[(int64_t)component * l->view.count + k];
    const int32_t *first = &m->first.data[component];
    float *distances = l->distances + k;
    for (int32_t i = first[0]; i < first[1]; i++)
        distances[(int64_t)m->members.data[i] * l->view.count] = vertex < 0 ? 0 : INFINITY;
    if (vertex < 0)
        return WEND_OK;
    column recorder = {m, k};
    s->record = note_corners;
    s->recorder = &recorder;
    wend_result result = sweep_from(s, m, vertex, done);
    s->record = NULL;
    bool whole = true;
    for (int32_t i = first[0]; i < first[1]; i++)
        whole = whole && distances[(int64_t)m->members.data[i] * l->view.count] < INFINITY;
    for (int32_t i = first[0]; i < first[1] && !whole; i++)
        distances[(int64_t)m->members.data[i] * l->view.count] = 0;
    return result;
}

static wend_result measure_some(void *data, int64_t begin, int64_t end, int worker) {
    const measuring *m = data;
    int32_t components = m->landmarks->view.component_count;
    double all = (double)components * m->landmarks->view.count;
    wend_result result = WEND_OK;
    for (int64_t i = begin; i < end && result == WEND_OK; i++)
        result = measure(m, m->searches.data[worker], (int32_t)(i % components), (int32_t)(i / components),
                         (double)begin / all);
    return result;
}

// Lists the vertices of each component.
static bool list_members(measuring *m) {
    wend_context *context = m->landmarks->context;
    int32_t components = m->landmarks->view.component_count, n = m->landmarks->view.vertex_count, count = 0;
    const int32_t *of = m->corners.component.data;
    if (!wend_array_resize(context, &m->first, (int64_t)components + 1) || !wend_array_resize(context, &m->members, n))
        return false;
    int32_t *first = m->first.data;
    for (int32_t k = 0; k <= components; k++)
        first[k] = 0;
    for (int32_t v = 0; v < n; v++)
        if (of[v] >= 0)
            first[of[v] + 1]++;
    for (int32_t k = 0; k < components; k++)
        count = first[k + 1] += count;
    for (int32_t v = n - 1; v >= 0; v--)
        if (of[v] >= 0)
            m->members.data[--first[of[v] + 1]] = v;
    for (int32_t k = 0; k < components; k++)
        first[k] = first[k + 1];
    first[components] = count;
    return true;
}

static wend_result make_searches(measuring *m) {
    wend_context *context = m->landmarks->context;
    wend_result result = WEND_OK;
    for (int k = wend_thread_count(context); k > 0 && result == WEND_OK; k--) {
        wend_search *s = NULL;
        result = wend_search_create_on(context, &(wend_search_def){.roads = m->landmarks->roads}, &s);
        if (result == WEND_OK && !wend_array_push(context, &m->searches, s)) {
            wend_search_destroy(s);
            result = WEND_ERROR_MEMORY;
        }
        if (result == WEND_OK && !wend_search_set(s, &(wend_path_def){.radius = 0}))
            result = WEND_ERROR_ARGUMENT;
        if (result == WEND_OK) {
            s->aimed = false;
            s->cap = INFINITY;
        }
    }
    return result;
}

wend_result wend_landmarks_measure(wend_landmarks *l) {
    wend_context *context = l->context;
    measuring m = {.landmarks = l};
    for (int64_t k = 0; k < (int64_t)l->view.vertex_count * l->view.count; k++)
        l->distances[k] = 0;
    wend_result result =
        wend_corners_find(context, l->roads, &m.corners) && list_members(&m) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = make_searches(&m);
    if (result == WEND_OK)
        result = wend_run_tasks(context, (int64_t)l->view.component_count * l->view.count, 1, measure_some, &m);
    for (int64_t k = 0; k < m.searches.count; k++)
        wend_search_destroy(m.searches.data[k]);
    wend_array_free(context, &m.searches);
    wend_array_free(context, &m.first);
    wend_array_free(context, &m.members);
    wend_corners_free(context, &m.corners);
    return result;
}

// ---------------------------------------------------------------------------------------------------- building

static wend_result build(wend_context *context, const wend_roads *roads, int32_t count, wend_landmarks **landmarks) {
    wend_plan_view plan = wend_plan_look(roads->plan);
    if ((int64_t)(plan.vertex_count + 1) * count > INT32_MAX / 3) // files count elements in 32 bits
        return WEND_ERROR_LIMIT;
    wend_landmarks *made = wend_landmarks_create(context, roads, count);
    wend_result result = made != NULL ? find_vertices(made) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_landmarks_measure(made);
    if (result == WEND_OK)
        *landmarks = made;
    else
        wend_landmarks_destroy(made);
    return result;
}

wend_result wend_landmarks_build(wend_context *context, const wend_roads *roads, int32_t count,
                                 wend_landmarks **landmarks, wend_report *report) {
    if (!wend_given(landmarks, context != NULL && roads != NULL))
        return WEND_ERROR_ARGUMENT;
    if (count < 1 || count > WEND_LANDMARKS_MAX) {
        wend_finding finding = wend_finding_make("landmarks-count", WEND_ERROR, "there must be from 1 to %d landmarks",
                                                 WEND_LANDMARKS_MAX);
        wend_report_add(report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    wend_stage_begin(context, "landmarks");
    wend_result result = wend_stage_end(context, build(context, roads, count, landmarks));
    return wend_report_limit(context, result, report);
}
