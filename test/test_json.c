// The JSON parser: what it accepts, what it refuses and how it says so, its accessors, and the texts that writers fill.
#include "check.h"

#include <wend/file.h>
#include <wend/json.h>

static wend_context *make_context(void) {
    wend_context *context = NULL;
    if (wend_context_create(NULL, &context)) {
        printf("no context\n");
        exit(1);
    }
    return context;
}

// Parses a 0-terminated text.
static wend_result parse(wend_json *json, const char *text, wend_json_error *error) {
    return wend_json_parse(json, text, strlen(text), error);
}

TEST(accepts_every_kind_of_value) {
    static const char *const good[] = {
        "null",         "true",
        "false",        "0",
        "-0",           "1",
        "-12.5e+3",     "1E2",
        "0.5",          "1e-400",
        "\"\"",         "\"a\\u00e9\\n\\\"\"",
        "[]",           "{}",
        " [ 1 , 2 ] ",  "\t{\r\n\"a\" : [ ] , \"b\" : { } }\n",
        "[[[[]]]]",     "{\"a\":{\"a\":{\"a\":1}}}",
        "\"\xC3\xA9\"", "\"\\ud83d\\ude00\"",
    };
    wend_context *context = make_context();
    wend_json json = wend_json_start(context);
    wend_json_error error;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        CHECK_MESSAGE(parse(&json, good[k], &error) == WEND_OK, "%s: %s", good[k], error.cause);
    wend_json_free(&json);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

TEST(refuses_what_is_no_json) {
    static const struct {
        const char *text;
        wend_result result;
        int where;
        const char *cause;
    } bad[] = {
        {"", WEND_ERROR_TRUNCATED, 0, "the text ends, a value was expected"},
        {"   ", WEND_ERROR_TRUNCATED, 3, "the text ends, a value was expected"},
        {"nul", WEND_ERROR_FORMAT, 0, "expected a value, found 'n'"},
        {"NaN", WEND_ERROR_FORMAT, 0, "NaN is not a number that JSON knows"},
        {"[-Infinity]", WEND_ERROR_FORMAT, 1, "-Infinity is not a number that JSON knows"},
        {"01", WEND_ERROR_FORMAT, 0, "a number must not start with a superfluous 0"},
        {"-01", WEND_ERROR_FORMAT, 0, "a number must not start with a superfluous 0"},
        {"1.", WEND_ERROR_TRUNCATED, 2, "the text ends, a digit after the decimal point was expected"},
        {"[1.e2]", WEND_ERROR_FORMAT, 3, "expected a digit after the decimal point, found 'e'"},
        {"1e", WEND_ERROR_TRUNCATED, 2, "the text ends, a digit of the exponent was expected"},
        {"+1", WEND_ERROR_FORMAT, 0, "expected a value, found '+'"},
        {".5", WEND_ERROR_FORMAT, 0, "expected a value, found '.'"},
        {"-", WEND_ERROR_FORMAT, 0, "expected a value, found '-'"},
        {"1e999", WEND_ERROR_FORMAT, 0, "the number is too large"},
        {"[1 2]", WEND_ERROR_FORMAT, 3, "expected ',' or ']', found '2'"},
        {"[1,]", WEND_ERROR_FORMAT, 3, "expected a value, found ']'"},
        {"[1}", WEND_ERROR_FORMAT, 2, "expected ',' or ']', found '}'"},
        {"[1", WEND_ERROR_TRUNCATED, 2, "the text ends, ',' or ']' was expected"},
        {"{a:1}", WEND_ERROR_FORMAT, 1, "expected a key in quotes, found 'a'"},
        {"{\"a\" 1}", WEND_ERROR_FORMAT, 5, "expected ':', found '1'"},
        {"{\"a\":1,}", WEND_ERROR_FORMAT, 7, "expected a key in quotes, found '}'"},
        {"{\"a\":}", WEND_ERROR_FORMAT, 5, "expected a value, found '}'"},
        {"1 2", WEND_ERROR_FORMAT, 2, "expected nothing more, found '2'"},
        {"\"a", WEND_ERROR_TRUNCATED, 2, "the text ends, the end of a string was expected"},
        {"\"\\x\"", WEND_ERROR_FORMAT, 2, "expected an escape such as \\n or \\u0020, found 'x'"},
        {"\"\\u12g4\"", WEND_ERROR_FORMAT, 5, "expected four hexadecimal digits, found 'g'"},
        {"\"\n\"", WEND_ERROR_FORMAT, 1, "byte 10 within a string must be written as an escape"},
        {"\"\xFF\"", WEND_ERROR_FORMAT, 1, "byte 255 within a string is not valid UTF-8"},
        {"\"\xC0\x80\"", WEND_ERROR_FORMAT, 1, "byte 192 within a string is not valid UTF-8"},
        {"\"\xED\xA0\x80\"", WEND_ERROR_FORMAT, 1, "byte 237 within a string is not valid UTF-8"},
        {"\x01", WEND_ERROR_FORMAT, 0, "expected a value, found byte 1"},
        {"// c\n1", WEND_ERROR_FORMAT, 0, "expected a value, found '/'"},
    };
    wend_context *context = make_context();
    wend_json json = wend_json_start(context);
    wend_json_error error;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        wend_result result = parse(&json, bad[k].text, &error);
        CHECK_MESSAGE(result == bad[k].result && (int)error.where == bad[k].where &&
                          strcmp(error.cause, bad[k].cause) == 0,
                      "%s: result %d at %d: %s", bad[k].text, (int)result, (int)error.where, error.cause);
    }
    wend_json_free(&json);
    wend_context_destroy(context);
}

