// What is in the way: triangles of the scene, clipped to a region.
//
// Each triangle near the region is cut down, as a polygon in space, by the region's sides and by its lowest and highest
// plane. What is left, if anything, blocks. Of many triangles only the box meets the region's box, and their plane
// passes beside it: that is looked at first. Doubles are good enough: they decide whether something lies within a
// region whose sides were placed with a slack of two lattice steps, not how triangles hang together. O(log n +
// triangles near).
#include "link/obstacles.h"

#include <math.h>

// A convex polygon gains one corner a cut; more only where rounding makes a corner look both in and out.
enum { CORNERS = 24 };
#define NEARLY 1e-3 // lattice steps: more than rounding

typedef struct spot {
    double x, y, z;
} spot;

void wend_obstacles_free(wend_obstacles *obstacles) {
    wend_array_free(obstacles->context, &obstacles->found);
    wend_array_free(obstacles->context, &obstacles->blocked);
}

static double lid_at(const wend_lid *lid, double x, double y) {
    return lid->at + (lid->x * x + lid->y * y);
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

// Finds the box around a region, `more` beyond its corners: planes rise beyond them, too.
static void find_box(wend_region *r, double more) {
    double x0 = INFINITY, y0 = INFINITY, z0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY, z1 = -INFINITY;
    for (int i = 0; i < r->corners; i++) {
        double x = r->corner[i][0], y = r->corner[i][1];
        x0 = lesser(x, x0);
        y0 = lesser(y, y0);
        z0 = lesser(lid_at(&r->low, x, y), z0);
        x1 = greater(x, x1);
        y1 = greater(y, y1);
        z1 = greater(lid_at(&r->high, x, y), z1);
    }
    double x = r->origin[0], y = r->origin[1];
    r->box = (wend_box3){{wend_box_floor(x0 + x - more), wend_box_floor(y0 + y - more), wend_box_floor(z0 - more)},
                         {wend_box_ceil(x1 + x + more), wend_box_ceil(y1 + y + more), wend_box_ceil(z1 + more)}};
}

// The plane that has one height over a region's origin, another one `length` along its axis, and is level across.
static wend_lid lid_along(const wend_region *r, const double z[2], double length) {
    double rise = (z[1] - z[0]) / length;
    return (wend_lid){z[0], rise * r->axis[0], rise * r->axis[1]};
}

wend_region wend_region_band(const double p[2], const double q[2], double from, double to, double left, double right,
                             const double low[2], const double high[2]) {
    double dx = q[0] - p[0], dy = q[1] - p[1], length = sqrt(dx * dx + dy * dy);
    double ux = dx / length, uy = dy / length;
    wend_region r = {.origin = {p[0], p[1]}, .corners = 4, .axis = {ux, uy}};
    const double along[4] = {from, to, to, from}, across[4] = {-right, -right, left, left};
    for (int i = 0; i < 4; i++) {
        r.corner[i][0] = along[i] * ux - across[i] * uy;
        r.corner[i][1] = along[i] * uy + across[i] * ux;
    }
    r.low = lid_along(&r, low, length);
    r.high = lid_along(&r, high, length);
    find_box(&r, 0);
    return r;
}

wend_region wend_region_strip(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d, const double low[2],
                              const double high[2]) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length = sqrt(dx * dx + dy * dy);
    wend_region r = {
        .origin = {a.x, a.y},
        .corner = {{0, 0}, {dx, dy}, {(double)c.x - a.x, (double)c.y - a.y}, {(double)d.x - a.x, (double)d.y - a.y}},
        .reach = {WEND_RULE_SAME, -WEND_RULE_SAME, WEND_RULE_SAME, -WEND_RULE_SAME},
        .corners = 4,
        .axis = {dx / length, dy / length}};
    r.low = lid_along(&r, low, length);
    r.high = lid_along(&r, high, length);
    find_box(&r, WEND_RULE_BESIDE);
    // Measured by where a rung through a place begins: slanted, as both ends of the strip are on average.
    double ux = r.axis[0], uy = r.axis[1];
    double rx = (double)d.x - a.x + c.x - b.x, ry = (double)d.y - a.y + c.y - b.y, across = ux * ry - uy * rx;
    double slant = fabs(across) > 0 ? (rx * ux + ry * uy) / across : 0;
    r.axis[0] = ux + slant * uy;
    r.axis[1] = uy - slant * ux;
    return r;
}

// The plane through three heights over the corners of a triangle, the first of which is the origin.
static wend_lid lid_of(const double c[3][2], const double z[3]) {
    double ux = c[1][0], uy = c[1][1], wx = c[2][0], wy = c[2][1], area = ux * wy - uy * wx;
    double dz1 = z[1] - z[0], dz2 = z[2] - z[0];
    return (wend_lid){z[0], (dz1 * wy - dz2 * uy) / area, (dz2 * ux - dz1 * wx) / area};
}

