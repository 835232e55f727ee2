// A second opinion on where the floor of a drawing is: by counting crossings on the drawing itself, in doubles. It
// shares nothing with the exact code that it judges.
#ifndef WEND_SRC_TRUTH_DRAWING_H
#define WEND_SRC_TRUTH_DRAWING_H

#include <wend/plan.h>

#include "base/array.h"

typedef struct wend_drawing_truth_edge {
    double a[2], b[2];
    int32_t shape;
} wend_drawing_truth_edge;

// What is known of whether outer ring lies wholly within an obstacle.
typedef struct wend_drawing_truth_pair {
    int32_t obstacle;
    bool within;
    int32_t next; // pair of the same outer ring, -1 at the end
} wend_drawing_truth_pair;

typedef struct wend_drawing_truth {
    wend_context *context;
    wend_drawing_view view;
    double low[2], high[2];
    double margin; // points nearer than this to a line are not judged
    WEND_ARRAY(wend_drawing_truth_edge) edges;
    WEND_ARRAY(int32_t) shape_edge; // first edge of each shape, and one more
    // Horizontal strips, each with the edges that pass through it.
    int32_t strip_count;
    WEND_ARRAY(int32_t) strip_first;
    WEND_ARRAY(int32_t) strip_edges;
    WEND_ARRAY(uint8_t) odd;     // per shape: whether the ray from the point crosses it an odd number of times
    WEND_ARRAY(int32_t) touched; // shapes that it crosses at all
    WEND_ARRAY(int32_t) head;    // per shape: its first pair, -1 for none
    WEND_ARRAY(wend_drawing_truth_pair) pairs;
} wend_drawing_truth;

typedef enum wend_drawing_verdict {
    WEND_DRAWING_BLOCKED,
    WEND_DRAWING_FLOOR,
    WEND_DRAWING_NEAR_LINE
} wend_drawing_verdict;

// Prepares. WEND_ERROR_UNSUPPORTED when counting cannot tell (hole points; outlines that are not closed); *cause says
// why. O(n log n).
wend_result wend_drawing_truth_start(wend_context *context, const wend_drawing *drawing, double margin,
                                     wend_drawing_truth *truth, const char **cause);
void wend_drawing_truth_free(wend_drawing_truth *truth);

// Judges a point.
wend_result wend_drawing_truth_ask(wend_drawing_truth *truth, const double point[2], wend_drawing_verdict *verdict);

// Distance of a point to the nearest line of the drawing. O(n).
double wend_drawing_truth_distance(const wend_drawing_truth *truth, const double point[2]);

#endif
