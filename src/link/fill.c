// Whether a filler may lie somewhere: see fill.h.
//
// *Room.* Sides on the surface's boundary reach two lattice steps beyond it: what stands on the very line where the
// floor ends is in the way. Ways across stay two steps inside: what stands beside them is not.
//
// *Overlaps* with the surface and with other fillers. What is less than two lattice steps deep is rounding. Floors more
// than half the height above are other storeys, and a floor a little below is the ground of a ditch: one steps across.
// Floors are found by a tree of boxes in space. Overlaps are looked for first: they cost less. What hindered the last
// filler is tried before all else: ladders often ask again beside the same obstacle.
//
// Fillers lie in cells of the ground. A question looks into all cells that it may meet; where those are more than the
// fillers, at all of these. Fillers longer than SPAN cells lie in a tree of boxes and bands instead, in the place of
// the surface's triangle that they were attached to. Very many may lie side by side in one cell, from tooth to tooth of
// a comb or a star, where bands tell them apart. And there are few in one place of the tree, for they are as long as
// what they have of that triangle's side, or as some ways across.
//
// Ladders that came to nothing are often tried again, with more allowed, and ask for the same fillers. What floors and
// scene say to one does not change, so the last answers are kept: a table of ANSWERS of them, each in its place by a
// hash.
//
// Cost: O(log n + what is near).
#include "link/fill.h"

#include "base/wide.h"

#include <math.h>

enum { CELLS = 16 };     // that a triangle may cover before it is halved
enum { SPAN = 2 };       // cells along a filler that lies in cells, at most
enum { LARGEST = 30 };   // power of two: no cells need be larger
enum { ATTACHED = 8 };   // fillers one on the other, to look for what they are attached to
enum { ANSWERS = 1024 }; // a power of two
enum { UNKNOWN = 255 };  // no hindrance

static void take_floor(const wend_surface_view *s, int32_t triangle, wend_point3 p[3]) {
    for (int i = 0; i < 3; i++)
        p[i] = s->vertices[s->triangles[triangle].v[i]];
}

static wend_box3 box_of_floor(const void *user, int32_t item) {
    wend_point3 p[3];
    take_floor(user, item, p);
    return wend_box3_around(p);
}

static void see_from_above(const wend_point3 p[3], wend_point corners[3]) {
    for (int i = 0; i < 3; i++)
        corners[i] = (wend_point){p[i].x, p[i].y};
}

static void corners_of_floor(const void *user, int32_t item, wend_point corners[3]) {
    wend_point3 p[3];
    take_floor(user, item, p);
    see_from_above(p, corners);
}

wend_result wend_filled_make(wend_linking *l, wend_filled *filled) {
    *filled = (wend_filled){.l = l};
    filled->cell = 6;
    while (filled->cell < LARGEST && 1 << filled->cell < l->rules.gap / 2)
        filled->cell++;
    int64_t size = 1024;
    while (size < l->edges.all.count)
        size *= 2;
    if (!wend_array_resize(l->context, &filled->heads, size) ||
        !wend_array_resize(l->context, &filled->answers, ANSWERS))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < size; k++)
        filled->heads.data[k] = -1;
    for (int k = 0; k < ANSWERS; k++)
        filled->answers.data[k].hindrance = UNKNOWN;
    wend_result result =
        wend_boxes_build(l->context, l->surface->triangle_count, box_of_floor, l->surface, &filled->floors);
    if (result == WEND_OK &&
        !wend_boxes_add_bands(l->context, l->surface->triangle_count, corners_of_floor, l->surface, 0, &filled->floors))
        result = WEND_ERROR_MEMORY;
    return result;
}

void wend_filled_free(wend_filled *filled) {
    wend_context *context = filled->l->context;
    wend_boxes_free(context, &filled->floors);
    wend_boxes_free(context, &filled->needles);
    wend_array_free(context, &filled->last_needle);
    wend_array_free(context, &filled->found);
    wend_array_free(context, &filled->heads);
    wend_array_free(context, &filled->entries);
    wend_array_free(context, &filled->planned);
    wend_array_free(context, &filled->answers);
}

