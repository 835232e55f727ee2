// Why one can or cannot walk in a place. See wend/explain.h; words.c puts the answer in words.
//
// The floor that is meant may be a filler, where a link leads over a gap or a hole. Where there is none, the scene is
// asked what lies there and what is in the way.
#include "explain/explain.h"

#include "base/context.h"
#include "truth/regions.h"

#include <string.h>

#define STEP 0.4  // metres above the place at which a floor is still meant, where the nav is not linked
#define SAME 1e-6 // metres between heights of the scene that count as equal

const char *wend_verdict_name(wend_verdict verdict) {
    static const char *const names[WEND_VERDICT_COUNT] = {"walkable",  "link",    "nothing",  "faces-down",
                                                          "too-steep", "too-low", "rounding", "inside",
                                                          "seedless",  "small",   "missed"};
    return (unsigned)verdict < WEND_VERDICT_COUNT ? names[verdict] : "unknown";
}

wend_explain_def wend_default_explain_def(void) {
    return (wend_explain_def){.options = false};
}

// ---------------------------------------------------------------------------------------------------- preparing

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

wend_result wend_explain_build(wend_context *context, const wend_nav *nav, const wend_scene *scene,
                               const wend_explain_def *def, wend_explain **explain, wend_report *report) {
    if (!wend_given(explain, context != NULL && nav != NULL && scene != NULL))
        return WEND_ERROR_ARGUMENT;
    if (!wend_nav_surface(nav))
        return refuse(report, "explain-plan", "a floor plan has no scene that could explain it");
    if (def && (def->file_count < 0 || (def->file_count > 0 && !def->files)))
        return refuse(report, "explain-files", "files are missing");
    wend_explain *made = wend_allocate(context, sizeof *made);
    if (!made)
        return wend_report_limit(context, WEND_ERROR_MEMORY, report);
    const wend_truth_def asked = wend_truth_nav_def(nav);
    *made = (wend_explain){.context = context,
                           .nav = nav,
                           .scene = scene,
                           .def = def ? *def : wend_default_explain_def(),
                           .step = wend_nav_links(nav) ? asked.settings.agent.step : STEP};
    wend_result result = wend_scene_truth_open(context, scene, wend_nav_surface(nav), &asked, &made->truth, report);
    if (result == WEND_OK)
        *explain = made;
    else
        wend_release(context, made, sizeof *made);
    return wend_report_limit(context, result, report);
}

void wend_explain_destroy(wend_explain *explain) {
    if (!explain)
        return;
    wend_scene_truth_free(&explain->truth);
    wend_release(explain->context, explain, sizeof *explain);
}

// ---------------------------------------------------------------------------------------------------- the scene

// A triangle that the vertical line through the place meets.
typedef struct hit {
    double z;      // metres
    int32_t place; // in the scene's columns; -1 for none
} hit;

// What is asked, and what was found out so far.
typedef struct question {
    const wend_explain *explain;
    const wend_scene_truth *truth;
    wend_agent agent;
    double metres[3];       // the place
    wend_foothold foothold; // on the surface
    hit floor;              // the triangle that is meant
    hit above;              // the first thing above it
    wend_why *why;
} question;

static const wend_column_triangle *triangle_of(const question *w, const hit *h) {
    return &w->truth->scene.triangles.data[h->place];
}

static bool faces_up(const question *w, const hit *h) {
    return w->truth->def.settings.exact.two_sided || triangle_of(w, h)->normal[2] > 0;
}

static bool is_flat(const question *w, const hit *h) {
    return faces_up(w, h) && wend_explain_is_gentle(w->explain, triangle_of(w, h));
}

// Lists the triangles that the vertical line through the place meets; false when memory is short.
static bool list_column(const question *w, wend_column_list *found) {
    wend_column_box box = {{w->metres[0], w->metres[1], -INFINITY}, {w->metres[0], w->metres[1], INFINITY}};
    return wend_columns_find(w->explain->context, &w->truth->scene, &box, found);
}

static bool meet(const question *w, int32_t place, hit *h) {
    h->place = place;
    return wend_column_height(&w->truth->scene.triangles.data[place], w->metres[0], w->metres[1], &h->z);
}

