// `town`: blocks of buildings between streets. A block lies behind a kerb; its buildings have several storeys joined by
// stairs, rooms with doors, and furniture. It grows in extent: a block holds about as many triangles in a large town as
// in a small one.
//
//     road
//       +------------------------------------------------+  pavement
//       |  +-------+ +------+ +----------+ +-----------+ |
//       |  | house | |      | | office   | |           | |
//       |  +-------+ +------+ +----------+ +-----------+ |
//       |           gardens                              |
//       |  +---------+ +------+ +-----------+ +--------+ |
//       |  |         | |      | |           | |        | |
//       |  +---------+ +------+ +-----------+ +--------+ |
//       +------------------------------------------------+
#include "sample/props.h"

#include "sample/brush.h"

#define PITCH_X 72.0 // from block to block
#define PITCH_Y 56.0
#define ROAD 3.5 // half its width
#define PAVEMENT 2.5
#define KERB 0.12
#define BLOCK_TRIANGLES 42000 // about

#define STOREY 3.0
#define SLAB 0.25
#define RISERS 9 // of half a storey
#define RUN 0.28
#define OUTER 0.3
#define INNER 0.12
#define HALL 4.4        // depth of the hall with the stairs, at the back
#define STAIR_WIDTH 1.0 // of one flight
#define STAIRWELL (2 * STAIR_WIDTH + 0.1)
#define DOOR 0.95
#define HEAD 2.1

typedef struct building {
    double width, depth;
    int32_t storeys;
    bool office;
    double plinth; // height of the ground floor above the pavement
} building;

// ---------------------------------------------------------------------------------------------------- walls

// Windows at even distances along a wall, and a door instead of the one in the middle where asked.
static int32_t window_row(wend_model_opening *openings, double length, double sill, bool door) {
    int32_t count = (int32_t)((length - 0.8) / 2.5);
    count = count < 1 ? 1 : count > 8 ? 8 : count;
    for (int32_t k = 0; k < count; k++) {
        double middle = length * (k + 0.5) / count;
        bool here = door && k == count / 2;
        double half = here ? 0.6 : 0.65;
        openings[k] = (wend_model_opening){middle - half, middle + half, here ? 0 : sill, HEAD};
    }
    return count;
}

static void make_outer_walls(wend_model *model, const building *b, bool ground) {
    const double h = STOREY - SLAB, half = OUTER / 2;
    wend_model_opening openings[WEND_OPENINGS_MAX];
    int32_t count = window_row(openings, b->width, b->office && ground ? 0.5 : 0.9, ground);
    wend_model_wall(model, 0, half, b->width, half, OUTER, 0, h, openings, count);
    // At the back, a door to the garden left of the stairs, and windows of the room beside.
    openings[0] = (wend_model_opening){1.2, b->width - 5.2, 0.9, HEAD};
    openings[1] = (wend_model_opening){b->width - 3.75, b->width - 2.85, 0, HEAD};
    wend_model_wall(model, 0, b->depth - half, b->width, b->depth - half, OUTER, 0, h, openings, ground ? 2 : 1);
    double side = b->depth - 2 * OUTER;
    count = b->office ? window_row(openings, side, 0.9, false) : 0;
    wend_model_wall(model, half, OUTER, half, b->depth - OUTER, OUTER, 0, h, openings, count);
    wend_model_wall(model, b->width - half, OUTER, b->width - half, b->depth - OUTER, OUTER, 0, h, NULL, 0);
}

// The wall between the rooms in front and the hall, the one beside the hall, and one that divides the front.
static void make_inner_walls(wend_model *model, const building *b) {
    const double h = STOREY - SLAB, y = b->depth - OUTER - HALL, inside = b->width - 2 * OUTER;
    double hall = b->width - STAIRWELL - 1.8, middle = b->width / 2 - 0.6;
    wend_model_opening doors[2] = {{middle - OUTER - 1.4, middle - OUTER - 1.4 + DOOR, 0, HEAD},
                                   {hall + 0.4 - OUTER, hall + 0.4 - OUTER + DOOR, 0, HEAD}};
    bool divided = inside > 9;
    wend_model_wall(model, OUTER, y, b->width - OUTER, y, INNER, 0, h, divided ? doors : doors + 1, divided ? 2 : 1);
    wend_model_wall(model, hall, y + INNER / 2, hall, b->depth - OUTER, INNER, 0, h,
                    (wend_model_opening[1]){{0.5, 0.5 + DOOR, 0, HEAD}}, 1);
    if (divided)
        wend_model_wall(model, middle, OUTER, middle, y - INNER / 2, INNER, 0, h,
                        (wend_model_opening[1]){{0.4, 0.4 + DOOR, 0, HEAD}}, 1);
}

// ---------------------------------------------------------------------------------------------------- furniture

