// The command's own manual.
#include "cli/command.h"

#include <string.h>

typedef struct page {
    const char *name;
    const char *text;
    const char *rest; // of a long page, or NULL: compilers need not take more than 4,095 characters in one
} page;

static const char whole[] =
    "wend: exact navigation meshes from 3D scenes and floor plans\n"
    "\n"
    "  wend build IN... -o FILE.wend           makes a navigation mesh from a 3D scene or floor plans\n"
    "  wend info FILE.wend                     says what is in it\n"
    "  wend check FILE.wend [--scene SCENE]    proves it, and compares it with its scene\n"
    "  wend why FILE.wend --scene S --at X,Y,Z says why a place is walkable or not\n"
    "  wend export FILE.wend WHAT -o OUT       makes a picture or another format\n"
    "  wend path FILE.wend --from A --to B --radius R  finds the shortest path, draws it with -o OUT.png\n"
    "  wend crowd FILE.wend SCENARIO.json      lets people walk; figures, trajectories, pictures\n"
    "  wend query FILE.wend < IN > OUT         answers JSON lines\n"
    "  wend view FILE...                       opens it in a page, on this machine only\n"
    "  wend scene [NAME -o OUT]                makes named plans and scenes by code; lists them\n"
    "  wend help [COMMAND]                     says more\n"
    "  wend --version\n"
    "\n"
    "Exit codes: 0 success; 1 the answer is no; 2 bad usage or bad input, with one line that says how to fix it.\n"
    "\n"
    "  wend scene two-storeys -o house.obj\n"
    "  wend build house.obj -o house.wend\n"
    "  wend export house.wend walkable --scene house.obj -o house.png\n";

