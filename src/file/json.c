// A strict JSON parser without recursion: see wend/json.h for the layout of its result.
//
// The open containers are a small stack of node indices. One loop reads a value; when the value is complete an inner
// loop reads the commas and closing brackets behind it, until another value is due or the text is over.

#include <wend/json.h>

#include "base/array.h"
#include "base/format.h"

typedef struct parser {
    wend_json *json;
    const char *text, *at, *end;
    wend_json_error *error;
    int depth;
    uint32_t open[WEND_JSON_DEPTH];
} parser;

wend_json wend_json_start(wend_context *context) {
    return (wend_json){.context = context};
}

void wend_json_free(wend_json *json) {
    wend_array_free(json->context, &json->nodes);
    json->text = NULL;
}

// ---------------------------------------------------------------------------------------------------- errors

#ifdef __GNUC__
__attribute__((format(printf, 4, 5)))
#endif
static wend_result
fail(parser *p, wend_result result, const char *where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    wend_format_list(p->error->cause, sizeof p->error->cause, format, arguments);
    va_end(arguments);
    p->error->where = (size_t)(where - p->text);
    return result;
}

// Says what was expected at the present place, and what is there.
static wend_result unexpected(parser *p, const char *expected) {
    if (p->at >= p->end)
        return fail(p, WEND_ERROR_TRUNCATED, p->at, "the text ends, %s was expected", expected);
    unsigned char c = (unsigned char)*p->at;
    if (c > 0x20 && c < 0x7F)
        return fail(p, WEND_ERROR_FORMAT, p->at, "expected %s, found '%c'", expected, c);
    return fail(p, WEND_ERROR_FORMAT, p->at, "expected %s, found byte %d", expected, c);
}

// ---------------------------------------------------------------------------------------------------- scanning

static void skip_space(parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t'))
        p->at++;
}