TEST(nests_to_its_limit_and_no_deeper) {
    wend_context *context = make_context();
    wend_json json = wend_json_start(context);
    wend_json_error error;
    enum { DEEP = 100000 };
    char *text = malloc(2 * DEEP);
    for (int depth = WEND_JSON_DEPTH - 1; depth <= WEND_JSON_DEPTH + 1; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        wend_result result = wend_json_parse(&json, text, (size_t)(2 * depth), &error);
        CHECK_INT(result, depth <= WEND_JSON_DEPTH ? WEND_OK : WEND_ERROR_LIMIT);
    }
    memset(text, '[', 2 * DEEP);
    CHECK_INT(wend_json_parse(&json, text, 2 * DEEP, &error), WEND_ERROR_LIMIT);
    CHECK_INT(error.where, WEND_JSON_DEPTH);
    free(text);
    wend_json_free(&json);
    wend_context_destroy(context);
}

TEST(finds_keys_and_values) {
    wend_context *context = make_context();
    wend_json json = wend_json_start(context);
    wend_json_error error;
    double numbers[3] = {0};
    double number = 0;
    bool truth = false;
    char text[32];
    REQUIRE(parse(&json,
                  "{\"op\":\"ray\",\"skip\":{\"to\":[9]},\"to\":[1,2.5,-3e0],\"flag\":true,\"op\":\"locate\",\"n\":4,"
                  "\"\\u0061b\":\"x\\ty\\u00e9\\ud83d\\ude00\\ud800!\",\"mixed\":[1,[2]],\"none\":null,\"empty\":[]}",
                  &error) == WEND_OK);
    CHECK(wend_json_is_string(&json, wend_json_find(&json, 0, "op"), "locate")); // the last of two
    CHECK(!wend_json_is_string(&json, wend_json_find(&json, 0, "op"), "locat"));
    CHECK_INT(wend_json_numbers(&json, wend_json_find(&json, 0, "to"), numbers, 3), 3);
    CHECK(numbers[0] == 1 && numbers[1] == 2.5 && numbers[2] == -3);
    CHECK_INT(wend_json_numbers(&json, wend_json_find(&json, 0, "mixed"), numbers, 3), -1);
    CHECK_INT(wend_json_numbers(&json, wend_json_find(&json, 0, "empty"), numbers, 3), 0);
    CHECK(wend_json_bool(&json, wend_json_find(&json, 0, "flag"), &truth) && truth);
    CHECK(wend_json_number(&json, wend_json_find(&json, 0, "n"), &number) && number == 4);
    CHECK(!wend_json_number(&json, wend_json_find(&json, 0, "flag"), &number));
    CHECK(wend_json_is(&json, wend_json_find(&json, 0, "none"), WEND_JSON_NULL));
    int64_t ab = wend_json_find(&json, 0, "ab");
    CHECK_INT(wend_json_string(&json, ab, text, sizeof text), 13);
    CHECK_STRING(text, "x\ty\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD!");
    CHECK_INT(wend_json_string(&json, ab, text, 3), 13);
    CHECK_STRING(text, "x\t");
    CHECK_INT(wend_json_find(&json, 0, "absent"), -1);
    CHECK_INT(wend_json_find(&json, -1, "absent"), -1);
    CHECK(!wend_json_is_string(&json, -1, "x") && !wend_json_number(&json, -1, &number));
    CHECK_INT(wend_json_numbers(&json, -1, numbers, 3), -1);
    CHECK_INT(wend_json_first(&json, -1), -1);
    int64_t count = 0, array = wend_json_find(&json, 0, "mixed");
    for (int64_t e = wend_json_first(&json, array); e >= 0; e = wend_json_after(&json, array, e))
        count++;
    CHECK_INT(count, 2);
    CHECK_INT(json.nodes.data[0].count, 10);
    wend_json_free(&json);
    wend_context_destroy(context);
}

