// The walkable surface of a scene: the program of the README's first screen.
//
//     first_surface SCENE.obj      or .glb, .gltf, .ply, .stl
#include <stdio.h>
#include <wend/file.h>

int main(int argc, char **argv) {
    wend_context *context;
    wend_report *report;
    wend_scene *scene;
    wend_surface *surface;
    if (argc < 2 || wend_context_create(NULL, &context) || wend_report_create(context, &report) ||
        wend_scene_create(context, NULL, &scene))
        return 2;
    if (wend_file_read_scene(context, argv[1], 0, scene, report) ||
        wend_exact_extract(context, scene, NULL, &surface, report)) {
        fprintf(stderr, "%s\n", wend_report_error(report));
        return 2;
    }
    wend_surface_view view = wend_surface_look(surface);
    printf("%.2f square metres in %d parts, %d triangles\n", view.area, view.component_count, view.triangle_count);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    wend_report_destroy(report);
    wend_context_destroy(context);
}
