// Scenes with what real models are full of: `partitions` (walls without thickness), `intersecting` solids, `duplicates`
// (floors on top of each other), `cracked` floors, and `soup`, which has no sense at all.
#include "sample/model.h"

#include "sample/brush.h"

// ---------------------------------------------------------------------------------------------------- partitions

#define CUBICLE 3.0
#define CUBICLE_TRIANGLES 9 // about

// An upright sheet from (x0, y0) to (x1, y1), facing either way.
static void upright(wend_model *model, double x0, double y0, double x1, double y1, double z0, double z1) {
    if (wend_model_chance(model, 0.5))
        wend_model_sheet(model, (double[12]){x0, y0, z0, x1, y1, z0, x1, y1, z1, x0, y0, z1});
    else
        wend_model_sheet(model, (double[12]){x1, y1, z0, x0, y0, z0, x0, y0, z1, x1, y1, z1});
}

// Two walls with a door in each, and something that stands in the middle.
static void make_cubicle(wend_model *model) {
    double first = wend_model_between(model, 0.4, 1.6), second = wend_model_between(model, 0.4, 1.6);
    upright(model, 0, 0, first, 0, 0, 2);
    upright(model, first + 0.9, 0, CUBICLE, 0, 0, 2);
    if (wend_model_chance(model, 0.7)) {
        upright(model, 0, 0, 0, second, 0, 1.4);
        upright(model, 0, second + 0.9, 0, CUBICLE, -0.3, 1.4); // pierces the floor
    }
    wend_frame outer = wend_model_enter(model, CUBICLE / 2, CUBICLE / 2, 0, wend_model_between(model, 0, 1));
    switch (wend_model_pick(model, 6)) {
    case 0: // a triangle that stands on a side, one on a corner
        wend_model_flake(model, (double[9]){-0.6, 0.2, 0, 0.5, 0.2, 0, 0, 0.2, 1.1});
        wend_model_flake(model, (double[9]){-0.6, -0.4, 1.2, 0, -0.4, 0, 0.7, -0.4, 1.2});
        break;
    case 1: // through the floor with a corner
        wend_model_flake(model, (double[9]){-0.7, 0, 0.8, 0, 0, -0.5, 0.7, 0, 0.8});
        break;
    case 2: // two that cross
        upright(model, -0.8, 0, 0.8, 0, 0, 1);
        upright(model, 0, -0.8, 0, 0.8, -0.2, 1.5);
        break;
    case 3: // hanging, lower than a head and higher
        upright(model, -0.8, 0.3, 0.8, 0.3, 0.5, 1.5);
        upright(model, -0.8, -0.3, 0.8, -0.3, 1.9, 2.5);
        break;
    case 4: // leaning
        wend_model_sheet(model, (double[12]){-0.7, 0, -0.1, 0.7, 0, -0.1, 0.7, 0.4, 1.6, -0.7, 0.4, 1.6});
        break;
    default: // a low one that can be stepped over
        upright(model, -0.9, 0, 0.9, 0, 0, 0.2);
        break;
    }
    model->frame = outer;
}

void wend_sample_partitions(wend_model *model, int32_t size) {
    int32_t count = size > 24 ? (size - 12) / CUBICLE_TRIANGLES : 1, across = wend_brush_root(count);
    int32_t down = (count + across - 1) / across;
    wend_model_part(model, "floor");
    wend_model_box(model, -1, -1, -0.2, across * CUBICLE + 1, down * CUBICLE + 1, 0);
    wend_model_part(model, "partitions");
    for (int32_t k = 0; k < count && model->result == WEND_OK; k++) {
        wend_frame outer = wend_model_enter(model, (k % across) * CUBICLE, (double)(k / across) * CUBICLE, 0, 0);
        make_cubicle(model);
        model->frame = outer;
    }
}

// ---------------------------------------------------------------------------------------------------- intersecting

#define BAY 10.0

// Enters a frame at a random place of the bay, turned and tilted at odd angles.
static wend_frame enter_askew(wend_model *model, double z, double tilt) {
    double x = wend_model_between(model, 2, BAY - 2), y = wend_model_between(model, 2, BAY - 2);
    wend_frame outer = wend_model_enter(model, x, y, z, wend_model_between(model, 0, 1));
    model->frame = wend_frame_tilted(&model->frame, wend_model_between(model, -tilt, tilt));
    return outer;
}

