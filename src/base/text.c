// A growable text: see wend/text.h.

#include <wend/text.h>

#include "base/platform.h"

#include <string.h>

wend_text wend_text_start(wend_context *context) {
    return (wend_text){.context = context};
}

void wend_text_free(wend_text *text) {
    wend_release(text->context, text->data, text->capacity);
    *text = wend_text_start(text->context);
}

void wend_text_clear(wend_text *text) {
    text->count = 0;
    text->failed = false;
    if (text->data)
        text->data[0] = 0;
}

wend_result wend_text_result(const wend_text *text) {
    return !text ? WEND_ERROR_ARGUMENT : text->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// Room for `more` bytes and the 0 behind them.
static bool make_room(wend_text *text, size_t more) {
    if (text->failed)
        return false;
    if (more < text->capacity - text->count) // strictly less: the 0
        return true;
    size_t capacity = text->capacity < 256 ? 256 : text->capacity;
    while (capacity - text->count <= more) {
        if (capacity > (size_t)PTRDIFF_MAX / 2) {
            text->failed = true;
            return false;
        }
        capacity *= 2;
    }
    char *data = wend_allocate_array(text->context, (int64_t)capacity, 1);
    if (!data) {
        text->failed = true;
        return false;
    }
    if (text->data)
        memcpy(data, text->data, text->count + 1);
    wend_release(text->context, text->data, text->capacity);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void wend_text_add_bytes(wend_text *text, const char *bytes, size_t count) {
    if (!make_room(text, count))
        return;
    if (count > 0)
        memcpy(text->data + text->count, bytes, count);
    text->count += count;
    text->data[text->count] = 0;
}

void wend_text_add_string(wend_text *text, const char *string) {
    wend_text_add_bytes(text, string, strlen(string));
}

void wend_text_add_char(wend_text *text, char c) {
    wend_text_add_bytes(text, &c, 1);
}

void wend_text_add_int(wend_text *text, int64_t value) {
    char number[WEND_NUMBER_TEXT];
    int length = wend_print_int64(number, value);
    wend_text_add_bytes(text, number, (size_t)length);
}

void wend_text_add_double(wend_text *text, double value) {
    char number[WEND_NUMBER_TEXT];
    int length = wend_print_double(number, value);
    wend_text_add_bytes(text, number, (size_t)length);
}

void wend_text_add_rounded(wend_text *text, double value, int digits) {
    int64_t scale = 1;
    for (int k = 0; k < digits && k < 9; k++)
        scale *= 10;
    double scaled = (value < 0 ? -value : value) * (double)scale;
    if (!(scaled < 0x1p52)) { // also when value is not a number
        wend_text_add_double(text, value);
        return;
    }
    int64_t rounded = (int64_t)(scaled + 0.5);
    if (value < 0 && rounded > 0)
        wend_text_add_char(text, '-');
    wend_text_add_int(text, rounded / scale);
    int64_t fraction = rounded % scale;
    if (fraction == 0)
        return;
    wend_text_add_char(text, '.');
    while (fraction > 0) {
        scale /= 10;
        wend_text_add_char(text, (char)('0' + fraction / scale));
        fraction %= scale;
    }
}

void wend_text_add_significant(wend_text *text, double value) {
    if (value < 0)
        wend_text_add_char(text, '-');
    value = value < 0 ? -value : value;
    if (!(value > 0) || value - value != 0) { // 0, or not finite
        wend_text_add_double(text, value);
        return;
    }
    int exponent = 2; // value is `scaled` * 10^(exponent - 2)
    double scaled = value;
    for (; scaled >= 999.5; exponent++)
        scaled /= 10;
    for (; scaled < 99.95; exponent--)
        scaled *= 10;
    int64_t digits = (int64_t)(scaled + 0.5);
    if (digits == 1000) {
        digits = 100;
        exponent++;
    }
    if (exponent >= -4 && exponent < 7) {
        wend_text_add_rounded(text, value, exponent < 2 ? 2 - exponent : 0);
        return;
    }
    wend_text_add_rounded(text, (double)digits / 100, 2);
    wend_text_add_string(text, exponent < 0 ? "e-" : "e+");
    wend_text_add_int(text, exponent < 0 ? -exponent : exponent);
}

void wend_text_add_hash(wend_text *text, uint64_t value) {
    char digits[16];
    for (int k = 15; k >= 0; k--, value >>= 4)
        digits[k] = "0123456789abcdef"[value & 15];
    wend_text_add_bytes(text, digits, sizeof digits);
}

size_t wend_utf8_length(const char *bytes, size_t count) {
    const unsigned char *s = (const unsigned char *)bytes;
    unsigned char c = s[0];
    size_t length = c < 0x80                ? 1
                    : c >= 0xC2 && c < 0xE0 ? 2
                    : c >= 0xE0 && c < 0xF0 ? 3
                    : c >= 0xF0 && c < 0xF5 ? 4
                                            : 0;
    if (length == 0 || length > count)
        return 0;
    for (size_t k = 1; k < length; k++)
        if ((s[k] & 0xC0) != 0x80)
            return 0;
    bool overlong = (c == 0xE0 && s[1] < 0xA0) || (c == 0xF0 && s[1] < 0x90);
    bool beyond = (c == 0xED && s[1] > 0x9F) || (c == 0xF4 && s[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

void wend_text_add_json_bytes(wend_text *text, const char *bytes, size_t count) {
    static const char short_escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt"; // pairs: the byte, its letter
    wend_text_add_char(text, '"');
    for (size_t k = 0; k < count;) {
        unsigned char c = (unsigned char)bytes[k];
        const char *escape = NULL;
        for (size_t e = 0; e + 1 < sizeof short_escapes; e += 2)
            if ((unsigned char)short_escapes[e] == c)
                escape = short_escapes + e;
        size_t length = wend_utf8_length(bytes + k, count - k);
        if (escape) {
            wend_text_add_char(text, '\\');
            wend_text_add_char(text, escape[1]);
        } else if (c < 0x20) {
            wend_text_add_string(text, c < 0x10 ? "\\u000" : "\\u001");
            wend_text_add_char(text, "0123456789abcdef"[c & 15]);
        } else if (length == 0) {
            wend_text_add_string(text, "\xEF\xBF\xBD");
        } else {
            wend_text_add_bytes(text, bytes + k, length);
        }
        k += length > 0 ? length : 1;
    }
    wend_text_add_char(text, '"');
}

void wend_text_add_json(wend_text *text, const char *string) {
    wend_text_add_json_bytes(text, string, strlen(string));
}
