// Drops and links made by hand on the way: searches with them against searches over the floor alone, put together by
// brute force.
//
// Floor plans of ten families, plans whose floors overlap and scenes of boxes with drops get random links made by hand:
// places and edges, one way and both, cheap and dear, of all kinds and tags. The shortest way is that of Dijkstra's
// method over the ends of all passages, between which one goes over the floor alone. Each answer is judged part by part.
//
//     test_path_links [--queries N]     N queries (6000)
#include <wend/path.h>
#include <wend/pipeline.h>

#include "linked.h"
#include "path_judge.h"
#include "path_plans.h"

#include "base/random.h"
#include "path/search.h"

#include <math.h>

enum { PASSAGES = 40, NOT = 0, ALLOWED = 1, ANY = 2 };

typedef struct world {
    const wend_plan *plan;
    wend_plan_view view;
    wend_offlinks *offlinks;
    wend_medial *medial;
    wend_roads *roads;
    wend_search *full, *bare; // with and without passages
    const char *name;
    // At the present radius and filter:
    wend_path_def def;
    int32_t count;                   // of passages, at most
    double cost[PASSAGES];           // INFINITY where the disc does not stand
    bool allowed[PASSAGES];          // by the filter
    double over[PASSAGES][PASSAGES]; // from the exit of one to the entrance of another
    double wanted[3];                // the length: over the floor alone, with what is allowed, with any passage
} world;

static long queries, reached, linked, forbidden, dropped, narrower, apart;

// ---------------------------------------------------------------------------------------------------- links at random

static void choose_end(const world *w, uint64_t *state, double end[2][3]) {
    for (int k = 0; k < 2; k++) {
        wend_spot spot;
        wend_plan_ground ground;
        path_plans_end(w->plan, state, &spot);
        wend_plan_find_ground(w->plan, &spot, &ground);
        memcpy(end[k], ground.place, sizeof end[k]);
    }
    if (wend_random_below(state, 2) == 0) {
        memcpy(end[1], end[0], sizeof end[0]);
    } else { // a short edge has better chances to stay on the floor
        double share = wend_random_unit(state) * 0.3;
        for (int i = 0; i < 3; i++)
            end[1][i] = end[0][i] + share * (end[1][i] - end[0][i]);
    }
}

static bool add_links(world *w, uint64_t *state) {
    wend_offlink_def links[8];
    int32_t count = 1 + (int32_t)wend_random_below(state, 8);
    for (int32_t k = 0; k < count; k++) {
        links[k] = wend_default_offlink_def();
        choose_end(w, state, links[k].from);
        choose_end(w, state, links[k].to);
        if (k > 0 && wend_random_below(state, 3) == 0) // in a chain
            memcpy(links[k].from, links[k - 1].to, sizeof links[k].from);
        links[k].kind = (wend_offlink_kind)wend_random_below(state, WEND_OFFLINK_KIND_COUNT);
        links[k].both_ways = wend_random_below(state, 2) == 0;
        links[k].tags = 1u << wend_random_below(state, 4);
        links[k].cost = wend_random_below(state, 3) == 0 ? 0 : 0.01 + 5 * wend_random_unit(state);
    }
    wend_offlinks_def def = wend_default_offlinks_def();
    def.links = links;
    def.count = count;
    return CHECK(wend_offlinks_build(context, w->plan, NULL, &def, &w->offlinks, report) == WEND_OK);
}

// The search with passages, which knows landmarks in most worlds.
static bool make_full(world *w) {
    wend_landmarks *landmarks = NULL;
    static uint32_t made;
    int32_t count = (int32_t)(made++ % 3);
    if (count > 0 && !CHECK(wend_landmarks_build(context, w->roads, count, &landmarks, report) == WEND_OK))
        return false;
    wend_search_def def = {.roads = w->roads, .offlinks = w->offlinks, .landmarks = landmarks};
    bool good = CHECK(wend_search_create_on(context, &def, &w->full) == WEND_OK);
    wend_landmarks_destroy(landmarks);
    return good;
}

static bool world_make(world *w, const wend_plan *plan, const char *name, bool hand_made, uint64_t *state) {
    *w = (world){.plan = plan, .view = wend_plan_look(plan), .name = name, .def = wend_default_path_def()};
    if ((hand_made && !add_links(w, state)) ||
        !CHECK(wend_medial_build(context, plan, NULL, &w->medial, report) == WEND_OK) ||
        !CHECK(wend_roads_build(context, w->medial, NULL, &w->roads, report) == WEND_OK) || !make_full(w) ||
        !CHECK(wend_search_create_on(context, &(wend_search_def){.roads = w->roads}, &w->bare) == WEND_OK))
        return false;
    // Few enough for brute force: the first ones. The others lead nowhere.
    for (int64_t k = PASSAGES; k < w->full->passages.count; k++)
        w->full->of_points.pairs.data[k].to = w->full->of_points.pairs.data[k].from;
    w->full->passages.count = w->full->passages.count < PASSAGES ? w->full->passages.count : PASSAGES;
    w->bare->passages.count = 0;
    w->count = (int32_t)w->full->passages.count;
    return true;
}

