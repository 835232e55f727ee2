// Roads in .wend files: what is loaded is what was built, byte for byte; files without roads open as before; and no
// bytes make pieces that are none, or a search that goes wrong on what is not proven.
#include "archive_files.h"
#include "sketch.h"

#include <wend/pipeline.h>

#include "base/random.h"

static void open_context(void) {
    open_context_with(1);
}

static wend_nav *build(const sketch *s, int32_t sides) {
    wend_drawing *drawing = sketch_draw(context, s);
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_ROADS;
    def.roads.sides = sides;
    wend_nav *nav = NULL;
    wend_result result = wend_build_drawing(context, drawing, &def, &nav, NULL, NULL);
    wend_drawing_destroy(drawing);
    return result == WEND_OK ? nav : NULL;
}

// A room with a pillar, a wall without width, a point and area borders.
static file small_file(void) {
    static const double room[] = {0, 0, 8, 0, 8, 6, 0, 6}, pillar[] = {2, 2, 3, 2, 3, 3, 2, 3}, wall[] = {5, 1, 5, 4};
    static const double point[] = {6, 5}, carpet[] = {0, 5, 4, 5, 4, 0};
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, pillar, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, wall, 2);
    sketch_add(&s, WEND_SHAPE_POINT, -1, point, 1);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, carpet, 3);
    wend_nav *nav = build(&s, 16);
    file f = {NULL, 0};
    if (CHECK(nav != NULL))
        f = save(nav);
    wend_nav_destroy(nav);
    return f;
}

static bool same_roads(const wend_roads *a, const wend_roads *b, int32_t triangles) {
    wend_roads_view v = wend_roads_look(a), w = wend_roads_look(b);
    return v.def.sides == w.def.sides && v.piece_count == w.piece_count && v.side_count == w.side_count &&
           v.notch_count == w.notch_count && v.arc_count == w.arc_count && v.visitor_count == w.visitor_count &&
           same_array(v.pieces, w.pieces, v.piece_count + 1, sizeof *v.pieces) &&
           same_array(v.sides, w.sides, v.side_count, sizeof *v.sides) &&
           same_array(v.side_pieces, w.side_pieces, v.side_count, sizeof *v.side_pieces) &&
           same_array(v.side_phases, w.side_phases, v.side_count, sizeof *v.side_phases) &&
           same_array(v.triangles, w.triangles, triangles, sizeof *v.triangles) &&
           same_array(v.triangle_piece, w.triangle_piece, triangles, sizeof *v.triangle_piece) &&
           same_array(v.notches, w.notches, v.notch_count + 1, sizeof *v.notches) &&
           same_array(v.arcs, w.arcs, v.arc_count, sizeof *v.arcs) &&
           same_array(v.visitors, w.visitors, v.visitor_count, sizeof *v.visitors);
}

// Asks for some paths. Nothing is known of them but that they come to an end.
static void use(const wend_nav *nav) {
    wend_search *search = NULL;
    uint64_t state = 3;
    wend_result result = wend_search_create(context, nav, &search);
    CHECK(result == WEND_OK || result == WEND_ERROR_INVALID || result == WEND_ERROR_LIMIT);
    for (int k = 0; k < 6 && search != NULL; k++) {
        wend_path_def def = wend_default_path_def();
        wend_path_view path;
        wend_path_line line;
        wend_spot ends[2];
        for (int i = 0; i < 2; i++) {
            double place[2];
            int32_t triangle;
            wend_plan_random(wend_nav_plan(nav), &state, place, &triangle);
            wend_plan_locate(wend_nav_plan(nav), place, 0, &ends[i]);
        }
        def.radius = 0.2 * (k / 2);
        if (wend_search_path(search, &ends[0], &ends[1], &def, &path) == WEND_OK)
            wend_search_line(search, 0.01, &line);
    }
    wend_search_destroy(search);
}

// ---------------------------------------------------------------------------------------------------- round trips

TEST(round_trip) {
    open_context();
    int built = 0;
    for (uint64_t seed = 0; seed < (uint64_t)check_cases("cases", 200); seed++) {
        uint64_t state = seed << 20;
        sketch s;
        sketch_random(&s, (wend_inside_rule)(seed % 3), (sketch_style)(seed / 3 % 2), 10, &state);
        wend_nav *nav = build(&s, 3 + (int32_t)(seed % 14)), *loaded = NULL;
        if (nav == NULL)
            continue;
        built++;
        file f = save(nav);
        CHECK(header_of(&f)->minor == 2);
        for (int how = 0; how < 2; how++) {
            if (!CHECK_MESSAGE(load_as(&f, (wend_load)how, &loaded) == WEND_OK, "%s", wend_report_error(report)))
                continue;
            CHECK(wend_nav_stages(loaded) == wend_nav_stages(nav) && wend_nav_version(loaded) == wend_nav_version(nav));
            CHECK(same_roads(wend_nav_roads(nav), wend_nav_roads(loaded),
                             wend_plan_look(wend_nav_plan(nav)).triangle_count));
            CHECK(wend_nav_check(context, loaded, report) == WEND_OK);
            use(loaded);
            file again = save(loaded);
            CHECK(again.count == f.count && memcmp(again.bytes, f.bytes, f.count) == 0);
            free_file(&again);
            wend_nav_destroy(loaded);
        }
        free_file(&f);
        wend_nav_destroy(nav);
    }
    CHECK(built > 0);
}

