// The floor that somebody at a place stands on. See locator.h.
#include "cli/locator.h"

// Of a person, where the file does not tell it.
#define HEIGHT_DEFAULT 1.8
#define STEP_DEFAULT 0.4

wend_locator wend_locator_of(const wend_nav *nav) {
    wend_locator locator = {.plan = wend_nav_plan(nav),
                            .scene = wend_nav_surface(nav) != NULL,
                            .unit = 1,
                            .height = HEIGHT_DEFAULT,
                            .step = STEP_DEFAULT};
    if (locator.plan)
        locator.unit = wend_plan_look(locator.plan).unit;
    if (locator.scene)
        locator.height = wend_nav_settings(nav)->agent.height;
    if (locator.scene && wend_nav_links(nav))
        locator.step = wend_nav_settings(nav)->agent.step;
    return locator;
}

void wend_locator_find(const wend_locator *locator, const double place[3], double snap, wend_spot *spot,
                       wend_plan_ground *ground) {
    double z = place[2] * locator->unit;
    *spot = (wend_spot){.triangle = -1};
    *ground = (wend_plan_ground){.triangle = -1};
    if (locator->scene)
        wend_plan_locate3(locator->plan, place, locator->step, locator->height, snap, spot, ground);
    else if (z <= locator->height && z >= -locator->step)
        wend_plan_locate3(locator->plan, place, 0, 0, snap, spot, ground);
}

void wend_locator_ground(const wend_plan *plan, const double place[2], int32_t triangle, double ground[3]) {
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_ground found = {.triangle = -1};
    wend_spot spot = {.triangle = triangle};
    if (wend_lattice_point(&view.lattice, place, &spot.point))
        wend_plan_find_ground(plan, &spot, &found);
    for (int k = 0; k < 3; k++)
        ground[k] = found.place[k];
}
