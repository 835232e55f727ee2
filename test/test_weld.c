// Welding and simplifying raw surfaces: handmade cases, and random floors that are cut, shaken and split, against a
// slow checker of what a raw surface must keep.
#include "check.h"

#include "failing.h"

#include <wend/surface.h>

#include "base/random.h"
#include "sew/sew.h"

// ---------------------------------------------------------------------------------------------------- making floors

typedef struct floor_maker {
    wend_context *context;
    wend_raw raw;
} floor_maker;

static floor_maker floor_start(wend_context *context) {
    floor_maker f = {.context = context};
    f.raw.lattice = (wend_lattice3){{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z};
    return f;
}

static void floor_free(floor_maker *f) {
    wend_raw_free(f->context, &f->raw);
}

static int32_t add_border(wend_raw *raw, wend_context *context, uint8_t kind) {
    wend_raw_border border = {.cause = -1, .kind = kind};
    CHECK(wend_array_push(context, &raw->borders, border));
    return (int32_t)raw->borders.count - 1;
}

// Adds a triangle with ledges all around.
static int32_t add_triangle(floor_maker *f, wend_point3 a, wend_point3 b, wend_point3 c, int32_t source) {
    wend_raw_triangle t = {.p = {a, b, c}, .source = source};
    for (int i = 0; i < 3; i++)
        t.twin[i] = ~add_border(&f->raw, f->context, WEND_BOUNDARY_LEDGE);
    CHECK(wend_array_push(f->context, &f->raw.triangles, t));
    return (int32_t)f->raw.triangles.count - 1;
}

static wend_point3 at(int32_t x, int32_t y, int32_t z) {
    return (wend_point3){x, y, z};
}

// A rectangle of two triangles with corners a, c and height z.
static void add_rectangle(floor_maker *f, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t z, int32_t source);

static bool same(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static wend_point3 from(const wend_raw *raw, int32_t h) {
    return raw->triangles.data[h / 3].p[h % 3];
}

static wend_point3 to(const wend_raw *raw, int32_t h) {
    return raw->triangles.data[h / 3].p[(h % 3 + 1) % 3];
}

static int32_t *twin(const wend_raw *raw, int32_t h) {
    return &raw->triangles.data[h / 3].twin[h % 3];
}

static void join(wend_raw *raw, int32_t h, int32_t g) {
    *twin(raw, h) = g;
    *twin(raw, g) = h;
}

static void add_rectangle(floor_maker *f, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t z, int32_t source) {
    int32_t t = add_triangle(f, at(x0, y0, z), at(x1, y0, z), at(x1, y1, z), source);
    int32_t u = add_triangle(f, at(x0, y0, z), at(x1, y1, z), at(x0, y1, z), source);
    join(&f->raw, 3 * t + 2, 3 * u);
}

// Joins all half-edges that coincide.
static void join_all(floor_maker *f) {
    wend_raw *raw = &f->raw;
    int32_t count = 3 * (int32_t)raw->triangles.count;
    for (int32_t h = 0; h < count; h++)
        for (int32_t g = h + 1; g < count; g++)
            if (*twin(raw, h) < 0 && *twin(raw, g) < 0 && same(from(raw, h), to(raw, g)) &&
                same(to(raw, h), from(raw, g)))
                join(raw, h, g);
}

// Sets the kind of borders both of whose ends have x == the given one.
static void set_kind_at_x(floor_maker *f, int32_t x, uint8_t kind) {
    wend_raw *raw = &f->raw;
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++)
        if (*twin(raw, h) < 0 && from(raw, h).x == x && to(raw, h).x == x)
            raw->borders.data[~*twin(raw, h)].kind = kind;
}

// ---------------------------------------------------------------------------------------------------- the oracle

static int64_t area2(const wend_raw_triangle *t) {
    const wend_point3 *p = t->p;
    return ((int64_t)p[1].x - p[0].x) * ((int64_t)p[2].y - p[0].y) -
           ((int64_t)p[1].y - p[0].y) * ((int64_t)p[2].x - p[0].x);
}

static int64_t total_area2(const wend_raw *raw) {
    int64_t sum = 0;
    for (int64_t t = 0; t < raw->triangles.count; t++)
        sum += raw->triangles.data[t].source >= 0 ? area2(&raw->triangles.data[t]) : 0;
    return sum;
}

static int64_t count_triangles(const wend_raw *raw) {
    int64_t sum = 0;
    for (int64_t t = 0; t < raw->triangles.count; t++)
        sum += raw->triangles.data[t].source >= 0;
    return sum;
}

static int64_t count_borders(const wend_raw *raw) {
    int64_t sum = 0;
    for (int64_t t = 0; t < raw->triangles.count; t++)
        for (int i = 0; i < 3 && raw->triangles.data[t].source >= 0; i++)
            sum += raw->triangles.data[t].twin[i] < 0;
    return sum;
}

// The direction of the corner's sector: where it starts (0) or ends (1).
static void sector(const wend_raw *raw, int32_t h, int which, int64_t way[2]) {
    const wend_point3 *p = raw->triangles.data[h / 3].p;
    const wend_point3 *a = &p[h % 3], *b = &p[(h % 3 + 1 + which) % 3];
    way[0] = (int64_t)b->x - a->x;
    way[1] = (int64_t)b->y - a->y;
}

// Whether the sector of corner h holds the direction in which the sector of corner g starts.
static bool sector_holds(const wend_raw *raw, int32_t h, int32_t g) {
    int64_t a[2], b[2], c[2];
    sector(raw, h, 0, a);
    sector(raw, h, 1, b);
    sector(raw, g, 0, c);
    int64_t left = a[0] * c[1] - a[1] * c[0], right = c[0] * b[1] - c[1] * b[0];
    return right > 0 && (left > 0 || (left == 0 && a[0] * c[0] + a[1] * c[1] > 0));
}

// The corner after h, counter-clockwise in its fan; -1 at the end.
static int32_t around(const wend_raw *raw, int32_t h) {
    int32_t next = *twin(raw, h % 3 == 0 ? h + 2 : h - 1);
    return next < 0 ? -1 : next;
}

// Whether no two triangles of a fan overlap. Compares all pairs.
static bool fans_are_sound(const wend_raw *raw) {
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++) {
        if (raw->triangles.data[h / 3].source < 0)
            continue;
        int64_t steps = 0;
        for (int32_t g = around(raw, h); g >= 0 && g != h; g = around(raw, g))
            if (!same(from(raw, h), from(raw, g)) || ++steps > 3 * raw->triangles.count || sector_holds(raw, h, g) ||
                sector_holds(raw, g, h))
                return false;
    }
    return true;
}

