// wend/crowd.h: crowds: thousands of discs that walk over a nav, on every storey, and keep clear of walls and of each
// other.
//
// A crowd is the one object here that changes. It owns agents and borrows a nav, which it never changes. Each agent is
// a disc with a radius of its own; its route is the shortest path for that disc (wend/path.h), known as the portals
// that it crosses. With every step all agents look where to go, what their neighbours do, and move.
//
//     nav  --wend_crowd_create-->  crowd  --add, send-->  agents  --wend_crowd_step-->  --wend_crowd_look-->
//
// What holds whatever the model, the crowd and the scene: no agent passes a wall or changes the storey but by walking
// there, and no centre comes nearer to a wall than its radius, by more than a tenth of a millimetre. What happens
// depends on the calls and their order alone: the same calls give the same bits, on every machine, for any number of
// threads.
//
// Places are in the coordinates of the plan (those of the drawing, or of the ground, wend/scene.h); lengths are in
// metres, speeds in metres per second. A crowd is used by one thread at a time; a step runs on the threads of its
// context.
#ifndef WEND_CROWD_H
#define WEND_CROWD_H

#include <wend/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_crowd wend_crowd;

// ---------------------------------------------------------------------------------------------------- making

// How agents avoid each other. All models share routes, neighbours, contacts and walls.
typedef enum wend_crowd_model {
    // Headway to those ahead who go the same way, half-planes of velocities with right of way for all others, and
    // patience that lets jams push. Default
    WEND_CROWD_HYBRID,
    // Optimal reciprocal collision avoidance: half-planes for all. For games and few people; the smoothest in the open
    WEND_CROWD_ORCA,
    // The collision-free speed model, version 2: a direction that is pushed aside, and a speed by the space ahead. For
    // comparison with other software
    WEND_CROWD_SPEED,
    WEND_CROWD_PLAIN, // no avoidance: straight to the way point; contacts and walls still hold
    WEND_CROWD_MODEL_COUNT
} wend_crowd_model;
WEND_API const char *wend_crowd_model_name(wend_crowd_model model); // "hybrid", "orca", "speed", "plain"

// Where on the next portal an agent aims.
typedef enum wend_crowd_aim {
    // Alone, where the shortest path crosses it; among others, at the same share of its width as before, so that
    // people side by side stay so. Default
    WEND_CROWD_AIM_LANE,
    // The place of the portal that is straight ahead (its projection), else the end that is farther: the rule of the
    // thesis on ExACT, for comparison
    WEND_CROWD_AIM_PROJECTION,
    WEND_CROWD_AIM_CENTRE, // its middle, for comparison
    WEND_CROWD_AIM_COUNT
} wend_crowd_aim;

typedef struct wend_crowd_def {
    wend_crowd_model model;
    wend_crowd_aim aim;
    double step;         // seconds, 0.001 to 0.2. Default 0.05
    double range;        // metres: how far agents see each other, 0.5 to 10. Default 3
    int32_t neighbours;  // how many of the nearest an agent heeds, 1 to 16. Default 12
    double time_gap;     // seconds to those ahead; of the speed model, its T. 0 to 5. Default 0.55
    double horizon;      // seconds: how far ahead collisions are avoided, 0.1 to 10. Default 2
    double wall_horizon; // the same for walls. Default 0.5
    // Under pressure people turn their shoulders, before passages for one and where others come the other way: the
    // least half-width between two agents, as a share of the radius, 0.5 to 1. Default 0.75. Against walls and for
    // routes the whole radius holds.
    double squeeze;
    double excess;        // routes may be longer than the shortest ones by this share: quicker to find. Default 0.05
    double largest;       // metres: no agent has a larger radius. 0.05 to 5. Default 0.5
    int32_t search_steps; // entries of the queue that one planner takes in a step (see wend_search_step). Default 2000
} wend_crowd_def;
WEND_API wend_crowd_def wend_default_crowd_def(void);

// Makes an empty crowd. The nav is borrowed: it must hold a medial axis, and live as long as the crowd, or until
// wend_crowd_follow. `def` may be NULL for the defaults. WEND_ERROR_ARGUMENT (a field out of range, a nav without plan
// or medial axis), _LIMIT, _MEMORY, _CANCELLED. O(n) for the plan's triangles, and square metres of floor.
WEND_API wend_result wend_crowd_create(wend_context *context, const wend_nav *nav, const wend_crowd_def *def,
                                       wend_crowd **crowd, wend_report *report);
