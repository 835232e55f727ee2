// Samples a surface against the scene that it was made of. See scene.h.
//
// A place is judged by the vertical line through it: a triangle that is flat enough is walkable there when no other
// meets the line above it, closer than the height. Around each place the same is asked on three rings, 0.5, 3 and 10 mm
// away, always about the floor at about that height: where one of them disagrees, the verdict changes within a
// centimetre, and the place is left out. All of it reads one list of triangles, those in a column around the place.
//
// Places that the surface lacks are asked about their whole floor: it may have been left out on purpose (regions.h).
//
// Places are drawn in batches, in parallel; what is wrong in a batch is then looked at in order.
#include "truth/scene.h"

#include "base/random.h"
#include "base/sort.h"
#include "truth/regions.h"

#include <math.h>

#define SAME 1e-6     // metres between heights that count as equal
#define NEAR 1e-3     // metres of room in which rounding may decide
#define RING 0.01     // metres around a place that are asked
#define STANDING 2e-3 // metres above the floor below which a steep triangle may be a part of it
#define EDGE_DEGREES 0.1
#define ROUNDING 3   // lattice steps that edges may reach over each other
#define BATCH 262144 // samples that are drawn before what is wrong is looked at
#define GRAIN 1024   // samples of one task
#define REACHES 400  // faults of a kind whose reach is measured
#define RADIAN 0.017453292519943295

static const double directions[16][2] = {
    {1, 0},
    {0.92387953251128674, 0.38268343236508977},
    {0.70710678118654752, 0.70710678118654752},
    {0.38268343236508977, 0.92387953251128674},
    {0, 1},
    {-0.38268343236508977, 0.92387953251128674},
    {-0.70710678118654752, 0.70710678118654752},
    {-0.92387953251128674, 0.38268343236508977},
    {-1, 0},
    {-0.92387953251128674, -0.38268343236508977},
    {-0.70710678118654752, -0.70710678118654752},
    {-0.38268343236508977, -0.92387953251128674},
    {0, -1},
    {0.38268343236508977, -0.92387953251128674},
    {0.70710678118654752, -0.70710678118654752},
    {0.92387953251128674, -0.38268343236508977},
};

// ---------------------------------------------------------------------------------------------------- preparing

void wend_scene_truth_to_metres(const wend_scene_truth *truth, const double place[3], double metres[3]) {
    const wend_lattice3 *lattice = &truth->ground.lattice;
    double ground[3];
    wend_ground_from_scene(lattice->up, place, ground);
    for (int k = 0; k < 3; k++)
        metres[k] = (ground[k] - lattice->origin[k]) * lattice->unit;
}

void wend_scene_truth_to_place(const wend_scene_truth *truth, const double metres[3], double place[3]) {
    const wend_lattice3 *lattice = &truth->ground.lattice;
    double ground[3];
    for (int k = 0; k < 3; k++)
        ground[k] = lattice->origin[k] + metres[k] / lattice->unit;
    wend_scene_from_ground(lattice->up, ground, place);
}

// Whether a place, in metres, is one of the file's lattice. What lies beyond was left out, as it cannot be told.
static bool on_lattice(const wend_scene_truth *truth, const double p[3]) {
    double reach = 0x1p30 * truth->ground.lattice.step * truth->ground.lattice.unit;
    return fabs(p[0]) <= reach && fabs(p[1]) <= reach && fabs(p[2]) <= reach;
}

static bool add_scene(wend_scene_truth *truth) {
    const wend_scene_view *view = &truth->view;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        double p[3][3];
        bool told = true;
        for (int i = 0; i < 3; i++) {
            wend_scene_truth_to_metres(truth, view->positions + 3 * (int64_t)view->triangles[3 * (int64_t)t + i], p[i]);
            told = told && on_lattice(truth, p[i]);
        }
        if (told && !wend_columns_add(truth->context, &truth->scene, p, t))
            return false;
    }
    return wend_columns_build(truth->context, &truth->scene);
}

static bool add_surface(wend_scene_truth *truth) {
    const wend_surface_view *ground = &truth->ground;
    double side = ground->lattice.step * ground->lattice.unit;
    for (int32_t t = 0; t < ground->triangle_count; t++) {
        double p[3][3];
        for (int i = 0; i < 3; i++) {
            const wend_point3 *v = &ground->vertices[ground->triangles[t].v[i]];
            p[i][0] = v->x * side;
            p[i][1] = v->y * side;
            p[i][2] = v->z * side;
        }
        if (!wend_columns_add(truth->context, &truth->surface, p, t))
            return false;
    }
    return wend_columns_build(truth->context, &truth->surface);
}

