// Furniture and fittings, of boxes mostly.
#include "sample/props.h"

#include <math.h>

static void legs(wend_model *model, double x0, double y0, double x1, double y1, double side, double z1) {
    for (int k = 0; k < 4; k++) {
        double x = k % 2 ? x1 - side : x0, y = k / 2 ? y1 - side : y0;
        wend_model_box(model, x, y, 0, x + side, y + side, z1);
    }
}

// ---------------------------------------------------------------------------------------------------- indoors

void wend_prop_table(wend_model *model, double width, double depth, double height) {
    legs(model, 0.05, 0.05, width - 0.05, depth - 0.05, 0.07, height - 0.04);
    wend_model_box(model, 0, 0, height - 0.04, width, depth, height);
}

void wend_prop_round_table(wend_model *model, double x, double y, double radius) {
    wend_model_column(model, x, y, 0.28, 0.24, 12, 0, 0.03);
    wend_model_column(model, x, y, 0.05, 0.05, 8, 0.03, 0.7);
    wend_model_column(model, x, y, radius, radius, 20, 0.7, 0.74);
}

void wend_prop_chair(wend_model *model, double x, double y, double turn) {
    wend_frame outer = wend_model_enter(model, x, y, 0, turn);
    legs(model, -0.21, -0.21, 0.21, 0.21, 0.04, 0.43);
    wend_model_box(model, -0.22, -0.22, 0.43, 0.22, 0.22, 0.47);
    wend_model_box(model, -0.21, -0.21, 0.47, -0.17, -0.17, 0.9);
    wend_model_box(model, 0.17, -0.21, 0.47, 0.21, -0.17, 0.9);
    wend_model_box(model, -0.17, -0.2, 0.62, 0.17, -0.18, 0.88);
    model->frame = outer;
}

void wend_prop_dining(wend_model *model, double width, double depth, int32_t chairs) {
    wend_prop_table(model, width, depth, 0.75);
    for (int32_t k = 0; k < chairs; k++) {
        double x = width * (k + 0.5) / chairs;
        double near = wend_model_between(model, -0.02, 0.02), far = wend_model_between(model, -0.02, 0.02);
        wend_prop_chair(model, x, -0.22, near);
        wend_prop_chair(model, x, depth + 0.22, 0.5 + far);
    }
}

void wend_prop_bed(wend_model *model, double width, double length) {
    legs(model, 0.02, 0.08, width - 0.02, length - 0.02, 0.08, 0.18);
    wend_model_box(model, 0, 0.05, 0.18, width, length, 0.34);
    wend_model_box(model, 0.04, 0.07, 0.34, width - 0.04, length - 0.04, 0.52);
    wend_model_box(model, 0, 0, 0, width, 0.05, 1.0);
    int pillows = width > 1.3 ? 2 : 1;
    double each = (width - 0.08) / pillows;
    for (int k = 0; k < pillows; k++)
        wend_model_box(model, 0.04 + each * k + 0.06, 0.12, 0.52, 0.04 + each * (k + 1) - 0.06, 0.5, 0.62);
    wend_model_box(model, 0.02, 0.75, 0.52, width - 0.02, length - 0.02, 0.56);
}

void wend_prop_sofa(wend_model *model, double width) {
    wend_model_box(model, 0, 0, 0.08, width, 0.9, 0.3);
    wend_model_box(model, 0, 0, 0.3, width, 0.22, 0.82);
    wend_model_box(model, 0, 0.22, 0.3, 0.2, 0.9, 0.6);
    wend_model_box(model, width - 0.2, 0.22, 0.3, width, 0.9, 0.6);
    int seats = width > 1.6 ? 3 : 2;
    double each = (width - 0.4) / seats;
    for (int k = 0; k < seats; k++) {
        double x = 0.2 + each * k;
        wend_model_box(model, x + 0.01, 0.22, 0.3, x + each - 0.01, 0.88, 0.44);
        wend_model_box(model, x + 0.03, 0.22, 0.44, x + each - 0.03, 0.36, 0.78);
    }
    legs(model, 0.04, 0.04, width - 0.04, 0.86, 0.06, 0.08);
}

void wend_prop_wardrobe(wend_model *model, double width, double height) {
    wend_model_box(model, 0, 0, 0, width, 0.56, height);
    int doors = width > 1.2 ? 3 : 2;
    double each = width / doors;
    for (int k = 0; k < doors; k++) {
        double x = each * k, grip = k % 2 ? x + 0.05 : x + each - 0.07;
        wend_model_box(model, x + 0.01, 0.56, 0.06, x + each - 0.01, 0.58, height - 0.03);
        wend_model_box(model, grip, 0.58, 0.95, grip + 0.02, 0.61, 1.15);
    }
}

