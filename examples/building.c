// What one asks of a building: where am I, how much room is there, how wide is the way, where are stairs and doors.
// The program of the manual's chapter "From C".
//
//     building SCENE.obj X Y Z  X Y Z      two places, in the scene's own axes and units; writes building.wend
#include <stdio.h>
#include <stdlib.h>
#include <wend/file.h>
#include <wend/path.h>

// Reads a scene: Y up and in metres, unless the def says otherwise. NULL when something is wrong.
static wend_scene *read_scene(wend_context *context, const char *path, wend_report *report) {
    wend_scene_def def = wend_default_scene_def();
    wend_scene *scene = NULL;
    if (wend_scene_create(context, &def, &scene) != WEND_OK)
        return NULL;
    int32_t file = 0; // your own number for the file: parts of the scene remember it
    if (wend_file_read_scene(context, path, file, scene, report) == WEND_OK)
        return scene;
    wend_scene_destroy(scene);
    return NULL;
}

// Builds surface, links, plan, medial axis and cells. NULL when something is wrong.
static wend_nav *build(wend_context *context, const wend_scene *scene, wend_report *report) {
    wend_build_def def = wend_default_build_def();
    def.agent.height = 1.8; // metres, as everywhere
    def.agent.step = 0.4;
    wend_nav *nav = NULL;
    wend_build_scene(context, scene, &def, &nav, NULL, report);
    return nav;
}

// What was odd in the scene: a build that succeeds may have warnings.
static void list_findings(const wend_report *report) {
    for (int64_t k = 0; k < wend_report_count(report); k++)
        printf("%s\n", wend_report_at(report, k)->text);
}

// The floor at a place: the highest one that is at most a step above it and at most the agent's height below it, or
// else the nearest such floor within 0.1 metres sideways.
static wend_spot locate(const wend_nav *nav, const double place[3]) {
    wend_agent agent = wend_nav_settings(nav)->agent;
    wend_spot spot;
    wend_plan_ground ground;
    wend_plan_locate3(wend_nav_plan(nav), place, agent.step, agent.height, 0.1, &spot, &ground);
    if (spot.triangle < 0) {
        printf("%g, %g, %g is not on the floor\n", place[0], place[1], place[2]);
        return spot;
    }
    wend_medial_near near;
    wend_medial_clearance(wend_nav_medial(nav), &spot, &near);
    printf("at %.2f, %.2f, %.2f there is room for a radius of %.2f m\n", ground.place[0], ground.place[1],
           ground.place[2], near.clearance);
    return spot;
}

static void list_stairs(const wend_nav *nav) {
    wend_stairs_view stairs = wend_stairs_look(wend_nav_stairs(nav));
    for (int32_t k = 0; k < stairs.flight_count; k++) {
        const wend_flight *f = &stairs.flights[k];
        printf("stairs: %d steps of %.3f m, %.2f m wide, from %.2f, %.2f, %.2f\n", f->risers, f->riser, f->width,
               f->bottom[0], f->bottom[1], f->bottom[2]);
    }
}

static void list_doors(wend_context *context, const wend_nav *nav) {
    wend_doors *doors = NULL;
    if (wend_nav_doors(context, nav, NULL, &doors, NULL) != WEND_OK)
        return;
    wend_doors_view view = wend_doors_look(doors);
    for (int32_t k = 0; k < view.door_count; k++) {
        const wend_door *d = &view.doors[k];
        printf("door: %.2f m wide, at %.2f, %.2f, %.2f\n", d->width, d->place[0], d->place[1], d->place[2]);
    }
    wend_doors_destroy(doors);
}

// The shortest path for a disc of 0.3 metres.
static void find_path(wend_context *context, const wend_nav *nav, const wend_spot *from, const wend_spot *to) {
    wend_search *search;
    wend_path_view path;
    wend_path_line line;
    if (wend_search_create(context, nav, &search) != WEND_OK)
        return;
    if (wend_search_path(search, from, to, NULL, &path) == WEND_OK && path.status == WEND_PATH_REACHED &&
        wend_search_line(search, 0.001, &line) == WEND_OK)
        printf("the path is %.2f m long, %.2f m along the ground\n", path.length, line.length);
    else
        printf("there is no path: %s\n", wend_path_reason_name(path.reason));
    wend_search_destroy(search);
}

int main(int argc, char **argv) {
    if (argc < 8) {
        fprintf(stderr, "usage: building SCENE.obj X Y Z  X Y Z\n");
        return 2;
    }
    double places[2][3];
    for (int i = 0; i < 6; i++)
        places[i / 3][i % 3] = atof(argv[2 + i]);
    wend_context *context;
    wend_report *report;
    if (wend_context_create(NULL, &context) != WEND_OK)
        return 2;
    if (wend_report_create(context, &report) != WEND_OK)
        return 2;
    wend_scene *scene = read_scene(context, argv[1], report);
    wend_nav *nav = scene != NULL ? build(context, scene, report) : NULL;
    if (nav == NULL) {
        fprintf(stderr, "%s\n", wend_report_error(report));
        return 2;
    }

    list_findings(report);
    wend_spot from = locate(nav, places[0]), to = locate(nav, places[1]);
    if (from.triangle >= 0 && to.triangle >= 0) {
        printf("the widest agent that can go from one to the other has a radius of %.2f m\n",
               wend_medial_widest(wend_nav_medial(nav), &from, &to));
        find_path(context, nav, &from, &to);
    }
    list_stairs(nav);
    list_doors(context, nav);
    if (wend_file_save(context, "building.wend", nav, report) != WEND_OK)
        fprintf(stderr, "%s\n", wend_report_error(report));

    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_report_destroy(report);
    wend_context_destroy(context); // last: everything else was made with it
}
