// What the rooms of the library may ask of a context beyond the public calls.
#ifndef WEND_SRC_BASE_CONTEXT_H
#define WEND_SRC_BASE_CONTEXT_H

#include "base/platform.h"

#include <wend/base.h>

// Whether a call has all that it needs: a place for what it makes, which becomes NULL, and the rest. Calls that have
// not return WEND_ERROR_ARGUMENT.
#define wend_given(out, rest) ((out) != NULL && (*(out) = NULL, true) && (rest))

// Tells the progress hook and asks the cancel hook; true when the call should stop with WEND_ERROR_CANCELLED. Cheap
// enough to call every few thousand elements.
// Within a stage that is open, the hook hears of that stage alone, and never of less than before: a pause of the
// stage's own name tells how far it is; one of the part's name how far that part of it is; others tell nothing new.
bool wend_pause(wend_context *context, const char *stage, double fraction);

// Opens a stage, which is 0 done; wend_stage_end closes it, and it is all done when the result is WEND_OK. Returns the
// result. Within another stage, both do nothing.
void wend_stage_begin(wend_context *context, const char *stage);
wend_result wend_stage_end(wend_context *context, wend_result result);
// What follows, whose pauses have this name, takes the open stage from `low` to `high`.
void wend_stage_part(wend_context *context, const char *part, double low, double high);

// Adds a finding "memory-limit" when a call fails because of the context's limit; returns the result it was given.
wend_result wend_report_limit(wend_context *context, wend_result result, wend_report *report);

void wend_log_line(wend_context *context, wend_log_level level, const char *format, ...) WEND_PRINTF(3, 4);

// Seconds of a monotonic clock, for timing only (platform.c).
double wend_seconds(void);

#endif
