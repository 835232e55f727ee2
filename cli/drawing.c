// Floor plans from one or more files, as one drawing.
#include "cli/command.h"

// The largest polygon number in use, -1 for none.
static int32_t last_polygon(const wend_drawing *drawing) {
    wend_drawing_view view = wend_drawing_look(drawing);
    int32_t last = -1;
    for (int32_t k = 0; k < view.shape_count; k++)
        last = view.shapes[k].polygon > last ? view.shapes[k].polygon : last;
    return last;
}

// Reads one file. Its findings go to the common report with the file's number.
static wend_result read_one(wend_command *command, const char *path, int file, wend_drawing **drawing) {
    wend_report *report;
    wend_result result = wend_report_create(command->context, &report);
    if (result != WEND_OK)
        return result;
    result = wend_file_read_drawing(command->context, path, drawing, report);
    for (int64_t k = 0; k < wend_report_count(report); k++) {
        wend_finding finding = *wend_report_at(report, k);
        finding.file = file;
        wend_report_add(command->report, &finding);
    }
    wend_report_destroy(report);
    return result;
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

bool wend_command_read(wend_command *command, char *const *paths, int path_count, wend_drawing **drawing,
                       int32_t *first) {
    wend_drawing *whole = NULL;
    first[0] = 0;
    for (int k = 0; k < path_count; k++) {
        wend_drawing *part = NULL;
        wend_result result = read_one(command, paths[k], k, &part);
        bool good = result == WEND_OK;
        if (!good) {
            wend_command_fail(command, paths[k], result);
        } else if (!whole) {
            whole = part;
            part = NULL;
        } else if ((good = same_rule(whole, part, paths[0], paths[k]))) {
            result = append(whole, part);
            good = result == WEND_OK;
            if (!good)
                wend_command_fail(command, paths[k], result);
        }
        wend_drawing_destroy(part);
        if (!good) {
            wend_drawing_destroy(whole);
            return false;
        }
        first[k + 1] = wend_drawing_look(whole).shape_count;
    }
    *drawing = whole;
    return true;
}