static bool check_raw(const wend_raw *raw) {
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++) {
        const wend_raw_triangle *t = &raw->triangles.data[h / 3];
        if (t->source < 0)
            continue;
        if (!CHECK_MESSAGE(area2(t) > 0, "triangle %d has no area", h / 3))
            return false;
        int32_t other = *twin(raw, h);
        if (other < 0) {
            if (!CHECK(~other < raw->borders.count))
                return false;
            continue;
        }
        if (!CHECK(other < 3 * raw->triangles.count && other / 3 != h / 3) ||
            !CHECK(raw->triangles.data[other / 3].source >= 0) || !CHECK(*twin(raw, other) == h) ||
            !CHECK(same(from(raw, h), to(raw, other)) && same(to(raw, h), from(raw, other))))
            return false;
    }
    return CHECK(fans_are_sound(raw));
}

static int64_t weld(floor_maker *f, double distance) {
    int64_t closed = -1;
    wend_result result = wend_raw_weld(f->context, &f->raw, distance, &closed);
    CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result));
    check_raw(&f->raw);
    return closed;
}

static void simplify(floor_maker *f) {
    wend_result result = wend_raw_simplify(f->context, &f->raw);
    CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result));
    check_raw(&f->raw);
}

static wend_context *one_thread(void) {
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_OK);
    return context;
}

// ---------------------------------------------------------------------------------------------------- handmade

TEST(weld_nothing) {
    wend_context *context = one_thread();
    floor_maker f = floor_start(context);
    CHECK_INT(weld(&f, 8), 0);
    simplify(&f);
    add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
    CHECK_INT(weld(&f, 8), 0);
    CHECK_INT(count_borders(&f.raw), 4);
    floor_free(&f);
    wend_context_destroy(context);
}

