// Links made by hand, as JSON.
//
//     {"links": [
//         {"kind": "ladder", "name": "to the roof", "from": [3, 0, 1], "to": [3, 4, 0.5]},
//         {"kind": "jump", "from": [[0, 0, 0], [2, 0, 0]], "to": [[0, -1, 3], [2, -1, 3]], "both_ways": false,
//          "cost": 5, "tags": 6}
//     ]}
//
// `from` and `to` are places [x, y, z] (or [x, y], of a floor plan), or edges, two places each. Everything else may be
// left out: the kind is "other" then, the link has no name, leads both ways, costs its length, and has no tags. Members
// that nobody knows are an error, so that no misspelt one goes unnoticed.
#include <wend/json.h>

#include "base/array.h"
#include "base/context.h"
#include "base/format.h"
#include "file/path.h"
#include "file/source.h"
#include "scene/areas.h"

#define CODE "offlinks-syntax"

typedef struct offlinks {
    wend_context *context;
    const wend_file_source *source;
    wend_report *report;
    wend_json json;
    WEND_ARRAY(wend_offlink_def) links;
} offlinks;

// Says what is wrong at a byte of the text.
static wend_result refuse_at(const offlinks *o, wend_result result, size_t where, const char *text) {
    int64_t line = 1;
    for (size_t k = 0; k < where && k < o->source->count; k++)
        line += ((const char *)o->source->bytes)[k] == '\n';
    wend_finding f = wend_finding_make(CODE, WEND_ERROR, "%s:%lld: %s",
                                       wend_shorten_path(wend_source_name(o->source)).text, (long long)line, text);
    f.item = line;
    wend_report_add(o->report, &f);
    return result;
}

static wend_result refuse(const offlinks *o, int64_t node, const char *text) {
    return refuse_at(o, WEND_ERROR_FORMAT, node < 0 ? 0 : o->json.nodes.data[node].where, text);
}

static bool read_place(const offlinks *o, int64_t node, double place[3]) {
    place[2] = 0;
    int64_t count = wend_json_numbers(&o->json, node, place, 3);
    return count == 2 || count == 3;
}

// A place, or an edge of two.
static wend_result read_end(const offlinks *o, int64_t link, const char *key, double places[2][3]) {
    int64_t node = wend_json_find(&o->json, link, key);
    if (node < 0)
        return refuse(o, link, strcmp(key, "from") == 0 ? "the link has no \"from\"." : "the link has no \"to\".");
    if (read_place(o, node, places[0])) {
        memcpy(places[1], places[0], sizeof places[0]);
        return WEND_OK;
    }
    int64_t first = wend_json_first(&o->json, node), second = wend_json_after(&o->json, node, first);
    bool edge = wend_json_is(&o->json, node, WEND_JSON_ARRAY) && first >= 0 && second >= 0 &&
                wend_json_after(&o->json, node, second) < 0;
    if (edge && read_place(o, first, places[0]) && read_place(o, second, places[1]))
        return WEND_OK;
    return refuse(o, node, "expected a place [x, y, z], or an edge [[x, y, z], [x, y, z]].");
}

