// The bytes of a .wend file, as docs/format.md specifies them. Writer and reader share these structures.
//
//     header        64 bytes
//     chunk table   48 bytes for each chunk
//     chunks        one after the other, in the order of the table, each packed (pack.h)
//
// The structures below, and the arrays of the artifacts, are the elements of chunks as they are in memory. In files all
// numbers are little-endian, whatever the machine.
#ifndef WEND_SRC_ARCHIVE_FORMAT_H
#define WEND_SRC_ARCHIVE_FORMAT_H

#include "archive/pack.h"
#include "nav/nav.h"

#include <wend/archive.h>

#include <string.h>

enum {
    WEND_ARCHIVE_MAJOR = 2, // raised when old readers would misread a file
    WEND_ARCHIVE_MINOR = 0, // raised when chunks are added that old readers may skip
    WEND_ARCHIVE_CHUNKS_MAX = 4096
};

// The first byte is no ASCII, the line ends show a transfer as text, and 0x1A stops a listing.
#define WEND_ARCHIVE_MAGIC "\x89WEND\r\n\x1A"

typedef struct wend_archive_header {
    uint8_t magic[8];
    uint16_t major, minor;
    uint32_t chunk_count;
    uint64_t file_bytes;  // size of the whole file
    uint64_t checksum;    // of this header, with 0 in this place, and of the table
    uint8_t reserved[32]; // 0
} wend_archive_header;

typedef struct wend_archive_entry {
    char id[4];
    uint32_t version;  // of this chunk's layout
    uint64_t offset;   // from the start of the file
    uint64_t bytes;    // in the file
    uint64_t count;    // elements
    uint32_t size;     // bytes of an element in memory
    uint32_t reserved; // 0
    uint64_t checksum; // of the chunk's bytes
} wend_archive_entry;

static const wend_element wend_archive_header_kind = {sizeof(wend_archive_header), "bbbbbbbbhhwdd"};
static const wend_element wend_archive_entry_kind = {sizeof(wend_archive_entry), "bbbbwdddwwd"};

// All chunks, in the order in which they are written: those of the plan, of its cells, of its medial axis, of the
// surface, of the links, and what the plan of a surface has besides.
typedef enum wend_archive_chunk {
    WEND_CHUNK_PLAN,                        // wend_archive_plan, one
    WEND_CHUNK_VERTICES,                    // wend_point
    WEND_CHUNK_VERTEX_FLAGS,                // uint8_t
    WEND_CHUNK_TRIANGLES,                   // wend_plan_triangle
    WEND_CHUNK_TRIANGLE_COMPONENTS,         // int32_t
    WEND_CHUNK_BOUNDARIES,                  // wend_plan_boundary
    WEND_CHUNK_COMPONENTS,                  // wend_plan_component
    WEND_CHUNK_BORDERS,                     // int32_t
    WEND_CHUNK_CELLS,                       // wend_archive_cells, one
    WEND_CHUNK_CELL_POINTS,                 // wend_cell_point
    WEND_CHUNK_PORTALS,                     // wend_portal
    WEND_CHUNK_CELL_LIST,                   // wend_cell
    WEND_CHUNK_CELL_SIDES,                  // wend_cell_side
    WEND_CHUNK_MEDIAL,                      // wend_archive_medial, one
    WEND_CHUNK_MEDIAL_VERTICES,             // wend_medial_vertex
    WEND_CHUNK_MEDIAL_ARCS,                 // wend_medial_arc
    WEND_CHUNK_MEDIAL_AROUND,               // int32_t
    WEND_CHUNK_SURFACE,                     // wend_archive_surface, one
    WEND_CHUNK_SURFACE_VERTICES,            // wend_point3
    WEND_CHUNK_SURFACE_TRIANGLES,           // wend_surface_triangle
    WEND_CHUNK_SURFACE_TRIANGLE_COMPONENTS, // int32_t
    WEND_CHUNK_SURFACE_BOUNDARIES,          // wend_surface_boundary
    WEND_CHUNK_SURFACE_COMPONENTS,          // wend_surface_component
    WEND_CHUNK_SURFACE_SETTINGS,            // wend_archive_settings, one
    WEND_CHUNK_SURFACE_SEEDS,               // wend_archive_seed
    WEND_CHUNK_LINKS,                       // wend_archive_links, one
    WEND_CHUNK_LINK_LIST,                   // wend_archive_link
    WEND_CHUNK_LINK_INTERVALS,              // wend_link_interval
    WEND_CHUNK_FLIGHTS,                     // wend_flight
    WEND_CHUNK_FLIGHT_LINKS,                // int32_t
    WEND_CHUNK_LINKED_VERTICES,             // wend_point
    WEND_CHUNK_LINKED_VERTEX_FLAGS,         // uint8_t
    WEND_CHUNK_LINKED_TRIANGLES,            // wend_linked_triangle
    WEND_CHUNK_LINKED_TRIANGLE_COMPONENTS,  // int32_t
    WEND_CHUNK_LINKED_BOUNDARIES,           // wend_linked_boundary
    WEND_CHUNK_LINKED_JOINS,                // wend_linked_join
    WEND_CHUNK_LINKED_COMPONENTS,           // wend_linked_component
    WEND_CHUNK_VERTEX_SOURCES,              // int32_t; these four only for the plan of a linked surface
    WEND_CHUNK_VERTEX_HEIGHTS,              // int32_t
    WEND_CHUNK_TRIANGLE_LAYERS,             // int32_t
    WEND_CHUNK_COMPONENT_HANDLES,           // int32_t
    WEND_CHUNK_DOOR_HEIGHTS,                // wend_door_height; only for scenes with doors
    WEND_CHUNK_COUNT
} wend_archive_chunk;

