// The kit for scenes: frames, points and faces, random choices.
#include "sample/model.h"

#include "base/context.h"
#include "base/random.h"
#include "sample/brush.h"

#define PAUSE_EVERY 4096 // solids between two looks at the cancel hook

// ---------------------------------------------------------------------------------------------------- frames

wend_frame wend_frame_whole(void) {
    return (wend_frame){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static void place(const wend_frame *frame, double x, double y, double z, double placed[3]) {
    for (int k = 0; k < 3; k++)
        placed[k] = frame->at[k] + (x * frame->axis[0][k] + y * frame->axis[1][k] + z * frame->axis[2][k]);
}

// Turns two axes of a frame, the first toward the second.
static void turn_axes(wend_frame *frame, int first, int second, double turn) {
    double unit[2];
    wend_brush_direction(turn, unit);
    for (int k = 0; k < 3; k++) {
        double a = frame->axis[first][k], b = frame->axis[second][k];
        frame->axis[first][k] = unit[0] * a + unit[1] * b;
        frame->axis[second][k] = unit[0] * b - unit[1] * a;
    }
}

wend_frame wend_frame_within(const wend_frame *outer, double x, double y, double z, double turn) {
    wend_frame frame = *outer;
    place(outer, x, y, z, frame.at);
    turn_axes(&frame, 0, 1, turn);
    return frame;
}

wend_frame wend_frame_tilted(const wend_frame *outer, double turn) {
    wend_frame frame = *outer;
    turn_axes(&frame, 1, 2, turn);
    return frame;
}

wend_frame wend_frame_standing(const wend_frame *outer) {
    return wend_frame_tilted(outer, 0.25);
}

wend_frame wend_model_enter(wend_model *model, double x, double y, double z, double turn) {
    wend_frame outer = model->frame;
    model->frame = wend_frame_within(&outer, x, y, z, turn);
    return outer;
}

// ---------------------------------------------------------------------------------------------------- by hand

void wend_model_part(wend_model *model, const char *name) {
    if (model->result == WEND_OK)
        model->result = wend_scene_begin_part(model->scene, -1, name);
}

// Never -0: files shall not show it.
static double tidy(const wend_model *model, double value) {
    if (model->grain == 0)
        return value + 0.0;
    double scaled = value * model->grain;
    return (double)(int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) / model->grain;
}

int32_t wend_model_point(wend_model *model, double x, double y, double z) {
    if (model->result != WEND_OK)
        return 0;
    int32_t number = (int32_t)(model->points.count / 3);
    if (!wend_array_reserve(model->context, &model->points, model->points.count + 3)) {
        model->result = WEND_ERROR_MEMORY;
        return 0;
    }
    double placed[3];
    place(&model->frame, x, y, z, placed);
    model->points.data[model->points.count++] = tidy(model, placed[0]);
    model->points.data[model->points.count++] = tidy(model, placed[2]);
    model->points.data[model->points.count++] = tidy(model, -placed[1]);
    return number;
}

void wend_model_triangle(wend_model *model, int32_t a, int32_t b, int32_t c) {
    if (model->result != WEND_OK)
        return;
    if (!wend_array_reserve(model->context, &model->corners, model->corners.count + 3)) {
        model->result = WEND_ERROR_MEMORY;
        return;
    }
    model->corners.data[model->corners.count++] = a;
    model->corners.data[model->corners.count++] = b;
    model->corners.data[model->corners.count++] = c;
}

void wend_model_quad(wend_model *model, int32_t a, int32_t b, int32_t c, int32_t d) {
    wend_model_triangle(model, a, b, c);
    wend_model_triangle(model, a, c, d);
}

void wend_model_end(wend_model *model) {
    if (model->result != WEND_OK)
        return;
    model->result = wend_scene_add(model->scene, model->points.data, (int32_t)(model->points.count / 3),
                                   model->corners.data, (int32_t)(model->corners.count / 3));
    model->triangles += model->corners.count / 3;
    model->points.count = model->corners.count = 0;
    model->solids++;
    if (model->result == WEND_OK && model->solids % PAUSE_EVERY == 0 && wend_pause(model->context, "sample", 0))
        model->result = WEND_ERROR_CANCELLED;
}

// ---------------------------------------------------------------------------------------------------- choices

double wend_model_between(wend_model *model, double low, double high) {
    return low + (high - low) * wend_random_unit(&model->random);
}

int32_t wend_model_pick(wend_model *model, int32_t count) {
    return (int32_t)wend_random_below(&model->random, (uint64_t)count);
}

bool wend_model_chance(wend_model *model, double chance) {
    return wend_random_unit(&model->random) < chance;
}

// A number for each point with whole coordinates.
static double grid_value(uint64_t salt, int64_t i, int64_t j) {
    uint64_t state = salt ^ ((uint64_t)i * 0x9E3779B97F4A7C15u + (uint64_t)j * 0xC2B2AE3D27D4EB4Fu);
    (void)wend_random(&state);
    return wend_random_unit(&state);
}

double wend_model_noise(uint64_t salt, double x, double y) {
    int64_t i = (int64_t)x - (x < 0), j = (int64_t)y - (y < 0);
    double u = x - (double)i, v = y - (double)j;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    double near = grid_value(salt, i, j) + (grid_value(salt, i + 1, j) - grid_value(salt, i, j)) * u;
    double far = grid_value(salt, i, j + 1) + (grid_value(salt, i + 1, j + 1) - grid_value(salt, i, j + 1)) * u;
    return near + (far - near) * v;
}

void wend_model_repeat(wend_model *model, int32_t size, double width, double depth, void (*unit)(wend_model *model)) {
    unit(model);
    int64_t each = model->triangles; // about: units may differ by chance
    if (model->result != WEND_OK || each < 1)
        return;
    int32_t across = wend_brush_root((size + each / 2) / each); // as square as whole numbers allow
    across = across < 1 ? 1 : across;
    for (int64_t k = 1; model->triangles + each / 2 < size && model->result == WEND_OK; k++) {
        wend_frame outer = wend_model_enter(model, (double)(k % across) * width, (double)(k / across) * depth, 0, 0);
        unit(model);
        model->frame = outer;
    }
}
