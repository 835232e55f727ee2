// `two-storeys`: a furnished house with a garden. A wing of one storey in the south holds the living room and the
// kitchen; the block behind it has two storeys, joined by stairs, and a gallery that looks down into the wing. The
// roofs are left off, so that one can look in.
//
//     upper floor                               ground floor
//     9.2 +-------------+------+-----------+    +-------------+------+-----------+
//         | bedroom     |  st. | bathroom  |    | study       |  st. | bathroom  |
//         |             |  ai. +-----------+    |             |  ai. +-----------+
//         |               r. s   child     |    |               r. s | utility   |
//     4.4 +----- ----+------ -+------------+    +------------+     --+----- -----+
//         |            gallery             |    | living        dining   kitchen |
//     3.1 +================================+    |                                |
//                                             0 +------------+     +-------------+
//                                               0           4.2     7.8         12
#include "sample/props.h"

#define WIDTH 12.0
#define DEPTH 9.2
#define MIDDLE 4.4  // wall between the wing and the block
#define GALLERY 3.1 // edge of the upper floor
#define OUTER 0.3   // thickness of walls
#define BEARING 0.2
#define INNER 0.12
#define STOREY 2.8 // 16 risers of 0.175
#define SLAB 0.25
#define CEILING (STOREY - SLAB)
#define UPPER_WALLS 2.5
#define WEST 4.2 // walls of the hall
#define EAST 7.8
#define SILL 0.9
#define HEAD 2.1

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof(array)[0]))

// A wall with doors and windows: what does not reach down to the floor is a window.
static void wall(wend_model *model, double x0, double y0, double x1, double y1, double thickness, double height,
                 const wend_model_opening *openings, int32_t count) {
    wend_model_wall(model, x0, y0, x1, y1, thickness, 0, height, openings, count);
    wend_frame outer = wend_model_enter(model, x0, y0, 0, x1 > x0 ? 0 : 0.25);
    for (int32_t k = 0; k < count; k++) {
        const wend_model_opening *o = &openings[k];
        if (o->low > 0)
            wend_prop_window(model, o->from, o->to, o->low, o->high, thickness);
    }
    model->frame = outer;
}

static void make_garden(wend_model *model) {
    wend_model_part(model, "garden");
    wend_model_box(model, -4, -4, -0.5, 16, 14, -0.15);
    wend_model_part(model, "terrace");
    for (int32_t k = 0; k < 13; k++)
        wend_model_box(model, 3, -2.6 + 0.2 * k, -0.15, 9, -2.6 + 0.2 * k + 0.19, -0.02);
    wend_frame outer = wend_model_enter(model, 3.4, -2.3, -0.02, 0);
    wend_prop_round_table(model, 1, 0.9, 0.5);
    for (int32_t k = 0; k < 3; k++)
        wend_prop_chair(model, k == 1 ? 1 : 0.3 + 0.7 * k, k == 1 ? 1.65 : 0.9, k == 0 ? 0.75 : k == 1 ? 0.5 : 0.25);
    model->frame = outer;
    wend_model_part(model, "path");
    wend_model_box(model, 6.2, DEPTH, -0.15, 8, DEPTH + 1, -0.02);
    for (int32_t k = 0; k < 5; k++)
        wend_model_box(model, 6.5, 10.3 + 0.75 * k, -0.15, 7.7, 10.95 + 0.75 * k, -0.13);
    wend_model_part(model, "hedges and trees");
    outer = wend_model_enter(model, 0, 0, -0.15, 0);
    wend_model_box(model, -3.9, -3.9, 0, -3.4, 13.9, 1.1);
    wend_model_box(model, 15.4, -3.9, 0, 15.9, 13.9, 1.1);
    wend_model_box(model, -3.4, 13.4, 0, 6.2, 13.9, 1.1);
    wend_model_box(model, 8, 13.4, 0, 15.4, 13.9, 1.1);
    wend_prop_tree(model, -1.9, 11.5, 5.5);
    wend_prop_tree(model, 13.6, 10.6, 4.6);
    wend_prop_tree(model, -2.1, 2.2, 3.4);
    wend_prop_tree(model, 13.7, -2.2, 3);
    model->frame = wend_frame_within(&outer, 12.4, 3.2, -0.15, -0.25);
    wend_prop_bench(model, 1.8);
    model->frame = outer;
}

