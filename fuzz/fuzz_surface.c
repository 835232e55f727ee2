// The walkable surface of any scene, its links and the plan on them. The bytes say the options, the scale, and triangles whose corners lie on a small
// grid, so that all that can touch, coincide, stack up or be a needle does. What is made must pass its validators,
// and shuffled triangles and other numbers of threads must give the same hash; what is refused must say why. A failing
// allocation must be told as such. Nothing may leak.
#include "../test/stages.h"
#include "bytes.h"

#include <wend/voxel.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TRIANGLES = 400 };

// An allocator that fails once, after a number of calls.
typedef struct failing {
    int64_t left; // calls until the failing one; negative: never
    bool failed;
} failing;

static void *allocate(void *user, size_t count) {
    failing *f = user;
    if (f->left == 0)
        f->failed = true;
    return f->left-- == 0 ? NULL : malloc(count);
}

static void release(void *user, void *block, size_t count) {
    (void)user;
    (void)count;
    free(block);
}

// ---------------------------------------------------------------------------------------------------- the scene

// How grid places become coordinates.
typedef struct scale {
    double step;   // between places of the grid, in units of the scene
    double rise;   // between heights
    double tweak;  // a little more, times -8 to 7: makes needles and near misses
    double offset; // of the whole scene
    double lattice;
} scale;

static scale scale_of(uint8_t byte) {
    static const scale scales[] = {
        {1, 1, 0, 0, 1},            // every corner a lattice point, everything as small as can be
        {37, 5, 1, 0, 1},           // a few lattice steps
        {1000, 300, 1, 0, 1},       // needles of one lattice step
        {0.5, 0.3, 0, 0, 0},        // as people build
        {0.5, 0.3, 0.0003, 0, 0},   // the same, not quite
        {1, 1, 0.25, 1e6, 0},       // georeferenced
        {1e-4, 1e-4, 1e-5, 0, 0},   // tiny
        {1e7, 0.9, 1, 0, 0},        // as wide as the lattice
        {3000, 1, 1000, -3e5, 0},   // a landscape
        {1e300, 1e300, 1e299, 0, 0} // nonsense
    };
    return scales[byte % (sizeof scales / sizeof *scales)];
}

typedef struct soup {
    double corners[9 * TRIANGLES];
    int32_t count;
} soup;

static void corner(bytes *b, const scale *s, double *at) {
    uint8_t place = next(b), more = next(b);
    double tweak = place & 1 ? 0 : s->tweak * ((more & 15) - 8);
    at[0] = s->offset + s->step * (place >> 4) + tweak;
    at[1] = s->offset + s->step * (place & 15) - (place & 2 ? tweak : 0);
    at[2] = s->rise * (more >> 4) + (place & 4 ? tweak : 0);
}

static double tweak_of(const scale *s, uint8_t nibble) {
    return s->tweak * ((nibble & 15) - 8);
}

static void add(soup *soup, const double *a, const double *b, const double *c) {
    if (soup->count == TRIANGLES)
        return;
    double *t = soup->corners + 9 * soup->count++;
    memcpy(t, a, 3 * sizeof *t);
    memcpy(t + 3, b, 3 * sizeof *t);
    memcpy(t + 6, c, 3 * sizeof *t);
}

// A patch of ground, up to four by four squares whose corners are shared, each a little off its place.
static void add_patch(bytes *b, const scale *s, soup *soup) {
    uint8_t size = next(b), place = next(b);
    int wide = 1 + (size & 3), deep = 1 + (size >> 2 & 3);
    double at[5][5][3];
    for (int i = 0; i <= wide; i++)
        for (int k = 0; k <= deep; k++) {
            uint8_t more = next(b);
            at[i][k][0] = s->offset + s->step * ((place >> 4) + 2 * i) + tweak_of(s, more);
            at[i][k][1] = s->offset + s->step * ((place & 15) + 2 * k) - tweak_of(s, more >> 2);
            at[i][k][2] = s->rise * ((size >> 4) + (more >> 5) * 0.25);
        }
    for (int i = 0; i < wide; i++)
        for (int k = 0; k < deep; k++) {
            add(soup, at[i][k], at[i + 1][k], at[i + 1][k + 1]);
            add(soup, at[i][k], at[i + 1][k + 1], at[i][k + 1]);
        }
}

