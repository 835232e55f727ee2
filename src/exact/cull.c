// Fewer cuts. Most of what cuts a floor means nothing in the end, and every line costs when it is arranged. So
//
//     shadows   within one of the largest go, before lines are made of them;
//     cancel    lines with something that blocks on both sides go, and lines that say the same become one;
//     covered   lines that are deep inside shadows all along go, be it under one or several of them.
//
// What goes is needed by nobody: regions are judged by asking the shadows that are left (regions.c), not by counting
// lines, so all that a missing line does is to make one region of two that are both blocked. Only larger shadows hide
// smaller ones, in an order of all of them, so never both of two that are equal. Of lines deep inside, any number may
// go at once: no part of the outline of all shadows together is inside one, so that outline stays.
//
// Doubles decide here, with room to spare on the safe side: a line is dropped when it is more than 1.5 steps inside,
// where rounding of neither line nor outline reaches; shadows hide others up to a hundredth of a step, which lies
// within what rounding does anyway. Lines cancel only where as many block on one side as on the other: a shadow so thin
// that it is rounded to a line, forth and back, cancels itself and leaves alone what else is there. Walls and fences
// never cancel.
//
// Afterwards cuts in one place stand side by side, which regions.c relies on.
//
// Cost, for s shadows and n lines: 8 s comparisons, a sort, and for each line the shadows near its ends: all of them
// when they are few, else those that a tree finds.
#include "exact/cutter.h"

#include <math.h>

enum { LARGEST = 8 }; // shadows under which others are looked for
enum { MANY = 32 };   // shadows for which a tree pays
enum { PARTS = 16 };  // shadows that may cover a cut together
#define CLOSE 0.01    // of a step: what is called the same place there
#define DEEP 1.5      // steps: so deep inside a shadow nothing reaches its rounded outline

// ---------------------------------------------------------------------------------------------------- shadows

// Makes the part of a shadow that is more than `depth` steps inside it (less than 0: with what is no farther outside).
static void set_shade(const wend_shadow *shadow, double depth, wend_shade *s) {
    s->face = shadow->face;
    s->edges = 0;
    for (int i = 0; i < shadow->count; i++) {
        int j = i + 1 < shadow->count ? i + 1 : 0, k = s->edges;
        double dx = shadow->at[j].x - shadow->at[i].x, dy = shadow->at[j].y - shadow->at[i].y;
        double length = sqrt(dx * dx + dy * dy);
        if (!(length > 0) || shadow->at[i].side < 3)
            continue;
        s->in_x[k] = -dy / length;
        s->in_y[k] = dx / length;
        s->offset[k] = -(shadow->at[i].x * s->in_x[k] + shadow->at[i].y * s->in_y[k]) - depth;
        s->edges++;
    }
}

static bool shadow_within(const wend_shadow *inner, const wend_shade *outer) {
    for (int i = 0; i < inner->count; i++)
        for (int k = 0; k < outer->edges; k++)
            if (inner->at[i].x * outer->in_x[k] + inner->at[i].y * outer->in_y[k] + outer->offset[k] <= 0)
                return false;
    return outer->edges > 0;
}

// The larger one of two faces in a ranking: by area, then by their corners.
static bool is_larger(const wend_cutter *c, double area2, int32_t face, double other_area2, int32_t other) {
    if (area2 < other_area2 || area2 > other_area2)
        return area2 > other_area2;
    return wend_face_compare(&c->footing->solid->faces.data[face], &c->footing->solid->faces.data[other]) < 0;
}

typedef struct ranked {
    double area2;
    int32_t face, index;
} ranked;

// Adds something to the LARGEST ones, the largest first; returns how many there are then.
static int rank(const wend_cutter *c, ranked *largest, int count, ranked one) {
    int k = count;
    while (k > 0 && is_larger(c, one.area2, one.face, largest[k - 1].area2, largest[k - 1].face))
        k--;
    if (k == LARGEST)
        return count;
    count += count < LARGEST;
    memmove(largest + k + 1, largest + k, (size_t)(count - 1 - k) * sizeof *largest);
    largest[k] = one;
    return count;
}

// The covers: the largest shadows, the largest first; returns how many.
static int list_covers(const wend_cutter *c, wend_shade covers[LARGEST]) {
    ranked largest[LARGEST];
    int count = 0;
    for (int32_t i = 0; i < c->shadows.count; i++)
        count = rank(c, largest, count, (ranked){c->shadows.data[i].area2, c->shadows.data[i].face, i});
    for (int k = 0; k < count; k++)
        set_shade(&c->shadows.data[largest[k].index], -CLOSE, &covers[k]);
    return count;
}

// Drops shadows wholly within one of the largest.
static void cull_shadows(wend_cutter *c) {
    wend_shade covers[LARGEST];
    int count = list_covers(c, covers);
    int64_t kept = 0;
    for (int64_t i = 0; i < c->shadows.count; i++) {
        const wend_shadow *shadow = &c->shadows.data[i];
        bool hidden = false;
        for (int k = 0; k < count && !hidden && covers[k].face != shadow->face; k++)
            hidden = shadow_within(shadow, &covers[k]);
        if (!hidden && kept++ < i)
            c->shadows.data[kept - 1] = *shadow;
    }
    c->shadows.count = kept;
}

