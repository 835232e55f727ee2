// Places where very many floors meet. What the search around them leaves out must do nothing to the floor: each face
// that boxes find and it does not is clipped all the same. And a cone, a flat disc or a convex face of four times as
// many triangles takes about four times as long; so does the plan of a tower, whose floors are all above each other.
#include "check.h"

#include "base/random.h"
#include "exact/clip.h"
#include "shared_context.h"
#include "stages.h"

#include <wend/plan.h>

#define STEP (1.0 / 8192)

typedef struct soup {
    WEND_ARRAY(double) positions;
    WEND_ARRAY(int32_t) triangles;
} soup;

static bool add_triangle(soup *s, int32_t corners[3][3]) {
    for (int i = 0; i < 3; i++) {
        if (!wend_array_push(context, &s->triangles, (int32_t)(s->positions.count / 3)))
            return false;
        for (int axis = 0; axis < 3; axis++)
            if (!wend_array_push(context, &s->positions, corners[i][axis] * STEP))
                return false;
    }
    return true;
}

static wend_scene *scene_of(soup *s) {
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    if (CHECK(wend_scene_create(context, &def, &scene) == WEND_OK))
        CHECK(wend_scene_add(scene, s->positions.data, (int32_t)(s->positions.count / 3), s->triangles.data,
                             (int32_t)(s->triangles.count / 3)) == WEND_OK);
    wend_array_free(context, &s->positions);
    wend_array_free(context, &s->triangles);
    return scene;
}

// ---------------------------------------------------------------------------------------------------- random hubs

static int32_t random_within(uint64_t *state, int32_t span) {
    return (int32_t)wend_random_below(state, 2 * (uint64_t)span + 1) - span;
}

// A triangle with a corner above the hub: anything from a large floor to a fin, and a wall that passes the hub. A short
// span makes many sides run the same way, or opposite ways.
static bool add_at_hub(soup *s, uint64_t *state, const int32_t hub[2], int32_t span) {
    int32_t z = random_within(state, 2) * 4000, corners[3][3];
    for (int i = 0; i < 3; i++) {
        corners[i][0] = hub[0] + (i > 0 ? random_within(state, span) : 0);
        corners[i][1] = hub[1] + (i > 0 ? random_within(state, span) : 0);
        corners[i][2] = z + random_within(state, span / 4);
    }
    uint64_t kind = wend_random_below(state, 8);
    for (int axis = 0; axis < 2 && kind < 3; axis++) // narrow, along one ray, along opposite ones
        corners[2][axis] = kind == 0   ? corners[1][axis] + random_within(state, 1)
                           : kind == 1 ? corners[1][axis]
                                       : 2 * hub[axis] - corners[1][axis];
    int32_t turn =
        (corners[1][0] - hub[0]) * (corners[2][1] - hub[1]) - (corners[1][1] - hub[1]) * (corners[2][0] - hub[0]);
    for (int axis = 0; axis < 3 && turn < 0; axis++) { // most face up
        int32_t kept = corners[1][axis];
        corners[1][axis] = corners[2][axis];
        corners[2][axis] = kept;
    }
    return add_triangle(s, corners);
}

static wend_scene *random_hubs(uint64_t *state) {
    static const int32_t spans[] = {6, 60, 1000, 15000};
    int32_t span = spans[wend_random_below(state, 4)], hubs[2][2] = {{0, 0}, {span / 2, 1}};
    int count = 1 + (int)wend_random_below(state, 2), each = 500 + (int)wend_random_below(state, 500);
    soup s = {0};
    bool fits = true;
    for (int hub = 0; hub < count; hub++)
        for (int k = 0; k < each; k++)
            fits &= add_at_hub(&s, state, hubs[hub], span);
    for (int k = 0; k < 50; k++) { // some that are at no hub, or at one by chance
        int32_t place[2] = {random_within(state, span), random_within(state, span)};
        fits &= add_at_hub(&s, state, place, span);
    }
    CHECK(fits);
    return scene_of(&s);
}

// ---------------------------------------------------------------------------------------------------- what is left out

