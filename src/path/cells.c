// Paths by cells: ExACT (Oliva, chapter 7), made to give ways that are free.
//
// Method. A* over crossings of cells: its node is a cell with the portals by which it is entered and left, so that a
// way may pass a cell twice. A crossing is open to a disc when it is as wide as the disc, and its exit has a part where
// the disc fits (crossings.c). Way points are dynamic: on the part of each portal that is free, where the way from the
// last way point to the goal is the shortest. What the search finds is a corridor, a row of portals; nothing in it is
// an answer yet. Then the funnel of the corridor is pulled, which gives the corners that a point would turn around; and
// these are made circles, pulled taut and walked along (taut.c), which proves that the disc fits everywhere.
//
// The published clearance is necessary and not sufficient (and where the way bulges out of a cell not even necessary):
// obstacles may face each other across a portal. So it does not decide. Whether there is a way is asked of the medial
// axis before; and when no corridor is found, or no free way lies in the one that is, the exact search answers.
//
// One entry per exit is enough: a crossing that goes on over an exit has the same way ahead as any other one that does,
// and the first to be taken has the least bound.
//
// The answer is the shortest way within its corridor, and with its neighbours: cells are no walls. Corridors are chosen
// by way points, so another one may hold a shorter way.
#include "path/cells.h"

#include "path/crossings.h"
#include "path/taut.h"

#include "base/context.h"

// ---------------------------------------------------------------------------------------------------- the corridor

static bool comes_before(const wend_queued *a, const wend_queued *b) {
    return a->key != b->key ? a->key < b->key : a->entry < b->entry;
}

static bool push(wend_search *s, wend_crossings *c, double key, int32_t exit) {
    if (!wend_array_push(s->context, &c->queue, (wend_queued){key, exit, 0}))
        return false;
    wend_queued *heap = c->queue.data, item = heap[c->queue.count - 1];
    int64_t k = c->queue.count - 1;
    for (; k > 0 && comes_before(&item, &heap[(k - 1) / 2]); k = (k - 1) / 2)
        heap[k] = heap[(k - 1) / 2];
    heap[k] = item;
    return true;
}

static wend_queued take_first(wend_crossings *c) {
    wend_queued *heap = c->queue.data, first = heap[0], last = heap[--c->queue.count];
    int64_t k = 0;
    for (int64_t child; (child = 2 * k + 1) < c->queue.count; k = child) {
        child += child + 1 < c->queue.count && comes_before(&heap[child + 1], &heap[child]);
        if (!comes_before(&heap[child], &last))
            break;
        heap[k] = heap[child];
    }
    heap[k] = last;
    return first;
}

