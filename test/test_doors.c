// Doors: houses made of rooms with doors of known places, widths and heights, and with furniture, must have exactly
// those, at any angle.
//
// A house is a grid of rooms. Each wall between two of them is closed, or has one or two doors, or is open over more
// than the width of a door, or is so thick that a door through it is a corridor. Rooms that openings join are one, so
// doors between them are no doors. That is all that the expected answer takes.
#include "shared_context.h"

#include "base/random.h"

#include <wend/archive.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>

enum { ROOMS = 4, WALLS = 2 * ROOMS * ROOMS, HOLES = 2, DOORS = HOLES * WALLS, BOXES = 512 };

typedef struct box {
    double low[3], high[3];
} box;

typedef struct known_door {
    double at[2], width, height;
    int rooms[2];
    bool is_door;
} known_door;

typedef struct house {
    uint64_t random;
    int columns, rows;
    double x[ROOMS + 1], y[ROOMS + 1]; // grid lines: the middles of walls
    double tall;                       // of walls
    box boxes[BOXES];
    int box_count;
    known_door doors[DOORS];
    int door_count;
    int up[ROOMS * ROOMS]; // per room: another one that an opening joins to it, or itself
} house;

// ---------------------------------------------------------------------------------------------------- houses

static double between(house *h, double low, double high) {
    return low + (high - low) * wend_random_unit(&h->random);
}

static void add_box(house *h, double x0, double y0, double x1, double y1, double z0, double z1) {
    if (h->box_count < BOXES && x0 < x1 && y0 < y1)
        h->boxes[h->box_count++] = (box){{x0, y0, z0}, {x1, y1, z1}};
}

// A box that lies along an axis: from `low` to `high` along it, from `left` to `right` across.
static void add_along(house *h, bool vertical, double low, double high, double left, double right, double z0) {
    if (vertical)
        add_box(h, left, low, right, high, z0, h->tall);
    else
        add_box(h, low, left, high, right, z0, h->tall);
}

static int top_of(house *h, int room) {
    while (h->up[room] != room)
        room = h->up[room];
    return room;
}

static void add_hole(house *h, bool vertical, double low, double high, double line, double half, const int rooms[2],
                     bool is_door) {
    double height = between(h, 1.85, 2.3), middle = (low + high) / 2;
    known_door *d = &h->doors[h->door_count++];
    *d = (known_door){.width = high - low, .height = height, .rooms = {rooms[0], rooms[1]}, .is_door = is_door};
    d->at[0] = vertical ? line : middle;
    d->at[1] = vertical ? middle : line;
    add_along(h, vertical, low, high, line - half, line + half, height); // what is above it
}

// A wall between two rooms, from grid line to grid line.
static void add_wall(house *h, bool vertical, double line, double from, double to, int a, int b) {
    double half = between(h, 0.05, 0.2), low = from + 0.45, high = to - 0.45, kind = wend_random_unit(&h->random);
    const int rooms[2] = {a, b};
    from -= 0.04; // walls overlap, so that rounding leaves no slits between them
    to += 0.04;
    bool thick = kind > 0.7 && h->columns == 1; // from outer wall to outer wall
    if (kind < 0.25) {                          // closed
        add_along(h, vertical, from, to, line - half, line + half, 0);
        return;
    }
    if (kind < 0.35 && high - low > 3.4) { // wide open
        double width = between(h, 2.6, 3), start = between(h, low, high - width);
        add_along(h, vertical, from, start, line - half, line + half, 0);
        add_along(h, vertical, start + width, to, line - half, line + half, 0);
        add_hole(h, vertical, start, start + width, line, half, rooms, false);
        h->up[top_of(h, a)] = top_of(h, b);
        return;
    }
    half = thick ? 0.65 : half;
    double first = between(h, 0.6, 1.2), second = between(h, 0.6, 1.2);
    bool two = kind > 0.75 && !thick && high - low > first + second + 1.4;
    double start = two ? low + 0.1 : between(h, low, high - first);
    add_along(h, vertical, from, start, line - half, line + half, 0);
    add_hole(h, vertical, start, start + first, line, half, rooms, !thick);
    if (two) {
        double next = between(h, start + first + 1.25, high - second);
        add_along(h, vertical, start + first, next, line - half, line + half, 0);
        add_hole(h, vertical, next, next + second, line, half, rooms, !thick);
        start = next;
        first = second;
    }
    add_along(h, vertical, start + first, to, line - half, line + half, 0);
}

