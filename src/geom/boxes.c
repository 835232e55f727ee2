// The tree of boxes in space: see boxes.h. Levels are built one after the other, each in parallel.
#include "geom/boxes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { GRAIN = 256 };  // nodes in one task
enum { NEEDLES = 16 }; // how much larger the boxes of needles are than twice the triangles, together
enum { TOP = 4 };      // nodes of the highest level at most: looking into all of them is as soon done as into one above

// ---------------------------------------------------------------------------------------------------- building

enum { FAR = 2 * WEND_COORDINATE_MAX };
static const wend_box3 nothing = {{FAR, FAR, FAR}, {-FAR, -FAR, -FAR}}; // meets no box

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
    wend_array_free(context, &boxes->bands);
    boxes->levels = 0;
}

// ---------------------------------------------------------------------------------------------------- bands

// Triangles that bands are made of.
typedef struct triangles {
    int32_t count;
    void (*corners_of)(const void *user, int32_t item, wend_point corners[3]);
    const void *user;
} triangles;

static void corners_of_one(const void *user, int32_t item, wend_point corners[3]) {
    (void)item;
    memcpy(corners, user, 3 * sizeof *corners);
}

// Where a point is across a band. Exact.
static inline int64_t across(const wend_band *band, wend_point p) {
    return (int64_t)p.x * band->dy - (int64_t)p.y * band->dx;
}

// The area of the box around a triangle, and twice that of itself; it counts as if it were wider by so much.
static void measure(const wend_point p[3], int32_t width, double *box, double *area) {
    double ux = (double)p[1].x - p[0].x, uy = (double)p[1].y - p[0].y;
    double wx = (double)p[2].x - p[0].x, wy = (double)p[2].y - p[0].y, twice = ux * wy - uy * wx;
    double left = ux < wx ? ux : wx, right = ux > wx ? ux : wx, down = uy < wy ? uy : wy, up = uy > wy ? uy : wy;
    double wide = (right > 0 ? right : 0) - (left < 0 ? left : 0), high = (up > 0 ? up : 0) - (down < 0 ? down : 0);
    *box = wide * high;
    *area = (twice < 0 ? -twice : twice) + width * (wide > high ? wide : high);
}

// Whether the boxes of all triangles together are much larger than the triangles. Those that have no area are walls,
// and do not count.
static bool are_needles(const triangles *t, int32_t width) {
    double boxes = 0, areas = 0;
    for (int32_t k = 0; k < t->count; k++) {
        wend_point p[3];
        double box, area;
        t->corners_of(t->user, k, p);
        measure(p, width, &box, &area);
        boxes += area > 0 ? box : 0;
        areas += area;
    }
    return boxes > NEEDLES * areas;
}

// The band around triangles [begin, end), along the longest side that one of them has.
static wend_band band_around(const triangles *t, int32_t begin, int32_t end) {
    wend_band band = {0, 0, INT64_MAX, INT64_MIN};
    wend_point p[3];
    int64_t longest = -1;
    for (int32_t k = begin; k < end; k++) {
        t->corners_of(t->user, k, p);
        for (int i = 0; i < 3; i++) {
            int64_t dx = (int64_t)p[(i + 1) % 3].x - p[i].x, dy = (int64_t)p[(i + 1) % 3].y - p[i].y;
            if (dx * dx + dy * dy > longest) {
                longest = dx * dx + dy * dy;
                band.dx = (int32_t)dx;
                band.dy = (int32_t)dy;
            }
        }
    }
    for (int32_t k = begin; k < end; k++) {
        t->corners_of(t->user, k, p);
        for (int i = 0; i < 3; i++) {
            int64_t at = across(&band, p[i]);
            band.low = at < band.low ? at : band.low;
            band.high = at > band.high ? at : band.high;
        }
    }
    return band;
}

