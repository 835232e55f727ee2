// The gathering of what is shown of a linked surface, shared by its files: parts, faces and lines, places, and the
// order in which things come.
#ifndef WEND_SRC_PICTURE_GATHERING_H
#define WEND_SRC_PICTURE_GATHERING_H

#include "base/sort.h"
#include "picture/storeys.h"

typedef struct wend_gathering {
    wend_storeys *s;
    const wend_nav *nav;
    const wend_plan *plan;
    wend_plan_view view;        // of a floor plan, as if it was one storey of height 0
    wend_lift *lift;            // what lays lines on the ground; NULL leaves them straight
    double raise;               // metres that it raises them
    bool raised;                // whether all of it is for three dimensions
    int32_t *vertex_triangle;   // a triangle at each vertex of the plan; NULL until it is needed
    WEND_ARRAY(wend_key) order; // of what is gathered next: layer and group, and which one
} wend_gathering;

// Begins a part of faces (width 0) or lines of one colour: "layer_1_noun", with a number behind it unless that is
// negative.
void wend_gather_part(wend_gathering *g, int32_t layer, const char *noun, int64_t number, uint32_t colour,
                      double width);
// The part that was begun last is for pictures only.
void wend_gather_hint(const wend_gathering *g);
// What it is called in the legend, for as long as the storeys live.
void wend_gather_word(const wend_gathering *g, const char *word);
// Add to the part that was begun last. Corners are places by number.
void wend_gather_face(wend_gathering *g, const int32_t *corners, int32_t count);
void wend_gather_line(wend_gathering *g, int32_t a, int32_t b);
// Adds a place, given in lattice steps.
void wend_gather_place(wend_gathering *g, double x, double y, double z);

// Notes something to be gathered by layer and group, and puts all that was noted in order.
void wend_gather_note(wend_gathering *g, int32_t layer, int64_t group, int32_t index);
void wend_gather_sort(wend_gathering *g);
// Whether the k-th of what was noted begins a new part; and of which layer and group it is.
bool wend_gather_is_first(const wend_gathering *g, int64_t k);
int32_t wend_gather_layer(const wend_gathering *g, int64_t k);
int32_t wend_gather_group(const wend_gathering *g, int64_t k);

// Adds the vertices of the plan as the first places. Finds a triangle at each of them, g->vertex_triangle: false when
// memory is short.
void wend_gather_vertices(wend_gathering *g);
bool wend_gather_triangles(wend_gathering *g);

// Gathers the layer of links: see storeys_links.c.
void wend_gather_links(wend_gathering *g);
// Gathers the lines of links made by hand.
void wend_gather_offlinks(wend_gathering *g);
// Gathers paths and the floor around them for a picture, or paths alone: see storeys_paths.c and paths_model.c.
void wend_gather_paths(wend_gathering *g, const wend_paths *paths);
void wend_gather_path_lines(wend_gathering *g, const wend_paths *paths);
void wend_gather_path_ribbons(wend_gathering *g, const wend_paths *paths);

#endif