static void make_bay(wend_model *model) {
    wend_model_part(model, "floor");
    wend_model_box(model, 0, 0, -0.3, BAY, BAY, 0);
    wend_model_part(model, "second floor, tilted through the first");
    wend_frame outer = enter_askew(model, 0, 0.012);
    wend_model_box(model, -2, -1.5, -0.1, 2, 1.5, 0.1);
    model->frame = outer;
    wend_model_part(model, "boxes through boxes");
    for (int32_t k = 0; k < 4; k++) {
        double tall = wend_model_between(model, 0.2, 1.2);
        outer = enter_askew(model, 0.3 * k, 0.1);
        wend_model_box(model, -1.2, -0.4, -0.3, 1.2, 0.4, tall);
        model->frame = wend_frame_within(&model->frame, 0, 0, 0.1, 0.17);
        wend_model_box(model, -0.9, -0.3, -0.5, 0.9, 0.3, tall + 0.1);
        model->frame = outer;
    }
    wend_model_part(model, "columns, a wedge and a ball");
    outer = enter_askew(model, 0, 0.08);
    wend_model_column(model, 0, 0, 0.5, 0.3, 11, -0.5, 2.6);
    wend_model_box(model, -1.5, -0.5, 0.9, 1.5, 0.5, 1.1);
    model->frame = outer;
    outer = enter_askew(model, 0, 0.01);
    wend_model_ramp(model, -0.7, -2, 0.7, 2, -0.2, 1.3, 0);
    wend_model_wall(model, -1.5, 0.3, 1.5, -0.2, 0.15, -0.1, 1.1, NULL, 0);
    model->frame = outer;
    outer = enter_askew(model, 0.2, 0.2);
    wend_model_ball(model, 0, 0, 0, 0.8, 1, 12);
    model->frame = outer;
    outer = enter_askew(model, 0, 0.02);
    wend_model_ring(model, 0, 0, 0.8, 1.1, 13, -0.4, 0.35);
    model->frame = outer;
}

void wend_sample_intersecting(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, BAY, BAY, make_bay);
}

// ---------------------------------------------------------------------------------------------------- duplicates

#define TILE 4.0
#define TILE_KINDS 12

// The same square with its diagonal from corner `k`.
static void square(wend_model *model, double x0, double y0, double x1, double y1, double z, int32_t k, bool reversed) {
    const double x[4] = {x0, x1, x1, x0}, y[4] = {y0, y0, y1, y1};
    double corners[12];
    for (int32_t i = 0; i < 4; i++) {
        int32_t at = (reversed ? k - i + 4 : k + i) % 4;
        corners[3 * i] = x[at];
        corners[3 * i + 1] = y[at];
        corners[3 * i + 2] = z;
    }
    wend_model_sheet(model, corners);
}

// Both triangles of a square several times over the same four points.
static void square_repeated(wend_model *model, int32_t times) {
    for (int32_t k = 0; k < 4; k++)
        (void)wend_model_point(model, k == 1 || k == 2 ? TILE : 0, k < 2 ? 0 : TILE, 0);
    for (int32_t k = 0; k < times; k++) {
        if (k % 2)
            wend_model_quad(model, 2, 3, 0, 1);
        else
            wend_model_quad(model, 0, 1, 2, 3);
    }
    wend_model_end(model);
}

