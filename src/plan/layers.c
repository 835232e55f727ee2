// Layers: groups of plan triangles of which no two overlap seen from above.
//
// Floors that end above one another do so to within rounding: the lower one is cut where the upper one begins, each end
// is rounded, and links draw corners by up to two steps. So triangles overlap only when one would have to be moved by
// more than SLACK lattice steps to be clear of the other. Nothing but names and pictures depends on layers.
//
// A storey should be one layer, a spiral stair one for each turn, and as few edges as possible should lead from one
// layer to another. Finding the fewest layers is hard; this is greedy. First, patches: a flood starts at the lowest
// triangle that is left and takes the lowest triangle at its edge, again and again, as long as there is one that
// overlaps nothing of the patch. The first floods keep to what is level, and of these only large ones count: storeys
// stay whole that way, whatever their stairs reach over or under. The others take all that is left, so that what
// slopes, as terrain does, is not cut to pieces. Then each patch, the largest first, goes to one of the layers in which
// it overlaps nothing: the one that it shares the longest border with, or, when it shares none, the one that is nearest
// to it in height; when there is no such layer, it begins a new one. On a flat plan all patches go to the first one.
// Last, layers are numbered from the lowest to the highest.
//
// A triangle's height is that of its corners, added up; that of a patch and of a layer is the mean by area. All choices
// are by height or area, then by number; both are canonical.
//
// Cost: every triangle is asked at most three times per patch at whose edge it lies, a search in the tree each time.
// There are no more than STOREYS large patches that are level.
#include "base/array.h"
#include "base/sort.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>

enum {
    NONE = -1,
    TRIED = -2,   // instead of a patch: level, and not a part of a large patch
    STOREYS = 256 // the area of a large patch is at least this part of all
};

#define SLACK 4.0 // lattice steps

typedef struct waiting {
    int64_t height;
    int32_t triangle;
} waiting;

// How large and how high a patch or a layer is.
typedef struct extent {
    double area;   // doubled, in square lattice steps
    double height; // times the area, in lattice steps above the lowest vertex
    int32_t number;
} extent;

typedef struct layering {
    wend_context *context;
    const wend_plan_view *view;
    const wend_tree *tree;
    WEND_ARRAY(waiting) heap; // the lowest on top
    WEND_ARRAY(waiting) order;
    WEND_ARRAY(int32_t) patch; // per triangle, or NONE, or TRIED
    WEND_ARRAY(int32_t) members;
    WEND_ARRAY(int32_t) first;   // per patch: its first member; one more at the end
    WEND_ARRAY(extent) patches;  // in the order in which they are given layers
    WEND_ARRAY(extent) layers;   //
    WEND_ARRAY(int32_t) refused; // per layer: the last patch that it has no room for
    WEND_ARRAY(double) shared;   // per layer: the length of its border with the patch at hand
} layering;

// ---------------------------------------------------------------------------------------------------- overlaps

// Whether one of the edges of a has all of b on its right, or no farther than SLACK on its left. The least way out of a
// convex figure is across one of the edges of either, so this is exact up to the rounding of a root.
static bool is_apart(const wend_plan_view *view, const int32_t *a, const int32_t *b) {
    for (int i = 0; i < 3; i++) {
        wend_point from = view->vertices[a[i]], to = view->vertices[a[(i + 1) % 3]];
        int64_t most = 0; // how far b reaches to the left, times the length of the edge
        for (int k = 0; k < 3; k++) {
            int64_t left = wend_cross(from, to, view->vertices[b[k]]);
            most = left > most ? left : most;
        }
        double x = (double)to.x - from.x, y = (double)to.y - from.y;
        if (most == 0 || (double)most <= SLACK * sqrt(x * x + y * y))
            return true;
    }
    return false;
}

bool wend_plan_overlap(const wend_plan_view *view, int32_t a, int32_t b) {
    const int32_t *v = view->triangles[a].v, *w = view->triangles[b].v;
    return !is_apart(view, v, w) && !is_apart(view, w, v);
}

