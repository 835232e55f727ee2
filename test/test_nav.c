// Navs: the table of artifacts, stages that are chosen, who keeps what alive, versions, and places carried from one
// version to another.
#define _POSIX_C_SOURCE 200809L

#include "linked.h"

#include "base/random.h"
#include "nav/nav.h"

#include <wend/archive.h>
#include <wend/path.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include <pthread.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- the table

TEST(kinds_are_sound) {
    char seen[WEND_NAV_KIND_COUNT * WEND_CHUNKS_MAX][5];
    int count = 0;
    uint32_t stages = 0;
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT; kind++) {
        const wend_artifact *a = wend_nav_table[kind].artifact;
        REQUIRE(a != NULL && a->chunk_count >= 1 && a->chunk_count <= WEND_CHUNKS_MAX);
        CHECK((int)wend_nav_kind_of(a) == kind && a->destroy != NULL && a->save != NULL && a->load != NULL);
        CHECK_MESSAGE((stages & wend_nav_table[kind].stage) == 0, "%s has the stage of another", a->name);
        stages |= wend_nav_table[kind].stage;
        for (int k = 0; k < WEND_SOURCES_MAX; k++)
            CHECK_MESSAGE(a->from[k] == NULL ? k >= a->needed : (int)wend_nav_kind_of(a->from[k]) < kind,
                          "%s stands before what it is made of", a->name);
        for (int k = 0; k < a->chunk_count; k++) {
            const wend_chunk_kind *chunk = &a->chunks[k];
            for (int i = 0; i < count; i++)
                CHECK_MESSAGE(strcmp(seen[i], chunk->id) != 0, "two chunks are called %s", chunk->id);
            memcpy(seen[count++], chunk->id, sizeof chunk->id);
            CHECK_MESSAGE(strlen(chunk->id) == 4 && chunk->element.size <= WEND_ELEMENT_MAX, "%s", chunk->id);
            CHECK_MESSAGE(chunk->each == 0 || (chunk->of < k && chunk->of >= 0), "%s", chunk->id);
        }
    }
    CHECK(stages == WEND_STAGES_ALL);
}

// ---------------------------------------------------------------------------------------------------- stages

static wend_nav *build_house(uint32_t stages, double min_area) {
    open_context_with(2);
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    def.stages = stages;
    def.keep.min_area = min_area;
    CHECK(wend_sample_build_scene(context, "stairs", 0, 1, &scene) == WEND_OK);
    wend_result result = wend_build_scene(context, scene, &def, &nav, NULL, report);
    CHECK_MESSAGE((result == WEND_OK) == (nav != NULL), "%s", wend_describe(result));
    wend_scene_destroy(scene);
    return nav;
}

static wend_nav *build_rooms(uint32_t stages) {
    open_context_with(2);
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    def.stages = stages;
    CHECK(wend_sample_build_drawing(context, "rooms", 200, 1, &drawing) == WEND_OK);
    wend_result result = wend_build_drawing(context, drawing, &def, &nav, NULL, report);
    CHECK_MESSAGE((result == WEND_OK) == (nav != NULL), "%s", wend_describe(result));
    wend_drawing_destroy(drawing);
    return nav;
}

// What must be there when something is asked for, written down by hand.
static uint32_t with_sources(uint32_t stages, bool scene) {
    if (stages & WEND_STAGE_ROADS)
        stages |= WEND_STAGE_MEDIAL;
    if (stages & (WEND_STAGE_MEDIAL | WEND_STAGE_CELLS))
        stages |= WEND_STAGE_PLAN;
    if (!scene)
        return stages & (WEND_STAGE_PLAN | WEND_STAGE_MEDIAL | WEND_STAGE_CELLS | WEND_STAGE_ROADS);
    if (stages & (WEND_STAGE_PLAN | WEND_STAGE_STAIRS))
        stages |= WEND_STAGE_LINKS;
    return stages | WEND_STAGE_SURFACE;
}

