// Shortest ways as a query: where it begins and ends, and what comes out.
#include "path/search.h"

#include "base/context.h"
#include "cells/cells.h"
#include "medial/medial.h"
#include "offlinks/offlinks.h"
#include "stairs/stairs.h"

wend_path_def wend_default_path_def(void) {
    return (wend_path_def){.radius = 0.3, .detour = 0.1, .reach = 4};
}

// ---------------------------------------------------------------------------------------------------- search object

static bool is_sound(const wend_search_def *def) {
    const wend_plan *plan = def->roads != NULL ? def->roads->plan : NULL;
    return plan != NULL && (def->cells == NULL || def->cells->plan == plan) &&
           (def->offlinks == NULL || def->offlinks->plan == plan) && (def->area_count == 0 || def->areas != NULL);
}

wend_result wend_search_create_on(wend_context *context, const wend_search_def *def, wend_search **search) {
    if (search != NULL)
        *search = NULL;
    if (context == NULL || def == NULL || search == NULL || !is_sound(def))
        return WEND_ERROR_ARGUMENT;
    wend_search *s = wend_allocate(context, sizeof *s);
    if (s == NULL)
        return WEND_ERROR_MEMORY;
    *s = (wend_search){.context = context,
                       .on = *def,
                       .roads = wend_roads_hold(def->roads),
                       .medial = def->roads->medial,
                       .plan = wend_plan_look(def->roads->plan),
                       .v = wend_roads_look(def->roads)};
    if (def->cells != NULL)
        wend_shared_hold(&def->cells->shared);
    if (def->offlinks != NULL)
        wend_shared_hold(&def->offlinks->shared);
    if (def->stairs != NULL)
        wend_shared_hold(&def->stairs->shared);
    s->on.areas = NULL;
    s->on.area_count = 0;
    s->metres = s->plan.lattice.step * s->plan.unit;
    double span = 1;
    for (int32_t k = 0; k < s->plan.vertex_count; k++) {
        span = fmax(span, fabs((double)s->plan.vertices[k].x));
        span = fmax(span, fabs((double)s->plan.vertices[k].y));
    }
    s->slack = span * 0x1p-40;
    int64_t marks = 2 * (int64_t)s->v.notch_count;
    if ((marks > 0 && !wend_array_resize(context, &s->marks, marks)) ||
        (def->area_count > 0 && !wend_array_resize(context, &s->areas, def->area_count))) {
        wend_search_destroy(s);
        return WEND_ERROR_MEMORY;
    }
    for (int64_t k = 0; k < marks; k++)
        s->marks.data[k] = (wend_mark){0, -1};
    for (int32_t k = 0; k < def->area_count; k++)
        s->areas.data[k] = def->areas[k];
    *search = s;
    return WEND_OK;
}

void wend_search_destroy(wend_search *s) {
    if (s == NULL)
        return;
    wend_context *context = s->context;
    wend_array_free(context, &s->start_pieces);
    wend_array_free(context, &s->goal_pieces);
    wend_array_free(context, &s->areas);
    wend_array_free(context, &s->marks);
    wend_array_free(context, &s->arrivals);
    wend_array_free(context, &s->sources);
    wend_array_free(context, &s->entries);
    wend_array_free(context, &s->spare);
    wend_array_free(context, &s->queue);
    wend_array_free(context, &s->hindrances);
    wend_array_free(context, &s->gaps);
    wend_array_free(context, &s->pieces);
    wend_array_free(context, &s->flat);
    wend_array_free(context, &s->flat_triangles);
    wend_lift_destroy(s->lift);
    wend_stairs_destroy((wend_stairs *)(uintptr_t)s->on.stairs);
    wend_offlinks_destroy((wend_offlinks *)(uintptr_t)s->on.offlinks);
    wend_cells_destroy((wend_cells *)(uintptr_t)s->on.cells);
    wend_roads_destroy((wend_roads *)(uintptr_t)s->roads);
    wend_release(context, s, sizeof *s);
}

