// Grounds: `terrain`, hills of any size, and `cave`, a floor and a ceiling that meet in its walls.
#include "sample/model.h"

#include "sample/brush.h"

#include <math.h>

// Several layers of noise, each half as large and half as high; from 0 to 1.
static double layered_noise(uint64_t salt, double x, double y, int32_t layers) {
    double sum = 0, weight = 0.5, whole = 0;
    for (int32_t k = 0; k < layers; k++) {
        sum += weight * wend_model_noise(salt + (uint64_t)k * 7919, x, y);
        whole += weight;
        weight /= 2;
        x = 2 * x + 0.37;
        y = 2 * y + 0.71;
    }
    return sum / whole;
}

// Room for the heights of a grid; NULL, with the model's result set, when memory is short.
static double *heights_of(wend_model *model, int64_t count) {
    double *heights = model->result == WEND_OK ? wend_allocate_array(model->context, count, sizeof *heights) : NULL;
    if (!heights && model->result == WEND_OK)
        model->result = WEND_ERROR_MEMORY;
    return heights;
}

// ---------------------------------------------------------------------------------------------------- terrain

#define TERRAIN_STEP 1.5 // metres between points
#define HILL 48.0        // metres from hill to hollow
#define HILL_HEIGHT 26.0

// Hills with ridges and some steep sides, and flat meadows where the noise is low.
static double terrain_height(uint64_t salt, double x, double y) {
    double broad = layered_noise(salt, x / HILL, y / HILL, 5);
    double rough = layered_noise(salt ^ 0x55AA, x / 9, y / 9, 3);
    double rise = broad < 0.42 ? 0 : (broad - 0.42) / 0.58;
    return HILL_HEIGHT * rise * (0.75 + 0.5 * rise) + (0.15 + 5 * rise) * (rough - 0.5);
}

void wend_sample_terrain(wend_model *model, int32_t size) {
    int32_t across = wend_brush_root(size / 2);
    across = across < 1 ? 1 : across;
    int32_t down = (size / 2 + across - 1) / across, columns = across + 1, rows = down + 1;
    int64_t count = (int64_t)columns * rows;
    double *heights = heights_of(model, count);
    if (!heights)
        return;
    for (int64_t k = 0; k < count; k++)
        heights[k] =
            terrain_height(model->random, (double)(k % columns) * TERRAIN_STEP, (double)(k / columns) * TERRAIN_STEP);
    wend_model_part(model, "terrain");
    wend_model_field(model, heights, columns, rows, 0, 0, TERRAIN_STEP, false);
    wend_release(model->context, heights, (size_t)count * sizeof *heights);
}

// ---------------------------------------------------------------------------------------------------- cave

#define CAVE_STEP 0.5
#define DRIP_TRIANGLES 18 // of a stalagmite or stalactite

// Where the rock is: below 0 the ceiling is under the floor. Passages run along the middle value of the noise.
static double cave_room(uint64_t salt, double x, double y) {
    double far = layered_noise(salt ^ 0xCAFE, x / 14, y / 14, 2) - 0.5;
    double wide = layered_noise(salt ^ 0xD00D, x / 8, y / 8, 2);
    return 6.5 * wide * (1 - 4.5 * fabs(far)) + 0.5;
}

static double cave_floor(uint64_t salt, double x, double y) {
    return 3.5 * layered_noise(salt, x / 16, y / 16, 2) + 0.35 * layered_noise(salt ^ 0xF100, x / 1.7, y / 1.7, 2);
}

// Two sheets: the floor faces up, the ceiling down; they pass through each other where there is rock.
static void make_sheets(wend_model *model, uint64_t salt, int32_t columns, int32_t rows) {
    int64_t count = (int64_t)columns * rows;
    double *heights = heights_of(model, count);
    if (!heights)
        return;
    for (int32_t sheet = 0; sheet < 2; sheet++) {
        for (int64_t k = 0; k < count; k++) {
            int64_t i = k % columns, j = k / columns;
            double x = (double)i * CAVE_STEP, y = (double)j * CAVE_STEP;
            bool edge = i == 0 || j == 0 || i + 1 == columns || j + 1 == rows;
            double rock = 0.25 * layered_noise(salt ^ 0xBEEF, x / 1.3, y / 1.3, 2);
            double room = edge ? -0.5 : cave_room(salt, x, y) - rock;
            heights[k] = cave_floor(salt, x, y) + (sheet ? room : 0);
        }
        wend_model_part(model, sheet ? "ceiling" : "floor");
        wend_model_field(model, heights, columns, rows, 0, 0, CAVE_STEP, sheet == 1);
    }
    wend_release(model->context, heights, (size_t)count * sizeof *heights);
}

void wend_sample_cave(wend_model *model, int32_t size) {
    int32_t drips = size / 400, cells = (size - drips * DRIP_TRIANGLES) / 4;
    int32_t across = wend_brush_root(cells);
    across = across < 1 ? 1 : across;
    int32_t down = (cells + across - 1) / across;
    down = down < 1 ? 1 : down;
    uint64_t salt = model->random;
    make_sheets(model, salt, across + 1, down + 1);
    wend_model_part(model, "stalagmites and stalactites");
    for (int32_t k = 0; k < drips && model->result == WEND_OK; k++) {
        double x = 0, y = 0;
        for (int32_t tries = 0; tries < 8; tries++) { // rather where there is room
            x = wend_model_between(model, 1, 1 + across * CAVE_STEP - 2);
            y = wend_model_between(model, 1, 1 + down * CAVE_STEP - 2);
            if (cave_room(salt, x, y) > 1.5)
                break;
        }
        double thick = wend_model_between(model, 0.1, 0.35), tall = wend_model_between(model, 0.4, 1.8);
        double low = cave_floor(salt, x, y);
        wend_frame outer = wend_model_enter(model, x, y, low - 0.2, 0);
        if (k % 2) { // hanging: upside down
            model->frame = wend_frame_within(&outer, x, y, low + cave_room(salt, x, y) + 0.2, 0);
            model->frame = wend_frame_tilted(&model->frame, 0.5);
        }
        wend_model_column(model, 0, 0, thick, 0, (DRIP_TRIANGLES + 2) / 2, 0, tall);
        model->frame = outer;
    }
}
