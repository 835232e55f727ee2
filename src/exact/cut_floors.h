// All floors cut, and what is left of them in one surface.
#ifndef WEND_SRC_EXACT_CUT_FLOORS_H
#define WEND_SRC_EXACT_CUT_FLOORS_H

#include "exact/cut.h"
#include "sew/fan.h"

// What is left along the sides of all floors. A side has a slot for each of its parts, between the points where it is
// cut, in its own direction.
typedef struct wend_sides {
    WEND_ARRAY(wend_rest) rests;      // of each floor
    WEND_ARRAY(wend_sheet) sheets;    // that the rests are about: points, and borders of walls
    WEND_ARRAY(int32_t) slot_before;  // of each side: slots of the sides before; one more at the end
    WEND_ARRAY(int32_t) slots;        // half-edges of the raw surface along all sides; less than 0 as in the sheets
    WEND_ARRAY(int32_t) border_slots; // of each border at first: the slot of its half-edge, -1 when it is on no side
} wend_sides;

// Cuts all floors and puts what is left of them into an empty raw surface, in their order. Half-edges along sides where
// nothing stands are open: wend_open_twin of their slots. The sides are the caller's to free, whatever the result.
wend_result wend_cut_floors(wend_context *context, const wend_footing *footing, const wend_edges *edges, wend_raw *raw,
                            wend_sides *sides);
void wend_sides_free(wend_context *context, wend_sides *sides);

// The twin of the half-edge in a slot, while nothing is known beyond it.
static inline int32_t wend_open_twin(int32_t slot) {
    return WEND_OPEN + slot;
}

static inline bool wend_is_open_twin(int32_t twin) {
    return twin < WEND_OPEN / 2;
}

static inline bool wend_is_open(const wend_raw *raw, int32_t half) {
    return wend_is_open_twin(wend_raw_twin(raw, half));
}

// The slot that an open twin names.
static inline int32_t wend_open_slot(int32_t twin) {
    return twin - WEND_OPEN;
}

#endif
