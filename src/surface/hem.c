// Sewing borders: joining two, moving a boundary vertex, collapsing a border, splitting one.
//
// Each operation checks what it would break, and refuses before anything changes. What must hold is local:
//
// - Triangles keep their area seen from above. Then nothing folds: while a vertex moves straight to its new place, the
//   area of each triangle around it changes linearly, so it is positive all the way.
// - Fans turn at most once. Closed fans stay at one full turn, because their angle cannot jump. An open fan is known to
//   turn by more than nothing and at most once, so the directions of its two ends tell its angle, without a walk:
//
//           end           the end direction is that of the border that comes in, the start direction that of the
//            \   floor    border that goes out; equal directions mean one full turn
//             v------> start
//
// - The surface stays a manifold by construction: what is joined are two borders, each of which has one triangle.
//
// Because of the first rule a floor is never sewn to itself across its own inside, however narrow it is: the way
// from a vertex to what lies across leaves the first triangle through the edge opposite the vertex, and moving it there
// would take away that triangle's area; and a place that splits a border is inside the border's own triangle or beyond
// the border, where no vertex of the same piece of floor can be.
#include "surface/hem.h"

enum { MOST_MOVES = 32, MANY_TRIANGLES = 32 };

// ---------------------------------------------------------------------------------------------------- angles

// A direction seen from above.
typedef struct way {
    int64_t x, y;
} way;

static way way_to(wend_point3 from, wend_point3 to) {
    return (way){(int64_t)to.x - from.x, (int64_t)to.y - from.y};
}

static int64_t turn(way a, way b) {
    return a.x * b.y - a.y * b.x;
}

// Which part of a full turn from `base` holds a direction: 0 the same direction, 1 the left side, 2 back, 3 the right.
static int part_of_turn(way base, way a) {
    int64_t side = turn(base, a);
    if (side != 0)
        return side > 0 ? 1 : 3;
    return base.x * a.x + base.y * a.y > 0 ? 0 : 2;
}

// Whether the fan from `start` to `middle` and the fan from `middle` to `end`, each more than nothing and at most one
// full turn, make at most one together.
static bool one_turn(way start, way middle, way end) {
    int first = part_of_turn(middle, end), last = part_of_turn(middle, start);
    if (first == 0 || last == 0)
        return false;
    return first != last ? first < last : turn(end, start) >= 0;
}

// ---------------------------------------------------------------------------------------------------- cycles

// The border that follows border half-edge h: around the corner where h ends, clockwise.
static int32_t follow(const wend_raw *raw, int32_t h) {
    int32_t twin = wend_raw_twin(raw, h = wend_half_next(h));
    while (twin >= 0) {
        h = wend_half_next(twin);
        twin = wend_raw_twin(raw, h);
    }
    return ~twin;
}

// Gives every border its half-edge, and every border half-edge a border of its own.
static wend_result find_edges(wend_hem *hem) {
    wend_raw *raw = hem->raw;
    if (!wend_array_resize(hem->context, &hem->edges, raw->borders.count))
        return WEND_ERROR_MEMORY;
    for (int64_t b = 0; b < hem->edges.count; b++)
        hem->edges.data[b] = (wend_hem_edge){.edge = -1};
    for (int64_t t = 0; t < raw->triangles.count; t++) {
        if (raw->triangles.data[t].source < 0)
            continue;
        for (int i = 0; i < 3; i++) {
            int32_t b = ~raw->triangles.data[t].twin[i];
            if (b < 0)
                continue;
            if (wend_hem_alive(hem, b)) {
                if (raw->borders.count >= INT32_MAX)
                    return WEND_ERROR_LIMIT;
                if (!wend_array_reserve(hem->context, &raw->borders, raw->borders.count + 1) ||
                    !wend_array_push(hem->context, &hem->edges, (wend_hem_edge){.edge = -1}))
                    return WEND_ERROR_MEMORY;
                raw->borders.data[raw->borders.count] = raw->borders.data[b];
                b = (int32_t)raw->borders.count++;
                raw->triangles.data[t].twin[i] = ~b;
            }
            hem->edges.data[b].edge = (int32_t)(3 * t + i);
        }
    }
    return WEND_OK;
}

