// Plans as navs and files see them.
//
// The validator of plans takes for granted that every index is within the array that it points into and every number in
// its range; that is looked at here first.
#include "plan/chunks.h"

#include "link/links.h"
#include "plan/lattice.h"
#include "plan/plan.h"

// No padding anywhere.
_Static_assert(sizeof(wend_plan_head) == 48, "head");
_Static_assert(sizeof(wend_point) == 8, "vertex");
_Static_assert(sizeof(wend_plan_triangle) == 24, "triangle");
_Static_assert(sizeof(wend_plan_boundary) == 20, "boundary");
_Static_assert(sizeof(wend_plan_component) == 24, "component");

static const wend_chunk_kind kinds[WEND_PLAN_CHUNK_COUNT] = {
    {"PLAN", 1, {sizeof(wend_plan_head), "dddddww"}, WEND_RANK_PLAN, false, 0, 0, 0},
    {"PVTX", 1, {sizeof(wend_point), "ww"}, WEND_RANK_PLAN, false, 0, 0, 0},
    {"PVFL", 1, {sizeof(uint8_t), "b"}, WEND_RANK_PLAN, false, 1, WEND_PLAN_VERTICES, 0},
    {"PTRI", 1, {sizeof(wend_plan_triangle), "wwwwww"}, WEND_RANK_PLAN, false, 0, 0, 0},
    {"PTCO", 1, {sizeof(int32_t), "w"}, WEND_RANK_PLAN, false, 1, WEND_PLAN_TRIANGLES, 0},
    {"PBND", 1, {sizeof(wend_plan_boundary), "wwwww"}, WEND_RANK_PLAN, false, 0, 0, 0},
    {"PCMP", 1, {sizeof(wend_plan_component), "dwwww"}, WEND_RANK_PLAN, false, 0, 0, 0},
    {"PBRD", 1, {sizeof(int32_t), "w"}, WEND_RANK_PLAN, true, 0, 0, 0},
    {"PVSR", 1, {sizeof(int32_t), "w"}, WEND_RANK_LATER, true, 1, WEND_PLAN_VERTICES, 0},
    {"PVHT", 1, {sizeof(int32_t), "w"}, WEND_RANK_LATER, true, 1, WEND_PLAN_VERTICES, 0},
    {"PTLA", 1, {sizeof(int32_t), "w"}, WEND_RANK_LATER, true, 1, WEND_PLAN_TRIANGLES, 0},
    {"PCHA", 1, {sizeof(int32_t), "w"}, WEND_RANK_LATER, true, 1, WEND_PLAN_COMPONENTS, 0},
    {"PTAR", 1, {sizeof(uint16_t), "h"}, WEND_RANK_NEXT, true, 1, WEND_PLAN_TRIANGLES, 0},
};

static void destroy(void *plan) {
    wend_plan_destroy(plan);
}

static wend_result check(wend_context *context, const void *plan, wend_report *report) {
    return wend_plan_check(context, plan, report);
}

static wend_result save(const void *plan, wend_saving *saving) {
    wend_chunk *chunks = saving->chunks;
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_head *head = saving->head;
    *head = (wend_plan_head){.origin = {view.lattice.origin[0], view.lattice.origin[1]},
                             .step = view.lattice.step,
                             .unit = view.unit,
                             .hash = view.hash,
                             .cycle_count = view.cycle_count};
    chunks[WEND_PLAN_VERTICES] = (wend_chunk){view.vertices, view.vertex_count};
    chunks[WEND_PLAN_VERTEX_FLAGS] = (wend_chunk){view.vertex_flags, view.vertex_count};
    chunks[WEND_PLAN_TRIANGLES] = (wend_chunk){view.triangles, view.triangle_count};
    chunks[WEND_PLAN_TRIANGLE_COMPONENTS] = (wend_chunk){view.triangle_component, view.triangle_count};
    chunks[WEND_PLAN_BOUNDARIES] = (wend_chunk){view.boundaries, view.boundary_count};
    chunks[WEND_PLAN_COMPONENTS] = (wend_chunk){view.components, view.component_count};
    chunks[WEND_PLAN_BORDERS] = (wend_chunk){view.borders, view.border_count};
    if (view.triangle_area != NULL)
        chunks[WEND_PLAN_TRIANGLE_AREAS] = (wend_chunk){view.triangle_area, view.triangle_count};
    if (view.vertex_sources == NULL)
        return WEND_OK;
    chunks[WEND_PLAN_VERTEX_SOURCES] = (wend_chunk){view.vertex_sources, view.vertex_count};
    chunks[WEND_PLAN_VERTEX_HEIGHTS] = (wend_chunk){view.vertex_heights, view.vertex_count};
    chunks[WEND_PLAN_TRIANGLE_LAYERS] = (wend_chunk){view.triangle_layer, view.triangle_count};
    chunks[WEND_PLAN_COMPONENT_HANDLES] = (wend_chunk){view.component_handles, view.component_count};
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- loading

// Indices and numbers in their ranges, chunk by chunk.

static wend_result check_head(const wend_loading *l, const wend_plan_view *v) {
    const wend_plan_head *head = l->chunks[WEND_PLAN_HEAD].data;
    if (!wend_lattice_is_sound(&v->lattice, v->unit))
        return wend_loading_refuse(l, WEND_PLAN_HEAD, 0, "the lattice or the unit is out of range");
    if (head->cycle_count < 0 || head->cycle_count > v->boundary_count)
        return wend_loading_refuse(l, WEND_PLAN_HEAD, 0,
                                   "the number of cycles must be between 0 and the number of boundary edges");
    return head->reserved == 0 ? WEND_OK : wend_loading_refuse(l, WEND_PLAN_HEAD, 0, "the reserved field must be 0");
}

static wend_result check_vertices(const wend_loading *l, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->vertex_count; i++) {
        wend_point p = v->vertices[i];
        if (p.x > WEND_COORDINATE_MAX || p.x < -WEND_COORDINATE_MAX || p.y > WEND_COORDINATE_MAX ||
            p.y < -WEND_COORDINATE_MAX)
            return wend_loading_refuse(l, WEND_PLAN_VERTICES, i, "a coordinate is beyond 2^29");
        if (v->vertex_flags[i] > (WEND_VERTEX_BOUNDARY | WEND_VERTEX_POINT | WEND_VERTEX_FEATURE))
            return wend_loading_refuse(l, WEND_PLAN_VERTEX_FLAGS, i, "unknown flags");
    }
    return WEND_OK;
}

