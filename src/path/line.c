// A path as a line on the ground: arcs as chords, and a point wherever the floor bends below it.
//
// Arcs are halved until their chords are close enough; a half of an angle is the direction of a sum, so nothing but
// square roots is needed. The line is then lifted (wend/plan.h) piece by piece from the triangles that the pieces know,
// so it stays on its floor where others lie above or below. Links are straight, from the ground at one end to that at
// the other.
#include "path/search.h"

#include "plan/plan.h"

enum { HALVINGS_MOST = 12 };

static bool add_place(wend_search *s, wend_way at, int32_t triangle, int64_t piece) {
    return wend_array_push(s->context, &s->flat, at) && wend_array_push(s->context, &s->flat_triangles, triangle) &&
           wend_array_push(s->context, &s->flat_pieces, (int32_t)piece);
}

// An arc that is made of chords.
typedef struct chords {
    wend_way centre;
    double radius, most; // how far a chord may be from the arc, in the same unit as all places
    int64_t piece;
} chords;

// The places of an arc from direction a until before b, at most a right angle on: halved until chords are close enough.
static bool add_chords(wend_search *s, const chords *arc, wend_way a, wend_way b, int halvings, int32_t triangle) {
    double cosine = sqrt(fmax(0, (1 + wend_way_dot(a, b)) / 2)); // of half of the angle
    if (halvings == 0 || arc->radius * (1 - cosine) <= arc->most)
        return add_place(s, (wend_way){arc->centre.x + arc->radius * a.x, arc->centre.y + arc->radius * a.y}, triangle,
                         arc->piece);
    wend_way middle = wend_way_unit((wend_way){a.x + b.x, a.y + b.y});
    return add_chords(s, arc, a, middle, halvings - 1, triangle) && add_chords(s, arc, middle, b, halvings - 1, -1);
}

// An arc but for its end, a right angle at a time.
static bool add_arc(wend_search *s, int64_t number, double most) {
    const wend_path_piece *piece = &s->pieces.data[number];
    const chords arc = {{piece->centre[0], piece->centre[1]}, piece->radius / s->plan.unit, most, number};
    wend_way a = wend_way_unit((wend_way){piece->from[0] - arc.centre.x, piece->from[1] - arc.centre.y});
    wend_way end = wend_way_unit((wend_way){piece->to[0] - arc.centre.x, piece->to[1] - arc.centre.y});
    double angle = piece->length / piece->radius;
    int32_t triangle = piece->triangle;
    for (; angle > 0x1.921fb54442d18p+0; angle -= 0x1.921fb54442d18p+0) {
        wend_way b = piece->side > 0 ? wend_way_left(a) : (wend_way){a.y, -a.x};
        if (!add_chords(s, &arc, a, b, HALVINGS_MOST, triangle))
            return false;
        a = b;
        triangle = -1;
    }
    return add_chords(s, &arc, a, end, HALVINGS_MOST, triangle);
}

// The places of some pieces without links between them.
static bool flatten(wend_search *s, int64_t first, int64_t end, double most) {
    s->flat.count = s->flat_triangles.count = s->flat_pieces.count = 0;
    for (int64_t k = first; k < end; k++) {
        const wend_path_piece *piece = &s->pieces.data[k];
        bool good = true;
        if (piece->side == 0)
            good = add_place(s, (wend_way){piece->from[0], piece->from[1]}, piece->triangle, k);
        else if (piece->length > 0)
            good = add_arc(s, k, most);
        if (!good)
            return false;
    }
    const wend_path_piece *last = &s->pieces.data[end - 1];
    return add_place(s, (wend_way){last->to[0], last->to[1]}, -1, end - 1);
}

static bool add_point(wend_search *s, const double place[3], int32_t triangle, int32_t piece) {
    for (int i = 0; i < 3; i++)
        if (!wend_array_push(s->context, &s->line_places, place[i]))
            return false;
    return wend_array_push(s->context, &s->line_triangles, triangle) &&
           wend_array_push(s->context, &s->line_pieces, piece);
}

// Pieces between links, lifted to the ground.
static wend_result add_ground(wend_search *s, int64_t first, int64_t end, double most) {
    if (!flatten(s, first, end, most))
        return WEND_ERROR_MEMORY;
    wend_lift_view lifted = {0};
    wend_result result =
        wend_lift_line(s->lift, &s->flat.data[0].x, s->flat_triangles.data, (int32_t)s->flat.count, 0, &lifted);
    for (int32_t k = 0; result == WEND_OK && k < lifted.point_count; k++)
        if (!add_point(s, &lifted.places[3 * k], lifted.triangles[k], s->flat_pieces.data[lifted.legs[k]]))
            result = WEND_ERROR_MEMORY;
    return result;
}

// A link: straight from where the line is, if it has begun, to its end. That is a point of its own only where no other
// piece begins there.
static bool add_link(wend_search *s, int64_t number) {
    int32_t passage = s->links_taken.data[s->pieces.data[number].link], piece = (int32_t)number;
    wend_plan_ground ground;
    int64_t count = s->line_triangles.count;
    if (count > 0) {
        s->line_triangles.data[count - 1] = -1;
        s->line_pieces.data[count - 1] = piece;
    } else {
        wend_passage_ground(s, passage, 0, &ground);
        if (!add_point(s, ground.place, -1, piece))
            return false;
    }
    if (number + 1 < s->pieces.count && s->pieces.data[number + 1].link < 0)
        return true;
    wend_passage_ground(s, passage, 1, &ground);
    return add_point(s, ground.place, ground.triangle, piece);
}

static wend_result add_all(wend_search *s, double most) {
    s->line_places.count = s->line_triangles.count = s->line_pieces.count = 0;
    wend_result result = WEND_OK;
    for (int64_t k = 0, end; result == WEND_OK && k < s->pieces.count; k = end) {
        end = k + 1;
        if (s->pieces.data[k].link >= 0) {
            result = add_link(s, k) ? WEND_OK : WEND_ERROR_MEMORY;
            continue;
        }
        while (end < s->pieces.count && s->pieces.data[end].link < 0)
            end++;
        result = add_ground(s, k, end, most);
    }
    return result;
}

static double length_of(const wend_search *s) {
    double sum = 0;
    for (int64_t k = 1; k < s->line_triangles.count; k++) {
        const double *a = &s->line_places.data[3 * (k - 1)], *b = &s->line_places.data[3 * k];
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
    if (result == WEND_OK)
        result = add_all(s, apart / s->plan.unit);
    if (result != WEND_OK)
        return result;
    *line = (wend_path_line){(int32_t)s->line_triangles.count, s->line_places.data, s->line_triangles.data,
                             s->line_pieces.data, length_of(s)};
    return WEND_OK;
}
