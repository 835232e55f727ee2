// Drops: ways down from a ledge to the floor below, one way only.
//
// What is still boundary after all else was joined is looked at piece by piece, at most half a metre each, or a
// thousandth of a very long edge. In the middle of a piece, a tenth of a metre beyond the edge, the highest floor below
// is looked for. It is a drop when that floor is lower than a step and no lower than `drop`, and nothing lies between:
// neither beyond the edge over the whole piece, nor on the edge (pieces are parts of what is open). What is no more
// than a step above that floor is not in the way; where the ground rises to an end of the piece, no steeper than 45
// degrees, that is no more than a step above the ground there. Pieces side by side that lead to the same part of the
// surface are one link, as far as they lead the same way (assemble.c).
//
// Drops join nothing: the complex is not subdivided for them. Cost: O(log n) for each piece.
#include "base/context.h"
#include "link/stages.h"

#include <math.h>

enum { PIECES = 1000 }; // of an edge, at most

typedef struct falling {
    wend_linking *l;
    wend_point3 at; // z: the height of the edge
    double height;  // of the best floor so far
    int32_t triangle;
    bool stands; // whether a floor is in reach of a step, or in the way
} falling;

static double height_of(const wend_point3 p[3], wend_point3 at) {
    double area = (double)wend_turn_of(p[0], p[1], p[2]);
    double to_b = (double)wend_turn_of(p[0], at, p[2]), to_c = (double)wend_turn_of(p[0], p[1], at);
    return p[0].z + (to_b * ((double)p[1].z - p[0].z) + to_c * ((double)p[2].z - p[0].z)) / area;
}

static bool visit_floor(void *user, int32_t item) {
    falling *f = user;
    const wend_surface_view *s = f->l->surface;
    const int32_t *v = s->triangles[item].v;
    const wend_point3 p[3] = {s->vertices[v[0]], s->vertices[v[1]], s->vertices[v[2]]};
    for (int i = 0; i < 3; i++)
        if (wend_turn_of(p[i], p[(i + 1) % 3], f->at) < 0)
            return true;
    double z = height_of(p, f->at), above = z - f->at.z;
    if (above > f->l->rules.height || above < -f->l->rules.fall)
        return true;
    if (above >= -f->l->rules.climb)
        f->stands = true;
    else if (f->triangle < 0 || z > f->height) {
        f->triangle = item;
        f->height = z;
    }
    return true;
}

// Looks for the highest floor below a place that is lower than a step.
static falling fall_from(wend_linking *l, double x, double y, double z) {
    falling f = {.l = l, .triangle = -1};
    f.at = (wend_point3){(int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5), (int32_t)floor(z + 0.5)};
    wend_box box = {f.at.x, f.at.y, f.at.x, f.at.y};
    wend_tree_search(l->floors, &box, visit_floor, &f);
    return f;
}

// The height of the ground at an end of a piece, from which what is in the way is counted: that of the floor below the
// middle, or of what that rises to, beyond the edge and at it.
static double ground_at(wend_linking *l, const wend_link_edge *r, const falling *middle, double along, double away,
                        double beyond) {
    double ux = ((double)r->b.x - r->a.x) / r->length, uy = ((double)r->b.y - r->a.y) / r->length;
    double ground = middle->height;
    for (int k = 0; k < 2; k++) {
        double out = k ? beyond : WEND_RULE_BESIDE;
        falling f = fall_from(l, r->a.x + along * ux + out * uy, r->a.y + along * uy - out * ux, middle->at.z);
        if (f.triangle >= 0 && f.height > ground && f.height <= middle->height + away + beyond)
            ground = f.height;
    }
    return ground;
}

