// The tree of boxes in space: see boxes.h. Levels are built one after the other, each in parallel.
#include "geom/boxes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { GRAIN = 256 }; // nodes in one task
enum { TOP = 4 };     // nodes of the highest level at most: looking into all of them is as soon done as into one above

// ---------------------------------------------------------------------------------------------------- building

static void set_box(wend_boxes8 *node, int k, const wend_box3 *box) {
    for (int axis = 0; axis < 3; axis++) {
        node->low[axis][k] = box->low[axis];
        node->high[axis][k] = box->high[axis];
    }
}

// The box around all that is in a node.
static wend_box3 box_around(const wend_boxes8 *node) {
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = node->low[axis][0];
        box.high[axis] = node->high[axis][0];
        for (int k = 1; k < WEND_BOXES_FAN; k++) {
            box.low[axis] = node->low[axis][k] < box.low[axis] ? node->low[axis][k] : box.low[axis];
            box.high[axis] = node->high[axis][k] > box.high[axis] ? node->high[axis][k] : box.high[axis];
        }
    }
    return box;
}

// A level of the tree being built, over `below` items or nodes.
typedef struct tree_level {
    wend_boxes *boxes;
    wend_box3 (*box_of)(const void *user, int32_t item);
    const void *user;
    int64_t below;
} tree_level;

// Makes nodes [begin, end) of the highest level so far. The places of a last node that nothing is left for hold boxes
// that meet nothing.
static wend_result build_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const int32_t far = 2 * WEND_COORDINATE_MAX;
    const wend_box3 nothing = {{far, far, far}, {-far, -far, -far}};
    const tree_level *l = data;
    wend_boxes *b = l->boxes;
    wend_boxes8 *nodes = b->nodes.data + b->start[b->levels];
    const wend_boxes8 *lower = b->levels > 0 ? b->nodes.data + b->start[b->levels - 1] : NULL;
    for (int64_t i = begin * WEND_BOXES_FAN; i < end * WEND_BOXES_FAN; i++) {
        wend_box3 box = nothing;
        if (i < l->below)
            box = lower ? box_around(&lower[i]) : l->box_of(l->user, (int32_t)i);
        set_box(&nodes[i / WEND_BOXES_FAN], (int)(i % WEND_BOXES_FAN), &box);
    }
    return WEND_OK;
}

wend_result wend_boxes_build(wend_context *context, int32_t items, wend_box3 (*box_of)(const void *user, int32_t item),
                             const void *user, wend_boxes *boxes) {
    tree_level l = {boxes, box_of, user, items};
    int64_t nodes = 0;
    *boxes = (wend_boxes){0};
    if (items == 0)
        return WEND_OK;
    int levels = 0;
    for (int64_t below = l.below; levels == 0 || below > TOP; nodes += below, levels++)
        below = (below + WEND_BOXES_FAN - 1) / WEND_BOXES_FAN;
    if (!wend_array_resize(context, &boxes->nodes, nodes))
        return WEND_ERROR_MEMORY;
    nodes = 0;
    for (boxes->levels = 0; boxes->levels < levels; boxes->levels++) {
        int64_t count = (l.below + WEND_BOXES_FAN - 1) / WEND_BOXES_FAN;
        boxes->start[boxes->levels] = (int32_t)nodes;
        wend_result result = wend_run_tasks(context, count, GRAIN, build_piece, &l);
        if (result != WEND_OK)
            return result;
        nodes += count;
        l.below = count;
    }
    return WEND_OK;
}

bool wend_boxes_around(const wend_boxes *boxes, wend_box3 *box) {
    if (boxes->levels == 0)
        return false;
    const wend_boxes8 *nodes = boxes->nodes.data, *top = nodes + boxes->start[boxes->levels - 1];
    *box = box_around(top);
    for (const wend_boxes8 *node = top + 1; node < nodes + boxes->nodes.count; node++) {
        wend_box3 more = box_around(node);
        for (int axis = 0; axis < 3; axis++) {
            box->low[axis] = more.low[axis] < box->low[axis] ? more.low[axis] : box->low[axis];
            box->high[axis] = more.high[axis] > box->high[axis] ? more.high[axis] : box->high[axis];
        }
    }
    return true;
}

void wend_boxes_free(wend_context *context, wend_boxes *boxes) {
    wend_array_free(context, &boxes->nodes);
    boxes->levels = 0;
}

