// The arrays of cells, from the triangulation in which their portals are walls.
//
// Every wall half-edge of a cell's ring is a side of it. Points of the boundary at which no portal ends any more are
// left out. Then everything gets its canonical number: points by place on the boundary, cells by their lowest corners,
// portals by the first cell they bound; so the arrays depend on the portals alone, not on how they were found.
//
// Most of it runs in parallel over rings or cells: each ring's lowest corner; when cells are in order, their sides, and
// the portals that each is the first to bound; when these have numbers, what a portal and its two sides know of each
// other; last the angles. No task looks at what another one of the same run writes, and lengths are added up in the
// order of portals, so the result is the same for any number of threads.
#include "base/sort.h"
#include "cells/cells.h"
#include "cells/stages.h"

#include <math.h>

enum {
    PIECE = 1024, // rings or cells in one task
    UNKNOWN = -2  // a border whose number is not found yet
};

// A portal when it is met first: its side there, and the one behind it, or ~it at a border.
typedef struct encounter {
    int32_t side, behind;
} encounter;

// The smallest tangent of half an angle at a portal, and how many angles are below 5 degrees.
typedef struct sharpness {
    double smallest;
    int32_t needles;
} sharpness;

typedef struct assembling {
    const wend_cutting *c;
    const wend_rings *rings;
    wend_cells *cells;
    WEND_ARRAY(int32_t) corners;  // of each point of the cutting: its number as a corner, -1 for one left out
    WEND_ARRAY(wend_fine) spots;  // of each point of the result: where it lies
    WEND_ARRAY(wend_key) lowest;  // of each ring: its lowest corner and the next one, and their position in it
    WEND_ARRAY(wend_key) order;   // the same of each cell
    WEND_ARRAY(int32_t) place;    // of each corner: how many rings have a lower one; one more at the end
    WEND_ARRAY(int32_t) cell_of;  // of each ring; at first, how many sides it has
    int32_t *side_of;             // of each half-edge that is a wall
    WEND_ARRAY(int32_t) owner;    // of each side: its cell
    WEND_ARRAY(encounter) met;    // portals when they are met first, from the first side of each task on
    WEND_ARRAY(int32_t) before;   // of each task: portals met in those before it; one more at the end
    WEND_ARRAY(int32_t) inner;    // of each vertex inside the floor: its component; empty when there is no choice
    WEND_ARRAY(double) lengths;   // of each portal that is no border, else 0
    WEND_ARRAY(sharpness) angles; // of each task
    WEND_ARRAY(wend_key) borders; // both ends of each border, sorted
    // The result.
    wend_cell_point *points;
    wend_portal *portals;
    wend_cell *list;
    wend_cell_side *sides;
} assembling;

// Room for one of the arrays of the result; NULL for an empty one. False when memory is short.
#define MAKE_ARRAY(a, array, count)                                                                                    \
    ((count) == 0 || ((a)->array = wend_allocate_array((a)->c->context, (count), sizeof *(a)->array)) != NULL)

// ---------------------------------------------------------------------------------------------------- corners

// Whether a portal ends at a point.
static bool is_used(const wend_cutting *c, int32_t v) {
    return c->out.data[v] >= 0 && wend_wall_after(c, c->out.data[v]) >= 0;
}

// Numbers the points that are used, and lists them.
static bool number_points(assembling *a) {
    const wend_cutting *c = a->c;
    int32_t vertices = c->plan->vertex_count;
    if (!wend_array_resize(c->context, &a->corners, c->points.count))
        return false;
    for (int32_t k = 0; k < c->points.count; k++) {
        wend_cell_point on = c->points.data[k].on;
        a->corners.data[k] = -1;
        if (is_used(c, vertices + k) &&
            !wend_array_push(c->context, &a->order,
                             (wend_key){(uint64_t)(uint32_t)on.boundary << 32 | on.parameter, k, 0}))
            return false;
    }
    if (!wend_sort_keys(c->context, a->order.data, a->order.count) ||
        !wend_array_resize(c->context, &a->spots, a->order.count) || !MAKE_ARRAY(a, points, a->order.count))
        return false;
    a->cells->view.points = a->points;
    a->cells->view.point_count = (int32_t)a->order.count;
    for (int32_t i = 0; i < a->order.count; i++) {
        int32_t k = a->order.data[i].index;
        a->corners.data[k] = vertices + i;
        a->points[i] = c->points.data[k].on;
        a->spots.data[i] = c->points.data[k].at;
    }
    return true;
}

// The number of a vertex of the cutting as a corner; -1 for a point left out.
static int32_t corner_of(const assembling *a, int32_t v) {
    int32_t vertices = a->c->plan->vertex_count;
    return v < vertices ? v : a->corners.data[v - vertices];
}

