// Paths that keep a clearance: the shortest way where the centre is at least so far from everything, or, where there is
// no such room, midway.
//
// What is wanted. A disc of radius r would rather keep its centre a distance c > r away from what is in the way. Where
// the floor is narrower than that, what there is at most is had on the medial axis. So the centre may be
//
// - wherever the clearance is at least c,
// - on the axis, wherever the clearance there is at least r,
// - and at its ends on the way straight away from what is nearest, up to the first of these.
//
// The path is the shortest one over all of these places. They grow fewer with c, so it grows longer with c; it has no
// way but those of r, and whatever hangs together for r still does, as the axis does.
//
// Method. The first kind of places is what a search for a disc of radius c goes over (engine.c). The others are lanes:
// parts of arcs of the axis, from stop to stop. Stops are vertices of the axis, places on its arcs that are just c wide
// (mouths), and where ends come to the axis. A mouth is a target of rays, and rays leave it. So the engine's queue also
// holds arrivals at stops; when one is taken, the lanes from there are gone over as edges of a graph.
//
// Drops and links made by hand are lanes, too: from where the disc stands before them to where it stands after, and if
// these places are nearer to something than c, they are ends like those of the path. Corners of forbidden areas are
// stops from which rays go on as they come.
//
// Ties. Mouths lie a little beyond c, by more than rounding: so rays for c come to them with nothing in the way, and a
// gap that is just as wide is passed by a lane if not by rays.
//
// A parabola is followed by straight pieces that are no more than a millimetre off it, and off it toward its focus by
// no more than a quarter of what it is wider than r: so there is always room for the disc.
//
// Cost: O(arcs of the axis) for each c, and those of the search.
#include "path/lanes.h"

#include "base/context.h"
#include "base/sort.h"
#include "medial/medial.h"

#define MOST_OFF 1e-3  // metres: how far straight pieces may be off a parabola,
#define LEAST_OFF 1e-6 // and where there is no more room than the disc needs
enum { STEPS_MOST = 4096 };

void wend_lanes_free(wend_context *context, wend_lanes *l) {
    if (l == NULL)
        return;
    wend_array_free(context, &l->stops);
    wend_array_free(context, &l->lanes);
    wend_array_free(context, &l->pieces);
    wend_array_free(context, &l->scratch);
    wend_array_free(context, &l->at_vertex);
    wend_array_free(context, &l->ends);
    wend_array_free(context, &l->marks);
    wend_array_free(context, &l->waists);
    wend_release(context, l, sizeof *l);
}

// The search's own, with all waists. NULL when memory is short.
static wend_lanes *lanes_of(wend_search *s) {
    if (s->lanes == NULL && (s->lanes = wend_allocate(s->context, sizeof *s->lanes)) != NULL)
        *s->lanes = (wend_lanes){.goal = -1};
    wend_lanes *l = s->lanes;
    if (l == NULL || l->waists.count > 0)
        return l;
    wend_ground g = wend_medial_ground(s->medial);
    if (!wend_array_resize(s->context, &l->at_vertex, g.view->vertex_count) ||
        !wend_array_resize(s->context, &l->waists, 2 * (int64_t)g.view->arc_count)) {
        l->waists.count = 0;
        return NULL;
    }
    for (int32_t k = 0; k < g.view->arc_count; k++) {
        wend_waist waist = wend_arc_waist(&g, k);
        l->waists.data[2 * k] = waist.at;
        l->waists.data[2 * k + 1] = waist.radius;
    }
    return l;
}

// ---------------------------------------------------------------------------------------------------- stops

static int32_t add_stop(wend_search *s, const wend_lane_stop *stop) {
    wend_lanes *l = s->lanes;
    wend_lane_stop added = *stop;
    added.first = (int32_t)l->pieces.count;
    added.lane = added.arrival = -1;
    if (!wend_array_push(s->context, &l->stops, added)) {
        s->failure = WEND_ERROR_MEMORY;
        return -1;
    }
    return (int32_t)l->stops.count - 1;
}

