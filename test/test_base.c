// Tests of the room base, except number text (test_number.c) and wide integers (test_wide.c).
#include "check.h"
#include "failing.h"

#include "base/array.h"
#include "base/context.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/random.h"
#include "base/sort.h"

#include <stdatomic.h>

static wend_context *make_context(int threads) {
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    wend_context *context = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_OK);
    return context;
}

// ---------------------------------------------------------------------------------------------- version and results

TEST(version_agrees_with_the_version_file) {
    char header[64];
    snprintf(header, sizeof header, "%d.%d.%d", WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH);
    CHECK_STRING(header, WEND_EXPECTED_VERSION);
    CHECK_STRING(wend_version(), WEND_EXPECTED_VERSION);
}

TEST(every_result_has_its_own_description) {
    for (int i = 0; i < WEND_RESULT_COUNT; i++) {
        CHECK(wend_describe((wend_result)i)[0] != 0);
        CHECK(strcmp(wend_describe((wend_result)i), "unknown result") != 0);
        for (int j = 0; j < i; j++)
            CHECK(strcmp(wend_describe((wend_result)i), wend_describe((wend_result)j)) != 0);
    }
    CHECK_STRING(wend_describe((wend_result)-1), "unknown result");
    CHECK_STRING(wend_describe((wend_result)1000), "unknown result");
}

// ---------------------------------------------------------------------------------------------- context

TEST(context_refuses_bad_defs) {
    failing memory;
    wend_context *context = NULL;
    wend_context_def def = failing_def(&memory, 1);
    def.release = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_ERROR_ARGUMENT && context == NULL);
    def = failing_def(&memory, 1);
    def.allocate = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_ERROR_ARGUMENT);
    def = failing_def(&memory, -1);
    CHECK(wend_context_create(&def, &context) == WEND_ERROR_ARGUMENT);
    def = failing_def(&memory, 257);
    CHECK(wend_context_create(&def, &context) == WEND_ERROR_ARGUMENT);
    CHECK(wend_context_create(NULL, NULL) == WEND_ERROR_ARGUMENT);
    def = failing_def(&memory, 4);
    memory.fail_at = 0;
    CHECK(wend_context_create(&def, &context) == WEND_ERROR_MEMORY && context == NULL);
    CHECK_INT(memory.blocks, 0);
}

TEST(context_takes_defaults) {
    wend_context *context = NULL;
    CHECK(wend_context_create(NULL, &context) == WEND_OK);
    CHECK(wend_thread_count(context) >= 1);
    wend_context_destroy(context);
    wend_context_def def = {0}; // neither allocate nor release: malloc
    CHECK(wend_context_create(&def, &context) == WEND_OK);
    void *block = wend_allocate(context, 5);
    CHECK(block != NULL);
    wend_release(context, block, 5);
    wend_context_destroy(context);
    wend_context_destroy(NULL);
}

TEST(memory_is_counted) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    REQUIRE(context != NULL);
    CHECK_INT(wend_bytes_now(context), 0);
    void *a = wend_allocate(context, 100), *b = wend_allocate(context, 50);
    CHECK((uintptr_t)a % 16 == 0 && (uintptr_t)b % 16 == 0);
    CHECK_INT(wend_bytes_now(context), 150);
    wend_release(context, a, 100);
    CHECK_INT(wend_bytes_now(context), 50);
    CHECK_INT(wend_bytes_peak(context), 150);
    wend_peak_reset(context);
    CHECK_INT(wend_bytes_peak(context), 50);
    CHECK(wend_allocate(context, 0) == NULL);
    CHECK(wend_allocate(context, (size_t)PTRDIFF_MAX + 1) == NULL);
    CHECK(wend_allocate(context, SIZE_MAX) == NULL);
    wend_release(context, NULL, 7);
    CHECK_INT(wend_bytes_now(context), 50);
    wend_release(context, b, 50);
    failing_finish(&memory, context);
}

typedef struct hook_record {
    char line[600];
    wend_log_level level;
    double fraction;
    int asked, cancel_at;
} hook_record;

static void record_log(void *user, wend_log_level level, const char *line) {
    hook_record *record = user;
    record->level = level;
    snprintf(record->line, sizeof record->line, "%s", line);
}

