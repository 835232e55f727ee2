// Sewing borders: joining two, moving a boundary vertex, collapsing a border, splitting or bending one, taking away a
// triangle.
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
#include "sew/hem.h"

enum { MOST_MOVES = 32, MOST_IDLE = 3, MANY_TRIANGLES = 32, MOST_PEELED = 256, CHINK = 2 };

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
    wend_array_free(hem->context, &hem->walled);
    wend_array_free(hem->context, &hem->chinks);
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

// Makes a border the one that follows another.
static void link_borders(wend_hem *hem, int32_t first, int32_t second) {
    hem->edges.data[first].next = second;
    hem->edges.data[second].previous = first;
    wend_hem_note(hem, first);
    wend_hem_note(hem, second);
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
    edges[start].refusals = edges[start].idle = 0; // something has changed here
    wend_hem_note(hem, start);
    wend_hem_note(hem, end);
}

// Notes a ledge that something stands at, before it is joined.
static void note_wall(wend_hem *hem, int32_t e) {
    if (hem->raw->borders.data[e].cause >= 0)
        hem->failed |= !wend_array_push(hem->context, &hem->walled, hem->edges.data[e].edge) ||
                       !wend_array_push(hem->context, &hem->walled, e);
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
    note_wall(hem, e);
    note_wall(hem, f);
    if (wend_distance3(wend_hem_from(hem, e), wend_hem_to(hem, e)) <= CHINK * CHINK)
        hem->failed |= !wend_array_push(hem->context, &hem->chinks, edges[e].edge);
    link_fans(hem, f, e);
    link_fans(hem, e, f);
    wend_raw_set_twin(hem->raw, edges[e].edge, edges[f].edge);
    wend_raw_set_twin(hem->raw, edges[f].edge, edges[e].edge);
    edges[e].edge = edges[f].edge = -1;
    hem->joined++;
    return true;
}

// Makes half-edge `half` a barrier.
static wend_result make_barrier(wend_hem *hem, int32_t half, wend_raw_border border) {
    wend_raw *raw = hem->raw;
    border.kind = WEND_BOUNDARY_BARRIER;
    wend_raw_set_twin(raw, half, ~(int32_t)raw->borders.count);
    return wend_array_push(hem->context, &raw->borders, border) ? WEND_OK : WEND_ERROR_MEMORY;
}

// A border at which something stands at either end of the fan around the start of half-edge h, or -1.
static int32_t standing_at(const wend_raw *raw, int32_t h) {
    int32_t ends[2] = {h, h};
    while (ends[0] >= 0 && (ends[0] = wend_fan_next(raw, ends[0])) != h)
        continue;
    while (ends[1] >= 0 && (ends[1] = wend_raw_twin(raw, ends[1])) >= 0 && (ends[1] = wend_half_next(ends[1])) != h)
        continue;
    for (int i = 0; i < 2; i++)
        if (ends[i] < 0 && raw->borders.data[~ends[i]].kind != WEND_BOUNDARY_LEDGE &&
            raw->borders.data[~ends[i]].kind != WEND_BOUNDARY_CUT)
            return ~ends[i];
    return -1;
}

// Parts what was joined no wider than rounding between things that stand: nobody passes there.
static wend_result part_chinks(wend_hem *hem) {
    wend_raw *raw = hem->raw;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < hem->chinks.count && result == WEND_OK; i++) {
        int32_t half = hem->chinks.data[i], twin = wend_raw_twin(raw, half);
        if (raw->triangles.data[half / 3].source < 0 || twin < 0)
            continue;
        int32_t border = standing_at(raw, half);
        if (border < 0 || standing_at(raw, wend_half_next(half)) < 0)
            continue;
        wend_raw_border copy = raw->borders.data[border];
        result = make_barrier(hem, half, copy);
        if (result == WEND_OK)
            result = make_barrier(hem, twin, copy);
    }
    return result;
}

