// The floor, cut until clearance is linear on each triangle: see wend_floor in wend/picture.h.
//
// Around each arc of the medial axis lies the floor that is nearest to its two obstacles. On the side of an edge it is
// a trapezoid between the arc and its foot on the edge, and clearance is linear there: exactly. On the side of a point
// it is a triangle with that point; clearance is a cone, which is convex. So an arc is cut into pieces that are taken
// for straight, and all that matters is how much the cone lies below the chord of a piece:
//
//                 point                     The cone over a triangle is highest above the plane through its corners
//                  /|\                      where the chord is: elsewhere both shrink toward the point. The floor that
//      dP         / | \       cone          a chord takes from the edge's side is the point's (its cell is convex), and
//                a--+--b      chord         there the edge is farther than the point by no more than on the chord. So
//      dE        |     |      linear        `error` at the chord is `error` everywhere.
//               _|_____|_     edge
//
// Each trapezoid or triangle is then laid on the ground: cut along the triangles of the linked complex below it, found
// by spreading from one to its neighbours, so that floors above each other do not matter. All corners that this makes
// get their own true clearance, which makes the difference smaller, if anything: the cone is convex.
//
// O(n log n) for arcs and triangles as scenes have them: each triangle is met once for each piece above it.
#include <wend/picture.h>

#include "base/array.h"
#include "base/context.h"
#include "medial/medial.h"
#include "plan/walk.h"

#include <math.h>

#define ERROR_LEAST 1e-4 // metres
#define ROUNDING 0.95    // share of the error that cutting may take
#define SPECK 1e-3       // square lattice steps: what is smaller is left out

enum { HALVINGS = 14, CORNERS = 8 };

struct wend_floor {
    wend_context *context;
    int32_t triangle_count;
    WEND_ARRAY(double) places;
    WEND_ARRAY(double) clearances;
    WEND_ARRAY(int32_t) triangles;
    WEND_ARRAY(int32_t) arcs;
    WEND_ARRAY(int32_t) layers;
    WEND_ARRAY(int32_t) ends;
};

typedef struct spot2 {
    double x, y;
} spot2;

// A convex part of the floor, seen from above in lattice steps.
typedef struct part {
    int count;
    spot2 corners[CORNERS];
} part;

typedef struct cutter {
    wend_floor *floor;
    wend_context *context;
    const wend_plan *plan;
    const wend_medial *medial;
    wend_plan_view view;
    wend_medial_view axis;
    wend_links_view links;   // of a plan of a linked surface
    wend_flat above, ground; // the plan, and what heights come from: the linked complex, or else the plan again
    double error;            // lattice steps
    bool failed;             // memory ran short
    bool full;               // more triangles than can be numbered
    int32_t round;
    int32_t arc, layer, end;
    WEND_ARRAY(int32_t) corner; // of each vertex of the plan: a half-edge that starts there
    WEND_ARRAY(int32_t) rounds; // of each triangle of the ground: the part that met it last
    WEND_ARRAY(int32_t) queue;
    WEND_ARRAY(double) cuts; // of an arc, from 0 to 1
} cutter;

// ---------------------------------------------------------------------------------------------------- sites

static bool is_point(const cutter *c, int32_t site) {
    return site < c->view.vertex_count;
}

static spot2 place_of(const cutter *c, int32_t vertex) {
    return (spot2){c->view.vertices[vertex].x, c->view.vertices[vertex].y};
}

