// Surfaces as navs and files see them.
#include "surface/chunks.h"

#include "surface/surface.h"

#define HEIGHT_MAX 1e9 // metres
#define RIGHT_ANGLE 0x1.921fb54442d18p+0

// No padding anywhere.
_Static_assert(sizeof(wend_surface_head) == 136, "head");
_Static_assert(sizeof(wend_point3) == 12, "vertex");
_Static_assert(sizeof(wend_surface_triangle) == 28, "triangle");
_Static_assert(sizeof(wend_surface_boundary) == 28, "boundary");
_Static_assert(sizeof(wend_surface_component) == 32, "component");

static const wend_chunk_kind kinds[WEND_SURFACE_CHUNK_COUNT] = {
    {"SURF", 1, {sizeof(wend_surface_head), "dddddddddddddddwwww"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"SVTX", 1, {sizeof(wend_point3), "www"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"STRI", 1, {sizeof(wend_surface_triangle), "wwwwwww"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"STCO", 1, {sizeof(int32_t), "w"}, WEND_RANK_SURFACE, false, 1, WEND_SURFACE_TRIANGLES, 0},
    {"SBND", 1, {sizeof(wend_surface_boundary), "wwwwwwbbh"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"SCMP", 1, {sizeof(wend_surface_component), "ddwwww"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"STAR", 1, {sizeof(uint16_t), "h"}, WEND_RANK_NEXT, true, 1, WEND_SURFACE_TRIANGLES, 0},
};

static void destroy(void *surface) {
    wend_surface_destroy(surface);
}

static wend_result check(wend_context *context, const void *surface, wend_report *report) {
    return wend_surface_check(context, surface, report);
}

static wend_result save(const void *surface, wend_saving *saving) {
    wend_chunk *chunks = saving->chunks;
    wend_surface_view view = wend_surface_look(surface);
    wend_surface_head *head = saving->head;
    *head = (wend_surface_head){.step = view.lattice.step,
                                .unit = view.lattice.unit,
                                .area = view.area,
                                .height = view.agent.height,
                                .slope = view.agent.slope,
                                .hash = view.hash,
                                .up = (int32_t)view.lattice.up,
                                .producer = (int32_t)view.producer,
                                .cycle_count = view.cycle_count};
    for (int k = 0; k < 3; k++) {
        head->origin[k] = view.lattice.origin[k];
        head->min[k] = view.min[k];
        head->max[k] = view.max[k];
    }
    chunks[WEND_SURFACE_VERTICES] = (wend_chunk){view.vertices, view.vertex_count};
    chunks[WEND_SURFACE_TRIANGLES] = (wend_chunk){view.triangles, view.triangle_count};
    chunks[WEND_SURFACE_TRIANGLE_COMPONENTS] = (wend_chunk){view.triangle_component, view.triangle_count};
    chunks[WEND_SURFACE_BOUNDARIES] = (wend_chunk){view.boundaries, view.boundary_count};
    chunks[WEND_SURFACE_COMPONENTS] = (wend_chunk){view.components, view.component_count};
    if (view.triangle_area != NULL)
        chunks[WEND_SURFACE_TRIANGLE_AREAS] = (wend_chunk){view.triangle_area, view.triangle_count};
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- loading

// What the validator of surfaces does not see: numbers that are for others, and that there is a floor at all.
static wend_result check_numbers(const wend_loading *l) {
    const wend_surface_head *head = l->chunks[WEND_SURFACE_HEAD].data;
    const wend_surface_component *components = l->chunks[WEND_SURFACE_COMPONENTS].data;
    if (!(head->height > 0 && head->height <= HEIGHT_MAX && head->slope >= 0 && head->slope < RIGHT_ANGLE))
        return wend_loading_refuse(l, WEND_SURFACE_HEAD, 0, "the height or the slope of the agent is out of range");
    if (head->up < 0 || head->producer < 0)
        return wend_loading_refuse(l, WEND_SURFACE_HEAD, 0, "the axis or the producer is unknown");
    if (head->reserved != 0)
        return wend_loading_refuse(l, WEND_SURFACE_HEAD, 0, "the reserved field must be 0");
    if (l->chunks[WEND_SURFACE_TRIANGLES].count == 0)
        return wend_loading_refuse(l, WEND_SURFACE_TRIANGLES, 0, "the surface has no triangle");
    for (int64_t i = 0; i < l->chunks[WEND_SURFACE_COMPONENTS].count; i++)
        if (components[i].reserved != 0)
            return wend_loading_refuse(l, WEND_SURFACE_COMPONENTS, i, "the reserved field must be 0");
    return WEND_OK;
}

static wend_surface_view view_of(const wend_chunk *chunks) {
    const wend_surface_head *head = chunks[WEND_SURFACE_HEAD].data;
    return (wend_surface_view){
        .lattice = {{head->origin[0], head->origin[1], head->origin[2]}, head->step, head->unit, (wend_up)head->up},
        .producer = (wend_producer)head->producer,
        .agent = {.height = head->height, .slope = head->slope},
        .vertex_count = (int32_t)chunks[WEND_SURFACE_VERTICES].count,
        .vertices = chunks[WEND_SURFACE_VERTICES].data,
        .triangle_count = (int32_t)chunks[WEND_SURFACE_TRIANGLES].count,
        .triangles = chunks[WEND_SURFACE_TRIANGLES].data,
        .triangle_component = chunks[WEND_SURFACE_TRIANGLE_COMPONENTS].data,
        .triangle_area = chunks[WEND_SURFACE_TRIANGLE_AREAS].data,
        .boundary_count = (int32_t)chunks[WEND_SURFACE_BOUNDARIES].count,
        .boundaries = chunks[WEND_SURFACE_BOUNDARIES].data,
        .cycle_count = head->cycle_count,
        .component_count = (int32_t)chunks[WEND_SURFACE_COMPONENTS].count,
        .components = chunks[WEND_SURFACE_COMPONENTS].data,
        .area = head->area,
        .min = {head->min[0], head->min[1], head->min[2]},
        .max = {head->max[0], head->max[1], head->max[2]},
        .hash = head->hash,
    };
}

static wend_result load(const wend_loading *l, void **artifact) {
    wend_result result = check_numbers(l);
    if (result != WEND_OK)
        return result;
    wend_surface_view view = view_of(l->chunks);
    wend_surface *surface;
    result = wend_surface_adopt(l->context, &view, l->proven, &surface, l->report);
    if (result == WEND_OK)
        surface->block = wend_block_hold(l->block);
    *artifact = surface;
    return wend_loading_explain(l, result, "The surface's arrays");
}

const wend_artifact wend_surface_artifact = {
    .name = "surface",
    .chunk_count = WEND_SURFACE_CHUNK_COUNT,
    .chunks = kinds,
    .shared = offsetof(struct wend_surface, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};
