// Drawings as GeoJSON, in the one layout that read_geojson.c reads back to the same drawing.
//
//     {"type":"FeatureCollection","crs":null,"rule":"rings","features":[
//     {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[
//     [[0,0],[9,0],[9,9],[0,0]],
//     [[5,3],[6,3],[6,4],[5,3]]
//     ]}},
//     {"type":"Feature","properties":{"kind":"wall"},"geometry":{"type":"LineString","coordinates":
//     [[1,1],[2,1]]
//     }}
//     ]}
//
// An outer ring and the obstacles that follow it under the same number are one Polygon; every other shape is a feature
// of its own kind. The reader numbers polygons as they come, so a number is written only where it would guess wrong.
// "crs":null says that the coordinates are not geographic.
#include "file/write.h"

static const char *const kind_names[WEND_SHAPE_KIND_COUNT] = {"outer",   "obstacle", "wall",  "point",
                                                              "outline", "hole",     "border"};
static const char *const rule_names[] = {"rings", "depth", "holes"};

// [[x,y],...], and the first point again at the end of a ring.
static void add_points(wend_text *text, const double *points, int32_t count, bool ring) {
    wend_text_add_char(text, '[');
    for (int32_t k = 0; k < count + (ring && count > 0); k++) {
        const double *p = points + 2 * (k < count ? k : 0);
        wend_text_add_string(text, k > 0 ? ",[" : "[");
        wend_text_add_double(text, p[0]);
        wend_text_add_char(text, ',');
        wend_text_add_double(text, p[1]);
        wend_text_add_char(text, ']');
    }
    wend_text_add_char(text, ']');
}

// {"kind":...,"polygon":...} of a feature. `expected` is the number that the reader takes by itself.
static void add_properties(wend_text *text, const wend_shape *shape, bool plain, int64_t expected) {
    bool numbered = shape->polygon != expected;
    wend_text_add_string(text, "{\"type\":\"Feature\",\"properties\":{");
    if (!plain || numbered) {
        wend_text_add_string(text, "\"kind\":\"");
        wend_text_add_string(text, kind_names[shape->kind]);
        wend_text_add_char(text, '"');
    }
    if (numbered) {
        wend_text_add_string(text, ",\"polygon\":");
        wend_text_add_int(text, shape->polygon);
    }
    wend_text_add_string(text, "},\"geometry\":{\"type\":\"");
}

// How many shapes from `first` on make one Polygon: an outer ring and its obstacles.
static int32_t polygon_length(const wend_drawing_view *view, int32_t first) {
    int32_t last = first + 1;
    while (last < view->shape_count && view->shapes[last].kind == WEND_SHAPE_OBSTACLE &&
           view->shapes[last].polygon == view->shapes[first].polygon)
        last++;
    return last - first;
}

static void add_polygon(wend_text *text, const wend_drawing_view *view, int32_t first, int32_t count,
                        int64_t expected) {
    const wend_shape *shapes = view->shapes + first;
    add_properties(text, shapes, shapes->kind == WEND_SHAPE_OUTER, expected);
    wend_text_add_string(text, "Polygon\",\"coordinates\":[\n");
    bool later = false;
    for (int32_t k = 0; k < count; k++) {
        if (shapes[k].count == 0)
            continue;
        if (later)
            wend_text_add_string(text, ",\n");
        add_points(text, view->points + 2 * (size_t)shapes[k].first, shapes[k].count, true);
        later = true;
    }
    wend_text_add_string(text, "\n]}}");
}

static void add_line(wend_text *text, const wend_drawing_view *view, int32_t index) {
    const wend_shape *shape = view->shapes + index;
    const double *points = view->points + 2 * (size_t)shape->first;
    bool dots = shape->kind == WEND_SHAPE_POINT || shape->kind == WEND_SHAPE_HOLE;
    add_properties(text, shape, false, -1);
    wend_text_add_string(text, dots ? "MultiPoint" : "LineString");
    wend_text_add_string(text, "\",\"coordinates\":\n");
    add_points(text, points, shape->count, false);
    wend_text_add_string(text, "\n}}");
}

static wend_result refuse_not_finite(const wend_drawing_view *view, wend_report *report) {
    for (int32_t s = 0; s < view->shape_count; s++) {
        const wend_shape *shape = view->shapes + s;
        for (size_t k = 2 * (size_t)shape->first; k < 2 * ((size_t)shape->first + (size_t)shape->count); k++) {
            if (view->points[k] - view->points[k] == 0)
                continue;
            wend_finding finding = wend_finding_make(
                "not-finite", WEND_ERROR, "shape %d has a coordinate that is not finite and cannot be written.", s);
            finding.item = s;
            wend_report_add(report, &finding);
            return WEND_ERROR_NOT_FINITE;
        }
    }
    return WEND_OK;
}

wend_result wend_write_drawing_geojson(const wend_drawing *drawing, wend_text *text, wend_report *report) {
    wend_drawing_view view = wend_drawing_look(drawing);
    wend_result result = refuse_not_finite(&view, report);
    if (result)
        return result;
    wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"rule\":\"");
    wend_text_add_string(text, rule_names[view.rule]);
    wend_text_add_string(text, "\",\"features\":[");
    int64_t next = 0; // the number that the reader gives the next Polygon
    bool later = false;
    for (int32_t k = 0; k < view.shape_count;) {
        const wend_shape *shape = view.shapes + k;
        if (shape->count == 0) {
            k++;
            continue;
        }
        wend_text_add_string(text, later ? ",\n" : "\n");
        later = true;
        int32_t count = 1;
        if (shape->kind == WEND_SHAPE_OUTER) {
            count = polygon_length(&view, k);
            add_polygon(text, &view, k, count, next);
            next = shape->polygon >= next ? (int64_t)shape->polygon + 1 : next;
        } else if (shape->kind == WEND_SHAPE_OBSTACLE) {
            add_polygon(text, &view, k, 1, -1);
        } else {
            add_line(text, &view, k);
        }
        k += count;
    }
    wend_text_add_string(text, "\n]}\n");
    return wend_text_result(text);
}
