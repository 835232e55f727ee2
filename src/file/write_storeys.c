// What is shown of a linked surface, as OBJ, GLB and GeoJSON. See storeys.h.
//
// The GLB: scene -> node 0 (turn, scale, move) -> a node per part -> mesh -> TRIANGLES or LINES { POSITION, indices },
// one material per part. All positions are one accessor of floats. Cells need not be convex: polygons are cut into
// triangles as they are seen from above (polygon.h).
#include "file/write_picture.h"

#include "file/glb.h"
#include "geom/polygon.h"
#include "file/write_scene.h"

enum { TRIANGLES = 4, LINES = 1 };

static const wend_storey_part *part_at(const wend_storeys *s, int64_t k) {
    return &s->parts.data[k];
}

static void place_of(const wend_storeys *s, int64_t place, double at[3]) {
    wend_scene_from_ground(s->up, s->places.data + 3 * place, at);
}

// ---------------------------------------------------------------------------------------------------- OBJ

wend_result wend_write_storeys_obj(const wend_storeys *s, wend_text *text) {
    for (int64_t v = 0; v < s->place_count; v++) {
        double at[3];
        place_of(s, v, at);
        for (int k = 0; k < 3; k++) {
            wend_text_add_string(text, k == 0 ? "v " : " ");
            wend_text_add_double(text, at[k]);
        }
        wend_text_add_char(text, '\n');
    }
    for (int64_t k = 0; k < s->parts.count; k++) {
        const wend_storey_part *part = part_at(s, k);
        if (part->hint)
            continue;
        wend_text_add_string(text, "g ");
        wend_text_add_string(text, part->name);
        wend_text_add_char(text, '\n');
        for (int64_t f = part->first; f < part->first + part->count; f++) {
            wend_text_add_char(text, part->width > 0 ? 'l' : 'f');
            for (int32_t i = 0; i < s->faces.data[f].count; i++) {
                wend_text_add_char(text, ' ');
                wend_text_add_int(text, (int64_t)s->corners.data[s->faces.data[f].first + i] + 1);
            }
            wend_text_add_char(text, '\n');
        }
    }
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- GeoJSON

static void add_corner(const wend_storeys *s, int32_t corner, bool first, wend_text *text) {
    const double *at = s->places.data + 3 * (int64_t)corner;
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k > 0 ? "," : first ? "[" : ",[");
        wend_text_add_double(text, at[k]);
    }
    wend_text_add_char(text, ']');
}

