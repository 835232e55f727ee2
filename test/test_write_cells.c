// Cells and portals as GeoJSON, OBJ and pictures: what is written is parsed again and compared with the cells.
#include "check.h"
#include "failing.h"

#include <wend/file.h>
#include <wend/json.h>
#include <wend/sample.h>

#include "file/write.h"
#include "file/write_picture.h"
#include "nav/nav.h"
#include "picture/draw.h"

#include <math.h>

typedef struct bench {
    wend_context *context;
    wend_drawing *drawing;
    wend_nav *nav;
    const wend_plan *plan;
    const wend_cells *cells;
    wend_plan_view floor;
    wend_cells_view view;
    wend_text text;
    wend_json json;
} bench;

// Builds what is in b->drawing.
static bench build_bench(bench b, const char *what, const wend_build_def *def) {
    if (wend_build_drawing(b.context, b.drawing, def, &b.nav, NULL, NULL) != WEND_OK) {
        printf("no cells of %s\n", what);
        exit(1);
    }
    b.plan = wend_nav_plan(b.nav);
    b.cells = wend_nav_cells(b.nav);
    b.floor = wend_plan_look(b.plan);
    b.view = wend_cells_look(b.cells);
    b.text = wend_text_start(b.context);
    b.json = wend_json_start(b.context);
    return b;
}

static bench sample_bench(wend_context *context, const char *name, int32_t size) {
    bench b = {.context = context};
    if (context == NULL && wend_context_create(NULL, &b.context) != WEND_OK)
        exit(1);
    CHECK_INT(wend_sample_build_drawing(b.context, name, size, 1, &b.drawing), WEND_OK);
    return build_bench(b, name, NULL);
}

static bench wkt_bench(const char *wkt, const double *border, int32_t border_points) {
    bench b = {0};
    if (wend_context_create(NULL, &b.context) != WEND_OK)
        exit(1);
    CHECK_INT(wend_file_parse_drawing(b.context,
                                      &(wend_file_source){.name = "test", .bytes = wkt, .count = strlen(wkt)},
                                      WEND_DRAWING_WKT, &b.drawing, NULL),
              WEND_OK);
    if (border_points > 0)
        CHECK_INT(wend_drawing_add(b.drawing, WEND_SHAPE_BORDER, -1, border, border_points), WEND_OK);
    return build_bench(b, wkt, NULL);
}

static void empty_bench(bench *b) {
    wend_text_free(&b->text);
    wend_json_free(&b->json);
    wend_nav_destroy(b->nav);
    wend_drawing_destroy(b->drawing);
}

static void free_bench(bench *b) {
    empty_bench(b);
    CHECK_INT(wend_bytes_now(b->context), 0);
    wend_context_destroy(b->context);
}

static bool parse(bench *b, wend_result written) {
    wend_json_error error;
    return CHECK_INT(written, WEND_OK) &&
           CHECK_INT(wend_json_parse(&b->json, b->text.data, b->text.count, &error), WEND_OK);
}

static double number_of(const wend_json *json, int64_t properties, const char *key) {
    double value = -1;
    CHECK_MESSAGE(wend_json_number(json, wend_json_find(json, properties, key), &value), "no number %s", key);
    return value;
}

// Checks that a place [x, y, 0] is that of a corner; a vertex of the plan comes back as the same lattice point.
static void check_place(const bench *b, int64_t node, int32_t corner, double place[2]) {
    double read[3] = {0}, expected[2];
    CHECK_INT(wend_json_numbers(&b->json, node, read, 3), 3);
    CHECK(read[2] == 0);
    memcpy(place, read, 2 * sizeof *place);
    wend_cells_place(b->cells, corner, expected);
    CHECK(expected[0] == place[0] && expected[1] == place[1]);
    wend_point point;
    if (corner < b->view.vertex_count && CHECK(wend_lattice_point(&b->floor.lattice, place, &point)))
        CHECK(point.x == b->floor.vertices[corner].x && point.y == b->floor.vertices[corner].y);
}

// ---------------------------------------------------------------------------------------------------- GeoJSON