// What a plan is besides its arrays.
typedef struct wend_archive_plan {
    double origin[2];
    double step;
    double unit;
    uint64_t hash;
    int32_t cycle_count;
    int32_t reserved; // 0
} wend_archive_plan;

// What cells are besides their arrays.
typedef struct wend_archive_cells {
    double relax_angle;
    double relax;
    double portal_length;
    double smallest_angle;
    int32_t quality;
    int32_t notch_count;
    int32_t needle_count;
    int32_t reserved; // 0
} wend_archive_cells;

// What a surface is besides its arrays, and whom it was made for.
typedef struct wend_archive_surface {
    double origin[3];
    double step;
    double unit;
    double area;
    double min[3], max[3];
    double height; // of the agent, metres
    double slope;  // that it can walk, radians
    uint64_t hash;
    int32_t up;       // wend_up
    int32_t producer; // wend_producer
    int32_t cycle_count;
    int32_t reserved; // 0
} wend_archive_surface;

// What a surface was made with, besides height and slope. Not every file tells.
typedef struct wend_archive_settings {
    double lattice; // as it was asked for: 0 for the default
    double weld;
    double simplify;
    double min_area;
    uint32_t flags;    // WEND_SETTING_...
    uint32_t reserved; // 0
} wend_archive_settings;

enum { WEND_SETTING_TWO_SIDED = 1, WEND_SETTING_KEEP_INSIDE = 2, WEND_SETTINGS_ALL = 3 };

// In the scene's own axes and units.
typedef struct wend_archive_seed {
    double place[3];
} wend_archive_seed;

// What a medial axis is besides its arrays.
typedef struct wend_archive_medial {
    uint64_t hash;
    int32_t true_count;
    int32_t reserved; // 0
} wend_archive_medial;

// What links are besides their arrays. Lattice and height are those of the surface.
typedef struct wend_archive_links {
    double step, gap, drop; // metres
    double filled;          // square metres
    uint64_t hash;
    int64_t counts[WEND_LINK_KIND_COUNT];
    int32_t cycle_count;
    int32_t filler_first;
} wend_archive_links;

// A link, and the flight of stairs that it belongs to, or -1: in files, one array holds both.
typedef struct wend_archive_link {
    uint64_t id;
    int32_t kind; // wend_link_kind
    int32_t first_interval, interval_count;
    int32_t first_filler, filler_count;
    int32_t reserved; // 0
    double height, barrier, distance, width;
    double direction[2];
    int32_t landing;
    int32_t flight;
} wend_archive_link;

// Chunks that are there together or not at all. The first one of an artifact, of one element, says that it is there.
typedef enum wend_archive_artifact {
    WEND_ARTIFACT_PLAN,
    WEND_ARTIFACT_CELLS,
    WEND_ARTIFACT_MEDIAL,
    WEND_ARTIFACT_SURFACE,
    WEND_ARTIFACT_LINKS
} wend_archive_artifact;

