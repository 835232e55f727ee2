// A part of a surface.
#ifndef WEND_SRC_SURFACE_KEEP_H
#define WEND_SRC_SURFACE_KEEP_H

#include <wend/surface.h>

// Makes a surface of some components of another one: those for which `keep`, an array of one byte per component, is not
// 0. Barriers without floor beyond become walls. names[t] becomes the number that triangle t has there, with the same
// corners; -1 when it went. WEND_ERROR_MEMORY, _CANCELLED. O(n log n).
wend_result wend_surface_keep(wend_context *context, const wend_surface *surface, const uint8_t *keep, int32_t *names,
                              wend_surface **kept);

// Tells that a seed stands nowhere: the one with this number, from 0, in the scene's own axes and units.
void wend_tell_lost_seed(wend_report *report, int32_t number, const double seed[3]);

#endif
