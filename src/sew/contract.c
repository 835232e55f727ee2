// Contracting: of what a round has found, what still applies is carried out, the nearest first.
//
// hem.c has the operations, and refuses those that would turn a triangle over or twist a fan. Here it is decided what
// is tried:
//
//     two vertices      one is moved to the other, and ledges that coincide then are joined. Of neighbours along the
//                       hem, the bottom of a crack, the triangle collapses, and the slit beside it is closed
//     vertex and edge   the vertex is contracted with an end of the edge where that helps; otherwise the edge is split
//                       at the vertex, or, when that is refused, where the vertex falls on it
//
// A vertex between a ledge and another kind of border keeps its place, unless the other one cannot move; one at the
// border of a tile always does. Of two others the lesser one does.
//
// All vertices for which it is best to split one edge do it together, when the first of them has its turn, from its end
// to its start: what is left of the edge between them and its start keeps its name.
//
// Since a contraction was found, much may have changed. So each is judged anew, and vertices that had a choice look
// around again in the next round. A vertex that was refused MOST_REFUSALS times is tired, until something is joined at
// it.
//
// Cost: that of the operations, a fan at most for each contraction; and sorting the splits.
#include "sew/weld.h"

#include "base/context.h"

enum { MOST_REFUSALS = 16, BETWEEN_PAUSES = 4096 };

// ---------------------------------------------------------------------------------------------------- vertices

static bool stays(const wend_hem *hem, int32_t vertex) {
    return !wend_hem_ledge(hem, vertex) || !wend_hem_ledge(hem, wend_hem_previous(hem, vertex));
}

static bool pinned(const wend_hem *hem, int32_t vertex) {
    const wend_raw_border *borders = hem->raw->borders.data;
    return borders[vertex].kind == WEND_BOUNDARY_CUT ||
           borders[wend_hem_previous(hem, vertex)].kind == WEND_BOUNDARY_CUT;
}

static void refuse(wend_hem *hem, int32_t vertex) {
    if (wend_hem_alive(hem, vertex) && hem->edges.data[vertex].refusals < MOST_REFUSALS)
        hem->edges.data[vertex].refusals++;
}

static bool tired(const wend_hem *hem, int32_t vertex) {
    return hem->edges.data[vertex].refusals >= MOST_REFUSALS;
}

static bool move_to(wend_hem *hem, int32_t vertex, wend_point3 place) {
    return !pinned(hem, vertex) && wend_hem_move(hem, vertex, place);
}

// Whether the first of two vertices shall keep its place: the one that has other borders than ledges, or else the
// least.
static bool first_stays(const wend_hem *hem, int32_t a, int32_t b) {
    bool a_stays = stays(hem, a), b_stays = stays(hem, b);
    wend_point3 pa = wend_hem_from(hem, a), pb = wend_hem_from(hem, b);
    return a_stays != b_stays ? a_stays : wend_compare3(&pa, &pb) <= 0;
}

// Brings two vertices to the place of one of them.
static bool bring_together(wend_hem *hem, int32_t a, int32_t b) {
    wend_point3 pa = wend_hem_from(hem, a), pb = wend_hem_from(hem, b);
    if (wend_same3(pa, pb))
        return true;
    if (first_stays(hem, a, b))
        return move_to(hem, b, pa) || move_to(hem, a, pb);
    return move_to(hem, a, pb) || move_to(hem, b, pa);
}

void wend_weld_close_slit(wend_weld *w, int32_t vertex) {
    wend_hem *hem = &w->hem;
    while (wend_hem_alive(hem, vertex)) {
        int32_t in = wend_hem_previous(hem, vertex), next = wend_hem_next(hem, vertex);
        if (!wend_hem_join(hem, vertex, in))
            return;
        w->successes++;
        vertex = next;
    }
}

// Joins what coincides at two vertices of the same place. Returns how many pairs.
static int join_around(wend_hem *hem, int32_t a, int32_t b) {
    int32_t to_a = wend_hem_previous(hem, a), to_b = wend_hem_previous(hem, b);
    int joined = wend_hem_join(hem, a, to_b) ? 1 : 0;
    if (wend_hem_alive(hem, b) && wend_hem_alive(hem, to_a) && wend_hem_join(hem, b, to_a))
        joined++;
    return joined;
}