TEST(takes_one_line_after_another) {
    wend_context *context = make_context();
    wend_json json = wend_json_start(context);
    wend_json_error error;
    CHECK_INT(parse(&json, "[1,2,3]", &error), WEND_OK);
    CHECK_INT(parse(&json, "[1,", &error), WEND_ERROR_TRUNCATED);
    CHECK_INT(parse(&json, "7", &error), WEND_OK);
    CHECK_INT(json.nodes.count, 1);
    CHECK(json.nodes.data[0].number == 7);
    wend_json_free(&json);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

TEST(texts_hold_numbers_and_strings) {
    wend_context *context = make_context();
    wend_text text = wend_text_start(context);
    wend_text_add_int(&text, INT64_MIN);
    wend_text_add_char(&text, ' ');
    wend_text_add_double(&text, 0.1);
    wend_text_add_char(&text, ' ');
    wend_text_add_hash(&text, 0xABCDEF);
    CHECK_STRING(text.data, "-9223372036854775808 0.1 0000000000abcdef");
    static const struct {
        double value;
        int digits;
        const char *text;
    } rounded[] = {{1.005, 2, "1"},      {2.5, 0, "3"},      {-2.5, 0, "-3"},    {-0.004, 2, "0"},
                   {0.05, 2, "0.05"},    {-1.25, 1, "-1.3"}, {99.999, 2, "100"}, {12.3400, 4, "12.34"},
                   {1e300, 2, "1e+300"}, {0, 3, "0"}};
    for (size_t k = 0; k < sizeof rounded / sizeof *rounded; k++) {
        wend_text_clear(&text);
        wend_text_add_rounded(&text, rounded[k].value, rounded[k].digits);
        CHECK_STRING(text.data, rounded[k].text);
    }
    wend_text_clear(&text);
    wend_text_add_json_bytes(&text, "a\"\\\b\f\n\r\t\x01\x1f\0\xC3\xA9\xFF\xC3", 15);
    CHECK_STRING(text.data, "\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\\u0000\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\"");
    wend_json json = wend_json_start(context);
    wend_json_error error;
    CHECK_INT(wend_json_parse(&json, text.data, text.count, &error), WEND_OK);
    for (int k = 0; k < 100000; k++)
        wend_text_add_string(&text, "0123456789");
    CHECK_INT(wend_text_result(&text), WEND_OK);
    CHECK(text.count > 1000000 && text.data[text.count] == 0);
    wend_json_free(&json);
    wend_text_free(&text);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

CHECK_MAIN()
