// Welding: closing the cracks and T-junctions of the scene between ledges.
//
// Scenes come with doubled vertices, with long edges opposite several short ones, and with cracks that nobody sees:
//
//     +-------------+      +-------------+
//     |             |      +-------------+
//     +------+------+                        <- no wider than `distance`
//     |      |      |      +------+------+
//     T-junction           crack
//
// Left alone they are obstacles. The method is the progressive gap closing of Borodin, Novotni and Klein (2002), as the
// thesis "Generating High-Precision Navigation Mesh" uses it (section 2.5): boundary vertices are contracted with
// vertices and with edges, in order of distance, each contraction only where the surface stays a manifold. hem.c has
// the operations and their checks, which are exact here, and include that triangles face up and fans do not overlap
// seen from above. What differs:
//
// - Ledges only. Both sides of a thin wall would grow together otherwise. A vertex between a ledge and another kind of
//   border moves only when its partner cannot; one at the border of a tile never does.
// - Ledges that coincide exactly are joined first, by sorting: nearly all there is to do in most scenes. Where more
//   than two coincide, they are left alone.
// - A contraction must help: two ledges run along each other, in opposite directions, from the place of contraction to
//   where the first of them ends, and are within `distance` of each other there too. So a corner that only touches
//   something stays, and so does everything around the end of a thin wall. The two ends of one ledge are contracted
//   when it is the bottom of a crack.
// - Rounds instead of a priority queue with updates. A round finds, for each vertex that has changed since it was last
//   looked at, the nearest contractions, sorts all of them by distance and then by position (partners.c), and carries
//   them out as far as they still apply (contract.c).
// - Ledges with a cause have a wall on them, to within rounding. They are welded like others, so that both sides get
//   the same corners, and parted again at the end (wend_hem_stand_walls).
// - Nothing drifts: no corner gets farther from its first place than `distance` (or one step, if that is more: this is
//   what rounding may have done).
//
// This file has what coincides, and the rounds: the first one has all ledges in its tree, and all their vertices look
// around. Later ones have only ledges that something was near to, and vertices that have changed.
//
// Every choice depends on positions alone, so the order of triangles does not matter.
//
// Cost: O(n + b log b) expected for n triangles and b ledges; vertices look around in parallel. However bad the input,
// the work stays within a multiple of that: a vertex looks closely at a bounded number of ledges and keeps a few
// contractions a round (partners.c), is refused a few times between successes (contract.c) and moves a few times at
// most (hem.c); ledges are split no more than SPLITS_EACH times their number; there is no further round when the looks
// are LOOKS_EACH times as many as ledges, nor after MOST_ROUNDS. Scenes as people make them come nowhere near these
// bounds.
#include "sew/weld.h"

#include "base/context.h"
#include "geom/hilbert.h"

enum { MOST_ROUNDS = 32, LOOKS_EACH = 64, SPLITS_EACH = 2, BETWEEN_PAUSES = 4096 };

// ---------------------------------------------------------------------------------------------------- ledges in order

// A comparison of borders by their places, for those with equal keys.
static int compare_borders(const void *a, const void *b, const void *user) {
    const wend_hem *hem = user;
    int32_t e = ((const wend_key *)a)->index, f = ((const wend_key *)b)->index;
    wend_point3 ea = wend_hem_from(hem, e), eb = wend_hem_to(hem, e);
    wend_point3 fa = wend_hem_from(hem, f), fb = wend_hem_to(hem, f);
    bool e_back = wend_compare3(&ea, &eb) > 0, f_back = wend_compare3(&fa, &fb) > 0;
    int order = wend_compare3(e_back ? &eb : &ea, f_back ? &fb : &fa);
    if (order == 0)
        order = wend_compare3(e_back ? &ea : &eb, f_back ? &fa : &fb);
    return order != 0 ? order : (int)e_back - (int)f_back;
}

// Sorts w->keys, those that are equal by place.
static bool sort_borders(wend_weld *w) {
    wend_context *context = w->hem.context;
    if (!wend_sort_keys(context, w->keys.data, w->keys.count))
        return false;
    for (int64_t i = 0, end; i < w->keys.count; i = end) {
        for (end = i + 1; end < w->keys.count && w->keys.data[end].key == w->keys.data[i].key;)
            end++;
        if (!wend_sort(context, w->keys.data + i, end - i, sizeof *w->keys.data, compare_borders, &w->hem))
            return false;
    }
    return true;
}

// The middle of a border on the ground, doubled, from 0 up.
static void middle_of(const wend_hem *hem, int32_t border, uint32_t *x, uint32_t *y) {
    wend_point3 a = wend_hem_from(hem, border), b = wend_hem_to(hem, border);
    *x = (uint32_t)a.x + (uint32_t)b.x + 2 * WEND_COORDINATE_MAX;
    *y = (uint32_t)a.y + (uint32_t)b.y + 2 * WEND_COORDINATE_MAX;
}

// ---------------------------------------------------------------------------------------------------- coincidence

