// Crowds as objects: ids, goals, states and events, what is refused, versions of the nav, and the same bits for any
// number of threads. Walls and neighbours are judged in test_crowd_walls.c.
#include "shared_context.h"

#include <wend/crowd.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

#include <math.h>

// Two rooms of 6 x 6 m joined by a passage 6 m long and so wide in the middle; with a wall across it if asked for.
static wend_nav *build_rooms(wend_context *own, double width, bool closed) {
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    double low = 3 - width / 2, high = 3 + width / 2;
    double outer[] = {0, 0, 6, 0, 6, low, 12, low, 12, 0, 18, 0, 18, 6, 12, 6, 12, high, 6, high, 6, 6, 0, 6};
    double wall[] = {9, 0, 9, 6};
    if (wend_drawing_create(own, WEND_INSIDE_RINGS, &drawing) != WEND_OK)
        return NULL;
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, outer, 12) == WEND_OK);
    if (closed)
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_WALL, 0, wall, 2) == WEND_OK);
    CHECK(wend_build_drawing(own, drawing, NULL, &nav, NULL, NULL) == WEND_OK);
    wend_drawing_destroy(drawing);
    return nav;
}

static wend_spot spot_at(const wend_nav *nav, double x, double y) {
    wend_spot spot;
    wend_plan_locate(wend_nav_plan(nav), (double[]){x, y}, 0, &spot);
    return spot;
}

static wend_agent_id add(wend_crowd *crowd, const wend_nav *nav, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    wend_agent_id id;
    def.at = spot_at(nav, x, y);
    CHECK(wend_crowd_add(crowd, &def, &id, report) == WEND_OK);
    return id;
}

static void send(wend_crowd *crowd, const wend_nav *nav, wend_agent_id id, double x, double y) {
    wend_crowd_goal goal = wend_default_crowd_goal();
    goal.at = spot_at(nav, x, y);
    CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_OK);
}

static wend_agent_view ask(const wend_crowd *crowd, wend_agent_id id) {
    wend_agent_view view;
    CHECK(wend_crowd_ask(crowd, id, &view) == WEND_OK);
    return view;
}

static void step(wend_crowd *crowd, int count) {
    for (int k = 0; k < count; k++)
        CHECK(wend_crowd_step(crowd) == WEND_OK);
}

static wend_crowd *create(const wend_nav *nav, const wend_crowd_def *def) {
    wend_crowd *crowd = NULL;
    CHECK(wend_crowd_create(context, nav, def, &crowd, report) == WEND_OK);
    return crowd;
}

// ---------------------------------------------------------------------------------------------------- one agent

TEST(one_walks_to_its_goal_in_the_time_that_it_takes) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    for (int model = 0; model < WEND_CROWD_MODEL_COUNT; model++) {
        wend_crowd_def def = wend_default_crowd_def();
        def.model = (wend_crowd_model)model;
        wend_crowd *crowd = create(nav, &def);
        wend_agent_id id = add(crowd, nav, 1, 3);
        send(crowd, nav, id, 17, 3);
        CHECK_INT(ask(crowd, id).state, WEND_AGENT_PLANS);
        wend_crowd_view view = {0};
        int count = 0;
        for (; count < 600 && view.event_count == 0; count++) {
            step(crowd, 1);
            CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
        }
        REQUIRE(view.event_count == 1);
        CHECK(view.events[0].id.index == id.index && view.events[0].goal == 0 && !view.events[0].left);
        double alone = (16 - 0.3) / 1.34, took = view.events[0].seconds;
        CHECK_MESSAGE(took > alone - 0.1 && took < 1.08 * alone + 0.5, "%s took %.2f s, alone %.2f s",
                      wend_crowd_model_name(def.model), took, alone);
        CHECK(fabs(view.events[0].walked - 15.7) < 0.3);
        CHECK_INT(ask(crowd, id).state, WEND_AGENT_ARRIVED);
        wend_agent_view before = ask(crowd, id);
        step(crowd, 40);
        CHECK(before.at.point.x == ask(crowd, id).at.point.x); // and stays
        wend_crowd_destroy(crowd);
    }
    wend_nav_destroy(nav);
}

