// What the files of the cell oracle share: exact places and directions, and the tables of what is being judged.
//
// Every place is exact: lattice coordinates times 2^32, so that a point at a 2^-32th of an edge has whole coordinates.
// They are at most 2^61, their differences 2^62 and products of two differences 2^124, which 128 bits hold.
#ifndef WEND_TEST_ORACLE_CELLS_PARTS_H
#define WEND_TEST_ORACLE_CELLS_PARTS_H

#include "oracle_cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 wide_bits;

typedef struct vec { // a place or a direction, in 2^-32 lattice steps
    int64_t x, y;
} vec;

static const int64_t one = (int64_t)1 << 32;

typedef struct judge {
    const wend_plan_view *plan;
    const wend_cells_view *cells;
    int32_t corner_count;
    vec *places;          // per corner
    int32_t *out;         // per plan vertex: the boundary edge that starts there, or -1
    int32_t *in;          // per plan vertex: the boundary edge that ends there, or -1
    int32_t *component;   // per corner, -1 when no triangle has it
    int32_t *first_point; // per boundary edge, and one more: its first point
    int32_t *border_at;   // per plan vertex, and one more: where its other ends start in border_other
    int32_t *border_other;
    bool *notch; // per plan vertex: whether it must be resolved
    bool unsure; // whether rounding may decide which notches there are
    char *why;
    size_t size;
} judge;

static inline void *need(size_t count, size_t bytes) {
    void *block = calloc(count + 1, bytes);
    if (block == NULL) {
        fprintf(stderr, "oracle_cells: out of memory\n");
        exit(1);
    }
    return block;
}

__attribute__((format(printf, 2, 3))) static inline bool no(judge *j, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(j->why, j->size, format, arguments);
    va_end(arguments);
    return false;
}

// ---------------------------------------------------------------------------------------------------- directions

static inline vec minus(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y};
}

static inline bool same(vec a, vec b) {
    return a.x == b.x && a.y == b.y;
}

static inline wide cross(vec a, vec b) {
    return (wide)a.x * b.y - (wide)a.y * b.x;
}

static inline wide dot(vec a, vec b) {
    return (wide)a.x * b.x + (wide)a.y * b.y;
}

static inline int sign(wide value) {
    return (value > 0) - (value < 0);
}

static inline int orientation(vec a, vec b, vec c) {
    return sign(cross(minus(b, a), minus(c, a)));
}

// 0 when d points as base does, 1 when left of it, 2 when against it, 3 when right of it.
static inline int quarter(vec base, vec d) {
    int side = sign(cross(base, d));
    return side > 0 ? 1 : side < 0 ? 3 : dot(base, d) > 0 ? 0 : 2;
}

// Which of two directions comes first when turning left from `base`: -1 when a, +1 when b, 0 when they are the same.
static inline int compare_turns(vec base, vec a, vec b) {
    int qa = quarter(base, a), qb = quarter(base, b);
    return qa != qb ? (qa > qb) - (qa < qb) : -sign(cross(a, b));
}

// The angle from a to b, turning left: more than 0, at most 2 pi.
static inline long double angle_between(vec a, vec b) {
    int q = quarter(a, b);
    long double pi = acosl(-1.0L);
    if (q == 0 || q == 2)
        return q == 0 ? 2 * pi : pi;
    long double angle = atan2l((long double)cross(a, b), (long double)dot(a, b));
    return angle < 0 ? angle + 2 * pi : angle;
}

// What lies between two directions, turning left from the one to the other; all around when they are the same.
typedef struct sector {
    vec from, to;
    bool full; // without any edge
} sector;

static inline bool strictly_within(sector s, vec d) {
    return s.full || (quarter(s.from, d) != 0 && (quarter(s.from, s.to) == 0 || compare_turns(s.from, d, s.to) < 0));
}

static inline bool starts_within(sector s, vec d) {
    return s.full || quarter(s.from, s.to) == 0 || compare_turns(s.from, d, s.to) < 0;
}

// Whether two sectors share more than a ray.
static inline bool overlap(sector a, sector b) {
    return a.full || b.full || starts_within(a, b.from) || starts_within(b, a.from);
}

// ---------------------------------------------------------------------------------------------------- the plan

static inline vec lattice_place(wend_point p) {
    return (vec){p.x * one, p.y * one};
}

static inline int32_t half_edge_start(const wend_plan_view *plan, int32_t e) {
    return plan->triangles[e / 3].v[e % 3];
}
static inline int32_t half_edge_end(const wend_plan_view *plan, int32_t e) {
    return plan->triangles[e / 3].v[(e % 3 + 1) % 3];
}
static inline int32_t boundary_start(const judge *j, int32_t b) {
    return half_edge_start(j->plan, j->plan->boundaries[b].edge);
}
static inline int32_t boundary_end(const judge *j, int32_t b) {
    return half_edge_end(j->plan, j->plan->boundaries[b].edge);
}
static inline vec boundary_direction(const judge *j, int32_t b) {
    return minus(j->places[boundary_end(j, b)], j->places[boundary_start(j, b)]);
}

static inline bool is_plan_vertex(const judge *j, int32_t corner) {
    return corner < j->plan->vertex_count;
}

static inline const wend_cell_point *point_of(const judge *j, int32_t corner) {
    return &j->cells->points[corner - j->plan->vertex_count];
}

static inline int32_t border_count_at(const judge *j, int32_t v) {
    return j->border_at[v + 1] - j->border_at[v];
}

// The floor around a corner.
static inline sector fan_of(const judge *j, int32_t corner) {
    if (!is_plan_vertex(j, corner)) {
        vec d = boundary_direction(j, point_of(j, corner)->boundary);
        return (sector){d, (vec){-d.x, -d.y}, false};
    }
    if (j->out[corner] < 0)
        return (sector){.full = true};
    vec back = boundary_direction(j, j->in[corner]);
    return (sector){boundary_direction(j, j->out[corner]), (vec){-back.x, -back.y}, false};
}

// ---------------------------------------------------------------------------------------------------- the cells

// The corner where a side ends.
static inline int32_t side_end(const judge *j, int32_t cell, int32_t s) {
    const wend_cell *c = &j->cells->cells[cell];
    return j->cells->sides[s + 1 < c->first + c->count ? s + 1 : c->first].corner;
}
static inline int32_t side_before(const judge *j, int32_t cell, int32_t s) {
    const wend_cell *c = &j->cells->cells[cell];
    return s > c->first ? s - 1 : c->first + c->count - 1;
}

// The floor of a cell at the start of its side s.
static inline sector sector_at(const judge *j, int32_t cell, int32_t s) {
    vec at = j->places[j->cells->sides[s].corner];
    vec next = j->places[side_end(j, cell, s)];
    vec last = j->places[j->cells->sides[side_before(j, cell, s)].corner];
    return (sector){minus(next, at), minus(last, at), false};
}

static inline long double angle_at(const judge *j, int32_t cell, int32_t s) {
    sector a = sector_at(j, cell, s);
    return angle_between(a.from, a.to);
}

// Finds the notches that must be resolved, compares their number and sees whether cells do resolve them. In
// oracle_notches.c.
bool oracle_notches_ok(judge *j);

#endif
