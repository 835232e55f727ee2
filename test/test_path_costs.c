// Costs of areas: what paths cost, against Dijkstra's method on a fine grid.
//
// Rooms with a few obstacles get convex areas, in which a metre costs up to six. The grid joins each of its places with
// sixteen others where the disc surely fits all the way, so its cheapest way is a true one, and at most as good as the
// best; grids make ways longer by up to three per cent. A path must cost what the ground below it does, never less than
// its bound, and not more than the way on the grid, give or take what places on borders are apart.
//
//     test_path_costs [--cases N]     N rooms (60)
#include <wend/path.h>

#include "path_judge.h"
#include "shared_context.h"

#include "base/random.h"

#include <math.h>

enum { AREAS = 5, CELLS = 96, NODES = CELLS * CELLS };
#define WIDTH 24.0
static const double PI = 3.14159265358979323846;

typedef struct world {
    wend_plan *plan;
    wend_medial *medial;
    wend_roads *roads;
    wend_search *search;
    double polygons[AREAS][10];
    int32_t counts[AREAS], area_count;
    bool aligned; // areas and obstacles are upright boxes with corners on quarters of a metre
    wend_area_cost costs[AREAS + 1];
    wend_path_def def;
    double room[NODES]; // the clearance of each node, -1 off the floor
    double best[NODES];
    bool done[NODES];
    int32_t heap[17 * NODES];
    double keys[17 * NODES];
    int32_t heap_count;
} world;

static long asked, proven;
static double worst_nearest, worst_excess, worst_gap, sum_excess, sum_bound;

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * wend_random_unit(state);
}

// ---------------------------------------------------------------------------------------------------- rooms

static double on_quarter(double x) {
    return floor(4 * x + 0.5) / 4;
}

static void choose_box(world *w, int32_t k, uint64_t *state) {
    double x = on_quarter(between(state, 0, WIDTH - 2)), y = on_quarter(between(state, 0, WIDTH - 2));
    double u = on_quarter(between(state, x + 1, WIDTH)), v = on_quarter(between(state, y + 1, WIDTH));
    double ring[10] = {x, y, u, y, u, v, x, v, x, y};
    w->counts[k] = 4;
    memcpy(w->polygons[k], ring, sizeof ring);
}

static void choose_polygon(world *w, int32_t k, uint64_t *state) {
    if (w->aligned) {
        choose_box(w, k, state);
        return;
    }
    double x = between(state, 2, WIDTH - 2), y = between(state, 2, WIDTH - 2), turn = between(state, 0, 2 * PI);
    double size = between(state, 2, 9), flat = between(state, 0.15, 1);
    w->counts[k] = 3 + (int32_t)wend_random_below(state, 2);
    for (int32_t i = 0; i < w->counts[k]; i++) {
        double angle = 2 * PI * i / w->counts[k], u = size * cos(angle), v = size * flat * sin(angle);
        w->polygons[k][2 * i] = x + u * cos(turn) - v * sin(turn);
        w->polygons[k][2 * i + 1] = y + u * sin(turn) + v * cos(turn);
    }
    memcpy(&w->polygons[k][2 * w->counts[k]], w->polygons[k], 2 * sizeof(double));
}

static bool make(world *w, uint64_t *state) {
    wend_drawing *drawing = NULL;
    wend_plan_def def = wend_default_plan_def();
    bool good = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK &&
                wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, (double[]){0, 0, WIDTH, 0, WIDTH, WIDTH, 0, WIDTH},
                                 4) == WEND_OK;
    w->area_count = 1 + (int32_t)wend_random_below(state, AREAS);
    for (int32_t k = 0; good && k < w->area_count; k++) {
        choose_polygon(w, k, state);
        w->costs[k] = (wend_area_cost){k + 1, 1 + 5 * wend_random_unit(state)};
        good = wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, w->polygons[k], w->counts[k] + 1) == WEND_OK &&
               wend_drawing_set_area(drawing, wend_drawing_look(drawing).shape_count - 1, k + 1) == WEND_OK;
    }
    w->costs[w->area_count] = (wend_area_cost){0, wend_random_below(state, 4) == 0 ? 3 : 1}; // all other ground
    for (int32_t k = (int32_t)wend_random_below(state, 6); good && k > 0; k--) {
        double x = between(state, 1, WIDTH - 5), y = between(state, 1, WIDTH - 5), a = between(state, 0.5, 4);
        double b = between(state, 0.5, 4);
        if (w->aligned) {
            x = on_quarter(x);
            y = on_quarter(y);
            a = on_quarter(a);
            b = on_quarter(b);
        }
        good = wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, -1, (double[]){x, y, x + a, y, x + a, y + b, x, y + b},
                                4) == WEND_OK;
    }
    good = good && wend_plan_build(context, drawing, &def, &w->plan, NULL) == WEND_OK &&
           wend_medial_build(context, w->plan, NULL, &w->medial, NULL) == WEND_OK &&
           wend_roads_build(context, w->medial, NULL, &w->roads, NULL) == WEND_OK &&
           wend_search_create_on(context, &(wend_search_def){.roads = w->roads}, &w->search) == WEND_OK;
    wend_drawing_destroy(drawing);
    w->def = wend_default_path_def();
    w->def.filter.costs = w->costs;
    w->def.filter.cost_count = w->area_count + 1;
    return CHECK(good);
}

