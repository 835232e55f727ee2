// Floor plans by brute force: a vertical decomposition of the plane, in fractions of 128-bit integers. See
// oracle_plan.h.
//
//     |  /|   |            A vertical line through every end and every crossing of lines cuts the plane into slabs.
//     | / |___|            Within a slab no two lines cross, so that those that pass it are sorted from below to above,
//     |/  |   |            and two neighbours bound a cell, a trapezoid. Which rings hold a cell is counted upwards:
//     |\  |   |            each line of a ring turns "inside" over. Nothing is ever decided by rounding.
//     | \_|___|
//
// Cells with a common border of some length are neighbours; a border knows the lines on it. From there the three
// rules are a walk over a graph.
//
// Sizes of numbers, for coordinates up to 32: the x of a crossing has a denominator of at most 2^13; the middle of a
// slab 2^27, a height there 2^33 and a numerator of less than 2^41; comparing two heights takes 74 bits.
#include "oracle_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;

typedef struct ratio {
    wide n, d; // d > 0
} ratio;

typedef struct line { // from left to right, or upwards
    int32_t ax, ay, bx, by;
    int32_t shape;
} line;

typedef struct cell {
    int32_t slab;
    int32_t low, high; // index into `order` of a line below and above
    uint64_t inside;   // rings that hold it, by shape
    double area;
    bool floor;
    int32_t component; // or a representative, while components are found
    int32_t depth;
} cell;

typedef struct border {
    int32_t a, b;     // cells
    int32_t outlines; // OUTLINE lines on it
    bool wall;        // whether it stands even where there is floor on both sides
    bool area;        // whether an area border lies on it
    uint64_t rings;   // rings that run over it, by shape
    double length;
} border;

struct oracle_plan {
    const wend_shape *shapes;
    const double *points;
    wend_inside_rule rule;
    int32_t shape_count;
    line *lines;
    int32_t line_count;
    ratio *xs; // slab k lies between xs[k] and xs[k + 1]
    int32_t x_count;
    int32_t *order; // per slab: the lines that pass it, from below to above
    int32_t order_count;
    int32_t *slab_cell; // per slab, and one more: its first cell
    cell *cells;        // cell 0 is all that lies outside
    int32_t cell_count, cell_capacity;
    border *borders;
    int32_t border_count, border_capacity;
    int32_t component_count;
    double *component_area;
    bool whole;
    bool clear;
};

static void *need(void *block, size_t bytes) {
    block = realloc(block, bytes + 1);
    if (block == NULL) {
        fprintf(stderr, "oracle_plan: out of memory\n");
        exit(1);
    }
    return block;
}

// ---------------------------------------------------------------------------------------------------- fractions

static int compare(ratio a, ratio b) {
    wide l = a.n * b.d, r = b.n * a.d;
    return (l > r) - (l < r);
}

static int compare_ratios(const void *a, const void *b) {
    return compare(*(const ratio *)a, *(const ratio *)b);
}

static double to_double(ratio r) {
    return (double)r.n / (double)r.d;
}

static ratio middle(ratio a, ratio b) {
    return (ratio){a.n * b.d + b.n * a.d, 2 * a.d * b.d};
}

static int32_t sort_unique(ratio *values, int32_t count) {
    qsort(values, (size_t)count, sizeof *values, compare_ratios);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || compare(values[kept - 1], values[i]) != 0)
            values[kept++] = values[i];
    return kept;
}

// Height of a line that is not vertical.
static ratio height_at(const line *l, ratio x) {
    wide dx = l->bx - l->ax;
    return (ratio){(wide)l->ay * dx * x.d + (x.n - (wide)l->ax * x.d) * (l->by - l->ay), dx * x.d};
}

static bool is_vertical(const line *l) {
    return l->ax == l->bx;
}

// ---------------------------------------------------------------------------------------------------- lines and slabs

static bool add_line(oracle_plan *p, int32_t shape, const double *a, const double *b) {
    double values[4] = {a[0], a[1], b[0], b[1]};
    int32_t v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = (int32_t)values[i];
        if (v[i] != values[i] || v[i] > 32 || v[i] < -32)
            return false;
    }
    bool swap = v[0] > v[2] || (v[0] == v[2] && v[1] > v[3]);
    if (v[0] == v[2] && v[1] == v[3])
        return true;
    p->lines[p->line_count++] = swap ? (line){v[2], v[3], v[0], v[1], shape} : (line){v[0], v[1], v[2], v[3], shape};
    return true;
}

