// wend/truth.h: an independent verifier: is what was built true to what it was built from? Experimental until 1.0.
//
// wend_nav_check proves that artifacts keep their invariants. This asks another question, and by other means: it holds
// random places against the scene or the drawing as it was read, in doubles, by code that shares nothing with what it
// judges but memory, sorting and the public views. `wend check --scene` prints what it finds.
//
// A surface is asked four questions:
//
//     missed    a place on a triangle that is flat enough, with nothing above it closer than the height, must be on the
//               surface, or on a floor that the settings leave out whole (inside a solid, without a seed, too small)
//     false     a place on the surface must lie on such a triangle
//     twice     and no other part of the surface may lie over or under it, closer than the height
//     through   what stands on the surface must stand on a boundary of it
//
// A plan is asked the first two. Places where rounding decides are left out: within 1 cm of a change of verdict in a
// scene, within two lattice steps of a line of a drawing.
//
//     wend_truth_def def = wend_truth_nav_def(nav);
//     wend_result result = wend_truth_build_surface(context, wend_nav_surface(nav), scene, &def, &truth, report);
//     if (result == WEND_OK && !wend_truth_look(truth).ok) ...
//     wend_truth_destroy(truth);
#ifndef WEND_TRUTH_H
#define WEND_TRUTH_H

#include <wend/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_truth_def {
    // What the surface was built with; seeds are not copied and must stay for the call. Plans do not need it.
    wend_settings settings;
    // The highest step of its links, in metres: floors that can be stepped to hang together when the settings ask for
    // seeds or a least area. 0 when it was not linked.
    double step;
    // Places for each question, up to 1e9; 0 asks none. Default 100,000. A share of one in so many is found by three
    // times as many; the cost is proportional.
    int64_t samples;
    // Of the random places: the same seed gives the same ones. Default 1.
    uint64_t seed;
} wend_truth_def;

// Samples and seed as above, settings those of wend_default_build_def.
WEND_API wend_truth_def wend_default_truth_def(void);
// The same with the settings that a nav was built with. They point to its seeds: the nav must stay.
WEND_API wend_truth_def wend_truth_nav_def(const wend_nav *nav);

// ---------------------------------------------------------------------------------------------------- answers

// What is wrong with a place.
typedef enum wend_fault {
    WEND_FAULT_MISSED,
    WEND_FAULT_FALSE,
    WEND_FAULT_TWICE,
    WEND_FAULT_THROUGH,
    WEND_FAULT_COUNT
} wend_fault;
WEND_API const char *wend_fault_name(wend_fault fault); // "missed", "false", "twice", "through"

// A place that is wrong.
typedef struct wend_fault_place {
    wend_fault fault;
    double at[3];     // in the scene's own axes and units; x, y, 0 in a drawing
    int32_t triangle; // of the scene; -1 in a drawing
    double reach; // metres around the place that are as wrong, at least; of TWICE, metres between the two floors; in
                  // a drawing, metres to the nearest line
} wend_fault_place;

enum { WEND_TRUTH_WORST = 10 };

// What came of sampling. Of a plan all that is about floors over each other and standing things is 0.
typedef struct wend_truth_counts {
    int64_t samples;  // places that were judged
    int64_t left_out; // places that were not, because rounding decides there
    int64_t walkable; // places of the scene or drawing where one can walk, and of those
    int64_t missed;   // that are not on the surface or plan
    int64_t dropped;  // walkable, but on floors that were rightly left out whole; not missed
    int64_t covered;  // places of the surface that were judged (of a plan: places that are on it), and of those
    int64_t wrong;    // where one cannot walk ("false")
    int64_t twice;    // over or under another part of the surface
    int64_t standing; // places of what stands on the surface or beside it, and of those
    int64_t through;  // that the surface passes through
    double off;       // metres, the farthest that the surface was found above or below the scene
    int worst_count;
    wend_fault_place worst[WEND_TRUTH_WORST]; // by fault, of each the widest first; one for each fault and triangle. Of
                                              // a plan, the one farthest from a line
} wend_truth_counts;

typedef struct wend_truth_view {
    // Nothing below is broken, no sliver is too wide, nothing lies twice, and of a surface at most 0.05% is missed or
    // false and 0.1% is passed through; of a plan nothing is missed or false. Of a surface made by voxels nothing is
    // broken, and at most 1% is missed, false or passed through, where a cell more or less does not count.
    bool ok;

    // Faults of the mesh, whatever it was made of, counted apart from the library's validators.
    int64_t non_manifold; // sides whose neighbours disagree; of surfaces also vertices of more than one fan
    int64_t twisted;      // sides that do not run back along their neighbours'; of surfaces also fans that turn twice
    int64_t downward;     // triangles that do not face up

    // Surfaces without such faults: slivers that rounding and welding leave, where nobody can stand.
    int64_t steep;       // triangles steeper than the limit and its slack of 0.01 degrees
    int64_t folded;      // triangles whose boundary runs over or under the inside of another one
    int64_t wide;        // of both, those that are wider than 0.3 mm (or 2.46 lattice steps) and what welding moved
    double sliver_width; // metres: the widest, and where that is
    double sliver_at[3];

    // Cells, where there are any.
    int64_t unshared; // portals that are not the side of two cells
    int64_t open;     // cells whose sides do not close

    // What the scene or drawing says.
    bool sampled;            // there was one
    double cell;             // metres: the cell of a surface made by voxels, 0 for others
    int64_t t_junctions;     // of surfaces: vertices that hang in the middle of an edge that should be split there
    double t_junction_at[3]; // the first of them
    wend_truth_counts counts;
} wend_truth_view;

typedef struct wend_truth wend_truth;
WEND_API wend_truth_view wend_truth_look(const wend_truth *truth);
WEND_API void wend_truth_destroy(wend_truth *truth);

// ---------------------------------------------------------------------------------------------------- asking

// Verifies a surface; against the scene that it was made from, unless that is NULL. `def` may be NULL for the defaults.
// Nothing is kept of the arguments. That something is wrong is an answer, not a failure: WEND_OK. Fails with
// WEND_ERROR_ARGUMENT (a field of the def out of range; or "scene-misfit": this is another scene, and the report says
// how that shows), _MEMORY, _CANCELLED. The same counts for any number of threads. O((n + samples) log n) for n
// triangles where few lie over each other.
WEND_API wend_result wend_truth_build_surface(wend_context *context, const wend_surface *surface,
                                              const wend_scene *scene, const wend_truth_def *def, wend_truth **truth,
                                              wend_report *report);

// Whether a surface can have been made of a scene: WEND_OK, or WEND_ERROR_ARGUMENT with the finding "scene-misfit".
// WEND_ERROR_MEMORY. O(n log n).
WEND_API wend_result wend_truth_fit(wend_context *context, const wend_surface *surface, const wend_scene *scene,
                                    wend_report *report);

// Verifies a floor plan and its cells (NULL when there are none); against the drawing that it was made from, unless
// that is NULL. Fails with WEND_ERROR_ARGUMENT, _MEMORY, and _UNSUPPORTED ("drawing-unjudged") for drawings of which
// counting crossings cannot tell inside from outside: holes marked by points, and outlines that are not closed.
// O(n + samples * edges beside each).
WEND_API wend_result wend_truth_build_plan(wend_context *context, const wend_plan *plan, const wend_cells *cells,
                                           const wend_drawing *drawing, const wend_truth_def *def, wend_truth **truth,
                                           wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
