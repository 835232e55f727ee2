// The web becomes links: strips are put together to links, triangles and everything else into their final order.
//
//     group     strips that follow each other along both of their boundaries are one link
//     order     links by the first place on a boundary that they use; triangles of the surface as they were, then fillers
//     number    one vertex per fan, boundary edges, cycles, components
//     measure   heights, distances, widths, directions, ids
//
// Cost: O(n) but for sorting the links and their intervals.
#include "link/flight.h"
#include "link/links.h"

#include "base/sort.h"

#include <math.h>

typedef struct assembly {
    wend_linking *l;
    wend_context *context;
    wend_web *web;
    WEND_ARRAY(int32_t) order;    // uses by boundary edge and place
    WEND_ARRAY(int32_t) next;     // per use: the use that follows along the cycle, or -1
    WEND_ARRAY(int32_t) parent;   // per strip, of the union
    WEND_ARRAY(int32_t) link_of;  // per strip
    WEND_ARRAY(int32_t) triangle; // per triangle of the web: its final number
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(wend_link) links;
    WEND_ARRAY(wend_link_interval) intervals;
    WEND_ARRAY(wend_linked_triangle) triangles;
    WEND_ARRAY(int32_t) component;
    WEND_ARRAY(wend_linked_boundary) boundaries;
    WEND_ARRAY(int32_t) boundary_of; // per border of the web: its final number
    WEND_ARRAY(wend_linked_join) joins;
    WEND_ARRAY(wend_linked_component) components;
    WEND_ARRAY(wend_point) vertices;
    WEND_ARRAY(uint8_t) flags;
    wend_flight_list flights;
    wend_riser_list risers;
    int32_t cycles, filler_first;
} assembly;

// ---------------------------------------------------------------------------------------------------- groups

static int compare_uses(const void *a, const void *b, const void *user) {
    const wend_use *uses = user, *p = &uses[*(const int32_t *)a], *q = &uses[*(const int32_t *)b];
    if (p->boundary != q->boundary)
        return p->boundary < q->boundary ? -1 : 1;
    return (p->from > q->from) - (p->from < q->from);
}

static int32_t root_of(assembly *x, int32_t strip) {
    int32_t *parent = x->parent.data;
    while (parent[strip] != strip) {
        parent[strip] = parent[parent[strip]];
        strip = parent[strip];
    }
    return strip;
}

// For each use, the one that follows it along the boundary cycle without a break.
static bool chain_uses(assembly *x) {
    wend_web *web = x->web;
    int32_t count = (int32_t)web->uses.count, edges = x->l->surface->boundary_count;
    WEND_ARRAY(int32_t) first = {0}; // per boundary edge: its first use in the order
    if (!wend_array_resize(x->context, &x->order, count) || !wend_array_resize(x->context, &x->next, count) ||
        !wend_array_resize(x->context, &first, edges + 1)) {
        wend_array_free(x->context, &first);
        return false;
    }
    for (int32_t k = 0; k < count; k++)
        x->order.data[k] = k;
    bool sorted = wend_sort(x->context, x->order.data, count, sizeof(int32_t), compare_uses, web->uses.data);
    for (int32_t b = 0; b < edges; b++)
        first.data[b] = -1;
    for (int32_t k = count - 1; k >= 0 && sorted; k--)
        first.data[web->uses.data[x->order.data[k]].boundary] = k;
    for (int32_t k = 0; k < count && sorted; k++) {
        const wend_use *u = &web->uses.data[x->order.data[k]];
        int32_t then = -1;
        if (u->to >= 1) {
            int32_t b = first.data[x->l->surface->boundaries[u->boundary].next];
            then = b >= 0 && web->uses.data[x->order.data[b]].from <= 0 ? x->order.data[b] : -1;
        } else if (k + 1 < count) {
            const wend_use *v = &web->uses.data[x->order.data[k + 1]];
            then = v->boundary == u->boundary && v->from <= u->to ? x->order.data[k + 1] : -1;
        }
        x->next.data[x->order.data[k]] = then;
    }
    wend_array_free(x->context, &first);
    return sorted;
}