static void record_progress(void *user, const char *stage, double fraction) {
    CHECK_STRING(stage, "stage");
    ((hook_record *)user)->fraction = fraction;
}

static bool record_cancel(void *user) {
    hook_record *record = user;
    return record->asked++ >= record->cancel_at;
}

TEST(memory_stays_below_the_limit) {
    wend_context_def def = wend_default_context_def();
    def.memory_limit = 1000;
    wend_context *context = NULL;
    CHECK_INT(wend_context_create(&def, &context), WEND_OK);
    CHECK_INT(wend_memory_limit(context), 1000);
    void *first = wend_allocate(context, 600), *none = wend_allocate(context, 401);
    CHECK(first != NULL && none == NULL && wend_memory_refused(context));
    CHECK_INT(wend_bytes_now(context), 600);
    CHECK_INT(wend_bytes_peak(context), 600);
    void *second = wend_allocate(context, 400); // exactly up to it
    CHECK(second != NULL);
    wend_memory_limit_set(context, 500); // what is there stays
    CHECK(!wend_memory_refused(context) && wend_allocate(context, 1) == NULL && wend_memory_refused(context));
    wend_release(context, first, 600);
    wend_release(context, second, 400);
    wend_memory_limit_set(context, 0);
    first = wend_allocate(context, 5000);
    CHECK(first != NULL && !wend_memory_refused(context));
    wend_release(context, first, 5000);
    wend_context_destroy(context);
}

static wend_result take_and_return(void *data, int64_t begin, int64_t end, int worker) {
    (void)begin, (void)end, (void)worker;
    void *block = wend_allocate(data, 300);
    size_t now = wend_bytes_now(data);
    wend_release(data, block, 300);
    return now > 1000 + 7 * 300 ? WEND_ERROR_INVALID : WEND_OK; // other threads may be counted while they are refused
}

