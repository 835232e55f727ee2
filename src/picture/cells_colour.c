// Colours for cells, so that neighbours differ.
//
// Greedy, in the order that takes the fewest colours: the cell with the fewest neighbours is put aside, then the one
// with the fewest of those left, and so on; cells are coloured in the reverse of that order. In the plane there is
// always a cell with at most five neighbours left, so six colours are enough. Of the colours that are free, a cell gets
// the one used least so far.
#include "base/array.h"
#include "picture/draw.h"

typedef struct peeling {
    const wend_cells_view *view;
    WEND_ARRAY(int32_t) order;  // cells, by neighbours left; those put aside first
    WEND_ARRAY(int32_t) place;  // of each cell in it
    WEND_ARRAY(int32_t) degree; // neighbours left, of each cell
    WEND_ARRAY(int32_t) bin;    // of each degree: where its cells begin in the order
} peeling;

static bool prepare(wend_context *context, peeling *p) {
    int32_t count = p->view->cell_count, most = 0;
    if (!wend_array_resize(context, &p->order, count) || !wend_array_resize(context, &p->place, count) ||
        !wend_array_resize(context, &p->degree, count))
        return false;
    memset(p->degree.data, 0, (size_t)count * sizeof *p->degree.data);
    for (int32_t k = 0; k < p->view->portal_count; k++) {
        p->degree.data[p->view->portals[k].cells[0]]++;
        p->degree.data[p->view->portals[k].cells[1]]++;
    }
    for (int32_t c = 0; c < count; c++)
        most = p->degree.data[c] > most ? p->degree.data[c] : most;
    return wend_array_resize(context, &p->bin, (int64_t)most + 2);
}

// Sorts the cells by degree.
static void sort_cells(peeling *p) {
    memset(p->bin.data, 0, (size_t)p->bin.count * sizeof *p->bin.data);
    for (int32_t c = 0; c < p->view->cell_count; c++)
        p->bin.data[p->degree.data[c] + 1]++;
    for (int64_t d = 1; d < p->bin.count; d++)
        p->bin.data[d] += p->bin.data[d - 1];
    for (int32_t c = 0; c < p->view->cell_count; c++) {
        p->place.data[c] = p->bin.data[p->degree.data[c]]++;
        p->order.data[p->place.data[c]] = c;
    }
    for (int64_t d = p->bin.count - 1; d > 0; d--)
        p->bin.data[d] = p->bin.data[d - 1];
    p->bin.data[0] = 0;
}

// One neighbour fewer is left for a cell: it moves to the front of its bin, which then begins after it.
static void lower(peeling *p, int32_t cell) {
    int32_t degree = p->degree.data[cell]--, to = p->bin.data[degree]++, from = p->place.data[cell];
    int32_t other = p->order.data[to];
    p->order.data[from] = other;
    p->place.data[other] = from;
    p->order.data[to] = cell;
    p->place.data[cell] = to;
}

static int32_t neighbour(const wend_cells_view *view, const wend_cell_side *side) {
    return side->across < 0 ? -1 : view->portals[side->across / 2].cells[1 - side->across % 2];
}

static void peel(peeling *p) {
    sort_cells(p);
    for (int32_t k = 0; k < p->view->cell_count; k++) {
        const wend_cell *cell = &p->view->cells[p->order.data[k]];
        for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
            int32_t other = neighbour(p->view, &p->view->sides[s]);
            if (other >= 0 && p->degree.data[other] > p->degree.data[p->order.data[k]])
                lower(p, other);
        }
    }
}

static void colour_cells(const peeling *p, uint8_t *colours) {
    int64_t used[WEND_CELL_COLOURS] = {0};
    memset(colours, WEND_CELL_COLOURS, (size_t)p->view->cell_count);
    for (int32_t k = p->view->cell_count - 1; k >= 0; k--) {
        const wend_cell *cell = &p->view->cells[p->order.data[k]];
        bool taken[WEND_CELL_COLOURS + 1] = {false};
        for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
            int32_t other = neighbour(p->view, &p->view->sides[s]);
            if (other >= 0)
                taken[colours[other]] = true;
        }
        int best = -1;
        for (int c = 0; c < WEND_CELL_COLOURS; c++)
            if (!taken[c] && (best < 0 || used[c] < used[best]))
                best = c;
        best = best < 0 ? k % WEND_CELL_COLOURS : best;
        used[best]++;
        colours[p->order.data[k]] = (uint8_t)best;
    }
}

bool wend_cells_colour(wend_context *context, const wend_cells_view *view, uint8_t *colours) {
    peeling p = {.view = view};
    bool good = prepare(context, &p);
    if (good && view->cell_count > 0) {
        peel(&p);
        colour_cells(&p, colours);
    }
    wend_array_free(context, &p.order);
    wend_array_free(context, &p.place);
    wend_array_free(context, &p.degree);
    wend_array_free(context, &p.bin);
    return good;
}