// Lets rays come to the last stop and leave it: into the pieces around it, from one that holds it.
static void open_stop(wend_search *s, int32_t piece) {
    wend_lanes *l = s->lanes;
    int32_t number = (int32_t)l->stops.count - 1;
    bool good = s->failure == WEND_OK && wend_stand_pieces(s, piece, l->stops.data[number].place, &l->scratch);
    wend_grounds_open(s, &l->scratch);
    for (int64_t k = 0; good && k < l->scratch.count; k++)
        good = wend_array_push(s->context, &l->pieces, l->scratch.data[k]);
    if (!good || !wend_target_add(s, l->stops.data[number].place, ~number, &l->scratch)) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    l->stops.data[number].count = (int32_t)l->scratch.count;
}

static int32_t stop_on_arc(wend_search *s, int32_t arc, double at) {
    wend_ground g = wend_medial_ground(s->medial);
    wend_arc_point p = wend_arc_point_at(&g, arc, at);
    return add_stop(s, &(wend_lane_stop){.place = {p.x, p.y}, .piece = -1, .arc = arc, .at = at});
}

static int32_t stop_at_vertex(wend_search *s, int32_t arc, int end) {
    wend_lanes *l = s->lanes;
    int32_t *stop = &l->at_vertex.data[wend_medial_look(s->medial).arcs[arc].vertex[end]];
    if (*stop < 0)
        *stop = stop_on_arc(s, arc, end);
    return *stop;
}

static int32_t triangle_on_arc(const wend_search *s, int32_t arc, double at) {
    return wend_medial_arc_triangle_by(s->medial, arc, at, s->fan.data);
}

// ---------------------------------------------------------------------------------------------------- lanes

// How many straight pieces a part of an arc is.
static int32_t steps_of(const wend_search *s, int32_t arc, double from, double to) {
    wend_ground g = wend_medial_ground(s->medial);
    const wend_medial_arc *a = &g.view->arcs[arc];
    bool left = wend_medial_is_point(&g, a->site[0]);
    if (left == wend_medial_is_point(&g, a->site[1]))
        return 1;
    // It is t^2 / 2h high; a chord over t is t^2 / 8h off it. So is the chord over all of the arc from its middle.
    wend_arc_point ends[2] = {wend_arc_point_at(&g, arc, from), wend_arc_point_at(&g, arc, to)};
    wend_arc_point middle = wend_arc_point_at(&g, arc, 0.5 * (from + to));
    double off = fabs(0.5 * (ends[0].radius + ends[1].radius) - middle.radius) * s->metres;
    const double *waist = &s->lanes->waists.data[2 * (int64_t)arc];
    bool over = (waist[0] > from) == (waist[0] < to);
    double least = over ? waist[1] : fmin(ends[0].radius, ends[1].radius);
    double allowed = fmin(MOST_OFF, fmax(LEAST_OFF, (least - s->lanes->radius) * s->metres / 4));
    double steps = ceil(sqrt(off / allowed));
    return steps < 1 ? 1 : steps < STEPS_MOST ? (int32_t)steps : STEPS_MOST;
}

static double length_between(wend_way a, wend_way b) {
    wend_way way = wend_way_minus(b, a);
    return sqrt(wend_way_dot(way, way));
}

// What it costs to go straight, out of a triangle of the plan.
static double cost_of(const wend_search *s, int32_t triangle, wend_way from, wend_way to) {
    return s->priced || s->fenced ? wend_cost_of(s, s->v.triangle_piece[triangle], from, to) : length_between(from, to);
}

static double cost_along(const wend_search *s, int32_t arc, double from, double to) {
    wend_ground g = wend_medial_ground(s->medial);
    int32_t steps = steps_of(s, arc, from, to);
    wend_arc_point p = wend_arc_point_at(&g, arc, from);
    double sum = 0;
    for (int32_t k = 0; k < steps; k++) {
        double at = from + (to - from) * k / steps;
        wend_arc_point next = wend_arc_point_at(&g, arc, k + 1 < steps ? from + (to - from) * (k + 1) / steps : to);
        int32_t triangle = s->priced || s->fenced ? triangle_on_arc(s, arc, at) : 0;
        sum += triangle < 0 ? INFINITY : cost_of(s, triangle, (wend_way){p.x, p.y}, (wend_way){next.x, next.y});
        p = next;
    }
    return sum;
}

// From one stop to another; `lane` says the rest.
static void add_lane(wend_search *s, int32_t from, int32_t to, wend_lane lane) {
    wend_lanes *l = s->lanes;
    if (s->failure != WEND_OK || !(lane.cost < INFINITY))
        return;
    lane.from = from;
    lane.to = to;
    lane.next = l->stops.data[from].lane;
    l->stops.data[from].lane = (int32_t)l->lanes.count;
    if (!wend_array_push(s->context, &l->lanes, lane))
        s->failure = WEND_ERROR_MEMORY;
}

