// Reads glTF 2.0: containers, accessors, primitives and nodes of files made in memory, and the scenes of the shared
// data. What is wrong with files is in test_read_gltf_damage.c.
#define _XOPEN_SOURCE 700

#include "gltf_builder.h"

#include "base/random.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------- containers

TEST(binary_file) {
    make_square();
    add_node("'mesh':0,'name':'floor'");
    REQUIRE(read_made());
    check_triangles(square_triangles, 2);
    CHECK_INT(view.vertex_count, 4);
    REQUIRE(CHECK_INT(view.part_count, 1));
    CHECK_STRING(view.parts[0].name, "floor");
    CHECK_INT(view.parts[0].file, 7);
    CHECK_INT(view.parts[0].first, 0);
    CHECK_INT(wend_report_count(report), 0);
}

TEST(data_uris) {
    make_square();
    add_node("'mesh':0");
    for (int form = 0; form < 4; form++) {
        char *uri = make_uri(form != 1);
        if (form >= 2) { // a digit as JSON may write it, and as URIs may
            char *other = malloc(6 * strlen(uri) + 1);
            size_t length = 0;
            for (const char *c = uri; *c; c++)
                if (*c == 'A')
                    length += (size_t)sprintf(other + length, form == 2 ? "\\u0041" : "%%41");
                else
                    other[length++] = *c;
            other[length] = 0;
            free(uri);
            uri = other;
        }
        char *text = make_text(uri);
        if (read_good(WEND_SCENE_GLTF, NULL, text, strlen(text)))
            check_triangles(square_triangles, 2);
        free(text);
        free(uri);
    }
}

// Base64 of every length, with padding and without.
TEST(base64_padding) {
    for (size_t spare = 0; spare < 6; spare++) {
        start();
        static const unsigned char bytes[] = {250, 0, 1, 0, 0, 1, 2, 0, 3, 1, 2, 3, 4, 5};
        add_mesh(add_accessor(add_view(bytes, 9 + spare, 0), U8, 3, "VEC3", ""), -1, 4);
        add_node("'mesh':0");
        char *uri = make_uri(true);
        for (int stripped = 0; stripped < 2; stripped++) {
            char *text = make_text(uri);
            static const double wanted[] = {250, 0, 1, 0, 0, 1, 2, 0, 3};
            if (read_good(WEND_SCENE_GLTF, NULL, text, strlen(text)))
                check_triangles(wanted, 1);
            free(text);
            char *padding = strchr(uri, '=');
            if (padding)
                strcpy(padding, "\"");
        }
        free(uri);
    }
}

static void write_file(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    if (!CHECK(file != NULL))
        exit(1);
    fwrite(bytes, 1, count, file);
    fclose(file);
}

