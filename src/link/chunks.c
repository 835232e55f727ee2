// Links as navs and files see them.
#include "link/chunks.h"

#include "link/links.h"
#include "surface/surface.h"

#include <string.h>

#define DROP_MAX 1e9 // metres

// No padding anywhere.
_Static_assert(sizeof(wend_links_head) == 88, "head");
_Static_assert(sizeof(wend_link_record) == 88, "link");
_Static_assert(sizeof(wend_link_interval) == 48, "interval");
_Static_assert(sizeof(wend_point) == 8, "vertex");
_Static_assert(sizeof(wend_linked_triangle) == 44, "triangle");
_Static_assert(sizeof(wend_linked_boundary) == 20, "boundary");
_Static_assert(sizeof(wend_linked_join) == 8, "join");
_Static_assert(sizeof(wend_linked_component) == 16, "component");

static const wend_chunk_kind kinds[WEND_LINKS_CHUNK_COUNT] = {
    {"LINK", 1, {sizeof(wend_links_head), "ddddddddddww"}, WEND_RANK_LINKS, false, 0, 0, 0},
    {"LLST", 1, {sizeof(wend_link_record), "dwwwwwwddddddww"}, WEND_RANK_LINKS, true, 0, 0, sizeof(int32_t)},
    {"LINT", 1, {sizeof(wend_link_interval), "wwddwwwwww"}, WEND_RANK_LINKS, true, 0, 0, 0},
    {"LVTX", 1, {sizeof(wend_point), "ww"}, WEND_RANK_COMPLEX, false, 0, 0, 0},
    {"LVFL", 1, {sizeof(uint8_t), "b"}, WEND_RANK_COMPLEX, false, 1, WEND_LINKS_VERTICES, 0},
    {"LTRI", 1, {sizeof(wend_linked_triangle), "wwwwwwwwwww"}, WEND_RANK_COMPLEX, false, 0, 0, 0},
    {"LTCO", 1, {sizeof(int32_t), "w"}, WEND_RANK_COMPLEX, false, 1, WEND_LINKS_TRIANGLES, 0},
    {"LBND", 1, {sizeof(wend_linked_boundary), "wwwwbbbb"}, WEND_RANK_COMPLEX, false, 0, 0, 0},
    {"LJOI", 1, {sizeof(wend_linked_join), "ww"}, WEND_RANK_COMPLEX, true, 0, 0, 0},
    {"LCMP", 1, {sizeof(wend_linked_component), "dww"}, WEND_RANK_COMPLEX, false, 0, 0, 0},
};

static void destroy(void *links) {
    wend_links_destroy(links);
}

static wend_result check(wend_context *context, const void *artifact, wend_report *report) {
    const wend_links *links = artifact;
    return wend_links_check(context, links, links->surface, NULL, report);
}

// Links as they are in files, of no flight: stairs say that.
static void list_links(const wend_links_view *view, wend_link_record *list) {
    for (int32_t k = 0; k < view->link_count; k++) {
        const wend_link *l = &view->links[k];
        list[k] = (wend_link_record){.id = l->id,
                                     .kind = (int32_t)l->kind,
                                     .first_interval = l->first_interval,
                                     .interval_count = l->interval_count,
                                     .first_filler = l->first_filler,
                                     .filler_count = l->filler_count,
                                     .height = l->height,
                                     .barrier = l->barrier,
                                     .distance = l->distance,
                                     .width = l->width,
                                     .direction = {l->direction[0], l->direction[1]},
                                     .landing = l->landing,
                                     .flight = -1};
    }
}