static double normal_length(const wend_column_triangle *t) {
    return sqrt(t->normal[0] * t->normal[0] + t->normal[1] * t->normal[1] + t->normal[2] * t->normal[2]);
}

static wend_grade grade_of(const wend_scene_truth *truth, const wend_column_triangle *t) {
    double length = normal_length(t), up = truth->def.settings.exact.two_sided ? fabs(t->normal[2]) : t->normal[2];
    double low = truth->def.settings.agent.slope - EDGE_DEGREES * RADIAN,
           high = truth->def.settings.agent.slope + EDGE_DEGREES * RADIAN;
    if (t->inverse == 0 || up < cos(high) * length)
        return WEND_GRADE_STEEP;
    return low >= 0 && up > cos(low) * length ? WEND_GRADE_FLAT : WEND_GRADE_UNSURE;
}

// Grades all triangles and sums up what places are drawn from.
static bool sum_scene(wend_scene_truth *truth) {
    wend_context *context = truth->context;
    int64_t count = truth->scene.triangles.count;
    if (!wend_array_resize(context, &truth->grade, count) || !wend_array_resize(context, &truth->floor_sum, count) ||
        !wend_array_resize(context, &truth->stand_sum, count) ||
        !wend_array_resize(context, &truth->place, truth->view.triangle_count))
        return false;
    for (int32_t t = 0; t < truth->view.triangle_count; t++)
        truth->place.data[t] = -1;
    double floor_area = 0, stand_area = 0, upright = cos(truth->def.settings.agent.slope);
    for (int64_t k = 0; k < count; k++) {
        const wend_column_triangle *t = &truth->scene.triangles.data[k];
        truth->place.data[t->number] = (int32_t)k;
        truth->grade.data[k] = (uint8_t)grade_of(truth, t);
        if (truth->grade.data[k] == WEND_GRADE_FLAT)
            floor_area += fabs(t->normal[2]) / 2;
        if (fabs(t->normal[2]) < upright * normal_length(t))
            stand_area += normal_length(t) / 2;
        truth->floor_sum.data[k] = floor_area;
        truth->stand_sum.data[k] = stand_area;
    }
    return true;
}

static bool sum_surface(wend_scene_truth *truth) {
    double area = 0;
    if (!wend_array_resize(truth->context, &truth->surface_sum, truth->surface.triangles.count))
        return false;
    for (int64_t k = 0; k < truth->surface.triangles.count; k++)
        truth->surface_sum.data[k] = area += fabs(truth->surface.triangles.data[k].normal[2]) / 2;
    return true;
}

wend_result wend_scene_truth_start(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                   const wend_truth_def *def, wend_scene_truth *truth) {
    *truth = (wend_scene_truth){
        .context = context, .def = *def, .view = wend_scene_look(scene), .ground = wend_surface_look(surface)};
    double slope = tan(def->settings.agent.slope), step = truth->ground.lattice.step * truth->ground.lattice.unit;
    truth->ring_slope = slope > 1 ? slope : 1;
    truth->cell = truth->ground.producer == WEND_PRODUCER_VOXEL ? def->settings.cell + def->settings.smooth : 0;
    truth->near_surface = fmax(def->settings.exact.weld, 2 * step) + 4 * step + truth->cell +
                          (truth->cell > 0 ? def->settings.cell_height : 0) +
                          (def->settings.smooth > 0 ? def->settings.agent.step : 0);
    if (add_scene(truth) && add_surface(truth) && sum_scene(truth) && sum_surface(truth))
        return WEND_OK;
    wend_scene_truth_free(truth);
    return WEND_ERROR_MEMORY;
}

void wend_scene_truth_free(wend_scene_truth *truth) {
    wend_context *context = truth->context;
    wend_columns_free(context, &truth->scene);
    wend_columns_free(context, &truth->surface);
    wend_array_free(context, &truth->grade);
    wend_array_free(context, &truth->place);
    wend_array_free(context, &truth->floor_sum);
    wend_array_free(context, &truth->stand_sum);
    wend_array_free(context, &truth->surface_sum);
}

// ---------------------------------------------------------------------------------------------------- judging

typedef enum verdict { NO, UNSURE, YES } verdict;