static void join_straight(wend_search *s, int32_t a, int32_t b) {
    if (s->failure != WEND_OK)
        return;
    const wend_lane_stop *p = &s->lanes->stops.data[a], *q = &s->lanes->stops.data[b];
    double cost = length_between(p->place, q->place);
    if (s->priced || s->fenced) // from the one whose piece is known
        cost = wend_cost_of(s, p->piece, p->place, q->place);
    wend_lane lane = {.arc = -1, .way = -1, .cost = cost};
    add_lane(s, a, b, lane);
    add_lane(s, b, a, lane);
}

// ---------------------------------------------------------------------------------------------------- ends

// A place where the disc stands: a stop, and the way from there to where there is more room.
static int32_t add_end(wend_search *s, wend_way place, int32_t triangle) {
    wend_lanes *l = s->lanes;
    wend_medial_near near;
    wend_ground g = wend_medial_ground(s->medial);
    int32_t piece = s->v.triangle_piece[triangle];
    int32_t end = add_stop(s, &(wend_lane_stop){.place = place, .piece = piece});
    wend_medial_near_at(s->medial, triangle, (wend_vec){place.x, place.y}, &near);
    if (s->failure != WEND_OK || near.site < 0)
        return end;
    if (near.clearance >= l->level * s->metres) {
        open_stop(s, piece);
        return end;
    }
    wend_arc_point axis = wend_arc_point_at(&g, near.arc, near.at);
    if (axis.radius < l->level) {
        int32_t stop = stop_on_arc(s, near.arc, near.at);
        join_straight(s, end, stop);
        if (s->failure == WEND_OK && !wend_array_push(s->context, &l->ends, (wend_lane_mark){near.arc, stop, near.at}))
            s->failure = WEND_ERROR_MEMORY;
        return end;
    }
    wend_vec foot = wend_medial_foot(&g, near.site, (wend_vec){place.x, place.y});
    double share = l->level / axis.radius;
    wend_way free = {foot.x + share * (axis.x - foot.x), foot.y + share * (axis.y - foot.y)};
    int32_t there = wend_nearby_walk(&s->v, s->slack, piece, place, free);
    if (there < 0)
        return end;
    int32_t stop = add_stop(s, &(wend_lane_stop){.place = free, .piece = there});
    join_straight(s, end, stop);
    open_stop(s, there);
    return end;
}

// Drops, links made by hand, and corners of areas, as the search without a clearance knows them.
static void add_gates(wend_search *s) {
    wend_lanes *l = s->lanes;
    for (int32_t k = 0; k < s->kept_gates && s->failure == WEND_OK; k++) {
        wend_gate gate = s->gates.data[k];
        if (gate.way >= 0) {
            const wend_passage *p = &s->passages.data[gate.way];
            int32_t from = add_end(s, gate.entrance, p->stands[0].triangle);
            int32_t to = add_end(s, gate.exit, p->stands[1].triangle);
            add_lane(s, from, to, (wend_lane){.arc = -1, .way = gate.way, .cost = gate.cost});
            continue;
        }
        int32_t piece = gate.count > 0 ? s->gate_pieces.data[gate.first] : -1;
        int32_t triangle = piece >= 0 ? wend_stand_triangle(s, piece, gate.entrance, (wend_way){0, 0}) : -1;
        if (triangle < 0 || (gate.priced && !s->priced) ||
            !wend_corner_fits(s, triangle, gate.entrance, l->level * s->metres))
            continue;
        add_stop(s, &(wend_lane_stop){.place = gate.entrance, .piece = piece, .corner = true});
        open_stop(s, piece);
    }
}

// ---------------------------------------------------------------------------------------------------- arcs

static int compare_ends(const void *a, const void *b, const void *user) {
    const wend_lane_mark *p = a, *q = b;
    (void)user;
    if (p->arc != q->arc)
        return (p->arc > q->arc) - (p->arc < q->arc);
    return p->at != q->at ? (p->at > q->at) - (p->at < q->at) : (p->stop > q->stop) - (p->stop < q->stop);
}

static void mark(wend_search *s, int32_t arc, int32_t stop, double at) {
    if (s->failure == WEND_OK && !wend_array_push(s->context, &s->lanes->marks, (wend_lane_mark){arc, stop, at}))
        s->failure = WEND_ERROR_MEMORY;
}

