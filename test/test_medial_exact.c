// The exact signs of the medial axis against GMP: sums of square roots, and the two questions that decide a diagram,
// asked of discs that Newton's method finds with 3000 bits from nothing but what they touch. On small lattices, where
// ties are the rule, and on the largest one.
#include "shared_context.h"

#include "base/random.h"
#include "medial/medial.h"

#include <wend/sample.h>

#include <gmp.h>
#include <math.h>

enum { BITS = 3000 };

// ---------------------------------------------------------------------------------------------------- whole numbers

static void to_gmp(const wend_whole *a, mpz_t z) {
    mpz_import(z, (size_t)a->count, -1, sizeof a->limb[0], 0, 0, a->limb);
    if (a->sign < 0)
        mpz_neg(z, z);
}

static void random_whole(wend_whole *a, int limbs, uint64_t *state) {
    wend_whole_set(a, (int64_t)wend_random(state));
    for (int k = 1; k < limbs; k++) {
        wend_whole_shift(a, a, 61);
        wend_whole part;
        wend_whole_set(&part, (int64_t)wend_random(state) >> 1);
        wend_whole_add(a, a, &part);
    }
}

TEST(whole_numbers) {
    uint64_t state = 1;
    mpz_t x, y, z, w;
    mpz_inits(x, y, z, w, NULL);
    for (int k = 0; k < 20000; k++) {
        wend_whole a, b, c, d;
        random_whole(&a, (int)wend_random_below(&state, 12), &state);
        random_whole(&b, (int)wend_random_below(&state, 12), &state);
        if (wend_random_below(&state, 4) == 0)
            wend_whole_scale(&b, &a, (int64_t)wend_random_below(&state, 3) - 1);
        to_gmp(&a, x);
        to_gmp(&b, y);
        CHECK((wend_whole_compare(&a, &b) > 0) - (wend_whole_compare(&a, &b) < 0) ==
              (mpz_cmp(x, y) > 0) - (mpz_cmp(x, y) < 0));
        wend_whole_add(&c, &a, &b);
        mpz_add(z, x, y);
        to_gmp(&c, w);
        CHECK(mpz_cmp(z, w) == 0);
        wend_whole_subtract(&c, &a, &b);
        mpz_sub(z, x, y);
        to_gmp(&c, w);
        CHECK(mpz_cmp(z, w) == 0 && c.sign == mpz_sgn(z));
        wend_whole_multiply(&c, &a, &b);
        mpz_mul(z, x, y);
        to_gmp(&c, w);
        CHECK(mpz_cmp(z, w) == 0 && c.sign == mpz_sgn(z));
        wend_whole_shift(&d, &a, (int)wend_random_below(&state, 300));
        wend_whole_copy(&d, &a);
        d.sign = d.sign != 0;
        wend_whole_root(&c, &d);
        mpz_abs(x, x);
        mpz_sqrt(z, x);
        to_gmp(&c, w);
        CHECK(mpz_cmp(z, w) == 0);
    }
    mpz_clears(x, y, z, w, NULL);
}

// ---------------------------------------------------------------------------------------------------- roots

static int terms_sign_gmp(const wend_term *terms, int count) {
    mpf_t sum, root, coefficient;
    mpz_t z;
    mpf_init2(sum, 8 * BITS);
    mpf_init2(root, 8 * BITS);
    mpf_init2(coefficient, 8 * BITS);
    mpz_init(z);
    for (int k = 0; k < count; k++) {
        to_gmp(&terms[k].radicand, z);
        mpf_set_z(root, z);
        mpf_sqrt(root, root);
        to_gmp(&terms[k].coefficient, z);
        mpf_set_z(coefficient, z);
        mpf_mul(root, root, coefficient);
        mpf_add(sum, sum, root);
    }
    // What is below 2^-15000 is 0: sums of four roots of these sizes are 0 or above 2^-6000.
    mpf_set_ui(root, 1);
    mpf_div_2exp(root, root, 5 * BITS);
    mpf_abs(coefficient, sum);
    int sign = mpf_cmp(coefficient, root) < 0 ? 0 : mpf_sgn(sum);
    mpf_clear(sum);
    mpf_clear(root);
    mpf_clear(coefficient);
    mpz_clear(z);
    return sign;
}

