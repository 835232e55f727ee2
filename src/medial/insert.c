// Boundary edges are inserted into the diagram one by one. The essay is in medial.c.
#include "base/context.h"
#include "base/random.h"
#include "geom/rounds.h"
#include "medial/diagram.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- conflicts

static bool has_site(const wend_node *node, int32_t site) {
    return node->site[0] == site || node->site[1] == site || node->site[2] == site;
}

// Whether the centre is strictly on `to`'s side of the normal to from -> to in `from`.
static bool is_ahead(const wend_diagram *d, const wend_node *node, wend_point from, wend_point to) {
    return wend_disc_side(&d->sites, node->site, &node->disc, wend_i128_from((int64_t)to.x - from.x),
                          wend_i128_from((int64_t)to.y - from.y), from, wend_i128_from(0)) > 0;
}

// Whether an edge cuts the open disc of a node. A disc that passes through an end of the edge is cut when its centre is
// on the edge's side of the normal there; no distance is compared.
static bool is_in_conflict(const wend_diagram *d, const wend_node *node, const wend_edge_site *e) {
    bool start = has_site(node, e->start), end = has_site(node, e->end);
    if (start || end)
        return (!start || is_ahead(d, node, e->a, e->b)) && (!end || is_ahead(d, node, e->b, e->a));
    return wend_disc_room(&d->sites, node->site, &node->disc, e) < 0 && is_ahead(d, node, e->a, e->b) &&
           is_ahead(d, node, e->b, e->a);
}

// A direction as a whole vector.
typedef struct direction {
    wend_i128 x, y;
} direction;

// The sign of the turn from the direction of a node's centre, seen from p, to another direction.
static int turn_sign(const wend_diagram *d, const wend_node *node, wend_point p, direction to) {
    return wend_disc_side(&d->sites, node->site, &node->disc, to.y, wend_i128_neg(to.x), p, wend_i128_from(0));
}

// Whether a direction is met when one turns counter-clockwise, seen from p, along the arc between p and q from node
// `first` to node `second`. That is less than half a turn.
static bool is_on_line(const wend_diagram *d, wend_point p, const wend_node *first, const wend_node *second,
                       direction to) {
    return turn_sign(d, first, p, to) > 0 && turn_sign(d, second, p, to) < 0;
}

// The same along the arc between p and an edge, a parabola, which may take nearly a full turn. All turns start from the
// edge's normal, the one direction in which no parabola goes. Half a turn from there: 1, less: 0, more: 2.
static int half_of(int turn) {
    return turn > 0 ? 0 : turn == 0 ? 1 : 2;
}

static bool is_on_parabola(const wend_diagram *d, wend_point p, const wend_edge_site *s, const wend_node *first,
                           const wend_node *second, direction to) {
    int64_t nx = -wend_edge_dy(s), ny = wend_edge_dx(s);
    direction normal = {wend_i128_from(nx), wend_i128_from(ny)};
    // The components of `to` are below 2^93, the edge's below 2^31.
    int turn = wend_i128_sign(wend_i128_sub(wend_i128_mul_small(to.y, nx), wend_i128_mul_small(to.x, ny)));
    int ahead = wend_i128_sign(wend_i128_add(wend_i128_mul_small(to.x, nx), wend_i128_mul_small(to.y, ny)));
    if (turn == 0 && ahead >= 0)
        return false;
    int half = half_of(turn);
    int first_half = half_of(-turn_sign(d, first, p, normal)), second_half = half_of(-turn_sign(d, second, p, normal));
    bool after_first = first_half != half ? first_half < half : half != 1 && turn_sign(d, first, p, to) > 0;
    if (!after_first)
        return false;
    return second_half != half ? half < second_half : half != 1 && turn_sign(d, second, p, to) < 0;
}

