// Writers of text formats. Each fills a text that the caller started; WEND_ERROR_MEMORY when it ran short.
#ifndef WEND_SRC_FILE_WRITE_H
#define WEND_SRC_FILE_WRITE_H

#include <wend/plan.h>

#include "file/text.h"

// A drawing as a GeoJSON FeatureCollection in a canonical layout, one ring a line. Reading it back gives the same
// drawing: the same shapes in the same order with the same numbers (empty shapes, which mean nothing, are left out).
// WEND_ERROR_NOT_FINITE when a coordinate is NaN or infinite, with a finding that says which.
WEND_API wend_result wend_write_drawing_geojson(const wend_drawing *drawing, wend_text *text, wend_report *report);

// A drawing as well-known text: one GEOMETRYCOLLECTION, one geometry a line. What WKT has no words for (a rule other
// than WEND_INSIDE_RINGS, obstacles that do not follow the outer ring of their polygon) is refused with
// WEND_ERROR_UNSUPPORTED; polygons are numbered anew when it is read back.
WEND_API wend_result wend_write_drawing_wkt(const wend_drawing *drawing, wend_text *text, wend_report *report);

// A plan as a GeoJSON FeatureCollection: one Polygon per component (its outer cycle counter-clockwise, then its holes,
// clockwise) with properties `component`, `area` (square metres) and `holes`; cycles without area (walls of zero
// width) as LineString and point obstacles as Point features, with properties `component` and `kind`. Places are [x,
// y, 0] in the drawing's units.
WEND_API wend_result wend_write_plan_geojson(wend_context *context, const wend_plan *plan, wend_text *text);

// A plan as Wavefront OBJ: vertices "v x y 0", triangles facing +z, one group per component ("g component_0").
WEND_API wend_result wend_write_plan_obj(wend_context *context, const wend_plan *plan, wend_text *text);

#endif