TEST(threads_share_the_limit) {
    wend_context_def def = wend_default_context_def();
    def.threads = 8;
    def.memory_limit = 1000;
    wend_context *context = NULL;
    CHECK_INT(wend_context_create(&def, &context), WEND_OK);
    CHECK_INT(wend_run_tasks(context, 20000, 1, take_and_return, context), WEND_OK);
    CHECK(wend_bytes_peak(context) <= 1000);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

TEST(hooks_are_called) {
    hook_record record = {.cancel_at = 1};
    wend_context_def def = wend_default_context_def();
    def.user = &record;
    def.log = record_log;
    def.progress = record_progress;
    def.cancel = record_cancel;
    wend_context *context = NULL;
    REQUIRE(wend_context_create(&def, &context) == WEND_OK);
    wend_log_line(context, WEND_LOG_WARNING, "one\ntwo %d", 3);
    CHECK_STRING(record.line, "one two 3");
    CHECK(record.level == WEND_LOG_WARNING);
    wend_log_line(context, WEND_LOG_INFO, "%01000d", 1);
    CHECK(strlen(record.line) > 400);
    CHECK(!wend_pause(context, "stage", 0.25));
    CHECK(record.fraction == 0.25);
    CHECK(wend_pause(context, "stage", 0.5));
    wend_context_destroy(context);
    context = make_context(1);
    CHECK(!wend_pause(context, "stage", 0));
    wend_log_line(context, WEND_LOG_INFO, "to nobody");
    wend_context_destroy(context);
    double before = wend_seconds();
    CHECK(before > 0 && wend_seconds() >= before);
}

TEST(products_of_sizes_are_checked) {
    wend_context *context = make_context(1);
    CHECK(wend_allocate_array(context, 0, 4) == NULL);
    CHECK(wend_allocate_array(context, -1, 4) == NULL);
    CHECK(wend_allocate_array(context, 4, 0) == NULL);
    CHECK(wend_allocate_array(context, INT64_MAX, 2) == NULL);
    CHECK(wend_allocate_array(context, (int64_t)1 << 62, 4) == NULL);       // the product is 2^64: 0 bytes
    CHECK(wend_allocate_array(context, ((int64_t)1 << 61) + 1, 8) == NULL); // 8 bytes
    CHECK(wend_allocate_array(context, 1 + PTRDIFF_MAX / 16, 16) == NULL);
    CHECK(wend_allocate_array(context, 3, SIZE_MAX / 2) == NULL);
    void *block = wend_allocate_array(context, 7, 12);
    CHECK(block != NULL);
    CHECK_INT(wend_bytes_now(context), 84);
    wend_release(context, block, 84);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- messages

// Formats with the library and with the C library and compares what came of it, for a place of any size.
#define CHECK_FORMAT(size, ...)                                                                                        \
    do {                                                                                                               \
        char ours[256], theirs[256];                                                                                   \
        memset(ours, 1, sizeof ours);                                                                                  \
        memset(theirs, 1, sizeof theirs);                                                                              \
        size_t length = wend_format(ours, size, __VA_ARGS__);                                                          \
        int expected = snprintf(theirs, size, __VA_ARGS__);                                                            \
        CHECK_INT(length, expected);                                                                                   \
        CHECK_MESSAGE(memcmp(ours, theirs, sizeof ours) == 0, "'%.200s', not '%.200s'", size > 0 ? ours : "",          \
                      size > 0 ? theirs : "");                                                                         \
    } while (0)

TEST(messages_are_those_of_printf) {
    static const char *const texts[] = {"", "a", "wend", "twenty characters..."};
    uint64_t random = 3;
    for (int64_t k = 0; k < check_cases("cases", 4000); k++) {
        size_t size = wend_random_below(&random, 3) == 0 ? (size_t)wend_random_below(&random, 40) : 256;
        const char *text = texts[wend_random_below(&random, 4)];
        int width = (int)wend_random_below(&random, 12), precision = (int)wend_random_below(&random, 12) - 2;
        uint64_t wide = wend_random(&random);
        wide >>= wend_random_below(&random, 64);
        int64_t number = wend_random_below(&random, 2) == 0 ? (int64_t)wide : (int64_t)(0 - wide);
        CHECK_FORMAT(size, "%s: %d %u%%", text, (int)number, (unsigned)number);
        CHECK_FORMAT(size, "%lld %llu %llx %llX", (long long)number, (unsigned long long)number,
                     (unsigned long long)number, (unsigned long long)number);
        CHECK_FORMAT(size, "%ld%lu %zu %zx", (long)number, (unsigned long)number, (size_t)number, (size_t)number);
        CHECK_FORMAT(size, "%.*s|%*s|%*.*s", precision, text, width, text, width, precision, text);
        CHECK_FORMAT(size, "%*d|%.*d|%*.*d|%c", width, (int)number, precision, (int)number, width, precision,
                     (int)number, 'a' + width);
        CHECK_FORMAT(size, "%05d|%016llx|%02x|%3d|%.2s|%6.3d|%12s|%3c", (int)number, (unsigned long long)number,
                     (unsigned)number, (int)number, text, (int)number, text, 'x');
    }
    CHECK_FORMAT(256, "%lld %lld", (long long)INT64_MIN, (long long)INT64_MAX);
    CHECK_FORMAT(256, "%.0d|%.0d", 0, 7);
}

// Hides a format from the compiler, which would rightly complain.
static size_t format_hidden(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = wend_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}

TEST(messages_stop_at_what_they_do_not_know) {
    char text[64];
    CHECK_INT(format_hidden(text, sizeof text, "%d and %f, %d", 3, 2.5, 4), 12);
    CHECK_STRING(text, "3 and %f, %d");
    CHECK_INT(format_hidden(text, sizeof text, "100%"), 4);
    CHECK_STRING(text, "100%");
    CHECK_INT(format_hidden(text, sizeof text, "%s", (char *)NULL), 6);
    CHECK_STRING(text, "(null)");
}

// ---------------------------------------------------------------------------------------------- tasks

enum { MOST_WORKERS = 256 };

typedef struct task_record {
    int threads;
    int64_t count, grain;
    unsigned char *touched; // how often each item was
    atomic_int inside[MOST_WORKERS];
    atomic_bool broken;
    atomic_llong pieces;
    int64_t fail_from, fail_also; // items whose pieces fail
} task_record;

static wend_result touch(void *data, int64_t begin, int64_t end, int worker) {
    task_record *record = data;
    if (worker < 0 || worker >= record->threads || begin % record->grain != 0 || end > record->count ||
        (end - begin != record->grain && end != record->count)) {
        atomic_store(&record->broken, true);
        return WEND_ERROR_INVALID;
    }
    if (atomic_fetch_add(&record->inside[worker], 1) != 0)
        atomic_store(&record->broken, true);
    atomic_fetch_add(&record->pieces, 1);
    for (int64_t i = begin; i < end; i++)
        record->touched[i]++;
    atomic_fetch_sub(&record->inside[worker], 1);
    if (record->fail_also >= begin && record->fail_also < end)
        return WEND_ERROR_RANGE;
    return record->fail_from >= begin && record->fail_from < end ? WEND_ERROR_EMPTY : WEND_OK;
}

static void run_touch(wend_context *context, int64_t count, int64_t grain) {
    task_record *record = calloc(1, sizeof *record);
    record->threads = wend_thread_count(context);
    record->count = count;
    record->grain = grain < 1 ? 1 : grain;
    record->touched = calloc((size_t)count + 1, 1);
    record->fail_from = record->fail_also = -1;
    CHECK(wend_run_tasks(context, count, grain, touch, record) == WEND_OK);
    CHECK(!atomic_load(&record->broken));
    int64_t wrong = 0;
    for (int64_t i = 0; i < count; i++)
        wrong += record->touched[i] != 1;
    CHECK_INT(wrong, 0);
    free(record->touched);
    free(record);
}

TEST(tasks_touch_every_item_once) {
    static const int threads[] = {1, 2, 3, 8, 40};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        wend_context *context = make_context(threads[t]);
        CHECK_INT(wend_thread_count(context), threads[t]);
        run_touch(context, 0, 1);
        run_touch(context, 1, 1);
        run_touch(context, 10, 100);
        run_touch(context, 1000, 0);
        run_touch(context, 1000, 7);
        run_touch(context, 100000, 64);
        for (int i = 0; i < 300; i++) // short jobs, one upon the other
            run_touch(context, 1 + i % 17, 1);
        CHECK_INT(wend_bytes_now(context), 0);
        wend_context_destroy(context);
    }
}

static wend_result write_worker(void *data, int64_t begin, int64_t end, int worker) {
    (void)end;
    pthread_t *threads = data;
    // Each worker index must always be the same thread; worker 0 the calling one.
    static _Thread_local int mine = -1;
    if (mine != -1 && mine != worker)
        return WEND_ERROR_INVALID;
    mine = worker;
    if (worker == 0 && !pthread_equal(pthread_self(), threads[0]))
        return WEND_ERROR_INVALID;
    volatile double spin = 0;
    for (int i = 0; i < 200; i++)
        spin = spin + (double)(begin + i);
    return WEND_OK;
}

TEST(workers_keep_their_index) {
    wend_context *context = make_context(4);
    pthread_t self = pthread_self();
    for (int i = 0; i < 200; i++)
        CHECK(wend_run_tasks(context, 64, 1, write_worker, &self) == WEND_OK);
    wend_context_destroy(context);
}

TEST(lowest_failure_wins_for_any_thread_count) {
    for (int threads = 1; threads <= 8; threads++) {
        wend_context *context = make_context(threads);
        for (int round = 0; round < 50; round++) {
            task_record *record = calloc(1, sizeof *record);
            *record = (task_record){.threads = threads, .count = 1000, .grain = 5, .fail_from = 333, .fail_also = 340};
            record->touched = calloc(1000, 1);
            CHECK(wend_run_tasks(context, 1000, 5, touch, record) == WEND_ERROR_EMPTY);
            int64_t wrong = 0;
            for (int i = 0; i < 335; i++)
                wrong += record->touched[i] != 1; // all below the failure ran
            CHECK_INT(wrong, 0);
            if (threads == 1)
                CHECK_INT(atomic_load(&record->pieces), 67); // and none after it
            free(record->touched);
            free(record);
        }
        run_touch(context, 1000, 10); // the pool works on after a failure
        wend_context_destroy(context);
    }
}

TEST(cancelled_tasks_stop) {
    for (int threads = 1; threads <= 4; threads += 3) {
        hook_record hooks = {.cancel_at = 3};
        wend_context_def def = wend_default_context_def();
        def.user = &hooks;
        def.cancel = record_cancel;
        def.threads = threads;
        wend_context *context = NULL;
        REQUIRE(wend_context_create(&def, &context) == WEND_OK);
        task_record *record = calloc(1, sizeof *record);
        *record = (task_record){.threads = threads, .count = 1 << 16, .grain = 1, .fail_from = -1, .fail_also = -1};
        record->touched = calloc(1 << 16, 1);
        wend_result result = wend_run_tasks(context, 1 << 16, 1, touch, record);
        // With several threads the others may have finished it all before the hook was asked often enough.
        bool finished = atomic_load(&record->pieces) == 1 << 16;
        CHECK(result == WEND_ERROR_CANCELLED || (threads > 1 && finished && result == WEND_OK));
        if (threads == 1)
            CHECK_INT(atomic_load(&record->pieces), 3);
        free(record->touched);
        free(record);
        wend_context_destroy(context);
    }
}

static wend_result call_again(void *data, int64_t begin, int64_t end, int worker) {
    (void)begin;
    (void)end;
    (void)worker;
    return wend_run_tasks(data, 1, 1, call_again, data);
}

TEST(nested_tasks_are_refused) {
    wend_context *context = make_context(2);
    CHECK(wend_run_tasks(context, 10, 1, call_again, context) == WEND_ERROR_ARGUMENT);
    CHECK(wend_run_tasks(context, 10, 1, NULL, NULL) == WEND_ERROR_ARGUMENT);
    run_touch(context, 100, 1);
    wend_context_destroy(context);
}

static wend_result allocate_much(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        void *block = wend_allocate(data, (size_t)(i % 100 + 1));
        if (block == NULL)
            return WEND_ERROR_MEMORY;
        wend_release(data, block, (size_t)(i % 100 + 1));
    }
    return WEND_OK;
}

