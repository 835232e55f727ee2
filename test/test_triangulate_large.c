// Large triangulations, by the validator alone: random segments with very many crossings, and every file of the CDT
// project's test data, snapped to a fine and to a rough lattice.
//
//     test_triangulate_large [--cases N] [--data FOLDER]     N segments (100,000)
#define _POSIX_C_SOURCE 200809L
#include "shared_context.h"

#include "base/random.h"

#include <wend/geom.h>

#include <dirent.h>

static void open_context(void) {
    open_context_with(0);
}

typedef struct drawing {
    wend_point *points;
    wend_segment *segments;
    int32_t point_count, segment_count;
} drawing;

static void *need(size_t count, size_t size) {
    void *block = calloc(count + 1, size);
    if (block == NULL)
        exit(1);
    return block;
}

static void free_drawing(drawing *d) {
    free(d->points);
    free(d->segments);
}

// Triangulates, validates and says what came of it.
static void validate(const drawing *d, const char *name) {
    wend_triangulation *mesh = NULL;
    wend_result result =
        wend_triangulation_build(context, d->points, d->point_count, d->segments, d->segment_count, &mesh);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_describe(result)))
        return;
    wend_report_clear(report);
    result = wend_triangulation_check(mesh, d->points, d->point_count, d->segments, d->segment_count, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_report_error(report));
    wend_triangulation_view view = wend_triangulation_look(mesh);
    printf("%-34s %7d points, %7d segments: %8d vertices, %8d pieces\n", name, d->point_count, d->segment_count,
           view.vertex_count, view.piece_count);
    wend_triangulation_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------------- random segments

static int32_t between(uint64_t *state, int64_t low, int64_t high) {
    return (int32_t)(low + (int64_t)wend_random_below(state, (uint64_t)(high - low + 1)));
}

static int32_t clamp(int64_t v, int64_t limit) {
    return (int32_t)(v > limit ? limit : v < -limit ? -limit : v);
}

// Segments from random places of a square, at most `reach` long in each coordinate.
static void run_random(const char *name, int32_t count, int64_t limit, int64_t reach) {
    open_context();
    uint64_t state = 2024;
    drawing d = {need(2 * (size_t)count, sizeof(wend_point)), need((size_t)count, sizeof(wend_segment)), 2 * count,
                 count};
    for (int32_t i = 0; i < count; i++) {
        int32_t x = between(&state, -limit, limit), y = between(&state, -limit, limit);
        int32_t dx = between(&state, -reach, reach), dy = between(&state, -reach, reach);
        d.points[2 * i] = (wend_point){x, y};
        d.points[2 * i + 1] = (wend_point){clamp((int64_t)x + dx, limit), clamp((int64_t)y + dy, limit)};
        d.segments[i] = (wend_segment){2 * i, 2 * i + 1};
    }
    validate(&d, name);
    free_drawing(&d);
}

static int32_t segment_count(void) {
    return (int32_t)check_cases("cases", 100000);
}

TEST(short_segments_over_the_whole_range) {
    run_random("short ones over the whole range", segment_count(), WEND_COORDINATE_MAX, WEND_COORDINATE_MAX / 60);
}

TEST(segments_with_many_crossings) {
    run_random("ones with many crossings", segment_count() / 4, 1 << 24, (1 << 24) / 10);
}

TEST(long_segments) {
    run_random("long ones", segment_count() / 250, WEND_COORDINATE_MAX, 2 * (int64_t)WEND_COORDINATE_MAX);
}

// Most pixels are hot here, and most segments are bent.
TEST(segments_on_a_rough_lattice) {
    run_random("ones on a rough lattice", segment_count() / 4, 150, 12);
}

// ---------------------------------------------------------------------------------------------------- hard on time

// Sets of segments on which a careless construction takes quadratic time: here that would be minutes.

static void add_segment(drawing *d, int32_t ax, int32_t ay, int32_t bx, int32_t by) {
    d->points[d->point_count] = (wend_point){ax, ay};
    d->points[d->point_count + 1] = (wend_point){bx, by};
    d->segments[d->segment_count++] = (wend_segment){d->point_count, d->point_count + 1};
    d->point_count += 2;
}

static drawing room_for(int32_t segments) {
    open_context();
    return (drawing){need(2 * (size_t)segments, sizeof(wend_point)), need((size_t)segments, sizeof(wend_segment)), 0,
                     0};
}

// Parallel lines in sorted order, and one across.
TEST(hatching) {
    int32_t rows = segment_count() / 25, gap = WEND_COORDINATE_MAX / (rows + 1);
    drawing d = room_for(rows + 1);
    for (int32_t i = 0; i < rows; i++)
        add_segment(&d, -WEND_COORDINATE_MAX, 2 * gap * i - rows * gap, WEND_COORDINATE_MAX, 2 * gap * i - rows * gap);
    add_segment(&d, -gap, -rows * gap - 5, gap, rows * gap + 5);
    validate(&d, "hatching");
    free_drawing(&d);
}

