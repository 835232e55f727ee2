// The shortest program with a floor plan: a room with a table, and whether one can see across it.
#include <stdio.h>
#include <wend/wend.h>

int main(void) {
    const double room[] = {0, 0, 8, 0, 8, 5, 0, 5}, table[] = {3, 2, 5, 2, 5, 3, 3, 3};
    wend_context *context;
    wend_drawing *drawing;
    wend_plan *plan;
    if (wend_context_create(NULL, &context) || wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) ||
        wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) ||
        wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, table, 4) ||
        wend_plan_build(context, drawing, NULL, &plan, NULL))
        return 1;
    wend_spot here, there;
    wend_ray_hit hit;
    wend_plan_locate(plan, (double[2]){1, 2.5}, 0.1, &here);
    wend_plan_locate(plan, (double[2]){7, 2.5}, 0.1, &there);
    wend_plan_ray(plan, &here, there.point, &hit);
    printf("%g square metres; %s after %g m\n", wend_plan_area(plan), hit.hit ? "blocked" : "free", hit.distance);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    wend_context_destroy(context);
}