static bool is_ring(wend_shape_kind kind) {
    return kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
}

static bool collect_lines(oracle_plan *p, const wend_drawing_view *drawing) {
    p->lines = need(NULL, (size_t)(drawing->point_count + 1) * sizeof *p->lines);
    for (int32_t s = 0; s < drawing->shape_count; s++) {
        const wend_shape *shape = &drawing->shapes[s];
        if (shape->kind == WEND_SHAPE_POINT || shape->kind == WEND_SHAPE_HOLE || shape->count == 0)
            continue;
        const double *first = drawing->points + 2 * shape->first;
        for (int32_t i = 0; i + 1 < shape->count; i++)
            if (!add_line(p, s, first + 2 * i, first + 2 * i + 2))
                return false;
        if (is_ring(shape->kind) && !add_line(p, s, first + 2 * (shape->count - 1), first))
            return false;
    }
    return true;
}

// The x of all ends and crossings. Lines that cross at a place that is no lattice point make the plan "not whole".
static void collect_slabs(oracle_plan *p) {
    size_t count = (size_t)p->line_count;
    p->xs = need(NULL, (2 * count + count * count / 2 + 1) * sizeof *p->xs);
    p->whole = true;
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        p->xs[p->x_count++] = (ratio){l->ax, 1};
        p->xs[p->x_count++] = (ratio){l->bx, 1};
        for (int32_t j = 0; j < i; j++) {
            const line *m = &p->lines[j];
            wide ux = l->bx - l->ax, uy = l->by - l->ay, vx = m->bx - m->ax, vy = m->by - m->ay;
            wide d = ux * vy - uy * vx, t = (m->ax - l->ax) * vy - (m->ay - l->ay) * vx;
            wide s = (m->ax - l->ax) * uy - (m->ay - l->ay) * ux;
            if (d < 0)
                d = -d, t = -t, s = -s;
            if (d == 0 || t < 0 || t > d || s < 0 || s > d)
                continue;
            p->xs[p->x_count++] = (ratio){l->ax * d + t * ux, d};
            if ((l->ax * d + t * ux) % d != 0 || (l->ay * d + t * uy) % d != 0)
                p->whole = false;
        }
    }
    p->x_count = sort_unique(p->xs, p->x_count);
}

// ---------------------------------------------------------------------------------------------------- cells

static int32_t add_cell(oracle_plan *p, cell c) {
    if (p->cell_count == p->cell_capacity) {
        p->cell_capacity = 2 * p->cell_capacity + 64;
        p->cells = need(p->cells, (size_t)p->cell_capacity * sizeof *p->cells);
    }
    p->cells[p->cell_count] = c;
    return p->cell_count++;
}

// Sets what stands on a border on which `count` lines lie; `lines` are indices.
static border make_border(const oracle_plan *p, int32_t a, int32_t b, const int32_t *lines, int32_t count) {
    border result = {.a = a, .b = b};
    int32_t times[64] = {0};
    for (int32_t i = 0; i < count; i++) {
        int32_t s = p->lines[lines[i]].shape;
        times[s]++;
        result.rings |= (uint64_t)1 << s;
        result.outlines += p->shapes[s].kind == WEND_SHAPE_OUTLINE;
        result.area = result.area || p->shapes[s].kind == WEND_SHAPE_BORDER;
        result.wall = result.wall || p->shapes[s].kind == WEND_SHAPE_WALL || p->shapes[s].kind == WEND_SHAPE_OUTLINE;
    }
    for (int32_t s = 0; s < p->shape_count; s++) // a part of an obstacle without area
        result.wall = result.wall || (p->shapes[s].kind == WEND_SHAPE_OBSTACLE && times[s] > 1);
    return result;
}

static void add_border(oracle_plan *p, border b) {
    if (b.a == b.b && b.rings == 0) // nothing, in the open
        return;
    if (p->border_count == p->border_capacity) {
        p->border_capacity = 2 * p->border_capacity + 64;
        p->borders = need(p->borders, (size_t)p->border_capacity * sizeof *p->borders);
    }
    p->borders[p->border_count++] = b;
}

