// Shortest paths of a point on any plan, by a visibility graph that is walked over triangles.
//
// A path of a point turns at vertices only. From a place, or from a vertex, all vertices that can be seen are found by
// looking through triangle after triangle, each through the window that the last ones leave; neighbours in the plan
// decide where a look goes on, so that walls without width, obstacles that touch and floors above each other are what
// they are. A window is closed: what lies exactly behind a vertex is seen past it. A vertex is one place for all the
// floor around it, however often that winds: a path may come in from anywhere and go out to anywhere.
//
// A* runs over the vertices where paths may turn, and looks from each of them when it first gets there; what was seen
// is kept for later queries.
//
// Directions are compared in doubles, with a slack of 1e-12 in favour of seeing. Places are lattice points, so that it
// never matters for lengths: two directions that close differ by less than the 1e-24th part in length.
#include "oracle_path_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SLACK = 1e-12;  // how far beside a window something is seen
static const double NARROW = 1e-15; // windows not wider than that are none

typedef struct seen {
    int32_t vertex;
    double length;
} seen;

typedef struct seen_list {
    seen *items;
    int32_t count, room;
    bool known;
} seen_list;

// A half-edge to look through: it belongs to the triangle beyond.
typedef struct window {
    int32_t h;
    oracle_vec right, left;
} window;

typedef struct entry {
    double bound, length;
    int32_t vertex;
} entry;

struct oracle_zero {
    const wend_plan_view *view;
    oracle_fans fans;
    bool *turns;
    seen_list *from; // of each vertex, when first needed
    seen_list start, goal;
    double *reached, *to_goal;
    window *open;
    int64_t open_count, open_room;
    entry *heap;
    int64_t heap_count, heap_room;
};

// What is looked for beside vertices: a place in one or two triangles; or a vertex.
typedef struct target {
    oracle_vec place;
    int32_t triangles[2]; // -1 for none
    int32_t vertex;       // -1 for none
    bool seen;
} target;

static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}
static int32_t twin(const oracle_zero *o, int32_t h) {
    return o->view->triangles[h / 3].twin[h % 3];
}
static oracle_vec minus(oracle_vec a, oracle_vec b) {
    return (oracle_vec){a.x - b.x, a.y - b.y};
}
static double size_of(oracle_vec a) {
    return sqrt(a.x * a.x + a.y * a.y);
}
// The sine of the angle from a to b, and at least that sign.
static double sine(oracle_vec a, oracle_vec b) {
    return (a.x * b.y - a.y * b.x) / (size_of(a) * size_of(b));
}

static void *grown(void *old, int64_t count, size_t size) {
    void *more = realloc(old, (size_t)(count > 0 ? count : 1) * size);
    if (more == NULL)
        abort();
    return more;
}

// ---------------------------------------------------------------------------------------------------- sight

static void open_window(oracle_zero *o, int32_t h, oracle_vec right, oracle_vec left) {
    if (o->open_count == o->open_room) {
        o->open_room = 2 * o->open_room + 256;
        o->open = grown(o->open, o->open_room, sizeof *o->open);
    }
    o->open[o->open_count++] = (window){h, right, left};
}

static void note(oracle_zero *o, seen_list *list, int32_t vertex, double length) {
    if (!o->turns[vertex])
        return;
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->items = grown(list->items, list->room, sizeof *list->items);
    }
    list->items[list->count++] = (seen){vertex, length};
}

static bool is_between(oracle_vec right, oracle_vec left, oracle_vec d) {
    return sine(right, d) >= -SLACK && sine(d, left) >= -SLACK;
}

