// Cells put together by hand. See patchwork.h.
#include "patchwork.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *block, size_t count, size_t bytes) {
    block = realloc(block, (count + 1) * bytes);
    if (block == NULL) {
        fprintf(stderr, "patchwork: out of memory\n");
        exit(1);
    }
    return block;
}

// ---------------------------------------------------------------------------------------------------- making

static int32_t border_of(const wend_plan_view *plan, int32_t e, int32_t twin) {
    for (int32_t k = 0; k < plan->border_count; k++)
        if (plan->borders[k] == e || plan->borders[k] == twin)
            return k;
    return -1;
}

static void set_side(patchwork *work, const wend_plan_view *plan, int32_t e, int32_t *portal_of) {
    const wend_plan_triangle *t = &plan->triangles[e / 3];
    int32_t twin = t->twin[e % 3], across = twin;
    if (twin >= 0 && e < twin) {
        portal_of[e] = work->portal_count++;
        patch_portal *p = &work->portals[portal_of[e]];
        *p = (patch_portal){{t->v[e % 3], t->v[(e % 3 + 1) % 3]}, {e / 3, twin / 3}, border_of(plan, e, twin)};
        across = 2 * portal_of[e];
    } else if (twin >= 0) {
        across = 2 * portal_of[twin] + 1;
    }
    work->patches[e / 3].sides[e % 3] = (patch_side){t->v[e % 3], across};
}

patchwork *patchwork_make(const wend_plan *plan) {
    wend_plan_view view = wend_plan_look(plan);
    size_t triangles = (size_t)view.triangle_count;
    patchwork *work = need(NULL, 1, sizeof *work);
    *work = (patchwork){.plan = plan, .patch_count = view.triangle_count};
    work->points = need(NULL, 0, sizeof *work->points);
    work->patches = need(NULL, triangles, sizeof *work->patches);
    work->portals = need(NULL, 3 * triangles, sizeof *work->portals);
    int32_t *portal_of = need(NULL, 3 * triangles, sizeof *portal_of);
    for (int32_t t = 0; t < view.triangle_count; t++)
        work->patches[t] = (patch){view.triangle_component[t], 3, need(NULL, 3, sizeof(patch_side))};
    for (int32_t e = 0; e < 3 * view.triangle_count; e++)
        set_side(work, &view, e, portal_of);
    free(portal_of);
    return work;
}

void patchwork_free(patchwork *work) {
    if (work == NULL)
        return;
    for (int32_t k = 0; k < work->patch_count; k++)
        free(work->patches[k].sides);
    free(work->patches);
    free(work->portals);
    free(work->points);
    free(work);
}

// ---------------------------------------------------------------------------------------------------- changing

static int32_t find_side(const patch *p, int32_t across) {
    int32_t s = 0;
    while (s < p->count && p->sides[s].across != across)
        s++;
    return s;
}

// Sides of a patch from number `from` on, `count` of them, all around.
static void copy_sides(const patch *p, int32_t from, int32_t count, patch_side *to) {
    for (int32_t i = 0; i < count; i++)
        to[i] = p->sides[(from + i) % p->count];
}

// Tells the portals of a patch where it is now.
static void tell_portals(patchwork *work, int32_t cell) {
    const patch *p = &work->patches[cell];
    for (int32_t s = 0; s < p->count; s++)
        if (p->sides[s].across >= 0)
            work->portals[p->sides[s].across / 2].cells[p->sides[s].across % 2] = cell;
}

static bool share_another(const patchwork *work, int32_t portal) {
    int32_t a = work->portals[portal].cells[0], b = work->portals[portal].cells[1];
    for (int32_t k = 0; k < work->portal_count; k++) {
        const int32_t *cells = work->portals[k].cells;
        if (k != portal && ((cells[0] == a && cells[1] == b) || (cells[0] == b && cells[1] == a)))
            return true;
    }
    return a == b;
}

