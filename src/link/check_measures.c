// Proves that the figures of links are those of their geometry.
//
// Everything is computed anew from intervals and the complex, by the definitions of include/wend/links.h, and compared
// up to the rounding of doubles; no code is shared with what made them. Two figures are not settled by the geometry
// that is kept. The longest way across a gap is one of the sides of its fillers: it must not be shorter than a free
// side of one beside a floor, nor longer than the longest one. What was stepped over is known to the scene alone: it
// must not be higher than a step.
//
// Cost: O(n log n).
#include "link/check_measures.h"

#include "base/array.h"
#include "geom/mesh.h"
#include "geom/predicate.h"
#include "link/rules.h"

#include <math.h>

// What the complex says about a link, in lattice steps.
typedef struct tally {
    double rise;       // the largest between its sides
    double free, side; // its fillers' longest free side, of those beside a floor, and longest side of all
    double area2;      // of its fillers, doubled
    int64_t fillers;   // how many
    double out[2];     // across it, as long as both sides together
    double width[2];   // length of each side
} tally;

typedef struct proof {
    wend_context *context;
    const wend_links_view *v;
    const wend_surface *surface;
    wend_surface_view s;
    wend_report *report;
    uint8_t *shut; // see check_measures.h
    bool bad;
    double metres; // a lattice step
    WEND_ARRAY(tally) tallies;
} proof;

// Marks the boundary edges of a link; all of them where it is about none.
static void shut(proof *p, const char *what, int64_t item) {
    if (strcmp(what, "link") == 0)
        wend_links_shut(p->v, (int32_t)item, p->shut);
    else
        memset(p->shut, 1, (size_t)p->s.boundary_count);
}

static void blame(proof *p, const char *code, const char *what, int64_t item, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s %lld of the links %s", what, (long long)item, text);
    if (p->shut)
        shut(p, what, item);
    f.item = item;
    wend_report_add(p->report, &f);
    p->bad = true;
}

// Whether two lengths in metres are the same, up to the rounding of doubles.
static bool is_near(const proof *p, double a, double b) {
    return fabs(a - b) <= 1e-3 * p->metres + 1e-9 * fabs(b);
}

