// The JSON side of the glTF reader: tables, members and messages. See gltf.h.
#include "file/gltf.h"

#include "base/format.h"

static const char *const table_names[WEND_GLTF_TABLE_COUNT] = {"scenes",      "nodes",   "meshes",   "accessors",
                                                               "bufferViews", "buffers", "materials"};

// ---------------------------------------------------------------------------------------------------- places

wend_gltf_place wend_gltf_place_of(wend_gltf_table table, int64_t index) {
    return wend_gltf_place_in(table, index, NULL, -1);
}

wend_gltf_place wend_gltf_place_in(wend_gltf_table table, int64_t index, const char *member, int64_t member_index) {
    return (wend_gltf_place){table, index, member, member_index};
}

const char *wend_gltf_place_text(wend_gltf_place place, char text[WEND_GLTF_PLACE_TEXT]) {
    const char *table = table_names[place.table];
    if (!place.member)
        wend_format(text, WEND_GLTF_PLACE_TEXT, "%s[%lld]", table, (long long)place.index);
    else if (place.member_index < 0)
        wend_format(text, WEND_GLTF_PLACE_TEXT, "%s[%lld].%s", table, (long long)place.index, place.member);
    else
        wend_format(text, WEND_GLTF_PLACE_TEXT, "%s[%lld].%s[%lld]", table, (long long)place.index, place.member,
                    (long long)place.member_index);
    return text;
}

wend_result wend_gltf_fail(wend_gltf *g, wend_result result, const char *code, wend_gltf_place place,
                           const char *format, ...) {
    char text[WEND_GLTF_PLACE_TEXT], cause[WEND_FINDING_TEXT];
    va_list arguments;
    va_start(arguments, format);
    wend_format_list(cause, sizeof cause, format, arguments);
    va_end(arguments);
    return wend_scene_reader_fail(g->reader, result, code, NULL, "%s: %s", wend_gltf_place_text(place, text), cause);
}

wend_result wend_gltf_refuse_compressed(wend_gltf *g, const char *place, const char *extension) {
    return wend_scene_reader_fail(
        g->reader, WEND_ERROR_UNSUPPORTED, WEND_GLTF_EXTENSION, NULL,
        "%s: the geometry is compressed by %s, which Wend does not read: re-export without mesh compression.", place,
        extension);
}

void wend_gltf_count(wend_gltf_tally *tally, wend_gltf_place place) {
    if (tally->count++ == 0)
        tally->first = place;
}

// ---------------------------------------------------------------------------------------------------- tables

// Sets the count of an array and clears it.
#define make_clear(context, array, wanted)                                                                             \
    (wend_array_resize(context, array, wanted) &&                                                                      \
     ((wanted) == 0 || memset((array)->data, 0, (size_t)(wanted) * sizeof *(array)->data)))

static wend_result find_table(wend_gltf *g, wend_gltf_table table) {
    const wend_json *json = &g->json;
    int64_t array = wend_json_find(json, 0, table_names[table]);
    if (array < 0 || (table == WEND_GLTF_MATERIALS && !wend_json_is(json, array, WEND_JSON_ARRAY)))
        return WEND_OK; // of materials only names are of use: what is wrong with them is no reason to refuse a file
    if (!wend_json_is(json, array, WEND_JSON_ARRAY))
        return wend_scene_reader_fail(g->reader, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, NULL, "%s is not an array.",
                                      table_names[table]);
    if (!wend_array_reserve(g->context, &g->tables[table], (int64_t)json->nodes.data[array].count))
        return WEND_ERROR_MEMORY;
    for (int64_t e = wend_json_first(json, array); e >= 0; e = wend_json_after(json, array, e))
        g->tables[table].data[g->tables[table].count++] = (uint32_t)e;
    return WEND_OK;
}

wend_result wend_gltf_find_tables(wend_gltf *g) {
    for (int table = 0; table < WEND_GLTF_TABLE_COUNT; table++) {
        wend_result result = find_table(g, (wend_gltf_table)table);
        if (result)
            return result;
    }
    bool made = make_clear(g->context, &g->buffers, g->tables[WEND_GLTF_BUFFERS].count) &&
                make_clear(g->context, &g->accessors, g->tables[WEND_GLTF_ACCESSORS].count) &&
                make_clear(g->context, &g->meshes, g->tables[WEND_GLTF_MESHES].count);
    return made ? WEND_OK : WEND_ERROR_MEMORY;
}

int64_t wend_gltf_at(const wend_gltf *g, wend_gltf_table table, int64_t index) {
    return g->tables[table].data[index];
}

const char *wend_gltf_where(const wend_gltf *g, wend_gltf_table table, int64_t index) {
    return g->json.text + g->json.nodes.data[wend_gltf_at(g, table, index)].where;
}

wend_result wend_gltf_label(wend_gltf *g, int32_t from, wend_gltf_table table, int64_t index) {
    char name[WEND_PART_NAME + 4] = ""; // longer than what is kept, so that it is not cut within a character
    if (index < 0 || wend_scene_look(g->reader->scene).triangle_count == from)
        return WEND_OK;
    int64_t node = wend_json_find(&g->json, wend_gltf_at(g, table, index), "name");
    if (wend_json_string(&g->json, node, name, sizeof name) <= 0)
        return WEND_OK;
    return wend_scene_reader_label(g->reader, from, name, strlen(name), wend_gltf_where(g, table, index));
}

// ---------------------------------------------------------------------------------------------------- members

// The value of a JSON node that is a whole number which a double holds exactly; false for anything else.
static bool read_whole(const wend_json *json, int64_t node, int64_t *value) {
    double number;
    if (!wend_json_number(json, node, &number) || !(number >= 0 && number <= 0x1p53))
        return false;
    *value = (int64_t)number;
    return (double)*value == number;
}

wend_result wend_gltf_whole(wend_gltf *g, wend_gltf_place place, int64_t object, const char *key, int64_t otherwise,
                            int64_t *value) {
    int64_t node = wend_json_find(&g->json, object, key);
    *value = otherwise;
    if (node < 0 || read_whole(&g->json, node, value))
        return WEND_OK;
    return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "%s is not a whole number from 0 on.", key);
}

wend_result wend_gltf_index_at(wend_gltf *g, wend_gltf_place place, int64_t node, const char *key,
                               wend_gltf_table table, int64_t *value) {
    int64_t count = g->tables[table].count;
    if (!read_whole(&g->json, node, value))
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "%s is not an index into %s.", key,
                              table_names[table]);
    if (*value >= count)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "%s names %s[%lld], which does not exist (there are %lld).", key, table_names[table],
                              (long long)*value, (long long)count);
    return WEND_OK;
}

wend_result wend_gltf_index(wend_gltf *g, wend_gltf_place place, int64_t object, const char *key, wend_gltf_table table,
                            bool required, int64_t *value) {
    int64_t node = wend_json_find(&g->json, object, key);
    *value = -1;
    if (node >= 0)
        return wend_gltf_index_at(g, place, node, key, table, value);
    if (required)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "%s is missing.", key);
    return WEND_OK;
}

int64_t wend_gltf_extension(const wend_gltf *g, int64_t object, const char *name) {
    return wend_json_find(&g->json, wend_json_find(&g->json, object, "extensions"), name);
}
