// Dead ends: sides that no shortest way crosses twice.
//
// A side is a bridge when there is no way around it: without it the floor falls into two parts. A way that crosses a
// bridge and comes back could as well have gone along it, which is shorter; so a search leaves out the part behind it
// unless a goal is there. Rooms with one door are such parts, and all that branches off the way in a maze.
//
// For a disc two things change. Sides that are narrower than the disc between two obstacles are no way for it, so there
// are more bridges. And it must be able to go along the bridge. It can when no notch comes closer than its radius to
// the side, strictly between its ends (src/path/engine.c, facts 1 and 3). The ends of the side themselves hide only the
// ends of it, and a way that crosses twice does so on what is free. A notch whose cell comes to the side is a visitor
// of the piece on the side's other hand. Those beyond count only where there is a way around something beyond: else the
// way there and back would go around the notch and all that it is a part of. So a side is a bridge for all discs
// between two sizes, and nothing need be made per radius.
//
// The first of them. Take the pieces for nodes, sides for edges, and a greatest spanning tree by the width of sides
// (Kruskal). What is open to a disc is joined by the tree's own sides as well, so every bridge is one of them; and it
// is one for all discs that are too large for the widest side which closes a circle with it. Sides that are not in the
// tree are looked at from the widest on: each closes a circle with the sides of the tree between its pieces, of which
// those not met before get its width.
//
// The tree is numbered from its roots on in depth, so what is beyond a side of it has numbers in a row: whether a piece
// is there takes two comparisons.
//
// Cost: O(n) and a sort.
#include "base/sort.h"
#include "geom/predicate.h"
#include "roads/roads.h"

typedef struct tree {
    wend_roads *roads;
    const wend_roads_view *v;
    WEND_ARRAY(uint8_t) solid;   // per side: its corner is that of an obstacle
    WEND_ARRAY(wend_key) order;  // sides, each for its twin, too: the widest first
    WEND_ARRAY(uint8_t) within;  // per side: it is in the tree
    WEND_ARRAY(int32_t) root;    // per piece: one nearer to that which stands for all that are joined
    WEND_ARRAY(int32_t) by;      // per piece: its side towards the root of the tree, or -1
    WEND_ARRAY(int32_t) next;    // per piece: the side to look at next
    WEND_ARRAY(int32_t) path;    // from the root to where the walk is
    WEND_ARRAY(int32_t) circles; // per number: how many sides of pieces with lower ones are open and not in the tree
    int32_t count;
} tree;

static int32_t root_of(tree *t, int32_t piece) {
    int32_t *root = t->root.data;
    while (root[piece] != piece)
        piece = root[piece] = root[root[piece]];
    return piece;
}

static int32_t beyond(const tree *t, int32_t side) {
    return t->v->side_pieces[t->v->sides[side].twin];
}

// ---------------------------------------------------------------------------------------------------- widths

// Corners at the boundary, and notches; around others, of area borders, there is room.
static void find_solid(tree *t) {
    const wend_roads_view *v = t->v;
    for (int32_t k = 0; k < v->side_count; k++)
        t->solid.data[k] = v->sides[k].notch >= 0;
    for (int32_t k = 0; k < v->side_count; k++)
        if (v->sides[k].twin < 0) {
            t->solid.data[wend_road_next(v, k)] = 1;
            for (int32_t c = k; c >= 0; c = v->sides[wend_road_previous(v, c)].twin)
                t->solid.data[c] = 1;
        }
}

// The square of the width of a side.
static uint64_t width_of(const tree *t, int32_t side) {
    int32_t next = wend_road_next(t->v, side);
    wend_point a = t->v->sides[side].at, b = t->v->sides[next].at;
    return t->solid.data[side] && t->solid.data[next] ? (uint64_t)wend_dot(a, b, b) : UINT64_MAX;
}

static bool order_sides(tree *t) {
    for (int32_t k = 0; k < t->v->side_count; k++)
        if (t->v->sides[k].twin > k &&
            !wend_array_push(t->roads->context, &t->order, (wend_key){.key = ~width_of(t, k), .index = k}))
            return false;
    return wend_sort_keys(t->roads->context, t->order.data, t->order.count);
}

// ---------------------------------------------------------------------------------------------------- the tree

static void span(tree *t) {
    for (int32_t k = 0; k < t->v->side_count; k++)
        t->within.data[k] = 0;
    for (int64_t i = 0; i < t->order.count; i++) {
        int32_t side = t->order.data[i].index, twin = t->v->sides[side].twin;
        int32_t a = root_of(t, t->v->side_pieces[side]), b = root_of(t, t->v->side_pieces[twin]);
        t->within.data[side] = t->within.data[twin] = a != b;
        t->root.data[a > b ? a : b] = a > b ? b : a;
    }
}

static void enter(tree *t, int32_t piece, int32_t by) {
    t->roads->tour.data[piece].number = t->count++;
    t->next.data[piece] = t->v->pieces[piece].side;
    t->by.data[piece] = by;
    t->path.data[t->path.count++] = piece;
}

