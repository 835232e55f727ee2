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

#ifdef __cplusplus
}
#endif
#endif