// Sorts the lines that pass slab k and makes its cells and the borders between them.
static void cut_slab(oracle_plan *p, int32_t k) {
    ratio x = middle(p->xs[k], p->xs[k + 1]);
    double width = to_double(p->xs[k + 1]) - to_double(p->xs[k]);
    p->order = need(p->order, (size_t)(p->order_count + p->line_count) * sizeof *p->order);
    int32_t first = p->order_count;
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        if (is_vertical(l) || compare((ratio){l->ax, 1}, x) > 0 || compare((ratio){l->bx, 1}, x) < 0)
            continue;
        int32_t at = p->order_count++;
        for (; at > first && compare(height_at(l, x), height_at(&p->lines[p->order[at - 1]], x)) < 0; at--)
            p->order[at] = p->order[at - 1];
        p->order[at] = i;
    }
    p->slab_cell[k] = p->cell_count;
    int32_t below = 0; // the cell below the next line
    uint64_t inside = 0;
    for (int32_t i = first; i < p->order_count;) {
        const line *l = &p->lines[p->order[i]];
        ratio y = height_at(l, x);
        int32_t n = 0;
        for (; i + n < p->order_count && compare(height_at(&p->lines[p->order[i + n]], x), y) == 0; n++)
            if (is_ring(p->shapes[p->lines[p->order[i + n]].shape].kind))
                inside ^= (uint64_t)1 << p->lines[p->order[i + n]].shape;
        int32_t above = 0;
        if (i + n < p->order_count) {
            ratio next = height_at(&p->lines[p->order[i + n]], x);
            cell c = {k, p->order[i], p->order[i + n], inside, (to_double(next) - to_double(y)) * width, false, 0, 0};
            above = add_cell(p, c);
        }
        border b = make_border(p, below, above, p->order + i, n);
        double dx = l->bx - l->ax, dy = l->by - l->ay;
        b.length = width * sqrt(1 + dy * dy / (dx * dx));
        add_border(p, b);
        below = above;
        i += n;
    }
}

// The cell of slab k that holds height y at x, an end of the slab; cell 0 beyond all.
static int32_t cell_at(const oracle_plan *p, int32_t k, ratio x, ratio y) {
    if (k < 0 || k + 1 >= p->x_count)
        return 0;
    for (int32_t c = p->slab_cell[k]; c < p->slab_cell[k + 1]; c++)
        if (compare(height_at(&p->lines[p->cells[c].low], x), y) < 0 &&
            compare(height_at(&p->lines[p->cells[c].high], x), y) > 0)
            return c;
    return 0;
}

// The borders between the slabs k - 1 and k, along the vertical line x_k: cut wherever anything changes.
static void join_slabs(oracle_plan *p, int32_t k) {
    ratio x = p->xs[k];
    ratio *ys = need(NULL, (size_t)p->line_count * 2 * sizeof *ys);
    int32_t *on = need(NULL, (size_t)p->line_count * sizeof *on);
    int32_t count = 0;
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        if (compare((ratio){l->ax, 1}, x) > 0 || compare((ratio){l->bx, 1}, x) < 0)
            continue;
        ys[count++] = is_vertical(l) ? (ratio){l->ay, 1} : height_at(l, x);
        if (is_vertical(l))
            ys[count++] = (ratio){l->by, 1};
    }
    count = sort_unique(ys, count);
    for (int32_t i = 0; i + 1 < count; i++) {
        ratio y = middle(ys[i], ys[i + 1]);
        int32_t n = 0;
        for (int32_t j = 0; j < p->line_count; j++) {
            const line *l = &p->lines[j];
            if (is_vertical(l) && compare((ratio){l->ax, 1}, x) == 0 && compare((ratio){l->ay, 1}, y) < 0 &&
                compare((ratio){l->by, 1}, y) > 0)
                on[n++] = j;
        }
        border b = make_border(p, cell_at(p, k - 1, x, y), cell_at(p, k, x, y), on, n);
        b.length = to_double(ys[i + 1]) - to_double(ys[i]);
        add_border(p, b);
    }
    free(ys);
    free(on);
}

// ---------------------------------------------------------------------------------------------------- the three rules