static void check_neighbours(const bench *b, int64_t list, const wend_cell *cell) {
    int64_t node = wend_json_first(&b->json, list);
    for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
        int32_t across = b->view.sides[s].across;
        if (across < 0)
            continue;
        const wend_portal *portal = &b->view.portals[across / 2];
        int32_t here = (int32_t)(cell - b->view.cells);
        double other = -1;
        REQUIRE(node >= 0 && wend_json_number(&b->json, node, &other));
        CHECK((portal->cells[0] == here && portal->cells[1] == other) ||
              (portal->cells[1] == here && portal->cells[0] == other));
        node = wend_json_after(&b->json, list, node);
    }
    CHECK(node < 0);
}

// One cell's feature: its properties, and its ring closed and counter-clockwise. Returns its area.
static double check_cell(const bench *b, int64_t feature, int32_t number) {
    const wend_cell *cell = &b->view.cells[number];
    int64_t properties = wend_json_find(&b->json, feature, "properties");
    int64_t geometry = wend_json_find(&b->json, feature, "geometry");
    int64_t rings = wend_json_find(&b->json, geometry, "coordinates"), ring = wend_json_first(&b->json, rings);
    CHECK(wend_json_is_string(&b->json, wend_json_find(&b->json, geometry, "type"), "Polygon"));
    CHECK(ring >= 0 && wend_json_after(&b->json, rings, ring) < 0);
    CHECK_INT(number_of(&b->json, properties, "cell"), number);
    CHECK_INT(number_of(&b->json, properties, "component"), cell->component);
    check_neighbours(b, wend_json_find(&b->json, properties, "neighbours"), cell);
    double start[2] = {0}, last[2] = {0}, place[2] = {0}, twice = 0, size = 0;
    int32_t k = 0;
    for (int64_t p = wend_json_first(&b->json, ring); p >= 0; p = wend_json_after(&b->json, ring, p), k++) {
        check_place(b, p, b->view.sides[cell->first + k % cell->count].corner, place);
        if (k == 0)
            memcpy(start, place, sizeof start);
        twice +=
            k < 2 ? 0 : (last[0] - start[0]) * (place[1] - start[1]) - (place[0] - start[0]) * (last[1] - start[1]);
        size = fmax(size, fmax(fabs(place[0] - start[0]), fabs(place[1] - start[1])));
        memcpy(last, place, sizeof last);
    }
    CHECK_INT(k, cell->count + 1);
    CHECK(start[0] == last[0] && start[1] == last[1]);
    double area = number_of(&b->json, properties, "area"), unit = b->floor.unit;
    CHECK_MESSAGE(area > 0 && fabs(area - twice / 2 * unit * unit) <= 1e-7 * size * size * unit * unit,
                  "cell %d has area %g, its feature says %g", number, twice / 2 * unit * unit, area);
    return area;
}

static void check_cells_geojson(bench *b, const char *what) {
    wend_text_clear(&b->text);
    if (!parse(b, wend_write_cells_geojson(b->plan, b->cells, &b->text)))
        return;
    int64_t features = wend_json_find(&b->json, 0, "features");
    int32_t count = 0;
    double area = 0;
    for (int64_t f = wend_json_first(&b->json, features); f >= 0 && count < b->view.cell_count;
         f = wend_json_after(&b->json, features, f))
        area += check_cell(b, f, count++);
    CHECK_INT(count, b->view.cell_count);
    double whole = wend_plan_area(b->plan);
    CHECK_MESSAGE(fabs(area - whole) <= 1e-11 * whole, "%s: cells have %.17g m2, the plan has %.17g", what, area,
                  whole);
}

static double check_portal(const bench *b, int64_t feature, int32_t number) {
    const wend_portal *portal = &b->view.portals[number];
    int64_t properties = wend_json_find(&b->json, feature, "properties");
    int64_t geometry = wend_json_find(&b->json, feature, "geometry");
    int64_t line = wend_json_find(&b->json, geometry, "coordinates"), node = wend_json_first(&b->json, line);
    double cells[2] = {-1, -1}, ends[2][2] = {{0}};
    bool border = false;
    CHECK(wend_json_is_string(&b->json, wend_json_find(&b->json, geometry, "type"), "LineString"));
    CHECK_INT(number_of(&b->json, properties, "portal"), number);
    CHECK_INT(wend_json_numbers(&b->json, wend_json_find(&b->json, properties, "cells"), cells, 2), 2);
    CHECK(cells[0] == portal->cells[0] && cells[1] == portal->cells[1]);
    CHECK(wend_json_bool(&b->json, wend_json_find(&b->json, properties, "border"), &border));
    CHECK_INT(border, portal->border >= 0);
    for (int k = 0; k < 2; k++, node = wend_json_after(&b->json, line, node))
        check_place(b, node, portal->ends[k], ends[k]);
    CHECK(node < 0);
    double length = number_of(&b->json, properties, "length");
    double expected = hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) * b->floor.unit;
    CHECK_MESSAGE(fabs(length - expected) <= 1e-7 * expected, "portal %d is %g long, its feature says %g", number,
                  expected, length);
    return border ? 0 : length;
}

