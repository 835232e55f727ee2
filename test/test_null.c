// What every call makes of NULL, as base.h has it: a call that can fail refuses each pointer that it needs and does not
// get, writes nothing, and makes NULL of what it would have made; what is not needed may be missing. scripts/check_null
// sees to it that no such call of the public headers is missing here.
#include "shared_context.h"

#include <wend/file.h>
#include <wend/json.h>
#include <wend/wend.h>

#define FILE_NAME "build/test_null.wkt"
#define SCENE_NAME "build/test_null.obj"
#define NAV_NAME "build/test_null.wend"
#define PICTURE "build/test_null.svg"
#define HAND_NAME "build/test_null.json"
#define HAND "{\"links\": [{\"from\": [1, 1], \"to\": [2, 2]}]}"
#define OBJ "v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n"

// The k-th pointer that a call needs, or NULL where that bit is set.
#define N(k, pointer) ((null & 1u << (k)) != 0 ? NULL : (pointer))
// What an output holds before the call.
#define GARBAGE ((void *)&a)

// One of everything.
typedef struct all {
    wend_drawing *drawing, *spare_drawing;
    wend_scene *scene, *spare_scene;
    wend_solid *solid;
    wend_surface *surface;
    wend_links *links;
    wend_stairs *stairs;
    wend_plan *plan;
    wend_medial *medial;
    wend_cells *cells;
    wend_roads *roads;
    wend_landmarks *landmarks;
    wend_search *search;
    wend_offlinks *offlinks;
    wend_lift *lift;
    wend_nav *nav;
    wend_search *nav_search;
    wend_crowd *crowd;
    wend_agent_id agent;
    wend_paths *paths;
    wend_explain *explain;
    wend_triangulation *triangulation;
    wend_file_folder *folder;
    void *bytes;
    size_t count;
    double line[2];
    int32_t line_triangles[1];
} all;

static all a;
static const double corners[] = {0, 0, 8, 0, 8, 6, 0, 6};
static const int32_t triangle[] = {0, 0, 0};
static const wend_point points[] = {{0, 0}, {9, 0}, {0, 9}};
static const wend_file_source source = {.name = "a.wkt", .bytes = "POLYGON((0 0,4 0,4 2,0 2,0 0))", .count = 30};
static const wend_file_source obj = {.name = "a.obj", .bytes = OBJ, .count = sizeof OBJ - 1};

static const wend_file_source hand = {.name = "a.json", .bytes = HAND, .count = sizeof HAND - 1};

static wend_result no_task(void *data, int64_t begin, int64_t end, int worker) {
    (void)data;
    (void)begin;
    (void)end;
    (void)worker;
    return WEND_OK;
}

// Where the axis of the nav is widest: there is room for an agent.
static wend_agent_def agent_somewhere(void) {
    wend_agent_def agent = wend_default_agent_def();
    wend_medial_view view = wend_medial_look(wend_nav_medial(a.nav));
    int32_t widest = 0;
    for (int32_t k = 1; k < view.arc_count; k++)
        if (view.vertices[view.arcs[k].vertex[0]].radius > view.vertices[view.arcs[widest].vertex[0]].radius)
            widest = k;
    const wend_medial_vertex *v = &view.vertices[view.arcs[widest].vertex[0]];
    agent.at.triangle = wend_medial_arc_triangle(wend_nav_medial(a.nav), widest, 0);
    agent.at.point = (wend_point){(int32_t)v->x, (int32_t)v->y};
    return agent;
}

static void make_all(void) {
    open_context_with(1);
    CHECK(wend_sample_build_drawing(context, "rooms", 100, 1, &a.drawing) == WEND_OK);
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &a.spare_drawing) == WEND_OK);
    CHECK(wend_sample_build_scene(context, "stairs", 0, 1, &a.scene) == WEND_OK);
    CHECK(wend_scene_create(context, NULL, &a.spare_scene) == WEND_OK);
    CHECK(wend_scene_begin_part(a.spare_scene, 0, "part") == WEND_OK);
    REQUIRE(wend_solid_build(context, a.scene, NULL, &a.solid, NULL) == WEND_OK);
    REQUIRE(wend_exact_build(context, a.solid, NULL, NULL, &a.surface, NULL) == WEND_OK);
    REQUIRE(wend_links_build(context, a.solid, a.surface, NULL, NULL, &a.links, NULL) == WEND_OK);
    REQUIRE(wend_stairs_build(context, a.links, a.surface, NULL, &a.stairs, NULL) == WEND_OK);
    REQUIRE(wend_plan_build_linked(context, a.links, NULL, &a.plan, NULL) == WEND_OK);
    REQUIRE(wend_medial_build(context, a.plan, NULL, &a.medial, NULL) == WEND_OK);
    REQUIRE(wend_cells_build(context, a.plan, NULL, &a.cells, NULL) == WEND_OK);
    REQUIRE(wend_roads_build(context, a.medial, NULL, &a.roads, NULL) == WEND_OK);
    REQUIRE(wend_landmarks_build(context, a.roads, 2, &a.landmarks, NULL) == WEND_OK);
    REQUIRE(wend_search_create_on(context, &(wend_search_def){.roads = a.roads}, &a.search) == WEND_OK);
    REQUIRE(wend_offlinks_build(context, a.plan, NULL, NULL, &a.offlinks, NULL) == WEND_OK);
    REQUIRE(wend_lift_create(context, a.plan, &a.lift) == WEND_OK);
    REQUIRE(wend_build_scene(context, a.scene, NULL, &a.nav, NULL, NULL) == WEND_OK);
    REQUIRE(wend_search_create(context, a.nav, &a.nav_search) == WEND_OK);
    REQUIRE(wend_paths_create(context, a.nav, &a.paths) == WEND_OK);
    REQUIRE(wend_crowd_create(context, a.nav, NULL, &a.crowd, NULL) == WEND_OK);
    wend_agent_def agent = agent_somewhere();
    REQUIRE(wend_crowd_add(a.crowd, &agent, &a.agent, NULL) == WEND_OK);
    REQUIRE(wend_crowd_step(a.crowd) == WEND_OK);
    REQUIRE(wend_explain_build(context, a.nav, a.scene, NULL, &a.explain, NULL) == WEND_OK);
    REQUIRE(wend_triangulation_build(context, points, 3, NULL, 0, &a.triangulation) == WEND_OK);
    REQUIRE(wend_file_folder_create(context, FILE_NAME, &a.folder) == WEND_OK);
    REQUIRE(wend_archive_save(context, a.nav, &a.bytes, &a.count) == WEND_OK);
    wend_plan_view view = wend_plan_look(a.plan);
    wend_lattice_place(&view.lattice, view.vertices[view.triangles[0].v[0]], a.line);
}