wend_result wend_hem_stand_walls(wend_hem *hem) {
    wend_raw *raw = hem->raw;
    wend_result result = hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
    for (int64_t i = 0; i < hem->walled.count && result == WEND_OK; i += 2) {
        int32_t half = hem->walled.data[i], twin = wend_raw_twin(raw, half);
        wend_raw_border border = raw->borders.data[hem->walled.data[i + 1]];
        if (raw->triangles.data[half / 3].source < 0)
            continue;   // it was thinner than a step
        if (twin < 0) { // parted from the other side
            if (raw->borders.data[~twin].kind == WEND_BOUNDARY_BARRIER) {
                border.kind = WEND_BOUNDARY_BARRIER;
                raw->borders.data[~twin] = border;
            }
            continue;
        }
        result = make_barrier(hem, half, border);
        border.side = border.side == WEND_SIDE_FRONT ? WEND_SIDE_BACK : WEND_SIDE_FRONT;
        if (result == WEND_OK)
            result = make_barrier(hem, twin, border);
    }
    for (int64_t b = 0; b < raw->borders.count; b++)
        if (raw->borders.data[b].kind == WEND_BOUNDARY_LEDGE && raw->borders.data[b].cause >= 0)
            raw->borders.data[b].kind = WEND_BOUNDARY_WALL;
    return result == WEND_OK ? part_chinks(hem) : result;
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
    if (edge->moves >= MOST_MOVES || edge->idle >= MOST_IDLE || edge->next == edge->previous)
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
    edge->idle++;
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

// Whether the vertices at the ends of border f, a -> b, keep fans that turn at most once when it runs over a place
// beside it.
static bool ends_fit(const wend_hem *hem, int32_t f, wend_point3 place) {
    wend_point3 a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    way ab = way_to(a, b), ba = way_to(b, a), start = way_to(a, place), end = way_to(b, place);
    if (turn(ab, start) < 0 && !one_turn(start, ab, way_to(a, wend_hem_from(hem, wend_hem_previous(hem, f)))))
        return false;
    return turn(ba, end) <= 0 || one_turn(way_to(b, wend_hem_to(hem, wend_hem_next(hem, f))), ba, end);
}

static bool split_fits(const wend_hem *hem, int32_t f, wend_point3 place) {
    wend_point3 a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    wend_point3 c = wend_raw_from(hem->raw, wend_half_previous(hem->edges.data[f].edge));
    return wend_area_from_above(a, place, c) > 0 && wend_area_from_above(place, b, c) > 0 && ends_fit(hem, f, place);
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

// A new triangle a p b is laid outside border f, a -> b. Room was reserved.
static int32_t lay_triangle(wend_hem *hem, int32_t f, wend_point3 p) {
    wend_raw *raw = hem->raw;
    int32_t ab = hem->edges.data[f].edge, t = (int32_t)raw->triangles.count++, g = (int32_t)raw->borders.count++;
    raw->borders.data[g] = raw->borders.data[f];
    raw->triangles.data[t] = (wend_raw_triangle){
        {wend_raw_from(raw, ab), p, wend_raw_to(raw, ab)}, {~f, ~g, ab}, raw->triangles.data[ab / 3].source};
    wend_raw_set_twin(raw, ab, 3 * t + 2);
    hem->edges.data[f].edge = 3 * t;
    if (hem->home_of.count > 0)
        hem->home_of.data[t] = -1;
    return g;
}

// Makes room for another triangle and one or two borders.
static wend_result reserve_one(wend_hem *hem) {
    wend_raw *raw = hem->raw;
    if (raw->triangles.count >= INT32_MAX / 3 || raw->borders.count >= INT32_MAX - 1)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(hem->context, &raw->triangles, raw->triangles.count + 1) ||
        !wend_array_reserve(hem->context, &raw->borders, raw->borders.count + 2) ||
        !wend_array_reserve(hem->context, &hem->edges, hem->edges.count + 2))
        return WEND_ERROR_MEMORY;
    if (hem->home_of.count > 0 && (!wend_array_reserve(hem->context, &hem->home_of, raw->triangles.count + 1) ||
                                   !wend_array_reserve(hem->context, &hem->homes, hem->homes.count + 1)))
        return WEND_ERROR_MEMORY;
    if (hem->home_of.count > 0)
        hem->home_of.count++;
    return WEND_OK;
}

// Enters border g, the second part of f, with half-edge `edge`, between f and what followed it.
static void enter_rest(wend_hem *hem, int32_t f, int32_t g, int32_t edge) {
    wend_hem_edge *edges = hem->edges.data;
    edges[hem->edges.count++] = (wend_hem_edge){.edge = edge, .next = edges[f].next, .previous = f};
    edges[edges[f].next].previous = g;
    edges[f].next = g;
    wend_hem_note(hem, f);
    wend_hem_note(hem, g);
    wend_hem_note(hem, edges[g].next);
}

wend_result wend_hem_split(wend_hem *hem, int32_t f, wend_point3 place, int32_t *rest, bool *done) {
    *done = false;
    if (!split_fits(hem, f, place))
        return WEND_OK;
    wend_result result = reserve_one(hem);
    if (result != WEND_OK)
        return result;
    *rest = split_triangle(hem, f, place);
    enter_rest(hem, f, *rest, 3 * (int32_t)(hem->raw->triangles.count - 1));
    *done = true;
    return WEND_OK;
}

wend_result wend_hem_lay(wend_hem *hem, int32_t f, wend_point3 place, int32_t *rest, bool *done) {
    *done = false;
    if (wend_area_from_above(wend_hem_from(hem, f), place, wend_hem_to(hem, f)) <= 0 || !ends_fit(hem, f, place))
        return WEND_OK;
    wend_result result = reserve_one(hem);
    if (result != WEND_OK)
        return result;
    *rest = lay_triangle(hem, f, place);
    enter_rest(hem, f, *rest, 3 * (int32_t)(hem->raw->triangles.count - 1) + 1);
    *done = true;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- peeling

// The half-edge beside half-edge h at one of its ends: the one before it at its begin, the one after it at its end.
static int32_t beside(int32_t h, bool begin) {
    return begin ? wend_half_previous(h) : wend_half_next(h);
}

// Whether the triangle of half-edge h keeps some area when its corner at one end of h moves to a place; *holds tells
// that the place lies in it, so that it need not move.
static bool may_peel(const wend_raw *raw, int32_t h, wend_point3 place, bool begin, bool *holds) {
    wend_point3 a = wend_raw_from(raw, h), b = wend_raw_to(raw, h), c = wend_raw_to(raw, wend_half_next(h));
    int64_t first = wend_area_from_above(a, place, c), second = wend_area_from_above(place, b, c);
    *holds = first > 0 && second > 0;
    return (begin ? second : first) > 0;
}

// Moves a vertex however far.
static bool move_far(wend_hem *hem, int32_t vertex, wend_point3 place) {
    double reach = hem->reach;
    hem->reach = 4.0 * WEND_COORDINATE_MAX;
    bool done = wend_hem_move(hem, vertex, place);
    hem->reach = reach;
    return done;
}

// Splits the triangle of half-edge `at`, which holds the place; the part of `at` beyond it is joined to the half-edge
// `inner` of the triangles that have moved, the other one becomes a border beside f. Room was reserved.
static void split_behind(wend_hem *hem, int32_t f, int32_t at, int32_t inner, wend_point3 place, bool begin) {
    wend_raw *raw = hem->raw;
    int32_t g = (int32_t)raw->borders.count++;
    raw->borders.data[g] = raw->borders.data[f];
    wend_raw_set_twin(raw, at, ~g);
    hem->edges.data[hem->edges.count++] = (wend_hem_edge){.edge = at};
    int32_t rest = split_triangle(hem, g, place), half = 3 * (int32_t)(raw->triangles.count - 1);
    hem->edges.data[hem->edges.count++] = (wend_hem_edge){.edge = half};
    int32_t gone = begin ? rest : g, kept = begin ? g : rest, joined = hem->edges.data[gone].edge;
    hem->edges.data[gone].edge = -1;
    wend_raw_set_twin(raw, joined, inner);
    wend_raw_set_twin(raw, inner, joined);
    if (begin) {
        link_borders(hem, wend_hem_previous(hem, f), kept);
        link_borders(hem, kept, f);
    } else {
        link_borders(hem, kept, wend_hem_next(hem, f));
        link_borders(hem, f, kept);
    }
}

wend_result wend_hem_peel(wend_hem *hem, int32_t f, wend_point3 place, bool begin, int32_t *blocker, bool *done) {
    wend_raw *raw = hem->raw;
    int32_t h = hem->edges.data[f].edge, at = h, last = h;
    bool holds = false;
    int count = 0;
    *done = false;
    *blocker = -1;
    for (; at >= 0; count++) {
        if (count == MOST_PEELED)
            return WEND_OK;
        if (!may_peel(raw, at, place, begin, &holds)) {
            *blocker = at;
            return WEND_OK;
        }
        if (holds)
            break;
        last = at;
        at = wend_raw_twin(raw, beside(at, begin));
    }
    if (count == 0)
        return WEND_OK;
    if (at < 0) {
        *done = move_far(hem, begin ? f : wend_hem_next(hem, f), place);
        return WEND_OK;
    }
    if (!reserve_homes(hem, count + 1))
        return WEND_ERROR_MEMORY;
    wend_result result = reserve_one(hem);
    if (result != WEND_OK)
        return result;
    for (int32_t moved = h;; moved = wend_raw_twin(raw, beside(moved, begin))) {
        int32_t corner = begin ? moved : wend_half_next(moved);
        remember_home(hem, corner / 3);
        raw->triangles.data[corner / 3].p[corner % 3] = place;
        if (moved == last)
            break;
    }
    split_behind(hem, f, at, beside(last, begin), place, begin);
    *done = true;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- taking away

// The border that comes before border half-edge h: around the corner where h starts, counter-clockwise.
static int32_t precede(const wend_raw *raw, int32_t h) {
    int32_t twin = wend_fan_next(raw, h);
    while (twin >= 0)
        twin = wend_fan_next(raw, twin);
    return ~twin;
}

wend_result wend_hem_take_away(wend_hem *hem, int32_t triangle) {
    wend_raw *raw = hem->raw;
    int32_t uncovered[3], count = 0;
    if (raw->borders.count > INT32_MAX - 3)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(hem->context, &raw->borders, raw->borders.count + 3) ||
        !wend_array_reserve(hem->context, &hem->edges, hem->edges.count + 3))
        return WEND_ERROR_MEMORY;
    raw->triangles.data[triangle].source = -1;
    for (int i = 0; i < 3; i++) {
        int32_t beyond = raw->triangles.data[triangle].twin[i];
        if (beyond < 0) {
            hem->edges.data[~beyond].edge = -1;
            continue;
        }
        uncovered[count++] = (int32_t)raw->borders.count;
        wend_raw_set_twin(raw, beyond, ~(int32_t)raw->borders.count);
        raw->borders.data[raw->borders.count++] = (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
        hem->edges.data[hem->edges.count++] = (wend_hem_edge){.edge = beyond};
    }
    for (int32_t k = 0; k < count; k++) {
        int32_t h = hem->edges.data[uncovered[k]].edge;
        link_borders(hem, uncovered[k], follow(raw, h));
        link_borders(hem, precede(raw, h), uncovered[k]);
    }
    return hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}