static void check_portals_geojson(bench *b, const char *what) {
    wend_text_clear(&b->text);
    if (!parse(b, wend_write_portals_geojson(b->plan, b->cells, &b->text)))
        return;
    int64_t features = wend_json_find(&b->json, 0, "features");
    int32_t count = 0;
    double length = 0;
    for (int64_t f = wend_json_first(&b->json, features); f >= 0 && count < b->view.portal_count;
         f = wend_json_after(&b->json, features, f))
        length += check_portal(b, f, count++);
    CHECK_INT(count, b->view.portal_count);
    CHECK_MESSAGE(fabs(length - b->view.portal_length) <= 1e-9 * length, "%s: portals of %g m, the cells say %g", what,
                  length, b->view.portal_length);
}

TEST(a_room_of_two_cells) {
    bench b = wkt_bench("POLYGON((0 0,4 0,4 2,2 2,2 4,0 4,0 0))", NULL, 0);
    CHECK_INT(b.view.cell_count, 2);
    if (CHECK_INT(wend_write_portals_geojson(b.plan, b.cells, &b.text), WEND_OK) && b.view.portal_count == 1) {
        bool left = b.view.portals[0].cells[0] == 0;
        CHECK(strstr(b.text.data, left ? "\"portal\":0,\"cells\":[0,1]," : "\"portal\":0,\"cells\":[1,0],"));
        CHECK(strstr(b.text.data, "\"border\":false}"));
    }
    check_cells_geojson(&b, "room");
    check_portals_geojson(&b, "room");
    free_bench(&b);
}

TEST(borders_are_said_to_be_borders) {
    static const double border[] = {0, 2, 2, 2};
    bench b = wkt_bench("POLYGON((0 0,4 0,4 2,2 2,2 4,0 4,0 0))", border, 2);
    CHECK_INT(b.view.portal_count, 1);
    CHECK_INT(wend_write_portals_geojson(b.plan, b.cells, &b.text), WEND_OK);
    CHECK(strstr(b.text.data, "\"length\":2,\"border\":true}"));
    check_portals_geojson(&b, "border");
    free_bench(&b);
}

TEST(a_convex_room_has_no_portals) {
    bench b = wkt_bench("POLYGON((0 0,4 0,4 2,0 2,0 0))", NULL, 0);
    CHECK_INT(wend_write_portals_geojson(b.plan, b.cells, &b.text), WEND_OK);
    CHECK_STRING(b.text.data, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[\n]}\n");
    check_cells_geojson(&b, "room");
    CHECK(strstr(b.text.data, "\"cell\":0,\"component\":0,\"area\":8,\"neighbours\":[]}"));
    free_bench(&b);
}

TEST(every_sample_is_written) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        if (wend_sample_at(k)->scene)
            continue;
        bench b = sample_bench(NULL, wend_sample_at(k)->name, 0);
        check_cells_geojson(&b, wend_sample_at(k)->name);
        check_portals_geojson(&b, wend_sample_at(k)->name);
        free_bench(&b);
    }
}

// Areas and lengths are metres; places are in the drawing's units and where it was drawn.
TEST(units_and_places_far_away) {
    const char *wkt =
        "SRID=0;POLYGON((500000.125 5400000,500040 5400000,500040 5400020,500020 5400020.5,500020 5400040,"
        "500000 5400040,500000.125 5400000))";
    bench b = {0};
    wend_build_def def = wend_default_build_def();
    def.plan.unit = 0.3048;
    if (wend_context_create(NULL, &b.context) != WEND_OK)
        exit(1);
    CHECK_INT(wend_file_parse_drawing(b.context,
                                      &(wend_file_source){.name = "test", .bytes = wkt, .count = strlen(wkt)},
                                      WEND_DRAWING_WKT, &b.drawing, NULL),
              WEND_OK);
    b = build_bench(b, wkt, &def);
    check_cells_geojson(&b, "feet");
    check_portals_geojson(&b, "feet");
    free_bench(&b);
}

