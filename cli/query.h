// What the answers of `wend query` share: what is asked of, how requests are read, where answers go. An answer is a
// function that opens an object in `out`, which is closed for it, or says what is wrong and adds nothing.
#ifndef WEND_CLI_QUERY_H
#define WEND_CLI_QUERY_H

#include <wend/json.h>
#include <wend/path.h>

#include "cli/command.h"
#include "cli/locator.h"

typedef struct wend_query {
    wend_command command;
    const wend_nav *nav;
    const wend_surface *surface; // NULL when the file has none, like the others
    const wend_plan *plan;
    const wend_medial *medial;
    const wend_cells *cells;
    wend_search *search;      // NULL until a path is asked for
    wend_surface_view ground; // of the surface
    double *area_sums;        // of it, for random places
    wend_plan_view view;      // of the plan
    wend_locator locator;
    wend_json json;
    wend_text line; // the beginning of a line whose end has not been read yet
    bool too_long;  // that line is, and its rest is skipped
    wend_text out;
    wend_text words; // of a complaint
    bool time;
} wend_query;

// A request that cannot be answered, in words. NULL: it was answered.
typedef const char *wend_complaint;

// A place [x, y, z], or [x, y] on a plan; false when the node is none.
bool wend_query_read_place(const wend_query *q, int64_t node, double place[3]);
// The value of a key that may be missing: false when it is there and no number within the range.
bool wend_query_read_number(const wend_query *q, const char *key, double low, double high, double *value);
// How a place is searched: a locator with the request's own step, and how far sideways.
wend_complaint wend_query_read_reach(const wend_query *q, wend_locator *locator, double *snap);
// The spot of a place, on no other floor than the one that a person at that height stands on.
wend_complaint wend_query_find_spot(const wend_query *q, const double place[3], wend_spot *spot,
                                    wend_plan_ground *ground);
// What clearance, widest and paths need; words when the file does not have it.
wend_complaint wend_query_needs_medial(const wend_query *q);

// query_path.c
wend_complaint wend_answer_path(wend_query *q);
wend_complaint wend_answer_distance(wend_query *q);
wend_complaint wend_answer_within(wend_query *q);
wend_complaint wend_answer_flow(wend_query *q);
wend_complaint wend_answer_walk(wend_query *q);
wend_complaint wend_answer_move(wend_query *q);

#endif