TEST(memory_is_counted_across_threads) {
    wend_context *context = make_context(8);
    CHECK(wend_run_tasks(context, 20000, 10, allocate_much, context) == WEND_OK);
    CHECK_INT(wend_bytes_now(context), 0);
    CHECK(wend_bytes_peak(context) >= 100 && wend_bytes_peak(context) <= 800);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- arrays

typedef WEND_ARRAY(int32_t) int_array;

TEST(arrays_grow) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    int_array array = {0};
    for (int32_t i = 0; i < 10000; i++)
        CHECK(wend_array_push(context, &array, i * 3));
    bool right = array.count == 10000;
    for (int32_t i = 0; i < 10000 && right; i++)
        right = array.data[i] == i * 3;
    CHECK(right);
    CHECK(array.capacity < 20001);
    CHECK_INT(wend_bytes_now(context), (size_t)array.capacity * sizeof(int32_t));
    CHECK(wend_array_resize(context, &array, 5) && array.count == 5);
    CHECK(wend_array_reserve(context, &array, 50000) && array.capacity >= 50000 && array.data[4] == 12);
    int64_t capacity = array.capacity;
    CHECK(!wend_array_reserve(context, &array, INT64_MAX));
    CHECK(!wend_array_reserve(context, &array, INT64_MAX / 2));
    memory.fail_at = memory.allocations;
    memory.fail_after = true;
    CHECK(!wend_array_reserve(context, &array, capacity + 1));
    CHECK(array.capacity == capacity && array.count == 5 && array.data[4] == 12);
    memory.fail_at = -1;
    CHECK(wend_array_reserve(context, &array, capacity + 1) && array.capacity == 2 * capacity);
    wend_array_free(context, &array);
    CHECK(array.data == NULL && array.count == 0 && array.capacity == 0);
    failing_finish(&memory, context);
}

