// Flights of stairs among the links of a surface.
#ifndef WEND_SRC_STAIRS_FLIGHT_H
#define WEND_SRC_STAIRS_FLIGHT_H

#include "base/array.h"
#include "stairs/stairs.h"

typedef struct wend_flights {
    WEND_ARRAY(wend_flight) flights;
    WEND_ARRAY(int32_t) links;       // of each riser the widest link, flight by flight
    WEND_ARRAY(int32_t) link_flight; // per link: its flight, or -1
} wend_flights;

// Finds the flights, but for those that begin with a link that is `barred` (one number per link, or NULL). False when
// that fails; the arrays are to be freed either way.
bool wend_flights_find(wend_stair_site *site, const uint8_t *barred, wend_flights *flights);
void wend_flights_free(wend_context *context, wend_flights *flights);

#endif
