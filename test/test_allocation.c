// Fails every allocation of every public call in turn: the call must say WEND_ERROR_MEMORY and leak nothing.
//
// A new public call that can allocate gets a line in the table `calls` below.
#include "check.h"
#include "failing.h"
#include "stages.h"

#include <wend/file.h>
#include <wend/wend.h>

#include "base/array.h"
#include "base/sort.h"

#include <math.h>
#include <unistd.h>

// Samples whose cells are built: notches that face each other, walls without width, obstacles that touch, portals that
// make needles and are exchanged.
static const char *const samples[] = {"rooms", "thin-walls", "touching", "areas"};
enum { SAMPLES = 4 };

// What the calls work on, made before anything fails.
typedef struct fixture {
    wend_drawing *drawing; // overlapping obstacles, walls that cross, points
    wend_plan *plan;
    wend_plan *round_plan; // obstacles without a notch, which cells must not reach around
    wend_cells *round_cells;
    wend_plan *samples[SAMPLES];
    wend_nav *nav;
    wend_scene *scene;
    wend_nav *scene_nav; // of that scene, with links
    void *archive;       // the nav as bytes
    size_t archive_count;
    wend_report *report; // NULL, or one to fill
    char path[64];       // a scratch file, without its ending
    char drawing_path[80], archive_path[80];
} fixture;

// ---------------------------------------------------------------------------------------------- base

static wend_result call_report(wend_context *context, void *data) {
    (void)data;
    wend_report *report = NULL;
    wend_result result = wend_report_create(context, &report);
    wend_report_destroy(report);
    return result;
}

static wend_result call_sort_keys(wend_context *context, void *data) {
    (void)data;
    wend_key keys[100];
    for (int i = 0; i < 100; i++)
        keys[i] = (wend_key){.key = (uint64_t)(i * 7919 % 1000), .index = i};
    return wend_sort_keys(context, keys, 100) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result call_sort_many_keys(wend_context *context, void *data) {
    (void)data;
    enum { COUNT = 9000 };
    wend_key *keys = malloc(COUNT * sizeof *keys);
    for (int i = 0; i < COUNT; i++)
        keys[i] = (wend_key){.key = (uint64_t)(i * 7919 % 1000), .index = i};
    wend_result result = wend_sort_many_keys(context, keys, COUNT);
    free(keys);
    return result;
}

static int compare_ints(const void *a, const void *b, const void *user) {
    (void)user;
    return *(const int *)a - *(const int *)b;
}

static wend_result call_sort(wend_context *context, void *data) {
    (void)data;
    int values[50];
    for (int i = 0; i < 50; i++)
        values[i] = i * 31 % 47;
    return wend_sort(context, values, 50, sizeof values[0], compare_ints, NULL) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result call_array(wend_context *context, void *data) {
    (void)data;
    WEND_ARRAY(int) array = {0};
    bool good = true;
    for (int i = 0; i < 1000 && good; i++)
        good = wend_array_push(context, &array, i);
    wend_array_free(context, &array);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result allocate_in_task(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    void *block = wend_allocate(data, (size_t)(end - begin));
    if (block == NULL)
        return WEND_ERROR_MEMORY;
    wend_release(data, block, (size_t)(end - begin));
    return WEND_OK;
}

static wend_result call_tasks(wend_context *context, void *data) {
    (void)data;
    return wend_run_tasks(context, 20, 1, allocate_in_task, context);
}

// ---------------------------------------------------------------------------------------------- geom

static const wend_point points[] = {{0, 0},   {100, 0}, {100, 100}, {0, 100}, {50, 50},
                                    {20, 70}, {80, 10}, {30, 30},   {0, 0},   {101, 53}};
static const wend_segment crossing[] = {{0, 2}, {1, 3}, {5, 6}, {4, 9}, {7, 7}, {0, 8}, {0, 2}};
static const wend_segment apart[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
enum { POINTS = 10, CROSSING = 7, APART = 4 };

static wend_result call_triangulate(wend_context *context, void *data) {
    (void)data;
    wend_triangulation *triangulation = NULL;
    wend_result result = wend_triangulation_build(context, points, POINTS, crossing, CROSSING, &triangulation);
    if (result == WEND_OK)
        wend_triangulation_destroy(triangulation);
    return result;
}

// Long segments through two rows of points, so that their cavities are long too; and others across.
static wend_result call_long_segments(wend_context *context, void *data) {
    (void)data;
    enum { ROW = 60 };
    wend_point rows[2 * ROW + 4];
    for (int32_t i = 0; i < ROW; i++) {
        rows[2 * i] = (wend_point){100 * i, 20 + i * 7 % 13};
        rows[2 * i + 1] = (wend_point){100 * i + 50, -20 - i * 5 % 11};
    }
    const wend_point ends[] = {{-100, 0}, {6100, 1}, {700, -90}, {731, 95}};
    memcpy(rows + 2 * ROW, ends, sizeof ends);
    const wend_segment segments[] = {{2 * ROW, 2 * ROW + 1}, {2 * ROW + 2, 2 * ROW + 3}};
    wend_triangulation *triangulation = NULL;
    wend_result result = wend_triangulation_build(context, rows, 2 * ROW + 4, segments, 2, &triangulation);
    if (result == WEND_OK)
        wend_triangulation_destroy(triangulation);
    return result;
}

static wend_result change(wend_triangulation *triangulation) {
    for (int i = 0; i < 40; i++) {
        int32_t vertex = -1;
        wend_point point = {3 + i * 37 % 95, 3 + i * 53 % 95};
        wend_result result = wend_triangulation_insert_vertex(triangulation, point, &vertex);
        if (result == WEND_OK && i % 3 == 0)
            result = wend_triangulation_remove_vertex(triangulation, vertex);
        if (result != WEND_OK)
            return result;
    }
    wend_triangulation_view view = wend_triangulation_look(triangulation);
    wend_result result =
        wend_triangulation_insert_constraint(triangulation, view.point_vertex[5], view.point_vertex[6], 9);
    if (result != WEND_OK)
        return result;
    view = wend_triangulation_look(triangulation);
    for (int32_t edge = 0; edge < 3 * view.triangle_count; edge++)
        if (view.triangles[edge / 3].mark[edge % 3] >= 0)
            return wend_triangulation_remove_constraint(triangulation, edge);
    return WEND_ERROR_INVALID;
}

static wend_result call_change(wend_context *context, void *data) {
    (void)data;
    wend_triangulation *triangulation = NULL;
    wend_result result = wend_triangulation_build(context, points, POINTS, apart, APART, &triangulation);
    if (result != WEND_OK)
        return result;
    result = change(triangulation);
    wend_triangulation_destroy(triangulation);
    return result;
}

static wend_result call_triangulation_check(wend_context *context, void *data) {
    (void)data;
    wend_triangulation *triangulation = NULL;
    wend_result result = wend_triangulation_build(context, points, POINTS, crossing, CROSSING, &triangulation);
    if (result != WEND_OK)
        return result;
    result = wend_triangulation_check(triangulation, points, POINTS, crossing, CROSSING, NULL);
    wend_triangulation_destroy(triangulation);
    return result;
}

// ---------------------------------------------------------------------------------------------- plan

static wend_result draw(wend_context *context, wend_drawing **drawing) {
    static const double outer[] = {0, 0, 10, 0, 10, 10, 0, 10}, block[] = {2, 2, 5, 2, 5, 5, 2, 5};
    static const double island[] = {2.5, 2.5, 3.5, 2.5, 3.5, 3.5, 2.5, 3.5};
    static const double other[] = {4, 4, 12, 4.5, 7, 8, 4, 8.25}, wall[] = {1, 9, 9, 1, 9, 9}, spots[] = {1, 1, 1, 5};
    static const double border[] = {0, 7, 3, 7.5, 3, 10}, fork[] = {1, 6, 2, 9}, dot[] = {1, 3};
    wend_result result = wend_drawing_create(context, WEND_INSIDE_RINGS, drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_OUTER, 0, outer, 4);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_OBSTACLE, 0, block, 4);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_OUTER, 1, island, 4);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_OBSTACLE, -1, other, 4);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_WALL, -1, wall, 3);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_POINT, -1, spots, 2);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_BORDER, -1, border, 3);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_BORDER, -1, fork, 2);
    if (result == WEND_OK)
        result = wend_drawing_add(*drawing, WEND_SHAPE_BORDER, -1, dot, 1);
    return result;
}

