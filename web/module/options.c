// Options as JSON: see options.h.
#include "web/module/options.h"

#include <string.h>

#define PI 0x1.921fb54442d18p+1

static wend_result refuse(const char *name, const char *expected) {
    wend_text_clear(&web_text);
    wend_text_add_string(&web_text, name);
    wend_text_add_string(&web_text, ": expected ");
    wend_text_add_string(&web_text, expected);
    return WEND_ERROR_ARGUMENT;
}

static wend_result refuse_key(const wend_json *json, int64_t key, const web_option *table, int count) {
    char name[64];
    wend_json_string(json, key, name, sizeof name);
    wend_text_clear(&web_text);
    wend_text_add_string(&web_text, "unknown option '");
    wend_text_add_string(&web_text, name);
    wend_text_add_string(&web_text, "'; there are ");
    for (int k = 0; k < count; k++) {
        wend_text_add_string(&web_text, k > 0 ? ", " : "");
        wend_text_add_string(&web_text, table[k].name);
    }
    return WEND_ERROR_ARGUMENT;
}

static int32_t find_choice(const char *choices, const wend_json *json, int64_t node) {
    for (int32_t k = 0; *choices != 0; k++) {
        char word[32];
        size_t length = strcspn(choices, "|");
        if (length < sizeof word) {
            memcpy(word, choices, length);
            word[length] = 0;
            if (wend_json_is_string(json, node, word))
                return k;
        }
        choices += length + (choices[length] == '|');
    }
    return -1;
}

static wend_result take(const wend_json *json, int64_t node, const web_option *option) {
    double number = 0;
    int32_t choice;
    switch (option->kind) {
    case WEB_OPTION_NUMBER:
    case WEB_OPTION_DEGREES:
        if (!wend_json_number(json, node, &number))
            return refuse(option->name, "a number");
        *(double *)option->field = option->kind == WEB_OPTION_DEGREES ? number * PI / 180 : number;
        return WEND_OK;
    case WEB_OPTION_WHOLE:
        if (!wend_json_number(json, node, &number) || number != (double)(int32_t)number)
            return refuse(option->name, "a whole number");
        *(int32_t *)option->field = (int32_t)number;
        return WEND_OK;
    case WEB_OPTION_FLAG:
        return wend_json_bool(json, node, option->field) ? WEND_OK : refuse(option->name, "true or false");
    case WEB_OPTION_CHOICE:
        choice = find_choice(option->choices, json, node);
        if (choice < 0)
            return refuse(option->name, option->choices);
        *(int32_t *)option->field = choice;
        return WEND_OK;
    case WEB_OPTION_OTHER:
        break;
    }
    return WEND_OK;
}

wend_result web_options_read(web_options *options, const char *text, int32_t bytes, const web_option *table,
                             int count) {
    wend_json_error error;
    options->json = wend_json_start(web_context);
    if (bytes == 0)
        return WEND_OK;
    wend_result result = wend_json_parse(&options->json, text, (size_t)bytes, &error);
    if (result != WEND_OK || !wend_json_is(&options->json, 0, WEND_JSON_OBJECT))
        return result == WEND_ERROR_MEMORY ? result : refuse("options", "an object");
    const wend_json *json = &options->json;
    for (int64_t key = wend_json_first(json, 0); key >= 0;) {
        int64_t value = wend_json_after(json, 0, key);
        int k = 0;
        while (k < count && !wend_json_is_string(json, key, table[k].name))
            k++;
        if (k == count)
            return refuse_key(json, key, table, count);
        result = take(json, value, &table[k]);
        if (result != WEND_OK)
            return result;
        key = wend_json_after(json, 0, value);
    }
    return WEND_OK;
}

void web_options_free(web_options *options) {
    wend_json_free(&options->json);
}
