// The nearest place where a disc fits.
//
// Problem. A spot is closer to a wall than the radius. Of all places that are seen from it, over the floor and through
// no wall, and are at least the radius away from everything, which one is the nearest?
//
// Where it can be. Clearance changes no faster than one moves, so no place is nearer than the radius less the spot's
// own clearance. That far straight away from the nearest obstacle, toward the medial axis, is the answer if the axis
// has as much room there. Otherwise no wall alone bounds the way: at the nearest place, straight back from the wall
// that is just the radius away would come the spot, and then that wall, which would be the nearest one. What is left
// are
//
// - places of the axis with a clearance of just the radius, where the offsets of two obstacles meet;
// - places on the rays that graze a corner, where they come to be the radius away from something.
//
// The arcs of the axis around the spot are found by a flood from its own: an arc is of interest while what is nearest
// to one of its two obstacles, and to this arc, is near enough. Each candidate that is nearer than the best so far is
// then looked for among what is seen (view.c), and asked for its clearance there: so whatever the flood met on other
// storeys does no harm.
//
// Ties: of places as near as each other the one with the least x, then y.
//
// Cost: O(a + c r + c v) for a arcs and c obstacles around the spot within the distance, r corners that are seen, and v
// candidates that were the best at their time.
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"

// ---------------------------------------------------------------------------------------------------- arcs around

// The frame of a segment: along it and across.
typedef struct frame {
    wend_way from, along;
    double length;
} frame;

static void widen(const frame *f, double x, double y, double low[2], double high[2]) {
    wend_way to = {x - f->from.x, y - f->from.y};
    double at[2] = {wend_way_dot(f->along, to), wend_way_cross(f->along, to)};
    for (int i = 0; i < 2; i++) {
        low[i] = at[i] < low[i] ? at[i] : low[i];
        high[i] = at[i] > high[i] ? at[i] : high[i];
    }
}

// Whether what lies between an arc and its obstacles may come nearer to the segment than that.
static bool is_near(const wend_ground *g, const frame *f, int32_t arc, double distance) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    const wend_medial_arc *a = &g->view->arcs[arc];
    wend_vec control = wend_arc_control(g, arc);
    widen(f, control.x, control.y, low, high);
    for (int i = 0; i < 2; i++) {
        const wend_medial_vertex *v = &g->view->vertices[a->vertex[i]];
        widen(f, v->x, v->y, low, high);
        for (int k = 0; k < 2; k++) {
            wend_vec foot = wend_medial_foot(g, a->site[k], (wend_vec){v->x, v->y});
            widen(f, foot.x, foot.y, low, high);
        }
    }
    return low[0] <= f->length + distance && high[0] >= -distance && low[1] <= distance && high[1] >= -distance;
}

static bool mark_arc(wend_search *s, int32_t arc) {
    if (s->arc_marks.data[arc] == s->arc_round)
        return true;
    s->arc_marks.data[arc] = s->arc_round;
    return wend_array_push(s->context, &s->arcs, arc);
}

// The marks of arcs, of which none is set.
static bool clear_marks(wend_search *s, int32_t count) {
    if (s->arc_marks.count == count && ++s->arc_round != 0)
        return true;
    if (!wend_array_resize(s->context, &s->arc_marks, count))
        return false;
    for (int32_t k = 0; k < count; k++)
        s->arc_marks.data[k] = 0;
    s->arc_round = 1;
    return true;
}

