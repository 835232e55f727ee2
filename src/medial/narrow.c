// Narrow places: where the way is narrower than everywhere around it along the axis, and how much each of them matters.
//
// Finding them. Clearance along an arc is least in one place, from which it grows both ways. Where that is inside the
// arc, it is a narrow place. Where it is at an end, that vertex is one if clearance grows along all of its arcs. Arcs
// between parallel edges are equally wide all along; those that hang together are one place.
//
// Doors are such places, and so are slits between two chairs, or in the rim of a shelf that is a hand wide at most.
// What tells them apart is persistence, as it is known of the heights of hills and passes. Let a plan be flooded from
// its walls until only what is wider than a place is dry, and look at the dry ground on its sides:
//
//       +-------------+          +-------------+         Left, it hangs together nowhere else: the place parts two
//       |      |      |          |             |         rooms. It would be none if the smaller of them was no wider
//       |  A        B |          |  A  #   # B |         than the place, so what counts is the difference. Right, there
//       |      |      |          |     -----   |         is a wider way around: without the gap, the two things beside
//       +-------------+          +-------------+         it were one, so what counts is how wide the gap is.
//
// This prominence is by how much, in all, walls would have to move before a narrow place is gone. It takes no threshold
// and no radius. The dry ground is known from the bottleneck forest: its joints in order of their clearance, the widest
// first, join sets of vertices, of each of which the widest place is kept. All joints that are wider than a place come
// before it, those that are as wide after it; so of several doors of the same width between the same two rooms, all
// part them. A place that more than two ways lead from parts the two widest of their rooms.
//
// Only doubles: a sign that is wrong for rounding changes prominence by no more than that, and nothing else depends on
// it. O(n) for n vertices and arcs, and sorting.
#include "medial/medial.h"

#include "base/sort.h"

typedef struct place {
    double level; // what is dry is wider than this radius
    double room;  // radius: the narrower of the two rooms that it parts; 0 when there is a wider way around
    int32_t arc;
    int32_t sides; // the first of its sides; they end where those of the next place begin
} place;

typedef struct search {
    wend_context *context;
    const wend_medial *medial;
    const wend_ground *g;
    const wend_waist *waists;
    WEND_ARRAY(place) places;  // one more at the end
    WEND_ARRAY(int32_t) sides; // vertices that clearance grows to from a place
    WEND_ARRAY(uint8_t) done;  // per vertex: it belongs to a place that was looked at
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(wend_key) joints; // of the forest, the widest first: the lower vertex
    WEND_ARRAY(wend_key) order;  // of places
    WEND_ARRAY(int32_t) up;      // per vertex: another one of its set, or itself
    WEND_ARRAY(double) peak;     // per vertex on top of its set: the widest radius there
} search;

// ---------------------------------------------------------------------------------------------------- finding

static bool add_place(search *s, int32_t arc, double level, int64_t sides) {
    return wend_array_push(s->context, &s->places, (place){level, 0, arc, (int32_t)sides});
}

static bool is_flat(const search *s, int32_t arc) {
    return s->waists[arc].at == 0.5 && wend_arc_is_flat(s->g, &s->g->view->arcs[arc]);
}

// What was found around a vertex.
typedef struct plateau {
    bool grows;   // clearance grows along all arcs that leave it
    double level; // its widest radius: all are the same, but for rounding
    int32_t arc;  // the lowest of its flat arcs; when there is none, one that leaves it
} plateau;

// All vertices that flat arcs join to `first`: one place. The vertices that other arcs lead to are added to the sides.
// False when memory is short.
static bool look_around(search *s, int32_t first, plateau *p) {
    const wend_medial_view *view = s->g->view;
    int32_t flat = -1;
    *p = (plateau){true, 0, view->around[view->vertices[first].first] / 2};
    s->stack.count = 0;
    bool good = wend_array_push(s->context, &s->stack, first);
    s->done.data[first] = 1;
    while (good && s->stack.count > 0) {
        const wend_medial_vertex *v = &view->vertices[s->stack.data[--s->stack.count]];
        p->level = v->radius > p->level ? v->radius : p->level;
        for (int32_t i = 0; good && i < v->degree; i++) {
            int32_t half = view->around[v->first + i], arc = half / 2, other = view->arcs[arc].vertex[1 - half % 2];
            if (!is_flat(s, arc)) {
                p->grows = p->grows && s->waists[arc].at == half % 2;
                good = wend_array_push(s->context, &s->sides, other);
                continue;
            }
            flat = flat < 0 || arc < flat ? arc : flat;
            if (!s->done.data[other]) {
                s->done.data[other] = 1;
                good = wend_array_push(s->context, &s->stack, other);
            }
        }
    }
    p->arc = flat >= 0 ? flat : p->arc;
    return good;
}

static bool find_at_vertices(search *s) {
    const wend_medial_view *view = s->g->view;
    if (!wend_array_resize(s->context, &s->done, view->vertex_count))
        return false;
    memset(s->done.data, 0, (size_t)view->vertex_count);
    for (int32_t v = 0; v < view->vertex_count; v++) {
        plateau p;
        int64_t sides = s->sides.count;
        if (s->done.data[v] || view->vertices[v].degree < 2 || !(view->vertices[v].radius > 0))
            continue;
        if (!look_around(s, v, &p) || (p.grows && !add_place(s, p.arc, p.level, sides)))
            return false;
        s->sides.count = p.grows ? s->sides.count : sides;
    }
    return true;
}