// Contracts the two ends of a ledge: the bottom of a crack.
static bool collapse(wend_hem *hem, int32_t e) {
    int32_t next = wend_hem_next(hem, e);
    bool at_first = first_stays(hem, e, next);
    if (!pinned(hem, at_first ? next : e) && wend_hem_collapse(hem, e, at_first))
        return true;
    return !pinned(hem, at_first ? e : next) && wend_hem_collapse(hem, e, !at_first);
}

static bool contract_neighbours(wend_weld *w, int32_t e) {
    int32_t next = wend_hem_next(&w->hem, e);
    if (!collapse(&w->hem, e))
        return false;
    wend_weld_close_slit(w, next);
    return true;
}

// Contracts two vertices that are alive; true when that changed something.
static bool contract_vertices(wend_weld *w, int32_t a, int32_t b) {
    wend_hem *hem = &w->hem;
    double distance2;
    if (tired(hem, a) || tired(hem, b) || !wend_weld_vertices_help(w, a, b, &distance2))
        return false;
    bool good;
    if (wend_hem_next(hem, a) == b)
        good = contract_neighbours(w, a);
    else if (wend_hem_next(hem, b) == a)
        good = contract_neighbours(w, b);
    else
        good = bring_together(hem, a, b) && (join_around(hem, a, b) > 0 || distance2 > 0);
    if (good) {
        w->successes++;
    } else {
        refuse(hem, a);
        refuse(hem, b);
    }
    return good;
}

// ---------------------------------------------------------------------------------------------------- splits

// The lattice point nearest to where p falls on the segment a-b.
static wend_point3 foot(wend_point3 p, wend_point3 a, wend_point3 b) {
    double part = (double)wend_dot3(a, b, a, p) / (double)wend_distance3(a, b);
    double x = (double)a.x + part * ((double)b.x - a.x), y = (double)a.y + part * ((double)b.y - a.y);
    double z = (double)a.z + part * ((double)b.z - a.z);
    return (wend_point3){(int32_t)(x < 0 ? x - 0.5 : x + 0.5), (int32_t)(y < 0 ? y - 0.5 : y + 0.5),
                         (int32_t)(z < 0 ? z - 0.5 : z + 0.5)};
}

// Splits border f at a vertex; where the vertex lies too far off for that, it is moved onto the border first.
static wend_result split_at(wend_weld *w, int32_t vertex, int32_t f, int32_t *rest, bool *done) {
    wend_hem *hem = &w->hem;
    wend_point3 p = wend_hem_from(hem, vertex);
    wend_result result = wend_hem_split(hem, f, p, rest, done);
    if (result != WEND_OK || *done)
        return result;
    wend_point3 place = foot(p, wend_hem_from(hem, f), wend_hem_to(hem, f));
    if (wend_same3(place, p) || !move_to(hem, vertex, place))
        return WEND_OK;
    return wend_hem_split(hem, f, place, rest, done);
}

