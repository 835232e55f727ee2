// A tile: a square of cells while it is worked on.
//
//     raster.c    fills   hits: what is in each cell, and at which heights
//     tops.c      makes   tops of them: where one can stand
//     joins.c     joins   tops of cells side by side
//     smooth.c    mends   pits and bumps of them, when asked for
//     contour.c   writes  the sides of regions, and which regions of it meet those of other tiles
//
// What a tile says of a cell is what any other tile would say: all that it is decided by lies no farther than MARGIN
// cells beyond the tile, and those are worked on, too. So nothing that comes out tells where the borders of tiles were.
#ifndef WEND_SRC_VOXEL_TILE_H
#define WEND_SRC_VOXEL_TILE_H

#include "base/sort.h"
#include "surface/raw.h"
#include "voxel/grid.h"

// Joins of tops depend on the cells around both ends of the side between them (1), and heights and ends of sides on the
// joins around them (1).
enum { WEND_TILE_MARGIN = 2 }; // and what smoothing reaches

// A part of a face in a cell: it lies between two heights there.
typedef struct wend_hit {
    int32_t face;
    int32_t low, high;
    int32_t next; // of the same cell, or -1
} wend_hit;

// A floor of a cell.
typedef struct wend_top {
    int32_t cell;         // its place in the tile
    int32_t face, plane;  // what its height is that of
    int32_t low, high;    // all faces that it is made of lie between them
    int32_t first, count; // these faces, in members
    int32_t beside[4];    // tops that it is joined with, or -1
} wend_top;

// A straight part of the border of a region, from one of its corners to the next.
typedef struct wend_side_run {
    uint64_t name, next, twin; // of its first side, of the one after its last; of the one opposite to its last where
                               // the floor goes on in another plane, or WEND_NO_SIDE
    int32_t z;                 // where it begins
    int32_t region;
    int32_t border; // why the floor ends, or -1
    bool goes_on;   // the one before it, of another tile, goes straight on here
} wend_side_run;

// A region, or the part of it in a tile: tops of one plane that are joined.
typedef struct wend_region_part {
    uint64_t name; // of a side of its first top, the least one
    int32_t face;  // the largest floor of its tops
} wend_region_part;

// A place where a region leads to another tile: of the two tops there that which has the greater name.
typedef struct wend_region_joint {
    uint64_t name;
    int32_t region;
} wend_region_joint;

// What comes out of a tile.
typedef struct wend_tile_result {
    WEND_ARRAY(wend_side_run) runs;
    WEND_ARRAY(wend_raw_border) borders;
    WEND_ARRAY(wend_region_part) regions;
    WEND_ARRAY(wend_region_joint) joints;
    int64_t tops;             // floors of its cells, without those of the margin
    int64_t filled, levelled; // cells that smoothing gave a floor, or another one
} wend_tile_result;

// One worker's tools.
typedef struct wend_tile {
    wend_context *context;
    const wend_grid *grid;
    const wend_footing *footing;
    wend_grid_cell from, to; // the cells of the tile, of which `to` is not one
    wend_grid_cell begin;    // where the margin begins
    int32_t width, high;     // cells, with the margin
    wend_face_list found;
    WEND_ARRAY(int32_t) head; // per cell: its first hit, or -1
    WEND_ARRAY(wend_hit) hits;
    WEND_ARRAY(int32_t) first_top; // per cell, and one more
    WEND_ARRAY(wend_top) tops;
    WEND_ARRAY(wend_top) smooth;  // the tops as smoothing makes them
    WEND_ARRAY(wend_hit) members; // of tops; of one top in the order of faces
    WEND_ARRAY(wend_hit) column;  // the hits of a cell, in the order of where they end
    WEND_ARRAY(wend_hit) floors;  // those of them that are floors, in the order of where they begin
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(int32_t) last;   // per floor of the cell: the last one of its plane
    WEND_ARRAY(uint8_t) inside; // per top: the sides beyond which its region goes on, as bits
    WEND_ARRAY(int32_t) region; // per top, -1 outside of the tile
    WEND_ARRAY(int32_t) leader; // per number that a region had at first: one of the same region, the first or less
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(int32_t) border; // per side of a top: its border in the result, -1 when nobody has asked, -2 for none
    wend_tile_result *result;
    char space[WEND_WORKER_SPACE];
} wend_tile;

// The stages, each O(what there is). WEND_ERROR_MEMORY; WEND_ERROR_LIMIT for too many floors over one cell.
wend_result wend_tile_raster(wend_tile *tile);
wend_result wend_tile_find_tops(wend_tile *tile);
wend_result wend_tile_join_tops(wend_tile *tile);
wend_result wend_tile_smooth(wend_tile *tile); // and joins them anew
wend_result wend_tile_trace(wend_tile *tile);

// Why the floor of a top ends at a side of it.
wend_raw_border wend_tile_explain(const wend_tile *tile, int32_t top, int side);

static inline wend_grid_cell wend_tile_cell(const wend_tile *tile, int32_t place) {
    return (wend_grid_cell){tile->begin.x + place % tile->width, tile->begin.y + place / tile->width};
}
static inline bool wend_tile_holds(const wend_tile *tile, wend_grid_cell cell) {
    return cell.x >= tile->from.x && cell.x < tile->to.x && cell.y >= tile->from.y && cell.y < tile->to.y;
}
static inline uint64_t wend_tile_side_name(const wend_tile *tile, int32_t top, int side) {
    int32_t cell = tile->tops.data[top].cell;
    return wend_side_name(wend_tile_cell(tile, cell), top - tile->first_top.data[cell], side);
}

// Whether the floor goes on beyond a side of a top in the same plane.
static inline bool wend_tile_is_inside(const wend_tile *tile, int32_t top, int side) {
    return (tile->inside.data[top] >> side & 1) != 0;
}

static inline const wend_face *wend_tile_face(const wend_tile *tile, int32_t face) {
    return &tile->footing->solid->faces.data[face];
}

// Whether a place lies on a face that is no wall, seen from above.
static inline bool wend_face_covers(const wend_face *face, wend_point p) {
    wend_point c[3];
    wend_face_corners(face, c);
    return wend_cross(c[0], c[1], p) >= 0 && wend_cross(c[1], c[2], p) >= 0 && wend_cross(c[2], c[0], p) >= 0;
}

// Whether a face is larger than another one, seen from above; of two as large the first one is.
static inline bool wend_face_exceeds(const wend_face *faces, int32_t a, int32_t b) {
    wend_point p[3], q[3];
    wend_face_corners(&faces[a], p);
    wend_face_corners(&faces[b], q);
    int64_t first = wend_cross(p[0], p[1], p[2]), second = wend_cross(q[0], q[1], q[2]);
    return first != second ? first > second : a < b;
}

// The height of a face that is no wall, rounded, between two bounds.
static inline int32_t wend_height_within(const wend_face *face, wend_point p, int32_t low, int32_t high) {
    double z = wend_face_height(face, p.x, p.y);
    return !(z > low) ? low : !(z < high) ? high : (int32_t)(z + (z < 0 ? -0.5 : 0.5));
}

#endif
