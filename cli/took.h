// What a scene is, as it was taken: its size in metres and its axis; and whether that looks wrong.
#ifndef WEND_CLI_TOOK_H
#define WEND_CLI_TOOK_H

#include "cli/command.h"

// What faces along one of the scene's axes, as shares of all area.
typedef struct wend_took_axis {
    double along;   // within 45 degrees of the axis,
    double against; // and of its opposite
    double level;   // at one level: the most between two planes across the axis that are very near each other
} wend_took_axis;

typedef struct wend_took {
    int32_t triangle_count;
    wend_up up;
    double unit;
    double low[3], high[3];           // around all triangles, in the scene's axes and units; low > high without any
    double core_low[3], core_high[3]; // around the middles of nearly all of them: a few that are far off do not matter
    wend_took_axis axes[3];
    wend_up
        likely; // the axis that looks most like the one that points up: the taken one, unless another is much better
    double upright; // share of the area that is upright, by that axis
    double wall;    // units: half of that is in triangles at least so high
    double covered; // share of vertical lines, by that axis, that meet a floor below something else
    double storey; // of the highest rooms on such lines: one so high, in units, that only one in twenty is higher; or 0
} wend_took;

// Measures a scene: O(triangles). Where memory is short, `covered` is 0.
void wend_took_measure(wend_context *context, const wend_scene *scene, wend_took *took);
// The likely axis, of what was measured so far.
wend_up wend_took_likely(const wend_took *took);
// Adds "scene-up" and "scene-unit" to the report of a build where the axis or the unit looks wrong, with the value to
// try.
void wend_took_doubt(wend_context *context, const wend_took *took, wend_report *report);
// Adds "1234 triangles, 20 x 6.5 x 31 m, y up".
void wend_took_words(const wend_took *took, wend_text *text);
// Adds "scene_triangles" and "scene_size", metres along x, y and z, to a JSON object.
void wend_took_json(const wend_took *took, wend_text *text);

#endif
