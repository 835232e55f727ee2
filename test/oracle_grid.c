// Shortest paths of a point on grid maps. See oracle_grid.h.
//
// A path turns only at corners where one cell of four is blocked. What an eye sees is found row by row, up and down:
// a window of slopes enters a row, each run of free cells lets a part of it through to the next row, and all corners on
// the line between are seen that lie in the window, its ends included. Two runs that touch in a corner let nothing
// through but a single slope, which is dropped: so nothing passes between cells that touch diagonally. Along its own
// line an eye sees as far as free cells lie on one side of it without a break.
//
// A* runs over corners; what one sees is kept for the next query.
#include "oracle_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double NARROW = 1e-12; // windows not wider are dropped
static const double SLACK = 1e-9;   // how far beside a window a corner is seen, in cells

typedef struct list {
    int32_t *corners;
    int32_t count, room;
    bool known;
} list;

// Slopes dx/dy that enter row j of the side that is scanned.
typedef struct window {
    int32_t row;
    double low, high;
} window;

typedef struct entry {
    double bound, length;
    int32_t corner;
} entry;

struct oracle_grid {
    int32_t width, height;
    uint8_t *free;
    int32_t *begin, *end; // of each free cell: its run in the row, end exclusive
    list *seen;           // of each corner
    list from_start, from_goal;
    double *reached, *to_goal;
    window *open;
    int32_t open_count, open_room;
    entry *heap;
    int64_t heap_count, heap_room;
};

typedef struct eye {
    double x, y;
    double goal_x, goal_y; // NAN: none is looked for
    bool goal_seen;
    list *seen;
} eye;

static void *grown(void *old, int64_t count, size_t size) {
    void *more = realloc(old, (size_t)(count > 0 ? count : 1) * size);
    if (more == NULL)
        abort();
    return more;
}

static bool is_free(const oracle_grid *g, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < g->width && y < g->height && g->free[(int64_t)y * g->width + x];
}

// Whether paths may turn at a corner: one of its four cells is blocked.
static bool is_notch(const oracle_grid *g, int32_t x, int32_t y) {
    return is_free(g, x, y) + is_free(g, x - 1, y) + is_free(g, x, y - 1) + is_free(g, x - 1, y - 1) == 3;
}

// ---------------------------------------------------------------------------------------------------- sight

static void note(const oracle_grid *g, eye *e, int32_t x, int32_t y) {
    if (!is_notch(g, x, y))
        return;
    list *l = e->seen;
    if (l->count == l->room) {
        l->room = 2 * l->room + 16;
        l->corners = grown(l->corners, l->room, sizeof *l->corners);
    }
    l->corners[l->count++] = y * (g->width + 1) + x;
}

static void open_window(oracle_grid *g, int32_t row, double low, double high) {
    if (high - low <= NARROW)
        return;
    if (g->open_count == g->open_room) {
        g->open_room = 2 * g->open_room + 64;
        g->open = grown(g->open, g->open_room, sizeof *g->open);
    }
    g->open[g->open_count++] = (window){row, low, high};
}

// The row of the map that is row j of a side: down the file, or up from the eye's line.
static int32_t row_of(int side, int32_t j) {
    return side > 0 ? j : -j - 1;
}

// What passes through a run of row j, of the slopes from low to high at its near side, to its far side.
static void pass_run(oracle_grid *g, eye *e, int side, int32_t j, int32_t begin, int32_t end, double low, double high) {
    double far = j + 1 - side * e->y;
    if (!isnan(e->goal_y) && (int32_t)floor(e->goal_y) == row_of(side, j) && side * (e->goal_y - e->y) > 0) {
        double slope = (e->goal_x - e->x) / (side * (e->goal_y - e->y));
        e->goal_seen |= e->goal_x > begin && e->goal_x < end && slope >= low - NARROW && slope <= high + NARROW;
    }
    low = fmax(low, (begin - e->x) / far);
    high = fmin(high, (end - e->x) / far);
    for (int32_t x = (int32_t)ceil(e->x + low * far - SLACK); x <= e->x + high * far + SLACK; x++)
        note(g, e, x, side * (j + 1));
    open_window(g, j + 1, low, high);
}

static void scan_row(oracle_grid *g, eye *e, int side, window w) {
    int32_t y = row_of(side, w.row);
    if (y < 0 || y >= g->height)
        return;
    double near = w.row - side * e->y;
    int32_t x = (int32_t)floor(e->x + w.low * near - SLACK), last = (int32_t)ceil(e->x + w.high * near + SLACK);
    for (x = x < 0 ? 0 : x; x < last && x < g->width; x++) {
        if (!is_free(g, x, y))
            continue;
        int32_t begin = g->begin[(int64_t)y * g->width + x], end = g->end[(int64_t)y * g->width + x];
        double low = fmax(w.low, (begin - e->x) / near), high = fmin(w.high, (end - e->x) / near);
        if (high - low > NARROW)
            pass_run(g, e, side, w.row, begin, end, low, high);
        x = end;
    }
}

