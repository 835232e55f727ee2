// Single stages of a build, for tests that want a surface, or a surface and its links, from a scene.
#ifndef WEND_TEST_STAGES_H
#define WEND_TEST_STAGES_H

#include <wend/nav.h>

static inline wend_settings default_settings(void) {
    wend_settings settings;
    settings.agent = wend_default_agent();
    settings.solid = wend_default_solid_def();
    settings.exact = wend_default_exact_def();
    settings.keep.min_area = 0;
    settings.keep.seeds = NULL;
    settings.keep.seed_count = 0;
    settings.cell = settings.cell_height = settings.smooth = 0;
    return settings;
}

// Cuts a surface down to the parts that the settings keep. Nothing is linked but what coincides: each component of the
// surface is a part of its own.
static inline wend_result keep_components(wend_context *in, const wend_solid *solid, const wend_settings *settings,
                                          wend_surface **surface, wend_report *findings) {
    wend_agent agent = settings->agent;
    agent.step = agent.gap = agent.drop = 0;
    wend_links *links, *kept_links = NULL;
    wend_surface *kept = NULL;
    wend_result result = wend_links_build(in, solid, *surface, &agent, NULL, &links, findings);
    if (result == WEND_OK)
        result = wend_links_keep(in, links, *surface, &settings->keep, &kept, &kept_links, findings);
    wend_links_destroy(links);
    wend_links_destroy(kept_links);
    if (result != WEND_OK || kept != NULL) {
        wend_surface_destroy(*surface);
        *surface = kept;
    }
    return result;
}

// The surface of a scene. NULL for the default settings, which keep everything.
static inline wend_result extract_scene(wend_context *in, const wend_scene *scene, const wend_settings *settings,
                                        wend_surface **surface, wend_report *findings) {
    wend_settings chosen = settings != NULL ? *settings : default_settings();
    bool parts = chosen.keep.seed_count != 0 || chosen.keep.min_area != 0;
    chosen.exact.keep_inside |= chosen.keep.seed_count > 0;
    wend_solid *solid;
    *surface = NULL;
    wend_result result = wend_solid_build(in, scene, &chosen.solid, &solid, findings);
    if (result == WEND_OK)
        result = wend_exact_build(in, solid, &chosen.agent, &chosen.exact, surface, findings);
    if (result == WEND_OK && parts)
        result = keep_components(in, solid, &chosen, surface, findings);
    wend_solid_destroy(solid);
    return result;
}

// The links of a surface of a scene, as extract_scene makes it with the same settings.
static inline wend_result link_scene(wend_context *in, const wend_scene *scene, const wend_surface *surface,
                                     const wend_agent *agent, wend_links **links, wend_report *findings) {
    wend_solid_def def = {wend_surface_look(surface).lattice.step};
    wend_solid *solid;
    *links = NULL;
    wend_result result = wend_solid_build(in, scene, &def, &solid, findings);
    if (result == WEND_OK)
        result = wend_links_build(in, solid, surface, agent, NULL, links, findings);
    wend_solid_destroy(solid);
    return result;
}

// wend_links_check with the scene, too.
static inline wend_result check_links(wend_context *in, const wend_scene *scene, const wend_surface *surface,
                                      const wend_links *links, wend_report *findings) {
    wend_solid_def def = {wend_surface_look(surface).lattice.step};
    wend_solid *solid;
    wend_result result = wend_solid_build(in, scene, &def, &solid, findings);
    if (result == WEND_OK)
        result = wend_links_check(in, links, surface, solid, findings);
    wend_solid_destroy(solid);
    return result;
}

#endif
