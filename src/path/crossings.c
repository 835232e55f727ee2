// Crossings of cells and their clearance, and portals made narrower (Oliva, "A Generalized Exact Arbitrary Clearance
// Technique for Navigation Meshes", chapter 7: ExACT).
//
// A crossing is a way to pass a cell: over an entry portal and an exit portal. What lies between them along the cell's
// boundary is on the left of the way, or on its right: two strings of corners and walls. The clearance of a crossing is
// the least distance between corners of one and walls of the other, looking through portals, and no more than the
// length of both portals. A disc needs its diameter. It is stored as the width of each pair of portals of each cell
// (but for cells with very many, whose crossings are as wide as their portals).
//
// The rule is neither necessary nor sufficient: it knows one cell, and obstacles may face each other across a portal.
// cells.c says what is made of that.
//
// A portal is made narrower to the part where a disc fits: at least its radius from the ends that are obstacles, from
// all walls and corners of both cells, and from those behind portals that are nearer than the radius. What is found is
// kept for the radius of the last query, so that many discs of one size ask once. Discs up to the critical radius of a
// portal need nothing but the distance from its ends. Where something stands before the middle of a portal, the largest
// part is taken: this gives way points, never an answer.
//
// Cost: O(n^2) for the n sides of a cell and each pair of its portals; made once per search, when a path by cells is
// asked for.
#include "path/crossings.h"

#include "base/context.h"
#include "cells/cells.h"

enum {
    SIDES_MOST = 64, // cells with more have no widths
    DEPTH_MOST = 4   // how many portals are looked through
};

static double length_of(wend_way a) {
    return sqrt(wend_way_dot(a, a));
}

// The place of a segment that is nearest to a place.
static wend_way nearest_on(wend_way a, wend_way b, wend_way p) {
    wend_way e = wend_way_minus(b, a);
    double square = wend_way_dot(e, e), share = square > 0 ? wend_way_dot(e, wend_way_minus(p, a)) / square : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (wend_way){a.x + share * e.x, a.y + share * e.y};
}

static double distance_to(wend_way a, wend_way b, wend_way p) {
    return length_of(wend_way_minus(nearest_on(a, b, p), p));
}

static bool cross_each_other(wend_way a, wend_way b, wend_way p, wend_way q) {
    wend_way e = wend_way_minus(b, a), f = wend_way_minus(q, p);
    double p_side = wend_way_cross(e, wend_way_minus(p, a)), q_side = wend_way_cross(e, wend_way_minus(q, a));
    double a_side = wend_way_cross(f, wend_way_minus(a, p)), b_side = wend_way_cross(f, wend_way_minus(b, p));
    return p_side * q_side <= 0 && a_side * b_side <= 0;
}

// The distance of two segments that may meet in an end.
static double distance_between(wend_way a, wend_way b, wend_way p, wend_way q) {
    if (cross_each_other(a, b, p, q))
        return 0;
    return fmin(fmin(distance_to(a, b, p), distance_to(a, b, q)), fmin(distance_to(p, q, a), distance_to(p, q, b)));
}

// ---------------------------------------------------------------------------------------------------- sides

static int32_t next_side(const wend_crossings *c, int32_t cell, int32_t side) {
    const wend_cell *of = &c->view.cells[cell];
    return side + 1 < of->first + of->count ? side + 1 : of->first;
}

static bool is_wall(const wend_crossings *c, int32_t side) {
    return c->view.sides[side].across < 0;
}

