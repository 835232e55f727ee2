// Judges an answer of the search by itself: that it is a path of a disc at all. Whether it is the shortest one is for
// oracle_path.h.
//
// Pieces must join end to end and, but for radius 0, without a corner; arcs must have the radius and the centre that
// they claim and turn the way they say; lengths must be those of the geometry. The whole way is then walked from
// triangle to triangle, and its least distance to what can be seen from it measured.
#ifndef WEND_TEST_PATH_JUDGE_H
#define WEND_TEST_PATH_JUDGE_H

#include <wend/plan.h>

#include <math.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

// A path as it is judged: what the search says of it, in the drawing's coordinates, lengths and radii in metres.
typedef struct path_judged_piece {
    double from[2], to[2];
    double centre[2]; // of an arc
    double length;
    int32_t side;     // 0: straight. 1: an arc that turns left, -1: right
    int32_t vertex;   // that an arc turns around; -1 for straight pieces
    int32_t triangle; // holds `from`, or nearly so
} path_judged_piece;

typedef struct path_judged {
    double length, bound;
    wend_spot ends[2]; // where it begins and ends, rounded to the lattice where they were moved
    double moved[2];   // 0: the ends lie exactly in their spots
    int32_t piece_count;
    const path_judged_piece *pieces;
    bool bends; // it may turn where there is no notch, as at corners of areas
} path_judged;

typedef struct path_verdict {
    const char *wrong; // what is wrong, in words, or NULL
    int32_t piece;     // with which piece; -1 for the whole
    double measured;   // the figure that is wrong
    double clearance;  // the radius less what the way falls short of it, metres; INFINITY with radius 0
} path_verdict;

// The clearance must be at least the radius less `slack` metres: 1e-5 for the project's promise.
path_verdict path_judge_pieces(const wend_plan *plan, double radius, double slack, const path_judged *path);

#ifdef WEND_PATH_H // <wend/path.h> was included before
// The same for an answer of the search, which must have been reached; `bends` as above.
static inline path_verdict path_judge_with(const wend_plan *plan, double radius, double slack, bool bends,
                                           const wend_path_view *view) {
    path_verdict verdict = {"it was not reached", -1, (double)view->status, INFINITY};
    if (view->status != WEND_PATH_REACHED)
        return verdict;
    path_judged_piece *pieces = (path_judged_piece *)malloc((size_t)(view->piece_count + 1) * sizeof *pieces);
    if (pieces == NULL)
        abort();
    for (int32_t k = 0; k < view->piece_count; k++) {
        const wend_path_piece *p = &view->pieces[k];
        path_judged_piece piece = {{p->from[0], p->from[1]},
                                   {p->to[0], p->to[1]},
                                   {p->centre[0], p->centre[1]},
                                   p->length,
                                   p->side,
                                   p->vertex,
                                   p->triangle};
        pieces[k] = piece;
    }
    path_judged path = {
        view->length, view->bound, {view->ends[0], view->ends[1]}, {view->moved[0], view->moved[1]}, view->piece_count,
        pieces,       bends};
    verdict = path_judge_pieces(plan, radius, slack, &path);
    free(pieces);
    return verdict;
}
static inline path_verdict path_judge(const wend_plan *plan, double radius, double slack, const wend_path_view *view) {
    return path_judge_with(plan, radius, slack, false, view);
}
#endif

#ifdef __cplusplus
}
#endif
#endif