// An end of the narrow part of an arc: its vertex, or the mouth before it.
static void mark_end(wend_search *s, int32_t arc, int end, double least) {
    wend_ground g = wend_medial_ground(s->medial);
    double radius = g.view->vertices[g.view->arcs[arc].vertex[end]].radius;
    if (radius < least)
        return;
    if (radius < s->lanes->level) {
        mark(s, arc, stop_at_vertex(s, arc, end), end);
        return;
    }
    double at = wend_arc_at_radius(&g, arc, end, s->lanes->level);
    int32_t triangle = triangle_on_arc(s, arc, at);
    if (triangle < 0)
        return;
    int32_t stop = stop_on_arc(s, arc, at);
    open_stop(s, s->v.triangle_piece[triangle]);
    mark(s, arc, stop, at);
}

// The lanes of an arc: between stops that follow each other, where the disc fits.
static void add_arc(wend_search *s, int32_t arc, int64_t first, int64_t last, double least) {
    wend_lanes *l = s->lanes;
    const double *waist = &l->waists.data[2 * (int64_t)arc];
    if (waist[1] >= l->level)
        return;
    l->marks.count = 0;
    mark_end(s, arc, 0, least);
    for (int64_t k = first; k < last; k++)
        mark(s, arc, l->ends.data[k].stop, l->ends.data[k].at);
    mark_end(s, arc, 1, least);
    for (int64_t k = 0; k + 1 < l->marks.count && s->failure == WEND_OK; k++) {
        wend_lane_mark a = l->marks.data[k], b = l->marks.data[k + 1];
        if (waist[0] > a.at && waist[0] < b.at && waist[1] < least)
            continue;
        double cost = cost_along(s, arc, a.at, b.at);
        add_lane(s, a.stop, b.stop, (wend_lane){.arc = arc, .begin = a.at, .end = b.at, .way = -1, .cost = cost});
        add_lane(s, b.stop, a.stop, (wend_lane){.arc = arc, .begin = b.at, .end = a.at, .way = -1, .cost = cost});
    }
}

static void add_arcs(wend_search *s) {
    wend_lanes *l = s->lanes;
    wend_medial_view axis = wend_medial_look(s->medial);
    double least = wend_stand_least(l->radius) - s->slack;
    if (l->ends.count > 0 &&
        !wend_sort(s->context, l->ends.data, l->ends.count, sizeof *l->ends.data, compare_ends, NULL))
        s->failure = WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < axis.vertex_count; k++)
        l->at_vertex.data[k] = -1;
    int64_t first = 0;
    for (int32_t arc = 0; arc < axis.arc_count && s->failure == WEND_OK; arc++) {
        int64_t last = first;
        while (last < l->ends.count && l->ends.data[last].arc == arc)
            last++;
        add_arc(s, arc, first, last, least);
        first = last;
    }
}

// ---------------------------------------------------------------------------------------------------- searching

// A way comes to a stop by a ray, or by a lane.
static void come(wend_search *s, int32_t number, int32_t source, int32_t lane, wend_way d, double length,
                 double least) {
    wend_lanes *l = s->lanes;
    wend_lane_stop *stop = &l->stops.data[number];
    if (stop->arrival >= 0 && s->arrivals.data[stop->arrival].length <= length)
        return;
    if (stop->arrival >= 0)
        s->arrivals.data[stop->arrival].beaten = true;
    wend_arrival arrival = {.centre = stop->place,
                            .notch = -2 - number,
                            .length = length,
                            .ahead = d,
                            .source = source,
                            .piece = -1,
                            .next = lane};
    stop->arrival = (int32_t)s->arrivals.count;
    double bound = length + s->weight * wend_ahead_of(s, stop->place);
    bound = bound > least ? bound : least;
    wend_source on = {.arrival = stop->arrival, .piece = -1, .corner = -1, .length = length};
    wend_entry entry = {.least = bound, .source = (int32_t)s->sources.count, .side = WEND_ENTRY_TURN};
    if (!wend_array_push(s->context, &s->arrivals, arrival) || !wend_array_push(s->context, &s->sources, on)) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    if (number == l->goal && length < s->goals.data[0].least) {
        s->goals.data[0].least = length;
        s->enough = length / s->weight;
        wend_engine_push(s, &(wend_entry){length, entry.source, WEND_ENTRY_GOAL, d, d});
    }
    if (stop->lane >= 0)
        wend_engine_push(s, &entry);
    if (stop->count > 0 && (lane >= 0 || source < 0 || stop->corner))
        wend_engine_open(s, stop->arrival, &l->pieces.data[stop->first], stop->count, bound);
}