// Buffers in files beside the file: by plain and percent-encoded names, from a folder above, missing, short, a folder.
TEST(files_beside) {
    char folder[] = "/tmp/wend-test-XXXXXX", path[128], wanted[256];
    REQUIRE(mkdtemp(folder) != NULL);
    make_square();
    add_node("'mesh':0");
    static const char *const uris[] = {"the%20bytes.bin", "the bytes.bin", "./the bytes.bin",
                                       "sub/../the%20bytes%2Ebin"};
    snprintf(path, sizeof path, "%s/sub", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/the bytes.bin", folder);
    write_file(path, made.binary, made.binary_count);
    snprintf(path, sizeof path, "%s/100%%.bin", folder);
    write_file(path, made.binary, made.binary_count - 1);
    snprintf(path, sizeof path, "%s/a.gltf", folder);
    for (size_t k = 0; k < sizeof uris / sizeof *uris; k++) {
        char uri[64];
        snprintf(uri, sizeof uri, ",\"uri\":\"%s\"", uris[k]);
        char *text = make_text(uri);
        write_file(path, text, strlen(text));
        CHECK_MESSAGE(read_path(path) == WEND_OK, "%s: %s", uris[k], wend_report_error(report));
        check_triangles(square_triangles, 2);
        free(text);
    }
    static const struct {
        const char *uri, *cause;
    } bad[] = {
        {"missing.bin", "missing.bin cannot be read: No such file or directory."},
        {"sub", "sub cannot be read: it is not a file."},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char uri[64];
        snprintf(uri, sizeof uri, ",\"uri\":\"%s\"", bad[k].uri);
        char *text = make_text(uri);
        write_file(path, text, strlen(text));
        CHECK_INT(read_path(path), WEND_ERROR_IO);
        snprintf(wanted, sizeof wanted, "%s/a.gltf: buffers[0]: %s", folder, bad[k].cause);
        CHECK_STRING(wend_report_error(report), wanted);
        CHECK_INT(view.triangle_count, 0);
        free(text);
    }
    char *text = make_text(",\"uri\":\"100%.bin\"");
    write_file(path, text, strlen(text));
    CHECK_INT(read_path(path), WEND_ERROR_TRUNCATED);
    snprintf(wanted, sizeof wanted, "%s/a.gltf: buffers[0]: byteLength is 60, but only 59 bytes are there.", folder);
    CHECK_STRING(wend_report_error(report), wanted);
    free(text);
    static const char *const files[] = {"a.gltf", "the bytes.bin", "100%.bin"};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[k]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/sub", folder);
    rmdir(path);
    CHECK_INT(rmdir(folder), 0);
}

// A buffer that nothing but a picture needs is not looked for.
TEST(unused_buffers) {
    start();
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":9,\"uri\":\"data:,%00%00%00%09"
        "%00%00%00%00%09\"},{\"byteLength\":9,\"uri\":\"http://nowhere/x\"}],\"bufferViews\":[{"
        "\"buffer\":0,\"byteLength\":9},{\"buffer\":1,\"byteLength\":9}],\"accessors\":[{"
        "\"componentType\":5121,\"count\":3,\"type\":\"VEC3\",\"bufferView\":0}],\"images\":[{"
        "\"bufferView\":1}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
        "\"nodes\":[{\"mesh\":0}]}";
    static const double wanted[] = {0, 0, 0, 9, 0, 0, 0, 0, 9};
    REQUIRE(read_good(WEND_SCENE_GLTF, "f.gltf", text, strlen(text)));
    check_triangles(wanted, 1);
}

TEST(odd_binary_files) {
    make_square();
    add_node("'mesh':0");
    size_t count = 0;
    unsigned char *glb = make_glb(&count), *longer = calloc(count + 5, 1);
    memcpy(longer, glb, count);
    REQUIRE(read_good(WEND_SCENE_GLB, "f.glb", longer, count + 5));
    char note[128];
    snprintf(note, sizeof note, "f.glb: byte %zu: the file goes on behind its end, for 5 bytes; they are passed over.",
             count);
    CHECK_MESSAGE(told(note), "%s", note);
    uint32_t length = (uint32_t)glb[12] | (uint32_t)glb[13] << 8;
    while (glb[20 + length - 1] == ' ')
        glb[20 + --length] = 0; // padding by zeros
    REQUIRE(read_good(WEND_SCENE_GLB, "f.glb", glb, count));
    check_triangles(square_triangles, 2);
    free(longer);
    free(glb);
}

// ---------------------------------------------------------------------------------------------------- accessors

static void put_component(unsigned char *at, int component, int32_t value) {
    float real = (float)value;
    uint32_t bits = (uint32_t)value;
    if (component == F32)
        memcpy(&bits, &real, 4);
    int bytes = component == I8 || component == U8 ? 1 : component == I16 || component == U16 ? 2 : 4;
    for (int k = 0; k < bytes; k++)
        at[k] = (unsigned char)(bits >> 8 * k);
}

// Positions of every type, normalized and not, close together and spread, from an offset on.
TEST(position_types) {
    static const struct {
        int component, bytes;
        int32_t low, high;
        double steps;
    } types[] = {{I8, 1, -128, 127, 127},
                 {U8, 1, 0, 255, 255},
                 {I16, 2, -32768, 32767, 32767},
                 {U16, 2, 0, 65535, 65535},
                 {U32, 4, 0, 1 << 30, 4294967295.0},
                 {F32, 4, -100, 1000, 0}};
    for (size_t type = 0; type < sizeof types / sizeof *types; type++)
        for (int form = 0; form < 8; form++) {
            bool normalized = form & 1, spread = form & 2, moved = form & 4;
            int bytes = types[type].bytes, stride = spread ? 20 : 3 * bytes, offset = moved ? 4 : 0;
            unsigned char block[128] = {0};
            double wanted[18];
            int32_t low = types[type].low, high = types[type].high;
            int32_t values[18] = {low, high, 0, 1, 2, low + 1, high - 1, 77, 5, 0, 0, 9, low, low, high, high, 3, low};
            for (int k = 0; k < 18; k++) {
                put_component(block + offset + k / 3 * stride + k % 3 * bytes, types[type].component, values[k]);
                wanted[k] = values[k];
                if (normalized && types[type].steps > 0)
                    wanted[k] = values[k] / types[type].steps < -1 ? -1 : values[k] / types[type].steps;
            }
            start();
            char more[64];
            snprintf(more, sizeof more, ",'normalized':%s,'byteOffset':%d", normalized ? "true" : "false", offset);
            int bufferview = add_view(block, (size_t)(offset + 5 * stride + 3 * bytes), spread ? stride : 0);
            add_mesh(add_accessor(bufferview, types[type].component, 6, "VEC3", more), -1, 4);
            add_node("'mesh':0");
            if (read_made())
                check_triangles(wanted, 2);
        }
}

TEST(index_types) {
    static const int types[] = {U8, U16, U32};
    for (int type = 0; type < 3; type++)
        for (int moved = 0; moved < 2; moved++) {
            unsigned char block[64] = {0};
            int bytes = 1 << type;
            for (int k = 0; k < 6; k++)
                put_component(block + (k + 4 * moved) * bytes, types[type], square_indices[k]);
            start();
            char more[32];
            snprintf(more, sizeof more, ",'byteOffset':%d", 4 * moved * bytes);
            int positions = add_floats(square, 4);
            int bufferview = add_view(block, (size_t)((6 + 4 * moved) * bytes), 0);
            add_mesh(positions, add_accessor(bufferview, types[type], 6, "SCALAR", more), 4);
            add_node("'mesh':0");
            if (read_made())
                check_triangles(square_triangles, 2);
        }
}

// Sparse positions and indices, over a bufferView and over nothing, with indices of every type.
TEST(sparse) {
    static const int types[] = {U8, U16, U32};
    static const float values[] = {7, 8, 9, -1, -2, -3};
    static const float base[] = {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};
    for (int form = 0; form < 6; form++) {
        unsigned char block[8] = {0};
        int type = types[form % 3], bytes = 1 << form % 3;
        put_component(block, type, 1);
        put_component(block + bytes, type, 5);
        start();
        int floor = form < 3 ? add_view(base, sizeof base, 0) : -1;
        int indices = add_view(block, (size_t)(2 * bytes), 0), replacements = add_view(values, sizeof values, 0);
        char more[256];
        snprintf(more, sizeof more,
                 ",'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':%d},'values':{'bufferView':%d}}",
                 indices, type, replacements);
        add_mesh(add_accessor(floor, F32, 6, "VEC3", more), -1, 4);
        add_node("'mesh':0");
        double wanted[18];
        for (int k = 0; k < 18; k++)
            wanted[k] = k / 3 == 1 ? values[k % 3] : k / 3 == 5 ? values[3 + k % 3] : form < 3 ? base[k] : 0;
        if (read_made())
            check_triangles(wanted, 2);
    }
    make_square();
    static const unsigned char where[] = {2, 4}, what[] = {1, 3};
    int first = add_view(where, 2, 0), second = add_view(what, 2, 0);
    char more[256];
    snprintf(more, sizeof more,
             ",'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}", first,
             second);
    add_mesh(0, add_accessor(-1, U8, 6, "SCALAR", more), 4); // 0 0 1 0 3 0
    add_node("'mesh':1");
    static const double wanted[] = {0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0};
    REQUIRE(read_made());
    check_triangles(wanted, 2);
}

// Many replaced elements among many, by chance.
TEST(sparse_by_chance) {
    uint64_t state = 9;
    for (int round = 0; round < 100; round++) {
        enum { COUNT = 60 };
        uint16_t indices[COUNT];
        float values[3 * COUNT] = {0};
        double wanted[3 * COUNT] = {0};
        int replaced = 0;
        for (int k = 0; k < COUNT; k++) {
            if (wend_random_below(&state, (uint64_t)COUNT) > (uint64_t)(round % COUNT) && k + 1 < COUNT)
                continue;
            indices[replaced] = (uint16_t)k;
            values[3 * replaced] = (float)(k + 1);
            wanted[3 * k] = k + 1;
            replaced++;
        }
        start();
        int which = add_view(indices, (size_t)replaced * 2, 0), what = add_view(values, (size_t)replaced * 12, 0);
        char more[256];
        snprintf(more, sizeof more,
                 ",'sparse':{'count':%d,'indices':{'bufferView':%d,'componentType':5123},'values':{'bufferView':%d}}",
                 replaced, which, what);
        add_mesh(add_accessor(-1, F32, COUNT, "VEC3", more), -1, 4);
        add_node("'mesh':0");
        REQUIRE(read_made());
        check_triangles(wanted, COUNT / 3);
    }
}

TEST(positions_of_nothing) {
    start();
    add_mesh(add_accessor(-1, F32, 3, "VEC3", ""), -1, 4);
    add_node("'mesh':0");
    static const double wanted[9] = {0};
    REQUIRE(read_made());
    check_triangles(wanted, 1);
}

// Coordinates that are no numbers are taken, and told.
TEST(not_finite) {
    start();
    const float points[] = {0, 0, 0, (float)NAN, 0, 0, 0, (float)INFINITY, 1};
    add_mesh(add_floats(points, 3), -1, 4);
    add_node("'mesh':0");
    REQUIRE(read_made());
    CHECK_INT(view.triangle_count, 1);
    CHECK(isnan(corner(0, 1)[0]) && isinf(corner(0, 2)[1]));
    CHECK_INT(wend_report_total(report, "vertex-not-finite"), 1);
}

// ---------------------------------------------------------------------------------------------------- primitives

// A strip and a fan around the same hexagon, and the same as lists; all triangles face up.
TEST(strips_and_fans) {
    static const float points[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 2, 0, 0, 2, 0, 1, 3, 0, 0};
    static const float round[] = {0, 0, 0, 2, 0, 0, 1, 0, -2, -1, 0, -2, -2, 0, 0};
    for (int mode = 5; mode <= 6; mode++)
        for (int indexed = 0; indexed < 2; indexed++) {
            static const uint16_t order[] = {0, 1, 2, 3, 4, 5, 6};
            const float *source = mode == 5 ? points : round;
            int count = mode == 5 ? 7 : 5;
            double wanted[45];
            for (int t = 0; t < count - 2; t++) {
                int strip[3] = {t, t % 2 ? t + 2 : t + 1, t % 2 ? t + 1 : t + 2}, fan[3] = {t + 1, t + 2, 0};
                for (int k = 0; k < 9; k++)
                    wanted[9 * t + k] = source[3 * (mode == 5 ? strip : fan)[k / 3] + k % 3];
            }
            start();
            int positions = add_floats(source, count);
            add_mesh(positions, indexed ? add_indices(order, count) : -1, mode);
            add_node("'mesh':0");
            if (!read_made())
                continue;
            check_triangles(wanted, count - 2);
            for (int32_t t = 0; t < view.triangle_count; t++) {
                const double *a = corner(t, 0), *b = corner(t, 1), *c = corner(t, 2);
                CHECK((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]) > 0);
            }
        }
}

