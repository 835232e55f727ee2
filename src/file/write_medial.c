// A medial axis as GeoJSON, OBJ and GLB. Arcs become chains of short straight lines; points of chains carry the
// clearance.
#include "file/glb.h"
#include "file/write.h"
#include "file/write_scene.h"
#include "picture/medial_look.h"

#include "base/array.h"

typedef struct medial_writer {
    wend_plan_view plan;
    wend_medial_look_at look;
    wend_text *text;
} medial_writer;

static medial_writer writer_of(const wend_plan *plan, const wend_medial *medial, wend_text *text) {
    return (medial_writer){wend_plan_look(plan), wend_medial_look_start(plan, medial), text};
}

// ---------------------------------------------------------------------------------------------------- GeoJSON

static void add_key(wend_text *text, const char *key, double value) {
    wend_text_add_string(text, key);
    wend_text_add_double(text, value);
}

static void add_place(const medial_writer *w, const double place[2], const char *before) {
    wend_text_add_string(w->text, before);
    wend_text_add_double(w->text, place[0]);
    wend_text_add_char(w->text, ',');
    wend_text_add_double(w->text, place[1]);
    wend_text_add_string(w->text, ",0]");
}

static void add_arc(const medial_writer *w, int32_t arc) {
    double place[2], from, to, least;
    wend_medial_arc_point(w->look.medial, arc, 0, NULL, &from);
    wend_medial_arc_point(w->look.medial, arc, 1, NULL, &to);
    wend_medial_arc_point(w->look.medial, arc, wend_medial_arc_least(w->look.medial, arc), NULL, &least);
    wend_text_add_string(w->text, arc > 0 ? ",\n" : "\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"arc\":");
    wend_text_add_int(w->text, arc);
    wend_text_add_string(w->text, ",\"vertices\":[");
    wend_text_add_int(w->text, w->look.view.arcs[arc].vertex[0]);
    wend_text_add_char(w->text, ',');
    wend_text_add_int(w->text, w->look.view.arcs[arc].vertex[1]);
    add_key(w->text, "],\"clearance\":[", from);
    add_key(w->text, ",", to);
    add_key(w->text, "],\"least\":", least);
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
    int pieces = wend_medial_pieces(&w->look, arc);
    for (int k = 0; k <= pieces; k++) {
        wend_medial_arc_point(w->look.medial, arc, (double)k / pieces, place, NULL);
        add_place(w, place, k > 0 ? ",[" : "[");
    }
    wend_text_add_string(w->text, "]}}");
}

static void add_narrow(const medial_writer *w, int32_t k, bool first) {
    wend_narrow n = wend_medial_narrow(w->look.medial, k);
    wend_text_add_string(w->text, first ? "\n" : ",\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"narrow\":");
    wend_text_add_int(w->text, k);
    add_key(w->text, ",\"width\":", n.width);
    if (n.room > 0)
        add_key(w->text, ",\"room\":", n.room);
    add_key(w->text, ",\"prominence\":", n.prominence);
    add_key(w->text, ",\"direction\":[", n.direction[0]);
    add_key(w->text, ",", n.direction[1]);
    wend_text_add_string(w->text, "]},\"geometry\":{\"type\":\"Point\",\"coordinates\":");
    add_place(w, n.place, "[");
    wend_text_add_string(w->text, "}}");
}