static wend_box box_of(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    wend_point a = view->vertices[v[0]];
    wend_box box = {a.x, a.y, a.x, a.y};
    for (int i = 1; i < 3; i++) {
        wend_point p = view->vertices[v[i]];
        box.x0 = p.x < box.x0 ? p.x : box.x0;
        box.y0 = p.y < box.y0 ? p.y : box.y0;
        box.x1 = p.x > box.x1 ? p.x : box.x1;
        box.y1 = p.y > box.y1 ? p.y : box.y1;
    }
    return box;
}

typedef struct search {
    const layering *l;
    const int32_t *layer; // NULL to look for triangles of a patch
    int32_t triangle, patch;
    bool found;
} search;

static bool visit_patch(void *user, int32_t other) {
    search *s = user;
    if (s->l->patch.data[other] == s->patch && wend_plan_overlap(s->l->view, s->triangle, other))
        s->found = true;
    return !s->found;
}

// Notes the layers of all triangles that overlap this one.
static bool visit_layers(void *user, int32_t other) {
    search *s = user;
    int32_t layer = s->layer[other];
    if (layer >= 0 && s->l->refused.data[layer] != s->patch && wend_plan_overlap(s->l->view, s->triangle, other))
        s->l->refused.data[layer] = s->patch;
    return true;
}

static bool overlaps_patch(const layering *l, int32_t triangle, int32_t patch) {
    search s = {l, NULL, triangle, patch, false};
    wend_box box = box_of(l->view, triangle);
    wend_tree_search(l->tree, &box, visit_patch, &s);
    return s.found;
}

// ---------------------------------------------------------------------------------------------------- patches

static bool is_lower(waiting a, waiting b) {
    return a.height != b.height ? a.height < b.height : a.triangle < b.triangle;
}

static int compare_waiting(const void *a, const void *b, const void *user) {
    (void)user;
    const waiting *p = a, *q = b;
    return is_lower(*p, *q) ? -1 : is_lower(*q, *p);
}

static waiting wait_for(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    return (waiting){(int64_t)view->vertex_heights[v[0]] + view->vertex_heights[v[1]] + view->vertex_heights[v[2]],
                     triangle};
}

static bool heap_push(layering *l, waiting w) {
    if (!wend_array_push(l->context, &l->heap, w))
        return false;
    waiting *heap = l->heap.data;
    for (int64_t i = l->heap.count - 1; i > 0 && is_lower(heap[i], heap[(i - 1) / 2]); i = (i - 1) / 2) {
        waiting swap = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = swap;
    }
    return true;
}