wend_region wend_region_triangle(const wend_point3 p[3], const double low[3], const double high[3],
                                 const double reach[3]) {
    wend_region r = {.origin = {p[0].x, p[0].y}, .corners = 3};
    for (int i = 0; i < 3; i++) {
        r.corner[i][0] = (double)p[i].x - p[0].x;
        r.corner[i][1] = (double)p[i].y - p[0].y;
        r.reach[i] = reach[i];
    }
    r.low = lid_of((const double(*)[2])r.corner, low);
    r.high = lid_of((const double(*)[2])r.corner, high);
    find_box(&r, 2 * greater(0, greater(reach[0], greater(reach[1], reach[2]))));
    return r;
}

// Keeps the part of a polygon where `depth` is not negative.
static int keep(const spot *in, const double *depth, int count, spot *out) {
    int kept = 0;
    for (int i = 0; i < count && kept + 2 <= CORNERS; i++) {
        int k = i + 1 < count ? i + 1 : 0;
        out[kept] = in[i];
        kept += depth[i] >= 0;
        if (depth[i] * depth[k] < 0) {
            double t = depth[i] / (depth[i] - depth[k]);
            out[kept++] = (spot){in[i].x + t * (in[k].x - in[i].x), in[i].y + t * (in[k].y - in[i].y),
                                 in[i].z + t * (in[k].z - in[i].z)};
        }
    }
    return kept;
}

// A side of a region: what is to its left, or no farther than the slack to its right, lies within.
typedef struct fence {
    double x, y, dx, dy, slack;
} fence;

typedef struct fences {
    fence side[WEND_REGION_CORNERS];
    bool tight; // whether nothing beyond the region's corners lies within
} fences;

static void fences_of(const wend_region *r, fences *f) {
    f->tight = true;
    for (int k = 0; k < r->corners; k++) {
        const double *a = r->corner[k], *b = r->corner[k + 1 < r->corners ? k + 1 : 0];
        double dx = b[0] - a[0], dy = b[1] - a[1];
        f->side[k] = (fence){a[0], a[1], dx, dy, r->reach[k] * sqrt(dx * dx + dy * dy)};
        f->tight &= r->reach[k] <= 0;
    }
}

// What is left of a face.
typedef struct part {
    spot *corners;
    int count;
    spot *other; // room for its corners after the next cut
    spot places[2][CORNERS];
} part;

// Cuts it down to where `depth` is not negative; false when nothing is left.
static bool cut(part *p, const double *depth) {
    int within = 0;
    for (int i = 0; i < p->count; i++)
        within += depth[i] >= 0;
    if (within > 0 && within < p->count) {
        spot *before = p->corners;
        within = keep(before, depth, p->count, p->other);
        p->corners = p->other;
        p->other = before;
    }
    p->count = within;
    return within > 0;
}

// Whether all corners of a region are on one side of a face's plane, and not just rounded away from it.
static bool is_beside(const wend_region *r, const wend_face *face) {
    const wend_point3 *p = face->p;
    double ux = (double)p[1].x - p[0].x, uy = (double)p[1].y - p[0].y, uz = (double)p[1].z - p[0].z;
    double wx = (double)p[2].x - p[0].x, wy = (double)p[2].y - p[0].y, wz = (double)p[2].z - p[0].z;
    double nx = uy * wz - uz * wy, ny = uz * wx - ux * wz, nz = ux * wy - uy * wx;
    double dx = r->origin[0] - p[0].x, dy = r->origin[1] - p[0].y, least = INFINITY, most = -INFINITY;
    for (int i = 0; i < r->corners; i++) {
        double x = r->corner[i][0], y = r->corner[i][1];
        double at = nx * (x + dx) + ny * (y + dy) - nz * p[0].z;
        double low = at + nz * lid_at(&r->low, x, y), high = at + nz * lid_at(&r->high, x, y);
        least = lesser(least, lesser(low, high));
        most = greater(most, greater(low, high));
    }
    double margin = NEARLY * (fabs(nx) + fabs(ny) + fabs(nz));
    return least > margin || most < -margin;
}