// Lists the cuts of the shadows.
static wend_result list_cuts(wend_cutter *c) {
    if (!wend_array_reserve(c->context, &c->cuts, c->cuts.count + c->shadows.count * WEND_CUTS_MOST))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->shadows.count; i++)
        c->cuts.count += wend_shadow_cuts(c->footing, c->floor, &c->shadows.data[i], c->cuts.data + c->cuts.count);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- cancelling

// A number for each end of a cut, the same whichever way it runs.
static uint64_t end_key(const wend_cut *cut, bool last) {
    wend_point p = wend_point_less(cut->b, cut->a) != last ? cut->b : cut->a;
    return (uint64_t)((int64_t)p.x + WEND_COORDINATE_MAX) << 32 | (uint64_t)((int64_t)p.y + WEND_COORDINATE_MAX);
}

// Puts cuts in the order of their lesser ends, then of their other ones: those in one place come together.
static bool sort_cuts(wend_cutter *c) {
    int64_t count = c->cuts.count;
    if (!wend_array_resize(c->context, &c->keys, count) || !wend_array_resize(c->context, &c->sorted, count))
        return false;
    wend_key *keys = c->keys.data;
    for (int64_t i = 0; i < count; i++)
        keys[i] = (wend_key){end_key(&c->cuts.data[i], false), (int32_t)i, 0};
    if (!wend_sort_keys(c->context, keys, count))
        return false;
    for (int64_t i = 0, end; i < count; i = end) {
        uint64_t key = keys[i].key;
        for (end = i; end < count && keys[end].key == key; end++)
            keys[end].key = end_key(&c->cuts.data[keys[end].index], true);
        if (end - i > 1 && !wend_sort_keys(c->context, keys + i, end - i))
            return false;
    }
    for (int64_t i = 0; i < count; i++)
        c->sorted.data[i] = c->cuts.data[keys[i].index];
    memcpy(c->cuts.data, c->sorted.data, (size_t)count * sizeof(wend_cut));
    return true;
}

// Adds a cut to those in the same place, cuts[start..count); one that says the same as one of them widens it. Returns
// how many there are then.
static int64_t merge_cut(const wend_cutter *c, wend_cut *cuts, int64_t start, int64_t count, wend_cut cut) {
    for (int64_t k = start; k < count; k++) {
        wend_side side = wend_cut_side_seen(&c->footing->solid->faces.data[cut.face], &cut, cut.a, cut.b);
        if (cuts[k].kind != cut.kind || !wend_cut_same_way(&cuts[k], &cut) ||
            wend_cut_side_seen(&c->footing->solid->faces.data[cuts[k].face], &cuts[k], cut.a, cut.b) != side)
            continue;
        cuts[k].low = cut.low < cuts[k].low ? cut.low : cuts[k].low;
        cuts[k].high = cut.high > cuts[k].high ? cut.high : cuts[k].high;
        if (wend_face_compare(&c->footing->solid->faces.data[cut.face], &c->footing->solid->faces.data[cuts[k].face]) <
            0)
            cuts[k].face = cut.face;
        return count;
    }
    cuts[count] = cut;
    return count + 1;
}

