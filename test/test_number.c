// Number text against the C library: correct rounding when reading, shortest round trip when writing.
#include "check.h"

#include <wend/base.h>

#include "base/random.h"

#include <math.h>

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Checks that a whole text reads as the C library reads it.
static void check_read(const char *text) {
    double value = -1, expected = strtod(text, NULL);
    const char *end = text + strlen(text);
    CHECK_MESSAGE(wend_parse_double(text, end, &value) == end && memcmp(&value, &expected, sizeof value) == 0,
                  "\"%.60s\" was read as %.17g, expected %.17g", text, value, expected);
}

// Copies the significant digits of a text, without zeros at either end.
static int significant(const char *text, char digits[64]) {
    int count = 0;
    for (; *text != 0 && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0'))
            digits[count++] = *text;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = 0;
    return count;
}

// Checks that a double is written so that it reads back, in as few digits as possible and as near as those allow.
static void check_write(double value) {
    char text[WEND_NUMBER_TEXT], libc[64], ours[64], theirs[64];
    int length = wend_print_double(text, value);
    double back = 0;
    CHECK_MESSAGE(length == (int)strlen(text) && length < WEND_NUMBER_TEXT &&
                      wend_parse_double(text, text + length, &back) == text + length && back == value &&
                      strtod(text, NULL) == value,
                  "%.17g was written as %s", value, text);
    int digits = 1;
    for (; digits < 17; digits++) {
        snprintf(libc, sizeof libc, "%.*e", digits - 1, value);
        if (strtod(libc, NULL) == value)
            break;
    }
    snprintf(libc, sizeof libc, "%.*e", digits - 1, value);
    int count = significant(text, ours);
    significant(libc, theirs);
    // At powers of two a text shorter than the nearest one may read back.
    CHECK_MESSAGE(count < digits ? frexp(value, &(int){0}) == 0.5 : strcmp(ours, theirs) == 0,
                  "%s was written, the shortest is %s", text, libc);
}

static void check_both(double value) {
    char text[128];
    check_write(value);
    snprintf(text, sizeof text, "%.17g", value);
    check_read(text);
    snprintf(text, sizeof text, "%.25e", value);
    check_read(text);
    snprintf(text, sizeof text, "%.15e", value);
    check_read(text);
}

// ---------------------------------------------------------------------------------------------- doubles

TEST(known_texts) {
    static const struct {
        double value;
        const char *text;
    } known[] = {{0.0, "0"},
                 {-0.0, "0"},
                 {0.1, "0.1"},
                 {-2.5, "-2.5"},
                 {1e300, "1e+300"},
                 {1e21, "1e+21"},
                 {1e20, "100000000000000000000"},
                 {123456789012345680000.0, "123456789012345680000"},
                 {1e-6, "0.000001"},
                 {1e-7, "1e-7"},
                 {1.5e-7, "1.5e-7"},
                 {-1.25e-300, "-1.25e-300"},
                 {5e-324, "5e-324"},
                 {2.2250738585072014e-308, "2.2250738585072014e-308"},
                 {1.7976931348623157e308, "1.7976931348623157e+308"},
                 {9007199254740993.0, "9007199254740992"},
                 {2251799813685248.5, "2251799813685248.5"},
                 {1.0 / 3, "0.3333333333333333"},
                 {100, "100"},
                 {1230000, "1230000"},
                 {0.3, "0.3"},
                 {0.1 + 0.2, "0.30000000000000004"}};
    char text[WEND_NUMBER_TEXT];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CHECK_INT(wend_print_double(text, known[i].value), strlen(known[i].text));
        CHECK_STRING(text, known[i].text);
    }
    wend_print_double(text, (double)NAN);
    CHECK_STRING(text, "nan");
    wend_print_double(text, (double)INFINITY);
    CHECK_STRING(text, "inf");
    wend_print_double(text, -(double)INFINITY);
    CHECK_STRING(text, "-inf");
}