static wend_result call_drawing(wend_context *context, void *data) {
    (void)data;
    wend_drawing *drawing = NULL;
    wend_result result = draw(context, &drawing);
    wend_drawing_destroy(drawing);
    return result;
}

// A plan by each of the other rules, obstacles included.
static wend_result build_by(wend_context *context, wend_inside_rule rule) {
    static const double outline[] = {0, 0, 9, 0, 9, 9, 0, 9, 0, 0}, inner[] = {2, 2, 4, 2, 4, 4, 2, 4, 2, 2};
    static const double block[] = {5, 5, 7, 5, 7, 7, 5, 7}, hole[] = {3, 3};
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_result result = wend_drawing_create(context, rule, &drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTLINE, -1, outline, 5);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTLINE, -1, inner, 5);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, -1, block, 4);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_HOLE, -1, hole, 1);
    if (result == WEND_OK)
        result = wend_plan_build(context, drawing, NULL, &plan, NULL);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    return result;
}

static wend_result call_plan_rules(wend_context *context, void *data) {
    (void)data;
    wend_result result = build_by(context, WEND_INSIDE_DEPTH);
    return result == WEND_OK ? build_by(context, WEND_INSIDE_HOLES) : result;
}

static wend_result call_plan_build(wend_context *context, void *data) {
    fixture *f = data;
    wend_plan_def def = wend_default_plan_def();
    wend_plan *plan = NULL;
    wend_result result = wend_plan_build(context, f->drawing, &def, &plan, f->report);
    if (result == WEND_OK)
        wend_plan_destroy(plan);
    return result;
}

static wend_result call_plan_check(wend_context *context, void *data) {
    fixture *f = data;
    return wend_plan_check(context, f->plan, f->report);
}

// ---------------------------------------------------------------------------------------------- cells

// A hall with round pillars of eighty corners, a border that touches some of them, and a point.
static wend_result build_round(wend_context *context, wend_plan **plan) {
    enum { CORNERS = 80, PILLARS = 4 };
    static const double hall[] = {0, 0, 30, 0, 30, 30, 0, 30}, border[] = {0, 5, 25, 7, 15, 30}, spot[] = {10, 10};
    wend_drawing *drawing = NULL;
    wend_result result = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, hall, 4);
    for (int k = 0; k < PILLARS && result == WEND_OK; k++) {
        double ring[2 * CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            double turn = i * 2 * acos(-1) / CORNERS;
            ring[2 * i] = 5 + 10 * (k % 3) + (2 + 0.4 * k) * cos(turn);
            ring[2 * i + 1] = 5 + 10 * (k / 3) + (2 + 0.4 * k) * sin(turn);
        }
        result = wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, ring, CORNERS);
    }
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, border, 3);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_POINT, -1, spot, 1);
    if (result == WEND_OK)
        result = wend_plan_build(context, drawing, NULL, plan, NULL);
    wend_drawing_destroy(drawing);
    return result;
}

static wend_result cut(wend_context *context, fixture *f, const wend_plan *plan, wend_cells_quality quality,
                       double relax) {
    wend_cells_def def = wend_default_cells_def();
    wend_cells *cells = NULL;
    def.quality = quality;
    def.relax = relax;
    wend_result result = wend_cells_build(context, plan, &def, &cells, f->report);
    if (result == WEND_OK)
        wend_cells_destroy(cells);
    return result;
}

static wend_result call_cells_fast(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->plan, WEND_CELLS_FAST, 0);
}
static wend_result call_cells_best(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->plan, WEND_CELLS_BEST, 0);
}
static wend_result call_cells_relax(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->plan, WEND_CELLS_FAST, 1.5);
}
static wend_result call_cells_round(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->round_plan, WEND_CELLS_FAST, 0.25);
}

static wend_result call_cells_rooms(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->samples[0], WEND_CELLS_FAST, 0);
}
static wend_result call_cells_walls(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->samples[1], WEND_CELLS_FAST, 0.5);
}
static wend_result call_cells_touching(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->samples[2], WEND_CELLS_FAST, 0);
}
static wend_result call_cells_areas(wend_context *context, void *data) {
    fixture *f = data;
    return cut(context, f, f->samples[3], WEND_CELLS_FAST, 0);
}

static wend_result call_cells_check(wend_context *context, void *data) {
    fixture *f = data;
    return wend_cells_check(context, f->round_cells, f->report);
}

// ---------------------------------------------------------------------------------------------- medial

