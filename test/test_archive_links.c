// .wend files of scenes with links, the plan of the linked surface and its cells: round trips, and every number in a
// small file replaced with right checksums all around.
#include "archive_files.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

static void open_context(void) {
    open_context_with(1);
}

// ---------------------------------------------------------------------------------------------------- scenes

static void add_quad(wend_scene *scene, const double corners[12]) {
    static const int32_t triangles[] = {0, 1, 2, 0, 2, 3};
    if (wend_scene_add(scene, corners, 4, triangles, 2) != WEND_OK)
        exit(1);
}

// Z-up: a floor, a step, a higher floor behind it, and one across a gap; a platform above the floor that a flight of
// steps does not reach.
static wend_nav *small_nav(void) {
    static const double quads[][12] = {
        {1, 1, 1, 5, 1, 1, 5, 5, 1, 1, 5, 1},         {5, 1, 1.25, 6, 1, 1.25, 6, 5, 1.25, 5, 5, 1.25},
        {6, 1, 1.5, 9, 1, 1.5, 9, 5, 1.5, 6, 5, 1.5}, {1, 5.125, 1, 5, 5.125, 1, 5, 8, 1, 1, 8, 1},
        {2, 2, 4, 4, 2, 4, 4, 4, 4, 2, 4, 4},
    };
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (wend_scene_create(context, &def, &scene) != WEND_OK)
        return NULL;
    for (size_t k = 0; k < sizeof quads / sizeof *quads; k++)
        add_quad(scene, quads[k]);
    if (wend_build_scene(context, scene, NULL, &nav, NULL, NULL) != WEND_OK)
        nav = NULL;
    wend_scene_destroy(scene);
    return nav;
}

static wend_nav *sample_nav(const char *name, int32_t size) {
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (wend_sample_build_scene(context, name, size, 1, &scene) != WEND_OK ||
        wend_build_scene(context, scene, NULL, &nav, NULL, NULL) != WEND_OK)
        nav = NULL;
    wend_scene_destroy(scene);
    return nav;
}

// Asks what can be asked of a plan, so that a bad index would be followed.
static void use(const wend_nav *nav) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_plan_view view = wend_plan_look(plan);
    uint64_t random = 7;
    for (int k = 0; k < 8; k++) {
        double place[2];
        wend_spot spot = {0}, again;
        wend_plan_ground ground;
        wend_ray_hit hit;
        wend_plan_random(plan, &random, place, &spot.triangle);
        if (!CHECK(wend_lattice_point(&view.lattice, place, &spot.point)))
            return;
        wend_plan_find_ground(plan, &spot, &ground);
        wend_plan_locate3(plan, ground.place, 0.1, 0.1, 1, &again, NULL);
        CHECK(again.triangle >= 0 && again.triangle < view.triangle_count);
        wend_plan_ray(plan, &again, view.vertices[k % view.vertex_count], &hit);
        CHECK(wend_cells_locate(wend_nav_cells(nav), &again) >= 0);
    }
}

// ---------------------------------------------------------------------------------------------------- round trips

static bool has_same_stairs(const wend_nav *a, const wend_nav *b) {
    wend_stairs_view v = wend_stairs_look(wend_nav_stairs(a)), w = wend_stairs_look(wend_nav_stairs(b));
    return v.flight_count == w.flight_count && v.flight_link_count == w.flight_link_count &&
           v.link_count == w.link_count &&
           (v.flight_count == 0 || memcmp(v.flights, w.flights, (size_t)v.flight_count * sizeof *v.flights) == 0) &&
           (v.link_count == 0 ||
            memcmp(v.link_flight, w.link_flight, (size_t)v.link_count * sizeof *v.link_flight) == 0);
}

static void go_round(wend_nav *nav) {
    REQUIRE(nav != NULL);
    wend_nav *loaded = NULL;
    file f = save(nav), again = {NULL, 0};
    if (CHECK_MESSAGE(load(&f, &loaded) == WEND_OK, "%s", wend_report_error(report))) {
        wend_agent agent = wend_nav_settings(nav)->agent, same = wend_nav_settings(loaded)->agent;
        wend_links_view v = wend_links_look(wend_nav_links(nav)), w = wend_links_look(wend_nav_links(loaded));
        wend_plan_view p = wend_plan_look(wend_nav_plan(nav)), q = wend_plan_look(wend_nav_plan(loaded));
        CHECK(v.hash == w.hash && v.link_count == w.link_count && has_same_stairs(nav, loaded));
        CHECK(memcmp(v.counts, w.counts, sizeof v.counts) == 0 && memcmp(&agent, &same, sizeof agent) == 0);
        CHECK(p.hash == q.hash && p.layer_count == q.layer_count && p.ground.up == q.ground.up);
        CHECK(wend_nav_hash(nav) == wend_nav_hash(loaded));
        CHECK(wend_plan_links(wend_nav_plan(loaded)) == wend_nav_links(loaded));
        CHECK(wend_nav_check(context, loaded, report) == WEND_OK);
        use(loaded);
        again = save(loaded);
        CHECK(again.count == f.count && memcmp(again.bytes, f.bytes, f.count) == 0);
    }
    free_file(&again);
    free_file(&f);
    wend_nav_destroy(loaded);
    wend_nav_destroy(nav);
}

