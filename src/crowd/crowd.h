// A crowd from the inside.
//
// Agents are kept twice. A walker is all of an agent, by its index, which does not change. For a step agents are sorted
// by their patches into slots, so that those who are near are near in memory; what a step works on stands there.
//
//     route.c    walkers: routes, way points, wishes, goals          (plan.c: the searches)
//     slots.c    walkers -> slots, neighbours
//     steer.c    slots: a velocity for each, by the model            (program.c: half-planes; speed.c: the speed model)
//     settle.c   slots: contacts, walls; back to walkers
//
// Lengths are in metres from the plan's lattice point 0, 0. A walker stands on a lattice point, so that its triangle is
// known exactly and its way is a ray between lattice points (wend_plan_ray).
#ifndef WEND_SRC_CROWD_CROWD_H
#define WEND_SRC_CROWD_CROWD_H

#include "base/array.h"
#include "crowd/patches.h"

#include <wend/crowd.h>

#include <math.h>

enum {
    WEND_PLANNERS = 4,    // searches that run beside each other
    WEND_NEIGHBOURS = 16, // most that one may ask for
    WEND_WALL_LINES = 8,  // walls that one avoids
    WEND_GRAIN = 128      // agents that a task takes at once
};

// How much nearer to a wall than its radius an agent may get by rounding, metres.
#define WEND_CROWD_SLACK 1e-4

typedef struct wend_two {
    double x, y;
} wend_two;

