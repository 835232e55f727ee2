// Scenes at random that are hard on links: needles and floors of any length, heaps of triangles. Shared by the tests of
// links and of what is read again.
#ifndef WEND_TEST_NEEDLES_H
#define WEND_TEST_NEEDLES_H

#include "linked.h"

#include "base/random.h"

static uint64_t state;

static inline double between(double low, double high) {
    return low + (high - low) * wend_random_unit(&state);
}

static inline double tens(double low, double high) { // a power of ten between two others
    return pow(10, between(low, high));
}

static inline void needles(wend_scene *scene, double length) {
    int count = 3 + (int)between(0, 10);
    double width = tens(-3, -0.5), rise = between(0, 1) < 0.5 ? 0 : 0.5;
    for (int k = 0; k < count; k++) {
        double angle = between(0, 6.2831853), x = between(0, 10), y = between(0, 10), z = between(0, rise);
        double dx = cos(angle), dy = sin(angle), far = z + between(-1, 1) * rise * length * 0.02;
        triangle(scene, x, y, z, x + length * dx + width * dy / 2, y + length * dy - width * dx / 2, far,
                 x + length * dx - width * dy / 2, y + length * dy + width * dx / 2, far);
    }
}

// Long floors side by side, with gaps and steps between them.
static inline void strips(wend_scene *scene, double length) {
    int count = 2 + (int)between(0, 5);
    double angle = between(0, 6.2831853), c = cos(angle), s = sin(angle), y = 0;
    for (int k = 0; k < count; k++) {
        double width = tens(-2.5, 0.5), x0 = between(0, 0.3) * length, x1 = between(0.5, 1) * length;
        double z0 = between(0, 0.45), z1 = z0 + between(-0.5, 0.5), aslant = k % 2 ? between(-0.4, 0.4) : 0;
        const double p[4][2] = {{x0, y}, {x1, y + aslant}, {x1, y + width + aslant}, {x0, y + width}};
        double q[4][2];
        for (int i = 0; i < 4; i++) {
            q[i][0] = p[i][0] * c - p[i][1] * s;
            q[i][1] = p[i][0] * s + p[i][1] * c;
        }
        triangle(scene, q[0][0], q[0][1], z0, q[1][0], q[1][1], z1, q[2][0], q[2][1], z1);
        triangle(scene, q[0][0], q[0][1], z0, q[2][0], q[2][1], z1, q[3][0], q[3][1], z0);
        y += width + between(-0.05, 0.35);
    }
}

// Triangles between random places of a box, a few metres wide.
static inline void heap(wend_scene *scene, double size) {
    double p[40][3];
    int count = 6 + (int)between(0, 20);
    for (int k = 0; k < 40; k++)
        for (int i = 0; i < 3; i++)
            p[k][i] = between(0, 1) * (i < 2 ? size : 2);
    for (int k = 0; k < count; k++) {
        const double *a = p[(int)between(0, 40)], *b = p[(int)between(0, 40)], *c = p[(int)between(0, 40)];
        bool up = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0;
        if (a != b && b != c && c != a)
            triangle(scene, a[0], a[1], a[2], up ? b[0] : c[0], up ? b[1] : c[1], up ? b[2] : c[2], up ? c[0] : b[0],
                     up ? c[1] : b[1], up ? c[2] : b[2]);
    }
}

#endif
