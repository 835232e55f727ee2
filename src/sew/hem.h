// The hem of a raw surface: its borders as cycles, and the operations that sew them together. See hem.c.
//
// A border is named by its index in raw->borders. A boundary vertex (one fan of triangles) is named by the border that
// leaves it; names outlive every operation, except those of borders that are joined or collapse.
#ifndef WEND_SRC_SEW_HEM_H
#define WEND_SRC_SEW_HEM_H

#include "sew/fan.h"

typedef struct wend_hem_edge {
    int32_t edge;           // the border's half-edge, -1 when there is none (any more)
    int32_t next, previous; // borders along the same cycle
    uint8_t moves;          // how often the vertex that it leaves has moved
    uint8_t idle;           // how often since something was joined there: between two places it would go on for ever
    uint8_t refusals;       // how often a contraction of that vertex was refused
    bool fresh : 1;         // whether it is in the list of what has changed
    bool crowded : 1;       // a ledge that is left alone, because several others lie where it does
} wend_hem_edge;

// Where the corners of a triangle were at first.
typedef struct wend_hem_home {
    wend_point3 p[3];
} wend_hem_home;

typedef struct wend_hem {
    wend_context *context;
    wend_raw *raw;
    double reach; // no corner moves farther from where it was at first
    WEND_ARRAY(wend_hem_edge) edges;
    WEND_ARRAY(int32_t) fresh;   // vertices that have changed, or whose borders have, since the list was emptied
    WEND_ARRAY(int32_t) home_of; // per triangle, -1 while nothing of it has moved; empty while nothing at all has
    WEND_ARRAY(wend_hem_home) homes;
    // Ledges with a cause that were joined: a border and, before it, the half-edge that it was at.
    WEND_ARRAY(int32_t) walled;
    WEND_ARRAY(int32_t) chinks; // half-edges that were joined, no longer than rounding
    int64_t joined;             // pairs of borders
    bool failed;                // memory was short while something was noted: what was done is sound, but not complete
} wend_hem;

// Finds the cycles. Borders that several half-edges share are doubled, so that each has its own.
wend_result wend_hem_make(wend_context *context, wend_raw *raw, double reach, wend_hem *hem);
void wend_hem_free(wend_hem *hem);

static inline bool wend_hem_alive(const wend_hem *hem, int32_t border) {
    return hem->edges.data[border].edge >= 0;
}

// Whether a border may be sewn.
static inline bool wend_hem_ledge(const wend_hem *hem, int32_t border) {
    return hem->raw->borders.data[border].kind == WEND_BOUNDARY_LEDGE && !hem->edges.data[border].crowded;
}

static inline int32_t wend_hem_next(const wend_hem *hem, int32_t border) {
    return hem->edges.data[border].next;
}

static inline int32_t wend_hem_previous(const wend_hem *hem, int32_t border) {
    return hem->edges.data[border].previous;
}

// The ends of a border that is alive.
static inline wend_point3 wend_hem_from(const wend_hem *hem, int32_t border) {
    return wend_raw_from(hem->raw, hem->edges.data[border].edge);
}

static inline wend_point3 wend_hem_to(const wend_hem *hem, int32_t border) {
    return wend_raw_to(hem->raw, hem->edges.data[border].edge);
}

// Joins two ledges that run between the same two places in opposite directions. False, and nothing changes, when they
// do not, or when a fan would turn more than once. O(1).
bool wend_hem_join(wend_hem *hem, int32_t e, int32_t f);

// Parts again what was joined though something stands there, or at both of its ends when it is no longer than rounding,
// and calls it a barrier; other ledges with a cause become walls.
wend_result wend_hem_stand_walls(wend_hem *hem);

// Moves a boundary vertex. False, and nothing changes, when a triangle would lose its area, a fan turn more than once,
// a corner get farther from its first place than the reach, or the vertex has moved too often, or a few times in vain.
// O(triangles around it).
bool wend_hem_move(wend_hem *hem, int32_t vertex, wend_point3 place);

// Takes away the ledge e, a -> b, and its triangle: a and b become one vertex, at the place of b or, with `at_first`,
// of a. Its name is that of b. False, and nothing changes, in the cases of wend_hem_move, and when nothing else is
// beside the triangle. O(triangles around a and b).
bool wend_hem_collapse(wend_hem *hem, int32_t e, bool at_first);

// Splits the border f, a -> b, at a place beside it: f becomes a -> place, and *rest, which names the new vertex, place
// -> b. *done is false, and nothing changes, when a triangle would lose its area or a fan turn more than once. O(1).
wend_result wend_hem_split(wend_hem *hem, int32_t f, wend_point3 place, int32_t *rest, bool *done);

// The same by a new triangle a, place, b outside the border. *done is false when the place is not outside or a fan
// would turn more than once. O(1).
wend_result wend_hem_lay(wend_hem *hem, int32_t f, wend_point3 place, int32_t *rest, bool *done);

// Bends the border f, a -> b, at a place inside that lies near one of its ends, a with `begin`, beyond edges that lead
// there: the corners of the triangles between the border and the place move from the end to the place, and the triangle
// that holds it is split; or the end itself moves when there is none. *done is false, and nothing changes, when a
// triangle would turn over, that of half-edge *blocker, or a fan turn more than once.
wend_result wend_hem_peel(wend_hem *hem, int32_t f, wend_point3 place, bool begin, int32_t *blocker, bool *done);

// Takes away a triangle; its neighbours end in ledges. O(triangles around it).
wend_result wend_hem_take_away(wend_hem *hem, int32_t triangle);

// Notes that a vertex, which must be alive, has changed.
void wend_hem_note(wend_hem *hem, int32_t vertex);

#endif
