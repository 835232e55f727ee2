// The floor as arrays, for every radius.
#include "web/module/module.h"

#include <wend/picture.h>

// The floor, cut until clearance is linear. Answer: the floor, number of vertices, places, clearances, number of
// triangles, triangles, layers, ends (addresses), number of vertices of the medial axis.
int32_t WEB_EXPORT(web_floor)(const wend_nav *nav, double error);
int32_t web_floor(const wend_nav *nav, double error) {
    web_begin();
    wend_floor_def def = {.error = error};
    wend_floor *floor = NULL;
    wend_result result = wend_floor_build(web_context, wend_nav_medial(nav), &def, &floor, web_report);
    wend_floor_view v = wend_floor_look(floor);
    web_answer[0] = web_address(floor);
    web_answer[1] = v.vertex_count;
    web_answer[2] = web_address(v.places);
    web_answer[3] = web_address(v.clearances);
    web_answer[4] = v.triangle_count;
    web_answer[5] = web_address(v.triangles);
    web_answer[6] = web_address(v.layers);
    web_answer[7] = web_address(v.ends);
    web_answer[8] = wend_medial_look(wend_nav_medial(nav)).vertex_count;
    return (int32_t)web_end(result);
}

void WEB_EXPORT(web_floor_free)(wend_floor *floor);
void web_floor_free(wend_floor *floor) {
    wend_floor_destroy(floor);
}
