// A search over a nav: on all that it holds.
#include "nav/nav.h"

#include "base/context.h"

wend_result wend_search_create(wend_context *context, const wend_nav *nav, wend_search **search) {
    const wend_medial *medial = wend_nav_medial(nav);
    if (!wend_given(search, context != NULL && medial != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_search_def on = {
        .cells = wend_nav_cells(nav), .offlinks = wend_nav_offlinks(nav), .stairs = wend_nav_stairs(nav)};
    on.areas = wend_nav_areas(nav, &on.area_count);
    wend_roads *roads = NULL; // of its own
    wend_result result = WEND_OK;
    if (wend_nav_roads(nav) == NULL)
        result = wend_roads_build(context, medial, NULL, &roads, NULL);
    on.roads = roads != NULL ? roads : wend_nav_roads(nav);
    on.landmarks = wend_nav_landmarks(nav); // which no nav has without roads
    if (result == WEND_OK)
        result = wend_search_create_on(context, &on, search);
    wend_roads_destroy(roads);
    return result;
}
