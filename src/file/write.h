// Writers of text formats. Each fills a text that the caller started; WEND_ERROR_MEMORY when it ran short.
#ifndef WEND_SRC_FILE_WRITE_H
#define WEND_SRC_FILE_WRITE_H

#include <wend/cells.h>
#include <wend/medial.h>
#include <wend/text.h>

// A drawing as a GeoJSON FeatureCollection in a canonical layout, one ring a line. Reading it back gives the same
// drawing: the same shapes in the same order with the same numbers (empty shapes, which mean nothing, are left out).
// WEND_ERROR_NOT_FINITE when a coordinate is NaN or infinite, with a finding that says which.
wend_result wend_write_drawing_geojson(const wend_drawing *drawing, wend_text *text, wend_report *report);

// A drawing as well-known text: one GEOMETRYCOLLECTION, one geometry a line. What WKT has no words for (a rule other
// than WEND_INSIDE_RINGS, obstacles that do not follow the outer ring of their polygon) is refused with
// WEND_ERROR_UNSUPPORTED; polygons are numbered anew when it is read back.
wend_result wend_write_drawing_wkt(const wend_drawing *drawing, wend_text *text, wend_report *report);

// A plan as a GeoJSON FeatureCollection: one Polygon per component (its outline counter-clockwise, then what it
// surrounds, clockwise) with properties `component`, `area` (square metres) and `holes` (boundary cycles but the
// outline, so free-standing walls count too); then every wall of zero width once, as LineString features, and point
// obstacles as Point features, with properties `component` (the lower one of a wall's two sides) and `kind`. Places are
// [x, y, 0] in the drawing's units. Building a plan from it (with the same lattice and unit) gives the same hash.
wend_result wend_write_plan_geojson(wend_context *context, const wend_plan *plan, wend_text *text);

// A plan as Wavefront OBJ: vertices "v x y 0", triangles facing +z, one group per component ("g component_0").
wend_result wend_write_plan_obj(wend_context *context, const wend_plan *plan, wend_text *text);

// Cells as a GeoJSON FeatureCollection: one Polygon per cell, in order and counter-clockwise, with properties `cell`,
// `component`, `area` (square metres) and `neighbours` (the cells across its portals, along its sides; one that it
// shares two portals with is there twice).
wend_result wend_write_cells_geojson(const wend_plan *plan, const wend_cells *cells, wend_text *text);

// Portals as a GeoJSON FeatureCollection: one LineString per portal, in order, with properties `portal`, `cells` (left
// and right of the line), `length` (metres) and `border` (whether it lies on an area border).
wend_result wend_write_portals_geojson(const wend_plan *plan, const wend_cells *cells, wend_text *text);

// Cells and portals as Wavefront OBJ: corners "v x y 0" in the order of their numbers, then cells as faces in their
// order, facing +z, with a group wherever the component changes; or portals as lines "l a b" in their order.
wend_result wend_write_cells_obj(const wend_cells *cells, wend_text *text);
wend_result wend_write_portals_obj(const wend_cells *cells, wend_text *text);

// A medial axis as a GeoJSON FeatureCollection: one LineString per arc, in order, with properties `arc`, `vertices`,
// `clearance` (metres, at both ends) and `least`; then its narrow places as Points with properties `narrow`, `width`
// (metres) and `direction`. As Wavefront OBJ: points "v x y 0 red green blue" in the colours of their clearance, and a
// line "l ..." per arc. As GLB: lines with vertex colours. Parabolas become chains of straight lines.
wend_result wend_write_medial_geojson(const wend_plan *plan, const wend_medial *medial, wend_text *text);
wend_result wend_write_medial_obj(const wend_plan *plan, const wend_medial *medial, wend_text *text);
wend_result wend_write_medial_glb(const wend_plan *plan, const wend_medial *medial, wend_text *text);

// Writes a text to a file ("-" is standard output), or returns WEND_ERROR_MEMORY when the text failed.
wend_result wend_text_write(const wend_text *text, const char *path, wend_report *report);

#endif
