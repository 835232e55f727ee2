// The inside of a context, for context.c and tasks.c only.
#ifndef WEND_SRC_BASE_CONTEXT_PARTS_H
#define WEND_SRC_BASE_CONTEXT_PARTS_H

#include "base/context.h"
#include "base/platform.h"

#include <stdatomic.h>

// A worker: a thread of the pool or a job of the caller's. Worker 0 is whatever thread calls and has neither.
typedef struct wend_worker {
    wend_context *context;
    wend_thread thread;
    void *handle; // of the job that start_job took, or NULL
    int index;
} wend_worker;

// What the workers are at. All of it is guarded by `lock`, except the two counters that every piece touches; `job`
// and `inside` change under it, too, but may be looked at without it.
typedef struct wend_pool {
    wend_lock lock;
    wend_event work; // a job was opened, or the pool closes
    wend_event done; // the last worker left a job
    int started;     // worker threads that run
    bool tried;      // whether starting them was tried
    bool closing;
    bool open;     // whether workers may join the job
    int64_t count; // items
    int64_t grain; // items a piece
    wend_task *task;
    void *data;
    int64_t failed_piece;  // the lowest one that failed, or INT64_MAX
    wend_result failure;   // its result
    atomic_ullong job;     // number of the job, so that no worker joins one twice
    atomic_int inside;     // workers that are at the job, the calling thread not counted
    atomic_llong next;     // the next piece to hand out
    atomic_bool stop;      // no further pieces
    atomic_bool cancelled; // by the cancel hook
    atomic_int busy;       // a call of wend_run_tasks is under way; no byte: not every processor swaps those
} wend_pool;

// The stage that is open, for the progress hook; guarded by `hooks`.
typedef struct wend_open_stage {
    const char *name; // NULL when none is
    int depth;        // calls of wend_stage_begin that were not ended
    double done;      // 0..1, the most that was told
    const char *part; // NULL for none
    double low, high; // that it goes from and to
} wend_open_stage;

struct wend_context {
    wend_context_def def;
    size_t bytes; // of this block, which is not counted below
    _Atomic(size_t) now;
    _Atomic(size_t) peak;
    atomic_bool refused; // something, because of def.memory_limit
    wend_lock hooks;     // held while a hook other than allocate and release runs
    wend_open_stage stage;
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
