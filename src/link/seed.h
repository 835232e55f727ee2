// Seeds: short ways between borders, to begin ladders with.
#ifndef WEND_SRC_LINK_SEED_H
#define WEND_SRC_LINK_SEED_H

#include "geom/boxes.h"
#include "link/stages.h"

typedef enum wend_seed_kind {
    WEND_SEED_SHORTEST,
    WEND_SEED_OTHER, // of the same two borders, about as short
    WEND_SEED_BESIDE // something may be in the way of the shortest one
} wend_seed_kind;

typedef struct wend_seed {
    double length2;
    int32_t p, q;      // borders
    double on_p, on_q; // along them
    wend_seed_kind kind;
} wend_seed;
typedef WEND_ARRAY(wend_seed) wend_seed_list;

// The border that is nearest to another one.
typedef struct wend_nearest {
    int32_t border; // or -1
    double length;
} wend_nearest;

// What is looked for, and what is open of the borders: listed at first, and from then on only what changed.
typedef struct wend_seeding {
    wend_linking *l;
    wend_gap_range range;
    double least;                              // least width of a ladder, in lattice steps
    WEND_ARRAY(struct wend_open_border) items; // near ones near each other; from `late` on those that came about later
    int64_t late;
    wend_boxes early_tree, late_tree; // over both parts
    bool again;                       // whether seeds were found before
    WEND_ARRAY(wend_nearest) nearest; // per border, when they were found first
} wend_seeding;

// Whether two boundary edges are in the range that is looked at.
bool wend_edges_wanted(const wend_seeding *s, int32_t a, int32_t b);

// Lists the seeds, the shortest first; from the second time on only those of borders that changed in the last round.
// What it finds does not depend on the number of threads.
wend_result wend_seeds_find(wend_seeding *s, wend_seed_list *seeds);
void wend_seeding_free(wend_seeding *s);

#endif
