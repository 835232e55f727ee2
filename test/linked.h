// Scenes made by hand, and what links of them look like: shared by the tests of links and of flights.
#ifndef WEND_TEST_LINKED_H
#define WEND_TEST_LINKED_H

#include "sample/stair.h"
#include "shared_context.h"
#include "stages.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- scenes by hand

static inline wend_scene *begin(void) {
    open_context_with(0);
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    CHECK(wend_scene_create(context, &def, &scene) == WEND_OK);
    return scene;
}

static inline void triangle(wend_scene *scene, double ax, double ay, double az, double bx, double by, double bz,
                            double cx, double cy, double cz) {
    const double corners[9] = {ax, ay, az, bx, by, bz, cx, cy, cz};
    CHECK(wend_scene_add(scene, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
}

static inline void floor_at(wend_scene *scene, double x0, double y0, double x1, double y1, double z) {
    triangle(scene, x0, y0, z, x1, y0, z, x1, y1, z);
    triangle(scene, x0, y0, z, x1, y1, z, x0, y1, z);
}

static inline void wall(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    triangle(scene, x0, y0, z0, x1, y1, z0, x1, y1, z1);
    triangle(scene, x0, y0, z0, x1, y1, z1, x0, y0, z1);
}

static inline void box(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    floor_at(scene, x0, y0, x1, y1, z1);
    triangle(scene, x0, y0, z0, x1, y1, z0, x1, y0, z0);
    triangle(scene, x0, y0, z0, x0, y1, z0, x1, y1, z0);
    wall(scene, x0, y0, x1, y0, z0, z1);
    wall(scene, x1, y0, x1, y1, z0, z1);
    wall(scene, x1, y1, x0, y1, z0, z1);
    wall(scene, x0, y1, x0, y0, z0, z1);
}

// ---------------------------------------------------------------------------------------------------- answers

typedef struct answer {
    wend_surface *surface;
    wend_links *links;
    wend_links_view view;
    wend_stairs *flights;
    wend_stairs_view stairs;
} answer;

// The stairs of an answer that has links, proved.
static inline void find_stairs(answer *a) {
    wend_result result = wend_stairs_build(context, a->links, a->surface, NULL, &a->flights, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report)))
        return;
    a->stairs = wend_stairs_look(a->flights);
    CHECK_INT(wend_report_total(report, "stairs-unproven"), 0);
    result = wend_stairs_check(context, a->flights, a->links, a->surface, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
}

static inline answer link_with(wend_scene *scene, const wend_agent *def) {
    answer a = {0};
    wend_settings settings = default_settings();
    settings.agent = *def;
    if (!CHECK(extract_scene(context, scene, &settings, &a.surface, report) == WEND_OK))
        return a;
    wend_result result = link_scene(context, scene, a.surface, def, &a.links, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report)))
        return a;
    a.view = wend_links_look(a.links);
    wend_report_clear(report);
    result = check_links(context, scene, a.surface, a.links, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
    find_stairs(&a);
    return a;
}

static inline void forget(answer *a) {
    wend_stairs_destroy(a->flights);
    wend_links_destroy(a->links);
    wend_surface_destroy(a->surface);
    *a = (answer){0};
}

// The answer for a scene, which is used up. `links` are those of each kind.
static inline void expect(wend_scene *scene, const wend_agent *def, int32_t components,
                          const int64_t links[WEND_LINK_KIND_COUNT]) {
    answer a = link_with(scene, def);
    if (a.links) {
        CHECK_INT(a.view.component_count, components);
        for (int k = 0; k < WEND_LINK_KIND_COUNT; k++)
            CHECK_MESSAGE(a.view.counts[k] == links[k], "%lld links of kind %s, expected %lld",
                          (long long)a.view.counts[k], wend_link_kind_name((wend_link_kind)k), (long long)links[k]);
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// The component of the floor at a place, or -1.
static inline int32_t component_at(const answer *a, const double place[3]) {
    wend_foothold foothold;
    wend_surface_locate(a->surface, place, 0.05, 0.05, 0.05, &foothold);
    for (int32_t t = 0; t < a->view.filler_first && foothold.triangle >= 0; t++)
        if (a->view.triangles[t].surface == foothold.triangle)
            return a->view.triangle_component[t];
    return -1;
}

static const wend_agent usual = {.height = 1.8, .slope = 0.78539816339744830962, .step = 0.4, .gap = 0.3};

static const char *const shape_names[WEND_STAIR_SHAPE_COUNT] = {"closed", "waist", "nosed", "open",  "raked",
                                                                "curved", "L",     "U",     "spiral"};

// A scene with its triangles in another order.
static inline wend_scene *shuffled(const wend_scene *scene, uint64_t seed) {
    wend_scene_view v = wend_scene_look(scene);
    wend_scene_def def = {.up = v.up, .unit = v.unit};
    wend_scene *out = NULL;
    int32_t first;
    int32_t *triangles = malloc((size_t)v.triangle_count * 3 * sizeof *triangles);
    if (!triangles || !CHECK(wend_scene_create(context, &def, &out) == WEND_OK)) {
        free(triangles);
        return NULL;
    }
    memcpy(triangles, v.triangles, (size_t)v.triangle_count * 3 * sizeof *triangles);
    for (int32_t k = v.triangle_count - 1; k > 0; k--) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int32_t other = (int32_t)((seed >> 33) % (uint64_t)(k + 1));
        for (int i = 0; i < 3; i++) {
            int32_t keep = triangles[3 * k + i];
            triangles[3 * k + i] = triangles[3 * other + i];
            triangles[3 * other + i] = keep;
        }
    }
    CHECK(wend_scene_add_vertices(out, v.positions, v.vertex_count, &first) == WEND_OK);
    CHECK(wend_scene_add_triangles(out, first, triangles, v.triangle_count) == WEND_OK);
    free(triangles);
    return out;
}

#endif
