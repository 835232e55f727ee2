// Stitches a surface in the making, which a producer has cut out: all that is done to it before it is a surface.
#ifndef WEND_SRC_SEW_SEW_H
#define WEND_SRC_SEW_SEW_H

#include "surface/raw.h"

// Trims corners around which the surface turns by more than once. untwist.c tells how. Surfaces that turn twice around
// a corner and close there do not come about.
wend_result wend_raw_untwist(wend_context *context, wend_raw *raw);

// Closes cracks and T-junctions up to `distance` lattice steps between LEDGE borders: contractions of a vertex with a
// vertex or of a vertex with an edge, in order of distance, each only where the surface stays a manifold that faces up
// and is not twisted. weld.c tells how. *closed counts the edges that were joined. Ledges with a cause become walls
// afterwards, or barriers where they were joined.
wend_result wend_raw_weld(wend_context *context, wend_raw *raw, double distance, int64_t *closed);

// Mends what is thinner than a lattice step, so that no vertex hangs in a ledge less than a step from it. mend.c tells
// how.
wend_result wend_raw_mend(wend_context *context, wend_raw *raw);

// Takes a triangle away; its neighbours end in ledges. False when memory is short.
bool wend_raw_take_away(wend_context *context, wend_raw *raw, int32_t triangle);

// Takes away one of every two triangles with the same corners. doubles.c tells how they come about.
wend_result wend_raw_drop_doubles(wend_context *context, wend_raw *raw);

// Takes away vertices that mean nothing: those inside flat parts and collinear ones on boundaries, where no position of
// the surface changes (triangles of one plane; borders of one kind and cause). simplify.c tells how.
wend_result wend_raw_simplify(wend_context *context, wend_raw *raw);

// Moves boundaries inward, so that they have fewer vertices: no point of them by more than `distance` lattice steps,
// seen from above. Every position of the surface is one that it had; components, cycles and passages stay. Simplifies
// first. trim.c tells how.
wend_result wend_raw_trim(wend_context *context, wend_raw *raw, double distance);

#endif
