// A run of a scenario: who is there, where everyone went, and what was counted.
#ifndef WEND_CLI_CROWD_RUN_H
#define WEND_CLI_CROWD_RUN_H

#include "cli/scenario.h"

// Somebody, from coming to leaving.
typedef struct wend_person {
    wend_agent_id id;
    int32_t group;  // of the scenario's groups
    double speed;   // that it likes
    double came;    // seconds
    double arrived; // at its last goal, or left; negative: not yet
    double walked;  // metres until then
} wend_person;

// Where somebody was.
typedef struct wend_sighting {
    int32_t frame, person, triangle;
    double place[2]; // of the plan
} wend_sighting;

// What a line has counted.
typedef struct wend_line_count {
    int64_t over[2];    // from its left to its right, and back
    double first, last; // seconds
} wend_line_count;

typedef struct wend_crowd_run {
    wend_context *context;
    const wend_nav *nav;
    wend_plan_view plan;
    wend_scenario *scenario;
    wend_crowd *crowd;
    double seconds; // that it went on
    double every;   // seconds from frame to frame
    int32_t frames;
    int64_t unplaced; // people for whom there was no room
    wend_person *people;
    int64_t person_count, person_room;
    wend_sighting *sightings;
    int64_t sighting_count, sighting_room;
    int32_t *person_of; // of each index of the crowd
    int64_t index_room;
    double *before; // places of the last step, of each person
    int64_t before_room;
    wend_line_count *lines;
    int64_t states[WEND_AGENT_STATE_COUNT]; // at the end
    uint64_t hash;
} wend_crowd_run;

// Runs a scenario to its end, or until all have arrived. `keep`: whether to note where everyone is, every so many
// seconds. Free the run in any case.
wend_result wend_crowd_run_all(wend_crowd_run *run, wend_context *context, const wend_nav *nav, wend_scenario *scenario,
                               double every, bool keep, wend_report *report);
void wend_crowd_run_free(wend_crowd_run *run);

// What came out, as JSON and in words; where everyone was, as CSV, in JuPedSim's text form, and as a picture.
void wend_crowd_tell_json(const wend_crowd_run *run, wend_text *out);
void wend_crowd_tell_words(const wend_crowd_run *run, wend_text *out);
void wend_crowd_write_csv(const wend_crowd_run *run, wend_text *out);
void wend_crowd_write_jupedsim(const wend_crowd_run *run, wend_text *out);
void wend_crowd_write_svg(const wend_crowd_run *run, wend_text *out);

#endif
