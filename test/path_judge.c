// Judges an answer of the search by itself. See path_judge.h.
//
// The shape first, then the floor. The way is followed from triangle to triangle: the stadium round each straight piece
// must be free floor, and so must discs along each arc: every two degrees, and wherever a wall may be nearest, which is
// in the directions of vertices and square to walls. Each flood starts in a triangle that the last one came to, so that
// the way never changes floors. For radius 0, a piece must be in sight from end to end.
#include "path_judge.h"

#include "oracle_flood.h"
#include "oracle_path_parts.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct judge {
    wend_plan_view view;
    const wend_plan *plan;
    const path_judged *path;
    double metres; // per lattice step
    double radius; // lattice steps, like all below
    double slack;
    double rounding;  // what doubles may take of the radius
    double least;     // what is left of the radius along the way
    double join;      // by how much the ends of pieces may differ
    int32_t triangle; // where the way has got to
    oracle_flood flood;
    path_verdict verdict;
} judge;

static bool fail(judge *j, const char *wrong, int32_t piece, double measured) {
    if (j->verdict.wrong == NULL) {
        j->verdict.wrong = wrong;
        j->verdict.piece = piece;
        j->verdict.measured = measured;
    }
    return false;
}

static oracle_vec steps_of(const judge *j, const double place[2]) {
    const wend_lattice *l = &j->view.lattice;
    return (oracle_vec){(place[0] - l->origin[0]) / l->step, (place[1] - l->origin[1]) / l->step};
}

static oracle_vec vertex_place(const judge *j, int32_t vertex) {
    return (oracle_vec){j->view.vertices[vertex].x, j->view.vertices[vertex].y};
}

static double distance(oracle_vec a, oracle_vec b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static double angle_from(oracle_vec a, oracle_vec b) {
    return atan2(b.y - a.y, b.x - a.x);
}

// ---------------------------------------------------------------------------------------------------- shape

// How far an arc turns: its length says how often it goes all the way round.
static double turn_of(const judge *j, const path_judged_piece *p) {
    oracle_vec c = steps_of(j, p->centre);
    double turn = p->side * (angle_from(c, steps_of(j, p->to)) - angle_from(c, steps_of(j, p->from)));
    return turn + 2 * PI * round((p->length / j->metres / j->radius - turn) / (2 * PI));
}

static bool is_finite(const path_judged_piece *p) {
    return isfinite(p->from[0]) && isfinite(p->from[1]) && isfinite(p->to[0]) && isfinite(p->to[1]) &&
           isfinite(p->length) && p->length >= 0 && p->side >= -1 && p->side <= 1;
}

static bool check_straight(judge *j, int32_t k) {
    const path_judged_piece *p = &j->path->pieces[k];
    if (p->vertex != -1)
        return fail(j, "a straight piece has a vertex", k, p->vertex);
    double wrong = fabs(p->length / j->metres - distance(steps_of(j, p->from), steps_of(j, p->to)));
    return wrong <= j->join || fail(j, "a straight piece's length is not that of its ends", k, wrong * j->metres);
}

static bool check_arc(judge *j, int32_t k) {
    const path_judged_piece *p = &j->path->pieces[k];
    if (p->vertex < 0 || p->vertex >= j->view.vertex_count)
        return fail(j, "an arc's vertex is none", k, p->vertex);
    oracle_vec c = steps_of(j, p->centre);
    double wrong = distance(c, vertex_place(j, p->vertex));
    if (!(wrong <= j->join))
        return fail(j, "an arc's centre is not its vertex", k, wrong * j->metres);
    if (j->radius == 0)
        return p->length == 0 || fail(j, "an arc of radius 0 has a length", k, p->length);
    wrong =
        fmax(fabs(distance(c, steps_of(j, p->from)) - j->radius), fabs(distance(c, steps_of(j, p->to)) - j->radius));
    if (!(wrong <= j->join))
        return fail(j, "an arc's ends are not on its circle", k, wrong * j->metres);
    double turn = turn_of(j, p);
    wrong = fabs(p->length / j->metres - turn * j->radius);
    return (wrong <= 2 * j->join && turn >= -1e-6) || fail(j, "an arc's length is not that of its turn", k, turn);
}

// The heading at the start or the end of a piece; false for pieces too short to have one.
static bool heading_of(const judge *j, const path_judged_piece *p, bool at_end, double *heading) {
    oracle_vec from = steps_of(j, p->from), to = steps_of(j, p->to);
    if (p->side != 0) {
        *heading = angle_from(steps_of(j, p->centre), at_end ? to : from) + p->side * PI / 2;
        return true;
    }
    *heading = angle_from(from, to);
    return distance(from, to) > 1e5 * j->join;
}

// That pieces begin where the last one ended and go on in its direction.
static bool check_joints(judge *j) {
    const path_judged *path = j->path;
    double heading = 0;
    bool known = false;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const path_judged_piece *p = &path->pieces[k];
        if (k > 0) {
            double gap = distance(steps_of(j, p[-1].to), steps_of(j, p->from));
            if (!(gap <= j->join))
                return fail(j, "a piece does not begin where the last one ended", k, gap * j->metres);
        }
        double start;
        if (heading_of(j, p, false, &start)) {
            double corner = fabs(remainder(start - heading, 2 * PI));
            if (known && j->radius > 0 && !path->bends && !(corner <= 1e-4))
                return fail(j, "there is a corner between pieces", k, corner);
            known = heading_of(j, p, true, &heading);
        }
    }
    return true;
}

