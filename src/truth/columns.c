// A tree of boxes over triangles. Each node is cut where the boxes on both sides are expected to cost least (the
// surface area heuristic, judged at the borders of a few bins).
#include "truth/columns.h"

#include <math.h>

enum { LEAF = 4, BINS = 16, DEPTH_MAX = 60, STACK = DEPTH_MAX + 8 };
#define UPRIGHT 1e-9 // sine of the angle to the vertical below which a triangle is not met by vertical lines

// ---------------------------------------------------------------------------------------------------- triangles

bool wend_columns_add(wend_context *context, wend_columns *columns, double p[3][3], int32_t number) {
    wend_column_triangle t = {.number = number};
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += t.p[i / 3][i % 3] = p[i / 3][i % 3];
    if (sum - sum != 0)
        return true;
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = p[1][k] - p[0][k];
        b[k] = p[2][k] - p[0][k];
    }
    for (int k = 0; k < 3; k++)
        t.normal[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    const double *n = t.normal;
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    t.inverse = fabs(n[2]) > UPRIGHT * length ? 1 / n[2] : 0;
    return wend_array_push(context, &columns->triangles, t);
}

void wend_columns_free(wend_context *context, wend_columns *columns) {
    wend_array_free(context, &columns->triangles);
    wend_array_free(context, &columns->nodes);
}

// ---------------------------------------------------------------------------------------------------- building

static const wend_column_box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include(wend_column_box *box, const wend_column_box *other) {
    for (int k = 0; k < 3; k++) {
        box->low[k] = other->low[k] < box->low[k] ? other->low[k] : box->low[k];
        box->high[k] = other->high[k] > box->high[k] ? other->high[k] : box->high[k];
    }
}

static wend_column_box box_of(const wend_column_triangle *t) {
    wend_column_box box = nothing;
    for (int i = 0; i < 3; i++) {
        wend_column_box corner = {{t->p[i][0], t->p[i][1], t->p[i][2]}, {t->p[i][0], t->p[i][1], t->p[i][2]}};
        include(&box, &corner);
    }
    return box;
}

static double cost_of(const wend_column_box *box) {
    double x = box->high[0] - box->low[0], y = box->high[1] - box->low[1], z = box->high[2] - box->low[2];
    return x * y + y * z + z * x;
}

static double middle_of(const wend_column_triangle *t, int axis) {
    return (t->p[0][axis] + t->p[1][axis] + t->p[2][axis]) / 3;
}

static int bin_of(const wend_column_triangle *t, int axis, double low, double scale) {
    double bin = (middle_of(t, axis) - low) * scale;
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : (int)bin;
}

// Where to cut: before which bin of which axis; no cut when the middles are all the same.
typedef struct cut {
    int axis, bin;
    double low, scale;
} cut;

// The cheapest cut along one axis; INFINITY when there is none.
static double judge_axis(const wend_column_triangle *t, int32_t count, cut *c) {
    wend_column_box bins[BINS], after[BINS];
    int32_t counts[BINS] = {0};
    for (int k = 0; k < BINS; k++)
        bins[k] = nothing;
    for (int32_t k = 0; k < count; k++) {
        int bin = bin_of(&t[k], c->axis, c->low, c->scale);
        wend_column_box box = box_of(&t[k]);
        include(&bins[bin], &box);
        counts[bin]++;
    }
    after[BINS - 1] = bins[BINS - 1];
    for (int k = BINS - 2; k > 0; k--) {
        after[k] = bins[k];
        include(&after[k], &after[k + 1]);
    }
    double best = INFINITY;
    wend_column_box before = nothing;
    int32_t held = 0;
    for (int k = 1; k < BINS; k++) {
        include(&before, &bins[k - 1]);
        held += counts[k - 1];
        if (held == 0 || held == count)
            continue;
        double cost = cost_of(&before) * held + cost_of(&after[k]) * (count - held);
        if (cost < best) {
            best = cost;
            c->bin = k;
        }
    }
    return best;
}

static bool find_cut(const wend_column_triangle *t, int32_t count, cut *best) {
    double cheapest = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int32_t k = 0; k < count; k++) {
            double middle = middle_of(&t[k], axis);
            low = middle < low ? middle : low;
            high = middle > high ? middle : high;
        }
        cut c = {.axis = axis, .low = low, .scale = BINS / (high - low)};
        if (!(high > low) || !(c.scale < INFINITY))
            continue;
        double cost = judge_axis(t, count, &c);
        if (cost < cheapest) {
            cheapest = cost;
            *best = c;
        }
    }
    return cheapest < INFINITY;
}

