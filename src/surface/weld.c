// Welding: closing the cracks and T-junctions of the scene between ledges.
//
// Scenes come with doubled vertices, with long edges opposite several short ones, and with cracks that nobody sees:
//
//     +-------------+      +-------------+
//     |             |      +-------------+
//     +------+------+                        <- no wider than `distance`
//     |      |      |      +------+------+
//     T-junction           crack
//
// Left alone they are obstacles. The method is the progressive gap closing of Borodin, Novotni and Klein (2002), as the
// thesis "Generating High-Precision Navigation Mesh" uses it (section 2.5): boundary vertices are contracted with
// vertices and with edges, in order of distance, each contraction only where the surface stays a manifold. hem.c has
// the operations and their checks, which are exact here, and include that triangles face up and fans do not overlap
// seen from above. What differs:
//
// - Ledges only. Both sides of a thin wall would grow together otherwise. A vertex between a ledge and another kind of
//   border moves only when its partner cannot; one at the border of a tile never does.
// - Ledges that coincide exactly are joined first, by sorting: nearly all there is to do in most scenes. Where more
//   than two coincide, they are left alone.
// - A contraction must help: two ledges run along each other, in opposite directions, from the place of contraction to
//   where the first of them ends, and are within `distance` of each other there too. So a corner that only touches
//   something stays, and so does everything around the end of a thin wall. The two ends of one ledge are contracted
//   when it is the bottom of a crack.
// - Rounds instead of a priority queue with updates. A round finds, for each vertex that has changed since it was last
//   looked at, the nearest contractions, sorts all of them by distance and then by position, and carries them out as
//   far as they still apply. All vertices that split one ledge do it together, from its end to its start.
// - Ledges with a cause have a wall on them, to within rounding. They are welded like others, so that both sides get the
//   same corners, and parted again at the end (wend_hem_stand_walls).
// - Nothing drifts: no corner gets farther from its first place than `distance` (or one step, if that is more: this is
//   what rounding may have done).
//
// Every choice depends on positions alone, so the order of triangles does not matter.
//
// Mending (wend_raw_mend) comes last, on the surface as it will be: vertices that hang in a ledge at most a step away
// are found in the same way, and changed by mend.c, in order of distance. Then welding goes on around them, by at most
// MENDING_REACH steps, and so in turn. In the first passes little is taken away; in the last ones nothing is added, so
// that it comes to an end.
//
// Cost: O(n + b log b) expected for n triangles and b ledges; vertices look around in parallel. However bad the input,
// the work stays within a multiple of that: a vertex looks closely at no more than MOST_SEEN ledges (and then around
// the middles of its own two), keeps MOST_KEPT contractions a round, is refused MOST_REFUSALS times between successes
// and moves a few times at most; ledges are split no more than SPLITS_EACH times their number; there is no further
// round when the looks are LOOKS_EACH times as many as ledges, nor after MOST_ROUNDS. Scenes as people make them come
// nowhere near these bounds.
#include "surface/hem.h"

#include "base/context.h"
#include "base/sort.h"
#include "geom/hilbert.h"
#include "geom/tree.h"

enum {
    MOST_VISITED = 1024,
    VISITS_LIKE_A_LOOK = 16,
    MOST_SEEN = 64,
    MOST_KEPT = 4,
    MOST_REFUSALS = 16,
    MOST_ROUNDS = 32,
    MENDING_PASSES = 16,
    GENTLE_PASSES = 4,
    BENDING_PASSES = 8,
    MENDING_REACH = 2,
    LOOKS_EACH = 64,
    SPLITS_EACH = 2,
    BETWEEN_PAUSES = 4096,
    VERTICES_AT_ONCE = 128,
    VERTICES_IN_BUNDLE = 8,
    MOST_BUNDLED = 128
};

typedef enum contraction_kind { VERTEX_VERTEX, VERTEX_EDGE } contraction_kind;

// A contraction that seemed possible when it was found.
typedef struct contraction {
    double distance2; // squared
    contraction_kind kind;
    int32_t vertex;
    int32_t partner; // the other vertex, or the border to split
    bool best;       // of its vertex
    bool unclear;    // there is another one that looks exactly the same
} contraction;

// A ledge of the tree, and the box around it, as wide as the reach on all sides.
typedef struct weld_item {
    int32_t border;
    wend_point3 low, high;
} weld_item;

// What one thread finds.
typedef struct findings {
    WEND_ARRAY(contraction) contractions;
    WEND_ARRAY(int32_t) near; // ledges that something is near to
    int64_t looks;
    char space[WEND_WORKER_SPACE];
} findings;

