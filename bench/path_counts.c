#include "path_counts.h"

#include "path/cells.h"
#include "path/crossings.h"

path_counts path_counts_of(const wend_search *search) {
    return (path_counts){search->taken, search->swept};
}

path_cells_counts path_cells_counts_of(const wend_search *search) {
    const wend_crossings *c = search->crossings;
    return c != NULL ? (path_cells_counts){c->asked, c->missed, c->failed} : (path_cells_counts){0, 0, 0};
}

bool path_cells_believe(wend_search *search, const wend_spot *from, const wend_spot *to, double radius) {
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    return wend_search_set(search, &def) && wend_cells_corridor(search, from, to);
}