// Whether a box with some room around it touches no other one and is away from all doors.
static bool is_free(const house *h, const box *b, double room, double from_doors) {
    for (int k = 0; k < h->box_count; k++) {
        const box *o = &h->boxes[k];
        if (b->low[0] - room < o->high[0] && o->low[0] < b->high[0] + room && b->low[1] - room < o->high[1] &&
            o->low[1] < b->high[1] + room)
            return false;
    }
    for (int k = 0; k < h->door_count; k++) {
        double x = fmax(fmax(b->low[0] - h->doors[k].at[0], h->doors[k].at[0] - b->high[0]), 0);
        double y = fmax(fmax(b->low[1] - h->doors[k].at[1], h->doors[k].at[1] - b->high[1]), 0);
        double clear = fmax(from_doors, h->doors[k].width / 2 + from_doors - 0.5);
        if (x * x + y * y < clear * clear)
            return false;
    }
    return true;
}

// Things in a room that part nothing. Of known heights: anything that is lower than a person, anywhere but at doors. On
// plans: large tables with lanes around them, and chairs with lanes that are wider than they are.
static void furnish(house *h, double x0, double y0, double x1, double y1, bool low) {
    for (int k = 0; k < 3; k++) {
        bool table = k % 2 == 0;
        double wide = table ? between(h, 1.05, 2) : between(h, 0.3, 0.5);
        double deep = table ? between(h, 1.05, 1.3) : between(h, 0.3, 0.5);
        double x = between(h, x0, x1 - wide), y = between(h, y0, y1 - deep);
        box b = {{x, y, 0}, {x + wide, y + deep, between(h, 0.45, 1.1)}};
        bool fits = b.low[0] > x0 && b.low[1] > y0 && b.high[0] < x1 && b.high[1] < y1;
        if (fits && is_free(h, &b, low ? 0.05 : 0.8, low ? 1.3 : 3.0))
            add_box(h, b.low[0], b.low[1], b.high[0], b.high[1], 0, b.high[2]);
    }
}

static void make_house(house *h, uint64_t seed, bool low) {
    *h = (house){.random = seed, .tall = 2.6};
    h->columns = 1 + (int)wend_random_below(&h->random, ROOMS);
    h->rows = 2 + (int)wend_random_below(&h->random, ROOMS - 1);
    for (int i = 0; i <= h->columns; i++)
        h->x[i] = i == 0 ? 0 : h->x[i - 1] + between(h, 3.2, 6);
    for (int j = 0; j <= h->rows; j++)
        h->y[j] = j == 0 ? 0 : h->y[j - 1] + between(h, 3.2, 6);
    for (int k = 0; k < ROOMS * ROOMS; k++)
        h->up[k] = k;
    for (int i = 0; i < h->columns; i++)
        for (int j = 0; j < h->rows; j++) {
            if (i + 1 < h->columns)
                add_wall(h, true, h->x[i + 1], h->y[j], h->y[j + 1], i * ROOMS + j, (i + 1) * ROOMS + j);
            if (j + 1 < h->rows)
                add_wall(h, false, h->y[j + 1], h->x[i], h->x[i + 1], i * ROOMS + j, i * ROOMS + j + 1);
        }
    for (int i = 0; i < h->columns; i++)
        for (int j = 0; j < h->rows; j++)
            furnish(h, h->x[i] + 0.3, h->y[j] + 0.3, h->x[i + 1] - 0.3, h->y[j + 1] - 0.3, low);
}

typedef struct turn {
    double c, s;
} turn;

static void turned(turn t, double x, double y, double at[2]) {
    at[0] = t.c * x - t.s * y;
    at[1] = t.s * x + t.c * y;
}

static void turned_corners(turn t, const double low[2], const double high[2], double ring[8]) {
    turned(t, low[0], low[1], ring);
    turned(t, high[0], low[1], ring + 2);
    turned(t, high[0], high[1], ring + 4);
    turned(t, low[0], high[1], ring + 6);
}

