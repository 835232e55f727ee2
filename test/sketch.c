// Small random drawings. See sketch.h.
#include "sketch.h"

#include "base/random.h"

#include <stdio.h>
#include <string.h>

static int32_t below(uint64_t *state, int32_t bound) {
    return (int32_t)wend_random_below(state, (uint64_t)bound);
}

static bool is_ring(wend_shape_kind kind) {
    return kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
}

void sketch_add(sketch *s, wend_shape_kind kind, int32_t polygon, const double *points, int32_t count) {
    if (s->shape_count == SKETCH_SHAPES || s->point_count + count > SKETCH_POINTS)
        return;
    s->shapes[s->shape_count++] = (wend_shape){kind, polygon, s->point_count, count, 0};
    if (count > 0)
        memcpy(s->points + 2 * s->point_count, points, 2 * (size_t)count * sizeof *points);
    s->point_count += count;
}

// ---------------------------------------------------------------------------------------------------- shapes

enum { LINE_POINTS = 16 };

typedef struct line {
    double points[2 * LINE_POINTS];
    int32_t count;
} line;

static void put(line *l, double x, double y) {
    if (l->count == LINE_POINTS)
        return;
    l->points[2 * l->count] = x;
    l->points[2 * l->count + 1] = y;
    l->count++;
}

// A random line of `count` points; in square style every second coordinate is kept, so that it turns by 90 degrees.
static void random_line(line *l, sketch_style style, int32_t side, int32_t count, uint64_t *state) {
    l->count = 0;
    double x = below(state, side + 1), y = below(state, side + 1);
    put(l, x, y);
    for (int32_t i = 1; i < count; i++) {
        if (style == SKETCH_ANY || i % 2 == 1)
            x = below(state, side + 1);
        if (style == SKETCH_ANY || i % 2 == 0)
            y = below(state, side + 1);
        put(l, x, y);
    }
}

// Repeats points, goes back on itself, cuts edges in the middle: what drawings from the wild do.
static void spoil(line *l, uint64_t *state) {
    line old = *l;
    l->count = 0;
    for (int32_t i = 0; i < old.count; i++) {
        const double *p = old.points + 2 * i, *q = old.points + 2 * ((i + 1) % old.count);
        put(l, p[0], p[1]);
        switch (below(state, 12)) {
        case 0:
            put(l, p[0], p[1]);
            break;
        case 1: // there, back and there again: an edge three times
            put(l, q[0], q[1]);
            put(l, p[0], p[1]);
            break;
        case 2: { // through the middle, when that is a lattice point
            double x = (p[0] + q[0]) / 2, y = (p[1] + q[1]) / 2;
            if (x == (int32_t)x && y == (int32_t)y)
                put(l, x, y);
            break;
        }
        default:
            break;
        }
    }
}

static void random_rectangle(line *l, int32_t side, uint64_t *state) {
    int32_t x = below(state, side), y = below(state, side);
    int32_t right = x + 1 + below(state, side - x), top = y + 1 + below(state, side - y);
    l->count = 0;
    put(l, x, y);
    put(l, right, y);
    put(l, right, top);
    put(l, x, top);
}

// A closed line: a rectangle, or a random one that may cross and overlap itself.
static void random_ring(line *l, sketch_style style, int32_t side, uint64_t *state) {
    int32_t kind = below(state, 4);
    if (kind < 2)
        random_rectangle(l, side, state);
    else if (style == SKETCH_ANY)
        random_line(l, style, side, 3 + below(state, 4), state);
    else {
        random_line(l, style, side, 4 + 2 * below(state, 2), state);
        l->points[2 * l->count - 2] = l->points[0]; // the last point stands above or below the first
    }
    if (below(state, 4) == 0)
        spoil(l, state);
}

// A spike of an obstacle: part of a ring that has no area.
static void add_spike(line *l, sketch_style style, int32_t side, uint64_t *state) {
    double x = l->points[2 * l->count - 2], y = l->points[2 * l->count - 1];
    double tip[2] = {x, y};
    bool across = below(state, 2) == 0;
    if (style == SKETCH_ANY || across)
        tip[0] = below(state, side + 1);
    if (style == SKETCH_ANY || !across)
        tip[1] = below(state, side + 1);
    put(l, tip[0], tip[1]);
    put(l, x, y);
}

