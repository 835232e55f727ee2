// Cutting in several places at once.
//
// Plan vertices are numbered along a Hilbert curve, so a run of them is a compact part of the plan: a zone. A triangle
// whose three corners are in one zone belongs to it. Deep vertices are those with all neighbours in their own zone, so
// that their triangles all belong to it. Work in a zone looks only at triangles of the zone, and changes portals only
// between deep vertices; then no two zones read or write the same thing, except that an edge laid at the border of a
// zone tells its new number to the triangle behind it, which belongs to no zone and is read by none.
//
// Every zone works on a copy of the cutting's head with scratch memory of its own; the big arrays are shared, and new
// triangles and points go into room set aside for each zone. What is not used of it stays behind as triangles without
// corners (start -1) and points without half-edges (out -1), which nothing refers to.
//
// Zones depend on the plan alone, not on threads. Their size weighs what is left between them, which one thread does,
// against cache and the number of threads that have something to do.
#include "cells/zones.h"

enum {
    ZONE = 8192, // vertices; a power of two
    LEAST = 3    // zones that are worth it
};

typedef struct zoning {
    wend_cutting *c;
    int32_t count;
    WEND_ARRAY(int32_t) zone_of; // as in wend_cutting
    WEND_ARRAY(uint8_t) deep;
    WEND_ARRAY(int32_t) room_before; // points set aside for the zones before; one more at the end
    wend_zone_work *work;
    void *data;
} zoning;

// The zone of a point: that of its boundary edge, when both of its ends are in the same.
static int32_t zone_of_point(const wend_cutting *c, int32_t point) {
    if (c->out.data[c->plan->vertex_count + point] < 0)
        return -1;
    int32_t boundary = c->points.data[point].on.boundary;
    int32_t from = wend_boundary_start(c->plan, boundary) / ZONE, to = wend_boundary_end(c->plan, boundary) / ZONE;
    return from == to ? from : -1;
}

static int32_t zone_of(const zoning *z, int32_t v) {
    return v < z->c->plan->vertex_count ? v / ZONE : z->zone_of.data[v - z->c->plan->vertex_count];
}

// Vertices of triangles between zones are not deep.
static void find_deep(zoning *z) {
    const wend_cut_edge *edges = z->c->edges.data;
    int32_t vertices = z->c->plan->vertex_count;
    memset(z->deep.data, 1, (size_t)z->deep.count);
    for (int64_t e = 0; e < z->c->edges.count; e += 4) {
        int32_t a = edges[e].start, b = edges[e + 1].start, c = edges[e + 2].start;
        if (((a ^ b) | (a ^ c)) < ZONE && a < vertices && b < vertices && c < vertices)
            continue; // in one zone, or no triangle: most are
        int32_t zone = zone_of(z, a);
        if (zone_of(z, b) != zone || zone_of(z, c) != zone)
            z->deep.data[a] = z->deep.data[b] = z->deep.data[c] = 0;
    }
    for (int32_t v = 0; v < z->c->winding.count; v++) // ways are followed from there, anywhere
        if (z->c->winding.data[v])
            z->deep.data[v] = 0;
}

static bool find_zones(zoning *z, int32_t share) {
    const wend_cutting *c = z->c;
    if (!wend_array_resize(c->context, &z->zone_of, c->points.count) ||
        !wend_array_resize(c->context, &z->deep, c->out.count) ||
        !wend_array_resize(c->context, &z->room_before, z->count + 1))
        return false;
    memset(z->room_before.data, 0, (size_t)z->room_before.count * sizeof *z->room_before.data);
    for (int32_t i = 0; i < c->points.count; i++)
        z->zone_of.data[i] = zone_of_point(c, i);
    find_deep(z);
    for (int32_t v = 0; v < c->plan->vertex_count && share > 0; v++)
        z->room_before.data[v / ZONE + 1] += c->notches.data[v] && z->deep.data[v];
    for (int32_t k = 0; k < z->count && share > 0; k++)
        z->room_before.data[k + 1] = z->room_before.data[k] + z->room_before.data[k + 1] / share;
    return true;
}

