// The word that was meant: the nearest of those that are known.
#ifndef WEND_CLI_NEAREST_H
#define WEND_CLI_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

// Keeps track of the nearest word so far.
typedef struct wend_nearest {
    const char *word;  // as it was written
    size_t length;     // of it
    const char *found; // NULL while none is near enough
    int distance;
} wend_nearest;

wend_nearest wend_nearest_start(const char *word, size_t length);
// Offers a known word. Of several that are as near the first stays.
void wend_nearest_offer(wend_nearest *nearest, const char *known);
// Writes " (did you mean NAME?)" into `text`, or nothing.
enum { WEND_NEAREST_TEXT = 80 };
const char *wend_nearest_words(const wend_nearest *nearest, char text[WEND_NEAREST_TEXT]);

#endif