static void make_ground_floor(wend_model *model) {
    wend_model_part(model, "ground floor");
    wend_model_box(model, 0, 0, -0.5, WIDTH, DEPTH, 0);
    wend_model_part(model, "ground floor walls");
    static const wend_model_opening south[] = {{1, 3.4, 0.5, 2.2}, {5, 7, 0, 2.2}, {8.6, 11, SILL, 2.2}};
    static const wend_model_opening north[] = {{1.3, 2.9, SILL, HEAD}, {6.6, 7.6, 0, HEAD}, {9.5, 10.4, 1.3, HEAD}};
    static const wend_model_opening west[] = {{0.9, 2.5, SILL, HEAD}, {5.5, 6.9, SILL, HEAD}};
    static const wend_model_opening east[] = {{0.7, 2.5, 1.15, HEAD}, {4.7, 5.3, 1.3, HEAD}};
    static const wend_model_opening middle[] = {{5.6, 7.2, 0, 2.2}, {9.1, 10, 0, HEAD}};
    double inside = DEPTH - OUTER, lee = MIDDLE + BEARING / 2;
    wall(model, 0, OUTER / 2, WIDTH, OUTER / 2, OUTER, CEILING, south, COUNT(south));
    wall(model, 0, DEPTH - OUTER / 2, WIDTH, DEPTH - OUTER / 2, OUTER, CEILING, north, COUNT(north));
    wall(model, OUTER / 2, OUTER, OUTER / 2, inside, OUTER, CEILING, west, COUNT(west));
    wall(model, WIDTH - OUTER / 2, OUTER, WIDTH - OUTER / 2, inside, OUTER, CEILING, east, COUNT(east));
    wall(model, OUTER, MIDDLE, WIDTH - OUTER, MIDDLE, BEARING, CEILING, middle, COUNT(middle));
    wall(model, WEST, lee, WEST, inside, INNER, CEILING, (wend_model_opening[1]){{0.2, 1.05, 0, HEAD}}, 1);
    wall(model, EAST, lee, EAST, inside, INNER, CEILING, (wend_model_opening[1]){{1.8, 2.65, 0, HEAD}}, 1);
    wall(model, EAST + INNER / 2, 6, WIDTH - OUTER, 6, INNER, CEILING, NULL, 0);
    wend_model_column(model, 3.9, GALLERY + 0.15, 0.1, 0.1, 16, 0, CEILING);
    wend_model_column(model, 8.1, GALLERY + 0.15, 0.1, 0.1, 16, 0, CEILING);
}

static void make_stairs(wend_model *model) {
    wend_model_part(model, "stairs");
    wend_frame outer = wend_model_enter(model, WEST + 0.15, 5.75, 0, 0);
    wend_model_stair_u(model, 1, 0.1, 8, STOREY / 16, 0.28);
    wend_model_box(model, 1.01, 0, 0, 1.09, 1.96, STOREY + 0.9);
    model->frame = outer;
}