// The floor that is meant: the highest that is flat enough, within reach; where there is none, the highest of all.
static void find_floor(question *w, const wend_column_list *column) {
    bool flat = false;
    w->floor = (hit){.place = -1};
    for (int64_t k = 0; k < column->count; k++) {
        hit h;
        if (!meet(w, column->data[k], &h) || h.z > w->metres[2] + w->explain->step ||
            h.z < w->metres[2] - w->agent.height)
            continue;
        bool flatter = is_flat(w, &h);
        if (w->floor.place < 0 || flatter > flat || (flatter == flat && h.z > w->floor.z)) {
            w->floor = h;
            flat = flatter;
        }
    }
}

// The height of the scene's floor where the surface has one, which may lie off it: the highest triangle so near.
static double floor_height(const question *w, const wend_column_list *column) {
    double z = w->floor.z;
    for (int64_t k = 0; k < column->count && w->foothold.triangle >= 0; k++) {
        hit h;
        if (meet(w, column->data[k], &h) && h.z > z && h.z <= w->floor.z + w->truth->near_surface)
            z = h.z;
    }
    return z;
}

// The first thing above the floor; what coincides with it does not count.
static void find_above(question *w, const wend_column_list *column) {
    double floor = floor_height(w, column);
    w->above = (hit){.place = -1};
    for (int64_t k = 0; k < column->count; k++) {
        hit h;
        if (meet(w, column->data[k], &h) && h.z > floor + SAME && (w->above.place < 0 || h.z < w->above.z))
            w->above = h;
    }
}

// ---------------------------------------------------------------------------------------------------- the reason

// Why a floor that can be walked on is not on the surface. False when memory is short.
static bool find_drop(question *w) {
    double p[3] = {w->metres[0], w->metres[1], w->floor.z};
    size_t bytes = sizeof(wend_regions);
    wend_regions *regions = wend_allocate(w->explain->context, sizeof *regions);
    if (!regions)
        return false;
    wend_regions_start(regions, w->truth);
    unsigned drops = 0;
    bool good = wend_regions_judge(regions, p, &drops) == WEND_OK;
    wend_regions_free(regions);
    wend_release(w->explain->context, regions, bytes);
    w->why->drops = (drops & WEND_DROP_INSIDE ? 1u << WEND_VERDICT_INSIDE : 0) |
                    (drops & WEND_DROP_SEEDLESS ? 1u << WEND_VERDICT_SEEDLESS : 0) |
                    (drops & WEND_DROP_SMALL ? 1u << WEND_VERDICT_SMALL : 0);
    w->why->verdict = drops & WEND_DROP_SEEDLESS ? WEND_VERDICT_SEEDLESS
                      : drops & WEND_DROP_INSIDE ? WEND_VERDICT_INSIDE
                      : drops & WEND_DROP_SMALL  ? WEND_VERDICT_SMALL
                                                 : WEND_VERDICT_MISSED;
    return good;
}

// Why a place that is not on the surface is not. False when memory is short.
static bool find_reason(question *w) {
    bool trimmed = w->why->boundary_distance <= w->truth->def.settings.exact.simplify + WEND_EXPLAIN_NEAR;
    if (w->floor.place < 0)
        w->why->verdict = WEND_VERDICT_NOTHING;
    else if (!wend_explain_is_gentle(w->explain, triangle_of(w, &w->floor)))
        w->why->verdict = WEND_VERDICT_TOO_STEEP;
    else if (!faces_up(w, &w->floor))
        w->why->verdict = WEND_VERDICT_FACES_DOWN;
    else if (w->above.place >= 0 && w->above.z - w->floor.z < w->agent.height)
        w->why->verdict = WEND_VERDICT_TOO_LOW;
    else if (trimmed)
        w->why->verdict = WEND_VERDICT_ROUNDING;
    else
        return find_drop(w);
    return true;
}

static void find_component(question *w, int32_t triangle) {
    const wend_plan_view plan = wend_plan_look(wend_nav_plan(w->explain->nav));
    const wend_lattice3 *lattice = &w->truth->ground.lattice;
    double side = lattice->step * lattice->unit;
    if (triangle < 0)
        return;
    w->why->component = plan.triangle_component[triangle];
    w->why->area = (double)plan.components[w->why->component].area2 / 2 * side * side;
}

