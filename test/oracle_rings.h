// A graph of tangents: what the brute force for shortest paths of a disc searches.
//
// The centre of a disc of radius r that takes the shortest way moves on straight lines and on circles of radius r round
// corners of obstacles: rings. A place on a ring is an angle, that of the normal from the corner. A ring is a closed
// circle, or one that closes after more or less than 360 degrees (as much floor as the corner has), or open. Parts of
// it are blocked: there, the disc would meet something else.
//
// Who makes a graph adds rings, blocks parts of them, and ties them to each other by the free segments that touch both.
// It is searched by A*: from tangent to tangent, along the rings in one direction each.
//
// A path touches a ring turning left (side 1, the corner on its left, angles growing) or right (side -1). Everything is
// in lattice steps and radians.
//
// Angles nearer than CLOSE are the same place: tangents of circles that nearly touch are known no better.
#ifndef WEND_TEST_ORACLE_RINGS_H
#define WEND_TEST_ORACLE_RINGS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct oracle_vec {
    double x, y;
} oracle_vec;

// A place on a ring, and the side to which a path turns there.
typedef struct oracle_touch {
    int32_t ring;
    int side;
    double angle;
} oracle_touch;

typedef struct oracle_rings oracle_rings;

oracle_rings *oracle_rings_make(double radius);
void oracle_rings_free(oracle_rings *rings);

// A new ring and its number. With `period` 0 it is open. `zero` is the direction, as an angle from the x axis, in which
// its own angle is 0.
int32_t oracle_rings_add(oracle_rings *rings, oracle_vec centre, double period, double zero);
// Blocks the angles strictly between two, from < to, to at most one period beyond from.
void oracle_rings_block(oracle_rings *rings, int32_t ring, double from, double to);
bool oracle_rings_blocked(const oracle_rings *rings, int32_t ring, double angle);

// A free segment from one ring to another, and so the way back.
void oracle_rings_tie(oracle_rings *rings, oracle_touch from, oracle_touch to, double length);
// To be called once, when all rings and ties are there.
void oracle_rings_close(oracle_rings *rings);

// The ends of a path: free segments from its start to rings and from rings to its goal. They hold for one search.
void oracle_rings_leave(oracle_rings *rings, oracle_touch to, double length);
void oracle_rings_arrive(oracle_rings *rings, oracle_touch from, double length);
// The length of the shortest path; `direct` is that of the straight one, INFINITY where it is not free.
double oracle_rings_shortest(oracle_rings *rings, double direct, oracle_vec goal);
// The way that it took: where it comes onto each ring and where it leaves it, two for each; how many, 0 for the straight
// way and where there is none. Beyond `room` they are left out.
int32_t oracle_rings_way(const oracle_rings *rings, oracle_touch *touches, int32_t room);
oracle_vec oracle_rings_place(const oracle_rings *rings, const oracle_touch *touch);
oracle_vec oracle_rings_centre(const oracle_rings *rings, int32_t ring);
double oracle_rings_arc(const oracle_rings *rings, const oracle_touch *from, const oracle_touch *to); // its length

// ---------------------------------------------------------------------------------------------------- tangents

// The direction of the line that touches two circles, from one to the other, `from` turning to side `from_side` and
// `to` to `to_side`; a circle that is a point has side 0. False where there is none: they overlap by more than `slack`.
typedef struct oracle_tangent {
    oracle_vec from, to;               // where it touches
    oracle_vec from_normal, to_normal; // unit vectors from the centres to there; of a point: 0, 0
    double length;
} oracle_tangent;
bool oracle_tangent_of(oracle_vec from, int from_side, oracle_vec to, int to_side, double radius, double slack,
                       oracle_tangent *tangent);

enum { ORACLE_ANGLES = 10 };
// The angles (from the x axis; their number is the answer) at which a disc that rolls round a point begins or ceases to meet a wall, or
// may. Between two such angles, of all walls, it meets something all along or nowhere.
int oracle_critical_angles(oracle_vec centre, double radius, oracle_vec a, oracle_vec b, double angles[ORACLE_ANGLES]);

double oracle_point_distance(oracle_vec p, oracle_vec a, oracle_vec b);                 // to a segment
double oracle_segment_distance(oracle_vec p, oracle_vec q, oracle_vec a, oracle_vec b); // between segments

#endif
