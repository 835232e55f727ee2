// Reading from memory: every format gives what it gives from disk; files that belong to another one come through a
// hook, which may fail, give nothing or lie; sources that cannot be; the limit on memory.
#define _XOPEN_SOURCE 700

#include "shared_context.h"

#include <wend/file.h>
#include <wend/sample.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------------------- files

// Small files of every kind. Those with `beside` are no inputs but belong to the one before them.
typedef struct small_file {
    const char *name;
    const char *text;
    size_t count; // 0: as long as the text
    bool beside;
} small_file;

#define GLTF(uri)                                                                                                      \
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0,\"name\":\"floor\"}],\"meshes\":[{\"primitives\":[{"      \
    "\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"componentType\":5121,\"count\":3,\"type\":\"VEC3\","        \
    "\"bufferView\":0}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":9}],\"buffers\":[{\"byteLength\":9,\"uri\":"     \
    "\"" uri "\"}]}"
#define NINE_BYTES "\0\0\0\0\0\5\5\0\0"

static const small_file scenes[] = {
    {"a.obj", "o floor\nv 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0 1\nf 1 2 4 3\n", 0, false},
    {"b.gltf", GLTF("b.bin"), 0, false},
    {"b.bin", NINE_BYTES, 9, true},
    {"c.gltf", GLTF("data:;base64,AAAAAAAFBQAA"), 0, false},
    {"d.gltf", GLTF("parts/d%20e.bin"), 0, false},
    {"parts/d e.bin", NINE_BYTES, 9, true},
    {"e.ply",
     "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face "
     "1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n0 0 1\n1 0 0\n3 0 1 2\n",
     0, false},
    {"f.stl",
     "solid x\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n",
     0, false},
};

