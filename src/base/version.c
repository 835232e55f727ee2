// The version of the library, made of the numbers in wend/base.h. (The build refuses numbers that the VERSION file does
// not hold.)
#include <wend/base.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *wend_version(void) {
    return TEXT(WEND_VERSION_MAJOR) "." TEXT(WEND_VERSION_MINOR) "." TEXT(WEND_VERSION_PATCH);
}