// Primitives that share one accessor and use few of its vertices: only those get into the scene.
TEST(shared_vertices) {
    enum { SIDE = 40, COUNT = SIDE * SIDE };
    float points[3 * COUNT];
    for (int k = 0; k < 3 * COUNT; k++)
        points[k] = k % 3 == 0 ? (float)(k / 3 % SIDE) : k % 3 == 2 ? (float)(k / 3 / SIDE) : 0.5f;
    start();
    int positions = add_floats(points, COUNT);
    append(made.meshes, "{'primitives':[");
    uint16_t indices[6 * (SIDE - 1)];
    for (int row = 0; row + 1 < SIDE; row++) {
        for (int k = 0; k < SIDE - 1; k++) {
            uint16_t a = (uint16_t)(row * SIDE + k), quad[6] = {a,
                                                                (uint16_t)(a + SIDE),
                                                                (uint16_t)(a + 1),
                                                                (uint16_t)(a + 1),
                                                                (uint16_t)(a + SIDE),
                                                                (uint16_t)(a + SIDE + 1)};
            memcpy(indices + 6 * k, quad, sizeof quad);
        }
        append(made.meshes, "%s{'attributes':{'POSITION':%d},'indices':%d}", row > 0 ? "," : "", positions,
               add_indices(indices, row == 0 ? 3 : 6 * (SIDE - 1)));
        if (made.binary_count + sizeof indices + 4 > BINARY)
            break;
    }
    append(made.meshes, "]}");
    add_node("'mesh':0");
    REQUIRE(read_made());
    int32_t rows = (view.triangle_count - 1) / (2 * (SIDE - 1)) + 1;
    CHECK(rows > 10);
    CHECK_INT(view.vertex_count, 3 + (rows - 1) * 2 * SIDE);
    for (int32_t t = 1; t < view.triangle_count; t++) {
        int k = (t - 1) / 2 % (SIDE - 1), row = (t - 1) / 2 / (SIDE - 1) + 1;
        const double *a = corner(t, t % 2 ? 0 : 2);
        if (!CHECK(a[0] == k + (t % 2 ? 0 : 1) && a[1] == 0.5 && a[2] == row + (t % 2 ? 0 : 1)))
            break;
    }
}

