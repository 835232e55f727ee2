#include "oracle_voxel.h"

#include <math.h>
#include <stdlib.h>

enum { PARTS_MOST = 1 << 22, HERE_MOST = 4096 };

typedef struct making {
    oracle_voxels *v;
    const wend_solid *solid;
    const int32_t *plane_of;
    oracle_part here[HERE_MOST]; // what is in the cell
    int here_count;
} making;

static void refuse(const char *what) {
    (void)what;
    abort();
}

// ---------------------------------------------------------------------------------------------------- cells

static int64_t corner_x(const oracle_voxels *v, int64_t x) {
    return v->low.x + x * v->cell;
}
static int64_t corner_y(const oracle_voxels *v, int64_t y) {
    return v->low.y + y * v->cell;
}

// Whether [a, b], of some length or none, and a cell from c to d have more than an end in common.
static bool meets(int64_t a, int64_t b, int64_t c, int64_t d) {
    return a == b ? c <= a && a < d : a < d && c < b;
}

// Whether all four corners of the cell are on one side of the line a -> b, or on it.
static bool is_aside(wend_point a, wend_point b, int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    int less = 0, more = 0;
    for (int k = 0; k < 4; k++) {
        int64_t x = k & 1 ? x1 : x0, y = k & 2 ? y1 : y0;
        int64_t side = ((int64_t)b.x - a.x) * (y - a.y) - ((int64_t)b.y - a.y) * (x - a.x);
        less += side <= 0;
        more += side >= 0;
    }
    return less == 4 || more == 4;
}

static bool is_in_cell(const oracle_voxels *v, const wend_face *f, int32_t x, int32_t y) {
    int64_t x0 = corner_x(v, x), y0 = corner_y(v, y), x1 = x0 + v->cell, y1 = y0 + v->cell;
    bool wall = (f->flags & WEND_FACE_WALL) != 0;
    int64_t least[2] = {f->p[0].x, f->p[0].y}, most[2] = {f->p[0].x, f->p[0].y};
    for (int i = 1; i < (wall ? 2 : 3); i++) {
        least[0] = f->p[i].x < least[0] ? f->p[i].x : least[0];
        least[1] = f->p[i].y < least[1] ? f->p[i].y : least[1];
        most[0] = f->p[i].x > most[0] ? f->p[i].x : most[0];
        most[1] = f->p[i].y > most[1] ? f->p[i].y : most[1];
    }
    if (!meets(least[0], most[0], x0, x1) || !meets(least[1], most[1], y0, y1))
        return false;
    if (wall)
        return least[0] == most[0] || least[1] == most[1] ||
               !is_aside(wend_from_above(f->p[0]), wend_from_above(f->p[1]), x0, y0, x1, y1);
    for (int i = 0; i < 3;
         i++) { // the cell must not lie beyond a side: counter-clockwise, what is inside is on the left
        wend_point a = wend_from_above(f->p[i]), b = wend_from_above(f->p[(i + 1) % 3]);
        int64_t best = INT64_MIN;
        for (int k = 0; k < 4; k++) {
            int64_t cx = k & 1 ? x1 : x0, cy = k & 2 ? y1 : y0;
            int64_t side = ((int64_t)b.x - a.x) * (cy - a.y) - ((int64_t)b.y - a.y) * (cx - a.x);
            best = side > best ? side : best;
        }
        if (best <= 0)
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- heights

// Where the sides of a polygon lie within a strip low <= q <= high of its second coordinate: the least and the greatest
// of its first one, and of its second.
static void within_strip(const double (*p)[2], int count, double low, double high, double out[4]) {
    out[0] = out[2] = INFINITY;
    out[1] = out[3] = -INFINITY;
    for (int i = 0; i < count; i++) {
        const double *a = p[i], *b = p[(i + 1) % count];
        for (int k = 0; k < 4; k++) {
            double at = k == 0 ? a[1] : k == 1 ? b[1] : k == 2 ? low : high;
            if (at < low || at > high || (at < a[1] && at < b[1]) || (at > a[1] && at > b[1]))
                continue;
            double t = b[1] - a[1] != 0 ? (at - a[1]) / (b[1] - a[1]) : k == 0 ? 0 : 1;
            double value = k == 0 ? a[0] : k == 1 ? b[0] : a[0] + t * (b[0] - a[0]);
            out[0] = fmin(out[0], value);
            out[1] = fmax(out[1], value);
            out[2] = fmin(out[2], at);
            out[3] = fmax(out[3], at);
        }
    }
}

// Between which heights a triangle lies in a cell: those of its plane over the box around the part of it in the row.
static void triangle_heights(const oracle_voxels *v, const wend_face *f, int32_t x, int32_t y, double *low,
                             double *high) {
    double p[3][2], out[4], least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        p[i][0] = f->p[i].x;
        p[i][1] = f->p[i].y;
        least = fmin(least, f->p[i].z);
        most = fmax(most, f->p[i].z);
    }
    double y0 = (double)corner_y(v, y), x0 = (double)corner_x(v, x);
    within_strip((const double(*)[2])p, 3, y0, y0 + v->cell, out);
    double left = fmax(x0, floor(out[0])), right = fmin(x0 + v->cell, ceil(out[1]));
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 4; k++) {
        double z = wend_face_height(f, k & 1 ? right : left, k & 2 ? out[3] : out[2]);
        *low = fmin(*low, z);
        *high = fmax(*high, z);
    }
    *low = fmin(fmax(*low, least), most);
    *high = fmin(fmax(*high, least), most);
}

