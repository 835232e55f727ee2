// The accessors of glTF: views of a buffer as elements of one to four numbers. See gltf.h.
//
//     buffer  [ ........|view byteLength......................................|.... ]
//                       |accessor byteOffset|element|..|element|..|element|...|
//                                           |<- stride ->|
//
// Without a bufferView all elements are 0. Sparse accessors replace some of them: a list of ascending indices and one
// of values, searched by halving when an element is read. Numbers are little-endian at any address.
#include "file/gltf.h"

// Elements without bytes behind them that an accessor may have, and that a file may use in all.
#define UNBACKED_LIMIT ((int64_t)1 << 20)

// A bufferView: bytes within a buffer.
typedef struct view {
    const unsigned char *bytes;
    int64_t count;
    int64_t stride; // 0 when not given
} view;

static wend_result fail(wend_gltf *g, wend_gltf_place place, const char *cause) {
    return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place, "%s", cause);
}

// ---------------------------------------------------------------------------------------------------- numbers

static uint32_t load_u16(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t load_u32(const unsigned char *at) {
    return load_u16(at) | load_u16(at + 2) << 16;
}

static float load_f32(const unsigned char *at) {
    uint32_t bits = load_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int component_bytes(wend_gltf_component component) {
    switch (component) {
    case WEND_GLTF_I8:
    case WEND_GLTF_U8:
        return 1;
    case WEND_GLTF_I16:
    case WEND_GLTF_U16:
        return 2;
    case WEND_GLTF_U32:
    case WEND_GLTF_F32:
        return 4;
    }
    return 0;
}

static uint32_t load_unsigned(const unsigned char *at, wend_gltf_component component) {
    return component == WEND_GLTF_U8 ? *at : component == WEND_GLTF_U16 ? load_u16(at) : load_u32(at);
}

// A signed number of that many steps to 1; the lowest one is below -1 and stands for -1.
static double load_signed(int32_t value, bool normalized, double steps) {
    if (!normalized)
        return value;
    return value / steps < -1 ? -1 : value / steps;
}

static double load_number(const unsigned char *at, wend_gltf_component component, bool normalized) {
    switch (component) {
    case WEND_GLTF_I8:
        return load_signed((int32_t)(*at ^ 0x80u) - 0x80, normalized, 127);
    case WEND_GLTF_U8:
        return normalized ? *at / 255.0 : *at;
    case WEND_GLTF_I16:
        return load_signed((int32_t)(load_u16(at) ^ 0x8000u) - 0x8000, normalized, 32767);
    case WEND_GLTF_U16:
        return normalized ? load_u16(at) / 65535.0 : load_u16(at);
    case WEND_GLTF_U32:
        return normalized ? load_u32(at) / 4294967295.0 : load_u32(at);
    case WEND_GLTF_F32:
        return (double)load_f32(at);
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------- elements

static uint32_t sparse_index(const wend_gltf_accessor *a, int64_t k) {
    return load_unsigned(a->sparse_indices + k * component_bytes(a->sparse_type), a->sparse_type);
}

// Where the bytes of an element are; NULL when it is 0.
static const unsigned char *element(const wend_gltf_accessor *a, int64_t k) {
    int64_t low = 0, high = a->sparse_count;
    while (low < high) {
        int64_t middle = (low + high) / 2, index = sparse_index(a, middle);
        if (index == k)
            return a->sparse_values + middle * a->components * component_bytes(a->component);
        if (index < k)
            low = middle + 1;
        else
            high = middle;
    }
    return a->bytes ? a->bytes + k * a->stride : NULL;
}

void wend_gltf_read(const wend_gltf_accessor *accessor, int64_t k, double *values) {
    const unsigned char *at = element(accessor, k);
    int step = component_bytes(accessor->component);
    for (int c = 0; c < accessor->components; c++)
        values[c] = at ? load_number(at + c * step, accessor->component, accessor->normalized) : 0;
}

uint32_t wend_gltf_read_index(const wend_gltf_accessor *accessor, int64_t k) {
    const unsigned char *at = element(accessor, k);
    return at ? load_unsigned(at, accessor->component) : 0;
}

wend_result wend_gltf_use(wend_gltf *g, const wend_gltf_accessor *accessor, int64_t count) {
    if (!accessor || accessor->bytes)
        return WEND_OK;
    g->unbacked += count;
    if (g->unbacked <= UNBACKED_LIMIT)
        return WEND_OK;
    return wend_gltf_fail(g, WEND_ERROR_LIMIT, WEND_GLTF_TOO_LARGE,
                          wend_gltf_place_of(WEND_GLTF_ACCESSORS, accessor - g->accessors.data),
                          "it has no bufferView, and the scene shows more than %lld elements of such accessors; give "
                          "it one.",
                          (long long)UNBACKED_LIMIT);
}

// ---------------------------------------------------------------------------------------------------- views

static wend_result open_view(wend_gltf *g, int64_t index, view *v) {
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_VIEWS, index);
    int64_t object = wend_gltf_at(g, WEND_GLTF_VIEWS, index), which = -1, offset = 0;
    const wend_gltf_buffer *buffer = NULL;
    wend_result result = wend_gltf_index(g, place, object, "buffer", WEND_GLTF_BUFFERS, true, &which);
    if (result == WEND_OK)
        result = wend_gltf_whole(g, place, object, "byteOffset", 0, &offset);
    if (result == WEND_OK)
        result = wend_gltf_whole(g, place, object, "byteLength", -1, &v->count);
    if (result == WEND_OK)
        result = wend_gltf_whole(g, place, object, "byteStride", 0, &v->stride);
    if (result == WEND_OK && v->count < 0)
        result = fail(g, place, "byteLength is missing.");
    if (result == WEND_OK && v->stride > 252)
        result = fail(g, place, "byteStride is more than 252.");
    if (result == WEND_OK)
        result = wend_gltf_open_buffer(g, which, &buffer);
    if (result)
        return result;
    if (offset > buffer->count || v->count > buffer->count - offset)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "%lld bytes from byte %lld on are beyond the %lld bytes of buffers[%lld].",
                              (long long)v->count, (long long)offset, (long long)buffer->count, (long long)which);
    v->bytes = buffer->bytes ? buffer->bytes + offset : NULL;
    return WEND_OK;
}

// Finds `count` elements (at least one) of `bytes` bytes in the bufferView and from the byteOffset that an object
// names. *stride is 0 where the elements must follow one another closely, and is set otherwise.
static wend_result open_run(wend_gltf *g, wend_gltf_place place, int64_t object, int64_t count, int64_t bytes,
                            int64_t *stride, const unsigned char **first) {
    int64_t which = -1, offset = 0;
    view v = {0};
    wend_result result = wend_gltf_index(g, place, object, "bufferView", WEND_GLTF_VIEWS, true, &which);
    if (result == WEND_OK)
        result = wend_gltf_whole(g, place, object, "byteOffset", 0, &offset);
    if (result == WEND_OK)
        result = open_view(g, which, &v);
    if (result)
        return result;
    int64_t step = stride && v.stride > 0 ? v.stride : bytes;
    if (step < bytes)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "an element has %lld bytes, but byteStride of bufferViews[%lld] is %lld.",
                              (long long)bytes, (long long)which, (long long)step);
    if (offset > v.count || bytes > v.count - offset || count - 1 > (v.count - offset - bytes) / step)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "%lld elements from byte %lld on are beyond the %lld bytes of bufferViews[%lld].",
                              (long long)count, (long long)offset, (long long)v.count, (long long)which);
    if (stride)
        *stride = step;
    *first = v.bytes + offset;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- sparse

static wend_result check_sparse_indices(wend_gltf *g, wend_gltf_place place, const wend_gltf_accessor *a) {
    int64_t last = -1;
    for (int64_t k = 0; k < a->sparse_count; k++) {
        int64_t index = sparse_index(a, k);
        if (index <= last || index >= a->count)
            return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                                  "index %lld is %lld, but they must ascend and be less than %lld.", (long long)k,
                                  (long long)index, (long long)a->count);
        last = index;
    }
    return WEND_OK;
}

