// The buffers of glTF: the binary chunk of a GLB, data: URIs, and files beside the file. See gltf.h.
//
// URIs are taken as RFC 3986 has them: %XX stands for a byte, relative paths start from the folder of the glTF file
// and may lead out of it by "..", which files in use do. Absolute paths and schemes other than data: are refused: a
// file that somebody sent must not make the reader fetch things. Who finds the file is up to the source's hook.
#include "file/gltf.h"
#include "file/path.h"
#include "file/source.h"

// A string of the JSON text, its escapes decoded.
typedef struct uri {
    const char *text;
    size_t count;
    char *block; // what to free, or NULL
    size_t block_bytes;
} uri;

static wend_result fail(wend_gltf *g, wend_result result, int64_t index, const char *cause) {
    return wend_gltf_fail(g, result, WEND_GLTF_BUFFER, wend_gltf_place_of(WEND_GLTF_BUFFERS, index), "%s", cause);
}

// ---------------------------------------------------------------------------------------------------- URIs

static wend_result open_uri(wend_gltf *g, int64_t node, uri *u) {
    const wend_json_node *string = &g->json.nodes.data[node];
    *u = (uri){.text = g->json.text + string->where, .count = string->count};
    if (!string->escaped)
        return WEND_OK;
    u->block_bytes = (size_t)string->count + 1; // an escape is longer than what it stands for
    u->block = wend_allocate(g->context, u->block_bytes);
    if (!u->block)
        return WEND_ERROR_MEMORY;
    u->count = (size_t)wend_json_string(&g->json, node, u->block, u->block_bytes);
    u->text = u->block;
    return WEND_OK;
}

static void close_uri(wend_gltf *g, uri *u) {
    wend_release(g->context, u->block, u->block_bytes);
}

// Whether the text begins with `word` (in lower case), in any case.
static bool begins(const char *text, size_t count, const char *word) {
    size_t length = strlen(word);
    if (count < length)
        return false;
    for (size_t k = 0; k < length; k++)
        if (wend_lower(text[k]) != word[k])
            return false;
    return true;
}

// The length of the scheme at the start of a URI ("https" of "https://..."), 0 when it has none.
static size_t scheme_length(const uri *u) {
    for (size_t k = 0; k < u->count; k++) {
        char c = wend_lower(u->text[k]);
        if (c == ':')
            return k;
        bool letter = c >= 'a' && c <= 'z';
        bool other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!letter && !(other && k > 0))
            return 0;
    }
    return 0;
}

