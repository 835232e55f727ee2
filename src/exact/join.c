// All floors: cut, made to fit, and joined along the sides that they share.
//
// Floors are cut in parallel, each by itself (cut_floors.c). Where a cut meets a side, both floors at that side get the
// same point. But a vertex inside one floor, less than a step from its side, bends that side, and the neighbour does
// not know. So the sides on an edge are followed from end to end together, and a piece that lacks a point that another
// one has is bent there (bend.c):
//
//     ------u--------v-----w------       the part u - v of the upper side ends first, so the part u - w of the lower
//     ------u--------------w------       one is bent at v; then both go on from there
//
// So every part of an edge has the same ends on both sides. Where exactly one piece remains on each side, and no wall
// stands there, they are joined. What is open in the end is a ledge, or the ground goes on too steep.
//
// Degenerate cases: where several pieces remain on one side, because more than two floors share the edge, all of them
// stay open. Where only a wall is left of a floor, the floor beyond ends at it. Bending one side may move or take away
// pieces of another, which has gaps then. When points keep coming up, an edge is given up after a number of steps.
//
// Edges amid floors that are left whole are joined in parallel: on these, and on all edges around them, nothing is
// bent. The others follow one after the other.
//
// Cost: O(pieces).
#include "exact/join.h"

#include "base/context.h"
#include "exact/bend.h"

enum { PIECE = 2048 }; // edges or triangles in a task

typedef struct joining {
    wend_context *context;
    const wend_footing *footing;
    wend_edges edges;
    wend_sides sides;
    WEND_ARRAY(uint8_t) simple;         // of each edge: whether it joins two floors that are left whole
    WEND_ARRAY(uint8_t) done;           // of each edge: whether it was joined amid such floors, or has nothing to join
    WEND_ARRAY(wend_side_chain) chains; // the sides on one edge
    WEND_ARRAY(int64_t) open;           // of each task: half-edges that are still open; then, the first border of these
    wend_raw *raw;
} joining;

static void joining_free(joining *j) {
    wend_edges_free(j->context, &j->edges);
    wend_sides_free(j->context, &j->sides);
    wend_array_free(j->context, &j->simple);
    wend_array_free(j->context, &j->done);
    for (int64_t i = 0; i < j->chains.capacity; i++)
        wend_array_free(j->context, &j->chains.data[i].links);
    wend_array_free(j->context, &j->chains);
    wend_array_free(j->context, &j->open);
}

// ---------------------------------------------------------------------------------------------------- following

static wend_point3 point_on_edge(wend_point3 a, wend_point3 b, wend_point p) {
    return (wend_point3){p.x, p.y, wend_height_along(a, b, p)};
}

// Adds a part of a side to a chain, the last one first. Where bending at another side has moved the ends of its piece,
// it has a gap before or behind it.
static void add_part(joining *j, wend_side_chain *c, int32_t half, wend_point3 begin, wend_point3 end) {
    wend_point3 near = begin, far = end;
    if (half >= 0) {
        near = c->forward ? wend_raw_from(j->raw, half) : wend_raw_to(j->raw, half);
        far = c->forward ? wend_raw_to(j->raw, half) : wend_raw_from(j->raw, half);
    }
    if (!wend_same_place(far, end))
        c->links.data[c->links.count++] = (wend_side_link){-1, end};
    c->links.data[c->links.count++] = (wend_side_link){half, far};
    if (!wend_same_place(near, begin))
        c->links.data[c->links.count++] = (wend_side_link){-1, near};
}

// Lists the parts of a side, as seen from the lesser end of its edge.
static bool list_chain(joining *j, int32_t side, wend_side_chain *c) {
    const wend_rest *rest = &j->sides.rests.data[side / 3];
    int32_t count = rest->points[side % 3], slot = j->sides.slot_before.data[side];
    c->sheet = &j->sides.sheets.data[rest->sheet];
    const wend_point *points = c->sheet->points.data;
    int32_t at = rest->first_point;
    for (int i = 0; i < side % 3; i++)
        at += rest->points[i];
    wend_point3 p, q;
    wend_side_ends(j->footing, side, &p, &q, &c->forward);
    wend_point3 a = c->forward ? p : q, end = c->forward ? q : p, b = end;
    c->links.count = 0;
    if (!wend_array_reserve(j->context, &c->links, 3 * ((int64_t)count + 1)))
        return false;
    for (int32_t i = count; i >= 0; i--) { // the last part first
        wend_point3 begin = i > 0 ? point_on_edge(a, b, points[at + (c->forward ? i - 1 : count - i)]) : a;
        add_part(j, c, wend_living(j->raw, j->sides.slots.data[slot + (c->forward ? i : count - i)]), begin, end);
        end = begin;
    }
    return true;
}

