// Risers: what leads up from one floor to another. riser.c decides what counts as one.
#ifndef WEND_SRC_STAIRS_RISER_H
#define WEND_SRC_STAIRS_RISER_H

#include "base/array.h"
#include "stairs/stairs.h"

// A link that is a riser or a part of one; or, of a riser over a slot, one of its edges.
typedef struct wend_riser_link {
    int32_t from, to; // floors
    int32_t link;     // of such an edge, on whichever side: the one that leads up from the slot to the higher tread
    int32_t part;     // the interval that is such an edge, or -1: all of the link counts
    int32_t side;     // of such an edge: 0 for the lower tread's, 1 for the higher one's
} wend_riser_link;

typedef struct wend_riser {
    int32_t from, to;          // floors
    int32_t link;              // its first link
    int32_t first_rung, rungs; // in `rungs`
    int32_t first, count;      // its parts
    double sum[2];             // of the normals of all parts, each as long as its part
    double length;             // of all parts, those of both sides
} wend_riser;

typedef struct wend_risers {
    WEND_ARRAY(int32_t) floor;            // per component: the one that stands for its floor
    WEND_ARRAY(double) area;              // per floor, square metres
    WEND_ARRAY(wend_riser_link) rungs;    // by floors
    WEND_ARRAY(wend_riser) risers;        // by floors
    WEND_ARRAY(wend_link_interval) parts; // riser by riser
} wend_risers;

// Finds all risers. False when that fails; the arrays are to be freed either way.
bool wend_risers_find(wend_stair_site *site, wend_risers *risers);
void wend_risers_free(wend_context *context, wend_risers *risers);

// ---------------------------------------------------------------------------------------------------- what counts

// These decide by limits that scenes of whole numbers often meet exactly: so flights are found and proved by the same.

// Across a part of a link, from its lower side to its upper one, as long as the part. Returns the length.
double wend_across_part(const wend_link_interval *part, double normal[2]);

// Parts that lie in a line.
typedef struct wend_straight {
    double length;
    double way[2]; // across, as long as that
} wend_straight;

// The longest straight run of parts on one side of a riser or a link; of no length when there are none.
wend_straight wend_longest_run(const wend_link_interval *parts, int32_t count, int side);

// Whether what joins a component to another one lies across the way: along half of its longest run of risers or more.
bool wend_is_across_run(const wend_straight *joined, const wend_straight *longest);

// How the edges of two treads face each other over a slot; *ahead is what of the second one lies ahead of the first.
// The gap and the step are in lattice steps.
typedef enum wend_stride { WEND_NO_STRIDE, WEND_STRIDE_LEVEL, WEND_STRIDE_UP } wend_stride;
wend_stride wend_stride_over(const wend_link_interval *low, const wend_link_interval *high, double gap, double step,
                             double metres, wend_straight *ahead);

#endif