static void world_free(world *w) {
    wend_search_destroy(w->full);
    wend_search_destroy(w->bare);
    wend_roads_destroy(w->roads);
    wend_medial_destroy(w->medial);
    wend_offlinks_destroy(w->offlinks);
}

// ---------------------------------------------------------------------------------------------------- brute force

static double floor_length(world *w, const wend_spot *from, const wend_spot *to, double radius) {
    wend_path_view path;
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    if (!CHECK(wend_search_path(w->bare, from, to, &def, &path) == WEND_OK) || path.status != WEND_PATH_REACHED)
        return INFINITY;
    return path.length;
}

// Where the disc stands for a spot. False where it does not.
static bool stand_place(world *w, const wend_spot *spot, double place[2]) {
    wend_path_view path;
    if (!CHECK(wend_search_path(w->bare, spot, spot, &w->def, &path) == WEND_OK) || path.status != WEND_PATH_REACHED)
        return false;
    memcpy(place, path.pieces[0].from, 2 * sizeof *place);
    return true;
}

static bool is_allowed(const wend_path_filter *filter, const wend_passage *p) {
    return (filter->forbid_tags & p->tags) == 0 &&
           (filter->forbid_links & (p->drop >= 0 ? WEND_PATH_DROPS : p->kind)) == 0;
}

static void measure_passages(world *w) {
    const wend_passage *p = w->full->passages.data;
    for (int32_t i = 0; i < w->count; i++) {
        double from[2], to[2], metres = w->view.unit;
        w->cost[i] = INFINITY;
        w->allowed[i] = is_allowed(&w->def.filter, &p[i]);
        if (stand_place(w, &p[i].from, from) && stand_place(w, &p[i].to, to))
            w->cost[i] =
                p[i].drop < 0
                    ? p[i].cost
                    : metres * sqrt((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1]));
        for (int32_t j = 0; j < w->count; j++)
            w->over[i][j] = floor_length(w, &p[i].to, &p[j].from, w->def.radius);
    }
}

static double with_passages(world *w, const double begin[PASSAGES], const double end[PASSAGES], double floor,
                            bool all) {
    double at[PASSAGES]; // at the exit
    bool done[PASSAGES] = {false};
    for (int32_t i = 0; i < w->count; i++)
        at[i] = all || w->allowed[i] ? begin[i] + w->cost[i] : INFINITY;
    for (;;) {
        int32_t next = -1;
        for (int32_t i = 0; i < w->count; i++)
            if (!done[i] && at[i] < INFINITY && (next < 0 || at[i] < at[next]))
                next = i;
        if (next < 0)
            break;
        done[next] = true;
        floor = fmin(floor, at[next] + end[next]);
        for (int32_t i = 0; i < w->count; i++)
            if (all || w->allowed[i])
                at[i] = fmin(at[i], at[next] + w->over[next][i] + w->cost[i]);
    }
    return floor;
}

static void measure_query(world *w, const wend_spot *from, const wend_spot *to) {
    double begin[PASSAGES], end[PASSAGES], floor = floor_length(w, from, to, w->def.radius);
    for (int32_t i = 0; i < w->count; i++) {
        begin[i] = floor_length(w, from, &w->full->passages.data[i].from, w->def.radius);
        end[i] = floor_length(w, &w->full->passages.data[i].to, to, w->def.radius);
    }
    w->wanted[NOT] = floor;
    w->wanted[ALLOWED] = with_passages(w, begin, end, floor, false);
    w->wanted[ANY] = with_passages(w, begin, end, floor, true);
}

// Whether a point can go there, with any passage.
static bool points_get_there(const world *w, int32_t from, int32_t to) {
    const int32_t *component = w->view.triangle_component;
    bool at[PASSAGES] = {false};
    if (component[from] == component[to])
        return true;
    for (int32_t round = 0; round <= w->count; round++)
        for (int32_t i = 0; i < w->count; i++) {
            int32_t begin = component[w->full->passages.data[i].from.triangle];
            at[i] |= begin == component[from];
            for (int32_t j = 0; j < w->count; j++)
                at[i] |= at[j] && component[w->full->passages.data[j].to.triangle] == begin;
        }
    for (int32_t i = 0; i < w->count; i++)
        if (at[i] && component[w->full->passages.data[i].to.triangle] == component[to])
            return true;
    return false;
}

