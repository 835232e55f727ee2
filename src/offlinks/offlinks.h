// The inside of links made by hand, shared with the archive.
#ifndef WEND_SRC_OFFLINKS_OFFLINKS_H
#define WEND_SRC_OFFLINKS_OFFLINKS_H

#include <wend/offlinks.h>

struct wend_offlinks {
    wend_context *context;
    wend_offlinks_view view; // its array is freed with the links, unless it is borrowed
    bool borrowed;
};

// The hash of what a view holds.
uint64_t wend_offlinks_hash(const wend_offlinks_view *view);

// Makes links from an array that stays where it is and is not owned by them, after proving with wend_offlinks_check that
// it holds links of the plan, or else with wend_offlinks_check_local.
wend_result wend_offlinks_adopt(wend_context *context, const wend_offlinks_view *array, const wend_plan *plan,
                                bool proven, wend_offlinks **offlinks, wend_report *report);

// The part of wend_offlinks_check that other calls rely on: numbers in their ranges, spots on their triangles.
wend_result wend_offlinks_check_local(const wend_offlinks *offlinks, const wend_plan *plan, wend_report *report);

#endif