static wend_result call_medial(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_result result = wend_medial_build(context, f->round_plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_medial_check(context, medial, f->report);
    wend_medial_destroy(medial);
    return result;
}

static wend_result call_landmarks(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_landmarks *landmarks = NULL;
    wend_result result = wend_medial_build(context, f->round_plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_roads_build(context, medial, NULL, &roads, f->report);
    if (result == WEND_OK)
        result = wend_roads_check(context, roads, f->report);
    if (result == WEND_OK)
        result = wend_landmarks_build(context, roads, 2, &landmarks, f->report);
    if (result == WEND_OK)
        result = wend_landmarks_check(context, landmarks, f->report);
    wend_landmarks_destroy(landmarks);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
    return result;
}

// Roads and a few shortest paths; the searches' own scratch grows from nothing each time.
static wend_result call_path(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_search *search = NULL;
    wend_offlinks *offlinks = NULL;
    wend_cells *cells = NULL;
    wend_plan_view view = wend_plan_look(f->round_plan);
    wend_offlink_def jump = wend_default_offlink_def();
    wend_lattice_place(&view.lattice, view.vertices[0], jump.from[0]);
    wend_lattice_place(&view.lattice, view.vertices[view.vertex_count / 2], jump.to[0]);
    memcpy(jump.from[1], jump.from[0], sizeof jump.from[0]);
    memcpy(jump.to[1], jump.to[0], sizeof jump.to[0]);
    jump.cost = 0.01;
    wend_result result = wend_medial_build(context, f->round_plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_roads_build(context, medial, NULL, &roads, f->report);
    if (result == WEND_OK)
        result =
            wend_offlinks_build(context, f->round_plan, NULL, &(wend_offlinks_def){&jump, 1, 1}, &offlinks, f->report);
    if (result == WEND_OK)
        result = wend_cells_build(context, f->round_plan, NULL, &cells, f->report);
    if (result == WEND_OK)
        result = wend_search_create_on(
            context, &(wend_search_def){.roads = roads, .offlinks = offlinks, .cells = cells}, &search);
    for (int32_t k = 1; result == WEND_OK && k < 4; k++) {
        wend_spot ends[2];
        for (int i = 0; i < 2; i++) {
            int32_t triangle = i * k * (view.triangle_count / 4);
            const int32_t *v = view.triangles[triangle].v;
            ends[i] = (wend_spot){triangle, view.vertices[v[0]], 0};
        }
        wend_path_view path;
        wend_path_def def = wend_default_path_def();
        def.radius = 0.1 * (k - 1);
        result = wend_search_path(search, &ends[0], &ends[1], &def, &path);
        wend_path_line line;
        if (result == WEND_OK)
            result = wend_search_line(search, 0.001, &line);
        wend_path_def roomy = def;
        roomy.clearance = def.radius + 0.3;
        if (result == WEND_OK)
            result = wend_search_path(search, &ends[0], &ends[1], &roomy, &path);
        const wend_path_goal *goals;
        int32_t count = 0;
        if (result == WEND_OK)
            result = wend_search_nearest(search, &ends[0], ends, 2, 2, INFINITY, &def, &goals, &count);
        for (int32_t i = 0; result == WEND_OK && i < count; i++)
            result = wend_search_take(search, i, &path);
        double to[2];
        wend_lattice_place(&view.lattice, ends[1].point, to);
        wend_stop stop;
        if (result == WEND_OK)
            result = wend_search_walk(search, &ends[0], to, def.radius, &stop);
        if (result == WEND_OK)
            result = wend_search_move(search, &ends[0], to, def.radius, &stop);
        wend_flow *flow = NULL;
        if (result == WEND_OK)
            result = wend_flow_build(search, ends, 2, NULL, &flow);
        wend_flow_destroy(flow);
        wend_around_view around;
        if (result == WEND_OK)
            result = wend_search_around(search, &ends[0], 1, &around);
        def.by = WEND_PATH_BY_CELLS;
        if (result == WEND_OK)
            result = wend_search_path(search, &ends[0], &ends[1], &def, &path);
    }
    wend_search_destroy(search);
    wend_cells_destroy(cells);
    wend_offlinks_destroy(offlinks);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
    return result;
}

// A crowd of two who pass each other in a door for one, and its move to another version of the nav.
static wend_result call_crowd(wend_context *context, void *data) {
    static const double room[] = {0, 0, 10, 0, 10, 4, 0, 4}, walls[2][4] = {{5, 0, 5, 1.7}, {5, 2.3, 5, 4}};
    fixture *f = data;
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    wend_crowd *crowd = NULL;
    wend_build_def build = wend_default_build_def();
    build.stages &= ~(uint32_t)(WEND_STAGE_CELLS | WEND_STAGE_ROADS); // the crowd makes roads
    wend_result result = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4);
    for (int k = 0; k < 2 && result == WEND_OK; k++)
        result = wend_drawing_add(drawing, WEND_SHAPE_WALL, 0, walls[k], 2);
    if (result == WEND_OK)
        result = wend_build_drawing(context, drawing, &build, &nav, NULL, f->report);
    if (result == WEND_OK)
        result = wend_crowd_create(context, nav, NULL, &crowd, f->report);
    for (int k = 0; k < 2 && result == WEND_OK; k++) {
        wend_agent_def agent = wend_default_agent_def();
        wend_crowd_goal goals[2] = {wend_default_crowd_goal(), wend_default_crowd_goal()};
        wend_agent_id id;
        wend_plan_locate(wend_nav_plan(nav), (double[]){k ? 6 : 4, 2}, 0, &agent.at);
        wend_plan_locate(wend_nav_plan(nav), (double[]){k ? 4 : 6, 1.5}, 0, &goals[0].at);
        wend_plan_locate(wend_nav_plan(nav), (double[]){k ? 3 : 7, 2}, 0, &goals[1].at);
        goals[1].leave = true;
        result = wend_crowd_add(crowd, &agent, &id, f->report);
        if (result == WEND_OK)
            result = wend_crowd_send(crowd, id, goals, 2);
    }
    wend_crowd_view view = {.count = 2};
    for (int k = 0; result == WEND_OK && k < 400 && view.count > 0; k++) {
        result = wend_crowd_step(crowd);
        if (result == WEND_OK)
            result = wend_crowd_look(crowd, &view);
        if (result == WEND_OK && k == 20)
            result = wend_crowd_follow(crowd, nav, f->report);
    }
    if (result == WEND_OK && view.count > 0)
        result = WEND_ERROR_INVALID;
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
    wend_drawing_destroy(drawing);
    return result;
}

// Partial paths, to one side of a door that is too narrow; from a spot at a wall, beside a pillar.
static wend_result call_partial(wend_context *context, void *data) {
    static const double room[] = {0, 0, 10, 0, 10, 4, 0, 4}, walls[2][4] = {{5, 0, 5, 1.8}, {5, 2.2, 5, 4}};
    fixture *f = data;
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_search *search = NULL;
    wend_result result = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4);
    for (int k = 0; k < 2 && result == WEND_OK; k++)
        result = wend_drawing_add(drawing, WEND_SHAPE_WALL, 0, walls[k], 2);
    if (result == WEND_OK)
        result = wend_plan_build(context, drawing, NULL, &plan, f->report);
    if (result == WEND_OK)
        result = wend_medial_build(context, plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_roads_build(context, medial, NULL, &roads, f->report);
    if (result == WEND_OK)
        result = wend_search_create_on(context, &(wend_search_def){.roads = roads}, &search);
    for (int k = 0; k < 2 && result == WEND_OK; k++) {
        wend_spot ends[2];
        wend_path_view path;
        wend_path_def def = wend_default_path_def();
        wend_plan_locate(plan, (double[]){4.9, 1.9}, 0, &ends[0]);
        wend_plan_locate(plan, (double[]){9, 3}, 0, &ends[1]);
        def.radius = 0.5;
        def.partial = k == 0 ? WEND_PATH_PARTIAL_BY_AIR : WEND_PATH_PARTIAL_BY_PATH;
        result = wend_search_path(search, &ends[0], &ends[1], &def, &path);
        if (result == WEND_OK && path.status != WEND_PATH_PARTIAL)
            result = WEND_ERROR_INVALID;
        wend_path_portals_view portals;
        wend_path_passed_view passed;
        if (result == WEND_OK)
            result = wend_search_portals(search, &portals);
        if (result == WEND_OK)
            result = wend_search_passed(search, &passed);
    }
    wend_search_destroy(search);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    return result;
}

static wend_result call_medial_walls(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_result result = wend_medial_build(context, f->samples[1], NULL, &medial, f->report);
    wend_medial_destroy(medial);
    return result;
}

static wend_result call_doors(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_doors *doors = NULL;
    wend_result result = wend_medial_build(context, f->round_plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_doors_build(context, medial, NULL, NULL, NULL, &doors, f->report);
    wend_doors_destroy(doors);
    wend_medial_destroy(medial);
    return result;
}

static wend_result call_lift(wend_context *context, void *data) {
    fixture *f = data;
    wend_lift *lift = NULL;
    wend_lift_view view;
    wend_result result = wend_lift_create(context, f->round_plan, &lift);
    double places[2 * 40];
    int32_t triangles[40];
    uint64_t random = 1;
    for (int k = 0; k < 40; k++)
        wend_plan_random(f->round_plan, &random, places + 2 * k, &triangles[k]);
    if (result == WEND_OK)
        result = wend_lift_line(lift, places, triangles, 40, 0.1, &view);
    wend_lift_destroy(lift);
    return result;
}

static wend_result call_floor(wend_context *context, void *data) {
    fixture *f = data;
    wend_medial *medial = NULL;
    wend_floor *floor = NULL;
    wend_result result = wend_medial_build(context, f->round_plan, NULL, &medial, f->report);
    if (result == WEND_OK)
        result = wend_floor_build(context, medial, NULL, &floor, f->report);
    wend_floor_destroy(floor);
    wend_medial_destroy(medial);
    return result;
}

// ---------------------------------------------------------------------------------------------- pipeline and archive

static wend_result call_build(wend_context *context, void *data) {
    fixture *f = data;
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = NULL;
    wend_result result = wend_build_drawing(context, f->drawing, &def, &nav, NULL, f->report);
    if (result == WEND_OK)
        wend_nav_destroy(nav);
    return result;
}

static wend_result call_nav_check(wend_context *context, void *data) {
    fixture *f = data;
    return wend_nav_check(context, f->nav, f->report);
}

// Two triangles far from each other, with a seed on one of them, saved too.
static wend_result call_build_seeded(wend_context *context, void *data) {
    fixture *f = data;
    static const double positions[] = {0, 0, 0, 4, 0, 0, 0, 0, 4, 20, 0, 0, 24, 0, 0, 20, 0, 4}, seed[3] = {1, 1, 1};
    static const int32_t triangles[] = {0, 2, 1, 3, 5, 4};
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    void *bytes = NULL;
    size_t count = 0;
    wend_build_def def = wend_default_build_def();
    def.keep.seeds = seed;
    def.keep.seed_count = 1;
    wend_result result = wend_scene_create(context, NULL, &scene);
    if (result == WEND_OK)
        result = wend_scene_add(scene, positions, 6, triangles, 2);
    if (result == WEND_OK)
        result = wend_build_scene(context, scene, &def, &nav, NULL, f->report);
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &bytes, &count);
    wend_release(context, bytes, count);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return result;
}

static wend_result call_archive_save(wend_context *context, void *data) {
    fixture *f = data;
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_archive_save(context, f->nav, &bytes, &count);
    if (result == WEND_OK)
        wend_release(context, bytes, count);
    return result;
}

static wend_result call_archive_load(wend_context *context, void *data) {
    fixture *f = data;
    wend_nav *nav = NULL;
    wend_result result = wend_archive_load(context, f->archive, f->archive_count, WEND_LOAD_PROVEN, &nav, f->report);
    if (result == WEND_OK)
        wend_nav_destroy(nav);
    return result;
}

// ---------------------------------------------------------------------------------------------- sample

static wend_result call_samples(wend_context *context, void *data) {
    (void)data;
    for (int32_t i = 0; i < wend_sample_count() && !wend_sample_at(i)->scene; i++) {
        wend_drawing *drawing = NULL;
        wend_result result = wend_sample_build_drawing(context, wend_sample_at(i)->name, 60, 1, &drawing);
        if (result != WEND_OK)
            return result;
        wend_drawing_destroy(drawing);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------- file

static wend_result call_file_read(wend_context *context, void *data) {
    fixture *f = data;
    char *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_file_read(context, f->archive_path, &bytes, &count, f->report);
    if (result == WEND_OK)
        wend_release(context, bytes, count + 1);
    return result;
}

static wend_result call_read_drawing(wend_context *context, void *data) {
    fixture *f = data;
    wend_drawing *drawing = NULL;
    wend_result result = wend_file_read_drawing(context, f->drawing_path, &drawing, f->report);
    if (result == WEND_OK)
        wend_drawing_destroy(drawing);
    return result;
}

static wend_result parse(wend_context *context, void *data, wend_drawing_format format, const char *text) {
    fixture *f = data;
    wend_drawing *drawing = NULL;
    wend_result result =
        wend_file_parse_drawing(context, &(wend_file_source){.name = "text", .bytes = text, .count = strlen(text)},
                                format, &drawing, f->report);
    if (result == WEND_OK)
        wend_drawing_destroy(drawing);
    return result;
}

static wend_result call_geojson(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_GEOJSON,
                 "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{},\"geometry\":"
                 "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}},"
                 "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\",\"coordinates\":"
                 "[[3,3],[4,4]]}},{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"Point\","
                 "\"coordinates\":[5,5,1]}},{\"type\":\"Feature\",\"properties\":{\"kind\":\"border\"},\"geometry\":"
                 "{\"type\":\"Polygon\",\"coordinates\":[[[6,6],[7,6],[7,7]]]}}]}");
}

static wend_result call_wkt(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_WKT,
                 "GEOMETRYCOLLECTION(POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1)),LINESTRING(3 3,4 4),"
                 "GEOMETRYCOLLECTION(POINT(5 5),MULTIPOLYGON(((20 20,21 20,21 21,20 20)))))");
}

static wend_result call_dat(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_DAT, "0 0\n9 0\n9 9\n0 9\nHOLE\n1 1\n2 1\n2 2\nSTEINER\n5 5\n");
}

static wend_result call_edges(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_EDGES, "4 4\n0 0\n9 0\n9 9\n0 9\n0 1\n1 2\n2 3\n3 0\n");
}