// ---------------------------------------------------------------------------------------------------- judging

// Pieces between links, as a path of their own.
static void judge_part(world *w, const wend_path_view *path, int32_t first, int32_t end, wend_spot from, wend_spot to) {
    path_judged_piece pieces[500];
    double length = 0;
    if (end == first || end - first > 500)
        return;
    for (int32_t k = first; k < end; k++) {
        const wend_path_piece *p = &path->pieces[k];
        pieces[k - first] = (path_judged_piece){{p->from[0], p->from[1]},
                                                {p->to[0], p->to[1]},
                                                {p->centre[0], p->centre[1]},
                                                p->length,
                                                p->side,
                                                p->vertex,
                                                p->triangle};
        length += p->length;
    }
    path_judged part = {.length = length,
                        .bound = length,
                        .ends = {from, to},
                        .moved = {1, 1},
                        .piece_count = end - first,
                        .pieces = pieces};
    path_verdict verdict = path_judge_pieces(w->plan, w->def.radius, 1e-5, &part);
    CHECK_MESSAGE(verdict.wrong == NULL, "%s, radius %.17g: %s, piece %d (%.17g)", w->name, w->def.radius,
                  verdict.wrong, first + verdict.piece, verdict.measured);
}

static void judge_links(world *w, const wend_path_view *path) {
    double sum = 0, join = 1e-6;
    int32_t first = 0, links = 0;
    wend_spot begin_spot = path->ends[0];
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *p = &path->pieces[k];
        sum += p->length;
        if (k > 0)
            CHECK(fabs(p->from[0] - path->pieces[k - 1].to[0]) < join &&
                  fabs(p->from[1] - path->pieces[k - 1].to[1]) < join);
        if (p->link < 0)
            continue;
        CHECK_INT(p->link, links);
        int32_t passage = w->full->links_taken.data[links++];
        judge_part(w, path, first, k, begin_spot, w->full->passages.data[passage].stands[0]);
        begin_spot = w->full->passages.data[passage].stands[1];
        first = k + 1;
        double from[2], to[2];
        CHECK(w->allowed[passage] && fabs(p->length - w->cost[passage]) <= 1e-9 * (p->length + 1));
        if (CHECK(stand_place(w, &w->full->passages.data[passage].from, from)) &&
            CHECK(stand_place(w, &w->full->passages.data[passage].to, to)))
            CHECK(from[0] == p->from[0] && from[1] == p->from[1] && to[0] == p->to[0] && to[1] == p->to[1]);
        dropped += w->full->passages.data[passage].drop >= 0;
    }
    judge_part(w, path, first, path->piece_count, begin_spot, path->ends[1]);
    CHECK(fabs(sum - path->length) <= 1e-8 * (sum + 1));
    linked += links > 0;
}

static void judge_line(world *w, const wend_path_view *path) {
    wend_path_line line;
    if (!CHECK(wend_search_line(w->full, 0.01, &line) == WEND_OK) ||
        !CHECK(line.point_count >= (path->length > 0 ? 2 : 1)))
        return;
    double straight = 0;
    for (int32_t k = 0; k < path->piece_count; k++)
        straight += path->pieces[k].link < 0 ? path->pieces[k].length : 0;
    CHECK(line.length >= straight * 0.98 - 0.1);
    for (int32_t k = 1; k < line.point_count; k++)
        CHECK(line.pieces[k] >= line.pieces[k - 1] && line.pieces[k] < path->piece_count);
}

static wend_path_reason reason_wanted(world *w, const wend_spot *from, const wend_spot *to) {
    double place[2];
    if (!stand_place(w, from, place))
        return WEND_PATH_FROM_TOO_NARROW;
    if (!stand_place(w, to, place))
        return WEND_PATH_TO_TOO_NARROW;
    if (w->wanted[ALLOWED] < INFINITY)
        return WEND_PATH_NO_REASON;
    if (w->wanted[ANY] < INFINITY)
        return WEND_PATH_FORBIDDEN;
    return points_get_there(w, from->triangle, to->triangle) ? WEND_PATH_TOO_NARROW : WEND_PATH_DISCONNECTED;
}

