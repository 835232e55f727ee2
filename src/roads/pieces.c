// Convex pieces: triangles of the plan grouped, so that a search has fewer steps.
//
// Edges between triangles are taken away, the longest first, equal ones in the order of their numbers, where what comes
// out is convex and has no more sides than asked. An angle of exactly 180 degrees is fine (a corner on a straight
// side), one of 360, around the end of a wall without width, is not: both have orientation 0, and the direction of the
// two sides tells them apart. Area borders stay. All decisions are exact and take neighbourhood alone, so plans of
// several storeys need no care.
//
// Pieces are numbered by their lowest triangle, the first side of a piece is the lowest half-edge of the plan on it. So
// roads are a function of the plan alone.
//
// Cost: O(n log n) for n triangles, for the order of edges.
#include "base/sort.h"
#include "geom/predicate.h"
#include "plan/walk.h"
#include "roads/roads.h"

typedef struct merging {
    wend_roads *roads;
    wend_plan_view plan;
    wend_flat flat;
    WEND_ARRAY(int32_t) next;     // per half-edge: the one that follows along its piece
    WEND_ARRAY(int32_t) previous; // and the one before
    WEND_ARRAY(int32_t) root;     // per triangle: one nearer to that which stands for its piece
    WEND_ARRAY(int32_t) sides;    // per triangle that stands for a piece: how many sides it has
    WEND_ARRAY(uint8_t) gone;     // per half-edge: no side any more
    WEND_ARRAY(uint8_t) border;   // per half-edge
    WEND_ARRAY(wend_key) order;   // of edges
} merging;

static void merging_free(merging *m) {
    wend_context *context = m->roads->context;
    wend_array_free(context, &m->next);
    wend_array_free(context, &m->previous);
    wend_array_free(context, &m->root);
    wend_array_free(context, &m->sides);
    wend_array_free(context, &m->gone);
    wend_array_free(context, &m->border);
    wend_array_free(context, &m->order);
}

static bool merging_begin(merging *m) {
    wend_context *context = m->roads->context;
    int32_t n = m->plan.triangle_count;
    if (!wend_array_resize(context, &m->next, 3 * (int64_t)n) || !wend_array_resize(context, &m->root, n) ||
        !wend_array_resize(context, &m->previous, 3 * (int64_t)n) || !wend_array_resize(context, &m->sides, n) ||
        !wend_array_resize(context, &m->gone, 3 * (int64_t)n) ||
        !wend_array_resize(context, &m->border, 3 * (int64_t)n))
        return false;
    for (int32_t h = 0; h < 3 * n; h++) {
        m->next.data[h] = wend_half_next(h);
        m->previous.data[h] = wend_half_previous(h);
        m->gone.data[h] = m->border.data[h] = 0;
    }
    for (int32_t t = 0; t < n; t++) {
        m->root.data[t] = t;
        m->sides.data[t] = 3;
    }
    for (int32_t k = 0; k < m->plan.border_count; k++) {
        int32_t h = m->plan.borders[k];
        m->border.data[h] = m->border.data[wend_flat_twin(&m->flat, h)] = 1;
    }
    return true;
}

static int32_t root_of(merging *m, int32_t t) {
    while (m->root.data[t] != t) {
        m->root.data[t] = m->root.data[m->root.data[t]];
        t = m->root.data[t];
    }
    return t;
}

// Lists edges, the longest first.
static bool order_edges(merging *m) {
    for (int32_t h = 0; h < 3 * m->plan.triangle_count; h++) {
        if (wend_flat_twin(&m->flat, h) < h || m->border.data[h])
            continue;
        wend_point a = wend_flat_from(&m->flat, h), b = wend_flat_to(&m->flat, h);
        wend_key key = {.key = ~(uint64_t)wend_dot(a, b, b), .index = h};
        if (!wend_array_push(m->roads->context, &m->order, key))
            return false;
    }
    return wend_sort_keys(m->roads->context, m->order.data, m->order.count);
}

// Whether a piece is convex where side `in` would be followed by side `out`.
static bool is_convex(const merging *m, int32_t in, int32_t out) {
    wend_point a = wend_flat_from(&m->flat, in), b = wend_flat_from(&m->flat, out), c = wend_flat_to(&m->flat, out);
    int64_t turn = wend_cross(a, b, c);
    return turn > 0 || (turn == 0 && wend_dot(b, a, c) < 0);
}

