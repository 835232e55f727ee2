// The shortest way for a disc, over convex pieces.
//
// Problem. A disc of radius r moves over the floor, its centre at least r away from every boundary edge and point
// obstacle. Which way from one place to another is the shortest?
//
// Method. Polyanya (Cui, Harabor, Grastien 2017), with circles. The shortest way is straight but for arcs of radius r
// around notches. Three facts carry it.
//
// 1. Only notches are circles. When the ends of a straight piece are free, it is free exactly if its centre line
//    crosses no wall and no notch lies strictly within the strip of half-width r around it: a wall that enters the
//    strip without crossing an end disc or the centre line has a deepest vertex there, and that is a notch. So walls
//    block the centre line alone, as for a point.
// 2. Arcs are checked on the medial axis: a disc that touches a notch in direction u is free exactly when the notch's
//    cell reaches as far as r in that direction. (roads/notches.c)
// 3. Within a piece only its own notches and its visitors can be in the way. (roads/visitors.c)
//
// What is searched are intervals of rays. A source is a circle, or the start, that sends out rays; an entry of the
// queue is a source with two limits and the side of a piece that all rays between them cross; it stands for all ways
// that go on there. The entry with the least bound is taken, its rays are swept through the piece (sweep.c), which
// gives the entries beyond, the turns that begin in the piece (turn.c), and perhaps the goal or a gate (gates.c). The
// bound is the length of the shortest way over the side to the goal if nothing was in the way beyond. When the goal
// itself is taken, no entry is left that could lead there on a shorter way.
//
// Excess. When the answer may be longer by a share e, what is ahead counts 1 + e times: some entry of the shortest way
// is always open, so the goal is taken no later than at 1 + e times its length. Leaning further, by 2 e, the goal is
// met sooner. What is open then tells how long a way must be at least, and often that is enough; otherwise the search
// goes on with the weight 1 + e, without what is too long.
//
// There may be many starts and goals. Without an aim the bound is the length of the shortest way to the side, so what
// is near comes first, and the search goes on from goal to goal, or until everything within a distance is swept.
//
// Nothing is made per radius, and plans of several storeys need no care: entries know pieces and their neighbours,
// never what lies at the same place elsewhere.
//
// Doubles. Lengths and directions are doubles; tolerances are on offsets, in lattice steps (search.h). Only + - * / and
// square roots are used, so answers are the same bits everywhere.
//
// Cost: the number of entries, each O(sides + visitors); it grows with the floor that is nearer than the goal. A query
// allocates nothing once the arrays are as large as it needs.
#include "path/lanes.h"

// ---------------------------------------------------------------------------------------------------- queue

static bool comes_before(const wend_queued *a, const wend_queued *b) {
    return a->key != b->key ? a->key < b->key : a->age > b->age; // of equal ones the latest, which is farther on
}

static void sift_up(wend_queued *heap, int64_t k) {
    wend_queued item = heap[k];
    while (k > 0 && comes_before(&item, &heap[(k - 1) / 2])) {
        heap[k] = heap[(k - 1) / 2];
        k = (k - 1) / 2;
    }
    heap[k] = item;
}

static wend_queued take_first(wend_search *s) {
    wend_queued *heap = s->queue.data, first = heap[0], last = heap[--s->queue.count];
    int64_t n = s->queue.count, k = 0;
    for (;;) {
        int64_t child = 2 * k + 1;
        if (child >= n)
            break;
        child += child + 1 < n && comes_before(&heap[child + 1], &heap[child]);
        if (!comes_before(&heap[child], &last))
            break;
        heap[k] = heap[child];
        k = child;
    }
    heap[k] = last;
    return first;
}

static void put(wend_search *s, const wend_entry *entry, uint32_t age) {
    int32_t number;
    bool good = true;
    if (s->spare.count > 0) {
        number = s->spare.data[--s->spare.count];
        s->entries.data[number] = *entry;
    } else {
        number = (int32_t)s->entries.count;
        good = wend_array_push(s->context, &s->entries, *entry);
    }
    good = good && wend_array_push(s->context, &s->queue, (wend_queued){entry->least, number, age});
    if (good)
        sift_up(s->queue.data, s->queue.count - 1);
    else
        s->failure = WEND_ERROR_MEMORY;
}

// The first one of those that came since the last was taken waits beside the queue: often it is the next to be taken.
void wend_engine_push(wend_search *s, const wend_entry *entry) {
    uint32_t age = s->age++;
    if (s->waits && entry->least > s->waiting.least) {
        put(s, entry, age);
        return;
    }
    if (s->waits)
        put(s, &s->waiting, s->waiting_age);
    s->waits = true;
    s->waiting = *entry;
    s->waiting_age = age;
}

// Keeps an entry that came to a goal; its number.
static int32_t keep(wend_search *s, const wend_entry *entry) {
    if (!wend_array_push(s->context, &s->entries, *entry)) {
        s->failure = WEND_ERROR_MEMORY;
        return -1;
    }
    return (int32_t)s->entries.count - 1;
}

// Takes the first entry. False when there is none, or only beyond a bound.
static bool take(wend_search *s, double farthest, wend_entry *next) {
    bool open = s->queue.count > 0;
    wend_queued waiting = {s->waiting.least, -1, s->waiting_age};
    if (s->waits && (!open || comes_before(&waiting, &s->queue.data[0]))) {
        *next = s->waiting;
        s->waits = next->least > farthest;
        return !s->waits;
    }
    if (!open || s->queue.data[0].key > farthest)
        return false;
    int32_t number = take_first(s).entry;
    *next = s->entries.data[number];
    if (s->queue.count > 0)
        WEND_PREFETCH(&s->entries.data[s->queue.data[0].entry]);
    if (!wend_array_push(s->context, &s->spare, number))
        s->failure = WEND_ERROR_MEMORY;
    if (s->waits)
        put(s, &s->waiting, s->waiting_age);
    s->waits = false;
    return s->failure == WEND_OK;
}

