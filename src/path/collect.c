// What a search found, as pieces of a path: from the goal back over the arrivals that lead to it.
#include "path/search.h"

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

// The pieces of the way that ends at the goal's entry, from its end to its beginning and then turned round.
wend_result wend_collect(wend_search *s, const wend_entry *entry) {
    wend_way ahead = entry->right, end = s->goal;
    double length = entry->least; // of the way up to `end`
    s->pieces.count = 0;
    for (int32_t k = entry->source; k >= 0;) {
        const wend_source *source = &s->sources.data[k];
        const wend_arrival *a = &s->arrivals.data[source->arrival];
        wend_way begin = touch_of(s, a, ahead), line = wend_way_minus(end, begin);
        double straight = sqrt(wend_way_dot(line, line));
        if (!wend_collect_line(s, begin, end,
                               wend_stand_triangle(s, source->piece, begin, straight > 0 ? ahead : line)))
            return WEND_ERROR_MEMORY;
        // An arc takes what is left of the length, so that turns of more than half a circle are counted through.
        double arc = s->radius > 0 ? length - straight - a->length : 0;
        if (a->source >= 0 && !add_arc(s, a, ahead, arc))
            return WEND_ERROR_MEMORY;
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
    return WEND_OK;
}
