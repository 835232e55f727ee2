// The tree of boxes in space against looking at every box: all counts around a change of levels, boxes that touch, that
// are points, that reach from end to end of the lattice. And bands: nothing that overlaps a triangle may be left out for
// them, and needles side by side are not all found for each other.
#include "check.h"

#include "base/random.h"
#include "geom/boxes.h"
#include "shared_context.h"

enum { MOST = 2100, QUESTIONS = 40 };

static wend_box3 items[MOST];

static wend_box3 box_of(const void *user, int32_t item) {
    return ((const wend_box3 *)user)[item];
}

// A box in a cube of so many steps around nothing; few steps make many touch.
static wend_box3 random_box(uint64_t *state, int32_t span) {
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        int32_t a = (int32_t)wend_random_below(state, 2 * (uint64_t)span + 1) - span;
        int32_t b = wend_random(state) % 4 == 0 ? a : (int32_t)wend_random_below(state, 2 * (uint64_t)span + 1) - span;
        b = wend_random(state) % 8 == 0 ? b : a + (b - a) / 16;
        box.low[axis] = a < b ? a : b;
        box.high[axis] = a < b ? b : a;
    }
    return box;
}

static void ask(const wend_boxes *tree, int32_t count, const wend_box3 *box, wend_item_list *found) {
    int64_t at = 0;
    if (!CHECK(wend_boxes_search(context, tree, box, found)))
        return;
    for (int32_t k = 0; k < count; k++)
        if (wend_box3_meet(&items[k], box) && !CHECK(at < found->count && found->data[at++] == k))
            return;
    CHECK_INT(found->count, at);
}

static void check_around(const wend_boxes *tree, int32_t count) {
    wend_box3 around, expected = items[0];
    if (!CHECK(wend_boxes_around(tree, &around) == (count > 0)) || count == 0)
        return;
    for (int32_t k = 1; k < count; k++)
        for (int axis = 0; axis < 3; axis++) {
            expected.low[axis] = items[k].low[axis] < expected.low[axis] ? items[k].low[axis] : expected.low[axis];
            expected.high[axis] = items[k].high[axis] > expected.high[axis] ? items[k].high[axis] : expected.high[axis];
        }
    CHECK(memcmp(&around, &expected, sizeof around) == 0);
}

static void try_count(uint64_t *state, int32_t count, int32_t span) {
    wend_boxes tree;
    wend_item_list found = {0};
    for (int32_t k = 0; k < count; k++)
        items[k] = random_box(state, span);
    if (!CHECK(wend_boxes_build(context, count, box_of, items, &tree) == WEND_OK))
        return;
    check_around(&tree, count);
    for (int k = 0; k < QUESTIONS; k++) {
        wend_box3 box = random_box(state, span);
        ask(&tree, count, &box, &found);
    }
    const wend_box3 all = {{-WEND_COORDINATE_MAX, -WEND_COORDINATE_MAX, -WEND_COORDINATE_MAX},
                           {WEND_COORDINATE_MAX, WEND_COORDINATE_MAX, WEND_COORDINATE_MAX}};
    ask(&tree, count, &all, &found);
    wend_array_free(context, &found);
    wend_boxes_free(context, &tree);
}

TEST(searches_find_what_looking_at_all_finds) {
    static const int32_t spans[] = {3, 40, 5000, WEND_COORDINATE_MAX};
    uint64_t state = 1;
    open_context_with(0);
    for (int32_t count = 0; count <= 300; count++)
        try_count(&state, count, spans[count % 4]);
    for (int32_t count = 2040; count <= 2056; count++)
        try_count(&state, count, spans[count % 4]);
}

// ---------------------------------------------------------------------------------------------------- bands

typedef struct triangle {
    wend_point p[3];
} triangle;

static triangle needles[MOST];

static void corners_of(const void *user, int32_t item, wend_point corners[3]) {
    memcpy(corners, ((const triangle *)user)[item].p, 3 * sizeof *corners);
}

