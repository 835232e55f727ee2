// Drawings as well-known text, and the choice between that and GeoJSON.
//
//     GEOMETRYCOLLECTION (
//     POLYGON ((0 0, 9 0, 9 9, 0 0), (5 3, 6 3, 6 4, 5 3)),
//     LINESTRING (1 1, 2 1)
//     )
//
// A drawing whose numbers look like degrees (see drawing_format.c) gets "SRID=0;" before it, which says that they are
// not; plain WKT, which every program reads, is written otherwise.
#include "file/path.h"
#include "file/reader.h"
#include "file/write.h"

static wend_result refuse(wend_report *report, wend_result result, int32_t shape, const char *cause) {
    wend_finding finding = wend_finding_make(result == WEND_ERROR_NOT_FINITE ? "not-finite" : "wkt-cannot-say",
                                             WEND_ERROR, "shape %d %s.", shape, cause);
    finding.item = shape;
    wend_report_add(report, &finding);
    return result;
}

// Whether well-known text has words for every shape.
static wend_result judge(const wend_drawing_view *view, wend_report *report) {
    int64_t polygon = INT64_MIN; // of the outer ring that shapes follow
    if (view->rule != WEND_INSIDE_RINGS) {
        wend_finding finding = wend_finding_make("wkt-cannot-say", WEND_ERROR,
                                                 "a drawing made of edges cannot be written as WKT; write .geojson.");
        wend_report_add(report, &finding);
        return WEND_ERROR_UNSUPPORTED;
    }
    for (int32_t s = 0; s < view->shape_count; s++) {
        const wend_shape *shape = view->shapes + s;
        for (size_t k = 2 * (size_t)shape->first; k < 2 * ((size_t)shape->first + (size_t)shape->count); k++)
            if (view->points[k] - view->points[k] != 0)
                return refuse(report, WEND_ERROR_NOT_FINITE, s,
                              "has a coordinate that is not finite and cannot be written");
        if (shape->kind == WEND_SHAPE_OUTLINE || shape->kind == WEND_SHAPE_HOLE)
            return refuse(report, WEND_ERROR_UNSUPPORTED, s,
                          "is an outline or hole point, which WKT has no words for; write .geojson");
        if (shape->kind == WEND_SHAPE_BORDER)
            return refuse(report, WEND_ERROR_UNSUPPORTED, s,
                          "is an area border, which WKT has no words for; write .geojson");
        if (shape->kind == WEND_SHAPE_OBSTACLE && shape->polygon != polygon)
            return refuse(report, WEND_ERROR_UNSUPPORTED, s,
                          "is an obstacle apart from any outer ring, which WKT has no words for; write .geojson");
        if (shape->kind != WEND_SHAPE_OBSTACLE)
            polygon = shape->kind == WEND_SHAPE_OUTER && shape->count > 0 ? shape->polygon : INT64_MIN;
    }
    return WEND_OK;
}

static void add_points(wend_text *text, const wend_drawing_view *view, const wend_shape *shape) {
    bool ring = shape->kind == WEND_SHAPE_OUTER || shape->kind == WEND_SHAPE_OBSTACLE;
    const double *points = view->points + 2 * (size_t)shape->first;
    wend_text_add_char(text, '(');
    for (int32_t k = 0; k < shape->count + ring; k++) {
        const double *p = points + 2 * (k < shape->count ? k : 0);
        if (k > 0)
            wend_text_add_string(text, ", ");
        wend_text_add_double(text, p[0]);
        wend_text_add_char(text, ' ');
        wend_text_add_double(text, p[1]);
    }
    wend_text_add_char(text, ')');
}

wend_result wend_write_drawing_wkt(const wend_drawing *drawing, wend_text *text, wend_report *report) {
    wend_drawing_view view = wend_drawing_look(drawing);
    wend_result result = judge(&view, report);
    if (result)
        return result;
    if (wend_looks_geographic(drawing))
        wend_text_add_string(text, "SRID=0;");
    bool later = false, polygon = false; // whether anything was written, and a polygon is open
    for (int32_t k = 0; k < view.shape_count; k++) {
        const wend_shape *shape = view.shapes + k;
        if (shape->count == 0)
            continue;
        if (shape->kind == WEND_SHAPE_OBSTACLE) {
            wend_text_add_string(text, ", ");
            add_points(text, &view, shape);
            continue;
        }
        wend_text_add_string(text, polygon ? ")" : "");
        wend_text_add_string(text, later ? ",\n" : "GEOMETRYCOLLECTION (\n");
        later = true;
        polygon = shape->kind == WEND_SHAPE_OUTER;
        wend_text_add_string(text, polygon                          ? "POLYGON ("
                                   : shape->kind == WEND_SHAPE_WALL ? "LINESTRING "
                                                                    : "MULTIPOINT ");
        add_points(text, &view, shape);
    }
    wend_text_add_string(text, polygon ? ")" : "");
    wend_text_add_string(text, later ? "\n)\n" : "GEOMETRYCOLLECTION EMPTY\n");
    return wend_text_result(text);
}

wend_result wend_file_write_drawing(wend_context *context, const char *path, const wend_drawing *drawing,
                                    wend_report *report) {
    if (context == NULL || path == NULL || drawing == NULL)
        return WEND_ERROR_ARGUMENT;
    bool geojson = wend_ends_with(path, ".geojson") || wend_ends_with(path, ".json");
    bool wkt = wend_ends_with(path, ".wkt");
    if (!geojson && !wkt) {
        wend_finding finding =
            wend_finding_make("format-unknown", WEND_ERROR, "%s: a floor plan can be written as .geojson or .wkt.",
                              wend_shorten_path(path).text);
        wend_report_add(report, &finding);
        return WEND_ERROR_UNSUPPORTED;
    }
    wend_text text = wend_text_start(context);
    wend_result result =
        geojson ? wend_write_drawing_geojson(drawing, &text, report) : wend_write_drawing_wkt(drawing, &text, report);
    if (result == WEND_OK)
        result = wend_text_write(&text, path, report);
    wend_text_free(&text);
    return result;
}
