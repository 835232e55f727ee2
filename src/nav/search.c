// A search over a nav: on all that it holds.
#include "nav/nav.h"

wend_result wend_search_create(wend_context *context, const wend_nav *nav, wend_search **search) {
    if (search != NULL)
        *search = NULL;
    const wend_medial *medial = wend_nav_medial(nav);
    if (context == NULL || medial == NULL || search == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_search_def on = {
        .cells = wend_nav_cells(nav), .offlinks = wend_nav_offlinks(nav), .stairs = wend_nav_stairs(nav)};
    on.areas = wend_nav_areas(nav, &on.area_count);
    wend_roads *roads;
    wend_result result = wend_roads_build(context, medial, NULL, &roads, NULL);
    on.roads = roads;
    if (result == WEND_OK)
        result = wend_search_create_on(context, &on, search);
    wend_roads_destroy(roads);
    return result;
}