typedef struct weld {
    wend_hem hem;
    double reach, reach2;
    double look2;                // the square of how far vertices look around: the reach, and two steps for rounding
    WEND_ARRAY(weld_item) items; // ledges, in the order of the tree
    WEND_ARRAY(wend_key) keys;   // scratch
    wend_tree tree;
    findings *workers;
    WEND_ARRAY(int32_t) vertices;         // that look for partners in this round
    WEND_ARRAY(uint8_t) near;             // per border: whether it matters after the first round
    WEND_ARRAY(int32_t) near_borders;     // those that do
    WEND_ARRAY(contraction) contractions; // of this round
    WEND_ARRAY(int32_t) splits;           // the best contractions of vertices with edges, by edge
    WEND_ARRAY(int32_t) first_split;      // per border: where its splits start, -1 for none or when they are done
    int64_t splits_left, looks_left;
    int64_t successes; // in this round
    bool mending;      // this round looks for vertices that hang in ledges
} weld;

// ---------------------------------------------------------------------------------------------------- ledges in order

// A comparison of borders by their places, for those with equal keys.
static int compare_borders(const void *a, const void *b, const void *user) {
    const wend_hem *hem = user;
    int32_t e = ((const wend_key *)a)->index, f = ((const wend_key *)b)->index;
    wend_point3 ea = wend_hem_from(hem, e), eb = wend_hem_to(hem, e);
    wend_point3 fa = wend_hem_from(hem, f), fb = wend_hem_to(hem, f);
    bool e_back = wend_compare3(&ea, &eb) > 0, f_back = wend_compare3(&fa, &fb) > 0;
    int order = wend_compare3(e_back ? &eb : &ea, f_back ? &fb : &fa);
    if (order == 0)
        order = wend_compare3(e_back ? &ea : &eb, f_back ? &fa : &fb);
    return order != 0 ? order : (int)e_back - (int)f_back;
}

// Sorts weld->keys, those that are equal by place.
static bool sort_borders(weld *w) {
    wend_context *context = w->hem.context;
    if (!wend_sort_keys(context, w->keys.data, w->keys.count))
        return false;
    for (int64_t i = 0, end; i < w->keys.count; i = end) {
        for (end = i + 1; end < w->keys.count && w->keys.data[end].key == w->keys.data[i].key;)
            end++;
        if (!wend_sort(context, w->keys.data + i, end - i, sizeof *w->keys.data, compare_borders, &w->hem))
            return false;
    }
    return true;
}

// The middle of a border on the ground, doubled, from 0 up.
static void middle_of(const wend_hem *hem, int32_t border, uint32_t *x, uint32_t *y) {
    wend_point3 a = wend_hem_from(hem, border), b = wend_hem_to(hem, border);
    *x = (uint32_t)a.x + (uint32_t)b.x + 2 * WEND_COORDINATE_MAX;
    *y = (uint32_t)a.y + (uint32_t)b.y + 2 * WEND_COORDINATE_MAX;
}

// ---------------------------------------------------------------------------------------------------- coincidence

static bool same_places(const wend_hem *hem, int32_t e, int32_t f) {
    wend_point3 ea = wend_hem_from(hem, e), eb = wend_hem_to(hem, e);
    wend_point3 fa = wend_hem_from(hem, f), fb = wend_hem_to(hem, f);
    return (wend_same3(ea, fa) && wend_same3(eb, fb)) || (wend_same3(ea, fb) && wend_same3(eb, fa));
}

