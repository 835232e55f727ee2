// Writes a layer of a nav in the format that the file's ending names.
#include <wend/file.h>

#include "base/format.h"
#include "file/path.h"
#include "file/write.h"
#include "file/write_picture.h"
#include "file/write_surface.h"
#include "picture/draw.h"
#include "picture/show_surface.h"

static wend_result refuse(wend_report *report, const char *code, const char *path, const char *cause) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s: %s", wend_shorten_path(path).text, cause);
    wend_report_add(report, &finding);
    return WEND_ERROR_UNSUPPORTED;
}

// What to export.
typedef struct export {
    const wend_nav *nav;
    wend_export_kind kind;
    wend_picture_def def;
}
export;

// ---------------------------------------------------------------------------------------------------- layers

// Whether a layer is one of several storeys.
static bool has_storeys(const export *e) {
    return e->kind != WEND_EXPORT_WALKABLE && wend_nav_links(e->nav) != NULL;
}

static wend_result show_storeys(const export *e, wend_draw *draw) {
    wend_storeys storeys;
    wend_result result = wend_storeys_gather(draw->context, e->nav, e->kind, e->def.layer, NULL, &storeys);
    if (result == WEND_OK)
        result = wend_show_storeys(&storeys, draw);
    wend_storeys_free(&storeys);
    return result;
}

static wend_result write_storeys(const export *e, wend_result (*write)(const wend_storeys *, wend_text *),
                                 wend_text *text) {
    wend_storeys storeys;
    const double raise = 0;
    wend_result result = wend_storeys_gather(text->context, e->nav, e->kind, e->def.layer, &raise, &storeys);
    if (result == WEND_OK)
        result = write(&storeys, text);
    wend_storeys_free(&storeys);
    return result;
}

static wend_result show(const export *e, wend_show_as as, wend_draw *draw) {
    const wend_nav *nav = e->nav;
    const wend_added added = wend_added_of(nav);
    if (has_storeys(e))
        return show_storeys(e, draw);
    switch (e->kind) {
    case WEND_EXPORT_WALKABLE:
        return wend_show_surface(wend_nav_surface(nav), e->def.scene, wend_nav_settings(nav)->agent.height, as, draw);
    case WEND_EXPORT_CELLS:
        return wend_show_cells(wend_nav_plan(nav), wend_nav_cells(nav), draw);
    case WEND_EXPORT_PORTALS:
        return wend_show_portals(wend_nav_plan(nav), wend_nav_cells(nav), draw);
    case WEND_EXPORT_MEDIAL:
        return wend_show_medial(wend_nav_plan(nav), wend_nav_medial(nav), draw);
    default:
        return wend_show_plan(wend_nav_plan(nav), &added, draw);
    }
}

static wend_result write_geojson(const export *e, wend_text *text) {
    const wend_nav *nav = e->nav;
    if (has_storeys(e))
        return write_storeys(e, wend_write_storeys_geojson, text);
    switch (e->kind) {
    case WEND_EXPORT_WALKABLE:
        return wend_write_surface_geojson(wend_nav_surface(nav), text);
    case WEND_EXPORT_CELLS:
        return wend_write_cells_geojson(wend_nav_plan(nav), wend_nav_cells(nav), text);
    case WEND_EXPORT_PORTALS:
        return wend_write_portals_geojson(wend_nav_plan(nav), wend_nav_cells(nav), text);
    case WEND_EXPORT_MEDIAL:
        return wend_write_medial_geojson(wend_nav_plan(nav), wend_nav_medial(nav), text);
    default:
        return wend_write_plan_geojson(text->context, wend_nav_plan(nav), text);
    }
}

static wend_result write_obj(const export *e, wend_text *text) {
    const wend_nav *nav = e->nav;
    if (has_storeys(e))
        return write_storeys(e, wend_write_storeys_obj, text);
    switch (e->kind) {
    case WEND_EXPORT_WALKABLE:
        return wend_write_surface_obj(wend_nav_surface(nav), text);
    case WEND_EXPORT_CELLS:
        return wend_write_cells_obj(wend_nav_cells(nav), text);
    case WEND_EXPORT_PORTALS:
        return wend_write_portals_obj(wend_nav_cells(nav), text);
    case WEND_EXPORT_MEDIAL:
        return wend_write_medial_obj(wend_nav_plan(nav), wend_nav_medial(nav), text);
    default:
        return wend_write_plan_obj(text->context, wend_nav_plan(nav), text);
    }
}

static wend_result write_glb(const export *e, wend_text *text) {
    if (has_storeys(e))
        return write_storeys(e, wend_write_storeys_glb, text);
    return e->kind == WEND_EXPORT_MEDIAL ? wend_write_medial_glb(wend_nav_plan(e->nav), wend_nav_medial(e->nav), text)
                                         : wend_write_surface_glb(wend_nav_surface(e->nav), text);
}

static wend_result write_svg(const export *e, wend_text *text) {
    wend_draw draw = wend_draw_start(text->context);
    draw.def = e->def;
    wend_result result = show(e, WEND_SHOW_POLYGONS, &draw);
    if (result == WEND_OK)
        result = wend_write_svg(&draw, text);
    wend_draw_free(&draw);
    return result;
}