typedef struct wend_archive_kind {
    char id[5];
    uint32_t version;
    wend_element element;
    wend_archive_artifact artifact;
    bool optional; // whether the chunk is left out when it would be empty
} wend_archive_kind;

static const wend_archive_kind wend_archive_kinds[WEND_CHUNK_COUNT] = {
    {"PLAN", 1, {sizeof(wend_archive_plan), "dddddww"}, WEND_ARTIFACT_PLAN, false},
    {"PVTX", 1, {sizeof(wend_point), "ww"}, WEND_ARTIFACT_PLAN, false},
    {"PVFL", 1, {sizeof(uint8_t), "b"}, WEND_ARTIFACT_PLAN, false},
    {"PTRI", 1, {sizeof(wend_plan_triangle), "wwwwww"}, WEND_ARTIFACT_PLAN, false},
    {"PTCO", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, false},
    {"PBND", 1, {sizeof(wend_plan_boundary), "wwwww"}, WEND_ARTIFACT_PLAN, false},
    {"PCMP", 1, {sizeof(wend_plan_component), "dwwww"}, WEND_ARTIFACT_PLAN, false},
    {"PBRD", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, true},
    {"CELL", 1, {sizeof(wend_archive_cells), "ddddwwww"}, WEND_ARTIFACT_CELLS, false},
    {"CPNT", 1, {sizeof(wend_cell_point), "ww"}, WEND_ARTIFACT_CELLS, true},
    {"CPRT", 1, {sizeof(wend_portal), "wwwwwww"}, WEND_ARTIFACT_CELLS, true},
    {"CLST", 1, {sizeof(wend_cell), "www"}, WEND_ARTIFACT_CELLS, false},
    {"CSID", 1, {sizeof(wend_cell_side), "ww"}, WEND_ARTIFACT_CELLS, false},
    {"MEDI", 1, {sizeof(wend_archive_medial), "dww"}, WEND_ARTIFACT_MEDIAL, false},
    {"MVTX", 1, {sizeof(wend_medial_vertex), "dddww"}, WEND_ARTIFACT_MEDIAL, false},
    {"MARC", 1, {sizeof(wend_medial_arc), "wwww"}, WEND_ARTIFACT_MEDIAL, false},
    {"MRND", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_MEDIAL, false},
    {"SURF", 1, {sizeof(wend_archive_surface), "dddddddddddddddwwww"}, WEND_ARTIFACT_SURFACE, false},
    {"SVTX", 1, {sizeof(wend_point3), "www"}, WEND_ARTIFACT_SURFACE, false},
    {"STRI", 1, {sizeof(wend_surface_triangle), "wwwwwww"}, WEND_ARTIFACT_SURFACE, false},
    {"STCO", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_SURFACE, false},
    {"SBND", 1, {sizeof(wend_surface_boundary), "wwwwwwbbh"}, WEND_ARTIFACT_SURFACE, false},
    {"SCMP", 1, {sizeof(wend_surface_component), "ddwwww"}, WEND_ARTIFACT_SURFACE, false},
    {"SDEF", 1, {sizeof(wend_archive_settings), "ddddww"}, WEND_ARTIFACT_SURFACE, true},
    {"SSED", 1, {sizeof(wend_archive_seed), "ddd"}, WEND_ARTIFACT_SURFACE, true},
    {"LINK", 1, {sizeof(wend_archive_links), "ddddddddddww"}, WEND_ARTIFACT_LINKS, false},
    {"LLST", 1, {sizeof(wend_archive_link), "dwwwwwwddddddww"}, WEND_ARTIFACT_LINKS, true},
    {"LINT", 1, {sizeof(wend_link_interval), "wwddwwwwww"}, WEND_ARTIFACT_LINKS, true},
    {"LFLI", 1, {sizeof(wend_flight), "wwddddddddddddddddddd"}, WEND_ARTIFACT_LINKS, true},
    {"LFLL", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_LINKS, true},
    {"LVTX", 1, {sizeof(wend_point), "ww"}, WEND_ARTIFACT_LINKS, false},
    {"LVFL", 1, {sizeof(uint8_t), "b"}, WEND_ARTIFACT_LINKS, false},
    {"LTRI", 1, {sizeof(wend_linked_triangle), "wwwwwwwwwww"}, WEND_ARTIFACT_LINKS, false},
    {"LTCO", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_LINKS, false},
    {"LBND", 1, {sizeof(wend_linked_boundary), "wwwwbbbb"}, WEND_ARTIFACT_LINKS, false},
    {"LJOI", 1, {sizeof(wend_linked_join), "ww"}, WEND_ARTIFACT_LINKS, true},
    {"LCMP", 1, {sizeof(wend_linked_component), "dww"}, WEND_ARTIFACT_LINKS, false},
    {"PVSR", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, true},
    {"PVHT", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, true},
    {"PTLA", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, true},
    {"PCHA", 1, {sizeof(int32_t), "w"}, WEND_ARTIFACT_PLAN, true},
    {"MDOR", 1, {sizeof(wend_door_height), "wwd"}, WEND_ARTIFACT_MEDIAL, true},
};

