// The meshes of glTF: primitives to triangles of the scene. See gltf.h.
//
// Triangle t of a list, a strip and a fan has the elements
//
//     list   3t, 3t + 1, 3t + 2
//     strip  t, t + 1, t + 2, where t is even, and t, t + 2, t + 1 where it is odd
//     fan    t + 1, t + 2, 0
//
// and an element is the number of a vertex, or names one by the indices. Primitives may share one large accessor of
// vertices and use few of them each; then only those are added, renumbered, so that the scene never gets more vertices
// than the primitives have elements.
#include "file/gltf.h"

#define VERTEX_LIMIT ((int64_t)1 << 28)

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

// ---------------------------------------------------------------------------------------------------- elements

// The element at a corner of a triangle.
static int64_t element_at(const wend_gltf_primitive *p, int64_t triangle, int corner) {
    if (p->mode == MODE_TRIANGLES)
        return 3 * triangle + corner;
    if (p->mode == MODE_FAN)
        return corner == 2 ? 0 : triangle + 1 + corner;
    return triangle + (triangle % 2 == 1 && corner > 0 ? 3 - corner : corner);
}

// How many elements its triangles use; all of them from 0 on.
static int64_t element_count(const wend_gltf_primitive *p) {
    return p->mode == MODE_TRIANGLES ? 3 * p->triangles : p->triangles + 2;
}

static int64_t vertex_of(const wend_gltf_primitive *p, int64_t element) {
    return p->indices ? (int64_t)wend_gltf_read_index(p->indices, element) : element;
}

// ---------------------------------------------------------------------------------------------------- opening

static wend_result fail(wend_gltf *g, wend_gltf_place place, const char *cause) {
    return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "%s", cause);
}

static wend_result check_indices(wend_gltf *g, wend_gltf_place place, const wend_gltf_primitive *p) {
    int64_t count = element_count(p), vertices = p->positions->count;
    int64_t restart = p->indices->component == WEND_GLTF_U8    ? UINT8_MAX
                      : p->indices->component == WEND_GLTF_U16 ? UINT16_MAX
                                                               : UINT32_MAX;
    for (int64_t k = 0; k < count; k++) {
        int64_t vertex = wend_gltf_read_index(p->indices, k);
        if (vertex == restart)
            return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                                  "index %lld is %lld, which would restart the primitive; glTF does not allow it.",
                                  (long long)k, (long long)vertex);
        if (vertex >= vertices)
            return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                                  "index %lld is %lld, but there are %lld vertices.", (long long)k, (long long)vertex,
                                  (long long)vertices);
    }
    return WEND_OK;
}

// Opens the accessors of a primitive. p->positions stays NULL when it has none.
static wend_result open_accessors(wend_gltf *g, wend_gltf_place place, int64_t object, wend_gltf_primitive *p) {
    static const char draco[] = "KHR_draco_mesh_compression";
    const wend_json *json = &g->json;
    int64_t attributes = wend_json_find(json, object, "attributes"), positions = -1, indices = -1;
    wend_result result = wend_gltf_index(g, place, attributes, "POSITION", WEND_GLTF_ACCESSORS, false, &positions);
    if (result == WEND_OK)
        result = wend_gltf_index(g, place, object, "indices", WEND_GLTF_ACCESSORS, false, &indices);
    if (result || positions < 0)
        return result;
    if (wend_gltf_extension(g, object, draco) >= 0 &&
        wend_json_find(json, wend_gltf_at(g, WEND_GLTF_ACCESSORS, positions), "bufferView") < 0) {
        char text[WEND_GLTF_PLACE_TEXT];
        return wend_gltf_refuse_compressed(g, wend_gltf_place_text(place, text), draco);
    }
    result = wend_gltf_open_accessor(g, place, "POSITION", positions, 3, &p->positions);
    if (result == WEND_OK && indices >= 0)
        result = wend_gltf_open_accessor(g, place, "indices", indices, 1, &p->indices);
    if (result || !p->indices)
        return result;
    wend_gltf_component type = p->indices->component;
    if (type != WEND_GLTF_U8 && type != WEND_GLTF_U16 && type != WEND_GLTF_U32)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "indices is accessors[%lld], whose componentType is not 5121, 5123 or 5125.",
                              (long long)indices);
    return WEND_OK;
}

