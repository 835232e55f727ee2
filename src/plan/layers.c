// Layers: groups of plan triangles of which no two overlap seen from above; storeys, as a person would count them.
//
// Floors that end above one another do so to within rounding: the lower one is cut where the upper one begins, each end
// is rounded, and links draw corners by up to two steps. So triangles overlap only when one would have to be moved by
// more than SLACK lattice steps to be clear of the other. Nothing but names and pictures depends on layers.
//
// Floors that truly lie one above the other are an agent's height apart. What overlaps and is closer does so because
// gaps were filled: at the legs of a table, below the edge of a bed. One of the two gives way: the higher one, or the
// smaller one of two that are within a step. What gives way waits until all else has its place, so that no room is cut
// for the sake of a filler.
//
// Every triangle begins as a group of its own. Groups are joined unless a triangle of one overlaps one of the other;
// what was refused once is refused for ever, as groups only grow. Joins are tried in an order that depends on the plan
// alone:
//
// 1. Across edges between triangles that are level, to within 2 cm, then 10 cm: a floor that does not overlap itself
//    is whole, and stays so.
// 2. Floors (groups as large as a small room) of the same height with no more than a thick wall between them: storeys
//    are whole.
// 3. Across steeper edges, within a step and then all others; from the top down each time. A stairwell is a hole in the
//    floor that the stairs lead to, so they are cut, if at all, where they come to the storey below. What winds up
//    above itself is cut after each turn.
// 4. What stands on something or beside it (a table, a dais, the top of a wall), the largest first: with the highest
//    group below that is at least as large and has room for it.
// 5. What gave way: across edges, then as in 4.
//
// Groups that are floors then are storeys. They get layers from the lowest on, each one above all those that it lies
// over. All other groups are left because they overlap what they stand on or lead to. They get layers of their own
// above those of the storeys, as few as have room for them, so that no table of the ground floor is among the rooms
// above. What overlaps nothing at all is on the first layer: a plan without overlaps has one.
//
// Cost: a join asks each triangle of the smaller group that overlaps anything for what there is in the other group at
// its place: O(n log n) searches in a tree, each of O(log n + what it finds).
#include "base/array.h"
#include "base/sort.h"
#include "geom/boxes.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>

enum {
    NONE = -1,
    MANY = 64 // triangles that one is compared with before those near it in height
};

#define SLACK 4.0 // lattice steps

// Metres:
#define FLAT 0.02
#define LEVEL 0.1
#define WALL 1.5 // thickness of what may be between two parts of a storey

#define STOREY 5.0 // square metres: area of a floor
#define NARROW 1.2 // width of a floor
#define FAR 4      // times the agent's height: how far below itself a storey looks for those that it lies over

// A group of triangles; that of its root counts.
typedef struct group {
    int32_t parent; // itself when it is a root
    int32_t next;   // circular list of members
    int32_t size;
    int32_t foes; // first of those that it overlaps, or NONE
    wend_box3 box;
    double area;  // doubled, in square lattice steps
    double width; // of its widest triangle, in lattice steps
} group;

typedef struct foe {
    int32_t triangle; // one of the group that is overlapped
    int32_t next;
} foe;

typedef struct layer_box {
    int32_t low, high;
} layer_box;

typedef struct layering {
    wend_context *context;
    const wend_plan_view *view;
    const wend_tree *tree;
    double metre;     // lattice steps
    double height;    // of the agent, lattice steps
    double step;      // that it climbs, lattice steps
    int32_t *layer;   // per triangle, or NONE
    wend_boxes boxes; // over triangles
    wend_item_list found, beside;
    WEND_ARRAY(group) groups;  // per triangle
    WEND_ARRAY(uint8_t) apart; // per triangle: whether it overlaps no other one
    WEND_ARRAY(uint8_t) late;  // per triangle: whether it gives way to another one that it overlaps
    WEND_ARRAY(foe) foes;
    WEND_ARRAY(wend_key) edges; // in the order in which joins across them are tried
    WEND_ARRAY(wend_key) order; // of groups
    WEND_ARRAY(wend_key) below; // groups that the one at hand may stand on
    WEND_ARRAY(int32_t) place;  // per triangle: of a root, where it is in `below`, if it is
    WEND_ARRAY(layer_box) layers;
} layering;

// ---------------------------------------------------------------------------------------------------- overlaps