// Looks out of a triangle through its half-edge h, to which the eye is on the left.
static void look_through(oracle_zero *o, oracle_vec eye, int32_t h, oracle_vec right, oracle_vec left, seen_list *list,
                         target *goal) {
    int32_t g = twin(o, h);
    if (g < 0)
        return;
    int32_t apex = o->view->triangles[g / 3].v[previous(g) % 3];
    oracle_vec c = minus(oracle_start(o->view, previous(g)), eye);
    if (is_between(right, left, c)) {
        note(o, list, apex, size_of(c));
        if (goal != NULL)
            goal->seen |= goal->vertex == apex;
    }
    if (goal != NULL && (goal->triangles[0] == g / 3 || goal->triangles[1] == g / 3))
        goal->seen |= is_between(right, left, minus(goal->place, eye));
    // The edge before the apex, as the eye sees it, is on its right.
    oracle_vec middle = c;
    if (sine(right, c) > NARROW)
        open_window(o, next(g), right, sine(middle, left) < 0 ? left : middle);
    if (sine(c, left) > NARROW)
        open_window(o, previous(g), sine(right, middle) < 0 ? right : middle, left);
}

// What an eye sees through the far side of a triangle, half-edge h.
static void look_from(oracle_zero *o, oracle_vec eye, int32_t h, seen_list *list, target *goal) {
    oracle_vec right = minus(oracle_start(o->view, h), eye), left = minus(oracle_start(o->view, next(h)), eye);
    note(o, list, o->view->triangles[h / 3].v[h % 3], size_of(right));
    note(o, list, o->view->triangles[h / 3].v[next(h) % 3], size_of(left));
    open_window(o, h, right, left);
    while (o->open_count > 0) {
        window w = o->open[--o->open_count];
        look_through(o, eye, w.h, w.right, w.left, list, goal);
    }
}

// Whether the triangle itself is where the goal is.
static void look_around(const oracle_zero *o, int32_t triangle, target *goal) {
    if (goal == NULL)
        return;
    goal->seen |= goal->triangles[0] == triangle || goal->triangles[1] == triangle;
    for (int i = 0; i < 3; i++)
        goal->seen |= goal->vertex == o->view->triangles[triangle].v[i];
}

static void see_from_vertex(oracle_zero *o, int32_t vertex, seen_list *list, target *goal) {
    for (int32_t k = o->fans.first[vertex]; k < o->fans.last[vertex]; k++) {
        look_around(o, o->fans.corner[k] / 3, goal);
        look_from(o, oracle_vertex(o->view, vertex), next(o->fans.corner[k]), list, goal);
    }
}

// Where an end is: at a vertex, on an edge, or inside a triangle.
static target place_of(const oracle_zero *o, const oracle_end *end) {
    target t = {end->place, {end->triangle, -1}, -1, false};
    for (int32_t h = 3 * end->triangle; h < 3 * end->triangle + 3; h++) {
        oracle_vec a = oracle_start(o->view, h), b = oracle_start(o->view, next(h));
        if (a.x == t.place.x && a.y == t.place.y)
            t.vertex = o->view->triangles[h / 3].v[h % 3];
        oracle_vec along = minus(b, a), to = minus(t.place, a);
        if (along.x * to.y == along.y * to.x && twin(o, h) >= 0)
            t.triangles[1] = twin(o, h) / 3;
    }
    if (t.vertex >= 0)
        t.triangles[0] = t.triangles[1] = -1;
    return t;
}

