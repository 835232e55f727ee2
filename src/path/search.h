// The inside of a search, shared by the files of this room. engine.c says how it works.
#ifndef WEND_SRC_PATH_SEARCH_H
#define WEND_SRC_PATH_SEARCH_H

#include "base/array.h"
#include "roads/roads.h"

#include <wend/path.h>

// A place where ways come to touch the circle around a notch, and turn around it; or a start; or the exit of a gate,
// from which ways go on as from a start.
typedef struct wend_arrival {
    wend_way centre;
    int32_t notch;  // -1 for a start, -2 - g for the exit of gate g; with lanes, for stop g
    int32_t sense;  // 1: turns left, the notch is on the left. -1: right. 0: it does not turn around anything
    double length;  // of the way to it
    wend_way ahead; // unit vector: direction in which the way arrives
    double phase;   // of the direction from the notch to where it touches
    double limit;   // the phase at which turning ends
    int32_t source; // of the rays that it comes with, -1 at a start
    int32_t piece;  // where it touches, -1 at a start and an exit
    int32_t next;   // another one at the notch with this sense; at a stop the lane that led there; or -1
    bool beaten;    // another one gets wherever this one does, no later
} wend_arrival;

// A part of a turn within one piece: from a direction on, by less than a right angle.
typedef struct wend_source {
    int32_t arrival;
    int32_t piece;  // -1: lanes lead on from a stop
    int32_t corner; // radius 0: the side of the piece at the notch
    double length;  // of the way until it leaves in direction `ahead`
    wend_way ahead;
    double phase;
} wend_source;

enum { WEND_ENTRY_TURN = -1, WEND_ENTRY_REST = -2, WEND_ENTRY_GOAL = -3 };

// What is open: an interval of directions of a source that enters a piece over a side; a source that is not swept yet;
// what is left of a start, when the rays toward the aim were swept; or a goal, in direction `right`.
typedef struct wend_entry {
    double least; // no way that goes on from here is shorter
    int32_t source;
    int32_t side; // of the piece that is entered, or WEND_ENTRY_TURN, _REST, or WEND_ENTRY_GOAL - g for goal g
    wend_way right, left;
} wend_entry;

// Where an entry stands in the queue: by its bound, then by its age.
typedef struct wend_queued {
    double key;
    int32_t entry;
    uint32_t age;
} wend_queued;

// The ways to turn around a notch.
enum { WEND_TURNS_LEFT = 1, WEND_TURNS_RIGHT = 2 };

// A notch that may be in the way of an interval, or be turned around.
typedef struct wend_hindrance {
    wend_way at;        // from the centre of the source
    double right, left; // offsets at both limits
    double ahead[2];    // how far ahead of where the limits leave the source's circle
    int32_t notch;
    int32_t corner; // the side of the piece that starts at it, or -1
    double phase;   // near which directions from it to the piece have theirs
    int32_t turns;  // those that may be found
    bool blocks;    // it hides directions: those between `low` and `high`
    wend_way low, high;
} wend_hindrance;

// A part of an exit that nothing hides.
typedef struct wend_gap {
    wend_way right, left;
} wend_gap;

// What is known of the arrivals at a notch with one sense. Nothing is cleared: marks of other rounds are none.
typedef struct wend_mark {
    uint32_t round;
    int32_t arrival; // the first of those that nothing beats, or -1
    int32_t tried;   // the arrival from which rays came to it last, whatever came of it, or -1
} wend_mark;

typedef WEND_ARRAY(int32_t) wend_list;

// A place that rays may end in, as it is listed for a piece that holds it.
typedef struct wend_target {
    wend_way place;
    int32_t number; // of a goal, or ~g: the entrance of gate g; with lanes, stop g
    int32_t next;   // of the same piece, or -1
} wend_target;

typedef WEND_ARRAY(wend_target) wend_targets;

// The targets of a piece. Nothing is cleared: marks of other rounds are none.
typedef struct wend_target_mark {
    uint32_t round;
    int32_t first;
} wend_target_mark;

