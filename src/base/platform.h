// The machine below: threads, locks, the clock, how many processors there are. No other file of the core asks.
//
// platform.h decides what there is, platform.c alone includes system headers (scripts/check_includes sees to it).
//
//     WEND_THREADS   1 when there are threads, of POSIX or of Windows. 0 on WebAssembly and when the build defines
//                    WEND_NO_THREADS: then locks do nothing, no thread starts, and every context has one worker.
//
// It also refuses builds whose arithmetic would give other bits than every other machine's.
#ifndef WEND_SRC_BASE_PLATFORM_H
#define WEND_SRC_BASE_PLATFORM_H

#include <float.h>
#include <stdbool.h>

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) ||    \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "Wend needs IEEE 754 arithmetic: build it without -ffast-math, -Ofast and what they switch on"
#endif
#if FLT_EVAL_METHOD != 0
#error                                                                                                                 \
    "Wend needs numbers without excess precision: build with -msse2 -mfpmath=sse (x86), -fexcess-precision=fast (s390)"
#endif
#if FLT_RADIX != 2 || DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "Wend needs doubles of 64 bits as IEEE 754 has them"
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(_WIN32)
#define WEND_SYSTEM_WINDOWS 1
#elif defined(__wasm__) && !defined(__EMSCRIPTEN__)
#define WEND_SYSTEM_BARE 1 // a clock that the host gives, nothing else
#else
#define WEND_SYSTEM_POSIX 1
#endif
#if defined(WEND_NO_THREADS) || defined(__wasm__)
#define WEND_THREADS 0
#else
#define WEND_THREADS 1
#endif

// What will soon be read is fetched meanwhile. Any address will do.
#if defined(__GNUC__) || defined(__clang__)
#define WEND_PREFETCH(address) __builtin_prefetch(address)
#else
#define WEND_PREFETCH(address) ((void)(address))
#endif

// A place for a system's own object, so that no system header is needed here; platform.c checks that it is large
// enough.
typedef union wend_system_object {
    void *pointer;
    long long number;
    unsigned char bytes[64];
} wend_system_object;

// Mutual exclusion. Not recursive. `make` is false when the system refuses.
typedef struct wend_lock {
    wend_system_object object;
} wend_lock;
bool wend_lock_make(wend_lock *lock);
void wend_lock_drop(wend_lock *lock);
void wend_lock_take(wend_lock *lock);
void wend_lock_give(wend_lock *lock);

// What threads wait for while they hold a lock, which is given back meanwhile. A wait may end for no reason.
typedef struct wend_event {
    wend_system_object object;
} wend_event;
bool wend_event_make(wend_event *event);
void wend_event_drop(wend_event *event);
void wend_event_wait(wend_event *event, wend_lock *lock);
void wend_event_wake_one(wend_event *event);
void wend_event_wake_all(wend_event *event);

// A thread that runs main(argument). It takes no signals: those are the caller's. The struct must stay where it is
// until the thread was joined. `start` is false when the system gives no thread.
typedef struct wend_thread {
    void (*main)(void *argument);
    void *argument;
    wend_system_object object;
} wend_thread;
bool wend_thread_start(wend_thread *thread, void (*main)(void *argument), void *argument);
void wend_thread_join(wend_thread *thread);

// Processors that are online, at least 1.
int wend_processor_count(void);

#endif
