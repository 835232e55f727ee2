// Simplification that moves nothing: vertices that no position of the surface needs are taken away.
//
//        .-----.              .-----.                A vertex inside a flat part, where all triangles around it lie in
//       / \   / \            / `-._  \               one plane, goes, and the hole is filled with two triangles fewer.
//      '---(v)---'    -->   '---.__`--'              On the boundary it goes when its two borders lie on one line and
//       \ /   \ /            \   _`--/               say the same; then the two become one. Borders of tiles stay,
//        '-----'              '-----'                because the tile beyond them must find the same vertices.
//
// One plane means: all corners exactly coplanar on the lattice; or all triangles from the same triangle of the scene,
// whose plane they have then, although rounding shows it only to within a step. A triangle that was made of different
// sources has no plane of its own in that sense, and counts by its corners alone.
//
// Floors of different areas are never made one: a vertex where two areas meet stays.
//
// The hole is star-shaped seen from above, with the vertex in its kernel, and is filled by cutting off ears. An ear a b
// c may be cut when it faces up and the vertex v does not lie beyond a-c: then no other corner can be inside it,
// because all others lie outside the angle a v c. There always is one: a triangulation of the hole has two ears, and v
// is not in the inside of both. Ears are cut in the order of Devillers (2002, "On deletion in Delaunay
// triangulations"), those first whose circle v is least in, which gives triangles as in a Delaunay triangulation. That
// order is computed in doubles; it decides how good the triangles are, not whether they are valid.
//
// Vertices go in the order of their positions, and neighbours of a hole are looked at again in the next round, until
// nothing changes. So the result depends on positions and planes alone, and simplifying again changes nothing. (Only
// `source` of a triangle that was made of several, that of the widest or of the lowest number among several as wide,
// depends on how the scene numbers triangles.)
//
// Most vertices can be told to stay by one edge: where two triangles meet that are neither of one plane nor of one
// source, both ends of the edge stay. So all edges are looked at first, in parallel, and only vertices without such an
// edge are looked at one by one.
//
// Large surfaces are then simplified in parallel, by square cells of the ground: in each cell those vertices go whose
// neighbours are all in the cell. So no two cells change the same triangles, and what they read of others' does not
// change: of a triangle between cells only twins change, each across an edge within one cell. What is left between
// cells, or needs a new border, goes one after the other. Cells depend on positions alone.
//
// Vertices with more than WIDE triangles around them wait until nothing else goes, then those with more than twice as
// many, and so on: a hole with a straight rim would else be filled anew for each vertex on it that goes.
//
// Cost: O(d log d) for a vertex with d triangles around it: O(n log n) for surfaces as they come.
#include "sew/fan.h"
#include "sew/flat.h"

#include "base/context.h"
#include "base/sort.h"

enum {
    BETWEEN_PAUSES = 4096,
    PIECE = 4096,      // triangles in a task
    CELL = 1024,       // triangles in a cell, at least, on average
    CELLS_LEAST = 4,   // fewer are not worth it
    CELLS_AT_ONCE = 1, // in a task
    WIDE = 256,        // triangles around a vertex that has to wait
    NO_CELL = -1
};

// A vertex that may go, or is at a hole. It is known by the half-edge by which it was found first.
typedef struct vertex {
    int32_t half; // a half-edge that leaves it: the border when it has one
    bool open;    // whether it is on the boundary
    bool gone;
    bool noted; // it is in the list for the next round
    bool later; // it is in the list of those that wait until all cells are done
} vertex;

// A corner of the hole, with what lies behind the edge to the next one: a half-edge, or ~b for border b.
typedef struct rim_corner {
    wend_point3 p;
    double x, y;    // from the vertex that goes
    int32_t vertex; // the one it is
    int32_t behind; // the edge to the next corner, seen from outside
    int32_t next, previous;
    int32_t version; // of the ear here; those in the heap with another version are out of date
} rim_corner;

typedef struct ear {
    double key; // how far the vertex is inside the ear's circle
    int32_t corner, version;
} ear;

// Square cells of the ground.
typedef struct grid {
    wend_point low;
    int shift; // a cell is 2^shift steps wide
    int32_t columns, rows;
} grid;

typedef WEND_ARRAY(int32_t) vertex_list;