static bool is_clear(wend_linking *l, const wend_link_edge *r, double from, double to, double beyond,
                     const falling *middle, bool *clear) {
    double ux = ((double)r->b.x - r->a.x) / r->length, uy = ((double)r->b.y - r->a.y) / r->length;
    double length = to - from, margin = wend_link_margin(length);
    const double p[2] = {r->a.x + from * ux, r->a.y + from * uy}, q[2] = {r->a.x + to * ux, r->a.y + to * uy};
    const double low[2] = {ground_at(l, r, middle, from, length / 2, beyond) + l->rules.low,
                           ground_at(l, r, middle, to, length / 2, beyond) + l->rules.low};
    const double high[2] = {wend_link_head(&l->rules, wend_link_edge_height(r, from)),
                            wend_link_head(&l->rules, wend_link_edge_height(r, to))};
    wend_region region = wend_region_band(p, q, margin, length - margin, -(WEND_RULE_SAME + 1), beyond, low, high);
    return wend_obstacles_look(&l->obstacles, &region, clear);
}

// Looks below one piece of a border, in lattice steps along its boundary edge.
static wend_result look_below(wend_linking *l, const wend_web_border *border, double from, double to) {
    int32_t b = border->boundary;
    const wend_link_edge *r = &l->edges.all.data[b];
    double beyond = l->rules.beyond;
    double middle = (from + to) / 2, t = middle / r->length;
    double x = r->a.x + t * ((double)r->b.x - r->a.x) + beyond * ((double)r->b.y - r->a.y) / r->length;
    double y = r->a.y + t * ((double)r->b.y - r->a.y) - beyond * ((double)r->b.x - r->a.x) / r->length;
    if (fabs(x) > WEND_COORDINATE_MAX || fabs(y) > WEND_COORDINATE_MAX)
        return WEND_OK;
    falling f = fall_from(l, x, y, wend_link_edge_height(r, middle));
    bool clear = false;
    if (f.stands || f.triangle < 0)
        return WEND_OK;
    if (!is_clear(l, r, from, to, beyond, &f, &clear))
        return WEND_ERROR_MEMORY;
    if (!clear)
        return WEND_OK;
    int32_t strip = (int32_t)l->web.strips.count;
    wend_strip s = {.kind = WEND_LINK_DROP, .rise = f.at.z - f.height, .landing = f.triangle};
    double first = from / r->length, last = to / r->length;
    first = first > border->from ? first : border->from;
    last = last < border->to ? last : border->to;
    if (!(first < last)) // what is open may begin where the border ends, up to rounding
        return WEND_OK;
    wend_use use = {-1, b, first, last, strip, 0, -1};
    bool noted = wend_array_push(l->context, &l->web.strips, s) && wend_array_push(l->context, &l->web.uses, use);
    return noted ? WEND_OK : WEND_ERROR_MEMORY;
}

// How many pieces a part of an edge is looked at in.
static int32_t pieces_of(const wend_linking *l, double length) {
    double count = ceil(length / l->rules.piece);
    return length > 0 ? (int32_t)(count < PIECES ? count : PIECES) : 0;
}

wend_result wend_link_drops(wend_linking *l) {
    if (!(l->rules.drop > l->rules.step))
        return WEND_OK;
    int64_t borders = l->web.borders.count;
    for (int32_t k = 0; k < borders; k++) {
        const wend_web_border *w = &l->web.borders.data[k];
        if (k % 1024 == 0 && wend_pause(l->context, "link", 0.88))
            return WEND_ERROR_CANCELLED;
        if (w->edge < 0 || w->boundary < 0)
            continue;
        const wend_link_edge *r = &l->edges.all.data[w->boundary];
        for (int32_t i = r->first_open; i < r->end_open; i++) {
            double from = l->edges.open.data[i].from, to = l->edges.open.data[i].to;
            from = from > w->from * r->length ? from : w->from * r->length;
            to = to < w->to * r->length ? to : w->to * r->length;
            int32_t parts = pieces_of(l, to - from);
            for (int32_t n = 0; n < parts; n++) {
                double first = from + (to - from) * n / parts;
                double last = n + 1 == parts ? to : from + (to - from) * (n + 1) / parts;
                wend_result result = look_below(l, w, first, last);
                if (result != WEND_OK)
                    return result;
            }
        }
    }
    return WEND_OK;
}
