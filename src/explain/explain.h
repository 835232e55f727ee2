// What the files of this room share.
#ifndef WEND_SRC_EXPLAIN_EXPLAIN_H
#define WEND_SRC_EXPLAIN_EXPLAIN_H

#include <wend/explain.h>

#include "truth/scene.h"

#include <math.h>

#define WEND_EXPLAIN_SLACK 0.01 // degrees by which a slope may be steeper than the limit
#define WEND_EXPLAIN_NEAR 1e-3  // metres within which rounding may decide

struct wend_explain {
    wend_context *context;
    const wend_nav *nav;
    const wend_scene *scene;
    wend_explain_def def;
    wend_scene_truth truth;
    double step; // metres above a place at which a floor is still meant
};

// Angles are compared and told in degrees.
static inline double wend_explain_degrees(double radians) {
    return radians * 180 / 0x1.921fb54442d18p+1;
}

// The slope of a triangle, in radians.
static inline double wend_explain_slope(const wend_column_triangle *t) {
    const double *n = t->normal;
    return atan2(sqrt(n[0] * n[0] + n[1] * n[1]), fabs(n[2]));
}

// Whether that is not too steep.
static inline bool wend_explain_is_gentle(const wend_explain *explain, const wend_column_triangle *t) {
    double limit = wend_explain_degrees(explain->truth.def.settings.agent.slope);
    return wend_explain_degrees(wend_explain_slope(t)) <= limit + WEND_EXPLAIN_SLACK;
}

// Finds the boundary edge nearest to a place, in metres: on the triangle of the surface that it lies on outward, so
// that other storeys have no say, and seen from above; of a place off the surface (triangle -1), in space. -1 where
// there is none. False when memory is short.
bool wend_explain_border(wend_context *context, const wend_surface_view *view, int32_t triangle, const double place[3],
                         int32_t *boundary, double *distance);

#endif
