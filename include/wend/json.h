// wend/json.h: small JSON, read and written (libwend-file): requests, answers, settings. Experimental until 1.0.
//
// Reading (RFC 8259, strictly) is over a range of memory. A parsed text is one flat array of nodes in the order of the
// text. A container is followed by all that it holds, and its `next` names the node after that, so that skipping a
// value costs nothing and a file of ten megabytes needs no pointers:
//
//     {"op": "ray", "to": [1, 2]}      0 OBJECT count 2  next 7
//                                      1 STRING "op"     2 STRING "ray"
//                                      3 STRING "to"     4 ARRAY count 2 next 7     5 NUMBER 1     6 NUMBER 2
//
//     wend_json json = wend_json_start(context);
//     wend_json_error error;
//     if (wend_json_parse(&json, line, length, &error) == WEND_OK) {
//         int64_t op = wend_json_find(&json, 0, "op");
//         if (wend_json_is_string(&json, op, "ray")) ...
//     }
//     wend_json_free(&json);
//
// A wend_json may parse one text after another and keeps its memory between them. Strings point into the text, which
// must outlive the nodes. Where an object has a key twice the last one counts. Every accessor takes -1 (no such node)
// and answers "no", so that lookups can be chained without checks.
//
// Writing adds to a wend_text, member after member, and puts commas where they belong by looking at what stands before:
//
//     wend_json_open(&text, NULL, '{');
//     wend_json_add_bool(&text, "found", true);
//     wend_json_add_place(&text, "point", place);
//     wend_json_close(&text, '}');
#ifndef WEND_JSON_H
#define WEND_JSON_H

#include <wend/text.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- reading

// Containers within containers, at most.
#define WEND_JSON_DEPTH 256

typedef enum wend_json_type {
    WEND_JSON_NULL,
    WEND_JSON_FALSE,
    WEND_JSON_TRUE,
    WEND_JSON_NUMBER,
    WEND_JSON_STRING,
    WEND_JSON_ARRAY,
    WEND_JSON_OBJECT
} wend_json_type;

typedef struct wend_json_node {
    uint32_t where;  // byte of the text where the value starts (of a string: behind its quote)
    uint32_t next;   // the node after this one and all that it holds
    uint32_t count;  // ARRAY: elements; OBJECT: members; STRING: bytes between the quotes, escapes as they stand
    uint8_t type;    // wend_json_type
    uint8_t escaped; // STRING: whether it holds a backslash
    double number;   // NUMBER
} wend_json_node;

typedef struct wend_json {
    wend_context *context;
    const char *text;
    struct {
        wend_json_node *data;
        int64_t count, capacity;
    } nodes; // none when nothing was parsed yet
} wend_json;

// What is wrong with a text and at which byte.
typedef struct wend_json_error {
    size_t where;
    char cause[96]; // "expected ',' or ']', found '}'"; one line, printable ASCII
} wend_json_error;

// Allocates nothing yet.
WEND_API wend_json wend_json_start(wend_context *context);
// Frees what it holds and makes it empty again, ready for use.
WEND_API void wend_json_free(wend_json *json);

// Parses one JSON value with nothing but white space around it; its node is 0. WEND_ERROR_FORMAT, WEND_ERROR_TRUNCATED
// (the text ends too early), WEND_ERROR_LIMIT (deeper than WEND_JSON_DEPTH, or 4 GiB and more): *error says what and
// where. WEND_ERROR_MEMORY. O(count), no recursion.
WEND_API wend_result wend_json_parse(wend_json *json, const char *text, size_t count, wend_json_error *error);

// The value of an object's key (0-terminated), or -1. O(members).
WEND_API int64_t wend_json_find(const wend_json *json, int64_t object, const char *key);
// Type tests.
WEND_API bool wend_json_is(const wend_json *json, int64_t node, wend_json_type type);
// Whether it is the string `string`.
WEND_API bool wend_json_is_string(const wend_json *json, int64_t node, const char *string);

// Values; false when the node is of another type.
WEND_API bool wend_json_number(const wend_json *json, int64_t node, double *value);
WEND_API bool wend_json_bool(const wend_json *json, int64_t node, bool *value);
// Decodes a string into `buffer` of `size` bytes, a 0 behind it. Returns the length of the whole string in UTF-8,
// which may be more than fits (it is then cut), or -1 when the node is no string.
WEND_API int64_t wend_json_string(const wend_json *json, int64_t node, char *buffer, size_t size);
// An array of numbers alone, such as a place: how many (at most `limit` are stored), or -1 when it is anything else.
WEND_API int64_t wend_json_numbers(const wend_json *json, int64_t node, double *values, int64_t limit);

// Elements of an array (or keys and values of an object in turn): the first, and the one after `node`; -1 at the end.
//     for (int64_t e = wend_json_first(&json, array); e >= 0; e = wend_json_after(&json, array, e))
WEND_API int64_t wend_json_first(const wend_json *json, int64_t container);
WEND_API int64_t wend_json_after(const wend_json *json, int64_t container, int64_t node);

// ---------------------------------------------------------------------------------------------------- writing

// All take a key (0-terminated), or NULL for an element of an array and for what stands alone.
WEND_API void wend_json_open(wend_text *text, const char *key, char bracket); // '{' or '['
WEND_API void wend_json_close(wend_text *text, char bracket);                 // '}' or ']'
WEND_API void wend_json_add_int(wend_text *text, const char *key, int64_t value);
// The shortest decimal that reads back as the same double; null when it is not finite.
WEND_API void wend_json_add_double(wend_text *text, const char *key, double value);
// Rounded to at most `digits` (0..9) digits after the point; null when it is not finite.
WEND_API void wend_json_add_rounded(wend_text *text, const char *key, double value, int digits);
WEND_API void wend_json_add_bool(wend_text *text, const char *key, bool value);
WEND_API void wend_json_add_string(wend_text *text, const char *key, const char *value); // 0-terminated
// A string of 16 hexadecimal digits: JSON's numbers would lose some.
WEND_API void wend_json_add_hash(wend_text *text, const char *key, uint64_t value);
WEND_API void wend_json_add_place(wend_text *text, const char *key, const double place[3]); // [x, y, z]

#ifdef __cplusplus
}
#endif
#endif
