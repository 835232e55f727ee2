// Trimming: boundaries move inward, so that they have fewer vertices.
//
// Round pillars, curved walls and the edges of scans have far more vertices than anybody who walks around them cares
// for. Two operations take one away each, and both only take floor away:
//
//         floor                              floor
//     u-----------w       A corner that         p         An edge that the floor goes around: its two neighbours
//      `-.     .-'        the floor fills      /.\        are drawn out until they meet.
//         `-v-'           is cut off.       b /___\ c
//                                            /     \      The pillar gets a polygon around it, not one in it.
//                                           a       d
//
// Why no passage is cut and nothing is missed: recut.c replaces a disc of triangles by a disc, and refuses when the new
// border would touch another one. So components, cycles and the ways between them stay. (A passage may get narrower by
// `distance` from either side.)
//
// How far a boundary has moved: each border has a trail, the corners of the first boundary that it stands for, in their
// order. All of the trail is within some distance of the border, and all of the border within that distance of the
// trail, if each corner of the trail is, and its first and last one are within that distance of the border's ends: a
// point of the border is then either across from one of the trail or near such an end. (Distances from a segment are
// convex, so corners tell for all points.) That is the Hausdorff distance, seen from above. Where borders are drawn
// out, the trail of the edge between them is split at the place that is nearest to where they meet. Trails that get
// long are forgotten: the border itself takes their place, and how far they were from it is added from then on.
//
// What a border says (kind, cause, side, what blocks) is said by the longest of those that it replaces. Pieces that say
// the same, the heights of what blocks to within `distance`, are counted together, and the interval holds theirs. Other
// pieces are swallowed only while they make up no more than `distance` of a border's length: a doorway in a wall stays
// one, and a riser that can be stepped onto does not drown in the wall beside it. Borders of tiles stay.
//
// Operations are done in the order of how far the boundary will be from where it was, then of the area that they cost,
// then of their places; each depends on positions alone. So the order of triangles does not matter.
//
// Cost: O(b log b) for b borders, as long as parts of the floor around operations are small; see recut.c.
#include "sew/recut.h"

#include "base/context.h"

#include <math.h>

enum { BETWEEN_PAUSES = 4096, LONG_TRAIL = 32 };

typedef struct trail_corner {
    double x, y;
    int32_t next;
} trail_corner;

// For how much of what it replaces a border speaks.
typedef struct voice {
    double length;                // of the pieces that say what it does
    double other;                 // of pieces that say something else
    int32_t most_low, least_high; // of the former; the border has the least low and the most high
} voice;

// What is known of a border, by its name.
typedef struct trim_border {
    double slack;       // how far its trail may be from what it stands for
    int32_t head, tail; // the trail
    int32_t count;      // of its corners
    int32_t version;    // of the operations on it; those of another version are out of date
    voice voice;
} trim_border;

// An operation on border b -> c, which follows a -> b: cuts off corner b, or takes the edge away.
typedef struct proposal {
    double off;           // how far the trails will be from the new borders
    int64_t area2;        // that it costs, doubled
    wend_point3 place[3]; // for the order
    wend_point tip;
    int32_t border, version;
    bool is_edge;
} proposal;

// What an operation does to the borders that stay: a -> d, or a -> p and p -> d.
typedef struct outcome {
    trail_corner middle; // with a tip: where the trail of the border that goes is split, after the corner `next`
    voice voice[2];
    wend_raw_border says[2];
} outcome;

typedef struct trimmer {
    wend_context *context;
    wend_hem hem;
    wend_recut recut;
    double distance;
    WEND_ARRAY(trim_border) borders;
    WEND_ARRAY(trail_corner) trails;
    WEND_ARRAY(proposal) heap;
} trimmer;

// ---------------------------------------------------------------------------------------------------- distances

static double greater(double a, double b) {
    return a > b ? a : b;
}

static double distance_to(const trail_corner *a, wend_point b) {
    double x = b.x - a->x, y = b.y - a->y;
    return sqrt(x * x + y * y);
}

