// wend why FILE.wend --scene SCENE --at X,Y,Z: why one can or cannot walk there, in words and numbers.
//
// The floor that is meant is found as everywhere: the highest at or below the place plus a step, no farther than the
// agent's height below. It may be a filler, where a link leads over a gap or a hole. Where there is none, the scene is
// asked what lies there and what is in the way.
#include <wend/json.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/recall.h"
#include "cli/regions.h"

#include <math.h>
#include <string.h>

#define STEP 0.4         // metres above the place at which a floor is still meant, where the file tells no step
#define SAME 1e-6        // metres between heights of the scene that count as equal
#define NEAR 1e-3        // metres within which rounding may decide
#define DIGITS 6         // of places and JSON numbers
#define WORD_DIGITS 4    // of lengths and angles in words
#define ANGLE_SLACK 0.01 // degrees by which a slope may be steeper than the limit

static const wend_option table[] = {
    {.name = "--scene", .kind = WEND_OPTION_TEXT, .many = true},
    {.name = "--at", .kind = WEND_OPTION_PLACE},
    WEND_MEMORY_OPTION,
    {.name = "--json", .kind = WEND_OPTION_FLAG},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

typedef enum reason {
    WALKABLE,
    LINK,       // walkable: on a filler
    NOTHING,    // no triangle there
    FACES_DOWN, // the floor that is meant faces down
    TOO_STEEP,
    TOO_LOW,  // something above it is too near
    ROUNDING, // walkable by the letter, within rounding of a border
    INSIDE,   // walkable by the letter, but its floor was dropped: inside a solid
    SEEDLESS, // without a seed
    SMALL,    // smaller than the least area
    MISSED,   // and no reason to drop it: the surface is wrong
    REASON_COUNT
} reason;

static const char *const reason_names[REASON_COUNT] = {"walkable",  "link",    "nothing",  "faces-down",
                                                       "too-steep", "too-low", "rounding", "inside",
                                                       "seedless",  "small",   "missed"};

// A triangle that the vertical line through the place meets.
typedef struct hit {
    double z;      // metres
    int32_t place; // in the scene's columns; -1 for none
} hit;

// The boundary nearest to the place.
typedef struct border {
    int32_t boundary; // -1 for none
    double distance;  // metres, seen from above (of a place that is not walkable: in space)
} border;

typedef struct why {
    wend_command command;
    wend_options options;
    wend_nav *nav;
    wend_recall recall;
    wend_agent agent;
    wend_surface_view view;
    double at[3];     // as asked
    double metres[3]; // the same
    double step;      // metres above it at which a floor is still meant
    reason reason;
    unsigned drops;         // why a floor that can be walked on was left out, all of it
    const wend_link *link;  // the one on whose filler it is, or NULL
    wend_plan_ground plank; // that place
    int32_t component;      // that it belongs to: of the plan, or of the surface where there is none
    double area;            // of that component, square metres
    wend_foothold foothold; // on the surface
    hit floor;              // the triangle that is meant
    double slope;           // its slope, degrees
    hit above;              // the first thing above it
    border nearest;
} why;

// ---------------------------------------------------------------------------------------------------- the scene

static const wend_column_triangle *triangle_of(const why *w, const hit *h) {
    return &w->recall.truth.scene.triangles.data[h->place];
}

static double slope_of(const why *w, const hit *h) {
    const double *n = triangle_of(w, h)->normal;
    return wend_degrees(atan2(sqrt(n[0] * n[0] + n[1] * n[1]), fabs(n[2])));
}

static bool faces_up(const why *w, const hit *h) {
    return w->recall.truth.def.settings.exact.two_sided || triangle_of(w, h)->normal[2] > 0;
}

static bool is_flat(const why *w, const hit *h) {
    return faces_up(w, h) && slope_of(w, h) <= wend_degrees(w->agent.slope) + ANGLE_SLACK;
}

// Lists the triangles that the vertical line through the place meets; false when memory is short.
static bool list_column(const why *w, wend_column_list *found) {
    wend_column_box box = {{w->metres[0], w->metres[1], -INFINITY}, {w->metres[0], w->metres[1], INFINITY}};
    return wend_columns_find(w->command.context, &w->recall.truth.scene, &box, found);
}

static bool meet(const why *w, int32_t place, hit *h) {
    h->place = place;
    return wend_column_height(&w->recall.truth.scene.triangles.data[place], w->metres[0], w->metres[1], &h->z);
}

// The floor that is meant: the highest that is flat enough, within reach; where there is none, the highest of all.
static void find_floor(why *w, const wend_column_list *column) {
    bool flat = false;
    w->floor = (hit){.place = -1};
    for (int64_t k = 0; k < column->count; k++) {
        hit h;
        if (!meet(w, column->data[k], &h) || h.z > w->metres[2] + w->step || h.z < w->metres[2] - w->agent.height)
            continue;
        bool flatter = is_flat(w, &h);
        if (w->floor.place < 0 || flatter > flat || (flatter == flat && h.z > w->floor.z)) {
            w->floor = h;
            flat = flatter;
        }
    }
}

// The height of the scene's floor where the surface has one, which may lie off it: the highest triangle so near.
static double floor_height(const why *w, const wend_column_list *column) {
    double z = w->floor.z;
    for (int64_t k = 0; k < column->count && w->foothold.triangle >= 0; k++) {
        hit h;
        if (meet(w, column->data[k], &h) && h.z > z && h.z <= w->floor.z + w->recall.truth.near_surface)
            z = h.z;
    }
    return z;
}

// The first thing above the floor; what coincides with it does not count.
static void find_above(why *w, const wend_column_list *column) {
    double floor = floor_height(w, column);
    w->above = (hit){.place = -1};
    for (int64_t k = 0; k < column->count; k++) {
        hit h;
        if (meet(w, column->data[k], &h) && h.z > floor + SAME && (w->above.place < 0 || h.z < w->above.z))
            w->above = h;
    }
}

// ---------------------------------------------------------------------------------------------------- the surface

static void vertex_metres(const why *w, int32_t vertex, double p[3]) {
    const wend_point3 *v = &w->view.vertices[vertex];
    double side = w->view.lattice.step * w->view.lattice.unit;
    p[0] = v->x * side;
    p[1] = v->y * side;
    p[2] = v->z * side;
}

// Distance of a point to a side of a triangle of the surface; over `axes` axes: 2 is seen from above.
static double distance_to_edge(const why *w, int32_t edge, const double p[3], int axes) {
    double a[3], b[3], along = 0, length = 0, sum = 0;
    const int32_t *v = w->view.triangles[edge / 3].v;
    vertex_metres(w, v[edge % 3], a);
    vertex_metres(w, v[(edge + 1) % 3], b);
    for (int k = 0; k < axes; k++) {
        along += (p[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
    }
    double u = length > 0 ? along / length : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    for (int k = 0; k < axes; k++) {
        double d = a[k] + u * (b[k] - a[k]) - p[k];
        sum += d * d;
    }
    return sqrt(sum);
}

// A triangle that was reached, and how far off it is.
typedef struct entry {
    double distance;
    int32_t triangle;
} entry;

typedef struct flood {
    WEND_ARRAY(entry) heap;
    WEND_ARRAY(uint8_t) seen;
} flood;

static bool push(wend_context *context, flood *f, entry e) {
    if (!wend_array_push(context, &f->heap, e))
        return false;
    for (int64_t k = f->heap.count - 1; k > 0 && f->heap.data[k].distance < f->heap.data[(k - 1) / 2].distance;
         k = (k - 1) / 2) {
        entry swap = f->heap.data[k];
        f->heap.data[k] = f->heap.data[(k - 1) / 2];
        f->heap.data[(k - 1) / 2] = swap;
    }
    return true;
}

static entry pop(flood *f) {
    entry first = f->heap.data[0], last = f->heap.data[--f->heap.count];
    int64_t k = 0;
    for (int64_t child = 1; child < f->heap.count; child = 2 * k + 1) {
        child += child + 1 < f->heap.count && f->heap.data[child + 1].distance < f->heap.data[child].distance;
        if (f->heap.data[child].distance >= last.distance)
            break;
        f->heap.data[k] = f->heap.data[child];
        k = child;
    }
    f->heap.data[k] = last;
    return first;
}

// The boundary nearest to a place on the surface: outward from its triangle, so that other storeys have no say.
static bool find_border(why *w, int32_t triangle, const double p[3]) {
    wend_context *context = w->command.context;
    flood f = {.heap = {0}};
    bool good = wend_array_resize(context, &f.seen, w->view.triangle_count);
    if (good) {
        memset(f.seen.data, 0, (size_t)w->view.triangle_count);
        f.seen.data[triangle] = 1;
        good = push(context, &f, (entry){0, triangle});
    }
    while (good && f.heap.count > 0) {
        entry e = pop(&f);
        if (e.distance >= w->nearest.distance)
            break;
        for (int i = 0; i < 3 && good; i++) {
            int32_t edge = 3 * e.triangle + i, twin = w->view.triangles[e.triangle].twin[i];
            double distance = distance_to_edge(w, edge, p, 2);
            if (twin < 0 && distance < w->nearest.distance)
                w->nearest = (border){.boundary = ~twin, .distance = distance};
            if (twin < 0 || f.seen.data[twin / 3])
                continue;
            f.seen.data[twin / 3] = 1;
            good = push(context, &f, (entry){distance, twin / 3});
        }
    }
    wend_array_free(context, &f.heap);
    wend_array_free(context, &f.seen);
    return good;
}

// The boundary nearest to a place that is off the surface, in space.
static void find_far_border(why *w, const double p[3]) {
    for (int32_t b = 0; b < w->view.boundary_count; b++) {
        double distance = distance_to_edge(w, w->view.boundaries[b].edge, p, 3);
        if (distance < w->nearest.distance)
            w->nearest = (border){.boundary = b, .distance = distance};
    }
}

// ---------------------------------------------------------------------------------------------------- the reason

// Why a floor that can be walked on is not on the surface. False when memory is short.
static bool find_drop(why *w) {
    double p[3] = {w->metres[0], w->metres[1], w->floor.z};
    size_t bytes = sizeof(wend_regions);
    wend_regions *regions = wend_allocate(w->command.context, sizeof *regions);
    if (!regions)
        return false;
    wend_regions_start(regions, &w->recall.truth);
    bool good = wend_regions_judge(regions, p, &w->drops) == WEND_OK;
    wend_regions_free(regions);
    wend_release(w->command.context, regions, bytes);
    w->reason = w->drops & WEND_DROP_SEEDLESS ? SEEDLESS
                : w->drops & WEND_DROP_INSIDE ? INSIDE
                : w->drops & WEND_DROP_SMALL  ? SMALL
                                              : MISSED;
    return good;
}

// Why a place that is not on the surface is not. False when memory is short.
static bool find_reason(why *w) {
    bool trimmed = w->nearest.distance <= w->recall.truth.def.settings.exact.simplify + NEAR;
    if (w->floor.place < 0)
        w->reason = NOTHING;
    else if (w->slope > wend_degrees(w->agent.slope) + ANGLE_SLACK)
        w->reason = TOO_STEEP;
    else if (!faces_up(w, &w->floor))
        w->reason = FACES_DOWN;
    else if (w->above.place >= 0 && w->above.z - w->floor.z < w->agent.height)
        w->reason = TOO_LOW;
    else if (trimmed)
        w->reason = ROUNDING;
    else
        return find_drop(w);
    return true;
}

static void find_component(why *w, int32_t triangle) {
    wend_plan_view plan = wend_plan_look(wend_nav_plan(w->nav));
    double side = w->view.lattice.step * w->view.lattice.unit;
    w->component = triangle >= 0 ? plan.triangle_component[triangle] : -1;
    w->area = triangle >= 0 ? (double)plan.components[w->component].area2 / 2 * side * side : 0;
}

// Whether the floor that is meant is a filler of a link.
static bool find_link(why *w) {
    if (!wend_nav_links(w->nav) || !wend_nav_plan(w->nav))
        return false;
    wend_spot spot;
    wend_plan_locate3(wend_nav_plan(w->nav), w->at, w->step, w->agent.height, 0, &spot, &w->plank);
    find_component(w, spot.triangle);
    wend_links_view links = wend_links_look(wend_nav_links(w->nav));
    int32_t link = w->plank.triangle < 0 ? -1 : links.triangles[w->plank.triangle].link;
    w->link = link < 0 ? NULL : &links.links[link];
    return link >= 0;
}

static bool find_out(why *w) {
    wend_column_list column = {0};
    const wend_surface *surface = wend_nav_surface(w->nav);
    wend_scene_truth_to_metres(&w->recall.truth, w->at, w->metres);
    w->nearest = (border){.boundary = -1, .distance = INFINITY};
    w->foothold.triangle = w->floor.place = w->above.place = w->component = -1;
    if (find_link(w)) {
        w->reason = LINK;
        return true;
    }
    wend_surface_locate(surface, w->at, w->step, w->agent.height, 0, &w->foothold);
    bool good = list_column(w, &column);
    if (w->component < 0 && w->foothold.triangle >= 0) {
        w->component = w->view.triangle_component[w->foothold.triangle];
        w->area = w->view.components[w->component].area;
    }
    if (good && w->foothold.triangle >= 0) {
        double p[3];
        wend_scene_truth_to_metres(&w->recall.truth, w->foothold.place, p);
        int32_t source = w->view.triangles[w->foothold.triangle].source;
        w->floor = (hit){.z = p[2], .place = source < 0 ? -1 : w->recall.truth.place.data[source]};
        good = find_border(w, w->foothold.triangle, p);
    } else if (good) {
        find_floor(w, &column);
        double p[3] = {w->metres[0], w->metres[1], w->floor.place < 0 ? w->metres[2] : w->floor.z};
        find_far_border(w, p);
    }
    if (good && w->floor.place >= 0) {
        w->slope = slope_of(w, &w->floor);
        find_above(w, &column);
    }
    if (good && w->foothold.triangle < 0)
        good = find_reason(w);
    wend_array_free(w->command.context, &column);
    return good;
}

static bool is_walkable(const why *w) {
    return w->reason == WALKABLE || w->reason == LINK;
}

// ---------------------------------------------------------------------------------------------------- words

static void add_number(wend_text *text, const char *before, double value, const char *after) {
    wend_text_add_string(text, before);
    wend_text_add_rounded(text, value, WORD_DIGITS);
    wend_text_add_string(text, after);
}

static void add_name(const why *w, wend_text *text, const hit *h) {
    wend_recall_name(&w->recall, triangle_of(w, h)->number, text);
}

static void add_floor(const why *w, wend_text *text) {
    if (w->floor.place < 0)
        return;
    double place[3], metres[3] = {w->metres[0], w->metres[1], w->floor.z};
    wend_scene_truth_to_place(&w->recall.truth, metres, place);
    wend_text_add_string(text, "floor: ");
    add_name(w, text, &w->floor);
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k == 0 ? ", at " : ",");
        wend_text_add_rounded(text, place[k], DIGITS);
    }
    add_number(text, "; slope ", w->slope, " degrees");
    add_number(text, " of ", wend_degrees(w->agent.slope), " at most\n");
}

static void add_above(const why *w, wend_text *text) {
    if (w->floor.place < 0)
        return;
    if (w->above.place < 0) {
        wend_text_add_string(text, "above: nothing\n");
        return;
    }
    wend_text_add_string(text, "above: ");
    add_name(w, text, &w->above);
    add_number(text, ", ", w->above.z - w->floor.z, " m over the floor");
    wend_text_add_string(text, triangle_of(w, &w->above)->normal[2] > 0 ? ", seen from its back" : "");
    add_number(text, "; room needed: ", w->agent.height, " m\n");
}

// What a boundary is, as one meets it.
static const char *const border_words[WEND_BOUNDARY_KIND_COUNT] = {
    [WEND_BOUNDARY_LEDGE] = "a ledge, where the floor ends",
    [WEND_BOUNDARY_WALL] = "a wall",
    [WEND_BOUNDARY_BARRIER] = "a wall that has floor on both sides",
    [WEND_BOUNDARY_HEADROOM] = "a place with too little headroom",
    [WEND_BOUNDARY_SLOPE] = "a slope that is too steep",
    [WEND_BOUNDARY_CUT] = "the border of a tile",
};

// What a boundary is there for, with the figures that count: how steep it is, how low it hangs, how high it stands.
static void add_cause(const why *w, const wend_surface_boundary *b, wend_text *text) {
    double side = w->view.lattice.step * w->view.lattice.unit, low = b->low * side, high = b->high * side;
    hit cause = {.place = b->cause < 0 ? -1 : w->recall.truth.place.data[b->cause]};
    if (b->cause < 0)
        return;
    wend_text_add_string(text, ": ");
    wend_recall_name(&w->recall, b->cause, text);
    if (b->kind == WEND_BOUNDARY_SLOPE && cause.place >= 0) {
        add_number(text, ", ", slope_of(w, &cause), " degrees");
        if (triangle_of(w, &cause)->normal[2] < 0)
            wend_text_add_string(text, ", which faces down");
    } else if (b->kind == WEND_BOUNDARY_HEADROOM) {
        add_number(text, ", ", low, " m above the floor");
    } else if (high > low) {
        add_number(text, ", from ", low, "");
        add_number(text, " to ", high, " m above the floor");
    } else if (cause.place >= 0) { // it passes through the floor, and blocks from there on
        add_number(text, ", which meets the floor there, ", slope_of(w, &cause), " degrees steep");
    }
}

static void add_border(const why *w, wend_text *text) {
    if (w->nearest.boundary < 0)
        return;
    const wend_surface_boundary *b = &w->view.boundaries[w->nearest.boundary];
    wend_text_add_string(text, "nearest edge of the surface: ");
    wend_text_add_string(text, border_words[b->kind]);
    add_number(text, ", ", w->nearest.distance, " m away");
    add_cause(w, b, text);
    wend_text_add_char(text, '\n');
}

// Whether most of what is flat enough in the scene faces down, so that looking at both sides would help.
static bool is_reversed(const why *w) {
    double up = 0, down = 0;
    for (int64_t k = 0; k < w->recall.truth.scene.triangles.count; k++) {
        hit h = {.place = (int32_t)k};
        double area = triangle_of(w, &h)->normal[2];
        if (slope_of(w, &h) <= wend_degrees(w->agent.slope) + ANGLE_SLACK)
            *(area > 0 ? &up : &down) += fabs(area);
    }
    return down > up;
}

static void add_verdict(const why *w, wend_text *text) {
    const wend_settings *def = &w->recall.truth.def.settings;
    switch (w->reason) {
    case WALKABLE:
        wend_text_add_string(text, "walkable: component ");
        wend_text_add_int(text, w->component);
        add_number(text, ", ", w->area, " m2\n");
        return;
    case LINK:
        wend_text_add_string(text, "walkable: on a link, ");
        wend_text_add_string(text, w->link->kind == WEND_LINK_HOLE ? "a hole that is stepped over" : "a gap");
        add_number(text, ", ", w->link->distance, " m across");
        add_number(text, ", its sides ", w->link->height, " m apart in height\n");
        return;
    case NOTHING:
        add_number(text, "not walkable: the scene has no triangle at the place, nor up to ", w->agent.height,
                   " m below it\n");
        return;
    case FACES_DOWN:
        wend_text_add_string(text, "not walkable: what is there faces down, as the underside of something does");
        wend_text_add_string(text, is_reversed(w) ? "; so does most of the scene, and --two-sided would count it" : "");
        wend_text_add_char(text, '\n');
        return;
    case TOO_STEEP:
        add_number(text, "not walkable: too steep, ", w->slope, " degrees");
        add_number(text, ", and ", wend_degrees(w->agent.slope), " are the most\n");
        return;
    case TOO_LOW:
        add_number(text, "not walkable: something lies ", w->above.z - w->floor.z, " m above the floor");
        add_number(text, ", and ", w->agent.height, " m are needed\n");
        return;
    case INSIDE:
        wend_text_add_string(text,
                             "not walkable: inside a solid: every surface above and around this floor shows "
                             "its back; such floors are left out unless built with --keep-inside or a --seed there");
        if (w->drops & WEND_DROP_SMALL)
            add_number(text, "; this one is also smaller than the ", def->keep.min_area, " m2 of --min-area");
        wend_text_add_char(text, '\n');
        return;
    case SEEDLESS:
        wend_text_add_string(
            text, "not walkable: flat enough and free, but dropped, as no --seed is on this floor or what links "
                  "join to it\n");
        return;
    case SMALL:
        add_number(text, "not walkable: flat enough and free, but dropped, as this floor is smaller than the ",
                   w->recall.truth.def.settings.keep.min_area, " m2 of --min-area\n");
        return;
    case ROUNDING:
        add_number(text, "not walkable: within ", w->recall.truth.def.settings.exact.simplify + NEAR,
                   " m of a boundary, where rounding and --simplify decide\n");
        return;
    default:
        wend_text_add_string(text,
                             "not walkable: flat enough and free, and no setting that the file tells explains why "
                             "this floor was left out: the surface is wrong here");
        if (def->keep.seed_count == 0 && !def->exact.keep_inside)
            wend_text_add_string(text, ", unless the floor is inside a solid by a hair (--keep-inside would keep it)");
        wend_text_add_char(text, '\n');
    }
}

// ---------------------------------------------------------------------------------------------------- JSON

static void add_hit_json(const why *w, wend_text *text, const char *key, const hit *h) {
    if (h->place < 0)
        return;
    double place[3], metres[3] = {w->metres[0], w->metres[1], h->z};
    wend_scene_truth_to_place(&w->recall.truth, metres, place);
    wend_json_open(text, key, '{');
    wend_recall_name_json(&w->recall, triangle_of(w, h)->number, text);
    wend_json_add_place(text, "at", place);
    wend_json_add_rounded(text, "slope", slope_of(w, h), DIGITS);
    if (h == &w->above) {
        wend_json_add_rounded(text, "over", h->z - w->floor.z, DIGITS);
        wend_json_add_bool(text, "back", triangle_of(w, h)->normal[2] > 0);
    }
    wend_json_close(text, '}');
}

static void add_json(const why *w, wend_text *text) {
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "walkable", is_walkable(w));
    wend_json_add_string(text, "reason", reason_names[w->reason]);
    if (w->drops) {
        static const reason all[3] = {INSIDE, SEEDLESS, SMALL}; // in the order of the bits
        wend_json_open(text, "reasons", '[');
        for (int k = 0; k < 3; k++)
            if (w->drops >> k & 1)
                wend_json_add_string(text, NULL, reason_names[all[k]]);
        wend_json_close(text, ']');
    }
    wend_json_add_rounded(text, "height", w->agent.height, DIGITS);
    wend_json_add_rounded(text, "slope", wend_degrees(w->agent.slope), WEND_DEGREE_DIGITS);
    if (w->foothold.triangle >= 0) {
        wend_json_add_place(text, "point", w->foothold.place);
        wend_json_add_int(text, "component", w->component);
        wend_json_add_double(text, "component_area", w->area);
    }
    if (w->link) {
        wend_json_add_place(text, "point", w->plank.place);
        wend_json_open(text, "link", '{');
        wend_json_add_string(text, "kind", wend_link_kind_name(w->link->kind));
        wend_json_add_rounded(text, "distance", w->link->distance, DIGITS);
        wend_json_add_rounded(text, "rise", w->link->height, DIGITS);
        wend_json_close(text, '}');
    }
    add_hit_json(w, text, "floor", &w->floor);
    add_hit_json(w, text, "above", &w->above);
    if (w->nearest.boundary >= 0) {
        const wend_surface_boundary *b = &w->view.boundaries[w->nearest.boundary];
        double side = w->view.lattice.step * w->view.lattice.unit;
        wend_json_open(text, "boundary", '{');
        wend_json_add_string(text, "kind", wend_boundary_kind_name((wend_boundary_kind)b->kind));
        wend_json_add_rounded(text, "distance", w->nearest.distance, DIGITS);
        wend_recall_name_json(&w->recall, b->cause, text);
        if (b->cause >= 0) {
            wend_json_add_rounded(text, "low", b->low * side, DIGITS);
            wend_json_add_rounded(text, "high", b->high * side, DIGITS);
        }
        wend_json_close(text, '}');
    }
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

// ---------------------------------------------------------------------------------------------------- running

static int print(const why *w) {
    wend_text text = wend_text_start(w->command.context);
    if (wend_options_given(&w->options, "--json")) {
        add_json(w, &text);
    } else {
        add_verdict(w, &text);
        add_floor(w, &text);
        add_above(w, &text);
        add_border(w, &text);
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code != WEND_EXIT_DONE ? code : is_walkable(w) ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

static int run(why *w) {
    if (!wend_command_load(&w->command, w->options.operands[0], WEND_LOAD_PROVEN, &w->nav))
        return WEND_EXIT_BAD;
    if (!wend_nav_surface(w->nav)) {
        wend_complain("why: %.200s: holds a floor plan; why is for files that were built of 3D scenes",
                      w->options.operands[0]);
        return WEND_EXIT_BAD;
    }
    w->view = wend_surface_look(wend_nav_surface(w->nav));
    w->agent = wend_nav_settings(w->nav)->agent;
    w->step = wend_nav_links(w->nav) ? w->agent.step : STEP;
    if (!wend_recall_open(&w->recall, &w->command, &w->options, w->nav, 0))
        return WEND_EXIT_BAD;
    if (!find_out(w))
        return wend_command_fail(&w->command, NULL, WEND_ERROR_MEMORY);
    wend_command_clear(&w->command);
    return print(w);
}

int wend_command_why(int argument_count, char **arguments) {
    why w = {.nav = NULL};
    if (!wend_options_read("why", table, TABLE_COUNT, argument_count, arguments, &w.options) ||
        !wend_options_operands(&w.options, 1, 1, "one .wend file"))
        return WEND_EXIT_BAD;
    static const char *const needed[2] = {"--scene", "--at"};
    for (int k = 0; k < 2; k++) {
        if (wend_options_given(&w.options, needed[k]))
            continue;
        wend_complain("why: %s: expected %s, found nothing; see 'wend help why'", needed[k],
                      k == 0 ? "the scene that the file was built from" : "three numbers X,Y,Z");
        return WEND_EXIT_BAD;
    }
    wend_options_places(&w.options, "--at", w.at);
    if (!wend_command_start(&w.command, &w.options, 1))
        return WEND_EXIT_BAD;
    int code = run(&w);
    wend_recall_close(&w.recall);
    wend_nav_destroy(w.nav);
    wend_command_stop(&w.command);
    return code;
}
