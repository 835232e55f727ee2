// What of the ground a picture shows. See crop.h.
#include "picture/crop.h"

#include "base/platform.h"

enum { BINS = 4096 };

#define REST 0.01   // share of the places that may be beyond either side of what is shown,
#define MUCH 4.0    // if that makes it smaller by this factor
#define AROUND 0.15 // of the size of what is shown: added on each side

typedef void (*place_of_fn)(const void *user, int64_t k, double place[2]);

// Which of equal bins from `low` on a place falls into.
static int bin_of(double at, double low, double size) {
    double bin = size > 0 ? (at - low) / size * BINS : 0;
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : (int)bin;
}

// The least part of an axis that has all but REST of the places on either side.
static void find_middle(const wend_crop *all, int axis, int64_t count, place_of_fn place_of, const void *user,
                        double middle[2]) {
    int64_t bins[BINS] = {0}, rest = (int64_t)(REST * (double)count), from = 0, to = BINS - 1;
    double low = all->low[axis], size = all->whole[axis];
    for (int64_t k = 0; k < count; k++) {
        double at[2];
        place_of(user, k, at);
        bins[bin_of(at[axis], low, size)]++;
    }
    for (int64_t left = rest; from < to && bins[from] <= left; from++)
        left -= bins[from];
    for (int64_t left = rest; to > from && bins[to] <= left; to--)
        left -= bins[to];
    middle[0] = low + (double)from * size / BINS;
    middle[1] = low + (double)(to + 1) * size / BINS;
}

// Makes what is shown smaller if nearly all places are in a small part of it.
static void leave_rest(wend_crop *c, int64_t count, place_of_fn place_of, const void *user) {
    double middle[2][2], most[2];
    for (int axis = 0; axis < 2; axis++) {
        find_middle(c, axis, count, place_of, user, middle[axis]);
        most[axis] = middle[axis][1] - middle[axis][0];
    }
    double size = most[0] > most[1] ? most[0] : most[1], whole = c->whole[0] > c->whole[1] ? c->whole[0] : c->whole[1];
    if (MUCH * size > whole)
        return;
    c->cut = true;
    for (int axis = 0; axis < 2; axis++) {
        double low = middle[axis][0] - AROUND * size, high = middle[axis][1] + AROUND * size;
        c->low[axis] = low > c->low[axis] ? low : c->low[axis];
        c->high[axis] = high < c->high[axis] ? high : c->high[axis];
    }
}

wend_crop wend_crop_find(const wend_picture_def *def, double unit, int64_t count, place_of_fn place_of,
                         const void *user) {
    wend_crop c = {.low = {0, 0}, .high = {1, 1}};
    for (int64_t k = 0; k < count; k++) {
        double at[2];
        place_of(user, k, at);
        for (int axis = 0; axis < 2; axis++) {
            c.low[axis] = k == 0 || at[axis] < c.low[axis] ? at[axis] : c.low[axis];
            c.high[axis] = k == 0 || at[axis] > c.high[axis] ? at[axis] : c.high[axis];
        }
    }
    for (int axis = 0; axis < 2; axis++)
        c.whole[axis] = c.high[axis] - c.low[axis];
    if (wend_crop_asked(def)) {
        c.cut = true;
        for (int axis = 0; axis < 2; axis++) {
            c.low[axis] = def->crop[axis] / unit;
            c.high[axis] = def->crop[axis + 2] / unit;
        }
    } else if (count > 0) {
        leave_rest(&c, count, place_of, user);
    }
    return c;
}