// One worker's tools, and what all of them work on.
typedef struct simplifier {
    wend_context *context;
    wend_raw *raw;
    int32_t *vertex_of; // per half-edge: the vertex that it leaves, -1 when nobody has asked yet
    vertex *vertices;   // by the half-edges that they are known by
    const grid *grid;
    int32_t cell;     // only what is within it is changed; NO_CELL: everything
    vertex_list list; // vertices to look at in the next round
    vertex_list later;
    vertex_list wide; // those that wait until the list is empty
    int64_t widest;   // triangles around a vertex that need not wait, at most
    WEND_ARRAY(wend_key) keys;
    // The hole that is being filled.
    WEND_ARRAY(rim_corner) rim;
    WEND_ARRAY(int32_t) slots; // triangles to be replaced
    WEND_ARRAY(ear) heap;
    WEND_ARRAY(int32_t) cuts; // tips of ears, in the order in which they are cut
    char space[WEND_WORKER_SPACE];
} simplifier;

// What a piece of the triangles comes to.
typedef struct tally {
    int64_t living, found; // triangles that are there, vertices that may go
    wend_point low, high;
} tally;

typedef struct simplifying {
    wend_context *context;
    wend_raw *raw;
    WEND_ARRAY(int32_t) vertex_of;
    WEND_ARRAY(vertex) vertices;
    WEND_ARRAY(tally) tallies;
    WEND_ARRAY(wend_key) found;     // vertices that may go, by cell
    WEND_ARRAY(int64_t) starts;     // of each cell in `found`, and one more at the end
    WEND_ARRAY(simplifier) workers; // tools
    grid grid;
} simplifying;

// What is known about a fan.
typedef struct fan_look {
    int64_t count;  // triangles
    int32_t source; // of the first
    bool one_source, any_mixed, coplanar;
} fan_look;

// ---------------------------------------------------------------------------------------------------- vertices

// The vertex that a half-edge leaves.
static int32_t vertex_at(simplifier *s, int32_t h) {
    if (s->vertex_of[h] >= 0)
        return s->vertex_of[h];
    int32_t at = h;
    do {
        s->vertex_of[at] = h;
        at = wend_fan_next(s->raw, at);
    } while (at >= 0 && at != h);
    s->vertices[h] = (vertex){.half = h};
    if (at == h)
        return h;
    at = h;
    for (int32_t twin; (twin = wend_raw_twin(s->raw, at)) >= 0;) { // the other way around, to where the fan begins
        at = wend_half_next(twin);
        s->vertex_of[at] = h;
    }
    s->vertices[h] = (vertex){.half = at, .open = true};
    return h;
}

static wend_point3 place_of(const simplifier *s, int32_t v) {
    return wend_raw_from(s->raw, s->vertices[v].half);
}

// ---------------------------------------------------------------------------------------------------- what may go

// Whether the triangles around a vertex are of one area and lie in one plane, which may be known already.
static bool flat(const simplifier *s, int32_t v, bool known, fan_look *look) {
    const wend_raw *raw = s->raw;
    int32_t start = s->vertices[v].half, h = start;
    wend_plane3 first = wend_plane_of(&raw->triangles.data[h / 3]);
    int32_t source = raw->triangles.data[h / 3].source;
    uint16_t area = wend_raw_area(raw, h / 3);
    *look = (fan_look){0, source, true, false, true};
    do {
        const wend_raw_triangle *t = &raw->triangles.data[h / 3];
        if (wend_raw_area(raw, h / 3) != area)
            return false;
        look->count++;
        look->one_source &= t->source == source;
        look->any_mixed |= s->raw->mixed.data[h / 3] != 0;
        look->coplanar = look->coplanar && (known || wend_on_plane(&first, t->p[wend_half_previous(h) % 3]));
        if (!look->coplanar && (!look->one_source || look->any_mixed))
            return false;
        h = wend_fan_next(raw, h);
    } while (h >= 0 && h != start);
    return true;
}

// The border half-edge that comes to a vertex on the boundary.
static int32_t border_to(const simplifier *s, int32_t v) {
    int32_t h = s->vertices[v].half;
    for (int32_t next; (next = wend_fan_next(s->raw, h)) >= 0;)
        h = next;
    return wend_half_previous(h);
}