// The material of a primitive, or -1 where it names none that is there.
static int64_t material_of(const wend_gltf *g, int64_t object) {
    double number = -1;
    bool given = wend_json_number(&g->json, wend_json_find(&g->json, object, "material"), &number);
    return given && number >= 0 && number < (double)g->tables[WEND_GLTF_MATERIALS].count ? (int64_t)number : -1;
}

// Counts the triangles of a primitive and checks what they name.
static wend_result judge_primitive(wend_gltf *g, wend_gltf_place place, wend_gltf_primitive *p) {
    int64_t count = p->indices ? p->indices->count : p->positions->count;
    if (p->mode == MODE_TRIANGLES)
        p->triangles = count / 3;
    else
        p->triangles = count >= 3 ? count - 2 : 0;
    if (p->mode == MODE_TRIANGLES ? count % 3 != 0 : count == 1 || count == 2)
        wend_gltf_count(&g->left_over, place);
    if (p->triangles > VERTEX_LIMIT || p->positions->count > VERTEX_LIMIT)
        return wend_gltf_fail(g, WEND_ERROR_LIMIT, WEND_GLTF_TOO_LARGE, place,
                              "it has more than 2^28 vertices or triangles.");
    if (!p->indices)
        return WEND_OK;
    wend_result result = wend_gltf_use(g, p->indices, element_count(p));
    return result ? result : check_indices(g, place, p);
}

