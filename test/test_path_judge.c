// The judge of paths itself: it passes paths made by hand that are right, and names what is wrong with each of many
// that are not; and it finds nothing wrong with those of the oracle.
//
//     test_path_judge [--plans N]     N random plans (120)
#include "oracle_medial.h"
#include "oracle_path_parts.h"
#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include <math.h>

#define PI 3.14159265358979323846
static const double SLACK = 1e-5;

static void open_context(void) {
    open_context_with(1);
}

typedef struct answer {
    wend_plan *plan;
    path_judged_piece pieces[3];
    path_judged view;
} answer;

static wend_plan *room_with_a_point(double wall_to) {
    open_context();
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 0x1p-20;
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, (double[]){0, 0, 16, 0, 16, 16, 0, 16}, 4);
    wend_drawing_add(drawing, WEND_SHAPE_POINT, -1, (double[]){8, 8}, 1);
    wend_drawing_add(drawing, WEND_SHAPE_WALL, -1, (double[]){8, 16, 8, wall_to}, 2);
    CHECK(wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK);
    wend_drawing_destroy(drawing);
    return plan;
}

static int32_t vertex_at(const wend_plan *plan, double x, double y) {
    wend_plan_view view = wend_plan_look(plan);
    for (int32_t v = 0; v < view.vertex_count; v++) {
        double place[2];
        wend_lattice_place(&view.lattice, view.vertices[v], place);
        if (place[0] == x && place[1] == y)
            return v;
    }
    return -1;
}

static int32_t triangle_at(const wend_plan *plan, const double place[2]) {
    wend_spot spot;
    wend_plan_locate(plan, place, 1e-6, &spot);
    return spot.triangle;
}

static void set_piece(const wend_plan *plan, path_judged_piece *p, double x0, double y0, double x1, double y1) {
    *p = (path_judged_piece){.from = {x0, y0}, .to = {x1, y1}, .length = hypot(x1 - x0, y1 - y0), .vertex = -1};
    p->triangle = triangle_at(plan, p->from);
}

static void sum_up(answer *a) {
    a->view.length = 0;
    for (int i = 0; i < 3; i++)
        a->view.length += a->pieces[i].length;
    a->view.bound = a->view.length;
}

// From (2, 8) to (14, 8) over the point in the middle of the room, turning right, past a wall that comes down to it.
static answer over_the_point(double radius, double wall_to) {
    answer a = {.plan = room_with_a_point(wall_to)};
    double angle = asin(radius / 6), x = radius * sin(angle), y = radius * cos(angle);
    set_piece(a.plan, &a.pieces[0], 2, 8, 8 - x, 8 + y);
    set_piece(a.plan, &a.pieces[1], 8 - x, 8 + y, 8 + x, 8 + y);
    set_piece(a.plan, &a.pieces[2], 8 + x, 8 + y, 14, 8);
    a.pieces[1].side = -1;
    a.pieces[1].vertex = vertex_at(a.plan, 8, 8);
    a.pieces[1].centre[0] = a.pieces[1].centre[1] = 8;
    a.pieces[1].length = 2 * radius * angle;
    a.view = (path_judged){.piece_count = 3};
    double from[2] = {2, 8}, to[2] = {14, 8};
    wend_plan_locate(a.plan, from, 0, &a.view.ends[0]);
    wend_plan_locate(a.plan, to, 0, &a.view.ends[1]);
    sum_up(&a);
    return a;
}

// Judges and forgets.
static void expect(answer *a, double radius, const char *wrong) {
    a->view.pieces = a->pieces;
    path_verdict v = path_judge_pieces(a->plan, radius, SLACK, &a->view);
    if (wrong == NULL)
        CHECK_MESSAGE(v.wrong == NULL, "piece %d: %s (%g)", (int)v.piece, v.wrong, v.measured);
    else
        CHECK_MESSAGE(v.wrong != NULL && strcmp(v.wrong, wrong) == 0, "\"%s\" and not \"%s\"", v.wrong, wrong);
    if (wrong == NULL && radius > 0 && a->view.piece_count > 0)
        CHECK_MESSAGE(v.clearance >= radius - SLACK && v.clearance <= radius, "clearance %.9f", v.clearance);
    wend_plan_destroy(a->plan);
}

TEST(good_paths_pass) {
    for (double radius = 0.125; radius <= 2; radius *= 2) {
        answer a = over_the_point(radius, 13);
        expect(&a, radius, NULL);
        a = over_the_point(radius, 8 + 2 * radius); // the gap is as wide as the disc
        expect(&a, radius, NULL);
        a = over_the_point(radius, 8 + 2 * radius - 5e-6);
        expect(&a, radius, NULL); // within the slack
    }
    answer a = over_the_point(0.5, 13);
    a.view.piece_count = 0; // from a place to itself
    a.view.length = a.view.bound = 0;
    expect(&a, 0.5, NULL);
}