// Whether two drops side by side lead to the same part of the surface.
static bool is_same_drop(const assembly *x, const wend_strip *s, const wend_strip *t) {
    const int32_t *component = x->l->surface->triangle_component;
    return s->kind == WEND_LINK_DROP && t->kind == WEND_LINK_DROP && component[s->landing] == component[t->landing];
}

static bool group_strips(assembly *x) {
    wend_web *web = x->web;
    if (!wend_array_resize(x->context, &x->parent, web->strips.count))
        return false;
    for (int32_t s = 0; s < web->strips.count; s++)
        x->parent.data[s] = s;
    const wend_use *uses = web->uses.data;
    for (int32_t u = 0; u < web->uses.count; u++) {
        int32_t v = x->next.data[u];
        if (v >= 0 && is_same_drop(x, &web->strips.data[uses[u].strip], &web->strips.data[uses[v].strip])) {
            int32_t s = root_of(x, uses[u].strip), t = root_of(x, uses[v].strip);
            x->parent.data[s > t ? s : t] = s > t ? t : s;
            continue;
        }
        if (v < 0 || uses[u].partner < 0 || uses[v].partner < 0 || uses[u].side != uses[v].side ||
            x->next.data[uses[v].partner] != uses[u].partner)
            continue;
        int32_t s = root_of(x, uses[u].strip), t = root_of(x, uses[v].strip);
        if (s != t && web->strips.data[s].kind == web->strips.data[t].kind)
            x->parent.data[s > t ? s : t] = s > t ? t : s;
    }
    return true;
}

// A strip between sides of fillers only uses no boundary: it belongs to the link of a filler beside it.
static bool adopt_strips(assembly *x) {
    wend_web *web = x->web;
    WEND_ARRAY(uint8_t) used = {0}; // per strip that stands for its group
    if (!wend_array_resize(x->context, &used, web->strips.count + 1))
        return false;
    memset(used.data, 0, (size_t)used.count);
    for (int64_t u = 0; u < web->uses.count; u++)
        used.data[root_of(x, web->uses.data[u].strip)] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int64_t h = 3 * (int64_t)x->l->surface->triangle_count; h < 3 * web->triangles.count; h++) {
            const wend_web_triangle *t = &web->triangles.data[h / 3];
            int32_t twin = t->twin[h % 3];
            if (t->surface >= 0 || twin < 0 || web->triangles.data[twin / 3].surface >= 0)
                continue;
            int32_t s = root_of(x, t->strip), other = root_of(x, web->triangles.data[twin / 3].strip);
            if (s == other || used.data[s] || !used.data[other])
                continue;
            x->parent.data[s] = other;
            changed = true;
        }
    }
    wend_array_free(x->context, &used);
    return true;
}

// Numbers the links by the first place that they use. Every strip uses some.
static bool number_links(assembly *x) {
    wend_web *web = x->web;
    if (!wend_array_resize(x->context, &x->link_of, web->strips.count))
        return false;
    for (int32_t s = 0; s < web->strips.count; s++)
        x->link_of.data[s] = -1;
    for (int32_t k = 0; k < x->order.count; k++) {
        int32_t root = root_of(x, web->uses.data[x->order.data[k]].strip);
        if (x->link_of.data[root] >= 0)
            continue;
        x->link_of.data[root] = (int32_t)x->links.count;
        if (!wend_array_push(x->context, &x->links,
                             (wend_link){.kind = web->strips.data[root].kind, .landing = -1, .flight = -1}))
            return false;
        if (web->strips.data[root].kind == WEND_LINK_DROP)
            x->links.data[x->links.count - 1].landing = web->strips.data[root].landing;
    }
    for (int32_t s = 0; s < web->strips.count; s++)
        x->link_of.data[s] = x->link_of.data[root_of(x, s)];
    return true;
}

