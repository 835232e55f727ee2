// The widest way between two places of a plan by brute force.
//
// Problem. A disc of radius r can move between two places when they are joined in the eroded plan: the places whose
// clearance is r or more. The largest such r is asked for, on flat plans and on those that overlap themselves.
//
// Method. The eroded plans of all radii are bracketed at once by cells. A cell is a triangle of the plan or a quarter
// of a cell; clearance c in its centre is found by looking through triangles (oracle_medial.h). No place of a cell is
// farther than s from its centre, and clearance changes by no more than the distance between two places of a triangle.
// So all of the cell is in the eroded plan for radii up to c - s, and none of it for radii above c + s. The way over
// neighbouring cells whose least c + s is largest gives an upper bound; the least c - s on that way is a lower one.
// While they are too far apart, the cells of the way that leave it open are cut in four, and the way is sought again.
// That is the same as a search over radii with eroded plans, each as exact as it has to be.
//
// Why the bounds are right. A way of the disc runs through cells, from each to one beside it; where it leaves a cell in
// a corner, all cells around that corner hold that place of the way, and lead on. So some way over neighbours has c + s
// of at least r everywhere. And a way over cells with c - s of r or more is one of the disc.
//
// Cells are neighbours as triangles are: by half-edges, not by position. The quarters of a cell (0, 1, 2 at its
// corners, 3 in the middle) have the same edges as the cell, halved; the middle one has its edges opposite to those
// numbers.
//
// Cost. About (length of the narrow parts of ways) / tolerance cells.
#include "oracle_widest.h"

#include "oracle_medial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct vec {
    double x, y;
} vec;

typedef struct cell {
    vec corner[3];
    int32_t parent, first; // -1 for triangles of the plan; the first of four quarters, -1 for a leaf
    int32_t triangle;
    double clearance, size; // clearance is negative before it was asked for
    double best;            // of the way that leads here
    int32_t from;
    int32_t visit; // the search that reached it; ~ of it once it is done
} cell;

typedef struct waiting {
    double best;
    int32_t cell;
} waiting;

struct oracle_room {
    wend_plan_view view;
    cell *cells;
    int32_t count, capacity;
    waiting *heap;
    int32_t heap_count, heap_capacity;
    int32_t visit;
};

// ---------------------------------------------------------------------------------------------------- cells

