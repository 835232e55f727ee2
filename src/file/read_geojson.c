// GeoJSON.
//
// A Polygon's first ring is an outer ring, its others are the obstacles in it; a LineString is a wall, a Point a point
// obstacle; MultiX are many of them; a GeometryCollection, a Feature and a FeatureCollection hold others. Members that
// Wend does not know mean nothing to it. The first point of a ring may be repeated at its end or not; a third
// coordinate is ignored.
//
// Three things that plain GeoJSON cannot say are foreign members, so that a drawing can be written and read back whole:
//
//     "rule"      beside "features": "rings", "depth" or "holes": how the outlines tell inside from outside
//     "kind"      in a feature's properties: "outer", "obstacle", "wall", "point", "outline", "hole" or "border"
//     "polygon"   beside "kind": the number of the polygon that its shapes belong to, -1 for none
//
// And one that says what kind of ground it is, in a feature's properties:
//
//     "ground"    a number from 1 to 65535, or a name that is mapped to one later: of the floor inside a Polygon. With
//                 "kind":"border" the Polygon lies on the floor of others, and its rings after the first are holes
//                 in it
//
// A Polygon of kind "obstacle" is solid: its first ring is an obstacle. Holes in it are outer rings: floor within the
// solid. A Polygon of kind "border" is an area: each of its rings is a closed border line.
//
// Where a file without "rule" has a feature whose "kind" makes its geometry something else than it is by itself (a
// Polygon read as walls), a note says so: it may be a property of another program's making. A file with "rule" is one
// that was written to be read like that.
//
// Degrees are refused by "crs" or, without one, by size and place: see drawing_format.c.
#include "file/reader.h"
#include "scene/areas.h"

#define CODE "geojson-syntax"

typedef struct geojson {
    wend_reader *reader;
    wend_json *json;
    int64_t polygon;      // number of the next polygon
    int kind;             // of the present feature: wend_shape_kind, or -1 for what the geometry says
    int64_t kind_polygon; // its "polygon", or INT64_MIN for none given
    wend_tally unlocated; // features without geometry
    wend_tally solid_holes;
    wend_tally recast; // geometries that "kind" makes something else, and what the first of them is and becomes
    const char *recast_type, *recast_kind;
    wend_oddities oddities;
} geojson;

static const char *place_of(const geojson *g, int64_t node) {
    return g->reader->at + g->json->nodes.data[node < 0 ? 0 : node].where;
}

static wend_result bad(geojson *g, int64_t node, const char *text) {
    return wend_reader_fail(g->reader, WEND_ERROR_FORMAT, CODE, place_of(g, node), "%s", text);
}

// ---------------------------------------------------------------------------------------------------- coordinates

// The positions of an array into the reader's ring.
static wend_result read_positions(geojson *g, int64_t line) {
    if (!wend_json_is(g->json, line, WEND_JSON_ARRAY))
        return bad(g, line, "expected an array of positions [[x, y], ...].");
    for (int64_t p = wend_json_first(g->json, line); p >= 0; p = wend_json_after(g->json, line, p)) {
        wend_result result = wend_reader_position(g->reader, CODE, g->json, p, &g->oddities);
        if (result)
            return result;
    }
    return WEND_OK;
}

// The polygon number for shapes whose feature need not give one.
static int64_t polygon_or(const geojson *g, int64_t otherwise) {
    return g->kind_polygon != INT64_MIN ? g->kind_polygon : otherwise;
}

// A polygon number for the rings of one Polygon: given, or the next one.
static int64_t take_polygon(geojson *g) {
    int64_t number = polygon_or(g, g->polygon);
    if (number >= g->polygon)
        g->polygon = number + 1;
    return number;
}

// A line or the points of a geometry as one shape of `kind`.
static wend_result read_shape(geojson *g, int64_t line, wend_shape_kind kind, int64_t polygon) {
    wend_result result = read_positions(g, line);
    if (result)
        return result;
    bool ring = kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
    if (ring && !wend_reader_close(g->reader))
        wend_tally_add(&g->oddities.unclosed, place_of(g, line));
    return wend_reader_shape(g->reader, kind, polygon, place_of(g, line));
}

// A ring of a Polygon as a border line that ends where it starts.
static wend_result read_border_ring(geojson *g, int64_t ring, int64_t polygon) {
    wend_result result = read_positions(g, ring);
    if (result == WEND_OK && g->reader->ring.count > 0) {
        double x = g->reader->ring.data[0], y = g->reader->ring.data[1];
        if (!wend_reader_close(g->reader))
            wend_tally_add(&g->oddities.unclosed, place_of(g, ring));
        result = wend_reader_point(g->reader, x, y);
    }
    return result ? result : wend_reader_shape(g->reader, WEND_SHAPE_BORDER, polygon, place_of(g, ring));
}

