// Passages for one.
//
// Where two cannot pass each other, two who meet head on stand there for ever, whatever their model: neither knows that
// it would have to go back. So who goes first is decided outside.
//
//     ----------.          .----------
//        (A)     `--------'     (B)        A passage is a run of narrow gates of a route, with no room to pass between
//     --->                      <---       them. A has claimed it: B waits beside its end, not in it.
//                .--------.     (B)
//     ----------'          `----------
//
// A claim is a number for each side of the roads: how many are about to leave a piece by it. Who comes to a passage
// claims all of its gates, unless somebody has claimed the way back through one of them. Any number may follow each
// other; but once somebody has waited on the other side for a few seconds, and longer than who comes now, nobody new
// goes in from here.
//
// Two who are in a passage already, because they were put there, or pushed, know nothing of each other's claims. Who
// has stood head on before somebody for more than a second, with no room to pass, goes back for a while: the one with
// the higher index.
//
// It runs over agents in the order of their indices, once in a step; those far from narrow gates cost next to nothing.
#include "crowd/crowd.h"

#define NEAR_GATE 1.5 // metres before a passage from where it is claimed
#define LONG_WAIT 4.0 // seconds after which those from the other side are let through
#define STAND_OFF 1.2 // seconds head on before somebody until one goes back
#define WAY_BACK 5.0  // seconds that it goes back

static int32_t twin_of(const wend_crowd *c, const wend_gate_ahead *gate) {
    return c->roads_view.sides[gate->side].twin;
}

void wend_crowd_unclaim(wend_crowd *c, wend_walker *w) {
    for (int32_t k = w->claim[0]; k < w->claim[1]; k++)
        c->claims.data[w->route.gates[k].side]--;
    w->claim[0] = w->claim[1] = 0;
}