// `notches` gives the notch of each vertex.
static bool make_corners(wend_search *s, wend_crossings *c, const int32_t *notches) {
    if (!wend_array_resize(s->context, &c->corners, c->view.side_count + 1) ||
        !wend_array_resize(s->context, &c->notches, c->view.side_count + 1) ||
        !wend_array_resize(s->context, &c->solid, c->view.side_count + 1))
        return false;
    for (int32_t k = 0; k < c->view.side_count; k++) {
        int32_t corner = c->view.sides[k].corner;
        wend_fine at = wend_corner_place(&s->plan, &c->view, corner);
        c->corners.data[k] = (wend_way){(double)at.x * 0x1p-32, (double)at.y * 0x1p-32};
        c->notches.data[k] = corner < c->view.vertex_count ? notches[corner] : -1;
        c->solid.data[k] = corner >= c->view.vertex_count ||
                           (s->plan.vertex_flags[corner] & (WEND_VERTEX_BOUNDARY | WEND_VERTEX_POINT)) != 0;
    }
    return true;
}

static bool make_exits(wend_search *s, wend_crossings *c) {
    const wend_cells_view *v = &c->view;
    if (!wend_array_resize(s->context, &c->exits, 2 * (int64_t)v->portal_count + 1) ||
        !wend_array_resize(s->context, &c->marks, 2 * (int64_t)v->portal_count + 1))
        return false;
    for (int32_t k = 0; k < 2 * v->portal_count; k++)
        c->marks.data[k] = (wend_exit_mark){.round = 0};
    for (int32_t cell = 0; cell < v->cell_count; cell++) {
        int32_t first = (int32_t)c->list.count;
        if (!wend_array_push(s->context, &c->cell_exit, first))
            return false;
        for (int32_t k = v->cells[cell].first; k < v->cells[cell].first + v->cells[cell].count; k++) {
            if (is_wall(c, k))
                continue;
            int32_t after = next_side(c, cell, k);
            c->exits.data[v->sides[k].across] = (wend_exit){.right = c->corners.data[k],
                                                            .left = c->corners.data[after],
                                                            .right_notch = c->notches.data[k],
                                                            .left_notch = c->notches.data[after],
                                                            .cell = cell,
                                                            .side = k,
                                                            .place = (int32_t)c->list.count - first};
            if (!wend_array_push(s->context, &c->list, v->sides[k].across))
                return false;
        }
    }
    return wend_array_push(s->context, &c->cell_exit, (int32_t)c->list.count);
}

// ---------------------------------------------------------------------------------------------------- widths

// How far the walls behind a portal are from a corner in front of it, in a straight line over the portal; no more than
// `least`. k is the portal's side, seen from the corner.
static double look_through(const wend_crossings *c, int32_t cell, int32_t k, wend_way corner, double least, int depth) {
    const wend_cells_view *v = &c->view;
    wend_way a = c->corners.data[k], b = c->corners.data[next_side(c, cell, k)];
    if (depth == 0 || distance_to(a, b, corner) >= least)
        return least;
    int32_t twin = v->sides[k].across ^ 1, beyond = c->exits.data[twin].cell;
    for (int32_t i = v->cells[beyond].first; i < v->cells[beyond].first + v->cells[beyond].count; i++) {
        wend_way x = c->corners.data[i], y = c->corners.data[next_side(c, beyond, i)];
        wend_way at = nearest_on(x, y, corner);
        double far = length_of(wend_way_minus(at, corner));
        if (v->sides[i].across == twin || far >= least || !(far > 0) || !cross_each_other(a, b, corner, at))
            continue;
        least = is_wall(c, i) ? far : look_through(c, beyond, i, corner, least, depth - 1);
    }
    return least;
}

// How far the corners of one string are from the walls of the other one. A string is the sides from one up to another.
static double string_distance(const wend_crossings *c, int32_t cell, int32_t from, int32_t to, int32_t other_from,
                              int32_t other_to, double least) {
    for (int32_t k = from;; k = next_side(c, cell, k)) {
        wend_way corner = c->corners.data[k];
        for (int32_t i = other_from; c->solid.data[k] && i != other_to; i = next_side(c, cell, i)) {
            double far = distance_to(c->corners.data[i], c->corners.data[next_side(c, cell, i)], corner);
            if (far < least)
                least = is_wall(c, i) ? far : look_through(c, cell, i, corner, least, DEPTH_MOST);
        }
        // The last corner of the other string may have no wall behind it.
        if (c->solid.data[k] && c->solid.data[other_to])
            least = fmin(least, length_of(wend_way_minus(c->corners.data[other_to], corner)));
        if (k == to)
            return least;
    }
}

