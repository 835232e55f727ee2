// wend/agent.h: whom a scene is made walkable for.
//
// There is no radius: one mesh serves agents of every radius, and each query says which one it asks for.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_agent {
    // Room that is needed above the floor, in metres, more than 0. Default 1.8.
    double height;
    // Steepest slope that can be walked, in radians, 0 up to (not including) pi/2. Default 45 degrees, which is
    // walkable itself: there is a slack of 0.01 degrees.
    double slope;
    // Highest step up or down, in metres, 0 up to (not including) half the height. Default 0.4. A riser of exactly this
    // height can be climbed: there is a slack of one lattice step.
    double step;
    // Widest gap that is stepped over, seen from above, in metres, 0 up to (not including) half the height. Default
    // 0.3. With 0, only what lies one above the other is joined. Gaps, and what an obstacle leaves free of a step, must
    // be two centimetres wide.
    double gap;
    // Deepest drop, in metres, 0 or more; what is not more than `step` does not count. Default 0: no drops.
    double drop;
} wend_agent;

WEND_API wend_agent wend_default_agent(void);

// WEND_OK, or WEND_ERROR_ARGUMENT when a field is out of its range; the report (which may be NULL) names it. Every
// build asks this of the fields that count for it.
WEND_API wend_result wend_agent_check(const wend_agent *agent, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
