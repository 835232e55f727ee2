// The context: memory that is counted, hooks that are called one at a time.
//
// A context is one block from the caller's allocator, the table of its workers included, and that block is not counted:
// `wend_bytes_now` is 0 for a fresh context and after everything made with it was destroyed, whatever ran in between.
#include "base/context_parts.h"
#include "base/format.h"

#include <stdlib.h>
#include <string.h>

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

// How many workers a context has for the number that was asked for.
static int worker_count(int asked) {
    int count = asked == 0 ? wend_processor_count() : asked;
    return !WEND_THREADS ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
}

wend_result wend_context_create(const wend_context_def *def, wend_context **context) {
    if (context == NULL)
        return WEND_ERROR_ARGUMENT;
    *context = NULL;
    wend_context_def used = def != NULL ? *def : wend_default_context_def();
    if ((used.allocate == NULL) != (used.release == NULL) || (used.start_job == NULL) != (used.finish_job == NULL) ||
        used.threads < 0 || used.threads > MOST_THREADS)
        return WEND_ERROR_ARGUMENT;
    if (used.allocate == NULL) {
        used.allocate = default_allocate;
        used.release = default_release;
    }
    int threads = worker_count(used.threads);
    size_t bytes = sizeof(wend_context) + (size_t)threads * sizeof(wend_worker);
    wend_context *made = used.allocate(used.user, bytes);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->def = used;
    made->bytes = bytes;
    made->threads = threads;
    made->stage = (wend_open_stage){.name = NULL};
    atomic_init(&made->now, 0);
    atomic_init(&made->peak, 0);
    atomic_init(&made->refused, false);
    for (int i = 0; i < threads; i++)
        made->workers[i] = (wend_worker){.context = made, .index = i};
    if (!wend_lock_make(&made->hooks)) {
        used.release(used.user, made, bytes);
        return WEND_ERROR_MEMORY;
    }
    if (!wend_pool_open(&made->pool)) {
        wend_lock_drop(&made->hooks);
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
    wend_lock_drop(&context->hooks);
    context->def.release(context->def.user, context, context->bytes);
}

// ---------------------------------------------------------------------------------------------- memory

void *wend_allocate(wend_context *context, size_t bytes) {
    if (bytes == 0 || bytes > PTRDIFF_MAX)
        return NULL;
    // Counted first, so that two threads cannot both take what is left below the limit.
    size_t now = atomic_fetch_add_explicit(&context->now, bytes, memory_order_relaxed) + bytes;
    bool fits = context->def.memory_limit == 0 || now <= context->def.memory_limit;
    if (!fits)
        atomic_store_explicit(&context->refused, true, memory_order_relaxed);
    void *block = fits ? context->def.allocate(context->def.user, bytes) : NULL;
    if (block == NULL) {
        atomic_fetch_sub_explicit(&context->now, bytes, memory_order_relaxed);
        return NULL;
    }
    size_t peak = atomic_load_explicit(&context->peak, memory_order_relaxed);
    while (now > peak && !atomic_compare_exchange_weak_explicit(&context->peak, &peak, now, memory_order_relaxed,
                                                                memory_order_relaxed)) {
    }
    return block;
}

void *wend_allocate_array(wend_context *context, int64_t count, size_t size) {
    if (count <= 0 || size == 0 || (uint64_t)count > (uint64_t)PTRDIFF_MAX / size)
        return NULL;
    return wend_allocate(context, (size_t)count * size);
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

void wend_memory_limit_set(wend_context *context, size_t bytes) {
    context->def.memory_limit = bytes;
    atomic_store_explicit(&context->refused, false, memory_order_relaxed);
}

size_t wend_memory_limit(const wend_context *context) {
    return context->def.memory_limit;
}

bool wend_memory_refused(const wend_context *context) {
    return atomic_load_explicit(&context->refused, memory_order_relaxed);
}

wend_result wend_report_limit(wend_context *context, wend_result result, wend_report *report) {
    if (result == WEND_ERROR_MEMORY && wend_memory_refused(context)) {
        const size_t mebi = (size_t)1 << 20, limit = wend_memory_limit(context);
        wend_finding finding =
            wend_finding_make("memory-limit", WEND_ERROR, "this needs more memory than memory_limit allows, %zu %s.",
                              limit < mebi ? limit : limit / mebi, limit < mebi ? "bytes" : "MiB");
        wend_report_add(report, &finding);
    }
    return result;
}

// ---------------------------------------------------------------------------------------------- hooks

bool wend_cancelled(wend_context *context) {
    if (context->def.cancel == NULL)
        return false;
    wend_lock_take(&context->hooks);
    bool cancelled = context->def.cancel(context->def.user);
    wend_lock_give(&context->hooks);
    return cancelled;
}

// How far the open stage is when a pause of it, or of a part of it, is told.
static double done_by(const wend_open_stage *open, const char *name, double fraction) {
    double part = fraction > 0 ? fraction < 1 ? fraction : 1 : 0, done = open->done;
    if (strcmp(name, open->name) == 0)
        done = part;
    else if (open->part != NULL && strcmp(name, open->part) == 0)
        done = open->low + (open->high - open->low) * part;
    return done > open->done ? done : open->done;
}

bool wend_pause(wend_context *context, const char *stage, double fraction) {
    if (context->def.progress != NULL) {
        wend_lock_take(&context->hooks);
        wend_open_stage *open = &context->stage;
        if (open->name != NULL) {
            fraction = open->done = done_by(open, stage, fraction);
            stage = open->name;
        }
        context->def.progress(context->def.user, stage, fraction);
        wend_lock_give(&context->hooks);
    }
    return wend_cancelled(context);
}

void wend_stage_begin(wend_context *context, const char *stage) {
    if (context->def.progress == NULL)
        return;
    wend_lock_take(&context->hooks);
    if (context->stage.depth++ == 0) {
        context->stage = (wend_open_stage){.name = stage, .depth = 1};
        context->def.progress(context->def.user, stage, 0);
    }
    wend_lock_give(&context->hooks);
}

wend_result wend_stage_end(wend_context *context, wend_result result) {
    if (context->def.progress == NULL)
        return result;
    wend_lock_take(&context->hooks);
    if (--context->stage.depth == 0) {
        if (result == WEND_OK)
            context->def.progress(context->def.user, context->stage.name, 1);
        context->stage.name = NULL;
    }
    wend_lock_give(&context->hooks);
    return result;
}

void wend_stage_part(wend_context *context, const char *part, double low, double high) {
    wend_lock_take(&context->hooks);
    context->stage.part = part;
    context->stage.low = low;
    context->stage.high = high;
    wend_lock_give(&context->hooks);
}

void wend_log_line(wend_context *context, wend_log_level level, const char *format, ...) {
    if (context->def.log == NULL)
        return;
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    wend_format_list(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c != 0; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    wend_lock_take(&context->hooks);
    context->def.log(context->def.user, level, line);
    wend_lock_give(&context->hooks);
}
