// glTF 2.0, as JSON (.gltf) and in one binary file (.glb). gltf.h shows the parts of this reader.
//
// A GLB is a header and chunks, all numbers little-endian:
//
//     "glTF"  version 2  bytes in all
//     bytes   "JSON"     the text, padded with spaces
//     bytes   "BIN\0"    the bytes of buffers[0]; may be missing
//     ...                other chunks are passed over
//
// What is read: the triangles (lists, strips, fans) of all meshes that the file's scene shows, each with the transform
// of its node, as many times as the scene shows it. Materials, pictures, cameras, lights and animations are passed
// over; skins and morph targets too, so that meshes stand as they were modelled. Compressed meshes are refused.
#include "file/gltf.h"

static wend_result fail(wend_gltf *g, wend_result result, const char *where, const char *cause) {
    return wend_scene_reader_fail(g->reader, result, WEND_GLTF_SYNTAX, where, "%s", cause);
}

// ---------------------------------------------------------------------------------------------------- GLB

enum { HEADER_BYTES = 12, CHUNK_HEADER_BYTES = 8 };
#define CHUNK_JSON 0x4E4F534Au
#define CHUNK_BINARY 0x004E4942u

static uint32_t load_u32(const char *at) {
    const unsigned char *c = (const unsigned char *)at;
    return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

// Checks the header. *end is where the chunks end.
static wend_result read_header(wend_gltf *g, const char **end) {
    wend_scene_reader *reader = g->reader;
    int64_t count = reader->end - reader->start;
    if (memcmp(reader->start, "glTF", count < 4 ? (size_t)count : 4) != 0)
        return fail(g, WEND_ERROR_FORMAT, reader->start, "a GLB begins with \"glTF\", this does not.");
    if (count < HEADER_BYTES)
        return fail(g, WEND_ERROR_TRUNCATED, reader->end, "the file ends within the header.");
    uint32_t version = load_u32(reader->start + 4);
    int64_t length = load_u32(reader->start + 8);
    if (version != 2)
        return wend_scene_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "gltf-version", reader->start + 4,
                                      "this is a GLB of version %lld, Wend reads version 2 only: convert it to "
                                      "glTF 2.0.",
                                      (long long)version);
    if (length < HEADER_BYTES)
        return fail(g, WEND_ERROR_FORMAT, reader->start + 8, "the header says that the file ends within it.");
    if (length > count)
        return wend_scene_reader_fail(reader, WEND_ERROR_TRUNCATED, WEND_GLTF_SYNTAX, reader->end,
                                      "the file ends after %lld of %lld bytes.", (long long)count, (long long)length);
    if (length < count)
        wend_scene_reader_tell(reader, WEND_WARNING, "gltf-bytes-behind", reader->start + length,
                               "the file goes on behind its end, for %lld bytes; they are passed over.",
                               (long long)(count - length));
    *end = reader->start + length;
    return WEND_OK;
}

// Finds the text and the binary chunk.
static wend_result read_chunks(wend_gltf *g, const char **text, const char **text_end) {
    const char *end = NULL;
    wend_result result = read_header(g, &end);
    if (result)
        return result;
    *text = NULL;
    int64_t length = 0;
    for (const char *at = g->reader->start + HEADER_BYTES; at < end; at += length) {
        if (end - at < CHUNK_HEADER_BYTES)
            return fail(g, WEND_ERROR_TRUNCATED, at, "the file ends within the header of a chunk.");
        uint32_t type = load_u32(at + 4);
        length = load_u32(at);
        at += CHUNK_HEADER_BYTES;
        if (length > end - at)
            return wend_scene_reader_fail(g->reader, WEND_ERROR_TRUNCATED, WEND_GLTF_SYNTAX, at,
                                          "a chunk has %lld bytes, but the file ends after %lld of them.",
                                          (long long)length, (long long)(end - at));
        if (!*text && type != CHUNK_JSON)
            return fail(g, WEND_ERROR_FORMAT, at - 4, "the first chunk is not of type JSON.");
        if (!*text) {
            *text = at;
            *text_end = at + length;
        } else if (type == CHUNK_BINARY && !g->binary) {
            g->binary = at;
            g->binary_count = length;
        }
    }
    return *text ? WEND_OK : fail(g, WEND_ERROR_TRUNCATED, end, "the file has no chunk.");
}

// ---------------------------------------------------------------------------------------------------- the text

static wend_result read_text(wend_gltf *g, bool glb) {
    wend_scene_reader *reader = g->reader;
    const char *text = reader->start, *end = reader->end;
    wend_result result = glb ? read_chunks(g, &text, &end) : WEND_OK;
    if (result)
        return result;
    while (glb && end > text && end[-1] == 0) // padding that some writers use in place of spaces
        end--;
    result = wend_scene_reader_json(reader, WEND_GLTF_SYNTAX, text, (size_t)(end - text), &g->json);
    if (result == WEND_OK && !wend_json_is(&g->json, 0, WEND_JSON_OBJECT))
        result = fail(g, WEND_ERROR_FORMAT, text, "the text is not a JSON object.");
    return result;
}

static wend_result refuse_version(wend_gltf *g, const char *version) {
    return wend_scene_reader_fail(g->reader, WEND_ERROR_UNSUPPORTED, "gltf-version", NULL,
                                  "this is glTF %s, Wend reads glTF 2.0 only: convert it to glTF 2.0.", version);
}

