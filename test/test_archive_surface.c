// .wend files of scenes: round trips of surfaces, and everything that can be wrong with their chunks. As in
// test_archive.c, a small file is cut at every length, every bit of it is turned over, and every number in it is
// replaced with right checksums all around.
#include "archive_files.h"
#include "stages.h"

#include "nav/nav.h"
#include "surface/chunks.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>

// The first chunk of a surface, how many there are, and how many of them are always there.
enum { FIRST = CHUNK_SURFACE, CHUNKS = CHUNK_LINKS - FIRST, NEEDED = CHUNK_SURFACE_SETTINGS - FIRST };

static void open_context(void) {
    open_context_with(1);
}

// ---------------------------------------------------------------------------------------------------- scenes

static void add_quad(wend_scene *scene, const double corners[12]) {
    static const int32_t triangles[] = {0, 1, 2, 0, 2, 3};
    if (wend_scene_add(scene, corners, 4, triangles, 2) != WEND_OK)
        exit(1);
}

// Z-up: a floor with a wall without width, a low ceiling over a corner, a block on which one can stand, and a steep
// bank at one side: every kind of boundary that a scene can have. Nothing lies at 0, so that no number may change its
// sign.
static wend_scene *small_scene(void) {
    static const double quads[][12] = {
        {1, 1, 1, 9, 1, 1, 9, 9, 1, 1, 9, 1},   // floor
        {5, 2, 1, 5, 6, 1, 5, 6, 4, 5, 2, 4},   // wall
        {7, 7, 2, 7, 9, 2, 9, 9, 2, 9, 7, 2},   // ceiling
        {9, 1, 1, 10, 1, 3, 10, 9, 3, 9, 9, 1}, // bank
        {2, 7, 2, 3, 7, 2, 3, 8, 2, 2, 8, 2},   // block: top, and sides
        {2, 7, 1, 3, 7, 1, 3, 7, 2, 2, 7, 2},   {3, 7, 1, 3, 8, 1, 3, 8, 2, 3, 7, 2},
        {3, 8, 1, 2, 8, 1, 2, 8, 2, 3, 8, 2},   {2, 8, 1, 2, 7, 1, 2, 7, 2, 2, 8, 2},
    };
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_scene *scene = NULL;
    if (wend_scene_create(context, &def, &scene) != WEND_OK)
        return NULL;
    for (size_t k = 0; k < sizeof quads / sizeof *quads; k++)
        add_quad(scene, quads[k]);
    return scene;
}

// A nav with nothing but the surface: what else is made of it has tests of its own.
static wend_nav *build(const wend_scene *scene, const wend_build_def *def) {
    wend_nav *nav = NULL;
    if (wend_build_scene(context, scene, def, &nav, NULL, NULL) != WEND_OK)
        return NULL;
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT; kind++)
        if (kind != WEND_NAV_SURFACE && kind != WEND_NAV_SETTINGS && nav->held[kind] != NULL) {
            wend_nav_table[kind].artifact->destroy(nav->held[kind]);
            nav->held[kind] = NULL;
        }
    wend_nav_record *record = nav->held[WEND_NAV_SETTINGS];
    record->settings.agent.step = record->settings.agent.gap = record->settings.agent.drop = 0; // only links tell
    return nav;
}

// The small scene's surface, with a seed on the floor and one above the block, so that no chunk is left out.
static file small_file(void) {
    static const double seeds[] = {2, 2, 1, 2.5, 7.5, 3};
    open_context();
    wend_scene *scene = small_scene();
    wend_build_def def = wend_default_build_def();
    def.keep.seeds = seeds;
    def.keep.seed_count = 2;
    wend_nav *nav = build(scene, &def);
    file f = {NULL, 0};
    if (nav != NULL)
        f = save(nav);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return f;
}

static wend_archive_entry *surface_entry(const file *f, int k) {
    return entry_of(f, (int)k - FIRST);
}

// ---------------------------------------------------------------------------------------------------- round trips