// ---------------------------------------------------------------------------------------------- sorting

TEST(keys_are_sorted_stably) {
    wend_context *context = make_context(1);
    uint64_t state = 1;
    for (int round = 0; round < 400; round++) {
        int64_t count = (int64_t)wend_random_below(&state, round % 10 == 0 ? 20000 : 200);
        uint64_t mask = wend_random(&state) & wend_random(&state);
        if (round % 3 == 0)
            mask &= 0xFF00000000FF00FFu;
        wend_key *keys = malloc(((size_t)count + 1) * sizeof *keys);
        uint64_t sum = 0;
        for (int64_t i = 0; i < count; i++) {
            keys[i] = (wend_key){.key = wend_random(&state) & mask, .index = (int32_t)i};
            sum += keys[i].key * 31 + 7;
        }
        CHECK(wend_sort_keys(context, keys, count));
        bool ordered = true;
        for (int64_t i = 0; i < count; i++) {
            sum -= keys[i].key * 31 + 7;
            if (i > 0)
                ordered &= keys[i - 1].key < keys[i].key ||
                           (keys[i - 1].key == keys[i].key && keys[i - 1].index < keys[i].index);
        }
        CHECK_MESSAGE(ordered && sum == 0, "round %d, count %lld", round, (long long)count);
        free(keys);
    }
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

// Keys that differ in the bits of a mask, in the order of their indices.
static wend_key *make_keys(uint64_t *state, int64_t count, uint64_t mask) {
    wend_key *keys = malloc((size_t)count * sizeof *keys);
    for (int64_t i = 0; i < count; i++)
        keys[i] = (wend_key){.key = wend_random(state) & mask, .index = (int32_t)i};
    return keys;
}

static bool comes_before(const wend_key *a, const wend_key *b) {
    return a->key < b->key || (a->key == b->key && a->index < b->index);
}

TEST(many_keys_are_sorted_by_all_threads) {
    const uint64_t masks[] = {UINT64_MAX, 0xFFFFFF, 0x1249249249249249u, 0xF0000000000000F0u, 1, 0, 0x8000};
    uint64_t state = 3;
    for (int round = 0; round < 42; round++) {
        wend_context *context = make_context(1 + round % 3);
        int64_t count = round % 5 == 0 ? 100 : 8000 + (int64_t)wend_random_below(&state, 100000);
        wend_key *keys = make_keys(&state, count, masks[round % 7]);
        CHECK_INT(wend_sort_many_keys(context, keys, count), WEND_OK);
        bool ordered = true;
        for (int64_t i = 1; i < count; i++)
            ordered &= comes_before(&keys[i - 1], &keys[i]);
        CHECK_MESSAGE(ordered, "round %d, count %lld", round, (long long)count);
        free(keys);
        CHECK_INT(wend_bytes_now(context), 0);
        wend_context_destroy(context);
    }
}

typedef struct odd { // a size that no register has
    char key, pad[6];
    int32_t index;
    char more[5];
} odd;

static int compare_odd(const void *a, const void *b, const void *user) {
    CHECK(*(const int *)user == 42);
    return ((const odd *)a)->key - ((const odd *)b)->key;
}

TEST(elements_are_sorted_stably) {
    wend_context *context = make_context(1);
    uint64_t state = 2;
    int user = 42;
    for (int round = 0; round < 300; round++) {
        int64_t count = (int64_t)wend_random_below(&state, round % 20 == 0 ? 5000 : 100);
        uint64_t range = 1 + wend_random_below(&state, 100);
        odd *elements = calloc((size_t)count + 1, sizeof *elements);
        for (int64_t i = 0; i < count; i++) {
            elements[i].key = (char)wend_random_below(&state, range);
            elements[i].index = (int32_t)i;
            elements[i].more[4] = elements[i].key;
        }
        CHECK(wend_sort(context, elements, count, sizeof *elements, compare_odd, &user));
        bool ordered = true;
        for (int64_t i = 0; i < count; i++) {
            ordered &= elements[i].more[4] == elements[i].key;
            if (i > 0)
                ordered &= elements[i - 1].key < elements[i].key ||
                           (elements[i - 1].key == elements[i].key && elements[i - 1].index < elements[i].index);
        }
        CHECK_MESSAGE(ordered, "round %d, count %lld", round, (long long)count);
        free(elements);
    }
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

TEST(sorting_without_memory_changes_nothing) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    wend_key keys[100];
    odd elements[100] = {{0}};
    int user = 42;
    for (int i = 0; i < 100; i++) {
        keys[i] = (wend_key){.key = (uint64_t)(1000 - i), .index = i};
        elements[i].index = i;
        elements[i].key = (char)(100 - i);
    }
    memory.fail_at = 0;
    memory.fail_after = true;
    memory.allocations = 0;
    CHECK(!wend_sort_keys(context, keys, 100));
    CHECK(!wend_sort(context, elements, 100, sizeof *elements, compare_odd, &user));
    for (int i = 0; i < 100; i++)
        CHECK(keys[i].index == i && elements[i].index == i);
    CHECK(wend_sort_keys(context, keys, 20) && keys[0].index == 19); // a few are sorted in place
    failing_finish(&memory, context);
}

// ---------------------------------------------------------------------------------------------- reports

TEST(reports_keep_the_first_of_each_code) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    wend_report *report = NULL;
    REQUIRE(wend_report_create(context, &report) == WEND_OK);
    CHECK_STRING(wend_report_error(report), "");
    for (int i = 0; i < 250; i++) {
        wend_finding finding = wend_finding_make("many", WEND_WARNING, "number %d", i);
        finding.item = i;
        wend_report_add(report, &finding);
    }
    wend_finding error = wend_finding_make("broken", WEND_ERROR, "%s is broken", "this");
    error.has_at = true;
    error.at[1] = 2.5;
    wend_report_add(report, &error);
    CHECK_INT(wend_report_count(report), WEND_REPORT_KEEP + 1);
    CHECK_INT(wend_report_total(report, "many"), 250);
    CHECK_INT(wend_report_total(report, "broken"), 1);
    CHECK_INT(wend_report_total(report, "other"), 0);
    CHECK_INT(wend_report_total(report, NULL), 251);
    CHECK_STRING(wend_report_error(report), "this is broken");
    const wend_finding *last = wend_report_at(report, WEND_REPORT_KEEP);
    REQUIRE(last != NULL);
    CHECK(last->at[1] == 2.5 && last->has_at && !last->has_measure && last->file == -1 && last->item == -1);
    CHECK_STRING(last->code, "broken");
    CHECK_INT(wend_report_at(report, 99)->item, 99);
    CHECK(wend_report_at(report, -1) == NULL && wend_report_at(report, WEND_REPORT_KEEP + 1) == NULL);
    wend_report_clear(report);
    CHECK(wend_report_count(report) == 0 && wend_report_total(report, NULL) == 0);
    CHECK_STRING(wend_report_error(report), "");
    wend_report_destroy(report);
    failing_finish(&memory, context);
}

