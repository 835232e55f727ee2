// Whether a surface can have been made of a scene at all: a file that was built from another one is the most likely
// mistake, and sampling would only say that everything is wrong.
#include "truth/scene.h"

#include "base/format.h"

#include <math.h>

#define APART 0.01        // metres that a surface may reach beyond its scene, or lie off its triangles
#define APART_UNKNOWN 1.0 // of voxels of some size
#define SHARE 0.01        // of its area that may lie farther off

// How far off is too far: what voxels were made with is not always known.
static double apart(const wend_scene_truth *truth) {
    bool voxels = truth->ground.producer == WEND_PRODUCER_VOXEL;
    return voxels ? (truth->cell > 0 ? truth->near_surface + truth->cell : APART_UNKNOWN) : APART;
}

// The share of the surface, by area from above, that does not lie on the triangles that it names.
static double share_off(const wend_scene_truth *truth) {
    double all = 0, off = 0;
    for (int64_t k = 0; k < truth->surface.triangles.count; k++) {
        const wend_column_triangle *t = &truth->surface.triangles.data[k];
        int32_t source = truth->ground.triangles[t->number].source, place = source < 0 ? -1 : truth->place.data[source];
        double middle[3], area = fabs(t->normal[2]);
        for (int i = 0; i < 3; i++)
            middle[i] = (t->p[0][i] + t->p[1][i] + t->p[2][i]) / 3;
        all += area;
        if (source >= 0 &&
            (place < 0 || wend_column_distance_to_plane(&truth->scene.triangles.data[place], middle) > apart(truth)))
            off += area;
    }
    return all > 0 ? off / all : 0;
}

// Whether the surface cannot have been made of the scene; then `words` says why.
static bool misfits(const wend_scene_truth *truth, char words[WEND_FINDING_TEXT]) {
    const wend_surface_view *ground = &truth->ground;
    if (truth->scene.nodes.count == 0 || truth->surface.nodes.count == 0) {
        wend_format(words, WEND_FINDING_TEXT, "the %s holds no triangles",
                    truth->scene.nodes.count == 0 ? "scene" : "surface");
        return true;
    }
    double low[3], high[3];
    wend_scene_truth_to_place(truth, truth->scene.nodes.data[0].low, low);
    wend_scene_truth_to_place(truth, truth->scene.nodes.data[0].high, high);
    for (int k = 0; k < 3; k++) {
        double least = low[k] < high[k] ? low[k] : high[k], most = low[k] < high[k] ? high[k] : low[k];
        const double values[4] = {ground->min[k], ground->max[k], least, most};
        char numbers[4][WEND_NUMBER_TEXT];
        double slack = apart(truth) / ground->lattice.unit;
        if (ground->min[k] >= least - slack && ground->max[k] <= most + slack)
            continue;
        for (int i = 0; i < 4; i++)
            wend_print_double(numbers[i], floor(values[i] * 1000 + 0.5) / 1000);
        wend_format(words, WEND_FINDING_TEXT,
                    "this is not the scene that the file was made of: the surface reaches from %s to %s along %c, the "
                    "scene from %s to %s",
                    numbers[0], numbers[1], "xyz"[k], numbers[2], numbers[3]);
        return true;
    }
    for (int32_t t = 0; t < ground->triangle_count; t++) {
        if (ground->triangles[t].source < truth->view.triangle_count)
            continue;
        wend_format(words, WEND_FINDING_TEXT,
                    "this is not the scene that the file was made of: it has %lld triangles, and the surface lies on "
                    "triangle %lld",
                    (long long)truth->view.triangle_count, (long long)ground->triangles[t].source);
        return true;
    }
    double off = share_off(truth);
    if (off <= SHARE)
        return false;
    wend_format(
        words, WEND_FINDING_TEXT,
        "this is not the scene that the file was made of: %d%% of the surface does not lie on the triangles that "
        "it names (is the order of the files the same? were lattice, weld or simplify too coarse to tell?)",
        (int)(off * 100));
    return true;
}

wend_result wend_scene_truth_open(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                  const wend_truth_def *def, wend_scene_truth *truth, wend_report *report) {
    char words[WEND_FINDING_TEXT];
    wend_result result = wend_scene_truth_start(context, scene, surface, def, truth);
    if (result != WEND_OK || !misfits(truth, words))
        return result;
    wend_finding finding = wend_finding_make("scene-misfit", WEND_ERROR, "%s", words);
    wend_report_add(report, &finding);
    wend_scene_truth_free(truth);
    return WEND_ERROR_ARGUMENT;
}
