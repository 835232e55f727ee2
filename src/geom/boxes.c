// The tree of boxes in space: see boxes.h. Levels are built one after the other, each in parallel.
#include "geom/boxes.h"

#include "base/wide.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { GRAIN = 256 };      // nodes in one task
enum { LEAST_LEVELS = 2 }; // so that no search begins at the lowest one

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
    for (int64_t below = l.below; levels < LEAST_LEVELS || below > 1; nodes += below, levels++)
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

void wend_boxes_free(wend_context *context, wend_boxes *boxes) {
    wend_array_free(context, &boxes->nodes);
    boxes->levels = 0;
}

// ---------------------------------------------------------------------------------------------------- searching

// Which of eight boxes meet a box, as bits. Differences of lattice coordinates have the sign of what they compare.
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

static inline uint32_t boxes_met(const wend_boxes8 *node, const wide_box *box) {
    __m128i a = _mm_or_si128(apart_along(node, 0, 0, box), apart_along(node, 1, 0, box));
    __m128i b = _mm_or_si128(apart_along(node, 0, 4, box), apart_along(node, 1, 4, box));
    a = _mm_or_si128(a, apart_along(node, 2, 0, box));
    b = _mm_or_si128(b, apart_along(node, 2, 4, box));
    int apart = _mm_movemask_ps(_mm_castsi128_ps(a)) | _mm_movemask_ps(_mm_castsi128_ps(b)) << 4;
    return ~(uint32_t)apart & 255;
}
#else
typedef wend_box3 wide_box;

static wide_box widen(const wend_box3 *box) {
    return *box;
}

static inline uint32_t boxes_met(const wend_boxes8 *node, const wide_box *box) {
    uint32_t met = 0;
    for (int k = 0; k < WEND_BOXES_FAN; k++) {
        int32_t apart = (box->high[0] - node->low[0][k]) | (node->high[0][k] - box->low[0]) |
                        (box->high[1] - node->low[1][k]) | (node->high[1][k] - box->low[1]) |
                        (box->high[2] - node->low[2][k]) | (node->high[2][k] - box->low[2]);
        met |= (uint32_t)(apart >= 0) << k;
    }
    return met;
}
#endif

// Lists the items that meet a box in some of the lowest nodes, those from `first` on that have a bit.
static bool list_items(wend_context *context, const wend_boxes *b, int32_t first, uint32_t nodes, const wide_box *wide,
                       wend_item_list *found) {
    if (!wend_array_reserve(context, found, found->count + WEND_BOXES_FAN * WEND_BOXES_FAN))
        return false;
    int32_t *end = found->data + found->count;
    for (; nodes != 0; nodes &= nodes - 1) {
        int32_t node = first + wend_trailing_zeros(nodes);
        for (uint32_t met = boxes_met(&b->nodes.data[node], wide); met != 0; met &= met - 1)
            *end++ = node * WEND_BOXES_FAN + wend_trailing_zeros(met);
    }
    found->count = end - found->data;
    return true;
}

bool wend_boxes_search(wend_context *context, const wend_boxes *b, const wend_box3 *box, wend_item_list *found) {
    uint32_t met[WEND_BOXES_LEVELS];  // what is left to look at in the node of each level
    int32_t first[WEND_BOXES_LEVELS]; // the node of the level below that the first bit of it stands for
    int level = b->levels - 1;
    wide_box wide = widen(box);
    found->count = 0;
    if (level < 0)
        return true;
    for (int32_t node = 0;;) {
        first[level] = node * WEND_BOXES_FAN;
        met[level] = boxes_met(&b->nodes.data[b->start[level] + node], &wide);
        if (level == 1) {
            if (met[1] != 0 && !list_items(context, b, first[1], met[1], &wide, found))
                return false;
            met[1] = 0;
        }
        while (met[level] == 0)
            if (++level == b->levels)
                return true;
        node = first[level] + wend_trailing_zeros(met[level]);
        met[level] &= met[level] - 1;
        level--;
    }
}
