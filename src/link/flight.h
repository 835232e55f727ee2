// Flights of stairs among the links that were found.
#ifndef WEND_SRC_LINK_FLIGHT_H
#define WEND_SRC_LINK_FLIGHT_H

#include "link/stages.h"

typedef WEND_ARRAY(wend_flight) wend_flight_list;
typedef WEND_ARRAY(int32_t) wend_riser_list;

// Finds the flights of a view that has its links and intervals, and tells the links which one they belong to. The lists
// are the caller's, whatever the result. False when memory is short.
bool wend_flights_find(wend_linking *l, wend_links_view *view, wend_link *links, wend_flight_list *flights,
                       wend_riser_list *list);

// Tells in a report (findings "stairs-too-steep") of treads that follow each other, each more than a step above the one
// before, so that nothing joins them. False when memory is short. steep.c
bool wend_flights_tell_steep(wend_linking *l, const wend_links_view *links, wend_report *report);

#endif