static waiting heap_pop(layering *l) {
    waiting *heap = l->heap.data, top = heap[0], last = heap[--l->heap.count];
    int64_t count = l->heap.count, i = 0;
    for (;;) {
        int64_t child = 2 * i + 1;
        if (child >= count)
            break;
        child += child + 1 < count && is_lower(heap[child + 1], heap[child]);
        if (!is_lower(heap[child], last))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return top;
}

static double area_of(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    return (double)wend_cross(view->vertices[v[0]], view->vertices[v[1]], view->vertices[v[2]]);
}

// Whether a triangle rises by at most one in three: stairs do not, ramps for wheels do.
static bool is_level(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    double a[3], b[3];
    for (int i = 0; i < 2; i++) {
        double *side = i == 0 ? a : b;
        side[0] = (double)view->vertices[v[i + 1]].x - view->vertices[v[0]].x;
        side[1] = (double)view->vertices[v[i + 1]].y - view->vertices[v[0]].y;
        side[2] = (double)view->vertex_heights[v[i + 1]] - view->vertex_heights[v[0]];
    }
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return 9 * (x * x + y * y) <= z * z;
}

// Makes a patch of what can be reached from a triangle; with `level`, over what is level only.
static bool flood(layering *l, int32_t seed, int32_t patch, bool level) {
    if (!heap_push(l, wait_for(l->view, seed)))
        return false;
    while (l->heap.count > 0) {
        int32_t t = heap_pop(l).triangle;
        if (l->patch.data[t] != NONE || (level && !is_level(l->view, t)) || overlaps_patch(l, t, patch))
            continue;
        l->patch.data[t] = patch;
        if (!wend_array_push(l->context, &l->members, t))
            return false;
        for (int i = 0; i < 3; i++) {
            int32_t twin = l->view->triangles[t].twin[i];
            if (twin >= 0 && l->patch.data[twin / 3] == NONE && !heap_push(l, wait_for(l->view, twin / 3)))
                return false;
        }
    }
    return true;
}

// Whether a patch that has just been made is large.
static bool is_large(const layering *l, int64_t first, double all) {
    double area = 0;
    for (int64_t i = first; i < l->members.count; i++)
        area += area_of(l->view, l->members.data[i]);
    return STOREYS * area >= all;
}

// Makes the large patches that are level.
static bool make_level_patches(layering *l) {
    double all = 0;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        all += area_of(l->view, t);
    for (int64_t i = 0; i < l->order.count; i++) {
        int32_t t = l->order.data[i].triangle;
        int64_t first = l->members.count;
        if (l->patch.data[t] != NONE || !is_level(l->view, t))
            continue;
        if (!flood(l, t, (int32_t)l->first.count, true))
            return false;
        if (is_large(l, first, all)) {
            if (!wend_array_push(l->context, &l->first, (int32_t)first))
                return false;
            continue;
        }
        for (int64_t k = first; k < l->members.count; k++)
            l->patch.data[l->members.data[k]] = TRIED;
        l->members.count = first;
    }
    for (int64_t i = 0; i < l->patch.count; i++)
        l->patch.data[i] = l->patch.data[i] == TRIED ? NONE : l->patch.data[i];
    return true;
}

static bool make_patches(layering *l) {
    int32_t count = l->view->triangle_count;
    if (!wend_array_resize(l->context, &l->order, count) || !wend_array_resize(l->context, &l->patch, count))
        return false;
    for (int32_t t = 0; t < count; t++) {
        l->order.data[t] = wait_for(l->view, t);
        l->patch.data[t] = NONE;
    }
    if (!wend_sort(l->context, l->order.data, count, sizeof(waiting), compare_waiting, NULL) || !make_level_patches(l))
        return false;
    for (int32_t i = 0; i < count; i++) {
        int32_t t = l->order.data[i].triangle, patch = (int32_t)l->first.count;
        if (l->patch.data[t] == NONE &&
            (!wend_array_push(l->context, &l->first, (int32_t)l->members.count) || !flood(l, t, patch, false)))
            return false;
    }
    return wend_array_push(l->context, &l->first, (int32_t)l->members.count);
}

// ---------------------------------------------------------------------------------------------------- layers

static extent measure_patch(const layering *l, int32_t patch, int32_t low) {
    const wend_plan_view *view = l->view;
    extent sum = {0, 0, patch};
    for (int32_t i = l->first.data[patch]; i < l->first.data[patch + 1]; i++) {
        const int32_t *v = view->triangles[l->members.data[i]].v;
        double area = area_of(view, l->members.data[i]), height = 0;
        for (int k = 0; k < 3; k++)
            height += (double)((int64_t)view->vertex_heights[v[k]] - low);
        sum.area += area;
        sum.height += area * (height / 3);
    }
    return sum;
}

static int compare_sizes(const void *a, const void *b, const void *user) {
    (void)user;
    const extent *p = a, *q = b;
    return p->area != q->area ? (p->area < q->area ? 1 : -1) : p->number - q->number;
}

static int compare_heights(const void *a, const void *b, const void *user) {
    (void)user;
    const extent *p = a, *q = b;
    double here = p->height / p->area, there = q->height / q->area;
    return here != there ? (here > there ? 1 : -1) : p->number - q->number;
}

static bool measure_patches(layering *l) {
    int32_t low = INT32_MAX, count = (int32_t)l->first.count - 1;
    for (int32_t v = 0; v < l->view->vertex_count; v++)
        low = l->view->vertex_heights[v] < low ? l->view->vertex_heights[v] : low;
    for (int32_t patch = 0; patch < count; patch++)
        if (!wend_array_push(l->context, &l->patches, measure_patch(l, patch, low)))
            return false;
    return wend_sort(l->context, l->patches.data, count, sizeof(extent), compare_sizes, NULL);
}

static double length_of(const wend_plan_view *view, int32_t e) {
    wend_point a = view->vertices[wend_plan_edge_start(view, e)];
    wend_point b = view->vertices[wend_plan_edge_start(view, wend_plan_edge_next(e))];
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

// Finds out which layers have no room for a patch, and how long its borders with them are.
static void look_at_layers(layering *l, const extent *patch, const int32_t *layer) {
    for (int64_t k = 0; k < l->shared.count; k++)
        l->shared.data[k] = 0;
    for (int32_t i = l->first.data[patch->number]; i < l->first.data[patch->number + 1]; i++) {
        int32_t t = l->members.data[i];
        search s = {l, layer, t, patch->number, false};
        wend_box box = box_of(l->view, t);
        wend_tree_search(l->tree, &box, visit_layers, &s);
        for (int32_t e = 3 * t; e < 3 * t + 3; e++) {
            int32_t twin = wend_plan_edge_twin(l->view, e);
            if (twin >= 0 && layer[twin / 3] >= 0)
                l->shared.data[layer[twin / 3]] += length_of(l->view, e);
        }
    }
}

// How far a layer is from a patch in height.
static double away_from(const layering *l, int32_t k, const extent *patch) {
    double away = l->layers.data[k].height / l->layers.data[k].area - patch->height / patch->area;
    return away < 0 ? -away : away;
}

// The best layer with room for a patch; a new one when there is none. -1 when memory is short.
static int32_t choose_layer(layering *l, const extent *patch, const int32_t *layer) {
    look_at_layers(l, patch, layer);
    int32_t best = -1;
    for (int32_t k = 0; k < l->refused.count; k++) {
        double more = best < 0 ? 0 : l->shared.data[k] - l->shared.data[best];
        if (l->refused.data[k] != patch->number &&
            (best < 0 || more > 0 || (!(more < 0) && away_from(l, k, patch) < away_from(l, best, patch))))
            best = k;
    }
    if (best >= 0)
        return best;
    best = (int32_t)l->refused.count;
    return wend_array_push(l->context, &l->refused, -1) && wend_array_push(l->context, &l->shared, 0.0) &&
                   wend_array_push(l->context, &l->layers, (extent){0, 0, best})
               ? best
               : -1;
}

// Numbers the layers from the lowest on.
static bool number_layers(layering *l, int32_t *layer) {
    int64_t count = l->layers.count;
    if (!wend_sort(l->context, l->layers.data, count, sizeof(extent), compare_heights, NULL))
        return false;
    for (int32_t k = 0; k < count; k++)
        l->refused.data[l->layers.data[k].number] = k;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        layer[t] = l->refused.data[layer[t]];
    return true;
}

static int32_t make_layers(layering *l, int32_t *layer) {
    if (!measure_patches(l))
        return -1;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        layer[t] = -1;
    for (int64_t k = 0; k < l->patches.count; k++) {
        const extent *patch = &l->patches.data[k];
        int32_t chosen = choose_layer(l, patch, layer);
        if (chosen < 0)
            return -1;
        l->layers.data[chosen].area += patch->area;
        l->layers.data[chosen].height += patch->height;
        for (int32_t i = l->first.data[patch->number]; i < l->first.data[patch->number + 1]; i++)
            layer[l->members.data[i]] = chosen;
    }
    return number_layers(l, layer) ? (int32_t)l->layers.count : -1;
}

int32_t wend_plan_find_layers(wend_context *context, const wend_plan_view *view, const wend_tree *tree,
                              int32_t *layer) {
    layering l = {.context = context, .view = view, .tree = tree};
    int32_t count = make_patches(&l) ? make_layers(&l, layer) : -1;
    wend_array_free(context, &l.heap);
    wend_array_free(context, &l.order);
    wend_array_free(context, &l.patch);
    wend_array_free(context, &l.members);
    wend_array_free(context, &l.first);
    wend_array_free(context, &l.patches);
    wend_array_free(context, &l.layers);
    wend_array_free(context, &l.refused);
    wend_array_free(context, &l.shared);
    return count;
}