// The ring of the two cells beside a portal without it: first the sides of the left one after it, then of the right.
static void join(patchwork *work, int32_t portal) {
    int32_t left = work->portals[portal].cells[0], right = work->portals[portal].cells[1];
    patch *a = &work->patches[left], *b = &work->patches[right];
    int32_t s = find_side(a, 2 * portal), t = find_side(b, 2 * portal + 1);
    patch_side *sides = need(NULL, (size_t)(a->count + b->count), sizeof *sides);
    copy_sides(a, s + 1, a->count - 1, sides);
    copy_sides(b, t + 1, b->count - 1, sides + a->count - 1);
    free(a->sides);
    free(b->sides);
    *a = (patch){a->component, a->count + b->count - 2, sides};
    *b = (patch){a->component, 0, NULL};
    tell_portals(work, left);
}

bool patchwork_merge(patchwork *work, int32_t portal) {
    patch_portal *p = &work->portals[portal];
    if (p->cells[0] < 0 || p->border >= 0 || share_another(work, portal))
        return false;
    join(work, portal);
    p->cells[0] = p->cells[1] = -1;
    return true;
}

// Cuts a patch from the start of its side 0 to the start of its side k; what lies left of the cut becomes `other`.
static void split(patchwork *work, int32_t cell, int32_t k, int32_t portal, int32_t other) {
    patch *p = &work->patches[cell];
    patch_side *first = need(NULL, (size_t)k + 1, sizeof *first);
    patch_side *second = need(NULL, (size_t)(p->count - k) + 1, sizeof *second);
    copy_sides(p, 0, k, first);
    copy_sides(p, k, p->count - k, second);
    int32_t from = p->sides[0].corner, to = p->sides[k].corner;
    work->portals[portal] = (patch_portal){{from, to}, {other, cell}, -1};
    first[k] = (patch_side){to, 2 * portal + 1};
    second[p->count - k] = (patch_side){from, 2 * portal};
    int32_t rest = p->count - k + 1;
    free(p->sides);
    *p = (patch){p->component, k + 1, first};
    work->patches[other] = (patch){p->component, rest, second};
    tell_portals(work, cell);
    tell_portals(work, other);
}

static void rotate(patch *p, int32_t start) {
    patch_side *sides = need(NULL, (size_t)p->count, sizeof *sides);
    copy_sides(p, start, p->count, sides);
    free(p->sides);
    p->sides = sides;
}

bool patchwork_turn(patchwork *work, int32_t portal, int32_t left, int32_t right) {
    patch_portal *p = &work->portals[portal];
    if (p->cells[0] < 0 || p->border >= 0 || share_another(work, portal))
        return false;
    int32_t a = p->cells[0], b = p->cells[1];
    int32_t lefts = work->patches[a].count, rights = work->patches[b].count;
    if (left < 1 || right < 1 || left > lefts - 2 || right > rights - 2)
        return false;
    join(work, portal);
    rotate(&work->patches[a], left);
    split(work, a, lefts - 1 - left + right, portal, b);
    return true;
}

// The side of a patch that is the last piece of a boundary edge, or -1.
static int32_t last_piece(const patch *p, int32_t b, int32_t end) {
    for (int32_t s = 0; s < p->count; s++)
        if (p->sides[s].across == ~b && p->sides[(s + 1) % p->count].corner == end)
            return s;
    return -1;
}

bool patchwork_cut(patchwork *work, int32_t b, uint32_t parameter, int32_t steps) {
    wend_plan_view plan = wend_plan_look(work->plan);
    int32_t e = plan.boundaries[b].edge, end = plan.triangles[e / 3].v[(e % 3 + 1) % 3];
    int32_t cell = 0, s = -1;
    while (cell < work->patch_count && (s = last_piece(&work->patches[cell], b, end)) < 0)
        cell++;
    if (s < 0 || steps < 2 || steps > work->patches[cell].count - 1)
        return false;
    work->points = need(work->points, (size_t)work->point_count + 1, sizeof *work->points);
    work->patches = need(work->patches, (size_t)work->patch_count + 1, sizeof *work->patches);
    work->portals = need(work->portals, (size_t)work->portal_count + 1, sizeof *work->portals);
    work->points[work->point_count] = (wend_cell_point){b, parameter};
    patch *p = &work->patches[cell];
    rotate(p, s + 1); // the piece is its last side now, and the new one comes after it
    p->sides = need(p->sides, (size_t)p->count + 1, sizeof *p->sides);
    p->sides[p->count++] = (patch_side){plan.vertex_count + work->point_count++, ~b};
    rotate(p, p->count - 1);
    split(work, cell, steps, work->portal_count++, work->patch_count++);
    return true;
}

