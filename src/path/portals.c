// The portals that a path crosses: the sides between convex pieces, and the part of each that is free for the disc.
//
// Of a side, that part is free where the clearance is at least the radius. Clearance is the distance from the nearest
// of the obstacles whose cells of the medial axis the side passes; these are found by a flood along it (room.c). It can
// pass the radius only in a place that is just that far from one of them. So between two such places that follow each
// other it is free or not as a whole, and one place in the middle is asked.
//
// The critical radius is the least clearance of all places that are nearer to something else than to the corners of the
// side. Again there is a list of places between which nothing changes: those as far from an obstacle as from a corner,
// and those nearest to one.
//
// This is exact portal shrinking (section 7.2 of the thesis on ExACT) in another form: recursion over neighbouring
// cells finds the same obstacles as the flood, and cases 1 to 3 are the distances from corners, from notches and from
// edges.
//
// Cost: O(obstacles along the side) questions of clearance.
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"

// A side as a line, and places on it that are looked at, by how far they are from its first corner.
typedef struct chord {
    wend_search *s;
    wend_ground g;
    int32_t piece;
    wend_way from, along;
    double length;
} chord;

static wend_way place_at(const chord *c, double t) {
    return (wend_way){c->from.x + t * c->along.x, c->from.y + t * c->along.y};
}

static double clearance_at(const chord *c, double t) {
    wend_medial_near near;
    wend_way place = place_at(c, t);
    int32_t triangle = wend_stand_triangle(c->s, c->piece, place, (wend_way){0, 0});
    wend_medial_near_at(c->s->medial, triangle, (wend_vec){place.x, place.y}, &near);
    return near.site >= 0 ? near.clearance / c->s->metres : 0;
}

// Adds a place, in order; those beyond the ends are none.
static void add_place(chord *c, double t) {
    wend_search *s = c->s;
    if (!(t >= 0 && t <= c->length))
        return;
    if (!wend_array_push(s->context, &s->places, t)) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    for (int64_t k = s->places.count - 1; k > 0 && s->places.data[k - 1] > t; k--) {
        s->places.data[k] = s->places.data[k - 1];
        s->places.data[k - 1] = t;
    }
}

// Calls for each obstacle along the chord once for each of its arcs.
static void each_site(chord *c, double radius, void (*add)(chord *c, int32_t site, double radius)) {
    wend_search *s = c->s;
    for (int64_t k = 0; k < s->arcs.count; k++)
        for (int i = 0; i < 2; i++)
            add(c, c->g.view->arcs[s->arcs.data[k]].site[i], radius);
}

// An edge along the chord: its height over the edge's line at the beginning, and how fast that grows.
static double height_over(const chord *c, const wend_wall_line *edge, double *rise) {
    wend_way along = {edge->along.x, edge->along.y}, a = {edge->a.x, edge->a.y};
    *rise = wend_way_cross(along, c->along);
    return wend_way_cross(along, wend_way_minus(c->from, a));
}

// ---------------------------------------------------------------------------------------------------- the free part

// Places that are just the radius away from a site.
static void add_reaches(chord *c, int32_t site, double radius) {
    if (wend_medial_is_point(&c->g, site)) {
        wend_way to = wend_way_minus(wend_road_place(c->g.plan.vertices[site]), c->from);
        double foot = wend_way_dot(c->along, to), off = wend_way_cross(c->along, to);
        double half = sqrt(radius * radius - off * off); // NaN adds none
        add_place(c, foot - half);
        add_place(c, foot + half);
        return;
    }
    wend_wall_line edge = wend_medial_line(&c->g, site);
    double rise, height = height_over(c, &edge, &rise);
    add_place(c, (radius - height) / rise);
}

static void find_free(chord *c, double at, double free[2]) {
    wend_search *s = c->s;
    double least = wend_stand_least(s->radius) - s->slack, close = 8 * s->slack;
    free[0] = 0;
    free[1] = c->length;
    if (s->radius == 0)
        return;
    s->places.count = 0;
    add_place(c, 0);
    add_place(c, c->length);
    each_site(c, s->radius, add_reaches);
    const double *t = s->places.data;
    int64_t n = s->places.count, k = n - 1;
    for (double from = at; k >= 0; from = t[k] < from ? t[k] : from, k--)
        if (t[k] < at && from - t[k] > close && clearance_at(c, 0.5 * (from + t[k])) < least) {
            free[0] = from;
            break;
        }
    k = 0;
    for (double from = at; k<n; from = t[k]> from ? t[k] : from, k++)
        if (t[k] > at && t[k] - from > close && clearance_at(c, 0.5 * (from + t[k])) < least) {
            free[1] = from;
            break;
        }
}

