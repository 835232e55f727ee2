// Plans as GeoJSON, OBJ and pictures: what is written is parsed again and compared with the plan.
#include "check.h"

#include <wend/file.h>
#include <wend/json.h>
#include <wend/sample.h>

#include "file/write.h"
#include "picture/draw.h"

typedef struct bench {
    wend_context *context;
    wend_drawing *drawing;
    wend_plan *plan;
    wend_text text;
    wend_json json;
} bench;

// A plan of a drawing given as well-known text.
static bench make_bench(const char *wkt) {
    bench b = {0};
    bool good =
        wend_context_create(NULL, &b.context) == WEND_OK &&
        wend_file_parse_drawing(b.context, &(wend_file_source){.name = "test", .bytes = wkt, .count = strlen(wkt)},
                                WEND_DRAWING_WKT, &b.drawing, NULL) == WEND_OK &&
        wend_plan_build(b.context, b.drawing, NULL, &b.plan, NULL) == WEND_OK;
    if (!good) {
        printf("no plan of %s\n", wkt);
        exit(1);
    }
    b.text = wend_text_start(b.context);
    b.json = wend_json_start(b.context);
    return b;
}

static void free_bench(bench *b) {
    wend_text_free(&b->text);
    wend_json_free(&b->json);
    wend_plan_destroy(b->plan);
    wend_drawing_destroy(b->drawing);
    CHECK_INT(wend_bytes_now(b->context), 0);
    wend_context_destroy(b->context);
}

static bool write_geojson(bench *b) {
    wend_json_error error;
    return CHECK_INT(wend_write_plan_geojson(b->context, b->plan, &b->text), WEND_OK) &&
           CHECK_INT(wend_json_parse(&b->json, b->text.data, b->text.count, &error), WEND_OK);
}

// Signed area of a ring of [x, y, 0], which must be closed.
static double ring_area(const wend_json *json, int64_t ring) {
    double first[3] = {0}, last[3] = {0}, place[3] = {0}, twice = 0;
    int64_t k = 0;
    for (int64_t p = wend_json_first(json, ring); p >= 0; p = wend_json_after(json, ring, p), k++) {
        CHECK_INT(wend_json_numbers(json, p, place, 3), 3);
        CHECK(place[2] == 0);
        if (k == 0)
            memcpy(first, place, sizeof first);
        else
            twice += last[0] * place[1] - place[0] * last[1];
        memcpy(last, place, sizeof last);
    }
    CHECK(k >= 4 && first[0] == last[0] && first[1] == last[1]);
    return twice / 2;
}

typedef struct counts {
    int polygons, rings, walls, borders, points; // rings but the outlines
    double area;
} counts;

// Counts the features and checks that each polygon's rings have the area that its properties say, and `holes` what
// `wend info` says.
static counts count_features(const wend_json *json, const wend_plan *plan) {
    counts c = {0};
    int64_t features = wend_json_find(json, 0, "features");
    for (int64_t f = wend_json_first(json, features); f >= 0; f = wend_json_after(json, features, f)) {
        int64_t properties = wend_json_find(json, f, "properties"), geometry = wend_json_find(json, f, "geometry");
        int64_t type = wend_json_find(json, geometry, "type"), rings = wend_json_find(json, geometry, "coordinates");
        int64_t kind = wend_json_find(json, properties, "kind");
        double component = -1, area = 0, holes = 0, sum = 0;
        CHECK(wend_json_number(json, wend_json_find(json, properties, "component"), &component) && component >= 0);
        if (!wend_json_is_string(json, type, "Polygon")) {
            bool line = wend_json_is_string(json, type, "LineString"), point = wend_json_is_string(json, type, "Point");
            bool wall = line && wend_json_is_string(json, kind, "wall");
            bool border = line && wend_json_is_string(json, kind, "border");
            CHECK(wall || border || (point && wend_json_is_string(json, kind, "point")));
            c.walls += wall;
            c.borders += border;
            c.points += point;
            continue;
        }
        CHECK_INT(c.walls + c.borders + c.points, 0); // polygons come first
        CHECK_INT(component, c.polygons++);
        CHECK(wend_json_number(json, wend_json_find(json, properties, "area"), &area));
        CHECK(wend_json_number(json, wend_json_find(json, properties, "holes"), &holes));
        int k = 0;
        for (int64_t ring = wend_json_first(json, rings); ring >= 0; ring = wend_json_after(json, rings, ring), k++) {
            double part = ring_area(json, ring);
            CHECK(k == 0 ? part > 0 : part < 0);
            sum += part;
        }
        CHECK_INT(holes, wend_plan_look(plan).components[(int)component].cycles - 1);
        CHECK_MESSAGE(sum - area < 1e-5 && area - sum < 1e-5, "rings have area %f, the feature says %f", sum, area);
        c.rings += k - 1;
        c.area += area;
    }
    return c;
}