// Whether v lies between a and b on a line: seen from above, or in space.
static bool between(wend_point3 a, wend_point3 v, wend_point3 b, bool in_space) {
    int64_t ux = (int64_t)v.x - a.x, uy = (int64_t)v.y - a.y, uz = (int64_t)v.z - a.z;
    int64_t wx = (int64_t)b.x - v.x, wy = (int64_t)b.y - v.y, wz = (int64_t)b.z - v.z;
    if (ux * wy != uy * wx || ux * wx + uy * wy <= 0)
        return false;
    return !in_space || (uy * wz == uz * wy && ux * wz == uz * wx);
}

static bool say_the_same(const wend_raw_border *a, const wend_raw_border *b) {
    return a->kind != WEND_BOUNDARY_CUT && a->kind == b->kind && a->cause == b->cause && a->side == b->side &&
           a->tile == b->tile;
}

// Whether the borders at a vertex on the boundary make one: on one line, and saying the same. Triangles of one source
// have one plane, so that the line seen from above tells.
static bool may_go_from_boundary(const simplifier *s, int32_t v, fan_look *look) {
    const wend_raw *raw = s->raw;
    int32_t out = s->vertices[v].half, in = border_to(s, v);
    wend_point3 a = wend_raw_from(raw, in), b = wend_raw_to(raw, out);
    if (!say_the_same(&raw->borders.data[~wend_raw_twin(raw, in)], &raw->borders.data[~wend_raw_twin(raw, out)]) ||
        !between(a, place_of(s, v), b, false) || !flat(s, v, false, look))
        return false;
    return (look->one_source && !look->any_mixed) || between(a, place_of(s, v), b, true);
}

static bool may_go(const simplifier *s, int32_t v, fan_look *look) {
    if (s->vertices[v].gone)
        return false;
    return s->vertices[v].open ? may_go_from_boundary(s, v, look) : flat(s, v, false, look);
}

static int32_t cell_of(const grid *g, wend_point3 p) {
    int32_t column = (int32_t)(((int64_t)p.x - g->low.x) >> g->shift);
    int32_t row = (int32_t)(((int64_t)p.y - g->low.y) >> g->shift);
    return row * g->columns + column;
}

// A border that says all that those at a vertex on the boundary say, or -1 when neither does.
static int32_t wider_border(const simplifier *s, int32_t v) {
    const wend_raw *raw = s->raw;
    int32_t in = ~wend_raw_twin(raw, border_to(s, v)), out = ~wend_raw_twin(raw, s->vertices[v].half);
    const wend_raw_border *a = &raw->borders.data[in], *b = &raw->borders.data[out];
    if (a->low <= b->low && a->high >= b->high)
        return in;
    return b->low <= a->low && b->high >= a->high ? out : -1;
}

// Whether a vertex that may go does so without a change beyond the cell, and without a new border.
static bool within_cell(const simplifier *s, int32_t v) {
    if (s->cell == NO_CELL)
        return true;
    int32_t start = s->vertices[v].half, h = start, last = start;
    do {
        if (cell_of(s->grid, wend_raw_to(s->raw, h)) != s->cell)
            return false;
        last = h;
        h = wend_fan_next(s->raw, h);
    } while (h >= 0 && h != start);
    return h >= 0 ||
           (cell_of(s->grid, wend_raw_from(s->raw, wend_half_previous(last))) == s->cell && wider_border(s, v) >= 0);
}

// ---------------------------------------------------------------------------------------------------- the hole

// Takes down the rim of the hole around a vertex, and the triangles in it.
static bool trace_rim(simplifier *s, int32_t v, int64_t count) {
    const wend_raw *raw = s->raw;
    wend_point3 at = place_of(s, v);
    s->rim.count = s->slots.count = 0;
    if (!wend_array_reserve(s->context, &s->rim, count + 1) || !wend_array_reserve(s->context, &s->slots, count))
        return false;
    int32_t start = s->vertices[v].half, h = start, last;
    do {
        int32_t edge = wend_half_next(h);
        wend_point3 p = wend_raw_from(raw, edge);
        s->rim.data[s->rim.count++] = (rim_corner){.p = p,
                                                   .x = (double)p.x - at.x,
                                                   .y = (double)p.y - at.y,
                                                   .vertex = vertex_at(s, edge),
                                                   .behind = wend_raw_twin(raw, edge)};
        s->slots.data[s->slots.count++] = h / 3;
        last = wend_half_previous(h);
        h = wend_raw_twin(raw, last);
    } while (h >= 0 && h != start);
    if (h < 0) {
        wend_point3 p = wend_raw_from(raw, last);
        s->rim.data[s->rim.count++] = (rim_corner){
            .p = p, .x = (double)p.x - at.x, .y = (double)p.y - at.y, .vertex = vertex_at(s, last), .behind = h};
    }
    int32_t corners = (int32_t)s->rim.count;
    for (int32_t i = 0; i < corners; i++) {
        s->rim.data[i].next = i + 1 < corners ? i + 1 : 0;
        s->rim.data[i].previous = i > 0 ? i - 1 : corners - 1;
    }
    return true;
}

