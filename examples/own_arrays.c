// A scene from arrays of your own: a floor of 4 x 3 metres with a table on it.
//
//     own_arrays
#include <stdio.h>
#include <wend/wend.h>

// Y is up. A floor is wound counter-clockwise seen from above, everything else seen from outside.
static const double floor_corners[] = {0, 0, 0, 4, 0, 0, 4, 0, -3, 0, 0, -3}; // x, y, z of each
static const int32_t floor_triangles[] = {0, 1, 2, 0, 2, 3};

// A table top is enough: nobody can stand where something lies less than the agent's height above the floor.
static const double table_corners[] = {1, 0.75, -1, 2, 0.75, -1, 2, 0.75, -2, 1, 0.75, -2};
static const int32_t table_triangles[] = {0, 1, 2, 0, 2, 3};

int main(void) {
    wend_context *context;
    wend_report *report;
    wend_scene *scene;
    wend_nav *nav;
    if (wend_context_create(NULL, &context) || wend_report_create(context, &report) ||
        wend_scene_create(context, NULL, &scene))
        return 2;
    if (wend_scene_add(scene, floor_corners, 4, floor_triangles, 2) ||
        wend_scene_add(scene, table_corners, 4, table_triangles, 2) ||
        wend_build_scene(context, scene, NULL, &nav, NULL, report)) {
        fprintf(stderr, "%s\n", wend_report_error(report));
        return 2;
    }
    printf("%.1f square metres\n", wend_plan_area(wend_nav_plan(nav))); // 12: 11 around the table, and 1 on it
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_report_destroy(report);
    wend_context_destroy(context);
}
