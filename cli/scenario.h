// A scenario of `wend crowd`: who walks where, read from JSON. docs/scenario.md has the schema.
#ifndef WEND_CLI_SCENARIO_H
#define WEND_CLI_SCENARIO_H

#include <wend/crowd.h>
#include <wend/json.h>

#include "cli/locator.h"

#define WEND_SCENARIO_NAME 32
enum { WEND_SCENARIO_ITEMS = 256, WEND_SCENARIO_GOALS = 16 };

// A goal with its name.
typedef struct wend_scenario_goal {
    char name[WEND_SCENARIO_NAME];
    wend_crowd_goal goal;
} wend_scenario_goal;

// A line that is counted over.
typedef struct wend_scenario_line {
    char name[WEND_SCENARIO_NAME];
    wend_spot spot;
    double ends[2][2]; // in the coordinates of the plan
} wend_scenario_line;

// People: `count` of them around a place, at once, or one after the other.
typedef struct wend_scenario_group {
    wend_spot at;
    double within, box[2];     // metres: of a disc, or half the sides of a box when they are not 0
    double radius[2];          // from, to
    double speed[2];           // mean and deviation
    double rate, from;         // per second, and when the first one comes; rate 0: all at the beginning
    int32_t count, goal_count; // of goals: their numbers
    int32_t goals[WEND_SCENARIO_GOALS];
    uint32_t group;
    double priority;
} wend_scenario_group;

typedef struct wend_scenario {
    wend_crowd_def def;
    uint64_t seed;
    double seconds;
    int32_t goal_count, line_count, group_count;
    wend_scenario_goal goals[WEND_SCENARIO_ITEMS];
    wend_scenario_line lines[WEND_SCENARIO_ITEMS];
    wend_scenario_group groups[WEND_SCENARIO_ITEMS];
    char cause[200]; // what is wrong
} wend_scenario;

// Reads a scenario; false when something is wrong: `cause` says what and where. The text need not outlive it.
bool wend_scenario_read(wend_scenario *scenario, wend_context *context, const wend_nav *nav, const char *text,
                        size_t count);

#endif