static wend_two middle(const wend_crowd *c, const wend_gate_ahead *gate) {
    wend_two a = wend_crowd_metres(c, gate->right), b = wend_crowd_metres(c, gate->left);
    return (wend_two){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

// The passage that the walker is in or comes to next: its gates. False when there is none near.
static bool find_passage(const wend_crowd *c, const wend_walker *w, int32_t *first, int32_t *end, bool *inside) {
    const wend_route *r = &w->route;
    int32_t k = w->next;
    *inside = k < r->count && (k > 0 ? r->gates[k - 1].joined : r->starts_inside);
    if (!*inside) {
        while (k < r->count && k < w->next + 3 && !r->gates[k].narrow)
            k++;
        if (k >= r->count || !r->gates[k].narrow)
            return false;
        wend_two off = wend_two_minus(middle(c, &r->gates[k]), wend_walker_place(c, w));
        if (wend_two_dot(off, off) > NEAR_GATE * NEAR_GATE)
            return false;
    }
    *first = k;
    while (r->gates[k].joined && k + 1 < r->count)
        k++;
    *end = k + 1;
    return true;
}

static bool is_taken(const wend_crowd *c, const wend_walker *w, int32_t first, int32_t end) {
    for (int32_t k = first; k < end; k++) {
        int32_t twin = twin_of(c, &w->route.gates[k]);
        if (twin >= 0 && c->claims.data[twin] > 0)
            return true;
    }
    return false;
}

// Beside the gate, out of the way of who comes out of it.
static void wait_beside(const wend_crowd *c, wend_walker *w, const wend_gate_ahead *gate) {
    wend_two m = middle(c, gate), at = wend_walker_place(c, w);
    wend_two across = wend_two_minus(wend_crowd_metres(c, gate->left), wend_crowd_metres(c, gate->right));
    wend_two back = wend_two_unit((wend_two){-across.y, across.x}); // left of a gate is on the left of who passes it
    if (wend_two_dot(across, across) == 0)
        back = wend_two_unit(wend_two_minus(at, m));
    wend_two right = {-back.y, back.x};
    wend_two spot = wend_two_plus(wend_two_plus(m, 2 * w->radius + 0.2, back), 4 * w->radius, right);
    wend_two way = wend_two_minus(spot, at);
    double distance = wend_two_length(way);
    double speed = distance < 0.1 ? 0 : distance < 0.5 * w->speed ? distance / 0.5 : w->speed;
    w->wish = distance > 0 ? (wend_two){way.x / distance * speed, way.y / distance * speed} : (wend_two){0, 0};
    w->stuck = 0;
    w->state = WEND_AGENT_YIELDS;
}

// Back to the gate by which it came in; when it was in the passage from the beginning, away from the next one.
static void go_back(const wend_crowd *c, wend_walker *w, int32_t first) {
    wend_two at = wend_walker_place(c, w), ahead = middle(c, &w->route.gates[first]);
    wend_two way = first > 0 ? wend_two_minus(middle(c, &w->route.gates[first - 1]), at) : wend_two_minus(at, ahead);
    way = wend_two_unit(way);
    w->wish = (wend_two){way.x * w->speed, way.y * w->speed};
    w->stuck = 0;
    w->state = WEND_AGENT_YIELDS;
}

// Whether a walker goes back because it has met somebody where there is no room for two.
static bool retreats(const wend_crowd *c, wend_walker *w, int64_t index) {
    if (w->retreat > 0) {
        w->retreat -= c->def.step;
    } else if (w->stuck > STAND_OFF && w->facing >= 0 && w->facing < index) {
        const wend_walker *other = &c->walkers.data[w->facing];
        double room = wend_crowd_room(c, w->patch, wend_walker_place(c, w));
        if (other->used && other->stuck > STAND_OFF && other->retreat <= 0 && room < 2 * w->radius)
            w->retreat = WAY_BACK;
    }
    return w->retreat > 0;
}

static void claim(wend_crowd *c, wend_walker *w, int32_t first, int32_t end) {
    wend_crowd_unclaim(c, w);
    w->claim[0] = first;
    w->claim[1] = end;
    for (int32_t k = first; k < end; k++)
        c->claims.data[w->route.gates[k].side]++;
    w->waiting_side = -1;
    w->waited = 0;
}

static void decide(wend_crowd *c, wend_walker *w) {
    int32_t first, end;
    bool inside;
    if (retreats(c, w, w - c->walkers.data)) {
        wend_crowd_unclaim(c, w);
        w->wish = (wend_two){-w->wish.x, -w->wish.y};
        w->state = WEND_AGENT_YIELDS;
        return;
    }
    if (w->claim[1] > w->claim[0] && w->next >= w->claim[1])
        wend_crowd_unclaim(c, w); // it is through
    if (!find_passage(c, w, &first, &end, &inside)) {
        wend_crowd_unclaim(c, w);
        w->waiting_side = -1;
        w->waited = 0;
        return;
    }
    bool mine = w->claim[1] > w->claim[0];
    if (mine && (inside || !is_taken(c, w, first, end)))
        return;
    const wend_gate_ahead *entry = &w->route.gates[first], *last = &w->route.gates[end - 1];
    int32_t other_side = twin_of(c, last);
    int32_t others = other_side >= 0 ? c->waits.data[other_side] : 0;
    bool fair = others * c->def.step < LONG_WAIT || others <= w->waited;
    if (!is_taken(c, w, first, end) && (inside || fair)) {
        claim(c, w, first, end);
        return;
    }
    wend_crowd_unclaim(c, w);
    w->waiting_side = entry->side;
    w->waited++;
    if (inside)
        go_back(c, w, first);
    else
        wait_beside(c, w, entry);
}

void wend_crowd_claim(wend_crowd *c) {
    bool any = false;
    for (int64_t k = 0; k < c->walkers.count; k++) {
        const wend_walker *w = &c->walkers.data[k];
        if (w->used && w->waiting_side >= 0 && c->waits.data[w->waiting_side] < w->waited) {
            c->waits.data[w->waiting_side] = w->waited;
            any = true;
        }
    }
    for (int64_t k = 0; k < c->walkers.count; k++) {
        wend_walker *w = &c->walkers.data[k];
        if (!w->used)
            continue;
        if (w->planned && !wend_walker_stands(w) && w->goal < w->goal_count) {
            decide(c, w);
        } else {
            wend_crowd_unclaim(c, w);
            w->waiting_side = -1;
            w->waited = 0;
        }
    }
    for (int64_t k = 0; any && k < c->waits.count; k++)
        c->waits.data[k] = 0;
}