TEST(random_doubles) {
    int64_t cases = check_cases("cases", 40000);
    uint64_t state = 1;
    for (int64_t i = 0; i < cases && check_failures == 0; i++) {
        double any = from_bits(wend_random(&state) & INT64_MAX);
        if (any <= 1.7976931348623157e308)
            check_both(any);
        check_both(from_bits((wend_random(&state) & 0x000FFFFFFFFFFFFFu) >> wend_random_below(&state, 52) | 1));
        check_both(wend_random_unit(&state) * 1000 + 0x1p-60);
        check_both((double)(1 + (wend_random(&state) >> (4 + wend_random_below(&state, 56)))) / 1000);
        uint64_t mantissa = wend_random(&state) & 0x000FFFFFFFFFFFFFu; // about 1e-12 to 1e24
        check_both(from_bits(mantissa | (983 + wend_random_below(&state, 120)) << 52));
        uint64_t power = (wend_random_below(&state, 2045) + 1) << 52; // next to powers of two
        check_both(from_bits(power + wend_random_below(&state, 3) - 1));
    }
}

TEST(random_texts) {
    int64_t cases = check_cases("cases", 40000);
    uint64_t state = 2;
    char text[128];
    for (int64_t i = 0; i < cases && check_failures == 0; i++) {
        int digits = 1 + (int)wend_random_below(&state, 40), length = 0;
        int point = (int)wend_random_below(&state, (uint64_t)digits + 1);
        if ((wend_random(&state) & 1) != 0)
            text[length++] = '-';
        for (int k = 0; k < digits; k++) {
            if (k == point)
                text[length++] = '.';
            text[length++] = (char)('0' + wend_random_below(&state, 10));
        }
        text[length] = 0;
        check_read(text);
        snprintf(text + length, 32, "e%d", (int)wend_random_below(&state, 61) - 30);
        check_read(text);
        snprintf(text + length, 32, "E%+d", (int)wend_random_below(&state, 800) - 400);
        check_read(text);
    }
}

// Decimals exactly half way between two doubles, and a hair above and below: the digits that decide stand far behind.
TEST(ties) {
    uint64_t state = 3;
    static char text[2600];
    for (int i = 0; i < 600 && check_failures == 0; i++) {
        uint64_t bits = wend_random(&state) & 0x7FEFFFFFFFFFFFFEu;
        if (i % 3 == 0)
            bits &= 0x001FFFFFFFFFFFFFu; // subnormal
        if (i % 3 == 1)
            bits = (bits & 0x000FFFFFFFFFFFFFu) | (uint64_t)(1023 + i % 60) << 52;
        long double low = from_bits(bits), high = from_bits(bits + 1); // needs one bit more than a double has
        long double middle = (low + high) / 2;
        for (int form = 0; form < 2; form++) {
            snprintf(text, 2400, form == 0 ? "%.1100Lf" : "%.1000Le", middle);
            check_read(text);
            char *mark = form == 0 ? text + strlen(text) : strchr(text, 'e');
            memmove(mark + 1, mark, strlen(mark) + 1);
            *mark = '1';
            check_read(text);
        }
    }
}

TEST(hard_texts) {
    static const char *const hard[] = {"0",
                                       "-0",
                                       "+0",
                                       "0.0",
                                       "00000",
                                       "0e999999999999",
                                       ".5",
                                       "5.",
                                       "-.5e1",
                                       "1e0",
                                       "1E+05",
                                       "1e-05",
                                       "007.250",
                                       "2.2250738585072011e-308",
                                       "2.2250738585072012e-308",
                                       "2.2250738585072014e-308",
                                       "4.9406564584124654e-324",
                                       "2.4703282292062327e-324",
                                       "2.4703282292062328e-324",
                                       "1.7976931348623157e308",
                                       "1.7976931348623158e308",
                                       "1.7976931348623159e308",
                                       "1e309",
                                       "1e400",
                                       "1e-400",
                                       "1e99999999999999999999",
                                       "1e-99999999999999999999",
                                       "9007199254740993",
                                       "9007199254740992.99999999999999999999",
                                       "9007199254740993.00000000000000000001",
                                       "179769313486231580793728971405301e276",
                                       "9214843084008499",
                                       "0.500000000000000166533453693773481063544750213623046875",
                                       "30078505129381147446200",
                                       "1777820000000000000001",
                                       "3.5844466002796428e+298",
                                       "9999999999999999999",
                                       "99999999999999999999",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "1e22",
                                       "1e23",
                                       "8.5e22",
                                       "123456789e-30",
                                       "6.8985865317742005e-9",
                                       "1.00000000000000011102230246251565404236316680908203125",
                                       "1.00000000000000011102230246251565404236316680908203124",
                                       "1.00000000000000011102230246251565404236316680908203126"};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        check_read(hard[i]);
    char zeros[1400];
    memset(zeros, '0', sizeof zeros);
    memcpy(zeros, "0.", 2);
    memcpy(zeros + 1300, "25e1298", 8);
    check_read(zeros);
    memset(zeros, '0', sizeof zeros);
    zeros[0] = '3';
    memcpy(zeros + 1300, "e-1299", 7);
    check_read(zeros);
}