TEST(every_set_of_stages) {
    wend_nav *all = build_house(WEND_STAGES_ALL, 0), *rooms = build_rooms(WEND_STAGES_ALL);
    REQUIRE(all != NULL && rooms != NULL);
    for (uint32_t stages = 1; stages <= WEND_STAGES_ALL; stages++) {
        wend_nav *nav = build_house(stages, 0);
        if (CHECK(nav != NULL)) {
            CHECK_INT(wend_nav_stages(nav), with_sources(stages, true));
            CHECK(wend_surface_look(wend_nav_surface(nav)).hash == wend_surface_look(wend_nav_surface(all)).hash);
            CHECK(wend_nav_plan(nav) == NULL ||
                  wend_plan_look(wend_nav_plan(nav)).hash == wend_plan_look(wend_nav_plan(all)).hash);
            CHECK((wend_nav_version(nav) == wend_nav_version(all)) ==
                  (stages == with_sources(WEND_STAGES_ALL, true) || wend_nav_stages(nav) == WEND_STAGES_ALL));
            CHECK(wend_nav_check(context, nav, report) == WEND_OK);
        }
        wend_nav_destroy(nav);
        if (with_sources(stages, false) == 0)
            continue;
        nav = build_rooms(stages);
        if (CHECK(nav != NULL)) {
            CHECK_INT(wend_nav_stages(nav), with_sources(stages, false));
            CHECK(wend_nav_hash(nav) == wend_nav_hash(rooms));
        }
        wend_nav_destroy(nav);
    }
    wend_nav_destroy(all);
    wend_nav_destroy(rooms);
}

// Which parts of a surface are large enough is judged as linked, so the surface alone is that of a whole build.
TEST(the_surface_alone_is_the_same) {
    wend_nav *alone = build_house(WEND_STAGE_SURFACE, 0.25), *all = build_house(WEND_STAGES_ALL, 0.25);
    REQUIRE(alone != NULL && all != NULL);
    CHECK_INT(wend_nav_stages(alone), WEND_STAGE_SURFACE | WEND_STAGE_LINKS);
    CHECK(wend_surface_look(wend_nav_surface(alone)).hash == wend_surface_look(wend_nav_surface(all)).hash);
    wend_nav_destroy(alone);
    wend_nav_destroy(all);
}

TEST(stages_that_do_not_exist) {
    static const uint32_t bad[] = {0, WEND_STAGES_ALL + 1, UINT32_MAX};
    open_context_with(2);
    wend_build_def def = wend_default_build_def();
    wend_drawing *drawing = NULL;
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_drawing(context, "rooms", 0, 1, &drawing) == WEND_OK &&
            wend_sample_build_scene(context, "stairs", 0, 1, &scene) == WEND_OK);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        wend_nav *nav;
        def.stages = bad[k];
        CHECK(wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_ERROR_ARGUMENT && nav == NULL);
        CHECK(wend_build_drawing(context, drawing, &def, &nav, NULL, report) == WEND_ERROR_ARGUMENT && nav == NULL);
    }
    wend_nav *nav;
    def.stages = WEND_STAGE_SURFACE | WEND_STAGE_LINKS; // a floor plan has none of them
    CHECK(wend_build_drawing(context, drawing, &def, &nav, NULL, report) == WEND_ERROR_ARGUMENT && nav == NULL);
    wend_drawing_destroy(drawing);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- holders

// Artifacts that were made of each other, by hand.
typedef struct chain {
    wend_surface *surface;
    wend_links *links;
    wend_stairs *stairs;
    wend_plan *plan;
    wend_medial *medial;
    wend_cells *cells;
} chain;