bool wend_boxes_add_bands(wend_context *context, int32_t items,
                          void (*corners_of)(const void *user, int32_t item, wend_point corners[3]), const void *user,
                          int32_t width, wend_boxes *boxes) {
    triangles t = {items, corners_of, user};
    if (items == 0 || !are_needles(&t, width))
        return true;
    if (!wend_array_resize(context, &boxes->bands, boxes->nodes.count * WEND_BOXES_FAN))
        return false;
    int64_t each = 1; // items in a place of the level
    for (int level = 0; level < boxes->levels; level++, each *= WEND_BOXES_FAN) {
        wend_band *bands = boxes->bands.data + (int64_t)boxes->start[level] * WEND_BOXES_FAN;
        for (int64_t k = 0; k * each < items; k++) {
            int64_t end = (k + 1) * each;
            bands[k] = band_around(&t, (int32_t)(k * each), (int32_t)(end < items ? end : items));
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- growing

static wend_box3 no_box(const void *user, int32_t item) {
    (void)user;
    (void)item;
    return nothing;
}

wend_result wend_boxes_build_empty(wend_context *context, int32_t items, wend_boxes *boxes) {
    wend_result result = wend_boxes_build(context, items, no_box, NULL, boxes);
    if (result == WEND_OK && !wend_array_resize(context, &boxes->bands, boxes->nodes.count * WEND_BOXES_FAN))
        result = WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < boxes->bands.count && result == WEND_OK; k++)
        boxes->bands.data[k] = (wend_band){0, 0, INT64_MAX, INT64_MIN};
    return result;
}

static void widen_box(wend_boxes8 *node, int k, const wend_box3 *box) {
    for (int axis = 0; axis < 3; axis++) {
        int32_t *low = &node->low[axis][k], *high = &node->high[axis][k];
        *low = box->low[axis] < *low ? box->low[axis] : *low;
        *high = box->high[axis] > *high ? box->high[axis] : *high;
    }
}

// The first triangle of a band tells its direction.
static void widen_band(wend_band *band, const wend_point p[3]) {
    if (band->low > band->high) {
        triangles one = {1, corners_of_one, p};
        *band = band_around(&one, 0, 1);
        return;
    }
    for (int i = 0; i < 3; i++) {
        int64_t at = across(band, p[i]);
        band->low = at < band->low ? at : band->low;
        band->high = at > band->high ? at : band->high;
    }
}

void wend_boxes_widen(wend_boxes *boxes, int32_t item, const wend_box3 *box, const wend_point corners[3]) {
    for (int level = 0; level < boxes->levels; level++, item /= WEND_BOXES_FAN) {
        widen_box(&boxes->nodes.data[boxes->start[level] + item / WEND_BOXES_FAN], item % WEND_BOXES_FAN, box);
        widen_band(&boxes->bands.data[(int64_t)boxes->start[level] * WEND_BOXES_FAN + item], corners);
    }
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

// A triangle that is searched for.
typedef struct sought {
    const wend_point *corners;
    int32_t margin;
    bool needle;    // whether its box is much larger than itself;
    wend_band band; // then the strip that it lies in, margin and all
} sought;

static int64_t span_of(const wend_band *band) {
    return (int64_t)(band->dx < 0 ? -band->dx : band->dx) + (band->dy < 0 ? -band->dy : band->dy);
}

static sought seek(const wend_point p[3], int32_t margin) {
    triangles one = {1, corners_of_one, p};
    double box, area;
    measure(p, 0, &box, &area);
    sought s = {.corners = p, .margin = margin, .needle = box > NEEDLES * area};
    if (s.needle) {
        s.band = band_around(&one, 0, 1);
        s.band.low -= margin * span_of(&s.band);
        s.band.high += margin * span_of(&s.band);
    }
    return s;
}

// Takes those out of a list whose bands are too far away.
static int64_t keep_in_bands(const wend_band *bands, const sought *s, int32_t *list, int64_t count) {
    const wend_point *p = s->corners;
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++) {
        const wend_band *band = &bands[list[k]];
        int64_t a = across(band, p[0]), b = across(band, p[1]), c = across(band, p[2]);
        int64_t least = a < b ? a : b, most = a > b ? a : b, slack = s->margin * span_of(band);
        list[kept] = list[k];
        kept += (least < c ? least : c) - slack <= band->high && (most > c ? most : c) + slack >= band->low;
    }
    return kept;
}

// Takes those out of a list whose boxes do not meet the band of what is searched for.
static int64_t keep_along(const wend_boxes8 *level, const wend_band *band, int32_t *list, int64_t count) {
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++) {
        const wend_boxes8 *node = &level[list[k] / WEND_BOXES_FAN];
        int place = list[k] % WEND_BOXES_FAN;
        wend_point low = {node->low[0][place], node->low[1][place]},
                   high = {node->high[0][place], node->high[1][place]};
        wend_point least = {band->dy > 0 ? low.x : high.x, band->dx > 0 ? high.y : low.y};
        wend_point most = {band->dy > 0 ? high.x : low.x, band->dx > 0 ? low.y : high.y};
        list[kept] = list[k];
        kept += across(band, least) <= band->high && across(band, most) >= band->low;
    }
    return kept;
}

static bool search(wend_context *context, const wend_boxes *b, const wend_box3 *box, const sought *s,
                   wend_item_list *found) {
    wide_box wide = widen(box);
    found->count = 0;
    int32_t top = b->levels > 0 ? (int32_t)b->nodes.count - b->start[b->levels - 1] : 0;
    if (!wend_array_resize(context, found, top))
        return false;
    for (int32_t k = 0; k < top; k++)
        found->data[k] = k;
    for (int level = b->levels - 1; level >= 0 && found->count > 0; level--) {
        const wend_boxes8 *nodes = b->nodes.data + b->start[level];
        if (!wend_array_reserve(context, found, WEND_BOXES_FAN * found->count))
            return false;
        found->count = look_into(nodes, &wide, found->data, found->count);
        if (s && b->bands.count > 0)
            found->count =
                keep_in_bands(b->bands.data + (int64_t)b->start[level] * WEND_BOXES_FAN, s, found->data, found->count);
        if (s && s->needle)
            found->count = keep_along(nodes, &s->band, found->data, found->count);
    }
    return true;
}

bool wend_boxes_search(wend_context *context, const wend_boxes *boxes, const wend_box3 *box, wend_item_list *found) {
    return search(context, boxes, box, NULL, found);
}

bool wend_boxes_search_triangle(wend_context *context, const wend_boxes *boxes, const wend_box3 *box,
                                const wend_point corners[3], int32_t margin, wend_item_list *found) {
    sought s = seek(corners, margin);
    return search(context, boxes, box, &s, found);
}