// Drops lines in the same place with as many that block on one side as on the other: nothing changes there. Where there
// are more on one side (a blocked polygon may be so thin that it is rounded to a line, forth and back), these stay.
static wend_result cancel_cuts(wend_cutter *c) {
    if (c->cuts.count < 2)
        return WEND_OK;
    if (!sort_cuts(c))
        return WEND_ERROR_MEMORY;
    int64_t kept = 0;
    wend_cut *cuts = c->cuts.data;
    for (int64_t i = 0, end; i < c->cuts.count; i = end) {
        int64_t ways[2] = {0, 0};
        wend_cut first = cuts[i];
        for (end = i; end < c->cuts.count; end++) {
            if (!wend_cut_same_place(&first, &cuts[end]))
                break;
            ways[!wend_cut_same_way(&first, &cuts[end])] += wend_cut_takes_area(&cuts[end]);
        }
        int64_t start = kept;
        for (int64_t k = i; k < end; k++)
            if (!wend_cut_takes_area(&cuts[k]) ||
                ways[!wend_cut_same_way(&cuts[k], &first)] > ways[wend_cut_same_way(&cuts[k], &first)])
                kept = merge_cut(c, cuts, start, kept, cuts[k]);
    }
    c->cuts.count = kept;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- covering

// Around a shadow, with a step to spare.
static wend_box shadow_box(const void *user, int32_t item) {
    const wend_shadow *shadow = &((const wend_cutter *)user)->shadows.data[item];
    double x0 = shadow->at[0].x, x1 = x0, y0 = shadow->at[0].y, y1 = y0;
    for (int i = 1; i < shadow->count; i++) {
        const wend_corner *p = &shadow->at[i];
        x0 = p->x < x0 ? p->x : x0;
        x1 = p->x > x1 ? p->x : x1;
        y0 = p->y < y0 ? p->y : y0;
        y1 = p->y > y1 ? p->y : y1;
    }
    return (wend_box){(int32_t)x0 - 2, (int32_t)y0 - 2, (int32_t)x1 + 2, (int32_t)y1 + 2};
}

typedef struct covering {
    wend_cutter *c;
    const wend_cut *cut;
    wend_point place; // one of its ends,
    int32_t holder;   // and the shade that holds it, -1 for none
    bool failed;      // memory is short
} covering;

static bool holds(const wend_shade *s, wend_point p) {
    for (int i = 0; i < s->edges; i++)
        if (p.x * s->in_x[i] + p.y * s->in_y[i] + s->offset[i] <= 0)
            return false;
    return s->edges > 0;
}

// Goes on until a shade holds the place that is looked at.
static bool try_place(void *user, int32_t item) {
    covering *v = user;
    if (!holds(&v->c->shades.data[item], v->place))
        return true;
    v->holder = item;
    return false;
}

// Whether part of a cut is inside a shade.
static bool part_inside(const wend_shade *s, const wend_cut *cut, wend_cut_part *p) {
    *p = (wend_cut_part){0, 1};
    for (int i = 0; i < s->edges; i++) {
        double a = cut->a.x * s->in_x[i] + cut->a.y * s->in_y[i] + s->offset[i];
        double b = cut->b.x * s->in_x[i] + cut->b.y * s->in_y[i] + s->offset[i];
        if (a <= 0 && b <= 0)
            return false;
        if (a > 0 && b > 0)
            continue;
        double t = a / (a - b);
        if (a <= 0)
            p->from = t > p->from ? t : p->from;
        else
            p->to = t < p->to ? t : p->to;
    }
    return s->edges > 0 && p->from < p->to;
}

// Lists the part under one more shadow.
static bool try_shade(void *user, int32_t item) {
    covering *v = user;
    wend_cut_part p;
    v->failed = part_inside(&v->c->shades.data[item], v->cut, &p) && !wend_array_push(v->c->context, &v->c->parts, p);
    return !v->failed;
}

// Whether parts cover all from 0 to 1: goes on with the one that reaches farthest, PARTS of them at most.
static bool parts_cover(const wend_cut_part *parts, int64_t count) {
    double reach = 0;
    for (int k = 0; k < PARTS && reach < 1; k++) {
        double next = reach;
        for (int64_t i = 0; i < count; i++)
            next = parts[i].from <= reach && parts[i].to > next ? parts[i].to : next;
        if (!(next > reach))
            return false;
        reach = next;
    }
    return reach >= 1;
}

// Visits the shades that may hold something within a box, until `visit` returns false.
static void visit_shades(covering *v, wend_box box, bool (*visit)(void *user, int32_t item)) {
    if (v->c->tree.levels > 0)
        wend_tree_search(&v->c->tree, &box, visit, v);
    else
        for (int32_t i = 0; i < v->c->shades.count && visit(v, i);)
            i++;
}

static bool is_held(covering *v, wend_point end) {
    v->place = end;
    v->holder = -1;
    visit_shades(v, (wend_box){end.x, end.y, end.x, end.y}, try_place);
    return v->holder >= 0;
}

// Whether a cut is deep inside one shadow or another from end to end. Most are not at one of their ends.
static bool is_covered(covering *v) {
    wend_point a = v->cut->a, b = v->cut->b;
    if (!is_held(v, a))
        return false;
    if (holds(&v->c->shades.data[v->holder], b))
        return true;
    if (!is_held(v, b))
        return false;
    v->c->parts.count = 0;
    visit_shades(v,
                 (wend_box){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y},
                 try_shade);
    return parts_cover(v->c->parts.data, v->c->parts.count);
}

// Drops cuts that are deep inside shadows all along. What they bound is blocked on both sides, and the outline of all
// shadows together is left, for no part of it is inside one.
static wend_result cull_covered(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->shades, c->shadows.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->shadows.count; i++)
        set_shade(&c->shadows.data[i], DEEP, &c->shades.data[i]);
    int64_t kept = 0;
    for (int64_t i = 0; i < c->cuts.count; i++) {
        wend_cut cut = c->cuts.data[i];
        covering v = {.c = c, .cut = &cut};
        bool covered = is_covered(&v);
        if (v.failed)
            return WEND_ERROR_MEMORY;
        if (!covered)
            c->cuts.data[kept++] = cut;
    }
    c->cuts.count = kept;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_cutter_cull(wend_cutter *c) {
    cull_shadows(c);
    wend_result result = list_cuts(c);
    if (result == WEND_OK)
        result = cancel_cuts(c);
    if (result == WEND_OK && c->shadows.count > MANY &&
        !wend_tree_build(c->context, (int32_t)c->shadows.count, shadow_box, c, &c->tree))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && c->shadows.count > 1)
        result = cull_covered(c);
    return result;
}