// The place of the segment a-b that is nearest to p.
static trail_corner nearest(const trail_corner *a, const trail_corner *b, const trail_corner *p) {
    double x = b->x - a->x, y = b->y - a->y, length2 = x * x + y * y;
    double along = length2 > 0 ? (x * (p->x - a->x) + y * (p->y - a->y)) / length2 : 0;
    along = along > 0 ? along : 0;
    return along < 1 ? (trail_corner){a->x + along * x, a->y + along * y, -1} : (trail_corner){b->x, b->y, -1};
}

static double squared(const trail_corner *a, const trail_corner *b) {
    return (b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y);
}

static trail_corner as_corner(wend_point p) {
    return (trail_corner){p.x, p.y, -1};
}

// How far the corners of a trail from `head` to `tail` are from the segment a-b.
static double trail_off(const trimmer *t, int32_t head, int32_t tail, wend_point a, wend_point b) {
    trail_corner from = as_corner(a), to = as_corner(b);
    double most = 0;
    for (int32_t i = head;; i = t->trails.data[i].next) {
        const trail_corner *p = &t->trails.data[i];
        trail_corner q = nearest(&from, &to, p);
        most = greater(most, squared(&q, p));
        if (i == tail)
            return sqrt(most);
    }
}

// The place on a border's trail that is nearest to a point; its `next` is the corner before it, which is not the last.
static trail_corner find_middle(const trimmer *t, int32_t border, wend_point point) {
    const trim_border *b = &t->borders.data[border];
    trail_corner p = as_corner(point), best = t->trails.data[b->head];
    best.next = b->head;
    for (int32_t i = b->head; i != b->tail; i = t->trails.data[i].next) {
        trail_corner q = nearest(&t->trails.data[i], &t->trails.data[t->trails.data[i].next], &p);
        if (squared(&q, &p) < squared(&best, &p)) {
            best = q;
            best.next = i;
        }
    }
    return best;
}

// ---------------------------------------------------------------------------------------------------- what is said

