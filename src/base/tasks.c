// Parallel work: workers that share out the pieces of one range, threads of a pool or jobs of the caller's scheduler.
//
// The calling thread is worker 0 and always takes part; workers 1, 2, ... are threads that sleep between jobs. They
// start with the first job that has more than one piece, and each keeps its index for life. A job is opened under the
// lock, and a worker joins it only while it is open; the caller works until no piece is left, closes the job and waits
// for those inside. A worker that wakes too late finds it closed and sleeps on, so a short job never waits for a slow
// thread. Building is a sequence of many short jobs, and waking up takes as long as some of them: so whoever waits, a
// worker for the next job or the caller for the last worker, looks out for it a few microseconds before going to sleep.
//
// Pieces are handed out in ascending order by one counter. When a piece fails, every piece below it has been handed out
// already and will finish, so the failing piece with the lowest index does not depend on the timing: the same call
// returns the same error for any number of threads.
//
// With start_job and finish_job the pool starts no threads: worker 1, 2, ... of a call is a job each, whenever and
// wherever it runs. The calling thread needs none of them to get done, so no order of theirs can lock it up. As a job
// may do all the pieces before the calling thread comes to work (a scheduler that runs jobs at once does that), jobs
// ask the cancel hook, too.
#include "base/context_parts.h"

enum { LOOKS = 20000 }; // at what is waited for, before going to sleep: some 20 microseconds

bool wend_pool_open(wend_pool *pool) {
    *pool = (wend_pool){0};
    atomic_init(&pool->job, 0);
    atomic_init(&pool->inside, 0);
    atomic_init(&pool->next, 0);
    atomic_init(&pool->stop, false);
    atomic_init(&pool->cancelled, false);
    atomic_init(&pool->busy, 0);
    if (!wend_lock_make(&pool->lock))
        return false;
    if (!wend_event_make(&pool->work)) {
        wend_lock_drop(&pool->lock);
        return false;
    }
    if (!wend_event_make(&pool->done)) {
        wend_event_drop(&pool->work);
        wend_lock_drop(&pool->lock);
        return false;
    }
    return true;
}

void wend_pool_close(wend_context *context) {
    wend_pool *pool = &context->pool;
    wend_lock_take(&pool->lock);
    pool->closing = true;
    wend_event_wake_all(&pool->work);
    wend_lock_give(&pool->lock);
    for (int i = 1; i <= pool->started; i++)
        wend_thread_join(&context->workers[i].thread);
    wend_event_drop(&pool->done);
    wend_event_drop(&pool->work);
    wend_lock_drop(&pool->lock);
}

static int64_t piece_count(int64_t count, int64_t grain) {
    return count / grain + (count % grain != 0);
}

// Keeps the failure of the lowest piece.
static void note_failure(wend_pool *pool, int64_t piece, wend_result result) {
    wend_lock_take(&pool->lock);
    if (piece < pool->failed_piece) {
        pool->failed_piece = piece;
        pool->failure = result;
    }
    wend_lock_give(&pool->lock);
    atomic_store(&pool->stop, true);
}

// Takes pieces until there are none. Of a pool's workers only the calling thread asks the cancel hook.
static void work(wend_context *context, int worker) {
    wend_pool *pool = &context->pool;
    int64_t pieces = piece_count(pool->count, pool->grain);
    bool asks = worker == 0 || context->def.start_job != NULL;
    while (!atomic_load(&pool->stop)) {
        if (asks && wend_cancelled(context)) {
            atomic_store(&pool->cancelled, true);
            atomic_store(&pool->stop, true);
            break;
        }
        int64_t piece = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (piece >= pieces)
            break;
        int64_t begin = piece * pool->grain;
        int64_t end = pool->count - begin < pool->grain ? pool->count : begin + pool->grain;
        wend_result result = pool->task(pool->data, begin, end, worker);
        if (result != WEND_OK)
            note_failure(pool, piece, result);
    }
}

// Waits a little for a job after the one that was seen last.
static void look_out_for_job(wend_pool *pool, uint64_t seen) {
    for (int i = 0; i < LOOKS && atomic_load_explicit(&pool->job, memory_order_relaxed) == seen;)
        i++;
}

// Waits a little for the last worker to leave.
static void look_out_for_end(wend_pool *pool) {
    for (int i = 0; i < LOOKS && atomic_load_explicit(&pool->inside, memory_order_relaxed) > 0;)
        i++;
}

