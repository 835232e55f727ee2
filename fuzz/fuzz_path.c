// Searches over plans of any drawing. The bytes say the rule, the lattice, how the roads are made, and shapes on a
// small grid (bytes.h), perhaps with links made by hand and landmarks; after that, queries of all kinds: ends in places
// of the grid, in corners, on walls, or anything that fits into a spot; radii and all other numbers from a list of good,
// bad and monstrous ones. What is asked rightly must be answered, the answer must be a path of a disc
// (test/path_judge.h), as long on the way back and the same once more; whether there is one is what the medial axis
// says. What is asked wrongly must be refused.
//
// It says at its end how many queries that were.
#include "bytes.h"

#include <wend/geom.h>
#include <wend/landmarks.h>
#include <wend/path.h>

#include "../test/path_judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct asked {
    const wend_plan *plan;
    const wend_medial *medial;
    wend_search *search;
    bool linked;   // there are links made by hand
    double extent; // metres: what its lattice is for
} asked;

static int64_t queries;

static void tell(void) {
    printf("%lld queries\n", (long long)queries);
}

// ---------------------------------------------------------------------------------------------------- what is asked

static double number_of(uint8_t byte) {
    static const double numbers[] = {
        0,   -0.0,  0.25,   0.5,    1,  1.5,     2,        7.5,       1e-300, 0x1p-30,  0x1p-22,   5e-324,
        1e6, 1e300, 0x1p59, 0x1p60, -1, -5e-324, INFINITY, -INFINITY, NAN,    1.0 / 3., 0.7071068, 1.1180339887498949};
    return byte < sizeof numbers / sizeof *numbers ? numbers[byte] : byte / 64.0;
}

static int32_t whole_of(uint8_t byte) {
    static const int32_t numbers[] = {0, -1, 1, INT32_MAX, INT32_MIN, INT32_MAX - 1, 1 << 30, -(1 << 30)};
    return byte < 8 ? numbers[byte] : byte - 64;
}

// A place of the grid, a corner of a triangle, the middle of a side (or beside it, rounded), or anything.
static wend_spot spot_of(bytes *b, const asked *a) {
    wend_plan_view v = wend_plan_look(a->plan);
    wend_spot spot = {0};
    uint8_t kind = next(b), place = next(b), more = next(b);
    int32_t t = place % v.triangle_count, i = more % 3;
    wend_point p = v.vertices[v.triangles[t].v[i]], q = v.vertices[v.triangles[t].v[(i + 1) % 3]];
    switch (kind % 8) {
    case 0:
        return (wend_spot){
            .triangle = whole_of(place), .point = {whole_of(more), whole_of(kind)}, .distance = number_of(place)};
    case 1:
        return (wend_spot){.triangle = t, .point = p};
    case 2:
        return (wend_spot){.triangle = t,
                           .point = {(int32_t)(((int64_t)p.x + q.x) / 2), (int32_t)(((int64_t)p.y + q.y) / 2)}};
    default:
        wend_plan_locate(a->plan, (const double[2]){place / 16 + more / 16 / 16.0, place % 16 + more % 16 / 16.0},
                         kind % 8 == 3 ? 100 : 1, &spot);
        return spot;
    }
}

// Whether a spot lies on its triangle, as it should.
static bool is_proper(const asked *a, const wend_spot *spot) {
    wend_plan_view v = wend_plan_look(a->plan);
    const int32_t most = 1 << 30;
    if (spot->triangle < 0 || spot->triangle >= v.triangle_count || spot->point.x < -most || spot->point.x > most ||
        spot->point.y < -most || spot->point.y > most)
        return false;
    const int32_t *c = v.triangles[spot->triangle].v;
    for (int i = 0; i < 3; i++) {
        wend_point p = v.vertices[c[i]], q = v.vertices[c[(i + 1) % 3]];
        if (wend_orientation(p, q, spot->point) < 0)
            return false;
    }
    return true;
}

