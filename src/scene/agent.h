// The parts of wend_agent_check.
#ifndef WEND_SRC_SCENE_AGENT_H
#define WEND_SRC_SCENE_AGENT_H

#include <wend/agent.h>

// Height and slope only: what a surface is extracted for.
wend_result wend_agent_check_standing(const wend_agent *agent, wend_report *report);

#endif