static void make_tile(wend_model *model, int32_t kind) {
    static const char *const names[TILE_KINDS] = {"the same floor twice",
                                                  "a floor and its reverse",
                                                  "a floor, another diagonal and its reverse",
                                                  "two floors that overlap by half",
                                                  "two floors, one turned",
                                                  "a copy 0.05 mm higher",
                                                  "a copy 0.5 mm higher",
                                                  "a copy that tilts through the floor by 0.1 mm",
                                                  "the same triangles over the same vertices",
                                                  "a small floor in a large one",
                                                  "boxes that stand on a floor twice",
                                                  "seven floors"};
    wend_model_part(model, names[kind]);
    if (kind != 8)
        square(model, 0, 0, TILE, TILE, 0, 0, false);
    wend_frame outer = model->frame;
    switch (kind) {
    case 0:
        square(model, 0, 0, TILE, TILE, 0, 0, false);
        break;
    case 1:
        square(model, 0, 0, TILE, TILE, 0, 0, true);
        break;
    case 2:
        square(model, 0, 0, TILE, TILE, 0, 1, false);
        square(model, 0, 0, TILE, TILE, 0, 1, true);
        break;
    case 3:
        square(model, TILE / 2, 0.5, TILE, TILE - 0.5, 0, 1, false);
        break;
    case 4:
        model->frame = wend_frame_within(&outer, TILE / 2, TILE / 2, 0, wend_model_between(model, 0.02, 0.1));
        square(model, -1.2, -1.2, 1.2, 1.2, 0, 0, false);
        break;
    case 5:
        square(model, 0, 0, TILE, TILE, 0.00005, 1, false);
        break;
    case 6:
        square(model, 0, 0, TILE, TILE, 0.0005, 0, false);
        break;
    case 7:
        wend_model_sheet(model, (double[12]){0, 0, -0.0001, TILE, 0, -0.0001, TILE, TILE, 0.0001, 0, TILE, 0.0001});
        break;
    case 8:
        square_repeated(model, 3);
        break;
    case 9:
        square(model, 1, 1, 2.2, 3.1, 0, 0, false);
        square(model, 1.4, 1.7, 2, 2.4, 0, 1, true);
        break;
    case 10:
        wend_model_box(model, 1, 1, 0, 2, 1.6, 0.9);
        wend_model_box(model, 1, 1, 0, 2, 1.6, 0.9);
        wend_model_box(model, 2, 1, 0, 2.8, 1.6, 0.9);
        square(model, 0, 0, TILE, TILE, 0, 0, false);
        break;
    default:
        for (int32_t k = 1; k < 7; k++)
            square(model, 0, 0, TILE, TILE, 0, k % 4, k % 3 == 0);
        break;
    }
    model->frame = outer;
}

// All kinds, in any order, as one floor of three rows.
static void make_tiles(wend_model *model) {
    int32_t order[TILE_KINDS];
    for (int32_t k = 0; k < TILE_KINDS; k++) {
        int32_t at = wend_model_pick(model, k + 1);
        order[k] = order[at];
        order[at] = k;
    }
    for (int32_t k = 0; k < TILE_KINDS; k++) {
        wend_frame outer = wend_model_enter(model, (k % 4) * TILE, (double)(k / 4) * TILE, 0, 0);
        make_tile(model, order[k]);
        model->frame = outer;
    }
}

void wend_sample_duplicates(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 4 * TILE, 3 * TILE, make_tiles);
}

// ---------------------------------------------------------------------------------------------------- cracked

#define SLATE 0.8 // metres across

// How far a side of a tile is drawn back: nothing, or 0.1 to 0.45 mm, so that a crack is 0.1 to 0.9 mm wide.
static double draw_back(wend_model *model) {
    if (wend_model_chance(model, 0.3))
        return 0;
    return (double)(10 + wend_model_pick(model, 36)) / 100000;
}

static void make_slate(wend_model *model, double x0, double y0, double x1, double y1) {
    double left = draw_back(model), right = draw_back(model), near = draw_back(model), far = draw_back(model);
    double z = wend_model_chance(model, 0.2) ? (double)wend_model_pick(model, 40) / 100000 : 0;
    wend_model_floor(model, x0 + left, y0 + near, x1 - right, y1 - far, z);
}