// Whether every cell of ring r lies in ring o.
static bool lies_within(const oracle_plan *p, int32_t r, int32_t o) {
    for (int32_t c = 0; c < p->cell_count; c++)
        if ((p->cells[c].inside >> r & 1) && !(p->cells[c].inside >> o & 1))
            return false;
    return true;
}

// An outer ring is floor where no obstacle counts. All count, except one of another polygon in which the ring is an
// island.
static void apply_rings(oracle_plan *p) {
    for (int32_t r = 0; r < p->shape_count; r++) {
        if (p->shapes[r].kind != WEND_SHAPE_OUTER)
            continue;
        uint64_t counting = 0;
        for (int32_t o = 0; o < p->shape_count; o++) {
            int32_t polygon = p->shapes[o].polygon;
            if (p->shapes[o].kind != WEND_SHAPE_OBSTACLE)
                continue;
            bool within = polygon >= 0 && polygon != p->shapes[r].polygon && lies_within(p, r, o);
            if (!within)
                counting |= (uint64_t)1 << o;
        }
        for (int32_t c = 1; c < p->cell_count; c++)
            if ((p->cells[c].inside >> r & 1) && !(p->cells[c].inside & counting))
                p->cells[c].floor = true;
    }
}

// Bellman and Ford: the cheapest way from outside, where a border costs its outlines.
static void apply_depth(oracle_plan *p) {
    for (int32_t c = 0; c < p->cell_count; c++)
        p->cells[c].depth = c == 0 ? 0 : INT32_MAX / 2;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < p->border_count; i++) {
            const border *b = &p->borders[i];
            int32_t *from = &p->cells[b->a].depth, *to = &p->cells[b->b].depth;
            if (*from + b->outlines < *to)
                *to = *from + b->outlines, changed = true;
            if (*to + b->outlines < *from)
                *from = *to + b->outlines, changed = true;
        }
    }
    for (int32_t c = 1; c < p->cell_count; c++)
        p->cells[c].floor = p->cells[c].depth % 2 == 1;
}

static int32_t find_cell(const oracle_plan *p, int32_t x64, int32_t y64) {
    ratio x = {x64, 64}, y = {y64, 64};
    for (int32_t k = 0; k < p->x_count; k++)
        if (compare(p->xs[k], x) == 0)
            return -1;
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        if (!is_vertical(l) && compare((ratio){l->ax, 1}, x) < 0 && compare((ratio){l->bx, 1}, x) > 0 &&
            compare(height_at(l, x), y) == 0)
            return -1;
    }
    for (int32_t k = 0; k + 1 < p->x_count; k++)
        if (compare(p->xs[k], x) < 0 && compare(x, p->xs[k + 1]) < 0)
            return cell_at(p, k, x, y);
    return 0;
}

static int32_t root_of(oracle_plan *p, int32_t c) {
    while (p->cells[c].component != c)
        c = p->cells[c].component = p->cells[p->cells[c].component].component;
    return c;
}

// Joins cells over the borders that `open` lets pass.
static void join_cells(oracle_plan *p, bool (*open)(const oracle_plan *, const border *)) {
    for (int32_t c = 0; c < p->cell_count; c++)
        p->cells[c].component = c;
    for (int32_t i = 0; i < p->border_count; i++) {
        const border *b = &p->borders[i];
        if (!open(p, b))
            continue;
        int32_t s = root_of(p, b->a), t = root_of(p, b->b);
        p->cells[s > t ? s : t].component = s > t ? t : s;
    }
}

static bool has_no_outline(const oracle_plan *p, const border *b) {
    (void)p;
    return b->outlines == 0;
}

static bool is_passable(const oracle_plan *p, const border *b) {
    return p->cells[b->a].floor && p->cells[b->b].floor && !b->wall;
}

static void apply_holes(oracle_plan *p) {
    join_cells(p, has_no_outline);
    bool *drained = need(NULL, (size_t)p->cell_count * sizeof *drained);
    memset(drained, 0, (size_t)p->cell_count * sizeof *drained);
    drained[root_of(p, 0)] = true;
    for (int32_t s = 0; s < p->shape_count; s++)
        for (int32_t i = 0; i < p->shapes[s].count && p->shapes[s].kind == WEND_SHAPE_HOLE; i++) {
            const double *place = p->points + 2 * (p->shapes[s].first + i);
            int32_t c = find_cell(p, (int32_t)(place[0] * 64), (int32_t)(place[1] * 64));
            if (c >= 0)
                drained[root_of(p, c)] = true;
            else
                p->clear = false;
        }
    for (int32_t c = 1; c < p->cell_count; c++)
        p->cells[c].floor = !drained[root_of(p, c)];
    free(drained);
}

