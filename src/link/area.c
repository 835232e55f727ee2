// Which area each triangle of the linked complex belongs to.
//
// A part of the surface belongs to the area of the surface there. A filler has no ground of its own: it belongs to that
// of its link's side 0, which is the lower floor, so that the border between two areas runs along the higher one, where
// one steps up. Fillers that do not touch that side get the area of a filler beside them that does; and where a link
// has no such side that they could get it from, that of any floor beside them.
//
//     side 1   ____________________     grass
//              |  /|\  |  / \  |  /
//     side 0   |_/_|_\_|_/___\_|_/_     road: so are the fillers
//
// All of it follows from the complex and the surface, so files need not hold it. Which neighbour counts, of several, is
// decided by the order of triangles, which depends on the geometry alone. O(n) for n triangles, nothing where there is
// only area 0.
#include "link/links.h"

#include "base/array.h"

enum { UNKNOWN = -1 };

typedef struct spreading {
    const wend_links_view *v;
    const wend_surface_view *s;
    int32_t *stamps; // per triangle of the surface: the last link on whose side 0 it is
    int32_t *areas;  // per filler: its area, or UNKNOWN
    int32_t *queue;  // fillers whose neighbours may get their area
    int32_t queued, taken;
} spreading;

static int32_t area_below(const spreading *x, int32_t triangle) {
    return x->s->triangle_area[x->v->triangles[triangle].surface];
}

static void give(spreading *x, int32_t filler, int32_t area) {
    x->areas[filler - x->v->filler_first] = area;
    x->queue[x->queued++] = filler;
}

// Gives a filler the area of the floor beside it, of the first one if there are several: on side 0 of its link only, if
// so wanted.
static void ask_floors(spreading *x, int32_t filler, bool only_side) {
    const wend_linked_triangle *t = &x->v->triangles[filler];
    int32_t best = INT32_MAX;
    for (int i = 0; i < 3; i++) {
        int32_t beside = t->twin[i] < 0 ? x->v->filler_first : t->twin[i] / 3;
        if (beside >= x->v->filler_first || beside >= best)
            continue;
        if (!only_side || x->stamps[x->v->triangles[beside].surface] == t->link)
            best = beside;
    }
    if (best < INT32_MAX)
        give(x, filler, area_below(x, best));
}

// Lets areas spread from those queued to fillers beside them: within links only, if so wanted.
static void spread(spreading *x, bool within) {
    while (x->taken < x->queued) {
        int32_t filler = x->queue[x->taken++];
        const wend_linked_triangle *t = &x->v->triangles[filler];
        for (int i = 0; i < 3; i++) {
            int32_t beside = t->twin[i] < 0 ? -1 : t->twin[i] / 3;
            if (beside >= x->v->filler_first && x->areas[beside - x->v->filler_first] == UNKNOWN &&
                (!within || x->v->triangles[beside].link == t->link))
                give(x, beside, x->areas[filler - x->v->filler_first]);
        }
    }
}

static void stamp_side(const spreading *x, int32_t link) {
    const wend_link *l = &x->v->links[link];
    for (int32_t k = l->first_interval; k < l->first_interval + l->interval_count; k++)
        if (x->v->intervals[k].side == 0)
            x->stamps[x->s->boundaries[x->v->intervals[k].boundary].edge / 3] = link;
}

// Whether there is another area than 0: slivers that had one may have been left out.
static bool fill(spreading *x, uint16_t *areas) {
    bool any = false;
    int32_t first = x->v->filler_first, end = x->v->triangle_count;
    for (int32_t t = 0; t < x->s->triangle_count; t++)
        x->stamps[t] = -1;
    for (int32_t t = first; t < end; t++)
        x->areas[t - first] = UNKNOWN;
    // Of a file that was not proven, intervals and fillers of several links may be the same: none is gone through
    // twice.
    int32_t interval = 0, filler = first;
    for (int32_t link = 0; link < x->v->link_count; link++) {
        const wend_link *l = &x->v->links[link];
        if (l->filler_count == 0 || l->first_interval < interval || l->first_filler < filler)
            continue;
        interval = l->first_interval + l->interval_count;
        filler = l->first_filler + l->filler_count;
        stamp_side(x, link);
        for (int32_t t = l->first_filler; t < l->first_filler + l->filler_count; t++)
            ask_floors(x, t, true);
    }
    spread(x, true);
    for (int32_t t = first; t < end; t++)
        if (x->areas[t - first] == UNKNOWN)
            ask_floors(x, t, false);
    spread(x, true);
    x->taken = 0;
    spread(x, false);
    for (int32_t t = 0; t < end; t++) {
        int32_t area = t < first ? area_below(x, t) : x->areas[t - first];
        areas[t] = (uint16_t)(area == UNKNOWN ? 0 : area);
        any |= areas[t] != 0;
    }
    return any;
}

wend_result wend_links_find_areas(wend_links *links, const wend_surface_view *surface) {
    if (!surface->triangle_area)
        return WEND_OK;
    wend_context *c = links->context;
    const wend_links_view *v = &links->view;
    int32_t fillers = v->triangle_count - v->filler_first;
    WEND_ARRAY(int32_t) stamps = {0}, ids = {0}, queue = {0};
    uint16_t *areas = wend_allocate_array(c, v->triangle_count, sizeof *areas);
    bool good = areas && wend_array_resize(c, &stamps, surface->triangle_count) &&
                wend_array_resize(c, &ids, fillers) && wend_array_resize(c, &queue, fillers);
    bool any = false;
    if (good) {
        spreading x = {.v = v, .s = surface, .stamps = stamps.data, .areas = ids.data, .queue = queue.data};
        any = fill(&x, areas);
    }
    wend_array_free(c, &stamps);
    wend_array_free(c, &ids);
    wend_array_free(c, &queue);
    if (any)
        links->view.triangle_area = areas;
    else if (areas)
        wend_release(c, areas, (size_t)v->triangle_count * sizeof *areas);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}
