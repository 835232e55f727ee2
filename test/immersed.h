// Plans that overlap themselves, made by code for tests: triangles glued to each other edge by edge.
#ifndef WEND_TEST_IMMERSED_H
#define WEND_TEST_IMMERSED_H

#include <wend/plan.h>

enum { IMMERSED_TRIANGLES = 4096, IMMERSED_POINTS = 3 * IMMERSED_TRIANGLES };

// Triangles by their places; glued[h] is the half-edge that half-edge h is glued to, or -1. A vertex that no open
// half-edge meets is inside; those become point obstacles.
typedef struct immersed {
    int32_t count;
    wend_point corner[IMMERSED_TRIANGLES][3];
    int32_t glued[3 * IMMERSED_TRIANGLES];
} immersed;

// Adds a triangle, glued to half-edge `to` by its first edge (-1: to none), with the given apex. False when it would
// not face up or there is no room. With `to` -1 all three corners are given.
bool immersed_add(immersed *m, int32_t to, wend_point apex);
void immersed_begin(immersed *m, wend_point a, wend_point b, wend_point c);

// Glues two open half-edges of the same boundary cycle that lie on each other. False when they do not.
bool immersed_glue(immersed *m, int32_t a, int32_t b);
// Puts a vertex into a triangle, where it is a point obstacle. False when it is not strictly inside.
bool immersed_pierce(immersed *m, int32_t triangle, wend_point p);

// A random surface of about `size` triangles on a lattice of `side` steps.
void immersed_random(immersed *m, int32_t size, int32_t side, uint64_t *state);
// A spiral ramp of that many turns of `steps` triangles pairs each, between two radii; a vertex is a lattice point near
// the circle. With `obstacle` a point obstacle stands on the middle turn.
void immersed_spiral(immersed *m, int32_t turns, int32_t steps, double inner, double outer, bool obstacle);

// Multiplies all coordinates.
void immersed_scale(immersed *m, int32_t factor);

// Renumbers triangles and turns their corners at random: the same surface.
void immersed_shuffle(immersed *m, uint64_t *state);

// The plan: flipped to Delaunay, one vertex per fan. NULL when it is refused (the report says why). The arrays are
// freed with immersed_free.
typedef struct immersed_plan immersed_plan;
immersed_plan *immersed_make(wend_context *context, immersed *m, wend_report *report);
const wend_plan *immersed_look(const immersed_plan *plan);
void immersed_free(immersed_plan *plan);

#endif