// Once the goal was met: what is still open is ordered anew, by the weight that was asked for. What cannot be shorter
// by as much as that is left out; if nothing is left, the way is good enough.
static void settle(wend_search *s) {
    double share = 1 / s->lean;
    if (s->waits)
        put(s, &s->waiting, s->waiting_age);
    s->waits = false;
    int64_t count = s->queue.count;
    s->queue.count = 0;
    for (int64_t k = 0; k < count; k++) {
        wend_queued item = s->queue.data[k];
        wend_entry *entry = &s->entries.data[item.entry];
        if (entry->side > WEND_ENTRY_GOAL) {
            double before = s->sources.data[entry->source].length, ahead = (entry->least - before) * share;
            if (before + ahead > s->enough)
                continue;
            item.key = entry->least = before + s->weight * ahead;
        }
        s->queue.data[s->queue.count++] = item;
        sift_up(s->queue.data, s->queue.count - 1);
    }
    s->lean = s->weight;
}

// ---------------------------------------------------------------------------------------------------- searching

void wend_engine_reset(wend_search *s) {
    s->arrivals.count = s->sources.count = s->entries.count = s->spare.count = s->queue.count = 0;
    s->goals.count = s->targets.count = s->homes.count = s->found.count = 0;
    s->gated = s->fenced = s->priced = s->laned = false;
    s->gates.count = s->kept_gates;
    s->gate_pieces.count = s->kept_pieces;
    s->age = 0;
    s->waits = false;
    double loose = s->radius > 0 ? 0.03 / s->radius : 0;
    s->about = WEND_PHASE_CLOSE + (loose < 0.05 ? loose : 0.05);
    s->askew = 2 * s->about + s->slack + (s->radius > 0 ? 4 * sqrt(s->slack / s->radius) : 0);
    s->bound = 0;
    s->enough = INFINITY;
    s->lean = s->weight;
    s->taken = s->swept = 0;
    s->failure = WEND_OK;
    s->asked.begun = false;
    if (++s->round == 0) {
        for (int64_t k = 0; k < s->marks.count; k++)
            s->marks.data[k].round = 0;
        for (int64_t k = 0; k < s->target_marks.count; k++)
            s->target_marks.data[k].round = 0;
        for (int64_t k = 0; k < s->gates.count; k++)
            s->gates.data[k].round = 0;
        for (int64_t k = 0; k < s->floor_marks.count; k++)
            s->floor_marks.data[k].round = 0;
        s->round = 1;
    }
}

void wend_engine_start(wend_search *s, wend_way place, const wend_list *pieces, double length) {
    wend_arrival start = {.centre = place, .notch = -1, .length = length, .source = -1, .piece = -1, .next = -1};
    int32_t number = (int32_t)s->arrivals.count;
    if (!wend_array_push(s->context, &s->arrivals, start))
        s->failure = WEND_ERROR_MEMORY;
    else
        wend_engine_open(s, number, pieces->data, pieces->count, length + s->lean * wend_ahead_of(s, place));
}

void wend_engine_open(wend_search *s, int32_t arrival, const int32_t *pieces, int64_t count, double least) {
    for (int64_t k = 0; k < count; k++) {
        if (wend_is_shut(s, pieces[k]))
            continue;
        wend_entry entry = {.least = least, .source = (int32_t)s->sources.count, .side = WEND_ENTRY_TURN};
        wend_source source = {
            .arrival = arrival, .piece = pieces[k], .corner = -1, .length = s->arrivals.data[arrival].length};
        if (!wend_array_push(s->context, &s->sources, source))
            s->failure = WEND_ERROR_MEMORY;
        else
            wend_engine_push(s, &entry);
    }
}

bool wend_engine_run(wend_search *s, int64_t most, double farthest, int32_t *entry) {
    // Far more than any search takes; a bound all the same, because doubles decide.
    int64_t limit = 10000 + 500 * ((int64_t)s->v.piece_count + s->v.notch_count + s->gates.count);
    *entry = -1;
    for (; most > 0; most--) {
        wend_entry next;
        if (s->taken > limit)
            s->failure = WEND_ERROR_LIMIT;
        if (s->failure != WEND_OK || !take(s, farthest, &next))
            return true;
        s->bound = next.least > s->bound ? next.least : s->bound;
        s->taken++;
        if (next.side <= WEND_ENTRY_GOAL) {
            if (next.least > s->goals.data[WEND_ENTRY_GOAL - next.side].least)
                continue; // a shorter way came later
            *entry = keep(s, &next);
            return true;
        }
        const wend_arrival *arrival = &s->arrivals.data[s->sources.data[next.source].arrival];
        if (arrival->beaten || (s->refuse != NULL && next.side >= 0 && s->refuse(s->recorder, &next)))
            continue;
        if (s->weight > 1)
            next.least = 0; // bounds fall on the way: what is nearer to the goal comes first
        if (s->sources.data[next.source].piece < 0)
            wend_lanes_go(s, next.source, next.least);
        else if (next.side >= 0)
            wend_sweep_interval(s, &next);
        else if (arrival->sense != 0)
            wend_turn_sweep(s, &next);
        else
            wend_sweep_start(s, next.source, next.least, next.side == WEND_ENTRY_REST);
        if (s->lean > s->weight && s->enough < INFINITY)
            settle(s);
    }
    return false;
}