// The room in front, from x0 to x1, `depth` deep.
static void furnish_front(wend_model *model, bool office, bool ground, double x0, double x1, double depth) {
    double width = x1 - x0;
    wend_frame outer = wend_model_enter(model, x0, OUTER, 0, 0);
    if (office) {
        int32_t desks = (int32_t)(width / 2.2);
        for (int32_t k = 0; k < desks; k++) {
            wend_frame room = wend_model_enter(model, width * (k + 0.5) / desks - 0.75, 1.2, 0, 0);
            wend_prop_desk(model, 1.5);
            model->frame = room;
        }
        if (depth > 5) {
            wend_frame room = wend_model_enter(model, 0.6, depth - 0.8, 0, 0.5);
            wend_model_box(model, -1.8, 0, 0, -0.4, 0.45, 1.2);
            model->frame = room;
        }
    } else if (ground) {
        wend_frame room = wend_model_enter(model, 0.05, 3.4, 0, -0.25);
        wend_prop_sofa(model, 1.9);
        model->frame = wend_frame_within(&room, width / 2 + 0.4, 1.9, 0, 0);
        wend_prop_dining(model, 1.4, 0.85, 2);
        model->frame = room;
    } else {
        wend_frame room = wend_model_enter(model, 0.05, depth - 1.1, 0, -0.25);
        wend_prop_bed(model, 1.6, 2.05);
        model->frame = wend_frame_within(&room, width - 0.02, 1.5, 0, 0.25);
        wend_prop_wardrobe(model, 1.2, 2);
        model->frame = room;
    }
    model->frame = outer;
}

// The room at the back, left of the hall.
static void furnish_back(wend_model *model, const building *b, bool ground) {
    double width = b->width - STAIRWELL - 1.8 - INNER / 2 - OUTER;
    wend_frame outer = wend_model_enter(model, OUTER, b->depth - OUTER, 0, 0);
    if (b->office) {
        wend_frame room = wend_model_enter(model, width / 2 - 0.8, -2.6, 0, 0);
        wend_prop_dining(model, 1.6, 0.9, 2);
        model->frame = room;
    } else if (ground && width > 2.4) {
        wend_frame room = wend_model_enter(model, width - 0.1, -0.02, 0, 0.5);
        wend_prop_kitchen(model, width - 0.2);
        model->frame = room;
    } else {
        wend_frame room = wend_model_enter(model, 0.05, -0.4, 0, -0.25);
        wend_prop_bed(model, 0.95, 2);
        model->frame = wend_frame_within(&room, 0.02, -2.2, 0, -0.25);
        wend_prop_shelf(model, 1.2, 1.8, 5);
        model->frame = room;
    }
    model->frame = outer;
}

static void furnish(wend_model *model, const building *b, bool ground) {
    double depth = b->depth - OUTER - HALL - INNER / 2 - OUTER, middle = b->width / 2 - 0.6;
    if (b->width - 2 * OUTER > 9) {
        furnish_front(model, b->office, ground, OUTER, middle - INNER / 2, depth);
        furnish_front(model, b->office, !ground, middle + INNER / 2, b->width - OUTER, depth);
    } else {
        furnish_front(model, b->office, ground, OUTER, b->width - OUTER, depth);
    }
    furnish_back(model, b, ground);
}

// ---------------------------------------------------------------------------------------------------- buildings

static void make_roof(wend_model *model, const building *b) {
    if (b->office || b->storeys > 3) {
        const double half = 0.1;
        wend_model_wall(model, 0, half, b->width, half, 0.2, 0, 0.9, NULL, 0);
        wend_model_wall(model, 0, b->depth - half, b->width, b->depth - half, 0.2, 0, 0.9, NULL, 0);
        wend_model_wall(model, half, 0.2, half, b->depth - 0.2, 0.2, 0, 0.9, NULL, 0);
        wend_model_wall(model, b->width - half, 0.2, b->width - half, b->depth - 0.2, 0.2, 0, 0.9, NULL, 0);
        wend_model_box(model, b->width * 0.3, b->depth * 0.4, 0, b->width * 0.3 + 2, b->depth * 0.4 + 1.4, 1.1);
        return;
    }
    double rise = wend_model_between(model, 0.5, 0.8) * b->depth / 2;
    wend_frame outer = wend_model_enter(model, 0, 0, 0, 0.25);
    model->frame = wend_frame_standing(&model->frame);
    wend_model_prism(model, (double[6]){-0.4, 0, b->depth + 0.4, 0, b->depth / 2, rise}, 3, -0.05, b->width + 0.05);
    model->frame = outer;
}

