// Plans to search for paths on: random families that are hard in different ways, plans whose floors overlap, and random
// ends of paths.
#ifndef WEND_TEST_PATH_PLANS_H
#define WEND_TEST_PATH_PLANS_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PATH_RADII = 3 };

// Families of flat plans, 12 to 150 notches each, a few metres to fifty across.
int32_t path_plans_count(void);
const char *path_plans_name(int32_t family);
// A random drawing of a family, and the radii (0 first) that are interesting on it. NULL when memory is short.
wend_drawing *path_plans_draw(wend_context *context, int32_t family, uint64_t *state, double radii[PATH_RADII]);
// Its plan; NULL when the build refuses it (some random drawings have no floor).
wend_plan *path_plans_build(wend_context *context, int32_t family, uint64_t *state, double radii[PATH_RADII]);

// A random end of a path: most anywhere on the floor, some exactly at notches, on walls and in corners.
void path_plans_end(const wend_plan *plan, uint64_t *state, wend_spot *spot);

// Plans whose floors overlap: spiral ramps of 3 and 50 turns, floors that wind more than 540 degrees round a vertex,
// storeys joined crosswise, and two scenes.
typedef struct path_scene path_scene;
int32_t path_scenes_count(void);
const char *path_scenes_name(int32_t k);
// NULL when it could not be made; the report says why.
path_scene *path_scenes_make(wend_context *context, int32_t k, wend_report *report, double radii[PATH_RADII]);
const wend_plan *path_scenes_look(const path_scene *scene);
void path_scenes_free(path_scene *scene);

#ifdef __cplusplus
}
#endif
#endif