// The width of the crossing between two portal sides of a cell: the strings run from the end of each to the start of
// the other.
static double width_of(const wend_crossings *c, int32_t cell, int32_t entry, int32_t exit) {
    int32_t right_from = next_side(c, cell, entry), right_to = exit;
    int32_t left_from = next_side(c, cell, exit), left_to = entry;
    double least = INFINITY;
    least = string_distance(c, cell, right_from, right_to, left_from, left_to, least);
    return string_distance(c, cell, left_from, left_to, right_from, right_to, least);
}

static bool make_widths(wend_search *s, wend_crossings *c) {
    const wend_cells_view *v = &c->view;
    for (int32_t cell = 0; cell < v->cell_count; cell++) {
        int32_t first = v->cells[cell].first, end = first + v->cells[cell].count;
        int32_t begin = (int32_t)c->widths.count;
        bool known = v->cells[cell].count <= SIDES_MOST && begin < INT32_MAX - SIDES_MOST * SIDES_MOST;
        if (!wend_array_push(s->context, &c->cell_width, known ? begin : -1))
            return false;
        for (int32_t i = first; known && i < end; i++)
            for (int32_t k = first; !is_wall(c, i) && k < end; k++) {
                if (is_wall(c, k))
                    continue;
                // Half of the table is the other half.
                int32_t count = c->cell_exit.data[cell + 1] - c->cell_exit.data[cell];
                int32_t row = c->exits.data[v->sides[i].across].place, column = c->exits.data[v->sides[k].across].place;
                float width = i == k  ? 0
                              : i < k ? (float)width_of(c, cell, i, k)
                                      : c->widths.data[begin + (int64_t)column * count + row];
                if (!wend_array_push(s->context, &c->widths, width))
                    return false;
            }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- portals

// A portal as a line from the right end of its even exit, in lattice steps.
typedef struct portal_line {
    wend_way from, along;
    double length, radius;
    double critical; // the distance of the nearest obstacle that is no end of it
    wend_search *search;
    wend_crossings *crossings;
} portal_line;

static portal_line line_of(wend_search *s, wend_crossings *c, int32_t portal, double radius) {
    const wend_exit *exit = &c->exits.data[2 * portal];
    portal_line l = {.from = exit->right, .along = wend_way_minus(exit->left, exit->right), .radius = radius};
    l.length = length_of(l.along);
    l.along = (wend_way){l.along.x / l.length, l.along.y / l.length};
    l.critical = INFINITY;
    l.search = s;
    l.crossings = c;
    c->cuts.count = 0;
    return l;
}

// Takes away what is between two places: cuts are in order, and apart.
static void cut(portal_line *l, double from, double to) {
    wend_crossings *c = l->crossings;
    if (to <= 0 || from >= l->length || !(from < to))
        return;
    int64_t first = 0, last;
    while (first < c->cuts.count && c->cuts.data[first].high < from)
        first++;
    for (last = first; last < c->cuts.count && c->cuts.data[last].low <= to; last++) {
        from = fmin(from, c->cuts.data[last].low);
        to = fmax(to, c->cuts.data[last].high);
    }
    wend_part joined = {from, to};
    if (last == first && !wend_array_push(l->search->context, &c->cuts, joined)) {
        l->search->failure = WEND_ERROR_MEMORY;
        return;
    }
    if (last == first) {
        for (int64_t k = c->cuts.count - 1; k > first; k--)
            c->cuts.data[k] = c->cuts.data[k - 1];
    } else {
        for (int64_t k = last; k < c->cuts.count; k++)
            c->cuts.data[k - last + first + 1] = c->cuts.data[k];
        c->cuts.count -= last - first - 1;
    }
    c->cuts.data[first] = joined;
}

// The largest part that is left.
static wend_part largest_part(const portal_line *l) {
    const wend_crossings *c = l->crossings;
    wend_part best = {1, 0};
    double most = 0, from = 0;
    for (int64_t k = 0; k <= c->cuts.count; k++) {
        double to = k < c->cuts.count ? c->cuts.data[k].low : l->length;
        if (to - from >= most) {
            most = to - from;
            best = (wend_part){from / l->length, to / l->length};
        }
        from = k < c->cuts.count ? fmax(c->cuts.data[k].high, 0) : from;
    }
    return best;
}

// Takes away what is nearer to a place than the radius.
static void cut_disc(portal_line *l, wend_way p) {
    wend_way to = wend_way_minus(p, l->from);
    double off = wend_way_cross(l->along, to), at = wend_way_dot(l->along, to);
    double rest = l->radius * l->radius - off * off;
    if (rest > 0)
        cut(l, at - sqrt(rest), at + sqrt(rest));
}

// The same for a wall: what is nearer to its inside, and then to its ends.
static void cut_wall(portal_line *l, wend_way a, wend_way b) {
    wend_way e = wend_way_minus(b, a), to = wend_way_minus(l->from, a);
    double length = length_of(e), from = -INFINITY, until = INFINITY;
    // Along the line, the distance from the wall's line and the place on it are linear: three pairs of limits.
    double values[2] = {wend_way_cross(e, to) / length, wend_way_dot(e, to) / length};
    double slopes[2] = {wend_way_cross(e, l->along) / length, wend_way_dot(e, l->along) / length};
    double lows[2] = {-l->radius, 0}, highs[2] = {l->radius, length};
    for (int i = 0; i < 2; i++) {
        if (slopes[i] == 0) {
            until = values[i] > lows[i] && values[i] < highs[i] ? until : -INFINITY;
            continue;
        }
        double x = (lows[i] - values[i]) / slopes[i], y = (highs[i] - values[i]) / slopes[i];
        from = fmax(from, fmin(x, y));
        until = fmin(until, fmax(x, y));
    }
    cut(l, from, until);
    cut_disc(l, a);
    cut_disc(l, b);
}

static wend_way end_of(const portal_line *l) {
    return (wend_way){l->from.x + l->length * l->along.x, l->from.y + l->length * l->along.y};
}

// A wall that starts at an end of the portal matters to its critical radius when it leans over it.
static double critical_of(const portal_line *l, wend_way a, wend_way b) {
    wend_way ends[2] = {l->from, end_of(l)};
    for (int i = 0; i < 2; i++) {
        wend_way in = {i == 0 ? l->along.x : -l->along.x, i == 0 ? l->along.y : -l->along.y};
        for (int k = 0; k < 2; k++) {
            wend_way at = k == 0 ? a : b, far = k == 0 ? b : a;
            if (at.x == ends[i].x && at.y == ends[i].y)
                return wend_way_dot(in, wend_way_minus(far, at)) > 0 ? 0 : INFINITY;
        }
    }
    return distance_between(a, b, ends[0], ends[1]);
}

// Goes through the sides of a cell, but for one portal, and of those behind portals that are near enough.
static void narrow_by(const wend_crossings *c, int32_t cell, int32_t but, portal_line *l, bool measure, int depth) {
    const wend_cells_view *v = &c->view;
    for (int32_t k = v->cells[cell].first; k < v->cells[cell].first + v->cells[cell].count; k++) {
        wend_way a = c->corners.data[k], b = c->corners.data[next_side(c, cell, k)];
        int32_t across = v->sides[k].across;
        if (across == but)
            continue;
        if (across < 0 && measure)
            l->critical = fmin(l->critical, critical_of(l, a, b));
        else if (across < 0)
            cut_wall(l, a, b);
        else if (depth > 0 && distance_between(a, b, l->from, end_of(l)) < (measure ? l->critical : l->radius))
            narrow_by(c, c->exits.data[across ^ 1].cell, across ^ 1, l, measure, depth - 1);
        if (across >= 0 && c->solid.data[k] && !measure)
            cut_disc(l, a);
        if (across >= 0 && c->solid.data[k] && measure)
            l->critical = fmin(l->critical, critical_of(l, a, a));
    }
}

static bool make_critical(wend_search *s, wend_crossings *c) {
    int32_t n = c->view.portal_count;
    if (!wend_array_resize(s->context, &c->critical, n + 1) || !wend_array_resize(s->context, &c->shrunk, n + 1))
        return false;
    for (int32_t k = 0; k < n; k++) {
        portal_line l = line_of(s, c, k, 0);
        narrow_by(c, c->exits.data[2 * k].cell, 2 * k, &l, true, DEPTH_MOST);
        narrow_by(c, c->exits.data[2 * k + 1].cell, 2 * k + 1, &l, true, DEPTH_MOST);
        c->critical.data[k] = l.critical;
        c->shrunk.data[k] = (wend_shrunk){.round = 0};
    }
    return true;
}

const wend_part *wend_crossings_shrink(wend_search *s, wend_crossings *c, int32_t portal) {
    wend_shrunk *known = &c->shrunk.data[portal];
    if (known->round == c->shrunk_round)
        return &known->part;
    portal_line l = line_of(s, c, portal, s->narrow);
    const wend_exit *exits = &c->exits.data[2 * portal];
    for (int i = 0; i < 2; i++)
        if (c->solid.data[exits[i].side])
            cut_disc(&l, exits[i].right);
    if (s->narrow > c->critical.data[portal]) {
        narrow_by(c, exits[0].cell, 2 * portal, &l, false, DEPTH_MOST);
        narrow_by(c, exits[1].cell, 2 * portal + 1, &l, false, DEPTH_MOST);
    }
    *known = (wend_shrunk){c->shrunk_round, largest_part(&l)};
    return &known->part;
}

// ---------------------------------------------------------------------------------------------------- making

static bool make(wend_search *s, wend_crossings *c) {
    WEND_ARRAY(int32_t) notches = {0};
    bool good = wend_array_resize(s->context, &notches, s->plan.vertex_count + 1);
    for (int32_t k = 0; good && k < s->plan.vertex_count; k++)
        notches.data[k] = -1;
    for (int32_t k = 0; good && k < s->v.notch_count; k++)
        notches.data[s->v.notches[k].vertex] = k;
    good = good && make_corners(s, c, notches.data) && make_exits(s, c) && make_widths(s, c) && make_critical(s, c);
    wend_array_free(s->context, &notches);
    return good;
}

wend_crossings *wend_crossings_make(wend_search *s) {
    wend_crossings *c = wend_allocate(s->context, sizeof *c);
    if (c == NULL)
        return NULL;
    *c = (wend_crossings){.view = wend_cells_look(s->on.cells), .radius = -1};
    if (!make(s, c)) {
        wend_crossings_free(s->context, c);
        return NULL;
    }
    return c;
}

void wend_crossings_free(wend_context *context, wend_crossings *c) {
    if (c == NULL)
        return;
    wend_array_free(context, &c->exits);
    wend_array_free(context, &c->cell_exit);
    wend_array_free(context, &c->list);
    wend_array_free(context, &c->cell_width);
    wend_array_free(context, &c->widths);
    wend_array_free(context, &c->critical);
    wend_array_free(context, &c->corners);
    wend_array_free(context, &c->solid);
    wend_array_free(context, &c->notches);
    wend_array_free(context, &c->shrunk);
    wend_array_free(context, &c->cuts);
    wend_array_free(context, &c->marks);
    wend_array_free(context, &c->queue);
    wend_array_free(context, &c->corridor);
    wend_array_free(context, &c->bends);
    wend_release(context, c, sizeof *c);
}
