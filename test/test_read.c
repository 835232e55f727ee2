// The readers of floor plans: what each format becomes, how faults are told, round trips, and the files that others
// wrote.
#define _XOPEN_SOURCE 700

#include "check.h"

#include <wend/file.h>
#include <wend/text.h>

#include "file/write.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------- help

typedef struct bench {
    wend_context *context;
    wend_report *report;
    wend_drawing *drawing;
    wend_text text; // the drawing in words
    wend_result result;
} bench;

static bench make_bench(void) {
    bench b = {0};
    if (wend_context_create(NULL, &b.context) || wend_report_create(b.context, &b.report)) {
        printf("no context\n");
        exit(1);
    }
    b.text = wend_text_start(b.context);
    return b;
}

static void clear_bench(bench *b) {
    wend_drawing_destroy(b->drawing);
    b->drawing = NULL;
    wend_report_clear(b->report);
    wend_text_clear(&b->text);
}

static void free_bench(bench *b) {
    clear_bench(b);
    wend_text_free(&b->text);
    wend_report_destroy(b->report);
    CHECK_INT(wend_bytes_now(b->context), 0);
    wend_context_destroy(b->context);
}

// "rings | outer 0: 0 0, 1 0, 1 1 | wall: 5 5, 6 6"
static void describe(wend_text *text, const wend_drawing *drawing) {
    static const char *const rules[] = {"rings", "depth", "holes"};
    static const char *const kinds[] = {"outer", "obstacle", "wall", "point", "outline", "hole", "border"};
    wend_drawing_view view = wend_drawing_look(drawing);
    wend_text_add_string(text, rules[view.rule]);
    for (int32_t s = 0; s < view.shape_count; s++) {
        wend_text_add_string(text, " | ");
        wend_text_add_string(text, kinds[view.shapes[s].kind]);
        if (view.shapes[s].polygon != -1) {
            wend_text_add_char(text, ' ');
            wend_text_add_int(text, view.shapes[s].polygon);
        }
        for (int32_t k = 0; k < view.shapes[s].count; k++) {
            const double *p = view.points + 2 * (view.shapes[s].first + k);
            wend_text_add_string(text, k == 0 ? ": " : ", ");
            wend_text_add_double(text, p[0]);
            wend_text_add_char(text, ' ');
            wend_text_add_double(text, p[1]);
        }
    }
}

// Reads a text and says in words what it became, or the error.
static const char *read_bytes(bench *b, wend_drawing_format format, const char *bytes, size_t count) {
    clear_bench(b);
    b->result = wend_file_parse_drawing(b->context, &(wend_file_source){.name = "f", .bytes = bytes, .count = count},
                                        format, &b->drawing, b->report);
    CHECK((b->result == WEND_OK) == (b->drawing != NULL));
    if (b->result) {
        wend_text_add_string(&b->text, wend_report_error(b->report));
        CHECK(b->result == WEND_ERROR_MEMORY || b->text.count > 0);
    } else {
        describe(&b->text, b->drawing);
    }
    return b->text.data;
}

static const char *read_text(bench *b, wend_drawing_format format, const char *text) {
    return read_bytes(b, format, text, strlen(text));
}

typedef struct example {
    const char *text;
    const char *expected; // the drawing in words
    const char *code;     // of the one finding, or NULL for none
} example;

static void check_examples(wend_drawing_format format, const example *examples, size_t count) {
    bench b = make_bench();
    for (size_t k = 0; k < count; k++) {
        CHECK_STRING(read_text(&b, format, examples[k].text), examples[k].expected);
        const wend_finding *finding = wend_report_at(b.report, 0);
        CHECK_MESSAGE(examples[k].code ? finding && strcmp(finding->code, examples[k].code) == 0 : !finding,
                      "%s: finding %s", examples[k].text, finding ? finding->code : "missing");
    }
    free_bench(&b);
}

typedef struct fault {
    const char *text;
    wend_result result;
    const char *expected; // the error
} fault;

static void check_faults(wend_drawing_format format, const fault *faults, size_t count) {
    bench b = make_bench();
    for (size_t k = 0; k < count; k++) {
        CHECK_STRING(read_text(&b, format, faults[k].text), faults[k].expected);
        CHECK_INT(b.result, faults[k].result);
    }
    free_bench(&b);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---------------------------------------------------------------------------------------------------- GeoJSON

TEST(geojson_shapes) {
    static const example examples[] = {
        {"{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]],[[5,3],[6,3],[6,4],[5,3]]]}",
         "rings | outer 0: 0 0, 9 0, 9 9 | obstacle 0: 5 3, 6 3, 6 4", NULL},
        {"{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[9,0],[9,9],[0,0]]],[],[[[20,0],[29,0],[29,9],[20,0]]]]}",
         "rings | outer 0: 0 0, 9 0, 9 9 | outer 1: 20 0, 29 0, 29 9", NULL},
        {"{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}", "rings | wall: 1 2, 3 4", NULL},
        {"{\"type\":\"MultiLineString\",\"coordinates\":[[[1,2],[3,4]],[[5,6],[7,8]]]}",
         "rings | wall: 1 2, 3 4 | wall: 5 6, 7 8", NULL},
        {"{\"type\":\"Point\",\"coordinates\":[1,2]}", "rings | point: 1 2", NULL},
        {"{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[3,4]]}", "rings | point: 1 2, 3 4", NULL},
        {"{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":"
         "\"Point\","
         "\"coordinates\":[1,2]}]},{\"type\":\"Polygon\",\"coordinates\":[]}]}",
         "rings | point: 1 2", NULL},
        {"\xEF\xBB\xBF{\"type\":\"FeatureCollection\",\r\n\"name\":\"x\",\"bbox\":[0,0,1,1],\"features\":[\t{\"type\":"
         "\"Feature\",\"id\":7,"
         "\"properties\":{\"type\":\"Polygon\",\"deep\":[{}]},\"geometry\":{\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]"
         ",\"type\":\"Polygon\"}}]}",
         "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"{\"type\":\"Feature\",\"properties\":null,\"geometry\":null}", "rings", "feature-without-geometry"},
        {"{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9]]]}", "rings | outer 0: 0 0, 9 0, 9 9",
         "ring-not-closed"},
        {"{\"type\":\"Polygon\",\"coordinates\":[[[0,0,5],[9,0,5],[9,9,5],[0,0,5]]]}", "rings | outer 0: 0 0, 9 0, 9 9",
         "height-ignored"},
        {"{\"type\":\"Polygon\",\"coordinates\":[[]]}", "rings", NULL},
        {"{\"type\":\"Point\",\"coordinates\":[]}", "rings", NULL},
        {"{\"type\":\"LineString\",\"coordinates\":[]}", "rings", NULL},
        {"{\"type\":\"FeatureCollection\",\"features\":[]}", "rings", NULL},
        {"{\"type\":\"Point\",\"coordinates\":[1,2],\"type\":\"MultiPoint\",\"coordinates\":[[3,4]]}",
         "rings | point: 3 4", NULL},
    };
    check_examples(WEND_DRAWING_GEOJSON, examples, COUNT(examples));
}

TEST(geojson_kinds) {
    static const example examples[] = {
        {"{\"type\":\"FeatureCollection\",\"rule\":\"depth\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
         "\"kind\":\"outline\"},"
         "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4],[1,2]]}}]}",
         "depth | outline: 1 2, 3 4, 1 2", NULL},
        {"{\"type\":\"FeatureCollection\",\"rule\":\"holes\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
         "\"kind\":\"hole\"},"
         "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}",
         "holes | hole: 1 2", NULL},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":\"Polygon\","
         "\"coordinates\":[[[0,0],[9,0],[9,9],"
         "[0,0]],[[5,3],[6,3],[6,4],[5,3]]]}}",
         "rings | obstacle: 0 0, 9 0, 9 9 | outer 0: 5 3, 6 3, 6 4", "kind-by-property"},
        {"{\"type\":\"FeatureCollection\",\"rule\":\"rings\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
         "\"kind\":\"obstacle\"},"
         "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]],[[5,3],[6,3],[6,4],[5,3]]]}}]}",
         "rings | obstacle: 0 0, 9 0, 9 9 | outer 0: 5 3, 6 3, 6 4", "obstacle-with-holes"},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"wall\"},\"geometry\":{\"type\":\"LineString\","
         "\"coordinates\":[[0,0],[9,0]]}}",
         "rings | wall: 0 0, 9 0", NULL},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"outline\"},\"geometry\":{\"type\":\"LineString\","
         "\"coordinates\":[[0,0],[9,0]]}}",
         "rings | outline: 0 0, 9 0", "kind-by-property"},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"border\"},\"geometry\":{\"type\":\"LineString\","
         "\"coordinates\":[[0,0],[9,0]]}}",
         "rings | border: 0 0, 9 0", "kind-by-property"},
        {"{\"type\":\"FeatureCollection\",\"rule\":\"rings\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
         "\"kind\":\"border\"},"
         "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]],[[5,3],[6,3],[6,4],[5,3]]]}}]}",
         "rings | border: 0 0, 9 0, 9 9, 0 0 | border: 5 3, 6 3, 6 4, 5 3", NULL},
        {"{\"type\":\"FeatureCollection\",\"rule\":\"rings\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
         "\"kind\":\"border\",\"polygon\":2},"
         "\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[9,0],[9,9]]],[[]],[[[4,4]]]]}}]}",
         "rings | border 2: 0 0, 9 0, 9 9, 0 0 | border 2: 4 4, 4 4", "ring-not-closed"},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"outer\",\"polygon\":7},\"geometry\":{\"type\":\"Polygon\","
         "\"coordinates\":[[[0,0],[9,0],"
         "[9,9],[0,0]]]}}",
         "rings | outer 7: 0 0, 9 0, 9 9", NULL},
        {"{\"type\":\"Feature\",\"properties\":{\"kind\":\"building\",\"polygon\":7},\"geometry\":{\"type\":"
         "\"Polygon\",\"coordinates\":[[[0,0],[9,0],"
         "[9,9],[0,0]]]}}",
         "rings | outer 0: 0 0, 9 0, 9 9", NULL},
    };
    check_examples(WEND_DRAWING_GEOJSON, examples, COUNT(examples));
}