static bool is_good(const wend_path_def *def) {
    const wend_path_filter *f = &def->filter;
    bool costs = f->cost_count == 0 || (f->costs->area >= 0 && f->costs->factor >= 1 && f->costs->factor < 1e12);
    bool areas = f->forbid_area_count == 0 || f->forbid_areas[0] >= 0;
    bool clears = def->clearance >= 0 && def->clearance < 1e12 && def->detour >= 0 && def->detour < 1e12 &&
                  (def->by != WEND_PATH_BY_CELLS || def->clearance <= def->radius);
    return clears && def->radius >= 0 && def->radius < 1e12 && def->excess >= 0 && def->excess < 1e12 && def->reach >= 0 &&
           def->reach < 1e12 && (unsigned)def->by < WEND_PATH_BY_COUNT &&
           (unsigned)def->partial < WEND_PATH_PARTIAL_COUNT && costs && areas;
}

// Anything else that can be asked for. `area` and `cost` are what the filter names.
static void add_wishes(bytes *b, wend_path_def *def, int32_t *area, wend_area_cost *cost) {
    uint8_t wish = next(b);
    def->by = (wend_path_by)(wish % 3);
    def->partial = (wend_path_partial)(wish / 3 % 4);
    def->reach = next(b) % 2 == 0 ? def->reach : number_of(next(b));
    if (wish >= 128) {
        def->clearance = number_of(next(b));
        def->detour = number_of(next(b));
    }
    uint8_t filter = next(b);
    def->filter.forbid_links = filter % 4 == 1 ? UINT32_MAX : filter % 4 == 2 ? 1u << filter % 32 : 0;
    def->filter.forbid_tags = filter / 4 % 4 == 1 ? UINT32_MAX : 0;
    *area = filter / 16 % 4 - 1;
    *cost = (wend_area_cost){*area, number_of(next(b))};
    def->filter.forbid_area_count = filter / 64 == 1;
    def->filter.cost_count = filter / 64 == 2;
    def->filter.forbid_areas = area;
    def->filter.costs = cost;
}

// ---------------------------------------------------------------------------------------------------- what is answered

// What a length may be off by rounding.
static double lost(const asked *a, double length) {
    return 1e-9 * length + 1e-12 * a->extent;
}

static bool is_place(const double place[2]) {
    return isfinite(place[0]) && isfinite(place[1]);
}

static void judge(const asked *a, const wend_path_def *def, const wend_path_view *path) {
    double slack = 1e-5 * (1 + a->extent / 1000);
    if (def->radius > 0 && def->radius < 4 * slack) // the judge allows as much as that
        return;
    path_verdict verdict = path_judge(a->plan, def->radius, slack, path);
    if (verdict.wrong != NULL)
        fprintf(stderr, "%s: piece %d, %g; by %d, radius %.17g, from %d:%d,%d to %d:%d,%d\n", verdict.wrong,
                (int)verdict.piece, verdict.measured, (int)def->by, def->radius, (int)path->ends[0].triangle,
                (int)path->ends[0].point.x, (int)path->ends[0].point.y, (int)path->ends[1].triangle,
                (int)path->ends[1].point.x, (int)path->ends[1].point.y);
    require(verdict.wrong == NULL);
}

// What must hold of every answer.
static void check_answer(const wend_path_view *path) {
    require((unsigned)path->status < WEND_PATH_STATUS_COUNT && (unsigned)path->reason < WEND_PATH_REASON_COUNT);
    bool found = path->status == WEND_PATH_REACHED || path->status == WEND_PATH_PARTIAL;
    require((path->status == WEND_PATH_REACHED) == (path->reason == WEND_PATH_NO_REASON));
    require(found == (path->piece_count > 0));
    require(wend_path_status_name(path->status)[0] != 0);
    require(path->length >= 0 && path->length < INFINITY && path->bound <= path->length * (1 + 1e-12));
    for (int32_t k = 0; k < path->piece_count; k++)
        require(is_place(path->pieces[k].from) && is_place(path->pieces[k].to) && path->pieces[k].length >= 0);
}

// And of one without links and wishes.
static void check_path(const asked *a, const wend_path_def *def, bool proper, const wend_path_view *path) {
    check_answer(path);
    if (path->status != WEND_PATH_REACHED || a->linked)
        return;
    require(def->excess > 0 || path->proven);
    require(path->length <= path->bound * (1 + def->excess) * (1 + 1e-9));
    const wend_path_piece *first = path->pieces, *last = &path->pieces[path->piece_count - 1];
    double straight = hypot(last->to[0] - first->from[0], last->to[1] - first->from[1]);
    require(path->length >= straight - lost(a, straight));
    if (proper)
        judge(a, def, path);
}

