// Paths in three dimensions: as lines on the ground, or as ribbons a little above it, which can be seen from afar.
#include "picture/gathering.h"
#include "picture/paths.h"

#include "base/format.h"

#include <math.h>

#define HALF 0.04  // metres: half of the width of a ribbon,
#define RAISE 0.03 // and its height above the ground

static void begin(wend_gathering *g, const wend_paths_view *v, int32_t number, double width) {
    const wend_shown_path *path = &v->paths[number];
    wend_gather_part(g, path->layers[0], "path", number, path->colour, width);
    if (g->s->failed)
        return;
    wend_storey_part *part = &g->s->parts.data[g->s->parts.count - 1];
    wend_format(part->name, sizeof part->name, "path_%d", (int)number);
}

static void seen_at(const wend_paths_view *v, int32_t point, double seen[3]) {
    wend_ground_from_scene(v->up, v->places + 3 * (int64_t)point, seen);
}

static int32_t add_seen(wend_gathering *g, double x, double y, double z) {
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        g->s->failed |= !wend_array_push(g->s->context, &g->s->places, at[k]);
    return (int32_t)(g->s->places.count / 3) - 1;
}

void wend_gather_path_lines(wend_gathering *g, const wend_paths *paths) {
    wend_paths_view v = wend_paths_look(paths);
    for (int32_t k = 0; k < v.path_count && !g->s->failed; k++) {
        const wend_shown_path *path = &v.paths[k];
        begin(g, &v, k, 3);
        int32_t before = -1;
        for (int32_t i = path->first_point; i < path->first_point + path->point_count; i++) {
            double seen[3];
            seen_at(&v, i, seen);
            int32_t at = add_seen(g, seen[0], seen[1], seen[2]);
            if (before >= 0)
                wend_gather_line(g, before, at);
            before = at;
        }
    }
}

// The direction of the way from one point of the line to another, seen from above; as it was where it goes straight up.
static void turn_to(const double from[3], const double to[3], double way[2]) {
    double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    if (length > 0) {
        way[0] = x / length;
        way[1] = y / length;
    }
}

// The two edges of the ribbon at a point: across the middle of the directions in which the line comes and goes.
static void add_across(wend_gathering *g, const double seen[3], const double comes[2], const double goes[2],
                       int32_t edges[2]) {
    double half = HALF / g->s->unit, x = comes[0] + goes[0], y = comes[1] + goes[1], length = sqrt(x * x + y * y);
    x = length > 0 ? x / length : goes[0];
    y = length > 0 ? y / length : goes[1];
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? half : -half;
        edges[i] = add_seen(g, seen[0] - side * y, seen[1] + side * x, seen[2] + RAISE / g->s->unit);
    }
}

void wend_gather_path_ribbons(wend_gathering *g, const wend_paths *paths) {
    wend_paths_view v = wend_paths_look(paths);
    for (int32_t k = 0; k < v.path_count && !g->s->failed; k++) {
        const wend_shown_path *path = &v.paths[k];
        int32_t end = path->first_point + path->point_count, edges[2], before[2] = {0, 0};
        double comes[2] = {0, 0}, goes[2] = {0, 0}, seen[3], next[3];
        begin(g, &v, k, 0);
        for (int32_t i = path->first_point; i < end; i++) {
            seen_at(&v, i, seen);
            if (i + 1 < end) {
                seen_at(&v, i + 1, next);
                turn_to(seen, next, goes);
            }
            add_across(g, seen, i > path->first_point ? comes : goes, goes, edges);
            if (i > path->first_point) {
                const int32_t right[3] = {before[1], edges[1], edges[0]}, left[3] = {before[1], edges[0], before[0]};
                wend_gather_face(g, right, 3);
                wend_gather_face(g, left, 3);
            }
            comes[0] = goes[0];
            comes[1] = goes[1];
            before[0] = edges[0];
            before[1] = edges[1];
        }
    }
}
