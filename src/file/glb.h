// What the writers of GLB files share: the origin that floats are written relative to, pieces of JSON, and the file
// around JSON and bytes.
//
// Floats have 24 bits. So positions are written relative to an origin near the scene, in its axes and units, and the
// top node adds it again; the JSON holds it as it is. glTF is Y-up and in metres: the top node also turns a scene whose
// axis is another one, and scales one whose unit is another. It does so by a matrix of 0 and plus or minus the unit,
// where a quaternion would round.
#ifndef WEND_SRC_FILE_GLB_H
#define WEND_SRC_FILE_GLB_H

#include <wend/scene.h>
#include <wend/text.h>

enum {
    WEND_GLB_BYTES = 5121,
    WEND_GLB_UINTS = 5125,
    WEND_GLB_FLOATS = 5126,
    WEND_GLB_VERTEX_BUFFER = 34962,
    WEND_GLB_INDEX_BUFFER = 34963
};

typedef struct wend_glb_box {
    double low[3], high[3]; // of what is finite
} wend_glb_box;

// The smallest box around all finite positions (x, y, z of each) less `origin`, rounded to floats.
wend_glb_box wend_glb_find_box(const double *positions, int64_t count, const double origin[3]);

// A round number near the middle of each side of the box, to as many digits as the scene is large; 0 when the scene
// is not far from it anyway.
void wend_glb_find_origin(const double *positions, int64_t count, double origin[3]);

// `key` (with its quotes and colon, and what stands before it) and a value.
void wend_glb_add_field(wend_text *json, const char *key, int64_t value);
void wend_glb_add_three(wend_text *json, const char *key, const double values[3]);

// The member "matrix" of the node that turns, scales by the unit (metres) and moves, with a comma before it; nothing
// where it would do none of it.
void wend_glb_add_matrix(wend_text *json, wend_up up, double unit, const double origin[3]);

// Ends the JSON, with blanks up to a whole number of four bytes.
wend_result wend_glb_end_json(wend_text *json);

// The file up to the bytes of its buffer, which the caller adds: `bytes` of them, a multiple of four; 0 for none.
// WEND_ERROR_LIMIT beyond 4 GiB.
wend_result wend_glb_add_head(wend_text *text, const wend_text *json, uint64_t bytes);

#endif
