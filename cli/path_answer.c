// A path as JSON. See path_answer.h.
#include "cli/path_answer.h"

#include <wend/json.h>

#include "cli/locator.h"

// The place of a vertex of the plan.
static void vertex_place(const wend_plan *plan, int32_t vertex, double out[3]) {
    wend_plan_view view = wend_plan_look(plan);
    double seen[3] = {0, 0, 0};
    wend_lattice_place(&view.lattice, view.vertices[vertex], seen);
    if (view.vertex_heights)
        seen[2] = view.ground.origin[2] + view.ground.step * view.vertex_heights[vertex];
    wend_scene_from_ground(view.vertex_heights ? view.ground.up : WEND_UP_Z, seen, out);
}

static void add_piece(wend_text *out, const wend_path_piece *piece, const double from[3], const double to[3],
                      const wend_plan *plan) {
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "kind", piece->link >= 0 ? "link" : piece->side != 0 ? "arc" : "line");
    wend_json_add_place(out, "from", from);
    wend_json_add_place(out, "to", to);
    wend_json_add_double(out, "length", piece->length);
    if (piece->link < 0 && piece->side != 0) {
        double centre[3];
        vertex_place(plan, piece->vertex, centre);
        wend_json_add_place(out, "centre", centre);
        wend_json_add_double(out, "radius", piece->radius);
        wend_json_add_string(out, "turn", piece->side > 0 ? "left" : "right");
    }
    wend_json_close(out, '}');
}

// The first point of a line that belongs to a piece or comes after it; *point is one before it.
static const double *begin_of(const wend_path_line *line, int32_t piece, int32_t *point) {
    while (*point + 1 < line->point_count && line->pieces[*point] < piece)
        ++*point;
    return line->places + 3 * (int64_t)*point;
}

// Straight pieces, arcs and links. Where one ends the next begins.
static void add_pieces(wend_text *out, const wend_plan *plan, const wend_path_view *path, const wend_path_line *line) {
    int32_t point = 0;
    const double *from = line->places;
    wend_json_open(out, "pieces", '[');
    for (int32_t k = 0; k < path->piece_count; k++) {
        bool last = k + 1 == path->piece_count;
        const double *to = last ? line->places + 3 * ((int64_t)line->point_count - 1) : begin_of(line, k + 1, &point);
        add_piece(out, &path->pieces[k], from, to, plan);
        from = to;
    }
    wend_json_close(out, ']');
}

static void add_points(wend_text *out, const wend_path_line *line) {
    wend_json_open(out, "points", '[');
    for (int32_t k = 0; k < line->point_count; k++)
        wend_json_add_place(out, NULL, line->places + 3 * (int64_t)k);
    wend_json_close(out, ']');
}

static void add_links(wend_text *out, const wend_nav *nav, const wend_path_passed_view *passed) {
    const wend_offlink *offlinks = wend_nav_offlinks(nav) ? wend_offlinks_look(wend_nav_offlinks(nav)).links : NULL;
    wend_json_open(out, "links", '[');
    for (int32_t k = 0; k < passed->link_count; k++) {
        const wend_path_link *link = &passed->links[k];
        const wend_offlink *made = link->offlink >= 0 ? &offlinks[link->offlink] : NULL;
        wend_json_open(out, NULL, '{');
        wend_json_add_string(out, "kind", made ? wend_offlink_kind_name(made->kind) : "drop");
        if (made)
            wend_json_add_string(out, "name", made->name);
        wend_json_add_place(out, "from", link->from);
        wend_json_add_place(out, "to", link->to);
        wend_json_add_double(out, "cost", link->cost);
        wend_json_add_double(out, "along", link->along);
        if (made)
            wend_json_add_bool(out, "back", link->back != 0);
        wend_json_close(out, '}');
    }
    wend_json_close(out, ']');
}

static void add_flights(wend_text *out, const wend_path_passed_view *passed) {
    wend_json_open(out, "flights", '[');
    for (int32_t k = 0; k < passed->flight_count; k++) {
        const wend_path_flight *flight = &passed->flights[k];
        wend_json_open(out, NULL, '{');
        wend_json_add_int(out, "flight", flight->flight);
        wend_json_add_bool(out, "up", flight->up > 0);
        wend_json_add_int(out, "steps", flight->risers);
        wend_json_add_double(out, "along", flight->along);
        wend_json_add_double(out, "length", flight->length);
        wend_json_close(out, '}');
    }
    wend_json_close(out, ']');
}

static void add_areas(wend_text *out, const wend_path_passed_view *passed) {
    wend_json_open(out, "areas", '[');
    for (int32_t k = 0; k < passed->ground_count; k++) {
        wend_json_open(out, NULL, '{');
        wend_json_add_int(out, "area", passed->grounds[k].area);
        wend_json_add_double(out, "along", passed->grounds[k].along);
        wend_json_add_double(out, "length", passed->grounds[k].length);
        wend_json_close(out, '}');
    }
    wend_json_close(out, ']');
}

// What there is to say of a path itself: the line, then what it passes.
static wend_result add_way(wend_text *out, const wend_nav *nav, wend_search *search, const wend_path_view *path) {
    wend_path_line line;
    wend_path_passed_view passed;
    wend_result result = wend_search_line(search, WEND_ARC_APART, &line);
    if (result != WEND_OK)
        return result;
    wend_json_add_double(out, "length", path->length);
    wend_json_add_double(out, "bound", path->bound);
    wend_json_add_bool(out, "proven", path->proven);
    wend_json_add_double(out, "length3d", line.length);
    add_points(out, &line);
    add_pieces(out, wend_nav_plan(nav), path, &line);
    result = wend_search_passed(search, &passed); // the line is gone by now
    if (result != WEND_OK)
        return result;
    add_links(out, nav, &passed);
    add_flights(out, &passed);
    if (wend_plan_look(wend_nav_plan(nav)).triangle_area)
        add_areas(out, &passed);
    wend_json_open(out, "moved", '[');
    for (int i = 0; i < 2; i++)
        wend_json_add_double(out, NULL, path->moved[i]);
    wend_json_close(out, ']');
    return WEND_OK;
}

wend_result wend_path_answer(wend_text *out, const wend_nav *nav, wend_search *search, const wend_path_view *path) {
    size_t start = out->count;
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "status", wend_path_status_name(path->status));
    if (path->status != WEND_PATH_REACHED)
        wend_json_add_string(out, "reason", wend_path_reason_name(path->reason));
    wend_result result = path->piece_count > 0 ? add_way(out, nav, search, path) : WEND_OK;
    if (result != WEND_OK) {
        out->count = start;
        return result;
    }
    wend_json_add_double(out, "widest", path->widest);
    if (path->narrow_on >= 0) {
        double narrow[3];
        wend_locator_ground(wend_nav_plan(nav), path->narrow, path->narrow_on, narrow);
        wend_json_add_place(out, "narrow", narrow);
    }
    return WEND_OK;
}

void wend_path_answer_off_mesh(wend_text *out, wend_path_reason reason) {
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "status", wend_path_status_name(WEND_PATH_OFF_MESH));
    wend_json_add_string(out, "reason", wend_path_reason_name(reason));
}
