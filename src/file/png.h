// Pixels as a PNG file: 8 bits of red, green and blue, without alpha.
#ifndef WEND_SRC_FILE_PNG_H
#define WEND_SRC_FILE_PNG_H

#include "file/deflate.h"

// Appends a PNG of `width` x `height` pixels (rows from the top, three bytes a pixel) to `out`. WEND_ERROR_LIMIT when
// it is larger than 2^31 - 1 bytes before compression, WEND_ERROR_MEMORY.
wend_result wend_png_encode(wend_context *context, const uint8_t *pixels, int32_t width, int32_t height,
                            wend_byte_array *out);

#endif
