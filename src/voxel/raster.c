// What is in each cell of a tile: conservative rasterisation.
//
// A face counts in a cell when the two have more than a border in common, seen from above: the inside of a triangle
// meets the inside of the cell. That is decided in integers, row by row:
//
//     Y1 ---------/------.--------        Within a row, the triangle reaches from the least x to the greatest x of its
//                /       |                corners there and of the places where its sides cross Y0 and Y1. These are
//     row       /        |                fractions; rounding the least down and the greatest up to whole steps cannot
//              /         |                change which cells they are in, because cells begin at whole steps.
//     Y0 -----/----------'--------
//
// So a floor that ends where a cell ends does not count in the next one, and scenes that fit the grid are exact. Walls
// are lines seen from above, and lines on the border between two cells have to be in one of them: the one to the right,
// or above. Then nobody can pass a wall from cell to cell: cells that meet in a corner alone do not hang together.
//
// The heights between which a face lies in a cell are rounded outwards, and never beyond those of its corners.
#include "voxel/tile.h"

#include <math.h>

static int32_t floor_of(double value, int32_t low, int32_t high) {
    return !(value > low) ? low : !(value < high) ? high : (int32_t)floor(value);
}

static int32_t ceil_of(double value, int32_t low, int32_t high) {
    return !(value > low) ? low : !(value < high) ? high : (int32_t)ceil(value);
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

static bool hit(wend_tile *t, int32_t x, int32_t y, int32_t face, int32_t low, int32_t high) {
    int32_t *head = &t->head.data[(int64_t)(y - t->begin.y) * t->width + (x - t->begin.x)];
    int32_t number = (int32_t)t->hits.count;
    if (number == INT32_MAX || !wend_array_push(t->context, &t->hits, (wend_hit){face, low, high, *head}))
        return false;
    *head = number;
    return true;
}

// The cells [from, to) along one axis that lie in the tile.
typedef struct range {
    int64_t from, to;
} range;

static range within(range r, int32_t begin, int32_t count) {
    return (range){r.from > begin ? r.from : begin, r.to < (int64_t)begin + count ? r.to : (int64_t)begin + count};
}

// The cells between two places along an axis; those of a single place when they are the same.
static range cells_between(int64_t low, int64_t high, int32_t cell) {
    int64_t from = wend_divide_down(low, cell), to = wend_divide_up(high, cell);
    return (range){from, to > from ? to : from + 1};
}

// What a side has in a row: widens [*low, *high] by where it begins and where it crosses Y0 and Y1.
static void take_side(const int64_t a[2], const int64_t b[2], int64_t y0, int64_t y1, int64_t *low, int64_t *high) {
    if (a[1] >= y0 && a[1] <= y1) {
        *low = a[0] < *low ? a[0] : *low;
        *high = a[0] > *high ? a[0] : *high;
    }
    const int64_t *under = a[1] < b[1] ? a : b, *over = a[1] < b[1] ? b : a;
    for (int k = 0; k < 2; k++) {
        int64_t y = k == 0 ? y0 : y1, rise = over[1] - under[1];
        if (under[1] >= y || over[1] <= y)
            continue;
        int64_t part = (y - under[1]) * (over[0] - under[0]); // both less than 2^31
        int64_t left = under[0] + wend_divide_down(part, rise), right = under[0] + wend_divide_up(part, rise);
        *low = left < *low ? left : *low;
        *high = right > *high ? right : *high;
    }
}

// ---------------------------------------------------------------------------------------------------- triangles

// The part of a triangle in a row of cells.
typedef struct row {
    int64_t y, y0, y1;   // number; where it begins and ends, in steps from the grid's corner
    int64_t low, high;   // along x
    double bottom, roof; // of the part of the row that the triangle reaches, above the grid's corner
} row;

static bool hit_row(wend_tile *t, int32_t number, const wend_face *face, const int64_t *base, const row *r) {
    const wend_grid *g = t->grid;
    range cells = within(cells_between(r->low, r->high, g->cell), t->begin.x, t->width);
    int32_t least = wend_least(face->p[0].z, face->p[1].z, face->p[2].z);
    int32_t most = wend_most(face->p[0].z, face->p[1].z, face->p[2].z);
    double up = face->slope[1], along = face->slope[0];
    double begin = up * (r->bottom - (double)base[1]), end = up * (r->roof - (double)base[1]), z = face->p[0].z;
    double low = lesser(begin, end), high = greater(begin, end);
    for (int64_t x = cells.from; x < cells.to; x++) {
        if (least == most) {
            if (!hit(t, (int32_t)x, (int32_t)r->y, number, least, most))
                return false;
            continue;
        }
        double left = greater((double)(x * g->cell), (double)r->low) - (double)base[0];
        double right = lesser((double)((x + 1) * g->cell), (double)r->high) - (double)base[0];
        if (!hit(t, (int32_t)x, (int32_t)r->y, number,
                 floor_of(z + (lesser(along * left, along * right) + low), least, most),
                 ceil_of(z + (greater(along * left, along * right) + high), least, most)))
            return false;
    }
    return true;
}

static bool hit_triangle(wend_tile *t, int32_t number, const wend_face *face) {
    const wend_grid *g = t->grid;
    int64_t p[3][2];
    for (int i = 0; i < 3; i++) {
        p[i][0] = (int64_t)face->p[i].x - g->low.x;
        p[i][1] = (int64_t)face->p[i].y - g->low.y;
    }
    int64_t under = p[0][1], over = p[0][1];
    for (int i = 1; i < 3; i++) {
        under = p[i][1] < under ? p[i][1] : under;
        over = p[i][1] > over ? p[i][1] : over;
    }
    range rows = within(cells_between(under, over, g->cell), t->begin.y, t->high);
    for (int64_t y = rows.from; y < rows.to; y++) {
        row r = {.y = y, .y0 = y * g->cell, .y1 = (y + 1) * g->cell, .low = INT64_MAX, .high = INT64_MIN};
        for (int i = 0; i < 3; i++)
            take_side(p[i], p[(i + 1) % 3], r.y0, r.y1, &r.low, &r.high);
        r.bottom = greater((double)r.y0, (double)under);
        r.roof = lesser((double)r.y1, (double)over);
        if (!hit_row(t, number, face, p[0], &r))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- walls

// A wall seen from the side: its corners along the segment that it is from above, 0 and 1 at its ends.
typedef struct panel {
    int64_t a[2], b[2]; // the ends, in steps from the grid's corner
    double at[3], z[3];
    int32_t least, most;
} panel;

static panel panel_of(const wend_grid *g, const wend_face *face) {
    panel w = {.a = {(int64_t)face->p[0].x - g->low.x, (int64_t)face->p[0].y - g->low.y},
               .b = {(int64_t)face->p[1].x - g->low.x, (int64_t)face->p[1].y - g->low.y},
               .at = {0, 1, 0},
               .least = wend_least(face->p[0].z, face->p[1].z, face->p[2].z),
               .most = wend_most(face->p[0].z, face->p[1].z, face->p[2].z)};
    double dx = (double)(w.b[0] - w.a[0]), dy = (double)(w.b[1] - w.a[1]), length2 = dx * dx + dy * dy;
    double cx = (double)face->p[2].x - face->p[0].x, cy = (double)face->p[2].y - face->p[0].y;
    double at = length2 > 0 ? (cx * dx + cy * dy) / length2 : 0;
    w.at[2] = at < 0 ? 0 : at > 1 ? 1 : at;
    for (int i = 0; i < 3; i++)
        w.z[i] = face->p[i].z;
    return w;
}

// Between which heights the panel lies from `from` to `to`.
static void heights_between(const panel *w, double from, double to, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        double a = w->at[i], b = w->at[k], rise = w->z[k] - w->z[i];
        if (a >= from && a <= to) {
            *low = lesser(*low, w->z[i]);
            *high = greater(*high, w->z[i]);
        }
        for (int end = 0; end < 2; end++) {
            double at = end == 0 ? from : to;
            if (!((a < at && at < b) || (b < at && at < a)))
                continue;
            double z = w->z[i] + rise * ((at - a) / (b - a));
            *low = lesser(*low, z);
            *high = greater(*high, z);
        }
    }
}

// The part of the panel between two places along an axis, as far as it is within [*from, *to].
static void narrow(const panel *w, int axis, double low, double high, double *from, double *to) {
    double begin = (double)w->a[axis], length = (double)(w->b[axis] - w->a[axis]);
    if (!(length > 0 || length < 0))
        return;
    double first = (low - begin) / length, last = (high - begin) / length;
    *from = greater(*from, lesser(first, last));
    *to = lesser(*to, greater(first, last));
}

static bool hit_wall(wend_tile *t, int32_t number, const wend_face *face) {
    const wend_grid *g = t->grid;
    panel w = panel_of(g, face);
    int64_t under = w.a[1] < w.b[1] ? w.a[1] : w.b[1], over = w.a[1] < w.b[1] ? w.b[1] : w.a[1];
    range rows = within(cells_between(under, over, g->cell), t->begin.y, t->high);
    for (int64_t y = rows.from; y < rows.to; y++) {
        int64_t y0 = y * g->cell, y1 = y0 + g->cell, left = INT64_MAX, right = INT64_MIN;
        take_side(w.a, w.b, y0, y1, &left, &right);
        take_side(w.b, w.a, y0, y1, &left, &right);
        range cells = within(cells_between(left, right, g->cell), t->begin.x, t->width);
        for (int64_t x = cells.from; x < cells.to; x++) {
            double from = 0, to = 1, low, high;
            narrow(&w, 0, (double)(x * g->cell), (double)((x + 1) * g->cell), &from, &to);
            narrow(&w, 1, (double)y0, (double)y1, &from, &to);
            heights_between(&w, lesser(from, to), greater(from, to), &low, &high);
            if (!(low <= high)) { // less than rounding is left of it here
                low = w.least;
                high = w.most;
            }
            if (!hit(t, (int32_t)x, (int32_t)y, number, floor_of(low, w.least, w.most), ceil_of(high, w.least, w.most)))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

static int32_t clamp_coordinate(int64_t value) {
    return (int32_t)(value < -WEND_COORDINATE_MAX  ? -WEND_COORDINATE_MAX
                     : value > WEND_COORDINATE_MAX ? WEND_COORDINATE_MAX
                                                   : value);
}

wend_result wend_tile_raster(wend_tile *t) {
    const wend_grid *g = t->grid;
    int64_t cells = (int64_t)t->width * t->high;
    if (!wend_array_resize(t->context, &t->head, cells))
        return WEND_ERROR_MEMORY;
    memset(t->head.data, 0xFF, (size_t)cells * sizeof *t->head.data);
    t->hits.count = 0;
    int64_t x0 = g->low.x + (int64_t)t->begin.x * g->cell, y0 = g->low.y + (int64_t)t->begin.y * g->cell;
    wend_box3 box = {{clamp_coordinate(x0), clamp_coordinate(y0), -WEND_COORDINATE_MAX},
                     {clamp_coordinate(x0 + (int64_t)t->width * g->cell),
                      clamp_coordinate(y0 + (int64_t)t->high * g->cell), WEND_COORDINATE_MAX}};
    if (!wend_solid_search(t->context, t->footing->solid, &box, &t->found))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < t->found.count; k++) {
        const wend_face *face = wend_tile_face(t, t->found.data[k]);
        if (!(face->flags & WEND_FACE_WALL ? hit_wall : hit_triangle)(t, t->found.data[k], face))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}
