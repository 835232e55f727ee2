// Layers: groups of plan triangles of which no two overlap seen from above.
//
// Floors that end above one another do so to within rounding: the lower one is cut where the upper one begins, each end
// is rounded, and links draw corners by up to two steps. So triangles overlap only when one would have to be moved by
// more than SLACK lattice steps to be clear of the other. Nothing but names and pictures depends on layers.
//
// A storey should be one layer, a spiral stair one for each turn, and what leads from one layer to another should be few
// and short. Finding the best is hard; this is greedy.
//
// Patches. A flood starts at the lowest triangle that is left and takes the lowest triangle at its edge, again and
// again, as long as there is one that overlaps nothing of the patch. Floods over what is level make storeys: those
// patches that are large. They stay whole, whatever their stairs reach over or under.
//
// Dealing. Each patch, the largest first, goes to one of the layers in which it overlaps nothing: the one that it shares
// the longest border with, or, when it shares none, the one that is nearest to it in height; when there is no such
// layer, it begins a new one.
//
// What is no storey is dealt with in two ways, and the better result is kept: fewer layers, then shorter borders.
// - Growth. A plan's triangles reach from the floor up to the bed, so some of a storey's are steep. When storeys have
//   their layers, these grow over all around them that they have room for, triangle by triangle, but level patches
//   whole; over the longest edges first, so that what grows from two sides meets where the way is narrow. Floods make
//   patches of what is left then.
// - Floods make patches of all that is no storey, and what slopes, as terrain does, is not cut to pieces.
//
// Shorter borders. A triangle moves to a neighbour's layer, and a piece that hangs together on one layer to another one,
// if there is room and borders between layers are shorter then, until nothing moves.
//
// On a flat plan all patches go to the first layer. Last, layers are numbered from the lowest to the highest.
//
// A triangle's height is that of its corners, added up; that of a patch and of a layer is the mean by area. All choices
// are by height, length or area, then by number; all are canonical.
//
// Cost: every triangle is asked at most three times per patch and layer at whose edge it lies, a search in the tree each
// time. There are no more than STOREYS storeys, and ROUNDS rounds of moves.
#include "base/array.h"
#include "base/sort.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>

enum {
    NONE = -1,
    STOREYS = 256, // the area of a storey is at least this part of all
    ROUNDS = 16    // of making borders shorter, at most
};

#define SLACK 4.0 // lattice steps

typedef struct waiting {
    int64_t height; // or the length of an edge, negative: what is least is first
    int32_t triangle;
    int32_t layer; // that it may come to, or NONE
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
    int32_t low;    // the lowest vertex
    double all;     // the area of all triangles
    int32_t *layer; // per triangle, or NONE
    WEND_ARRAY(waiting) heap;
    WEND_ARRAY(waiting) order; // of all triangles
    WEND_ARRAY(int32_t) other; // layers found in another way
    WEND_ARRAY(int32_t) patch; // per triangle, or NONE
    WEND_ARRAY(int32_t) members;
    WEND_ARRAY(int32_t) first;   // per patch: its first member; one more at the end
    WEND_ARRAY(extent) patches;  // in the order in which they are given layers
    WEND_ARRAY(extent) layers;   //
    WEND_ARRAY(int32_t) refused; // per layer: the last patch that it has no room for
    WEND_ARRAY(double) shared;   // per layer: the length of its border with the patch at hand
    WEND_ARRAY(int32_t) asked;   // per patch: the last layer that was found to have no room for it
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
    const int32_t *group; // of each triangle
    int32_t triangle, wanted;
    bool found;
} search;

static bool visit_group(void *user, int32_t other) {
    search *s = user;
    if (s->group[other] == s->wanted && wend_plan_overlap(s->l->view, s->triangle, other))
        s->found = true;
    return !s->found;
}

// Notes the layers of all triangles that overlap this one.
static bool visit_layers(void *user, int32_t other) {
    search *s = user;
    int32_t layer = s->group[other];
    if (layer >= 0 && s->l->refused.data[layer] != s->wanted && wend_plan_overlap(s->l->view, s->triangle, other))
        s->l->refused.data[layer] = s->wanted;
    return true;
}