// ---------------------------------------------------------------------------------------------------- cells

// The lengths of a triangle's sides, seen from above.
static void lengths_of(const wend_point3 p[3], double length[3]) {
    length[0] = wend_length_above(p[0], p[1]);
    length[1] = wend_length_above(p[1], p[2]);
    length[2] = wend_length_above(p[2], p[0]);
}

static uint32_t cell_at(const wend_filled *filled, int32_t coordinate) {
    return (uint32_t)(coordinate + WEND_COORDINATE_MAX) >> filled->cell;
}

static int64_t slot_of(const wend_filled *filled, uint32_t x, uint32_t y) {
    uint64_t h = (x * 0x9E3779B97F4A7C15u) ^ (y * 0xC2B2AE3D27D4EB4Fu);
    return (int64_t)((h ^ h >> 29) & (uint64_t)(filled->heads.count - 1));
}

typedef bool visit_cell(wend_filled *filled, int64_t slot, void *user);

// Visits the cells that a triangle may meet; a large one is halved, so that those of a long thin one are few.
static bool visit_cells(wend_filled *filled, const wend_point3 *p, visit_cell *visit, void *user) {
    wend_box3 box = wend_box3_around(p);
    uint32_t x0 = cell_at(filled, box.low[0]), x1 = cell_at(filled, box.high[0]);
    uint32_t y0 = cell_at(filled, box.low[1]), y1 = cell_at(filled, box.high[1]);
    if ((int64_t)(x1 - x0 + 1) * (y1 - y0 + 1) > CELLS) {
        double length[3];
        lengths_of(p, length);
        int longest = length[0] > length[1] ? 0 : 1;
        longest = length[2] > length[longest] ? 2 : longest;
        wend_point3 u = p[longest], v = p[(longest + 1) % 3], w = p[(longest + 2) % 3];
        wend_point3 middle = {(u.x + v.x) / 2, (u.y + v.y) / 2, (u.z + v.z) / 2};
        return visit_cells(filled, (const wend_point3[3]){u, middle, w}, visit, user) &&
               visit_cells(filled, (const wend_point3[3]){middle, v, w}, visit, user);
    }
    for (uint32_t x = x0; x <= x1; x++)
        for (uint32_t y = y0; y <= y1; y++)
            if (!visit(filled, slot_of(filled, x, y), user))
                return false;
    return true;
}

// Whether a filler is too long for cells.
static bool is_long(const wend_filled *filled, const wend_box3 *box) {
    int64_t x = (int64_t)box->high[0] - box->low[0], y = (int64_t)box->high[1] - box->low[1];
    return (x > y ? x : y) >> filled->cell >= SPAN;
}

// Adds an entry to a list, of which it is the last one then.
static bool add_to(wend_filled *filled, int32_t *last, const wend_filled_entry *added) {
    wend_filled_entry entry = *added;
    entry.previous = *last;
    *last = (int32_t)filled->entries.count;
    return wend_array_push(filled->l->context, &filled->entries, entry);
}

static bool add_entry(wend_filled *filled, int64_t slot, void *user) {
    return add_to(filled, &filled->heads.data[slot], user);
}

// The surface's triangle that a filler lies beside. Of the middle of a hole, any one.
static int32_t floor_beside(const wend_web *web, int32_t filler) {
    for (int k = 0; k < ATTACHED; k++) {
        int32_t first = web->triangles.data[filler].twin[0];
        for (int i = 0; i < 3; i++) {
            int32_t h = web->triangles.data[filler].twin[i];
            if (h >= 0 && web->triangles.data[wend_triangle_of(h)].surface >= 0)
                return web->triangles.data[wend_triangle_of(h)].surface;
        }
        if (first < 0)
            return 0;
        filler = wend_triangle_of(first); // on which it was attached
    }
    return 0;
}