static double dot(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

static void widen(double *most, double value) {
    *most = value > *most ? value : *most;
}

// ---------------------------------------------------------------------------------------------------- tallies

static wend_point3 corner(const proof *p, int32_t half) {
    const wend_linked_triangle *t = &p->v->triangles[half / 3];
    wend_point at = p->v->vertices[t->v[half % 3]];
    return (wend_point3){at.x, at.y, t->z[half % 3]};
}

static void tally_joins(proof *p) {
    for (int32_t k = 0; k < p->v->join_count; k++) {
        int32_t h = p->v->joins[k].edge, twin = p->v->triangles[h / 3].twin[h % 3];
        tally *t = &p->tallies.data[p->v->joins[k].link];
        widen(&t->rise, fabs((double)corner(p, h).z - corner(p, wend_half_next(twin)).z));
        widen(&t->rise, fabs((double)corner(p, wend_half_next(h)).z - corner(p, twin).z));
    }
}

// A side of a filler: its length; and when it lies on the surface, how far the third corner is above or below what is
// nearest to it on that side.
static void tally_side(proof *p, int32_t h, bool beside_floor, tally *t) {
    wend_point3 a = corner(p, h), b = corner(p, wend_half_next(h)), c = corner(p, wend_half_next(wend_half_next(h)));
    double along[2] = {(double)b.x - a.x, (double)b.y - a.y}, to[2] = {(double)c.x - a.x, (double)c.y - a.y};
    int32_t twin = p->v->triangles[h / 3].twin[h % 3];
    widen(&t->side, sqrt(dot(along, along)));
    if (twin < 0 && beside_floor)
        widen(&t->free, sqrt(dot(along, along)));
    if (twin < 0 || p->v->triangles[twin / 3].surface < 0)
        return;
    double at = dot(to, along) / dot(along, along);
    at = at < 0 ? 0 : at > 1 ? 1 : at;
    widen(&t->rise, fabs(a.z + at * ((double)b.z - a.z) - c.z));
}

static void tally_fillers(proof *p) {
    for (int32_t k = p->v->filler_first; k < p->v->triangle_count; k++) {
        tally *t = &p->tallies.data[p->v->triangles[k].link];
        const int32_t *w = p->v->triangles[k].v;
        t->fillers++;
        t->area2 += (double)wend_cross(p->v->vertices[w[0]], p->v->vertices[w[1]], p->v->vertices[w[2]]);
        bool beside_floor = false; // what fills a hole between fillers is no way across
        for (int i = 0; i < 3; i++) {
            int32_t twin = p->v->triangles[k].twin[i];
            beside_floor |= twin >= 0 && p->v->triangles[twin / 3].surface >= 0;
        }
        for (int i = 0; i < 3; i++)
            tally_side(p, 3 * k + i, beside_floor, t);
    }
}

// Across an interval, from side 0 to side 1, as long as it.
static double across(const wend_link_interval *i, double out[2]) {
    double x = (double)i->ends[1].x - i->ends[0].x, y = (double)i->ends[1].y - i->ends[0].y;
    out[0] = i->side == 0 ? y : -y;
    out[1] = i->side == 0 ? -x : x;
    return sqrt(x * x + y * y);
}

static void tally_intervals(const proof *p, const wend_link *link, tally *t) {
    for (int32_t k = 0; k < link->interval_count; k++) {
        const wend_link_interval *i = &p->v->intervals[link->first_interval + k];
        double out[2], length = across(i, out);
        t->out[0] += out[0];
        t->out[1] += out[1];
        t->width[i->side] += length;
    }
}

// ---------------------------------------------------------------------------------------------------- drops

// The place beyond the middle of an interval of a drop, in lattice steps; z is that of the edge.
static void find_fall(const proof *p, const wend_link_interval *i, double at[3]) {
    int32_t e = p->s.boundaries[i->boundary].edge;
    const int32_t *v = p->s.triangles[e / 3].v;
    wend_point3 a = p->s.vertices[v[e % 3]], b = p->s.vertices[v[(e + 1) % 3]];
    double along[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z}, middle = (i->from + i->to) / 2;
    double length = sqrt(dot(along, along)), beyond = WEND_RULE_BEYOND / p->metres;
    at[0] = a.x + middle * along[0] + beyond * along[1] / length;
    at[1] = a.y + middle * along[1] - beyond * along[0] / length;
    at[2] = a.z + middle * along[2];
}

// Whether a triangle of the surface is below a place, up to the slack.
static bool is_below(const proof *p, int32_t triangle, const double at[3]) {
    const int32_t *v = p->s.triangles[triangle].v;
    for (int i = 0; i < 3; i++) {
        wend_point3 a = p->s.vertices[v[i]], b = p->s.vertices[v[(i + 1) % 3]];
        double x = (double)b.x - a.x, y = (double)b.y - a.y;
        if (x * (at[1] - a.y) - y * (at[0] - a.x) < -WEND_RULE_CHECK * sqrt(x * x + y * y))
            return false;
    }
    return wend_surface_height(p->surface, triangle, at[0], at[1]) < at[2];
}

// How deep it is below a place, in lattice steps; 0 when there is no floor.
static double depth_below(const proof *p, const double at[3]) {
    const wend_lattice3 *lattice = &p->s.lattice;
    double ground[3], place[3];
    wend_foothold foothold;
    for (int i = 0; i < 3; i++)
        ground[i] = lattice->origin[i] + lattice->step * at[i];
    wend_scene_from_ground(lattice->up, ground, place);
    wend_surface_locate(p->surface, place, 0, p->v->agent.drop + WEND_RULE_CHECK * p->metres, 0, &foothold);
    return foothold.triangle < 0 ? 0 : at[2] - wend_surface_height(p->surface, foothold.triangle, at[0], at[1]);
}

// From which depth to which it may be below a place, which was rounded: there and two steps beside it.
static void find_depths(const proof *p, const double at[3], double *least, double *most) {
    static const double beside[5][2] = {{0, 0}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}};
    *least = INFINITY;
    *most = 0;
    for (int k = 0; k < 5; k++) {
        double depth = depth_below(p, (double[3]){at[0] + beside[k][0], at[1] + beside[k][1], at[2]});
        *least = depth < *least ? depth : *least;
        widen(most, depth > 0 ? depth : p->v->agent.drop / p->metres);
    }
}

static void check_drop(proof *p, int32_t k, const wend_link *link) {
    bool landed = false;
    double low = p->v->agent.step / p->metres, high = 0, height = link->height / p->metres;
    for (int32_t n = 0; n < link->interval_count; n++) {
        double at[3], least, most;
        find_fall(p, &p->v->intervals[link->first_interval + n], at);
        find_depths(p, at, &least, &most);
        landed |= n == 0 && link->landing >= 0 && is_below(p, link->landing, at);
        widen(&low, least);
        widen(&high, most);
    }
    if (!landed)
        blame(p, "links-landing", "link", k, "is a drop that does not lead to the floor that it names");
    if (height < low - WEND_RULE_CHECK || height > high + WEND_RULE_CHECK ||
        height > p->v->agent.drop / p->metres + WEND_RULE_CHECK)
        blame(p, "links-measure", "link", k, "is a drop of another height");
}