static chain make_chain(void) {
    chain c = {0};
    wend_scene *scene = NULL;
    wend_solid *solid = NULL;
    open_context_with(2);
    bool good = wend_sample_build_scene(context, "stairs", 0, 1, &scene) == WEND_OK &&
                wend_solid_build(context, scene, NULL, &solid, NULL) == WEND_OK &&
                wend_exact_build(context, solid, NULL, NULL, &c.surface, NULL) == WEND_OK &&
                wend_links_build(context, solid, c.surface, NULL, NULL, &c.links, NULL) == WEND_OK &&
                wend_stairs_build(context, c.links, c.surface, NULL, &c.stairs, NULL) == WEND_OK &&
                wend_plan_build_linked(context, c.links, NULL, &c.plan, NULL) == WEND_OK &&
                wend_medial_build(context, c.plan, NULL, &c.medial, NULL) == WEND_OK &&
                wend_cells_build(context, c.plan, NULL, &c.cells, NULL) == WEND_OK;
    CHECK(good);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
    return c;
}

enum { KINDS = 6 };

static void destroy_one(chain *c, int which) {
    switch (which) {
    case 0:
        wend_surface_destroy(c->surface);
        break;
    case 1:
        wend_links_destroy(c->links);
        break;
    case 2:
        wend_stairs_destroy(c->stairs);
        break;
    case 3:
        wend_plan_destroy(c->plan);
        break;
    case 4:
        wend_medial_destroy(c->medial);
        break;
    default:
        wend_cells_destroy(c->cells);
    }
}

// Asks each of those that are left something that needs what it was made of.
static void ask(const chain *c, const bool gone[KINDS]) {
    if (!gone[4])
        CHECK(wend_medial_check(context, c->medial, report) == WEND_OK);
    if (!gone[5])
        CHECK(wend_cells_check(context, c->cells, report) == WEND_OK);
    if (!gone[3]) {
        wend_spot spot = {.triangle = 0, .point = wend_plan_look(c->plan).vertices[0]};
        wend_plan_ground ground;
        CHECK(wend_plan_check(context, c->plan, report) == WEND_OK);
        wend_plan_find_ground(c->plan, &spot, &ground);
        CHECK(ground.triangle >= 0);
    }
}

// All orders in which the six can be destroyed: those that are left still work, and nothing stays behind.
TEST(destroyed_in_any_order) {
    uint64_t state = 11;
    int64_t cases = check_cases("orders", 40);
    open_context_with(2);
    size_t before = wend_bytes_now(context);
    for (int64_t n = 0; n < cases; n++) {
        chain c = make_chain();
        bool gone[KINDS] = {false};
        for (int left = KINDS; left > 0; left--) {
            int which = (int)wend_random_below(&state, (uint64_t)left);
            for (int k = 0; k <= which; k++)
                which += gone[k];
            destroy_one(&c, which);
            gone[which] = true;
            if (n < 12)
                ask(&c, gone);
        }
        CHECK_INT(wend_bytes_now(context), before);
    }
}

// What was loaded lies in one block of memory, which lives as long as one of the artifacts.
TEST(a_loaded_plan_outlives_its_nav) {
    wend_nav *nav = build_house(WEND_STAGES_ALL, 0), *loaded = NULL;
    void *bytes = NULL;
    size_t count = 0, before;
    REQUIRE(nav != NULL && wend_archive_save(context, nav, &bytes, &count) == WEND_OK);
    before = wend_bytes_now(context);
    REQUIRE(wend_archive_load(context, bytes, count, WEND_LOAD_PROVEN, &loaded, report) == WEND_OK);
    wend_cells *cells = NULL;
    CHECK(wend_cells_build(context, wend_nav_plan(loaded), NULL, &cells, report) == WEND_OK);
    wend_nav_destroy(loaded);
    CHECK(wend_cells_check(context, cells, report) == WEND_OK);
    wend_cells_destroy(cells);
    CHECK_INT(wend_bytes_now(context), before);
    wend_release(context, bytes, count);
    wend_nav_destroy(nav);
}

enum { THREADS = 4, ROUNDS = 200 };