// A goal that wend_search_nearest found.
typedef struct wend_found {
    int32_t goal;  // of the query's goals
    int32_t entry; // that came to it; -1 where the way begins
} wend_found;

// No way from a vertex to the goal is shorter than `height`, in lattice steps. Marks of other rounds are none.
typedef struct wend_floor_mark {
    double height;
    uint32_t round;
} wend_floor_mark;

typedef struct wend_goal {
    wend_way place;
    double least; // length of the shortest way so far
} wend_goal;

// A gate: who comes to its entrance may go on from its exit, at a cost.
typedef struct wend_gate {
    wend_way entrance, exit;
    double cost;          // lattice steps
    int32_t first, count; // in gate_pieces: the pieces that hold the exit
    int32_t way;          // the passage that it is; -1: a corner, with no way to speak of
    bool shortcut;        // it costs less than straight over the floor
    bool priced;          // it is of use only where areas cost something
    uint32_t round;       // when it was last passed,
    int32_t arrival;      // and that arrival
} wend_gate;

// A way where no floor leads (passages.c): a drop in a chosen place, or a link made by hand from end to end.
typedef struct wend_passage {
    wend_spot from, to;
    wend_spot stands[2]; // where the disc stands for the radius that gates are open for
    double cost;         // metres; of a drop, what it takes to get over the ledge
    int32_t offlink;     // of the links made by hand, or -1
    int32_t drop;        // of wend_links_view.links, or -1
    int32_t back;        // 1 when it leads from the second end of the link to the first one
    uint32_t tags;
    uint32_t kind; // a bit, as filters have it
} wend_passage;

// A place where a way crosses a border or bends at it, and a piece that holds it.
typedef struct wend_crossed {
    wend_way place;
    int32_t piece;
} wend_crossed;

// What passages join, components of some kind, as lists of passages by the component that they lead from. Marks know
// their rounds.
typedef struct wend_joint {
    int32_t from, to; // -1 where the disc does not stand
    bool open;        // the filter allows it
} wend_joint;
typedef struct wend_joint_mark {
    uint32_t round;
    int32_t first;
    uint32_t asked; // when it was last reached
} wend_joint_mark;
typedef struct wend_joints {
    WEND_ARRAY(wend_joint_mark) marks; // per component
    WEND_ARRAY(wend_joint) pairs;      // per passage
    wend_list next;                    // per passage
    uint32_t round, asked;
} wend_joints;

// Where a disc stands that is asked for at a spot.
typedef struct wend_stand {
    wend_way place;
    wend_spot spot;
    int32_t piece;
    double moved; // metres
    int32_t component;
    wend_medial_near near; // what is nearest there
} wend_stand;

// A part of what is seen from a spot: the triangle of half-edge `half`, seen through it between two vertices; or all of
// it, when these are -1.
typedef struct wend_cone {
    int32_t half;
    int32_t right, left;
} wend_cone;

// Where a path leaves a piece of the roads, over which side; on which piece of the path.
typedef struct wend_crossing {
    int32_t side, piece;
    wend_way at;
    double along; // metres of the path before it
} wend_crossing;

// A piece on the way of a tour, and by which side of what step it was entered.
typedef struct wend_route_step {
    int32_t piece, side, before;
} wend_route_step;

// A query that was begun.
typedef struct wend_asked {
    bool begun;
    bool searches;       // the engine has not come to the goal yet
    int32_t entry;       // of the goal
    wend_path_view path; // as far as it is known
    wend_result result;  // whether what was found could be taken
    wend_stand ends[2];
    // Of the clearance (clearance.c), lattice steps: that of the disc, and what is wanted; a path is known for `low`,
    // none for `high`, and one is looked for with `trying`.
    bool clears;
    double radius, wanted, low, high, trying, detour;
    double farthest; // the longest path that is wanted
    int tries;
} wend_asked;