// Whether the disc stands at both ends as they are, and can go from one to the other.
static bool can_go(const asked *a, const wend_spot *from, const wend_spot *to, double radius) {
    int32_t part = wend_medial_component(a->medial, from, radius);
    return part >= 0 && part == wend_medial_component(a->medial, to, radius);
}

// What can be asked about the path that was found last.
static void ask_along(bytes *b, const asked *a) {
    wend_path_line line;
    wend_path_portals_view portals;
    wend_path_passed_view passed;
    double apart = number_of(next(b));
    wend_result result = wend_search_line(a->search, apart, &line);
    require(apart > 0x1p-20 && apart < 1e12 ? result == WEND_OK : result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    for (int32_t k = 0; result == WEND_OK && k < line.point_count; k++)
        require(is_place(&line.places[3 * (size_t)k]));
    require(wend_search_portals(a->search, &portals) == WEND_OK);
    for (int32_t k = 0; k < portals.count; k++)
        require(is_place(portals.portals[k].free[0]) && is_place(portals.portals[k].free[1]) &&
                portals.portals[k].critical >= 0);
    require(wend_search_passed(a->search, &passed) == WEND_OK);
    for (int32_t k = 0; k < passed.ground_count; k++)
        require(passed.grounds[k].length >= 0);
}

// The same in slices.
static void ask_slices(bytes *b, const asked *a, const wend_spot *from, const wend_spot *to, const wend_path_def *def,
                       double length) {
    wend_path_view path;
    bool done = false;
    int64_t most = next(b) % 8;
    queries++;
    require(wend_search_begin(a->search, from, to, def) == WEND_OK);
    for (int steps = 0; steps < 20 && !done; steps++)
        require(wend_search_step(a->search, most, &done) == WEND_OK);
    require(wend_search_end(a->search, &path) == WEND_OK && path.length == length);
}

static void explain(const asked *a, const wend_spot *from, const wend_spot *to, const wend_path_def *def,
                    wend_result result) {
    fprintf(stderr, "%s: by %d, radius %.17g, excess %.17g, %d:%d,%d to %d:%d,%d%s\n", wend_describe(result),
            (int)def->by, def->radius, def->excess, (int)from->triangle, (int)from->point.x, (int)from->point.y,
            (int)to->triangle, (int)to->point.x, (int)to->point.y,
            is_proper(a, from) && is_proper(a, to) ? "" : ", beside their triangles");
}

static void ask_path(bytes *b, const asked *a) {
    wend_spot from = spot_of(b, a), to = spot_of(b, a);
    wend_path_def def = wend_default_path_def();
    uint8_t more = next(b);
    int32_t area;
    wend_area_cost cost;
    def.radius = number_of(next(b));
    def.excess = more < 32 ? number_of(more) : 0;
    bool wild = more >= 192;
    if (wild)
        add_wishes(b, &def, &area, &cost);
    wend_path_view path, back;
    queries++;
    wend_result result = wend_search_path(a->search, &from, &to, &def, &path);
    if (is_good(&def) && result != WEND_OK)
        explain(a, &from, &to, &def, result);
    require(is_good(&def) ? result == WEND_OK : result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    if (result != WEND_OK)
        return;
    bool proper = is_proper(a, &from) && is_proper(a, &to);
    check_answer(&path);
    if (!wild)
        check_path(a, &def, proper, &path);
    else if (proper && def.by == WEND_PATH_BY_CELLS && path.status == WEND_PATH_REACHED && !a->linked &&
             def.filter.cost_count == 0)
        judge(a, &def, &path);
    double length = path.length;
    bool reached = path.status == WEND_PATH_REACHED, moved = path.moved[0] > 0 || path.moved[1] > 0;
    require(wild || reached || !proper || !can_go(a, &from, &to, def.radius));
    if (more % 4 == 0)
        ask_along(b, a);
    queries++;
    if (more % 4 == 1)
        ask_slices(b, a, &from, &to, &def, length);
    else
        require(wend_search_path(a->search, &from, &to, &def, &path) == WEND_OK && path.length == length);
    queries++;
    require(wend_search_path(a->search, &to, &from, &def, &back) == WEND_OK);
    require(wild || a->linked || back.status == path.status);
    require(wild || a->linked || moved || !proper || def.excess > 0 || fabs(back.length - length) <= lost(a, length));
}

static void ask_nearest(bytes *b, const asked *a) {
    wend_spot from = spot_of(b, a), spots[4];
    for (int k = 0; k < 4; k++)
        spots[k] = spot_of(b, a);
    wend_path_def def = wend_default_path_def();
    def.radius = number_of(next(b));
    double farthest = number_of(next(b));
    int32_t count = next(b) % 5, most = whole_of(next(b)), found;
    const wend_path_goal *goals;
    queries++;
    wend_result result = wend_search_nearest(a->search, &from, spots, count, most, farthest, &def, &goals, &found);
    require(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    wend_path_view path;
    if (result != WEND_OK)
        return;
    require(found >= 0 && found <= count);
    for (int32_t k = 0; k < found; k++)
        require(goals[k].goal >= 0 && goals[k].goal < count && goals[k].length <= farthest &&
                (k == 0 || goals[k].length >= goals[k - 1].length));
    int32_t k = whole_of(next(b));
    result = wend_search_take(a->search, k, &path);
    require((result == WEND_OK) == (k >= 0 && k < found));
    if (result != WEND_OK)
        return;
    int32_t goal = goals[k].goal;
    check_path(a, &def, is_proper(a, &from) && is_proper(a, &spots[goal]), &path);
    double length = path.length;
    require(fabs(goals[k].length - length) <= lost(a, length));
    queries++;
    require(wend_search_path(a->search, &from, &spots[goal], &def, &path) == WEND_OK);
    require(path.status == WEND_PATH_REACHED && fabs(path.length - length) <= lost(a, length));
}

// A step of an agent.
static void ask_step(bytes *b, const asked *a) {
    wend_spot from = spot_of(b, a);
    uint8_t kind = next(b), place = next(b);
    double to[2] = {place / 16, place % 16}, radius = number_of(next(b));
    if (kind % 8 == 0)
        to[kind / 8 % 2] = number_of(place);
    wend_stop stop;
    queries++;
    wend_result result = kind / 16 % 2 == 0 ? wend_search_walk(a->search, &from, to, radius, &stop)
                                            : wend_search_move(a->search, &from, to, radius, &stop);
    bool good = radius >= 0 && radius < 1e12 && is_place(to);
    require(result == WEND_OK || (result == WEND_ERROR_ARGUMENT && !good));
    if (result != WEND_OK)
        return;
    require((unsigned)stop.kind < WEND_STOP_COUNT && wend_stop_kind_name(stop.kind) != NULL);
    require(is_place(stop.place) && is_place(stop.normal) && stop.distance >= 0);
}

static void ask_around(bytes *b, const asked *a) {
    wend_spot spot = spot_of(b, a);
    wend_around_view around;
    queries++;
    wend_result result = wend_search_around(a->search, &spot, number_of(next(b)), &around);
    require(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
}

// A distance map, and what it says of some places beside the paths from there.
static void ask_flow(bytes *b, const asked *a) {
    wend_spot spots[2] = {spot_of(b, a), spot_of(b, a)};
    wend_flow_def def = wend_default_flow_def();
    wend_flow *flow = NULL;
    def.radius = number_of(next(b));
    def.farthest = next(b) % 2 == 0 ? INFINITY : number_of(next(b));
    def.away = next(b) % 2 == 0;
    queries++;
    wend_result result = wend_flow_build(a->search, spots, 2, &def, &flow);
    require(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    for (int k = 0; result == WEND_OK && k < 4; k++) {
        wend_spot from = spot_of(b, a);
        wend_flow_answer answer;
        wend_flow_ask(flow, &from, &answer);
        require(answer.distance >= 0 && is_place(answer.toward));
        wend_path_def asked_def = wend_default_path_def();
        asked_def.radius = def.radius;
        bool fits = is_proper(a, &from) && wend_medial_component(a->medial, &from, def.radius) >= 0;
        double least = INFINITY;
        for (int i = 0; fits && i < 2; i++) {
            wend_path_view path;
            queries++;
            require(wend_search_path(a->search, &from, &spots[i], &asked_def, &path) == WEND_OK);
            least = path.status == WEND_PATH_REACHED ? fmin(least, path.length) : least;
        }
        bool tells = fits && !a->linked && is_proper(a, &spots[0]) && is_proper(a, &spots[1]);
        if (tells && def.farthest == INFINITY && answer.distance != least)
            require(fabs(answer.distance - least) <= lost(a, least));
    }
    wend_flow_destroy(flow);
}

static void ask(bytes *b, const asked *a) {
    while (b->size >= 8)
        switch (next(b) % 16) {
        case 0:
        case 1:
            ask_nearest(b, a);
            break;
        case 2:
            ask_step(b, a);
            break;
        case 3:
            ask_around(b, a);
            break;
        case 4:
            ask_flow(b, a);
            break;
        default:
            ask_path(b, a);
        }
}

// ---------------------------------------------------------------------------------------------------- plans

// Links between places of the grid.
static wend_offlinks *link_places(wend_context *context, bytes *b, const wend_plan *plan) {
    wend_offlink_def links[2];
    for (int k = 0; k < 2; k++) {
        uint8_t place[4] = {next(b), next(b), next(b), next(b)}, more = next(b);
        links[k] = wend_default_offlink_def();
        for (int i = 0; i < 2; i++) {
            const uint8_t *from = &place[more % 2 == 0 ? 0 : i], *to = &place[more % 2 == 0 ? 2 : 2 + i];
            memcpy(links[k].from[i], (double[]){*from / 16, *from % 16, 0}, sizeof links[k].from[i]);
            memcpy(links[k].to[i], (double[]){*to / 16, *to % 16, 0}, sizeof links[k].to[i]);
        }
        links[k].both_ways = more / 2 % 2 == 0;
        links[k].cost = more / 4 % 2 == 0 ? 0 : more / 8.0;
        links[k].tags = more / 8;
        links[k].kind = (wend_offlink_kind)(more / 16 % WEND_OFFLINK_KIND_COUNT);
    }
    wend_offlinks *made = NULL;
    wend_offlinks_def def = {.links = links, .count = 2, .snap = 1};
    require(wend_offlinks_build(context, plan, NULL, &def, &made, NULL) == WEND_OK);
    return made;
}

static void search_plan(wend_context *context, bytes *b, const wend_plan *plan, int32_t sides, uint8_t with) {
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_cells *cells = NULL;
    wend_landmarks *landmarks = NULL;
    wend_offlinks *links = NULL;
    asked a = {.plan = plan, .linked = with % 4 == 0};
    require(wend_medial_build(context, plan, NULL, &medial, NULL) == WEND_OK);
    require(wend_cells_build(context, plan, NULL, &cells, NULL) == WEND_OK);
    require(wend_roads_build(context, medial, &(wend_roads_def){.sides = sides}, &roads, NULL) == WEND_OK);
    require(with / 4 % 2 == 0 || wend_landmarks_build(context, roads, 1 + with / 8 % 4, &landmarks, NULL) == WEND_OK);
    if (a.linked)
        links = link_places(context, b, plan);
    wend_search_def def = {.roads = roads, .cells = cells, .landmarks = landmarks, .offlinks = links};
    require(wend_search_create_on(context, &def, &a.search) == WEND_OK);
    a.medial = medial;
    a.extent = wend_plan_look(plan).lattice.step * 0x1p26;
    ask(b, &a);
    wend_search_destroy(a.search);
    wend_offlinks_destroy(links);
    wend_landmarks_destroy(landmarks);
    wend_roads_destroy(roads);
    wend_cells_destroy(cells);
    wend_medial_destroy(medial);
}

static void build_and_ask(wend_context *context, bytes *b) {
    wend_inside_rule rule = (wend_inside_rule)(next(b) % 3);
    wend_plan_def def = {.lattice = next(b) % 4 == 0 ? 1 : 0, .unit = 1};
    int32_t sides = 3 + next(b) % 14;
    uint8_t with = next(b);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    require(wend_drawing_create(context, rule, &drawing) == WEND_OK);
    draw(b, drawing, NULL);
    wend_plan_build(context, drawing, &def, &plan, NULL);
    wend_drawing_destroy(drawing);
    if (plan != NULL)
        search_plan(context, b, plan, sides, with);
    wend_plan_destroy(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool tells = false;
    if (!tells)
        atexit(tell);
    tells = true;
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    require(wend_context_create(&def, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    build_and_ask(context, &(bytes){data, size});
    require(wend_bytes_now(context) == before);
    wend_context_destroy(context);
    return 0;
}
