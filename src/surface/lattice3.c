// Places in a scene and points of its lattice.
#include "base/platform.h"
#include "surface/keep.h"

#include <math.h>

static void place_at(const wend_lattice3 *lattice, double x, double y, double z, double place[3]) {
    double ground[3] = {lattice->origin[0] + lattice->step * x, lattice->origin[1] + lattice->step * y,
                        lattice->origin[2] + lattice->step * z};
    wend_scene_from_ground(lattice->up, ground, place);
}

void wend_lattice3_place(const wend_lattice3 *lattice, wend_point3 point, double place[3]) {
    place_at(lattice, point.x, point.y, point.z, place);
}

static double length_of(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

double wend_triangle_room(const wend_point3 p[3]) {
    double ax = (double)p[1].x - p[0].x, ay = (double)p[1].y - p[0].y;
    double bx = (double)p[2].x - p[0].x, by = (double)p[2].y - p[0].y;
    double around = length_of(p[0], p[1]) + length_of(p[1], p[2]) + length_of(p[2], p[0]);
    return (ax * by - ay * bx) / around;
}

void wend_triangle_middle(const wend_lattice3 *lattice, const wend_point3 p[3], double place[3]) {
    double a = length_of(p[1], p[2]), b = length_of(p[2], p[0]), c = length_of(p[0], p[1]), all = a + b + c;
    place_at(lattice, (a * p[0].x + b * p[1].x + c * p[2].x) / all, (a * p[0].y + b * p[1].y + c * p[2].y) / all,
             (a * p[0].z + b * p[1].z + c * p[2].z) / all, place);
}

// The nearest whole number, halves away from zero; false when it is not within the lattice.
static bool round_to_lattice(double value, int32_t *coordinate) {
    if (!(value > -WEND_COORDINATE_MAX - 0.5 && value < WEND_COORDINATE_MAX + 0.5))
        return false;
    *coordinate = (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
    return true;
}

bool wend_lattice3_point(const wend_lattice3 *lattice, const double place[3], wend_point3 *point) {
    double ground[3];
    wend_ground_from_scene(lattice->up, place, ground);
    return round_to_lattice((ground[0] - lattice->origin[0]) / lattice->step, &point->x) &&
           round_to_lattice((ground[1] - lattice->origin[1]) / lattice->step, &point->y) &&
           round_to_lattice((ground[2] - lattice->origin[2]) / lattice->step, &point->z);
}
