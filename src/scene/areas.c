// Tables of areas, and arrays of their ids: few lines, looked up by halving; and nothing at all where there is only
// area 0, which is how most scenes are.
#include "scene/areas.h"

size_t wend_name_length(const char *name, size_t most) {
    size_t length = 0;
    while (length < most && name[length])
        length++;
    if (length < most)
        return length;
    length = most - 1;
    while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80)
        length--;
    return length;
}

// ---------------------------------------------------------------------------------------------------- tables

// Where the line of an id is, or would be.
static int64_t place_of(const wend_area *areas, int64_t count, int32_t id) {
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (areas[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const wend_area *wend_area_find(const wend_area *areas, int32_t count, int32_t id) {
    int64_t at = place_of(areas, count, id);
    return at < count && areas[at].id == id ? &areas[at] : NULL;
}

wend_result wend_area_table_put(wend_context *context, wend_area_table *table, const wend_area *area) {
    if (area->id < 0 || area->id > WEND_AREA_MAX)
        return WEND_ERROR_ARGUMENT;
    wend_area line = {.id = area->id, .tags = area->tags};
    memcpy(line.name, area->name, wend_name_length(area->name, sizeof line.name));
    int64_t at = place_of(table->data, table->count, line.id);
    if (at < table->count && table->data[at].id == line.id) {
        table->data[at] = line;
        return WEND_OK;
    }
    if (!wend_array_push(context, table, line))
        return WEND_ERROR_MEMORY;
    memmove(table->data + at + 1, table->data + at, (size_t)(table->count - 1 - at) * sizeof line);
    table->data[at] = line;
    return WEND_OK;
}

wend_result wend_area_table_add(wend_context *context, wend_area_table *table, const wend_area *area) {
    int64_t at = place_of(table->data, table->count, area->id);
    if (at >= table->count || table->data[at].id != area->id)
        return wend_area_table_put(context, table, area);
    table->data[at].tags |= area->tags;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- ids

bool wend_area_ids_grow(wend_context *context, wend_area_ids *ids, int64_t items) {
    int64_t before = ids->count;
    if (before == 0 || items <= before)
        return true;
    if (!wend_array_resize(context, ids, items))
        return false;
    memset(ids->data + before, 0, (size_t)(items - before) * sizeof *ids->data);
    return true;
}

wend_result wend_area_ids_set(wend_context *context, wend_area_ids *ids, int64_t items, int64_t first, int64_t count,
                              int32_t area) {
    if (count == 0 || (area == 0 && ids->count == 0))
        return WEND_OK;
    if (ids->count == 0) {
        if (!wend_array_resize(context, ids, items))
            return WEND_ERROR_MEMORY;
        memset(ids->data, 0, (size_t)items * sizeof *ids->data);
    }
    for (int64_t i = first; i < first + count; i++)
        ids->data[i] = (uint16_t)area;
    return WEND_OK;
}