// What is no triangle is passed over, and told.
TEST(other_primitives) {
    make_square();
    append(made.meshes,
           ",{'primitives':[{'attributes':{'POSITION':0},'mode':0},{'attributes':{'POSITION':0},'mode':1},"
           "{'attributes':{'NORMAL':0}},{'attributes':{'POSITION':0}},{'attributes':{'POSITION':0},'indices':1,"
           "'targets':[{'POSITION':0}]}]}");
    add_node("'mesh':1,'skin':0");
    add_node("'mesh':1,'rotation':[0,0,0,0]");
    REQUIRE(read_made());
    CHECK_INT(view.triangle_count, 6);
    CHECK_INT(wend_report_count(report), 6);
    CHECK(told("f.glb: primitives of points or lines: 2 (the first is meshes[1].primitives[0]); passed over."));
    CHECK(told("f.glb: primitives without positions: 1 (the first is meshes[1].primitives[2]); passed over."));
    CHECK(told("f.glb: primitives that end within a triangle: 1 (the first is meshes[1].primitives[3]); that triangle "
               "is left out."));
    CHECK(told("f.glb: meshes with morph targets: 1 (the first is meshes[1]); taken without them."));
    CHECK(told("f.glb: meshes with a skin: 1 (the first is nodes[0]); taken as they were modelled, with the transform "
               "of their node."));
    CHECK(told("f.glb: rotations of length 0: 1 (the first is nodes[1]); taken as no rotation."));
}

