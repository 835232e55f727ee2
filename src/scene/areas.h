// Tables of areas: what scenes, drawings and navs know of the areas that they name.
#ifndef WEND_SRC_SCENE_AREAS_H
#define WEND_SRC_SCENE_AREAS_H

#include <wend/areas.h>

#include "base/array.h"

typedef WEND_ARRAY(wend_area) wend_area_table; // ascending by id

// Puts a line into a table, in place of that with its id. A name that fills its array is cut off at a whole character.
// WEND_ERROR_ARGUMENT for an id out of range, WEND_ERROR_MEMORY.
wend_result wend_area_table_put(wend_context *context, wend_area_table *table, const wend_area *area);
// The same unless there is a line for the id: then only the bits of `tags` are added.
wend_result wend_area_table_add(wend_context *context, wend_area_table *table, const wend_area *area);

// How many bytes of a name fit in `most`, the 0 at the end included, without cutting a character of UTF-8.
size_t wend_name_length(const char *name, size_t most);

// An array of area ids, one per item, that is empty while all are 0.
typedef WEND_ARRAY(uint16_t) wend_area_ids;

// Sets the area of `count` items from `first` on, of `items` there are. WEND_ERROR_MEMORY.
wend_result wend_area_ids_set(wend_context *context, wend_area_ids *ids, int64_t items, int64_t first, int64_t count,
                              int32_t area);
// After items were added: gives them area 0. False when memory is short.
bool wend_area_ids_grow(wend_context *context, wend_area_ids *ids, int64_t items);

#endif