typedef struct hit {
    double z;
    uint8_t grade;
} hit;

typedef struct fault {
    int64_t sample;
    double at[3];
    int32_t place; // in the scene's columns
    wend_fault fault;
    double measure;
} fault;

// What one worker needs.
typedef struct worker {
    wend_column_list near, over; // triangles of the scene, of the surface, around the place
    WEND_ARRAY(hit) hits;
    WEND_ARRAY(fault) faults;
    wend_truth_counts counts;
} worker;

typedef struct sampling {
    const wend_scene_truth *truth;
    worker *workers;
    int64_t first; // of the batch
    wend_result (*ask)(const struct sampling *s, worker *w, int64_t sample, uint64_t *random);
    int64_t reaches[WEND_FAULT_COUNT];
    wend_regions regions;
} sampling;

static wend_column_box column(double x, double y, double radius, double low, double high) {
    return (wend_column_box){{x - radius, y - radius, low}, {x + radius, y + radius, high}};
}

// Whether a triangle, seen from above, comes as near to a place as `radius`. Corners are not cut off.
static bool comes_near(const wend_column_triangle *t, const double p[3], double radius) {
    if (t->inverse == 0)
        return false;
    for (int i = 0; i < 3; i++) {
        const double *a = t->p[i], *b = t->p[(i + 1) % 3];
        double x = b[0] - a[0], y = b[1] - a[1], side = x * (p[1] - a[1]) - y * (p[0] - a[0]);
        side = t->inverse > 0 ? side : -side;
        if (side < 0 && side * side > radius * radius * (x * x + y * y))
            return false;
    }
    return true;
}

// Lists the triangles that can have a say within the rings around a place.
static bool look_around(const wend_scene_truth *truth, worker *w, const double p[3], double radius) {
    double rise = radius * truth->ring_slope + NEAR;
    wend_column_box box =
        column(p[0], p[1], radius, p[2] - rise - NEAR, p[2] + truth->def.settings.agent.height + rise + NEAR);
    if (!wend_columns_find(truth->context, &truth->scene, &box, &w->near))
        return false;
    int64_t kept = 0;
    for (int64_t k = 0; k < w->near.count; k++) {
        if (comes_near(&truth->scene.triangles.data[w->near.data[k]], p, radius))
            w->near.data[kept++] = w->near.data[k];
    }
    w->near.count = kept;
    return true;
}

// Whether the floor at one hit can be walked on.
static verdict judge_hit(const wend_scene_truth *truth, const worker *w, const hit *floor) {
    verdict v = floor->grade == WEND_GRADE_FLAT ? YES : UNSURE;
    for (int64_t k = 0; k < w->hits.count; k++) {
        double above = w->hits.data[k].z - floor->z;
        if (above <= SAME || above >= truth->def.settings.agent.height + NEAR)
            continue;
        if (above >= NEAR && above <= truth->def.settings.agent.height - NEAR)
            return NO;
        v = UNSURE;
    }
    return v;
}

// Whether there is a floor to walk on at (x, y), no farther than `slack` from the height z. Reads `near`.
static wend_result judge(const wend_scene_truth *truth, worker *w, double x, double y, double z, double slack,
                         verdict *best) {
    w->hits.count = 0;
    for (int64_t k = 0; k < w->near.count; k++) {
        int32_t place = w->near.data[k];
        hit h = {.grade = truth->grade.data[place]};
        if (wend_column_height(&truth->scene.triangles.data[place], x, y, &h.z) &&
            !wend_array_push(truth->context, &w->hits, h))
            return WEND_ERROR_MEMORY;
    }
    *best = NO;
    for (int64_t k = 0; k < w->hits.count && *best < YES; k++) {
        const hit *h = &w->hits.data[k];
        if (h->grade == WEND_GRADE_STEEP || fabs(h->z - z) > slack)
            continue;
        verdict v = judge_hit(truth, w, h);
        *best = v > *best ? v : *best;
    }
    return WEND_OK;
}

// Whether a place lies inside a triangle, farther than the rings from its sides.
static bool deep_inside(const wend_column_triangle *t, const double p[3]) {
    for (int i = 0; i < 3; i++) {
        const double *a = t->p[i], *b = t->p[(i + 1) % 3];
        double x = b[0] - a[0], y = b[1] - a[1], side = x * (p[1] - a[1]) - y * (p[0] - a[0]);
        if (side * side <= RING * RING * (x * x + y * y))
            return false;
    }
    return true;
}