// ---------------------------------------------------------------------------------------------------- searching
//
// Level by level: what is met of one is looked into next. Which boxes are met cannot be foreseen, so nothing depends on
// it but how far the list has grown: four places are written at a time, and as many of them count as are met.

// Which of four are met, by the bits of what is met: the first `met_count` of them.
static const int32_t met_places[16][4] = {
    {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {0, 2, 0, 0}, {1, 2, 0, 0}, {0, 1, 2, 0},
    {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0}, {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};
static const uint8_t met_count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

// Lists which of the four boxes of a node from place k on meet a box, as places of the level below, of which the node's
// first one is `first`. Differences of lattice coordinates have the sign of what they compare. Returns where the list
// ends.
#ifdef __SSE2__
typedef struct wide_box {
    __m128i low[3], high[3]; // four times the same
} wide_box;

static wide_box widen(const wend_box3 *box) {
    wide_box wide;
    for (int axis = 0; axis < 3; axis++) {
        wide.low[axis] = _mm_set1_epi32(box->low[axis]);
        wide.high[axis] = _mm_set1_epi32(box->high[axis]);
    }
    return wide;
}

static __m128i load(const int32_t *four) {
    return _mm_loadu_si128((const __m128i *)(const void *)four);
}

// Negative in each of four places where the boxes are apart along an axis.
static __m128i apart_along(const wend_boxes8 *node, int axis, int k, const wide_box *box) {
    return _mm_or_si128(_mm_sub_epi32(box->high[axis], load(&node->low[axis][k])),
                        _mm_sub_epi32(load(&node->high[axis][k]), box->low[axis]));
}

static inline int32_t *list_four(const wend_boxes8 *node, int k, const wide_box *box, int32_t first, int32_t *end) {
    __m128i apart = _mm_or_si128(_mm_or_si128(apart_along(node, 0, k, box), apart_along(node, 1, k, box)),
                                 apart_along(node, 2, k, box));
    int met = _mm_movemask_ps(_mm_castsi128_ps(apart)) ^ 15;
    _mm_storeu_si128((__m128i *)(void *)end, _mm_add_epi32(load(met_places[met]), _mm_set1_epi32(first + k)));
    return end + met_count[met];
}
#else
typedef wend_box3 wide_box;

static wide_box widen(const wend_box3 *box) {
    return *box;
}

static inline int32_t *list_four(const wend_boxes8 *node, int k, const wide_box *box, int32_t first, int32_t *end) {
    uint32_t met = 0;
    for (int i = 0; i < 4; i++) {
        int32_t apart = (box->high[0] - node->low[0][k + i]) | (node->high[0][k + i] - box->low[0]) |
                        (box->high[1] - node->low[1][k + i]) | (node->high[1][k + i] - box->low[1]) |
                        (box->high[2] - node->low[2][k + i]) | (node->high[2][k + i] - box->low[2]);
        met |= (uint32_t)(apart >= 0) << i;
    }
    for (int i = 0; i < 4; i++)
        end[i] = first + k + met_places[met][i];
    return end + met_count[met];
}
#endif

// Replaces the nodes of a level in the list by what is met in them. They are moved to the end of the room that all in
// them would take, so that they are read before they are written over.
static int64_t look_into(const wend_boxes8 *level, const wide_box *wide, int32_t *list, int64_t count) {
    int32_t *nodes = list + (WEND_BOXES_FAN - 1) * count, *end = list;
    for (int64_t k = count - 1; k >= 0; k--)
        nodes[k] = list[k];
    for (int64_t k = 0; k < count; k++) {
        const wend_boxes8 *node = &level[nodes[k]];
        int32_t first = nodes[k] * WEND_BOXES_FAN;
        end = list_four(node, 0, wide, first, end);
        end = list_four(node, 4, wide, first, end);
    }
    return end - list;
}

bool wend_boxes_search(wend_context *context, const wend_boxes *b, const wend_box3 *box, wend_item_list *found) {
    wide_box wide = widen(box);
    found->count = 0;
    int32_t top = b->levels > 0 ? (int32_t)b->nodes.count - b->start[b->levels - 1] : 0;
    if (!wend_array_resize(context, found, top))
        return false;
    for (int32_t k = 0; k < top; k++)
        found->data[k] = k;
    for (int level = b->levels - 1; level >= 0 && found->count > 0; level--) {
        if (!wend_array_reserve(context, found, WEND_BOXES_FAN * found->count))
            return false;
        found->count = look_into(b->nodes.data + b->start[level], &wide, found->data, found->count);
    }
    return true;
}
