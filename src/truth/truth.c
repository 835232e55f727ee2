// The verifier as one call for each kind of thing. See wend/truth.h; the questions are asked in scene.c and plan.c.
#include <wend/pipeline.h>
#include <wend/truth.h>

#include "base/context.h"
#include "truth/faults.h"
#include "truth/plan.h"

// What is allowed, in percent: what rounding may do where a place is judged on coordinates that were not rounded.
#define MISSED_LIMIT 0.05
#define FALSE_LIMIT 0.05
#define THROUGH_LIMIT 0.1
#define VOXEL_LIMIT 1.0
#define SAMPLES_MAX 1000000000

struct wend_truth {
    wend_context *context;
    wend_truth_view view;
};

wend_truth_def wend_default_truth_def(void) {
    wend_build_def build = wend_default_build_def();
    wend_settings settings = {.agent = build.agent, .solid = build.solid, .exact = build.exact, .keep = build.keep};
    return (wend_truth_def){.settings = settings, .step = build.agent.step, .samples = 100000, .seed = 1};
}

wend_truth_def wend_truth_nav_def(const wend_nav *nav) {
    wend_truth_def def = wend_default_truth_def();
    def.settings = *wend_nav_settings(nav);
    def.step = wend_nav_links(nav) ? def.settings.agent.step : 0;
    return def;
}

const char *wend_fault_name(wend_fault fault) {
    static const char *const names[] = {"missed", "false", "twice", "through"};
    return (unsigned)fault < WEND_FAULT_COUNT ? names[fault] : "unknown";
}

wend_truth_view wend_truth_look(const wend_truth *truth) {
    return truth == NULL ? (wend_truth_view){0} : truth->view;
}

void wend_truth_destroy(wend_truth *truth) {
    if (truth)
        wend_release(truth->context, truth, sizeof *truth);
}

// ---------------------------------------------------------------------------------------------------- verdicts

static double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

// What holds of every mesh.
static bool is_mesh(const wend_truth_view *view) {
    return view->non_manifold + view->twisted + view->downward == 0;
}

static bool is_surface_ok(const wend_truth_view *view) {
    const wend_truth_counts *k = &view->counts;
    bool voxels = view->cell > 0;
    if (!is_mesh(view) || (!voxels && view->t_junctions + k->twice + view->wide > 0))
        return false;
    return percent(k->missed, k->walkable) <= (voxels ? VOXEL_LIMIT : MISSED_LIMIT) &&
           percent(k->wrong, k->covered) <= (voxels ? VOXEL_LIMIT : FALSE_LIMIT) &&
           percent(k->through, k->standing) <= (voxels ? VOXEL_LIMIT : THROUGH_LIMIT);
}

static bool is_plan_ok(const wend_truth_view *view) {
    return is_mesh(view) && view->unshared + view->open + view->counts.missed + view->counts.wrong == 0;
}

// ---------------------------------------------------------------------------------------------------- building

