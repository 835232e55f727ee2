// wend/areas.h: kinds of ground.
//
// Every triangle of a scene, and every place of a floor plan, belongs to an area: a number that says what kind of
// ground it is (road, grass, water, a room of its own). It is 0 where nobody said otherwise. Areas never block and
// never change how much room there is; where two of them meet there is a border, and a plan knows the area of every
// place exactly. Costs and prohibitions are the business of queries: an area has tags that they may ask for.
#ifndef WEND_AREAS_H
#define WEND_AREAS_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_AREA_MAX 65535 // the largest id
#define WEND_AREA_NAME 64   // bytes of a name, with the 0 at its end

// What is known of an area. Ids without such a line are areas as well: they have no name and no tags. The line of area
// 0, where there is one, says what all other ground is.
typedef struct wend_area {
    int32_t id;                // 0 to WEND_AREA_MAX
    uint32_t tags;             // a bit for each thing that queries may ask for or forbid; 0 for none
    char name[WEND_AREA_NAME]; // UTF-8, always terminated; may be empty
} wend_area;

// The line of an area in a table that ascends by id (as all tables of views do), or NULL. O(log count).
WEND_API const wend_area *wend_area_find(const wend_area *areas, int32_t count, int32_t id);

#ifdef __cplusplus
}
#endif
#endif