static bool same_surfaces(const wend_surface *a, const wend_surface *b) {
    wend_surface_view v = wend_surface_look(a), w = wend_surface_look(b);
    return v.vertex_count == w.vertex_count && v.triangle_count == w.triangle_count && v.hash == w.hash &&
           v.boundary_count == w.boundary_count && v.component_count == w.component_count &&
           v.cycle_count == w.cycle_count && v.producer == w.producer && !(v.area < w.area || v.area > w.area) &&
           memcmp(v.min, w.min, sizeof v.min) == 0 && memcmp(v.max, w.max, sizeof v.max) == 0 &&
           memcmp(v.lattice.origin, w.lattice.origin, sizeof v.lattice.origin) == 0 &&
           memcmp(&v.lattice.step, &w.lattice.step, sizeof v.lattice.step) == 0 &&
           memcmp(&v.lattice.unit, &w.lattice.unit, sizeof v.lattice.unit) == 0 && v.lattice.up == w.lattice.up &&
           same_array(v.vertices, w.vertices, v.vertex_count, sizeof *v.vertices) &&
           same_array(v.triangles, w.triangles, v.triangle_count, sizeof *v.triangles) &&
           same_array(v.triangle_component, w.triangle_component, v.triangle_count, sizeof *v.triangle_component) &&
           same_array(v.boundaries, w.boundaries, v.boundary_count, sizeof *v.boundaries) &&
           same_array(v.components, w.components, v.component_count, sizeof *v.components);
}

// Asks what can be asked of a surface, so that a bad index would be followed.
static void use(const wend_nav *nav) {
    const wend_surface *surface = wend_nav_surface(nav);
    wend_surface_view view = wend_surface_look(surface);
    for (int32_t k = 0; k < 8; k++) {
        double place[3];
        wend_foothold foothold;
        const int32_t *v = view.triangles[(int64_t)k * (view.triangle_count - 1) / 7].v;
        wend_lattice3_place(&view.lattice, view.vertices[v[k % 3]], place);
        wend_surface_locate(surface, place, 0.4, wend_nav_settings(nav)->agent.height, 1, &foothold);
        CHECK(foothold.triangle >= 0 && foothold.triangle < view.triangle_count);
    }
}

static bool same_settings(const wend_settings *a, const wend_settings *b) {
    const double x[] = {a->agent.height, a->agent.slope,    a->solid.lattice,
                        a->exact.weld,   a->exact.simplify, a->keep.min_area};
    const double y[] = {b->agent.height, b->agent.slope,    b->solid.lattice,
                        b->exact.weld,   b->exact.simplify, b->keep.min_area};
    return memcmp(x, y, sizeof x) == 0 && a->exact.two_sided == b->exact.two_sided &&
           a->exact.keep_inside == b->exact.keep_inside && a->keep.seed_count == b->keep.seed_count &&
           same_array(a->keep.seeds, b->keep.seeds, a->keep.seed_count, 3 * sizeof *a->keep.seeds);
}

// A nav, saved and loaded, is the same.
static void go_round(const wend_nav *nav) {
    wend_nav *loaded = NULL;
    file f = save(nav), again = {NULL, 0};
    if (CHECK_MESSAGE(load(&f, &loaded) == WEND_OK, "%s", wend_report_error(report))) {
        wend_agent agent = wend_nav_settings(nav)->agent, same = wend_nav_settings(loaded)->agent;
        CHECK(same_surfaces(wend_nav_surface(nav), wend_nav_surface(loaded)));
        CHECK(wend_nav_hash(nav) == wend_nav_hash(loaded));
        CHECK(wend_nav_hash(loaded) == wend_surface_look(wend_nav_surface(loaded)).hash);
        CHECK(wend_nav_plan(loaded) == NULL && wend_nav_cells(loaded) == NULL);
        CHECK(memcmp(&agent, &same, sizeof agent) == 0);
        CHECK(same_settings(wend_nav_settings(nav), wend_nav_settings(loaded)));
        CHECK(wend_nav_check(context, loaded, report) == WEND_OK);
        use(loaded);
        again = save(loaded);
        CHECK(again.count == f.count && memcmp(again.bytes, f.bytes, f.count) == 0);
    }
    free_file(&again);
    free_file(&f);
    wend_nav_destroy(loaded);
}

