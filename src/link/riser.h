// Risers: what leads up from one floor to another. riser.c tells what counts as one.
#ifndef WEND_SRC_LINK_RISER_H
#define WEND_SRC_LINK_RISER_H

#include "link/stages.h"

#define WEND_RISER 0.05     // metres: what is lower is no riser
#define WEND_TREAD_AREA 3.0 // square metres: what is no larger may be a tread, or a part of one

// A link that is a riser or a part of one, or one interval of it.
typedef struct wend_rung {
    int32_t from, to; // floors
    int32_t link;
    int32_t part; // an interval, or -1: all of its link
    int32_t side; // of such an interval: of the riser that leads over a slot, 0 for its lower side
} wend_rung;

typedef struct wend_riser {
    int32_t from, to;          // floors
    int32_t link;              // its first link
    int32_t first_rung, rungs; //
    int32_t first, count;      // its parts
    double sum[2];             // of the normals of all parts, each as long as its part
    double length;             // of all parts, those of both sides
} wend_riser;

typedef struct wend_risers {
    WEND_ARRAY(int32_t) floor;            // per component: the one that stands for its floor
    WEND_ARRAY(double) area;              // per floor, square metres
    WEND_ARRAY(wend_rung) rungs;          // by floors
    WEND_ARRAY(wend_riser) risers;        // by floors
    WEND_ARRAY(wend_link_interval) parts; // riser by riser
} wend_risers;

// Finds all risers of a view that has its intervals, and of its links. False when memory is short; the arrays are to be
// freed either way.
bool wend_risers_find(wend_linking *l, const wend_links_view *view, const wend_link *links, wend_risers *risers);
void wend_risers_free(wend_context *context, wend_risers *risers);

// Across a part of a link, from its lower side to its upper one, as long as the part. Returns the length.
double wend_across_part(const wend_link_interval *part, double normal[2]);

// The length of the longest straight run of parts on one side of a riser or a link, and the way across it.
double wend_longest_run(const wend_link_interval *parts, int32_t count, int side, double way[2]);

#endif