TEST(goals_are_reached_in_order_with_pauses) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    wend_agent_id id = add(crowd, nav, 1, 3);
    wend_crowd_goal goals[3];
    double x[3] = {4, 14, 16};
    for (int k = 0; k < 3; k++) {
        goals[k] = wend_default_crowd_goal();
        goals[k].at = spot_at(nav, x[k], 3);
    }
    goals[1].wait = 3;
    goals[2].leave = true;
    CHECK(wend_crowd_send(crowd, id, goals, 3) == WEND_OK);
    double came[3] = {0};
    int next = 0;
    bool left = false;
    for (int k = 0; k < 800 && !left; k++) {
        wend_crowd_view view;
        step(crowd, 1);
        CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
        for (int e = 0; e < view.event_count; e++) {
            if (view.events[e].left) {
                left = true;
                CHECK_INT(view.count, 0);
                continue;
            }
            CHECK_INT(view.events[e].goal, next);
            came[next++] = view.events[e].seconds;
        }
    }
    CHECK(left && next == 3);
    CHECK(came[1] - came[0] > 9.4 / 1.34 && came[1] - came[0] < 10.6 / 1.34 + 1);
    CHECK(came[2] - came[1] > 3 + 1.4 / 1.34 && came[2] - came[1] < 3 + 2.6 / 1.34 + 1);
    wend_agent_view gone;
    CHECK(wend_crowd_ask(crowd, id, &gone) == WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

TEST(exits_are_lines) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    for (int k = 0; k < 20; k++) {
        wend_agent_id id = add(crowd, nav, 1 + k % 5, 1 + k / 5);
        wend_crowd_goal goal = wend_default_crowd_goal();
        goal.at = spot_at(nav, 17, 0.5);
        goal.line = true;
        goal.to[0] = 17;
        goal.to[1] = 5.5;
        goal.leave = true;
        CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_OK);
    }
    wend_crowd_view view;
    for (int k = 0; k < 800; k++)
        step(crowd, 1);
    CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
    CHECK_INT(view.count, 0);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

TEST(who_has_no_way_says_why) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 0.5, false), *closed = build_rooms(context, 2, true);
    wend_crowd *crowd = create(nav, NULL), *shut = create(closed, NULL);
    wend_agent_def def = wend_default_agent_def();
    wend_agent_id wide, far, off;
    def.at = spot_at(nav, 1, 3);
    def.radius = 0.3;
    CHECK(wend_crowd_add(crowd, &def, &wide, report) == WEND_OK);
    send(crowd, nav, wide, 17, 3);
    off = add(crowd, nav, 3, 3);
    wend_crowd_goal nowhere = wend_default_crowd_goal();
    CHECK(wend_crowd_send(crowd, off, &nowhere, 1) == WEND_OK);
    far = add(shut, closed, 1, 3);
    send(shut, closed, far, 17, 3);
    step(crowd, 5);
    step(shut, 5);
    CHECK(ask(crowd, wide).state == WEND_AGENT_NO_WAY && ask(crowd, wide).reason == WEND_PATH_TOO_NARROW);
    CHECK(ask(crowd, off).state == WEND_AGENT_NO_WAY && ask(crowd, off).reason == WEND_PATH_TO_OFF_MESH);
    CHECK(ask(shut, far).state == WEND_AGENT_NO_WAY && ask(shut, far).reason == WEND_PATH_DISCONNECTED);
    send(crowd, nav, wide, 4, 4); // it can still go elsewhere
    step(crowd, 120);
    CHECK_INT(ask(crowd, wide).state, WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_crowd_destroy(shut);
    wend_nav_destroy(nav);
    wend_nav_destroy(closed);
}

// ---------------------------------------------------------------------------------------------------- ids

