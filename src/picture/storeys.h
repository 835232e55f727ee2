// What is shown of a linked surface: its plan, cells, portals and links, in three dimensions and layer by layer.
//
// All of it is gathered first as parts: named lists of faces (or lines) of one colour on one layer. One writer for each
// format then takes any of them.
#ifndef WEND_SRC_PICTURE_STOREYS_H
#define WEND_SRC_PICTURE_STOREYS_H

#include <wend/picture.h>

#include "base/array.h"
#include "picture/draw.h"

typedef struct wend_storey_part {
    char name[40];    // "layer_0_component_3"
    const char *noun; // "component"
    const char *word; // for the legend; NULL for that of the noun
    int32_t layer;
    uint32_t colour;       // 0xRRGGBBAA
    double width;          // of lines, in pixels; 0 for faces
    double dash;           // of lines, in pixels: of dashes and of the gaps between them; 0 for none
    bool hint;             // in pictures only
    const wend_link *drop; // of the way down of a drop: its link; else NULL
    int64_t first;         // its faces
    int64_t count;
} wend_storey_part;

typedef struct wend_storey_face {
    int64_t first; // its corners, counter-clockwise seen from above; the two of a line
    int32_t count; // of a line of several straight pieces, which are for pictures only, one more than of these
} wend_storey_face;

// A layer of the plan.
typedef struct wend_storey_level {
    double area;   // square metres
    double height; // of half of it, metres
    bool storey;   // large enough to be one, and not as narrow as the tops of walls
    bool shown;    // in pictures, unless another one is asked for
} wend_storey_level;

// For pictures only: a label, a place where something goes on in another panel, and a word of the legend.
typedef struct wend_storey_label {
    int32_t layer;
    double at[2];  // seen from above: of its middle
    double above;  // pixels
    double height; // of its letters, in pixels
    uint32_t colour;
    char text[24];
} wend_storey_label;

typedef struct wend_storey_joint {
    int32_t layers[2];
    double at[2]; // seen from above
    uint32_t colour;
} wend_storey_joint;

typedef struct wend_storey_word {
    char text[64];
} wend_storey_word;

typedef struct wend_storeys {
    wend_context *context;
    bool failed; // memory ran short
    const char *title;
    wend_up up;
    double unit;   // metres per unit
    double area;   // square metres, seen from above
    double widest; // of a medial axis: the largest clearance, metres; else 0
    int32_t layer_count;
    int32_t only; // the only layer that was gathered, or -1
    bool flat;    // a floor plan, whose only layer needs no title
    bool focused; // whether the picture is about what is in `focus`, a box seen from above
    double focus[2][2];
    wend_area_look areas;
    WEND_ARRAY(wend_storey_level) levels;
    WEND_ARRAY(double) places; // x, y, z of each in ground coordinates, in the scene's units
    int64_t place_count;       // how many of them files get; those that follow are for pictures only
    int64_t corner_count;      // how many of these are corners; those that follow are along the arcs of a medial axis
    WEND_ARRAY(int32_t) corners;
    WEND_ARRAY(wend_storey_face) faces;
    WEND_ARRAY(wend_storey_label) labels;
    WEND_ARRAY(wend_storey_joint) joints;
    WEND_ARRAY(wend_storey_word) words; // of parts
    WEND_ARRAY(wend_storey_part) parts; // layer by layer, from the bottom of a picture up
} wend_storeys;

// Gathers what there is to show of a nav that has a plan: on all layers of the plan, or `only` one. With `raise`, lines
// of the medial axis and portals follow the ground, that many metres above it; with NULL, as is enough for what is seen
// from above, they are straight from end to end. WEND_ERROR_MEMORY when memory is short; wend_storeys_free frees what
// was taken, whatever the result.
wend_result wend_storeys_gather(wend_context *context, const wend_nav *nav, wend_export_kind kind, int32_t only,
                                const double *raise, wend_storeys *storeys);
// The same of paths: on the storeys that they come to, for a picture; as lines alone; or as ribbons on the floor, for
// three dimensions.
typedef enum wend_paths_as { WEND_PATHS_PICTURE, WEND_PATHS_LINES, WEND_PATHS_RIBBONS } wend_paths_as;
wend_result wend_storeys_gather_paths(wend_context *context, const wend_paths *paths, wend_paths_as as, int32_t only,
                                      wend_storeys *storeys);
void wend_storeys_free(wend_storeys *storeys);

// A picture from above, one panel for each storey.
wend_result wend_show_storeys(const wend_storeys *storeys, wend_draw *draw);

#endif
