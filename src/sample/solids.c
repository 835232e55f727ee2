// The kit for scenes: closed solids and open sheets.
#include "sample/model.h"

#include "sample/brush.h"

#include <math.h>

// Side faces between two rings of `count` points each, numbered from `low` and `high`, counter-clockwise seen from
// above.
static void join_rings(wend_model *model, int32_t low, int32_t high, int32_t count) {
    for (int32_t k = 0; k < count; k++) {
        int32_t next = k + 1 < count ? k + 1 : 0;
        wend_model_quad(model, low + k, low + next, high + next, high + k);
    }
}

void wend_model_box(wend_model *model, double x0, double y0, double z0, double x1, double y1, double z1) {
    const double z[2] = {z0, z1};
    for (int k = 0; k < 2; k++) {
        (void)wend_model_point(model, x0, y0, z[k]);
        (void)wend_model_point(model, x1, y0, z[k]);
        (void)wend_model_point(model, x1, y1, z[k]);
        (void)wend_model_point(model, x0, y1, z[k]);
    }
    wend_model_quad(model, 4, 5, 6, 7);
    wend_model_quad(model, 0, 3, 2, 1);
    join_rings(model, 0, 4, 4);
    wend_model_end(model);
}

// ---------------------------------------------------------------------------------------------------- polygons

#define FILL_GRAIN 1e4 // steps per metre that polygons are triangulated on

// Which triangles lie within the rings: an odd number of ring edges away from the outside. Writes 1 or 0 for each.
static bool find_inside(wend_model *model, const wend_triangulation_view *view, int32_t *inside) {
    model->scratch.count = 0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const int32_t *v = view->triangles[t].v;
        bool ghost = v[0] == WEND_GHOST || v[1] == WEND_GHOST || v[2] == WEND_GHOST;
        inside[t] = ghost ? 0 : -1;
        if (ghost && !wend_array_push(model->context, &model->scratch, t))
            return false;
    }
    for (int64_t next = 0; next < model->scratch.count; next++) {
        int32_t t = model->scratch.data[next];
        for (int k = 0; k < 3; k++) {
            int32_t other = view->triangles[t].twin[k] / 3;
            if (inside[other] >= 0)
                continue;
            inside[other] = inside[t] ^ (view->triangles[t].mark[k] >= 0);
            if (!wend_array_push(model->context, &model->scratch, other))
                return false;
        }
    }
    return true;
}

// The triangles of a polygon with holes, three numbers of points each, counter-clockwise.
typedef WEND_ARRAY(int32_t) fill_list;