// One long segment crossed by very many short ones.
TEST(one_crossed_by_many) {
    int32_t count = segment_count(), gap = WEND_COORDINATE_MAX / (count + 1);
    drawing d = room_for(count + 1);
    uint64_t state = 5;
    add_segment(&d, -WEND_COORDINATE_MAX, -12345, WEND_COORDINATE_MAX, 23456);
    for (int32_t i = 0; i < count; i++) {
        int32_t x = 2 * gap * i - count * gap;
        add_segment(&d, x, -between(&state, 50000, 90000), x + between(&state, 0, gap), between(&state, 50000, 90000));
    }
    validate(&d, "one crossed by many");
    free_drawing(&d);
}

// Very many segments from one point.
TEST(spokes) {
    int32_t count = segment_count() / 2;
    drawing d = room_for(count);
    uint64_t state = 6;
    for (int32_t i = 0; i < count; i++)
        add_segment(&d, 0, 0, between(&state, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX), 1 << 28);
    validate(&d, "spokes");
    free_drawing(&d);
}

// A crowd of points in one cell of everything else's box.
TEST(crowd_and_two_far_points) {
    int32_t count = segment_count();
    drawing d = room_for(count);
    uint64_t state = 7;
    for (int32_t i = 0; i < 2 * count - 2; i++)
        d.points[d.point_count++] = (wend_point){between(&state, 0, 1 << 14), between(&state, 0, 1 << 14)};
    d.points[d.point_count++] = (wend_point){-WEND_COORDINATE_MAX, -WEND_COORDINATE_MAX};
    d.points[d.point_count++] = (wend_point){WEND_COORDINATE_MAX, WEND_COORDINATE_MAX};
    validate(&d, "a crowd and two far points");
    free_drawing(&d);
}

// ---------------------------------------------------------------------------------------------------- files

static char *read_text(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *text = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t got = 1; got > 0; *count += got) {
        if (capacity < *count + 65536) {
            capacity = 2 * capacity + 131072;
            text = realloc(text, capacity);
            if (text == NULL)
                exit(1);
        }
        got = fread(text + *count, 1, 65536, file);
    }
    fclose(file);
    return text;
}

// The next number; false at the end.
static bool next_number(const char **at, const char *end, double *value) {
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r' || **at == '\n'))
        (*at)++;
    const char *after = *at < end ? wend_parse_double(*at, end, value) : NULL;
    if (after == NULL)
        return false;
    *at = after;
    return true;
}

// "points edges", x and y of each point, two indices for each edge; snapped to a square of 2^bits steps.
static bool read_drawing(const char *path, int bits, drawing *d) {
    size_t count = 0;
    char *text = read_text(path, &count);
    const char *at = text, *end = text + count;
    double points = 0, edges = 0;
    *d = (drawing){0};
    bool good =
        text != NULL && next_number(&at, end, &points) && next_number(&at, end, &edges) && points < 1e7 && edges < 1e7;
    size_t n = good ? (size_t)points : 0, m = good ? (size_t)edges : 0;
    double *places = need(2 * n, sizeof *places);
    d->points = need(n, sizeof *d->points);
    d->segments = need(m, sizeof *d->segments);
    double low[2] = {1e300, 1e300}, extent = 0;
    for (size_t i = 0; i < 2 * n && good; i++) {
        good = next_number(&at, end, &places[i]);
        low[i % 2] = places[i] < low[i % 2] ? places[i] : low[i % 2];
    }
    for (size_t i = 0; i < 2 * n; i++)
        extent = places[i] - low[i % 2] > extent ? places[i] - low[i % 2] : extent;
    double step = extent > 0 ? extent / (double)((int64_t)1 << bits) : 1;
    for (size_t i = 0; i < n && good; i++)
        d->points[i] =
            (wend_point){(int32_t)((places[2 * i] - low[0]) / step), (int32_t)((places[2 * i + 1] - low[1]) / step)};
    for (size_t i = 0; i < m && good; i++) {
        double a = 0, b = 0;
        good = next_number(&at, end, &a) && next_number(&at, end, &b) && a >= 0 && b >= 0 && a < points && b < points;
        d->segments[i] = (wend_segment){(int32_t)a, (int32_t)b};
    }
    d->point_count = (int32_t)n;
    d->segment_count = (int32_t)m;
    free(places);
    free(text);
    return good;
}

TEST(files_of_cdt) {
    open_context();
    const char *folder = check_data("poly2d/cdt");
    if (folder == NULL)
        SKIP("poly2d/cdt is not there");
    char path[CHECK_PATH];
    char base[CHECK_PATH];
    snprintf(base, sizeof base, "%s", folder);
    DIR *listing = opendir(base);
    REQUIRE(listing != NULL);
    int files = 0;
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".txt") != 0)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", base, entry->d_name) >= (int)sizeof path)
            continue;
        files++;
        for (int bits = 6; bits <= 26; bits += 20) { // rough, so that all is rounded together; and fine
            drawing d;
            if (CHECK_MESSAGE(read_drawing(path, bits, &d), "%s cannot be read", path))
                validate(&d, entry->d_name);
            free_drawing(&d);
        }
    }
    closedir(listing);
    printf("%d files\n", files);
    CHECK(files > 0);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()
