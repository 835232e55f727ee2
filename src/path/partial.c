// Partial paths: how far one gets where the goal cannot be reached.
//
// What can be reached is all that the disc can get to from the start, over the floor and, as the filter allows, over
// drops and links made by hand. Along the medial axis that is known: from each arc, the part from an end that is wide
// enough and reachable down to where it is just as wide as the disc. Around it, straight away from the arc's two
// obstacles, lies the floor where the disc's centre can be; it ends at the radius from each of them, in straight lines
// along walls and arcs around corners.
//
// By air: the nearest place of these lines and arcs, seen from above; or the goal's own place, where a floor that can
// be reached lies above or below it. By path: from which place has a point the shortest way over the floor to the goal?
// A point that comes from the goal meets what can be reached for the first time where the lines and arcs of two
// obstacles meet: on the axis, in the ends of those parts. For to meet one of them on its own it would come from the
// obstacle behind, straight; the goal would then be closer to that than the radius, with nothing nearer, and could be
// moved from there. So the ends are goals of one search with radius 0.
//
// Cost: O(n log n) for n arcs, and by path a search for the nearest of the ends.
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"
#include "plan/plan.h"

typedef struct finding {
    wend_search *s;
    wend_ground g;
    wend_way goal;
    double radius, least; // lattice steps; what passes for the radius
    int32_t from;         // the component of the start
    bool found;
    double far; // of the nearest place so far
    wend_stand *out;
} finding;

// ---------------------------------------------------------------------------------------------------- floors

typedef struct holders {
    wend_search *s;
    wend_way place;
} holders;

static bool visit_triangle(void *user, int32_t triangle) {
    holders *h = user;
    if (wend_stand_beyond(h->s, triangle, h->place) <= h->s->slack &&
        !wend_array_push(h->s->context, &h->s->floors, triangle))
        h->s->failure = WEND_ERROR_MEMORY;
    return h->s->failure == WEND_OK;
}

// Lists all triangles that hold a place, on whatever floor.
static void find_floors(wend_search *s, wend_way place) {
    holders h = {s, place};
    s->floors.count = 0;
    if (!(fabs(place.x) <= 0x1p30 && fabs(place.y) <= 0x1p30))
        return;
    int32_t x = (int32_t)floor(place.x), y = (int32_t)floor(place.y);
    wend_box box = {x - 1, y - 1, x + 2, y + 2};
    wend_tree_search(&s->roads->plan->tree, &box, visit_triangle, &h);
}

// Whether the disc fits in a place of a triangle, and can get there.
static bool is_reached(const finding *f, int32_t triangle, wend_way place, wend_stand *stand) {
    wend_medial_near near;
    if (!wend_stand_fits(f->s, triangle, place, f->least, &near))
        return false;
    wend_stand_at(f->s, triangle, place, &near, f->least, stand);
    return stand->component >= 0 && wend_passages_lead(f->s, f->from, stand->component);
}

// ---------------------------------------------------------------------------------------------------- by air

static void try_place(finding *f, wend_way place) {
    wend_way to = wend_way_minus(place, f->goal), best = f->out->place;
    double far = sqrt(wend_way_dot(to, to));
    if (!(far < f->far) && !(f->found && far == f->far && (place.x != best.x ? place.x < best.x : place.y < best.y)))
        return;
    find_floors(f->s, place);
    for (int64_t k = 0; k < f->s->floors.count; k++) {
        wend_stand stand;
        if (!is_reached(f, f->s->floors.data[k], place, &stand))
            continue;
        f->found = true;
        f->far = far;
        *f->out = stand;
        return;
    }
}

// What can be reached around a site between two places of an arc, which are at least `level` away from it.
static void try_side(finding *f, int32_t site, wend_arc_point a, wend_arc_point b, double level) {
    if (!wend_medial_is_point(&f->g, site)) {
        wend_wall_line line = wend_medial_line(&f->g, site);
        wend_way along = {line.along.x, line.along.y}, from = {line.a.x, line.a.y};
        double t[3];
        wend_way at[3] = {{a.x, a.y}, {b.x, b.y}, f->goal};
        for (int k = 0; k < 3; k++)
            t[k] = wend_way_dot(along, wend_way_minus(at[k], from));
        double low = t[0] < t[1] ? t[0] : t[1], high = t[0] < t[1] ? t[1] : t[0];
        double foot = t[2] < low ? low : t[2] > high ? high : t[2];
        try_place(f, (wend_way){from.x + foot * along.x - level * along.y, from.y + foot * along.y + level * along.x});
        return;
    }
    wend_way w = wend_road_place(f->g.plan.vertices[site]), to = wend_way_minus(f->goal, w);
    wend_way u = wend_way_minus((wend_way){a.x, a.y}, w), v = wend_way_minus((wend_way){b.x, b.y}, w);
    double turn = wend_way_cross(u, v) < 0 ? -1 : 1;
    if (turn * wend_way_cross(u, to) >= 0 && turn * wend_way_cross(to, v) >= 0 &&
        wend_way_dot(to, u) + wend_way_dot(to, v) > 0) {
        to = wend_way_unit(to);
        try_place(f, (wend_way){w.x + level * to.x, w.y + level * to.y});
        return;
    }
    wend_way ends[2] = {u, v};
    for (int k = 0; k < 2; k++) {
        double length = sqrt(wend_way_dot(ends[k], ends[k]));
        if (length > 0)
            try_place(f, (wend_way){w.x + level / length * ends[k].x, w.y + level / length * ends[k].y});
    }
}

