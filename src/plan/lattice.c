// The lattice: which step, which origin, and how coordinates are rounded to it.
//
// A plan must not depend on where its drawing lies or which way it is turned. So everything here commutes with
// translation by whole steps and with quarter turns: the step comes from the larger side of the box; halves are rounded
// toward the middle of the box, which moves and turns with the drawing; and the origin is the middle, so that lattice
// coordinates are small and symmetric and "halves toward zero", the rule for crossings later on, points to the middle
// too. When the box is an odd number of steps wide the middle is half a step beside the origin, on a side that the
// drawing itself decides: of its four sides, the one from which it looks "least".
//
// The automatic step is the largest power of two of which 2^26 fit into the extent. It is never finer than the
// coordinates themselves: far from the origin doubles are coarse, and a finer lattice would promise digits that are not
// there.
#include "plan/lattice.h"

#include "base/random.h"

#include <math.h>

typedef struct box {
    double low[2], high[2];
    bool any;
} box;

static bool has_extent(wend_shape_kind kind) {
    return kind != WEND_SHAPE_POINT && kind != WEND_SHAPE_HOLE;
}

static wend_result fail(wend_report *report, wend_result result, wend_finding finding) {
    wend_report_add(report, &finding);
    return result;
}

static wend_result not_finite(wend_report *report, int32_t shape, int32_t point) {
    wend_finding f = wend_finding_make("not-finite", WEND_ERROR, "point %d of shape %d is not a finite number",
                                       (int)point, (int)shape);
    f.item = shape;
    return fail(report, WEND_ERROR_NOT_FINITE, f);
}

// The box of all lines.
static wend_result find_box(const wend_drawing_view *drawing, box *b, wend_report *report) {
    *b = (box){0};
    for (int32_t s = 0; s < drawing->shape_count; s++) {
        const wend_shape *shape = &drawing->shapes[s];
        for (int32_t i = 0; i < shape->count; i++) {
            const double *p = drawing->points + 2 * ((int64_t)shape->first + i);
            if (!isfinite(p[0]) || !isfinite(p[1]))
                return not_finite(report, s, i);
            if (!has_extent(shape->kind))
                continue;
            for (int axis = 0; axis < 2; axis++) {
                b->low[axis] = !b->any || p[axis] < b->low[axis] ? p[axis] : b->low[axis];
                b->high[axis] = !b->any || p[axis] > b->high[axis] ? p[axis] : b->high[axis];
            }
            b->any = true;
        }
    }
    return WEND_OK;
}

static double largest(double a, double b) {
    return a > b ? a : b;
}

// The largest power of two that is at most `value` > 0. frexp and ldexp are exact.
static double power_below(double value) {
    int exponent;
    frexp(value, &exponent);
    return ldexp(1, exponent - 1);
}

static double automatic_step(const box *b, double extent) {
    double far = largest(largest(fabs(b->low[0]), fabs(b->high[0])), largest(fabs(b->low[1]), fabs(b->high[1])));
    double step = power_below(extent) * 0x1p-26;
    double grain = power_below(far) * 0x1p-51;
    return largest(step, grain);
}

static wend_result choose_step(const box *b, double wanted, double *step, wend_report *report) {
    double extent = largest(b->high[0] - b->low[0], b->high[1] - b->low[1]);
    if (!b->any || extent == 0)
        return fail(report, WEND_ERROR_EMPTY,
                    wend_finding_make(
                        "no-outline", WEND_ERROR,
                        "the drawing has no outline that could enclose a floor: it needs a ring or closed lines"));
    *step = wanted > 0 ? wanted : automatic_step(b, extent);
    if (!(*step >= WEND_STEP_MIN && *step <= WEND_STEP_MAX))
        return fail(report, WEND_ERROR_RANGE,
                    wend_finding_make("lattice-step", WEND_ERROR,
                                      "the drawing is far too wide or too small: the lattice step must be between "
                                      "1e-100 and 1e100 of its units"));
    double far = largest(largest(fabs(b->low[0]), fabs(b->high[0])), largest(fabs(b->low[1]), fabs(b->high[1])));
    char width[WEND_NUMBER_TEXT], unit[WEND_NUMBER_TEXT];
    wend_print_double(width, extent);
    wend_print_double(unit, *step);
    if (extent / *step > 0x1p30 - 2)
        return fail(report, WEND_ERROR_RANGE,
                    wend_finding_make("lattice-span", WEND_ERROR,
                                      "the drawing is %s wide, more than 2^30 lattice steps of %s: take a larger step",
                                      width, unit));
    if (far / *step > WEND_LATTICE_FAR / 2)
        return fail(
            report, WEND_ERROR_RANGE,
            wend_finding_make(
                "lattice-offset", WEND_ERROR,
                "the drawing lies too far from the origin for a lattice step of %s: take a larger step, or move it",
                unit));
    return WEND_OK;
}

// Rounds to the nearest integer, halves toward `middle`.
static double round_toward(double value, double middle) {
    double below = floor(value), part = value - below;
    if (part != 0.5)
        return part < 0.5 ? below : below + 1;
    return value < middle ? below + 1 : below;
}

// Snaps one axis, relative to the low side of the box; returns the width of the box in steps.
static int64_t snap_axis(const wend_drawing_view *drawing, const box *b, double step, int axis, wend_snapped *out) {
    double base = floor(b->low[axis] / step), low = b->low[axis] / step - base, high = b->high[axis] / step - base;
    double middle = (low + high) / 2;
    int64_t least = (int64_t)round_toward(low, middle), most = (int64_t)round_toward(high, middle);
    for (int64_t i = 0; i < out->points.count; i++) {
        double p = drawing->points[2 * i + axis];
        double inside = p < b->low[axis] ? b->low[axis] : p > b->high[axis] ? b->high[axis] : p;
        out->beyond.data[i] |= p != inside;
        int32_t at = (int32_t)((int64_t)round_toward(inside / step - base, middle) - least);
        if (axis == 0)
            out->points.data[i].x = at;
        else
            out->points.data[i].y = at;
    }
    out->origin_steps[axis] = base + (double)least;
    return most - least;
}