static void make_storey(wend_model *model, const building *b, int32_t storey) {
    double well = b->width - OUTER - STAIRWELL, start = b->depth - OUTER - (RISERS - 1) * RUN - STAIR_WIDTH;
    wend_model_opening hole = {well - 0.05, b->width - OUTER, start, b->depth - OUTER};
    if (storey > 0) {
        wend_model_slab(model, 0, 0, b->width, b->depth, -SLAB, 0, &hole, 1);
        wend_prop_railing(model, well - 0.1, start, well - 0.1, b->depth - OUTER, 0);
    }
    make_outer_walls(model, b, storey == 0);
    make_inner_walls(model, b);
    furnish(model, b, storey == 0);
    if (storey + 1 < b->storeys) {
        wend_frame outer = wend_model_enter(model, well, start, 0, 0);
        wend_model_stair_u(model, STAIR_WIDTH, 0.1, RISERS, STOREY / (2 * RISERS), RUN);
        model->frame = outer;
    }
}

// From (0, 0), its front along x facing -y.
static void make_building(wend_model *model, const building *b) {
    wend_model_part(model, b->office ? "office" : "house");
    wend_model_box(model, 0, 0, -0.05, b->width, b->depth, b->plinth);
    int32_t windows = (int32_t)((b->width - 0.8) / 2.5);
    windows = windows < 1 ? 1 : windows > 8 ? 8 : windows;
    double door = b->width * (windows / 2 + 0.5) / windows;
    if (b->plinth > 0.1) {
        wend_frame street = wend_model_enter(model, door, -RUN, 0, 0);
        wend_model_flight(model, -0.8, 0.8, 2, b->plinth / 2, RUN, WEND_FLIGHT_SOLID);
        model->frame = wend_frame_within(&street, b->width - 3.3, b->depth + RUN, 0, 0.5);
        wend_model_flight(model, -0.6, 0.6, 2, b->plinth / 2, RUN, WEND_FLIGHT_SOLID);
        model->frame = street;
    }
    wend_frame outer = wend_model_enter(model, 0, 0, b->plinth, 0);
    for (int32_t storey = 0; storey < b->storeys && model->result == WEND_OK; storey++) {
        make_storey(model, b, storey);
        model->frame = wend_frame_within(&model->frame, 0, 0, STOREY, 0);
    }
    wend_model_part(model, "roof");
    wend_model_box(model, 0, 0, -SLAB, b->width, b->depth, 0);
    make_roof(model, b);
    model->frame = outer;
}

static building draw_building(wend_model *model) {
    building b = {.office = wend_model_chance(model, 0.3)};
    b.width = (double)(int32_t)wend_model_between(model, b.office ? 26 : 17, b.office ? 34 : 23) / 2;
    b.depth = (double)(int32_t)wend_model_between(model, b.office ? 24 : 21, b.office ? 29 : 25) / 2;
    b.storeys = (b.office ? 3 : 2) + wend_model_pick(model, b.office ? 3 : 2);
    b.plinth = wend_model_chance(model, 0.4) ? 0.3 : 0.02;
    return b;
}

// ---------------------------------------------------------------------------------------------------- blocks

// A block from (0, 0), without the streets around it.
typedef struct block {
    double width, depth;
    int64_t goal; // how many triangles the model shall have when it is done
} block;

static bool wants_more(const wend_model *model, const block *b) {
    return model->result == WEND_OK && model->triangles < b->goal;
}

// A building at the front, its left side at x, with a garden behind it. Returns where the next one may stand, or -1
// when there is no room.
static double make_plot(wend_model *model, const block *b, double x) {
    building next = draw_building(model);
    if (x + next.width > b->width - PAVEMENT)
        return -1;
    wend_frame outer = wend_model_enter(model, x, PAVEMENT, 0, 0);
    make_building(model, &next);
    wend_model_part(model, "garden");
    double back = b->depth / 2 - PAVEMENT;
    wend_model_box(model, 0, next.depth + 1.5, 0, next.width, back, 0.03);
    wend_model_box(model, next.width + 0.1, next.depth, 0, next.width + 0.3, back, 0.9);
    double y = wend_model_between(model, next.depth + 3, back - 1), tall = wend_model_between(model, 3, 6);
    if (wend_model_chance(model, 0.7))
        wend_prop_tree(model, next.width * 0.3, y, tall);
    model->frame = outer;
    return x + next.width + (wend_model_chance(model, 0.6) ? 0.4 : 3);
}

// Two rows of buildings, back to back, until there is no room or the budget ends.
static void make_rows(wend_model *model, const block *b) {
    double x[2] = {PAVEMENT, PAVEMENT};
    for (int32_t row = 0; (x[0] > 0 || x[1] > 0) && wants_more(model, b); row = 1 - row) {
        if (x[row] < 0)
            continue;
        wend_frame outer = wend_model_enter(model, row ? b->width : 0, row ? b->depth : 0, 0, row ? 0.5 : 0);
        x[row] = make_plot(model, b, x[row]);
        model->frame = outer;
    }
}

