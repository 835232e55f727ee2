// What the writers of GLB files share. See glb.h.
#include "file/glb.h"

#include "file/write_scene.h"

#include <math.h>

wend_glb_box wend_glb_find_box(const double *positions, int64_t count, const double origin[3]) {
    wend_glb_box found = {{0}, {0}};
    for (int k = 0; k < 3; k++) {
        bool any = false;
        for (int64_t v = 0; v < count; v++) {
            double value = (double)(float)(positions[3 * v + k] - origin[k]);
            if (value - value != 0)
                continue;
            found.low[k] = any && found.low[k] < value ? found.low[k] : value;
            found.high[k] = any && found.high[k] > value ? found.high[k] : value;
            any = true;
        }
    }
    return found;
}

void wend_glb_find_origin(const double *positions, int64_t count, double origin[3]) {
    static const double nowhere[3] = {0, 0, 0};
    wend_glb_box around = wend_glb_find_box(positions, count, nowhere);
    double extent = 0;
    for (int k = 0; k < 3; k++)
        extent = fmax(extent, around.high[k] - around.low[k]);
    double step = 1;
    while (step * 10 <= extent && step < 1e300)
        step *= 10;
    for (int k = 0; k < 3; k++) {
        double middle = around.low[k] + (around.high[k] - around.low[k]) / 2;
        bool near = fabs(middle) <= extent || middle - middle != 0;
        origin[k] = near ? 0 : step * floor(middle / step + 0.5);
    }
}

void wend_glb_add_field(wend_text *json, const char *key, int64_t value) {
    wend_text_add_string(json, key);
    wend_text_add_int(json, value);
}

void wend_glb_add_three(wend_text *json, const char *key, const double values[3]) {
    wend_text_add_string(json, key);
    for (int k = 0; k < 3; k++) {
        wend_text_add_char(json, k == 0 ? '[' : ',');
        wend_text_add_double(json, values[k]);
    }
    wend_text_add_char(json, ']');
}

// By columns, where each axis of the scene goes, and the origin turned and scaled alike.
void wend_glb_add_matrix(wend_text *json, wend_up up, double unit, const double origin[3]) {
    if (up == WEND_UP_Y && unit == 1 && origin[0] == 0 && origin[1] == 0 && origin[2] == 0)
        return;
    wend_text_add_string(json, ",\"matrix\":[");
    for (int column = 0; column < 4; column++) {
        double axis[3] = {0, 0, 0}, ground[3], turned[3];
        if (column < 3)
            axis[column] = 1;
        wend_ground_from_scene(up, column < 3 ? axis : origin, ground);
        wend_scene_from_ground(WEND_UP_Y, ground, turned);
        for (int k = 0; k < 3; k++) {
            wend_text_add_double(json, unit * turned[k]);
            wend_text_add_char(json, ',');
        }
        wend_text_add_string(json, column < 3 ? "0," : "1]");
    }
}

wend_result wend_glb_end_json(wend_text *json) {
    wend_text_add_char(json, '}');
    while (json->count % 4 != 0 && !json->failed)
        wend_text_add_char(json, ' ');
    return wend_text_result(json);
}

static void add_chunk(wend_text *text, uint64_t length, const char *type) {
    wend_text_add_word(text, length, 4);
    wend_text_add_bytes(text, type, 4);
}

wend_result wend_glb_add_head(wend_text *text, const wend_text *json, uint64_t bytes) {
    uint64_t whole = 12 + 8 + json->count + (bytes > 0 ? 8 + bytes : 0);
    if (whole > UINT32_MAX)
        return WEND_ERROR_LIMIT;
    wend_text_add_string(text, "glTF");
    wend_text_add_word(text, 2, 4);
    wend_text_add_word(text, whole, 4);
    add_chunk(text, json->count, "JSON");
    wend_text_add_bytes(text, json->data, json->count);
    if (bytes > 0)
        add_chunk(text, bytes, "BIN\0");
    return wend_text_result(text);
}
