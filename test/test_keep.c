// Parts of a linked surface: what seeds and the least area keep, and that the rest of the surface stays as it was.
#include "linked.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

// What is kept of the links and surface of a scene, both proved; nothing where that is all, or nothing.
static wend_result keep_of(const answer *all, wend_scene *scene, const wend_keep_def *wanted, answer *kept) {
    *kept = (answer){0};
    wend_report_clear(report);
    wend_result result =
        wend_links_keep(context, all->links, all->surface, wanted, &kept->surface, &kept->links, report);
    CHECK((kept->surface == NULL) == (kept->links == NULL));
    if (!kept->surface)
        return result;
    wend_report *proof = NULL;
    if (!CHECK(wend_report_create(context, &proof) == WEND_OK))
        return result;
    CHECK_MESSAGE(wend_surface_check(context, kept->surface, proof) == WEND_OK, "%s", wend_report_error(proof));
    kept->view = wend_links_look(kept->links);
    CHECK_MESSAGE(check_links(context, scene, kept->surface, kept->links, proof) == WEND_OK, "%s",
                  wend_report_error(proof));
    wend_report_destroy(proof);
    find_stairs(kept);
    return result;
}

static wend_result keep(wend_scene *scene, const wend_agent *def, const wend_keep_def *wanted, answer *kept) {
    answer all = link_with(scene, def);
    wend_result result = all.links ? keep_of(&all, scene, wanted, kept) : WEND_ERROR_INVALID;
    forget(&all);
    return result;
}

static double area_of(const answer *a) {
    return a->surface ? wend_surface_look(a->surface).area : 0;
}

// A floor of 16 m2 with a block of 0.09 m2 to step on, one of 4 m2 two metres lower beside it, and one of 1 m2 far off.
static wend_scene *three_parts(void) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 1.3, 1.3, 0, 0.3);
    floor_at(scene, 4, 0, 6, 2, -2);
    floor_at(scene, 20, 0, 21, 1, 0);
    return scene;
}

TEST(seeds_reach_over_links_and_down_drops) {
    const double above[3] = {3, 3, 0.5}, block[3] = {1.1, 1.1, 0.4}, below[3] = {5, 1, -1.5};
    const struct {
        const double *seed;
        double drop, area;
        int32_t parts;
    } cases[] = {{above, 0, 16, 1}, {block, 0, 16, 1}, {above, 3, 20, 2}, {block, 3, 20, 2}, {below, 3, 4, 1}};
    wend_scene *scene = three_parts();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_agent def = usual;
        def.drop = cases[k].drop;
        wend_keep_def wanted = {.seeds = cases[k].seed, .seed_count = 1};
        answer a;
        CHECK(keep(scene, &def, &wanted, &a) == WEND_OK);
        CHECK_MESSAGE(fabs(area_of(&a) - cases[k].area) < 0.01 && a.view.component_count == cases[k].parts,
                      "case %d: %g m2 in %d parts", (int)k, area_of(&a), (int)a.view.component_count);
        forget(&a);
    }
    wend_scene_destroy(scene);
}

// Two chains of platforms, each a drop below the last, lead from a hilltop to opposite sides; whichever way links are
// numbered, one of them is numbered against the way. From halfway down, one reaches the rest of one chain.
TEST(chains_of_drops_are_followed_to_their_ends) {
    enum { PLATFORMS = 60 };
    wend_scene *scene = begin();
    wend_agent def = usual;
    def.drop = 1;
    floor_at(scene, -1, 0, 1, 1, 0);
    for (int k = 1; k <= PLATFORMS; k++) {
        floor_at(scene, k, 0, k + 1, 1, -0.8 * k);
        floor_at(scene, -k - 1, 0, -k, 1, -0.8 * k);
    }
    for (int from = 0; from < PLATFORMS; from += 20)
        for (int side = -1; side < 2; side += 2) {
            const double seed[3] = {side * (from + 0.5), 0.5, 0.1 - 0.8 * from};
            wend_keep_def wanted = {.seeds = seed, .seed_count = 1};
            answer a;
            CHECK(keep(scene, &def, &wanted, &a) == WEND_OK);
            int parts = from == 0 ? 2 * PLATFORMS + 1 : PLATFORMS - from + 1; // all of them: nothing is left out
            CHECK_MESSAGE(from == 0 ? a.surface == NULL : a.view.component_count == parts,
                          "from %d on side %d: %d parts, not %d", from, side, (int)a.view.component_count, parts);
            forget(&a);
        }
    wend_scene_destroy(scene);
}