static void destroy_all(void) {
    wend_release(context, a.bytes, a.count);
    wend_file_folder_destroy(a.folder);
    wend_triangulation_destroy(a.triangulation);
    wend_explain_destroy(a.explain);
    wend_crowd_destroy(a.crowd);
    wend_paths_destroy(a.paths);
    wend_search_destroy(a.nav_search);
    wend_nav_destroy(a.nav);
    wend_lift_destroy(a.lift);
    wend_offlinks_destroy(a.offlinks);
    wend_cells_destroy(a.cells);
    wend_search_destroy(a.search);
    wend_landmarks_destroy(a.landmarks);
    wend_roads_destroy(a.roads);
    wend_medial_destroy(a.medial);
    wend_plan_destroy(a.plan);
    wend_stairs_destroy(a.stairs);
    wend_links_destroy(a.links);
    wend_surface_destroy(a.surface);
    wend_solid_destroy(a.solid);
    wend_scene_destroy(a.spare_scene);
    wend_scene_destroy(a.scene);
    wend_drawing_destroy(a.spare_drawing);
    wend_drawing_destroy(a.drawing);
}

// ---------------------------------------------------------------------------------------------------- the calls

// What a call made is destroyed; one that was refused made nothing, and said so where it could.
#define made_of(null, out, result, made, destroy)                                                                      \
    (outcome = (result), CHECK(outcome == WEND_OK || (null & 1u << (out)) != 0 || *(made) == NULL),                    \
     outcome == WEND_OK ? destroy(*(made)) : (void)0, outcome)

static wend_result outcome;

static wend_result call_wend_file_write(unsigned null) {
    return wend_file_write(N(0, FILE_NAME), N(1, "POLYGON((0 0,4 0,4 2,0 2,0 0))"), 30, NULL);
}

static wend_result call_wend_file_write_scene(unsigned null) {
    return wend_file_write_scene(N(0, context), N(1, SCENE_NAME), N(2, a.scene), NULL);
}

static wend_result call_wend_file_save(unsigned null) {
    return wend_file_save(N(0, context), N(1, NAV_NAME), N(2, a.nav), NULL);
}

static wend_result call_wend_context_create(unsigned null) {
    wend_context *made = NULL;
    wend_result r = wend_context_create(NULL, N(0, &made));
    wend_context_destroy(made);
    return r;
}

static wend_result call_wend_agent_check(unsigned null) {
    wend_agent agent = wend_default_agent();
    return wend_agent_check(N(0, &agent), NULL);
}

static wend_result call_wend_run_tasks(unsigned null) {
    return wend_run_tasks(N(0, context), 1, 1, null & 2 ? NULL : no_task, NULL);
}

static wend_result call_wend_report_create(unsigned null) {
    wend_report *made = GARBAGE;
    return made_of(null, 1, wend_report_create(N(0, context), N(1, &made)), &made, wend_report_destroy);
}

static wend_result call_wend_drawing_create(unsigned null) {
    wend_drawing *made = GARBAGE;
    return made_of(null, 1, wend_drawing_create(N(0, context), WEND_INSIDE_RINGS, N(1, &made)), &made,
                   wend_drawing_destroy);
}

static wend_result call_wend_drawing_add(unsigned null) {
    return wend_drawing_add(N(0, a.spare_drawing), WEND_SHAPE_OUTER, 0, N(1, corners), 4);
}

static wend_result call_wend_drawing_set_area(unsigned null) {
    return wend_drawing_set_area(N(0, a.drawing), 0, 0);
}

static wend_result call_wend_drawing_name_shape(unsigned null) {
    return wend_drawing_name_shape(N(0, a.drawing), 0, N(1, "grass"));
}

static wend_result call_wend_drawing_map_area(unsigned null) {
    return wend_drawing_map_area(N(0, a.spare_drawing), N(1, "grass"), 1, NULL);
}

static wend_result call_wend_drawing_describe_area(unsigned null) {
    wend_area area = {.id = 1, .name = "grass"};
    return wend_drawing_describe_area(N(0, a.spare_drawing), N(1, &area));
}

static wend_result call_wend_plan_build(unsigned null) {
    wend_plan *made = GARBAGE;
    return made_of(null, 2, wend_plan_build(N(0, context), N(1, a.drawing), NULL, N(2, &made), NULL), &made,
                   wend_plan_destroy);
}

static wend_result call_wend_plan_build_linked(unsigned null) {
    wend_plan *made = GARBAGE;
    return made_of(null, 2, wend_plan_build_linked(N(0, context), N(1, a.links), NULL, N(2, &made), NULL), &made,
                   wend_plan_destroy);
}

static wend_result call_wend_plan_check(unsigned null) {
    return wend_plan_check(N(0, context), N(1, a.plan), NULL);
}

static wend_result call_wend_lift_create(unsigned null) {
    wend_lift *made = GARBAGE;
    return made_of(null, 2, wend_lift_create(N(0, context), N(1, a.plan), N(2, &made)), &made, wend_lift_destroy);
}

static wend_result call_wend_lift_line(unsigned null) {
    wend_lift_view view;
    return wend_lift_line(N(0, a.lift), N(1, a.line), N(2, a.line_triangles), 1, 0, N(3, &view));
}