TEST(a_square_with_everything_in_it) {
    bench b = make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));LINESTRING(5 5,7 5,8 8);POINT(1 8);"
                         "POLYGON((20 0,24 0,24 4,20 0))");
    if (write_geojson(&b)) {
        counts c = count_features(&b.json, b.plan);
        CHECK_INT(c.polygons, 2);
        CHECK_INT(c.rings, 1);
        CHECK_INT(c.walls, 1);
        CHECK_INT(c.points, 1);
        CHECK(c.area == wend_plan_area(b.plan) && c.area == 107);
        // A wall is written one way, from end to end.
        CHECK(strstr(b.text.data, "\n[[5,5,0],[7,5,0],[8,8,0]]\n") ||
              strstr(b.text.data, "\n[[8,8,0],[7,5,0],[5,5,0]]\n"));
        CHECK(strstr(b.text.data, "\"kind\":\"point\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,8,0]}}"));
    }
    free_bench(&b);
}

TEST(pinches_and_walls_on_walls) {
    // Obstacles that touch in a corner, one that touches the outline, a wall on the outline, a wall that branches.
    bench b =
        make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2),(3 3,4 3,4 4,3 4,3 3),(8 8,10 10,8 9,8 8));"
                   "LINESTRING(0 5,1 5);LINESTRING(6 4,6 6);LINESTRING(5 5,7 5)");
    if (write_geojson(&b)) {
        counts c = count_features(&b.json, b.plan);
        CHECK_INT(c.polygons, 1);
        CHECK_INT(c.rings, 1);
        CHECK_INT(c.walls, 3); // the cross is two lines
        CHECK(strstr(b.text.data, "\n[[0,5,0],[1,5,0]]\n") || strstr(b.text.data, "\n[[1,5,0],[0,5,0]]\n"));
        CHECK(c.area == wend_plan_area(b.plan) && c.area == 97);
    }
    free_bench(&b);
}

// No ring of a Polygon goes along an edge twice, there and back or otherwise.
static void check_rings_have_no_slits(const wend_json *json) {
    int64_t features = wend_json_find(json, 0, "features");
    for (int64_t f = wend_json_first(json, features); f >= 0; f = wend_json_after(json, features, f)) {
        int64_t geometry = wend_json_find(json, f, "geometry"), rings = wend_json_find(json, geometry, "coordinates");
        if (!wend_json_is_string(json, wend_json_find(json, geometry, "type"), "Polygon"))
            continue;
        for (int64_t ring = wend_json_first(json, rings); ring >= 0; ring = wend_json_after(json, rings, ring)) {
            double places[200][3];
            int n = 0;
            for (int64_t p = wend_json_first(json, ring); p >= 0 && n < 200; p = wend_json_after(json, ring, p))
                wend_json_numbers(json, p, places[n++], 3);
            for (int i = 0; i + 1 < n; i++)
                for (int j = 0; j + 1 < n; j++)
                    CHECK(memcmp(places[i], places[j + 1], sizeof places[i]) != 0 ||
                          memcmp(places[i + 1], places[j], sizeof places[i]) != 0);
        }
    }
}

// The text of a plan, built again (0: with the automatic lattice), gives the same hash.
static void check_read_back(wend_context *context, const wend_plan *plan, const wend_text *text, double lattice,
                            const char *what) {
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattice;
    wend_drawing *drawing = NULL;
    wend_plan *again = NULL;
    CHECK_INT(wend_file_parse_drawing(context,
                                      &(wend_file_source){.name = "x", .bytes = text->data, .count = text->count},
                                      WEND_DRAWING_GEOJSON, &drawing, NULL),
              WEND_OK);
    CHECK_INT(drawing ? wend_plan_build(context, drawing, &def, &again, NULL) : WEND_ERROR_EMPTY, WEND_OK);
    CHECK_MESSAGE(again && wend_plan_look(again).hash == wend_plan_look(plan).hash, "%s: another hash", what);
    wend_plan_destroy(again);
    wend_drawing_destroy(drawing);
}

