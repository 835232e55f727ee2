// What a path passes: links, flights of stairs, areas.
//
// Areas. No piece of the roads lies in two of them, so the area changes where the path crosses a side (tour.c).
//
// Flights. The path is laid onto the ground, which gives a line over the linked complex (line.c). It takes a riser
// where it steps up or down from one triangle to another that a link joins, or goes over triangles that fill a link. A
// flight goes on from riser to riser, until one of another flight comes. Its direction is that of the whole: between
// open treads one may step onto the floor below, and up again.
#include "path/search.h"

#include "base/context.h"
#include "stairs/stairs.h"

// ---------------------------------------------------------------------------------------------------- areas and links

// Adds ground; what has no length is none, unless nothing else is there.
static bool add_ground(wend_search *s, int32_t piece, double along, double length, bool first) {
    int32_t area = wend_plan_area_of(s->roads->plan, s->v.triangles[s->v.pieces[piece].triangle]);
    wend_path_ground *last = first || s->grounds.count == 0 ? NULL : &s->grounds.data[s->grounds.count - 1];
    double least = 4 * s->slack * s->metres;
    if (last != NULL && last->length <= least && length > 0)
        last->area = area;
    if (last != NULL && (last->area == area || length <= least)) {
        last->length = along + length - last->along;
        return true;
    }
    return wend_array_push(s->context, &s->grounds, (wend_path_ground){area, along, length});
}

static bool add_link(wend_search *s, int32_t number, double along) {
    const wend_path_piece *piece = &s->pieces.data[number];
    int32_t taken = s->links_taken.data[piece->link];
    const wend_passage *passage = &s->passages.data[taken];
    wend_path_link link = {.cost = piece->length,
                           .along = along,
                           .offlink = passage->offlink,
                           .drop = passage->drop,
                           .back = passage->back,
                           .piece = number};
    wend_plan_ground ground;
    for (int end = 0; end < 2; end++) {
        wend_passage_ground(s, taken, end, &ground);
        for (int i = 0; i < 3; i++)
            *(end == 0 ? &link.from[i] : &link.to[i]) = ground.place[i];
    }
    return wend_array_push(s->context, &s->path_links, link);
}

static bool find_grounds(wend_search *s) {
    double along = 0;
    int64_t next = 0;
    bool good = true, first = true; // after a link
    for (int32_t k = 0; good && k < s->pieces.count; along += s->pieces.data[k].length, k++) {
        const wend_path_piece *p = &s->pieces.data[k];
        if (p->link >= 0) {
            good = add_link(s, k, along);
            first = true;
            continue;
        }
        int32_t piece = s->v.triangle_piece[p->triangle];
        double at = along;
        for (; good && next < s->crossed.count && s->crossed.data[next].piece == k; next++) {
            const wend_crossing *crossing = &s->crossed.data[next];
            good = add_ground(s, piece, at, crossing->along - at, first);
            first = false;
            at = crossing->along;
            piece = s->v.side_pieces[s->v.sides[crossing->side].twin];
        }
        good = good && add_ground(s, piece, at, along + p->length - at, first);
        first = false;
    }
    return good;
}

// ---------------------------------------------------------------------------------------------------- flights

// The line of a path, by its parts from point to point.
typedef struct trace {
    wend_search *s;
    wend_path_line line;
    wend_links_view links;
    wend_stairs_view stairs;
} trace;

static void ground_of(const trace *t, int32_t point, double ground[3]) {
    wend_ground_from_scene(t->s->plan.ground.up, &t->line.places[3 * point], ground);
}