// Makes room for the new triangles and points of all zones, and fills it with nothing.
static bool make_room(zoning *z) {
    wend_cutting *c = z->c;
    wend_context *context = c->context;
    int64_t edges = c->edges.count, vertices = c->out.count, points = c->points.count;
    int64_t room = z->room_before.data[z->count];
    if (edges + 4 * room > INT32_MAX / 2 || !wend_array_resize(context, &c->edges, edges + 4 * room) ||
        !wend_array_resize(context, &c->walls, edges + 4 * room) ||
        (c->border_of.count > 0 && !wend_array_resize(context, &c->border_of, edges + 4 * room)) ||
        !wend_array_resize(context, &c->out, vertices + room) ||
        !wend_array_resize(context, &c->notches, vertices + room) ||
        !wend_array_resize(context, &c->points, points + room) ||
        !wend_array_resize(context, &z->zone_of, points + room) ||
        !wend_array_resize(context, &z->deep, vertices + room)) {
        c->edges.count = c->walls.count = edges;
        c->border_of.count = c->border_of.count > 0 ? edges : 0;
        c->out.count = c->notches.count = vertices;
        c->points.count = points;
        return false;
    }
    if (room == 0)
        return true;
    memset(c->edges.data + edges, -1, (size_t)(4 * room) * sizeof *c->edges.data);
    memset(c->walls.data + edges, WEND_WALL_NONE, (size_t)(4 * room));
    if (c->border_of.count > 0)
        memset(c->border_of.data + edges, -1, (size_t)(4 * room) * sizeof *c->border_of.data);
    memset(c->out.data + vertices, -1, (size_t)room * sizeof *c->out.data);
    memset(c->notches.data + vertices, 0, (size_t)room);
    memset(c->points.data + points, -1, (size_t)room * sizeof *c->points.data);
    memset(z->zone_of.data + points, -1, (size_t)room * sizeof *z->zone_of.data);
    memset(z->deep.data + vertices, 0, (size_t)room);
    return true;
}

// Works in one zone. The counts of its head say where its room starts.
static wend_result run_zone(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    zoning *z = data;
    bool done = true;
    for (int64_t k = begin; k < end && done; k++) {
        wend_cutting head = *z->c;
        int64_t total = z->room_before.data[z->count], before = z->room_before.data[k];
        head.edges.count = head.walls.count = z->c->edges.count - 4 * (total - before);
        head.border_of.count = head.border_of.count > 0 ? head.edges.count : 0;
        head.out.count = head.notches.count = z->c->out.count - (total - before);
        head.points.count = z->c->points.count - (total - before);
        head.zone = (int32_t)k;
        head.first = (int32_t)k * ZONE;
        head.last = head.first + ZONE < head.last ? head.first + ZONE : head.last;
        head.room = z->room_before.data[k + 1] - z->room_before.data[k];
        head.zone_of = z->zone_of.data;
        head.deep = z->deep.data;
        wend_cutting_own_scratch(&head);
        done = z->work(&head, z->data);
        wend_cutting_free_scratch(&head);
    }
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_zones_run(wend_cutting *c, int32_t share, wend_zone_work *work, void *data) {
    zoning z = {.c = c, .count = (c->plan->vertex_count + ZONE - 1) / ZONE, .work = work, .data = data};
    if (z.count < LEAST)
        return WEND_OK;
    wend_result result = WEND_ERROR_MEMORY;
    if (find_zones(&z, share) && make_room(&z))
        result = wend_run_tasks(c->context, z.count, 1, run_zone, &z);
    wend_array_free(c->context, &z.zone_of);
    wend_array_free(c->context, &z.deep);
    wend_array_free(c->context, &z.room_before);
    return result;
}