// Four roots that are small multiples of a few others cancel often.
TEST(sums_of_roots) {
    uint64_t state = 2;
    int64_t zeros = 0, cases = check_cases("roots", 20000);
    for (int64_t k = 0; k < cases; k++) {
        wend_term terms[4];
        int count = 1 + (int)wend_random_below(&state, 4);
        int64_t range = wend_random_below(&state, 2) == 0 ? 6 : INT64_MAX;
        for (int i = 0; i < count; i++) {
            int64_t factor = 1 + (int64_t)wend_random_below(&state, 5);
            int64_t radicand = (int64_t)wend_random_below(&state, range == 6 ? 8 : (uint64_t)1 << 61);
            wend_whole_set(&terms[i].radicand, radicand);
            wend_whole_scale(&terms[i].radicand, &terms[i].radicand, factor * factor);
            wend_whole_set(&terms[i].coefficient,
                           (int64_t)wend_random_below(&state, 2 * (uint64_t)range / 2) - range / 2);
            if (range != 6)
                wend_whole_scale(&terms[i].coefficient, &terms[i].coefficient, (int64_t)(wend_random(&state) >> 2));
        }
        int expected = terms_sign_gmp(terms, count);
        zeros += expected == 0;
        CHECK_INT(wend_terms_sign(terms, count), expected);
    }
    CHECK_MESSAGE(40 * zeros > cases, "only %lld zeros", (long long)zeros);
}

// ---------------------------------------------------------------------------------------------------- discs

// The disc that touches three sites near where doubles put it: x, y, r.
typedef struct disc_gmp {
    mpf_t v[3];
} disc_gmp;

static mpf_t scratch[8], matrix[3][4];
static bool ready;

static void begin(disc_gmp *d) {
    for (int i = 0; i < 3; i++)
        mpf_init2(d->v[i], BITS);
    if (ready)
        return;
    ready = true;
    for (int i = 0; i < 8; i++)
        mpf_init2(scratch[i], BITS);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            mpf_init2(matrix[i][j], BITS);
}

static void length_of(const wend_edge_site *e, mpf_t length) {
    int64_t dx = wend_edge_dx(e), dy = wend_edge_dy(e);
    mpf_set_si(length, dx * dx + dy * dy);
    mpf_sqrt(length, length);
}

// height = cross of the edge and the centre; scratch 0 to 1 are used.
static void height_of(const wend_edge_site *e, const disc_gmp *d, mpf_t height) {
    mpf_sub(scratch[0], d->v[1], (mpf_set_si(scratch[1], e->a.y), scratch[1]));
    mpf_set_si(scratch[1], wend_edge_dx(e));
    mpf_mul(height, scratch[0], scratch[1]);
    mpf_set_si(scratch[1], e->a.x);
    mpf_sub(scratch[0], d->v[0], scratch[1]);
    mpf_set_si(scratch[1], wend_edge_dy(e));
    mpf_mul(scratch[0], scratch[0], scratch[1]);
    mpf_sub(height, height, scratch[0]);
}

// One row of Newton's system: gradient and value.
static void set_row(const wend_sites *s, int32_t site, const disc_gmp *d, mpf_t row[4]) {
    if (!wend_site_is_point(s, site)) {
        const wend_edge_site *e = wend_site_edge(s, site);
        length_of(e, scratch[2]);
        mpf_set_si(row[0], -wend_edge_dy(e));
        mpf_set_si(row[1], wend_edge_dx(e));
        mpf_neg(row[2], scratch[2]);
        height_of(e, d, row[3]);
        mpf_mul(scratch[0], scratch[2], d->v[2]);
        mpf_sub(row[3], row[3], scratch[0]);
        return;
    }
    int32_t place[2] = {s->points[site].x, s->points[site].y};
    mpf_mul(row[3], d->v[2], d->v[2]);
    mpf_neg(row[3], row[3]);
    for (int i = 0; i < 2; i++) {
        mpf_set_si(scratch[0], place[i]);
        mpf_sub(scratch[0], d->v[i], scratch[0]);
        mpf_mul_ui(row[i], scratch[0], 2);
        mpf_mul(scratch[1], scratch[0], scratch[0]);
        mpf_add(row[3], row[3], scratch[1]);
    }
    mpf_mul_ui(row[2], d->v[2], 2);
    mpf_neg(row[2], row[2]);
}

