// Judges an answer of the search by itself: that it is a path of a disc at all. Whether it is the shortest one is for
// oracle_path.h.
//
// Pieces must join end to end and, but for radius 0, without a corner; arcs must have the radius and the centre that
// they claim and turn the way they say; lengths must be those of the geometry. The whole way is then walked from
// triangle to triangle, and its least distance to what can be seen from it measured.
#ifndef WEND_TEST_PATH_JUDGE_H
#define WEND_TEST_PATH_JUDGE_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

struct wend_path_view;

typedef struct path_verdict {
    const char *wrong; // what is wrong, in words, or NULL
    int32_t piece;     // with which piece; -1 for the whole
    double measured;   // the figure that is wrong
    double clearance;  // the least distance to a wall or point along the way, metres; INFINITY with radius 0
} path_verdict;

// A path that was REACHED (others have nothing to judge). `radius` in metres. The clearance must be at least the radius
// less `slack` metres: 1e-5 for the project's promise.
path_verdict path_judge(const wend_plan *plan, double radius, double slack, const struct wend_path_view *path);

#ifdef __cplusplus
}
#endif
#endif