// Notes a filler that is too long for cells.
static wend_result note_needle(wend_filled *filled, const wend_filled_entry *entry) {
    wend_context *context = filled->l->context;
    int32_t floors = filled->l->surface->triangle_count;
    if (filled->last_needle.count == 0) {
        if (!wend_array_resize(context, &filled->last_needle, floors))
            return WEND_ERROR_MEMORY;
        for (int32_t k = 0; k < floors; k++)
            filled->last_needle.data[k] = -1;
        wend_result result = wend_boxes_build_empty(context, floors, &filled->needles);
        if (result != WEND_OK)
            return result;
    }
    int32_t beside = floor_beside(&filled->l->web, entry->item);
    wend_point corners[3];
    see_from_above(filled->l->web.triangles.data[entry->item].p, corners);
    wend_boxes_widen(&filled->needles, beside, &entry->box, corners);
    return add_to(filled, &filled->last_needle.data[beside], entry) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_filled_note(wend_filled *filled, int64_t first) {
    const wend_web *web = &filled->l->web;
    wend_result result = WEND_OK;
    for (int32_t t = (int32_t)first; t < web->triangles.count && result == WEND_OK; t++) {
        if (web->triangles.data[t].surface != -1)
            continue;
        wend_filled_entry entry = {.box = wend_box3_around(web->triangles.data[t].p), .item = t};
        bool needle = is_long(filled, &entry.box);
        for (int axis = 0; axis < 2; axis++) {
            entry.box.low[axis] -= WEND_RULE_SHORT;
            entry.box.high[axis] += WEND_RULE_SHORT;
        }
        if (needle)
            result = note_needle(filled, &entry);
        else if (!visit_cells(filled, web->triangles.data[t].p, add_entry, &entry))
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

bool wend_filled_plan(wend_filled *filled, const wend_point3 p[3]) {
    return wend_array_push(filled->l->context, &filled->planned,
                           (wend_planned){{p[0], p[1], p[2]}, wend_box3_around(p)});
}

// ---------------------------------------------------------------------------------------------------- overlaps

// The height of a triangle's plane at a place.
static double height_of(const wend_point3 p[3], double x, double y) {
    double area = (double)wend_turn_of(p[0], p[1], p[2]), dx = x - p[0].x, dy = y - p[0].y;
    double ux = (double)p[1].x - p[0].x, uy = (double)p[1].y - p[0].y;
    double wx = (double)p[2].x - p[0].x, wy = (double)p[2].y - p[0].y;
    double to_u = dx * wy - dy * wx, to_w = ux * dy - uy * dx;
    return p[0].z + (to_u * ((double)p[1].z - p[0].z) + to_w * ((double)p[2].z - p[0].z)) / area;
}

// Whether all of q is beyond a side from a to b, to within WEND_RULE_SAME steps.
static inline bool is_beyond(wend_point3 a, wend_point3 b, double length, const wend_point3 q[3]) {
    double slack = WEND_RULE_SAME * length;
    return (double)wend_turn_of(a, b, q[0]) <= slack && (double)wend_turn_of(a, b, q[1]) <= slack &&
           (double)wend_turn_of(a, b, q[2]) <= slack;
}

// Whether a side of p has all of q beyond it.
static bool is_apart(const wend_point3 p[3], const double length[3], const wend_point3 q[3]) {
    return is_beyond(p[0], p[1], length[0], q) || is_beyond(p[1], p[2], length[1], q) ||
           is_beyond(p[2], p[0], length[2], q);
}

// What is asked for.
typedef struct asking {
    wend_filled *filled;
    const wend_point3 *p;
    wend_box3 box;        // what has no part of it cannot overlap
    const double *length; // of its sides
    double above, below;
    bool overlaps;
} asking;

static asking ask_for(wend_filled *filled, const wend_point3 p[3], const double length[3]) {
    asking a = {.filled = filled, .p = p, .length = length, .above = filled->l->rules.storey, .below = WEND_RULE_DITCH};
    wend_box3 around = wend_box3_around(p);
    for (int axis = 0; axis < 2; axis++) {
        a.box.low[axis] = around.low[axis] + 1;
        a.box.high[axis] = around.high[axis] - 1;
    }
    a.box.low[2] = wend_box_ceil(around.low[2] - a.below);
    a.box.high[2] = wend_box_floor(around.high[2] + a.above);
    return a;
}

typedef struct corner {
    double x, y;
} corner;

enum { MOST = 12 }; // corners of what two triangles share, and some for rounding

// Cuts a polygon down to what lies more than WEND_RULE_SAME steps to the left of a side.
static int cut_down(wend_point3 a, wend_point3 b, double length, corner *part, int count) {
    corner in[MOST];
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, slack = WEND_RULE_SAME * length;
    int kept = 0;
    memcpy(in, part, (size_t)count * sizeof *in);
    for (int i = 0; i < count && kept + 2 <= MOST; i++) {
        corner u = in[i], w = in[i + 1 < count ? i + 1 : 0];
        double at_u = dx * (u.y - a.y) - dy * (u.x - a.x) - slack, at_w = dx * (w.y - a.y) - dy * (w.x - a.x) - slack;
        if (at_u >= 0)
            part[kept++] = u;
        if ((at_u > 0 && at_w < 0) || (at_u < 0 && at_w > 0)) {
            double t = at_u / (at_u - at_w);
            part[kept++] = (corner){u.x + t * (w.x - u.x), u.y + t * (w.y - u.y)};
        }
    }
    return kept;
}

// Whether a triangle is in the place of a filler, whose box it meets: too little above or below it somewhere in what
// they share.
static void compare(asking *a, const wend_point3 q[3]) {
    double length[3];
    if (is_apart(a->p, a->length, q))
        return;
    lengths_of(q, length);
    if (is_apart(q, length, a->p))
        return;
    corner part[MOST] = {{q[0].x, q[0].y}, {q[1].x, q[1].y}, {q[2].x, q[2].y}};
    int count = 3;
    for (int i = 0; i < 3 && count > 0; i++)
        count = cut_down(a->p[i], a->p[(i + 1) % 3], a->length[i], part, count);
    for (int i = 0; i < count && !a->overlaps; i++) {
        double lift = height_of(q, part[i].x, part[i].y) - height_of(a->p, part[i].x, part[i].y);
        a->overlaps = lift < a->above && lift > -a->below;
    }
}

static void compare_filler(asking *a, const wend_filled_entry *e) {
    if (wend_box3_meet(&e->box, &a->box))
        compare(a, a->filled->l->web.triangles.data[e->item].p);
}

// Compares the fillers of a list, from the last one on.
static void compare_list(asking *a, int32_t last) {
    for (int32_t k = last; k >= 0 && !a->overlaps; k = a->filled->entries.data[k].previous)
        compare_filler(a, &a->filled->entries.data[k]);
}

static bool visit_fillers(wend_filled *filled, int64_t slot, void *user) {
    asking *a = user;
    compare_list(a, filled->heads.data[slot]);
    return !a->overlaps;
}

// Compares the long fillers that may be near. False when memory is short.
static bool compare_needles(asking *a) {
    wend_filled *filled = a->filled;
    wend_point corners[3];
    see_from_above(a->p, corners);
    if (!wend_boxes_search_triangle(filled->l->context, &filled->needles, &a->box, corners, WEND_RULE_SHORT,
                                    &filled->found))
        return false;
    for (int64_t k = 0; k < filled->found.count && !a->overlaps; k++)
        compare_list(a, filled->last_needle.data[filled->found.data[k]]);
    return true;
}

// Compares the fillers that may be near. False when memory is short.
static bool compare_fillers(asking *a) {
    wend_filled *filled = a->filled;
    int64_t area2 = wend_turn_of(a->p[0], a->p[1], a->p[2]), along = (int64_t)(a->length[0] + a->length[1]);
    int64_t cells = (area2 >> 2 * filled->cell) + (along >> filled->cell) + 1; // about
    if (cells >= filled->entries.count) {
        for (int64_t k = 0; k < filled->entries.count && !a->overlaps; k++)
            compare_filler(a, &filled->entries.data[k]);
        return true;
    }
    visit_cells(filled, a->p, visit_fillers, a);
    return a->overlaps || filled->last_needle.count == 0 || compare_needles(a);
}

static void compare_floor(asking *a, int32_t triangle) {
    wend_point3 q[3];
    take_floor(a->filled->l->surface, triangle, q);
    compare(a, q);
    if (a->overlaps)
        a->filled->overlapped = triangle;
}

// What was overlapped last may be overlapped again.
static void compare_again(asking *a) {
    wend_box3 box = box_of_floor(a->filled->l->surface, a->filled->overlapped);
    if (wend_box3_meet(&box, &a->box))
        compare_floor(a, a->filled->overlapped);
}

// Whether a triangle overlaps what was made by linking: what is planned, and other fillers. False when memory is short.
static bool look_at_fillers(asking *a) {
    const wend_filled *filled = a->filled;
    for (int64_t k = 0; k < filled->planned.count && !a->overlaps; k++)
        if (wend_box3_meet(&filled->planned.data[k].box, &a->box))
            compare(a, filled->planned.data[k].p);
    return a->overlaps || compare_fillers(a);
}

// Whether it overlaps a floor. False when memory is short.
static bool look_at_floors(asking *a) {
    wend_filled *filled = a->filled;
    wend_point corners[3];
    see_from_above(a->p, corners);
    if (!wend_boxes_search_triangle(filled->l->context, &filled->floors, &a->box, corners, 0, &filled->found))
        return false;
    for (int64_t k = 0; k < filled->found.count && !a->overlaps; k++)
        compare_floor(a, filled->found.data[k]);
    return true;
}

bool wend_fill_is_across(const wend_linking *l, wend_point3 p, wend_point3 q, int32_t floor) {
    wend_point3 f[3];
    take_floor(l->surface, floor, f);
    double dx = (double)q.x - p.x, dy = (double)q.y - p.y, from = 0, to = 1;
    for (int i = 0; i < 3 && from < to; i++) {
        wend_point3 a = f[i], b = f[(i + 1) % 3];
        double ux = (double)b.x - a.x, uy = (double)b.y - a.y;
        double at = (double)wend_turn_of(a, b, p) - WEND_RULE_SHORT * sqrt(ux * ux + uy * uy),
               change = ux * dy - uy * dx;
        if (change > 0)
            from = -at / change > from ? -at / change : from;
        else if (change < 0)
            to = -at / change < to ? -at / change : to;
        else if (at < 0)
            to = 0;
    }
    if (!(from < to))
        return false;
    double middle = (from + to) / 2, z = p.z + middle * ((double)q.z - p.z);
    double lift = height_of(f, p.x + middle * dx, p.y + middle * dy) - z;
    return lift < l->rules.storey && lift > -WEND_RULE_DITCH;
}

bool wend_fill_look_across(wend_filled *filled, wend_point3 p, wend_point3 q, bool *overlaps) {
    const wend_linking *l = filled->l;
    const wend_point3 ends[3] = {p, q, q};
    wend_box3 box = wend_box3_around(ends);
    box.low[2] -= WEND_RULE_DITCH;
    box.high[2] = wend_box_floor(box.high[2] + l->rules.storey);
    *overlaps = wend_fill_is_across(l, p, q, filled->overlapped);
    if (*overlaps)
        return true;
    wend_point corners[3];
    see_from_above(ends, corners);
    if (!wend_boxes_search_triangle(l->context, &filled->floors, &box, corners, 0, &filled->found))
        return false;
    for (int64_t k = 0; k < filled->found.count && !*overlaps; k++) {
        *overlaps = wend_fill_is_across(l, p, q, filled->found.data[k]);
        if (*overlaps)
            filled->overlapped = filled->found.data[k];
    }
    return true;
}

// How far a region stays inside the free sides of a filler: two steps, less in a thin one.
static double margin_of(const wend_point3 p[3], const double length[3]) {
    double longer = length[0] > length[1] ? length[0] : length[1], longest = longer > length[2] ? longer : length[2];
    double thin = (double)wend_turn_of(p[0], p[1], p[2]) / longest;
    return wend_link_margin(thin);
}

// The place of a triangle's answer; it is one to the same question when *same is set.
static wend_fill_answer *answer_to(wend_filled *filled, const wend_point3 p[3], const double base[3],
                                   const bool along[3], bool *same) {
    uint64_t h = 0;
    for (int i = 0; i < 3; i++)
        h = (h ^ ((uint64_t)(uint32_t)p[i].x << 32 | (uint32_t)p[i].y)) * 0x9E3779B97F4A7C15u;
    wend_fill_answer *a = &filled->answers.data[h >> 40 & (ANSWERS - 1)];
    *same = a->hindrance != UNKNOWN && memcmp(a->p, p, sizeof a->p) == 0 &&
            memcmp(a->base, base, sizeof a->base) == 0 && memcmp(a->along, along, sizeof a->along) == 0;
    return a;
}

// Keeps an answer.
static wend_hindrance give(wend_fill_answer *a, const wend_point3 p[3], const double base[3], const bool along[3],
                           wend_hindrance hindrance, int32_t item) {
    *a = (wend_fill_answer){.p = {p[0], p[1], p[2]},
                            .base = {base[0], base[1], base[2]},
                            .along = {along[0], along[1], along[2]},
                            .hindrance = (uint8_t)hindrance,
                            .item = item};
    return hindrance;
}

// The region that must be free of obstacles. There must be room above the triangle itself, too, where the lower floor
// is beside it.
static wend_region region_of(const wend_linking *l, const wend_point3 p[3], const double length[3],
                             const double base[3], const bool along[3]) {
    double low[3], high[3], reach[3], inside = margin_of(p, length);
    int32_t lower = p[0].z < p[1].z ? p[0].z : p[1].z, lowest = p[2].z < lower ? p[2].z : lower;
    for (int i = 0; i < 3; i++) {
        low[i] = base[i] + l->rules.low;
        high[i] = wend_link_head(&l->rules, (base[i] > lowest ? base[i] : lowest));
        reach[i] = along[i] ? WEND_RULE_SAME : -inside;
    }
    return wend_region_triangle(p, low, high, reach);
}

wend_hindrance wend_fill_ask(wend_filled *filled, const wend_point3 p[3], const double base[3], const bool along[3]) {
    wend_linking *l = filled->l;
    bool same, clear;
    wend_fill_answer *answer = answer_to(filled, p, base, along, &same);
    if (same && answer->hindrance != WEND_FILL_FREE) {
        *(answer->hindrance == WEND_FILL_BLOCKED ? &l->obstacles.last : &filled->overlapped) = answer->item;
        return (wend_hindrance)answer->hindrance;
    }
    double length[3];
    lengths_of(p, length);
    asking a = ask_for(filled, p, length);
    if (same && !look_at_fillers(&a))
        return WEND_FILL_NO_MEMORY;
    if (same)
        return a.overlaps ? WEND_FILL_OVERLAPS : WEND_FILL_FREE;
    wend_region region = region_of(l, p, length, base, along);
    if (wend_obstacles_blocked_again(&l->obstacles, &region))
        return give(answer, p, base, along, WEND_FILL_BLOCKED, l->obstacles.last);
    compare_again(&a);
    if (a.overlaps)
        return give(answer, p, base, along, WEND_FILL_OVERLAPS, filled->overlapped);
    if (!look_at_fillers(&a))
        return WEND_FILL_NO_MEMORY;
    if (a.overlaps)
        return WEND_FILL_OVERLAPS;
    if (!look_at_floors(&a))
        return WEND_FILL_NO_MEMORY;
    if (a.overlaps)
        return give(answer, p, base, along, WEND_FILL_OVERLAPS, filled->overlapped);
    if (!wend_obstacles_look(&l->obstacles, &region, &clear))
        return WEND_FILL_NO_MEMORY;
    return give(answer, p, base, along, clear ? WEND_FILL_FREE : WEND_FILL_BLOCKED, l->obstacles.last);
}
