// What of a solid an agent can stand on.
#ifndef WEND_SRC_FOOTING_FOOTING_H
#define WEND_SRC_FOOTING_FOOTING_H

#include <wend/agent.h>

#include "footing/hubs.h"
#include "solid/solid.h"

#include <math.h>

typedef struct wend_footing {
    const wend_solid *solid;
    double height;         // room needed above the floor, in lattice steps
    double cosine;         // of the steepest slope that one can walk on
    bool two_sided;        // whether faces that face down are floors, too
    double up_area;        // of the faces no steeper than that, seen from above, in square lattice steps: those that
    double down_area;      // face up, and down
    wend_hubs hubs;        // places where very many floors meet
    wend_face_list floors; // the faces that are floors, ascending
    wend_face_list steep;  // those that face up and are too steep to walk on, ascending
} wend_footing;

// Sorts out the faces of a solid, which must stay. Says in the report what looks wrong. WEND_ERROR_EMPTY when there is
// no floor, _MEMORY, _CANCELLED. Free it in any case.
wend_result wend_footing_find(wend_context *context, const wend_solid *solid, const wend_agent *agent, bool two_sided,
                              wend_footing *footing, wend_report *report);
void wend_footing_free(wend_context *context, wend_footing *footing);

// Whether a face is a floor: flat enough to walk on, as read, and not seen from behind.
static inline bool wend_footing_is_floor(const wend_footing *footing, const wend_face *face) {
    return face->level >= footing->cosine && face->level > 0 && (footing->two_sided || !(face->flags & WEND_FACE_DOWN));
}

// Lists the faces whose boxes meet `box`, ascending, without some that cannot cut a floor: those far aside, and those
// beside it at a hub (see wend_hubs_search).
static inline bool wend_footing_search(wend_context *context, const wend_footing *footing, const wend_face *floor,
                                       const wend_box3 *box, const wend_box beside[3], wend_face_list *found,
                                       wend_hubs_room *room) {
    if (footing->hubs.hubs.count > 0)
        return wend_hubs_search(context, &footing->hubs, floor, box, beside, found, room);
    wend_point corners[3];
    wend_face_corners(floor, corners);
    return wend_boxes_search_triangle(context, &footing->solid->tree, box, corners, WEND_FAR_ASIDE, found);
}

// Whether a face is flat enough to walk on, whichever way it faces.
static inline bool wend_footing_is_flat(const wend_footing *footing, const wend_face *face) {
    double gx = face->slope[0], gy = face->slope[1];
    return !(face->flags & WEND_FACE_WALL) && !(1 < footing->cosine * sqrt(1 + gx * gx + gy * gy));
}

// Whether nearly all that is flat enough to walk on faces down.
static inline bool wend_footing_looks_down(const wend_footing *footing) {
    double all = footing->up_area + footing->down_area;
    return all > 0 && footing->up_area <= 0.25 * all;
}

#endif
