// The tree of boxes in space against looking at every box: all counts around a change of levels, boxes that touch, that
// are points, that reach from end to end of the lattice.
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

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