// Cells are polygons that share sides: read as a floor plan they are one floor again, but for walls without width.
TEST(cells_read_as_a_floor_plan_are_the_floor) {
    static const char *const names[] = {"rooms", "city", "squares", "blocks"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        bench b = sample_bench(NULL, names[k], 600);
        wend_drawing *drawing = NULL;
        wend_plan *plan = NULL;
        CHECK_INT(wend_write_cells_geojson(b.plan, b.cells, &b.text), WEND_OK);
        CHECK_INT(wend_file_parse_drawing(b.context,
                                          &(wend_file_source){.name = "x", .bytes = b.text.data, .count = b.text.count},
                                          WEND_DRAWING_GEOJSON, &drawing, NULL),
                  WEND_OK);
        wend_plan_def def = wend_default_plan_def();
        def.lattice = b.floor.lattice.step;
        if (CHECK_INT(wend_plan_build(b.context, drawing, &def, &plan, NULL), WEND_OK)) {
            double whole = wend_plan_area(b.plan);
            CHECK_MESSAGE(fabs(wend_plan_area(plan) - whole) <= 1e-6 * whole, "%s: another area", names[k]);
            CHECK_INT(wend_plan_look(plan).component_count, b.floor.component_count);
        }
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
        free_bench(&b);
    }
}

// ---------------------------------------------------------------------------------------------------- OBJ

// Whether a line of an OBJ file is `kind` and the given corners, counted from 1.
static bool is_line(const char *line, char kind, const int32_t *corners, int32_t count) {
    char expected[4096];
    int length = snprintf(expected, sizeof expected, "%c", kind);
    for (int32_t k = 0; k < count && length < 4000; k++)
        length += snprintf(expected + length, sizeof expected - (size_t)length, " %d", corners[k] + 1);
    return strcmp(line, expected) == 0;
}

static char *next_line(char **rest) {
    char *line = *rest, *end = strchr(line, '\n');
    if (end)
        *end++ = 0;
    *rest = end ? end : line + strlen(line);
    return line;
}

static void check_corners(const bench *b, char **rest) {
    for (int32_t corner = 0; corner < b->view.vertex_count + b->view.point_count; corner++) {
        double read[3] = {0}, place[2];
        CHECK_INT(sscanf(next_line(rest), "v %lf %lf %lf", &read[0], &read[1], &read[2]), 3);
        wend_cells_place(b->cells, corner, place);
        CHECK(read[0] == place[0] && read[1] == place[1] && read[2] == 0);
    }
}

TEST(obj_has_cells_as_faces_and_portals_as_lines) {
    bench b = wkt_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));POLYGON((20 0,24 0,24 4,20 0));"
                        "LINESTRING(5 5,7 5,8 8)",
                        NULL, 0);
    CHECK_INT(wend_write_cells_obj(b.cells, &b.text), WEND_OK);
    char *rest = b.text.data;
    int32_t component = -1;
    check_corners(&b, &rest);
    for (int32_t c = 0; c < b.view.cell_count; c++) {
        int32_t corners[64], count = b.view.cells[c].count;
        REQUIRE(count <= 64);
        for (int32_t k = 0; k < count; k++)
            corners[k] = b.view.sides[b.view.cells[c].first + k].corner;
        char name[32];
        snprintf(name, sizeof name, "g component_%d", b.view.cells[c].component);
        if (b.view.cells[c].component != component)
            CHECK_STRING(next_line(&rest), name);
        component = b.view.cells[c].component;
        CHECK(is_line(next_line(&rest), 'f', corners, count));
    }
    CHECK_STRING(rest, "");
    wend_text_clear(&b.text);
    CHECK_INT(wend_write_portals_obj(b.cells, &b.text), WEND_OK);
    rest = b.text.data;
    check_corners(&b, &rest);
    for (int32_t k = 0; k < b.view.portal_count; k++)
        CHECK(is_line(next_line(&rest), 'l', b.view.portals[k].ends, 2));
    CHECK_STRING(rest, "");
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- pictures

