// The definitions of the predicates of wend/geom.h, spelled out with GMP integers. Slow and obvious; for tests only.
//
// Nothing here shares a formula with the library on purpose: a common point is found by putting one segment's
// parameter into the other's equation, a circle by the 4 x 4 determinant of untranslated coordinates, a pixel by
// clipping the parameter against the four sides one by one.
//
// The functions share static scratch numbers, so that ten million cases allocate nothing: one thread at a time.
#ifndef WEND_TEST_EXACT_H
#define WEND_TEST_EXACT_H

#include <wend/geom.h>

int exact_orientation(wend_point a, wend_point b, wend_point c);
int exact_in_circle(wend_point a, wend_point b, wend_point c, wend_point d);
wend_meeting exact_meet(wend_point a, wend_point b, wend_point c, wend_point d);

// False, and *cross untouched, when the lines are parallel or the rounded point lies beyond +-WEND_COORDINATE_MAX.
bool exact_cross_point(wend_point a, wend_point b, wend_point c, wend_point d, wend_point *cross);

// Neither c-d nor e-f may be parallel to a-b.
int exact_order_along(wend_point a, wend_point b, wend_point c, wend_point d, wend_point e, wend_point f);
bool exact_in_pixel(wend_point a, wend_point b, wend_point p);

// Whether p lies on the closed segment a-b.
bool exact_on_segment(wend_point a, wend_point b, wend_point p);

// Whether p is nearer to the closed segment a-b than `numerator` / `denominator`, or just as near.
bool exact_within(wend_point a, wend_point b, wend_point p, int64_t numerator, int64_t denominator);

// Frees the scratch numbers; the next call makes them anew.
void exact_end(void);

#endif
