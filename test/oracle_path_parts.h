// The parts of the oracle of shortest paths: one for radius 0, one for floor plans, one for floors that overlap.
#ifndef WEND_TEST_ORACLE_PATH_PARTS_H
#define WEND_TEST_ORACLE_PATH_PARTS_H

#include "oracle_path.h"
#include "oracle_rings.h"

// An end of a path: a place in lattice steps and a triangle that holds it, or nearly so.
typedef struct oracle_end {
    oracle_vec place;
    int32_t triangle;
} oracle_end;

// The floor around a vertex: its corners (half-edges that start there), counter-clockwise, and at which angle each
// begins. The first corner of a boundary vertex has the boundary on its right.
typedef struct oracle_fans {
    int32_t *first;  // of each vertex: where its corners begin
    int32_t *last;   // and where they end: one beyond
    int32_t *corner; // half-edges
    double *begin;   // the angle in the fan where that corner begins
    double *total;   // of each vertex: how much floor there is
    double *zero;    // the direction, from the x axis, where its fan begins
    bool *closed;    // all around: the vertex is on no boundary
} oracle_fans;
oracle_fans oracle_fans_make(const wend_plan_view *view);
void oracle_fans_free(oracle_fans *fans);

// Whether paths may turn at a vertex: more than 180 degrees of floor and a boundary, or, of an isolated point, any with
// a radius and more or less than 360 degrees without.
bool oracle_turns_at(const wend_plan_view *view, const oracle_fans *fans, int32_t vertex, bool disc);

oracle_vec oracle_vertex(const wend_plan_view *view, int32_t vertex);
// Where a half-edge starts.
oracle_vec oracle_start(const wend_plan_view *view, int32_t half_edge);

// Each part: made for a view that lives as long, and lengths in lattice steps, INFINITY for none.

typedef struct oracle_zero oracle_zero; // radius 0, any plan
oracle_zero *oracle_zero_make(const wend_plan_view *view);
void oracle_zero_free(oracle_zero *oracle);
double oracle_zero_shortest(oracle_zero *oracle, const oracle_end *from, const oracle_end *to);

typedef struct oracle_flat oracle_flat; // floors that do not overlap, radius in steps
oracle_flat *oracle_flat_make(const wend_plan_view *view, double radius);
// The same, and the centre must not go into convex polygons, which may overlap: their edges are allowed. Ways that turn
// at their corners are not found: the corners are ends of ways.
enum { ORACLE_FENCE_CORNERS = 8 };
typedef struct oracle_fence {
    int32_t count;
    oracle_vec corners[ORACLE_FENCE_CORNERS]; // counter-clockwise
} oracle_fence;
oracle_flat *oracle_flat_make_fenced(const wend_plan_view *view, double radius, const oracle_fence *fences,
                                     int32_t fence_count);
void oracle_flat_free(oracle_flat *oracle);
double oracle_flat_shortest(oracle_flat *oracle, const oracle_end *from, const oracle_end *to);
const oracle_rings *oracle_flat_rings(const oracle_flat *oracle); // for the way that it took

typedef struct oracle_floors oracle_floors; // any floors, radius in steps
oracle_floors *oracle_floors_make(const wend_plan_view *view, double radius);
void oracle_floors_free(oracle_floors *oracle);
double oracle_floors_shortest(oracle_floors *oracle, const oracle_end *from, const oracle_end *to);

// By how much a disc may overlap what it touches, in steps: what rounding may take. A 1e-9th part of the radius and a
// 1e-14th of the largest coordinate.
double oracle_slack(const wend_plan_view *view, double radius);

#endif