static wend_result open_sparse(wend_gltf *g, int64_t index, int64_t sparse, wend_gltf_accessor *a) {
    wend_gltf_place place = wend_gltf_place_in(WEND_GLTF_ACCESSORS, index, "sparse", -1);
    wend_gltf_place indices_place = wend_gltf_place_in(WEND_GLTF_ACCESSORS, index, "sparse.indices", -1);
    wend_gltf_place values_place = wend_gltf_place_in(WEND_GLTF_ACCESSORS, index, "sparse.values", -1);
    int64_t indices = wend_json_find(&g->json, sparse, "indices"), values = wend_json_find(&g->json, sparse, "values");
    int64_t count = -1, type = 0;
    wend_result result = wend_gltf_whole(g, place, sparse, "count", -1, &count);
    if (result == WEND_OK && (count < 1 || count > a->count))
        result = fail(g, place, "count is missing or not from 1 to that of the accessor.");
    if (result == WEND_OK)
        result = wend_gltf_whole(g, indices_place, indices, "componentType", 0, &type);
    if (result == WEND_OK && type != WEND_GLTF_U8 && type != WEND_GLTF_U16 && type != WEND_GLTF_U32)
        result = fail(g, indices_place, "componentType is not 5121, 5123 or 5125.");
    if (result)
        return result;
    a->sparse_type = (wend_gltf_component)type;
    result = open_run(g, indices_place, indices, count, component_bytes(a->sparse_type), NULL, &a->sparse_indices);
    if (result == WEND_OK)
        result = open_run(g, values_place, values, count, (int64_t)a->components * component_bytes(a->component), NULL,
                          &a->sparse_values);
    if (result)
        return result;
    a->sparse_count = count;
    return check_sparse_indices(g, indices_place, a);
}

