// wend/voxel.h: the walkable surface of a scene, by voxels: for scans, clutter and noise.
//
// The ground is divided into square cells. In each, what is there is sorted by height: floors, and what stands on them
// or hangs over them. Cells that one can stand in and that meet without a step are one floor. So cracks, pebbles and
// bumps smaller than a cell do not matter; boundaries are right to within a cell, heights to within `cell_height`.
//
//     solid  --wend_voxel_build-->  surface      the same artifact that wend_exact_build makes
//
// Method of Saupin, Roussel and Le Garrec, "Robust and Scalable Navmesh Generation with multiple levels and stairs
// support" (2014), except that heights are those of the scene, and that everything is in integers.
#ifndef WEND_VOXEL_H
#define WEND_VOXEL_H

#include <wend/agent.h>
#include <wend/solid.h>
#include <wend/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_voxel_def {
    // Side of a cell, in metres; rounded to an even number of lattice steps, of which it must have 8 at least, and
    // 2^26 cells must span the scene. A floor as steep as the agent's slope may rise by its height across a cell at
    // most. Default 0.05. Time and memory of a tile grow with the square of its inverse.
    double cell;
    // Heights that differ by no more than this, in metres, count as one: what rises so little above a floor is part of
    // it. At least a lattice step, at most half the agent's height. Default 0.02.
    double cell_height;
    // Cells along the side of a tile, 8 to 4096. Default 256. It changes nothing but time and memory: the surface is
    // the same, byte for byte.
    int32_t tile;
    // Pits and bumps up to this width, in metres, are levelled where the floor on both sides of them lies in one plane
    // and they are no deeper or higher than the agent's step. At most 64 cells; default 0: none. For scans.
    double smooth;
    // Boundaries may be moved inward by at most this much, in metres, to have fewer vertices; 0 moves none, and less
    // than 0 (default) means 0.99 of the cell, which straightens the stairs of cells along slanting walls (0.7 is not
    // enough: at 45 degrees they are 0.7071 of a cell deep, at other angles deeper).
    double simplify;
    // Whether triangles count as floors regardless of the way they face. Default false: only those that face up do.
    bool two_sided;
    // Whether floors inside solids are kept. Default false.
    bool keep_inside;
} wend_voxel_def;
WEND_API wend_voxel_def wend_default_voxel_def(void);
// How far boundaries may be moved, in metres.
WEND_API double wend_voxel_simplify(const wend_voxel_def *def);

// Extracts the surface of a solid for an agent, whose height, slope and (for `smooth`) step count here; the solid is
// not needed afterwards. `agent` and `def` may be NULL for the defaults. Fails with WEND_ERROR_ARGUMENT (the report,
// which may be NULL, names the field), _EMPTY (nothing walkable), _LIMIT (more than 2^20 tiles, or more than 1,024
// floors over one cell), _MEMORY, _CANCELLED. Neither the order of the scene's triangles nor `tile` nor the number of
// threads changes the surface. Cost: O(n log n + k) for n triangles that meet k cells. Memory: that of the tiles that
// are worked on at the same time, and of all boundaries.
WEND_API wend_result wend_voxel_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                                      const wend_voxel_def *def, wend_surface **surface, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