// Files that were written before there were roads open as they did, and are written as they were; searches make roads
// of their own.
TEST(files_without_roads) {
    file f = small_file();
    wend_nav *nav = NULL, *older = NULL;
    wend_search *search = NULL, *other = NULL;
    REQUIRE(f.bytes != NULL && load(&f, &nav) == WEND_OK);
    file old = exchange(&f, header_of(&f)->chunk_count - 2, 2, NULL, 0);
    header_of(&old)->minor = 0;
    forge_checksums(old.bytes, old.count);
    REQUIRE(load(&old, &older) == WEND_OK);
    CHECK(wend_nav_roads(nav) != NULL && wend_nav_roads(older) == NULL);
    CHECK(wend_nav_version(nav) != wend_nav_version(older));
    file again = save(older);
    CHECK(again.count == old.count && memcmp(again.bytes, old.bytes, old.count) == 0);
    REQUIRE(wend_search_create(context, nav, &search) == WEND_OK);
    REQUIRE(wend_search_create(context, older, &other) == WEND_OK);
    wend_spot ends[2];
    wend_path_view path, same;
    wend_plan_locate(wend_nav_plan(nav), (const double[]){0.5, 0.5}, 0, &ends[0]);
    wend_plan_locate(wend_nav_plan(nav), (const double[]){7.5, 2.5}, 0, &ends[1]);
    CHECK(wend_search_path(search, &ends[0], &ends[1], NULL, &path) == WEND_OK && path.length > 7);
    CHECK(wend_search_path(other, &ends[0], &ends[1], NULL, &same) == WEND_OK && same.length == path.length);
    wend_search_destroy(search);
    wend_search_destroy(other);
    free_file(&again);
    free_file(&old);
    free_file(&f);
    wend_nav_destroy(older);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- damage

// Every byte that tells of pieces, replaced by each value. What is accepted are other pieces, and right ones.
TEST(every_byte_replaced) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    file plain = plain_of(&f);
    uint8_t *within = data_of(&plain, CHUNK_ROAD_TRIANGLES);
    uint64_t count = entry_of(&plain, (int)header_of(&plain)->chunk_count - 1)->count;
    int refused = 0;
    for (uint64_t t = 0; t < count; t++)
        for (int value = 0; value < 256; value++) {
            uint8_t old = within[t];
            within[t] = (uint8_t)value;
            file bad = packed_of(&plain);
            within[t] = old;
            if (value == old) {
                wend_nav *nav = NULL;
                CHECK(load(&bad, &nav) == WEND_OK);
                wend_nav_destroy(nav);
            } else { // no edge is within a piece on one of its sides alone
                CHECK(refuse(&bad) == WEND_ERROR_INVALID);
                refused++;
            }
            free_file(&bad);
        }
    printf("%d bytes refused\n", refused);
    free_file(&plain);
    free_file(&f);
}

// Each edge taken away, or put back, on both sides: what is accepted are right pieces, and no others.
TEST(every_edge_turned_over) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    file plain = plain_of(&f);
    uint8_t *within = data_of(&plain, CHUNK_ROAD_TRIANGLES);
    const wend_plan_triangle *triangles = data_of(&plain, CHUNK_TRIANGLES);
    int32_t count = (int32_t)entry_of(&plain, (int)header_of(&plain)->chunk_count - 1)->count;
    int taken[2] = {0, 0};
    for (int32_t h = 0; h < 3 * count; h++) {
        int32_t g = triangles[h / 3].twin[h % 3];
        if (g < h)
            continue;
        bool gone = (within[h / 3] & 1 << h % 3) != 0;
        within[h / 3] = (uint8_t)(within[h / 3] ^ 1 << h % 3);
        within[g / 3] = (uint8_t)(within[g / 3] ^ 1 << g % 3);
        file changed = packed_of(&plain);
        within[h / 3] = (uint8_t)(within[h / 3] ^ 1 << h % 3);
        within[g / 3] = (uint8_t)(within[g / 3] ^ 1 << g % 3);
        wend_nav *nav = NULL;
        wend_result result = load(&changed, &nav);
        CHECK(result == WEND_OK || result == WEND_ERROR_INVALID);
        taken[gone] += result == WEND_OK;
        if (result == WEND_OK) {
            CHECK(wend_nav_check(context, nav, report) == WEND_OK);
            use(nav);
        }
        wend_nav_destroy(nav);
        free_file(&changed);
    }
    printf("%d edges can be put back, %d more could be taken away\n", taken[1], taken[0]);
    CHECK(taken[1] > 0 && taken[0] == 0); // as many were taken away as can be
    free_file(&plain);
    free_file(&f);
}