struct wend_sweep;

// A triangle or a boundary edge, and how far away it is.
typedef struct wend_around {
    double far;
    int32_t number;
} wend_around;

// Something that a disc touches: a wall, or a corner.
typedef struct wend_touch {
    wend_way normal; // of length 1, from it to the centre of the disc
    double distance; // of the centre from it
    int32_t side;    // of the roads: the wall, or one that starts in the corner
    bool corner;
} wend_touch;

// A piece that a flood may enter, when it gets so far.
typedef struct wend_front {
    double far;
    int32_t piece;
} wend_front;

struct wend_search {
    wend_context *context;
    wend_search_def on; // all of it held; areas are below
    WEND_ARRAY(wend_area) areas;
    const wend_roads *roads;
    const wend_medial *medial;
    wend_plan_view plan;
    wend_roads_view v;
    double metres; // per lattice step
    // Rounding, in lattice steps: what is closer than the radius by less than this is no obstacle, and touches are
    // taken where they miss by less. Thousands of times what doubles lose on the plan.
    double slack;
    double loose; // the same for small steps, where nothing adds up
    double point; // the radius of the smallest disc that takes small steps

    wend_list fan; // per vertex of the plan: a half-edge that starts there, the one on the boundary if there is one

    // The query.
    wend_asked asked;
    double radius, narrow; // lattice steps; the radius less the slack
    double near;           // 1 / narrow
    double about;          // phases closer than this are one
    double askew;          // a ray that comes to touch is beyond its limit by no greater angle, for rounding
    double weight;         // of what is still ahead: 1 or more
    double lean;           // in the stead of the weight until the goal is met: that or more
    wend_way start, goal;
    wend_list start_pieces, goal_pieces;
    // Where bounds aim: at `aim`, which no way reaches sooner than straight, or for `cap` through gates. Without an aim
    // what is nearest comes first.
    bool aimed;
    wend_way aim;
    double cap;
    double enough;       // what cannot be shorter than this is of no use: with an aim, once the goal was met
    wend_result failure; // WEND_OK until memory is short
    // bounds.c: with landmarks, and with an aim.
    wend_list corners;                       // per side of the roads: the vertex of the plan at its corner
    WEND_ARRAY(wend_floor_mark) floor_marks; // per vertex
    bool marked;                             // this query uses them
    float mark_least[WEND_LANDMARKS_MAX];    // how far the goal is from each landmark: at least,
    float mark_most[WEND_LANDMARKS_MAX];     // and at most
    double mark_slack;                       // the farthest of these, for rounding
    double mark_cap;                         // no floor is higher, for ways through passages

    // The state of the search.
    uint32_t round, age;
    WEND_ARRAY(wend_mark) marks; // per notch and sense: arrivals so far
    WEND_ARRAY(wend_arrival) arrivals;
    WEND_ARRAY(wend_source) sources;
    WEND_ARRAY(wend_entry) entries;
    WEND_ARRAY(int32_t) spare; // entries that can be used again
    WEND_ARRAY(wend_queued) queue;
    wend_entry waiting; // beside the queue, if it `waits`
    uint32_t waiting_age;
    bool waits;
    WEND_ARRAY(wend_hindrance) hindrances;
    WEND_ARRAY(wend_gap) gaps;
    double bound; // the least of all that were taken from the queue