bool wend_room_arcs(wend_search *s, int32_t arc, wend_way from, wend_way to, double distance) {
    wend_ground g = wend_medial_ground(s->medial);
    wend_way along = wend_way_minus(to, from);
    double length = sqrt(wend_way_dot(along, along));
    frame f = {from, length > 0 ? (wend_way){along.x / length, along.y / length} : (wend_way){1, 0}, length};
    s->arcs.count = 0;
    if (!clear_marks(s, g.view->arc_count) || !mark_arc(s, arc))
        return false;
    for (int64_t k = 0; k < s->arcs.count;) {
        arc = s->arcs.data[k];
        if (k > 0 && !is_near(&g, &f, arc, distance)) {
            s->arcs.data[k] = s->arcs.data[--s->arcs.count];
            continue;
        }
        for (int i = 0; i < 2; i++) {
            const wend_medial_vertex *v = &g.view->vertices[g.view->arcs[arc].vertex[i]];
            for (int32_t j = 0; j < v->degree; j++)
                if (!mark_arc(s, g.view->around[v->first + j] / 2))
                    return false;
        }
        k++;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- candidates

int wend_room_levels(const wend_search *s, int32_t arc, wend_way from, double radius, double least,
                     wend_way places[2]) {
    wend_ground g = wend_medial_ground(s->medial);
    const int32_t *ends = g.view->arcs[arc].vertex;
    wend_waist waist = wend_arc_waist(&g, arc);
    int count = 0;
    if (wend_arc_is_flat(&g, &g.view->arcs[arc]) && waist.radius >= least && waist.radius < radius + s->slack) {
        const wend_medial_vertex *u = &g.view->vertices[ends[0]], *v = &g.view->vertices[ends[1]];
        wend_way along = {v->x - u->x, v->y - u->y}, to = {from.x - u->x, from.y - u->y};
        double at = wend_way_dot(along, to) / wend_way_dot(along, along);
        at = at > 0 ? at < 1 ? at : 1 : 0;
        places[0] = (wend_way){u->x + at * along.x, u->y + at * along.y};
        return 1;
    }
    for (int end = 0; end < 2; end++) {
        double most = g.view->vertices[ends[end]].radius, level = most < radius ? most : radius;
        if (most < least || waist.radius > level)
            continue;
        wend_arc_point p = wend_arc_point_at(&g, arc, wend_arc_at_radius(&g, arc, end, level));
        places[count++] = (wend_way){p.x, p.y};
    }
    return count;
}

typedef struct finding {
    wend_search *s;
    wend_ground g;
    wend_way from;
    double radius, least; // lattice steps; what passes for the radius
    double far;           // nothing farther is wanted
    bool found;
    wend_stand *out;
} finding;

// Takes a place if it is seen, the disc fits there and none as good was found before.
static void try_place(finding *f, double x, double y) {
    wend_search *s = f->s;
    wend_way place = {x, y}, best = f->out->place, to = wend_way_minus(place, f->from);
    double far = sqrt(wend_way_dot(to, to));
    if (!(far <= f->far) || (f->found && far == f->far && (place.x != best.x ? place.x > best.x : place.y >= best.y)))
        return;
    for (int64_t k = 0; k < s->cones.count; k++) {
        wend_medial_near near;
        if (!wend_view_holds(s, &s->cones.data[k], place))
            continue;
        int32_t triangle = s->cones.data[k].half / 3;
        if (!wend_stand_fits(s, triangle, place, f->least, &near))
            continue;
        f->found = true;
        f->far = far;
        wend_stand_at(s, triangle, place, &near, f->least, f->out);
        f->out->moved = far * s->metres;
        return;
    }
}

static void try_arc(finding *f, int32_t arc) {
    wend_way places[2];
    int count = wend_room_levels(f->s, arc, f->from, f->radius, f->least, places);
    for (int k = 0; k < count; k++)
        try_place(f, places[k].x, places[k].y);
}

// Where a ray that has passed a corner comes to be the radius away from an obstacle.
static void try_ray(finding *f, wend_way d, double passed, int32_t site) {
    double t;
    if (wend_medial_is_point(&f->g, site)) {
        wend_way to = wend_way_minus(wend_road_place(f->g.plan.vertices[site]), f->from);
        double along = wend_way_dot(d, to), across = wend_way_cross(d, to);
        if (!(fabs(across) <= f->radius))
            return;
        t = along + sqrt(f->radius * f->radius - across * across);
    } else {
        wend_wall_line line = wend_medial_line(&f->g, site);
        wend_way along = {line.along.x, line.along.y}, to = {f->from.x - line.a.x, f->from.y - line.a.y};
        double rise = wend_way_cross(along, d);
        t = (f->radius - wend_way_cross(along, to)) / rise;
        double foot = wend_way_dot(along, to) + t * wend_way_dot(along, d);
        if (!(rise > 0) || !(foot >= -f->s->slack && foot <= line.length + f->s->slack))
            return;
    }
    if (t > passed)
        try_place(f, f->from.x + t * d.x, f->from.y + t * d.y);
}

static void try_corner(finding *f, int32_t vertex) {
    wend_search *s = f->s;
    wend_way to = wend_way_minus(wend_road_place(s->plan.vertices[vertex]), f->from);
    double passed = sqrt(wend_way_dot(to, to));
    if (!(s->plan.vertex_flags[vertex] & WEND_VERTEX_BOUNDARY) || !(passed > 0) || !(passed < f->far))
        return;
    wend_way d = {to.x / passed, to.y / passed};
    for (int64_t k = 0; k < s->arcs.count; k++)
        for (int i = 0; i < 2; i++)
            try_ray(f, d, passed, f->g.view->arcs[s->arcs.data[k]].site[i]);
}

bool wend_room_find(wend_search *s, const wend_spot *spot, double radius, wend_stand *out) {
    finding f = {.s = s,
                 .g = wend_medial_ground(s->medial),
                 .from = wend_road_place(spot->point),
                 .radius = radius,
                 .least = wend_stand_least(radius),
                 .far = s->reach * radius,
                 .out = out};
    wend_medial_near near = out->near;
    wend_arc_point axis = wend_arc_point_at(&f.g, near.arc, near.at);
    if (!wend_view_find(s, spot, f.far)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    if (axis.radius >= f.least) {
        wend_vec foot = wend_medial_foot(&f.g, near.site, (wend_vec){f.from.x, f.from.y});
        wend_way up = {axis.x - foot.x, axis.y - foot.y};
        double scale = (radius < axis.radius ? radius : axis.radius) / sqrt(wend_way_dot(up, up));
        try_place(&f, foot.x + up.x * scale, foot.y + up.y * scale);
    }
    if (f.found)
        return true; // there is none nearer
    if (!wend_room_arcs(s, near.arc, f.from, f.from, f.far)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    for (int64_t k = 0; k < s->arcs.count; k++)
        try_arc(&f, s->arcs.data[k]);
    for (int64_t k = 0; k < s->cones.count; k++) {
        const wend_cone *cone = &s->cones.data[k];
        if (cone->right >= 0)
            try_corner(&f, cone->right);
        if (cone->left >= 0)
            try_corner(&f, cone->left);
    }
    return f.found;
}