// Whether a triangle overlaps one of those of a group.
static bool overlaps(const layering *l, int32_t triangle, const int32_t *group, int32_t wanted) {
    search s = {l, group, triangle, wanted, false};
    wend_box box = box_of(l->view, triangle);
    wend_tree_search(l->tree, &box, visit_group, &s);
    return s.found;
}

// ---------------------------------------------------------------------------------------------------- patches

static bool is_lower(waiting a, waiting b) {
    if (a.height != b.height)
        return a.height < b.height;
    return a.triangle != b.triangle ? a.triangle < b.triangle : a.layer < b.layer;
}

static int compare_waiting(const void *a, const void *b, const void *user) {
    (void)user;
    const waiting *p = a, *q = b;
    return is_lower(*p, *q) ? -1 : is_lower(*q, *p);
}

static waiting wait_for(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    return (waiting){(int64_t)view->vertex_heights[v[0]] + view->vertex_heights[v[1]] + view->vertex_heights[v[2]],
                     triangle, NONE};
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
        if (l->patch.data[t] != NONE || l->layer[t] != NONE || (level && !is_level(l->view, t)) ||
            overlaps(l, t, l->patch.data, patch))
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

// Whether a patch is large.
static bool is_storey(const layering *l, int32_t first, int32_t end) {
    double area = 0;
    for (int32_t i = first; i < end; i++)
        area += area_of(l->view, l->members.data[i]);
    return STOREYS * area >= l->all;
}

static void clear_patches(layering *l) {
    l->members.count = l->first.count = 0;
    for (int64_t i = 0; i < l->patch.count; i++)
        l->patch.data[i] = NONE;
}

// Makes patches of all triangles that have neither patch nor layer; with `level`, of those that are level.
static bool add_patches(layering *l, bool level) {
    for (int64_t i = 0; i < l->order.count; i++) {
        int32_t t = l->order.data[i].triangle, patch = (int32_t)l->first.count;
        if (l->patch.data[t] == NONE && l->layer[t] == NONE && (!level || is_level(l->view, t)) &&
            (!wend_array_push(l->context, &l->first, (int32_t)l->members.count) || !flood(l, t, patch, level)))
            return false;
    }
    return wend_array_push(l->context, &l->first, (int32_t)l->members.count);
}

// Takes all patches apart that are no storeys.
static void keep_storeys(layering *l) {
    int32_t count = (int32_t)l->first.count - 1, kept = 0, members = 0;
    for (int32_t patch = 0; patch < count; patch++) {
        int32_t first = l->first.data[patch], end = l->first.data[patch + 1];
        bool storey = is_storey(l, first, end);
        if (storey)
            l->first.data[kept] = members;
        for (int32_t i = first; i < end; i++) {
            l->patch.data[l->members.data[i]] = storey ? kept : NONE;
            if (storey)
                l->members.data[members++] = l->members.data[i];
        }
        kept += storey;
    }
    l->first.count = kept;
    l->members.count = members;
}

// ---------------------------------------------------------------------------------------------------- layers

static void add_extent(const layering *l, int32_t triangle, extent *sum) {
    const int32_t *v = l->view->triangles[triangle].v;
    double area = area_of(l->view, triangle), height = 0;
    for (int k = 0; k < 3; k++)
        height += (double)((int64_t)l->view->vertex_heights[v[k]] - l->low);
    sum->area += area;
    sum->height += area * (height / 3);
}

static extent measure_patch(const layering *l, int32_t patch) {
    extent sum = {0, 0, patch};
    for (int32_t i = l->first.data[patch]; i < l->first.data[patch + 1]; i++)
        add_extent(l, l->members.data[i], &sum);
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

// Puts the patches in order, the largest first.
static bool sort_patches(layering *l) {
    int32_t count = (int32_t)l->first.count - 1;
    l->patches.count = 0;
    for (int32_t patch = 0; patch < count; patch++)
        if (!wend_array_push(l->context, &l->patches, measure_patch(l, patch)))
            return false;
    return wend_sort(l->context, l->patches.data, count, sizeof(extent), compare_sizes, NULL);
}

static double length_of(const wend_plan_view *view, int32_t e) {
    wend_point a = view->vertices[wend_plan_edge_start(view, e)];
    wend_point b = view->vertices[wend_plan_edge_start(view, wend_plan_edge_next(e))];
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

// Finds out how long the borders of a patch with layers are; what its own layer has besides it counts too.
static void measure_borders(layering *l, int32_t patch) {
    for (int64_t k = 0; k < l->shared.count; k++)
        l->shared.data[k] = 0;
    for (int32_t i = l->first.data[patch]; i < l->first.data[patch + 1]; i++)
        for (int32_t e = 3 * l->members.data[i]; e < 3 * l->members.data[i] + 3; e++) {
            int32_t twin = wend_plan_edge_twin(l->view, e);
            if (twin >= 0 && l->layer[twin / 3] >= 0 && l->patch.data[twin / 3] != patch)
                l->shared.data[l->layer[twin / 3]] += length_of(l->view, e);
        }
}

// Finds out which layers have no room for a patch.
static void ask_layers(layering *l, int32_t patch) {
    for (int32_t i = l->first.data[patch]; i < l->first.data[patch + 1]; i++) {
        search s = {l, l->layer, l->members.data[i], patch, false};
        wend_box box = box_of(l->view, s.triangle);
        wend_tree_search(l->tree, &box, visit_layers, &s);
    }
}

// How far a layer is from a patch in height.
static double away_from(const layering *l, int32_t k, const extent *patch) {
    double away = l->layers.data[k].height / l->layers.data[k].area - patch->height / patch->area;
    return away < 0 ? -away : away;
}

// The best layer with room for a patch; a new one when there is none. -1 when memory is short.
static int32_t choose_layer(layering *l, const extent *patch) {
    measure_borders(l, patch->number);
    ask_layers(l, patch->number);
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

static void forget_refusals(layering *l) {
    for (int64_t k = 0; k < l->refused.count; k++)
        l->refused.data[k] = NONE;
}

static void put_into(layering *l, const extent *patch, int32_t layer) {
    l->layers.data[layer].area += patch->area;
    l->layers.data[layer].height += patch->height;
    for (int32_t i = l->first.data[patch->number]; i < l->first.data[patch->number + 1]; i++)
        l->layer[l->members.data[i]] = layer;
}

// Gives layers to all patches of at least this area.
static bool deal_patches(layering *l, double least) {
    forget_refusals(l);
    if (!sort_patches(l))
        return false;
    for (int64_t k = 0; k < l->patches.count && l->patches.data[k].area >= least; k++) {
        int32_t layer = choose_layer(l, &l->patches.data[k]);
        if (layer < 0)
            return false;
        put_into(l, &l->patches.data[k], layer);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- growth

// Lets the neighbours of a triangle that have no layer wait for its layer, those behind long edges first.
static bool call_neighbours(layering *l, int32_t triangle) {
    for (int32_t e = 3 * triangle; e < 3 * triangle + 3; e++) {
        int32_t twin = wend_plan_edge_twin(l->view, e);
        if (twin < 0 || l->layer[twin / 3] != NONE)
            continue;
        if (!heap_push(l, (waiting){-(int64_t)length_of(l->view, e), twin / 3, l->layer[triangle]}))
            return false;
    }
    return true;
}

// Takes a triangle that waits into the layer, with all of its patch, if there is room for it.
static bool take(layering *l, const waiting *w) {
    int32_t patch = l->patch.data[w->triangle];
    int32_t first = patch < 0 ? 0 : l->first.data[patch], end = patch < 0 ? 1 : l->first.data[patch + 1];
    const int32_t *members = patch < 0 ? &w->triangle : l->members.data;
    if (patch >= 0 && l->asked.data[patch] == w->layer)
        return true;
    for (int32_t i = first; i < end; i++)
        if (overlaps(l, members[i], l->layer, w->layer)) {
            if (patch >= 0)
                l->asked.data[patch] = w->layer;
            return true;
        }
    for (int32_t i = first; i < end; i++)
        l->layer[members[i]] = w->layer;
    for (int32_t i = first; i < end; i++)
        if (!call_neighbours(l, members[i]))
            return false;
    return true;
}

// Lets layers grow over all that they have room for.
static bool grow(layering *l) {
    if (!wend_array_resize(l->context, &l->asked, l->patches.count))
        return false;
    for (int64_t i = 0; i < l->asked.count; i++)
        l->asked.data[i] = NONE;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        if (l->layer[t] != NONE && !call_neighbours(l, t))
            return false;
    while (l->heap.count > 0) {
        waiting w = heap_pop(l);
        if (l->layer[w.triangle] == NONE && !take(l, &w))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- shorter borders

// Moves a triangle to the layer of neighbours that it has a longer border with than with its own, if there is room.
static bool move_triangle(layering *l, int32_t t) {
    const wend_plan_triangle *triangle = &l->view->triangles[t];
    int32_t layers[3] = {NONE, NONE, NONE}, own = l->layer[t];
    double border[3] = {0, 0, 0}, inside = 0;
    for (int i = 0; i < 3; i++) {
        int32_t k = 0, layer = triangle->twin[i] < 0 ? NONE : l->layer[triangle->twin[i] / 3];
        if (layer == own)
            inside += length_of(l->view, 3 * t + i);
        if (layer == own || layer == NONE)
            continue;
        while (layers[k] != NONE && layers[k] != layer)
            k++;
        layers[k] = layer;
        border[k] += length_of(l->view, 3 * t + i);
    }
    for (int k = 0; k < 3 && layers[k] != NONE; k++)
        if (border[k] > inside && !overlaps(l, t, l->layer, layers[k])) {
            l->layer[t] = layers[k];
            return true;
        }
    return false;
}

// Makes patches of what hangs together on a layer.
static bool make_pieces(layering *l) {
    clear_patches(l);
    for (int32_t t = 0; t < l->view->triangle_count; t++) {
        if (l->patch.data[t] != NONE)
            continue;
        int32_t piece = (int32_t)l->first.count;
        int64_t next = l->members.count;
        l->patch.data[t] = piece;
        if (!wend_array_push(l->context, &l->first, (int32_t)next) || !wend_array_push(l->context, &l->members, t))
            return false;
        for (; next < l->members.count; next++)
            for (int i = 0; i < 3; i++) {
                int32_t twin = l->view->triangles[l->members.data[next]].twin[i], other = twin / 3;
                if (twin < 0 || l->patch.data[other] != NONE || l->layer[other] != l->layer[t])
                    continue;
                l->patch.data[other] = piece;
                if (!wend_array_push(l->context, &l->members, other))
                    return false;
            }
    }
    return wend_array_push(l->context, &l->first, (int32_t)l->members.count);
}

static bool has_room(const layering *l, int32_t piece, int32_t layer) {
    for (int32_t i = l->first.data[piece]; i < l->first.data[piece + 1]; i++)
        if (overlaps(l, l->members.data[i], l->layer, layer))
            return false;
    return true;
}

// The layer that a piece has the longest border with, of those that have room for it. Its own one has none with it,
// unless another piece has come there.
static int32_t nearest_layer(layering *l, int32_t piece) {
    int32_t own = l->layer[l->members.data[l->first.data[piece]]];
    measure_borders(l, piece);
    for (;;) {
        int32_t best = own;
        for (int32_t k = 0; k < l->shared.count; k++)
            best = l->shared.data[k] > l->shared.data[best] ? k : best;
        if (best == own || has_room(l, piece, best))
            return best;
        l->shared.data[best] = 0;
    }
}

static bool move_piece(layering *l, int32_t piece) {
    const int32_t *members = l->members.data + l->first.data[piece];
    int32_t count = l->first.data[piece + 1] - l->first.data[piece], layer = nearest_layer(l, piece);
    bool moves = l->layer[members[0]] != layer;
    for (int32_t i = 0; moves && i < count; i++)
        l->layer[members[i]] = layer;
    return moves;
}

// Moves triangles and pieces as long as that makes borders between layers shorter.
static bool shorten(layering *l) {
    bool moved = true;
    for (int round = 0; round < ROUNDS && moved; round++) {
        moved = false;
        for (int32_t t = 0; t < l->view->triangle_count; t++)
            moved |= move_triangle(l, t);
        if (!make_pieces(l) || !sort_patches(l))
            return false;
        for (int64_t k = l->patches.count - 1; k >= 0; k--)
            moved |= move_piece(l, l->patches.data[k].number);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

// Numbers the layers from the lowest on; those that have lost all of their triangles are none.
static bool number_layers(layering *l) {
    int64_t count = 0;
    for (int64_t k = 0; k < l->layers.count; k++)
        l->layers.data[k] = (extent){0, 0, (int32_t)k};
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        add_extent(l, t, &l->layers.data[l->layer[t]]);
    for (int64_t k = 0; k < l->layers.count; k++)
        if (l->layers.data[k].area > 0)
            l->layers.data[count++] = l->layers.data[k];
    l->layers.count = count;
    if (!wend_sort(l->context, l->layers.data, count, sizeof(extent), compare_heights, NULL))
        return false;
    for (int32_t k = 0; k < count; k++)
        l->refused.data[l->layers.data[k].number] = k;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        l->layer[t] = l->refused.data[l->layer[t]];
    return true;
}

// The length of all borders between layers.
static double border_length(const layering *l) {
    double sum = 0;
    for (int32_t e = 0; e < 3 * l->view->triangle_count; e++) {
        int32_t twin = wend_plan_edge_twin(l->view, e);
        if (twin > e && l->layer[twin / 3] != l->layer[e / 3])
            sum += length_of(l->view, e);
    }
    return sum;
}

// Finds layers, with or without growth.
static bool try_layers(layering *l, bool growth) {
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        l->layer[t] = NONE;
    l->layers.count = l->refused.count = l->shared.count = 0;
    clear_patches(l);
    if (!add_patches(l, true))
        return false;
    if (growth) {
        if (!deal_patches(l, l->all / STOREYS) || !grow(l))
            return false;
        clear_patches(l);
    } else
        keep_storeys(l);
    return add_patches(l, false) && deal_patches(l, 0) && shorten(l) && number_layers(l);
}

static bool prepare(layering *l) {
    int32_t count = l->view->triangle_count;
    if (!wend_array_resize(l->context, &l->order, count) || !wend_array_resize(l->context, &l->patch, count) ||
        !wend_array_resize(l->context, &l->other, count))
        return false;
    for (int32_t t = 0; t < count; t++) {
        l->order.data[t] = wait_for(l->view, t);
        l->all += area_of(l->view, t);
    }
    l->low = INT32_MAX;
    for (int32_t v = 0; v < l->view->vertex_count; v++)
        l->low = l->view->vertex_heights[v] < l->low ? l->view->vertex_heights[v] : l->low;
    return wend_sort(l->context, l->order.data, count, sizeof(waiting), compare_waiting, NULL);
}

// Finds layers in both ways and keeps the better ones; how many there are, or -1 when memory is short.
static int32_t find_best(layering *l, int32_t *layer) {
    size_t bytes = (size_t)l->view->triangle_count * sizeof *layer;
    l->layer = layer;
    if (!prepare(l) || !try_layers(l, false))
        return -1;
    int64_t count = l->layers.count;
    double border = border_length(l);
    if (count == 1)
        return 1;
    l->layer = l->other.data;
    if (!try_layers(l, true))
        return -1;
    if (l->layers.count > count || (l->layers.count == count && !(border_length(l) < border)))
        return (int32_t)count;
    memcpy(layer, l->other.data, bytes);
    return (int32_t)l->layers.count;
}

int32_t wend_plan_find_layers(wend_context *context, const wend_plan_view *view, const wend_tree *tree,
                              int32_t *layer) {
    layering l = {.context = context, .view = view, .tree = tree};
    int32_t count = find_best(&l, layer);
    wend_array_free(context, &l.heap);
    wend_array_free(context, &l.order);
    wend_array_free(context, &l.other);
    wend_array_free(context, &l.patch);
    wend_array_free(context, &l.members);
    wend_array_free(context, &l.first);
    wend_array_free(context, &l.patches);
    wend_array_free(context, &l.layers);
    wend_array_free(context, &l.refused);
    wend_array_free(context, &l.shared);
    wend_array_free(context, &l.asked);
    return count;
}
