// The shortest path of a disc by brute force. See oracle_path.h.
//
// Three methods share the work: a visibility graph over triangles for radius 0; all walls and all tangents where no two
// floors overlap; and tangents whose surroundings are flooded over triangles for all other plans. This file chooses, turns
// places into lattice steps, and holds what the methods share: the floor around a vertex.
#include "oracle_path_parts.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

struct oracle_path {
    wend_plan_view view;
    double metres; // per lattice step
    oracle_zero *zero;
    oracle_flat *flat;
    oracle_floors *floors;
};

double oracle_slack(const wend_plan_view *v, double radius) {
    double largest = 0;
    for (int32_t k = 0; k < v->vertex_count; k++)
        largest = fmax(largest, fmax(fabs((double)v->vertices[k].x), fabs((double)v->vertices[k].y)));
    return 1e-9 * radius + 1e-14 * largest;
}

// ---------------------------------------------------------------------------------------------------- fans

static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}
static int32_t twin(const wend_plan_view *v, int32_t h) {
    return v->triangles[h / 3].twin[h % 3];
}

oracle_vec oracle_vertex(const wend_plan_view *v, int32_t vertex) {
    return (oracle_vec){v->vertices[vertex].x, v->vertices[vertex].y};
}

oracle_vec oracle_start(const wend_plan_view *v, int32_t h) {
    return oracle_vertex(v, v->triangles[h / 3].v[h % 3]);
}