static vec middle(vec a, vec b) {
    return (vec){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

static void *grown(void *block, int32_t *capacity, size_t size) {
    *capacity = *capacity < 1024 ? 1024 : 2 * *capacity;
    block = realloc(block, (size_t)*capacity * size);
    if (block == NULL)
        abort();
    return block;
}

static int32_t add_cell(oracle_room *room, vec a, vec b, vec c, int32_t parent, int32_t triangle) {
    if (room->count == room->capacity)
        room->cells = grown(room->cells, &room->capacity, sizeof *room->cells);
    room->cells[room->count] = (cell){{a, b, c}, parent, -1, triangle, -1, 0, 0, -1, 0};
    return room->count++;
}

static void cut(oracle_room *room, int32_t k) {
    vec a = room->cells[k].corner[0], b = room->cells[k].corner[1], c = room->cells[k].corner[2];
    vec ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    int32_t triangle = room->cells[k].triangle, first = add_cell(room, a, ab, ca, k, triangle);
    add_cell(room, ab, b, bc, k, triangle);
    add_cell(room, ca, bc, c, k, triangle);
    add_cell(room, bc, ca, ab, k, triangle);
    room->cells[k].first = first;
}

static void measure(oracle_room *room, int32_t k) {
    cell *c = &room->cells[k];
    if (c->clearance >= 0)
        return;
    vec o = {(c->corner[0].x + c->corner[1].x + c->corner[2].x) / 3,
             (c->corner[0].y + c->corner[1].y + c->corner[2].y) / 3};
    for (int i = 0; i < 3; i++)
        c->size = fmax(c->size, hypot(c->corner[i].x - o.x, c->corner[i].y - o.y));
    c->clearance = oracle_clearance(&room->view, c->triangle, o.x, o.y).distance;
}

// ---------------------------------------------------------------------------------------------------- neighbours

typedef struct side {
    int32_t cell, edge; // cell -1: none
} side;

// The quarter along the first or the second half of an edge.
static side half_of(const oracle_room *room, side s, bool second) {
    return (side){room->cells[s.cell].first + (second ? (s.edge + 1) % 3 : s.edge), s.edge};
}

// What lies across an edge of a cell: a cell of the same size, cut or not, or a larger leaf.
static side across(const oracle_room *room, int32_t k, int32_t edge) {
    const cell *c = &room->cells[k];
    if (c->parent < 0) {
        int32_t g = room->view.triangles[k].twin[edge];
        return g < 0 ? (side){-1, 0} : (side){g / 3, g % 3};
    }
    int32_t base = room->cells[c->parent].first, which = k - base;
    static const int32_t beside_middle[3] = {2, 0, 1}; // the quarter across each edge of the middle one
    if (which == 3)
        return (side){base + beside_middle[edge], edge};
    if (edge == (which + 1) % 3)
        return (side){base + 3, edge};
    side s = across(room, c->parent, edge);
    if (s.cell < 0 || room->cells[s.cell].first < 0)
        return s;
    return half_of(room, s, edge == which); // the other side runs the other way
}

// ---------------------------------------------------------------------------------------------------- ways

static void push(oracle_room *room, double best, int32_t k) {
    if (room->heap_count == room->heap_capacity)
        room->heap = grown(room->heap, &room->heap_capacity, sizeof *room->heap);
    int32_t at = room->heap_count++;
    for (; at > 0 && room->heap[(at - 1) / 2].best < best; at = (at - 1) / 2)
        room->heap[at] = room->heap[(at - 1) / 2];
    room->heap[at] = (waiting){best, k};
}

static waiting pop(oracle_room *room) {
    waiting top = room->heap[0], last = room->heap[--room->heap_count];
    int32_t at = 0;
    for (int32_t child; (child = 2 * at + 1) < room->heap_count; at = child) {
        child += child + 1 < room->heap_count && room->heap[child + 1].best > room->heap[child].best;
        if (room->heap[child].best <= last.best)
            break;
        room->heap[at] = room->heap[child];
    }
    room->heap[at] = last;
    return top;
}

static void reach(oracle_room *room, int32_t k, int32_t from, double best) {
    measure(room, k);
    cell *c = &room->cells[k];
    best = fmin(best, c->clearance + c->size);
    if (c->visit == ~room->visit || (c->visit == room->visit && c->best >= best))
        return;
    c->visit = room->visit;
    c->best = best;
    c->from = from;
    push(room, best, k);
}

// Reaches all leaves along an edge.
static void reach_side(oracle_room *room, side s, int32_t from, double best) {
    if (room->cells[s.cell].first < 0) {
        reach(room, s.cell, from, best);
        return;
    }
    reach_side(room, half_of(room, s, false), from, best);
    reach_side(room, half_of(room, s, true), from, best);
}

// The way whose least upper bound is largest; that bound, or -1 when there is none. Its cells are followed by `from`.
static double find_way(oracle_room *room, int32_t from, int32_t to) {
    room->visit++;
    room->heap_count = 0;
    reach(room, from, -1, INFINITY);
    while (room->heap_count > 0) {
        waiting w = pop(room);
        if (room->cells[w.cell].visit == ~room->visit)
            continue;
        room->cells[w.cell].visit = ~room->visit;
        if (w.cell == to)
            return w.best;
        for (int32_t edge = 0; edge < 3; edge++) {
            side s = across(room, w.cell, edge);
            if (s.cell >= 0)
                reach_side(room, s, w.cell, w.best);
        }
    }
    return -1;
}

static double cross(vec a, vec b, vec c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The leaf that holds a spot.
static int32_t leaf_at(const oracle_room *room, const wend_spot *spot) {
    int32_t k = spot->triangle;
    vec p = {spot->point.x, spot->point.y};
    while (room->cells[k].first >= 0) {
        const vec *m = room->cells[room->cells[k].first + 3].corner; // halves of edges 1, 2, 0
        k = room->cells[k].first + (cross(m[1], m[2], p) < 0   ? 0
                                    : cross(m[2], m[0], p) < 0 ? 1
                                    : cross(m[0], m[1], p) < 0 ? 2
                                                               : 3);
    }
    return k;
}

enum { CELLS_MOST = 20000000 };

bool oracle_widest(oracle_room *room, const wend_spot *from, const wend_spot *to, double tolerance, double *least,
                   double *most) {
    double ends = fmin(oracle_at(&room->view, from).distance, oracle_at(&room->view, to).distance);
    *least = 0;
    while (room->count < CELLS_MOST) {
        int32_t start = leaf_at(room, from), end = leaf_at(room, to);
        double best = find_way(room, start, end);
        *most = fmin(ends, best);
        if (best < 0) {
            *most = 0;
            return true;
        }
        double low = ends;
        for (int32_t k = end; k >= 0; k = room->cells[k].from)
            low = fmin(low, room->cells[k].clearance - room->cells[k].size);
        *least = fmax(*least, low);
        if (*most - *least <= tolerance)
            return true;
        for (int32_t k = end; k >= 0; k = room->cells[k].from)
            if (room->cells[k].clearance - room->cells[k].size < *most - tolerance)
                cut(room, k);
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------- rooms

void oracle_room_clear(oracle_room *room) {
    room->count = 0;
    for (int32_t t = 0; t < room->view.triangle_count; t++) {
        vec corner[3];
        for (int i = 0; i < 3; i++) {
            wend_point p = room->view.vertices[room->view.triangles[t].v[i]];
            corner[i] = (vec){p.x, p.y};
        }
        add_cell(room, corner[0], corner[1], corner[2], -1, t);
    }
}

oracle_room *oracle_room_create(const wend_plan *plan) {
    oracle_room *room = calloc(1, sizeof *room);
    if (room == NULL)
        abort();
    room->view = wend_plan_look(plan);
    oracle_room_clear(room);
    return room;
}

void oracle_room_destroy(oracle_room *room) {
    if (room == NULL)
        return;
    free(room->cells);
    free(room->heap);
    free(room);
}
