// Regions become triangles.
//
// A region is flat, or nearly so, and does not lie over itself: it is triangulated as its polygons are seen from above.
// One polygon with few corners is cut into ears; all else is a constrained Delaunay triangulation (wend/geom.h), of
// which what lies on the left of the sides is taken. Both depend on the sides alone, not on where they came from.
//
// A polygon may touch itself in a corner. There is one point of the triangulation there, but the corners on both sides
// of it are different ones, maybe of different heights: a triangle gets the corner of the side that its fan ends in.
//
// Regions are filled in pieces, in parallel; each piece keeps its triangles until all are put together, in the order of
// the regions.
#include "voxel/regions.h"

#include "geom/ears.h"
#include "geom/mesh.h"
#include "geom/triangulation.h"

#include <math.h>

enum { PIECE = 32, FEW = 12 }; // regions in one task; corners of a polygon that is cut into ears

// A triangle of a region, with its corners as sides that begin there.
typedef struct filled {
    int32_t corner[3];
    int32_t twin[3]; // a half-edge of the piece, or ~side
    int32_t region;
} filled;

typedef struct piece {
    WEND_ARRAY(filled) triangles;
} piece;

// One worker's tools.
typedef struct filler {
    wend_context *context;
    const wend_grid *grid;
    const wend_voxel_regions *made;
    piece *out;
    wend_ears ears;
    WEND_ARRAY(wend_point) points;
    WEND_ARRAY(wend_segment) segments;
    WEND_ARRAY(int32_t) side_at;   // per half-edge of the triangulation: the side that it is, or -1
    WEND_ARRAY(int32_t) corner_at; // per half-edge: the side that begins where it does, within the region
    WEND_ARRAY(int32_t) number;    // per triangle: its number in the piece, or -1
    WEND_ARRAY(int32_t) stack;
    char space[WEND_WORKER_SPACE];
} filler;

typedef struct filling {
    wend_context *context;
    const wend_grid *grid;
    wend_voxel_regions *made;
    filler *workers;
    piece *pieces;
    int64_t piece_count;
} filling;

// ---------------------------------------------------------------------------------------------------- ears

// Follows the polygon of a side; false when it is not all of the region, or has many corners.
static bool is_simple(filler *f, int32_t first, int32_t end) {
    int32_t count = 0, side = first;
    if (end - first > FEW)
        return false;
    do {
        count++;
        side = f->made->sides.data[side].next;
    } while (side != first && count <= FEW);
    if (side != first || count != end - first)
        return false;
    for (int32_t a = first; a < end; a++)
        for (int32_t b = a + 1; b < end; b++) {
            wend_grid_cell p = f->made->sides.data[a].from, q = f->made->sides.data[b].from;
            if (p.x == q.x && p.y == q.y)
                return false;
        }
    return true;
}