static void add_walls_and_points(sketch *s, sketch_style style, int32_t side, uint64_t *state) {
    line l;
    for (int32_t walls = below(state, 3); walls > 0; walls--) {
        random_line(&l, style, side, 2 + below(state, 3), state);
        sketch_add(s, WEND_SHAPE_WALL, -1, l.points, l.count);
    }
    if (below(state, 3) > 0)
        return;
    random_line(&l, SKETCH_ANY, side, 1 + below(state, 4), state);
    sketch_add(s, WEND_SHAPE_POINT, -1, l.points, l.count);
}

static void add_rings(sketch *s, sketch_style style, int32_t side, uint64_t *state) {
    line l;
    int32_t polygons = 1 + below(state, 3);
    for (int32_t i = 0; i < polygons; i++) {
        random_ring(&l, style, side, state);
        sketch_add(s, WEND_SHAPE_OUTER, i, l.points, l.count);
    }
    for (int32_t obstacles = below(state, 5); obstacles > 0; obstacles--) {
        random_ring(&l, style, side, state);
        if (below(state, 5) == 0)
            add_spike(&l, style, side, state);
        sketch_add(s, WEND_SHAPE_OBSTACLE, below(state, polygons + 1) - 1, l.points, l.count);
    }
}

static void add_outlines(sketch *s, sketch_style style, int32_t side, uint64_t *state) {
    line l;
    for (int32_t count = 1 + below(state, 5); count > 0; count--) {
        if (below(state, 4) == 0) {
            random_line(&l, style, side, 2 + below(state, 2), state);
        } else {
            random_ring(&l, style, side, state);
            put(&l, l.points[0], l.points[1]);
        }
        sketch_add(s, WEND_SHAPE_OUTLINE, -1, l.points, l.count);
    }
}

static void add_holes(sketch *s, int32_t side, uint64_t *state) {
    line l = {.count = 0};
    for (int32_t count = below(state, 4); count > 0; count--) {
        double x = below(state, side * 32) * 2 + 1;
        double y = below(state, side * 32) * 2 + 1;
        put(&l, x / 64, y / 64);
    }
    if (l.count > 0)
        sketch_add(s, WEND_SHAPE_HOLE, -1, l.points, l.count);
}

// Area borders: lines, areas, pieces of other shapes' lines, and some that are only a point.
static void add_borders(sketch *s, sketch_style style, int32_t side, uint64_t *state) {
    line l;
    for (int32_t count = below(state, 4); count > 0; count--) {
        switch (below(state, 5)) {
        case 0:
            random_rectangle(&l, side, state);
            put(&l, l.points[0], l.points[1]);
            break;
        case 1: {
            const wend_shape *shape = &s->shapes[below(state, s->shape_count)];
            int32_t first = below(state, shape->count), points = 1 + below(state, shape->count - first);
            l.count = 0;
            for (int32_t i = shape->first + first; i < shape->first + first + points; i++)
                if (s->points[2 * i] == (int32_t)s->points[2 * i])
                    put(&l, s->points[2 * i], s->points[2 * i + 1]);
            break;
        }
        default:
            random_line(&l, style, side, 1 + below(state, 5), state);
        }
        if (below(state, 4) == 0)
            spoil(&l, state);
        if (l.count > 0)
            sketch_add(s, WEND_SHAPE_BORDER, -1, l.points, l.count);
    }
}

void sketch_random(sketch *s, wend_inside_rule rule, sketch_style style, int32_t side, uint64_t *state) {
    *s = (sketch){.rule = rule};
    if (rule == WEND_INSIDE_RINGS)
        add_rings(s, style, side, state);
    else
        add_outlines(s, style, side, state);
    if (rule == WEND_INSIDE_HOLES)
        add_holes(s, side, state);
    add_walls_and_points(s, style, side, state);
    add_borders(s, style, side, state);
}

// ---------------------------------------------------------------------------------------------------- crowds

static void add_box(sketch *s, wend_shape_kind kind, int32_t polygon, int32_t x, int32_t y, int32_t right,
                    int32_t top) {
    const double box[] = {x, y, right, y, right, top, x, top};
    sketch_add(s, kind, polygon, box, 4);
}

