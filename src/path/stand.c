// Where a path begins and ends: the pieces of the roads that hold a place, and whether a disc fits there (room.c: where
// it does when not).
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"

// How far a place is beyond a side of a piece, in lattice steps, and where along it.
static double beyond(const wend_roads_view *v, int32_t side, wend_way place, double *along, double *length) {
    wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
    wend_way e = wend_way_minus(y, x), to = wend_way_minus(place, x);
    *length = sqrt(wend_way_dot(e, e));
    *along = wend_way_dot(e, to) / *length;
    return -wend_way_cross(e, to) / *length;
}

bool wend_stand_pieces(wend_search *s, int32_t piece, wend_way place, wend_list *list) {
    const wend_roads_view *v = &s->v;
    list->count = 0;
    if (!wend_array_push(s->context, list, piece))
        return false;
    for (int64_t k = 0; k < list->count; k++) {
        piece = list->data[k];
        for (int32_t side = v->pieces[piece].side; side < v->pieces[piece + 1].side; side++) {
            double along = 0, length = 0, far = v->sides[side].twin >= 0 ? beyond(v, side, place, &along, &length) : -1;
            if (far < -s->slack || along < -s->slack || along > length + s->slack)
                continue;
            int32_t other = v->side_pieces[v->sides[side].twin];
            bool known = false;
            for (int64_t i = 0; i < list->count; i++)
                known |= list->data[i] == other;
            if (!known && !wend_array_push(s->context, list, other))
                return false;
        }
    }
    return true;
}

double wend_stand_beyond(const wend_search *s, int32_t triangle, wend_way place) {
    const int32_t *c = s->plan.triangles[triangle].v;
    double most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        wend_way a = wend_road_place(s->plan.vertices[c[i]]), b = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(b, a);
        double out = -wend_way_cross(e, wend_way_minus(place, a)) / sqrt(wend_way_dot(e, e));
        most = out > most ? out : most;
    }
    return most;
}

int32_t wend_stand_triangle(const wend_search *s, int32_t piece, wend_way place, wend_way ahead) {
    const wend_roads_view *v = &s->v;
    int32_t best = v->triangles[v->pieces[piece].triangle];
    wend_way step = {place.x + ahead.x, place.y + ahead.y};
    double least = INFINITY;
    for (int32_t k = v->pieces[piece].triangle; k < v->pieces[piece + 1].triangle; k++) {
        double here = wend_stand_beyond(s, v->triangles[k], place);
        double far = here > s->slack ? 4 + here : wend_stand_beyond(s, v->triangles[k], step);
        if (far < least) {
            least = far;
            best = v->triangles[k];
        }
    }
    return best;
}

// A gap that is narrower than the disc by this share is as wide as it: radii of the medial axis are rounded.
#define TIE 1e-9

double wend_stand_least(double radius) {
    return radius * (1 - TIE);
}

bool wend_stand_fits(const wend_search *s, int32_t triangle, wend_way place, double least, wend_medial_near *near) {
    if (!(fabs(place.x) <= 0x1p30 && fabs(place.y) <= 0x1p30)) // an axis that was not proven may lie anywhere
        return false;
    wend_medial_near_at(s->medial, triangle, (wend_vec){place.x, place.y}, near);
    return near->site >= 0 && near->clearance >= (least - s->slack) * s->metres;
}

void wend_stand_at(const wend_search *s, int32_t triangle, wend_way place, const wend_medial_near *near, double least,
                   wend_stand *out) {
    out->near = *near;
    if (out->near.clearance < least * s->metres) // by rounding
        out->near.clearance = least * s->metres;
    out->place = place;
    out->piece = s->v.triangle_piece[triangle];
    wend_point point = {(int32_t)floor(place.x + 0.5), (int32_t)floor(place.y + 0.5)};
    out->spot = (wend_spot){wend_stand_triangle(s, out->piece, place, (wend_way){0, 0}), point, 0};
    out->component = wend_medial_component_of(s->medial, &out->near, least * s->metres);
}

bool wend_stand_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out) {
    *out = (wend_stand){.place = wend_road_place(spot->point), .spot = *spot, .component = -1};
    out->piece = s->v.triangle_piece[spot->triangle];
    wend_medial_clearance(s->medial, spot, &out->near);
    if (out->near.site < 0)
        return false;
    if (!(out->near.clearance >= radius))
        return wend_room_find(s, spot, radius / s->metres, out);
    out->component = wend_medial_component_of(s->medial, &out->near, wend_stand_least(radius));
    return out->component >= 0;
}