static wend_result call_wend_scene_create(unsigned null) {
    wend_scene *made = GARBAGE;
    return made_of(null, 1, wend_scene_create(N(0, context), NULL, N(1, &made)), &made, wend_scene_destroy);
}

static wend_result call_wend_scene_begin_part(unsigned null) {
    return wend_scene_begin_part(N(0, a.spare_scene), 0, NULL);
}

static wend_result call_wend_scene_add(unsigned null) {
    return wend_scene_add(N(0, a.spare_scene), N(1, corners), 1, N(2, triangle), 1);
}

static wend_result call_wend_scene_add_vertices(unsigned null) {
    int32_t first;
    return wend_scene_add_vertices(N(0, a.spare_scene), N(1, corners), 1, N(2, &first));
}

static wend_result call_wend_scene_add_triangles(unsigned null) {
    return wend_scene_add_triangles(N(0, a.spare_scene), 0, N(1, triangle), 1);
}

static wend_result call_wend_scene_label_triangles(unsigned null) {
    return wend_scene_label_triangles(N(0, a.spare_scene), 0, 0, N(1, "grass"));
}

static wend_result call_wend_scene_set_area(unsigned null) {
    return wend_scene_set_area(N(0, a.spare_scene), 0, 0, 1);
}

static wend_result call_wend_scene_describe_area(unsigned null) {
    wend_area area = {.id = 1, .name = "grass"};
    return wend_scene_describe_area(N(0, a.spare_scene), N(1, &area));
}

static wend_result call_wend_scene_map_area(unsigned null) {
    return wend_scene_map_area(N(0, a.spare_scene), N(1, "grass"), 1, NULL);
}

static wend_result call_wend_solid_build(unsigned null) {
    wend_solid *made = GARBAGE;
    return made_of(null, 2, wend_solid_build(N(0, context), N(1, a.scene), NULL, N(2, &made), NULL), &made,
                   wend_solid_destroy);
}

static wend_result call_wend_exact_build(unsigned null) {
    wend_surface *made = GARBAGE;
    return made_of(null, 2, wend_exact_build(N(0, context), N(1, a.solid), NULL, NULL, N(2, &made), NULL), &made,
                   wend_surface_destroy);
}

static wend_result call_wend_voxel_build(unsigned null) {
    wend_surface *made = GARBAGE;
    return made_of(null, 2, wend_voxel_build(N(0, context), N(1, a.solid), NULL, NULL, N(2, &made), NULL), &made,
                   wend_surface_destroy);
}

static wend_result call_wend_surface_check(unsigned null) {
    return wend_surface_check(N(0, context), N(1, a.surface), NULL);
}

static wend_result call_wend_links_build(unsigned null) {
    wend_links *made = GARBAGE;
    return made_of(null, 3,
                   wend_links_build(N(0, context), N(1, a.solid), N(2, a.surface), NULL, NULL, N(3, &made), NULL),
                   &made, wend_links_destroy);
}

static wend_result call_wend_links_keep(unsigned null) {
    wend_keep_def def = {.seeds = NULL};
    wend_surface *kept;
    wend_links *kept_links;
    return wend_links_keep(N(0, context), N(1, a.links), N(2, a.surface), N(3, &def), N(4, &kept), N(5, &kept_links),
                           NULL);
}

static wend_result call_wend_links_check(unsigned null) {
    return wend_links_check(N(0, context), N(1, a.links), N(2, a.surface), NULL, NULL);
}

static wend_result call_wend_stairs_build(unsigned null) {
    wend_stairs *made = GARBAGE;
    return made_of(null, 3, wend_stairs_build(N(0, context), N(1, a.links), N(2, a.surface), NULL, N(3, &made), NULL),
                   &made, wend_stairs_destroy);
}

static wend_result call_wend_stairs_find_steep(unsigned null) {
    return wend_stairs_find_steep(N(0, context), N(1, a.links), N(2, a.surface), NULL);
}

static wend_result call_wend_stairs_check(unsigned null) {
    return wend_stairs_check(N(0, context), N(1, a.stairs), N(2, a.links), N(3, a.surface), NULL);
}

static wend_result call_wend_medial_build(unsigned null) {
    wend_medial *made = GARBAGE;
    return made_of(null, 2, wend_medial_build(N(0, context), N(1, a.plan), NULL, N(2, &made), NULL), &made,
                   wend_medial_destroy);
}

static wend_result call_wend_medial_check(unsigned null) {
    return wend_medial_check(N(0, context), N(1, a.medial), NULL);
}

static wend_result call_wend_doors_build(unsigned null) {
    wend_doors *made = GARBAGE;
    return made_of(null, 2, wend_doors_build(N(0, context), N(1, a.medial), NULL, NULL, NULL, N(2, &made), NULL), &made,
                   wend_doors_destroy);
}

static wend_result call_wend_cells_build(unsigned null) {
    wend_cells *made = GARBAGE;
    return made_of(null, 2, wend_cells_build(N(0, context), N(1, a.plan), NULL, N(2, &made), NULL), &made,
                   wend_cells_destroy);
}

static wend_result call_wend_cells_check(unsigned null) {
    return wend_cells_check(N(0, context), N(1, a.cells), NULL);
}

static wend_result call_wend_roads_build(unsigned null) {
    wend_roads *made = GARBAGE;
    return made_of(null, 2, wend_roads_build(N(0, context), N(1, a.medial), NULL, N(2, &made), NULL), &made,
                   wend_roads_destroy);
}

static wend_result call_wend_roads_check(unsigned null) {
    return wend_roads_check(N(0, context), N(1, a.roads), NULL);
}

static wend_result call_wend_landmarks_build(unsigned null) {
    wend_landmarks *made = GARBAGE;
    return made_of(null, 2, wend_landmarks_build(N(0, context), N(1, a.roads), 2, N(2, &made), NULL), &made,
                   wend_landmarks_destroy);
}

static wend_result call_wend_landmarks_check(unsigned null) {
    return wend_landmarks_check(N(0, context), N(1, a.landmarks), NULL);
}

