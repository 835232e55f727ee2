// The cell of a place.
//
// Places come with the plan triangle that they are in. Most triangles lie in one cell. Portals that are no edges of the
// plan's triangulation pass through triangles: each from side to side or corner, so they cut it into pieces like
// chords. To find the piece of a place, walk straight to it from the triangle's first corner: of the chords passed, the
// last one bounds the piece, and its portal knows the cell behind it. When none is passed, the piece is one of those at
// the corner, between the chords that start there.
//
// So two things are noted for each triangle: its chords, and the cell at its first corner along its first edge. Both
// come from going around each vertex with two hands, counter-clockwise: one turns over the plan's triangles, the other
// over the sides of cells that start there, which follow each other from cell to cell. So a vertex costs what is around
// it, be it a hub of thousands. The chords are found by walking each portal over the plan from where it starts.
#include "base/array.h"
#include "cells/cells.h"

#include "plan/plan.h"

// ---------------------------------------------------------------------------------------------------- starting

enum { CELLS = 1024, POINTS = 4096, VERTICES = 2048, TRIANGLES = 16384, PORTALS = 1024 }; // so many in one task

// Where to start going around a vertex: a half-edge of the plan, and a side of a cell; along the boundary if there is
// one. At a vertex with a single cell around it the half-edge is -1.
typedef struct tour_start {
    int32_t edge;
    int32_t side, cell;
} tour_start;

// A triangle that a portal passes through.
typedef struct cut {
    int32_t triangle, portal;
} cut;

// What the portals of one task pass through.
typedef struct cut_piece {
    WEND_ARRAY(cut) cuts;
} cut_piece;

typedef struct indexing {
    wend_cells *cells;
    const wend_plan_view *plan;
    const wend_cells_view *view;
    WEND_ARRAY(wend_fine) spots;   // of each point
    WEND_ARRAY(tour_start) starts; // of each vertex
    // Of each portal: the edge through which it leaves the plan triangle that it starts in; -1 for one that is an edge
    // of the plan or starts at a point.
    WEND_ARRAY(int32_t) leaves;
    WEND_ARRAY(cut_piece) pieces;
} indexing;

// Notes the side along the boundary edge that leads away from each vertex.
static wend_result start_at_boundary(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int32_t i = (int32_t)begin; i < end; i++) {
        const wend_cell *cell = &x->view->cells[i];
        for (int32_t k = cell->first; k < cell->first + cell->count; k++) {
            wend_cell_side side = x->view->sides[k];
            if (side.across < 0 && side.corner < x->plan->vertex_count)
                x->starts.data[side.corner] = (tour_start){x->plan->boundaries[~side.across].edge, k, i};
        }
    }
    return WEND_OK;
}

static bool is_inner(const indexing *x, int32_t corner) {
    return corner < x->plan->vertex_count && !(x->plan->vertex_flags[corner] & WEND_VERTEX_BOUNDARY);
}

// Notes a portal and an edge of each vertex that is inside the floor; along a border when it has one, because where the
// floor turns around it more than once, direction alone does not tell what belongs together.
static void start_inside(indexing *x) {
    bool any = false;
    for (int32_t v = 0; v < x->plan->vertex_count && !any; v++)
        any = is_inner(x, v);
    if (!any)
        return;
    for (int32_t t = 0; t < x->plan->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            if (is_inner(x, x->plan->triangles[t].v[i]))
                x->starts.data[x->plan->triangles[t].v[i]].edge = 3 * t + i;
    for (int32_t i = 0; i < x->view->portal_count; i++)
        for (int k = 0; k < 2; k++) {
            const wend_portal *portal = &x->view->portals[i];
            if (!is_inner(x, portal->ends[k]))
                continue;
            x->starts.data[portal->ends[k]].side = portal->sides[k];
            x->starts.data[portal->ends[k]].cell = portal->cells[k];
        }
    for (int32_t i = 0; i < x->view->portal_count; i++)
        for (int k = 0; k < 2; k++) {
            const wend_portal *portal = &x->view->portals[i];
            int32_t v = portal->ends[k];
            if (portal->border < 0 || !is_inner(x, v))
                continue;
            int32_t e = x->plan->borders[portal->border];
            e = wend_plan_edge_start(x->plan, e) == v ? e : wend_plan_edge_twin(x->plan, e);
            x->starts.data[v] = (tour_start){e, portal->sides[k], portal->cells[k]};
        }
}

// ---------------------------------------------------------------------------------------------------- rays

// The line from one corner to another.
typedef struct ray {
    wend_point from, to;          // when both are vertices of the plan
    wend_fine fine_from, fine_to; // else
    bool fine;
} ray;

static wend_result find_spots(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int64_t i = begin; i < end; i++)
        x->spots.data[i] = wend_fine_on(x->plan, x->view->points[i]);
    return WEND_OK;
}

