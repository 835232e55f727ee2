// The shortest path of a disc by brute force: what the search of a nav is compared with. In doubles; for tests only.
//
// It knows plans from their public view alone: no medial axis, no pieces, nothing that the search runs on. An oracle is
// made once for a plan and a radius and then asked many times; it is for one thread.
#ifndef WEND_TEST_ORACLE_PATH_H
#define WEND_TEST_ORACLE_PATH_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oracle_path oracle_path;

// The plan must live as long. `radius` in metres, 0 or more. O(n^3) for n notches of a floor plan; of a plan whose
// floors overlap, n times what one notch can see.
oracle_path *oracle_path_make(const wend_plan *plan, double radius);
void oracle_path_free(oracle_path *oracle);

// The length in metres, measured on the ground, of the shortest path of the disc's centre from one place to another.
// False when there is none: also when an end is nearer to a wall than the radius (by more than a 1e-9th part of
// it and what doubles round off coordinates). Ends may be exactly that far away.
bool oracle_path_shortest(oracle_path *oracle, const wend_spot *from, const wend_spot *to, double *length);

// The same between places in the drawing's coordinates, each in (or a lattice step beside) a triangle of the plan. With
// radius 0 they are rounded to the lattice.
bool oracle_path_shortest_at(oracle_path *oracle, const double from[2], int32_t from_triangle, const double to[2],
                             int32_t to_triangle, double *length);

#ifdef __cplusplus
}
#endif
#endif