// Squares or diamonds one after the other, each touching the last one in a corner.
static void add_chain(sketch *s, int32_t side, uint64_t *state) {
    int32_t x = below(state, side), y = below(state, side);
    bool diamonds = below(state, 2) == 0;
    for (int32_t links = 2 + below(state, 3); links > 0 && x < side && y >= 0 && y < side; links--) {
        const double diamond[] = {x, y, x + 1, y - 1, x + 2, y, x + 1, y + 1};
        if (diamonds) {
            sketch_add(s, WEND_SHAPE_OBSTACLE, 0, diamond, 4);
            x += 2;
        } else {
            add_box(s, WEND_SHAPE_OBSTACLE, 0, x, y, x + 1, y + 1);
            x++;
            y += below(state, 3) == 0 ? -1 : 1;
        }
    }
}

// Walls without width that start in one place.
static void add_hub(sketch *s, int32_t side, uint64_t *state) {
    int32_t x = 1 + below(state, side - 1), y = 1 + below(state, side - 1);
    for (int32_t arms = 2 + below(state, 4); arms > 0; arms--) {
        line arm;
        random_line(&arm, SKETCH_ANY, side, 2 + (below(state, 3) == 0), state);
        arm.points[0] = x;
        arm.points[1] = y;
        sketch_add(s, WEND_SHAPE_WALL, -1, arm.points, arm.count);
    }
}

// Walls from lattice point to neighbouring lattice point: corners, crosses and tips in every direction.
static void add_lattice_walls(sketch *s, int32_t side, uint64_t *state) {
    for (int32_t walls = 2 + below(state, 6); walls > 0; walls--) {
        int32_t x = below(state, side), y = below(state, side), length = 1 + below(state, 2);
        bool across = below(state, 2) == 0;
        const double wall[] = {x, y, across ? x + length : x, across ? y : y + length};
        sketch_add(s, WEND_SHAPE_WALL, -1, wall, 2);
    }
}

// Points in a row, which may run along walls and through corners.
static void add_row(sketch *s, int32_t side, uint64_t *state) {
    static const int32_t steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}};
    const int32_t *step = steps[below(state, 5)];
    line l = {.count = 0};
    int32_t x = below(state, side), y = below(state, side);
    for (int32_t count = 1 + below(state, 4); count > 0; count--, x += step[0], y += step[1])
        put(&l, x, y);
    sketch_add(s, WEND_SHAPE_POINT, -1, l.points, l.count);
}

// A lake with an island, which may touch its shore.
static void add_island(sketch *s, int32_t polygon, int32_t side, uint64_t *state) {
    int32_t x = below(state, side - 2), y = below(state, side - 2);
    int32_t right = x + 2 + below(state, side - x - 1), top = y + 2 + below(state, side - y - 1);
    add_box(s, WEND_SHAPE_OBSTACLE, 0, x, y, right, top);
    int32_t left = x + below(state, 2), bottom = y + below(state, 2);
    add_box(s, WEND_SHAPE_OUTER, polygon, left, bottom, left + 1, bottom + 1);
}

void sketch_crowded(sketch *s, int32_t side, uint64_t *state) {
    *s = (sketch){.rule = WEND_INSIDE_RINGS};
    add_box(s, WEND_SHAPE_OUTER, 0, 0, 0, side, side);
    for (int32_t things = 1 + below(state, 4); things > 0; things--)
        switch (below(state, 5)) {
        case 0:
            add_chain(s, side, state);
            break;
        case 1:
            add_hub(s, side, state);
            break;
        case 2:
            add_lattice_walls(s, side, state);
            break;
        case 3:
            add_row(s, side, state);
            break;
        default:
            add_island(s, things, side, state);
            break;
        }
    if (below(state, 3) == 0)
        add_borders(s, below(state, 2) == 0 ? SKETCH_SQUARE : SKETCH_ANY, side, state);
}