// ---------------------------------------------------------------------------------------------------- triangles

static bool order_triangles(assembly *x) {
    wend_web *web = x->web;
    int64_t count = web->triangles.count;
    int32_t surfaces = x->l->surface->triangle_count, buckets = surfaces + (int32_t)x->links.count;
    WEND_ARRAY(int32_t) start = {0};
    if (!wend_array_resize(x->context, &start, (int64_t)buckets + 1) ||
        !wend_array_resize(x->context, &x->triangle, count) || !wend_array_resize(x->context, &x->triangles, count)) {
        wend_array_free(x->context, &start);
        return false;
    }
    memset(start.data, 0, (size_t)start.count * sizeof(int32_t));
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t t = 0; t < count; t++) {
            const wend_web_triangle *w = &web->triangles.data[t];
            int32_t bucket = w->surface >= 0 ? w->surface : surfaces + x->link_of.data[w->strip];
            if (pass == 0)
                start.data[bucket + 1]++;
            else
                x->triangle.data[t] = start.data[bucket]++;
        }
        for (int32_t b = 0; b < buckets && pass == 0; b++)
            start.data[b + 1] += start.data[b];
        if (pass == 0) {
            x->filler_first = start.data[surfaces];
            for (int32_t k = 0; k < x->links.count; k++) {
                x->links.data[k].first_filler = start.data[surfaces + k];
                x->links.data[k].filler_count = start.data[surfaces + k + 1] - start.data[surfaces + k];
            }
        }
    }
    wend_array_free(x->context, &start);
    return true;
}

static int32_t final_half(const assembly *x, int32_t h) {
    return 3 * x->triangle.data[h / 3] + h % 3;
}

static void fill_triangles(assembly *x) {
    for (int64_t t = 0; t < x->web->triangles.count; t++) {
        const wend_web_triangle *w = &x->web->triangles.data[t];
        wend_linked_triangle *f = &x->triangles.data[x->triangle.data[t]];
        *f = (wend_linked_triangle){.surface = w->surface, .link = w->surface >= 0 ? -1 : x->link_of.data[w->strip]};
        for (int i = 0; i < 3; i++) {
            f->v[i] = -1;
            f->z[i] = w->p[i].z;
            f->twin[i] = w->twin[i] >= 0 ? final_half(x, w->twin[i]) : ~x->boundary_of.data[~w->twin[i]];
        }
    }
}

