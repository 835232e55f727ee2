// A user of the installed libwend: a square room with a pillar, whose area it prints.
#include <wend/wend.h>

#include <stdio.h>

int main(void) {
    wend_context *context = NULL;
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    const double room[] = {0, 0, 4, 0, 4, 4, 0, 4}, pillar[] = {1, 1, 2, 1, 2, 2, 1, 2};
    wend_plan_def def = wend_default_plan_def();
    if (wend_context_create(NULL, &context) == WEND_OK &&
        wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK &&
        wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) == WEND_OK &&
        wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, pillar, 4) == WEND_OK &&
        wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK)
        printf("wend %s: %d square metres\n", wend_version(), (int)wend_plan_area(plan));
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    wend_context_destroy(context);
    return 0;
}
