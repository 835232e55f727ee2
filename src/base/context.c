// The context: memory that is counted, hooks that are called one at a time, the clock.
//
// A context is one block from the caller's allocator, the table of its workers included, and that block is not counted:
// `wend_bytes_now` is 0 for a fresh context and after everything made with it was destroyed, whatever ran in between.
#define _POSIX_C_SOURCE 200809L

#include "base/context_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, LINE = 512 };

// ---------------------------------------------------------------------------------------------- making

static void *default_allocate(void *user, size_t bytes) {
    (void)user;
    return malloc(bytes);
}

static void default_release(void *user, void *block, size_t bytes) {
    (void)user;
    (void)bytes;
    free(block);
}

wend_context_def wend_default_context_def(void) {
    return (wend_context_def){.allocate = default_allocate, .release = default_release};
}

static int processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}

wend_result wend_context_create(const wend_context_def *def, wend_context **context) {
    if (context == NULL)
        return WEND_ERROR_ARGUMENT;
    *context = NULL;
    wend_context_def used = def != NULL ? *def : wend_default_context_def();
    if ((used.allocate == NULL) != (used.release == NULL) || used.threads < 0 || used.threads > MOST_THREADS)
        return WEND_ERROR_ARGUMENT;
    if (used.allocate == NULL) {
        used.allocate = default_allocate;
        used.release = default_release;
    }
    int threads = used.threads == 0 ? processor_count() : used.threads;
    size_t bytes = sizeof(wend_context) + (size_t)threads * sizeof(wend_worker);
    wend_context *made = used.allocate(used.user, bytes);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->def = used;
    made->bytes = bytes;
    made->threads = threads;
    atomic_init(&made->now, 0);
    atomic_init(&made->peak, 0);
    for (int i = 0; i < threads; i++)
        made->workers[i] = (wend_worker){.context = made, .index = i};
    if (pthread_mutex_init(&made->hooks, NULL) != 0) {
        used.release(used.user, made, bytes);
        return WEND_ERROR_MEMORY;
    }
    if (!wend_pool_open(&made->pool)) {
        pthread_mutex_destroy(&made->hooks);
        used.release(used.user, made, bytes);
        return WEND_ERROR_MEMORY;
    }
    *context = made;
    return WEND_OK;
}

void wend_context_destroy(wend_context *context) {
    if (context == NULL)
        return;
    wend_pool_close(context);
    pthread_mutex_destroy(&context->hooks);
    context->def.release(context->def.user, context, context->bytes);
}

// ---------------------------------------------------------------------------------------------- memory

void *wend_allocate(wend_context *context, size_t bytes) {
    if (bytes == 0 || bytes > PTRDIFF_MAX)
        return NULL;
    void *block = context->def.allocate(context->def.user, bytes);
    if (block == NULL)
        return NULL;
    size_t now = atomic_fetch_add_explicit(&context->now, bytes, memory_order_relaxed) + bytes;
    size_t peak = atomic_load_explicit(&context->peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak_explicit(&context->peak, &peak, now, memory_order_relaxed,
                                                                memory_order_relaxed)) {
    }
    return block;
}

void wend_release(wend_context *context, void *block, size_t bytes) {
    if (block == NULL)
        return;
    atomic_fetch_sub_explicit(&context->now, bytes, memory_order_relaxed);
    context->def.release(context->def.user, block, bytes);
}

size_t wend_bytes_now(const wend_context *context) {
    return atomic_load_explicit(&context->now, memory_order_relaxed);
}

size_t wend_bytes_peak(const wend_context *context) {
    return atomic_load_explicit(&context->peak, memory_order_relaxed);
}

void wend_peak_reset(wend_context *context) {
    atomic_store_explicit(&context->peak, wend_bytes_now(context), memory_order_relaxed);
}

// ---------------------------------------------------------------------------------------------- hooks

bool wend_cancelled(wend_context *context) {
    if (context->def.cancel == NULL)
        return false;
    pthread_mutex_lock(&context->hooks);
    bool cancelled = context->def.cancel(context->def.user);
    pthread_mutex_unlock(&context->hooks);
    return cancelled;
}

bool wend_pause(wend_context *context, const char *stage, double fraction) {
    if (context->def.progress != NULL) {
        pthread_mutex_lock(&context->hooks);
        context->def.progress(context->def.user, stage, fraction);
        pthread_mutex_unlock(&context->hooks);
    }
    return wend_cancelled(context);
}

void wend_log_line(wend_context *context, wend_log_level level, const char *format, ...) {
    if (context->def.log == NULL)
        return;
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    for (char *c = line; *c != 0; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    pthread_mutex_lock(&context->hooks);
    context->def.log(context->def.user, level, line);
    pthread_mutex_unlock(&context->hooks);
}

// ---------------------------------------------------------------------------------------------- clock

double wend_seconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
