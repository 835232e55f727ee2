// The shortest way up the stairs, for discs of three sizes: the first example of the README.
//
//     first_path SCENE.obj      made by `wend scene two-storeys -o SCENE.obj`
#include <stdio.h>
#include <wend/file.h>
#include <wend/path.h>

int main(int argc, char **argv) {
    wend_context *context;
    wend_scene *scene;
    wend_nav *nav;
    wend_search *search;
    if (argc < 2 || wend_context_create(NULL, &context) || wend_scene_create(context, NULL, &scene) ||
        wend_file_read_scene(context, argv[1], 0, scene, NULL) ||   // or your own arrays: wend_scene_add
        wend_build_scene(context, scene, NULL, &nav, NULL, NULL) || // once, for agents of every radius
        wend_search_create(context, nav, &search))                  // one for each thread
        return 2;

    wend_spot hall, upstairs; // the floor up to 0.4 m above a place, or up to 1.8 m below it
    wend_plan_locate3(wend_nav_plan(nav), (double[]){5.6, 0, -5.2}, 0.4, 1.8, 0.1, &hall, NULL);
    wend_plan_locate3(wend_nav_plan(nav), (double[]){5.5, 2.8, -4.8}, 0.4, 1.8, 0.1, &upstairs, NULL);

    wend_path_def def = wend_default_path_def();
    for (def.radius = 0.1; def.radius < 0.6; def.radius += 0.2) {
        wend_path_view path;
        if (wend_search_path(search, &hall, &upstairs, &def, &path) == WEND_OK)
            printf("radius %.1f m: %s, %.2f m\n", def.radius, wend_path_status_name(path.status), path.length);
    }
    wend_search_destroy(search);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}