static double distance(wend_way a, wend_way b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

// The place of the free part of an exit over which the way from one place to another is the shortest.
static wend_way way_point(const wend_exit *exit, double low, double high, wend_way from, wend_way to) {
    wend_way e = wend_way_minus(exit->left, exit->right);
    wend_way a = wend_way_minus(from, exit->right), b = wend_way_minus(to, exit->right);
    double square = wend_way_dot(e, e), off_a = fabs(wend_way_cross(e, a)), off_b = fabs(wend_way_cross(e, b));
    double share = off_a + off_b > 0
                       ? (wend_way_dot(e, a) * off_b + wend_way_dot(e, b) * off_a) / ((off_a + off_b) * square)
                       : wend_way_dot(e, b) / square;
    share = share > low ? share : low;
    share = share < high ? share : high;
    return (wend_way){exit->right.x + share * e.x, exit->right.y + share * e.y};
}

// Opens the crossings of a cell from an entry on (an exit of it; -1 in the first cell), where the way has come to a
// place.
static bool open_cell(wend_search *s, wend_crossings *c, int32_t cell, int32_t entry, wend_way at, double length) {
    for (int32_t k = c->cell_exit.data[cell]; k < c->cell_exit.data[cell + 1]; k++) {
        int32_t number = c->list.data[k];
        wend_exit_mark *mark = &c->marks.data[number];
        if (number == entry || (mark->round == c->round && mark->done) ||
            (entry >= 0 && wend_crossing_width(c, entry, number) < 2 * s->narrow))
            continue;
        const wend_part *part = wend_crossings_shrink(s, c, number / 2);
        if (part->low > part->high)
            continue;
        bool even = number % 2 == 0;
        const wend_exit *exit = &c->exits.data[number];
        wend_way to =
            way_point(exit, even ? part->low : 1 - part->high, even ? part->high : 1 - part->low, at, s->goal);
        double far = length + distance(at, to);
        if (mark->round == c->round && mark->length <= far)
            continue;
        *mark = (wend_exit_mark){c->round, entry < 0 ? -1 : entry ^ 1, far, to, false};
        if (!push(s, c, far + distance(to, s->goal), number))
            return false;
    }
    return true;
}

static void reset(wend_search *s, wend_crossings *c) {
    if (c->radius != s->narrow || c->shrunk_round == 0) {
        c->radius = s->narrow;
        if (++c->shrunk_round == 0) {
            for (int64_t k = 0; k < c->shrunk.count; k++)
                c->shrunk.data[k].round = 0;
            c->shrunk_round = 1;
        }
    }
    if (++c->round == 0) {
        for (int64_t k = 0; k < c->marks.count; k++)
            c->marks.data[k].round = 0;
        c->round = 1;
    }
    c->queue.count = c->corridor.count = 0;
}

// Lists the exits from the first cell to the last one. False when there is no way, or memory is short.
static bool find_corridor(wend_search *s, wend_crossings *c, int32_t first, int32_t last) {
    reset(s, c);
    if (first == last)
        return true;
    bool good = open_cell(s, c, first, -1, s->start, 0);
    while (good && c->queue.count > 0) {
        int32_t exit = take_first(c).entry, cell = c->exits.data[exit ^ 1].cell;
        if (c->marks.data[exit].done)
            continue;
        c->marks.data[exit].done = true;
        if (cell != last) {
            good = open_cell(s, c, cell, exit ^ 1, c->marks.data[exit].at, c->marks.data[exit].length);
            continue;
        }
        for (int32_t k = exit; good && k >= 0; k = c->marks.data[k].before)
            good = wend_array_push(s->context, &c->corridor, k);
        for (int64_t i = 0, k = c->corridor.count - 1; i < k; i++, k--) {
            int32_t swap = c->corridor.data[i];
            c->corridor.data[i] = c->corridor.data[k];
            c->corridor.data[k] = swap;
        }
        s->failure = good ? s->failure : WEND_ERROR_MEMORY;
        return good;
    }
    s->failure = good ? s->failure : WEND_ERROR_MEMORY;
    return false;
}

// ---------------------------------------------------------------------------------------------------- the funnel

// The notches between the portals by which a cell is entered and left: those on the right follow the entry
// counter-clockwise, those on the left come before it.
static bool add_strings(wend_search *s, wend_crossings *c, wend_taut *t, int32_t entry, int32_t exit, int32_t at) {
    const wend_cell *cell = &c->view.cells[c->exits.data[c->view.sides[exit].across].cell];
    int32_t first = cell->first, count = cell->count;
    int32_t right = (exit - entry + count) % count - 2, left = count - right - 4;
    for (int32_t k = 1; k <= right; k++) {
        int32_t notch = c->notches.data[first + (entry - first + 1 + k) % count];
        if (notch >= 0 && wend_taut_add_bend(s, t, notch, -1, at) < 0)
            return false;
    }
    for (int32_t k = left; k > 0; k--) {
        int32_t notch = c->notches.data[first + (exit - first + 1 + k) % count];
        if (notch >= 0 && wend_taut_add_bend(s, t, notch, 1, at) < 0)
            return false;
    }
    return true;
}

// The notches that the way passes: at the ends of the corridor's portals, which have even numbers, and between them.
static bool add_bends(wend_search *s, wend_crossings *c, wend_taut *t) {
    for (int32_t k = 0; k < c->corridor.count; k++) {
        const wend_exit *exit = &c->exits.data[c->corridor.data[k]];
        const wend_exit *entry = k > 0 ? &c->exits.data[c->corridor.data[k - 1] ^ 1] : NULL;
        int32_t right = -1, left = -1;
        if ((entry != NULL && !add_strings(s, c, t, entry->side, exit->side, 2 * k - 1)) ||
            (exit->right_notch >= 0 && (right = wend_taut_add_bend(s, t, exit->right_notch, -1, 2 * k)) < 0) ||
            (exit->left_notch >= 0 && (left = wend_taut_add_bend(s, t, exit->left_notch, 1, 2 * k)) < 0) ||
            !wend_array_push(s->context, &c->bends, right) || !wend_array_push(s->context, &c->bends, left))
            return false;
    }
    return true;
}

// A funnel: from a corner of the way, or the start, the rays within which it may go on.
typedef struct funnel {
    wend_way apex;
    int32_t apex_side; // 0: a corner on the right; 1: on the left; -1: the start
    wend_way side[2];  // ends of portals, on the right and on the left
    int32_t portal[2]; // which portals those are
    double heading;    // of the way up to the apex
} funnel;

// The way turns at the end of the funnel's side. Corners that are no notches turn nothing but the heading.
static bool turn_at(wend_search *s, wend_crossings *c, wend_taut *t, funnel *f, int side) {
    const wend_way east = {1, 0}, way = wend_way_minus(f->side[side], f->apex);
    if (way.x != 0 || way.y != 0)
        f->heading = f->apex_side < 0 ? wend_phase(east, way)
                                      : wend_phase_beyond(east, way, f->heading, f->apex_side > 0 ? 1 : -1);
    t->knots.data[t->knots.count - 1].heading = f->heading;
    int32_t bend = c->bends.data[2 * f->portal[side] + side];
    f->apex = f->side[0] = f->side[1] = f->side[side];
    f->apex_side = side;
    f->portal[0] = f->portal[1] = f->portal[side];
    return bend < 0 || wend_taut_add_knot(s, t, bend, f->heading);
}

// Knots where a point would turn: the funnel algorithm (Lee and Preparata; in Mononen's form, which begins again at
// each turn).
static bool pull_funnel(wend_search *s, wend_crossings *c, wend_taut *t) {
    int32_t count = (int32_t)c->corridor.count;
    funnel f = {s->start, -1, {s->start, s->start}, {0, 0}, 0};
    for (int32_t k = 0; k <= count; k++) {
        const wend_exit *exit = k < count ? &c->exits.data[c->corridor.data[k]] : NULL;
        wend_way ends[2] = {exit != NULL ? exit->right : s->goal, exit != NULL ? exit->left : s->goal};
        if (f.apex_side >= 0 && ends[f.apex_side].x == f.apex.x && ends[f.apex_side].y == f.apex.y) {
            f.side[0] = ends[0];
            f.side[1] = ends[1];
            f.portal[0] = f.portal[1] = k;
            continue; // the way goes over its end
        }
        for (int i = 0; i < 2; i++) {
            double inward = i == 0 ? 1 : -1;
            wend_way now = wend_way_minus(f.side[i], f.apex), next = wend_way_minus(ends[i], f.apex);
            wend_way other = wend_way_minus(f.side[1 - i], f.apex);
            if (inward * wend_way_cross(now, next) < 0)
                continue;
            if (f.portal[1 - i] < count && (now.x != 0 || now.y != 0) && inward * wend_way_cross(other, next) >= 0 &&
                (other.x != 0 || other.y != 0)) {
                k = f.portal[1 - i];
                if (!turn_at(s, c, t, &f, 1 - i))
                    return false;
                break;
            }
            f.side[i] = ends[i];
            f.portal[i] = k;
        }
    }
    wend_way last = wend_way_minus(s->goal, f.apex);
    if (f.apex_side >= 0 && (last.x != 0 || last.y != 0))
        t->knots.data[t->knots.count - 1].heading =
            wend_phase_beyond((wend_way){1, 0}, last, f.heading, f.apex_side > 0 ? 1 : -1);
    return true;
}

// ---------------------------------------------------------------------------------------------------- the query

bool wend_cells_corridor(wend_search *s, const wend_spot *from, const wend_spot *to) {
    if (s->crossings == NULL && (s->crossings = wend_crossings_make(s)) == NULL)
        return false;
    int32_t first = wend_cells_locate(s->on.cells, from), last = wend_cells_locate(s->on.cells, to);
    s->start = wend_road_place(from->point);
    s->goal = wend_road_place(to->point);
    return first >= 0 && last >= 0 && find_corridor(s, s->crossings, first, last);
}

// A free way, in s->taut and as pieces. False when there is none that cells know, or s->failure.
static bool find_way(wend_search *s) {
    wend_crossings *c = s->crossings;
    wend_taut *t = s->taut;
    const wend_stand *ends = s->asked.ends;
    int32_t first = wend_cells_locate(s->on.cells, &ends[0].spot), last = wend_cells_locate(s->on.cells, &ends[1].spot);
    c->asked++;
    c->bends.count = 0;
    t->radius = NULL;
    t->most = s->radius;
    if (first < 0 || last < 0 || !find_corridor(s, c, first, last)) {
        c->missed++;
        return false;
    }
    if (!wend_taut_reset(s, t) || !add_bends(s, c, t) || !pull_funnel(s, c, t) || !wend_taut_ready(s, t)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    bool found = wend_taut_clear(s, t);
    c->failed += !found;
    if (found && !wend_taut_collect(s, t))
        s->failure = WEND_ERROR_MEMORY;
    return found;
}

// Whether cells are asked: they know the floor alone, and nothing of areas.
static bool knows(const wend_search *s, const wend_path_def *def) {
    const wend_path_filter *f = &def->filter;
    return s->radius > 0 && s->asked.ends[0].component == s->asked.ends[1].component && f->forbid_tags == 0 &&
           f->forbid_area_count == 0 && f->cost_count == 0;
}

wend_result wend_cells_path(wend_search *s, const wend_path_def *def, wend_path_view *path) {
    if (!knows(s, def))
        return WEND_OK;
    if (s->crossings == NULL)
        s->crossings = wend_crossings_make(s);
    if (s->crossings == NULL || wend_taut_of(s) == NULL)
        return WEND_ERROR_MEMORY;
    s->failure = WEND_OK;
    if (!find_way(s) || s->failure != WEND_OK)
        return s->failure;
    double straight = distance(s->start, s->goal), length = wend_taut_length(s->taut);
    path->bound = fmin(straight, fmin(length, s->cap)) * s->metres;
    path->length = length * s->metres;
    path->proven = s->pieces.count == 1 && path->bound >= path->length * (1 - 1e-12);
    return WEND_OK;
}
