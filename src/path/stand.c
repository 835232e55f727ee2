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

// Whether a place is beyond a side of a triangle by more than rounding.
static bool is_beyond(const wend_search *s, int32_t triangle, wend_way place) {
    const int32_t *c = s->plan.triangles[triangle].v;
    for (int i = 0; i < 3; i++) {
        wend_way a = wend_road_place(s->plan.vertices[c[i]]), b = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(b, a);
        double out = -wend_way_cross(e, wend_way_minus(place, a));
        if (out > 0 && out * out > s->slack * s->slack * wend_way_dot(e, e))
            return true;
    }
    return false;
}

// The triangle of a piece that holds a place, or the nearest; *off is then how far that is, and otherwise less than 4.
static int32_t triangle_in(const wend_search *s, int32_t piece, wend_way place, wend_way step, double *off) {
    const wend_roads_view *v = &s->v;
    int32_t first = v->pieces[piece].triangle, end = v->pieces[piece + 1].triangle, best = v->triangles[first];
    *off = INFINITY;
    for (int beyond_too = 0; beyond_too < 2 && *off == INFINITY; beyond_too++)
        for (int32_t k = first; k < end; k++) {
            bool beyond_it = is_beyond(s, v->triangles[k], place);
            if (beyond_it && !beyond_too)
                continue;
            double far = wend_stand_beyond(s, v->triangles[k], beyond_it ? place : step) + (beyond_it ? 4 : 0);
            if (far < *off) {
                *off = far;
                best = v->triangles[k];
            }
        }
    return best;
}

// The piece beside another one over the side that a place is farthest beyond; -1 for a wall or none.
static int32_t piece_toward(const wend_search *s, int32_t piece, wend_way place) {
    const wend_roads_view *v = &s->v;
    double most = 0, along, length;
    int32_t twin = -1;
    for (int32_t side = v->pieces[piece].side; side < v->pieces[piece + 1].side; side++) {
        double far = beyond(v, side, place, &along, &length);
        if (far > most) {
            most = far;
            twin = v->sides[side].twin;
        }
    }
    return twin >= 0 ? v->side_pieces[twin] : -1;
}

int32_t wend_stand_triangle(const wend_search *s, int32_t piece, wend_way place, wend_way ahead) {
    wend_way step = {place.x + ahead.x, place.y + ahead.y};
    double off, nearer;
    int32_t best = triangle_in(s, piece, place, step, &off);
    // Where a ray touches a circle is known to a step or two: it may be in the piece beside the one that was swept.
    for (int hops = 0; hops < 4 && off > 4; hops++) {
        piece = piece_toward(s, piece, place);
        int32_t other = piece >= 0 ? triangle_in(s, piece, place, step, &nearer) : -1;
        if (other < 0 || nearer >= off)
            break;
        best = other;
        off = nearer;
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

// The place of a spot, or where it was rounded to just beside its triangle, the nearest one of that.
static wend_way place_of(const wend_search *s, const wend_spot *spot) {
    wend_way place = wend_road_place(spot->point), best = place;
    const int32_t *c = s->plan.triangles[spot->triangle].v;
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        wend_way a = wend_road_place(s->plan.vertices[c[i]]), b = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(b, a), to = wend_way_minus(place, a);
        if (wend_way_cross(e, to) >= 0)
            continue;
        double share = fmax(0, fmin(1, wend_way_dot(e, to) / wend_way_dot(e, e)));
        wend_way near = {a.x + share * e.x, a.y + share * e.y}, off = wend_way_minus(near, place);
        if (wend_way_dot(off, off) < least) {
            least = wend_way_dot(off, off);
            best = near;
        }
    }
    return best;
}

bool wend_stand_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out) {
    *out = (wend_stand){.place = place_of(s, spot), .spot = *spot, .component = -1};
    wend_way rounded = wend_way_minus(out->place, wend_road_place(spot->point));
    out->moved = sqrt(wend_way_dot(rounded, rounded)) * s->metres;
    out->piece = s->v.triangle_piece[spot->triangle];
    wend_medial_near_at(s->medial, spot->triangle, (wend_vec){out->place.x, out->place.y}, &out->near);
    if (out->near.site < 0)
        return false;
    if (!(out->near.clearance >= radius))
        return wend_room_find(s, spot, radius / s->metres, out);
    out->component = wend_medial_component_of(s->medial, &out->near, wend_stand_least(radius));
    return out->component >= 0;
}