// The k-th ring of a Polygon.
static wend_result read_ring(geojson *g, int64_t ring, int64_t k, int64_t polygon) {
    switch (g->kind) {
    case -1:
    case WEND_SHAPE_OUTER:
        return read_shape(g, ring, k == 0 ? WEND_SHAPE_OUTER : WEND_SHAPE_OBSTACLE, polygon);
    case WEND_SHAPE_OBSTACLE:
        if (k == 0)
            return read_shape(g, ring, WEND_SHAPE_OBSTACLE, polygon_or(g, -1));
        wend_tally_add(&g->solid_holes, place_of(g, ring));
        return read_shape(g, ring, WEND_SHAPE_OUTER, g->polygon++);
    case WEND_SHAPE_BORDER:
        return read_border_ring(g, ring, polygon >= 0 ? polygon : polygon_or(g, -1));
    default:
        return read_shape(g, ring, (wend_shape_kind)g->kind, polygon_or(g, -1));
    }
}

static wend_result read_polygon(geojson *g, int64_t rings) {
    if (!wend_json_is(g->json, rings, WEND_JSON_ARRAY))
        return bad(g, rings, "expected the rings of a Polygon [[[x, y], ...], ...].");
    bool area = g->reader->area != 0 || g->reader->area_name[0];
    bool numbered = g->kind == -1 || g->kind == WEND_SHAPE_OUTER || (g->kind == WEND_SHAPE_BORDER && area);
    int64_t number = numbered && wend_json_first(g->json, rings) >= 0 ? take_polygon(g) : -1;
    int64_t k = 0;
    for (int64_t ring = wend_json_first(g->json, rings); ring >= 0; ring = wend_json_after(g->json, rings, ring), k++) {
        wend_result result = read_ring(g, ring, k, number);
        if (result)
            return result;
    }
    return WEND_OK;
}

// Each element of an array of polygons or lines.
static wend_result read_many(geojson *g, int64_t parts, bool polygons) {
    if (!wend_json_is(g->json, parts, WEND_JSON_ARRAY))
        return bad(g, parts, "expected an array of coordinates.");
    wend_shape_kind kind = g->kind < 0 ? WEND_SHAPE_WALL : (wend_shape_kind)g->kind;
    for (int64_t part = wend_json_first(g->json, parts); part >= 0; part = wend_json_after(g->json, parts, part)) {
        wend_result result = polygons ? read_polygon(g, part) : read_shape(g, part, kind, polygon_or(g, -1));
        if (result)
            return result;
    }
    return WEND_OK;
}

// A Point: one position, or [] for none.
static wend_result read_point(geojson *g, int64_t position) {
    if (wend_json_is(g->json, position, WEND_JSON_ARRAY) && wend_json_first(g->json, position) < 0)
        return WEND_OK;
    if (position < 0)
        return bad(g, position, "a Point has no coordinates.");
    wend_result result = wend_reader_position(g->reader, CODE, g->json, position, &g->oddities);
    wend_shape_kind kind = g->kind < 0 ? WEND_SHAPE_POINT : (wend_shape_kind)g->kind;
    return result ? result : wend_reader_shape(g->reader, kind, polygon_or(g, -1), place_of(g, position));
}

// ---------------------------------------------------------------------------------------------------- objects

typedef enum geometry_type {
    POINT,
    MULTI_POINT,
    LINE_STRING,
    MULTI_LINE_STRING,
    POLYGON,
    MULTI_POLYGON,
    GEOMETRY_COUNT
} geometry_type;

static const struct {
    const char *name;
    wend_shape_kind kind; // what it is by itself
} geometries[GEOMETRY_COUNT] = {
    [POINT] = {"Point", WEND_SHAPE_POINT},           [MULTI_POINT] = {"MultiPoint", WEND_SHAPE_POINT},
    [LINE_STRING] = {"LineString", WEND_SHAPE_WALL}, [MULTI_LINE_STRING] = {"MultiLineString", WEND_SHAPE_WALL},
    [POLYGON] = {"Polygon", WEND_SHAPE_OUTER},       [MULTI_POLYGON] = {"MultiPolygon", WEND_SHAPE_OUTER},
};

static const char *const kind_names[WEND_SHAPE_KIND_COUNT] = {"outer",   "obstacle", "wall",  "point",
                                                              "outline", "hole",     "border"};

