// The arrays of cells, from the triangulation in which their portals are walls.
//
// A cell is what a walk along walls encloses: from a wall half-edge, the next one is found around its end. Every wall
// half-edge that looks into a cell is a side of it. Points of the boundary at which no portal ends any more are left
// out. Then everything gets its canonical number: points by place on the boundary, cells by their lowest corners,
// portals by the first cell they bound; so the arrays depend on the portals alone, not on how they were found.
#include "base/sort.h"
#include "cells/cells.h"
#include "cells/stages.h"

#include <math.h>

typedef struct ring {
    int32_t edge;  // half-edge of its first side
    int32_t count; // sides
} ring;

typedef struct assembling {
    const wend_cutting *c;
    wend_cells *cells;
    WEND_ARRAY(int32_t) corners; // of each vertex of the cutting: its number as a corner, -1 for a point left out
    WEND_ARRAY(uint8_t) seen;    // of each half-edge: whether a ring has it
    WEND_ARRAY(ring) rings;
    WEND_ARRAY(int32_t) portal_of; // of each half-edge: its portal, -1 for none yet
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(wend_key) borders; // both ends of each border, sorted
    // The result.
    WEND_ARRAY(wend_cell_point) points;
    WEND_ARRAY(wend_portal) portals;
    WEND_ARRAY(wend_cell) list;
    WEND_ARRAY(wend_cell_side) sides;
} assembling;

// ---------------------------------------------------------------------------------------------------- numbers

static bool is_used(const wend_cutting *c, int32_t v) {
    return wend_wall_after(c, c->out.data[v]) >= 0;
}

static bool number_corners(assembling *a) {
    const wend_cutting *c = a->c;
    int32_t vertices = c->plan->vertex_count;
    if (!wend_array_resize(c->context, &a->corners, c->out.count))
        return false;
    for (int32_t v = 0; v < vertices; v++)
        a->corners.data[v] = v;
    for (int32_t k = 0; k < c->points.count; k++) {
        wend_cell_point on = c->points.data[k].on;
        a->corners.data[vertices + k] = -1;
        if (is_used(c, vertices + k) &&
            !wend_array_push(c->context, &a->keys,
                             (wend_key){(uint64_t)(uint32_t)on.boundary << 32 | on.parameter, vertices + k, 0}))
            return false;
    }
    if (!wend_sort_keys(c->context, a->keys.data, a->keys.count))
        return false;
    for (int64_t k = 0; k < a->keys.count; k++) {
        int32_t v = a->keys.data[k].index;
        a->corners.data[v] = vertices + (int32_t)k;
        if (!wend_array_push(c->context, &a->points, c->points.data[v - vertices].on))
            return false;
    }
    return true;
}

// The wall that follows a wall around its cell.
static int32_t next_side(const wend_cutting *c, int32_t e) {
    int32_t next = wend_cut_next(e);
    while (wend_cut_wall(c, next) == WEND_WALL_NONE)
        next = wend_cut_next(wend_cut_twin(c, next));
    return next;
}

static int32_t corner_of(const assembling *a, int32_t e) {
    return a->corners.data[wend_cut_start(a->c, e)];
}

// The next side whose start is a corner.
static int32_t next_corner(const assembling *a, int32_t e) {
    do
        e = next_side(a->c, e);
    while (corner_of(a, e) < 0);
    return e;
}

// Walks around a cell from one of its walls: how many sides, and where its lowest corner is (the lowest of the next one
// deciding between equals).
static ring walk_ring(assembling *a, int32_t from) {
    ring r = {from, 0};
    uint64_t lowest = UINT64_MAX;
    int32_t e = from;
    do {
        a->seen.data[e] = 1;
        if (corner_of(a, e) >= 0) {
            uint64_t key = (uint64_t)corner_of(a, e) << 32 | (uint64_t)corner_of(a, next_corner(a, e));
            if (key < lowest) {
                lowest = key;
                r.edge = e;
            }
            r.count++;
        }
        e = next_side(a->c, e);
    } while (e != from);
    return r;
}

static bool find_rings(assembling *a) {
    const wend_cutting *c = a->c;
    if (!wend_array_resize(c->context, &a->seen, c->edges.count))
        return false;
    memset(a->seen.data, 0, (size_t)a->seen.count);
    a->keys.count = 0;
    for (int32_t e = 0; e < c->edges.count; e++) {
        if (wend_cut_wall(c, e) == WEND_WALL_NONE || a->seen.data[e])
            continue;
        ring r = walk_ring(a, e);
        uint64_t key = (uint64_t)corner_of(a, r.edge) << 32 | (uint64_t)corner_of(a, next_corner(a, r.edge));
        if (!wend_array_push(c->context, &a->keys, (wend_key){key, (int32_t)a->rings.count, 0}) ||
            !wend_array_push(c->context, &a->rings, r))
            return false;
    }
    return wend_sort_keys(c->context, a->keys.data, a->keys.count);
}