static bool earlier(const ear *a, const ear *b, const simplifier *s) {
    if (a->key != b->key)
        return a->key < b->key;
    return wend_compare3(&s->rim.data[a->corner].p, &s->rim.data[b->corner].p) < 0;
}

static void sink(simplifier *s, int64_t place) {
    ear *heap = s->heap.data;
    ear moving = heap[place];
    for (int64_t child; (child = 2 * place + 1) < s->heap.count; place = child) {
        if (child + 1 < s->heap.count && earlier(&heap[child + 1], &heap[child], s))
            child++;
        if (!earlier(&heap[child], &moving, s))
            break;
        heap[place] = heap[child];
    }
    heap[place] = moving;
}

static ear pop(simplifier *s) {
    ear top = s->heap.data[0];
    s->heap.data[0] = s->heap.data[--s->heap.count];
    if (s->heap.count > 0)
        sink(s, 0);
    return top;
}

static bool push(simplifier *s, ear e) {
    if (!wend_array_push(s->context, &s->heap, e))
        return false;
    ear *heap = s->heap.data;
    int64_t place = s->heap.count - 1;
    for (int64_t parent; place > 0 && earlier(&e, &heap[parent = (place - 1) / 2], s); place = parent)
        heap[place] = heap[parent];
    heap[place] = e;
    return true;
}

// Enters the ear at a corner, when it may be cut. `at` is the vertex that goes.
static bool offer_ear(simplifier *s, wend_point3 at, int32_t corner) {
    rim_corner *b = &s->rim.data[corner];
    const rim_corner *a = &s->rim.data[b->previous], *c = &s->rim.data[b->next];
    int64_t area = wend_area_from_above(a->p, b->p, c->p);
    b->version++;
    if (area <= 0 || wend_area_from_above(at, a->p, c->p) < 0)
        return true;
    double aa = a->x * a->x + a->y * a->y, bb = b->x * b->x + b->y * b->y, cc = c->x * c->x + c->y * c->y;
    double inside =
        aa * (b->x * c->y - b->y * c->x) + bb * (c->x * a->y - c->y * a->x) + cc * (a->x * b->y - a->y * b->x);
    return push(s, (ear){inside / (double)area, corner, b->version});
}