static bool check_ends(judge *j) {
    const path_judged *path = j->path;
    const double *places[2] = {path->pieces[0].from, path->pieces[path->piece_count - 1].to};
    for (int i = 0; i < 2; i++) {
        oracle_vec spot = {path->ends[i].point.x, path->ends[i].point.y};
        double gap = distance(spot, steps_of(j, places[i])), may = path->moved[i] == 0 ? j->join : 1.5; // rounded
        if (!(gap <= may))
            return fail(j, i == 0 ? "the way does not begin at its end" : "the way does not end at its end",
                        i == 0 ? 0 : path->piece_count - 1, gap * j->metres);
    }
    return true;
}

static bool check_shape(judge *j) {
    const path_judged *path = j->path;
    double sum = 0;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const path_judged_piece *p = &path->pieces[k];
        if (!is_finite(p) || p->triangle < 0 || p->triangle >= j->view.triangle_count)
            return fail(j, "a piece has a number that means nothing", k, p->length);
        if (!(p->side == 0 ? check_straight(j, k) : check_arc(j, k)))
            return false;
        sum += p->length;
    }
    if (!(fabs(sum - path->length) <= 1e-9 * (1 + sum)))
        return fail(j, "the length is not the sum of the pieces", -1, path->length - sum);
    if (!(path->bound <= path->length * (1 + 1e-9) + 1e-12))
        return fail(j, "the bound is more than the length", -1, path->bound);
    return path->piece_count == 0 || (check_joints(j) && check_ends(j));
}

// ---------------------------------------------------------------------------------------------------- floor

// How far a place lies outside a triangle, in steps.
static double outside(const judge *j, int32_t triangle, oracle_vec p) {
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        oracle_vec a = vertex_place(j, j->view.triangles[triangle].v[i]);
        oracle_vec b = vertex_place(j, j->view.triangles[triangle].v[(i + 1) % 3]);
        double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        worst = fmax(worst, -cross / distance(a, b));
    }
    return worst;
}

// The triangle of the last flood that holds a place best.
static int32_t best_met(const judge *j, oracle_vec p) {
    int32_t best = j->flood.met[0];
    double least = INFINITY;
    for (int32_t k = 0; k < j->flood.met_count && least > 0; k++) {
        double away = outside(j, j->flood.met[k], p);
        if (away < least) {
            least = away;
            best = j->flood.met[k];
        }
    }
    return best;
}

// That the disc can go straight from one place to another, from the triangle where the way has got to.
static bool check_free(judge *j, int32_t piece, oracle_vec p, oracle_vec q) {
    static const double parts[] = {0, 1e-4, 1e-3, 1e-2, 1e-1, 1};
    for (int i = 0; i < 6; i++) {
        double less = fmax(parts[i] * j->slack, j->rounding);
        if (!oracle_flood_is_free(&j->flood, j->triangle, p, q, j->radius - less))
            continue;
        j->least = fmin(j->least, j->radius - less);
        j->triangle = best_met(j, q);
        return true;
    }
    return fail(j, "the disc meets a wall", piece, distance(p, q) * j->metres);
}

// That a piece's own triangle is one where the way has got to.
static bool check_triangle(judge *j, int32_t piece) {
    const path_judged_piece *p = &j->path->pieces[piece];
    oracle_vec from = steps_of(j, p->from);
    double away = outside(j, p->triangle, from);
    if (away > 1.5)
        return fail(j, "a piece's triangle does not hold its start", piece, away * j->metres);
    return oracle_flood_is_free(&j->flood, j->triangle, from, from, j->radius - j->slack)
               ? oracle_flood_met(&j->flood, p->triangle) || fail(j, "a piece begins on another floor", piece, away)
               : fail(j, "the disc meets a wall", piece, 0);
}

static int compare_doubles(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return a < b ? -1 : a > b;
}

// Adds the place of an arc in a direction, as an angle from its start, each time that it comes by.
static int64_t add_direction(const judge *j, const path_judged_piece *p, double direction, double *angles,
                             int64_t count) {
    oracle_vec c = steps_of(j, p->centre);
    double turn = turn_of(j, p), at = fmod(p->side * (direction - angle_from(c, steps_of(j, p->from))), 2 * PI);
    for (at += at < 0 ? 2 * PI : 0; at < turn; at += 2 * PI)
        angles[count++] = at;
    return count;
}