void wend_prop_shelf(wend_model *model, double width, double height, int32_t boards) {
    wend_model_box(model, 0, 0, 0, 0.03, 0.3, height);
    wend_model_box(model, width - 0.03, 0, 0, width, 0.3, height);
    for (int32_t k = 0; k < boards; k++) {
        double z = 0.05 + (height - 0.08) * k / (boards - 1);
        wend_model_box(model, 0.03, 0, z, width - 0.03, 0.3, z + 0.03);
        if (k + 1 == boards)
            break;
        double fill = wend_model_between(model, 0.3, 1), tall = wend_model_between(model, 0.16, 0.24);
        wend_model_box(model, 0.05, 0.04, z + 0.03, 0.05 + (width - 0.1) * fill, 0.26, z + 0.03 + tall);
    }
}

void wend_prop_desk(wend_model *model, double width) {
    wend_prop_table(model, width, 0.7, 0.74);
    wend_model_box(model, width - 0.5, 0.08, 0.08, width - 0.13, 0.65, 0.7);
    wend_model_box(model, width / 2 - 0.3, 0.14, 0.86, width / 2 + 0.3, 0.17, 1.2);
    wend_model_box(model, width / 2 - 0.03, 0.1, 0.74, width / 2 + 0.03, 0.14, 1.0);
    wend_model_box(model, width / 2 - 0.22, 0.38, 0.74, width / 2 + 0.22, 0.52, 0.76);
    double turn = wend_model_between(model, -0.05, 0.05);
    wend_prop_chair(model, width / 2 - 0.1, 0.85, 0.5 + turn);
}

// Cupboards with a top, a stove, a sink, and cupboards on the wall above.
void wend_prop_kitchen(wend_model *model, double width) {
    wend_model_box(model, 0, 0.05, 0, width, 0.55, 0.1);
    wend_model_box(model, 0, 0, 0.1, width, 0.6, 0.88);
    wend_model_slab(model, 0, 0, width, 0.63, 0.88, 0.92, (wend_model_opening[1]){{0.5, 1.05, 0.12, 0.5}}, 1);
    wend_model_box(model, 0.76, 0.02, 0.92, 0.79, 0.05, 1.17);
    wend_model_box(model, 0.76, 0.05, 1.14, 0.79, 0.25, 1.17);
    for (int k = 0; k < 4; k++)
        wend_model_column(model, width - 0.75 + 0.3 * (k % 2), 0.18 + 0.27 * (k / 2), 0.1, 0.1, 10, 0.92, 0.93);
    int32_t doors = (int32_t)(width / 0.6);
    double each = width / doors;
    for (int32_t k = 0; k < doors; k++) {
        wend_model_box(model, each * k + 0.01, 0.6, 0.12, each * (k + 1) - 0.01, 0.62, 0.86);
        if (k * each > 1.2 && (k + 1) * each < width - 0.9)
            wend_model_box(model, each * k, 0, 1.45, each * (k + 1), 0.35, 2.1);
    }
}

void wend_prop_bath(wend_model *model, double width, double length) {
    wend_model_slab(model, 0, 0, width, length, 0.18, 0.58,
                    (wend_model_opening[1]){{0.08, width - 0.08, 0.1, length - 0.1}}, 1);
    wend_model_box(model, 0, 0, 0, width, length, 0.18);
    wend_model_box(model, width / 2 - 0.02, 0.02, 0.58, width / 2 + 0.02, 0.2, 0.68);
}

void wend_prop_basin(wend_model *model, double width) {
    wend_model_box(model, 0.04, 0, 0.3, width - 0.04, 0.4, 0.74);
    wend_model_slab(model, 0, 0, width, 0.48, 0.74, 0.86, (wend_model_opening[1]){{0.1, width - 0.1, 0.12, 0.42}}, 1);
    wend_model_box(model, width / 2 - 0.02, 0.04, 0.86, width / 2 + 0.02, 0.18, 0.98);
    wend_model_box(model, 0.05, 0, 1.2, width - 0.05, 0.02, 1.9);
}

void wend_prop_toilet(wend_model *model) {
    wend_model_box(model, 0.02, 0, 0.38, 0.42, 0.18, 0.8);
    wend_model_prism(
        model, (double[16]){0.1, 0.0, 0.34, 0.0, 0.36, 0.3, 0.3, 0.5, 0.22, 0.55, 0.14, 0.5, 0.08, 0.3, 0.08, 0.1}, 8,
        0, 0.36);
    wend_model_prism(
        model, (double[16]){0.06, 0.18, 0.38, 0.18, 0.4, 0.4, 0.34, 0.6, 0.22, 0.66, 0.1, 0.6, 0.04, 0.4, 0.04, 0.3}, 8,
        0.36, 0.42);
}

void wend_prop_plant(wend_model *model, double x, double y, double height) {
    wend_model_column(model, x, y, 0.13, 0.18, 10, 0, 0.32);
    wend_model_column(model, x, y, 0.02, 0.02, 5, 0.32, height * 0.6);
    wend_model_ball(model, x, y, height * 0.72, 0.3, height * 0.28 / 0.3, 8);
}

void wend_prop_lamp(wend_model *model, double x, double y, double height) {
    wend_model_column(model, x, y, 0.16, 0.14, 12, 0, 0.03);
    wend_model_column(model, x, y, 0.015, 0.015, 6, 0.03, height - 0.3);
    wend_model_column(model, x, y, 0.2, 0.12, 12, height - 0.3, height);
}

