// Edges by hashing their ends. Sides are entered in order, so that numbers do not depend on the table.
#include "exact/edges.h"

typedef struct table {
    const wend_faces *faces;
    wend_edges *edges;
    WEND_ARRAY(int32_t) slots; // edges, -1 where empty; a power of two of them
} table;

static uint64_t mix(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

static uint64_t hash_of(wend_point3 a, wend_point3 b) {
    uint64_t h = mix(0, (uint64_t)(uint32_t)a.x << 32 | (uint32_t)a.y);
    h = mix(h, (uint64_t)(uint32_t)b.x << 32 | (uint32_t)b.y);
    return mix(h, (uint64_t)(uint32_t)a.z << 32 | (uint32_t)b.z);
}

// The slot of the edge a-b, a the lesser: it holds the edge, or is the empty one where it belongs.
static int64_t find_slot(const table *t, wend_point3 a, wend_point3 b) {
    uint64_t mask = (uint64_t)t->slots.count - 1, at = hash_of(a, b) & mask;
    for (;; at = (at + 1) & mask) {
        int32_t edge = t->slots.data[at];
        if (edge < 0)
            return (int64_t)at;
        wend_point3 p, q;
        bool forward;
        wend_side_ends(t->faces, t->edges->edges.data[edge].first, &p, &q, &forward);
        if (forward ? wend_same3(p, a) && wend_same3(q, b) : wend_same3(q, a) && wend_same3(p, b))
            return (int64_t)at;
    }
}

static void enter(table *t, int32_t side) {
    wend_edges *e = t->edges;
    wend_point3 p, q;
    bool forward;
    wend_side_ends(t->faces, side, &p, &q, &forward);
    int64_t slot = find_slot(t, forward ? p : q, forward ? q : p);
    int32_t edge = t->slots.data[slot];
    e->next.data[side] = -1;
    if (edge < 0) {
        edge = (int32_t)e->edges.count++; // room for all of them was made before
        e->edges.data[edge] = (wend_edge){side, -1};
        t->slots.data[slot] = edge;
    } else {
        e->next.data[side] = e->edges.data[edge].first;
        e->edges.data[edge].first = side;
    }
    e->edge_of.data[side] = edge;
}

// Notes on edges which faces too steep to walk on continue the floor.
static void note_steep(table *t) {
    for (int32_t i = 0; i < t->faces->faces.count; i++) {
        const wend_face *face = &t->faces->faces.data[i];
        if (face->flags & (WEND_FACE_FLOOR | WEND_FACE_DOWN | WEND_FACE_WALL))
            continue;
        for (int k = 0; k < 3; k++) {
            wend_point3 a = face->p[k], b = face->p[(k + 1) % 3];
            bool forward = wend_point3_less(a, b);
            int32_t edge = t->slots.data[find_slot(t, forward ? a : b, forward ? b : a)];
            if (edge >= 0 && t->edges->edges.data[edge].steep < 0)
                t->edges->edges.data[edge].steep = i;
        }
    }
}

wend_result wend_edges_find(wend_context *context, const wend_faces *faces, wend_edges *edges) {
    *edges = (wend_edges){0};
    table t = {.faces = faces, .edges = edges};
    int64_t sides = 3 * faces->floors.count, slots = 16;
    while (slots < sides + sides / 2)
        slots *= 2;
    if (!wend_array_resize(context, &edges->edge_of, sides) || !wend_array_resize(context, &edges->next, sides) ||
        !wend_array_reserve(context, &edges->edges, sides) || !wend_array_resize(context, &t.slots, slots)) {
        wend_array_free(context, &t.slots);
        return WEND_ERROR_MEMORY;
    }
    memset(t.slots.data, -1, (size_t)slots * sizeof *t.slots.data);
    for (int32_t side = 0; side < sides; side++)
        enter(&t, side);
    note_steep(&t);
    wend_array_free(context, &t.slots);
    return WEND_OK;
}

void wend_edges_free(wend_context *context, wend_edges *edges) {
    wend_array_free(context, &edges->edges);
    wend_array_free(context, &edges->edge_of);
    wend_array_free(context, &edges->next);
}
