// Signs at the centre of a disc in whole numbers.
//
// What is asked is F(c) = w . (c - origin), or for an edge with normal w the height of the centre c above its line,
// times its length l, less l times the radius. The formulas are those of disc.c; here is what they become.
//
// Two points: t = (A + B sqrt D) / C with whole A, B, C > 0, D, so F(c) is (F(p) + F(q)) / 2 + t w . J(q - p), one
// root. For an edge, F(c)^2 - l^2 r^2 is -(k^2 t^2 - H g t + g^2 / 4 - Dp Dq) with that edge's own k, H, g, Dp, Dq: one
// root.
//
// One point and edges with normals N1, N2, lengths l1, l2, heights D1, D2 of p (times length), M = N1 x N2, c = N1 .
// N2, Q = l1 l2 - c > 0:
//     r Q = R = D1 l2 + D2 l1 + s S,   S^2 = 2 D1 D2 (l1 l2 + c),   s = -sign M
//     M Q (F(c) - l r) = Q (M F(p) - D1 a + D2 b) + R (l1 a - l2 b - M l),   a = w x N2,  b = w x N1
// that is U + s S W, where U = u0 + u1 l1 l2 + u2 l1 l + u3 l2 l and W = l1 a - l2 b - M l. Where their signs differ,
// the square of U less that of S W has the same form as U: products of two of the roots l1 l2, l1 l, l2 l are whole
// multiples of the third.
// Parallel edges (M = 0) have their own form.
//
// Three edges: the determinant of the rows (N_i, l_i, F_i(origin)) for the three edges and (w, l, F(origin)), divided
// by that of the rows (N_i, l_i), which is positive because the normals turn counter-clockwise.
//
// Bits, with coordinates of 30 bits as differences: normals 30, heights, M, c, a, b 61; three edges have coefficients
// below 2^124. One point: U and S W below 2^188, U^2 - S^2 W^2 below 2^379 as a sum of four terms; taking its sign
// squares three times: below 2^3040.
#include "medial/disc.h"

typedef wend_whole whole;

static void set_product(whole *a, int64_t b, int64_t c) {
    wend_whole_set_wide(a, wend_i128_mul(b, c));
}

// a = a + b * c * factor
static void add_scaled(whole *a, const whole *b, const whole *c, int64_t factor) {
    whole product;
    wend_whole_multiply(&product, b, c);
    wend_whole_scale(&product, &product, factor);
    wend_whole_add(a, a, &product);
}

static void add_small(whole *a, const whole *b, int64_t factor) {
    whole product;
    wend_whole_scale(&product, b, factor);
    wend_whole_add(a, a, &product);
}

// The form that is asked about: w . (z - origin) + plus.
typedef struct form {
    whole x, y, plus;
    wend_point origin;
} form;

static void form_at(const form *f, wend_point z, whole *value) {
    wend_whole_scale(value, &f->x, (int64_t)z.x - f->origin.x);
    add_small(value, &f->y, (int64_t)z.y - f->origin.y);
    wend_whole_add(value, value, &f->plus);
}

static int64_t square_length(const wend_edge_site *e) {
    return wend_edge_dx(e) * wend_edge_dx(e) + wend_edge_dy(e) * wend_edge_dy(e);
}

// term = coefficient * the lengths of e and f, as far as they are given.
static void set_term(wend_term *term, const whole *coefficient, const wend_edge_site *e, const wend_edge_site *f) {
    wend_whole_copy(&term->coefficient, coefficient);
    wend_whole_set(&term->radicand, 1);
    const wend_edge_site *edges[2] = {e, f};
    for (int i = 0; i < 2; i++) {
        if (edges[i] == NULL)
            continue;
        if (edges[i]->whole != 0)
            wend_whole_scale(&term->coefficient, &term->coefficient, edges[i]->whole);
        else
            wend_whole_scale(&term->radicand, &term->radicand, square_length(edges[i]));
    }
}

// ---------------------------------------------------------------------------------------------------- two points

// The centre is m + t J(q - p) with t = (a + b sqrt(d)) / c, c > 0.
typedef struct middle {
    wend_point p, q;
    whole a, c, d;
    int64_t b;
} middle;