    // gates.c: goals of the query, and gates, which stay until they are cleared.
    WEND_ARRAY(wend_goal) goals;
    wend_list homes; // numbers of the pieces that hold goals, in the tour of the roads
    wend_targets targets, gate_targets;
    WEND_ARRAY(wend_target_mark) target_marks, gate_marks; // per piece
    WEND_ARRAY(wend_gate) gates;
    wend_list gate_pieces;
    uint32_t gate_round;
    int32_t kept_gates, kept_pieces; // those that stay: others are of one query only
    int32_t plain_gates;             // of these, how many are of use where nothing costs more
    bool gated;                      // this query uses them
    // passages.c
    WEND_ARRAY(wend_passage) passages;
    wend_joints of_points, of_discs; // components of the plan; of the medial axis for the open radius
    wend_list joint_queue;
    bool backward;              // gates lead from their ends to their beginnings
    bool opened, open_backward; // gates are those of this radius, metres, this reach and this filter
    double open_radius, open_reach;
    wend_path_filter open_filter;
    WEND_ARRAY(int32_t) open_areas; // its arrays
    WEND_ARRAY(wend_area_cost) open_costs;
    // grounds.c
    WEND_ARRAY(uint8_t) shut; // per piece: the open filter forbids it
    bool shut_any;
    bool fenced; // this query keeps out of them
    // costs.c
    WEND_ARRAY(double) factors; // per piece: what a metre costs
    double dearest;             // the largest of them
    bool prices_differ;         // not all are 1
    double apart;               // lattice steps: points on borders that are gates are no farther apart
    WEND_ARRAY(wend_crossed) bends;
    wend_list bend_pieces;
    bool priced;                       // this query counts them
    WEND_ARRAY(uint32_t) corner_marks; // per vertex of the plan: the round of gates that it is in
    // Called for every interval of rays that is swept through a piece, unless it is NULL: w->source, w->arrival, the
    // limits, and s->hindrances. It may add nothing to the search.
    void (*record)(void *recorder, const struct wend_sweep *w);
    // Asked of every entry that comes over a side before it is swept, unless it is NULL: whether to drop it.
    bool (*refuse)(void *recorder, const wend_entry *entry);
    void *recorder;

    // The goals of the last query that asked for several: where the disc stands, their numbers, and those found.
    WEND_ARRAY(wend_stand) stands; // the first one is the start
    wend_list numbers;             // of each stand, as it was asked for; -1 for the start
    WEND_ARRAY(wend_found) found;
    WEND_ARRAY(wend_path_goal) nearest;

    // view.c, room.c: what is seen from a spot, and the arcs of the medial axis around it. `reach` is how far a place
    // to stand may be, a share of the radius.
    double reach;
    wend_point seen_from;
    WEND_ARRAY(wend_cone) cones;
    wend_list arcs, floors;
    WEND_ARRAY(uint32_t) arc_marks; // per arc: the round in which it was met
    uint32_t arc_round;
    // nearby.c, around.c
    WEND_ARRAY(uint32_t) seen; // per piece: the last flood that came there
    uint32_t seen_round;
    WEND_ARRAY(wend_front) front;
    WEND_ARRAY(wend_touch) touches;    // listed by the last flood
    WEND_ARRAY(wend_around) around[2]; // triangles and boundary edges
    WEND_ARRAY(uint32_t) around_seen;  // per triangle, as for pieces
    uint32_t around_round;
    wend_list around_lists[2];
    // What only some queries need; NULL until then.
    struct wend_lanes *lanes;         // lanes.c: narrow ways along the medial axis, for paths that keep a clearance
    bool laned;                       // this query uses them: gates are stops of lanes
    struct wend_crossings *crossings; // cells.c
    struct wend_taut *taut;           // taut.c

    // tour.c, portals.c, passed.c: what a path crosses and passes.
    WEND_ARRAY(wend_crossing) crossed;
    WEND_ARRAY(wend_route_step) route;
    WEND_ARRAY(uint32_t) piece_marks; // per piece: the round of the route that met it
    uint32_t piece_round;
    WEND_ARRAY(double) places; // on a side, by how far they are along it; of a line's points, along the path
    wend_list joins; // with stairs: half-edges of the complex across which one steps, ascending, and their links
    WEND_ARRAY(wend_path_portal) portals;
    WEND_ARRAY(wend_path_link) path_links;
    WEND_ARRAY(wend_path_flight) flights;
    WEND_ARRAY(wend_path_ground) grounds;