static void find_components(oracle_plan *p) {
    join_cells(p, is_passable);
    int32_t *number = need(NULL, (size_t)p->cell_count * sizeof *number);
    p->component_area = need(NULL, (size_t)p->cell_count * sizeof *p->component_area);
    for (int32_t c = 0; c < p->cell_count; c++) {
        if (!p->cells[c].floor)
            continue;
        int32_t root = root_of(p, c); // the lowest cell, so it has its number already
        if (root == c) {
            number[c] = p->component_count++;
            p->component_area[number[c]] = 0;
        }
        p->component_area[number[root]] += p->cells[c].area;
    }
    for (int32_t c = p->cell_count - 1; c >= 0; c--) // downwards: the way to a root leads over lower cells
        p->cells[c].component = p->cells[c].floor ? number[root_of(p, c)] : -1;
    free(number);
}

// ---------------------------------------------------------------------------------------------------- outside

oracle_plan *oracle_plan_make(const wend_drawing_view *drawing) {
    if (drawing->shape_count > 64)
        return NULL;
    oracle_plan *p = need(NULL, sizeof *p);
    *p = (oracle_plan){.shapes = drawing->shapes, .points = drawing->points, .rule = drawing->rule};
    p->shape_count = drawing->shape_count;
    p->clear = true;
    if (!collect_lines(p, drawing)) {
        oracle_plan_free(p);
        return NULL;
    }
    collect_slabs(p);
    (void)add_cell(p, (cell){-1, -1, -1, 0, 0, false, 0, 0});
    p->slab_cell = need(NULL, (size_t)(p->x_count + 1) * sizeof *p->slab_cell);
    p->slab_cell[0] = 1;
    for (int32_t k = 0; k + 1 < p->x_count; k++) {
        cut_slab(p, k);
        p->slab_cell[k + 1] = p->cell_count;
    }
    for (int32_t k = 0; k < p->x_count; k++)
        join_slabs(p, k);
    if (p->rule == WEND_INSIDE_RINGS)
        apply_rings(p);
    else if (p->rule == WEND_INSIDE_DEPTH)
        apply_depth(p);
    else
        apply_holes(p);
    find_components(p);
    return p;
}

void oracle_plan_free(oracle_plan *p) {
    if (p == NULL)
        return;
    free(p->lines);
    free(p->xs);
    free(p->order);
    free(p->slab_cell);
    free(p->cells);
    free(p->borders);
    free(p->component_area);
    free(p);
}

double oracle_plan_area(const oracle_plan *p) {
    double area = 0;
    for (int32_t c = 0; c < p->cell_count; c++)
        area += p->cells[c].floor ? p->cells[c].area : 0;
    return area;
}

double oracle_plan_boundary(const oracle_plan *p) {
    double length = 0;
    for (int32_t i = 0; i < p->border_count; i++) {
        const border *b = &p->borders[i];
        int sides = p->cells[b->a].floor + p->cells[b->b].floor;
        length += sides == 1 ? b->length : sides == 2 && b->wall ? 2 * b->length : 0;
    }
    return length;
}

double oracle_plan_borders(const oracle_plan *p) {
    double length = 0;
    for (int32_t i = 0; i < p->border_count; i++) {
        const border *b = &p->borders[i];
        length += b->area && !b->wall && p->cells[b->a].floor && p->cells[b->b].floor ? b->length : 0;
    }
    return length;
}