// The order of points along an edge from a to b.
static bool comes_before(wend_point3 a, wend_point3 b, wend_point3 p, wend_point3 q) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double s = ((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy,
           t = ((double)q.x - a.x) * dx + ((double)q.y - a.y) * dy;
    if (s < t || s > t)
        return s < t;
    return wend_point3_less(p, q);
}

// Lists the sides on an edge as chains; those of which nothing is left do not count.
static bool list_chains(joining *j, const wend_edge *edge) {
    j->chains.count = 0;
    for (int32_t side = edge->first; side >= 0; side = j->edges.next.data[side]) {
        if (j->sides.rests.data[side / 3].count == 0)
            continue;
        if (j->chains.count == j->chains.capacity) {
            int64_t before = j->chains.capacity;
            if (!wend_array_reserve(j->context, &j->chains, before + 1))
                return false;
            memset(j->chains.data + before, 0, (size_t)(j->chains.capacity - before) * sizeof *j->chains.data);
        }
        if (!list_chain(j, side, &j->chains.data[j->chains.count++]))
            return false;
    }
    return true;
}

static wend_point3 next_end(const wend_side_chain *c) {
    return c->links.data[c->links.count - 1].end;
}

// How many parts are left in all chains, or 0 when one of them is at its end.
static int64_t links_left(const joining *j) {
    int64_t left = 0;
    for (int64_t k = 0; k < j->chains.count; k++) {
        if (j->chains.data[k].links.count == 0)
            return 0;
        left += j->chains.data[k].links.count;
    }
    return left;
}

// The nearest end of the next parts of all chains on an edge from a to b.
static wend_point3 nearest_end(const joining *j, wend_point3 a, wend_point3 b) {
    wend_point3 nearest = b;
    for (int64_t k = 0; k < j->chains.count; k++) {
        wend_point3 end = next_end(&j->chains.data[k]);
        if (wend_same_place(nearest, b) || (!wend_same_place(end, b) && comes_before(a, b, end, nearest)))
            nearest = end;
    }
    return nearest;
}

// ---------------------------------------------------------------------------------------------------- joining

static bool same_ends(const wend_raw *raw, int32_t e, int32_t f) {
    return wend_same3(wend_raw_from(raw, e), wend_raw_to(raw, f)) &&
           wend_same3(wend_raw_to(raw, e), wend_raw_from(raw, f));
}

// Sets the height of the corner where half-edge h begins, in all pieces around it.
static void set_height(wend_raw *raw, int32_t h, int32_t z) {
    int32_t at = h;
    do {
        raw->triangles.data[at / 3].p[at % 3].z = z;
        at = wend_fan_next(raw, at);
    } while (at >= 0 && at != h);
    if (at == h)
        return;
    for (at = wend_raw_twin(raw, h); at >= 0; at = wend_raw_twin(raw, at)) { // the other way around
        at = wend_half_next(at);
        raw->triangles.data[at / 3].p[at % 3].z = z;
    }
}

// A vertex in the tip of a needle lies on two sides at once, and its height may be that of the other one. Where two
// pieces meet in the same place at heights a few steps apart, the lower one holds for both.
static void align_heights(wend_raw *raw, int32_t g, int32_t h) {
    enum { APART = 8 };
    wend_point3 p = wend_raw_from(raw, g), q = wend_raw_from(raw, h);
    if (p.z == q.z || !wend_same_place(p, q) || p.z - q.z > APART || q.z - p.z > APART)
        return;
    if (p.z > q.z)
        set_height(raw, g, q.z);
    else
        set_height(raw, h, p.z);
}

// Gives the open half-edge e a border that is known from the other side.
static bool mirror_border(joining *j, int32_t e, wend_raw_border border) {
    if (border.side != WEND_SIDE_NONE)
        border.side = border.side == WEND_SIDE_FRONT ? WEND_SIDE_BACK : WEND_SIDE_FRONT;
    wend_raw_set_twin(j->raw, e, ~(int32_t)j->raw->borders.count);
    return wend_array_push(j->context, &j->raw->borders, border);
}

static bool is_ledge(const wend_raw *raw, int32_t half) {
    int32_t twin = wend_raw_twin(raw, half);
    return twin < 0 && !wend_is_open(raw, half) && raw->borders.data[~twin].kind == WEND_BOUNDARY_LEDGE;
}

// Joins two pieces that meet at a part of an edge. What stands there stands there for both, even if only one of the
// floors reaches far enough to notice.
static bool join_pieces(joining *j, int32_t e, int32_t f) {
    wend_raw *raw = j->raw;
    if (wend_is_open(raw, e) && wend_is_open(raw, f)) {
        align_heights(raw, e, wend_half_next(f));
        align_heights(raw, wend_half_next(e), f);
        if (same_ends(raw, e, f)) {
            wend_raw_set_twin(raw, e, f);
            wend_raw_set_twin(raw, f, e);
        }
        return true;
    }
    if (wend_raw_twin(raw, e) >= 0 || wend_raw_twin(raw, f) >= 0 || is_ledge(raw, e) || is_ledge(raw, f))
        return true; // where a needle went
    if ((wend_is_open(raw, e) && !mirror_border(j, e, raw->borders.data[~wend_raw_twin(raw, f)])) ||
        (wend_is_open(raw, f) && !mirror_border(j, f, raw->borders.data[~wend_raw_twin(raw, e)])))
        return false;
    raw->borders.data[~wend_raw_twin(raw, e)].kind = WEND_BOUNDARY_BARRIER;
    raw->borders.data[~wend_raw_twin(raw, f)].kind = WEND_BOUNDARY_BARRIER;
    return true;
}

// Ends a piece at a wall that stands beyond its half-edge, where nothing is left of another floor.
static bool end_at_wall(joining *j, int32_t half, const wend_raw_border *wall) {
    return half < 0 || !wend_is_open(j->raw, half) || mirror_border(j, half, *wall);
}

// Takes the next part of every chain, which all end in the same place, and joins what can be joined.
static bool join_part(joining *j) {
    int32_t found[2] = {-1, -1};
    int count[2] = {0, 0};
    const wend_raw_border *wall = NULL;
    for (int64_t k = 0; k < j->chains.count; k++) {
        wend_side_chain *c = &j->chains.data[k];
        int32_t half = wend_living(j->raw, c->links.data[--c->links.count].half);
        if (half <= WEND_SLOT_WALL)
            wall = &c->sheet->borders.data[WEND_SLOT_WALL - half];
        if (half < 0)
            continue;
        found[c->forward] = half;
        count[c->forward]++;
    }
    if (wall)
        return end_at_wall(j, found[0], wall) && end_at_wall(j, found[1], wall);
    return count[0] != 1 || count[1] != 1 || join_pieces(j, found[0], found[1]);
}

// Follows all sides on an edge together and joins their pieces.
static bool join_edge(joining *j, const wend_edge *edge) {
    if (!list_chains(j, edge))
        return false;
    wend_point3 p, q;
    bool forward;
    wend_side_ends(j->footing, edge->first, &p, &q, &forward);
    wend_point3 a = forward ? p : q, b = forward ? q : p;
    for (int64_t bound = 64 + 8 * links_left(j); bound > 0 && links_left(j) > 0; bound--) {
        wend_point3 nearest = nearest_end(j, a, b);
        bool together = true;
        for (int64_t k = 0; k < j->chains.count; k++) {
            wend_side_chain *c = &j->chains.data[k];
            if (!wend_same_place(next_end(c), nearest) &&
                !wend_side_chain_bend(j->context, j->raw, &j->sides, c, nearest))
                return false;
            together &= wend_same_place(next_end(c), nearest);
        }
        if (together && !join_part(j)) // otherwise a point before that one came up
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- whole floors

// Whether a side belongs to a floor that is left whole.
static bool is_whole(const joining *j, int32_t side) {
    return j->sides.rests.data[side / 3].first_slot < 0 && j->sides.rests.data[side / 3].count == 1;
}

// The half-edge along a side of such a floor.
static int32_t half_along(const joining *j, int32_t side) {
    return j->sides.slots.data[j->sides.slot_before.data[side]];
}

// Whether something is left of at least two floors at an edge.
static bool has_two(const joining *j, const wend_edge *edge) {
    int left = 0;
    for (int32_t side = edge->first; side >= 0 && left < 2; side = j->edges.next.data[side])
        left += j->sides.rests.data[side / 3].count > 0;
    return left == 2;
}

// Finds the edges that join two floors which are left whole, and those that join nothing.
static wend_result find_simple(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    for (int64_t e = begin; e < end; e++) {
        int32_t s = j->edges.edges.data[e].first, t = j->edges.next.data[s];
        bool simple = t >= 0 && j->edges.next.data[t] < 0 && is_whole(j, s) && is_whole(j, t);
        if (simple) {
            int32_t g = half_along(j, s), h = half_along(j, t);
            simple = wend_is_open(j->raw, g) && wend_is_open(j->raw, h) && same_ends(j->raw, g, h);
        }
        j->simple.data[e] = simple;
        j->done.data[e] = !has_two(j, &j->edges.edges.data[e]);
    }
    return WEND_OK;
}

// Whether all sides of the floor that a side belongs to are on simple edges.
static bool is_amid(const joining *j, int32_t side) {
    const int32_t *edges = &j->edges.edge_of.data[side - side % 3];
    return j->simple.data[edges[0]] && j->simple.data[edges[1]] && j->simple.data[edges[2]];
}

static wend_result join_simple(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    for (int64_t e = begin; e < end; e++) {
        int32_t s = j->edges.edges.data[e].first, t = j->edges.next.data[s];
        if (!j->simple.data[e] || !is_amid(j, s) || !is_amid(j, t))
            continue;
        int32_t g = half_along(j, s), h = half_along(j, t);
        wend_raw_set_twin(j->raw, g, h);
        wend_raw_set_twin(j->raw, h, g);
        j->done.data[e] = 1;
    }
    return WEND_OK;
}

static wend_result join_amid_whole(joining *j) {
    int64_t edges = j->edges.edges.count;
    if (!wend_array_resize(j->context, &j->simple, edges) || !wend_array_resize(j->context, &j->done, edges))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(j->context, edges, PIECE, find_simple, j);
    return result == WEND_OK ? wend_run_tasks(j->context, edges, PIECE, join_simple, j) : result;
}

// ---------------------------------------------------------------------------------------------------- what is open

// The side that a slot belongs to.
static int32_t side_of_slot(const joining *j, int32_t slot) {
    int64_t low = 0, high = j->sides.slot_before.count - 1;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        *(j->sides.slot_before.data[middle] <= slot ? &low : &high) = middle;
    }
    return (int32_t)low;
}

static wend_result count_open(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    int64_t open = 0;
    for (int64_t half = 3 * begin; half < 3 * end; half++)
        open += wend_is_open(j->raw, (int32_t)half);
    j->open.data[begin / PIECE] = open;
    return WEND_OK;
}

// What is still open is a ledge, or the ground goes on too steep.
static wend_raw_border border_beyond(const joining *j, int32_t half) {
    int32_t side = side_of_slot(j, wend_open_slot(wend_raw_twin(j->raw, half)));
    int32_t steep = j->edges.edges.data[j->edges.edge_of.data[side]].steep;
    wend_raw_border border = {.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
    if (steep >= 0) {
        border.kind = WEND_BOUNDARY_SLOPE;
        border.side = WEND_SIDE_FRONT;
        border.cause = j->footing->solid->faces.data[steep].source;
    }
    return border;
}

static wend_result close_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    int64_t border = j->open.data[begin / PIECE];
    for (int32_t half = 3 * (int32_t)begin; half < 3 * end; half++) {
        if (!wend_is_open(j->raw, half))
            continue;
        j->raw->borders.data[border] = border_beyond(j, half);
        wend_raw_set_twin(j->raw, half, ~(int32_t)border++);
    }
    return WEND_OK;
}

static wend_result close_open(joining *j) {
    int64_t triangles = j->raw->triangles.count, border = j->raw->borders.count;
    if (!wend_array_resize(j->context, &j->open, (triangles + PIECE - 1) / PIECE))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(j->context, triangles, PIECE, count_open, j);
    if (result != WEND_OK)
        return result;
    for (int64_t k = 0; k < j->open.count; k++) {
        int64_t open = j->open.data[k];
        j->open.data[k] = border;
        border += open;
    }
    if (!wend_array_resize(j->context, &j->raw->borders, border))
        return WEND_ERROR_MEMORY;
    return wend_run_tasks(j->context, triangles, PIECE, close_piece, j);
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result join_edges(joining *j) {
    wend_result result = join_amid_whole(j);
    wend_stage_part(j->context, "join", 0.6, 0.8);
    for (int64_t e = 0; e < j->edges.edges.count && result == WEND_OK; e++)
        if (e % 65536 == 0 && wend_pause(j->context, "join", (double)e / (double)j->edges.edges.count))
            result = WEND_ERROR_CANCELLED;
        else if (!j->done.data[e] && !join_edge(j, &j->edges.edges.data[e]))
            result = WEND_ERROR_MEMORY;
    return result;
}

static wend_result run(joining *j) {
    wend_result result = wend_edges_find(j->context, j->footing, &j->edges);
    if (result == WEND_OK)
        result = wend_cut_floors(j->context, j->footing, &j->edges, j->raw, &j->sides);
    if (result == WEND_OK)
        result = join_edges(j);
    return result == WEND_OK ? close_open(j) : result;
}

wend_result wend_cut_and_join(wend_context *context, const wend_footing *footing, wend_raw *raw) {
    joining j = {.context = context, .footing = footing, .raw = raw};
    raw->lattice = footing->solid->lattice;
    raw->producer = WEND_PRODUCER_EXACT;
    raw->source_area = footing->solid->areas.count > 0 ? footing->solid->areas.data : NULL;
    wend_result result = run(&j);
    joining_free(&j);
    return result;
}
