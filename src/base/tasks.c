// Parallel work: a pool of POSIX threads that share out the pieces of one range.
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
#define _POSIX_C_SOURCE 200809L

#include "base/context_parts.h"

#include <signal.h>

enum { LOOKS = 20000 }; // at what is waited for, before going to sleep: some 20 microseconds

bool wend_pool_open(wend_pool *pool) {
    *pool = (wend_pool){0};
    atomic_init(&pool->job, 0);
    atomic_init(&pool->inside, 0);
    atomic_init(&pool->next, 0);
    atomic_init(&pool->stop, false);
    atomic_init(&pool->busy, false);
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->work, NULL) != 0) {
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    if (pthread_cond_init(&pool->done, NULL) != 0) {
        pthread_cond_destroy(&pool->work);
        pthread_mutex_destroy(&pool->lock);
        return false;
    }
    return true;
}

void wend_pool_close(wend_context *context) {
    wend_pool *pool = &context->pool;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i <= pool->started; i++)
        pthread_join(context->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
}

static int64_t piece_count(int64_t count, int64_t grain) {
    return count / grain + (count % grain != 0);
}

// Keeps the failure of the lowest piece.
static void note_failure(wend_pool *pool, int64_t piece, wend_result result) {
    pthread_mutex_lock(&pool->lock);
    if (piece < pool->failed_piece) {
        pool->failed_piece = piece;
        pool->failure = result;
    }
    pthread_mutex_unlock(&pool->lock);
    atomic_store(&pool->stop, true);
}

// Takes pieces until there are none. Returns true when the cancel hook stopped it; only worker 0 asks.
static bool work(wend_context *context, int worker) {
    wend_pool *pool = &context->pool;
    int64_t pieces = piece_count(pool->count, pool->grain);
    while (!atomic_load(&pool->stop)) {
        if (worker == 0 && wend_cancelled(context)) {
            atomic_store(&pool->stop, true);
            return true;
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
    return false;
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
static void *worker_main(void *argument) {
    wend_worker *self = argument;
    wend_pool *pool = &self->context->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->closing && !(pool->open && pool->job != seen))
            pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->closing)
            break;
        seen = pool->job;
        pool->inside++;
        pthread_mutex_unlock(&pool->lock);
        work(self->context, self->index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->inside == 0)
            pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
        look_out_for_job(pool, seen);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

// Starts the worker threads, once. They take no signals: those are the caller's.
static void start_workers(wend_context *context) {
    wend_pool *pool = &context->pool;
    if (pool->tried)
        return;
    pool->tried = true;
    sigset_t all, before;
    sigfillset(&all);
    bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    for (int i = 1; i < context->threads; i++) {
        if (pthread_create(&context->workers[i].thread, NULL, worker_main, &context->workers[i]) != 0)
            break;
        pool->started = i;
    }
    if (masked)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Runs the job that stands in the pool; true when it was cancelled.
static bool run_job(wend_context *context) {
    wend_pool *pool = &context->pool;
    if (context->threads > 1 && pool->count > pool->grain)
        start_workers(context);
    if (pool->started == 0 || pool->count <= pool->grain)
        return work(context, 0);
    pthread_mutex_lock(&pool->lock);
    pool->open = true;
    pool->job++;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    bool cancelled = work(context, 0);
    pthread_mutex_lock(&pool->lock);
    pool->open = false;
    pthread_mutex_unlock(&pool->lock);
    look_out_for_end(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->inside > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return cancelled;
}

int wend_thread_count(const wend_context *context) {
    return context->pool.tried ? context->pool.started + 1 : context->threads;
}

wend_result wend_run_tasks(wend_context *context, int64_t count, int64_t grain, wend_task *task, void *data) {
    if (task == NULL)
        return WEND_ERROR_ARGUMENT;
    if (count <= 0)
        return WEND_OK;
    wend_pool *pool = &context->pool;
    if (atomic_exchange(&pool->busy, true))
        return WEND_ERROR_ARGUMENT; // called from within a task, or by two threads at once
    pool->count = count;
    pool->grain = grain < 1 ? 1 : grain;
    pool->task = task;
    pool->data = data;
    pool->failed_piece = INT64_MAX;
    pool->failure = WEND_OK;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->stop, false);
    bool cancelled = run_job(context);
    wend_result result = pool->failure != WEND_OK ? pool->failure : cancelled ? WEND_ERROR_CANCELLED : WEND_OK;
    atomic_store(&pool->busy, false);
    return result;
}