TEST(the_region_survives_being_read_back) {
    static const struct {
        const char *wkt;
        int walls, rings;
    } cases[] = {
        {"POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));LINESTRING(5 5,7 5,8 8);POINT(1 8)", 1, 1},
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(0 5,10 5)", 1, 0},            // cut in two
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(3 3,6 3,6 6,3 6,3 3)", 1, 1}, // a closed room inside
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(0 2,0 8)", 0, 0},             // along the outline
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(0 5,4 5,4 8)", 1, 0},         // standing on the outline
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(-5 5,15 5)", 1, 0},           // and beyond
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(3 3,6 3,6 6,3 6,3 3);LINESTRING(0 0,3 3)", 2, 1}, // a bridge
        {"POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4));LINESTRING(0 5,4 5);LINESTRING(6 5,10 5)", 2, 0},
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(2 2,8 2,8 8,2 8,2 2);LINESTRING(4 4,6 4,6 6,4 6,4 4)", 2, 2},
        {"POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(0 3,10 3);LINESTRING(3 0,3 10);LINESTRING(5 5,9 9)", 5, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bench b = make_bench(cases[k].wkt);
        if (write_geojson(&b)) {
            counts c = count_features(&b.json, b.plan);
            CHECK_MESSAGE(c.walls == cases[k].walls && c.rings == cases[k].rings, "%s: %d walls, %d rings",
                          cases[k].wkt, c.walls, c.rings);
            check_rings_have_no_slits(&b.json);
            // What is outside the floor is not written, and the automatic lattice may be another without it.
            bool beyond = strstr(cases[k].wkt, "-5 5") != NULL;
            check_read_back(b.context, b.plan, &b.text, beyond ? wend_plan_look(b.plan).lattice.step : 0, cases[k].wkt);
        }
        free_bench(&b);
    }
}

// Walls at random between the corners of a grid, across each other, a pillar and two squares that overlap.
TEST(any_walls_survive_being_read_back) {
    uint64_t state = 11;
    for (int round = 0; round < 400; round++) {
        char wkt[600];
        int length = snprintf(wkt, sizeof wkt,
                              "POLYGON((0 0,8 0,8 8,0 8,0 0),(3 3,5 3,5 5,3 5,3 3));POLYGON((4 4,12 4,12 9,4 9,4 4))");
        for (int k = 0; k < 3 + round % 8; k++) {
            int ends[4];
            for (int i = 0; i < 4; i++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                ends[i] = (int)((state >> 33) % (i % 2 ? 10 : 13));
            }
            bool box = round % 3 == 0 && k % 2 == 0;
            length += snprintf(wkt + length, sizeof wkt - (size_t)length,
                               box ? ";LINESTRING(%d %d,%d %d,%d %d,%d %d,%d %d)" : ";LINESTRING(%d %d,%d %d)", ends[0],
                               ends[1], ends[2], box ? ends[1] : ends[3], ends[2], ends[3], ends[0], ends[3], ends[0],
                               ends[1]);
        }
        bench b = make_bench(wkt);
        if (write_geojson(&b)) {
            count_features(&b.json, b.plan);
            check_rings_have_no_slits(&b.json);
            check_read_back(b.context, b.plan, &b.text, wend_plan_look(b.plan).lattice.step, wkt);
        }
        free_bench(&b);
    }
}

static const wend_draw_layer *find_layer(const wend_draw *draw, const char *name) {
    for (int64_t k = 0; k < draw->layers.count; k++)
        if (draw->layers.data[k].name && strcmp(draw->layers.data[k].name, name) == 0 && draw->layers.data[k].count > 0)
            return &draw->layers.data[k];
    return NULL;
}

// Adds an area border to the drawing and builds its plan anew.
static void draw_border(bench *b, const double *points, int32_t count) {
    wend_plan_destroy(b->plan);
    b->plan = NULL;
    CHECK_INT(wend_drawing_add(b->drawing, WEND_SHAPE_BORDER, -1, points, count), WEND_OK);
    CHECK_INT(wend_plan_build(b->context, b->drawing, NULL, &b->plan, NULL), WEND_OK);
}

TEST(borders_are_lines_between_branches) {
    static const double bent[] = {0, 5, 2, 6, 4, 6}, ring[] = {6, 6, 8, 6, 8, 8, 6, 8, 6, 6};
    static const double cross[2][4] = {{6, 2, 8, 2}, {7, 1, 7, 3}};
    bench b = make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0));LINESTRING(1 1,2 1);POINT(1 8)");
    draw_border(&b, bent, 3);
    draw_border(&b, ring, 5);
    draw_border(&b, cross[0], 2);
    draw_border(&b, cross[1], 2);
    if (write_geojson(&b)) {
        counts c = count_features(&b.json, b.plan);
        CHECK_INT(c.polygons, 1);
        CHECK_INT(c.walls, 1);
        CHECK_INT(c.points, 1);
        CHECK_INT(c.borders, 1 + 1 + 4); // the cross is four lines
        CHECK(strstr(b.text.data, "\n[[0,5,0],[2,6,0],[4,6,0]]\n") ||
              strstr(b.text.data, "\n[[4,6,0],[2,6,0],[0,5,0]]\n"));
        check_read_back(b.context, b.plan, &b.text, 0, "borders");
    }
    wend_draw draw = wend_draw_start(b.context);
    CHECK_INT(wend_show_plan(b.plan, NULL, &draw), WEND_OK);
    const wend_draw_layer *layer = find_layer(&draw, "borders");
    CHECK(layer != NULL && layer->count == wend_plan_look(b.plan).border_count);
    wend_draw_free(&draw);
    free_bench(&b);
}

