// Barriers separate what they cross: vertical panels of any triangulation, across floors of any triangulation, at any
// angle. Seen from above such a panel has no width, and rounding bends its triangles apart.
//
// A panel that reaches beyond both edges of a floor parts it in two; one that ends 2 mm before an edge does not.
//
//     test_barriers --cases 20000
#include "shared_context.h"
#include "stages.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

enum { CASES = 1500, RIM_MOST = 24, GRID_MOST = 6 };
#define PI 3.14159265358979323846
#define HEIGHT 1.8   // of those who walk
#define BEFORE 0.002 // metres: a gap that stays open
#define BEYOND 0.2   // metres: how far panels reach beyond a floor

// ---------------------------------------------------------------------------------------------------- scenes

// Coordinates along and across a plane: of a floor x and y; of a panel how far along it, and z.
typedef struct place {
    double u, v;
} place;

// A scene in the making, and where it stands.
typedef struct making {
    wend_scene *scene;
    uint64_t random;
    double cosine, sine, shift[3];
    bool panel;        // what is added is part of a panel,
    place from, along; // which stands here and runs that way
} making;

static double between(making *m, double low, double high) {
    return low + (high - low) * wend_random_unit(&m->random);
}

static int below(making *m, int bound) {
    return (int)wend_random_below(&m->random, (uint64_t)bound);
}

static making begin(uint64_t seed) {
    open_context_with(1);
    making m = {.random = seed, .cosine = 1};
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    CHECK(wend_scene_create(context, &def, &m.scene) == WEND_OK);
    return m;
}

static void put(const making *m, place p, double *at) {
    double x = m->panel ? m->from.u + p.u * m->along.u : p.u, y = m->panel ? m->from.v + p.u * m->along.v : p.v;
    at[0] = m->cosine * x - m->sine * y + m->shift[0];
    at[1] = m->sine * x + m->cosine * y + m->shift[1];
    at[2] = (m->panel ? p.v : 0) + m->shift[2];
}