// ---------------------------------------------------------------------------------------------------- critical

// Places as far from a site as from a corner of the chord, and where it is nearest.
static void add_turns(chord *c, int32_t site, double radius) {
    (void)radius;
    double most = 0.5 * c->length; // what is farther than that is farther than a corner
    if (wend_medial_is_point(&c->g, site)) {
        wend_way to = wend_way_minus(wend_road_place(c->g.plan.vertices[site]), c->from);
        double foot = wend_way_dot(c->along, to), square = wend_way_dot(to, to), rest = c->length - foot;
        if (fabs(wend_way_cross(c->along, to)) > most)
            return;
        add_place(c, foot);
        add_place(c, square / (2 * foot));
        add_place(c, c->length - (square - foot * foot + rest * rest) / (2 * rest));
        return;
    }
    wend_wall_line edge = wend_medial_line(&c->g, site);
    double rise, height = height_over(c, &edge, &rise);
    if (fmin(height, height + rise * c->length) > most)
        return;
    wend_way a = {edge.a.x - c->from.x, edge.a.y - c->from.y};
    add_place(c, height / (1 - rise));
    add_place(c, (c->length - height) / (1 + rise));
    add_place(c, wend_way_dot(c->along, a));
    add_place(c,
              wend_way_dot(c->along, a) + edge.length * wend_way_dot(c->along, (wend_way){edge.along.x, edge.along.y}));
}

static double find_critical(chord *c) {
    wend_search *s = c->s;
    double critical = INFINITY;
    s->places.count = 0;
    add_place(c, 0);
    add_place(c, 0.5 * c->length);
    add_place(c, c->length);
    each_site(c, 0, add_turns);
    for (int64_t k = 1; k < s->places.count; k++) {
        double low = s->places.data[k - 1], high = s->places.data[k], middle = 0.5 * (low + high);
        double corner = middle < c->length - middle ? middle : c->length - middle;
        if (high - low <= 8 * s->slack || !(clearance_at(c, middle) < corner - s->slack))
            continue;
        critical = fmin(critical, fmin(clearance_at(c, low), clearance_at(c, high)));
    }
    return critical * s->metres;
}

// ---------------------------------------------------------------------------------------------------- asking

static void to_drawing(const wend_search *s, wend_way at, double place[2]) {
    place[0] = s->plan.lattice.origin[0] + at.x * s->plan.lattice.step;
    place[1] = s->plan.lattice.origin[1] + at.y * s->plan.lattice.step;
}

static bool add_portal(wend_search *s, const wend_crossing *crossing) {
    wend_path_portal portal = {.side = crossing->side, .piece = crossing->piece, .along = crossing->along};
    int32_t piece = s->v.side_pieces[crossing->side];
    wend_way x = wend_road_place(s->v.sides[crossing->side].at);
    wend_way y = wend_road_place(s->v.sides[wend_road_next(&s->v, crossing->side)].at), e = wend_way_minus(y, x);
    chord c = {s, wend_medial_ground(s->medial), piece, x, wend_way_unit(e), sqrt(wend_way_dot(e, e))};
    double at = wend_way_dot(c.along, wend_way_minus(crossing->at, x)), free[2] = {0, c.length};
    wend_medial_near near;
    wend_medial_near_at(s->medial, wend_stand_triangle(s, piece, crossing->at, (wend_way){0, 0}),
                        (wend_vec){crossing->at.x, crossing->at.y}, &near);
    portal.critical = 0;
    if (near.arc >= 0) {
        if (!wend_room_arcs(s, near.arc, x, y, 1))
            return false;
        find_free(&c, at, free);
        portal.critical = find_critical(&c);
    }
    to_drawing(s, x, portal.ends[0]);
    to_drawing(s, y, portal.ends[1]);
    to_drawing(s, place_at(&c, free[0]), portal.free[0]);
    to_drawing(s, place_at(&c, free[1]), portal.free[1]);
    to_drawing(s, crossing->at, portal.at);
    return s->failure == WEND_OK && wend_array_push(s->context, &s->portals, portal);
}

wend_result wend_search_portals(wend_search *s, wend_path_portals_view *portals) {
    if (portals != NULL)
        *portals = (wend_path_portals_view){0};
    if (s == NULL || portals == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result failure = s->failure; // of a search that was begun
    s->portals.count = 0;
    s->failure = WEND_OK;
    bool good = wend_tour_find(s);
    for (int64_t k = 0; good && k < s->crossed.count; k++)
        good = add_portal(s, &s->crossed.data[k]);
    s->failure = failure;
    if (!good)
        return WEND_ERROR_MEMORY;
    *portals = (wend_path_portals_view){(int32_t)s->portals.count, s->portals.data};
    return WEND_OK;
}
