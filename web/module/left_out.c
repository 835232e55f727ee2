// What the module that only asks leaves out: proofs, and what a path passes.
//
// A file that it loads is checked as far as questions rely on: no block, however hostile, makes one crash
// (WEND_LOAD_QUICK). Proving that a file is true as well takes the code that builds, a third of the module. The linker
// puts these in the place of the validators (--wrap), and drops all that only they need.
#include "web/module/module.h"

#define LEAVE_OUT(name, ...)                                                                                           \
    wend_result __wrap_##name(__VA_ARGS__);                                                                            \
    wend_result __wrap_##name(__VA_ARGS__) {                                                                           \
        return WEND_ERROR_UNSUPPORTED;                                                                                 \
    }

#pragma clang diagnostic ignored "-Wunused-parameter"

LEAVE_OUT(wend_surface_check, wend_context *context, const wend_surface *surface, wend_report *report)
LEAVE_OUT(wend_links_check, wend_context *context, const wend_links *links, const wend_surface *surface,
          const wend_solid *solid, wend_report *report)
LEAVE_OUT(wend_stairs_check, wend_context *context, const wend_stairs *stairs, const wend_links *links,
          const wend_surface *surface, wend_report *report)
LEAVE_OUT(wend_plan_check, wend_context *context, const wend_plan *plan, wend_report *report)
LEAVE_OUT(wend_medial_check, wend_context *context, const wend_medial *medial, wend_report *report)
LEAVE_OUT(wend_roads_check, wend_context *context, const wend_roads *roads, wend_report *report)

wend_result web_add_passed(wend_search *search) {
    (void)search;
    return web_refuse("details: they are in `wend`, not in `wend/query`");
}
