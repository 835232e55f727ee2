// JSON, written in order. See wend/json.h.

#include <wend/json.h>

#include "base/platform.h"

static void begin(wend_text *text, const char *key) {
    char last = text->count > 0 ? text->data[text->count - 1] : '[';
    if (last != '{' && last != '[' && last != '\n')
        wend_text_add_char(text, ',');
    if (key) {
        wend_text_add_json(text, key);
        wend_text_add_char(text, ':');
    }
}

void wend_json_open(wend_text *text, const char *key, char bracket) {
    begin(text, key);
    wend_text_add_char(text, bracket);
}

void wend_json_close(wend_text *text, char bracket) {
    wend_text_add_char(text, bracket);
}

void wend_json_add_int(wend_text *text, const char *key, int64_t value) {
    begin(text, key);
    wend_text_add_int(text, value);
}

void wend_json_add_double(wend_text *text, const char *key, double value) {
    begin(text, key);
    if (value - value == 0)
        wend_text_add_double(text, value);
    else
        wend_text_add_string(text, "null");
}

void wend_json_add_rounded(wend_text *text, const char *key, double value, int digits) {
    begin(text, key);
    if (value - value == 0)
        wend_text_add_rounded(text, value, digits);
    else
        wend_text_add_string(text, "null");
}

void wend_json_add_bool(wend_text *text, const char *key, bool value) {
    begin(text, key);
    wend_text_add_string(text, value ? "true" : "false");
}

void wend_json_add_string(wend_text *text, const char *key, const char *value) {
    begin(text, key);
    wend_text_add_json(text, value);
}

void wend_json_add_hash(wend_text *text, const char *key, uint64_t value) {
    begin(text, key);
    wend_text_add_char(text, '"');
    wend_text_add_hash(text, value);
    wend_text_add_char(text, '"');
}

void wend_json_add_place(wend_text *text, const char *key, const double place[3]) {
    wend_json_open(text, key, '[');
    for (int k = 0; k < 3; k++)
        wend_json_add_double(text, NULL, place[k]);
    wend_json_close(text, ']');
}