// Both ends of the arc of half-edge h are in conflict with edge e. Whether all of it is.
//
// Seen from a point p among its sites, with w a unit direction, 1 / distance is 2 w.(q - p) / |q - p|^2 on the arc
// between p and q, (1 - w.n) / height on the one between p and an edge with normal n, and the same for e where e is as
// far as p. So their difference is a constant plus B.w: it is largest in the direction B, and the middle of the arc
// survives exactly when B lies between its ends. (That it is positive there was worked out: always between p and an
// edge, and between p and q when both are above e.) Where p is an end of e, what is behind the normal there survives,
// and B leads away from e.
static bool arc_is_lost(const wend_diagram *d, const wend_edge_site *e, int32_t h) {
    const wend_node *nodes = d->nodes.data;
    int32_t from = wend_half_from(nodes, h), to = wend_half_to(nodes, h);
    bool from_point = wend_site_is_point(&d->sites, from), to_point = wend_site_is_point(&d->sites, to);
    if (!from_point && !to_point)
        return true;
    int32_t focus = from_point ? from : to, other = from_point ? to : from;
    // Counter-clockwise around p: the node behind an edge of the dual that leaves p comes first.
    const wend_node *inside = &nodes[h / 3], *beyond = &nodes[wend_half_twin(nodes, h) / 3];
    const wend_node *first = focus == from ? beyond : inside, *second = focus == from ? inside : beyond;
    wend_point p = d->sites.points[focus];
    int64_t height = wend_edge_height(e, p), nx = -wend_edge_dy(e), ny = wend_edge_dx(e);
    direction b;
    if (wend_site_is_point(&d->sites, other)) {
        wend_point q = d->sites.points[other];
        if (height <= 0 || wend_edge_height(e, q) <= 0)
            return true;
        int64_t square = wend_dot(p, q, q);
        b.x = wend_i128_add(wend_i128_mul(2 * height, (int64_t)q.x - p.x), wend_i128_mul(square, nx));
        b.y = wend_i128_add(wend_i128_mul(2 * height, (int64_t)q.y - p.y), wend_i128_mul(square, ny));
        return !is_on_line(d, p, first, second, b);
    }
    const wend_edge_site *s = wend_site_edge(&d->sites, other);
    if (focus == e->start || focus == e->end) {
        int64_t away = focus == e->start ? -1 : 1;
        b = (direction){wend_i128_from(away * wend_edge_dx(e)), wend_i128_from(away * wend_edge_dy(e))};
    } else if (height <= 0) {
        return true;
    } else {
        int64_t s_height = wend_edge_height(s, p);
        b.x = wend_i128_sub(wend_i128_mul(s_height, nx), wend_i128_mul(height, -wend_edge_dy(s)));
        b.y = wend_i128_sub(wend_i128_mul(s_height, ny), wend_i128_mul(height, wend_edge_dx(s)));
    }
    return !is_on_parabola(d, p, s, first, second, b);
}

// ---------------------------------------------------------------------------------------------------- insertion

// Finds the nodes that an edge takes, from the one beside it on, and the edges around them in counter-clockwise order.
static bool find_gap(wend_diagram *d, const wend_edge_site *e, int32_t hull) {
    d->gap.count = d->gone.count = d->stack.count = 0;
    if (!wend_array_push(d->context, &d->gone, hull / 3) ||
        !wend_array_push(d->context, &d->stack, wend_half_previous(hull)) ||
        !wend_array_push(d->context, &d->stack, wend_half_next(hull)))
        return false;
    d->removed.data[hull / 3] = 1;
    while (d->stack.count > 0) {
        const wend_node *nodes = d->nodes.data;
        int32_t h = d->stack.data[--d->stack.count], beyond = wend_half_twin(nodes, h);
        bool lost = beyond >= 0 && !d->removed.data[beyond / 3] && is_in_conflict(d, &nodes[beyond / 3], e) &&
                    arc_is_lost(d, e, h);
        if (!lost) {
            wend_gap_edge edge = {h, beyond, wend_half_from(nodes, h), wend_half_to(nodes, h)};
            if (!wend_array_push(d->context, &d->gap, edge))
                return false;
            continue;
        }
        d->removed.data[beyond / 3] = 1;
        if (!wend_array_push(d->context, &d->gone, beyond / 3) ||
            !wend_array_push(d->context, &d->stack, wend_half_previous(beyond)) ||
            !wend_array_push(d->context, &d->stack, wend_half_next(beyond)))
            return false;
    }
    return true;
}

