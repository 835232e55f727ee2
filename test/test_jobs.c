// Jobs on the caller's threads (start_job and finish_job of a context), run by schedulers that do what they may and no
// more: at once, never, backwards, late, on one thread, on threads that sleep when they should hurry.
//
// Whatever they do, every item is worked on once, no two pieces have the same worker at a time, failures and
// cancellations are what they are with Wend's own threads, and files have the same bytes.
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include "base/random.h"

#include <wend/archive.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST_JOBS = 64, THREADS = 5, SERVERS = 3 };

typedef enum manner {
    AT_ONCE,       // within start_job
    NEVER,         // start_job refuses
    SOMETIMES,     // start_job refuses every other job and runs the next one within finish_job
    BACKWARDS,     // within finish_job, the last one first, on the calling thread
    ONE_THREAD,    // by one other thread, in order
    AFTER_THE_END, // by other threads, but only once finish_job waits for it
    HOSTILE,       // by several threads, the last one first, with random naps before and after
    MANNERS
} manner;

typedef struct entry {
    wend_job *job;
    void *data;
    bool wanted; // finish_job waits for it
    bool taken, done;
} entry;

typedef struct scheduler {
    manner manner;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    entry entries[MOST_JOBS];
    int count;    // of entries since the last time that none was open
    int open;     // entries that are not finished
    bool closing; // servers go home
    int server_count;
    pthread_t servers[SERVERS];
    uint64_t random;
    int64_t started, ran, ran_elsewhere; // jobs, in all
    pthread_t caller;
    int64_t cancel_after; // calls of the cancel hook; -1 for never
} scheduler;

static void nap(uint64_t microseconds) {
    nanosleep(&(struct timespec){.tv_nsec = (long)(microseconds * 1000)}, NULL);
}

// Runs an entry. The lock is held before and after, not meanwhile.
static void run_entry(scheduler *s, entry *e) {
    e->taken = true;
    uint64_t before = s->manner == HOSTILE ? wend_random_below(&s->random, 200) : 0;
    uint64_t after = s->manner == HOSTILE ? wend_random_below(&s->random, 200) : 0;
    s->ran++;
    s->ran_elsewhere += !pthread_equal(pthread_self(), s->caller);
    pthread_mutex_unlock(&s->lock);
    if (before > 100)
        nap(before);
    e->job(e->data);
    if (after > 100)
        nap(after);
    pthread_mutex_lock(&s->lock);
    e->done = true;
    pthread_cond_broadcast(&s->changed);
}

// The entry that a server would run now, or NULL.
static entry *next_entry(scheduler *s) {
    for (int i = 0; i < s->count; i++) {
        entry *e = &s->entries[s->manner == HOSTILE ? s->count - 1 - i : i];
        if (!e->taken && (e->wanted || s->manner != AFTER_THE_END))
            return e;
    }
    return NULL;
}