static void check_colours(const bench *b, const char *what, int most) {
    uint8_t *colours = malloc((size_t)b->view.cell_count + 1);
    int used[WEND_CELL_COLOURS] = {0}, kinds = 0, clashes = 0;
    if (CHECK(wend_cells_colour(b->context, &b->view, colours))) {
        for (int32_t c = 0; c < b->view.cell_count; c++)
            if (CHECK(colours[c] < WEND_CELL_COLOURS))
                used[colours[c]]++;
        for (int32_t k = 0; k < b->view.portal_count; k++)
            clashes += colours[b->view.portals[k].cells[0]] == colours[b->view.portals[k].cells[1]];
        for (int k = 0; k < WEND_CELL_COLOURS; k++)
            kinds += used[k] > 0;
        CHECK_MESSAGE(clashes == 0, "%s: %d portals between cells of one colour", what, clashes);
        CHECK_MESSAGE(kinds <= most && (b->view.cell_count < 100 || kinds == WEND_CELL_COLOURS), "%s: %d colours", what,
                      kinds);
    }
    free(colours);
}

TEST(neighbours_have_different_colours) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        if (wend_sample_at(k)->scene)
            continue;
        bench b = sample_bench(NULL, wend_sample_at(k)->name, 0);
        check_colours(&b, wend_sample_at(k)->name, WEND_CELL_COLOURS);
        free_bench(&b);
    }
    bench b = wkt_bench("POLYGON((0 0,4 0,4 4,0 4,0 0))", NULL, 0);
    check_colours(&b, "square", 1);
    free_bench(&b);
}

// A cell that touches all the others, made up: they all go around it, and each touches the next.
TEST(a_wheel_has_few_colours) {
    enum { SPOKES = 30 };
    wend_cell cells[SPOKES + 1];
    wend_cell_side sides[4 * SPOKES];
    wend_portal portals[2 * SPOKES];
    cells[SPOKES] = (wend_cell){.first = 3 * SPOKES, .count = SPOKES};
    for (int k = 0; k < SPOKES; k++) {
        int next = (k + 1) % SPOKES, before = (k + SPOKES - 1) % SPOKES;
        cells[k] = (wend_cell){.first = 3 * k, .count = 3};
        portals[k] = (wend_portal){.cells = {k, next}};
        portals[SPOKES + k] = (wend_portal){.cells = {SPOKES, k}};
        sides[3 * k].across = 2 * k;
        sides[3 * k + 1].across = 2 * before + 1;
        sides[3 * k + 2].across = 2 * (SPOKES + k) + 1;
        sides[3 * SPOKES + k].across = 2 * (SPOKES + k);
    }
    bench b = {.view = {.portal_count = 2 * SPOKES,
                        .portals = portals,
                        .cell_count = SPOKES + 1,
                        .cells = cells,
                        .side_count = 4 * SPOKES,
                        .sides = sides}};
    REQUIRE(wend_context_create(NULL, &b.context) == WEND_OK);
    check_colours(&b, "wheel", WEND_CELL_COLOURS);
    CHECK_INT(wend_bytes_now(b.context), 0);
    wend_context_destroy(b.context);
}

static int64_t contours_of(const wend_draw *draw, const char *name) {
    int64_t count = 0;
    for (int64_t k = 0; k < draw->layers.count; k++) {
        const char *layer = draw->layers.data[k].name;
        size_t length = strlen(name);
        if (layer && strncmp(layer, name, length) == 0 && (layer[length] == 0 || layer[length] == '-'))
            count += draw->layers.data[k].count;
    }
    return count;
}

TEST(pictures_show_everything) {
    static const char *const names[] = {"rooms", "thin-walls", "areas"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        bench b = sample_bench(NULL, names[k], 400);
        int32_t borders = b.floor.border_count;
        char caption[64];
        wend_draw draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_cells(b.plan, b.cells, &draw), WEND_OK);
        CHECK_INT(contours_of(&draw, "cells"), b.view.cell_count);
        CHECK_INT(contours_of(&draw, "portals"), b.view.portal_count - borders);
        CHECK_INT(contours_of(&draw, "borders"), borders);
        CHECK_INT(wend_write_svg(&draw, &b.text), WEND_OK);
        CHECK(strstr(b.text.data, "<path id=\"portals\" fill=\"none\"") && strstr(b.text.data, " stroke-dasharray=\""));
        snprintf(caption, sizeof caption, "  \xC2\xB7  %d cells  \xC2\xB7  %d portals", b.view.cell_count,
                 b.view.portal_count);
        CHECK(draw.labels.count > 2 && strstr(draw.labels.data[draw.labels.count - 2].text, caption));
        wend_draw_free(&draw);
        draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_portals(b.plan, b.cells, &draw), WEND_OK);
        CHECK_INT(contours_of(&draw, "portals"), b.view.portal_count - borders);
        CHECK_INT(contours_of(&draw, "graph"), b.view.portal_count);
        CHECK_INT(contours_of(&draw, "nodes"), b.view.cell_count);
        wend_draw_free(&draw);
        free_bench(&b);
    }
}