// Node number k of those that fill the gap: those that were taken, and one more.
static int32_t filler(const wend_diagram *d, int64_t k) {
    return k < d->gone.count ? d->gone.data[k] : (int32_t)d->nodes.count - 1;
}

// What is beyond edge k of the gap now: where it was one of the nodes taken, the arc's middle is left, and the node
// that was made for its other side is there.
static int32_t beyond_gap(const wend_diagram *d, int64_t k) {
    int32_t outside = d->gap.data[k].outside;
    if (outside < 0 || !d->removed.data[outside / 3])
        return outside;
    int64_t other = 0;
    while (other < d->gap.count && d->gap.data[other].inside != outside)
        other++;
    return other < d->gap.count ? 3 * filler(d, other) + 1 : WEND_NO_NODE;
}

static wend_result fill_gap(wend_diagram *d, int32_t site) {
    if (d->gap.count != d->gone.count + 1 || d->nodes.count == d->nodes.capacity)
        return WEND_ERROR_INVALID; // a plan that is none
    d->nodes.count++;
    for (int64_t k = 0; k < d->gap.count; k++)
        d->gap.data[k].outside = beyond_gap(d, k);
    for (int64_t k = 0; k < d->gap.count; k++) {
        wend_node *node = &d->nodes.data[filler(d, k)];
        const wend_gap_edge *edge = &d->gap.data[k];
        int32_t half = 3 * filler(d, k);
        node->site[0] = site;
        node->site[1] = edge->from;
        node->site[2] = edge->to;
        node->twin[0] = k > 0 ? 3 * filler(d, k - 1) + 2 : WEND_NO_NODE;
        node->twin[1] = edge->outside;
        node->twin[2] = k + 1 < d->gap.count ? 3 * filler(d, k + 1) : WEND_NO_NODE;
        if (edge->outside >= 0)
            d->nodes.data[edge->outside / 3].twin[edge->outside % 3] = half + 1;
        else if (edge->outside != WEND_NO_NODE)
            d->hull.data[~edge->outside] = half + 1;
        wend_disc_make(&d->sites, node->site, &node->disc);
    }
    for (int64_t k = 0; k < d->gone.count; k++)
        d->removed.data[d->gone.data[k]] = 0;
    return WEND_OK;
}

static wend_result insert_edge(wend_diagram *d, int32_t b) {
    const wend_edge_site *e = &d->edges[b];
    if (!find_gap(d, e, d->hull.data[b]))
        return WEND_ERROR_MEMORY;
    d->hull.data[b] = -1;
    return fill_gap(d, d->sites.vertex_count + b);
}

static void shuffle(int32_t *order, int64_t count, uint64_t seed) {
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t j = (int64_t)wend_random_below(&seed, (uint64_t)i + 1);
        int32_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

wend_result wend_diagram_insert_edges(wend_diagram *d, uint64_t seed) {
    WEND_ARRAY(int32_t) order = {0};
    int64_t count = d->plan->boundary_count, start[WEND_ROUNDS + 1];
    if (!wend_array_resize(d->context, &order, count))
        return WEND_ERROR_MEMORY;
    wend_order_by_rounds(count, order.data, start);
    if (seed != 0)
        shuffle(order.data, count, seed);
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && result == WEND_OK; i++) {
        result = insert_edge(d, order.data[i]);
        if (result == WEND_OK && i % 4096 == 4095 && wend_pause(d->context, "medial", 0.8 * (double)i / (double)count))
            result = WEND_ERROR_CANCELLED;
    }
    wend_array_free(d->context, &order);
    return result;
}