wend_result wend_write_medial_geojson(const wend_plan *plan, const wend_medial *medial, wend_text *text) {
    medial_writer w = writer_of(plan, medial, text);
    wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
    for (int32_t arc = 0; arc < w.look.view.arc_count; arc++)
        add_arc(&w, arc);
    for (int32_t k = 0; k < w.look.view.narrow_count; k++)
        add_narrow(&w, k, w.look.view.arc_count == 0 && k == 0);
    wend_text_add_string(text, "\n]}\n");
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- chains

// All points of all chains, one chain per arc.
typedef struct chains {
    WEND_ARRAY(double) positions; // x, y, z of each
    WEND_ARRAY(uint32_t) colours;
    WEND_ARRAY(int64_t) starts; // of each arc; one more at the end
} chains;

static void chains_free(wend_context *context, chains *c) {
    wend_array_free(context, &c->positions);
    wend_array_free(context, &c->colours);
    wend_array_free(context, &c->starts);
}

static bool chains_make(wend_context *context, const medial_writer *w, chains *c) {
    bool good = wend_array_push(context, &c->starts, 0);
    for (int32_t arc = 0; good && arc < w->look.view.arc_count; arc++) {
        int pieces = wend_medial_pieces(&w->look, arc);
        for (int k = 0; good && k <= pieces; k++) {
            double place[2], clearance;
            wend_medial_arc_point(w->look.medial, arc, (double)k / pieces, place, &clearance);
            good = wend_array_push(context, &c->positions, place[0]) &&
                   wend_array_push(context, &c->positions, place[1]) && wend_array_push(context, &c->positions, 0) &&
                   wend_array_push(context, &c->colours, wend_clearance_colour(&w->look, clearance));
        }
        good = good && wend_array_push(context, &c->starts, c->colours.count);
    }
    return good;
}

// ---------------------------------------------------------------------------------------------------- OBJ

static void add_obj_point(const chains *c, int64_t k, wend_text *text) {
    wend_text_add_char(text, 'v');
    for (int i = 0; i < 3; i++) {
        wend_text_add_char(text, ' ');
        wend_text_add_double(text, c->positions.data[3 * k + i]);
    }
    for (int shift = 24; shift >= 8; shift -= 8) {
        wend_text_add_char(text, ' ');
        wend_text_add_rounded(text, (double)(c->colours.data[k] >> shift & 255) / 255, 3);
    }
    wend_text_add_char(text, '\n');
}

wend_result wend_write_medial_obj(const wend_plan *plan, const wend_medial *medial, wend_text *text) {
    medial_writer w = writer_of(plan, medial, text);
    chains c = {0};
    bool good = chains_make(text->context, &w, &c);
    for (int64_t k = 0; good && k < c.colours.count; k++)
        add_obj_point(&c, k, text);
    for (int32_t arc = 0; good && arc < w.look.view.arc_count; arc++) {
        wend_text_add_char(text, 'l');
        for (int64_t k = c.starts.data[arc]; k < c.starts.data[arc + 1]; k++) {
            wend_text_add_char(text, ' ');
            wend_text_add_int(text, k + 1);
        }
        wend_text_add_char(text, '\n');
    }
    chains_free(text->context, &c);
    return good ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- GLB

enum { LINES = 1 };

// Colours in a GLB are linear: a polynomial that is within 0.2% of the curve of sRGB.
static double linear(uint32_t colour, int shift) {
    double c = (double)(colour >> shift & 255) / 255;
    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

static int64_t line_count(const chains *c) {
    return c->colours.count - (c->starts.count - 1);
}

static void add_accessors(const chains *c, const double origin[3], wend_text *json) {
    wend_glb_box around = wend_glb_find_box(c->positions.data, c->colours.count, origin);
    wend_glb_add_field(json, ",\"accessors\":[{\"bufferView\":0,\"componentType\":", WEND_GLB_FLOATS);
    wend_glb_add_field(json, ",\"type\":\"VEC3\",\"count\":", c->colours.count);
    wend_glb_add_three(json, ",\"min\":", around.low);
    wend_glb_add_three(json, ",\"max\":", around.high);
    wend_glb_add_field(json, "},{\"bufferView\":1,\"componentType\":", WEND_GLB_BYTES);
    wend_glb_add_field(json, ",\"normalized\":true,\"type\":\"VEC4\",\"count\":", c->colours.count);
    wend_glb_add_field(json, "},{\"bufferView\":2,\"componentType\":", WEND_GLB_UINTS);
    wend_glb_add_field(json, ",\"type\":\"SCALAR\",\"count\":", 2 * line_count(c));
    wend_text_add_string(json, "}]");
}

static void add_buffers(const chains *c, wend_text *json) {
    int64_t positions = 12 * c->colours.count, colours = 4 * c->colours.count, indices = 8 * line_count(c);
    wend_glb_add_field(json, ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":", positions);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", positions);
    wend_glb_add_field(json, ",\"byteLength\":", colours);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_VERTEX_BUFFER);
    wend_glb_add_field(json, "},{\"buffer\":0,\"byteOffset\":", positions + colours);
    wend_glb_add_field(json, ",\"byteLength\":", indices);
    wend_glb_add_field(json, ",\"target\":", WEND_GLB_INDEX_BUFFER);
    wend_glb_add_field(json, "}],\"buffers\":[{\"byteLength\":", positions + colours + indices);
    wend_text_add_string(json, "}]");
}

static wend_result add_json(const chains *c, double unit, const double origin[3], wend_text *json) {
    wend_text_add_string(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wend\"}"
                               ",\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"medial\",\"mesh\":0");
    wend_glb_add_matrix(json, WEND_UP_Z, unit, origin);
    wend_glb_add_field(json,
                       "}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1},"
                       "\"indices\":2,\"mode\":",
                       LINES);
    wend_text_add_string(json, "}]}]");
    add_accessors(c, origin, json);
    add_buffers(c, json);
    return wend_glb_end_json(json);
}

static void add_bytes(const chains *c, const double origin[3], wend_text *text) {
    for (int64_t k = 0; k < c->positions.count; k++)
        wend_text_add_float(text, (float)(c->positions.data[k] - origin[k % 3]));
    for (int64_t k = 0; k < c->colours.count; k++) {
        for (int shift = 24; shift >= 8; shift -= 8)
            wend_text_add_word(text, (uint64_t)(linear(c->colours.data[k], shift) * 255 + 0.5), 1);
        wend_text_add_word(text, 255, 1);
    }
    for (int64_t arc = 0; arc + 1 < c->starts.count; arc++)
        for (int64_t k = c->starts.data[arc]; k + 1 < c->starts.data[arc + 1]; k++) {
            wend_text_add_word(text, (uint64_t)k, 4);
            wend_text_add_word(text, (uint64_t)k + 1, 4);
        }
}

wend_result wend_write_medial_glb(const wend_plan *plan, const wend_medial *medial, wend_text *text) {
    medial_writer w = writer_of(plan, medial, text);
    chains c = {0};
    wend_text json = wend_text_start(text->context);
    wend_result result = chains_make(text->context, &w, &c) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        double origin[3];
        wend_glb_find_origin(c.positions.data, c.colours.count, origin);
        result = add_json(&c, w.plan.unit, origin, &json);
        if (result == WEND_OK)
            result = wend_glb_add_head(text, &json, 16 * (uint64_t)c.colours.count + 8 * (uint64_t)line_count(&c));
        if (result == WEND_OK)
            add_bytes(&c, origin, text);
    }
    wend_text_free(&json);
    chains_free(text->context, &c);
    return result == WEND_OK ? wend_text_result(text) : result;
}