// ---------------------------------------------------------------------------------------------------- judging

static bool is_expected(house *h, const known_door *d) {
    return d->is_door && top_of(h, d->rooms[0]) != top_of(h, d->rooms[1]);
}

// Every expected door was found, once; heights where they are known.
static void compare(house *h, turn t, const wend_doors *doors, bool heights, uint64_t seed) {
    wend_doors_view view = wend_doors_look(doors);
    int expected = 0;
    for (int k = 0; k < h->door_count; k++) {
        const known_door *d = &h->doors[k];
        if (!is_expected(h, d))
            continue;
        expected++;
        double at[2], nearest = 1e9;
        const wend_door *found = NULL;
        turned(t, d->at[0], d->at[1], at);
        for (int32_t i = 0; i < view.door_count; i++) {
            double far = hypot(view.doors[i].place[0] - at[0], view.doors[i].place[1] - at[1]);
            if (far < nearest) {
                nearest = far;
                found = &view.doors[i];
            }
        }
        if (!CHECK_MESSAGE(nearest < 0.3, "house %llu: no door at %g, %g, %g m wide", (unsigned long long)seed,
                           d->at[0], d->at[1], d->width))
            continue;
        double across = hypot(found->ends[0][0] - found->ends[1][0], found->ends[0][1] - found->ends[1][1]);
        CHECK_MESSAGE(fabs(found->width - d->width) < 0.002 && fabs(across - d->width) < 0.002,
                      "house %llu: the door at %g, %g is %g m wide and was found %g, from end to end %g",
                      (unsigned long long)seed, d->at[0], d->at[1], d->width, found->width, across);
        CHECK_MESSAGE(!heights || fabs(found->headroom - d->height) < 0.002,
                      "house %llu: the door at %g, %g is %g m high and was found %g", (unsigned long long)seed,
                      d->at[0], d->at[1], d->height, found->headroom);
        CHECK(found->rooms[0] != found->rooms[1] && found->rooms[0] >= 0 && found->rooms[1] < view.room_count);
    }
    CHECK_MESSAGE(view.door_count == expected, "house %llu: %d doors, expected %d", (unsigned long long)seed,
                  view.door_count, expected);
}

static double area_of_rooms(const wend_doors *doors) {
    wend_doors_view view = wend_doors_look(doors);
    double area = 0;
    for (int32_t k = 0; k < view.room_count; k++)
        area += view.rooms[k].area;
    return area;
}

// ---------------------------------------------------------------------------------------------------- floor plans

static wend_nav *plan_of(const house *h, turn t) {
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    double ring[8];
    if (!CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK))
        return NULL;
    turned_corners(t, (const double[2]){0, 0}, (const double[2]){h->x[h->columns], h->y[h->rows]}, ring);
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, ring, 4) == WEND_OK);
    for (int k = 0; k < h->box_count; k++) {
        turned_corners(t, h->boxes[k].low, h->boxes[k].high, ring);
        if (!(h->boxes[k].low[2] > 0)) // not what is above a door
            CHECK(wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, -1, ring, 4) == WEND_OK);
    }
    CHECK(wend_build_drawing(context, drawing, NULL, &nav, NULL, report) == WEND_OK);
    wend_drawing_destroy(drawing);
    return nav;
}

