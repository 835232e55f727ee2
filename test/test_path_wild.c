// The fuzzer of searches on random bytes, fast and in any number: a drawing of a few shapes on a small grid, then
// hundreds of queries with ends and numbers of every kind (fuzz/fuzz_path.c says what must hold).
//
//     test_path_wild [--queries N] [--seed S]     so many queries (50000)
#include "check.h"

#include "../fuzz/fuzz_path.c"

#include "base/random.h"

#include <signal.h>

enum { QUERY_BYTES = 1500 };

// --seed of the drawing that is being asked: a failure ends the program, and says it.
static uint64_t running;

static void say_seed(int signal_number) {
    (void)signal_number;
    fprintf(stderr, "again: --seed %lld --queries 1\n", (long long)running);
}

// A ring, a few shapes more, the end of the drawing, and queries.
static size_t make_input(uint64_t *state, uint8_t *data) {
    size_t count = 0;
    for (int i = 0; i < 4; i++)
        data[count++] = (uint8_t)wend_random(state);
    int shapes = 1 + (int)wend_random_below(state, 8);
    for (int k = 0; k < shapes; k++) {
        int points = 1 + (int)wend_random_below(state, k == 0 ? 8 : 5);
        uint8_t kind = k == 0 ? WEND_SHAPE_OUTER : (uint8_t)wend_random_below(state, WEND_SHAPE_KIND_COUNT);
        data[count++] = (uint8_t)(64 + points - 1 + 16 * wend_random_below(state, 12));
        data[count++] = kind;
        for (int i = 0; i < points; i++) {
            data[count++] = (uint8_t)wend_random(state);
            if (kind == WEND_SHAPE_POINT)
                data[count++] = (uint8_t)wend_random(state);
        }
    }
    data[count++] = 0;
    for (int i = 0; i < QUERY_BYTES; i++)
        data[count++] = (uint8_t)wend_random(state);
    return count;
}

TEST(queries_of_every_kind) {
    int64_t wanted = check_cases("queries", 50000), plans = 0;
    uint64_t state = (uint64_t)check_option("seed", 1);
    uint8_t data[QUERY_BYTES + 512];
    signal(SIGABRT, say_seed);
    for (; queries < wanted; plans++) {
        running = state;
        LLVMFuzzerTestOneInput(data, make_input(&state, data));
    }
    printf("%lld queries on %lld drawings\n", (long long)queries, (long long)plans);
    CHECK(plans > 0);
}

// Drawings on which a query was once answered wrongly.
TEST(drawings_that_were_once_wrong) {
    static const int64_t seeds[] = {
        -8814404279182029277, // a radius of 5e-324 on floors that touch in a corner
    };
    uint8_t data[QUERY_BYTES + 512];
    int64_t before = queries;
    signal(SIGABRT, say_seed);
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
        uint64_t state = running = (uint64_t)seeds[k];
        LLVMFuzzerTestOneInput(data, make_input(&state, data));
    }
    CHECK(queries > before);
}

CHECK_MAIN()