static void see_from(oracle_zero *o, const target *eye, seen_list *list, target *goal) {
    list->count = 0;
    if (eye->vertex >= 0) {
        if (goal != NULL)
            goal->seen |= goal->vertex == eye->vertex;
        note(o, list, eye->vertex, 0);
        see_from_vertex(o, eye->vertex, list, goal);
        return;
    }
    for (int i = 0; i < 2 && eye->triangles[i] >= 0; i++) {
        look_around(o, eye->triangles[i], goal);
        for (int32_t h = 3 * eye->triangles[i]; h < 3 * eye->triangles[i] + 3; h++) {
            oracle_vec a = minus(oracle_start(o->view, h), eye->place);
            oracle_vec b = minus(oracle_start(o->view, next(h)), eye->place);
            if (a.x * b.y - a.y * b.x > 0)
                look_from(o, eye->place, h, list, goal);
            else { // along the edge that it stands on
                note(o, list, o->view->triangles[h / 3].v[h % 3], size_of(a));
                note(o, list, o->view->triangles[h / 3].v[next(h) % 3], size_of(b));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- the search

oracle_zero *oracle_zero_make(const wend_plan_view *view) {
    oracle_zero *o = grown(NULL, 1, sizeof *o);
    memset(o, 0, sizeof *o);
    o->view = view;
    o->fans = oracle_fans_make(view);
    o->turns = grown(NULL, view->vertex_count, sizeof *o->turns);
    o->from = grown(NULL, view->vertex_count, sizeof *o->from);
    o->reached = grown(NULL, view->vertex_count, sizeof *o->reached);
    o->to_goal = grown(NULL, view->vertex_count, sizeof *o->to_goal);
    for (int32_t v = 0; v < view->vertex_count; v++) {
        o->turns[v] = oracle_turns_at(view, &o->fans, v, false);
        o->from[v] = (seen_list){NULL, 0, 0, false};
    }
    return o;
}

void oracle_zero_free(oracle_zero *o) {
    if (o == NULL)
        return;
    for (int32_t v = 0; v < o->view->vertex_count; v++)
        free(o->from[v].items);
    oracle_fans_free(&o->fans);
    free(o->turns);
    free(o->from);
    free(o->start.items);
    free(o->goal.items);
    free(o->reached);
    free(o->to_goal);
    free(o->open);
    free(o->heap);
    free(o);
}

static void reach(oracle_zero *o, int32_t vertex, double length, oracle_vec goal) {
    if (length >= o->reached[vertex])
        return;
    o->reached[vertex] = length;
    if (o->heap_count == o->heap_room) {
        o->heap_room = 2 * o->heap_room + 256;
        o->heap = grown(o->heap, o->heap_room, sizeof *o->heap);
    }
    double bound = length + size_of(minus(oracle_vertex(o->view, vertex), goal)) * (1 - 1e-12);
    int64_t at = o->heap_count++;
    for (; at > 0 && o->heap[(at - 1) / 2].bound > bound; at = (at - 1) / 2)
        o->heap[at] = o->heap[(at - 1) / 2];
    o->heap[at] = (entry){bound, length, vertex};
}

static entry pop(oracle_zero *o) {
    entry top = o->heap[0], last = o->heap[--o->heap_count];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < o->heap_count; at = child) {
        if (child + 1 < o->heap_count && o->heap[child + 1].bound < o->heap[child].bound)
            child++;
        if (o->heap[child].bound >= last.bound)
            break;
        o->heap[at] = o->heap[child];
    }
    o->heap[at] = last;
    return top;
}

// From vertex to vertex, to the goal from those that it sees.
static double search(oracle_zero *o, oracle_vec goal, double best) {
    for (int32_t v = 0; v < o->view->vertex_count; v++)
        o->reached[v] = o->to_goal[v] = INFINITY;
    for (int32_t k = 0; k < o->goal.count; k++)
        o->to_goal[o->goal.items[k].vertex] = o->goal.items[k].length;
    o->heap_count = 0;
    for (int32_t k = 0; k < o->start.count; k++)
        reach(o, o->start.items[k].vertex, o->start.items[k].length, goal);
    while (o->heap_count > 0 && o->heap[0].bound < best) {
        entry top = pop(o);
        if (top.length > o->reached[top.vertex])
            continue;
        best = fmin(best, top.length + o->to_goal[top.vertex]);
        seen_list *list = &o->from[top.vertex];
        if (!list->known)
            see_from_vertex(o, top.vertex, list, NULL);
        list->known = true;
        for (int32_t k = 0; k < list->count; k++)
            reach(o, list->items[k].vertex, top.length + list->items[k].length, goal);
    }
    return best;
}

double oracle_zero_shortest(oracle_zero *o, const oracle_end *from, const oracle_end *to) {
    target start = place_of(o, from), goal = place_of(o, to);
    see_from(o, &start, &o->start, &goal);
    if (goal.seen)
        return size_of(minus(goal.place, start.place));
    see_from(o, &goal, &o->goal, NULL);
    return search(o, goal.place, INFINITY);
}
