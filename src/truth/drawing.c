// A second opinion on where the floor is. See drawing.h.
//
// A ray from the point to the right is followed over the edges of its strip; the shapes that it crosses an odd number
// of times hold the point. Floor is what lies in an outer ring and in no obstacle, where an obstacle of a polygon does
// not count for the outer rings of other polygons that lie wholly within it; for outlines, where the count of all
// crossings is odd. The latter is the nesting depth's parity as long as all outlines are closed.
#include "truth/drawing.h"

#include "base/sort.h"

#include <math.h>

#define STRIPS_MAX 65536
#define ENTRIES_PER_EDGE 8

// ---------------------------------------------------------------------------------------------------- edges

static bool is_ring(wend_shape_kind kind) {
    return kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
}

static bool collect_edges(wend_drawing_truth *truth) {
    for (int32_t s = 0; s < truth->view.shape_count; s++) {
        const wend_shape *shape = &truth->view.shapes[s];
        const double *points = truth->view.points + 2 * (size_t)shape->first;
        bool ring = is_ring(shape->kind), dots = shape->kind == WEND_SHAPE_POINT || shape->kind == WEND_SHAPE_HOLE;
        if (!wend_array_push(truth->context, &truth->shape_edge, (int32_t)truth->edges.count))
            return false;
        for (int32_t k = 0; k < shape->count; k++) {
            int32_t next = dots ? k : k + 1 < shape->count ? k + 1 : ring ? 0 : k;
            if (next == k && !dots && shape->count > 1)
                continue;
            wend_drawing_truth_edge edge = {
                {points[2 * k], points[2 * k + 1]}, {points[2 * next], points[2 * next + 1]}, s};
            if (!wend_array_push(truth->context, &truth->edges, edge))
                return false;
            for (int axis = 0; axis < 2; axis++) {
                bool first = truth->edges.count == 1;
                truth->low[axis] = first || edge.a[axis] < truth->low[axis] ? edge.a[axis] : truth->low[axis];
                truth->high[axis] = first || edge.a[axis] > truth->high[axis] ? edge.a[axis] : truth->high[axis];
                truth->low[axis] = edge.b[axis] < truth->low[axis] ? edge.b[axis] : truth->low[axis];
                truth->high[axis] = edge.b[axis] > truth->high[axis] ? edge.b[axis] : truth->high[axis];
            }
        }
    }
    return wend_array_push(truth->context, &truth->shape_edge, (int32_t)truth->edges.count);
}

