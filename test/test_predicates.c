// The exact predicates of wend/geom.h against GMP: random, degenerate and nearly degenerate cases, the limits of the
// range, and small lattices exhaustively.
//
//     test_predicates [--cases N]     N cases in all (2,000,000), besides the exhaustive ones
//
// The line `hash ...` is over all answers: it must be the same for every compiler, optimisation level and form of the
// wide integers.
#include "check.h"

#include "base/random.h"
#include "exact.h"

enum { LIMIT = WEND_COORDINATE_MAX };

typedef enum predicate { ORIENTATION, CIRCLE, MEET, CROSS, ORDER, PIXEL, PREDICATE_COUNT } predicate;
static const char *const names[PREDICATE_COUNT] = {"orientation", "in_circle",   "segments_meet",
                                                   "cross_point", "order_along", "segment_in_pixel"};

// How often each answer of each predicate was seen; answers are shifted so that the least is 0.
static int64_t seen[PREDICATE_COUNT][4];
static uint64_t answer_hash;

static void note(predicate which, int answer, uint64_t value) {
    seen[which][answer]++;
    answer_hash = (answer_hash ^ value) * 0x9E3779B97F4A7C15u;
    answer_hash ^= answer_hash >> 29;
}

// ---------------------------------------------------------------------------------------------------- comparing

static void complain(predicate which, const wend_point *p, int count, int got, int expected) {
    char text[400];
    int length = 0;
    for (int i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, " (%d, %d)", p[i].x, p[i].y);
    CHECK_MESSAGE(false, "%s of%s is %d, expected %d", names[which], text, got, expected);
}

static void try_orientation(const wend_point p[3]) {
    int got = wend_orientation(p[0], p[1], p[2]), expected = exact_orientation(p[0], p[1], p[2]);
    if (got != expected)
        complain(ORIENTATION, p, 3, got, expected);
    note(ORIENTATION, expected + 1, (uint64_t)(got + 1));
}

static void try_circle(const wend_point p[4]) {
    int turn = exact_orientation(p[0], p[1], p[2]);
    if (turn == 0)
        return;
    wend_point q[4] = {p[0], turn > 0 ? p[1] : p[2], turn > 0 ? p[2] : p[1], p[3]};
    int got = wend_in_circle(q[0], q[1], q[2], q[3]), expected = exact_in_circle(q[0], q[1], q[2], q[3]);
    if (got != expected)
        complain(CIRCLE, q, 4, got, expected);
    if (wend_in_circle(q[1], q[2], q[0], q[3]) != expected)
        complain(CIRCLE, q, 4, -got, expected);
    note(CIRCLE, expected + 1, (uint64_t)(got + 1));
}

static void try_meet(const wend_point p[4]) {
    wend_meeting expected = exact_meet(p[0], p[1], p[2], p[3]);
    wend_meeting got[3] = {wend_segments_meet(p[0], p[1], p[2], p[3]), wend_segments_meet(p[3], p[2], p[0], p[1]),
                           wend_segments_meet(p[1], p[0], p[2], p[3])};
    for (int i = 0; i < 3; i++)
        if (got[i] != expected)
            complain(MEET, p, 4, (int)got[i], (int)expected);
    note(MEET, (int)expected, got[0]);
}