void sketch_scattered(sketch *s, int32_t side, uint64_t *state) {
    *s = (sketch){.rule = WEND_INSIDE_RINGS};
    add_box(s, WEND_SHAPE_OUTER, 0, 0, 0, side, side);
    for (int32_t things = 3 + below(state, SKETCH_SHAPES - 4); things > 0; things--) {
        double p[6];
        p[0] = below(state, side);
        p[1] = below(state, side);
        for (int i = 2; i < 6; i++)
            p[i] = p[i % 2] + below(state, side / 3) - side / 6;
        int32_t kind = below(state, 8);
        if (kind < 3)
            sketch_add(s, WEND_SHAPE_POINT, -1, p, 1);
        else if (kind < 6)
            sketch_add(s, WEND_SHAPE_WALL, -1, p, 2);
        else
            sketch_add(s, kind == 6 ? WEND_SHAPE_OBSTACLE : WEND_SHAPE_BORDER, kind == 6 ? 0 : -1, p, 3);
    }
}

// ---------------------------------------------------------------------------------------- the same otherwise

void sketch_move(sketch *s, double dx, double dy) {
    for (int32_t i = 0; i < s->point_count; i++) {
        s->points[2 * i] += dx;
        s->points[2 * i + 1] += dy;
    }
}

void sketch_turn(sketch *s) {
    for (int32_t i = 0; i < s->point_count; i++) {
        double x = s->points[2 * i];
        s->points[2 * i] = -s->points[2 * i + 1];
        s->points[2 * i + 1] = x;
    }
}

// Point k of the new shape is point (start + k) or (start - k) of the old one, round and round.
static void renumber(double *points, int32_t count, int32_t start, bool back) {
    double old[2 * SKETCH_POINTS];
    memcpy(old, points, 2 * (size_t)count * sizeof *points);
    for (int32_t k = 0; k < count; k++) {
        int32_t from = back ? (start - k + count) % count : (start + k) % count;
        points[2 * k] = old[2 * from];
        points[2 * k + 1] = old[2 * from + 1];
    }
}

void sketch_reverse(sketch *s, uint64_t *state) {
    for (int32_t i = 0; i < s->shape_count; i++) {
        const wend_shape *shape = &s->shapes[i];
        bool back = below(state, 2) == 0;
        int32_t start = is_ring(shape->kind) ? below(state, shape->count) : back ? shape->count - 1 : 0;
        renumber(s->points + 2 * shape->first, shape->count, start, back);
    }
}

void sketch_shuffle(sketch *s, uint64_t *state) {
    sketch old = *s;
    int32_t order[SKETCH_SHAPES] = {0};
    for (int32_t i = 0; i < old.shape_count; i++) {
        int32_t k = below(state, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    *s = (sketch){.rule = old.rule};
    for (int32_t i = 0; i < old.shape_count; i++) {
        const wend_shape *shape = &old.shapes[order[i]];
        sketch_add(s, shape->kind, shape->polygon, old.points + 2 * shape->first, shape->count);
    }
}

// ---------------------------------------------------------------------------------------------------- outside

wend_drawing_view sketch_look(const sketch *s) {
    return (wend_drawing_view){s->rule, s->shape_count, s->shapes, s->point_count, s->points, 0, NULL};
}

wend_drawing *sketch_draw(wend_context *context, const sketch *s) {
    wend_drawing *drawing = NULL;
    if (wend_drawing_create(context, s->rule, &drawing) != WEND_OK)
        return NULL;
    for (int32_t i = 0; i < s->shape_count; i++) {
        const wend_shape *shape = &s->shapes[i];
        if (wend_drawing_add(drawing, shape->kind, shape->polygon, s->points + 2 * shape->first, shape->count) !=
            WEND_OK) {
            wend_drawing_destroy(drawing);
            return NULL;
        }
    }
    return drawing;
}

void sketch_print(const sketch *s) {
    static const char *const rules[] = {"rings", "depth", "holes"};
    static const char *const kinds[] = {"outer", "obstacle", "wall", "point", "outline", "hole", "border"};
    printf("    rule %s\n", rules[s->rule]);
    for (int32_t i = 0; i < s->shape_count; i++) {
        printf("    shape %d, %s of polygon %d:", i, kinds[s->shapes[i].kind], s->shapes[i].polygon);
        for (int32_t k = 0; k < s->shapes[i].count; k++) {
            const double *p = s->points + 2 * (s->shapes[i].first + k);
            printf(" (%g, %g)", p[0], p[1]);
        }
        printf("\n");
    }
}
