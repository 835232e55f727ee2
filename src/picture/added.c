// What people add to a plan, as pictures show it. See added.h.
#include "picture/added.h"

#include "base/platform.h"

#include <math.h>
#include <string.h>

#define REST 0xc9cdd2ff // of all areas that come after those with a colour of their own

static const uint32_t tints[WEND_AREA_TINTS] = {0xb4d99aff, 0xa5c8ecff, 0xf6bd8cff, 0xcdb0e4ff, 0xfbdf7aff, 0xeca5afff,
                                                0x8fd6ccff, 0xc9b98fff, 0xf2b8deff, 0xd6e36cff, REST};

wend_added wend_added_of(const wend_nav *nav) {
    wend_added added = {.links = wend_nav_offlinks(nav)};
    added.areas = wend_nav_areas(nav, &added.area_count);
    return added;
}

// ---------------------------------------------------------------------------------------------------- areas

// "lawn"; "area 7" where it has no name.
static void name_area(const wend_added *added, int32_t id, char word[WEND_AREA_NAME]) {
    const wend_area *area = wend_area_find(added->areas, added->area_count, id);
    if (area && area->name[0]) {
        memcpy(word, area->name, WEND_AREA_NAME);
        return;
    }
    memcpy(word, "area ", 5);
    word[5 + wend_print_int64(word + 5, id)] = 0;
}

bool wend_area_look_make(wend_context *context, const wend_plan_view *view, const wend_added *added,
                         wend_area_look *look) {
    *look = (wend_area_look){0};
    if (!view->triangle_area)
        return true;
    look->tint = wend_allocate_array(context, WEND_AREA_MAX + 1, 1);
    if (!look->tint)
        return false;
    memset(look->tint, WEND_AREA_TINTS, WEND_AREA_MAX + 1);
    for (int32_t t = 0; t < view->triangle_count; t++)
        look->tint[view->triangle_area[t]] = 0;
    look->tint[0] = WEND_AREA_TINTS;
    for (int32_t id = 1; id <= WEND_AREA_MAX; id++) {
        if (look->tint[id] == WEND_AREA_TINTS)
            continue;
        bool rest = look->count >= WEND_AREA_TINTS - 1;
        int32_t tint = rest ? WEND_AREA_TINTS - 1 : look->count;
        look->tint[id] = (uint8_t)tint;
        look->colour[tint] = tints[tint];
        look->count = tint + 1;
        if (rest)
            memcpy(look->word[tint], "other areas", sizeof "other areas");
        else
            name_area(added, id, look->word[tint]);
    }
    return true;
}

void wend_area_look_free(wend_context *context, wend_area_look *look) {
    wend_release(context, look->tint, WEND_AREA_MAX + 1);
    look->tint = NULL;
}

// ---------------------------------------------------------------------------------------------------- links

enum { RING = 8 }; // sides of a ring

static void add_line(wend_added_lines *lines, const double a[3], const double b[3]) {
    memcpy(lines->ends[lines->count][0], a, sizeof lines->ends[0][0]);
    memcpy(lines->ends[lines->count++][1], b, sizeof lines->ends[0][0]);
}

// Adds both sides of an arrow head at `to`, for a way that comes from `from` and is so long seen from above.
static void add_head(wend_added_lines *lines, const double from[3], const double to[3], double length, double head) {
    double back = fmin(head / length, 1), aside = back * 0.5;
    for (int side = -1; side <= 1; side += 2) {
        const double at[3] = {to[0] + back * (from[0] - to[0]) - side * aside * (from[1] - to[1]),
                              to[1] + back * (from[1] - to[1]) + side * aside * (from[0] - to[0]),
                              to[2] + back * (from[2] - to[2])};
        add_line(lines, at, to);
    }
}

static void add_ring(wend_added_lines *lines, const double middle[3], double radius) {
    static const double corners[RING + 1][2] = {{1, 0},       {0.7, 0.7}, {0, 1},      {-0.7, 0.7}, {-1, 0},
                                                {-0.7, -0.7}, {0, -1},    {0.7, -0.7}, {1, 0}};
    for (int k = 0; k < RING; k++) {
        double ends[2][3];
        for (int i = 0; i < 2; i++) {
            ends[i][0] = middle[0] + radius * corners[k + i][0];
            ends[i][1] = middle[1] + radius * corners[k + i][1];
            ends[i][2] = middle[2];
        }
        add_line(lines, ends[0], ends[1]);
    }
}

void wend_added_lines_make(double places[2][2][3], bool both_ways, double head, wend_added_lines *lines) {
    double middle[2][3];
    *lines = (wend_added_lines){0};
    for (int end = 0; end < 2; end++) {
        for (int k = 0; k < 3; k++)
            middle[end][k] = places[end][0][k] + (places[end][1][k] - places[end][0][k]) / 2;
        if (memcmp(places[end][0], places[end][1], sizeof places[end][0]) != 0)
            add_line(lines, places[end][0], places[end][1]);
    }
    double x = middle[1][0] - middle[0][0], y = middle[1][1] - middle[0][1], length = sqrt(x * x + y * y);
    add_line(lines, middle[0], middle[1]);
    if (!(length > head / 2)) {
        add_ring(lines, middle[1], head / 2);
        return;
    }
    add_head(lines, middle[0], middle[1], length, head);
    if (both_ways)
        add_head(lines, middle[1], middle[0], length, head);
}