// Whether a face does something to a floor; walls may stand on any of its sides, or on none.
static bool does_something(const wend_footing *f, int32_t floor, int32_t face, bool lonely) {
    wend_shadow shadow;
    wend_cut cuts[WEND_BENDS_MOST + 1];
    int bare = 0;
    if (lonely && f->solid->faces.data[face].flags & WEND_FACE_WALL)
        for (int i = 0; i < 3; i++)
            if (wend_clip_beside(f, floor, face, i, cuts) != WEND_BESIDE_NONE)
                return true;
    wend_clipped how = wend_clip(f, floor, face, &shadow, cuts);
    if (how == WEND_CLIPPED_BENT)
        return wend_clip_bent(f, floor, face, cuts, &bare) > 0 || bare != 0;
    return how != WEND_CLIPPED_NO_LINE || shadow.count > 0;
}

typedef struct lists {
    wend_face_list all, found;
    wend_hubs_room room;
    int64_t left_out;
} lists;

static bool check_floor(const wend_footing *f, int32_t floor, bool lonely, lists *l) {
    const wend_face *face = &f->solid->faces.data[floor];
    wend_box3 box = wend_box3_around(face->p);
    wend_box beside[3];
    for (int i = 0; i < 3; i++) {
        wend_point a = wend_from_above(face->p[i]), b = wend_from_above(face->p[(i + 1) % 3]);
        beside[i] = (wend_box){(a.x < b.x ? a.x : b.x) - WEND_COINCIDE, (a.y < b.y ? a.y : b.y) - WEND_COINCIDE,
                               (a.x > b.x ? a.x : b.x) + WEND_COINCIDE, (a.y > b.y ? a.y : b.y) + WEND_COINCIDE};
    }
    for (int i = 0; i < 3 && !lonely; i++)
        beside[i] = (wend_box){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] -= WEND_COINCIDE;
        box.high[axis] += axis < 2 ? WEND_COINCIDE : (int32_t)f->height + 1;
    }
    if (!CHECK(wend_solid_search(context, f->solid, &box, &l->all)) ||
        !CHECK(wend_footing_search(context, f, face, &box, beside, &l->found, &l->room)))
        return false;
    int64_t at = 0;
    for (int64_t k = 0; k < l->all.count; k++) {
        if (at < l->found.count && l->found.data[at] == l->all.data[k]) {
            at++;
            continue;
        }
        l->left_out++;
        if (!CHECK_MESSAGE(!does_something(f, floor, l->all.data[k], lonely), "face %d is left out at floor %d",
                           l->all.data[k], floor))
            return false;
    }
    return CHECK_INT(at, l->found.count); // ascending, each once, and none that boxes do not find
}

TEST(what_is_left_out_does_nothing) {
    open_context_with(1);
    int64_t cases = check_cases("cases", 12), hubs = 0;
    lists l = {0};
    for (int64_t seed = 0; seed < cases; seed++) {
        uint64_t state = 77 + (uint64_t)seed;
        wend_scene *scene = random_hubs(&state);
        wend_settings def = default_settings();
        def.solid.lattice = STEP;
        wend_solid *solid = NULL;
        wend_footing footing;
        if (scene && CHECK(wend_solid_build(context, scene, &def.solid, &solid, NULL) == WEND_OK)) {
            bool good = CHECK(wend_footing_find(context, solid, &def.agent, false, &footing, NULL) == WEND_OK);
            hubs += good ? footing.hubs.hubs.count : 0;
            for (int64_t k = 0; good && k < footing.floors.count && footing.hubs.hubs.count > 0; k++)
                good = check_floor(&footing, footing.floors.data[k], k % 2 == 0, &l);
            wend_footing_free(context, &footing);
        }
        wend_solid_destroy(solid);
        wend_scene_destroy(scene);
    }
    CHECK_MESSAGE(hubs > 0 && l.left_out > 0, "%lld hubs, %lld left out", (long long)hubs, (long long)l.left_out);
    wend_array_free(context, &l.all);
    wend_array_free(context, &l.found);
    wend_array_free(context, &l.room.hubs);
    wend_array_free(context, &l.room.members);
}

