// The web becomes links: strips are put together to links, triangles and everything else into their final order.
//
//     group     strips that follow each other along both of their boundaries are one link; so are drops that lead the
//               same way
//     order     links by the first place on a boundary that they use; triangles of the surface as they were, then
//               fillers
//     number    one vertex per fan, boundary edges, cycles, components
//     measure   heights, distances, widths, directions, ids
//
// Cost: O(n) but for sorting the uses of each boundary edge, and joins.
#include "link/links.h"
#include "link/stages.h"

#include "base/hash.h"
#include "base/sort.h"

#include <math.h>

#define FRONT 0.7071067812 // cosine of 45 degrees

typedef struct assembly {
    wend_linking *l;
    wend_context *context;
    wend_web *web;
    WEND_ARRAY(int32_t) order;    // uses by boundary edge and place
    WEND_ARRAY(int32_t) next;     // per use: the use that follows along the cycle, or -1
    WEND_ARRAY(int32_t) parent;   // per strip, of the union
    WEND_ARRAY(int32_t) link_of;  // per strip
    WEND_ARRAY(int32_t) triangle; // per triangle of the web: its final number
    WEND_ARRAY(int32_t) origin;   // per final triangle: that of the web
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
    int32_t cycles, filler_first;
} assembly;

// ---------------------------------------------------------------------------------------------------- groups

// Of the same boundary edge.
static int compare_uses(const void *a, const void *b, const void *user) {
    const wend_use *uses = user, *p = &uses[*(const int32_t *)a], *q = &uses[*(const int32_t *)b];
    return (p->from > q->from) - (p->from < q->from);
}

// What stands for all that one of a union is put together with: the first of them.
static int32_t root_of(int32_t *parent, int32_t k) {
    while (parent[k] != k) {
        parent[k] = parent[parent[k]];
        k = parent[k];
    }
    return k;
}

static void unite(int32_t *parent, int32_t a, int32_t b) {
    int32_t s = root_of(parent, a), t = root_of(parent, b);
    parent[s > t ? s : t] = s > t ? t : s;
}

// Uses by boundary edge and place. first[b] becomes the first one of boundary edge b in that order.
static bool order_uses(assembly *x, int32_t *first, int32_t edges) {
    const wend_web *web = x->web;
    int32_t *order = x->order.data, count = (int32_t)x->order.count;
    memset(first, 0, (size_t)(edges + 1) * sizeof *first);
    for (int32_t u = 0; u < count; u++)
        first[web->uses.data[u].boundary]++;
    for (int32_t b = 0, sum = 0; b <= edges; b++) {
        sum += first[b];
        first[b] = sum;
    }
    for (int32_t u = count - 1; u >= 0; u--)
        order[--first[web->uses.data[u].boundary]] = u;
    for (int32_t b = 0; b < edges; b++) {
        int32_t here = first[b + 1] - first[b];
        if (here > 1 && !wend_sort(x->context, order + first[b], here, sizeof *order, compare_uses, web->uses.data))
            return false;
    }
    return true;
}

// For each use, the one that follows it along the boundary cycle without a break.
static bool chain_uses(assembly *x) {
    const wend_web *web = x->web;
    int32_t count = (int32_t)web->uses.count, edges = x->l->surface->boundary_count;
    WEND_ARRAY(int32_t) first = {0};
    bool good = wend_array_resize(x->context, &x->order, count) && wend_array_resize(x->context, &x->next, count) &&
                wend_array_resize(x->context, &first, edges + 1) && order_uses(x, first.data, edges);
    for (int32_t k = 0; k < count && good; k++) {
        const wend_use *u = &web->uses.data[x->order.data[k]];
        bool ends = u->to >= 1; // with its boundary edge: another one goes on
        int32_t b = ends ? x->l->surface->boundaries[u->boundary].next : u->boundary, v = ends ? first.data[b] : k + 1;
        bool follows = v < first.data[b + 1] && web->uses.data[x->order.data[v]].from <= (ends ? 0 : u->to);
        x->next.data[x->order.data[k]] = follows ? x->order.data[v] : -1;
    }
    wend_array_free(x->context, &first);
    return good;
}

