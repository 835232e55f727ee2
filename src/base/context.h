// What the rooms of the library may ask of a context beyond the public calls.
#ifndef WEND_SRC_BASE_CONTEXT_H
#define WEND_SRC_BASE_CONTEXT_H

#include <wend/base.h>

// Tells the progress hook and asks the cancel hook; true when the call should stop with WEND_ERROR_CANCELLED. Cheap
// enough to call every few thousand elements. Only from the calling thread, which is worker 0 of tasks.
WEND_API bool wend_pause(wend_context *context, const char *stage, double fraction);

WEND_API void wend_log_line(wend_context *context, wend_log_level level, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

// Seconds of a monotonic clock, for timing only.
WEND_API double wend_seconds(void);

#endif
