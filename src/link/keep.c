// The parts of a surface that are wanted: large enough, and within reach of a seed.
//
// A part is a component of the complex: components of the surface, joined by links. What a seed reaches is its part
// and, over drops, parts below; drops lead down only, so that is a search along them from the seeds' parts.
//
// The surface is cut down to these parts (surface/keep.c) and the links with it (subset.c): nothing is linked again.
//
// Cost: O(n) for the parts and links, O(log n) for each seed, and what cutting down takes.
#include "link/subset.h"
#include "base/context.h"

#include "base/array.h"
#include "surface/keep.h"
#include "surface/middle.h"

#include <math.h>

typedef struct part {
    double area;   // square metres, on the slope
    bool there;    // some component of the surface belongs to it
    bool reached;  // from a seed
    bool kept;     //
    int32_t drops; // the first link that drops from it, or -1
} part;

typedef struct keeping {
    wend_context *context;
    const wend_links *whole;
    const wend_links_view *links;
    const wend_surface *surface;
    wend_surface_view view;
    const wend_keep_def *def;
    WEND_ARRAY(part) parts;
    WEND_ARRAY(int32_t) part_of; // per component of the surface
    WEND_ARRAY(uint8_t) keep;    // the same
    WEND_ARRAY(int32_t) next;    // per link that is a drop: the next one from the same part, or -1
    WEND_ARRAY(int32_t) stack;   // parts that are reached, and whose drops have not been followed
    WEND_ARRAY(int32_t) names;   // per triangle of the surface: its number on what is kept, or -1
    int64_t dropped;             // how many parts are
    wend_report *report;
} keeping;

static wend_result refuse(wend_report *report, wend_result result, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return result;
}

static wend_result find_parts(keeping *k) {
    int32_t components = k->view.component_count, parts = k->links->component_count;
    if (!wend_array_resize(k->context, &k->parts, (int64_t)parts + components) ||
        !wend_array_resize(k->context, &k->part_of, components) || !wend_array_resize(k->context, &k->keep, components))
        return WEND_ERROR_MEMORY;
    memset(k->parts.data, 0, (size_t)k->parts.count * sizeof *k->parts.data);
    for (int32_t c = 0; c < components; c++)
        k->part_of.data[c] = parts + c; // of a sliver that is not in the complex: by itself
    for (int32_t t = 0; t < k->links->filler_first; t++)
        k->part_of.data[k->view.triangle_component[k->links->triangles[t].surface]] = k->links->triangle_component[t];
    for (int32_t c = 0; c < components; c++)
        k->parts.data[k->part_of.data[c]].area += k->view.components[c].area;
    return WEND_OK;
}

static part *part_at(const keeping *k, int32_t triangle) {
    return &k->parts.data[k->part_of.data[k->view.triangle_component[triangle]]];
}

// Finds the parts that seeds stand on; how many seeds stand anywhere.
static int32_t place_seeds(keeping *k) {
    double slack = k->view.lattice.step * k->view.lattice.unit; // seeds may have been rounded
    int32_t standing = 0;
    for (int32_t s = 0; s < k->def->seed_count; s++) {
        const double *seed = k->def->seeds + 3 * (int64_t)s;
        wend_foothold foothold;
        wend_surface_locate(k->surface, seed, slack, k->links->agent.height, 0, &foothold);
        if (foothold.triangle >= 0) {
            part_at(k, foothold.triangle)->reached = true;
            standing++;
            continue;
        }
        wend_tell_lost_seed(k->report, s, seed);
    }
    return standing;
}

// Lists the drops of each part.
static bool list_drops(keeping *k) {
    if (!wend_array_resize(k->context, &k->next, k->links->link_count))
        return false;
    for (int64_t p = 0; p < k->parts.count; p++)
        k->parts.data[p].drops = -1;
    for (int32_t i = 0; i < k->links->link_count; i++) {
        const wend_link *link = &k->links->links[i];
        if (link->kind != WEND_LINK_DROP || link->landing < 0)
            continue;
        int32_t boundary = k->links->intervals[link->first_interval].boundary;
        part *above = part_at(k, k->view.boundaries[boundary].edge / 3);
        k->next.data[i] = above->drops;
        above->drops = i;
    }
    return true;
}