static void middle_of_edge(middle *m, const wend_edge_site *e, bool own) {
    int64_t dp = wend_edge_height(e, m->p), dq = wend_edge_height(e, m->q), h = dp + dq, k = dq - dp;
    int64_t dx = (int64_t)m->q.x - m->p.x, dy = (int64_t)m->q.y - m->p.y;
    int64_t g = wend_edge_dx(e) * dx + wend_edge_dy(e) * dy;
    m->b = 0;
    if (own) {
        wend_whole_set(&m->a, g);
        wend_whole_set(&m->c, 2 * h);
        return;
    }
    if (k == 0) {
        whole square;
        set_product(&m->a, h, h);
        set_product(&square, g, g);
        wend_whole_subtract(&m->a, &m->a, &square);
        set_product(&m->c, h, g);
        wend_whole_scale(&m->c, &m->c, -4);
        return;
    }
    set_product(&m->a, h, g);
    m->b = 2;
    set_product(&m->c, k, k);
    wend_whole_scale(&m->c, &m->c, 2);
    set_product(&m->d, dp, dq);
    wend_whole_scale(&m->d, &m->d, square_length(e));
    wend_whole_scale(&m->d, &m->d, dx * dx + dy * dy);
}

static void middle_of(const wend_sites *s, const int32_t site[3], middle *m) {
    m->p = s->points[site[0]];
    m->q = s->points[site[1]];
    wend_whole_set(&m->d, 0);
    if (wend_site_is_point(s, site[2])) {
        wend_point w = s->points[site[2]];
        wend_whole_set(&m->a, wend_dot(w, m->p, m->q));
        wend_whole_set(&m->c, wend_cross(m->p, m->q, w));
        wend_whole_scale(&m->c, &m->c, 2);
        m->b = 0;
        return;
    }
    bool own = wend_sites_own(s, site[0], site[2]) || wend_sites_own(s, site[1], site[2]);
    middle_of_edge(m, wend_site_edge(s, site[2]), own);
}

static int middle_side(const middle *m, const form *f) {
    whole at_p, at_q, across, sum, root;
    form_at(f, m->p, &at_p);
    form_at(f, m->q, &at_q);
    wend_whole_add(&at_p, &at_p, &at_q);
    // w . J(q - p), twice
    wend_whole_scale(&across, &f->y, 2 * ((int64_t)m->q.x - m->p.x));
    add_small(&across, &f->x, -2 * ((int64_t)m->q.y - m->p.y));
    wend_whole_multiply(&sum, &at_p, &m->c);
    wend_whole_add_product(&sum, &across, &m->a);
    wend_whole_scale(&root, &across, m->b);
    return wend_root_sign(&sum, &root, &m->d);
}

// The sign of l^2 r^2 - F(c)^2 for an edge.
static int middle_excess(const middle *m, const wend_edge_site *e) {
    int64_t dp = wend_edge_height(e, m->p), dq = wend_edge_height(e, m->q), h = dp + dq, k = dq - dp;
    int64_t dx = (int64_t)m->q.x - m->p.x, dy = (int64_t)m->q.y - m->p.y;
    int64_t g = wend_edge_dx(e) * dx + wend_edge_dy(e) * dy;
    whole k2, hg, last, t2, sum, root, product;
    set_product(&k2, 2 * k, 2 * k);
    set_product(&hg, h, g);
    wend_whole_scale(&hg, &hg, -4);
    set_product(&last, g, g);
    set_product(&product, -2 * dp, 2 * dq);
    wend_whole_add(&last, &last, &product);
    wend_whole_multiply(&t2, &m->a, &m->a);
    wend_whole_scale(&product, &m->d, m->b * m->b);
    wend_whole_add(&t2, &t2, &product);
    wend_whole_multiply(&sum, &k2, &t2);
    whole hgc;
    wend_whole_multiply(&hgc, &hg, &m->c);
    wend_whole_add_product(&sum, &hgc, &m->a);
    whole c2;
    wend_whole_multiply(&c2, &m->c, &m->c);
    wend_whole_add_product(&sum, &last, &c2);
    wend_whole_multiply(&root, &k2, &m->a);
    wend_whole_scale(&root, &root, 2);
    wend_whole_add(&root, &root, &hgc);
    wend_whole_scale(&root, &root, m->b);
    return wend_root_sign(&sum, &root, &m->d);
}

// ---------------------------------------------------------------------------------------------------- one point

typedef struct corner {
    wend_point p;
    const wend_edge_site *e, *f;
    int64_t h1, h2, cross, dot; // D1, D2, M, c
} corner;

