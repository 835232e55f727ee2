// Asking a distance map: of all rays that go through the piece of a place, those that reach it soonest.
//
// The way to a place ends with a ray of a source: along its tangent to the place, with nothing in the way in the piece.
// Rays are kept in the order of how near they can be, so the search ends when no other can be nearer. A place that lies
// on sides or in a corner is looked for in all pieces that hold it.
//
// A map never changes and asking it needs no memory, so any thread may.
#include "path/flow.h"

#include "medial/medial.h"

// What is found.
typedef struct best {
    double length; // lattice steps
    wend_way d;    // in which the ray arrives
    int32_t source;
} best;

static bool is_in_way(const wend_flow *f, const wend_flow_source *source, double bend, int32_t notch, wend_way d,
                      double ahead) {
    if (notch < 0 || notch == source->notch)
        return false;
    wend_way at = wend_way_minus(wend_road_place(f->plan.vertices[f->v.notches[notch].vertex]), source->centre);
    if (at.x == 0 && at.y == 0)
        return false;
    double offset = wend_offset(d, at, bend), along = wend_way_dot(d, at);
    return offset < f->narrow && offset > -f->narrow && along > 0 && along < ahead;
}

static bool is_hidden(const wend_flow *f, int32_t piece, const wend_flow_source *source, double bend, wend_way d,
                      double ahead) {
    const wend_road_piece *p = &f->v.pieces[piece];
    if (f->radius == 0)
        return false;
    for (int32_t k = p->side; k < p[1].side; k++)
        if (is_in_way(f, source, bend, f->v.sides[k].notch, d, ahead))
            return true;
    for (int32_t k = p->visitor; k < p[1].visitor && (double)f->v.visitors[k].near <= f->radius + f->slack; k++)
        if (is_in_way(f, source, bend, f->v.visitors[k].notch, d, ahead))
            return true;
    return false;
}

// The ray of a source that comes to a place, if it is one of these.
static bool reaches(const wend_flow *f, const wend_flow_rays *rays, wend_way v, double bend, wend_way *d,
                    double *ahead) {
    double square = wend_way_dot(v, v), rest = square - bend * bend;
    if (!(square > 0) || rest < -4 * f->slack * fabs(bend))
        return false;
    *ahead = rest > 0 ? sqrt(rest) : 0;
    *d = (wend_way){(*ahead * v.x - bend * v.y) / square, (*ahead * v.y + bend * v.x) / square};
    // Limits are floats. A ray just beyond one passes what makes it by a distance that is smaller by far.
    double loose = 2e-7 + (f->slack + sqrt(4 * f->slack * fabs(bend))) / sqrt(square);
    wend_way right = {(double)rays->right[0], (double)rays->right[1]};
    wend_way left = {(double)rays->left[0], (double)rays->left[1]};
    return wend_way_cross(right, *d) >= -loose && wend_way_cross(*d, left) >= -loose &&
           wend_way_dot(right, *d) > -loose && wend_way_dot(left, *d) > -loose;
}

static void ask_piece(const wend_flow *f, int32_t piece, wend_way at, best *b) {
    for (int32_t k = f->first.data[piece]; k < f->first.data[piece + 1]; k++) {
        const wend_flow_rays *rays = &f->rays.data[k];
        if ((double)rays->least >= b->length)
            return;
        const wend_flow_source *source = &f->sources.data[rays->source];
        wend_way v = wend_way_minus(at, source->centre), d = {0, 0};
        double bend = source->sense * f->radius, ahead = 0, length = source->length;
        bool here = source->notch < 0 && wend_way_dot(v, v) <= f->slack * f->slack;
        if (!here && !reaches(f, rays, v, bend, &d, &ahead))
            continue;
        length += ahead + (bend != 0 ? f->radius * wend_angle(source->ahead, d) : 0);
        if (length < b->length && !is_hidden(f, piece, source, bend, d, ahead))
            *b = (best){length, d, rays->source};
    }
}

