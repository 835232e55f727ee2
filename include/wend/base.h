// wend/base.h: what every other header of Wend stands on.
//
// Results, the context (memory, log, progress, cancellation, threads), reports of located findings, and text of
// numbers. Wend keeps no global state: all of it hangs on a context that the caller makes and destroys.
//
// These rules hold for every call of every header, unless its comment says otherwise.
//
// NULL. A call that returns a wend_result returns WEND_ERROR_ARGUMENT when an object, an array, a text or a place for
// its results is NULL. What it would have made is NULL then, as it is after every failure. `def`, `agent`, `report` and
// `times` may be NULL: the defaults count, and nothing is reported. Destroying NULL does nothing; the look of NULL is
// empty, all zeros. Calls that answer a question and cannot fail (where is a place, how wide is a way) must be given
// all they ask for, but for outputs that may be NULL.
//
// Ownership. Who makes an object destroys it, once. Artifacts (surfaces, links, plans, medial axes, cells, ...) hold
// what they were made from, as long as they need it: destroy them in any order. Views and names belong to the object
// that was looked at and live as long as it does. Arrays, texts and defs that are passed in are copied or read, never
// kept. All must be destroyed before the context that made them.
//
// Threads. A context may be used by one call at a time: make one per thread that builds. Artifacts and navs never
// change once built, and may be looked at and asked by any number of threads at once; so may a scene or a drawing that
// nobody adds to. Any thread may destroy an artifact or a nav, even while another one uses its context, if `release`
// may be called by several threads at once, as the default may; reports, texts and what else changes belong to one
// thread at a time.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the libraries export; nothing else is. Programs that use them as DLLs of Windows define WEND_SHARED, as the
// CMake package and pkg-config do.
#if defined(WEND_BUILDING) && defined(_WIN32)
#define WEND_API __declspec(dllexport)
#elif defined(WEND_BUILDING) && defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#elif defined(WEND_SHARED) && defined(_WIN32)
#define WEND_API __declspec(dllimport)
#else
#define WEND_API
#endif

// Lets compilers check the arguments of a message against its format.
#if defined(__MINGW32__) && !defined(__clang__)
#define WEND_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define WEND_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define WEND_PRINTF(text, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- version

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0

// The version of the library that is linked, as "0.1.0".
WEND_API const char *wend_version(void);

// ---------------------------------------------------------------------------------------------------- results

// What a call that can fail returns. 0 is success. The report, where the call takes one, says more: what, where, why.
typedef enum wend_result {
    WEND_OK = 0,
    WEND_ERROR_MEMORY,      // the allocator returned NULL, or memory_limit was reached (wend_memory_refused)
    WEND_ERROR_CANCELLED,   // the cancel hook returned true
    WEND_ERROR_ARGUMENT,    // an argument or a field of a def is out of its documented range
    WEND_ERROR_NOT_FINITE,  // a coordinate is NaN or infinite
    WEND_ERROR_RANGE,       // coordinates span more than 2^30 lattice steps
    WEND_ERROR_EMPTY,       // the input holds nothing to work on
    WEND_ERROR_LIMIT,       // more elements than 32-bit indices can name, or a loop reached its bound
    WEND_ERROR_IO,          // a file cannot be opened, read or written
    WEND_ERROR_FORMAT,      // a file breaks the rules of its format
    WEND_ERROR_TRUNCATED,   // a file ends too early
    WEND_ERROR_CHECKSUM,    // a file was damaged
    WEND_ERROR_VERSION,     // a file was written by a newer version of Wend
    WEND_ERROR_UNSUPPORTED, // valid, but not something that Wend can read or do
    WEND_ERROR_INVALID,     // a validator found an invariant broken
    WEND_RESULT_COUNT
} wend_result;

// A short English sentence for a result, never NULL. The text is static.
WEND_API const char *wend_describe(wend_result result);

// ---------------------------------------------------------------------------------------------------- context

typedef enum wend_log_level { WEND_LOG_DEBUG, WEND_LOG_INFO, WEND_LOG_WARNING, WEND_LOG_ERROR } wend_log_level;

// A piece of work that `start_job` runs once, as job(data).
typedef void wend_job(void *data);