// ---------------------------------------------------------------------------------------------------- accessors

// The number of components of an accessor's type; 0 for matrices and anything else.
static int components_of(const wend_json *json, int64_t type) {
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    for (int k = 0; k < 4; k++)
        if (wend_json_is_string(json, type, names[k]))
            return k + 1;
    return 0;
}

static wend_result read_type(wend_gltf *g, int64_t index, wend_gltf_accessor *a) {
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_ACCESSORS, index);
    int64_t object = wend_gltf_at(g, WEND_GLTF_ACCESSORS, index), type = -1;
    int64_t normalized = wend_json_find(&g->json, object, "normalized");
    wend_result result = wend_gltf_whole(g, place, object, "componentType", 0, &type);
    if (result == WEND_OK)
        result = wend_gltf_whole(g, place, object, "count", -1, &a->count);
    if (result)
        return result;
    if (type < WEND_GLTF_I8 || type > WEND_GLTF_F32 || component_bytes((wend_gltf_component)type) == 0)
        return fail(g, place, "componentType is none of 5120, 5121, 5122, 5123, 5125 and 5126.");
    if (a->count < 0)
        return fail(g, place, "count is missing.");
    a->component = (wend_gltf_component)type;
    a->components = components_of(&g->json, wend_json_find(&g->json, object, "type"));
    if (normalized >= 0 && !wend_json_bool(&g->json, normalized, &a->normalized))
        return fail(g, place, "normalized is neither true nor false.");
    return WEND_OK;
}

static wend_result open_elements(wend_gltf *g, int64_t index, wend_gltf_accessor *a) {
    wend_gltf_place place = wend_gltf_place_of(WEND_GLTF_ACCESSORS, index);
    int64_t object = wend_gltf_at(g, WEND_GLTF_ACCESSORS, index), sparse = wend_json_find(&g->json, object, "sparse");
    wend_result result = WEND_OK;
    if (wend_json_find(&g->json, object, "bufferView") >= 0) {
        if (a->count > 0)
            result = open_run(g, place, object, a->count, (int64_t)a->components * component_bytes(a->component),
                              &a->stride, &a->bytes);
    } else if (a->count > UNBACKED_LIMIT) {
        result = wend_gltf_fail(g, WEND_ERROR_LIMIT, WEND_GLTF_TOO_LARGE, place,
                                "it has %lld elements but no bufferView; without one it may have at most %lld.",
                                (long long)a->count, (long long)UNBACKED_LIMIT);
    }
    if (result == WEND_OK && sparse >= 0)
        result = open_sparse(g, index, sparse, a);
    return result;
}

wend_result wend_gltf_open_accessor(wend_gltf *g, wend_gltf_place place, const char *use, int64_t index, int components,
                                    const wend_gltf_accessor **accessor) {
    static const char *const names[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    wend_gltf_accessor *a = &g->accessors.data[index];
    *accessor = a;
    wend_result result = a->ready ? WEND_OK : read_type(g, index, a);
    if (result == WEND_OK && a->components != components)
        return wend_gltf_fail(g, WEND_ERROR_FORMAT, WEND_GLTF_SYNTAX, place,
                              "%s is accessors[%lld], which is not of type %s.", use, (long long)index,
                              names[components]);
    if (result == WEND_OK && !a->ready)
        result = open_elements(g, index, a);
    a->ready = result == WEND_OK;
    return result;
}