// The chunk that says whether an artifact is there.
static const wend_archive_chunk wend_archive_heads[] = {
    [WEND_ARTIFACT_PLAN] = WEND_CHUNK_PLAN,     [WEND_ARTIFACT_CELLS] = WEND_CHUNK_CELLS,
    [WEND_ARTIFACT_MEDIAL] = WEND_CHUNK_MEDIAL, [WEND_ARTIFACT_SURFACE] = WEND_CHUNK_SURFACE,
    [WEND_ARTIFACT_LINKS] = WEND_CHUNK_LINKS,
};

// No padding anywhere.
_Static_assert(sizeof(wend_archive_header) == 64, "header");
_Static_assert(sizeof(wend_archive_entry) == 48, "entry");
_Static_assert(sizeof(wend_archive_plan) == 48, "plan");
_Static_assert(sizeof(wend_point) == 8, "point");
_Static_assert(sizeof(wend_plan_triangle) == 24, "triangle");
_Static_assert(sizeof(wend_plan_boundary) == 20, "boundary");
_Static_assert(sizeof(wend_plan_component) == 24, "component");
_Static_assert(sizeof(wend_archive_cells) == 48, "cells");
_Static_assert(sizeof(wend_cell_point) == 8, "cell point");
_Static_assert(sizeof(wend_portal) == 28, "portal");
_Static_assert(sizeof(wend_cell) == 12, "cell");
_Static_assert(sizeof(wend_cell_side) == 8, "cell side");
_Static_assert(sizeof(wend_archive_surface) == 136, "surface");
_Static_assert(sizeof(wend_point3) == 12, "surface vertex");
_Static_assert(sizeof(wend_surface_triangle) == 28, "surface triangle");
_Static_assert(sizeof(wend_surface_boundary) == 28, "surface boundary");
_Static_assert(sizeof(wend_surface_component) == 32, "surface component");
_Static_assert(sizeof(wend_archive_settings) == 40, "settings");
_Static_assert(sizeof(wend_archive_seed) == 24, "seed");

_Static_assert(sizeof(wend_archive_medial) == 16, "medial axis");
_Static_assert(sizeof(wend_medial_vertex) == 32, "medial vertex");
_Static_assert(sizeof(wend_medial_arc) == 16, "medial arc");
_Static_assert(sizeof(wend_door_height) == 16, "height of a door");

_Static_assert(sizeof(wend_archive_links) == 88, "links");
_Static_assert(sizeof(wend_archive_link) == 88, "link");
_Static_assert(sizeof(wend_link_interval) == 48, "link interval");
_Static_assert(sizeof(wend_flight) == 160, "flight");
_Static_assert(sizeof(wend_linked_triangle) == 44, "linked triangle");
_Static_assert(sizeof(wend_linked_boundary) == 20, "linked boundary");
_Static_assert(sizeof(wend_linked_join) == 8, "linked join");
_Static_assert(sizeof(wend_linked_component) == 16, "linked component");

// Where the first chunk starts.
static inline uint64_t wend_archive_start(uint64_t chunk_count) {
    return sizeof(wend_archive_header) + chunk_count * sizeof(wend_archive_entry);
}

// The checksum of the header, with 0 in the place of its own, and of the table, which follows it.
static inline uint64_t wend_archive_checksum(const unsigned char *file, uint64_t chunk_count) {
    unsigned char blank[sizeof(wend_archive_header)];
    memcpy(blank, file, sizeof blank);
    memset(blank + offsetof(wend_archive_header, checksum), 0, sizeof(uint64_t));
    return wend_hash(wend_hash(0, blank, sizeof blank), file + sizeof blank,
                     (size_t)chunk_count * sizeof(wend_archive_entry));
}

#endif