static wend_result save(const void *links, wend_saving *saving) {
    wend_chunk *chunks = saving->chunks;
    wend_links_view view = wend_links_look(links);
    wend_links_head *head = saving->head;
    wend_link_record *list = NULL;
    if (view.link_count > 0 && (list = wend_saving_make(saving, view.link_count, sizeof *list)) == NULL)
        return WEND_ERROR_MEMORY;
    list_links(&view, list);
    *head = (wend_links_head){.step = view.agent.step,
                              .gap = view.agent.gap,
                              .drop = view.agent.drop,
                              .filled = view.filled,
                              .hash = view.hash,
                              .cycle_count = view.cycle_count,
                              .filler_first = view.filler_first};
    memcpy(head->counts, view.counts, sizeof head->counts);
    chunks[WEND_LINKS_LIST] = (wend_chunk){list, view.link_count};
    chunks[WEND_LINKS_INTERVALS] = (wend_chunk){view.intervals, view.interval_count};
    chunks[WEND_LINKS_VERTICES] = (wend_chunk){view.vertices, view.vertex_count};
    chunks[WEND_LINKS_VERTEX_FLAGS] = (wend_chunk){view.vertex_flags, view.vertex_count};
    chunks[WEND_LINKS_TRIANGLES] = (wend_chunk){view.triangles, view.triangle_count};
    chunks[WEND_LINKS_TRIANGLE_COMPONENTS] = (wend_chunk){view.triangle_component, view.triangle_count};
    chunks[WEND_LINKS_BOUNDARIES] = (wend_chunk){view.boundaries, view.boundary_count};
    chunks[WEND_LINKS_JOINS] = (wend_chunk){view.joins, view.join_count};
    chunks[WEND_LINKS_COMPONENTS] = (wend_chunk){view.components, view.component_count};
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- loading

// The surface that links are on: its own agent, whose reach the links tell.
static wend_links_view view_of(const wend_chunk *chunks, const wend_surface *surface) {
    const wend_links_head *head = chunks[WEND_LINKS_HEAD].data;
    wend_surface_view ground = wend_surface_look(surface);
    wend_links_view view = {
        .lattice = ground.lattice,
        .surface_hash = ground.hash,
        .agent = {ground.agent.height, ground.agent.slope, head->step, head->gap, head->drop},
        .link_count = (int32_t)chunks[WEND_LINKS_LIST].count,
        .links = chunks[WEND_LINKS_LIST].data,
        .interval_count = (int32_t)chunks[WEND_LINKS_INTERVALS].count,
        .intervals = chunks[WEND_LINKS_INTERVALS].data,
        .vertex_count = (int32_t)chunks[WEND_LINKS_VERTICES].count,
        .vertices = chunks[WEND_LINKS_VERTICES].data,
        .vertex_flags = chunks[WEND_LINKS_VERTEX_FLAGS].data,
        .triangle_count = (int32_t)chunks[WEND_LINKS_TRIANGLES].count,
        .filler_first = head->filler_first,
        .triangles = chunks[WEND_LINKS_TRIANGLES].data,
        .triangle_component = chunks[WEND_LINKS_TRIANGLE_COMPONENTS].data,
        .boundary_count = (int32_t)chunks[WEND_LINKS_BOUNDARIES].count,
        .boundaries = chunks[WEND_LINKS_BOUNDARIES].data,
        .cycle_count = head->cycle_count,
        .join_count = (int32_t)chunks[WEND_LINKS_JOINS].count,
        .joins = chunks[WEND_LINKS_JOINS].data,
        .component_count = (int32_t)chunks[WEND_LINKS_COMPONENTS].count,
        .components = chunks[WEND_LINKS_COMPONENTS].data,
        .filled = head->filled,
        .hash = head->hash,
    };
    memcpy(view.counts, head->counts, sizeof view.counts);
    return view;
}

// Links of a file name their flights, those in memory do not: parts the two. Links become shorter, so they stay where
// they are.
static wend_result part_links(const wend_loading *l) {
    const wend_chunk *chunk = &l->chunks[WEND_LINKS_LIST];
    unsigned char *links = (unsigned char *)(uintptr_t)chunk->data;
    int32_t *flights = wend_links_flights(chunk);
    for (int64_t k = 0; k < chunk->count; k++) {
        wend_link_record from;
        memcpy(&from, links + (size_t)k * sizeof from, sizeof from);
        if (from.reserved != 0)
            return wend_loading_refuse(l, WEND_LINKS_LIST, k, "the reserved field must be 0");
        wend_link to = {.id = from.id,
                        .kind = (wend_link_kind)from.kind,
                        .first_interval = from.first_interval,
                        .interval_count = from.interval_count,
                        .first_filler = from.first_filler,
                        .filler_count = from.filler_count,
                        .landing = from.landing,
                        .height = from.height,
                        .barrier = from.barrier,
                        .distance = from.distance,
                        .width = from.width,
                        .direction = {from.direction[0], from.direction[1]}};
        flights[k] = from.flight;
        memcpy(links + (size_t)k * sizeof to, &to, sizeof to);
    }
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_links_head *head = l->chunks[WEND_LINKS_HEAD].data;
    wend_links_view view = view_of(l->chunks, l->from[0]);
    double half = view.agent.height / 2;
    if (!(head->step >= 0 && head->step < half && head->gap >= 0 && head->gap < half && head->drop >= 0 &&
          head->drop <= DROP_MAX))
        return wend_loading_refuse(l, WEND_LINKS_HEAD, 0, "the step, the gap or the drop is out of range");
    wend_links *links;
    wend_result result = part_links(l);
    if (result != WEND_OK)
        return result;
    result = wend_links_adopt(l->context, &view, l->from[0], l->proven, &links, l->report);
    if (result == WEND_OK)
        links->block = wend_block_hold(l->block);
    *artifact = links;
    return wend_loading_explain(l, result, "The links");
}

const wend_artifact wend_links_artifact = {
    .name = "links",
    .chunk_count = WEND_LINKS_CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_surface_artifact},
    .needed = 1,
    .shared = offsetof(struct wend_links, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};
