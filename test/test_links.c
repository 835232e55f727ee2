// Links: scenes made by hand whose answer is known, random stairs that must be joined end to end or not at all, and
// random scenes, whose links must be valid and the same for every thread count and order of triangles.
#include "linked.h"

#include "base/context.h"
#include "base/random.h"
#include "surface/surface.h"

#include <wend/plan.h>
#include <wend/sample.h>

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

// A prism over a quad, counter-clockwise.
static void prism(wend_scene *scene, const double at[4][2], double low, double high) {
    for (int i = 0; i < 4; i++) {
        const double *p = at[i], *q = at[(i + 1) % 4];
        triangle(scene, p[0], p[1], low, q[0], q[1], low, q[0], q[1], high);
        triangle(scene, p[0], p[1], low, q[0], q[1], high, p[0], p[1], high);
    }
    for (int i = 1; i < 3; i++)
        triangle(scene, at[0][0], at[0][1], high, at[i][0], at[i][1], high, at[i + 1][0], at[i + 1][1], high);
}

// A box on the floor is stepped on all around it, and no slit is left beside it that would be an obstacle amid the
// floor. In these the corners of both cannot be drawn together.
TEST(no_slits_are_left_around_boxes) {
    static const struct {
        double floor[4][2], box[4][2], tall;
    } cases[] = {
        {{{0.0, 0.0},
          {-2.9568558956444955, 4.031997422170851},
          {-6.988853317815346, 1.0751415265263553},
          {-4.031997422170851, -2.9568558956444955}},
         {{-1.3846159332981287, 0.6640390163576366},
          {-1.5497041565096397, 0.8891549211942811},
          {-3.062091718834557, -0.21995096651537316},
          {-2.897003495623046, -0.4450668713520176}},
         0.1},
        {{{0.0, 0.0},
          {-2.6257366565473843, 4.2550566401005},
          {-6.880793296647885, 1.629319983553116},
          {-4.2550566401005, -2.6257366565473843}},
         {{-1.1347707709399508, 0.9761868575357343},
          {-1.2444809133438475, 1.1539742486505402},
          {-2.4023443454409823, 0.43947272397485426},
          {-2.2926342030370854, 0.26168533286004825}},
         0.35},
        {{{0.0, 0.0},
          {4.971746799516201, 0.5307859846495653},
          {4.440960814866636, 5.5025327841657665},
          {-0.5307859846495653, 4.971746799516201}},
         {{0.601068950502435, 0.7451231601054827},
          {0.8418176912844069, 0.7708256068675617},
          {0.7682929774314113, 1.4595142146221833},
          {0.5275442366494395, 1.4338117678601043}},
         0.01},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_scene *scene = begin();
        prism(scene, cases[k].floor, -0.5, 0);
        prism(scene, cases[k].box, 0, cases[k].tall);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, 1);
        CHECK_MESSAGE(a.view.cycle_count == 1, "case %d: %d boundary cycles", (int)k, (int)a.view.cycle_count);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// What hangs above the lower of two floors counts from there: 1.95 m are enough to step up from, whatever that leaves
// above the upper floor; 1.75 m are not.
TEST(headroom_at_a_step_counts_from_the_lower_floor) {
    for (int k = 0; k < 2; k++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 1, 1, 0);
        box(scene, 1, 0, 2, 1, -0.2, 0.25);
        box(scene, 0, 0, 1, 1, k ? 1.75 : 1.95, 2.5);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.counts[WEND_LINK_STEP], k ? 0 : 1);
        forget(&a);
        wend_scene_destroy(scene);
    }
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

