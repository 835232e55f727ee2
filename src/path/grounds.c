// What a filter says of the ground: areas where the centre of the disc must not go.
//
// Areas never change how much room there is, so a forbidden area is no obstacle to the disc, only to its centre. Pieces
// lie in one area each, so the pieces of forbidden areas are shut: no ray goes on into them, and a turn ends where its
// circle enters one. Their edges are allowed, as walls are for a disc without size.
//
// What else a shortest way can do at a forbidden area is turn around its corners: where its border has a corner with
// less than 180 degrees of forbidden ground. These are gates whose exit is their entrance (gates.c). Where the border
// meets the circle of a notch, or the line along a wall that the centre keeps to, less than 180 degrees are free, so no
// way turns there; for the same reason a corner counts only if the disc fits there. Corners of exactly 180 degrees are
// gates, too: so a way along a straight border goes from one of its vertices to the next, and no rounding is in its
// way. With radius 0 corners on the boundary are gates whatever their angle.
//
// Reachability. The medial axis knows nothing of areas. It tells where there is no way at all; else the search itself
// does, by coming to an end. The number of corners and of arrivals that are not beaten by others is finite, and turns
// know where they end at a forbidden piece (turn.c), so one beats another only if it really gets there.
//
// Cost: O(pieces and borders) when radius or filter change, and a query of the medial axis for each corner.
#include "path/search.h"

#include "base/context.h"
#include "plan/walk.h"

bool wend_filter_is_sound(const wend_path_filter *filter) {
    if (filter->forbid_area_count < 0 || filter->cost_count < 0 ||
        (filter->forbid_area_count > 0 && filter->forbid_areas == NULL) ||
        (filter->cost_count > 0 && filter->costs == NULL))
        return false;
    for (int32_t k = 0; k < filter->forbid_area_count; k++)
        if (filter->forbid_areas[k] < 0 || filter->forbid_areas[k] > WEND_AREA_MAX)
            return false;
    for (int32_t k = 0; k < filter->cost_count; k++)
        if (filter->costs[k].area < 0 || filter->costs[k].area > WEND_AREA_MAX || !(filter->costs[k].factor >= 1) ||
            !(filter->costs[k].factor < 0x1p60))
            return false;
    return true;
}

static bool is_forbidden(const wend_search *s, const wend_path_filter *filter, int32_t area) {
    for (int32_t k = 0; k < filter->forbid_area_count; k++)
        if (filter->forbid_areas[k] == area)
            return true;
    const wend_area *line = wend_area_find(s->areas.data, (int32_t)s->areas.count, area);
    return line != NULL && (line->tags & filter->forbid_tags) != 0;
}

bool wend_grounds_shut(wend_search *s, const wend_path_filter *filter) {
    s->shut_any = false;
    if (filter->forbid_area_count == 0 && filter->forbid_tags == 0)
        return true;
    if (!wend_array_resize(s->context, &s->shut, s->v.piece_count))
        return false;
    int32_t last = -1;
    bool shut = false;
    for (int32_t k = 0; k < s->v.piece_count; k++) {
        int32_t area = wend_plan_area_of(s->roads->plan, s->v.triangles[s->v.pieces[k].triangle]);
        shut = area == last ? shut : is_forbidden(s, filter, area);
        last = area;
        s->shut.data[k] = shut;
        s->shut_any |= shut;
    }
    return true;
}

void wend_grounds_open(const wend_search *s, wend_list *pieces) {
    int64_t kept = 0;
    for (int64_t k = 0; s->shut_any && k < pieces->count; k++)
        if (!s->shut.data[pieces->data[k]])
            pieces->data[kept++] = pieces->data[k];
    pieces->count = s->shut_any ? kept : pieces->count;
}

// ---------------------------------------------------------------------------------------------------- corners

static bool is_shut(const wend_search *s, int32_t half) {
    return s->shut.data[s->v.triangle_piece[half / 3]] != 0;
}

// Whether a way may turn around the start of a half-edge, where forbidden ground begins on its left.
static bool is_corner(const wend_search *s, const wend_flat *flat, int32_t half) {
    wend_point at = wend_flat_from(flat, half), start = wend_flat_to(flat, half);
    int32_t turned = 0;
    for (int32_t e = half; e >= 0 && is_shut(s, e) && turned < 4; e = wend_flat_after(flat, e))
        turned = wend_turned(at, start, wend_flat_from(flat, wend_half_previous(e)), turned);
    return turned <= 2;
}

bool wend_corner_fits(const wend_search *s, int32_t triangle, wend_way place, double radius) {
    wend_medial_near near;
    return s->radius == 0 || wend_stand_fits(s, triangle, place, radius / s->metres, &near);
}

bool wend_corner_add(wend_search *s, int32_t triangle, wend_way place, double radius, bool priced) {
    if (!wend_corner_fits(s, triangle, place, radius))
        return true;
    wend_gate gate = {.entrance = place, .exit = place, .way = -1, .priced = priced};
    if (!wend_stand_pieces(s, s->v.triangle_piece[triangle], place, &s->bend_pieces))
        return false;
    wend_grounds_open(s, &s->bend_pieces);
    return wend_gate_add(s, &gate, &s->bend_pieces, &s->bend_pieces);
}

bool wend_corner_add_vertex(wend_search *s, int32_t half, double radius, bool priced) {
    int64_t known = s->corner_marks.count;
    if (!wend_array_resize(s->context, &s->corner_marks, s->plan.vertex_count))
        return false;
    for (int64_t k = known; k < s->corner_marks.count; k++)
        s->corner_marks.data[k] = s->gate_round - 1;
    int32_t vertex = s->plan.triangles[half / 3].v[half % 3];
    if (s->corner_marks.data[vertex] == s->gate_round)
        return true;
    s->corner_marks.data[vertex] = s->gate_round;
    return wend_corner_add(s, half / 3, wend_road_place(s->plan.vertices[vertex]), radius, priced);
}

bool wend_grounds_corner(wend_search *s, double radius) {
    if (!s->shut_any)
        return true;
    wend_flat flat = wend_flat_of_plan(&s->plan);
    for (int32_t k = 0; k < s->plan.border_count; k++)
        for (int side = 0; side < 2; side++) {
            int32_t half = side ? wend_flat_twin(&flat, s->plan.borders[k]) : s->plan.borders[k];
            int32_t twin = wend_flat_twin(&flat, half);
            if (!is_shut(s, half) || is_shut(s, twin))
                continue;
            int32_t ends[2] = {half, twin}; // it begins at one and ends at the other
            for (int i = 0; i < 2; i++) {
                bool bound = s->plan.vertex_flags[wend_flat_start(&flat, ends[i])] & WEND_VERTEX_BOUNDARY;
                bool counts = bound ? s->radius == 0 : i == 0 && is_corner(s, &flat, half);
                if (counts && !wend_corner_add_vertex(s, ends[i], radius, false))
                    return false;
            }
        }
    return true;
}