// ---------------------------------------------------------------------------------------------------- outdoors

void wend_prop_tree(wend_model *model, double x, double y, double height) {
    double crown = height * 0.28;
    wend_model_column(model, x, y, 0.05 * height, 0.03 * height, 8, 0, height * 0.55);
    if (wend_model_chance(model, 0.3)) {
        for (int k = 0; k < 3; k++)
            wend_model_column(model, x, y, crown * (1 - 0.22 * k), 0, 9, height * (0.3 + 0.2 * k),
                              height * (0.66 + 0.17 * k));
    } else {
        double shift = wend_model_between(model, -0.3, 0.3);
        wend_model_ball(model, x, y, height * 0.68, crown, 1.1, 10);
        wend_model_ball(model, x + crown * shift, y + crown * 0.5, height * 0.55, crown * 0.6, 0.9, 8);
    }
}

void wend_prop_bench(wend_model *model, double width) {
    for (int k = 0; k < 2; k++) {
        double x = k ? width - 0.22 : 0.14;
        wend_model_box(model, x, 0.05, 0, x + 0.08, 0.5, 0.4);
    }
    wend_model_box(model, 0, 0.08, 0.4, width, 0.5, 0.45);
    wend_model_box(model, 0, 0.02, 0.55, width, 0.06, 0.85);
    wend_model_box(model, 0.16, 0.02, 0.4, 0.2, 0.08, 0.8);
    wend_model_box(model, width - 0.2, 0.02, 0.4, width - 0.16, 0.08, 0.8);
}

// Along x, its middle in the origin.
void wend_prop_car(wend_model *model) {
    static const double body[16] = {-2.1,  0.25, 2.1,   0.25, 2.15,  0.6, 1.9,   0.78,
                                    -1.95, 0.85, -2.15, 0.7,  -2.15, 0.5, -2.15, 0.4};
    static const double cabin[8] = {-1.85, 0.84, 1.15, 0.8, 0.45, 1.42, -1.4, 1.42};
    wend_frame outer = model->frame;
    model->frame = wend_frame_standing(&outer);
    wend_model_prism(model, body, 8, -0.86, 0.86);
    wend_model_prism(model, cabin, 4, -0.74, 0.74);
    for (int k = 0; k < 4; k++) {
        double side = k % 2 ? 0.66 : -0.88;
        wend_model_column(model, k / 2 ? 1.35 : -1.35, 0.32, 0.32, 0.32, 12, side, side + 0.22);
    }
    model->frame = outer;
}

// ---------------------------------------------------------------------------------------------------- fittings

#define RAIL 1.0 // metres

void wend_prop_railing(wend_model *model, double x0, double y0, double x1, double y1, double z) {
    double length = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    double ux = (x1 - x0) / length, uy = (y1 - y0) / length;
    wend_model_wall(model, x0, y0, x1, y1, 0.06, z + RAIL - 0.05, z + RAIL, NULL, 0);
    wend_model_wall(model, x0, y0, x1, y1, 0.03, z + 0.08, z + 0.11, NULL, 0);
    int32_t gaps = (int32_t)(length / 0.14) + 1;
    for (int32_t k = 0; k <= gaps; k++) {
        double at = 0.02 + (length - 0.04) * k / gaps, half = k % 8 == 0 || k == gaps ? 0.02 : 0.008;
        double x = x0 + ux * at, y = y0 + uy * at;
        bool post = half > 0.01;
        wend_model_wall(model, x - half * ux, y - half * uy, x + half * ux, y + half * uy, 2 * half,
                        post ? z : z + 0.11, z + RAIL - 0.05, NULL, 0);
    }
}

void wend_prop_door_leaf(wend_model *model, double x, double y, double z, double width, double turn) {
    wend_frame outer = wend_model_enter(model, x, y, z, turn);
    wend_model_box(model, 0, -0.02, 0.01, width, 0.02, 2.0);
    wend_model_box(model, width - 0.16, 0.02, 1.0, width - 0.04, 0.07, 1.03);
    wend_model_box(model, width - 0.16, -0.07, 1.0, width - 0.04, -0.02, 1.03);
    model->frame = outer;
}

void wend_prop_window(wend_model *model, double x0, double x1, double z0, double z1, double wall) {
    double middle = (x0 + x1) / 2, bar = 0.03;
    wend_model_box(model, x0 - 0.06, -wall / 2 - 0.06, z0 - 0.03, x1 + 0.06, wall / 2 + 0.12, z0);
    wend_frame outer = model->frame;
    model->frame = wend_frame_standing(&outer);
    wend_model_opening panes[2] = {{x0 + bar, middle - bar / 2, z0 + bar, z1 - bar},
                                   {middle + bar / 2, x1 - bar, z0 + bar, z1 - bar}};
    wend_model_slab(model, x0, z0, x1, z1, -0.02, 0.02, panes, 2);
    model->frame = outer;
}
