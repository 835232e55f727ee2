// Plans of any drawing, their cells and their medial axes. The bytes say the rule, the lattice, how cells are made, and shapes whose
// points lie on a small grid, so that everything that can touch does; after that a byte below 64 ends the drawing and
// the next ones are rays. What is built must pass its validators, keep its hash when turned by a quarter, see the same
// both ways, and have a cell and a nearest obstacle wherever there is floor; what is refused must say why.
#include "bytes.h"

#include <wend/cells.h>
#include <wend/medial.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// How cells are made, from one byte.
static wend_cells_def cells_def_of(uint8_t byte) {
    static const double angles[4] = {0.0873, 0, 0.6, 1.5707963267948966}, distances[4] = {0, 0, 0.5, 3};
    return (wend_cells_def){.relax_angle = angles[byte >> 1 & 3],
                            .relax = distances[byte >> 3 & 3],
                            .quality = byte & 1 ? WEND_CELLS_BEST : WEND_CELLS_FAST};
}

// The widest way is the same both ways, and no wider than the floor at either end.
static void ask_medial(const wend_medial *medial, const wend_spot *a, const wend_spot *c) {
    wend_medial_near near_a, near_c;
    wend_medial_clearance(medial, a, &near_a);
    wend_medial_clearance(medial, c, &near_c);
    require((a->triangle >= 0) == (near_a.site >= 0) && (c->triangle >= 0) == (near_c.site >= 0));
    double widest = wend_medial_widest(medial, a, c);
    require(widest == wend_medial_widest(medial, c, a));
    require(widest <= near_a.clearance && widest <= near_c.clearance);
}

static void ask(bytes *b, const wend_plan *plan, const wend_cells *cells, const wend_medial *medial) {
    while (b->size >= 2) {
        uint8_t from = next(b), to = next(b);
        wend_spot a, c;
        wend_plan_locate(plan, (const double[2]){from >> 4, from & 15}, 1, &a);
        wend_plan_locate(plan, (const double[2]){to >> 4, to & 15}, 0, &c);
        int32_t cell = wend_cells_locate(cells, &a);
        require(a.triangle < 0 ? cell == -1 : cell >= 0 && cell < wend_cells_look(cells).cell_count);
        ask_medial(medial, &a, &c);
        if (a.triangle < 0 || c.triangle < 0)
            continue;
        wend_ray_hit hit;
        wend_plan_ray(plan, &a, c.point, &hit);
        require(hit.hit || hit.boundary < 0);
        require(wend_plan_visible(plan, &a, &c) == wend_plan_visible(plan, &c, &a));
    }
}

static void cut_and_ask(wend_context *context, bytes *b, const wend_plan *plan, const wend_cells_def *def) {
    wend_cells *cells = NULL;
    require(wend_cells_build(context, plan, def, &cells, NULL) == WEND_OK);
    require(wend_cells_check(context, cells, NULL) == WEND_OK);
    wend_medial *medial = NULL;
    require(wend_medial_build(context, plan, NULL, &medial, NULL) == WEND_OK);
    require(wend_medial_check(context, medial, NULL) == WEND_OK);
    ask(b, plan, cells, medial);
    wend_medial_destroy(medial);
    wend_cells_destroy(cells);
}

static void build_and_ask(wend_context *context, bytes *b) {
    wend_inside_rule rule = (wend_inside_rule)(next(b) % 3);
    wend_plan_def def = {.lattice = next(b) % 4 == 0 ? 1 : 0, .unit = 1};
    wend_cells_def cells_def = cells_def_of(next(b));
    wend_drawing *drawing = NULL, *turned = NULL;
    wend_report *report = NULL;
    require(wend_drawing_create(context, rule, &drawing) == WEND_OK);
    require(wend_drawing_create(context, rule, &turned) == WEND_OK);
    require(wend_report_create(context, &report) == WEND_OK);
    draw(b, drawing, turned);
    wend_plan *plan = NULL, *other = NULL;
    wend_result result = wend_plan_build(context, drawing, &def, &plan, report);
    require((result == WEND_OK) == (plan != NULL));
    require(result == WEND_OK || (result == WEND_ERROR_EMPTY && wend_report_error(report)[0] != 0));
    require(wend_plan_build(context, turned, &def, &other, NULL) == result);
    if (plan) {
        require(wend_plan_check(context, plan, report) == WEND_OK);
        require(wend_plan_look(plan).hash == wend_plan_look(other).hash);
        cut_and_ask(context, b, plan, &cells_def);
    }
    wend_plan_destroy(plan);
    wend_plan_destroy(other);
    wend_report_destroy(report);
    wend_drawing_destroy(turned);
    wend_drawing_destroy(drawing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    require(wend_context_create(&def, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    build_and_ask(context, &(bytes){data, size});
    require(wend_bytes_now(context) == before);
    wend_context_destroy(context);
    return 0;
}