static void destroy(world *w) {
    wend_search_destroy(w->search);
    wend_roads_destroy(w->roads);
    wend_medial_destroy(w->medial);
    wend_plan_destroy(w->plan);
}

// ---------------------------------------------------------------------------------------------------- the ground

// What a metre costs in a place: in the last area that holds it, as the greatest number counts.
static double factor_at(const world *w, double x, double y) {
    for (int32_t k = w->area_count - 1; k >= 0; k--) {
        bool inside = true;
        for (int32_t i = 0; i < w->counts[k] && inside; i++) {
            const double *a = &w->polygons[k][2 * i], *b = a + 2;
            inside = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0;
        }
        if (inside)
            return w->costs[k].factor;
    }
    return w->costs[w->area_count].factor;
}

// What a straight way costs: exactly, between the places where it crosses a border. Along a border the cheaper side
// counts.
static double cost_between(const world *w, double x, double y, double u, double v) {
    double cuts[4 * AREAS + 2] = {0, 1}, sum = 0, length = sqrt((u - x) * (u - x) + (v - y) * (v - y));
    int32_t count = 2;
    for (int32_t k = 0; k < w->area_count; k++)
        for (int32_t i = 0; i < w->counts[k]; i++) {
            const double *a = &w->polygons[k][2 * i], *b = a + 2;
            double begin = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
            double end = (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0]), at = begin / (begin - end);
            if (at > 0 && at < 1)
                cuts[count++] = at;
        }
    for (int32_t i = 1; i < count; i++)
        for (int32_t k = i; k > 0 && cuts[k] < cuts[k - 1]; k--) {
            double swap = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = swap;
        }
    for (int32_t k = 1; k < count; k++) {
        double middle = (cuts[k] + cuts[k - 1]) / 2, hair = length > 0 ? 1e-6 / length : 0;
        double px = x + middle * (u - x), py = y + middle * (v - y), nx = (y - v) * hair, ny = (u - x) * hair;
        double factor = fmin(factor_at(w, px + nx, py + ny), factor_at(w, px - nx, py - ny));
        sum += factor * (cuts[k] - cuts[k - 1]) * length;
    }
    return sum;
}

