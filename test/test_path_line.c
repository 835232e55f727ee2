// Paths as lines on the ground: beside their arcs by no more than was asked for, on the floor, and of the path's own
// length where the floor is flat.
#include "shared_context.h"

#include <wend/path.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>

enum { QUERIES = 300 };

static wend_nav *build(const char *name, uint64_t seed, bool scene) {
    wend_scene *triangles = NULL;
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    if (scene && wend_sample_build_scene(context, name, 0, seed, &triangles) == WEND_OK)
        wend_build_scene(context, triangles, NULL, &nav, NULL, NULL);
    else if (!scene && wend_sample_build_drawing(context, name, 0, seed, &drawing) == WEND_OK)
        wend_build_drawing(context, drawing, NULL, &nav, NULL, NULL);
    wend_scene_destroy(triangles);
    wend_drawing_destroy(drawing);
    return nav;
}

static bool random_spot(const wend_plan *plan, uint64_t *state, wend_spot *spot) {
    double place[2];
    wend_plan_view view = wend_plan_look(plan);
    *spot = (wend_spot){.triangle = -1};
    wend_plan_random(plan, state, place, &spot->triangle);
    return wend_lattice_point(&view.lattice, place, &spot->point);
}

// How far a place is from a piece, seen from above.
static double distance_to(const wend_path_piece *p, double x, double y) {
    if (p->side != 0)
        return fabs(hypot(x - p->centre[0], y - p->centre[1]) - p->radius);
    double ex = p->to[0] - p->from[0], ey = p->to[1] - p->from[1], square = ex * ex + ey * ey;
    double t = square > 0 ? ((x - p->from[0]) * ex + (y - p->from[1]) * ey) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - p->from[0] - t * ex, y - p->from[1] - t * ey);
}

// The line of the path that was found last.
static void check_line(const char *name, const wend_nav *nav, wend_search *search, const wend_path_view *path,
                       double apart) {
    wend_path_line line;
    wend_plan_view view = wend_plan_look(wend_nav_plan(nav));
    wend_up up = view.vertex_heights ? view.ground.up : WEND_UP_Z;
    double worst = 0, flat = 0;
    if (!CHECK(wend_search_line(search, apart, &line) == WEND_OK) || !CHECK(line.point_count > 1))
        return;
    for (int32_t k = 0; k < line.pieces[0]; k++) // those without length have no point
        CHECK(path->pieces[k].length < 0.001);
    CHECK(line.pieces[line.point_count - 1] == path->piece_count - 1);
    for (int32_t k = 0; k + 1 < line.point_count; k++) {
        double a[3], b[3];
        wend_ground_from_scene(up, line.places + 3 * (size_t)k, a);
        wend_ground_from_scene(up, line.places + 3 * (size_t)(k + 1), b);
        CHECK(line.pieces[k] <= line.pieces[k + 1] && line.pieces[k] >= 0);
        const wend_path_piece *piece = &path->pieces[line.pieces[k]];
        for (int i = 0; i <= 4; i++)
            worst = fmax(worst, distance_to(piece, a[0] + (b[0] - a[0]) * i / 4, a[1] + (b[1] - a[1]) * i / 4));
        flat += hypot(b[0] - a[0], b[1] - a[1]);
    }
    CHECK_MESSAGE(worst <= apart + 0.001, "%s: the line is %g m beside the path, asked for %g", name, worst, apart);
    CHECK_MESSAGE(fabs(flat - path->length) <= 0.02 * path->length + 0.01 && line.length >= flat - 1e-9,
                  "%s: the line is %g m long, %g from above, the path %g", name, line.length, flat, path->length);
}

static void check_lines(const char *name, bool scene) {
    static const double radii[] = {0, 0.1, 0.25, 0.4}, aparts[] = {0.001, 0.02, 0.1};
    open_context_with(1);
    uint64_t state = 1;
    int reached = 0;
    wend_search *search = NULL;
    wend_nav *nav = build(name, 1, scene);
    if (CHECK(nav != NULL) && CHECK(wend_search_create(context, nav, &search) == WEND_OK))
        for (int k = 0; k < QUERIES; k++) {
            wend_spot spots[2];
            wend_path_view path;
            wend_path_def def = wend_default_path_def();
            def.radius = radii[k % 4];
            if (!random_spot(wend_nav_plan(nav), &state, &spots[0]) ||
                !random_spot(wend_nav_plan(nav), &state, &spots[1]) ||
                !CHECK(wend_search_path(search, &spots[0], &spots[1], &def, &path) == WEND_OK) || path.piece_count == 0)
                continue;
            reached++;
            check_line(name, nav, search, &path, aparts[k % 3]);
        }
    CHECK_MESSAGE(reached > QUERIES / 20, "%s: %d paths only", name, reached);
    wend_search_destroy(search);
    wend_nav_destroy(nav);
    close_context();
}

TEST(lines_follow_their_paths) {
    check_lines("rooms", false);
    check_lines("city", false);
    check_lines("two-storeys", true);
    check_lines("stairs", true);
}

CHECK_MAIN()