// Looks to one side of the eye's line.
static void scan_side(oracle_grid *g, eye *e, int side) {
    int32_t j = (int32_t)floor(side * e->y), y = row_of(side, j), x = (int32_t)floor(e->x);
    int32_t cell = is_free(g, x, y) ? x : e->x == x && is_free(g, x - 1, y) ? x - 1 : -1;
    if (cell < 0)
        return;
    int64_t at = (int64_t)y * g->width + cell;
    pass_run(g, e, side, j, g->begin[at], g->end[at], -INFINITY, INFINITY);
    while (g->open_count > 0)
        scan_row(g, e, side, g->open[--g->open_count]);
}

// Looks along the line of a corner.
static void scan_line(const oracle_grid *g, eye *e, int direction) {
    int32_t x = (int32_t)e->x, y = (int32_t)e->y;
    bool up = true, down = true; // whether the cells on that side hang together with the eye
    while (up || down) {
        int32_t cell = direction > 0 ? x : x - 1;
        bool free_up = is_free(g, cell, y - 1), free_down = is_free(g, cell, y);
        up = up && free_up;
        down = down && free_down;
        if (free_up && free_down && (up || down))
            up = down = true;
        x += direction;
        if (up || down)
            note(g, e, x, y);
    }
}

static void look(oracle_grid *g, eye *e) {
    e->seen->count = 0;
    if (e->goal_y == e->y) { // in the same row
        int64_t at = (int64_t)floor(e->y) * g->width + (int64_t)floor(e->x);
        e->goal_seen = e->goal_x > g->begin[at] && e->goal_x < g->end[at];
    }
    scan_side(g, e, 1);
    scan_side(g, e, -1);
    if (e->y == floor(e->y)) {
        scan_line(g, e, 1);
        scan_line(g, e, -1);
    }
}

// ---------------------------------------------------------------------------------------------------- the search

static void reach(oracle_grid *g, int32_t corner, double length, double x, double y) {
    if (length >= g->reached[corner])
        return;
    g->reached[corner] = length;
    if (g->heap_count == g->heap_room) {
        g->heap_room = 2 * g->heap_room + 256;
        g->heap = grown(g->heap, g->heap_room, sizeof *g->heap);
    }
    double bound = length + hypot(corner % (g->width + 1) - x, corner / (g->width + 1) - y) * (1 - 1e-12);
    int64_t at = g->heap_count++;
    for (; at > 0 && g->heap[(at - 1) / 2].bound > bound; at = (at - 1) / 2)
        g->heap[at] = g->heap[(at - 1) / 2];
    g->heap[at] = (entry){bound, length, corner};
}

static entry pop(oracle_grid *g) {
    entry top = g->heap[0], last = g->heap[--g->heap_count];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < g->heap_count; at = child) {
        if (child + 1 < g->heap_count && g->heap[child + 1].bound < g->heap[child].bound)
            child++;
        if (g->heap[child].bound >= last.bound)
            break;
        g->heap[at] = g->heap[child];
    }
    g->heap[at] = last;
    return top;
}

static double length_to(const oracle_grid *g, int32_t corner, double x, double y) {
    return hypot(corner % (g->width + 1) - x, corner / (g->width + 1) - y);
}

static double search(oracle_grid *g, const eye *start, const eye *goal) {
    double best = INFINITY;
    for (int64_t k = 0; k < (int64_t)(g->width + 1) * (g->height + 1); k++)
        g->reached[k] = g->to_goal[k] = INFINITY;
    for (int32_t k = 0; k < goal->seen->count; k++)
        g->to_goal[goal->seen->corners[k]] = length_to(g, goal->seen->corners[k], goal->x, goal->y);
    g->heap_count = 0;
    for (int32_t k = 0; k < start->seen->count; k++)
        reach(g, start->seen->corners[k], length_to(g, start->seen->corners[k], start->x, start->y), goal->x, goal->y);
    while (g->heap_count > 0 && g->heap[0].bound < best) {
        entry top = pop(g);
        if (top.length > g->reached[top.corner])
            continue;
        best = fmin(best, top.length + g->to_goal[top.corner]);
        list *l = &g->seen[top.corner];
        eye here = {top.corner % (g->width + 1), top.corner / (g->width + 1), NAN, NAN, false, l};
        if (!l->known)
            look(g, &here);
        l->known = true;
        for (int32_t k = 0; k < l->count; k++)
            reach(g, l->corners[k], top.length + length_to(g, l->corners[k], here.x, here.y), goal->x, goal->y);
    }
    return best;
}

