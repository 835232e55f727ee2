// What people call a triangle of a scene.
#include <wend/scene.h>

#include "base/platform.h"

// The first triangle of the file of a part.
static int32_t first_of_file(const wend_scene_view *view, const wend_scene_part *part) {
    int32_t k = 0;
    while (view->parts[k].file != part->file)
        k++;
    return view->parts[k].first;
}

void wend_scene_name_triangle(const wend_scene *scene, int32_t triangle, const char *const *files, int32_t file_count,
                              wend_text *text) {
    const wend_scene_part *part = wend_scene_part_of(scene, triangle);
    wend_scene_view view = wend_scene_look(scene);
    wend_text_add_string(text, "triangle ");
    wend_text_add_int(text, part ? triangle - first_of_file(&view, part) : triangle);
    if (part && part->name[0]) {
        wend_text_add_string(text, " of ");
        wend_text_add_json(text, part->name);
    }
    if (part && file_count > 1 && part->file >= 0 && part->file < file_count) {
        wend_text_add_string(text, " in ");
        wend_text_add_string(text, files[part->file]);
    }
}