static void make_upper_floor(wend_model *model) {
    wend_model_part(model, "upper floor");
    double inside = DEPTH - OUTER, lee = MIDDLE + BEARING / 2;
    static const wend_model_opening stairwell[] = {{WEST + INNER / 2, WEST + 2.3, 5.75, DEPTH - OUTER}};
    wend_model_slab(model, 0, GALLERY, WIDTH, DEPTH, CEILING, STOREY, stairwell, COUNT(stairwell));
    wend_model_part(model, "upper walls");
    wend_frame outer = wend_model_enter(model, 0, 0, STOREY, 0);
    static const wend_model_opening south[] = {{1.6, 3, 0, 2.2}, {6.6, 7.5, 0, HEAD}, {8.9, 10.7, SILL, HEAD}};
    static const wend_model_opening north[] = {{0.7, 1.6, 1.2, HEAD}, {4.7, 6.2, SILL, HEAD}, {9.8, 10.6, 1.3, HEAD}};
    static const wend_model_opening west[] = {{1.5, 3.1, 1.2, HEAD}}, east[] = {{0.6, 1.4, SILL, HEAD}};
    static const wend_model_opening rooms[] = {{0.4, 1.25, 0, HEAD}, {3, 3.85, 0, HEAD}};
    wall(model, 0, MIDDLE, WIDTH, MIDDLE, BEARING, UPPER_WALLS, south, COUNT(south));
    wall(model, 0, DEPTH - OUTER / 2, WIDTH, DEPTH - OUTER / 2, OUTER, UPPER_WALLS, north, COUNT(north));
    wall(model, OUTER / 2, lee, OUTER / 2, inside, OUTER, UPPER_WALLS, west, COUNT(west));
    wall(model, WIDTH - OUTER / 2, lee, WIDTH - OUTER / 2, inside, OUTER, UPPER_WALLS, east, COUNT(east));
    wall(model, WEST, lee, WEST, inside, INNER, UPPER_WALLS, (wend_model_opening[1]){{0.2, 1.05, 0, HEAD}}, 1);
    wall(model, EAST, lee, EAST, inside, INNER, UPPER_WALLS, rooms, COUNT(rooms));
    wall(model, EAST + INNER / 2, 6.9, WIDTH - OUTER, 6.9, INNER, UPPER_WALLS, NULL, 0);
    wend_model_part(model, "railings");
    wend_prop_railing(model, 0.05, GALLERY + 0.05, WIDTH - 0.05, GALLERY + 0.05, 0);
    wend_prop_railing(model, 0.05, GALLERY + 0.1, 0.05, MIDDLE - BEARING / 2, 0);
    wend_prop_railing(model, WIDTH - 0.05, GALLERY + 0.1, WIDTH - 0.05, MIDDLE - BEARING / 2, 0);
    wend_prop_railing(model, WEST + 2.35, 5.7, WEST + 2.35, inside, 0);
    wend_prop_railing(model, WEST + 1.25, 5.7, WEST + 2.3, 5.7, 0);
    model->frame = outer;
}

// Puts a piece of furniture into place.
#define PUT(x, y, turn, ...)                                                                                           \
    do {                                                                                                               \
        wend_frame put_outer = wend_model_enter(model, (x), (y), 0, (turn));                                           \
        __VA_ARGS__;                                                                                                   \
        model->frame = put_outer;                                                                                      \
    } while (0)

static void furnish_living(wend_model *model) {
    wend_model_part(model, "furniture of the living room");
    wend_model_box(model, 1.2, 0.9, 0, 3.7, 3.5, 0.01); // a rug
    PUT(0.36, 3.3, -0.25, wend_prop_sofa(model, 2.2));
    PUT(2.0, 1.7, 0, wend_prop_table(model, 0.7, 1.1, 0.42));
    PUT(4.1, 1.6, 0.21, wend_prop_sofa(model, 1.0));
    PUT(3.6, 0.32, 0, wend_model_box(model, 0, 0, 0, 1.2, 0.4, 0.5));
    PUT(3.65, 0.4, 0, wend_model_box(model, 0, 0, 0.52, 1.1, 0.05, 1.1));
    wend_prop_lamp(model, 0.7, 3.85, 1.7);
    wend_prop_plant(model, 0.75, 0.75, 1.5);
    wend_prop_plant(model, 11.3, 3.95, 1.2);
    PUT(5.1, 1.55, 0, wend_prop_dining(model, 1.9, 0.95, 3));
    wend_model_part(model, "kitchen");
    PUT(WIDTH - OUTER, 0.35, 0.25, wend_prop_kitchen(model, 2.7));
    wend_model_box(model, WIDTH - OUTER - 0.66, 3.08, 0, WIDTH - OUTER, 3.72, 1.95); // a fridge
    wend_model_box(model, 9.05, 0.95, 0, 9.75, 2.65, 0.86);                          // an island with stools
    wend_model_box(model, 8.75, 0.9, 0.86, 9.8, 2.7, 0.9);
    for (int32_t k = 0; k < 2; k++) {
        wend_model_column(model, 8.55, 1.4 + 0.8 * k, 0.19, 0.17, 12, 0, 0.02);
        wend_model_column(model, 8.55, 1.4 + 0.8 * k, 0.03, 0.03, 6, 0.02, 0.62);
        wend_model_column(model, 8.55, 1.4 + 0.8 * k, 0.18, 0.18, 12, 0.62, 0.67);
    }
}

