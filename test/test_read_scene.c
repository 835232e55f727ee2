// The readers and writers of scenes: what each format becomes, how faults are told, round trips, and the files that
// others wrote. glTF has its own tests; here it is only written and read back.
#define _XOPEN_SOURCE 700

#include "check.h"

#include <wend/file.h>
#include <wend/text.h>

#include "base/random.h"
#include "geom/polygon.h"
#include "file/write_scene.h"

#include <math.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---------------------------------------------------------------------------------------------------- help

typedef struct bench {
    wend_context *context;
    wend_report *report;
    wend_scene *scene;
    wend_text text; // the scene in words
    wend_result result;
} bench;

static void clear_bench(bench *b) {
    wend_scene_destroy(b->scene);
    b->scene = NULL;
    wend_report_clear(b->report);
    wend_text_clear(&b->text);
    if (wend_scene_create(b->context, NULL, &b->scene)) {
        printf("no scene\n");
        exit(1);
    }
}

static bench make_bench(void) {
    bench b = {0};
    if (wend_context_create(NULL, &b.context) || wend_report_create(b.context, &b.report)) {
        printf("no context\n");
        exit(1);
    }
    b.text = wend_text_start(b.context);
    clear_bench(&b);
    return b;
}

static void free_bench(bench *b) {
    wend_scene_destroy(b->scene);
    wend_text_free(&b->text);
    wend_report_destroy(b->report);
    CHECK_INT(wend_bytes_now(b->context), 0);
    wend_context_destroy(b->context);
}

// "0 0 0, 1 0 0, 0 1 0 | house: 0 1 2, 2 1 0 | roof: ..."
static void describe(wend_text *text, const wend_scene *scene) {
    wend_scene_view view = wend_scene_look(scene);
    for (int64_t k = 0; k < 3 * (int64_t)view.vertex_count; k++) {
        wend_text_add_string(text, k == 0 ? "" : k % 3 == 0 ? ", " : " ");
        wend_text_add_double(text, view.positions[k]);
    }
    int32_t part = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        bool first = false;
        for (; part < view.part_count && view.parts[part].first == t; part++) {
            wend_text_add_string(text, " | ");
            wend_text_add_string(text, view.parts[part].name);
            wend_text_add_string(text, view.parts[part].file == 7 ? ":" : " of the wrong file:");
            first = true;
        }
        for (int k = 0; k < 3; k++) {
            wend_text_add_string(text, k == 0 && !first ? ", " : " ");
            wend_text_add_int(text, view.triangles[3 * (int64_t)t + k]);
        }
    }
    for (; part < view.part_count; part++)
        CHECK_INT(view.parts[part].first, view.triangle_count);
}

// Reads bytes and says in words what they became, or the error. A failure must leave the scene as it was.
static const char *read_bytes(bench *b, wend_scene_format format, const char *bytes, size_t count) {
    clear_bench(b);
    b->result = wend_file_parse_scene(b->context, &(wend_file_source){.name = "f", .bytes = bytes, .count = count},
                                      format, 7, b->scene, b->report);
    if (b->result) {
        wend_scene_view view = wend_scene_look(b->scene);
        CHECK_INT(view.vertex_count + view.triangle_count + view.part_count, 0);
        wend_text_add_string(&b->text, wend_report_error(b->report));
        CHECK(b->result == WEND_ERROR_MEMORY || b->text.count > 0);
    } else {
        describe(&b->text, b->scene);
    }
    return b->text.data;
}

static const char *read_text(bench *b, wend_scene_format format, const char *text) {
    return read_bytes(b, format, text, strlen(text));
}

typedef struct example {
    const char *text;
    const char *expected; // the scene in words
    const char *finding;  // the text of the one finding, or NULL for none
} example;

static void check_examples(wend_scene_format format, const example *examples, size_t count) {
    bench b = make_bench();
    for (size_t k = 0; k < count; k++) {
        CHECK_STRING(read_text(&b, format, examples[k].text), examples[k].expected);
        const wend_finding *finding = wend_report_at(b.report, 0);
        CHECK_STRING(finding ? finding->text : "none", examples[k].finding ? examples[k].finding : "none");
        CHECK_INT(wend_report_count(b.report), examples[k].finding != NULL);
    }
    free_bench(&b);
}

typedef struct fault {
    const char *text;
    wend_result result;
    const char *expected; // the error
} fault;

static void check_faults(wend_scene_format format, const fault *faults, size_t count) {
    bench b = make_bench();
    for (size_t k = 0; k < count; k++) {
        CHECK_STRING(read_text(&b, format, faults[k].text), faults[k].expected);
        CHECK_INT(b.result, faults[k].result);
    }
    free_bench(&b);
}

