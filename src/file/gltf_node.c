// The nodes of glTF: a tree of transforms, with meshes at some of them. See gltf.h.
//
// Every node has at most one parent and no node is below itself; both are checked before the walk, which then meets
// each node once, whatever the file says. The walk keeps a stack of its own. Transforms are multiplied in double: a
// node that carries a scene to its place on Earth moves it there without a loss that matters.
//
// Triangles go by the names of all nodes above them, of their mesh and of their material. As the walk is depth first,
// what is below a node comes in one run: nodes stay open until one is visited that is not below them.
#include "file/gltf.h"

#define NO_PARENT UINT32_MAX

// A node that waits to be visited.
typedef struct visit {
    uint32_t node;
    wend_gltf_matrix parent; // of the node above it, to the scene
} visit;

// A node whose triangles are being added.
typedef struct open_node {
    uint32_t node;
    int32_t first; // the scene's first triangle below it
} open_node;

typedef struct walk {
    wend_gltf *g;
    WEND_ARRAY(uint32_t) parents; // of each node
    WEND_ARRAY(uint32_t) marks;   // of each node: in which search for a cycle it was met; whether it is a root
    WEND_ARRAY(visit) waiting;
    WEND_ARRAY(open_node) open; // from a root to the last node that was visited
} walk;

static wend_result fail(wend_gltf *g, int64_t node, const char *cause) {
    return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, wend_gltf_place_of(WEND_GLTF_NODES, node), "%s",
                          cause);
}

// ---------------------------------------------------------------------------------------------------- transforms

static const wend_gltf_matrix identity = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}};

// First `inner`, then `outer`.
static wend_gltf_matrix compose(const wend_gltf_matrix *outer, const wend_gltf_matrix *inner) {
    wend_gltf_matrix result;
    const double *a = outer->m, *b = inner->m;
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 3; row++) {
            const double *c = b + 3 * column;
            double sum = a[row] * c[0] + a[3 + row] * c[1] + a[6 + row] * c[2];
            result.m[3 * column + row] = column == 3 ? sum + a[9 + row] : sum;
        }
    return result;
}

// Scale, then rotation (a quaternion x, y, z, w of any length but 0), then translation.
static wend_gltf_matrix make_matrix(const double t[3], const double r[4], const double s[3]) {
    double x = r[0], y = r[1], z = r[2], w = r[3];
    double f = 2 / (x * x + y * y + z * z + w * w);
    return (wend_gltf_matrix){{
        s[0] * (1 - f * (y * y + z * z)),
        s[0] * (f * (x * y + z * w)),
        s[0] * (f * (x * z - y * w)), //
        s[1] * (f * (x * y - z * w)),
        s[1] * (1 - f * (x * x + z * z)),
        s[1] * (f * (y * z + x * w)), //
        s[2] * (f * (x * z + y * w)),
        s[2] * (f * (y * z - x * w)),
        s[2] * (1 - f * (x * x + y * y)), //
        t[0],
        t[1],
        t[2],
    }};
}

// A rotation of length 0 turns nothing.
static void mend_rotation(wend_gltf *g, int64_t node, double r[4]) {
    if (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 0)
        return;
    r[3] = 1;
    wend_gltf_count(&g->unturned, wend_gltf_place_of(WEND_GLTF_NODES, node));
}

// Reads `count` numbers into `values`; keeps them when the node has no such key.
static wend_result read_numbers(wend_gltf *g, int64_t node, const char *key, double *values, int count) {
    int64_t array = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_NODES, node), key);
    if (array < 0 || wend_json_numbers(&g->json, array, values, count) == count)
        return WEND_OK;
    return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, wend_gltf_place_of(WEND_GLTF_NODES, node),
                          "%s is not an array of %d numbers.", key, count);
}

// The last row of a matrix must be 0 0 0 1; exporters let a rounding error into it.
static bool is_affine(const double m[16]) {
    const double slack = 1e-5;
    for (int column = 0; column < 4; column++) {
        double off = m[4 * column + 3] - (column == 3 ? 1 : 0);
        if (!(off <= slack && off >= -slack))
            return false;
    }
    return true;
}