// ---------------------------------------------------------------------------------------------------- links

static void check_distance(proof *p, int32_t k, const wend_link *link, const tally *t) {
    double distance = link->distance / p->metres, gap = p->v->agent.gap / p->metres + WEND_RULE_CHECK;
    bool apart = link->kind == WEND_LINK_GAP || link->kind == WEND_LINK_HOLE, gapped = link->kind == WEND_LINK_GAP;
    if (apart ? distance > gap : distance > 0)
        blame(p, "links-measure", "link", k, "spans more than it may");
    else if (gapped && t->fillers > 0 && (distance < t->free - WEND_RULE_CHECK || distance > t->side + WEND_RULE_CHECK))
        blame(p, "links-measure", "link", k, "has another distance than its fillers");
}

static void check_link(proof *p, int32_t k) {
    const wend_link *link = &p->v->links[k];
    tally *t = &p->tallies.data[k];
    bool hole = link->kind == WEND_LINK_HOLE, drop = link->kind == WEND_LINK_DROP;
    tally_intervals(p, link, t);
    double width = drop || t->width[0] < t->width[1] ? t->width[0] : t->width[1], length = sqrt(dot(t->out, t->out));
    double way[2] = {hole || length == 0 ? 0 : t->out[0] / length, hole || length == 0 ? 0 : t->out[1] / length};
    if (!is_near(p, link->width, (hole ? sqrt(t->area2 / 2) : width) * p->metres))
        blame(p, "links-measure", "link", k, "has another width than its sides");
    if (fabs(link->direction[0] - way[0]) > 1e-9 || fabs(link->direction[1] - way[1]) > 1e-9)
        blame(p, "links-measure", "link", k, "leads another way than across it");
    if (link->barrier > p->v->agent.step + WEND_RULE_CHECK * p->metres)
        blame(p, "links-measure", "link", k, "steps over something that is higher than a step");
    if (t->fillers != link->filler_count)
        blame(p, "links-filler", "link", k, "has not as many fillers as it says");
    check_distance(p, k, link, t);
    if (drop) {
        check_drop(p, k, link);
        return;
    }
    if (!is_near(p, link->height, t->rise * p->metres))
        blame(p, "links-measure", "link", k, "has another height than its sides");
    if (link->landing != -1)
        blame(p, "links-landing", "link", k, "is no drop, but names a floor below");
}

static void check_sums(proof *p) {
    int64_t counts[WEND_LINK_KIND_COUNT] = {0};
    double area2 = 0;
    for (int32_t k = 0; k < p->v->link_count; k++) {
        counts[p->v->links[k].kind]++;
        area2 += p->tallies.data[k].area2;
    }
    for (int kind = 0; kind < WEND_LINK_KIND_COUNT; kind++)
        if (counts[kind] != p->v->counts[kind])
            blame(p, "links-count", "number", kind, "is not how many there are of a kind");
    double filled = area2 / 2 * p->metres * p->metres;
    if (fabs(filled - p->v->filled) > 1e-9 * filled)
        blame(p, "links-count", "area", 0, "is not that of all fillers");
}

// ---------------------------------------------------------------------------------------------------- the call

static wend_result run(proof *p) {
    if (!wend_array_resize(p->context, &p->tallies, (int64_t)p->v->link_count + 1))
        return WEND_ERROR_MEMORY;
    memset(p->tallies.data, 0, (size_t)p->tallies.count * sizeof *p->tallies.data);
    tally_joins(p);
    tally_fillers(p);
    for (int32_t k = 0; k < p->v->link_count; k++)
        check_link(p, k);
    check_sums(p);
    return WEND_OK;
}

wend_result wend_links_check_measures(wend_context *context, const wend_links_view *view, const wend_surface *surface,
                                      wend_report *report, uint8_t *edges, bool *good) {
    proof p = {.context = context,
               .v = view,
               .surface = surface,
               .s = wend_surface_look(surface),
               .report = report,
               .shut = edges};
    p.metres = p.s.lattice.step * p.s.lattice.unit;
    wend_result result = run(&p);
    *good = !p.bad;
    wend_array_free(context, &p.tallies);
    return result;
}