bool oracle_plan_is_on_border(const oracle_plan *p, const double place[2], double slack) {
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        double dx = l->bx - l->ax, dy = l->by - l->ay, x = place[0] - l->ax, y = place[1] - l->ay;
        double along = fmin(fmax((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1);
        if (p->shapes[l->shape].kind == WEND_SHAPE_BORDER && hypot(x - along * dx, y - along * dy) <= slack)
            return true;
    }
    return false;
}

int32_t oracle_plan_component_count(const oracle_plan *p) {
    return p->component_count;
}

double oracle_plan_component_area(const oracle_plan *p, int32_t component) {
    return p->component_area[component];
}

bool oracle_plan_is_clear(const oracle_plan *p) {
    return p->clear;
}

bool oracle_plan_is_whole(const oracle_plan *p) {
    return p->whole;
}

int32_t oracle_plan_component_at(const oracle_plan *p, int32_t x64, int32_t y64) {
    int32_t c = find_cell(p, x64, y64);
    return c < 0 ? -2 : p->cells[c].component;
}

// Whether a lattice point lies strictly between the lowest and the highest line of a slab, at one of its ends or within
// it.
static bool is_between_lines(const oracle_plan *p, int32_t slab, ratio x, ratio y) {
    int32_t first = p->slab_cell[slab], last = p->slab_cell[slab + 1] - 1;
    return first <= last && compare(height_at(&p->lines[p->cells[first].low], x), y) < 0 &&
           compare(height_at(&p->lines[p->cells[last].high], x), y) > 0;
}

// Whether all around a lattice point is floor.
static bool is_all_floor(const oracle_plan *p, int32_t px, int32_t py) {
    ratio x = {px, 1}, y = {py, 1};
    if (p->x_count < 2 || compare(p->xs[0], x) >= 0 || compare(p->xs[p->x_count - 1], x) <= 0)
        return false;
    for (int32_t k = 0; k + 1 < p->x_count; k++) {
        if (compare(p->xs[k], x) > 0 || compare(p->xs[k + 1], x) < 0)
            continue;
        if (!is_between_lines(p, k, x, y))
            return false;
        for (int32_t c = p->slab_cell[k]; c < p->slab_cell[k + 1]; c++)
            if (compare(height_at(&p->lines[p->cells[c].low], x), y) <= 0 &&
                compare(height_at(&p->lines[p->cells[c].high], x), y) >= 0 && !p->cells[c].floor)
                return false;
    }
    return true;
}

// 1 when a wall or outline passes the lattice point, -1 when an obstacle's ring does, otherwise 0.
static int stands_on(const oracle_plan *p, int32_t px, int32_t py) {
    int result = 0;
    for (int32_t i = 0; i < p->line_count; i++) {
        const line *l = &p->lines[i];
        int64_t turn = (int64_t)(l->bx - l->ax) * (py - l->ay) - (int64_t)(l->by - l->ay) * (px - l->ax);
        bool within = px >= l->ax && px <= l->bx && py >= (l->ay < l->by ? l->ay : l->by) &&
                      py <= (l->ay < l->by ? l->by : l->ay);
        if (turn != 0 || !within)
            continue;
        wend_shape_kind kind = p->shapes[l->shape].kind;
        if (kind == WEND_SHAPE_WALL || kind == WEND_SHAPE_OUTLINE)
            return 1;
        if (kind == WEND_SHAPE_OBSTACLE)
            result = -1;
    }
    return result;
}

// Whether a shape stands for points: it is one of points, or a line all of whose points are the same.
static bool is_points(const oracle_plan *p, int32_t s) {
    const wend_shape *shape = &p->shapes[s];
    const double *place = p->points + 2 * shape->first;
    bool one = shape->kind == WEND_SHAPE_WALL || shape->kind == WEND_SHAPE_OBSTACLE;
    for (int32_t i = 1; i < shape->count; i++)
        one = one && place[2 * i] == place[0] && place[2 * i + 1] == place[1];
    return one || shape->kind == WEND_SHAPE_POINT;
}

int32_t oracle_plan_points(const oracle_plan *p) {
    int32_t count = 0;
    int32_t seen[256][2];
    for (int32_t s = 0; s < p->shape_count; s++)
        for (int32_t i = 0; i < p->shapes[s].count && is_points(p, s); i++) {
            const double *place = p->points + 2 * (p->shapes[s].first + i);
            int32_t x = (int32_t)place[0], y = (int32_t)place[1];
            bool known = false;
            for (int32_t k = 0; k < count; k++)
                known = known || (seen[k][0] == x && seen[k][1] == y);
            int stands = stands_on(p, x, y);
            if (known || stands > 0 || !is_all_floor(p, x, y))
                continue;
            if (stands < 0)
                return -1;
            if (count == 256)
                return -1;
            seen[count][0] = x;
            seen[count][1] = y;
            count++;
        }
    return count;
}