// Reads every beginning of a file: none may crash, leak or pass an error without a word.
static void check_beginnings(wend_scene_format format, const char *bytes, size_t count) {
    bench b = make_bench();
    for (size_t length = 0; length <= count; length++) {
        char *copy = malloc(length + 1); // of its own, so that reading beyond it is seen
        REQUIRE(copy != NULL);
        memcpy(copy, bytes, length);
        char *exact = length > 0 ? realloc(copy, length) : copy;
        read_bytes(&b, format, exact, length);
        free(exact);
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- OBJ

#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define THREE_READ "0 0 0, 1 0 0, 0 1 0"
#define FOUR "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
#define FOUR_READ "0 0 0, 1 0 0, 1 1 0, 0 1 0"

TEST(obj_shapes) {
    static const example examples[] = {
        {THREE "f 1 2 3\n", THREE_READ " | : 0 1 2", NULL},
        {THREE "f 1 2 3", THREE_READ " | : 0 1 2", NULL}, // no newline at the end
        {THREE "f 1/1 2/2 3/3\nf 1//1 2//2 3//3\nf 3/3/3 2/2/-2 1/1/1\n", THREE_READ " | : 0 1 2, 0 1 2, 2 1 0", NULL},
        {THREE "f -3 -2 -1\nf -1/-1 -2//-2 -3/-3/-3\n", THREE_READ " | : 0 1 2, 2 1 0", NULL},
        {"v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv\t0  1\t0 \nf  1\t2 3 \n", THREE_READ " | : 0 1 2", NULL},
        {"# a\n\n  v 0 0 0 # b\nv 1 0 0\n v 0 1 0\n   f 1 2 3 # c 4\n#f 9 9 9", THREE_READ " | : 0 1 2", NULL},
        {"v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n", THREE_READ " | : 0 1 2", NULL},
        {"v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", THREE_READ " | : 0 1 2", NULL},
        {"v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 2\\\n 3\n", THREE_READ " | : 0 1 2", NULL},
        {"v 0 0 \\\r\n0\r\nv 1 0 0\r\nv 0 1 0\r\nvn 1 \\\r\n 2\r\nf 1 2\\\r\n3\r\n", THREE_READ " | : 0 1 2", NULL},
        {"# C:\\models\\\n" THREE "f 1 2 3\n", THREE_READ " | : 0 1 2", NULL},
        {"\xEF\xBB\xBF" THREE "f 1 2 3\n", THREE_READ " | : 0 1 2", NULL},
        {"v -1.5e3 +.5 1.\nv 123456.789012 0.1 -0.25\nv 1E-2 4503599.627370497 0\nf 1 2 3\n",
         "-1500 0.5 1, 123456.789012 0.1 -0.25, 0.01 4503599.627370497 0 | : 0 1 2", NULL},
        {THREE "fo 1 2 3\n", THREE_READ " | : 0 1 2", NULL},
        {"mtllib a b.mtl\nvn 0 0 1\nvt 0 0\nvp 1\ns off\nusemtl x\nl 1 2\np 1\n" THREE "f 1 2 3\n",
         THREE_READ " | : 0 1 2", NULL},
        // Vertices that come after the faces that name them; negative numbers count from where they stand.
        {"f 1 2 3\n" THREE, THREE_READ " | : 0 1 2", NULL},
        {"g a\nf 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng b\nf -1 -2 -3\nv 9 9 9\nf 4 -1 1\n",
         THREE_READ ", 9 9 9 | a: 0 1 2 | b: 2 1 0, 3 3 0", NULL},
    };
    check_examples(WEND_SCENE_OBJ, examples, COUNT(examples));
}

TEST(obj_parts) {
    static const example examples[] = {
        {THREE "o house\nf 1 2 3\ng roof tiles \nf 3 2 1\n", THREE_READ " | house: 0 1 2 | roof tiles: 2 1 0", NULL},
        {THREE "f 1 2 3\no house\nf 1 2 3\n", THREE_READ " | : 0 1 2 | house: 0 1 2", NULL},
        {"o empty\n" THREE "g a\ng b\nf 1 2 3\ng c\n", THREE_READ " | b: 0 1 2", NULL},
        {THREE "g a\nf 1 2 3\nusemtl x\nf 1 2 3\ng a\nf 1 2 3\n", THREE_READ " | a: 0 1 2, 0 1 2, 0 1 2", NULL},
        {THREE "g a\nf 1 2 3\ng\nf 1 2 3\n", THREE_READ " | a: 0 1 2 | : 0 1 2", NULL},
        {THREE "o\nf 1 2 3\n", THREE_READ " | : 0 1 2", NULL},
        {THREE "o T\xFCr \xC3\xA4\xC3\nf 1 2 3\n", THREE_READ " | T?r \xC3\xA4?: 0 1 2", NULL}, // not all of it UTF-8
        {THREE "o 123456789 123456789 123456789 123456789 123456789 123456789 12\xC3\xA4\xC3\xA4\nf 1 2 3\n",
         THREE_READ " | 123456789 123456789 123456789 123456789 123456789 123456789 12: 0 1 2", NULL},
        {THREE "o 123456789 123456789 123456789 123456789 123456789 123456789 1\xC3\xA4\xC3\xA4\nf 1 2 3\n",
         THREE_READ " | 123456789 123456789 123456789 123456789 123456789 123456789 1\xC3\xA4: 0 1 2", NULL},
    };
    check_examples(WEND_SCENE_OBJ, examples, COUNT(examples));
}

TEST(obj_polygons) {
    static const example examples[] = {
        {FOUR "f 1 2 3 4\n", FOUR_READ " | : 0 1 2, 0 2 3", NULL},
        {FOUR "f 4 3 2 1\n", FOUR_READ " | : 3 2 1, 3 1 0", NULL},
        // An arrow: the first corner sees the last but one only through the outside.
        {"v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 1 4 3 2\n", "0 0 0, 4 0 0, 1 0 1, 0 0 4 | : 0 3 2, 0 2 1", NULL},
        {"v 0 0 0\nv 4 0 0\nv 1 0 1\nv 0 0 4\nf 4 3 2 1\n", "0 0 0, 4 0 0, 1 0 1, 0 0 4 | : 2 1 0, 0 3 2", NULL},
        // A corner in the middle of a side.
        {"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3 4\n", "0 0 0, 1 0 0, 2 0 0, 0 2 0 | : 1 2 3, 3 0 1", NULL},
        {FOUR "f 1 2 1 2\n", FOUR_READ " | : 0 1 0, 0 0 1",
         "f:5: polygons without area or that cross themselves: 1 (the first is here); cut as fans."},
        {FOUR "f 1 3 2 4\n", FOUR_READ " | : 0 2 1, 0 1 3",
         "f:5: polygons without area or that cross themselves: 1 (the first is here); cut as fans."},
    };
    check_examples(WEND_SCENE_OBJ, examples, COUNT(examples));
}

TEST(obj_oddities) {
    static const example examples[] = {
        {"v 0 nan 0\nv 1 0 inf\nv 0 1 1e999\nf 1 2 3\n", "0 nan 0, 1 0 inf, 0 1 inf | : 0 1 2",
         "f:1: vertices with a coordinate that is not finite: 3 (the first is here); nobody can walk on their "
         "triangles."},
        {"v 0 0 0\nv 1 -1.#IND 0\nv -nan(ind) 1 1.#QNAN\nf 1 2 3\n", "0 0 0, 1 nan 0, nan 1 nan | : 0 1 2",
         "f:2: vertices with a coordinate that is not finite: 2 (the first is here); nobody can walk on their "
         "triangles."},
        {THREE "f 1 2\nf\nf 1 2 3\nf 1\n", THREE_READ " | : 0 1 2",
         "f:4: faces of fewer than three corners: 3 (the first is here); left out."},
        {"version 2\n" THREE "f 1 2 3\nfoo bar\nfoo baz\n", THREE_READ " | : 0 1 2",
         "f:1: lines that start with an unknown word: 3 (the first, 'version', is here); passed over."},
        {THREE "f 1 2 3\ncstype bezier\ndeg 3 3\nsurf 0 1 0 1 \\\n 1 2 3\nparm u 0 1\nend\n", THREE_READ " | : 0 1 2",
         "f:7: free-form curves and surfaces: 1 (the first is here); not read, make a mesh of them."},
    };
    check_examples(WEND_SCENE_OBJ, examples, COUNT(examples));
}

TEST(obj_faults) {
    static const fault faults[] = {
        {"", WEND_ERROR_EMPTY, "f: the file is empty."},
        {" \n\t\r\n", WEND_ERROR_EMPTY, "f: the file is empty."},
        {"# nothing\n", WEND_ERROR_EMPTY, "f: there are no triangles in the file (vertices: 0)."},
        {THREE, WEND_ERROR_EMPTY, "f: there are no triangles in the file (vertices: 3)."},
        {THREE "l 1 2 3\n", WEND_ERROR_EMPTY, "f: there are no triangles in the file (vertices: 3)."},
        {"v 1 2\n", WEND_ERROR_FORMAT, "f:1: expected a z coordinate, found the end of the line."},
        {"\n\nv", WEND_ERROR_TRUNCATED, "f:3: expected an x coordinate, found the end of the file."},
        {"v 1,5 2,5 3,5\n", WEND_ERROR_FORMAT, "f:1: expected an x coordinate, found '1,5'."},
        {"v 0 0 0\r\nv 1 y 0\r\n", WEND_ERROR_FORMAT, "f:2: expected a y coordinate, found 'y'."},
        {"v 0 0 0\rv 1 y 0\r", WEND_ERROR_FORMAT, "f:2: expected a y coordinate, found 'y'."},
        {"v 0 \\\n 0 \\\n z\n", WEND_ERROR_FORMAT, "f:3: expected a z coordinate, found 'z'."},
        {THREE "f 1 2 4\n", WEND_ERROR_FORMAT, "f:4: '4' names no vertex: the file has 3."},
        {THREE "f 1/1 2/2 4/1/1\n", WEND_ERROR_FORMAT, "f:4: '4/1/1' names no vertex: the file has 3."},
        {THREE "f 1 2 0\n", WEND_ERROR_FORMAT, "f:4: '0' names no vertex: they are counted from 1."},
        {"v 0 0 0\nv 0 0 1\nf -1 -2 -3\nv 0 0 0\n", WEND_ERROR_FORMAT,
         "f:3: '-3' names no vertex: only 2 come before it."},
        {THREE "f 1 2 99999999999999999999999\n", WEND_ERROR_FORMAT,
         "f:4: '99999999999999999999999' names no vertex: the file has 3."},
        {THREE "f 1 2 -99999999999999999999999\n", WEND_ERROR_FORMAT,
         "f:4: '-99999999999999999999999' names no vertex: only 3 come before it."},
        {THREE "f 1 2 3.0\n", WEND_ERROR_FORMAT, "f:4: expected a vertex index, found '3.0'."},
        {THREE "f 1 2 /3\n", WEND_ERROR_FORMAT, "f:4: expected a vertex index, found '/3'."},
        {THREE "f 1 2 three\n", WEND_ERROR_FORMAT, "f:4: expected a vertex index, found 'three'."},
        {"\xFF\xFEv\n", WEND_ERROR_FORMAT, "f: this is UTF-16 text; save it as UTF-8."},
    };
    check_faults(WEND_SCENE_OBJ, faults, COUNT(faults));
    bench b = make_bench();
    CHECK_STRING(read_bytes(&b, WEND_SCENE_OBJ, "v 0 0\n\0 f", 9),
                 "f:2: a zero byte: this is no text file, so it is no OBJ.");
    // Without a name, and with a part of the scene there before.
    clear_bench(&b);
    static const double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int32_t triangle[] = {0, 1, 2};
    wend_scene_begin_part(b.scene, 1, "before");
    wend_scene_add(b.scene, positions, 3, triangle, 1);
    const char *bad = "v 5 5 5\nv 6 6 6\nv 7 7 8\ng x\nf 1 2 3\nf 1 2 x\n";
    CHECK_INT(wend_file_parse_scene(b.context, &(wend_file_source){.bytes = bad, .count = strlen(bad)}, WEND_SCENE_OBJ,
                                    2, b.scene, b.report),
              WEND_ERROR_FORMAT);
    CHECK_STRING(wend_report_error(b.report), "(memory):6: expected a vertex index, found 'x'.");
    const wend_finding *finding = wend_report_at(b.report, 0);
    CHECK(finding->file == 2 && finding->item == 6 && strcmp(finding->code, "obj-syntax") == 0);
    wend_scene_view view = wend_scene_look(b.scene);
    CHECK(view.vertex_count == 3 && view.triangle_count == 1 && view.part_count == 1);
    // A second file goes behind the first, and counts its own vertices.
    const char *good = FOUR "g x\nf 1 2 3 4\nf -1 -2 -3\n";
    CHECK_INT(wend_file_parse_scene(b.context, &(wend_file_source){.bytes = good, .count = strlen(good)},
                                    WEND_SCENE_OBJ, 7, b.scene, b.report),
              WEND_OK);
    describe(&b.text, b.scene);
    CHECK_STRING(b.text.data, THREE_READ ", " FOUR_READ " | before of the wrong file: 0 1 2 | x: 3 4 5, 3 5 6, 6 5 4");
    free_bench(&b);
}

// Many vertices and faces, a polygon of many corners on one very long line.
TEST(obj_long) {
    bench b = make_bench();
    wend_text text = wend_text_start(b.context);
    const int corners = 20000;
    for (int k = 0; k < corners; k++) {
        double angle = 2 * 3.14159265358979323846 * k / corners, r = k % 2 ? 2 : 1;
        wend_text_add_string(&text, "v ");
        wend_text_add_double(&text, r * cos(angle));
        wend_text_add_string(&text, " 5 ");
        wend_text_add_double(&text, r * sin(angle));
        wend_text_add_string(&text, k % 3 ? "\n" : "\r\n");
    }
    wend_text_add_string(&text, "f");
    for (int k = 0; k < corners; k++) {
        wend_text_add_char(&text, ' ');
        wend_text_add_int(&text, k % 2 ? k + 1 : k - corners);
    }
    wend_text_add_string(&text, "\nf 1 2 3");
    clear_bench(&b);
    CHECK_INT(wend_file_parse_scene(b.context,
                                    &(wend_file_source){.name = "f", .bytes = text.data, .count = text.count},
                                    WEND_SCENE_OBJ, 7, b.scene, b.report),
              WEND_OK);
    wend_scene_view view = wend_scene_look(b.scene);
    CHECK_INT(view.vertex_count, corners);
    CHECK_INT(view.triangle_count, corners - 2 + 1);
    CHECK_INT(view.part_count, 1);
    CHECK_INT(wend_report_count(b.report), 0);
    wend_text_free(&text);
    free_bench(&b);
}

TEST(obj_beginnings) {
    static const char file[] =
        "# c\nv 0 0 0\r\nv 1.5 0 -1e1\nv 0 \\\n1 0 1 1 1\no a\nf 1/1 2//2 -1/3/3\ng b\nvn 1 0 \\\r\n"
        "0\nf 1 2 3 1 2\nl 1 2\n";
    check_beginnings(WEND_SCENE_OBJ, file, sizeof file - 1);
}

// ---------------------------------------------------------------------------------------------------- polygons

static double triangle_area(const double *p, const int32_t *t) {
    const double *a = p + 3 * t[0], *b = p + 3 * t[1], *c = p + 3 * t[2];
    double n[3];
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        n[k] = (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
    }
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
}

// Star-shaped polygons and combs in any plane: the triangles' areas add up to the polygon's, and none faces away.
TEST(polygon_areas) {
    bench b = make_bench();
    wend_polygon polygon = {0};
    uint64_t random = 5;
    int64_t cases = check_cases("cases", 3000);
    for (int64_t c = 0; c < cases; c++) {
        double points[3 * 64], place[3] = {0, 0, 0};
        int32_t count = 4 + (int32_t)wend_random_below(&random, 40);
        bool comb = wend_random_below(&random, 2) == 0;
        if (comb)
            count = count / 4 * 4;
        double tilt = wend_random_unit(&random), shift = wend_random_below(&random, 2) ? 1e6 : 0;
        polygon.corners.count = 0;
        double twice = 0;
        for (int32_t k = 0; k < count; k++) {
            double angle = 2 * 3.14159265358979323846 * k / count, r = 0.1 + wend_random_unit(&random);
            double x = r * cos(angle), y = r * sin(angle);
            if (comb) { // teeth of width 1 and any length upon a back
                bool back = k >= count / 2;
                x = back ? count - k : k;
                y = back ? -1 - (k == count / 2 || k == count - 1 ? 0 : wend_random_unit(&random) / 4)
                         : (k / 2 % 2 ? 1 + wend_random_unit(&random) : 0);
            }
            int axis = (int)(c % 3);
            place[axis] = x + shift;
            place[(axis + 1) % 3] = y + shift;
            place[(axis + 2) % 3] = tilt * x - tilt * y;
            memcpy(points + 3 * k, place, sizeof place);
            REQUIRE(wend_array_push(b.context, &polygon.corners, k));
        }
        for (int32_t k = 0; k < count; k++) {
            const double *p = points + 3 * k, *q = points + 3 * ((k + 1) % count);
            int u = (int)(c % 3), v = (u + 1) % 3;
            twice += (p[u] - shift) * (q[v] - shift) - (q[u] - shift) * (p[v] - shift);
        }
        double expected = fabs(twice) / 2 * sqrt(1 + 2 * tilt * tilt), sum = 0;
        bool clean = false;
        REQUIRE(wend_polygon_cut(b.context, &polygon, points, &clean) == WEND_OK);
        CHECK_INT(polygon.triangles.count, 3 * (count - 2));
        for (int64_t k = 0; k < polygon.triangles.count; k += 3)
            sum += triangle_area(points, polygon.triangles.data + k);
        if (!CHECK_MESSAGE(clean && fabs(sum - expected) <= 1e-6 * (1 + expected),
                           "case %lld, %d corners, comb %d: clean %d, area %g of %g", (long long)c, (int)count, comb,
                           clean, sum, expected))
            break;
    }
    // A square with a square hole, reached along a seam.
    static const double hole[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 1, 1, 0, 1, 3, 0, 3, 3, 0, 3, 1, 0};
    static const int32_t seam[] = {0, 1, 2, 3, 0, 4, 5, 6, 7, 4};
    polygon.corners.count = 0;
    for (size_t k = 0; k < COUNT(seam); k++)
        REQUIRE(wend_array_push(b.context, &polygon.corners, seam[k]));
    bool clean = false;
    double sum = 0;
    REQUIRE(wend_polygon_cut(b.context, &polygon, hole, &clean) == WEND_OK);
    for (int64_t k = 0; k < polygon.triangles.count; k += 3)
        sum += triangle_area(hole, polygon.triangles.data + k);
    CHECK_MESSAGE(clean && sum == 12, "with a hole: clean %d, area %g", clean, sum);
    wend_polygon_free(b.context, &polygon);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- large polygons

enum { STAR, SPIKES, COMB, SPIRAL, LATTICE, LARGE_KINDS };

// A polygon of about `count` corners on the ground, counter-clockwise; it returns how many. Spikes are as long as they
// like; a spiral is a strip that goes around and around; on a lattice of four steps corners are in one line.
static int32_t large_polygon(int kind, int32_t count, uint64_t *random, double *points) {
    count = count / 4 * 4;
    for (int32_t k = 0; k < count; k++) {
        int32_t half = count / 2, i = k < half ? k : count - 1 - k;
        double angle = 2 * 3.14159265358979323846 * k / count, r = k % 2 ? 1 : 0.5;
        if (kind == SPIKES)
            r = 0.2 + 0.8 * wend_random_unit(random);
        if (kind == SPIRAL) {
            angle = 0.3 * i;
            r = 1 + 0.1 * angle + (k < half ? 0.3 : 0);
        }
        double x = r * cos(angle), y = r * sin(angle);
        if (kind == COMB || kind == LATTICE) {
            x = i;
            y = k < half ? -1 : k % 2 ? 2 + wend_random_unit(random) : 1;
            if (kind == LATTICE)
                y = k < half ? -1 - (double)wend_random_below(random, 2) : 1 + (double)wend_random_below(random, 2);
        }
        points[3 * k] = x;
        points[3 * k + 1] = y;
        points[3 * k + 2] = 0;
    }
    return count;
}

static double turn_at(const double *points, int32_t a, int32_t b, int32_t c) {
    const double *p = points + 3 * a, *q = points + 3 * b, *r = points + 3 * c;
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

// Ears as polygon.c defines them, each found by looking at all corners that are left: how many triangles there are.
static int32_t cut_slowly(const double *points, int32_t count, int32_t *left, int32_t *triangles) {
    int32_t made = 0, refused = 0, at = 1;
    for (int32_t k = 0; k < count; k++)
        left[k] = k;
    while (count >= 3 && refused < count) {
        int32_t p = left[(at + count - 1) % count], q = left[at], r = left[(at + 1) % count];
        bool free = turn_at(points, p, q, r) > 0;
        for (int32_t i = 0; i < count && free; i++) {
            int32_t k = left[i];
            bool within = k != p && k != q && k != r && turn_at(points, p, q, k) >= 0 &&
                          turn_at(points, q, r, k) >= 0 && turn_at(points, r, p, k) >= 0;
            free = !within || turn_at(points, left[(i + count - 1) % count], k, left[(i + 1) % count]) > 0;
        }
        if (!free && count > 3) {
            refused++;
            at = (at + 1) % count;
            continue;
        }
        memcpy(triangles + 3 * made++, (int32_t[3]){p, q, r}, 3 * sizeof p);
        if (count-- == 3)
            break;
        memmove(left + at, left + at + 1, (size_t)(count - at) * sizeof *left);
        at = (at < count ? at + 1 : 1) % count;
        refused = 0;
    }
    return made;
}

// Cuts a polygon; the steps that it took. Coordinates are taken relative to the first corner, so let that be 0.
static int64_t cut_large(bench *b, wend_polygon *polygon, double *points, int32_t count, bool *clean) {
    polygon->corners.count = 0;
    polygon->work = 0;
    double x = points[0], y = points[1];
    for (int32_t k = 0; k < count; k++) {
        points[3 * k] -= x;
        points[3 * k + 1] -= y;
        if (!CHECK(wend_array_push(b->context, &polygon->corners, k)))
            return 0;
    }
    CHECK(wend_polygon_cut(b->context, polygon, points, clean) == WEND_OK);
    return polygon->work;
}

// Large polygons are cut into the same ears as by looking at all corners for each.
TEST(large_polygons) {
    enum { MOST = 400 };
    bench b = make_bench();
    wend_polygon polygon = {0};
    uint64_t random = 11;
    int64_t cases = check_cases("cases", 200);
    for (int64_t c = 0; c < cases; c++) {
        static double points[3 * MOST];
        static int32_t left[MOST], triangles[3 * MOST];
        int kind = (int)(c % LARGE_KINDS);
        int32_t count = large_polygon(kind, 68 + (int32_t)wend_random_below(&random, MOST - 68), &random, points);
        bool clean = false;
        cut_large(&b, &polygon, points, count, &clean);
        int32_t expected = cut_slowly(points, count, left, triangles);
        if (!CHECK_MESSAGE(clean && expected == count - 2 &&
                               memcmp(triangles, polygon.triangles.data, 3 * (size_t)expected * sizeof *triangles) == 0,
                           "case %lld, kind %d, %d corners: other triangles", (long long)c, kind, (int)count))
            break;
    }
    wend_polygon_free(b.context, &polygon);
    free_bench(&b);
}

// Sixteen times as many corners take less than fifty times as many steps, not 256 times.
TEST(polygons_grow) {
    enum { FEW = 2500, MANY = 16 * FEW };
    bench b = make_bench();
    wend_polygon polygon = {0};
    uint64_t random = 3;
    double *points = calloc(3 * (size_t)MANY, sizeof *points);
    for (int kind = 0; kind < SPIRAL && CHECK(points); kind++) {
        bool clean = false, all = false;
        int64_t few = cut_large(&b, &polygon, points, large_polygon(kind, FEW, &random, points), &clean);
        int64_t many = cut_large(&b, &polygon, points, large_polygon(kind, MANY, &random, points), &all);
        CHECK_MESSAGE(clean && all && many < 50 * few, "kind %d: %lld steps for %d corners, %lld for %d; clean %d %d",
                      kind, (long long)few, FEW, (long long)many, MANY, clean, all);
    }
    free(points);
    wend_polygon_free(b.context, &polygon);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- PLY

#define PLY_ASCII "ply\nformat ascii 1.0\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "property list uchar int vertex_indices\n"

TEST(ply_text) {
    static const example examples[] = {
        {PLY_ASCII "element vertex 3\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
         THREE_READ " | : 0 1 2", NULL},
        {PLY_ASCII "element vertex 4\n" XYZ "element face 1\n" FACES "end_header\n0 0 0 1 0 0 1 1 0 0 1 0 4 0 1 2 3",
         FOUR_READ " | : 0 1 2, 0 2 3", NULL},
        {"ply\r\nformat ascii 1.0\r\ncomment a b c d e f g\r\nobj_info x\r\n\r\nelement vertex 3\r\nproperty uchar "
         "red\r\n"
         "property double z\r\nproperty float32 y\r\nproperty list int8 float q\r\nproperty int16 x\r\n"
         "element edge 2\r\nproperty int a\r\nproperty int b\r\nelement face 1\r\nproperty list uchar float "
         "texcoord\r\n"
         "property list uint8 uint32 vertex_index\r\nproperty int m\r\nend_header\r\n255 0 0 2 1.5 2.5 0\r\n"
         "255 0 0 0 1\r\n255 0 1 1 9 0\r\n0 1\r\n1 2\r\n2 0.5 0.5 3 0 1 2 7\r\n",
         THREE_READ " | : 0 1 2", NULL},
        {"ply\rformat ascii 1.0\relement vertex 3\rproperty int x\rproperty int y\rproperty int z\relement face 1\r"
         "property list uchar int vertex_indices\rend_header\r0 0 0\r1 0 0\r0 1 0\r3 0 1 2\r",
         THREE_READ " | : 0 1 2", NULL},
        {PLY_ASCII "element vertex 4\n" XYZ "element tristrips 1\n" FACES
                   "end_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n10 0 1 2 3 -1 3 2 2 1 0\n",
         FOUR_READ " | : 0 1 2, 2 1 3, 2 1 0", NULL},
        {PLY_ASCII "element vertex 3\n" XYZ "element face 3\n" FACES
                   "element nothing 99999999999999\nend_header\n0 0 0\n1 nan 0\n0 1 0\n2 0 1\n3 0 1 2\n0\n",
         "0 0 0, 1 nan 0, 0 1 0 | : 0 1 2", NULL},
    };
    check_examples(WEND_SCENE_PLY, examples, COUNT(examples) - 1);
    bench b = make_bench();
    CHECK_STRING(read_text(&b, WEND_SCENE_PLY, examples[5].text), examples[5].expected);
    CHECK_INT(wend_report_count(b.report), 2);
    CHECK_STRING(wend_report_at(b.report, 0)->text,
                 "f:12: vertices with a coordinate that is not finite: 1 (the first is here); nobody can walk on their "
                 "triangles.");
    CHECK_STRING(wend_report_at(b.report, 1)->text,
                 "f:14: faces of fewer than three corners: 2 (the first is here); left out.");
    free_bench(&b);
}

TEST(ply_faults) {
    static const fault faults[] = {
        {"", WEND_ERROR_EMPTY, "f: the file is empty."},
        {"p", WEND_ERROR_FORMAT, "f:1: expected ply on a line of its own, found 'p'."},
        {"polygon\n", WEND_ERROR_FORMAT, "f:1: expected ply on a line of its own, found 'polygon'."},
        {"ply\nformat ascii 1.0\n", WEND_ERROR_TRUNCATED,
         "f:3: the file ends within its header: there is no end_header."},
        {"ply\nformat text 1.0\n", WEND_ERROR_FORMAT,
         "f:2: expected ascii, binary_little_endian or binary_big_endian, found 'text'."},
        {"ply\nend_header\n", WEND_ERROR_FORMAT, "f:2: expected a format before it, found 'end_header'."},
        {PLY_ASCII "end_header\n", WEND_ERROR_FORMAT, "f:1: the header has no element vertex."},
        {PLY_ASCII "element vertex\n", WEND_ERROR_FORMAT,
         "f:3: expected how many there are of it, found the end of the line."},
        {PLY_ASCII "element vertex -1\n", WEND_ERROR_FORMAT, "f:3: expected how many there are of it, found '-1'."},
        {PLY_ASCII "element vertex 3x\n", WEND_ERROR_FORMAT, "f:3: expected how many there are of it, found '3x'."},
        {PLY_ASCII "property float x\n", WEND_ERROR_FORMAT, "f:3: a property before any element."},
        {PLY_ASCII "element vertex 1\nproperty real x\n", WEND_ERROR_FORMAT, "f:4: expected a type, found 'real'."},
        {PLY_ASCII "element vertex 1\nproperty list uchar\n", WEND_ERROR_FORMAT,
         "f:4: expected a type, found the end of the line."},
        {PLY_ASCII "element vertex 1\nelement vertex 1\n", WEND_ERROR_FORMAT, "f:4: a second element vertex."},
        {PLY_ASCII "elements\n", WEND_ERROR_FORMAT,
         "f:3: expected element, property, comment or end_header, found 'elements'."},
        {PLY_ASCII "element vertex 1\nproperty float x\nproperty float z\nend_header\n", WEND_ERROR_FORMAT,
         "f:1: the element vertex has no property y."},
        {PLY_ASCII "element vertex 1\n" XYZ "property float x\nend_header\n", WEND_ERROR_FORMAT,
         "f:1: an element has two properties x."},
        {PLY_ASCII "element face 1\n" FACES "element vertex 3\n" XYZ "end_header\n3 0 1 2\n", WEND_ERROR_UNSUPPORTED,
         "f:10: faces come before the vertices; save the file anew with another program."},
        {PLY_ASCII "element vertex 2\n" XYZ "end_header\n0 0 0\n1 0", WEND_ERROR_TRUNCATED,
         "f:9: the file ends within vertex 2 of 2."},
        {PLY_ASCII "element vertex 2\n" XYZ "end_header\n0 0 0\n1 a 0\n", WEND_ERROR_FORMAT,
         "f:9: expected a y coordinate, found 'a'."},
        {PLY_ASCII "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 1\n", WEND_ERROR_FORMAT,
         "f:11: 1 names no vertex: the file has 1, counted from 0."},
        {PLY_ASCII "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 -1\n", WEND_ERROR_FORMAT,
         "f:11: -1 names no vertex: the file has 1, counted from 0."},
        {PLY_ASCII "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 0.5\n",
         WEND_ERROR_FORMAT, "f:11: 0.5 names no vertex: the file has 1, counted from 0."},
        {PLY_ASCII "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n-3 0 0 0\n", WEND_ERROR_FORMAT,
         "f:11: a list here has a length that is negative or no whole number."},
        {PLY_ASCII "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n4000000000 0\n",
         WEND_ERROR_TRUNCATED, "f:12: the file ends within face 1 of 1."},
        {PLY_ASCII "element vertex 99999999999\n" XYZ "end_header\n0 0 0\n", WEND_ERROR_TRUNCATED,
         "f:9: the file ends within vertex 2 of 99999999999."},
        {PLY_ASCII "element vertex 1\n" XYZ "end_header\n0 0 0\n", WEND_ERROR_EMPTY,
         "f: there are no triangles in the file (vertices: 1)."},
    };
    check_faults(WEND_SCENE_PLY, faults, COUNT(faults));
}

static void add_word(wend_text *text, uint64_t word, int size, bool big) {
    for (int k = 0; k < size; k++)
        wend_text_add_char(text, (char)(unsigned char)(word >> 8 * (big ? size - 1 - k : k)));
}

// A triangle with coordinates, counts and indices of every type, in both byte orders.
TEST(ply_binary) {
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"};
    static const int sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    bench b = make_bench();
    for (int big = 0; big < 2; big++)
        for (int t = 0; t < 8 * 8; t++) {
            int scalar = t / 8, index = t % 8;
            wend_text text = wend_text_start(b.context);
            wend_text_add_string(&text, big ? "ply\nformat binary_big_endian 1.0\nelement vertex 3\n"
                                            : "ply\nformat binary_little_endian 1.0\nelement vertex 3\n");
            for (int k = 0; k < 3; k++) {
                wend_text_add_string(&text, "property ");
                wend_text_add_string(&text, types[scalar]);
                wend_text_add_string(&text, k == 0 ? " x\n" : k == 1 ? " y\n" : " z\nproperty list uchar short q\n");
            }
            wend_text_add_string(&text, "element face 1\nproperty list ");
            wend_text_add_string(&text, types[index]);
            wend_text_add_char(&text, ' ');
            wend_text_add_string(&text, types[scalar]);
            wend_text_add_string(&text, " vertex_indices\nend_header\n");
            uint64_t numbers[8][4] = {{0, 1, 2, 3},
                                      {0, 1, 2, 3},
                                      {0, 1, 2, 3},
                                      {0, 1, 2, 3},
                                      {0, 1, 2, 3},
                                      {0, 1, 2, 3},
                                      {0, 0x3F800000, 0x40000000, 0x40400000},
                                      {0, 0x3FF0000000000000, 0x4000000000000000, 0x4008000000000000}};
            for (int v = 0; v < 3; v++) {
                for (int k = 0; k < 3; k++)
                    add_word(&text, numbers[scalar][(v == 1 && k == 0) || (v == 2 && k == 1)], sizes[scalar], big);
                wend_text_add_char(&text, (char)v); // a list of v numbers
                add_word(&text, 0x0A0D0A0D, 2 * v, big);
            }
            size_t header = text.count;
            add_word(&text, numbers[index][3], sizes[index], big);
            for (int k = 0; k < 3; k++)
                add_word(&text, numbers[scalar][k], sizes[scalar], big);
            CHECK_STRING(read_bytes(&b, WEND_SCENE_PLY, text.data, text.count), THREE_READ " | : 0 1 2");
            CHECK_INT(wend_report_count(b.report), 0);
            if (t == 36) {
                check_beginnings(WEND_SCENE_PLY, text.data, text.count);
                char expected[100];
                snprintf(expected, sizeof expected, "f: byte %d: the file ends within face 1 of 1.",
                         (int)text.count - 1);
                CHECK_STRING(read_bytes(&b, WEND_SCENE_PLY, text.data, text.count - 1), expected);
                text.data[header + (size_t)sizes[index]] = 9;
                text.data[header + (size_t)sizes[index] + 3] = 9;
                CHECK(read_bytes(&b, WEND_SCENE_PLY, text.data, text.count) != NULL);
                snprintf(expected, sizeof expected,
                         "f: byte %d: 150994953 names no vertex: the file has 3, counted from 0.",
                         (int)header + sizes[index]);
                CHECK_STRING(b.text.data, expected);
            }
            wend_text_free(&text);
        }
    free_bench(&b);
}

TEST(ply_beginnings) {
    static const char file[] = PLY_ASCII "comment c\nelement vertex 3\n" XYZ "element face 1\n" FACES
                                         "end_header\n0 0 0\r\n1 0 0\n0 1 0\n4 0 1 2 1\n";
    check_beginnings(WEND_SCENE_PLY, file, sizeof file - 1);
}

// ---------------------------------------------------------------------------------------------------- STL

#define FACET "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

TEST(stl_text) {
    static const example examples[] = {
        {"solid box\n" FACET "endsolid box\n", THREE_READ " | box: 0 1 2", NULL},
        {"solid\n" FACET FACET "endsolid\n", THREE_READ ", " THREE_READ " | : 0 1 2, 3 4 5", NULL},
        {"solid a b \r\n" FACET "endsolid a b\r\n\r\nsolid c\n" FACET "endsolid",
         THREE_READ ", " THREE_READ " | a b: 0 1 2 | c: 3 4 5", NULL},
        {"  SOLID A\n Facet Normal -nan(ind) 1.#QNAN 3\nOUTER LOOP VERTEX 0 0 0 vertex 1e0 0 0.0 Vertex 0 +1 0\n"
         "EndLoop\nEndFacet\nENDSOLID\n",
         THREE_READ " | A: 0 1 2", NULL},
        {"solid x\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
         THREE_READ " | x: 0 1 2", NULL},
        {"solid x\n" FACET, THREE_READ " | x: 0 1 2", "f:9: the file ends without endsolid; it may have been cut off."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 inf 0\nendloop\nendfacet\n"
         "endsolid\n",
         "0 0 0, 1 0 0, 0 inf 0 | x: 0 1 2",
         "f:2: vertices with a coordinate that is not finite: 1 (the first is here); nobody can walk on their "
         "triangles."},
    };
    check_examples(WEND_SCENE_STL, examples, COUNT(examples));
    static const fault faults[] = {
        {"", WEND_ERROR_EMPTY, "f: the file is empty."},
        {"salad\n", WEND_ERROR_TRUNCATED,
         "f: neither text that begins with \"solid\" nor the 84 bytes that a binary STL has."},
        {"solid x\nendsolid x\n", WEND_ERROR_EMPTY, "f: there are no triangles in the file (vertices: 0)."},
        {"solid x\nfacets\n", WEND_ERROR_FORMAT, "f:2: expected facet or endsolid, found 'facets'."},
        {"solid x\nfacet normal 0 0 0\nloop\n", WEND_ERROR_FORMAT, "f:3: expected outer loop, found 'loop'."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 z\n", WEND_ERROR_FORMAT,
         "f:4: expected a z coordinate, found 'z'."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0", WEND_ERROR_TRUNCATED,
         "f:4: expected a z coordinate, found the end of the file."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nendloop\n", WEND_ERROR_FORMAT,
         "f:6: expected vertex, found 'endloop'."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nendloop\n",
         WEND_ERROR_FORMAT, "f:7: expected endloop after three vertices, found 'vertex'."},
        {"solid x\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nendloop\nfacet",
         WEND_ERROR_FORMAT, "f:8: expected endfacet, found 'facet'."},
        {"solid x\n" FACET "endsolid x\nsolids", WEND_ERROR_FORMAT, "f:10: expected solid, found 'solids'."},
    };
    check_faults(WEND_SCENE_STL, faults, COUNT(faults));
    check_beginnings(WEND_SCENE_STL, examples[2].text, strlen(examples[2].text));
}

TEST(stl_binary) {
    bench b = make_bench();
    static const double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int32_t triangles[] = {0, 1, 2, 2, 1, 0};
    clear_bench(&b);
    REQUIRE(wend_scene_add(b.scene, positions, 3, triangles, 2) == WEND_OK);
    wend_text text = wend_text_start(b.context);
    REQUIRE(wend_write_scene_stl(b.scene, &text) == WEND_OK);
    REQUIRE(text.count == 84 + 2 * 50);
    const char *both = THREE_READ ", 0 1 0, 1 0 0, 0 0 0 | : 0 1 2, 3 4 5";
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), both);
    CHECK_INT(wend_report_count(b.report), 0);
    memcpy(text.data, "solid box", 9); // what many write
    memcpy(text.data + 20, "facet", 5);
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), both);
    CHECK_INT(wend_report_count(b.report), 0);
    memcpy(text.data, "\xEF\xBB\xBF", 3); // not a mark here
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), both);
    memcpy(text.data, "solid", 5);
    check_beginnings(WEND_SCENE_STL, text.data, text.count);

    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count - 1),
                 "f: byte 80: the count says 2 triangles, but the file ends after 1.");
    CHECK_INT(b.result, WEND_ERROR_TRUNCATED);
    text.data[80] = 1;
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), THREE_READ " | : 0 1 2");
    CHECK_STRING(wend_report_at(b.report, 0)->text,
                 "f: byte 80: the count says 1 triangles, but 50 bytes follow them; passed over.");
    text.data[80] = 0;
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), both);
    CHECK_STRING(wend_report_at(b.report, 0)->text,
                 "f: byte 80: the count of triangles is 0, but there are 2; they are read.");
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, 84), "f: there are no triangles in the file (vertices: 0).");
    memset(text.data + 80, 0xFF, 4);
    CHECK_STRING(read_bytes(&b, WEND_SCENE_STL, text.data, text.count),
                 "f: byte 80: the count says 4294967295 triangles, but the file ends after 2.");
    text.data[80] = 2;
    memset(text.data + 81, 0, 3);
    memset(text.data + 84 + 12, 0xFF, 4); // x of the first vertex
    CHECK(strstr(read_bytes(&b, WEND_SCENE_STL, text.data, text.count), "nan 0 0, 1 0 0") != NULL);
    CHECK_STRING(wend_report_at(b.report, 0)->text,
                 "f: byte 84: vertices with a coordinate that is not finite: 1 (the first is here); nobody can walk on "
                 "their triangles.");
    wend_text_free(&text);
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- formats