TEST(points_go_past_a_point) {
    answer a = over_the_point(0, 13);
    expect(&a, 0, NULL);
    a = over_the_point(0, 9);
    expect(&a, 0, NULL);
    a = over_the_point(0, 7); // through the wall
    set_piece(a.plan, &a.pieces[0], 2, 8, 14, 8);
    a.view.piece_count = 1;
    a.view.length = a.view.bound = 12;
    expect(&a, 0, "a piece crosses a wall");
}

TEST(discs_that_meet_walls_are_seen) {
    answer a = over_the_point(0.5, 9 - 1e-4);
    expect(&a, 0.5, "the disc meets a wall");
    a = over_the_point(0.5, 8.7);
    expect(&a, 0.5, "the disc meets a wall");
    a = over_the_point(0.5, 13); // straight over the point
    set_piece(a.plan, &a.pieces[0], 2, 8, 14, 8);
    a.view.piece_count = 1;
    a.view.length = a.view.bound = 12;
    expect(&a, 0.5, "the disc meets a wall");
}

static const char *damage(answer *a, int kind) {
    switch (kind) {
    case 0:
        a->pieces[1].side = 1;
        return "an arc's length is not that of its turn";
    case 1:
        a->pieces[1].vertex = vertex_at(a->plan, 0, 0);
        return "an arc's centre is not its vertex";
    case 2:
        a->pieces[1].centre[0] += 1e-6;
        return "an arc's centre is not its vertex";
    case 3:
        a->pieces[1].length += 1e-6;
        return "an arc's length is not that of its turn";
    case 4:
        a->pieces[0].length += 1e-6;
        return "a straight piece's length is not that of its ends";
    case 5:
        a->view.length -= 1e-6;
        return "the length is not the sum of the pieces";
    case 6:
        a->view.bound = a->view.length + 1e-3;
        return "the bound is more than the length";
    case 7:
        set_piece(a->plan, &a->pieces[2], a->pieces[2].from[0] + 1e-6, a->pieces[2].from[1], 14, 8);
        sum_up(a);
        return "a piece does not begin where the last one ended";
    case 8:
        set_piece(a->plan, &a->pieces[0], 2, 8.5, a->pieces[0].to[0], a->pieces[0].to[1]);
        sum_up(a);
        return "there is a corner between pieces";
    case 9:
        a->view.ends[0].point.x += 1;
        return "the way does not begin at its end";
    case 10:
        a->view.ends[1].point.y += 1;
        return "the way does not end at its end";
    case 11:
        a->pieces[2].to[0] = NAN;
        return "a piece has a number that means nothing";
    case 12:
        a->pieces[0].triangle = a->pieces[2].triangle;
        return "a piece's triangle does not hold its start";
    case 13:
        a->pieces[0].vertex = 3;
        return "a straight piece has a vertex";
    case 14:
        a->pieces[1].vertex = -1;
        return "an arc's vertex is none";
    default:
        return NULL;
    }
}

TEST(damage_is_named) {
    for (int kind = 0;; kind++) {
        answer a = over_the_point(0.5, 13);
        const char *wrong = damage(&a, kind);
        if (wrong == NULL) {
            expect(&a, 0.4, "an arc's ends are not on its circle");
            break;
        }
        expect(&a, 0.5, wrong);
    }
}

// An arc that goes round more than once, on a floor that does; one turn less is another floor.
TEST(arcs_may_wind) {
    open_context();
    double radii[PATH_RADII], radius = 500, distance = 2000;
    path_scene *scene = path_scenes_make(context, 2, report, radii);
    REQUIRE(scene != NULL);
    wend_plan_view view = wend_plan_look(path_scenes_look(scene));
    oracle_fans fans = oracle_fans_make(&view);
    int32_t vertex = 0;
    for (int32_t v = 0; v < view.vertex_count; v++)
        vertex = fans.total[v] > fans.total[vertex] ? v : vertex;
    for (int less = 0; less < 2; less++) {
        double begin = fans.zero[vertex] + 2, turn = 10.5, leave = acos(radius / distance);
        double angles[4] = {begin, begin + leave, begin + turn - leave, begin + turn}, places[4][2];
        int32_t triangles[4];
        for (int i = 0; i < 4; i++) {
            int32_t k = fans.first[vertex];
            while (k + 1 < fans.last[vertex] && fans.begin[k + 1] <= angles[i] - fans.zero[vertex])
                k++;
            triangles[i] = fans.corner[k] / 3;
            double away = i == 0 || i == 3 ? distance : radius;
            places[i][0] = view.vertices[vertex].x + away * cos(angles[i]);
            places[i][1] = view.vertices[vertex].y + away * sin(angles[i]);
        }
        path_judged_piece pieces[3];
        path_judged path = {.piece_count = 3, .pieces = pieces, .moved = {1, 1}};
        for (int i = 0; i < 3; i++) {
            pieces[i] = (path_judged_piece){.vertex = -1, .triangle = triangles[i]};
            memcpy(pieces[i].from, places[i], sizeof places[i]);
            memcpy(pieces[i].to, places[i + 1], sizeof places[i]);
            pieces[i].length = sqrt(distance * distance - radius * radius);
        }
        pieces[1].side = 1;
        pieces[1].vertex = vertex;
        pieces[1].centre[0] = view.vertices[vertex].x;
        pieces[1].centre[1] = view.vertices[vertex].y;
        pieces[1].length = radius * (turn - 2 * leave - less * 2 * PI);
        path.length = path.bound = pieces[0].length + pieces[1].length + pieces[2].length;
        for (int i = 0; i < 2; i++) {
            path.ends[i].triangle = triangles[3 * i];
            path.ends[i].point.x = (int32_t)lround(places[3 * i][0]);
            path.ends[i].point.y = (int32_t)lround(places[3 * i][1]);
        }
        path_verdict v = path_judge_pieces(path_scenes_look(scene), radius, SLACK, &path);
        if (less == 0)
            CHECK_MESSAGE(v.wrong == NULL, "piece %d: %s (%g)", (int)v.piece, v.wrong, v.measured);
        else
            CHECK_MESSAGE(v.wrong != NULL && strcmp(v.wrong, "a piece begins on another floor") == 0, "%s", v.wrong);
    }
    oracle_fans_free(&fans);
    path_scenes_free(scene);
}