// Whether a drop goes on in the next use along the boundary: to the same part of the surface.
static bool goes_on(const assembly *x, int32_t u) {
    const int32_t *component = x->l->surface->triangle_component;
    if (x->next.data[u] < 0)
        return false;
    const wend_strip *s = &x->web->strips.data[x->web->uses.data[u].strip];
    const wend_strip *t = &x->web->strips.data[x->web->uses.data[x->next.data[u]].strip];
    return s->kind == WEND_LINK_DROP && t->kind == WEND_LINK_DROP && component[s->landing] == component[t->landing];
}

// Whether the boundary edges of two uses run the same way, turned by no more than 45 degrees.
static bool runs_alike(const assembly *x, int32_t u, int32_t v) {
    const wend_link_edge *edges = x->l->edges.all.data;
    const wend_link_edge *a = &edges[x->web->uses.data[u].boundary], *b = &edges[x->web->uses.data[v].boundary];
    double ux = (double)a->b.x - a->a.x, uy = (double)a->b.y - a->a.y;
    double vx = (double)b->b.x - b->a.x, vy = (double)b->b.y - b->a.y;
    return ux * vx + uy * vy >= FRONT * a->length * b->length;
}

// Puts drops side by side together that lead the same way, to the same part of the surface: from where a run begins,
// or from the first place of a closed one, as far as it turns by no more than 45 degrees; and on from there.
static bool group_drops(assembly *x) {
    WEND_ARRAY(uint8_t) begun = {0};
    const wend_use *uses = x->web->uses.data;
    if (!wend_array_resize(x->context, &begun, x->next.count))
        return false;
    for (int64_t u = 0; u < x->next.count; u++)
        begun.data[u] = 0;
    for (int32_t u = 0; u < x->next.count; u++)
        if (goes_on(x, u))
            begun.data[x->next.data[u]] = 1;
    for (int closed = 0; closed < 2; closed++)
        for (int64_t k = 0; k < x->order.count; k++) {
            int32_t u = x->order.data[k], first = u;
            if (begun.data[u] != closed || x->web->strips.data[uses[u].strip].kind != WEND_LINK_DROP)
                continue;
            for (begun.data[u] = 2; goes_on(x, u) && begun.data[x->next.data[u]] < 2; u = x->next.data[u]) {
                int32_t v = x->next.data[u];
                begun.data[v] = 2;
                if (runs_alike(x, first, v))
                    unite(x->parent.data, uses[u].strip, uses[v].strip);
                else
                    first = v;
            }
        }
    wend_array_free(x->context, &begun);
    return true;
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
        if (v < 0 || uses[u].partner < 0 || uses[v].partner < 0 || uses[u].side != uses[v].side ||
            x->next.data[uses[v].partner] != uses[u].partner)
            continue;
        int32_t s = root_of(x->parent.data, uses[u].strip), t = root_of(x->parent.data, uses[v].strip);
        if (web->strips.data[s].kind == web->strips.data[t].kind)
            unite(x->parent.data, s, t);
    }
    return !(x->l->rules.drop > 0) || group_drops(x);
}

// A strip between sides of fillers only uses no boundary: it belongs to the link of a filler beside it.
static bool adopt_strips(assembly *x) {
    wend_web *web = x->web;
    WEND_ARRAY(uint8_t) used = {0}; // per strip that stands for its group
    if (!wend_array_resize(x->context, &used, web->strips.count + 1))
        return false;
    memset(used.data, 0, (size_t)used.count);
    for (int64_t u = 0; u < web->uses.count; u++)
        used.data[root_of(x->parent.data, web->uses.data[u].strip)] = 1;
    bool more = false; // whether some are left
    for (int32_t s = 0; s < web->strips.count; s++)
        more |= !used.data[root_of(x->parent.data, s)];
    while (more) {
        more = false;
        for (int64_t h = 3 * (int64_t)x->l->surface->triangle_count; h < 3 * web->triangles.count; h++) {
            const wend_web_triangle *t = &web->triangles.data[h / 3];
            int32_t twin = t->twin[h % 3];
            if (t->surface >= 0 || twin < 0 || web->triangles.data[twin / 3].surface >= 0)
                continue;
            int32_t s = root_of(x->parent.data, t->strip),
                    other = root_of(x->parent.data, web->triangles.data[twin / 3].strip);
            if (s == other || used.data[s] || !used.data[other])
                continue;
            x->parent.data[s] = other;
            more = true;
        }
    }
    wend_array_free(x->context, &used);
    return true;
}