static bool digit_at(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

static wend_result add_node(parser *p, wend_json_type type, const char *where, uint32_t count, double number) {
    wend_json_node node = {.where = (uint32_t)(where - p->text),
                           .next = (uint32_t)p->json->nodes.count + 1,
                           .count = count,
                           .type = (uint8_t)type,
                           .number = number};
    return wend_array_push(p->json->context, &p->json->nodes, node) ? WEND_OK : WEND_ERROR_MEMORY;
}

// number = [ - ] ( 0 | 1-9 digits ) [ . digits ] [ e [ + | - ] digits ]
static wend_result read_number(parser *p) {
    const char *start = p->at, *at = start, *end = p->end;
    at += *at == '-';
    if (!digit_at(at, end)) {
        p->at = at;
        return unexpected(p, "a digit");
    }
    bool zero = *at == '0';
    while (digit_at(at, end))
        at++;
    if (zero && at - start > 1 + (*start == '-'))
        return fail(p, WEND_ERROR_FORMAT, start, "a number must not start with a superfluous 0");
    if (at < end && *at == '.') {
        p->at = ++at;
        if (!digit_at(at, end))
            return unexpected(p, "a digit after the decimal point");
        while (digit_at(at, end))
            at++;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        p->at = at;
        if (!digit_at(at, end))
            return unexpected(p, "a digit of the exponent");
        while (digit_at(at, end))
            at++;
    }
    double value = 0;
    const char *stop = wend_parse_double(start, at, &value);
    if (stop != at || value - value != 0)
        return fail(p, WEND_ERROR_FORMAT, start, "the number is too large");
    p->at = at;
    return add_node(p, WEND_JSON_NUMBER, start, 0, value);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static wend_result skip_escape(parser *p) {
    p->at++;
    if (p->at >= p->end || !strchr("\"\\/bfnrtu", *p->at) || *p->at == 0)
        return unexpected(p, "an escape such as \\n or \\u0020");
    if (*p->at++ != 'u')
        return WEND_OK;
    for (int k = 0; k < 4; k++, p->at++)
        if (p->at >= p->end || hex_digit(*p->at) < 0)
            return unexpected(p, "four hexadecimal digits");
    return WEND_OK;
}

static wend_result read_string(parser *p) {
    const char *start = ++p->at;
    bool escaped = false;
    for (;;) {
        if (p->at >= p->end)
            return unexpected(p, "the end of a string");
        unsigned char c = (unsigned char)*p->at;
        if (c == '"')
            break;
        if (c < 0x20)
            return fail(p, WEND_ERROR_FORMAT, p->at, "byte %d within a string must be written as an escape", c);
        if (c == '\\') {
            escaped = true;
            wend_result result = skip_escape(p);
            if (result)
                return result;
            continue;
        }
        size_t length = wend_utf8_length(p->at, (size_t)(p->end - p->at));
        if (length == 0)
            return fail(p, WEND_ERROR_FORMAT, p->at, "byte %d within a string is not valid UTF-8", c);
        p->at += length;
    }
    wend_result result = add_node(p, WEND_JSON_STRING, start, (uint32_t)(p->at - start), 0);
    if (result)
        return result;
    p->json->nodes.data[p->json->nodes.count - 1].escaped = escaped;
    p->at++;
    return WEND_OK;
}

static bool skip_word(parser *p, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

static wend_result read_word(parser *p) {
    const char *start = p->at;
    if (skip_word(p, "null"))
        return add_node(p, WEND_JSON_NULL, start, 0, 0);
    if (skip_word(p, "true"))
        return add_node(p, WEND_JSON_TRUE, start, 0, 0);
    if (skip_word(p, "false"))
        return add_node(p, WEND_JSON_FALSE, start, 0, 0);
    static const char *const foreign[] = {"NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "-inf"};
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++)
        if (skip_word(p, foreign[k]))
            return fail(p, WEND_ERROR_FORMAT, start, "%s is not a number that JSON knows", foreign[k]);
    return unexpected(p, "a value");
}

// ---------------------------------------------------------------------------------------------------- structure

static wend_result read_key(parser *p) {
    skip_space(p);
    if (p->at >= p->end || *p->at != '"')
        return unexpected(p, "a key in quotes");
    wend_result result = read_string(p);
    if (result)
        return result;
    skip_space(p);
    if (p->at >= p->end || *p->at != ':')
        return unexpected(p, "':'");
    p->at++;
    return WEND_OK;
}

static void close_container(parser *p) {
    p->at++;
    p->json->nodes.data[p->open[--p->depth]].next = (uint32_t)p->json->nodes.count;
}

// Opens the container at p->at. *complete when it is empty, and thus a whole value already.
static wend_result open_container(parser *p, bool *complete) {
    bool object = *p->at == '{';
    if (p->depth == WEND_JSON_DEPTH)
        return fail(p, WEND_ERROR_LIMIT, p->at, "more than %d arrays and objects within each other", WEND_JSON_DEPTH);
    uint32_t node = (uint32_t)p->json->nodes.count;
    wend_result result = add_node(p, object ? WEND_JSON_OBJECT : WEND_JSON_ARRAY, p->at, 0, 0);
    if (result)
        return result;
    p->open[p->depth++] = node;
    p->at++;
    skip_space(p);
    *complete = p->at < p->end && *p->at == (object ? '}' : ']');
    if (*complete) {
        close_container(p);
        return WEND_OK;
    }
    p->json->nodes.data[node].count = 1;
    return object ? read_key(p) : WEND_OK;
}

// Reads one value, or the start of a container whose first value is then due (*complete false).
static wend_result read_value(parser *p, bool *complete) {
    *complete = true;
    skip_space(p);
    if (p->at >= p->end)
        return unexpected(p, "a value");
    char c = *p->at;
    if (c == '{' || c == '[')
        return open_container(p, complete);
    if (c == '"')
        return read_string(p);
    if ((c >= '0' && c <= '9') || (c == '-' && digit_at(p->at + 1, p->end)))
        return read_number(p);
    return read_word(p);
}

// After a whole value: closes containers until another value is due. *over when the outermost one was closed.
static wend_result read_separators(parser *p, bool *over) {
    while (p->depth > 0) {
        wend_json_node *container = &p->json->nodes.data[p->open[p->depth - 1]];
        bool object = container->type == WEND_JSON_OBJECT;
        skip_space(p);
        if (p->at < p->end && *p->at == ',') {
            p->at++;
            container->count++;
            return object ? read_key(p) : WEND_OK;
        }
        if (p->at >= p->end || *p->at != (object ? '}' : ']'))
            return unexpected(p, object ? "',' or '}'" : "',' or ']'");
        close_container(p);
    }
    *over = true;
    return WEND_OK;
}

wend_result wend_json_parse(wend_json *json, const char *text, size_t count, wend_json_error *error) {
    if (!json || !error || (count > 0 && !text))
        return WEND_ERROR_ARGUMENT;
    parser p = {.json = json, .text = text, .at = text, .end = text + count, .error = error};
    json->text = text;
    json->nodes.count = 0;
    *error = (wend_json_error){0};
    if (count >= UINT32_MAX)
        return fail(&p, WEND_ERROR_LIMIT, text, "the text is longer than 4 GiB");
    for (bool over = false; !over;) {
        bool complete = false;
        wend_result result = read_value(&p, &complete);
        if (result == WEND_OK && complete)
            result = read_separators(&p, &over);
        if (result)
            return result;
    }
    skip_space(&p);
    return p.at < p.end ? unexpected(&p, "nothing more") : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- looking

bool wend_json_is(const wend_json *json, int64_t node, wend_json_type type) {
    return node >= 0 && node < json->nodes.count && json->nodes.data[node].type == (uint8_t)type;
}

int64_t wend_json_first(const wend_json *json, int64_t container) {
    if (!wend_json_is(json, container, WEND_JSON_ARRAY) && !wend_json_is(json, container, WEND_JSON_OBJECT))
        return -1;
    return json->nodes.data[container].count > 0 ? container + 1 : -1;
}

int64_t wend_json_after(const wend_json *json, int64_t container, int64_t node) {
    int64_t next = json->nodes.data[node].next;
    return next < json->nodes.data[container].next ? next : -1;
}

int64_t wend_json_find(const wend_json *json, int64_t object, const char *key) {
    int64_t found = -1;
    if (!wend_json_is(json, object, WEND_JSON_OBJECT))
        return -1;
    for (int64_t k = wend_json_first(json, object); k >= 0; k = wend_json_after(json, object, k)) {
        bool match = wend_json_is_string(json, k, key);
        k = wend_json_after(json, object, k); // the value; always there
        if (match)
            found = k;
    }
    return found;
}

bool wend_json_number(const wend_json *json, int64_t node, double *value) {
    if (!wend_json_is(json, node, WEND_JSON_NUMBER))
        return false;
    *value = json->nodes.data[node].number;
    return true;
}

bool wend_json_bool(const wend_json *json, int64_t node, bool *value) {
    *value = wend_json_is(json, node, WEND_JSON_TRUE);
    return *value || wend_json_is(json, node, WEND_JSON_FALSE);
}

int64_t wend_json_numbers(const wend_json *json, int64_t node, double *values, int64_t limit) {
    if (!wend_json_is(json, node, WEND_JSON_ARRAY))
        return -1;
    int64_t count = json->nodes.data[node].count;
    if (json->nodes.data[node].next != (uint32_t)(node + 1 + count))
        return -1; // holds containers that are not empty
    for (int64_t k = 0; k < count; k++) {
        const wend_json_node *element = &json->nodes.data[node + 1 + k];
        if (element->type != WEND_JSON_NUMBER)
            return -1;
        if (k < limit)
            values[k] = element->number;
    }
    return count;
}

// ---------------------------------------------------------------------------------------------------- strings

static uint32_t hex4(const char *at) {
    uint32_t value = 0;
    for (int k = 0; k < 4; k++)
        value = value << 4 | (uint32_t)hex_digit(at[k]);
    return value;
}

static int encode(uint32_t c, char out[4]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int k = length - 1; k > 0; k--, c >>= 6)
        out[k] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> length & 0xFF) | c);
    return length;
}

// Decodes the character at *at of a string that was found valid. Half a surrogate pair alone becomes U+FFFD.
static int decode(const char **at, const char *end, char out[4]) {
    const char *s = *at;
    if (*s != '\\') {
        out[0] = *s;
        *at = s + 1;
        return 1;
    }
    if (s[1] != 'u') {
        static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
        out[0] = meanings[strchr(letters, s[1]) - letters];
        *at = s + 2;
        return 1;
    }
    uint32_t c = hex4(s + 2);
    *at = s + 6;
    if (c >= 0xD800 && c < 0xE000) {
        bool pair = c < 0xDC00 && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u';
        uint32_t low = pair ? hex4(*at + 2) : 0;
        if (low < 0xDC00 || low >= 0xE000)
            return encode(0xFFFD, out);
        *at += 6;
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    return encode(c, out);
}

bool wend_json_is_string(const wend_json *json, int64_t node, const char *string) {
    if (!wend_json_is(json, node, WEND_JSON_STRING))
        return false;
    const wend_json_node *n = &json->nodes.data[node];
    const char *at = json->text + n->where, *end = at + n->count;
    size_t length = strlen(string);
    if (!n->escaped)
        return n->count == length && memcmp(at, string, length) == 0;
    while (at < end) {
        char bytes[4];
        size_t count = (size_t)decode(&at, end, bytes);
        if (count > length || memcmp(bytes, string, count) != 0)
            return false;
        string += count;
        length -= count;
    }
    return length == 0;
}

int64_t wend_json_string(const wend_json *json, int64_t node, char *buffer, size_t size) {
    if (!wend_json_is(json, node, WEND_JSON_STRING))
        return -1;
    const wend_json_node *n = &json->nodes.data[node];
    const char *at = json->text + n->where, *end = at + n->count;
    size_t length = 0, kept = 0;
    while (at < end) {
        char bytes[4];
        size_t count = (size_t)decode(&at, end, bytes);
        if (kept == length && length + count < size) {
            memcpy(buffer + length, bytes, count);
            kept += count;
        }
        length += count;
    }
    if (size > 0)
        buffer[kept] = 0;
    return (int64_t)length;
}