static bool same_places(const wend_hem *hem, int32_t e, int32_t f) {
    wend_point3 ea = wend_hem_from(hem, e), eb = wend_hem_to(hem, e);
    wend_point3 fa = wend_hem_from(hem, f), fb = wend_hem_to(hem, f);
    return (wend_same3(ea, fa) && wend_same3(eb, fb)) || (wend_same3(ea, fb) && wend_same3(eb, fa));
}

// Joins ledges that coincide: two of opposite directions. More than two stay as they are.
static wend_result join_coincident(wend_weld *w) {
    wend_hem *hem = &w->hem;
    w->keys.count = 0;
    for (int32_t b = 0; b < hem->edges.count; b++) {
        if (!wend_hem_alive(hem, b) || !wend_hem_ledge(hem, b))
            continue;
        uint32_t x, y;
        middle_of(hem, b, &x, &y);
        if (!wend_array_push(hem->context, &w->keys, (wend_key){(uint64_t)x << 32 | y, b, 0}))
            return WEND_ERROR_MEMORY;
    }
    if (!sort_borders(w))
        return WEND_ERROR_MEMORY;
    const wend_key *keys = w->keys.data;
    int64_t last = 0; // of those that are compared, not joined yet
    for (int64_t i = 0, end; i < w->keys.count; i = end) {
        for (end = i + 1;
             end < w->keys.count && keys[end].key == keys[i].key && same_places(hem, keys[i].index, keys[end].index);)
            end++;
        if (end - i == 2)
            wend_hem_join(hem, keys[i].index, keys[i + 1].index);
        for (int64_t k = i; end - i > 2 && k < end; k++)
            hem->edges.data[keys[k].index].crowded = true;
        if (i - last >= BETWEEN_PAUSES && wend_pause(hem->context, "weld", 0))
            return WEND_ERROR_CANCELLED;
        last = i - last >= BETWEEN_PAUSES ? i : last;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- to be looked at

static int32_t shifted(int32_t coordinate, double by) {
    double value = (double)coordinate + by;
    return value <= -0x1p30 ? -(1 << 30) : value >= 0x1p30 ? 1 << 30 : (int32_t)value;
}

static wend_weld_item item_of(const wend_weld *w, int32_t border) {
    wend_point3 a = wend_hem_from(&w->hem, border), b = wend_hem_to(&w->hem, border);
    double by = w->reach + 2;
    return (wend_weld_item){
        border,
        {shifted(a.x < b.x ? a.x : b.x, -by), shifted(a.y < b.y ? a.y : b.y, -by), shifted(a.z < b.z ? a.z : b.z, -by)},
        {shifted(a.x > b.x ? a.x : b.x, by), shifted(a.y > b.y ? a.y : b.y, by), shifted(a.z > b.z ? a.z : b.z, by)}};
}

static wend_box box_of_item(const void *user, int32_t number) {
    const wend_weld_item *item = &((const wend_weld *)user)->items.data[number];
    return (wend_box){item->low.x, item->low.y, item->high.x, item->high.y};
}

// Makes the tree over the ledges: all of them in the first round, and then those that something is near to.
static wend_result plant_tree(wend_weld *w, bool all) {
    wend_hem *hem = &w->hem;
    w->keys.count = 0;
    for (int64_t i = 0; i < (all ? hem->edges.count : w->near_borders.count); i++) {
        int32_t b = all ? (int32_t)i : w->near_borders.data[i];
        if (!wend_hem_alive(hem, b) || !wend_hem_ledge(hem, b))
            continue;
        uint32_t x, y;
        middle_of(hem, b, &x, &y);
        if (!wend_array_push(hem->context, &w->keys, (wend_key){wend_hilbert(x / 2, y / 2, 31), b, 0}))
            return WEND_ERROR_MEMORY;
    }
    if (!sort_borders(w) || !wend_array_resize(hem->context, &w->items, w->keys.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < w->keys.count; i++)
        w->items.data[i] = item_of(w, w->keys.data[i].index);
    wend_tree_free(hem->context, &w->tree);
    if (!wend_tree_build(hem->context, (int32_t)w->items.count, box_of_item, w, &w->tree))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// Every vertex at a ledge.
static bool take_all_vertices(wend_weld *w) {
    const wend_hem *hem = &w->hem;
    for (int64_t i = 0; i < w->items.count; i++) {
        int32_t b = w->items.data[i].border, next = wend_hem_next(hem, b);
        if (!wend_array_push(hem->context, &w->vertices, b))
            return false;
        if (!wend_hem_ledge(hem, next) && !wend_array_push(hem->context, &w->vertices, next))
            return false;
    }
    return true;
}

// Notes that no border was near anything yet, as far as that is not known.
static bool extend_near(wend_weld *w) {
    int64_t known = w->near.count;
    if (!wend_array_resize(w->hem.context, &w->near, w->hem.edges.count))
        return false;
    for (; known < w->near.count; known++)
        w->near.data[known] = 0;
    return true;
}

// The vertices that have changed since they were taken last.
static bool take_changed_vertices(wend_weld *w) {
    wend_hem *hem = &w->hem;
    for (int64_t i = 0; i < hem->fresh.count; i++) // it may grow
        wend_weld_close_slit(w, hem->fresh.data[i]);
    if (hem->failed)
        return false;
    w->vertices.count = 0;
    for (int64_t i = 0; i < hem->fresh.count; i++) {
        int32_t v = hem->fresh.data[i];
        hem->edges.data[v].fresh = false;
        if (!wend_hem_alive(hem, v))
            continue;
        if (!wend_weld_note_near(w, v) || !wend_weld_note_near(w, wend_hem_previous(hem, v)))
            return false;
        if (!wend_hem_ledge(hem, v) && !wend_hem_ledge(hem, wend_hem_previous(hem, v)))
            continue;
        if (!wend_array_push(hem->context, &w->vertices, v))
            return false;
    }
    hem->fresh.count = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------------- rounds

static wend_result run_round(wend_weld *w, bool first) {
    w->successes = 0;
    if (!extend_near(w) || (!first && !take_changed_vertices(w)))
        return WEND_ERROR_MEMORY;
    if (!first && w->vertices.count == 0)
        return WEND_OK;
    wend_result result = plant_tree(w, first);
    if (result != WEND_OK)
        return result;
    if (first && !take_all_vertices(w))
        return WEND_ERROR_MEMORY;
    result = wend_weld_find_contractions(w);
    if (result != WEND_OK || w->contractions.count == 0)
        return result;
    return wend_weld_contract_all(w);
}

wend_result wend_weld_run_rounds(wend_weld *w, int first) {
    for (int round = first; round < MOST_ROUNDS; round++) {
        wend_result result = run_round(w, round == 0);
        if (result != WEND_OK || w->successes == 0 || w->looks_left <= 0)
            return result;
    }
    return WEND_OK;
}

// Bounds the work by the number of ledges, of which there are keys.
static void set_bounds(wend_weld *w) {
    w->splits_left = SPLITS_EACH * (w->keys.count + 1);
    w->looks_left = LOOKS_EACH * (w->keys.count + 1);
}

wend_result wend_weld_find_hanging(wend_weld *w, bool all) {
    if (!extend_near(w))
        return WEND_ERROR_MEMORY;
    wend_result result = plant_tree(w, all);
    w->vertices.count = 0;
    if (result == WEND_OK && !take_all_vertices(w))
        result = WEND_ERROR_MEMORY;
    w->mending = true;
    if (result == WEND_OK)
        result = wend_weld_find_contractions(w);
    w->mending = false;
    if (all)
        set_bounds(w);
    return result;
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result start_workers(wend_weld *w) {
    size_t bytes = (size_t)wend_thread_count(w->hem.context) * sizeof *w->workers;
    w->workers = wend_allocate_array(w->hem.context, wend_thread_count(w->hem.context), sizeof *w->workers);
    if (w->workers == NULL)
        return WEND_ERROR_MEMORY;
    memset(w->workers, 0, bytes);
    return WEND_OK;
}

wend_result wend_weld_make(wend_context *context, wend_raw *raw, double reach, wend_weld *w) {
    *w = (wend_weld){.reach = reach >= 1 ? reach : 1};
    w->reach = w->reach < WEND_COORDINATE_MAX ? w->reach : WEND_COORDINATE_MAX;
    w->reach2 = w->reach * w->reach;
    w->look2 = (w->reach + 2) * (w->reach + 2);
    wend_result result = wend_hem_make(context, raw, w->reach, &w->hem);
    return result == WEND_OK ? start_workers(w) : result;
}

void wend_weld_free(wend_weld *w) {
    wend_context *context = w->hem.context;
    int threads = wend_thread_count(context);
    for (int k = 0; w->workers != NULL && k < threads; k++) {
        wend_array_free(context, &w->workers[k].contractions);
        wend_array_free(context, &w->workers[k].near);
    }
    wend_release(context, w->workers, (size_t)threads * sizeof *w->workers);
    wend_array_free(context, &w->items);
    wend_array_free(context, &w->keys);
    wend_array_free(context, &w->vertices);
    wend_array_free(context, &w->near);
    wend_array_free(context, &w->near_borders);
    wend_array_free(context, &w->contractions);
    wend_array_free(context, &w->splits);
    wend_array_free(context, &w->first_split);
    wend_tree_free(context, &w->tree);
    wend_hem_free(&w->hem);
}

static wend_result run_weld(wend_weld *w) {
    wend_result result = join_coincident(w);
    set_bounds(w);
    return result == WEND_OK ? wend_weld_run_rounds(w, 0) : result;
}

wend_result wend_raw_weld(wend_context *context, wend_raw *raw, double distance, int64_t *closed) {
    wend_weld w;
    wend_result result = wend_weld_make(context, raw, distance, &w);
    if (result == WEND_OK)
        result = run_weld(&w);
    if (result == WEND_OK)
        result = wend_hem_stand_walls(&w.hem);
    *closed = w.hem.joined;
    wend_weld_free(&w);
    return result;
}
