// The list of file formats: which endings there are, what Wend does with such files, and what to do with those that it
// cannot read. Readers, writers and the command go by it.
#include <wend/file.h>

#include "file/path.h"

#include <string.h>

#define CONVERT "convert it to glTF (.glb), OBJ, PLY or STL, for example with Blender"
#define CONVERT_CAD "convert it to glTF (.glb), OBJ, PLY or STL, for example with FreeCAD"
#define CONVERT_IFC "convert it to glTF (.glb) or OBJ, for example with IfcConvert"
#define MESH_FIRST "make a mesh of it first and save that as PLY or OBJ, for example with CloudCompare"
#define NO_SCENE "give a scene, or build the floor plan alone"

enum {
    SCENE = WEND_FILE_SCENE,
    DRAWING = WEND_FILE_DRAWING,
    SCENE_OUT = WEND_FILE_SCENE_OUT,
    DRAWING_OUT = WEND_FILE_DRAWING_OUT,
    EXPORT = WEND_FILE_EXPORT,
    PICTURE = WEND_FILE_PICTURE
};
#define START(text) .start = (text), .start_count = sizeof(text) - 1

static const wend_file_format formats[] = {
    // Scenes.
    {"OBJ", ".obj", SCENE | SCENE_OUT | EXPORT, .scene = WEND_SCENE_OBJ},
    {"glTF", ".gltf", SCENE, .scene = WEND_SCENE_GLTF},
    {"glTF in one file", ".glb", SCENE | SCENE_OUT | EXPORT, .scene = WEND_SCENE_GLB},
    {"VRM", ".vrm", SCENE, .scene = WEND_SCENE_GLB},
    {"PLY", ".ply", SCENE | SCENE_OUT, .scene = WEND_SCENE_PLY},
    {"STL", ".stl", SCENE | SCENE_OUT, .scene = WEND_SCENE_STL},
    // Floor plans.
    {"GeoJSON", ".geojson", DRAWING | DRAWING_OUT | EXPORT, .drawing = WEND_DRAWING_GEOJSON, .advice = NO_SCENE},
    {"WKT", ".wkt", DRAWING | DRAWING_OUT, .drawing = WEND_DRAWING_WKT, .advice = NO_SCENE},
    {"JSON", ".json", DRAWING, .drawing = WEND_DRAWING_UNKNOWN},
    {"points or edges", ".txt", DRAWING, .drawing = WEND_DRAWING_UNKNOWN},
    {"the format of poly2tri", ".dat", DRAWING, .drawing = WEND_DRAWING_DAT},
    {"the format of Triangle", ".poly .node", DRAWING, .drawing = WEND_DRAWING_POLY},
    {"a grid map", ".map", DRAWING, .drawing = WEND_DRAWING_GRID},
    // What Wend makes.
    {"SVG", ".svg", .uses = EXPORT | PICTURE},
    {"PNG", ".png", .uses = EXPORT | PICTURE},
    {"what Wend made", ".wend", WEND_FILE_NAV, START("\x89WEND\r\n\x1A"),
     .advice = "give the scene that it was made from"},
    // Scenes that Wend does not read.
    {"USD", ".usd .usda .usdc .usdz", SCENE, .advice = CONVERT},
    {"USD", "", SCENE, START("#usda"), .advice = CONVERT},
    {"USD", "", SCENE, START("PXR-USDC"), .advice = CONVERT},
    {"a file for 3D printers", ".3mf .amf", SCENE, .advice = CONVERT},
    {"IFC", ".ifc .ifcxml .ifczip", SCENE, .advice = CONVERT_IFC},
    {"FBX", ".fbx", SCENE, START("Kaydara FBX Binary"), .advice = CONVERT},
    {"FBX", "", SCENE, START("; FBX"), .advice = CONVERT},
    {"COLLADA", ".dae", SCENE, .advice = CONVERT},
    {"a Blender file", ".blend", SCENE, START("BLENDER"), .advice = "save it as glTF (.glb) in Blender"},
    {"the file of a modelling program", ".3ds .max .c4d .lwo", SCENE, .advice = CONVERT},
    {"SketchUp", ".skp", SCENE, .advice = "save it as glTF (.glb) or OBJ in SketchUp"},
    {"STEP", ".step .stp", SCENE, .advice = CONVERT_CAD},
    {"IGES", ".iges .igs", SCENE, .advice = CONVERT_CAD},
    {"VRML", ".wrl .vrml", SCENE, START("#VRML"), .advice = CONVERT},
    {"X3D", ".x3d .x3dv", SCENE, .advice = CONVERT},
    {"OFF", ".off", SCENE, .advice = "convert it to PLY or OBJ, for example with MeshLab"},
    {"a cloud of points", ".las .laz", SCENE, START("LASF"), .advice = MESH_FIRST},
    {"a cloud of points", ".e57", SCENE, START("ASTM-E57"), .advice = MESH_FIRST},
    {"a cloud of points", ".pcd .xyz .pts", SCENE, START("# .PCD"), .advice = MESH_FIRST},
    {"a 3D tile", ".b3dm .i3dm .cmpt", SCENE, START("b3dm"),
     .advice = "convert it to .glb, for example with 3d-tiles-tools"},
    {"a compiled game map", ".bsp", SCENE, START("IBSP"), .advice = "convert it to OBJ, for example with q3map2"},
    {"compressed with Draco", ".drc", SCENE, START("DRACO"), .advice = CONVERT},
    // What may hold anything.
    {"a gzip archive", ".gz .tgz", 0, START("\x1F\x8B"), .advice = "unpack it first"},
    {"a 7z archive", ".7z", 0, START("7z\xBC\xAF\x27\x1C"), .advice = "unpack it first"},
    {"compressed with zstd", ".zst", 0, START("\x28\xB5\x2F\xFD"),
     .advice = "unpack it first, or save a Blender file as .glb"},
    {"a zip archive", ".zip", 0, START("PK\x03\x04"), .advice = "unpack it first"},
    {"DXF", ".dxf", 0, START("AutoCAD Binary DXF"), .advice = CONVERT_CAD},
    {"DWG", ".dwg", 0, START("AC10"), .advice = CONVERT_CAD},
    {"a CAD file", ".3dm .sat .brep", 0, .advice = CONVERT_CAD},
    {"a mesh for simulations", ".vtk .vtp .msh", 0, .advice = "save its surface as PLY or STL, e.g. with ParaView"},
};
enum { FORMATS = sizeof formats / sizeof *formats };

int32_t wend_file_format_count(void) {
    return FORMATS;
}

const wend_file_format *wend_file_format_at(int32_t k) {
    return k >= 0 && k < FORMATS ? &formats[k] : NULL;
}

// Whether a path ends in one of several endings.
static bool ends_in(const char *path, const char *endings) {
    enum { LONGEST = 16 };
    while (*endings) {
        char ending[LONGEST] = "";
        size_t count = strcspn(endings, " ");
        memcpy(ending, endings, count < LONGEST ? count : LONGEST - 1);
        if (wend_ends_with(path, ending))
            return true;
        endings += count + (endings[count] == ' ');
    }
    return false;
}

const wend_file_format *wend_file_format_of(const char *path) {
    for (int32_t k = 0; k < FORMATS; k++)
        if (ends_in(path, formats[k].endings))
            return &formats[k];
    return NULL;
}