// Takes the edge between two pieces away.
static void join(merging *m, int32_t h) {
    int32_t g = wend_flat_twin(&m->flat, h), a = root_of(m, h / 3), b = root_of(m, g / 3), low = a < b ? a : b;
    m->sides.data[low] = m->sides.data[a] + m->sides.data[b] - 2;
    m->root.data[a] = m->root.data[b] = low;
    m->gone.data[h] = m->gone.data[g] = 1;
    int32_t before = m->previous.data[h], after = m->next.data[g];
    m->next.data[before] = after;
    m->previous.data[after] = before;
    before = m->previous.data[g];
    after = m->next.data[h];
    m->next.data[before] = after;
    m->previous.data[after] = before;
}

static void try_edge(merging *m, int32_t h) {
    int32_t g = wend_flat_twin(&m->flat, h), a = root_of(m, h / 3), b = root_of(m, g / 3);
    int32_t sides = m->sides.data[a] + m->sides.data[b] - 2;
    if (a != b && sides <= m->roads->view.def.sides && is_convex(m, m->previous.data[h], m->next.data[g]) &&
        is_convex(m, m->previous.data[g], m->next.data[h]))
        join(m, h);
}

// ---------------------------------------------------------------------------------------------------- sides

// The first half-edge of each piece that is a side; pieces by their lowest triangle.
static bool number_pieces(merging *m) {
    wend_roads *roads = m->roads;
    int32_t n = m->plan.triangle_count;
    if (!wend_array_resize(roads->context, &roads->triangle_piece, n) ||
        !wend_array_resize(roads->context, &roads->triangles, n))
        return false;
    for (int32_t t = 0; t < n; t++)
        roads->triangle_piece.data[t] = -1;
    for (int32_t t = 0; t < n; t++) {
        int32_t root = root_of(m, t);
        if (roads->triangle_piece.data[root] < 0) {
            roads->triangle_piece.data[root] = (int32_t)roads->pieces.count;
            if (!wend_array_push(roads->context, &roads->pieces, (wend_road_piece){0, 0, 0}))
                return false;
        }
        roads->triangle_piece.data[t] = roads->triangle_piece.data[root];
        roads->pieces.data[roads->triangle_piece.data[t]].triangle++;
    }
    int32_t sum = 0;
    for (int64_t k = 0; k < roads->pieces.count; k++) {
        int32_t count = roads->pieces.data[k].triangle;
        roads->pieces.data[k].triangle = sum;
        sum += count;
    }
    for (int32_t t = 0; t < n; t++) { // `triangle` moves on to where the next piece begins
        wend_road_piece *piece = &roads->pieces.data[roads->triangle_piece.data[t]];
        roads->triangles.data[piece->triangle++] = t;
    }
    for (int64_t k = roads->pieces.count - 1; k > 0; k--)
        roads->pieces.data[k].triangle = roads->pieces.data[k - 1].triangle;
    if (roads->pieces.count > 0)
        roads->pieces.data[0].triangle = 0;
    return wend_array_push(roads->context, &roads->pieces, (wend_road_piece){0, 0, n});
}

// The lowest half-edge of a piece that is a side.
static int32_t first_side(const merging *m, int32_t piece) {
    const wend_roads *roads = m->roads;
    for (int32_t k = roads->pieces.data[piece].triangle;; k++)
        for (int32_t h = 3 * roads->triangles.data[k]; h < 3 * roads->triangles.data[k] + 3; h++)
            if (!m->gone.data[h])
                return h;
}

