// Plans whose floors overlap, to search for paths on. See path_plans.h.
//
// Ramps wind round an open middle, three times and fifty. Fans wind two and a half times round one vertex, at the end
// of a wall or all around, so that straight ways past it lead to different floors on either side. Towers are copies of
// a flat plan joined crosswise. Two are buildings, made by code and extracted like any scene. The first ones are made
// of triangles on a lattice of whole metres; their radii are large for that.
#include "path_plans.h"

#include "immersed.h"
#include "storeys.h"

#include "base/random.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

struct path_scene {
    immersed_plan *immersed;
    storeys *tower;
    wend_plan *flat; // what a tower is made of
    wend_nav *nav;
    const wend_plan *plan;
};

static wend_point on_circle(double radius, double turn) {
    return (wend_point){(int32_t)lround(radius * cos(2 * PI * turn)), (int32_t)lround(radius * sin(2 * PI * turn))};
}

static void make_immersed(wend_context *context, immersed *m, path_scene *scene, wend_report *report) {
    scene->immersed = immersed_make(context, m, report);
    scene->plan = scene->immersed != NULL ? immersed_look(scene->immersed) : NULL;
}

static void make_ramp(wend_context *context, path_scene *scene, wend_report *report, int32_t turns, int32_t steps) {
    immersed *m = malloc(sizeof *m);
    if (m == NULL)
        return;
    immersed_spiral(m, turns, steps, 3000, 9000, true);
    make_immersed(context, m, scene, report);
    free(m);
}

// Triangles round one place, `parts` to a turn, for so many turns; every third one is longer, and has a porch. Closed,
// the last one is joined to the first.
static void make_fan(wend_context *context, path_scene *scene, wend_report *report, int32_t parts, double turns,
                     bool closed) {
    immersed *m = malloc(sizeof *m);
    if (m == NULL)
        return;
    int32_t count = (int32_t)lround(parts * turns);
    double reach[3] = {9000, 6000, 7000};
    immersed_begin(m, (wend_point){0, 0}, on_circle(reach[0], 0), on_circle(reach[1], 1.0 / parts));
    int32_t last = 0;
    for (int32_t k = 2; k <= count; k++) {
        double distance = closed && k == count ? reach[0] : reach[k % 3];
        if (!immersed_add(m, 3 * last + 2, on_circle(distance, (double)k / parts)))
            break;
        last = m->count - 1;
        if (k % 3 == 1)
            immersed_add(m, 3 * last + 1, on_circle(14000, (k - 0.4) / parts));
    }
    if (closed)
        immersed_glue(m, 3 * last + 2, 0);
    for (int32_t t = 4; t < m->count; t += 9) {
        const wend_point *c = m->corner[t];
        immersed_pierce(m, t, (wend_point){(c[0].x + 2 * c[1].x + c[2].x) / 4, (c[0].y + 2 * c[1].y + c[2].y) / 4});
    }
    make_immersed(context, m, scene, report);
    free(m);
}

static void make_tower(wend_context *context, path_scene *scene, wend_report *report, int32_t family, uint64_t seed) {
    double radii[PATH_RADII];
    scene->flat = path_plans_build(context, family, &seed, radii);
    scene->tower = scene->flat != NULL ? storeys_make(context, scene->flat, 3, report) : NULL;
    scene->plan = scene->tower != NULL ? storeys_look(scene->tower) : NULL;
}

static void make_building(wend_context *context, path_scene *scene, wend_report *report, const char *name) {
    wend_build_def def = wend_default_build_def();
    wend_scene *soup = NULL;
    if (wend_sample_build_scene(context, name, 0, 1, &soup) == WEND_OK)
        wend_build_scene(context, soup, &def, &scene->nav, NULL, report);
    wend_scene_destroy(soup);
    scene->plan = scene->nav != NULL ? wend_nav_plan(scene->nav) : NULL;
}

// ---------------------------------------------------------------------------------------------------- the list

static const char *const names[] = {"ramp of 3",   "ramp of 50",    "fan of 900 degrees", "fan closed after 720",
                                    "fan of 1800", "tower of many", "tower of turned",    "two-storeys",
                                    "garage"};

int32_t path_scenes_count(void) {
    return (int32_t)(sizeof names / sizeof *names);
}

const char *path_scenes_name(int32_t k) {
    return names[k];
}

path_scene *path_scenes_make(wend_context *context, int32_t k, wend_report *report, double radii[PATH_RADII]) {
    static const double large[PATH_RADII] = {0, 500, 1300}, small[PATH_RADII] = {0, 0.25, 0.5};
    path_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL)
        return NULL;
    memcpy(radii, k < 5 ? large : small, sizeof large);
    switch (k) {
    case 0:
        make_ramp(context, scene, report, 3, 16);
        break;
    case 1:
        make_ramp(context, scene, report, 50, 8);
        break;
    case 2:
        make_fan(context, scene, report, 8, 2.5, false);
        break;
    case 3:
        make_fan(context, scene, report, 9, 2, true);
        break;
    case 4:
        make_fan(context, scene, report, 7, 5, false);
        break;
    case 5:
        make_tower(context, scene, report, 6, 11);
        break;
    case 6:
        make_tower(context, scene, report, 0, 12);
        break;
    default:
        make_building(context, scene, report, names[k]);
    }
    if (scene->plan != NULL)
        return scene;
    path_scenes_free(scene);
    return NULL;
}

const wend_plan *path_scenes_look(const path_scene *scene) {
    return scene->plan;
}

void path_scenes_free(path_scene *scene) {
    if (scene == NULL)
        return;
    immersed_free(scene->immersed);
    storeys_free(scene->tower);
    wend_plan_destroy(scene->flat);
    wend_nav_destroy(scene->nav);
    free(scene);
}