TEST(formats_are_told) {
    static const struct {
        const char *path, *bytes;
        wend_scene_format format;
    } cases[] = {
        {"a.obj", NULL, WEND_SCENE_OBJ},
        {"dir/A.OBJ", "", WEND_SCENE_OBJ},
        {"a.gltf", NULL, WEND_SCENE_GLTF},
        {"a.glb", NULL, WEND_SCENE_GLB},
        {"a.ply", NULL, WEND_SCENE_PLY},
        {"a.stl", NULL, WEND_SCENE_STL},
        {"a", NULL, WEND_SCENE_UNKNOWN},
        {NULL, "glTF\2", WEND_SCENE_GLB},
        {"a.gltf", "glTF\2", WEND_SCENE_GLB},
        {"a.glb", " {\"asset\":{}}", WEND_SCENE_GLTF},
        {NULL, " {\"asset\":{}}", WEND_SCENE_GLTF},
        {NULL, "ply\nformat", WEND_SCENE_PLY},
        {"a.stl", "ply\r\nformat", WEND_SCENE_PLY},
        {NULL, "solid x\nfacet", WEND_SCENE_STL},
        {NULL, "v 1 2 3\n", WEND_SCENE_OBJ},
        {NULL, "\xEF\xBB\xBF# a\n# b\r\n\nmtllib x\n", WEND_SCENE_OBJ},
        {NULL, "vertex", WEND_SCENE_UNKNOWN},
        {NULL, "", WEND_SCENE_UNKNOWN},
        {"a.obj", "\x1F\x8B\x08", WEND_SCENE_UNKNOWN},
        {"a.fbx", "v 1 2 3\n", WEND_SCENE_UNKNOWN},
    };
    for (size_t k = 0; k < COUNT(cases); k++)
        CHECK_MESSAGE(wend_scene_format_of(cases[k].path, cases[k].bytes,
                                           cases[k].bytes ? strlen(cases[k].bytes) : 0) == cases[k].format,
                      "case %d", (int)k);
    static const char stl[84 + 50] = {[80] = 1};
    CHECK_INT(wend_scene_format_of(NULL, stl, sizeof stl), WEND_SCENE_STL);
}