// ---------------------------------------------------------------------------------------------------- ends

// How far a place is beyond a side of a piece, in lattice steps, and where along it.
static double beyond(const wend_roads_view *v, int32_t side, wend_way place, double *along, double *length) {
    wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
    wend_way e = wend_way_minus(y, x), to = wend_way_minus(place, x);
    *length = sqrt(wend_way_dot(e, e));
    *along = wend_way_dot(e, to) / *length;
    return -wend_way_cross(e, to) / *length;
}

// Lists the pieces that hold a place, from one that does: those on whose sides it lies.
static bool list_pieces(wend_search *s, int32_t piece, wend_way place, wend_list *list) {
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
    if (!list_pieces(s, *piece, from, list) || !list_pieces(s, s->v.triangle_piece[triangle], far, ends))
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
static int32_t triangle_of(const wend_search *s, int32_t piece, wend_way place, wend_way ahead) {
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

// Where a disc stands that is asked for at a spot.
typedef struct stand {
    wend_way place;
    wend_spot spot;
    int32_t piece;
    double moved; // metres
    int32_t component;
} stand;

// The spot itself, or the nearest place where the disc fits: straight away from the nearest obstacle. False when it
// does not fit there either.
static bool find_stand(wend_search *s, const wend_spot *spot, double radius, stand *out) {
    wend_medial_near near;
    wend_medial_clearance(s->medial, spot, &near);
    *out = (stand){.place = wend_road_place(spot->point), .spot = *spot};
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
    wend_spot axis = {wend_medial_arc_triangle(s->medial, near.arc, near.at),
                      {(int32_t)floor(far.x + 0.5), (int32_t)floor(far.y + 0.5)},
                      0};
    if (!walk_any(s, wend_road_place(spot->point), out->place, (wend_way){far.x, far.y}, axis.triangle, &out->piece)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    if (out->piece < 0)
        return false;
    wend_point point = {(int32_t)floor(out->place.x + 0.5), (int32_t)floor(out->place.y + 0.5)};
    out->spot = (wend_spot){triangle_of(s, out->piece, out->place, (wend_way){0, 0}), point, 0};
    out->moved = radius - near.clearance;
    out->component = wend_medial_component(s->medial, &axis, radius * (1 - TIE));
    return true;
}

// ---------------------------------------------------------------------------------------------------- answers

static void place_of(const wend_search *s, wend_way at, double place[2]) {
    place[0] = s->plan.lattice.origin[0] + at.x * s->plan.lattice.step;
    place[1] = s->plan.lattice.origin[1] + at.y * s->plan.lattice.step;
}

static wend_way touch_of(const wend_search *s, const wend_arrival *a, wend_way ahead) {
    double bend = a->sense * s->radius;
    return (wend_way){a->centre.x + bend * ahead.y, a->centre.y - bend * ahead.x};
}

static bool add_line(wend_search *s, wend_way from, wend_way to, int32_t triangle) {
    wend_path_piece piece = {.vertex = -1, .triangle = triangle, .link = -1};
    place_of(s, from, piece.from);
    place_of(s, to, piece.to);
    double x = to.x - from.x, y = to.y - from.y;
    piece.length = sqrt(x * x + y * y) * s->metres;
    return wend_array_push(s->context, &s->pieces, piece);
}

static bool add_arc(wend_search *s, const wend_arrival *a, wend_way leave, double length) {
    wend_way from = touch_of(s, a, a->ahead);
    wend_path_piece piece = {.side = a->sense, .vertex = s->v.notches[a->notch].vertex, .link = -1};
    piece.radius = s->radius * s->metres;
    piece.triangle = triangle_of(s, a->piece, from, leave);
    place_of(s, from, piece.from);
    place_of(s, touch_of(s, a, leave), piece.to);
    place_of(s, a->centre, piece.centre);
    piece.length = (length > 0 ? length : 0) * s->metres;
    return wend_array_push(s->context, &s->pieces, piece);
}

// The pieces of the way that ends at the goal's entry, from its end to its beginning and then turned round.
static wend_result collect(wend_search *s, const wend_entry *entry) {
    wend_way ahead = entry->right, end = s->goal;
    double length = entry->least; // of the way up to `end`
    s->pieces.count = 0;
    for (int32_t k = entry->source; k >= 0;) {
        const wend_source *source = &s->sources.data[k];
        const wend_arrival *a = &s->arrivals.data[source->arrival];
        wend_way begin = touch_of(s, a, ahead), line = wend_way_minus(end, begin);
        double straight = sqrt(wend_way_dot(line, line));
        if (!add_line(s, begin, end, triangle_of(s, source->piece, begin, straight > 0 ? ahead : line)))
            return WEND_ERROR_MEMORY;
        // An arc takes what is left of the length, so that turns of more than half a circle are counted through.
        double arc = s->radius > 0 ? length - straight - a->length : 0;
        if (a->source >= 0 && !add_arc(s, a, ahead, arc))
            return WEND_ERROR_MEMORY;
        end = touch_of(s, a, a->ahead);
        length = a->length;
        ahead = a->ahead;
        k = a->source;
    }
    for (int64_t i = 0, k = s->pieces.count - 1; i < k; i++, k--) {
        wend_path_piece swap = s->pieces.data[i];
        s->pieces.data[i] = s->pieces.data[k];
        s->pieces.data[k] = swap;
    }
    return WEND_OK;
}

static bool shares(const wend_list *a, const wend_list *b) {
    for (int64_t k = 0; k < a->count; k++)
        for (int64_t i = 0; i < b->count; i++)
            if (a->data[k] == b->data[i])
                return true;
    return false;
}

// The way from a place to itself.
static wend_result stay(wend_search *s, wend_path_view *path) {
    s->pieces.count = 0;
    path->length = path->bound = 0;
    return add_line(s, s->start, s->goal, triangle_of(s, s->start_pieces.data[0], s->start, (wend_way){0, 0}))
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

// Whether a spot is on the plan.
static bool is_on(const wend_search *s, const wend_spot *spot) {
    if (spot->triangle < 0 || spot->triangle >= s->plan.triangle_count)
        return false;
    const int32_t *c = s->plan.triangles[spot->triangle].v;
    for (int i = 0; i < 3; i++) {
        wend_way a = wend_road_place(s->plan.vertices[c[i]]), b = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(b, a), to = wend_way_minus(wend_road_place(spot->point), a);
        if (wend_way_cross(e, to) < -2 * sqrt(wend_way_dot(e, e))) // it may be rounded to just beside its triangle
            return false;
    }
    return true;
}

// Why there is no path between two spots on the floor.
static wend_path_reason reason_of(const stand ends[2], const bool stands[2], double widest) {
    if (!stands[0])
        return WEND_PATH_FROM_TOO_NARROW;
    if (!stands[1])
        return WEND_PATH_TO_TOO_NARROW;
    if (ends[0].component >= 0 && ends[0].component == ends[1].component)
        return WEND_PATH_NO_REASON;
    return widest > 0 ? WEND_PATH_TOO_NARROW : WEND_PATH_DISCONNECTED;
}

static void set_radius(wend_search *s, const wend_path_def *def) {
    double radius = def->radius / s->metres;
    s->radius = radius < 4 * s->slack ? 0 : radius;
    s->narrow = s->radius > 0 ? s->radius - s->slack : 0;
    s->near = s->radius > 0 ? 1 / s->narrow : INFINITY;
    s->weight = 1 + def->excess;
}

// The search itself, between two places where the disc fits and that hang together for it.
static wend_result run(wend_search *s, const stand ends[2], wend_path_view *path) {
    s->start = ends[0].place;
    s->goal = ends[1].place;
    if (!list_pieces(s, ends[0].piece, s->start, &s->start_pieces) ||
        !list_pieces(s, ends[1].piece, s->goal, &s->goal_pieces))
        return WEND_ERROR_MEMORY;
    if (s->start.x == s->goal.x && s->start.y == s->goal.y && shares(&s->start_pieces, &s->goal_pieces))
        return stay(s, path);
    int32_t entry = -1;
    wend_result result = wend_engine_begin(s);
    while (result == WEND_OK && !wend_engine_run(s, INT64_MAX, &entry))
        ;
    result = result == WEND_OK ? s->failure : result;
    if (result == WEND_OK && entry < 0)
        return WEND_ERROR_LIMIT;
    if (result == WEND_OK)
        result = collect(s, &s->entries.data[entry]);
    if (result != WEND_OK)
        return result;
    path->length = s->entries.data[entry].least * s->metres;
    path->bound = path->length / s->weight;
    path->proven = s->weight == 1;
    return WEND_OK;
}

static wend_result refuse(wend_path_view *path, wend_path_status status, wend_path_reason reason) {
    path->status = status;
    path->reason = reason;
    return WEND_OK;
}

wend_result wend_search_path(wend_search *s, const wend_spot *from, const wend_spot *to, const wend_path_def *def,
                             wend_path_view *path) {
    if (path != NULL)
        *path = (wend_path_view){.status = WEND_PATH_OFF_MESH};
    if (s == NULL || from == NULL || to == NULL || path == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_path_def chosen = def != NULL ? *def : wend_default_path_def();
    path->ends[0] = *from;
    path->ends[1] = *to;
    s->pieces.count = 0;
    if (!(chosen.radius >= 0 && chosen.radius < 0x1p60) || !(chosen.excess >= 0 && chosen.excess < 0x1p60))
        return WEND_ERROR_ARGUMENT;
    if (!is_on(s, from))
        return refuse(path, WEND_PATH_OFF_MESH, WEND_PATH_FROM_OFF_MESH);
    if (!is_on(s, to))
        return refuse(path, WEND_PATH_OFF_MESH, WEND_PATH_TO_OFF_MESH);
    stand ends[2];
    s->failure = WEND_OK;
    set_radius(s, &chosen);
    bool stands[2] = {find_stand(s, from, chosen.radius, &ends[0]), find_stand(s, to, chosen.radius, &ends[1])};
    if (s->failure != WEND_OK)
        return s->failure;
    path->widest = wend_medial_widest(s->medial, from, to);
    wend_path_reason reason = reason_of(ends, stands, path->widest);
    if (reason != WEND_PATH_NO_REASON)
        return refuse(path, WEND_PATH_UNREACHABLE, reason);
    path->status = WEND_PATH_REACHED;
    for (int i = 0; i < 2; i++) {
        path->ends[i] = ends[i].spot;
        path->moved[i] = ends[i].moved;
    }
    wend_result result = run(s, ends, path);
    path->pieces = s->pieces.data;
    path->piece_count = result == WEND_OK ? (int32_t)s->pieces.count : 0;
    return result;
}

const char *wend_path_reason_name(wend_path_reason reason) {
    static const char *const names[WEND_PATH_REASON_COUNT] = {
        "",           "from-off-mesh", "to-off-mesh", "from-too-narrow", "to-too-narrow", "disconnected",
        "too-narrow", "forbidden"};
    return (int)reason >= 0 && reason < WEND_PATH_REASON_COUNT ? names[reason] : "";
}

const char *wend_path_status_name(wend_path_status status) {
    static const char *const names[WEND_PATH_STATUS_COUNT] = {"reached", "partial", "unreachable", "off-mesh"};
    return (int)status >= 0 && status < WEND_PATH_STATUS_COUNT ? names[status] : "";
}
