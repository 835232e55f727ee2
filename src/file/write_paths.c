// Writes paths in the format that the file's ending names.
//
// GeoJSON has a LineString for each piece of a path, along the ground, and Points for what belongs to it: both ends and
// the narrowest place.
#include <wend/file.h>
#include <wend/json.h>

#include "file/path.h"
#include "file/write.h"
#include "file/write_picture.h"
#include "picture/paths.h"

// ---------------------------------------------------------------------------------------------------- GeoJSON

typedef struct writer {
    wend_paths_view v;
    wend_text *text;
    bool any;
} writer;

static void add_place(writer *w, const char *key, const double place[3]) {
    double seen[3];
    wend_ground_from_scene(w->v.up, place, seen);
    wend_json_add_place(w->text, key, seen);
}

// Begins a feature of a path, and its properties.
static void begin_feature(writer *w, int32_t path, const char *kind) {
    wend_text_add_string(w->text, w->any ? ",\n" : "\n");
    w->any = true;
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"path\":");
    wend_text_add_int(w->text, path);
    wend_json_add_double(w->text, "radius", w->v.paths[path].radius);
    wend_json_add_string(w->text, "kind", kind);
}

static void begin_geometry(writer *w, const char *type) {
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"");
    wend_text_add_string(w->text, type);
    wend_text_add_char(w->text, '"');
}

static void end_feature(writer *w) {
    wend_text_add_string(w->text, "}}");
}

static void add_piece(writer *w, int32_t number, int32_t k) {
    const wend_shown_path *path = &w->v.paths[number];
    const wend_shown_piece *piece = &w->v.pieces[path->first_piece + k];
    begin_feature(w, number, piece->link >= 0 ? "link" : piece->side != 0 ? "arc" : "line");
    wend_json_add_int(w->text, "piece", k);
    wend_json_add_double(w->text, "length", piece->length);
    if (piece->link < 0 && piece->side != 0) {
        wend_json_add_string(w->text, "turn", piece->side > 0 ? "left" : "right");
        add_place(w, "centre", piece->centre);
    }
    begin_geometry(w, "LineString");
    wend_json_open(w->text, "coordinates", '[');
    bool begun = false;
    for (int32_t i = path->first_point; i < path->first_point + path->point_count; i++) {
        bool on = w->v.along[i] == k;
        if (on && !begun)
            add_place(w, NULL, piece->from);
        else if (on)
            add_place(w, NULL, w->v.places + 3 * (int64_t)i);
        begun |= on;
    }
    if (!begun)
        add_place(w, NULL, piece->from);
    add_place(w, NULL, piece->to);
    wend_json_close(w->text, ']');
    end_feature(w);
}

static void add_end(writer *w, int32_t number, int end) {
    const wend_shown_path *path = &w->v.paths[number];
    begin_feature(w, number, end == 0 ? "from" : "to");
    wend_json_add_double(w->text, "moved", path->moved[end]);
    if (end == 0) {
        wend_json_add_string(w->text, "status", wend_path_status_name(path->status));
        wend_json_add_string(w->text, "reason", wend_path_reason_name(path->reason));
        wend_json_add_double(w->text, "length", path->length);
        wend_json_add_double(w->text, "bound", path->bound);
        wend_json_add_double(w->text, "length3d", path->length3d);
    }
    begin_geometry(w, "Point");
    add_place(w, "coordinates", path->ends[end]);
    end_feature(w);
}

static void add_narrow(writer *w, int32_t number) {
    const wend_shown_path *path = &w->v.paths[number];
    begin_feature(w, number, "narrowest");
    wend_json_add_double(w->text, "widest", path->widest);
    begin_geometry(w, "Point");
    add_place(w, "coordinates", path->narrow);
    end_feature(w);
}