static void *made(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

// The angle of the corner where a half-edge starts.
static double angle_of(const wend_plan_view *v, int32_t h) {
    oracle_vec p = oracle_start(v, h), a = oracle_start(v, next(h)), b = oracle_start(v, previous(h));
    double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
    return atan2(ax * by - ay * bx, ax * bx + ay * by);
}

// Lists the fan of the corner h. Corners before h, clockwise, are found first.
static void trace_fan(const wend_plan_view *v, oracle_fans *fans, int32_t h, int32_t *at) {
    int32_t vertex = v->triangles[h / 3].v[h % 3], first = h;
    for (int32_t g; (g = twin(v, first)) >= 0;) {
        first = next(g);
        if (first == h)
            break;
    }
    fans->closed[vertex] = twin(v, first) >= 0;
    oracle_vec p = oracle_start(v, first), q = oracle_start(v, next(first));
    fans->zero[vertex] = atan2(q.y - p.y, q.x - p.x);
    fans->first[vertex] = *at;
    double sum = 0;
    for (int32_t c = first;;) {
        fans->corner[*at] = c;
        fans->begin[(*at)++] = sum;
        sum += angle_of(v, c);
        c = twin(v, previous(c));
        if (c < 0 || c == first)
            break;
    }
    fans->total[vertex] = sum;
    fans->last[vertex] = *at;
}

oracle_fans oracle_fans_make(const wend_plan_view *v) {
    size_t n = (size_t)v->vertex_count, corners = 3 * (size_t)v->triangle_count;
    oracle_fans fans = {made(n, sizeof(int32_t)),      made(n, sizeof(int32_t)), made(corners, sizeof(int32_t)),
                        made(corners, sizeof(double)), made(n, sizeof(double)),  made(n, sizeof(double)),
                        made(n, sizeof(bool))};
    int32_t at = 0;
    for (int32_t h = 0; h < 3 * v->triangle_count; h++)
        if (fans.total[v->triangles[h / 3].v[h % 3]] == 0)
            trace_fan(v, &fans, h, &at);
    return fans;
}

void oracle_fans_free(oracle_fans *fans) {
    free(fans->first);
    free(fans->last);
    free(fans->corner);
    free(fans->begin);
    free(fans->total);
    free(fans->zero);
    free(fans->closed);
}

bool oracle_turns_at(const wend_plan_view *v, const oracle_fans *fans, int32_t vertex, bool disc) {
    if (v->vertex_flags[vertex] & WEND_VERTEX_BOUNDARY)
        return fans->total[vertex] > PI - 1e-9;
    if (v->vertex_flags[vertex] & WEND_VERTEX_POINT)
        return disc || fabs(fans->total[vertex] - 2 * PI) > 1e-6;
    return false;
}

// ---------------------------------------------------------------------------------------------------- overlaps

static bool are_apart(const wend_plan_view *v, int32_t s, int32_t t) {
    for (int turn = 0; turn < 2; turn++) {
        const int32_t *a = v->triangles[turn ? t : s].v, *b = v->triangles[turn ? s : t].v;
        for (int i = 0; i < 3; i++) {
            bool outside = true;
            for (int k = 0; k < 3; k++)
                outside &= wend_orientation(v->vertices[a[i]], v->vertices[a[(i + 1) % 3]], v->vertices[b[k]]) <= 0;
            if (outside)
                return true;
        }
    }
    return false;
}

typedef struct box {
    int32_t low[2], high[2], triangle;
} box;

static int compare_boxes(const void *p, const void *q) {
    const box *a = p, *b = q;
    return a->low[0] < b->low[0] ? -1 : a->low[0] > b->low[0];
}

// Whether no two triangles overlap.
static bool is_flat(const wend_plan_view *v) {
    box *boxes = made((size_t)v->triangle_count, sizeof *boxes);
    for (int32_t t = 0; t < v->triangle_count; t++) {
        boxes[t] = (box){{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}, t};
        for (int i = 0; i < 3; i++) {
            wend_point p = v->vertices[v->triangles[t].v[i]];
            int32_t c[2] = {p.x, p.y};
            for (int k = 0; k < 2; k++) {
                boxes[t].low[k] = c[k] < boxes[t].low[k] ? c[k] : boxes[t].low[k];
                boxes[t].high[k] = c[k] > boxes[t].high[k] ? c[k] : boxes[t].high[k];
            }
        }
    }
    qsort(boxes, (size_t)v->triangle_count, sizeof *boxes, compare_boxes);
    bool flat = true;
    for (int32_t i = 0; i < v->triangle_count && flat; i++)
        for (int32_t j = i + 1; j < v->triangle_count && boxes[j].low[0] < boxes[i].high[0] && flat; j++)
            flat = boxes[i].high[1] <= boxes[j].low[1] || boxes[j].high[1] <= boxes[i].low[1] ||
                   are_apart(v, boxes[i].triangle, boxes[j].triangle);
    free(boxes);
    return flat;
}

// ---------------------------------------------------------------------------------------------------- the oracle

oracle_path *oracle_path_make(const wend_plan *plan, double radius) {
    oracle_path *o = made(1, sizeof *o);
    o->view = wend_plan_look(plan);
    o->metres = o->view.lattice.step * o->view.unit;
    if (radius == 0)
        o->zero = oracle_zero_make(&o->view);
    else if (is_flat(&o->view))
        o->flat = oracle_flat_make(&o->view, radius / o->metres);
    else
        o->floors = oracle_floors_make(&o->view, radius / o->metres);
    return o;
}

void oracle_path_free(oracle_path *o) {
    if (o == NULL)
        return;
    oracle_zero_free(o->zero);
    oracle_flat_free(o->flat);
    oracle_floors_free(o->floors);
    free(o);
}

static bool find(oracle_path *o, const oracle_end *from, const oracle_end *to, double *length) {
    double steps;
    if (o->zero != NULL)
        steps = oracle_zero_shortest(o->zero, from, to);
    else if (o->flat != NULL)
        steps = oracle_flat_shortest(o->flat, from, to);
    else
        steps = oracle_floors_shortest(o->floors, from, to);
    *length = steps * o->metres;
    return steps < INFINITY;
}

bool oracle_path_shortest(oracle_path *o, const wend_spot *from, const wend_spot *to, double *length) {
    oracle_end a = {{from->point.x, from->point.y}, from->triangle}, b = {{to->point.x, to->point.y}, to->triangle};
    *length = INFINITY;
    return a.triangle >= 0 && b.triangle >= 0 && find(o, &a, &b, length);
}

bool oracle_path_shortest_at(oracle_path *o, const double from[2], int32_t from_triangle, const double to[2],
                             int32_t to_triangle, double *length) {
    const double *places[2] = {from, to};
    oracle_end ends[2] = {{{0, 0}, from_triangle}, {{0, 0}, to_triangle}};
    *length = INFINITY;
    if (from_triangle < 0 || to_triangle < 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i].place.x = (places[i][0] - o->view.lattice.origin[0]) / o->view.lattice.step;
        ends[i].place.y = (places[i][1] - o->view.lattice.origin[1]) / o->view.lattice.step;
        if (o->zero != NULL) {
            ends[i].place.x = round(ends[i].place.x);
            ends[i].place.y = round(ends[i].place.y);
        }
    }
    return find(o, &ends[0], &ends[1], length);
}
