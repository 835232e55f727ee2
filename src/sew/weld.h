// The insides of welding: what its parts hand to each other. weld.c tells how it works.
//
//     weld.c       chooses   the ledges of the tree and the vertices that look around, round by round
//     partners.c   lists     what these may be contracted with, the nearest first
//     contract.c   makes     of these contractions what still applies
//     mend.c       mends     what hangs in ledges then, in between such rounds
#ifndef WEND_SRC_SEW_WELD_H
#define WEND_SRC_SEW_WELD_H

#include "base/sort.h"
#include "geom/tree.h"
#include "sew/hem.h"

// What a vertex is contracted with.
typedef enum wend_contraction_kind { WEND_WITH_VERTEX, WEND_WITH_EDGE } wend_contraction_kind;

// A contraction that seemed possible when it was found.
typedef struct wend_contraction {
    double distance2; // squared
    wend_contraction_kind kind;
    int32_t vertex;
    int32_t partner; // the other vertex, or the border to split
    bool best;       // of its vertex
    bool unclear;    // there is another one that looks exactly the same
} wend_contraction;

// A ledge of the tree, and the box around it, as wide as the reach on all sides.
typedef struct wend_weld_item {
    int32_t border;
    wend_point3 low, high;
} wend_weld_item;

// What one thread finds.
typedef struct wend_weld_findings {
    WEND_ARRAY(wend_contraction) contractions;
    WEND_ARRAY(int32_t) near; // ledges that something is near to
    int64_t looks;
    char space[WEND_WORKER_SPACE];
} wend_weld_findings;

typedef struct wend_weld {
    wend_hem hem;
    double reach, reach2;
    double look2; // the square of how far vertices look around: the reach, and two steps for rounding

    // What this round looks at.
    WEND_ARRAY(wend_weld_item) items; // ledges, in the order of the tree
    WEND_ARRAY(wend_key) keys;        // scratch
    wend_tree tree;
    WEND_ARRAY(int32_t) vertices;     // that look for partners
    WEND_ARRAY(uint8_t) near;         // per border: whether it matters after the first round
    WEND_ARRAY(int32_t) near_borders; // those that do
    bool mending;                     // vertices look for ledges that they hang in

    // What it finds.
    wend_weld_findings *workers;
    WEND_ARRAY(wend_contraction) contractions;
    int64_t looks_left; // until there is no further round

    // What it does.
    WEND_ARRAY(int32_t) splits;      // the best contractions of vertices with edges, by edge
    WEND_ARRAY(int32_t) first_split; // per border: where its splits start, -1 for none or when they are done
    int64_t splits_left;             // until no ledge is split any more
    int64_t successes;               // in this round
} wend_weld;

// ---------------------------------------------------------------------------------------------------- weld.c

// Starts welding, by at most `reach` lattice steps. The weld is the caller's to free, whatever the result.
wend_result wend_weld_make(wend_context *context, wend_raw *raw, double reach, wend_weld *w);
void wend_weld_free(wend_weld *w);

// Runs rounds until nothing changes; `first` counts those that were run before.
wend_result wend_weld_run_rounds(wend_weld *w, int first);

// Finds vertices that hang in ledges, among all or among those that something is near to. With `all`, bounds the work
// of what follows by the number of ledges.
wend_result wend_weld_find_hanging(wend_weld *w, bool all);

// Notes that a border matters after the first round. False when memory is short.
static inline bool wend_weld_note_near(wend_weld *w, int32_t border) {
    if (w->near.data[border])
        return true;
    w->near.data[border] = 1;
    return wend_array_push(w->hem.context, &w->near_borders, border);
}

// ---------------------------------------------------------------------------------------------------- partners.c

// Lists what the vertices of this round may be contracted with, sorted by distance, then by place.
wend_result wend_weld_find_contractions(wend_weld *w);

// Whether it helps to contract two vertices, or to split border f at a vertex. *distance2 is then the square of their
// distance.
bool wend_weld_vertices_help(const wend_weld *w, int32_t a, int32_t b, double *distance2);
bool wend_weld_split_helps(const wend_weld *w, int32_t vertex, int32_t f, double *distance2);

// Whether a vertex hangs in a ledge: it is at most a step from it, and farther from its ends.
bool wend_weld_hangs(const wend_weld *w, int32_t vertex, int32_t f);

// The order of vertices by their places and those of their neighbours along the hem: negative, zero, positive.
int wend_weld_compare_vertices(const wend_hem *hem, int32_t a, int32_t b);

// ---------------------------------------------------------------------------------------------------- contract.c

// Carries out the contractions of this round, as far as they still apply.
wend_result wend_weld_contract_all(wend_weld *w);

// Closes a slit from one of its ends on: the two ledges at a vertex coincide.
void wend_weld_close_slit(wend_weld *w, int32_t vertex);

#endif
