// From a finished diagram to the arrays of a medial axis.
//
// Nodes that lie in one place are joined by arcs of no length. How they are joined depends on the order of insertion,
// but which nodes are does not: contracting those arcs gives the same graph for every order. What is left is made
// canonical:
//
// - A vertex is computed from three of the sites that it touches. Edges that it touches in an end are left out when
//   that end is there too, since they touch in the same point; of the rest the three least ones are taken, points
//   first. Where fewer than three are left it lies on the normal of an edge in its end, or in a corner, and edges are
//   taken in again.
// - Arcs and vertices are numbered by going around the cells, of all edges first, then of all points.
// - The hash takes places, not numbers, and adds up what it finds, so it does not even depend on the plan's numbering.
#include "medial/medial.h"

#include "base/context.h"

#include <math.h>

// Where a cluster is, and the sites that it is computed from.
typedef struct place {
    double x, y, radius;
    int32_t site[3];
} place;

typedef struct assembly {
    wend_context *context;
    const wend_diagram *d;
    wend_medial *medial;
    const wend_node *nodes;
    int32_t node_count;
    double tolerance;               // coordinates must be as good as this
    WEND_ARRAY(uint8_t) null_arcs;  // per node: bit i is set when half-edge i has an arc of no length
    WEND_ARRAY(int32_t) cluster;    // per node
    WEND_ARRAY(int32_t) first_node; // per cluster: one of its nodes
    WEND_ARRAY(place) discs;        // per cluster
    WEND_ARRAY(int32_t) number;     // per cluster: its vertex, -1 before it has one
    WEND_ARRAY(int32_t) half_arc;   // per half-edge: its arc, -1 when it has none
    WEND_ARRAY(int32_t) start;      // per site: a half-edge that leaves it, the first one where its cell is open
    WEND_ARRAY(int32_t) border;     // scratch: half-edges around a cluster
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(wend_medial_arc) arcs; // with clusters as ends, until vertices are numbered
    int32_t vertex_count;
} assembly;

static void assembly_free(assembly *a) {
    wend_array_free(a->context, &a->null_arcs);
    wend_array_free(a->context, &a->cluster);
    wend_array_free(a->context, &a->first_node);
    wend_array_free(a->context, &a->discs);
    wend_array_free(a->context, &a->number);
    wend_array_free(a->context, &a->half_arc);
    wend_array_free(a->context, &a->start);
    wend_array_free(a->context, &a->border);
    wend_array_free(a->context, &a->stack);
    wend_array_free(a->context, &a->arcs);
}

// ---------------------------------------------------------------------------------------------------- clusters

static bool is_null(const assembly *a, int32_t h) {
    return (a->null_arcs.data[h / 3] >> (h % 3) & 1) != 0;
}

static bool find_null_arcs(assembly *a) {
    if (!wend_array_resize(a->context, &a->null_arcs, a->node_count))
        return false;
    memset(a->null_arcs.data, 0, (size_t)a->node_count);
    for (int32_t h = 0; h < 3 * a->node_count; h++) {
        int32_t g = wend_half_twin(a->nodes, h);
        if (g < h || !wend_arc_is_null(a->d, h))
            continue;
        a->null_arcs.data[h / 3] |= (uint8_t)(1 << h % 3);
        a->null_arcs.data[g / 3] |= (uint8_t)(1 << g % 3);
    }
    return true;
}

static bool find_clusters(assembly *a) {
    if (!wend_array_resize(a->context, &a->cluster, a->node_count) ||
        !wend_array_reserve(a->context, &a->stack, a->node_count) ||
        !wend_array_reserve(a->context, &a->first_node, a->node_count))
        return false;
    for (int32_t k = 0; k < a->node_count; k++)
        a->cluster.data[k] = -1;
    for (int32_t k = 0; k < a->node_count; k++) {
        if (a->cluster.data[k] >= 0)
            continue;
        int32_t number = (int32_t)a->first_node.count;
        a->first_node.data[a->first_node.count++] = k;
        a->cluster.data[k] = number;
        if (a->null_arcs.data[k] == 0)
            continue;
        a->stack.count = 0;
        a->stack.data[a->stack.count++] = k;
        while (a->stack.count > 0) {
            int32_t at = a->stack.data[--a->stack.count];
            for (int32_t h = 3 * at; h < 3 * at + 3; h++) {
                if (!is_null(a, h) || a->cluster.data[wend_half_twin(a->nodes, h) / 3] >= 0)
                    continue;
                a->cluster.data[wend_half_twin(a->nodes, h) / 3] = number;
                a->stack.data[a->stack.count++] = wend_half_twin(a->nodes, h) / 3;
            }
        }
    }
    return true;
}

