// wend/picture.h: what artifacts look like, as data. Nothing here knows of files, windows or graphics libraries.
#ifndef WEND_PICTURE_H
#define WEND_PICTURE_H

#include <wend/medial.h>
#include <wend/nav.h>
#include <wend/path.h>

#ifdef __cplusplus
extern "C" {
#endif

// What of a nav to show or write.
typedef enum wend_export_kind {
    WEND_EXPORT_PLAN,     // the floor: its region, triangulated
    WEND_EXPORT_CELLS,    // the convex pieces that it is cut into
    WEND_EXPORT_PORTALS,  // the lines between them; in pictures with the graph that they make
    WEND_EXPORT_MEDIAL,   // the medial axis, coloured by clearance
    WEND_EXPORT_WALKABLE, // the surface on which one can walk
    WEND_EXPORT_LINKS,    // what joins its parts: fillers and steps, on the surface, and drops
    WEND_EXPORT_COUNT
} wend_export_kind;

// What of a layer is shown, and how.
typedef enum wend_picture_view {
    WEND_VIEW_ALL,    // of a surface: from above and, beside or below that, tilted; of all else: from above
    WEND_VIEW_TOP,    // from above
    WEND_VIEW_TILTED, // of a surface only
    WEND_VIEW_COUNT
} wend_picture_view;

#define WEND_PICTURE_SIZE_MIN 400 // pixels, either way: with less, titles and legend do not fit
#define WEND_PICTURE_SIZE_MAX 8192

typedef struct wend_picture_def {
    int32_t layer;         // the only layer of the plan of a scene to show or write (all but `walkable` have them); -1
                           // shows all storeys and writes all layers
    int32_t width, height; // of the picture, in pixels; 0: up to 1600, as what is shown needs
    double crop[4];        // x0, y0, x1, y1 of the ground to show, metres seen from above; when x0 = x1: all, or where
                           // nearly all of the detail is if the rest is much larger
    wend_picture_view view;
    const wend_scene *scene; // that the surface was made from, to be shown below it in grey; NULL for none
} wend_picture_def;
WEND_API wend_picture_def wend_default_picture_def(void); // layer -1, the rest 0

// ---------------------------------------------------------------------------------------------------- three dimensions

// Whether a nav holds what is needed to show that.
WEND_API bool wend_nav_shows(const wend_nav *nav, wend_export_kind kind);

typedef struct wend_relief_def {
    int32_t layer; // the only layer of the plan to show; -1, the default, shows all
    double raise;  // metres that portals and the medial axis are raised above the ground. Default 0.02
} wend_relief_def;
WEND_API wend_relief_def wend_default_relief_def(void);

typedef struct wend_relief wend_relief;

// Shows one kind of what a nav holds as triangles and lines: what web pages, programs and files draw. Portals and the
// medial axis follow the ground (wend_lift_line); boundaries lie on it as they are. `def` may be NULL for the defaults.
// Nothing of the nav is needed afterwards. WEND_ERROR_UNSUPPORTED for what the nav does not hold, _ARGUMENT for a field
// out of range; the report says which; _MEMORY. O(n log n) for what is shown.
WEND_API wend_result wend_relief_build(wend_context *context, const wend_nav *nav, wend_export_kind kind,
                                       const wend_relief_def *def, wend_relief **relief, wend_report *report);
WEND_API void wend_relief_destroy(wend_relief *relief); // NULL does nothing

// Triangles, or lines from point to point, of one class, colour and layer.
typedef struct wend_relief_part {
    const char *noun; // its class: "component", "cells", "portals", "clearance", "wall", "ledge", "step", ...; static
    int32_t layer;    // of the plan; -1 of a surface
    uint32_t colour;  // 0xRRGGBBAA
    double width;     // of lines, in pixels; 0: triangles
    int64_t first, count; // its indices: three of a triangle, which faces up, two of a line
} wend_relief_part;

// The arrays live as long as the relief.
typedef struct wend_relief_view {
    wend_up up;
    double unit; // metres per unit
    int32_t place_count;
    const double *places; // x, y, z of each, in the scene's own axes and units; on a floor plan x, y and the height
    int64_t index_count;
    const int32_t *indices;
    int32_t part_count;
    const wend_relief_part *parts; // layer by layer, in the order in which they are to be drawn
} wend_relief_view;
WEND_API wend_relief_view wend_relief_look(const wend_relief *relief);

// ---------------------------------------------------------------------------------------------------- paths

// Paths to be shown together, as plain arrays: what searches found, copied, so that a search may go on. Paths that were
// not found can be shown, too: where they should begin and end, and the place that is too narrow.
typedef struct wend_paths wend_paths;

// Makes an empty list of paths over a nav that has a plan; the nav must outlive it. WEND_ERROR_ARGUMENT, _MEMORY.
WEND_API wend_result wend_paths_create(wend_context *context, const wend_nav *nav, wend_paths **paths);
WEND_API void wend_paths_destroy(wend_paths *paths); // NULL does nothing

// Adds the path that a search found last, before any other call of that search: it was asked for from one spot to
// another, for a disc of `radius` metres. Lines are within `apart` metres, more than 0, of arcs. WEND_ERROR_ARGUMENT
// (also for a search over another plan), _LIMIT (beyond WEND_PATHS_MOST paths), _MEMORY; the list is then as it was.
// O(triangles of the ground below the path).
#define WEND_PATHS_MOST 64
WEND_API wend_result wend_paths_add(wend_paths *paths, wend_search *search, const wend_spot *from, const wend_spot *to,
                                    double radius, double apart, const wend_path_view *path);

// A piece of a path: straight, an arc, or a link. Places are on the ground, in the scene's own axes and units; x, y, 0
// on a floor plan.
typedef struct wend_shown_piece {
    double from[3], to[3];
    double centre[3]; // of an arc
    double radius;    // of an arc, metres
    double length;    // metres; of a link, its cost
    int32_t side;     // 0: straight; 1: an arc to the left; -1: to the right
    int32_t link;     // as in wend_path_piece
} wend_shown_piece;

typedef struct wend_shown_path {
    wend_path_status status;
    wend_path_reason reason;
    double radius;        // metres
    double length;        // metres, seen from above; 0 when there is no path, as in `bound` and `length3d`
    double bound;         // no path is shorter
    double length3d;      // metres, along the ground
    double widest;        // radius of the largest disc that can go from one end to the other, metres
    double asked[2][3];   // the places that it should join, on the ground
    double ends[2][3];    // those that it joins: moved to where the disc fits
    double moved[2];      // metres
    double narrow[3];     // the narrowest place of the widest way between them
    int32_t narrow_layer; // of the plan; -1 when there is none
    int32_t layers[2];    // of the plan, at its ends,
    int32_t asked_on[2];  // and at the places that were asked for
    uint32_t colour;      // 0xRRGGBBAA: one for each path
    int32_t first_point, point_count;
    int32_t first_piece, piece_count;
} wend_shown_path;

// The arrays live until the next path is added.
typedef struct wend_paths_view {
    wend_up up;
    double unit; // metres per unit
    int32_t path_count;
    const wend_shown_path *paths;
    int32_t point_count;
    const double *places;  // x, y, z of each; where the line goes on to another layer, too
    const int32_t *layers; // of each: the layer of the plan that the line goes on over from there
    const int32_t *along;  // of each: the piece of the path that the line goes on along, from 0
    int32_t piece_count;
    const wend_shown_piece *pieces;
} wend_paths_view;
WEND_API wend_paths_view wend_paths_look(const wend_paths *paths);

// ---------------------------------------------------------------------------------------------------- clearance

// The floor cut until clearance, interpolated linearly over its triangles, is right everywhere: so a page can draw for
// any radius r where a disc fits, and how large that is, without asking again. It can also draw where a disc may come
// from a place: a point of a triangle can be reached with radius r when both its clearance and the widest way from that
// place to the triangle's vertex of the axis (wend_medial_reach) are at least r.

typedef struct wend_floor_def {
    double error; // metres that interpolated clearance may differ from the truth, 0.0001 or more. Default 0.01.
                  // Half of it takes about 1.4 times as many triangles where obstacles have corners
} wend_floor_def;
WEND_API wend_floor_def wend_default_floor_def(void);

typedef struct wend_floor wend_floor;

// Cuts the floor of a medial axis; neither it nor its plan is needed afterwards. Fails with WEND_ERROR_ARGUMENT (a
// field out of range; the report names it), _LIMIT (beyond 2^31 / 3 triangles), _MEMORY or _CANCELLED. O(n log n) for n
// arcs and triangles as scenes have them.
WEND_API wend_result wend_floor_build(wend_context *context, const wend_medial *medial, const wend_floor_def *def,
                                      wend_floor **floor, wend_report *report);
WEND_API void wend_floor_destroy(wend_floor *floor); // NULL does nothing

// The arrays live as long as the floor. Triangles follow the ground and face up; those on both sides of a step or of an
// arc have vertices of their own, which differ in height or, by less than the error, in clearance.
typedef struct wend_floor_view {
    int32_t vertex_count;
    const double *places;     // x, y, z of each, in the scene's own axes and units; on a floor plan x, y, 0
    const double *clearances; // of each, metres
    int32_t triangle_count;
    const int32_t *triangles; // three corners of each
    const int32_t *arcs;      // of each: the arc of the medial axis beside which it lies
    const int32_t *layers;    // of each: the layer of the plan in the middle of that part of the arc
    const int32_t *ends;      // of each: the vertex of the medial axis toward which clearance grows along that part
} wend_floor_view;
WEND_API wend_floor_view wend_floor_look(const wend_floor *floor);

#ifdef __cplusplus
}
#endif
#endif