// A wall over the first side of a triangle, a little off it.
static void add_wall(bytes *b, const scale *s, soup *soup, const double *old, uint8_t head) {
    uint8_t off = next(b), high = next(b);
    double t[9];
    memcpy(t, old, sizeof t);
    memcpy(t + 6, t + (head & 64 ? 0 : 3), 3 * sizeof *t);
    t[8] += s->rise * (1 + (high & 15));
    t[2] -= s->rise * (high >> 6);
    for (int i = 0; i < 3 && off >= 64; i++) {
        t[3 * i] += tweak_of(s, off) / (i + 1);
        t[3 * i + 1] += tweak_of(s, off >> 2) / (i + 1);
    }
    add(soup, t + (head & 128 ? 3 : 0), t + (head & 128 ? 0 : 3), t + 6);
}

// An earlier triangle again: as it is, reversed, raised, or each corner a little off.
static void add_copy(bytes *b, const scale *s, soup *soup, const double *old, uint8_t head) {
    uint8_t off = head & 32 ? next(b) : 0x88;
    double t[9];
    memcpy(t, old, sizeof t);
    for (int i = 0; i < 3; i++) {
        t[3 * i] += tweak_of(s, off) * i / 2;
        t[3 * i + 1] -= tweak_of(s, off >> 4) * (2 - i) / 2;
        t[3 * i + 2] += head & 64 ? s->rise * (off >> 5) : tweak_of(s, off >> 2);
    }
    add(soup, t + (head & 128 ? 3 : 0), t + (head & 128 ? 0 : 3), t + 6);
}

// One more triangle, or several: three new corners, a neighbour of an earlier triangle, a copy of it, a wall over it, or
// a patch of ground.
static void add_some(bytes *b, const scale *s, soup *soup) {
    uint8_t head = next(b), kind = soup->count > 0 ? head & 7 : 0;
    int32_t back = 1 + (head >> 3) % (soup->count > 0 && soup->count < 32 ? soup->count : 32);
    const double *old = soup->corners + 9 * (kind > 1 ? soup->count - back : 0);
    double fresh[9];
    if (kind == 1) {
        add_patch(b, s, soup);
    } else if (kind == 6) {
        add_copy(b, s, soup, old, head);
    } else if (kind == 7) {
        add_wall(b, s, soup, old, head);
    } else {
        for (int i = 0; i < (kind == 0 ? 3 : 1); i++)
            corner(b, s, fresh + 3 * i);
        if (kind == 0)
            add(soup, fresh, fresh + 3, fresh + 6);
        else if (kind < 4) // on the other side of the first side
            add(soup, old + 3, old, fresh);
        else // a fan
            add(soup, old, old + 6, fresh);
    }
}

static void fill(bytes *b, const scale *s, soup *soup) {
    soup->count = 0;
    while (b->size > 0 && soup->count < TRIANGLES)
        add_some(b, s, soup);
    if (soup->count > 3 && soup->count % 11 == 0)
        soup->corners[9 * (soup->count / 2) + 4] = soup->count % 2 ? 0.0 / 0.0 : 1.0 / 0.0;
}