// Fills `border` with the half-edges around a cluster, counter-clockwise. A cluster of which nothing leads out has
// none.
static bool walk_border(assembly *a, int32_t node) {
    a->border.count = 0;
    int32_t first = 3 * node;
    for (int64_t bound = 3 * (int64_t)a->node_count; is_null(a, first); bound--) {
        if (bound == 0)
            return true;
        first = wend_half_next(wend_half_twin(a->nodes, first));
    }
    int32_t h = first;
    do {
        if (!wend_array_push(a->context, &a->border, h))
            return false;
        h = wend_half_next(h);
        while (is_null(a, h))
            h = wend_half_next(wend_half_twin(a->nodes, h));
    } while (h != first);
    return true;
}

// ---------------------------------------------------------------------------------------------------- vertices

static int compare_points(wend_point p, wend_point q) {
    return p.x != q.x ? (p.x > q.x) - (p.x < q.x) : (p.y > q.y) - (p.y < q.y);
}

// Points before edges, by place.
static int compare_sites(const wend_sites *s, int32_t a, int32_t b) {
    bool a_point = wend_site_is_point(s, a), b_point = wend_site_is_point(s, b);
    if (a_point != b_point)
        return a_point ? -1 : 1;
    if (a_point)
        return compare_points(s->points[a], s->points[b]);
    const wend_edge_site *e = wend_site_edge(s, a), *f = wend_site_edge(s, b);
    int order = compare_points(e->a, f->a);
    return order != 0 ? order : compare_points(e->b, f->b);
}

// Whether the site at position i of the border is an edge whose end is there too, before or after it.
static bool touches_in_end(const assembly *a, int64_t i) {
    int64_t n = a->border.count;
    int32_t site = wend_half_from(a->nodes, a->border.data[i]);
    if (wend_site_is_point(&a->d->sites, site))
        return false;
    int32_t before = wend_half_from(a->nodes, a->border.data[(i + n - 1) % n]);
    int32_t after = wend_half_from(a->nodes, a->border.data[(i + 1) % n]);
    return wend_sites_own(&a->d->sites, site, before) || wend_sites_own(&a->d->sites, site, after);
}

// Puts position i among the least three, which are kept in order of their sites.
static void take_least(const assembly *a, int64_t i, int64_t least[3], int *count) {
    const wend_sites *s = &a->d->sites;
    int32_t site = wend_half_from(a->nodes, a->border.data[i]);
    int at = *count;
    while (at > 0 && compare_sites(s, site, wend_half_from(a->nodes, a->border.data[least[at - 1]])) < 0)
        at--;
    if (at >= 3)
        return;
    for (int k = *count < 3 ? *count : 2; k > at; k--)
        least[k] = least[k - 1];
    least[at] = i;
    *count += *count < 3;
}

// The sites that a vertex is computed from, in counter-clockwise order, the least one first.
static void choose_sites(assembly *a, int32_t site[3]) {
    int64_t least[3] = {0, 0, 0};
    int count = 0;
    for (int64_t i = 0; i < a->border.count; i++)
        if (!touches_in_end(a, i))
            take_least(a, i, least, &count);
    int64_t more[3];
    int more_count = 0;
    for (int64_t i = 0; i < a->border.count && count < 3; i++)
        if (touches_in_end(a, i))
            take_least(a, i, more, &more_count);
    for (int k = 0; count < 3 && k < more_count; k++)
        least[count++] = more[k];
    // In the order of the border from the first one on.
    int64_t n = a->border.count, second = (least[1] - least[0] + n) % n, third = (least[2] - least[0] + n) % n;
    site[0] = wend_half_from(a->nodes, a->border.data[least[0]]);
    site[1] = wend_half_from(a->nodes, a->border.data[second < third ? least[1] : least[2]]);
    site[2] = wend_half_from(a->nodes, a->border.data[second < third ? least[2] : least[1]]);
}