static wend_result call_poly(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_POLY,
                 "4 2 0 0\n1 0 0\n2 9 0\n3 9 9\n4 0 9\n4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n1\n1 20 20\n");
}

// From memory, with a file beside it on disk.
static wend_result call_folder(wend_context *context, void *data) {
    static const char text[] = "0 2 0 0\n3 0\n1 1 2\n2 2 3\n3 3 1\n0\n", vertices[] = "3 2 0 0\n1 0 0\n2 9 0\n3 9 9\n";
    fixture *f = data;
    char path[80], node[80];
    snprintf(path, sizeof path, "%s.poly", f->path);
    snprintf(node, sizeof node, "%s.node", f->path);
    wend_drawing *drawing = NULL;
    wend_file_folder *folder = NULL;
    wend_result result = wend_file_write(node, vertices, sizeof vertices - 1, f->report);
    if (result == WEND_OK)
        result = wend_file_folder_create(context, path, &folder);
    wend_file_source source = {
        .name = path, .bytes = text, .count = sizeof text - 1, .hook = wend_file_folder_find, .user = folder};
    if (result == WEND_OK)
        result = wend_file_parse_drawing(context, &source, WEND_DRAWING_UNKNOWN, &drawing, f->report);
    wend_drawing_destroy(drawing);
    wend_file_folder_destroy(folder);
    remove(node);
    return result;
}