// Borders at random over walls, a pillar and two squares that overlap.
TEST(any_borders_survive_being_read_back) {
    uint64_t state = 23;
    for (int round = 0; round < 300; round++) {
        bench b = make_bench("POLYGON((0 0,8 0,8 8,0 8,0 0),(3 3,5 3,5 5,3 5,3 3));POLYGON((4 4,12 4,12 9,4 9,4 4));"
                             "LINESTRING(1 2,7 2,7 5);LINESTRING(9 4,9 7);POINT(6 6,2 6)");
        for (int k = 0; k <= round % 5; k++) {
            double points[8];
            for (int i = 0; i < 8; i++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                points[i] = (double)((state >> 33) % (i % 2 ? 10 : 13));
            }
            draw_border(&b, points, 2 + round % 3);
        }
        if (write_geojson(&b)) {
            counts c = count_features(&b.json, b.plan);
            CHECK((c.borders > 0) == (wend_plan_look(b.plan).border_count > 0));
            check_read_back(b.context, b.plan, &b.text, wend_plan_look(b.plan).lattice.step, "borders");
        }
        free_bench(&b);
    }
}

TEST(every_sample_survives_being_read_back) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        if (wend_sample_at(k)->scene)
            continue;
        bench b = {0};
        REQUIRE(wend_context_create(NULL, &b.context) == WEND_OK);
        b.text = wend_text_start(b.context);
        b.json = wend_json_start(b.context);
        CHECK_INT(wend_sample_build_drawing(b.context, wend_sample_at(k)->name, 0, 1, &b.drawing), WEND_OK);
        CHECK_INT(wend_plan_build(b.context, b.drawing, NULL, &b.plan, NULL), WEND_OK);
        if (b.plan && write_geojson(&b)) {
            count_features(&b.json, b.plan);
            check_read_back(b.context, b.plan, &b.text, 0, wend_sample_at(k)->name);
        }
        free_bench(&b);
    }
}