TEST(round_trips) {
    open_context();
    go_round(small_nav());
    for (int32_t k = 0; k < wend_sample_count(); k++)
        if (check_takes(k) && wend_sample_at(k)->scene && wend_sample_at(k)->size <= 100000) {
            wend_nav *nav = sample_nav(wend_sample_at(k)->name, 4);
            if (nav != NULL) // some are made to be refused
                go_round(nav);
        }
}

// ---------------------------------------------------------------------------------------------------- attacks

// Asks what can be asked of a nav that was loaded quickly: its answers may be wrong, but they come.
static void try_all(const wend_nav *nav) {
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_medial *medial = wend_nav_medial(nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_surface_view surface = wend_surface_look(wend_nav_surface(nav));
    uint64_t random = 7;
    for (int k = 0; k < 4; k++) {
        double place[2];
        wend_spot spot = {0}, again;
        wend_plan_ground ground;
        wend_ray_hit hit;
        wend_medial_near near;
        wend_foothold foothold;
        wend_plan_random(plan, &random, place, &spot.triangle);
        if (!wend_lattice_point(&view.lattice, place, &spot.point))
            return;
        wend_plan_find_ground(plan, &spot, &ground);
        wend_plan_locate3(plan, ground.place, 0.4, 1.8, 1, &again, NULL);
        wend_plan_ray(plan, &spot, view.vertices[k % view.vertex_count], &hit);
        wend_cells_locate(wend_nav_cells(nav), &spot);
        wend_medial_clearance(medial, &spot, &near);
        wend_medial_component(medial, &spot, 0.1);
        wend_medial_widest(medial, &spot, &again);
        wend_surface_locate(wend_nav_surface(nav), surface.min, 0.4, 1.8, 1, &foothold);
    }
    wend_medial_view axis = wend_medial_look(medial);
    for (int32_t k = 0; k < axis.narrow_count; k++)
        wend_medial_arc_triangle(medial, wend_medial_narrow(medial, k).arc, 0.5);
    wend_doors *doors = NULL;
    CHECK(wend_nav_doors(context, nav, NULL, &doors, NULL) == WEND_OK);
    wend_doors_destroy(doors);
}

// What became of the files.
typedef struct tally {
    int64_t tried, accepted, accepted_quickly;
} tally;

// A file with right checksums. What is proven is right; what is loaded quickly can be asked, and checked.
static void try_file(const file *bad, bool same, const char *chunk, int64_t byte, tally *t) {
    wend_nav *loaded = NULL;
    t->tried++;
    wend_result result = load(bad, &loaded);
    CHECK_MESSAGE(result == WEND_OK || !same, "chunk %.4s, byte %lld: the right number is refused: %s", chunk,
                  (long long)byte, wend_report_error(report));
    if (result == WEND_OK) {
        t->accepted += !same;
        use(loaded);
        CHECK(wend_nav_check(context, loaded, report) == WEND_OK);
    }
    wend_nav_destroy(loaded);
    bool right = result == WEND_OK;
    result = load_as(bad, WEND_LOAD_QUICK, &loaded);
    CHECK_MESSAGE(result == WEND_OK || !right, "chunk %.4s, byte %lld: what is proven is refused quickly: %s", chunk,
                  (long long)byte, wend_report_error(report));
    if (result == WEND_OK) {
        t->accepted_quickly += !same;
        try_all(loaded);
        CHECK((wend_nav_check(context, loaded, report) == WEND_OK) == right);
    }
    wend_nav_destroy(loaded);
}

// Chunks of links, of the plan of a surface and of its medial axis: no number in them may make a later call misbehave.
TEST(every_number_replaced) {
    open_context();
    wend_nav *nav = small_nav();
    REQUIRE(nav != NULL);
    CHECK(wend_links_look(wend_nav_links(nav)).link_count >= 3);
    CHECK_INT(wend_plan_look(wend_nav_plan(nav)).layer_count, 2);
    file f = save(nav);
    wend_nav_destroy(nav);
    file plain = plain_of(&f);
    tally t = {0};
    const int32_t values[] = {0, 1, 3, 8, -1, -2, 30, INT32_MAX, INT32_MIN, 0x3FF00000};
    for (uint32_t k = 0; k < header_of(&plain)->chunk_count; k++) {
        wend_archive_entry *e = entry_of(&plain, (int)k);
        if (e->id[0] == 'S' || e->id[0] == 'C')
            continue; // these have tests of their own
        for (uint64_t byte = 0; byte + 4 <= e->bytes; byte += 4)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                if (!check_takes((int64_t)(byte / 4 * 11 + i))) // another value at the next place
                    continue;
                file bad = with_number(&plain, e->offset + byte, values[i]);
                int32_t old = number_at(&plain, e->offset + byte);
                try_file(&bad, old == values[i], e->id, (int64_t)byte, &t);
                free_file(&bad);
            }
    }
    printf("%lld replaced numbers, %lld of them harmless, %lld accepted quickly\n", (long long)t.tried,
           (long long)t.accepted, (long long)t.accepted_quickly);
    CHECK(t.accepted_quickly > t.accepted);
    free_file(&plain);
    free_file(&f);
}

