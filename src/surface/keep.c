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
} keeping;

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
    ends[1] = view->vertices[wend_surface_edge_start(view, wend_surface_edge_next(e))];
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

// What lies beyond a barrier.
typedef struct beyond {
    const keeping *k;
    wend_point3 ends[2]; // of the barrier
    bool kept, gone;     // whether there is floor that stays, that goes
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
    const keeping *k = b->k;
    wend_point3 ends[2];
    find_ends(k->view, k->barriers.data[item], ends);
    if (runs_back(b->ends, ends)) {
        int32_t edge = k->view->boundaries[k->barriers.data[item]].edge;
        *(k->keep[k->view->triangle_component[edge / 3]] ? &b->kept : &b->gone) = true;
    }
    return true;
}

// Whether floor went beyond a barrier, and none is left.
static bool is_alone(const keeping *k, int32_t boundary) {
    beyond b = {.k = k};
    find_ends(k->view, boundary, b.ends);
    wend_box box = box_around(b.ends);
    wend_tree_search(&k->tree, &box, look_beyond, &b);
    return b.gone && !b.kept;
}

static wend_result index_barriers(keeping *k) {
    for (int32_t b = 0; b < k->view->boundary_count; b++)
        if (k->view->boundaries[b].kind == WEND_BOUNDARY_BARRIER && !wend_array_push(k->context, &k->barriers, b))
            return WEND_ERROR_MEMORY;
    bool enough = wend_tree_build(k->context, (int32_t)k->barriers.count, barrier_box, k, &k->tree);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- the whole

static wend_result fill(const keeping *k, wend_raw *raw) {
    const wend_surface_view *view = k->view;
    if (!wend_array_resize(k->context, &raw->triangles, view->triangle_count) ||
        !wend_array_resize(k->context, &raw->borders, view->boundary_count))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const wend_surface_triangle *from = &view->triangles[t];
        wend_raw_triangle *to = &raw->triangles.data[t];
        to->source = k->keep[view->triangle_component[t]] ? from->source : -1;
        for (int i = 0; i < 3; i++) {
            to->p[i] = view->vertices[from->v[i]];
            to->twin[i] = from->twin[i];
        }
    }
    for (int32_t b = 0; b < view->boundary_count; b++) {
        const wend_surface_boundary *from = &view->boundaries[b];
        bool wall =
            from->kind == WEND_BOUNDARY_BARRIER && k->keep[view->triangle_component[from->edge / 3]] && is_alone(k, b);
        raw->borders.data[b] = (wend_raw_border){.cause = from->cause,
                                                 .low = from->low,
                                                 .high = from->high,
                                                 .kind = wall ? WEND_BOUNDARY_WALL : from->kind,
                                                 .side = from->side,
                                                 .tile = from->tile};
    }
    return WEND_OK;
}

wend_result wend_surface_keep(wend_context *context, const wend_surface *surface, const uint8_t *keep,
                              wend_surface **kept) {
    wend_raw raw = {.lattice = surface->view.lattice, .producer = surface->view.producer};
    keeping k = {.context = context, .view = &surface->view, .keep = keep};
    *kept = NULL;
    wend_result result = index_barriers(&k);
    if (result == WEND_OK)
        result = fill(&k, &raw);
    wend_tree_free(context, &k.tree);
    wend_array_free(context, &k.barriers);
    if (result == WEND_OK)
        result = wend_surface_from_raw(context, &raw, kept);
    wend_raw_free(context, &raw);
    return result;
}