// Lists what the file does hold, in the order in which it is made.
static wend_result refuse_layer(wend_report *report, const char *path, const wend_nav *nav) {
    static const struct {
        wend_export_kind kind;
        const char *name;
    } kinds[WEND_EXPORT_COUNT] = {{WEND_EXPORT_WALKABLE, "walkable"}, {WEND_EXPORT_LINKS, "links"},
                                  {WEND_EXPORT_PLAN, "plan"},         {WEND_EXPORT_MEDIAL, "medial"},
                                  {WEND_EXPORT_CELLS, "cells"},       {WEND_EXPORT_PORTALS, "portals"}};
    char cause[WEND_FINDING_TEXT / 2];
    size_t count = 0;
    for (int k = 0; k < WEND_EXPORT_COUNT; k++)
        if (wend_nav_shows(nav, kinds[k].kind))
            count += wend_format(cause + count, sizeof cause - count, "%s%s",
                                 count > 0 ? ", " : "the file does not hold that; it holds: ", kinds[k].name);
    if (count == 0)
        return refuse(report, "export-layer", path, "the file holds nothing that could be written.");
    wend_format(cause + count, sizeof cause - count, ".");
    return refuse(report, "export-layer", path, cause);
}

// ---------------------------------------------------------------------------------------------------- files

static wend_result export_text(wend_context *context, const char *path, const export *e,
                               wend_result (*write)(const export *, wend_text *), wend_report *report) {
    wend_text text = wend_text_start(context);
    wend_result result = write(e, &text);
    if (result == WEND_OK)
        result = wend_text_write(&text, path, report);
    wend_text_free(&text);
    return result;
}

static wend_result export_png(wend_context *context, const char *path, const export *e, wend_report *report) {
    wend_draw draw = wend_draw_start(context);
    draw.def = e->def;
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = show(e, WEND_SHOW_PIXELS, &draw);
    if (result == WEND_OK)
        result = wend_write_png(&draw, &bytes, &count, report);
    wend_draw_free(&draw);
    if (result == WEND_OK)
        result = wend_file_write(path, bytes, count, report);
    wend_release(context, bytes, count);
    return result;
}

// ---------------------------------------------------------------------------------------------------- options

static wend_result refuse_field(wend_report *report, const char *cause) {
    wend_finding finding = wend_finding_make("export-option", WEND_ERROR, "%s", cause);
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

static bool is_size(int32_t pixels) {
    return pixels == 0 || (pixels >= WEND_PICTURE_SIZE_MIN && pixels <= WEND_PICTURE_SIZE_MAX);
}

static bool is_box(const double crop[4]) {
    for (int k = 0; k < 4; k++)
        if (!(crop[k] >= -1e12 && crop[k] <= 1e12))
            return false;
    return (crop[0] == crop[2] && crop[1] == crop[3]) || (crop[0] < crop[2] && crop[1] < crop[3]);
}

wend_result wend_picture_def_check(const wend_picture_def *def, int32_t layers, wend_report *report) {
    if (def->layer < -1 || def->layer >= layers) {
        wend_finding finding = wend_finding_make(
            "export-option", WEND_ERROR, "layer: there is no layer %d; they are numbered from 0, the last one is %d.",
            (int)def->layer, (int)layers - 1);
        wend_report_add(report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    if (!is_size(def->width) || !is_size(def->height))
        return refuse_field(report, "size: expected 400 to 8192 pixels either way.");
    if (!is_box(def->crop))
        return refuse_field(report, "crop: expected x0,y0,x1,y1 with x0 < x1 and y0 < y1, in metres.");
    if (def->view < 0 || def->view >= WEND_VIEW_COUNT)
        return refuse_field(report, "view: there is no such view.");
    return WEND_OK;
}

static wend_result check_def(const export *e, wend_report *report) {
    int32_t layers = has_storeys(e) ? wend_plan_look(wend_nav_plan(e->nav)).layer_count : 1;
    wend_result result = wend_picture_def_check(&e->def, layers, report);
    if (result != WEND_OK)
        return result;
    if (e->def.layer >= 0 && e->kind == WEND_EXPORT_WALKABLE)
        return refuse_field(report, "layer: a surface has no layers; links, plan, medial, cells and portals have.");
    if (e->def.view == WEND_VIEW_TILTED && e->kind != WEND_EXPORT_WALKABLE)
        return refuse_field(report, "view: only the layer walkable can be seen tilted.");
    return WEND_OK;
}

wend_result wend_file_export_with(wend_context *context, const char *path, const wend_nav *nav, wend_export_kind kind,
                                  const wend_picture_def *def, wend_report *report) {
    if (!context || !path || !nav)
        return WEND_ERROR_ARGUMENT;
    if (!wend_nav_shows(nav, kind))
        return refuse_layer(report, path, nav);
    const export e = {nav, kind, def ? *def : wend_default_picture_def()};
    wend_result result = check_def(&e, report);
    if (result != WEND_OK)
        return result;
    if (wend_ends_with(path, ".svg"))
        return export_text(context, path, &e, write_svg, report);
    if (wend_ends_with(path, ".png"))
        return export_png(context, path, &e, report);
    if (wend_ends_with(path, ".geojson"))
        return export_text(context, path, &e, write_geojson, report);
    if (wend_ends_with(path, ".obj"))
        return export_text(context, path, &e, write_obj, report);
    bool in_3d = kind == WEND_EXPORT_WALKABLE || kind == WEND_EXPORT_MEDIAL || has_storeys(&e);
    if (in_3d && wend_ends_with(path, ".glb"))
        return export_text(context, path, &e, write_glb, report);
    return refuse(report, "export-format", path,
                  in_3d
                      ? "this ending names no format that this layer can be written in; use .svg, .png, .geojson, .obj "
                        "or .glb."
                      : "this ending names no format that a layer can be written in; use .svg, .png, .geojson or "
                        ".obj.");
}

wend_result wend_file_export(wend_context *context, const char *path, const wend_nav *nav, wend_export_kind kind,
                             wend_report *report) {
    return wend_file_export_with(context, path, nav, kind, NULL, report);
}
