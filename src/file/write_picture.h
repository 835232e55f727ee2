// Writers of pictures. Each fills a text (of bytes, for GLB) that the caller started; WEND_ERROR_MEMORY when it ran
// short.
#ifndef WEND_SRC_FILE_WRITE_PICTURE_H
#define WEND_SRC_FILE_WRITE_PICTURE_H

#include "picture/storeys.h"

// A drawing on its page. The PNG comes in a block of `*count` bytes, to be freed with wend_release(context, *bytes,
// *count).
wend_result wend_write_svg(const wend_draw *draw, wend_text *text);
wend_result wend_write_png(const wend_draw *draw, void **bytes, size_t *count, wend_report *report);

// As Wavefront OBJ, each part a group; as GLB, each part a node; and as GeoJSON, each part a feature of polygons or
// lines. OBJ is in the scene's own axes and units, GLB is Y-up and in metres, GeoJSON shows the ground from above, with
// heights.
wend_result wend_write_storeys_obj(const wend_storeys *storeys, wend_text *text);
wend_result wend_write_storeys_glb(const wend_storeys *storeys, wend_text *text);
wend_result wend_write_storeys_geojson(const wend_storeys *storeys, wend_text *text);

// Whether the fields of a def are in range, for `layers` layers: WEND_ERROR_ARGUMENT with a finding that names the
// field.
wend_result wend_picture_def_check(const wend_picture_def *def, int32_t layers, wend_report *report);

#endif
