// Partners: what the vertices of a round may be contracted with, the nearest first.
//
// A vertex p may be contracted with another one, q, or with a ledge a -> b, which is split there. Its partner must be
// within the reach, and the contraction must help: two ledges run along each other, in opposite directions, from the
// place of contraction to where the first of them ends, and are within the reach of each other there too.
//
//     x-----------q           a---------------b
//         y-------p               y-------p             p - y may also be the ledge that comes to p
//
// The ledges are in a tree, each in a box as wide as the reach. A few vertices that are near each other search it
// together; then each looks closely at what lies around it. It keeps its nearest contractions, and those of all threads
// are put in one list and sorted. Mending asks for ledges that a vertex hangs in instead, at most a step away.
//
// The order is by distance, and then by places: those of the vertex and its neighbours along the hem, and those of its
// partner. Names do not count, so that the order of triangles does not matter.
//
// Degenerate cases: vertices that are in one place already are worth contracting only when two of their ledges
// coincide; the two ends of one ledge, when it is the bottom of a crack. Of contractions that cannot be told apart none
// is made. One that was found from both of its ends is listed once.
//
// Cost: a search of the tree for each few vertices, and a constant for each vertex, however much lies around it: it
// looks at no more than MOST_SEEN ledges, and where there are more, again from the middles of its own two.
#include "sew/weld.h"

enum {
    MOST_VISITED = 1024, // ledges that a vertex is given by the tree
    VISITS_LIKE_A_LOOK = 16,
    MOST_SEEN = 64, // ledges that it looks at closely
    MOST_KEPT = 4,  // contractions in a round
    VERTICES_AT_ONCE = 128,
    VERTICES_IN_BUNDLE = 8,
    MOST_BUNDLED = 128 // ledges; where there are more, each vertex searches by itself
};

// ---------------------------------------------------------------------------------------------------- what may help

// The square of the distance of p from the line a-b.
static double line_distance2(wend_point3 p, wend_point3 a, wend_point3 b) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)p.x - a.x, vy = (int64_t)p.y - a.y, vz = (int64_t)p.z - a.z;
    double x = (double)(uy * vz - uz * vy), y = (double)(uz * vx - ux * vz), z = (double)(ux * vy - uy * vx);
    return (x * x + y * y + z * z) / (double)wend_distance3(a, b);
}

// The square of the distance of p from the segment a-b; a and b differ.
static double segment_distance2(wend_point3 p, wend_point3 a, wend_point3 b) {
    if (wend_dot3(a, b, a, p) <= 0)
        return (double)wend_distance3(p, a);
    if (wend_dot3(b, a, b, p) <= 0)
        return (double)wend_distance3(p, b);
    return line_distance2(p, a, b);
}

// Whether the ways a-b and c-d make an angle of at most 45 degrees.
static bool same_way(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d) {
    double along = (double)wend_dot3(a, b, c, d);
    return along > 0 && 2 * along * along >= (double)wend_distance3(a, b) * (double)wend_distance3(c, d);
}

// Whether the segments p-y and q-x, whose first ends shall meet, run along each other until the first of them ends.
static bool run_along(const wend_weld *w, wend_point3 p, wend_point3 y, wend_point3 q, wend_point3 x) {
    return same_way(p, y, q, x) && (segment_distance2(y, q, x) <= w->reach2 || segment_distance2(x, p, y) <= w->reach2);
}

// Whether the segment p-y runs along the part from p on of the segment b-a, until the first of them ends. That p is
// near a does not count: there is nothing to run along.
static bool run_along_part(const wend_weld *w, wend_point3 p, wend_point3 y, wend_point3 b, wend_point3 a) {
    return same_way(p, y, b, a) &&
           (segment_distance2(y, a, b) <= w->reach2 ||
            ((double)wend_distance3(p, a) > w->reach2 && segment_distance2(a, p, y) <= w->reach2));
}

// Whether the ledge e that leaves a vertex and the ledge f that comes to another one can be made one, or a part of
// each.
static bool ledges_help(const wend_weld *w, int32_t e, int32_t f, bool together) {
    const wend_hem *hem = &w->hem;
    if (e == f || !wend_hem_ledge(hem, e) || !wend_hem_ledge(hem, f))
        return false;
    if (together) // nothing will move here: they coincide, or it is for another end to change that
        return wend_same3(wend_hem_to(hem, e), wend_hem_from(hem, f));
    return run_along(w, wend_hem_from(hem, e), wend_hem_to(hem, e), wend_hem_to(hem, f), wend_hem_from(hem, f));
}

