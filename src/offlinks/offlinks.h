// The inside of links made by hand, shared with the archive.
#ifndef WEND_SRC_OFFLINKS_OFFLINKS_H
#define WEND_SRC_OFFLINKS_OFFLINKS_H

#include "base/artifact.h"

#include <wend/offlinks.h>

struct wend_offlinks {
    wend_context *context;
    wend_shared shared;
    wend_offlinks_view view; // its array is freed with the links, unless it is borrowed
    bool borrowed;
    const wend_plan *plan;   // that they stand on, held
    const wend_block *block; // that the array lies in, when it is borrowed; or NULL
};

// What navs and files ask of links made by hand.
extern const wend_artifact wend_offlinks_artifact;

// The same as wend_offlinks_build, with all links of `old` (NULL for none), which stand on the same plan, before them.
wend_result wend_offlinks_build_onto(wend_context *context, const wend_plan *plan, const wend_agent *agent,
                                     const wend_offlinks *old, const wend_offlinks_def *def, wend_offlinks **offlinks,
                                     wend_report *report);

// The hash of what a view holds.
uint64_t wend_offlinks_hash(const wend_offlinks_view *view);

// Makes links from an array that stays where it is and is not owned by them, after proving with wend_offlinks_check
// that it holds links of the plan, or else with wend_offlinks_check_local.
wend_result wend_offlinks_adopt(wend_context *context, const wend_offlinks_view *array, const wend_plan *plan,
                                bool proven, wend_offlinks **offlinks, wend_report *report);

// The part of wend_offlinks_check that other calls rely on: numbers in their ranges, spots on their triangles.
wend_result wend_offlinks_check_local(const wend_offlinks *offlinks, wend_report *report);

#endif