bool oracle_grid_is_free(const oracle_grid *g, const int32_t cell[2]) {
    return is_free(g, cell[0], cell[1]);
}

bool oracle_grid_shortest(oracle_grid *g, const int32_t from[2], const int32_t to[2], double *length) {
    *length = INFINITY;
    if (!is_free(g, from[0], from[1]) || !is_free(g, to[0], to[1]))
        return false;
    eye start = {from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5, false, &g->from_start};
    eye goal = {to[0] + 0.5, to[1] + 0.5, NAN, NAN, false, &g->from_goal};
    look(g, &start);
    look(g, &goal);
    *length = start.goal_seen ? hypot(start.x - goal.x, start.y - goal.y) : search(g, &start, &goal);
    return *length < INFINITY;
}

// ---------------------------------------------------------------------------------------------------- maps

static void find_runs(oracle_grid *g) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0, begin = 0; x < g->width; x++) {
            int64_t at = (int64_t)y * g->width + x;
            begin = x > 0 && g->free[at - 1] ? begin : x;
            g->begin[at] = begin;
        }
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = g->width - 1, end = 0; x >= 0; x--) {
            int64_t at = (int64_t)y * g->width + x;
            end = x + 1 < g->width && g->free[at + 1] ? end : x + 1;
            g->end[at] = end;
        }
}

oracle_grid *oracle_grid_make(int32_t width, int32_t height, const char *rows) {
    oracle_grid *g = grown(NULL, 1, sizeof *g);
    *g = (oracle_grid){.width = width, .height = height};
    int64_t cells = (int64_t)width * height, corners = (int64_t)(width + 1) * (height + 1);
    g->free = grown(NULL, cells, 1);
    g->begin = grown(NULL, cells, sizeof *g->begin);
    g->end = grown(NULL, cells, sizeof *g->end);
    g->reached = grown(NULL, corners, sizeof *g->reached);
    g->to_goal = grown(NULL, corners, sizeof *g->to_goal);
    g->seen = grown(NULL, corners, sizeof *g->seen);
    memset(g->seen, 0, (size_t)corners * sizeof *g->seen);
    for (int64_t k = 0; k < cells; k++)
        g->free[k] = rows[k] == '.' || rows[k] == 'G' || rows[k] == 'S';
    find_runs(g);
    return g;
}

oracle_grid *oracle_grid_read(const char *path) {
    FILE *file = fopen(path, "rb");
    int width = 0, height = 0;
    if (file == NULL)
        return NULL;
    oracle_grid *g = NULL;
    if (fscanf(file, " type %*s height %d width %d map", &height, &width) == 2 && width > 0 && height > 0 &&
        width <= 8192 && height <= 8192) {
        char *rows = grown(NULL, (int64_t)width * height + 1, 1);
        bool good = true;
        char form[32];
        snprintf(form, sizeof form, " %%%dc", width);
        for (int y = 0; y < height && good; y++)
            good = fscanf(file, form, rows + (int64_t)y * width) == 1;
        g = good ? oracle_grid_make(width, height, rows) : NULL;
        free(rows);
    }
    fclose(file);
    return g;
}

void oracle_grid_free(oracle_grid *g) {
    if (g == NULL)
        return;
    for (int64_t k = 0; k < (int64_t)(g->width + 1) * (g->height + 1); k++)
        free(g->seen[k].corners);
    free(g->free);
    free(g->begin);
    free(g->end);
    free(g->seen);
    free(g->from_start.corners);
    free(g->from_goal.corners);
    free(g->reached);
    free(g->to_goal);
    free(g->open);
    free(g->heap);
    free(g);
}

int32_t oracle_grid_tasks(const char *path, oracle_grid_task **tasks) {
    FILE *file = fopen(path, "rb");
    int32_t count = 0;
    *tasks = NULL;
    if (file == NULL)
        return 0;
    oracle_grid_task t;
    if (fscanf(file, "version %*s") == 0)
        while (fscanf(file, "%*d %*s %*d %*d %d %d %d %d %lf", &t.from[0], &t.from[1], &t.to[0], &t.to[1], &t.length) ==
               5) {
            if ((count & (count - 1)) == 0)
                *tasks = grown(*tasks, 2 * (int64_t)count + 1, sizeof **tasks);
            (*tasks)[count++] = t;
        }
    fclose(file);
    return count;
}
