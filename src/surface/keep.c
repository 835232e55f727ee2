// A part of a surface: some of its components, the others taken away.
//
// Components share nothing, so what is kept stays as it is, in a canonical order of its own. One thing changes: a
// barrier has floor on both sides, and where the other side went, it is a wall. The other side is what runs back along
// an edge, on the same line seen from above and at the same heights: edges of the two sides need not end in the same
// places, as vertices that mean nothing were taken away from each side by itself. Where both sides were moved apart
// (`simplify` of extraction), none is found, and the barrier stays one.
//
// Cost: O(n log n).
#include "surface/keep.h"

#include "surface/raw.h"
#include "surface/surface.h"

typedef struct keeping {
    wend_context *context;
    const wend_surface_view *view;
    const uint8_t *keep;          // per component
    WEND_ARRAY(int32_t) barriers; // boundary edges, in the order of the surface, which is a good one for a tree
    wend_tree tree;               // over them
    WEND_ARRAY(uint8_t) marks;    // per boundary edge
} keeping;

// Boundary edges: no barriers of what stays; those with floor beyond, as far as is known; those without.
enum { OTHER, PAIRED, LONELY };

void wend_tell_lost_seed(wend_report *report, int32_t number, const double seed[3]) {
    wend_finding finding = wend_finding_make(
        "seed-stands-nowhere", WEND_WARNING,
        "seed %d stands on no floor: there is none at or up to the agent's height below it", (int)number + 1);
    finding.has_at = true;
    memcpy(finding.at, seed, sizeof finding.at);
    wend_report_add(report, &finding);
}

// ---------------------------------------------------------------------------------------------------- barriers

static void find_ends(const wend_surface_view *view, int32_t boundary, wend_point3 ends[2]) {
    int32_t e = view->boundaries[boundary].edge;
    ends[0] = view->vertices[wend_surface_edge_start(view, e)];
    ends[1] = view->vertices[wend_surface_edge_start(view, wend_half_next(e))];
}

static wend_box box_around(const wend_point3 p[2]) {
    return (wend_box){p[0].x < p[1].x ? p[0].x : p[1].x, p[0].y < p[1].y ? p[0].y : p[1].y,
                      p[0].x < p[1].x ? p[1].x : p[0].x, p[0].y < p[1].y ? p[1].y : p[0].y};
}

static wend_box barrier_box(const void *user, int32_t item) {
    const keeping *k = user;
    wend_point3 ends[2];
    find_ends(k->view, k->barriers.data[item], ends);
    return box_around(ends);
}

// What is looked for beyond a barrier.
typedef struct beyond {
    const keeping *k;
    wend_point3 ends[2]; // of the barrier
    bool found;
} beyond;

// How far two ranges overlap; less than 0 when they are apart.
static int64_t overlap(int32_t a, int32_t b, int32_t c, int32_t d) {
    int32_t low = a < b ? a : b, high = a < b ? b : a, from = c < d ? c : d, to = c < d ? d : c;
    return (int64_t)(high < to ? high : to) - (low > from ? low : from);
}

// Whether an edge runs back along another one, for more than a point.
static bool runs_back(const wend_point3 a[2], const wend_point3 b[2]) {
    double x = (double)a[1].x - a[0].x, y = (double)a[1].y - a[0].y;
    double along = x * ((double)b[1].x - b[0].x) + y * ((double)b[1].y - b[0].y);
    int64_t shared =
        a[0].x != a[1].x ? overlap(a[0].x, a[1].x, b[0].x, b[1].x) : overlap(a[0].y, a[1].y, b[0].y, b[1].y);
    return wend_cross3(&a[0], &a[1], &b[0]) == 0 && wend_cross3(&a[0], &a[1], &b[1]) == 0 && along < 0 && shared > 0 &&
           overlap(a[0].z, a[1].z, b[0].z, b[1].z) >= 0;
}

static bool look_beyond(void *user, int32_t item) {
    beyond *b = user;
    wend_point3 ends[2];
    find_ends(b->k->view, b->k->barriers.data[item], ends);
    b->found |= runs_back(b->ends, ends);
    return !b->found;
}

static bool is_kept(const keeping *k, int32_t boundary) {
    return k->keep[k->view->triangle_component[k->view->boundaries[boundary].edge / 3]] != 0;
}

