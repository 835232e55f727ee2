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

// Two floors with a wall between them that has one door. Several pairs of their edges end in the corners that are
// nearest to each other: those that do not face each other must not stand for those that do.
TEST(a_door_in_a_gap_is_found_at_any_angle) {
    int64_t cases = check_cases("cases", 400);
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

// A slanted gap between two walls is filled from wall to wall, into both corners.
TEST(a_slanted_gap_is_filled_from_wall_to_wall) {
    int64_t cases = check_cases("cases", 300);
    uint64_t state = 17;
    for (int64_t k = 0; k < cases; k++) {
        wend_scene *scene = begin();
        double angle = 6.28 * wend_random_unit(&state), width = 0.8 + 2.2 * wend_random_unit(&state);
        double lean = 1.2 * wend_random_unit(&state) - 0.6, slant = tan(lean), far = width * fabs(slant) + 1;
        double apart = (0.02 + 0.2 * wend_random_unit(&state)) / cos(lean); // along the walls
        put_quad(scene, angle, (const double[4][2]){{-far, 0}, {0, 0}, {slant * width, width}, {-far, width}}, 0);
        put_quad(scene, angle,
                 (const double[4][2]){{apart, 0}, {far + 1, 0}, {far + 1, width}, {apart + slant * width, width}}, 0);
        put_wall(scene, angle, -far, far + 1, 0);
        put_wall(scene, angle, far + 1, -far, width);
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(a.view.component_count == 1 && fabs(a.view.filled / (width * apart) - 1) < 0.02,
                      "case %d: %d components, %g of %g square metres filled", (int)k, (int)a.view.component_count,
                      a.view.filled, width * apart);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// A notch whose sides meet in a corner of the floor, and two floors whose edges cross, at one height or a step apart:
// what is open beside the corner is filled, in few cases but for a little at its mouth.
TEST(notches_that_end_in_a_corner_are_filled) {
    int64_t cases = check_cases("cases", 200);
    uint64_t state = 29;
    double all = 0, filled = 0;
    for (int64_t k = 0; k < cases; k++) {
        wend_scene *scene = begin();
        double angle = 6.28 * wend_random_unit(&state), mouth = 0.03 + 0.23 * wend_random_unit(&state);
        double deep = mouth * (2 + 20 * wend_random_unit(&state)), up = k % 2 ? 0.3 * wend_random_unit(&state) : 0;
        double open = mouth * deep / 2, slant = mouth / deep;
        put_quad(scene, angle, (const double[4][2]){{-1, -2}, {deep, -2}, {deep, 0}, {-1, 0}}, 0);
        put_quad(scene, angle, (const double[4][2]){{-1, -slant}, {deep, mouth}, {deep, 2}, {-1, 2}}, up);
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(a.view.component_count == 1 && a.view.filled > 0.85 * open,
                      "case %d: mouth %g, depth %g, step %g: %d components, %g of %g square metres filled", (int)k,
                      mouth, deep, up, (int)a.view.component_count, a.view.filled, open);
        all += open;
        filled += a.view.filled;
        forget(&a);
        wend_scene_destroy(scene);
    }
    CHECK_MESSAGE(filled > 0.995 * all, "%g of %g square metres filled", filled, all);
}

// A ditch whose far side is too high to step up from its ground: one steps across, almost as wide as it is, and the
// ground is reached as well.
TEST(a_ditch_is_crossed_in_all_of_its_width) {
    for (int k = 0; k < 40; k++) {
        wend_scene *scene = begin();
        double angle = 0.37 * k, width = 0.6 + 0.05 * k;
        put_quad(scene, angle, (const double[4][2]){{-2, 0}, {0, 0}, {0, width}, {-2, width}}, 0);
        put_quad(scene, angle, (const double[4][2]){{0, 0}, {0.24, 0}, {0.24, width}, {0, width}}, -0.3);
        put_quad(scene, angle, (const double[4][2]){{0.24, 0}, {2, 0}, {2, width}, {0.24, width}}, 0.2);
        answer a = link_with(scene, &usual);
        double across = 0;
        for (int32_t i = 0; i < a.view.link_count; i++)
            across += a.view.links[i].kind == WEND_LINK_GAP ? a.view.links[i].width : 0;
        CHECK_MESSAGE(a.view.component_count == 1 && across > width - 0.03,
                      "turned %d times: %d components, %g of %g m", k, (int)a.view.component_count, across, width);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// The teeth of a comb are narrower than a way across must be, and what lies between them is filled first; together they
// are wide enough.
TEST(the_teeth_of_a_comb_reach_the_floor_before_them) {
    int64_t cases = check_cases("cases", 100);
    uint64_t state = 23;
    for (int64_t k = 0; k < cases; k++) {
        wend_scene *scene = begin();
        double angle = 6.28 * wend_random_unit(&state), tooth = 0.004 + 0.006 * wend_random_unit(&state);
        double slot = 0.006 + 0.012 * wend_random_unit(&state), tall = 0.03 + 0.1 * wend_random_unit(&state);
        double before = 0.004 + 0.02 * wend_random_unit(&state), width = 0.8;
        put_floor(scene, angle, -2, 0, 0, width);
        put_floor(scene, angle, tall + before, 0, 2.5, width);
        for (double y = slot / 2; y + tooth < width; y += tooth + slot)
            put_floor(scene, angle, 0, y, tall, y + tooth);
        answer a = link_with(scene, &usual);
        double place[2], other[2];
        put(angle, -1, width / 2, place);
        put(angle, 2, width / 2, other);
        CHECK_MESSAGE(component_at(&a, (const double[]){place[0], place[1], 0}) ==
                          component_at(&a, (const double[]){other[0], other[1], 0}),
                      "case %d: teeth %g m wide and %g m apart, %g m before the floor", (int)k, tooth, slot, before);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Scenes of which links once broke a rule of their own check: fillers of a stairwell that climb, and a corner that was
// drawn along its edge.
typedef struct face {
    int corners;
    double at[4][3];
} face;

static const face well[] = {
    {4,
     {{-21.504236396, 22.380773616, 3.558082494},
      {-21.291007387, 22.404018808, 3.558082494},
      {-21.431108812, 23.689174362, 3.558082494},
      {-21.64433782, 23.66592917, 3.558082494}}},
    {4,
     {{-21.291007387, 22.404018808, 3.690270076},
      {-21.077778379, 22.427264, 3.690270076},
      {-21.217879804, 23.712419554, 3.690270076},
      {-21.431108812, 23.689174362, 3.690270076}}},
    {4,
     {{-22.995766061, 19.200400484, 3.97129178},
      {-20.357867476, 19.487971392, 3.97129178},
      {-20.669981953, 22.351009037, 3.97129178},
      {-23.307880538, 22.063438128, 3.97129178}}},
    {4,
     {{-23.473991502, 23.587180152, 3.97129178},
      {-20.836092918, 23.874751061, 3.97129178},
      {-21.148207394, 26.737788705, 3.97129178},
      {-23.786105979, 26.450217797, 3.97129178}}},
    {4,
     {{-21.965813518, 23.580594608, 3.757929164},
      {-21.940286676, 23.596354695, 3.757929164},
      {-21.956046763, 23.621881537, 3.757929164},
      {-21.981573605, 23.60612145, 3.757929164}}},
    {4,
     {{-21.727690715, 23.61744173, 3.898440016},
      {-21.740659597, 23.644493682, 3.898440016},
      {-21.767711549, 23.6315248, 3.898440016},
      {-21.754742667, 23.604472848, 3.898440016}}},
};

static const face flight[] = {
    {4,
     {{49.114763988, 8.248436081, -4.107603709},
      {49.137982028, 8.613226665, -4.107603709},
      {47.905560521, 8.691667319, -4.107603709},
      {47.882342481, 8.326876735, -4.107603709}}},
    {4,
     {{49.137982028, 8.613226665, -3.780403807},
      {49.161200068, 8.978017249, -3.780403807},
      {47.928778561, 9.056457903, -3.780403807},
      {47.905560521, 8.691667319, -3.780403807}}},
    {4,
     {{49.161200068, 8.978017249, -3.453203905},
      {49.184418108, 9.342807833, -3.453203905},
      {47.951996601, 9.421248487, -3.453203905},
      {47.928778561, 9.056457903, -3.453203905}}},
    {4,
     {{49.184418108, 9.342807833, -3.126004003},
      {49.207636148, 9.707598417, -3.126004003},
      {47.975214641, 9.786039071, -3.126004003},
      {47.951996601, 9.421248487, -3.126004003}}},
    {4,
     {{49.207636148, 9.707598417, -2.798804101},
      {49.230854189, 10.072389001, -2.798804101},
      {47.998432681, 10.150829655, -2.798804101},
      {47.975214641, 9.786039071, -2.798804101}}},
    {4,
     {{49.230854189, 10.072389001, -2.4776438},
      {49.254072229, 10.437179585, -2.4776438},
      {48.021650722, 10.515620239, -2.4776438},
      {47.998432681, 10.150829655, -2.4776438}}},
    {4,
     {{51.95844971, 5.697127073, -2.150443898},
      {52.107134848, 8.033195842, -2.150443898},
      {44.886829586, 8.492750841, -2.150443898},
      {44.738144449, 6.156682072, -2.150443898}}},
    {4,
     {{52.107134848, 8.033195842, -2.150443898},
      {52.271232146, 10.611412996, -2.150443898},
      {49.397047944, 10.794347882, -2.150443898},
      {49.232950646, 8.216130728, -2.150443898}}},
    {4,
     {{47.761013789, 8.309815955, -2.150443898},
      {47.925111086, 10.88803311, -2.150443898},
      {45.050926884, 11.070967996, -2.150443898},
      {44.886829586, 8.492750841, -2.150443898}}},
};

static const face cables[] = {
    {4,
     {{-40.664380719, -28.673214191, 2.593216373},
      {-36.794969094, -27.659481645, 2.593216373},
      {-37.305312104, -25.711505146, 2.593216373},
      {-41.174723729, -26.725237692, 2.593216373}}},
    {4,
     {{-37.864394054, -29.982675288, 2.601752991},
      {-37.848661705, -29.976306337, 2.601752991},
      {-40.10529877, -24.40204405, 2.601752991},
      {-40.121031118, -24.408413, 2.601752991}}},
    {4,
     {{-37.848661705, -29.976306337, 2.593216373},
      {-40.10529877, -24.40204405, 2.593216373},
      {-40.10529877, -24.40204405, 2.601752991},
      {-37.848661705, -29.976306337, 2.601752991}}},
    {4,
     {{-38.338151815, -30.128862741, 2.621016494},
      {-38.322846371, -30.125450214, 2.621016494},
      {-39.631541008, -24.255856596, 2.621016494},
      {-39.646846452, -24.259269124, 2.621016494}}},
    {4,
     {{-37.16252815, -25.467347937, 2.493216373},
      {-41.418880938, -26.582453738, 2.493216373},
      {-41.418880938, -26.582453738, 5.093216373},
      {-37.16252815, -25.467347937, 5.093216373}}},
    {4,
     {{-40.8578513, -28.723900819, 5.093216373},
      {-40.664380719, -28.673214191, 5.093216373},
      {-41.174723729, -26.725237692, 5.093216373},
      {-41.368194311, -26.77592432, 5.093216373}}},
};

// Two treads 16 cm apart with railings a centimetre inside their sides: ways from what is beyond the railings come to
// nothing, and must not tire the long edges between.
static const face railings[] = {
    {4,
     {{1.789927856, -29.776782952, -3.896054698},
      {1.500307518, -29.856639678, -3.896054698},
      {1.734171081, -30.704804226, -3.896054698},
      {2.023791418, -30.6249475, -3.896054698}}},
    {4,
     {{1.792585953, -29.786423207, -3.916054698},
      {1.502965616, -29.866279932, -3.916054698},
      {1.502965616, -29.866279932, -2.996054698},
      {1.792585953, -29.786423207, -2.996054698}}},
    {4,
     {{2.02113332, -30.615307245, -3.916054698},
      {1.731512983, -30.695163971, -3.916054698},
      {1.731512983, -30.695163971, -2.996054698},
      {2.02113332, -30.615307245, -2.996054698}}},
    {4,
     {{1.343826986, -29.899785898, -3.656204615},
      {1.054206649, -29.979642624, -3.656204615},
      {1.288070211, -30.827807173, -3.656204615},
      {1.577690549, -30.747950447, -3.656204615}}},
    {4,
     {{1.346485084, -29.909426153, -3.676204615},
      {1.056864746, -29.989282879, -3.676204615},
      {1.056864746, -29.989282879, -2.756204615},
      {1.346485084, -29.909426153, -2.756204615}}},
    {4,
     {{1.575032451, -30.738310192, -3.676204615},
      {1.285412113, -30.818166918, -3.676204615},
      {1.285412113, -30.818166918, -2.756204615},
      {1.575032451, -30.738310192, -2.756204615}}},
};

static void check_faces(const char *name, const face *faces, int count) {
    wend_scene *scene = begin();
    for (int k = 0; k < count; k++)
        for (int i = 1; i + 1 < faces[k].corners; i++) {
            const double *a = faces[k].at[0], *b = faces[k].at[i], *c = faces[k].at[i + 1];
            triangle(scene, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
        }
    answer a = link_with(scene, &usual); // and checks it
    CHECK_MESSAGE(a.view.link_count > 0, "%s has no links", name);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(links_that_broke_a_rule) {
    check_faces("well", well, 6);
    check_faces("flight", flight, 9);
    check_faces("cables", cables, 6);
}

TEST(treads_with_railings_are_joined) {
    check_faces("railings", railings, 6);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()
