// The walls around each cell.
//
// Around a vertex, a ring arrives along one wall and goes on along the next one clockwise. Linking them is most of the
// work, and done for all vertices in parallel; then the rings are followed one after another. A cell that is a disc has
// one ring. Cells are not looked at to find out: cutting a surface into discs leaves rings - portals = its Euler
// characteristic, and any cell with more rings makes rings too many. (A cell with r rings counts 2 - r, so 2 cells -
// rings - portals is the characteristic, always.) A ring that has a portal on both of its sides passes one of the
// portal's ends twice, unless it is nothing but that portal, and then it is one too many.
#include "cells/rings.h"

#include "plan/plan.h"

enum { PIECE = 4096 }; // vertices in one task

// Half-edges that arrive at the vertices of one task: walls, and those of them that are not at the boundary.
typedef struct arrivals {
    int32_t walls, portals;
} arrivals;

typedef struct finding {
    const wend_cutting *c;
    wend_rings *rings;
    int32_t *next;               // of each half-edge: the wall that follows; -1 when it is free, or was followed
    WEND_ARRAY(int32_t) last;    // of each vertex: the last ring that passed it
    WEND_ARRAY(arrivals) counts; // of each task
} finding;

// Links the walls around a vertex: each that arrives is followed by the last one that was met counter-clockwise. No
// branches on what is a wall, as nobody could foretell them.
static arrivals link_walls(const wend_cutting *c, int32_t v, int32_t *next) {
    arrivals counts = {0, 0};
    int32_t first = c->out.data[v] < 0 ? -1 : wend_corner_first(c, v), e = first, wall = first;
    while (e >= 0) {
        int32_t last = wend_cut_previous(e), after = wend_cut_twin(c, last);
        bool is_wall = wend_cut_wall(c, last) != WEND_WALL_NONE;
        next[last] = is_wall ? wall : -1;
        wall = is_wall ? after : wall;
        counts.walls += is_wall;
        counts.portals += is_wall & (after >= 0);
        e = after == first ? -1 : after;
    }
    return counts;
}

static wend_result link_all_walls(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    arrivals sum = {0, 0};
    for (int32_t v = (int32_t)begin; v < end; v++) {
        arrivals counts = link_walls(f->c, v, f->next);
        sum.walls += counts.walls;
        sum.portals += counts.portals;
    }
    f->counts.data[begin / PIECE] = sum;
    return WEND_OK;
}

// Counts what the tasks found, and makes room for all walls.
static bool count_walls(finding *f) {
    int64_t walls = 0, portals = 0;
    for (int64_t i = 0; i < f->counts.count; i++) {
        walls += f->counts.data[i].walls;
        portals += f->counts.data[i].portals;
    }
    f->rings->portals = (int32_t)(portals / 2);
    return wend_array_reserve(f->c->context, &f->rings->walls, walls) && // of discs, about as many as portals
           wend_array_reserve(f->c->context, &f->rings->starts, portals / 2 + f->c->plan->component_count + 1);
}

// Follows the ring that starts with a wall.
static void follow(finding *f, int32_t first) {
    wend_rings *rings = f->rings;
    int32_t r = (int32_t)rings->starts.count - 1, *next = f->next, *last = f->last.data, e = first, twice = 0;
    wend_ring_wall *wall = rings->walls.data + rings->walls.count;
    do {
        int32_t v = wend_cut_start(f->c, e), now = e;
        *wall++ = (wend_ring_wall){now, v};
        twice |= last[v] == r;
        last[v] = r;
        e = next[now];
        next[now] = -1;
    } while (e != first);
    rings->walls.count = wall - rings->walls.data;
    rings->simple &= !twice;
}

// Cells less portals of the whole plan, when all cells are discs: vertices inside the floor that have walls count as
// holes.
static int64_t characteristic(const wend_cutting *c) {
    int64_t sum = 0;
    for (int32_t i = 0; i < c->plan->component_count; i++)
        sum += 2 - 2 * wend_plan_handles(c->plan, i) - c->plan->components[i].cycles - c->plan->components[i].points;
    for (int32_t v = 0; v < c->plan->vertex_count; v++)
        sum -= c->plan->vertex_flags[v] == WEND_VERTEX_FEATURE;
    return sum;
}

static bool follow_all(finding *f) {
    wend_rings *rings = f->rings;
    wend_context *context = f->c->context;
    memset(f->last.data, -1, (size_t)f->last.count * sizeof *f->last.data);
    rings->walls.count = rings->starts.count = 0;
    rings->simple = true;
    for (int32_t e = 0; e < f->c->edges.count; e++)
        if (f->next[e] >= 0) {
            if (!wend_array_push(context, &rings->starts, (int32_t)rings->walls.count))
                return false;
            follow(f, e);
        }
    if (!wend_array_push(context, &rings->starts, (int32_t)rings->walls.count))
        return false;
    if (wend_rings_count(rings) - (int64_t)rings->portals != characteristic(f->c))
        rings->simple = false;
    return true;
}

static wend_result find_all(finding *f) {
    wend_context *context = f->c->context;
    int64_t vertices = f->c->out.count;
    if (!wend_array_resize(context, &f->rings->numbers, f->c->edges.count) ||
        !wend_array_resize(context, &f->last, vertices) ||
        !wend_array_resize(context, &f->counts, (vertices + PIECE - 1) / PIECE))
        return WEND_ERROR_MEMORY;
    f->next = f->rings->numbers.data;
    memset(f->next, -1, (size_t)f->c->edges.count * sizeof *f->next);
    wend_result result = wend_run_tasks(context, vertices, PIECE, link_all_walls, f);
    if (result == WEND_OK && (!count_walls(f) || !follow_all(f)))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_rings_find(const wend_cutting *c, wend_rings *rings) {
    finding f = {.c = c, .rings = rings};
    wend_result result = find_all(&f);
    wend_array_free(c->context, &f.last);
    wend_array_free(c->context, &f.counts);
    return result;
}

void wend_rings_free(wend_context *context, wend_rings *rings) {
    wend_array_free(context, &rings->walls);
    wend_array_free(context, &rings->starts);
    wend_array_free(context, &rings->numbers);
}