static corner corner_of(const wend_sites *s, const int32_t site[3]) {
    const wend_edge_site *e = wend_site_edge(s, site[1]), *f = wend_site_edge(s, site[2]);
    wend_point p = s->points[site[0]];
    int64_t ex = wend_edge_dx(e), ey = wend_edge_dy(e), fx = wend_edge_dx(f), fy = wend_edge_dy(f);
    return (corner){p, e, f, wend_edge_height(e, p), wend_edge_height(f, p), ex * fy - ey * fx, ex * fx + ey * fy};
}

// v = w x normal of e, for normals (-dy, dx): wx * dx + wy * dy.
static void cross_normal(const form *w, const wend_edge_site *e, whole *v) {
    wend_whole_scale(v, &w->x, wend_edge_dx(e));
    add_small(v, &w->y, wend_edge_dy(e));
}

// Parallel edges that face each other, K = -c, E1 = D1 K, E2 = D2 l1^2:
//     2 K l1^2 F(c) = 2 K l1^2 F(p) + (w . N1)(E2 - E1) + 2 (w . J' N1) sqrt(E1 E2),   2 K l1 r = E1 + E2
// with J' the turn by -90 degrees, so that J' N1 is along the edge.
static int parallel_sign(const corner *k, const form *w, const wend_edge_site *edge) {
    int64_t n1 = square_length(k->e), along_x = wend_edge_dx(k->e), along_y = wend_edge_dy(k->e);
    whole e1, e2, across, along, sum, difference, at_p;
    set_product(&e1, k->h1, -k->dot);
    set_product(&e2, k->h2, n1);
    wend_whole_scale(&across, &w->y, along_x);
    add_small(&across, &w->x, -along_y);
    wend_whole_scale(&along, &w->x, along_x);
    add_small(&along, &w->y, along_y);
    form_at(w, k->p, &at_p);
    wend_whole_scale(&sum, &at_p, -2 * k->dot);
    wend_whole_scale(&sum, &sum, n1);
    wend_whole_subtract(&difference, &e2, &e1);
    wend_whole_add_product(&sum, &across, &difference);
    wend_term terms[3];
    set_term(&terms[0], &sum, NULL, NULL);
    wend_whole_scale(&terms[1].coefficient, &along, 2);
    wend_whole_multiply(&terms[1].radicand, &e1, &e2);
    if (edge == NULL)
        return wend_terms_sign(terms, 2);
    wend_whole_add(&sum, &e1, &e2);
    wend_whole_scale(&sum, &sum, -1);
    set_term(&terms[2], &sum, k->e, edge);
    return wend_terms_sign(terms, 3);
}

// A number u[0] + u[1] l1 l2 + u[2] l1 l + u[3] l2 l.
typedef struct mixed {
    whole u[4];
} mixed;

static int mixed_sign(const corner *k, const mixed *m, const wend_edge_site *edge) {
    wend_term terms[4];
    set_term(&terms[0], &m->u[0], NULL, NULL);
    set_term(&terms[1], &m->u[1], k->e, k->f);
    if (edge == NULL)
        return wend_terms_sign(terms, 2);
    set_term(&terms[2], &m->u[2], k->e, edge);
    set_term(&terms[3], &m->u[3], k->f, edge);
    return wend_terms_sign(terms, 4);
}

// The squared lengths n1, n2 of the edges and n of the edge asked about (0 when there is none).
typedef struct squares {
    whole n1, n2, n;
} squares;

// out = a * b
static void mixed_multiply(const squares *q, const mixed *a, const mixed *b, mixed *out) {
    whole part, product;
    const whole *factor[3] = {&q->n2, &q->n1, &q->n}; // the square that two roots share: 1,3: n2; 1,2: n1; 2,3: n
    const int pair[3][3] = {{1, 3, 2}, {1, 2, 3}, {2, 3, 1}};
    wend_whole_multiply(&out->u[0], &a->u[0], &b->u[0]);
    for (int i = 1; i < 4; i++) {
        wend_whole_multiply(&out->u[i], &a->u[0], &b->u[i]);
        wend_whole_add_product(&out->u[i], &a->u[i], &b->u[0]);
        wend_whole_multiply(&product, &a->u[i], &b->u[i]);
        wend_whole_multiply(&part, &product, i == 3 ? &q->n2 : &q->n1);
        wend_whole_multiply(&product, &part, i == 1 ? &q->n2 : &q->n);
        wend_whole_add(&out->u[0], &out->u[0], &product);
    }
    for (int i = 0; i < 3; i++) {
        int j = pair[i][0], k = pair[i][1];
        wend_whole_multiply(&part, &a->u[j], &b->u[k]);
        wend_whole_add_product(&part, &a->u[k], &b->u[j]);
        wend_whole_add_product(&out->u[pair[i][2]], &part, factor[i]);
    }
}