TEST(other_formats_are_refused) {
    static const struct {
        const char *path, *bytes, *expected;
    } cases[] = {
        {"a.fbx", "Kaydara FBX Binary",
         "this is FBX, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or "
         "STL, for example with Blender."},
        {"a", "; FBX 7.3.0",
         "this is FBX, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or STL, for "
         "example with Blender."},
        {"a.dae", "<?xml",
         "this is COLLADA, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or STL, for "
         "example with Blender."},
        {"a", "<?xml version='1.0'?>\n<COLLADA>",
         "this is COLLADA, which Wend does not read as a scene; convert it to glTF (.glb), "
         "OBJ, PLY or STL, for example with Blender."},
        {"a", "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));",
         "this is IFC, which Wend does not read as a scene; convert it to glTF (.glb) or OBJ, for example with "
         "IfcConvert."},
        {"a", "ISO-10303-21;\nHEADER;\n",
         "this is STEP, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or "
         "STL, for example with FreeCAD."},
        {"a.usdz", "PK\x03\x04",
         "this is USD, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or STL, for "
         "example with Blender."},
        {"a.blend", "BLENDER-v300",
         "this is a Blender file, which Wend does not read as a scene; save it as glTF (.glb) in Blender."},
        {"a.3ds", "MM",
         "this is the file of a modelling program, which Wend does not read as a scene; convert it to glTF (.glb), "
         "OBJ, PLY or STL, for example with Blender."},
        {"a", "  0\nSECTION\n",
         "this is DXF, which Wend does not read as a scene; convert it to glTF (.glb), OBJ, PLY or STL, for "
         "example with FreeCAD."},
        {"a.obj", "\x1F\x8B\x08", "this is a gzip archive, which Wend does not read as a scene; unpack it first."},
        {"a.obj.zip", "PK\x03\x04", "this is a zip archive, which Wend does not read as a scene; unpack it first."},
        {"a.wend", "\x89WEND\r\n\x1A",
         "this is what Wend made, which Wend does not read as a scene; give the scene that it was made "
         "from."},
        {"a.geojson", "{}",
         "this is GeoJSON, which Wend does not read as a scene; give a scene, or build the floor plan alone."},
        {"a.xyz", "1 2 3",
         "this is a cloud of points, which Wend does not read as a scene; make a mesh of it first and save that as "
         "PLY or OBJ, for example with CloudCompare."},
        {"a.foo", "1 2 3", "no scene format that Wend knows (.obj .gltf .glb .ply .stl)."},
        {"a.foo", "", "the file is empty."},
    };
    bench b = make_bench();
    for (size_t k = 0; k < COUNT(cases); k++) {
        size_t count = strlen(cases[k].bytes);
        wend_scene_format format = wend_scene_format_of(cases[k].path, cases[k].bytes, count);
        CHECK_INT(format, WEND_SCENE_UNKNOWN);
        clear_bench(&b);
        b.result = wend_file_parse_scene(
            b.context, &(wend_file_source){.name = cases[k].path, .bytes = cases[k].bytes, .count = count}, format, 0,
            b.scene, b.report);
        CHECK_INT(b.result, count == 0 ? WEND_ERROR_EMPTY : WEND_ERROR_UNSUPPORTED);
        char expected[WEND_FINDING_TEXT];
        snprintf(expected, sizeof expected, "%s: %s", cases[k].path, cases[k].expected);
        CHECK_STRING(wend_report_error(b.report), expected);
    }
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- round trips

static bool same_double(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

// A scene of random triangles in parts, some without triangles, around `middle`.
static wend_scene *make_random(wend_context *context, uint64_t *random, wend_up up, double middle, double size) {
    static const char *const names[] = {"a", "b c", "\"quoted\" \xC3\xA4", "", "#x \\"};
    wend_scene_def def = {.up = up, .unit = 1};
    wend_scene *scene = NULL;
    if (wend_scene_create(context, &def, &scene))
        return NULL;
    int parts = (int)wend_random_below(random, 6);
    for (int part = 0; part <= parts; part++) {
        double positions[3 * 40];
        int32_t triangles[3 * 60], vertices = 3 + (int32_t)wend_random_below(random, 37);
        int32_t count = part == 0 ? 1 + (int32_t)wend_random_below(random, 59) : (int32_t)wend_random_below(random, 60);
        for (int32_t k = 0; k < 3 * vertices; k++)
            positions[k] = middle + size * (wend_random_unit(random) - 0.5);
        for (int32_t k = 0; k < 3 * count; k++)
            triangles[k] = (int32_t)wend_random_below(random, (uint64_t)vertices);
        if (part > 0)
            wend_scene_begin_part(scene, 7, names[wend_random_below(random, COUNT(names))]);
        wend_scene_add(scene, positions, vertices, triangles, count);
    }
    return scene;
}

// The same triangles at the same places, `off` apart at most, up axes allowed for.
static void check_same(const wend_scene *a, const wend_scene *b, double off) {
    wend_scene_view x = wend_scene_look(a), y = wend_scene_look(b);
    REQUIRE(x.triangle_count == y.triangle_count);
    for (int64_t k = 0; k < 3 * (int64_t)x.triangle_count; k++) {
        double p[3], q[3];
        wend_ground_from_scene(x.up, x.positions + 3 * (int64_t)x.triangles[k], p);
        wend_ground_from_scene(y.up, y.positions + 3 * (int64_t)y.triangles[k], q);
        for (int i = 0; i < 3; i++)
            if (!CHECK_MESSAGE(off == 0 ? same_double(p[i], q[i]) : fabs(p[i] - q[i]) <= off,
                               "triangle %d: %.17g is read as %.17g", (int)(k / 3), p[i], q[i]))
                return;
    }
}

// The same names for the same triangles.
static void check_same_parts(const wend_scene *a, const wend_scene *b) {
    int32_t count = wend_scene_look(a).triangle_count;
    for (int32_t t = 0; t < count; t++) {
        const wend_scene_part *x = wend_scene_part_of(a, t), *y = wend_scene_part_of(b, t);
        REQUIRE(y != NULL);
        CHECK_STRING(y->name, x ? x->name : "");
    }
}

TEST(round_trips) {
    static const char *const endings[] = {".obj", ".ply", ".stl", ".glb"};
    bench b = make_bench();
    uint64_t random = 11;
    char folder[] = "/tmp/wend-test-XXXXXX", path[100];
    REQUIRE(mkdtemp(folder) != NULL);
    int64_t cases = check_cases("round-trips", 60);
    for (int64_t c = 0; c < cases; c++) {
        double middle = c % 3 == 0 ? 0 : c % 3 == 1 ? 4512345.25 : -300, size = c % 2 ? 200 : 0.5;
        wend_up up = (wend_up)(c % WEND_UP_COUNT);
        wend_scene *scene = make_random(b.context, &random, up, middle, size);
        REQUIRE(scene != NULL);
        for (size_t e = 0; e < COUNT(endings); e++) {
            clear_bench(&b);
            wend_scene_destroy(b.scene);
            wend_scene_def def = {.up = e == 3 ? WEND_UP_Y : up, .unit = 1};
            REQUIRE(wend_scene_create(b.context, &def, &b.scene) == WEND_OK);
            snprintf(path, sizeof path, "%s/scene%s", folder, endings[e]);
            CHECK_INT(wend_file_write_scene(b.context, path, scene, b.report), WEND_OK);
            CHECK_INT(wend_report_count(b.report), e == 2 && c % 3 == 1);
            CHECK_INT(wend_file_read_scene(b.context, path, 7, b.scene, b.report), WEND_OK);
            CHECK_INT(wend_report_total(b.report, NULL), e == 2 && c % 3 == 1);
            CHECK_STRING(wend_report_error(b.report), "");
            // Floats: half a step of the largest number that is written.
            double large = e == 2 ? fabs(middle) + size : size + (c % 3 == 2 && size >= 200 ? 300 : 0);
            check_same(scene, b.scene, e < 2 ? 0 : large / (1 << 24) + 1e-9);
            if (e == 0 || e == 3)
                check_same_parts(scene, b.scene);
            if (e < 2)
                CHECK_INT(wend_scene_look(b.scene).vertex_count, wend_scene_look(scene).vertex_count);
            remove(path);
        }
        wend_scene_destroy(scene);
    }
    rmdir(folder);
    free_bench(&b);
}

// OBJ and PLY keep every bit, whatever the numbers are.
TEST(every_bit_is_kept) {
    static const double odd[] = {0.0,
                                 -0.0,
                                 0.1,
                                 1.0 / 3,
                                 5e-324,
                                 -1.7976931348623157e308,
                                 123456789.12345679,
                                 1e22,
                                 1e23,
                                 (double)INFINITY,
                                 -(double)INFINITY,
                                 2.2250738585072014e-308};
    bench b = make_bench();
    uint64_t random = 3;
    wend_scene *scene = NULL;
    REQUIRE(wend_scene_create(b.context, NULL, &scene) == WEND_OK);
    static const int32_t triangle[] = {0, 1, 2};
    for (int k = 0; k < 300; k++) {
        double positions[9];
        for (int i = 0; i < 9; i++) {
            uint64_t pattern = wend_random(&random);
            memcpy(&positions[i], &pattern, sizeof pattern);
            if (positions[i] != positions[i])
                positions[i] = odd[(size_t)pattern % COUNT(odd)];
        }
        if (k < (int)COUNT(odd))
            positions[4] = odd[k];
        REQUIRE(wend_scene_add(scene, positions, 3, triangle, 1) == WEND_OK);
    }
    wend_text text = wend_text_start(b.context);
    for (int format = 0; format < 2; format++) {
        wend_text_clear(&text);
        CHECK_INT(format ? wend_write_scene_ply(scene, &text) : wend_write_scene_obj(scene, &text), WEND_OK);
        clear_bench(&b);
        CHECK_INT(wend_file_parse_scene(b.context,
                                        &(wend_file_source){.name = "f", .bytes = text.data, .count = text.count},
                                        format ? WEND_SCENE_PLY : WEND_SCENE_OBJ, 7, b.scene, b.report),
                  WEND_OK);
        check_same(scene, b.scene, 0);
    }
    wend_text_free(&text);
    wend_scene_destroy(scene);
    free_bench(&b);
}

TEST(written_files) {
    bench b = make_bench();
    static const double positions[] = {4512300, 5, 0, 4512301, 5, 0, 4512300, 6, 0.25};
    static const int32_t triangle[] = {0, 1, 2};
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 0.5};
    wend_scene_destroy(b.scene);
    REQUIRE(wend_scene_create(b.context, &def, &b.scene) == WEND_OK);
    wend_text text = wend_text_start(b.context);
    // Nothing to write is no fault.
    CHECK_INT(wend_write_scene_obj(b.scene, &text), WEND_OK);
    CHECK_STRING(text.data, "# up z, metres per unit 0.5\n");
    wend_text_clear(&text);
    CHECK_INT(wend_write_scene_stl(b.scene, &text), WEND_OK);
    CHECK_INT(text.count, 84);
    wend_text_clear(&text);
    CHECK_INT(wend_write_scene_glb(b.scene, &text), WEND_OK);
    CHECK_INT(text.count % 4, 0);
    wend_text_clear(&text);

    wend_scene_begin_part(b.scene, 0, "floor\n1");
    wend_scene_add(b.scene, positions, 3, triangle, 1);
    wend_scene_begin_part(b.scene, 0, "empty");
    CHECK_INT(wend_write_scene_obj(b.scene, &text), WEND_OK);
    CHECK_STRING(text.data, "# up z, metres per unit 0.5\nv 4512300 5 0\nv 4512301 5 0\nv 4512300 6 0.25\no floor_1\n"
                            "f 1 2 3\n");
    wend_text_clear(&text);
    CHECK_INT(wend_write_scene_ply(b.scene, &text), WEND_OK);
    const char *header = "ply\nformat binary_little_endian 1.0\ncomment up z, metres per unit 0.5\nelement vertex 3\n"
                         "property double x\nproperty double y\nproperty double z\nelement face 1\n"
                         "property list uchar int vertex_indices\nend_header\n";
    CHECK(text.count == strlen(header) + 9 * 8 + 13 && memcmp(text.data, header, strlen(header)) == 0);
    wend_text_clear(&text);
    CHECK_INT(wend_write_scene_glb(b.scene, &text), WEND_OK);
    const char *json =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wend\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"name\":\"scene\",\"matrix\":[0.5,0,0,0,0,0,-0.5,0,0,0.5,0,0,2256150.5,0,-3,1],\"children\":[1]},"
        "{\"name\":\"floor\\n1\",\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":3,\"min\":[-1,-1,0],"
        "\"max\":["
        "0,0,0.25]},{\"bufferView\":1,\"byteOffset\":0,\"componentType\":5125,\"type\":\"SCALAR\",\"count\":3}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36,\"target\":34962},{\"buffer\":0,\"byteOffset\":36,"
        "\"byteLength\":12,\"target\":34963}],\"buffers\":[{\"byteLength\":48}]}";
    size_t length = (strlen(json) + 3) / 4 * 4;
    REQUIRE(text.count == 12 + 8 + length + 8 + 48);
    char found[2000] = "";
    memcpy(found, text.data + 20, strlen(json));
    CHECK_STRING(found, json);
    wend_text_free(&text);

    CHECK_INT(wend_file_write_scene(b.context, "scene.dae", b.scene, b.report), WEND_ERROR_UNSUPPORTED);
    CHECK_STRING(wend_report_error(b.report), "scene.dae: scenes are written as .obj, .ply, .stl or .glb.");
    CHECK_INT(wend_file_write_scene(b.context, "no-such-folder/scene.stl", b.scene, b.report), WEND_ERROR_IO);
    CHECK_INT(wend_file_read_scene(b.context, "no-such-folder/scene.stl", 0, b.scene, b.report), WEND_ERROR_IO);
    free_bench(&b);
}

TEST(glb_warns_of_infinities) {
    bench b = make_bench();
    static const double positions[] = {(double)NAN, 5, 0, 1, 1e300, 0, 0, 6, 0.25};
    static const int32_t triangle[] = {0, 1, 2};
    wend_scene_add(b.scene, positions, 3, triangle, 1);
    char folder[] = "/tmp/wend-test-XXXXXX", path[100];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/scene.glb", folder);
    CHECK_INT(wend_file_write_scene(b.context, path, b.scene, b.report), WEND_OK);
    remove(path);
    rmdir(folder);
    REQUIRE(wend_report_count(b.report) == 1);
    CHECK_STRING(strchr(wend_report_at(b.report, 0)->text, ' '),
                 " vertices that are not finite: 2; they are written, but glTF does not allow them, and other programs "
                 "may refuse the file.");
    free_bench(&b);
}

TEST(stl_warns_of_coarse_floats) {
    bench b = make_bench();
    static const double positions[] = {4512300.3, 5, 0, 4512301, 5, 0, 4512300, 6, 0.25};
    static const int32_t triangle[] = {0, 1, 2};
    wend_scene_add(b.scene, positions, 3, triangle, 1);
    char folder[] = "/tmp/wend-test-XXXXXX", path[100];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/scene.stl", folder);
    CHECK_INT(wend_file_write_scene(b.context, path, b.scene, b.report), WEND_OK);
    remove(path);
    rmdir(folder);
    REQUIRE(wend_report_count(b.report) == 1);
    CHECK_STRING(wend_report_at(b.report, 0)->code, "stl-precision");
    CHECK_STRING(
        strchr(wend_report_at(b.report, 0)->text, ' '),
        " STL knows floats only, and this scene lies so far from its origin that vertices move by up to 0.2001 "
        "m; write .ply, .obj or .glb to keep them.");
    free_bench(&b);
}

// ---------------------------------------------------------------------------------------------------- shared data

// Every OBJ, PLY and STL of the catalogue has as many triangles as it says there.
TEST(shared_data) {
    const char *catalogue = check_data("CATALOG.md");
    if (!catalogue)
        SKIP("no shared data");
    bench b = make_bench();
    FILE *file = fopen(catalogue, "rb");
    REQUIRE(file != NULL);
    char row[4096];
    int read = 0;
    while (fgets(row, sizeof row, file)) {
        char name[200];
        const char *column = NULL;
        if (sscanf(row, "| `%199[^`]` |", name) != 1)
            continue;
        static const char *const formats[] = {"| OBJ | ", "| PLY | ", "| STL | "};
        for (size_t k = 0; k < COUNT(formats) && !column; k++)
            column = strstr(row, formats[k]);
        const char *path = column ? check_data(name) : NULL;
        if (!path)
            continue;
        clear_bench(&b);
        CHECK_INT(wend_file_read_scene(b.context, path, 7, b.scene, b.report), WEND_OK);
        wend_scene_view view = wend_scene_look(b.scene);
        long expected = strtol(column + 8, NULL, 10);
        CHECK_MESSAGE(view.triangle_count == expected, "%s: %d triangles, the catalogue says %ld", name,
                      (int)view.triangle_count, expected);
        const wend_finding *finding = wend_report_at(b.report, 0);
        CHECK_MESSAGE(!finding, "%s: %s", name, finding ? finding->text : "");
        read++;
    }
    fclose(file);
    CHECK_MESSAGE(read >= 50, "only %d files were read", read);
    free_bench(&b);
}

CHECK_MAIN()