// Hooks and settings of a context. Every hook gets `user` as its first argument. Hooks may be called from any worker
// thread, but never two at a time, except `allocate` and `release`, which must be safe to call concurrently when
// `threads` is not 1, and `start_job` and `finish_job`, which only the thread that called Wend calls.
typedef struct wend_context_def {
    void *user;
    // Returns `bytes` bytes (never 0) aligned to 16, or NULL. Default: malloc.
    void *(*allocate)(void *user, size_t bytes);
    // Frees a block; `bytes` is what it was allocated with. Default: free.
    void (*release)(void *user, void *block, size_t bytes);
    // Receives one line without a newline. Default: NULL, nothing is logged.
    void (*log)(void *user, wend_log_level level, const char *line);
    // Hears how far a stage is, 0..1. `stage` is a static string: "extract", "link", "stairs", "plan", "medial",
    // "cells", "roads", "landmarks", in this order where one call builds all of them. A stage begins at 0, never falls
    // back, and reports 1 when it is done, before the next one begins. Default: NULL.
    void (*progress)(void *user, const char *stage, double fraction);
    // Asked now and then; true stops the call with WEND_ERROR_CANCELLED. Default: NULL, never.
    bool (*cancel)(void *user);
    // Run Wend's work on the caller's own threads, a game engine's for example. Both or neither; by default (NULL) each
    // context has threads of its own. While a call runs, Wend starts up to `threads` - 1 jobs at a time, does the same
    // work itself, and then finishes the jobs.
    // `start_job` arranges that job(data) is called exactly once, on any thread, before `finish_job` returns for it: at
    // once, later, or as late as within finish_job. It returns a handle for finish_job, or NULL when the job has run
    // already or will never run; a NULL handle is not finished. `finish_job` returns when the job has, and what the job
    // wrote is visible then. It may run other work while it waits.
    // Jobs never wait for one another and take no lock across a hook, so any order and any number of threads will do,
    // even one; a job that comes too late finds nothing left to do. The results are the same bytes as without hooks, if
    // the threads have the usual floating-point modes: round to nearest, subnormal numbers kept. Neither hook may call
    // Wend with this context. Builds without threads start no jobs.
    void *(*start_job)(void *user, wend_job *job, void *data);
    void (*finish_job)(void *user, void *handle);
    // Number of workers, the calling thread included: 1..256, or 0 (default) for one per processor. The result of a
    // call never depends on it. Builds without threads (WebAssembly, WEND_NO_THREADS) always have one.
    int threads;
    // Most bytes that may be allocated at one time, or 0 (default) for no limit. What would need more fails with
    // WEND_ERROR_MEMORY. Small files can describe huge scenes: set it where files come from strangers.
    size_t memory_limit;
} wend_context_def;

WEND_API wend_context_def wend_default_context_def(void);

typedef struct wend_context wend_context;

// Makes a context. `def` may be NULL for the defaults. Returns WEND_ERROR_ARGUMENT when only one of allocate and
// release or of start_job and finish_job is set or threads is out of range, WEND_ERROR_MEMORY when the allocator fails.
// Worker threads start with the first call that needs them; where the system gives fewer threads than asked, fewer are
// used.
WEND_API wend_result wend_context_create(const wend_context_def *def, wend_context **context);

// Destroys a context and joins its threads. Every artifact made with it must have been destroyed before. NULL is
// ignored.
WEND_API void wend_context_destroy(wend_context *context);

// Bytes allocated through the context now, and the most there have been at one time since `wend_peak_reset`.
WEND_API size_t wend_bytes_now(const wend_context *context);
WEND_API size_t wend_bytes_peak(const wend_context *context);
WEND_API void wend_peak_reset(wend_context *context);

// Changes memory_limit, for example once the size of the input is known; 0 lifts it. What is allocated already stays.
// Must not be called while another call uses the context.
WEND_API void wend_memory_limit_set(wend_context *context, size_t bytes);
WEND_API size_t wend_memory_limit(const wend_context *context);
// Whether an allocation was refused because of the limit since it was set: such a WEND_ERROR_MEMORY is not one of
// the allocator. Readers and builds also report it, as "memory-limit".
WEND_API bool wend_memory_refused(const wend_context *context);

// Memory from the context's allocator. `wend_allocate` returns NULL on failure, beyond memory_limit, and for sizes
// of 0 or beyond PTRDIFF_MAX; the block is not cleared. `wend_release` ignores NULL and needs the size again.
WEND_API void *wend_allocate(wend_context *context, size_t bytes);
// The same for `count` elements of `size` bytes. NULL also for a product that is too large for the machine, so that no
// caller multiplies sizes by itself.
WEND_API void *wend_allocate_array(wend_context *context, int64_t count, size_t size);
WEND_API void wend_release(wend_context *context, void *block, size_t bytes);

// Number of workers that `wend_run_tasks` uses.
WEND_API int wend_thread_count(const wend_context *context);