// Whether the verdict is the same all around. Reads `near`.
static wend_result ask_rings(const wend_scene_truth *truth, worker *w, const double p[3], verdict v, bool *same) {
    static const double rings[3] = {0.0005, 0.003, RING};
    *same = true;
    if (w->near.count == 1 && deep_inside(&truth->scene.triangles.data[w->near.data[0]], p))
        return WEND_OK;
    for (int ring = 0; ring < 3; ring++) {
        for (int k = ring & 1; k < 16; k += ring < 2 ? 2 : 1) {
            verdict there;
            double slack = rings[ring] * truth->ring_slope + NEAR / 2;
            wend_result result = judge(truth, w, p[0] + rings[ring] * directions[k][0],
                                       p[1] + rings[ring] * directions[k][1], p[2], slack, &there);
            if (result != WEND_OK || there != v) {
                *same = false;
                return result;
            }
        }
    }
    return WEND_OK;
}

// How the surface lies at a place: the triangle nearest in height, no farther than `slack`; -1 for none.
static wend_result find_surface(const wend_scene_truth *truth, worker *w, const double p[3], double slack,
                                int32_t *place, double *off) {
    wend_column_box box = column(p[0], p[1], 0, p[2] - slack, p[2] + slack);
    *place = -1;
    if (!wend_columns_find(truth->context, &truth->surface, &box, &w->over))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < w->over.count; k++) {
        double z;
        if (!wend_column_height(&truth->surface.triangles.data[w->over.data[k]], p[0], p[1], &z) ||
            fabs(z - p[2]) > slack || (*place >= 0 && fabs(z - p[2]) >= *off))
            continue;
        *place = w->over.data[k];
        *off = fabs(z - p[2]);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- drawing places

// Draws one of the triangles by what they sum up to, and a place on it.
static int32_t draw(const wend_columns *columns, const double *sums, uint64_t *random, double p[3]) {
    int64_t low = 0, high = columns->triangles.count - 1;
    double goal = wend_random_unit(random) * sums[high];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (sums[middle] > goal)
            high = middle;
        else
            low = middle + 1;
    }
    double u = wend_random_unit(random), v = wend_random_unit(random);
    bool flip = u + v > 1;
    u = flip ? 1 - u : u;
    v = flip ? 1 - v : v;
    const wend_column_triangle *t = &columns->triangles.data[low];
    for (int k = 0; k < 3; k++)
        p[k] = t->p[0][k] + u * (t->p[1][k] - t->p[0][k]) + v * (t->p[2][k] - t->p[0][k]);
    return (int32_t)low;
}

static wend_result note(const wend_scene_truth *truth, worker *w, const fault *f) {
    return wend_array_push(truth->context, &w->faults, *f) ? WEND_OK : WEND_ERROR_MEMORY;
}

// A place on a flat triangle of the scene.
static wend_result ask_floor(const sampling *s, worker *w, int64_t sample, uint64_t *random) {
    const wend_scene_truth *truth = s->truth;
    double p[3], off;
    verdict v;
    bool same;
    int32_t place = draw(&truth->scene, truth->floor_sum.data, random, p), over;
    if (!look_around(truth, w, p, RING))
        return WEND_ERROR_MEMORY;
    wend_result result = judge(truth, w, p[0], p[1], p[2], SAME, &v);
    if (result != WEND_OK || v == NO)
        return result;
    result = ask_rings(truth, w, p, v, &same);
    if (result != WEND_OK || !same || v == UNSURE) {
        w->counts.left_out += result == WEND_OK;
        return result;
    }
    w->counts.walkable++;
    result = find_surface(truth, w, p, truth->near_surface, &over, &off);
    if (result != WEND_OK)
        return result;
    if (over < 0)
        return note(truth, w, &(fault){sample, {p[0], p[1], p[2]}, place, WEND_FAULT_MISSED, 0});
    w->counts.off = off > w->counts.off ? off : w->counts.off;
    return WEND_OK;
}

static int32_t source_place(const wend_scene_truth *truth, int32_t place) {
    int32_t source = truth->ground.triangles[truth->surface.triangles.data[place].number].source;
    return source < 0 ? -1 : truth->place.data[source];
}

