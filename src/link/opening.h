// Where two borders face each other, and what is open between them.
#ifndef WEND_SRC_LINK_OPENING_H
#define WEND_SRC_LINK_OPENING_H

#include "link/seed.h"

// The part of a segment p from which one gets straight across to a segment q, and is there within a step.
typedef struct wend_facing {
    double first, last; // 0 to 1 along p
    double foot[2];     // where the ends of p have their feet along q: 0 to 1, or beyond
    double off[2];      // how far they are to the right of q
} wend_facing;

// False when there is none. Places are x, y, z; the floors are to the left of both.
bool wend_facing_find(const double p[2][3], const double q[2][3], double reach, double step, wend_facing *facing);

// Places along two borders, as of wend_web_border, between which nothing stands in the way.
typedef struct wend_opening {
    double on_p, on_q;
} wend_opening;
typedef WEND_ARRAY(wend_opening) wend_opening_list;

// Lists the openings between two borders that face each other where something stands between them: the middle of each
// that is at least so wide. None where nothing does. `way` is one between the parts of them that are meant. False when
// memory is short.
bool wend_openings_find(wend_linking *l, const wend_seed *way, double least, wend_opening_list *openings);

#endif
