// The command's own manual.
#include "cli/command.h"

#include <string.h>

typedef struct page {
    const char *name;
    const char *text;
} page;

static const char whole[] = "wend: where people can walk, exactly\n"
                            "\n"
                            "  wend build IN... -o FILE.wend           makes a plan of floor plans, and its cells\n"
                            "  wend info FILE.wend                     says what is in it\n"
                            "  wend check FILE.wend [--scene PLAN]     proves it, and samples the truth\n"
                            "  wend export FILE.wend LAYER -o OUT      makes a picture or another format\n"
                            "  wend query FILE.wend < IN > OUT         answers JSON lines\n"
                            "  wend scene [NAME -o OUT]                makes named plans by code; lists them\n"
                            "  wend help [COMMAND]                     says more\n"
                            "  wend --version\n"
                            "\n"
                            "Not built yet: wend path, wend why.\n"
                            "Exit codes: 0 done; 1 the answer is no; 2 bad usage or bad input, in one line.\n"
                            "\n"
                            "  wend scene rooms -o rooms.geojson\n"
                            "  wend build rooms.geojson -o rooms.wend\n"
                            "  wend export rooms.wend plan -o rooms.svg\n";

static const page pages[] = {
    {"build",
     "wend build IN... -o FILE.wend [--lattice STEP] [--unit METRES] [--relax-angle DEGREES] [--relax TAU]\n"
     "           [--quality fast|best] [--threads N] [--json]\n"
     "\n"
     "Builds a plan: the exact region where one can be, triangulated; and its cells: few convex pieces and the portals "
     "between\nthem. Several inputs make one drawing.\n"
     "Inputs: GeoJSON, WKT, poly2tri .dat, CDT .txt, Triangle .poly, earcut .json, Moving AI .map; - is standard "
     "input.\n"
     "\n"
     "  -o FILE.wend           the file to write; - is standard output\n"
     "  --lattice STEP         lattice step in the drawing's units, 1e-100 to 1e100; default: extent / 2^26, rounded "
     "down to a\n"
     "                         power of two\n"
     "  --unit METRES          metres per unit of the drawing, 1e-9 to 1e9; default 1\n"
     "  --relax-angle DEGREES  cells may have angles of up to 180 degrees and this, 0 to 90; default 5\n"
     "  --relax TAU            leaves notches that stray from a straight line by no more than this, in the drawing's "
     "units;\n"
     "                         default 0\n"
     "  --quality fast|best    best takes up to ten times as long and makes fewer cells and shorter portals; default "
     "fast\n"
     "  --threads N            1 to 256; default: one per processor. The result does not depend on it\n"
     "  --json                 prints one JSON object: triangles, area, components, cells, portals, hash, seconds, "
     "findings, ...\n"
     "\n"
     "For 3D scenes, not built yet: --method exact|voxel|layered, --height 1.8, --slope 45, --step 0.4, --gap 0.3, "
     "--drop 0,\n"
     "--weld 0.001, --simplify 0, --two-sided, --keep-inside, --seed X,Y,Z, --min-area A, --ramps, "
     "--up x|y|z|-x|-y|-z.\n"
     "--gap and --step must be below half the height.\n"},
    {"info", "wend info FILE.wend [--json]\n"
             "\n"
             "Says what is in a file: areas, counts, layers, cells, components, hash.\n"},
    {"check",
     "wend check FILE.wend [--scene PLAN] [--samples N] [--json]\n"
     "\n"
     "Proves the invariants of a file. Exits 1 when one is broken.\n"
     "\n"
     "  --scene PLAN  the drawing that it was built from: random points are judged on the drawing itself and "
     "compared.\n"
     "                Points within two lattice steps of a line are left out\n"
     "  --samples N   how many points, 1 to 100000000; default 10000\n"
     "  --json        prints one JSON object: ok, non_manifold, twisted, downward, cells, unshared, open, samples, "
     "missed,\n"
     "                false, worst, ...\n"},
    {"export",
     "wend export FILE.wend LAYER -o OUT\n"
     "\n"
     "Writes one layer in the format that OUT ends in: .svg, .png, .geojson or .obj (.glb is not built yet).\n"
     "Layers: plan, cells, portals (not built yet: walkable, links, medial, corridors).\n"},
    {"query", "wend query FILE.wend [--time] < requests > answers\n"
              "\n"
              "Answers JSON lines, in order. A place is [x,y,0]; \"snap\" is in metres, default 0.1.\n"
              "\n"
              "  {\"op\":\"locate\",\"at\":[x,y,z],\"snap\":0.1}   "
              "{\"found\":true,\"point\":[...],\"layer\":0,\"component\":k,\"cell\":c,\"distance\":d}\n"
              "  {\"op\":\"ray\",\"from\":[...],\"to\":[...]}      "
              "{\"hit\":true,\"point\":[...],\"distance\":d,\"kind\":\"wall\"}\n"
              "  {\"op\":\"random\",\"n\":k,\"seed\":s}          {\"points\":[[x,y,0],...]}\n"
              "\n"
              "A bad line is answered with {\"error\":\"...\"}. Not built yet: path, clearance, widest.\n"
              "\n"
              "  --time  adds \"us\", microseconds, to each answer\n"},
    {"scene", "wend scene [NAME [--size N] [--rng-seed S] -o OUT]\n"
              "\n"
              "Writes a named plan made by code as .geojson or .wkt. Without a name, lists them.\n"
              "\n"
              "  --size N      about how many vertices, 4 to 10000000\n"
              "  --rng-seed S  another plan of the same kind, 0 to 2^53; default 1\n"},
    {"help", "wend help [COMMAND]\n"
             "\n"
             "Says how to use a command. Without one, lists them.\n"},
};

int wend_command_help(const char *name) {
    const char *text = whole;
    for (size_t k = 0; name && k < sizeof pages / sizeof pages[0]; k++) {
        if (strcmp(pages[k].name, name) == 0)
            text = pages[k].text;
    }
    return wend_command_print_bytes(text, strlen(text));
}
