// wend/explain.h: why one can or cannot walk in a place: as data, and in words. Experimental until 1.0.
//
// A nav says where one can walk; the scene that it was made from says why. The floor that is meant is found as
// everywhere: the highest at or below the place plus a step, no farther than the agent's height below. Where there is
// none, the scene is asked what lies there, how steep it is, what hangs above it, and whether a setting left it out.
// The scene is read by the verifier's means (wend/truth.h), so that the answer holds even where a surface is wrong.
//
//     wend_explain_build(context, nav, scene, NULL, &explain, report);
//     wend_explain_ask(explain, (double[3]){4.2, 0, 1}, &why);
//     if (!why.walkable && why.verdict == WEND_VERDICT_TOO_LOW) ... why.room ...
//     wend_explain_words(explain, &why, &text);
//     wend_explain_destroy(explain);
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include <wend/nav.h>
#include <wend/text.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is so about a place. The names are stable words: "walkable", "link", "nothing", "faces-down", ...
typedef enum wend_verdict {
    WEND_VERDICT_WALKABLE,   // on the surface
    WEND_VERDICT_LINK,       // walkable: on a filler, where a link leads over a gap or a hole
    WEND_VERDICT_NOTHING,    // the scene has no triangle there
    WEND_VERDICT_FACES_DOWN, // the floor that is meant faces down
    WEND_VERDICT_TOO_STEEP,  // it is too steep
    WEND_VERDICT_TOO_LOW,    // something above it is too near
    WEND_VERDICT_ROUNDING,   // walkable by the letter, but so near to a boundary that rounding or `simplify` decides
    WEND_VERDICT_INSIDE,     // flat enough and free, but its floor was left out: it is inside a solid,
    WEND_VERDICT_SEEDLESS,   // there are seeds, and none on it or on what links join to it,
    WEND_VERDICT_SMALL,      // or that is smaller than the least area
    WEND_VERDICT_MISSED,     // and no setting left it out: the surface is wrong there
    WEND_VERDICT_COUNT
} wend_verdict;
WEND_API const char *wend_verdict_name(wend_verdict verdict);

typedef struct wend_explain_def {
    // Whether words name settings as the options of the command ("--min-area") or as the fields that they are
    // ("min_area", the default).
    bool options;
    // Names of the files of the scene's parts (wend_scene_part), by their number: where there are several, words say
    // in which one a triangle is. Not copied. Default: none.
    const char *const *files;
    int32_t file_count;
} wend_explain_def;
WEND_API wend_explain_def wend_default_explain_def(void);

// A triangle of the scene, where the vertical line through the place meets it.
typedef struct wend_explain_hit {
    int32_t triangle; // of the scene; -1 for none, then the rest is 0
    double at[3];     // in the scene's own axes and units
    double slope;     // radians
    bool faces_up;
} wend_explain_hit;

// The answer about a place.
typedef struct wend_why {
    wend_verdict verdict;
    bool walkable;     // by that verdict
    uint32_t drops;    // of INSIDE, SEEDLESS and SMALL all that are so: bit 1 << verdict of each
    double asked[3];   // the place, in the scene's own axes and units
    double point[3];   // where one stands, when walkable
    int32_t component; // when walkable: the component of the plan, or of the surface where there is no plan; else -1
    double area;       // of that component: square metres, seen from above; of a surface on the slope
    int32_t link;      // the link that it is on (wend_links_view), -1 for none
    // The rest is not known on a link.
    wend_explain_hit floor;   // the triangle that is meant: what decides, unless `above` is too low
    wend_explain_hit above;   // the first thing above it
    double room;              // metres from the floor to that; 0 without
    int32_t boundary;         // the nearest boundary edge of the surface, -1 for none
    double boundary_distance; // metres to it, seen from above; from a place that is not walkable, in space
} wend_why;

typedef struct wend_explain wend_explain;

// Prepares to answer. The nav and the scene, which must be the one that the nav was made from, must stay as long. `def`
// may be NULL for the defaults. Fails with WEND_ERROR_ARGUMENT (a nav without a surface, another scene: the report says
// how that shows), _MEMORY. O(n log n) for n triangles.
WEND_API wend_result wend_explain_build(wend_context *context, const wend_nav *nav, const wend_scene *scene,
                                        const wend_explain_def *def, wend_explain **explain, wend_report *report);
WEND_API void wend_explain_destroy(wend_explain *explain);

// Asks about a place, in the scene's own axes and units. It uses the context, so one call at a time.
// WEND_ERROR_ARGUMENT for a place that is not finite, _MEMORY. O(log n) on the surface and a walk to its nearest
// boundary; off it O(n), and where a floor was left out, a walk over that floor.
WEND_API wend_result wend_explain_ask(const wend_explain *explain, const double place[3], wend_why *why);

// Adds the answer in words: up to four lines, each with its end: the verdict, the floor, what is above it, and the
// nearest edge of the surface. Lengths are in metres, angles in degrees, places in the scene's own axes and units.
WEND_API void wend_explain_words(const wend_explain *explain, const wend_why *why, wend_text *text);

// ---------------------------------------------------------------------------------------------------- what a scene is

// What faces along one of a scene's axes, as shares of all area.
typedef struct wend_looks_axis {
    double along;   // within 45 degrees of the axis,
    double against; // and of its opposite
    double level;   // at one level: the most between two planes across the axis that are very near each other
} wend_looks_axis;

// What a scene was taken for, and what it looks like.
typedef struct wend_looks {
    int32_t triangle_count;
    wend_up up;                       // as it was taken
    double unit;                      // as it was taken: metres
    double low[3], high[3];           // around all triangles, in the scene's axes and units; low > high without any
    double core_low[3], core_high[3]; // around the middles of nearly all of them: a few that are far off do not matter
    wend_looks_axis axes[3];
    wend_up
        likely; // the axis that looks most like the one that points up: the taken one, unless another is much better
    double upright; // share of the area that is upright, by that axis
    double wall;    // units: half of that is in triangles at least so high
    double covered; // share of vertical lines, by that axis, that meet a floor below something else
    double storey; // of the highest rooms on such lines: one so high, in units, that only one in twenty is higher; or 0
} wend_looks;

// Measures a scene as it was read. O(triangles). WEND_ERROR_MEMORY; what was measured until then is there, the rest 0.
WEND_API wend_result wend_looks_measure(wend_context *context, const wend_scene *scene, wend_looks *looks);

// Adds the warnings "scene-up" and "scene-unit" to a report where the axis or the unit looks wrong, with the value to
// try; a report that says that strays were left out explains the size by itself. `options`: how settings are named, as
// in wend_explain_def.
WEND_API void wend_looks_doubt(wend_context *context, const wend_looks *looks, bool options, wend_report *report);

// Adds "1234 triangles, 20 x 6.5 x 31 m, y up".
WEND_API void wend_looks_words(const wend_looks *looks, wend_text *text);

#ifdef __cplusplus
}
#endif
#endif