// The sites of a node of its own: as they are, from the least one on.
static void turn_sites(const assembly *a, const int32_t from[3], int32_t site[3]) {
    int first = 0;
    for (int i = 1; i < 3; i++)
        if (compare_sites(&a->d->sites, from[i], from[first]) < 0)
            first = i;
    for (int i = 0; i < 3; i++)
        site[i] = from[(first + i) % 3];
}

static bool make_vertex(assembly *a, int32_t cluster) {
    place *v = &a->discs.data[cluster];
    const wend_node *node = &a->nodes[a->first_node.data[cluster]];
    wend_disc disc = node->disc;
    if (a->null_arcs.data[a->first_node.data[cluster]] == 0) {
        turn_sites(a, node->site, v->site);
    } else {
        if (!walk_border(a, a->first_node.data[cluster]))
            return false;
        choose_sites(a, v->site);
    }
    // With one or two points the order in which sites are given does not matter to the disc.
    int32_t turned[3];
    int points = wend_disc_frame(&a->d->sites, v->site, turned);
    bool same = memcmp(v->site, node->site, sizeof v->site) == 0;
    bool turn = a->null_arcs.data[a->first_node.data[cluster]] == 0 && (points == 1 || points == 2);
    if (!same && !turn)
        wend_disc_make(&a->d->sites, v->site, &disc);
    if (!(disc.error <= a->tolerance))
        wend_disc_refine(&a->d->sites, v->site, &disc, a->tolerance);
    v->x = disc.x;
    v->y = disc.y;
    v->radius = disc.radius;
    return true;
}