// Contracts a vertex with the nearer end of a border, when it is near one, or else with the border.
static wend_result contract_edge(wend_weld *w, int32_t vertex, int32_t f) {
    wend_hem *hem = &w->hem;
    double distance2;
    bool done;
    if (!wend_hem_alive(hem, vertex) || !wend_hem_alive(hem, f) || tired(hem, vertex) ||
        !wend_weld_split_helps(w, vertex, f, &distance2))
        return WEND_OK;
    wend_point3 p = wend_hem_from(hem, vertex);
    int32_t ends[2] = {f, wend_hem_next(hem, f)};
    int nearer = wend_distance3(p, wend_hem_from(hem, ends[1])) < wend_distance3(p, wend_hem_from(hem, ends[0]));
    if (contract_vertices(w, vertex, ends[nearer]) || contract_vertices(w, vertex, ends[1 - nearer]))
        return WEND_OK;
    int32_t rest;
    if (w->splits_left <= 0)
        return WEND_OK;
    wend_result result = split_at(w, vertex, f, &rest, &done);
    if (result != WEND_OK)
        return result;
    if (!done) {
        refuse(hem, vertex);
        return WEND_OK;
    }
    w->splits_left--;
    w->successes++;
    join_around(hem, vertex, rest);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- a round

// Splits by edge, along each from its end to its start.
static int compare_splits(const void *first, const void *second, const void *user) {
    const wend_weld *w = user;
    const wend_hem *hem = &w->hem;
    const wend_contraction *a = &w->contractions.data[*(const int32_t *)first];
    const wend_contraction *b = &w->contractions.data[*(const int32_t *)second];
    if (a->partner != b->partner)
        return a->partner < b->partner ? -1 : 1;
    wend_point3 from = wend_hem_from(hem, a->partner), to = wend_hem_to(hem, a->partner);
    int64_t along = wend_dot3(from, to, wend_hem_from(hem, a->vertex), wend_hem_from(hem, b->vertex));
    if (along != 0)
        return along > 0 ? 1 : -1;
    return wend_weld_compare_vertices(hem, a->vertex, b->vertex);
}

// Lists the splits of each border that are best for their vertices.
static bool group_splits(wend_weld *w) {
    wend_context *context = w->hem.context;
    w->splits.count = 0;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const wend_contraction *c = &w->contractions.data[i];
        if (c->kind == WEND_WITH_EDGE && c->best && !c->unclear && !wend_array_push(context, &w->splits, (int32_t)i))
            return false;
    }
    if (!wend_sort(context, w->splits.data, w->splits.count, sizeof *w->splits.data, compare_splits, w))
        return false;
    int64_t known = w->first_split.count;
    if (!wend_array_resize(context, &w->first_split, w->hem.edges.count))
        return false;
    for (; known < w->first_split.count; known++)
        w->first_split.data[known] = -1;
    for (int64_t i = w->splits.count - 1; i >= 0; i--)
        w->first_split.data[w->contractions.data[w->splits.data[i]].partner] = (int32_t)i;
    return true;
}

// All splits of a border, when the first of them has its turn.
static wend_result contract_edge_with_all(wend_weld *w, int32_t f) {
    int64_t i = w->first_split.data[f];
    w->first_split.data[f] = -1;
    wend_result result = WEND_OK;
    for (; i < w->splits.count && result == WEND_OK; i++) {
        const wend_contraction *c = &w->contractions.data[w->splits.data[i]];
        if (c->partner != f)
            break;
        result = contract_edge(w, c->vertex, f);
    }
    return result;
}

static wend_result contract(wend_weld *w, const wend_contraction *c) {
    wend_hem *hem = &w->hem;
    if (c->unclear)
        return WEND_OK;
    wend_result result = WEND_OK;
    if (c->kind == WEND_WITH_EDGE && c->best) {
        if (w->first_split.data[c->partner] >= 0)
            result = contract_edge_with_all(w, c->partner);
    } else if (wend_hem_alive(hem, c->vertex) && wend_hem_alive(hem, c->partner)) {
        if (c->kind == WEND_WITH_EDGE)
            result = contract_edge(w, c->vertex, c->partner);
        else
            contract_vertices(w, c->vertex, c->partner);
    }
    return result != WEND_OK ? result : hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// A vertex that had a choice looks around in the next round, too.
static void look_again(wend_hem *hem, int32_t vertex) {
    if (wend_hem_alive(hem, vertex) && !tired(hem, vertex))
        wend_hem_note(hem, vertex);
}

wend_result wend_weld_contract_all(wend_weld *w) {
    wend_hem *hem = &w->hem;
    if (!group_splits(w))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const wend_contraction *c = &w->contractions.data[i];
        wend_result result = contract(w, c);
        if (result != WEND_OK)
            return result;
        look_again(hem, c->vertex);
        if (c->kind == WEND_WITH_VERTEX)
            look_again(hem, c->partner);
        if (i % BETWEEN_PAUSES == 0 && wend_pause(hem->context, "weld", 0.5))
            return WEND_ERROR_CANCELLED;
    }
    return hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}
