// The test runner: one header, one program per test file.
//
//     #include "check.h"
//
//     TEST(numbers_add_up) {
//         CHECK(1 + 1 == 2);
//         CHECK_MESSAGE(a == b, "a is %d, b is %d", a, b);
//         REQUIRE(pointer != NULL); // leaves the test when it fails
//     }
//
//     CHECK_MAIN()
//
// A test fails when any of its checks fails. Failures are printed with file and line, the first few of each test. The
// program closes with `N passed, N failed, N skipped` alone on a line and exits 1 when something failed.
//
//     test_x [--list] [--share PERCENT] [--OPTION VALUE ...] [NAME ...]     runs the tests whose name contains NAME
//
// Tests read options with check_option("largest", 2000), and how many random cases to run with check_cases("cases",
// 2000): the value of --cases, or else 2000 times --share. Fixed lists of dear items ask check_takes(k). Checks are for the thread that runs the tests, not for
// tasks.
#ifndef WEND_TEST_CHECK_H
#define WEND_TEST_CHECK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHECK_TESTS_MAX = 512, CHECK_FAILURES_SHOWN = 10, CHECK_PATH = 4096 };

typedef struct check_test {
    const char *name;
    void (*run)(void);
} check_test;

static check_test check_tests[CHECK_TESTS_MAX];
static int check_test_count;
static const char *check_running;
static long check_failures; // of the running test
static bool check_skipped;  // whether the running test said so
static int check_argc;
static char **check_argv;

static inline void check_register(const char *name, void (*run)(void)) {
    if (check_test_count == CHECK_TESTS_MAX) {
        fprintf(stderr, "check.h: raise CHECK_TESTS_MAX\n");
        exit(1);
    }
    check_tests[check_test_count].name = name;
    check_tests[check_test_count++].run = run;
}

// Tests register themselves before main and run in the order in which they stand in the file.
#define TEST(name)                                                                                                     \
    static void test_##name(void);                                                                                     \
    __attribute__((constructor)) static void register_##name(void) {                                                   \
        check_register(#name, test_##name);                                                                            \
    }                                                                                                                  \
    static void test_##name(void)

__attribute__((format(printf, 4, 5))) static inline bool check_that(bool good, const char *file, int line,
                                                                    const char *format, ...) {
    if (good)
        return true;
    check_failures++;
    if (check_failures > CHECK_FAILURES_SHOWN)
        return false;
    printf("%s:%d: %s: ", file, line, check_running);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    if (check_failures == CHECK_FAILURES_SHOWN)
        printf("%s:%d: %s: further failures of this test are only counted\n", file, line, check_running);
    fflush(stdout);
    return false;
}

// Goes on after a failure. The value is the condition, so that a loop may stop: if (!CHECK(...)) break;
#define CHECK(condition) check_that((condition), __FILE__, __LINE__, "%s", #condition)
#define CHECK_MESSAGE(condition, ...) check_that((condition), __FILE__, __LINE__, __VA_ARGS__)

// Leaves the test (or the void function) after a failure.
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!CHECK(condition))                                                                                         \
            return;                                                                                                    \
    } while (0)

