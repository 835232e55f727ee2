// Triangles that lie far off. See strays.h.
//
// One vertex that a program forgot at ten thousand kilometres would make the lattice a hundred times coarser for all
// others. Where a scene does not fit the lattice, and only there, its triangles are told apart:
//
//     near     all corners are within `reach` of the middle corner, along each axis. The middle corner along an axis is
//              the one that half of all corners are not beyond: it stays with the many, wherever the few are;
//     strays   the others, if each of them has a corner farther than `reach` from the box of those that are near, and
//              they are fewer than a quarter of all, or a handful and fewer than half.
//
//          near                                                    stray
//      |--:-:::::::-|.........reach.........|                        :
//
// A scene that goes on and on has no such empty space around most of it: it has no strays, and a coarser lattice.
// Triangles with corners that are not finite do not count.
#include "solid/strays.h"

#include "base/array.h"
#include "base/sort.h"

#include <math.h>

enum { FEW = 4, HANDFUL = 16 }; // strays are fewer than one in so many; or no more than that, and fewer than half

static const double *corner_of(const wend_scene_view *scene, int64_t corner) {
    return scene->positions + 3 * (int64_t)scene->triangles[corner];
}

static bool is_finite(const wend_scene_view *scene, int64_t triangle) {
    bool finite = true;
    for (int i = 0; i < 3; i++) {
        const double *v = corner_of(scene, 3 * triangle + i);
        finite &= isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
    }
    return finite;
}

// A key in the order of the numbers.
static uint64_t key_of(double value) {
    uint64_t bits;
    value += 0.0; // one zero
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

// The middle corner along each axis. False when memory is short.
static bool find_middle(wend_context *context, const wend_scene_view *scene, double middle[3]) {
    WEND_ARRAY(wend_key) keys = {0};
    bool enough = true;
    for (int axis = 0; axis < 3 && enough; axis++) {
        keys.count = 0;
        for (int64_t t = 0; t < scene->triangle_count && enough; t++)
            for (int i = 0; i < 3 && enough && is_finite(scene, t); i++)
                enough = wend_array_push(context, &keys, (wend_key){key_of(corner_of(scene, 3 * t + i)[axis]), 0, 0});
        enough = enough && wend_sort_keys(context, keys.data, keys.count);
        if (!enough || keys.count == 0)
            continue;
        uint64_t key = keys.data[keys.count / 2].key, bits = key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
        memcpy(&middle[axis], &bits, sizeof bits);
    }
    wend_array_free(context, &keys);
    return enough;
}

// How far a place is from a box, along the axis where that is most; not above 0 within it.
static double distance_from(const double low[3], const double high[3], const double v[3]) {
    double most = -INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        most = low[axis] - v[axis] > most ? low[axis] - v[axis] : most;
        most = v[axis] - high[axis] > most ? v[axis] - high[axis] : most;
    }
    return most;
}

// The corner of a triangle that is farthest from a box, and how far that is.
static double farthest_of(const wend_scene_view *scene, int64_t triangle, const double low[3], const double high[3],
                          const double **corner) {
    double most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const double *v = corner_of(scene, 3 * triangle + i);
        double distance = distance_from(low, high, v);
        if (distance > most) {
            most = distance;
            *corner = v;
        }
    }
    return most;
}

static void include(wend_strays *s, const double v[3]) {
    for (int axis = 0; axis < 3; axis++) {
        s->low[axis] = v[axis] < s->low[axis] ? v[axis] : s->low[axis];
        s->high[axis] = v[axis] > s->high[axis] ? v[axis] : s->high[axis];
    }
}

wend_result wend_strays_find(wend_context *context, const wend_scene_view *scene, double reach, wend_strays *strays) {
    double middle[3] = {0, 0, 0};
    const double *corner = NULL;
    int64_t finite = 0;
    *strays =
        (wend_strays){.first = -1, .low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    if (!find_middle(context, scene, middle))
        return WEND_ERROR_MEMORY;
    for (int64_t t = 0; t < scene->triangle_count; t++) {
        if (!is_finite(scene, t))
            continue;
        finite++;
        if (farthest_of(scene, t, middle, middle, &corner) > reach)
            strays->count++;
        else
            for (int i = 0; i < 3; i++)
                include(strays, corner_of(scene, 3 * t + i));
    }
    bool few = FEW * strays->count < finite || (strays->count <= HANDFUL && 2 * strays->count < finite);
    for (int64_t t = 0; t < scene->triangle_count && few && strays->count > 0; t++) {
        if (!is_finite(scene, t) || !(farthest_of(scene, t, middle, middle, &corner) > reach))
            continue;
        double distance = farthest_of(scene, t, strays->low, strays->high, &corner);
        few = distance > reach;
        if (strays->first >= 0)
            continue;
        strays->first = t;
        strays->distance = distance;
        memcpy(strays->at, corner, sizeof strays->at);
    }
    strays->count = few ? strays->count : 0;
    return WEND_OK;
}
