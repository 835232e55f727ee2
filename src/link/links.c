// Links of a surface: the stages in order, and what does not need them.
//
//     edges     where nothing stands on the boundary edges                        edge.c, obstacles.c
//     loops     what runs around one hole, or around all of a floor               loop.c
//     steps     what coincides seen from above is joined                          step.c
//     gaps      what is apart is joined by ladders of fillers                     gap.c, seed.c, opening.c, ladder.c,
//                                                                                 lay.c, fill.c
//     slits     cracks no wider than rounding are closed                          slit.c
//     holes     loops that enclose no more than a gap are filled                  hole.c
//     drops     ways down from what is still boundary                             drop.c
//     assemble  the complex in its final order, links with their figures          assemble.c
//     prove     all of it keeps the rules of wend_links_check, or is left out     check.c
//
// docs/design/links.md has a table of what is true after each stage.
#include "link/links.h"

#include "base/context.h"
#include "base/hash.h"
#include "link/fill.h"
#include "link/stages.h"
#include "surface/surface.h"

enum { ROUNDS = 8 }; // how often links that break a rule are left out before all of them are

wend_links_def wend_default_links_def(void) {
    return (wend_links_def){0};
}

const char *wend_link_kind_name(wend_link_kind kind) {
    static const char *const names[WEND_LINK_KIND_COUNT] = {"seam", "step", "gap", "hole", "drop"};
    return kind >= 0 && kind < WEND_LINK_KIND_COUNT ? names[kind] : "unknown";
}

wend_links_view wend_links_look(const wend_links *links) {
    return links == NULL ? (wend_links_view){0} : links->view;
}

static void give_back(wend_context *context, const void *block, int64_t count, size_t element) {
    wend_release(context, (void *)(uintptr_t)block, (size_t)count * element);
}

void wend_links_destroy(wend_links *links) {
    if (!links || !wend_shared_drop(&links->shared))
        return;
    const wend_links_view *v = &links->view;
    wend_context *c = links->context;
    if (v->triangle_area)
        wend_release(c, (void *)v->triangle_area, (size_t)v->triangle_count * sizeof *v->triangle_area);
    wend_surface_destroy((wend_surface *)(uintptr_t)links->surface);
    wend_block_destroy(links->block);
    if (links->borrowed) {
        wend_release(c, links, sizeof *links);
        return;
    }
    give_back(c, v->links, v->link_count, sizeof *v->links);
    give_back(c, v->intervals, v->interval_count, sizeof *v->intervals);
    give_back(c, v->vertices, v->vertex_count, sizeof *v->vertices);
    give_back(c, v->vertex_flags, v->vertex_count, sizeof *v->vertex_flags);
    give_back(c, v->triangles, v->triangle_count, sizeof *v->triangles);
    give_back(c, v->triangle_component, v->triangle_count, sizeof *v->triangle_component);
    give_back(c, v->boundaries, v->boundary_count, sizeof *v->boundaries);
    give_back(c, v->joins, v->join_count, sizeof *v->joins);
    give_back(c, v->components, v->component_count, sizeof *v->components);
    wend_release(c, links, sizeof *links);
}

uint64_t wend_links_hash(const wend_links_view *v) {
    uint64_t h = wend_hash_words(0, &v->surface_hash, 1);
    const uint64_t limits[4] = {wend_word_of_double(v->agent.height), wend_word_of_double(v->agent.step),
                                wend_word_of_double(v->agent.gap), wend_word_of_double(v->agent.drop)};
    h = wend_hash_words(h, limits, 4);
    for (int32_t k = 0; k < v->link_count; k++)
        h = wend_hash_words(h, &v->links[k].id, 1);
    // Corners count from the first vertex, so that moving everything by whole steps changes nothing.
    for (int32_t t = 0; t < v->triangle_count; t++) {
        const wend_linked_triangle *f = &v->triangles[t];
        for (int i = 0; i < 3; i++) {
            wend_point p = v->vertices[f->v[i]];
            h = wend_hash_words(h, (uint64_t[2]){wend_word_of(p.x, p.y), wend_word_of(f->z[i], f->twin[i])}, 2);
        }
    }
    return h;
}

void wend_links_sum_up(wend_links_view *v) {
    double metres = v->lattice.step * v->lattice.unit, area2 = 0;
    for (int32_t t = v->filler_first; t < v->triangle_count; t++) {
        const int32_t *c = v->triangles[t].v;
        area2 += (double)wend_cross(v->vertices[c[0]], v->vertices[c[1]], v->vertices[c[2]]);
    }
    v->filled = area2 / 2 * metres * metres;
    for (int32_t k = 0; k < v->link_count; k++)
        v->counts[v->links[k].kind]++;
    v->hash = wend_links_hash(v);
}