// ---------------------------------------------------------------------------------------------------- finishing

static int compare_patches(const void *x, const void *y) {
    const patch *p = x, *q = y;
    for (int32_t i = 0; i < p->count && i < q->count; i++)
        if (p->sides[i].corner != q->sides[i].corner)
            return p->sides[i].corner < q->sides[i].corner ? -1 : 1;
    return (p->count > q->count) - (p->count < q->count);
}

// The patches that are left, each from its lowest corner on, in their order. The sides are those of the work.
static int32_t sort_patches(const patchwork *work, patch *sorted) {
    int32_t count = 0;
    for (int32_t k = 0; k < work->patch_count; k++) {
        patch p = work->patches[k];
        if (p.count == 0)
            continue;
        int32_t lowest = 0;
        for (int32_t s = 1; s < p.count; s++)
            if (p.sides[s].corner < p.sides[lowest].corner)
                lowest = s;
        patch_side *sides = need(NULL, (size_t)p.count, sizeof *sides);
        copy_sides(&p, lowest, p.count, sides);
        sorted[count++] = (patch){p.component, p.count, sides};
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_patches);
    return count;
}

static void place_of(const patchwork *work, int32_t corner, long double place[2]) {
    wend_plan_view plan = wend_plan_look(work->plan);
    if (corner < plan.vertex_count) {
        place[0] = plan.vertices[corner].x;
        place[1] = plan.vertices[corner].y;
        return;
    }
    const wend_cell_point *p = &work->points[corner - plan.vertex_count];
    int32_t e = plan.boundaries[p->boundary].edge;
    wend_point a = plan.vertices[plan.triangles[e / 3].v[e % 3]];
    wend_point b = plan.vertices[plan.triangles[e / 3].v[(e % 3 + 1) % 3]];
    place[0] = a.x + ((long double)b.x - a.x) * p->parameter / 0x1p32L;
    place[1] = a.y + ((long double)b.y - a.y) * p->parameter / 0x1p32L;
}

static long double distance(const patchwork *work, int32_t a, int32_t b) {
    long double p[2], q[2];
    place_of(work, a, p);
    place_of(work, b, q);
    return hypotl(q[0] - p[0], q[1] - p[1]);
}

static long double angle_of(const patchwork *work, int32_t before, int32_t at, int32_t after) {
    long double a[2], b[2], c[2];
    place_of(work, before, a);
    place_of(work, at, b);
    place_of(work, after, c);
    long double ux = c[0] - b[0], uy = c[1] - b[1], vx = a[0] - b[0], vy = a[1] - b[1];
    long double angle = atan2l(ux * vy - uy * vx, ux * vx + uy * vy);
    return angle <= 0 ? angle + 2 * acosl(-1.0L) : angle;
}

static void measure(const patchwork *work, patchwork_arrays *a) {
    wend_plan_view plan = wend_plan_look(work->plan);
    long double length = 0, smallest = acosl(-1.0L);
    for (int32_t k = 0; k < a->view.portal_count; k++)
        if (a->portals[k].border < 0)
            length += distance(work, a->portals[k].ends[0], a->portals[k].ends[1]);
    for (int32_t k = 0; k < a->view.cell_count; k++)
        for (int32_t i = 0, n = a->cells[k].count; i < n; i++) {
            const wend_cell_side *sides = a->sides + a->cells[k].first;
            const wend_cell_side *last = &sides[(i + n - 1) % n], *next = &sides[(i + 1) % n];
            if (last->across < 0 && sides[i].across < 0)
                continue;
            long double angle = angle_of(work, last->corner, sides[i].corner, next->corner);
            smallest = fminl(smallest, angle);
            a->view.needle_count += angle < acosl(-1.0L) / 36;
        }
    a->view.portal_length = (double)(length * (long double)plan.lattice.step * (long double)plan.unit);
    a->view.smallest_angle = (double)smallest;
}