static bool find_inside_arcs(search *s) {
    const wend_medial_view *view = s->g->view;
    for (int32_t k = 0; k < view->arc_count; k++) {
        wend_waist waist = s->waists[k];
        if (!(waist.at > 0) || !(waist.at < 1) || is_flat(s, k))
            continue;
        const int32_t *ends = view->arcs[k].vertex;
        if (!add_place(s, k, waist.radius, s->sides.count) || !wend_array_push(s->context, &s->sides, ends[0]) ||
            !wend_array_push(s->context, &s->sides, ends[1]))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- rooms

// Sorts by a number from the greatest to the least.
static uint64_t falling(double value) {
    return ~wend_bits_of(value);
}

static bool sort_joints(search *s) {
    const wend_medial *m = s->medial;
    for (int32_t v = 0; v < m->view.vertex_count; v++)
        if (m->parent[v] >= 0 && !wend_array_push(s->context, &s->joints, (wend_key){falling(m->bottleneck[v]), v, 0}))
            return false;
    return wend_sort_keys(s->context, s->joints.data, s->joints.count);
}

static int32_t top_of(search *s, int32_t v) {
    int32_t *up = s->up.data;
    for (; up[v] != v; v = up[v])
        up[v] = up[up[v]];
    return v;
}

static void join(search *s, int32_t v) {
    int32_t a = top_of(s, v), b = top_of(s, s->medial->parent[v]);
    double *peak = s->peak.data;
    s->up.data[a] = b;
    peak[b] = peak[a] > peak[b] ? peak[a] : peak[b];
}

// The second widest of the rooms on the sides of a place; 0 when all of them are one.
static double find_room(search *s, const place *p) {
    int32_t widest = -1;
    double room = 0;
    for (int32_t i = p[0].sides; i < p[1].sides; i++) {
        int32_t top = top_of(s, s->sides.data[i]);
        if (top == widest)
            continue;
        double radius = s->peak.data[top];
        if (widest < 0 || radius > s->peak.data[widest]) {
            room = widest < 0 ? 0 : s->peak.data[widest];
            widest = top;
        } else
            room = radius > room ? radius : room;
    }
    return room;
}

static bool find_rooms(search *s) {
    const wend_medial_view *view = s->g->view;
    int64_t count = s->places.count - 1, joined = 0;
    if (!wend_array_resize(s->context, &s->up, view->vertex_count) ||
        !wend_array_resize(s->context, &s->peak, view->vertex_count) ||
        !wend_array_resize(s->context, &s->order, count) || !sort_joints(s))
        return false;
    for (int32_t v = 0; v < view->vertex_count; v++) {
        s->up.data[v] = v;
        s->peak.data[v] = view->vertices[v].radius;
    }
    for (int32_t k = 0; k < count; k++)
        s->order.data[k] = (wend_key){falling(s->places.data[k].level), k, 0};
    if (!wend_sort_keys(s->context, s->order.data, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        for (; joined < s->joints.count && s->joints.data[joined].key < s->order.data[k].key; joined++)
            join(s, s->joints.data[joined].index);
        place *p = &s->places.data[s->order.data[k].index];
        p->room = find_room(s, p);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- order

double wend_narrow_prominence(double radius, double room) {
    if (!(room > 0))
        return radius;
    return room > radius ? room - radius : 0;
}

// The narrower one first, of the same prominence; then the lower arc, which is the present order.
static bool sort_places(search *s) {
    int64_t count = s->places.count - 1;
    for (int32_t k = 0; k < count; k++)
        s->order.data[k] = (wend_key){wend_bits_of(s->waists[s->places.data[k].arc].radius), k, 0};
    if (!wend_sort_keys(s->context, s->order.data, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        const place *p = &s->places.data[s->order.data[k].index];
        s->order.data[k].key = falling(wend_narrow_prominence(s->waists[p->arc].radius, p->room));
    }
    return wend_sort_keys(s->context, s->order.data, count);
}

static bool keep_places(search *s, wend_medial *m) {
    int64_t count = s->places.count - 1;
    if (count == 0)
        return true;
    int32_t *arcs = wend_allocate_array(s->context, count, sizeof *arcs);
    m->rooms = wend_allocate_array(s->context, count, sizeof *m->rooms);
    m->view.narrows = arcs;
    m->view.narrow_count = (int32_t)count;
    if (arcs == NULL || m->rooms == NULL || !sort_places(s))
        return false;
    int64_t kept = 0;
    for (int around = 0; around < 2; around++) // those that part rooms come first
        for (int64_t k = 0; k < count; k++) {
            const place *p = &s->places.data[s->order.data[k].index];
            if ((p->room > 0) == (around == 1))
                continue;
            arcs[kept] = p->arc;
            m->rooms[kept++] = p->room;
        }
    return true;
}

bool wend_medial_find_narrows(wend_medial *m, const wend_ground *g, const wend_waist *waists) {
    search s = {.context = m->context, .medial = m, .g = g, .waists = waists};
    bool good = find_inside_arcs(&s) && find_at_vertices(&s) && add_place(&s, -1, 0, s.sides.count) && find_rooms(&s) &&
                keep_places(&s, m);
    wend_array_free(m->context, &s.places);
    wend_array_free(m->context, &s.sides);
    wend_array_free(m->context, &s.done);
    wend_array_free(m->context, &s.stack);
    wend_array_free(m->context, &s.joints);
    wend_array_free(m->context, &s.order);
    wend_array_free(m->context, &s.up);
    wend_array_free(m->context, &s.peak);
    return good;
}