// Whether a place of a piece lies on a side of it.
static bool is_on(const wend_flow *f, int32_t side, wend_way at) {
    const wend_roads_view *v = &f->v;
    wend_way x = wend_road_place(v->sides[side].at), e = wend_road_place(v->sides[wend_road_next(v, side)].at);
    e = wend_way_minus(e, x);
    wend_way to = wend_way_minus(at, x);
    double length = sqrt(wend_way_dot(e, e)), along = wend_way_dot(e, to) / length;
    return fabs(wend_way_cross(e, to)) <= f->slack * length && along >= 0 && along <= length;
}

// All pieces around the corner at the start of a side.
static void ask_around(const wend_flow *f, int32_t side, wend_way at, best *b) {
    const wend_roads_view *v = &f->v;
    int32_t k = side;
    do { // counter-clockwise
        ask_piece(f, v->side_pieces[k], at, b);
        k = v->sides[wend_road_previous(v, k)].twin;
    } while (k >= 0 && k != side);
    for (k = k < 0 ? v->sides[side].twin : -1; k >= 0; k = v->sides[k].twin) { // and back, at the boundary
        k = wend_road_next(v, k);
        ask_piece(f, v->side_pieces[k], at, b);
    }
}

static void ask_place(const wend_flow *f, int32_t piece, wend_way at, best *b) {
    const wend_road_piece *p = &f->v.pieces[piece];
    for (int32_t k = p->side; k < p[1].side; k++) {
        wend_way to = wend_way_minus(wend_road_place(f->v.sides[k].at), at);
        if (wend_way_dot(to, to) <= f->slack * f->slack) {
            ask_around(f, k, at, b);
            return;
        }
    }
    ask_piece(f, piece, at, b);
    for (int32_t k = p->side; k < p[1].side; k++)
        if (f->v.sides[k].twin >= 0 && is_on(f, k, at))
            ask_piece(f, f->v.side_pieces[f->v.sides[k].twin], at, b);
}

// Where the disc stands that is asked for at a spot: there, or straight away from what is nearest. False when there is
// no room on that line.
static bool find_place(const wend_flow *f, const wend_spot *spot, wend_way *at, int32_t *piece) {
    *at = wend_road_place(spot->point);
    *piece = f->v.triangle_piece[spot->triangle];
    if (f->radius == 0)
        return true;
    wend_medial_near near;
    wend_medial_clearance(f->medial, spot, &near);
    if (near.site < 0 || near.clearance >= f->metres_radius)
        return near.site >= 0;
    wend_ground g = wend_medial_ground(f->medial);
    wend_arc_point far = wend_arc_point_at(&g, near.arc, near.at);
    if (far.radius < f->radius * (1 - 1e-9))
        return false;
    wend_vec foot = wend_medial_foot(&g, near.site, (wend_vec){spot->point.x, spot->point.y});
    wend_way away = wend_way_unit((wend_way){far.x - foot.x, far.y - foot.y});
    wend_way to = {foot.x + f->radius * away.x, foot.y + f->radius * away.y};
    int32_t axis = f->v.triangle_piece[wend_medial_arc_triangle(f->medial, near.arc, near.at)];
    int32_t back = wend_nearby_walk(&f->v, f->slack, axis, (wend_way){far.x, far.y}, to);
    *at = to;
    *piece = back;
    return back >= 0;
}

void wend_flow_ask(const wend_flow *f, const wend_spot *spot, wend_flow_answer *answer) {
    if (answer == NULL)
        return;
    *answer = (wend_flow_answer){.distance = INFINITY, .spot = -1};
    if (f == NULL || spot == NULL || spot->triangle < 0 || spot->triangle >= f->plan.triangle_count)
        return;
    best b = {.length = INFINITY, .source = -1};
    wend_way at;
    int32_t piece;
    if (!find_place(f, spot, &at, &piece))
        return;
    ask_place(f, piece, at, &b);
    if (b.source < 0 || b.length > f->farthest)
        return;
    const wend_flow_source *source = &f->sources.data[b.source];
    answer->distance = b.length * f->metres;
    answer->spot = source->spot;
    answer->link = b.d.x == 0 && b.d.y == 0 && (source->link.x != 0 || source->link.y != 0);
    wend_way toward = answer->link ? source->link : (wend_way){-b.d.x, -b.d.y};
    answer->toward[0] = toward.x;
    answer->toward[1] = toward.y;
}
