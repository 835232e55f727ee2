// Places on a surface, or on any triangles with heights.
//
// Somebody's place is rounded to the lattice, and the triangles under and over it are found exactly. The heights that
// count as within reach have a slack of one lattice step, so that a place on the floor is on it, whatever was rounded.
// When none is there, the search goes sideways: of each triangle near by, only the part within those heights counts.
// Walls of a building stand above each other, so that the edges of two storeys are often equally near but for rounding;
// so the highest is taken of the floors that are at most one lattice step farther than the nearest.
#include "base/array.h"
#include "geom/tree.h"
#include "surface/floors.h"
#include "surface/surface.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- heights

// The plane as a mean of the corners' heights, weighed by the areas opposite to them: at a lattice point the areas are
// exact, so that even on a needle the height lies between those of the corners. The fraction of a place that is none
// comes on top.
double wend_height_at(const wend_point3 corners[3], double x, double y) {
    const wend_point3 *a = &corners[0], *b = &corners[1], *c = &corners[2];
    int64_t bx = (int64_t)b->x - a->x, by = (int64_t)b->y - a->y, cx = (int64_t)c->x - a->x, cy = (int64_t)c->y - a->y;
    bool near = fabs(x) <= WEND_COORDINATE_MAX && fabs(y) <= WEND_COORDINATE_MAX;
    int64_t whole_x = near ? (int64_t)x : a->x, whole_y = near ? (int64_t)y : a->y;
    int64_t dx = whole_x - a->x, dy = whole_y - a->y;
    double rest_x = x - (double)whole_x, rest_y = y - (double)whole_y;
    double to_b = (double)(dx * cy - dy * cx) + (rest_x * (double)cy - rest_y * (double)cx);
    double to_c = (double)(bx * dy - by * dx) + ((double)bx * rest_y - (double)by * rest_x);
    double all = (double)(bx * cy - by * cx);
    return a->z + (to_b / all * (double)((int64_t)b->z - a->z) + to_c / all * (double)((int64_t)c->z - a->z));
}

static void find_corners(const void *user, int32_t triangle, wend_point3 corners[3]) {
    const wend_surface_view *view = user;
    for (int i = 0; i < 3; i++)
        corners[i] = view->vertices[view->triangles[triangle].v[i]];
}

double wend_surface_height(const wend_surface *surface, int32_t triangle, double x, double y) {
    wend_point3 corners[3];
    find_corners(&surface->view, triangle, corners);
    return wend_height_at(corners, x, y);
}

// ---------------------------------------------------------------------------------------------------- straight down

typedef struct corner {
    double x, y, z;
} corner;

// What is looked for: a floor at x, y with a height from `low` to `high`, in lattice steps.
typedef struct wanted {
    const wend_floors *floors;
    double x, y, low, high;
    wend_point3 point;   // x and y rounded, for the search straight down
    double distance2;    // how far the search sideways goes, squared
    int32_t triangle;    // the best floor so far, -1 when there is none
    corner at;           // where on it
    double at_distance2; // how far that is sideways, squared
} wanted;

static bool visit_floor(void *user, int32_t triangle) {
    wanted *w = user;
    wend_point3 c[3];
    w->floors->corners(w->floors->user, triangle, c);
    if (wend_cross3(&c[0], &c[1], &w->point) < 0 || wend_cross3(&c[1], &c[2], &w->point) < 0 ||
        wend_cross3(&c[2], &c[0], &w->point) < 0)
        return true;
    double z = wend_height_at(c, w->point.x, w->point.y);
    if (z < w->low || z > w->high || (w->triangle >= 0 && z <= w->at.z))
        return true;
    w->triangle = triangle;
    w->at = (corner){w->point.x, w->point.y, z};
    return true;
}

static int32_t rounded(double x) {
    return (int32_t)(x < 0 ? x - 0.5 : x + 0.5);
}

static void look_down(wanted *w) {
    if (fabs(w->x) > WEND_COORDINATE_MAX || fabs(w->y) > WEND_COORDINATE_MAX)
        return;
    w->point = (wend_point3){rounded(w->x), rounded(w->y), 0};
    wend_box box = {w->point.x, w->point.y, w->point.x, w->point.y};
    wend_tree_search(w->floors->tree, &box, visit_floor, w);
}

// ---------------------------------------------------------------------------------------------------- sideways

enum { CORNERS = 5 }; // a triangle cut by two planes

// Keeps what lies above a height, or below it with sign -1. `out` has room for one corner more.
static int cut_at(const corner *in, int count, double height, double sign, corner *out) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        corner p = in[i], q = in[i + 1 < count ? i + 1 : 0];
        double over_p = sign * (p.z - height), over_q = sign * (q.z - height);
        if (over_p >= 0)
            out[kept++] = p;
        if ((over_p > 0 && over_q < 0) || (over_p < 0 && over_q > 0)) {
            double along = over_p / (over_p - over_q);
            out[kept++] = (corner){p.x + along * (q.x - p.x), p.y + along * (q.y - p.y), height};
        }
    }
    return kept;
}

