// Stairs that are too steep: treads one after the other, each more than a step above the one before. Nothing joins
// them, so no link and no flight tells of them, and who looks at the scene sees stairs: that is worth a finding.
//
// Of each small component, the widest edge that leads up to something that is more than a step and up to two steps
// above is its riser, when nothing lower is in reach of the edge. Risers that follow each other across treads, the same
// way and about equally high, are stairs when there are at least TREADS of them: furniture has one.
//
// Cost: O(boundary edges) and a search along the boundary of small components.
#include "link/flight.h"

#include <math.h>

#define TREADS 2
#define LOWEST 0.05 // metres: what is lower is no riser
#define SHALLOW 0.1
#define TREAD 0.75 // metres: what is less or more deep is no tread
#define NARROW 0.25
#define SMALL 3.0         // square metres
#define ALIKE 0.3         // by how much of the higher one two risers in a row may differ
#define TURN 0.6427876097 // cosine of 50 degrees: how far the way turns on a tread

// The riser that leads up from a component, in lattice steps.
typedef struct steep_riser {
    int32_t to; // component, -1 for none
    double rise, width, way[2], at[3];
    bool preceded;
} steep_riser;

typedef struct steepness {
    wend_linking *l;
    double metre;                   // lattice steps
    WEND_ARRAY(uint8_t) used;       // per boundary edge: whether a link uses some of it
    WEND_ARRAY(steep_riser) risers; // per component
    wend_item_list found;
} steepness;

// How far an edge that runs back along e is above it, or infinity when it is not in reach.
static double rise_to(const steepness *s, const wend_rim *e, const wend_rim *f) {
    double dx = ((double)e->b.x - e->a.x) / e->length, dy = ((double)e->b.y - e->a.y) / e->length;
    double x = (double)f->a.x - e->a.x, y = (double)f->a.y - e->a.y;
    double u = (double)f->b.x - e->a.x, v = (double)f->b.y - e->a.y;
    double from = u * dx + v * dy, to = x * dx + y * dy, left = (dx * (y + v) - dy * (x + u)) / 2;
    double overlap = (to < e->length ? to : e->length) - (from > 0 ? from : 0);
    double rise = ((double)f->a.z + f->b.z) / 2 - ((double)e->a.z + e->b.z) / 2;
    bool reached = to - from >= TURN * f->length && left <= 4 && left >= -(s->l->gap + 4) &&
                   overlap >= NARROW * s->metre && rise >= LOWEST * s->metre;
    return reached ? rise : INFINITY;
}

// Looks for what is above an edge of a small component.
static bool look_up(steepness *s, int32_t edge) {
    const wend_rim *e = &s->l->rims.rims.data[edge];
    int32_t component = wend_component_of(s->l, edge), lowest = -1;
    steep_riser *r = &s->risers.data[component];
    if (s->used.data[edge] || e->length < NARROW * s->metre || e->length <= r->width ||
        s->l->surface->components[component].area > SMALL)
        return true;
    if (!wend_rims_search(s->l->context, &s->l->rims, e, s->l->gap + 4, 2 * s->l->step + 1, &s->found))
        return false;
    double rise = INFINITY;
    for (int64_t n = 0; n < s->found.count; n++) {
        double height = rise_to(s, e, &s->l->rims.rims.data[s->found.data[n]]);
        if (height < rise) {
            rise = height;
            lowest = s->found.data[n];
        }
    }
    if (lowest < 0 || s->used.data[lowest] || rise <= s->l->step + 1 || rise > 2 * s->l->step)
        return true;
    *r = (steep_riser){
        .to = wend_component_of(s->l, lowest),
        .rise = rise,
        .width = e->length,
        .way = {((double)e->b.y - e->a.y) / e->length, ((double)e->a.x - e->b.x) / e->length},
        .at = {((double)e->a.x + e->b.x) / 2, ((double)e->a.y + e->b.y) / 2, ((double)e->a.z + e->b.z) / 2}};
    return true;
}