// Whether one of the edges of a has all of b on its right, or no farther than `slack` on its left. The least way out of
// a convex figure is across one of the edges of either, so this is exact up to the rounding of a root.
static bool is_apart(const wend_plan_view *view, const int32_t *a, const int32_t *b, double slack) {
    for (int i = 0; i < 3; i++) {
        wend_point from = view->vertices[a[i]], to = view->vertices[a[(i + 1) % 3]];
        int64_t most = INT64_MIN; // how far b reaches to the left, times the length of the edge
        for (int k = 0; k < 3; k++) {
            int64_t left = wend_cross(from, to, view->vertices[b[k]]);
            most = left > most ? left : most;
        }
        if (most <= 0 && slack >= 0)
            return true;
        double x = (double)to.x - from.x, y = (double)to.y - from.y;
        if ((double)most <= slack * sqrt(x * x + y * y))
            return true;
    }
    return false;
}

bool wend_plan_overlap(const wend_plan_view *view, int32_t a, int32_t b) {
    const int32_t *v = view->triangles[a].v, *w = view->triangles[b].v;
    return !is_apart(view, v, w, SLACK) && !is_apart(view, w, v, SLACK);
}

// Whether two triangles are no farther from each other than a wall is thick.
static bool is_beside(const layering *l, int32_t a, int32_t b) {
    const int32_t *v = l->view->triangles[a].v, *w = l->view->triangles[b].v;
    return !is_apart(l->view, v, w, -WALL * l->metre) && !is_apart(l->view, w, v, -WALL * l->metre);
}

static wend_box3 box_of(const void *user, int32_t triangle) {
    const wend_plan_view *view = user;
    const int32_t *v = view->triangles[triangle].v;
    wend_box3 box;
    for (int i = 0; i < 3; i++) {
        const int32_t at[3] = {view->vertices[v[i]].x, view->vertices[v[i]].y, view->vertex_heights[v[i]]};
        for (int k = 0; k < 3; k++) {
            box.low[k] = i == 0 || at[k] < box.low[k] ? at[k] : box.low[k];
            box.high[k] = i == 0 || at[k] > box.high[k] ? at[k] : box.high[k];
        }
    }
    return box;
}

typedef struct any_search {
    const wend_plan_view *view;
    int32_t triangle;
    int32_t most; // that may be asked
    bool found;
} any_search;

static bool visit_any(void *user, int32_t other) {
    any_search *s = user;
    s->found = other != s->triangle && wend_plan_overlap(s->view, s->triangle, other);
    return !s->found && --s->most > 0;
}

static void corners_of(const void *user, int32_t triangle, wend_point corners[3]) {
    const wend_plan_view *view = user;
    for (int i = 0; i < 3; i++)
        corners[i] = view->vertices[view->triangles[triangle].v[i]];
}

// Lists the triangles between two heights that one may overlap.
static bool search_overlaps(layering *l, int32_t triangle, double low, double high) {
    wend_box3 box = box_of(l->view, triangle);
    wend_point corners[3];
    corners_of(l->view, triangle, corners);
    box.low[2] = wend_box_floor(low);
    box.high[2] = wend_box_ceil(high);
    return wend_boxes_search_triangle(l->context, &l->boxes, &box, corners, 0, &l->found);
}

// Lists the triangles within a box, and between two heights.
static bool search(layering *l, wend_box3 box, double low, double high) {
    box.low[2] = wend_box_floor(low);
    box.high[2] = wend_box_ceil(high);
    return wend_boxes_search(l->context, &l->boxes, &box, &l->found);
}

// Whether a triangle overlaps no other one, as most of them do in most scenes: 1 or 0, -1 when memory is short. Where
// very many are above each other, as in a tower, those near it in height are asked before all others; where very many
// are needles, bands leave few of them.
static int is_alone(layering *l, int32_t triangle) {
    any_search s = {l->view, triangle, MANY, false};
    wend_box3 at = box_of(l->view, triangle);
    wend_box box = {at.low[0], at.low[1], at.high[0], at.high[1]};
    wend_tree_search(l->tree, &box, visit_any, &s);
    if (s.found || s.most > 0)
        return !s.found;
    for (int far = 0; far < 2 && !s.found; far++) {
        double away = far ? WEND_COORDINATE_MAX : FAR * l->height;
        if (!search_overlaps(l, triangle, at.low[2] - away, at.high[2] + away))
            return -1;
        for (int64_t k = 0; k < l->found.count && !s.found; k++)
            visit_any(&s, l->found.data[k]);
    }
    return !s.found;
}