static double distance(spot2 a, spot2 b) {
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static double cross(spot2 a, spot2 b, spot2 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static void edge_of(const cutter *c, int32_t site, spot2 ends[2]) {
    int32_t e = c->view.boundaries[site - c->view.vertex_count].edge;
    ends[0] = place_of(c, wend_flat_start(&c->above, e));
    ends[1] = place_of(c, wend_flat_start(&c->above, wend_half_next(e)));
}

static spot2 foot_of(const cutter *c, int32_t site, spot2 at) {
    if (is_point(c, site))
        return place_of(c, site);
    spot2 ends[2];
    edge_of(c, site, ends);
    double x = ends[1].x - ends[0].x, y = ends[1].y - ends[0].y;
    double along = ((at.x - ends[0].x) * x + (at.y - ends[0].y) * y) / (x * x + y * y);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return (spot2){ends[0].x + along * x, ends[0].y + along * y};
}

static spot2 on_arc(const cutter *c, double at) {
    double place[2];
    wend_medial_arc_point(c->medial, c->arc, at, place, NULL);
    return (spot2){(place[0] - c->view.lattice.origin[0]) / c->view.lattice.step,
                   (place[1] - c->view.lattice.origin[1]) / c->view.lattice.step};
}

// ---------------------------------------------------------------------------------------------------- arcs

// By how much the distance to p lies below its chord a - b: at most where the two grow equally.
static double sag(spot2 p, spot2 a, spot2 b) {
    double length = distance(a, b), from = distance(p, a), to = distance(p, b);
    if (!(length > 0))
        return 0;
    double height = fabs(cross(a, b, p)) / length;
    double start = ((a.x - p.x) * (b.x - a.x) + (a.y - p.y) * (b.y - a.y)) / length;
    double slope = (to - from) / length, rest = 1 - slope * slope;
    double at = rest > 0 ? height * slope / sqrt(rest) : start;
    at = at < start ? start : at > start + length ? start + length : at;
    return from + slope * (at - start) - sqrt(height * height + at * at);
}

static bool is_fine(const cutter *c, double from, double to) {
    spot2 a = on_arc(c, from), b = on_arc(c, to);
    for (int i = 0; i < 2; i++) {
        int32_t site = c->axis.arcs[c->arc].site[i];
        if (is_point(c, site) && sag(place_of(c, site), a, b) > c->error)
            return false;
    }
    return true;
}

static void cut_arc(cutter *c, double from, double to, int halvings) {
    if (halvings > 0 && !is_fine(c, from, to)) {
        cut_arc(c, from, (from + to) / 2, halvings - 1);
        cut_arc(c, (from + to) / 2, to, halvings - 1);
        return;
    }
    c->failed |= !wend_array_push(c->context, &c->cuts, to);
}

// ---------------------------------------------------------------------------------------------------- the ground

static wend_point rounded(spot2 at) {
    return (wend_point){(int32_t)floor(at.x + 0.5), (int32_t)floor(at.y + 0.5)};
}

// The plan's triangle in a place of the arc. Between two points, a fan that turns only once leaves no doubt.
static int32_t plan_triangle(const cutter *c, double at) {
    const wend_medial_arc *arc = &c->axis.arcs[c->arc];
    int32_t last;
    if (!is_point(c, arc->site[0]) || !is_point(c, arc->site[1]))
        return wend_medial_arc_triangle(c->medial, c->arc, at);
    wend_point from = c->view.vertices[arc->site[0]], to = rounded(on_arc(c, at));
    int32_t corner = c->corner.data[arc->site[0]], found = -1, ways = 0;
    for (int32_t e = corner; e >= 0;) {
        bool ahead = wend_cross(from, wend_flat_to(&c->above, e), to) >= 0 &&
                     wend_cross(from, to, wend_flat_from(&c->above, wend_half_previous(e))) > 0;
        found = ahead ? e : found;
        ways += ahead;
        e = wend_flat_after(&c->above, e);
        e = e == corner ? -1 : e;
    }
    int32_t t = ways == 1 ? wend_walk_on_flat(&c->above, found / 3, from, to, &last) : -1;
    return t >= 0 ? t : wend_medial_arc_triangle(c->medial, c->arc, at);
}

// The triangle of the ground below a place near another one, of which the plan's triangle is known.
static int32_t find_ground(const cutter *c, int32_t triangle, spot2 known, spot2 at) {
    wend_spot spot = {triangle, rounded(known), 0};
    wend_plan_ground ground;
    int32_t last;
    wend_plan_find_ground(c->plan, &spot, &ground);
    int32_t t = c->view.vertex_heights ? ground.triangle : triangle;
    wend_point to = rounded(at);
    for (int32_t e = 3 * t; e < 3 * t + 3 && t >= 0; e++) // from a corner one walks over the triangle that is ahead
        if (wend_point_equal(wend_flat_from(&c->ground, e), spot.point) && !wend_point_equal(spot.point, to)) {
            t = wend_walk_pass(&c->ground, e, to);
            break;
        }
    if (t < 0)
        return -1;
    int32_t found = wend_walk_on_flat(&c->ground, t, spot.point, to, &last);
    return found >= 0 ? found : last;
}

static spot2 corner_of(const cutter *c, int32_t e) {
    wend_point p = wend_flat_from(&c->ground, e);
    return (spot2){p.x, p.y};
}

// The height of the ground on triangle t, in lattice steps.
static double height_on(const cutter *c, int32_t t, spot2 at) {
    if (!c->view.vertex_heights)
        return 0;
    const wend_linked_triangle *triangle = &c->links.triangles[t];
    spot2 p = corner_of(c, 3 * t), q = corner_of(c, 3 * t + 1), r = corner_of(c, 3 * t + 2);
    double whole = cross(p, q, r);
    return triangle->z[0] + cross(p, at, r) / whole * ((double)triangle->z[1] - triangle->z[0]) +
           cross(p, q, at) / whole * ((double)triangle->z[2] - triangle->z[0]);
}

// Cuts off what of a part lies on the right of a -> b.
static void cut_part(part *p, spot2 a, spot2 b) {
    part kept = {.count = 0};
    for (int i = 0; i < p->count; i++) {
        spot2 at = p->corners[i], next = p->corners[(i + 1) % p->count];
        double here = cross(a, b, at), there = cross(a, b, next);
        if (here >= 0 && kept.count < CORNERS)
            kept.corners[kept.count++] = at;
        if (((here > 0 && there < 0) || (here < 0 && there > 0)) && kept.count < CORNERS) {
            double along = here / (here - there);
            kept.corners[kept.count++] = (spot2){at.x + along * (next.x - at.x), at.y + along * (next.y - at.y)};
        }
    }
    *p = kept;
}

static double area2_of(const part *p) {
    double sum = 0;
    for (int i = 2; i < p->count; i++)
        sum += cross(p->corners[0], p->corners[i - 1], p->corners[i]);
    return sum;
}

// ---------------------------------------------------------------------------------------------------- parts

static void add_corner(cutter *c, int32_t t, spot2 at, int32_t site) {
    wend_floor *f = c->floor;
    const wend_lattice *lattice = &c->view.lattice;
    const wend_lattice3 *ground = &c->view.ground;
    double height = height_on(c, t, at), place[3];
    const double seen[3] = {lattice->origin[0] + lattice->step * at.x, lattice->origin[1] + lattice->step * at.y,
                            c->view.vertex_heights ? ground->origin[2] + ground->step * height : 0};
    if (c->view.vertex_heights)
        wend_scene_from_ground(ground->up, seen, place);
    for (int k = 0; k < 3; k++)
        c->failed |= !wend_array_push(c->context, &f->places, c->view.vertex_heights ? place[k] : seen[k]);
    double room = distance(at, foot_of(c, site, at)) * lattice->step * c->view.unit;
    c->failed |= !wend_array_push(c->context, &f->clearances, room);
}

static void add_part(cutter *c, const part *p, int32_t t, int32_t site) {
    wend_floor *f = c->floor;
    int64_t first = f->clearances.count;
    c->full |= first > INT32_MAX - CORNERS || f->arcs.count > INT32_MAX / 3 - CORNERS;
    if (c->full)
        return;
    for (int i = 0; i < p->count; i++)
        add_corner(c, t, p->corners[i], site);
    for (int32_t i = 2; i < p->count; i++) {
        const int32_t corners[3] = {(int32_t)first, (int32_t)first + i - 1, (int32_t)first + i};
        for (int k = 0; k < 3; k++)
            c->failed |= !wend_array_push(c->context, &f->triangles, corners[k]);
        c->failed |= !wend_array_push(c->context, &f->arcs, c->arc) ||
                     !wend_array_push(c->context, &f->layers, c->layer) ||
                     !wend_array_push(c->context, &f->ends, c->end);
    }
}

// Whether side e of a triangle has a part of the inside of p.
static bool passes(const cutter *c, int32_t e, const part *p) {
    spot2 a = corner_of(c, e), b = corner_of(c, wend_half_next(e));
    double from = 0, to = 1;
    for (int i = 0; i < p->count; i++) {
        spot2 u = p->corners[i], v = p->corners[(i + 1) % p->count];
        double here = cross(u, v, a), there = cross(u, v, b);
        if (here <= 0 && there <= 0)
            return false;
        if (here < 0)
            from = fmax(from, here / (here - there));
        if (there < 0)
            to = fmin(to, here / (here - there));
    }
    return from < to;
}

// Lays a part on the ground, from one triangle that is below it on to all others.
static void lay(cutter *c, const part *whole, int32_t first, int32_t site) {
    if (first < 0 || c->failed)
        return;
    c->round++;
    c->queue.count = 0;
    c->rounds.data[first] = c->round;
    c->failed |= !wend_array_push(c->context, &c->queue, first);
    for (int64_t k = 0; k < c->queue.count && !c->failed; k++) {
        int32_t t = c->queue.data[k];
        part p = *whole;
        for (int32_t e = 3 * t; e < 3 * t + 3 && p.count > 2; e++)
            cut_part(&p, corner_of(c, e), corner_of(c, wend_half_next(e)));
        if (p.count > 2 && area2_of(&p) > SPECK)
            add_part(c, &p, t, site);
        for (int32_t e = 3 * t; e < 3 * t + 3; e++) {
            int32_t twin = wend_flat_twin(&c->ground, e);
            if (twin < 0 || c->rounds.data[twin / 3] == c->round || !passes(c, e, whole))
                continue;
            c->rounds.data[twin / 3] = c->round;
            c->failed |= !wend_array_push(c->context, &c->queue, twin / 3);
        }
    }
}

#define SAME 1e-3 // lattice steps: nearer corners are one

// A part without corners that are the same.
static part make_part(const spot2 *corners, int count) {
    part p = {.count = 0};
    for (int i = 0; i < count; i++)
        if (distance(corners[i], corners[(i + 1) % count]) > SAME)
            p.corners[p.count++] = corners[i];
    return p;
}

// What lies between a piece of an arc and one of its obstacles.
static void cut_side(cutter *c, double from, double to, int32_t triangle, int32_t site) {
    spot2 a = on_arc(c, from), b = on_arc(c, to), middle = {0, 0};
    const spot2 corners[4] = {foot_of(c, site, a), a, b, foot_of(c, site, b)};
    part p = make_part(corners, is_point(c, site) ? 3 : 4);
    double area2 = area2_of(&p);
    if (fabs(area2) <= SPECK)
        return;
    for (int i = 0; i < p.count / 2 && area2 < 0; i++) {
        spot2 swap = p.corners[i];
        p.corners[i] = p.corners[p.count - 1 - i];
        p.corners[p.count - 1 - i] = swap;
    }
    for (int i = 0; i < p.count; i++) {
        middle.x += p.corners[i].x / p.count;
        middle.y += p.corners[i].y / p.count;
    }
    lay(c, &p, find_ground(c, triangle, on_arc(c, (from + to) / 2), middle), site);
}

static void cut_around(cutter *c, int32_t arc) {
    c->arc = arc;
    c->cuts.count = 0;
    double least = wend_medial_arc_least(c->medial, arc), from = 0;
    if (least > 0 && least < 1)
        cut_arc(c, 0, least, HALVINGS);
    cut_arc(c, least < 1 ? least : 0, 1, HALVINGS);
    for (int64_t k = 0; k < c->cuts.count && !c->failed; from = c->cuts.data[k++]) {
        double to = c->cuts.data[k];
        int32_t triangle = plan_triangle(c, (from + to) / 2);
        if (triangle < 0)
            continue;
        c->layer = c->view.triangle_layer ? c->view.triangle_layer[triangle] : 0;
        c->end = c->axis.arcs[arc].vertex[to <= least ? 0 : 1];
        for (int i = 0; i < 2; i++)
            cut_side(c, from, to, triangle, c->axis.arcs[arc].site[i]);
    }
}

// ---------------------------------------------------------------------------------------------------- all of it

static bool prepare(cutter *c) {
    if (!wend_array_resize(c->context, &c->corner, c->view.vertex_count) ||
        !wend_array_resize(c->context, &c->rounds, c->ground.mesh.count))
        return false;
    for (int32_t t = 0; t < c->ground.mesh.count; t++)
        c->rounds.data[t] = 0;
    for (int32_t v = 0; v < c->view.vertex_count; v++)
        c->corner.data[v] = -1;
    for (int32_t e = 0; e < 3 * c->view.triangle_count; e++) {
        int32_t *at = &c->corner.data[wend_flat_start(&c->above, e)]; // where the fan is open, it begins there
        *at = *at < 0 || wend_flat_twin(&c->above, e) < 0 ? e : *at;
    }
    return true;
}

wend_floor_def wend_default_floor_def(void) {
    return (wend_floor_def){.error = 0.01};
}

wend_result wend_floor_build(wend_context *context, const wend_medial *medial, const wend_floor_def *def,
                             wend_floor **floor, wend_report *report) {
    if (!wend_given(floor, context != NULL && medial != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_floor_def used = def ? *def : wend_default_floor_def();
    if (floor)
        *floor = NULL;
    if (!context || !medial || !floor)
        return WEND_ERROR_ARGUMENT;
    if (!(used.error >= ERROR_LEAST && used.error <= 1e9)) {
        wend_finding finding =
            wend_finding_make("floor-error", WEND_ERROR, "error: expected 0.0001 to 1e9, in metres.");
        wend_report_add(report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    wend_floor *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_floor){.context = context};
    const wend_plan *plan = medial->plan;
    cutter c = {.floor = made,
                .context = context,
                .plan = plan,
                .medial = medial,
                .view = wend_plan_look(plan),
                .axis = wend_medial_look(medial)};
    c.above = wend_flat_of_plan(&c.view);
    c.ground = c.above;
    if (c.view.vertex_heights) {
        c.links = wend_links_look(wend_plan_links(plan));
        c.ground = wend_flat_of_links(&c.links);
    }
    c.error = used.error * ROUNDING / (c.view.lattice.step * c.view.unit);
    c.failed = !prepare(&c);
    wend_result result = WEND_OK;
    for (int32_t arc = 0; arc < c.axis.arc_count && !c.failed && result == WEND_OK; arc++) {
        cut_around(&c, arc);
        result = c.full                                                                           ? WEND_ERROR_LIMIT
                 : arc % 256 == 0 && wend_pause(context, "floor", (double)arc / c.axis.arc_count) ? WEND_ERROR_CANCELLED
                                                                                                  : WEND_OK;
    }
    made->triangle_count = (int32_t)made->arcs.count;
    wend_array_free(context, &c.corner);
    wend_array_free(context, &c.rounds);
    wend_array_free(context, &c.queue);
    wend_array_free(context, &c.cuts);
    result = c.failed ? WEND_ERROR_MEMORY : result;
    if (result == WEND_OK)
        *floor = made;
    else
        wend_floor_destroy(made);
    return result;
}

void wend_floor_destroy(wend_floor *floor) {
    if (!floor)
        return;
    wend_array_free(floor->context, &floor->places);
    wend_array_free(floor->context, &floor->clearances);
    wend_array_free(floor->context, &floor->triangles);
    wend_array_free(floor->context, &floor->arcs);
    wend_array_free(floor->context, &floor->layers);
    wend_array_free(floor->context, &floor->ends);
    wend_release(floor->context, floor, sizeof *floor);
}

wend_floor_view wend_floor_look(const wend_floor *floor) {
    if (floor == NULL)
        return (wend_floor_view){0};
    return (wend_floor_view){(int32_t)floor->clearances.count,
                             floor->places.data,
                             floor->clearances.data,
                             floor->triangle_count,
                             floor->triangles.data,
                             floor->arcs.data,
                             floor->layers.data,
                             floor->ends.data};
}