static wend_result read_coordinates(geojson *g, int64_t object, geometry_type type) {
    wend_shape_kind usual = geometries[type].kind, kind = g->kind < 0 ? usual : (wend_shape_kind)g->kind;
    int64_t coordinates = wend_json_find(g->json, object, "coordinates");
    if (coordinates < 0)
        return bad(g, object, "the geometry has no \"coordinates\".");
    if (kind != usual) {
        if (g->recast.count == 0) {
            g->recast_type = geometries[type].name;
            g->recast_kind = kind_names[kind];
        }
        wend_tally_add(&g->recast, place_of(g, object));
    }
    switch (type) {
    case POINT:
        return read_point(g, coordinates);
    case MULTI_POINT:
    case LINE_STRING:
        return read_shape(g, coordinates, kind, polygon_or(g, -1));
    case MULTI_LINE_STRING:
        return read_many(g, coordinates, false);
    case POLYGON:
        return read_polygon(g, coordinates);
    default:
        return read_many(g, coordinates, true);
    }
}

// "ground" of a feature's properties. What is no area is a property of another program's making.
static void read_area(geojson *g, int64_t properties) {
    int64_t area = wend_json_find(g->json, properties, "ground");
    char text[WEND_AREA_NAME + 4]; // longer than what is kept, so that it is not cut within a character
    double number = 0;
    if (wend_json_number(g->json, area, &number) && number >= 0 && number <= WEND_AREA_MAX &&
        number == (double)(int32_t)number)
        g->reader->area = (int32_t)number;
    if (wend_json_string(g->json, area, text, sizeof text) > 0)
        memcpy(g->reader->area_name, text, wend_name_length(text, sizeof g->reader->area_name));
}

static void forget_area(geojson *g) {
    g->reader->area = 0;
    memset(g->reader->area_name, 0, sizeof g->reader->area_name);
}

// "kind" and "polygon" of a feature's properties.
static void read_properties(geojson *g, int64_t feature) {
    int64_t properties = wend_json_find(g->json, feature, "properties");
    int64_t kind = wend_json_find(g->json, properties, "kind");
    int64_t polygon = wend_json_find(g->json, properties, "polygon");
    double number = 0;
    g->kind = -1;
    for (int k = 0; k < WEND_SHAPE_KIND_COUNT; k++)
        if (wend_json_is_string(g->json, kind, kind_names[k]))
            g->kind = k;
    g->kind_polygon = INT64_MIN;
    if (g->kind >= 0 && wend_json_number(g->json, polygon, &number) && number >= INT32_MIN && number <= INT32_MAX &&
        number == (double)(int32_t)number)
        g->kind_polygon = (int64_t)number;
}

static wend_result read_object(geojson *g, int64_t object);

// The objects of an array member. JSON's own limit of depth bounds the recursion.
static wend_result read_members(geojson *g, int64_t object, const char *key) {
    int64_t members = wend_json_find(g->json, object, key);
    if (!wend_json_is(g->json, members, WEND_JSON_ARRAY))
        return wend_reader_fail(g->reader, WEND_ERROR_FORMAT, CODE, place_of(g, object),
                                "the object has no array \"%s\".", key);
    for (int64_t m = wend_json_first(g->json, members); m >= 0; m = wend_json_after(g->json, members, m)) {
        wend_result result = read_object(g, m);
        if (result)
            return result;
    }
    return WEND_OK;
}

static wend_result read_feature(geojson *g, int64_t feature) {
    int64_t geometry = wend_json_find(g->json, feature, "geometry");
    wend_result result = WEND_OK;
    read_properties(g, feature);
    read_area(g, wend_json_find(g->json, feature, "properties"));
    if (wend_json_is(g->json, geometry, WEND_JSON_OBJECT))
        result = read_object(g, geometry);
    else if (wend_json_is(g->json, geometry, WEND_JSON_NULL))
        wend_tally_add(&g->unlocated, place_of(g, feature));
    else
        result = bad(g, feature, "the Feature has no \"geometry\".");
    g->kind = -1;
    g->kind_polygon = INT64_MIN;
    forget_area(g);
    return result;
}

static wend_result read_object(geojson *g, int64_t object) {
    const wend_json *json = g->json;
    int64_t type = wend_json_find(json, object, "type");
    if (!wend_json_is(json, type, WEND_JSON_STRING))
        return bad(g, object, "expected a GeoJSON object with a \"type\".");
    for (int k = 0; k < GEOMETRY_COUNT; k++)
        if (wend_json_is_string(json, type, geometries[k].name))
            return read_coordinates(g, object, (geometry_type)k);
    if (wend_json_is_string(json, type, "GeometryCollection"))
        return read_members(g, object, "geometries");
    if (wend_json_is_string(json, type, "Feature"))
        return read_feature(g, object);
    if (wend_json_is_string(json, type, "FeatureCollection"))
        return read_members(g, object, "features");
    char quote[WEND_QUOTE_TEXT];
    return wend_reader_fail(g->reader, WEND_ERROR_FORMAT, CODE, place_of(g, type) - 1,
                            "the type %s is none of GeoJSON's.",
                            wend_reader_quote(g->reader, place_of(g, type) - 1, quote));
}

