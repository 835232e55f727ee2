// Surfaces as GLB.
//
//     scene -> node 0 (turn and move) -> a node per component -> mesh -> TRIANGLES { POSITION, COLOR_0, indices }
//                                     -> a node per kind of boundary -> mesh -> LINES { POSITION, indices }
//
// All positions are one accessor of floats and all colours one of bytes; each component and each kind has its own
// accessor of indices. The buffer: positions, colours, indices of triangles by component, of lines by kind. glb.h tells
// what node 0 is for.
#include "file/write_surface.h"

#include "file/glb.h"
#include "file/write_scene.h"
#include "picture/surface_look.h"

enum { TRIANGLES = 4, LINES = 1, KINDS = WEND_BOUNDARY_KIND_COUNT };

typedef struct glb_writer {
    wend_surface_view view;
    wend_surface_groups groups;
    double origin[3];
    double *positions;               // x, y, z of each vertex, in the scene's axes and units
    int32_t edges[KINDS];            // boundary edges of each kind
    wend_boundary_kind kinds[KINDS]; // those that there are,
    int kind_count;                  // and how many
} glb_writer;

// Colours in a GLB are linear: a polynomial that is within 0.2% of the curve of sRGB.
static double linear(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 255) / 255;
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

// ---------------------------------------------------------------------------------------------------- the JSON

static int64_t mesh_count(const glb_writer *w) {
    return (int64_t)w->groups.component_count + w->kind_count;
}

static void add_nodes(const glb_writer *w, wend_text *json) {
    wend_text_add_string(json, ",\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"walkable\"");
    wend_glb_add_matrix(json, w->view.lattice.up, w->view.lattice.unit, w->origin);
    for (int64_t k = 0; k < mesh_count(w); k++) {
        wend_text_add_string(json, k == 0 ? ",\"children\":[" : ",");
        wend_text_add_int(json, k + 1);
    }
    wend_text_add_string(json, mesh_count(w) > 0 ? "]}" : "}");
    for (int64_t k = 0; k < mesh_count(w); k++) {
        if (k < w->groups.component_count) {
            wend_glb_add_field(json, ",{\"name\":\"component_", w->groups.order[k]);
        } else {
            wend_text_add_string(json, ",{\"name\":\"");
            wend_text_add_string(json, wend_boundary_kind_name(w->kinds[k - w->groups.component_count]));
        }
        wend_glb_add_field(json, "\",\"mesh\":", k);
        wend_text_add_char(json, '}');
    }
    wend_text_add_char(json, ']');
}

static void add_meshes(const glb_writer *w, wend_text *json) {
    for (int64_t k = 0; k < mesh_count(w); k++) {
        int64_t kind = k - w->groups.component_count;
        wend_text_add_string(json, k == 0 ? ",\"meshes\":[" : ",");
        wend_text_add_string(json, "{\"primitives\":[{\"attributes\":{\"POSITION\":0");
        wend_text_add_string(json, kind < 0 ? ",\"COLOR_0\":1" : "");
        wend_glb_add_field(json, "},\"mode\":", kind < 0 ? TRIANGLES : LINES);
        wend_glb_add_field(json, ",\"material\":", kind < 0 ? 0 : kind + 1);
        wend_glb_add_field(json, ",\"indices\":", k + 2);
        wend_text_add_string(json, "}]}");
    }
    wend_text_add_char(json, ']');
}

static void add_material(wend_text *json, const char *name, uint32_t colour) {
    static const char *const separators[3] = {"[", ",", ","};
    wend_text_add_string(json, "{\"name\":\"");
    wend_text_add_string(json, name);
    wend_text_add_string(json, "\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":");
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(json, separators[k]);
        wend_text_add_rounded(json, linear(colour, 24 - 8 * k), 4);
    }
    wend_text_add_string(json, ",1]},\"doubleSided\":true}");
}

static void add_materials(const glb_writer *w, wend_text *json) {
    wend_text_add_string(json, ",\"materials\":[");
    add_material(json, "floor", 0xffffffff);
    for (int k = 0; k < w->kind_count; k++) {
        wend_text_add_char(json, ',');
        add_material(json, wend_boundary_kind_name(w->kinds[k]), wend_boundary_colour(w->kinds[k]));
    }
    wend_text_add_char(json, ']');
}

static void add_indices(wend_text *json, int64_t *offset, int64_t count) {
    wend_glb_add_field(json, ",{\"bufferView\":2,\"byteOffset\":", *offset);
    wend_glb_add_field(json, ",\"componentType\":", WEND_GLB_UINTS);
    wend_glb_add_field(json, ",\"type\":\"SCALAR\",\"count\":", count);
    wend_text_add_char(json, '}');
    *offset += 4 * count;
}

static void add_accessors(const glb_writer *w, wend_text *json) {
    wend_glb_box around = wend_glb_find_box(w->positions, w->view.vertex_count, w->origin);
    wend_glb_add_field(json, ",\"accessors\":[{\"bufferView\":0,\"componentType\":", WEND_GLB_FLOATS);
    wend_glb_add_field(json, ",\"type\":\"VEC3\",\"count\":", w->view.vertex_count);
    wend_glb_add_three(json, ",\"min\":", around.low);
    wend_glb_add_three(json, ",\"max\":", around.high);
    wend_glb_add_field(json, "},{\"bufferView\":1,\"componentType\":", WEND_GLB_BYTES);
    wend_glb_add_field(json, ",\"normalized\":true,\"type\":\"VEC4\",\"count\":", w->view.vertex_count);
    wend_text_add_char(json, '}');
    int64_t offset = 0;
    for (int32_t g = 0; g < w->groups.component_count; g++)
        add_indices(json, &offset, 3 * (int64_t)(w->groups.starts[g + 1] - w->groups.starts[g]));
    for (int k = 0; k < w->kind_count; k++)
        add_indices(json, &offset, 2 * (int64_t)w->edges[w->kinds[k]]);
    wend_text_add_char(json, ']');
}