// ---------------------------------------------------------------------------------------------------- growth

typedef enum disc { CONE, FLAT, CONVEX } disc;

// So many triangles over a square, whose points are exact: around its middle, which is the tip of a cone or flat, or
// around one of its own corners.
static wend_scene *disc_of(int32_t count, disc kind) {
    soup s = {0};
    int32_t rim = count / 4, middle = kind == CONVEX ? -rim * 8 : 0;
    for (int32_t k = 0; k < 4 * rim; k++) {
        int32_t corners[3][3] = {{middle, middle, kind == CONE ? rim : 0}};
        for (int i = 0; i < 2; i++) {
            int32_t at = (k + i) % (4 * rim), side = at / rim, along = (at % rim) * 16 - rim * 8;
            static const int32_t turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
            corners[1 + i][0] = along * turns[side][0] + rim * 8 * turns[side][1];
            corners[1 + i][1] = along * turns[side][1] - rim * 8 * turns[side][0];
        }
        if (!add_triangle(&s, corners))
            break;
    }
    return scene_of(&s);
}

// Seconds of this processor that extracting takes.
static double seconds_for(int32_t count, disc kind) {
    wend_scene *scene = disc_of(count, kind);
    wend_settings def = default_settings();
    def.solid.lattice = STEP;
    wend_surface *surface = NULL;
    clock_t start = clock();
    CHECK(scene && extract_scene(context, scene, &def, &surface, NULL) == WEND_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return seconds;
}

// Four times as many must take less than eight times as long. Measured three times at most: another program may be in
// the way.
static void check_growth(disc kind) {
    open_context_with(1);
    double ratio = 0;
    for (int attempt = 0; attempt < 3; attempt++) {
        double few = seconds_for(8000, kind), many = seconds_for(32000, kind);
        ratio = many / (few > 0.001 ? few : 0.001);
        if (ratio < 8)
            return;
    }
    CHECK_MESSAGE(false, "four times as many triangles take %.1f times as long", ratio);
}

TEST(a_cone_grows_in_step) {
    check_growth(CONE);
}

TEST(a_flat_disc_grows_in_step) {
    check_growth(FLAT);
}

TEST(a_convex_face_grows_in_step) {
    check_growth(CONVEX);
}

// Seconds of this processor that planning a tower of so many floors takes.
static double seconds_for_tower(int32_t floors) {
    soup s = {0};
    const int32_t side = 20 * 8192, storey = 3 * 8192;
    for (int32_t k = 0; k < floors; k++) {
        int32_t first[3][3] = {{0, 0, storey * k}, {side, 0, storey * k}, {side, side, storey * k}};
        int32_t second[3][3] = {{0, 0, storey * k}, {side, side, storey * k}, {0, side, storey * k}};
        if (!add_triangle(&s, first) || !add_triangle(&s, second))
            break;
    }
    wend_scene *scene = scene_of(&s);
    wend_surface *surface = NULL;
    wend_links *links = NULL;
    wend_plan *plan = NULL;
    CHECK(scene && extract_scene(context, scene, NULL, &surface, NULL) == WEND_OK &&
          link_scene(context, scene, surface, NULL, &links, NULL) == WEND_OK);
    clock_t start = clock();
    CHECK(links && wend_plan_build_linked(context, links, NULL, &plan, NULL) == WEND_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    wend_plan_destroy(plan);
    wend_links_destroy(links);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return seconds;
}

// Eight times as many floors, all above each other, must take less than sixteen times as long to plan.
TEST(a_tower_grows_in_step) {
    open_context_with(1);
    double ratio = 0;
    for (int attempt = 0; attempt < 3; attempt++) {
        double few = seconds_for_tower(500), many = seconds_for_tower(4000);
        ratio = many / (few > 0.001 ? few : 0.001);
        if (ratio < 16)
            return;
    }
    CHECK_MESSAGE(false, "eight times as many floors take %.1f times as long", ratio);
}

TEST(nothing_is_left_behind) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()