// Decides in which order ears are cut, until three corners are left. *left is one of them. Nothing of the surface
// changes.
static wend_result cut_ears(simplifier *s, wend_point3 at, int32_t *left) {
    int64_t corners = s->rim.count;
    s->heap.count = s->cuts.count = 0;
    for (int32_t i = 0; i < corners && corners > 3; i++)
        if (!offer_ear(s, at, i))
            return WEND_ERROR_MEMORY;
    *left = 0;
    while (corners > 3) {
        if (s->heap.count == 0)
            return WEND_ERROR_LIMIT; // cannot be: see above
        ear e = pop(s);
        rim_corner *b = &s->rim.data[e.corner];
        if (e.version != b->version)
            continue;
        if (!wend_array_push(s->context, &s->cuts, e.corner))
            return WEND_ERROR_MEMORY;
        int32_t previous = b->previous, next = b->next;
        b->version++;
        s->rim.data[previous].next = next;
        s->rim.data[next].previous = previous;
        *left = next;
        corners--;
        if (corners > 3 && (!offer_ear(s, at, previous) || !offer_ear(s, at, next)))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- filling it

static bool note(simplifier *s, int32_t v) {
    vertex *it = &s->vertices[v];
    if (it->noted)
        return true;
    it->noted = true;
    return wend_array_push(s->context, &s->list, v);
}

static void lay_edge(simplifier *s, int32_t h, int32_t behind, int32_t v) {
    wend_raw_set_twin(s->raw, h, behind);
    s->vertex_of[h] = v;
    if (behind >= 0)
        wend_raw_set_twin(s->raw, behind, h);
    if (behind < 0 || !s->vertices[v].open)
        s->vertices[v].half = h;
}

// Lays the triangle with corners a, b, c of the rim into a slot. The edge c -> a stays open unless it is the last one.
static void lay_triangle(simplifier *s, int32_t t, int32_t a, int32_t b, int32_t c, const fan_look *look, bool last) {
    rim_corner *rim = s->rim.data;
    wend_raw_triangle *made = &s->raw->triangles.data[t];
    made->p[0] = rim[a].p;
    made->p[1] = rim[b].p;
    made->p[2] = rim[c].p;
    made->source = look->source;
    s->raw->mixed.data[t] = !look->one_source || look->any_mixed;
    lay_edge(s, 3 * t, rim[a].behind, rim[a].vertex);
    lay_edge(s, 3 * t + 1, rim[b].behind, rim[b].vertex);
    s->vertex_of[3 * t + 2] = rim[c].vertex;
    if (last)
        lay_edge(s, 3 * t + 2, rim[c].behind, rim[c].vertex);
    rim[a].behind = 3 * t + 2;
}

// The border that replaces those at a vertex on the boundary: one of them when it says enough, or a new one.
static bool merge_borders(simplifier *s, int32_t v, int32_t *merged) {
    wend_raw *raw = s->raw;
    *merged = wider_border(s, v);
    if (*merged >= 0)
        return true;
    wend_raw_border a = raw->borders.data[~wend_raw_twin(raw, border_to(s, v))];
    wend_raw_border b = raw->borders.data[~wend_raw_twin(raw, s->vertices[v].half)];
    a.low = a.low < b.low ? a.low : b.low;
    a.high = a.high > b.high ? a.high : b.high;
    *merged = (int32_t)raw->borders.count;
    return raw->borders.count < INT32_MAX && wend_array_push(s->context, &raw->borders, a);
}

static void fill(simplifier *s, const fan_look *look, int32_t left) {
    rim_corner *rim = s->rim.data;
    // The list of corners was unlinked ear by ear. Each corner that was cut still knows its neighbours of that moment.
    int64_t slot = 0;
    for (int64_t i = 0; i < s->cuts.count; i++) {
        int32_t b = s->cuts.data[i];
        lay_triangle(s, s->slots.data[slot++], rim[b].previous, b, rim[b].next, look, false);
    }
    int32_t next = rim[left].next;
    lay_triangle(s, s->slots.data[slot++], left, next, rim[next].next, look, true);
    for (; slot < s->slots.count; slot++)
        s->raw->triangles.data[s->slots.data[slot]].source = -1;
}

// The source that the triangles around a vertex are named after.
static int32_t name_of(const simplifier *s, int32_t v, const fan_look *look) {
    int32_t start = s->vertices[v].half, h = start, source = look->source;
    double width = -1;
    if (look->one_source)
        return source;
    do {
        wend_flat_name(&s->raw->triangles.data[h / 3], &width, &source);
        h = wend_fan_next(s->raw, h);
    } while (h >= 0 && h != start);
    return source;
}

static wend_result take_away(simplifier *s, int32_t v, fan_look *look) {
    int32_t left, border = 0;
    look->source = name_of(s, v, look);
    if (!trace_rim(s, v, look->count))
        return WEND_ERROR_MEMORY;
    wend_result result = cut_ears(s, place_of(s, v), &left);
    if (result != WEND_OK)
        return result;
    if (s->vertices[v].open) {
        if (!merge_borders(s, v, &border))
            return WEND_ERROR_MEMORY;
        s->rim.data[s->rim.count - 1].behind = ~border;
    }
    fill(s, look, left);
    s->vertices[v].gone = true;
    for (int64_t i = 0; i < s->rim.count; i++)
        if (!note(s, s->rim.data[i].vertex))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- rounds

// The least neighbour of a vertex, and the last along its boundary.
static wend_point3 least_neighbour(const simplifier *s, int32_t v) {
    int32_t start = s->vertices[v].half, h = start;
    wend_point3 least = wend_raw_to(s->raw, h);
    do {
        wend_point3 p = wend_raw_from(s->raw, wend_half_previous(h));
        if (wend_compare3(&p, &least) < 0)
            least = p;
        h = wend_fan_next(s->raw, h);
    } while (h >= 0 && h != start);
    return least;
}

// Vertices with the same place on the ground, by height; fans at the same place by their neighbours.
static int compare_vertices(const void *a, const void *b, const void *user) {
    const simplifier *s = user;
    int32_t v = ((const wend_key *)a)->index, w = ((const wend_key *)b)->index;
    wend_point3 p = place_of(s, v), q = place_of(s, w);
    if (p.z != q.z)
        return p.z < q.z ? -1 : 1;
    p = least_neighbour(s, v);
    q = least_neighbour(s, w);
    return wend_compare3(&p, &q);
}

// Leaves a vertex for the time after all cells.
static bool put_off(simplifier *s, int32_t v) {
    if (s->vertices[v].later)
        return true;
    s->vertices[v].later = true;
    return wend_array_push(s->context, &s->later, v);
}

// Lets a vertex wait that has too many triangles around it. It counts as noted.
static bool hold_back(simplifier *s, int32_t v) {
    if (s->cell != NO_CELL)
        return put_off(s, v);
    s->vertices[v].noted = true;
    return wend_array_push(s->context, &s->wide, v);
}

// Sorts those of the list that may go by place; the list is empty afterwards.
static wend_result take_list(simplifier *s) {
    s->keys.count = 0;
    for (int64_t i = 0; i < s->list.count; i++) {
        int32_t v = s->list.data[i];
        fan_look look;
        s->vertices[v].noted = false;
        if (!may_go(s, v, &look))
            continue;
        if (look.count > s->widest) {
            if (!hold_back(s, v))
                return WEND_ERROR_MEMORY;
            continue;
        }
        wend_point3 p = place_of(s, v);
        uint64_t x = (uint32_t)(p.x + WEND_COORDINATE_MAX), y = (uint32_t)(p.y + WEND_COORDINATE_MAX);
        if (within_cell(s, v) ? !wend_array_push(s->context, &s->keys, (wend_key){x << 32 | y, v, 0}) : !put_off(s, v))
            return WEND_ERROR_MEMORY;
    }
    s->list.count = 0;
    wend_key *keys = s->keys.data;
    if (!wend_sort_keys(s->context, keys, s->keys.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0, end; i < s->keys.count; i = end) {
        for (end = i + 1; end < s->keys.count && keys[end].key == keys[i].key;)
            end++;
        if (end > i + 1 && !wend_sort(s->context, keys + i, end - i, sizeof *keys, compare_vertices, s))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Takes a vertex of the round away if it still may go. Only those that are noted by now have changed.
static wend_result try_vertex(simplifier *s, int32_t v) {
    fan_look look;
    if (!s->vertices[v].noted) {
        flat(s, v, true, &look);
        return take_away(s, v, &look);
    }
    if (!may_go(s, v, &look) || look.count > s->widest)
        return WEND_OK;
    if (within_cell(s, v))
        return take_away(s, v, &look);
    return put_off(s, v) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result run_round(simplifier *s) {
    wend_result result = take_list(s);
    for (int64_t i = 0; i < s->keys.count && result == WEND_OK; i++) {
        result = try_vertex(s, s->keys.data[i].index);
        if (s->cell == NO_CELL && i % BETWEEN_PAUSES == 0 && wend_pause(s->context, "simplify", 0.5))
            return WEND_ERROR_CANCELLED;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- what to look at

static wend_result measure_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    simplifying *all = data;
    tally t = {.low = {INT32_MAX, INT32_MAX}, .high = {INT32_MIN, INT32_MIN}};
    for (int64_t k = begin; k < end; k++) {
        for (int i = 0; i < 3; i++)
            all->vertex_of.data[3 * k + i] = -1;
        const wend_raw_triangle *triangle = &all->raw->triangles.data[k];
        if (triangle->source < 0)
            continue;
        t.living++;
        for (int i = 0; i < 3; i++) {
            wend_point3 p = triangle->p[i];
            t.low = (wend_point){p.x < t.low.x ? p.x : t.low.x, p.y < t.low.y ? p.y : t.low.y};
            t.high = (wend_point){p.x > t.high.x ? p.x : t.high.x, p.y > t.high.y ? p.y : t.high.y};
        }
    }
    all->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

static int64_t cell_count(const grid *g) {
    return (int64_t)g->columns * g->rows;
}

// Chooses cells, as many as there are triangles for.
static void choose_grid(simplifying *all) {
    int64_t living = 0;
    wend_point low = {INT32_MAX, INT32_MAX}, high = {INT32_MIN, INT32_MIN};
    for (int64_t k = 0; k < all->tallies.count; k++) {
        const tally *t = &all->tallies.data[k];
        living += t->living;
        low = (wend_point){t->low.x < low.x ? t->low.x : low.x, t->low.y < low.y ? t->low.y : low.y};
        high = (wend_point){t->high.x > high.x ? t->high.x : high.x, t->high.y > high.y ? t->high.y : high.y};
    }
    int64_t wide = (int64_t)high.x - low.x, high_up = (int64_t)high.y - low.y;
    grid *g = &all->grid;
    *g = (grid){.low = low, .shift = 31, .columns = 1, .rows = 1};
    if (living < (int64_t)CELLS_LEAST * CELL)
        return;
    g->shift = 0;
    while (((wide >> g->shift) + 1) * ((high_up >> g->shift) + 1) > living / CELL)
        g->shift++;
    g->columns = (int32_t)(wide >> g->shift) + 1;
    g->rows = (int32_t)(high_up >> g->shift) + 1;
}

// Whether both ends of an edge may go, for all that is to see there.
static bool lies_flat(const wend_raw *raw, const wend_plane3 *plane, int32_t h) {
    int32_t twin = wend_raw_twin(raw, h);
    if (twin < 0)
        return true;
    if (wend_raw_area(raw, h / 3) != wend_raw_area(raw, twin / 3))
        return false;
    if (raw->triangles.data[h / 3].source == raw->triangles.data[twin / 3].source && !raw->mixed.data[h / 3] &&
        !raw->mixed.data[twin / 3])
        return true;
    return wend_on_plane(plane, wend_raw_from(raw, wend_half_previous(twin)));
}

// Whether the triangle of h comes before its neighbours around the corner where h starts: so each fan is found, and
// seldom more than once.
static bool comes_first(const wend_raw *raw, int32_t h) {
    int32_t before = wend_raw_twin(raw, h), after = wend_fan_next(raw, h);
    return (before < 0 || before / 3 > h / 3) && (after < 0 || after / 3 > h / 3);
}

// Lists corners of a piece whose vertices may go.
static wend_result find_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    simplifying *all = data;
    const wend_raw *raw = all->raw;
    int64_t found = 0;
    for (int32_t k = (int32_t)begin; k < end; k++) {
        if (raw->triangles.data[k].source < 0)
            continue;
        wend_plane3 plane = wend_plane_of(&raw->triangles.data[k]);
        bool lies[3];
        for (int i = 0; i < 3; i++)
            lies[i] = lies_flat(raw, &plane, 3 * k + i);
        for (int i = 0; i < 3; i++)
            if (lies[i] && lies[(i + 2) % 3] && comes_first(raw, 3 * k + i)) {
                uint64_t cell = (uint64_t)cell_of(&all->grid, raw->triangles.data[k].p[i]);
                all->found.data[3 * begin + found++] = (wend_key){cell, 3 * k + i, 0};
            }
    }
    all->tallies.data[begin / PIECE].found = found;
    return WEND_OK;
}

// Lists all vertices that may go, by cell.
static wend_result find_vertices(simplifying *all) {
    int64_t triangles = all->raw->triangles.count;
    if (!wend_array_resize(all->context, &all->found, 3 * triangles))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(all->context, triangles, PIECE, find_piece, all);
    all->found.count = 0;
    for (int64_t k = 0; k * PIECE < triangles && result == WEND_OK; k++) {
        int64_t found = all->tallies.data[k].found;
        memmove(all->found.data + all->found.count, all->found.data + 3 * k * PIECE,
                (size_t)found * sizeof *all->found.data);
        all->found.count += found;
    }
    if (result == WEND_OK)
        result = wend_sort_many_keys(all->context, all->found.data, all->found.count);
    int64_t cells = cell_count(&all->grid);
    if (result == WEND_OK && !wend_array_resize(all->context, &all->starts, cells + 1))
        result = WEND_ERROR_MEMORY;
    for (int64_t cell = 0, at = 0; cell <= cells && result == WEND_OK; cell++) {
        while (at < all->found.count && all->found.data[at].key < (uint64_t)cell)
            at++;
        all->starts.data[cell] = at;
    }
    return result;
}

// Makes `mixed` as long as the triangles.
static bool know_mixed(simplifying *all) {
    wend_raw *raw = all->raw;
    int64_t known = raw->mixed.count;
    if (!wend_array_resize(all->context, &raw->mixed, raw->triangles.count))
        return false;
    if (known < raw->mixed.count)
        memset(raw->mixed.data + known, 0, (size_t)(raw->mixed.count - known));
    return true;
}

static wend_result look_around(simplifying *all) {
    int64_t triangles = all->raw->triangles.count;
    if (triangles > INT32_MAX / 3)
        return WEND_ERROR_LIMIT;
    if (!wend_array_resize(all->context, &all->vertex_of, 3 * triangles) ||
        !wend_array_resize(all->context, &all->vertices, 3 * triangles) ||
        !wend_array_resize(all->context, &all->tallies, (triangles + PIECE - 1) / PIECE) || !know_mixed(all))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(all->context, triangles, PIECE, measure_piece, all);
    if (result != WEND_OK)
        return result;
    choose_grid(all);
    return find_vertices(all);
}

// ---------------------------------------------------------------------------------------------------- all of it

// Notes the vertices that were found in some cells.
static wend_result note_found(simplifier *s, const simplifying *all, int64_t first, int64_t end) {
    for (int64_t i = all->starts.data[first]; i < all->starts.data[end]; i++)
        if (!note(s, vertex_at(s, all->found.data[i].index)))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

static wend_result run_rounds(simplifier *s) {
    wend_result result = WEND_OK;
    s->widest = WIDE;
    while ((s->list.count > 0 || s->wide.count > 0) && result == WEND_OK) {
        if (s->list.count == 0) {
            vertex_list waiting = s->wide;
            s->wide = s->list;
            s->list = waiting;
            s->widest *= 2;
        }
        result = run_round(s);
    }
    return result;
}

static wend_result simplify_cells(void *data, int64_t begin, int64_t end, int worker) {
    simplifying *all = data;
    simplifier *s = &all->workers.data[worker];
    wend_result result = WEND_OK;
    for (int64_t cell = begin; cell < end && result == WEND_OK; cell++) {
        s->cell = (int32_t)cell;
        result = note_found(s, all, cell, cell + 1);
        if (result == WEND_OK)
            result = run_rounds(s);
    }
    return result;
}

// What the cells have left, by the first worker.
static wend_result simplify_rest(simplifying *all) {
    simplifier *s = &all->workers.data[0];
    s->cell = NO_CELL;
    for (int64_t i = 0; i < all->workers.count; i++)
        for (int64_t k = 0; k < all->workers.data[i].later.count; k++)
            if (!note(s, all->workers.data[i].later.data[k]))
                return WEND_ERROR_MEMORY;
    return run_rounds(s);
}

static wend_result run(simplifying *all) {
    wend_result result = look_around(all);
    if (result != WEND_OK || all->found.count == 0)
        return result;
    int workers = wend_thread_count(all->context);
    if (!wend_array_resize(all->context, &all->workers, workers))
        return WEND_ERROR_MEMORY;
    for (int i = 0; i < workers; i++)
        all->workers.data[i] = (simplifier){.context = all->context,
                                            .raw = all->raw,
                                            .vertex_of = all->vertex_of.data,
                                            .vertices = all->vertices.data,
                                            .grid = &all->grid,
                                            .cell = NO_CELL};
    int64_t cells = cell_count(&all->grid);
    if (cells > 1)
        result = wend_run_tasks(all->context, cells, CELLS_AT_ONCE, simplify_cells, all);
    else
        result = note_found(&all->workers.data[0], all, 0, 1);
    return result == WEND_OK ? simplify_rest(all) : result;
}

static void free_worker(simplifier *s) {
    wend_array_free(s->context, &s->list);
    wend_array_free(s->context, &s->later);
    wend_array_free(s->context, &s->wide);
    wend_array_free(s->context, &s->keys);
    wend_array_free(s->context, &s->rim);
    wend_array_free(s->context, &s->slots);
    wend_array_free(s->context, &s->heap);
    wend_array_free(s->context, &s->cuts);
}

wend_result wend_raw_simplify(wend_context *context, wend_raw *raw) {
    simplifying all = {.context = context, .raw = raw};
    wend_result result = run(&all);
    for (int64_t i = 0; i < all.workers.count; i++)
        free_worker(&all.workers.data[i]);
    wend_array_free(context, &all.workers);
    wend_array_free(context, &all.vertex_of);
    wend_array_free(context, &all.vertices);
    wend_array_free(context, &all.tallies);
    wend_array_free(context, &all.found);
    wend_array_free(context, &all.starts);
    return result;
}