// ---------------------------------------------------------------------------------------------------- nodes

// Exact where the numbers are: a turn by a quarter, by quaternion and by matrix; scale before turn before shift.
TEST(quarter_turn) {
    make_square();
    add_node("'mesh':0,'rotation':[0,0.5,0,0.5],'scale':[2,3,4],'translation':[100,200,300]");
    add_node("'mesh':0,'matrix':[0,0,-2,0,0,3,0,0,4,0,0,0,100,200,300,1]");
    REQUIRE(read_made());
    double wanted[36];
    for (int k = 0; k < 36; k += 3) {
        const double *p = square_triangles + k % 18;
        wanted[k] = 4 * p[2] + 100;
        wanted[k + 1] = 3 * p[1] + 200;
        wanted[k + 2] = -2 * p[0] + 300;
    }
    check_triangles(wanted, 4);
}

static void turn(const double q[4], const double v[3], long double result[3]) {
    long double x = q[0], y = q[1], z = q[2], w = q[3], length = sqrtl(x * x + y * y + z * z + w * w);
    x /= length, y /= length, z /= length, w /= length;
    long double c[3] = {y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]};
    long double d[3] = {y * c[2] - z * c[1], z * c[0] - x * c[2], x * c[1] - y * c[0]};
    for (int k = 0; k < 3; k++)
        result[k] = v[k] + 2 * w * c[k] + 2 * d[k];
}