static wend_result call_wend_search_create(unsigned null) {
    wend_search *made = GARBAGE;
    return made_of(null, 2, wend_search_create(N(0, context), N(1, a.nav), N(2, &made)), &made, wend_search_destroy);
}

static wend_result call_wend_search_create_on(unsigned null) {
    wend_search *made = GARBAGE;
    return made_of(null, 2,
                   wend_search_create_on(N(0, context), N(1, &(wend_search_def){.roads = a.roads}), N(2, &made)), &made,
                   wend_search_destroy);
}

static wend_result call_wend_search_path(unsigned null) {
    wend_spot spot = {-1, {0, 0}, 0};
    wend_path_view path;
    return wend_search_path(N(0, a.search), N(1, &spot), N(2, &spot), NULL, N(3, &path));
}

static wend_result call_wend_search_begin(unsigned null) {
    wend_spot spot = {-1, {0, 0}, 0};
    return wend_search_begin(N(0, a.search), N(1, &spot), N(2, &spot), NULL);
}

static wend_result call_wend_search_step(unsigned null) {
    return call_wend_search_begin(0) == WEND_OK ? wend_search_step(N(0, a.search), 1, NULL) : WEND_ERROR_INVALID;
}

static wend_result call_wend_search_end(unsigned null) {
    wend_path_view path;
    return call_wend_search_begin(0) == WEND_OK ? wend_search_end(N(0, a.search), N(1, &path)) : WEND_ERROR_INVALID;
}

static wend_result call_wend_crowd_create(unsigned null) {
    wend_crowd *made = GARBAGE;
    return made_of(null, 2, wend_crowd_create(N(0, context), N(1, a.nav), NULL, N(2, &made), NULL), &made,
                   wend_crowd_destroy);
}

static wend_result call_wend_crowd_add(unsigned null) {
    wend_agent_def agent = agent_somewhere();
    wend_agent_id id;
    wend_result r = wend_crowd_add(N(0, a.crowd), N(1, &agent), N(2, &id), NULL);
    return r == WEND_OK ? wend_crowd_remove(a.crowd, id) : r;
}

static wend_result call_wend_crowd_remove(unsigned null) {
    wend_agent_def agent = agent_somewhere();
    wend_agent_id id;
    wend_result r = wend_crowd_add(a.crowd, &agent, &id, NULL);
    return r == WEND_OK ? wend_crowd_remove(N(0, a.crowd), id) : r;
}

static wend_result call_wend_crowd_send(unsigned null) {
    wend_crowd_goal goal = wend_default_crowd_goal();
    return wend_crowd_send(N(0, a.crowd), a.agent, N(1, &goal), 1);
}

static wend_result call_wend_crowd_place(unsigned null) {
    wend_agent_def agent = agent_somewhere();
    return wend_crowd_place(N(0, a.crowd), a.agent, N(1, &agent.at), NULL, NULL);
}

static wend_result call_wend_crowd_set_speed(unsigned null) {
    return wend_crowd_set_speed(N(0, a.crowd), a.agent, 1);
}

static wend_result call_wend_crowd_step(unsigned null) {
    return wend_crowd_step(N(0, a.crowd));
}

static wend_result call_wend_crowd_ask(unsigned null) {
    wend_agent_view view;
    return wend_crowd_ask(N(0, a.crowd), a.agent, N(1, &view));
}

static wend_result call_wend_crowd_look(unsigned null) {
    wend_crowd_view view;
    return wend_crowd_look(N(0, a.crowd), N(1, &view));
}

static wend_result call_wend_crowd_neighbours(unsigned null) {
    wend_agent_id ids[4];
    int32_t count;
    wend_result r = wend_crowd_step(a.crowd);
    return r == WEND_OK ? wend_crowd_neighbours(N(0, a.crowd), a.agent, N(1, ids), 4, N(2, &count)) : r;
}

static wend_result call_wend_crowd_follow(unsigned null) {
    return wend_crowd_follow(N(0, a.crowd), N(1, a.nav), NULL);
}

static wend_result call_wend_crowd_check(unsigned null) {
    return wend_crowd_check(N(0, context), N(1, a.crowd), NULL);
}

static wend_result call_wend_search_nearest(unsigned null) {
    wend_spot spot = {-1, {0, 0}, 0};
    const wend_path_goal *goals;
    int32_t count;
    return wend_search_nearest(N(0, a.search), N(1, &spot), N(2, &spot), 1, 1, 1e9, NULL, N(3, &goals), N(4, &count));
}

static wend_result call_wend_search_take(unsigned null) {
    wend_plan_view plan = wend_plan_look(a.plan);
    wend_spot spot = {0, plan.vertices[plan.triangles[0].v[0]], 0};
    wend_path_def def = wend_default_path_def();
    const wend_path_goal *goals;
    int32_t count;
    def.radius = 0;
    wend_search_nearest(a.search, &spot, &spot, 1, 1, 1, &def, &goals, &count);
    wend_path_view path;
    return wend_search_take(N(0, a.search), 0, N(1, &path));
}

static wend_result call_wend_flow_build(unsigned null) {
    wend_spot spot = {.triangle = 0, .point = wend_plan_look(a.plan).vertices[0]};
    wend_flow *made = GARBAGE;
    return made_of(null, 2, wend_flow_build(N(0, a.search), N(1, &spot), 1, NULL, N(2, &made)), &made,
                   wend_flow_destroy);
}

static wend_result call_wend_search_walk(unsigned null) {
    wend_spot spot = {.triangle = 0, .point = wend_plan_look(a.plan).vertices[0]};
    wend_stop stop;
    return wend_search_walk(N(0, a.search), N(1, &spot), N(2, corners), 0.1, N(3, &stop));
}

static wend_result call_wend_search_move(unsigned null) {
    wend_spot spot = {.triangle = 0, .point = wend_plan_look(a.plan).vertices[0]};
    wend_stop stop;
    return wend_search_move(N(0, a.search), N(1, &spot), N(2, corners), 0.1, N(3, &stop));
}