// a, b: w x N2, w x N1.
static void set_u(const corner *k, const form *w, const whole *a, const whole *b, const squares *q, bool has_edge,
                  mixed *u) {
    whole at_p, g;
    form_at(w, k->p, &at_p);
    wend_whole_scale(&u->u[1], &at_p, k->cross); // M F(p)
    wend_whole_copy(&g, &u->u[1]);
    add_small(&g, a, -k->h1);
    add_small(&g, b, k->h2);
    wend_whole_scale(&u->u[0], &g, -k->dot);
    add_scaled(&u->u[0], b, &q->n2, -k->h1);
    add_scaled(&u->u[0], a, &q->n1, k->h2);
    set_product(&u->u[2], has_edge ? -k->h2 : 0, k->cross);
    set_product(&u->u[3], has_edge ? -k->h1 : 0, k->cross);
}

// The square of W = l1 a - l2 b - M l.
static void set_w2(const corner *k, const whole *a, const whole *b, const squares *q, mixed *w2) {
    whole square, m;
    wend_whole_set(&m, k->cross);
    wend_whole_multiply(&square, a, a);
    wend_whole_multiply(&w2->u[0], &square, &q->n1);
    wend_whole_multiply(&square, b, b);
    wend_whole_add_product(&w2->u[0], &square, &q->n2);
    wend_whole_multiply(&square, &m, &m);
    wend_whole_add_product(&w2->u[0], &square, &q->n);
    wend_whole_multiply(&w2->u[1], a, b);
    wend_whole_scale(&w2->u[1], &w2->u[1], -2);
    wend_whole_multiply(&w2->u[2], a, &m);
    wend_whole_scale(&w2->u[2], &w2->u[2], q->n.sign != 0 ? -2 : 0);
    wend_whole_multiply(&w2->u[3], b, &m);
    wend_whole_scale(&w2->u[3], &w2->u[3], q->n.sign != 0 ? 2 : 0);
}

static int corner_sign(const corner *k, const form *w, const wend_edge_site *edge) {
    if (k->h1 == 0 && k->h2 == 0) { // a disc of radius 0 in p
        whole at_p;
        form_at(w, k->p, &at_p);
        return at_p.sign;
    }
    if (k->cross == 0)
        return parallel_sign(k, w, edge);
    whole a, b, negative_b, m;
    squares q;
    mixed u;
    int turn = wend_sign(k->cross);
    cross_normal(w, k->f, &a);
    cross_normal(w, k->e, &b);
    wend_whole_set(&q.n1, square_length(k->e));
    wend_whole_set(&q.n2, square_length(k->f));
    wend_whole_set(&q.n, edge != NULL ? square_length(edge) : 0);
    set_u(k, w, &a, &b, &q, edge != NULL, &u);
    int sign_u = mixed_sign(k, &u, edge);
    if (k->h1 == 0 || k->h2 == 0)
        return turn * sign_u;
    wend_term terms[3];
    wend_whole_scale(&negative_b, &b, -1);
    set_term(&terms[0], &a, k->e, NULL);
    set_term(&terms[1], &negative_b, k->f, NULL);
    if (edge != NULL) {
        wend_whole_set(&m, -k->cross);
        set_term(&terms[2], &m, edge, NULL);
    }
    int sign_v = -turn * wend_terms_sign(terms, edge != NULL ? 3 : 2);
    if (sign_u * sign_v >= 0)
        return turn * (sign_u != 0 ? sign_u : sign_v);
    mixed u2, w2, s2, v2;
    mixed_multiply(&q, &u, &u, &u2);
    set_w2(k, &a, &b, &q, &w2);
    set_product(&s2.u[1], 2 * k->h1, k->h2);
    wend_whole_scale(&s2.u[0], &s2.u[1], k->dot);
    wend_whole_set(&s2.u[2], 0);
    wend_whole_set(&s2.u[3], 0);
    mixed_multiply(&q, &s2, &w2, &v2);
    for (int i = 0; i < 4; i++)
        wend_whole_subtract(&u2.u[i], &u2.u[i], &v2.u[i]);
    return turn * sign_u * mixed_sign(k, &u2, edge);
}