// Boundary edges ascending by half-edge, then their cycles.
static bool number_boundaries(assembly *x) {
    wend_web *web = x->web;
    int64_t count = 3 * web->triangles.count;
    WEND_ARRAY(int32_t) border_at = {0}; // per final half-edge
    if (!wend_array_resize(x->context, &border_at, count) ||
        !wend_array_resize(x->context, &x->boundary_of, web->borders.count + 1)) {
        wend_array_free(x->context, &border_at);
        return false;
    }
    for (int64_t h = 0; h < count; h++)
        border_at.data[h] = -1;
    for (int32_t b = 0; b < web->borders.count; b++)
        if (web->borders.data[b].edge >= 0)
            border_at.data[final_half(x, web->borders.data[b].edge)] = b;
    bool good = true;
    for (int64_t h = 0; h < count && good; h++) {
        int32_t b = border_at.data[h];
        if (b < 0)
            continue;
        const wend_web_border *w = &web->borders.data[b];
        x->boundary_of.data[b] = (int32_t)x->boundaries.count;
        uint8_t kind = w->boundary < 0 ? WEND_BOUNDARY_LEDGE : x->l->surface->boundaries[w->boundary].kind;
        good = wend_array_push(
            x->context, &x->boundaries,
            (wend_linked_boundary){
                .edge = (int32_t)h, .next = w->next, .cycle = -1, .boundary = w->boundary, .kind = kind});
    }
    wend_array_free(x->context, &border_at);
    if (!good)
        return false;
    for (int64_t k = 0; k < x->boundaries.count; k++)
        x->boundaries.data[k].next = x->boundary_of.data[x->boundaries.data[k].next];
    for (int64_t k = 0; k < x->boundaries.count; k++) {
        if (x->boundaries.data[k].cycle >= 0)
            continue;
        for (int64_t b = k; x->boundaries.data[b].cycle < 0; b = x->boundaries.data[b].next)
            x->boundaries.data[b].cycle = x->cycles;
        x->cycles++;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- vertices

// The fan around the corner in which half-edge h starts gets a vertex.
static bool number_fan(assembly *x, int32_t h, wend_point at) {
    wend_linked_triangle *t = x->triangles.data;
    int32_t first = h;
    for (int32_t back = t[first / 3].twin[first % 3]; back >= 0; back = t[first / 3].twin[first % 3]) {
        first = wend_next_half(back);
        if (first == h)
            break;
    }
    int32_t vertex = (int32_t)x->vertices.count;
    bool open = t[first / 3].twin[first % 3] < 0, filler = false;
    int32_t at_half = first;
    do {
        t[at_half / 3].v[at_half % 3] = vertex;
        filler |= t[at_half / 3].surface < 0;
        at_half = t[at_half / 3].twin[wend_previous_half(at_half) % 3];
    } while (at_half >= 0 && at_half != first);
    uint8_t flags = (uint8_t)((open ? WEND_LINKED_BOUNDARY : 0) | (filler ? WEND_LINKED_FEATURE : 0));
    return wend_array_push(x->context, &x->vertices, at) && wend_array_push(x->context, &x->flags, flags);
}

static bool number_vertices(assembly *x) {
    WEND_ARRAY(wend_point) places = {0}; // of each corner
    int64_t count = 3 * x->triangles.count;
    if (!wend_array_resize(x->context, &places, count))
        return false;
    for (int64_t t = 0; t < x->web->triangles.count; t++)
        for (int i = 0; i < 3; i++)
            places.data[3 * x->triangle.data[t] + i] = wend_above(x->web->triangles.data[t].p[i]);
    bool good = true;
    for (int32_t h = 0; h < count && good; h++)
        if (x->triangles.data[h / 3].v[h % 3] < 0)
            good = number_fan(x, h, places.data[h]);
    wend_array_free(x->context, &places);
    return good;
}

static bool number_components(assembly *x) {
    int64_t count = x->triangles.count;
    if (!wend_array_resize(x->context, &x->component, count) || !wend_array_resize(x->context, &x->stack, count))
        return false;
    for (int64_t t = 0; t < count; t++)
        x->component.data[t] = -1;
    for (int32_t first = 0; first < count; first++) {
        if (x->component.data[first] >= 0)
            continue;
        int32_t number = (int32_t)x->components.count, top = 0;
        wend_linked_component c = {.first = first};
        x->stack.data[top++] = first;
        x->component.data[first] = number;
        while (top > 0) {
            const wend_linked_triangle *t = &x->triangles.data[x->stack.data[--top]];
            c.triangles++;
            c.area2 += wend_cross(x->vertices.data[t->v[0]], x->vertices.data[t->v[1]], x->vertices.data[t->v[2]]);
            for (int i = 0; i < 3; i++)
                if (t->twin[i] >= 0 && x->component.data[t->twin[i] / 3] < 0) {
                    x->component.data[t->twin[i] / 3] = number;
                    x->stack.data[top++] = t->twin[i] / 3;
                }
        }
        if (!wend_array_push(x->context, &x->components, c))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- links

static wend_point3 corner_of(const assembly *x, int32_t h) {
    const wend_linked_triangle *t = &x->triangles.data[h / 3];
    wend_point p = x->vertices.data[t->v[h % 3]];
    return (wend_point3){p.x, p.y, t->z[h % 3]};
}

// Where a use begins or ends; drops are parts of boundary edges that are not subdivided for them.
static wend_point3 end_of(const assembly *x, const wend_use *use, int end) {
    if (use->half >= 0) {
        int32_t h = final_half(x, use->half);
        return corner_of(x, end ? wend_next_half(h) : h);
    }
    const wend_rim *r = &x->l->rims.rims.data[use->boundary];
    double t = end ? use->to : use->from;
    return (wend_point3){(int32_t)floor(r->a.x + t * ((double)r->b.x - r->a.x) + 0.5),
                         (int32_t)floor(r->a.y + t * ((double)r->b.y - r->a.y) + 0.5),
                         (int32_t)floor(r->a.z + t * ((double)r->b.z - r->a.z) + 0.5)};
}

// Lists the uses of a link on one side in the order of its boundary cycle: from the first one that follows none of
// them.
static bool list_side(assembly *x, int32_t link, int32_t side, const int32_t *uses, int32_t count) {
    for (int32_t k = 0; k < count; k++)
        x->stack.data[uses[k]] = 0; // whether one of the same side comes before it
    for (int32_t k = 0; k < count; k++) {
        int32_t v = x->next.data[uses[k]];
        if (x->web->uses.data[uses[k]].side == side && v >= 0 && x->web->uses.data[v].side == side &&
            x->link_of.data[x->web->uses.data[v].strip] == link)
            x->stack.data[v] = 1;
    }
    // Open runs first, then closed ones from their first place on.
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < count; k++) {
            int32_t u = uses[k];
            if (x->web->uses.data[u].side != side || x->stack.data[u] != pass)
                continue;
            while (u >= 0 && x->stack.data[u] >= 0 && x->web->uses.data[u].side == side &&
                   x->link_of.data[x->web->uses.data[u].strip] == link) {
                const wend_use *use = &x->web->uses.data[u];
                wend_link_interval i = {.boundary = use->boundary, .side = side, .from = use->from, .to = use->to};
                for (int end = 0; end < 2; end++)
                    i.ends[end] = end_of(x, use, end);
                if (!wend_array_push(x->context, &x->intervals, i))
                    return false;
                x->stack.data[u] = -1;
                u = x->next.data[u];
            }
        }
    return true;
}

static double length_of(const wend_link_interval *i) {
    double dx = (double)i->ends[1].x - i->ends[0].x, dy = (double)i->ends[1].y - i->ends[0].y;
    return sqrt(dx * dx + dy * dy);
}

static void measure_link(assembly *x, wend_link *k, double rise, double barrier, double distance) {
    const wend_lattice3 *lattice = &x->l->surface->lattice;
    double side[2] = {0, 0}, out[2] = {0, 0}, metres = lattice->step * lattice->unit;
    for (int32_t i = 0; i < k->interval_count; i++) {
        const wend_link_interval *v = &x->intervals.data[k->first_interval + i];
        side[v->side] += length_of(v);
        double sign = v->side == 0 ? 1 : -1;
        out[0] += sign * ((double)v->ends[1].y - v->ends[0].y);
        out[1] -= sign * ((double)v->ends[1].x - v->ends[0].x);
    }
    double area2 = 0;
    for (int32_t t = k->first_filler; t < k->first_filler + k->filler_count; t++) {
        const int32_t *v = x->triangles.data[t].v;
        area2 += (double)wend_cross(x->vertices.data[v[0]], x->vertices.data[v[1]], x->vertices.data[v[2]]);
    }
    bool hole = k->kind == WEND_LINK_HOLE;
    double width = side[0] < side[1] || k->kind == WEND_LINK_DROP ? side[0] : side[1];
    k->width = (hole ? sqrt(area2 / 2) : width) * metres;
    k->height = rise * metres;
    k->barrier = barrier * metres;
    k->distance = distance * metres;
    double length = sqrt(out[0] * out[0] + out[1] * out[1]);
    if (!hole && length > 0) {
        k->direction[0] = out[0] / length;
        k->direction[1] = out[1] / length;
    }
}

// Where a lattice point is, in whole steps from the zero of the scene's coordinates.
static int64_t whole(double origin, double step, int32_t at) {
    return (int64_t)floor(origin / step + 0.5) + at;
}

static uint64_t id_of(const assembly *x, const wend_link *k) {
    const wend_lattice3 *lattice = &x->l->surface->lattice;
    int64_t kind = k->kind;
    uint64_t id = wend_hash(0, &kind, sizeof kind);
    for (int32_t i = 0; i < k->interval_count; i++) {
        const wend_link_interval *v = &x->intervals.data[k->first_interval + i];
        for (int e = 0; e < 2; e++) {
            int64_t at[4] = {whole(lattice->origin[0], lattice->step, v->ends[e].x),
                             whole(lattice->origin[1], lattice->step, v->ends[e].y),
                             whole(lattice->origin[2], lattice->step, v->ends[e].z), v->side};
            id = wend_hash(id, at, sizeof at);
        }
    }
    return id;
}

// What the strips know of their links: the largest rise, barrier and distance.
typedef struct extremes {
    double rise, barrier, distance;
} extremes;

static void widen(double *most, double value) {
    *most = value > *most ? value : *most;
}

// How far the third corner of a filler is above or below the nearest place of a side that lies on the surface; 0 for
// other sides.
static double rise_across(const wend_web *web, int32_t h) {
    int32_t twin = wend_web_twin(web, h);
    if (twin < 0 || web->triangles.data[twin / 3].surface < 0)
        return 0;
    wend_point3 a = wend_web_from(web, h), b = wend_web_to(web, h), c = wend_web_from(web, wend_previous_half(h));
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double t = (((double)c.x - a.x) * dx + ((double)c.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return fabs(a.z + t * ((double)b.z - a.z) - c.z);
}

static void find_extremes(assembly *x, extremes *most) {
    wend_web *web = x->web;
    for (int64_t s = 0; s < web->strips.count; s++) {
        extremes *m = &most[x->link_of.data[s]];
        widen(&m->barrier, web->strips.data[s].barrier);
        if (web->strips.data[s].kind == x->links.data[x->link_of.data[s]].kind) // what was adopted is no way across
            widen(&m->distance, web->strips.data[s].distance);
        widen(&m->rise, web->strips.data[s].rise);
    }
    for (int64_t j = 0; j < web->joins.count; j++) {
        const wend_web_join *join = &web->joins.data[j];
        extremes *m = &most[x->link_of.data[join->strip]];
        int32_t h = web->uses.data[join->use[0]].half, k = web->uses.data[join->use[1]].half;
        wend_point3 a = wend_web_from(web, h), b = wend_web_to(web, h);
        wend_point3 c = wend_web_from(web, k), d = wend_web_to(web, k);
        widen(&m->rise, fabs((double)a.z - d.z));
        widen(&m->rise, fabs((double)b.z - c.z));
    }
    for (int64_t t = 0; t < web->triangles.count; t++) {
        const wend_web_triangle *w = &web->triangles.data[t];
        for (int i = 0; i < 3 && w->surface < 0; i++) {
            double rise = rise_across(web, (int32_t)(3 * t + i));
            widen(&most[x->link_of.data[w->strip]].rise, rise);
        }
    }
}

// Uses of each link, in the order of their places.
static bool list_links(assembly *x, extremes *most, int32_t *start, int32_t *uses) {
    wend_web *web = x->web;
    int64_t links = x->links.count;
    memset(most, 0, (size_t)links * sizeof *most);
    memset(start, 0, (size_t)(links + 1) * sizeof *start);
    find_extremes(x, most);
    for (int64_t u = 0; u < web->uses.count; u++)
        start[x->link_of.data[web->uses.data[u].strip] + 1]++;
    for (int64_t k = 0; k < links; k++)
        start[k + 1] += start[k];
    for (int64_t k = 0; k < x->order.count; k++)
        uses[start[x->link_of.data[web->uses.data[x->order.data[k]].strip]]++] = x->order.data[k];
    if (!wend_array_resize(x->context, &x->stack, web->uses.count > x->stack.count ? web->uses.count : x->stack.count))
        return false;
    for (int32_t k = 0; k < links; k++) {
        wend_link *link = &x->links.data[k];
        int32_t first = k > 0 ? start[k - 1] : 0, count = start[k] - first;
        link->first_interval = (int32_t)x->intervals.count;
        if (!list_side(x, k, 0, uses + first, count) || !list_side(x, k, 1, uses + first, count))
            return false;
        link->interval_count = (int32_t)x->intervals.count - link->first_interval;
        measure_link(x, link, most[k].rise, most[k].barrier, most[k].distance);
        link->id = id_of(x, link);
    }
    return true;
}

static bool make_links(assembly *x) {
    size_t links = (size_t)x->links.count, uses = (size_t)x->web->uses.count + 1;
    extremes *most = wend_allocate(x->context, (links + 1) * sizeof *most);
    int32_t *start = wend_allocate(x->context, (links + 1) * sizeof *start);
    int32_t *listed = wend_allocate(x->context, uses * sizeof *listed);
    bool good = most && start && listed && list_links(x, most, start, listed);
    wend_release(x->context, most, (links + 1) * sizeof *most);
    wend_release(x->context, start, (links + 1) * sizeof *start);
    wend_release(x->context, listed, uses * sizeof *listed);
    return good;
}

static int compare_joins(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_linked_join *p = a, *q = b;
    return p->link != q->link ? (p->link < q->link ? -1 : 1) : (p->edge > q->edge) - (p->edge < q->edge);
}

// Joins, link by link, and the corners at the ends of links.
static bool make_joins(assembly *x) {
    wend_web *web = x->web;
    if (!wend_array_resize(x->context, &x->joins, web->joins.count))
        return false;
    for (int64_t j = 0; j < web->joins.count; j++)
        x->joins.data[j] = (wend_linked_join){final_half(x, web->uses.data[web->joins.data[j].use[0]].half),
                                              x->link_of.data[web->joins.data[j].strip]};
    for (int64_t u = 0; u < web->uses.count; u++) {
        if (web->uses.data[u].half < 0)
            continue;
        int32_t h = final_half(x, web->uses.data[u].half), next = wend_next_half(h);
        x->flags.data[x->triangles.data[h / 3].v[h % 3]] |= WEND_LINKED_FEATURE;
        x->flags.data[x->triangles.data[h / 3].v[next % 3]] |= WEND_LINKED_FEATURE;
    }
    return wend_sort(x->context, x->joins.data, x->joins.count, sizeof(wend_linked_join), compare_joins, NULL);
}

// ---------------------------------------------------------------------------------------------------- the whole

static bool make_flights(assembly *x) {
    wend_links_view v = {.link_count = (int32_t)x->links.count,
                         .interval_count = (int32_t)x->intervals.count,
                         .intervals = x->intervals.data};
    return wend_flights_find(x->l, &v, x->links.data, &x->flights, &x->risers);
}

static bool assemble(assembly *x) {
    wend_web_find_uses(x->web);
    if (!chain_uses(x) || !group_strips(x) || !adopt_strips(x) || !number_links(x) || !order_triangles(x) ||
        !number_boundaries(x))
        return false;
    fill_triangles(x);
    return number_vertices(x) && number_components(x) && make_links(x) && make_joins(x) && make_flights(x);
}

// Hands an array over: its block is given back with the size that it was allocated with, so it is made to fit first.
#define HAND_OVER(x, array, out, count_out)                                                                            \
    (fit((x)->context, (void **)&(array)->data, &(array)->capacity, (array)->count, sizeof *(array)->data) &&          \
     ((out) = (array)->data, (count_out) = (int32_t)(array)->count, (array)->data = NULL,                              \
      (array)->count = (array)->capacity = 0, true))

static bool fit(wend_context *context, void **data, int64_t *capacity, int64_t count, size_t element) {
    if (*capacity == count)
        return true;
    void *block = count > 0 ? wend_allocate(context, (size_t)count * element) : NULL;
    if (count > 0 && !block)
        return false;
    if (count > 0)
        memcpy(block, *data, (size_t)count * element);
    wend_release(context, *data, (size_t)*capacity * element);
    *data = block;
    *capacity = count;
    return true;
}

static bool hand_over(assembly *x, wend_links_view *v) {
    int32_t same = 0; // as many as there are of what they belong to
    bool good = HAND_OVER(x, &x->links, v->links, v->link_count) &&
                HAND_OVER(x, &x->intervals, v->intervals, v->interval_count) &&
                HAND_OVER(x, &x->flights, v->flights, v->flight_count) &&
                HAND_OVER(x, &x->risers, v->flight_links, v->flight_link_count) &&
                HAND_OVER(x, &x->vertices, v->vertices, v->vertex_count) &&
                HAND_OVER(x, &x->flags, v->vertex_flags, same) &&
                HAND_OVER(x, &x->triangles, v->triangles, v->triangle_count) &&
                HAND_OVER(x, &x->component, v->triangle_component, same) &&
                HAND_OVER(x, &x->boundaries, v->boundaries, v->boundary_count) &&
                HAND_OVER(x, &x->joins, v->joins, v->join_count) &&
                HAND_OVER(x, &x->components, v->components, v->component_count);
    return good && same == v->triangle_count;
}

static void sum_up(const assembly *x, wend_links_view *v) {
    const wend_surface_view *s = x->l->surface;
    double metres = s->lattice.step * s->lattice.unit, area2 = 0;
    for (int32_t t = v->filler_first; t < v->triangle_count; t++) {
        const int32_t *c = v->triangles[t].v;
        area2 += (double)wend_cross(v->vertices[c[0]], v->vertices[c[1]], v->vertices[c[2]]);
    }
    v->filled = area2 / 2 * metres * metres;
    for (int32_t k = 0; k < v->link_count; k++)
        v->counts[v->links[k].kind]++;
    v->hash = wend_links_hash(v);
}

static wend_result finish(assembly *x, wend_links **links) {
    const wend_surface_view *s = x->l->surface;
    wend_links *made = wend_allocate(x->context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_links){.context = x->context,
                         .view = {.lattice = s->lattice,
                                  .surface_hash = s->hash,
                                  .def = x->l->def,
                                  .filler_first = x->filler_first,
                                  .cycle_count = x->cycles}};
    if (!hand_over(x, &made->view)) {
        wend_links_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    sum_up(x, &made->view);
    *links = made;
    return WEND_OK;
}

wend_result wend_links_assemble(wend_linking *l, wend_links **links) {
    assembly x = {.l = l, .context = l->context, .web = &l->web};
    wend_result result = assemble(&x) ? finish(&x, links) : WEND_ERROR_MEMORY;
    wend_array_free(x.context, &x.order);
    wend_array_free(x.context, &x.next);
    wend_array_free(x.context, &x.parent);
    wend_array_free(x.context, &x.link_of);
    wend_array_free(x.context, &x.triangle);
    wend_array_free(x.context, &x.stack);
    wend_array_free(x.context, &x.links);
    wend_array_free(x.context, &x.intervals);
    wend_array_free(x.context, &x.triangles);
    wend_array_free(x.context, &x.component);
    wend_array_free(x.context, &x.boundaries);
    wend_array_free(x.context, &x.boundary_of);
    wend_array_free(x.context, &x.joins);
    wend_array_free(x.context, &x.components);
    wend_array_free(x.context, &x.vertices);
    wend_array_free(x.context, &x.flags);
    wend_array_free(x.context, &x.flights);
    wend_array_free(x.context, &x.risers);
    return result;
}