static wend_result read_transform(wend_gltf *g, int64_t node, wend_gltf_matrix *matrix) {
    if (wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_NODES, node), "matrix") >= 0) {
        double m[16] = {0};
        wend_result result = read_numbers(g, node, "matrix", m, 16);
        if (result == WEND_OK && !is_affine(m))
            result = fail(g, node, "the last row of its matrix is not 0 0 0 1.");
        for (int k = 0; k < 12; k++)
            matrix->m[k] = m[k / 3 * 4 + k % 3];
        return result;
    }
    double t[3] = {0, 0, 0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    wend_result result = read_numbers(g, node, "translation", t, 3);
    if (result == WEND_OK)
        result = read_numbers(g, node, "rotation", r, 4);
    if (result == WEND_OK)
        result = read_numbers(g, node, "scale", s, 3);
    mend_rotation(g, node, r);
    *matrix = make_matrix(t, r, s);
    return result;
}

// ---------------------------------------------------------------------------------------------------- instances

// Where the instances of a node's mesh are (EXT_mesh_gpu_instancing).
typedef struct instances {
    int64_t count;
    const wend_gltf_accessor *counted;                        // one of these, with bytes where one has them
    const wend_gltf_accessor *translation, *rotation, *scale; // or NULL
} instances;

static wend_result open_instances(wend_gltf *g, int64_t node, instances *list) {
    static const char *const keys[3] = {"TRANSLATION", "ROTATION", "SCALE"};
    wend_gltf_place place = wend_gltf_place_in(WEND_GLTF_NODES, node, "extensions.EXT_mesh_gpu_instancing", -1);
    const wend_gltf_accessor **accessors[3] = {&list->translation, &list->rotation, &list->scale};
    int64_t extension = wend_gltf_extension(g, wend_gltf_at(g, WEND_GLTF_NODES, node), "EXT_mesh_gpu_instancing");
    int64_t attributes = wend_json_find(&g->json, extension, "attributes");
    *list = (instances){.count = -1};
    for (int k = 0; k < 3; k++) {
        int64_t index = -1;
        wend_result result = wend_gltf_index(g, place, attributes, keys[k], WEND_GLTF_ACCESSORS, false, &index);
        if (result == WEND_OK && index >= 0)
            result = wend_gltf_open_accessor(g, place, keys[k], index, k == 1 ? 4 : 3, accessors[k]);
        if (result)
            return result;
        if (index < 0)
            continue;
        if (list->count >= 0 && list->count != (*accessors[k])->count)
            return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                                  "its accessors do not have the same count.");
        list->count = (*accessors[k])->count;
        if (!list->counted || !list->counted->bytes)
            list->counted = *accessors[k];
    }
    if (list->count < 0) // not instanced: the node itself
        list->count = 1;
    return WEND_OK;
}

static wend_gltf_matrix read_instance(wend_gltf *g, int64_t node, const instances *list, int64_t k) {
    double t[3] = {0, 0, 0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (list->translation)
        wend_gltf_read(list->translation, k, t);
    if (list->rotation)
        wend_gltf_read(list->rotation, k, r);
    if (list->scale)
        wend_gltf_read(list->scale, k, s);
    mend_rotation(g, node, r);
    return make_matrix(t, r, s);
}

// ---------------------------------------------------------------------------------------------------- meshes

// Begins a part named like the node, or else like its mesh.
static wend_result begin_part(wend_gltf *g, int64_t node, int64_t mesh) {
    char name[WEND_PART_NAME + 4] = ""; // longer than what is kept, so that it is not cut within a character
    int64_t label = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_NODES, node), "name");
    if (wend_json_string(&g->json, label, name, sizeof name) <= 0)
        label = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_MESHES, mesh), "name");
    bool named = wend_json_string(&g->json, label, name, sizeof name) > 0;
    return wend_scene_reader_part(g->reader, name, named ? strlen(name) : 0, wend_gltf_where(g, WEND_GLTF_NODES, node));
}