static bool make_vertices(assembly *a) {
    int64_t count = a->first_node.count;
    if (!wend_array_resize(a->context, &a->discs, count))
        return false;
    for (int32_t k = 0; k < count; k++)
        if (!make_vertex(a, k))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- numbers

// The first half-edge of every cell.
static bool find_starts(assembly *a) {
    int64_t sites = (int64_t)a->d->sites.vertex_count + a->d->plan->boundary_count;
    if (!wend_array_resize(a->context, &a->start, sites))
        return false;
    for (int64_t k = 0; k < sites; k++)
        a->start.data[k] = -1;
    for (int32_t h = 0; h < 3 * a->node_count; h++) {
        int32_t from = wend_half_from(a->nodes, h);
        if (wend_half_twin(a->nodes, h) < 0 || a->start.data[from] < 0)
            a->start.data[from] = h;
    }
    return true;
}

static bool has_arc(const assembly *a, int32_t h) {
    return wend_half_twin(a->nodes, h) >= 0 && !is_null(a, h);
}

// Whether going around a closed cell from half-edge h on comes before doing so from g: by the sites beyond its arcs,
// then by the places of their vertices.
static bool comes_before(const assembly *a, int32_t h, int32_t g) {
    int32_t first = h;
    do {
        int32_t to_h = wend_half_to(a->nodes, h), to_g = wend_half_to(a->nodes, g);
        if (to_h != to_g)
            return to_h < to_g;
        const place *v = &a->discs.data[a->cluster.data[h / 3]], *w = &a->discs.data[a->cluster.data[g / 3]];
        if (v->x != w->x || v->y != w->y)
            return v->x != w->x ? v->x < w->x : v->y < w->y;
        do
            h = wend_half_after(a->nodes, h);
        while (!has_arc(a, h));
        do
            g = wend_half_after(a->nodes, g);
        while (!has_arc(a, g));
    } while (h != first);
    return false;
}

static int32_t closed_start(const assembly *a, int32_t first) {
    int32_t best = -1, h = first;
    do {
        if (has_arc(a, h) && (best < 0 || comes_before(a, h, best)))
            best = h;
        h = wend_half_after(a->nodes, h);
    } while (h != first);
    return best >= 0 ? best : first;
}

static void number_vertex(assembly *a, int32_t cluster) {
    if (a->number.data[cluster] < 0)
        a->number.data[cluster] = a->vertex_count++;
}

static bool number_cell(assembly *a, int32_t site) {
    int32_t first = a->start.data[site];
    if (first < 0)
        return true;
    if (wend_half_twin(a->nodes, first) >= 0)
        first = closed_start(a, first);
    int32_t h = first;
    do {
        if (has_arc(a, h) && a->half_arc.data[h] < 0) {
            int32_t g = wend_half_twin(a->nodes, h), before = a->cluster.data[g / 3], after = a->cluster.data[h / 3];
            number_vertex(a, before);
            number_vertex(a, after);
            a->half_arc.data[h] = a->half_arc.data[g] = (int32_t)a->arcs.count;
            int32_t ends[2] = {a->number.data[before], a->number.data[after]}, to = wend_half_to(a->nodes, h);
            wend_medial_arc arc = {{ends[0], ends[1]}, {site, to}};
            if (ends[0] > ends[1])
                arc = (wend_medial_arc){{ends[1], ends[0]}, {to, site}};
            if (!wend_array_push(a->context, &a->arcs, arc))
                return false;
        }
        h = wend_half_after(a->nodes, h);
    } while (h >= 0 && h != first);
    return true;
}

static bool number_all(assembly *a) {
    int64_t clusters = a->first_node.count;
    if (!find_starts(a) || !wend_array_resize(a->context, &a->number, clusters) ||
        !wend_array_resize(a->context, &a->half_arc, 3 * (int64_t)a->node_count) ||
        !wend_array_reserve(a->context, &a->arcs, 3 * (int64_t)a->node_count / 2) ||
        !wend_array_reserve(a->context, &a->border, 3))
        return false;
    for (int64_t k = 0; k < clusters; k++)
        a->number.data[k] = -1;
    for (int64_t k = 0; k < a->half_arc.count; k++)
        a->half_arc.data[k] = -1;
    int32_t points = a->d->sites.vertex_count, sites = (int32_t)a->start.count;
    for (int32_t k = points; k < sites; k++)
        if (!number_cell(a, k))
            return false;
    for (int32_t k = 0; k < points; k++)
        if (!number_cell(a, k))
            return false;
    for (int32_t k = 0; k < clusters; k++)
        number_vertex(a, k);
    return true;
}

// ---------------------------------------------------------------------------------------------------- arrays

// Writes the arcs around one cluster, the lowest one first. Returns how many, -1 when memory is short.
static int32_t write_around(assembly *a, int32_t cluster, int32_t *out) {
    int32_t node = a->first_node.data[cluster];
    if (a->null_arcs.data[node] == 0) {
        for (int i = 0; i < 3; i++)
            a->border.data[i] = 3 * node + i;
        a->border.count = 3;
    } else if (!walk_border(a, node)) {
        return -1;
    }
    int64_t lowest = -1, n = a->border.count;
    for (int64_t i = 0; i < n; i++) {
        int32_t arc = a->half_arc.data[a->border.data[i]];
        if (arc >= 0 && (lowest < 0 || arc < a->half_arc.data[a->border.data[lowest]]))
            lowest = i;
    }
    int32_t number = a->number.data[cluster], degree = 0;
    for (int64_t i = 0; i < n && lowest >= 0; i++) {
        int32_t arc = a->half_arc.data[a->border.data[(lowest + i) % n]];
        if (arc >= 0)
            out[degree++] = 2 * arc + (a->arcs.data[arc].vertex[0] != number);
    }
    return degree;
}

static bool write_arrays(assembly *a) {
    int32_t vertices = a->vertex_count, arcs = (int32_t)a->arcs.count;
    wend_medial_vertex *out = wend_allocate_array(a->context, vertices, sizeof *out);
    wend_medial_arc *out_arcs = wend_allocate_array(a->context, arcs, sizeof *out_arcs);
    int32_t *around_all = wend_allocate_array(a->context, 2 * (int64_t)arcs, sizeof *around_all);
    wend_medial_view *view = &a->medial->view;
    a->medial->owns_arrays = true;
    view->vertex_count = vertices;
    view->vertices = out;
    view->arc_count = arcs;
    view->arcs = out_arcs;
    view->around = around_all;
    if (!out || !out_arcs || !around_all)
        return false;
    memcpy(out_arcs, a->arcs.data, (size_t)arcs * sizeof *out_arcs);
    for (int64_t k = 0; k < a->discs.count; k++) {
        const place *p = &a->discs.data[k];
        out[a->number.data[k]] = (wend_medial_vertex){p->x, p->y, p->radius, 0, 0};
    }
    // Clusters by their numbers, in the scratch of the stack.
    for (int32_t k = 0; k < vertices; k++)
        a->stack.data[a->number.data[k]] = k;
    int32_t used = 0;
    for (int32_t v = 0; v < vertices; v++) {
        out[v].first = used;
        int32_t degree = write_around(a, a->stack.data[v], around_all + used);
        if (degree < 0)
            return false;
        out[v].degree = degree;
        used += degree;
        view->true_count += degree != 2;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- hash

static uint64_t mix(uint64_t seed, uint64_t value) {
    uint64_t z = (seed ^ value) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 32)) * 0xD6E8FEB86659FD93u;
    return z ^ (z >> 29);
}

static uint64_t mix_point(uint64_t seed, wend_point p, wend_point low) {
    uint64_t x = (uint64_t)((int64_t)p.x - low.x), y = (uint64_t)((int64_t)p.y - low.y);
    return mix(seed, x << 32 | y);
}

static uint64_t hash_site(const wend_sites *s, wend_point low, int32_t site) {
    if (wend_site_is_point(s, site))
        return mix_point(1, s->points[site], low);
    const wend_edge_site *e = wend_site_edge(s, site);
    return mix_point(mix_point(2, e->a, low), e->b, low);
}

static uint64_t hash_arc(const uint64_t *vertices, int32_t from, int32_t to, uint64_t left, uint64_t right) {
    return mix(mix(mix(mix(3, left), right), vertices[from]), vertices[to]);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Each arc is taken both ways and all are added up, so that no order matters.
static bool hash_all(assembly *a) {
    const wend_sites *s = &a->d->sites;
    wend_medial_view *view = &a->medial->view;
    WEND_ARRAY(uint64_t) vertices = {0};
    if (!wend_array_resize(a->context, &vertices, view->vertex_count))
        return false;
    wend_point low = {INT32_MAX, INT32_MAX};
    for (int32_t k = 0; k < s->vertex_count; k++) {
        low.x = s->points[k].x < low.x ? s->points[k].x : low.x;
        low.y = s->points[k].y < low.y ? s->points[k].y : low.y;
    }
    for (int64_t k = 0; k < a->discs.count; k++) {
        uint64_t hash = 4;
        for (int i = 0; i < 3; i++)
            hash = mix(hash, hash_site(s, low, a->discs.data[k].site[i]));
        vertices.data[a->number.data[k]] = hash;
    }
    uint64_t sum = 0;
    for (int32_t k = 0; k < view->arc_count; k++) {
        const wend_medial_arc *arc = &view->arcs[k];
        uint64_t left = hash_site(s, low, arc->site[0]), right = hash_site(s, low, arc->site[1]);
        sum += hash_arc(vertices.data, arc->vertex[0], arc->vertex[1], left, right) +
               hash_arc(vertices.data, arc->vertex[1], arc->vertex[0], right, left);
    }
    uint64_t counts = mix(mix(5, (uint64_t)view->vertex_count), (uint64_t)view->arc_count);
    view->hash = mix(mix(mix(counts, sum), bits_of(a->d->plan->lattice.step)), bits_of(a->d->plan->unit));
    wend_array_free(a->context, &vertices);
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

static double tolerance_of(const wend_sites *s) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int32_t k = 0; k < s->vertex_count; k++) {
        wend_point p = s->points[k];
        x0 = p.x < x0 ? p.x : x0;
        y0 = p.y < y0 ? p.y : y0;
        x1 = p.x > x1 ? p.x : x1;
        y1 = p.y > y1 ? p.y : y1;
    }
    double span = x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
    return (span > 0x1p16 ? span : 0x1p16) * 0x1p-46;
}

wend_result wend_medial_assemble(const wend_diagram *d, wend_medial *medial) {
    assembly a = {.context = d->context,
                  .d = d,
                  .medial = medial,
                  .nodes = d->nodes.data,
                  .node_count = (int32_t)d->nodes.count,
                  .tolerance = tolerance_of(&d->sites)};
    bool good = find_null_arcs(&a) && find_clusters(&a) && make_vertices(&a) && number_all(&a) && write_arrays(&a) &&
                hash_all(&a);
    assembly_free(&a);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}
