// Plans to search for paths on. See path_plans.h.
//
// Eight families are those of the trial that found the method of the search; each is hard in its own way. Four more make
// ties: notches in one line with gaps of exactly a disc's width, give or take a step of the lattice; spirals of walls
// without width, one in the other; recesses that an arc dips into and comes out of again; and whole plans on a lattice
// of ten steps, where everything touches, aligns and coincides.
#include "path_plans.h"

#include "oracle_medial.h"

#include "base/random.h"

#include <math.h>

#define PI 3.14159265358979323846

typedef struct pen {
    wend_drawing *drawing;
    uint64_t *state;
    double *radii;
    double width, height;
    bool failed;
} pen;

static int32_t below(pen *p, int32_t bound) {
    return (int32_t)wend_random_below(p->state, (uint64_t)bound);
}

static double between(pen *p, double low, double high) {
    return low + (high - low) * wend_random_unit(p->state);
}

static void add(pen *p, wend_shape_kind kind, const double *points, int32_t count) {
    p->failed |= wend_drawing_add(p->drawing, kind, -1, points, count) != WEND_OK;
}

static void room(pen *p, double width, double height) {
    p->width = width;
    p->height = height;
    add(p, WEND_SHAPE_OUTER, (double[]){0, 0, width, 0, width, height, 0, height}, 4);
}