static int32_t least(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// Makes one of two borders that follow each other; of the second one only a share counts. False when they say too
// different things.
static bool merge(const trimmer *t, int32_t first, int32_t second, double share, voice *made, wend_raw_border *says) {
    const wend_raw_border *a = &t->hem.raw->borders.data[first], *b = &t->hem.raw->borders.data[second];
    voice f = t->borders.data[first].voice, s = t->borders.data[second].voice;
    s.length *= share;
    s.other *= share;
    int32_t low = least(a->low, b->low), high = most(a->high, b->high);
    int32_t most_low = most(f.most_low, s.most_low), least_high = least(f.least_high, s.least_high);
    double other = f.other + s.other;
    bool alike =
        a->kind == b->kind && (double)most_low - low <= t->distance && (double)high - least_high <= t->distance;
    bool by_first = f.length >= s.length;
    *says = by_first ? *a : *b;
    *made = by_first ? f : s;
    if (alike) {
        made->length = f.length + s.length;
        made->most_low = most_low;
        made->least_high = least_high;
        says->low = low;
        says->high = high;
    } else {
        other += by_first ? s.length : f.length;
    }
    made->other = other;
    return other <= t->distance;
}

static bool is_fixed(const trimmer *t, int32_t border) {
    return t->hem.raw->borders.data[border].kind == WEND_BOUNDARY_CUT;
}

// ---------------------------------------------------------------------------------------------------- corners

static wend_point start_of(const trimmer *t, int32_t border) {
    return wend_from_above(wend_hem_from(&t->hem, border));
}

static wend_point end_of(const trimmer *t, int32_t border) {
    return wend_from_above(wend_hem_to(&t->hem, border));
}

// What cutting off the corner where a border starts would do. False when that may not be.
static bool look_at_corner(const trimmer *t, int32_t border, proposal *made, outcome *out) {
    int32_t before = wend_hem_previous(&t->hem, border);
    if (is_fixed(t, before) || is_fixed(t, border) ||
        wend_hem_next(&t->hem, border) == wend_hem_previous(&t->hem, before))
        return false; // the last case: a cycle of three at most
    wend_point u = start_of(t, before), v = start_of(t, border), w = end_of(t, border);
    int64_t area2 = wend_cross(u, v, w);
    if (area2 < 0 || (area2 == 0 && wend_dot(v, u, w) >= 0))
        return false;
    const trim_border *first = &t->borders.data[before], *second = &t->borders.data[border];
    double off = greater(trail_off(t, first->head, first->tail, u, w), trail_off(t, second->head, second->tail, u, w));
    off = greater(off,
                  greater(distance_to(&t->trails.data[first->head], u), distance_to(&t->trails.data[second->tail], w)));
    off += greater(first->slack, second->slack);
    if (off > t->distance || !merge(t, before, border, 1, &out->voice[0], &out->says[0]))
        return false;
    *made = (proposal){
        .off = off,
        .area2 = area2,
        .place = {wend_hem_from(&t->hem, border), wend_hem_from(&t->hem, before), wend_hem_to(&t->hem, border)},
        .border = border,
        .version = t->borders.data[border].version};
    return true;
}

// ---------------------------------------------------------------------------------------------------- edges

// Where lines a-b and d-c meet beyond b and c, rounded so that it is not on the right of a -> b and c -> d, and so that
// little is lost. False when there is no such place on the lattice near it.
static bool find_tip(wend_point a, wend_point b, wend_point c, wend_point d, wend_point *tip, int64_t *area2) {
    int64_t rx = (int64_t)b.x - a.x, ry = (int64_t)b.y - a.y, sx = (int64_t)c.x - d.x, sy = (int64_t)c.y - d.y;
    int64_t ex = (int64_t)c.x - b.x, ey = (int64_t)c.y - b.y, turn = rx * sy - ry * sx;
    if (turn <= 0)
        return false; // they do not meet on the floor's side
    double along = (double)(ex * sy - ey * sx) / (double)turn;
    double x = floor(b.x + along * (double)rx), y = floor(b.y + along * (double)ry);
    double limit = WEND_COORDINATE_MAX - 2;
    bool found = false;
    if (!(x >= -limit && x <= limit && y >= -limit && y <= limit))
        return false;
    for (int32_t i = -1; i <= 2; i++)
        for (int32_t k = -1; k <= 2; k++) {
            wend_point p = {(int32_t)x + i, (int32_t)y + k};
            int64_t first = wend_cross(a, b, p), middle = wend_cross(b, c, p), last = wend_cross(c, d, p);
            if (first < 0 || middle <= 0 || last < 0 || (found && first + middle + last >= *area2))
                continue;
            found = true;
            *tip = p;
            *area2 = first + middle + last;
        }
    return found;
}

// What taking an edge away would do. False when that may not be.
static bool look_at_edge(const trimmer *t, int32_t border, proposal *made, outcome *out) {
    int32_t before = wend_hem_previous(&t->hem, border), after = wend_hem_next(&t->hem, border);
    if (is_fixed(t, before) || is_fixed(t, border) || is_fixed(t, after) || before == after ||
        wend_hem_next(&t->hem, after) == before)
        return false; // the last two cases: a cycle of three at most
    wend_point a = start_of(t, before), b = start_of(t, border), c = end_of(t, border), d = end_of(t, after), tip;
    int64_t area2 = 0;
    if (wend_cross(a, b, c) >= 0 || wend_cross(b, c, d) >= 0 || !find_tip(a, b, c, d, &tip, &area2))
        return false;
    const trim_border *first = &t->borders.data[before], *own = &t->borders.data[border];
    const trim_border *last = &t->borders.data[after];
    out->middle = find_middle(t, border, tip);
    double off = distance_to(&out->middle, tip);
    off = greater(off, greater(trail_off(t, first->head, first->tail, a, tip),
                               trail_off(t, own->head, out->middle.next, a, tip)));
    off = greater(off, trail_off(t, last->head, last->tail, tip, d));
    off = greater(off, trail_off(t, t->trails.data[out->middle.next].next, own->tail, tip, d));
    off = greater(off,
                  greater(distance_to(&t->trails.data[first->head], a), distance_to(&t->trails.data[last->tail], d)));
    off += greater(own->slack, greater(first->slack, last->slack));
    if (off > t->distance || !merge(t, before, border, 0.5, &out->voice[0], &out->says[0]) ||
        !merge(t, after, border, 0.5, &out->voice[1], &out->says[1]))
        return false;
    *made = (proposal){
        .off = off,
        .area2 = area2,
        .place = {wend_hem_from(&t->hem, border), wend_hem_from(&t->hem, before), wend_hem_to(&t->hem, border)},
        .tip = tip,
        .border = border,
        .version = t->borders.data[border].version,
        .is_edge = true};
    return true;
}

// ---------------------------------------------------------------------------------------------------- the heap

static bool earlier(const proposal *a, const proposal *b) {
    if (a->off != b->off)
        return a->off < b->off;
    if (a->area2 != b->area2)
        return a->area2 < b->area2;
    int order = wend_compare3(&a->place[0], &b->place[0]);
    for (int k = 1; k < 3 && order == 0; k++)
        order = wend_compare3(&a->place[k], &b->place[k]);
    return order != 0 ? order < 0 : a->is_edge < b->is_edge;
}

static proposal pop(trimmer *t) {
    proposal *heap = t->heap.data, top = heap[0], moving = heap[--t->heap.count];
    int64_t place = 0;
    for (int64_t child; (child = 2 * place + 1) < t->heap.count; place = child) {
        if (child + 1 < t->heap.count && earlier(&heap[child + 1], &heap[child]))
            child++;
        if (!earlier(&heap[child], &moving))
            break;
        heap[place] = heap[child];
    }
    heap[place] = moving;
    return top;
}

static bool push(trimmer *t, const proposal *p) {
    if (!wend_array_push(t->context, &t->heap, *p))
        return false;
    proposal *heap = t->heap.data;
    int64_t place = t->heap.count - 1;
    for (int64_t parent; place > 0 && earlier(p, &heap[parent = (place - 1) / 2]); place = parent)
        heap[place] = heap[parent];
    heap[place] = *p;
    return true;
}

// Enters what may be done to a border, in place of what was known about it.
static bool propose(trimmer *t, int32_t border) {
    proposal made;
    outcome out;
    t->borders.data[border].version++;
    if (look_at_corner(t, border, &made, &out) && !push(t, &made))
        return false;
    return !look_at_edge(t, border, &made, &out) || push(t, &made);
}

// ---------------------------------------------------------------------------------------------------- operations

// Takes down that a border has the trail from `head` to `tail`, of so many corners. A long one is forgotten.
static void set_trail(trimmer *t, int32_t border, int32_t head, int32_t tail, int32_t count) {
    trim_border *b = &t->borders.data[border];
    trail_corner *first = &t->trails.data[head], *last = &t->trails.data[tail];
    b->head = head;
    b->tail = tail;
    b->count = count;
    if (count <= LONG_TRAIL)
        return;
    wend_point from = start_of(t, border), to = end_of(t, border);
    double off = greater(trail_off(t, head, tail, from, to), greater(distance_to(first, from), distance_to(last, to)));
    b->slack += off;
    *first = (trail_corner){from.x, from.y, tail};
    *last = (trail_corner){to.x, to.y, -1};
    b->count = 2;
}

// Joins the trails of two borders, of which the second has gone.
static void join_trails(trimmer *t, int32_t before, const trim_border *gone) {
    const trim_border *b = &t->borders.data[before];
    t->trails.data[b->tail].next = gone->head;
    set_trail(t, before, b->head, gone->tail, b->count + gone->count);
}

// Splits the trail of a border that has gone between its two neighbours. There is room for the two corners.
static void split_trail(trimmer *t, int32_t before, int32_t after, const trim_border *gone, trail_corner middle) {
    const trim_border *b = &t->borders.data[before], *a = &t->borders.data[after];
    int32_t stop = middle.next, rest = t->trails.data[stop].next, end = (int32_t)t->trails.count, start = end + 1;
    int32_t count = 1;
    for (int32_t i = gone->head; i != stop; i = t->trails.data[i].next)
        count++;
    t->trails.count += 2;
    t->trails.data[b->tail].next = gone->head;
    t->trails.data[stop].next = end;
    t->trails.data[end] = (trail_corner){middle.x, middle.y, -1};
    t->trails.data[start] = (trail_corner){middle.x, middle.y, rest};
    t->trails.data[gone->tail].next = a->head;
    set_trail(t, before, b->head, end, b->count + count + 1);
    set_trail(t, after, start, a->tail, a->count + gone->count - count + 1);
}

static void note_outcome(trimmer *t, int32_t border, const outcome *out, int which, double slack) {
    trim_border *b = &t->borders.data[border];
    b->slack = greater(b->slack, slack);
    b->voice = out->voice[which];
    t->hem.raw->borders.data[border] = out->says[which];
}

// Carries out a proposal, if the floor allows. False when memory is short.
static bool carry_out(trimmer *t, const proposal *p) {
    wend_hem *hem = &t->hem;
    proposal again;
    outcome out;
    if (!wend_hem_alive(hem, p->border) || t->borders.data[p->border].version != p->version)
        return true;
    int32_t before = wend_hem_previous(hem, p->border), after = wend_hem_next(hem, p->border);
    wend_trim_strip strip = {before, p->is_edge ? after : p->border, p->is_edge, p->tip};
    if (!(p->is_edge ? look_at_edge : look_at_corner)(t, p->border, &again, &out) ||
        !wend_recut_strip(&t->recut, &strip))
        return true;
    trim_border gone = t->borders.data[p->border];
    note_outcome(t, before, &out, 0, gone.slack);
    if (p->is_edge) {
        note_outcome(t, after, &out, 1, gone.slack);
        split_trail(t, before, after, &gone, out.middle);
    } else {
        join_trails(t, before, &gone);
    }
    // An operation looks at the border before its own and the one after it.
    int32_t next = wend_hem_next(hem, before);
    return propose(t, wend_hem_previous(hem, before)) && propose(t, before) && propose(t, next) &&
           (!p->is_edge || propose(t, wend_hem_next(hem, next)));
}

// The trail of a border at first: its own ends.
static void start_trail(trimmer *t, int32_t border) {
    trail_corner from = as_corner(start_of(t, border)), to = as_corner(end_of(t, border));
    const wend_raw_border *says = &t->hem.raw->borders.data[border];
    int32_t head = (int32_t)t->trails.count;
    from.next = head + 1;
    t->trails.data[t->trails.count++] = from;
    t->trails.data[t->trails.count++] = to;
    t->borders.data[border] =
        (trim_border){.head = head,
                      .tail = head + 1,
                      .count = 2,
                      .voice = {.length = sqrt(squared(&from, &to)), .most_low = says->low, .least_high = says->high}};
}

static wend_result prepare(trimmer *t) {
    int64_t count = t->hem.edges.count;
    if (count > INT32_MAX / 4)
        return WEND_ERROR_LIMIT;
    // Every border has two corners at first, and goes once at most, which makes two.
    if (!wend_array_resize(t->context, &t->borders, count) || !wend_array_reserve(t->context, &t->trails, 4 * count))
        return WEND_ERROR_MEMORY;
    for (int32_t b = 0; b < count; b++)
        if (wend_hem_alive(&t->hem, b))
            start_trail(t, b);
    for (int32_t b = 0; b < count; b++)
        if (wend_hem_alive(&t->hem, b) && !propose(t, b))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

static wend_result run(trimmer *t) {
    wend_result result = wend_recut_make(&t->hem, &t->recut);
    if (result == WEND_OK)
        result = prepare(t);
    if (result != WEND_OK)
        return result;
    for (int64_t k = 0; t->heap.count > 0; k++) {
        proposal p = pop(t);
        if (!carry_out(t, &p))
            return WEND_ERROR_MEMORY;
        if (k % BETWEEN_PAUSES == 0 && wend_pause(t->context, "trim", 0.5))
            return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

wend_result wend_raw_trim(wend_context *context, wend_raw *raw, double distance) {
    trimmer t = {.context = context, .distance = distance};
    wend_result result = wend_raw_simplify(context, raw);
    if (result != WEND_OK)
        return result;
    result = wend_hem_make(context, raw, 0, &t.hem);
    t.recut.hem = &t.hem;
    if (result == WEND_OK)
        result = run(&t);
    wend_array_free(context, &t.borders);
    wend_array_free(context, &t.trails);
    wend_array_free(context, &t.heap);
    wend_recut_free(&t.recut);
    wend_hem_free(&t.hem);
    return result;
}