// Whether an end of an arc can be reached.
static bool is_open(const finding *f, int32_t vertex) {
    if (!(f->g.view->vertices[vertex].radius >= f->least))
        return false;
    int32_t component = wend_medial_component_above(f->s->medial, vertex, f->least * f->s->metres);
    return wend_passages_lead(f->s, f->from, component);
}

static void try_arc(finding *f, int32_t arc) {
    const wend_medial_arc *a = &f->g.view->arcs[arc];
    double waist = wend_arc_waist(&f->g, arc).radius;
    for (int end = 0; end < 2; end++) {
        double most = f->g.view->vertices[a->vertex[end]].radius, level = most < f->radius ? most : f->radius;
        if (!is_open(f, a->vertex[end]))
            continue;
        bool whole = waist >= level;
        double at = whole ? 1 - end : wend_arc_at_radius(&f->g, arc, end, level);
        wend_arc_point from = wend_arc_point_at(&f->g, arc, end), to = wend_arc_point_at(&f->g, arc, at);
        for (int k = 0; k < 2; k++)
            try_side(f, a->site[k], from, to, level);
        if (whole)
            return;
    }
}

static bool find_by_air(finding *f) {
    f->far = INFINITY;
    try_place(f, f->goal);
    for (int32_t k = 0; k < f->g.view->arc_count && f->s->failure == WEND_OK && f->far > 0; k++)
        try_arc(f, k);
    return f->found;
}

// ---------------------------------------------------------------------------------------------------- by path

// Adds the ends of what can be reached of an arc, on all floors that they lie on, as goals.
static void add_ends(finding *f, int32_t arc) {
    wend_search *s = f->s;
    wend_way places[2];
    const int32_t *ends = f->g.view->arcs[arc].vertex;
    if (!is_open(f, ends[0]) && !is_open(f, ends[1]))
        return;
    int count = wend_room_levels(s, arc, f->goal, f->radius, f->least, places);
    for (int i = 0; i < count && s->failure == WEND_OK; i++) {
        find_floors(s, places[i]);
        for (int64_t k = 0; k < s->floors.count; k++) {
            wend_stand stand = {.moved = 0};
            if (is_reached(f, s->floors.data[k], places[i], &stand) &&
                (!wend_array_push(s->context, &s->stands, stand) ||
                 !wend_stand_pieces(s, stand.piece, stand.place, &s->goal_pieces) ||
                 !wend_goal_add(s, stand.place, &s->goal_pieces)))
                s->failure = WEND_ERROR_MEMORY;
        }
    }
}

static bool find_by_path(finding *f, const wend_spot *goal) {
    wend_search *s = f->s;
    int32_t entry = -1;
    s->radius = s->narrow = 0;
    s->near = INFINITY;
    s->weight = 1;
    wend_engine_reset(s);
    s->aimed = false;
    s->cap = INFINITY;
    s->stands.count = 0;
    if (!wend_stand_pieces(s, s->v.triangle_piece[goal->triangle], f->goal, &s->start_pieces))
        s->failure = WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < f->g.view->arc_count && s->failure == WEND_OK; k++)
        add_ends(f, k);
    if (s->failure != WEND_OK || s->goals.count == 0)
        return false;
    wend_engine_start(s, f->goal, &s->start_pieces, 0);
    wend_engine_run(s, INT64_MAX, INFINITY, &entry);
    if (s->failure != WEND_OK || entry < 0)
        return false;
    *f->out = s->stands.data[WEND_ENTRY_GOAL - s->entries.data[entry].side];
    return true;
}

bool wend_partial_find(wend_search *s, const wend_path_def *def, const wend_spot *goal, int32_t from, wend_stand *out) {
    finding f = {.s = s,
                 .g = wend_medial_ground(s->medial),
                 .goal = wend_road_place(goal->point),
                 .radius = def->radius / s->metres,
                 .from = from,
                 .out = out};
    f.least = wend_stand_least(f.radius);
    bool found = false;
    if (!wend_passages_reach(s, from, false))
        return false;
    if (def->partial == WEND_PATH_PARTIAL_BY_PATH) {
        found = find_by_path(&f, goal);
        wend_path_def again = *def;
        wend_search_set(s, &again); // by path it was for a point
    }
    if (!found && s->failure == WEND_OK)
        found = find_by_air(&f);
    wend_way to = wend_way_minus(out->place, f.goal);
    out->moved = sqrt(wend_way_dot(to, to)) * s->metres;
    return found && s->failure == WEND_OK;
}