static wend_result add_mesh(wend_gltf *g, int64_t node, const wend_gltf_matrix *world) {
    int64_t object = wend_gltf_at(g, WEND_GLTF_NODES, node), index = -1;
    const wend_gltf_mesh *mesh = NULL;
    instances list;
    int32_t before = wend_scene_look(g->reader->scene).triangle_count;
    wend_result result =
        wend_gltf_index(g, wend_gltf_place_of(WEND_GLTF_NODES, node), object, "mesh", WEND_GLTF_MESHES, false, &index);
    if (result || index < 0)
        return result;
    if (wend_json_find(&g->json, object, "skin") >= 0)
        wend_gltf_count(&g->skinned, wend_gltf_place_of(WEND_GLTF_NODES, node));
    result = wend_gltf_open_mesh(g, index, &mesh);
    if (result || mesh->count == 0)
        return result;
    result = open_instances(g, node, &list);
    if (result == WEND_OK && list.count > 0)
        result = begin_part(g, node, index);
    for (int64_t k = 0; k < list.count && result == WEND_OK; k++) {
        wend_gltf_matrix local = read_instance(g, node, &list, k), map = compose(world, &local);
        for (int64_t p = 0; p < mesh->count && result == WEND_OK; p++)
            result = wend_gltf_add_primitive(g, &g->primitives.data[mesh->first + p], &map, list.counted);
    }
    return result ? result : wend_gltf_label(g, before, WEND_GLTF_MESHES, index);
}

// ---------------------------------------------------------------------------------------------------- the tree

static wend_result note_children(walk *w, int64_t node) {
    wend_gltf *g = w->g;
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_NODES, node);
    int64_t children = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_NODES, node), "children");
    if (children >= 0 && !wend_json_is(&g->json, children, WEND_JSON_ARRAY))
        return fail(g, node, "children is not an array.");
    for (int64_t e = wend_json_first(&g->json, children); e >= 0; e = wend_json_after(&g->json, children, e)) {
        int64_t child = -1;
        wend_result result = wend_gltf_index_at(g, place, e, "children", WEND_GLTF_NODES, &child);
        if (result)
            return result;
        if (w->parents.data[child] != NO_PARENT)
            return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, wend_gltf_place_of(WEND_GLTF_NODES, child),
                                  "it is a child of nodes[%lld] and again of nodes[%lld]; glTF allows one parent.",
                                  (long long)w->parents.data[child], (long long)node);
        w->parents.data[child] = (uint32_t)node;
    }
    return WEND_OK;
}

// Goes up from every node, until a node that was met before: in this search it is on a cycle.
static wend_result refuse_cycles(walk *w) {
    int64_t count = w->parents.count;
    for (int64_t start = 0; start < count; start++) {
        uint32_t node = (uint32_t)start, search = (uint32_t)start + 1;
        while (node != NO_PARENT && w->marks.data[node] == 0) {
            w->marks.data[node] = search;
            node = w->parents.data[node];
        }
        if (node != NO_PARENT && w->marks.data[node] == search)
            return fail(w->g, node, "its children lead back to itself.");
    }
    return WEND_OK;
}

static wend_result find_parents(walk *w) {
    int64_t count = w->g->tables[WEND_GLTF_NODES].count;
    if (!wend_array_resize(w->g->context, &w->parents, count) || !wend_array_resize(w->g->context, &w->marks, count))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < count; k++) {
        w->parents.data[k] = NO_PARENT;
        w->marks.data[k] = 0;
    }
    wend_result result = WEND_OK;
    for (int64_t k = 0; k < count && result == WEND_OK; k++)
        result = note_children(w, k);
    return result ? result : refuse_cycles(w);
}

// ---------------------------------------------------------------------------------------------------- the walk

static wend_result wait_for(walk *w, int64_t node, const wend_gltf_matrix *parent) {
    visit v = {.node = (uint32_t)node, .parent = *parent};
    return wend_array_push(w->g->context, &w->waiting, v) ? WEND_OK : WEND_ERROR_MEMORY;
}

// What was pushed since there were `first` comes in its order.
static void turn_over(walk *w, int64_t first) {
    for (int64_t a = first, b = w->waiting.count - 1; a < b; a++, b--) {
        visit v = w->waiting.data[a];
        w->waiting.data[a] = w->waiting.data[b];
        w->waiting.data[b] = v;
    }
}

// Ends what is open, down to a node: NO_PARENT for all of it.
static wend_result close_down_to(walk *w, uint32_t node) {
    wend_result result = WEND_OK;
    while (w->open.count > 0 && result == WEND_OK && w->open.data[w->open.count - 1].node != node) {
        open_node done = w->open.data[--w->open.count];
        result = wend_gltf_label(w->g, done.first, WEND_GLTF_NODES, done.node);
    }
    return result;
}