// Lists the barriers of components that stay, or of those that go, and looks beyond each barrier whose mark is `from`:
// it becomes `to` when one of those listed is there.
static wend_result mark_beyond(keeping *k, bool kept, uint8_t from, uint8_t to) {
    wend_result result = WEND_OK;
    k->barriers.count = 0;
    for (int32_t b = 0; b < k->view->boundary_count && result == WEND_OK; b++)
        if (k->view->boundaries[b].kind == WEND_BOUNDARY_BARRIER && is_kept(k, b) == kept &&
            !wend_array_push(k->context, &k->barriers, b))
            result = WEND_ERROR_MEMORY;
    if (result != WEND_OK || k->barriers.count == 0)
        return result;
    if (!wend_tree_build(k->context, (int32_t)k->barriers.count, barrier_box, k, &k->tree))
        return WEND_ERROR_MEMORY;
    for (int32_t b = 0; b < k->view->boundary_count; b++) {
        if (k->marks.data[b] != from)
            continue;
        beyond beyond_it = {.k = k};
        find_ends(k->view, b, beyond_it.ends);
        wend_box box = box_around(beyond_it.ends);
        wend_tree_search(&k->tree, &box, look_beyond, &beyond_it);
        k->marks.data[b] = beyond_it.found ? to : from;
    }
    wend_tree_free(k->context, &k->tree);
    return WEND_OK;
}

// Finds the barriers of what stays beyond which floor went, and none is left: most have none that went, so that is
// looked at first.
static wend_result find_lonely(keeping *k) {
    if (!wend_array_resize(k->context, &k->marks, k->view->boundary_count))
        return WEND_ERROR_MEMORY;
    bool any = false;
    for (int32_t b = 0; b < k->view->boundary_count; b++)
        k->marks.data[b] = k->view->boundaries[b].kind == WEND_BOUNDARY_BARRIER && is_kept(k, b) ? PAIRED : OTHER;
    wend_result result = mark_beyond(k, false, PAIRED, LONELY);
    for (int32_t b = 0; b < k->view->boundary_count; b++)
        any |= k->marks.data[b] == LONELY;
    return result == WEND_OK && any ? mark_beyond(k, true, LONELY, PAIRED) : result;
}

// ---------------------------------------------------------------------------------------------------- the whole

static wend_result fill(const keeping *k, wend_raw *raw) {
    const wend_surface_view *view = k->view;
    if (!wend_array_resize(k->context, &raw->triangles, view->triangle_count) ||
        !wend_array_resize(k->context, &raw->borders, view->boundary_count) ||
        !wend_array_resize(k->context, &raw->areas, view->triangle_area ? view->triangle_count : 0))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const wend_surface_triangle *from = &view->triangles[t];
        wend_raw_triangle *to = &raw->triangles.data[t];
        if (view->triangle_area)
            raw->areas.data[t] = view->triangle_area[t];
        to->source = k->keep[view->triangle_component[t]] ? from->source : -1;
        for (int i = 0; i < 3; i++) {
            to->p[i] = view->vertices[from->v[i]];
            to->twin[i] = from->twin[i];
        }
    }
    for (int32_t b = 0; b < view->boundary_count; b++) {
        const wend_surface_boundary *from = &view->boundaries[b];
        raw->borders.data[b] = (wend_raw_border){.cause = from->cause,
                                                 .low = from->low,
                                                 .high = from->high,
                                                 .kind = k->marks.data[b] == LONELY ? WEND_BOUNDARY_WALL : from->kind,
                                                 .side = from->side,
                                                 .tile = from->tile};
    }
    return WEND_OK;
}

wend_result wend_surface_keep(wend_context *context, const wend_surface *surface, const uint8_t *keep, int32_t *names,
                              wend_surface **kept) {
    wend_raw raw = {.lattice = surface->view.lattice, .producer = surface->view.producer};
    keeping k = {.context = context, .view = &surface->view, .keep = keep};
    *kept = NULL;
    wend_result result = find_lonely(&k);
    if (result == WEND_OK)
        result = fill(&k, &raw);
    wend_array_free(context, &k.barriers);
    wend_array_free(context, &k.marks);
    if (result == WEND_OK)
        result = wend_surface_from_raw_named(context, &raw, names, kept);
    wend_raw_free(context, &raw);
    if (result == WEND_OK) {
        (*kept)->view.solid_hash = surface->view.solid_hash;
        (*kept)->view.agent = surface->view.agent;
    }
    return result;
}