static void add(making *m, place a, place b, place c) {
    double at[9];
    put(m, a, at);
    put(m, b, at + 3);
    put(m, c, at + 6);
    CHECK(wend_scene_add(m->scene, at, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
}

// ---------------------------------------------------------------------------------------------------- triangulations

// A rectangle as a fan around a point inside, with up to three more corners on each of its sides.
static void add_fan(making *m, double u0, double v0, double u1, double v1, place middle) {
    const place corners[5] = {{u0, v0}, {u1, v0}, {u1, v1}, {u0, v1}, {u0, v0}};
    place rim[RIM_MOST];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int more = below(m, 4);
        rim[count++] = corners[i];
        for (int k = 0; k < more; k++) {
            double t = (k + between(m, 0.05, 0.95)) / more;
            rim[count++] = (place){corners[i].u + t * (corners[i + 1].u - corners[i].u),
                                   corners[i].v + t * (corners[i + 1].v - corners[i].v)};
        }
    }
    for (int i = 0; i < count; i++)
        add(m, middle, rim[i], rim[(i + 1) % count]);
}

// A rectangle as a crooked grid of two to five lines each way.
static void add_grid(making *m, double u0, double v0, double u1, double v1) {
    place at[GRID_MOST][GRID_MOST];
    int columns = 2 + below(m, GRID_MOST - 2), rows = 2 + below(m, GRID_MOST - 2);
    for (int i = 0; i < columns; i++)
        for (int k = 0; k < rows; k++) {
            double u = i + (i > 0 && i < columns - 1 ? between(m, -0.2, 0.2) : 0);
            double v = k + (k > 0 && k < rows - 1 ? between(m, -0.2, 0.2) : 0);
            at[i][k] = (place){u0 + u / (columns - 1) * (u1 - u0), v0 + v / (rows - 1) * (v1 - v0)};
        }
    for (int i = 0; i + 1 < columns; i++)
        for (int k = 0; k + 1 < rows; k++) {
            bool falling = below(m, 2) == 1;
            place a = at[i][k], b = at[i + 1][k], c = at[i + 1][k + 1], d = at[i][k + 1];
            add(m, a, b, falling ? d : c);
            add(m, falling ? b : a, c, d);
        }
}

static void add_rectangle(making *m, double u0, double v0, double u1, double v1) {
    switch (below(m, 4)) {
    case 0:
        add_grid(m, u0, v0, u1, v1);
        break;
    case 1:
        add_fan(m, u0, v0, u1, v1, (place){(u0 + u1) / 2, (v0 + v1) / 2});
        break;
    case 2:
        add_fan(m, u0, v0, u1, v1, (place){between(m, u0, u1), between(m, v0, v1)});
        break;
    default:
        add(m, (place){u0, v0}, (place){u1, v0}, (place){u1, v1});
        add(m, (place){u0, v0}, (place){u1, v1}, (place){u0, v1});
    }
}

// A panel from one place to another, its foot at z.
static void add_panel(making *m, place from, place to, double z, double height) {
    double length = sqrt((to.u - from.u) * (to.u - from.u) + (to.v - from.v) * (to.v - from.v));
    m->panel = true;
    m->from = from;
    m->along = (place){(to.u - from.u) / length, (to.v - from.v) / length};
    if (below(m, 2) == 1)
        add_rectangle(m, 0, z, length, z + height);
    else
        add_rectangle(m, length, z, 0, z + height);
    m->panel = false;
}

// ---------------------------------------------------------------------------------------------------- answers

static int32_t count_components(making *m) {
    wend_surface *surface = NULL;
    wend_report_clear(report);
    if (!CHECK(extract_scene(context, m->scene, NULL, &surface, report) == WEND_OK))
        return -1;
    CHECK(wend_surface_check(context, surface, report) == WEND_OK);
    int32_t count = wend_surface_look(surface).component_count;
    wend_surface_destroy(surface);
    wend_scene_destroy(m->scene);
    return count;
}

// A random floor with a random panel across it, which ends before one of its edges or goes beyond both.
static making make_case(uint64_t seed, bool open) {
    making m = begin(seed);
    double far = below(&m, 2) ? 10 : 5000, angle = between(&m, 0, 2 * PI), w = between(&m, 0.4, 2);
    m.cosine = cos(angle);
    m.sine = sin(angle);
    for (int i = 0; i < 3; i++)
        m.shift[i] = below(&m, 3) ? between(&m, -far, far) : 0;
    add_rectangle(&m, -1, 0, 1, w);
    double feet[] = {0, -0.1, 0.01, 1, HEIGHT - 0.01, between(&m, -1.5, 1.5)};
    double x0 = below(&m, 2) ? 0 : between(&m, -0.5, 0.5), x1 = below(&m, 2) ? x0 : between(&m, -0.5, 0.5);
    double foot = feet[below(&m, 6)], height = below(&m, 2) ? 2 : between(&m, 2, 5);
    double lean = (x1 - x0) / (w + 2 * BEYOND), end = open ? w - BEFORE : w + BEYOND;
    add_panel(&m, (place){x0, -BEYOND}, (place){x0 + lean * (end + BEYOND), end}, foot, height);
    return m;
}

TEST(panels_across_floors) {
    int64_t cases = check_cases("cases", CASES);
    for (int64_t i = 0; i < cases; i++) {
        making m = make_case((uint64_t)i, i % 4 == 3);
        int32_t count = count_components(&m);
        CHECK_MESSAGE(count == (i % 4 == 3 ? 1 : 2), "case %d: %d components", (int)i, (int)count);
    }
}

// ---------------------------------------------------------------------------------------------------- cases that
// leaked

// A floor and a panel, each a fan around its first corner.
typedef struct fans {
    const char *name;
    int floor, panel; // corners
    double at[32][3];
} fans;

static const fans leaked[] = {
    {"panel that hangs by a centimetre, past the middle of a floor",
     12,
     10,
     {{-0.1043282, -0.658028, 0.0},     {0.9876636, -0.1565908, 0.0},        {-0.4894766, 0.0776049, 0.0},
      {-0.9876636, 0.1565908, 0.0},     {-1.0276771, -0.0957861, 0.0},       {-1.144366, -0.8317769, 0.0},
      {-1.19632, -1.1594652, 0.0},      {-0.9519055, -1.1982163, 0.0},       {-0.3719897, -1.2901601, 0.0},
      {0.7790072, -1.4726469, 0.0},     {0.8110342, -1.2706434, 0.0},        {0.913468, -0.6245634, 0.0},
      {-0.1043282, -0.658028, 2.79},    {0.0313182, 0.1975327, 1.79},        {-0.225263, -1.4207987, 1.79},
      {-0.2399746, -1.5135887, 1.79},   {-0.2399746, -1.5135887, 2.1977751}, {-0.2399746, -1.5135887, 3.79},
      {-0.1078371, -0.6801599, 3.79},   {0.0313182, 0.1975327, 3.79},        {0.0313182, 0.1975327, 3.5712812},
      {0.0313182, 0.1975327, 2.6871718}}},
    {"panel through the floor, with corners in its side",
     11,
     7,
     {{-7.8424127, 7.8216872, -1.5503359},
      {-9.2090409, 8.1004501, -1.5503359},
      {-8.4397991, 6.9717462, -1.5503359},
      {-8.3083245, 6.7788344, -1.5503359},
      {-8.0826961, 6.4477712, -1.5503359},
      {-7.1332467, 7.0948463, -1.5503359},
      {-6.9148358, 7.2436992, -1.5503359},
      {-6.4757845, 7.5429243, -1.5503359},
      {-6.7268437, 7.911302, -1.5503359},
      {-7.1858396, 8.5847839, -1.5503359},
      {-7.6021293, 9.1956032, -1.5503359},
      {-7.865819, 7.8560311, -0.6503359},
      {-8.8111364, 7.1614762, 0.3496641},
      {-6.9205016, 8.5505861, 0.3496641},
      {-6.9205016, 8.5505861, -0.660573},
      {-6.9205016, 8.5505861, -1.6503359},
      {-7.0689735, 8.441499, -1.6503359},
      {-8.8111364, 7.1614762, -1.6503359}}},
    {"panel whose middle is off the line of its foot",
     7,
     11,
     {{2490.8878786, -267.6121489, 218.4262087},
      {2489.8878786, -268.5735379, 218.4262087},
      {2491.8878786, -268.5735379, 218.4262087},
      {2491.8878786, -266.6507599, 218.4262087},
      {2490.1974958, -266.6507599, 218.4262087},
      {2489.999992, -266.6507599, 218.4262087},
      {2489.8878786, -266.6507599, 218.4262087},
      {2490.9033473, -267.6121489, 220.4262087},
      {2490.8878786, -268.7735379, 219.4262087},
      {2490.8909807, -268.5406276, 219.4262087},
      {2490.9108526, -267.0486478, 219.4262087},
      {2490.918816, -266.4507599, 219.4262087},
      {2490.918816, -266.4507599, 221.4262087},
      {2490.9046659, -267.5131506, 221.4262087},
      {2490.893521, -268.3499065, 221.4262087},
      {2490.8878786, -268.7735379, 221.4262087},
      {2490.8878786, -268.7735379, 220.0189724},
      {2490.8878786, -268.7735379, 219.7624301}}},
    {"panel past the middle of a floor, turned",
     10,
     11,
     {{-4886.2972002, -1205.1101357, -110.9728558}, {-4885.4132796, -1204.3309154, -110.9728558},
      {-4886.929008, -1204.5835445, -110.9728558},  {-4887.3860659, -1204.6597231, -110.9728558},
      {-4887.3156114, -1205.082437, -110.9728558},  {-4887.2379823, -1205.5481974, -110.9728558},
      {-4887.1811209, -1205.8893559, -110.9728558}, {-4885.2083346, -1205.5605483, -110.9728558},
      {-4885.3714272, -1204.5820226, -110.9728558}, {-4885.3937296, -1204.448212, -110.9728558},
      {-4886.2972002, -1205.1101357, -108.9728558}, {-4886.4325535, -1204.2980406, -109.9728558},
      {-4886.3540632, -1204.7689681, -109.9728558}, {-4886.2006846, -1205.6892124, -109.9728558},
      {-4886.161847, -1205.9222307, -109.9728558},  {-4886.161847, -1205.9222307, -109.624513},
      {-4886.161847, -1205.9222307, -108.0907646},  {-4886.161847, -1205.9222307, -107.9728558},
      {-4886.4325535, -1204.2980406, -107.9728558}, {-4886.4325535, -1204.2980406, -109.535703},
      {-4886.4325535, -1204.2980406, -109.7154331}}},
};

static void add_corners(making *m, const double (*at)[3], int count) {
    for (int i = 1; i < count; i++) {
        double corners[9];
        memcpy(corners, at[0], sizeof at[0]);
        memcpy(corners + 3, at[i], sizeof at[i]);
        memcpy(corners + 6, at[i + 1 < count ? i + 1 : 1], sizeof at[i]);
        CHECK(wend_scene_add(m->scene, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    }
}

TEST(panels_that_leaked) {
    for (size_t i = 0; i < sizeof leaked / sizeof *leaked; i++) {
        making m = begin(0);
        add_corners(&m, leaked[i].at, leaked[i].floor);
        add_corners(&m, leaked[i].at + leaked[i].floor, leaked[i].panel);
        int32_t count = count_components(&m);
        CHECK_MESSAGE(count == 2, "%s: %d components", leaked[i].name, (int)count);
    }
}

// Random cases that leaked or were cut in three: where a panel passes the middle of a floor within a step, and where it
// crosses a side in two places a step apart.
TEST(random_panels_that_leaked) {
    static const uint64_t seeds[] = {166, 412, 466, 1344, 1657, 2856, 4254, 4656, 11268, 21728, 40369, 86848, 106577};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        making m = make_case(seeds[i], false);
        int32_t count = count_components(&m);
        CHECK_MESSAGE(count == 2, "case %d: %d components", (int)seeds[i], (int)count);
    }
}

// A thin sheet leans by a millimetre or less along its length, so that it has some width seen from above. Where its tip
// reaches over the floor it has none that counts, and stands in the way all the same.
TEST(the_tip_of_a_leaning_sheet_is_a_barrier) {
    const double leans[] = {0, 0.0003, 0.001, 0.003, 0.01}, reaches[] = {0.03, 0.1, 0.5};
    for (int k = 0; k < 15 * 12; k++) {
        double lean = leans[k % 5], reach = reaches[k / 5 % 3], angle = 0.53 * (k / 15), length = 0;
        making m = begin(1);
        m.cosine = cos(angle);
        m.sine = sin(angle);
        add(&m, (place){0, 0}, (place){2, 0}, (place){2, 2});
        add(&m, (place){0, 0}, (place){2, 2}, (place){0, 2});
        const double sheet[3][3] = {{2 - reach, 1, 0.5}, {3, 1, 0.5}, {3, 1 + lean, 0.7}};
        double at[9];
        for (int i = 0; i < 3; i++) {
            put(&m, (place){sheet[i][0], sheet[i][1]}, at + 3 * i);
            at[3 * i + 2] = sheet[i][2];
        }
        CHECK(wend_scene_add(m.scene, at, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
        wend_surface *surface = NULL;
        if (CHECK(extract_scene(context, m.scene, NULL, &surface, report) == WEND_OK)) {
            wend_surface_view v = wend_surface_look(surface);
            for (int32_t b = 0; b < v.boundary_count; b++) {
                int32_t e = v.boundaries[b].edge;
                wend_point3 p = v.vertices[v.triangles[e / 3].v[e % 3]],
                            q = v.vertices[v.triangles[e / 3].v[(e + 1) % 3]];
                if (v.boundaries[b].kind != WEND_BOUNDARY_LEDGE)
                    length += hypot((double)q.x - p.x, (double)q.y - p.y) * v.lattice.step;
            }
            // both sides of it
            CHECK_MESSAGE(fabs(length - 2 * reach) < 0.004, "leaning by %g m, %g m over the floor, turned by %g: %g m",
                          lean, reach, angle, length);
        }
        wend_surface_destroy(surface);
        wend_scene_destroy(m.scene);
    }
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()