// The part of a triangle within the wanted heights.
static int part_within(const wanted *w, const wend_point3 corners[3], corner *part) {
    corner whole[3], over[CORNERS - 1];
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const wend_point3 *p = &corners[i];
        whole[i] = (corner){p->x, p->y, p->z};
        least = whole[i].z < least ? whole[i].z : least;
        most = whole[i].z > most ? whole[i].z : most;
    }
    if (least > w->high || most < w->low)
        return 0;
    if (least >= w->low && most <= w->high) {
        memcpy(part, whole, sizeof whole);
        return 3;
    }
    return cut_at(over, cut_at(whole, 3, w->low, 1, over), w->high, -1, part);
}

// The nearest point of the part of a triangle within the wanted heights. Returns its squared distance, infinite when
// there is no such part.
static double nearest_of(const wanted *w, int32_t triangle, corner *nearest) {
    corner part[CORNERS];
    wend_point3 corners[3];
    w->floors->corners(w->floors->user, triangle, corners);
    int count = part_within(w, corners, part);
    double best = INFINITY;
    bool inside = count >= 3;
    for (int i = 0; i < count; i++) {
        corner p = part[i], q = part[i + 1 < count ? i + 1 : 0];
        double dx = q.x - p.x, dy = q.y - p.y, length2 = dx * dx + dy * dy;
        inside &= dx * (w->y - p.y) - dy * (w->x - p.x) > 0;
        double along = length2 > 0 ? ((w->x - p.x) * dx + (w->y - p.y) * dy) / length2 : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        corner at = {p.x + along * dx, p.y + along * dy, p.z + along * (q.z - p.z)};
        double distance2 = (at.x - w->x) * (at.x - w->x) + (at.y - w->y) * (at.y - w->y);
        if (distance2 < best) {
            best = distance2;
            *nearest = at;
        }
    }
    if (!inside)
        return best;
    *nearest = (corner){w->x, w->y, wend_height_at(corners, w->x, w->y)};
    return 0;
}

static void visit_nearest(void *user, int32_t triangle) {
    wanted *w = user;
    corner nearest;
    double distance2 = nearest_of(w, triangle, &nearest);
    w->distance2 = distance2 < w->distance2 ? distance2 : w->distance2;
}

// Of the floors that are near enough: the highest, of those the nearest, of those the lowest triangle.
static void visit_highest(void *user, int32_t triangle) {
    wanted *w = user;
    corner nearest;
    double distance2 = nearest_of(w, triangle, &nearest);
    if (!(distance2 <= w->distance2))
        return;
    bool better = w->triangle < 0 || nearest.z > w->at.z;
    if (!better && nearest.z == w->at.z)
        better = distance2 != w->at_distance2 ? distance2 < w->at_distance2 : triangle < w->triangle;
    if (!better)
        return;
    w->triangle = triangle;
    w->at = nearest;
    w->at_distance2 = distance2;
}

static void look_around(wanted *w, double reach) {
    w->distance2 = reach * reach;
    wend_tree_nearest(w->floors->tree, w->x, w->y, &w->distance2, visit_nearest, w);
    double most = sqrt(w->distance2) + 1;
    w->distance2 = most < reach ? most * most : reach * reach;
    wend_tree_nearest(w->floors->tree, w->x, w->y, &w->distance2, visit_highest, w);
}

// ---------------------------------------------------------------------------------------------------- the call

static double clamp(double value, double limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

void wend_floors_locate(const wend_floors *floors, const double place[3], double above, double below, double snap,
                        wend_foothold *foothold) {
    const wend_lattice3 *lattice = floors->lattice;
    *foothold = (wend_foothold){.triangle = -1};
    if (!isfinite(place[0]) || !isfinite(place[1]) || !isfinite(place[2]))
        return;
    double ground[3], side = lattice->step * lattice->unit;
    wend_ground_from_scene(lattice->up, place, ground);
    double at[3]; // cut off where squares would overflow
    for (int i = 0; i < 3; i++)
        at[i] = clamp((ground[i] - lattice->origin[i]) / lattice->step, 1e150);
    wanted w = {.floors = floors,
                .x = at[0],
                .y = at[1],
                .low = at[2] - below / side - 1,
                .high = at[2] + above / side + 1,
                .triangle = -1};
    if (!(w.low <= w.high))
        return;
    look_down(&w);
    if (w.triangle < 0 && snap > 0)
        look_around(&w, clamp(snap / side, 1e151));
    if (w.triangle < 0)
        return;
    foothold->triangle = w.triangle;
    foothold->distance = sqrt(w.at_distance2) * side;
    double stand[3] = {lattice->origin[0] + lattice->step * w.at.x, lattice->origin[1] + lattice->step * w.at.y,
                       lattice->origin[2] + lattice->step * w.at.z};
    wend_scene_from_ground(lattice->up, stand, foothold->place);
}

void wend_surface_locate(const wend_surface *surface, const double place[3], double above, double below, double snap,
                         wend_foothold *foothold) {
    wend_floors floors = {&surface->view.lattice, &surface->tree, find_corners, &surface->view};
    wend_floors_locate(&floors, place, above, below, snap, foothold);
}