    // The answer.
    WEND_ARRAY(wend_path_piece) pieces;
    wend_list links_taken;     // the passages that pieces are, in their order
    WEND_ARRAY(wend_way) flat; // the same as places joined by straight lines, and the triangles of some
    wend_list flat_triangles, flat_pieces;
    // The line on the ground: x, y, z of each point, its triangle of the complex, its piece.
    WEND_ARRAY(double) line_places;
    wend_list line_triangles, line_pieces;
    wend_lift *lift;      // NULL until it is needed
    int64_t taken, swept; // entries taken from the queue, pieces swept
};

// A piece, as a sweep looks at it.
typedef struct wend_sweep {
    wend_search *search;
    const wend_source *source;
    int32_t source_index;
    const wend_arrival *arrival;
    int32_t piece;
    int32_t first, count;              // sides over which rays may leave: from this one on, counter-clockwise, so many
    wend_way right, left;              // limits, at most a right angle apart
    double least;                      // the bound of what is swept
    wend_way centre;                   // of the circle,
    int32_t notch, sense;              // as those of the arrival,
    double bend;                       // and sense * radius
    int32_t side, sides;               // of the piece
    wend_way at[WEND_ROAD_SIDES_MOST]; // corners, from the centre
    double offsets[2][WEND_ROAD_SIDES_MOST]; // at both limits
} wend_sweep;

// engine.c: looks for shortest ways. First wend_engine_reset, then goals and starts, then wend_engine_run as often as
// there is something to find. s->failure tells what went wrong.
void wend_engine_reset(wend_search *s);
// A place where ways begin, with the pieces that hold it, and a length that they have there.
void wend_engine_start(wend_search *s, wend_way place, const wend_list *pieces, double length);
// Takes at most `most` entries, none with a bound beyond `farthest`. True when it has come to a goal, *entry, or when
// there is none left: *entry is -1. Called again, it goes on to the next one.
bool wend_engine_run(wend_search *s, int64_t most, double farthest, int32_t *entry);
// Opens an arrival that sends rays out in all directions, in each of some pieces.
void wend_engine_open(wend_search *s, int32_t arrival, const int32_t *pieces, int64_t count, double least);
void wend_engine_push(wend_search *s, const wend_entry *entry);

// gates.c
// Adds a target to the query: a goal by its number, or ~g for a gate or a stop of lanes. False when memory is short.
bool wend_target_add(wend_search *s, wend_way place, int32_t number, const wend_list *pieces);
// Adds a goal to the query. False when memory is short.
bool wend_goal_add(wend_search *s, wend_way place, const wend_list *pieces);
void wend_gates_clear(wend_search *s);
// Adds a gate, with the pieces that hold its entrance, and its exit.
bool wend_gate_add(wend_search *s, const wend_gate *gate, const wend_list *entrance, const wend_list *exit);
// The same for one query, after wend_engine_reset: a gate whose exit is its entrance.
bool wend_gate_add_once(wend_search *s, const wend_gate *gate, const wend_list *pieces);
// A ray of a source comes to a target, in direction d after a length.
void wend_target_meet(wend_search *s, const wend_target *target, int32_t source, wend_way d, double length,
                      double least);

// passages.c
bool wend_passages_find(wend_search *s); // when a search is made; false when memory is short
void wend_passages_free(wend_search *s);
// Makes the gates of a query, unless they are those of the last one. Before it looks for ends: both lists of pieces are
// used. False when memory is short.
bool wend_gates_open(wend_search *s, double radius, const wend_path_filter *filter);
// Finds the components that can be reached from one for the open radius, perhaps through what the filter forbids.
bool wend_passages_reach(wend_search *s, int32_t from, bool forbidden_too);
// Whether a component was reached; from itself it always is.
bool wend_passages_lead(const wend_search *s, int32_t from, int32_t to);
// Whether a point can get from one triangle of the plan to another, whatever a filter says.
bool wend_passages_lead_points(wend_search *s, int32_t from, int32_t to);
// No way to the aim that passes a shortcut is shorter.
double wend_passages_cap(const wend_search *s);
// The ground below the end of a passage, as the gates are open.
static inline void wend_passage_ground(const wend_search *s, int32_t passage, int end, wend_plan_ground *ground) {
    wend_plan_find_ground(s->roads->plan, &s->passages.data[passage].stands[end], ground);
}