wend_result wend_hem_make(wend_context *context, wend_raw *raw, double reach, wend_hem *hem) {
    *hem = (wend_hem){.context = context, .raw = raw, .reach = reach};
    if (raw->triangles.count > INT32_MAX / 3)
        return WEND_ERROR_LIMIT;
    wend_result result = find_edges(hem);
    if (result != WEND_OK)
        return result;
    for (int64_t b = 0; b < hem->edges.count; b++) {
        if (hem->edges.data[b].edge < 0)
            continue;
        int32_t next = follow(raw, hem->edges.data[b].edge);
        hem->edges.data[b].next = next;
        hem->edges.data[next].previous = (int32_t)b;
    }
    return WEND_OK;
}

void wend_hem_free(wend_hem *hem) {
    wend_array_free(hem->context, &hem->edges);
    wend_array_free(hem->context, &hem->fresh);
    wend_array_free(hem->context, &hem->home_of);
    wend_array_free(hem->context, &hem->homes);
}

void wend_hem_note(wend_hem *hem, int32_t vertex) {
    wend_hem_edge *edge = &hem->edges.data[vertex];
    if (edge->fresh)
        return;
    if (wend_array_push(hem->context, &hem->fresh, vertex))
        edge->fresh = true;
    else
        hem->failed = true;
}

// ---------------------------------------------------------------------------------------------------- joining

// Whether the fan that ends with border f and the fan that starts with border e, at the same place, may become one.
static bool fans_fit(const wend_hem *hem, int32_t f, int32_t e) {
    int32_t start = wend_hem_next(hem, f), end = wend_hem_previous(hem, e);
    if (start == e)
        return true; // one fan, which closes: its ends have the same direction, so it makes one full turn
    wend_point3 place = wend_hem_from(hem, e);
    return one_turn(way_to(place, wend_hem_to(hem, start)), way_to(place, wend_hem_to(hem, e)),
                    way_to(place, wend_hem_from(hem, end)));
}

// Makes one fan of the one that ends with border f and the one that starts with border e.
static void link_fans(wend_hem *hem, int32_t f, int32_t e) {
    wend_hem_edge *edges = hem->edges.data;
    int32_t start = edges[f].next, end = edges[e].previous;
    if (start == e)
        return;
    edges[end].next = start;
    edges[start].previous = end;
    if (edges[start].moves < edges[e].moves)
        edges[start].moves = edges[e].moves;
    edges[start].refusals = 0; // something has changed here
    wend_hem_note(hem, start);
    wend_hem_note(hem, end);
}

bool wend_hem_join(wend_hem *hem, int32_t e, int32_t f) {
    if (e == f || !wend_hem_ledge(hem, e) || !wend_hem_ledge(hem, f))
        return false;
    if (!wend_same3(wend_hem_from(hem, e), wend_hem_to(hem, f)) ||
        !wend_same3(wend_hem_to(hem, e), wend_hem_from(hem, f)))
        return false;
    if (!fans_fit(hem, f, e) || !fans_fit(hem, e, f))
        return false;
    wend_hem_edge *edges = hem->edges.data;
    link_fans(hem, f, e);
    link_fans(hem, e, f);
    wend_raw_set_twin(hem->raw, edges[e].edge, edges[f].edge);
    wend_raw_set_twin(hem->raw, edges[f].edge, edges[e].edge);
    edges[e].edge = edges[f].edge = -1;
    hem->joined++;
    return true;
}

// ---------------------------------------------------------------------------------------------------- moving

static bool within_reach(const wend_hem *hem, int32_t h, wend_point3 place) {
    wend_point3 home = wend_raw_from(hem->raw, h);
    if (hem->home_of.count > 0 && hem->home_of.data[h / 3] >= 0)
        home = hem->homes.data[hem->home_of.data[h / 3]].p[h % 3];
    return (double)wend_distance3(home, place) <= hem->reach * hem->reach;
}

