// How surfaces look, in pictures and GLB files alike: colours of floors by height, of boundaries by kind; and the order
// in which writers take components, the largest first.
#ifndef WEND_SRC_PICTURE_SURFACE_LOOK_H
#define WEND_SRC_PICTURE_SURFACE_LOOK_H

#include <wend/surface.h>

#define WEND_SURFACE_RISE 6.0 // metres of height that all tints together stand for at least

// 0xRRGGBBAA of a floor: `height` runs from 0 (the lowest, green) to 1 (the highest, blue).
uint32_t wend_surface_tint(double height);
// A colour that is lighter (share > 1) or darker.
uint32_t wend_colour_scale(uint32_t colour, double share);
// 0xRRGGBBAA of the boundaries of a kind.
uint32_t wend_boundary_colour(wend_boundary_kind kind);
// What a kind of boundary is called in legends.
const char *wend_boundary_word(wend_boundary_kind kind);
// How light a component is next to others at its height, about 1: so that neighbours can be told apart.
double wend_component_shade(int32_t component);
// The least and the greatest height of a surface's vertices, in lattice steps; 0 and 0 when it has none.
void wend_surface_heights(const wend_surface_view *view, double *low, double *high);
// The height that `wend_surface_tint` takes of a height in lattice steps. Floors within a few metres look alike.
double wend_surface_rise(const wend_surface_view *view, double low, double high, double height);

// Triangles by component, components in descending order of their areas.
typedef struct wend_surface_groups {
    wend_context *context;
    int32_t component_count, triangle_count;
    int32_t *order;     // components
    int32_t *starts;    // of each in that order, and of the end: where its triangles begin
    int32_t *triangles; // in their own order within each
} wend_surface_groups;
bool wend_surface_groups_make(wend_context *context, const wend_surface_view *view, wend_surface_groups *groups);
void wend_surface_groups_free(wend_surface_groups *groups);

#endif
