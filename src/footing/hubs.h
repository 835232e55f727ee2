// Places where very many floors meet, and what may cut a floor there.
//
// The boxes of floors around one place all meet, so a search by boxes lists each of them for every other: the square of
// their number, for a disc or a cone of many triangles. But faces that have a corner in common, seen from above,
// overlap only where their angles at that corner do. So around such a place, a *hub*, faces are found by their
// directions.
//
// A face is at one hub at most: that of its corners where most floors meet.
#ifndef WEND_SRC_FOOTING_HUBS_H
#define WEND_SRC_FOOTING_HUBS_H

#include "geom/boxes.h"
#include "geom/predicate.h"
#include "geom/tree.h"

typedef struct wend_face wend_face;

// Faces around a hub.
typedef struct wend_ring {
    int32_t first, end; // among all members
    wend_boxes boxes;   // around them
    wend_boxes sectors; // the same faces: x is where they are around the hub, in half steps from ray to ray
} wend_ring;

typedef struct wend_hub {
    wend_point at;
    int32_t floors;    // that have it as a corner
    int32_t ray, rays; // the directions of sides from there: the first one, and how many
    wend_ring slabs, walls;
} wend_hub;

typedef struct wend_hubs {
    WEND_ARRAY(wend_hub) hubs;   // by their places; none in most scenes, then all else is empty
    WEND_ARRAY(int32_t) members; // faces: those of each hub, then those of none
    WEND_ARRAY(wend_point) rays; // from each hub, counter-clockwise
    wend_boxes around;           // around all faces of each hub
    wend_boxes rest;             // around the faces that are at no hub,
    int32_t first_rest;          // the first of them among all members
} wend_hubs;

// Room for searching.
typedef struct wend_hubs_room {
    wend_item_list hubs, members;
} wend_hubs_room;

// Finds the hubs of faces, and makes what is needed to search around them. O(n), and O(k log k) for k faces at hubs.
wend_result wend_hubs_find(wend_context *context, const wend_face *faces, int32_t count, const int32_t *floors,
                           int64_t floor_count, wend_hubs *hubs);
void wend_hubs_free(wend_context *context, wend_hubs *hubs);

// What is farther away than this many steps, seen from above, does nothing to a floor.
enum { WEND_FAR_ASIDE = 8 };

// Lists the faces whose boxes meet `box`, ascending, but for those that have a corner of `floor` as their hub and are
// beside it there. A wall counts all the same when its box meets one of `beside`: boxes around the sides of the floor
// that walls may stand on, or beyond everything. There must be hubs. False when memory is short.
bool wend_hubs_search(wend_context *context, const wend_hubs *hubs, const wend_face *floor, const wend_box3 *box,
                      const wend_box beside[3], wend_item_list *found, wend_hubs_room *room);

#endif
