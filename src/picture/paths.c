// Paths to be shown: what a search found, copied as places on the ground with the layer of the plan that each lies on.
//
// A path as a line knows the ground below it, not the plan. So its layers are found by walking over the plan beside it,
// from point to point with exact rays; where the layer changes between two points, halving finds the place.
#include "picture/paths.h"

#include "path/search.h"

#include <math.h>

#define HALVINGS 24
#define CHANGES_MOST 16 // of the layer between two points

static const uint32_t colours[] = {0xd6336cff, 0x1c7ed6ff, 0x2b8a3eff, 0x7048e8ff,
                                   0xe8590cff, 0x0b7285ff, 0x862e9cff, 0x5c940dff};
#define COLOUR_COUNT ((int64_t)(sizeof colours / sizeof colours[0]))

wend_result wend_paths_create(wend_context *context, const wend_nav *nav, wend_paths **paths) {
    if (paths)
        *paths = NULL;
    const wend_plan *plan = nav ? wend_nav_plan(nav) : NULL;
    if (!context || !plan || !paths)
        return WEND_ERROR_ARGUMENT;
    wend_paths *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_paths){.context = context, .nav = nav, .plan = plan, .view = wend_plan_look(plan)};
    *paths = made;
    return WEND_OK;
}

void wend_paths_destroy(wend_paths *p) {
    if (!p)
        return;
    wend_array_free(p->context, &p->list);
    wend_array_free(p->context, &p->places);
    wend_array_free(p->context, &p->layers);
    wend_array_free(p->context, &p->along);
    wend_array_free(p->context, &p->pieces);
    wend_release(p->context, p, sizeof *p);
}

static wend_up up_of(const wend_paths *p) {
    return p->view.vertex_heights ? p->view.ground.up : WEND_UP_Z;
}

wend_paths_view wend_paths_look(const wend_paths *p) {
    if (!p)
        return (wend_paths_view){.path_count = 0};
    return (wend_paths_view){up_of(p),
                             p->view.unit,
                             (int32_t)p->list.count,
                             p->list.data,
                             (int32_t)p->layers.count,
                             p->places.data,
                             p->layers.data,
                             p->along.data,
                             (int32_t)p->pieces.count,
                             p->pieces.data};
}

// ---------------------------------------------------------------------------------------------------- the plan

static int32_t layer_of(const wend_paths *p, int32_t triangle) {
    return p->view.triangle_layer && triangle >= 0 ? p->view.triangle_layer[triangle] : 0;
}

static void place_of_spot(const wend_paths *p, const wend_spot *spot, double place[3]) {
    wend_plan_ground ground;
    wend_plan_find_ground(p->plan, spot, &ground);
    for (int k = 0; k < 3; k++)
        place[k] = ground.place[k];
}

static void place_of_vertex(const wend_paths *p, int32_t vertex, double place[3]) {
    double seen[3] = {0, 0, 0};
    wend_lattice_place(&p->view.lattice, p->view.vertices[vertex], seen);
    if (p->view.vertex_heights)
        seen[2] = p->view.ground.origin[2] + p->view.ground.step * p->view.vertex_heights[vertex];
    wend_scene_from_ground(up_of(p), seen, place);
}

// The spot straight ahead of another one at a place seen from above, or where the floor ends before it.
static wend_spot walk(const wend_paths *p, const wend_spot *from, const double seen[2]) {
    wend_spot to = *from;
    wend_ray_hit hit;
    if (!wend_lattice_point(&p->view.lattice, seen, &to.point))
        return *from;
    wend_plan_ray(p->plan, from, to.point, &hit);
    if (hit.hit && !wend_lattice_point(&p->view.lattice, hit.place, &to.point))
        return *from;
    to.triangle = hit.triangle >= 0 ? hit.triangle : from->triangle;
    return to;
}

// ---------------------------------------------------------------------------------------------------- the line

static bool add_point(wend_paths *p, const double place[3], int32_t layer, int32_t along) {
    for (int k = 0; k < 3; k++)
        if (!wend_array_push(p->context, &p->places, place[k]))
            return false;
    return wend_array_push(p->context, &p->layers, layer) && wend_array_push(p->context, &p->along, along);
}

// Where a straight way from a spot first leaves its layer, as a share of the way, and the spot there; 1 when it does
// not.
static double find_change(const wend_paths *p, wend_spot *at, const double from[3], const double to[3]) {
    double low = 0, high = 1;
    int32_t layer = layer_of(p, at->triangle);
    wend_spot end = walk(p, at, to);
    if (layer_of(p, end.triangle) == layer)
        return 1;
    for (int k = 0; k < HALVINGS; k++) {
        double middle = (low + high) / 2, place[2];
        for (int i = 0; i < 2; i++)
            place[i] = from[i] + middle * (to[i] - from[i]);
        wend_spot spot = walk(p, at, place);
        bool same = layer_of(p, spot.triangle) == layer;
        low = same ? middle : low;
        high = same ? high : middle;
        end = same ? end : spot;
    }
    *at = end;
    return high;
}

// Adds the places where a straight way from a spot comes to other layers, and goes on from there.
static bool add_changes(wend_paths *p, wend_spot *at, const double ends[2][3], int32_t along) {
    double from[3], to[3], place[3];
    wend_ground_from_scene(up_of(p), ends[0], from);
    wend_ground_from_scene(up_of(p), ends[1], to);
    for (int k = 0; k < CHANGES_MOST; k++) {
        double share = find_change(p, at, from, to);
        if (share >= 1)
            break;
        for (int i = 0; i < 3; i++)
            from[i] += share * (to[i] - from[i]);
        wend_scene_from_ground(up_of(p), from, place);
        if (!add_point(p, place, layer_of(p, at->triangle), along))
            return false;
    }
    return true;
}

