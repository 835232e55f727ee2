// Names of files: how they end, and how messages show them.
#ifndef WEND_SRC_FILE_PATH_H
#define WEND_SRC_FILE_PATH_H

#include <wend/base.h>

// Whether a path ends with `ending` (in lower case, such as ".wkt"), in any case. NULL ends with nothing.
bool wend_ends_with(const char *path, const char *ending);

// A path as messages show it. A long one must not push the cause out of a finding's text, and its end says most: it is
// shown as "..." and its last bytes, from the border of a character on.
#define WEND_SHORT_PATH 80
typedef struct wend_short_path {
    char text[WEND_SHORT_PATH + 4];
} wend_short_path;
wend_short_path wend_shorten_path(const char *path);

// What follows the last folder of a path; all of it when there is none.
const char *wend_base_name(const char *path);

#endif