// Whether a border is the bottom of a crack, not the end of a narrow floor: the hem turns right at both of its ends.
static bool is_bottom(const wend_hem *hem, int32_t e) {
    wend_point3 a = wend_hem_from(hem, e), b = wend_hem_to(hem, e);
    return wend_area_from_above(wend_hem_from(hem, wend_hem_previous(hem, e)), a, b) < 0 &&
           wend_area_from_above(a, b, wend_hem_to(hem, wend_hem_next(hem, e))) < 0;
}

bool wend_weld_vertices_help(const wend_weld *w, int32_t a, int32_t b, double *distance2) {
    const wend_hem *hem = &w->hem;
    if (a == b || (wend_hem_next(hem, a) == b && !is_bottom(hem, a)) ||
        (wend_hem_next(hem, b) == a && !is_bottom(hem, b)))
        return false;
    *distance2 = (double)wend_distance3(wend_hem_from(hem, a), wend_hem_from(hem, b));
    if (*distance2 > w->reach2)
        return false;
    return ledges_help(w, a, wend_hem_previous(hem, b), *distance2 == 0) ||
           ledges_help(w, b, wend_hem_previous(hem, a), *distance2 == 0);
}

bool wend_weld_split_helps(const wend_weld *w, int32_t vertex, int32_t f, double *distance2) {
    const wend_hem *hem = &w->hem;
    int32_t in = wend_hem_previous(hem, vertex);
    if (f == vertex || f == in || !wend_hem_ledge(hem, f))
        return false;
    wend_point3 p = wend_hem_from(hem, vertex), a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    if (wend_dot3(a, b, a, p) <= 0 || wend_dot3(b, a, b, p) <= 0)
        return false;
    *distance2 = line_distance2(p, a, b);
    if (*distance2 > w->reach2)
        return false;
    return (wend_hem_ledge(hem, vertex) && run_along_part(w, p, wend_hem_to(hem, vertex), b, a)) ||
           (wend_hem_ledge(hem, in) && run_along_part(w, p, wend_hem_from(hem, in), a, b));
}

bool wend_weld_hangs(const wend_weld *w, int32_t vertex, int32_t f) {
    const wend_hem *hem = &w->hem;
    wend_point3 p = wend_hem_from(hem, vertex), a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    return f != vertex && f != wend_hem_previous(hem, vertex) && wend_dot3(a, b, a, p) > 0 &&
           wend_dot3(b, a, b, p) > 0 && wend_distance3(a, p) > 1 && wend_distance3(b, p) > 1 &&
           line_distance2(p, a, b) <= 1;
}

// ---------------------------------------------------------------------------------------------------- in order

int wend_weld_compare_vertices(const wend_hem *hem, int32_t a, int32_t b) {
    wend_point3 pa = wend_hem_from(hem, a), pb = wend_hem_from(hem, b);
    int order = wend_compare3(&pa, &pb);
    if (order != 0 || a == b)
        return order;
    pa = wend_hem_to(hem, a);
    pb = wend_hem_to(hem, b);
    order = wend_compare3(&pa, &pb);
    if (order != 0)
        return order;
    pa = wend_hem_from(hem, wend_hem_previous(hem, a));
    pb = wend_hem_from(hem, wend_hem_previous(hem, b));
    return wend_compare3(&pa, &pb);
}

static int compare_contractions(const void *first, const void *second, const void *user) {
    const wend_hem *hem = user;
    const wend_contraction *a = first, *b = second;
    if (a->distance2 != b->distance2)
        return a->distance2 < b->distance2 ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    int order = wend_weld_compare_vertices(hem, a->vertex, b->vertex);
    return order != 0 ? order : wend_weld_compare_vertices(hem, a->partner, b->partner);
}

// ---------------------------------------------------------------------------------------------------- looking around

// What one vertex finds.
typedef struct search {
    const wend_weld *w;
    wend_weld_findings *found;
    int32_t vertex;
    wend_point3 place; // where it looks around
    int visited, seen;
    bool failed; // memory was short
    int count;
    wend_contraction kept[MOST_KEPT]; // the nearest first
    int32_t around[MOST_SEEN];        // while mending: the ledges that were seen
} search;

static void keep(search *s, wend_contraction c) {
    const wend_hem *hem = &s->w->hem;
    int place = s->count;
    while (place > 0 && compare_contractions(&c, &s->kept[place - 1], hem) < 0)
        place--;
    for (int i = 0; i < s->count; i++)
        if (s->kept[i].kind == c.kind && s->kept[i].vertex == c.vertex && s->kept[i].partner == c.partner)
            return;
    if (place == MOST_KEPT)
        return;
    int last = s->count < MOST_KEPT ? s->count++ : MOST_KEPT - 1;
    for (int i = last; i > place; i--)
        s->kept[i] = s->kept[i - 1];
    s->kept[place] = c;
}