// The graph goes from the middle of one cell through the middle of the portal to the middle of the other.
TEST(the_graph_joins_the_middles) {
    static const double border[] = {2, 0, 2, 2};
    bench b = wkt_bench("POLYGON((0 0,6 0,6 2,0 2,0 0))", border, 2);
    wend_draw draw = wend_draw_start(b.context);
    CHECK_INT(wend_show_portals(b.plan, b.cells, &draw), WEND_OK);
    for (int64_t k = 0; k < draw.layers.count; k++) {
        if (!draw.layers.data[k].name || strcmp(draw.layers.data[k].name, "graph") != 0)
            continue;
        const wend_draw_contour *line = &draw.contours.data[draw.layers.data[k].first];
        const double *p = draw.points.data + 2 * line->first;
        CHECK_INT(line->count, 3);
        CHECK(p[1] == 1 && p[2] == 2 && p[3] == 1 && p[5] == 1);
        CHECK((p[0] == 1 && p[4] == 4) || (p[0] == 4 && p[4] == 1));
    }
    wend_draw_free(&draw);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- files, memory

TEST(layers_that_are_not_there_are_refused) {
    bench b = wkt_bench("POLYGON((0 0,4 0,4 2,0 2,0 0))", NULL, 0);
    wend_report *report = NULL;
    REQUIRE(wend_report_create(b.context, &report) == WEND_OK);
    CHECK_INT(wend_file_export(b.context, "none.svg", b.nav, WEND_EXPORT_COUNT, report), WEND_ERROR_UNSUPPORTED);
    CHECK_INT(wend_file_export(b.context, "none.bmp", b.nav, WEND_EXPORT_CELLS, report), WEND_ERROR_UNSUPPORTED);
    wend_cells *cells = b.nav->held[WEND_NAV_CELLS];
    b.nav->held[WEND_NAV_CELLS] = NULL;
    CHECK_INT(wend_file_export(b.context, "none.svg", b.nav, WEND_EXPORT_CELLS, report), WEND_ERROR_UNSUPPORTED);
    CHECK_INT(wend_file_export(b.context, "none.png", b.nav, WEND_EXPORT_PORTALS, report), WEND_ERROR_UNSUPPORTED);
    b.nav->held[WEND_NAV_CELLS] = cells;
    wend_report_destroy(report);
    free_bench(&b);
}

static wend_result call_pictures(wend_context *context, void *data) {
    const bench *b = data;
    wend_result result = WEND_OK;
    for (int k = 0; k < 2 && result == WEND_OK; k++) {
        wend_draw draw = wend_draw_start(context);
        wend_text text = wend_text_start(context);
        result = k == 0 ? wend_show_cells(b->plan, b->cells, &draw) : wend_show_portals(b->plan, b->cells, &draw);
        if (result == WEND_OK)
            result = wend_write_svg(&draw, &text);
        wend_draw_free(&draw);
        wend_text_free(&text);
    }
    return result;
}

static wend_result call_texts(wend_context *context, void *data) {
    const bench *b = data;
    wend_result result = WEND_OK;
    for (int k = 0; k < 4 && result == WEND_OK; k++) {
        wend_text text = wend_text_start(context);
        result = k == 0   ? wend_write_cells_geojson(b->plan, b->cells, &text)
                 : k == 1 ? wend_write_portals_geojson(b->plan, b->cells, &text)
                 : k == 2 ? wend_write_cells_obj(b->cells, &text)
                          : wend_write_portals_obj(b->cells, &text);
        wend_text_free(&text);
    }
    return result;
}

TEST(every_allocation_may_fail) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    bench b = sample_bench(context, "areas", 200);
    CHECK(failing_each(&memory, context, "pictures", call_pictures, &b) > 10);
    CHECK(failing_each(&memory, context, "texts", call_texts, &b) > 4);
    empty_bench(&b);
    failing_finish(&memory, context);
}

CHECK_MAIN()
