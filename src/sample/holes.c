// `holes`: a plane with seventeen holes of different shapes and sizes. With 399 vertices and 431 triangles it has as
// many of both as the environment of the same name in a paper on filling gaps: by Euler, that one has seventeen holes,
// too. A circle that fits into a hole is one metre wide at most.
#include "sample/model.h"

#include "sample/brush.h"

#define CIRCLES 10
#define SHAPES 6
#define RINGS (1 + CIRCLES + SHAPES + 1)
#define VERTICES 399
#define STATIONS 47 // of the winding hole

typedef struct ring_list {
    double points[2 * VERTICES];
    int32_t point_count;
    int32_t counts[RINGS];
    int32_t count;
} ring_list;

static void add_point(ring_list *rings, double x, double y) {
    rings->points[2 * rings->point_count] = x;
    rings->points[2 * rings->point_count + 1] = y;
    rings->point_count++;
    rings->counts[rings->count]++;
}

static void add_shape(ring_list *rings, const double *points, int32_t count) {
    for (int32_t k = 0; k < count; k++)
        add_point(rings, points[2 * k], points[2 * k + 1]);
    rings->count++;
}

static void add_star(ring_list *rings, double x, double y, double inner, double outer, int32_t corners) {
    for (int32_t k = 0; k < corners; k++) {
        double unit[2], radius = k % 2 ? inner : outer;
        wend_brush_direction((double)k / corners, unit);
        add_point(rings, x + radius * unit[0], y + radius * unit[1]);
    }
    rings->count++;
}

// A slot 0.3 to 0.5 metres wide that winds along the plane.
static void add_winding(ring_list *rings) {
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t k = 0; k < STATIONS; k++) {
            int32_t at = side ? STATIONS - 1 - k : k;
            double wave[2], width[2];
            wend_brush_direction(3.0 * at / (STATIONS - 1), wave);
            wend_brush_direction(5.0 * at / (STATIONS - 1), width);
            double half = 0.2 + 0.05 * width[0];
            add_point(rings, 1 + 12.0 * at / (STATIONS - 1), 1.5 + 0.5 * wave[1] + (side ? half : -half));
        }
    }
    rings->count++;
}

static void make_holes(wend_model *model) {
    static const int32_t corners[CIRCLES] = {12, 16, 20, 24, 24, 28, 28, 32, 32, 36};
    ring_list rings = {0};
    add_shape(&rings, (double[8]){0, 0, 14, 0, 14, 7, 0, 7}, 4);
    for (int32_t k = 0; k < CIRCLES; k++) { // 0.1 to 1 metre across
        double radius = 0.05 * (k + 1);
        add_star(&rings, 1 + 1.3 * k, 6, radius, radius, corners[k]);
    }
    add_shape(&rings, (double[8]){0.8, 3.6, 1.3, 3.6, 1.3, 4.1, 0.8, 4.1}, 4);
    add_shape(&rings, (double[6]){2, 3.3, 3.2, 3.3, 2.6, 4.34}, 3);
    add_shape(&rings, (double[8]){4, 3.7, 6, 3.7, 6, 3.95, 4, 3.95}, 4);
    add_shape(&rings, (double[24]){7.2, 3,   7.8, 3,   7.8, 3.6, 8.4, 3.6, 8.4, 4.2, 7.8, 4.2,
                                   7.8, 4.8, 7.2, 4.8, 7.2, 4.2, 6.6, 4.2, 6.6, 3.6, 7.2, 3.6},
              12);
    add_star(&rings, 10, 3.9, 0.4, 0.9, 20);
    add_shape(&rings, (double[12]){11.6, 3, 13, 3, 13, 3.5, 12.1, 3.5, 12.1, 4.6, 11.6, 4.6}, 6);
    add_winding(&rings);
    wend_model_part(model, "plane with holes");
    wend_model_region(model, rings.points, rings.counts, rings.count, 0);
}

void wend_sample_holes(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 16, 9, make_holes);
}
