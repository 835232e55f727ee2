// An allocator that fails on demand, and the loop that fails every allocation of a call in turn.
//
// The allocator also proves what a context's counter cannot: that every block is given back once, with the size it was
// asked for, and that nobody wrote in front of it or behind it.
//
//     failing memory = {0};
//     wend_context *context = failing_context(&memory, 1);
//     failing_each(&memory, context, "name of the call", call, data);
//     failing_finish(&memory, context);
//
// `call` does one thing and undoes it: it returns the result of the call under test and destroys what that made. For k
// = 0, 1, 2, ... the k-th allocation from the start of the call fails; each time the call must return WEND_ERROR_MEMORY
// and leave as many bytes as there were before, until it succeeds because it makes fewer than k allocations.
#ifndef WEND_TEST_FAILING_H
#define WEND_TEST_FAILING_H

#include "check.h"

#include <wend/base.h>

#include <pthread.h>

enum { FAILING_GUARD = 16, FAILING_MOST = 1000000 };

typedef struct failing {
    pthread_mutex_t lock;
    long long allocations; // since the last reset
    long long fail_at;     // the allocation that fails, counted from 0; -1 for none
    bool fail_after;       // whether those after it fail too
    bool failed;           // whether one was made to fail
    long long blocks;      // blocks that live
    long long bytes;       // in them
    bool damaged;          // a block was given back with another size or written out of bounds
} failing;

static inline void failing_mark(unsigned char *place, size_t bytes) {
    for (size_t i = 0; i < FAILING_GUARD; i++)
        place[i] = (unsigned char)(bytes >> (i % 8 * 8) ^ (0xA5 + i));
}

static inline bool failing_marked(const unsigned char *place, size_t bytes) {
    unsigned char mark[FAILING_GUARD];
    failing_mark(mark, bytes);
    return memcmp(mark, place, sizeof mark) == 0;
}

static void *failing_allocate(void *user, size_t bytes) {
    failing *memory = user;
    pthread_mutex_lock(&memory->lock);
    long long number = memory->allocations++;
    bool fail = memory->fail_at >= 0 && (memory->fail_after ? number >= memory->fail_at : number == memory->fail_at);
    memory->failed |= fail;
    pthread_mutex_unlock(&memory->lock);
    unsigned char *block = fail ? NULL : malloc(bytes + 2 * FAILING_GUARD);
    if (block == NULL)
        return NULL;
    failing_mark(block, bytes);
    memset(block + FAILING_GUARD, 0xCB, bytes); // nobody may count on zeros
    failing_mark(block + FAILING_GUARD + bytes, bytes);
    pthread_mutex_lock(&memory->lock);
    memory->blocks++;
    memory->bytes += (long long)bytes;
    pthread_mutex_unlock(&memory->lock);
    return block + FAILING_GUARD;
}

static void failing_release(void *user, void *block, size_t bytes) {
    failing *memory = user;
    unsigned char *start = (unsigned char *)block - FAILING_GUARD;
    bool sound = failing_marked(start, bytes) && failing_marked(start + FAILING_GUARD + bytes, bytes);
    pthread_mutex_lock(&memory->lock);
    memory->damaged |= !sound;
    memory->blocks--;
    memory->bytes -= (long long)bytes;
    pthread_mutex_unlock(&memory->lock);
    free(start);
}

static inline wend_context_def failing_def(failing *memory, int threads) {
    *memory = (failing){.fail_at = -1};
    pthread_mutex_init(&memory->lock, NULL);
    wend_context_def def = wend_default_context_def();
    def.user = memory;
    def.allocate = failing_allocate;
    def.release = failing_release;
    def.threads = threads;
    return def;
}

static inline wend_context *failing_context(failing *memory, int threads) {
    wend_context_def def = failing_def(memory, threads);
    wend_context *context = NULL;
    wend_result result = wend_context_create(&def, &context);
    CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result));
    return context;
}

// Destroys the context and checks that every block came back whole.
static inline void failing_finish(failing *memory, wend_context *context) {
    wend_context_destroy(context);
    CHECK_INT(memory->blocks, 0);
    CHECK_INT(memory->bytes, 0);
    CHECK_MESSAGE(!memory->damaged, "a block was released with the wrong size or written out of bounds");
    pthread_mutex_destroy(&memory->lock);
}

typedef wend_result failing_call(wend_context *context, void *data);

// Runs the call with its k-th allocation failing, and checks what it leaves. True when nothing had to fail.
static inline bool failing_once(failing *memory, wend_context *context, const char *name, failing_call *call,
                                void *data, long long k, bool after) {
    size_t before = wend_bytes_now(context);
    long long blocks = memory->blocks;
    memory->allocations = 0;
    memory->failed = false;
    memory->fail_at = k;
    memory->fail_after = after;
    wend_result result = call(context, data);
    memory->fail_at = -1;
    wend_result expected = memory->failed ? WEND_ERROR_MEMORY : WEND_OK;
    CHECK_MESSAGE(result == expected, "%s: allocation %lld fails: result %d (%s), expected %d", name, k, (int)result,
                  wend_describe(result), (int)expected);
    CHECK_MESSAGE(wend_bytes_now(context) == before && memory->blocks == blocks,
                  "%s: allocation %lld fails: %lld bytes in %lld blocks leaked", name, k,
                  (long long)wend_bytes_now(context) - (long long)before, memory->blocks - blocks);
    return !memory->failed;
}

// Fails every allocation in turn, beyond the first hundreds (option cases) only some of them; first with all that
// follow it, then alone. Returns how many the call makes, or a few more.
static inline long long failing_each(failing *memory, wend_context *context, const char *name, failing_call *call,
                                     void *data) {
    long long k = 0, cases = check_cases("cases", 200);
    for (; k < FAILING_MOST && check_failures < CHECK_FAILURES_SHOWN; k += 1 + k / cases) {
        bool all = failing_once(memory, context, name, call, data, k, true);
        bool one = failing_once(memory, context, name, call, data, k, false);
        if (all && one)
            return k;
    }
    CHECK_MESSAGE(k < FAILING_MOST, "%s: never succeeds", name);
    return k;
}

#endif
