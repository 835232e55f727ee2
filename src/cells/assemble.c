// The arrays of cells, from the triangulation in which their portals are walls.
//
// Every wall half-edge of a cell's ring is a side of it. Points of the boundary at which no portal ends any more are
// left out. Then everything gets its canonical number: points by place on the boundary, cells by their lowest corners,
// portals by the first cell they bound; so the arrays depend on the portals alone, not on how they were found.
#include "base/sort.h"
#include "cells/cells.h"
#include "cells/stages.h"

#include <math.h>

typedef struct assembling {
    const wend_cutting *c;
    wend_cells *cells;
    WEND_ARRAY(int32_t) corners; // of each vertex of the cutting: its number as a corner, -1 for a point left out
    const wend_rings *rings;
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

// Whether a portal ends at a point.
static bool is_used(const wend_cutting *c, int32_t v) {
    return c->out.data[v] >= 0 && wend_wall_after(c, c->out.data[v]) >= 0;
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

static int32_t corner_of(const assembling *a, int32_t e) {
    return a->corners.data[wend_cut_start(a->c, e)];
}

// The position after i in the part low..high, going around, that starts at a corner.
static int32_t next_corner(const assembling *a, int32_t i, int32_t low, int32_t high) {
    do
        i = i + 1 < high ? i + 1 : low;
    while (corner_of(a, a->rings->walls.data[i]) < 0);
    return i;
}

// Orders the rings by their lowest corners (the next one deciding between equals), noting where each has it.
static bool order_rings(assembling *a) {
    const int32_t *walls = a->rings->walls.data;
    int32_t count = wend_rings_count(a->rings);
    if (!wend_array_resize(a->c->context, &a->keys, count))
        return false;
    for (int32_t r = 0; r < count; r++) {
        int32_t low = a->rings->starts.data[r], high = a->rings->starts.data[r + 1], at = -1, lowest = INT32_MAX;
        uint64_t key = UINT64_MAX;
        for (int32_t i = low; i < high; i++) {
            int32_t corner = corner_of(a, walls[i]);
            if (corner < 0 || corner > lowest)
                continue;
            uint64_t found = (uint64_t)corner << 32 | (uint64_t)corner_of(a, walls[next_corner(a, i, low, high)]);
            at = found < key ? i : at;
            key = found < key ? found : key;
            lowest = corner;
        }
        a->keys.data[r] = (wend_key){key, r, at};
    }
    return wend_sort_keys(a->c->context, a->keys.data, a->keys.count);
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
        wend_portal portal = {
            {from < to ? from : to, from < to ? to : from}, {-1, -1}, {-1, -1}, border ? take_border(a, from, to) : -1};
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

// Adds the cell of a ring, from position `at` of its walls on.
static bool add_cell(assembling *a, int32_t r, int32_t at) {
    const wend_cutting *c = a->c;
    int32_t first = (int32_t)a->sides.count, low = a->rings->starts.data[r], high = a->rings->starts.data[r + 1];
    int32_t i = at;
    do {
        int32_t e = a->rings->walls.data[i];
        wend_cell_side side = {corner_of(a, e), wend_cut_twin(c, e)}; // ~boundary of the plan
        if (wend_cut_wall(c, e) != WEND_WALL_BOUNDARY && !find_portal(a, e, &side.across))
            return false;
        if (!wend_array_push(c->context, &a->sides, side))
            return false;
        i = next_corner(a, i, low, high);
    } while (i != at);
    return wend_array_push(c->context, &a->list, (wend_cell){first, (int32_t)a->sides.count - first, -1});
}

static bool list_cells(assembling *a) {
    const wend_cutting *c = a->c;
    if (!wend_array_resize(c->context, &a->portal_of, c->edges.count) ||
        !wend_array_reserve(c->context, &a->sides, a->rings->walls.count) ||
        !wend_array_reserve(c->context, &a->portals, a->rings->portals) ||
        !wend_array_reserve(c->context, &a->list, a->keys.count))
        return false;
    memset(a->portal_of.data, -1, (size_t)a->portal_of.count * sizeof *a->portal_of.data);
    for (int64_t i = 0; i < a->keys.count; i++)
        if (!add_cell(a, a->keys.data[i].index, a->keys.data[i].spare))
            return false;
    return true;
}

// The component of a cell is that of any plan triangle at one of its corners.
static bool find_components(assembling *a) {
    const wend_plan_view *plan = a->c->plan;
    WEND_ARRAY(int32_t) component = {0}; // of each vertex
    if (!wend_array_resize(a->c->context, &component, plan->vertex_count))
        return false;
    for (int32_t t = 0; t < plan->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            component.data[plan->triangles[t].v[i]] = plan->triangle_component[t];
    for (int64_t i = 0; i < a->list.count; i++) {
        int32_t corner = a->sides.data[a->list.data[i].first].corner;
        if (corner >= plan->vertex_count)
            corner = wend_boundary_start(plan, a->points.data[corner - plan->vertex_count].boundary);
        a->list.data[i].component = component.data[corner];
    }
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
static double half_tangent(const wend_plan_view *plan, const wend_cells_view *view, int32_t from, int32_t at,
                           int32_t to) {
    if (wend_corner_turn(plan, view, at, to, from) <= 0)
        return 0x1p60;
    wend_fine a = wend_corner_place(plan, view, from), b = wend_corner_place(plan, view, at);
    wend_fine d = wend_corner_place(plan, view, to);
    double px = (double)(d.x - b.x) * 0x1p-32, py = (double)(d.y - b.y) * 0x1p-32;
    double qx = (double)(a.x - b.x) * 0x1p-32, qy = (double)(a.y - b.y) * 0x1p-32;
    double cross = px * qy - py * qx, dot = px * qx + py * qy;
    double lengths = sqrt((px * px + py * py) * (qx * qx + qy * qy));
    if (cross * 0x1p10 < lengths) { // differences of products lose digits where angles are small
        wend_i128 exact = wend_fine_cross(b, d, a);
        cross = ((double)wend_i128_high(exact) * 0x1p64 + (double)wend_i128_low(exact)) * 0x1p-64;
    }
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
            const wend_cell_side *before = &sides[k > 0 ? k - 1 : count - 1],
                                 *after = &sides[k + 1 < count ? k + 1 : 0];
            if (before->across < 0 && sides[k].across < 0)
                continue;
            double tangent = half_tangent(plan, view, before->corner, sides[k].corner, after->corner);
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
    if (!number_corners(a) || !order_rings(a) || !list_borders(a) || !list_cells(a) || !find_components(a))
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

wend_result wend_cells_assemble(const wend_cutting *c, const wend_rings *rings, wend_cells *cells) {
    assembling a = {.c = c, .cells = cells, .rings = rings};
    wend_result result = assemble_all(&a);
    wend_array_free(c->context, &a.corners);
    wend_array_free(c->context, &a.portal_of);
    wend_array_free(c->context, &a.keys);
    wend_array_free(c->context, &a.borders);
    wend_array_free(c->context, &a.points);
    wend_array_free(c->context, &a.portals);
    wend_array_free(c->context, &a.list);
    wend_array_free(c->context, &a.sides);
    return result;
}