static wend_result visit_node(walk *w, const visit *v) {
    wend_gltf *g = w->g;
    wend_gltf_matrix local, world;
    wend_result result = close_down_to(w, w->parents.data[v->node]);
    open_node opened = {v->node, wend_scene_look(g->reader->scene).triangle_count};
    if (result == WEND_OK && !wend_array_push(g->context, &w->open, opened))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = read_transform(g, v->node, &local);
    if (result)
        return result;
    world = compose(&v->parent, &local);
    result = add_mesh(g, v->node, &world);
    int64_t children = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_NODES, v->node), "children");
    int64_t first = w->waiting.count;
    for (int64_t e = wend_json_first(&g->json, children); e >= 0 && result == WEND_OK;
         e = wend_json_after(&g->json, children, e))
        result = wait_for(w, (int64_t)g->json.nodes.data[e].number, &world);
    turn_over(w, first);
    return result;
}

// The roots that a scene names.
static wend_result wait_for_scene(walk *w, int64_t scene) {
    wend_gltf *g = w->g;
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_SCENES, scene);
    int64_t roots = wend_json_find(&g->json, wend_gltf_at(g, WEND_GLTF_SCENES, scene), "nodes");
    if (roots >= 0 && !wend_json_is(&g->json, roots, WEND_JSON_ARRAY))
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "nodes is not an array.");
    for (int64_t k = 0; k < w->marks.count; k++)
        w->marks.data[k] = 0;
    for (int64_t e = wend_json_first(&g->json, roots); e >= 0; e = wend_json_after(&g->json, roots, e)) {
        int64_t root = -1;
        wend_result result = wend_gltf_index_at(g, place, e, "nodes", WEND_GLTF_NODES, &root);
        if (result == WEND_OK && w->parents.data[root] != NO_PARENT)
            result = wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                                    "its root nodes[%lld] is a child of nodes[%lld].", (long long)root,
                                    (long long)w->parents.data[root]);
        if (result == WEND_OK && w->marks.data[root]++ > 0)
            result = wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "it has the root nodes[%lld] twice.",
                                    (long long)root);
        if (result == WEND_OK)
            result = wait_for(w, root, &identity);
        if (result)
            return result;
    }
    return WEND_OK;
}

// The scene to show: the one that the file names, else its first, else all roots.
static wend_result wait_for_roots(walk *w) {
    wend_gltf *g = w->g;
    int64_t scene = wend_json_find(&g->json, 0, "scene"), scenes = g->tables[WEND_GLTF_SCENES].count, which = 0;
    wend_result result = WEND_OK;
    double number = -1;
    if (scene >= 0 && wend_json_number(&g->json, scene, &number) && number >= 0 && number < (double)scenes)
        which = (int64_t)number;
    if (scene >= 0 && (scenes == 0 || (double)which != number))
        return wend_scene_reader_fail(g->reader, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, NULL,
                                      "scene names none of the %lld scenes.", (long long)scenes);
    if (scenes > 1)
        wend_scene_reader_tell(g->reader, WEND_NOTE, "gltf-other-scenes", NULL,
                               "of %lld scenes scenes[%lld] is read, the %s.", (long long)scenes, (long long)which,
                               scene >= 0 ? "one that the file shows" : "first");
    if (scenes > 0)
        result = wait_for_scene(w, which);
    for (int64_t k = 0; k < w->parents.count && scenes == 0 && result == WEND_OK; k++)
        if (w->parents.data[k] == NO_PARENT)
            result = wait_for(w, k, &identity);
    turn_over(w, 0);
    return result;
}

static wend_result walk_all(walk *w) {
    wend_result result = find_parents(w);
    if (result == WEND_OK)
        result = wait_for_roots(w);
    while (w->waiting.count > 0 && result == WEND_OK) {
        visit v = w->waiting.data[--w->waiting.count];
        result = visit_node(w, &v);
    }
    return result ? result : close_down_to(w, NO_PARENT);
}

wend_result wend_gltf_add_nodes(wend_gltf *g) {
    walk w = {.g = g};
    wend_result result = walk_all(&w);
    wend_array_free(g->context, &w.parents);
    wend_array_free(g->context, &w.marks);
    wend_array_free(g->context, &w.waiting);
    wend_array_free(g->context, &w.open);
    return result;
}