TEST(round_trip) {
    open_context();
    static const char *const names[] = {"boxes", "doors",   "stairs", "bridge",       "holes",
                                        "soup",  "cracked", "garage", "intersecting", "partitions"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        wend_scene *scene = NULL;
        wend_build_def def = wend_default_build_def();
        def.agent.height = 1.5 + 0.1 * (double)k;
        def.agent.slope = 0.5;
        def.exact.keep_inside = k % 2 == 0;
        REQUIRE(wend_sample_build_scene(context, names[k], 300, 1, &scene) == WEND_OK);
        wend_nav *nav = build(scene, &def);
        if (CHECK_MESSAGE(nav != NULL, "%s cannot be built", names[k])) {
            wend_settings asked = {.agent = def.agent, .solid = def.solid, .exact = def.exact, .keep = def.keep};
            CHECK(same_settings(wend_nav_settings(nav), &asked));
            go_round(nav);
        }
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

static void use_settings(wend_build_def *def, const wend_settings *settings) {
    def->agent = settings->agent;
    def->solid = settings->solid;
    def->exact = settings->exact;
    def->keep = settings->keep;
}

// What a file tells of its settings is enough to build the same again, from every one of them.
TEST(settings_build_the_same_again) {
    static const double seeds[] = {2.25, 2.5, 1, 2.5, 7.5, 2.5, 100, 100, 100};
    open_context();
    wend_scene *scene = small_scene();
    const wend_settings plain = default_settings();
    wend_settings defs[10];
    for (int k = 0; k < 10; k++)
        defs[k] = plain;
    defs[1].agent.height = 0.5;
    defs[2].agent.slope = 1.2;
    defs[3].solid.lattice = 0.0625;
    defs[4].exact.weld = 0.25;
    defs[5].exact.simplify = 0.5;
    defs[6].exact.two_sided = true;
    defs[7].exact.keep_inside = true;
    defs[8].keep.min_area = 2;
    defs[9].keep.seeds = seeds;
    defs[9].keep.seed_count = 3;
    for (int k = 0; k < 10; k++) {
        wend_build_def def = wend_default_build_def();
        use_settings(&def, &defs[k]);
        def.agent.step = def.agent.gap = 0.1; // below half the height, whatever that is
        wend_nav *nav = build(scene, &def), *loaded = NULL, *again = NULL;
        REQUIRE(nav != NULL);
        CHECK(same_settings(wend_nav_settings(nav), &defs[k]));
        CHECK(k < 9 || wend_nav_settings(nav)->keep.seeds != seeds); // its own
        file f = save(nav);
        CHECK_INT(header_of(&f)->chunk_count, k < 9 ? CHUNKS - 1 : CHUNKS);
        if (CHECK(load(&f, &loaded) == WEND_OK)) {
            CHECK_MESSAGE(same_settings(wend_nav_settings(loaded), &defs[k]), "setting %d", k);
            use_settings(&def, wend_nav_settings(loaded));
            def.agent.step = def.agent.gap = 0.1;
            again = build(scene, &def);
            file g = save(again);
            CHECK(g.count == f.count && memcmp(g.bytes, f.bytes, f.count) == 0);
            free_file(&g);
        }
        free_file(&f);
        wend_nav_destroy(again);
        wend_nav_destroy(loaded);
        wend_nav_destroy(nav);
    }
    wend_scene_destroy(scene);
}

// A file without settings opens all the same, with the defaults, and is saved with them.
TEST(files_without_settings) {
    file f = small_file();
    wend_nav *nav = NULL;
    REQUIRE(f.bytes != NULL);
    file old = exchange(&f, NEEDED, CHUNKS - NEEDED, NULL, 0);
    if (CHECK_MESSAGE(load(&old, &nav) == WEND_OK, "%s", wend_report_error(report))) {
        wend_settings defaults = default_settings();
        CHECK(same_settings(wend_nav_settings(nav), &defaults));
        CHECK(wend_nav_settings(nav)->agent.step == 0 && wend_nav_settings(nav)->agent.gap == 0);
        file again = save(nav), less = exchange(&again, NEEDED, 1, NULL, 0);
        CHECK_INT(header_of(&again)->chunk_count, CHUNKS - 1); // no seeds
        CHECK(less.count == old.count && memcmp(less.bytes, old.bytes, old.count) == 0);
        free_file(&less);
        go_round(nav);
        free_file(&again);
    }
    wend_nav_destroy(nav);
    free_file(&old);
    old = exchange(&f, NEEDED, 1, NULL, 0); // seeds without the rest
    CHECK(refuse(&old) == WEND_ERROR_FORMAT);
    CHECK_MESSAGE(strstr(wend_report_error(report), "SSED") != NULL, "%s", wend_report_error(report));
    free_file(&old);
    wend_archive_entry two = entry_for("SDEF", 1, sizeof(wend_settings_head), 2);
    old = exchange(&f, NEEDED, 1, &two, 1);
    CHECK(refuse(&old) == WEND_ERROR_FORMAT);
    free_file(&old);
    free_file(&f);
}

TEST(random_round_trips) {
    open_context();
    int built = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wend_scene *scene = NULL;
        REQUIRE(wend_sample_build_scene(context, "random-scene", 100, seed, &scene) == WEND_OK);
        wend_nav *nav = build(scene, NULL);
        built += nav != NULL;
        if (nav != NULL)
            go_round(nav);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
    CHECK(built > 40);
}

// The same bytes for any number of threads.
TEST(threads_give_the_same_bytes) {
    open_context();
    static const char *const names[] = {"two-storeys", "bridge", "town", "terrain"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (!check_takes((int64_t)k))
            continue;
        void *bytes[2] = {NULL, NULL};
        size_t counts[2] = {0, 0};
        for (int i = 0; i < 2; i++) {
            wend_context_def def = wend_default_context_def();
            wend_context *other = NULL;
            wend_scene *scene = NULL;
            wend_nav *nav = NULL;
            def.threads = i == 0 ? 1 : 4;
            REQUIRE(wend_context_create(&def, &other) == WEND_OK);
            void *block = NULL;
            CHECK(wend_sample_build_scene(other, names[k], 12000, 1, &scene) == WEND_OK);
            CHECK(wend_build_scene(other, scene, NULL, &nav, NULL, NULL) == WEND_OK);
            CHECK(nav != NULL && wend_archive_save(other, nav, &block, &counts[i]) == WEND_OK);
            bytes[i] = need(counts[i]);
            if (counts[i] > 0)
                memcpy(bytes[i], block, counts[i]);
            wend_release(other, block, counts[i]);
            wend_nav_destroy(nav);
            wend_scene_destroy(scene);
            wend_context_destroy(other);
        }
        CHECK_MESSAGE(counts[0] > 10000 && counts[0] == counts[1] && memcmp(bytes[0], bytes[1], counts[0]) == 0,
                      "%s: another file with four threads", names[k]);
        free(bytes[0]);
        free(bytes[1]);
    }
}

// The small scene has what the tests below are about.
TEST(small_scene_has_every_kind_of_boundary) {
    file f = small_file();
    wend_nav *nav = NULL;
    REQUIRE(f.bytes != NULL && load(&f, &nav) == WEND_OK);
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    bool kinds[WEND_BOUNDARY_KIND_COUNT] = {false};
    for (int32_t b = 0; b < view.boundary_count; b++)
        kinds[view.boundaries[b].kind] = true;
    for (int kind = 0; kind < WEND_BOUNDARY_CUT; kind++)
        CHECK_MESSAGE(kinds[kind], "the small scene has no %s", wend_boundary_kind_name((wend_boundary_kind)kind));
    CHECK(view.component_count == 2);
    wend_nav_destroy(nav);
    free_file(&f);
}

// ---------------------------------------------------------------------------------------------------- damage

TEST(every_truncation) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    for (size_t n = 0; n < f.count; n++) {
        file cut = {f.bytes, n};
        wend_result result = refuse(&cut);
        CHECK_MESSAGE(result == WEND_ERROR_TRUNCATED, "cut to %zu bytes: %s", n, wend_describe(result));
    }
    printf("%zu lengths refused\n", f.count);
    free_file(&f);
}

TEST(every_bit) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    for (size_t i = 0; i < f.count * 8; i++) {
        f.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        CHECK_MESSAGE(refuse(&f) != WEND_OK, "bit %zu of byte %zu may be turned over unnoticed", i % 8, i / 8);
        f.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    printf("%zu flipped bits refused\n", f.count * 8);
    free_file(&f);
}

// ---------------------------------------------------------------------------------------------------- hostile contents

static wend_surface_head *head_of(file *f) {
    return data_of(f, CHUNK_SURFACE);
}
static wend_point3 *vertices_of(file *f) {
    return data_of(f, CHUNK_SURFACE_VERTICES);
}
static wend_surface_triangle *triangles_of(file *f) {
    return data_of(f, CHUNK_SURFACE_TRIANGLES);
}
static int32_t *triangle_components_of(file *f) {
    return data_of(f, CHUNK_SURFACE_TRIANGLE_COMPONENTS);
}
static wend_surface_boundary *boundaries_of(file *f) {
    return data_of(f, CHUNK_SURFACE_BOUNDARIES);
}
static wend_surface_component *components_of(file *f) {
    return data_of(f, CHUNK_SURFACE_COMPONENTS);
}

static wend_settings_head *settings_of(file *f) {
    return data_of(f, CHUNK_SURFACE_SETTINGS);
}

static void step_zero(file *f) {
    head_of(f)->step = 0;
}
static void step_nan(file *f) {
    head_of(f)->step = NAN;
}
static void unit_negative(file *f) {
    head_of(f)->unit = -1;
}
static void origin_far(file *f) {
    head_of(f)->origin[2] = 1e17;
}
static void origin_endless(file *f) {
    head_of(f)->origin[0] = INFINITY;
}
static void origin_nan(file *f) {
    head_of(f)->origin[1] = NAN;
}
static void area_wrong(file *f) {
    head_of(f)->area *= 2;
}
static void area_nan(file *f) {
    head_of(f)->area = NAN;
}
static void box_wrong(file *f) {
    head_of(f)->max[1] += 1;
}
static void box_nan(file *f) {
    head_of(f)->min[0] = NAN;
}
static void height_zero(file *f) {
    head_of(f)->height = 0;
}
static void height_nan(file *f) {
    head_of(f)->height = NAN;
}
static void height_endless(file *f) {
    head_of(f)->height = INFINITY;
}
static void slope_negative(file *f) {
    head_of(f)->slope = -0.1;
}
static void slope_upright(file *f) {
    head_of(f)->slope = 1.5707963267948966;
}
static void hash_wrong(file *f) {
    head_of(f)->hash++;
}
static void up_unknown(file *f) {
    head_of(f)->up = WEND_UP_COUNT;
}
static void up_negative(file *f) {
    head_of(f)->up = -1;
}
static void producer_unknown(file *f) {
    head_of(f)->producer = 2;
}
static void producer_negative(file *f) {
    head_of(f)->producer = INT32_MIN;
}
static void cycles_many(file *f) {
    head_of(f)->cycle_count = INT32_MAX;
}
static void cycles_negative(file *f) {
    head_of(f)->cycle_count = -1;
}
static void reserved_head(file *f) {
    head_of(f)->reserved = 1;
}
static void vertex_beyond(file *f) {
    vertices_of(f)[0].z = WEND_COORDINATE_MAX + 1;
}
static void vertex_least(file *f) {
    vertices_of(f)[0].x = INT32_MIN;
}
static void vertex_moved(file *f) {
    vertices_of(f)[0].z += 1;
}
static void corner_beyond(file *f) {
    triangles_of(f)[0].v[0] = INT32_MAX;
}
static void corner_negative(file *f) {
    triangles_of(f)[0].v[2] = -1;
}
static void twin_beyond(file *f) {
    triangles_of(f)[0].twin[0] = 3 * (int32_t)surface_entry(f, CHUNK_SURFACE_TRIANGLES)->count;
}
static void twin_least(file *f) {
    triangles_of(f)[0].twin[1] = INT32_MIN;
}
static void twin_of_itself(file *f) {
    triangles_of(f)[0].twin[0] = 0;
}
static void source_negative(file *f) {
    triangles_of(f)[0].source = -2;
}
static void turned_over(file *f) {
    int32_t *v = triangles_of(f)[0].v, first = v[1];
    v[1] = v[2];
    v[2] = first;
}
static void component_beyond(file *f) {
    triangle_components_of(f)[0] = 2;
}
static void component_negative(file *f) {
    triangle_components_of(f)[1] = -1;
}
static void edge_beyond(file *f) {
    boundaries_of(f)[0].edge = INT32_MAX;
}
static void edge_negative(file *f) {
    boundaries_of(f)[0].edge = -1;
}
static void next_of_itself(file *f) {
    boundaries_of(f)[0].next = 0;
}
static void next_beyond(file *f) {
    boundaries_of(f)[0].next = (int32_t)surface_entry(f, CHUNK_SURFACE_BOUNDARIES)->count;
}
static void cycle_beyond(file *f) {
    boundaries_of(f)[0].cycle = head_of(f)->cycle_count;
}
static void cycle_wrong(file *f) {
    boundaries_of(f)[0].cycle++;
}
static void kind_unknown(file *f) {
    boundaries_of(f)[0].kind = WEND_BOUNDARY_KIND_COUNT;
}
static void kind_wrong(file *f) {
    boundaries_of(f)[0].kind = boundaries_of(f)[0].kind == WEND_BOUNDARY_CUT ? 0 : WEND_BOUNDARY_CUT;
}
static void side_unknown(file *f) {
    boundaries_of(f)[0].side = 3;
}
static void cause_negative(file *f) {
    boundaries_of(f)[0].cause = -2;
}
static void tile_without_cut(file *f) {
    boundaries_of(f)[0].tile = 1;
}
static void interval_upside_down(file *f) {
    boundaries_of(f)[0].low = boundaries_of(f)[0].high + 1;
}
static void component_area_wrong(file *f) {
    components_of(f)[0].area += 1;
}
static void component_area2_wrong(file *f) {
    components_of(f)[0].area2++;
}
static void component_triangles_wrong(file *f) {
    components_of(f)[1].triangles = INT32_MAX;
}
static void component_first_beyond(file *f) {
    components_of(f)[1].first = INT32_MAX;
}
static void component_cycles_wrong(file *f) {
    components_of(f)[0].cycles = -1;
}
static void component_reserved(file *f) {
    components_of(f)[0].reserved = 7;
}
static void lattice_negative(file *f) {
    settings_of(f)->lattice = -1;
}
static void weld_nan(file *f) {
    settings_of(f)->weld = NAN;
}
static void simplify_endless(file *f) {
    settings_of(f)->simplify = INFINITY;
}
static void min_area_endless(file *f) {
    settings_of(f)->min_area = INFINITY;
}
static void flags_unknown(file *f) {
    settings_of(f)->flags = 4;
}
static void reserved_settings(file *f) {
    settings_of(f)->reserved = 1;
}
static void chunk_newer(file *f) {
    surface_entry(f, CHUNK_SURFACE_BOUNDARIES)->version = 2;
}
static void id_of_a_plan(file *f) {
    memcpy(surface_entry(f, CHUNK_SURFACE_VERTICES)->id, "PVTX", 4);
}

static const attack attacks[] = {
    {"a step of zero", WEND_ERROR_INVALID, step_zero},
    {"a step that is no number", WEND_ERROR_INVALID, step_nan},
    {"a negative unit", WEND_ERROR_INVALID, unit_negative},
    {"an origin far beyond the lattice", WEND_ERROR_INVALID, origin_far},
    {"an infinite origin", WEND_ERROR_INVALID, origin_endless},
    {"an origin that is no number", WEND_ERROR_INVALID, origin_nan},
    {"a wrong area", WEND_ERROR_INVALID, area_wrong},
    {"an area that is no number", WEND_ERROR_INVALID, area_nan},
    {"a wrong box", WEND_ERROR_INVALID, box_wrong},
    {"a box that is no number", WEND_ERROR_INVALID, box_nan},
    {"a height of zero", WEND_ERROR_INVALID, height_zero},
    {"a height that is no number", WEND_ERROR_INVALID, height_nan},
    {"an infinite height", WEND_ERROR_INVALID, height_endless},
    {"a negative slope", WEND_ERROR_INVALID, slope_negative},
    {"a slope of 90 degrees", WEND_ERROR_INVALID, slope_upright},
    {"a wrong hash", WEND_ERROR_INVALID, hash_wrong},
    {"an axis beyond the axes", WEND_ERROR_INVALID, up_unknown},
    {"a negative axis", WEND_ERROR_INVALID, up_negative},
    {"an unknown producer", WEND_ERROR_INVALID, producer_unknown},
    {"a producer of -2^31", WEND_ERROR_INVALID, producer_negative},
    {"two billion cycles", WEND_ERROR_INVALID, cycles_many},
    {"a negative number of cycles", WEND_ERROR_INVALID, cycles_negative},
    {"a reserved field of the surface", WEND_ERROR_INVALID, reserved_head},
    {"a vertex beyond the range", WEND_ERROR_INVALID, vertex_beyond},
    {"a vertex at -2^31", WEND_ERROR_INVALID, vertex_least},
    {"a moved vertex", WEND_ERROR_INVALID, vertex_moved},
    {"a corner beyond the vertices", WEND_ERROR_INVALID, corner_beyond},
    {"a negative corner", WEND_ERROR_INVALID, corner_negative},
    {"a twin beyond the triangles", WEND_ERROR_INVALID, twin_beyond},
    {"a twin of -2^31", WEND_ERROR_INVALID, twin_least},
    {"a half-edge that is its own twin", WEND_ERROR_INVALID, twin_of_itself},
    {"a source of -2", WEND_ERROR_INVALID, source_negative},
    {"a triangle that faces down", WEND_ERROR_INVALID, turned_over},
    {"a component beyond the components", WEND_ERROR_INVALID, component_beyond},
    {"a negative component", WEND_ERROR_INVALID, component_negative},
    {"a half-edge beyond the triangles", WEND_ERROR_INVALID, edge_beyond},
    {"a negative half-edge", WEND_ERROR_INVALID, edge_negative},
    {"a boundary edge that follows itself", WEND_ERROR_INVALID, next_of_itself},
    {"a next edge beyond the boundary", WEND_ERROR_INVALID, next_beyond},
    {"a cycle beyond the cycles", WEND_ERROR_INVALID, cycle_beyond},
    {"a wrong cycle", WEND_ERROR_INVALID, cycle_wrong},
    {"an unknown kind", WEND_ERROR_INVALID, kind_unknown},
    {"another kind", WEND_ERROR_INVALID, kind_wrong},
    {"an unknown side", WEND_ERROR_INVALID, side_unknown},
    {"a cause of -2", WEND_ERROR_INVALID, cause_negative},
    {"a tile without a cut", WEND_ERROR_INVALID, tile_without_cut},
    {"an interval upside down", WEND_ERROR_INVALID, interval_upside_down},
    {"a wrong area of a component", WEND_ERROR_INVALID, component_area_wrong},
    {"a wrong exact area of a component", WEND_ERROR_INVALID, component_area2_wrong},
    {"two billion triangles in a component", WEND_ERROR_INVALID, component_triangles_wrong},
    {"a first triangle beyond the triangles", WEND_ERROR_INVALID, component_first_beyond},
    {"a negative number of cycles of a component", WEND_ERROR_INVALID, component_cycles_wrong},
    {"a reserved field of a component", WEND_ERROR_INVALID, component_reserved},
    {"a negative lattice that was asked for", WEND_ERROR_INVALID, lattice_negative},
    {"a weld that is no number", WEND_ERROR_INVALID, weld_nan},
    {"an infinite simplify", WEND_ERROR_INVALID, simplify_endless},
    {"an infinite least area", WEND_ERROR_INVALID, min_area_endless},
    {"an unknown flag", WEND_ERROR_INVALID, flags_unknown},
    {"a reserved field of the settings", WEND_ERROR_INVALID, reserved_settings},
    {"a newer chunk", WEND_ERROR_VERSION, chunk_newer},
    {"a chunk of a plan in place of one of the surface", WEND_ERROR_FORMAT, id_of_a_plan},
};

TEST(hostile_contents) {
    file f = small_file();
    run_attacks(&f, true, attacks, sizeof attacks / sizeof *attacks);
}

// Whether a number may be another one and the file still be right: where the surface lies, what made it and for whom,
// which triangles of the scene are named, and what blocks at which height.
static bool is_free(int chunk, uint64_t byte) {
    return (chunk == CHUNK_SURFACE && (byte < 24 || (byte >= 96 && byte < 112) || byte == 124)) ||
           (chunk == CHUNK_SURFACE_SETTINGS && byte < 36) || chunk == CHUNK_SURFACE_SEEDS ||
           (chunk == CHUNK_SURFACE_TRIANGLES && byte % 28 == 24) ||
           (chunk == CHUNK_SURFACE_BOUNDARIES && byte % 28 >= 12);
}

// Every four bytes of every chunk, replaced by each of several numbers.
TEST(every_number_replaced) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    file plain = plain_of(&f);
    int64_t tried = 0, accepted = 0;
    int32_t triangles = (int32_t)surface_entry(&f, CHUNK_SURFACE_TRIANGLES)->count;
    const int32_t values[] = {
        0,         1,         2,       3,         5, 8, -1, -2, -3, -8, triangles, -triangles, 3 * triangles,
        INT32_MAX, INT32_MIN, 1 << 29, 0x3FF00000};
    for (int k = FIRST; k < FIRST + CHUNKS; k++) {
        wend_archive_entry *e = surface_entry(&plain, k);
        for (uint64_t byte = 0; byte + 4 <= e->bytes; byte += 4)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                file bad = with_number(&plain, e->offset + byte, values[i]);
                int32_t old = number_at(&plain, e->offset + byte);
                wend_nav *nav = NULL;
                wend_result result = load(&bad, &nav);
                tried++;
                if (result == WEND_OK) {
                    accepted += old != values[i];
                    use(nav);
                    CHECK_MESSAGE(old == values[i] || is_free(k, byte), "chunk %.4s, byte %lld: %d for %d is accepted",
                                  e->id, (long long)byte, values[i], old);
                    CHECK(wend_nav_check(context, nav, report) == WEND_OK);
                } else {
                    CHECK_MESSAGE(old != values[i], "chunk %.4s, byte %lld: the right number is refused: %s", e->id,
                                  (long long)byte, wend_report_error(report));
                    CHECK(wend_report_error(report)[0] != 0);
                }
                wend_nav_destroy(nav);
                free_file(&bad);
            }
    }
    printf("%lld replaced numbers, %lld of them harmless\n", (long long)tried, (long long)accepted);
    free_file(&plain);
    free_file(&f);
}

