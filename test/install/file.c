// A user of the installed libwend-file: reads a floor plan from text, builds it and draws a picture.
#include <wend/file.h>
#include <wend/wend.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *text = "POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))";
    wend_context *context = NULL;
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    if (argc == 2 && wend_context_create(NULL, &context) == WEND_OK &&
        wend_file_parse_drawing(context, &(wend_file_source){.name = "text", .bytes = text, .count = strlen(text)},
                                WEND_DRAWING_WKT, &drawing, NULL) == WEND_OK &&
        wend_build_drawing(context, drawing, &def, &nav, NULL, NULL) == WEND_OK &&
        wend_file_export(context, argv[1], nav, WEND_EXPORT_PLAN, NULL) == WEND_OK)
        printf("wend %s: %d square metres\n", wend_version(), (int)wend_plan_area(wend_nav_plan(nav)));
    wend_nav_destroy(nav);
    wend_drawing_destroy(drawing);
    wend_context_destroy(context);
    return 0;
}