TEST(stale_ids_name_nobody) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    wend_agent_id first = add(crowd, nav, 1, 3);
    CHECK(wend_crowd_remove(crowd, first) == WEND_OK);
    wend_agent_id second = add(crowd, nav, 1, 3);
    CHECK(second.index == first.index && second.salt != first.salt);
    wend_agent_view view;
    wend_agent_id ids[4];
    int32_t count;
    CHECK(wend_crowd_remove(crowd, first) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_send(crowd, first, NULL, 0) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_ask(crowd, first, &view) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_set_speed(crowd, first, 1) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_place(crowd, first, &view.at, NULL, report) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_neighbours(crowd, first, ids, 4, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_neighbours(crowd, second, ids, 4, &count) == WEND_ERROR_ARGUMENT); // before the first step
    CHECK(wend_crowd_ask(crowd, (wend_agent_id){0, 0}, &view) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_ask(crowd, (wend_agent_id){99, 1}, &view) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_ask(crowd, second, &view) == WEND_OK);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

// Agents come, go and are sent anywhere, in any order, also while they wait for a route: nobody is lost, and everyone
// stands where the crowd's check wants them.
TEST(agents_come_and_go) {
    open_context_with(0);
    enum { MOST = 60 };
    wend_nav *nav = build_rooms(context, 1.2, false);
    wend_crowd_def def = wend_default_crowd_def();
    def.search_steps = 100; // so that some wait for their routes
    wend_crowd *crowd = create(nav, &def);
    wend_agent_id ids[MOST];
    int count = 0;
    uint64_t state = 12;
    int64_t rounds = check_cases("rounds", 1500);
    for (int64_t k = 0; k < rounds; k++) {
        uint64_t what = wend_random_below(&state, 10);
        double x = 0.5 + 5 * wend_random_unit(&state), y = 0.5 + 5 * wend_random_unit(&state);
        int who = count > 0 ? (int)wend_random_below(&state, (uint64_t)count) : 0;
        if (what < 3 && count < MOST) {
            ids[count++] = add(crowd, nav, x, y);
        } else if (what < 4 && count > 0) {
            CHECK(wend_crowd_remove(crowd, ids[who]) == WEND_OK);
            ids[who] = ids[--count];
        } else if (what < 7 && count > 0) {
            send(crowd, nav, ids[who], wend_random_below(&state, 2) ? x : x + 12, y);
        } else if (what < 8 && count > 0) {
            wend_spot spot = spot_at(nav, x, y);
            CHECK(wend_crowd_place(crowd, ids[who], &spot, NULL, report) == WEND_OK);
        } else {
            step(crowd, 3);
        }
        wend_crowd_view view;
        CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
        CHECK_INT(view.count, count);
        if (k % 50 == 0)
            CHECK(wend_crowd_check(context, crowd, report) == WEND_OK);
    }
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- refused

TEST(what_is_out_of_range_is_refused) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd_def defs[10];
    for (int k = 0; k < 10; k++)
        defs[k] = wend_default_crowd_def();
    defs[0].model = WEND_CROWD_MODEL_COUNT;
    defs[1].step = 0;
    defs[2].range = NAN;
    defs[3].neighbours = 17;
    defs[4].time_gap = -1;
    defs[5].horizon = 0;
    defs[6].squeeze = 0.2;
    defs[7].largest = 0;
    defs[8].search_steps = 0;
    defs[9].aim = WEND_CROWD_AIM_COUNT;
    for (int k = 0; k < 10; k++) {
        wend_crowd *crowd;
        wend_report_clear(report);
        CHECK(wend_crowd_create(context, nav, &defs[k], &crowd, report) == WEND_ERROR_ARGUMENT && crowd == NULL);
        CHECK_INT(wend_report_total(report, "bad-def"), 1);
    }
    wend_crowd *crowd = create(nav, NULL);
    wend_agent_def agents[5];
    const char *codes[5] = {"bad-def", "bad-def", "bad-def", "agent-off-mesh", "agent-too-narrow"};
    for (int k = 0; k < 5; k++) {
        agents[k] = wend_default_agent_def();
        agents[k].at = spot_at(nav, 1, 1);
    }
    agents[0].radius = 0.6; // more than `largest`
    agents[1].speed = INFINITY;
    agents[2].priority = 2;
    agents[3].at.triangle = -1;
    agents[4].at = spot_at(nav, 1, 1);
    wend_nav *slit = build_rooms(context, 0.3, false);
    wend_crowd *narrow = create(slit, NULL);
    agents[4].at = spot_at(slit, 9, 3); // where there is no room for 0.2 m
    for (int k = 0; k < 5; k++) {
        wend_agent_id id;
        wend_report_clear(report);
        CHECK(wend_crowd_add(k == 4 ? narrow : crowd, &agents[k], &id, report) == WEND_ERROR_ARGUMENT && id.salt == 0);
        CHECK_MESSAGE(wend_report_total(report, codes[k]) == 1, "agent %d is not refused as %s", k, codes[k]);
    }
    wend_agent_id id = add(crowd, nav, 1, 1);
    wend_crowd_goal goal = wend_default_crowd_goal();
    goal.at = spot_at(nav, 3, 3);
    goal.radius = -1;
    CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_ERROR_ARGUMENT);
    goal.radius = 1;
    goal.wait = NAN;
    CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_set_speed(crowd, id, -1) == WEND_ERROR_ARGUMENT);
    CHECK(wend_crowd_place(crowd, id, &goal.at, (double[]){NAN, 0}, report) == WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(crowd);
    wend_crowd_destroy(narrow);
    wend_nav_destroy(nav);
    wend_nav_destroy(slit);
}

// ---------------------------------------------------------------------------------------------------- people

