// The widest way between two places of a plan by brute force: for tests only. Knows nothing of a medial axis.
#ifndef WEND_TEST_ORACLE_WIDEST_H
#define WEND_TEST_ORACLE_WIDEST_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oracle_room oracle_room;

// What is known of a plan so far; it grows with each question. The plan must live as long.
oracle_room *oracle_room_create(const wend_plan *plan);
void oracle_room_destroy(oracle_room *room);
// Forgets what is known.
void oracle_room_clear(oracle_room *room);

// The radius in lattice steps of the largest disc that can move from one spot to the other is from *least to *most,
// which are no farther apart than `tolerance`; both 0 when there is no way at all. False when it takes too long.
bool oracle_widest(oracle_room *room, const wend_spot *from, const wend_spot *to, double tolerance, double *least,
                   double *most);

#ifdef __cplusplus
}
#endif
#endif
