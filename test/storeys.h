// A building of many storeys by code: copies of one flat plan above each other, joined so that one goes from each to
// the next across some of its edges. For tests and benchmarks.
#ifndef WEND_TEST_STOREYS_H
#define WEND_TEST_STOREYS_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct storeys storeys;

// `count` copies; each is joined to the next one at up to one place, as far as the plan has an edge between two
// different boundary cycles of a component. Where one crosses such an edge on one storey, one comes out on the other.
// NULL when memory is short or the plan has no such edge.
storeys *storeys_make(wend_context *context, const wend_plan *plan, int32_t count, wend_report *report);
const wend_plan *storeys_look(const storeys *s);
void storeys_free(storeys *s);

#ifdef __cplusplus
}
#endif
#endif