// Whether the fan that starts with half-edge h, up to the triangle `stop` or to its end, may have its tip at `tip`:
// areas, angle, reach. Counts triangles.
static bool tip_fits(const wend_hem *hem, int32_t h, int32_t stop, wend_point3 tip, int64_t *count) {
    const wend_raw *raw = hem->raw;
    if (h < 0 || h / 3 == stop)
        return true;
    way start = way_to(tip, wend_raw_to(raw, h)), from = start;
    for (bool first = true;; first = false) {
        int32_t previous = wend_half_previous(h), next = wend_raw_twin(raw, previous);
        bool last = next < 0 || next / 3 == stop;
        way to = way_to(tip, wend_raw_from(raw, previous));
        if (turn(from, to) <= 0 || !within_reach(hem, h, tip))
            return false;
        if (!first && turn(from, start) > 0) {
            int64_t left = turn(start, to);
            if (left > 0 || (left == 0 && !last))
                return false; // it has turned once before it ends
        }
        ++*count;
        if (last)
            return true;
        from = to;
        h = next;
    }
}

// Whether the vertex before another one along the hem keeps a fan that turns at most once when that one moves to `tip`.
static bool one_before_fits(const wend_hem *hem, int32_t vertex, wend_point3 tip) {
    int32_t previous = wend_hem_previous(hem, vertex);
    wend_point3 a = wend_hem_from(hem, previous), end = wend_hem_from(hem, wend_hem_previous(hem, previous));
    way start = way_to(a, wend_hem_from(hem, vertex)), then = way_to(a, tip);
    return turn(start, then) >= 0 || one_turn(then, start, way_to(a, end));
}

// The same for the vertex after it.
static bool one_after_fits(const wend_hem *hem, int32_t vertex, wend_point3 tip) {
    int32_t next = wend_hem_next(hem, vertex);
    wend_point3 b = wend_hem_from(hem, next);
    way end = way_to(b, wend_hem_from(hem, vertex)), then = way_to(b, tip);
    return turn(end, then) <= 0 || one_turn(way_to(b, wend_hem_to(hem, next)), end, then);
}

// Makes room to remember where `count` triangles were at first.
static bool reserve_homes(wend_hem *hem, int64_t count) {
    int64_t triangles = hem->raw->triangles.count, known = hem->home_of.count;
    if (!wend_array_reserve(hem->context, &hem->homes, hem->homes.count + count))
        return false;
    if (known == triangles)
        return true;
    if (!wend_array_resize(hem->context, &hem->home_of, triangles))
        return false;
    for (; known < triangles; known++)
        hem->home_of.data[known] = -1;
    return true;
}

static void remember_home(wend_hem *hem, int32_t triangle) {
    if (hem->home_of.data[triangle] >= 0)
        return;
    wend_hem_home *home = &hem->homes.data[hem->homes.count];
    memcpy(home->p, hem->raw->triangles.data[triangle].p, sizeof home->p);
    hem->home_of.data[triangle] = (int32_t)hem->homes.count++;
}

// Moves the tip of the fan that starts with half-edge h, up to the triangle `stop` or to its end. Room was reserved.
static void move_tip(wend_hem *hem, int32_t h, int32_t stop, wend_point3 tip) {
    for (; h >= 0 && h / 3 != stop; h = wend_fan_next(hem->raw, h)) {
        remember_home(hem, h / 3);
        hem->raw->triangles.data[h / 3].p[h % 3] = tip;
    }
}

bool wend_hem_move(wend_hem *hem, int32_t vertex, wend_point3 place) {
    wend_hem_edge *edge = &hem->edges.data[vertex];
    int64_t count = 0;
    if (edge->moves >= MOST_MOVES || edge->next == edge->previous)
        return false; // in a cycle of two, both ends of the neighbour's fan would move
    if (!tip_fits(hem, edge->edge, -1, place, &count) || !one_before_fits(hem, vertex, place) ||
        !one_after_fits(hem, vertex, place)) {
        if (count > MANY_TRIANGLES)
            edge->moves++; // so that large fans are not asked again and again
        return false;
    }
    if (!reserve_homes(hem, count)) {
        hem->failed = true;
        return false;
    }
    move_tip(hem, edge->edge, -1, place);
    edge->moves++;
    wend_hem_note(hem, vertex);
    wend_hem_note(hem, edge->next);
    wend_hem_note(hem, edge->previous);
    return true;
}