// ---------------------------------------------------------------------------------------------------- no point

// A row of the determinant without its length: normal, and the height of the origin.
typedef struct row {
    whole x, y, f;
} row;

static void row_of(const wend_edge_site *e, wend_point origin, row *r) {
    wend_whole_set(&r->x, -wend_edge_dy(e));
    wend_whole_set(&r->y, wend_edge_dx(e));
    wend_whole_set(&r->f, wend_edge_height(e, origin));
}

static void row_cross(const row *a, const row *b, whole *out) {
    whole product;
    wend_whole_multiply(out, &a->x, &b->y);
    wend_whole_multiply(&product, &a->y, &b->x);
    wend_whole_subtract(out, out, &product);
}

static void minor_of(const row *a, const row *b, const row *c, whole *out) {
    whole cross, product;
    row_cross(b, c, &cross);
    wend_whole_multiply(out, &a->f, &cross);
    row_cross(a, c, &cross);
    wend_whole_multiply(&product, &b->f, &cross);
    wend_whole_subtract(out, out, &product);
    row_cross(a, b, &cross);
    wend_whole_add_product(out, &c->f, &cross);
}

static int edges_sign(const wend_sites *s, const int32_t site[3], const form *w, const wend_edge_site *edge) {
    const wend_edge_site *e[3];
    row rows[3], last;
    for (int i = 0; i < 3; i++) {
        e[i] = wend_site_edge(s, site[i]);
        row_of(e[i], wend_site_edge(s, site[0])->a, &rows[i]);
    }
    wend_whole_copy(&last.x, &w->x);
    wend_whole_copy(&last.y, &w->y);
    form_at(w, e[0]->a, &last.f);
    wend_term terms[4];
    whole minor;
    minor_of(&rows[1], &rows[2], &last, &minor);
    set_term(&terms[0], &minor, e[0], NULL);
    minor_of(&rows[0], &rows[2], &last, &minor);
    wend_whole_scale(&minor, &minor, -1);
    set_term(&terms[1], &minor, e[1], NULL);
    minor_of(&rows[0], &rows[1], &last, &minor);
    set_term(&terms[2], &minor, e[2], NULL);
    if (edge == NULL)
        return wend_terms_sign(terms, 3);
    minor_of(&rows[0], &rows[1], &rows[2], &minor);
    wend_whole_scale(&minor, &minor, -1);
    set_term(&terms[3], &minor, edge, NULL);
    return wend_terms_sign(terms, 4);
}

// ---------------------------------------------------------------------------------------------------- either

static int form_sign(const wend_sites *s, const int32_t site[3], int points, const form *w) {
    middle m;
    corner k;
    switch (points) {
    case 0:
        return edges_sign(s, site, w, NULL);
    case 1:
        k = corner_of(s, site);
        return corner_sign(&k, w, NULL);
    default:
        middle_of(s, site, &m);
        return middle_side(&m, w);
    }
}

int wend_disc_side_exact(const wend_sites *s, const int32_t site[3], const wend_whole *wx, const wend_whole *wy,
                         wend_point origin, const wend_whole *plus) {
    int32_t turned[3];
    int points = wend_disc_frame(s, site, turned);
    form w;
    wend_whole_copy(&w.x, wx);
    wend_whole_copy(&w.y, wy);
    wend_whole_copy(&w.plus, plus);
    w.origin = origin;
    return form_sign(s, turned, points, &w);
}

int wend_disc_room_exact(const wend_sites *s, const int32_t site[3], const wend_edge_site *edge) {
    int32_t turned[3];
    int points = wend_disc_frame(s, site, turned);
    form w = {.origin = edge->a};
    wend_whole_set(&w.x, -wend_edge_dy(edge));
    wend_whole_set(&w.y, wend_edge_dx(edge));
    wend_whole_set(&w.plus, 0);
    if (points == 0)
        return edges_sign(s, turned, &w, edge);
    if (points == 1) {
        corner k = corner_of(s, turned);
        return corner_sign(&k, &w, edge);
    }
    middle m;
    middle_of(s, turned, &m);
    int side = middle_side(&m, &w);
    return side <= 0 ? -1 : -middle_excess(&m, edge);
}
