// Walkable surfaces as OBJ, GLB, GeoJSON and pictures: what is written is read again and compared with the surface.
#define _XOPEN_SOURCE 700

#include "check.h"
#include "failing.h"

#include <wend/file.h>
#include <wend/json.h>
#include <wend/sample.h>

#include "file/write_picture.h"
#include "file/write_surface.h"
#include "picture/raster.h"
#include "picture/show_surface.h"
#include "picture/stage.h"
#include "picture/surface_look.h"

#include <math.h>
#include <unistd.h>

typedef struct bench {
    wend_context *context;
    wend_scene *scene;
    wend_nav *nav;
    const wend_surface *surface;
    wend_surface_view view;
    wend_text text;
} bench;

// Builds what is in b->scene.
static bench build_bench(bench b, const char *what) {
    if (wend_build_scene(b.context, b.scene, NULL, &b.nav, NULL, NULL) != WEND_OK) {
        printf("no surface of %s\n", what);
        exit(1);
    }
    b.surface = wend_nav_surface(b.nav);
    b.view = wend_surface_look(b.surface);
    b.text = wend_text_start(b.context);
    return b;
}

static wend_context *new_context(void) {
    wend_context *context;
    if (wend_context_create(NULL, &context) != WEND_OK)
        exit(1);
    return context;
}

static bench sample_bench(wend_context *context, const char *name, int32_t size) {
    bench b = {.context = context ? context : new_context()};
    CHECK_INT(wend_sample_build_scene(b.context, name, size, 1, &b.scene), WEND_OK);
    return build_bench(b, name);
}

// An empty scene.
static bench empty_scene(wend_up up, double unit) {
    bench b = {.context = new_context()};
    CHECK_INT(wend_scene_create(b.context, &(wend_scene_def){up, unit}, &b.scene), WEND_OK);
    return b;
}

// Adds a polygon given by x, y, z of its corners in ground coordinates, counter-clockwise seen from its front.
static void add_polygon(bench *b, const double *ground, int32_t count) {
    double places[8][3];
    int32_t triangles[8][3];
    for (int32_t k = 0; k < count; k++)
        wend_scene_from_ground(wend_scene_look(b->scene).up, ground + 3 * k, places[k]);
    for (int32_t k = 0; k + 2 < count; k++) {
        const int32_t fan[3] = {0, k + 1, k + 2};
        memcpy(triangles[k], fan, sizeof fan);
    }
    CHECK_INT(wend_scene_add(b->scene, places[0], count, triangles[0], count - 2), WEND_OK);
}

static void add_floor(bench *b, double x0, double y0, double x1, double y1, double z) {
    const double corners[] = {x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z};
    add_polygon(b, corners, 4);
}

// A pyramid too steep to be walked, over a square of 2 by 2.
static void add_tent(bench *b, double x, double y, double z) {
    for (int k = 0; k < 4; k++) {
        static const double sides[4][4] = {{-1, -1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}, {-1, 1, -1, -1}};
        const double *s = sides[k];
        const double corners[] = {x + s[0], y + s[1], z, x + s[2], y + s[3], z, x, y, z + 3};
        add_polygon(b, corners, 3);
    }
}

static void empty_bench(bench *b) {
    wend_text_free(&b->text);
    wend_nav_destroy(b->nav);
    wend_scene_destroy(b->scene);
}

static void free_bench(bench *b) {
    empty_bench(b);
    CHECK_INT(wend_bytes_now(b->context), 0);
    wend_context_destroy(b->context);
}

// Samples of all sorts, small.
static const struct {
    const char *name;
    int32_t size;
} samples[] = {{"boxes", 300},   {"doors", 500},    {"stairs", 0},       {"two-storeys", 0},   {"bridge", 1000},
               {"garage", 2000}, {"terrain", 2000}, {"cave", 2000},      {"holes", 0},         {"partitions", 0},
               {"cracked", 400}, {"platforms", 0},  {"intersecting", 0}, {"ramp-overhang", 0}, {"spiral-maze", 300}};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static double metres_of(const bench *b) {
    return b->view.lattice.step * b->view.lattice.unit;
}

// Area seen from above, in square metres.
static double plan_area(const bench *b) {
    double area = 0;
    for (int32_t c = 0; c < b->view.component_count; c++)
        area += (double)b->view.components[c].area2 / 2;
    return area * metres_of(b) * metres_of(b);
}

// ---------------------------------------------------------------------------------------------------- OBJ and GLB

// The normal of a triangle of a scene, in ground coordinates, as long as twice its area.
static void normal_of(const wend_scene_view *view, int32_t triangle, double normal[3]) {
    double p[3][3];
    for (int k = 0; k < 3; k++)
        wend_ground_from_scene(view->up, view->positions + 3 * view->triangles[3 * triangle + k], p[k]);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        normal[k] = (p[1][i] - p[0][i]) * (p[2][j] - p[0][j]) - (p[1][j] - p[0][j]) * (p[2][i] - p[0][i]);
    }
}

