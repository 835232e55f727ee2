// wend/nav.h: what was built from one scene or floor plan, kept together. What a .wend file holds.
#ifndef WEND_NAV_H
#define WEND_NAV_H

#include <wend/cells.h>
#include <wend/exact.h>
#include <wend/links.h>
#include <wend/medial.h>
#include <wend/offlinks.h>
#include <wend/path.h>
#include <wend/stairs.h>
#include <wend/voxel.h>

#ifdef __cplusplus
extern "C" {
#endif

// Everything that was built from one input; what a .wend file holds. It never changes.
typedef struct wend_nav wend_nav;

// What a nav can hold, in the order in which it is made: a set of bits. Each is made of some before it.
enum {
    WEND_STAGE_SURFACE = 1,
    WEND_STAGE_LINKS = 2,
    WEND_STAGE_STAIRS = 4,
    WEND_STAGE_PLAN = 8,
    WEND_STAGE_MEDIAL = 16,
    WEND_STAGE_CELLS = 32,
    WEND_STAGE_ROADS = 64,
    WEND_STAGES_ALL = 127
};

// Holds a nav once more: every holder calls wend_nav_destroy once, on any thread, and the last call frees it. NULL is
// ignored.
WEND_API void wend_nav_retain(wend_nav *nav);
WEND_API void wend_nav_destroy(wend_nav *nav);

// The set of what it holds.
WEND_API uint32_t wend_nav_stages(const wend_nav *nav);

// Its artifacts; NULL for one that it does not hold. They live as long as the nav.
WEND_API const wend_surface *wend_nav_surface(const wend_nav *nav);
WEND_API const wend_links *wend_nav_links(const wend_nav *nav);
WEND_API const wend_stairs *wend_nav_stairs(const wend_nav *nav);
WEND_API const wend_plan *wend_nav_plan(const wend_nav *nav);
WEND_API const wend_medial *wend_nav_medial(const wend_nav *nav);
WEND_API const wend_cells *wend_nav_cells(const wend_nav *nav);
WEND_API const wend_roads *wend_nav_roads(const wend_nav *nav);
WEND_API const wend_landmarks *wend_nav_landmarks(const wend_nav *nav); // NULL unless they were asked for
WEND_API const wend_offlinks *wend_nav_offlinks(const wend_nav *nav);   // NULL when it has no links made by hand

// What is known of areas: lines ascending by id, *count of them; NULL and 0 when that is nothing. They live as long as
// the nav.
WEND_API const wend_area *wend_nav_areas(const wend_nav *nav, int32_t *count);

// Makes a nav that holds the same and links made by hand besides those that there are: all artifacts are shared with
// the other nav, which stays as it is. Ends are found by the rule of the agent that it was built for. `def` is not
// needed afterwards; what does not stand is left out, with a warning (wend/offlinks.h). WEND_ERROR_ARGUMENT when there
// is no plan, or as for wend_offlinks_build, _LIMIT, _MEMORY.
WEND_API wend_result wend_nav_add_offlinks(wend_context *context, const wend_nav *nav, const wend_offlinks_def *def,
                                           wend_nav **newer, wend_report *report);

// Makes a search over all that a nav holds (wend/path.h), which it keeps alive. A nav without roads gets some for this
// search alone, when it has a medial axis, in about half the time of that; WEND_ERROR_ARGUMENT when it has none. Also
// WEND_ERROR_LIMIT, _MEMORY, _CANCELLED.
WEND_API wend_result wend_search_create(wend_context *context, const wend_nav *nav, wend_search **search);

// Finds the doors of a nav (wend_doors_build), of its medial axis and its surface. Their headroom is known if the nav
// was built from a scene, or loaded from a file of one that was, for all doors that the default def finds. `def` may be
// NULL for that. WEND_ERROR_ARGUMENT when there is no medial axis, too.
WEND_API wend_result wend_nav_doors(wend_context *context, const wend_nav *nav, const wend_doors_def *def,
                                    wend_doors **doors, wend_report *report);

// What decides where one can walk: wend_build_scene gives the same surface and links again, of the same scene (whose
// axis and unit are in the surface's lattice).
typedef struct wend_settings {
    wend_agent agent;
    wend_solid_def solid;
    wend_exact_def exact; // of voxels: `simplify` in metres, and the two flags
    wend_keep_def keep;
    double cell; // metres, of voxels; 0 for the exact surface
    double cell_height;
    double smooth;
} wend_settings;

// What a nav was built with. For a floor plan, and for what a file does not say (format 1.2), all is 0. It
// lives as long as the nav, and so do its seeds.
WEND_API const wend_settings *wend_nav_settings(const wend_nav *nav);

// A part of what one can walk on: a component of the plan, whose links join what was apart; where there is no plan, of
// the surface. Parts are numbered as those are.
typedef struct wend_part {
    double area;                // square metres, on the slope, without fillers of links; of a floor plan its area
    double plan_area;           // square metres, seen from above, with them
    int32_t surface_components; // of the surface that it is made of; 0 in a floor plan
    int32_t triangles;          // of the surface; of a floor plan, its own
    int32_t holes;              // boundary cycles but one
    int32_t points;             // point obstacles
    int32_t largest; // its largest triangle of the surface, seen from above; -1 for none, and in a floor plan
    double at[3];    // the middle of that, in the scene's own axes and units
} wend_part;

typedef struct wend_parts wend_parts;
typedef struct wend_parts_view {
    int32_t count;
    const wend_part *parts; // in the order of their numbers
    const int32_t *order;   // their numbers, the largest by `area` first
} wend_parts_view;

// Lists the parts of a nav, which is not needed afterwards. WEND_ERROR_ARGUMENT for a nav without surface and plan,
// WEND_ERROR_MEMORY. O(n).
WEND_API wend_result wend_parts_build(wend_context *context, const wend_nav *nav, wend_parts **parts);
WEND_API wend_parts_view wend_parts_look(const wend_parts *parts);
WEND_API void wend_parts_destroy(wend_parts *parts);

// A hash of what is in it: of the surface (see wend_surface_view), of the plan's region (see wend_plan_view), or of
// both where there are both.
WEND_API uint64_t wend_nav_hash(const wend_nav *nav);

// Tells versions of a nav apart: a hash of everything in it, whatever it was made or loaded by. Where two navs of a
// process have the same version, all in them is the same: spots and the numbers of triangles, links and cells mean the
// same in both. Otherwise they may not, even if wend_nav_hash is the same. O(1).
WEND_API uint64_t wend_nav_version(const wend_nav *nav);

// Finds a spot of one version's plan in that of another: the same place on the ground, at the same height to within a
// centimetre. *spot is then that of `to`. False, and *spot stays as it is, when there is no floor in that place, when
// one of the two has no plan, and when the two are not of the same kind (floor plan or scene, axis, unit). O(log n).
WEND_API bool wend_nav_carry(const wend_nav *from, const wend_nav *to, wend_spot *spot);

// Runs the validator of every artifact.
WEND_API wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
