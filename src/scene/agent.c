// The defaults of an agent, and their ranges.
#include "scene/agent.h"

wend_agent wend_default_agent(void) {
    return (wend_agent){.height = 1.8, .slope = 0.78539816339744830962, .step = 0.4, .gap = 0.3};
}

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

wend_result wend_agent_check_standing(const wend_agent *agent, wend_report *report) {
    if (!(agent->height > 0 && agent->height <= 1e9))
        return refuse(report, "agent-height", "height must be more than 0 and at most 1e9 metres");
    if (!(agent->slope >= 0 && agent->slope < 1.57079))
        return refuse(report, "agent-slope", "slope must be at least 0 and at most 89.999 degrees");
    return WEND_OK;
}

wend_result wend_agent_check(const wend_agent *agent, wend_report *report) {
    if (!agent)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_agent_check_standing(agent, report);
    if (result != WEND_OK)
        return result;
    if (!(agent->step >= 0 && agent->step < agent->height / 2))
        return refuse(report, "agent-step", "step must be at least 0 and less than half the height");
    if (!(agent->gap >= 0 && agent->gap < agent->height / 2))
        return refuse(report, "agent-gap", "gap must be at least 0 and less than half the height");
    if (!(agent->drop >= 0 && agent->drop <= 1e9))
        return refuse(report, "agent-drop", "drop must be 0 metres or more");
    return WEND_OK;
}