TEST(reports_ignore_null) {
    wend_finding finding = wend_finding_make("code", WEND_NOTE, "text");
    wend_report_add(NULL, &finding);
    wend_report_clear(NULL);
    wend_report_destroy(NULL);
    CHECK(wend_report_count(NULL) == 0 && wend_report_total(NULL, NULL) == 0 && wend_report_at(NULL, 0) == NULL);
    CHECK_STRING(wend_report_error(NULL), "");
}

TEST(reports_work_without_memory) {
    failing memory;
    wend_context *context = failing_context(&memory, 1);
    wend_report *report = NULL;
    REQUIRE(wend_report_create(context, &report) == WEND_OK);
    memory.allocations = 0;
    memory.fail_at = 0;
    memory.fail_after = true;
    wend_finding finding = wend_finding_make("broken", WEND_ERROR, "no memory at all");
    wend_report_add(report, &finding);
    CHECK_STRING(wend_report_error(report), "no memory at all");
    CHECK_INT(wend_report_total(report, NULL), 1);
    CHECK_INT(wend_report_count(report), 0);
    memory.fail_at = -1;
    wend_report_add(report, &finding);
    CHECK_INT(wend_report_total(report, NULL), 2);
    CHECK_INT(wend_report_count(report), 1);
    wend_report_destroy(report);
    failing_finish(&memory, context);
}