// Reads b->text as a scene of the given axis and unit; the caller destroys it.
static wend_scene *read_back(bench *b, wend_scene_format format, wend_up up, double unit) {
    wend_scene *scene = NULL;
    wend_report *report = NULL;
    const wend_scene_def def = {up, unit};
    CHECK_INT(wend_report_create(b->context, &report), WEND_OK);
    CHECK_INT(wend_scene_create(b->context, &def, &scene), WEND_OK);
    wend_result result = wend_file_parse_scene(
        b->context, &(wend_file_source){.name = "test", .bytes = b->text.data, .count = b->text.count}, format, 0,
        scene, report);
    CHECK_MESSAGE(result == WEND_OK, "%s", wend_report_error(report));
    wend_report_destroy(report);
    return scene;
}

// Triangles of a part of a scene, and their area in square metres.
static double part_area(const wend_scene_view *view, int32_t first, int32_t end) {
    double area = 0;
    for (int32_t t = first; t < end; t++) {
        double n[3];
        normal_of(view, t, n);
        CHECK_MESSAGE(n[2] > 0, "triangle %d does not face up", t);
        area += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2 * view->unit * view->unit;
    }
    return area;
}

// Checks that the parts of a scene are the components of the surface, the largest first.
static void check_parts(const bench *b, const wend_scene_view *view, const char *what, double tolerance) {
    int32_t components = 0;
    double last = INFINITY, all = 0;
    for (int32_t k = 0; k < view->part_count; k++) {
        int32_t first = view->parts[k].first;
        int32_t end = k + 1 < view->part_count ? view->parts[k + 1].first : view->triangle_count, component = -1;
        if (first == end)
            continue;
        components++;
        if (!CHECK(sscanf(view->parts[k].name, "component_%d", &component) == 1 && component >= 0 &&
                   component < b->view.component_count))
            continue;
        const wend_surface_component *c = &b->view.components[component];
        double area = part_area(view, first, end);
        all += area;
        CHECK_INT(end - first, c->triangles);
        CHECK_MESSAGE(fabs(area - c->area) <= tolerance * (c->area + 0.01), "%s: component %d has %g m2, written %g",
                      what, component, c->area, area);
        CHECK(c->area <= last);
        last = c->area;
    }
    CHECK_INT(components, b->view.component_count);
    CHECK_INT(view->triangle_count, b->view.triangle_count);
    CHECK(fabs(all - b->view.area) <= tolerance * b->view.area);
}

static void check_obj(bench *b, const char *what) {
    wend_text_clear(&b->text);
    CHECK_INT(wend_write_surface_obj(b->surface, &b->text), WEND_OK);
    wend_scene *scene = read_back(b, WEND_SCENE_OBJ, b->view.lattice.up, b->view.lattice.unit);
    wend_scene_view view = wend_scene_look(scene);
    if (CHECK_INT(view.vertex_count, b->view.vertex_count)) {
        for (int32_t v = 0; v < view.vertex_count; v++) {
            double place[3];
            wend_lattice3_place(&b->view.lattice, b->view.vertices[v], place);
            const double *read = view.positions + 3 * v;
            bool same = place[0] == read[0] && place[1] == read[1] && place[2] == read[2];
            if (!CHECK_MESSAGE(same, "%s: vertex %d moved", what, v))
                break;
        }
    }
    check_parts(b, &view, what, 1e-9);
    wend_scene_destroy(scene);
}

static void check_glb(bench *b, const char *what) {
    wend_text_clear(&b->text);
    CHECK_INT(wend_write_surface_glb(b->surface, &b->text), WEND_OK);
    CHECK_INT(b->text.count % 4, 0);
    for (int k = 0; k < WEND_BOUNDARY_KIND_COUNT; k++) {
        char name[48];
        bool used = false, written;
        for (int32_t e = 0; e < b->view.boundary_count; e++)
            used |= b->view.boundaries[e].kind == k;
        snprintf(name, sizeof name, "{\"name\":\"%s\",\"mesh\":", wend_boundary_kind_name((wend_boundary_kind)k));
        const char *json = b->text.data + 20;
        written = strstr(json, name) != NULL; // a 0 ends the JSON at the latest in the next chunk's head
        CHECK_MESSAGE(used == written, "%s: %s", what, name);
    }
    wend_scene *scene = read_back(b, WEND_SCENE_GLB, WEND_UP_Y, 1);
    wend_scene_view view = wend_scene_look(scene);
    check_parts(b, &view, what, 1e-4);
    wend_scene_destroy(scene);
}

TEST(samples_as_obj_and_glb) {
    for (size_t k = 0; k < SAMPLES; k++) {
        if (!check_takes((int64_t)k))
            continue;
        bench b = sample_bench(NULL, samples[k].name, samples[k].size);
        check_obj(&b, samples[k].name);
        check_glb(&b, samples[k].name);
        free_bench(&b);
    }
}

