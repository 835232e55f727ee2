// Measures what a scene is, as it was taken. See looks.h; doubts.c judges it.
#include "explain/looks.h"

#include "base/array.h"
#include "base/sort.h"

#include <math.h>

enum {
    BINS = 4096,        // of a histogram
    SAMPLE = 1 << 16,   // triangles, or a few more, that the core is found by
    ROUNDS = 4,         // that a core is narrowed down in
    LINES = 32,         // vertical lines along each side of the ground
    HITS_MAX = 1 << 17, // triangles that the lines meet, in all: beyond that, nothing is said about storeys
    OUTER = 100,        // one in so many triangles may lie beyond each end of the core
};
#define FACES 0.70710678118654752 // cosine of 45 degrees
#define FLAT 0.99999              // cosine of what still is level
#define UPRIGHT 0.0045            // and of what still is upright

// ---------------------------------------------------------------------------------------------------- triangles

typedef struct corners {
    const double *p[3];
} corners;

// The corners of a triangle; false where a coordinate is not finite.
static bool corners_of(const wend_scene_view *view, int32_t t, corners *c) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        c->p[i] = view->positions + 3 * (int64_t)view->triangles[3 * (int64_t)t + i];
        sum += c->p[i][0] - c->p[i][0] + (c->p[i][1] - c->p[i][1]) + (c->p[i][2] - c->p[i][2]);
    }
    return sum == 0;
}

static double middle_of(const corners *c, int axis) {
    return c->p[0][axis] / 3 + c->p[1][axis] / 3 + c->p[2][axis] / 3;
}