static wend_fine spot_of(const assembling *a, int32_t corner) {
    int32_t vertices = a->c->plan->vertex_count;
    return corner < vertices ? wend_fine_of(a->c->plan->vertices[corner]) : a->spots.data[corner - vertices];
}

// The first corner after position i of a ring, low..high, going around.
static int32_t corner_after(const assembling *a, int32_t i, int32_t low, int32_t high) {
    int32_t corner;
    do {
        i = i + 1 < high ? i + 1 : low;
        corner = corner_of(a, a->rings->walls.data[i].start);
    } while (corner < 0);
    return corner;
}

// ---------------------------------------------------------------------------------------------------- order

// Finds the lowest corner of each ring, the next one deciding between equals.
static wend_result find_lowest(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembling *a = data;
    for (int32_t r = (int32_t)begin; r < end; r++) {
        int32_t low = a->rings->starts.data[r], high = a->rings->starts.data[r + 1], at = -1, count = 0;
        int32_t lowest = INT32_MAX;
        uint64_t key = UINT64_MAX;
        for (int32_t i = low; i < high; i++) {
            int32_t corner = corner_of(a, a->rings->walls.data[i].start);
            count += corner >= 0;
            if (corner < 0 || corner > lowest)
                continue;
            uint64_t found = (uint64_t)corner << 32 | (uint64_t)corner_after(a, i, low, high);
            at = found < key ? i : at;
            key = found < key ? found : key;
            lowest = corner;
        }
        a->lowest.data[r] = (wend_key){key, r, at};
        a->cell_of.data[r] = count;
    }
    return WEND_OK;
}

// Sorts the rings: by counting, and those with the same lowest corner by the next one.
static bool sort_rings(assembling *a) {
    int64_t count = a->lowest.count, places = a->c->plan->vertex_count + (int64_t)a->cells->view.point_count + 1;
    if (!wend_array_resize(a->c->context, &a->place, places) || !wend_array_resize(a->c->context, &a->order, count))
        return false;
    int32_t *place = a->place.data;
    memset(place, 0, (size_t)places * sizeof *place);
    for (int64_t i = 0; i < count; i++)
        place[(a->lowest.data[i].key >> 32) + 1]++;
    for (int64_t i = 1; i < places; i++)
        place[i] += place[i - 1];
    for (int64_t i = 0; i < count; i++)
        a->order.data[place[a->lowest.data[i].key >> 32]++] = a->lowest.data[i];
    for (int64_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && a->order.data[next].key >> 32 == a->order.data[i].key >> 32; next++)
            ;
        if (next > i + 1 && !wend_sort_keys(a->c->context, a->order.data + i, next - i))
            return false;
    }
    return true;
}

// Gives cells their numbers and places among the sides.
static bool number_cells(assembling *a) {
    wend_cells_view *view = &a->cells->view;
    int32_t count = (int32_t)a->order.count, sides = 0;
    if (!MAKE_ARRAY(a, list, count))
        return false;
    view->cells = a->list;
    view->cell_count = count;
    for (int32_t i = 0; i < count; i++) {
        int32_t *at_ring = &a->cell_of.data[a->order.data[i].index];
        a->list[i] = (wend_cell){sides, *at_ring, 0};
        sides += *at_ring;
        *at_ring = i;
    }
    if (!MAKE_ARRAY(a, sides, sides))
        return false;
    view->sides = a->sides;
    view->side_count = sides;
    return true;
}

