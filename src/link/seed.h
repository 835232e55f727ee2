// Seeds: short ways between borders, to begin ladders with.
#ifndef WEND_SRC_LINK_SEED_H
#define WEND_SRC_LINK_SEED_H

#include "link/stages.h"

typedef struct wend_seed {
    double length2;
    int32_t p, q;      // borders
    double on_p, on_q; // along them
    bool beside;       // not the shortest way: something may be in the way of that one
} wend_seed;
typedef WEND_ARRAY(wend_seed) wend_seed_list;

typedef struct wend_seeding {
    wend_linking *l;
    wend_gap_range range;
    const uint8_t *around_hole;
    bool again; // whether only borders count that changed in the last round, with what is near them
} wend_seeding;

// Whether two boundary edges belong to one cycle around a hole, and whether they are in the range that is looked at.
bool wend_edges_share_hole(const wend_seeding *s, int32_t a, int32_t b);
bool wend_edges_wanted(const wend_seeding *s, int32_t a, int32_t b);

// Lists the seeds, the shortest first. What it finds does not depend on the number of threads.
wend_result wend_seeds_find(const wend_seeding *s, wend_seed_list *seeds);

#endif