// Values side by side, for messages that show both. Each argument is evaluated once.
#define CHECK_INT(actual, expected)                                                                                    \
    check_int((int64_t)(actual), (int64_t)(expected), __FILE__, __LINE__, #actual, #expected)
#define CHECK_STRING(actual, expected) check_string((actual), (expected), __FILE__, __LINE__, #actual)

static inline bool check_int(int64_t actual, int64_t expected, const char *file, int line, const char *actual_text,
                             const char *expected_text) {
    return check_that(actual == expected, file, line, "%s is %lld, expected %s, which is %lld", actual_text,
                      (long long)actual, expected_text, (long long)expected);
}

static inline bool check_string(const char *actual, const char *expected, const char *file, int line,
                                const char *actual_text) {
    return check_that(strcmp(actual, expected) == 0, file, line, "%s is \"%s\", expected \"%s\"", actual_text, actual,
                      expected);
}

// Says that the running test cannot run here, for example because data is missing, and leaves it. A test that skips
// counts as skipped, whatever it checked before, unless a check failed.
#define SKIP(...)                                                                                                      \
    do {                                                                                                               \
        check_skip(__VA_ARGS__);                                                                                       \
        return;                                                                                                        \
    } while (0)

__attribute__((format(printf, 1, 2))) static inline void check_skip(const char *format, ...) {
    printf("skipped: %s: ", check_running);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    check_skipped = true;
}

// The text after --name on the command line, or `otherwise`.
static inline const char *check_option_text(const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < check_argc; i++)
        if (strncmp(check_argv[i], "--", 2) == 0 && strcmp(check_argv[i] + 2, name) == 0)
            return check_argv[i + 1];
    return otherwise;
}

// The whole number after --name on the command line, or `otherwise`.
static inline int64_t check_option(const char *name, int64_t otherwise) {
    const char *text = check_option_text(name, NULL);
    return text != NULL ? (int64_t)strtoll(text, NULL, 10) : otherwise;
}

// How many cases a test runs: the whole number after --name, or else `normal` times --share percent, at least 1.
static inline int64_t check_cases(const char *name, int64_t normal) {
    int64_t share = check_option("share", 100), scaled = normal * share / 100;
    return check_option(name, scaled > 1 ? scaled : 1);
}

// Whether item k of a fixed list, counted from 0, is among those that run: all of them, or --share percent, evenly, the
// first one always.
static inline bool check_takes(int64_t k) {
    int64_t share = check_option("share", 100);
    return share >= 100 || (k * share + 99) / 100 != ((k + 1) * share + 99) / 100;
}

// Where a file or folder of the shared data lies: below --data, $WEND_DATA or ../shared/data. NULL when it is not
// there. The text is good until the next call.
static inline const char *check_data(const char *relative) {
    static char path[CHECK_PATH];
    const char *folder = check_option_text("data", getenv("WEND_DATA"));
    if (folder == NULL || folder[0] == 0)
        folder = "../shared/data";
    int length = snprintf(path, sizeof path, "%s/%s", folder, relative);
    if (length < 0 || length >= (int)sizeof path)
        return NULL;
    FILE *file = fopen(path, "rb"); // opens folders too
    if (file == NULL)
        return NULL;
    fclose(file);
    return path;
}

// Whether the command line asks for this test.
static inline bool check_wanted(const char *name) {
    bool any = false;
    for (int i = 1; i < check_argc; i++) {
        if (strncmp(check_argv[i], "--", 2) == 0) {
            i++; // its value
            continue;
        }
        any = true;
        if (strstr(name, check_argv[i]) != NULL)
            return true;
    }
    return !any;
}

static inline int check_run(int argc, char **argv) {
    check_argc = argc;
    check_argv = argv;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < check_test_count; i++)
            printf("%s\n", check_tests[i].name);
        return 0;
    }
    long passed = 0, failed = 0, skipped = 0;
    for (int i = 0; i < check_test_count; i++) {
        if (!check_wanted(check_tests[i].name))
            continue;
        check_running = check_tests[i].name;
        check_failures = 0;
        check_skipped = false;
        clock_t start = clock();
        check_tests[i].run();
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (seconds >= 1)
            printf("slow: %s took %.1f s of processor time\n", check_running, seconds);
        if (check_failures > 0) {
            printf("failed: %s (%ld checks)\n", check_running, check_failures);
            failed++;
        } else if (check_skipped) {
            skipped++;
        } else {
            passed++;
        }
        fflush(stdout);
    }
    printf("%ld passed, %ld failed, %ld skipped\n", passed, failed, skipped);
    return failed > 0;
}

#define CHECK_MAIN()                                                                                                   \
    int main(int argc, char **argv) {                                                                                  \
        return check_run(argc, argv);                                                                                  \
    }

#endif