static const small_file drawings[] = {
    {"a.geojson", "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[40,0],[40,30],[0,0]]]}", 0, false},
    {"b.wkt", "POLYGON((0 0,40 0,40 30,0 0))", 0, false},
    {"c.dat", "0 0\n40 0\n40 30\n", 0, false},
    {"d.txt", "3 3\n0 0\n40 0\n40 30\n0 1\n1 2\n2 0\n", 0, false},
    {"e.poly", "3 2 0 0\n1 0 0\n2 40 0\n3 40 30\n3 0\n1 1 2\n2 2 3\n3 3 1\n0\n", 0, false},
    {"f.poly", "0 2 0 0\n3 0\n1 1 2\n2 2 3\n3 3 1\n0\n", 0, false},
    {"f.node", "3 2 0 0\n1 0 0\n2 40 0\n3 40 30\n", 0, true},
    {"g.json", "[[[0,0],[40,0],[40,30]]]", 0, false},
    {"h.map", "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n", 0, false},
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static size_t size_of(const small_file *file) {
    return file->count > 0 ? file->count : strlen(file->text);
}

// A hook that finds the small files. It gives a copy that ends where the bytes end, so that the sanitizer sees every
// byte too far.
typedef struct shelf {
    const small_file *files;
    size_t count;
    char *copy;
    int asked;
    char name[64]; // that was asked for last
} shelf;

static wend_result find_on_shelf(void *user, const char *name, wend_file_side *found) {
    shelf *s = user;
    s->asked++;
    snprintf(s->name, sizeof s->name, "%s", name);
    for (size_t k = 0; k < s->count; k++) {
        if (strcmp(s->files[k].name, name) != 0)
            continue;
        free(s->copy);
        s->copy = malloc(size_of(&s->files[k]));
        memcpy(s->copy, s->files[k].text, size_of(&s->files[k]));
        *found = (wend_file_side){.bytes = s->copy, .count = size_of(&s->files[k])};
    }
    return WEND_OK;
}

static char folder[] = "/tmp/wend-test-XXXXXX";

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_on_disk(const small_file *files, size_t count) {
    for (size_t k = 0; k < count; k++)
        CHECK_INT(wend_file_write(path_of(files[k].name), files[k].text, size_of(&files[k]), NULL), WEND_OK);
}

static void take_off_disk(const small_file *files, size_t count) {
    for (size_t k = 0; k < count; k++)
        unlink(path_of(files[k].name));
}

static bool make_folder(void) {
    open_context_with(1);
    return mkdtemp(folder) != NULL && mkdir(path_of("parts"), 0700) == 0;
}

static void drop_folder(void) {
    rmdir(path_of("parts"));
    rmdir(folder);
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
}

// ---------------------------------------------------------------------------------------------------- the same

static void check_same_scene(const wend_scene *a, const wend_scene *b, const char *name) {
    wend_scene_view x = wend_scene_look(a), y = wend_scene_look(b);
    bool same = x.vertex_count == y.vertex_count && x.triangle_count == y.triangle_count && x.triangle_count > 0 &&
                x.part_count == y.part_count &&
                memcmp(x.positions, y.positions, (size_t)x.vertex_count * 3 * sizeof *x.positions) == 0 &&
                memcmp(x.triangles, y.triangles, (size_t)x.triangle_count * 3 * sizeof *x.triangles) == 0;
    for (int32_t k = 0; same && k < x.part_count; k++)
        same = x.parts[k].file == y.parts[k].file && x.parts[k].first == y.parts[k].first &&
               strcmp(x.parts[k].name, y.parts[k].name) == 0;
    CHECK_MESSAGE(same, "%s: memory and disk differ", name);
}

static void check_same_drawing(const wend_drawing *a, const wend_drawing *b, const char *name) {
    wend_drawing_view x = wend_drawing_look(a), y = wend_drawing_look(b);
    bool same = x.rule == y.rule && x.shape_count == y.shape_count && x.shape_count > 0 &&
                x.point_count == y.point_count &&
                memcmp(x.points, y.points, (size_t)x.point_count * 2 * sizeof *x.points) == 0;
    for (int32_t k = 0; same && k < x.shape_count; k++)
        same = memcmp(&x.shapes[k], &y.shapes[k], sizeof x.shapes[k]) == 0;
    CHECK_MESSAGE(same, "%s: memory and disk differ", name);
}

// A source with its own copy of the bytes; free them.
static wend_file_source source_of(const char *name, const void *bytes, size_t count, shelf *s) {
    char *copy = malloc(count > 0 ? count : 1);
    memcpy(copy, bytes, count);
    return (wend_file_source){.name = name, .bytes = copy, .count = count, .hook = find_on_shelf, .user = s};
}

static wend_scene *read_scene(const wend_file_source *source, wend_scene_format format, wend_result expected) {
    wend_scene *scene = NULL;
    wend_report_clear(report);
    if (wend_scene_create(context, NULL, &scene) != WEND_OK)
        exit(1);
    wend_result result = wend_file_parse_scene(context, source, format, 3, scene, report);
    CHECK_MESSAGE(result == expected, "%s: %s, %s", source->name ? source->name : "(no name)", wend_describe(result),
                  wend_report_error(report));
    if (result != WEND_OK)
        CHECK(wend_scene_look(scene).vertex_count == 0 && wend_scene_look(scene).part_count == 0);
    return scene;
}

// By its name, and by its format without one.
static void compare_scene(const char *name, const void *bytes, size_t count, shelf *s) {
    wend_scene *disk = NULL;
    if (wend_scene_create(context, NULL, &disk) != WEND_OK)
        exit(1);
    wend_result result = wend_file_read_scene(context, path_of(name), 3, disk, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_report_error(report));
    wend_file_source source = source_of(name, bytes, count, s);
    wend_scene *named = read_scene(&source, WEND_SCENE_UNKNOWN, WEND_OK);
    check_same_scene(named, disk, name);
    source.name = NULL;
    wend_scene *nameless = read_scene(&source, wend_scene_format_of(name, bytes, count), WEND_OK);
    check_same_scene(nameless, disk, name);
    wend_scene_destroy(nameless);
    wend_scene_destroy(named);
    wend_scene_destroy(disk);
    free((void *)source.bytes);
}

TEST(scenes_from_memory_and_disk) {
    REQUIRE(make_folder());
    put_on_disk(scenes, COUNT_OF(scenes));
    shelf s = {.files = scenes, .count = COUNT_OF(scenes)};
    for (size_t k = 0; k < COUNT_OF(scenes); k++)
        if (!scenes[k].beside)
            compare_scene(scenes[k].name, scenes[k].text, size_of(&scenes[k]), &s);
    CHECK_INT(s.asked, 4); // two files with one beside them, twice
    take_off_disk(scenes, COUNT_OF(scenes));
    free(s.copy);
    drop_folder();
}

// A larger scene in each format that is written.
TEST(written_scenes) {
    static const char *const names[] = {"s.obj", "s.glb", "s.ply", "s.stl"};
    REQUIRE(make_folder());
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_scene(context, "stairs", 0, 1, &scene) == WEND_OK);
    for (size_t k = 0; k < COUNT_OF(names); k++) {
        char *bytes = NULL;
        size_t count = 0;
        CHECK_INT(wend_file_write_scene(context, path_of(names[k]), scene, NULL), WEND_OK);
        CHECK_INT(wend_file_read(context, path_of(names[k]), &bytes, &count, NULL), WEND_OK);
        compare_scene(names[k], bytes, count, NULL);
        wend_release(context, bytes, count + 1);
        unlink(path_of(names[k]));
    }
    wend_scene_destroy(scene);
    drop_folder();
}

