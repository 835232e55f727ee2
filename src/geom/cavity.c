// The Delaunay triangulation of a polygon beside a line.
//
// A new constraint leaves a polygon on either side (constraint.c). When it is long, any triangulation will not do:
// flipping a bad one to Delaunay can take a quadratic number of flips. This one is Delaunay from the start, after
// Chew's algorithm for convex polygons and Shewchuk and Brown's for such cavities: take the vertices out one by one in
// random order, each time joining its neighbours, until a triangle on the line is left; then put them back in reverse
// order. A vertex that comes back lies outside the edge that stands for it: remove the triangles whose circle it is in,
// or that it does not see from the right side, starting behind that edge, and join it to the border of the gap. Few
// triangles have to go each time, because the order is random: O(n) in all, expected.
//
// A vertex nearer to the line than both of its neighbours is not taken out: its neighbours would see each other through
// it. Even so the polygons on the way may overlap themselves; where that leads to a triangle that does not face up, we
// give up and the caller does it the plain way. When we do not, every triangle faces up and the polygon is a disc
// without vertices inside, which makes it a triangulation.
//
// Vertices are positions along the polygon, so one that the polygon passes twice is two.
#include "geom/cavity.h"

#include "base/random.h"

bool wend_cavity_reserve(wend_context *context, wend_cavity *c, int64_t count) {
    return wend_array_reserve(context, &c->points, count) && wend_array_reserve(context, &c->triangles, count) &&
           wend_array_reserve(context, &c->inside, count) && wend_array_reserve(context, &c->order, count) &&
           wend_array_reserve(context, &c->next, count) && wend_array_reserve(context, &c->previous, count) &&
           wend_array_reserve(context, &c->unused, count) && wend_array_reserve(context, &c->height, count) &&
           wend_array_reserve(context, &c->views, count + 2);
}

void wend_cavity_free(wend_context *context, wend_cavity *c) {
    wend_array_free(context, &c->points);
    wend_array_free(context, &c->triangles);
    wend_array_free(context, &c->inside);
    wend_array_free(context, &c->order);
    wend_array_free(context, &c->next);
    wend_array_free(context, &c->previous);
    wend_array_free(context, &c->unused);
    wend_array_free(context, &c->height);
    wend_array_free(context, &c->views);
}

// ---------------------------------------------------------------------------------------------------- taking out

static bool is_low(const wend_cavity *c, int32_t v) {
    const int64_t *height = c->height.data;
    return height[v] < height[c->previous.data[v]] && height[v] < height[c->next.data[v]];
}

// Draws the order in which vertices come back, by taking them out from the last to the first.
static void draw_order(wend_cavity *c, int32_t last) {
    int32_t *order = c->order.data, *next = c->next.data, *previous = c->previous.data;
    uint64_t state = (uint64_t)last;
    for (int32_t v = 0; v <= last; v++) {
        c->height.data[v] = wend_cross(c->points.data[0], c->points.data[last], c->points.data[v]);
        next[v] = v + 1;
        previous[v] = v - 1;
        order[v] = v;
    }
    for (int32_t i = last - 1; i > 1; i--) {
        int32_t j = 1 + (int32_t)wend_random_below(&state, (uint64_t)i);
        // Neighbours are not both low, so half of them are not; the highest never is.
        while (is_low(c, order[j]))
            j = 1 + (int32_t)wend_random_below(&state, (uint64_t)i);
        int32_t out = order[j];
        order[j] = order[i];
        order[i] = out;
        next[previous[out]] = next[out];
        previous[next[out]] = previous[out];
    }
}

// ---------------------------------------------------------------------------------------------------- putting back

static wend_point at(const wend_cavity *c, int32_t v) {
    return c->points.data[v];
}

static int32_t take_triangle(wend_cavity *c) {
    if (c->unused.count > 0)
        return c->unused.data[--c->unused.count];
    return (int32_t)c->triangles.count++;
}

// The new triangle s, t, u on the edge s -> t. Links it to what is behind that edge, and to the triangle made before
// it, `last`.
static int32_t make_triangle(wend_cavity *c, const wend_cavity_view *seen, int32_t u, int32_t last) {
    int32_t k = take_triangle(c);
    wend_cavity_triangle *tris = c->triangles.data;
    tris[k] = (wend_cavity_triangle){{seen->s, seen->t, u}, {seen->behind, -1, last >= 0 ? 3 * last + 1 : -1}};
    if (last >= 0)
        tris[last].twin[1] = 3 * k + 2;
    if (seen->behind >= 0)
        tris[seen->behind / 3].twin[seen->behind % 3] = 3 * k;
    else if (seen->s == 0 && seen->t == (int32_t)c->points.count - 1)
        c->base = 3 * k;
    else
        c->inside.data[seen->t] = 3 * k;
    return k;
}

// Whether the triangle behind an edge can stay: it does not hold u in its circle, and u is on the right side of the
// edge.
static bool may_stay(const wend_cavity *c, const wend_cavity_view *seen, int32_t u) {
    if (wend_cross(at(c, seen->s), at(c, seen->t), at(c, u)) <= 0)
        return false;
    if (seen->behind < 0)
        return true;
    const int32_t *v = c->triangles.data[seen->behind / 3].v;
    return wend_circle_sign(at(c, v[0]), at(c, v[1]), at(c, v[2]), at(c, u)) <= 0;
}

// Takes the triangle behind an edge away and looks at its other two edges instead, in order.
static void dig(wend_cavity *c, const wend_cavity_view *seen) {
    int32_t k = seen->behind / 3, slot = seen->behind % 3;
    wend_cavity_triangle old = c->triangles.data[k];
    c->unused.data[c->unused.count++] = k;
    int32_t y = old.v[(slot + 1) % 3], z = old.v[(slot + 2) % 3], x = old.v[slot];
    c->views.data[c->views.count++] = (wend_cavity_view){old.twin[(slot + 2) % 3], z, x};
    c->views.data[c->views.count++] = (wend_cavity_view){old.twin[(slot + 1) % 3], y, z};
}

// Puts u back between its neighbours. False to give up.
static bool put_back(wend_cavity *c, int32_t u) {
    int32_t before = c->previous.data[u], after = c->next.data[u], last = -1;
    c->views.count = 0;
    c->views.data[c->views.count++] = (wend_cavity_view){c->inside.data[before], before, after};
    while (c->views.count > 0) {
        wend_cavity_view seen = c->views.data[--c->views.count];
        if (!may_stay(c, &seen, u)) {
            if (seen.behind < 0)
                return false;
            dig(c, &seen);
            continue;
        }
        bool first = last < 0;
        last = make_triangle(c, &seen, u, last);
        if (first)
            c->inside.data[before] = 3 * last + 2;
    }
    c->inside.data[u] = 3 * last + 1;
    return true;
}

bool wend_cavity_fill(wend_cavity *c) {
    int32_t last = (int32_t)c->points.count - 1;
    c->triangles.count = c->unused.count = 0;
    c->inside.count = c->points.count;
    draw_order(c, last);
    int32_t top = c->order.data[1];
    c->triangles.data[c->triangles.count++] = (wend_cavity_triangle){{0, last, top}, {-1, -1, -1}};
    c->base = 0;
    c->inside.data[top] = 1;
    c->inside.data[0] = 2;
    for (int32_t i = 2; i < last; i++)
        if (!put_back(c, c->order.data[i]))
            return false;
    return c->unused.count == 0;
}