// Every joint between two tiles is a link of its own, however narrow it is and however they are turned: ladders do not
// grow around corners into joints that others are nearer to. Where joints meet nothing is left open.
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
        double side = TILES * (size + joint) - joint, all = side * side - TILES * TILES * size * size;
        CHECK_MESSAGE(a.view.component_count == 1 && a.view.filled > 0.96 * all && a.view.filled < 1.02 * all,
                      "tiles of %g m, joints of %g m, turned by %g: %d components, %d links, %g of %g m2 filled", size,
                      joint, angle, (int)a.view.component_count, (int)a.view.link_count, a.view.filled, all);
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
        answer a = link_with(scene, &(wend_agent){.height = 1.8, .slope = usual.slope, .step = 0.3, .gap = 0.3});
        CHECK_INT(a.view.component_count, 1);
        CHECK_MESSAGE(a.view.counts[WEND_LINK_STEP] == 1 && a.view.counts[WEND_LINK_GAP] == 1, "%d steps, %d gaps",
                      (int)a.view.counts[WEND_LINK_STEP], (int)a.view.counts[WEND_LINK_GAP]);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// What is a floor was told when the surface was made: links do not ask again.
TEST(floors_steeper_than_usual_are_linked) {
    wend_scene *scene = begin();
    triangle(scene, 0, 0, 0, 2, 0, 4, 2, 2, 4);
    triangle(scene, 0, 2.1, 0, 2, 2.1, 4, 2, 4, 4);
    wend_settings def = default_settings();
    def.agent.slope = 1.4;
    answer a = {0};
    if (CHECK(extract_scene(context, scene, &def, &a.surface, report) == WEND_OK))
        CHECK(link_scene(context, scene, a.surface, &usual, &a.links, report) == WEND_OK);
    forget(&a);
    wend_scene_destroy(scene);
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

// Two plates of a hundred kilometres, along the axes and across: the fillers between them cost no more than small ones.
TEST(a_gap_of_many_kilometres_is_filled_at_once) {
    for (int across = 0; across < 2; across++) {
        wend_scene *scene = begin();
        double size = 1e5, angle = across ? 0.3 : 0, before = wend_seconds();
        turned_floor(scene, 0, 0, size / 2, size, 0, angle);
        turned_floor(scene, size / 2 + 0.1, 0, size, size, 0, angle);
        wend_peak_reset(context);
        size_t bytes = wend_bytes_now(context);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, 1);
        CHECK_INT(a.view.counts[WEND_LINK_GAP], 1);
        CHECK_MESSAGE(wend_bytes_peak(context) - bytes < 1 << 20, "%zu bytes", wend_bytes_peak(context) - bytes);
        CHECK_MESSAGE(wend_seconds() - before < 5, "%g s", wend_seconds() - before);
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

// Ramps whose feet lie exactly on a floor, or a little below it, are joined to it without any step or gap.
TEST(a_ramp_whose_foot_lies_on_a_floor_is_joined_to_it) {
    const wend_agent none = {.height = 1.8, .slope = usual.slope};
    uint64_t random = 71;
    for (int64_t n = 0; n < check_option("feet", 300); n++) {
        double angle = n % 3 == 0 ? 0 : 6.28 * wend_random_unit(&random), x = cos(angle), y = sin(angle);
        double slope = 0.05 + 0.9 * wend_random_unit(&random), below = n % 2 == 0 ? 0 : 0.1;
        double foot = -below / slope, top = 1 / slope;
        wend_scene *scene = begin();
        floor_at(scene, -25, -25, 25, 25, 0);
        int strips = 1 + (int)(n % 4);
        for (int k = 0; k < strips; k++) {
            double left = -1 + 2.0 * k / strips, right = -1 + 2.0 * (k + 1) / strips;
            const double at[4][2] = {{foot, left}, {top, left}, {top, right}, {foot, right}};
            double p[4][3];
            for (int i = 0; i < 4; i++) {
                p[i][0] = x * at[i][0] - y * at[i][1];
                p[i][1] = y * at[i][0] + x * at[i][1];
                p[i][2] = slope * at[i][0];
            }
            for (int i = 1; i < 3; i++)
                triangle(scene, p[0][0], p[0][1], p[0][2], p[i][0], p[i][1], p[i][2], p[i + 1][0], p[i + 1][1],
                         p[i + 1][2]);
        }
        answer a = link_with(scene, &none);
        CHECK_MESSAGE(a.view.component_count == 1, "ramp %lld, slope %g, %g m below: %d components", (long long)n,
                      slope, below, a.view.component_count);
        forget(&a);
        wend_scene_destroy(scene);
    }
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

// A floor that ends in a tip before the edge of a small one: the shortest ways all lead to the tip.
TEST(a_floor_that_ends_in_a_tip_is_joined) {
    wend_scene *scene = begin();
    floor_at(scene, -0.3, -0.1, 0, 0.1, 0);
    triangle(scene, 0.05, 0, 0, 2.05, -0.6, 0, 2.05, 0.6, 0);
    expect(scene, &usual, 1, (const int64_t[WEND_LINK_KIND_COUNT]){[WEND_LINK_GAP] = 1});
}

// Steps beside a corner thinner than rounding: what is cut from one triangle must not become a part of its neighbour.
TEST(parts_of_a_sliver_stay_in_their_triangles) {
    static const double corners[6][9] = {
        {-0.35, -0.93, 0.47, -1.0679, -1.0127, 0.4663, -0.46, -1.24, 0.47},
        {-0.46, -1.24, 0.59, -0.858, -1.0912, 0.5859, -0.97, -1.4, 0.59},
        {-0.46, -1.24, 0.55, -0.858, -1.0912, 0.5859, -0.46, -1.24, 0.59},
        {-0.8579, -1.0913, 0.5859, -1.74, -0.76, 0.59, -1.86, -1.07, 0.59},
        {-0.8579, -1.0913, 0.5859, -1.86, -1.07, 0.59, -0.97, -1.4, 0.59},
        {-0.8579, -1.0913, 0.5017, -1.74, -0.76, 0.59, -0.8579, -1.0913, 0.5859},
    };
    wend_scene *scene = begin();
    for (int k = 0; k < 6; k++)
        CHECK(wend_scene_add(scene, corners[k], 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

// A corner that lies past the end of an edge by rounding: that edge is not subdivided there.
TEST(no_edge_is_used_beyond_its_end) {
    wend_scene *scene = begin();
    triangle(scene, -0.82, -0.79, 0.3, -1.35, -0.24, 0.3, -1.75752, -0.63083, 0.3);
    triangle(scene, -0.82, -0.79, 0.3, -1.75752, -0.63083, 0.3, -1.24, -1.18, 0.3);
    triangle(scene, -1.346, -0.238, 0.3, -2.28, -0.08, 0.3, -1.7578, -0.6306, 0.3);
    triangle(scene, -1.2356, -1.1782, 0, -1.9196, -0.4608, 0, -2.33, -0.85, 0);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

// A wall before the corner of a floor, a little longer than that: the way beside the corner is free.
TEST(a_way_past_the_end_of_a_wall_is_found) {
    wend_scene *scene = begin();
    floor_at(scene, 0.1, 0, 2, 1, 0);
    floor_at(scene, -1, -1, 0, 1, 0);
    wall(scene, 0.05, -0.01, 0.05, 1.2, -0.5, 1);
    expect(scene, &usual, 1, (const int64_t[WEND_LINK_KIND_COUNT]){[WEND_LINK_GAP] = 1});
}

// A crack around an island: ladders along its sides leave its corners, from where the island's are hidden by fillers.
TEST(a_crack_around_an_island_is_filled) {
    wend_scene *scene = begin();
    floor_at(scene, -2, -2, 2, -0.74, 0);
    floor_at(scene, -2, 0.74, 2, 2, 0);
    floor_at(scene, -2, -0.74, -0.74, 0.74, 0);
    floor_at(scene, 0.74, -0.74, 2, 0.74, 0);
    floor_at(scene, -0.5, -0.5, 0.5, 0.5, 0);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.cycle_count, 1);
    CHECK_MESSAGE(fabs(a.view.filled - (1.48 * 1.48 - 1)) < 1e-3, "%g square metres", a.view.filled);
    forget(&a);
    wend_scene_destroy(scene);
}

// A crack of some width that zigzags, from end to end of a row of slabs but for its own ends, which are points.
static double cracked_floor(wend_scene *scene, int points) {
    double length = 0.025 * points, x = 0, low = 0, high = 0, area = 0;
    uint64_t state = 7;
    floor_at(scene, -1, -2, 0, 0, 0);
    floor_at(scene, -1, 0, 0, 2, 0);
    floor_at(scene, length, -2, length + 1, 0, 0);
    floor_at(scene, length, 0, length + 1, 2, 0);
    for (int k = 1; k <= points; k++) {
        double middle = 0.2 * wend_random_unit(&state) - 0.1, half = 0.02 + 0.03 * wend_random_unit(&state);
        double next = 0.025 * k, next_low = k < points ? middle - half : 0, next_high = k < points ? middle + half : 0;
        triangle(scene, x, -2, 0, next, -2, 0, next, next_low, 0);
        triangle(scene, x, -2, 0, next, next_low, 0, x, low, 0);
        triangle(scene, x, high, 0, next, next_high, 0, next, 2, 0);
        triangle(scene, x, high, 0, next, 2, 0, x, 2, 0);
        area += (high - low + next_high - next_low) / 2 * (next - x);
        x = next;
        low = next_low;
        high = next_high;
    }
    return area;
}

TEST(a_crack_of_a_thousand_corners_is_filled) {
    wend_scene *scene = begin();
    double area = cracked_floor(scene, 600);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.cycle_count, 1);
    CHECK_MESSAGE(fabs(a.view.filled - area) < 1e-3, "%g of %g square metres", a.view.filled, area);
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- drops

TEST(a_drop_leads_down_and_joins_nothing) {
    for (int deep = 0; deep < 2; deep++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 6, 4, 0);
        box(scene, 1, 1, 3, 3, 0, deep ? 1.6 : 1.4);
        wend_agent def = usual;
        def.drop = 1.5;
        answer a = link_with(scene, &def);
        CHECK_INT(a.view.component_count, 2);
        CHECK_INT(a.view.counts[WEND_LINK_DROP], deep ? 0 : 4); // one on each side, for each leads another way
        for (int32_t n = 0; n < a.view.link_count; n++) {
            const wend_link *l = &a.view.links[n];
            const wend_point3 *ends = a.view.intervals[l->first_interval].ends;
            double along[2] = {(double)ends[1].x - ends[0].x, (double)ends[1].y - ends[0].y};
            CHECK(fabs(l->height - 1.4) < 0.001 && fabs(l->width - 2) < 0.01 && l->landing >= 0);
            CHECK(fabs(l->direction[0]) + fabs(l->direction[1]) > 0.999 &&
                  fabs(l->direction[0] * along[0] + l->direction[1] * along[1]) < 1e-9);
            for (int32_t k = 0; k < l->interval_count; k++)
                CHECK_INT(a.view.intervals[l->first_interval + k].side, 0);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Around a round platform each drop leads one way, to within 45 degrees of all of its pieces.
TEST(drops_around_a_round_platform_lead_outward) {
    enum { SIDES = 40 };
    wend_scene *scene = begin();
    floor_at(scene, -6, -6, 6, 6, 0);
    for (int k = 0; k < SIDES; k++) {
        double a = 6.283185307179586 * k / SIDES, b = 6.283185307179586 * (k + 1) / SIDES;
        triangle(scene, 0, 0, 1.4, 2 * cos(a), 2 * sin(a), 1.4, 2 * cos(b), 2 * sin(b), 1.4);
    }
    wend_agent def = usual;
    def.drop = 1.5;
    answer a = link_with(scene, &def);
    double width = 0;
    for (int32_t n = 0; n < a.view.link_count; n++) {
        const wend_link *l = &a.view.links[n];
        width += l->kind == WEND_LINK_DROP ? l->width : 0;
        for (int32_t k = 0; k < l->interval_count && l->kind == WEND_LINK_DROP; k++) {
            const wend_point3 *ends = a.view.intervals[l->first_interval + k].ends;
            double dx = (double)ends[1].x - ends[0].x, dy = (double)ends[1].y - ends[0].y;
            double out = (l->direction[0] * dy - l->direction[1] * dx) / sqrt(dx * dx + dy * dy);
            CHECK_MESSAGE(out > 0.7, "drop %d leads %g, %g: piece %d by %g", (int)n, l->direction[0], l->direction[1],
                          (int)k, out);
        }
    }
    CHECK_MESSAGE(fabs(width - 12.55) < 0.05, "%g m of drops", width);
    forget(&a);
    wend_scene_destroy(scene);
}

// The ground rises along the ledge: what is in the way rises with it, however low a step is.
TEST(drops_onto_a_slope_do_not_depend_on_the_step) {
    for (int k = 0; k < 8; k++) {
        const double slope = 0.07 * k;
        wend_scene *scene = begin();
        triangle(scene, -5, -5, -5 * slope, 5, -5, 5 * slope, 5, 5, 5 * slope);
        triangle(scene, -5, -5, -5 * slope, 5, 5, 5 * slope, -5, 5, -5 * slope);
        floor_at(scene, -1, -1, 1, 1, 3);
        wend_agent def = usual;
        def.drop = 5;
        def.step = 0.01 * (k % 3);
        answer a = link_with(scene, &def);
        double width = 0;
        for (int32_t n = 0; n < a.view.link_count; n++)
            width += a.view.links[n].kind == WEND_LINK_DROP ? a.view.links[n].width : 0;
        CHECK_MESSAGE(fabs(width - 8) < 0.01, "slope %g, step %g: %g of 8 m", slope, def.step, width);
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
    wend_agent def = usual;
    def.drop = 1.5;
    expect(scene, &def, 2, (const int64_t[]){0, 0, 0, 0, 0});
}

// Room for the head counts from the lower floor: a lintel over a gap may be too low for the upper one.
TEST(a_lintel_over_a_gap_counts_from_the_lower_floor) {
    for (int low = 0; low < 2; low++) {
        wend_scene *scene = begin();
        floor_at(scene, -2, 0, 0, 2, 0);
        floor_at(scene, 0.2, 0, 2, 2, 0.3);
        box(scene, 0.05, -1, 0.28, 3, low ? 1.75 : 1.95, 3);
        answer a = link_with(scene, &usual);
        CHECK_INT(a.view.component_count, low ? 3 : 2); // and the top of the lintel
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Two floors that touch in the corner of a pillar, one short side in reach all along: the ladder begins in the corner.
TEST(around_the_corner_of_a_pillar) {
    wend_agent def = usual;
    def.gap = 0.8;
    for (int turned = 0; turned < 2; turned++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, -0.4, 4, 0, turned ? -0.1 : 0);
        floor_at(scene, -4, 0, 0, 1, turned ? 0 : -0.1);
        box(scene, 0, 0, 1, 1, -2, 3);
        answer a = link_with(scene, &def);
        CHECK_INT(a.view.component_count, 2); // and the top of the pillar
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- definitions

TEST(fields_out_of_range_are_refused) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    wend_surface *surface = NULL;
    REQUIRE(extract_scene(context, scene, NULL, &surface, report) == WEND_OK);
    const struct {
        const char *code;
        wend_agent agent;
    } bad[] = {{"agent-height", {.height = 0, .slope = 0.7}},
               {"agent-slope", {.height = 1.8, .slope = -0.1}},
               {"agent-slope", {.height = 1.8, .slope = NAN}},
               {"agent-step", {.height = 1.8, .slope = 0.7, .step = 0.9}},
               {"agent-step", {.height = 1.8, .slope = 0.7, .step = -0.1}},
               {"agent-step", {.height = 1.8, .slope = 0.7, .step = NAN}},
               {"agent-gap", {.height = 1.8, .slope = 0.7, .gap = 0.9}},
               {"agent-drop", {.height = 1.8, .slope = 0.7, .drop = -1}}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        wend_links *links = NULL;
        wend_report_clear(report);
        CHECK(link_scene(context, scene, surface, &bad[k].agent, &links, report) == WEND_ERROR_ARGUMENT);
        CHECK(links == NULL && wend_report_error(report)[0] != 0);
        CHECK_INT(wend_report_total(report, bad[k].code), 1);
    }
    wend_scene *other = begin();
    floor_at(other, 0, 0, 3, 3, 0);
    wend_links *links = NULL;
    wend_report_clear(report);
    CHECK(link_scene(context, other, surface, NULL, &links, report) == WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_report_total(report, "links-solid"), 1);
    wend_scene_destroy(other);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
}

static uint64_t hash_of_links(const wend_solid *solid, const wend_surface *surface, int32_t *components) {
    wend_links *links = NULL;
    if (!CHECK(wend_links_build(context, solid, surface, NULL, NULL, &links, report) == WEND_OK))
        return 0;
    wend_links_view view = wend_links_look(links);
    wend_links_destroy(links);
    *components = view.component_count;
    return view.hash;
}

// Eight triangles about the box of the scene below: they shut it in when they are high, else they are no obstacle.
static void surround(wend_scene *scene, double height) {
    for (int side = 0; side < 4; side++) {
        const double x[5] = {1, 2, 2, 1, 1}, y[5] = {1, 1, 2, 2, 1};
        wall(scene, x[side], y[side], x[side + 1], y[side + 1], 0.3, 0.3 + height);
    }
}

// A solid stays what it was when its scene changes, even into one with as many triangles; the solid of the changed scene
// is refused for the old surface, though it has the same lattice, and makes other links with the new one.
TEST(a_solid_does_not_change_with_its_scene) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 2, 2, 0, 0.3);
    wall(scene, 0, 0, 4, 0, 0, 2.5);
    wend_scene_view before = wend_scene_look(scene);
    surround(scene, 0.05);
    wend_solid *old = NULL, *changed = NULL;
    wend_surface *surface = NULL, *other = NULL;
    wend_links *links = NULL;
    int32_t joined = 0, still = 0, shut_in = 0;
    REQUIRE(wend_solid_build(context, scene, NULL, &old, report) == WEND_OK);
    REQUIRE(wend_exact_build(context, old, NULL, NULL, &surface, report) == WEND_OK);
    uint64_t hash = hash_of_links(old, surface, &joined);
    CHECK_INT(joined, 1);

    int32_t triangles = wend_scene_look(scene).triangle_count;
    wend_scene_cut_back(scene, &before);
    surround(scene, 2.2);
    REQUIRE(wend_scene_look(scene).triangle_count == triangles);
    CHECK(hash_of_links(old, surface, &still) == hash && still == joined);

    REQUIRE(wend_solid_build(context, scene, NULL, &changed, report) == WEND_OK);
    wend_solid_view a = wend_solid_look(old), b = wend_solid_look(changed);
    CHECK(a.scene_triangles == b.scene_triangles && a.face_count == b.face_count && a.hash != b.hash);
    CHECK(memcmp(a.lattice.origin, b.lattice.origin, sizeof a.lattice.origin) == 0 && a.lattice.step == b.lattice.step);
    CHECK(wend_surface_look(surface).solid_hash == a.hash);
    wend_report_clear(report);
    CHECK(wend_links_build(context, changed, surface, NULL, NULL, &links, report) == WEND_ERROR_ARGUMENT);
    CHECK(links == NULL && wend_report_total(report, "links-solid") == 1);

    REQUIRE(wend_exact_build(context, changed, NULL, NULL, &other, report) == WEND_OK);
    CHECK(hash_of_links(changed, other, &shut_in) != hash);
    CHECK_INT(shut_in, 2);

    wend_scene_destroy(scene); // solids stay without it, too
    CHECK(hash_of_links(old, surface, &still) == hash);
    wend_surface_destroy(other);
    wend_surface_destroy(surface);
    wend_solid_destroy(changed);
    wend_solid_destroy(old);
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
    wend_agent def = usual;
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
    int64_t cases = check_cases("stairs", 360);
    for (int64_t k = 0; k < cases; k++)
        check_stair((uint64_t)k, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
}

// ---------------------------------------------------------------------------------------------------- environments

TEST(holes_fill_up_as_the_gap_grows) {
    open_context_with(0);
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_scene(context, "holes", 0, 1, &scene) == WEND_OK);
    double before = 0;
    for (int k = 1; k <= 10; k++) {
        wend_agent def = {.height = 2.1, .slope = usual.slope, .step = 0.4, .gap = 0.1 * k};
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
    REQUIRE(wend_sample_build_scene(context, "platforms", 0, 1, &scene) == WEND_OK);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- random scenes

static void check_scene(const char *name, int32_t size, uint64_t seed) {
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_scene(context, name, size, seed, &scene) == WEND_OK);
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
    int64_t cases = check_cases("scenes", 300);
    for (int64_t k = 0; k < cases; k++)
        check_scene("random-scene", 30 + (int32_t)(k % 7) * 30, (uint64_t)k);
}

// Links once led through something here, climbed too much or crossed each other: short slits at walls, holes with
// corners where steps end, ceilings that lean, ladders past fillers and around the corner of a floor.
TEST(scenes_that_once_went_wrong_have_valid_links) {
    open_context_with(0);
    static const int32_t scenes[][2] = {{30, 987},   {30, 5187},  {90, 1171},  {180, 3064},  {210, 2981}, {150, 1488},
                                        {120, 4077}, {90, 24964}, {60, 26727}, {180, 11744}, {90, 52803}};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
        check_scene("random-scene", scenes[k][0], (uint64_t)scenes[k][1]);
}

TEST(samples_have_valid_links) {
    open_context_with(0);
    for (int32_t k = 0; k < wend_sample_count(); k++)
        if (check_takes(k) && wend_sample_at(k)->scene && wend_sample_at(k)->size <= 20000)
            check_scene(wend_sample_at(k)->name, 0, 7);
}

TEST(links_do_not_depend_on_threads) {
    static const char *const names[3] = {"two-storeys", "garage", "stairs"};
    for (int n = 0; n < 3; n++) {
        if (!check_takes(n))
            continue;
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
            CHECK(wend_sample_build_scene(own, names[n], 0, 3, &scene) == WEND_OK);
            CHECK(extract_scene(own, scene, NULL, &surface, NULL) == WEND_OK);
            CHECK(link_scene(own, scene, surface, NULL, &links, NULL) == WEND_OK);
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
    return check_links(context, scene, a->surface, a->links, report) == WEND_ERROR_INVALID &&
           wend_report_error(report)[0] != 0;
}

TEST(the_check_finds_damage) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 4, 0);
    floor_at(scene, 2.2, 0, 4, 4, 0.2);
    box(scene, 0.5, 0.5, 1, 1, 0, 0.3);
    floor_at(scene, 10, 0, 11, 1, 1.5); // as high as the wall below: the lattice stays the same with it
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
    wend_report_clear(report);
    CHECK(check_links(context, scene, a.surface, a.links, report) == WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_report_total(report, "links-solid"), 1);
    a.surface->view.solid_hash = 0; // as if it came from a file, which does not tell
    CHECK(finds_damage(&a, scene));
    forget(&a);
    wend_scene_destroy(scene);
}

// On a coarse lattice, what is open of a ledge ends within rounding of where it was subdivided: that is no drop.
TEST(no_drop_is_without_width) {
    open_context_with(0);
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_scene(context, "soup", 0, 1, &scene) == WEND_OK);
    wend_settings settings = default_settings();
    settings.agent.step = 0.6;
    settings.agent.gap = 0.5;
    settings.agent.drop = 10;
    settings.solid.lattice = 0.002;
    answer a = {0};
    REQUIRE(extract_scene(context, scene, &settings, &a.surface, report) == WEND_OK);
    REQUIRE(link_scene(context, scene, a.surface, &settings.agent, &a.links, report) == WEND_OK);
    CHECK(wend_links_look(a.links).counts[WEND_LINK_DROP] > 0);
    wend_report_clear(report);
    CHECK_MESSAGE(wend_links_check(context, a.links, a.surface, NULL, report) == WEND_OK, "%s",
                  wend_report_error(report));
    forget(&a);
    wend_scene_destroy(scene);
}

// A scene turned about the vertical by some angle.
static wend_scene *turned(const wend_scene *scene, double angle) {
    wend_scene_view v = wend_scene_look(scene);
    wend_scene_def def = {.up = v.up, .unit = v.unit};
    wend_scene *out = NULL;
    double *positions = malloc((size_t)v.vertex_count * 3 * sizeof *positions);
    int y = v.up == WEND_UP_Y ? 2 : 1, up = 3 - y;
    if (CHECK(positions != NULL) && CHECK(wend_scene_create(context, &def, &out) == WEND_OK)) {
        for (int32_t k = 0; k < v.vertex_count; k++) {
            const double *p = v.positions + 3 * k;
            positions[3 * k] = p[0] * cos(angle) - p[y] * sin(angle);
            positions[3 * k + y] = p[0] * sin(angle) + p[y] * cos(angle);
            positions[3 * k + up] = p[up];
        }
        CHECK(wend_scene_add(out, positions, v.vertex_count, v.triangles, v.triangle_count) == WEND_OK);
    }
    free(positions);
    return out;
}

// What ends below the edge of something else is no storey of its own, however the scene is turned; what lies over
// something is.
TEST(layers_are_storeys_at_any_angle) {
    for (int floors = 1; floors < 3; floors++) {
        wend_scene *scene = begin();
        box(scene, 0, 0, 6, 6, -0.5, 0);
        box(scene, 3, 2, 4, 3, 0, 0.3); // to step on
        box(scene, 1, 3, 2.3, 3.4, 0, 0.7);
        box(scene, 4.4, 4, 5, 5.7, 0, 1.2);
        if (floors == 2)
            box(scene, 0.5, 0.5, 2.5, 2, 2.5, 2.7);
        for (int k = 0; k < 60; k++) {
            wend_scene *other = turned(scene, 0.37 + 1.7 * k);
            answer a = link_with(other, &usual);
            wend_plan *plan = NULL;
            if (CHECK(a.links && wend_plan_build_linked(context, a.links, NULL, &plan, report) == WEND_OK)) {
                CHECK_MESSAGE(wend_plan_look(plan).layer_count == floors, "turned %d times: %d layers", k,
                              (int)wend_plan_look(plan).layer_count);
                CHECK(wend_plan_check(context, plan, report) == WEND_OK);
            }
            wend_plan_destroy(plan);
            forget(&a);
            wend_scene_destroy(other);
        }
        wend_scene_destroy(scene);
    }
}

// The layers of all triangles that are larger than a quarter of a square metre and rise from a storey at that height by
// no more than to a bed: bit by bit.
static uint32_t layers_of_storey(const wend_plan *plan, double height) {
    wend_plan_view view = wend_plan_look(plan);
    double step = view.lattice.step * view.unit;
    uint32_t layers = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        const int32_t *v = view.triangles[t].v;
        wend_point a = view.vertices[v[0]], b = view.vertices[v[1]], c = view.vertices[v[2]];
        double area = ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)c.x - a.x) * ((double)b.y - a.y);
        double low = 1e9, high = -1e9;
        for (int i = 0; i < 3; i++) {
            double at = view.ground.origin[2] * view.unit + step * view.vertex_heights[v[i]];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        if (area / 2 * step * step > 0.25 && fabs(low - height) < 0.01 && high < height + 0.6)
            layers |= 1U << view.triangle_layer[t];
    }
    return layers;
}

// Triangles that reach from a floor up to what stands on it are on the floor's layer.
TEST(storeys_stay_whole) {
    open_context_with(0);
    wend_scene *scene = NULL;
    REQUIRE(wend_sample_build_scene(context, "two-storeys", 0, 1, &scene) == WEND_OK);
    for (int k = 0; k < 4; k++) {
        if (!check_takes(3 - k))
            continue;
        wend_scene *other = turned(scene, 0.3 * k);
        answer a = {0};
        wend_plan *plan = NULL;
        REQUIRE(extract_scene(context, other, NULL, &a.surface, report) == WEND_OK);
        REQUIRE(link_scene(context, other, a.surface, NULL, &a.links, report) == WEND_OK);
        REQUIRE(wend_plan_build_linked(context, a.links, NULL, &plan, report) == WEND_OK);
        uint32_t upper = layers_of_storey(plan, 2.8);
        CHECK_INT(layers_of_storey(plan, 0), 1);
        CHECK_MESSAGE(upper > 1 && (upper & (upper - 1)) == 0, "turned %d times: layers %x", k, (unsigned)upper);
        CHECK(wend_plan_check(context, plan, report) == WEND_OK);
        wend_plan_destroy(plan);
        forget(&a);
        wend_scene_destroy(other);
    }
    wend_scene_destroy(scene);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()
