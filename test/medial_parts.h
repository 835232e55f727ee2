// Parts of a medial axis by themselves, for benchmarks and tests.
#ifndef WEND_TEST_MEDIAL_PARTS_H
#define WEND_TEST_MEDIAL_PARTS_H

#include <wend/medial.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes the bottleneck forest once more: measures all arcs, sorts them and joins. False when memory is short; then the
// medial axis is only good to be destroyed.
bool medial_forest_again(wend_medial *medial);

// The widest way in metres between two places whose nearest obstacles are known.
double medial_widest_between(const wend_medial *medial, const wend_medial_near *from, const wend_medial_near *to);

// How many pieces of cells are looked at to find a spot when it is found last.
int32_t medial_pieces_around(const wend_medial *medial, const wend_spot *spot);

#ifdef __cplusplus
}
#endif
#endif
