// The path that a search found last, as members of a JSON object: the answer of `wend query` and of `wend path --json`.
#ifndef WEND_CLI_PATH_ANSWER_H
#define WEND_CLI_PATH_ANSWER_H

#include <wend/nav.h>
#include <wend/path.h>

#define WEND_ARC_APART 0.001 // metres: how far the points of a path may be from its arcs

// Opens an object and adds the path; the caller closes it. Adds nothing unless the result is WEND_OK.
wend_result wend_path_answer(wend_text *out, const wend_nav *nav, wend_search *search, const wend_path_view *path);
// The same where an end is on no floor.
void wend_path_answer_off_mesh(wend_text *out, wend_path_reason reason);

#endif