// Where along an arc to look, ascending, as angles from its start.
static double *looks_of(judge *j, const path_judged_piece *p, int64_t *count) {
    oracle_vec c = steps_of(j, p->centre);
    double turn = turn_of(j, p);
    oracle_flood_gather(&j->flood, j->triangle, c, c, 2 * j->radius);
    int64_t rounds = (int64_t)(turn / (2 * PI)) + 2, even = (int64_t)(turn / (PI / 90)) + 1;
    double *angles = malloc((size_t)(rounds * 12 * j->flood.met_count + even + 2) * sizeof *angles);
    if (angles == NULL)
        abort();
    *count = 0;
    for (int64_t k = 0; k <= even; k++)
        angles[(*count)++] = turn * (double)k / (double)even;
    for (int32_t k = 0; k < j->flood.met_count; k++)
        for (int i = 0; i < 3; i++) {
            const wend_plan_triangle *t = &j->view.triangles[j->flood.met[k]];
            oracle_vec a = vertex_place(j, t->v[i]), b = vertex_place(j, t->v[(i + 1) % 3]);
            if (distance(a, c) > 0)
                *count = add_direction(j, p, angle_from(c, a), angles, *count);
            if (t->twin[i] < 0)
                *count = add_direction(j, p, angle_from(a, b) - PI / 2, angles, *count);
        }
    qsort(angles, (size_t)*count, sizeof *angles, compare_doubles);
    return angles;
}

static bool check_arc_free(judge *j, int32_t piece) {
    const path_judged_piece *p = &j->path->pieces[piece];
    oracle_vec c = steps_of(j, p->centre);
    double start = angle_from(c, steps_of(j, p->from));
    int64_t count;
    double *angles = looks_of(j, p, &count);
    bool good = true;
    for (int64_t k = 0; k < count && good; k++) {
        double direction = start + p->side * angles[k];
        oracle_vec at = {c.x + j->radius * cos(direction), c.y + j->radius * sin(direction)};
        good = check_free(j, piece, at, at);
    }
    free(angles);
    return good;
}

static bool check_disc(judge *j) {
    const path_judged *path = j->path;
    j->triangle = path->pieces[0].triangle;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const path_judged_piece *p = &path->pieces[k];
        if (!check_triangle(j, k))
            return false;
        if (p->side != 0 ? !check_arc_free(j, k) : !check_free(j, k, steps_of(j, p->from), steps_of(j, p->to)))
            return false;
    }
    oracle_vec end = steps_of(j, path->pieces[path->piece_count - 1].to);
    if (!oracle_flood_is_free(&j->flood, j->triangle, end, end, j->radius - j->slack) ||
        !oracle_flood_met(&j->flood, path->ends[1].triangle))
        return fail(j, "the way ends on another floor", path->piece_count - 1, 0);
    return true;
}

static wend_spot spot_of(const judge *j, const double place[2], int32_t triangle) {
    oracle_vec at = steps_of(j, place);
    return (wend_spot){triangle, {(int32_t)lround(at.x), (int32_t)lround(at.y)}, 0};
}

static bool has_corner(const judge *j, int32_t triangle, int32_t vertex) {
    const int32_t *v = j->view.triangles[triangle].v;
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}

// Of a point: pieces are in sight from end to end, and turn at vertices of the triangles in which they begin.
static bool check_point(judge *j) {
    const path_judged *path = j->path;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const path_judged_piece *p = &path->pieces[k];
        bool last = k + 1 == path->piece_count;
        if (outside(j, p->triangle, steps_of(j, p->from)) > j->join)
            return fail(j, "a piece's triangle does not hold its start", k, 0);
        if (p->side != 0) {
            if (!has_corner(j, p->triangle, p->vertex) || (!last && !has_corner(j, p[1].triangle, p->vertex)))
                return fail(j, "a turn is at another vertex than its triangle's", k, p->vertex);
            continue;
        }
        wend_spot a = spot_of(j, p->from, p->triangle);
        wend_spot b = spot_of(j, p->to, last ? path->ends[1].triangle : p[1].triangle);
        if (!wend_plan_visible(j->plan, &a, &b))
            return fail(j, "a piece crosses a wall", k, p->length);
    }
    return true;
}

path_verdict path_judge_pieces(const wend_plan *plan, double radius, double slack, const path_judged *path) {
    judge j = {.view = wend_plan_look(plan), .plan = plan, .path = path, .verdict = {NULL, -1, 0, INFINITY}};
    j.metres = j.view.lattice.step * j.view.unit;
    j.radius = radius / j.metres;
    j.slack = slack / j.metres;
    j.rounding = oracle_slack(&j.view, j.radius);
    j.least = INFINITY;
    double size = j.radius;
    for (int32_t v = 0; v < j.view.vertex_count; v++)
        size = fmax(size, fmax(fabs(vertex_place(&j, v).x), fabs(vertex_place(&j, v).y)));
    j.join = 1e-12 * size + 1e-9 / j.metres;
    if (!check_shape(&j) || path->piece_count == 0)
        return j.verdict;
    j.flood = oracle_flood_make(&j.view);
    if (radius == 0)
        check_point(&j);
    else
        check_disc(&j);
    oracle_flood_free(&j.flood);
    j.verdict.clearance = j.least * j.metres;
    return j.verdict;
}
