// Places in a scene and points of its lattice.
#include "scene/lattice3.h"

#include "base/platform.h"

void wend_lattice3_place_at(const wend_lattice3 *lattice, double x, double y, double z, double place[3]) {
    double ground[3] = {lattice->origin[0] + lattice->step * x, lattice->origin[1] + lattice->step * y,
                        lattice->origin[2] + lattice->step * z};
    wend_scene_from_ground(lattice->up, ground, place);
}

void wend_lattice3_place(const wend_lattice3 *lattice, wend_point3 point, double place[3]) {
    wend_lattice3_place_at(lattice, point.x, point.y, point.z, place);
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