TEST(only_the_number_is_read) {
    static const struct {
        const char *text;
        int length; // of the number, -1 when there is none
        double value;
    } cases[] = {{"1,2", 1, 1},
                 {"1e", 1, 1},
                 {"1e+", 1, 1},
                 {"1.5e+x", 3, 1.5},
                 {"1.2.3", 3, 1.2},
                 {"0x10", 1, 0},
                 {"12abc", 2, 12},
                 {"-", -1, 0},
                 {"+", -1, 0},
                 {".", -1, 0},
                 {"", -1, 0},
                 {" 1", -1, 0},
                 {"e5", -1, 0},
                 {"-.e1", -1, 0},
                 {"--1", -1, 0},
                 {"in", -1, 0},
                 {"na", -1, 0},
                 {"1-2", 1, 1},
                 {"5.e1", 4, 50},
                 {"infinit", 3, (double)INFINITY},
                 {"iNf", 3, (double)INFINITY},
                 {"-Infinity!", 9, -(double)INFINITY}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 77;
        const char *text = cases[i].text, *end = wend_parse_double(text, text + strlen(text), &value);
        CHECK_MESSAGE(cases[i].length < 0 ? end == NULL && value == 77
                                          : end == text + cases[i].length && value == cases[i].value,
                      "\"%s\" gave %.17g", text, value);
    }
    double value = 0;
    const char *nan = "NaN", *negative = "-0", *digits = "123456";
    CHECK(wend_parse_double(nan, nan + 3, &value) == nan + 3 && value != value);
    CHECK(wend_parse_double(digits, digits + 3, &value) == digits + 3 && value == 123); // never beyond the end
    double zero = 1;
    wend_parse_double(negative, negative + 2, &zero);
    CHECK(zero == 0 && signbit(zero));
}

// ---------------------------------------------------------------------------------------------- integers

TEST(integers) {
    static const int64_t values[] = {
        0, 1, -1, 9, 10, -10, 1234567890, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1};
    char text[WEND_NUMBER_TEXT], libc[64];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        int64_t back = 5;
        int length = wend_print_int64(text, values[i]);
        snprintf(libc, sizeof libc, "%lld", (long long)values[i]);
        CHECK_STRING(text, libc);
        CHECK(wend_parse_int64(text, text + length, &back) == text + length && back == values[i]);
    }
    static const char *const bad[] = {
        "", "-", "x", "9223372036854775808", "-9223372036854775809", "99999999999999999999", " 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t value = 77;
        CHECK_MESSAGE(wend_parse_int64(bad[i], bad[i] + strlen(bad[i]), &value) == NULL && value == 77, "\"%s\"",
                      bad[i]);
    }
    int64_t value = 0;
    const char *text2 = "+12.5";
    CHECK(wend_parse_int64(text2, text2 + 5, &value) == text2 + 3 && value == 12);
}

// The texts of many doubles as one hash: the same on every machine and in every build.
TEST(texts_are_the_same_everywhere) {
    uint64_t state = 4, hash = 0;
    char text[WEND_NUMBER_TEXT];
    for (int i = 0; i < 50000; i++) {
        int length = wend_print_double(text, from_bits(wend_random(&state)));
        hash = wend_hash(hash, text, (size_t)length);
        length = wend_print_double(text, wend_random_unit(&state));
        hash = wend_hash(hash, text, (size_t)length);
    }
    printf("hash %016llx\n", (unsigned long long)hash);
    CHECK(hash != 0);
}

CHECK_MAIN()