static void look(patchwork_arrays *a) {
    a->view.points = a->points;
    a->view.portals = a->portals;
    a->view.cells = a->cells;
    a->view.sides = a->sides;
}

// Writes a side of a cell, and its portal when it is met for the first time.
static void put_side(patchwork_arrays *a, const patchwork *work, int32_t cell, const patch_side *side,
                     int32_t *portal_of) {
    int32_t s = a->view.side_count++, across = side->across;
    if (across >= 0) {
        const patch_portal *old = &work->portals[across / 2];
        bool swap = old->ends[0] > old->ends[1];
        int32_t way = swap ? 1 - across % 2 : across % 2;
        if (portal_of[across / 2] < 0) {
            portal_of[across / 2] = a->view.portal_count++;
            a->portals[portal_of[across / 2]] =
                (wend_portal){{old->ends[swap], old->ends[!swap]}, {-1, -1}, {-1, -1}, old->border};
        }
        wend_portal *p = &a->portals[portal_of[across / 2]];
        p->cells[way] = cell;
        p->sides[way] = s;
        across = 2 * portal_of[across / 2] + way;
    }
    a->sides[s] = (wend_cell_side){side->corner, across};
}

patchwork_arrays patchwork_finish(const patchwork *work, const wend_cells_def *def) {
    patch *sorted = need(NULL, (size_t)work->patch_count, sizeof *sorted);
    int32_t *portal_of = need(NULL, (size_t)work->portal_count, sizeof *portal_of);
    memset(portal_of, 0xFF, (size_t)work->portal_count * sizeof *portal_of);
    int32_t count = sort_patches(work, sorted);
    size_t sides = 0;
    for (int32_t k = 0; k < count; k++)
        sides += (size_t)sorted[k].count;
    patchwork_arrays a = {.points = need(NULL, (size_t)work->point_count, sizeof *a.points),
                          .portals = need(NULL, (size_t)work->portal_count, sizeof *a.portals),
                          .cells = need(NULL, (size_t)count, sizeof *a.cells),
                          .sides = need(NULL, sides, sizeof *a.sides)};
    a.view = (wend_cells_view){.def = *def,
                               .vertex_count = wend_plan_look(work->plan).vertex_count,
                               .point_count = work->point_count,
                               .cell_count = count};
    memcpy(a.points, work->points, (size_t)work->point_count * sizeof *a.points);
    for (int32_t k = 0; k < count; k++) {
        a.cells[k] = (wend_cell){a.view.side_count, sorted[k].count, sorted[k].component};
        for (int32_t s = 0; s < sorted[k].count; s++)
            put_side(&a, work, k, &sorted[k].sides[s], portal_of);
        free(sorted[k].sides);
    }
    free(sorted);
    free(portal_of);
    look(&a);
    measure(work, &a);
    return a;
}

static void *copy_of(const void *array, int32_t count, size_t bytes) {
    void *copy = need(NULL, (size_t)count, bytes);
    if (count > 0)
        memcpy(copy, array, (size_t)count * bytes);
    return copy;
}

patchwork_arrays patchwork_copy(const wend_cells_view *view) {
    patchwork_arrays a = {.view = *view};
    a.points = copy_of(view->points, view->point_count, sizeof *a.points);
    a.portals = copy_of(view->portals, view->portal_count, sizeof *a.portals);
    a.cells = copy_of(view->cells, view->cell_count, sizeof *a.cells);
    a.sides = copy_of(view->sides, view->side_count, sizeof *a.sides);
    look(&a);
    return a;
}

void patchwork_free_arrays(patchwork_arrays *a) {
    free(a->points);
    free(a->portals);
    free(a->cells);
    free(a->sides);
    *a = (patchwork_arrays){0};
}