static int compare_places(const void *a, const void *b, const void *user) {
    const double *p = a, *q = b;
    (void)user;
    if (p[0] != q[0])
        return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

// Whether every end of an outline's edge is one of an even number of them.
static wend_result outlines_closed(const wend_drawing_truth *truth, bool *closed) {
    WEND_ARRAY(double) ends = {0};
    wend_result result = WEND_OK;
    for (int64_t k = 0; k < truth->edges.count && result == WEND_OK; k++) {
        const wend_drawing_truth_edge *edge = &truth->edges.data[k];
        if (truth->view.shapes[edge->shape].kind != WEND_SHAPE_OUTLINE)
            continue;
        if (!wend_array_reserve(truth->context, &ends, ends.count + 4)) {
            result = WEND_ERROR_MEMORY;
            break;
        }
        memcpy(ends.data + ends.count, edge->a, sizeof edge->a);
        memcpy(ends.data + ends.count + 2, edge->b, sizeof edge->b);
        ends.count += 4;
    }
    if (result == WEND_OK &&
        !wend_sort(truth->context, ends.data, ends.count / 2, 2 * sizeof(double), compare_places, NULL))
        result = WEND_ERROR_MEMORY;
    *closed = true;
    for (int64_t k = 0; result == WEND_OK && k + 4 <= ends.count; k += 4)
        *closed = *closed && compare_places(&ends.data[k], &ends.data[k + 2], NULL) == 0;
    wend_array_free(truth->context, &ends);
    return result;
}

// ---------------------------------------------------------------------------------------------------- strips

static int32_t strip_of(const wend_drawing_truth *truth, double y, int32_t strips) {
    double at = (y - truth->low[1]) / (truth->high[1] - truth->low[1]) * strips;
    return at <= 0 ? 0 : at >= strips ? strips - 1 : (int32_t)at;
}

static void strips_of_edge(const wend_drawing_truth *truth, const wend_drawing_truth_edge *edge, int32_t strips,
                           int32_t *first, int32_t *last) {
    double low = edge->a[1] < edge->b[1] ? edge->a[1] : edge->b[1],
           high = edge->a[1] < edge->b[1] ? edge->b[1] : edge->a[1];
    *first = strip_of(truth, low - truth->margin, strips);
    *last = strip_of(truth, high + truth->margin, strips);
}

// As many strips as there are edges in a column, or fewer where long edges would fill them.
static void choose_strips(wend_drawing_truth *truth) {
    truth->strip_count = 1;
    if (!(truth->high[1] > truth->low[1]))
        return;
    for (int32_t strips = STRIPS_MAX; strips > 1; strips /= 2) {
        int64_t entries = 0;
        if (strips > truth->edges.count)
            continue;
        for (int64_t k = 0; k < truth->edges.count; k++) {
            int32_t first, last;
            strips_of_edge(truth, &truth->edges.data[k], strips, &first, &last);
            entries += last - first + 1;
        }
        if (entries <= ENTRIES_PER_EDGE * truth->edges.count) {
            truth->strip_count = strips;
            return;
        }
    }
}

static bool fill_strips(wend_drawing_truth *truth) {
    choose_strips(truth);
    int32_t strips = truth->strip_count, first, last;
    if (!wend_array_resize(truth->context, &truth->strip_first, strips + 1))
        return false;
    int32_t *count = truth->strip_first.data;
    memset(count, 0, ((size_t)strips + 1) * sizeof *count);
    for (int64_t k = 0; k < truth->edges.count; k++) {
        strips_of_edge(truth, &truth->edges.data[k], strips, &first, &last);
        for (int32_t s = first; s <= last; s++)
            count[s]++;
    }
    for (int32_t s = 1; s <= strips; s++) // now the end of each strip
        count[s] += count[s - 1];
    if (!wend_array_resize(truth->context, &truth->strip_edges, count[strips - 1] + 1))
        return false;
    for (int64_t k = truth->edges.count - 1; k >= 0; k--) {
        strips_of_edge(truth, &truth->edges.data[k], strips, &first, &last);
        for (int32_t s = first; s <= last; s++)
            truth->strip_edges.data[--count[s]] = (int32_t)k;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- start and end

static bool make_room(wend_drawing_truth *truth) {
    int64_t shapes = truth->view.shape_count;
    if (!wend_array_resize(truth->context, &truth->odd, shapes + 1) ||
        !wend_array_resize(truth->context, &truth->head, shapes + 1))
        return false;
    memset(truth->odd.data, 0, (size_t)shapes + 1);
    for (int64_t s = 0; s <= shapes; s++)
        truth->head.data[s] = -1;
    return true;
}

wend_result wend_drawing_truth_start(wend_context *context, const wend_drawing *drawing, double margin,
                                     wend_drawing_truth *truth, const char **cause) {
    *truth = (wend_drawing_truth){.context = context, .view = wend_drawing_look(drawing), .margin = margin};
    *cause = "";
    if (truth->view.rule == WEND_INSIDE_HOLES) {
        *cause = "it marks holes by points, which sampling cannot judge";
        return WEND_ERROR_UNSUPPORTED;
    }
    bool closed = true;
    wend_result result = collect_edges(truth) && make_room(truth) && fill_strips(truth) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK && truth->view.rule == WEND_INSIDE_DEPTH)
        result = outlines_closed(truth, &closed);
    if (result == WEND_OK && !closed) {
        *cause = "its outlines are not closed, so that sampling cannot tell inside from outside";
        result = WEND_ERROR_UNSUPPORTED;
    }
    if (result != WEND_OK)
        wend_drawing_truth_free(truth);
    return result;
}

void wend_drawing_truth_free(wend_drawing_truth *truth) {
    wend_array_free(truth->context, &truth->edges);
    wend_array_free(truth->context, &truth->shape_edge);
    wend_array_free(truth->context, &truth->strip_first);
    wend_array_free(truth->context, &truth->strip_edges);
    wend_array_free(truth->context, &truth->odd);
    wend_array_free(truth->context, &truth->touched);
    wend_array_free(truth->context, &truth->head);
    wend_array_free(truth->context, &truth->pairs);
}

// ---------------------------------------------------------------------------------------------------- judging

static double distance_to(const wend_drawing_truth_edge *edge, const double point[2]) {
    double dx = edge->b[0] - edge->a[0], dy = edge->b[1] - edge->a[1];
    double px = point[0] - edge->a[0], py = point[1] - edge->a[1];
    double length2 = dx * dx + dy * dy, t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    px -= t * dx;
    py -= t * dy;
    return sqrt(px * px + py * py);
}

double wend_drawing_truth_distance(const wend_drawing_truth *truth, const double point[2]) {
    double least = INFINITY;
    for (int64_t k = 0; k < truth->edges.count; k++) {
        double distance = distance_to(&truth->edges.data[k], point);
        least = distance < least ? distance : least;
    }
    return least;
}

static bool is_near(const wend_drawing_truth *truth, const wend_drawing_truth_edge *edge, const double point[2]) {
    for (int axis = 0; axis < 2; axis++) {
        double low = edge->a[axis] < edge->b[axis] ? edge->a[axis] : edge->b[axis];
        double high = edge->a[axis] < edge->b[axis] ? edge->b[axis] : edge->a[axis];
        if (point[axis] < low - truth->margin || point[axis] > high + truth->margin)
            return false;
    }
    return distance_to(edge, point) <= truth->margin;
}

// Whether the ray from the point to the right crosses the edge.
static bool crosses(const wend_drawing_truth_edge *edge, const double point[2]) {
    if ((edge->a[1] > point[1]) == (edge->b[1] > point[1]))
        return false;
    double t = (point[1] - edge->a[1]) / (edge->b[1] - edge->a[1]);
    return point[0] < edge->a[0] + t * (edge->b[0] - edge->a[0]);
}

static bool shape_holds(const wend_drawing_truth *truth, int32_t shape, const double point[2]) {
    bool odd = false;
    for (int32_t k = truth->shape_edge.data[shape]; k < truth->shape_edge.data[shape + 1]; k++)
        odd ^= crosses(&truth->edges.data[k], point);
    return odd;
}

static double side(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool edges_cross(const wend_drawing_truth_edge *e, const wend_drawing_truth_edge *f) {
    return side(e->a, e->b, f->a) * side(e->a, e->b, f->b) < 0 && side(f->a, f->b, e->a) * side(f->a, f->b, e->b) < 0;
}

static bool shape_near(const wend_drawing_truth *truth, int32_t shape, const double point[2]) {
    for (int32_t k = truth->shape_edge.data[shape]; k < truth->shape_edge.data[shape + 1]; k++) {
        if (is_near(truth, &truth->edges.data[k], point))
            return true;
    }
    return false;
}

// Whether an outer ring lies wholly within an obstacle, its line included: the middle of each of its edges does, and no
// edges cross.
static bool lies_within(const wend_drawing_truth *truth, int32_t outer, int32_t obstacle) {
    for (int32_t k = truth->shape_edge.data[outer]; k < truth->shape_edge.data[outer + 1]; k++) {
        const wend_drawing_truth_edge *edge = &truth->edges.data[k];
        double middle[2] = {(edge->a[0] + edge->b[0]) / 2, (edge->a[1] + edge->b[1]) / 2};
        if (!shape_holds(truth, obstacle, middle) && !shape_near(truth, obstacle, middle))
            return false;
        for (int32_t f = truth->shape_edge.data[obstacle]; f < truth->shape_edge.data[obstacle + 1]; f++) {
            if (edges_cross(edge, &truth->edges.data[f]))
                return false;
        }
    }
    return true;
}

static wend_result within_cached(wend_drawing_truth *truth, int32_t outer, int32_t obstacle, bool *within) {
    for (int32_t p = truth->head.data[outer]; p >= 0; p = truth->pairs.data[p].next) {
        if (truth->pairs.data[p].obstacle == obstacle) {
            *within = truth->pairs.data[p].within;
            return WEND_OK;
        }
    }
    *within = lies_within(truth, outer, obstacle);
    wend_drawing_truth_pair pair = {obstacle, *within, truth->head.data[outer]};
    if (!wend_array_push(truth->context, &truth->pairs, pair))
        return WEND_ERROR_MEMORY;
    truth->head.data[outer] = (int32_t)(truth->pairs.count - 1);
    return WEND_OK;
}

// Whether some outer ring among the touched shapes makes the point floor.
static wend_result judge_rings(wend_drawing_truth *truth, bool *floor) {
    *floor = false;
    for (int64_t i = 0; i < truth->touched.count && !*floor; i++) {
        int32_t outer = truth->touched.data[i];
        const wend_shape *ring = &truth->view.shapes[outer];
        if (ring->kind != WEND_SHAPE_OUTER || !truth->odd.data[outer])
            continue;
        bool blocked = false;
        for (int64_t k = 0; k < truth->touched.count && !blocked; k++) {
            int32_t obstacle = truth->touched.data[k];
            const wend_shape *shape = &truth->view.shapes[obstacle];
            if (shape->kind != WEND_SHAPE_OBSTACLE || !truth->odd.data[obstacle])
                continue;
            bool within = false;
            if (shape->polygon >= 0 && ring->polygon >= 0 && shape->polygon != ring->polygon) {
                wend_result result = within_cached(truth, outer, obstacle, &within);
                if (result != WEND_OK)
                    return result;
            }
            blocked = !within;
        }
        *floor = !blocked;
    }
    return WEND_OK;
}

wend_result wend_drawing_truth_ask(wend_drawing_truth *truth, const double point[2], wend_drawing_verdict *verdict) {
    int32_t strip = truth->high[1] > truth->low[1] ? strip_of(truth, point[1], truth->strip_count) : 0;
    bool near = false, floor = false;
    int64_t outlines = 0;
    truth->touched.count = 0;
    int32_t end =
        strip + 1 < truth->strip_count ? truth->strip_first.data[strip + 1] : (int32_t)truth->strip_edges.count - 1;
    wend_result result = WEND_OK;
    for (int32_t k = truth->strip_first.data[strip]; k < end && !near && result == WEND_OK; k++) {
        const wend_drawing_truth_edge *edge = &truth->edges.data[truth->strip_edges.data[k]];
        near = is_near(truth, edge, point);
        if (!crosses(edge, point))
            continue;
        outlines += truth->view.shapes[edge->shape].kind == WEND_SHAPE_OUTLINE;
        truth->odd.data[edge->shape] ^= 1;
        if (!wend_array_push(truth->context, &truth->touched, edge->shape))
            result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && !near) {
        if (truth->view.rule == WEND_INSIDE_DEPTH)
            floor = outlines % 2 == 1;
        else
            result = judge_rings(truth, &floor);
    }
    for (int64_t k = 0; k < truth->touched.count; k++)
        truth->odd.data[truth->touched.data[k]] = 0;
    *verdict = near ? WEND_DRAWING_NEAR_LINE : floor ? WEND_DRAWING_FLOOR : WEND_DRAWING_BLOCKED;
    return result;
}