// ---------------------------------------------------------------------------------------------------- null arcs

// How far a site is from the centre of a node, less the radius: -1, 0 when it touches the disc, or +1. An edge counts
// as its line. The node has a point among its sites, or the site is an edge.
static int site_room(const wend_diagram *d, const wend_node *node, int32_t site) {
    if (!wend_site_is_point(&d->sites, site))
        return wend_disc_room(&d->sites, node->site, &node->disc, wend_site_edge(&d->sites, site));
    int32_t turned[3];
    wend_disc_frame(&d->sites, node->site, turned);
    // 2 (q - p) . (c - p) - (q - p)^2 tells whether c is nearer to q than to p.
    wend_point p = d->sites.points[turned[0]], q = d->sites.points[site];
    return -wend_disc_side(&d->sites, node->site, &node->disc, wend_i128_from(2 * ((int64_t)q.x - p.x)),
                           wend_i128_from(2 * ((int64_t)q.y - p.y)), p, wend_i128_from(-wend_dot(p, q, q)));
}

// The direction, seen from p, in which the arc between p and another site lies most within the cell of p against a
// third one: B of arc_is_lost. Each site's part is a vector over a number, 2 (q - p) over |q - p|^2 or -N over the
// height; they are multiplied crosswise.
static direction crest(const wend_diagram *d, wend_point p, int32_t other, int32_t third) {
    int64_t x[2], y[2], over[2];
    for (int i = 0; i < 2; i++) {
        int32_t site = i == 0 ? other : third;
        if (wend_site_is_point(&d->sites, site)) {
            wend_point q = d->sites.points[site];
            x[i] = 2 * ((int64_t)q.x - p.x);
            y[i] = 2 * ((int64_t)q.y - p.y);
            over[i] = wend_dot(p, q, q);
        } else {
            const wend_edge_site *e = wend_site_edge(&d->sites, site);
            x[i] = wend_edge_dy(e);
            y[i] = -wend_edge_dx(e);
            over[i] = wend_edge_height(e, p);
        }
    }
    return (direction){wend_i128_sub(wend_i128_mul(x[0], over[1]), wend_i128_mul(x[1], over[0])),
                       wend_i128_sub(wend_i128_mul(y[0], over[1]), wend_i128_mul(y[1], over[0]))};
}

// Two neighbours are one when the third site of one of them touches the disc of the other. It may do so in two discs
// along an arc whose focus is p; then they lie on either side of the crest.
bool wend_arc_is_null(const wend_diagram *d, int32_t h) {
    const wend_node *nodes = d->nodes.data;
    int32_t g = wend_half_twin(nodes, h);
    const wend_node *u = &nodes[h / 3], *v = &nodes[g / 3];
    double dx = u->disc.x - v->disc.x, dy = u->disc.y - v->disc.y, slack = u->disc.error + v->disc.error;
    if (fabs(dx) > 2 * slack || fabs(dy) > 2 * slack)
        return false;
    int32_t from = wend_half_from(nodes, h), to = wend_half_to(nodes, h);
    int32_t mine = wend_half_from(nodes, wend_half_previous(h)), theirs = wend_half_from(nodes, wend_half_previous(g));
    bool swap = wend_site_is_point(&d->sites, theirs) && !wend_site_is_point(&d->sites, from) &&
                !wend_site_is_point(&d->sites, to) && !wend_site_is_point(&d->sites, mine);
    int32_t third = swap ? mine : theirs;
    if (site_room(d, swap ? v : u, third) != 0)
        return false;
    int32_t focus = wend_site_is_point(&d->sites, from) ? from : to, other = focus == from ? to : from;
    if (!wend_site_is_point(&d->sites, focus))
        return true;
    wend_point p = d->sites.points[focus];
    direction b = crest(d, p, other, third);
    return turn_sign(d, u, p, b) == turn_sign(d, v, p, b);
}