TEST(a_kind_that_changes_a_geometry_is_told) {
    bench b = make_bench();
    read_text(&b, WEND_DRAWING_GEOJSON,
              "{\"type\":\"FeatureCollection\",\"rule\":\"even-odd\",\"features\":[\n{\"type\":\"Feature\","
              "\"properties\":{\"kind\":\"wall\"},\"geometry\":\n{\"type\":\"Polygon\",\"coordinates\":"
              "[[[0,0],[9,0],[9,9],[0,0]]]}},{\"type\":\"Feature\",\"properties\":{\"kind\":\"hole\"},\"geometry\":"
              "{\"type\":\"Point\",\"coordinates\":[1,2]}}]}");
    REQUIRE(wend_report_count(b.report) == 1);
    CHECK_INT(wend_report_at(b.report, 0)->severity, WEND_NOTE);
    CHECK_STRING(wend_report_at(b.report, 0)->text, "f:3:1: geometries read as what their property \"kind\" says: 2 "
                                                    "(the first is here, a Polygon read as wall).");
    CHECK_STRING(b.text.data, "rings | wall: 0 0, 9 0, 9 9, 0 0 | hole: 1 2");
    free_bench(&b);
}

TEST(geojson_faults) {
    static const fault faults[] = {
        {"", WEND_ERROR_EMPTY, "f:1:1: the file is empty."},
        {" \r\n ", WEND_ERROR_EMPTY, "f:1:1: the file is empty."},
        {"{\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],[NaN,1]]]}", WEND_ERROR_FORMAT,
         "f:2:24: NaN is not a number that JSON knows."},
        {"{\"type\":\"Polygon\",\r\n\"coordinates\":[[[0,0],[1e999,1]]]}", WEND_ERROR_FORMAT,
         "f:2:24: the number is too large."},
        {"{\"type\":\"Polygon\",\r\"coordinates\":[[[0,0]", WEND_ERROR_TRUNCATED,
         "f:2:22: the text ends, ',' or ']' was expected."},
        {"{\"type\":\"Polygon\"}", WEND_ERROR_FORMAT, "f:1:1: the geometry has no \"coordinates\"."},
        {"{\"type\":\"Polygon\",\"coordinates\":[[0,0]]}", WEND_ERROR_FORMAT, "f:1:35: expected a position [x, y]."},
        {"{\"type\":\"Polygon\",\"coordinates\":[[[0,\"1\"]]]}", WEND_ERROR_FORMAT,
         "f:1:35: expected a position [x, y]."},
        {"{\"type\":\"Polygon\",\"coordinates\":[[[0]]]}", WEND_ERROR_FORMAT, "f:1:35: expected a position [x, y]."},
        {"{\"type\":\"Polygon\",\"coordinates\":7}", WEND_ERROR_FORMAT,
         "f:1:33: expected the rings of a Polygon [[[x, y], ...], ...]."},
        {"{\"type\":\"Plygon\",\"coordinates\":7}", WEND_ERROR_FORMAT,
         "f:1:9: the type '\"Plygon\",\"coordinates\":7}' is none of GeoJSON's."},
        {"[1]", WEND_ERROR_FORMAT, "f:1:1: expected a GeoJSON object with a \"type\"."},
        {"{\"type\":\"FeatureCollection\"}", WEND_ERROR_FORMAT, "f:1:1: the object has no array \"features\"."},
        {"{\"type\":\"Feature\"}", WEND_ERROR_FORMAT, "f:1:1: the Feature has no \"geometry\"."},
    };
    check_faults(WEND_DRAWING_GEOJSON, faults, COUNT(faults));
}