static wend_result call_rings(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_RINGS, "[[[0,0],[9,0],[9,9],[0,9]],[[1,1],[2,1],[2,2]]]");
}

static wend_result call_grid(wend_context *context, void *data) {
    return parse(context, data, WEND_DRAWING_GRID, "type octile\nheight 4\nwidth 5\nmap\n@@@@@\n@..T@\n@.@.@\n@@@@@\n");
}

enum { PLAN_LAYERS = WEND_EXPORT_PORTALS + 1 }; // those of a floor plan

// The first few layers.
static wend_result export_as(wend_context *context, void *data, const char *ending, int layers) {
    fixture *f = data;
    char path[80];
    snprintf(path, sizeof path, "%s.%s", f->path, ending);
    wend_result result = WEND_OK;
    for (int layer = 0; layer < layers && result == WEND_OK; layer++)
        result = wend_file_export(context, path, f->nav, (wend_export_kind)layer, f->report);
    remove(path);
    return result;
}

static wend_result call_export_svg(wend_context *context, void *data) {
    return export_as(context, data, "svg", PLAN_LAYERS);
}
static wend_result call_export_png(wend_context *context, void *data) {
    return export_as(context, data, "png", 1); // slow; the other layers are those of SVG
}
static wend_result call_export_geojson(wend_context *context, void *data) {
    return export_as(context, data, "geojson", PLAN_LAYERS);
}
static wend_result call_export_obj(wend_context *context, void *data) {
    return export_as(context, data, "obj", PLAN_LAYERS);
}

static wend_result write_as(wend_context *context, void *data, const char *ending) {
    fixture *f = data;
    char path[80];
    snprintf(path, sizeof path, "%s-drawing.%s", f->path, ending);
    wend_drawing *drawing = NULL; // WKT knows no obstacle without a polygon, so a plain one
    static const double ring[] = {0, 0, 4, 0, 4, 4};
    wend_result result = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing);
    if (result == WEND_OK)
        result = wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, ring, 3);
    if (result == WEND_OK)
        result = wend_file_write_drawing(context, path, drawing, f->report);
    wend_drawing_destroy(drawing);
    remove(path);
    return result;
}

static wend_result call_write_geojson(wend_context *context, void *data) {
    return write_as(context, data, "geojson");
}
static wend_result call_write_wkt(wend_context *context, void *data) {
    return write_as(context, data, "wkt");
}

static wend_result call_solid(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_solid *solid = NULL;
    wend_result result = wend_sample_build_scene(context, "random-scene", 60, 3, &scene);
    if (result == WEND_OK)
        result = wend_solid_build(context, scene, NULL, &solid, f->report);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
    return result;
}

// A small scene: floors, a ramp, walls that stand on them and pierce them, all of it crossing.
static wend_result call_extract(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_surface *surface = NULL;
    wend_settings def = default_settings();
    static const double seed[3] = {0, 0.5, 0};
    def.keep.seeds = seed;
    def.keep.seed_count = 1;
    wend_result result = wend_sample_build_scene(context, "random-scene", 60, 3, &scene);
    if (result == WEND_OK)
        result = extract_scene(context, scene, &def, &surface, f->report);
    if (result == WEND_ERROR_EMPTY) { // the seed may stand nowhere
        def.keep.seed_count = 0;
        result = extract_scene(context, scene, &def, &surface, f->report);
    }
    if (result == WEND_OK)
        result = wend_surface_check(context, surface, f->report);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return result;
}

// The same by voxels, in small tiles.
static wend_result call_voxel(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_solid *solid = NULL;
    wend_surface *surface = NULL;
    wend_voxel_def def = wend_default_voxel_def();
    def.cell = 0.4;
    def.tile = 16;
    wend_result result = wend_sample_build_scene(context, "random-scene", 60, 3, &scene);
    if (result == WEND_OK)
        result = wend_solid_build(context, scene, NULL, &solid, f->report);
    if (result == WEND_OK)
        result = wend_voxel_build(context, solid, NULL, &def, &surface, f->report);
    wend_surface_destroy(surface);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
    return result;
}

// A slab inside out: nothing is walkable, and why is looked for.
static wend_result call_extract_inside_out(wend_context *context, void *data) {
    fixture *f = data;
    static const double corners[24] = {0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 9, 0, 1, 0, 9, 1, 0, 9, 1, 9, 0, 1, 9};
    static const int32_t triangles[12] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7};
    wend_scene *scene = NULL;
    wend_surface *surface = NULL;
    wend_result result = wend_scene_create(context, NULL, &scene);
    if (result == WEND_OK)
        result = wend_scene_add(scene, corners, 8, triangles, 4);
    if (result == WEND_OK)
        result = extract_scene(context, scene, NULL, &surface, f->report);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return result == WEND_ERROR_EMPTY ? WEND_OK : result;
}

// Steps, gaps, holes, drops and flights.
static wend_result call_links(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_surface *surface = NULL;
    wend_solid *solid = NULL;
    wend_links *links = NULL;
    wend_stairs *stairs = NULL;
    wend_agent agent = wend_default_agent();
    agent.drop = 2;
    wend_result result = wend_sample_build_scene(context, "platforms", 0, 1, &scene);
    if (result == WEND_OK)
        result = wend_solid_build(context, scene, NULL, &solid, f->report);
    if (result == WEND_OK)
        result = wend_exact_build(context, solid, &agent, NULL, &surface, f->report);
    if (result == WEND_OK)
        result = wend_links_build(context, solid, surface, &agent, NULL, &links, f->report);
    if (result == WEND_OK)
        result = wend_links_check(context, links, surface, solid, f->report);
    if (result == WEND_OK)
        result = wend_stairs_find_steep(context, links, surface, f->report);
    if (result == WEND_OK)
        result = wend_stairs_build(context, links, surface, NULL, &stairs, f->report);
    if (result == WEND_OK)
        result = wend_stairs_check(context, stairs, links, surface, f->report);
    wend_stairs_destroy(stairs);
    wend_links_destroy(links);
    wend_surface_destroy(surface);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
    return result;
}

// All that is made of a scene, saved, loaded and exported.
static wend_result call_build_scene(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_nav *nav = NULL, *loaded = NULL;
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_sample_build_scene(context, "platforms", 0, 1, &scene);
    if (result == WEND_OK)
        result = wend_build_scene(context, scene, NULL, &nav, NULL, f->report);
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &bytes, &count);
    if (result == WEND_OK)
        result = wend_archive_load(context, bytes, count, WEND_LOAD_PROVEN, &loaded, f->report);
    wend_release(context, bytes, count);
    wend_nav_destroy(loaded);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return result;
}