// How many triangles of the surface lie over or under a place, closer than the height, apart from one. *apart is how
// far the last of them is away. Reads `over`.
static int count_parts(const wend_scene_truth *truth, const worker *w, double x, double y, double z, int32_t except,
                       double *apart) {
    int count = 0;
    for (int64_t k = 0; k < w->over.count; k++) {
        double height;
        if (w->over.data[k] == except ||
            !wend_column_height(&truth->surface.triangles.data[w->over.data[k]], x, y, &height) ||
            fabs(height - z) >= truth->def.settings.agent.height - NEAR)
            continue;
        count++;
        *apart = fabs(height - z);
    }
    return count;
}

// Whether another part of the surface lies over or under a place of it. Edges may reach over each other by rounding: it
// counts where it is wider than that, by a step to all sides, and by more where the verdict changes nearby.
static wend_result ask_twice(const wend_scene_truth *truth, worker *w, int64_t sample, int32_t place, const double p[3],
                             bool same) {
    double steps = same ? 1 : ROUNDING, apart = 0, ignored;
    double radius = steps * truth->ground.lattice.step * truth->ground.lattice.unit;
    wend_column_box box =
        column(p[0], p[1], radius, p[2] - truth->def.settings.agent.height, p[2] + truth->def.settings.agent.height);
    if (!wend_columns_find(truth->context, &truth->surface, &box, &w->over))
        return WEND_ERROR_MEMORY;
    bool twice = count_parts(truth, w, p[0], p[1], p[2], place, &apart) > 0;
    for (int k = 0; k < 16 && twice; k += 2)
        twice = count_parts(truth, w, p[0] + radius * directions[k][0], p[1] + radius * directions[k][1], p[2], -1,
                            &ignored) > 1;
    if (!twice)
        return WEND_OK;
    return note(truth, w, &(fault){sample, {p[0], p[1], p[2]}, source_place(truth, place), WEND_FAULT_TWICE, apart});
}

// A place on the surface.
static wend_result ask_surface(const sampling *s, worker *w, int64_t sample, uint64_t *random) {
    const wend_scene_truth *truth = s->truth;
    double p[3];
    verdict v;
    bool same;
    int32_t place = draw(&truth->surface, truth->surface_sum.data, random, p);
    if (!look_around(truth, w, p, RING))
        return WEND_ERROR_MEMORY;
    wend_result result = judge(truth, w, p[0], p[1], p[2], truth->near_surface, &v);
    if (result == WEND_OK)
        result = ask_rings(truth, w, p, v, &same);
    if (result == WEND_OK)
        result = ask_twice(truth, w, sample, place, p, same);
    if (result != WEND_OK || !same || v == UNSURE) {
        w->counts.left_out += result == WEND_OK;
        return result;
    }
    w->counts.covered++;
    if (v == NO)
        return note(truth, w, &(fault){sample, {p[0], p[1], p[2]}, source_place(truth, place), WEND_FAULT_FALSE, 0});
    return WEND_OK;
}

static double distance_to_side(const wend_column_triangle *t, int i, const double p[3]) {
    const double *a = t->p[i], *b = t->p[(i + 1) % 3];
    double x = b[0] - a[0], y = b[1] - a[1], length = x * x + y * y;
    double u = length > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / length : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    x = a[0] + u * x - p[0];
    y = a[1] + u * y - p[1];
    return sqrt(x * x + y * y);
}

// Whether a boundary of the surface runs as near to a place as `reach`, among the triangles in `over`.
static bool boundary_near(const wend_scene_truth *truth, const worker *w, const double p[3], double reach) {
    for (int64_t k = 0; k < w->over.count; k++) {
        const wend_column_triangle *t = &truth->surface.triangles.data[w->over.data[k]];
        for (int i = 0; i < 3; i++) {
            if (truth->ground.triangles[t->number].twin[i] < 0 && distance_to_side(t, i, p) <= reach)
                return true;
        }
    }
    return false;
}

// Whether a triangle of `over` lies below (x, y, z), far enough and not too far.
static bool stands_over(const wend_scene_truth *truth, const worker *w, double x, double y, double z) {
    double least = fmax(STANDING, truth->cell > 0 ? truth->near_surface : 0); // what a floor of voxels may swallow
    for (int64_t k = 0; k < w->over.count; k++) {
        double floor;
        if (wend_column_height(&truth->surface.triangles.data[w->over.data[k]], x, y, &floor) && z - floor > least &&
            z - floor < truth->def.settings.agent.height - STANDING)
            return true;
    }
    return false;
}