static wend_box3 box_of_triangle(const void *user, int32_t item) {
    const wend_point *p = ((const triangle *)user)[item].p;
    wend_box3 box = {{p->x, p->y, 0}, {p->x, p->y, 0}};
    for (int i = 1; i < 3; i++) {
        box.low[0] = p[i].x < box.low[0] ? p[i].x : box.low[0];
        box.low[1] = p[i].y < box.low[1] ? p[i].y : box.low[1];
        box.high[0] = p[i].x > box.high[0] ? p[i].x : box.high[0];
        box.high[1] = p[i].y > box.high[1] ? p[i].y : box.high[1];
    }
    return box;
}

// A needle, most of the time; some are any triangle, or a point or a line.
static triangle random_needle(uint64_t *state, int32_t span) {
    triangle t;
    for (int i = 0; i < 3; i++)
        t.p[i] = (wend_point){(int32_t)wend_random_below(state, (uint64_t)span),
                              (int32_t)wend_random_below(state, (uint64_t)span)};
    uint64_t kind = wend_random_below(state, 64);
    if (kind > 0)
        t.p[2] = (wend_point){t.p[1].x + (int32_t)wend_random_below(state, 5) - 2, t.p[1].y};
    if (kind == 1)
        t.p[2] = t.p[1] = t.p[0];
    return t;
}

// Whether a side of a has all of b strictly beyond it, on either hand: so that points and lines are parted, too.
static bool parts(const triangle *a, const triangle *b) {
    for (int i = 0; i < 3; i++) {
        wend_point u = a->p[i], w = a->p[(i + 1) % 3];
        int64_t least = INT64_MAX, most = INT64_MIN, low = INT64_MAX, high = INT64_MIN;
        for (int k = 0; k < 3; k++) {
            int64_t at =
                ((int64_t)w.x - u.x) * ((int64_t)b->p[k].y - u.y) - ((int64_t)w.y - u.y) * ((int64_t)b->p[k].x - u.x);
            int64_t own =
                ((int64_t)w.x - u.x) * ((int64_t)a->p[k].y - u.y) - ((int64_t)w.y - u.y) * ((int64_t)a->p[k].x - u.x);
            least = at < least ? at : least;
            most = at > most ? at : most;
            low = own < low ? own : low;
            high = own > high ? own : high;
        }
        if (least > high || most < low)
            return true;
    }
    return false;
}

static void ask_bands(const wend_boxes *tree, int32_t count, const triangle *asked, wend_item_list *found) {
    wend_box3 box = box_of_triangle(asked, 0);
    int64_t at = 0;
    if (!CHECK(wend_boxes_search_triangle(context, tree, &box, asked->p, 0, found)))
        return;
    for (int32_t k = 0; k < count; k++) {
        wend_box3 own = box_of_triangle(needles, k);
        bool listed = at < found->count && found->data[at] == k;
        at += listed;
        if (!CHECK(listed ? wend_box3_meet(&own, &box)
                          : !wend_box3_meet(&own, &box) || parts(&needles[k], asked) || parts(asked, &needles[k])))
            return;
    }
    CHECK_INT(found->count, at);
}

TEST(bands_leave_out_nothing_that_overlaps) {
    static const int32_t spans[] = {30, 5000, WEND_COORDINATE_MAX - 2};
    uint64_t state = 4;
    wend_item_list found = {0};
    int64_t banded = 0;
    open_context_with(0);
    for (int32_t c = 0; c < 150; c++) {
        int32_t count = 1 + (int32_t)wend_random_below(&state, 700), span = spans[c % 3];
        wend_boxes tree;
        for (int32_t k = 0; k < count; k++)
            needles[k] = random_needle(&state, span);
        if (!CHECK(wend_boxes_build(context, count, box_of_triangle, needles, &tree) == WEND_OK &&
                   wend_boxes_add_bands(context, count, corners_of, needles, 0, &tree)))
            return;
        banded += tree.bands.count > 0;
        for (int k = 0; k < QUESTIONS; k++) {
            triangle asked = random_needle(&state, span);
            ask_bands(&tree, count, &asked, &found);
        }
        wend_boxes_free(context, &tree);
    }
    CHECK_MESSAGE(banded > 10, "only %lld trees had bands", (long long)banded);
    wend_array_free(context, &found);
}

