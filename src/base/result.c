// What each result code means, in words.
#include <wend/base.h>

static const char *const descriptions[WEND_RESULT_COUNT] = {
    [WEND_OK] = "done",
    [WEND_ERROR_MEMORY] = "memory ran out",
    [WEND_ERROR_CANCELLED] = "cancelled",
    [WEND_ERROR_ARGUMENT] = "an argument or option is out of its range",
    [WEND_ERROR_NOT_FINITE] = "a coordinate is not a finite number",
    [WEND_ERROR_RANGE] = "the coordinates span more than 2^30 lattice steps",
    [WEND_ERROR_EMPTY] = "there is nothing to work on",
    [WEND_ERROR_LIMIT] = "there are too many elements",
    [WEND_ERROR_IO] = "a file cannot be opened, read or written",
    [WEND_ERROR_FORMAT] = "a file breaks the rules of its format",
    [WEND_ERROR_TRUNCATED] = "a file ends too early",
    [WEND_ERROR_CHECKSUM] = "a file is damaged: its checksum is wrong",
    [WEND_ERROR_VERSION] = "a file was written by a newer version of Wend",
    [WEND_ERROR_UNSUPPORTED] = "this is valid, but not supported",
    [WEND_ERROR_INVALID] = "a check found a rule broken",
};

const char *wend_describe(wend_result result) {
    if ((int)result < 0 || result >= WEND_RESULT_COUNT || descriptions[result] == NULL)
        return "unknown result";
    return descriptions[result];
}