static wend_result refuse(wend_report *report, const char *text) {
    wend_finding finding = wend_finding_make("truth-field", WEND_ERROR, "%s", text);
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

static wend_result check_def(const wend_truth_def *def, wend_report *report) {
    if (def->samples < 0 || def->samples > SAMPLES_MAX)
        return refuse(report, "samples must be at least 0 and at most 1e9");
    if (!(def->step >= 0 && def->step <= 1e9))
        return refuse(report, "step must be 0 metres or more");
    const wend_agent *agent = &def->settings.agent; // files of format 1.2 tell none: all is 0
    if (!(agent->height >= 0 && agent->height <= 1e9 && agent->slope >= 0 && agent->slope < 1.57079))
        return refuse(report, "height must be 0 metres or more, slope at most 89.999 degrees");
    if (def->settings.keep.seed_count < 0 || (def->settings.keep.seed_count > 0 && !def->settings.keep.seeds))
        return refuse(report, "seeds are missing");
    return WEND_OK;
}

// Counts the faults and, where there are none, the slivers of a surface.
static wend_result count_surface(wend_context *context, const wend_surface *surface, const wend_truth_def *def,
                                 wend_truth_view *view, wend_surface_slivers *slivers) {
    wend_surface_faults faults;
    wend_result result = wend_surface_count_faults(context, surface, &faults);
    view->non_manifold = faults.non_manifold;
    view->twisted = faults.twisted;
    view->downward = faults.downward;
    if (result != WEND_OK || !is_mesh(view))
        return result;
    return wend_surface_find_slivers(context, surface, &def->settings, slivers);
}

// Holds a surface against its scene.
static wend_result sample_surface(wend_context *context, const wend_surface *surface, const wend_scene *scene,
                                  const wend_truth_def *def, wend_truth_view *view, wend_surface_slivers *slivers,
                                  wend_report *report) {
    wend_scene_truth truth;
    wend_result result = wend_scene_truth_open(context, scene, surface, def, &truth, report);
    if (result != WEND_OK)
        return result;
    view->sampled = true;
    view->cell = truth.cell;
    result = wend_scene_truth_sample(&truth, &view->counts);
    wend_scene_truth_judge_slivers(&truth, slivers);
    if (result == WEND_OK)
        result = wend_surface_t_junctions(context, scene, surface, &view->t_junctions, view->t_junction_at);
    wend_scene_truth_free(&truth);
    return result;
}

static wend_result judge_surface(wend_context *context, const wend_surface *surface, const wend_scene *scene,
                                 const wend_truth_def *def, wend_truth_view *view, wend_report *report) {
    wend_surface_slivers slivers = {.context = context};
    wend_result result = count_surface(context, surface, def, view, &slivers);
    if (result == WEND_OK && scene)
        result = sample_surface(context, surface, scene, def, view, &slivers, report);
    view->steep = slivers.steep;
    view->folded = slivers.folded;
    view->wide = slivers.wide;
    view->sliver_width = slivers.width;
    for (int k = 0; k < 3; k++)
        view->sliver_at[k] = slivers.at[k];
    wend_surface_slivers_free(&slivers);
    view->ok = is_surface_ok(view);
    return result;
}

static wend_result judge_plan(wend_context *context, const wend_plan *plan, const wend_cells *cells,
                              const wend_drawing *drawing, const wend_truth_def *def, wend_truth_view *view,
                              wend_report *report) {
    wend_result result = WEND_OK;
    wend_truth_count_plan(plan, view);
    if (cells)
        wend_truth_count_cells(plan, cells, view);
    if (drawing)
        result = wend_truth_sample_plan(context, plan, drawing, def, &view->counts, report);
    view->sampled = drawing != NULL;
    view->ok = is_plan_ok(view);
    return result;
}

// The answer when nothing failed.
static wend_result keep(wend_context *context, wend_result result, const wend_truth_view *view, wend_truth **truth,
                        wend_report *report) {
    wend_truth *made = result == WEND_OK ? wend_allocate(context, sizeof *made) : NULL;
    if (result == WEND_OK && !made)
        result = WEND_ERROR_MEMORY;
    if (made)
        *made = (wend_truth){.context = context, .view = *view};
    *truth = made;
    return wend_report_limit(context, result, report);
}

wend_result wend_truth_build_surface(wend_context *context, const wend_surface *surface, const wend_scene *scene,
                                     const wend_truth_def *def, wend_truth **truth, wend_report *report) {
    if (!wend_given(truth, context && surface))
        return WEND_ERROR_ARGUMENT;
    const wend_truth_def asked = def ? *def : wend_default_truth_def();
    wend_truth_view view = {.ok = false};
    wend_result result = check_def(&asked, report);
    if (result == WEND_OK)
        result = judge_surface(context, surface, scene, &asked, &view, report);
    return keep(context, result, &view, truth, report);
}

wend_result wend_truth_fit(wend_context *context, const wend_surface *surface, const wend_scene *scene,
                           wend_report *report) {
    if (!context || !surface || !scene)
        return WEND_ERROR_ARGUMENT;
    const wend_truth_def def = wend_default_truth_def();
    wend_scene_truth truth;
    wend_result result = wend_scene_truth_open(context, scene, surface, &def, &truth, report);
    if (result == WEND_OK)
        wend_scene_truth_free(&truth);
    return wend_report_limit(context, result, report);
}

wend_result wend_truth_build_plan(wend_context *context, const wend_plan *plan, const wend_cells *cells,
                                  const wend_drawing *drawing, const wend_truth_def *def, wend_truth **truth,
                                  wend_report *report) {
    if (!wend_given(truth, context && plan))
        return WEND_ERROR_ARGUMENT;
    const wend_truth_def asked = def ? *def : wend_default_truth_def();
    wend_truth_view view = {.ok = false};
    wend_result result = check_def(&asked, report);
    if (result == WEND_OK)
        result = judge_plan(context, plan, cells, drawing, &asked, &view, report);
    return keep(context, result, &view, truth, report);
}
