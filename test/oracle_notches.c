// The notches of a plan, by definition. See oracle_cells.h.
//
// Angles are compared in long double: those within a billionth of a radian of the limit may be judged either way.
// Distances are compared as fractions; where one is within a billionth of `relax`, nothing is said about the count.
#include "oracle_cells_parts.h"

#include <gmp.h>

static const long double slack = 1e-9L; // radians by which an angle may be misjudged

// ---------------------------------------------------------------------------------------------------- notches

// Whether an angle is larger than pi + relax_angle; *unsure is set where rounding decides that. A straight angle is
// never in doubt.
static bool is_too_large(const judge *j, sector s, bool *unsure) {
    if (j->cells->def.relax_angle == 0 || quarter(s.from, s.to) == 2) {
        int q = quarter(s.from, s.to);
        return !s.full && (q == 0 || q == 3);
    }
    long double excess = angle_between(s.from, s.to) - acosl(-1.0L) - (long double)j->cells->def.relax_angle;
    if (fabsl(excess) <= slack)
        *unsure = true;
    return excess > 0;
}

// The directions of borders at a vertex, in the order in which they come when turning left from `base`.
static int32_t border_directions(const judge *j, int32_t v, vec base, vec *directions) {
    int32_t count = 0;
    for (int32_t i = j->border_at[v]; i < j->border_at[v + 1]; i++) {
        vec d = minus(j->places[j->border_other[i]], j->places[v]);
        int32_t k = count++;
        for (; k > 0 && compare_turns(base, d, directions[k - 1]) < 0; k--)
            directions[k] = directions[k - 1];
        directions[k] = d;
    }
    return count;
}

// Whether the floor at a vertex has too large an angle between two edges that will stay.
static bool is_notch(judge *j, int32_t v) {
    sector fan = fan_of(j, v);
    int32_t borders = border_count_at(j, v);
    if (fan.full && borders == 0)
        return (j->plan->vertex_flags[v] & WEND_VERTEX_POINT) != 0;
    if (fan.full) {
        vec d = minus(j->places[j->border_other[j->border_at[v]]], j->places[v]);
        fan = (sector){d, d, false};
    }
    vec *directions = need((size_t)borders + 1, sizeof *directions);
    int32_t count = border_directions(j, v, fan.from, directions);
    directions[count++] = fan.to;
    bool notch = false;
    vec from = fan.from;
    for (int32_t i = 0; i < count; i++) {
        bool first = i == 0 && count > 1 && quarter(from, directions[0]) == 0; // the border that was taken as base
        if (!first)
            notch = is_too_large(j, (sector){from, directions[i], false}, &j->unsure) || notch;
        from = directions[i];
    }
    free(directions);
    return notch;
}

static void find_notches(judge *j) {
    j->unsure = false;
    for (int32_t v = 0; v < j->plan->vertex_count; v++)
        j->notch[v] = is_notch(j, v);
}

// ---------------------------------------------------------------------------------------------------- relaxation

// A squared distance n / d in lattice steps.
typedef struct square {
    mpz_t n, d;
} square;

static void point_distance(square *s, wend_point p, wend_point q) {
    mpz_t y;
    mpz_init_set_si(y, (long)q.y - p.y);
    mpz_set_si(s->n, (long)q.x - p.x);
    mpz_mul(s->n, s->n, s->n);
    mpz_addmul(s->n, y, y);
    mpz_set_si(s->d, 1);
    mpz_clear(y);
}

// From p to the segment a-b.
static void segment_distance(square *s, wend_point a, wend_point b, wend_point p) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, px = (int64_t)p.x - a.x, py = (int64_t)p.y - a.y;
    int64_t along = ux * px + uy * py, length2 = ux * ux + uy * uy;
    if (along <= 0 || along >= length2) {
        point_distance(s, p, along <= 0 ? a : b);
        return;
    }
    mpz_set_si(s->n, (long)(ux * py - uy * px));
    mpz_mul(s->n, s->n, s->n);
    mpz_set_si(s->d, (long)length2);
}

static int compare_squares(const square *s, const square *t) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul(left, s->n, t->d);
    mpz_mul(right, t->n, s->d);
    int c = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return c;
}

// The distance in units of the drawing, rounded.
static double rounded(const judge *j, const square *s) {
    return sqrt(mpz_get_d(s->n) / mpz_get_d(s->d)) * j->plan->lattice.step;
}

// Some vertices in the order of a cycle: both ends stay, what is between them are notches.
typedef struct run {
    const int32_t *vertices;
    square now, far;
    bool kept; // whether one was
} run;

// The farthest vertex between two from the segment between them, the first one of several; its distance is in r->far.
static int32_t farthest(judge *j, run *r, int32_t low, int32_t high) {
    const wend_point *points = j->plan->vertices;
    int32_t best = low + 1;
    for (int32_t k = low + 1; k < high; k++) {
        segment_distance(&r->now, points[r->vertices[low]], points[r->vertices[high]], points[r->vertices[k]]);
        int c = k == low + 1 ? 1 : compare_squares(&r->now, &r->far);
        if (k > low + 1 && c != 0) { // as good as the same, but not the same: rounding may decide
            double a = rounded(j, &r->now), b = rounded(j, &r->far);
            j->unsure = j->unsure || (fabs(a - b) <= 1e-12 * b && a >= j->cells->def.relax * (1 - 1e-9));
        }
        if (c <= 0)
            continue;
        best = k;
        mpz_swap(r->now.n, r->far.n);
        mpz_swap(r->now.d, r->far.d);
    }
    return best;
}

