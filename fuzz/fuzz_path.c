// Searches over plans of any drawing. The bytes say the rule, the lattice, how the roads are made, and shapes on a
// small grid (bytes.h); after that, queries: ends in places of the grid, in corners, on walls, or anything that fits
// into a spot; radii and all other numbers from a list of good, bad and monstrous ones. What is asked rightly must be
// answered, the answer must be a path of a disc (test/path_judge.h), as long on the way back and the same once more;
// whether there is one is what the medial axis says. What is asked wrongly must be refused.
//
// It says at its end how many queries that were.
#include "bytes.h"

#include <wend/geom.h>
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
    return def->radius >= 0 && def->radius < 1e12 && def->excess >= 0 && def->excess < 1e12;
}

// ---------------------------------------------------------------------------------------------------- what is answered

// What a length may be off by rounding.
static double lost(const asked *a, double length) {
    return 1e-9 * length + 1e-12 * a->extent;
}

static bool is_place(const double place[2]) {
    return isfinite(place[0]) && isfinite(place[1]);
}

static void check_path(const asked *a, const wend_path_def *def, bool proper, const wend_path_view *path) {
    require(path->status >= 0 && path->status < WEND_PATH_STATUS_COUNT && path->reason < WEND_PATH_REASON_COUNT);
    require((path->status == WEND_PATH_REACHED) == (path->reason == WEND_PATH_NO_REASON));
    require((path->status == WEND_PATH_REACHED) == (path->piece_count > 0));
    require(wend_path_status_name(path->status)[0] != 0);
    require(path->length >= 0 && path->length < INFINITY && path->bound <= path->length * (1 + 1e-12));
    if (path->status != WEND_PATH_REACHED)
        return;
    require(def->excess > 0 || path->proven);
    require(path->length <= path->bound * (1 + def->excess) * (1 + 1e-9));
    const wend_path_piece *first = path->pieces, *last = &path->pieces[path->piece_count - 1];
    require(is_place(first->from) && is_place(last->to));
    double straight = hypot(last->to[0] - first->from[0], last->to[1] - first->from[1]);
    require(path->length >= straight - lost(a, straight));
    double slack = 1e-5 * (1 + a->extent / 1000);
    if (!proper || (def->radius > 0 && def->radius < 4 * slack)) // the judge allows as much as that
        return;
    path_verdict verdict = path_judge(a->plan, def->radius, slack, path);
    if (verdict.wrong != NULL)
        fprintf(stderr, "%s: piece %d, %g; radius %.17g, from %d:%d,%d to %d:%d,%d\n", verdict.wrong,
                (int)verdict.piece, verdict.measured, def->radius, (int)path->ends[0].triangle,
                (int)path->ends[0].point.x, (int)path->ends[0].point.y, (int)path->ends[1].triangle,
                (int)path->ends[1].point.x, (int)path->ends[1].point.y);
    require(verdict.wrong == NULL);
}

// Whether the disc stands at both ends as they are, and can go from one to the other.
static bool can_go(const asked *a, const wend_spot *from, const wend_spot *to, double radius) {
    int32_t part = wend_medial_component(a->medial, from, radius);
    return part >= 0 && part == wend_medial_component(a->medial, to, radius);
}

static void ask_path(bytes *b, const asked *a) {
    wend_spot from = spot_of(b, a), to = spot_of(b, a);
    wend_path_def def = wend_default_path_def();
    uint8_t more = next(b);
    def.radius = number_of(next(b));
    def.excess = more < 32 ? number_of(more) : 0;
    wend_path_view path, back;
    queries++;
    wend_result result = wend_search_path(a->search, &from, &to, &def, &path);
    if (is_good(&def) && result != WEND_OK)
        fprintf(stderr, "%s: radius %.17g, excess %.17g, %d:%d,%d to %d:%d,%d%s\n", wend_describe(result), def.radius,
                def.excess, (int)from.triangle, (int)from.point.x, (int)from.point.y, (int)to.triangle, (int)to.point.x,
                (int)to.point.y, is_proper(a, &from) && is_proper(a, &to) ? "" : ", beside their triangles");
    require(is_good(&def) ? result == WEND_OK : result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    if (result != WEND_OK)
        return;
    bool proper = is_proper(a, &from) && is_proper(a, &to);
    check_path(a, &def, proper, &path);
    double length = path.length;
    bool reached = path.status == WEND_PATH_REACHED, moved = path.moved[0] > 0 || path.moved[1] > 0;
    require(reached || !proper || !can_go(a, &from, &to, def.radius));
    if (more % 4 == 0 && reached) {
        wend_path_line line;
        double apart = number_of(next(b));
        result = wend_search_line(a->search, apart, &line);
        require(apart > 0x1p-20 && apart < 1e12 ? result == WEND_OK
                                                : result == WEND_OK || result == WEND_ERROR_ARGUMENT);
        for (int32_t k = 0; result == WEND_OK && k < line.point_count; k++)
            require(is_place(&line.places[3 * (size_t)k]));
    }
    queries++;
    require(wend_search_path(a->search, &to, &from, &def, &back) == WEND_OK);
    require(back.status == path.status);
    require(moved || !proper || def.excess > 0 || fabs(back.length - length) <= lost(a, length));
    queries++;
    require(wend_search_path(a->search, &from, &to, &def, &back) == WEND_OK && back.length == length);
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

static void ask(bytes *b, const asked *a) {
    while (b->size >= 8)
        if (next(b) % 8 == 0)
            ask_nearest(b, a);
        else
            ask_path(b, a);
}

// ---------------------------------------------------------------------------------------------------- plans

static void search_plan(wend_context *context, bytes *b, const wend_plan *plan, int32_t sides) {
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    asked a = {.plan = plan};
    require(wend_medial_build(context, plan, NULL, &medial, NULL) == WEND_OK);
    require(wend_roads_build(context, medial, &(wend_roads_def){.sides = sides}, &roads, NULL) == WEND_OK);
    require(wend_search_create_on(context, &(wend_search_def){.roads = roads}, &a.search) == WEND_OK);
    a.medial = medial;
    a.extent = wend_plan_look(plan).lattice.step * 0x1p26;
    ask(b, &a);
    wend_search_destroy(a.search);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
}

static void build_and_ask(wend_context *context, bytes *b) {
    wend_inside_rule rule = (wend_inside_rule)(next(b) % 3);
    wend_plan_def def = {.lattice = next(b) % 4 == 0 ? 1 : 0, .unit = 1};
    int32_t sides = 3 + next(b) % 14;
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    require(wend_drawing_create(context, rule, &drawing) == WEND_OK);
    draw(b, drawing, NULL);
    wend_plan_build(context, drawing, &def, &plan, NULL);
    wend_drawing_destroy(drawing);
    if (plan != NULL)
        search_plan(context, b, plan, sides);
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