static wend_result order_cells(assembling *a) {
    wend_context *context = a->c->context;
    int32_t count = wend_rings_count(a->rings);
    if (!wend_array_resize(context, &a->lowest, count) || !wend_array_resize(context, &a->cell_of, count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(context, count, PIECE, find_lowest, a);
    if (result == WEND_OK && !sort_rings(a))
        result = WEND_ERROR_MEMORY;
    wend_array_free(context, &a->lowest); // room for what follows
    wend_array_free(context, &a->place);
    if (result == WEND_OK && !number_cells(a))
        result = WEND_ERROR_MEMORY;
    return result;
}

// ---------------------------------------------------------------------------------------------------- components

// When there are several components, notes those of the vertices that no boundary tells it of.
static bool list_inner(assembling *a) {
    const wend_plan_view *plan = a->c->plan;
    bool any = false;
    for (int32_t v = 0; v < plan->vertex_count && plan->component_count > 1 && !any; v++)
        any = !(plan->vertex_flags[v] & WEND_VERTEX_BOUNDARY);
    if (!any)
        return true;
    if (!wend_array_resize(a->c->context, &a->inner, plan->vertex_count))
        return false;
    for (int32_t t = 0; t < plan->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            a->inner.data[plan->triangles[t].v[i]] = plan->triangle_component[t];
    return true;
}

// The component of the cells around a vertex of the cutting.
static int32_t component_at(const assembling *a, int32_t v) {
    const wend_plan_view *plan = a->c->plan;
    if (plan->component_count == 1)
        return 0;
    if (v < plan->vertex_count && !(plan->vertex_flags[v] & WEND_VERTEX_BOUNDARY))
        return a->inner.data[v];
    int32_t boundary = ~wend_cut_twin(a->c, a->c->out.data[v]);
    return plan->triangle_component[plan->boundaries[boundary].edge / 3];
}

// ---------------------------------------------------------------------------------------------------- sides

// Makes the sides of a cell. For now, those at portals know the half-edge behind.
static void list_sides(assembling *a, int32_t cell) {
    int32_t r = a->order.data[cell].index, low = a->rings->starts.data[r], high = a->rings->starts.data[r + 1];
    int32_t side = a->list[cell].first, i = a->order.data[cell].spare;
    for (int32_t k = low; k < high; k++, i = i + 1 < high ? i + 1 : low) {
        wend_ring_wall wall = a->rings->walls.data[i];
        int32_t corner = corner_of(a, wall.start);
        if (corner < 0)
            continue;
        a->side_of[wall.edge] = side;
        a->owner.data[side] = cell;
        a->sides[side++] = (wend_cell_side){corner, wend_cut_twin(a->c, wall.edge)}; // or ~boundary of the plan
    }
    a->list[cell].component = component_at(a, a->rings->walls.data[low].start);
}

static wend_result list_all_sides(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    for (int32_t i = (int32_t)begin; i < end; i++)
        list_sides(data, i);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- portals

// Notes the portals that a cell is the first to bound, in the order of its sides.
static encounter *meet_portals(const assembling *a, int32_t cell, encounter *met) {
    bool borders = a->c->plan->border_count > 0;
    int32_t first = a->list[cell].first;
    for (int32_t side = first; side < first + a->list[cell].count; side++) {
        int32_t twin = a->sides[side].across;
        if (twin < 0)
            continue;
        int32_t behind = a->side_of[twin];
        *met = (encounter){side, borders && wend_cut_wall(a->c, twin) == WEND_WALL_BORDER ? ~behind : behind};
        met += side < behind;
    }
    return met;
}

static wend_result meet_all_portals(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembling *a = data;
    encounter *first = a->met.data + a->list[begin].first, *met = first;
    for (int32_t i = (int32_t)begin; i < end; i++)
        met = meet_portals(a, i, met);
    a->before.data[begin / PIECE + 1] = (int32_t)(met - first);
    return WEND_OK;
}

// Adds up the portals of the tasks, and makes room for all.
static bool number_portals(assembling *a) {
    int32_t *before = a->before.data, count;
    before[0] = 0;
    for (int64_t i = 1; i < a->before.count; i++)
        before[i] += before[i - 1];
    count = before[a->before.count - 1];
    if (!MAKE_ARRAY(a, portals, count))
        return false;
    a->cells->view.portals = a->portals;
    a->cells->view.portal_count = count;
    return wend_array_resize(a->c->context, &a->lengths, count);
}

static double length_of(const assembling *a, int32_t from, int32_t to) {
    wend_fine p = spot_of(a, from), q = spot_of(a, to);
    double dx = (double)(q.x - p.x) * 0x1p-32, dy = (double)(q.y - p.y) * 0x1p-32;
    return sqrt(dx * dx + dy * dy);
}

// Makes a portal. Borders get their numbers later, as a rule.
static void make_portal(assembling *a, int32_t number, encounter met) {
    bool border = met.behind < 0;
    int32_t behind = border ? ~met.behind : met.behind, twin = a->sides[met.side].across;
    int32_t which = !border ? -1 : a->c->border_of.count > 0 ? a->c->border_of.data[twin] : UNKNOWN;
    bool turned = a->sides[met.side].corner > a->sides[behind].corner;
    int32_t left = turned ? behind : met.side, right = turned ? met.side : behind;
    int32_t from = a->sides[left].corner, to = a->sides[right].corner;
    a->sides[left].across = 2 * number;
    a->sides[right].across = 2 * number + 1;
    a->portals[number] = (wend_portal){{from, to}, {a->owner.data[left], a->owner.data[right]}, {left, right}, which};
    a->lengths.data[number] = border ? 0 : length_of(a, from, to);
}

static wend_result make_portals(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    (void)end;
    assembling *a = data;
    int32_t low = a->before.data[begin / PIECE], high = a->before.data[begin / PIECE + 1];
    const encounter *met = a->met.data + a->list[begin].first;
    for (int32_t number = low; number < high; number++)
        make_portal(a, number, *met++);
    return WEND_OK;
}

static wend_result list_cells(assembling *a) {
    wend_context *context = a->c->context;
    wend_cells_view *view = &a->cells->view;
    if (!list_inner(a) || !wend_array_resize(context, &a->owner, view->side_count) ||
        !wend_array_resize(context, &a->met, view->side_count) ||
        !wend_array_resize(context, &a->before, (view->cell_count + PIECE - 1) / PIECE + 1))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(context, view->cell_count, PIECE, list_all_sides, a);
    if (result == WEND_OK)
        result = wend_run_tasks(context, view->cell_count, PIECE, meet_all_portals, a);
    if (result == WEND_OK && !number_portals(a))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_run_tasks(context, view->cell_count, PIECE, make_portals, a);
    return result;
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

static bool number_borders(assembling *a) {
    if (a->c->plan->border_count == 0 || a->c->border_of.count > 0)
        return true;
    if (!list_borders(a))
        return false;
    for (int32_t i = 0; i < a->cells->view.portal_count; i++)
        if (a->portals[i].border == UNKNOWN)
            a->portals[i].border = take_border(a, a->portals[i].ends[0], a->portals[i].ends[1]);
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

// Takes the angles of a cell in.
static void measure_cell(const assembling *a, const wend_cell *cell, sharpness *s) {
    const wend_cell_side *sides = a->sides + cell->first;
    int32_t last = cell->count - 1;
    wend_fine before = spot_of(a, sides[last].corner), here = spot_of(a, sides[0].corner);
    for (int32_t k = 0; k < cell->count; last = k++) {
        int32_t next = k + 1 < cell->count ? k + 1 : 0;
        wend_fine after = spot_of(a, sides[next].corner);
        double least = s->smallest > WEND_NEEDLE ? s->smallest : WEND_NEEDLE;
        if (!((sides[last].across < 0) & (sides[k].across < 0)) &&
            !wend_fine_is_larger(&before, &here, &after, least)) {
            double tangent = wend_fine_half_tangent(&before, &here, &after);
            s->smallest = tangent < s->smallest ? tangent : s->smallest;
            s->needles += tangent < WEND_NEEDLE;
        }
        before = here;
        here = after;
    }
}

static wend_result measure_cells(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembling *a = data;
    sharpness s = {0x1p60, 0};
    for (int64_t i = begin; i < end; i++)
        measure_cell(a, &a->list[i], &s);
    a->angles.data[begin / PIECE] = s;
    return WEND_OK;
}

// Sets the measures of cells whose arrays are complete.
static wend_result measure(assembling *a) {
    wend_cells_view *view = &a->cells->view;
    const wend_plan_view *plan = a->c->plan;
    if (!wend_array_resize(a->c->context, &a->angles, (view->cell_count + PIECE - 1) / PIECE))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(a->c->context, view->cell_count, PIECE, measure_cells, a);
    if (result != WEND_OK)
        return result;
    double length = 0, smallest = 0x1p60;
    for (int64_t i = 0; i < a->lengths.count; i++)
        length += a->lengths.data[i];
    for (int64_t i = 0; i < a->angles.count; i++) {
        smallest = a->angles.data[i].smallest < smallest ? a->angles.data[i].smallest : smallest;
        view->needle_count += a->angles.data[i].needles;
    }
    view->portal_length = length * plan->lattice.step * plan->unit;
    view->smallest_angle = 2 * arc_tangent(smallest);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all

static wend_result assemble_all(assembling *a) {
    a->cells->owns_arrays = true;
    a->cells->view.vertex_count = a->c->plan->vertex_count;
    a->cells->view.notch_count = a->c->notch_count;
    if (!number_points(a))
        return WEND_ERROR_MEMORY;
    wend_result result = order_cells(a);
    if (result == WEND_OK)
        result = list_cells(a);
    if (result == WEND_OK && !number_borders(a))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = measure(a);
    return result;
}

wend_result wend_cells_assemble(const wend_cutting *c, const wend_rings *rings, wend_cells *cells) {
    assembling a = {.c = c, .rings = rings, .cells = cells, .side_of = rings->numbers.data};
    wend_result result = assemble_all(&a);
    wend_array_free(c->context, &a.corners);
    wend_array_free(c->context, &a.spots);
    wend_array_free(c->context, &a.lowest);
    wend_array_free(c->context, &a.place);
    wend_array_free(c->context, &a.order);
    wend_array_free(c->context, &a.cell_of);
    wend_array_free(c->context, &a.owner);
    wend_array_free(c->context, &a.met);
    wend_array_free(c->context, &a.before);
    wend_array_free(c->context, &a.inner);
    wend_array_free(c->context, &a.lengths);
    wend_array_free(c->context, &a.angles);
    wend_array_free(c->context, &a.borders);
    return result;
}