static void relax_run(judge *j, run *r, int32_t low, int32_t high) {
    if (high - low < 2)
        return;
    int32_t k = farthest(j, r, low, high);
    double distance = rounded(j, &r->far), relax = j->cells->def.relax;
    j->unsure = j->unsure || fabs(distance - relax) <= 1e-9 * relax;
    if (distance <= relax) {
        for (int32_t i = low + 1; i < high; i++)
            j->notch[r->vertices[i]] = false;
        return;
    }
    r->kept = true;
    relax_run(j, r, low, k);
    relax_run(j, r, k, high);
}

static bool is_end_of_runs(const judge *j, int32_t v) {
    return !j->notch[v] || border_count_at(j, v) > 0;
}

static int32_t lowest_vertex(const judge *j, const int32_t *vertices, int32_t count) {
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++) {
        wend_point p = j->plan->vertices[vertices[i]], q = j->plan->vertices[vertices[best]];
        if (p.x < q.x || (p.x == q.x && p.y < q.y))
            best = i;
    }
    return best;
}

// The vertices of a cycle from number `start` on, all around and that one again.
static void rotate(int32_t *vertices, int32_t count, int32_t start, int32_t *rotated) {
    for (int32_t i = 0; i <= count; i++)
        rotated[i] = vertices[(start + i) % count];
}

static void relax_cycle(judge *j, int32_t *vertices, int32_t count, int32_t *rotated) {
    run r = {.vertices = rotated};
    mpz_inits(r.now.n, r.now.d, r.far.n, r.far.d, NULL);
    int32_t start = 0;
    while (start < count && !is_end_of_runs(j, vertices[start]))
        start++;
    bool all = start == count;
    rotate(vertices, count, all ? lowest_vertex(j, vertices, count) : start, rotated);
    for (int32_t low = 0, high; low < count; low = high) {
        high = low + 1;
        while (high < count && (all || !is_end_of_runs(j, rotated[high])))
            high++;
        relax_run(j, &r, low, high);
    }
    if (all)
        j->notch[rotated[0]] = r.kept;
    mpz_clears(r.now.n, r.now.d, r.far.n, r.far.d, NULL);
}

// Takes away the notches that `relax` leaves.
static void relax_notches(judge *j) {
    int32_t boundaries = j->plan->boundary_count;
    int32_t *vertices = need((size_t)boundaries + 1, sizeof *vertices);
    int32_t *rotated = need((size_t)boundaries + 1, sizeof *rotated);
    bool *done = need((size_t)boundaries, sizeof *done);
    for (int32_t first = 0; first < boundaries; first++) {
        int32_t count = 0;
        for (int32_t b = first; !done[b]; b = j->plan->boundaries[b].next) {
            done[b] = true;
            vertices[count++] = boundary_start(j, b);
        }
        if (count > 0)
            relax_cycle(j, vertices, count, rotated);
    }
    free(vertices);
    free(rotated);
    free(done);
}

static int32_t count_notches(const judge *j) {
    int32_t count = 0;
    for (int32_t v = 0; v < j->plan->vertex_count; v++)
        count += j->notch[v];
    return count;
}

// How many notches there may be when every doubtful angle is none, and when it is one.
static bool check_doubtful_notches(judge *j) {
    wend_cells_view changed = *j->cells;
    const wend_cells_view *kept = j->cells;
    int32_t counts[2];
    for (int i = 0; i < 2; i++) {
        changed.def.relax_angle = kept->def.relax_angle + (i == 0 ? 2 : -2) * (double)slack;
        j->cells = &changed;
        find_notches(j);
        counts[i] = count_notches(j);
    }
    j->cells = kept;
    if (kept->notch_count < counts[0] || kept->notch_count > counts[1])
        return no(j, "%d notches, expected %d to %d", kept->notch_count, counts[0], counts[1]);
    changed.def.relax_angle = kept->def.relax_angle + 2 * (double)slack; // those that are beyond doubt
    j->cells = &changed;
    find_notches(j);
    j->cells = kept;
    return true;
}

// Finds the notches that must be resolved and compares their number.
static bool check_notch_count(judge *j) {
    find_notches(j);
    bool relaxed = j->cells->def.relax > 0;
    if (j->unsure && !relaxed)
        return check_doubtful_notches(j);
    if (relaxed && !j->unsure)
        relax_notches(j);
    if (j->unsure) { // which notches are left is a matter of rounding: only those that never are left must be resolved
        for (int32_t v = 0; v < j->plan->vertex_count; v++)
            j->notch[v] = j->out[v] < 0 && border_count_at(j, v) == 0 && j->notch[v];
        return true;
    }
    if (j->cells->notch_count != count_notches(j))
        return no(j, "%d notches, expected %d", j->cells->notch_count, count_notches(j));
    return true;
}

static bool check_angles(judge *j) {
    for (int32_t k = 0; k < j->cells->cell_count; k++) {
        const wend_cell *cell = &j->cells->cells[k];
        for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
            int32_t corner = j->cells->sides[s].corner;
            bool unsure = false;
            if (is_plan_vertex(j, corner) && j->notch[corner] && is_too_large(j, sector_at(j, k, s), &unsure) &&
                !unsure)
                return no(j, "cell %d has %.3Lf degrees at notch %d", k, angle_at(j, k, s) * 180 / acosl(-1.0L),
                          corner);
        }
    }
    return true;
}

bool oracle_notches_ok(judge *j) {
    return check_notch_count(j) && check_angles(j);
}