static wend_result call_export_storeys(wend_context *context, void *data) {
    static const char *const endings[] = {"svg", "obj", "glb", "geojson"};
    static const wend_export_kind layers[] = {WEND_EXPORT_PLAN, WEND_EXPORT_CELLS, WEND_EXPORT_PORTALS,
                                              WEND_EXPORT_MEDIAL, WEND_EXPORT_LINKS};
    fixture *f = data;
    char path[80];
    wend_result result = WEND_OK;
    wend_picture_def def = wend_default_picture_def();
    memcpy(def.crop, (const double[4]){0, 0, 1, 1}, sizeof def.crop);
    for (int k = 0; k < 4 && result == WEND_OK; k++) {
        snprintf(path, sizeof path, "%s.%s", f->path, endings[k]);
        for (int i = 0; i < 5 && result == WEND_OK; i++)
            result = wend_file_export_with(context, path, f->scene_nav, layers[i], i == 1 ? &def : NULL, f->report);
        remove(path);
    }
    return result;
}

static wend_result call_relief(wend_context *context, void *data) {
    fixture *f = data;
    wend_result result = WEND_OK;
    for (int kind = 0; kind < WEND_EXPORT_COUNT && result == WEND_OK; kind++) {
        wend_relief *relief = NULL;
        result = wend_relief_build(context, f->scene_nav, (wend_export_kind)kind, NULL, &relief, f->report);
        wend_relief_destroy(relief);
    }
    return result;
}

// A path over the scene, written in every format.
static wend_result call_paths(wend_context *context, void *data) {
    static const char *const endings[] = {"svg", "png", "obj", "glb", "geojson"};
    fixture *f = data;
    char name[80];
    wend_search *search = NULL;
    wend_paths *paths = NULL;
    wend_path_view path;
    wend_spot spots[2];
    uint64_t state = 3;
    wend_plan_view view = wend_plan_look(wend_nav_plan(f->scene_nav));
    for (int i = 0; i < 2; i++) {
        double place[2];
        spots[i] = (wend_spot){.triangle = -1};
        wend_plan_random(wend_nav_plan(f->scene_nav), &state, place, &spots[i].triangle);
        wend_lattice_point(&view.lattice, place, &spots[i].point);
    }
    wend_result result = wend_search_create(context, f->scene_nav, &search);
    if (result == WEND_OK)
        result = wend_paths_create(context, f->scene_nav, &paths);
    if (result == WEND_OK)
        result = wend_search_path(search, &spots[0], &spots[1], NULL, &path);
    if (result == WEND_OK)
        result = wend_paths_add(paths, search, &spots[0], &spots[1], 0.3, 0.01, &path);
    for (size_t k = 0; k < sizeof endings / sizeof *endings && result == WEND_OK; k++) {
        snprintf(name, sizeof name, "%s.%s", f->path, endings[k]);
        result = wend_file_write_paths(context, name, paths, NULL, f->report);
        remove(name);
    }
    wend_paths_destroy(paths);
    wend_search_destroy(search);
    return result;
}

// ---------------------------------------------------------------------------------------------- truth and reasons

static wend_result call_truth_surface(wend_context *context, void *data) {
    const fixture *f = data;
    wend_truth_def def = wend_truth_nav_def(f->scene_nav);
    wend_truth *truth = NULL;
    def.samples = 40;
    def.settings.agent.height = 3; // so that something is wrong
    wend_result result =
        wend_truth_build_surface(context, wend_nav_surface(f->scene_nav), f->scene, &def, &truth, f->report);
    wend_truth_destroy(truth);
    return result;
}

static wend_result call_truth_fit(wend_context *context, void *data) {
    const fixture *f = data;
    return wend_truth_fit(context, wend_nav_surface(f->scene_nav), f->scene, f->report);
}

static wend_result call_truth_plan(wend_context *context, void *data) {
    const fixture *f = data;
    wend_truth_def def = wend_default_truth_def();
    wend_truth *truth = NULL;
    def.samples = 40;
    wend_result result = wend_truth_build_plan(context, wend_nav_plan(f->nav), wend_nav_cells(f->nav), f->drawing, &def,
                                               &truth, f->report);
    wend_truth_destroy(truth);
    return result;
}

static wend_result call_looks(wend_context *context, void *data) {
    const fixture *f = data;
    wend_looks looks;
    wend_text text = wend_text_start(context);
    wend_result result = wend_looks_measure(context, f->scene, &looks);
    wend_looks_words(&looks, &text);
    if (result == WEND_OK)
        result = wend_text_result(&text);
    wend_text_free(&text);
    return result;
}

static wend_result call_parts(wend_context *context, void *data) {
    const fixture *f = data;
    wend_parts *parts = NULL;
    wend_result result = wend_parts_build(context, f->nav, &parts);
    wend_parts_destroy(parts);
    if (result == WEND_OK)
        result = wend_parts_build(context, f->scene_nav, &parts);
    if (result == WEND_OK)
        wend_parts_destroy(parts);
    return result;
}

// A place on the floor, and one above it that is on none.
static wend_result call_explain(wend_context *context, void *data) {
    const fixture *f = data;
    wend_surface_view view = wend_surface_look(wend_nav_surface(f->scene_nav));
    wend_explain *explain = NULL;
    wend_text text = wend_text_start(context);
    wend_result result = wend_explain_build(context, f->scene_nav, f->scene, NULL, &explain, f->report);
    for (int k = 0; k < 2 && result == WEND_OK; k++) {
        double place[3] = {view.min[0], view.max[1] + 10 * k, view.min[2]};
        wend_why why;
        result = wend_explain_ask(explain, place, &why);
        if (result == WEND_OK)
            wend_explain_words(explain, &why, &text);
    }
    if (result == WEND_OK)
        result = wend_text_result(&text);
    wend_text_free(&text);
    wend_explain_destroy(explain);
    return result;
}

static wend_result call_scene(wend_context *context, void *data) {
    (void)data;
    wend_scene *scene = NULL;
    static const double positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const int32_t triangle[] = {0, 2, 1};
    wend_result result = wend_scene_create(context, NULL, &scene);
    if (result == WEND_OK)
        result = wend_scene_begin_part(scene, 0, "a");
    if (result == WEND_OK)
        result = wend_scene_add(scene, positions, 3, triangle, 1);
    if (result == WEND_OK)
        result = wend_scene_label_triangles(scene, 0, 1, "grass");
    if (result == WEND_OK)
        result = wend_scene_map_area(scene, "grass", 3, NULL);
    if (result == WEND_OK)
        result = wend_scene_describe_area(scene, &(wend_area){.id = 2, .tags = 1, .name = "road"});
    if (result == WEND_OK)
        result = wend_scene_add(scene, positions, 3, triangle, 1);
    wend_scene_destroy(scene);
    return result;
}

