// A path as JSON. See path_answer.h.
#include "cli/path_answer.h"

#include <wend/json.h>

// A place of the plan on the ground below it, in the scene's own axes and units. `triangle` holds it, or is near.
static void ground_place(const wend_plan *plan, const double place[2], int32_t triangle, double out[3]) {
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_ground ground = {.triangle = -1};
    wend_spot spot = {.triangle = triangle};
    double seen[3] = {place[0], place[1], 0};
    wend_up up = view.vertex_heights ? view.ground.up : WEND_UP_Z;
    if (view.vertex_heights && triangle >= 0 && wend_lattice_point(&view.lattice, place, &spot.point)) {
        wend_plan_find_ground(plan, &spot, &ground);
        double found[3];
        wend_ground_from_scene(up, ground.place, found);
        seen[2] = found[2];
    }
    wend_scene_from_ground(up, seen, out);
}

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

// Straight pieces, arcs and links. Where one ends the next begins; the last one ends where the path does.
static void add_pieces(wend_text *out, const wend_plan *plan, const wend_path_view *path) {
    double from[3], to[3];
    wend_json_open(out, "pieces", '[');
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *piece = &path->pieces[k];
        bool last = k + 1 == path->piece_count;
        if (k == 0)
            ground_place(plan, piece->from, piece->triangle, from);
        ground_place(plan, piece->to, last ? path->ends[1].triangle : path->pieces[k + 1].triangle, to);
        add_piece(out, piece, from, to, plan);
        for (int i = 0; i < 3; i++)
            from[i] = to[i];
    }
    wend_json_close(out, ']');
}

static void add_points(wend_text *out, const wend_path_line *line) {
    wend_json_open(out, "points", '[');
    for (int32_t k = 0; k < line->point_count; k++)
        wend_json_add_place(out, NULL, line->places + 3 * (int64_t)k);
    wend_json_close(out, ']');
}

wend_result wend_path_answer(wend_text *out, const wend_nav *nav, wend_search *search, const wend_path_view *path) {
    wend_path_line line;
    wend_result result = wend_search_line(search, WEND_ARC_APART, &line);
    if (result != WEND_OK)
        return result;
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "status", wend_path_status_name(path->status));
    if (path->status != WEND_PATH_REACHED)
        wend_json_add_string(out, "reason", wend_path_reason_name(path->reason));
    if (path->piece_count > 0) {
        wend_json_add_double(out, "length", path->length);
        wend_json_add_double(out, "bound", path->bound);
        wend_json_add_bool(out, "proven", path->proven);
        wend_json_add_double(out, "length3d", line.length);
        add_points(out, &line);
        add_pieces(out, wend_nav_plan(nav), path);
        wend_json_open(out, "moved", '[');
        for (int i = 0; i < 2; i++)
            wend_json_add_double(out, NULL, path->moved[i]);
        wend_json_close(out, ']');
    }
    if (path->status != WEND_PATH_OFF_MESH)
        wend_json_add_double(out, "widest", path->widest);
    return WEND_OK;
}

void wend_path_answer_off_mesh(wend_text *out, wend_path_reason reason) {
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "status", wend_path_status_name(WEND_PATH_OFF_MESH));
    wend_json_add_string(out, "reason", wend_path_reason_name(reason));
}
