// Drawings: floor plans as they come. Two arrays, one of shapes and one of the points of all shapes in a row; nothing
// is judged here, because only the build knows what is odd.
#include <wend/plan.h>

#include "base/context.h"
#include "scene/areas.h"

// Indices of points are 32-bit, and a plan may need several times as many vertices as the drawing has points.
#define POINT_LIMIT ((int64_t)1 << 28)

// A name that a shape goes by.
typedef struct shape_name {
    int32_t shape;
    char text[WEND_AREA_NAME];
} shape_name;

struct wend_drawing {
    wend_context *context;
    wend_inside_rule rule;
    WEND_ARRAY(wend_shape) shapes;
    WEND_ARRAY(double) coordinates; // x, y of each point
    WEND_ARRAY(shape_name) names;
    wend_area_table areas;
};

wend_result wend_drawing_create(wend_context *context, wend_inside_rule rule, wend_drawing **drawing) {
    if (!wend_given(drawing, context != NULL))
        return WEND_ERROR_ARGUMENT;
    if ((int)rule < (int)WEND_INSIDE_RINGS || (int)rule > (int)WEND_INSIDE_HOLES)
        return WEND_ERROR_ARGUMENT;
    wend_drawing *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    made->context = context;
    made->rule = rule;
    *drawing = made;
    return WEND_OK;
}

void wend_drawing_destroy(wend_drawing *drawing) {
    if (!drawing)
        return;
    wend_context *context = drawing->context;
    wend_array_free(context, &drawing->shapes);
    wend_array_free(context, &drawing->coordinates);
    wend_array_free(context, &drawing->names);
    wend_array_free(context, &drawing->areas);
    wend_release(context, drawing, sizeof *drawing);
}

wend_result wend_drawing_add(wend_drawing *drawing, wend_shape_kind kind, int32_t polygon, const double *points,
                             int32_t count) {
    if (!drawing || (int)kind < 0 || (int)kind >= (int)WEND_SHAPE_KIND_COUNT || count < 0 || (count > 0 && !points))
        return WEND_ERROR_ARGUMENT;
    int64_t first = drawing->coordinates.count / 2;
    if (first + count > POINT_LIMIT || drawing->shapes.count >= POINT_LIMIT)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(drawing->context, &drawing->shapes, drawing->shapes.count + 1) ||
        !wend_array_reserve(drawing->context, &drawing->coordinates, 2 * (first + count)))
        return WEND_ERROR_MEMORY;
    if (count > 0)
        memcpy(drawing->coordinates.data + 2 * first, points, (size_t)count * 2 * sizeof *points);
    drawing->coordinates.count = 2 * (first + count);
    drawing->shapes.data[drawing->shapes.count++] =
        (wend_shape){.kind = kind, .polygon = polygon, .first = (int32_t)first, .count = count};
    return WEND_OK;
}

static bool is_there(const wend_drawing *drawing, int32_t shape) {
    return drawing != NULL && shape >= 0 && shape < drawing->shapes.count;
}

wend_result wend_drawing_set_area(wend_drawing *drawing, int32_t shape, int32_t area) {
    if (!is_there(drawing, shape) || area < 0 || area > WEND_AREA_MAX)
        return WEND_ERROR_ARGUMENT;
    drawing->shapes.data[shape].area = area;
    return WEND_OK;
}

wend_result wend_drawing_name_shape(wend_drawing *drawing, int32_t shape, const char *name) {
    shape_name made = {.shape = shape};
    if (!is_there(drawing, shape) || !name)
        return WEND_ERROR_ARGUMENT;
    memcpy(made.text, name, wend_name_length(name, sizeof made.text));
    return wend_array_push(drawing->context, &drawing->names, made) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_drawing_describe_area(wend_drawing *drawing, const wend_area *area) {
    return drawing && area ? wend_area_table_put(drawing->context, &drawing->areas, area) : WEND_ERROR_ARGUMENT;
}

wend_result wend_drawing_map_area(wend_drawing *drawing, const char *name, int32_t area, int64_t *count) {
    int64_t found = 0;
    if (count)
        *count = 0;
    if (!drawing || !name || area < 0 || area > WEND_AREA_MAX)
        return WEND_ERROR_ARGUMENT;
    wend_area line = {.id = area};
    memcpy(line.name, name, wend_name_length(name, sizeof line.name));
    wend_result result = wend_area_table_add(drawing->context, &drawing->areas, &line);
    for (int64_t k = 0; k < drawing->names.count && result == WEND_OK; k++) {
        if (strcmp(drawing->names.data[k].text, line.name) != 0)
            continue;
        found++;
        result = wend_drawing_set_area(drawing, drawing->names.data[k].shape, area);
    }
    if (count)
        *count = found;
    return result;
}

wend_drawing_view wend_drawing_look(const wend_drawing *drawing) {
    if (drawing == NULL)
        return (wend_drawing_view){0};
    return (wend_drawing_view){.rule = drawing->rule,
                               .shape_count = (int32_t)drawing->shapes.count,
                               .shapes = drawing->shapes.data,
                               .point_count = (int32_t)(drawing->coordinates.count / 2),
                               .points = drawing->coordinates.data,
                               .area_count = (int32_t)drawing->areas.count,
                               .areas = drawing->areas.data};
}