// Chains of random transforms against the same done point by point.
TEST(random_transforms) {
    uint64_t state = 4;
    for (int round = 0; round < 200; round++) {
        double t[3][3], q[3][4], s[3][3];
        bool mirrored = false;
        make_square();
        for (int level = 0; level < 3; level++) {
            for (int k = 0; k < 4; k++)
                q[level][k] = 2 * wend_random_unit(&state) - 1;
            for (int k = 0; k < 3; k++) {
                t[level][k] = 2e6 * wend_random_unit(&state) - 1e6;
                s[level][k] = 0.5 + wend_random_unit(&state);
                if (wend_random_below(&state, 3) == 0) {
                    s[level][k] = -s[level][k];
                    mirrored = !mirrored;
                }
            }
            add_node("%s,'translation':[%.17g,%.17g,%.17g],'rotation':[%.17g,%.17g,%.17g,%.17g],"
                     "'scale':[%.17g,%.17g,%.17g]",
                     level == 0   ? "'mesh':0"
                     : level == 1 ? "'children':[0]"
                                  : "'children':[1]",
                     t[level][0], t[level][1], t[level][2], q[level][0], q[level][1], q[level][2], q[level][3],
                     s[level][0], s[level][1], s[level][2]);
        }
        REQUIRE(read_made());
        REQUIRE(CHECK_INT(view.triangle_count, 2));
        for (int k = 0; k < 6; k++) {
            const double *p = square_triangles + 3 * k;
            int at = k % 3 > 0 && mirrored ? 3 - k % 3 : k % 3;
            long double place[3] = {p[0], p[1], p[2]};
            for (int level = 0; level < 3; level++) {
                double scaled[3];
                for (int axis = 0; axis < 3; axis++)
                    scaled[axis] = (double)(place[axis] * s[level][axis]);
                turn(q[level], scaled, place);
                for (int axis = 0; axis < 3; axis++)
                    place[axis] += t[level][axis];
            }
            for (int axis = 0; axis < 3; axis++)
                CHECK(fabsl(corner(k / 3, at)[axis] - place[axis]) < 1e-8L);
        }
    }
}

// A scene on its place on Earth keeps the last bit of its floats.
TEST(far_from_origin) {
    static const float points[] = {0.1f, 0.2f, 0.3f, 1.1f, 0.2f, 0.3f, 0.1f, 0.2f, -1.3f};
    start();
    add_mesh(add_floats(points, 3), -1, 4);
    add_node("'mesh':0");
    add_node("'translation':[4500000.25,113.5,-5400000.75],'children':[0]");
    REQUIRE(read_made());
    static const double shift[3] = {4500000.25, 113.5, -5400000.75};
    double wanted[9];
    for (int k = 0; k < 9; k++)
        wanted[k] = (double)points[k] + shift[k % 3];
    check_triangles(wanted, 1);
}

// Mirrored nodes, at one level and at two, keep their outside.
TEST(mirrored_nodes) {
    start();
    int mesh = add_tetrahedron();
    add_node("'mesh':%d", mesh);
    add_node("'mesh':%d,'scale':[-1,1,1]", mesh);
    add_node("'mesh':%d,'scale':[1,-2,1],'children':[3]", mesh);
    add_node("'mesh':%d,'scale':[1,1,-1]", mesh);
    add_node("'mesh':%d,'matrix':[0,1,0,0,1,0,0,0,0,0,1,0,5,5,5,1]", mesh);
    add_node("'mesh':%d,'scale':[-1,-1,-1]", mesh);
    REQUIRE(read_made());
    REQUIRE(CHECK_INT(view.part_count, 6));
    for (int32_t k = 0; k < 6; k++)
        CHECK_MESSAGE(volume(4 * k, 4 * k + 4) == (k == 2 || k == 3 ? 2 : 1), "part %d", k);
}

// A mesh in many places; names of parts; nodes in the order of the tree.
TEST(instances_and_names) {
    start();
    int mesh = add_tetrahedron();
    add_node("'children':[3,1],'name':'group'");
    add_node("'mesh':%d,'name':'second','translation':[1,0,0]", mesh);
    add_node("'mesh':%d", mesh);
    add_node("'mesh':%d,'name':'first \\u00e9','children':[4]", mesh);
    add_node("'mesh':%d,'name':''", mesh);
    add_node("'mesh':%d,'name':'%s'", mesh, "a name of more than sixty-three bytes, which ends in a wide letter: é...");
    REQUIRE(read_made());
    static const char *const names[] = {"first \xC3\xA9", "mesh 0", "second", "mesh 0",
                                        "a name of more than sixty-three bytes, which ends in a wide let"};
    REQUIRE(CHECK_INT(view.part_count, 5));
    for (int32_t k = 0; k < 5; k++) {
        CHECK_STRING(view.parts[k].name, names[k]);
        CHECK_INT(view.parts[k].first, 4 * k);
    }
    CHECK_INT(view.triangle_count, 20);
    CHECK_INT(view.vertex_count, 20);
}