static int hex_digit(char c) {
    c = wend_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Decodes %XX; a % without two digits stands for itself. Returns the number of bytes, at most `count`.
static size_t decode_percent(const char *text, size_t count, char *out) {
    size_t length = 0;
    for (size_t k = 0; k < count; k++) {
        bool coded = text[k] == '%' && count - k > 2 && hex_digit(text[k + 1]) >= 0 && hex_digit(text[k + 2]) >= 0;
        if (coded) {
            out[length++] = (char)(hex_digit(text[k + 1]) * 16 + hex_digit(text[k + 2]));
            k += 2;
        } else {
            out[length++] = text[k];
        }
    }
    return length;
}

// ---------------------------------------------------------------------------------------------------- data: URIs

static int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

// Decodes base64 in place; missing padding is forgiven. Returns the number of bytes, or -1 when it is not base64.
static int64_t decode_base64(char *text, size_t count) {
    int64_t length = 0;
    uint32_t bits = 0;
    size_t digits = count;
    while (digits > 0 && count - digits < 2 && text[digits - 1] == '=')
        digits--;
    for (size_t k = 0; k < digits; k++) {
        int digit = base64_digit(text[k]);
        if (digit < 0)
            return -1;
        bits = bits << 6 | (uint32_t)digit;
        if (k % 4 != 0) // the first digit of four completes no byte
            text[length++] = (char)(unsigned char)(bits >> (6 - 2 * (k % 4)) & 0xFF);
    }
    return digits % 4 == 1 ? -1 : length;
}

// data:[type][;base64],content
static wend_result open_data(wend_gltf *g, int64_t index, const uri *u, wend_gltf_buffer *buffer, int64_t *count) {
    static const char mark[] = ";base64";
    const size_t mark_length = sizeof mark - 1;
    const char *comma = memchr(u->text, ',', u->count);
    if (!comma)
        return fail(g, WEND_ERROR_FORMAT, index, "the data: URI has no comma before its content.");
    size_t head = (size_t)(comma - u->text), length = u->count - head - 1;
    bool base64 = head >= mark_length && begins(comma - mark_length, mark_length, mark);
    *count = 0;
    if (length == 0)
        return WEND_OK;
    buffer->block = wend_allocate(g->context, length);
    if (!buffer->block)
        return WEND_ERROR_MEMORY;
    buffer->block_bytes = length;
    buffer->bytes = (const unsigned char *)buffer->block;
    *count = (int64_t)decode_percent(comma + 1, length, buffer->block);
    if (base64)
        *count = decode_base64(buffer->block, (size_t)*count);
    return *count < 0 ? fail(g, WEND_ERROR_FORMAT, index, "the content of the data: URI is not base64.") : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- files

// Asks the source for a file by its name, which is terminated.
static wend_result find_file(wend_gltf *g, int64_t index, const char *name, wend_gltf_buffer *buffer, int64_t *count) {
    wend_file_side side;
    wend_result result = wend_source_find(g->reader->source, name, &side);
    if (result == WEND_OK) {
        buffer->bytes = side.bytes;
        *count = (int64_t)side.count;
    } else if (result != WEND_ERROR_MEMORY && result != WEND_ERROR_CANCELLED) {
        wend_gltf_fail(g, result, WEND_GLTF_BUFFER, wend_gltf_place_of(WEND_GLTF_BUFFERS, index),
                       "%s cannot be read: %s.", wend_shorten_path(name).text, side.cause);
    }
    return result;
}

static wend_result open_file(wend_gltf *g, int64_t index, const uri *u, wend_gltf_buffer *buffer, int64_t *count) {
    if (u->count == 0)
        return fail(g, WEND_ERROR_FORMAT, index, "its uri is empty.");
    char *name = wend_allocate(g->context, u->count + 1);
    if (!name)
        return WEND_ERROR_MEMORY;
    size_t length = decode_percent(u->text, u->count, name);
    name[length] = 0;
    wend_result result;
    if (strlen(name) != length)
        result = fail(g, WEND_ERROR_FORMAT, index, "its uri holds a zero byte.");
    else if (name[0] == '/' || name[0] == '\\')
        result = fail(g, WEND_ERROR_UNSUPPORTED, index,
                      "its uri is an absolute path; put the file beside this one and name it relative to it.");
    else
        result = find_file(g, index, name, buffer, count);
    wend_release(g->context, name, u->count + 1);
    return result;
}

// ---------------------------------------------------------------------------------------------------- buffers

// The bytes of a buffer without a URI.
static wend_result open_without_uri(wend_gltf *g, int64_t index, wend_gltf_buffer *buffer, int64_t *count) {
    static const char *const compressed[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    int64_t object = wend_gltf_at(g, WEND_GLTF_BUFFERS, index);
    if (index == 0 && g->binary) {
        buffer->bytes = (const unsigned char *)g->binary;
        *count = g->binary_count;
        return WEND_OK;
    }
    char place[WEND_GLTF_PLACE_TEXT];
    wend_gltf_place_text(wend_gltf_place_of(WEND_GLTF_BUFFERS, index), place);
    for (size_t k = 0; k < sizeof compressed / sizeof *compressed; k++)
        if (wend_gltf_extension(g, object, compressed[k]) >= 0)
            return wend_gltf_refuse_compressed(g, place, compressed[k]);
    return fail(g, WEND_ERROR_FORMAT, index, "it has no uri, and the file has no binary chunk for it.");
}

static wend_result open_with_uri(wend_gltf *g, int64_t index, const uri *u, wend_gltf_buffer *buffer, int64_t *count) {
    size_t scheme = scheme_length(u);
    wend_result result;
    if (begins(u->text, u->count, "data:"))
        result = open_data(g, index, u, buffer, count);
    else if (scheme > 0)
        result =
            wend_gltf_fail(g, WEND_ERROR_UNSUPPORTED, WEND_GLTF_BUFFER, wend_gltf_place_of(WEND_GLTF_BUFFERS, index),
                           "its uri begins with %.*s:, which Wend does not fetch; put the file beside this one "
                           "and name it relative to it.",
                           (int)(scheme < 20 ? scheme : 20), u->text);
    else
        result = open_file(g, index, u, buffer, count);
    return result;
}

wend_result wend_gltf_open_buffer(wend_gltf *g, int64_t index, const wend_gltf_buffer **opened) {
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_BUFFERS, index);
    wend_gltf_buffer *buffer = &g->buffers.data[index];
    int64_t object = wend_gltf_at(g, WEND_GLTF_BUFFERS, index), node = wend_json_find(&g->json, object, "uri");
    int64_t count = 0;
    *opened = buffer;
    if (buffer->ready)
        return WEND_OK;
    wend_result result = wend_gltf_whole(g, place, object, "byteLength", -1, &buffer->count);
    if (result)
        return result;
    if (buffer->count < 0)
        return fail(g, WEND_ERROR_FORMAT, index, "byteLength is missing.");
    if (node < 0) {
        result = open_without_uri(g, index, buffer, &count);
    } else if (!wend_json_is(&g->json, node, WEND_JSON_STRING)) {
        result = fail(g, WEND_ERROR_FORMAT, index, "its uri is not a string.");
    } else {
        uri u;
        result = open_uri(g, node, &u);
        if (result == WEND_OK)
            result = open_with_uri(g, index, &u, buffer, &count);
        close_uri(g, &u);
    }
    if (result == WEND_OK && count < buffer->count)
        return wend_gltf_fail(g, WEND_ERROR_TRUNCATED, WEND_GLTF_BUFFER, place,
                              "byteLength is %lld, but only %lld bytes are there.", (long long)buffer->count,
                              (long long)count);
    buffer->ready = result == WEND_OK;
    return result;
}

void wend_gltf_close_buffers(wend_gltf *g) {
    for (int64_t k = 0; k < g->buffers.count; k++)
        wend_release(g->context, g->buffers.data[k].block, g->buffers.data[k].block_bytes);
    wend_array_free(g->context, &g->buffers);
}
