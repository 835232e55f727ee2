// Targets: what rays may end in, other than walls.
//
// A goal ends a way. A gate is passed: a way that comes to its entrance goes on from its exit, as if it started there,
// at a cost. Links made by hand and drops are gates, and so are corners that no obstacle makes, such as those of a
// forbidden area, whose exit is their entrance.
//
// Targets are listed for each piece that holds them, and tried when rays are swept through the piece (sweep.c). Lists
// begin at marks that know their round, so nothing is cleared between queries; those of gates stay until gates change.
//
// A gate is open to a way when no other way came to it sooner. The bound of what comes out of it is its length with the
// cost, and what is ahead of its exit; so of all that come to a gate the first to be taken is the shortest.
#include "path/lanes.h"

#include "base/context.h"

static bool list_at(wend_context *context, wend_target_mark *marks, uint32_t round, wend_targets *targets,
                    wend_way place, int32_t number, const wend_list *pieces) {
    for (int64_t k = 0; k < pieces->count; k++) {
        wend_target_mark *mark = &marks[pieces->data[k]];
        int32_t next = mark->round == round ? mark->first : -1;
        if (!wend_array_push(context, targets, (wend_target){place, number, next}))
            return false;
        *mark = (wend_target_mark){round, (int32_t)targets->count - 1};
    }
    return true;
}

bool wend_target_add(wend_search *s, wend_way place, int32_t number, const wend_list *pieces) {
    return list_at(s->context, s->target_marks.data, s->round, &s->targets, place, number, pieces);
}

bool wend_goal_add(wend_search *s, wend_way place, const wend_list *pieces) {
    int32_t number = (int32_t)s->goals.count;
    for (int64_t k = 0; k < pieces->count; k++)
        if (!wend_array_push(s->context, &s->homes, s->roads->tour.data[pieces->data[k]].number))
            return false;
    return wend_array_push(s->context, &s->goals, (wend_goal){place, INFINITY}) &&
           wend_target_add(s, place, number, pieces);
}

void wend_gates_clear(wend_search *s) {
    s->gates.count = s->gate_targets.count = s->gate_pieces.count = 0;
    s->kept_gates = s->kept_pieces = s->plain_gates = 0;
    if (++s->gate_round == 0) {
        for (int64_t k = 0; k < s->gate_marks.count; k++)
            s->gate_marks.data[k].round = 0;
        s->gate_round = 1;
    }
}

static bool add_gate(wend_search *s, const wend_gate *gate, const wend_list *exit) {
    wend_gate added = *gate;
    added.first = (int32_t)s->gate_pieces.count;
    added.count = (int32_t)exit->count;
    added.round = 0;
    for (int64_t k = 0; k < exit->count; k++)
        if (!wend_array_push(s->context, &s->gate_pieces, exit->data[k]))
            return false;
    return wend_array_push(s->context, &s->gates, added);
}

bool wend_gate_add(wend_search *s, const wend_gate *gate, const wend_list *entrance, const wend_list *exit) {
    int32_t number = (int32_t)s->gates.count;
    if (!add_gate(s, gate, exit) ||
        !list_at(s->context, s->gate_marks.data, s->gate_round, &s->gate_targets, gate->entrance, ~number, entrance))
        return false;
    s->kept_gates = (int32_t)s->gates.count;
    s->kept_pieces = (int32_t)s->gate_pieces.count;
    s->plain_gates += !gate->priced;
    return true;
}

bool wend_gate_add_once(wend_search *s, const wend_gate *gate, const wend_list *pieces) {
    int32_t number = (int32_t)s->gates.count;
    return add_gate(s, gate, pieces) && wend_target_add(s, gate->entrance, ~number, pieces);
}

static void pass(wend_search *s, int32_t number, int32_t source, wend_way d, double length, double least) {
    wend_gate *gate = &s->gates.data[number];
    length += gate->cost;
    if (gate->priced && !s->priced)
        return;
    if (gate->round == s->round && s->arrivals.data[gate->arrival].length <= length)
        return;
    if (gate->round == s->round)
        s->arrivals.data[gate->arrival].beaten = true;
    wend_arrival arrival = {.centre = gate->exit,
                            .notch = -2 - number,
                            .length = length,
                            .ahead = d,
                            .source = source,
                            .piece = -1,
                            .next = -1};
    gate->round = s->round;
    gate->arrival = (int32_t)s->arrivals.count;
    if (!wend_array_push(s->context, &s->arrivals, arrival)) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    double bound = length + s->lean * wend_ahead_of(s, gate->exit);
    wend_engine_open(s, gate->arrival, &s->gate_pieces.data[gate->first], gate->count, bound > least ? bound : least);
}

void wend_target_meet(wend_search *s, const wend_target *target, int32_t source, wend_way d, double length,
                      double least) {
    if (target->number < 0 && s->laned) {
        wend_lanes_meet(s, ~target->number, source, d, length, least);
        return;
    }
    if (target->number < 0) {
        pass(s, ~target->number, source, d, length, least);
        return;
    }
    wend_goal *goal = &s->goals.data[target->number];
    if (!(length < goal->least))
        return;
    goal->least = length;
    if (s->aimed)
        s->enough = length / s->weight;
    wend_entry entry = {length, source, WEND_ENTRY_GOAL - target->number, d, d};
    wend_engine_push(s, &entry);
}