// Those of a wall: of the part of it from where its segment enters the cell to where it leaves.
static void wall_heights(const oracle_voxels *v, const wend_face *f, int32_t x, int32_t y, double *low, double *high) {
    double ax = f->p[0].x, ay = f->p[0].y, dx = f->p[1].x - ax, dy = f->p[1].y - ay, length2 = dx * dx + dy * dy;
    double x0 = (double)corner_x(v, x), y0 = (double)corner_y(v, y), from = 0, to = 1, p[3][2], out[4];
    if (dx != 0) {
        from = fmax(from, fmin((x0 - ax) / dx, (x0 + v->cell - ax) / dx));
        to = fmin(to, fmax((x0 - ax) / dx, (x0 + v->cell - ax) / dx));
    }
    if (dy != 0) {
        from = fmax(from, fmin((y0 - ay) / dy, (y0 + v->cell - ay) / dy));
        to = fmin(to, fmax((y0 - ay) / dy, (y0 + v->cell - ay) / dy));
    }
    for (int i = 0; i < 3; i++) {
        p[i][0] = f->p[i].z;
        p[i][1] = i < 2 ? i : length2 > 0 ? ((f->p[2].x - ax) * dx + (f->p[2].y - ay) * dy) / length2 : 0;
        p[i][1] = fmin(fmax(p[i][1], 0), 1);
    }
    within_strip((const double(*)[2])p, 3, fmin(from, to), fmax(from, to), out);
    *low = out[0];
    *high = out[1];
}

static void gather(making *m, int32_t x, int32_t y) {
    m->here_count = 0;
    for (int32_t k = 0; k < m->solid->faces.count; k++) {
        const wend_face *f = &m->solid->faces.data[k];
        if (!is_in_cell(m->v, f, x, y))
            continue;
        oracle_part part = {.face = k};
        (f->flags & WEND_FACE_WALL ? wall_heights : triangle_heights)(m->v, f, x, y, &part.low, &part.high);
        part.low = floor(part.low);
        part.high = ceil(part.high);
        if (m->here_count == HERE_MOST)
            refuse("too many faces in a cell");
        m->here[m->here_count++] = part;
    }
}

// ---------------------------------------------------------------------------------------------------- tops

static bool covers(const wend_face *f, wend_point p) {
    for (int i = 0; i < 3; i++)
        if (wend_cross(wend_from_above(f->p[i]), wend_from_above(f->p[(i + 1) % 3]), p) < 0)
            return false;
    return true;
}

static double height_in(const wend_face *f, wend_point p, const oracle_part *part) {
    double z = wend_face_height(f, p.x, p.y);
    z = z < 0 ? ceil(z - 0.5) : floor(z + 0.5);
    return fmin(fmax(z, part->low), part->high);
}

