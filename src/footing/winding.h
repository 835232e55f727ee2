// Tells of floors that seem to be wound the wrong way.
#ifndef WEND_SRC_FOOTING_WINDING_H
#define WEND_SRC_FOOTING_WINDING_H

#include "footing/footing.h"
#include "surface/raw.h"

// Adds a note to the report when triangles amid the floor face down. False when memory is short. O(n), and O(log n +
// what is near) for each ledge.
bool wend_tell_mixed_winding(wend_context *context, const wend_footing *footing, const wend_raw *raw,
                             wend_report *report);

// Adds a warning when the scene as a whole seems to be mirrored or inside out: when much more would be floor if all of
// its triangles were wound the other way. `raw` is all that is walkable, before anything is left out. False when memory
// is short. O(n), and O(log n + what is near) for each of some thousand places.
bool wend_tell_inside_out(wend_context *context, const wend_footing *footing, const wend_raw *raw, wend_report *report);

#endif