static wend_result call_wend_search_around(unsigned null) {
    wend_spot spot = {.triangle = 0, .point = wend_plan_look(a.plan).vertices[0]};
    wend_around_view around;
    return wend_search_around(N(0, a.search), N(1, &spot), 1, N(2, &around));
}

static wend_result call_wend_search_portals(unsigned null) {
    wend_path_portals_view portals;
    return wend_search_portals(N(0, a.search), N(1, &portals));
}

static wend_result call_wend_search_passed(unsigned null) {
    wend_path_passed_view passed;
    return wend_search_passed(N(0, a.search), N(1, &passed));
}

static wend_result call_wend_search_line(unsigned null) {
    wend_path_line line;
    return wend_search_line(N(0, a.search), 0.001, N(1, &line));
}

static wend_result call_wend_offlinks_build(unsigned null) {
    wend_offlinks *made = GARBAGE;
    return made_of(null, 2, wend_offlinks_build(N(0, context), N(1, a.plan), NULL, NULL, N(2, &made), NULL), &made,
                   wend_offlinks_destroy);
}

static wend_result call_wend_offlinks_check(unsigned null) {
    return wend_offlinks_check(N(0, context), N(1, a.offlinks), NULL);
}

static wend_result call_wend_nav_doors(unsigned null) {
    wend_doors *made = GARBAGE;
    return made_of(null, 2, wend_nav_doors(N(0, context), N(1, a.nav), NULL, N(2, &made), NULL), &made,
                   wend_doors_destroy);
}

static wend_result call_wend_nav_check(unsigned null) {
    return wend_nav_check(N(0, context), N(1, a.nav), NULL);
}

static wend_result call_wend_build_drawing(unsigned null) {
    wend_nav *made = GARBAGE;
    return made_of(null, 2, wend_build_drawing(N(0, context), N(1, a.drawing), NULL, N(2, &made), NULL, NULL), &made,
                   wend_nav_destroy);
}

static wend_result call_wend_build_scene(unsigned null) {
    wend_nav *made = GARBAGE;
    return made_of(null, 2, wend_build_scene(N(0, context), N(1, a.scene), NULL, N(2, &made), NULL, NULL), &made,
                   wend_nav_destroy);
}

static wend_result call_wend_archive_save(unsigned null) {
    void *bytes = NULL;
    size_t count = 0;
    wend_result r = wend_archive_save(N(0, context), N(1, a.nav), N(2, &bytes), N(3, &count));
    wend_release(context, bytes, count);
    return r;
}

static wend_result call_wend_archive_load(unsigned null) {
    wend_nav *made = GARBAGE;
    return made_of(null, 1, wend_archive_load(N(0, context), a.bytes, a.count, WEND_LOAD_QUICK, N(1, &made), NULL),
                   &made, wend_nav_destroy);
}

static wend_result call_wend_explain_build(unsigned null) {
    wend_explain *made = GARBAGE;
    return made_of(null, 3, wend_explain_build(N(0, context), N(1, a.nav), N(2, a.scene), NULL, N(3, &made), NULL),
                   &made, wend_explain_destroy);
}

static wend_result call_wend_explain_ask(unsigned null) {
    wend_why why;
    return wend_explain_ask(N(0, a.explain), N(1, corners), N(2, &why));
}

static wend_result call_wend_truth_build_surface(unsigned null) {
    wend_truth *made = GARBAGE;
    return made_of(null, 2, wend_truth_build_surface(N(0, context), N(1, a.surface), a.scene, NULL, N(2, &made), NULL),
                   &made, wend_truth_destroy);
}

static wend_result call_wend_truth_build_plan(unsigned null) {
    wend_truth *made = GARBAGE;
    return made_of(null, 2, wend_truth_build_plan(N(0, context), N(1, a.plan), NULL, NULL, NULL, N(2, &made), NULL),
                   &made, wend_truth_destroy);
}

static wend_result call_wend_truth_fit(unsigned null) {
    return wend_truth_fit(N(0, context), N(1, a.surface), N(2, a.scene), NULL);
}

static wend_result call_wend_sample_build_drawing(unsigned null) {
    wend_drawing *made = GARBAGE;
    return made_of(null, 2, wend_sample_build_drawing(N(0, context), N(1, "rooms"), 0, 1, N(2, &made)), &made,
                   wend_drawing_destroy);
}

static wend_result call_wend_sample_build_scene(unsigned null) {
    wend_scene *made = GARBAGE;
    return made_of(null, 2, wend_sample_build_scene(N(0, context), N(1, "stairs"), 0, 1, N(2, &made)), &made,
                   wend_scene_destroy);
}

static wend_result call_wend_floor_build(unsigned null) {
    wend_floor *made = GARBAGE;
    return made_of(null, 2, wend_floor_build(N(0, context), N(1, a.medial), NULL, N(2, &made), NULL), &made,
                   wend_floor_destroy);
}

static wend_result call_wend_triangulation_build(unsigned null) {
    wend_triangulation *made = GARBAGE;
    return made_of(null, 2, wend_triangulation_build(N(0, context), N(1, points), 3, NULL, 0, N(2, &made)), &made,
                   wend_triangulation_destroy);
}

static wend_result call_wend_triangulation_insert_vertex(unsigned null) {
    int32_t vertex;
    return wend_triangulation_insert_vertex(N(0, a.triangulation), (wend_point){1, 1}, N(1, &vertex));
}

static wend_result call_wend_triangulation_remove_vertex(unsigned null) {
    int32_t vertex;
    CHECK(wend_triangulation_insert_vertex(a.triangulation, (wend_point){2, 2}, &vertex) == WEND_OK);
    return wend_triangulation_remove_vertex(N(0, a.triangulation), vertex);
}

static wend_result call_wend_triangulation_insert_constraint(unsigned null) {
    return wend_triangulation_insert_constraint(N(0, a.triangulation), 0, 1, 0);
}

static wend_result call_wend_triangulation_remove_constraint(unsigned null) {
    wend_result r = wend_triangulation_remove_constraint(N(0, a.triangulation), 0);
    return null ? r : WEND_OK;
}

