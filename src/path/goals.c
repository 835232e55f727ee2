// Several goals at once: those that are nearest by path, or all within a distance.
//
// One search from the start without an aim: what is near comes first, so goals are met in the order of their lengths,
// and each one, when it is taken from the queue, by its shortest way. Arrivals stay until the next query; that is why
// the path to any goal that was found can be told afterwards.
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"

// Lists where the disc stands at the start and for every spot that can be a goal.
static void find_stands(wend_search *s, const wend_spot *from, const wend_spot *spots, int32_t count, double radius) {
    for (int32_t k = -1; k < count && s->failure == WEND_OK; k++) {
        const wend_spot *spot = k < 0 ? from : &spots[k];
        wend_stand stand;
        bool stands = wend_search_holds(s, spot) && wend_stand_find(s, spot, radius, &stand) && stand.component >= 0;
        if (k < 0 && !stands)
            return;
        if (k < 0 && !wend_passages_reach(s, stand.component, false))
            return;
        if (!stands || (k >= 0 && !wend_passages_lead(s, s->stands.data[0].component, stand.component)))
            continue;
        if (!wend_array_push(s->context, &s->stands, stand) || !wend_array_push(s->context, &s->numbers, k))
            s->failure = WEND_ERROR_MEMORY;
    }
}

static void note_found(wend_search *s, int32_t goal, int32_t entry) {
    double length = entry >= 0 ? s->entries.data[entry].least * s->metres : 0;
    if (!wend_array_push(s->context, &s->found, (wend_found){goal, entry}) ||
        !wend_array_push(s->context, &s->nearest, (wend_path_goal){s->numbers.data[goal + 1], length})) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    for (int64_t k = s->nearest.count - 1; k > 0; k--) { // equal ones by number
        wend_path_goal *g = &s->nearest.data[k];
        if (g[-1].length < g->length || g[-1].goal < g->goal)
            return;
        wend_path_goal swap = *g;
        wend_found other = s->found.data[k];
        *g = g[-1];
        g[-1] = swap;
        s->found.data[k] = s->found.data[k - 1];
        s->found.data[k - 1] = other;
    }
}

static bool add_start(wend_search *s) {
    const wend_stand *stand = &s->stands.data[0];
    s->start = stand->place;
    if (!wend_stand_pieces(s, stand->piece, s->start, &s->start_pieces))
        return false;
    wend_grounds_open(s, &s->start_pieces);
    wend_engine_start(s, s->start, &s->start_pieces, 0);
    return s->failure == WEND_OK;
}

// Those that lie where the way begins are found at once: no ray leads there.
static bool add_goal(wend_search *s, int32_t goal) {
    const wend_stand *stand = &s->stands.data[goal + 1];
    if (!wend_stand_pieces(s, stand->piece, stand->place, &s->goal_pieces))
        return false;
    wend_grounds_open(s, &s->goal_pieces);
    if (!wend_goal_add(s, stand->place, &s->goal_pieces))
        return false;
    if (stand->place.x == s->start.x && stand->place.y == s->start.y &&
        wend_pieces_shared(&s->start_pieces, &s->goal_pieces)) {
        s->goals.data[goal].least = 0;
        note_found(s, goal, -1);
    }
    return s->failure == WEND_OK;
}

// Lists what is found. Of goals as near as the last one of the list all are found, so that numbers decide.
static void run(wend_search *s, int32_t most, double farthest) {
    while (s->failure == WEND_OK && s->nearest.count < s->goals.count && most > 0) {
        double end = s->nearest.count >= most ? s->nearest.data[most - 1].length : farthest;
        int32_t entry;
        wend_engine_run(s, INT64_MAX, end / s->metres * (1 + 1e-12), &entry);
        if (entry < 0 || s->entries.data[entry].least * s->metres > end)
            break;
        note_found(s, WEND_ENTRY_GOAL - s->entries.data[entry].side, entry);
    }
    s->nearest.count = s->found.count = s->nearest.count < most ? s->nearest.count : most;
}

wend_result wend_search_nearest(wend_search *s, const wend_spot *from, const wend_spot *spots, int32_t count,
                                int32_t most, double farthest, const wend_path_def *def, const wend_path_goal **goals,
                                int32_t *goal_count) {
    if (goals != NULL)
        *goals = NULL;
    if (goal_count != NULL)
        *goal_count = 0;
    wend_path_def chosen = def != NULL ? *def : wend_default_path_def();
    chosen.excess = 0;
    if (s == NULL || from == NULL || goals == NULL || goal_count == NULL || count < 0 || most < 0 ||
        (count > 0 && spots == NULL) || !(farthest >= 0) || !wend_search_set(s, &chosen))
        return WEND_ERROR_ARGUMENT;
    s->pieces.count = s->stands.count = s->numbers.count = s->nearest.count = 0;
    if (!wend_gates_open(s, chosen.radius, &chosen.filter))
        return WEND_ERROR_MEMORY;
    wend_engine_reset(s);
    wend_gates_use(s);
    s->aimed = false;
    s->cap = INFINITY;
    find_stands(s, from, spots, count, chosen.radius);
    if (s->failure != WEND_OK || s->stands.count < 2)
        return s->failure;
    bool good = add_start(s);
    for (int32_t goal = 0; good && goal + 1 < s->stands.count; goal++)
        good = add_goal(s, goal);
    if (!good)
        return WEND_ERROR_MEMORY;
    run(s, most, farthest);
    if (s->failure != WEND_OK) {
        s->found.count = 0;
        return s->failure;
    }
    *goals = s->nearest.data;
    *goal_count = (int32_t)s->nearest.count;
    return WEND_OK;
}

wend_result wend_search_take(wend_search *s, int32_t k, wend_path_view *path) {
    if (path != NULL)
        *path = (wend_path_view){.status = WEND_PATH_OFF_MESH, .narrow_on = -1};
    if (s == NULL || path == NULL || k < 0 || k >= s->found.count)
        return WEND_ERROR_ARGUMENT;
    wend_found found = s->found.data[k];
    const wend_stand *ends[2] = {&s->stands.data[0], &s->stands.data[found.goal + 1]};
    *path = (wend_path_view){.status = WEND_PATH_REACHED, .proven = true, .narrow_on = -1};
    for (int i = 0; i < 2; i++) {
        path->ends[i] = ends[i]->spot;
        path->moved[i] = ends[i]->moved;
    }
    wend_search_widest(s, ends[0], ends[1], path);
    path->length = path->bound = s->nearest.data[k].length;
    if (s->priced) {
        path->bound = 0;
        path->proven = false;
    }
    s->goal = s->goals.data[found.goal].place;
    wend_result result;
    if (found.entry < 0) {
        result =
            wend_stand_pieces(s, ends[0]->piece, s->start, &s->start_pieces) ? wend_search_stay(s) : WEND_ERROR_MEMORY;
    } else {
        result = wend_collect(s, &s->entries.data[found.entry]);
    }
    if (result != WEND_OK)
        return result;
    path->pieces = s->pieces.data;
    path->piece_count = (int32_t)s->pieces.count;
    return WEND_OK;
}