// What it is said to pass: its links, and the floor between them.
static void judge_passed(world *w, const wend_path_view *path) {
    wend_path_passed_view passed;
    if (!CHECK(wend_search_passed(w->full, &passed) == WEND_OK))
        return;
    double along = 0, floor = 0;
    int32_t links = 0;
    for (int32_t k = 0; k < path->piece_count; k++) {
        if (path->pieces[k].link >= 0 && CHECK(links < passed.link_count)) {
            const wend_path_link *l = &passed.links[links++];
            const wend_passage *p = &w->full->passages.data[w->full->links_taken.data[path->pieces[k].link]];
            CHECK(l->piece == k && fabs(l->along - along) <= 1e-9 * (1 + along) && l->cost == path->pieces[k].length);
            CHECK(l->offlink == p->offlink && l->drop == p->drop && l->back == p->back);
        }
        along += path->pieces[k].length;
        floor += path->pieces[k].link < 0 ? path->pieces[k].length : 0;
    }
    CHECK(links == passed.link_count);
    for (int32_t k = 0; k < passed.ground_count; k++)
        floor -= passed.grounds[k].length;
    CHECK_MESSAGE(fabs(floor) <= 1e-9 * (1 + along), "%s: %.12g of the floor is in no area", w->name, floor);
}

static void ask(world *w, const wend_spot *from, const wend_spot *to) {
    wend_path_view path;
    measure_query(w, from, to);
    wend_path_reason reason = reason_wanted(w, from, to);
    w->def.excess = 0;
    if (!CHECK(wend_search_path(w->full, from, to, &w->def, &path) == WEND_OK))
        return;
    queries++;
    CHECK_MESSAGE(path.reason == reason, "%s, radius %.17g: %s, expected %s (%.12g, %.12g)", w->name, w->def.radius,
                  wend_path_reason_name(path.reason), wend_path_reason_name(reason), path.length, w->wanted[ALLOWED]);
    forbidden += reason == WEND_PATH_FORBIDDEN;
    narrower += reason == WEND_PATH_TOO_NARROW;
    apart += reason == WEND_PATH_DISCONNECTED;
    if (path.status != WEND_PATH_REACHED)
        return;
    reached++;
    CHECK_MESSAGE(fabs(path.length - w->wanted[ALLOWED]) <= 1e-9 * (w->wanted[ALLOWED] + 1) && path.proven,
                  "%s, radius %.17g: %.12g, expected %.12g, over the floor %.12g", w->name, w->def.radius, path.length,
                  w->wanted[ALLOWED], w->wanted[NOT]);
    judge_line(w, &path);
    judge_links(w, &path);
    judge_passed(w, &path);
    double length = path.length;
    const wend_path_goal *goals;
    int32_t count;
    wend_spot spots[3] = {*to, *from, *to};
    if (CHECK(wend_search_nearest(w->full, from, spots, 3, 3, INFINITY, &w->def, &goals, &count) == WEND_OK) &&
        CHECK(count == 3)) {
        CHECK(goals[0].length == 0 && fabs(goals[2].length - length) <= 1e-9 * (length + 1));
        if (CHECK(wend_search_take(w->full, 2, &path) == WEND_OK))
            judge_links(w, &path);
    }
    w->def.excess = 0.1 * (double)(queries % 4);
    if (CHECK(wend_search_path(w->full, from, to, &w->def, &path) == WEND_OK) &&
        CHECK(path.status == WEND_PATH_REACHED))
        CHECK(path.length <= length * (1 + w->def.excess) * (1 + 1e-9) && path.bound <= length * (1 + 1e-9) &&
              path.length >= length * (1 - 1e-9));
}

static void ask_world(world *w, const double radii[PATH_RADII], int each, uint64_t *state) {
    for (int r = 0; r < PATH_RADII; r++)
        for (int turn = 0; turn < 2; turn++) {
            w->def.radius = radii[r];
            w->def.filter = (wend_path_filter){0};
            if (turn == 1) {
                w->def.filter.forbid_tags = (uint32_t)wend_random_below(state, 16);
                w->def.filter.forbid_links = (uint32_t)wend_random_below(state, 1u << WEND_OFFLINK_KIND_COUNT);
                w->def.filter.forbid_links |= wend_random_below(state, 4) == 0 ? WEND_PATH_DROPS : 0;
            }
            measure_passages(w);
            for (int k = 0; k < each; k++) {
                wend_spot from, to;
                path_plans_end(w->plan, state, &from);
                path_plans_end(w->plan, state, &to);
                if (w->count > 0 && wend_random_below(state, 6) == 0) // exactly at links
                    from = w->full->passages.data[wend_random_below(state, (uint64_t)w->count)].to;
                if (w->count > 0 && wend_random_below(state, 6) == 0)
                    to = w->full->passages.data[wend_random_below(state, (uint64_t)w->count)].from;
                ask(w, &from, &to);
            }
        }
}