// Numbers the links by the first place that they use. Every strip uses some.
static bool number_links(assembly *x) {
    wend_web *web = x->web;
    if (!wend_array_resize(x->context, &x->link_of, web->strips.count) ||
        !wend_array_reserve(x->context, &x->links, web->strips.count))
        return false;
    for (int32_t s = 0; s < web->strips.count; s++)
        x->link_of.data[s] = -1;
    for (int32_t k = 0; k < x->order.count; k++) {
        int32_t root = root_of(x->parent.data, web->uses.data[x->order.data[k]].strip);
        if (x->link_of.data[root] >= 0)
            continue;
        x->link_of.data[root] = (int32_t)x->links.count;
        x->links.data[x->links.count++] = (wend_link){.kind = web->strips.data[root].kind, .landing = -1};
    }
    for (int32_t s = 0; s < web->strips.count; s++)
        x->link_of.data[s] = x->link_of.data[root_of(x->parent.data, s)];
    return true;
}

// ---------------------------------------------------------------------------------------------------- triangles

static bool order_triangles(assembly *x) {
    wend_web *web = x->web;
    int64_t count = web->triangles.count, left = 0;
    int32_t surfaces = x->l->surface->triangle_count, buckets = surfaces + (int32_t)x->links.count;
    WEND_ARRAY(int32_t) start = {0};
    for (int32_t t = 0; t < count; t++)
        left += web->triangles.data[t].surface != WEND_WEB_GONE;
    if (!wend_array_resize(x->context, &start, (int64_t)buckets + 1) ||
        !wend_array_resize(x->context, &x->triangle, count) || !wend_array_resize(x->context, &x->origin, left)) {
        wend_array_free(x->context, &start);
        return false;
    }
    memset(start.data, 0, (size_t)start.count * sizeof(int32_t));
    for (int32_t t = 0; t < count; t++) {
        const wend_web_triangle *w = &web->triangles.data[t];
        if (w->surface == WEND_WEB_GONE)
            continue;
        x->triangle.data[t] = w->surface >= 0 ? w->surface : surfaces + x->link_of.data[w->strip]; // its bucket
        start.data[x->triangle.data[t] + 1]++;
    }
    for (int32_t b = 0; b < buckets; b++)
        start.data[b + 1] += start.data[b];
    x->filler_first = start.data[surfaces];
    for (int32_t k = 0; k < x->links.count; k++) {
        x->links.data[k].first_filler = start.data[surfaces + k];
        x->links.data[k].filler_count = start.data[surfaces + k + 1] - start.data[surfaces + k];
    }
    for (int32_t t = 0; t < count; t++) {
        if (web->triangles.data[t].surface == WEND_WEB_GONE)
            continue;
        x->triangle.data[t] = start.data[x->triangle.data[t]]++;
        x->origin.data[x->triangle.data[t]] = t;
    }
    wend_array_free(x->context, &start);
    return true;
}

static int32_t final_half(const assembly *x, int32_t h) {
    return 3 * x->triangle.data[wend_triangle_of(h)] + wend_corner_of(h);
}

