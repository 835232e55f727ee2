// The systems that Wend knows: POSIX, Windows, and none (WebAssembly without a system, or a build without threads).
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE 1 // where sysconf knows processors only with it
#endif

#include "base/platform.h"

#include "base/context.h"

#ifdef WEND_SYSTEM_WINDOWS
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif
#ifdef WEND_SYSTEM_POSIX
#include <time.h>
#include <unistd.h>
#if WEND_THREADS
#include <pthread.h>
#include <signal.h>
#endif
#endif

// ---------------------------------------------------------------------------------------------- clock, processors

#if defined(WEND_SYSTEM_WINDOWS)

double wend_seconds(void) {
    LARGE_INTEGER now, rate;
    if (!QueryPerformanceCounter(&now) || !QueryPerformanceFrequency(&rate) || rate.QuadPart <= 0)
        return 0;
    return (double)now.QuadPart / (double)rate.QuadPart;
}

int wend_processor_count(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : (int)info.dwNumberOfProcessors;
}

#elif defined(WEND_SYSTEM_BARE)

// The one import of the module: seconds of a clock that never goes back.
__attribute__((import_module("env"), import_name("wend_seconds"))) double wend_host_seconds(void);

double wend_seconds(void) {
    return wend_host_seconds();
}

int wend_processor_count(void) {
    return 1;
}

#else

double wend_seconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int wend_processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 65536 ? 65536 : (int)count;
}

#endif

// ---------------------------------------------------------------------------------------------- threads

#if !WEND_THREADS

bool wend_lock_make(wend_lock *lock) {
    (void)lock;
    return true;
}
void wend_lock_drop(wend_lock *lock) {
    (void)lock;
}
void wend_lock_take(wend_lock *lock) {
    (void)lock;
}
void wend_lock_give(wend_lock *lock) {
    (void)lock;
}
bool wend_event_make(wend_event *event) {
    (void)event;
    return true;
}
void wend_event_drop(wend_event *event) {
    (void)event;
}
void wend_event_wait(wend_event *event, wend_lock *lock) {
    (void)event;
    (void)lock;
}
void wend_event_wake_one(wend_event *event) {
    (void)event;
}
void wend_event_wake_all(wend_event *event) {
    (void)event;
}
bool wend_thread_start(wend_thread *thread, void (*main)(void *argument), void *argument) {
    *thread = (wend_thread){.main = main, .argument = argument};
    return false;
}
void wend_thread_join(wend_thread *thread) {
    (void)thread;
}

#elif defined(WEND_SYSTEM_WINDOWS)

_Static_assert(sizeof(SRWLOCK) <= sizeof(wend_system_object), "a lock must fit its place");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(wend_system_object), "a condition must fit its place");

static SRWLOCK *lock_of(wend_lock *lock) {
    return (SRWLOCK *)(void *)&lock->object;
}
static CONDITION_VARIABLE *condition_of(wend_event *event) {
    return (CONDITION_VARIABLE *)(void *)&event->object;
}

bool wend_lock_make(wend_lock *lock) {
    InitializeSRWLock(lock_of(lock));
    return true;
}
void wend_lock_drop(wend_lock *lock) {
    (void)lock;
}
void wend_lock_take(wend_lock *lock) {
    AcquireSRWLockExclusive(lock_of(lock));
}
void wend_lock_give(wend_lock *lock) {
    ReleaseSRWLockExclusive(lock_of(lock));
}
bool wend_event_make(wend_event *event) {
    InitializeConditionVariable(condition_of(event));
    return true;
}
void wend_event_drop(wend_event *event) {
    (void)event;
}
void wend_event_wait(wend_event *event, wend_lock *lock) {
    SleepConditionVariableSRW(condition_of(event), lock_of(lock), INFINITE, 0);
}
void wend_event_wake_one(wend_event *event) {
    WakeConditionVariable(condition_of(event));
}
void wend_event_wake_all(wend_event *event) {
    WakeAllConditionVariable(condition_of(event));
}

static DWORD WINAPI run_thread(void *argument) {
    wend_thread *thread = argument;
    thread->main(thread->argument);
    return 0;
}

bool wend_thread_start(wend_thread *thread, void (*main)(void *argument), void *argument) {
    *thread = (wend_thread){.main = main, .argument = argument};
    thread->object.pointer = CreateThread(NULL, 0, run_thread, thread, 0, NULL);
    return thread->object.pointer != NULL;
}

void wend_thread_join(wend_thread *thread) {
    WaitForSingleObject(thread->object.pointer, INFINITE);
    CloseHandle(thread->object.pointer);
}

#else

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(wend_system_object), "a lock must fit its place");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(wend_system_object), "a condition must fit its place");
_Static_assert(sizeof(pthread_t) <= sizeof(wend_system_object), "a thread must fit its place");

static pthread_mutex_t *mutex_of(wend_lock *lock) {
    return (pthread_mutex_t *)(void *)&lock->object;
}
static pthread_cond_t *condition_of(wend_event *event) {
    return (pthread_cond_t *)(void *)&event->object;
}

bool wend_lock_make(wend_lock *lock) {
    return pthread_mutex_init(mutex_of(lock), NULL) == 0;
}
void wend_lock_drop(wend_lock *lock) {
    pthread_mutex_destroy(mutex_of(lock));
}
void wend_lock_take(wend_lock *lock) {
    pthread_mutex_lock(mutex_of(lock));
}
void wend_lock_give(wend_lock *lock) {
    pthread_mutex_unlock(mutex_of(lock));
}
bool wend_event_make(wend_event *event) {
    return pthread_cond_init(condition_of(event), NULL) == 0;
}
void wend_event_drop(wend_event *event) {
    pthread_cond_destroy(condition_of(event));
}
void wend_event_wait(wend_event *event, wend_lock *lock) {
    pthread_cond_wait(condition_of(event), mutex_of(lock));
}
void wend_event_wake_one(wend_event *event) {
    pthread_cond_signal(condition_of(event));
}
void wend_event_wake_all(wend_event *event) {
    pthread_cond_broadcast(condition_of(event));
}

static void *run_thread(void *argument) {
    wend_thread *thread = argument;
    thread->main(thread->argument);
    return NULL;
}

bool wend_thread_start(wend_thread *thread, void (*main)(void *argument), void *argument) {
    *thread = (wend_thread){.main = main, .argument = argument};
    sigset_t all, before;
    sigfillset(&all);
    bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    bool started = pthread_create((pthread_t *)(void *)&thread->object, NULL, run_thread, thread) == 0;
    if (masked)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void wend_thread_join(wend_thread *thread) {
    pthread_join(*(pthread_t *)(void *)&thread->object, NULL);
}

#endif
