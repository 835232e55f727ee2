// Scenes: triangles as they come. Arrays of positions, triangles and parts; nothing is judged here.
#include <wend/scene.h>

#include "base/array.h"

// Indices are 32-bit, and a surface may need several times as many vertices as the scene has.
#define ITEM_LIMIT ((int64_t)1 << 28)

struct wend_scene {
    wend_context *context;
    wend_scene_def def;
    WEND_ARRAY(double) positions;  // x, y, z of each vertex
    WEND_ARRAY(int32_t) triangles; // three vertices of each
    WEND_ARRAY(wend_scene_part) parts;
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
    *scene = NULL;
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
    wend_release(context, scene, sizeof *scene);
}

// How many bytes of a name fit, without cutting a UTF-8 character.
static size_t name_length(const char *name) {
    size_t length = 0;
    while (length < WEND_PART_NAME && name[length])
        length++;
    if (length < WEND_PART_NAME)
        return length;
    length = WEND_PART_NAME - 1;
    while (length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80)
        length--;
    return length;
}

wend_result wend_scene_begin_part(wend_scene *scene, int32_t file, const char *name) {
    wend_scene_part part = {.file = file, .first = (int32_t)(scene->triangles.count / 3)};
    if (name)
        memcpy(part.name, name, name_length(name));
    if (scene->parts.count >= ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    return wend_array_push(scene->context, &scene->parts, part) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_scene_add_vertices(wend_scene *scene, const double *positions, int32_t count, int32_t *first) {
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
    int64_t before = scene->triangles.count / 3, vertices = scene->positions.count / 3;
    if (count < 0 || (count > 0 && !triangles) || first < 0 || first > vertices)
        return WEND_ERROR_ARGUMENT;
    if (before + count > ITEM_LIMIT)
        return WEND_ERROR_LIMIT;
    for (int64_t i = 0; i < 3 * (int64_t)count; i++)
        if (triangles[i] < 0 || triangles[i] >= vertices - first)
            return WEND_ERROR_ARGUMENT;
    if (!wend_array_reserve(scene->context, &scene->triangles, 3 * (before + count)))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < 3 * (int64_t)count; i++)
        scene->triangles.data[3 * before + i] = first + triangles[i];
    scene->triangles.count = 3 * (before + count);
    return WEND_OK;
}

wend_result wend_scene_add(wend_scene *scene, const double *positions, int32_t vertex_count, const int32_t *triangles,
                           int32_t triangle_count) {
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
    if (before->part_count < scene->parts.count)
        scene->parts.count = before->part_count;
}

wend_scene_view wend_scene_look(const wend_scene *scene) {
    return (wend_scene_view){.up = scene->def.up,
                             .unit = scene->def.unit,
                             .vertex_count = (int32_t)(scene->positions.count / 3),
                             .positions = scene->positions.data,
                             .triangle_count = (int32_t)(scene->triangles.count / 3),
                             .triangles = scene->triangles.data,
                             .part_count = (int32_t)scene->parts.count,
                             .parts = scene->parts.data};
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
