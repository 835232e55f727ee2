// Scenes: triangles as they come. Arrays of positions, triangles, parts, names and areas; nothing is judged here.
#include <wend/scene.h>

#include "base/hash.h"
#include "base/context.h"
#include "scene/areas.h"

// Indices are 32-bit, and a surface may need several times as many vertices as the scene has.
#define ITEM_LIMIT ((int64_t)1 << 28)

struct wend_scene {
    wend_context *context;
    wend_scene_def def;
    WEND_ARRAY(double) positions;  // x, y, z of each vertex
    WEND_ARRAY(int32_t) triangles; // three vertices of each
    WEND_ARRAY(wend_scene_part) parts;
    WEND_ARRAY(wend_scene_label) labels;
    WEND_ARRAY(wend_scene_name) names;
    WEND_ARRAY(int32_t) name_slots; // a table of names by their hash: numbers, -1 for none; its size is a power of two
    wend_area_ids triangle_area;
    wend_area_table areas;
};

// ---------------------------------------------------------------------------------------------------- axes

const char *wend_up_name(wend_up up) {
    static const char *const names[WEND_UP_COUNT] = {"x", "y", "z", "-x", "-y", "-z"};
    return (int)up >= 0 && (int)up < (int)WEND_UP_COUNT ? names[up] : "?";
}

// For each axis that may point up: which of the scene's axes become x, y and z of the ground, and with which sign.
static const struct {
    int axis[3];
    double sign[3];
} ground_axes[WEND_UP_COUNT] = {
    [WEND_UP_X] = {{1, 2, 0}, {1, 1, 1}},        [WEND_UP_Y] = {{0, 2, 1}, {1, -1, 1}},
    [WEND_UP_Z] = {{0, 1, 2}, {1, 1, 1}},        [WEND_UP_MINUS_X] = {{1, 2, 0}, {1, -1, -1}},
    [WEND_UP_MINUS_Y] = {{0, 2, 1}, {1, 1, -1}}, [WEND_UP_MINUS_Z] = {{0, 1, 2}, {1, -1, -1}},
};

void wend_ground_from_scene(wend_up up, const double position[3], double ground[3]) {
    for (int k = 0; k < 3; k++)
        ground[k] = ground_axes[up].sign[k] * position[ground_axes[up].axis[k]];
}

void wend_scene_from_ground(wend_up up, const double ground[3], double position[3]) {
    for (int k = 0; k < 3; k++)
        position[ground_axes[up].axis[k]] = ground_axes[up].sign[k] * ground[k];
}

// ---------------------------------------------------------------------------------------------------- scenes

wend_scene_def wend_default_scene_def(void) {
    return (wend_scene_def){.up = WEND_UP_Y, .unit = 1};
}