TEST(drawings_from_memory_and_disk) {
    REQUIRE(make_folder());
    put_on_disk(drawings, COUNT_OF(drawings));
    shelf s = {.files = drawings, .count = COUNT_OF(drawings)};
    for (size_t k = 0; k < COUNT_OF(drawings); k++) {
        const small_file *file = &drawings[k];
        wend_drawing *disk = NULL, *named = NULL, *told = NULL;
        if (file->beside)
            continue;
        CHECK_INT(wend_file_read_drawing(context, path_of(file->name), &disk, report), WEND_OK);
        wend_file_source source = source_of(file->name, file->text, size_of(file), &s);
        CHECK_INT(wend_file_parse_drawing(context, &source, WEND_DRAWING_UNKNOWN, &named, report), WEND_OK);
        wend_drawing_format format = wend_drawing_format_of(file->name, file->text, size_of(file));
        source.name = strcmp(file->name, "f.poly") == 0 ? "folder/f.poly" : NULL; // what tells the name of its vertices
        CHECK_INT(wend_file_parse_drawing(context, &source, format, &told, report), WEND_OK);
        REQUIRE(disk != NULL && named != NULL && told != NULL);
        check_same_drawing(named, disk, file->name);
        check_same_drawing(told, disk, file->name);
        wend_drawing_destroy(told);
        wend_drawing_destroy(named);
        wend_drawing_destroy(disk);
        free((void *)source.bytes);
    }
    CHECK_INT(s.asked, 2);
    CHECK_STRING(s.name, "f.node");
    take_off_disk(drawings, COUNT_OF(drawings));
    free(s.copy);
    drop_folder();
}

// ---------------------------------------------------------------------------------------------------- hooks

// A hook that does as it is told.
typedef struct puppet {
    wend_result result;
    wend_file_side side;
    int asked;
} puppet;

static wend_result play(void *user, const char *name, wend_file_side *found) {
    puppet *p = user;
    CHECK(name[0] != 0 && name[0] != '/' && found->bytes == NULL && found->count == 0 && found->cause == NULL);
    p->asked++;
    *found = p->side;
    return p->result;
}

// Reads a .gltf and a .poly, whose other file the puppet gives.
static wend_result read_with(puppet *p, bool poly) {
    static const char gltf[] = GLTF("x.bin"), text[] = "0 2 0 0\n1 0\n1 1 2\n0\n";
    wend_file_source source = {.name = poly ? "f.poly" : "f.gltf",
                               .bytes = poly ? text : gltf,
                               .count = poly ? sizeof text - 1 : sizeof gltf - 1,
                               .hook = play,
                               .user = p};
    wend_report_clear(report);
    wend_drawing *drawing = NULL;
    if (poly) {
        wend_result result = wend_file_parse_drawing(context, &source, WEND_DRAWING_POLY, &drawing, report);
        CHECK((result == WEND_OK) == (drawing != NULL));
        wend_drawing_destroy(drawing);
        return result;
    }
    wend_scene *scene = NULL;
    if (wend_scene_create(context, NULL, &scene) != WEND_OK)
        exit(1);
    wend_result result = wend_file_parse_scene(context, &source, WEND_SCENE_UNKNOWN, 0, scene, report);
    CHECK(result == WEND_OK || wend_scene_look(scene).vertex_count == 0);
    wend_scene_destroy(scene);
    return result;
}

TEST(hook_that_fails) {
    open_context_with(1);
    size_t before = wend_bytes_now(context);
    for (int poly = 0; poly < 2; poly++) {
        for (int result = 1; result <= WEND_RESULT_COUNT + 1; result++) {
            int given = result == WEND_RESULT_COUNT ? 999 : result > WEND_RESULT_COUNT ? -1 : result;
            puppet p = {.result = (wend_result)given, .side = {.cause = "the dog ate it"}};
            CHECK_INT(read_with(&p, poly == 1), given == result ? given : WEND_ERROR_IO);
            CHECK_INT(p.asked, 1);
            const char *words =
                poly ? "f.poly:1:1: the file has no vertices, and f.node beside it cannot be read: the dog ate it."
                     : "f.gltf: buffers[0]: x.bin cannot be read: the dog ate it.";
            bool silent = given == WEND_ERROR_MEMORY || given == WEND_ERROR_CANCELLED;
            CHECK_STRING(wend_report_error(report), silent ? "" : words);
        }
    }
    wend_report_clear(report);
    CHECK(wend_bytes_now(context) <= before + 4096); // what the report keeps
}