// ---------------------------------------------------------------------------------------------------- collapsing

// The triangle a b c of a border a -> b that collapses, and the fans that are left of a and b without it.
typedef struct collapse {
    int32_t triangle;
    int32_t beyond_ca, beyond_bc; // what lies behind its other edges: half-edges, or ~b for border b
    int32_t fan_of_a, fan_of_b;   // their first half-edges; negative or in the triangle when nothing is left
    wend_point3 a, b, c;
} collapse;

static collapse look_at(const wend_hem *hem, int32_t e) {
    const wend_raw *raw = hem->raw;
    int32_t ab = hem->edges.data[e].edge, bc = wend_half_next(ab), ca = wend_half_previous(ab);
    return (collapse){.triangle = ab / 3,
                      .beyond_ca = wend_raw_twin(raw, ca),
                      .beyond_bc = wend_raw_twin(raw, bc),
                      .fan_of_a = wend_raw_twin(raw, ca),
                      .fan_of_b = hem->edges.data[wend_hem_next(hem, e)].edge,
                      .a = wend_raw_from(raw, ab),
                      .b = wend_raw_from(raw, bc),
                      .c = wend_raw_from(raw, ca)};
}

// Whether what is left of the fans of a and b makes at most one turn with its tip at `tip`.
static bool rests_fit(const wend_hem *hem, int32_t e, const collapse *k, wend_point3 tip) {
    if (k->beyond_ca < 0 || k->beyond_bc < 0)
        return true; // only one of them is left
    way start = way_to(tip, wend_hem_to(hem, wend_hem_next(hem, e)));
    way end = way_to(tip, wend_hem_from(hem, wend_hem_previous(hem, e)));
    return one_turn(start, way_to(tip, k->c), end);
}

// Joins what lies behind the two other edges of a triangle that is taken away: half-edges, or one border.
static void close_over(wend_hem *hem, const collapse *k) {
    if (k->beyond_ca >= 0)
        wend_raw_set_twin(hem->raw, k->beyond_ca, k->beyond_bc);
    else
        hem->edges.data[~k->beyond_ca].edge = k->beyond_bc;
    if (k->beyond_bc >= 0)
        wend_raw_set_twin(hem->raw, k->beyond_bc, k->beyond_ca);
    else
        hem->edges.data[~k->beyond_bc].edge = k->beyond_ca;
    hem->raw->triangles.data[k->triangle].source = -1;
}

bool wend_hem_collapse(wend_hem *hem, int32_t e, bool at_first) {
    wend_hem_edge *edges = hem->edges.data;
    int32_t next = edges[e].next, previous = edges[e].previous;
    collapse k = look_at(hem, e);
    if ((k.beyond_ca < 0 && k.beyond_bc < 0) || next == previous)
        return false;
    wend_point3 tip = at_first ? k.a : k.b;
    int32_t moving = at_first ? k.fan_of_b : k.fan_of_a;
    uint8_t moves = edges[at_first ? next : e].moves;
    int64_t count = 0;
    if (!wend_hem_ledge(hem, e) || moves >= MOST_MOVES || !tip_fits(hem, moving, k.triangle, tip, &count) ||
        !(at_first ? one_after_fits(hem, next, tip) : one_before_fits(hem, e, tip)) || !rests_fit(hem, e, &k, tip))
        return false;
    if (!reserve_homes(hem, count)) {
        hem->failed = true;
        return false;
    }
    move_tip(hem, moving, k.triangle, tip);
    close_over(hem, &k);
    edges[previous].next = next;
    edges[next].previous = previous;
    edges[e].edge = -1;
    if (edges[next].moves <= moves)
        edges[next].moves = (uint8_t)(moves + 1);
    wend_hem_note(hem, previous);
    wend_hem_note(hem, next);
    wend_hem_note(hem, edges[next].next);
    return true;
}

