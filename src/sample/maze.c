// A maze: corridors 1.7 metres wide between walls of 0.3, a random spanning tree of square cells with a few extra
// passages, so that some walls stand free. The floor is traced cell side by cell side, with the floor on the left.
#include "sample/brush.h"

#define CELL 2.0
#define WALL 0.3
#define EXTRA 0.04 // share of walls opened beyond the tree

// Sides of a cell, counter-clockwise: the bottom, right, top and left one.
static const int32_t side_dx[4] = {0, 1, 0, -1};
static const int32_t side_dy[4] = {-1, 0, 1, 0};

typedef struct maze {
    int32_t width, height;
    uint8_t *cells; // bit s: there is a passage through side s; bit 4 + s: side s was traced; all 0: not reached yet
} maze;

static bool neighbour(const maze *m, int32_t cell, int32_t side, int32_t *other) {
    int32_t x = cell % m->width + side_dx[side], y = cell / m->width + side_dy[side];
    *other = y * m->width + x;
    return x >= 0 && x < m->width && y >= 0 && y < m->height;
}

static void open_side(maze *m, int32_t cell, int32_t side, int32_t other) {
    m->cells[cell] = (uint8_t)(m->cells[cell] | 1 << side);
    m->cells[other] = (uint8_t)(m->cells[other] | 1 << (side ^ 2));
}

// A random walk that steps back where it is stuck. The way back is kept in `stack`.
static void grow_tree(wend_brush *brush, maze *m, int32_t *stack) {
    int32_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        int32_t cell = stack[depth - 1], choices[4], choice_count = 0, other;
        for (int32_t side = 0; side < 4; side++) {
            if (neighbour(m, cell, side, &other) && m->cells[other] == 0)
                choices[choice_count++] = side;
        }
        if (choice_count == 0) {
            depth--;
            continue;
        }
        int32_t side = choices[wend_brush_pick(brush, choice_count)];
        neighbour(m, cell, side, &other);
        open_side(m, cell, side, other);
        stack[depth++] = other;
    }
}

static void open_more(wend_brush *brush, maze *m) {
    int32_t other;
    for (int32_t cell = 0; cell < m->width * m->height; cell++) {
        for (int32_t side = 1; side < 3; side++) {
            if (wend_brush_chance(brush, EXTRA) && neighbour(m, cell, side, &other))
                open_side(m, cell, side, other);
        }
    }
}

// The corner of a cell's floor where side `side` ends.
static void corner(wend_brush *brush, const maze *m, int32_t cell, int32_t side) {
    double half = WALL / 2, x = cell % m->width * CELL, y = cell / m->width * CELL;
    bool right = side == 0 || side == 1, top = side == 1 || side == 2;
    wend_brush_point(brush, right ? x + CELL - half : x + half, top ? y + CELL - half : y + half);
}

// Follows the wall that side `side` of `cell` belongs to, all the way round.
static void trace(wend_brush *brush, maze *m, int32_t cell, int32_t side) {
    while (!(m->cells[cell] & 16 << side)) {
        m->cells[cell] = (uint8_t)(m->cells[cell] | 16 << side);
        int32_t next = (side + 1) % 4;
        if (!(m->cells[cell] & 1 << next)) { // an inner corner
            corner(brush, m, cell, side);
            side = next;
            continue;
        }
        neighbour(m, cell, next, &cell);
        while (m->cells[cell] & 1 << side) { // round the end of a wall
            corner(brush, m, cell, (side + 3) % 4);
            neighbour(m, cell, side, &cell);
            side = (side + 3) % 4;
        }
    }
}

static void draw_walls(wend_brush *brush, maze *m) {
    bool first = true;
    for (int32_t cell = 0; cell < m->width * m->height; cell++) {
        for (int32_t side = 0; side < 4; side++) {
            if (m->cells[cell] & (1 << side | 16 << side))
                continue;
            trace(brush, m, cell, side);
            wend_brush_end(brush, first ? WEND_SHAPE_OUTER : WEND_SHAPE_OBSTACLE, 0);
            first = false;
        }
    }
}

void wend_sample_maze(wend_brush *brush, int32_t size) {
    int32_t cells = size / 2 + 1;
    maze m = {.height = wend_brush_root((int64_t)cells * 5 / 8)};
    m.height = m.height < 1 ? 1 : m.height;
    m.width = size < 8 ? 1 : (cells + m.height - 1) / m.height;
    size_t count = (size_t)m.width * (size_t)m.height;
    m.cells = wend_allocate_array(brush->context, (int64_t)count, 1);
    int32_t *stack = wend_allocate_array(brush->context, (int64_t)count, sizeof *stack);
    if (m.cells && stack) {
        memset(m.cells, 0, count);
        grow_tree(brush, &m, stack);
        open_more(brush, &m);
        draw_walls(brush, &m);
    } else {
        brush->result = WEND_ERROR_MEMORY;
    }
    wend_release(brush->context, stack, count * sizeof *stack);
    wend_release(brush->context, m.cells, count);
}
