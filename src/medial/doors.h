// Doors on their way: shared by doors.c, which decides, and door_places.c, which says where they are and how high.
#ifndef WEND_SRC_MEDIAL_DOORS_H
#define WEND_SRC_MEDIAL_DOORS_H

#include "base/array.h"
#include "medial/medial.h"

struct wend_doors {
    wend_context *context;
    WEND_ARRAY(wend_door) doors;
    WEND_ARRAY(wend_door_room) rooms;
};

// Fills in where a door is: its place, its ends, its direction and its layer. `near` is a triangle at the first site of
// its arc when that is a point, or -1.
void wend_door_find_place(const wend_medial *medial, const wend_ground *g, int32_t near, wend_door *door);
// The same for a room, whose widest place is an end of an arc.
void wend_door_find_room(const wend_medial *medial, const wend_ground *g, int32_t arc, int end, int32_t near,
                         wend_door_room *room);

// Measures the headroom of doors. `height` is how much of it is known to be free, in the scene's units.
wend_result wend_doors_find_headroom(wend_context *context, const wend_scene *scene, double height, wend_door *doors,
                                     int64_t count);

#endif