static wend_result write_geojson(const wend_paths *paths, wend_text *text) {
    writer w = {wend_paths_look(paths), text, false};
    wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
    for (int32_t k = 0; k < w.v.path_count; k++) {
        for (int end = 0; end < 2; end++)
            add_end(&w, k, end);
        for (int32_t i = 0; i < w.v.paths[k].piece_count; i++)
            add_piece(&w, k, i);
        if (w.v.paths[k].narrow_layer >= 0)
            add_narrow(&w, k);
    }
    wend_text_add_string(text, "\n]}\n");
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- other formats

static wend_result write_obj(const wend_paths *paths, wend_text *text) {
    wend_storeys storeys;
    wend_result result = wend_storeys_gather_paths(text->context, paths, WEND_PATHS_LINES, -1, &storeys);
    if (result == WEND_OK)
        result = wend_write_storeys_obj(&storeys, text);
    wend_storeys_free(&storeys);
    return result;
}

static wend_result write_glb(const wend_paths *paths, wend_text *text) {
    wend_storeys storeys;
    wend_result result = wend_storeys_gather_paths(text->context, paths, WEND_PATHS_RIBBONS, -1, &storeys);
    if (result == WEND_OK)
        result = wend_write_storeys_glb(&storeys, text);
    wend_storeys_free(&storeys);
    return result;
}

static wend_result write_text(wend_context *context, const char *path, const wend_paths *paths,
                              wend_result (*write)(const wend_paths *, wend_text *), wend_report *report) {
    wend_text text = wend_text_start(context);
    wend_result result = write(paths, &text);
    if (result == WEND_OK)
        result = wend_text_write(&text, path, report);
    wend_text_free(&text);
    return result;
}

// A picture, as SVG or as PNG.
static wend_result write_picture(wend_context *context, const char *path, const wend_paths *paths,
                                 const wend_picture_def *def, wend_report *report) {
    wend_draw draw = wend_draw_start(context);
    wend_storeys storeys;
    void *bytes = NULL;
    size_t count = 0;
    draw.def = def ? *def : wend_default_picture_def();
    wend_text text = wend_text_start(context);
    wend_result result = wend_storeys_gather_paths(context, paths, WEND_PATHS_PICTURE, draw.def.layer, &storeys);
    if (result == WEND_OK)
        result = wend_show_storeys(&storeys, &draw);
    bool svg = wend_ends_with(path, ".svg");
    if (result == WEND_OK)
        result = svg ? wend_write_svg(&draw, &text) : wend_write_png(&draw, &bytes, &count, report);
    if (result == WEND_OK)
        result = svg ? wend_text_write(&text, path, report) : wend_file_write(path, bytes, count, report);
    wend_release(context, bytes, count);
    wend_text_free(&text);
    wend_storeys_free(&storeys);
    wend_draw_free(&draw);
    return result;
}

wend_result wend_file_write_paths(wend_context *context, const char *path, const wend_paths *paths,
                                  const wend_picture_def *def, wend_report *report) {
    if (!context || !path || !paths)
        return WEND_ERROR_ARGUMENT;
    if (def) {
        wend_result result = wend_picture_def_check(def, wend_plan_look(paths->plan).layer_count, report);
        if (result != WEND_OK)
            return result;
    }
    if (wend_ends_with(path, ".svg") || wend_ends_with(path, ".png"))
        return write_picture(context, path, paths, def, report);
    if (wend_ends_with(path, ".geojson"))
        return write_text(context, path, paths, write_geojson, report);
    if (wend_ends_with(path, ".obj"))
        return write_text(context, path, paths, write_obj, report);
    if (wend_ends_with(path, ".glb"))
        return write_text(context, path, paths, write_glb, report);
    wend_finding finding =
        wend_finding_make("export-format", WEND_ERROR,
                          "%s: this ending names no format that paths can be written in; use .svg, .png, .geojson, "
                          ".obj or .glb.",
                          wend_shorten_path(path).text);
    wend_report_add(report, &finding);
    return WEND_ERROR_UNSUPPORTED;
}
