// Where a path begins and ends: the pieces of the roads that hold a place, and the nearest place where a disc fits.
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
            double along, length, far = v->sides[side].twin >= 0 ? beyond(v, side, place, &along, &length) : -1;
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

static bool contains(const wend_search *s, int32_t piece, wend_way place) {
    const wend_roads_view *v = &s->v;
    double along, length;
    for (int32_t side = v->pieces[piece].side; side < v->pieces[piece + 1].side; side++)
        if (beyond(v, side, place, &along, &length) > s->slack)
            return false;
    return true;
}

// The piece that holds a place, straight from another one in `piece`; -1 when a wall is before it.
static int32_t walk(const wend_search *s, int32_t piece, wend_way from, wend_way to) {
    const wend_roads_view *v = &s->v;
    wend_way way = wend_way_minus(to, from);
    for (int32_t bound = 0; bound < v->piece_count; bound++) {
        int32_t exit = -1;
        double least = 1, along, length;
        for (int32_t side = v->pieces[piece].side; side < v->pieces[piece + 1].side; side++) {
            double end = beyond(v, side, to, &along, &length), begin = beyond(v, side, from, &along, &length);
            if (end <= 0 || v->sides[side].twin < 0 || end <= begin)
                continue;
            double share = begin < 0 ? -begin / (end - begin) : 0; // of the way until it leaves over this side
            wend_way place = {from.x + share * way.x, from.y + share * way.y};
            beyond(v, side, place, &along, &length);
            if (share < least && along >= -s->slack && along <= length + s->slack) {
                least = share;
                exit = side;
            }
        }
        if (exit < 0)
            return contains(s, piece, to) ? piece : -1;
        from = (wend_way){from.x + least * way.x, from.y + least * way.y};
        way = wend_way_minus(to, from);
        piece = v->side_pieces[v->sides[exit].twin];
    }
    return -1;
}

// The same from whichever pieces hold `from`, the first of which is `piece`: from a corner one must set out on the
// right side. Straight on from there, `far` must be met in a triangle: where floor winds around the corner, that tells
// the turns apart. -1 when there is none. False when memory is short.
static bool walk_any(wend_search *s, wend_way from, wend_way to, wend_way far, int32_t triangle, int32_t *piece) {
    wend_list *list = &s->start_pieces, *ends = &s->goal_pieces; // not in use yet
    if (!wend_stand_pieces(s, *piece, from, list) || !wend_stand_pieces(s, s->v.triangle_piece[triangle], far, ends))
        return false;
    *piece = -1;
    for (int64_t k = 0; k < list->count; k++) {
        int32_t at = walk(s, list->data[k], from, to), end = at >= 0 ? walk(s, at, to, far) : -1;
        *piece = at >= 0 && *piece < 0 ? at : *piece;
        for (int64_t i = 0; end >= 0 && i < ends->count; i++)
            if (ends->data[i] == end) {
                *piece = at;
                return true;
            }
    }
    return true;
}

// How far a place is beyond the sides of a triangle, in lattice steps.
static double beyond_triangle(const wend_search *s, int32_t triangle, wend_way place) {
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

// The triangle of a piece that holds a place; of several, the one that a way in a direction sets out into. (Around a
// corner where floor winds only that one tells the floor.)
int32_t wend_stand_triangle(const wend_search *s, int32_t piece, wend_way place, wend_way ahead) {
    const wend_roads_view *v = &s->v;
    int32_t best = v->triangles[v->pieces[piece].triangle];
    wend_way step = {place.x + ahead.x, place.y + ahead.y};
    double least = INFINITY;
    for (int32_t k = v->pieces[piece].triangle; k < v->pieces[piece + 1].triangle; k++) {
        double here = beyond_triangle(s, v->triangles[k], place);
        double far = here > s->slack ? 4 + here : beyond_triangle(s, v->triangles[k], step);
        if (far < least) {
            least = far;
            best = v->triangles[k];
        }
    }
    return best;
}

// A gap that is narrower than the disc by this share is as wide as it: radii of the medial axis are rounded.
#define TIE 1e-9

// Whether a place can be one of the plan. An axis that was not proven may lie elsewhere.
static bool is_near(double x, double y) {
    return fabs(x) <= 0x1p30 && fabs(y) <= 0x1p30;
}

// The spot itself, or the nearest place where the disc fits: straight away from the nearest obstacle. False when it
// does not fit there either.
bool wend_stand_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out) {
    wend_medial_near near;
    wend_medial_clearance(s->medial, spot, &near);
    *out = (wend_stand){.place = wend_road_place(spot->point), .spot = *spot};
    out->piece = s->v.triangle_piece[spot->triangle];
    out->component = wend_medial_component(s->medial, spot, radius * (1 - TIE));
    if (near.site < 0)
        return false;
    if (near.clearance >= radius)
        return out->component >= 0;
    wend_ground g = wend_medial_ground(s->medial);
    wend_arc_point far = wend_arc_point_at(&g, near.arc, near.at);
    if (far.radius * s->metres < radius)
        return false;
    wend_vec foot = wend_medial_foot(&g, near.site, (wend_vec){spot->point.x, spot->point.y});
    double x = far.x - foot.x, y = far.y - foot.y, scale = radius / s->metres / sqrt(x * x + y * y);
    out->place = (wend_way){foot.x + x * scale, foot.y + y * scale};
    if (!is_near(far.x, far.y) || !is_near(out->place.x, out->place.y))
        return false;
    wend_spot axis = {wend_medial_arc_triangle(s->medial, near.arc, near.at),
                      {(int32_t)floor(far.x + 0.5), (int32_t)floor(far.y + 0.5)},
                      0};
    if (axis.triangle < 0) // only where the axis was not proven
        return false;
    if (!walk_any(s, wend_road_place(spot->point), out->place, (wend_way){far.x, far.y}, axis.triangle, &out->piece)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    if (out->piece < 0)
        return false;
    wend_point point = {(int32_t)floor(out->place.x + 0.5), (int32_t)floor(out->place.y + 0.5)};
    out->spot = (wend_spot){wend_stand_triangle(s, out->piece, out->place, (wend_way){0, 0}), point, 0};
    out->moved = radius - near.clearance;
    out->component = wend_medial_component(s->medial, &axis, radius * (1 - TIE));
    return true;
}