static wend_fine spot_of(const indexing *x, int32_t corner) {
    int32_t vertices = x->plan->vertex_count;
    return corner < vertices ? wend_fine_of(x->plan->vertices[corner]) : x->spots.data[corner - vertices];
}

static ray ray_of(const indexing *x, int32_t from, int32_t to) {
    if (from >= x->plan->vertex_count || to >= x->plan->vertex_count)
        return (ray){.fine = true, .fine_from = spot_of(x, from), .fine_to = spot_of(x, to)};
    return (ray){.from = x->plan->vertices[from], .to = x->plan->vertices[to]};
}

// On which side of the line a vertex of the plan lies: > 0 on the left.
static int side_of_ray(const indexing *x, const ray *r, int32_t v) {
    wend_point at = x->plan->vertices[v];
    return r->fine ? wend_fine_turn(r->fine_from, r->fine_to, wend_fine_of(at))
                   : wend_sign(wend_cross(r->from, r->to, at));
}

// ---------------------------------------------------------------------------------------------------- corners

// Going around a vertex, from side to side: the cell of the last one passed, and the portal along which the next one
// leads.
typedef struct tour {
    int32_t vertex;
    int32_t first; // the side with which it started; it is not passed again
    int32_t cell;
    int32_t portal; // -1 after the last
    int32_t here;   // which one of its ends is the vertex
    int32_t end;    // its other one, or -1
    bool aimed;     // whether `along` is set
    ray along;
} tour;

// Turns to a portal of which one end is here.
static void face(const indexing *x, tour *t, int32_t portal, int32_t here) {
    t->portal = portal;
    t->here = here;
    t->end = x->view->portals[portal].ends[1 - here];
    t->aimed = false;
}

// Enters the cell of a side that starts here. The next one lies behind the side before it.
static void enter(const indexing *x, tour *t, int32_t side, int32_t cell) {
    const wend_cell *at = &x->view->cells[cell];
    int32_t across = x->view->sides[side > at->first ? side - 1 : at->first + at->count - 1].across;
    t->cell = cell;
    t->portal = t->end = -1;
    if (across >= 0 && x->view->portals[across / 2].sides[1 - across % 2] != t->first)
        face(x, t, across / 2, 1 - across % 2);
}

static void pass(const indexing *x, tour *t) {
    const wend_portal *portal = &x->view->portals[t->portal];
    enter(x, t, portal->sides[t->here], portal->cells[t->here]);
}

// Whether the portal starts strictly within the corner of the plan triangle at half-edge e.
static bool is_within(const indexing *x, tour *t, int32_t e) {
    const int32_t *v = x->plan->triangles[e / 3].v;
    int32_t q = v[(e + 2) % 3];
    if (t->end == q)
        return false;
    if (!t->aimed)
        t->along = ray_of(x, t->vertex, t->end);
    t->aimed = true;
    return side_of_ray(x, &t->along, q) > 0 && side_of_ray(x, &t->along, v[(e + 1) % 3]) < 0;
}

// Notes where a portal within the corner at e leaves its triangle, if it starts here, and passes it.
static void pass_within(indexing *x, tour *t, int32_t e) {
    if (t->here == 0)
        x->leaves.data[t->portal] = wend_half_next(e);
    pass(x, t);
}

