// A medial axis as lines whose colour tells the clearance: what pictures and writers of it share.
#ifndef WEND_SRC_PICTURE_MEDIAL_LOOK_H
#define WEND_SRC_PICTURE_MEDIAL_LOOK_H

#include <wend/medial.h>

enum { WEND_MEDIAL_PIECES_MAX = 16 };

typedef struct wend_medial_look_at {
    const wend_medial *medial;
    wend_medial_view view;
    double widest; // the largest clearance, metres
    double reach;  // a length of the drawing over which a picture shows a change
} wend_medial_look_at;

wend_medial_look_at wend_medial_look_start(const wend_plan *plan, const wend_medial *medial);

// Into how many straight pieces an arc is cut to be shown.
int wend_medial_pieces(const wend_medial_look_at *look, int32_t arc);

// The colour of a clearance, 0xRRGGBBAA: red where it is narrow, then yellow, green and blue up to the largest one.
uint32_t wend_clearance_colour(const wend_medial_look_at *look, double clearance);
// The same as one of `count` steps, 0 the narrowest; and the colour of a step.
int wend_clearance_step(const wend_medial_look_at *look, double clearance, int count);
uint32_t wend_clearance_step_colour(int step, int count);

#endif