static const page pages[] = {
    {"build",
     "wend build IN... -o FILE.wend [--lattice STEP] [--unit METRES] [--threads N] [--memory SIZE]\n"
     "                             [--json] [--relax-angle DEGREES] [--relax TAU] [--quality fast|best]\n"
     "                             [--area NAME=ID...] [--links FILE.json]\n"
     "           for a 3D scene:   [--method exact|voxel] [--height 1.8] [--slope 45] [--step 0.4] [--gap 0.3] [--drop "
     "0]\n"
     "                             [--weld 0.001] [--simplify 0] [--two-sided] [--keep-inside] [--seed X,Y,Z...]\n"
     "                             [--min-area A] [--up x|y|z|-x|-y|-z]\n"
     "                             [--cell 0.05] [--cell-height 0.02] [--smooth 0] [--tile 256]\n"
     "\n"
     "From a 3D scene it builds the walkable surface: where one can stand, cut out of the scene's own triangles;\n"
     "and the links that join its parts: steps, gaps and holes that one can cross. From these, or from floor\n"
     "plans, it builds the plan: the exact region where one can be, triangulated; its medial axis: how much room\n"
     "there is at every place, for agents of every radius; and its cells: few convex pieces and the portals\n"
     "between them.\n"
     "\n"
     "Scenes: .obj, .gltf, .glb, .ply, .stl. Floor plans: GeoJSON, WKT, poly2tri .dat, CDT .txt, Triangle .poly,\n"
     "earcut .json, Moving AI .map. - is standard input. Several files make one scene or one drawing.\n"
     "\n"
     "  -o FILE.wend           the file to write; - is standard output\n"
     "  --lattice STEP         lattice step in the input's units, 1e-100 to 1e100; default for scenes: 2^-13\n"
     "                         m, for floor plans: extent / 2^26, rounded down to a power of two\n"
     "  --unit METRES          metres per unit of the input, 1e-9 to 1e9; default 1\n"
     "  --threads N            1 to 256; default: one per processor. The result does not depend on it\n"
     "  --memory SIZE          most memory that the build may take, such as 512M or 8G, or none for no limit;\n"
     "                         default: 1 GiB, or 200 times the input files if that is more\n"
     "  --area NAME=ID         puts triangles of this material, group, part or node, or polygons whose property\n"
     "                         \"ground\" is this name, into an area, 0 to 65535 (0 is all else); NAME=ID:TAGS gives\n"
     "                         it tags, a mask; may be given more than once\n"
     "  --links FILE.json      links made by hand (ladders, lifts, jumps, teleporters); the manual has the schema\n"
     "  --json                 prints one JSON object: triangles, area, components, hash, seconds, findings,\n"
     "                         ...\n"
     "\n",
     "For 3D scenes:\n"
     "  --method exact|voxel   how the surface is found: cut out of the scene's triangles, or by voxels, for scans\n"
     "                         and clutter (layered is not built yet)\n"
     "  --cell METRES          of voxels: the side of a cell; default 0.05\n"
     "  --cell-height METRES   of voxels: heights that differ by no more count as one; default 0.02\n"
     "  --smooth METRES        of voxels: pits and bumps up to this width, no more than a step, are levelled\n"
     "  --tile CELLS           of voxels: worked on at a time, 8 to 4096 along each side; default 256. The result\n"
     "                         does not depend on it\n"
     "  --height METRES        room that is needed above the floor; default 1.8\n"
     "  --slope DEGREES        steepest slope that can be walked, less than 90; default 45\n"
     "  --step METRES          the highest step, up or down, that joins two floors; default 0.4\n"
     "  --gap METRES           the widest gap that is stepped over; default 0.3. Both must be below half the\n"
     "                         height\n"
     "  --drop METRES          the deepest one-way drop to a floor below; default 0: none (--ramps is not\n"
     "                         built yet)\n"
     "  --weld METRES          cracks and T-junctions up to this width are closed; default 0.001\n"
     "  --simplify METRES      boundaries move inward, by at most this much, to have fewer vertices; no\n"
     "                         passage is cut; default 0: nothing moves\n"
     "  --two-sided            triangles count as floors regardless of the way they face\n"
     "  --keep-inside          keeps floors inside solids\n"
     "  --seed X,Y,Z...        keeps only what can be reached from these places; may be given more than once\n"
     "  --min-area A           drops linked parts smaller than this, in square metres; default 0.25\n"
     "  --up AXIS              which of the scene's axes points up: x, y, z, -x, -y or -z; default y\n"
     "\n"
     "Cells:\n"
     "  --relax-angle DEGREES  cells may have angles of up to 180 degrees plus this, 0 to 90; default 5\n"
     "  --relax TAU            leaves notches that stray from a straight line by no more than this, in the\n"
     "                         input's units; default 0\n"
     "  --quality fast|best    best takes up to ten times as long and makes fewer cells, whose\n"
     "                         portals may be longer in total; default fast\n"},
    {"info",
     "wend info FILE.wend [--memory SIZE] [--json]\n"
     "\n"
     "Says what is in a file: areas, counts, boundaries by kind, stairs, doors with their widths, narrow places,\n"
     "cells, components, hash, and how long it took to read. --json lists all doors and the rooms between them.\n",
     NULL},
    {"check",
     "wend check FILE.wend [--scene SCENE] [--samples N] [--memory SIZE] [--json]\n"
     "\n"
     "Proves the invariants of a file. Exits 1 when one is broken, and 2 when the file cannot be read, for example\n"
     "because it is damaged.\n"
     "\n"
     "  --scene SCENE  what it was built from (once for each file): random places are judged on the scene or\n"
     "                 the drawing itself and compared. Places where rounding decides are left out\n"
     "  --samples N    how many places, 1 to 100000000; default 100000 for scenes, 10000 for floor plans\n"
     "  --memory SIZE  most memory that it may take: see 'wend help build'\n"
     "  --json         prints one JSON object: ok, non_manifold, twisted, downward, samples, missed, false,\n"
     "                 worst; for surfaces also steep, folded, sliver_width, wide, twice, through, t_junctions,\n"
     "                 dropped; for cells also cells, unshared, open, ...\n",
     NULL},
    {"view",
     "wend view FILE... [--port N]\n"
     "\n"
     "Serves the page to browsers on this machine: the scene, where one can walk, and one slider for every radius.\n"
     "It prints the address to open, and ends with Ctrl-C. Only the page and the files that are named are served,\n"
     "to 127.0.0.1 alone; nothing is uploaded. The first file is shown: a scene, a floor plan or a .wend file.\n"
     "Name what belongs to it, too, such as the .bin of a .gltf.\n"
     "\n"
     "  --port N               the port, 1 to 65535; default: any that is free\n"
     "\n"
     "The page is one file, wend.html, made by 'make web'. The variable WEND_PAGE names another place for it.\n",
     NULL},
    {"why",
     "wend why FILE.wend --scene SCENE --at X,Y,Z [--memory SIZE] [--json]\n"
     "\n"
     "Explains why a place of a scene is or is not walkable, in words and numbers: which triangle is the floor\n"
     "there, its slope, what lies above it, whether it is in the surface or why not, and the nearest edge of it; or\n"
     "which link one walks on there. Exits 1 when one cannot.\n"
     "\n"
     "  --scene SCENE  what it was built from (once for each file)\n"
     "  --at X,Y,Z     the place, in the scene's own axes and units; the floor at it or below it is meant\n"
     "  --json         prints one JSON object: walkable, reason, floor, above, boundary, ...\n",
     NULL},
    {"export",
     "wend export FILE.wend WHAT -o OUT [--scene SCENE] [--layer N] [--size WxH] [--crop X0,Y0,X1,Y1] [--view V]\n"
     "            [--memory SIZE]\n"
     "\n"
     "Writes a picture or a model, in the format that OUT ends in: .svg, .png, .geojson or .obj; for 3D scenes\n"
     "and medial axes also .glb.\n"
     "\n"
     "WHAT: walkable or links, for 3D scenes; plan, medial (coloured by clearance), cells or portals.\n"
     "Pictures of a scene's plan, medial axis, cells, portals and links show it from above, a panel for each\n"
     "storey. Surfaces above a storey's own floor, such as table tops, are on extra layers, which only --layer\n"
     "shows. Where nearly all of the detail is in a small part of the ground, that part is shown.\n"
     "\n"
     "  --scene SCENE  the scene that the file was built from (once for each file), in grey beneath pictures of\n"
     "                 walkable\n"
     "  --layer N      only layer N of links, plan, medial, cells or portals, as locate gives it\n"
     "  --size WxH     size of the picture in pixels; default as needed, at most 1600x1600\n"
     "  --crop X0,Y0,X1,Y1  the part of the ground to show, in metres: x and y of a scene with Z up, x and -z of one\n"
     "                 with Y up, x and y of a floor plan\n"
     "  --view all|top|tilted  how to see walkable; default all, both ways\n",
     NULL},
    {"path",
     "wend path FILE.wend --from X,Y,Z --to X,Y,Z --radius R... [--clearance C] [--detour D] [--excess E] [--partial]\n"
     "               [--by exact|cells] [-o OUT]\n"
     "          [--json] [--layer N] [--size WxH] [--crop X0,Y0,X1,Y1] [--memory SIZE]\n"
     "\n"
     "Finds the shortest path of a disc, over all storeys, and proves that none is shorter. Places are in the\n"
     "input's own axes and units (X,Y,0 in a floor plan), lengths in metres. Exit code 0: every radius gets\n"
     "there; 1: not every one does, with the reason, the widest radius that does, and where it is too narrow.\n"
     "\n"
     "  --radius R    how far the middle of the disc stays from every wall and ledge; may be given several times:\n"
     "                one path for each, all in one picture\n"
     "  --clearance C metres that the centre keeps away from everything, where there is room; default: the radius\n"
     "  --detour D    how much longer that may make the path, a fraction; default 0.1\n"
     "  --excess E    the path may be longer than the shortest by this fraction, and is found sooner; default 0\n"
     "  --partial     where no path gets there: as far as the disc gets on the way that a point would take\n"
     "  --by exact|cells  how the path is found: exact, the default, is the shortest; cells takes a fraction of the\n"
     "                time and is not always the shortest; corridors is not built yet\n"
     "  -o OUT        writes the paths: .svg or .png, a picture of each storey on the way, with the disc at turns\n"
     "                and the narrowest place; .obj, lines on the ground; .glb, ribbons on the floor; .geojson,\n"
     "                a line for each piece; .json, the answer of wend query's op path\n"
     "  --json        prints that answer instead of words\n"
     "  --layer, --size, --crop  as for wend export\n",
     NULL},
    {"crowd",
     "wend crowd FILE.wend SCENARIO.json [--seconds S] [-o OUT]... [--every S] [--json|--csv|--svg]\n"
     "           [--threads N] [--memory SIZE]\n"
     "\n"
     "Lets people walk as a scenario says, and tells what came of it. The same file and scenario give the same\n"
     "bytes on every machine, for any number of threads. Exit code 0: everybody arrived; 1: not everybody did.\n"
     "\n"
     "  {\"seed\": 1, \"seconds\": 60,\n"
     "   \"goals\": {\"out\": {\"line\": [[x,y,z], [x,y,z]]}, \"hall\": {\"at\": [x,y,z], \"radius\": 1, \"wait\": "
     "5}},\n"
     "   \"lines\": {\"door\": [[x,y,z], [x,y,z]]},\n"
     "   \"groups\": [{\"at\": [x,y,z], \"within\": 4, \"count\": 100, \"speed\": [1.34, 0.15], \"goals\": [\"hall\", "
     "\"out\"]},\n"
     "              {\"at\": [x,y,z], \"box\": [2, 1], \"count\": 500, \"rate\": 1.5, \"radius\": [0.18, 0.25],\n"
     "               \"goals\": [\"out\"]}]}\n"
     "\n"
     "docs/scenario.md has all members. Places are in the input's own axes and units, all else in metres.\n"
     "\n"
     "  --seconds S   how long at most, in place of what the scenario says\n"
     "  -o OUT        writes: .json, the figures; .csv, where everybody was; .txt, the same as JuPedSim has it; .svg,\n"
     "                a picture of each storey with the ways of all. May be given several times\n"
     "  --every S     seconds between the moments of a trajectory; default 0.2\n"
     "  --json, --csv, --svg  prints that instead of words\n",
     NULL},
    {"query",
     "wend query FILE.wend [--time] [--memory SIZE] < requests > answers\n"
     "\n"
     "Answers JSON lines, in order. A place of a 3D scene is [x,y,z] in its own axes and units, one of a floor\n"
     "plan [x,y,0]. Lengths are in metres: \"snap\" is how far sideways a floor is looked for, default 0.1, and\n"
     "\"step\" how far above the place, default that of the file (0.4 for a floor plan).\n"
     "\n"
     "  {\"op\":\"locate\",\"at\":[x,y,z],\"snap\":0.1}   "
     "{\"found\":true,\"point\":[...],\"layer\":0,\"component\":k,\"cell\":c,\"distance\":d}\n"
     "  {\"op\":\"ray\",\"from\":[...],\"to\":[...]}      "
     "{\"hit\":true,\"point\":[...],\"distance\":d,\"kind\":\"wall\"}\n"
     "  {\"op\":\"random\",\"n\":k,\"seed\":s}          {\"points\":[[x,y,z],...]}\n"
     "  {\"op\":\"clearance\",\"at\":[x,y,z]}       {\"clearance\":d,\"nearest\":[...]}\n"
     "  {\"op\":\"widest\",\"from\":[...],\"to\":[...]}   {\"radius\":r}, 0 when there is no way\n"
     "  {\"op\":\"path\",\"from\":[...],\"to\":[...],\"radius\":r}   "
     "{\"status\":\"reached\",\"length\":l,\"points\":[[x,y,z],...],...}\n"
     "  {\"op\":\"distance\",\"from\":[...],\"to\":[[...],...],\"radius\":r,\"most\":n}   "
     "{\"goals\":[{\"goal\":k,\"length\":l},...]}, the nearest first\n"
     "  {\"op\":\"within\",\"from\":[...],\"to\":[[...],...],\"radius\":r,\"distance\":d}   the same, no farther\n"
     "  {\"op\":\"flow\",\"to\":[[...],...],\"at\":[[...],...],\"radius\":r}   "
     "{\"places\":[{\"distance\":d,\"goal\":k,\"toward\":[...]},...]}\n"
     "  {\"op\":\"walk\",\"from\":[...],\"to\":[...],\"radius\":r}   "
     "{\"stop\":\"wall\",\"point\":[...],\"distance\":d,\"normal\":[...]}; \"move\" slides along walls\n"
     "\n"
     "A bad line is answered with {\"error\":\"...\"}. The manual has all members of requests and answers.\n"
     "\n"
     "  --time  adds \"us\", microseconds, to each answer\n",
     NULL},
    {"scene",
     "wend scene [NAME [--size N] [--rng-seed S] -o OUT]\n"
     "\n"
     "Writes a named floor plan made by code as .geojson or .wkt, or a named 3D scene as .obj, .glb, .ply or\n"
     ".stl. Without a name, lists them.\n"
     "\n"
     "  --size N      about how many vertices of a plan, triangles of a scene, 4 to 10000000\n"
     "  --rng-seed S  another one of the same kind, 0 to 2^53; default 1\n",
     NULL},
    {"help",
     "wend help [COMMAND]\n"
     "\n"
     "Says how to use a command. Without one, lists them.\n",
     NULL},
};

int wend_command_help(const char *name) {
    const page plain = {.text = whole}, *shown = &plain;
    for (size_t k = 0; name && k < sizeof pages / sizeof pages[0]; k++) {
        if (strcmp(pages[k].name, name) == 0)
            shown = &pages[k];
    }
    int printed = wend_command_print_bytes(shown->text, strlen(shown->text));
    return printed == 0 && shown->rest ? wend_command_print_bytes(shown->rest, strlen(shown->rest)) : printed;
}