// Whether the floor that is meant is a filler of a link.
static bool find_link(question *w) {
    const wend_nav *nav = w->explain->nav;
    if (!wend_nav_links(nav) || !wend_nav_plan(nav))
        return false;
    wend_spot spot;
    wend_plan_ground plank;
    wend_plan_locate3(wend_nav_plan(nav), w->why->asked, w->explain->step, w->agent.height, 0, &spot, &plank);
    find_component(w, spot.triangle);
    int32_t link = plank.triangle < 0 ? -1 : wend_links_look(wend_nav_links(nav)).triangles[plank.triangle].link;
    if (link < 0)
        return false;
    w->why->link = link;
    memcpy(w->why->point, plank.place, sizeof plank.place);
    return true;
}

// Where the surface has a floor: its triangle, and the nearest boundary.
static bool find_foothold(question *w) {
    const wend_surface_view *view = &w->truth->ground;
    const wend_foothold *f = &w->foothold;
    double p[3];
    if (w->why->component < 0) {
        w->why->component = view->triangle_component[f->triangle];
        w->why->area = view->components[w->why->component].area;
    }
    memcpy(w->why->point, f->place, sizeof f->place);
    wend_scene_truth_to_metres(w->truth, f->place, p);
    int32_t source = view->triangles[f->triangle].source;
    w->floor = (hit){.z = p[2], .place = source < 0 ? -1 : w->truth->place.data[source]};
    return wend_explain_border(w->explain->context, view, f->triangle, p, &w->why->boundary,
                               &w->why->boundary_distance);
}

// Where it has none: what is meant in the scene.
static bool find_ground(question *w, const wend_column_list *column) {
    find_floor(w, column);
    double p[3] = {w->metres[0], w->metres[1], w->floor.place < 0 ? w->metres[2] : w->floor.z};
    return wend_explain_border(w->explain->context, &w->truth->ground, -1, p, &w->why->boundary,
                               &w->why->boundary_distance);
}

// ---------------------------------------------------------------------------------------------------- asking

static wend_explain_hit tell_hit(const question *w, const hit *h) {
    if (h->place < 0)
        return (wend_explain_hit){.triangle = -1};
    const wend_column_triangle *t = triangle_of(w, h);
    wend_explain_hit told = {.triangle = t->number, .slope = wend_explain_slope(t), .faces_up = t->normal[2] > 0};
    wend_scene_truth_to_place(w->truth, (double[3]){w->metres[0], w->metres[1], h->z}, told.at);
    return told;
}

static bool find_out(question *w) {
    wend_column_list column = {0};
    const wend_explain *explain = w->explain;
    if (find_link(w)) {
        w->why->verdict = WEND_VERDICT_LINK;
        return true;
    }
    wend_surface_locate(wend_nav_surface(explain->nav), w->why->asked, explain->step, w->agent.height, 0, &w->foothold);
    bool on = w->foothold.triangle >= 0;
    bool good = list_column(w, &column) && (on ? find_foothold(w) : find_ground(w, &column));
    if (good && w->floor.place >= 0)
        find_above(w, &column);
    if (good && !on)
        good = find_reason(w);
    if (!on)
        w->why->component = -1;
    wend_array_free(explain->context, &column);
    return good;
}

wend_result wend_explain_ask(const wend_explain *explain, const double place[3], wend_why *why) {
    if (explain == NULL || place == NULL || why == NULL)
        return WEND_ERROR_ARGUMENT;
    question w = {.explain = explain,
                  .truth = &explain->truth,
                  .agent = explain->truth.def.settings.agent,
                  .foothold = {.triangle = -1},
                  .floor = {.place = -1},
                  .above = {.place = -1},
                  .why = why};
    *why =
        (wend_why){.component = -1, .link = -1, .boundary = -1, .floor = {.triangle = -1}, .above = {.triangle = -1}};
    for (int k = 0; k < 3; k++) {
        if (place[k] - place[k] != 0)
            return WEND_ERROR_ARGUMENT;
        why->asked[k] = place[k];
    }
    wend_scene_truth_to_metres(w.truth, place, w.metres);
    if (!find_out(&w))
        return WEND_ERROR_MEMORY;
    why->walkable = why->verdict == WEND_VERDICT_WALKABLE || why->verdict == WEND_VERDICT_LINK;
    why->area = why->component < 0 ? 0 : why->area;
    why->floor = tell_hit(&w, &w.floor);
    why->above = tell_hit(&w, &w.above);
    why->room = w.above.place < 0 ? 0 : w.above.z - w.floor.z;
    why->boundary_distance = why->boundary < 0 ? 0 : why->boundary_distance;
    return WEND_OK;
}