TEST(two_meet_in_a_passage_for_one) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 0.6, false);
    for (int inside = 0; inside < 2; inside++) {
        wend_crowd *crowd = create(nav, NULL);
        wend_agent_id a = add(crowd, nav, inside ? 8 : 2, 3), b = add(crowd, nav, inside ? 10.5 : 16, 3.02);
        send(crowd, nav, a, 17, 3);
        send(crowd, nav, b, 1, 3);
        bool yielded = false;
        for (int k = 0; k < 1200; k++) {
            step(crowd, 1);
            yielded |= ask(crowd, a).state == WEND_AGENT_YIELDS || ask(crowd, b).state == WEND_AGENT_YIELDS;
        }
        CHECK_MESSAGE(ask(crowd, a).state == WEND_AGENT_ARRIVED && ask(crowd, b).state == WEND_AGENT_ARRIVED && yielded,
                      "%s: %s at %.2f, %s at %.2f", inside ? "inside" : "outside",
                      wend_agent_state_name(ask(crowd, a).state), ask(crowd, a).place[0],
                      wend_agent_state_name(ask(crowd, b).state), ask(crowd, b).place[0]);
        wend_crowd_destroy(crowd);
    }
    wend_nav_destroy(nav);
}

TEST(a_hundred_stop_at_one_goal) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    for (int k = 0; k < 100; k++)
        send(crowd, nav, add(crowd, nav, 0.5 + 0.5 * (k % 10), 0.5 + 0.5 * (k / 10)), 15, 3);
    step(crowd, 2000);
    wend_crowd_view view;
    CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
    for (int k = 0; k < view.count; k++)
        CHECK_MESSAGE(view.states[k] == WEND_AGENT_ARRIVED && view.velocities[2 * k] == 0, "agent %d %s at %.2f, %.2f",
                      k, wend_agent_state_name((wend_agent_state)view.states[k]), view.places[2 * k],
                      view.places[2 * k + 1]);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

static void turn_back(void *user, wend_agent_id id, double wish[2]) {
    int *calls = user;
    (void)id;
    ++*calls;
    wish[0] = -wish[0];
    wish[1] = -wish[1];
}

TEST(wishes_are_filtered) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    wend_agent_id id = add(crowd, nav, 4, 3);
    send(crowd, nav, id, 17, 3);
    int calls = 0;
    wend_crowd_set_filter(crowd, turn_back, &calls);
    step(crowd, 30);
    CHECK_INT(calls, 30);
    CHECK(ask(crowd, id).place[0] < 3);
    wend_crowd_set_filter(crowd, NULL, NULL);
    step(crowd, 60);
    CHECK(ask(crowd, id).place[0] > 4);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