static double length_of_part(const trace *t, int32_t point) {
    double a[3], b[3];
    ground_of(t, point, a);
    ground_of(t, point + 1, b);
    return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

// Sets s->places: of each point, how many metres of the path come before it. Chords share out the length of an arc.
static bool measure(trace *t) {
    wend_search *s = t->s;
    int32_t n = t->line.point_count, begin = 0;
    double before = 0;
    s->places.count = 0;
    for (int32_t piece = 0; piece < s->pieces.count; piece++) {
        double all = 0, part = 0, length = s->pieces.data[piece].length;
        int32_t end = begin;
        for (; end + 1 < n && t->line.pieces[end] == piece; end++)
            all += length_of_part(t, end);
        for (; begin < end; begin++) {
            if (!wend_array_push(s->context, &s->places, before + (all > 0 ? part / all * length : 0)))
                return false;
            part += length_of_part(t, begin);
        }
        before += length;
    }
    while (s->places.count < n)
        if (!wend_array_push(s->context, &s->places, before))
            return false;
    return true;
}

// The link that joins half-edge e with its twin, or -1.
static int32_t link_across(const trace *t, int32_t e) {
    const wend_list *edges = &t->s->joins;
    int64_t low = 0, high = edges->count / 2;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (edges->data[2 * middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low < edges->count / 2 && edges->data[2 * low] == e ? edges->data[2 * low + 1] : -1;
}

// The link over which the line goes from a point to the next one, or -1.
static int32_t link_of_part(const trace *t, int32_t point) {
    int32_t from = t->line.triangles[point], to = t->line.triangles[point + 1];
    if (from >= 0 && t->links.triangles[from].link >= 0)
        return t->links.triangles[from].link;
    if (from < 0 || to < 0 || length_of_part(t, point) > 4 * t->s->plan.lattice.step)
        return -1;
    for (int i = 0; i < 3; i++)
        if (t->links.triangles[from].twin[i] / 3 == to && t->links.triangles[from].twin[i] >= 0) {
            int32_t link = link_across(t, 3 * from + i);
            if (link >= 0)
                return link;
        }
    return -1;
}

// A flight on the way: its height so far, scene units, and its risers up and down.
typedef struct climb {
    double height;
    int32_t up, down;
} climb;

static bool add_riser(trace *t, climb *c, int32_t flight, double along, double end, double height) {
    wend_search *s = t->s;
    wend_path_flight *last = s->flights.count > 0 ? &s->flights.data[s->flights.count - 1] : NULL;
    if (last == NULL || last->flight != flight) {
        *c = (climb){0};
        if (!wend_array_push(s->context, &s->flights, (wend_path_flight){.flight = flight, .along = along}))
            return false;
        last = &s->flights.data[s->flights.count - 1];
    }
    c->height += height;
    c->up += height > 0;
    c->down += height < 0;
    last->up = c->height < 0 ? -1 : 1;
    last->risers = last->up > 0 ? c->up : c->down;
    last->length = end - last->along;
    return true;
}

static wend_result find_flights(wend_search *s) {
    trace t = {
        .s = s, .links = wend_links_look(wend_plan_links(s->roads->plan)), .stairs = wend_stairs_look(s->on.stairs)};
    climb c = {0};
    wend_result result = wend_search_line(s, 0.001, &t.line);
    if (result == WEND_OK && !measure(&t))
        result = WEND_ERROR_MEMORY;
    for (int32_t k = 0, end; result == WEND_OK && k + 1 < t.line.point_count; k = end) {
        int32_t link = link_of_part(&t, k);
        for (end = k + 1; link >= 0 && end + 1 < t.line.point_count && link_of_part(&t, end) == link;)
            end++;
        int32_t flight = link >= 0 && link < t.stairs.link_count ? t.stairs.link_flight[link] : -1;
        double a[3], b[3];
        ground_of(&t, k, a);
        ground_of(&t, end, b);
        if (flight >= 0 && !add_riser(&t, &c, flight, s->places.data[k], s->places.data[end], b[2] - a[2]))
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- asking

wend_result wend_search_passed(wend_search *s, wend_path_passed_view *passed) {
    if (passed != NULL)
        *passed = (wend_path_passed_view){0};
    if (s == NULL || passed == NULL)
        return WEND_ERROR_ARGUMENT;
    s->path_links.count = s->flights.count = s->grounds.count = 0;
    wend_result result = wend_tour_find(s) && find_grounds(s) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK && s->on.stairs != NULL && wend_plan_links(s->roads->plan) != NULL && s->pieces.count > 0)
        result = find_flights(s);
    if (result != WEND_OK)
        return result;
    *passed = (wend_path_passed_view){(int32_t)s->path_links.count, s->path_links.data,
                                      (int32_t)s->flights.count,    s->flights.data,
                                      (int32_t)s->grounds.count,    s->grounds.data};
    return WEND_OK;
}