// The boundary edge at a half-edge, where the web has a border; `next` is still the border that follows.
static wend_linked_boundary boundary_at(const assembly *x, int32_t half, int32_t border) {
    const wend_web_border *w = &x->web->borders.data[border];
    uint8_t kind = w->boundary < 0 ? WEND_BOUNDARY_LEDGE : x->l->surface->boundaries[w->boundary].kind;
    return (wend_linked_boundary){.edge = half, .next = w->next, .cycle = -1, .boundary = w->boundary, .kind = kind};
}

// Makes triangles, still without vertices, and boundary edges, ascending by half-edge.
static bool make_triangles(assembly *x) {
    const wend_web *web = x->web;
    int64_t open = 0;
    for (int64_t b = 0; b < web->borders.count; b++)
        open += web->borders.data[b].edge >= 0;
    if (!wend_array_resize(x->context, &x->triangles, x->origin.count) ||
        !wend_array_reserve(x->context, &x->boundaries, open) ||
        !wend_array_resize(x->context, &x->boundary_of, web->borders.count))
        return false;
    for (int32_t t = 0; t < x->triangles.count; t++) {
        const wend_web_triangle *w = &web->triangles.data[x->origin.data[t]];
        wend_linked_triangle *f = &x->triangles.data[t];
        *f = (wend_linked_triangle){.surface = w->surface, .link = w->surface >= 0 ? -1 : x->link_of.data[w->strip]};
        for (int i = 0; i < 3; i++) {
            f->v[i] = -1;
            f->z[i] = w->p[i].z;
            if (w->twin[i] >= 0) {
                f->twin[i] = final_half(x, w->twin[i]);
                continue;
            }
            int32_t b = (int32_t)x->boundaries.count++;
            f->twin[i] = ~b;
            x->boundary_of.data[~w->twin[i]] = b;
            x->boundaries.data[b] = boundary_at(x, 3 * t + i, ~w->twin[i]);
        }
    }
    return true;
}

static void number_cycles(assembly *x) {
    wend_linked_boundary *boundaries = x->boundaries.data;
    for (int64_t k = 0; k < x->boundaries.count; k++)
        boundaries[k].next = x->boundary_of.data[boundaries[k].next];
    wend_cycles cycles = WEND_CYCLES(wend_linked_boundary, boundaries, x->boundaries.count);
    x->cycles = wend_cycles_number(&cycles);
}

// ---------------------------------------------------------------------------------------------------- vertices

// The triangles around the corner in which half-edge h starts get a vertex there.
static bool number_fan(assembly *x, int32_t h, wend_point at) {
    wend_linked_triangle *triangles = x->triangles.data;
    int32_t vertex = (int32_t)x->vertices.count, k = h;
    bool filler = false;
    do { // clockwise
        wend_linked_triangle *t = &triangles[wend_triangle_of(k)];
        t->v[wend_corner_of(k)] = vertex;
        filler |= t->surface < 0;
        k = t->twin[wend_corner_before(k)];
    } while (k >= 0 && k != h);
    bool open = k < 0;
    int32_t into = open ? triangles[wend_triangle_of(h)].twin[wend_corner_of(h)] : -1;
    while (into >= 0) { // the other way
        wend_linked_triangle *t = &triangles[wend_triangle_of(into)];
        int32_t corner = wend_corner_after(into);
        t->v[corner] = vertex;
        filler |= t->surface < 0;
        into = t->twin[corner];
    }
    uint8_t flags = (uint8_t)((open ? WEND_LINKED_BOUNDARY : 0) | (filler ? WEND_LINKED_FEATURE : 0));
    return wend_array_push(x->context, &x->vertices, at) && wend_array_push(x->context, &x->flags, flags);
}

static bool number_vertices(assembly *x) {
    // A triangle more than the surface has brings a vertex at most.
    int64_t most = x->l->surface->vertex_count + x->triangles.count - x->l->surface->triangle_count;
    if (!wend_array_reserve(x->context, &x->vertices, most) || !wend_array_reserve(x->context, &x->flags, most))
        return false;
    for (int32_t t = 0; t < x->triangles.count; t++) {
        const wend_point3 *p = x->web->triangles.data[x->origin.data[t]].p;
        for (int i = 0; i < 3; i++)
            if (x->triangles.data[t].v[i] < 0 && !number_fan(x, 3 * t + i, wend_above(p[i])))
                return false;
    }
    return true;
}

