// Boundaries that touch in corners: every hole counts for itself, whatever touches it.
#include "check.h"
#include "linked.h"

#include "base/random.h"

enum { SIDE = 7 }; // cells along a mesh at most

// A floor of cells, some of which are missing. Cells are counted from the lower left.
typedef struct mesh {
    int cells;
    double at[SIDE + 1][SIDE + 1][2]; // corners before turning
    double angle, tilt;               // about the vertical; rise along x
    bool upward[SIDE][SIDE];          // which diagonal parts a cell
    bool missing[SIDE][SIDE][2];      // triangles
} mesh;

// The corner of a triangle of a cell: as it is told in `at`.
static const double *corner_of(const mesh *m, int i, int j, int half, int k) {
    static const int up[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    static const int down[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {1, 1}, {0, 1}}};
    const int *off = m->upward[i][j] ? up[half][k] : down[half][k];
    return m->at[i + off[0]][j + off[1]];
}

static double area_of(const mesh *m, int i, int j, int half) {
    const double *a = corner_of(m, i, j, half, 0), *b = corner_of(m, i, j, half, 1), *c = corner_of(m, i, j, half, 2);
    return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

// The diameter of the largest circle in a triangle.
static double circle_of(const mesh *m, int i, int j, int half) {
    double around = 0;
    for (int k = 0; k < 3; k++) {
        const double *a = corner_of(m, i, j, half, k), *b = corner_of(m, i, j, half, (k + 1) % 3);
        around += hypot(b[0] - a[0], b[1] - a[1]);
    }
    return 4 * area_of(m, i, j, half) / around;
}

static void turn_about(double angle, const double at[2], double turned[2]) {
    turned[0] = cos(angle) * at[0] - sin(angle) * at[1];
    turned[1] = sin(angle) * at[0] + cos(angle) * at[1];
}

// The scene of a mesh, and the area of what is missing, seen from above.
static wend_scene *scene_of(const mesh *m, double *missing) {
    wend_scene *scene = begin();
    *missing = 0;
    for (int i = 0; i < m->cells; i++)
        for (int j = 0; j < m->cells; j++)
            for (int half = 0; half < 2; half++) {
                double p[3][2], z[3];
                for (int k = 0; k < 3; k++) {
                    const double *at = corner_of(m, i, j, half, k);
                    turn_about(m->angle, at, p[k]);
                    z[k] = m->tilt * at[0];
                }
                if (m->missing[i][j][half])
                    *missing += area_of(m, i, j, half);
                else
                    triangle(scene, p[0][0], p[0][1], z[0], p[1][0], p[1][1], z[1], p[2][0], p[2][1], z[2]);
            }
    return scene;
}

static answer link_mesh(const mesh *m, double *missing) {
    wend_scene *scene = scene_of(m, missing);
    answer a = link_with(scene, &usual);
    wend_scene_destroy(scene);
    return a;
}

// Squares of a quarter of a metre amid larger cells, some of them missing: '#'.
static mesh squares(const char *const rows[3], double angle) {
    static const double at[] = {0, 1, 1.25, 1.5, 1.75, 2.75};
    mesh m = {.cells = 5, .angle = angle};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            m.at[i][j][0] = at[i];
            m.at[i][j][1] = at[j];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m.missing[i + 1][j + 1][0] = m.missing[i + 1][j + 1][1] = rows[2 - j][i] == '#';
    return m;
}

// Each missing square is one link, whether holes touch in a chain, in a ring around an island, or on all corners.
TEST(holes_that_touch_are_filled_each_as_one) {
    static const char *const all[][3] = {
        {"...", ".#.", "..."}, {"...", ".#.", "#.."}, {"..#", ".#.", "#.."},
        {".#.", "#.#", ".#."}, {"#.#", ".#.", "#.#"}, {"#.#", ".#.", "..."},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int turn = 0; turn < 5; turn++) {
            mesh m = squares(all[k], 0.37 * turn);
            double missing;
            answer a = link_mesh(&m, &missing);
            int holes = (int)(missing / 0.0625 + 0.5);
            CHECK_MESSAGE(a.view.component_count == 1 && a.view.counts[WEND_LINK_HOLE] == holes &&
                              a.view.link_count == holes && fabs(a.view.filled - missing) < 1e-3,
                          "case %d, turned %d times: %d links for %d holes, %g of %g m2", (int)k, turn,
                          (int)a.view.link_count, holes, a.view.filled, missing);
            forget(&a);
        }
}

// A hole that touches the outline in a corner is no part of the outline.
TEST(a_hole_that_touches_the_outline_is_filled_as_one) {
    for (int turn = 0; turn < 5; turn++) {
        mesh m = squares((const char *const[3]){"...", ".#.", "..."}, 0.37 * turn);
        for (int i = 3; i < 5; i++)
            for (int j = 3; j < 5; j++)
                m.missing[i][j][0] = m.missing[i][j][1] = true; // a corner of the floor, up to the hole
        double missing;
        answer a = link_mesh(&m, &missing);
        CHECK_INT(a.view.counts[WEND_LINK_HOLE], 1);
        CHECK_INT(a.view.link_count, 1);
        CHECK_MESSAGE(fabs(a.view.filled - 0.0625) < 1e-3, "%g square metres", a.view.filled);
        forget(&a);
    }
}

// A mesh with corners anywhere, of which no two triangles that share a side are missing, nor one at the outline, and
// none that a circle of a gap fits in.
static mesh random_mesh(uint64_t seed) {
    uint64_t state = seed;
    mesh m = {.cells = 3 + (int)wend_random_below(&state, SIDE - 2)};
    double size = 0.1 + 0.45 * wend_random_unit(&state), shear = 1.6 * wend_random_unit(&state) - 0.8;
    double stretch = 0.6 + wend_random_unit(&state), most = wend_random_unit(&state);
    m.angle = seed % 4 > 0 ? 6.28 * wend_random_unit(&state) : 0;
    m.tilt = seed % 2 > 0 ? 0.6 * wend_random_unit(&state) - 0.3 : 0;
    for (int i = 0; i <= m.cells; i++)
        for (int j = 0; j <= m.cells; j++) {
            bool inside = i > 0 && i < m.cells && j > 0 && j < m.cells;
            double off = inside ? 0.2 * size * (stretch < 1 ? stretch : 1) : 0;
            m.at[i][j][0] = size * (i + shear * j) + off * (2 * wend_random_unit(&state) - 1);
            m.at[i][j][1] = size * stretch * j + off * (2 * wend_random_unit(&state) - 1);
        }
    bool used[3][SIDE + 1][SIDE + 1] = {0}; // sides: along x, along y, diagonals
    for (int i = 0; i < m.cells; i++)
        for (int j = 0; j < m.cells; j++)
            m.upward[i][j] = wend_random_unit(&state) < 0.5;
    for (int n = 0; n < 4 * m.cells * m.cells; n++) {
        int i = (int)wend_random_below(&state, (uint64_t)m.cells),
            j = (int)wend_random_below(&state, (uint64_t)m.cells);
        int half = (int)wend_random_below(&state, 2), right = m.upward[i][j] ? half == 0 : half == 1;
        bool *sides[3] = {&used[0][i][j + half], &used[1][i + right][j], &used[2][i][j]};
        bool rim = j + half == 0 || j + half == m.cells || i + right == 0 || i + right == m.cells;
        if (rim || *sides[0] || *sides[1] || *sides[2] || circle_of(&m, i, j, half) > 0.97 * usual.gap ||
            wend_random_unit(&state) > most)
            continue;
        *sides[0] = *sides[1] = *sides[2] = m.missing[i][j][half] = true;
    }
    return m;
}

TEST(random_holes_that_touch_are_all_filled) {
    int64_t cases = check_cases("cases", 300);
    for (int64_t k = 0; k < cases; k++) {
        mesh m = random_mesh((uint64_t)k);
        double missing;
        answer a = link_mesh(&m, &missing);
        CHECK_MESSAGE(fabs(a.view.filled - missing) < 0.002 + 0.003 * missing, "case %d: %g of %g m2 filled", (int)k,
                      a.view.filled, missing);
        forget(&a);
    }
}

// Thousands of floors that touch in one place, with nothing between them.
TEST(a_star_of_floors_is_joined) {
    int rays = (int)check_cases("rays", 1000);
    wend_scene *scene = begin();
    for (int k = 0; k < rays; k++) {
        double from = 6.283185307179586 * k / rays, to = 6.283185307179586 * (k + 0.5) / rays;
        triangle(scene, 0, 0, 0, 8 * cos(from), 8 * sin(from), 0, 8 * cos(to), 8 * sin(to), 0);
    }
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    forget(&a);
    wend_scene_destroy(scene);
}

// A thin wall that stands on the floor and ends in the corner of a hole leaves that to be filled.
TEST(a_wall_may_end_in_the_corner_of_a_hole) {
    for (int turn = 0; turn < 5; turn++) {
        mesh m = squares((const char *const[3]){"...", ".#.", "..."}, 0.37 * turn);
        double missing, from[2], to[2];
        wend_scene *scene = scene_of(&m, &missing);
        turn_about(m.angle, (const double[2]){0.5, 0.5}, from);
        turn_about(m.angle, (const double[2]){1.25, 1.25}, to);
        wall(scene, from[0], from[1], to[0], to[1], 0, 2);
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(fabs(a.view.filled - missing) < 2e-3, "turned %d times: %g square metres", turn, a.view.filled);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Two floors with a wall between them, in which nothing is open but a lens between two corners where they touch.
TEST(a_hole_joins_floors_when_it_is_wide_enough) {
    for (int k = 0; k < 10; k++) {
        double half = k % 2 ? 0.008 : 0.05, angle = 0.41 * (k / 2), at[2][4][2];
        const double left[4][2] = {{-2, -1}, {0, -half}, {-0.4 * half, 0}, {0, half}};
        wend_scene *scene = begin();
        for (int side = 0; side < 2; side++) {
            double corner[2], sign = side ? -1 : 1; // the other one is turned by half a turn
            for (int i = 0; i < 4; i++)
                turn_about(angle, (const double[2]){sign * left[i][0], sign * left[i][1]}, at[side][i]);
            turn_about(angle, (const double[2]){-2 * sign, sign}, corner);
            for (int i = 0; i < 3; i++) {
                const double *p = at[side][0], *q = at[side][i + 1 < 3 ? i + 1 : 3],
                             *r = i < 2 ? at[side][i + 2] : corner;
                triangle(scene, p[0], p[1], 0, q[0], q[1], 0, r[0], r[1], 0);
            }
            double from[2], to[2];
            turn_about(angle, (const double[2]){0, sign * (half + 0.003)}, from);
            turn_about(angle, (const double[2]){0, sign * 2}, to);
            wall(scene, from[0], from[1], to[0], to[1], -1, 2);
        }
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(a.view.component_count == (k % 2 ? 2 : 1), "a lens %g m long, turned by %g: %d components",
                      2 * half, angle, (int)a.view.component_count);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()
