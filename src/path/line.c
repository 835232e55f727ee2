// A path as a line on the ground: arcs as chords, and a point wherever the floor bends below it.
//
// Arcs are halved until their chords are close enough; a half of an angle is the direction of a sum, so nothing but
// square roots is needed. The line is then lifted (wend/plan.h) piece by piece from the triangles that the pieces know,
// so it stays on its floor where others lie above or below.
#include "path/search.h"

#include "plan/plan.h"

enum { HALVINGS_MOST = 12 };

static bool add_place(wend_search *s, wend_way at, int32_t triangle) {
    return wend_array_push(s->context, &s->flat, at) && wend_array_push(s->context, &s->flat_triangles, triangle);
}

// The places of an arc after its first one: from direction a to b around a centre, by `halvings` of the angle.
static bool add_chords(wend_search *s, wend_way centre, double radius, wend_way a, wend_way b, int halvings) {
    if (halvings == 0)
        return add_place(s, (wend_way){centre.x + radius * b.x, centre.y + radius * b.y}, -1);
    wend_way middle = wend_way_unit((wend_way){a.x + b.x, a.y + b.y});
    return add_chords(s, centre, radius, a, middle, halvings - 1) &&
           add_chords(s, centre, radius, middle, b, halvings - 1);
}

// An arc, a right angle at a time. `most` is how far a chord may be from it, in the same unit as all places.
static bool add_arc(wend_search *s, const wend_path_piece *piece, double radius, double most) {
    wend_way centre = {piece->centre[0], piece->centre[1]};
    wend_way a = wend_way_unit((wend_way){piece->from[0] - centre.x, piece->from[1] - centre.y});
    wend_way end = wend_way_unit((wend_way){piece->to[0] - centre.x, piece->to[1] - centre.y});
    double angle = piece->length / (radius * s->plan.unit);
    int halvings = 0; // of a right angle: the distance of a chord falls to a quarter with each
    for (double far = 0.3 * radius; far > most && halvings < HALVINGS_MOST; far /= 4)
        halvings++;
    for (; angle > 0x1.921fb54442d18p+0; angle -= 0x1.921fb54442d18p+0) {
        wend_way b = piece->side > 0 ? wend_way_left(a) : (wend_way){a.y, -a.x};
        if (!add_chords(s, centre, radius, a, b, halvings))
            return false;
        a = b;
    }
    return add_chords(s, centre, radius, a, end, halvings);
}

static bool flatten(wend_search *s, double most) {
    s->flat.count = s->flat_triangles.count = 0;
    for (int64_t k = 0; k < s->pieces.count; k++) {
        const wend_path_piece *piece = &s->pieces.data[k];
        bool good = true;
        if (piece->side == 0)
            good = add_place(s, (wend_way){piece->from[0], piece->from[1]}, piece->triangle);
        else if (piece->length > 0)
            good = add_arc(s, piece, s->radius * s->plan.lattice.step, most);
        if (!good)
            return false;
    }
    const wend_path_piece *last = &s->pieces.data[s->pieces.count - 1];
    return add_place(s, (wend_way){last->to[0], last->to[1]}, -1);
}

static double length_of(const wend_search *s, const wend_lift_view *lifted) {
    double sum = 0;
    for (int32_t k = 1; k < lifted->point_count; k++) {
        const double *a = &lifted->places[3 * (k - 1)], *b = &lifted->places[3 * k];
        double x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
        sum += sqrt(x * x + y * y + z * z);
    }
    return sum * s->plan.unit;
}

wend_result wend_search_line(wend_search *s, double apart, wend_path_line *line) {
    if (line != NULL)
        *line = (wend_path_line){0};
    if (s == NULL || line == NULL || !(apart > 0))
        return WEND_ERROR_ARGUMENT;
    if (s->pieces.count == 0)
        return WEND_OK;
    wend_result result = s->lift == NULL ? wend_lift_create(s->context, s->roads->plan, &s->lift) : WEND_OK;
    if (result == WEND_OK && !flatten(s, apart / s->plan.unit))
        result = WEND_ERROR_MEMORY;
    wend_lift_view lifted = {0};
    if (result == WEND_OK)
        result =
            wend_lift_line(s->lift, &s->flat.data[0].x, s->flat_triangles.data, (int32_t)s->flat.count, 0, &lifted);
    if (result != WEND_OK)
        return result;
    *line = (wend_path_line){lifted.point_count, lifted.places, lifted.triangles, length_of(s, &lifted)};
    return WEND_OK;
}