static bool list_sides(merging *m) {
    wend_roads *roads = m->roads;
    int32_t count = (int32_t)roads->pieces.count - 1;
    int64_t sides = 0;
    for (int32_t h = 0; h < 3 * m->plan.triangle_count; h++)
        sides += !m->gone.data[h];
    if (!wend_array_reserve(roads->context, &roads->sides, sides) ||
        !wend_array_reserve(roads->context, &roads->side_pieces, sides) ||
        !wend_array_reserve(roads->context, &roads->side_phases, sides))
        return false;
    for (int32_t k = 0; k < count; k++) {
        int32_t first = first_side(m, k), h = first;
        roads->pieces.data[k].side = (int32_t)roads->sides.count;
        do {
            wend_road_side side = {wend_flat_from(&m->flat, h), roads->vertex_notch.data[wend_flat_start(&m->flat, h)],
                                   wend_flat_twin(&m->flat, h)};
            m->previous.data[h] = (int32_t)roads->sides.count; // from here on: the side of a half-edge
            if (!wend_array_push(roads->context, &roads->sides, side) ||
                !wend_array_push(roads->context, &roads->side_pieces, k) ||
                !wend_array_push(roads->context, &roads->side_phases, 0))
                return false;
            h = m->next.data[h];
        } while (h != first);
    }
    roads->pieces.data[count].side = (int32_t)roads->sides.count;
    for (int64_t k = 0; k < roads->sides.count; k++)
        if (roads->sides.data[k].twin >= 0)
            roads->sides.data[k].twin = m->previous.data[roads->sides.data[k].twin];
    return true;
}

bool wend_roads_merge(wend_roads *roads) {
    merging m = {.roads = roads, .plan = wend_plan_look(roads->plan)};
    m.flat = wend_flat_of_plan(&m.plan);
    bool good = m.plan.triangle_count == 0 || (merging_begin(&m) && order_edges(&m));
    for (int64_t k = 0; good && k < m.order.count; k++)
        try_edge(&m, m.order.data[k].index);
    good = good && number_pieces(&m) && list_sides(&m);
    merging_free(&m);
    return good;
}

// ---------------------------------------------------------------------------------------------------- as told

void wend_roads_tell_pieces(const wend_roads *roads, uint8_t *within) {
    wend_plan_view plan = wend_plan_look(roads->plan);
    const int32_t *piece = roads->triangle_piece.data;
    for (int32_t t = 0; t < plan.triangle_count; t++) {
        within[t] = 0;
        for (int i = 0; i < 3; i++) {
            int32_t twin = plan.triangles[t].twin[i];
            if (twin >= 0 && piece[twin / 3] == piece[t])
                within[t] |= (uint8_t)(1u << i);
        }
    }
}

// Why an edge cannot be taken away, whatever the others are; NULL when it can.
static const char *refuse_edge(merging *m, const uint8_t *within, int32_t h) {
    int32_t g = wend_flat_twin(&m->flat, h);
    if (within[h / 3] > 7)
        return "a triangle has three sides";
    if (!(within[h / 3] & 1u << h % 3))
        return NULL;
    if (g < 0 || m->border.data[h])
        return "a piece ends at boundary edges and borders";
    if (within[g / 3] > 7 || !(within[g / 3] & 1u << g % 3))
        return "both triangles beside an edge must say that it is within a piece";
    if (g > h && root_of(m, h / 3) == root_of(m, g / 3))
        return "no piece goes around a vertex";
    if (g > h)
        join(m, h);
    return NULL;
}

// Joined in a tree, triangles make a disc whose corners are all on its rim. It is convex when it is at each of them.
static const char *take_pieces(merging *m, const uint8_t *within, int32_t *triangle) {
    int32_t count = 3 * m->plan.triangle_count, sides = m->roads->view.def.sides;
    const char *wrong = NULL;
    for (int32_t h = 0; h < count && wrong == NULL; h++) {
        *triangle = h / 3;
        wrong = refuse_edge(m, within, h);
    }
    for (int32_t h = 0; h < count && wrong == NULL; h++) {
        *triangle = h / 3;
        if (!m->gone.data[h] && !is_convex(m, m->previous.data[h], h))
            wrong = "a piece is not convex";
        else if (m->sides.data[root_of(m, h / 3)] > sides)
            wrong = "a piece has too many sides";
    }
    return wrong;
}

bool wend_roads_take_pieces(wend_roads *roads, const uint8_t *within, int32_t *triangle, const char **wrong) {
    merging m = {.roads = roads, .plan = wend_plan_look(roads->plan)};
    m.flat = wend_flat_of_plan(&m.plan);
    *wrong = NULL;
    bool good = m.plan.triangle_count == 0 || merging_begin(&m);
    if (good)
        *wrong = take_pieces(&m, within, triangle);
    if (good && *wrong == NULL)
        good = number_pieces(&m) && list_sides(&m);
    merging_free(&m);
    return good;
}