// ---------------------------------------------------------------------------------------------------- finding

// Warns when links are about as small as rounding.
static void warn_of_coarse(const wend_linking *l, wend_report *report) {
    double least = l->rules.step > 0 && (l->rules.step < l->rules.gap || !(l->rules.gap > 0))
                       ? l->rules.step
                       : l->rules.gap; // in lattice steps
    if (!(least > 0) || least >= WEND_RULE_DITCH)
        return;
    wend_finding f =
        wend_finding_make("links-coarse", WEND_WARNING,
                          "the surface's lattice is coarse for this step and gap: links may be missing, or "
                          "pass what is a few lattice steps thick; extract it with a smaller lattice");
    f.has_measure = true;
    f.measured = l->rules.metres;
    f.limit = f.measured * least / WEND_RULE_DITCH;
    wend_report_add(report, &f);
}

static bool same_lattice(const wend_lattice3 *a, const wend_lattice3 *b) {
    return a->origin[0] == b->origin[0] && a->origin[1] == b->origin[1] && a->origin[2] == b->origin[2] &&
           a->step == b->step && a->unit == b->unit && a->up == b->up;
}

// Where the surface does not say which solid it was made from (files do not always), the lattice must be the same.
wend_result wend_links_check_solid(const wend_surface_view *surface, const wend_solid *solid, wend_report *report) {
    if (same_lattice(&solid->lattice, &surface->lattice) &&
        (surface->solid_hash == 0 || surface->solid_hash == solid->hash))
        return WEND_OK;
    wend_finding f = wend_finding_make("links-solid", WEND_ERROR,
                                       "the surface was extracted from another solid: the scene, its unit, its axis or "
                                       "the lattice has changed since");
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static bool clear_barriers(wend_linking *l) {
    if (!wend_array_resize(l->context, &l->barrier, l->surface->boundary_count))
        return false;
    for (int64_t b = 0; b < l->barrier.count; b++)
        l->barrier.data[b] = WEND_NO_BARRIER;
    return true;
}

// All that joins what is apart. An edge can be joined only once, so the order of the calls is a part of the result:
// what has no other way comes first, and what is exact comes before what chooses.
static wend_result find_fillers(wend_linking *l) {
    wend_filled filled = {0};
    wend_result result = clear_barriers(l) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_filled_make(l, &filled);
    // Steps that wait would use up edges from which another floor is in reach: so that one has its chance before them.
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_AWAITED);
    if (result == WEND_OK)
        result = wend_link_postponed(l);
    // What coincides is joined now. Slits beside steps are holes of no width: closed before anything fills them.
    if (result == WEND_OK)
        result = wend_link_slits(l);
    // Gaps before holes: the slit behind a nosing between two strings is a hole, and filled as one it is no riser.
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_BETWEEN);
    // Narrow holes as a whole, before ladders cut them into pieces; then what of larger ones is narrow enough.
    if (result == WEND_OK)
        result = wend_link_holes(l, &filled);
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_WITHIN);
    if (result == WEND_OK)
        result = wend_link_corners(l, &filled);
    // What ladders left between them, and beside the edges that they run along.
    if (result == WEND_OK)
        result = wend_link_holes(l, &filled);
    if (result == WEND_OK)
        result = wend_link_slits(l);
    filled.l = l;
    wend_filled_free(&filled);
    return result;
}

// Shuts the boundary edges that are to be joined to nothing.
static void shut_edges(wend_linking *l) {
    for (int64_t b = 0; b < l->edges.all.count && l->shut; b++) {
        wend_link_edge *r = &l->edges.all.data[b];
        r->end_open = l->shut[b] ? r->first_open : r->end_open;
        r->end_passable = l->shut[b] ? r->first_passable : r->end_passable;
    }
}

static wend_result find(wend_linking *l, wend_links **links) {
    wend_result result = wend_link_edges_find(l->context, l->surface, &l->obstacles, &l->edges);
    if (result == WEND_OK)
        shut_edges(l);
    if (result == WEND_OK && (!wend_web_make(l->context, l->surface, &l->web) || !wend_loops_find(l)))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_link_steps(l);
    if (result == WEND_OK)
        result = find_fillers(l);
    if (result == WEND_OK)
        result = wend_link_drops(l);
    if (result == WEND_OK && wend_pause(l->context, "link", 0.9))
        result = WEND_ERROR_CANCELLED;
    if (result == WEND_OK)
        result = wend_links_assemble(l, links);
    return result;
}