static bool is_known(const offlinks *o, int64_t key) {
    static const char *const keys[] = {"kind", "name", "from", "to", "both_ways", "cost", "tags"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (wend_json_is_string(&o->json, key, keys[k]))
            return true;
    return false;
}

static wend_result read_kind(const offlinks *o, int64_t node, wend_offlink_kind *kind) {
    for (int k = 0; k < WEND_OFFLINK_KIND_COUNT; k++)
        if (wend_json_is_string(&o->json, node, wend_offlink_kind_name((wend_offlink_kind)k))) {
            *kind = (wend_offlink_kind)k;
            return WEND_OK;
        }
    return refuse(o, node, "\"kind\" must be ladder, lift, jump, teleporter or other.");
}

static wend_result read_tags(const offlinks *o, int64_t node, uint32_t *tags) {
    double number;
    if (!wend_json_number(&o->json, node, &number) || !(number >= 0 && number <= UINT32_MAX) ||
        number != (double)(uint32_t)number)
        return refuse(o, node, "\"tags\" must be a whole number from 0 to 4294967295.");
    *tags = (uint32_t)number;
    return WEND_OK;
}

// What may be left out.
static wend_result read_options(const offlinks *o, int64_t link, wend_offlink_def *d) {
    const wend_json *json = &o->json;
    int64_t kind = wend_json_find(json, link, "kind"), name = wend_json_find(json, link, "name"),
            both = wend_json_find(json, link, "both_ways"), cost = wend_json_find(json, link, "cost"),
            tags = wend_json_find(json, link, "tags");
    wend_result result = kind >= 0 ? read_kind(o, kind, &d->kind) : WEND_OK;
    char text[WEND_AREA_NAME + 4]; // longer than what is kept, so that it is not cut within a character
    if (result == WEND_OK && name >= 0 && wend_json_string(json, name, text, sizeof text) < 0)
        result = refuse(o, name, "\"name\" must be a string.");
    else if (result == WEND_OK && name >= 0)
        memcpy(d->name, text, wend_name_length(text, sizeof d->name));
    if (result == WEND_OK && both >= 0 && !wend_json_bool(json, both, &d->both_ways))
        result = refuse(o, both, "\"both_ways\" must be true or false.");
    if (result == WEND_OK && cost >= 0 && !wend_json_number(json, cost, &d->cost))
        result = refuse(o, cost, "\"cost\" must be a number, in metres.");
    return result == WEND_OK && tags >= 0 ? read_tags(o, tags, &d->tags) : result;
}

static wend_result read_link(offlinks *o, int64_t link) {
    wend_offlink_def d = wend_default_offlink_def();
    if (!wend_json_is(&o->json, link, WEND_JSON_OBJECT))
        return refuse(o, link, "expected a link {\"from\": ..., \"to\": ...}.");
    int64_t key = wend_json_first(&o->json, link);
    for (; key >= 0; key = wend_json_after(&o->json, link, wend_json_after(&o->json, link, key)))
        if (!is_known(o, key))
            return refuse(o, key,
                          "a link has the members kind, name, from, to, both_ways, cost and tags; this is none.");
    wend_result result = read_end(o, link, "from", d.from);
    if (result == WEND_OK)
        result = read_end(o, link, "to", d.to);
    if (result == WEND_OK)
        result = read_options(o, link, &d);
    return result != WEND_OK || wend_array_push(o->context, &o->links, d) ? result : WEND_ERROR_MEMORY;
}

static wend_result read_all(offlinks *o) {
    wend_json_error error;
    wend_result result = wend_json_parse(&o->json, o->source->bytes, o->source->count, &error);
    if (result == WEND_ERROR_MEMORY)
        return result;
    if (result != WEND_OK)
        return refuse_at(o, result, error.where, error.cause);
    int64_t list = wend_json_find(&o->json, 0, "links");
    if (!wend_json_is(&o->json, list, WEND_JSON_ARRAY))
        return refuse(o, list, "expected an object with an array \"links\".");
    for (int64_t e = wend_json_first(&o->json, list); e >= 0 && result == WEND_OK;
         e = wend_json_after(&o->json, list, e))
        result = read_link(o, e);
    return result;
}

// Hands the links over in a block of their size.
static wend_result hand_over(offlinks *o, wend_offlink_def **links, int32_t *count) {
    if (o->links.count > INT32_MAX)
        return WEND_ERROR_LIMIT;
    if (o->links.count == 0)
        return WEND_OK;
    *links = wend_allocate_array(o->context, o->links.count, sizeof **links);
    if (!*links)
        return WEND_ERROR_MEMORY;
    memcpy(*links, o->links.data, (size_t)o->links.count * sizeof **links);
    *count = (int32_t)o->links.count;
    return WEND_OK;
}

wend_result wend_file_parse_offlinks(wend_context *context, const wend_file_source *source, wend_offlink_def **links,
                                     int32_t *count, wend_report *report) {
    if (!wend_given(links, context && source && count))
        return WEND_ERROR_ARGUMENT;
    *count = 0;
    wend_result result = wend_source_judge(source, report);
    if (result != WEND_OK)
        return result;
    offlinks o = {.context = context, .source = source, .report = report, .json = wend_json_start(context)};
    result = read_all(&o);
    if (result == WEND_OK)
        result = hand_over(&o, links, count);
    wend_json_free(&o.json);
    wend_array_free(context, &o.links);
    return result;
}

wend_result wend_file_read_offlinks(wend_context *context, const char *path, wend_offlink_def **links, int32_t *count,
                                    wend_report *report) {
    char *bytes;
    size_t size;
    if (!wend_given(links, context && path && count))
        return WEND_ERROR_ARGUMENT;
    *count = 0;
    wend_result result = wend_file_read(context, path, &bytes, &size, report);
    if (result != WEND_OK)
        return result;
    wend_file_source source = {.name = path, .bytes = bytes, .count = size};
    result = wend_file_parse_offlinks(context, &source, links, count, report);
    wend_release(context, bytes, size + 1);
    return result;
}