// Rows of tiles, each row shifted: every corner meets the side of a tile. Some tiles are cut in two.
void wend_sample_cracked(wend_model *model, int32_t size) {
    int32_t tiles = size * 10 / 23, across = wend_brush_root(tiles);
    across = across < 1 ? 1 : across;
    int32_t down = (tiles + across - 1) / across;
    down = down < 1 ? 1 : down;
    wend_model_part(model, "tiles");
    for (int32_t j = 0; j < down && model->result == WEND_OK; j++) {
        double shift = (double)wend_model_pick(model, 8) * 0.1, y = j * SLATE;
        for (int32_t i = 0; i < across && j * across + i < tiles; i++) {
            double x = i * SLATE + shift;
            if (wend_model_chance(model, 0.15)) {
                make_slate(model, x, y, x + SLATE, y + SLATE / 2);
                make_slate(model, x, y + SLATE / 2, x + SLATE, y + SLATE);
            } else {
                make_slate(model, x, y, x + SLATE, y + SLATE);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- soup

#define SOUP_KINDS 16

static void random_place(wend_model *model, double side, double place[3]) {
    place[0] = wend_model_between(model, 0, side);
    place[1] = wend_model_between(model, 0, side);
    place[2] = wend_model_between(model, 0, 4);
}

static void place_near(wend_model *model, const double from[3], double reach, double place[3]) {
    for (int32_t k = 0; k < 3; k++)
        place[k] = from[k] + wend_model_between(model, -reach, reach);
}

// A small number of any magnitude: 10^-1 to 10^-7.
static double tiny(wend_model *model) {
    double value = 1;
    for (int32_t k = wend_model_pick(model, 7) + 1; k > 0; k--)
        value /= 10;
    return value * wend_model_between(model, 0.5, 2);
}

// Changes the last triangle into the next one.
static void next_flake(wend_model *model, double side, double last[9]) {
    double *a = last, *b = last + 3, *c = last + 6, keep[3];
    int32_t kind = wend_model_pick(model, SOUP_KINDS);
    if (kind < 10) { // a new one
        random_place(model, side, a);
        place_near(model, a, kind == 9 ? side : 2, b);
        place_near(model, a, kind == 9 ? side : 2, c);
    }
    switch (kind) {
    case 0: // a floor
    case 1:
        b[2] = c[2] = a[2] = (double)(int32_t)(a[2] * 4) / 4;
        break;
    case 2: // a needle
        for (int32_t k = 0; k < 3; k++)
            c[k] = b[k] + tiny(model);
        break;
    case 3: // a point
        memcpy(b, a, 3 * sizeof *a);
        memcpy(c, a, 3 * sizeof *a);
        break;
    case 4: // a line that goes there and back
        memcpy(c, wend_model_chance(model, 0.5) ? a : b, 3 * sizeof *a);
        break;
    case 5: // three points on a line
        for (int32_t k = 0; k < 3; k++)
            c[k] = a[k] + (b[k] - a[k]) * 0.375;
        break;
    case 6: // upright
        c[0] = b[0];
        c[1] = b[1];
        break;
    case 7: // on round coordinates
        for (int32_t k = 0; k < 9; k++)
            last[k] = (double)(int32_t)(last[k] * 2) / 2;
        break;
    case 10: // the last one again, another corner first
        memcpy(keep, a, sizeof keep);
        memcpy(a, b, sizeof keep);
        memcpy(b, c, sizeof keep);
        memcpy(c, keep, sizeof keep);
        break;
    case 11: // its reverse
        memcpy(keep, b, sizeof keep);
        memcpy(b, c, sizeof keep);
        memcpy(c, keep, sizeof keep);
        break;
    case 12: // stacked on it
        keep[0] = tiny(model);
        a[2] += keep[0];
        b[2] += keep[0];
        c[2] += keep[0];
        break;
    case 13: // beside it, over its edge
        for (int32_t k = 0; k < 3; k++)
            a[k] = b[k] + c[k] - a[k];
        memcpy(keep, b, sizeof keep);
        memcpy(b, c, sizeof keep);
        memcpy(c, keep, sizeof keep);
        break;
    case 14: // from one of its corners
        place_near(model, c, 1, a);
        place_near(model, c, 1, b);
        break;
    default: // any triangle, or the last one just so
        break;
    }
}

void wend_sample_soup(wend_model *model, int32_t size) {
    double side = wend_brush_root(size) / 2.0 + 1, last[9] = {0};
    wend_model_part(model, "soup");
    for (int32_t k = 0; k < size && model->result == WEND_OK; k++) {
        next_flake(model, side, last);
        wend_model_flake(model, last);
    }
}