// Needles side by side, askew: each meets few bands and half of all boxes.
TEST(needles_are_told_apart) {
    enum { COUNT_OF_NEEDLES = 2000, LONG = 100000 };
    wend_item_list found = {0};
    wend_boxes tree;
    int64_t sum = 0;
    open_context_with(0);
    for (int32_t k = 0; k < COUNT_OF_NEEDLES; k++)
        needles[k] = (triangle){{{20 * k, 0}, {20 * k + LONG, LONG}, {20 * k, 8}}};
    if (!CHECK(wend_boxes_build(context, COUNT_OF_NEEDLES, box_of_triangle, needles, &tree) == WEND_OK &&
               wend_boxes_add_bands(context, COUNT_OF_NEEDLES, corners_of, needles, 0, &tree)))
        return;
    for (int32_t k = 0; k < COUNT_OF_NEEDLES; k++) {
        wend_box3 box = box_of_triangle(needles, k);
        CHECK(wend_boxes_search_triangle(context, &tree, &box, needles[k].p, 4, &found));
        sum += found.count;
    }
    CHECK_MESSAGE(sum <= 4 * COUNT_OF_NEEDLES, "%lld found for %d needles", (long long)sum, COUNT_OF_NEEDLES);
    wend_boxes_free(context, &tree);
    wend_array_free(context, &found);
}

// One needle askew over a field of squares that are none: few of them lie along it, and half of all boxes meet its own.
TEST(a_needle_finds_what_lies_along_it) {
    enum { SIDE = 40, EACH = 100 };
    wend_item_list found = {0};
    wend_boxes tree;
    open_context_with(0);
    for (int32_t k = 0; k < SIDE * SIDE; k++) {
        int32_t x = EACH * (k / SIDE), y = EACH * (k % SIDE);
        needles[k] = (triangle){{{x, y}, {x + EACH, y}, {x, y + EACH}}};
    }
    const triangle asked = {{{0, 0}, {EACH * SIDE, EACH * SIDE}, {3, 0}}};
    wend_box3 box = box_of_triangle(&asked, 0);
    if (!CHECK(wend_boxes_build(context, SIDE * SIDE, box_of_triangle, needles, &tree) == WEND_OK))
        return;
    ask_bands(&tree, SIDE * SIDE, &asked, &found);
    CHECK(wend_boxes_search_triangle(context, &tree, &box, asked.p, 0, &found));
    CHECK_MESSAGE(found.count <= 4 * SIDE, "%lld of %d found", (long long)found.count, SIDE * SIDE);
    wend_boxes_free(context, &tree);
    wend_array_free(context, &found);
}

// A tree that grows finds all that overlaps among the triangles that it has so far, and needles of one item by it.
TEST(what_comes_later_is_found) {
    static const int32_t spans[] = {30, 5000, WEND_COORDINATE_MAX - 2};
    uint64_t state = 5;
    wend_item_list found = {0};
    open_context_with(0);
    for (int32_t c = 0; c < 60; c++) {
        int32_t count = 1 + (int32_t)wend_random_below(&state, 700), span = spans[c % 3], grown = 0;
        wend_boxes tree;
        if (!CHECK(wend_boxes_build_empty(context, count, &tree) == WEND_OK))
            return;
        for (int k = 0; k < QUESTIONS; k++) {
            for (int more = 0; more < 20 && grown < count; more++, grown++) {
                needles[grown] = random_needle(&state, span);
                wend_box3 box = box_of_triangle(needles, grown);
                wend_boxes_widen(&tree, grown, &box, needles[grown].p);
            }
            triangle asked = random_needle(&state, span);
            ask_bands(&tree, grown, &asked, &found);
        }
        wend_boxes_free(context, &tree);
    }
    wend_array_free(context, &found);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