// A pond with a wall around it, paths of gravel, trees and benches.
static void make_park(wend_model *model, const block *b) {
    wend_model_part(model, "park");
    double x = b->width / 2, y = b->depth / 2;
    wend_model_ring(model, x, y, 6, 6.4, 32, 0, 0.45);
    wend_model_column(model, x, y, 6.1, 6.1, 32, 0, 0.2);
    wend_model_column(model, x, y, 0.9, 0.3, 12, 0, 1.6);
    for (int32_t k = 0; k < 4 && wants_more(model, b); k++) {
        wend_frame outer = wend_model_enter(model, x, y, 0, 0.25 * k + 0.125);
        model->frame = wend_frame_within(&model->frame, 8.5, -0.9, 0, 0.25);
        wend_prop_bench(model, 1.8);
        model->frame = outer;
    }
    for (int32_t k = 0; k < 36 && wants_more(model, b); k++) {
        double u = wend_model_between(model, 3, b->width - 3), v = wend_model_between(model, 3, b->depth - 3);
        double tall = wend_model_between(model, 3.5, 8);
        if ((u - x) * (u - x) + (v - y) * (v - y) > 100)
            wend_prop_tree(model, u, v, tall);
    }
}

// Lamps and trees along the kerb, cars beside it.
static void make_street_side(wend_model *model, const block *b, double length) {
    for (double x = 5; x < length - 5 && wants_more(model, b); x += 12) {
        wend_frame outer = wend_model_enter(model, x, 0.6, 0, 0);
        wend_model_column(model, 0, 0, 0.07, 0.05, 8, 0, 4.5);
        wend_model_box(model, -0.12, -0.9, 4.4, 0.12, 0.15, 4.55);
        if (wend_model_chance(model, 0.5)) {
            double tall = wend_model_between(model, 3.5, 5.5);
            wend_prop_tree(model, 6, 0.2, tall);
        }
        if (wend_model_chance(model, 0.5)) {
            model->frame = wend_frame_within(&outer, x + 5.5, -1.15, -KERB, wend_model_chance(model, 0.8) ? 0 : 0.5);
            wend_prop_car(model);
        }
        model->frame = outer;
    }
}

// The pavement with its corners cut, and a dropped kerb in the middle of two sides: ramps down to the road.
static void make_pavement(wend_model *model, const block *b) {
    const double cut = 2;
    wend_model_part(model, "pavement");
    double corners[16] = {
        cut,      0,   b->width - cut, 0, b->width,       cut, b->width, b->depth - cut, b->width - cut,
        b->depth, cut, b->depth,       0, b->depth - cut, 0,   cut};
    wend_model_prism(model, corners, 8, -KERB - 0.2, 0);
    for (int32_t k = 0; k < 2; k++) {
        wend_frame outer = wend_model_enter(model, b->width / 2, k ? b->depth : 0, -KERB, k ? 0.5 : 0);
        wend_model_ramp(model, -1.5, -1, 1.5, 0, 0, KERB, 0);
        model->frame = outer;
    }
}

static void make_block(wend_model *model, int64_t goal, bool may_be_park) {
    block b = {PITCH_X - 2 * ROAD, PITCH_Y - 2 * ROAD, goal};
    wend_model_part(model, "road");
    wend_model_box(model, 0, 0, -0.3, PITCH_X, PITCH_Y, 0);
    wend_frame outer = wend_model_enter(model, ROAD, ROAD, KERB, 0);
    make_pavement(model, &b);
    wend_model_part(model, "street");
    for (int32_t side = 0; side < 4; side++) {
        wend_frame block_frame =
            wend_model_enter(model, side == 1 || side == 2 ? b.width : 0, side > 1 ? b.depth : 0, 0, 0.25 * side);
        make_street_side(model, &b, side % 2 ? b.depth : b.width);
        model->frame = block_frame;
    }
    if (may_be_park && wend_model_chance(model, 0.15))
        make_park(model, &b);
    else
        make_rows(model, &b);
    model->frame = outer;
}

void wend_sample_town(wend_model *model, int32_t size) {
    int32_t blocks = (size + BLOCK_TRIANGLES / 2) / BLOCK_TRIANGLES;
    blocks = blocks < 1 ? 1 : blocks;
    int32_t down = wend_brush_root(blocks), across = (blocks + down - 1) / down;
    blocks = across * down;
    for (int32_t k = 0; k < blocks && model->result == WEND_OK; k++) {
        int64_t share = (size - model->triangles) / (blocks - k); // what earlier blocks left over, later ones get
        wend_frame outer = wend_model_enter(model, (k % across) * PITCH_X, (double)(k / across) * PITCH_Y, 0, 0);
        make_block(model, model->triangles + share, blocks > 4 && share < BLOCK_TRIANGLES * 11 / 10);
        model->frame = outer;
    }
}
