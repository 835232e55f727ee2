// glTF files that are wrong: the sentence of every error, cut and changed bytes, claims beyond all bounds, short
// memory.
#include "failing.h"
#include "gltf_builder.h"

#include "base/random.h"

// ---------------------------------------------------------------------------------------------------- errors

// Pieces of small files: nine bytes of positions at 0 and three indices behind them.
#define HEAD "{'asset':{'version':'2.0'}"
#define NODES ",'nodes':[{'mesh':0}]"
#define MESHES ",'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}]"
#define POSITIONS "{'componentType':5121,'count':3,'type':'VEC3','bufferView':0}"
#define INDICES "{'componentType':5121,'count':3,'type':'SCALAR','bufferView':1}"
#define ACCESSORS ",'accessors':[" POSITIONS "," INDICES "]"
#define VIEWS                                                                                                          \
    ",'bufferViews':[{'buffer':0,'byteLength':9},{'buffer':0,'byteOffset':9,'byteLength':3},{'buffer':0,'byteLength':" \
    "12}]"
#define BUFFERS ",'buffers':[{'byteLength':12,'uri':'data:;base64,AAAAAQAAAAABAAEC'}]"
#define REST MESHES ACCESSORS VIEWS BUFFERS "}"
#define WITH_NODES(nodes) HEAD ",'nodes':" nodes REST
#define WITH_MESHES(meshes) HEAD NODES ",'meshes':" meshes ACCESSORS VIEWS BUFFERS "}"
#define WITH_PRIMITIVE(primitive) WITH_MESHES("[{'primitives':[" primitive "]}]")
#define WITH_ACCESSORS(accessors) HEAD NODES MESHES ",'accessors':" accessors VIEWS BUFFERS "}"
#define WITH_POSITIONS(positions) WITH_ACCESSORS("[" positions "," INDICES "]")
#define WITH_SPARSE(sparse)                                                                                            \
    WITH_POSITIONS("{'componentType':5121,'count':3,'type':'VEC3','bufferView':0,'sparse':" sparse "}")
#define WITH_VIEWS(views) HEAD NODES MESHES ACCESSORS ",'bufferViews':" views BUFFERS "}"
#define WITH_BUFFERS(buffers) HEAD NODES MESHES ACCESSORS VIEWS ",'buffers':" buffers "}"
#define WITH_URI(uri) WITH_BUFFERS("[{'byteLength':12,'uri':" uri "}]")
#define INSTANCED "'extensions':{'EXT_mesh_gpu_instancing':{'attributes':"
#define DRACO "'extensions':{'KHR_draco_mesh_compression':{'bufferView':2,'attributes':{'POSITION':0}}}"