static wend_result call_wend_triangulation_check(unsigned null) {
    return wend_triangulation_check(N(0, a.triangulation), N(1, points), 3, NULL, 0, NULL);
}

static wend_result call_wend_text_result(unsigned null) {
    wend_text text = wend_text_start(context);
    return wend_text_result(N(0, &text));
}

static wend_result call_wend_file_read(unsigned null) {
    char *bytes = NULL;
    size_t count = 0;
    wend_result r = wend_file_read(N(0, context), N(1, FILE_NAME), N(2, &bytes), N(3, &count), NULL);
    wend_release(context, bytes, count + 1);
    return r;
}

static wend_result call_wend_file_folder_create(unsigned null) {
    wend_file_folder *made = GARBAGE;
    return made_of(null, 2, wend_file_folder_create(N(0, context), N(1, FILE_NAME), N(2, &made)), &made,
                   wend_file_folder_destroy);
}

static wend_result call_wend_file_folder_find(unsigned null) {
    wend_file_side side = {NULL, 0, NULL};
    return wend_file_folder_find(N(0, a.folder), N(1, "test_null.wkt"), N(2, &side));
}

static wend_result call_wend_file_parse_drawing(unsigned null) {
    wend_drawing *made = GARBAGE;
    return made_of(null, 2,
                   wend_file_parse_drawing(N(0, context), N(1, &source), WEND_DRAWING_UNKNOWN, N(2, &made), NULL),
                   &made, wend_drawing_destroy);
}

static wend_result call_wend_file_read_drawing(unsigned null) {
    wend_drawing *made = GARBAGE;
    return made_of(null, 2, wend_file_read_drawing(N(0, context), N(1, FILE_NAME), N(2, &made), NULL), &made,
                   wend_drawing_destroy);
}

static wend_result call_wend_file_parse_scene(unsigned null) {
    return wend_file_parse_scene(N(0, context), N(1, &obj), WEND_SCENE_UNKNOWN, 0, N(2, a.spare_scene), NULL);
}

static wend_result call_wend_file_read_scene(unsigned null) {
    return wend_file_read_scene(N(0, context), N(1, SCENE_NAME), 0, N(2, a.spare_scene), NULL);
}

static wend_result call_wend_file_write_drawing(unsigned null) {
    return wend_file_write_drawing(N(0, context), N(1, FILE_NAME), N(2, a.drawing), NULL);
}

static wend_result call_wend_file_export(unsigned null) {
    return wend_file_export(N(0, context), N(1, PICTURE), N(2, a.nav), WEND_EXPORT_PLAN, NULL);
}

static wend_result call_wend_file_export_with(unsigned null) {
    return wend_file_export_with(N(0, context), N(1, PICTURE), N(2, a.nav), WEND_EXPORT_PLAN, NULL, NULL);
}

static wend_result call_wend_file_load(unsigned null) {
    wend_nav *made = GARBAGE;
    return made_of(null, 2, wend_file_load(N(0, context), N(1, NAV_NAME), WEND_LOAD_QUICK, N(2, &made), NULL), &made,
                   wend_nav_destroy);
}

static wend_result call_wend_json_parse(unsigned null) {
    wend_json json = wend_json_start(context);
    wend_json_error error;
    wend_result r = wend_json_parse(N(0, &json), N(1, "[1]"), 3, N(2, &error));
    wend_json_free(&json);
    return r;
}

static wend_result call_wend_nav_add_offlinks(unsigned null) {
    wend_nav *made = GARBAGE;
    return made_of(null, 2, wend_nav_add_offlinks(N(0, context), N(1, a.nav), NULL, N(2, &made), NULL), &made,
                   wend_nav_destroy);
}

static wend_result call_wend_parts_build(unsigned null) {
    wend_parts *made = GARBAGE;
    return made_of(null, 2, wend_parts_build(N(0, context), N(1, a.nav), N(2, &made)), &made, wend_parts_destroy);
}

static wend_result call_wend_looks_measure(unsigned null) {
    wend_looks looks;
    return wend_looks_measure(N(0, context), N(1, a.scene), N(2, &looks));
}

static wend_result call_wend_file_parse_offlinks(unsigned null) {
    wend_offlink_def *links = NULL;
    int32_t count = 0;
    wend_result r = wend_file_parse_offlinks(N(0, context), N(1, &hand), N(2, &links), N(3, &count), NULL);
    wend_release(context, links, (size_t)count * sizeof *links);
    return r;
}

static wend_result call_wend_file_read_offlinks(unsigned null) {
    wend_offlink_def *links = NULL;
    int32_t count = 0;
    CHECK(wend_file_write(HAND_NAME, hand.bytes, hand.count, NULL) == WEND_OK);
    wend_result r = wend_file_read_offlinks(N(0, context), N(1, HAND_NAME), N(2, &links), N(3, &count), NULL);
    wend_release(context, links, (size_t)count * sizeof *links);
    return r;
}

static wend_result call_wend_relief_build(unsigned null) {
    wend_relief *made = GARBAGE;
    return made_of(null, 2, wend_relief_build(N(0, context), N(1, a.nav), WEND_EXPORT_PLAN, NULL, N(2, &made), NULL),
                   &made, wend_relief_destroy);
}

static wend_result call_wend_paths_create(unsigned null) {
    wend_paths *made = GARBAGE;
    return made_of(null, 2, wend_paths_create(N(0, context), N(1, a.nav), N(2, &made)), &made, wend_paths_destroy);
}

static wend_result call_wend_paths_add(unsigned null) {
    wend_spot spot = {-1, {0, 0}, 0};
    wend_path_view path = {.status = WEND_PATH_OFF_MESH, .ends = {spot, spot}, .narrow_on = -1};
    return wend_paths_add(N(0, a.paths), N(1, a.nav_search), N(2, &spot), N(3, &spot), 0.3, 0.001, N(4, &path));
}

static wend_result call_wend_file_write_paths(unsigned null) {
    return wend_file_write_paths(N(0, context), N(1, FILE_NAME ".svg"), N(2, a.paths), NULL, NULL);
}