// A small scene of two areas, with a link made by hand.
// A path that keeps out of an area, and one to which it is dear.
static wend_result avoid_area(wend_context *context, const wend_nav *nav, int32_t area) {
    wend_search *search = NULL;
    wend_plan_view view = wend_plan_look(wend_nav_plan(nav));
    wend_spot ends[2] = {{0, view.vertices[view.triangles[0].v[0]], 0}, {1, view.vertices[view.triangles[1].v[1]], 0}};
    wend_path_def def = wend_default_path_def();
    def.radius = 0;
    def.filter.forbid_area_count = 1;
    def.filter.forbid_areas = &area;
    wend_path_view path;
    wend_result result = wend_search_create(context, nav, &search);
    if (result == WEND_OK)
        result = wend_search_path(search, &ends[0], &ends[1], &def, &path);
    def.filter.forbid_area_count = 0;
    def.filter.cost_count = 1;
    def.filter.costs = &(wend_area_cost){area, 2};
    if (result == WEND_OK)
        result = wend_search_path(search, &ends[0], &ends[1], &def, &path);
    wend_search_destroy(search);
    return result;
}

static wend_result call_areas(wend_context *context, void *data) {
    fixture *f = data;
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    wend_offlinks *offlinks = NULL;
    wend_result result = wend_sample_build_scene(context, "platforms", 0, 1, &scene);
    if (result == WEND_OK)
        result = wend_scene_set_area(scene, 0, wend_scene_look(scene).triangle_count / 2, 4);
    if (result == WEND_OK)
        result = wend_build_scene(context, scene, NULL, &nav, NULL, f->report);
    if (result == WEND_OK)
        result = wend_nav_check(context, nav, f->report);
    if (result == WEND_OK) {
        wend_offlink_def link = wend_default_offlink_def();
        wend_offlinks_def def = {.links = &link, .count = 1, .snap = 1e6};
        result = wend_offlinks_build(context, wend_nav_plan(nav), NULL, &def, &offlinks, f->report);
    }
    if (result == WEND_OK)
        result = avoid_area(context, nav, 4);
    wend_offlinks_destroy(offlinks);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return result;
}

// Writes a small scene in a format and reads it again.
static wend_result pass_scene(wend_context *context, void *data, const char *ending) {
    fixture *f = data;
    char path[80];
    snprintf(path, sizeof path, "%s-scene.%s", f->path, ending);
    wend_scene *scene = NULL, *again = NULL;
    wend_result result = wend_sample_build_scene(context, "random-scene", 20, 1, &scene);
    if (result == WEND_OK)
        result = wend_file_write_scene(context, path, scene, f->report);
    if (result == WEND_OK)
        result = wend_scene_create(context, NULL, &again);
    if (result == WEND_OK)
        result = wend_file_read_scene(context, path, 0, again, f->report);
    wend_scene_destroy(scene);
    wend_scene_destroy(again);
    remove(path);
    return result;
}

static wend_result call_obj(wend_context *context, void *data) {
    return pass_scene(context, data, "obj");
}
static wend_result call_glb(wend_context *context, void *data) {
    return pass_scene(context, data, "glb");
}
static wend_result call_ply(wend_context *context, void *data) {
    return pass_scene(context, data, "ply");
}
static wend_result call_stl(wend_context *context, void *data) {
    return pass_scene(context, data, "stl");
}

static wend_result call_save(wend_context *context, void *data) {
    fixture *f = data;
    char path[80];
    snprintf(path, sizeof path, "%s-saved.wend", f->path);
    wend_result result = wend_file_save(context, path, f->nav, f->report);
    remove(path);
    return result;
}

static wend_result call_load(wend_context *context, void *data) {
    fixture *f = data;
    wend_nav *nav = NULL;
    wend_result result = wend_file_load(context, f->archive_path, WEND_LOAD_PROVEN, &nav, f->report);
    if (result == WEND_OK)
        wend_nav_destroy(nav);
    return result;
}

// ---------------------------------------------------------------------------------------------- the table

static const struct {
    const char *name;
    failing_call *call;
} calls[] = {
    // base
    {"wend_report_create", call_report},
    {"wend_sort_keys", call_sort_keys},
    {"wend_sort_many_keys", call_sort_many_keys},
    {"wend_sort", call_sort},
    {"wend_array_push", call_array},
    {"wend_run_tasks", call_tasks},
    // geom
    {"wend_triangulation_build", call_triangulate},
    {"wend_triangulation_build, long segments", call_long_segments},
    {"wend_triangulation_insert, _remove", call_change},
    {"wend_triangulation_check", call_triangulation_check},
    // plan
    {"wend_scene_create, _add, areas", call_scene},
    {"wend_solid_build", call_solid},
    {"wend_exact_build", call_extract},
    {"wend_exact_build, inside out", call_extract_inside_out},
    {"wend_voxel_build", call_voxel},
    {"wend_links_build, _check, wend_stairs_build, _check, _find_steep", call_links},

    {"wend_drawing_create, _add", call_drawing},
    {"wend_plan_build", call_plan_build},
    {"wend_plan_build, other rules", call_plan_rules},
    {"wend_plan_check", call_plan_check},
    // cells
    {"wend_cells_build", call_cells_fast},
    {"wend_cells_build, best", call_cells_best},
    {"wend_cells_build, relaxed", call_cells_relax},
    {"wend_cells_build, round pillars", call_cells_round},
    {"wend_cells_build, rooms", call_cells_rooms},
    {"wend_cells_build, walls without width", call_cells_walls},
    {"wend_cells_build, touching obstacles", call_cells_touching},
    {"wend_cells_build, needles", call_cells_areas},
    {"wend_cells_check", call_cells_check},
    // medial
    {"wend_medial_build, _check", call_medial},
    {"wend_medial_build, walls without width", call_medial_walls},
    {"wend_roads_check, wend_landmarks_build, wend_landmarks_check", call_landmarks},
    {"wend_roads_build, wend_search_path, wend_search_nearest", call_path},
    {"wend_search_path as far as one gets, wend_search_portals, wend_search_passed", call_partial},
    {"wend_doors_build", call_doors},
    {"wend_lift_line", call_lift},
    {"wend_floor_build", call_floor},
    // pipeline and archive
    {"wend_build_drawing", call_build},
    {"wend_build_scene", call_build_scene},
    {"wend_build_scene with a seed", call_build_seeded},
    {"wend_build_scene with areas, wend_offlinks_build, wend_search_create", call_areas},
    {"wend_nav_check", call_nav_check},
    {"wend_archive_save", call_archive_save},
    {"wend_archive_load", call_archive_load},
    // sample
    {"wend_truth_build_surface", call_truth_surface},
    {"wend_truth_fit", call_truth_fit},
    {"wend_truth_build_plan", call_truth_plan},
    {"wend_explain_build, _ask, _words", call_explain},
    {"wend_looks_measure, _words", call_looks},
    {"wend_crowd_create, _add, _send, _step, _follow", call_crowd},
    {"wend_parts_build", call_parts},
    {"wend_sample_build_drawing", call_samples},
    // file
    {"wend_file_read", call_file_read},
    {"wend_file_read_drawing", call_read_drawing},
    {"wend_file_parse_drawing, GeoJSON", call_geojson},
    {"wend_file_parse_drawing, WKT", call_wkt},
    {"wend_file_parse_drawing, DAT", call_dat},
    {"wend_file_parse_drawing, edges", call_edges},
    {"wend_file_parse_drawing, POLY", call_poly},
    {"wend_file_folder_create, _find", call_folder},
    {"wend_file_parse_drawing, rings", call_rings},
    {"wend_file_parse_drawing, grid", call_grid},
    {"wend_file_write_scene, _read_scene, OBJ", call_obj},
    {"wend_file_write_scene, _read_scene, GLB", call_glb},
    {"wend_file_write_scene, _read_scene, PLY", call_ply},
    {"wend_file_write_scene, _read_scene, STL", call_stl},
    {"wend_file_export, SVG", call_export_svg},
    {"wend_file_export, PNG", call_export_png},
    {"wend_file_export, GeoJSON", call_export_geojson},
    {"wend_file_export, OBJ", call_export_obj},
    {"wend_file_export, several storeys", call_export_storeys},
    {"wend_relief_build", call_relief},
    {"wend_paths_add", call_paths},
    {"wend_file_write_drawing, GeoJSON", call_write_geojson},
    {"wend_file_write_drawing, WKT", call_write_wkt},
    {"wend_file_save", call_save},
    {"wend_file_load", call_load},
};