// grounds.c
bool wend_filter_is_sound(const wend_path_filter *filter);
// Finds the pieces that a filter forbids, and makes gates of their corners. False when memory is short.
bool wend_grounds_shut(wend_search *s, const wend_path_filter *filter);
bool wend_grounds_corner(wend_search *s, double radius);
// Adds a place in a triangle of the plan as a gate whose exit is its entrance, if the disc fits there; and the start of
// a half-edge, once.
bool wend_corner_add(wend_search *s, int32_t triangle, wend_way place, double radius, bool priced);
bool wend_corner_fits(const wend_search *s, int32_t triangle, wend_way place, double radius);
bool wend_corner_add_vertex(wend_search *s, int32_t half, double radius, bool priced);
// Leaves those out of a list.
void wend_grounds_open(const wend_search *s, wend_list *pieces);
// Whether this query must not go into a piece.
static inline bool wend_is_shut(const wend_search *s, int32_t piece) {
    return s->fenced && s->shut.data[piece] != 0;
}

// costs.c
// Finds what pieces cost by a filter, and makes gates of places on borders. False when memory is short.
bool wend_costs_find(wend_search *s, const wend_path_filter *filter);
bool wend_costs_border(wend_search *s, double radius);
// To make a path cheaper: lists where the path that was collected crosses dear borders or bends; then, for the search
// that was started last, makes gates of points near these places, closer with each round from 0 on, in the stead of
// all other points on borders. False when memory is short.
bool wend_costs_list(wend_search *s);
bool wend_costs_bend(wend_search *s, int round);
// What a straight way costs from a place in a piece; INFINITY where it crosses shut ground.
double wend_cost_of(const wend_search *s, int32_t piece, wend_way from, wend_way to);
// What it costs to go on from a source: to turn to direction d, and then straight for a length.
double wend_cost_ahead(const wend_sweep *w, wend_way d, double ahead);
static inline double wend_factor(const wend_search *s, int32_t piece) {
    return s->priced ? s->factors.data[piece] : 1;
}

// The gates that are open are those of this query, and so is the ground, after wend_engine_reset.
static inline void wend_gates_use(wend_search *s) {
    s->gated = s->gates.count > 0;
    s->fenced = s->shut_any;
    s->priced = s->prices_differ;
}

// sweep.c
void wend_sweep_interval(wend_search *s, const wend_entry *entry);
// All rays from a start or an exit; or those toward the aim, and the rest later.
void wend_sweep_start(wend_search *s, int32_t source, double least, bool rest);
// All but what is between the limits, and over which sides it leaves.
void wend_sweep_begin(wend_sweep *w, wend_search *s, const wend_source *source, int32_t index, double least);
void wend_sweep_rays(wend_sweep *w);

// bounds.c
// When a search is made; false when memory is short.
bool wend_bounds_find(wend_search *s);
// The goal is what is aimed at.
void wend_bounds_aim(wend_search *s);
// The floor of a vertex, which was not known yet.
double wend_floor_make(wend_search *s, int32_t vertex);
static inline double wend_floor_at(wend_search *s, int32_t vertex) {
    const wend_floor_mark *mark = &s->floor_marks.data[vertex];
    return mark->round == s->round ? mark->height : wend_floor_make(s, vertex);
}
static inline double wend_floor_of(wend_search *s, int32_t side) {
    return wend_floor_at(s, s->corners.data[side]);
}
// What rays between two directions have to go to the aim over a side, if there was nothing beyond: at least this. Less
// than that if landmarks know better. x and e are the side's corner, and the way to the next one.
double wend_bound_beyond(const wend_sweep *w, wend_gap g, int32_t side, wend_way x, wend_way e);