// Reaches all parts that drops lead to, one after the other, from those that seeds stand on. False when memory is
// short.
static bool follow_drops(keeping *k) {
    if (!list_drops(k))
        return false;
    for (int32_t p = 0; p < k->parts.count; p++)
        if (k->parts.data[p].reached && !wend_array_push(k->context, &k->stack, p))
            return false;
    while (k->stack.count > 0) {
        int32_t drop = k->parts.data[k->stack.data[--k->stack.count]].drops;
        for (; drop >= 0; drop = k->next.data[drop]) {
            part *below = part_at(k, k->links->links[drop].landing);
            if (below->reached)
                continue;
            below->reached = true;
            if (!wend_array_push(k->context, &k->stack, (int32_t)(below - k->parts.data)))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- reporting

// What was left out for one reason.
typedef struct left_out {
    int64_t parts;
    double area;     // of all of them, in square metres
    int32_t largest; // of them, or -1
} left_out;

static void leave_out(const keeping *k, left_out *l, int32_t number) {
    l->parts++;
    l->area += k->parts.data[number].area;
    if (l->largest < 0 || k->parts.data[number].area > k->parts.data[l->largest].area)
        l->largest = number;
}

// The triangle of a part into which the largest circle fits.
static int32_t widest_triangle(const keeping *k, int32_t number) {
    const wend_surface_view *view = &k->view;
    int32_t widest = -1;
    double most = -1;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        if (k->part_of.data[view->triangle_component[t]] != number)
            continue;
        const int32_t *v = view->triangles[t].v;
        const wend_point3 p[3] = {view->vertices[v[0]], view->vertices[v[1]], view->vertices[v[2]]};
        double room = wend_triangle_room(p);
        widest = room > most ? t : widest;
        most = room > most ? room : most;
    }
    return widest;
}

// Reports what was left out: "3 parts of the floor, ..., 0.35 square metres in all, ...".
static void report_left_out(const keeping *k, const left_out *l, const char *code, const char *which, double limit,
                            const char *what) {
    if (l->parts == 0)
        return;
    char all[WEND_NUMBER_TEXT], least[WEND_NUMBER_TEXT];
    wend_print_double(all, l->area < 1e12 ? floor(l->area * 1000 + 0.5) / 1000 : l->area);
    wend_print_double(least, limit);
    bool one = l->parts == 1;
    wend_finding f =
        wend_finding_make(code, WEND_NOTE, "%lld part%s of the floor%s%s%s, %s square metres%s, %s left out: %s",
                          (long long)l->parts, one ? "" : "s", which, limit > 0 ? least : "",
                          limit > 0 ? " square metres" : "", all, one ? "" : " in all", one ? "was" : "were", what);
    int32_t t = widest_triangle(k, l->largest);
    const int32_t *v = k->view.triangles[t].v;
    const wend_point3 p[3] = {k->view.vertices[v[0]], k->view.vertices[v[1]], k->view.vertices[v[2]]};
    f.item = k->view.triangles[t].source;
    f.has_at = true;
    wend_triangle_middle(&k->view.lattice, p, f.at);
    f.has_measure = true;
    f.measured = limit > 0 ? k->parts.data[l->largest].area : l->area;
    f.limit = limit;
    wend_report_add(k->report, &f);
}

// ---------------------------------------------------------------------------------------------------- the whole

// Decides which parts stay and reports those that do not. Returns how many stay.
static int32_t choose(keeping *k) {
    left_out small = {.largest = -1}, far = {.largest = -1};
    int32_t count = 0;
    for (int32_t c = 0; c < k->view.component_count; c++)
        k->parts.data[k->part_of.data[c]].there = true;
    for (int32_t i = 0; i < k->parts.count; i++) {
        part *p = &k->parts.data[i];
        if (!p->there)
            continue;
        bool reached = k->def->seed_count == 0 || p->reached;
        p->kept = reached && p->area >= k->def->min_area;
        count += p->kept;
        if (!p->kept)
            leave_out(k, reached ? &small : &far, i);
    }
    for (int32_t c = 0; c < k->view.component_count; c++)
        k->keep.data[c] = k->parts.data[k->part_of.data[c]].kept;
    report_left_out(k, &small, "specks-left-out", " smaller than ", k->def->min_area,
                    "nobody could stand there; set min_area to 0 to keep them");
    report_left_out(k, &far, "unreached-left-out", "", 0, "no seed leads there");
    k->dropped = small.parts + far.parts;
    return count;
}

static wend_result run(keeping *k, wend_surface **kept, wend_links **kept_links) {
    wend_result result = find_parts(k);
    if (result != WEND_OK)
        return result;
    if (k->def->seed_count > 0 && place_seeds(k) == 0)
        return refuse(k->report, WEND_ERROR_EMPTY, "nothing-walkable",
                      "nothing is left to walk on: no seed stands on a floor; each needs one at it, or up to the "
                      "agent's height below");
    if (!follow_drops(k))
        return WEND_ERROR_MEMORY;
    if (choose(k) == 0)
        return refuse(k->report, WEND_ERROR_EMPTY, "nothing-large",
                      k->def->seed_count > 0
                          ? "nothing is left to walk on: what the seeds reach is smaller than min_area; set less"
                          : "nothing is left to walk on: all parts of the floor are smaller than min_area; set less");
    if (k->dropped == 0)
        return WEND_OK;
    if (!wend_array_resize(k->context, &k->names, k->view.triangle_count))
        return WEND_ERROR_MEMORY;
    result = wend_surface_keep(k->context, k->surface, k->keep.data, k->names.data, kept);
    if (result == WEND_OK)
        result = wend_links_subset(k->context, k->whole, k->surface, *kept, k->names.data, kept_links);
    return result;
}

wend_result wend_links_keep(wend_context *context, const wend_links *links, const wend_surface *surface,
                            const wend_keep_def *def, wend_surface **kept, wend_links **kept_links,
                            wend_report *report) {
    if (!wend_given(kept_links, true) || !wend_given(kept, context && links && surface && def))
        return WEND_ERROR_ARGUMENT;
    wend_surface_view view = wend_surface_look(surface);
    if (links->view.surface_hash != view.hash)
        return refuse(report, WEND_ERROR_ARGUMENT, "keep-surface", "these are links of another surface");
    if (!(def->min_area >= 0))
        return refuse(report, WEND_ERROR_ARGUMENT, "keep-min-area", "min_area must be 0 or more, in square metres");
    if (def->seed_count < 0 || (def->seed_count > 0 && !def->seeds))
        return refuse(report, WEND_ERROR_ARGUMENT, "keep-seeds", "seed_count must be the number of seeds");
    keeping k = {.context = context,
                 .whole = links,
                 .links = &links->view,
                 .surface = surface,
                 .view = view,
                 .def = def,
                 .report = report};
    wend_result result = run(&k, kept, kept_links);
    wend_array_free(context, &k.parts);
    wend_array_free(context, &k.part_of);
    wend_array_free(context, &k.keep);
    wend_array_free(context, &k.next);
    wend_array_free(context, &k.stack);
    wend_array_free(context, &k.names);
    if (result != WEND_OK) {
        wend_surface_destroy(*kept);
        *kept = NULL;
    }
    return result;
}
