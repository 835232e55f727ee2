// Flights of stairs among the links that were found.
#ifndef WEND_SRC_LINK_FLIGHT_H
#define WEND_SRC_LINK_FLIGHT_H

#include "link/stages.h"

typedef WEND_ARRAY(wend_flight) wend_flight_list;
typedef WEND_ARRAY(int32_t) wend_riser_list;

// Finds the flights of a view that has its links and intervals, and tells the links which one they belong to. The lists are
// the caller's, whatever the result. False when memory is short.
bool wend_flights_find(wend_linking *l, wend_links_view *view, wend_link *links, wend_flight_list *flights,
                       wend_riser_list *list);

#endif