// A place on a steep triangle of the scene. It counts when the surface lies below it or beside it.
static wend_result ask_standing(const sampling *s, worker *w, int64_t sample, uint64_t *random) {
    const wend_scene_truth *truth = s->truth;
    double p[3];
    int32_t place = draw(&truth->scene, truth->stand_sum.data, random, p);
    double ring = fmax(RING, truth->cell > 0 ? truth->cell + truth->def.settings.exact.simplify : 0);
    wend_column_box box = column(p[0], p[1], ring, p[2] - truth->def.settings.agent.height, p[2]);
    if (!wend_columns_find(truth->context, &truth->surface, &box, &w->over))
        return WEND_ERROR_MEMORY;
    bool over = stands_over(truth, w, p[0], p[1], p[2]), beside = over;
    for (int k = 0; k < 16 && !beside; k += 2)
        beside = stands_over(truth, w, p[0] + RING * directions[k][0], p[1] + RING * directions[k][1], p[2]);
    w->counts.standing += beside;
    if (!over || boundary_near(truth, w, p, ring))
        return WEND_OK;
    return note(truth, w, &(fault){sample, {p[0], p[1], p[2]}, place, WEND_FAULT_THROUGH, 0});
}

// ---------------------------------------------------------------------------------------------------- dropped floors

// Whether the surface was built to hold everything.
static bool is_complete(const wend_scene_truth *truth) {
    const wend_settings *def = &truth->def.settings;
    return def->exact.keep_inside && def->keep.seed_count == 0 && !(def->keep.min_area > 0);
}

// Whether the surface comes as near to a place as rounding reaches.
static wend_result is_beside(const wend_scene_truth *truth, worker *w, const double p[3], bool *beside) {
    double radius = ROUNDING * truth->ground.lattice.step * truth->ground.lattice.unit, off;
    wend_result result = WEND_OK;
    *beside = false;
    for (int k = 0; k < 16 && result == WEND_OK && !*beside; k++) {
        double q[3] = {p[0] + radius * directions[k][0], p[1] + radius * directions[k][1], p[2]};
        int32_t over;
        result = find_surface(truth, w, q, truth->near_surface, &over, &off);
        *beside = over >= 0;
    }
    return result;
}

// Whether the boundary of the surface may have been moved inward past a place, to have fewer vertices, or by a cell.
static wend_result is_trimmed(const wend_scene_truth *truth, worker *w, const double p[3], bool *trimmed) {
    double reach = truth->def.settings.exact.simplify + fmax(truth->cell, truth->near_surface),
           rise = reach * truth->ring_slope + truth->near_surface;
    wend_column_box box = column(p[0], p[1], reach, p[2] - rise, p[2] + rise);
    *trimmed = false;
    if (!(truth->def.settings.exact.simplify > 0 || truth->cell > 0))
        return WEND_OK;
    if (!wend_columns_find(truth->context, &truth->surface, &box, &w->over))
        return WEND_ERROR_MEMORY;
    *trimmed = boundary_near(truth, w, p, reach);
    return WEND_OK;
}

// Whether a place that the surface lacks is no fault: it is left out, or its floor was rightly dropped.
static wend_result is_excused(sampling *s, worker *w, const fault *f, wend_truth_counts *counts, bool *excused) {
    const wend_scene_truth *truth = s->truth;
    bool left_out;
    unsigned drops = 0;
    wend_result result = is_trimmed(truth, w, f->at, &left_out);
    // What lies behind a wall may be dropped, up to the wall as it was rounded.
    if (result == WEND_OK && !left_out && !is_complete(truth))
        result = is_beside(truth, w, f->at, &left_out);
    if (result == WEND_OK && !left_out && !is_complete(truth))
        result = wend_regions_judge(&s->regions, f->at, &drops);
    counts->left_out += left_out;
    counts->dropped += drops != 0;
    *excused = left_out || drops != 0;
    counts->walkable -= *excused;
    return result;
}

