// The largest circle in a triangle, seen from above.
#include "surface/middle.h"

#include "base/platform.h"
#include "scene/lattice3.h"

#include <math.h>

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
    wend_lattice3_place_at(lattice, (a * p[0].x + b * p[1].x + c * p[2].x) / all,
                           (a * p[0].y + b * p[1].y + c * p[2].y) / all, (a * p[0].z + b * p[1].z + c * p[2].z) / all,
                           place);
}