// ---------------------------------------------------------------------------------------------------- real paths

enum { TOUCHES = 512 };

// The way of the oracle's last search, as an answer.
static int32_t pieces_of(const wend_plan *plan, const oracle_rings *rings, const oracle_end ends[2],
                         path_judged_piece *pieces) {
    wend_plan_view view = wend_plan_look(plan);
    double metres = view.lattice.step * view.unit;
    oracle_touch touches[TOUCHES];
    int32_t count = oracle_rings_way(rings, touches, TOUCHES), made = 0;
    for (int32_t k = 0; k <= count; k++) {
        oracle_vec from = k == 0 ? ends[0].place : oracle_rings_place(rings, &touches[k - 1]);
        oracle_vec to = k == count ? ends[1].place : oracle_rings_place(rings, &touches[k]);
        path_judged_piece *p = &pieces[made++];
        *p = (path_judged_piece){.vertex = -1};
        for (int i = 0; i < 2; i++) {
            p->from[i] = view.lattice.origin[i] + view.lattice.step * (i == 0 ? from.x : from.y);
            p->to[i] = view.lattice.origin[i] + view.lattice.step * (i == 0 ? to.x : to.y);
        }
        p->triangle = 0; // lattices may be coarse: by the place itself
        while (p->triangle + 1 < view.triangle_count && !oracle_is_inside(&view, p->triangle, from.x, from.y, 1e-6))
            p->triangle++;
        p->length = hypot(to.x - from.x, to.y - from.y) * metres;
        if (k % 2 == 0)
            continue;
        oracle_vec c = oracle_rings_centre(rings, touches[k].ring);
        p->centre[0] = view.lattice.origin[0] + view.lattice.step * c.x;
        p->centre[1] = view.lattice.origin[1] + view.lattice.step * c.y;
        p->side = touches[k].side;
        p->vertex = vertex_at(plan, p->centre[0], p->centre[1]);
        p->length = oracle_rings_arc(rings, &touches[k - 1], &touches[k]) * metres;
    }
    return made;
}

static int64_t judge_ways(const wend_plan *plan, double radius, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    double metres = view.lattice.step * view.unit;
    oracle_flat *o = oracle_flat_make(&view, radius / metres);
    path_judged_piece pieces[TOUCHES + 1];
    int64_t ways = 0;
    for (int q = 0; q < 12; q++) {
        path_judged path = {.pieces = pieces};
        oracle_end ends[2];
        for (int i = 0; i < 2; i++) {
            path_plans_end(plan, state, &path.ends[i]);
            ends[i] = (oracle_end){{path.ends[i].point.x, path.ends[i].point.y}, path.ends[i].triangle};
        }
        path.length = path.bound = oracle_flat_shortest(o, &ends[0], &ends[1]) * metres;
        if (path.length == INFINITY)
            continue;
        path.piece_count = pieces_of(plan, oracle_flat_rings(o), ends, pieces);
        path_verdict v = path_judge_pieces(plan, radius, SLACK, &path);
        CHECK_MESSAGE(v.wrong == NULL, "radius %g, piece %d of %d: %s (%g)", radius, (int)v.piece, path.piece_count,
                      v.wrong, v.measured);
        CHECK_MESSAGE(v.clearance >= radius - 1e-8, "radius %g: clearance %.12f", radius, v.clearance);
        ways++;
    }
    oracle_flat_free(o);
    return ways;
}

// The judge finds nothing wrong with shortest paths, ties and all.
TEST(shortest_paths_pass) {
    open_context();
    int64_t plans = check_cases("plans", 120), ways = 0;
    for (int64_t k = 0; k < plans; k++) {
        uint64_t state = (uint64_t)k;
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, (int32_t)(k % path_plans_count()), &state, radii);
        if (!CHECK(plan != NULL))
            continue;
        for (int r = 1; r < PATH_RADII; r++)
            ways += judge_ways(plan, radii[r], &state);
        wend_plan_destroy(plan);
    }
    CHECK(ways > 0);
}

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()