TEST(what_the_caller_moves_is_avoided) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd *crowd = create(nav, NULL);
    wend_agent_id id = add(crowd, nav, 1, 3);
    wend_agent_def def = wend_default_agent_def();
    wend_agent_id cart;
    def.at = spot_at(nav, 17, 3);
    def.radius = 0.4;
    def.steered = false;
    CHECK(wend_crowd_add(crowd, &def, &cart, report) == WEND_OK);
    send(crowd, nav, id, 17, 1);
    double closest = 100;
    for (int k = 0; k < 400; k++) {
        wend_spot spot = spot_at(nav, fmax(17 - 0.05 * k, 1), 3.0);
        CHECK(wend_crowd_place(crowd, cart, &spot, (double[]){k < 320 ? -1 : 0, 0}, report) == WEND_OK);
        step(crowd, 1);
        wend_agent_view a = ask(crowd, id), b = ask(crowd, cart);
        closest = fmin(closest, hypot(a.place[0] - b.place[0], a.place[1] - b.place[1]));
        CHECK(fabs(b.place[0] - fmax(17 - 0.05 * k, 1)) < 1e-3); // nobody moved it
    }
    CHECK_MESSAGE(closest > 0.58, "they came as near as %.3f m", closest);
    CHECK_INT(ask(crowd, id).state, WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- versions

TEST(a_crowd_follows_another_version) {
    open_context_with(0);
    wend_nav *open = build_rooms(context, 2, false), *closed = build_rooms(context, 2, true);
    wend_crowd *crowd = create(open, NULL);
    wend_agent_id id = add(crowd, open, 1, 3), other = add(crowd, open, 16, 3), there = add(crowd, open, 9, 3);
    send(crowd, open, id, 17, 3);
    send(crowd, open, other, 13, 5);
    step(crowd, 20);
    wend_agent_view before = ask(crowd, id);
    CHECK(wend_crowd_follow(crowd, closed, report) == WEND_OK);
    CHECK(ask(crowd, id).at.point.x == before.at.point.x);
    CHECK(wend_crowd_check(context, crowd, report) == WEND_OK);
    step(crowd, 5);
    CHECK(ask(crowd, id).state == WEND_AGENT_NO_WAY && ask(crowd, other).state == WEND_AGENT_WALKS);
    wend_medial_near near;
    wend_agent_view moved = ask(crowd, there); // the wall is where it stood: it made room
    wend_medial_clearance(wend_nav_medial(closed), &moved.at, &near);
    CHECK(near.clearance > 0.2 - 1e-3);
    CHECK(wend_crowd_follow(crowd, open, report) == WEND_OK);
    send(crowd, open, id, 17, 3);
    step(crowd, 400);
    CHECK(ask(crowd, id).state == WEND_AGENT_ARRIVED && ask(crowd, other).state == WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(open);
    wend_nav_destroy(closed);
}

// ---------------------------------------------------------------------------------------------------- the same bits

// The hash of a crowd of people who cross each other's ways, after so many steps, by that many threads.
static uint64_t hash_of(int threads, wend_crowd_model model, int steps) {
    wend_context_def context_def = wend_default_context_def();
    context_def.threads = threads;
    wend_context *own = NULL;
    wend_crowd *crowd = NULL;
    wend_crowd_def def = wend_default_crowd_def();
    def.model = model;
    if (!CHECK(wend_context_create(&context_def, &own) == WEND_OK))
        return 0;
    wend_nav *nav = build_rooms(own, 1.4, false);
    CHECK(wend_crowd_create(own, nav, &def, &crowd, NULL) == WEND_OK);
    uint64_t state = 3, hash = 0;
    for (int k = 0; k < 200; k++) {
        wend_agent_def agent = wend_default_agent_def();
        wend_crowd_goal goal = wend_default_crowd_goal();
        wend_agent_id id;
        double x = (k % 2 ? 12.3 : 0.3) + 5.4 * wend_random_unit(&state), y = 0.3 + 5.4 * wend_random_unit(&state);
        agent.at = spot_at(nav, x, y);
        agent.radius = 0.1 + 0.15 * wend_random_unit(&state);
        goal.at = spot_at(nav, k % 2 ? 3 : 15, 3);
        CHECK(wend_crowd_add(crowd, &agent, &id, NULL) == WEND_OK);
        CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_OK);
    }
    for (int k = 0; k < steps; k++) {
        CHECK(wend_crowd_step(crowd) == WEND_OK);
        uint64_t now = wend_crowd_hash(crowd);
        hash = wend_hash(hash, &now, sizeof now);
    }
    hash = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
    CHECK_INT(wend_bytes_now(own), 0);
    wend_context_destroy(own);
    return hash;
}

TEST(any_number_of_threads_gives_the_same_bits) {
    // One value for every compiler and machine. A change of the engine changes them.
    static const uint64_t golden[WEND_CROWD_MODEL_COUNT] = {0x62784eb124f833a5, 0x4ee54593ab44f56e, 0x28c434b0347e0e23,
                                                            0x8ba8ec38c9383e64};
    for (int model = 0; model < WEND_CROWD_MODEL_COUNT; model++) {
        uint64_t one = hash_of(1, (wend_crowd_model)model, 200);
        for (int threads = 2; threads <= 8; threads += 3)
            CHECK_MESSAGE(hash_of(threads, (wend_crowd_model)model, 200) == one, "%s differs on %d threads",
                          wend_crowd_model_name((wend_crowd_model)model), threads);
        CHECK_MESSAGE(one == golden[model], "%s: 0x%016llx", wend_crowd_model_name((wend_crowd_model)model),
                      (unsigned long long)one);
    }
}

// How fast routes are searched changes when they are known, and nothing about the others who know theirs.
TEST(slices_of_searches_are_counted) {
    open_context_with(0);
    wend_nav *nav = build_rooms(context, 2, false);
    wend_crowd_def def = wend_default_crowd_def();
    def.search_steps = 1;
    wend_crowd *crowd = create(nav, &def);
    for (int k = 0; k < 40; k++)
        send(crowd, nav, add(crowd, nav, 1 + 0.5 * (k % 8), 1 + 0.5 * (k / 8)), 17, 3);
    wend_crowd_view view;
    int32_t waiting = 40;
    for (int k = 0; k < 10; k++) { // one route of each planner in a step
        step(crowd, 1);
        CHECK(wend_crowd_look(crowd, &view) == WEND_OK);
        CHECK(view.waiting <= waiting && view.waiting >= waiting - 4);
        waiting = view.waiting;
    }
    CHECK_INT(waiting, 0);
    CHECK_INT(view.searches, 40);
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
}

TEST(nothing_is_leaked) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