// What is connected: components of the surface, and after them each filler. Here, that of a triangle.
static int32_t part_of(const assembly *x, int32_t triangle) {
    const wend_surface_view *s = x->l->surface;
    return triangle < x->filler_first ? s->triangle_component[x->triangles.data[triangle].surface]
                                      : s->component_count + triangle - x->filler_first;
}

static void connect_parts(const assembly *x, int32_t *parent, int64_t count) {
    const wend_web *web = x->web;
    for (int32_t k = 0; k < count; k++)
        parent[k] = k;
    for (int64_t j = 0; j < web->joins.count; j++) {
        int32_t h = final_half(x, web->uses.data[web->joins.data[j].use[0]].half);
        int32_t twin = x->triangles.data[wend_triangle_of(h)].twin[wend_corner_of(h)];
        unite(parent, part_of(x, wend_triangle_of(h)), part_of(x, wend_triangle_of(twin)));
    }
    for (int32_t t = x->filler_first; t < x->triangles.count; t++)
        for (int i = 0; i < 3; i++)
            if (x->triangles.data[t].twin[i] >= 0)
                unite(parent, part_of(x, t), part_of(x, wend_triangle_of(x->triangles.data[t].twin[i])));
}

// Components by their first triangles.
static bool number_components(assembly *x) {
    int64_t parts = x->l->surface->component_count + x->triangles.count - x->filler_first;
    WEND_ARRAY(int32_t) parent = {0};
    WEND_ARRAY(int32_t) number = {0}; // per part that stands for all that it is connected with
    bool good = wend_array_resize(x->context, &x->component, x->triangles.count) &&
                wend_array_resize(x->context, &parent, parts) && wend_array_resize(x->context, &number, parts);
    if (good)
        connect_parts(x, parent.data, parts);
    for (int64_t k = 0; k < parts && good; k++)
        number.data[k] = -1;
    for (int32_t t = 0; t < x->triangles.count && good; t++) {
        const int32_t *v = x->triangles.data[t].v;
        int32_t root = root_of(parent.data, part_of(x, t));
        if (number.data[root] < 0) {
            number.data[root] = (int32_t)x->components.count;
            good = wend_array_push(x->context, &x->components, (wend_linked_component){.first = t});
            if (!good)
                break;
        }
        wend_linked_component *c = &x->components.data[number.data[root]];
        c->triangles++;
        c->area2 += wend_cross(x->vertices.data[v[0]], x->vertices.data[v[1]], x->vertices.data[v[2]]);
        x->component.data[t] = number.data[root];
    }
    wend_array_free(x->context, &parent);
    wend_array_free(x->context, &number);
    return good;
}

// ---------------------------------------------------------------------------------------------------- links

// Where a use begins or ends; drops are parts of boundary edges that are not subdivided for them.
static wend_point3 end_of(const assembly *x, const wend_use *use, int end) {
    if (use->half >= 0)
        return end ? wend_web_to(x->web, use->half) : wend_web_from(x->web, use->half);
    const wend_link_edge *r = &x->l->edges.all.data[use->boundary];
    double t = end ? use->to : use->from;
    return (wend_point3){(int32_t)floor(r->a.x + t * ((double)r->b.x - r->a.x) + 0.5),
                         (int32_t)floor(r->a.y + t * ((double)r->b.y - r->a.y) + 0.5),
                         (int32_t)floor(r->a.z + t * ((double)r->b.z - r->a.z) + 0.5)};
}