static int64_t index_bytes(const glb_writer *w) {
    return 12 * (int64_t)w->view.triangle_count + 8 * (int64_t)w->view.boundary_count;
}

static void add_buffers(const glb_writer *w, wend_text *json) {
    int64_t positions = 12 * (int64_t)w->view.vertex_count, colours = 4 * (int64_t)w->view.vertex_count;
    wend_glb_add_field(json, ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":", positions);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", positions);
    wend_glb_add_field(json, ",\"byteLength\":", colours);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", positions + colours);
    wend_glb_add_field(json, ",\"byteLength\":", index_bytes(w));
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_INDEX_BUFFER);
    wend_glb_add_field(json, "}],\"buffers\":[{\"byteLength\":", positions + colours + index_bytes(w));
    wend_text_add_string(json, "}]");
}

static wend_result add_json(const glb_writer *w, wend_text *json) {
    wend_text_add_string(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wend\"}");
    add_nodes(w, json);
    if (mesh_count(w) > 0) {
        add_meshes(w, json);
        add_materials(w, json);
        add_accessors(w, json);
        add_buffers(w, json);
    }
    return wend_glb_end_json(json);
}

// ---------------------------------------------------------------------------------------------------- the bytes

static void add_colours(const glb_writer *w, const int32_t *vertex_component, wend_text *text) {
    double low, high;
    wend_surface_heights(&w->view, &low, &high);
    for (int32_t v = 0; v < w->view.vertex_count; v++) {
        uint32_t colour = wend_surface_tint(wend_surface_rise(&w->view, low, high, w->view.vertices[v].z));
        colour = wend_colour_scale(colour, wend_component_shade(vertex_component[v]));
        for (int k = 0; k < 3; k++)
            wend_text_add_word(text, (uint64_t)(linear(colour, 24 - 8 * k) * 255 + 0.5), 1);
        wend_text_add_word(text, 255, 1);
    }
}

static void add_lines(const glb_writer *w, wend_boundary_kind kind, wend_text *text) {
    for (int32_t b = 0; b < w->view.boundary_count; b++) {
        int32_t edge = w->view.boundaries[b].edge;
        if (w->view.boundaries[b].kind != kind)
            continue;
        wend_text_add_word(text, (uint64_t)w->view.triangles[edge / 3].v[edge % 3], 4);
        wend_text_add_word(text, (uint64_t)w->view.triangles[edge / 3].v[(edge % 3 + 1) % 3], 4);
    }
}

static wend_result add_file(const glb_writer *w, const wend_text *json, const int32_t *vertex_component,
                            wend_text *text) {
    uint64_t bytes = 16 * (uint64_t)w->view.vertex_count + (uint64_t)index_bytes(w);
    wend_result result = wend_glb_add_head(text, json, mesh_count(w) > 0 ? bytes : 0);
    if (result != WEND_OK || mesh_count(w) == 0)
        return result;
    for (int64_t k = 0; k < 3 * (int64_t)w->view.vertex_count; k++)
        wend_text_add_float(text, (float)(w->positions[k] - w->origin[k % 3]));
    add_colours(w, vertex_component, text);
    for (int32_t k = 0; k < w->groups.triangle_count; k++)
        for (int i = 0; i < 3; i++)
            wend_text_add_word(text, (uint64_t)w->view.triangles[w->groups.triangles[k]].v[i], 4);
    for (int k = 0; k < w->kind_count; k++)
        add_lines(w, w->kinds[k], text);
    return wend_text_result(text);
}

static void prepare(glb_writer *w, int32_t *vertex_component) {
    for (int32_t v = 0; v < w->view.vertex_count; v++)
        wend_lattice3_place(&w->view.lattice, w->view.vertices[v], w->positions + 3 * (int64_t)v);
    for (int32_t t = 0; t < w->view.triangle_count; t++)
        for (int k = 0; k < 3; k++)
            vertex_component[w->view.triangles[t].v[k]] = w->view.triangle_component[t];
    for (int32_t b = 0; b < w->view.boundary_count; b++)
        w->edges[w->view.boundaries[b].kind]++;
    for (int k = 0; k < KINDS; k++)
        if (w->edges[k] > 0)
            w->kinds[w->kind_count++] = (wend_boundary_kind)k;
    wend_glb_find_origin(w->positions, w->view.vertex_count, w->origin);
}

wend_result wend_write_surface_glb(const wend_surface *surface, wend_text *text) {
    glb_writer w = {.view = wend_surface_look(surface)};
    wend_context *context = text->context;
    int64_t count = (int64_t)w.view.vertex_count + 1;
    size_t places = (size_t)count * 3 * sizeof(double), numbers = (size_t)count * sizeof(int32_t);
    int32_t *vertex_component = wend_allocate_array(context, count, sizeof *vertex_component);
    w.positions = wend_allocate_array(context, count, 3 * sizeof(double));
    wend_text json = wend_text_start(context);
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_surface_groups_make(context, &w.view, &w.groups) && w.positions && vertex_component) {
        prepare(&w, vertex_component);
        result = add_json(&w, &json);
        if (result == WEND_OK)
            result = add_file(&w, &json, vertex_component, text);
    }
    wend_text_free(&json);
    wend_surface_groups_free(&w.groups);
    wend_release(context, w.positions, places);
    wend_release(context, vertex_component, numbers);
    return result;
}
