// Gaps and holes at any angle: what is joined must not hang on how a scene was rounded.
#include "check.h"
#include "linked.h"

#include "base/random.h"

// Where scenes are put: turned about the origin.
static void put(double angle, double x, double y, double at[2]) {
    at[0] = cos(angle) * x - sin(angle) * y;
    at[1] = sin(angle) * x + cos(angle) * y;
}

static void put_quad(wend_scene *scene, double angle, const double at[4][2], double z) {
    double p[4][2];
    for (int i = 0; i < 4; i++)
        put(angle, at[i][0], at[i][1], p[i]);
    triangle(scene, p[0][0], p[0][1], z, p[1][0], p[1][1], z, p[2][0], p[2][1], z);
    triangle(scene, p[0][0], p[0][1], z, p[2][0], p[2][1], z, p[3][0], p[3][1], z);
}

static void put_floor(wend_scene *scene, double angle, double x0, double y0, double x1, double y1) {
    put_quad(scene, angle, (const double[4][2]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 0);
}

static void put_wall(wend_scene *scene, double angle, double x0, double x1, double y) {
    double from[2], to[2];
    put(angle, x0, y, from);
    put(angle, x1, y, to);
    wall(scene, from[0], from[1], to[0], to[1], 0, 2);
}

// Two floors with a wall between them that has one door. Several pairs of their edges end in the corners that are nearest
// to each other: those that do not face each other must not stand for those that do.
TEST(a_door_in_a_gap_is_found_at_any_angle) {
    int64_t cases = check_option("cases", 400);
    uint64_t state = 3;
    for (int64_t k = 0; k < cases; k++) {
        wend_scene *scene = begin();
        double angle = 6.28 * wend_random_unit(&state), apart = 0.1 + 0.18 * wend_random_unit(&state);
        double width = 0.05 + 1.1 * wend_random_unit(&state), left = 0.05 + (1.9 - width) * wend_random_unit(&state);
        double y = apart * (0.1 + 0.8 * wend_random_unit(&state));
        put_floor(scene, angle, 0, -3, 2, 0);
        put_floor(scene, angle, 0, apart, 2, 5);
        put_wall(scene, angle, -1, left, y);
        put_wall(scene, angle, left + width, 3, y);
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(
            a.view.component_count == 1 && a.view.link_count == 1 && fabs(a.view.links[0].width - width) < 0.02,
            "case %d: a door %g m wide at %g, %d components, %d links, the first %g m wide", (int)k, width, left,
            (int)a.view.component_count, (int)a.view.link_count, a.view.link_count > 0 ? a.view.links[0].width : 0);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// A thick wall without floor in its door, turned so that rounding leaves a sliver along the floor's edge: the middle of
// the door, rounded, lies beyond that.
TEST(a_door_beside_a_sliver_is_found) {
    wend_scene *scene = begin();
    put_quad(scene, 0,
             (const double[4][2]){{2.800657661, -6.964774437},
                                  {8.583524474, -5.365258441},
                                  {7.783766476, -2.473825035},
                                  {2.000899663, -4.07334103}},
             0);
    put_quad(scene, 0,
             (const double[4][2]){{1.934253163, -3.832388246},
                                  {7.717119977, -2.232872251},
                                  {6.984008479, 0.417608372},
                                  {1.201141665, -1.181907623}},
             0);
    const double walls[2][4][2] = {{{1.518994095, -4.206634029},
                                    {3.691050716, -3.605852545},
                                    {3.624404216, -3.364899761},
                                    {1.452347595, -3.965681246}},
                                   {{5.085601337, -3.220125864},
                                    {8.265672044, -2.340532035},
                                    {8.199025544, -2.099579251},
                                    {5.018954837, -2.97917308}}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++)
            wall(scene, walls[k][i][0], walls[k][i][1], walls[k][(i + 1) % 4][0], walls[k][(i + 1) % 4][1], -0.3, 3);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    if (a.view.link_count == 1)
        CHECK_MESSAGE(fabs(a.view.links[0].width - 1.447) < 0.02, "%g m wide", a.view.links[0].width);
    forget(&a);
    wend_scene_destroy(scene);
}

// A slot along a slope climbs more than a step from end to end, and no more across than the slope does.
TEST(a_slot_on_a_slope_is_filled) {
    const double slopes[] = {0, 0.2, 0.34, -0.6, 0.9};
    const double at[][2] = {{0, 0}, {4, 0}, {4, 2}, {0, 2}, {1, 0.9}, {3, 0.9}, {3, 1.15}, {1, 1.15}};
    static const int quads[4][4] = {{0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    for (int k = 0; k < 25; k++) {
        wend_scene *scene = begin();
        double slope = slopes[k % 5], p[8][2];
        for (int i = 0; i < 8; i++)
            put(0.41 * (k / 5), at[i][0], at[i][1], p[i]);
        for (int q = 0; q < 4; q++)
            for (int half = 0; half < 2; half++) {
                int u = quads[q][0], v = quads[q][1 + half], w = quads[q][2 + half];
                triangle(scene, p[u][0], p[u][1], slope * at[u][0], p[v][0], p[v][1], slope * at[v][0], p[w][0],
                         p[w][1], slope * at[w][0]);
            }
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(a.view.link_count == 1 && fabs(a.view.filled - 0.5) < 2e-3,
                      "slope %g, turned %d times: %d links, %g square metres", slope, k / 5, (int)a.view.link_count,
                      a.view.filled);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()