static inline wend_two wend_two_minus(wend_two a, wend_two b) {
    return (wend_two){a.x - b.x, a.y - b.y};
}
static inline wend_two wend_two_plus(wend_two a, double t, wend_two b) {
    return (wend_two){a.x + t * b.x, a.y + t * b.y};
}
static inline double wend_two_dot(wend_two a, wend_two b) {
    return a.x * b.x + a.y * b.y;
}
static inline double wend_two_cross(wend_two a, wend_two b) {
    return a.x * b.y - a.y * b.x;
}
static inline double wend_two_length(wend_two a) {
    return sqrt(a.x * a.x + a.y * a.y);
}
static inline wend_two wend_two_unit(wend_two a) {
    double length = wend_two_length(a);
    return length > 0 ? (wend_two){a.x / length, a.y / length} : (wend_two){0, 0};
}
static inline double wend_clip(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

// A portal that a route crosses, or a link that it takes.
typedef struct wend_gate_ahead {
    wend_point right, left; // the free part; of a link, where it begins and ends
    float at;               // where the shortest path crosses it: 0 on the right, 1 on the left; of a link, its metres
    int32_t side;           // of the roads, by which a piece is left; -1: a link
    int32_t beyond;         // the piece behind it; of a link, the triangle where it ends
    bool narrow;            // two like the agent cannot pass each other in it,
    bool joined;            // nor between it and the next gate, which is narrow, too
} wend_gate_ahead;

// A route: gates in the order of the way, and where it ends.
typedef struct wend_route {
    int32_t count, capacity;
    wend_gate_ahead *gates;
    wend_spot end;
    bool starts_inside; // a passage for one, see gates.c
} wend_route;

typedef struct wend_walker {
    uint32_t salt;
    bool used, steered;
    uint8_t state, reason;
    uint32_t group;
    int32_t triangle, patch;
    wend_point point;
    wend_two velocity;
    double radius, speed, time_gap, priority;
    double patience, stuck; // and seconds that it has not got on
    double walked, sent_walked;
    int64_t sent;  // the step when it was sent
    float height;  // of the ground, where floors overlap
    float company; // 0: alone. 1: among others
    float against; // 0: nobody comes the other way. 1: many do
    wend_two wish; // metres per second
    // The way: goals, of which `goal` is the next one, and the route to it.
    wend_crowd_goal *goals;
    int32_t goal_count, goal;
    wend_route route;
    int32_t next;         // gate of the route
    float lane;           // share of the gate's width, from the right; negative: not known yet
    bool planned;         // the route leads to this goal
    bool queued;          // waits for a planner,
    bool wants;           // or is to be put into the queue
    double rest;          // seconds that it still stays, or that a link takes
    int64_t next_plan;    // the step before which it is not planned anew
    int32_t claim[2];     // gates that it has claimed: from, and up to but without. See gates.c
    int32_t waiting_side; // that it would leave by, if others did not come the other way; -1: none
    int32_t waited;       // steps
    int32_t facing;       // index of who stands head on before it; -1: nobody
    double retreat;       // seconds that it still goes back
} wend_walker;

// What a step needs of an agent, by slot.
typedef struct wend_body {
    wend_two velocity;
    wend_two toward; // unit vector of the wish, or 0, 0
    double want;     // its length
    double radius, speed, time_gap, priority, patience;
    float height;
    int32_t index, patch;
    double thin;         // 0 to 1: how much it turns its shoulders
    double against;      // how many come the other way
    bool gate;           // it comes to a gate for one
    bool steered, rests; // rests: stands where it wants to
} wend_body;

// What a step finds for an agent, by slot.
typedef struct wend_outcome {
    wend_two velocity;
    double patience;
    float company, against;
    bool clamped;   // a wall moved it
    int32_t facing; // as in a walker
    int32_t count;  // neighbours
    int32_t neighbours[WEND_NEIGHBOURS];
} wend_outcome;

// What a planner has found for a walker.
typedef struct wend_found_route {
    uint32_t index;
    wend_path_status status;
    wend_path_reason reason;
    int64_t first, count; // of the planner's gates
    wend_spot end;
    bool starts_inside;
} wend_found_route;

// A search, and the walkers that wait for it.
typedef struct wend_planner {
    wend_search *search;
    WEND_ARRAY(uint32_t) queue;
    int64_t first; // of the queue
    bool busy;     // the first one's search has begun
    uint32_t salt; // of the walker that it is for,
    int32_t goal;  // and its goal then
    int64_t sent;
    WEND_ARRAY(wend_found_route) found;
    WEND_ARRAY(wend_gate_ahead) gates;
    int64_t entries, searches;
} wend_planner;

struct wend_crowd {
    wend_context *context;
    const wend_nav *nav;
    wend_crowd_def def;
    wend_patches patches;
    const wend_medial *medial;
    wend_search *search; // for stands; its roads are those of all planners
    wend_roads *roads;   // the nav's, or the crowd's own
    wend_roads_view roads_view;
    double metres;
    int64_t steps;

    WEND_ARRAY(wend_walker) walkers;
    WEND_ARRAY(uint32_t) free; // indices that may be used again; the last one first
    int32_t count;             // walkers that are used

    wend_planner planners[WEND_PLANNERS];
    WEND_ARRAY(int32_t) claims; // of each side of the roads: how many have claimed to leave by it
    WEND_ARRAY(int32_t) waits;  // of each side: the most steps that anyone who waits for it has waited

    // Slots.
    int32_t slots;
    WEND_ARRAY(int32_t) patch_slot; // of each patch: its first slot; one more at the end
    WEND_ARRAY(int32_t) slot_of;    // of each walker
    WEND_ARRAY(wend_body) bodies;
    WEND_ARRAY(wend_outcome) outcomes;
    WEND_ARRAY(wend_two) places;  // of each slot, when the step began
    WEND_ARRAY(wend_two) targets; // and where it wants to be,
    WEND_ARRAY(wend_two) settled; // and the same while contacts change it
    bool fresh;                   // slots are those of the last step

    wend_crowd_filter *filter;
    void *user;

    WEND_ARRAY(wend_crowd_event) events;
    WEND_ARRAY(wend_agent_id) ids;
    WEND_ARRAY(double) look_places;
    WEND_ARRAY(double) look_velocities;
    WEND_ARRAY(int32_t) look_triangles;
    WEND_ARRAY(double) look_radii;
    WEND_ARRAY(uint8_t) look_states;
    int64_t clamped, searches, entries;
};

static inline wend_two wend_crowd_metres(const wend_crowd *c, wend_point point) {
    return (wend_two){point.x * c->metres, point.y * c->metres};
}
static inline wend_point wend_crowd_point(const wend_crowd *c, wend_two at) {
    return (wend_point){(int32_t)floor(at.x / c->metres + 0.5), (int32_t)floor(at.y / c->metres + 0.5)};
}
static inline wend_two wend_walker_place(const wend_crowd *c, const wend_walker *w) {
    return wend_crowd_metres(c, w->point);
}
static inline bool wend_walker_stands(const wend_walker *w) {
    return w->state == WEND_AGENT_IDLE || w->state == WEND_AGENT_ARRIVED || w->state == WEND_AGENT_NO_WAY ||
           w->state == WEND_AGENT_PASSES;
}

// The nearest point of a wall.
static inline wend_two wend_wall_foot(const wend_wall *w, wend_two p) {
    double ex = w->bx - w->ax, ey = w->by - w->ay, square = ex * ex + ey * ey;
    double t = square > 0 ? ((p.x - w->ax) * ex + (p.y - w->ay) * ey) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (wend_two){w->ax + t * ex, w->ay + t * ey};
}

// Runs a task over all slots or walkers.
#define WEND_CROWD_TASK(name) wend_result name(void *data, int64_t begin, int64_t end, int worker)

// plan.c
wend_result wend_crowd_open(wend_crowd *c, const wend_nav *nav, wend_report *report); // makes what belongs to a nav
void wend_crowd_close(wend_crowd *c);
bool wend_crowd_queue(wend_crowd *c, uint32_t index); // lets a walker wait for a planner; false: memory is short
wend_result wend_crowd_plan(wend_crowd *c);           // one slice of all searches
void wend_crowd_stand(wend_crowd *c, wend_walker *w); // forgets goals and route
wend_result wend_crowd_fit(wend_crowd *c, const wend_spot *at, double radius, wend_spot *spot); // where a disc fits

// route.c: walkers: gates passed, wishes
WEND_CROWD_TASK(wend_crowd_follow_routes);
// gates.c: walkers: passages for one
void wend_crowd_claim(wend_crowd *c);
void wend_crowd_unclaim(wend_crowd *c, wend_walker *w); // gives back what it has claimed

// slots.c
wend_result wend_crowd_sort(wend_crowd *c);
void wend_crowd_find_neighbours(wend_crowd *c, int32_t slot, wend_outcome *out);
// steer.c: slots: velocities and targets
WEND_CROWD_TASK(wend_crowd_steer);
wend_two wend_crowd_speed_model(const wend_crowd *c, int32_t slot, const wend_outcome *out); // speed.c
// settle.c
WEND_CROWD_TASK(wend_crowd_part);   // slots: targets -> settled, apart from each other and from walls
WEND_CROWD_TASK(wend_crowd_settle); // slots: targets -> walkers
double wend_crowd_room(const wend_crowd *c, int32_t patch, wend_two at); // metres to the nearest wall, at most 1e9
// arrive.c: walkers: goals reached, links passed, events
wend_result wend_crowd_arrive(wend_crowd *c);
// crowd.c
void wend_crowd_drop(wend_crowd *c, uint32_t index); // removes a walker
void wend_crowd_put(wend_crowd *c, wend_walker *w, const wend_spot *spot);

// program.c: half-planes normal . v >= least, the first `hard` of which hold before all others; the velocity in them
// that is nearest to `want` and no faster than `most`. Where there is none, the one that breaks the worst of the others
// least.
typedef struct wend_half_plane {
    wend_two normal; // of length 1
    double least;
} wend_half_plane;
wend_two wend_crowd_program(const wend_half_plane *planes, int32_t count, int32_t hard, double most, wend_two want);

#endif