static void box(pen *p, double x0, double y0, double x1, double y1) {
    add(p, WEND_SHAPE_OBSTACLE, (double[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

static void wall(pen *p, double x0, double y0, double x1, double y1) {
    add(p, WEND_SHAPE_WALL, (double[]){x0, y0, x1, y1}, 2);
}

static void point(pen *p, double x, double y) {
    add(p, WEND_SHAPE_POINT, (double[]){x, y}, 1);
}

enum { CORNERS = 64 };

// A ring of corners at the distances given, in turns, from a middle.
static void round_shape(pen *p, double x, double y, int32_t corners, double outer, double inner, double turn) {
    double points[2 * CORNERS];
    for (int32_t k = 0; k < corners && k < CORNERS; k++) {
        double angle = turn + 2 * PI * k / corners, distance = k % 2 == 0 ? outer : inner;
        points[2 * k] = x + distance * cos(angle);
        points[2 * k + 1] = y + distance * sin(angle);
    }
    add(p, WEND_SHAPE_OBSTACLE, points, corners < CORNERS ? corners : CORNERS);
}

static void choose_radii(pen *p) {
    static const double all[] = {0.1, 0.25, 0.37, 0.5, 1, 1.7};
    int32_t first = below(p, 6), second = below(p, 5);
    second += second >= first;
    p->radii[1] = all[first < second ? first : second];
    p->radii[2] = all[first < second ? second : first];
}

// ---------------------------------------------------------------------------------------------------- the trial's

static void draw_turned(pen *p) {
    room(p, between(p, 15, 40), between(p, 15, 40));
    for (int32_t count = 4 + below(p, 20); count > 0; count--) {
        double x = between(p, 0, p->width), y = between(p, 0, p->height), turn = between(p, 0, 2 * PI);
        double along = between(p, 0.3, 4), across = between(p, 0.1, 2), corners[8];
        for (int k = 0; k < 4; k++) {
            double u = k == 1 || k == 2 ? along : -along, v = k >= 2 ? across : -across;
            corners[2 * k] = x + u * cos(turn) - v * sin(turn);
            corners[2 * k + 1] = y + u * sin(turn) + v * cos(turn);
        }
        add(p, WEND_SHAPE_OBSTACLE, corners, 3 + below(p, 2));
    }
}

static void draw_boxes(pen *p) {
    static const double cells[] = {0.5, 1, 2};
    double cell = cells[below(p, 3)];
    int32_t side = 10 + below(p, 8);
    room(p, side * cell, side * cell);
    for (int32_t count = 6 + below(p, 25); count > 0; count--) {
        int32_t x = below(p, side), y = below(p, side), width = 1 + below(p, 3), height = 1 + below(p, 3);
        box(p, x * cell, y * cell, (x + width) * cell, (y + height) * cell);
    }
}

static void draw_walls(pen *p) {
    room(p, between(p, 10, 30), between(p, 10, 30));
    double x = between(p, 0, p->width), y = between(p, 0, p->height);
    for (int32_t count = 6 + below(p, 30); count > 0; count--) {
        if (below(p, 3) != 0) { // or else from where the last one ended
            x = between(p, 0, p->width);
            y = between(p, 0, p->height);
        }
        double to_x = x + between(p, -5, 5), to_y = y + (below(p, 4) == 0 ? 0 : between(p, -5, 5));
        wall(p, x, y, to_x, to_y);
        x = to_x;
        y = to_y;
    }
    for (int32_t count = below(p, 25); count > 0; count--) {
        double px = between(p, 0, p->width);
        point(p, px, between(p, 0, p->height));
    }
}

static void draw_maze(pen *p) {
    int32_t side = 5 + below(p, 4), open = 25 + below(p, 40);
    double cell = 0.75 + 0.25 * below(p, 12);
    room(p, side * cell, side * cell);
    for (int32_t j = 0; j < side; j++)
        for (int32_t i = 0; i < side; i++) {
            if (j > 0 && below(p, 100) >= open)
                wall(p, i * cell, j * cell, (i + 1) * cell, j * cell);
            if (i > 0 && below(p, 100) >= open)
                wall(p, i * cell, j * cell, i * cell, (j + 1) * cell);
        }
}

// A little more or less than a disc is wide.
static double gap_of(pen *p) {
    static const double off[] = {0, 0, 0, 1e-6, -1e-6, 3e-6, -3e-6, 1e-4, -1e-4, 0.01, -0.01, 0.3};
    return 2 * p->radii[1 + below(p, 2)] + off[below(p, 12)];
}

static void draw_pillars(pen *p) {
    double size = 0.25 + 0.25 * below(p, 3), side = 4 + 6 * (size + 2 * p->radii[1]);
    room(p, side, side);
    for (double y = 3; y + size < p->height - 1; y += size + gap_of(p))
        for (double x = between(p, 0, 0.3); x < p->width; x += size + gap_of(p) + (below(p, 4) == 0 ? 2 : 0))
            if (below(p, 3) != 0)
                box(p, x, y, x + size, y + size);
    double stairs[2 * CORNERS];
    int32_t count = 0, steps = 4 + below(p, 12);
    for (int32_t k = 0; k < steps; k++) {
        double x = 0.25 * k, y = 0.25 * (steps - k);
        stairs[2 * count] = x;
        stairs[2 * count++ + 1] = y;
        stairs[2 * count] = x + 0.25;
        stairs[2 * count++ + 1] = y;
    }
    stairs[2 * count] = 0.25 * steps;
    stairs[2 * count++ + 1] = 0;
    stairs[2 * count] = 0;
    stairs[2 * count++ + 1] = 0;
    add(p, WEND_SHAPE_OBSTACLE, stairs, count);
}

static void draw_stars(pen *p) {
    room(p, between(p, 12, 30), between(p, 12, 30));
    for (int32_t count = 2 + below(p, 6); count > 0; count--) {
        double outer = between(p, 1, 4), x = between(p, 0, p->width), y = between(p, 0, p->height);
        double inner = outer * between(p, 0.2, 0.8), turn = between(p, 0, PI);
        round_shape(p, x, y, 2 * (3 + below(p, 8)), outer, inner, turn);
    }
    for (int32_t count = below(p, 30); count > 0; count--) {
        double x = between(p, 0, p->width);
        point(p, x, between(p, 0, p->height));
    }
}

static void draw_many(pen *p) {
    room(p, between(p, 8, 16), between(p, 8, 16));
    for (int32_t count = 15 + below(p, 30); count > 0; count--) {
        double x = between(p, 0, p->width), y = between(p, 0, p->height), size = between(p, 0.02, 0.4);
        double turn = between(p, 0, PI);
        round_shape(p, x, y, 3 + below(p, 2), size, size, turn);
    }
}

static void draw_round(pen *p) {
    room(p, between(p, 12, 30), between(p, 12, 30));
    for (int32_t count = 2 + below(p, 6); count > 0; count--) {
        double x = between(p, 0, p->width), y = between(p, 0, p->height), size = between(p, 0.3, 3);
        double turn = below(p, 2) == 0 ? 0 : between(p, 0, PI);
        round_shape(p, x, y, 6 + below(p, 18), size, size, turn);
    }
}

// ---------------------------------------------------------------------------------------------------- ties

// Rows of boxes, points and ends of walls whose notches lie on one line, with gaps of a disc's width, give or take a
// few steps of the lattice, which is 2^-21 m here.
static void draw_rows(pen *p) {
    static const double exact[] = {0.25, 0.5, 1};
    int32_t pick = below(p, 2);
    p->radii[1] = exact[pick];
    p->radii[2] = exact[pick + 1];
    room(p, 32, 16);
    for (int32_t row = 0; row < 2 + below(p, 3); row++) {
        double y = 3 + 3 * row, x = 0.5 * below(p, 4);
        int32_t kind = below(p, 4);
        for (int32_t k = 0; k < 12 && x < 31; k++) {
            double width = 0.25 * (1 + below(p, 4));
            int32_t what = kind == 3 ? below(p, 3) : kind;
            if (what == 0)
                box(p, x, y - 0.5, x + width, y);
            else if (what == 1)
                wall(p, x, y - 1, x, y);
            else
                point(p, x, y);
            double gap = below(p, 3) == 0 ? 1.5 : 2 * p->radii[1 + below(p, 2)];
            x += (what == 0 ? width : 0) + gap + 0x1p-21 * (below(p, 5) - 2);
        }
    }
}

// Square spirals of walls, one in the other; the alley between is a disc wide, or a little more.
static void draw_spirals(pen *p) {
    room(p, 24, 24);
    double alley = gap_of(p) * (1 + below(p, 2));
    alley = alley < 0.5 ? 0.5 : alley;
    int32_t arms = 1 + below(p, 2);
    for (int32_t arm = 0; arm < arms; arm++) {
        double x = 12 + alley / 2 * arm, y = 12 + alley / 2 * arm, points[2 * CORNERS];
        int32_t count = 0;
        for (int32_t k = 0; k < 24; k++) {
            points[2 * count] = x;
            points[2 * count++ + 1] = y;
            double length = alley * arms * (k / 2 + 1) * (arm == 0 ? 1 : -1);
            x += k % 4 == 0 ? length : k % 4 == 2 ? -length : 0;
            y += k % 4 == 1 ? length : k % 4 == 3 ? -length : 0;
            if (x < 0 || y < 0 || x > 24 || y > 24)
                break;
        }
        add(p, WEND_SHAPE_WALL, points, count);
    }
    for (int32_t count = below(p, 12); count > 0; count--) {
        double px = between(p, 0, 24);
        point(p, px, between(p, 0, 24));
    }
}

// Blocks with recesses about as wide as a disc, points before and in them, and things for an arc to come from.
static void draw_recesses(pen *p) {
    room(p, between(p, 14, 24), between(p, 12, 18));
    for (int32_t row = 0; row < 2; row++) {
        double x = between(p, 0, 1), y = 3 + 5 * row, depth = between(p, 0.1, 2);
        while (x < p->width - 3) {
            double tooth = between(p, 0.1, 1), mouth = below(p, 2) == 0 ? gap_of(p) : between(p, 0.2, 4);
            box(p, x, y, x + tooth, y + depth);
            box(p, x + tooth, y, x + tooth + mouth, y + between(p, 0, 0.5) * depth);
            if (below(p, 3) == 0)
                point(p, x + tooth + mouth * between(p, 0.2, 0.8), y + depth + between(p, -0.5, 1));
            x += tooth + mouth;
            if (below(p, 4) == 0)
                x += between(p, 0.5, 3);
        }
    }
}

// Everything on a lattice of ten steps of a metre.
static void draw_tiny(pen *p) {
    static const double some[] = {0.25, 0.37, 0.5, 1};
    int32_t pick = below(p, 3);
    p->radii[1] = some[pick];
    p->radii[2] = some[pick + 1];
    room(p, 10, 10);
    for (int32_t count = 6 + below(p, 10); count > 0; count--) {
        int32_t x = below(p, 11), y = below(p, 11), u = below(p, 11), v = below(p, 11);
        switch (below(p, 4)) {
        case 0:
            box(p, x, y, x + 1 + u % 3, y + 1 + v % 3);
            break;
        case 1:
            wall(p, x, y, u, v);
            break;
        case 2:
            point(p, x, y);
            break;
        default:
            add(p, WEND_SHAPE_OBSTACLE, (double[]){x, y, u, v, below(p, 11), v}, 3);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- families

typedef struct family {
    const char *name;
    void (*draw)(pen *);
    double lattice; // metres; 0 for that of the extent
} family;

static const family families[] = {
    {"turned", draw_turned, 0},   {"boxes", draw_boxes, 0},       {"walls", draw_walls, 0},
    {"maze", draw_maze, 0},       {"pillars", draw_pillars, 0},   {"stars", draw_stars, 0},
    {"many", draw_many, 0},       {"round", draw_round, 0},       {"rows", draw_rows, 0x1p-21},
    {"spirals", draw_spirals, 0}, {"recesses", draw_recesses, 0}, {"tiny", draw_tiny, 1},
};

int32_t path_plans_count(void) {
    return (int32_t)(sizeof families / sizeof *families);
}

const char *path_plans_name(int32_t k) {
    return families[k].name;
}

wend_drawing *path_plans_draw(wend_context *context, int32_t k, uint64_t *state, double radii[PATH_RADII]) {
    pen p = {NULL, state, radii, 0, 0, false};
    if (wend_drawing_create(context, WEND_INSIDE_RINGS, &p.drawing) != WEND_OK)
        return NULL;
    radii[0] = 0;
    choose_radii(&p);
    families[k].draw(&p);
    if (!p.failed)
        return p.drawing;
    wend_drawing_destroy(p.drawing);
    return NULL;
}

wend_plan *path_plans_build(wend_context *context, int32_t k, uint64_t *state, double radii[PATH_RADII]) {
    wend_drawing *drawing = path_plans_draw(context, k, state, radii);
    if (drawing == NULL)
        return NULL;
    wend_plan_def def = wend_default_plan_def();
    def.lattice = families[k].lattice;
    wend_plan *plan = NULL;
    wend_plan_build(context, drawing, &def, &plan, NULL);
    wend_drawing_destroy(drawing);
    return plan;
}

// ---------------------------------------------------------------------------------------------------- ends

static int64_t common_divisor(int64_t a, int64_t b) {
    return b == 0 ? (a < 0 ? -a : a) : common_divisor(b, a % b);
}

void path_plans_end(const wend_plan *plan, uint64_t *state, wend_spot *spot) {
    wend_plan_view view = wend_plan_look(plan);
    uint64_t kind = wend_random_below(state, 10);
    if (kind >= 2 && oracle_random_spot(plan, state, spot))
        return;
    int32_t h = (int32_t)wend_random_below(state, 3 * (uint64_t)view.triangle_count);
    if (kind == 0) // on a wall, at one of its lattice points
        h = view.boundaries[wend_random_below(state, (uint64_t)view.boundary_count)].edge;
    wend_point a = view.vertices[view.triangles[h / 3].v[h % 3]];
    wend_point b = view.vertices[view.triangles[h / 3].v[(h + 1) % 3]];
    int64_t parts = common_divisor((int64_t)b.x - a.x, (int64_t)b.y - a.y);
    int64_t part = kind == 0 ? (int64_t)wend_random_below(state, (uint64_t)parts + 1) : 0;
    *spot = (wend_spot){.triangle = h / 3};
    spot->point.x = (int32_t)(a.x + ((int64_t)b.x - a.x) / parts * part);
    spot->point.y = (int32_t)(a.y + ((int64_t)b.y - a.y) / parts * part);
}