// turn.c
void wend_turn_around(wend_sweep *w, const wend_hindrance *h, int sense);
// How far a way turns, from its arrival until it leaves in a direction that a source sends rays to.
double wend_turn_length(const wend_search *s, const wend_source *source, wend_way ahead);
void wend_turn_sweep(wend_search *s, const wend_entry *entry);

// path.c
// Takes over what a query asks for. A radius too small to tell from none becomes 0. False when a field is out of range.
bool wend_search_set(wend_search *s, wend_path_def *def);
// The radius of what is searched for, in lattice steps.
void wend_search_size(wend_search *s, double radius);
// Aims at the goal, after wend_engine_reset.
void wend_search_aim(wend_search *s);
// Whether a spot is on the plan.
bool wend_search_holds(const wend_search *s, const wend_spot *spot);
// Whether two places have a piece in common.
bool wend_pieces_shared(const wend_list *a, const wend_list *b);
// Sets the path's widest and narrow: the widest way between two stands, from the axis above one to that above the
// other.
void wend_search_widest(const wend_search *s, const wend_stand *from, const wend_stand *to, wend_path_view *path);
// The way from a place to itself, which is start and goal.
wend_result wend_search_stay(wend_search *s);

// stand.c The spot itself, or the nearest place where the disc fits: out of sight it is none, nor farther than s->reach
// times the radius. False when there is none; s->failure when memory is short.
bool wend_stand_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out);
// Lists the pieces that hold a place, from one that does: those on whose sides it lies. False when memory is short.
bool wend_stand_pieces(wend_search *s, int32_t piece, wend_way place, wend_list *list);
// The triangle of a piece that holds a place; of several, the one that a way in a direction sets out into. (Around a
// corner where floor winds only that one tells the floor.)
int32_t wend_stand_triangle(const wend_search *s, int32_t piece, wend_way place, wend_way ahead);

// nearby.c
// The piece that holds a place, straight from another one in `piece`; -1 when a wall is before it.
int32_t wend_nearby_walk(const wend_roads_view *v, double slack, int32_t piece, wend_way from, wend_way to);
// What is nearest to a place in a piece. False when it is no nearer than `most`.
bool wend_nearby_nearest(wend_search *s, int32_t piece, wend_way at, double most, wend_touch *touch);
// Lists all that is nearer than `most` in s->touches.
void wend_nearby_list(wend_search *s, int32_t piece, wend_way at, double most);
// How far a disc can go straight in direction d, at most `far`, and what it meets then.
double wend_nearby_ahead(wend_search *s, int32_t piece, wend_way at, wend_way d, double far, double radius,
                         wend_touch *touch);

// How far a place is beyond the sides of a triangle, in lattice steps.
double wend_stand_beyond(const wend_search *s, int32_t triangle, wend_way place);
// What passes for a radius, but for rounding; in the same unit.
double wend_stand_least(double radius);
// Whether a disc fits in a place of a triangle. `least` in lattice steps.
bool wend_stand_fits(const wend_search *s, int32_t triangle, wend_way place, double least, wend_medial_near *near);
// Stands there: sets all of it but `moved`.
void wend_stand_at(const wend_search *s, int32_t triangle, wend_way place, const wend_medial_near *near, double least,
                   wend_stand *out);

// view.c Sets s->cones: what is seen from a spot, as far as that may be nearer than `farthest` lattice steps. False
// when memory is short.
bool wend_view_find(wend_search *s, const wend_spot *spot, double farthest);
// Whether a place is in the part of its triangle that a cone shows.
bool wend_view_holds(const wend_search *s, const wend_cone *cone, wend_way place);

