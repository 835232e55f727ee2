// One floor, and all that cuts it.
//
//     gather    each face above has a shadow, a wall a line or a part of a side, where the floor is cut      gather.c
//     cull      shadows and lines that change nothing go                                                     cull.c
//     arrange   the floor's sides and the lines are snap-rounded and triangulated; triangles with no line    regions.c
//               between them are walkable or not together: a point of the fattest one is asked
//     pieces    what is walkable, with the reason for each edge where the floor ends                         pieces.c
//
// Which triangles there are is decided exactly, so the pieces fit whatever the doubles of the clipping say; those only
// place lines, to within a step, and judge regions at a point well inside. A region nowhere wider than two steps is not
// worth keeping.
//
// Many floors are not cut at all, or along whole sides only, where walls stand: they are kept or dropped as they are,
// without being arranged.
//
// A cutter works on one floor at a time. What it needs it borrows from the context that it was made in, through a
// context of its own for one thread: stages in there start no tasks, being part of one already.
//
// Cost: O(k log k) for a floor with k lines, besides the search for what is near it.
#include "exact/cutter.h"

// ---------------------------------------------------------------------------------------------------- life

static void *lend(void *user, size_t bytes) {
    return wend_allocate(user, bytes);
}

static void give_back(void *user, void *block, size_t bytes) {
    wend_release(user, block, bytes);
}

wend_result wend_cutter_create(wend_context *context, const wend_footing *footing, const wend_edges *edges,
                               wend_cutter **cutter) {
    *cutter = NULL;
    wend_cutter *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    made->parent = context;
    made->footing = footing;
    made->edges = edges;
    wend_context_def def = wend_default_context_def();
    def.user = context;
    def.allocate = lend;
    def.release = give_back;
    def.threads = 1;
    wend_result result = wend_context_create(&def, &made->context);
    if (result == WEND_OK)
        result = wend_snapper_create(made->context, &made->snapper);
    if (result != WEND_OK) {
        wend_cutter_destroy(made);
        return result;
    }
    *cutter = made;
    return WEND_OK;
}

void wend_cutter_destroy(wend_cutter *c) {
    if (!c)
        return;
    wend_array_free(c->context, &c->cuts);
    wend_array_free(c->context, &c->besides);
    wend_array_free(c->context, &c->sorted);
    wend_array_free(c->context, &c->keys);
    wend_array_free(c->context, &c->first_cut);
    wend_array_free(c->context, &c->found);
    wend_array_free(c->context, &c->room.hubs);
    wend_array_free(c->context, &c->room.members);
    wend_array_free(c->context, &c->walls);
    wend_array_free(c->context, &c->straight);
    wend_array_free(c->context, &c->bare);
    wend_array_free(c->context, &c->dots);
    wend_array_free(c->context, &c->shadows);
    wend_array_free(c->context, &c->shades);
    wend_array_free(c->context, &c->parts);
    wend_array_free(c->context, &c->points);
    wend_array_free(c->context, &c->segments);
    wend_array_free(c->context, &c->sides);
    wend_array_free(c->context, &c->region_of);
    wend_array_free(c->context, &c->regions);
    wend_array_free(c->context, &c->stack);
    wend_array_free(c->context, &c->made);
    wend_array_free(c->context, &c->vertex_side);
    wend_array_free(c->context, &c->heights);
    wend_snapper_destroy(c->snapper);
    wend_context_destroy(c->context);
    wend_release(c->parent, c, sizeof *c);
}

void wend_sheet_free(wend_context *context, wend_sheet *sheet) {
    wend_array_free(context, &sheet->triangles);
    wend_array_free(context, &sheet->borders);
    wend_array_free(context, &sheet->slots);
    wend_array_free(context, &sheet->points);
}

// ---------------------------------------------------------------------------------------------------- whole floors

static bool cuts_are_sides(const wend_cutter *c) {
    if (c->dots.count > 0)
        return false;
    for (int64_t i = 0; i < c->besides.count; i++)
        if (wend_cutter_side_of_cut(c, &c->besides.data[i].cut) < 0)
            return false;
    for (int64_t i = 0; i < c->cuts.count; i++)
        if (wend_cutter_side_of_cut(c, &c->cuts.data[i]) < 0)
            return false;
    return true;
}

// Keeps or drops a floor that is cut along its sides at most: as a whole, with what stands there.
static wend_result keep_or_drop(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    wend_point p[3];
    wend_raw_border borders[3];
    for (int i = 0; i < 3; i++)
        p[i] = wend_from_above(c->face->p[i]);
    if (wend_cutter_is_blocked(c, p))
        return WEND_OK;
    int explained = wend_cutter_explain_sides(c, borders);
    wend_raw_triangle piece = {.twin = {WEND_OPEN, WEND_OPEN, WEND_OPEN}, .source = c->face->source};
    memcpy(piece.p, c->face->p, sizeof piece.p);
    for (int i = 0; i < 3; i++) {
        if (!(explained >> i & 1))
            continue;
        if (borders[i].kind != WEND_BOUNDARY_LEDGE)
            borders[i].kind = WEND_BOUNDARY_WALL;
        piece.twin[i] = ~(int32_t)sheet->borders.count;
        if (!wend_array_push(c->parent, &sheet->borders, borders[i]))
            return WEND_ERROR_MEMORY;
    }
    rest->count = 1;
    return wend_array_push(c->parent, &sheet->triangles, piece) ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- all of it

// Cuts the floor along the cuts.
static wend_result cut_along(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    wend_result result = wend_cutter_arrange(c);
    return result == WEND_OK ? wend_cutter_make_pieces(c, sheet, rest) : result;
}

wend_result wend_cutter_cut(wend_cutter *c, int32_t k, wend_sheet *sheet, wend_rest *rest) {
    c->floor = c->footing->floors.data[k];
    c->face = &c->footing->solid->faces.data[c->floor];
    *rest = (wend_rest){.sheet = rest->sheet, .first = (int32_t)sheet->triangles.count, .first_slot = -1};
    wend_result result = wend_cutter_gather(c, k);
    if (result != WEND_OK || c->covered)
        return result;
    result = wend_cutter_cull(c);
    if (result == WEND_OK)
        result = cuts_are_sides(c) ? keep_or_drop(c, sheet, rest) : cut_along(c, sheet, rest);
    wend_tree_free(c->context, &c->tree);
    return result;
}