// ---------------------------------------------------------------------------------------------------- borders

static uint64_t border_key(int32_t a, int32_t b) {
    return a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
}

static bool list_borders(assembling *a) {
    const wend_plan_view *plan = a->c->plan;
    for (int32_t i = 0; i < plan->border_count; i++) {
        int32_t e = plan->borders[i];
        const int32_t *v = plan->triangles[e / 3].v;
        if (!wend_array_push(a->c->context, &a->borders, (wend_key){border_key(v[e % 3], v[(e + 1) % 3]), i, 0}))
            return false;
    }
    return wend_sort_keys(a->c->context, a->borders.data, a->borders.count);
}

// The border between two vertices, each given to one portal.
static int32_t take_border(assembling *a, int32_t from, int32_t to) {
    uint64_t key = border_key(from, to);
    int64_t low = 0, high = a->borders.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (a->borders.data[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + 1 < a->borders.count && a->borders.data[low].spare && a->borders.data[low + 1].key == key)
        low++;
    a->borders.data[low].spare = 1;
    return a->borders.data[low].index;
}

// ---------------------------------------------------------------------------------------------------- lists

// The portal of a wall half-edge that is not at the boundary, made when it is met first.
static bool find_portal(assembling *a, int32_t e, int32_t *across) {
    const wend_cutting *c = a->c;
    int32_t from = corner_of(a, e), to = a->corners.data[wend_cut_end(c, e)];
    if (a->portal_of.data[e] < 0) {
        int32_t number = (int32_t)a->portals.count;
        bool border = wend_cut_wall(c, e) == WEND_WALL_BORDER;
        wend_portal portal = {{from < to ? from : to, from < to ? to : from},
                              {-1, -1},
                              {-1, -1},
                              border ? take_border(a, from, to) : -1};
        if (!wend_array_push(c->context, &a->portals, portal))
            return false;
        a->portal_of.data[e] = a->portal_of.data[wend_cut_twin(c, e)] = number;
    }
    int32_t number = a->portal_of.data[e], side = from == a->portals.data[number].ends[0] ? 0 : 1;
    a->portals.data[number].cells[side] = (int32_t)a->list.count;
    a->portals.data[number].sides[side] = (int32_t)a->sides.count;
    *across = 2 * number + side;
    return true;
}

static bool add_cell(assembling *a, const ring *r) {
    const wend_cutting *c = a->c;
    int32_t first = (int32_t)a->sides.count, e = r->edge;
    for (int32_t i = 0; i < r->count; i++) {
        wend_cell_side side = {corner_of(a, e), wend_cut_twin(c, e)}; // ~boundary of the plan
        if (wend_cut_wall(c, e) != WEND_WALL_BOUNDARY && !find_portal(a, e, &side.across))
            return false;
        if (!wend_array_push(c->context, &a->sides, side))
            return false;
        e = next_corner(a, e);
    }
    // Any boundary edge or vertex of the cell tells the component; the plan's triangle at a corner does.
    return wend_array_push(c->context, &a->list, (wend_cell){first, r->count, -1});
}

static bool list_cells(assembling *a) {
    const wend_cutting *c = a->c;
    if (!wend_array_resize(c->context, &a->portal_of, c->edges.count))
        return false;
    memset(a->portal_of.data, -1, (size_t)a->portal_of.count * sizeof *a->portal_of.data);
    for (int64_t i = 0; i < a->keys.count; i++)
        if (!add_cell(a, &a->rings.data[a->keys.data[i].index]))
            return false;
    return true;
}

// The component of a cell is that of any plan triangle at one of its corners that is a vertex.
static bool find_components(assembling *a) {
    const wend_plan_view *plan = a->c->plan;
    WEND_ARRAY(int32_t) component = {0};
    if (!wend_array_resize(a->c->context, &component, plan->vertex_count))
        return false;
    for (int32_t t = 0; t < plan->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            component.data[plan->triangles[t].v[i]] = plan->triangle_component[t];
    for (int64_t i = 0; i < a->list.count; i++) // the lowest corner comes first, and vertices before points
        a->list.data[i].component = component.data[a->sides.data[a->list.data[i].first].corner];
    wend_array_free(a->c->context, &component);
    return true;
}

// ---------------------------------------------------------------------------------------------------- measures

// The arc whose tangent is x >= 0, by halving and a series: the same on every machine.
static double arc_tangent(double x) {
    for (int i = 0; i < 3; i++)
        x = x / (1 + sqrt(1 + x * x));
    double square = x * x, sum = 0; // x < 0.2
    for (int k = 25; k >= 1; k -= 2)
        sum = 1.0 / k - sum * square;
    return 8 * x * sum;
}

static double length_of(const wend_fine *a, const wend_fine *b) {
    double dx = (double)(b->x - a->x) * 0x1p-32, dy = (double)(b->y - a->y) * 0x1p-32;
    return sqrt(dx * dx + dy * dy);
}

// The tangent of half the angle between two sides that meet in b; a large number when it is pi or more.
static double half_tangent(wend_fine a, wend_fine b, wend_fine d) {
    double px = (double)(d.x - b.x) * 0x1p-32, py = (double)(d.y - b.y) * 0x1p-32;
    double qx = (double)(a.x - b.x) * 0x1p-32, qy = (double)(a.y - b.y) * 0x1p-32;
    wend_i128 exact = wend_fine_cross(b, d, a); // differences of products lose digits where angles are small
    if (wend_i128_sign(exact) <= 0)
        return 0x1p60;
    double cross = ((double)wend_i128_high(exact) * 0x1p64 + (double)wend_i128_low(exact)) * 0x1p-64;
    double dot = px * qx + py * qy, lengths = sqrt(px * px + py * py) * sqrt(qx * qx + qy * qy);
    return dot > 0 ? cross / (lengths + dot) : (lengths - dot) / cross;
}

// Sets the measures of cells whose arrays are complete.
static void measure(const wend_plan_view *plan, wend_cells_view *view) {
    double length = 0, smallest = 0x1p60;
    for (int32_t i = 0; i < view->portal_count; i++) {
        if (view->portals[i].border >= 0)
            continue;
        wend_fine a = wend_corner_place(plan, view, view->portals[i].ends[0]);
        wend_fine b = wend_corner_place(plan, view, view->portals[i].ends[1]);
        length += length_of(&a, &b);
    }
    for (int32_t i = 0; i < view->cell_count; i++) {
        const wend_cell_side *sides = view->sides + view->cells[i].first;
        int32_t count = view->cells[i].count;
        for (int32_t k = 0; k < count; k++) {
            const wend_cell_side *before = &sides[k > 0 ? k - 1 : count - 1], *after = &sides[k + 1 < count ? k + 1 : 0];
            if (before->across < 0 && sides[k].across < 0)
                continue;
            double tangent = half_tangent(wend_corner_place(plan, view, before->corner),
                                          wend_corner_place(plan, view, sides[k].corner),
                                          wend_corner_place(plan, view, after->corner));
            smallest = tangent < smallest ? tangent : smallest;
        }
    }
    view->portal_length = length * plan->lattice.step * plan->unit;
    view->smallest_angle = 2 * arc_tangent(smallest);
}

// ---------------------------------------------------------------------------------------------------- all

// A copy of an array in a block of its size; NULL for an empty one. False when memory is short.
static bool copy_out(wend_context *context, const void *data, int64_t count, size_t size, void *copy) {
    void *block = NULL;
    if (count > 0) {
        block = wend_allocate(context, (size_t)count * size);
        if (block == NULL)
            return false;
        memcpy(block, data, (size_t)count * size);
    }
    memcpy(copy, &block, sizeof block);
    return true;
}

#define COPY_OUT(a, array, number, list)                                                                               \
    ((a)->cells->view.number = (int32_t)(a)->array.count,                                                              \
     copy_out((a)->c->context, (a)->array.data, (a)->array.count, sizeof *(a)->array.data, &(a)->cells->view.list))

static wend_result assemble_all(assembling *a) {
    if (!number_corners(a) || !find_rings(a) || !list_borders(a) || !list_cells(a) || !find_components(a))
        return WEND_ERROR_MEMORY;
    wend_cells_view *view = &a->cells->view;
    view->vertex_count = a->c->plan->vertex_count;
    view->notch_count = a->c->notch_count;
    a->cells->owns_arrays = true;
    if (!COPY_OUT(a, points, point_count, points) || !COPY_OUT(a, portals, portal_count, portals) ||
        !COPY_OUT(a, list, cell_count, cells) || !COPY_OUT(a, sides, side_count, sides))
        return WEND_ERROR_MEMORY;
    measure(a->c->plan, view);
    return WEND_OK;
}

wend_result wend_cells_assemble(const wend_cutting *c, wend_cells *cells) {
    assembling a = {.c = c, .cells = cells};
    wend_result result = assemble_all(&a);
    wend_array_free(c->context, &a.corners);
    wend_array_free(c->context, &a.seen);
    wend_array_free(c->context, &a.rings);
    wend_array_free(c->context, &a.portal_of);
    wend_array_free(c->context, &a.keys);
    wend_array_free(c->context, &a.borders);
    wend_array_free(c->context, &a.points);
    wend_array_free(c->context, &a.portals);
    wend_array_free(c->context, &a.list);
    wend_array_free(c->context, &a.sides);
    return result;
}