static wend_result collect_fill(wend_model *model, const wend_triangulation *triangulation, fill_list *fill) {
    wend_triangulation_view view = wend_triangulation_look(triangulation);
    WEND_ARRAY(int32_t) inside = {0}, point_of = {0};
    bool good = wend_array_resize(model->context, &inside, view.triangle_count) &&
                wend_array_resize(model->context, &point_of, view.vertex_count) &&
                find_inside(model, &view, inside.data);
    for (int32_t k = 0; good && k < view.point_count; k++)
        point_of.data[view.point_vertex[k]] = k;
    for (int32_t t = 0; good && t < view.triangle_count; t++) {
        const int32_t *v = view.triangles[t].v;
        if (inside.data[t] != 1 || v[0] == v[1])
            continue;
        for (int k = 0; good && k < 3; k++)
            good = wend_array_push(model->context, fill, point_of.data[v[k]]);
    }
    wend_array_free(model->context, &inside);
    wend_array_free(model->context, &point_of);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

static int32_t fill_step(double value) {
    double scaled = value * FILL_GRAIN;
    return (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

static wend_result fill_rings(wend_model *model, const double *points, const int32_t *counts, int32_t rings,
                              fill_list *fill) {
    WEND_ARRAY(wend_point) place = {0};
    WEND_ARRAY(wend_segment) side = {0};
    bool good = true;
    for (int32_t r = 0, first = 0; good && r < rings; first += counts[r++]) {
        for (int32_t k = first; good && k < first + counts[r]; k++) {
            wend_point at = {fill_step(points[2 * k]), fill_step(points[2 * k + 1])};
            int32_t next = k + 1 < first + counts[r] ? k + 1 : first;
            good = wend_array_push(model->context, &place, at) &&
                   wend_array_push(model->context, &side, (wend_segment){k, next});
        }
    }
    wend_triangulation *triangulation = NULL;
    wend_result result = good ? wend_triangulation_build(model->context, place.data, (int32_t)place.count, side.data,
                                                         (int32_t)side.count, &triangulation)
                              : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = collect_fill(model, triangulation, fill);
    wend_triangulation_destroy(triangulation);
    wend_array_free(model->context, &place);
    wend_array_free(model->context, &side);
    return result;
}

void wend_model_region(wend_model *model, const double *points, const int32_t *counts, int32_t rings, double z) {
    fill_list fill = {0};
    int32_t count = 0;
    for (int32_t r = 0; r < rings; r++)
        count += counts[r];
    for (int32_t k = 0; k < count; k++)
        (void)wend_model_point(model, points[2 * k], points[2 * k + 1], z);
    if (model->result == WEND_OK)
        model->result = fill_rings(model, points, counts, rings, &fill);
    for (int64_t k = 0; k < fill.count; k += 3)
        wend_model_triangle(model, fill.data[k], fill.data[k + 1], fill.data[k + 2]);
    wend_array_free(model->context, &fill);
    wend_model_end(model);
}

void wend_model_prism(wend_model *model, const double *polygon, int32_t count, double z0, double z1) {
    fill_list fill = {0};
    for (int32_t k = 0; k < 2 * count; k++) {
        int32_t at = k < count ? k : k - count;
        (void)wend_model_point(model, polygon[2 * at], polygon[2 * at + 1], k < count ? z0 : z1);
    }
    if (model->result == WEND_OK)
        model->result = fill_rings(model, polygon, &count, 1, &fill);
    for (int64_t k = 0; k < fill.count; k += 3) {
        const int32_t *v = &fill.data[k];
        wend_model_triangle(model, v[0], v[2], v[1]);
        wend_model_triangle(model, count + v[0], count + v[1], count + v[2]);
    }
    wend_array_free(model->context, &fill);
    join_rings(model, 0, count, count);
    wend_model_end(model);
}

void wend_model_ribbon(wend_model *model, const double *left, const double *right, int32_t count, double z0,
                       double z1) {
    for (int32_t k = 0; k < count; k++) { // four points a station: left and right, low and high
        for (int side = 0; side < 2; side++) {
            const double *at = side ? &right[2 * k] : &left[2 * k];
            (void)wend_model_point(model, at[0], at[1], z0);
            (void)wend_model_point(model, at[0], at[1], z1);
        }
    }
    for (int32_t k = 0; k + 1 < count; k++) {
        int32_t a = 4 * k, b = a + 4;
        wend_model_quad(model, a + 3, b + 3, b + 1, a + 1); // above
        wend_model_quad(model, a, b, b + 2, a + 2);         // below
        wend_model_quad(model, a + 1, b + 1, b, a);         // left
        wend_model_quad(model, a + 2, b + 2, b + 3, a + 3); // right
    }
    int32_t last = 4 * (count - 1);
    wend_model_quad(model, 0, 2, 3, 1);
    wend_model_quad(model, last + 1, last + 3, last + 2, last);
    wend_model_end(model);
}

// ---------------------------------------------------------------------------------------------------- round things

static int32_t add_circle(wend_model *model, double x, double y, double radius, int32_t corners, double z) {
    int32_t first = 0;
    for (int32_t k = 0; k < corners; k++) {
        double unit[2];
        wend_brush_direction((double)k / corners, unit);
        int32_t point = wend_model_point(model, x + radius * unit[0], y + radius * unit[1], z);
        first = k == 0 ? point : first;
    }
    return first;
}

// A fan over a ring of points; it faces up when `up`.
static void add_fan(wend_model *model, int32_t first, int32_t count, bool up) {
    for (int32_t k = 1; k + 1 < count; k++)
        wend_model_triangle(model, first, first + (up ? k : k + 1), first + (up ? k + 1 : k));
}

void wend_model_ring(wend_model *model, double x, double y, double inner, double outer, int32_t corners, double z0,
                     double z1) {
    int32_t out0 = add_circle(model, x, y, outer, corners, z0), out1 = add_circle(model, x, y, outer, corners, z1);
    int32_t in0 = add_circle(model, x, y, inner, corners, z0), in1 = add_circle(model, x, y, inner, corners, z1);
    join_rings(model, out0, out1, corners);
    join_rings(model, in1, in0, corners);
    join_rings(model, out1, in1, corners);
    join_rings(model, in0, out0, corners);
    wend_model_end(model);
}

void wend_model_column(wend_model *model, double x, double y, double low, double high, int32_t corners, double z0,
                       double z1) {
    int32_t foot = add_circle(model, x, y, low, corners, z0);
    add_fan(model, foot, corners, false);
    if (high > 0) {
        int32_t head = add_circle(model, x, y, high, corners, z1);
        add_fan(model, head, corners, true);
        join_rings(model, foot, head, corners);
    } else {
        int32_t tip = wend_model_point(model, x, y, z1);
        for (int32_t k = 0; k < corners; k++)
            wend_model_triangle(model, foot + k, foot + (k + 1) % corners, tip);
    }
    wend_model_end(model);
}

void wend_model_ball(wend_model *model, double x, double y, double z, double radius, double tall, int32_t corners) {
    int32_t rings = corners / 2;
    int32_t south = wend_model_point(model, x, y, z - radius * tall), before = 0;
    for (int32_t r = 1; r < rings; r++) {
        double unit[2];
        wend_brush_direction(0.5 * r / rings, unit);
        int32_t ring = add_circle(model, x, y, radius * unit[1], corners, z - radius * tall * unit[0]);
        for (int32_t k = 0; r == 1 && k < corners; k++)
            wend_model_triangle(model, south, ring + (k + 1) % corners, ring + k);
        if (r > 1)
            join_rings(model, before, ring, corners);
        before = ring;
    }
    int32_t north = wend_model_point(model, x, y, z + radius * tall);
    for (int32_t k = 0; k < corners; k++)
        wend_model_triangle(model, before + k, before + (k + 1) % corners, north);
    wend_model_end(model);
}

// ---------------------------------------------------------------------------------------------------- openings

#define CUTS_MAX (2 * WEND_OPENINGS_MAX + 2)

typedef struct cut_list {
    double at[CUTS_MAX];
    int32_t count;
} cut_list;

// Keeps cuts ascending and distinct, between the first two of them.
static void add_cut(cut_list *cuts, double at, double low, double high) {
    if (at < low || at > high)
        return;
    int32_t k = cuts->count;
    while (k > 0 && cuts->at[k - 1] >= at)
        k--;
    if (k < cuts->count && cuts->at[k] == at)
        return;
    for (int32_t i = cuts->count++; i > k; i--)
        cuts->at[i] = cuts->at[i - 1];
    cuts->at[k] = at;
}

// A rectangle of cells, some of them open.
typedef struct cell_grid {
    cut_list u, v;
    const wend_model_opening *openings;
    int32_t count;
    double z[2];
    int32_t point[CUTS_MAX][CUTS_MAX][2]; // numbers of the points that are in use, -1 for others
} cell_grid;

static bool cell_filled(const cell_grid *grid, int32_t i, int32_t j) {
    if (i < 0 || j < 0 || i + 1 >= grid->u.count || j + 1 >= grid->v.count)
        return false;
    double u = (grid->u.at[i] + grid->u.at[i + 1]) / 2, v = (grid->v.at[j] + grid->v.at[j + 1]) / 2;
    for (int32_t k = 0; k < grid->count; k++) {
        const wend_model_opening *o = &grid->openings[k];
        if (u > o->from && u < o->to && v > o->low && v < o->high)
            return false;
    }
    return true;
}

static int32_t grid_point(wend_model *model, cell_grid *grid, int32_t i, int32_t j, int side) {
    int32_t *point = &grid->point[i][j][side];
    if (*point < 0)
        *point = wend_model_point(model, grid->u.at[i], grid->v.at[j], grid->z[side]);
    return *point;
}

// The face between two neighbouring grid points from the lower to the upper side; what is filled lies on the left.
static void grid_side(wend_model *model, cell_grid *grid, int32_t i, int32_t j, int32_t i2, int32_t j2) {
    int32_t a = grid_point(model, grid, i, j, 0), b = grid_point(model, grid, i2, j2, 0);
    int32_t c = grid_point(model, grid, i2, j2, 1), d = grid_point(model, grid, i, j, 1);
    wend_model_quad(model, a, b, c, d);
}

static void grid_cell(wend_model *model, cell_grid *grid, int32_t i, int32_t j) {
    for (int side = 0; side < 2; side++) {
        int32_t a = grid_point(model, grid, i, j, side), b = grid_point(model, grid, i + 1, j, side);
        int32_t c = grid_point(model, grid, i + 1, j + 1, side), d = grid_point(model, grid, i, j + 1, side);
        if (side)
            wend_model_quad(model, a, b, c, d);
        else
            wend_model_quad(model, a, d, c, b);
    }
    if (!cell_filled(grid, i, j - 1))
        grid_side(model, grid, i, j, i + 1, j);
    if (!cell_filled(grid, i + 1, j))
        grid_side(model, grid, i + 1, j, i + 1, j + 1);
    if (!cell_filled(grid, i, j + 1))
        grid_side(model, grid, i + 1, j + 1, i, j + 1);
    if (!cell_filled(grid, i - 1, j))
        grid_side(model, grid, i, j + 1, i, j);
}

void wend_model_slab(wend_model *model, double x0, double y0, double x1, double y1, double z0, double z1,
                     const wend_model_opening *openings, int32_t count) {
    cell_grid grid = {.openings = openings, .count = count, .z = {z0, z1}};
    memset(grid.point, -1, sizeof grid.point);
    add_cut(&grid.u, x0, x0, x1);
    add_cut(&grid.u, x1, x0, x1);
    add_cut(&grid.v, y0, y0, y1);
    add_cut(&grid.v, y1, y0, y1);
    for (int32_t k = 0; k < count; k++) {
        add_cut(&grid.u, openings[k].from, x0, x1);
        add_cut(&grid.u, openings[k].to, x0, x1);
        add_cut(&grid.v, openings[k].low, y0, y1);
        add_cut(&grid.v, openings[k].high, y0, y1);
    }
    for (int32_t j = 0; j + 1 < grid.v.count; j++) {
        for (int32_t i = 0; i + 1 < grid.u.count; i++) {
            if (cell_filled(&grid, i, j))
                grid_cell(model, &grid, i, j);
        }
    }
    wend_model_end(model);
}

void wend_model_wall(wend_model *model, double x0, double y0, double x1, double y1, double thickness, double z0,
                     double z1, const wend_model_opening *openings, int32_t count) {
    wend_frame outer = model->frame;
    double length = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    double cosine = (x1 - x0) / length, sine = (y1 - y0) / length;
    wend_frame along = wend_frame_within(&outer, x0, y0, z0, 0);
    for (int k = 0; k < 3; k++) {
        along.axis[0][k] = cosine * outer.axis[0][k] + sine * outer.axis[1][k];
        along.axis[1][k] = cosine * outer.axis[1][k] - sine * outer.axis[0][k];
    }
    model->frame = wend_frame_standing(&along);
    wend_model_slab(model, 0, 0, length, z1 - z0, -thickness / 2, thickness / 2, openings, count);
    model->frame = outer;
}

void wend_model_ramp(wend_model *model, double x0, double y0, double x1, double y1, double z0, double z1,
                     double thickness) {
    double base = z0 < z1 ? z0 : z1;
    double profile[8], *p = profile;
    if (thickness > 0 || z0 > base)
        *p++ = y0, *p++ = thickness > 0 ? z0 - thickness : base;
    if (thickness > 0 || z1 > base)
        *p++ = y1, *p++ = thickness > 0 ? z1 - thickness : base;
    *p++ = y1, *p++ = z1;
    *p++ = y0, *p++ = z0;
    wend_frame outer = wend_model_enter(model, 0, 0, 0, 0.25);
    model->frame = wend_frame_standing(&model->frame);
    wend_model_prism(model, profile, (int32_t)(p - profile) / 2, x0, x1);
    model->frame = outer;
}

// ---------------------------------------------------------------------------------------------------- sheets

void wend_model_sheet(wend_model *model, const double corners[12]) {
    for (int k = 0; k < 4; k++)
        (void)wend_model_point(model, corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]);
    wend_model_quad(model, 0, 1, 2, 3);
    wend_model_end(model);
}

void wend_model_flake(wend_model *model, const double corners[9]) {
    for (int k = 0; k < 3; k++)
        (void)wend_model_point(model, corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]);
    wend_model_triangle(model, 0, 1, 2);
    wend_model_end(model);
}

void wend_model_floor(wend_model *model, double x0, double y0, double x1, double y1, double z) {
    wend_model_sheet(model, (double[12]){x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z});
}

// Each cell is cut along its flatter diagonal.
void wend_model_field(wend_model *model, const double *heights, int32_t across, int32_t down, double x, double y,
                      double step, bool facing_down) {
    for (int32_t j = 0; j < down && model->result == WEND_OK; j++)
        for (int32_t i = 0; i < across; i++)
            (void)wend_model_point(model, x + i * step, y + j * step, heights[(int64_t)j * across + i]);
    for (int32_t j = 0; j + 1 < down && model->result == WEND_OK; j++) {
        for (int32_t i = 0; i + 1 < across; i++) {
            int32_t a = j * across + i, b = a + 1, c = b + across, d = a + across;
            double one = fabs(heights[a] - heights[c]), other = fabs(heights[b] - heights[d]);
            if (facing_down && one <= other)
                wend_model_quad(model, a, d, c, b);
            else if (facing_down)
                wend_model_quad(model, d, c, b, a);
            else if (one <= other)
                wend_model_quad(model, a, b, c, d);
            else
                wend_model_quad(model, b, c, d, a);
        }
    }
    wend_model_end(model);
}
