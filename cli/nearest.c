// The word that was meant. See nearest.h.
//
// Words are compared by how many letters must be put in, left out, changed or swapped with the next to make one of the
// other (the optimal string alignment distance). A word is near when that is at most one in three letters, or one
// letter. So is a word with another one before or behind it: max-slope for slope, step-height for step.
#include "cli/nearest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static int least(int a, int b) {
    return a < b ? a : b;
}

// The distance of two words of at most LONGEST letters.
static int distance_of(const char *a, size_t a_length, const char *b, size_t b_length) {
    int rows[3][LONGEST + 1]; // the one before the last, the last, this one
    for (size_t j = 0; j <= b_length; j++)
        rows[1][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *before = rows[(i + 2) % 3], *last = rows[i % 3], *row = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(least(last[j] + 1, row[j - 1] + 1), last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[(a_length + 1) % 3][b_length];
}

// The distance of a word that is the known one with others and a dash behind or before it; -1 when it is not.
static int distance_with_others(const char *word, size_t length, const char *known, size_t known_length) {
    if (known_length < 3 || length < known_length + 2)
        return -1;
    const char *tail = word + length - known_length;
    if (word[known_length] == '-' && strncmp(word, known, known_length) == 0)
        return 1;
    return tail[-1] == '-' && strncmp(tail, known, known_length) == 0 ? 2 : -1;
}

wend_nearest wend_nearest_start(const char *word, size_t length) {
    return (wend_nearest){.word = word, .length = length, .distance = (length < 6 ? 1 : (int)length / 3) + 1};
}

void wend_nearest_offer(wend_nearest *nearest, const char *known) {
    size_t length = strlen(known);
    if (nearest->length > LONGEST || length > LONGEST)
        return;
    int distance = distance_with_others(nearest->word, nearest->length, known, length);
    if (distance < 0)
        distance = distance_of(nearest->word, nearest->length, known, length);
    if (distance >= nearest->distance)
        return;
    nearest->found = known;
    nearest->distance = distance;
}

const char *wend_nearest_words(const wend_nearest *nearest, char text[WEND_NEAREST_TEXT]) {
    text[0] = 0;
    if (nearest->found)
        snprintf(text, WEND_NEAREST_TEXT, " (did you mean %s?)", nearest->found);
    return text;
}
