// Shortest ways as a query: what is asked, whether there is a way at all, and what is answered.
//
// A query is begun, searched and ended (wend_search_begin, _step, _end). What is between is kept in the search: the
// answer as far as it is known, and the queue. wend_search_path is these three in one.
#include "path/search.h"

#include "path/cells.h"

#include "base/context.h"
#include "medial/medial.h"

wend_path_def wend_default_path_def(void) {
    return (wend_path_def){.radius = 0.3, .detour = 0.1, .reach = 4};
}

bool wend_pieces_shared(const wend_list *a, const wend_list *b) {
    for (int64_t k = 0; k < a->count; k++)
        for (int64_t i = 0; i < b->count; i++)
            if (a->data[k] == b->data[i])
                return true;
    return false;
}

wend_result wend_search_stay(wend_search *s) {
    s->pieces.count = 0;
    return wend_collect_line(s, s->start, s->goal,
                             wend_stand_triangle(s, s->start_pieces.data[0], s->start, (wend_way){0, 0}))
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

bool wend_search_holds(const wend_search *s, const wend_spot *spot) {
    if (spot->triangle < 0 || spot->triangle >= s->plan.triangle_count)
        return false;
    const int32_t *c = s->plan.triangles[spot->triangle].v;
    for (int i = 0; i < 3; i++) {
        wend_way a = wend_road_place(s->plan.vertices[c[i]]), b = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(b, a), to = wend_way_minus(wend_road_place(spot->point), a);
        if (wend_way_cross(e, to) < -2 * sqrt(wend_way_dot(e, e))) // it may be rounded to just beside its triangle
            return false;
    }
    return true;
}

// Why there is no path between two spots on the floor.
static wend_path_reason reason_of(wend_search *s, const bool stands[2]) {
    const wend_stand *ends = s->asked.ends;
    if (!stands[0] || ends[0].component < 0)
        return WEND_PATH_FROM_TOO_NARROW;
    if (!stands[1] || ends[1].component < 0)
        return WEND_PATH_TO_TOO_NARROW;
    int32_t from = ends[0].component, to = ends[1].component;
    if (from == to)
        return WEND_PATH_NO_REASON;
    for (int forbidden_too = 0; forbidden_too < 2; forbidden_too++)
        if (wend_passages_reach(s, from, forbidden_too) && wend_passages_lead(s, from, to))
            return forbidden_too ? WEND_PATH_FORBIDDEN : WEND_PATH_NO_REASON;
    bool lead = wend_passages_lead_points(s, ends[0].spot.triangle, ends[1].spot.triangle);
    return lead ? WEND_PATH_TOO_NARROW : WEND_PATH_DISCONNECTED;
}

void wend_search_size(wend_search *s, double radius) {
    s->radius = radius < 4 * s->slack ? 0 : radius;
    s->narrow = s->radius > 0 ? s->radius - s->slack : 0;
    s->near = s->radius > 0 ? 1 / s->narrow : INFINITY;
}

// With costs of areas, gates at borders see each other. Searches with a larger excess find worse ways to them first,
// and better ones after these, again and again: they take longer.
#define EXCESS_MOST_PRICED 0.25

bool wend_search_set(wend_search *s, wend_path_def *def) {
    if (!(def->radius >= 0 && def->radius < 0x1p60) || !(def->excess >= 0 && def->excess < 0x1p60) ||
        !(def->reach >= 0 && def->reach < 0x1p60) || (unsigned)def->partial >= WEND_PATH_PARTIAL_COUNT ||
        !wend_filter_is_sound(&def->filter))
        return false;
    s->found.count = 0;
    wend_search_size(s, def->radius / s->metres);
    def->radius = s->radius > 0 ? def->radius : 0;
    s->weight = 1 + (def->filter.cost_count > 0 ? fmin(def->excess, EXCESS_MOST_PRICED) : def->excess);
    s->reach = def->reach;
    return true;
}

static wend_result refuse(wend_path_view *path, wend_path_status status, wend_path_reason reason) {
    path->status = status;
    path->reason = reason;
    return WEND_OK;
}

void wend_search_aim(wend_search *s) {
    s->aimed = true;
    s->aim = s->goal;
    wend_gates_use(s);
    s->cap = wend_passages_cap(s);
    wend_bounds_aim(s);
}

// Starts the search from place to place, counting what areas cost or not.
static bool start(wend_search *s, bool priced) {
    wend_engine_reset(s);
    if (!wend_goal_add(s, s->goal, &s->goal_pieces))
        return false;
    wend_search_aim(s);
    s->priced = s->priced && priced;
    s->lean = s->priced ? s->weight : 2 * s->weight - 1;
    wend_engine_start(s, s->start, &s->start_pieces, 0);
    return s->failure == WEND_OK;
}

// Makes a path cheaper: looks again, with more places to bend near where it crosses borders, and with closer ones.
static wend_result refine(wend_search *s, wend_path_view *path) {
    enum { ROUNDS = 2 };
    for (int round = 0; round < ROUNDS; round++) {
        int32_t entry;
        if (!wend_costs_list(s) || !start(s, true) || !wend_costs_bend(s, round))
            return WEND_ERROR_MEMORY;
        wend_engine_run(s, INT64_MAX, path->length / s->metres, &entry);
        if (s->failure != WEND_OK)
            return s->failure;
        if (entry < 0 || !(s->entries.data[entry].least * s->metres < path->length))
            continue;
        wend_result result = wend_collect(s, &s->entries.data[entry]);
        if (result != WEND_OK)
            return result;
        path->length = s->entries.data[entry].least * s->metres;
    }
    return WEND_OK;
}

// What the way would be if areas cost nothing, less what the search may be wrong by: no way is cheaper.
static wend_result find_bound(wend_search *s, wend_path_view *path) {
    int32_t entry;
    if (!start(s, false))
        return WEND_ERROR_MEMORY;
    s->gated = s->plain_gates > 0;
    wend_engine_run(s, INT64_MAX, INFINITY, &entry);
    if (s->failure != WEND_OK || entry < 0)
        return s->failure != WEND_OK ? s->failure : WEND_ERROR_LIMIT;
    path->bound = fmin(s->entries.data[entry].least * s->metres / s->weight, path->length);
    path->proven = path->bound >= path->length * (1 - 1e-12);
    return WEND_OK;
}

// Makes ready for the search between two places where the disc fits and that hang together for it.
static wend_result open_search(wend_search *s, const wend_path_def *def) {
    wend_asked *asked = &s->asked;
    s->start = asked->ends[0].place;
    s->goal = asked->ends[1].place;
    if (!wend_stand_pieces(s, asked->ends[0].piece, s->start, &s->start_pieces) ||
        !wend_stand_pieces(s, asked->ends[1].piece, s->goal, &s->goal_pieces))
        return WEND_ERROR_MEMORY;
    wend_grounds_open(s, &s->start_pieces);
    wend_grounds_open(s, &s->goal_pieces);
    if (s->start_pieces.count == 0 || s->goal_pieces.count == 0)
        return refuse(&asked->path, WEND_PATH_UNREACHABLE, WEND_PATH_FORBIDDEN);
    if (s->start.x == s->goal.x && s->start.y == s->goal.y && wend_pieces_shared(&s->start_pieces, &s->goal_pieces)) {
        asked->path.proven = true;
        return wend_search_stay(s);
    }
    wend_search_aim(s);
    wend_result result = def->by == WEND_PATH_BY_CELLS ? wend_cells_path(s, def, &asked->path) : WEND_OK;
    if (result != WEND_OK || s->pieces.count > 0)
        return result;
    asked->searches = true;
    asked->entry = -1;
    asked->farthest = INFINITY;
    return start(s, true) ? WEND_OK : WEND_ERROR_MEMORY;
}

// What the search has found first: the shortest path.
static wend_result take_first(wend_search *s) {
    wend_asked *asked = &s->asked;
    wend_path_view *path = &asked->path;
    if (asked->entry < 0)
        return s->fenced ? refuse(path, WEND_PATH_UNREACHABLE, WEND_PATH_FORBIDDEN) : WEND_ERROR_LIMIT;
    wend_result result = wend_collect(s, &s->entries.data[asked->entry]);
    if (result != WEND_OK)
        return result;
    path->length = s->entries.data[asked->entry].least * s->metres;
    path->bound = path->length / s->weight;
    path->proven = s->weight == 1;
    if (!s->priced)
        return WEND_OK;
    result = refine(s, path);
    return result == WEND_OK ? find_bound(s, path) : result;
}

// Takes what the search has found, and goes on to look for a path with more clearance, if one is wanted.
static void take(wend_search *s) {
    wend_asked *asked = &s->asked;
    if (s->failure == WEND_OK && asked->clears) {
        asked->searches = wend_clearance_next(s);
    } else if (s->failure == WEND_OK) {
        asked->result = take_first(s);
        asked->searches = asked->result == WEND_OK && s->pieces.count > 0 && wend_clearance_begin(s);
    }
    asked->begun = true; // whatever was searched for
    asked->result = s->failure != WEND_OK ? s->failure : asked->result;
}

static void go_on(wend_search *s, int64_t most) {
    wend_asked *asked = &s->asked;
    while (asked->searches) {
        int64_t before = s->taken;
        if (!wend_engine_run(s, most, asked->farthest, &asked->entry))
            return;
        most -= s->taken - before;
        asked->searches = false;
        take(s);
    }
}

void wend_search_widest(const wend_search *s, const wend_stand *from, const wend_stand *to, wend_path_view *path) {
    wend_medial_near near[2] = {from->near, to->near};
    int32_t arc;
    for (int i = 0; i < 2; i++)
        if (near[i].arc >= 0)
            near[i].clearance = wend_medial_room_above(s->medial, &near[i]);
    path->widest = wend_medial_widest_between(s->medial, &near[0], &near[1], &arc);
    if (arc < 0)
        return;
    double at = wend_medial_arc_least(s->medial, arc);
    wend_medial_arc_point(s->medial, arc, at, path->narrow, NULL);
    path->narrow_on = wend_medial_arc_triangle_by(s->medial, arc, at, s->fan.data);
}

// Puts the end of the path as near to the goal as it gets, if that is wanted. False when there is no path.
static bool get_near(wend_search *s, const wend_spot *to, const wend_path_def *def) {
    wend_asked *asked = &s->asked;
    int32_t from = asked->ends[0].component;
    if (def->partial == WEND_PATH_PARTIAL_NONE || from < 0 || s->shut_any ||
        !wend_partial_find(s, def, to, from, &asked->ends[1]))
        return false;
    asked->path.status = WEND_PATH_PARTIAL;
    return true;
}

// Takes over what a query says of clearance. False when a field is out of range.
static bool set_clearance(wend_search *s, const wend_path_def *def) {
    wend_asked *asked = &s->asked;
    asked->radius = s->radius;
    asked->wanted = def->clearance / s->metres;
    asked->detour = def->detour;
    asked->path.clearance = def->radius;
    return def->clearance >= 0 && def->clearance < 0x1p60 && def->detour >= 0 && def->detour < 0x1p60 &&
           (def->by != WEND_PATH_BY_CELLS || def->clearance <= def->radius);
}

static wend_result begin(wend_search *s, const wend_spot *from, const wend_spot *to, wend_path_def *def) {
    wend_asked *asked = &s->asked;
    wend_path_view *path = &asked->path;
    *path = (wend_path_view){.status = WEND_PATH_OFF_MESH, .narrow_on = -1, .ends = {*from, *to}};
    asked->searches = asked->clears = false;
    asked->result = WEND_OK;
    s->pieces.count = 0;
    s->failure = WEND_OK;
    if (!wend_search_set(s, def) || !set_clearance(s, def) || (int)def->by < 0 || def->by >= WEND_PATH_BY_COUNT ||
        (def->by == WEND_PATH_BY_CELLS && s->on.cells == NULL))
        return WEND_ERROR_ARGUMENT;
    if (!wend_search_holds(s, from))
        return refuse(path, WEND_PATH_OFF_MESH, WEND_PATH_FROM_OFF_MESH);
    if (!wend_search_holds(s, to))
        return refuse(path, WEND_PATH_OFF_MESH, WEND_PATH_TO_OFF_MESH);
    if (!wend_gates_open(s, def->radius, &def->filter))
        return WEND_ERROR_MEMORY;
    s->failure = WEND_OK;
    bool stands[2] = {false, false};
    for (int i = 0; i < 2; i++)
        stands[i] = wend_stand_find(s, i == 0 ? from : to, def->radius, &asked->ends[i]);
    if (s->failure != WEND_OK)
        return s->failure;
    wend_search_widest(s, &asked->ends[0], &asked->ends[1], path);
    wend_path_reason reason = reason_of(s, stands);
    if (s->failure != WEND_OK)
        return s->failure;
    path->reason = reason;
    path->status = reason == WEND_PATH_NO_REASON ? WEND_PATH_REACHED : WEND_PATH_UNREACHABLE;
    if (reason != WEND_PATH_NO_REASON && !get_near(s, to, def))
        return s->failure;
    for (int i = 0; i < 2; i++) {
        path->ends[i] = asked->ends[i].spot;
        path->moved[i] = asked->ends[i].moved;
    }
    return open_search(s, def);
}

wend_result wend_search_begin(wend_search *s, const wend_spot *from, const wend_spot *to, const wend_path_def *def) {
    if (s == NULL || from == NULL || to == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_path_def chosen = def != NULL ? *def : wend_default_path_def();
    wend_result result = begin(s, from, to, &chosen);
    s->asked.begun = result == WEND_OK;
    return result;
}

wend_result wend_search_step(wend_search *s, int64_t most, bool *done) {
    if (done != NULL)
        *done = true;
    if (s == NULL || !s->asked.begun || most < 0)
        return WEND_ERROR_ARGUMENT;
    go_on(s, most);
    if (done != NULL)
        *done = !s->asked.searches;
    return s->failure;
}

wend_result wend_search_end(wend_search *s, wend_path_view *path) {
    if (path != NULL)
        *path = (wend_path_view){.status = WEND_PATH_OFF_MESH, .narrow_on = -1};
    if (s == NULL || path == NULL || !s->asked.begun)
        return WEND_ERROR_ARGUMENT;
    go_on(s, INT64_MAX);
    wend_result result = s->failure != WEND_OK ? s->failure : s->asked.result;
    s->asked.begun = false;
    *path = s->asked.path;
    path->pieces = s->pieces.data;
    path->piece_count = result == WEND_OK ? (int32_t)s->pieces.count : 0;
    return result;
}

wend_result wend_search_path(wend_search *s, const wend_spot *from, const wend_spot *to, const wend_path_def *def,
                             wend_path_view *path) {
    if (path != NULL)
        *path = (wend_path_view){.status = WEND_PATH_OFF_MESH, .narrow_on = -1};
    if (path == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_search_begin(s, from, to, def);
    return result == WEND_OK ? wend_search_end(s, path) : result;
}

const char *wend_path_reason_name(wend_path_reason reason) {
    static const char *const names[WEND_PATH_REASON_COUNT] = {
        "",           "from-off-mesh", "to-off-mesh", "from-too-narrow", "to-too-narrow", "disconnected",
        "too-narrow", "forbidden"};
    return (int)reason >= 0 && reason < WEND_PATH_REASON_COUNT ? names[reason] : "";
}

const char *wend_path_status_name(wend_path_status status) {
    static const char *const names[WEND_PATH_STATUS_COUNT] = {"reached", "partial", "unreachable", "off-mesh"};
    return (int)status >= 0 && status < WEND_PATH_STATUS_COUNT ? names[status] : "";
}
