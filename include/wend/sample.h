// wend/sample.h: named floor plans made by code, of any size. Tests, benchmarks, pictures and examples share them.
#ifndef WEND_SAMPLE_H
#define WEND_SAMPLE_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_sample {
    const char *name;    // "rooms"
    const char *summary; // one line in English
    int32_t size;        // default size: about the number of vertices
} wend_sample;

// How many samples there are, and the k-th; NULL beyond the end.
WEND_API int32_t wend_sample_count(void);
WEND_API const wend_sample *wend_sample_at(int32_t k);

// Draws the sample `name` with about `size` vertices (0 for its default; at least 4, at most 10 million) from the
// random seed. The same arguments give the same drawing on every machine. WEND_ERROR_ARGUMENT for an unknown name or a
// size out of range.
WEND_API wend_result wend_sample_draw(wend_context *context, const char *name, int32_t size, uint64_t seed,
                                      wend_drawing **drawing);

#ifdef __cplusplus
}
#endif
#endif