// Cuts chains of uses where another link or the other side begins. After that, begun[u] is 1 where a use comes before
// u.
static void cut_chains(assembly *x, int8_t *begun) {
    const wend_use *uses = x->web->uses.data;
    if (x->next.count > 0)
        memset(begun, 0, (size_t)x->next.count);
    for (int32_t u = 0; u < x->next.count; u++) {
        int32_t v = x->next.data[u];
        if (v >= 0 && uses[u].side == uses[v].side && x->link_of.data[uses[u].strip] == x->link_of.data[uses[v].strip])
            begun[v] = 1;
        else
            x->next.data[u] = -1;
    }
}

// Lists the uses of a side of a link in the order of its boundary cycle: open runs first, then closed ones from their
// first place on. begun[u] becomes -1 for those that are listed.
static void list_side(assembly *x, const int32_t *uses, int32_t count, int8_t *begun) {
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < count; k++) {
            if (begun[uses[k]] != pass)
                continue;
            for (int32_t u = uses[k]; u >= 0 && begun[u] >= 0; u = x->next.data[u]) {
                const wend_use *use = &x->web->uses.data[u];
                const wend_strip *strip = &x->web->strips.data[use->strip];
                wend_link *link = &x->links.data[x->link_of.data[use->strip]];
                if (strip->kind == WEND_LINK_DROP && x->intervals.count == link->first_interval)
                    link->landing = strip->landing;
                x->intervals.data[x->intervals.count++] =
                    (wend_link_interval){.boundary = use->boundary,
                                         .side = use->side,
                                         .from = use->from,
                                         .to = use->to,
                                         .ends = {end_of(x, use, 0), end_of(x, use, 1)}};
                begun[u] = -1;
            }
        }
}

static double length_of(const wend_link_interval *i) {
    double dx = (double)i->ends[1].x - i->ends[0].x, dy = (double)i->ends[1].y - i->ends[0].y;
    return sqrt(dx * dx + dy * dy);
}

static void widen(double *most, double value) {
    *most = value > *most ? value : *most;
}