// Whether a place that the surface should lack is no fault: floor comes as near to it as rounding reaches. A floor
// narrower than the rings looks the same from all of them. Voxels reach as far as a cell beyond it.
static wend_result is_rounded(const wend_scene_truth *truth, worker *w, const fault *f, bool *rounded) {
    double step = truth->ground.lattice.step * truth->ground.lattice.unit, reach = fmax(ROUNDING * step, truth->cell);
    wend_result result = look_around(truth, w, f->at, fmax(RING, reach)) ? WEND_OK : WEND_ERROR_MEMORY;
    *rounded = false;
    for (int k = 0; k < (truth->cell > 0 ? 64 : 32) && result == WEND_OK && !*rounded; k++) {
        double radius = (k < 16 ? 0.25 : k < 32 ? 1 : k < 48 ? 0.5 : 0.75) * reach;
        verdict v = NO;
        result = judge(truth, w, f->at[0] + radius * directions[k % 16][0], f->at[1] + radius * directions[k % 16][1],
                       f->at[2], truth->near_surface + radius * truth->ring_slope, &v);
        *rounded = v != NO;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- what is wrong

// How far around a place it is as wrong as there, at most 1.28 m.
static wend_result measure_reach(const wend_scene_truth *truth, worker *w, fault *f) {
    for (double radius = RING; radius < 1.5 && f->fault <= WEND_FAULT_FALSE; radius *= 2) {
        if (!look_around(truth, w, f->at, radius))
            return WEND_ERROR_MEMORY;
        for (int k = 0; k < 16; k++) {
            double p[3] = {f->at[0] + radius * directions[k][0], f->at[1] + radius * directions[k][1], f->at[2]};
            double slack = radius * truth->ring_slope + NEAR, off;
            verdict v;
            int32_t over;
            wend_result result = judge(truth, w, p[0], p[1], p[2], slack, &v);
            if (result == WEND_OK)
                result = find_surface(truth, w, p, slack, &over, &off);
            if (result != WEND_OK || (v == YES) == (f->fault == WEND_FAULT_FALSE) ||
                (over >= 0) == (f->fault == WEND_FAULT_MISSED))
                return result;
        }
        f->measure = radius;
    }
    return WEND_OK;
}

static bool is_worse(const wend_fault_place *a, const wend_fault_place *b) {
    return a->fault != b->fault ? a->fault < b->fault : a->reach > b->reach;
}

// Keeps the worst place of each fault and triangle, in order: an equal number of each fault where there are more.
static void keep_worst(wend_truth_counts *counts, const wend_fault_place *place) {
    int same = 0, k = 0;
    for (; k < counts->worst_count; k++) {
        same += counts->worst[k].fault == place->fault;
        if (counts->worst[k].fault == place->fault && counts->worst[k].triangle == place->triangle)
            break;
    }
    if (k < counts->worst_count) {
        if (place->reach > counts->worst[k].reach)
            counts->worst[k] = *place;
    } else if (counts->worst_count < WEND_TRUTH_WORST && same < WEND_TRUTH_WORST / 2) {
        counts->worst[counts->worst_count++] = *place;
    } else {
        int least = -1;
        for (k = 0; k < counts->worst_count; k++) {
            if (counts->worst[k].fault == place->fault &&
                (least < 0 || is_worse(&counts->worst[least], &counts->worst[k])))
                least = k;
        }
        if (least >= 0 && place->reach > counts->worst[least].reach)
            counts->worst[least] = *place;
    }
    for (int i = 1; i < counts->worst_count; i++) {
        for (int j = i; j > 0 && is_worse(&counts->worst[j], &counts->worst[j - 1]); j--) {
            wend_fault_place swap = counts->worst[j];
            counts->worst[j] = counts->worst[j - 1];
            counts->worst[j - 1] = swap;
        }
    }
}

static wend_result settle_fault(sampling *s, worker *w, fault *f, wend_truth_counts *counts) {
    const wend_scene_truth *truth = s->truth;
    wend_result result = WEND_OK;
    if (f->fault == WEND_FAULT_MISSED) {
        bool excused;
        result = is_excused(s, w, f, counts, &excused);
        if (result != WEND_OK || excused)
            return result;
    }
    if (f->fault == WEND_FAULT_FALSE) {
        bool rounded;
        result = is_rounded(truth, w, f, &rounded);
        counts->left_out += rounded;
        counts->covered -= rounded;
        if (result != WEND_OK || rounded)
            return result;
    }
    int64_t *const counters[] = {&counts->missed, &counts->wrong, &counts->twice, &counts->through};
    ++*counters[f->fault];
    if (s->reaches[f->fault]++ < REACHES)
        result = measure_reach(truth, w, f);
    wend_fault_place place = {.fault = f->fault,
                              .triangle = f->place < 0 ? -1 : truth->scene.triangles.data[f->place].number,
                              .reach = f->measure};
    wend_scene_truth_to_place(truth, f->at, place.at);
    keep_worst(counts, &place);
    return result;
}

static void add_counts(wend_truth_counts *sum, const wend_truth_counts *part) {
    sum->left_out += part->left_out;
    sum->walkable += part->walkable;
    sum->covered += part->covered;
    sum->standing += part->standing;
    sum->off = part->off > sum->off ? part->off : sum->off;
}

// Looks at the faults of a batch, in the order of their samples.
static wend_result settle(sampling *s, int worker_count, wend_truth_counts *counts) {
    wend_context *context = s->truth->context;
    WEND_ARRAY(fault) all = {0};
    WEND_ARRAY(wend_key) keys = {0};
    wend_result result = WEND_OK;
    for (int k = 0; k < worker_count && result == WEND_OK; k++) {
        worker *w = &s->workers[k];
        add_counts(counts, &w->counts);
        w->counts = (wend_truth_counts){0};
        for (int64_t i = 0; i < w->faults.count && result == WEND_OK; i++) {
            wend_key key = {.key = (uint64_t)w->faults.data[i].sample, .index = (int32_t)all.count};
            if (!wend_array_push(context, &keys, key) || !wend_array_push(context, &all, w->faults.data[i]))
                result = WEND_ERROR_MEMORY;
        }
        w->faults.count = 0;
    }
    if (result == WEND_OK && !wend_sort_keys(context, keys.data, keys.count))
        result = WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < keys.count && result == WEND_OK; k++)
        result = settle_fault(s, &s->workers[0], &all.data[keys.data[k].index], counts);
    wend_array_free(context, &all);
    wend_array_free(context, &keys);
    return result;
}

// ---------------------------------------------------------------------------------------------------- sampling

static wend_result run_piece(void *data, int64_t begin, int64_t end, int number) {
    sampling *s = data;
    for (int64_t k = begin; k < end; k++) {
        uint64_t random = s->truth->def.seed ^ (uint64_t)(s->first + k) * 0xD1342543DE82EF95u;
        wend_result result = s->ask(s, &s->workers[number], s->first + k, &random);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

static wend_result run_question(sampling *s, int worker_count, const double *sums, int64_t sum_count,
                                wend_truth_counts *counts) {
    wend_result result = WEND_OK;
    int64_t samples = sum_count > 0 && sums[sum_count - 1] > 0 ? s->truth->def.samples : 0;
    for (s->first = 0; s->first < samples && result == WEND_OK; s->first += BATCH) {
        int64_t count = samples - s->first < BATCH ? samples - s->first : BATCH;
        result = wend_run_tasks(s->truth->context, count, GRAIN, run_piece, s);
        if (result == WEND_OK)
            result = settle(s, worker_count, counts);
    }
    return result;
}

wend_result wend_scene_truth_sample(const wend_scene_truth *truth, wend_truth_counts *counts) {
    int worker_count = wend_thread_count(truth->context);
    size_t bytes = (size_t)worker_count * sizeof(worker);
    sampling s = {.truth = truth, .workers = wend_allocate_array(truth->context, worker_count, sizeof *s.workers)};
    *counts = (wend_truth_counts){0};
    if (!s.workers)
        return WEND_ERROR_MEMORY;
    wend_regions_start(&s.regions, truth);
    for (int k = 0; k < worker_count; k++)
        s.workers[k] = (worker){.counts = {0}};
    s.ask = ask_floor;
    wend_result result = run_question(&s, worker_count, truth->floor_sum.data, truth->floor_sum.count, counts);
    s.ask = ask_surface;
    if (result == WEND_OK)
        result = run_question(&s, worker_count, truth->surface_sum.data, truth->surface_sum.count, counts);
    s.ask = ask_standing;
    if (result == WEND_OK)
        result = run_question(&s, worker_count, truth->stand_sum.data, truth->stand_sum.count, counts);
    counts->samples = counts->walkable + counts->covered + counts->standing;
    for (int k = 0; k < worker_count; k++) {
        wend_array_free(truth->context, &s.workers[k].near);
        wend_array_free(truth->context, &s.workers[k].over);
        wend_array_free(truth->context, &s.workers[k].hits);
        wend_array_free(truth->context, &s.workers[k].faults);
    }
    wend_regions_free(&s.regions);
    wend_release(truth->context, s.workers, bytes);
    return result;
}