// ---------------------------------------------------------------------------------------------------- splitting

static bool split_fits(const wend_hem *hem, int32_t f, wend_point3 place) {
    int32_t h = hem->edges.data[f].edge;
    wend_point3 a = wend_raw_from(hem->raw, h), b = wend_raw_to(hem->raw, h);
    wend_point3 c = wend_raw_from(hem->raw, wend_half_previous(h));
    if (wend_area_from_above(a, place, c) <= 0 || wend_area_from_above(place, b, c) <= 0)
        return false;
    way ab = way_to(a, b), ba = way_to(b, a), start = way_to(a, place), end = way_to(b, place);
    if (turn(ab, start) < 0 && !one_turn(start, ab, way_to(a, wend_hem_from(hem, wend_hem_previous(hem, f)))))
        return false;
    return turn(ba, end) <= 0 || one_turn(way_to(b, wend_hem_to(hem, wend_hem_next(hem, f))), ba, end);
}

// The triangle of border f, a b c, becomes a p c, and a new one, p b c, is made. Room was reserved.
static int32_t split_triangle(wend_hem *hem, int32_t f, wend_point3 p) {
    wend_raw *raw = hem->raw;
    int32_t ab = hem->edges.data[f].edge, bc = wend_half_next(ab);
    int32_t t = (int32_t)raw->triangles.count++, g = (int32_t)raw->borders.count++;
    raw->borders.data[g] = raw->borders.data[f];
    wend_raw_triangle *old = &raw->triangles.data[ab / 3], *made = &raw->triangles.data[t];
    int32_t behind = old->twin[bc % 3];
    *made = (wend_raw_triangle){{p, old->p[bc % 3], old->p[wend_half_next(bc) % 3]}, {~g, behind, bc}, old->source};
    old->p[bc % 3] = p;
    old->twin[bc % 3] = 3 * t + 2;
    if (behind >= 0)
        wend_raw_set_twin(raw, behind, 3 * t + 1);
    else
        hem->edges.data[~behind].edge = 3 * t + 1;
    if (hem->home_of.count == 0)
        return g;
    int32_t home = hem->home_of.data[ab / 3];
    hem->home_of.data[t] = -1;
    if (home >= 0) {
        wend_hem_home *was = &hem->homes.data[home];
        hem->home_of.data[t] = (int32_t)hem->homes.count;
        hem->homes.data[hem->homes.count++] = (wend_hem_home){{p, was->p[bc % 3], was->p[wend_half_next(bc) % 3]}};
        was->p[bc % 3] = p;
    }
    return g;
}

wend_result wend_hem_split(wend_hem *hem, int32_t f, wend_point3 place, int32_t *rest, bool *done) {
    wend_raw *raw = hem->raw;
    *done = false;
    if (!split_fits(hem, f, place))
        return WEND_OK;
    if (raw->triangles.count >= INT32_MAX / 3 || raw->borders.count >= INT32_MAX)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(hem->context, &raw->triangles, raw->triangles.count + 1) ||
        !wend_array_reserve(hem->context, &raw->borders, raw->borders.count + 1) ||
        !wend_array_reserve(hem->context, &hem->edges, hem->edges.count + 1))
        return WEND_ERROR_MEMORY;
    if (hem->home_of.count > 0 && (!wend_array_reserve(hem->context, &hem->home_of, raw->triangles.count + 1) ||
                                   !wend_array_reserve(hem->context, &hem->homes, hem->homes.count + 1)))
        return WEND_ERROR_MEMORY;
    if (hem->home_of.count > 0)
        hem->home_of.count++;
    int32_t g = split_triangle(hem, f, place);
    wend_hem_edge *edges = hem->edges.data;
    edges[hem->edges.count++] =
        (wend_hem_edge){.edge = 3 * (int32_t)(raw->triangles.count - 1), .next = edges[f].next, .previous = f};
    edges[edges[f].next].previous = g;
    edges[f].next = g;
    wend_hem_note(hem, f);
    wend_hem_note(hem, g);
    wend_hem_note(hem, edges[g].next);
    *rest = g;
    *done = true;
    return WEND_OK;
}
