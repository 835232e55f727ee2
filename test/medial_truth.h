// Whether the medial axis of a large plan, flat or of many storeys, tells the truth: random places and all vertices
// against brute force that looks through the plan's triangles (oracle_medial.h). For tests and benchmarks.
#ifndef WEND_TEST_MEDIAL_TRUTH_H
#define WEND_TEST_MEDIAL_TRUTH_H

#include <wend/medial.h>

#ifdef __cplusplus
extern "C" {
#endif

// Differences are the worst ones, in lattice steps.
typedef struct medial_truth {
    int64_t places;   // random places that were compared
    double clearance; // between clearances
    double nearest;   // between nearest points, where those are not ties
    int64_t ties;     // places with another nearest point, as far away within a step, which was seen to be an obstacle
    int64_t sights;   // vertices, each seen from the sites of each of its arcs
    double equal;     // between the distance from a site and the radius
    double disc;      // between the radius and the distance of the nearest obstacle
    int64_t pairs;    // of random places between which the widest way was compared
    double widest;    // by how much it may differ: to the farther end of what brute force leaves open
    int64_t wrong;    // what is wrong by more than is allowed: a step for places, MEDIAL_TRUTH_SLACK for vertices
    char what[256];   // the first of those
} medial_truth;

#define MEDIAL_TRUTH_SLACK 1e-3
#define MEDIAL_TRUTH_WIDEST 0.25 // what brute force may leave open of a widest way

// Compares that many random places (fewer where triangles are too small to hold a lattice point).
void medial_truth_places(const wend_plan *plan, const wend_medial *medial, int64_t count, uint64_t seed,
                         medial_truth *truth);
// Looks at every vertex from the sites of each of its arcs: it is as far from them as it says and nothing is nearer.
void medial_truth_vertices(const wend_plan *plan, const wend_medial *medial, medial_truth *truth);
// Compares the widest ways between that many pairs of random places (fewer where none are found). The cost grows with
// the size of the plan in lattice steps; for small lattices.
void medial_truth_widest(const wend_plan *plan, const wend_medial *medial, int64_t count, uint64_t seed,
                         medial_truth *truth);

#ifdef __cplusplus
}
#endif
#endif