static void furnish_bathroom(wend_model *model, double south) {
    PUT(10.86, DEPTH - OUTER - 1.75, 0, wend_prop_bath(model, 0.82, 1.72));
    PUT(9.2, DEPTH - OUTER, 0.5, wend_prop_basin(model, 0.8));
    PUT(10, south, 0, wend_prop_toilet(model));
}

static void furnish_ground_floor(wend_model *model) {
    furnish_living(model);
    double back = DEPTH - OUTER;
    wend_model_part(model, "furniture of the study");
    PUT(3, back - 0.02, 0.5, wend_prop_desk(model, 1.7));
    PUT(WEST - INNER / 2 - 0.01, 6.2, 0.25, wend_prop_shelf(model, 1.8, 2, 6));
    PUT(0.6, MIDDLE + BEARING / 2 + 0.02, 0, wend_prop_sofa(model, 1.7));
    wend_model_part(model, "furniture of the hall");
    PUT(EAST - INNER / 2 - 0.01, 7.55, 0.25, wend_prop_shelf(model, 1, 0.9, 3));
    wend_model_part(model, "bathroom");
    furnish_bathroom(model, 6.08);
    wend_model_part(model, "utility");
    wend_model_box(model, 11.05, 5.3, 0, 11.65, 5.9, 0.85);
    wend_model_box(model, 11.05, 4.6, 0, 11.65, 5.2, 0.85);
    PUT(9.2, 5.92, 0.5, wend_prop_shelf(model, 1.2, 1.9, 5));
}

static void furnish_upper_floor(wend_model *model) {
    double back = DEPTH - OUTER;
    wend_model_part(model, "furniture of the bedroom");
    wend_model_box(model, 1, 5.6, 0, 3.1, 8.2, 0.01);
    PUT(OUTER + 0.02, 7.8, -0.25, wend_prop_bed(model, 1.8, 2.1));
    wend_model_box(model, OUTER + 0.02, 7.85, 0, 0.75, 8.3, 0.5);
    wend_model_box(model, OUTER + 0.02, 5.5, 0, 0.75, 5.95, 0.5);
    PUT(4, back - 0.01, 0.5, wend_prop_wardrobe(model, 2.1, 2.1));
    wend_prop_lamp(model, 0.55, 5.1, 1.5);
    wend_model_part(model, "furniture of the landing");
    wend_prop_plant(model, 7.4, 8.5, 1.3);
    PUT(10, MIDDLE - BEARING / 2 - 0.02, 0.5, wend_prop_bench(model, 1.5));
    wend_model_part(model, "furniture of the child's room");
    PUT(WIDTH - OUTER - 0.02, 5.85, 0.25, wend_prop_bed(model, 0.95, 2));
    PUT(9.2, MIDDLE + BEARING / 2 + 0.02, 0, wend_prop_desk(model, 1.2));
    wend_model_box(model, 8.2, 6.3, 0, 8.9, 6.75, 0.4);
    wend_model_part(model, "upper bathroom");
    furnish_bathroom(model, 6.98);
}

static void hang_doors(wend_model *model) {
    wend_model_part(model, "doors");
    double width = 0.83;
    wend_prop_door_leaf(model, 6.64, DEPTH - OUTER, 0, 0.95, 0.76);
    wend_prop_door_leaf(model, WEST - INNER / 2, 4.73, 0, width, 0.48);
    wend_prop_door_leaf(model, EAST + INNER / 2, 7.13, 0, width, 0.03);
    wend_prop_door_leaf(model, 10.27, MIDDLE + BEARING / 2, 0, width, 0.27);
    wend_prop_door_leaf(model, WEST - INNER / 2, 4.73, STOREY, width, 0.48);
    wend_prop_door_leaf(model, EAST + INNER / 2, 4.93, STOREY, width, -0.02);
    wend_prop_door_leaf(model, EAST + INNER / 2, 8.33, STOREY, width, 0.03);
    wend_prop_door_leaf(model, 6.63, MIDDLE + BEARING / 2, STOREY, width, 0.28);
}

static void make_house(wend_model *model) {
    make_garden(model);
    make_ground_floor(model);
    make_stairs(model);
    make_upper_floor(model);
    hang_doors(model);
    furnish_ground_floor(model);
    wend_frame outer = wend_model_enter(model, 0, 0, STOREY, 0);
    furnish_upper_floor(model);
    model->frame = outer;
}

void wend_sample_two_storeys(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 20, 18, make_house);
}