// A point as seen from one side of the box: `along` counted from that side, `across` from the side to its right.
// Turning the drawing by a quarter and going on to the next side gives the same number.
static uint64_t seen_from(int side, wend_point p, const int64_t size[2]) {
    int64_t right = p.x, up = p.y, left = size[0] - right, down = size[1] - up;
    uint64_t along = (uint64_t)(side == 0 ? right : side == 1 ? up : side == 2 ? left : down);
    uint64_t across = (uint64_t)(side == 0 ? up : side == 1 ? left : side == 2 ? down : right);
    return along << 32 | across;
}

static uint64_t mixed(uint64_t value) {
    return wend_random(&value);
}

// A number for the whole drawing as seen from one side: a sum over its lines and lone points, so that neither their
// order nor their direction matters.
static uint64_t view_from(const wend_drawing_view *drawing, const wend_snapped *s, const int64_t size[2], int side) {
    uint64_t sum = 0;
    for (int32_t k = 0; k < drawing->shape_count; k++) {
        const wend_shape *shape = &drawing->shapes[k];
        bool ring = shape->kind == WEND_SHAPE_OUTER || shape->kind == WEND_SHAPE_OBSTACLE;
        bool lines = has_extent(shape->kind);
        for (int32_t i = 0; i < shape->count; i++) {
            int32_t at = shape->first + i, next = i + 1 < shape->count ? at + 1 : ring ? shape->first : at;
            uint64_t p = mixed(seen_from(side, s->points.data[at], size));
            uint64_t q = lines ? mixed(seen_from(side, s->points.data[next], size)) : p;
            if (!s->beyond.data[at] && (p != q || !lines))
                sum += mixed((p ^ q) + mixed(p + q) + (uint64_t)shape->kind);
        }
    }
    return sum;
}

// The side from which the drawing has the least number. Where several have, it looks the same from them.
static int front_side(const wend_drawing_view *drawing, const wend_snapped *s, const int64_t size[2]) {
    int front = 0;
    uint64_t least = view_from(drawing, s, size, 0);
    for (int side = 1; side < 4; side++) {
        uint64_t view = view_from(drawing, s, size, side);
        front = view < least ? side : front;
        least = view < least ? view : least;
    }
    return front;
}

// Moves the origin to the middle: along an axis of odd size, half a step short of it as seen from the front.
static void centre(const wend_drawing_view *drawing, wend_snapped *s, const int64_t size[2]) {
    int front = size[0] % 2 != 0 || size[1] % 2 != 0 ? front_side(drawing, s, size) : 0;
    bool from_high[2] = {front == 1 || front == 2, front == 2 || front == 3};
    int64_t shift[2];
    for (int axis = 0; axis < 2; axis++) {
        shift[axis] = (size[axis] + from_high[axis]) / 2;
        s->lattice.origin[axis] = (s->origin_steps[axis] + (double)shift[axis]) * s->lattice.step;
    }
    for (int64_t i = 0; i < s->points.count; i++) {
        s->points.data[i].x -= (int32_t)shift[0];
        s->points.data[i].y -= (int32_t)shift[1];
    }
}

wend_result wend_drawing_snap(wend_context *context, const wend_drawing_view *drawing, double step,
                              wend_snapped *snapped, wend_report *report) {
    *snapped = (wend_snapped){0};
    box b;
    wend_result result = find_box(drawing, &b, report);
    if (result == WEND_OK)
        result = choose_step(&b, step, &snapped->lattice.step, report);
    if (result != WEND_OK)
        return result;
    if (!wend_array_resize(context, &snapped->points, drawing->point_count) ||
        !wend_array_resize(context, &snapped->beyond, drawing->point_count))
        return WEND_ERROR_MEMORY;
    memset(snapped->beyond.data, 0, (size_t)drawing->point_count);
    int64_t size[2];
    for (int axis = 0; axis < 2; axis++)
        size[axis] = snap_axis(drawing, &b, snapped->lattice.step, axis, snapped);
    centre(drawing, snapped, size);
    return WEND_OK;
}

bool wend_lattice_is_sound(const wend_lattice *lattice, double unit) {
    double far = WEND_LATTICE_FAR * lattice->step;
    return lattice->step >= WEND_STEP_MIN && lattice->step <= WEND_STEP_MAX && fabs(lattice->origin[0]) <= far &&
           fabs(lattice->origin[1]) <= far && unit >= WEND_UNIT_MIN && unit <= WEND_UNIT_MAX;
}

void wend_lattice_place(const wend_lattice *lattice, wend_point point, double place[2]) {
    place[0] = lattice->origin[0] + lattice->step * point.x;
    place[1] = lattice->origin[1] + lattice->step * point.y;
}

// Rounds halves toward zero; false beyond the lattice.
static bool to_lattice(double value, int32_t *coordinate) {
    if (!(value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX))
        return false;
    *coordinate = (int32_t)round_toward(value, 0);
    return true;
}

bool wend_lattice_point(const wend_lattice *lattice, const double place[2], wend_point *point) {
    return to_lattice((place[0] - lattice->origin[0]) / lattice->step, &point->x) &&
           to_lattice((place[1] - lattice->origin[1]) / lattice->step, &point->y);
}