static wend_result check_triangles(const wend_loading *l, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->triangle_count; i++) {
        const wend_plan_triangle *t = &v->triangles[i];
        for (int k = 0; k < 3; k++) {
            if (!wend_is_index(t->v[k], v->vertex_count))
                return wend_loading_refuse(l, WEND_PLAN_TRIANGLES, i, "a corner is no vertex");
            if (!(t->twin[k] >= 0 ? wend_is_index(t->twin[k], 3 * v->triangle_count)
                                  : wend_is_index(~t->twin[k], v->boundary_count)))
                return wend_loading_refuse(l, WEND_PLAN_TRIANGLES, i,
                                           "a twin is neither a half-edge nor a boundary edge");
        }
        if (!wend_is_index(v->triangle_component[i], v->component_count))
            return wend_loading_refuse(l, WEND_PLAN_TRIANGLE_COMPONENTS, i, "there is no such component");
    }
    return WEND_OK;
}

static wend_result check_boundaries(const wend_loading *l, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->boundary_count; i++) {
        const wend_plan_boundary *b = &v->boundaries[i];
        if (!wend_is_index(b->edge, 3 * v->triangle_count))
            return wend_loading_refuse(l, WEND_PLAN_BOUNDARIES, i, "there is no such half-edge");
        if (!wend_is_index(b->next, v->boundary_count))
            return wend_loading_refuse(l, WEND_PLAN_BOUNDARIES, i, "the next boundary edge does not exist");
        if (!wend_is_index(b->cycle, v->cycle_count))
            return wend_loading_refuse(l, WEND_PLAN_BOUNDARIES, i, "there is no such cycle");
        if (!wend_is_index(b->kind, WEND_BOUNDARY_KIND_COUNT))
            return wend_loading_refuse(l, WEND_PLAN_BOUNDARIES, i, "unknown kind of boundary");
        if (b->source < -1)
            return wend_loading_refuse(l, WEND_PLAN_BOUNDARIES, i, "the source is negative");
    }
    return WEND_OK;
}

static wend_result check_borders(const wend_loading *l, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->border_count; i++)
        if (!wend_is_index(v->borders[i], 3 * v->triangle_count))
            return wend_loading_refuse(l, WEND_PLAN_BORDERS, i, "there is no such half-edge");
    return WEND_OK;
}

static wend_result check_components(const wend_loading *l, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->component_count; i++) {
        const wend_plan_component *c = &v->components[i];
        if (!wend_is_index(c->first, v->triangle_count))
            return wend_loading_refuse(l, WEND_PLAN_COMPONENTS, i, "its first triangle does not exist");
        if (c->area2 <= 0 || c->triangles <= 0 || c->triangles > v->triangle_count || c->cycles < 0 ||
            c->cycles > v->cycle_count || c->points < 0 || c->points > v->vertex_count)
            return wend_loading_refuse(l, WEND_PLAN_COMPONENTS, i, "a number is out of range");
    }
    return WEND_OK;
}

