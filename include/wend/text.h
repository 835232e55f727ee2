// wend/text.h: a growable text on a context's allocator, for words with numbers in them. Experimental until 1.0.
//
//     wend_text text = wend_text_start(context);
//     wend_text_add_string(&text, "area ");
//     wend_text_add_double(&text, 2.5);
//     wend_result result = wend_text_result(&text); // WEND_ERROR_MEMORY when any of the above ran short
//     ...
//     wend_text_free(&text);
//
// Adding never fails visibly: when memory runs short the text remembers it, takes nothing more, and `wend_text_result`
// says so at the end. So writers need no check per line, and cannot forget one. Numbers look the same on every machine
// and know no locale. A text is used by one thread at a time.
#ifndef WEND_TEXT_H
#define WEND_TEXT_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_text {
    wend_context *context;
    char *data;      // `count` bytes and a 0 after them; NULL while nothing was added
    size_t count;    // bytes, without the 0
    size_t capacity; // bytes allocated
    bool failed;     // memory ran short
} wend_text;

// An empty text; allocates nothing yet.
WEND_API wend_text wend_text_start(wend_context *context);
// Frees what it holds and makes it empty again, ready for use.
WEND_API void wend_text_free(wend_text *text);
// Makes it empty but keeps its memory, for texts that are used line by line.
WEND_API void wend_text_clear(wend_text *text);
// WEND_ERROR_MEMORY when anything could not be added since it was started or cleared, else WEND_OK.
WEND_API wend_result wend_text_result(const wend_text *text);

WEND_API void wend_text_add_bytes(wend_text *text, const char *bytes, size_t count);
WEND_API void wend_text_add_string(wend_text *text, const char *string); // 0-terminated
WEND_API void wend_text_add_char(wend_text *text, char c);
WEND_API void wend_text_add_int(wend_text *text, int64_t value);
// The shortest decimal that reads back as the same double.
WEND_API void wend_text_add_double(wend_text *text, double value);
// Rounded to at most `digits` (0..9) digits after the point, without trailing zeros: "3.25", "-0.1", "7". For
// pictures, where a hundredth of a pixel is enough.
WEND_API void wend_text_add_rounded(wend_text *text, double value, int digits);
// Rounded to at most three significant digits, without trailing zeros, and from 100 to ten million to a whole number:
// "0.0125", "20125", "1.5e-12", "2e+15". For captions.
WEND_API void wend_text_add_significant(wend_text *text, double value);
// `value` as 16 lower-case hexadecimal digits.
WEND_API void wend_text_add_hash(wend_text *text, uint64_t value);
// A JSON string: in quotes, with escapes where JSON wants them. Bytes that are no valid UTF-8 become U+FFFD, so that
// the output is always valid JSON.
WEND_API void wend_text_add_json(wend_text *text, const char *string);
// The same for a string that may hold zero bytes or has no terminator.
WEND_API void wend_text_add_json_bytes(wend_text *text, const char *bytes, size_t count);

// Length of the valid UTF-8 sequence at the start of `count` bytes (at least one), or 0 when there is none.
WEND_API size_t wend_utf8_length(const char *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
