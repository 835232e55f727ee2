// A room with a pillar, cut into cells: lists them, and through which portals one gets from one to the next.
#include <stdio.h>
#include <wend/wend.h>

// The cell on the other side of a side, or -1 at a boundary.
static int32_t neighbour(const wend_cells_view *view, int32_t side) {
    int32_t across = view->sides[side].across;
    return across < 0 ? -1 : view->portals[across / 2].cells[1 - across % 2];
}

static void list(const wend_cells *cells) {
    wend_cells_view view = wend_cells_look(cells);
    printf("%d cells, %d portals for %d notches\n", view.cell_count, view.portal_count, view.notch_count);
    for (int32_t c = 0; c < view.cell_count; c++) {
        const wend_cell *cell = &view.cells[c];
        printf("cell %d:", c);
        for (int32_t side = cell->first; side < cell->first + cell->count; side++) {
            double place[2];
            wend_cells_place(cells, view.sides[side].corner, place);
            printf(" (%g, %g)", place[0], place[1]);
            if (neighbour(&view, side) >= 0)
                printf(" -> cell %d ->", neighbour(&view, side));
        }
        printf("\n");
    }
}

int main(void) {
    const double room[] = {0, 0, 8, 0, 8, 5, 0, 5}, pillar[] = {3, 2, 5, 2, 5, 3, 3, 3};
    wend_context *context;
    wend_drawing *drawing;
    wend_plan *plan;
    wend_cells *cells;
    if (wend_context_create(NULL, &context) || wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) ||
        wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) ||
        wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, pillar, 4) ||
        wend_plan_build(context, drawing, NULL, &plan, NULL) || wend_cells_build(context, plan, NULL, &cells, NULL))
        return 1;
    list(cells);
    wend_spot spot;
    wend_plan_locate(plan, (double[2]){7, 4}, 0.1, &spot);
    printf("(7, 4) lies in cell %d\n", wend_cells_locate(cells, &spot));
    wend_cells_destroy(cells);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    wend_context_destroy(context);
}