// Looks at a contraction with another vertex; lowers *nearest to its distance.
static void look_at_vertex(search *s, int32_t other, double *nearest) {
    double distance2;
    if (!wend_weld_vertices_help(s->w, s->vertex, other, &distance2))
        return;
    *nearest = *nearest < 0 || distance2 < *nearest ? distance2 : *nearest;
    bool first = wend_weld_compare_vertices(&s->w->hem, s->vertex, other) <= 0;
    keep(s, (wend_contraction){.distance2 = distance2,
                               .kind = WEND_WITH_VERTEX,
                               .vertex = first ? s->vertex : other,
                               .partner = first ? other : s->vertex});
}

static bool inside(const wend_weld_item *item, const wend_point3 *p) {
    return p->x >= item->low.x && p->x <= item->high.x && p->y >= item->low.y && p->y <= item->high.y &&
           p->z >= item->low.z && p->z <= item->high.z;
}

// Keeps a ledge that the vertex hangs in.
static void look_at_hanging(search *s, int32_t f, double away2) {
    s->around[s->seen - 1] = f;
    if (away2 <= 1 && wend_weld_hangs(s->w, s->vertex, f))
        keep(s, (wend_contraction){.distance2 = away2, .kind = WEND_WITH_EDGE, .vertex = s->vertex, .partner = f});
}

// Notes all that is near a vertex that hangs, for the rounds that follow.
static void note_around(search *s) {
    wend_context *context = s->w->hem.context;
    int seen = s->seen < MOST_SEEN ? s->seen : MOST_SEEN;
    s->failed = !wend_array_push(context, &s->found->near, s->vertex) ||
                !wend_array_push(context, &s->found->near, wend_hem_previous(&s->w->hem, s->vertex));
    for (int k = 0; k < seen && !s->failed; k++)
        s->failed = !wend_array_push(context, &s->found->near, s->around[k]);
}

// A ledge of the tree. A split is tried after the contractions with the ledge's ends, so that no edge is made shorter
// than the reach where a vertex is as good.
static bool look_at_ledge(void *user, int32_t number) {
    search *s = user;
    const wend_weld_item *item = &s->w->items.data[number];
    int32_t f = item->border;
    if (++s->visited > MOST_VISITED)
        return false;
    if (!inside(item, &s->place) || f == s->vertex || f == wend_hem_previous(&s->w->hem, s->vertex))
        return true;
    double away2 = segment_distance2(s->place, wend_hem_from(&s->w->hem, f), wend_hem_to(&s->w->hem, f));
    if (away2 > s->w->look2)
        return true;
    if (++s->seen > MOST_SEEN)
        return false;
    if (s->w->mending) {
        look_at_hanging(s, f, away2);
        return true;
    }
    double nearest = -1, distance2;
    look_at_vertex(s, f, &nearest);
    look_at_vertex(s, wend_hem_next(&s->w->hem, f), &nearest);
    bool splits = wend_weld_split_helps(s->w, s->vertex, f, &distance2);
    if (splits)
        keep(s, (wend_contraction){.distance2 = distance2 < nearest ? nearest : distance2,
                                   .kind = WEND_WITH_EDGE,
                                   .vertex = s->vertex,
                                   .partner = f});
    s->failed = (splits || nearest >= 0) && !wend_array_push(s->w->hem.context, &s->found->near, f);
    return !s->failed;
}

// The ledges around a few vertices that are near each other, found in one search of the tree.
typedef struct bundle {
    const wend_weld *w;
    wend_box box;
    int count; // MOST_BUNDLED + 1 when there are too many
    int32_t numbers[MOST_BUNDLED];
} bundle;

static bool gather(void *user, int32_t number) {
    bundle *b = user;
    const wend_weld_item *item = &b->w->items.data[number];
    if (item->low.x > b->box.x1 || item->high.x < b->box.x0 || item->low.y > b->box.y1 || item->high.y < b->box.y0)
        return true;
    if (b->count < MOST_BUNDLED)
        b->numbers[b->count] = number;
    return ++b->count <= MOST_BUNDLED;
}

static void gather_around(bundle *b, const int32_t *vertices, int count) {
    b->box = (wend_box){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int i = 0; i < count; i++) {
        wend_point3 p = wend_hem_from(&b->w->hem, vertices[i]);
        b->box.x0 = p.x < b->box.x0 ? p.x : b->box.x0;
        b->box.y0 = p.y < b->box.y0 ? p.y : b->box.y0;
        b->box.x1 = p.x > b->box.x1 ? p.x : b->box.x1;
        b->box.y1 = p.y > b->box.y1 ? p.y : b->box.y1;
    }
    b->count = 0;
    wend_box box = b->box;
    wend_tree_search(&b->w->tree, &box, gather, b);
}