static const struct error_case {
    const char *text;
    wend_result result;
    const char *error;
} error_cases[] = {
    // The text.
    {"{'asset':{'version':'2.0'},", WEND_ERROR_TRUNCATED, "f.gltf:1: the text ends, a key in quotes was expected."},
    {"{'asset':\n{'version' '2.0'}}", WEND_ERROR_FORMAT, "f.gltf:2: expected ':', found '\"'."},
    {"[1]", WEND_ERROR_FORMAT, "f.gltf:1: the text is not a JSON object."},
    {HEAD ",'nodes':{}" REST, WEND_ERROR_FORMAT, "f.gltf: nodes is not an array."},
    {HEAD "}", WEND_ERROR_EMPTY, "f.gltf: there are no triangles in the file (vertices: 0)."},
    // The version and extensions.
    {"{'asset':{'version':'1.0'}" NODES REST, WEND_ERROR_UNSUPPORTED,
     "f.gltf: this is glTF 1.0, Wend reads glTF 2.0 only: convert it to glTF 2.0."},
    {"{'meshes':{}}", WEND_ERROR_UNSUPPORTED,
     "f.gltf: this is glTF 1.0, Wend reads glTF 2.0 only: convert it to glTF 2.0."},
    {"{'asset':{'version':'2.0','minVersion':'2.1'}" NODES REST, WEND_ERROR_UNSUPPORTED,
     "f.gltf: this is glTF 2.1, Wend reads glTF 2.0 only: convert it to glTF 2.0."},
    {"{'asset':{}" NODES REST, WEND_ERROR_FORMAT, "f.gltf: asset.version is missing: no glTF 2.0 file."},
    {HEAD ",'extensionsRequired':['KHR_texture_basisu','KHR_draco_mesh_compression']" NODES REST,
     WEND_ERROR_UNSUPPORTED,
     "f.gltf: extensionsRequired: the geometry is compressed by KHR_draco_mesh_compression, which Wend does not read: "
     "re-export without mesh compression."},
    {HEAD ",'extensionsRequired':['EXT_meshopt_compression']" NODES REST, WEND_ERROR_UNSUPPORTED,
     "f.gltf: extensionsRequired: the geometry is compressed by EXT_meshopt_compression, which Wend does not read: "
     "re-export without mesh compression."},
    {HEAD ",'extensionsRequired':[1]" NODES REST, WEND_ERROR_FORMAT,
     "f.gltf: extensionsRequired is not an array of strings."},
    // Scenes and nodes.
    {HEAD ",'scene':1,'scenes':[{'nodes':[0]}]" NODES REST, WEND_ERROR_FORMAT,
     "f.gltf: scene names none of the 1 scenes."},
    {HEAD ",'scene':'x','scenes':[{'nodes':[0]}]" NODES REST, WEND_ERROR_FORMAT,
     "f.gltf: scene names none of the 1 scenes."},
    {HEAD ",'scene':0" NODES REST, WEND_ERROR_FORMAT, "f.gltf: scene names none of the 0 scenes."},
    {HEAD ",'scenes':[{'nodes':0}]" NODES REST, WEND_ERROR_FORMAT, "f.gltf: scenes[0]: nodes is not an array."},
    {HEAD ",'scenes':[{'nodes':[1]}]" NODES REST, WEND_ERROR_FORMAT,
     "f.gltf: scenes[0]: nodes names nodes[1], which does not exist (there are 1)."},
    {HEAD ",'scenes':[{'nodes':[0,0]}]" NODES REST, WEND_ERROR_FORMAT,
     "f.gltf: scenes[0]: it has the root nodes[0] twice."},
    {HEAD ",'scenes':[{'nodes':[1]}],'nodes':[{'children':[1]},{}]" REST, WEND_ERROR_FORMAT,
     "f.gltf: scenes[0]: its root nodes[1] is a child of nodes[0]."},
    {WITH_NODES("[{'children':[1]},{'children':[2]},{'children':[1]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[1]: it is a child of nodes[0] and again of nodes[2]; glTF allows one parent."},
    {WITH_NODES("[{'mesh':0},{'children':[2]},{'children':[3]},{'children':[1]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[1]: its children lead back to itself."},
    {WITH_NODES("[{'children':[0]}]"), WEND_ERROR_FORMAT, "f.gltf: nodes[0]: its children lead back to itself."},
    {WITH_NODES("[{'children':1}]"), WEND_ERROR_FORMAT, "f.gltf: nodes[0]: children is not an array."},
    {WITH_NODES("[{'children':[-1]}]"), WEND_ERROR_FORMAT, "f.gltf: nodes[0]: children is not an index into nodes."},
    {WITH_NODES("[{'mesh':3}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0]: mesh names meshes[3], which does not exist (there are 1)."},
    {WITH_NODES("[{'mesh':0.5}]"), WEND_ERROR_FORMAT, "f.gltf: nodes[0]: mesh is not an index into meshes."},
    {WITH_NODES("[{'mesh':0,'matrix':[1,2,3]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0]: matrix is not an array of 16 numbers."},
    {WITH_NODES("[{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0.5,0,0,0,1]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0]: the last row of its matrix is not 0 0 0 1."},
    {WITH_NODES("[{'rotation':[0,0,1]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0]: rotation is not an array of 4 numbers."},
    {WITH_NODES("[{'scale':[0,0,1,4]}]"), WEND_ERROR_FORMAT, "f.gltf: nodes[0]: scale is not an array of 3 numbers."},
    {WITH_NODES("[{'translation':['a',0,1]}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0]: translation is not an array of 3 numbers."},
    {WITH_NODES("[{'mesh':0," INSTANCED "{'TRANSLATION':1}}}}]"), WEND_ERROR_FORMAT,
     "f.gltf: nodes[0].extensions.EXT_mesh_gpu_instancing: TRANSLATION is accessors[1], which is not of type VEC3."},
    {HEAD ",'nodes':[{'mesh':0," INSTANCED "{'TRANSLATION':0,'SCALE':2}}}}]" MESHES ",'accessors':[" POSITIONS
          "," INDICES ",{'componentType':5126,'count':2,'type':'VEC3'}]" VIEWS BUFFERS "}",
     WEND_ERROR_FORMAT,
     "f.gltf: nodes[0].extensions.EXT_mesh_gpu_instancing: its accessors do not have the same count."},
    // Meshes.
    {WITH_MESHES("[{}]"), WEND_ERROR_FORMAT, "f.gltf: meshes[0]: primitives is not an array."},
    {WITH_PRIMITIVE("{'attributes':{'POSITION':0},'mode':7}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: mode is not from 0 to 6."},
    {WITH_PRIMITIVE("{'attributes':{'POSITION':0},'mode':'x'}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: mode is not a whole number from 0 on."},
    {WITH_PRIMITIVE("{'attributes':{'POSITION':2}}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: POSITION names accessors[2], which does not exist (there are 2)."},
    {WITH_PRIMITIVE("{'attributes':{'POSITION':1}}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: POSITION is accessors[1], which is not of type VEC3."},
    {WITH_PRIMITIVE("{'attributes':{'POSITION':0},'indices':0}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: indices is accessors[0], which is not of type SCALAR."},
    {WITH_ACCESSORS("[" POSITIONS ",{'componentType':5120,'count':3,'type':'SCALAR','bufferView':1}]"),
     WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: indices is accessors[1], whose componentType is not 5121, 5123 or 5125."},
    {WITH_POSITIONS("{'componentType':5121,'count':2,'type':'VEC3','bufferView':0}"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: index 2 is 2, but there are 2 vertices."},
    {WITH_URI("'data:;base64,AAAAAQAAAAABAP8C'"), WEND_ERROR_FORMAT,
     "f.gltf: meshes[0].primitives[0]: index 1 is 255, which would restart the primitive; glTF does not allow it."},
    {HEAD NODES ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}," DRACO "}]}]"
                ",'accessors':[{'componentType':5126,'count':3,'type':'VEC3'}]}",
     WEND_ERROR_UNSUPPORTED,
     "f.gltf: meshes[0].primitives[0]: the geometry is compressed by KHR_draco_mesh_compression, which Wend does not "
     "read: re-export without mesh compression."},
    // Accessors.
    {WITH_POSITIONS("{'componentType':5124,'count':3,'type':'VEC3','bufferView':0}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: componentType is none of 5120, 5121, 5122, 5123, 5125 and 5126."},
    {WITH_POSITIONS("{'componentType':5121,'type':'VEC3','bufferView':0}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: count is missing."},
    {WITH_POSITIONS("{'componentType':5121,'count':-3,'type':'VEC3','bufferView':0}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: count is not a whole number from 0 on."},
    {WITH_POSITIONS("{'componentType':5121,'count':3,'type':'VEC3','bufferView':0,'normalized':1}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: normalized is neither true nor false."},
    {WITH_POSITIONS("{'componentType':5121,'count':4,'type':'VEC3','bufferView':0}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: 4 elements from byte 0 on are beyond the 9 bytes of bufferViews[0]."},
    {WITH_POSITIONS("{'componentType':5121,'count':3,'type':'VEC3','bufferView':0,'byteOffset':1}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: 3 elements from byte 1 on are beyond the 9 bytes of bufferViews[0]."},
    {WITH_POSITIONS("{'componentType':5121,'count':3,'type':'VEC3','bufferView':0,'byteOffset':9007199254740992}"),
     WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: 3 elements from byte 9007199254740992 on are beyond the 9 bytes of bufferViews[0]."},
    {WITH_POSITIONS("{'componentType':5126,'count':9007199254740992,'type':'VEC3','bufferView':2}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: 9007199254740992 elements from byte 0 on are beyond the 12 bytes of bufferViews[2]."},
    {WITH_POSITIONS("{'componentType':5121,'count':3,'type':'VEC3','bufferView':5}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: bufferView names bufferViews[5], which does not exist (there are 3)."},
    {WITH_POSITIONS("{'componentType':5126,'count':1048577,'type':'VEC3'}"), WEND_ERROR_LIMIT,
     "f.gltf: accessors[0]: it has 1048577 elements but no bufferView; without one it may have at most 1048576."},
    {WITH_SPARSE("{'count':0}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse: count is missing or not from 1 to that of the accessor."},
    {WITH_SPARSE("{'count':4}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse: count is missing or not from 1 to that of the accessor."},
    {WITH_SPARSE("{'count':2,'indices':{'bufferView':1,'componentType':5122}}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse.indices: componentType is not 5121, 5123 or 5125."},
    {WITH_SPARSE("{'count':2,'indices':{'bufferView':1,'componentType':5123}}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse.indices: 2 elements from byte 0 on are beyond the 3 bytes of bufferViews[1]."},
    {WITH_SPARSE("{'count':2,'indices':{'componentType':5121}}"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse.indices: bufferView is missing."},
    {WITH_SPARSE("{'count':2,'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':1}}"),
     WEND_ERROR_FORMAT,
     "f.gltf: accessors[0].sparse.values: 2 elements from byte 0 on are beyond the 3 bytes of bufferViews[1]."},
    {WITH_SPARSE("{'count':2,'indices':{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}"),
     WEND_ERROR_FORMAT, "f.gltf: accessors[0].sparse.indices: index 1 is 0, but they must ascend and be less than 3."},
    // Views.
    {WITH_VIEWS("[{'byteLength':9},{}]"), WEND_ERROR_FORMAT, "f.gltf: bufferViews[0]: buffer is missing."},
    {WITH_VIEWS("[{'buffer':1,'byteLength':9},{}]"), WEND_ERROR_FORMAT,
     "f.gltf: bufferViews[0]: buffer names buffers[1], which does not exist (there are 1)."},
    {WITH_VIEWS("[{'buffer':0},{}]"), WEND_ERROR_FORMAT, "f.gltf: bufferViews[0]: byteLength is missing."},
    {WITH_VIEWS("[{'buffer':0,'byteLength':9,'byteStride':256},{}]"), WEND_ERROR_FORMAT,
     "f.gltf: bufferViews[0]: byteStride is more than 252."},
    {WITH_VIEWS("[{'buffer':0,'byteLength':9,'byteStride':2},{}]"), WEND_ERROR_FORMAT,
     "f.gltf: accessors[0]: an element has 3 bytes, but byteStride of bufferViews[0] is 2."},
    {WITH_VIEWS("[{'buffer':0,'byteOffset':4,'byteLength':9},{}]"), WEND_ERROR_FORMAT,
     "f.gltf: bufferViews[0]: 9 bytes from byte 4 on are beyond the 12 bytes of buffers[0]."},
    {WITH_VIEWS("[{'buffer':0,'byteOffset':9007199254740992,'byteLength':9007199254740992},{}]"), WEND_ERROR_FORMAT,
     "f.gltf: bufferViews[0]: 9007199254740992 bytes from byte 9007199254740992 on are beyond the 12 bytes of "
     "buffers[0]."},
    // Buffers.
    {WITH_BUFFERS("[{'uri':'data:,x'}]"), WEND_ERROR_FORMAT, "f.gltf: buffers[0]: byteLength is missing."},
    {WITH_BUFFERS("[{'byteLength':12}]"), WEND_ERROR_FORMAT,
     "f.gltf: buffers[0]: it has no uri, and the file has no binary chunk for it."},
    {WITH_BUFFERS("[{'byteLength':12,'extensions':{'EXT_meshopt_compression':{'fallback':true}}}]"),
     WEND_ERROR_UNSUPPORTED,
     "f.gltf: buffers[0]: the geometry is compressed by EXT_meshopt_compression, which Wend does not read: re-export "
     "without mesh compression."},
    {WITH_BUFFERS("[{'byteLength':13,'uri':'data:;base64,AAAAAQAAAAABAAEC'}]"), WEND_ERROR_TRUNCATED,
     "f.gltf: buffers[0]: byteLength is 13, but only 12 bytes are there."},
    {WITH_URI("7"), WEND_ERROR_FORMAT, "f.gltf: buffers[0]: its uri is not a string."},
    {WITH_URI("''"), WEND_ERROR_FORMAT, "f.gltf: buffers[0]: its uri is empty."},
    {WITH_URI("'data:abc'"), WEND_ERROR_FORMAT, "f.gltf: buffers[0]: the data: URI has no comma before its content."},
    {WITH_URI("'data:,'"), WEND_ERROR_TRUNCATED, "f.gltf: buffers[0]: byteLength is 12, but only 0 bytes are there."},
    {WITH_URI("'data:;base64,AAAA-AAA'"), WEND_ERROR_FORMAT,
     "f.gltf: buffers[0]: the content of the data: URI is not base64."},
    {WITH_URI("'data:;base64,AAAAA'"), WEND_ERROR_FORMAT,
     "f.gltf: buffers[0]: the content of the data: URI is not base64."},
    {WITH_URI("'data:;base64,A==='"), WEND_ERROR_FORMAT,
     "f.gltf: buffers[0]: the content of the data: URI is not base64."},
    {WITH_URI("'https://example.org/a.bin'"), WEND_ERROR_UNSUPPORTED,
     "f.gltf: buffers[0]: its uri begins with https:, which Wend does not fetch; put the file beside this one and name "
     "it relative to it."},
    {WITH_URI("'C:\\\\a.bin'"), WEND_ERROR_UNSUPPORTED,
     "f.gltf: buffers[0]: its uri begins with C:, which Wend does not fetch; put the file beside this one and name it "
     "relative to it."},
    {WITH_URI("'/etc/passwd'"), WEND_ERROR_UNSUPPORTED,
     "f.gltf: buffers[0]: its uri is an absolute path; put the file beside this one and name it relative to it."},
    {WITH_URI("'%2Fetc/passwd'"), WEND_ERROR_UNSUPPORTED,
     "f.gltf: buffers[0]: its uri is an absolute path; put the file beside this one and name it relative to it."},
    {WITH_URI("'a%00b'"), WEND_ERROR_FORMAT, "f.gltf: buffers[0]: its uri holds a zero byte."},
    {WITH_URI("'no such file'"), WEND_ERROR_IO,
     "f.gltf: buffers[0]: no such file cannot be read: it is another file, and there is no hook to find it."},
};

TEST(error_sentences) {
    char *good = with_quotes(HEAD NODES REST);
    read_good(WEND_SCENE_GLTF, "f.gltf", good, strlen(good)); // the pieces make a file
    CHECK_INT(view.triangle_count, 1);
    free(good);
    for (size_t k = 0; k < sizeof error_cases / sizeof *error_cases; k++) {
        const struct error_case *c = &error_cases[k];
        char *text = with_quotes(c->text);
        wend_result result = read_bytes(WEND_SCENE_GLTF, "f.gltf", text, strlen(text));
        CHECK_MESSAGE(result == c->result && strcmp(wend_report_error(report), c->error) == 0,
                      "case %zu: %s: \"%s\", expected \"%s\"", k, wend_describe(result), wend_report_error(report),
                      c->error);
        CHECK(view.triangle_count == 0 && view.vertex_count == 0 && view.part_count == 0);
        free(text);
    }
}

TEST(buffer_in_memory) {
    char *text = with_quotes(WITH_URI("'a.bin'"));
    CHECK_INT(read_bytes(WEND_SCENE_GLTF, NULL, text, strlen(text)), WEND_ERROR_IO);
    CHECK_STRING(wend_report_error(report),
                 "(memory): buffers[0]: a.bin cannot be read: it is another file, and there is no hook to find it.");
    free(text);
}

TEST(binary_error_sentences) {
    static const struct {
        const char *bytes;
        size_t count;
        wend_result result;
        const char *error;
    } cases[] = {
        {"glXF\2\0\0\0\14\0\0\0", 12, WEND_ERROR_FORMAT, "f.glb: byte 0: a GLB begins with \"glTF\", this does not."},
        {"glT", 3, WEND_ERROR_TRUNCATED, "f.glb: byte 3: the file ends within the header."},
        {"glTF\1\0\0\0\14\0\0\0", 12, WEND_ERROR_UNSUPPORTED,
         "f.glb: byte 4: this is a GLB of version 1, Wend reads version 2 only: convert it to glTF 2.0."},
        {"glTF\2\0\0\0\3\0\0\0", 12, WEND_ERROR_FORMAT, "f.glb: byte 8: the header says that the file ends within it."},
        {"glTF\2\0\0\0\15\0\0\0", 12, WEND_ERROR_TRUNCATED, "f.glb: byte 12: the file ends after 12 of 13 bytes."},
        {"glTF\2\0\0\0\14\0\0\0", 12, WEND_ERROR_TRUNCATED, "f.glb: byte 12: the file has no chunk."},
        {"glTF\2\0\0\0\20\0\0\0\1\2\3\4", 16, WEND_ERROR_TRUNCATED,
         "f.glb: byte 12: the file ends within the header of a chunk."},
        {"glTF\2\0\0\0\24\0\0\0\1\0\0\0JSON", 20, WEND_ERROR_TRUNCATED,
         "f.glb: byte 20: a chunk has 1 bytes, but the file ends after 0 of them."},
        {"glTF\2\0\0\0\24\0\0\0\0\0\0\0BIN\0", 20, WEND_ERROR_FORMAT,
         "f.glb: byte 16: the first chunk is not of type JSON."},
        {"glTF\2\0\0\0\30\0\0\0\4\0\0\0JSON{  x", 24, WEND_ERROR_FORMAT,
         "f.glb: byte 23: expected a key in quotes, found 'x'."},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_result result = read_bytes(WEND_SCENE_GLB, "f.glb", cases[k].bytes, cases[k].count);
        CHECK_MESSAGE(result == cases[k].result && strcmp(wend_report_error(report), cases[k].error) == 0,
                      "case %zu: %s: \"%s\"", k, wend_describe(result), wend_report_error(report));
    }
}

// Compressed meshes with a plain copy beside them are read; so is what requires materials only.
TEST(extensions_that_do_no_harm) {
    static const char *const texts[] = {
        HEAD
        ",'extensionsRequired':['KHR_texture_basisu','EXT_texture_webp','KHR_materials_unlit','KHR_lights_punctual',"
        "'KHR_mesh_quantization','EXT_mesh_gpu_instancing']" NODES REST,
        WITH_PRIMITIVE("{'attributes':{'POSITION':0},'indices':1," DRACO "}"),
        WITH_VIEWS("[{'buffer':0,'byteLength':9,'extensions':{'EXT_meshopt_compression':{'buffer':1}}},{'buffer':0,"
                   "'byteOffset':9,'byteLength':3}]"),
        HEAD ",'extensionsRequired':['ACME_wonder']" NODES REST,
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char *text = with_quotes(texts[k]);
        read_good(WEND_SCENE_GLTF, "f.gltf", text, strlen(text));
        CHECK_INT(view.triangle_count, 1);
        CHECK_INT(wend_report_count(report), k == 3);
        free(text);
    }
    CHECK(told("f.gltf: extensionsRequired: ACME_wonder is not known to Wend; the triangles are read without it."));
}

// ---------------------------------------------------------------------------------------------------- damage

// A file with one of everything.
static void make_rich(void) {
    static const float shifts[] = {1, 2, 3, -4, 5, -6}, value[] = {0, 0, 5};
    static const uint8_t which[] = {3};
    static const int16_t small[] = {0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 100, 0, 100, 0, 0, 0};
    make_square();
    int mesh = add_tetrahedron(), t = add_floats(shifts, 2);
    int indices = add_view(which, 1, 0), values = add_view(value, sizeof value, 0);
    char more[256];
    snprintf(more, sizeof more,
             ",'sparse':{'count':1,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}",
             indices, values);
    int sparse = add_mesh(add_accessor(0, F32, 4, "VEC3", more), -1, 5);
    int quantized =
        add_mesh(add_accessor(add_view(small, sizeof small, 8), I16, 4, "VEC3", ",'normalized':true"), -1, 6);
    int few = add_mesh(2, add_indices(square_indices, 3), 4);
    add_node("'mesh':%d,'name':'a','children':[1,2]", sparse);
    add_node("'mesh':%d,'matrix':[-1,0,0,0,0,1,0,0,0,0,1,0,5,5,5,1]", mesh);
    add_node("'mesh':%d,'rotation':[0,0.5,0,0.5],'scale':[2,3,4]", quantized);
    add_node("'mesh':%d,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':%d}}}", few, t);
    append(made.more, ",'scene':0,'scenes':[{'nodes':[0,3]}],'extensionsRequired':['KHR_mesh_quantization']");
}

// Whatever was read: an error leaves nothing behind and says why.
static void check_outcome(wend_result result, size_t k) {
    if (result == WEND_OK)
        CHECK_MESSAGE(view.triangle_count > 0, "case %zu: no triangles", k);
    else
        CHECK_MESSAGE(view.triangle_count == 0 && view.vertex_count == 0 && view.part_count == 0 &&
                          (result == WEND_ERROR_MEMORY || wend_report_error(report)[0] != 0),
                      "case %zu: %s, %d triangles", k, wend_describe(result), view.triangle_count);
    for (int64_t i = 0; i < 3 * (int64_t)view.triangle_count; i++)
        if (!CHECK(view.triangles[i] >= 0 && view.triangles[i] < view.vertex_count))
            return;
}

TEST(cut_anywhere) {
    make_rich();
    size_t count = 0;
    unsigned char *glb = make_glb(&count);
    REQUIRE(read_good(WEND_SCENE_GLB, "f.glb", glb, count));
    CHECK_INT(view.triangle_count, 2 + 4 + 2 + 2);
    for (size_t k = 0; k < count; k++) {
        wend_result result = read_bytes(WEND_SCENE_GLB, "f.glb", glb, k);
        CHECK(result != WEND_OK);
        check_outcome(result, k);
        put_u32(glb + 8, (uint32_t)k); // and with a header that agrees
        check_outcome(read_bytes(WEND_SCENE_GLB, "f.glb", glb, k), k);
        put_u32(glb + 8, (uint32_t)count);
    }
    free(glb);
    char *uri = make_uri(true), *text = make_text(uri);
    REQUIRE(read_good(WEND_SCENE_GLTF, "f.gltf", text, strlen(text)));
    for (size_t k = 0; k < strlen(text); k++) {
        wend_result result = read_bytes(WEND_SCENE_GLTF, "f.gltf", text, k);
        CHECK(result != WEND_OK);
        check_outcome(result, k);
    }
    free(text);
    free(uri);
}

TEST(flipped_bytes) {
    make_rich();
    uint64_t state = 11;
    size_t count = 0, good = 0, cases = (size_t)check_cases("cases", 4000);
    unsigned char *glb = make_glb(&count), *copy = malloc(count);
    for (size_t k = 0; k < cases; k++) {
        memcpy(copy, glb, count);
        for (uint64_t flips = 1 + wend_random_below(&state, 4); flips > 0; flips--) {
            size_t place = (size_t)wend_random_below(&state, count);
            copy[place] = (unsigned char)wend_random(&state);
        }
        wend_result result = read_bytes(WEND_SCENE_GLB, "f.glb", copy, count);
        check_outcome(result, k);
        good += result == WEND_OK;
    }
    CHECK_MESSAGE(good > cases / 100 && good < cases, "%zu of %zu are read", good, cases);
    free(copy);
    free(glb);
}

// An allocator that gives no more than a certain number of bytes.
typedef struct purse {
    size_t left;
} purse;

static void *purse_allocate(void *user, size_t bytes) {
    purse *p = user;
    if (bytes > p->left)
        return NULL;
    p->left -= bytes;
    return malloc(bytes);
}

static void purse_release(void *user, void *block, size_t bytes) {
    ((purse *)user)->left += bytes;
    free(block);
}

// Reads with little memory. Returns the result and the most that was used.
static wend_result read_poor(const char *text, size_t most, size_t *peak) {
    purse p = {.left = most};
    wend_context_def def = wend_default_context_def();
    def.user = &p;
    def.allocate = purse_allocate;
    def.release = purse_release;
    def.threads = 1;
    wend_context *poor = NULL;
    wend_scene *target = NULL;
    if (wend_context_create(&def, &poor) != WEND_OK || wend_scene_create(poor, NULL, &target) != WEND_OK)
        exit(1);
    wend_result result =
        wend_file_parse_scene(poor, &(wend_file_source){.name = "f.gltf", .bytes = text, .count = strlen(text)},
                              WEND_SCENE_GLTF, 0, target, NULL);
    CHECK(result == WEND_OK || wend_scene_look(target).triangle_count == 0);
    *peak = wend_bytes_peak(poor);
    wend_scene_destroy(target);
    wend_context_destroy(poor);
    CHECK_INT(p.left, most);
    return result;
}

// Numbers replaced by others that hurt.
TEST(hostile_numbers) {
    static const char *const numbers[] = {"0",          "1",          "2",          "7",
                                          "255",        "65536",      "1048576",    "268435456",
                                          "2147483648", "4294967295", "4294967296", "9007199254740992",
                                          "1e18",       "1e308",      "-1",         "0.5",
                                          "null",       "[]",         "{}",         "\"x\""};
    make_rich();
    open_context_with(1);
    char *uri = make_uri(true), *text = make_text(uri), *changed = malloc(strlen(text) + 32);
    size_t length = strlen(text), cases = 0, good = 0, peak = 0;
    const char *content = strstr(text, "base64,");
    for (size_t k = 0; k < length; k++) {
        bool within = text + k > content && text + k < content + strlen(uri);
        bool starts = text[k] >= '0' && text[k] <= '9' && strchr("[,:", text[k - 1]) != NULL;
        if (within || !starts)
            continue;
        size_t end = k + strspn(text + k, "0123456789.");
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++, cases++) {
            sprintf(changed, "%.*s%s%s", (int)k, text, numbers[n], text + end);
            good += read_poor(changed, (size_t)1 << 23, &peak) == WEND_OK;
        }
    }
    CHECK_MESSAGE(cases > 1000 && good > cases / 100 && good < cases, "%zu of %zu are read", good, cases);
    free(changed);
    free(text);
    free(uri);
}

// A few hundred bytes that ask for a great deal.
TEST(bombs) {
    static const char *const bombs[] = {
        // a million instances of a million triangles
        HEAD ",'nodes':[{'mesh':0," INSTANCED "{'TRANSLATION':0}}}}],'meshes':[{'primitives':[{'attributes':{"
             "'POSITION':0}}]}],'accessors':[{'componentType':5126,'count':1048576,'type':'VEC3'}]}",
        // indices of nothing
        HEAD ",'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1,'mode':5}]}],"
             "'accessors':[{'componentType':5126,'count':1048576,'type':'VEC3'},{'componentType':5125,'count':1048576,"
             "'type':'SCALAR'}]}",
    };
    for (size_t k = 0; k < sizeof bombs / sizeof *bombs; k++) {
        char *text = with_quotes(bombs[k]);
        size_t peak = 0;
        CHECK_INT(read_poor(text, (size_t)1 << 24, &peak), WEND_ERROR_LIMIT); // long before memory runs short
        free(text);
    }
    // Much is claimed, nothing is made of it: no memory to speak of is used.
    static const char *const duds[] = {
        WITH_POSITIONS("{'componentType':5126,'count':268435456,'type':'VEC3'}"),
        WITH_POSITIONS("{'componentType':5121,'count':268435456,'type':'VEC3','bufferView':0}"),
        WITH_BUFFERS("[{'byteLength':4294967296,'uri':'data:,x'}]"),
        WITH_SPARSE("{'count':268435456}"),
    };
    for (size_t k = 0; k < sizeof duds / sizeof *duds; k++) {
        char *text = with_quotes(duds[k]);
        size_t peak = 0;
        wend_result result = read_poor(text, (size_t)1 << 24, &peak);
        CHECK(result != WEND_OK && result != WEND_ERROR_MEMORY);
        CHECK_MESSAGE(peak < 1 << 16, "%zu bytes", peak);
        free(text);
    }
}

// Meshes of many primitives without triangles, used by many nodes, cost no more than the file is long.
TEST(many_times_nothing) {
    enum { COUNT = 30000 };
    open_context_with(1);
    char *text = malloc(64 * COUNT + 1000);
    size_t length = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,"
                                          "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[");
    for (int k = 0; k < COUNT; k++)
        length += (size_t)sprintf(text + length, "{\"attributes\":{\"POSITION\":0},\"mode\":1},");
    length += (size_t)sprintf(text + length, "{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}");
    for (int k = 1; k < COUNT; k++)
        length += (size_t)sprintf(text + length, ",{\"mesh\":0}");
    length += (size_t)sprintf(text + length, "]}");
    REQUIRE(read_good(WEND_SCENE_GLTF, "f.gltf", text, length));
    CHECK_INT(view.triangle_count, COUNT);
    free(text);
}

// Few bytes that claim much: positions, indices or instances that no bytes stand for, shown again and again. They are
// limited in all, not each time, so that the reader stops early; it says which accessor it was.
TEST(memory_bomb) {
    enum { MANY = 300, EACH = 1 << 18 };
    static const uint16_t corners[] = {0, 1, 2};
    static const float points[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (int form = 0; form < 4; form++) {
        start();
        int backed = add_floats(points, 3), three = add_indices(corners, 3);
        int nothing = add_accessor(-1, F32, EACH, "VEC3", ""), zeros = add_accessor(-1, U32, EACH, "SCALAR", "");
        int primitives = form == 2 ? 1 : MANY, nodes = form == 2 ? MANY : 1;
        append(made.meshes, "{'primitives':[");
        for (int k = 0; k < primitives; k++)
            append(made.meshes,
                   form == 1 || form == 3 ? "%s{'attributes':{'POSITION':%d},'indices':%d}"
                                          : "%s{'attributes':{'POSITION':%d}}",
                   k > 0 ? "," : "", form == 1 || form == 3 ? backed : nothing, form == 1 ? zeros : three);
        append(made.meshes, "]}");
        for (int k = 0; k < nodes; k++)
            add_node(form == 3 ? "'mesh':0,'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'TRANSLATION':%d}}}"
                               : "'mesh':0",
                     nothing);
        size_t count = 0;
        unsigned char *glb = make_glb(&count);
        wend_peak_reset(context);
        CHECK_INT(read_bytes(WEND_SCENE_GLB, "f.glb", glb, count), WEND_ERROR_LIMIT);
        char expected[200];
        snprintf(expected, sizeof expected,
                 "f.glb: accessors[%d]: it has no bufferView, and the scene shows more than 1048576 elements of such "
                 "accessors; give it one.",
                 form == 1 ? zeros : nothing);
        CHECK_STRING(wend_report_error(report), expected);
        CHECK_MESSAGE(wend_bytes_peak(context) < (size_t)200 << 20, "form %d: %zu bytes", form,
                      wend_bytes_peak(context));
        CHECK(view.triangle_count == 0 && view.vertex_count == 0);
        free(glb);
    }
}

typedef struct bytes_to_read {
    wend_scene_format format;
    const void *bytes;
    size_t count;
} bytes_to_read;

static wend_result read_and_drop(wend_context *with, void *data) {
    const bytes_to_read *b = data;
    wend_scene *target = NULL;
    wend_result result = wend_scene_create(with, NULL, &target);
    if (result == WEND_OK)
        result = wend_file_parse_scene(with, &(wend_file_source){.name = "f", .bytes = b->bytes, .count = b->count},
                                       b->format, 0, target, NULL);
    wend_scene_destroy(target);
    return result;
}

TEST(failing_memory) {
    make_rich();
    failing memory = {0};
    wend_context *short_of_it = failing_context(&memory, 1);
    bytes_to_read b = {.format = WEND_SCENE_GLB};
    unsigned char *glb = make_glb(&b.count);
    b.bytes = glb;
    CHECK(failing_each(&memory, short_of_it, "GLB", read_and_drop, &b) > 10);
    char *uri = make_uri(true), *text = make_text(uri), *escaped = malloc(strlen(text) + 2);
    size_t colon = (size_t)(strstr(text, "data:") - text) + strlen("data:application");
    sprintf(escaped, "%.*s\\%s", (int)colon, text, text + colon);
    b = (bytes_to_read){.format = WEND_SCENE_GLTF, .bytes = escaped, .count = strlen(escaped)};
    CHECK(failing_each(&memory, short_of_it, "glTF", read_and_drop, &b) > 10);
    failing_finish(&memory, short_of_it);
    free(escaped);
    free(text);
    free(uri);
    free(glb);
}

TEST(nothing_is_left) {
    open_context_with(1);
    drop_scene();
    close_context();
}

CHECK_MAIN()
