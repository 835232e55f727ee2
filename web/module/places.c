// Questions about places, many at a time. Arrays are the caller's; a spot is a wend_spot, 24 bytes.
#include "web/module/module.h"

#define HEIGHT_DEFAULT 1.8
#define STEP_DEFAULT 0.4

_Static_assert(sizeof(wend_spot) == 24, "JavaScript knows how long a spot is");

// Spots of places (x, y, z each) by the rule of the agent that the nav was built for, at most `snap` metres aside;
// triangle -1 where there is no floor. `points`, which may be NULL, become the places on the ground.
void WEB_EXPORT(web_locate)(const wend_nav *nav, const double *places, int32_t count, double snap, wend_spot *spots,
                            double *points);
void web_locate(const wend_nav *nav, const double *places, int32_t count, double snap, wend_spot *spots,
                double *points) {
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_settings *settings = wend_nav_settings(nav);
    bool known = settings != NULL && settings->agent.height > 0;
    double below = known ? settings->agent.height : HEIGHT_DEFAULT, above = known ? settings->agent.step : STEP_DEFAULT;
    for (int32_t k = 0; k < count; k++) {
        wend_plan_ground ground;
        wend_plan_locate3(plan, places + 3 * (int64_t)k, above, below, snap, &spots[k], &ground);
        for (int i = 0; points != NULL && i < 3; i++)
            points[3 * (int64_t)k + i] = ground.place[i];
    }
}

// The places on the ground of spots.
void WEB_EXPORT(web_ground)(const wend_nav *nav, const wend_spot *spots, int32_t count, double *points);
void web_ground(const wend_nav *nav, const wend_spot *spots, int32_t count, double *points) {
    for (int32_t k = 0; k < count; k++) {
        wend_plan_ground ground;
        wend_plan_find_ground(wend_nav_plan(nav), &spots[k], &ground);
        for (int i = 0; i < 3; i++)
            points[3 * (int64_t)k + i] = ground.place[i];
    }
}

// Metres to the nearest obstacle of each. `nearest`, which may be NULL: where that is.
void WEB_EXPORT(web_clearance)(const wend_nav *nav, const wend_spot *spots, int32_t count, double *clearances,
                               double *nearest);
void web_clearance(const wend_nav *nav, const wend_spot *spots, int32_t count, double *clearances, double *nearest) {
    const wend_medial *medial = wend_nav_medial(nav);
    for (int32_t k = 0; k < count; k++) {
        if (nearest == NULL) {
            wend_medial_near near;
            wend_medial_clearance(medial, &spots[k], &near);
            clearances[k] = near.clearance;
            continue;
        }
        wend_medial_near3 near;
        wend_medial_clearance3(medial, &spots[k], &near);
        clearances[k] = near.clearance;
        for (int i = 0; i < 3; i++)
            nearest[3 * (int64_t)k + i] = near.nearest[i];
    }
}

// The largest radius that gets from each spot to the one with the same number. `step` 0: all from the first one.
void WEB_EXPORT(web_widest)(const wend_nav *nav, const wend_spot *from, int32_t step, const wend_spot *to,
                            int32_t count, double *widest);
void web_widest(const wend_nav *nav, const wend_spot *from, int32_t step, const wend_spot *to, int32_t count,
                double *widest) {
    for (int32_t k = 0; k < count; k++)
        widest[k] = wend_medial_widest(wend_nav_medial(nav), &from[step ? k : 0], &to[k]);
}

// The same number for all spots between which a disc of a radius can move; -1 where it does not fit.
void WEB_EXPORT(web_component)(const wend_nav *nav, const wend_spot *spots, int32_t count, double radius,
                               int32_t *components);
void web_component(const wend_nav *nav, const wend_spot *spots, int32_t count, double radius, int32_t *components) {
    for (int32_t k = 0; k < count; k++)
        components[k] = wend_medial_component(wend_nav_medial(nav), &spots[k], radius);
}

// The largest radius that gets from a spot to each vertex of the medial axis: what web_floor's ends are asked for.
void WEB_EXPORT(web_reach)(const wend_nav *nav, const wend_spot *from, double *widest);
void web_reach(const wend_nav *nav, const wend_spot *from, double *widest) {
    wend_medial_reach(wend_nav_medial(nav), from, widest);
}

// Random spots and places, uniform by area seen from above.
void WEB_EXPORT(web_random)(const wend_nav *nav, double seed, int32_t count, wend_spot *spots, double *points);
void web_random(const wend_nav *nav, double seed, int32_t count, wend_spot *spots, double *points) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_lattice lattice = wend_plan_look(plan).lattice;
    uint64_t state = seed >= 0 && seed < 0x1p53 ? (uint64_t)seed : 0;
    for (int32_t k = 0; k < count; k++) {
        double place[2];
        spots[k] = (wend_spot){.triangle = -1};
        wend_plan_random(plan, &state, place, &spots[k].triangle);
        wend_lattice_point(&lattice, place, &spots[k].point);
    }
    web_ground(nav, spots, count, points);
}

// A straight walk over the floor. Answer: hit, x, y, z, distance, boundary.
void WEB_EXPORT(web_ray)(const wend_nav *nav, const wend_spot *from, const double *to);
void web_ray(const wend_nav *nav, const wend_spot *from, const double *to) {
    wend_ray_hit3 hit;
    wend_plan_ray3(wend_nav_plan(nav), from, to, &hit);
    web_answer[0] = hit.hit;
    for (int k = 0; k < 3; k++)
        web_answer[1 + k] = hit.place[k];
    web_answer[4] = hit.distance;
    web_answer[5] = hit.boundary;
}
