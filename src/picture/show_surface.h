// What a walkable surface looks like: from above and tilted, with legend, scale bar and caption.
#ifndef WEND_SRC_PICTURE_SHOW_SURFACE_H
#define WEND_SRC_PICTURE_SHOW_SURFACE_H

#include <wend/surface.h>

#include "picture/draw.h"

// How the views come into the drawing.
typedef enum wend_show_as {
    WEND_SHOW_PIXELS,  // as images, for a PNG: the one from above first
    WEND_SHOW_POLYGONS // as polygons and lines, for an SVG; the tilted view is left out where that would be too many
} wend_show_as;

// `scene` may be NULL; `height` is that of the agent, in metres.
wend_result wend_show_surface(const wend_surface *surface, const wend_scene *scene, double height, wend_show_as as,
                              wend_draw *draw);

#endif