// Each place of a drop: a ledge, and lower floor a tenth of a metre beyond.
static void check_drops(world *w, const wend_agent *agent) {
    for (int64_t k = 0; k < w->full->passages.count; k++) {
        const wend_passage *p = &w->full->passages.data[k];
        if (p->drop < 0)
            continue;
        wend_plan_ground from, to;
        wend_plan_find_ground(w->plan, &p->from, &from);
        wend_plan_find_ground(w->plan, &p->to, &to);
        double deep = from.place[2] - to.place[2], x = from.place[0] - to.place[0], y = from.place[1] - to.place[1];
        CHECK_MESSAGE(deep > agent->step - 0.01 && deep < agent->drop + 0.01, "a drop of %g m", deep);
        CHECK_MESSAGE(fabs(sqrt(x * x + y * y) - 0.1) < 0.03, "%g m beyond its ledge", sqrt(x * x + y * y));
        wend_medial_near near;
        wend_medial_clearance(w->medial, &p->from, &near);
        CHECK_MESSAGE(near.clearance < 0.025, "it starts %g m off its ledge", near.clearance);
    }
}

static void ask_plan(const wend_plan *plan, const char *name, bool hand_made, const double radii[PATH_RADII], int each,
                     const wend_agent *agent, uint64_t *state) {
    world *w = malloc(sizeof *w);
    if (w != NULL && world_make(w, plan, name, hand_made, state)) {
        if (agent != NULL)
            check_drops(w, agent);
        ask_world(w, radii, each, state);
    }
    world_free(w);
    free(w);
}

static void print(const char *what) {
    printf("%s: %ld queries, %ld reached, %ld over links, %ld drops taken; %ld forbidden, %ld too narrow, %ld apart\n",
           what, queries, reached, linked, dropped, forbidden, narrower, apart);
}

// ---------------------------------------------------------------------------------------------------- tests

TEST(links_made_by_hand_on_floor_plans) {
    open_context_with(1);
    long wanted = check_cases("queries", 4000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    for (int32_t family = 0; queries < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            ask_plan(plan, path_plans_name(family), true, radii, 6, NULL, &state);
        wend_plan_destroy(plan);
    }
    print("floor plans");
    CHECK(linked > queries / 10 && forbidden > 0);
}

TEST(links_made_by_hand_on_overlapping_floors) {
    open_context_with(1);
    uint64_t state = (uint64_t)check_option("seed", 1);
    int each = (int)(check_cases("queries", 4000) / 600) + 1;
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK(scene != NULL))
            ask_plan(path_scenes_look(scene), path_scenes_name(k), true, radii, each, NULL, &state);
        path_scenes_free(scene);
    }
    print("overlapping floors");
}

// Boxes on a floor, high enough to drop from, some with steps up to them.
static wend_scene *strew(uint64_t *state) {
    wend_scene *scene = begin();
    floor_at(scene, -8, -8, 8, 8, 0);
    int count = 3 + (int)wend_random_below(state, 6);
    for (int k = 0; k < count; k++) {
        double x = wend_random_unit(state) * 12 - 8, y = wend_random_unit(state) * 12 - 8;
        double width = 1 + 3 * wend_random_unit(state), depth = 1 + 3 * wend_random_unit(state);
        double z = 0.5 + (double)wend_random_below(state, 4) * 0.5;
        if (wend_random_below(state, 3) > 0)
            box(scene, x, y, x + width, y + depth, 0, z);
        else
            floor_at(scene, x, y, x + width, y + depth, z + 1.5);
        for (int s = 1; k % 2 == 0 && 0.25 * s < z; s++)
            box(scene, x + width, y + 0.3 * s, x + width + 1.5, y + 0.3 * s + 0.3, 0, 0.25 * s);
    }
    return scene;
}

TEST(drops_lead_down) {
    open_context_with(1);
    uint64_t state = (uint64_t)check_option("seed", 1);
    int cases = (int)(check_cases("queries", 4000) / 100) + 1;
    static const double radii[PATH_RADII] = {0, 0.2, 0.4};
    for (int k = 0; k < cases; k++) {
        wend_scene *scene = strew(&state);
        wend_build_def def = wend_default_build_def();
        wend_nav *nav = NULL;
        def.agent.drop = 2 + (k % 3);
        if (CHECK(wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_OK))
            ask_plan(wend_nav_plan(nav), "boxes", k % 2 == 1, radii, 4, &def.agent, &state);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
    print("scenes with drops");
    CHECK(dropped > cases);
    close_context();
}

CHECK_MAIN()