static void number_from(tree *t, int32_t first) {
    enter(t, first, -1);
    while (t->path.count > 0) {
        int32_t piece = t->path.data[t->path.count - 1], side = t->next.data[piece]++;
        if (side == t->v->pieces[piece + 1].side) {
            t->roads->tour.data[piece].last = t->count - 1;
            t->path.count--;
        } else if (t->within.data[side] && side != t->by.data[piece]) {
            enter(t, beyond(t, side), t->v->sides[side].twin);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- bridges

// The distance from a notch to a side, where it lies beside it and to its left; else infinite.
static double beside(wend_point a, wend_point b, wend_point w) {
    int64_t along = wend_dot(a, b, w), square = wend_dot(a, b, b), left = wend_cross(a, b, w);
    return along > 0 && along < square && left > 0 ? (double)left / sqrt((double)square) : INFINITY;
}

// The least distance of what lies before a side and comes to the piece beyond.
static double dip_over(const tree *t, int32_t side) {
    const wend_roads_view *v = t->v;
    const wend_point *vertices = wend_plan_look(t->roads->plan).vertices;
    wend_point a = v->sides[side].at, b = v->sides[wend_road_next(v, side)].at;
    int32_t piece = beyond(t, side);
    double least = INFINITY;
    for (int32_t k = v->pieces[piece].visitor; k < v->pieces[piece + 1].visitor; k++)
        least = fmin(least, beside(a, b, vertices[v->notches[v->visitors[k].notch].vertex]));
    return least;
}

// Far more than what rounding to floats takes.
#define MARGIN 1e-6

// The side by which a piece was found is a bridge, for discs from a radius on.
static void mark(tree *t, int32_t piece, double from) {
    int32_t out = t->by.data[piece], in = t->v->sides[out].twin;
    wend_road_tour part = t->roads->tour.data[piece];
    bool simple = t->circles.data[part.last + 1] == t->circles.data[part.number];
    double to = dip_over(t, in), back = dip_over(t, out), both = fmin(to, back);
    float least = (float)(from * (1 + MARGIN));
    t->roads->bridges.data[in] = (wend_road_bridge){least, (float)((simple ? to : both) * (1 - MARGIN))};
    t->roads->bridges.data[out] = (wend_road_bridge){least, (float)(both * (1 - MARGIN))};
}

// The sides of the tree between the pieces of one that is not in it.
static void close_circle(tree *t, int32_t side, double width) {
    int32_t a = root_of(t, t->v->side_pieces[side]), b = root_of(t, beyond(t, side));
    while (a != b) {
        if (t->roads->tour.data[a].number < t->roads->tour.data[b].number) {
            int32_t swap = a;
            a = b;
            b = swap;
        }
        mark(t, a, width / 2);
        t->root.data[a] = beyond(t, t->by.data[a]);
        a = root_of(t, a);
    }
}

static void count_circles(tree *t) {
    int32_t n = t->v->piece_count, *circles = t->circles.data;
    for (int32_t k = 0; k <= n; k++)
        circles[k] = 0;
    for (int32_t k = 0; k < t->v->side_count; k++)
        if (t->v->sides[k].twin >= 0 && !t->within.data[k])
            circles[t->roads->tour.data[t->v->side_pieces[k]].number + 1]++;
    for (int32_t k = 0; k < n; k++)
        circles[k + 1] += circles[k];
}

static void find_bridges(tree *t) {
    for (int32_t k = 0; k < t->v->side_count; k++)
        t->roads->bridges.data[k] = (wend_road_bridge){INFINITY, -1};
    for (int32_t k = 0; k < t->v->piece_count; k++)
        t->root.data[k] = k;
    count_circles(t);
    for (int64_t i = 0; i < t->order.count; i++) {
        int32_t side = t->order.data[i].index;
        uint64_t square = ~t->order.data[i].key;
        if (!t->within.data[side])
            close_circle(t, side, square < UINT64_MAX ? sqrt((double)square) : INFINITY);
    }
    for (int32_t k = 0; k < t->v->piece_count; k++)
        if (t->by.data[k] >= 0 && t->root.data[k] == k)
            mark(t, k, -1);
}

static bool make_room(tree *t) {
    wend_context *context = t->roads->context;
    int32_t n = t->v->piece_count;
    if (n == 0)
        return true;
    return wend_array_resize(context, &t->roads->tour, n) &&
           wend_array_resize(context, &t->roads->bridges, t->v->side_count) &&
           wend_array_resize(context, &t->solid, t->v->side_count) &&
           wend_array_resize(context, &t->within, t->v->side_count) && wend_array_resize(context, &t->root, n) &&
           wend_array_resize(context, &t->by, n) && wend_array_resize(context, &t->next, n) &&
           wend_array_resize(context, &t->circles, n + 1) && wend_array_reserve(context, &t->path, n);
}

bool wend_roads_find_dead_ends(wend_roads *roads) {
    wend_roads_view v = wend_roads_look(roads);
    tree t = {.roads = roads, .v = &v};
    bool good = make_room(&t);
    if (good)
        find_solid(&t);
    good = good && order_sides(&t);
    for (int32_t k = 0; good && k < v.piece_count; k++) {
        t.root.data[k] = k;
        roads->tour.data[k].number = -1;
    }
    if (good)
        span(&t);
    for (int32_t k = 0; good && k < v.piece_count; k++)
        if (roads->tour.data[k].number < 0)
            number_from(&t, k);
    if (good)
        find_bridges(&t);
    wend_context *context = roads->context;
    wend_array_free(context, &t.solid);
    wend_array_free(context, &t.order);
    wend_array_free(context, &t.within);
    wend_array_free(context, &t.root);
    wend_array_free(context, &t.by);
    wend_array_free(context, &t.next);
    wend_array_free(context, &t.path);
    wend_array_free(context, &t.circles);
    return good;
}
