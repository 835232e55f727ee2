// Links: scenes made by hand whose answer is known, random stairs that must be joined end to end or not at all, and
// random scenes, whose links must be valid and the same for every thread count and order of triangles.
#include "sample/stair.h"
#include "shared_context.h"

#include <wend/exact.h>
#include <wend/links.h>
#include <wend/sample.h>

#include <math.h>

// ---------------------------------------------------------------------------------------------------- scenes by hand

static wend_scene *begin(void) {
    open_context_with(0);
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    CHECK(wend_scene_create(context, &def, &scene) == WEND_OK);
    return scene;
}

static void triangle(wend_scene *scene, double ax, double ay, double az, double bx, double by, double bz, double cx,
                     double cy, double cz) {
    const double corners[9] = {ax, ay, az, bx, by, bz, cx, cy, cz};
    CHECK(wend_scene_add(scene, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
}

static void floor_at(wend_scene *scene, double x0, double y0, double x1, double y1, double z) {
    triangle(scene, x0, y0, z, x1, y0, z, x1, y1, z);
    triangle(scene, x0, y0, z, x1, y1, z, x0, y1, z);
}

static void wall(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    triangle(scene, x0, y0, z0, x1, y1, z0, x1, y1, z1);
    triangle(scene, x0, y0, z0, x1, y1, z1, x0, y0, z1);
}

static void box(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    floor_at(scene, x0, y0, x1, y1, z1);
    triangle(scene, x0, y0, z0, x1, y1, z0, x1, y0, z0);
    triangle(scene, x0, y0, z0, x0, y1, z0, x1, y1, z0);
    wall(scene, x0, y0, x1, y0, z0, z1);
    wall(scene, x1, y0, x1, y1, z0, z1);
    wall(scene, x1, y1, x0, y1, z0, z1);
    wall(scene, x0, y1, x0, y0, z0, z1);
}

// ---------------------------------------------------------------------------------------------------- answers

typedef struct answer {
    wend_surface *surface;
    wend_links *links;
    wend_links_view view;
} answer;

static answer link_with(wend_scene *scene, const wend_links_def *def) {
    answer a = {0};
    wend_exact_def exact = wend_default_exact_def();
    exact.height = def->height;
    if (!CHECK(wend_exact_extract(context, scene, &exact, &a.surface, report) == WEND_OK))
        return a;
    wend_result result = wend_links_find(context, scene, a.surface, def, &a.links, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report)))
        return a;
    a.view = wend_links_look(a.links);
    wend_report_clear(report);
    result = wend_links_check(context, a.links, a.surface, scene, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
    return a;
}

static void forget(answer *a) {
    wend_links_destroy(a->links);
    wend_surface_destroy(a->surface);
    *a = (answer){0};
}

// The answer for a scene, which is used up. `links` are those of each kind.
static void expect(wend_scene *scene, const wend_links_def *def, int32_t components,
                   const int64_t links[WEND_LINK_KIND_COUNT]) {
    answer a = link_with(scene, def);
    if (a.links) {
        CHECK_INT(a.view.component_count, components);
        for (int k = 0; k < WEND_LINK_KIND_COUNT; k++)
            CHECK_MESSAGE(a.view.counts[k] == links[k], "%lld links of kind %s, expected %lld",
                          (long long)a.view.counts[k], wend_link_kind_name((wend_link_kind)k), (long long)links[k]);
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// The component of the floor at a place, or -1.
static int32_t component_at(const answer *a, const double place[3]) {
    wend_foothold foothold;
    wend_surface_locate(a->surface, place, 0.05, 0.05, 0.05, &foothold);
    for (int32_t t = 0; t < a->view.filler_first && foothold.triangle >= 0; t++)
        if (a->view.triangles[t].surface == foothold.triangle)
            return a->view.triangle_component[t];
    return -1;
}

static const wend_links_def usual = {.height = 1.8, .step = 0.4, .gap = 0.3};

TEST(a_floor_alone_has_no_links) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    expect(scene, &usual, 1, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(a_box_on_the_floor_is_stepped_on_from_all_sides) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 2, 2, 0, 0.3);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.link_count, 1); // one link all around it
    if (a.view.link_count == 1) {
        const wend_link *l = &a.view.links[0];
        CHECK_INT(l->kind, WEND_LINK_STEP);
        CHECK(fabs(l->height - 0.3) < 0.001 && fabs(l->width - 4) < 0.01 && l->distance == 0);
        CHECK_INT(l->filler_count, 0);
    }
    CHECK_INT(a.view.boundary_count, a.view.cycle_count == 1 ? 4 : -1); // nothing is left of the hole below the box
    forget(&a);
    wend_scene_destroy(scene);
}

// A ramp beside a floor, a gap between them: within a step of each other only somewhere between their ends.
TEST(a_ramp_is_left_where_it_passes_a_floor) {
    for (int turned = 0; turned < 2; turned++) {
        wend_scene *scene = begin();
        double low = turned ? 3.5 : -1, high = turned ? -1 : 3.5; // 0 at 2.22 m or at 7.78 m of 10 m
        triangle(scene, 0, 0, low, 10, 0, high, 10, 2, high);
        triangle(scene, 0, 0, low, 10, 2, high, 0, 2, low);
        floor_at(scene, -3, 2.1, 12, 4, 0);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, 1);
        CHECK_INT(a.view.link_count, 1);
        if (a.view.link_count == 1)
            CHECK_MESSAGE(a.view.links[0].kind == WEND_LINK_GAP && fabs(a.view.links[0].width - 0.8 / 0.45) < 0.01,
                          "%g m wide", a.view.links[0].width);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// A wall in the gap between two floors, without touching them, has doors anywhere.
TEST(all_doors_of_a_wall_in_a_gap_are_found) {
    wend_scene *scene = begin();
    const double doors[4][2] = {{0.7, 1.6}, {3, 3.5}, {11, 12}, {19.3, 19.9}};
    floor_at(scene, 0, 0, 20, 3, 0);
    floor_at(scene, 0, 3.2, 20, 6, 0.1);
    double from = -1;
    for (int k = 0; k <= 4; k++) {
        double to = k < 4 ? doors[k][0] : 21;
        box(scene, from, 3.08, to, 3.12, -1, 3);
        from = k < 4 ? doors[k][1] : 0;
    }
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 6); // and the tops of the wall
    double width = 0;
    for (int32_t k = 0; k < a.view.link_count; k++)
        width += a.view.links[k].width;
    CHECK_MESSAGE(fabs(width - 3) < 0.05, "%d links, %g m wide together", (int)a.view.link_count, width);
    forget(&a);
    wend_scene_destroy(scene);
}

// A rectangle on the ground, turned about the origin.
static void turned_floor(wend_scene *scene, double x0, double y0, double x1, double y1, double z, double angle) {
    double c = cos(angle), s = sin(angle);
    const double at[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    double p[4][2];
    for (int i = 0; i < 4; i++) {
        p[i][0] = at[i][0] * c - at[i][1] * s;
        p[i][1] = at[i][0] * s + at[i][1] * c;
    }
    triangle(scene, p[0][0], p[0][1], z, p[1][0], p[1][1], z, p[2][0], p[2][1], z);
    triangle(scene, p[0][0], p[0][1], z, p[2][0], p[2][1], z, p[3][0], p[3][1], z);
}

// Every joint between two tiles is a link of its own, however narrow it is and however they are turned: ladders do not grow
// around corners into joints that others are nearer to.
TEST(all_joints_of_tiles_are_linked) {
    enum { TILES = 5 };
    const double sizes[] = {0.07, 0.15, 0.5}, joints[] = {0.002, 0.005, 0.02, 0.05, 0.15, 0.2};
    const double angles[] = {0, 0.3, 1.1, 2.5};
    for (int k = 0; k < 72; k++) {
        double size = sizes[k / 24], joint = joints[k / 4 % 6], angle = angles[k % 4];
        wend_scene *scene = begin();
        for (int t = 0; t < TILES * TILES; t++) {
            double x = t / TILES * (size + joint), y = t % TILES * (size + joint);
            turned_floor(scene, x, y, x + size, y + size, 0, angle);
        }
        answer a = link_with(scene, &usual);
        double least = 0.8 * 2 * TILES * (TILES - 1) * size * joint;
        CHECK_MESSAGE(a.view.component_count == 1 && a.view.filled > least,
                      "tiles of %g m, joints of %g m, turned by %g: %d components, %d links, %g of %g m2 filled", size,
                      joint, angle, (int)a.view.component_count, (int)a.view.link_count, a.view.filled, least / 0.8);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// The floor of a ditch is within a step of one side only, the other side in reach of that one: both are joined to it.
TEST(a_ditch_is_entered_and_crossed) {
    for (int k = 0; k < 8; k++) {
        wend_scene *scene = begin();
        double angle = 0.7 * k;
        turned_floor(scene, -1, 0, 0, 1, 0, angle);
        turned_floor(scene, 0, 0, 0.2, 1, -0.2, angle);
        turned_floor(scene, 0.2, 0, 1.2, 1, 0.15, angle);
        answer a = link_with(scene, &(wend_links_def){.height = 1.8, .step = 0.3, .gap = 0.3});
        CHECK_INT(a.view.component_count, 1);
        CHECK_MESSAGE(a.view.counts[WEND_LINK_STEP] == 1 && a.view.counts[WEND_LINK_GAP] == 1, "%d steps, %d gaps",
                      (int)a.view.counts[WEND_LINK_STEP], (int)a.view.counts[WEND_LINK_GAP]);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_box_too_high_is_not) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 2, 2, 0, 0.41);
    expect(scene, &usual, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(a_kerb_in_a_slanted_line_is_joined_from_end_to_end) {
    wend_scene *scene = begin();
    floor_at(scene, -5, -5, 5, 5, 0);
    // a slab over a corner of the floor, its side along a slanted line
    triangle(scene, -3, -5.5, 0.15, 5.5, -5.5, 0.15, 5.5, 3, 0.15);
    wall(scene, 5.5, 3, -3, -5.5, 0, 0.15);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.counts[WEND_LINK_STEP], 1);
    if (a.view.link_count == 1)
        CHECK(fabs(a.view.links[0].height - 0.15) < 0.001 && a.view.links[0].width > 10);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_thin_barrier_is_stepped_over_when_low) {
    for (int high = 0; high < 2; high++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 4, 4, 0);
        wall(scene, 2, -1, 2, 5, -0.5, high ? 0.5 : 0.35);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, high ? 2 : 1);
        CHECK_INT(a.view.link_count, high ? 0 : 1);
        if (a.view.link_count == 1)
            CHECK(a.view.links[0].kind == WEND_LINK_STEP && fabs(a.view.links[0].barrier - 0.35) < 0.001);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_wall_on_a_step_keeps_it_apart) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2, 0, 4, 4, 0.2);
    wall(scene, 2, 0, 2, 4, 0, 0.2);
    wall(scene, 2, 0, 2, 3, 0.2, 1.5); // leaves one metre
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.link_count, 1);
    if (a.view.link_count == 1)
        CHECK_MESSAGE(fabs(a.view.links[0].width - 1) < 0.002, "width %g", a.view.links[0].width);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_gap_is_filled) {
    for (int wide = 0; wide < 2; wide++) {
        wend_scene *scene = begin();
        double gap = wide ? 0.31 : 0.29;
        floor_at(scene, 0, 0, 2, 4, 0);
        floor_at(scene, 2 + gap, 1, 4, 3, 0.1);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, wide ? 2 : 1);
        CHECK_INT(a.view.counts[WEND_LINK_GAP], wide ? 0 : 1);
        if (a.view.link_count == 1) {
            const wend_link *l = &a.view.links[0];
            CHECK_MESSAGE(fabs(l->height - 0.1) < 0.001 && l->distance > 0.289 && l->distance < 0.301 &&
                              l->width > 1.999 && l->width < 2.1,
                          "height %g, distance %g, width %g", l->height, l->distance, l->width);
            CHECK(l->direction[0] > 0.999);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_gap_with_a_wall_in_it_is_not) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2.2, 0, 4, 4, 0);
    wall(scene, 2.1, -1, 2.1, 5, 0, 1);
    expect(scene, &usual, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(a_thick_wall_is_not_crossed) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 2, -1, 2.2, 5, -1, 3); // hollow
    expect(scene, &usual, 3, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(a_gap_without_headroom_is_not_crossed) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2.2, 0, 4, 4, 0);
    box(scene, 2.01, -1, 2.19, 5, 1.5, 1.6);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.counts[WEND_LINK_GAP], 0);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_post_in_a_gap_takes_only_its_own_part) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2.2, 0, 4, 4, 0);
    box(scene, 2.05, 1.9, 2.15, 2.1, -1, 1);
    answer a = link_with(scene, &usual);
    CHECK(a.view.counts[WEND_LINK_GAP] >= 1);
    double width = 0;
    for (int32_t k = 0; k < a.view.link_count; k++)
        width += a.view.links[k].width;
    CHECK_MESSAGE(width > 3.4 && width < 3.85, "%g m of 4 m are crossed", width);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(an_edge_with_a_post_on_it_is_crossed_on_both_sides_of_the_post) {
    for (int side = 0; side < 2; side++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 4, 2, 0);
        floor_at(scene, side ? 3 : 0, 2.2, side ? 4 : 1, 3, 0);
        wall(scene, 1.9, 2.00012, 2.1, 2.00012, -1, 1); // a lattice step beyond the edge
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, 1);
        CHECK_INT(a.view.counts[WEND_LINK_GAP], 1);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(floors_that_touch_in_a_corner_beside_walls_are_joined) {
    wend_scene *scene = begin();
    triangle(scene, 13, 11, 13.5, 14, 12, 13.5, 13, 12, 13.5);
    floor_at(scene, 14, 12, 20, 13, 13.5);
    wall(scene, 14, 12, 20, 12, 13.5, 16);
    wall(scene, 10, 8, 14, 12, 13.5, 14); // stands on the very corner
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.counts[WEND_LINK_GAP], 1);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_floor_whose_corner_touches_an_edge_is_joined) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 1, 0);
    triangle(scene, 2, 1, 0, 4, 2, 0, 2, 3, 0);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_step_leaves_room_for_the_way_to_a_third_floor) {
    wend_scene *scene = begin();
    box(scene, 27, 21, 28, 25, -1, 0.75); // two treads
    box(scene, 28, 21, 29, 25, -1, 1.125);
    box(scene, 21, 25, 28, 26.25, -1, 1.5);  // a landing, too high above the lower one
    box(scene, 28, 25, 29.25, 26.25, -1, 8); // a pillar where the upper one would lead to it
    answer a = link_with(scene, &usual);
    int32_t landing = component_at(&a, (const double[]){24, 25.5, 1.5});
    CHECK(landing >= 0 && component_at(&a, (const double[]){28.5, 23, 1.125}) == landing &&
          component_at(&a, (const double[]){27.5, 23, 0.75}) == landing);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_way_beside_a_post_in_the_corner_is_found) {
    for (int deck = 0; deck < 2; deck++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, -0.3, 1.5, 0, 0.2);
        floor_at(scene, -0.04, 0, 0, 2, 0.4656);
        if (deck) { // too low for the board
            floor_at(scene, 0, 0, 2, 2, 0);
            wall(scene, 0, 0, 0, 2, -0.1, 0.4656);
            wall(scene, 0, 0, 1.5, 0, -0.1, 0.2);
        }
        box(scene, -0.08, -0.08, 0.03, 0.05, -1, 4);
        answer a = link_with(scene, &usual);
        int32_t plank = component_at(&a, (const double[]){1, -0.15, 0.2});
        CHECK(plank >= 0 && component_at(&a, (const double[]){-0.02, 1, 0.4656}) == plank);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_seam_of_a_lattice_step_behind_a_wall_joins_nothing) {
    wend_scene *scene = begin();
    // a landing that reaches past a wall, which is not quite at a right angle, by a tenth of a millimetre
    triangle(scene, 12.4280, 20.9263, 3, 9.9864, 20.9288, 3, 9.9864, 19.0488, 3);
    triangle(scene, 12.4280, 20.9263, 3, 9.9864, 19.0488, 3, 12.4280, 19.0463, 3);
    triangle(scene, 12.5439, 21.0430, 3, 12.4279, 20.9270, 3, 12.4281, 19.0470, 3);
    triangle(scene, 12.5439, 21.0430, 3, 12.4281, 19.0470, 3, 12.5443, 18.9916, 3);
    triangle(scene, 12.4279, 20.9270, 3, 12.5439, 21.0430, 3, 3.0014, 21.0442, 3);
    triangle(scene, 12.4279, 20.9270, 3, 3.0014, 21.0442, 3, 3.0584, 20.9282, 3);
    wall(scene, 12.4279, 20.9270, 3.0584, 20.9282, 3, 6);
    wall(scene, 12.4281, 19.0470, 12.4279, 20.9270, 3, 6);
    expect(scene, &usual, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(what_hangs_at_the_height_is_no_barrier) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 1, 0);
    wall(scene, 2, 0, 2, 1, 1.79988, 2.2); // a lattice step too low
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.link_count, 1);
    for (int32_t k = 0; k < a.view.link_count; k++)
        CHECK_MESSAGE(a.view.links[k].barrier <= 0, "a barrier of %g", a.view.links[k].barrier);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(two_sides_of_a_thin_wall_do_not_grow_together) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    wall(scene, 2, -1, 2, 5, -1, 3);
    expect(scene, &usual, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

TEST(a_ramp_is_entered_from_the_side_where_it_is_low) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 6, 2, 0);
    triangle(scene, 0, 2, 0, 6, 2, 1.2, 6, 4, 1.2);
    triangle(scene, 0, 2, 0, 6, 4, 1.2, 0, 4, 0);
    triangle(scene, 0, 2, 0, 6, 2, 0, 6, 2, 1.2);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.counts[WEND_LINK_STEP], 1);
    if (a.view.link_count > 0) // 0.4 is reached after 2 m
        CHECK_MESSAGE(fabs(a.view.links[0].width - 2) < 0.01, "width %g", a.view.links[0].width);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_floor_under_a_table_leads_to_its_feet_and_not_through_its_top) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 2, 2, 0.7, 0.75); // no headroom below it
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 2); // the floor and the top of the table
    CHECK_INT(a.view.link_count, 0);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_carpet_is_one_with_its_floor) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 3, 2.5, 0.0, 0.01);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.counts[WEND_LINK_STEP], 1);
    CHECK_INT(a.view.cycle_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_grate_is_filled) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    for (int k = 0; k < 20; k++) // bars of 2 cm, 5 cm apart
        floor_at(scene, 2 + 0.05 * k + 0.03, 0, 2 + 0.05 * (k + 1), 4, 0);
    floor_at(scene, 3.03, 0, 5, 4, 0);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_MESSAGE(fabs(a.view.filled - 21 * 0.03 * 4) < 0.02, "%g square metres", a.view.filled);
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- flights

