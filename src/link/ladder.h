// Ladders: strips of fillers between two chains of borders. ladder.c explains how they are built.
#ifndef WEND_SRC_LINK_LADDER_H
#define WEND_SRC_LINK_LADDER_H

#include "link/fill.h"
#include "link/seed.h"

// A place on a border of the web.
typedef struct wend_border_place {
    int32_t border;
    wend_point3 at;
    double along; // of its boundary edge: the border's `from` at its start, `to` at its end
    bool corner;  // whether it is the border's start or end, and not within it
    bool end;     // of a corner: its end
} wend_border_place;

typedef struct wend_rung {
    wend_border_place p, q;
    bool longer; // whether the two fillers before it share the longer diagonal
} wend_rung;

typedef struct wend_ladder {
    wend_filled *filled;
    wend_link_kind kind;
    double reach;                // longest rung, in lattice steps
    double least;                // least width
    bool apart;                  // whether it would join what is apart
    const wend_nearest *nearest; // per border: longer ways than to these are left for later; NULL for none
    int64_t nearest_count;
    bool limited; // whether some were, in the last ladder
    WEND_ARRAY(wend_rung) rungs;
    int64_t made;                   // ladders built so far
    bool has_failed;                // whether the last one came to nothing, and nothing has changed since
    wend_border_place failed_at[2]; // where it began, see ladder.c
} wend_ladder;

// The part of a border where it is open, or passable (edge.h), as `along`; false when there is none. The one that holds
// `at`, or the first one. The sides of fillers are closed.
bool wend_border_open(const wend_linking *l, int32_t border, double at, double *from, double *to);
bool wend_border_passable(const wend_linking *l, int32_t border, double at, double *from, double *to);

// Whether two borders run against each other, by less than an angle of which the square of the cosine is given.
bool wend_borders_oppose(const wend_web *web, int32_t p, int32_t q, double cosine2);

// Where a place of a border is; corners are taken where it is within two lattice steps of one.
wend_border_place wend_border_place_at(const wend_linking *l, int32_t border, double along);

// Whether a border can be subdivided at a place, or is already. In a sliver the place is moved by a lattice step if
// that helps: rounded, it may lie beyond.
bool wend_border_place_settle(const wend_linking *l, wend_border_place *at);

// Whether a way between two places is short enough: sideways, and up and down.
bool wend_rung_allowed(const wend_linking *l, double reach, wend_point3 p, wend_point3 q);

// Asks what stands in the way between two rungs, p and q of each, the second one before p and behind q: the room's
// answer is measured from the first one's p. False when memory is short.
bool wend_strip_ask(wend_linking *l, const wend_point3 from[2], const wend_point3 to[2]);

// Whether a ladder would begin where the last one did that came to nothing. The rung is remembered.
bool wend_ladder_failed_before(wend_ladder *ladder, const wend_rung *first);

// Builds the ladder that holds a rung, as long as possible in both directions. Nothing happens where there is none;
// `rungs` holds how far it was planned all the same.
wend_result wend_ladder_build(wend_ladder *ladder, const wend_rung *first);

// Which diagonal of a quad p, p', q', q leaves two triangles that face up: 0 for p-q', 1 for p'-q, -1 for none. The
// shorter or the longer one, where both do.
int wend_rung_diagonal(wend_point3 p, wend_point3 p1, wend_point3 q1, wend_point3 q, bool longer);

// Lays fillers along the rungs of a ladder: `ahead` of them in the first direction, then the others in the second one,
// for which the two sides change places. lay.c
wend_result wend_ladder_lay(wend_ladder *ladder, const wend_rung *first, int64_t ahead);

void wend_ladder_free(wend_ladder *ladder);

#endif
