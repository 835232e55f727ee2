// Plans and their cells, counted and sampled by other code than what made them.
#ifndef WEND_SRC_TRUTH_PLAN_H
#define WEND_SRC_TRUTH_PLAN_H

#include <wend/truth.h>

// Counts what no plan may have.
void wend_truth_count_plan(const wend_plan *plan, wend_truth_view *view);
// The same for its cells.
void wend_truth_count_cells(const wend_plan *plan, const wend_cells *cells, wend_truth_view *view);
// Holds random places of the plan against the drawing. WEND_ERROR_MEMORY, _CANCELLED, _UNSUPPORTED with a finding.
wend_result wend_truth_sample_plan(wend_context *context, const wend_plan *plan, const wend_drawing *drawing,
                                   const wend_truth_def *def, wend_truth_counts *counts, wend_report *report);

#endif
