// The inside of a context, for context.c and tasks.c only.
#ifndef WEND_SRC_BASE_CONTEXT_PARTS_H
#define WEND_SRC_BASE_CONTEXT_PARTS_H

#include "base/context.h"

#include <pthread.h>
#include <stdatomic.h>

// A worker thread. Worker 0 is whatever thread calls; its `thread` is not used.
typedef struct wend_worker {
    wend_context *context;
    pthread_t thread;
    int index;
} wend_worker;

// What the workers are at. All of it is guarded by `lock`, except the two counters that every piece touches; `job`
// and `inside` change under it, too, but may be looked at without it.
typedef struct wend_pool {
    pthread_mutex_t lock;
    pthread_cond_t work; // a job was opened, or the pool closes
    pthread_cond_t done; // the last worker left a job
    int started;         // worker threads that run
    bool tried;          // whether starting them was tried
    bool closing;
    bool open;     // whether workers may join the job
    int64_t count; // items
    int64_t grain; // items a piece
    wend_task *task;
    void *data;
    int64_t failed_piece; // the lowest one that failed, or INT64_MAX
    wend_result failure;  // its result
    atomic_ullong job;    // number of the job, so that no worker joins one twice
    atomic_int inside;    // workers that are at the job, the calling thread not counted
    atomic_llong next;    // the next piece to hand out
    atomic_bool stop;     // no further pieces
    atomic_bool busy;     // a call of wend_run_tasks is under way
} wend_pool;

struct wend_context {
    wend_context_def def;
    size_t bytes; // of this block, which is not counted below
    _Atomic(size_t) now;
    _Atomic(size_t) peak;
    pthread_mutex_t hooks; // held while a hook other than allocate and release runs
    wend_pool pool;
    int threads; // length of `workers`
    wend_worker workers[];
};

// Makes the pool's lock and conditions; starts nothing. False when the system refuses.
bool wend_pool_open(wend_pool *pool);

// Ends and joins the threads.
void wend_pool_close(wend_context *context);

// Asks the cancel hook.
bool wend_cancelled(wend_context *context);

#endif