// Passes what is along half-edge e, notes the cell there, and passes what is within the corner.
static void pass_corner(indexing *x, tour *t, int32_t e) {
    if (t->portal >= 0 && t->end == x->plan->triangles[e / 3].v[(e + 1) % 3])
        pass(x, t);
    if (e % 3 == 0)
        x->cells->corner_cells[e / 3] = t->cell;
    while (t->portal >= 0 && is_within(x, t, e))
        pass_within(x, t, e);
}

// The next half-edge counter-clockwise, or ~boundary.
static int32_t edge_after(const indexing *x, int32_t e) {
    return wend_plan_edge_twin(x->plan, wend_half_previous(e));
}

// Goes around a vertex inside the floor. The two hands start together: on the plan's edge along the first side, or on
// that side within a corner of the plan, of which a part is then left for the end.
static void go_around_inside(indexing *x, tour *t, const tour_start *s) {
    int32_t e = s->edge, across = x->view->sides[s->side].across;
    face(x, t, across / 2, across % 2);
    while (t->end != x->plan->triangles[e / 3].v[(e + 1) % 3] && !is_within(x, t, e))
        e = edge_after(x, e);
    if (t->end != x->plan->triangles[e / 3].v[(e + 1) % 3]) {
        int32_t last;
        do {
            last = t->end;
            pass_within(x, t, e);
        } while (t->portal >= 0 && is_within(x, t, e) &&
                 wend_fine_turn(spot_of(x, t->vertex), spot_of(x, last), spot_of(x, t->end)) > 0);
        e = edge_after(x, e);
    }
    int32_t first = e;
    do {
        pass_corner(x, t, e);
        e = edge_after(x, e);
    } while (e != first);
}

static wend_result find_corners(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int32_t v = (int32_t)begin; v < end; v++) {
        tour_start *s = &x->starts.data[v];
        tour t = {.vertex = v, .first = s->side};
        if (is_inner(x, v)) {
            go_around_inside(x, &t, s);
            continue;
        }
        enter(x, &t, s->side, s->cell);
        if (t.portal < 0) {
            s->edge = -1;
            continue;
        }
        for (int32_t e = s->edge; e >= 0; e = edge_after(x, e))
            pass_corner(x, &t, e);
    }
    return WEND_OK;
}