TEST(obj_has_every_triangle_facing_up) {
    bench b = make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));POLYGON((20 0,24 0,24 4,20 0))");
    wend_plan_view view = wend_plan_look(b.plan);
    double(*vertices)[2] = calloc((size_t)view.vertex_count, sizeof *vertices), twice = 0;
    int vertex_count = 0, triangle_count = 0, groups = 0;
    CHECK_INT(wend_write_plan_obj(b.context, b.plan, &b.text), WEND_OK);
    char *rest = NULL;
    for (char *line = b.text.data; line && *line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        double z = 1;
        int v[3];
        if (line[0] == 'v' && vertex_count < view.vertex_count) {
            CHECK_INT(sscanf(line, "v %lf %lf %lf", &vertices[vertex_count][0], &vertices[vertex_count][1], &z), 3);
            CHECK(z == 0);
            vertex_count++;
        } else if (line[0] == 'f' && CHECK_INT(sscanf(line, "f %d %d %d", &v[0], &v[1], &v[2]), 3)) {
            CHECK(v[0] >= 1 && v[1] >= 1 && v[2] >= 1 && v[0] <= vertex_count && v[1] <= vertex_count &&
                  v[2] <= vertex_count);
            const double *p = vertices[v[0] - 1], *q = vertices[v[1] - 1], *r = vertices[v[2] - 1];
            double part = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
            CHECK(part > 0);
            twice += part;
            triangle_count++;
        } else {
            char name[32];
            snprintf(name, sizeof name, "g component_%d", groups++);
            CHECK_STRING(line, name);
        }
    }
    CHECK_INT(vertex_count, view.vertex_count);
    CHECK_INT(triangle_count, view.triangle_count);
    CHECK_INT(groups, 2);
    CHECK(twice == 2 * 107);
    free(vertices);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- pictures

TEST(captions_have_significant_digits) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},           {1e-12, "1e-12"},      {1.2345e-7, "1.23e-7"}, {0.000125, "0.000125"},
        {0.0999999, "0.1"}, {0.9996, "1"},         {123.44, "123"},        {9.996, "10"},
        {1000, "1000"},     {20125.4, "20125"},    {9994999, "9994999"},   {1e7, "1e+7"},
        {5e17, "5e+17"},    {-2e-9, "-2e-9"},      {9.999e299, "1e+300"},  {0.5, "0.5"},
        {0.00009, "9e-5"},  {0.00099999, "0.001"},
    };
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_text text = wend_text_start(context);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_text_clear(&text);
        wend_text_add_significant(&text, cases[k].value);
        CHECK_STRING(text.data, cases[k].text);
    }
    wend_text_free(&text);
    wend_context_destroy(context);
}

TEST(floors_of_any_size_are_seen) {
    static const struct {
        const char *wkt, *caption, *scale;
        bool thin;
    } cases[] = {
        {"POLYGON((0 0,9 0,9 9,0 0))", "40.5 m\xC2\xB2", "1 m", false},
        {"POLYGON((0 0,1e-6 0,1e-6 1e-6,0 1e-6,0 0))", "1e-12 m\xC2\xB2", "1e-7 m", false},
        {"POLYGON((0 0,1 0,0 1,0 0));POLYGON((1000 1000,1001 1000,1000 1001,1000 1000))", "1 m\xC2\xB2", "100 m", true},
        {"POLYGON((0 0,10000 0,10000 1,0 1,0 0))", "10,000 m\xC2\xB2", "1 km", true},
        {"POLYGON((0 0,1e9 0,1e9 5e8,0 5e8,0 0))", "5e+17 m\xC2\xB2", "100000 km", false},
        {"POLYGON((0 0,1e12 0,1e12 5e11,0 5e11,0 0))", "5e+23 m\xC2\xB2", "1e+8 km", false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        bench b = make_bench(cases[k].wkt);
        wend_draw draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_plan(b.plan, NULL, &draw), WEND_OK);
        if (CHECK(draw.labels.count >= 2)) {
            const char *caption = draw.labels.data[draw.labels.count - 2].text; // behind the legend
            CHECK_MESSAGE(strncmp(caption, cases[k].caption, strlen(cases[k].caption)) == 0, "%s", caption);
            CHECK_STRING(draw.labels.data[draw.labels.count - 1].text, cases[k].scale);
        }
        CHECK_INT(find_layer(&draw, "thin") != NULL, cases[k].thin);
        CHECK_INT(find_layer(&draw, "boundary") != NULL, !cases[k].thin);
        CHECK(find_layer(&draw, "scale") != NULL);
        wend_draw_free(&draw);
        free_bench(&b);
    }
}

CHECK_MAIN()