TEST(small_parts_are_dropped_and_treads_are_not) {
    wend_scene *scene = three_parts();
    const double areas[] = {0.5, 2, 5}, left[] = {0, 20, 16}; // 0: all of it
    for (int k = 0; k < 3; k++) {
        wend_keep_def wanted = {.min_area = areas[k]};
        answer a;
        CHECK(keep(scene, &usual, &wanted, &a) == WEND_OK);
        CHECK_MESSAGE(fabs(area_of(&a) - left[k]) < 0.01, "at least %g m2: %g m2", areas[k], area_of(&a));
        forget(&a);
    }
    wend_scene_destroy(scene);
}

TEST(nothing_left_is_told_by_name) {
    const double nowhere[6] = {50, 50, 0, NAN, 0, 0}, on[3] = {3, 3, 0.5};
    const struct {
        wend_keep_def def;
        wend_result result;
        const char *word;
    } cases[] = {{{.seeds = nowhere, .seed_count = 2}, WEND_ERROR_EMPTY, "no seed"},
                 {{.min_area = 50}, WEND_ERROR_EMPTY, "min_area"},
                 {{.min_area = 50, .seeds = on, .seed_count = 1}, WEND_ERROR_EMPTY, "min_area"},
                 {{.min_area = -1}, WEND_ERROR_ARGUMENT, "min_area"},
                 {{.min_area = NAN}, WEND_ERROR_ARGUMENT, "min_area"},
                 {{.seed_count = 1}, WEND_ERROR_ARGUMENT, "seed_count"},
                 {{.seeds = on, .seed_count = -1}, WEND_ERROR_ARGUMENT, "seed_count"}};
    wend_scene *scene = three_parts();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        answer a;
        CHECK_INT(keep(scene, &usual, &cases[k].def, &a), cases[k].result);
        CHECK(a.surface == NULL);
        CHECK_MESSAGE(strstr(wend_report_error(report), cases[k].word) != NULL, "%s", wend_report_error(report));
        CHECK_INT(wend_report_total(report, "seed-stands-nowhere"), k == 0 ? 2 : 0);
    }
    wend_scene_destroy(scene);
}

// A sheet across a floor, and a block on one side: barriers of what is kept become walls where the other side went.
TEST(barriers_without_floor_beyond_are_walls) {
    const double seeds[6] = {1, 1, 0.5, 3, 3.5, 0.5};
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    wall(scene, 2, 0, 2, 4, -0.5, 3);
    wall(scene, 2, 2, 4, 2, -0.5, 3); // three rooms: the left one has two beside it
    for (int count = 1; count < 3; count++) {
        wend_keep_def wanted = {.seeds = seeds, .seed_count = count};
        answer a;
        CHECK(keep(scene, &usual, &wanted, &a) == WEND_OK);
        REQUIRE(a.surface != NULL);
        wend_surface_view view = wend_surface_look(a.surface);
        int barriers = 0, walls = 0;
        for (int32_t b = 0; b < view.boundary_count; b++) {
            barriers += view.boundaries[b].kind == WEND_BOUNDARY_BARRIER;
            walls += view.boundaries[b].kind == WEND_BOUNDARY_WALL;
        }
        CHECK_MESSAGE(count == 1 ? barriers == 0 && walls > 0 : barriers > 0 && walls > 0,
                      "%d seeds: %d barriers, %d walls", count, barriers, walls);
        forget(&a);
    }
    wend_scene_destroy(scene);
}