TEST(hook_that_gives_nothing) {
    open_context_with(1);
    puppet p = {.result = WEND_OK};
    CHECK_INT(read_with(&p, false), WEND_ERROR_IO);
    CHECK_STRING(wend_report_error(report), "f.gltf: buffers[0]: x.bin cannot be read: there is no such file.");
    CHECK_INT(read_with(&p, true), WEND_ERROR_IO);
    p.side = (wend_file_side){.bytes = "", .count = 0}; // there, but empty
    CHECK_INT(read_with(&p, false), WEND_ERROR_TRUNCATED);
    CHECK_STRING(wend_report_error(report), "f.gltf: buffers[0]: byteLength is 9, but only 0 bytes are there.");
    CHECK_INT(read_with(&p, true), WEND_ERROR_EMPTY);
    p.side = (wend_file_side){.bytes = NINE_BYTES, .count = 8};
    CHECK_INT(read_with(&p, false), WEND_ERROR_TRUNCATED);
    p.side = (wend_file_side){.bytes = NINE_BYTES, .count = 9};
    CHECK_INT(read_with(&p, false), WEND_OK);
}

TEST(hook_that_claims_too_much) {
    open_context_with(1);
    puppet p = {.side = {.bytes = NINE_BYTES, .count = (size_t)PTRDIFF_MAX + 1}};
    for (int poly = 0; poly < 2; poly++) {
        CHECK_INT(read_with(&p, poly == 1), WEND_ERROR_IO);
        CHECK(strstr(wend_report_error(report), "cannot be read: it is too large.") != NULL);
    }
    p.side = (wend_file_side){.bytes = NULL, .count = 100};
    CHECK_INT(read_with(&p, false), WEND_ERROR_IO);
}

// What a file may name: relative names, decoded. Nothing else gets to the hook.
TEST(names_that_hooks_get) {
    static const struct {
        const char *text, *name; // name NULL: refused before
    } cases[] = {
        {GLTF("x.bin"), "x.bin"},
        {GLTF("../a/./b.bin"), "../a/./b.bin"},
        {GLTF("%C3%A4%20b.bin"), "\xC3\xA4 b.bin"},
        {GLTF("100%"), "100%"},
        {GLTF("/etc/passwd"), NULL},
        {GLTF("%2Fetc/passwd"), NULL},
        {GLTF("\\\\\\\\server\\\\a"), NULL},
        {GLTF("file:///etc/passwd"), NULL},
        {GLTF("C:a.bin"), NULL},
        {GLTF("a%00b"), NULL},
        {GLTF(""), NULL},
    };
    open_context_with(1);
    for (size_t k = 0; k < COUNT_OF(cases); k++) {
        shelf s = {.files = NULL};
        wend_file_source source = source_of("f.gltf", cases[k].text, strlen(cases[k].text), &s);
        wend_scene *scene = NULL;
        wend_report_clear(report);
        REQUIRE(wend_scene_create(context, NULL, &scene) == WEND_OK);
        CHECK(wend_file_parse_scene(context, &source, WEND_SCENE_GLTF, 0, scene, report) != WEND_OK);
        CHECK(wend_report_error(report)[0] != 0);
        CHECK_INT(s.asked, cases[k].name ? 1 : 0);
        CHECK_STRING(s.name, cases[k].name ? cases[k].name : "");
        wend_scene_destroy(scene);
        free((void *)source.bytes);
    }
}

// The hook for files on disk, with bytes that were read otherwise.
TEST(folders) {
    REQUIRE(make_folder());
    put_on_disk(scenes, COUNT_OF(scenes));
    for (size_t k = 0; k < COUNT_OF(scenes); k++) {
        if (scenes[k].beside)
            continue;
        wend_file_folder *beside = NULL;
        REQUIRE(wend_file_folder_create(context, path_of("any name"), &beside) == WEND_OK);
        wend_file_source source = {.name = scenes[k].name,
                                   .bytes = scenes[k].text,
                                   .count = size_of(&scenes[k]),
                                   .hook = wend_file_folder_find,
                                   .user = beside};
        wend_scene_destroy(read_scene(&source, WEND_SCENE_UNKNOWN, WEND_OK));
        wend_file_folder_destroy(beside);
    }
    wend_file_folder_destroy(NULL);
    take_off_disk(scenes, COUNT_OF(scenes));
    drop_folder();
}