TEST(names_cut_at_characters) {
    make_square();
    add_node("'mesh':0,'name':'%s\xE2\x82\xAC'", "0123456789012345678901234567890123456789012345678901234567890123");
    add_node("'mesh':0,'name':'%s\xE2\x82\xAC'", "01234567890123456789012345678901234567890123456789012345678901");
    add_node("'mesh':0,'name':'%s\xE2\x82\xAC'", "012345678901234567890123456789012345678901234567890123456789");
    REQUIRE(read_made());
    REQUIRE(CHECK_INT(view.part_count, 3));
    CHECK_INT(strlen(view.parts[0].name), 63);
    CHECK_INT(strlen(view.parts[1].name), 62);
    CHECK_INT(strlen(view.parts[2].name), 63);
    CHECK_STRING(view.parts[2].name + 60, "\xE2\x82\xAC");
}

TEST(gpu_instancing) {
    static const float shifts[] = {1, 2, 3, -4, 5, -6, 0, 0, 0}, scales[] = {1, 1, 1, -2, 2, 2, 1, -1, -1};
    static const int8_t turns[] = {0, 0, 0, 127, 0, 0, 0, 127, 0, 127, 0, 0}; // the last one: half a turn
    start();
    int mesh = add_tetrahedron();
    int t = add_floats(shifts, 3), s = add_floats(scales, 3);
    int r = add_accessor(add_view(turns, 12, 0), I8, 3, "VEC4", ",'normalized':true");
    add_node("'mesh':%d,'translation':[10,0,0],'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{"
             "'TRANSLATION':%d,'ROTATION':%d,'SCALE':%d,'_ID':0}}}",
             mesh, t, r, s);
    add_node("'mesh':%d,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':%d}}}", mesh, t);
    REQUIRE(read_made());
    REQUIRE(CHECK_INT(view.triangle_count, 24));
    CHECK_INT(view.part_count, 2);
    static const double volumes[] = {1, 8, 1, 1, 1, 1};
    for (int32_t k = 0; k < 6; k++)
        CHECK(fabs(volume(4 * k, 4 * k + 4) - volumes[k]) < 1e-12);
    // The first corner of each instance is its origin.
    for (int32_t k = 0; k < 6; k++)
        for (int axis = 0; axis < 3; axis++)
            CHECK(corner(4 * k, 0)[axis] == shifts[3 * (k % 3) + axis] + (axis == 0 && k < 3 ? 10 : 0));
    CHECK(corner(8, 2)[0] == 9); // (1, 0, 0), half turned about y
}

