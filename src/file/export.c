// Writes a layer of a nav in the format that the file's ending names.
#include <wend/file.h>

#include "file/draw.h"
#include "file/path.h"
#include "file/write.h"

static wend_result refuse(wend_report *report, const char *code, const char *path, const char *cause) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s: %s", wend_shorten_path(path).text, cause);
    wend_report_add(report, &finding);
    return WEND_ERROR_UNSUPPORTED;
}

static wend_result export_text(wend_context *context, const char *path, const wend_plan *plan,
                               wend_result (*write)(wend_context *, const wend_plan *, wend_text *),
                               wend_report *report) {
    wend_text text = wend_text_start(context);
    wend_result result = write(context, plan, &text);
    if (result == WEND_OK)
        result = wend_text_write(&text, path, report);
    wend_text_free(&text);
    return result;
}

static wend_result write_svg(wend_context *context, const wend_plan *plan, wend_text *text) {
    wend_draw draw = wend_draw_start(context);
    wend_result result = wend_show_plan(plan, &draw);
    if (result == WEND_OK)
        result = wend_write_svg(&draw, text);
    wend_draw_free(&draw);
    return result;
}

static wend_result export_png(wend_context *context, const char *path, const wend_plan *plan, wend_report *report) {
    wend_draw draw = wend_draw_start(context);
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_show_plan(plan, &draw);
    if (result == WEND_OK)
        result = wend_write_png(&draw, &bytes, &count, report);
    wend_draw_free(&draw);
    if (result == WEND_OK)
        result = wend_file_write(path, bytes, count, report);
    wend_release(context, bytes, count);
    return result;
}

wend_result wend_file_export(wend_context *context, const char *path, const wend_nav *nav, wend_layer layer,
                             wend_report *report) {
    if (!context || !path || !nav)
        return WEND_ERROR_ARGUMENT;
    const wend_plan *plan = wend_nav_plan(nav);
    if (layer != WEND_LAYER_PLAN || !plan)
        return refuse(report, "export-layer", path, "there is no such layer in this nav; it holds: plan.");
    if (wend_ends_with(path, ".svg"))
        return export_text(context, path, plan, write_svg, report);
    if (wend_ends_with(path, ".png"))
        return export_png(context, path, plan, report);
    if (wend_ends_with(path, ".geojson"))
        return export_text(context, path, plan, wend_write_plan_geojson, report);
    if (wend_ends_with(path, ".obj"))
        return export_text(context, path, plan, wend_write_plan_obj, report);
    return refuse(report, "export-format", path,
                  "this ending names no format that a plan can be written in; use .svg, .png, .geojson or .obj.");
}