// A straight flight of closed risers up along x, each with its own height, to a floor at the end.
static wend_scene *flight_of(const double *rise, int count) {
    wend_scene *scene = begin();
    floor_at(scene, -3, 0, 0, 1.2, 0);
    double z = 0;
    for (int k = 0; k < count; k++) {
        double x = 0.28 * k, end = k + 1 < count ? x + 0.28 : x + 3;
        wall(scene, x, 1.2, x, 0, z, z + rise[k]);
        z += rise[k];
        floor_at(scene, x, 0, end, 1.2, z);
    }
    return scene;
}

TEST(a_flight_is_measured) {
    const double rise[8] = {0.17, 0.17, 0.17, 0.17, 0.17, 0.17, 0.17, 0.17};
    wend_scene *scene = flight_of(rise, 8);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.view.flight_count, 1);
    if (a.view.flight_count == 1) {
        const wend_flight *f = &a.view.flights[0];
        CHECK_INT(f->risers, 8);
        CHECK(fabs(f->riser - 0.17) < 0.001 && fabs(f->tread - 0.28) < 0.001 && fabs(f->width - 1.2) < 0.001);
        CHECK(fabs(f->bottom[0]) < 0.001 && fabs(f->bottom[2]) < 0.001);
        CHECK(fabs(f->top[0] - 7 * 0.28) < 0.001 && fabs(f->top[2] - 8 * 0.17) < 0.001);
        CHECK(!(f->break_height[0] > 0) && !(f->break_height[1] > 0));
        for (int32_t k = 0; k < f->risers; k++) {
            const wend_link *l = &a.view.links[a.view.flight_links[f->first_link + k]];
            CHECK(l->flight == 0 && fabs(l->direction[0] - 1) < 0.001);
        }
    }
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_flight_breaks_at_the_first_riser_that_is_too_high) {
    const double rise[8] = {0.17, 0.17, 0.17, 0.45, 0.17, 0.17, 0.17, 0.17};
    wend_scene *scene = flight_of(rise, 8);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 2);
    CHECK_INT(a.view.flight_count, 2);
    for (int32_t k = 0; k < a.view.flight_count; k++) {
        const wend_flight *f = &a.view.flights[k];
        CHECK(f->risers == 3 || f->risers == 4);
        int end = f->risers == 3; // it comes after the lower one, before the upper one
        CHECK_MESSAGE(fabs(f->break_height[end] - 0.45) < 0.001 && fabs(f->break_at[end][0] - 3 * 0.28) < 0.001 &&
                          fabs(f->break_at[end][1] - 0.6) < 0.001 && fabs(f->break_at[end][2] - 0.96) < 0.001,
                      "%d risers, break %g at %g", (int)f->risers, f->break_height[end], f->break_at[end][0]);
        CHECK(!(f->break_height[1 - end] > 0));
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- drops

TEST(a_drop_leads_down_and_joins_nothing) {
    for (int deep = 0; deep < 2; deep++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 6, 4, 0);
        box(scene, 1, 1, 3, 3, 0, deep ? 1.6 : 1.4);
        wend_links_def def = usual;
        def.drop = 1.5;
        answer a = link_with(scene, &def);
        CHECK_INT(a.view.component_count, 2);
        CHECK_INT(a.view.counts[WEND_LINK_DROP], deep ? 0 : 1);
        if (!deep && a.view.link_count == 1) {
            const wend_link *l = &a.view.links[0];
            CHECK(fabs(l->height - 1.4) < 0.001 && fabs(l->width - 8) < 0.01 && l->landing >= 0);
            for (int32_t k = 0; k < l->interval_count; k++)
                CHECK_INT(a.view.intervals[l->first_interval + k].side, 0);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(no_drop_through_a_railing) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 6, 4, 0);
    box(scene, 1, 1, 3, 3, 0, 1.4);
    for (int k = 0; k < 4; k++) {
        const double x[5] = {1, 3, 3, 1, 1}, y[5] = {1, 1, 3, 3, 1};
        wall(scene, x[k], y[k], x[k + 1], y[k + 1], 1.4, 2.4);
    }
    wend_links_def def = usual;
    def.drop = 1.5;
    expect(scene, &def, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

// ---------------------------------------------------------------------------------------------------- definitions

TEST(fields_out_of_range_are_refused) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    wend_surface *surface = NULL;
    REQUIRE(wend_exact_extract(context, scene, NULL, &surface, report) == WEND_OK);
    const wend_links_def bad[] = {
        {.height = 0, .step = 0, .gap = 0},      {.height = 1.8, .step = 0.9, .gap = 0},
        {.height = 1.8, .step = -0.1, .gap = 0}, {.height = 1.8, .step = 0, .gap = 0.9},
        {.height = 1.8, .step = NAN, .gap = 0},  {.height = 1.8, .step = 0, .gap = 0, .drop = -1}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        wend_links *links = NULL;
        wend_report_clear(report);
        CHECK(wend_links_find(context, scene, surface, &bad[k], &links, report) == WEND_ERROR_ARGUMENT);
        CHECK(links == NULL && wend_report_error(report)[0] != 0);
    }
    wend_scene *other = begin();
    floor_at(other, 0, 0, 3, 3, 0);
    wend_links *links = NULL;
    CHECK(wend_links_find(context, other, surface, NULL, &links, report) == WEND_ERROR_ARGUMENT);
    wend_scene_destroy(other);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- stairs

// Makes a stair and tells whether its two floors are joined with a step.
static bool is_joined(wend_stair *stair, double step, bool *good) {
    wend_model model = {.context = context, .grain = 0, .frame = wend_frame_whole()};
    *good = CHECK(wend_scene_create(context, NULL, &model.scene) == WEND_OK);
    wend_model_stair(&model, stair);
    wend_array_free(context, &model.points);
    wend_array_free(context, &model.corners);
    wend_array_free(context, &model.scratch);
    *good &= CHECK(model.result == WEND_OK);
    wend_links_def def = usual;
    def.step = step;
    answer a = link_with(model.scene, &def);
    int32_t foot = -1, top = -1;
    if (a.links) {
        double place[3];
        wend_scene_from_ground(WEND_UP_Y, stair->foot, place);
        foot = component_at(&a, place);
        wend_scene_from_ground(WEND_UP_Y, stair->top, place);
        top = component_at(&a, place);
    }
    *good &= foot >= 0 && top >= 0;
    forget(&a);
    wend_scene_destroy(model.scene);
    return foot == top;
}

static const char *const shape_names[WEND_STAIR_SHAPE_COUNT] = {"closed", "waist", "nosed", "open",  "raked",
                                                                "curved", "L",     "U",     "spiral"};

static bool check_stair(uint64_t seed, wend_stair_shape shape) {
    wend_model dice = {.context = context, .random = seed};
    wend_stair stair = wend_stair_random(&dice, shape);
    bool good, fine = true;
    for (int way = 0; way < 3; way++) {
        if (way == 1) { // the same somewhere else
            stair.turn = wend_model_between(&dice, 0, 1);
            for (int axis = 0; axis < 3; axis++)
                stair.at[axis] = wend_model_between(&dice, -100, 100);
        }
        bool up = way < 2;
        bool joined = is_joined(&stair, up ? stair.rise + 0.001 : stair.rise - 0.001, &good);
        fine &= CHECK_MESSAGE(good, "%s stair %llu: its floors are not there", shape_names[shape],
                              (unsigned long long)seed);
        fine &= CHECK_MESSAGE(joined == up, "%s stair %llu (rise %g, run %g, tread %g, %d risers, turn %g): %s",
                              shape_names[shape], (unsigned long long)seed, stair.rise, stair.run, stair.tread,
                              (int)stair.risers, stair.turn, up ? "not joined" : "joined");
    }
    return fine;
}

TEST(random_stairs_are_joined_when_a_riser_is_no_more_than_a_step) {
    open_context_with(0);
    int64_t cases = check_option("stairs", 360);
    for (int64_t k = 0; k < cases; k++)
        check_stair((uint64_t)k, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
}

// ---------------------------------------------------------------------------------------------------- environments

TEST(holes_fill_up_as_the_gap_grows) {
    open_context_with(0);
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_model(context, "holes", 0, 1, &scene) == WEND_OK);
    double before = 0;
    for (int k = 1; k <= 10; k++) {
        wend_links_def def = {.height = 2.1, .step = 0.4, .gap = 0.1 * k};
        answer a = link_with(scene, &def);
        CHECK_MESSAGE(a.view.filled >= before, "%g square metres with a gap of %g, %g with less", a.view.filled,
                      def.gap, before);
        before = a.view.filled;
        if (k == 10)
            CHECK_INT(a.view.cycle_count, 1); // all holes are filled
        forget(&a);
    }
    wend_scene_destroy(scene);
}

TEST(platforms_become_one) {
    open_context_with(0);
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_model(context, "platforms", 0, 1, &scene) == WEND_OK);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- random scenes

// A scene with its triangles in another order.
static wend_scene *shuffled(const wend_scene *scene, uint64_t seed) {
    wend_scene_view v = wend_scene_look(scene);
    wend_scene_def def = {.up = v.up, .unit = v.unit};
    wend_scene *out = NULL;
    int32_t first;
    int32_t *triangles = malloc((size_t)v.triangle_count * 3 * sizeof *triangles);
    if (!triangles || !CHECK(wend_scene_create(context, &def, &out) == WEND_OK)) {
        free(triangles);
        return NULL;
    }
    memcpy(triangles, v.triangles, (size_t)v.triangle_count * 3 * sizeof *triangles);
    for (int32_t k = v.triangle_count - 1; k > 0; k--) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int32_t other = (int32_t)((seed >> 33) % (uint64_t)(k + 1));
        for (int i = 0; i < 3; i++) {
            int32_t keep = triangles[3 * k + i];
            triangles[3 * k + i] = triangles[3 * other + i];
            triangles[3 * other + i] = keep;
        }
    }
    CHECK(wend_scene_add_vertices(out, v.positions, v.vertex_count, &first) == WEND_OK);
    CHECK(wend_scene_add_triangles(out, first, triangles, v.triangle_count) == WEND_OK);
    free(triangles);
    return out;
}

static void check_scene(const char *name, int32_t size, uint64_t seed) {
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_model(context, name, size, seed, &scene) == WEND_OK);
    long failures = check_failures;
    answer a = link_with(scene, &usual);
    if (check_failures > failures)
        printf("in %s, size %d, seed %llu\n", name, (int)size, (unsigned long long)seed);
    wend_scene *other = shuffled(scene, seed);
    if (a.links && other) {
        answer b = link_with(other, &usual);
        CHECK_MESSAGE(b.links && b.view.hash == a.view.hash, "%s %llu: other links for shuffled triangles", name,
                      (unsigned long long)seed);
        forget(&b);
    }
    wend_scene_destroy(other);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(random_scenes_have_valid_links) {
    open_context_with(0);
    int64_t cases = check_option("scenes", 300);
    for (int64_t k = 0; k < cases; k++)
        check_scene("random-scene", 30 + (int32_t)(k % 7) * 30, (uint64_t)k);
}

TEST(samples_have_valid_links) {
    open_context_with(0);
    for (int32_t k = 0; k < wend_sample_count(); k++)
        if (wend_sample_at(k)->scene && wend_sample_at(k)->size <= 20000)
            check_scene(wend_sample_at(k)->name, 0, 7);
}

TEST(links_do_not_depend_on_threads) {
    static const char *const names[3] = {"two-storeys", "garage", "stairs"};
    for (int n = 0; n < 3; n++) {
        uint64_t hash[3];
        const int threads[3] = {1, 2, 5};
        for (int k = 0; k < 3; k++) {
            wend_context *own = NULL;
            wend_context_def def = wend_default_context_def();
            def.threads = threads[k];
            REQUIRE(wend_context_create(&def, &own) == WEND_OK);
            wend_scene *scene = NULL;
            wend_surface *surface = NULL;
            wend_links *links = NULL;
            CHECK(wend_sample_model(own, names[n], 0, 3, &scene) == WEND_OK);
            CHECK(wend_exact_extract(own, scene, NULL, &surface, NULL) == WEND_OK);
            CHECK(wend_links_find(own, scene, surface, NULL, &links, NULL) == WEND_OK);
            hash[k] = wend_links_look(links).hash;
            wend_links_destroy(links);
            wend_surface_destroy(surface);
            wend_scene_destroy(scene);
            wend_context_destroy(own);
        }
        CHECK(hash[0] == hash[1] && hash[1] == hash[2]);
    }
}

// ---------------------------------------------------------------------------------------------------- damage

// Takes the const away from what a view shows, to damage it.
#define OPEN(type, pointer) ((type *)(uintptr_t)(pointer))

static bool finds_damage(const answer *a, const wend_scene *scene) {
    wend_report_clear(report);
    return wend_links_check(context, a->links, a->surface, scene, report) == WEND_ERROR_INVALID &&
           wend_report_error(report)[0] != 0;
}

TEST(the_check_finds_damage) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2.2, 0, 4, 4, 0.2);
    box(scene, 0.5, 0.5, 1, 1, 0, 0.3);
    answer a = link_with(scene, &usual);
    REQUIRE(a.links && a.view.join_count > 0 && a.view.filler_first < a.view.triangle_count);
    wend_linked_triangle *triangles = OPEN(wend_linked_triangle, a.view.triangles);
    wend_point *vertices = OPEN(wend_point, a.view.vertices);
    wend_link_interval *intervals = OPEN(wend_link_interval, a.view.intervals);
    wend_linked_join *joins = OPEN(wend_linked_join, a.view.joins);
    wend_linked_boundary *boundaries = OPEN(wend_linked_boundary, a.view.boundaries);

#define DAMAGE(place, value)                                                                                           \
    do {                                                                                                               \
        __typeof__(place) kept = (place);                                                                              \
        (place) = (value);                                                                                             \
        CHECK_MESSAGE(finds_damage(&a, scene), "not found: %s = %s", #place, #value);                                  \
        (place) = kept;                                                                                                \
    } while (0)
    int32_t h = joins[0].edge, filler = a.view.filler_first;
    DAMAGE(vertices[triangles[0].v[0]].x, vertices[triangles[0].v[0]].x + 5000);
    DAMAGE(triangles[h / 3].twin[h % 3], 3 * filler);
    DAMAGE(triangles[h / 3].z[h % 3], triangles[h / 3].z[h % 3] - 4000);
    DAMAGE(triangles[filler].link, -1);
    DAMAGE(triangles[0].surface, 1);
    DAMAGE(intervals[0].from, 0.9999999);
    DAMAGE(intervals[0].boundary, intervals[1].boundary);
    DAMAGE(intervals[0].ends[0].x, intervals[0].ends[0].x + 100);
    DAMAGE(boundaries[0].next, 0);
    DAMAGE(boundaries[0].kind, WEND_BOUNDARY_CUT);
    CHECK(!finds_damage(&a, scene));
    // A wall that was not there when the links were found.
    wall(scene, 2.1, 0.5, 2.1, 3.5, 0, 1.5);
    CHECK(finds_damage(&a, scene));
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- figures

#define CLOSE 0.001

// What a flight should be, places in ground coordinates.
typedef struct figures {
    int32_t risers;
    double riser, tread, width, bottom[3], top[3];
} figures;

static double apart(const double a[3], const double b[3]) {
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// Whether a view has exactly some flights, in any order. `name` and `number` tell which case it is.
static bool check_flights(const wend_links_view *v, const figures *expected, int count, const char *name,
                          int64_t number) {
    bool good = CHECK_MESSAGE(v->flight_count == count, "%s %lld: %d flights, expected %d", name, (long long)number,
                              (int)v->flight_count, count);
    for (int k = 0; k < count && good; k++) {
        const figures *e = &expected[k];
        const wend_flight *f = NULL;
        double bottom[3], top[3], nearest = INFINITY;
        wend_scene_from_ground(v->lattice.up, e->bottom, bottom);
        wend_scene_from_ground(v->lattice.up, e->top, top);
        for (int32_t i = 0; i < v->flight_count; i++)
            if (apart(v->flights[i].bottom, bottom) < nearest) {
                nearest = apart(v->flights[i].bottom, bottom);
                f = &v->flights[i];
            }
        if (!CHECK(f))
            return false;
        bool same = f->risers == e->risers && fabs(f->riser - e->riser) < CLOSE && fabs(f->lowest - e->riser) < CLOSE &&
                    fabs(f->highest - e->riser) < CLOSE && fabs(f->tread - e->tread) < CLOSE &&
                    fabs(f->width - e->width) < 2 * CLOSE && apart(f->bottom, bottom) < 2 * CLOSE &&
                    apart(f->top, top) < 2 * CLOSE;
        good &=
            CHECK_MESSAGE(same,
                          "%s %lld: %d risers of %.4f (%.4f to %.4f), tread %.4f, width %.4f, bottom off by %.4f, "
                          "top by %.4f; expected %d risers of %.4f, tread %.4f, width %.4f",
                          name, (long long)number, (int)f->risers, f->riser, f->lowest, f->highest, f->tread, f->width,
                          apart(f->bottom, bottom), apart(f->top, top), (int)e->risers, e->riser, e->tread, e->width);
        good &= CHECK_MESSAGE(!(f->break_height[0] > 0) && !(f->break_height[1] > 0),
                              "%s %lld: a riser of %g before it, one of %g after it", name, (long long)number,
                              f->break_height[0], f->break_height[1]);
    }
    return good;
}

// A place of a stair's own frame, in ground coordinates.
static void stand(const wend_stair *s, double x, double y, double z, double at[3]) {
    double turn = 6.283185307179586 * s->turn;
    at[0] = s->at[0] + cos(turn) * x - sin(turn) * y;
    at[1] = s->at[1] + sin(turn) * x + cos(turn) * y;
    at[2] = s->at[2] + z;
}

// What the flights of a stair are, once it is made. Returns how many.
static int figures_of(const wend_stair *s, figures *f) {
    const double inner = 0.4, middle = inner + s->width / 2, around = 6.283185307179586 * middle;
    double end = (s->risers - 1) * s->run, top = s->risers * s->rise, w = s->width;
    f[0] = f[1] = (figures){.risers = s->risers, .riser = s->rise, .tread = s->run, .width = w};
    if (s->shape == WEND_STAIR_L || s->shape == WEND_STAIR_U) {
        bool u = s->shape == WEND_STAIR_U;
        f[0].risers = f[1].risers = s->risers / 2;
        end = (s->risers / 2 - 1) * s->run;
        stand(s, u ? 1.5 * w + 0.2 : w / 2, 0, 0, f[0].bottom);
        stand(s, u ? 1.5 * w + 0.2 : w / 2, end, top / 2, f[0].top);
        stand(s, u ? w / 2 : 0, u ? end : end + w / 2, top / 2, f[1].bottom);
        stand(s, u ? w / 2 : -end, u ? 0 : end + w / 2, top, f[1].top);
        return 2;
    }
    if (s->shape == WEND_STAIR_CURVED || s->shape == WEND_STAIR_SPIRAL) {
        double sweep = s->run / around;
        if (s->shape ==
            WEND_STAIR_SPIRAL) { // one turns by 90 degrees to leave it: its last riser is none of the flight
            f[0].risers--;
            sweep = sweep * (s->risers - 4) > 1 ? 1.0 / (s->risers - 4) : sweep;
            f[0].tread = sweep * around;
        }
        double turn = 6.283185307179586 * sweep * (f[0].risers - 1);
        stand(s, middle, 0, 0, f[0].bottom);
        stand(s, middle * cos(turn), middle * sin(turn), f[0].risers * s->rise, f[0].top);
        return 1;
    }
    stand(s, w / 2, 0, 0, f[0].bottom);
    stand(s, w / 2, end + (s->shape == WEND_STAIR_RAKED ? s->lean : 0), top, f[0].top);
    return 1;
}

// The scene of a stair: it stands on a floor that is around its foot.
static wend_scene *scene_of(wend_stair *stair) {
    wend_model model = {.context = context, .grain = 0, .frame = wend_frame_whole()};
    CHECK(wend_scene_create(context, NULL, &model.scene) == WEND_OK);
    wend_model_stair(&model, stair);
    wend_array_free(context, &model.points);
    wend_array_free(context, &model.corners);
    wend_array_free(context, &model.scratch);
    CHECK(model.result == WEND_OK);
    return model.scene;
}

TEST(flights_of_random_stairs_are_what_was_built) {
    open_context_with(0);
    int64_t cases = check_option("figures", 270);
    for (int64_t k = 0; k < cases; k++) {
        wend_model dice = {.context = context, .random = (uint64_t)k};
        wend_stair stair = wend_stair_random(&dice, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
        wend_scene *scene = scene_of(&stair);
        figures expected[2];
        int count = figures_of(&stair, expected);
        wend_links_def def = usual;
        // With a higher step, the treads are stepped on from the floor beside them as well (from the floor below, when
        // they are apart, and then that is where the flight begins).
        bool are_apart = stair.shape == WEND_STAIR_OPEN && stair.tread < stair.run;
        def.step = stair.rise + (k % 2 || are_apart ? 0.001 : 0.35);
        answer a = link_with(scene, &def);
        check_flights(&a.view, expected, count, shape_names[stair.shape], k);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Closed steps of boxes up along x on a floor that is around them, the last one a landing.
static wend_scene *boxes_on_a_floor(int steps, double run, double rise, double width) {
    wend_scene *scene = begin();
    floor_at(scene, -5, -5, 10, 5 + width, 0);
    for (int k = 0; k < steps; k++)
        box(scene, run * k, 0, k + 1 < steps ? run * (k + 1) : run * k + 2, width, 0, rise * (k + 1));
    return scene;
}

static void expect_flight(wend_scene *scene, const wend_links_def *def, const figures *expected, const char *name,
                          int64_t number) {
    answer a = link_with(scene, def);
    check_flights(&a.view, expected, 1, name, number);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(the_floor_around_the_foot_is_no_part_of_a_flight) {
    for (int steps = 2; steps <= 8; steps++)
        for (int walls = 0; walls < 3; walls++) { // none, on the right, on both sides
            wend_scene *scene = boxes_on_a_floor(steps, 0.3, 0.17, 1.2);
            for (int k = 0; k < walls; k++)
                box(scene, -0.5, k ? 1.2 : -0.1, 0.3 * steps, k ? 1.3 : 0, 0, 3);
            const figures expected = {steps, 0.17, 0.3, 1.2, {0, 0.6, 0}, {0.3 * (steps - 1), 0.6, 0.17 * steps}};
            expect_flight(scene, &usual, &expected, "steps", steps);
        }
}

// Low ones are stepped on from the sides four treads high; narrow ones are deeper than wide.
TEST(sides_that_are_stepped_on_are_no_part_of_a_flight) {
    const figures low = {6, 0.1, 0.4, 0.9, {0, 0.45, 0}, {2, 0.45, 0.6}};
    expect_flight(boxes_on_a_floor(6, 0.4, 0.1, 0.9), &usual, &low, "low", 0);
    const figures narrow = {5, 0.18, 0.4, 0.3, {0, 0.15, 0}, {1.6, 0.15, 0.9}};
    expect_flight(boxes_on_a_floor(5, 0.4, 0.18, 0.3), &usual, &narrow, "narrow", 0);
    const figures wide = {7, 0.16, 0.32, 40, {0, 20, 0}, {1.92, 20, 1.12}};
    expect_flight(boxes_on_a_floor(7, 0.32, 0.16, 40), &usual, &wide, "wide", 0);
}

// A terrace beside the steps, at the height of one of them or between two.
TEST(a_floor_beside_the_treads_is_no_part_of_a_flight) {
    for (int k = 1; k <= 9; k++) {
        wend_scene *scene = boxes_on_a_floor(6, 0.35, 0.15, 1);
        box(scene, -0.5, 1, 4, 5, 0, 0.1 * k);
        const figures expected = {6, 0.15, 0.35, 1, {0, 0.5, 0}, {1.75, 0.5, 0.9}};
        answer a = link_with(scene, &usual);
        CHECK(a.view.flight_count >= 1);
        a.view.flight_count = a.view.flight_count > 1 ? 1 : a.view.flight_count;
        if (k != 3 && k != 6 && k != 9) // else some of its treads are parts of the terrace
            check_flights(&a.view, &expected, 1, "terrace", k);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Steps down into a pit, the floor around its top.
TEST(the_floor_around_the_top_is_no_part_of_a_flight) {
    for (int steps = 2; steps <= 8; steps++) {
        const double run = 0.3, rise = 0.17, end = run * (steps - 1);
        wend_scene *scene = begin();
        floor_at(scene, -9, -5, -2, 6, 0);
        floor_at(scene, -2, -5, end, 0, 0);
        floor_at(scene, -2, 1.2, end, 6, 0);
        floor_at(scene, end, -5, end + 5, 6, 0);
        wall(scene, -2, 0, end, 0, -rise * steps, 0);
        wall(scene, end, 1.2, -2, 1.2, -rise * steps, 0);
        wall(scene, -2, 1.2, -2, 0, -rise * steps, 0);
        wall(scene, end, 1.2, end, 0, -rise * steps, 0);
        floor_at(scene, -2, 0, 0, 1.2, -rise * steps);
        for (int k = 0; k + 1 < steps; k++)
            box(scene, run * k, 0, run * (k + 1), 1.2, -rise * steps, -rise * (steps - 1 - k));
        const figures expected = {steps, rise, run, 1.2, {0, 0.6, -rise * steps}, {end, 0.6, 0}};
        expect_flight(scene, &usual, &expected, "pit", steps);
    }
}

TEST(a_railing_along_the_middle_does_not_make_two_flights) {
    wend_scene *scene = boxes_on_a_floor(6, 0.3, 0.17, 2);
    for (int k = 0; k < 6; k++)
        box(scene, 0.3 * k - 0.1, 0.95, 0.3 * k + 0.1, 1.05, 0, 0.17 * k + 1);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.flight_count, 1);
    if (a.view.flight_count == 1) {
        const wend_flight *f = &a.view.flights[0];
        CHECK_MESSAGE(f->risers == 6 && fabs(f->tread - 0.3) < CLOSE && fabs(f->width - 1.9) < 0.01, "%d, %g, %g",
                      (int)f->risers, f->tread, f->width);
        CHECK(fabs(f->bottom[0]) < CLOSE && fabs(f->bottom[1] - 1) < 0.06 && fabs(f->top[0] - 1.5) < CLOSE);
        int32_t parts = 0;
        for (int32_t k = 0; k < a.view.link_count; k++)
            parts += a.view.links[k].flight == 0;
        CHECK(parts >= 12);
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// Steps on all sides of a platform, or on three.
TEST(steps_around_a_platform_are_measured_on_one_side) {
    for (int sides = 3; sides <= 4; sides++) {
        wend_scene *scene = begin();
        floor_at(scene, -6, -6, 8, 8, 0);
        for (int k = 0; k < 4; k++)
            box(scene, 0.3 * k, 0.3 * k, 3 - 0.3 * k, sides == 4 ? 3 - 0.3 * k : 3, 0, 0.15 * (k + 1));
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.flight_count, 1);
        if (a.view.flight_count == 1) {
            const wend_flight *f = &a.view.flights[0];
            double way[2] = {f->top[0] - f->bottom[0], f->top[1] - f->bottom[1]};
            CHECK_MESSAGE(f->risers == 4 && fabs(f->tread - 0.3) < CLOSE && fabs(f->riser - 0.15) < CLOSE,
                          "%d sides: %d risers, tread %g", sides, (int)f->risers, f->tread);
            CHECK_MESSAGE(fabs(sqrt(way[0] * way[0] + way[1] * way[1]) - 0.9) < (sides == 4 ? CLOSE : 0.5),
                          "%d sides: %g, %g", sides, way[0], way[1]);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_flight_tells_the_risers_before_and_after_it) {
    const double rise[9] = {0.17, 0.17, 0.45, 0.17, 0.17, 0.17, 0.6, 0.17, 0.17};
    for (int around = 0; around < 2; around++) {
        wend_scene *scene = begin();
        double z = 0, y = around ? 5 : 0;
        floor_at(scene, -3, -y, around ? 9 : 0, 1.2 + y, 0);
        for (int k = 0; k < 9; k++) {
            z += rise[k];
            box(scene, 0.28 * k, 0, k < 8 ? 0.28 * (k + 1) : 5, 1.2, 0, z);
        }
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.flight_count, 3);
        for (int32_t k = 0; k < a.view.flight_count; k++) {
            const wend_flight *f = &a.view.flights[k];
            double before = f->bottom[2] < 0.1 ? 0 : f->bottom[2] < 1 ? 0.45 : 0.6;
            double after = f->top[2] < 0.5 ? 0.45 : f->top[2] < 1.5 ? 0.6 : 0;
            CHECK_MESSAGE(fabs(f->break_height[0] - before) < CLOSE && fabs(f->break_height[1] - after) < CLOSE,
                          "%g before, %g after; expected %g, %g", f->break_height[0], f->break_height[1], before,
                          after);
            const double low[3] = {f->bottom[0] - 0.28, 0.6, f->bottom[2]};
            const double high[3] = {f->top[0] + 0.28, 0.6, f->top[2] + after};
            CHECK(!(before > 0) || apart(f->break_at[0], low) < 2 * CLOSE);
            CHECK(!(after > 0) || apart(f->break_at[1], high) < 2 * CLOSE);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Treads that are apart, and one between two that cannot be linked for the wall on it: nothing is too high there.
TEST(a_break_is_told_of_the_nearest_tread_only) {
    wend_scene *scene = begin();
    floor_at(scene, -3, -3, 0, 4, 0);
    for (int k = 0; k < 6; k++)
        box(scene, 0.3 * k, 0, 0.3 * k + 0.25, 1, 0.25 * (k + 1) - 0.05, 0.25 * (k + 1));
    box(scene, 0.9, 0, 1.15, 1, 1, 1.9); // a wall on the fourth
    wend_links_def def = usual;
    def.step = 0.3;
    answer a = link_with(scene, &def);
    CHECK(a.view.flight_count >= 1);
    for (int32_t k = 0; k < a.view.flight_count; k++)
        CHECK_MESSAGE(!(a.view.flights[k].break_height[0] > 0) && !(a.view.flights[k].break_height[1] > 0),
                      "%g before, %g after", a.view.flights[k].break_height[0], a.view.flights[k].break_height[1]);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(flights_do_not_depend_on_the_order_of_triangles) {
    open_context_with(0);
    for (uint64_t k = 0; k < 36; k++) {
        wend_model dice = {.context = context, .random = k};
        wend_stair stair = wend_stair_random(&dice, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
        wend_scene *scene = scene_of(&stair), *other = shuffled(scene, k);
        wend_links_def def = usual;
        def.step = stair.rise + 0.2;
        answer a = link_with(scene, &def), b = link_with(other, &def);
        CHECK(a.view.flight_count == b.view.flight_count && a.view.flight_link_count == b.view.flight_link_count &&
              (a.view.flight_count == 0 ||
               memcmp(a.view.flights, b.view.flights, (size_t)a.view.flight_count * sizeof *a.view.flights) == 0));
        forget(&a);
        forget(&b);
        wend_scene_destroy(other);
        wend_scene_destroy(scene);
    }
}

// How many findings a report has of stairs that are too steep, and how high the first of them says that risers are.
static int64_t count_steep(const wend_scene *scene, double step, double *measured) {
    wend_exact_def exact = wend_default_exact_def();
    wend_links_def def = usual;
    def.step = step;
    wend_surface *surface = NULL;
    wend_links *links = NULL;
    wend_report_clear(report);
    CHECK(wend_exact_extract(context, scene, &exact, &surface, report) == WEND_OK);
    CHECK(wend_links_find(context, scene, surface, &def, &links, report) == WEND_OK);
    int64_t count = 0;
    for (int64_t k = 0; k < wend_report_count(report); k++) {
        const wend_finding *f = wend_report_at(report, k);
        if (strcmp(f->code, "stairs-too-steep") == 0 && count++ == 0)
            *measured = f->measured;
    }
    wend_links_destroy(links);
    wend_surface_destroy(surface);
    return count;
}

TEST(stairs_that_are_too_steep_are_told) {
    wend_scene *scene = boxes_on_a_floor(5, 0.3, 0.45, 1.2);
    double measured = 0;
    CHECK_INT(count_steep(scene, 0.4, &measured), 1);
    CHECK_MESSAGE(fabs(measured - 0.45) < CLOSE, "%g", measured);
    CHECK_INT(count_steep(scene, 0.45, &measured), 0); // joined
    CHECK_INT(count_steep(scene, 0.2, &measured), 0);  // not by little
    wend_scene_destroy(scene);
    scene = boxes_on_a_floor(2, 0.5, 0.45, 0.5); // a bench
    CHECK_INT(count_steep(scene, 0.4, &measured), 0);
    wend_scene_destroy(scene);
    scene = boxes_on_a_floor(8, 0.3, 0.17, 1.2);
    CHECK_INT(count_steep(scene, 0.4, &measured), 0);
    wend_scene_destroy(scene);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()