static wend_result judge_version(wend_gltf *g) {
    const wend_json *json = &g->json;
    int64_t asset = wend_json_find(json, 0, "asset");
    char version[16], least[16];
    int64_t length = wend_json_string(json, wend_json_find(json, asset, "version"), version, sizeof version);
    bool needed = wend_json_string(json, wend_json_find(json, asset, "minVersion"), least, sizeof least) > 0;
    if (length < 0 && wend_json_is(json, wend_json_find(json, 0, "meshes"), WEND_JSON_OBJECT))
        return refuse_version(g, "1.0"); // where tables were objects and the version could be missing
    if (length < 0)
        return fail(g, WEND_ERROR_FORMAT, NULL, "asset.version is missing: no glTF 2.0 file.");
    if (strncmp(version, "2.", 2) != 0 && strcmp(version, "2") != 0)
        return refuse_version(g, version);
    if (needed && strcmp(least, "2.0") != 0 && strcmp(least, "2") != 0)
        return refuse_version(g, least);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- extensions

typedef enum extension_kind { EXTENSION_UNKNOWN, EXTENSION_HARMLESS, EXTENSION_COMPRESSED } extension_kind;

// What an extension that the file requires means for its triangles. The list holds names and how names begin.
static extension_kind judge_extension(const char *name) {
    static const struct {
        const char *start;
        extension_kind kind;
    } known[] = {
        {"KHR_draco_mesh_compression", EXTENSION_COMPRESSED},
        {"EXT_meshopt_compression", EXTENSION_COMPRESSED},
        {"KHR_meshopt_compression", EXTENSION_COMPRESSED},
        {"MESHOPT_compression", EXTENSION_COMPRESSED},
        {"KHR_mesh_quantization", EXTENSION_HARMLESS}, // read
        {"EXT_mesh_gpu_instancing", EXTENSION_HARMLESS},
        {"KHR_materials_", EXTENSION_HARMLESS}, // passed over
        {"EXT_materials_", EXTENSION_HARMLESS},
        {"KHR_texture_", EXTENSION_HARMLESS},
        {"EXT_texture_", EXTENSION_HARMLESS},
        {"MSFT_texture_", EXTENSION_HARMLESS},
        {"KHR_lights_", EXTENSION_HARMLESS},
        {"EXT_lights_", EXTENSION_HARMLESS},
        {"KHR_animation_", EXTENSION_HARMLESS},
        {"KHR_audio", EXTENSION_HARMLESS},
        {"KHR_xmp", EXTENSION_HARMLESS},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strncmp(name, known[k].start, strlen(known[k].start)) == 0)
            return known[k].kind;
    return EXTENSION_UNKNOWN;
}

static wend_result judge_extensions(wend_gltf *g) {
    const wend_json *json = &g->json;
    int64_t list = wend_json_find(json, 0, "extensionsRequired");
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e)) {
        char name[64];
        if (wend_json_string(json, e, name, sizeof name) < 0)
            return fail(g, WEND_ERROR_FORMAT, NULL, "extensionsRequired is not an array of strings.");
        extension_kind kind = judge_extension(name);
        if (kind == EXTENSION_COMPRESSED)
            return wend_gltf_refuse_compressed(g, "extensionsRequired", name);
        if (kind == EXTENSION_UNKNOWN)
            wend_scene_reader_tell(g->reader, WEND_WARNING, WEND_GLTF_EXTENSION, NULL,
                                   "extensionsRequired: %s is not known to Wend; the triangles are read without it.",
                                   name);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- findings

static void tell_tally(wend_gltf *g, wend_severity severity, const char *code, const wend_gltf_tally *tally,
                       const char *what, const char *then) {
    char place[WEND_GLTF_PLACE_TEXT];
    if (tally->count > 0)
        wend_scene_reader_tell(g->reader, severity, code, NULL, "%s: %lld (the first is %s); %s.", what,
                               (long long)tally->count, wend_gltf_place_text(tally->first, place), then);
}

static void tell(wend_gltf *g) {
    tell_tally(g, WEND_NOTE, "gltf-not-triangles", &g->not_triangles, "primitives of points or lines", "passed over");
    tell_tally(g, WEND_NOTE, "gltf-no-positions", &g->no_positions, "primitives without positions", "passed over");
    tell_tally(g, WEND_WARNING, "gltf-left-over", &g->left_over, "primitives that end within a triangle",
               "that triangle is left out");
    tell_tally(g, WEND_NOTE, "gltf-morph-ignored", &g->morphed, "meshes with morph targets", "taken without them");
    tell_tally(g, WEND_NOTE, "gltf-skin-ignored", &g->skinned, "meshes with a skin",
               "taken as they were modelled, with the transform of their node");
    tell_tally(g, WEND_WARNING, "gltf-rotation", &g->unturned, "rotations of length 0", "taken as no rotation");
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result read_all(wend_gltf *g, bool glb) {
    wend_result result = read_text(g, glb);
    if (result == WEND_OK)
        result = judge_version(g);
    if (result == WEND_OK)
        result = judge_extensions(g);
    if (result == WEND_OK)
        result = wend_gltf_find_tables(g);
    if (result == WEND_OK)
        result = wend_gltf_add_nodes(g);
    if (result == WEND_OK)
        tell(g);
    return result;
}

wend_result wend_read_gltf(wend_scene_reader *reader, bool binary) {
    wend_gltf g = {.reader = reader, .context = reader->context, .json = wend_json_start(reader->context)};
    reader->binary = binary;
    wend_result result = read_all(&g, binary);
    wend_gltf_close_buffers(&g);
    for (int table = 0; table < WEND_GLTF_TABLE_COUNT; table++)
        wend_array_free(g.context, &g.tables[table]);
    wend_array_free(g.context, &g.accessors);
    wend_array_free(g.context, &g.meshes);
    wend_array_free(g.context, &g.primitives);
    wend_array_free(g.context, &g.renumbered);
    wend_json_free(&g.json);
    return result;
}