static const struct call {
    const char *name;
    int count; // pointers that it needs
    wend_result (*run)(unsigned null);
} calls[] = {
    {"wend_file_write", 2, call_wend_file_write},
    {"wend_file_write_scene", 3, call_wend_file_write_scene},
    {"wend_file_save", 3, call_wend_file_save},
    {"wend_context_create", 1, call_wend_context_create},
    {"wend_agent_check", 1, call_wend_agent_check},
    {"wend_run_tasks", 2, call_wend_run_tasks},
    {"wend_report_create", 2, call_wend_report_create},
    {"wend_drawing_create", 2, call_wend_drawing_create},
    {"wend_drawing_add", 2, call_wend_drawing_add},
    {"wend_drawing_set_area", 1, call_wend_drawing_set_area},
    {"wend_drawing_name_shape", 2, call_wend_drawing_name_shape},
    {"wend_drawing_map_area", 2, call_wend_drawing_map_area},
    {"wend_drawing_describe_area", 2, call_wend_drawing_describe_area},
    {"wend_plan_build", 3, call_wend_plan_build},
    {"wend_plan_build_linked", 3, call_wend_plan_build_linked},
    {"wend_plan_check", 2, call_wend_plan_check},
    {"wend_lift_create", 3, call_wend_lift_create},
    {"wend_lift_line", 4, call_wend_lift_line},
    {"wend_scene_create", 2, call_wend_scene_create},
    {"wend_scene_begin_part", 1, call_wend_scene_begin_part},
    {"wend_scene_add", 3, call_wend_scene_add},
    {"wend_scene_add_vertices", 3, call_wend_scene_add_vertices},
    {"wend_scene_add_triangles", 2, call_wend_scene_add_triangles},
    {"wend_scene_label_triangles", 2, call_wend_scene_label_triangles},
    {"wend_scene_set_area", 1, call_wend_scene_set_area},
    {"wend_scene_describe_area", 2, call_wend_scene_describe_area},
    {"wend_scene_map_area", 2, call_wend_scene_map_area},
    {"wend_solid_build", 3, call_wend_solid_build},
    {"wend_exact_build", 3, call_wend_exact_build},
    {"wend_voxel_build", 3, call_wend_voxel_build},
    {"wend_surface_check", 2, call_wend_surface_check},
    {"wend_links_build", 4, call_wend_links_build},
    {"wend_links_keep", 6, call_wend_links_keep},
    {"wend_links_check", 3, call_wend_links_check},
    {"wend_stairs_build", 4, call_wend_stairs_build},
    {"wend_stairs_find_steep", 3, call_wend_stairs_find_steep},
    {"wend_stairs_check", 4, call_wend_stairs_check},
    {"wend_medial_build", 3, call_wend_medial_build},
    {"wend_medial_check", 2, call_wend_medial_check},
    {"wend_doors_build", 3, call_wend_doors_build},
    {"wend_cells_build", 3, call_wend_cells_build},
    {"wend_cells_check", 2, call_wend_cells_check},
    {"wend_roads_build", 3, call_wend_roads_build},
    {"wend_roads_check", 2, call_wend_roads_check},
    {"wend_landmarks_build", 3, call_wend_landmarks_build},
    {"wend_landmarks_check", 2, call_wend_landmarks_check},
    {"wend_search_create", 3, call_wend_search_create},
    {"wend_search_create_on", 3, call_wend_search_create_on},
    {"wend_search_path", 4, call_wend_search_path},
    {"wend_search_begin", 3, call_wend_search_begin},
    {"wend_search_step", 1, call_wend_search_step},
    {"wend_search_end", 2, call_wend_search_end},
    {"wend_search_nearest", 5, call_wend_search_nearest},
    {"wend_search_take", 2, call_wend_search_take},
    {"wend_search_portals", 2, call_wend_search_portals},
    {"wend_search_passed", 2, call_wend_search_passed},
    {"wend_search_line", 2, call_wend_search_line},
    {"wend_flow_build", 3, call_wend_flow_build},
    {"wend_search_walk", 4, call_wend_search_walk},
    {"wend_search_move", 4, call_wend_search_move},
    {"wend_search_around", 3, call_wend_search_around},
    {"wend_crowd_create", 3, call_wend_crowd_create},
    {"wend_crowd_add", 3, call_wend_crowd_add},
    {"wend_crowd_remove", 1, call_wend_crowd_remove},
    {"wend_crowd_send", 2, call_wend_crowd_send},
    {"wend_crowd_place", 2, call_wend_crowd_place},
    {"wend_crowd_set_speed", 1, call_wend_crowd_set_speed},
    {"wend_crowd_step", 1, call_wend_crowd_step},
    {"wend_crowd_ask", 2, call_wend_crowd_ask},
    {"wend_crowd_look", 2, call_wend_crowd_look},
    {"wend_crowd_neighbours", 3, call_wend_crowd_neighbours},
    {"wend_crowd_follow", 2, call_wend_crowd_follow},
    {"wend_crowd_check", 2, call_wend_crowd_check},
    {"wend_offlinks_build", 3, call_wend_offlinks_build},
    {"wend_offlinks_check", 2, call_wend_offlinks_check},
    {"wend_nav_doors", 3, call_wend_nav_doors},
    {"wend_nav_check", 2, call_wend_nav_check},
    {"wend_build_drawing", 3, call_wend_build_drawing},
    {"wend_build_scene", 3, call_wend_build_scene},
    {"wend_archive_save", 4, call_wend_archive_save},
    {"wend_archive_load", 2, call_wend_archive_load},
    {"wend_explain_build", 4, call_wend_explain_build},
    {"wend_explain_ask", 3, call_wend_explain_ask},
    {"wend_truth_build_surface", 3, call_wend_truth_build_surface},
    {"wend_truth_build_plan", 3, call_wend_truth_build_plan},
    {"wend_truth_fit", 3, call_wend_truth_fit},
    {"wend_sample_build_drawing", 3, call_wend_sample_build_drawing},
    {"wend_sample_build_scene", 3, call_wend_sample_build_scene},
    {"wend_floor_build", 3, call_wend_floor_build},
    {"wend_triangulation_build", 3, call_wend_triangulation_build},
    {"wend_triangulation_check", 2, call_wend_triangulation_check},
    {"wend_triangulation_insert_vertex", 2, call_wend_triangulation_insert_vertex},
    {"wend_triangulation_remove_vertex", 1, call_wend_triangulation_remove_vertex},
    {"wend_triangulation_insert_constraint", 1, call_wend_triangulation_insert_constraint},
    {"wend_triangulation_remove_constraint", 1, call_wend_triangulation_remove_constraint},
    {"wend_text_result", 1, call_wend_text_result},
    {"wend_file_read", 4, call_wend_file_read},
    {"wend_file_folder_create", 3, call_wend_file_folder_create},
    {"wend_file_folder_find", 3, call_wend_file_folder_find},
    {"wend_file_parse_drawing", 3, call_wend_file_parse_drawing},
    {"wend_file_read_drawing", 3, call_wend_file_read_drawing},
    {"wend_file_parse_scene", 3, call_wend_file_parse_scene},
    {"wend_file_read_scene", 3, call_wend_file_read_scene},
    {"wend_file_write_drawing", 3, call_wend_file_write_drawing},
    {"wend_file_export", 3, call_wend_file_export},
    {"wend_file_export_with", 3, call_wend_file_export_with},
    {"wend_file_load", 3, call_wend_file_load},
    {"wend_json_parse", 3, call_wend_json_parse},
    {"wend_nav_add_offlinks", 3, call_wend_nav_add_offlinks},
    {"wend_parts_build", 3, call_wend_parts_build},
    {"wend_looks_measure", 3, call_wend_looks_measure},
    {"wend_file_parse_offlinks", 4, call_wend_file_parse_offlinks},
    {"wend_file_read_offlinks", 4, call_wend_file_read_offlinks},
    {"wend_relief_build", 3, call_wend_relief_build},
    {"wend_file_write_paths", 3, call_wend_file_write_paths},
    {"wend_paths_create", 3, call_wend_paths_create},
    {"wend_paths_add", 5, call_wend_paths_add},
};