// Every byte of every packed chunk, replaced by others with right checksums: numbers that end early, grow, or run into
// the next chunk.
// The heights of doors, of which small files have none.
TEST(heights_of_doors_are_checked) {
    static const struct {
        int32_t byte, value; // of the second element; 0x3FF00000 is the upper half of 1.0, 0x7FF00000 of infinity
        bool good;
    } cases[] = {{16, -1, false}, {16, 0x10000000, false}, {16, 0, false},          {20, 1, false},
                 {20, 0, true},   {28, 0x3FF00000, true},  {28, 0x7FF00000, false}, {28, -1, false}};
    open_context();
    wend_nav *nav = sample_nav("doors", 4);
    REQUIRE(nav != NULL);
    file f = save(nav), plain = plain_of(&f);
    const unsigned char *chunk = data_of(&plain, CHUNK_DOOR_HEIGHTS);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int quick = 0; quick < 2; quick++) {
            wend_nav *loaded = NULL;
            file bad = with_number(&plain, (uint64_t)(chunk - plain.bytes) + (uint64_t)cases[k].byte, cases[k].value);
            wend_result result = load_as(&bad, quick ? WEND_LOAD_QUICK : WEND_LOAD_PROVEN, &loaded);
            CHECK_MESSAGE((result == WEND_OK) == cases[k].good, "byte %d, %d: %s", cases[k].byte, cases[k].value,
                          wend_describe(result));
            wend_nav_destroy(loaded);
            free_file(&bad);
        }
    free_file(&plain);
    free_file(&f);
    wend_nav_destroy(nav);
}

TEST(every_packed_byte_replaced) {
    open_context();
    wend_nav *nav = small_nav();
    REQUIRE(nav != NULL);
    file f = save(nav);
    wend_nav_destroy(nav);
    tally t = {0};
    const unsigned char values[] = {1, 0x7F, 0x80};
    for (uint64_t byte = wend_archive_start(header_of(&f)->chunk_count); byte < f.count; byte++)
        for (size_t i = 0; i < sizeof values; i++) {
            if (!check_takes((int64_t)(byte * 3 + i)))
                continue;
            file bad = copy_of(&f);
            bad.bytes[byte] = values[i];
            forge_checksums(bad.bytes, bad.count);
            try_file(&bad, f.bytes[byte] == values[i], "", (int64_t)byte, &t);
            free_file(&bad);
        }
    printf("%lld replaced bytes, %lld of them harmless, %lld accepted quickly\n", (long long)t.tried,
           (long long)t.accepted, (long long)t.accepted_quickly);
    free_file(&f);
}

TEST(missing_chunks) {
    open_context();
    wend_nav *nav = small_nav();
    REQUIRE(nav != NULL);
    file f = save(nav);
    wend_nav_destroy(nav);
    for (uint32_t k = 0; k < header_of(&f)->chunk_count; k++) {
        wend_nav *loaded = NULL;
        file less = exchange(&f, k, 1, NULL, 0);
        const char *id = entry_of(&f, (int)k)->id;
        bool list = memcmp(id, "LJOI", 4) == 0 || memcmp(id, "SDEF", 4) == 0; // may be missing
        CHECK_MESSAGE(load(&less, &loaded) != WEND_OK || list, "without %.4s it is accepted", entry_of(&f, (int)k)->id);
        wend_nav_destroy(loaded);
        free_file(&less);
    }
    free_file(&f);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()
