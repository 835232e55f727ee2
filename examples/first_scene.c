// A scene becomes a navigation mesh: the program of the README's first screen.
//
//     first_scene SCENE.obj      or .glb, .gltf, .ply, .stl
#include <stdio.h>
#include <wend/file.h>

int main(int argc, char **argv) {
    wend_context *context;
    wend_report *report;
    wend_scene *scene;
    wend_nav *nav;
    if (argc < 2 || wend_context_create(NULL, &context) || wend_report_create(context, &report) ||
        wend_scene_create(context, NULL, &scene))
        return 2;
    if (wend_file_read_scene(context, argv[1], 0, scene, report) ||
        wend_build_scene(context, scene, NULL, &nav, NULL, report)) {
        fprintf(stderr, "%s\n", wend_report_error(report));
        return 2;
    }
    printf("%.1f square metres, %d flights of stairs\n", wend_plan_area(wend_nav_plan(nav)),
           wend_stairs_look(wend_nav_stairs(nav)).flight_count);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_report_destroy(report);
    wend_context_destroy(context);
}