static void add_group(making *m, int32_t x, int32_t y, const int *group, int number) {
    oracle_voxels *v = m->v;
    oracle_top top = {.x = x, .y = y, .face = -1, .low = INFINITY, .high = -INFINITY, .first = v->part_count};
    wend_point middle = {(int32_t)corner_x(v, x) + v->cell / 2, (int32_t)corner_y(v, y) + v->cell / 2};
    bool best_covers = false;
    double best = 0;
    for (int k = 0; k < m->here_count; k++) {
        if (group[k] != number)
            continue;
        const oracle_part *part = &m->here[k];
        const wend_face *f = &m->solid->faces.data[part->face];
        bool in = covers(f, middle);
        double z = in ? height_in(f, middle, part) : part->high;
        if (top.face < 0 || (in && !best_covers) || (in == best_covers && z > best)) {
            top.face = part->face;
            best = z;
            best_covers = in;
        }
        top.low = fmin(top.low, part->low);
        top.high = fmax(top.high, part->high);
        if (v->part_count == PARTS_MOST)
            refuse("too many parts");
        v->parts[v->part_count++] = *part;
        top.count++;
    }
    for (int k = 0; k < m->here_count; k++) {
        const oracle_part *part = &m->here[k];
        const wend_face *f = &m->solid->faces.data[part->face], *floor = &m->solid->faces.data[top.face];
        if (group[k] == number || part->high <= top.high + v->rise || part->low - top.high >= v->height)
            continue;
        double least = -INFINITY;
        if (!(f->flags & WEND_FACE_WALL) && part->low - top.low >= v->height) {
            least = INFINITY;
            for (int c = 0; c < 4; c++) {
                int64_t cx = corner_x(v, x + (c & 1)), cy = corner_y(v, y + (c >> 1));
                cx = cx < v->end.x ? cx : v->end.x;
                cy = cy < v->end.y ? cy : v->end.y;
                least = fmin(least, wend_face_height(f, (double)cx, (double)cy) -
                                        wend_face_height(floor, (double)cx, (double)cy));
            }
        }
        if (least < v->height) {
            v->part_count = top.first;
            return;
        }
    }
    if (v->top_count == PARTS_MOST)
        refuse("too many tops");
    v->tops[v->top_count++] = top;
}

static void find_tops(making *m, int32_t x, int32_t y) {
    int group[HERE_MOST];
    double low[HERE_MOST], high[HERE_MOST]; // of the group that a part is in
    gather(m, x, y);
    for (int k = 0; k < m->here_count; k++) {
        group[k] = m->plane_of[m->here[k].face] >= 0 ? k : -1;
        low[k] = m->here[k].low;
        high[k] = m->here[k].high;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < m->here_count; a++)
            for (int b = 0; b < m->here_count; b++)
                if (group[a] >= 0 && group[b] > group[a] &&
                    (m->plane_of[m->here[a].face] == m->plane_of[m->here[b].face] ||
                     (low[a] <= high[b] + m->v->rise && low[b] <= high[a] + m->v->rise))) {
                    int old = group[b];
                    double least = fmin(low[a], low[b]), most = fmax(high[a], high[b]);
                    for (int k = 0; k < m->here_count; k++) {
                        group[k] = group[k] == old ? group[a] : group[k];
                        if (group[k] == group[a]) {
                            low[k] = least;
                            high[k] = most;
                        }
                    }
                    changed = true;
                }
    }
    for (int k = 0; k < m->here_count; k++)
        if (group[k] == k)
            add_group(m, x, y, group, k);
}

// ---------------------------------------------------------------------------------------------------- joins

static bool are_one(const making *m, const oracle_top *a, const oracle_top *b, int side) {
    const oracle_voxels *v = m->v;
    if (m->plane_of[a->face] == m->plane_of[b->face])
        return true;
    if (a->low > b->high + v->rise || b->low > a->high + v->rise)
        return false;
    if (a->count > 8 || b->count > 8)
        return true;
    int64_t x[2] = {corner_x(v, a->x + (side == 1)), corner_x(v, a->x + 1)};
    int64_t y[2] = {corner_y(v, a->y + (side == 2)), corner_y(v, a->y + 1)};
    for (int k = 0; k < 2; k++) {
        x[k] = x[k] < v->end.x ? x[k] : v->end.x;
        y[k] = y[k] < v->end.y ? y[k] : v->end.y;
    }
    wend_point middle = {(int32_t)((x[0] + x[1]) / 2), (int32_t)((y[0] + y[1]) / 2)};
    for (int32_t i = 0; i < a->count; i++)
        for (int32_t k = 0; k < b->count; k++) {
            const oracle_part *f = &v->parts[a->first + i], *g = &v->parts[b->first + k];
            if (f->face == g->face || fabs(height_in(&m->solid->faces.data[f->face], middle, f) -
                                           height_in(&m->solid->faces.data[g->face], middle, g)) <= v->rise)
                return true;
        }
    return false;
}

