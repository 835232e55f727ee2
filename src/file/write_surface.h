// Writers of walkable surfaces. Each fills a text (of bytes, for GLB) that the caller started; WEND_ERROR_MEMORY when
// it ran short.
#ifndef WEND_SRC_FILE_WRITE_SURFACE_H
#define WEND_SRC_FILE_WRITE_SURFACE_H

#include <wend/surface.h>
#include <wend/text.h>

// Wavefront OBJ in the scene's own axes and units: the surface's vertices in their order, then the triangles of each
// component, facing up, as a group ("g component_0"), the largest component first. Every bit of the coordinates is
// kept.
wend_result wend_write_surface_obj(const wend_surface *surface, wend_text *text);

// GLB: a node per component ("component_0"), the largest first, coloured by height, and a node per kind of boundary
// ("wall") with the edges of that kind as lines. The top node turns it Y-up and scales it to
// metres. WEND_ERROR_LIMIT beyond 4 GiB.
wend_result wend_write_surface_glb(const wend_surface *surface, wend_text *text);

// A GeoJSON FeatureCollection of the ground seen from above, places as [x, y, height] in the scene's units: one Polygon
// per component, the largest first, with properties `component`, `area` (square metres, on the slope), `plan_area`
// (seen from above) and `holes` (boundary cycles but one); then the boundary as LineStrings with the floor on their
// left and properties `component` and `kind`, the two sides of a barrier once, with the component on the left of the
// line. Rings leave out barriers with the same component on both sides. The outline of a component that lies over
// itself, like a spiral ramp, crosses itself seen from above.
wend_result wend_write_surface_geojson(const wend_surface *surface, wend_text *text);

#endif