WEND_API void wend_crowd_destroy(wend_crowd *crowd); // NULL does nothing

// ---------------------------------------------------------------------------------------------------- agents

// Names an agent. Numbers are used again, with another salt: an id of an agent that is gone names none.
typedef struct wend_agent_id {
    uint32_t index, salt; // salt 0: no agent
} wend_agent_id;

typedef struct wend_agent_def {
    wend_spot at;
    double radius;   // metres, 0.05 up to the crowd's `largest`. Default 0.2
    double speed;    // metres per second that it likes to walk, 0 to 10. Default 1.34
    double time_gap; // seconds; negative: the crowd's. Default -1
    double priority; // -1 to 1: who has more gives way less. Default 0
    uint32_t group;  // for the caller
    // Whether the crowd moves it. False: the caller does, with wend_crowd_place; others avoid it, and it avoids none.
    // Default true
    bool steered;
} wend_agent_def;
WEND_API wend_agent_def wend_default_agent_def(void);

// Adds an agent, which stands where it is. Where the disc does not fit, it is moved as ends of paths are (wend/path.h).
// WEND_ERROR_ARGUMENT with a finding: a field out of range, off the plan ("agent-off-mesh"), or no place near enough
// where it fits ("agent-too-narrow"); _LIMIT, _MEMORY.
WEND_API wend_result wend_crowd_add(wend_crowd *crowd, const wend_agent_def *def, wend_agent_id *id,
                                    wend_report *report);
// WEND_ERROR_ARGUMENT for an id that names no agent, here and in all calls below.
WEND_API wend_result wend_crowd_remove(wend_crowd *crowd, wend_agent_id id);

// What an agent goes to.
typedef struct wend_crowd_goal {
    wend_spot at;
    // Of a line (an exit): the other end, in the coordinates of the plan; `at` is its first end. It is reached where it
    // is crossed, or come as near as the radius. Only when `line` is true.
    double to[2];
    bool line;
    double radius; // metres: reached when the centre is no farther from it. Default 0.3
    double wait;   // seconds that it stays there before it goes on to its next goal, or leaves. Default 0
    bool leave;    // whether it is removed then. Default false
} wend_crowd_goal;
WEND_API wend_crowd_goal wend_default_crowd_goal(void);

// Sends an agent to goals, one after the other, in place of those that it had; none of them: it stays where it is.
// Goals are copied. The route is planned in one of the next steps. Where the goal is off the plan or cannot be reached,
// the state says so. WEND_ERROR_ARGUMENT for a field out of range (negative or not finite), _MEMORY.
WEND_API wend_result wend_crowd_send(wend_crowd *crowd, wend_agent_id id, const wend_crowd_goal *goals, int32_t count);

// Puts an agent somewhere, with a velocity; on the plan it is moved to where it fits. For agents that the caller moves,
// once before each step; others are planned for anew. Errors as for wend_crowd_add.
WEND_API wend_result wend_crowd_place(wend_crowd *crowd, wend_agent_id id, const wend_spot *at,
                                      const double velocity[2], wend_report *report);

// How fast an agent likes to walk from now on. WEND_ERROR_ARGUMENT for what is out of range.
WEND_API wend_result wend_crowd_set_speed(wend_crowd *crowd, wend_agent_id id, double speed);

// Called in each step for every agent that is steered, in the order of their indices, before it looks around: may
// change the velocity that it wishes for. NULL: none. Same bits as long as the callback gives the same. It may not call
// the crowd but for wend_crowd_look and wend_crowd_ask.
typedef void wend_crowd_filter(void *user, wend_agent_id id, double wish[2]);
WEND_API void wend_crowd_set_filter(wend_crowd *crowd, wend_crowd_filter *filter, void *user);

// ---------------------------------------------------------------------------------------------------- steps

// Goes on by one step. WEND_ERROR_MEMORY leaves the crowd as it was, or with some routes not planned yet: the next step
// goes on. _CANCELLED likewise. Cost: a microsecond or two for each agent. Searches for routes run in slices beside:
// nobody's step waits for another's.
WEND_API wend_result wend_crowd_step(wend_crowd *crowd);