static void join(making *m) {
    oracle_voxels *v = m->v;
    for (int32_t a = 0; a < v->top_count; a++)
        for (int32_t b = a + 1; b < v->top_count; b++) {
            oracle_top *s = &v->tops[a], *t = &v->tops[b];
            int side = t->x == s->x + 1 && t->y == s->y ? 1 : t->x == s->x && t->y == s->y + 1 ? 2 : 0;
            if (side != 0 && s->beside[side] < 0 && t->beside[side ^ 2] < 0 && are_one(m, s, t, side)) {
                s->beside[side] = b;
                t->beside[side ^ 2] = a;
            }
        }
    // A turn around a corner that ends over or under where it began.
    bool(*drop)[4] = calloc((size_t)v->top_count + 1, sizeof *drop);
    for (int32_t a = 0; a < v->top_count; a++)
        for (int first = 0; first < 4; first++) {
            int32_t at = a;
            for (int k = 0; k < 4 && at >= 0; k++)
                at = v->tops[at].beside[(first + 3 * k) & 3];
            if (at < 0 || at == a)
                continue;
            at = a;
            for (int k = 0; k < 4; k++) {
                int side = (first + 3 * k) & 3;
                int32_t next = v->tops[at].beside[side];
                drop[at][side] = drop[next][side ^ 2] = true;
                at = next;
            }
        }
    for (int32_t a = 0; a < v->top_count; a++)
        for (int side = 0; side < 4; side++)
            if (drop[a][side])
                v->tops[a].beside[side] = -1;
    free(drop);
}

static void number_components(oracle_voxels *v) {
    for (int32_t k = 0; k < v->top_count; k++)
        v->tops[k].component = k;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t k = 0; k < v->top_count; k++)
            for (int side = 0; side < 4; side++) {
                int32_t other = v->tops[k].beside[side];
                if (other >= 0 && v->tops[other].component < v->tops[k].component) {
                    v->tops[k].component = v->tops[other].component;
                    changed = true;
                }
            }
    }
    for (int32_t k = 0; k < v->top_count; k++)
        v->component_count += v->tops[k].component == k;
}

// Puts the tops of a cell in order, from below.
static void sort_tops(oracle_voxels *v, int32_t first) {
    for (int32_t i = first + 1; i < v->top_count; i++)
        for (int32_t k = i; k > first && v->tops[k].low < v->tops[k - 1].low; k--) {
            oracle_top swap = v->tops[k];
            v->tops[k] = v->tops[k - 1];
            v->tops[k - 1] = swap;
        }
}

// Whether the plane of a top is over that of another one, by more than what counts as one height, at all four corners.
static bool is_over(const making *m, const oracle_top *over, const oracle_top *under) {
    const oracle_voxels *v = m->v;
    for (int c = 0; c < 4; c++) {
        int64_t x = corner_x(v, over->x + (c & 1)), y = corner_y(v, over->y + (c >> 1));
        double at_x = (double)(x < v->end.x ? x : v->end.x), at_y = (double)(y < v->end.y ? y : v->end.y);
        if (!(wend_face_height(&m->solid->faces.data[over->face], at_x, at_y) -
                  wend_face_height(&m->solid->faces.data[under->face], at_x, at_y) >
              v->rise))
            return false;
    }
    return true;
}

// From above, drops each top that the last one that stays is not over.
static void drop_crossed(making *m, int32_t first) {
    oracle_voxels *v = m->v;
    for (int32_t k = v->top_count - 2; k >= first; k--)
        if (!is_over(m, &v->tops[k + 1], &v->tops[k])) {
            for (int32_t i = k; i + 1 < v->top_count; i++)
                v->tops[i] = v->tops[i + 1];
            v->top_count--;
        }
}

oracle_voxels oracle_voxels_make(const wend_solid *solid, const int32_t *plane_of, int32_t cell, int32_t rise,
                                 int32_t height) {
    oracle_voxels v = {.cell = cell, .rise = rise, .height = height};
    wend_box3 box;
    wend_boxes_around(&solid->tree, &box);
    v.low = (wend_point){box.low[0], box.low[1]};
    v.end = (wend_point){box.high[0], box.high[1]};
    v.columns = (int32_t)(((int64_t)v.end.x - v.low.x) / cell) + 1;
    v.rows = (int32_t)(((int64_t)v.end.y - v.low.y) / cell) + 1;
    v.tops = malloc(PARTS_MOST * sizeof *v.tops);
    v.parts = malloc(PARTS_MOST * sizeof *v.parts);
    making *m = malloc(sizeof *m);
    if (!v.tops || !v.parts || !m)
        abort();
    *m = (making){.v = &v, .solid = solid, .plane_of = plane_of};
    for (int32_t y = 0; y < v.rows; y++)
        for (int32_t x = 0; x < v.columns; x++) {
            int32_t first = v.top_count;
            find_tops(m, x, y);
            sort_tops(&v, first);
            drop_crossed(m, first);
        }
    for (int32_t k = 0; k < v.top_count; k++)
        for (int side = 0; side < 4; side++)
            v.tops[k].beside[side] = -1;
    join(m);
    number_components(&v);
    free(m);
    return v;
}

void oracle_voxels_free(oracle_voxels *v) {
    free(v->tops);
    free(v->parts);
}
