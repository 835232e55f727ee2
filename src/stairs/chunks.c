// Stairs as navs and files see them.
//
// They have no head: every file with links has stairs, of no flight when it has no chunk of them. Which flight a link
// belongs to stands with the link in files (link/chunks.h).
#include "link/chunks.h"
#include "link/links.h"
#include "stairs/stairs.h"
#include "surface/surface.h"

enum { FLIGHTS, FLIGHT_LINKS, CHUNK_COUNT };
enum { LINKS, SURFACE };

_Static_assert(sizeof(wend_flight) == 160, "no padding");

static const wend_chunk_kind kinds[CHUNK_COUNT] = {
    {"LFLI", 1, {sizeof(wend_flight), "wwddddddddddddddddddd"}, WEND_RANK_STAIRS, true, 0, 0, 0},
    {"LFLL", 1, {sizeof(int32_t), "w"}, WEND_RANK_STAIRS, true, 0, 0, 0},
};

static void destroy(void *stairs) {
    wend_stairs_destroy(stairs);
}

static wend_result check(wend_context *context, const void *artifact, wend_report *report) {
    const wend_stairs *stairs = artifact;
    return wend_stairs_check(context, stairs, stairs->links, stairs->links->surface, report);
}

static wend_result save(const void *stairs, wend_saving *saving) {
    wend_stairs_view view = wend_stairs_look(stairs);
    wend_link_record *links = (wend_link_record *)(uintptr_t)saving->from[LINKS][WEND_LINKS_LIST].data;
    for (int32_t k = 0; k < view.link_count; k++)
        links[k].flight = view.link_flight[k];
    saving->chunks[FLIGHTS] = (wend_chunk){view.flights, view.flight_count};
    saving->chunks[FLIGHT_LINKS] = (wend_chunk){view.flight_links, view.flight_link_count};
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_links *links = l->from[LINKS];
    const wend_chunk *list = &l->from_chunks[LINKS][WEND_LINKS_LIST];
    wend_stairs_view view = {
        .links_hash = wend_links_look(links).hash,
        .flight_count = (int32_t)l->chunks[FLIGHTS].count,
        .flights = l->chunks[FLIGHTS].data,
        .flight_link_count = (int32_t)l->chunks[FLIGHT_LINKS].count,
        .flight_links = l->chunks[FLIGHT_LINKS].data,
        .link_count = (int32_t)list->count,
        .link_flight = list->count > 0 ? wend_links_flights(list) : NULL,
    };
    wend_stairs *stairs;
    wend_result result = wend_stairs_adopt(l->context, &view, links, l->from[SURFACE], l->proven, &stairs, l->report);
    if (result == WEND_OK)
        stairs->block = wend_block_hold(l->block);
    *artifact = stairs;
    return wend_loading_explain(l, result, "The stairs");
}

const wend_artifact wend_stairs_artifact = {
    .name = "stairs",
    .chunk_count = CHUNK_COUNT,
    .chunks = kinds,
    .from = {[LINKS] = &wend_links_artifact, [SURFACE] = &wend_surface_artifact},
    .needed = 2,
    .follows = true,
    .shared = offsetof(struct wend_stairs, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};
