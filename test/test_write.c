// Plans as GeoJSON and OBJ: what is written is parsed again and compared with the plan.
#include "check.h"

#include <wend/file.h>

#include "file/json.h"
#include "file/text.h"
#include "file/write.h"

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
        wend_file_parse_drawing(b.context, WEND_DRAWING_WKT, "test", wkt, strlen(wkt), &b.drawing, NULL) == WEND_OK &&
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
    int polygons, holes, walls, points;
    double area;
} counts;

// Counts the features and checks that each polygon's rings have the area that its properties say.
static counts count_features(const wend_json *json) {
    counts c = {0};
    int64_t features = wend_json_find(json, 0, "features");
    for (int64_t f = wend_json_first(json, features); f >= 0; f = wend_json_after(json, features, f)) {
        int64_t properties = wend_json_find(json, f, "properties"), geometry = wend_json_find(json, f, "geometry");
        int64_t type = wend_json_find(json, geometry, "type"), rings = wend_json_find(json, geometry, "coordinates");
        int64_t kind = wend_json_find(json, properties, "kind");
        double component = -1, area = 0, holes = 0, sum = 0;
        CHECK(wend_json_number(json, wend_json_find(json, properties, "component"), &component) && component >= 0);
        if (!wend_json_is_string(json, type, "Polygon")) {
            bool wall = wend_json_is_string(json, type, "LineString"), point = wend_json_is_string(json, type, "Point");
            CHECK(wall ? wend_json_is_string(json, kind, "wall") : point && wend_json_is_string(json, kind, "point"));
            c.walls += wall;
            c.points += point;
            continue;
        }
        CHECK_INT(c.walls + c.points, 0); // polygons come first
        CHECK_INT(component, c.polygons++);
        CHECK(wend_json_number(json, wend_json_find(json, properties, "area"), &area));
        CHECK(wend_json_number(json, wend_json_find(json, properties, "holes"), &holes));
        int k = 0;
        for (int64_t ring = wend_json_first(json, rings); ring >= 0; ring = wend_json_after(json, rings, ring), k++) {
            double part = ring_area(json, ring);
            CHECK(k == 0 ? part > 0 : part < 0);
            sum += part;
        }
        CHECK_INT(holes, k - 1);
        CHECK_MESSAGE(sum - area < 1e-5 && area - sum < 1e-5, "rings have area %f, the feature says %f", sum, area);
        c.holes += k - 1;
        c.area += area;
    }
    return c;
}

TEST(a_square_with_everything_in_it) {
    bench b = make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));LINESTRING(5 5,7 5,8 8);POINT(1 8);"
                         "POLYGON((20 0,24 0,24 4,20 0))");
    if (write_geojson(&b)) {
        counts c = count_features(&b.json);
        CHECK_INT(c.polygons, 2);
        CHECK_INT(c.holes, 1);
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
        counts c = count_features(&b.json);
        CHECK_INT(c.polygons, 1);
        CHECK_INT(c.holes, 1);
        CHECK_INT(c.walls, 1);
        CHECK(c.area == wend_plan_area(b.plan) && c.area == 97);
    }
    free_bench(&b);
}

TEST(the_region_survives_being_read_back) {
    bench b = make_bench("POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,3 2,3 3,2 3,2 2));LINESTRING(5 5,7 5,8 8);POINT(1 8)");
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    if (write_geojson(&b)) {
        CHECK_INT(
            wend_file_parse_drawing(b.context, WEND_DRAWING_GEOJSON, "x", b.text.data, b.text.count, &drawing, NULL),
            WEND_OK);
        CHECK_INT(wend_plan_build(b.context, drawing, NULL, &plan, NULL), WEND_OK);
        CHECK(plan && wend_plan_look(plan).hash == wend_plan_look(b.plan).hash);
    }
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    free_bench(&b);
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

CHECK_MAIN()
