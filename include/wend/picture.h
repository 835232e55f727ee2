// wend/picture.h: what artifacts look like, as data. Nothing here knows of files, windows or graphics libraries.
#ifndef WEND_PICTURE_H
#define WEND_PICTURE_H

#include <wend/nav.h>

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

#ifdef __cplusplus
}
#endif
#endif