TEST(scenes) {
    static const struct {
        const char *scenes;
        double x; // of the first triangle
        int32_t triangles;
        const char *note;
    } cases[] = {
        {"", 1, 6, ""},
        {",'scene':1,'scenes':[{'nodes':[0]},{'nodes':[2]}]", 3, 2,
         "f.glb: of 2 scenes scenes[1] is read, the one that the file shows."},
        {",'scenes':[{'nodes':[1,0]},{'nodes':[2]}]", 2, 4, "f.glb: of 2 scenes scenes[0] is read, the first."},
        {",'scenes':[{'nodes':[1]}]", 2, 2, ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make_square();
        for (int node = 1; node <= 3; node++)
            add_node("'mesh':0,'translation':[%d,0,0]", node);
        append(made.more, "%s", cases[k].scenes);
        if (!read_made())
            continue;
        CHECK_INT(view.triangle_count, cases[k].triangles);
        CHECK(corner(0, 0)[0] == cases[k].x);
        CHECK_INT(wend_report_count(report), cases[k].note[0] != 0);
        CHECK(cases[k].note[0] == 0 || told(cases[k].note));
    }
}

// A chain of many nodes and a node with many children need no deep stack and no long time.
TEST(large_trees) {
    enum { COUNT = 200000 };
    open_context_with(1);
    for (int wide = 0; wide < 2; wide++) {
        char *text = malloc(64 * COUNT + 1000);
        size_t length = (size_t)sprintf(
            text,
            "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
            "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[");
        if (wide) {
            length += (size_t)sprintf(text + length, "{\"children\":[1");
            for (int k = 2; k < COUNT; k++)
                length += (size_t)sprintf(text + length, ",%d", k);
            length += (size_t)sprintf(text + length, "]}");
        }
        for (int k = 1; k + 1 < COUNT && wide; k++)
            length += (size_t)sprintf(text + length, ",{}");
        for (int k = 0; k + 1 < COUNT && !wide; k++)
            length += (size_t)sprintf(text + length, "%s{\"translation\":[1,0,0],\"children\":[%d]}", k > 0 ? "," : "",
                                      k + 1);
        length += (size_t)sprintf(text + length, ",{\"mesh\":0,\"translation\":[1,0,0]}]}");
        if (read_good(WEND_SCENE_GLTF, "f.gltf", text, length))
            CHECK(view.triangle_count == 1 && corner(0, 0)[0] == (wide ? 1 : COUNT));
        free(text);
    }
}

// ---------------------------------------------------------------------------------------------------- shared data

// The scenes of the catalogue: triangles and the size of their box.
TEST(catalogue) {
    static const struct {
        const char *path;
        int32_t triangles;
        double size[3];
    } files[] = {
        {"buildings/navcat_office.glb", 50065, {23.0, 4.1, 15.0}},
        {"city/godot_town/town_model.gltf", 30477, {2048, 22.4, 2048}},
        {"city/threejs/cartoon_lowpoly_small_city_free_pack/scene.gltf", 36930, {2192, 744, 2192}},
        {"city/threejs/mountain_landscape/scene.gltf", 2285, {409, 453, 401}},
        {"levels/aframe_castle-navmesh.glb", 710, {99.4, 9.2, 99.4}},
        {"levels/aframe_castle.glb", 12399, {8.9, 4.9, 16.4}},
        {"levels/dive_level.glb", 2245, {107, 15.6, 88.7}},
        {"levels/dive_navmesh.glb", 248, {104, 4.6, 85.8}},
        {"levels/godot_room.glb", 63720, {10.0, 5.0, 10.0}},
        {"levels/godot_zdm2.glb", 58772, {77.2, 36.0, 59.6}},
        {"levels/navcat_bridges.glb", 7158, {28.0, 4.7, 14.0}},
        {"levels/navcat_proto-level.glb", 26773, {192, 9.0, 96.7}},
        {"levels/navcat_tower-big.glb", 12826, {6.0, 16.4, 6.0}},
        {"levels/threejs_collision-world.glb", 1754, {34.4, 8.6, 34.4}},
        {"levels/threejs_space_ship_hallway.glb", 53400, {8.5, 7.0, 29.2}},
        {"terrain/playcanvas_terrain.glb", 3868, {16.7, 10.1, 16.7}},
    };
    if (!check_data("levels"))
        SKIP("the shared data is not there");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        const char *path = check_data(files[k].path);
        if (!CHECK_MESSAGE(path != NULL, "%s is not there", files[k].path))
            continue;
        wend_result result = read_path(path);
        if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_report_error(report)))
            continue;
        CHECK_INT(view.triangle_count, files[k].triangles);
        double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (int64_t i = 0; i < 3 * (int64_t)view.triangle_count; i++)
            for (int axis = 0; axis < 3; axis++) {
                double x = view.positions[3 * (int64_t)view.triangles[i] + axis];
                low[axis] = fmin(low[axis], x);
                high[axis] = fmax(high[axis], x);
            }
        for (int axis = 0; axis < 3; axis++) // as the catalogue rounds
            CHECK_MESSAGE(fabs(high[axis] - low[axis] - files[k].size[axis]) <=
                              (files[k].size[axis] > 100 ? 0.51 : 0.06),
                          "%s: %.3f along axis %d", files[k].path, high[axis] - low[axis], axis);
    }
}

TEST(nothing_is_left) {
    open_context_with(1);
    drop_scene();
    close_context();
}

CHECK_MAIN()