// The normal of a triangle, as long as twice its area.
static double normal_of(const corners *c, double n[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = c->p[1][k] - c->p[0][k];
        b[k] = c->p[2][k] - c->p[0][k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

static void measure_box(const wend_scene_view *view, wend_looks *looks) {
    for (int k = 0; k < 3; k++) {
        looks->low[k] = INFINITY;
        looks->high[k] = -INFINITY;
    }
    corners c;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        if (!corners_of(view, t, &c))
            continue;
        for (int i = 0; i < 9; i++) {
            double value = c.p[i / 3][i % 3];
            looks->low[i % 3] = value < looks->low[i % 3] ? value : looks->low[i % 3];
            looks->high[i % 3] = value > looks->high[i % 3] ? value : looks->high[i % 3];
        }
    }
}

// ---------------------------------------------------------------------------------------------------- the core

// The bin of a value between two others, or -1.
static int bin_of(double value, double low, double high) {
    if (!(value >= low && value <= high))
        return -1;
    int bin = high > low ? (int)((value - low) / (high - low) * BINS) : 0;
    return bin < BINS ? bin : BINS - 1;
}

// Narrows the core down along an axis: to the bins that hold all triangles but those that may lie beyond. Each round
// looks within the last one's bins. False when nothing changed.
static bool narrow(const wend_scene_view *view, int axis, wend_looks *looks, int32_t bins[BINS]) {
    double low = looks->core_low[axis], high = looks->core_high[axis];
    int64_t every = view->triangle_count / SAMPLE + 1, before = 0, after = 0;
    int64_t beyond = view->triangle_count / every / OUTER;
    memset(bins, 0, BINS * sizeof *bins);
    corners c;
    for (int64_t t = 0; t < view->triangle_count; t += every) {
        if (!corners_of(view, (int32_t)t, &c))
            continue;
        double middle = middle_of(&c, axis);
        int bin = bin_of(middle, low, high);
        if (bin >= 0)
            bins[bin]++;
        else
            *(middle < low ? &before : &after) += 1;
    }
    int first = 0, last = BINS - 1;
    for (; first < last && before + bins[first] <= beyond; first++)
        before += bins[first];
    for (; last > first && after + bins[last] <= beyond; last--)
        after += bins[last];
    looks->core_low[axis] = low + (high - low) * first / BINS;
    looks->core_high[axis] = low + (high - low) * (last + 1) / BINS;
    return first > 0 || last < BINS - 1;
}

// ---------------------------------------------------------------------------------------------------- areas

// Adds up the area that faces along each axis, and, in bins of the core, that which is level.
static void measure_areas(const wend_scene_view *view, wend_looks *looks, double levels[3][BINS]) {
    double all = 0;
    corners c;
    memset(levels, 0, 3 * sizeof levels[0]);
    for (int32_t t = 0; t < view->triangle_count; t++) {
        double n[3], length = corners_of(view, t, &c) ? normal_of(&c, n) : 0;
        if (!(length > 0 && length - length == 0))
            continue;
        all += length;
        for (int k = 0; k < 3; k++) {
            looks->axes[k].along += n[k] >= FACES * length ? length : 0;
            looks->axes[k].against += n[k] <= -FACES * length ? length : 0;
            int bin = bin_of(c.p[0][k], looks->core_low[k], looks->core_high[k]);
            if (fabs(n[k]) >= FLAT * length && bin >= 0)
                levels[k][bin] += length;
        }
    }
    for (int k = 0; k < 3; k++) {
        wend_looks_axis *axis = &looks->axes[k];
        for (int bin = 0; bin < BINS; bin++)
            axis->level = levels[k][bin] > axis->level ? levels[k][bin] : axis->level;
        axis->along = all > 0 ? axis->along / all : 0;
        axis->against = all > 0 ? axis->against / all : 0;
        axis->level = all > 0 ? axis->level / all : 0;
    }
}

// Adds up the area of what is upright, by the likely axis, and finds how high its triangles are: half of the area is in
// higher ones.
static void measure_walls(const wend_scene_view *view, wend_looks *looks, double bins[BINS]) {
    int up = (int)looks->likely % 3;
    double high = looks->high[up] - looks->low[up], all = 0, walls = 0, sum = 0;
    corners c;
    memset(bins, 0, BINS * sizeof *bins);
    for (int32_t t = 0; t < view->triangle_count; t++) {
        double n[3], length = corners_of(view, t, &c) ? normal_of(&c, n) : 0;
        if (!(length > 0 && length - length == 0))
            continue;
        all += length;
        double a = c.p[0][up], b = c.p[1][up], d = c.p[2][up];
        int bin = bin_of(fmax(a, fmax(b, d)) - fmin(a, fmin(b, d)), 0, high);
        if (fabs(n[up]) > UPRIGHT * length || bin < 0)
            continue;
        walls += length;
        bins[bin] += length;
    }
    int bin = 0;
    for (; bin < BINS - 1 && sum + bins[bin] < walls / 2; bin++)
        sum += bins[bin];
    looks->upright = all > 0 ? walls / all : 0;
    looks->wall = walls > 0 ? high * bin / BINS : 0;
}

// ---------------------------------------------------------------------------------------------------- storeys

// Where a vertical line meets a triangle.
typedef struct hit {
    double z;
    int32_t line;
    bool up; // the triangle's front looks up
} hit;

typedef struct lines {
    wend_context *context;
    const wend_looks *looks;
    WEND_ARRAY(hit) hits;
    bool full; // there are too many
} lines;

static int compare_hits(const void *a, const void *b, const void *user) {
    const hit *s = a, *t = b;
    (void)user;
    return s->line != t->line ? (s->line < t->line ? -1 : 1) : s->z < t->z ? -1 : s->z > t->z;
}

static int compare_numbers(const void *a, const void *b, const void *user) {
    double s = *(const double *)a, t = *(const double *)b;
    (void)user;
    return s < t ? -1 : s > t;
}

// Ground coordinates of the ends of the core.
static void core_ground(const wend_looks *looks, double low[3], double high[3]) {
    double a[3], b[3];
    wend_ground_from_scene(looks->likely, looks->core_low, a);
    wend_ground_from_scene(looks->likely, looks->core_high, b);
    for (int k = 0; k < 3; k++) {
        low[k] = a[k] < b[k] ? a[k] : b[k];
        high[k] = a[k] < b[k] ? b[k] : a[k];
    }
}

// The lines that may meet what lies between two numbers, along a side of the ground.
static void range_of(double from, double to, double low, double side, int *first, int *last) {
    double a = (from - low) / side - 1, b = (to - low) / side + 1;
    *first = a > 0 ? a < LINES ? (int)a : LINES : 0;
    *last = b < LINES - 1 ? b > 0 ? (int)b : -1 : LINES - 1;
}

// Notes where the lines meet a triangle. False when memory is short.
static bool meet(lines *x, const corners *c) {
    double p[3][3], low[3], high[3], side[2], from[2], to[2];
    int first[2], last[2];
    for (int i = 0; i < 3; i++)
        wend_ground_from_scene(x->looks->likely, c->p[i], p[i]);
    core_ground(x->looks, low, high);
    for (int k = 0; k < 2; k++) {
        from[k] = fmin(p[0][k], fmin(p[1][k], p[2][k]));
        to[k] = fmax(p[0][k], fmax(p[1][k], p[2][k]));
        side[k] = (high[k] - low[k]) / LINES;
        range_of(from[k], to[k], low[k], side[k], &first[k], &last[k]);
    }
    double bx = p[1][0] - p[0][0], by = p[1][1] - p[0][1], cx = p[2][0] - p[0][0], cy = p[2][1] - p[0][1];
    double area = bx * cy - by * cx;
    for (int i = first[0]; i <= last[0] && (area > 0 || area < 0); i++) {
        for (int j = first[1]; j <= last[1]; j++) {
            double u = low[0] + side[0] * (i + 0.5371) - p[0][0], v = low[1] + side[1] * (j + 0.4629) - p[0][1];
            double s = (u * cy - v * cx) / area, t = (bx * v - by * u) / area; // off the middle: fewer edges are met
            if (!(s >= 0 && t >= 0 && s + t <= 1))
                continue;
            hit h = {p[0][2] + s * (p[1][2] - p[0][2]) + t * (p[2][2] - p[0][2]), i * LINES + j, area > 0};
            x->full = x->full || x->hits.count >= HITS_MAX;
            if (x->full || !wend_array_push(x->context, &x->hits, h))
                return x->full;
        }
    }
    return true;
}

// The highest room over a floor, below something else, on the line whose hits begin at *k, which is then the next
// line's first; negative where there is none.
static double highest_room(const lines *x, int64_t *k) {
    const hit *hits = x->hits.data;
    double best = -1;
    for (int32_t line = hits[*k].line; *k < x->hits.count && hits[*k].line == line; ++*k) {
        const hit *next = *k + 1 < x->hits.count && hits[*k + 1].line == line ? &hits[*k + 1] : NULL;
        if (next && hits[*k].up && next->z > hits[*k].z && next->z - hits[*k].z > best)
            best = next->z - hits[*k].z;
    }
    return best;
}

// Measures rooms where the lines meet not too many triangles. False when memory is short.
static bool measure_storeys(wend_context *context, const wend_scene_view *view, wend_looks *looks) {
    lines x = {.context = context, .looks = looks};
    WEND_ARRAY(double) rooms = {0};
    corners c;
    bool good = true;
    int64_t met = 0;
    for (int32_t t = 0; t < view->triangle_count && good && !x.full; t++)
        good = !corners_of(view, t, &c) || meet(&x, &c);
    good = good && wend_sort(context, x.hits.data, x.hits.count, sizeof *x.hits.data, compare_hits, NULL);
    for (int64_t k = 0; k < x.hits.count && good; met++) {
        double room = highest_room(&x, &k);
        good = room < 0 || wend_array_push(context, &rooms, room);
    }
    good = good && wend_sort(context, rooms.data, rooms.count, sizeof *rooms.data, compare_numbers, NULL);
    if (good && !x.full && rooms.count > 0) {
        looks->covered = (double)rooms.count / (double)met;
        looks->storey = rooms.data[rooms.count - 1 - rooms.count / 20];
    }
    wend_array_free(context, &x.hits);
    wend_array_free(context, &rooms);
    return good;
}

wend_result wend_looks_measure(wend_context *context, const wend_scene *scene, wend_looks *looks) {
    if (!context || !scene || !looks)
        return WEND_ERROR_ARGUMENT;
    wend_scene_view view = wend_scene_look(scene);
    *looks = (wend_looks){.triangle_count = view.triangle_count, .up = view.up, .likely = view.up, .unit = view.unit};
    measure_box(&view, looks);
    size_t bytes = 3 * BINS * sizeof(double);
    double(*bins)[BINS] = wend_allocate_array(context, 3, sizeof *bins);
    if (!bins)
        return WEND_ERROR_MEMORY;
    for (int k = 0; k < 3; k++) {
        looks->core_low[k] = looks->low[k];
        looks->core_high[k] = looks->high[k];
        for (int round = 0; round < ROUNDS && narrow(&view, k, looks, (int32_t *)bins);)
            round++;
    }
    measure_areas(&view, looks, bins);
    looks->likely = wend_looks_likely(looks);
    measure_walls(&view, looks, bins[0]);
    wend_release(context, bins, bytes);
    return measure_storeys(context, &view, looks) ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- words

void wend_looks_words(const wend_looks *looks, wend_text *text) {
    wend_text_add_int(text, looks->triangle_count);
    wend_text_add_string(text, looks->triangle_count == 1 ? " triangle, " : " triangles, ");
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k > 0 ? " x " : "");
        wend_text_add_significant(text, (looks->high[k] - looks->low[k]) * looks->unit);
    }
    wend_text_add_string(text, " m, ");
    wend_text_add_string(text, wend_up_name(looks->up));
    wend_text_add_string(text, " up");
}
