// Scenes as GLB, glTF 2.0 in one binary file.
//
// All positions are one accessor of floats, and each part has its own accessor of indices, mesh and node:
//
//     scene -> node 0 (turn, scale, move) -> a node per part -> mesh -> { POSITION: accessor 0, indices: accessor 1.. }
//
// glb.h tells what node 0 is for.
#include "file/write_scene.h"

#include "file/glb.h"

// A run of triangles that gets a mesh.
typedef struct run {
    int32_t first, end;
    const char *name;
} run;

// ---------------------------------------------------------------------------------------------------- the JSON

static void add_nodes(wend_text *json, const wend_scene_view *view, const double origin[3], const run *runs,
                      int64_t count) {
    wend_text_add_string(json, ",\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"scene\"");
    wend_glb_add_matrix(json, view->up, view->unit, origin);
    for (int64_t k = 0; k < count; k++) {
        wend_text_add_string(json, k == 0 ? ",\"children\":[" : ",");
        wend_text_add_int(json, k + 1);
    }
    wend_text_add_string(json, count > 0 ? "]}" : "}");
    for (int64_t k = 0; k < count; k++) {
        wend_text_add_string(json, ",{\"name\":");
        wend_text_add_json(json, runs[k].name);
        wend_glb_add_field(json, ",\"mesh\":", k);
        wend_text_add_char(json, '}');
    }
    wend_text_add_char(json, ']');
}

static void add_accessors(wend_text *json, const wend_scene_view *view, const double origin[3], const run *runs,
                          int64_t count) {
    wend_glb_box around = wend_glb_find_box(view->positions, view->vertex_count, origin);
    wend_glb_add_field(json, ",\"accessors\":[{\"bufferView\":0,\"componentType\":", WEND_GLB_FLOATS);
    wend_glb_add_field(json, ",\"type\":\"VEC3\",\"count\":", view->vertex_count);
    wend_glb_add_three(json, ",\"min\":", around.low);
    wend_glb_add_three(json, ",\"max\":", around.high);
    wend_text_add_char(json, '}');
    for (int64_t k = 0; k < count; k++) {
        wend_glb_add_field(json, ",{\"bufferView\":1,\"byteOffset\":", 12 * (int64_t)runs[k].first);
        wend_glb_add_field(json, ",\"componentType\":", WEND_GLB_UINTS);
        wend_glb_add_field(json, ",\"type\":\"SCALAR\",\"count\":", 3 * (int64_t)(runs[k].end - runs[k].first));
        wend_text_add_char(json, '}');
    }
    wend_text_add_char(json, ']');
}

static void add_meshes(wend_text *json, int64_t count) {
    for (int64_t k = 0; k < count; k++) {
        wend_text_add_string(json, k == 0 ? ",\"meshes\":[" : ",");
        wend_glb_add_field(json, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":", k + 1);
        wend_text_add_string(json, "}]}");
    }
    wend_text_add_char(json, ']');
}

static void add_buffers(wend_text *json, const wend_scene_view *view) {
    int64_t positions = 12 * (int64_t)view->vertex_count, indices = 12 * (int64_t)view->triangle_count;
    wend_glb_add_field(json, ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":", positions);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", positions);
    wend_glb_add_field(json, ",\"byteLength\":", indices);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_INDEX_BUFFER);
    wend_glb_add_field(json, "}],\"buffers\":[{\"byteLength\":", positions + indices);
    wend_text_add_string(json, "}]");
}

static wend_result add_json(wend_text *json, const wend_scene_view *view, const double origin[3], const run *runs,
                            int64_t count) {
    wend_text_add_string(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wend\"}");
    add_nodes(json, view, origin, runs, count);
    if (count > 0) {
        add_meshes(json, count);
        add_accessors(json, view, origin, runs, count);
        add_buffers(json, view);
    }
    return wend_glb_end_json(json);
}

// ---------------------------------------------------------------------------------------------------- the file

// Parts with triangles, and a run for the triangles before the first part. Returns how many; stores them where `runs`
// is not NULL.
static int64_t find_runs(const wend_scene_view *view, run *runs) {
    int64_t count = 0;
    for (int32_t part = -1; part < view->part_count; part++) {
        run found = {.first = part < 0 ? 0 : view->parts[part].first,
                     .end = part + 1 < view->part_count ? view->parts[part + 1].first : view->triangle_count,
                     .name = part < 0 ? "" : view->parts[part].name};
        if (found.first == found.end)
            continue;
        if (runs)
            runs[count] = found;
        count++;
    }
    return count;
}

static wend_result add_file(wend_text *text, const wend_text *json, const wend_scene_view *view,
                            const double origin[3]) {
    uint64_t bytes =
        view->triangle_count > 0 ? 12 * ((uint64_t)view->vertex_count + (uint64_t)view->triangle_count) : 0;
    wend_result result = wend_glb_add_head(text, json, bytes);
    if (result != WEND_OK || bytes == 0)
        return result;
    for (int64_t k = 0; k < 3 * (int64_t)view->vertex_count; k++)
        wend_text_add_float(text, (float)(view->positions[k] - origin[k % 3]));
    for (int64_t k = 0; k < 3 * (int64_t)view->triangle_count; k++)
        wend_text_add_word(text, (uint64_t)view->triangles[k], 4);
    return wend_text_result(text);
}

wend_result wend_write_scene_glb(const wend_scene *scene, wend_text *text) {
    wend_scene_view view = wend_scene_look(scene);
    double origin[3];
    wend_glb_find_origin(view.positions, view.vertex_count, origin);
    int64_t count = find_runs(&view, NULL);
    size_t bytes = (size_t)count * sizeof(run);
    run *runs = count > 0 ? wend_allocate_array(text->context, count, sizeof *runs) : NULL;
    if (count > 0 && !runs)
        return WEND_ERROR_MEMORY;
    find_runs(&view, runs);
    wend_text json = wend_text_start(text->context);
    wend_result result = add_json(&json, &view, origin, runs, count);
    if (result == WEND_OK)
        result = add_file(text, &json, &view, origin);
    wend_text_free(&json);
    wend_release(text->context, runs, bytes);
    return result;
}