wend_result wend_write_storeys_geojson(const wend_storeys *s, wend_text *text) {
    bool any = false;
    wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
    for (int64_t k = 0; k < s->parts.count; k++) {
        const wend_storey_part *part = part_at(s, k);
        bool lines = part->width > 0;
        if (part->hint)
            continue;
        wend_text_add_string(text, any ? ",\n" : "\n");
        any = true;
        wend_text_add_string(text, "{\"type\":\"Feature\",\"properties\":{\"part\":");
        wend_text_add_json(text, part->name);
        wend_text_add_string(text, ",\"layer\":");
        wend_text_add_int(text, part->layer);
        if (part->drop) {
            wend_text_add_string(text, ",\"kind\":\"drop\",\"depth\":");
            wend_text_add_double(text, part->drop->height);
            wend_text_add_string(text, ",\"width\":");
            wend_text_add_double(text, part->drop->width);
        }
        wend_text_add_string(text, lines ? "},\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":["
                                         : "},\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[");
        for (int64_t f = part->first; f < part->first + part->count; f++) {
            const wend_storey_face *face = &s->faces.data[f];
            wend_text_add_string(text, f > part->first ? "," : "");
            wend_text_add_string(text, lines ? "[" : "[[");
            for (int32_t i = 0; i < face->count + !lines; i++)
                add_corner(s, s->corners.data[face->first + i % face->count], i == 0, text);
            wend_text_add_string(text, lines ? "]" : "]]");
        }
        wend_text_add_string(text, "]}}");
    }
    wend_text_add_string(text, "\n]}\n");
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- GLB

// Indices of a part: two for a line, three for each triangle of a polygon.
static int64_t index_count(const wend_storeys *s, const wend_storey_part *part) {
    int64_t count = 0;
    for (int64_t f = part->first; f < part->first + part->count; f++)
        count += part->width > 0 ? 2 : 3 * (int64_t)(s->faces.data[f].count - 2);
    return count;
}

// Colours in a GLB are linear: a polynomial that is within 0.2% of the curve of sRGB.
static double linear(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 255) / 255;
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

static void add_material(const wend_storey_part *part, wend_text *json) {
    wend_text_add_string(json, "{\"name\":");
    wend_text_add_json(json, part->name);
    wend_text_add_string(json, ",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorFactor\":[");
    for (int k = 0; k < 3; k++) {
        wend_text_add_rounded(json, linear(part->colour, 24 - 8 * k), 4);
        wend_text_add_char(json, ',');
    }
    wend_text_add_string(json, "1]},\"doubleSided\":true}");
}

typedef struct glb_writer {
    const wend_storeys *s;
    double *positions; // in the scene's axes and units
    double *seen;      // from above: ground coordinates without the height
    int64_t places;
    double origin[3];
    int64_t parts; // those that are written
    wend_polygon polygon;
} glb_writer;

static void add_nodes(const glb_writer *w, wend_text *json) {
    wend_text_add_string(json,
                         "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wend\"},\"scene\":0,\"scenes\":[{\"nodes\":"
                         "[0]}],\"nodes\":[{\"name\":");
    wend_text_add_json(json, w->s->title);
    wend_glb_add_matrix(json, w->s->up, w->s->unit, w->origin);
    for (int64_t k = 0; k < w->parts; k++)
        wend_glb_add_field(json, k == 0 ? ",\"children\":[" : ",", k + 1);
    wend_text_add_string(json, w->parts > 0 ? "]}" : "}");
    for (int64_t k = 0, number = 0; k < w->s->parts.count; k++) {
        if (part_at(w->s, k)->hint)
            continue;
        wend_text_add_string(json, ",{\"name\":");
        wend_text_add_json(json, part_at(w->s, k)->name);
        wend_glb_add_field(json, ",\"mesh\":", number++);
        wend_text_add_char(json, '}');
    }
    wend_text_add_char(json, ']');
}

static void add_meshes(const glb_writer *w, wend_text *json) {
    int64_t number = 0;
    for (int64_t k = 0; k < w->s->parts.count; k++) {
        const wend_storey_part *part = part_at(w->s, k);
        if (part->hint)
            continue;
        wend_text_add_string(json, number == 0 ? ",\"meshes\":[" : ",");
        wend_glb_add_field(
            json, "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":", part->width > 0 ? LINES : TRIANGLES);
        wend_glb_add_field(json, ",\"material\":", number);
        wend_glb_add_field(json, ",\"indices\":", number + 1);
        wend_text_add_string(json, "}]}");
        number++;
    }
    wend_text_add_string(json, "],\"materials\":[");
    for (int64_t k = 0, told = 0; k < w->s->parts.count; k++) {
        if (part_at(w->s, k)->hint)
            continue;
        wend_text_add_string(json, told++ > 0 ? "," : "");
        add_material(part_at(w->s, k), json);
    }
    wend_text_add_char(json, ']');
}

static int64_t add_accessors(const glb_writer *w, wend_text *json) {
    wend_glb_box around = wend_glb_find_box(w->positions, w->places, w->origin);
    int64_t bytes = 0;
    wend_glb_add_field(json, ",\"accessors\":[{\"bufferView\":0,\"componentType\":", WEND_GLB_FLOATS);
    wend_glb_add_field(json, ",\"type\":\"VEC3\",\"count\":", w->places);
    wend_glb_add_three(json, ",\"min\":", around.low);
    wend_glb_add_three(json, ",\"max\":", around.high);
    wend_text_add_char(json, '}');
    for (int64_t k = 0; k < w->s->parts.count; k++) {
        if (part_at(w->s, k)->hint)
            continue;
        int64_t count = index_count(w->s, part_at(w->s, k));
        wend_glb_add_field(json, ",{\"bufferView\":1,\"byteOffset\":", bytes);
        wend_glb_add_field(json, ",\"componentType\":", WEND_GLB_UINTS);
        wend_glb_add_field(json, ",\"type\":\"SCALAR\",\"count\":", count);
        wend_text_add_char(json, '}');
        bytes += 4 * count;
    }
    wend_text_add_char(json, ']');
    wend_glb_add_field(json, ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":", 12 * w->places);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", 12 * w->places);
    wend_glb_add_field(json, ",\"byteLength\":", bytes);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_INDEX_BUFFER);
    wend_glb_add_field(json, "}],\"buffers\":[{\"byteLength\":", 12 * w->places + bytes);
    wend_text_add_string(json, "}]");
    return 12 * w->places + bytes;
}

static wend_result add_polygon(glb_writer *w, const wend_storey_face *face, wend_text *text) {
    bool clean;
    w->polygon.corners.count = 0;
    for (int32_t i = 0; i < face->count; i++)
        if (!wend_array_push(text->context, &w->polygon.corners, w->s->corners.data[face->first + i]))
            return WEND_ERROR_MEMORY;
    wend_result result = wend_polygon_cut(text->context, &w->polygon, w->seen, &clean);
    for (int64_t k = 0; result == WEND_OK && k < w->polygon.triangles.count; k++)
        wend_text_add_word(text, (uint64_t)w->polygon.triangles.data[k], 4);
    return result;
}

static wend_result add_indices(glb_writer *w, const wend_storey_part *part, wend_text *text) {
    wend_result result = WEND_OK;
    for (int64_t f = part->first; f < part->first + part->count && result == WEND_OK; f++) {
        const wend_storey_face *face = &w->s->faces.data[f];
        if (part->width == 0)
            result = add_polygon(w, face, text);
        for (int32_t i = 0; part->width > 0 && i < 2; i++)
            wend_text_add_word(text, (uint64_t)w->s->corners.data[face->first + i], 4);
    }
    return result;
}

static wend_result write_file(glb_writer *w, wend_text *json, wend_text *text) {
    add_nodes(w, json);
    add_meshes(w, json);
    int64_t bytes = add_accessors(w, json);
    wend_result result = wend_glb_end_json(json);
    if (result == WEND_OK)
        result = wend_glb_add_head(text, json, (uint64_t)bytes);
    if (result != WEND_OK)
        return result;
    for (int64_t k = 0; k < 3 * w->places; k++)
        wend_text_add_float(text, (float)(w->positions[k] - w->origin[k % 3]));
    for (int64_t k = 0; k < w->s->parts.count && result == WEND_OK; k++)
        if (!part_at(w->s, k)->hint)
            result = add_indices(w, part_at(w->s, k), text);
    return result == WEND_OK ? wend_text_result(text) : result;
}

wend_result wend_write_storeys_glb(const wend_storeys *s, wend_text *text) {
    glb_writer w = {.s = s, .places = s->place_count};
    size_t bytes = ((size_t)s->places.count + 1) * sizeof(double);
    wend_result result = WEND_ERROR_MEMORY;
    w.positions = wend_allocate_array(text->context, s->places.count + 1, sizeof(double));
    w.seen = wend_allocate_array(text->context, s->places.count + 1, sizeof(double));
    if (w.positions && w.seen) {
        for (int64_t v = 0; v < w.places; v++) {
            place_of(s, v, w.positions + 3 * v);
            for (int k = 0; k < 3; k++)
                w.seen[3 * v + k] = k < 2 ? s->places.data[3 * v + k] : 0;
        }
        for (int64_t k = 0; k < s->parts.count; k++)
            w.parts += !part_at(s, k)->hint;
        wend_glb_find_origin(w.positions, w.places, w.origin);
        wend_text json = wend_text_start(text->context);
        result = write_file(&w, &json, text);
        wend_text_free(&json);
    }
    wend_polygon_free(text->context, &w.polygon);
    wend_release(text->context, w.seen, bytes);
    wend_release(text->context, w.positions, bytes);
    return result;
}