// ---------------------------------------------------------------------------------------------------- other chunks

TEST(missing_and_empty_chunks) {
    file f = small_file();
    REQUIRE(f.bytes != NULL && header_of(&f)->chunk_count == CHUNKS);
    for (uint32_t k = 0; k < CHUNKS; k++) {
        const wend_chunk_kind *kind = kind_of(FIRST + k);
        file less = exchange(&f, k, 1, NULL, 0);
        wend_result result;
        if (!kind->optional) {
            result = refuse(&less);
            CHECK_MESSAGE(result == WEND_ERROR_FORMAT, "without %s: %s", kind->id, wend_report_error(report));
        }
        free_file(&less);
        wend_archive_entry empty = entry_for(kind->id, kind->version, kind->element.size, 0);
        less = exchange(&f, k, 1, &empty, 1);
        result = refuse(&less);
        CHECK_MESSAGE(result == WEND_ERROR_INVALID || result == WEND_ERROR_FORMAT, "an empty %s: %s", kind->id,
                      wend_describe(result));
        free_file(&less);
    }
    // A surface of nothing at all.
    wend_archive_entry empty[NEEDED - 1];
    for (int k = 1; k < NEEDED; k++)
        empty[k - 1] = entry_for(kind_of(FIRST + k)->id, 1, kind_of(FIRST + k)->element.size, 0);
    file nothing = exchange(&f, 1, CHUNKS - 1, empty, NEEDED - 1);
    CHECK(refuse(&nothing) == WEND_ERROR_INVALID);
    free_file(&nothing);
    wend_archive_entry two = entry_for("SURF", 1, sizeof(wend_surface_head), 2);
    file doubled = exchange(&f, 0, 1, &two, 1);
    CHECK(refuse(&doubled) == WEND_ERROR_FORMAT);
    free_file(&doubled);
    free_file(&f);
}