// The rows of a point and of an edge that it ends: both touch in that point, so what counts is that the centre is on
// the normal there.
static void set_own_row(const wend_sites *s, int32_t point, int32_t edge, const disc_gmp *d, mpf_t row[4]) {
    const wend_edge_site *e = wend_site_edge(s, edge);
    mpf_set_si(row[0], wend_edge_dx(e));
    mpf_set_si(row[1], wend_edge_dy(e));
    mpf_set_ui(row[2], 0);
    mpf_set_si(scratch[0], s->points[point].x);
    mpf_sub(scratch[0], d->v[0], scratch[0]);
    mpf_mul(row[3], row[0], scratch[0]);
    mpf_set_si(scratch[0], s->points[point].y);
    mpf_sub(scratch[0], d->v[1], scratch[0]);
    mpf_mul(scratch[0], scratch[0], row[1]);
    mpf_add(row[3], row[3], scratch[0]);
}

// Solves the system in place and takes the step. False when it is singular.
static bool take_step(disc_gmp *d) {
    for (int k = 0; k < 3; k++) {
        int best = k;
        for (int i = k + 1; i < 3; i++) {
            mpf_abs(scratch[0], matrix[i][k]);
            mpf_abs(scratch[1], matrix[best][k]);
            if (mpf_cmp(scratch[0], scratch[1]) > 0)
                best = i;
        }
        if (mpf_sgn(matrix[best][k]) == 0)
            return false;
        for (int j = 0; j < 4; j++)
            mpf_swap(matrix[k][j], matrix[best][j]);
        for (int i = 0; i < 3; i++) {
            if (i == k)
                continue;
            mpf_div(scratch[0], matrix[i][k], matrix[k][k]);
            for (int j = k; j < 4; j++) {
                mpf_mul(scratch[1], scratch[0], matrix[k][j]);
                mpf_sub(matrix[i][j], matrix[i][j], scratch[1]);
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        mpf_div(scratch[0], matrix[k][3], matrix[k][k]);
        mpf_sub(d->v[k], d->v[k], scratch[0]);
    }
    return true;
}

static bool polish(const wend_sites *s, const int32_t site[3], const wend_disc *near, disc_gmp *d) {
    mpf_set_d(d->v[0], near->x);
    mpf_set_d(d->v[1], near->y);
    mpf_set_d(d->v[2], near->radius);
    for (int round = 0; round < 14; round++) {
        for (int i = 0; i < 3; i++) {
            int32_t own = -1;
            for (int j = 0; j < 3; j++)
                if (site[i] >= s->vertex_count && wend_sites_own(s, site[i], site[j]))
                    own = site[j];
            if (own >= 0)
                set_own_row(s, own, site[i], d, matrix[i]);
            else
                set_row(s, site[i], d, matrix[i]);
        }
        if (!take_step(d))
            return false;
    }
    return fabs(mpf_get_d(d->v[0]) - near->x) < 1e-3 * (1 + fabs(near->radius));
}

// The sign of a number that is 0 or not near it.
static int sign_of(mpf_t a) {
    mpf_set_ui(scratch[7], 1);
    mpf_div_2exp(scratch[7], scratch[7], BITS / 2);
    mpf_abs(scratch[6], a);
    return mpf_cmp(scratch[6], scratch[7]) < 0 ? 0 : mpf_sgn(a);
}

static int room_gmp(const wend_edge_site *e, const disc_gmp *d) {
    height_of(e, d, scratch[4]);
    length_of(e, scratch[2]);
    mpf_mul(scratch[0], scratch[2], d->v[2]);
    mpf_sub(scratch[4], scratch[4], scratch[0]);
    return sign_of(scratch[4]);
}

static int side_gmp(const disc_gmp *d, int64_t wx, int64_t wy, wend_point origin, int64_t plus) {
    mpf_set_si(scratch[0], origin.x);
    mpf_sub(scratch[0], d->v[0], scratch[0]);
    mpf_set_si(scratch[1], wx);
    mpf_mul(scratch[4], scratch[0], scratch[1]);
    mpf_set_si(scratch[0], origin.y);
    mpf_sub(scratch[0], d->v[1], scratch[0]);
    mpf_set_si(scratch[1], wy);
    mpf_mul(scratch[0], scratch[0], scratch[1]);
    mpf_add(scratch[4], scratch[4], scratch[0]);
    mpf_set_si(scratch[0], plus);
    mpf_add(scratch[4], scratch[4], scratch[0]);
    return sign_of(scratch[4]);
}

enum { POINTS = 8, EDGES = 8 };

typedef struct scene {
    wend_point points[POINTS + 2 * EDGES];
    wend_edge_site edges[EDGES];
    wend_sites sites;
} scene;

static wend_point random_point(int32_t range, uint64_t *state) {
    int32_t x = (int32_t)wend_random_below(state, (uint64_t)range + 1) - range / 2;
    int32_t y = (int32_t)wend_random_below(state, (uint64_t)range + 1) - range / 2;
    return (wend_point){x, y};
}

// Free points, and edges with ends of their own; on half of the scenes edges are parallel to the axes or nearly to each
// other.
static void random_sites(scene *sc, int32_t range, uint64_t *state) {
    uint64_t style = wend_random_below(state, 4);
    for (int k = 0; k < POINTS + 2 * EDGES; k++)
        sc->points[k] = random_point(range, state);
    for (int k = 0; k < EDGES; k++) {
        wend_point *a = &sc->points[POINTS + 2 * k], *b = &sc->points[POINTS + 2 * k + 1];
        if (style == 0 && wend_random_below(state, 2) == 0)
            b->x = a->x;
        else if (style == 0)
            b->y = a->y;
        else if (style == 1 && k > 0)
            *b = (wend_point){a->x + (sc->edges[0].b.x - sc->edges[0].a.x) / 2,
                              a->y + (sc->edges[0].b.y - sc->edges[0].a.y) / 2 + (int32_t)wend_random_below(state, 2)};
        if (wend_point_equal(*a, *b))
            b->x++;
        int64_t dx = (int64_t)b->x - a->x, dy = (int64_t)b->y - a->y;
        double length = sqrt((double)(dx * dx + dy * dy));
        int64_t whole = (int64_t)length;
        sc->edges[k] = (wend_edge_site){*a,
                                        *b,
                                        POINTS + 2 * k,
                                        POINTS + 2 * k + 1,
                                        length,
                                        whole * whole == dx * dx + dy * dy ? (int32_t)whole : 0};
    }
    sc->sites = (wend_sites){POINTS + 2 * EDGES, sc->points, sc->edges};
}

// Three sites that a disc may touch: points above the edges, turning left; an edge's own end now and then.
static bool random_triple(const scene *sc, int32_t site[3], uint64_t *state) {
    int points = (int)wend_random_below(state, 4), edge = (int)wend_random_below(state, EDGES);
    for (int i = 0; i < 3; i++)
        site[i] = i < points ? (int32_t)wend_random_below(state, POINTS)
                             : sc->sites.vertex_count + (edge + i * (1 + (int)wend_random_below(state, 2))) % EDGES;
    if (points > 0 && points < 3 && wend_random_below(state, 3) == 0)
        site[0] = wend_site_edge(&sc->sites, site[2])->start;
    if (site[0] == site[1] || site[1] == site[2] || site[0] == site[2])
        return false;
    for (int i = 0; i < points; i++)
        for (int j = points; j < 3; j++)
            if (wend_edge_height(wend_site_edge(&sc->sites, site[j]), sc->points[site[i]]) <= 0 &&
                !wend_sites_own(&sc->sites, site[i], site[j]))
                return false;
    if (points >= 2 && wend_point_equal(sc->points[site[0]], sc->points[site[1]]))
        return false;
    return points < 3 || wend_cross(sc->points[site[0]], sc->points[site[1]], sc->points[site[2]]) > 0;
}

// Whether what doubles found is a disc of these sites in this order: otherwise there is none.
static bool is_disc(const scene *sc, const int32_t site[3], const wend_disc *disc) {
    double angle[3];
    if (!(disc->radius > 0) || !(disc->error < 1e-3 * disc->radius) || disc->radius > 0x1p50)
        return false;
    for (int i = 0; i < 3; i++) {
        double x, y;
        if (wend_site_is_point(&sc->sites, site[i])) {
            x = sc->points[site[i]].x - disc->x;
            y = sc->points[site[i]].y - disc->y;
        } else {
            const wend_edge_site *e = wend_site_edge(&sc->sites, site[i]);
            x = (double)wend_edge_dy(e);
            y = -(double)wend_edge_dx(e);
        }
        angle[i] = atan2(y, x);
    }
    for (int i = 0; i < 3; i++)
        if (wend_sites_own(&sc->sites, site[i], site[(i + 1) % 3]))
            return true;
    double second = angle[1] - angle[0], third = angle[2] - angle[0];
    second += second < 0 ? 6.283185307179586 : 0;
    third += third < 0 ? 6.283185307179586 : 0;
    return second > 1e-6 && third > second + 1e-6 && third < 6.283184;
}

static void try_scene(int32_t range, uint64_t *state, int64_t counts[3]) {
    scene sc;
    int32_t site[3];
    wend_disc disc;
    static disc_gmp exact;
    static bool begun;
    if (!begun)
        begin(&exact);
    begun = true;
    random_sites(&sc, range, state);
    for (int k = 0; k < 12; k++) {
        if (!random_triple(&sc, site, state))
            continue;
        wend_disc_make(&sc.sites, site, &disc);
        if (!is_disc(&sc, site, &disc) || !polish(&sc.sites, site, &disc, &exact))
            continue;
        counts[0]++;
        double dx = mpf_get_d(exact.v[0]) - disc.x, dy = mpf_get_d(exact.v[1]) - disc.y;
        CHECK_MESSAGE(fabs(dx) <= disc.error && fabs(dy) <= disc.error, "sites %d %d %d: off by %g, %g, more than %g",
                      site[0], site[1], site[2], dx, dy, disc.error);
        for (int i = 0; i < EDGES; i++) {
            const wend_edge_site *e = &sc.edges[i];
            int expected = room_gmp(e, &exact);
            counts[1] += expected == 0;
            CHECK_INT(wend_disc_room_exact(&sc.sites, site, e), expected);
            CHECK_INT(wend_disc_room(&sc.sites, site, &disc, e), expected);
            int64_t wx = wend_edge_dx(e), wy = wend_edge_dy(e), plus = (int64_t)wend_random_below(state, 3) - 1;
            expected = side_gmp(&exact, wx, wy, e->a, plus);
            counts[2] += expected == 0;
            CHECK_INT(wend_disc_side(&sc.sites, site, &disc, wend_i128_from(wx), wend_i128_from(wy), e->a,
                                     wend_i128_from(plus)),
                      expected);
            wend_whole x, y, z;
            wend_whole_set(&x, wx);
            wend_whole_set(&y, wy);
            wend_whole_set(&z, plus);
            CHECK_INT(wend_disc_side_exact(&sc.sites, site, &x, &y, e->a, &z), expected);
        }
        wend_disc_refine(&sc.sites, site, &disc, 1e-12);
        dx = mpf_get_d(exact.v[0]) - disc.x;
        dy = mpf_get_d(exact.v[1]) - disc.y;
        CHECK_MESSAGE(fabs(dx) <= disc.error && fabs(dy) <= disc.error, "refined: off by %g, %g, more than %g", dx, dy,
                      disc.error);
    }
}

TEST(discs) {
    uint64_t state = (uint64_t)check_option("seed", 3);
    int64_t cases = check_cases("cases", 300), counts[3] = {0, 0, 0};
    static const int32_t ranges[] = {4, 8, 20, 1000, 1 << 20, 1 << 30};
    for (int64_t k = 0; k < cases; k++)
        for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
            try_scene(ranges[i], &state, counts);
    printf("%lld discs, %lld edges touch, %lld centres on a line\n", (long long)counts[0], (long long)counts[1],
           (long long)counts[2]);
    CHECK(counts[0] > cases && counts[1] > cases / 3 && counts[2] > cases / 3);
}

// ---------------------------------------------------------------------------------------------------- coordinates

// Three sites that touch a vertex, from the arcs around it; an edge and its own end count as one. False when there are
// fewer.
static bool sites_of(const wend_sites *s, const wend_medial_view *m, int32_t vertex, int32_t site[3]) {
    int count = 0;
    const wend_medial_vertex *v = &m->vertices[vertex];
    for (int32_t k = 0; k < 2 * v->degree && count < 3; k++) {
        int32_t next = m->arcs[m->around[v->first + k / 2] / 2].site[k % 2];
        bool fresh = true;
        for (int i = 0; i < count; i++)
            fresh = fresh && site[i] != next && !wend_sites_own(s, site[i], next);
        if (fresh)
            site[count++] = next;
    }
    return count == 3;
}

// The largest error of a vertex of a sample whose extent is 2^bits lattice steps.
static double worst_error(const char *name, int bits) {
    open_context_with(1);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_medial *medial = NULL;
    wend_plan_def def = wend_default_plan_def();
    double worst = 0, low = INFINITY, high = -INFINITY;
    if (!CHECK(wend_sample_build_drawing(context, name, 400, 1, &drawing) == WEND_OK))
        return INFINITY;
    wend_drawing_view points = wend_drawing_look(drawing);
    for (int32_t k = 0; k < 2 * points.point_count; k++) {
        low = fmin(low, points.points[k]);
        high = fmax(high, points.points[k]);
    }
    def.lattice = ldexp((high - low) * 1.01, -bits);
    if (CHECK(wend_plan_build(context, drawing, &def, &plan, report) == WEND_OK) &&
        CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK)) {
        wend_plan_view view = wend_plan_look(plan);
        wend_medial_view m = wend_medial_look(medial);
        wend_edge_site *edges = wend_edge_sites_make(context, &view);
        wend_sites sites = {view.vertex_count, view.vertices, edges};
        disc_gmp exact;
        begin(&exact);
        for (int32_t k = 0; k < m.vertex_count; k++) {
            int32_t site[3];
            wend_disc near = {m.vertices[k].x, m.vertices[k].y, m.vertices[k].radius, 0};
            if (!(near.radius > 0) || !sites_of(&sites, &m, k, site) || !polish(&sites, site, &near, &exact))
                continue;
            worst = fmax(worst, fabs(mpf_get_d(exact.v[0]) - near.x));
            worst = fmax(worst, fabs(mpf_get_d(exact.v[1]) - near.y));
        }
        for (int i = 0; i < 3; i++)
            mpf_clear(exact.v[i]);
        wend_release(context, edges, (size_t)view.boundary_count * sizeof *edges);
    }
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    return worst;
}

TEST(coordinates) {
    static const char *const names[] = {"circle", "star", "squares", "blocks", "circles", "comb"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        double small = worst_error(names[k], 26), large = worst_error(names[k], 29);
        CHECK_MESSAGE(small <= 1e-6 && large <= 1e-5, "%s: off by %g and %g", names[k], small, large);
    }
}

TEST(end) {
    close_context();
}

CHECK_MAIN()
