// What `wend build` takes beyond its inputs: which names are areas, and which links were made by hand.
#include "cli/areas.h"

#include "cli/nearest.h"

#include <string.h>

// The name that was meant, of those that triangles go by.
static void offer_names(wend_nearest *nearest, const wend_scene *scene) {
    wend_scene_view v = wend_scene_look(scene);
    for (int32_t k = 0; k < v.part_count; k++)
        wend_nearest_offer(nearest, v.parts[k].name);
    for (int32_t k = 0; k < v.name_count; k++)
        wend_nearest_offer(nearest, v.names[k].text);
}

static bool complain_unknown(const char *name, const wend_scene *scene) {
    wend_nearest nearest = wend_nearest_start(name, strlen(name));
    char words[WEND_NEAREST_TEXT];
    if (scene)
        offer_names(&nearest, scene);
    wend_complain("build: --area %.60s: no %s is called so%s", name,
                  scene ? "material, group, part or node of the scene" : "\"ground\" of the floor plan",
                  wend_nearest_words(&nearest, words));
    return false;
}

static const wend_area *find_line(const wend_scene *scene, const wend_drawing *drawing, int32_t id) {
    if (scene) {
        wend_scene_view v = wend_scene_look(scene);
        return wend_area_find(v.areas, v.area_count, id);
    }
    wend_drawing_view v = wend_drawing_look(drawing);
    return wend_area_find(v.areas, v.area_count, id);
}

// Puts what goes by a name into an area.
static wend_result map(const wend_area *area, wend_scene *scene, wend_drawing *drawing, int64_t *count) {
    wend_result result = scene ? wend_scene_map_area(scene, area->name, area->id, count)
                               : wend_drawing_map_area(drawing, area->name, area->id, count);
    if (result != WEND_OK || area->tags == 0)
        return result;
    wend_area line = *find_line(scene, drawing, area->id); // there by now
    line.tags |= area->tags;
    return scene ? wend_scene_describe_area(scene, &line) : wend_drawing_describe_area(drawing, &line);
}

bool wend_command_areas(wend_command *command, const wend_options *options, wend_scene *scene, wend_drawing *drawing) {
    int at = 0;
    for (const char *text; (text = wend_options_next(options, "--area", &at)) != NULL;) {
        wend_area area = {.id = 0};
        size_t length = 0;
        int64_t count = 0;
        wend_options_area(text, &length, &area.id, &area.tags);
        if (length >= sizeof area.name)
            length = sizeof area.name - 1;
        memcpy(area.name, text, length);
        wend_result result = map(&area, scene, drawing, &count);
        if (result != WEND_OK) {
            wend_command_fail(command, NULL, result);
            return false;
        }
        if (count == 0)
            return complain_unknown(area.name, scene);
    }
    return true;
}

bool wend_command_links(wend_command *command, const wend_options *options, wend_offlink_def **links, int32_t *count) {
    const char *path = wend_options_text(options, "--links");
    *links = NULL;
    *count = 0;
    if (!path)
        return true;
    wend_result result = wend_file_read_offlinks(command->context, path, links, count, command->report);
    if (result != WEND_OK)
        wend_command_fail(command, path, result);
    return result == WEND_OK;
}