static void try_cross(const wend_point p[4]) {
    static const int8_t orders[8][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                        {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    wend_point expected;
    if (!exact_cross_point(p[0], p[1], p[2], p[3], &expected))
        return;
    for (int i = 0; i < 8; i++) {
        const int8_t *o = orders[i];
        wend_point got = wend_cross_point(p[o[0]], p[o[1]], p[o[2]], p[o[3]]);
        if (got.x != expected.x)
            complain(CROSS, p, 4, got.x, expected.x);
        if (got.y != expected.y)
            complain(CROSS, p, 4, got.y, expected.y);
        if (i == 0)
            note(CROSS, exact_meet(p[0], p[1], p[2], p[3]) == WEND_CROSS,
                 (uint64_t)(uint32_t)got.x << 32 | (uint32_t)got.y);
    }
}

static bool parallel(wend_point a, wend_point b, wend_point c, wend_point d) {
    return ((int64_t)b.x - a.x) * ((int64_t)d.y - c.y) == ((int64_t)b.y - a.y) * ((int64_t)d.x - c.x);
}

static void try_order(const wend_point p[6]) {
    if (parallel(p[0], p[1], p[2], p[3]) || parallel(p[0], p[1], p[4], p[5]))
        return;
    int expected = exact_order_along(p[0], p[1], p[2], p[3], p[4], p[5]);
    int got[3] = {wend_order_along(p[0], p[1], p[2], p[3], p[4], p[5]),
                  -wend_order_along(p[0], p[1], p[5], p[4], p[3], p[2]),
                  -wend_order_along(p[1], p[0], p[3], p[2], p[4], p[5])};
    for (int i = 0; i < 3; i++)
        if (got[i] != expected)
            complain(ORDER, p, 6, got[i], expected);
    note(ORDER, expected + 1, (uint64_t)(got[0] + 1));
}

static void try_pixel(const wend_point p[3]) {
    bool expected = exact_in_pixel(p[0], p[1], p[2]);
    bool got[2] = {wend_segment_in_pixel(p[0], p[1], p[2]), wend_segment_in_pixel(p[1], p[0], p[2])};
    for (int i = 0; i < 2; i++)
        if (got[i] != expected)
            complain(PIXEL, p, 3, got[i], expected);
    note(PIXEL, expected, got[0]);
}

// ---------------------------------------------------------------------------------------------------- cases

static uint64_t state = 1;

static int64_t between(int64_t low, int64_t high) {
    return low + (int64_t)wend_random_below(&state, (uint64_t)(high - low + 1));
}

static int32_t clamp(int64_t v) {
    return (int32_t)(v > LIMIT ? LIMIT : v < -LIMIT ? -LIMIT : v);
}

static wend_point point(int64_t x, int64_t y) {
    return (wend_point){clamp(x), clamp(y)};
}

// A point of one of several ranges, the same one for the whole case.
static wend_point random_point(int64_t range) {
    int64_t x = between(-range, range); // in this order: C leaves the order of arguments open
    return point(x, between(-range, range));
}

static int64_t random_range(void) {
    static const int32_t ranges[] = {LIMIT, LIMIT, 1 << 24, 1 << 15, 1000, 16, 3};
    return ranges[wend_random_below(&state, sizeof ranges / sizeof *ranges)];
}

// A coordinate at or beside the limits, or near zero.
static int32_t limit_coordinate(void) {
    int64_t k = between(0, 2), sign = between(0, 1) == 0 ? -1 : 1;
    return (int32_t)(between(0, 3) == 0 ? sign * k : sign * (LIMIT - k));
}

static wend_point limit_point(void) {
    int32_t x = limit_coordinate();
    return (wend_point){x, limit_coordinate()};
}

// A point at most `reach` units away in each coordinate.
static wend_point beside(wend_point p, int64_t reach) {
    wend_point by = random_point(reach);
    return point((int64_t)p.x + by.x, (int64_t)p.y + by.y);
}

// Moves one coordinate by one unit.
static wend_point nudge(wend_point p) {
    int64_t by = between(0, 1) == 0 ? -1 : 1;
    return between(0, 1) == 0 ? point(p.x + by, p.y) : point(p.x, p.y + by);
}

// A lattice point on the line through origin with a small direction, up to the limits.
static wend_point on_line(wend_point origin, wend_point direction) {
    int64_t size = llabs(direction.x) > llabs(direction.y) ? llabs(direction.x) : llabs(direction.y);
    int64_t reach = size == 0 ? 0 : LIMIT / 2 / size;
    if (reach > 8 && between(0, 1) == 0)
        reach = 8;
    int64_t k = between(-reach, reach);
    return point(origin.x + k * direction.x, origin.y + k * direction.y);
}

// Points on one line with lattice steps of `direction`; all of them lie within the limits.
static void collinear(wend_point *p, int count) {
    int64_t range = random_range() / 2;
    wend_point origin = random_point(range), direction = random_point(between(0, 1) == 0 ? 5 : range);
    for (int i = 0; i < count; i++)
        p[i] = on_line(origin, direction);
}

// Points of one circle about a lattice centre: products of Gaussian integers of the same norm, turned and mirrored.
static void cocircular(wend_point *p, int count) {
    int64_t range = between(0, 1) == 0 ? 8 : 1 << 12, scale = between(1, 8);
    wend_point u = random_point(range), v = random_point(range), centre = random_point(LIMIT / 4);
    for (int i = 0; i < count; i++) {
        int64_t vy = between(0, 1) == 0 ? v.y : -v.y;
        int64_t x = ((int64_t)u.x * v.x - u.y * vy) * scale, y = ((int64_t)u.x * vy + (int64_t)u.y * v.x) * scale;
        for (int64_t turns = between(0, 3); turns > 0; turns--) {
            int64_t t = x;
            x = -y;
            y = t;
        }
        p[i] = point(centre.x + x, centre.y + y);
    }
}

static void any_points(wend_point *p, int count) {
    bool limits = between(0, 3) == 0;
    int64_t range = random_range();
    for (int i = 0; i < count; i++)
        p[i] = limits ? limit_point() : random_point(range);
}

static void nudge_some(wend_point *p, int count) {
    if (between(0, 1) == 0)
        return;
    wend_point *moved = &p[between(0, count - 1)];
    *moved = nudge(*moved);
}

static void case_orientation(void) {
    wend_point p[3];
    if (between(0, 2) == 0) {
        any_points(p, 3);
    } else {
        collinear(p, 3);
        nudge_some(p, 3);
    }
    try_orientation(p);
}

static void case_circle(void) {
    wend_point p[4];
    int64_t family = between(0, 3);
    if (family == 0) {
        any_points(p, 4);
    } else if (family == 1) { // rectangles up to the limits
        any_points(p, 2);
        p[2] = (wend_point){p[0].x, p[1].y};
        p[3] = (wend_point){p[1].x, p[0].y};
        nudge_some(p, 4);
    } else {
        cocircular(p, 4);
        nudge_some(p, 4);
    }
    try_circle(p);
}

// Two segments with a common midpoint, which is a lattice point or lies half-way; both cross there.
static void common_middle(wend_point p[4]) {
    int64_t range = random_range() / 2;
    for (int i = 0; i < 3; i++)
        p[i] = random_point(range);
    p[3] = point((int64_t)p[0].x + p[1].x - p[2].x, (int64_t)p[0].y + p[1].y - p[2].y);
}

// Two segments that share an end, or of which one ends on the other.
static void touching(wend_point p[4]) {
    int64_t range = random_range() / 4;
    wend_point v = random_point(range), origin = random_point(range);
    int64_t k = between(0, 3);
    p[0] = origin;
    p[1] = point((int64_t)origin.x + 3 * v.x, (int64_t)origin.y + 3 * v.y);
    p[2] = point((int64_t)origin.x + k * v.x, (int64_t)origin.y + k * v.y);
    p[3] = random_point(range * 4);
}

static void two_segments(wend_point p[4]) {
    int64_t family = between(0, 4);
    if (family == 0)
        any_points(p, 4);
    else if (family == 1)
        collinear(p, 4);
    else if (family == 2)
        touching(p);
    else
        common_middle(p);
    if (family != 0 && between(0, 2) == 0)
        nudge_some(p, 4);
}

// Long segments with little between them: where they cross is as ill-conditioned as it gets.
static void nearly_parallel(wend_point p[4]) {
    p[0] = limit_point();
    p[1] = beside((wend_point){-p[0].x, -p[0].y}, 2);
    p[2] = beside(p[0], 3);
    p[3] = beside(p[1], 3);
}

static void case_meet(void) {
    wend_point p[4];
    two_segments(p);
    try_meet(p);
}

static void case_cross(void) {
    wend_point p[4];
    if (between(0, 3) == 0)
        nearly_parallel(p);
    else
        two_segments(p);
    try_cross(p);
}

// Three lines: at random, nearly parallel, or all through one lattice or half-way point.
static void case_order(void) {
    wend_point p[6];
    int64_t family = between(0, 3);
    if (family == 0) {
        any_points(p, 6);
    } else if (family == 1) {
        nearly_parallel(p);
        p[4] = nudge(p[2]);
        p[5] = nudge(p[3]);
    } else {
        common_middle(p);
        int64_t range = random_range() / 2;
        p[4] = random_point(range);
        p[5] = point((int64_t)p[0].x + p[1].x - p[4].x, (int64_t)p[0].y + p[1].y - p[4].y);
        nudge_some(p, 6);
    }
    try_order(p);
}

// A pixel on or beside a segment: near a random place of it, near its middle (often a corner of pixels), or anywhere.
static void case_pixel(void) {
    wend_point p[3];
    int64_t family = between(0, 3);
    any_points(p, 3);
    if (family == 1)
        collinear(p, 3);
    int64_t half = family == 2 ? 512 : between(0, 1024);
    if (family >= 1) {
        wend_point place = {(int32_t)(p[0].x + ((int64_t)p[1].x - p[0].x) * half / 1024),
                            (int32_t)(p[0].y + ((int64_t)p[1].y - p[0].y) * half / 1024)};
        p[2] = beside(place, 1);
    }
    try_pixel(p);
}

// ---------------------------------------------------------------------------------------------------- tests

// Calls `try_one` with every choice of `count` points of a (2 * range + 1) x (2 * range + 1) lattice about `centre`.
static void exhaust(void (*try_one)(const wend_point *), int count, int range, wend_point centre) {
    int side = 2 * range + 1, places = side * side;
    int64_t total = 1;
    for (int i = 0; i < count; i++)
        total *= places;
    for (int64_t k = 0; k < total; k++) {
        wend_point p[6];
        int64_t rest = k;
        for (int i = 0; i < count; i++) {
            int place = (int)(rest % places);
            rest /= places;
            p[i] = (wend_point){centre.x + place % side - range, centre.y + place / side - range};
        }
        try_one(p);
    }
}

// At zero, where rounding turns over, and at the limit.
TEST(small_lattices) {
    wend_point centres[] = {{0, 0}, {LIMIT - 2, 2 - LIMIT}, {-LIMIT + 2, 1}};
    for (int i = 0; i < 3; i++) {
        exhaust(try_orientation, 3, 2, centres[i]);
        exhaust(try_pixel, 3, 2, centres[i]);
        exhaust(try_circle, 4, 1, centres[i]);
        exhaust(try_meet, 4, 1, centres[i]);
        exhaust(try_cross, 4, 1, centres[i]);
    }
    exhaust(try_circle, 4, 2, centres[1]);
    exhaust(try_meet, 4, 2, centres[0]);
    exhaust(try_cross, 4, 2, centres[0]);
    exhaust(try_order, 6, 1, centres[0]);
}

// A segment through a corner of four pixels passes the one that the corner rounds to, the one nearest to zero, and not
// the one opposite.
TEST(pixel_corners) {
    for (int32_t sx = -1; sx <= 1; sx += 2)
        for (int32_t sy = -1; sy <= 1; sy += 2)
            for (int32_t k = 0; k < 5; k++) {
                wend_point near = {sx * k, sy * k}, far = {sx * (k + 1), sy * (k + 1)};
                wend_point a = {sx * (k - 1), sy * (k + 2)}, b = {sx * (k + 2), sy * (k - 1)};
                CHECK(wend_segment_in_pixel(a, b, near));
                CHECK(!wend_segment_in_pixel(a, b, far));
            }
}

TEST(random_cases) {
    static void (*const cases[PREDICATE_COUNT])(void) = {case_orientation, case_circle, case_meet,
                                                         case_cross,       case_order,  case_pixel};
    int64_t count = check_cases("cases", 2000000);
    for (int64_t i = 0; i < count; i++)
        cases[i % PREDICATE_COUNT]();
}

// Lines that are nearly parallel meet far beyond the lattice: the point is cut off at 2^30, and nothing breaks.
TEST(lines_that_meet_far_away) {
    const int32_t m = WEND_COORDINATE_MAX;
    wend_point a = {-m, -m}, b = {0, -1}, c = {1, -m}, d = {m, -2};
    wend_point p = wend_cross_point(a, b, c, d), q = wend_cross_point(d, c, b, a);
    CHECK(p.x == q.x && p.y == q.y);
    CHECK(p.x == 1 << 30 || p.x == -(1 << 30) || p.y == 1 << 30 || p.y == -(1 << 30));
}

TEST(counts) {
    int64_t total = 0;
    for (int i = 0; i < PREDICATE_COUNT; i++) {
        int64_t sum = seen[i][0] + seen[i][1] + seen[i][2] + seen[i][3];
        total += sum;
        printf("%-17s %9lld cases:", names[i], (long long)sum);
        for (int k = 0; k < 4; k++)
            printf(" %9lld", (long long)seen[i][k]);
        printf("\n");
        int answers = i == MEET ? 4 : i == CROSS || i == PIXEL ? 2 : 3;
        for (int k = 0; k < answers; k++)
            CHECK_MESSAGE(seen[i][k] > 0, "%s: answer %d never came up", names[i], k);
    }
    printf("%lld cases compared with GMP\n", (long long)total);
    printf("hash %016llx\n", (unsigned long long)answer_hash);
    exact_end();
}

CHECK_MAIN()