// Brings the triangles before the cut to the front; how many there are.
static int32_t part(wend_column_triangle *t, int32_t count, const cut *c) {
    int32_t front = 0;
    for (int32_t k = 0; k < count; k++) {
        if (bin_of(&t[k], c->axis, c->low, c->scale) >= c->bin)
            continue;
        wend_column_triangle swap = t[k];
        t[k] = t[front];
        t[front++] = swap;
    }
    return front;
}

static bool build(wend_context *context, wend_columns *columns, int32_t first, int32_t count, int depth) {
    wend_column_triangle *t = columns->triangles.data + first;
    wend_column_box box = nothing;
    for (int32_t k = 0; k < count; k++) {
        wend_column_box own = box_of(&t[k]);
        include(&box, &own);
    }
    wend_column_node node = {.first = first, .count = count};
    memcpy(node.low, box.low, sizeof node.low);
    memcpy(node.high, box.high, sizeof node.high);
    int64_t number = columns->nodes.count;
    if (!wend_array_push(context, &columns->nodes, node))
        return false;
    if (count <= LEAF)
        return true;
    cut c = {0};
    int32_t half = depth < DEPTH_MAX / 2 && find_cut(t, count, &c) ? part(t, count, &c) : count / 2;
    if (!build(context, columns, first, half, depth + 1))
        return false;
    columns->nodes.data[number].first = (int32_t)columns->nodes.count;
    columns->nodes.data[number].count = 0;
    return build(context, columns, first + half, count - half, depth + 1);
}

bool wend_columns_build(wend_context *context, wend_columns *columns) {
    columns->nodes.count = 0;
    return columns->triangles.count == 0 || build(context, columns, 0, (int32_t)columns->triangles.count, 0);
}

// ---------------------------------------------------------------------------------------------------- asking

static bool meets(const double low[3], const double high[3], const wend_column_box *box) {
    return low[0] <= box->high[0] && high[0] >= box->low[0] && low[1] <= box->high[1] && high[1] >= box->low[1] &&
           low[2] <= box->high[2] && high[2] >= box->low[2];
}

// Whether the box of a triangle meets a box.
static bool may_meet(const wend_column_triangle *t, const wend_column_box *box) {
    for (int k = 0; k < 3; k++) {
        double a = t->p[0][k], b = t->p[1][k], c = t->p[2][k];
        if ((a < box->low[k] && b < box->low[k] && c < box->low[k]) ||
            (a > box->high[k] && b > box->high[k] && c > box->high[k]))
            return false;
    }
    return true;
}

bool wend_columns_find(wend_context *context, const wend_columns *columns, const wend_column_box *box,
                       wend_column_list *found) {
    int32_t stack[STACK], top = 0;
    found->count = 0;
    if (columns->nodes.count > 0)
        stack[top++] = 0;
    while (top > 0) {
        int32_t number = stack[--top];
        const wend_column_node *node = &columns->nodes.data[number];
        if (!meets(node->low, node->high, box))
            continue;
        if (node->count == 0) {
            stack[top++] = node->first;
            stack[top++] = number + 1;
            continue;
        }
        for (int32_t k = node->first; k < node->first + node->count; k++) {
            if (may_meet(&columns->triangles.data[k], box) && !wend_array_push(context, found, k))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- distances

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double wend_column_distance_to_plane(const wend_column_triangle *t, const double p[3]) {
    double length = sqrt(dot(t->normal, t->normal)), to[3];
    for (int k = 0; k < 3; k++)
        to[k] = p[k] - t->p[0][k];
    return length > 0 ? fabs(dot(t->normal, to)) / length : 0;
}

static double distance_to_segment(const double a[3], const double b[3], const double p[3]) {
    double along[3], to[3];
    for (int k = 0; k < 3; k++) {
        along[k] = b[k] - a[k];
        to[k] = p[k] - a[k];
    }
    double length2 = dot(along, along), part = length2 > 0 ? fmin(fmax(dot(along, to) / length2, 0), 1) : 0;
    for (int k = 0; k < 3; k++)
        to[k] -= part * along[k];
    return sqrt(dot(to, to));
}

double wend_column_distance(const wend_column_triangle *t, const double p[3]) {
    double nearest = INFINITY;
    bool beside = dot(t->normal, t->normal) == 0;
    for (int i = 0; i < 3; i++) {
        const double *a = t->p[i], *b = t->p[(i + 1) % 3], *n = t->normal;
        double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        double inward[3] = {n[1] * z - n[2] * y, n[2] * x - n[0] * z, n[0] * y - n[1] * x};
        double to[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
        beside = beside || dot(inward, to) < 0;
        nearest = fmin(nearest, distance_to_segment(a, b, p));
    }
    return beside ? nearest : wend_column_distance_to_plane(t, p);
}