// Every set of missing pointers is refused; with all of them, the call is fine.
TEST(what_is_needed) {
    make_all();
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        for (unsigned null = 0; null < 1u << calls[k].count; null++) {
            wend_result result = calls[k].run(null);
            CHECK_MESSAGE(result == (null == 0 ? WEND_OK : WEND_ERROR_ARGUMENT), "%s without %#x: %s", calls[k].name,
                          null, wend_describe(result));
        }
    destroy_all();
}

// Destroying nothing does nothing, and nothing looks empty.
TEST(nothing_at_all) {
    open_context_with(1);
    wend_context_destroy(NULL);
    wend_report_destroy(NULL);
    wend_drawing_destroy(NULL);
    wend_plan_destroy(NULL);
    wend_lift_destroy(NULL);
    wend_scene_destroy(NULL);
    wend_solid_destroy(NULL);
    wend_surface_destroy(NULL);
    wend_links_destroy(NULL);
    wend_stairs_destroy(NULL);
    wend_medial_destroy(NULL);
    wend_doors_destroy(NULL);
    wend_cells_destroy(NULL);
    wend_search_destroy(NULL);
    wend_flow_destroy(NULL);
    wend_crowd_destroy(NULL);
    wend_crowd_set_filter(NULL, NULL, NULL);
    CHECK(wend_crowd_hash(NULL) == 0);
    wend_roads_destroy(NULL);
    wend_landmarks_destroy(NULL);
    CHECK(wend_landmarks_look(NULL).count == 0);
    CHECK(wend_roads_look(NULL).piece_count == 0);
    wend_paths_destroy(NULL);
    CHECK(wend_paths_look(NULL).path_count == 0);
    wend_offlinks_destroy(NULL);
    wend_nav_destroy(NULL);
    wend_nav_retain(NULL);
    wend_explain_destroy(NULL);
    wend_truth_destroy(NULL);
    wend_floor_destroy(NULL);
    wend_triangulation_destroy(NULL);
    wend_file_folder_destroy(NULL);
    wend_parts_destroy(NULL);
    CHECK(wend_parts_look(NULL).count == 0);
    wend_release(context, NULL, 0);
    CHECK(wend_drawing_look(NULL).shape_count == 0 && wend_plan_look(NULL).triangles == NULL);
    CHECK(wend_scene_look(NULL).triangle_count == 0 && wend_solid_look(NULL).hash == 0);
    CHECK(wend_surface_look(NULL).triangle_count == 0 && wend_links_look(NULL).link_count == 0);
    CHECK(wend_stairs_look(NULL).flight_count == 0 && wend_medial_look(NULL).arc_count == 0);
    CHECK(wend_doors_look(NULL).door_count == 0 && wend_cells_look(NULL).cell_count == 0);
    CHECK(wend_offlinks_look(NULL).links == NULL && !wend_truth_look(NULL).ok);
    CHECK(wend_triangulation_look(NULL).triangles == NULL && wend_floor_look(NULL).triangles == NULL);
    CHECK(wend_nav_surface(NULL) == NULL && wend_nav_links(NULL) == NULL && wend_nav_stairs(NULL) == NULL);
    CHECK(wend_nav_plan(NULL) == NULL && wend_nav_medial(NULL) == NULL && wend_nav_cells(NULL) == NULL);
    CHECK(wend_nav_stages(NULL) == 0 && wend_nav_hash(NULL) == 0 && wend_nav_version(NULL) == 0);
    CHECK(wend_nav_settings(NULL)->agent.height == 0 && !wend_nav_carry(NULL, NULL, NULL));
    CHECK(wend_report_count(NULL) == 0 && wend_report_at(NULL, 0) == NULL && wend_report_total(NULL, NULL) == 0);
    CHECK(wend_report_error(NULL)[0] == 0);
    wend_report_clear(NULL);
    wend_report_add(NULL, NULL);
}

TEST(nothing_is_leaked) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()