// The scene, its triangles in the order i -> (i * stride) % count, their corners turned by the stride.
static wend_scene *make_scene(wend_context *context, const soup *soup, wend_up up, int32_t stride) {
    wend_scene_def def = wend_default_scene_def();
    wend_scene *scene = NULL;
    def.up = up;
    require(wend_scene_create(context, &def, &scene) == WEND_OK);
    for (int64_t i = 0; i < soup->count; i++) {
        const double *t = soup->corners + 9 * (i * stride % soup->count);
        double positions[9];
        for (int k = 0; k < 3; k++)
            wend_scene_from_ground(up, t + 3 * ((k + stride) % 3), positions + 3 * k);
        require(wend_scene_add(scene, positions, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    }
    return scene;
}

// ---------------------------------------------------------------------------------------------------- the surface

static wend_settings settings_of(bytes *b, const scale *s, double seeds[6]) {
    static const double heights[] = {1.8, 0.5, 3, 10}, slopes[] = {45, 30, 80, 10}, welds[] = {0, 0.001, 2.5, 40};
    uint8_t byte = next(b), flags = next(b);
    wend_settings def = default_settings();
    def.solid.lattice = s->lattice;
    def.agent.height = heights[byte & 3] * (s->lattice > 0 || s->rise >= 1 ? s->rise : 1);
    def.agent.height = def.agent.height > 1e9 ? 1e9 : def.agent.height;
    def.agent.slope = slopes[byte >> 2 & 3] * 0.017453292519943295;
    def.exact.weld = welds[byte >> 4 & 3] * (s->lattice > 0 || welds[byte >> 4 & 3] < 1 ? 1 : 0.0002);
    def.exact.two_sided = flags & 1;
    def.exact.keep_inside = flags & 2;
    def.keep.min_area = flags & 4 ? s->step * s->step : 0;
    def.keep.seed_count = (flags & 8) / 8 + (flags & 16) / 16;
    def.keep.seeds = def.keep.seed_count > 0 ? seeds : NULL;
    for (int i = 0; i < 6; i++)
        seeds[i] = s->offset * (i % 3 < 2) + s->step * (flags >> 5) + i;
    return def;
}

// Links and plan of a surface, which must be fine; returns their hash.
static uint64_t link_up(wend_context *context, const wend_solid *solid, const wend_surface *surface,
                        const wend_agent *agent, wend_report *report) {
    wend_links *links = NULL;
    wend_stairs *stairs = NULL;
    wend_plan *plan = NULL;
    wend_lattice3 lattice = wend_surface_look(surface).lattice;
    if (agent->gap < 32 * lattice.step * lattice.unit) // coarse: what is in the way is told to two lattice steps only
        return 0;
    require(wend_links_build(context, solid, surface, agent, NULL, &links, report) == WEND_OK);
    // Without the scene: rays may meet what twisted fillers touch between their rungs (docs/design/links.md, Limits).
    require(wend_links_check(context, links, surface, NULL, report) == WEND_OK);
    require(wend_stairs_build(context, links, surface, NULL, &stairs, report) == WEND_OK);
    require(wend_stairs_check(context, stairs, links, surface, report) == WEND_OK);
    require(wend_plan_build_linked(context, links, NULL, &plan, report) == WEND_OK);
    require(wend_plan_check(context, plan, report) == WEND_OK);
    uint64_t hash = wend_links_look(links).hash;
    wend_plan_destroy(plan);
    wend_stairs_destroy(stairs);
    wend_links_destroy(links);
    return hash;
}

typedef struct task {
    wend_settings settings;
    bool linked; // whether links are found, too
    wend_voxel_def voxel;
    bool by_voxels;
} task;

// The solid of a scene, and the surface that is kept of it.
static wend_result make(wend_context *context, const wend_scene *scene, const task *task, wend_solid **solid,
                        wend_surface **surface, wend_report *report) {
    const wend_settings *settings = &task->settings;
    wend_exact_def def = settings->exact;
    def.keep_inside |= settings->keep.seed_count > 0;
    wend_result result = wend_solid_build(context, scene, &settings->solid, solid, report);
    if (result == WEND_OK && task->by_voxels)
        result = wend_voxel_build(context, *solid, &settings->agent, &task->voxel, surface, report);
    else if (result == WEND_OK)
        result = wend_exact_build(context, *solid, &settings->agent, &def, surface, report);
    if (result == WEND_OK && (settings->keep.seed_count > 0 || settings->keep.min_area > 0))
        result = keep_components(context, *solid, settings, surface, report);
    return result;
}

static uint64_t extract(wend_context *context, const wend_scene *scene, const task *task, wend_result *result) {
    wend_solid *solid = NULL;
    wend_surface *surface = NULL;
    wend_report *report = NULL;
    require(wend_report_create(context, &report) == WEND_OK);
    *result = make(context, scene, task, &solid, &surface, report);
    uint64_t hash = 0;
    require((*result == WEND_OK) == (surface != NULL));
    if (*result == WEND_OK) {
        require(wend_surface_check(context, surface, report) == WEND_OK);
        wend_surface_view view = wend_surface_look(surface);
        require(view.triangle_count > 0 && view.area > 0);
        hash = view.hash;
        if (task->linked)
            hash ^= link_up(context, solid, surface, &task->settings.agent, report);
    } else {
        require(*result == WEND_ERROR_EMPTY || *result == WEND_ERROR_RANGE ||
                (task->by_voxels && (*result == WEND_ERROR_ARGUMENT || *result == WEND_ERROR_LIMIT)));
        require(wend_report_error(report)[0] != 0);
    }
    wend_surface_destroy(surface);
    wend_solid_destroy(solid);
    wend_report_destroy(report);
    return hash;
}

static wend_context *open_context(failing *f, int threads) {
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    if (f) {
        def.user = f;
        def.allocate = allocate;
        def.release = release;
    }
    wend_context *context = NULL;
    require(wend_context_create(&def, &context) == WEND_OK);
    return context;
}

static void close_context(wend_context *context) {
    require(wend_bytes_now(context) == 0);
    wend_context_destroy(context);
}

// Another order of the triangles, another number of threads, another size of tiles.
static void check_same(const soup *soup, wend_up up, const task *first, int threads, int32_t stride,
                       wend_result expected, uint64_t hash) {
    task other = *first, *task = &other;
    other.voxel.tile += 3 * stride;
    wend_context *context = open_context(NULL, threads);
    wend_scene *scene = make_scene(context, soup, up, stride);
    wend_result result;
    require(extract(context, scene, task, &result) == hash && result == expected);
    wend_scene_destroy(scene);
    close_context(context);
}

// One allocation fails; the call says so, or did without it.
static void check_failing(const soup *soup, wend_up up, const task *task, int64_t calls) {
    failing f = {.left = -1};
    wend_context *context = open_context(&f, 1);
    wend_scene *scene = make_scene(context, soup, up, 1);
    wend_solid *solid = NULL;
    wend_surface *surface = NULL;
    f.left = calls;
    wend_result result = make(context, scene, task, &solid, &surface, NULL);
    require((result == WEND_ERROR_MEMORY) == f.failed);
    if (result == WEND_OK && task->linked) {
        wend_links *links = NULL;
        f.left = calls / 4;
        result = wend_links_build(context, solid, surface, &task->settings.agent, NULL, &links, NULL);
        require((result == WEND_ERROR_MEMORY) == f.failed);
        wend_stairs *stairs = NULL;
        if (result == WEND_OK)
            result = wend_stairs_build(context, links, surface, NULL, &stairs, NULL);
        require((result == WEND_ERROR_MEMORY) == f.failed);
        wend_stairs_destroy(stairs);
        wend_links_destroy(links);
    }
    f.left = -1;
    wend_surface_destroy(surface);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
    close_context(context);
}

// A stride without common divisor with the count.
static int32_t stride_of(int32_t count) {
    static const int32_t primes[] = {5, 7, 11, 13, 17};
    for (int i = 0; i < 4; i++)
        if (count % primes[i] != 0)
            return primes[i];
    return count - 1 > 0 ? count - 1 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    static soup soup;
    double seeds[6];
    uint8_t how = next(&b), extra = next(&b);
    scale s = scale_of(how & 15);
    task task = {.settings = settings_of(&b, &s, seeds), .linked = extra % 3 == 0};
    wend_agent *agent = &task.settings.agent;
    agent->step = 0.22 * agent->height;
    agent->gap = 0.17 * agent->height;
    agent->drop = extra & 64 ? agent->height : 0;
    static const double cells[] = {0.25, 0.4, 1, 3};
    double spacing = s.lattice > 0 ? 40 : s.step < 100 ? s.step : 100;
    task.by_voxels = extra % 5 == 0;
    task.voxel = (wend_voxel_def){.cell = spacing * cells[extra >> 6],
                                  .cell_height = 0.05 * agent->height,
                                  .tile = 8 + extra % 16,
                                  .simplify = extra & 1 ? -1 : 0,
                                  .smooth = extra & 4 ? spacing * cells[extra >> 6] * (extra % 7) : 0,
                                  .keep_inside = extra & 2};
    wend_up up = (how >> 4) % 4 == 3 ? (wend_up)((how >> 6) + 2) : WEND_UP_Z;
    fill(&b, &s, &soup);
    wend_context *context = open_context(NULL, 1);
    wend_scene *scene = make_scene(context, &soup, up, 1);
    wend_result result;
    uint64_t hash = extract(context, scene, &task, &result);
    wend_scene_destroy(scene);
    close_context(context);
    if (soup.count > 1 && extra % 4 == 0)
        check_same(&soup, up, &task, 1, stride_of(soup.count), result, hash);
    if (extra % 32 == 1)
        check_same(&soup, up, &task, 3, 1, result, hash);
    if (extra % 8 == 3)
        check_failing(&soup, up, &task, extra / 8 * 3 + (extra / 8 > 20 ? extra * 4 : 0));
    return 0;
}
