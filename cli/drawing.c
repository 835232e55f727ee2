// Floor plans from one or more files, as one drawing.
#include "cli/command.h"

#include <string.h>

// The largest polygon number in use, -1 for none.
static int32_t last_polygon(const wend_drawing *drawing) {
    wend_drawing_view view = wend_drawing_look(drawing);
    int32_t last = -1;
    for (int32_t k = 0; k < view.shape_count; k++)
        last = view.shapes[k].polygon > last ? view.shapes[k].polygon : last;
    return last;
}

static wend_result append(wend_drawing *whole, const wend_drawing *part) {
    wend_drawing_view view = wend_drawing_look(part);
    int32_t base = last_polygon(whole) + 1;
    for (int32_t k = 0; k < view.shape_count; k++) {
        const wend_shape *shape = &view.shapes[k];
        int32_t polygon = shape->polygon < 0 ? -1 : shape->polygon + base;
        if (shape->polygon > INT32_MAX - base)
            return WEND_ERROR_LIMIT;
        wend_result result =
            wend_drawing_add(whole, shape->kind, polygon, view.points + 2 * (size_t)shape->first, shape->count);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

// Whether two parts tell inside from outside in the same way.
static bool same_rule(const wend_drawing *whole, const wend_drawing *part, const char *first_path, const char *path) {
    static const char *const rules[] = {"rings", "nesting depth", "hole points"};
    wend_inside_rule a = wend_drawing_look(whole).rule, b = wend_drawing_look(part).rule;
    if (a != b)
        wend_complain("%.200s: it tells inside from outside by %s, but %.200s does so by %s; build them apart", path,
                      rules[b], first_path, rules[a]);
    return a == b;
}

// The drawing of the k-th file.
static wend_result read_part(wend_command *command, const wend_inputs *inputs, int k, wend_drawing **part) {
    wend_input input;
    wend_result result = wend_input_open(command, inputs, k, &input);
    if (result == WEND_OK)
        result = wend_file_parse_drawing(command->context, &input.source, WEND_DRAWING_UNKNOWN, part, command->report);
    wend_input_close(&input);
    return result;
}

bool wend_command_read(wend_command *command, wend_inputs *inputs, wend_drawing **drawing) {
    wend_drawing *whole = NULL;
    inputs->starts[0] = (wend_input_start){.item = 0, .finding = wend_report_count(command->report)};
    for (int k = 0; k < inputs->count; k++) {
        const char *path = inputs->paths[k];
        wend_drawing *part = NULL;
        wend_result result = read_part(command, inputs, k, &part);
        bool good = result == WEND_OK;
        if (!good) {
            wend_command_fail(command, path, result);
        } else if (!whole) {
            whole = part;
            part = NULL;
        } else if ((good = same_rule(whole, part, inputs->paths[0], path))) {
            result = append(whole, part);
            good = result == WEND_OK;
            if (!good)
                wend_command_fail(command, path, result);
        }
        wend_drawing_destroy(part);
        if (!good) {
            wend_drawing_destroy(whole);
            return false;
        }
        inputs->starts[k + 1].item = wend_drawing_look(whole).shape_count;
        inputs->starts[k + 1].finding = wend_report_count(command->report);
    }
    *drawing = whole;
    return true;
}