// Joins ledges that coincide: two of opposite directions. More than two stay as they are.
static wend_result join_coincident(weld *w) {
    wend_hem *hem = &w->hem;
    w->keys.count = 0;
    for (int32_t b = 0; b < hem->edges.count; b++) {
        if (!wend_hem_alive(hem, b) || !wend_hem_ledge(hem, b))
            continue;
        uint32_t x, y;
        middle_of(hem, b, &x, &y);
        if (!wend_array_push(hem->context, &w->keys, (wend_key){(uint64_t)x << 32 | y, b, 0}))
            return WEND_ERROR_MEMORY;
    }
    if (!sort_borders(w))
        return WEND_ERROR_MEMORY;
    const wend_key *keys = w->keys.data;
    int64_t last = 0; // of those that are compared, not joined yet
    for (int64_t i = 0, end; i < w->keys.count; i = end) {
        for (end = i + 1;
             end < w->keys.count && keys[end].key == keys[i].key && same_places(hem, keys[i].index, keys[end].index);)
            end++;
        if (end - i == 2)
            wend_hem_join(hem, keys[i].index, keys[i + 1].index);
        for (int64_t k = i; end - i > 2 && k < end; k++)
            hem->edges.data[keys[k].index].crowded = true;
        if (i - last >= BETWEEN_PAUSES && wend_pause(hem->context, "weld", 0))
            return WEND_ERROR_CANCELLED;
        last = i - last >= BETWEEN_PAUSES ? i : last;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- what may help

// The scalar product (b - a) . (d - c).
static int64_t scalar(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d) {
    return ((int64_t)b.x - a.x) * ((int64_t)d.x - c.x) + ((int64_t)b.y - a.y) * ((int64_t)d.y - c.y) +
           ((int64_t)b.z - a.z) * ((int64_t)d.z - c.z);
}

// The square of the distance of p from the line a-b.
static double line_distance2(wend_point3 p, wend_point3 a, wend_point3 b) {
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)p.x - a.x, vy = (int64_t)p.y - a.y, vz = (int64_t)p.z - a.z;
    double x = (double)(uy * vz - uz * vy), y = (double)(uz * vx - ux * vz), z = (double)(ux * vy - uy * vx);
    return (x * x + y * y + z * z) / (double)wend_distance3(a, b);
}

// The square of the distance of p from the segment a-b; a and b differ.
static double segment_distance2(wend_point3 p, wend_point3 a, wend_point3 b) {
    if (scalar(a, b, a, p) <= 0)
        return (double)wend_distance3(p, a);
    if (scalar(b, a, b, p) <= 0)
        return (double)wend_distance3(p, b);
    return line_distance2(p, a, b);
}

// Whether the ways a-b and c-d make an angle of at most 45 degrees.
static bool same_way(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d) {
    double along = (double)scalar(a, b, c, d);
    return along > 0 && 2 * along * along >= (double)wend_distance3(a, b) * (double)wend_distance3(c, d);
}

// Whether the segments p-y and q-x, whose first ends shall meet, run along each other until the first of them ends.
static bool run_along(const weld *w, wend_point3 p, wend_point3 y, wend_point3 q, wend_point3 x) {
    return same_way(p, y, q, x) && (segment_distance2(y, q, x) <= w->reach2 || segment_distance2(x, p, y) <= w->reach2);
}

// Whether the segment p-y runs along the part from p on of the segment b-a, until the first of them ends. That p is
// near a does not count: there is nothing to run along.
static bool run_along_part(const weld *w, wend_point3 p, wend_point3 y, wend_point3 b, wend_point3 a) {
    return same_way(p, y, b, a) &&
           (segment_distance2(y, a, b) <= w->reach2 ||
            ((double)wend_distance3(p, a) > w->reach2 && segment_distance2(a, p, y) <= w->reach2));
}

// Whether the ledge e that leaves a vertex and the ledge f that comes to another one can be made one, or a part of
// each.
static bool ledges_help(const weld *w, int32_t e, int32_t f, bool together) {
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

static bool vertices_help(const weld *w, int32_t a, int32_t b, double *distance2) {
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

static bool split_helps(const weld *w, int32_t vertex, int32_t f, double *distance2) {
    const wend_hem *hem = &w->hem;
    int32_t in = wend_hem_previous(hem, vertex);
    if (f == vertex || f == in || !wend_hem_ledge(hem, f))
        return false;
    wend_point3 p = wend_hem_from(hem, vertex), a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    if (scalar(a, b, a, p) <= 0 || scalar(b, a, b, p) <= 0)
        return false;
    *distance2 = line_distance2(p, a, b);
    if (*distance2 > w->reach2)
        return false;
    return (wend_hem_ledge(hem, vertex) && run_along_part(w, p, wend_hem_to(hem, vertex), b, a)) ||
           (wend_hem_ledge(hem, in) && run_along_part(w, p, wend_hem_from(hem, in), a, b));
}

// Whether a vertex hangs in a ledge: it is at most a step from it, and farther from its ends.
static bool hangs(const weld *w, int32_t vertex, int32_t f) {
    const wend_hem *hem = &w->hem;
    wend_point3 p = wend_hem_from(hem, vertex), a = wend_hem_from(hem, f), b = wend_hem_to(hem, f);
    return f != vertex && f != wend_hem_previous(hem, vertex) && scalar(a, b, a, p) > 0 && scalar(b, a, b, p) > 0 &&
           wend_distance3(a, p) > 1 && wend_distance3(b, p) > 1 && line_distance2(p, a, b) <= 1;
}

// ---------------------------------------------------------------------------------------------------- looking around

// Vertices by their places and those of their neighbours along the hem.
static int compare_vertices(const wend_hem *hem, int32_t a, int32_t b) {
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
    const contraction *a = first, *b = second;
    if (a->distance2 != b->distance2)
        return a->distance2 < b->distance2 ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    int order = compare_vertices(hem, a->vertex, b->vertex);
    return order != 0 ? order : compare_vertices(hem, a->partner, b->partner);
}

typedef struct search {
    const weld *w;
    findings *found;
    int32_t vertex;
    wend_point3 place; // where it looks around
    int visited, seen;
    bool failed; // memory was short
    int count;
    contraction kept[MOST_KEPT]; // the nearest first
    int32_t around[MOST_SEEN];   // while mending: the ledges that were seen
} search;

static void keep(search *s, contraction c) {
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
    if (!vertices_help(s->w, s->vertex, other, &distance2))
        return;
    *nearest = *nearest < 0 || distance2 < *nearest ? distance2 : *nearest;
    bool first = compare_vertices(&s->w->hem, s->vertex, other) <= 0;
    keep(s, (contraction){.distance2 = distance2,
                          .kind = VERTEX_VERTEX,
                          .vertex = first ? s->vertex : other,
                          .partner = first ? other : s->vertex});
}

static bool inside(const weld_item *item, const wend_point3 *p) {
    return p->x >= item->low.x && p->x <= item->high.x && p->y >= item->low.y && p->y <= item->high.y &&
           p->z >= item->low.z && p->z <= item->high.z;
}

// Keeps a ledge that the vertex hangs in.
static void look_at_hanging(search *s, int32_t f, double away2) {
    s->around[s->seen - 1] = f;
    if (away2 <= 1 && hangs(s->w, s->vertex, f))
        keep(s, (contraction){.distance2 = away2, .kind = VERTEX_EDGE, .vertex = s->vertex, .partner = f});
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
    const weld_item *item = &s->w->items.data[number];
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
    bool splits = split_helps(s->w, s->vertex, f, &distance2);
    if (splits)
        keep(s, (contraction){.distance2 = distance2 < nearest ? nearest : distance2,
                              .kind = VERTEX_EDGE,
                              .vertex = s->vertex,
                              .partner = f});
    s->failed = (splits || nearest >= 0) && !wend_array_push(s->w->hem.context, &s->found->near, f);
    return !s->failed;
}

// The ledges around a few vertices that are near each other, found in one search of the tree.
typedef struct bundle {
    const weld *w;
    wend_box box;
    int count; // MOST_BUNDLED + 1 when there are too many
    int32_t numbers[MOST_BUNDLED];
} bundle;

static bool gather(void *user, int32_t number) {
    bundle *b = user;
    const weld_item *item = &b->w->items.data[number];
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
static bool find_for(const weld *w, const bundle *b, int32_t vertex, findings *found) {
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
    const weld *w = data;
    bundle b = {.w = w};
    for (int64_t i = begin; i < end; i++) {
        if ((i - begin) % VERTICES_IN_BUNDLE == 0)
            gather_around(&b, w->vertices.data + i, end - i < VERTICES_IN_BUNDLE ? (int)(end - i) : VERTICES_IN_BUNDLE);
        if (!find_for(w, &b, w->vertices.data[i], &w->workers[worker]))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Notes that a border matters after the first round.
static bool note_near(weld *w, int32_t border) {
    if (w->near.data[border])
        return true;
    w->near.data[border] = 1;
    return wend_array_push(w->hem.context, &w->near_borders, border);
}

// Finds what the vertices of this round may be contracted with. Which thread found what does not matter, because all of
// it is sorted afterwards.
static wend_result find_contractions(weld *w) {
    wend_context *context = w->hem.context;
    w->contractions.count = 0;
    wend_result result = wend_run_tasks(context, w->vertices.count, VERTICES_AT_ONCE, find_some, w);
    for (int k = 0; k < wend_thread_count(context); k++) {
        findings *found = &w->workers[k];
        int64_t count = w->contractions.count;
        if (result == WEND_OK && !wend_array_resize(context, &w->contractions, count + found->contractions.count))
            result = WEND_ERROR_MEMORY;
        if (result == WEND_OK && found->contractions.count > 0)
            memcpy(w->contractions.data + count, found->contractions.data,
                   (size_t)found->contractions.count * sizeof *found->contractions.data);
        for (int64_t i = 0; i < found->near.count && result == WEND_OK; i++)
            result = note_near(w, found->near.data[i]) ? WEND_OK : WEND_ERROR_MEMORY;
        w->looks_left -= found->looks;
        found->contractions.count = found->near.count = found->looks = 0;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- a round's order

// By distance and place; those that look the same by their names, so that equal ones are side by side.
static int compare_named(const void *first, const void *second, const void *user) {
    const contraction *a = first, *b = second;
    int order = compare_contractions(a, b, user);
    if (order == 0 && a->vertex != b->vertex)
        order = a->vertex < b->vertex ? -1 : 1;
    return order != 0 ? order : (a->partner > b->partner) - (a->partner < b->partner);
}

// Sorts the contractions, drops those that were found from both sides, and marks those that cannot be told apart.
static bool sort_contractions(weld *w) {
    contraction *list = w->contractions.data;
    int64_t count = 0;
    if (!wend_sort(w->hem.context, list, w->contractions.count, sizeof *list, compare_named, &w->hem))
        return false;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        contraction *last = count > 0 ? &list[count - 1] : NULL;
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

// Splits by edge, along each from its end to its start.
static int compare_splits(const void *first, const void *second, const void *user) {
    const weld *w = user;
    const wend_hem *hem = &w->hem;
    const contraction *a = &w->contractions.data[*(const int32_t *)first];
    const contraction *b = &w->contractions.data[*(const int32_t *)second];
    if (a->partner != b->partner)
        return a->partner < b->partner ? -1 : 1;
    wend_point3 from = wend_hem_from(hem, a->partner), to = wend_hem_to(hem, a->partner);
    int64_t along = scalar(from, to, wend_hem_from(hem, a->vertex), wend_hem_from(hem, b->vertex));
    if (along != 0)
        return along > 0 ? 1 : -1;
    return compare_vertices(hem, a->vertex, b->vertex);
}

static bool group_splits(weld *w) {
    wend_context *context = w->hem.context;
    w->splits.count = 0;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const contraction *c = &w->contractions.data[i];
        if (c->kind == VERTEX_EDGE && c->best && !c->unclear && !wend_array_push(context, &w->splits, (int32_t)i))
            return false;
    }
    if (!wend_sort(context, w->splits.data, w->splits.count, sizeof *w->splits.data, compare_splits, w))
        return false;
    int64_t known = w->first_split.count;
    if (!wend_array_resize(context, &w->first_split, w->hem.edges.count))
        return false;
    for (; known < w->first_split.count; known++)
        w->first_split.data[known] = -1;
    for (int64_t i = w->splits.count - 1; i >= 0; i--)
        w->first_split.data[w->contractions.data[w->splits.data[i]].partner] = (int32_t)i;
    return true;
}

// ---------------------------------------------------------------------------------------------------- contracting

static bool stays(const wend_hem *hem, int32_t vertex) {
    return !wend_hem_ledge(hem, vertex) || !wend_hem_ledge(hem, wend_hem_previous(hem, vertex));
}

static bool pinned(const wend_hem *hem, int32_t vertex) {
    const wend_raw_border *borders = hem->raw->borders.data;
    return borders[vertex].kind == WEND_BOUNDARY_CUT ||
           borders[wend_hem_previous(hem, vertex)].kind == WEND_BOUNDARY_CUT;
}

static void refuse(wend_hem *hem, int32_t vertex) {
    if (wend_hem_alive(hem, vertex) && hem->edges.data[vertex].refusals < MOST_REFUSALS)
        hem->edges.data[vertex].refusals++;
}

static bool tired(const wend_hem *hem, int32_t vertex) {
    return hem->edges.data[vertex].refusals >= MOST_REFUSALS;
}

static bool move_to(wend_hem *hem, int32_t vertex, wend_point3 place) {
    return !pinned(hem, vertex) && wend_hem_move(hem, vertex, place);
}

// Whether the first of two vertices shall keep its place: the one that has other borders than ledges, or else the
// least.
static bool first_stays(const wend_hem *hem, int32_t a, int32_t b) {
    bool a_stays = stays(hem, a), b_stays = stays(hem, b);
    wend_point3 pa = wend_hem_from(hem, a), pb = wend_hem_from(hem, b);
    return a_stays != b_stays ? a_stays : wend_compare3(&pa, &pb) <= 0;
}

// Brings two vertices to the place of one of them.
static bool bring_together(wend_hem *hem, int32_t a, int32_t b) {
    wend_point3 pa = wend_hem_from(hem, a), pb = wend_hem_from(hem, b);
    if (wend_same3(pa, pb))
        return true;
    if (first_stays(hem, a, b))
        return move_to(hem, b, pa) || move_to(hem, a, pb);
    return move_to(hem, a, pb) || move_to(hem, b, pa);
}

// Closes a slit from one of its ends on: the two ledges at a vertex coincide.
static void close_slit(weld *w, int32_t vertex) {
    wend_hem *hem = &w->hem;
    while (wend_hem_alive(hem, vertex)) {
        int32_t in = wend_hem_previous(hem, vertex), next = wend_hem_next(hem, vertex);
        if (!wend_hem_join(hem, vertex, in))
            return;
        w->successes++;
        vertex = next;
    }
}

// Joins what coincides at two vertices of the same place. Returns how many pairs.
static int join_around(wend_hem *hem, int32_t a, int32_t b) {
    int32_t to_a = wend_hem_previous(hem, a), to_b = wend_hem_previous(hem, b);
    int joined = wend_hem_join(hem, a, to_b) ? 1 : 0;
    if (wend_hem_alive(hem, b) && wend_hem_alive(hem, to_a) && wend_hem_join(hem, b, to_a))
        joined++;
    return joined;
}

// Contracts the two ends of a ledge: the bottom of a crack.
static bool collapse(wend_hem *hem, int32_t e) {
    int32_t next = wend_hem_next(hem, e);
    bool at_first = first_stays(hem, e, next);
    if (!pinned(hem, at_first ? next : e) && wend_hem_collapse(hem, e, at_first))
        return true;
    return !pinned(hem, at_first ? e : next) && wend_hem_collapse(hem, e, !at_first);
}

static bool contract_neighbours(weld *w, int32_t e) {
    int32_t next = wend_hem_next(&w->hem, e);
    if (!collapse(&w->hem, e))
        return false;
    close_slit(w, next);
    return true;
}

// Contracts two vertices that are alive; true when that changed something.
static bool contract_vertices(weld *w, int32_t a, int32_t b) {
    wend_hem *hem = &w->hem;
    double distance2;
    if (tired(hem, a) || tired(hem, b) || !vertices_help(w, a, b, &distance2))
        return false;
    bool good;
    if (wend_hem_next(hem, a) == b)
        good = contract_neighbours(w, a);
    else if (wend_hem_next(hem, b) == a)
        good = contract_neighbours(w, b);
    else
        good = bring_together(hem, a, b) && (join_around(hem, a, b) > 0 || distance2 > 0);
    if (good) {
        w->successes++;
    } else {
        refuse(hem, a);
        refuse(hem, b);
    }
    return good;
}

// The lattice point nearest to where p falls on the segment a-b.
static wend_point3 foot(wend_point3 p, wend_point3 a, wend_point3 b) {
    double part = (double)scalar(a, b, a, p) / (double)wend_distance3(a, b);
    double x = (double)a.x + part * ((double)b.x - a.x), y = (double)a.y + part * ((double)b.y - a.y);
    double z = (double)a.z + part * ((double)b.z - a.z);
    return (wend_point3){(int32_t)(x < 0 ? x - 0.5 : x + 0.5), (int32_t)(y < 0 ? y - 0.5 : y + 0.5),
                         (int32_t)(z < 0 ? z - 0.5 : z + 0.5)};
}

// Splits border f at a vertex; where the vertex lies too far off for that, it is moved onto the border first.
static wend_result split_at(weld *w, int32_t vertex, int32_t f, int32_t *rest, bool *done) {
    wend_hem *hem = &w->hem;
    wend_point3 p = wend_hem_from(hem, vertex);
    wend_result result = wend_hem_split(hem, f, p, rest, done);
    if (result != WEND_OK || *done)
        return result;
    wend_point3 place = foot(p, wend_hem_from(hem, f), wend_hem_to(hem, f));
    if (wend_same3(place, p) || !move_to(hem, vertex, place))
        return WEND_OK;
    return wend_hem_split(hem, f, place, rest, done);
}

// Contracts a vertex with the nearer end of a border, when it is near one, or else with the border.
static wend_result contract_edge(weld *w, int32_t vertex, int32_t f) {
    wend_hem *hem = &w->hem;
    double distance2;
    bool done;
    if (!wend_hem_alive(hem, vertex) || !wend_hem_alive(hem, f) || tired(hem, vertex) ||
        !split_helps(w, vertex, f, &distance2))
        return WEND_OK;
    wend_point3 p = wend_hem_from(hem, vertex);
    int32_t ends[2] = {f, wend_hem_next(hem, f)};
    int nearer = wend_distance3(p, wend_hem_from(hem, ends[1])) < wend_distance3(p, wend_hem_from(hem, ends[0]));
    if (contract_vertices(w, vertex, ends[nearer]) || contract_vertices(w, vertex, ends[1 - nearer]))
        return WEND_OK;
    int32_t rest;
    if (w->splits_left <= 0)
        return WEND_OK;
    wend_result result = split_at(w, vertex, f, &rest, &done);
    if (result != WEND_OK)
        return result;
    if (!done) {
        refuse(hem, vertex);
        return WEND_OK;
    }
    w->splits_left--;
    w->successes++;
    join_around(hem, vertex, rest);
    return WEND_OK;
}

// All splits of a border, when the first of them has its turn.
static wend_result contract_edge_with_all(weld *w, int32_t f) {
    int64_t i = w->first_split.data[f];
    w->first_split.data[f] = -1;
    wend_result result = WEND_OK;
    for (; i < w->splits.count && result == WEND_OK; i++) {
        const contraction *c = &w->contractions.data[w->splits.data[i]];
        if (c->partner != f)
            break;
        result = contract_edge(w, c->vertex, f);
    }
    return result;
}

static wend_result contract(weld *w, const contraction *c) {
    wend_hem *hem = &w->hem;
    if (c->unclear)
        return WEND_OK;
    wend_result result = WEND_OK;
    if (c->kind == VERTEX_EDGE && c->best) {
        if (w->first_split.data[c->partner] >= 0)
            result = contract_edge_with_all(w, c->partner);
    } else if (wend_hem_alive(hem, c->vertex) && wend_hem_alive(hem, c->partner)) {
        if (c->kind == VERTEX_EDGE)
            result = contract_edge(w, c->vertex, c->partner);
        else
            contract_vertices(w, c->vertex, c->partner);
    }
    return result != WEND_OK ? result : hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// A vertex that had a choice looks around in the next round, too.
static void look_again(wend_hem *hem, int32_t vertex) {
    if (wend_hem_alive(hem, vertex) && !tired(hem, vertex))
        wend_hem_note(hem, vertex);
}

static wend_result contract_all(weld *w) {
    wend_hem *hem = &w->hem;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const contraction *c = &w->contractions.data[i];
        wend_result result = contract(w, c);
        if (result != WEND_OK)
            return result;
        look_again(hem, c->vertex);
        if (c->kind == VERTEX_VERTEX)
            look_again(hem, c->partner);
        if (i % BETWEEN_PAUSES == 0 && wend_pause(hem->context, "weld", 0.5))
            return WEND_ERROR_CANCELLED;
    }
    return hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- rounds

static int32_t shifted(int32_t coordinate, double by) {
    double value = (double)coordinate + by;
    return value <= -0x1p30 ? -(1 << 30) : value >= 0x1p30 ? 1 << 30 : (int32_t)value;
}

static weld_item item_of(const weld *w, int32_t border) {
    wend_point3 a = wend_hem_from(&w->hem, border), b = wend_hem_to(&w->hem, border);
    double by = w->reach + 2;
    return (weld_item){
        border,
        {shifted(a.x < b.x ? a.x : b.x, -by), shifted(a.y < b.y ? a.y : b.y, -by), shifted(a.z < b.z ? a.z : b.z, -by)},
        {shifted(a.x > b.x ? a.x : b.x, by), shifted(a.y > b.y ? a.y : b.y, by), shifted(a.z > b.z ? a.z : b.z, by)}};
}

static wend_box box_of_item(const void *user, int32_t number) {
    const weld_item *item = &((const weld *)user)->items.data[number];
    return (wend_box){item->low.x, item->low.y, item->high.x, item->high.y};
}

// Makes the tree over the ledges: all of them in the first round, and then those that something is near to.
static wend_result plant_tree(weld *w, bool all) {
    wend_hem *hem = &w->hem;
    w->keys.count = 0;
    for (int64_t i = 0; i < (all ? hem->edges.count : w->near_borders.count); i++) {
        int32_t b = all ? (int32_t)i : w->near_borders.data[i];
        if (!wend_hem_alive(hem, b) || !wend_hem_ledge(hem, b))
            continue;
        uint32_t x, y;
        middle_of(hem, b, &x, &y);
        if (!wend_array_push(hem->context, &w->keys, (wend_key){wend_hilbert(x / 2, y / 2, 31), b, 0}))
            return WEND_ERROR_MEMORY;
    }
    if (!sort_borders(w) || !wend_array_resize(hem->context, &w->items, w->keys.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < w->keys.count; i++)
        w->items.data[i] = item_of(w, w->keys.data[i].index);
    wend_tree_free(hem->context, &w->tree);
    if (!wend_tree_build(hem->context, (int32_t)w->items.count, box_of_item, w, &w->tree))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// Every vertex at a ledge.
static bool take_all_vertices(weld *w) {
    const wend_hem *hem = &w->hem;
    for (int64_t i = 0; i < w->items.count; i++) {
        int32_t b = w->items.data[i].border, next = wend_hem_next(hem, b);
        if (!wend_array_push(hem->context, &w->vertices, b))
            return false;
        if (!wend_hem_ledge(hem, next) && !wend_array_push(hem->context, &w->vertices, next))
            return false;
    }
    return true;
}

// Notes that no border was near anything yet, as far as that is not known.
static bool extend_near(weld *w) {
    int64_t known = w->near.count;
    if (!wend_array_resize(w->hem.context, &w->near, w->hem.edges.count))
        return false;
    for (; known < w->near.count; known++)
        w->near.data[known] = 0;
    return true;
}

// The vertices that have changed since they were taken last.
static bool take_changed_vertices(weld *w) {
    wend_hem *hem = &w->hem;
    for (int64_t i = 0; i < hem->fresh.count; i++) // it may grow
        close_slit(w, hem->fresh.data[i]);
    if (hem->failed)
        return false;
    w->vertices.count = 0;
    for (int64_t i = 0; i < hem->fresh.count; i++) {
        int32_t v = hem->fresh.data[i];
        hem->edges.data[v].fresh = false;
        if (!wend_hem_alive(hem, v))
            continue;
        if (!note_near(w, v) || !note_near(w, wend_hem_previous(hem, v)))
            return false;
        if (!wend_hem_ledge(hem, v) && !wend_hem_ledge(hem, wend_hem_previous(hem, v)))
            continue;
        if (!wend_array_push(hem->context, &w->vertices, v))
            return false;
    }
    hem->fresh.count = 0;
    return true;
}

static wend_result run_round(weld *w, bool first) {
    w->successes = 0;
    if (!extend_near(w) || (!first && !take_changed_vertices(w)))
        return WEND_ERROR_MEMORY;
    if (!first && w->vertices.count == 0)
        return WEND_OK;
    wend_result result = plant_tree(w, first);
    if (result != WEND_OK)
        return result;
    if (first && !take_all_vertices(w))
        return WEND_ERROR_MEMORY;
    result = find_contractions(w);
    if (result != WEND_OK || w->contractions.count == 0)
        return result;
    if (!sort_contractions(w) || !group_splits(w))
        return WEND_ERROR_MEMORY;
    return contract_all(w);
}

// Runs rounds until nothing changes; `first` counts those that were run before.
static wend_result run_rounds(weld *w, int first) {
    for (int round = first; round < MOST_ROUNDS; round++) {
        wend_result result = run_round(w, round == 0);
        if (result != WEND_OK || w->successes == 0 || w->looks_left <= 0)
            return result;
    }
    return WEND_OK;
}

// Finds vertices that hang in ledges, among all or among those that something is near to.
static wend_result find_hanging(weld *w, bool all) {
    if (!extend_near(w))
        return WEND_ERROR_MEMORY;
    wend_result result = plant_tree(w, all);
    w->vertices.count = 0;
    if (result == WEND_OK && !take_all_vertices(w))
        result = WEND_ERROR_MEMORY;
    w->mending = true;
    if (result == WEND_OK)
        result = find_contractions(w);
    w->mending = false;
    return result == WEND_OK && !sort_contractions(w) ? WEND_ERROR_MEMORY : result;
}

// Mends the vertices that were found. *mended counts those where it was possible.
static wend_result mend_found(weld *w, int pass, int64_t *mended) {
    wend_hem *hem = &w->hem;
    *mended = 0;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const contraction *c = &w->contractions.data[i];
        bool done = false;
        if (c->unclear || !wend_hem_alive(hem, c->vertex) || !wend_hem_alive(hem, c->partner) ||
            !hangs(w, c->vertex, c->partner))
            continue;
        wend_result result =
            wend_hem_mend(hem, c->vertex, c->partner, pass < BENDING_PASSES, pass >= GENTLE_PASSES, &done);
        if (result != WEND_OK)
            return result;
        *mended += done;
    }
    return hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// Bounds the work by the number of ledges, of which there are keys.
static void set_bounds(weld *w) {
    w->splits_left = SPLITS_EACH * (w->keys.count + 1);
    w->looks_left = LOOKS_EACH * (w->keys.count + 1);
}

static wend_result start_workers(weld *w) {
    size_t bytes = (size_t)wend_thread_count(w->hem.context) * sizeof *w->workers;
    w->workers = wend_allocate(w->hem.context, bytes);
    if (w->workers == NULL)
        return WEND_ERROR_MEMORY;
    memset(w->workers, 0, bytes);
    set_bounds(w);
    return WEND_OK;
}

static wend_result run_weld(weld *w) {
    wend_result result = join_coincident(w);
    if (result == WEND_OK)
        result = start_workers(w);
    return result == WEND_OK ? run_rounds(w, 0) : result;
}

// Mends and welds in turn. However bad the input, what is mended and the looks around stay within a multiple of the
// ledges.
static wend_result run_mend(weld *w) {
    wend_result result = start_workers(w);
    int64_t mends_left = 0;
    for (int pass = 0; pass < MENDING_PASSES && result == WEND_OK; pass++) {
        int64_t mended = 0;
        result = find_hanging(w, pass == 0);
        if (pass == 0) {
            mends_left = w->keys.count;
            set_bounds(w);
        }
        if (result == WEND_OK)
            result = mend_found(w, pass, &mended);
        mends_left -= mended;
        if (mended == 0 || mends_left < 0 || w->looks_left <= 0)
            break;
        if (result == WEND_OK)
            result = run_rounds(w, 1);
    }
    return result;
}

static void free_weld(weld *w) {
    wend_context *context = w->hem.context;
    int threads = wend_thread_count(context);
    for (int k = 0; w->workers != NULL && k < threads; k++) {
        wend_array_free(context, &w->workers[k].contractions);
        wend_array_free(context, &w->workers[k].near);
    }
    wend_release(context, w->workers, (size_t)threads * sizeof *w->workers);
    wend_array_free(context, &w->items);
    wend_array_free(context, &w->keys);
    wend_array_free(context, &w->vertices);
    wend_array_free(context, &w->near);
    wend_array_free(context, &w->near_borders);
    wend_array_free(context, &w->contractions);
    wend_array_free(context, &w->splits);
    wend_array_free(context, &w->first_split);
    wend_tree_free(context, &w->tree);
    wend_hem_free(&w->hem);
}

static wend_result start(wend_context *context, wend_raw *raw, double reach, weld *w) {
    *w = (weld){.reach = reach >= 1 ? reach : 1};
    w->reach = w->reach < WEND_COORDINATE_MAX ? w->reach : WEND_COORDINATE_MAX;
    w->reach2 = w->reach * w->reach;
    w->look2 = (w->reach + 2) * (w->reach + 2);
    return wend_hem_make(context, raw, w->reach, &w->hem);
}

wend_result wend_raw_weld(wend_context *context, wend_raw *raw, double distance, int64_t *closed) {
    weld w;
    wend_result result = start(context, raw, distance, &w);
    if (result == WEND_OK)
        result = run_weld(&w);
    if (result == WEND_OK)
        result = wend_hem_stand_walls(&w.hem);
    *closed = w.hem.joined;
    free_weld(&w);
    return result;
}

wend_result wend_raw_mend(wend_context *context, wend_raw *raw) {
    weld w;
    wend_result result = start(context, raw, MENDING_REACH, &w);
    if (result == WEND_OK)
        result = run_mend(&w);
    free_weld(&w);
    return result;
}