// The line on the ground; a link is passed straight, from layer to layer.
static bool add_line(wend_paths *p, const wend_path_line *line, const wend_path_view *path) {
    wend_spot at = path->ends[0];
    int32_t piece = -1;
    for (int32_t k = 0; k < line->point_count; k++) {
        const double *place = line->places + 3 * (int64_t)k;
        int32_t along = line->pieces[k];
        double seen[3];
        wend_ground_from_scene(up_of(p), place, seen);
        if (along != piece && path->pieces[along].triangle >= 0)
            at.triangle = path->pieces[along].triangle;
        if (along != piece || k == 0)
            wend_lattice_point(&p->view.lattice, seen, &at.point);
        else
            at = walk(p, &at, seen);
        piece = along;
        if (!add_point(p, place, layer_of(p, at.triangle), along))
            return false;
        bool link = path->pieces[along].link >= 0;
        if (k + 1 < line->point_count && !link && !add_changes(p, &at, (const double(*)[3])place, along))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- the pieces

// The first point of the line that belongs to a piece or comes after it.
static const double *begin_of(const wend_path_line *line, int32_t piece, int32_t *point) {
    while (*point + 1 < line->point_count && line->pieces[*point] < piece)
        ++*point;
    return line->places + 3 * (int64_t)*point;
}

static bool add_pieces(wend_paths *p, const wend_path_line *line, const wend_path_view *path) {
    int32_t point = 0;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *piece = &path->pieces[k];
        wend_shown_piece shown = {
            .radius = piece->radius, .length = piece->length, .side = piece->side, .link = piece->link};
        const double *from = begin_of(line, k, &point);
        const double *to =
            k + 1 < path->piece_count ? begin_of(line, k + 1, &point) : line->places + 3 * (line->point_count - 1);
        for (int i = 0; i < 3; i++) {
            shown.from[i] = from[i];
            shown.to[i] = to[i];
        }
        if (piece->side != 0 && piece->vertex >= 0)
            place_of_vertex(p, piece->vertex, shown.centre);
        if (!wend_array_push(p->context, &p->pieces, shown))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all of it

// What is known of a path without its line.
static wend_shown_path describe(const wend_paths *p, const wend_spot *const spots[2], double radius,
                                const wend_path_view *path) {
    wend_shown_path shown = {.status = path->status,
                             .reason = path->reason,
                             .radius = radius,
                             .length = path->length,
                             .bound = path->bound,
                             .widest = path->widest,
                             .narrow_layer = -1,
                             .colour = colours[p->list.count % COLOUR_COUNT],
                             .first_point = (int32_t)p->layers.count,
                             .first_piece = (int32_t)p->pieces.count};
    for (int i = 0; i < 2; i++) {
        place_of_spot(p, spots[i], shown.asked[i]);
        place_of_spot(p, &path->ends[i], shown.ends[i]);
        shown.moved[i] = path->moved[i];
        shown.layers[i] = layer_of(p, path->ends[i].triangle);
        shown.asked_on[i] = layer_of(p, spots[i]->triangle);
    }
    wend_spot narrow = {.triangle = path->narrow_on};
    if (path->widest > 0 && path->narrow_on >= 0 && path->narrow_on < p->view.triangle_count &&
        wend_lattice_point(&p->view.lattice, path->narrow, &narrow.point)) {
        place_of_spot(p, &narrow, shown.narrow);
        shown.narrow_layer = layer_of(p, path->narrow_on);
    }
    return shown;
}

static bool is_spot(const wend_paths *p, const wend_spot *spot) {
    return spot && spot->triangle < p->view.triangle_count;
}

wend_result wend_paths_add(wend_paths *p, wend_search *search, const wend_spot *from, const wend_spot *to,
                           double radius, double apart, const wend_path_view *path) {
    if (!p || !search || !path || !is_spot(p, from) || !is_spot(p, to) || !(radius >= 0) || !(apart > 0) ||
        search->roads->plan != p->plan)
        return WEND_ERROR_ARGUMENT;
    if (p->list.count >= WEND_PATHS_MOST)
        return WEND_ERROR_LIMIT;
    const wend_spot *const spots[2] = {from, to};
    wend_shown_path shown = describe(p, spots, radius, path);
    wend_path_line line = {.point_count = 0};
    wend_result result = path->piece_count > 0 ? wend_search_line(search, apart, &line) : WEND_OK;
    int64_t points = p->layers.count, places = p->places.count, along = p->along.count, pieces = p->pieces.count;
    if (result == WEND_OK && line.point_count > 0) {
        shown.length3d = line.length;
        if (!add_line(p, &line, path) || !add_pieces(p, &line, path))
            result = WEND_ERROR_MEMORY;
    }
    shown.point_count = (int32_t)(p->layers.count - points);
    shown.piece_count = (int32_t)(p->pieces.count - pieces);
    if (result == WEND_OK && !wend_array_push(p->context, &p->list, shown))
        result = WEND_ERROR_MEMORY;
    if (result != WEND_OK) {
        p->layers.count = points;
        p->places.count = places;
        p->along.count = along;
        p->pieces.count = pieces;
    }
    return result;
}
