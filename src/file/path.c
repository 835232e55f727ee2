// Names of files: see path.h.
#include "file/path.h"

#include <string.h>

#ifdef _WIN32
#define BACKSLASHES true
#else
#define BACKSLASHES false
#endif

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool wend_ends_with(const char *path, const char *ending) {
    size_t length = path ? strlen(path) : 0, wanted = strlen(ending);
    if (length < wanted)
        return false;
    for (size_t k = 0; k < wanted; k++)
        if (lower(path[length - wanted + k]) != ending[k])
            return false;
    return true;
}

wend_short_path wend_shorten_path(const char *path) {
    wend_short_path result = {{0}};
    size_t length = strlen(path);
    if (length <= WEND_SHORT_PATH) {
        memcpy(result.text, path, length);
        return result;
    }
    const char *tail = path + length - WEND_SHORT_PATH;
    while (((unsigned char)*tail & 0xC0) == 0x80)
        tail++;
    memcpy(result.text, "...", 3);
    memcpy(result.text + 3, tail, strlen(tail));
    return result;
}

const char *wend_base_name(const char *path) {
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || (BACKSLASHES && *c == '\\'))
            name = c + 1;
    return name;
}