// What a house is without these settings, as far as one can walk from the seed, is what it is with them: stairs and
// storeys are kept.
TEST(storeys_and_their_stairs_are_kept) {
    static const double seed[3] = {5, 0.1, -3};
    wend_scene *scene = NULL;
    open_context_with(0);
    CHECK(wend_sample_build_scene(context, "two-storeys", 0, 1, &scene) == WEND_OK);
    wend_build_def plain = wend_default_build_def(), seeded = plain, large = plain;
    wend_nav *all = NULL, *kept = NULL;
    REQUIRE(wend_build_scene(context, scene, &plain, &all, NULL, report) == WEND_OK);
    wend_plan_view view = wend_plan_look(wend_nav_plan(all));
    int64_t largest = 0;
    for (int32_t c = 0; c < view.component_count; c++)
        largest = view.components[c].area2 > largest ? view.components[c].area2 : largest;
    int32_t flights = wend_stairs_look(wend_nav_stairs(all)).flight_count;
    CHECK(flights > 0);
    seeded.keep.seeds = seed;
    seeded.keep.seed_count = 1;
    large.keep.min_area = 0.5;
    for (int k = 0; k < 2; k++) {
        REQUIRE(wend_build_scene(context, scene, k == 0 ? &seeded : &large, &kept, NULL, report) == WEND_OK);
        wend_plan_view part = wend_plan_look(wend_nav_plan(kept));
        int64_t most = 0;
        for (int32_t c = 0; c < part.component_count; c++)
            most = part.components[c].area2 > most ? part.components[c].area2 : most;
        CHECK_INT(most, largest);
        CHECK(k == 0 ? part.component_count == 1 : part.component_count < view.component_count);
        CHECK_INT(wend_stairs_look(wend_nav_stairs(kept)).flight_count, flights);
        CHECK_MESSAGE(wend_nav_check(context, kept, report) == WEND_OK, "%s", wend_report_error(report));
        wend_nav_destroy(kept);
    }
    wend_nav_destroy(all);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- against the whole

// A triangle of the complex by its corners, or a link by its id and figures: what must not change.
typedef struct mark {
    int64_t numbers[12];
} mark;

static int compare_marks(const void *a, const void *b) {
    return memcmp(a, b, sizeof(mark));
}

static int64_t bits(double value) {
    int64_t number;
    memcpy(&number, &value, sizeof number);
    return number;
}

static mark mark_triangle(const wend_links_view *v, int32_t t) {
    const wend_linked_triangle *f = &v->triangles[t];
    mark m = {{f->surface < 0}};
    for (int i = 0; i < 3; i++) {
        m.numbers[1 + 3 * i] = v->vertices[f->v[i]].x;
        m.numbers[2 + 3 * i] = v->vertices[f->v[i]].y;
        m.numbers[3 + 3 * i] = f->z[i];
        m.numbers[10] = 2 * m.numbers[10] + (f->twin[i] < 0);
        m.numbers[11] = 4 * m.numbers[11] + v->vertex_flags[f->v[i]];
    }
    return m;
}

static mark mark_link(const wend_links_view *v, const wend_stairs_view *stairs, int32_t k) {
    const wend_link *l = &v->links[k];
    int64_t joins = 0;
    for (int32_t j = 0; j < v->join_count; j++)
        joins += v->joins[j].link == k;
    return (mark){{-1, (int64_t)l->id, l->kind, l->interval_count, l->filler_count, bits(l->height), bits(l->barrier),
                   bits(l->distance), bits(l->width), bits(l->direction[0]), stairs->link_flight[k] >= 0, joins}};
}

// The marks of all that belongs to wanted components (of all of them when NULL), sorted. Drops belong to where they start.
static mark *list_marks(const answer *a, const bool *wanted, const wend_surface_view *s, const bool *floor,
                        int *count) {
    const wend_links_view *v = &a->view;
    mark *marks = calloc((size_t)(v->triangle_count + v->link_count) + 1, sizeof *marks);
    *count = 0;
    for (int32_t t = 0; marks && t < v->triangle_count; t++)
        if (!wanted || wanted[v->triangle_component[t]])
            marks[(*count)++] = mark_triangle(v, t);
    for (int32_t k = 0; marks && k < v->link_count; k++) {
        const wend_link *l = &v->links[k];
        int32_t from = s->boundaries[v->intervals[l->first_interval].boundary].edge / 3;
        if (!floor || (floor[s->triangle_component[from]] &&
                       (l->kind != WEND_LINK_DROP || floor[s->triangle_component[l->landing]])))
            marks[(*count)++] = mark_link(v, &a->stairs, k);
    }
    if (marks)
        qsort(marks, (size_t)*count, sizeof *marks, compare_marks);
    return marks;
}

// Compares what was kept with what the definition says: parts of at least `area` square metres, by adding up.
static void compare_with_whole(const answer *all, const answer *kept, double area) {
    wend_surface_view s = wend_surface_look(all->surface), now = wend_surface_look(kept->surface);
    double *sums = calloc((size_t)all->view.component_count + 1, sizeof *sums);
    bool *wanted = calloc((size_t)all->view.component_count + 1, sizeof *wanted);
    bool *floor = calloc((size_t)s.component_count + 1, sizeof *floor),
         *seen = calloc((size_t)s.component_count + 1, 1);
    REQUIRE(sums && wanted && floor && seen);
    for (int pass = 0; pass < 2; pass++) {
        memset(seen, 0, (size_t)s.component_count);
        for (int32_t t = 0; t < all->view.filler_first; t++) {
            int32_t c = s.triangle_component[all->view.triangles[t].surface], part = all->view.triangle_component[t];
            if (pass == 0 && !seen[c])
                sums[part] += s.components[c].area;
            floor[c] |= pass == 1 && sums[part] >= area;
            wanted[part] = sums[part] >= area;
            seen[c] = true;
        }
    }
    int expected, found;
    mark *a = list_marks(all, wanted, &s, floor, &expected), *b = list_marks(kept, NULL, &now, NULL, &found);
    CHECK_INT(found, expected);
    CHECK_MESSAGE(a && b && found == expected && memcmp(a, b, (size_t)found * sizeof *a) == 0,
                  "triangles or links are others than before");
    free(a);
    free(b);
    free(sums);
    free(wanted);
    free(floor);
    free(seen);
}

// Floors, blocks and stairs of all sizes, strewn about; the box around them ends with a speck as often as not.
static wend_scene *strew(uint64_t *state) {
    wend_scene *scene = begin();
    int count = 4 + (int)wend_random_below(state, 16);
    for (int k = 0; k < count; k++) {
        double x = wend_random_unit(state) * 12 - 6, y = wend_random_unit(state) * 12 - 6;
        double w = 0.1 + wend_random_unit(state) * (k % 3 == 0 ? 3 : 0.7), d = 0.1 + wend_random_unit(state) * w * 2;
        double z = (double)wend_random_below(state, 6) * 0.3;
        if (wend_random_below(state, 3) > 0)
            box(scene, x, y, x + w, y + d, z, z + 0.25);
        else
            floor_at(scene, x, y, x + w, y + d, z);
        for (int s = 1; k % 7 == 0 && s < 6; s++)
            box(scene, x, y + 0.3 * s, x + w, y + 0.3 * s + 0.3, z - 1, z + 0.2 * s);
    }
    return scene;
}

// What is kept is what it was, whatever the numbers; proved by the checkers, and against the definition.
TEST(what_is_kept_stays_as_it_was) {
    int cases = (int)check_cases("cases", 400), cut = 0, drops = 0, flights = 0, alike = 0;
    uint64_t state = check_option("seed", 1);
    for (int k = 0; k < cases; k++) {
        wend_scene *scene = strew(&state);
        wend_agent def = usual;
        def.drop = k % 2 == 0 ? 1.5 : 0;
        answer all = link_with(scene, &def), kept;
        wend_keep_def wanted = {.min_area = k % 3 == 0 ? 1.5 : 0.25};
        REQUIRE(all.links != NULL);
        wend_result result = keep_of(&all, scene, &wanted, &kept);
        CHECK(result == WEND_OK || result == WEND_ERROR_EMPTY);
        if (kept.links) {
            wend_links *again = NULL;
            cut++;
            drops += kept.view.counts[WEND_LINK_DROP] > 0;
            flights += kept.stairs.flight_count > 0;
            compare_with_whole(&all, &kept, wanted.min_area);
            CHECK(link_scene(context, scene, kept.surface, &def, &again, NULL) == WEND_OK);
            alike += again && memcmp(wend_links_look(again).counts, kept.view.counts, sizeof kept.view.counts) == 0;
            wend_links_destroy(again);
        }
        forget(&kept);
        forget(&all);
        wend_scene_destroy(scene);
    }
    // Most have something to leave out, which is seldom in the way of other links: linked alone there are as many.
    CHECK_MESSAGE(cut > cases / 2 && drops > 0 && flights > 0 && 10 * alike > 9 * cut,
                  "%d of %d cut down, %d with drops, %d with flights, %d as if linked alone", cut, cases, drops,
                  flights, alike);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