TEST(finding_texts_are_clean) {
    CHECK_STRING(wend_finding_make("c", WEND_NOTE, "a\nb\tc\x7f%s", "d").text, "a b c d");
    CHECK_STRING(wend_finding_make("c", WEND_NOTE, "%s", "\xff \xc3\xa9 \xc3 \xe2\x82\xac \xed\xa0\x80").text,
                 "? \xc3\xa9 ? \xe2\x82\xac ???");
    wend_finding cut = wend_finding_make("c", WEND_NOTE, "%0300d", 7);
    CHECK_INT(strlen(cut.text), WEND_FINDING_TEXT - 1);
    CHECK_STRING(cut.text + WEND_FINDING_TEXT - 5, "0...");
    for (int offset = 0; offset < 8; offset++) { // never half a character at the end
        char text[512];
        memset(text, 'x', sizeof text);
        for (int i = offset; i + 3 < 500; i += 3)
            memcpy(text + i, "\xe2\x82\xac", 3);
        text[500] = 0;
        cut = wend_finding_make("c", WEND_NOTE, "%s", text);
        CHECK(strchr(cut.text, '?') == NULL && strcmp(cut.text + strlen(cut.text) - 3, "...") == 0);
    }
}

// ---------------------------------------------------------------------------------------------- hash