// room.c The nearest place in sight where a disc fits, which does not fit at the spot, whose out->near is set. In
// lattice steps.
bool wend_room_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out);
// The places of an arc of the medial axis that are just as wide as the radius, one toward each end: how many. Of an arc
// that is so all along the place straight ahead of `from`. What passes for the radius is `least`. In lattice steps.
int wend_room_levels(const wend_search *s, int32_t arc, wend_way from, double radius, double least, wend_way places[2]);
// Sets s->arcs: the arcs of the medial axis around a segment, from one of them on; all with places between them and
// their obstacles that are no farther from it than `distance`, and some more. False when memory is short.
bool wend_room_arcs(wend_search *s, int32_t arc, wend_way from, wend_way to, double distance);

// partial.c Of all places that can be reached from a component, the nearest to the goal, as def->partial says: *out,
// whose `moved` is its distance from the goal as the crow flies. False when there is none; s->failure when memory is
// short.
bool wend_partial_find(wend_search *s, const wend_path_def *def, const wend_spot *goal, int32_t from, wend_stand *out);

// tour.c
// Sets s->crossed: the sides that the path crosses, in the order of the way. False when memory is short.
bool wend_tour_find(wend_search *s);

// clearance.c, after a path was found.
// Whether one with more clearance is wanted; then it is looked for.
bool wend_clearance_begin(wend_search *s);
// Takes what was found; whether another one is looked for.
bool wend_clearance_next(wend_search *s);

// collect.c
// The pieces of the way that ends at the goal's entry.
wend_result wend_collect(wend_search *s, const wend_entry *entry);
bool wend_collect_line(wend_search *s, wend_way from, wend_way to, int32_t triangle);
bool wend_collect_link(wend_search *s, int32_t passage, wend_way from, wend_way to, double cost);

// The direction of the tangent that leaves a circle around 0 so that a place at `v` is `offset` to its left (less than
// 0: to its right), where the circle's own offset is `bend`. False when there is none.
static inline bool wend_tangent(const wend_search *s, wend_way v, double offset, double bend, wend_way *d,
                                double *ahead) {
    double h = offset - bend, square = v.x * v.x + v.y * v.y, rest = square - h * h;
    if (!(square > 0) || rest < -4 * s->slack * (h < 0 ? -h : h))
        return false;
    double q = rest > 0 ? sqrt(rest) : 0, scale = 1 / square;
    *d = (wend_way){(q * v.x + h * v.y) * scale, (q * v.y - h * v.x) * scale};
    *ahead = q;
    return true;
}

// Whether a ray between the limits has a place at an offset, ahead of where it leaves the circle: its direction, and
// how far ahead. `right` and `left` are the place's offsets at the limits.
static inline bool wend_sweep_reaches(const wend_sweep *w, wend_way at, double offset, double right, double left,
                                      wend_way *d, double *ahead) {
    const wend_search *s = w->search;
    double first = w->right.x * at.x + w->right.y * at.y, last = w->left.x * at.x + w->left.y * at.y;
    // Ahead of both limits, the offset falls from one to the other.
    if ((first > 0 && right < offset - s->slack) || (last > 0 && left > offset + s->slack) ||
        !wend_tangent(s, at, offset, w->bend, d, ahead))
        return false;
    if (first > 0 && last > 0)
        return true;
    // Abeam of a limit directions are uncertain by the root of what places are.
    double size = fabs(at.x) + fabs(at.y), loose = -s->slack - sqrt(4 * s->slack * fabs(offset - w->bend));
    return (first > 0 || wend_way_cross(w->right, *d) * size >= loose) &&
           (last > 0 || wend_way_cross(*d, w->left) * size >= loose);
}

static inline double wend_offset(wend_way d, wend_way v, double bend) {
    return d.x * v.y - d.y * v.x + bend;
}

// No way from a place to what is aimed at is shorter.
static inline double wend_ahead_of(const wend_search *s, wend_way place) {
    double x = place.x - s->aim.x, y = place.y - s->aim.y, far = sqrt(x * x + y * y);
    return !s->aimed ? 0 : far < s->cap ? far : s->cap;
}

#endif