void wend_lanes_meet(wend_search *s, int32_t stop, int32_t source, wend_way d, double length, double least) {
    come(s, stop, source, -1, d, length, least);
}

void wend_lanes_go(wend_search *s, int32_t source, double least) {
    const wend_lanes *l = s->lanes;
    const wend_arrival *a = &s->arrivals.data[s->sources.data[source].arrival];
    double length = a->length;
    for (int32_t k = l->stops.data[-2 - a->notch].lane; k >= 0; k = l->lanes.data[k].next)
        come(s, l->lanes.data[k].to, source, k, (wend_way){0, 0}, length + l->lanes.data[k].cost, least);
}

bool wend_lanes_start(wend_search *s, double radius, double clearance) {
    wend_lanes *l = lanes_of(s);
    if (l == NULL)
        return false;
    wend_search_size(s, clearance);
    wend_engine_reset(s);
    wend_search_aim(s);
    s->gated = false;
    s->laned = true;
    l->radius = radius;
    l->level = clearance + 8 * s->slack;
    l->stops.count = l->lanes.count = l->pieces.count = l->ends.count = 0;
    int32_t start = add_end(s, s->start, s->asked.ends[0].spot.triangle);
    l->goal = add_end(s, s->goal, s->asked.ends[1].spot.triangle);
    add_gates(s);
    add_arcs(s);
    wend_list none = {0};
    if (s->failure != WEND_OK || !wend_goal_add(s, s->goal, &none))
        return false;
    come(s, start, -1, -1, (wend_way){0, 0}, 0, 0);
    return s->failure == WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- collecting

static bool collect_arc(wend_search *s, const wend_lane *lane) {
    wend_ground g = wend_medial_ground(s->medial);
    // As it was measured: from the lower place on.
    bool back = lane->begin > lane->end;
    double low = back ? lane->end : lane->begin, high = back ? lane->begin : lane->end;
    int32_t steps = steps_of(s, lane->arc, low, high);
    for (int32_t k = 0; k < steps; k++) { // the last one first
        int32_t i = back ? k : steps - 1 - k;
        double at = low + (high - low) * i / steps, next = i + 1 < steps ? low + (high - low) * (i + 1) / steps : high;
        wend_arc_point p = wend_arc_point_at(&g, lane->arc, back ? next : at);
        wend_arc_point q = wend_arc_point_at(&g, lane->arc, back ? at : next);
        int32_t triangle = triangle_on_arc(s, lane->arc, back ? next : at);
        if (triangle < 0 || !wend_collect_line(s, (wend_way){p.x, p.y}, (wend_way){q.x, q.y}, triangle))
            return false;
    }
    return true;
}

bool wend_lanes_turn(const wend_search *s, const wend_arrival *arrival) {
    return s->lanes->stops.data[-2 - arrival->notch].corner;
}

bool wend_lanes_collect(wend_search *s, const wend_arrival *arrival, wend_way *end, double *length) {
    const wend_lanes *l = s->lanes;
    *length = arrival->length;
    *end = arrival->centre;
    if (arrival->next < 0) // it came by a ray, or begins here
        return true;
    const wend_lane *lane = &l->lanes.data[arrival->next];
    *length = s->arrivals.data[s->sources.data[arrival->source].arrival].length;
    const wend_lane_stop *from = &l->stops.data[lane->from], *to = &l->stops.data[lane->to];
    *end = from->place;
    if (lane->way >= 0)
        return wend_collect_link(s, lane->way, from->place, to->place, lane->cost);
    if (lane->arc >= 0)
        return collect_arc(s, lane);
    wend_way way = wend_way_minus(to->place, from->place);
    wend_way ahead = way.x != 0 || way.y != 0 ? wend_way_unit(way) : way;
    int32_t triangle = from->piece >= 0 ? wend_stand_triangle(s, from->piece, from->place, ahead)
                                        : triangle_on_arc(s, from->arc, from->at);
    return triangle >= 0 && wend_collect_line(s, from->place, to->place, triangle);
}
