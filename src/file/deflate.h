// Compression as zlib streams (RFC 1950, RFC 1951), for PNG. The same bytes on every machine.
#ifndef WEND_SRC_FILE_DEFLATE_H
#define WEND_SRC_FILE_DEFLATE_H

#include "base/array.h"

typedef WEND_ARRAY(uint8_t) wend_byte_array;

// Appends `bytes` (at most INT32_MAX of them), compressed, to `out`. Costs O(count) time, and about 0.5 MB while it
// runs. False when memory is short.
bool wend_deflate(wend_context *context, const uint8_t *bytes, int64_t count, wend_byte_array *out);

#endif