static bool cut_ears(filler *f, int32_t region, int32_t first, int32_t end, bool *done) {
    int32_t corner[FEW], count = 0;
    if (!wend_ears_make_room(f->context, &f->ears, end - first))
        return false;
    for (int32_t side = first; count < end - first; side = f->made->sides.data[side].next) {
        wend_point p = wend_grid_point(f->grid, f->made->sides.data[side].from);
        f->ears.corners.data[count].at = (wend_point3){p.x, p.y, 0};
        corner[count++] = side;
    }
    f->ears.corners.count = count;
    f->ears.reach = INFINITY;
    f->ears.right = false;
    *done = wend_ears_cut(&f->ears);
    if (!*done)
        return true;
    int32_t base = (int32_t)f->out->triangles.count;
    for (int64_t k = 0; k < f->ears.triangles.count; k++) {
        const wend_ear *ear = &f->ears.triangles.data[k];
        filled t = {.region = region};
        for (int i = 0; i < 3; i++) {
            t.corner[i] = corner[ear->v[i]];
            t.twin[i] = ear->twin[i] >= 0 ? 3 * base + ear->twin[i] : ~corner[~ear->twin[i]];
        }
        if (!wend_array_push(f->context, &f->out->triangles, t))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- triangulation

// Tells for each half-edge which side it is.
static void mark_sides(filler *f, const wend_triangulation_view *view, int32_t first) {
    for (int32_t h = 0; h < 3 * view->triangle_count; h++) {
        f->side_at.data[h] = f->corner_at.data[h] = -1;
        const wend_triangle *t = &view->triangles[h / 3];
        if (t->v[0] == t->v[1] || wend_triangle_is_ghost(t))
            continue;
        for (int32_t m = t->mark[h % 3]; m >= 0; m = view->pieces[m].next) {
            wend_segment s = f->segments.data[view->pieces[m].segment];
            if (view->point_vertex[s.a] == t->v[h % 3] && view->point_vertex[s.b] == t->v[(h % 3 + 1) % 3])
                f->side_at.data[h] = first + view->pieces[m].segment;
        }
    }
}

// Numbers the triangles on the left of sides. False when memory is short.
static bool number_inside(filler *f, const wend_triangulation_view *view) {
    int32_t next = (int32_t)f->out->triangles.count;
    for (int32_t t = 0; t < view->triangle_count; t++)
        f->number.data[t] = -1;
    f->stack.count = 0;
    for (int32_t h = 0; h < 3 * view->triangle_count; h++)
        if (f->side_at.data[h] >= 0 && f->number.data[h / 3] < 0) {
            f->number.data[h / 3] = next++;
            if (!wend_array_push(f->context, &f->stack, h / 3))
                return false;
            while (f->stack.count > 0) {
                int32_t t = f->stack.data[--f->stack.count];
                for (int i = 0; i < 3; i++) {
                    int32_t other = view->triangles[t].twin[i] / 3;
                    if (view->triangles[t].mark[i] >= 0 || f->number.data[other] >= 0 ||
                        wend_triangle_is_ghost(&view->triangles[other]))
                        continue;
                    f->number.data[other] = next++;
                    if (!wend_array_push(f->context, &f->stack, other))
                        return false;
                }
            }
        }
    return wend_array_resize(f->context, &f->out->triangles, next);
}

// Gives the corner of a side to the triangles of its fan.
static void spread_corner(filler *f, const wend_triangulation_view *view, int32_t h) {
    int32_t side = f->side_at.data[h];
    for (;;) {
        f->corner_at.data[h] = side;
        int32_t before = wend_half_previous(h);
        if (view->triangles[before / 3].mark[before % 3] >= 0)
            return;
        h = view->triangles[before / 3].twin[before % 3];
        if (f->corner_at.data[h] >= 0 || f->number.data[h / 3] < 0)
            return;
    }
}

static wend_result take_inside(filler *f, const wend_triangulation_view *view, int32_t region) {
    for (int32_t h = 0; h < 3 * view->triangle_count; h++)
        if (f->side_at.data[h] >= 0)
            spread_corner(f, view, h);
    for (int32_t t = 0; t < view->triangle_count; t++) {
        if (f->number.data[t] < 0)
            continue;
        filled *made = &f->out->triangles.data[f->number.data[t]];
        made->region = region;
        for (int i = 0; i < 3; i++) {
            int32_t h = 3 * t + i, twin = view->triangles[t].twin[i];
            bool border = view->triangles[t].mark[i] >= 0;
            made->corner[i] = f->corner_at.data[h];
            made->twin[i] = border ? ~f->side_at.data[h] : 3 * f->number.data[twin / 3] + twin % 3;
            if (made->corner[i] < 0 || (border ? f->side_at.data[h] < 0 : f->number.data[twin / 3] < 0))
                return WEND_ERROR_INVALID;
        }
    }
    return WEND_OK;
}

static wend_result triangulate(filler *f, int32_t region, int32_t first, int32_t end) {
    wend_triangulation *made;
    if (!wend_array_resize(f->context, &f->points, end - first) ||
        !wend_array_resize(f->context, &f->segments, end - first))
        return WEND_ERROR_MEMORY;
    for (int32_t side = first; side < end; side++) {
        f->points.data[side - first] = wend_grid_point(f->grid, f->made->sides.data[side].from);
        f->segments.data[side - first] = (wend_segment){side - first, f->made->sides.data[side].next - first};
    }
    wend_result result =
        wend_triangulation_build(f->context, f->points.data, end - first, f->segments.data, end - first, &made);
    if (result != WEND_OK)
        return result;
    wend_triangulation_view view = wend_triangulation_look(made);
    if (!wend_array_resize(f->context, &f->side_at, 3 * (int64_t)view.triangle_count) ||
        !wend_array_resize(f->context, &f->corner_at, 3 * (int64_t)view.triangle_count) ||
        !wend_array_resize(f->context, &f->number, view.triangle_count))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        mark_sides(f, &view, first);
        result = number_inside(f, &view) ? take_inside(f, &view, region) : WEND_ERROR_MEMORY;
    }
    wend_triangulation_destroy(made);
    return result;
}

static wend_result fill_piece(void *data, int64_t begin, int64_t end, int worker) {
    filling *all = data;
    filler *f = &all->workers[worker];
    f->out = &all->pieces[begin / PIECE];
    for (int64_t k = begin; k < end; k++) {
        int32_t first = all->made->regions.data[k].first_side, last = all->made->regions.data[k + 1].first_side;
        bool done = false;
        if (is_simple(f, first, last) && !cut_ears(f, (int32_t)k, first, last, &done))
            return WEND_ERROR_MEMORY;
        wend_result result = done ? WEND_OK : triangulate(f, (int32_t)k, first, last);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all

// Whether a triangle lies in the plane of its floor, as far as the lattice can tell.
static bool is_of_plane(const wend_face *face, const wend_raw_triangle *t) {
    for (int i = 0; i < 3; i++)
        if (t->p[i].z != wend_height_within(face, wend_from_above(t->p[i]), -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX))
            return false;
    return true;
}

// Adds the triangles of a piece.
static void take_piece(filling *f, const wend_solid *solid, const piece *from, wend_raw *raw) {
    wend_region_side *sides = f->made->sides.data;
    int32_t base = (int32_t)raw->triangles.count;
    for (int64_t k = 0; k < from->triangles.count; k++) {
        const filled *made = &from->triangles.data[k];
        const wend_face *face = &solid->faces.data[f->made->regions.data[made->region].face];
        wend_raw_triangle *t = &raw->triangles.data[raw->triangles.count];
        for (int i = 0; i < 3; i++) {
            const wend_region_side *corner = &sides[made->corner[i]];
            wend_point p = wend_grid_point(f->grid, corner->from);
            t->p[i] = (wend_point3){p.x, p.y, corner->z};
            t->twin[i] = made->twin[i] >= 0 ? made->twin[i] + 3 * base : made->twin[i];
            if (made->twin[i] < 0)
                sides[~made->twin[i]].half = 3 * (int32_t)raw->triangles.count + i;
        }
        t->source = face->source;
        raw->mixed.data[raw->mixed.count++] = !is_of_plane(face, t);
        raw->triangles.count++;
    }
}

// Ends the sides of the triangles: with their neighbours in other regions, or with borders.
static wend_result join_regions(const wend_voxel_regions *made, wend_raw *raw) {
    for (int64_t k = 0; k < made->sides.count; k++) {
        const wend_region_side *side = &made->sides.data[k];
        if (side->half < 0 || (side->twin >= 0) == (side->border >= 0))
            return WEND_ERROR_INVALID;
        raw->triangles.data[side->half / 3].twin[side->half % 3] =
            side->twin >= 0 ? made->sides.data[side->twin].half : ~(int32_t)raw->borders.count;
        if (side->border >= 0)
            raw->borders.data[raw->borders.count++] = made->borders.data[side->border];
    }
    return WEND_OK;
}

static wend_result put_together(filling *f, const wend_solid *solid, wend_raw *raw) {
    int64_t triangles = 0, borders = 0;
    for (int64_t k = 0; k < f->piece_count; k++)
        triangles += f->pieces[k].triangles.count;
    for (int64_t k = 0; k < f->made->sides.count; k++)
        borders += f->made->sides.data[k].border >= 0;
    if (triangles > INT32_MAX / 3)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(f->context, &raw->triangles, triangles) ||
        !wend_array_reserve(f->context, &raw->mixed, triangles) ||
        !wend_array_reserve(f->context, &raw->borders, borders))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < f->piece_count; k++) {
        take_piece(f, solid, &f->pieces[k], raw);
        wend_array_free(f->context, &f->pieces[k].triangles);
    }
    return join_regions(f->made, raw);
}

wend_result wend_voxel_regions_fill(wend_context *context, const wend_grid *grid, const wend_solid *solid,
                                    wend_voxel_regions *regions, wend_raw *raw) {
    int64_t count = regions->regions.count - 1;
    int workers = wend_thread_count(context);
    filling f = {.context = context,
                 .grid = grid,
                 .made = regions,
                 .workers = wend_allocate_array(context, workers, sizeof *f.workers),
                 .piece_count = (count + PIECE - 1) / PIECE};
    f.pieces = f.piece_count > 0 ? wend_allocate_array(context, f.piece_count, sizeof *f.pieces) : NULL;
    wend_result result = f.workers && (f.pieces || f.piece_count == 0) ? WEND_OK : WEND_ERROR_MEMORY;
    for (int w = 0; w < workers && f.workers; w++)
        f.workers[w] = (filler){.context = context, .grid = grid, .made = regions};
    for (int64_t k = 0; k < f.piece_count && f.pieces; k++)
        f.pieces[k] = (piece){0};
    if (result == WEND_OK)
        result = wend_run_tasks(context, count, PIECE, fill_piece, &f);
    if (result == WEND_OK)
        result = put_together(&f, solid, raw);
    for (int w = 0; w < workers && f.workers; w++) {
        wend_ears_free(context, &f.workers[w].ears);
        wend_array_free(context, &f.workers[w].points);
        wend_array_free(context, &f.workers[w].segments);
        wend_array_free(context, &f.workers[w].side_at);
        wend_array_free(context, &f.workers[w].corner_at);
        wend_array_free(context, &f.workers[w].number);
        wend_array_free(context, &f.workers[w].stack);
    }
    for (int64_t k = 0; k < f.piece_count && f.pieces; k++)
        wend_array_free(context, &f.pieces[k].triangles);
    if (f.workers)
        wend_release(context, f.workers, (size_t)workers * sizeof *f.workers);
    if (f.pieces)
        wend_release(context, f.pieces, (size_t)f.piece_count * sizeof *f.pieces);
    return result;
}