// ---------------------------------------------------------------------------------------------------- degrees

// Whether a name such as "urn:ogc:def:crs:EPSG::4326" or "EPSG:4326" means degrees.
static bool is_geographic(const char *name) {
    if (strstr(name, "CRS84") || strstr(name, "CRS83") || strstr(name, "CRS27"))
        return true;
    const char *epsg = strstr(name, "EPSG");
    const char *end = name + strlen(name), *digits = end;
    int64_t code = 0;
    while (epsg && digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    return digits < end && wend_parse_int64(digits, end, &code) && wend_srid_is_geographic(code);
}

// *known when a "crs" member says what the coordinates are, and it is not degrees.
static wend_result judge_crs(geojson *g, bool *known) {
    char name[128];
    int64_t crs = wend_json_find(g->json, 0, "crs");
    int64_t text = wend_json_find(g->json, wend_json_find(g->json, crs, "properties"), "name");
    *known = wend_json_is(g->json, crs, WEND_JSON_NULL);
    if (wend_json_string(g->json, text, name, sizeof name) < 0)
        return WEND_OK;
    *known = true;
    if (!is_geographic(name))
        return WEND_OK;
    return wend_reader_fail(
        g->reader, WEND_ERROR_UNSUPPORTED, "coordinates-in-degrees", place_of(g, crs),
        "its crs is in degrees, Wend needs metres: project first, e.g. ogr2ogr -t_srs EPSG:32632 (a "
        "UTM zone) out.geojson in.geojson.");
}

// ---------------------------------------------------------------------------------------------------- all

static const char *const rule_names[] = {
    [WEND_INSIDE_RINGS] = "rings", [WEND_INSIDE_DEPTH] = "depth", [WEND_INSIDE_HOLES] = "holes"};

// The member "rule"; false when there is none that Wend knows.
static bool find_rule(const wend_json *json, wend_inside_rule *rule) {
    int64_t member = wend_json_find(json, 0, "rule");
    *rule = WEND_INSIDE_RINGS;
    for (int k = 0; k < (int)(sizeof rule_names / sizeof *rule_names); k++) {
        if (!wend_json_is_string(json, member, rule_names[k]))
            continue;
        *rule = (wend_inside_rule)k;
        return true;
    }
    return false;
}

static void tell(const geojson *g) {
    wend_reader *reader = g->reader;
    wend_inside_rule rule;
    if (g->recast.count > 0 && !find_rule(g->json, &rule))
        wend_reader_tell(reader, WEND_NOTE, "kind-by-property", g->recast.first,
                         "geometries read as what their property \"kind\" says: %lld (the first is here, a %s read as "
                         "%s).",
                         (long long)g->recast.count, g->recast_type, g->recast_kind);
    if (g->unlocated.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "feature-without-geometry", g->unlocated.first,
                         "features without geometry: %lld (the first is here).", (long long)g->unlocated.count);
    if (g->solid_holes.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "obstacle-with-holes", g->solid_holes.first,
                         "holes in obstacles: %lld (the first is here); taken as floor.",
                         (long long)g->solid_holes.count);
    wend_reader_tell_oddities(reader, &g->oddities);
}

static wend_result read_all(geojson *g) {
    bool known = false;
    wend_inside_rule rule = WEND_INSIDE_RINGS;
    wend_result result = wend_reader_json(g->reader, CODE, g->json);
    if (result == WEND_OK)
        result = judge_crs(g, &known);
    if (result == WEND_OK) {
        find_rule(g->json, &rule);
        result = wend_reader_begin(g->reader, rule);
    }
    if (result == WEND_OK)
        result = read_object(g, 0);
    if (result == WEND_OK && !known)
        result = wend_reader_refuse_degrees(g->reader, "add \"crs\":null");
    if (result == WEND_OK)
        tell(g);
    return result;
}

wend_result wend_read_geojson(wend_reader *reader) {
    wend_json json = wend_json_start(reader->context);
    geojson g = {.reader = reader, .json = &json, .kind = -1, .kind_polygon = INT64_MIN};
    wend_result result = read_all(&g);
    wend_json_free(&json);
    return result;
}
