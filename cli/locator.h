// The floor that somebody at a place stands on, by the rule of the command: never on another storey.
#ifndef WEND_CLI_LOCATOR_H
#define WEND_CLI_LOCATOR_H

#include <wend/nav.h>

#define WEND_SNAP_DEFAULT 0.1 // metres sideways

typedef struct wend_locator {
    const wend_plan *plan; // NULL when the nav has none
    bool scene;            // places have three coordinates that count; else they are those of a floor plan
    double unit;           // metres per unit of a place
    double height;         // metres: a floor may be this far below a place,
    double step;           // and this far above it
} wend_locator;

wend_locator wend_locator_of(const wend_nav *nav);

// The spot of a place; triangle -1 when there is no floor. The locator must have a plan.
void wend_locator_find(const wend_locator *locator, const double place[3], double snap, wend_spot *spot,
                       wend_plan_ground *ground);

// The ground, in the scene's own axes and units, at a place of the plan; a triangle holds it, or is beside it.
void wend_locator_ground(const wend_plan *plan, const double place[2], int32_t triangle, double ground[3]);

#endif
