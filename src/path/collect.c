// What a search found, as pieces of a path: from the goal back over the arrivals that lead to it.
#include "path/lanes.h"

static void place_of(const wend_search *s, wend_way at, double place[2]) {
    place[0] = s->plan.lattice.origin[0] + at.x * s->plan.lattice.step;
    place[1] = s->plan.lattice.origin[1] + at.y * s->plan.lattice.step;
}

static wend_way touch_of(const wend_search *s, const wend_arrival *a, wend_way ahead) {
    double bend = a->sense * s->radius;
    return (wend_way){a->centre.x + bend * ahead.y, a->centre.y - bend * ahead.x};
}

bool wend_collect_line(wend_search *s, wend_way from, wend_way to, int32_t triangle) {
    wend_path_piece piece = {.vertex = -1, .triangle = triangle, .link = -1};
    place_of(s, from, piece.from);
    place_of(s, to, piece.to);
    double x = to.x - from.x, y = to.y - from.y;
    piece.length = sqrt(x * x + y * y) * s->metres;
    return wend_array_push(s->context, &s->pieces, piece);
}

static bool add_arc(wend_search *s, const wend_arrival *a, wend_way leave, double length) {
    wend_way from = touch_of(s, a, a->ahead);
    wend_path_piece piece = {.side = a->sense, .vertex = s->v.notches[a->notch].vertex, .link = -1};
    piece.radius = s->radius * s->metres;
    piece.triangle = wend_stand_triangle(s, a->piece, from, leave);
    place_of(s, from, piece.from);
    place_of(s, touch_of(s, a, leave), piece.to);
    place_of(s, a->centre, piece.centre);
    piece.length = (length > 0 ? length : 0) * s->metres;
    return wend_array_push(s->context, &s->pieces, piece);
}

static bool is_link(const wend_search *s, int64_t piece) {
    return piece >= 0 && s->pieces.data[piece].link >= 0;
}

bool wend_collect_link(wend_search *s, int32_t passage, wend_way from, wend_way to, double cost) {
    wend_path_piece piece = {.vertex = -1, .length = cost * s->metres, .link = 0};
    piece.triangle = s->passages.data[passage].stands[0].triangle;
    place_of(s, from, piece.from);
    place_of(s, to, piece.to);
    return wend_array_push(s->context, &s->pieces, piece) && wend_array_push(s->context, &s->links_taken, passage);
}

// Whether a way is straight through a place: a corner where it does not turn is none.
static bool is_through(const wend_search *s, wend_way begin, wend_way middle, wend_way end) {
    wend_way all = wend_way_minus(end, begin), part = wend_way_minus(middle, begin);
    double square = wend_way_dot(all, all), aside = wend_way_cross(all, part), along = wend_way_dot(all, part);
    return aside * aside <= s->slack * s->slack * square && along >= 0 && along <= square;
}

// The pieces of the way that ends at the goal's entry, from its end to its beginning and then turned round.
wend_result wend_collect(wend_search *s, const wend_entry *entry) {
    wend_way ahead = entry->right, end = s->goal;
    double length = entry->least;        // of the way up to `end`
    wend_way corner = end, beyond = end; // the last corner of an area, and the end of the straight piece from there
    bool bends = false;                  // there is such a corner
    s->pieces.count = s->links_taken.count = 0;
    for (int32_t k = entry->source; k >= 0;) {
        const wend_source *source = &s->sources.data[k];
        const wend_arrival *a = &s->arrivals.data[source->arrival];
        wend_way begin = touch_of(s, a, ahead), line = wend_way_minus(end, begin);
        double straight = sqrt(wend_way_dot(line, line));
        if (bends && is_through(s, begin, corner, beyond)) {
            s->pieces.count--;
            end = beyond;
        }
        bool here = straight == 0 && (a->notch < -1 || is_link(s, s->pieces.count - 1)); // between links
        if (!here && !wend_collect_line(s, begin, end,
                                        wend_stand_triangle(s, source->piece, begin, straight > 0 ? ahead : line)))
            return WEND_ERROR_MEMORY;
        // An arc takes what is left of the length, so that turns of more than half a circle are counted through.
        double arc = s->radius > 0 ? length - straight - a->length : 0;
        if (s->priced && s->radius > 0 && a->source >= 0 && a->notch >= 0)
            arc = wend_turn_length(s, source, ahead); // lengths are costs
        if (a->notch < -1 && s->laned) {
            bends = wend_lanes_turn(s, a) && !here && s->pieces.count > 0;
            corner = begin;
            beyond = end;
            if (!wend_lanes_collect(s, a, &end, &length))
                return WEND_ERROR_MEMORY;
            ahead = a->ahead;
            k = a->source;
            continue;
        }
        if (a->notch < -1) {
            const wend_gate *gate = &s->gates.data[-2 - a->notch];
            bends = gate->way < 0 && !here && s->pieces.count > 0; // the last piece is a straight one from there
            corner = gate->entrance;
            beyond = end;
            if (gate->way >= 0 && !wend_collect_link(s, gate->way, gate->entrance, gate->exit, gate->cost))
                return WEND_ERROR_MEMORY;
            end = gate->entrance;
            length = a->length - gate->cost;
            ahead = a->ahead;
            k = a->source;
            continue;
        }
        if (a->source >= 0 && !add_arc(s, a, ahead, arc))
            return WEND_ERROR_MEMORY;
        bends = false;
        end = touch_of(s, a, a->ahead);
        length = a->length;
        ahead = a->ahead;
        k = a->source;
    }
    for (int64_t i = 0, k = s->pieces.count - 1; i < k; i++, k--) {
        wend_path_piece swap = s->pieces.data[i];
        s->pieces.data[i] = s->pieces.data[k];
        s->pieces.data[k] = swap;
    }
    for (int64_t i = 0, k = s->links_taken.count - 1; i < k; i++, k--) {
        int32_t swap = s->links_taken.data[i];
        s->links_taken.data[i] = s->links_taken.data[k];
        s->links_taken.data[k] = swap;
    }
    for (int64_t k = 0, link = 0; k < s->pieces.count; k++)
        if (is_link(s, k))
            s->pieces.data[k].link = (int32_t)link++;
    return WEND_OK;
}