// Frees what the stages made.
static void start_over(wend_linking *l) {
    wend_web_free(&l->web);
    wend_link_edges_free(l->context, &l->edges);
    wend_array_free(l->context, &l->pinches);
    wend_array_free(l->context, &l->touching);
    wend_array_free(l->context, &l->loop);
    wend_array_free(l->context, &l->loop_next);
    wend_array_free(l->context, &l->loop_previous);
    wend_array_free(l->context, &l->around_hole);
    wend_array_free(l->context, &l->group);
    wend_array_free(l->context, &l->postponed);
    wend_array_free(l->context, &l->awaited);
    wend_array_free(l->context, &l->barrier);
}

static void report_unproven(const wend_linking *l, const uint8_t *edges, wend_report *report) {
    int64_t count = 0;
    int32_t first = -1;
    for (int32_t b = 0; b < l->surface->boundary_count; b++) {
        first = edges[b] && first < 0 ? b : first;
        count += edges[b];
    }
    wend_finding f = wend_finding_make("links-unproven", WEND_WARNING,
                                       "links on %lld boundary edges broke a rule of links when they were checked, and "
                                       "were left out: floors may be apart there; please report the scene",
                                       (long long)count);
    if (first >= 0) {
        int32_t e = l->surface->boundaries[first].edge;
        f.has_at = true;
        wend_lattice3_place(&l->surface->lattice, l->surface->vertices[l->surface->triangles[e / 3].v[e % 3]], f.at);
    }
    wend_report_add(report, &f);
}

// Links that keep the rules. Those that do not are left out: the edges that they use are joined to nothing, and all is
// found anew; edges that are shut stay shut, so it comes to an end. In the last round all of them are.
static wend_result find_proven(wend_linking *l, const wend_surface *surface, wend_links **links, wend_report *report) {
    WEND_ARRAY(uint8_t) edges = {0};
    int64_t count = l->surface->boundary_count;
    if (!wend_array_resize(l->context, &edges, count + 1))
        return WEND_ERROR_MEMORY;
    memset(edges.data, 0, (size_t)count + 1);
    wend_result result = WEND_OK;
    bool good = false;
    for (int round = 0; round <= ROUNDS && result == WEND_OK && !good; round++) {
        if (round == ROUNDS)
            memset(edges.data, 1, (size_t)count);
        l->shut = round > 0 ? edges.data : NULL;
        start_over(l);
        result = find(l, links);
        if (result == WEND_OK)
            result = wend_links_prove(l->context, *links, surface, edges.data, &good);
        if (*links && !good) {
            wend_links_destroy(*links);
            *links = NULL;
        }
    }
    if (result == WEND_OK && !good)
        result = WEND_ERROR_INVALID; // not even the bare surface
    if (result == WEND_OK && l->shut)
        report_unproven(l, edges.data, report);
    l->shut = NULL;
    wend_array_free(l->context, &edges);
    return result;
}

static wend_result build(wend_context *context, const wend_solid *solid, const wend_surface *surface,
                         const wend_agent *agent, wend_links **links, wend_report *report) {
    wend_agent who = agent ? *agent : wend_default_agent();
    wend_surface_view view = wend_surface_look(surface);
    wend_result result = wend_agent_check(&who, report);
    if (result == WEND_OK)
        result = wend_links_check_solid(&view, solid, report);
    if (result != WEND_OK)
        return result;
    wend_linking l = {.context = context,
                      .surface = &view,
                      .floors = &surface->tree,
                      .agent = who,
                      .rules = wend_link_rules_of(&who, view.lattice.step * view.lattice.unit)};
    warn_of_coarse(&l, report);
    l.web.context = context;
    l.obstacles = (wend_obstacles){.context = context, .solid = solid, .rules = &l.rules};
    result = find_proven(&l, surface, links, report);
    if (result == WEND_OK)
        (*links)->surface = wend_surface_hold(surface);
    start_over(&l);
    wend_obstacles_free(&l.obstacles);
    return result;
}

wend_result wend_links_build(wend_context *context, const wend_solid *solid, const wend_surface *surface,
                             const wend_agent *agent, const wend_links_def *def, wend_links **links,
                             wend_report *report) {
    if (!wend_given(links, context != NULL && solid != NULL && surface != NULL))
        return WEND_ERROR_ARGUMENT;
    (void)def;
    wend_stage_begin(context, "link");
    return wend_stage_end(context, build(context, solid, surface, agent, links, report));
}