// A piece of parallel work: the half-open range of items [begin, end). `worker` is in [0, wend_thread_count), and no
// two pieces run at the same time with the same worker index, so that it may index per-worker scratch.
typedef wend_result wend_task(void *data, int64_t begin, int64_t end, int worker);

// Runs `task` over [0, count) in pieces of `grain` items (at least 1) and waits for all of them. Pieces may run in any
// order. Returns the result of the failing piece with the lowest `begin`, or WEND_OK; after a failure or a
// cancellation, pieces not begun yet are skipped. Must not be called from within a task.
WEND_API wend_result wend_run_tasks(wend_context *context, int64_t count, int64_t grain, wend_task *task, void *data);

// ---------------------------------------------------------------------------------------------------- reports

typedef enum wend_severity {
    WEND_NOTE,    // worth knowing; the result is what one would expect
    WEND_WARNING, // the input was odd; the result may not be what was meant
    WEND_ERROR    // the call failed because of this
} wend_severity;

#define WEND_FINDING_TEXT 240

// One located finding. `code` is a static lower-case word with hyphens, stable between versions
// ("ring-crosses-itself"); <wend/codes.h> lists all of them.
typedef struct wend_finding {
    const char *code;
    wend_severity severity;
    int32_t file;     // index of the input file it concerns, -1 when none
    int64_t item;     // the triangle, shape (of a drawing) or line (of a text file) it concerns; -1 when none
    bool has_at;      // whether `at` holds a place
    double at[3];     // where, in the input's own coordinates
    bool has_measure; // whether `measured` and `limit` hold something
    double measured;  // what was found
    double limit;     // what would have been right
    char text[WEND_FINDING_TEXT]; // one English sentence, UTF-8, no newline, always terminated
} wend_finding;

// Findings of one or more calls. At most `WEND_REPORT_KEEP` findings of each code are kept, in the order in which they
// were added; all are counted.
typedef struct wend_report wend_report;
#define WEND_REPORT_KEEP 100

WEND_API wend_result wend_report_create(wend_context *context, wend_report **report);
WEND_API void wend_report_destroy(wend_report *report);
WEND_API void wend_report_clear(wend_report *report);

// Adds a copy of a finding. A report of NULL is ignored. When memory is short the finding is counted as lost and the
// next text of `wend_report_error` still works.
WEND_API void wend_report_add(wend_report *report, const wend_finding *finding);

// A finding with the given code, severity and text, and nothing else set. The format is printf's, but knows only %s %c
// %d %u %x %X %%, with l, ll, z, a width and a precision: numbers with a fraction are written with `wend_print_double`.
WEND_API wend_finding wend_finding_make(const char *code, wend_severity severity, const char *format, ...)
    WEND_PRINTF(3, 4);

// Findings kept, and the k-th of them (0-based), or NULL beyond the end.
WEND_API int64_t wend_report_count(const wend_report *report);
WEND_API const wend_finding *wend_report_at(const wend_report *report, int64_t k);
// How many findings of a code there were, kept or not; code NULL counts all.
WEND_API int64_t wend_report_total(const wend_report *report, const char *code);
// The text of the last finding of severity WEND_ERROR, or "" when there is none.
WEND_API const char *wend_report_error(const wend_report *report);

// ---------------------------------------------------------------------------------------------------- hash

// A 64-bit hash of bytes, the same on every machine. Chain calls by passing the last result as `seed`; start with 0.
// Good for telling contents apart and for checksums; not for security.
WEND_API uint64_t wend_hash(uint64_t seed, const void *bytes, size_t count);

// ---------------------------------------------------------------------------------------------------- number text

// Text of numbers, regardless of the locale. `wend_print_double` writes the shortest decimal that reads back as the
// same double ("0.1", "-2.5", "1e+300", "nan", "inf"); -0 is written as "0".
#define WEND_NUMBER_TEXT 32
WEND_API int wend_print_double(char text[WEND_NUMBER_TEXT], double value); // returns the length
WEND_API int wend_print_int64(char text[WEND_NUMBER_TEXT], int64_t value);

// Reads one decimal number at the start of [text, end): sign, digits, fraction, exponent. Returns the end of what was
// read, or NULL when no number starts here. Correctly rounded. Overflow gives infinity; "nan" and "inf" (any case) are
// read as such, so that callers can refuse them by name.
WEND_API const char *wend_parse_double(const char *text, const char *end, double *value);
// The same for an integer; NULL also when it does not fit.
WEND_API const char *wend_parse_int64(const char *text, const char *end, int64_t *value);

#ifdef __cplusplus
}
#endif
#endif