// How far the third corner of a filler is above or below the nearest place of a side that lies on the surface; 0 for
// other sides.
static double rise_across(const wend_web *web, int32_t h) {
    int32_t twin = wend_web_twin(web, h);
    if (twin < 0 || web->triangles.data[wend_triangle_of(twin)].surface < 0)
        return 0;
    wend_point3 a = wend_web_from(web, h), b = wend_web_to(web, h), c = wend_web_across(web, h);
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double t = (((double)c.x - a.x) * dx + ((double)c.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return fabs(a.z + t * ((double)b.z - a.z) - c.z);
}

// What strips and joins know of their links: the largest rise, barrier and distance, in lattice steps still.
static void find_extremes(assembly *x) {
    const wend_web *web = x->web;
    for (int64_t s = 0; s < web->strips.count; s++) {
        const wend_strip *strip = &web->strips.data[s];
        wend_link *k = &x->links.data[x->link_of.data[s]];
        widen(&k->barrier, strip->barrier);
        widen(&k->distance, strip->kind == k->kind ? strip->distance : 0); // what was adopted is no way across
        widen(&k->height, strip->rise);
    }
    for (int64_t j = 0; j < web->joins.count; j++) {
        const wend_web_join *join = &web->joins.data[j];
        wend_link *link = &x->links.data[x->link_of.data[join->strip]];
        int32_t h = web->uses.data[join->use[0]].half, k = web->uses.data[join->use[1]].half;
        widen(&link->height, fabs((double)wend_web_from(web, h).z - wend_web_to(web, k).z));
        widen(&link->height, fabs((double)wend_web_to(web, h).z - wend_web_from(web, k).z));
    }
}

// Twice the area of a link's fillers. Widens its height to what they rise.
static double measure_fillers(const assembly *x, wend_link *k) {
    double area2 = 0;
    for (int32_t t = k->first_filler; t < k->first_filler + k->filler_count; t++) {
        int32_t origin = x->origin.data[t];
        const wend_point3 *p = x->web->triangles.data[origin].p;
        area2 += (double)wend_turn_of(p[0], p[1], p[2]);
        for (int i = 0; i < 3; i++)
            widen(&k->height, rise_across(x->web, 3 * origin + i));
    }
    return area2;
}

static void measure_link(assembly *x, wend_link *k) {
    const wend_lattice3 *lattice = &x->l->surface->lattice;
    double side[2] = {0, 0}, out[2] = {0, 0}, metres = lattice->step * lattice->unit;
    for (int32_t i = 0; i < k->interval_count; i++) {
        const wend_link_interval *v = &x->intervals.data[k->first_interval + i];
        side[v->side] += length_of(v);
        double sign = v->side == 0 ? 1 : -1;
        out[0] += sign * ((double)v->ends[1].y - v->ends[0].y);
        out[1] -= sign * ((double)v->ends[1].x - v->ends[0].x);
    }
    double area2 = measure_fillers(x, k);
    bool hole = k->kind == WEND_LINK_HOLE;
    double width = side[0] < side[1] || k->kind == WEND_LINK_DROP ? side[0] : side[1];
    k->width = (hole ? sqrt(area2 / 2) : width) * metres;
    k->height *= metres;
    k->barrier *= metres;
    k->distance *= metres;
    double length = sqrt(out[0] * out[0] + out[1] * out[1]);
    if (!hole && length > 0) {
        k->direction[0] = out[0] / length;
        k->direction[1] = out[1] / length;
    }
}

// Its places count in whole steps from the zero of the scene's coordinates.
static uint64_t id_of(const assembly *x, const wend_link *k, const int64_t origin[3]) {
    uint64_t id = wend_hash_words(0, (uint64_t[1]){(uint64_t)k->kind}, 1);
    for (int32_t i = 0; i < k->interval_count; i++) {
        const wend_link_interval *v = &x->intervals.data[k->first_interval + i];
        for (int e = 0; e < 2; e++) {
            const uint64_t at[4] = {(uint64_t)(origin[0] + v->ends[e].x), (uint64_t)(origin[1] + v->ends[e].y),
                                    (uint64_t)(origin[2] + v->ends[e].z), (uint64_t)v->side};
            id = wend_hash_words(id, at, 4);
        }
    }
    return id;
}

// Uses of each side of each link, in the order of their places: those of side s of link k end at ends[2 * k + s].
static void deal_uses(const assembly *x, int32_t *ends, int32_t *dealt) {
    const wend_use *uses = x->web->uses.data;
    int64_t sides = 2 * x->links.count;
    memset(ends, 0, (size_t)(sides + 1) * sizeof *ends);
    for (int64_t u = 0; u < x->order.count; u++)
        ends[2 * x->link_of.data[uses[u].strip] + uses[u].side + 1]++;
    for (int64_t k = 0; k < sides; k++)
        ends[k + 1] += ends[k];
    for (int64_t k = 0; k < x->order.count; k++) {
        int32_t u = x->order.data[k];
        dealt[ends[2 * x->link_of.data[uses[u].strip] + uses[u].side]++] = u;
    }
}

static void list_links(assembly *x, const int32_t *ends, const int32_t *uses, int8_t *begun) {
    const wend_lattice3 *lattice = &x->l->surface->lattice;
    int64_t origin[3];
    for (int i = 0; i < 3; i++)
        origin[i] = (int64_t)floor(lattice->origin[i] / lattice->step + 0.5);
    cut_chains(x, begun);
    find_extremes(x);
    for (int32_t k = 0, first = 0; k < x->links.count; k++) {
        wend_link *link = &x->links.data[k];
        link->first_interval = (int32_t)x->intervals.count;
        for (int side = 0; side < 2; side++) {
            int32_t end = ends[2 * k + side];
            list_side(x, uses + first, end - first, begun);
            first = end;
        }
        link->interval_count = (int32_t)x->intervals.count - link->first_interval;
        measure_link(x, link);
        link->id = id_of(x, link, origin);
    }
}

static bool make_links(assembly *x) {
    int64_t sides = 2 * x->links.count, uses = x->web->uses.count;
    WEND_ARRAY(int32_t) ends = {0};
    WEND_ARRAY(int32_t) dealt = {0};
    WEND_ARRAY(int8_t) begun = {0};
    bool good = wend_array_resize(x->context, &ends, sides + 1) && wend_array_resize(x->context, &dealt, uses) &&
                wend_array_resize(x->context, &begun, uses) && wend_array_reserve(x->context, &x->intervals, uses);
    if (good) {
        deal_uses(x, ends.data, dealt.data);
        list_links(x, ends.data, dealt.data, begun.data);
    }
    wend_array_free(x->context, &ends);
    wend_array_free(x->context, &dealt);
    wend_array_free(x->context, &begun);
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
        int32_t h = web->uses.data[u].half;
        const int32_t *v = x->triangles.data[x->triangle.data[wend_triangle_of(h)]].v;
        x->flags.data[v[wend_corner_of(h)]] |= WEND_LINKED_FEATURE;
        x->flags.data[v[wend_corner_after(h)]] |= WEND_LINKED_FEATURE;
    }
    return wend_sort(x->context, x->joins.data, x->joins.count, sizeof(wend_linked_join), compare_joins, NULL);
}

// ---------------------------------------------------------------------------------------------------- the whole

static bool assemble(assembly *x) {
    if (!chain_uses(x) || !group_strips(x) || !adopt_strips(x) || !number_links(x) || !order_triangles(x) ||
        !make_triangles(x))
        return false;
    number_cycles(x);
    return number_vertices(x) && number_components(x) && make_links(x) && make_joins(x);
}

// Hands an array over: its block is given back with the size that it was allocated with, so it is made to fit first.
#define HAND_OVER(x, array, out, count_out)                                                                            \
    (fit((x)->context, (void **)&(array)->data, &(array)->capacity, (array)->count, sizeof *(array)->data) &&          \
     ((out) = (array)->data, (count_out) = (int32_t)(array)->count, (array)->data = NULL,                              \
      (array)->count = (array)->capacity = 0, true))

static bool fit(wend_context *context, void **data, int64_t *capacity, int64_t count, size_t element) {
    if (*capacity == count)
        return true;
    void *block = count > 0 ? wend_allocate_array(context, count, element) : NULL;
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
                HAND_OVER(x, &x->vertices, v->vertices, v->vertex_count) &&
                HAND_OVER(x, &x->flags, v->vertex_flags, same) &&
                HAND_OVER(x, &x->triangles, v->triangles, v->triangle_count) &&
                HAND_OVER(x, &x->component, v->triangle_component, same) &&
                HAND_OVER(x, &x->boundaries, v->boundaries, v->boundary_count) &&
                HAND_OVER(x, &x->joins, v->joins, v->join_count) &&
                HAND_OVER(x, &x->components, v->components, v->component_count);
    return good && same == v->triangle_count;
}

static wend_result finish(assembly *x, wend_links **links) {
    const wend_surface_view *s = x->l->surface;
    wend_links *made = wend_allocate(x->context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_links){.context = x->context,
                         .view = {.lattice = s->lattice,
                                  .surface_hash = s->hash,
                                  .agent = x->l->agent,
                                  .filler_first = x->filler_first,
                                  .cycle_count = x->cycles}};
    if (!hand_over(x, &made->view)) {
        wend_links_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    wend_links_sum_up(&made->view);
    wend_result result = wend_links_find_areas(made, s);
    if (result == WEND_OK)
        *links = made;
    else
        wend_links_destroy(made);
    return result;
}

wend_result wend_links_assemble(wend_linking *l, wend_links **links) {
    assembly x = {.l = l, .context = l->context, .web = &l->web};
    wend_result result = assemble(&x) ? finish(&x, links) : WEND_ERROR_MEMORY;
    wend_array_free(x.context, &x.order);
    wend_array_free(x.context, &x.next);
    wend_array_free(x.context, &x.parent);
    wend_array_free(x.context, &x.link_of);
    wend_array_free(x.context, &x.triangle);
    wend_array_free(x.context, &x.origin);
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
    return result;
}