// Holds the nav and lets go of it, over and over, and asks it in between; the last time it lets go of what the caller
// held for it.
static void *hold_and_let_go(void *data) {
    wend_nav *nav = data;
    for (int k = 0; k < ROUNDS; k++) {
        wend_nav_retain(nav);
        if (wend_nav_stages(nav) == 0 || wend_plan_look(wend_nav_plan(nav)).triangle_count == 0)
            return data;
        wend_nav_destroy(nav);
    }
    wend_nav_destroy(nav);
    return NULL;
}

TEST(held_by_many_threads) {
    wend_nav *nav = build_rooms(WEND_STAGES_ALL);
    REQUIRE(nav != NULL);
    size_t before = wend_bytes_now(context);
    wend_nav *last = build_rooms(WEND_STAGES_ALL);
    REQUIRE(last != NULL);
    for (int round = 0; round < 20; round++) {
        wend_nav *held = round == 19 ? last : build_rooms(WEND_STAGE_PLAN);
        pthread_t threads[THREADS];
        for (int k = 0; k < THREADS; k++)
            wend_nav_retain(held);
        for (int k = 0; k < THREADS; k++)
            REQUIRE(pthread_create(&threads[k], NULL, hold_and_let_go, held) == 0);
        wend_nav_destroy(held); // while they hold it; this context is still in use, by nav
        CHECK(wend_nav_check(context, nav, report) == WEND_OK);
        for (int k = 0; k < THREADS; k++) {
            void *wrong = held;
            CHECK(pthread_join(threads[k], &wrong) == 0 && wrong == NULL);
        }
    }
    CHECK_INT(wend_bytes_now(context), before);
    wend_nav_destroy(nav);
}

// Shortest paths between random places, with a search of its own over roads that others use at the same time; a thread
// has a context of its own, too.
typedef struct walker {
    const wend_plan *plan;
    const wend_roads *roads;
    double sum; // of lengths; less than 0 when something failed
} walker;

static void *walk_about(void *data) {
    walker *w = data;
    wend_context *own = NULL;
    wend_search *search = NULL;
    w->sum = -1;
    if (wend_context_create(NULL, &own) != WEND_OK ||
        wend_search_create_on(own, &(wend_search_def){.roads = w->roads}, &search) != WEND_OK)
        return NULL;
    w->sum = 0;
    uint64_t state = 5;
    wend_spot last = {-1, {0, 0}, 0};
    for (int k = 0; k < ROUNDS; k++) {
        double place[2];
        int32_t triangle;
        wend_spot next;
        wend_path_view path;
        wend_plan_random(w->plan, &state, place, &triangle);
        wend_plan_locate(w->plan, place, 0.1, &next);
        w->sum = wend_search_path(search, &last, &next, NULL, &path) == WEND_OK ? w->sum + path.length : -1e300;
        last = next;
    }
    wend_search_destroy(search);
    wend_context_destroy(own);
    return NULL;
}