wend_result wend_scene_create(wend_context *context, const wend_scene_def *def, wend_scene **scene) {
    if (!wend_given(scene, context != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_scene_def chosen = def ? *def : wend_default_scene_def();
    if ((int)chosen.up < 0 || (int)chosen.up >= (int)WEND_UP_COUNT || !(chosen.unit >= 1e-9 && chosen.unit <= 1e9))
        return WEND_ERROR_ARGUMENT;
    wend_scene *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    made->context = context;
    made->def = chosen;
    *scene = made;
    return WEND_OK;
}

void wend_scene_destroy(wend_scene *scene) {
    if (!scene)
        return;
    wend_context *context = scene->context;
    wend_array_free(context, &scene->positions);
    wend_array_free(context, &scene->triangles);
    wend_array_free(context, &scene->parts);
    wend_array_free(context, &scene->labels);
    wend_array_free(context, &scene->names);
    wend_array_free(context, &scene->name_slots);
    wend_array_free(context, &scene->triangle_area);
    wend_array_free(context, &scene->areas);
    wend_release(context, scene, sizeof *scene);
}

wend_result wend_scene_begin_part(wend_scene *scene, int32_t file, const char *name) {
    if (!scene)
        return WEND_ERROR_ARGUMENT;
    wend_scene_part part = {.file = file, .first = (int32_t)(scene->triangles.count / 3)};
    if (name)
        memcpy(part.name, name, wend_name_length(name, sizeof part.name));
    if (scene->parts.count >= ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    return wend_array_push(scene->context, &scene->parts, part) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_scene_add_vertices(wend_scene *scene, const double *positions, int32_t count, int32_t *first) {
    if (!scene || !first)
        return WEND_ERROR_ARGUMENT;
    int64_t before = scene->positions.count / 3;
    *first = (int32_t)before;
    if (count < 0 || (count > 0 && !positions))
        return WEND_ERROR_ARGUMENT;
    if (before + count > ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(scene->context, &scene->positions, 3 * (before + count)))
        return WEND_ERROR_MEMORY;
    if (count > 0)
        memcpy(scene->positions.data + 3 * before, positions, (size_t)count * 3 * sizeof *positions);
    scene->positions.count = 3 * (before + count);
    return WEND_OK;
}

wend_result wend_scene_add_triangles(wend_scene *scene, int32_t first, const int32_t *triangles, int32_t count) {
    if (!scene)
        return WEND_ERROR_ARGUMENT;
    int64_t before = scene->triangles.count / 3, vertices = scene->positions.count / 3;
    if (count < 0 || (count > 0 && !triangles) || first < 0 || first > vertices)
        return WEND_ERROR_ARGUMENT;
    if (before + count > ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    for (int64_t i = 0; i < 3 * (int64_t)count; i++)
        if (triangles[i] < 0 || triangles[i] >= vertices - first)
            return WEND_ERROR_ARGUMENT;
    if (!wend_array_reserve(scene->context, &scene->triangles, 3 * (before + count)) ||
        !wend_area_ids_grow(scene->context, &scene->triangle_area, before + count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < 3 * (int64_t)count; i++)
        scene->triangles.data[3 * before + i] = first + triangles[i];
    scene->triangles.count = 3 * (before + count);
    return WEND_OK;
}

wend_result wend_scene_add(wend_scene *scene, const double *positions, int32_t vertex_count, const int32_t *triangles,
                           int32_t triangle_count) {
    if (!scene)
        return WEND_ERROR_ARGUMENT;
    wend_scene_view before = wend_scene_look(scene);
    int32_t first = 0;
    wend_result result = wend_scene_add_vertices(scene, positions, vertex_count, &first);
    if (result == WEND_OK)
        result = wend_scene_add_triangles(scene, first, triangles, triangle_count);
    if (result != WEND_OK)
        wend_scene_cut_back(scene, &before);
    return result;
}

void wend_scene_cut_back(wend_scene *scene, const wend_scene_view *before) {
    if (3 * (int64_t)before->vertex_count < scene->positions.count)
        scene->positions.count = 3 * (int64_t)before->vertex_count;
    if (3 * (int64_t)before->triangle_count < scene->triangles.count)
        scene->triangles.count = 3 * (int64_t)before->triangle_count;
    if (before->triangle_count < scene->triangle_area.count)
        scene->triangle_area.count = before->triangle_count;
    if (before->label_count < scene->labels.count)
        scene->labels.count = before->label_count;
    if (before->part_count < scene->parts.count)
        scene->parts.count = before->part_count;
}

wend_scene_view wend_scene_look(const wend_scene *scene) {
    if (scene == NULL)
        return (wend_scene_view){0};
    return (wend_scene_view){.up = scene->def.up,
                             .unit = scene->def.unit,
                             .vertex_count = (int32_t)(scene->positions.count / 3),
                             .positions = scene->positions.data,
                             .triangle_count = (int32_t)(scene->triangles.count / 3),
                             .triangles = scene->triangles.data,
                             .part_count = (int32_t)scene->parts.count,
                             .parts = scene->parts.data,
                             .label_count = (int32_t)scene->labels.count,
                             .labels = scene->labels.data,
                             .name_count = (int32_t)scene->names.count,
                             .names = scene->names.data,
                             .triangle_area = scene->triangle_area.count > 0 ? scene->triangle_area.data : NULL,
                             .area_count = (int32_t)scene->areas.count,
                             .areas = scene->areas.data};
}

const wend_scene_part *wend_scene_part_of(const wend_scene *scene, int32_t triangle) {
    int64_t low = 0, high = scene->parts.count; // the last part that begins at or before the triangle
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (scene->parts.data[middle].first <= triangle)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &scene->parts.data[low - 1] : NULL;
}

// ---------------------------------------------------------------------------------------------------- areas

static int64_t triangle_count(const wend_scene *scene) {
    return scene->triangles.count / 3;
}

static bool are_there(const wend_scene *scene, int32_t first, int32_t count) {
    return first >= 0 && count >= 0 && first <= triangle_count(scene) - count;
}

// The slot of a name in the table, or the free one where it would be.
static int32_t *slot_of(const wend_scene *scene, const wend_scene_name *name) {
    uint64_t words[WEND_PART_NAME / sizeof(uint64_t)];
    memcpy(words, name->text, sizeof words);
    int64_t mask = scene->name_slots.count - 1;
    int64_t at = (int64_t)(wend_hash_words(0, words, WEND_PART_NAME / sizeof(uint64_t)) & (uint64_t)mask);
    while (scene->name_slots.data[at] >= 0 &&
           memcmp(&scene->names.data[scene->name_slots.data[at]], name, sizeof *name) != 0)
        at = (at + 1) & mask;
    return &scene->name_slots.data[at];
}

// Makes the table of names large enough for one more: at most half full.
static bool make_slots(wend_scene *scene) {
    enum { FIRST_SLOTS = 16 };
    int64_t slots = scene->name_slots.count;
    if (2 * (scene->names.count + 1) <= slots)
        return true;
    if (!wend_array_resize(scene->context, &scene->name_slots, slots > 0 ? 2 * slots : FIRST_SLOTS))
        return false;
    memset(scene->name_slots.data, -1, (size_t)scene->name_slots.count * sizeof *scene->name_slots.data);
    for (int32_t k = 0; k < scene->names.count; k++)
        *slot_of(scene, &scene->names.data[k]) = k;
    return true;
}

// The number of a name, which is new or not; -1 when memory is short.
static int32_t number_of(wend_scene *scene, const char *text) {
    wend_scene_name name = {0};
    memcpy(name.text, text, wend_name_length(text, sizeof name.text));
    if (!make_slots(scene))
        return -1;
    int32_t *slot = slot_of(scene, &name);
    if (*slot < 0 && wend_array_push(scene->context, &scene->names, name))
        *slot = (int32_t)scene->names.count - 1;
    return *slot;
}

wend_result wend_scene_label_triangles(wend_scene *scene, int32_t first, int32_t count, const char *name) {
    if (!scene || !name || !are_there(scene, first, count))
        return WEND_ERROR_ARGUMENT;
    if (count == 0 || !name[0])
        return WEND_OK;
    if (scene->labels.count >= ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    wend_scene_label label = {.first = first, .count = count, .name = number_of(scene, name)};
    if (label.name < 0)
        return WEND_ERROR_MEMORY;
    return wend_array_push(scene->context, &scene->labels, label) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_scene_set_area(wend_scene *scene, int32_t first, int32_t count, int32_t area) {
    if (scene == NULL)
        return WEND_ERROR_ARGUMENT;
    if (!are_there(scene, first, count) || area < 0 || area > WEND_AREA_MAX)
        return WEND_ERROR_ARGUMENT;
    return wend_area_ids_set(scene->context, &scene->triangle_area, triangle_count(scene), first, count, area);
}

wend_result wend_scene_describe_area(wend_scene *scene, const wend_area *area) {
    return scene && area ? wend_area_table_put(scene->context, &scene->areas, area) : WEND_ERROR_ARGUMENT;
}

wend_result wend_scene_map_area(wend_scene *scene, const char *name, int32_t area, int64_t *count) {
    if (count)
        *count = 0;
    if (!scene || !name || area < 0 || area > WEND_AREA_MAX)
        return WEND_ERROR_ARGUMENT;
    wend_area line = {.id = area};
    memcpy(line.name, name, wend_name_length(name, sizeof line.name));
    int64_t found = 0;
    wend_result result = wend_area_table_add(scene->context, &scene->areas, &line);
    for (int64_t k = 0; k < scene->parts.count && result == WEND_OK; k++) {
        const wend_scene_part *part = &scene->parts.data[k];
        int64_t end = k + 1 < scene->parts.count ? part[1].first : triangle_count(scene);
        if (strcmp(part->name, line.name) != 0 || end <= part->first)
            continue;
        found += end - part->first;
        result = wend_scene_set_area(scene, part->first, (int32_t)(end - part->first), area);
    }
    for (int64_t k = 0; k < scene->labels.count && result == WEND_OK; k++) {
        const wend_scene_label *label = &scene->labels.data[k];
        if (strcmp(scene->names.data[label->name].text, line.name) != 0)
            continue;
        found += label->count;
        result = wend_scene_set_area(scene, label->first, label->count, area);
    }
    if (count)
        *count = found;
    return result;
}