// A floor with a tent on it and one over it, in any axes.
static bench two_floors(wend_up up, double unit, double far) {
    bench b = empty_scene(up, unit);
    add_floor(&b, far, 0, far + 20, 10, 0);
    add_tent(&b, far + 16, 5, 0);
    add_floor(&b, far + 2, 2, far + 8, 7, 4);
    return build_bench(b, "two floors");
}

TEST(axes_units_and_places_far_away) {
    for (int up = 0; up < WEND_UP_COUNT; up++) {
        bench b = two_floors((wend_up)up, up == 2 ? 0.5 : 1, up == 1 ? 500000 : 0);
        double unit = b.view.lattice.unit;
        CHECK_INT(b.view.component_count, 2);
        CHECK_MESSAGE(fabs(b.view.area - (196 + 30) * unit * unit) < 1e-6, "%s: %g m2", wend_up_name((wend_up)up),
                      b.view.area);
        check_obj(&b, wend_up_name((wend_up)up));
        check_glb(&b, wend_up_name((wend_up)up));
        free_bench(&b);
    }
}

TEST(an_obj_as_text) {
    bench b = empty_scene(WEND_UP_Z, 1);
    add_floor(&b, 0.25, 0, 4, 2, 1.5);
    b = build_bench(b, "floor");
    CHECK_INT(wend_write_surface_obj(b.surface, &b.text), WEND_OK);
    CHECK(strstr(b.text.data, "# up z, metres per unit 1\nv ") == b.text.data);
    CHECK(strstr(b.text.data, "\nv 0.25 0 1.5\n") && strstr(b.text.data, "\nv 4 2 1.5\n"));
    CHECK(strstr(b.text.data, "\ng component_0\nf "));
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- GeoJSON

// What the features of a file add up to.
typedef struct sums {
    int32_t polygons;
    double area, plan_area;                  // of properties
    double metres[WEND_BOUNDARY_KIND_COUNT]; // of lines
} sums;

static double number_of(const wend_json *json, int64_t properties, const char *key) {
    double value = -1;
    CHECK_MESSAGE(wend_json_number(json, wend_json_find(json, properties, key), &value), "no number %s", key);
    return value;
}

// The next place of a line; checks that it is a vertex of the surface's lattice.
static void read_place(const bench *b, const wend_json *json, int64_t node, double ground[3]) {
    double place[3];
    wend_point3 point;
    CHECK_INT(wend_json_numbers(json, node, ground, 3), 3);
    wend_scene_from_ground(b->view.lattice.up, ground, place);
    if (CHECK(wend_lattice3_point(&b->view.lattice, place, &point))) {
        double again[3];
        wend_lattice3_place(&b->view.lattice, point, again);
        CHECK(again[0] == place[0] && again[1] == place[1] && again[2] == place[2]);
    }
}

// Signed area and length of a line of places, in its units.
static void measure(const bench *b, const wend_json *json, int64_t line, double *area, double *length, bool ring) {
    double first[3] = {0}, last[3] = {0}, here[3] = {0};
    int64_t count = 0;
    *area = *length = 0;
    for (int64_t p = wend_json_first(json, line); p >= 0; p = wend_json_after(json, line, p), count++) {
        read_place(b, json, p, here);
        if (count == 0) {
            memcpy(first, here, sizeof first);
        } else {
            double x = last[0] - first[0], y = last[1] - first[1];
            *area += (x * (here[1] - first[1]) - y * (here[0] - first[0])) / 2;
            double d[3] = {here[0] - last[0], here[1] - last[1], here[2] - last[2]};
            *length += sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        }
        memcpy(last, here, sizeof last);
    }
    CHECK(count >= (ring ? 4 : 2));
    CHECK(!ring || memcmp(first, last, sizeof first) == 0);
}

static void add_polygon_feature(const bench *b, const wend_json *json, int64_t properties, int64_t rings, sums *s) {
    int32_t component = (int32_t)number_of(json, properties, "component");
    REQUIRE(component >= 0 && component < b->view.component_count);
    const wend_surface_component *c = &b->view.components[component];
    CHECK(number_of(json, properties, "area") == c->area);
    CHECK_INT(number_of(json, properties, "holes"), c->cycles - 1);
    double whole = 0, unit = b->view.lattice.unit;
    for (int64_t r = wend_json_first(json, rings); r >= 0; r = wend_json_after(json, rings, r)) {
        double area, length;
        measure(b, json, r, &area, &length, true);
        whole += area * unit * unit;
    }
    double plan = number_of(json, properties, "plan_area");
    CHECK_MESSAGE(fabs(whole - plan) <= 1e-6 * (plan + 1), "component %d: rings of %g m2, plan_area %g", component,
                  whole, plan);
    s->polygons++;
    s->area += c->area;
    s->plan_area += plan;
}

static void add_line_feature(const bench *b, const wend_json *json, int64_t properties, int64_t line, sums *s) {
    int64_t kind = wend_json_find(json, properties, "kind");
    double area, length;
    measure(b, json, line, &area, &length, false);
    int k = 0;
    while (k < WEND_BOUNDARY_KIND_COUNT &&
           !wend_json_is_string(json, kind, wend_boundary_kind_name((wend_boundary_kind)k)))
        k++;
    if (CHECK(k < WEND_BOUNDARY_KIND_COUNT))
        s->metres[k] += length * b->view.lattice.unit;
}

static sums read_features(bench *b) {
    sums s = {0};
    wend_json json = wend_json_start(b->context);
    wend_json_error error;
    if (CHECK_INT(wend_json_parse(&json, b->text.data, b->text.count, &error), WEND_OK)) {
        int64_t features = wend_json_find(&json, 0, "features");
        for (int64_t f = wend_json_first(&json, features); f >= 0; f = wend_json_after(&json, features, f)) {
            int64_t properties = wend_json_find(&json, f, "properties"),
                    geometry = wend_json_find(&json, f, "geometry");
            int64_t coordinates = wend_json_find(&json, geometry, "coordinates");
            if (wend_json_is_string(&json, wend_json_find(&json, geometry, "type"), "Polygon"))
                add_polygon_feature(b, &json, properties, coordinates, &s);
            else
                add_line_feature(b, &json, properties, coordinates, &s);
        }
    }
    wend_json_free(&json);
    return s;
}

static void check_geojson(bench *b, const char *what) {
    double metres[WEND_BOUNDARY_KIND_COUNT] = {0};
    for (int32_t e = 0; e < b->view.boundary_count; e++) {
        int32_t edge = b->view.boundaries[e].edge;
        const wend_surface_triangle *t = &b->view.triangles[edge / 3];
        wend_point3 p = b->view.vertices[t->v[edge % 3]], q = b->view.vertices[t->v[(edge % 3 + 1) % 3]];
        double x = (double)q.x - p.x, y = (double)q.y - p.y, z = (double)q.z - p.z;
        metres[b->view.boundaries[e].kind] += sqrt(x * x + y * y + z * z) * metres_of(b);
    }
    wend_text_clear(&b->text);
    CHECK_INT(wend_write_surface_geojson(b->surface, &b->text), WEND_OK);
    sums s = read_features(b);
    CHECK_INT(s.polygons, b->view.component_count);
    CHECK_MESSAGE(fabs(s.area - b->view.area) <= 1e-9 * s.area, "%s: %g m2, the surface has %g", what, s.area,
                  b->view.area);
    CHECK(fabs(s.plan_area - plan_area(b)) <= 1e-9 * s.plan_area);
    for (int k = 0; k < WEND_BOUNDARY_KIND_COUNT; k++) {
        double least = k == WEND_BOUNDARY_BARRIER ? metres[k] / 2 : metres[k]; // their two sides may be one line
        CHECK_MESSAGE(s.metres[k] >= least * (1 - 1e-9) && s.metres[k] <= metres[k] * (1 + 1e-9),
                      "%s: %g m of %s, the surface has %g", what, s.metres[k],
                      wend_boundary_kind_name((wend_boundary_kind)k), metres[k]);
    }
}

TEST(samples_as_geojson) {
    for (size_t k = 0; k < SAMPLES; k++) {
        if (!check_takes((int64_t)k))
            continue;
        bench b = sample_bench(NULL, samples[k].name, samples[k].size);
        check_geojson(&b, samples[k].name);
        free_bench(&b);
    }
    for (int up = 0; up < WEND_UP_COUNT; up++) {
        bench b = two_floors((wend_up)up, up == 2 ? 0.5 : 1, up == 1 ? 500000 : 0);
        check_geojson(&b, wend_up_name((wend_up)up));
        free_bench(&b);
    }
}

// Seen from above: [x, -z] of a Y-up scene, its height as the third number.
TEST(a_geojson_as_text) {
    static const double quad[] = {1, 7, -2, 3, 7, -2, 3, 7, -4, 1, 7, -4};
    static const int32_t triangles[] = {0, 1, 2, 0, 2, 3};
    bench b = empty_scene(WEND_UP_Y, 1);
    CHECK_INT(wend_scene_add(b.scene, quad, 4, triangles, 2), WEND_OK);
    b = build_bench(b, "floor");
    CHECK_INT(wend_write_surface_geojson(b.surface, &b.text), WEND_OK);
    CHECK(strstr(b.text.data, "{\"component\":0,\"area\":4,\"plan_area\":4,\"holes\":0}"));
    CHECK(strstr(b.text.data, "[1,2,7]") && strstr(b.text.data, "[3,4,7]"));
    CHECK(strstr(b.text.data, "{\"component\":0,\"kind\":\"ledge\"}"));
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- rasters

typedef struct tally {
    int32_t width, height;
    int32_t *hits;
    double plane[3]; // a, b, c: the depth of all pixels is a + b x + c y,
    double worst;    // but for this much
} tally;

static void count_span(void *user, const wend_span *span) {
    tally *t = user;
    REQUIRE(span->y >= 0 && span->y < t->height && span->x0 >= 0 && span->x1 <= t->width);
    for (int32_t x = span->x0; x < span->x1; x++) {
        double expected = t->plane[0] + t->plane[1] * (x + 0.5) + t->plane[2] * (span->y + 0.5);
        t->worst = fmax(t->worst, fabs(span->depth + span->slope * (x - span->x0) - expected));
        t->hits[span->y * t->width + x]++;
    }
}

// A fan of triangles around a point covers every pixel once, whatever its corners.
TEST(triangles_share_no_pixel) {
    enum { SIDE = 40, FAN = 12 };
    int32_t hits[SIDE * SIDE];
    uint64_t random = 1;
    for (int round = 0; round < 200; round++) {
        tally t = {.width = SIDE, .height = SIDE, .hits = hits, .plane = {3, 0.25, -0.5}};
        wend_raster raster = {.width = SIDE, .first = 0, .end = SIDE, .use = count_span, .user = &t};
        memset(hits, 0, sizeof hits);
        random = wend_hash(random, &round, sizeof round);
        wend_pixel middle = {(double)(random % 37) + 1.5, (double)(random / 37 % 38) + 1, 0}, border[FAN];
        for (int k = 0; k < FAN; k++) { // around the grid, three points a side
            double along = SIDE * (k % 3) / 3.0;
            const wend_pixel sides[4] = {
                {along, 0, 0}, {SIDE, along, 0}, {SIDE - along, SIDE, 0}, {0, SIDE - along, 0}};
            border[k] = sides[k / 3];
            border[k].depth = 3 + 0.25 * border[k].x - 0.5 * border[k].y;
        }
        middle.depth = 3 + 0.25 * middle.x - 0.5 * middle.y;
        for (int k = 0; k < FAN; k++)
            wend_raster_triangle(&raster, (const wend_pixel[3]){middle, border[k], border[(k + 1) % FAN]});
        int32_t wrong = 0;
        for (int k = 0; k < SIDE * SIDE; k++)
            wrong += hits[k] != 1;
        CHECK_INT(wrong, 0);
        CHECK(t.worst < 1e-9);
    }
}

// ---------------------------------------------------------------------------------------------------- pictures

static uint32_t pixel_at(const wend_draw_image *image, int32_t x, int32_t y) {
    return image->pixels[(int64_t)y * image->width + x];
}

// How far two colours are apart in the channel that differs most.
static int apart(uint32_t a, uint32_t b) {
    int most = 0;
    for (int shift = 8; shift <= 24; shift += 8) {
        int d = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
        most = d > most ? d : most;
    }
    return most;
}

// Pixels of the view from above that are not background.
static double covered(const wend_draw_image *image) {
    uint32_t background = pixel_at(image, 0, 0);
    double count = 0;
    for (int32_t y = 0; y < image->height; y++)
        for (int32_t x = 0; x < image->width; x++)
            count += pixel_at(image, x, y) != background;
    return count;
}

// The view from above covers as many pixels as the surface has area, and half a line around it.
TEST(pixels_cover_the_area) {
    static const char *const flat[] = {"holes", "terrain", "spiral-maze"};
    for (size_t k = 0; k < sizeof flat / sizeof flat[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        bench b = sample_bench(NULL, flat[k], 300);
        wend_draw draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_surface(b.surface, NULL, 1.8, WEND_SHOW_PIXELS, &draw), WEND_OK);
        if (CHECK_INT(draw.images.count, 2)) {
            double pixels = covered(&draw.images.data[0]) / draw.scale / draw.scale;
            CHECK_MESSAGE(fabs(pixels / plan_area(&b) - 1) < 0.02, "%s: %g m2 of pixels for %g m2", flat[k], pixels,
                          plan_area(&b));
        }
        wend_draw_free(&draw);
        free_bench(&b);
    }
}

// Where a place of two_floors is in the view from above: the frame begins 14 pixels around it.
static uint32_t floor_pixel(const wend_draw *draw, double x, double y) {
    return pixel_at(&draw->images.data[0], (int32_t)(14 + x * draw->scale), (int32_t)(14 + (10 - y) * draw->scale));
}

TEST(storeys_and_holes_have_their_colours) {
    bench b = two_floors(WEND_UP_Y, 1, 0);
    wend_draw draw = wend_draw_start(b.context);
    CHECK_INT(wend_show_surface(b.surface, NULL, 1.8, WEND_SHOW_PIXELS, &draw), WEND_OK);
    uint32_t background = pixel_at(&draw.images.data[0], 0, 0);
    CHECK(apart(floor_pixel(&draw, 12, 8), wend_surface_tint(0)) < 12);
    CHECK(apart(floor_pixel(&draw, 5, 5), wend_surface_tint(4.0 / 6)) < 12); // 4 of the 6 m that there are tints for
    CHECK(floor_pixel(&draw, 16, 5) == background);
    CHECK(apart(floor_pixel(&draw, 16, 5), floor_pixel(&draw, 12, 8)) > 60);
    wend_draw_free(&draw);
    draw = wend_draw_start(b.context);
    CHECK_INT(wend_show_surface(b.surface, b.scene, 1.8, WEND_SHOW_PIXELS, &draw), WEND_OK);
    // With the scene the frame is the same: it holds nothing around the floors. The tent is grey.
    uint32_t tent = floor_pixel(&draw, 15.5, 5.1);
    CHECK(tent != background && apart(tent, floor_pixel(&draw, 12, 8)) > 25);
    CHECK((tent >> 24) - (tent >> 8 & 255) + 8 <= 16); // red and blue alike
    CHECK(apart(floor_pixel(&draw, 5, 5), wend_surface_tint(4.0 / 6)) < 12);
    wend_draw_free(&draw);
    free_bench(&b);
}

static bool has_label(const wend_draw *draw, const char *part) {
    for (int64_t k = 0; k < draw->labels.count; k++)
        if (strstr(draw->labels.data[k].text, part))
            return true;
    return false;
}

TEST(captions_and_legends) {
    bench b = two_floors(WEND_UP_Z, 1, 0);
    for (int as = 0; as < 2; as++) {
        wend_draw draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_surface(b.surface, b.scene, 1.8, (wend_show_as)as, &draw), WEND_OK);
        CHECK(has_label(&draw, "226 m\xC2\xB2") && has_label(&draw, "2 pieces"));
        CHECK(has_label(&draw, "ledge") && has_label(&draw, "2 m") && !has_label(&draw, "headroom"));
        CHECK(has_label(&draw, "walkable, at ") && has_label(&draw, "0 m"));
        wend_draw_free(&draw);
    }
    free_bench(&b);
}

// Whether a point of the page is in a convex polygon.
static bool is_inside(const wend_draw *draw, const wend_draw_contour *contour, double x, double y) {
    const double *p = draw->points.data + 2 * contour->first;
    int left = 0, right = 0;
    for (int64_t k = 0; k < contour->count; k++) {
        const double *a = p + 2 * k, *b = p + 2 * ((k + 1) % contour->count);
        double side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

static bool is_on_line(const wend_draw *draw, const wend_draw_contour *contour, double width, double x, double y) {
    const double *p = draw->points.data + 2 * contour->first;
    double dx = p[2] - p[0], dy = p[3] - p[1], length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((x - p[0]) * dx + (y - p[1]) * dy) / length2 : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p[0] + t * dx - x, p[1] + t * dy - y) <= width / 2;
}

// What one sees at a point of the page, all layers drawn one over the other.
static uint32_t drawn_at(const wend_draw *draw, double x, double y) {
    double colour[3] = {255, 255, 255};
    for (int64_t k = 0; k < draw->layers.count; k++) {
        const wend_draw_layer *layer = &draw->layers.data[k];
        bool hit = false;
        for (int64_t c = layer->first; c < layer->first + layer->count && !hit; c++)
            hit = layer->kind == WEND_DRAW_FILL ? is_inside(draw, &draw->contours.data[c], x, y)
                                                : draw->contours.data[c].count == 2 &&
                                                      is_on_line(draw, &draw->contours.data[c], layer->size, x, y);
        double share = hit ? (double)(layer->colour & 255) / 255 : 0;
        for (int i = 0; i < 3; i++)
            colour[i] += share * ((double)(layer->colour >> (24 - 8 * i) & 255) - colour[i]);
    }
    uint32_t whole = 255;
    for (int i = 0; i < 3; i++)
        whole |= (uint32_t)(colour[i] + 0.5) << (24 - 8 * i);
    return whole;
}

// What is seen as polygons is what is seen as pixels, but where things are small or pass through each other.
TEST(polygons_are_drawn_in_the_right_order) {
    static const char *const names[] = {"two-storeys", "garage", "stairs"};
    for (size_t k = 0; k < sizeof names / sizeof names[0] && check_takes((int64_t)k); k++) {
        bench b = sample_bench(NULL, names[k], 1000);
        for (int with = check_takes(1) ? 0 : 1; with < 2; with++) {
            wend_draw pixels = wend_draw_start(b.context), polygons = wend_draw_start(b.context);
            const wend_scene *scene = with ? b.scene : NULL;
            CHECK_INT(wend_show_surface(b.surface, scene, 1.8, WEND_SHOW_PIXELS, &pixels), WEND_OK);
            CHECK_INT(wend_show_surface(b.surface, scene, 1.8, WEND_SHOW_POLYGONS, &polygons), WEND_OK);
            const wend_draw_image *image = &pixels.images.data[1];
            int tried = 0, same = 0;
            for (int32_t y = 7; y < image->height; y += 43) {
                for (int32_t x = 5; x < image->width; x += 43, tried++) {
                    uint32_t drawn = drawn_at(&polygons, image->at[0] + x + 0.5, image->at[1] + y + 0.5);
                    same += apart(drawn, pixel_at(image, x, y)) < 25;
                }
            }
            CHECK_MESSAGE(same > 0.93 * tried, "%s%s: %d of %d pixels are as drawn", names[k],
                          with ? " with its scene" : "", same, tried);
            wend_draw_free(&pixels);
            wend_draw_free(&polygons);
        }
        free_bench(&b);
    }
}

TEST(svg_shows_both_views) {
    static const char *const names[] = {"two-storeys", "garage", "stairs"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        bench b = sample_bench(NULL, names[k], 2000);
        for (int with = 0; with < 2; with++) {
            wend_draw draw = wend_draw_start(b.context);
            wend_text_clear(&b.text);
            CHECK_INT(wend_show_surface(b.surface, with ? b.scene : NULL, 1.8, WEND_SHOW_POLYGONS, &draw), WEND_OK);
            CHECK_INT(draw.images.count, 0);
            CHECK_INT(wend_write_svg(&draw, &b.text), WEND_OK);
            CHECK(strstr(b.text.data, "<path id=\"above\"") && strstr(b.text.data, "<path id=\"tilted\""));
            CHECK(b.text.count > 10000 && b.text.count < 1000000);
            wend_draw_free(&draw);
        }
        free_bench(&b);
    }
}

TEST(svg_of_a_large_surface_shows_it_from_above) {
    bench b = sample_bench(NULL, "terrain", 50000);
    wend_draw draw = wend_draw_start(b.context);
    CHECK_INT(wend_show_surface(b.surface, NULL, 1.8, WEND_SHOW_POLYGONS, &draw), WEND_OK);
    CHECK_INT(wend_write_svg(&draw, &b.text), WEND_OK);
    CHECK(strstr(b.text.data, "<path id=\"above\"") && !strstr(b.text.data, "<path id=\"tilted\""));
    CHECK(has_label(&draw, "too many polygons for a tilted view"));
    CHECK_MESSAGE(b.text.count < 10000000, "%zu bytes", b.text.count);
    wend_draw_free(&draw);
    free_bench(&b);
}

// Scenes hold anything: what is not finite or far away changes nothing.
TEST(scenes_with_nonsense_are_shown) {
    bench b = two_floors(WEND_UP_Z, 1, 0);
    const double nonsense[] = {NAN, 0, 0, INFINITY, 1, 1, 1e300, -1e300, 5, 4, 4, 4, 1e12, 0, 9, 0, 1e12, 9};
    const int32_t triangles[] = {0, 1, 2, 2, 3, 3, 3, 4, 5, 3, 3, 3, 1, 4, 2};
    CHECK_INT(wend_scene_add(b.scene, nonsense, 6, triangles, 5), WEND_OK);
    for (int as = 0; as < 2; as++) {
        wend_draw draw = wend_draw_start(b.context);
        CHECK_INT(wend_show_surface(b.surface, b.scene, 1.8, (wend_show_as)as, &draw), WEND_OK);
        CHECK(draw.width >= 900 && draw.width <= 1600 && draw.height <= 1700);
        wend_draw_free(&draw);
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- files, memory

static int64_t big_endian(const unsigned char *bytes) {
    return (int64_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

static void check_png(const unsigned char *bytes, size_t count) {
    REQUIRE(count > 1000);
    CHECK(memcmp(bytes, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) == 0);
    CHECK(big_endian(bytes + 16) >= 900 && big_endian(bytes + 16) <= 1600);
    CHECK(big_endian(bytes + 20) >= 300 && big_endian(bytes + 20) <= 1700);
}

TEST(files_of_all_endings) {
    static const char *const endings[] = {"obj", "glb", "geojson", "svg", "png"};
    char folder[] = "/tmp/wend-test-XXXXXX", path[64];
    REQUIRE(mkdtemp(folder) != NULL);
    bench b = two_floors(WEND_UP_Z, 1, 0);
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        char *bytes = NULL;
        size_t count = 0;
        snprintf(path, sizeof path, "%s/floors.%s", folder, endings[k]);
        wend_picture_def def = wend_default_picture_def();
        def.scene = b.scene;
        CHECK_INT(wend_file_export_with(b.context, path, b.nav, WEND_EXPORT_WALKABLE, &def, NULL), WEND_OK);
        if (check_takes((int64_t)k))
            CHECK_INT(wend_file_export(b.context, path, b.nav, WEND_EXPORT_WALKABLE, NULL), WEND_OK);
        if (CHECK_INT(wend_file_read(b.context, path, &bytes, &count, NULL), WEND_OK)) {
            if (strcmp(endings[k], "png") == 0)
                check_png((const unsigned char *)bytes, count);
            CHECK(strcmp(endings[k], "svg") != 0 || memcmp(bytes, "<svg", 4) == 0);
            CHECK(strcmp(endings[k], "glb") != 0 || memcmp(bytes, "glTF", 4) == 0);
            wend_release(b.context, bytes, count + 1);
        }
        unlink(path);
        snprintf(path, sizeof path, "%s/no-such-folder/floors.%s", folder, endings[k]);
        CHECK_INT(wend_file_export(b.context, path, b.nav, WEND_EXPORT_WALKABLE, NULL), WEND_ERROR_IO);
    }
    rmdir(folder);
    free_bench(&b);
}

TEST(what_is_not_there_is_refused) {
    bench b = two_floors(WEND_UP_Z, 1, 0);
    wend_report *report = NULL;
    REQUIRE(wend_report_create(b.context, &report) == WEND_OK);
    CHECK_INT(wend_file_export(b.context, "none.bmp", b.nav, WEND_EXPORT_WALKABLE, report), WEND_ERROR_UNSUPPORTED);
    CHECK(strstr(wend_report_error(report), ".obj or .glb"));
    CHECK_INT(wend_file_export(b.context, "none.svg", b.nav, WEND_EXPORT_COUNT, report), WEND_ERROR_UNSUPPORTED);
    CHECK(strstr(wend_report_error(report), "it holds: walkable, links"));
    CHECK_INT(wend_file_export(b.context, NULL, b.nav, WEND_EXPORT_WALKABLE, report), WEND_ERROR_ARGUMENT);
    wend_report_destroy(report);
    free_bench(&b);
}

static wend_result call_texts(wend_context *context, void *data) {
    static wend_result (*const writers[])(const wend_surface *, wend_text *) = {
        wend_write_surface_obj, wend_write_surface_glb, wend_write_surface_geojson};
    const bench *b = data;
    wend_result result = WEND_OK;
    for (size_t k = 0; k < sizeof writers / sizeof writers[0] && result == WEND_OK; k++) {
        wend_text text = wend_text_start(context);
        result = writers[k](b->surface, &text);
        wend_text_free(&text);
    }
    return result;
}

// A view of few pixels, painted or drawn.
static wend_result show_small(wend_context *context, const bench *b, bool paint) {
    wend_stage stage;
    wend_result result = WEND_ERROR_MEMORY;
    uint32_t pixels[100 * 100];
    if (wend_stage_set(&stage, context, b->surface, b->scene, 1.8)) {
        wend_stage_view view = wend_stage_look(&stage, WEND_STAGE_TILTED);
        view.scale = 100 / fmax(view.high[0] - view.low[0], view.high[1] - view.low[1]);
        view.width = view.height = 100;
        wend_draw draw = wend_draw_start(context);
        bool left_out = false;
        if (paint)
            result = wend_stage_paint(&stage, &view, 0xffffffff, pixels);
        else
            result = wend_stage_draw(&stage, &view, INT64_MAX, &draw, &left_out) ? WEND_OK : WEND_ERROR_MEMORY;
        wend_draw_free(&draw);
    }
    wend_stage_free(&stage);
    return result;
}

static wend_result call_paint(wend_context *context, void *data) {
    return show_small(context, data, true);
}

static wend_result call_draw(wend_context *context, void *data) {
    return show_small(context, data, false);
}

static wend_result call_show(wend_context *context, void *data) {
    const bench *b = data;
    wend_draw draw = wend_draw_start(context);
    wend_result result = wend_show_surface(b->surface, NULL, 1.8, WEND_SHOW_POLYGONS, &draw);
    wend_draw_free(&draw);
    return result;
}

static wend_result call_pixels(wend_context *context, void *data) {
    const bench *b = data;
    wend_draw draw = wend_draw_start(context);
    wend_result result = wend_show_surface(b->surface, NULL, 1.8, WEND_SHOW_PIXELS, &draw);
    wend_draw_free(&draw);
    return result;
}

TEST(every_allocation_may_fail) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    bench b = sample_bench(context, "partitions", 100);
    CHECK(failing_each(&memory, context, "texts", call_texts, &b) > 20);
    CHECK(failing_each(&memory, context, "paint", call_paint, &b) > 10);
    CHECK(failing_each(&memory, context, "draw", call_draw, &b) > 20);
    CHECK(failing_each(&memory, context, "show", call_show, &b) > 20);
    for (int k = 0; k < 200; k += 29) // whole pictures take their time
        if (check_takes(k / 29))
            failing_once(&memory, context, "pixels", call_pixels, &b, k, true);
    empty_bench(&b);
    failing_finish(&memory, context);
}

// The same pixels with any number of threads.
TEST(threads_change_nothing) {
    uint64_t hashes[3];
    int counts = check_takes(2) ? 3 : 2;
    for (int k = 0; k < counts; k++) {
        wend_context_def def = wend_default_context_def();
        wend_context *context;
        def.threads = 1 + 2 * k;
        REQUIRE(wend_context_create(&def, &context) == WEND_OK);
        bench b = sample_bench(context, "garage", 1000);
        wend_draw draw = wend_draw_start(context);
        CHECK_INT(wend_show_surface(b.surface, b.scene, 1.8, WEND_SHOW_PIXELS, &draw), WEND_OK);
        hashes[k] = 0;
        for (int64_t i = 0; i < draw.images.count; i++) {
            const wend_draw_image *image = &draw.images.data[i];
            hashes[k] = wend_hash(hashes[k], image->pixels, (size_t)image->width * (size_t)image->height * 4);
        }
        wend_draw_free(&draw);
        free_bench(&b);
    }
    CHECK(hashes[0] == hashes[1] && hashes[0] == hashes[counts - 1]);
}

CHECK_MAIN()