// The chunks of `other` behind those of `f`.
static file both(const file *f, const file *other) {
    enum { MOST = WEND_ARCHIVE_KINDS_MAX };
    wend_archive_entry added[MOST] = {{.version = 0}};
    uint32_t count = header_of(other)->chunk_count, at = header_of(f)->chunk_count;
    for (uint32_t k = 0; k < count; k++)
        added[k] = *entry_of(other, (int)k);
    file made = exchange(f, at, 0, added, count);
    for (uint32_t k = 0; k < count; k++)
        memcpy(made.bytes + entry_of(&made, (int)(at + k))->offset, other->bytes + entry_of(other, (int)k)->offset,
               entry_of(other, (int)k)->bytes);
    forge_checksums(made.bytes, made.count);
    return made;
}

// A surface beside a plan: both are loaded. Cells need their plan.
TEST(surface_beside_a_plan) {
    file f = small_file();
    static const double room[] = {0, 0, 8, 0, 8, 6, 0, 6};
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL, *plan = NULL;
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_MEDIAL | WEND_STAGE_CELLS; // those of roads follow chunks of the surface
    REQUIRE(f.bytes != NULL && wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK &&
            wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) == WEND_OK &&
            wend_build_drawing(context, drawing, &def, &plan, NULL, NULL) == WEND_OK);
    file p = save(plan), mixed = both(&p, &f);
    if (CHECK_MESSAGE(load(&mixed, &nav) == WEND_OK, "%s", wend_report_error(report))) {
        CHECK(wend_nav_surface(nav) != NULL && wend_nav_plan(nav) != NULL && wend_nav_cells(nav) != NULL);
        CHECK(wend_nav_check(context, nav, report) == WEND_OK);
        file again = save(nav);
        CHECK(again.count == mixed.count && memcmp(again.bytes, mixed.bytes, mixed.count) == 0);
        free_file(&again);
    }
    file cells = exchange(&p, 0, CHUNK_BORDERS, NULL, 0), without = both(&f, &cells); // no PBRD in this one
    CHECK(refuse(&without) == WEND_ERROR_FORMAT);
    CHECK_MESSAGE(strstr(wend_report_error(report), "without its plan") != NULL, "%s", wend_report_error(report));
    CHECK(refuse(&cells) == WEND_ERROR_FORMAT);
    free_file(&without);
    free_file(&cells);
    free_file(&mixed);
    free_file(&p);
    free_file(&f);
    wend_nav_destroy(nav);
    wend_nav_destroy(plan);
    wend_drawing_destroy(drawing);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()