typedef enum wend_agent_state {
    WEND_AGENT_IDLE,    // has no goal
    WEND_AGENT_PLANS,   // waits for its route; keeps to the old one, or stands
    WEND_AGENT_WALKS,   // is on its way
    WEND_AGENT_YIELDS,  // waits beside a passage for one, for who comes the other way
    WEND_AGENT_STUCK,   // has not got on for more than five seconds
    WEND_AGENT_PASSES,  // is on a drop or a link made by hand
    WEND_AGENT_ARRIVED, // is at its goal
    WEND_AGENT_NO_WAY,  // there is no way to its goal: `reason`
    WEND_AGENT_STATE_COUNT
} wend_agent_state;
WEND_API const char *wend_agent_state_name(wend_agent_state state); // "walks"

typedef struct wend_agent_view {
    wend_spot at;
    double place[2];         // of the spot
    double velocity[2];      // metres per second
    double radius, speed;    // as it was added
    double wish[2];          // metres per second: what it wished for in the last step
    double patience;         // 0 to 1: how much it has lost
    wend_agent_state state;  // and of WEND_AGENT_NO_WAY
    wend_path_reason reason; // why
    int32_t goal;            // the number of the goal that it goes to, from 0
    double goal_place[2];    // and where that is
    uint32_t group;
    double walked; // metres, since it was added
    int32_t gates; // portals and links that are left of its route
} wend_agent_view;
// One agent.
WEND_API wend_result wend_crowd_ask(const wend_crowd *crowd, wend_agent_id id, wend_agent_view *agent);

// Somebody who came to a goal in the last step, or left.
typedef struct wend_crowd_event {
    wend_agent_id id; // names none any more when it left
    int32_t goal;     // its number among the agent's goals
    bool left;
    double seconds; // since it was sent to its goals
    double walked;  // metres, likewise
} wend_crowd_event;

// All agents, the one added first of those with the lowest index first; arrays live until the next call that changes
// the crowd.
typedef struct wend_crowd_view {
    int64_t steps; // since the crowd was made
    int32_t count;
    const wend_agent_id *ids;
    const double *places;     // x, y of each
    const double *velocities; // likewise
    const int32_t *triangles; // of the plan
    const double *radii;
    const uint8_t *states;
    int32_t event_count;
    const wend_crowd_event *events; // in the order of indices
    int32_t waiting;                // agents whose routes are not planned yet
    // Since the crowd was made: times that an agent was kept from a wall by more than a millimetre, routes that were
    // searched, and entries that the searches took.
    int64_t clamped, searches, entries;
} wend_crowd_view;
WEND_API wend_result wend_crowd_look(wend_crowd *crowd, wend_crowd_view *view);

// Of the last step: whom an agent heeded, nearest first. WEND_ERROR_ARGUMENT also before the first step, and after
// agents were added or removed. *ids, `most` of them at most, are written; how many there are in *count.
WEND_API wend_result wend_crowd_neighbours(const wend_crowd *crowd, wend_agent_id id, wend_agent_id *ids, int32_t most,
                                           int32_t *count);

// A hash of everyone: ids, places, velocities, states and how far each is on its route, to the bit.
WEND_API uint64_t wend_crowd_hash(const wend_crowd *crowd);

// ---------------------------------------------------------------------------------------------------- versions

// Carries all agents over to another version of the nav: the same places on the ground (wend_nav_carry), their goals
// likewise; routes are planned anew. Those for whom there is no floor any more, or too little room, are removed: they
// are `events` that left, with goal -1. The crowd borrows the newer nav from then on, and the older one is not needed
// any more. On failure it keeps the older one, and nothing has changed. WEND_ERROR_ARGUMENT, _LIMIT, _MEMORY,
// _CANCELLED.
WEND_API wend_result wend_crowd_follow(wend_crowd *crowd, const wend_nav *newer, wend_report *report);

// ---------------------------------------------------------------------------------------------------- checking

// Proves that everyone is on the plan, in the right triangle, and as far from walls as its radius, but for a tenth of a
// millimetre (what the caller places may be anywhere on the plan). WEND_ERROR_INVALID with findings when something is
// not so. O(n log n).
WEND_API wend_result wend_crowd_check(wend_context *context, const wend_crowd *crowd, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