TEST(geojson_in_degrees_is_refused_with_advice) {
    bench b = make_bench();
    char text[400];
    static const struct {
        const char *crs;
        double x, y, size;
        bool refused;
    } cases[] = {
        {"", 13.37, 52.51, 0.01, true},    // a campus in Berlin
        {"", -0.128, 51.507, 0.002, true}, // London, beside the meridian
        {"", 0, 0, 0.5, false},            // a cupboard in metres
        {"", 0, 0, 80, false},             // a hall in metres, within the numbers that degrees have
        {"", 10, 20, 0.9, true},           // small and far: rule (b)
        {"", 1.5, 2, 0.9, false},          // small but near
        {"", 200, 20, 0.5, false},         // beyond any longitude
        {"\"crs\":null,", 13.37, 52.51, 0.01, false},
        {"\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::25832\"}},", 13.37, 52.51, 0.01,
         false},
        {"\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84\"}},", 0, 0, 80, true},
        {"\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::4326\"}},", 0, 0, 80, true},
        {"\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:4326\"}},", 0, 0, 80, true},
        {"\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}},", 0, 0, 80, false},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        double x = cases[k].x, y = cases[k].y, s = cases[k].size;
        snprintf(text, sizeof text,
                 "{%s\"type\":\"Polygon\",\"coordinates\":[[[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f]]]}",
                 cases[k].crs, x, y, x + s, y, x + s, y + s, x, y);
        read_text(&b, WEND_DRAWING_GEOJSON, text);
        CHECK_MESSAGE((b.result == WEND_ERROR_UNSUPPORTED) == cases[k].refused &&
                          (b.result == WEND_OK) != cases[k].refused,
                      "%s: %s", text, wend_report_error(b.report));
        if (cases[k].refused) {
            CHECK(strstr(wend_report_error(b.report), "ogr2ogr") != NULL);
            CHECK_INT(wend_report_total(b.report, "coordinates-in-degrees"), 1);
            CHECK(wend_report_error(b.report)[strlen(wend_report_error(b.report)) - 1] == '.'); // not cut off
        }
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- WKT

TEST(wkt_shapes) {
    static const example examples[] = {
        {"POLYGON((0 0,9 0,9 9,0 0),(5 3,6 3,6 4,5 3))", "rings | outer 0: 0 0, 9 0, 9 9 | obstacle 0: 5 3, 6 3, 6 4",
         NULL},
        {"polygon ( ( 0 0 , 9 0 ,\n9 9 , 0 0 ) )\n", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"MULTIPOLYGON(((0 0,9 0,9 9,0 0)),EMPTY,((20 0,29 0,29 9,20 0)))",
         "rings | outer 0: 0 0, 9 0, 9 9 | outer 1: 20 0, 29 0, 29 9", NULL},
        {"LINESTRING(1 2,3 4)", "rings | wall: 1 2, 3 4", NULL},
        {"MULTILINESTRING((1 2,3 4),(5 6,7 8))", "rings | wall: 1 2, 3 4 | wall: 5 6, 7 8", NULL},
        {"POINT(1 2)", "rings | point: 1 2", NULL},
        {"MULTIPOINT(1 2,3 4)", "rings | point: 1 2, 3 4", NULL},
        {"MULTIPOINT((1 2),EMPTY,(3 4))", "rings | point: 1 2, 3 4", NULL},
        {"LINEARRING(0 0,9 0,9 9,0 0)", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION EMPTY),GEOMETRYCOLLECTION(LINESTRING(1 "
         "2,3 4)))",
         "rings | point: 1 2 | wall: 1 2, 3 4", NULL},
        {"POINT(1 2)\nPOINT(3 4);POINT(5 6);", "rings | point: 1 2 | point: 3 4 | point: 5 6", NULL},
        {"SRID=25832;POINT(1 2); srid = 25832 ; POINT(3 4)", "rings | point: 1 2 | point: 3 4", NULL},
        {"POINT Z (1 2 3)", "rings | point: 1 2", "height-ignored"},
        {"POINTZM(1 2 3 4)", "rings | point: 1 2", "height-ignored"},
        {"POINT M EMPTY", "rings", NULL},
        {"POLYGON EMPTY", "rings", NULL},
        {"POLYGON((0 0,9 0,9 9))", "rings | outer 0: 0 0, 9 0, 9 9", "ring-not-closed"},
        {"\xEF\xBB\xBFPOINT\t(1e0 -2.5E-1)\r\n", "rings | point: 1 -0.25", NULL},
    };
    check_examples(WEND_DRAWING_WKT, examples, COUNT(examples));
}

TEST(wkt_in_degrees_is_refused_with_advice) {
    bench b = make_bench();
    char text[400];
    static const struct {
        const char *prefix;
        double x, y, size;
        bool refused;
    } cases[] = {
        {"", 13.37, 52.51, 0.01, true},         // a campus in Berlin
        {"", -0.128, 51.507, 0.002, true},      // London, beside the meridian
        {"", 0, 0, 0.5, false},                 // a cupboard in metres
        {"", 6, 47, 8, false},                  // a country, or a hall beside the origin
        {"", 200, 20, 0.5, false},              // beyond any longitude
        {"SRID=0;", 13.37, 52.51, 0.01, false}, // said to be none
        {"SRID=25832;", 13.37, 52.51, 0.01, false},
        {"SRID=4326;", 0, 0, 80, true},
        {"POINT(100 50);", 13.37, 52.51, 0.01, false}, // large with the rest of the file
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        double x = cases[k].x, y = cases[k].y, s = cases[k].size;
        snprintf(text, sizeof text, "%sPOLYGON((%.6f %.6f,%.6f %.6f,%.6f %.6f,%.6f %.6f))", cases[k].prefix, x, y,
                 x + s, y, x + s, y + s, x, y);
        read_text(&b, WEND_DRAWING_WKT, text);
        CHECK_MESSAGE(b.result == (cases[k].refused ? WEND_ERROR_UNSUPPORTED : WEND_OK), "%s: %s", text,
                      wend_report_error(b.report));
        CHECK_INT(wend_report_total(b.report, "coordinates-in-degrees"), cases[k].refused);
    }
    CHECK_STRING(read_text(&b, WEND_DRAWING_WKT, "LINESTRING(13.37 52.51,13.375 52.515)"),
                 "f:1:1: less than 1 x 1 in size near (13.37, 52.51), this looks like degrees: project to metres (e.g. "
                 "ogr2ogr -t_srs EPSG:32632), or put SRID=0; before it.");
    free_bench(&b);
}

TEST(wkt_nests_to_any_depth) {
    bench b = make_bench();
    enum { DEEP = 200000 };
    wend_text text = wend_text_start(b.context);
    for (int k = 0; k < DEEP; k++)
        wend_text_add_string(&text, "GEOMETRYCOLLECTION(");
    wend_text_add_string(&text, "POINT(1 2)");
    for (int k = 0; k < DEEP; k++)
        wend_text_add_char(&text, ')');
    CHECK_STRING(read_bytes(&b, WEND_DRAWING_WKT, text.data, text.count), "rings | point: 1 2");
    read_bytes(&b, WEND_DRAWING_WKT, text.data, text.count - 1);
    CHECK_INT(b.result, WEND_ERROR_TRUNCATED);
    wend_text_free(&text);
    free_bench(&b);
}

TEST(wkt_faults) {
    static const fault faults[] = {
        {"POLYGON((0 0,9 0,9 nan,0 0))", WEND_ERROR_NOT_FINITE,
         "f:1:20: expected a y coordinate, found 'nan,0', which is not finite."},
        {"POLYGON((0 0,-inf 0))", WEND_ERROR_NOT_FINITE,
         "f:1:14: expected an x coordinate, found '-inf', which is not finite."},
        {"POLYGON((0 0,1e999 0))", WEND_ERROR_NOT_FINITE,
         "f:1:14: expected an x coordinate, found '1e999', which is too large."},
        {"POLYGON((0 0,\n9 0", WEND_ERROR_TRUNCATED, "f:2:4: expected ',' or ')', found the end of the file."},
        {"POLYGON((0 0,9))", WEND_ERROR_FORMAT, "f:1:15: expected a y coordinate, found '))'."},
        {"POLYGON((0 0,9 0 1 2 3))", WEND_ERROR_FORMAT, "f:1:22: expected ',' or ')', found '3))'."},
        {"POLYGON(0 0,9 0)", WEND_ERROR_FORMAT, "f:1:9: expected '(' or EMPTY, found '0'."},
        {"POLYGON", WEND_ERROR_TRUNCATED, "f:1:8: expected '(' or EMPTY, found the end of the file."},
        {"POLYGON((0 0,9 0,9 9)))", WEND_ERROR_FORMAT, "f:1:23: expected a geometry such as POLYGON, found ')'."},
        {"BOX(0 0,1 1)", WEND_ERROR_FORMAT, "f:1:1: expected a geometry such as POLYGON, found 'BOX(0'."},
        {"CIRCULARSTRING(0 0,1 1,2 0)", WEND_ERROR_UNSUPPORTED,
         "f:1:1: circularstring is not supported; use polygons, lines and points."},
        {"SRID=4326;POINT(1 2)", WEND_ERROR_UNSUPPORTED,
         "f:1:1: SRID 4326 means degrees, Wend needs metres: project first, for example with ST_Transform to a UTM "
         "zone."},
        {"SRID=x;POINT(1 2)", WEND_ERROR_FORMAT, "f:1:6: expected a number, found 'x;POINT(1'."},
        {"POINT(1 2) \xC3\xA9", WEND_ERROR_FORMAT, "f:1:12: expected a geometry such as POLYGON, found '\\xc3\\xa9'."},
    };
    check_faults(WEND_DRAWING_WKT, faults, COUNT(faults));
}

// ---------------------------------------------------------------------------------------------------- points and edges

TEST(dat) {
    static const example examples[] = {
        {"0 0\n9 0\n9 9\n", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"\r\n0\t0 \r\n9 0\r\n\r\n9 9", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"# made by hand\n0,0\n9 , 0\n9, 9\n0 0\n", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"0 0\n9 0\n9 9\nHOLE\n5 3\n6 3\n6 4\nHOLE\n7 3\n8 3\n8 4\n",
         "rings | outer 0: 0 0, 9 0, 9 9 | obstacle 0: 5 3, 6 3, 6 4 | obstacle 0: 7 3, 8 3, 8 4", NULL},
        {"0 0\n9 0\n9 9\nSTEINER\n5 3\n6 3\n", "rings | outer 0: 0 0, 9 0, 9 9", "steiner-points"},
        {"0 0\n9 0\n9 9\nHOLE\n", "rings | outer 0: 0 0, 9 0, 9 9", "ring-empty"},
        {"6.8E-17 -.5\n+9 0\n9 9\n", "rings | outer 0: 6.8e-17 -0.5, 9 0, 9 9", NULL},
    };
    check_examples(WEND_DRAWING_DAT, examples, COUNT(examples));
    static const fault faults[] = {
        {"0 0\n9\n", WEND_ERROR_FORMAT, "f:2:2: expected a y coordinate, found the end of the line."},
        {"0 0\n9", WEND_ERROR_TRUNCATED, "f:2:2: expected a y coordinate, found the end of the file."},
        {"0 0 0\n", WEND_ERROR_FORMAT, "f:1:5: expected the end of the line, found '0'."},
        {"0 0\n1 inf\n", WEND_ERROR_NOT_FINITE, "f:2:3: expected a y coordinate, found 'inf', which is not finite."},
        {"0 0\nHOLES\n", WEND_ERROR_FORMAT, "f:2:1: expected an x coordinate, HOLE or STEINER, found 'HOLES'."},
        {"HOLE\n1 1\n", WEND_ERROR_FORMAT, "f:1:1: the outer ring has no points."},
        {"0 0\n1 1x\n", WEND_ERROR_FORMAT, "f:2:3: expected a y coordinate, found '1x'."},
    };
    check_faults(WEND_DRAWING_DAT, faults, COUNT(faults));
}

TEST(edges) {
    static const example examples[] = {
        {"3 3\n0 0\n9 0\n9 9\n0 1\n1 2\n2 0\n", "depth | outline: 0 0, 9 0 | outline: 9 0, 9 9 | outline: 9 9, 0 0",
         NULL},
        {"2 1 0 0 9 0 1 1", "depth | outline: 9 0, 9 0", "points-without-edges"},
        {"2 0\n0 0\n9 0\n", "depth", "no-edges"},
        {"0 0", "depth", "no-edges"},
        {"2 1\r\n0 0\r\n9 0\r\n0 1\r\nmore", "depth | outline: 0 0, 9 0", "text-after-end"},
    };
    check_examples(WEND_DRAWING_EDGES, examples, COUNT(examples));
    static const fault faults[] = {
        {"3", WEND_ERROR_TRUNCATED, "f:1:2: expected the number of edges, found the end of the file."},
        {"-3 0", WEND_ERROR_FORMAT, "f:1:1: expected the number of points from 0 to 2147483647, found '-3'."},
        {"3.5 0", WEND_ERROR_FORMAT, "f:1:1: expected the number of points, found '3.5'."},
        {"999999999 999999999", WEND_ERROR_TRUNCATED, "f:1:20: expected an x coordinate, found the end of the file."},
        {"99999999999999999999 1", WEND_ERROR_FORMAT,
         "f:1:1: expected the number of points, found '99999999999999999999'."},
        {"2 1\n0 0\n9 0\n0 2\n", WEND_ERROR_FORMAT, "f:4:3: expected a point number from 0 to 1, found '2'."},
        {"0 1\n0 0\n", WEND_ERROR_FORMAT, "f:2:1: the file has edges but no points."},
        {"2 1\n0 0\n9 NaN\n", WEND_ERROR_NOT_FINITE,
         "f:3:3: expected a y coordinate, found 'NaN', which is not finite."},
    };
    check_faults(WEND_DRAWING_EDGES, faults, COUNT(faults));
}

TEST(poly) {
    static const example examples[] = {
        {"# a triangle\n3 2 0 0\n1 0 0\n2 9 0\n3 9 9 # corner\n3 0\n1 1 2\n2 2 3\n3 3 1\n1\n1 5 3\n0\n",
         "holes | outline: 0 0, 9 0 | outline: 9 0, 9 9 | outline: 9 9, 0 0 | hole: 5 3", NULL},
        {"3 2 1 1\r\n0 0 0 7.5 1\r\n1 9 0 7.5 1\r\n2 9 9 7.5 1\r\n1 1\r\n0 0 2 1\r\n0\r\n", "holes | outline: 0 0, 9 9",
         "points-without-edges"},
        {"2 2\n1 0 0\n2 9 0\n", "holes", "no-edges"},
        {"2 2\n1 0 0\n2 9 0\n2 0\n1 2 3\n2 1 2\n0\n", "holes | outline: 0 0, 9 0", "segment-without-vertex"},
        {"2 2 0 0\n1 0 0\n7 9 0\n1 0\n1 1 2\n0\n", "holes | outline: 0 0, 9 0", "vertex-numbers"},
    };
    check_examples(WEND_DRAWING_POLY, examples, COUNT(examples));
    static const fault faults[] = {
        {"# nothing\n", WEND_ERROR_EMPTY, "f:2:1: there is nothing in the file."},
        {"999999999 2 0 0\n1 0 0\n", WEND_ERROR_TRUNCATED, "f:3:1: the file ends after 1 of 999999999 vertices."},
        {"1 3 0 0\n1 0 0 0\n", WEND_ERROR_FORMAT, "f:1:3: expected 2 as the number of dimensions, found '3'."},
        {"1 x 0 0\n", WEND_ERROR_FORMAT, "f:1:3: expected the number of dimensions, found 'x'."},
        {"1 2 0 0\n5 0 0\n", WEND_ERROR_FORMAT,
         "f:2:1: expected the number of the first vertex from 0 to 1, found '5'."},
        {"1 2 0 0\n1 0\n", WEND_ERROR_FORMAT, "f:2:4: expected a y coordinate, found the end of the line."},
        {"1 2 0 0\n1 0 0\n1 0\n1 1 x\n", WEND_ERROR_FORMAT, "f:4:5: expected a vertex number, found 'x'."},
        {"1 2 0 0\n1 0 0\n2 0\n1 1 1\n", WEND_ERROR_TRUNCATED, "f:5:1: the file ends after 1 of 2 segments."},
        {"1 2 0 0\n1 0 0\n0 0\n1\n", WEND_ERROR_TRUNCATED, "f:5:1: the file ends after 0 of 1 holes."},
        {"0 2 0 0\n1 0\n1 1 2\n", WEND_ERROR_FORMAT,
         "f:1:1: the file has no vertices and no .node file can be looked for."},
    };
    check_faults(WEND_DRAWING_POLY, faults, COUNT(faults));
}

TEST(rings) {
    static const example examples[] = {
        {"[[[0,0],[9,0],[9,9]],[[5,3],[6,3],[6,4]]]", "rings | outer 0: 0 0, 9 0, 9 9 | obstacle 0: 5 3, 6 3, 6 4",
         NULL},
        {"[[0,0],[9,0],[9,9]]", "rings | outer 0: 0 0, 9 0, 9 9", NULL},
        {"[[[0,0],[9,0],[9,9],[0,0]],[[5,3]]]", "rings | outer 0: 0 0, 9 0, 9 9", "steiner-points"},
        {"{\"vertices\":[0,0,9,0,9,9,5,3,6,3,6,4],\"holes\":[3],\"dimensions\":2}",
         "rings | outer 0: 0 0, 9 0, 9 9 | obstacle 0: 5 3, 6 3, 6 4", NULL},
        {"{\"vertices\":[0,0,1,9,0,1,9,9,1],\"dimensions\":3}", "rings | outer 0: 0 0, 9 0, 9 9", "height-ignored"},
    };
    check_examples(WEND_DRAWING_RINGS, examples, COUNT(examples));
    static const fault faults[] = {
        {"[]", WEND_ERROR_EMPTY, "f:1:1: there are no rings in the file."},
        {"{\"a\":1}", WEND_ERROR_FORMAT, "f:1:1: expected an array of rings [[[x, y], ...], ...]."},
        {"[[[0,0],[9]]]", WEND_ERROR_FORMAT, "f:1:9: expected a position [x, y]."},
        {"[[[0,0],[9,0]],7]", WEND_ERROR_FORMAT, "f:1:16: expected a ring [[x, y], ...]."},
        {"[[[0,0],[9,0]", WEND_ERROR_TRUNCATED, "f:1:14: the text ends, ',' or ']' was expected."},
        {"{\"vertices\":[0,0,9]}", WEND_ERROR_FORMAT,
         "f:1:13: expected \"vertices\" to be an array of numbers, 2 (or \"dimensions\") for each point."},
        {"{\"vertices\":[0,0,9,0],\"holes\":[3]}", WEND_ERROR_FORMAT,
         "f:1:31: \"holes\" must hold rising numbers of vertices."},
        {"{\"vertices\":[0,0],\"dimensions\":1e9}", WEND_ERROR_FORMAT, "f:1:32: expected 2 or 3 dimensions."},
    };
    check_faults(WEND_DRAWING_RINGS, faults, COUNT(faults));
}

// ---------------------------------------------------------------------------------------------------- grids

#define MAP(height, width, rows) "type octile\nheight " #height "\nwidth " #width "\nmap\n" rows

TEST(grid) {
    static const example examples[] = {
        {MAP(1, 1, ".\n"), "depth | outline: 1 0, 1 1, 0 1, 0 0, 1 0", NULL},
        {MAP(3, 3, "@@@\n@G@\n@@@\n"), "depth | outline: 2 1, 2 2, 1 2, 1 1, 2 1", NULL},
        {MAP(2, 3, "..T\nOS.\n"), "depth | outline: 2 0, 2 1, 3 1, 3 2, 1 2, 1 1, 0 1, 0 0, 2 0", NULL},
        // Floor that meets in a corner only: two lines that touch.
        {MAP(2, 2, ".@\n@.\n"), "depth | outline: 1 0, 1 1, 0 1, 0 0, 1 0 | outline: 2 1, 2 2, 1 2, 1 1, 2 1", NULL},
        // A hole.
        {MAP(3, 3, "...\n.@.\n...\n"), "depth | outline: 3 0, 3 3, 0 3, 0 0, 3 0 | outline: 1 1, 1 2, 2 2, 2 1, 1 1",
         NULL},
        // Two holes that touch in a corner: one line that touches itself, for floor does not connect there.
        {MAP(4, 4, "....\n.@..\n..@.\n....\n"),
         "depth | outline: 4 0, 4 4, 0 4, 0 0, 4 0 | outline: 1 1, 1 2, 2 2, 2 3, 3 3, 3 2, 2 2, 2 1, 1 1", NULL},
        {MAP(1, 2, "@@"), "depth", "no-floor"},
        {"type octile\r\nwidth 1\r\nheight 1\r\nmap\r\n.\r\n", "depth | outline: 1 0, 1 1, 0 1, 0 0, 1 0", NULL},
    };
    check_examples(WEND_DRAWING_GRID, examples, COUNT(examples));
    static const fault faults[] = {
        {"type octile\nheight 999999999\nwidth 999999999\nmap\n", WEND_ERROR_FORMAT,
         "f:2:8: expected a height from 1 to 16777216, found '999999999'."},
        {"type octile\nheight 9999999\nwidth 9999999\nmap\n.", WEND_ERROR_TRUNCATED,
         "f:4:4: the header promises 9999999 rows of 9999999 cells, more than the file holds."},
        {"type octile\nheight 1\nmap\n.", WEND_ERROR_FORMAT, "f:3:4: the header gives no width."},
        {"type octile\nheight 1\nheight 1\n", WEND_ERROR_FORMAT, "f:3:7: a height is given twice."},
        {"type octile\nheight 1\n", WEND_ERROR_TRUNCATED,
         "f:3:1: expected type, height, width or map, found the end of the file."},
        {"hello", WEND_ERROR_FORMAT, "f:1:1: expected type, height, width or map, found 'hello'."},
        {MAP(2, 2, "..\n.\n     "), WEND_ERROR_FORMAT, "f:6:2: row 2 has 1 of 2 cells, then the end of the line."},
        {MAP(2, 2, "..\n\n.   "), WEND_ERROR_FORMAT, "f:7:2: row 2 has 1 of 2 cells, then ' '."},
        {MAP(2, 2, "..\n\n\n."), WEND_ERROR_TRUNCATED, "f:8:2: the file ends in row 2 of 2."},
        {MAP(2, 2, "...\n.\n"), WEND_ERROR_FORMAT, "f:5:3: row 1 has more than 2 cells."},
    };
    check_faults(WEND_DRAWING_GRID, faults, COUNT(faults));
}

// Signed area of a closed line and how often each unit border is on a line, against the cells themselves.
TEST(grid_lines_are_the_borders_of_the_floor) {
    enum { SIZE = 13, ROUNDS = 300 };
    bench b = make_bench();
    uint64_t state = 7;
    for (int round = 0; round < ROUNDS; round++) {
        char map[64 + SIZE * (SIZE + 1)];
        bool cells[SIZE + 2][SIZE + 2] = {{false}};
        int length = snprintf(map, sizeof map, "type octile\nheight %d\nwidth %d\nmap\n", SIZE, SIZE), area = 0;
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                bool floor = state >> 40 & 1;
                area += cells[y + 1][x + 1] = floor;
                map[length++] = floor ? '.' : '@';
            }
            map[length++] = '\n';
        }
        read_bytes(&b, WEND_DRAWING_GRID, map, (size_t)length);
        REQUIRE(b.result == WEND_OK);
        wend_drawing_view view = wend_drawing_look(b.drawing);
        int seen[2][SIZE + 1][SIZE + 1] = {{{0}}}; // borders to the right of, and down from, each corner
        double twice = 0;
        for (int32_t s = 0; s < view.shape_count; s++) {
            const double *p = view.points + 2 * view.shapes[s].first;
            int32_t n = view.shapes[s].count;
            CHECK(p[0] == p[2 * n - 2] && p[1] == p[2 * n - 1]);
            for (int32_t k = 0; k + 1 < n; k++, p += 2) {
                twice += p[0] * p[3] - p[2] * p[1];
                bool flat = p[1] == p[3];
                CHECK(flat != (p[0] == p[2]));
                CHECK(k == 0 || flat != (p[-1] == p[1])); // corners only
                int from = (int)(flat ? p[0] : p[1]), to = (int)(flat ? p[2] : p[3]);
                for (int c = from < to ? from : to; c < (from < to ? to : from); c++)
                    seen[flat ? 0 : 1][flat ? (int)p[1] : c][flat ? c : (int)p[0]]++;
            }
        }
        CHECK(twice == 2 * area);
        for (int y = 0; y <= SIZE; y++) {
            for (int x = 0; x <= SIZE; x++) {
                if (x < SIZE)
                    CHECK_INT(seen[0][y][x], cells[y][x + 1] != cells[y + 1][x + 1]);
                if (y < SIZE)
                    CHECK_INT(seen[1][y][x], cells[y + 1][x] != cells[y + 1][x + 1]);
            }
        }
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- all formats

TEST(formats_are_told_by_name_and_content) {
    static const struct {
        const char *path, *text;
        wend_drawing_format format;
    } cases[] = {
        {"a.geojson", "", WEND_DRAWING_GEOJSON},
        {"A.WKT", "", WEND_DRAWING_WKT},
        {"a.dat", "4 4\n", WEND_DRAWING_DAT},
        {"a.poly", "", WEND_DRAWING_POLY},
        {"a.node", "", WEND_DRAWING_POLY},
        {"a.map", "", WEND_DRAWING_GRID},
        {"a.json", " [[[0,0]]]", WEND_DRAWING_RINGS},
        {"a.json", "\xEF\xBB\xBF{}", WEND_DRAWING_GEOJSON},
        {"a.json", "{ \"vertices\":[]}", WEND_DRAWING_RINGS},
        {"a.txt", "4 4\n0 0\n", WEND_DRAWING_EDGES},
        {"a.txt", "4 4 0 0 10 0 10 10 0 10 0 1 1 2 2 3 3 0", WEND_DRAWING_EDGES},
        {"a.txt", "8 8 0 0 10 0 10 10", WEND_DRAWING_EDGES}, // cut short
        {"a.txt", "4 4 0 0\n10 0 10 10 0 10 0 1 1 2 2 3 3 0", WEND_DRAWING_EDGES},
        {"a.txt", "2 2 0 0 10 0 0 1 1 0", WEND_DRAWING_EDGES},
        {"-", "4 4 0 0 10 0 10 10 0 10 0 1 1 2 2 3 3 0", WEND_DRAWING_EDGES},
        {"a.txt", "2 2 0 0\n1 0 0\n2 9 0\n", WEND_DRAWING_POLY},
        {"a.txt", "POINT(1 2)", WEND_DRAWING_WKT},
        {"-", "2 1\n0 0\n9 0\n0 1\n", WEND_DRAWING_EDGES},
        {"-", "2 1\n0 0\n9 0\n", WEND_DRAWING_DAT},
        {"-", "2.5 1\n0 0\n9 0\n", WEND_DRAWING_DAT},
        {"-", "3 2 0 0\n1 0 0\n", WEND_DRAWING_POLY},
        {"-", "# c\n3 2 0 0\n1 0 0\n", WEND_DRAWING_POLY},
        {"-", "type octile\n", WEND_DRAWING_GRID},
        {"-", "srid=1;point(1 2)", WEND_DRAWING_WKT},
        {NULL, "{", WEND_DRAWING_GEOJSON},
        {"a.bin",
         "\x7F"
         "ELF",
         WEND_DRAWING_UNKNOWN},
        {"a", "", WEND_DRAWING_UNKNOWN},
    };
    for (size_t k = 0; k < COUNT(cases); k++)
        CHECK_MESSAGE(wend_drawing_format_of(cases[k].path, cases[k].text, strlen(cases[k].text)) == cases[k].format,
                      "%s: %s", cases[k].path, cases[k].text);
}

TEST(binary_text_is_refused) {
    bench b = make_bench();
    for (int format = WEND_DRAWING_UNKNOWN; format <= WEND_DRAWING_GRID; format++) {
        CHECK_STRING(read_bytes(&b, (wend_drawing_format)format,
                                "\xFF\xFE"
                                "P\0O\0",
                                6),
                     "f:1:1: this is UTF-16 text; save it as UTF-8.");
        CHECK_STRING(read_bytes(&b, (wend_drawing_format)format, "PO\0INT", 6),
                     "f:1:3: a zero byte: this is no text file and no floor plan that Wend can read.");
        read_bytes(&b, (wend_drawing_format)format, NULL, 0);
        CHECK_INT(b.result, WEND_ERROR_EMPTY);
        read_bytes(&b, (wend_drawing_format)format, "\xEF\xBB\xBF", 3);
        CHECK_INT(b.result, WEND_ERROR_EMPTY);
    }
    CHECK_STRING(read_text(&b, WEND_DRAWING_UNKNOWN, "*"),
                 "f:1:1: no floor plan format that Wend knows (.geojson .wkt .dat .txt .poly .json .map).");
    free_bench(&b);
}

// Every prefix of a file of each format is read or refused, and never crashes or leaks.
TEST(truncated_files) {
    static const struct {
        wend_drawing_format format;
        const char *text;
    } files[] = {
        {WEND_DRAWING_GEOJSON, "{\"type\":\"FeatureCollection\",\"crs\":{\"properties\":{\"name\":\"EPSG:25832\"}},"
                               "\"features\":[{\"type\":\"Feature\","
                               "\"properties\":{\"kind\":\"outer\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
                               "[[[0,0],[9,0],[9,9]]]}}]}"},
        {WEND_DRAWING_WKT, "SRID=1;GEOMETRYCOLLECTION ZM(POLYGON((0 0,9 0,9 9,0 0),EMPTY),MULTIPOINT((1 2),3 4))"},
        {WEND_DRAWING_DAT, "# x\n0 0\n9 0\n9 9\nHOLE\n5 3\n6 3\n6 4\nSTEINER\n1 1\n"},
        {WEND_DRAWING_EDGES, "3 3\n0 0\n9 0\n9 9\n0 1\n1 2\n2 0\n"},
        {WEND_DRAWING_POLY, "# x\n3 2 0 0\n1 0 0\n2 9 0\n3 9 9\n3 0\n1 1 2\n2 2 3\n3 3 1\n1\n1 5 3\n"},
        {WEND_DRAWING_RINGS, "[[[0,0],[9,0],[9,9]],[[5,3],[6,3],[6,4]]]"},
        {WEND_DRAWING_GRID, "type octile\nheight 2\nwidth 3\nmap\n..@\n.@.\n"},
    };
    bench b = make_bench();
    for (size_t k = 0; k < COUNT(files); k++) {
        size_t length = strlen(files[k].text);
        for (size_t cut = 0; cut <= length; cut++) {
            char *copy = malloc(cut + 1); // exactly as long, so that a sanitizer sees a read beyond
            memcpy(copy, files[k].text, cut);
            char *exact = realloc(copy, cut > 0 ? cut : 1);
            read_bytes(&b, files[k].format, exact, cut);
            free(exact);
            for (int other = WEND_DRAWING_UNKNOWN; other <= WEND_DRAWING_GRID && cut == length; other++)
                read_bytes(&b, (wend_drawing_format)other, files[k].text, length);
        }
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- round trips

static void check_round_trip(bench *b, const wend_drawing *drawing, wend_drawing_format format) {
    wend_text text = wend_text_start(b->context), before = wend_text_start(b->context);
    wend_result result = format == WEND_DRAWING_WKT ? wend_write_drawing_wkt(drawing, &text, b->report)
                                                    : wend_write_drawing_geojson(drawing, &text, b->report);
    CHECK_INT(result, WEND_OK);
    describe(&before, drawing);
    bench again = make_bench();
    CHECK_STRING(read_bytes(&again, format, text.data, text.count), before.data);
    free_bench(&again);
    wend_text_free(&text);
    wend_text_free(&before);
}

TEST(drawings_are_written_in_this_layout) {
    bench b = make_bench();
    wend_text text = wend_text_start(b.context);
    double points[] = {0, 0, 9, 0, 9, 9.5, 5, 3, 6, 3, 6, 4};
    REQUIRE(wend_drawing_create(b.context, WEND_INSIDE_RINGS, &b.drawing) == WEND_OK);
    wend_drawing_add(b.drawing, WEND_SHAPE_OUTER, 0, points, 3);
    wend_drawing_add(b.drawing, WEND_SHAPE_OBSTACLE, 0, points + 6, 3);
    wend_drawing_add(b.drawing, WEND_SHAPE_WALL, -1, points, 2);
    wend_drawing_add(b.drawing, WEND_SHAPE_POINT, -1, points, 1);
    CHECK_INT(wend_write_drawing_wkt(b.drawing, &text, b.report), WEND_OK);
    CHECK_STRING(
        text.data,
        "GEOMETRYCOLLECTION (\nPOLYGON ((0 0, 9 0, 9 9.5, 0 0), (5 3, 6 3, 6 4, 5 3)),\nLINESTRING (0 0, 9 0),\n"
        "MULTIPOINT (0 0)\n)\n");
    check_round_trip(&b, b.drawing, WEND_DRAWING_WKT);
    wend_drawing *small = NULL; // and far off: not in degrees
    double far[] = {13.5, 52.5, 13.75, 52.5, 13.5, 52.75};
    REQUIRE(wend_drawing_create(b.context, WEND_INSIDE_RINGS, &small) == WEND_OK);
    wend_drawing_add(small, WEND_SHAPE_OUTER, 0, far, 3);
    check_round_trip(&b, small, WEND_DRAWING_WKT);
    wend_drawing_destroy(small);
    wend_drawing_add(b.drawing, WEND_SHAPE_OBSTACLE, -1, points + 6, 3);
    wend_text_clear(&text);
    CHECK_INT(wend_write_drawing_wkt(b.drawing, &text, b.report), WEND_ERROR_UNSUPPORTED);
    CHECK_STRING(wend_report_error(b.report),
                 "shape 4 is an obstacle apart from any outer ring, which WKT has no words for; write .geojson.");
    CHECK_INT(wend_write_drawing_geojson(b.drawing, &text, b.report), WEND_OK);
    CHECK_STRING(text.data,
                 "{\"type\":\"FeatureCollection\",\"crs\":null,\"rule\":\"rings\",\"features\":[\n"
                 "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\n"
                 "[[0,0],[9,0],[9,9.5],[0,0]],\n[[5,3],[6,3],[6,4],[5,3]]\n]}},\n"
                 "{\"type\":\"Feature\",\"properties\":{\"kind\":\"wall\"},\"geometry\":{\"type\":\"LineString\","
                 "\"coordinates\":\n"
                 "[[0,0],[9,0]]\n}},\n"
                 "{\"type\":\"Feature\",\"properties\":{\"kind\":\"point\"},\"geometry\":{\"type\":\"MultiPoint\","
                 "\"coordinates\":\n"
                 "[[0,0]]\n}},\n"
                 "{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{\"type\":\"Polygon\","
                 "\"coordinates\":[\n"
                 "[[5,3],[6,3],[6,4],[5,3]]\n]}}\n]}\n");
    check_round_trip(&b, b.drawing, WEND_DRAWING_GEOJSON);
    wend_drawing *bordered = NULL;
    REQUIRE(wend_drawing_create(b.context, WEND_INSIDE_RINGS, &bordered) == WEND_OK);
    wend_drawing_add(bordered, WEND_SHAPE_OUTER, 0, points, 3);
    wend_drawing_add(bordered, WEND_SHAPE_BORDER, -1, points + 6, 2);
    wend_text_clear(&text);
    wend_report_clear(b.report);
    CHECK_INT(wend_write_drawing_wkt(bordered, &text, b.report), WEND_ERROR_UNSUPPORTED);
    CHECK_STRING(wend_report_error(b.report), "shape 1 is an area border, which WKT has no words for; write .geojson.");
    CHECK_INT(wend_write_drawing_geojson(bordered, &text, b.report), WEND_OK);
    CHECK(strstr(text.data, "{\"kind\":\"border\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\n"
                            "[[5,3],[6,3]]\n}}"));
    check_round_trip(&b, bordered, WEND_DRAWING_GEOJSON);
    wend_drawing_destroy(bordered);
    double nan[] = {0, 0.0 / 0.0};
    wend_drawing_add(b.drawing, WEND_SHAPE_POINT, -1, nan, 1);
    CHECK_INT(wend_write_drawing_geojson(b.drawing, &text, b.report), WEND_ERROR_NOT_FINITE);
    wend_text_free(&text);
    free_bench(&b);
}

TEST(geojson_holds_any_drawing) {
    bench b = make_bench();
    uint64_t state = 99;
    for (int round = 0; round < 2000; round++) {
        clear_bench(&b);
        REQUIRE(wend_drawing_create(b.context, (wend_inside_rule)(round % 3), &b.drawing) == WEND_OK);
        for (int shape = 0; shape < 8; shape++) {
            double points[8];
            uint64_t random[8];
            for (int k = 0; k < 8; k++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                random[k] = state >> 33;
                points[k] = (double)(random[k] % 3) / 10 + (double)(round % 7) * 1000;
            }
            wend_drawing_add(b.drawing, (wend_shape_kind)(random[0] % WEND_SHAPE_KIND_COUNT),
                             (int32_t)(random[1] % 5) - 2, points, 1 + (int32_t)(random[2] % 4));
        }
        check_round_trip(&b, b.drawing, WEND_DRAWING_GEOJSON);
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- files

TEST(files_are_written_whole_or_not_at_all) {
    bench b = make_bench();
    char folder[] = "/tmp/wend-test-XXXXXX", path[64], alias[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.geojson", folder);
    snprintf(alias, sizeof alias, "%s/link.geojson", folder);
    double points[] = {0, 0, 9, 0, 9, 9};
    REQUIRE(wend_drawing_create(b.context, WEND_INSIDE_RINGS, &b.drawing) == WEND_OK);
    wend_drawing_add(b.drawing, WEND_SHAPE_OUTER, 0, points, 3);
    CHECK_INT(wend_file_write_drawing(b.context, path, b.drawing, b.report), WEND_OK);
    CHECK_INT(symlink(path, alias), 0);
    CHECK_INT(chmod(path, 0640), 0);
    CHECK_INT(wend_file_write_drawing(b.context, alias, b.drawing, b.report), WEND_OK);
    struct stat status;
    CHECK(lstat(alias, &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0640);
    wend_drawing *read = NULL;
    CHECK_INT(wend_file_read_drawing(b.context, alias, &read, b.report), WEND_OK);
    CHECK(read && wend_drawing_look(read).point_count == 3);
    wend_drawing_destroy(read);
    int files = 0;
    DIR *entries = opendir(folder);
    while (entries && readdir(entries))
        files++;
    if (entries)
        closedir(entries);
    CHECK_INT(files, 4); // . and .. too: nothing was left behind
    CHECK_INT(wend_file_write("/dev/null", "x", 1, b.report), WEND_OK);
    CHECK_INT(wend_file_write(folder, "x", 1, b.report), WEND_ERROR_IO);
    CHECK_INT(wend_file_write("/dev/full", "x", 1, b.report), WEND_ERROR_IO);
    CHECK_STRING(wend_report_error(b.report), "/dev/full: cannot be written: No space left on device.");
    CHECK_INT(wend_file_write("/nowhere/at/all", "x", 1, b.report), WEND_ERROR_IO);
    CHECK_STRING(wend_report_error(b.report),
                 "/nowhere/at/all: cannot be written: No such file or directory. Make its folder first.");
    CHECK_INT(wend_file_write_drawing(b.context, "a.obj", b.drawing, b.report), WEND_ERROR_UNSUPPORTED);
    char *bytes = NULL;
    size_t count = 0;
    CHECK_INT(wend_file_read(b.context, "/nowhere/at/all", &bytes, &count, b.report), WEND_ERROR_IO);
    CHECK_STRING(wend_report_error(b.report),
                 "/nowhere/at/all: cannot be opened: No such file or directory. Check its name.");
    CHECK_INT(wend_file_read(b.context, folder, &bytes, &count, b.report), WEND_ERROR_IO);
    unlink(alias);
    unlink(path);
    rmdir(folder);
    free_bench(&b);
}

TEST(loading_names_the_file_once_and_by_its_end) {
    bench b = make_bench();
    char folder[] = "/tmp/wend-test-XXXXXX", inner[200], path[300];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(inner, sizeof inner, "%s/%0130d", folder, 0);
    snprintf(path, sizeof path, "%s/last.wend", inner);
    REQUIRE(mkdir(inner, 0700) == 0);
    static const struct {
        const char *bytes;
        size_t count;
        wend_result result;
        const char *cause;
    } cases[] = {
        {"", 0, WEND_ERROR_TRUNCATED, "last.wend: the file is empty."},
        {"noise", 5, WEND_ERROR_FORMAT,
         "last.wend: This is not a .wend file: it does not start with the eight bytes that mark one. A scene or a "
         "floor plan must be built first."},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        wend_nav *nav = (wend_nav *)(void *)&b; // whatever it was
        clear_bench(&b);
        CHECK_INT(wend_file_write(path, cases[k].bytes, cases[k].count, b.report), WEND_OK);
        CHECK_INT(wend_file_load(b.context, path, WEND_LOAD_PROVEN, &nav, b.report), cases[k].result);
        CHECK(nav == NULL);
        const char *error = wend_report_error(b.report), *found = strstr(error, "last.wend");
        CHECK_MESSAGE(strncmp(error, "...", 3) == 0 && found && strcmp(found, cases[k].cause) == 0, "%s", error);
        CHECK_INT(wend_report_total(b.report, NULL), 1);
        CHECK_INT(wend_file_load(b.context, path, WEND_LOAD_PROVEN, &nav, NULL), cases[k].result);
    }
    wend_nav *nav = (wend_nav *)(void *)&b;
    unlink(path);
    CHECK_INT(wend_file_load(b.context, path, WEND_LOAD_PROVEN, &nav, b.report), WEND_ERROR_IO);
    CHECK(nav == NULL);
    CHECK(strstr(wend_report_error(b.report), "last.wend: cannot be opened") != NULL);
    rmdir(inner);
    rmdir(folder);
    free_bench(&b);
}

// A file is read into a block of its size at once: nothing is allocated beside it.
TEST(files_are_read_in_one_go) {
    bench b = make_bench();
    char path[] = "/tmp/wend-test-XXXXXX";
    int descriptor = mkstemp(path);
    REQUIRE(descriptor >= 0);
    close(descriptor);
    enum { SIZE = 1 << 20 };
    char *noise = calloc(1, SIZE), *bytes = NULL;
    size_t count = 0, before = wend_bytes_now(b.context);
    CHECK_INT(wend_file_write(path, noise, SIZE, b.report), WEND_OK);
    wend_peak_reset(b.context);
    CHECK_INT(wend_file_read(b.context, path, &bytes, &count, b.report), WEND_OK);
    CHECK_INT(count, SIZE);
    CHECK_INT(wend_bytes_peak(b.context), before + SIZE + 1);
    wend_release(b.context, bytes, count + 1);
    wend_nav *nav = NULL;
    wend_peak_reset(b.context);
    CHECK_INT(wend_file_load(b.context, path, WEND_LOAD_PROVEN, &nav, NULL), WEND_ERROR_FORMAT);
    CHECK(wend_bytes_peak(b.context) < before + SIZE + 1000);
    unlink(path);
    free(noise);
    free_bench(&b);
}

TEST(poly_finds_the_node_file_beside_it) {
    bench b = make_bench();
    char folder[] = "/tmp/wend-test-XXXXXX", poly[64], node[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(poly, sizeof poly, "%s/a.poly", folder);
    snprintf(node, sizeof node, "%s/a.node", folder);
    const char *poly_text = "0 2 0 0\n1 0\n1 1 2\n0\n", *node_text = "2 2 0 0\n1 0 0\n2 9 0\n";
    CHECK_INT(wend_file_write(poly, poly_text, strlen(poly_text), b.report), WEND_OK);
    CHECK_INT(wend_file_read_drawing(b.context, poly, &b.drawing, b.report), WEND_ERROR_IO);
    CHECK(
        strstr(
            wend_report_error(b.report),
            "a.poly:1:1: the file has no vertices, and a.node beside it cannot be read: No such file or directory.") !=
        NULL);
    CHECK_INT(wend_file_write(node, node_text, strlen(node_text), b.report), WEND_OK);
    CHECK_INT(wend_file_read_drawing(b.context, poly, &b.drawing, b.report), WEND_OK);
    if (b.drawing)
        describe(&b.text, b.drawing);
    CHECK_STRING(b.text.data, "holes | outline: 0 0, 9 0");
    unlink(poly);
    unlink(node);
    rmdir(folder);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- others' files

// Reads every file of a folder of the shared data with one of two endings, and writes and reads it again. -1 when
// there is no such folder.
static int read_folder(const char *relative, const char *ending, const char *other, int most) {
    const char *found = check_data(relative);
    char folder[CHECK_PATH];
    if (!found)
        return -1;
    snprintf(folder, sizeof folder, "%s", found);
    DIR *entries = opendir(folder);
    int count = 0;
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry && count < most; entry = readdir(entries)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || (strcmp(dot, ending) != 0 && strcmp(dot, other) != 0) ||
            strcmp(entry->d_name, "expected.json") == 0)
            continue;
        char path[CHECK_PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bench b = make_bench();
        b.result = wend_file_read_drawing(b.context, path, &b.drawing, b.report);
        CHECK_MESSAGE(b.result == WEND_OK, "%s: %s", path, wend_report_error(b.report));
        if (b.result == WEND_OK && wend_drawing_look(b.drawing).point_count < 100000)
            check_round_trip(&b, b.drawing, WEND_DRAWING_GEOJSON);
        free_bench(&b);
        count++;
    }
    if (entries)
        closedir(entries);
    return count;
}

TEST(shared_files_are_read) {
    static const struct {
        const char *folder, *ending, *other;
        int least;
    } folders[] = {
        {"poly2d/poly2tri", ".dat", ".dat", 32},   {"poly2d/cdt", ".txt", ".txt", 40},
        {"poly2d/triangle", ".poly", ".node", 12}, {"poly2d/earcut", ".json", ".json", 57},
        {"poly2d/jupedsim", ".wkt", ".wkt", 18},   {"grid/mazes", ".map", ".map", 1},
        {"grid/rooms", ".map", ".map", 1},         {"grid/random", ".map", ".map", 1},
        {"grid/dao", ".map", ".map", 2},           {"grid/cities", ".map", ".map", 1},
    };
    for (size_t k = 0; k < COUNT(folders); k++) {
        int count = read_folder(folders[k].folder, folders[k].ending, folders[k].other, 100);
        if (count < 0)
            SKIP("no folder %s in the shared data", folders[k].folder);
        CHECK_MESSAGE(count >= folders[k].least, "%s: %d files", folders[k].folder, count);
    }
}

CHECK_MAIN()