// The hash of numbers is that of their bytes, the lowest ones first, whatever the machine.
TEST(hash_of_words_is_that_of_their_bytes) {
    uint64_t state = 3, words[5];
    unsigned char bytes[40];
    for (size_t count = 0; count <= 5; count++) {
        for (size_t i = 0; i < 8 * count; i++) {
            words[i / 8] = i % 8 == 0 ? wend_random(&state) : words[i / 8];
            bytes[i] = (unsigned char)(words[i / 8] >> 8 * (i % 8));
        }
        CHECK(wend_hash_words(7, words, count) == wend_hash(7, bytes, 8 * count));
    }
    CHECK(wend_word_of(-2, 3) == 0x3FFFFFFFEu && wend_word_of_double(-1.5) == 0xBFF8000000000000u);
}

TEST(hash_is_the_specified_one) {
    // Values that any other implementation must give, too.
    CHECK_MESSAGE(wend_hash(0, NULL, 0) == 0xE220A8397B1DCDAFu, "%016llx", (unsigned long long)wend_hash(0, NULL, 0));
    CHECK_MESSAGE(wend_hash(0, "wend", 4) == 0xF689DFBE0ADDD326u, "%016llx",
                  (unsigned long long)wend_hash(0, "wend", 4));
    CHECK_MESSAGE(wend_hash(1, "0123456789abcdefXYZ", 19) == 0xCF7589684E5301DEu, "%016llx",
                  (unsigned long long)wend_hash(1, "0123456789abcdefXYZ", 19));
}

TEST(hash_sees_every_bit) {
    unsigned char bytes[64];
    uint64_t state = 3;
    long total = 0, cases = 0, worst_low = 64, worst_high = 0;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)wend_random(&state);
        size_t count = 1 + wend_random_below(&state, sizeof bytes);
        uint64_t before = wend_hash(9, bytes, count);
        CHECK(wend_hash(10, bytes, count) != before && wend_hash(9, bytes, count - 1) != before);
        for (size_t bit = 0; bit < 8 * count; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            uint64_t changed = before ^ wend_hash(9, bytes, count);
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            long ones = 0;
            for (; changed != 0; changed &= changed - 1)
                ones++;
            total += ones;
            cases++;
            worst_low = ones < worst_low ? ones : worst_low;
            worst_high = ones > worst_high ? ones : worst_high;
        }
    }
    double mean = (double)total / (double)cases;
    CHECK_MESSAGE(mean > 31.8 && mean < 32.2, "a flipped bit changes %ld / %ld bits", total, cases);
    CHECK_MESSAGE(worst_low > 8 && worst_high < 56, "between %ld and %ld bits change", worst_low, worst_high);
}

TEST(hash_does_not_depend_on_alignment) {
    unsigned char bytes[80];
    for (int shift = 0; shift < 8; shift++) {
        for (int i = 0; i < 70; i++)
            bytes[shift + i] = (unsigned char)(i * 7);
        CHECK(wend_hash(5, bytes + shift, 70) == wend_hash(5, bytes + shift, 70));
        static uint64_t first;
        first = shift == 0 ? wend_hash(5, bytes, 70) : first;
        CHECK(wend_hash(5, bytes + shift, 70) == first);
    }
}

// ---------------------------------------------------------------------------------------------- random

TEST(random_is_the_specified_one) {
    uint64_t state = 1234567; // the published first numbers of splitmix64
    CHECK(wend_random(&state) == 6457827717110365317u);
    CHECK(wend_random(&state) == 3203168211198807973u);
    CHECK(wend_random(&state) == 9817491932198370423u);
    for (int i = 0; i < 1000; i++) {
        double unit = wend_random_unit(&state);
        CHECK(unit >= 0 && unit < 1);
        CHECK(wend_random_below(&state, 7) < 7);
    }
}

CHECK_MAIN()