static wend_result open_primitive(wend_gltf *g, wend_gltf_place place, int64_t object) {
    wend_gltf_primitive p = {.where = g->json.text + g->json.nodes.data[object].where};
    int64_t mode = MODE_TRIANGLES;
    wend_result result = wend_gltf_whole(g, place, object, "mode", MODE_TRIANGLES, &mode);
    if (result)
        return result;
    if (mode > MODE_FAN)
        return fail(g, place, "mode is not from 0 to 6.");
    if (mode < MODE_TRIANGLES) {
        wend_gltf_count(&g->not_triangles, place);
        return WEND_OK;
    }
    p.mode = (int)mode;
    p.material = material_of(g, object);
    result = open_accessors(g, place, object, &p);
    if (result)
        return result;
    if (!p.positions) {
        wend_gltf_count(&g->no_positions, place);
        return WEND_OK;
    }
    result = judge_primitive(g, place, &p);
    if (result || p.triangles == 0)
        return result;
    return wend_array_push(g->context, &g->primitives, p) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_gltf_open_mesh(wend_gltf *g, int64_t index, const wend_gltf_mesh **opened) {
    const wend_json *json = &g->json;
    wend_gltf_mesh *mesh = &g->meshes.data[index];
    *opened = mesh;
    if (mesh->ready)
        return WEND_OK;
    int64_t array = wend_json_find(json, wend_gltf_at(g, WEND_GLTF_MESHES, index), "primitives"), number = 0;
    bool morphed = false;
    if (!wend_json_is(json, array, WEND_JSON_ARRAY))
        return fail(g, wend_gltf_place_of(WEND_GLTF_MESHES, index), "primitives is not an array.");
    mesh->first = g->primitives.count;
    for (int64_t e = wend_json_first(json, array); e >= 0; e = wend_json_after(json, array, e), number++) {
        wend_result result = open_primitive(g, wend_gltf_place_in(WEND_GLTF_MESHES, index, "primitives", number), e);
        if (result)
            return result;
        morphed |= wend_json_first(json, wend_json_find(json, e, "targets")) >= 0;
    }
    if (morphed)
        wend_gltf_count(&g->morphed, wend_gltf_place_of(WEND_GLTF_MESHES, index));
    mesh->count = g->primitives.count - mesh->first;
    mesh->ready = true;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- vertices

// Vertices on their way to the scene.
typedef struct vertex_run {
    wend_gltf *g;
    const wend_gltf_primitive *primitive;
    const wend_gltf_matrix *map;
    int waiting;   // in g->positions
    int64_t added; // in all, those that wait too
    int32_t first; // the first one's number in the scene
} vertex_run;

static wend_result flush_vertices(vertex_run *run) {
    int32_t first = 0;
    wend_result result =
        wend_scene_reader_vertices(run->g->reader, run->g->positions, run->waiting, &first, run->primitive->where);
    if (run->added == run->waiting)
        run->first = first;
    run->waiting = 0;
    return result;
}

static wend_result add_vertex(vertex_run *run, int64_t vertex) {
    double p[3], *moved = run->g->positions + 3 * run->waiting;
    const double *m = run->map->m;
    wend_gltf_read(run->primitive->positions, vertex, p);
    for (int k = 0; k < 3; k++)
        moved[k] = m[k] * p[0] + m[3 + k] * p[1] + m[6 + k] * p[2] + m[9 + k];
    double sum = moved[0] + moved[1] + moved[2];
    if (sum - sum != 0 && (moved[0] - moved[0] != 0 || moved[1] - moved[1] != 0 || moved[2] - moved[2] != 0))
        wend_tally_add(&run->g->reader->not_finite, run->primitive->where);
    run->added++;
    run->waiting++;
    return run->waiting == WEND_GLTF_BATCH ? flush_vertices(run) : WEND_OK;
}

// Adds each vertex that the primitive names, in that order, and notes its new number.
static wend_result add_named_vertices(vertex_run *run) {
    wend_gltf *g = run->g;
    const wend_gltf_primitive *p = run->primitive;
    int64_t count = element_count(p), known = g->renumbered.count;
    if (known < p->positions->count) {
        if (!wend_array_resize(g->context, &g->renumbered, p->positions->count))
            return WEND_ERROR_MEMORY;
        memset(g->renumbered.data + known, 0xFF, (size_t)(p->positions->count - known) * sizeof *g->renumbered.data);
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t vertex = vertex_of(p, k);
        if (g->renumbered.data[vertex] >= 0)
            continue;
        g->renumbered.data[vertex] = (int32_t)run->added;
        wend_result result = add_vertex(run, vertex);
        if (result)
            return result;
    }
    return WEND_OK;
}

static void forget_numbers(wend_gltf *g, const wend_gltf_primitive *p) {
    int64_t count = element_count(p);
    for (int64_t k = 0; k < count; k++)
        g->renumbered.data[vertex_of(p, k)] = -1;
}

// ---------------------------------------------------------------------------------------------------- triangles

static bool mirrors(const wend_gltf_matrix *map) {
    const double *m = map->m;
    double determinant =
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
    return determinant < 0;
}

static wend_result add_triangles(const vertex_run *run, bool renumbered) {
    wend_gltf *g = run->g;
    const wend_gltf_primitive *p = run->primitive;
    bool turned = mirrors(run->map);
    int waiting = 0;
    for (int64_t t = 0; t < p->triangles; t++) {
        for (int corner = 0; corner < 3; corner++) {
            int64_t vertex = vertex_of(p, element_at(p, t, turned && corner > 0 ? 3 - corner : corner));
            g->triangles[3 * waiting + corner] = renumbered ? g->renumbered.data[vertex] : (int32_t)vertex;
        }
        waiting++;
        if (waiting < WEND_GLTF_BATCH && t + 1 < p->triangles)
            continue;
        wend_result result = wend_scene_reader_triangles(g->reader, run->first, g->triangles, waiting, p->where);
        if (result)
            return result;
        waiting = 0;
    }
    return WEND_OK;
}

wend_result wend_gltf_add_primitive(wend_gltf *g, const wend_gltf_primitive *primitive, const wend_gltf_matrix *map,
                                    const wend_gltf_accessor *instances) {
    vertex_run run = {.g = g, .primitive = primitive, .map = map};
    int64_t elements = element_count(primitive), vertices = primitive->indices ? primitive->positions->count : elements;
    bool renumbered = vertices > elements;
    int32_t before = wend_scene_look(g->reader->scene).triangle_count;
    wend_result result = wend_gltf_use(g, primitive->positions, renumbered ? elements : vertices);
    if (result == WEND_OK)
        result = wend_gltf_use(g, primitive->indices, elements);
    if (result == WEND_OK)
        result = wend_gltf_use(g, instances, elements);
    if (renumbered && result == WEND_OK)
        result = add_named_vertices(&run);
    for (int64_t k = 0; k < vertices && !renumbered && result == WEND_OK; k++)
        result = add_vertex(&run, k);
    if (result == WEND_OK && run.waiting > 0)
        result = flush_vertices(&run);
    if (result == WEND_OK)
        result = add_triangles(&run, renumbered);
    if (result == WEND_OK && renumbered)
        forget_numbers(g, primitive);
    return result ? result : wend_gltf_label(g, before, WEND_GLTF_MATERIALS, primitive->material);
}
