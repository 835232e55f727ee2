// Widest ways on many small plans made by code, against brute force. For tests and benchmarks.
#ifndef WEND_TEST_MEDIAL_WAYS_H
#define WEND_TEST_MEDIAL_WAYS_H

#include "medial_truth.h"

#ifdef __cplusplus
extern "C" {
#endif

// Compares the widest ways between that many pairs of random places: on flat plans crowded with obstacles, or on
// surfaces that overlap themselves, fans, strips and spirals, all of a few hundred lattice steps. Stops at the first
// that is wrong.
void medial_ways_try(wend_context *context, bool overlapping, int64_t pairs, medial_truth *truth);

#ifdef __cplusplus
}
#endif
#endif