static void look_around(search *s, wend_point3 place) {
    wend_box box = {place.x, place.y, place.x, place.y};
    s->place = place;
    s->visited = s->seen = 0;
    if (!s->failed)
        wend_tree_search(&s->w->tree, &box, look_at_ledge, s);
    s->found->looks += s->seen + s->visited / VISITS_LIKE_A_LOOK;
}

static wend_point3 middle(wend_point3 a, wend_point3 b) {
    return (wend_point3){a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2, a.z + (b.z - a.z) / 2};
}

// Finds what a vertex may be contracted with, among the ledges of a bundle or in the whole tree. Where there are too
// many around it, it looks around the middles of its own ledges, too.
static bool find_for(const wend_weld *w, const bundle *b, int32_t vertex, wend_weld_findings *found) {
    const wend_hem *hem = &w->hem;
    search s;
    s.w = w;
    s.found = found;
    s.vertex = vertex;
    s.place = wend_hem_from(hem, vertex);
    s.visited = s.seen = s.count = 0;
    s.failed = false;
    if (b->count <= MOST_BUNDLED) {
        for (int i = 0; i < b->count && look_at_ledge(&s, b->numbers[i]);)
            i++;
        found->looks += s.seen + s.visited / VISITS_LIKE_A_LOOK;
    } else {
        look_around(&s, s.place);
    }
    if (w->mending && s.count > 0)
        note_around(&s);
    if (s.seen > MOST_SEEN && !w->mending) {
        int32_t in = wend_hem_previous(hem, vertex);
        look_around(&s, middle(wend_hem_from(hem, vertex), wend_hem_to(hem, vertex)));
        look_around(&s, middle(wend_hem_from(hem, in), wend_hem_to(hem, in)));
    }
    for (int k = 0; k < s.count && !s.failed; k++) {
        s.kept[k].best = k == 0;
        s.failed = !wend_array_push(hem->context, &found->contractions, s.kept[k]);
    }
    return !s.failed;
}

// Finds what some of the vertices of this round may be contracted with.
static wend_result find_some(void *data, int64_t begin, int64_t end, int worker) {
    const wend_weld *w = data;
    bundle b = {.w = w};
    for (int64_t i = begin; i < end; i++) {
        if ((i - begin) % VERTICES_IN_BUNDLE == 0)
            gather_around(&b, w->vertices.data + i, end - i < VERTICES_IN_BUNDLE ? (int)(end - i) : VERTICES_IN_BUNDLE);
        if (!find_for(w, &b, w->vertices.data[i], &w->workers[worker]))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of them

// By distance and place; those that look the same by their names, so that equal ones are side by side.
static int compare_named(const void *first, const void *second, const void *user) {
    const wend_contraction *a = first, *b = second;
    int order = compare_contractions(a, b, user);
    if (order == 0 && a->vertex != b->vertex)
        order = a->vertex < b->vertex ? -1 : 1;
    return order != 0 ? order : (a->partner > b->partner) - (a->partner < b->partner);
}

// Sorts the contractions, drops those that were found from both sides, and marks those that cannot be told apart.
static bool sort_contractions(wend_weld *w) {
    wend_contraction *list = w->contractions.data;
    int64_t count = 0;
    if (!wend_sort(w->hem.context, list, w->contractions.count, sizeof *list, compare_named, &w->hem))
        return false;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        wend_contraction *last = count > 0 ? &list[count - 1] : NULL;
        if (last != NULL && compare_contractions(last, &list[i], &w->hem) == 0) {
            if (last->vertex == list[i].vertex && last->partner == list[i].partner)
                continue;
            last->unclear = list[i].unclear = true;
        }
        list[count++] = list[i];
    }
    w->contractions.count = count;
    return true;
}

// Which thread found what does not matter, because all of it is sorted.
wend_result wend_weld_find_contractions(wend_weld *w) {
    wend_context *context = w->hem.context;
    w->contractions.count = 0;
    wend_result result = wend_run_tasks(context, w->vertices.count, VERTICES_AT_ONCE, find_some, w);
    for (int k = 0; k < wend_thread_count(context); k++) {
        wend_weld_findings *found = &w->workers[k];
        int64_t count = w->contractions.count;
        if (result == WEND_OK && !wend_array_resize(context, &w->contractions, count + found->contractions.count))
            result = WEND_ERROR_MEMORY;
        if (result == WEND_OK && found->contractions.count > 0)
            memcpy(w->contractions.data + count, found->contractions.data,
                   (size_t)found->contractions.count * sizeof *found->contractions.data);
        for (int64_t i = 0; i < found->near.count && result == WEND_OK; i++)
            result = wend_weld_note_near(w, found->near.data[i]) ? WEND_OK : WEND_ERROR_MEMORY;
        w->looks_left -= found->looks;
        found->contractions.count = found->near.count = found->looks = 0;
    }
    return result == WEND_OK && !sort_contractions(w) ? WEND_ERROR_MEMORY : result;
}