static double cost_of(const world *w, const wend_path_piece *p) {
    if (p->side == 0 || !(p->radius > 0))
        return cost_between(w, p->from[0], p->from[1], p->to[0], p->to[1]);
    double sum = 0, begin = atan2(p->from[1] - p->centre[1], p->from[0] - p->centre[0]);
    enum { PARTS = 1000 };
    for (int i = 0; i < PARTS; i++) {
        double angle = begin + p->side * (i + 0.5) / PARTS * p->length / p->radius;
        sum += p->length / PARTS *
               factor_at(w, p->centre[0] + p->radius * cos(angle), p->centre[1] + p->radius * sin(angle));
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------- the grid

static double place_of(int32_t k) {
    return (k + 0.5) * (WIDTH / CELLS);
}

static void measure_room(world *w) {
    for (int32_t n = 0; n < NODES; n++) {
        double place[2] = {place_of(n % CELLS), place_of(n / CELLS)};
        wend_spot spot;
        wend_medial_near near;
        wend_plan_locate(w->plan, place, 0, &spot);
        w->room[n] = -1;
        if (spot.triangle >= 0) {
            wend_medial_clearance(w->medial, &spot, &near);
            w->room[n] = near.clearance;
        }
    }
}

static void push(world *w, double key, int32_t node) {
    int32_t k = w->heap_count++;
    for (; k > 0 && w->keys[(k - 1) / 2] > key; k = (k - 1) / 2) {
        w->keys[k] = w->keys[(k - 1) / 2];
        w->heap[k] = w->heap[(k - 1) / 2];
    }
    w->keys[k] = key;
    w->heap[k] = node;
}

static int32_t pop(world *w) {
    int32_t first = w->heap[0], last = w->heap[--w->heap_count], k = 0;
    double key = w->keys[w->heap_count];
    for (int32_t child; (child = 2 * k + 1) < w->heap_count; k = child) {
        child += child + 1 < w->heap_count && w->keys[child + 1] < w->keys[child];
        if (!(w->keys[child] < key))
            break;
        w->keys[k] = w->keys[child];
        w->heap[k] = w->heap[child];
    }
    w->keys[k] = key;
    w->heap[k] = last;
    return first;
}

static void search_grid(world *w, int32_t from) {
    static const int32_t steps[16][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},  {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
                                         {2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {1, 2}, {1, -2}, {-1, 2}, {-1, -2}};
    for (int32_t n = 0; n < NODES; n++) {
        w->best[n] = INFINITY;
        w->done[n] = false;
    }
    w->heap_count = 0;
    w->best[from] = 0;
    push(w, 0, from);
    while (w->heap_count > 0) {
        int32_t n = pop(w), x = n % CELLS, y = n / CELLS;
        if (w->done[n])
            continue;
        w->done[n] = true;
        for (int s = 0; s < 16; s++) {
            int32_t u = x + steps[s][0], v = y + steps[s][1], m = v * CELLS + u;
            if (u < 0 || v < 0 || u >= CELLS || v >= CELLS || w->done[m])
                continue;
            // All of the step is within the free discs around its ends.
            double length = (WIDTH / CELLS) * sqrt((u - x) * (u - x) + (v - y) * (v - y));
            if (w->room[n] - w->def.radius + w->room[m] - w->def.radius < length || w->room[n] < w->def.radius ||
                w->room[m] < w->def.radius)
                continue;
            double cost = w->best[n] + cost_between(w, place_of(x), place_of(y), place_of(u), place_of(v));
            if (cost < w->best[m]) {
                w->best[m] = cost;
                push(w, cost, m);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- queries

static void ask(world *w, int32_t from, int32_t to) {
    wend_spot ends[2];
    wend_path_view path;
    for (int i = 0; i < 2; i++) {
        int32_t n = i ? to : from;
        double place[2] = {place_of(n % CELLS), place_of(n / CELLS)};
        wend_plan_locate(w->plan, place, 0, &ends[i]);
    }
    if (!(w->best[to] < INFINITY) || ends[0].triangle < 0 || ends[1].triangle < 0)
        return;
    if (!CHECK(wend_search_path(w->search, &ends[0], &ends[1], &w->def, &path) == WEND_OK) ||
        !CHECK(path.status == WEND_PATH_REACHED))
        return;
    double sum = 0;
    for (int32_t k = 0; k < path.piece_count; k++)
        sum += cost_of(w, &path.pieces[k]);
    CHECK_MESSAGE(fabs(sum - path.length) <= 1e-5 * (sum + 1) + 0.003 * w->def.radius,
                  "radius %g: costs %.12g, says %.12g", w->def.radius, sum, path.length);
    path_judged_piece pieces[300];
    for (int32_t k = 0; k < path.piece_count && k < 300; k++) {
        const wend_path_piece *p = &path.pieces[k];
        pieces[k] = (path_judged_piece){{p->from[0], p->from[1]},
                                        {p->to[0], p->to[1]},
                                        {p->centre[0], p->centre[1]},
                                        p->length,
                                        p->side,
                                        p->vertex,
                                        p->triangle};
    }
    double length = 0;
    for (int32_t k = 0; k < path.piece_count; k++)
        length += path.pieces[k].length;
    path_judged judged = {length, length, {path.ends[0], path.ends[1]}, {0, 0}, path.piece_count, pieces, true};
    path_verdict verdict = path_judge_pieces(w->plan, w->def.radius, 1e-5, &judged);
    // The judge rounds the ends of pieces to the lattice for radius 0; places on borders are between its points.
    CHECK_MESSAGE(verdict.wrong == NULL || w->def.radius == 0, "radius %g: %s, piece %d of %d (%g)", w->def.radius,
                  verdict.wrong, verdict.piece, path.piece_count, verdict.measured);
    double grid = w->best[to], excess = path.length / grid - 1;
    CHECK_MESSAGE(path.bound <= path.length && path.bound <= grid * (1 + 1e-9) && path.bound > 0 &&
                      length >= path.bound * (1 - 1e-9),
                  "bound %.12g, length %.12g, on the grid %.12g", path.bound, path.length, grid);
    CHECK_MESSAGE(excess < 0.005, "radius %g: %.12g, on the grid %.12g, bound %.12g", w->def.radius, path.length, grid,
                  path.bound);
    asked++;
    proven += path.proven;
    worst_excess = fmax(worst_excess, excess);
    worst_gap = fmax(worst_gap, -excess);
    sum_excess += excess;
    sum_bound += path.bound / path.length;
    double cost = path.length;
    const wend_path_goal *goals;
    int32_t count;
    if (CHECK(wend_search_nearest(w->search, &ends[0], &ends[1], 1, 1, INFINITY, &w->def, &goals, &count) == WEND_OK) &&
        CHECK(count == 1))
        CHECK(goals[0].length >= cost * (1 - 1e-9) && goals[0].length <= 1.25 * cost); // it looks less closely
    worst_nearest = fmax(worst_nearest, count == 1 ? goals[0].length / cost - 1 : 0);
}

// Some rooms with areas, upright or not, and paths for three radii by turns.
static void ask_rooms(bool aligned, const double radii[3], long cases) {
    uint64_t state = (uint64_t)check_option("seed", 1);
    world *w = malloc(sizeof *w);
    asked = proven = 0;
    worst_nearest = worst_excess = worst_gap = sum_excess = sum_bound = 0;
    for (long k = 0; k < cases && w != NULL; k++) {
        memset(w, 0, sizeof *w);
        w->aligned = aligned;
        if (make(w, &state)) {
            measure_room(w);
            w->def.radius = radii[k % 3];
            int32_t from = (int32_t)wend_random_below(&state, NODES);
            for (int tries = 0; tries < 50 && w->room[from] < w->def.radius; tries++)
                from = (int32_t)wend_random_below(&state, NODES);
            search_grid(w, from);
            for (int i = 0; i < 12; i++)
                ask(w, from, (int32_t)wend_random_below(&state, NODES));
        }
        destroy(w);
    }
    free(w);
    printf(
        "%ld paths, %ld proven; cost over that of the grid's way: mean %.4f, most %.4f, least %.4f; bound over cost: "
        "mean %.3f; many goals at most %.4f dearer\n",
        asked, proven, sum_excess / (double)asked, worst_excess, -worst_gap, sum_bound / (double)asked, worst_nearest);
    CHECK(asked > cases && sum_excess < 0);
}

TEST(costs_against_a_fine_grid) {
    open_context_with(1);
    ask_rooms(false, (double[]){0, 0.3, 0.7}, check_cases("cases", 60));
    close_context();
}

// Sides of convex pieces then lie in one line, and borders along walls, at just the radius.
TEST(costs_of_upright_areas) {
    open_context_with(1);
    ask_rooms(true, (double[]){0, 0.25, 0.5}, check_cases("upright", 60));
    close_context();
}

// Out of a dear area to its border, which lies at just the radius from a wall, and along that.
TEST(a_border_as_far_from_a_wall_as_the_disc_is_wide) {
    open_context_with(1);
    wend_drawing *drawing = NULL;
    static world w; // large
    w.def = wend_default_path_def();
    w.costs[0] = (wend_area_cost){1, 8};
    wend_path_view path = {0};
    wend_spot ends[2];
    bool good =
        CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK) &&
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, (double[]){0, 0, 12, 0, 12, 9, 0, 9}, 4) == WEND_OK) &&
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1,
                               (double[]){6.75, 0.5, 11.75, 0.5, 11.75, 7.5, 6.75, 7.5, 6.75, 0.5}, 5) == WEND_OK) &&
        CHECK(wend_drawing_set_area(drawing, 1, 1) == WEND_OK) &&
        CHECK(wend_plan_build(context, drawing, NULL, &w.plan, NULL) == WEND_OK) &&
        CHECK(wend_medial_build(context, w.plan, NULL, &w.medial, NULL) == WEND_OK) &&
        CHECK(wend_roads_build(context, w.medial, NULL, &w.roads, NULL) == WEND_OK) &&
        CHECK(wend_search_create_on(context, &(wend_search_def){.roads = w.roads}, &w.search) == WEND_OK);
    if (good) {
        w.def.radius = 0.25;
        w.def.filter.costs = w.costs;
        w.def.filter.cost_count = 1;
        wend_plan_locate(w.plan, (double[]){10, 3.3}, 0, &ends[0]);
        wend_plan_locate(w.plan, (double[]){11.75, 8}, 0, &ends[1]);
        CHECK(wend_search_path(w.search, &ends[0], &ends[1], &w.def, &path) == WEND_OK);
        double plain = 8 * 1.75 + (8 - 3.3); // straight to the border, and on to the goal
        CHECK_MESSAGE(path.length <= plain && path.length > plain * 0.97, "%g, straight to the border %g", path.length,
                      plain);
    }
    destroy(&w);
    wend_drawing_destroy(drawing);
    close_context();
}

CHECK_MAIN()