static void *serve(void *argument) {
    scheduler *s = argument;
    pthread_mutex_lock(&s->lock);
    while (!s->closing) {
        entry *e = next_entry(s);
        if (e != NULL)
            run_entry(s, e);
        else
            pthread_cond_wait(&s->changed, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void *start_job(void *user, wend_job *job, void *data) {
    scheduler *s = user;
    s->started++;
    if (s->manner == NEVER || (s->manner == SOMETIMES && s->started % 2 == 0))
        return NULL;
    if (s->manner == AT_ONCE) {
        s->ran++;
        job(data);
        return NULL;
    }
    pthread_mutex_lock(&s->lock);
    entry *e = &s->entries[s->count++];
    *e = (entry){.job = job, .data = data};
    s->open++;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return e;
}

static void finish_job(void *user, void *handle) {
    scheduler *s = user;
    entry *e = handle;
    pthread_mutex_lock(&s->lock);
    e->wanted = true;
    pthread_cond_broadcast(&s->changed);
    if (s->manner == BACKWARDS || s->manner == SOMETIMES)
        for (int i = s->count - 1; i >= 0; i--)
            if (!s->entries[i].taken)
                run_entry(s, &s->entries[i]);
    while (!e->done)
        pthread_cond_wait(&s->changed, &s->lock);
    if (--s->open == 0)
        s->count = 0;
    pthread_mutex_unlock(&s->lock);
}

static bool cancel(void *user) {
    scheduler *s = user;
    return s->cancel_after >= 0 && s->cancel_after-- == 0;
}

static wend_context *open_scheduler(scheduler *s, manner m, int64_t cancel_after) {
    *s = (scheduler){.manner = m, .random = 5, .caller = pthread_self(), .cancel_after = cancel_after};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->server_count = m == HOSTILE || m == AFTER_THE_END ? SERVERS : m == ONE_THREAD ? 1 : 0;
    for (int i = 0; i < s->server_count; i++)
        CHECK_INT(pthread_create(&s->servers[i], NULL, serve, s), 0);
    wend_context_def def = wend_default_context_def();
    def.user = s;
    def.start_job = start_job;
    def.finish_job = finish_job;
    def.cancel = cancel;
    def.threads = THREADS;
    wend_context *context = NULL;
    CHECK_INT(wend_context_create(&def, &context), WEND_OK);
    return context;
}

static void close_scheduler(scheduler *s, wend_context *context) {
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
    pthread_mutex_lock(&s->lock);
    CHECK_INT(s->open, 0);
    s->closing = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->server_count; i++)
        pthread_join(s->servers[i], NULL);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    // What was tried was what its name says.
    CHECK(s->started > 0);
    CHECK((s->ran == 0) == (s->manner == NEVER));
    CHECK((s->ran_elsewhere > 0) == (s->server_count > 0));
}

// ---------------------------------------------------------------------------------------------- tasks

enum { ITEMS = 3000 };

typedef struct record {
    atomic_uchar touched[ITEMS];
    atomic_int inside[THREADS];
    atomic_bool broken;
    int64_t fail_at, fail_also; // items; -1 for none
} record;

static wend_result touch(void *data, int64_t begin, int64_t end, int worker) {
    record *r = data;
    if (worker < 0 || worker >= THREADS || atomic_fetch_add(&r->inside[worker], 1) != 0)
        atomic_store(&r->broken, true);
    if (begin % 97 == 0)
        nap(20); // so that pieces overlap
    wend_result result = WEND_OK;
    for (int64_t i = begin; i < end; i++) {
        atomic_fetch_add(&r->touched[i], 1);
        result = i == r->fail_at ? WEND_ERROR_EMPTY : i == r->fail_also ? WEND_ERROR_RANGE : result;
    }
    atomic_fetch_sub(&r->inside[worker], 1);
    return result;
}

// Whether items below `end` were touched once and the others at most once.
static bool touched_once(const record *r, int64_t end) {
    int64_t wrong = 0;
    for (int64_t i = 0; i < ITEMS; i++)
        wrong += i < end ? r->touched[i] != 1 : r->touched[i] > 1;
    return wrong == 0 && !r->broken;
}

TEST(every_item_is_worked_on_once) {
    for (manner m = 0; m < MANNERS; m++) {
        scheduler s;
        wend_context *context = open_scheduler(&s, m, -1);
        CHECK_INT(wend_thread_count(context), THREADS);
        for (int round = 0; round < 60; round++) {
            record r = {.fail_at = -1, .fail_also = -1};
            int64_t grain = round % 3 == 0 ? 1 : round % 3 == 1 ? 100 : 1400; // the last one gives three pieces
            CHECK_INT(wend_run_tasks(context, ITEMS, grain, touch, &r), WEND_OK);
            CHECK_MESSAGE(touched_once(&r, ITEMS), "manner %d, grain %d", (int)m, (int)grain);
        }
        close_scheduler(&s, context);
    }
}

TEST(the_lowest_failure_wins) {
    for (manner m = 0; m < MANNERS; m++) {
        scheduler s;
        wend_context *context = open_scheduler(&s, m, -1);
        for (int round = 0; round < 30; round++) {
            record r = {.fail_at = 333, .fail_also = 341};
            CHECK_INT(wend_run_tasks(context, ITEMS, 4, touch, &r), WEND_ERROR_EMPTY);
            CHECK_MESSAGE(touched_once(&r, 333), "manner %d", (int)m);
        }
        close_scheduler(&s, context);
    }
}

TEST(cancelling_stops_jobs_too) {
    for (manner m = 0; m < MANNERS; m++) {
        scheduler s;
        wend_context *context = open_scheduler(&s, m, 20);
        record r = {.fail_at = -1, .fail_also = -1};
        CHECK_INT(wend_run_tasks(context, ITEMS, 1, touch, &r), WEND_ERROR_CANCELLED);
        int64_t touched = 0;
        for (int64_t i = 0; i < ITEMS; i++)
            touched += r.touched[i];
        CHECK_MESSAGE(touched_once(&r, 0) && touched <= 20 + THREADS, "manner %d: %d items", (int)m, (int)touched);
        for (int round = 0; round < 20; round++) // and so that servers get to run something
            CHECK_INT(wend_run_tasks(context, 20, 1, touch, &(record){.fail_at = -1, .fail_also = -1}), WEND_OK);
        close_scheduler(&s, context);
    }
}

TEST(half_a_pair_of_hooks_is_refused) {
    wend_context *context = NULL;
    wend_context_def def = wend_default_context_def();
    def.start_job = start_job;
    CHECK_INT(wend_context_create(&def, &context), WEND_ERROR_ARGUMENT);
    def.start_job = NULL;
    def.finish_job = finish_job;
    CHECK_INT(wend_context_create(&def, &context), WEND_ERROR_ARGUMENT);
    CHECK(context == NULL);
}

TEST(one_thread_starts_no_jobs) {
    scheduler s = {.manner = NEVER};
    wend_context_def def = wend_default_context_def();
    def.user = &s;
    def.start_job = start_job;
    def.finish_job = finish_job;
    def.threads = 1;
    wend_context *context = NULL;
    REQUIRE(wend_context_create(&def, &context) == WEND_OK);
    record r = {.fail_at = -1, .fail_also = -1};
    CHECK_INT(wend_run_tasks(context, ITEMS, 1, touch, &r), WEND_OK);
    CHECK(touched_once(&r, ITEMS));
    CHECK_INT(s.started, 0);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- files

typedef struct file {
    uint64_t hash;
    size_t count;
} file;

static file build_file(wend_context *context, const char *name, bool scene) {
    wend_scene *model = NULL;
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    void *bytes = NULL;
    file made = {0, 0};
    wend_result result = scene ? wend_sample_build_scene(context, name, 0, 3, &model)
                               : wend_sample_build_drawing(context, name, 0, 3, &drawing);
    if (result == WEND_OK)
        result = scene ? wend_build_scene(context, model, NULL, &nav, NULL, NULL)
                       : wend_build_drawing(context, drawing, NULL, &nav, NULL, NULL);
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &bytes, &made.count);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_describe(result));
    made.hash = wend_hash(0, bytes != NULL ? bytes : "", made.count);
    wend_release(context, bytes, made.count);
    wend_nav_destroy(nav);
    wend_scene_destroy(model);
    wend_drawing_destroy(drawing);
    return made;
}

TEST(files_have_the_same_bytes) {
    static const struct {
        const char *name;
        bool scene;
    } samples[] = {{"stairs", true},       {"doors", true},  {"soup", true},
                   {"random-scene", true}, {"rooms", false}, {"city", false}};
    for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
        if (!check_takes((int64_t)k % 4)) // a plan in any share
            continue;
        wend_context_def def = wend_default_context_def();
        def.threads = 1;
        wend_context *plain = NULL;
        REQUIRE(wend_context_create(&def, &plain) == WEND_OK);
        file expected = build_file(plain, samples[k].name, samples[k].scene);
        wend_context_destroy(plain);
        for (manner m = 0; m < MANNERS; m++) {
            scheduler s;
            wend_context *context = open_scheduler(&s, m, -1);
            file got = build_file(context, samples[k].name, samples[k].scene);
            CHECK_MESSAGE(got.count > 0 && got.count == expected.count && got.hash == expected.hash,
                          "%s differs, manner %d", samples[k].name, (int)m);
            close_scheduler(&s, context);
        }
    }
}

CHECK_MAIN()