// Notes the cell at the first corner of triangles where it is the only one.
static wend_result find_single_corners(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int64_t i = begin; i < end; i++) {
        const tour_start *s = &x->starts.data[x->plan->triangles[i].v[0]];
        if (s->edge < 0)
            x->cells->corner_cells[i] = s->cell;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- chords

// Notes the triangles that a portal passes from the one that it leaves through half-edge e.
static bool walk_on(const indexing *x, int32_t portal, int32_t e, const ray *along, cut_piece *piece) {
    wend_context *context = x->cells->context;
    const wend_plan_triangle *triangles = x->plan->triangles;
    int32_t to = x->view->portals[portal].ends[1];
    for (;;) {
        if (!wend_array_push(context, &piece->cuts, (cut){e / 3, portal}))
            return false;
        int32_t f = triangles[e / 3].twin[e % 3];
        if (f < 0)
            return true; // it ends on this boundary edge
        int32_t apex = triangles[f / 3].v[(f + 2) % 3];
        if (apex == to)
            return wend_array_push(context, &piece->cuts, (cut){f / 3, portal});
        e = side_of_ray(x, along, apex) > 0 ? wend_half_next(f) : wend_half_previous(f);
    }
}

// Notes the triangles that a portal passes through; none for one that is an edge of the plan.
static bool walk_portal(const indexing *x, int32_t portal, cut_piece *piece) {
    const wend_portal *p = &x->view->portals[portal];
    int32_t e = x->leaves.data[portal];
    if (e < 0 && p->ends[0] < x->plan->vertex_count)
        return true;
    ray along = ray_of(x, p->ends[0], p->ends[1]);
    if (e < 0) { // from one boundary edge to another
        int32_t f = x->plan->boundaries[x->view->points[p->ends[0] - x->plan->vertex_count].boundary].edge;
        int32_t apex = x->plan->triangles[f / 3].v[(f + 2) % 3];
        e = side_of_ray(x, &along, apex) > 0 ? wend_half_next(f) : wend_half_previous(f);
    }
    return walk_on(x, portal, e, &along, piece);
}

static wend_result walk_portals(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int32_t i = (int32_t)begin; i < end; i++)
        if (!walk_portal(x, i, &x->pieces.data[begin / PORTALS]))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// Sorts what the tasks found by triangle.
static bool list_cuts(indexing *x) {
    wend_cells *cells = x->cells;
    size_t triangles = (size_t)x->plan->triangle_count, count = 0;
    cells->cut_before = wend_allocate_array(cells->context, (int64_t)(triangles + 1), sizeof *cells->cut_before);
    if (cells->cut_before == NULL)
        return false;
    memset(cells->cut_before, 0, (triangles + 1) * sizeof *cells->cut_before);
    for (int64_t k = 0; k < x->pieces.count; k++)
        count += (size_t)x->pieces.data[k].cuts.count;
    if (count == 0)
        return true;
    cells->cuts = wend_allocate_array(cells->context, (int64_t)count, sizeof *cells->cuts);
    if (cells->cuts == NULL)
        return false;
    cells->cut_count = (int64_t)count;
    for (int64_t k = 0; k < x->pieces.count; k++)
        for (int64_t i = 0; i < x->pieces.data[k].cuts.count; i++)
            cells->cut_before[x->pieces.data[k].cuts.data[i].triangle]++;
    for (size_t t = 0; t < triangles; t++)
        cells->cut_before[t + 1] += cells->cut_before[t];
    for (int64_t k = x->pieces.count - 1; k >= 0; k--) { // each triangle's part is filled from its end
        const cut *cuts = x->pieces.data[k].cuts.data;
        for (int64_t i = x->pieces.data[k].cuts.count - 1; i >= 0; i--)
            cells->cuts[--cells->cut_before[cuts[i].triangle]] = cuts[i].portal;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

static bool make_room(indexing *x) {
    wend_context *context = x->cells->context;
    int64_t portals = x->view->portal_count, pieces = (portals + PORTALS - 1) / PORTALS;
    x->cells->corner_cells = wend_allocate_array(context, x->plan->triangle_count, sizeof *x->cells->corner_cells);
    if (x->cells->corner_cells == NULL || !wend_array_resize(context, &x->spots, x->view->point_count) ||
        !wend_array_resize(context, &x->starts, x->plan->vertex_count) ||
        !wend_array_resize(context, &x->leaves, portals) || !wend_array_resize(context, &x->pieces, pieces))
        return false;
    if (portals > 0) {
        memset(x->leaves.data, -1, (size_t)portals * sizeof *x->leaves.data);
        memset(x->pieces.data, 0, (size_t)pieces * sizeof *x->pieces.data);
    }
    return true;
}

static wend_result index_all(indexing *x) {
    wend_context *context = x->cells->context;
    if (!make_room(x))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(context, x->view->cell_count, CELLS, start_at_boundary, x);
    if (result == WEND_OK)
        result = wend_run_tasks(context, x->view->point_count, POINTS, find_spots, x);
    if (result != WEND_OK)
        return result;
    start_inside(x);
    result = wend_run_tasks(context, x->plan->vertex_count, VERTICES, find_corners, x);
    if (result == WEND_OK)
        result = wend_run_tasks(context, x->plan->triangle_count, TRIANGLES, find_single_corners, x);
    if (result == WEND_OK)
        result = wend_run_tasks(context, x->view->portal_count, PORTALS, walk_portals, x);
    if (result == WEND_OK && !list_cuts(x))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_cells_index(wend_cells *cells) {
    wend_plan_view plan = wend_plan_look(cells->plan);
    indexing x = {.cells = cells, .plan = &plan, .view = &cells->view};
    wend_result result = index_all(&x);
    wend_array_free(cells->context, &x.spots);
    wend_array_free(cells->context, &x.starts);
    wend_array_free(cells->context, &x.leaves);
    for (int64_t i = 0; i < x.pieces.count; i++)
        wend_array_free(cells->context, &x.pieces.data[i].cuts);
    wend_array_free(cells->context, &x.pieces);
    return result;
}

// ---------------------------------------------------------------------------------------------------- asking

typedef struct wide {
    uint64_t part[4]; // lowest first
} wide;

static wide multiply(wend_i128 a, wend_i128 b) {
    uint64_t x[2] = {wend_i128_low(a), wend_i128_high(a)}, y[2] = {wend_i128_low(b), wend_i128_high(b)};
    wide product = {{0}};
    for (int i = 0; i < 2; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < 2; j++) {
            uint64_t high, low = wend_u64_multiply(x[i], y[j], &high);
            low += carry;
            high += low < carry;
            product.part[i + j] += low;
            high += product.part[i + j] < low;
            carry = high;
        }
        product.part[i + 2] += carry;
    }
    return product;
}

static bool is_less(const wide *a, const wide *b) {
    for (int i = 3; i >= 0; i--)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i];
    return false;
}

// On which side of a portal, and how far, a place lies: > 0 on the left of ends[0] -> ends[1].
static wend_i128 side_of(const wend_plan_view *plan, const wend_cells_view *view, const wend_portal *portal,
                         wend_fine place) {
    return wend_fine_cross(wend_corner_place(plan, view, portal->ends[0]),
                           wend_corner_place(plan, view, portal->ends[1]), place);
}

// Of two portals that meet in a point of the boundary: the end of `portal` that is not that point.
static int32_t other_end(const wend_portal *portal, const wend_portal *met) {
    return portal->ends[0] == met->ends[0] || portal->ends[0] == met->ends[1] ? portal->ends[1] : portal->ends[0];
}

static int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}

int32_t wend_cells_locate(const wend_cells *cells, const wend_spot *spot) {
    if (spot->triangle < 0)
        return -1;
    wend_plan_view plan = wend_plan_look(cells->plan);
    const wend_cells_view *view = &cells->view;
    int32_t corner = plan.triangles[spot->triangle].v[0], on = -1, at_corner = cells->corner_cells[spot->triangle];
    int32_t behind = -1; // the cell behind the last chord passed
    const wend_portal *passed = NULL;
    int passed_sign = 0;             // on which side of it the spot is
    wend_i128 near = {0}, far = {0}; // how far from it the corner and the spot are
    wend_fine last = {0, 0};         // the end of the last chord at the corner on the spot's right
    bool any = false;
    wend_fine start = wend_fine_of(plan.vertices[corner]);
    for (int32_t k = cells->cut_before[spot->triangle]; k < cells->cut_before[spot->triangle + 1]; k++) {
        const wend_portal *portal = &view->portals[cells->cuts[k]];
        wend_i128 spot_side = side_of(&plan, view, portal, wend_fine_of(spot->point));
        int sign = wend_i128_sign(spot_side);
        if (sign == 0) {
            int32_t lowest = lower(portal->cells[0], portal->cells[1]);
            on = on < 0 ? lowest : lower(on, lowest);
            continue;
        }
        if (portal->ends[0] == corner || portal->ends[1] == corner) {
            bool outward = portal->ends[0] == corner;
            if ((sign > 0) != outward)
                continue; // the spot is on its right
            wend_fine end = wend_corner_place(&plan, view, portal->ends[outward ? 1 : 0]);
            if (!any || wend_fine_turn(start, last, end) > 0)
                at_corner = portal->cells[outward ? 0 : 1];
            last = !any || wend_fine_turn(start, last, end) > 0 ? end : last;
            any = true;
            continue;
        }
        wend_i128 corner_side = side_of(&plan, view, portal, start);
        if (wend_i128_sign(corner_side) == sign)
            continue;
        wend_i128 new_near = wend_i128_magnitude(corner_side), new_far = wend_i128_magnitude(spot_side);
        wide one = multiply(new_near, far), other = multiply(near, new_far);
        bool later = behind < 0 || is_less(&other, &one);
        if (!later && !is_less(&one, &other)) // they meet in a point of the boundary, on the way: which one is behind?
            later = wend_i128_sign(side_of(&plan, view, passed,
                                           wend_corner_place(&plan, view, other_end(portal, passed)))) == passed_sign;
        if (later) {
            near = new_near;
            far = new_far;
            behind = portal->cells[sign > 0 ? 0 : 1];
            passed = portal;
            passed_sign = sign;
        }
    }
    return on >= 0 ? on : behind >= 0 ? behind : at_corner;
}