// Finds the part of a face within a region; false when there is none.
static bool clip(const wend_region *r, const fences *limits, const wend_face *face, part *p) {
    double depth[CORNERS];
    if (limits->tight && is_beside(r, face))
        return false;
    p->corners = p->places[0];
    p->other = p->places[1];
    p->count = 3;
    for (int i = 0; i < 3; i++)
        p->corners[i] = (spot){face->p[i].x - r->origin[0], face->p[i].y - r->origin[1], face->p[i].z};
    for (const fence *f = limits->side; f < limits->side + r->corners; f++) {
        for (int i = 0; i < p->count; i++)
            depth[i] = f->dx * (p->corners[i].y - f->y) - f->dy * (p->corners[i].x - f->x) + f->slack;
        if (!cut(p, depth))
            return false;
    }
    for (int i = 0; i < p->count; i++)
        depth[i] = p->corners[i].z - lid_at(&r->low, p->corners[i].x, p->corners[i].y);
    if (!cut(p, depth))
        return false;
    for (int i = 0; i < p->count; i++)
        depth[i] = lid_at(&r->high, p->corners[i].x, p->corners[i].y) - p->corners[i].z;
    return cut(p, depth);
}

// Adds a range to those that are there, which stay merged and ascending.
static bool add_range(wend_obstacles *obstacles, wend_range r) {
    wend_range_list *list = &obstacles->blocked;
    int64_t first = 0;
    while (first < list->count && list->data[first].to < r.from)
        first++;
    int64_t end = first;
    for (; end < list->count && list->data[end].from <= r.to; end++) {
        r.from = list->data[end].from < r.from ? list->data[end].from : r.from;
        r.to = list->data[end].to > r.to ? list->data[end].to : r.to;
    }
    int64_t gone = end - first, behind = list->count - end;
    if (gone == 0 && !wend_array_reserve(obstacles->context, list, list->count + 1))
        return false;
    memmove(list->data + first + 1, list->data + end, (size_t)behind * sizeof *list->data);
    list->data[first] = r;
    list->count += 1 - gone;
    return true;
}

bool wend_obstacles_find(wend_obstacles *obstacles, const wend_box3 *box) {
    return wend_solid_search(obstacles->context, obstacles->solid, box, &obstacles->found);
}

bool wend_obstacles_ask(wend_obstacles *obstacles, const wend_region *region, const wend_range *enough) {
    return wend_obstacles_find(obstacles, &region->box) && wend_obstacles_ask_within(obstacles, region, enough);
}

// The range along a region's axis where a part of a face lies.
static wend_range range_of(const wend_region *region, const part *p) {
    wend_range r = {INFINITY, -INFINITY};
    for (int i = 0; i < p->count; i++) {
        double along = p->corners[i].x * region->axis[0] + p->corners[i].y * region->axis[1];
        r.from = along < r.from ? along : r.from;
        r.to = along > r.to ? along : r.to;
    }
    return r;
}

bool wend_obstacles_ask_within(wend_obstacles *obstacles, const wend_region *region, const wend_range *enough) {
    fences limits;
    obstacles->blocked.count = 0;
    if (obstacles->found.count > 0)
        fences_of(region, &limits);
    for (int64_t k = 0; k < obstacles->found.count; k++) {
        part p;
        if (!clip(region, &limits, &obstacles->solid->faces.data[obstacles->found.data[k]], &p))
            continue;
        if (!add_range(obstacles, range_of(region, &p)))
            return false;
        const wend_range *first = obstacles->blocked.data;
        if (enough && obstacles->blocked.count == 1 && first->from <= enough->from && first->to >= enough->to)
            break;
    }
    return true;
}

bool wend_obstacles_look(wend_obstacles *obstacles, const wend_region *region, bool *clear) {
    fences limits;
    if (!wend_solid_search(obstacles->context, obstacles->solid, &region->box, &obstacles->found))
        return false;
    if (obstacles->found.count > 0)
        fences_of(region, &limits);
    *clear = true;
    for (int64_t k = 0; k < obstacles->found.count && *clear; k++) {
        part p;
        int32_t face = obstacles->found.data[k];
        *clear = !clip(region, &limits, &obstacles->solid->faces.data[face], &p);
        if (!*clear)
            obstacles->last = face;
    }
    return true;
}

// Finds the part of one face within a region; false when there is none.
static bool clip_face(const wend_obstacles *obstacles, const wend_region *region, int32_t face, part *p) {
    fences limits;
    const wend_face *f = &obstacles->solid->faces.data[face];
    wend_box3 box = wend_box3_around(f->p);
    if (!wend_box3_meet(&box, &region->box))
        return false;
    fences_of(region, &limits);
    return clip(region, &limits, f, p);
}

bool wend_obstacles_ask_face(const wend_obstacles *obstacles, const wend_region *region, int32_t face,
                             wend_range *blocked) {
    part p;
    if (!clip_face(obstacles, region, face, &p))
        return false;
    *blocked = range_of(region, &p);
    return true;
}

bool wend_obstacles_blocked_again(const wend_obstacles *obstacles, const wend_region *region) {
    part p;
    return clip_face(obstacles, region, obstacles->last, &p);
}
