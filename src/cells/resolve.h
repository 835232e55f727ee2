// Portals for single notches. See resolve.c.
#ifndef WEND_SRC_CELLS_RESOLVE_H
#define WEND_SRC_CELLS_RESOLVE_H

#include "base/sort.h"
#include "cells/sight.h"

// A portal by the vertices that it joins: half-edges change their numbers when edges are laid.
typedef struct wend_joint {
    int32_t a, b;
} wend_joint;

typedef struct wend_resolver {
    wend_cutting *c;
    uint64_t *random;            // choices are made at random, the better ones more often; NULL: always the best
    WEND_ARRAY(wend_joint) made; // portals made so far
    // Scratch.
    wend_sight sight;
    WEND_ARRAY(wend_key) fan;
} wend_resolver;

// Makes portals until every angle at v is within the limit. `chosen` is a vertex to try first, or -1. False when memory
// is short.
bool wend_resolve_vertex(wend_resolver *r, int32_t v, int32_t chosen);

// Whether an angle at v is too large.
bool wend_resolve_is_open(const wend_cutting *c, int32_t v);

void wend_resolver_free(wend_resolver *r);

#endif