// ---------------------------------------------------------------------------------------------------- sources

TEST(sources_that_cannot_be) {
    static const wend_file_source bad[] = {
        {.name = "a.obj", .bytes = NULL, .count = 1},
        {.name = "a.obj", .bytes = "x", .count = (size_t)PTRDIFF_MAX + 1},
        {.name = "a.obj", .bytes = "x", .count = SIZE_MAX},
    };
    static const wend_file_source nothing = {.name = NULL};
    open_context_with(1);
    for (size_t k = 0; k < COUNT_OF(bad); k++) {
        wend_drawing *drawing = (wend_drawing *)&bad;
        wend_scene_destroy(read_scene(&bad[k], WEND_SCENE_OBJ, WEND_ERROR_ARGUMENT));
        CHECK(strstr(wend_report_error(report), "count") != NULL);
        CHECK_INT(wend_file_parse_drawing(context, &bad[k], WEND_DRAWING_UNKNOWN, &drawing, report),
                  WEND_ERROR_ARGUMENT);
        CHECK(drawing == NULL);
    }
    wend_drawing *drawing = NULL;
    wend_scene_destroy(read_scene(&nothing, WEND_SCENE_UNKNOWN, WEND_ERROR_EMPTY));
    CHECK_INT(wend_file_parse_drawing(context, &nothing, WEND_DRAWING_UNKNOWN, &drawing, report), WEND_ERROR_EMPTY);
}

// A scene that needs more than memory_limit is refused with a finding that says so; with room it is read.
TEST(memory_limit) {
    open_context_with(1);
    wend_scene *scene = NULL;
    wend_file_source source = {.name = "a.obj", .bytes = scenes[0].text, .count = strlen(scenes[0].text)};
    REQUIRE(wend_scene_create(context, NULL, &scene) == WEND_OK);
    wend_report_clear(report);
    wend_memory_limit_set(context, wend_bytes_now(context) + 1000);
    CHECK_INT(wend_file_parse_scene(context, &source, WEND_SCENE_UNKNOWN, 0, scene, report), WEND_ERROR_MEMORY);
    CHECK_INT(wend_report_total(report, "memory-limit"), 1);
    wend_memory_limit_set(context, 0);
    CHECK_INT(wend_file_parse_scene(context, &source, WEND_SCENE_UNKNOWN, 0, scene, report), WEND_OK);
    wend_scene_destroy(scene);
}

// The list of formats says of each ending one thing, and what it says is so: readers know what they read by it.
TEST(list_of_formats) {
    open_context_with(1);
    uint32_t all = 0;
    for (int32_t k = 0; k < wend_file_format_count(); k++) {
        const wend_file_format *format = wend_file_format_at(k);
        all |= format->uses;
        CHECK(format->name && format->name[0] && (format->endings[0] || format->start_count > 0));
        CHECK((format->start != NULL) == (format->start_count > 0));
        CHECK(format->scene == WEND_SCENE_UNKNOWN || (format->uses & WEND_FILE_SCENE));
        CHECK(format->drawing == WEND_DRAWING_UNKNOWN || (format->uses & WEND_FILE_DRAWING));
        CHECK_MESSAGE(format->uses != 0 || format->advice, "%s: nothing is said about it", format->name);
        CHECK(!(format->uses & WEND_FILE_SCENE) || (format->scene == WEND_SCENE_UNKNOWN) == (format->advice != NULL));
        char endings[64], path[80];
        snprintf(endings, sizeof endings, "%s", format->endings);
        for (char *at = strtok(endings, " "); at; at = strtok(NULL, " ")) {
            snprintf(path, sizeof path, "some.obj/a%s", at);
            CHECK_MESSAGE(at[0] == '.' && wend_file_format_of(path) == format, "%s is there twice", at);
            CHECK(wend_scene_format_of(path, NULL, 0) == format->scene);
            CHECK(wend_drawing_format_of(path, NULL, 0) == format->drawing);
        }
    }
    CHECK_INT(all, 127);
    CHECK(wend_file_format_at(-1) == NULL && wend_file_format_at(wend_file_format_count()) == NULL);
    CHECK(wend_file_format_of("A.GLB")->scene == WEND_SCENE_GLB && wend_file_format_of("glb") == NULL);
    CHECK(wend_file_format_of(NULL) == NULL && wend_file_format_of("") == NULL && wend_file_format_of("a.") == NULL);
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()