static int32_t *head_of(file *f) {
    return data_of(f, CHUNK_ROADS);
}
static void few_sides(file *f) {
    head_of(f)[0] = 2;
}
static void many_sides(file *f) {
    head_of(f)[0] = 17;
}
static void fewer_sides(file *f) {
    head_of(f)[0] = 3;
}
static void negative_sides(file *f) {
    head_of(f)[0] = INT32_MIN;
}
static void reserved(file *f) {
    head_of(f)[1] = 1;
}
static void all_within(file *f) {
    memset(data_of(f, CHUNK_ROAD_TRIANGLES), 7, entry_of(f, (int)header_of(f)->chunk_count - 1)->count);
}

static const attack attacks[] = {
    {"pieces of two sides", WEND_ERROR_INVALID, few_sides},
    {"pieces of seventeen sides", WEND_ERROR_INVALID, many_sides},
    {"pieces with more sides than they may", WEND_ERROR_INVALID, fewer_sides},
    {"pieces with fewer than no sides", WEND_ERROR_INVALID, negative_sides},
    {"a reserved field", WEND_ERROR_INVALID, reserved},
    {"boundary edges within pieces", WEND_ERROR_INVALID, all_within},
};

TEST(hostile_contents) {
    file f = small_file();
    run_attacks(&f, true, attacks, sizeof attacks / sizeof *attacks);
}

TEST(missing_and_empty_chunks) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    uint32_t last = header_of(&f)->chunk_count - 1;
    for (uint32_t k = last - 1; k <= last; k++) {
        file less = exchange(&f, k, 1, NULL, 0);
        CHECK(refuse(&less) == WEND_ERROR_FORMAT);
        free_file(&less);
        for (uint64_t count = 0; count < 3; count += 2) {
            wend_archive_entry other = entry_for(k == last ? "RTRI" : "ROAD", 1, k == last ? 1 : 8, count);
            less = exchange(&f, k, 1, &other, 1);
            CHECK(refuse(&less) == WEND_ERROR_FORMAT);
            free_file(&less);
        }
    }
    file axisless = exchange(&f, CHUNK_MEDIAL - 5, 4, NULL, 0); // the file has no cells
    CHECK(refuse(&axisless) == WEND_ERROR_FORMAT);
    CHECK_MESSAGE(strstr(wend_report_error(report), "its roads") != NULL, "%s", wend_report_error(report));
    free_file(&axisless);
    free_file(&f);
}

// A quick load does not prove the medial axis, of which roads are made: with any numbers in it, roads are made or
// refused, and searches over them end.
TEST(roads_of_an_axis_that_is_not_proven) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    file plain = plain_of(&f);
    static const double values[] = {0, 1, -1, 0.5, 1e9, -1e9, 1e-300, 0x1p31, 3e5};
    static const int chunks[] = {CHUNK_MEDIAL_VERTICES, CHUNK_MEDIAL_ARCS, CHUNK_MEDIAL_AROUND};
    uint64_t state = 11;
    int loaded = 0;
    for (int i = 0; i < check_cases("hostile axes", 20000); i++) {
        file changed = copy_of(&plain);
        int chunk = chunks[i % 3];
        for (int k = (int)(wend_random(&state) % 8); k >= 0; k--) {
            unsigned char *data = data_of(&changed, chunk);
            int place = 0;
            while (memcmp(entry_of(&changed, place)->id, kind_of(chunk)->id, 4) != 0)
                place++;
            uint64_t element = wend_random(&state) % entry_of(&changed, place)->count;
            if (chunk == CHUNK_MEDIAL_VERTICES) {
                double value = values[wend_random(&state) % 9];
                memcpy(data + 32 * element + 8 * (wend_random(&state) % 3), &value, sizeof value);
            } else if (chunk == CHUNK_MEDIAL_ARCS) {
                int32_t site = (int32_t)(wend_random(&state) % 40);
                memcpy(data + 16 * element + 8 + 4 * (wend_random(&state) % 2), &site, sizeof site);
            } else { // two of the same vertex in each other's place, or a refusal
                uint64_t other = (element + 1) % entry_of(&changed, place)->count;
                int32_t a, b;
                memcpy(&a, data + 4 * element, 4);
                memcpy(&b, data + 4 * other, 4);
                memcpy(data + 4 * element, &b, 4);
                memcpy(data + 4 * other, &a, 4);
            }
        }
        file bad = packed_of(&changed);
        wend_nav *nav = NULL;
        if (load_as(&bad, WEND_LOAD_QUICK, &nav) == WEND_OK) {
            loaded++;
            use(nav);
        }
        wend_nav_destroy(nav);
        free_file(&bad);
        free_file(&changed);
    }
    printf("%d axes of no plan were used\n", loaded);
    CHECK(loaded > 0);
    free_file(&plain);
    free_file(&f);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()