static wend_result check_ranges(const wend_loading *l, const wend_plan_view *v) {
    wend_result result = check_head(l, v);
    if (result == WEND_OK)
        result = check_vertices(l, v);
    if (result == WEND_OK)
        result = check_triangles(l, v);
    if (result == WEND_OK)
        result = check_boundaries(l, v);
    if (result == WEND_OK)
        result = check_borders(l, v);
    return result == WEND_OK ? check_components(l, v) : result;
}

// The plan of a linked surface has four chunks more, all or none, and stands on links.
static wend_result check_ground(const wend_loading *l) {
    bool linked = l->chunks[WEND_PLAN_VERTEX_SOURCES].data != NULL;
    for (int k = WEND_PLAN_VERTEX_SOURCES; k <= WEND_PLAN_COMPONENT_HANDLES; k++)
        if (linked != (l->chunks[k].data != NULL))
            return wend_loading_refuse_form(
                l, "The plan of a surface cannot be whole: one of the chunks PVSR, PVHT, PTLA, PCHA is missing.");
    if (linked && l->from[0] == NULL)
        return wend_loading_refuse_form(l, "The file holds the plan of a surface without its links (chunk LINK).");
    return WEND_OK;
}

// What the plan of a surface has beyond a floor plan: as many layers as the highest number says, and the surface's
// lattice.
static wend_result set_ground(const wend_loading *l, wend_plan_view *view) {
    for (int32_t i = 0; i < view->triangle_count; i++) {
        int32_t layer = view->triangle_layer[i];
        if (!wend_is_index(layer, view->triangle_count))
            return wend_loading_refuse(l, WEND_PLAN_TRIANGLE_LAYERS, i, "there are not so many layers");
        view->layer_count = layer >= view->layer_count ? layer + 1 : view->layer_count;
    }
    view->ground = wend_links_look(l->from[0]).lattice;
    if (view->ground.origin[0] != view->lattice.origin[0] || view->ground.origin[1] != view->lattice.origin[1] ||
        view->ground.step != view->lattice.step || view->ground.unit != view->unit)
        return wend_loading_refuse(l, WEND_PLAN_HEAD, 0, "the lattice or the unit is not that of the surface");
    return WEND_OK;
}

static wend_plan_view view_of(const wend_chunk *chunks) {
    const wend_plan_head *head = chunks[WEND_PLAN_HEAD].data;
    return (wend_plan_view){
        .lattice = {{head->origin[0], head->origin[1]}, head->step},
        .unit = head->unit,
        .vertex_count = (int32_t)chunks[WEND_PLAN_VERTICES].count,
        .vertices = chunks[WEND_PLAN_VERTICES].data,
        .vertex_flags = chunks[WEND_PLAN_VERTEX_FLAGS].data,
        .triangle_count = (int32_t)chunks[WEND_PLAN_TRIANGLES].count,
        .triangles = chunks[WEND_PLAN_TRIANGLES].data,
        .triangle_component = chunks[WEND_PLAN_TRIANGLE_COMPONENTS].data,
        .triangle_area = chunks[WEND_PLAN_TRIANGLE_AREAS].data,
        .boundary_count = (int32_t)chunks[WEND_PLAN_BOUNDARIES].count,
        .boundaries = chunks[WEND_PLAN_BOUNDARIES].data,
        .cycle_count = head->cycle_count,
        .border_count = (int32_t)chunks[WEND_PLAN_BORDERS].count,
        .borders = chunks[WEND_PLAN_BORDERS].data,
        .component_count = (int32_t)chunks[WEND_PLAN_COMPONENTS].count,
        .components = chunks[WEND_PLAN_COMPONENTS].data,
        .hash = head->hash,
        .layer_count = 1,
        .vertex_sources = chunks[WEND_PLAN_VERTEX_SOURCES].data,
        .vertex_heights = chunks[WEND_PLAN_VERTEX_HEIGHTS].data,
        .triangle_layer = chunks[WEND_PLAN_TRIANGLE_LAYERS].data,
        .component_handles = chunks[WEND_PLAN_COMPONENT_HANDLES].data,
    };
}

static wend_result load(const wend_loading *l, void **artifact) {
    wend_plan_view view = view_of(l->chunks);
    bool linked = view.vertex_sources != NULL;
    wend_result result = check_ground(l);
    if (result == WEND_OK)
        result = check_ranges(l, &view);
    if (result == WEND_OK && linked)
        result = set_ground(l, &view);
    if (result != WEND_OK)
        return result;
    wend_plan *plan;
    result = wend_plan_adopt(l->context, &view, linked ? l->from[0] : NULL, l->proven, &plan, l->report);
    if (result == WEND_OK)
        plan->block = wend_block_hold(l->block);
    *artifact = plan;
    return wend_loading_explain(l, result, "The plan's arrays");
}

const wend_artifact wend_plan_artifact = {
    .name = "plan",
    .chunk_count = WEND_PLAN_CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_links_artifact},
    .needed = 0,
    .shared = offsetof(struct wend_plan, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};