TEST(plans_have_the_doors_that_were_made) {
    open_context_with(0);
    static house h;
    for (int64_t n = 0; n < check_cases("houses", 400); n++) {
        uint64_t seed = 1000 + (uint64_t)n;
        make_house(&h, seed, false);
        for (int way = 0; way < 2; way++) { // as it is, and turned
            double angle = way ? between(&h, 0, 6.28) : 0;
            turn t = {cos(angle), sin(angle)};
            wend_nav *nav = plan_of(&h, t);
            wend_doors *doors = NULL;
            if (!nav ||
                !CHECK(wend_doors_build(context, wend_nav_medial(nav), NULL, NULL, NULL, &doors, report) == WEND_OK)) {
                wend_nav_destroy(nav);
                continue;
            }
            compare(&h, t, doors, false, seed);
            double area = wend_plan_area(wend_nav_plan(nav));
            CHECK_MESSAGE(fabs(area_of_rooms(doors) - area) < 1e-6 * area, "house %llu: rooms of %g m2, floor of %g m2",
                          (unsigned long long)seed, area_of_rooms(doors), area);
            wend_doors_destroy(doors);
            wend_nav_destroy(nav);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- scenes

// Adds the six sides of a box, those that face up and down as well.
static void add_solid(wend_scene *scene, turn t, const box *b) {
    double ring[8], corners[24];
    turned_corners(t, b->low, b->high, ring);
    for (int k = 0; k < 8; k++) {
        corners[3 * k] = ring[2 * (k % 4)];
        corners[3 * k + 1] = ring[2 * (k % 4) + 1];
        corners[3 * k + 2] = k < 4 ? b->low[2] : b->high[2];
    }
    static const int32_t triangles[36] = {4, 5, 6, 4, 6, 7, 0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4,
                                          1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    CHECK(wend_scene_add(scene, corners, 8, triangles, 12) == WEND_OK);
}

static wend_scene *scene_of(const house *h, turn t) {
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    if (!CHECK(wend_scene_create(context, &def, &scene) == WEND_OK))
        return NULL;
    double wide = h->x[h->columns], deep = h->y[h->rows];
    add_solid(scene, t, &(box){{0, 0, -0.3}, {wide, deep, 0}});
    for (int k = 0; k < h->box_count; k++)
        add_solid(scene, t, &h->boxes[k]);
    for (int k = 0; k < 2; k++) { // around all of it
        add_solid(scene, t, &(box){{-0.3, k ? deep : -0.3, -0.3}, {wide + 0.3, k ? deep + 0.3 : 0, h->tall}});
        add_solid(scene, t, &(box){{k ? wide : -0.3, 0, -0.3}, {k ? wide + 0.3 : 0, deep, h->tall}});
    }
    return scene;
}

static bool same_doors(const wend_doors *a, const wend_doors *b) {
    wend_doors_view p = wend_doors_look(a), q = wend_doors_look(b);
    return p.door_count == q.door_count && p.room_count == q.room_count &&
           (p.door_count == 0 || memcmp(p.doors, q.doors, (size_t)p.door_count * sizeof *p.doors) == 0) &&
           memcmp(p.rooms, q.rooms, (size_t)p.room_count * sizeof *p.rooms) == 0;
}

// A nav knows the same doors, headroom included, and so does one that was saved and loaded.
static void compare_kept(const wend_nav *nav, const wend_doors *expected) {
    wend_doors *doors = NULL, *again = NULL;
    wend_nav *loaded = NULL;
    void *bytes = NULL;
    size_t count = 0;
    CHECK(wend_nav_doors(context, nav, NULL, &doors, report) == WEND_OK && same_doors(doors, expected));
    if (CHECK(wend_archive_save(context, nav, &bytes, &count) == WEND_OK) &&
        CHECK(wend_archive_load(context, bytes, count, WEND_LOAD_PROVEN, &loaded, report) == WEND_OK))
        CHECK(wend_nav_doors(context, loaded, NULL, &again, report) == WEND_OK && same_doors(again, expected));
    wend_doors_destroy(doors);
    wend_doors_destroy(again);
    wend_nav_destroy(loaded);
    wend_release(context, bytes, count);
}

TEST(scenes_have_the_doors_that_were_made) {
    open_context_with(0);
    static house h;
    for (int64_t n = 0; n < check_cases("scenes", 60); n++) {
        uint64_t seed = 5000 + (uint64_t)n;
        make_house(&h, seed, true);
        double angle = n % 2 ? between(&h, 0, 6.28) : 0;
        turn t = {cos(angle), sin(angle)};
        wend_scene *scene = scene_of(&h, t);
        wend_nav *nav = NULL;
        wend_doors *doors = NULL;
        if (scene && CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK) &&
            CHECK(wend_doors_build(context, wend_nav_medial(nav), wend_nav_surface(nav), scene, NULL, &doors, report) ==
                  WEND_OK)) {
            compare(&h, t, doors, true, seed);
            compare_kept(nav, doors);
        }
        wend_doors_destroy(doors);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- by hand

// What is found on a plan of a hall, 10 by 6 metres, with things in it: x, y, x, y of each.
static void expect_in_hall(const double things[][4], int count, int doors, const wend_doors_def *def) {
    open_context_with(0);
    static house h;
    h = (house){.columns = 1, .rows = 1, .x = {0, 10}, .y = {0, 6}};
    for (int k = 0; k < count; k++)
        add_box(&h, things[k][0], things[k][1], things[k][2], things[k][3], 0, 1);
    wend_nav *nav = plan_of(&h, (turn){1, 0});
    wend_doors *found = NULL;
    if (nav && CHECK(wend_doors_build(context, wend_nav_medial(nav), NULL, NULL, def, &found, report) == WEND_OK)) {
        wend_doors_view view = wend_doors_look(found);
        CHECK_INT(view.door_count, doors);
        for (int32_t k = 0; k < view.door_count && view.door_count != doors; k++)
            printf("%g m wide at %g, %g\n", view.doors[k].width, view.doors[k].place[0], view.doors[k].place[1]);
    }
    wend_doors_destroy(found);
    wend_nav_destroy(nav);
}

TEST(a_wall_with_an_opening_is_a_door) {
    const double wall[][4] = {{5, 0, 5.2, 2}, {5, 3, 5.2, 6}};
    expect_in_hall(wall, 2, 1, NULL);
    wend_doors_def def = wend_default_doors_def();
    def.widest = 0.9;
    expect_in_hall(wall, 2, 0, &def); // it is one metre wide
    def = wend_default_doors_def();
    def.narrowest = 1.1;
    expect_in_hall(wall, 2, 0, &def);
    def = wend_default_doors_def();
    def.room_area = 30;
    expect_in_hall(wall, 2, 0, &def);
}

TEST(a_corridor_is_not_a_door) {
    expect_in_hall((const double[][4]){{4, 0, 6, 2}, {4, 3, 6, 6}}, 2, 0, NULL);
    wend_doors_def def = wend_default_doors_def();
    def.depth = 3;
    expect_in_hall((const double[][4]){{4, 0, 6, 2}, {4, 3, 6, 6}}, 2, 1, &def);
}

TEST(a_table_makes_no_doors) {
    expect_in_hall((const double[][4]){{4, 1, 6, 5}}, 1, 0, NULL);       // lanes of a metre on two sides
    expect_in_hall((const double[][4]){{4.5, 0.7, 6, 1.9}}, 1, 0, NULL); // near a wall
    expect_in_hall((const double[][4]){{4.5, 0, 6, 1.9}}, 1, 0, NULL);   // at a wall
    expect_in_hall((const double[][4]){{4.5, 2, 4.9, 2.4}, {4.5, 3.2, 4.9, 3.6}}, 2, 0, NULL); // two chairs
}

TEST(a_way_around_through_other_doors_does_not_matter) {
    // Four rooms around a cross of walls, a door in each of its arms: 0.8, 0.9, 1 and 1.1 metres.
    const double cross[][4] = {{4.9, 0, 5.1, 1}, {4.9, 1.8, 5.1, 4.2}, {4.9, 5.1, 5.1, 6},
                               {0, 2.9, 2, 3.1}, {3, 2.9, 7, 3.1},     {8.1, 2.9, 10, 3.1}};
    expect_in_hall(cross, 6, 4, NULL);
}

TEST(a_niche_is_not_a_room) {
    // Beside the wall at x = 5 there is a niche of 0.7 m2 behind an opening of 0.6 metres.
    expect_in_hall(
        (const double[][4]){{0, 4.9, 1, 5}, {1.6, 4.9, 2, 5}, {0.7, 5.8, 10, 6}, {1.9, 5, 10, 6}, {0, 5, 0.7, 6}}, 5, 0,
        NULL);
}

// ---------------------------------------------------------------------------------------------------- samples

// The doors of a sample, in a context.
static wend_doors *doors_of_sample(wend_context *own, const char *name) {
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    wend_doors *doors = NULL;
    if (CHECK(wend_sample_build_scene(own, name, 0, 0, &scene) == WEND_OK) &&
        CHECK(wend_build_scene(own, scene, NULL, &nav, NULL, NULL) == WEND_OK))
        CHECK(wend_doors_build(own, wend_nav_medial(nav), wend_nav_surface(nav), scene, NULL, &doors, NULL) == WEND_OK);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return doors;
}

// Twelve doors in each of three copies: those of the sample that are higher than the agent.
TEST(the_sample_of_doors_has_its_doors) {
    static const double widths[12] = {0.3, 0.35, 0.4, 0.5, 0.6, 0.62, 0.65, 0.7, 0.8, 0.9, 1.2, 1.2};
    open_context_with(0);
    wend_doors *doors = doors_of_sample(context, "doors");
    REQUIRE(doors);
    wend_doors_view view = wend_doors_look(doors);
    CHECK_INT(view.door_count, 36);
    for (int32_t k = 0; k < view.door_count && view.door_count == 36; k++) {
        const wend_door *d = &view.doors[k];
        double height = fabs(d->width - 0.8) < 0.01 ? 1.81 : fabs(d->width - 1.2) < 0.01 ? 2.1 : 2;
        CHECK_MESSAGE(fabs(d->width - widths[k / 3]) < 0.001, "door %d is %g m wide, expected %g", k, d->width,
                      widths[k / 3]);
        CHECK_MESSAGE(fabs(d->headroom - height) < 0.001, "door %d, %g m wide, has a headroom of %g", k, d->width,
                      d->headroom);
    }
    int rooms = 0; // tops of walls have no doors
    for (int32_t k = 0; k < view.room_count; k++)
        rooms += view.rooms[k].doors > 0;
    CHECK_INT(rooms, 7); // two in each copy, and the outside
    wend_doors_destroy(doors);
}

TEST(doors_do_not_depend_on_threads) {
    static const char *const names[] = {"two-storeys", "doors"};
    for (int n = 0; n < 2; n++) {
        wend_context *contexts[3] = {0};
        wend_doors *doors[3] = {0};
        for (int k = 0; k < 3; k++) {
            wend_context_def def = wend_default_context_def();
            def.threads = k == 0 ? 1 : 3 * k;
            if (CHECK(wend_context_create(&def, &contexts[k]) == WEND_OK))
                doors[k] = doors_of_sample(contexts[k], names[n]);
        }
        for (int k = 0; k < 3 && doors[0] && doors[k]; k++) {
            wend_doors_view a = wend_doors_look(doors[0]), b = wend_doors_look(doors[k]);
            CHECK(a.door_count > 8 && a.door_count == b.door_count && a.room_count == b.room_count);
            CHECK(memcmp(a.doors, b.doors, (size_t)a.door_count * sizeof *a.doors) == 0);
            CHECK(memcmp(a.rooms, b.rooms, (size_t)a.room_count * sizeof *a.rooms) == 0);
        }
        for (int k = 0; k < 3; k++) {
            wend_doors_destroy(doors[k]);
            wend_context_destroy(contexts[k]);
        }
    }
}

TEST(fields_out_of_range_are_refused) {
    open_context_with(0);
    static house h;
    make_house(&h, 1, false);
    wend_nav *nav = plan_of(&h, (turn){1, 0});
    REQUIRE(nav);
    for (int k = 0; k < 7; k++) {
        wend_doors_def def = wend_default_doors_def();
        double *fields[7] = {&def.narrowest, &def.widest,    &def.opening, &def.depth,
                             &def.jamb,      &def.room_area, &def.widest};
        *fields[k] = k == 6 ? 1000 : k == 2 ? 0.5 : -1;
        wend_doors *doors = (wend_doors *)&h;
        wend_report_clear(report);
        CHECK_INT(wend_doors_build(context, wend_nav_medial(nav), NULL, NULL, &def, &doors, report),
                  WEND_ERROR_ARGUMENT);
        CHECK(doors == NULL && wend_report_error(report) != NULL && strlen(wend_report_error(report)) > 0);
    }
    wend_nav_destroy(nav);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
