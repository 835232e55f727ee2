// Distance maps: how far every place is from the nearest of some spots, and which way.
#include "web/module/options.h"

#include <wend/nav.h>

#include <math.h>

// Makes a map for a disc. Options: farthest, reach, away, forbidTags, as paths have them. Answer: the map.
int32_t WEB_EXPORT(web_flow)(wend_search *search, const wend_spot *spots, int32_t count, double radius,
                             const char *options, int32_t bytes);
int32_t web_flow(wend_search *search, const wend_spot *spots, int32_t count, double radius, const char *options,
                 int32_t bytes) {
    web_begin();
    wend_flow_def def = wend_default_flow_def();
    double tags = 0;
    const web_option table[] = {{"farthest", WEB_OPTION_NUMBER, &def.farthest, NULL},
                                {"reach", WEB_OPTION_NUMBER, &def.reach, NULL},
                                {"away", WEB_OPTION_FLAG, &def.away, NULL},
                                {"forbidTags", WEB_OPTION_NUMBER, &tags, NULL}};
    web_options read;
    wend_result result = web_options_read(&read, options, bytes, table, (int)(sizeof table / sizeof table[0]));
    web_options_free(&read);
    if (result != WEND_OK)
        return (int32_t)result;
    def.radius = radius;
    def.filter.forbid_tags = tags > 0 && tags < 0x1p32 ? (uint32_t)tags : 0;
    wend_flow *flow = NULL;
    result = wend_flow_build(search, spots, count, &def, &flow);
    if (result == WEND_ERROR_ARGUMENT)
        return (int32_t)web_refuse("radius, farthest and reach must be numbers, 0 or more");
    web_answer[0] = web_address(flow);
    return (int32_t)web_end(result);
}

void WEB_EXPORT(web_flow_free)(wend_flow *flow);
void web_flow_free(wend_flow *flow) {
    wend_flow_destroy(flow);
}

// Of each spot: metres (infinite where there is no way), the number of the spot that is nearest (-1), and the direction
// of the way there, a level unit vector x, y, z in the scene's axes.
void WEB_EXPORT(web_flow_ask)(const wend_nav *nav, const wend_flow *flow, const wend_spot *spots, int32_t count,
                              double *distances, int32_t *nearest, double *toward);
void web_flow_ask(const wend_nav *nav, const wend_flow *flow, const wend_spot *spots, int32_t count, double *distances,
                  int32_t *nearest, double *toward) {
    wend_lattice3 ground = wend_plan_look(wend_nav_plan(nav)).ground;
    wend_up up = ground.step > 0 ? ground.up : WEND_UP_Z;
    for (int32_t k = 0; k < count; k++) {
        wend_flow_answer answer = {.distance = INFINITY, .spot = -1};
        if (spots[k].triangle >= 0)
            wend_flow_ask(flow, &spots[k], &answer);
        distances[k] = answer.distance;
        nearest[k] = answer.spot;
        wend_scene_from_ground(up, (double[3]){answer.toward[0], answer.toward[1], 0}, toward + 3 * (int64_t)k);
    }
}
