// What rounding takes from stairs. The numbers that decide what stairs are stand in <wend/stairs.h>; those below keep
// corners of the lattice, drawn together by links, from deciding instead.
#ifndef WEND_SRC_STAIRS_MEASURES_H
#define WEND_SRC_STAIRS_MEASURES_H

// Lattice steps.
#define WEND_STAIRS_ROUNDING 4.0 // an edge that is no longer may run anywhere: it is rounding, and no part of a front
#define WEND_STAIRS_SLACK 8.0    // corners may have been drawn by as much since something was measured
#define WEND_STAIRS_DRAWN 16.0   // intervals lie no farther from the edges that they are parts of
#define WEND_STAIRS_ASTRAY 4.0   // two edges that coincide miss each other by no more: each was drawn by two steps
#define WEND_STAIRS_SAME 1e-3    // more than sums of doubles are off: what is as near as that is equally near

// Metres.
#define WEND_STAIRS_LEVEL 0.02    // edges at a break that differ by no more are one riser, cut into many edges
#define WEND_STAIRS_ROUGHLY 0.001 // a riser that lies ahead of exactly half of another does so by no less than that

// Directions.
#define WEND_STAIRS_ACROSS 0.7071067812 // cosine of 45 degrees: what turns farther leads along something, not across it
#define WEND_STAIRS_STRAIGHT_ON 0.985   // cosine of 10 degrees: an edge that turns by less goes on along the same line
#define WEND_STAIRS_STRAIGHT 0.9        // a riser whose parts add up to that much of their length is a straight one

#endif