// The component that the riser of one leads to when that is a tread; else -1.
static int32_t tread_above(const steepness *s, int32_t component) {
    const steep_riser *a = &s->risers.data[component];
    const steep_riser *b = a->to >= 0 ? &s->risers.data[a->to] : NULL;
    if (!b || b->to < 0)
        return -1;
    double way[2] = {a->way[0] + b->way[0], a->way[1] + b->way[1]};
    double depth = ((b->at[0] - a->at[0]) * way[0] + (b->at[1] - a->at[1]) * way[1]) /
                   (sqrt(way[0] * way[0] + way[1] * way[1]) * s->metre);
    double higher = a->rise > b->rise ? a->rise : b->rise;
    bool goes_on = a->way[0] * b->way[0] + a->way[1] * b->way[1] >= TURN && depth >= SHALLOW && depth <= TREAD &&
                   fabs(a->rise - b->rise) <= ALIKE * higher;
    return goes_on ? a->to : -1;
}

static void tell(const steepness *s, int32_t first, wend_report *report) {
    const wend_lattice3 *lattice = &s->l->surface->lattice;
    int32_t count = 1;
    double highest = s->risers.data[first].rise, ground[3];
    for (int32_t k = tread_above(s, first); k >= 0 && count < s->risers.count; k = tread_above(s, k), count++)
        highest = s->risers.data[k].rise > highest ? s->risers.data[k].rise : highest;
    if (count < TREADS)
        return;
    double metres = ceil(highest / s->metre * 1000) / 1000;
    char riser[WEND_NUMBER_TEXT], step[WEND_NUMBER_TEXT];
    wend_print_double(riser, metres);
    wend_print_double(step, s->l->agent.step);
    bool possible = metres < s->l->agent.height / 2;
    wend_finding f = wend_finding_make(
        "stairs-too-steep", WEND_NOTE,
        "stairs of %d treads are not joined: their risers are up to %s m high, and a step is %s m%s%s", (int)count,
        riser, step, possible ? "; they need a step of " : "", possible ? riser : "");
    for (int axis = 0; axis < 3; axis++)
        ground[axis] = lattice->origin[axis] + lattice->step * s->risers.data[first].at[axis];
    wend_scene_from_ground(lattice->up, ground, f.at);
    f.has_at = f.has_measure = true;
    f.measured = highest / s->metre;
    f.limit = s->l->agent.step;
    wend_report_add(report, &f);
}

static bool find_steep(steepness *s, const wend_links_view *links, wend_report *report) {
    int32_t edges = s->l->surface->boundary_count, components = s->l->surface->component_count;
    if (!wend_array_resize(s->l->context, &s->used, edges + 1) ||
        !wend_array_resize(s->l->context, &s->risers, components))
        return false;
    memset(s->used.data, 0, (size_t)s->used.count);
    for (int32_t k = 0; k < links->interval_count; k++)
        s->used.data[links->intervals[k].boundary] = 1;
    for (int32_t k = 0; k < components; k++)
        s->risers.data[k] = (steep_riser){.to = -1};
    for (int32_t b = 0; b < edges; b++)
        if (!look_up(s, b))
            return false;
    for (int32_t k = 0; k < components; k++)
        if (tread_above(s, k) >= 0)
            s->risers.data[tread_above(s, k)].preceded = true;
    for (int32_t k = 0; k < components; k++)
        if (s->risers.data[k].to >= 0 && !s->risers.data[k].preceded)
            tell(s, k, report);
    return true;
}

bool wend_flights_tell_steep(wend_linking *l, const wend_links_view *links, wend_report *report) {
    steepness s = {.l = l, .metre = 1 / (l->surface->lattice.step * l->surface->lattice.unit)};
    bool good = find_steep(&s, links, report);
    wend_array_free(l->context, &s.used);
    wend_array_free(l->context, &s.risers);
    wend_array_free(l->context, &s.found);
    return good;
}
