// Stairs that are too steep: treads one after the other, each more than a step above the one before. Nothing joins
// them, so no link and no flight mentions them; but whoever looks at the scene sees stairs, and wonders why nobody
// climbs them. So a finding says why.
//
// Of each small component, the widest edge that leads up to something that is more than a step and up to two steps
// above is its riser, when nothing lower is in reach of the edge. Risers that follow each other across treads, the same
// way and about equally high, are stairs when there are at least TREADS of them: furniture has one.
//
// Cost: O(boundary edges) and a search along the boundary of small components.
#include "base/array.h"
#include "base/context.h"
#include "stairs/measures.h"
#include "stairs/stairs.h"

#include <math.h>

#define TREADS 2 // furniture has one ledge that is too high, or several beside each other

// The riser that leads up from a component, in lattice steps.
typedef struct steep_riser {
    int32_t to; // component, -1 for none
    double rise, width, way[2], at[3];
    bool preceded;
} steep_riser;

typedef struct steepness {
    wend_stair_site *site;
    WEND_ARRAY(uint8_t) used;       // per boundary edge: whether a link uses some of it
    WEND_ARRAY(steep_riser) risers; // per component
    wend_item_list found;
} steepness;

// How far an edge that runs back along e is above it, or infinity when it is not in reach.
static double rise_to(const steepness *s, const wend_stair_edge *e, const wend_stair_edge *f) {
    double rise, overlap;
    bool reached = wend_stair_edges_face(s->site, e, f, &rise, &overlap) &&
                   overlap >= WEND_STAIRS_WIDTH * s->site->metre && rise >= WEND_STAIRS_RISER * s->site->metre;
    return reached ? rise : INFINITY;
}

// Looks for what is above an edge of a small component.
static bool look_up(steepness *s, int32_t boundary) {
    const wend_stair_edge e = wend_stair_edge_of(s->site->surface, boundary);
    int32_t component = wend_stair_component(s->site->surface, boundary), lowest = -1;
    steep_riser *r = &s->risers.data[component];
    if (s->used.data[boundary] || e.length < WEND_STAIRS_WIDTH * s->site->metre || e.length <= r->width ||
        s->site->surface->components[component].area > WEND_STAIRS_TREAD_AREA)
        return true;
    if (!wend_stair_edges_search(s->site, &e, s->site->gap + WEND_STAIRS_ASTRAY, 2 * s->site->step + 1, &s->found))
        return false;
    double rise = INFINITY;
    for (int64_t n = 0; n < s->found.count; n++) {
        wend_stair_edge f = wend_stair_edge_of(s->site->surface, s->found.data[n]);
        double height = rise_to(s, &e, &f);
        if (height < rise) {
            rise = height;
            lowest = s->found.data[n];
        }
    }
    if (lowest < 0 || s->used.data[lowest] || rise <= s->site->step + 1 || rise > 2 * s->site->step)
        return true;
    *r = (steep_riser){.to = wend_stair_component(s->site->surface, lowest),
                       .rise = rise,
                       .width = e.length,
                       .way = {((double)e.b.y - e.a.y) / e.length, ((double)e.a.x - e.b.x) / e.length},
                       .at = {((double)e.a.x + e.b.x) / 2, ((double)e.a.y + e.b.y) / 2, ((double)e.a.z + e.b.z) / 2}};
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
                   (sqrt(way[0] * way[0] + way[1] * way[1]) * s->site->metre);
    double higher = a->rise > b->rise ? a->rise : b->rise;
    bool goes_on = a->way[0] * b->way[0] + a->way[1] * b->way[1] >= WEND_STAIRS_TURN &&
                   depth >= WEND_STAIRS_TREAD_LEAST && depth <= WEND_STAIRS_TREAD_MOST &&
                   fabs(a->rise - b->rise) <= WEND_STAIRS_ALIKE * higher;
    return goes_on ? a->to : -1;
}

static void report_stairs(const steepness *s, int32_t first, wend_report *report) {
    int32_t count = 1;
    double highest = s->risers.data[first].rise;
    for (int32_t k = tread_above(s, first); k >= 0 && count < s->risers.count; k = tread_above(s, k), count++)
        highest = s->risers.data[k].rise > highest ? s->risers.data[k].rise : highest;
    if (count < TREADS)
        return;
    double metres = ceil(highest / s->site->metre * 1000) / 1000;
    char riser[WEND_NUMBER_TEXT], step[WEND_NUMBER_TEXT];
    wend_print_double(riser, metres);
    wend_print_double(step, s->site->links->agent.step);
    bool possible = metres < s->site->links->agent.height / 2;
    wend_finding f = wend_finding_make(
        "stairs-too-steep", WEND_NOTE,
        "stairs of %d treads are not joined: their risers are up to %s m high, and a step is %s m%s%s", (int)count,
        riser, step, possible ? "; they need a step of " : "", possible ? riser : "");
    wend_stair_place(&s->site->surface->lattice, s->risers.data[first].at, f.at);
    f.has_at = f.has_measure = true;
    f.measured = highest / s->site->metre;
    f.limit = s->site->links->agent.step;
    wend_report_add(report, &f);
}

static bool find_steep(steepness *s, wend_report *report) {
    const wend_links_view *links = s->site->links;
    int32_t edges = s->site->surface->boundary_count, components = s->site->surface->component_count;
    if (!wend_array_resize(s->site->context, &s->used, edges + 1) ||
        !wend_array_resize(s->site->context, &s->risers, components))
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
            report_stairs(s, k, report);
    return true;
}

wend_result wend_stairs_find_steep(wend_context *context, const wend_links *links, const wend_surface *surface,
                                   wend_report *report) {
    if (context == NULL || links == NULL || surface == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_links_view linked = wend_links_look(links);
    wend_surface_view ground = wend_surface_look(surface);
    wend_result result = wend_stairs_fit(&linked, &ground, report);
    if (result != WEND_OK || report == NULL)
        return result;
    wend_stair_site site = wend_stair_site_of(context, &linked, &ground);
    steepness s = {.site = &site};
    if (!find_steep(&s, report))
        result = site.failed != WEND_OK ? site.failed : WEND_ERROR_MEMORY;
    wend_array_free(context, &s.used);
    wend_array_free(context, &s.risers);
    wend_array_free(context, &s.found);
    wend_stair_site_free(&site);
    return result;
}