TEST(searches_of_many_threads) {
    wend_nav *nav = build_rooms(WEND_STAGES_ALL);
    REQUIRE(nav != NULL);
    wend_roads *roads = NULL;
    REQUIRE(wend_roads_build(context, wend_nav_medial(nav), NULL, &roads, report) == WEND_OK);
    walker alone = {wend_nav_plan(nav), roads, 0}, walkers[THREADS];
    walk_about(&alone);
    CHECK(alone.sum > 0);
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++) {
        walkers[k] = alone;
        REQUIRE(pthread_create(&threads[k], NULL, walk_about, &walkers[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
        CHECK(pthread_join(threads[k], NULL) == 0);
        CHECK_MESSAGE(walkers[k].sum == alone.sum, "%.17g and %.17g metres", walkers[k].sum, alone.sum);
    }
    wend_roads_destroy(roads);
    wend_nav_destroy(nav);
}

// Artifacts of one plan, let go of by threads of their own while the plan goes, too.
static void *destroy_cells(void *cells) {
    wend_cells_destroy(cells);
    return NULL;
}

TEST(sources_let_go_by_many_threads) {
    open_context_with(2);
    size_t before = wend_bytes_now(context);
    for (int round = 0; round < 10; round++) {
        chain c = make_chain();
        wend_cells *cells[THREADS] = {NULL};
        pthread_t threads[THREADS];
        for (int k = 0; k < THREADS; k++)
            CHECK(wend_cells_build(context, c.plan, NULL, &cells[k], report) == WEND_OK);
        for (int k = 0; k < THREADS; k++)
            REQUIRE(pthread_create(&threads[k], NULL, destroy_cells, cells[k]) == 0);
        for (int k = 0; k < KINDS; k++)
            destroy_one(&c, k);
        for (int k = 0; k < THREADS; k++)
            CHECK(pthread_join(threads[k], NULL) == 0);
        CHECK_INT(wend_bytes_now(context), before);
    }
}

// ---------------------------------------------------------------------------------------------------- versions

static wend_nav *reload(const wend_nav *nav, wend_load how) {
    wend_nav *loaded = NULL;
    void *bytes = NULL;
    size_t count = 0;
    CHECK(wend_archive_save(context, nav, &bytes, &count) == WEND_OK &&
          wend_archive_load(context, bytes, count, how, &loaded, report) == WEND_OK);
    wend_release(context, bytes, count);
    return loaded;
}

TEST(versions_tell_contents_apart) {
    wend_nav *navs[5] = {build_house(WEND_STAGES_ALL, 0), build_house(WEND_STAGES_ALL, 0.25),
                         build_house(WEND_STAGE_PLAN, 0), build_rooms(WEND_STAGES_ALL), build_rooms(WEND_STAGE_PLAN)};
    for (int k = 0; k < 5; k++) {
        REQUIRE(navs[k] != NULL);
        wend_nav *quick = reload(navs[k], WEND_LOAD_QUICK), *proven = reload(navs[k], WEND_LOAD_PROVEN);
        CHECK(quick != NULL && wend_nav_version(quick) == wend_nav_version(navs[k]));
        CHECK(proven != NULL && wend_nav_version(proven) == wend_nav_version(navs[k]));
        wend_nav_destroy(quick);
        wend_nav_destroy(proven);
        for (int i = 0; i < k; i++)
            CHECK_MESSAGE(wend_nav_version(navs[i]) != wend_nav_version(navs[k]), "%d and %d", i, k);
    }
    for (int k = 0; k < 5; k++)
        wend_nav_destroy(navs[k]);
}

// Two floors one above the other, joined by nothing; the upper one has a hole in it, and below stands a box.
static wend_nav *build_floors(bool hole, bool block, double lift) {
    wend_scene *scene = begin();
    wend_nav *nav = NULL;
    floor_at(scene, 0, 0, 10, 10, 0);
    floor_at(scene, 0, 0, 10, 4, 3 + lift);
    if (!hole)
        floor_at(scene, 0, 4, 10, 6, 3 + lift);
    floor_at(scene, 0, 6, 10, 10, 3 + lift);
    if (block)
        box(scene, 2, 2, 4, 4, 0, 1);
    CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    wend_scene_destroy(scene);
    return nav;
}

// Whether a place is within a box seen from above, by more than rounding.
static int is_in(const double place[3], double x0, double y0, double x1, double y1) {
    double near = 0.001, x = place[0], y = place[1];
    if (x > x0 + near && x < x1 - near && y > y0 + near && y < y1 - near)
        return 1;
    return x > x0 - near && x < x1 + near && y > y0 - near && y < y1 + near ? -1 : 0; // -1: hard to tell
}

// Carries random places of `from` to `to`, and compares with what is known of the two scenes.
static void carry_all(const wend_nav *from, const wend_nav *to, bool hole, bool block, bool lifted) {
    uint64_t state = 5;
    const wend_plan *old = wend_nav_plan(from), *plan = wend_nav_plan(to);
    int64_t found = 0, lost = 0, cases = check_cases("places", 2000);
    for (int64_t n = 0; n < cases; n++) {
        const double at[3] = {10 * wend_random_unit(&state), 10 * wend_random_unit(&state),
                              wend_random_below(&state, 2) == 1 ? 3.1 : 0.1};
        wend_spot spot, before;
        wend_plan_ground ground, now;
        wend_plan_locate3(old, at, 0.2, 1, 0, &spot, &ground);
        if (spot.triangle < 0)
            continue;
        before = spot;
        bool upper = ground.place[2] > 2;
        int gone = upper ? (lifted ? 1
                            : hole ? is_in(ground.place, -1, 4, 11, 6)
                                   : 0)
                         : (block ? is_in(ground.place, 2, 2, 4, 4) : 0);
        bool carried = wend_nav_carry(from, to, &spot);
        CHECK_MESSAGE(gone < 0 || carried == (gone == 0), "(%g, %g, %g) is %s", ground.place[0], ground.place[1],
                      ground.place[2], carried ? "carried" : "lost");
        if (!carried) {
            CHECK(memcmp(&before, &spot, sizeof spot) == 0);
            lost++;
            continue;
        }
        found++;
        wend_plan_find_ground(plan, &spot, &now);
        for (int k = 0; k < 3; k++)
            CHECK_MESSAGE(fabs(now.place[k] - ground.place[k]) < 0.01, "%d: %g is %g", k, ground.place[k],
                          now.place[k]);
    }
    CHECK(found > cases / 8 && (lost > 0) == (hole || block || lifted));
}

TEST(places_are_carried) {
    wend_nav *whole = build_floors(false, false, 0), *hole = build_floors(true, false, 0);
    wend_nav *block = build_floors(false, true, 0), *lifted = build_floors(false, false, 0.05);
    REQUIRE(whole != NULL && hole != NULL && block != NULL && lifted != NULL);
    carry_all(whole, hole, true, false, false);
    carry_all(whole, block, false, true, false);
    carry_all(hole, block, false, true, false);
    carry_all(block, hole, true, false, false);
    carry_all(whole, lifted, false, false, true);
    carry_all(hole, whole, false, false, false);
    carry_all(whole, whole, false, false, false);
    wend_nav *rooms = build_rooms(WEND_STAGES_ALL), *bare = build_house(WEND_STAGE_SURFACE, 0);
    wend_spot spot = {.triangle = 0, .point = wend_plan_look(wend_nav_plan(whole)).vertices[0]}, off = {.triangle = -1};
    CHECK(!wend_nav_carry(whole, rooms, &spot) && !wend_nav_carry(whole, bare, &spot));
    CHECK(!wend_nav_carry(bare, whole, &spot) && !wend_nav_carry(whole, hole, &off));
    wend_nav_destroy(rooms);
    wend_nav_destroy(bare);
    wend_nav_destroy(whole);
    wend_nav_destroy(hole);
    wend_nav_destroy(block);
    wend_nav_destroy(lifted);
}

// A place on a floor plan has no height.
TEST(places_of_floor_plans_are_carried) {
    wend_nav *all = build_rooms(WEND_STAGES_ALL), *bare = build_rooms(WEND_STAGE_PLAN);
    REQUIRE(all != NULL && bare != NULL);
    wend_plan_view view = wend_plan_look(wend_nav_plan(all));
    for (int32_t t = 0; t < view.triangle_count; t++) {
        wend_spot spot = {.triangle = t, .point = view.vertices[view.triangles[t].v[0]]}, was = spot;
        CHECK(wend_nav_carry(all, bare, &spot));
        CHECK(spot.point.x == was.point.x && spot.point.y == was.point.y);
    }
    wend_nav_destroy(all);
    wend_nav_destroy(bare);
}

TEST(nothing_is_leaked) {
    open_context_with(2);
    close_context();
}

CHECK_MAIN()