static bool make_samples(wend_context *context, fixture *f) {
    for (int k = 0; k < SAMPLES; k++) {
        wend_drawing *drawing = NULL;
        wend_result result = wend_sample_build_drawing(context, samples[k], 60, 1, &drawing);
        if (result == WEND_OK)
            result = wend_plan_build(context, drawing, NULL, &f->samples[k], NULL);
        wend_drawing_destroy(drawing);
        if (!CHECK(result == WEND_OK))
            return false;
    }
    return true;
}

static bool make_scene_nav(wend_context *context, fixture *f) {
    wend_result result = wend_sample_build_scene(context, "platforms", 0, 1, &f->scene);
    if (result == WEND_OK)
        result = wend_build_scene(context, f->scene, NULL, &f->scene_nav, NULL, NULL);
    return CHECK(result == WEND_OK);
}

static bool make_fixture(wend_context *context, fixture *f) {
    *f = (fixture){0};
    wend_build_def build = wend_default_build_def();
    wend_plan_def def = wend_default_plan_def();
    wend_cells_def cells = wend_default_cells_def();
    cells.relax = 0.25;
    snprintf(f->path, sizeof f->path, "/tmp/wend-allocation-%ld", (long)getpid());
    snprintf(f->drawing_path, sizeof f->drawing_path, "%s-input.geojson", f->path);
    snprintf(f->archive_path, sizeof f->archive_path, "%s-input.wend", f->path);
    return CHECK(draw(context, &f->drawing) == WEND_OK) &&
           CHECK(wend_plan_build(context, f->drawing, &def, &f->plan, NULL) == WEND_OK) &&
           CHECK(build_round(context, &f->round_plan) == WEND_OK) && make_samples(context, f) &&
           CHECK(wend_cells_build(context, f->round_plan, &cells, &f->round_cells, NULL) == WEND_OK) &&
           CHECK(wend_build_drawing(context, f->drawing, &build, &f->nav, NULL, NULL) == WEND_OK) &&
           CHECK(wend_archive_save(context, f->nav, &f->archive, &f->archive_count) == WEND_OK) &&
           CHECK(wend_file_write_drawing(context, f->drawing_path, f->drawing, NULL) == WEND_OK) &&
           CHECK(wend_file_save(context, f->archive_path, f->nav, NULL) == WEND_OK) && make_scene_nav(context, f);
}

static void free_fixture(wend_context *context, fixture *f) {
    remove(f->drawing_path);
    remove(f->archive_path);
    wend_release(context, f->archive, f->archive_count);
    wend_nav_destroy(f->nav);
    wend_nav_destroy(f->scene_nav);
    wend_scene_destroy(f->scene);
    wend_cells_destroy(f->round_cells);
    wend_plan_destroy(f->round_plan);
    for (int k = 0; k < SAMPLES; k++)
        wend_plan_destroy(f->samples[k]);
    wend_plan_destroy(f->plan);
    wend_drawing_destroy(f->drawing);
}

// Each call is failed in three manners: on one thread, on several, with a report. A small share takes one of them.
static bool takes_manner(size_t call, size_t manner) {
    return check_option("share", 100) >= 20 || call % 3 == manner;
}

// All calls of the table, without a report: any failed allocation must be the call's result.
static void fail_all_calls(int threads, size_t manner) {
    failing memory;
    wend_context *context = failing_context(&memory, threads);
    fixture f;
    if (make_fixture(context, &f))
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            if (!takes_manner(i, manner))
                continue;
            long long count = failing_each(&memory, context, calls[i].name, calls[i].call, &f);
            CHECK_MESSAGE(count > 0, "%s allocates nothing: is it really called?", calls[i].name);
        }
    free_fixture(context, &f);
    failing_finish(&memory, context);
}

// A plan so large that it is cut in zones; some of its allocations.
TEST(allocations_fail_in_zones) {
    failing memory;
    wend_context *context = failing_context(&memory, 3);
    wend_drawing *drawing = NULL;
    fixture f = {0};
    if (CHECK(wend_sample_build_drawing(context, "squares", 17000, 1, &drawing) == WEND_OK) &&
        CHECK(wend_plan_build(context, drawing, NULL, &f.plan, NULL) == WEND_OK))
        for (long long k = 0;; k += 7 + k / 4) {
            bool all = failing_once(&memory, context, "wend_cells_build, zones", call_cells_fast, &f, k, true);
            if (failing_once(&memory, context, "wend_cells_build, zones", call_cells_fast, &f, k, false) && all)
                break;
        }
    wend_plan_destroy(f.plan);
    wend_drawing_destroy(drawing);
    failing_finish(&memory, context);
}

TEST(every_allocation_of_every_call_fails) {
    fail_all_calls(1, 0);
}

TEST(every_allocation_of_every_call_fails_with_threads) {
    fail_all_calls(3, 1);
}

// The same with a report that is filled meanwhile.
TEST(every_allocation_fails_while_reporting) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    fixture f;
    if (make_fixture(context, &f)) {
        REQUIRE(wend_report_create(context, &f.report) == WEND_OK);
        // The report's own arrays stay with it: make them large enough first, so that the count of bytes compares.
        static const char *const codes[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                            "i", "j", "k", "l", "m", "n", "o", "p"};
        for (int i = 0; i < 1600; i++) {
            wend_finding filler = wend_finding_make(codes[i % 16], WEND_NOTE, "filler");
            wend_report_add(f.report, &filler);
        }
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            if (!takes_manner(i, 2))
                continue;
            wend_report_clear(f.report);
            failing_each(&memory, context, calls[i].name, calls[i].call, &f);
        }
        wend_report_destroy(f.report);
    }
    free_fixture(context, &f);
    failing_finish(&memory, context);
}

CHECK_MAIN()
