// Cutting in several places at once. See zones.c.
#ifndef WEND_SRC_CELLS_ZONES_H
#define WEND_SRC_CELLS_ZONES_H

#include "cells/cutting.h"

// Work in a zone: may start only at vertices for which wend_cut_is_deep holds. False when memory is short.
typedef bool wend_zone_work(wend_cutting *zone, void *data);

// Runs work in every zone of a large plan, in parallel; in none when the plan is small. The result does not depend on
// the number of threads. For every `share` notches it may make one point; 0 for none. What could not be done in a zone
// is left to the caller, who goes over the whole afterwards.
wend_result wend_zones_run(wend_cutting *c, int32_t share, wend_zone_work *work, void *data);

#endif