static double area_of(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    return (double)wend_cross(view->vertices[v[0]], view->vertices[v[1]], view->vertices[v[2]]);
}

// The height of a triangle above its longest side.
static double width_of(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        wend_point a = view->vertices[v[i]], b = view->vertices[v[(i + 1) % 3]];
        double x = (double)b.x - a.x, y = (double)b.y - a.y, square = x * x + y * y;
        most = square > most ? square : most;
    }
    return area_of(view, triangle) / sqrt(most);
}

// Three times the height of a triangle's middle.
static int64_t height_of(const wend_plan_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    return (int64_t)view->vertex_heights[v[0]] + view->vertex_heights[v[1]] + view->vertex_heights[v[2]];
}

#define HIGHEST (3 * (int64_t)WEND_COORDINATE_MAX) // of three times a height

// A height as the lower bits of a key.
static uint64_t key_of(int64_t height) {
    return (uint64_t)(height + HIGHEST);
}

// Whether a triangle gives way to another one that it overlaps and that is closer than the agent's height: 1 or 0, -1
// when memory is short.
static int gives_way(layering *l, int32_t t) {
    wend_box3 box = box_of(l->view, t);
    double own = (double)height_of(l->view, t) / 3, area = area_of(l->view, t);
    if (!search_overlaps(l, t, box.low[2] - l->height, box.high[2] + l->height))
        return -1;
    for (int64_t k = 0; k < l->found.count; k++) {
        int32_t u = l->found.data[k];
        double above = own - (double)height_of(l->view, u) / 3, larger = area - area_of(l->view, u);
        bool same = above <= l->step && -above <= l->step;
        bool loses = same ? larger < 0 || (!(larger > 0) && t > u) : above > 0 && above < l->height;
        if (u != t && loses && wend_plan_overlap(l->view, t, u))
            return 1;
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------- groups

static int32_t find_root(layering *l, int32_t t) {
    group *groups = l->groups.data;
    while (groups[t].parent != t)
        t = groups[t].parent = groups[groups[t].parent].parent;
    return t;
}

static bool are_foes(layering *l, int32_t a, int32_t b) {
    for (int32_t k = l->groups.data[a].foes; k != NONE; k = l->foes.data[k].next)
        if (find_root(l, l->foes.data[k].triangle) == b)
            return true;
    return false;
}

static bool add_foe(layering *l, int32_t a, int32_t b) {
    foe f = {b, l->groups.data[a].foes};
    l->groups.data[a].foes = (int32_t)l->foes.count;
    return wend_array_push(l->context, &l->foes, f);
}

// A triangle of group b that one of group a overlaps; NONE, or -2 when memory is short.
static int32_t find_overlap(layering *l, int32_t a, int32_t b) {
    const group *groups = l->groups.data;
    const wend_box3 *other = &groups[b].box;
    int32_t t = a;
    do {
        wend_box3 box = box_of(l->view, t);
        if (!l->apart.data[t] && box.low[0] <= other->high[0] && other->low[0] <= box.high[0] &&
            box.low[1] <= other->high[1] && other->low[1] <= box.high[1]) {
            if (!search_overlaps(l, t, other->low[2], other->high[2]))
                return -2;
            for (int64_t k = 0; k < l->found.count; k++)
                if (find_root(l, l->found.data[k]) == b && wend_plan_overlap(l->view, t, l->found.data[k]))
                    return l->found.data[k];
        }
        t = groups[t].next;
    } while (t != a);
    return NONE;
}

static void merge(layering *l, int32_t small, int32_t large) {
    group *a = &l->groups.data[large], *b = &l->groups.data[small];
    int32_t next = a->next;
    a->next = b->next;
    b->next = next;
    b->parent = large;
    a->size += b->size;
    a->area += b->area;
    a->width = b->width > a->width ? b->width : a->width;
    for (int k = 0; k < 3; k++) {
        a->box.low[k] = b->box.low[k] < a->box.low[k] ? b->box.low[k] : a->box.low[k];
        a->box.high[k] = b->box.high[k] > a->box.high[k] ? b->box.high[k] : a->box.high[k];
    }
    if (b->foes == NONE)
        return;
    int32_t last = b->foes;
    while (l->foes.data[last].next != NONE)
        last = l->foes.data[last].next;
    l->foes.data[last].next = a->foes;
    a->foes = b->foes;
}

// Joins the groups of two triangles unless they overlap: 1 when they are one now, 0 when not, -1 when memory is short.
static int join(layering *l, int32_t t, int32_t u) {
    int32_t a = find_root(l, t), b = find_root(l, u);
    if (a == b)
        return 1;
    const group *groups = l->groups.data;
    int32_t small = groups[a].size < groups[b].size || (groups[a].size == groups[b].size && a > b) ? a : b;
    int32_t large = small == a ? b : a;
    if (are_foes(l, small, large))
        return 0;
    int32_t over = find_overlap(l, small, large);
    if (over == NONE) {
        merge(l, small, large);
        return 1;
    }
    return over >= 0 && add_foe(l, small, large) && add_foe(l, large, small) ? 0 : -1;
}

// Whether a group has a floor: it is as large as a small room, and not as narrow as the top of a wall.
static bool is_floor(const layering *l, int32_t root) {
    const group *g = &l->groups.data[root];
    return g->area >= 2 * STOREY * l->metre * l->metre && g->width >= NARROW * l->metre;
}

static bool prepare(layering *l) {
    int32_t count = l->view->triangle_count;
    if (wend_boxes_build(l->context, count, box_of, l->view, &l->boxes) != WEND_OK ||
        !wend_boxes_add_bands(l->context, count, corners_of, l->view, 0, &l->boxes) ||
        !wend_array_resize(l->context, &l->groups, count) || !wend_array_resize(l->context, &l->apart, count) ||
        !wend_array_resize(l->context, &l->late, count) || !wend_array_resize(l->context, &l->place, count))
        return false;
    for (int32_t t = 0; t < count; t++) {
        l->groups.data[t] = (group){t, t, 1, NONE, box_of(l->view, t), area_of(l->view, t), width_of(l->view, t)};
        int alone = is_alone(l, t);
        l->apart.data[t] = alone == 1;
        l->layer[t] = NONE;
        l->place.data[t] = 0;
        int late = l->apart.data[t] ? 0 : gives_way(l, t);
        if (alone < 0 || late < 0)
            return false;
        l->late.data[t] = (uint8_t)late;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- across edges

enum { FLAT_EDGE, LEVEL_EDGE, STEP_EDGE, STEEP_EDGE, CLASS_BIT = 40 };

// How steep it is across an edge: by how much the corners on both sides differ in height.
static int edge_class(const layering *l, int32_t e, int32_t twin) {
    wend_box3 a = box_of(l->view, e / 3), b = box_of(l->view, twin / 3);
    int64_t low = a.low[2] < b.low[2] ? a.low[2] : b.low[2], high = a.high[2] > b.high[2] ? a.high[2] : b.high[2];
    double rise = (double)(high - low);
    return rise <= FLAT * l->metre    ? FLAT_EDGE
           : rise <= LEVEL * l->metre ? LEVEL_EDGE
           : rise <= l->step          ? STEP_EDGE
                                      : STEEP_EDGE;
}

// The key of the order in which joins across edges are tried: how steep it is there, then how high.
static uint64_t edge_key(const layering *l, int32_t e) {
    int32_t twin = wend_plan_edge_twin(l->view, e);
    int64_t a = height_of(l->view, e / 3), b = height_of(l->view, twin / 3);
    return (uint64_t)edge_class(l, e, twin) << CLASS_BIT | (key_of(HIGHEST) - key_of(a < b ? a : b));
}

static bool sort_edges(layering *l) {
    for (int32_t e = 0; e < 3 * l->view->triangle_count; e++)
        if (wend_plan_edge_twin(l->view, e) > e &&
            !wend_array_push(l->context, &l->edges, (wend_key){edge_key(l, e), e, 0}))
            return false;
    return wend_sort_keys(l->context, l->edges.data, l->edges.count);
}

// Joins across all edges up to a class; those of triangles that give way only when it is their turn.
static bool join_edges(layering *l, int last, bool late) {
    for (int64_t k = 0; k < l->edges.count && (int)(l->edges.data[k].key >> CLASS_BIT) <= last; k++) {
        int32_t t = l->edges.data[k].index / 3, u = wend_plan_edge_twin(l->view, l->edges.data[k].index) / 3;
        if ((late || (!l->late.data[t] && !l->late.data[u])) && join(l, t, u) < 0)
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- side by side

static wend_box3 box_around(const layering *l, int32_t triangle) {
    wend_box3 box = box_of(l->view, triangle);
    for (int k = 0; k < 2; k++) {
        box.low[k] = wend_box_floor(box.low[k] - WALL * l->metre);
        box.high[k] = wend_box_ceil(box.high[k] + WALL * l->metre);
    }
    return box;
}

// Joins what is level and beside each other, as long as there is more than one floor.
static bool join_beside(layering *l) {
    int32_t floors = 0;
    for (int32_t t = 0; t < l->view->triangle_count; t++)
        floors += l->groups.data[t].parent == t && is_floor(l, t);
    for (int32_t t = 0; t < l->view->triangle_count && floors > 1; t++) {
        wend_box3 box = box_around(l, t);
        if (!is_floor(l, find_root(l, t)))
            continue;
        if (!search(l, box, box.low[2] - LEVEL * l->metre, box.high[2] + LEVEL * l->metre))
            return false;
        wend_item_list found = l->found; // a join searches, too
        l->found = l->beside;
        l->beside = found;
        for (int64_t k = 0; k < l->beside.count; k++) {
            int32_t other = l->beside.data[k];
            if (!is_floor(l, find_root(l, other)) || find_root(l, t) == find_root(l, other) || !is_beside(l, t, other))
                continue;
            int joined = join(l, t, other);
            if (joined < 0)
                return false;
            floors -= joined;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- one on another

// Notes that the group of triangle u is beside triangle t and below it, if it is, and how high it is there.
static bool note_below(layering *l, int32_t root, int32_t t, int32_t u) {
    int64_t height = height_of(l->view, u);
    wend_key key = {key_of(HIGHEST) - key_of(height), find_root(l, u), 0};
    int32_t *place = &l->place.data[key.index];
    bool known = *place < l->below.count && l->below.data[*place].index == key.index;
    if (key.index == root || l->groups.data[key.index].area < l->groups.data[root].area ||
        (known && l->below.data[*place].key <= key.key) ||
        (double)(height - height_of(l->view, t)) > 3 * LEVEL * l->metre || !is_beside(l, t, u))
        return true;
    if (known) {
        l->below.data[*place] = key;
        return true;
    }
    *place = (int32_t)l->below.count;
    return wend_array_push(l->context, &l->below, key);
}

// Lists the groups that a group may stand on, the highest first: those beside it, at most `depth` below.
static bool find_below(layering *l, int32_t root, double depth, bool late) {
    l->below.count = 0;
    int32_t t = root;
    do {
        wend_box3 box = box_around(l, t);
        if (!search(l, box, box.low[2] - depth, box.low[2] + LEVEL * l->metre))
            return false;
        for (int64_t k = 0; k < l->found.count; k++)
            if ((late || !l->late.data[l->found.data[k]]) && !note_below(l, root, t, l->found.data[k]))
                return false;
        t = l->groups.data[t].next;
    } while (t != root);
    return wend_sort_keys(l->context, l->below.data, l->below.count);
}

// Joins a group with what it stands on.
static bool settle(layering *l, int32_t root, double depth, bool late) {
    int joined = find_below(l, root, depth, late) ? 0 : -1;
    for (int64_t k = 0; k < l->below.count && joined == 0; k++)
        joined = join(l, root, l->below.data[k].index);
    return joined >= 0;
}

// Lists all groups, by area and then by number.
static bool sort_groups(layering *l) {
    l->order.count = 0;
    for (int32_t t = 0; t < l->view->triangle_count; t++) {
        wend_key key = {(uint64_t)l->groups.data[t].area, t, 0};
        if (l->groups.data[t].parent == t && !wend_array_push(l->context, &l->order, key))
            return false;
    }
    return wend_sort_keys(l->context, l->order.data, l->order.count);
}

// Joins what stands on something with it, the largest first; the very largest stands on nothing.
static bool settle_all(layering *l, bool late) {
    if (!sort_groups(l))
        return false;
    for (int64_t k = l->order.count - 2; k >= 0; k--) {
        int32_t t = l->order.data[k].index;
        double depth = (is_floor(l, t) ? 1 : 2) * l->height;
        if (l->groups.data[t].parent == t && (late || !l->late.data[t]) && !settle(l, t, depth, late))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- layers

// The least layer from `first` on that lies above all that the group lies over, of layers from `first` on; -1 when
// memory is short. What is far below is left to has_room.
static int32_t rank_of(layering *l, int32_t root, int32_t first) {
    int32_t rank = first, t = root;
    do {
        wend_box3 box = box_of(l->view, t);
        if (!l->apart.data[t]) {
            if (!search_overlaps(l, t, box.low[2] - FAR * l->height, box.high[2]))
                return -1;
            for (int64_t k = 0; k < l->found.count; k++) {
                int32_t u = l->found.data[k], layer = l->layer[u];
                if (layer >= rank && height_of(l->view, u) < height_of(l->view, t) && wend_plan_overlap(l->view, t, u))
                    rank = layer + 1;
            }
        }
        t = l->groups.data[t].next;
    } while (t != root);
    return rank;
}

// Whether a group overlaps nothing of a layer: 1 or 0, -1 when memory is short.
static int has_room(layering *l, int32_t root, int32_t layer) {
    int32_t t = root;
    do {
        if (!l->apart.data[t]) {
            if (!search_overlaps(l, t, l->layers.data[layer].low, l->layers.data[layer].high))
                return -1;
            for (int64_t k = 0; k < l->found.count; k++)
                if (l->layer[l->found.data[k]] == layer && wend_plan_overlap(l->view, t, l->found.data[k]))
                    return 0;
        }
        t = l->groups.data[t].next;
    } while (t != root);
    return 1;
}

static bool put_into(layering *l, int32_t root, int32_t layer) {
    const wend_box3 *box = &l->groups.data[root].box;
    if (layer == l->layers.count && !wend_array_push(l->context, &l->layers, (layer_box){box->low[2], box->high[2]}))
        return false;
    layer_box *in = &l->layers.data[layer];
    in->low = box->low[2] < in->low ? box->low[2] : in->low;
    in->high = box->high[2] > in->high ? box->high[2] : in->high;
    int32_t t = root;
    do {
        l->layer[t] = layer;
        t = l->groups.data[t].next;
    } while (t != root);
    return true;
}

// Whether a group overlaps no other one.
static bool is_free(const layering *l, int32_t root) {
    int32_t t = root;
    do {
        if (!l->apart.data[t])
            return false;
        t = l->groups.data[t].next;
    } while (t != root);
    return true;
}

// Gives a layer, from `first` on, to a group; the first of all to one that overlaps nothing.
static bool deal(layering *l, int32_t root, int32_t first) {
    int32_t layer = is_free(l, root) ? 0 : is_floor(l, root) ? rank_of(l, root, first) : first;
    if (layer < 0)
        return false;
    for (; layer < l->layers.count; layer++) {
        int room = has_room(l, root, layer);
        if (room < 0)
            return false;
        if (room > 0)
            break;
    }
    return put_into(l, root, layer);
}

// Gives layers to all groups that are storeys, or to all that are none, the lowest first.
static bool deal_all(layering *l, bool storeys) {
    int32_t first = (int32_t)l->layers.count;
    l->order.count = 0;
    for (int32_t t = 0; t < l->view->triangle_count; t++) {
        wend_key key = {key_of(l->groups.data[t].box.low[2]), t, 0};
        if (l->groups.data[t].parent == t && is_floor(l, t) == storeys && !wend_array_push(l->context, &l->order, key))
            return false;
    }
    if (!wend_sort_keys(l->context, l->order.data, l->order.count))
        return false;
    for (int64_t k = 0; k < l->order.count; k++)
        if (!deal(l, l->order.data[k].index, first))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

static bool find_layers(layering *l) {
    return prepare(l) && sort_edges(l) && join_edges(l, LEVEL_EDGE, false) && join_beside(l) &&
           join_edges(l, STEEP_EDGE, false) && settle_all(l, false) && join_edges(l, STEEP_EDGE, true) &&
           settle_all(l, true) && deal_all(l, true) && deal_all(l, false);
}

int32_t wend_plan_find_layers(wend_context *context, const wend_plan_view *view, const wend_tree *tree, double height,
                              double step, int32_t *layer) {
    layering l = {.context = context, .view = view, .tree = tree, .layer = layer};
    l.metre = 1 / (view->lattice.step * view->unit);
    l.height = height * l.metre;
    l.step = step * l.metre;
    int32_t count = find_layers(&l) ? (int32_t)l.layers.count : -1;
    wend_boxes_free(context, &l.boxes);
    wend_array_free(context, &l.found);
    wend_array_free(context, &l.beside);
    wend_array_free(context, &l.groups);
    wend_array_free(context, &l.apart);
    wend_array_free(context, &l.late);
    wend_array_free(context, &l.edges);
    wend_array_free(context, &l.foes);
    wend_array_free(context, &l.order);
    wend_array_free(context, &l.below);
    wend_array_free(context, &l.place);
    wend_array_free(context, &l.layers);
    return count;
}