TEST(weld_doubled_vertices) {
    wend_context *context = one_thread();
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++) {
        floor_maker f = floor_start(context);
        add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
        add_rectangle(&f, 1000, 0, 2000, 1000, 0, 1);
        set_kind_at_x(&f, 1000, (uint8_t)kind);
        CHECK_INT(weld(&f, 8), kind == WEND_BOUNDARY_LEDGE);
        CHECK_INT(count_borders(&f.raw), kind == WEND_BOUNDARY_LEDGE ? 6 : 8);
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// A row of T-junctions: one long edge opposite several short ones, exactly on it or a step off.
TEST(weld_junction_row) {
    wend_context *context = one_thread();
    for (int32_t off = -1; off <= 1; off++) {
        for (int32_t pieces = 2; pieces < 40; pieces++) {
            floor_maker f = floor_start(context);
            add_rectangle(&f, 0, 0, 100 * pieces, 1000, 0, 0);
            for (int32_t i = 0; i < pieces; i++) {
                int32_t y0 = i > 0 ? off : 0, y1 = i + 1 < pieces ? off : 0;
                wend_point3 a = at(100 * i, -500, 0), b = at(100 * i + 100, -500, 0);
                wend_point3 c = at(100 * i + 100, y1, 0), d = at(100 * i, y0, 0);
                add_triangle(&f, a, b, c, 1 + i);
                add_triangle(&f, a, c, d, 1 + i);
            }
            // pieces - 1 vertical edges and pieces diagonals between the short ones, pieces edges along the long one
            CHECK_INT(weld(&f, 0), pieces - 1 + pieces + pieces);
            CHECK_INT(count_borders(&f.raw), 3 + 2 + pieces);
            floor_free(&f);
        }
    }
    wend_context_destroy(context);
}

// Short edges on both sides, none of whose ends meet.
TEST(weld_junctions_on_both_sides) {
    wend_context *context = one_thread();
    floor_maker f = floor_start(context);
    for (int32_t i = 0; i < 30; i++)
        add_rectangle(&f, 70 * i, 0, 70 * i + 70, 300, 0, i);
    for (int32_t i = 0; i < 21; i++)
        add_rectangle(&f, 100 * i, -300, 100 * i + 100, 0, 0, 30 + i);
    // ends at multiples of 70 and of 100 below 2100, together: 29 + 20 - 2 (700, 1400) inner ones
    CHECK_INT(weld(&f, 0), 29 + 20 + 48);
    CHECK_INT(count_borders(&f.raw), 30 + 21 + 4);
    floor_free(&f);
    wend_context_destroy(context);
}

// Cracks of 1 to 12 steps: closed up to the distance, between vertices and along a long edge, also in height.
TEST(weld_cracks) {
    wend_context *context = one_thread();
    for (int32_t width = 1; width <= 12; width++) {
        for (int upright = 0; upright < 2; upright++) {
            floor_maker f = floor_start(context);
            int32_t x = upright ? 0 : width, z = upright ? width : 0;
            add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
            add_rectangle(&f, 1000 + x, 0, 2000, 500, z, 1);
            add_rectangle(&f, 1000 + x, 500, 2000, 1000, z, 2);
            CHECK_INT(weld(&f, 8), width <= 8 ? 3 : 1);
            floor_free(&f);
        }
    }
    wend_context_destroy(context);
}

// A wall thinner than the distance: floors on both sides keep their borders and their positions.
TEST(weld_thin_wall) {
    wend_context *context = one_thread();
    for (int32_t width = 0; width <= 4; width++) {
        floor_maker f = floor_start(context);
        add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
        add_rectangle(&f, 1000 + width, 0, 2000, 1000, 0, 1);
        set_kind_at_x(&f, 1000, WEND_BOUNDARY_WALL);
        set_kind_at_x(&f, 1000 + width, WEND_BOUNDARY_WALL);
        int64_t area = total_area2(&f.raw);
        CHECK_INT(weld(&f, 8), 0);
        CHECK_INT(total_area2(&f.raw), area);
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// A crack that ends at a wall on both ends: the vertices at the wall are welded too.
TEST(weld_crack_between_walls) {
    wend_context *context = one_thread();
    floor_maker f = floor_start(context);
    add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
    add_rectangle(&f, 1005, 0, 2000, 1000, 0, 1);
    for (int32_t h = 0; h < 3 * f.raw.triangles.count; h++)
        if (*twin(&f.raw, h) < 0 && from(&f.raw, h).y == to(&f.raw, h).y)
            f.raw.borders.data[~*twin(&f.raw, h)].kind = WEND_BOUNDARY_WALL;
    CHECK_INT(weld(&f, 8), 1);
    CHECK_INT(count_borders(&f.raw), 6);
    floor_free(&f);
    wend_context_destroy(context);
}

// Vertices on the border of a tile do not move: the other side does.
TEST(weld_beside_tile) {
    wend_context *context = one_thread();
    for (int both = 0; both < 2; both++) {
        floor_maker f = floor_start(context);
        add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
        add_rectangle(&f, 1005, 0, 2000, 1000, 0, 1);
        for (int32_t h = 0; h < 3 * f.raw.triangles.count; h++)
            if (*twin(&f.raw, h) < 0 && from(&f.raw, h).y == to(&f.raw, h).y && (both || from(&f.raw, h).x > 1000))
                f.raw.borders.data[~*twin(&f.raw, h)].kind = WEND_BOUNDARY_CUT;
        CHECK_INT(weld(&f, 8), both ? 0 : 1);
        if (!both)
            CHECK_INT(total_area2(&f.raw), 2 * 2000 * 1000);
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// Four floors that meet in a cross, moved apart.
TEST(weld_cross) {
    wend_context *context = one_thread();
    for (int32_t gap = 0; gap <= 5; gap++) {
        floor_maker f = floor_start(context);
        add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
        add_rectangle(&f, 1000 + gap, 0, 2000, 1000, 0, 1);
        add_rectangle(&f, 0, 1000 + gap, 1000, 2000, 0, 2);
        add_rectangle(&f, 1000 + gap, 1000 + gap, 2000, 2000, 0, 3);
        CHECK_INT(weld(&f, 8), 4);
        CHECK_INT(count_borders(&f.raw), 8);
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// Triangles around a hole and around a point, each on its own, their corners moved apart.
TEST(weld_fans) {
    wend_context *context = one_thread();
    static const int32_t ring[8][2] = {{1000, 0},  {700, 700},   {0, 1000},  {-700, 700},
                                       {-1000, 0}, {-700, -700}, {0, -1000}, {700, -700}};
    for (int hole = 0; hole < 2; hole++) {
        floor_maker f = floor_start(context);
        for (int i = 0; i < 8; i++) {
            const int32_t *a = ring[i], *b = ring[(i + 1) % 8];
            wend_point3 p = at(a[0], a[1], 0), q = at(b[0], b[1], 0), tip = at(i % 3, i % 2, i % 4);
            if (hole) {
                wend_point3 r = at(a[0] * 2 + i % 2, a[1] * 2, 0), s = at(b[0] * 2, b[1] * 2 + i % 3, 0);
                add_triangle(&f, p, r, s, i);
                add_triangle(&f, p, s, q, i);
            } else {
                add_triangle(&f, tip, p, q, i);
            }
        }
        CHECK_INT(weld(&f, 8), hole ? 16 : 8);
        CHECK_INT(count_borders(&f.raw), hole ? 16 : 8);
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// The same with very many triangles around the point.
TEST(weld_hub) {
    wend_context *context = one_thread();
    int32_t side = 200;
    floor_maker f = floor_start(context);
    wend_point3 corner[4] = {at(-100000, -100000, 0), at(100000, -100000, 0), at(100000, 100000, 0),
                             at(-100000, 100000, 0)};
    uint64_t state = 1;
    for (int32_t i = 0; i < 4 * side; i++) {
        wend_point3 a = corner[i / side], b = corner[(i / side + 1) % 4], tip;
        int32_t x = (b.x - a.x) / side, y = (b.y - a.y) / side, step = i % side;
        tip.x = (int32_t)wend_random_below(&state, 4);
        tip.y = (int32_t)wend_random_below(&state, 4);
        tip.z = (int32_t)wend_random_below(&state, 4);
        add_triangle(&f, tip, at(a.x + x * step, a.y + y * step, 0), at(a.x + x * (step + 1), a.y + y * (step + 1), 0),
                     i);
    }
    CHECK_INT(weld(&f, 8), 4 * side);
    CHECK_INT(count_borders(&f.raw), 4 * side);
    floor_free(&f);
    wend_context_destroy(context);
}

// A notch with a flat bottom, narrower than the distance.
TEST(weld_notch) {
    wend_context *context = one_thread();
    for (int32_t width = 1; width <= 6; width++) {
        floor_maker f = floor_start(context);
        wend_point3 a = at(0, 0, 0), b = at(1000, 0, 0), c = at(1000 + width, 0, 0), d = at(2000, 0, 0);
        wend_point3 p = at(1000, 900, 0), q = at(1000 + width, 900, 0), r = at(0, 2000, 0), s = at(2000, 2000, 0);
        add_triangle(&f, a, b, p, 0);
        add_triangle(&f, a, p, r, 0);
        add_triangle(&f, p, q, r, 0);
        add_triangle(&f, q, s, r, 0);
        add_triangle(&f, c, d, q, 0);
        add_triangle(&f, d, s, q, 0);
        join_all(&f);
        CHECK_INT(count_borders(&f.raw), 8);
        CHECK_INT(weld(&f, 6), 1);
        CHECK_INT(count_borders(&f.raw), 5);
        CHECK(total_area2(&f.raw) >= 2 * (2000 * 2000 - 6 * 2000));
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// Three floors at one edge: which two belong together is not known.
TEST(weld_crowded) {
    wend_context *context = one_thread();
    floor_maker f = floor_start(context);
    add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
    add_triangle(&f, at(1000, 0, 0), at(2000, 0, 50), at(1000, 1000, 0), 1);
    add_triangle(&f, at(1000, 0, 0), at(2000, 0, 900), at(1000, 1000, 0), 2);
    CHECK_INT(weld(&f, 8), 0);
    floor_free(&f);
    wend_context_destroy(context);
}

// A corner that touches a ledge, and a floor narrower than the distance, stay as they are.
TEST(weld_only_what_helps) {
    wend_context *context = one_thread();
    floor_maker f = floor_start(context);
    add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
    add_triangle(&f, at(500, -2, 0), at(100, -800, 0), at(900, -800, 0), 1);
    CHECK_INT(weld(&f, 8), 0);
    CHECK_INT(f.raw.triangles.count, 3);
    floor_free(&f);

    f = floor_start(context);
    for (int32_t i = 0; i < 20; i++)
        add_rectangle(&f, 100 * i, 0, 100 * i + 100, 5, 0, i);
    join_all(&f);
    CHECK_INT(weld(&f, 8), 0);
    CHECK_INT(count_borders(&f.raw), 42);
    floor_free(&f);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- random floors

static int32_t pick(uint64_t *state, int32_t low, int32_t high) {
    return low + (int32_t)wend_random_below(state, (uint64_t)(high - low) + 1);
}

// A vector no longer than `radius`.
static wend_point3 shake(uint64_t *state, wend_point3 p, double radius) {
    int32_t r = (int32_t)radius;
    for (;;) {
        int32_t x = pick(state, -r, r), y = pick(state, -r, r), z = pick(state, -r, r);
        if ((double)(x * x + y * y + z * z) <= radius * radius)
            return at(p.x + x, p.y + y, p.z + z);
    }
}

typedef struct random_floor {
    int32_t columns, rows, spacing;
    int heights;   // 0 flat, 1 a slope, 2 hills
    int32_t cut;   // percent of the inner edges that are cut
    double shaken; // how far vertices at cuts are moved, in steps
    int32_t split; // percent of the half-edges along cuts that get a vertex
} random_floor;

static random_floor random_floor_def(uint64_t *state) {
    random_floor def = {.columns = pick(state, 1, 5), .rows = pick(state, 1, 5)};
    def.spacing = pick(state, 200, 3000);
    def.heights = pick(state, 0, 2);
    def.cut = pick(state, 0, 3) * 33;
    def.shaken = pick(state, 0, 3) == 0 ? 0 : 2;
    def.split = pick(state, 0, 2) * 30;
    return def;
}

static void make_ground(floor_maker *f, uint64_t *state, const random_floor *def) {
    wend_point3 grid[8][8];
    int32_t s = def->spacing, tilt_x = pick(state, -s / 2, s / 2), tilt_y = pick(state, -s / 2, s / 2);
    for (int32_t i = 0; i <= def->columns; i++) {
        for (int32_t k = 0; k <= def->rows; k++) {
            bool regular = pick(state, 0, 2) == 0;
            int32_t x = i * s + (regular ? 0 : pick(state, -s / 5, s / 5));
            int32_t y = k * s + (regular ? 0 : pick(state, -s / 5, s / 5));
            int64_t slope = ((int64_t)x * tilt_x + (int64_t)y * tilt_y) / s;
            grid[i][k] = at(x, y, def->heights == 0 ? 7 : def->heights == 1 ? (int32_t)slope : pick(state, 0, s / 4));
        }
    }
    int32_t source = 0;
    for (int32_t i = 0; i < def->columns; i++) {
        for (int32_t k = 0; k < def->rows; k++) {
            wend_point3 a = grid[i][k], b = grid[i + 1][k], c = grid[i + 1][k + 1], d = grid[i][k + 1];
            if (pick(state, 0, 1) == 0) {
                add_triangle(f, a, b, c, source++);
                add_triangle(f, a, c, d, source++);
            } else {
                add_triangle(f, a, b, d, source++);
                add_triangle(f, b, c, d, source++);
            }
        }
    }
    join_all(f);
}

// Cuts edges; borders that were made have the tile 1, so that they are known.
static void cut_edges(floor_maker *f, uint64_t *state, int32_t percent) {
    wend_raw *raw = &f->raw;
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++) {
        int32_t g = *twin(raw, h);
        if (g < h || pick(state, 0, 99) >= percent)
            continue;
        for (int side = 0; side < 2; side++) {
            int32_t b = add_border(raw, f->context, WEND_BOUNDARY_LEDGE);
            raw->borders.data[b].tile = 1;
            *twin(raw, side == 0 ? h : g) = ~b;
        }
    }
}

static bool is_cut(const wend_raw *raw, int32_t h) {
    return *twin(raw, h) < 0 && raw->borders.data[~*twin(raw, h)].tile == 1;
}

static void move_fan(wend_raw *raw, int32_t h, wend_point3 p) {
    for (; h >= 0; h = around(raw, h))
        raw->triangles.data[h / 3].p[h % 3] = p;
}

// Moves some of the vertices on the boundary, fan by fan, where that twists nothing.
static void shake_vertices(floor_maker *f, uint64_t *state, double radius) {
    wend_raw *raw = &f->raw;
    for (int32_t h = 0; radius > 0 && h < 3 * raw->triangles.count; h++) {
        if (*twin(raw, h) >= 0 || pick(state, 0, 1) == 0)
            continue;
        wend_point3 p = from(raw, h);
        move_fan(raw, h, shake(state, p, radius));
        if (!fans_are_sound(raw))
            move_fan(raw, h, p);
    }
}

// Splits the triangle a b c of a border, a -> b, at a point near the border.
static void split_border(floor_maker *f, uint64_t *state, int32_t h, double radius) {
    wend_raw *raw = &f->raw;
    wend_point3 a = from(raw, h), b = to(raw, h), p;
    int32_t part = pick(state, 20, 80), after = h % 3 == 2 ? h - 2 : h + 1, behind = *twin(raw, after);
    p = at(a.x + (b.x - a.x) * part / 100, a.y + (b.y - a.y) * part / 100, a.z + (b.z - a.z) * part / 100);
    p = shake(state, p, radius);
    wend_raw_triangle old = raw->triangles.data[h / 3];
    int32_t t = add_triangle(f, p, b, old.p[(after % 3 + 1) % 3], old.source);
    raw->triangles.data[h / 3].p[after % 3] = p;
    raw->borders.data[~*twin(raw, 3 * t)] = raw->borders.data[~old.twin[h % 3]];
    if (behind >= 0)
        join(raw, 3 * t + 1, behind);
    else
        *twin(raw, 3 * t + 1) = behind;
    join(raw, 3 * t + 2, after);
}

static void split_borders(floor_maker *f, uint64_t *state, int32_t percent, double radius) {
    int32_t count = 3 * (int32_t)f->raw.triangles.count;
    for (int32_t h = 0; h < count; h++)
        if (is_cut(&f->raw, h) && pick(state, 0, 99) < percent)
            split_border(f, state, h, radius);
}

static void copy_floor(const floor_maker *f, floor_maker *copy) {
    *copy = floor_start(f->context);
    for (int64_t t = 0; t < f->raw.triangles.count; t++)
        CHECK(wend_array_push(f->context, &copy->raw.triangles, f->raw.triangles.data[t]));
    for (int64_t b = 0; b < f->raw.borders.count; b++)
        CHECK(wend_array_push(f->context, &copy->raw.borders, f->raw.borders.data[b]));
}

// The same floor with its triangles in another order, and starting at other corners.
static void shuffle_floor(const floor_maker *f, uint64_t *state, floor_maker *copy) {
    int32_t count = (int32_t)f->raw.triangles.count;
    int32_t *place = malloc((size_t)count * sizeof *place), *turn = malloc((size_t)count * sizeof *turn);
    for (int32_t t = 0; t < count; t++) {
        int32_t other = pick(state, 0, t);
        place[t] = t;
        turn[t] = pick(state, 0, 2);
        int32_t swap = place[t];
        place[t] = place[other];
        place[other] = swap;
    }
    copy_floor(f, copy);
    for (int32_t t = 0; t < count; t++) {
        const wend_raw_triangle *old = &f->raw.triangles.data[t];
        wend_raw_triangle *made = &copy->raw.triangles.data[place[t]];
        made->source = old->source;
        for (int i = 0; i < 3; i++) {
            int k = (i + turn[t]) % 3, g = old->twin[i];
            made->p[k] = old->p[i];
            made->twin[k] = g < 0 ? g : 3 * place[g / 3] + (g % 3 + turn[g / 3]) % 3;
        }
    }
    free(place);
    free(turn);
}

// The hash of the surface that a floor makes; the floor is used up. Proves the surface.
static uint64_t finish(floor_maker *f) {
    for (int64_t b = 0; b < f->raw.borders.count; b++)
        f->raw.borders.data[b].tile = 0;
    wend_surface *surface = NULL;
    wend_report *report = NULL;
    wend_result result = wend_surface_from_raw(f->context, &f->raw, &surface);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result)) ||
        !CHECK(wend_report_create(f->context, &report) == WEND_OK))
        return 0;
    result = wend_surface_check(f->context, surface, report);
    CHECK_MESSAGE(result == WEND_OK, "the surface's own check: %s",
                  wend_report_count(report) > 0 ? wend_report_at(report, 0)->text : wend_describe(result));
    uint64_t hash = wend_surface_look(surface).hash;
    wend_surface_destroy(surface);
    wend_report_destroy(report);
    return hash;
}

static double length_of_cuts(const wend_raw *raw) {
    double sum = 0;
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++)
        if (*twin(raw, h) < 0)
            sum +=
                (double)labs((long)to(raw, h).x - from(raw, h).x) + (double)labs((long)to(raw, h).y - from(raw, h).y);
    return sum;
}

static int64_t count_outer(const wend_raw *raw) {
    int64_t sum = 0;
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++)
        sum += *twin(raw, h) < 0 && !is_cut(raw, h);
    return sum;
}

// Whether a corner is left within a distance of every place that had one.
static bool corners_are_near(const wend_raw *old, const wend_raw *now, double distance) {
    for (int32_t h = 0; h < 3 * old->triangles.count; h++) {
        wend_point3 p = from(old, h);
        bool found = false;
        for (int32_t g = 0; !found && g < 3 * now->triangles.count; g++) {
            wend_point3 q = from(now, g);
            double x = (double)p.x - q.x, y = (double)p.y - q.y, z = (double)p.z - q.z;
            found = now->triangles.data[g / 3].source >= 0 && x * x + y * y + z * z <= distance * distance;
        }
        if (!found)
            return false;
    }
    return true;
}

// Floors that were whole come back whole.
TEST(weld_random) {
    wend_context *context = one_thread();
    int64_t cases = check_cases("cases", 3000), first = check_option("first", 0), twisted = 0;
    for (int64_t k = first; k < first + cases && check_failures < CHECK_FAILURES_SHOWN; k++) {
        uint64_t state = (uint64_t)k;
        random_floor def = random_floor_def(&state);
        floor_maker f = floor_start(context), other;
        make_ground(&f, &state, &def);
        cut_edges(&f, &state, def.cut);
        shake_vertices(&f, &state, def.shaken);
        split_borders(&f, &state, def.split, def.shaken);
        if (!fans_are_sound(&f.raw)) { // a split at a slit
            twisted++;
            floor_free(&f);
            continue;
        }
        CHECK_MESSAGE(check_raw(&f.raw), "case %lld: as it was made", (long long)k);
        shuffle_floor(&f, &state, &other);
        int64_t outer = count_outer(&f.raw), before = total_area2(&f.raw);
        double slack = 2 * 8 * (length_of_cuts(&f.raw) + 100);
        int64_t closed = weld(&f, 8);
        CHECK_MESSAGE(count_borders(&f.raw) == outer, "case %lld: %lld borders, %lld expected", (long long)k,
                      (long long)count_borders(&f.raw), (long long)outer);
        CHECK_MESSAGE(corners_are_near(&other.raw, &f.raw, 8), "case %lld: a corner went far", (long long)k);
        double change = (double)(total_area2(&f.raw) - before);
        CHECK_MESSAGE(change <= slack && change >= -slack, "case %lld: area", (long long)k);
        CHECK_INT(weld(&other, 8), closed);
        uint64_t hash = finish(&f);
        CHECK_MESSAGE(finish(&other) == hash, "case %lld: the order of triangles matters", (long long)k);
        floor_free(&f);
        floor_free(&other);
    }
    CHECK_MESSAGE(twisted * 2 < cases, "%lld of the cases were twisted from the start", (long long)twisted);
    wend_context_destroy(context);
}

static int64_t turn_of(wend_point3 a, wend_point3 b, wend_point3 c) {
    wend_raw_triangle t = {.p = {a, b, c}};
    return area2(&t);
}

// Triangles strewn into a box, far too many for the place.
static void strew(floor_maker *f, uint64_t *state, int32_t count, int32_t size, int32_t height) {
    for (int32_t i = 0; i < count;) {
        wend_point3 p[3];
        for (int k = 0; k < 3; k++) {
            int32_t x = pick(state, 0, size), y = pick(state, 0, size);
            p[k] = at(x, y, pick(state, 0, height));
        }
        if (turn_of(p[0], p[1], p[2]) <= 0)
            continue;
        add_triangle(f, p[0], p[1], p[2], i++);
    }
}

// Whether two triangles have the same corners, which surfaces cannot have.
static bool has_doubles(const wend_raw *raw) {
    for (int32_t h = 0; h < 3 * raw->triangles.count; h++)
        for (int32_t t = 0; t < h / 3; t++) {
            const wend_raw_triangle *a = &raw->triangles.data[h / 3], *b = &raw->triangles.data[t];
            if (a->source >= 0 && b->source >= 0 && same(a->p[h % 3], b->p[0]) && same(a->p[(h + 1) % 3], b->p[1]) &&
                same(a->p[(h + 2) % 3], b->p[2]))
                return true;
        }
    return false;
}

static void mend(floor_maker *f) {
    CHECK(wend_raw_mend(f->context, &f->raw) == WEND_OK);
    check_raw(&f->raw);
}

// Soups of any size and density: the surface stays one, and the order of triangles does not matter.
TEST(weld_soup) {
    wend_context *context = one_thread();
    int64_t cases = check_cases("cases", 500), first = check_option("first", 0), closed = 0;
    for (int64_t k = first; k < first + cases && check_failures < CHECK_FAILURES_SHOWN; k++) {
        uint64_t state = (uint64_t)k;
        floor_maker f = floor_start(context), other;
        int32_t count = pick(&state, 1, 60), size = pick(&state, 0, 2) == 0 ? 4 : pick(&state, 5, 100);
        strew(&f, &state, count, size, pick(&state, 0, 3) * 3);
        for (int64_t b = 0; b < f.raw.borders.count; b++)
            if (pick(&state, 0, 9) == 0)
                f.raw.borders.data[b].kind = (uint8_t)pick(&state, 0, WEND_BOUNDARY_KIND_COUNT - 1);
        shuffle_floor(&f, &state, &other);
        double distance = pick(&state, 0, 12);
        int64_t joined = weld(&f, distance);
        closed += joined;
        CHECK_INT(weld(&other, distance), joined);
        simplify(&f);
        simplify(&other);
        mend(&f);
        mend(&other);
        if (!has_doubles(&f.raw)) {
            uint64_t hash = finish(&f);
            CHECK_MESSAGE(finish(&other) == hash, "case %lld: the order of triangles matters", (long long)k);
        }
        floor_free(&f);
        floor_free(&other);
    }
    CHECK(closed > cases);
    wend_context_destroy(context);
}

// Very many ledges within the distance of each other, and very many vertices on one ledge: no quadratic time.
TEST(weld_very_many) {
    wend_context *context = one_thread();
    int32_t many = (int32_t)check_cases("many", 20000);
    uint64_t state = 1;
    floor_maker f = floor_start(context);
    strew(&f, &state, many, 8, 8);
    int64_t closed;
    CHECK(wend_raw_weld(context, &f.raw, 8, &closed) == WEND_OK);
    CHECK(wend_raw_simplify(context, &f.raw) == WEND_OK);
    floor_free(&f);

    f = floor_start(context);
    add_rectangle(&f, 0, 0, 100 * many, 1000, 0, 0);
    for (int32_t i = 0; i < many; i++)
        add_rectangle(&f, 100 * i, -500, 100 * i + 100, 0, 0, 1 + i);
    CHECK(wend_raw_weld(context, &f.raw, 8, &closed) == WEND_OK);
    CHECK_INT(closed, 2 * many - 1);
    CHECK(wend_raw_simplify(context, &f.raw) == WEND_OK);
    CHECK_INT(count_triangles(&f.raw), 2);
    finish(&f);
    floor_free(&f);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- simplifying

// A rounded point of a triangle.
static wend_point3 point_in(uint64_t *state, const wend_raw_triangle *t) {
    int64_t u = pick(state, 5, 90), v = pick(state, 5, 95 - (int32_t)u), w = 100 - u - v;
    const wend_point3 *p = t->p;
    return at((int32_t)((u * p[0].x + v * p[1].x + w * p[2].x) / 100),
              (int32_t)((u * p[0].y + v * p[1].y + w * p[2].y) / 100),
              (int32_t)((u * p[0].z + v * p[1].z + w * p[2].z) / 100));
}

// Puts a vertex into a triangle, where it has room.
static void split_triangle(floor_maker *f, int32_t t, wend_point3 p) {
    wend_raw_triangle old = f->raw.triangles.data[t];
    for (int i = 0; i < 3; i++)
        if (turn_of(old.p[i], old.p[(i + 1) % 3], p) <= 0)
            return;
    int32_t made[3] = {t, add_triangle(f, old.p[1], old.p[2], p, old.source),
                       add_triangle(f, old.p[2], old.p[0], p, old.source)};
    f->raw.triangles.data[t].p[2] = p;
    for (int i = 0; i < 3; i++) {
        if (old.twin[i] >= 0)
            join(&f->raw, 3 * made[i], old.twin[i]);
        else
            *twin(&f->raw, 3 * made[i]) = old.twin[i];
        join(&f->raw, 3 * made[i] + 1, 3 * made[(i + 1) % 3] + 2);
    }
}

// Splits a border exactly in the middle, when the middle is on the lattice.
static void halve_border(floor_maker *f, int32_t h) {
    wend_raw *raw = &f->raw;
    wend_point3 a = from(raw, h), b = to(raw, h);
    if (*twin(raw, h) >= 0 || ((a.x ^ b.x) & 1) || ((a.y ^ b.y) & 1) || ((a.z ^ b.z) & 1))
        return;
    wend_point3 p = at((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
    int32_t after = h % 3 == 2 ? h - 2 : h + 1, behind = *twin(raw, after);
    wend_raw_triangle old = raw->triangles.data[h / 3];
    wend_point3 c = old.p[(after % 3 + 1) % 3];
    if (turn_of(a, p, c) <= 0 || turn_of(p, b, c) <= 0)
        return;
    int32_t t = add_triangle(f, p, b, c, old.source);
    raw->triangles.data[h / 3].p[after % 3] = p;
    raw->borders.data[~*twin(raw, 3 * t)] = raw->borders.data[~old.twin[h % 3]];
    if (behind >= 0)
        join(raw, 3 * t + 1, behind);
    else
        *twin(raw, 3 * t + 1) = behind;
    join(raw, 3 * t + 2, after);
}

// Whether p is on the segment a-b: seen from above, and in height within `slack` steps.
static bool on_segment(wend_point3 a, wend_point3 b, wend_point3 p, double slack) {
    int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    int64_t along = x * ((int64_t)p.x - a.x) + y * ((int64_t)p.y - a.y), all = x * x + y * y;
    if (turn_of(a, b, p) != 0 || along < 0 || along > all)
        return false;
    double z = a.z + ((double)b.z - a.z) * (double)along / (double)all;
    return p.z - z <= slack && z - p.z <= slack;
}

// Every border of `old` lies on one of `now` that says the same.
static bool borders_are_kept(const wend_raw *old, const wend_raw *now, double slack) {
    for (int32_t h = 0; h < 3 * old->triangles.count; h++) {
        if (*twin(old, h) >= 0)
            continue;
        const wend_raw_border *a = &old->borders.data[~*twin(old, h)];
        bool found = false;
        for (int32_t g = 0; !found && g < 3 * now->triangles.count; g++) {
            if (now->triangles.data[g / 3].source < 0 || *twin(now, g) >= 0)
                continue;
            const wend_raw_border *b = &now->borders.data[~*twin(now, g)];
            found = a->kind == b->kind && a->cause == b->cause && a->side == b->side && b->low <= a->low &&
                    b->high >= a->high && on_segment(from(now, g), to(now, g), from(old, h), slack) &&
                    on_segment(from(now, g), to(now, g), to(old, h), slack);
        }
        if (!found)
            return false;
    }
    return true;
}

// Vertices strewn over floors go away again, and nothing else.
TEST(simplify_random) {
    wend_context *context = one_thread();
    int64_t cases = check_cases("cases", 3000), first = check_option("first", 0);
    for (int64_t k = first; k < first + cases && check_failures < CHECK_FAILURES_SHOWN; k++) {
        uint64_t state = (uint64_t)k;
        random_floor def = random_floor_def(&state);
        floor_maker f = floor_start(context), old, other;
        make_ground(&f, &state, &def);
        cut_edges(&f, &state, def.cut / 2);
        for (int64_t b = 0; b < f.raw.borders.count; b++) {
            wend_raw_border *border = &f.raw.borders.data[b];
            *border = (wend_raw_border){.cause = -1, .kind = (uint8_t)pick(&state, 0, 4)};
            if (border->kind != WEND_BOUNDARY_LEDGE)
                *border =
                    (wend_raw_border){pick(&state, 0, 2), pick(&state, 0, 9), pick(&state, 10, 19), border->kind, 1, 0};
        }
        int64_t basic = f.raw.triangles.count, borders = count_borders(&f.raw), strewn = pick(&state, 0, 60);
        for (int64_t i = 0; i < strewn; i++) {
            int32_t t = pick(&state, 0, (int32_t)f.raw.triangles.count - 1);
            if (pick(&state, 0, 1) == 0)
                split_triangle(&f, t, point_in(&state, &f.raw.triangles.data[t]));
            else
                halve_border(&f, 3 * t + pick(&state, 0, 2));
        }
        if (pick(&state, 0, 1) == 0) // low and high differ along a border
            for (int64_t b = 0; b < f.raw.borders.count; b++)
                if (f.raw.borders.data[b].kind != WEND_BOUNDARY_LEDGE)
                    f.raw.borders.data[b].high += pick(&state, 0, 5);
        CHECK(check_raw(&f.raw));
        copy_floor(&f, &old);
        shuffle_floor(&f, &state, &other);
        int64_t area = total_area2(&f.raw);
        simplify(&f);
        CHECK_INT(total_area2(&f.raw), area);
        CHECK_MESSAGE(count_triangles(&f.raw) <= basic, "case %lld: %lld triangles, %lld expected", (long long)k,
                      (long long)count_triangles(&f.raw), (long long)basic);
        CHECK_MESSAGE(count_borders(&f.raw) <= borders, "case %lld: %lld borders, %lld expected", (long long)k,
                      (long long)count_borders(&f.raw), (long long)borders);
        CHECK_MESSAGE(borders_are_kept(&old.raw, &f.raw, def.heights == 0 ? 0 : 1.5), "case %lld: borders",
                      (long long)k);
        int64_t triangles = count_triangles(&f.raw);
        simplify(&f);
        CHECK_INT(count_triangles(&f.raw), triangles);
        simplify(&other);
        uint64_t hash = finish(&f);
        CHECK_MESSAGE(finish(&other) == hash, "case %lld: the order of triangles matters", (long long)k);
        floor_free(&f);
        floor_free(&old);
        floor_free(&other);
    }
    wend_context_destroy(context);
}

// A flat floor in pieces becomes two triangles, whatever the pieces; one vertex with very many triangles goes too.
TEST(simplify_flat) {
    wend_context *context = one_thread();
    int64_t closed;
    floor_maker f = floor_start(context);
    for (int32_t i = 0; i < 60; i++)
        for (int32_t k = 0; k < 60; k++)
            add_rectangle(&f, 100 * i, 100 * k, 100 * i + 100, 100 * k + 100, 40, 60 * i + k);
    CHECK(wend_raw_weld(context, &f.raw, 0, &closed) == WEND_OK);
    CHECK_INT(closed, 2 * 59 * 60);
    simplify(&f);
    CHECK_INT(count_triangles(&f.raw), 2);
    CHECK_INT(total_area2(&f.raw), 2 * 6000 * 6000);
    floor_free(&f);

    int32_t side = 5000; // around a square, each edge in so many pieces
    f = floor_start(context);
    wend_point3 corner[4] = {at(0, 0, 0), at(2 * side, 0, 0), at(2 * side, 2 * side, 0), at(0, 2 * side, 0)};
    for (int32_t i = 0; i < 4 * side; i++) {
        wend_point3 a = corner[i / side], b = corner[(i / side + 1) % 4];
        int32_t x = (b.x - a.x) / side, y = (b.y - a.y) / side, step = i % side;
        add_triangle(&f, at(side, side, 0), at(a.x + x * step, a.y + y * step, 0),
                     at(a.x + x * (step + 1), a.y + y * (step + 1), 0), i);
    }
    CHECK(wend_raw_weld(context, &f.raw, 0, &closed) == WEND_OK);
    CHECK_INT(closed, 4 * side);
    CHECK(wend_raw_simplify(context, &f.raw) == WEND_OK);
    CHECK_INT(count_triangles(&f.raw), 2);
    CHECK_INT(total_area2(&f.raw), 8 * (int64_t)side * side);
    check_raw(&f.raw);
    floor_free(&f);
    wend_context_destroy(context);
}

// Two rectangles side by side: the vertices between them go when their borders say the same and lie on a line, and the
// floors in a plane.
TEST(simplify_borders) {
    wend_context *context = one_thread();
    for (int what = 0; what < 7; what++) {
        floor_maker f = floor_start(context);
        add_rectangle(&f, 0, 0, 1000, 1000, 0, 0);
        add_rectangle(&f, 1000, 0, 2000, 1000, 0, what == 6 ? 0 : 1);
        join_all(&f);
        for (int32_t h = 0; h < 3 * f.raw.triangles.count; h++) {
            if (*twin(&f.raw, h) >= 0)
                continue;
            wend_raw_border *border = &f.raw.borders.data[~*twin(&f.raw, h)];
            bool right = from(&f.raw, h).x + to(&f.raw, h).x > 2000;
            *border = (wend_raw_border){5, right ? 3 : 7, right ? 20 : 30, WEND_BOUNDARY_WALL, WEND_SIDE_FRONT, 0};
            if (what == 1 && right)
                border->kind = WEND_BOUNDARY_HEADROOM;
            if (what == 2 && right)
                border->cause = 6;
            if (what == 3 && right)
                border->side = WEND_SIDE_BACK;
            if (what == 4)
                border->kind = WEND_BOUNDARY_CUT;
        }
        for (int32_t h = 0; h < 3 * f.raw.triangles.count; h++) {
            wend_point3 *p = &f.raw.triangles.data[h / 3].p[h % 3];
            if (what >= 5 && p->x == 1000)
                p->z = 1; // a ridge; of one source it is a matter of rounding
        }
        simplify(&f);
        bool goes = what == 0 || what == 6;
        CHECK_MESSAGE(count_triangles(&f.raw) == (goes ? 2 : 4), "case %d: %d triangles", what,
                      (int)count_triangles(&f.raw));
        for (int32_t h = 0; goes && h < 3 * f.raw.triangles.count; h++) {
            if (f.raw.triangles.data[h / 3].source < 0 || *twin(&f.raw, h) >= 0 || from(&f.raw, h).y != to(&f.raw, h).y)
                continue;
            CHECK_INT(f.raw.borders.data[~*twin(&f.raw, h)].low, 3);
            CHECK_INT(f.raw.borders.data[~*twin(&f.raw, h)].high, 30);
        }
        floor_free(&f);
    }
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- the machine

// Slabs that are a little too small, with some of them shifted by half: cracks and T-junctions.
static void make_slabs(floor_maker *f, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < count; k++) {
            int32_t x = 1000 * i + (k % 3 == 0 ? 500 : 0), y = 1000 * k;
            add_rectangle(f, x, y, x + 1000 - i % 4, y + 1000 - k % 5, i % 2, i * count + k);
        }
}

TEST(weld_threads) {
    uint64_t hash = 0;
    for (int threads = 1; threads <= 4; threads++) {
        wend_context_def def = wend_default_context_def();
        def.threads = threads;
        wend_context *context = NULL;
        REQUIRE(wend_context_create(&def, &context) == WEND_OK);
        floor_maker f = floor_start(context);
        make_slabs(&f, 40);
        int64_t closed;
        CHECK(wend_raw_weld(context, &f.raw, 8, &closed) == WEND_OK);
        CHECK(closed > 40 * 40);
        CHECK(wend_raw_simplify(context, &f.raw) == WEND_OK);
        CHECK(wend_raw_mend(context, &f.raw) == WEND_OK);
        uint64_t now = finish(&f);
        hash = threads == 1 ? now : hash;
        CHECK(now == hash);
        floor_free(&f);
        wend_context_destroy(context);
    }
}

static wend_result weld_and_simplify(wend_context *context, void *data) {
    floor_maker f;
    int64_t closed;
    wend_result result = WEND_OK;
    const floor_maker *slabs = data;
    f = floor_start(context);
    if (!wend_array_resize(context, &f.raw.triangles, slabs->raw.triangles.count) ||
        !wend_array_resize(context, &f.raw.borders, slabs->raw.borders.count))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        memcpy(f.raw.triangles.data, slabs->raw.triangles.data,
               (size_t)f.raw.triangles.count * sizeof *f.raw.triangles.data);
        memcpy(f.raw.borders.data, slabs->raw.borders.data, (size_t)f.raw.borders.count * sizeof *f.raw.borders.data);
        result = wend_raw_weld(context, &f.raw, 8, &closed);
        check_raw(&f.raw);
    }
    if (result == WEND_OK)
        result = wend_raw_simplify(context, &f.raw);
    if (result == WEND_OK)
        result = wend_raw_mend(context, &f.raw);
    check_raw(&f.raw);
    floor_free(&f);
    return result;
}

// Every allocation fails in turn: the surface is sound each time, and nothing is lost.
TEST(weld_failing_memory) {
    failing memory = {0};
    wend_context *context = failing_context(&memory, 2);
    floor_maker slabs = floor_start(context);
    make_slabs(&slabs, 6);
    failing_each(&memory, context, "weld and simplify", weld_and_simplify, &slabs);
    floor_free(&slabs);
    failing_finish(&memory, context);
}

CHECK_MAIN()