// The life of a worker thread.
static void worker_main(void *argument) {
    wend_worker *self = argument;
    wend_pool *pool = &self->context->pool;
    uint64_t seen = 0;
    wend_lock_take(&pool->lock);
    for (;;) {
        while (!pool->closing && !(pool->open && pool->job != seen))
            wend_event_wait(&pool->work, &pool->lock);
        if (pool->closing)
            break;
        seen = pool->job;
        pool->inside++;
        wend_lock_give(&pool->lock);
        work(self->context, self->index);
        wend_lock_take(&pool->lock);
        if (--pool->inside == 0)
            wend_event_wake_one(&pool->done);
        wend_lock_give(&pool->lock);
        look_out_for_job(pool, seen);
        wend_lock_take(&pool->lock);
    }
    wend_lock_give(&pool->lock);
}

// Starts the worker threads, once.
static void start_workers(wend_context *context) {
    wend_pool *pool = &context->pool;
    if (pool->tried)
        return;
    pool->tried = true;
    for (int i = 1; i < context->threads; i++) {
        if (!wend_thread_start(&context->workers[i].thread, worker_main, &context->workers[i]))
            break;
        pool->started = i;
    }
}

// Runs the job that stands in the pool with the pool's threads.
static void run_by_pool(wend_context *context) {
    wend_pool *pool = &context->pool;
    wend_lock_take(&pool->lock);
    pool->open = true;
    pool->job++;
    wend_event_wake_all(&pool->work);
    wend_lock_give(&pool->lock);
    work(context, 0);
    wend_lock_take(&pool->lock);
    pool->open = false;
    wend_lock_give(&pool->lock);
    look_out_for_end(pool);
    wend_lock_take(&pool->lock);
    while (pool->inside > 0)
        wend_event_wait(&pool->done, &pool->lock);
    wend_lock_give(&pool->lock);
}

static void run_hosted(void *data) {
    wend_worker *self = data;
    work(self->context, self->index);
}

// Runs it with jobs of the caller's scheduler.
static void run_by_host(wend_context *context) {
    const wend_context_def *def = &context->def;
    int64_t others = piece_count(context->pool.count, context->pool.grain) - 1;
    int jobs = others < context->threads - 1 ? (int)others : context->threads - 1;
    for (int i = 1; i <= jobs; i++)
        context->workers[i].handle = def->start_job(def->user, run_hosted, &context->workers[i]);
    work(context, 0);
    for (int i = 1; i <= jobs; i++)
        if (context->workers[i].handle != NULL)
            def->finish_job(def->user, context->workers[i].handle);
}

static void run_job(wend_context *context) {
    wend_pool *pool = &context->pool;
    bool alone = context->threads == 1 || pool->count <= pool->grain;
    bool hosted = context->def.start_job != NULL;
    if (!alone && !hosted)
        start_workers(context);
    if (alone || (!hosted && pool->started == 0))
        work(context, 0);
    else if (hosted)
        run_by_host(context);
    else
        run_by_pool(context);
}

int wend_thread_count(const wend_context *context) {
    return context->pool.tried ? context->pool.started + 1 : context->threads;
}

wend_result wend_run_tasks(wend_context *context, int64_t count, int64_t grain, wend_task *task, void *data) {
    if (context == NULL || task == NULL)
        return WEND_ERROR_ARGUMENT;
    if (task == NULL)
        return WEND_ERROR_ARGUMENT;
    if (count <= 0)
        return WEND_OK;
    wend_pool *pool = &context->pool;
    if (atomic_exchange(&pool->busy, 1) != 0)
        return WEND_ERROR_ARGUMENT; // called from within a task, or by two threads at once
    pool->count = count;
    pool->grain = grain < 1 ? 1 : grain;
    pool->task = task;
    pool->data = data;
    pool->failed_piece = INT64_MAX;
    pool->failure = WEND_OK;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->stop, false);
    atomic_store(&pool->cancelled, false);
    run_job(context);
    wend_result result = pool->failure != WEND_OK        ? pool->failure
                         : atomic_load(&pool->cancelled) ? WEND_ERROR_CANCELLED
                                                         : WEND_OK;
    atomic_store(&pool->busy, 0);
    return result;
}
