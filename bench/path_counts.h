// What a search counts of its last query, for the benchmarks: the inside of a search is written in C alone.
#ifndef WEND_BENCH_PATH_COUNTS_H
#define WEND_BENCH_PATH_COUNTS_H

#include <wend/path.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct path_counts {
    int64_t taken; // entries taken from the queue
    int64_t swept; // convex pieces that rays were swept through
} path_counts;
path_counts path_counts_of(const wend_search *search);

// Of all queries by cells, since the search was made.
typedef struct path_cells_counts {
    int64_t asked;  // of cells
    int64_t missed; // no corridor by the clearance of crossings, although there is a way: the exact search answered
    int64_t failed; // a corridor, but no free way in it: the exact search answered
} path_cells_counts;
path_cells_counts path_cells_counts_of(const wend_search *search);
// Whether there is a corridor by the clearance of crossings alone; whether there is a way is not asked.
bool path_cells_believe(wend_search *search, const wend_spot *from, const wend_spot *to, double radius);

#ifdef __cplusplus
}
#endif
#endif
