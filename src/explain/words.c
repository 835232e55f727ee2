// The answer in words. See wend/explain.h.
//
// Settings are named as the fields that they are, or as the options of the command, where min_area is --min-area.
#include "explain/explain.h"
#include "explain/setting.h"

#define DIGITS 6      // of places
#define WORD_DIGITS 4 // of lengths and angles

typedef struct telling {
    const wend_explain *explain;
    const wend_why *why;
    wend_surface_view view;
    wend_text *text;
} telling;

static void add(const telling *t, const char *words) {
    wend_text_add_string(t->text, words);
}

static void add_number(const telling *t, const char *before, double value, const char *after) {
    add(t, before);
    wend_text_add_rounded(t->text, value, WORD_DIGITS);
    add(t, after);
}

static void add_setting(const telling *t, const char *field) {
    wend_explain_setting(t->text, t->explain->def.options, field);
}

static void add_name(const telling *t, int32_t triangle) {
    const wend_explain_def *def = &t->explain->def;
    wend_scene_name_triangle(t->explain->scene, triangle, def->files, def->file_count, t->text);
}

// The triangle of the scene in metres; NULL for one that the lattice could not hold.
static const wend_column_triangle *find_triangle(const telling *t, int32_t triangle) {
    const wend_scene_truth *truth = &t->explain->truth;
    int32_t place = truth->place.data[triangle];
    return place < 0 ? NULL : &truth->scene.triangles.data[place];
}

// ---------------------------------------------------------------------------------------------------- the floor

static void add_floor(const telling *t) {
    const wend_explain_hit *floor = &t->why->floor;
    if (floor->triangle < 0)
        return;
    add(t, "floor: ");
    add_name(t, floor->triangle);
    for (int k = 0; k < 3; k++) {
        add(t, k == 0 ? ", at " : ",");
        wend_text_add_rounded(t->text, floor->at[k], DIGITS);
    }
    add_number(t, "; slope ", wend_explain_degrees(floor->slope), " degrees");
    add_number(t, " of ", wend_explain_degrees(t->explain->truth.def.settings.agent.slope), " at most\n");
}

static void add_above(const telling *t) {
    const wend_explain_hit *above = &t->why->above;
    if (t->why->floor.triangle < 0)
        return;
    if (above->triangle < 0) {
        add(t, "above: nothing\n");
        return;
    }
    add(t, "above: ");
    add_name(t, above->triangle);
    add_number(t, ", ", t->why->room, " m over the floor");
    add(t, above->faces_up ? ", seen from its back" : "");
    add_number(t, "; room needed: ", t->explain->truth.def.settings.agent.height, " m\n");
}

// ---------------------------------------------------------------------------------------------------- the boundary

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
static void add_cause(const telling *t, const wend_surface_boundary *b) {
    double side = t->view.lattice.step * t->view.lattice.unit, low = b->low * side, high = b->high * side;
    if (b->cause < 0)
        return;
    const wend_column_triangle *cause = find_triangle(t, b->cause);
    add(t, ": ");
    add_name(t, b->cause);
    if (b->kind == WEND_BOUNDARY_SLOPE && cause) {
        add_number(t, ", ", wend_explain_degrees(wend_explain_slope(cause)), " degrees");
        if (cause->normal[2] < 0)
            add(t, ", which faces down");
    } else if (b->kind == WEND_BOUNDARY_HEADROOM) {
        add_number(t, ", ", low, " m above the floor");
    } else if (high > low) {
        add_number(t, ", from ", low, "");
        add_number(t, " to ", high, " m above the floor");
    } else if (cause) { // it passes through the floor, and blocks from there on
        add_number(t, ", which meets the floor there, ", wend_explain_degrees(wend_explain_slope(cause)),
                   " degrees steep");
    }
}

static void add_border(const telling *t) {
    if (t->why->boundary < 0)
        return;
    const wend_surface_boundary *b = &t->view.boundaries[t->why->boundary];
    add(t, "nearest edge of the surface: ");
    add(t, border_words[b->kind]);
    add_number(t, ", ", t->why->boundary_distance, " m away");
    add_cause(t, b);
    add(t, "\n");
}

// ---------------------------------------------------------------------------------------------------- the verdict

// Whether most of what is flat enough in the scene faces down, so that looking at both sides would help.
static bool is_reversed(const telling *t) {
    const wend_columns *scene = &t->explain->truth.scene;
    double up = 0, down = 0;
    for (int64_t k = 0; k < scene->triangles.count; k++) {
        double area = scene->triangles.data[k].normal[2];
        if (wend_explain_is_gentle(t->explain, &scene->triangles.data[k]))
            *(area > 0 ? &up : &down) += fabs(area);
    }
    return down > up;
}

static void add_link(const telling *t) {
    const wend_link *link = &wend_links_look(wend_nav_links(t->explain->nav)).links[t->why->link];
    add(t, "walkable: on a link, ");
    add(t, link->kind == WEND_LINK_HOLE ? "a hole that is stepped over" : "a gap");
    add_number(t, ", ", link->distance, " m across");
    add_number(t, ", its sides ", link->height, " m apart in height");
}

static void add_faces_down(const telling *t) {
    add(t, "not walkable: what is there faces down, as the underside of something does");
    if (!is_reversed(t))
        return;
    add(t, "; so does most of the scene, and ");
    add_setting(t, "two_sided");
    add(t, " would count it");
}

static void add_inside(const telling *t) {
    add(t, "not walkable: inside a solid: every surface above and around this floor shows its back; such floors are "
           "left out unless built with ");
    add_setting(t, "keep_inside");
    add(t, " or a ");
    add_setting(t, "seed");
    add(t, " there");
    if (!(t->why->drops >> WEND_VERDICT_SMALL & 1))
        return;
    add_number(t, "; this one is also smaller than the ", t->explain->truth.def.settings.keep.min_area, " m2 of ");
    add_setting(t, "min_area");
}

static void add_seedless(const telling *t) {
    add(t, "not walkable: flat enough and free, but dropped, as no ");
    add_setting(t, "seed");
    add(t, " is on this floor or what links join to it");
}

static void add_small(const telling *t) {
    add_number(t, "not walkable: flat enough and free, but dropped, as this floor is smaller than the ",
               t->explain->truth.def.settings.keep.min_area, " m2 of ");
    add_setting(t, "min_area");
}

static void add_rounding(const telling *t) {
    add_number(t, "not walkable: within ", t->explain->truth.def.settings.exact.simplify + WEND_EXPLAIN_NEAR,
               " m of a boundary, where rounding and ");
    add_setting(t, "simplify");
    add(t, " decide");
}

static void add_missed(const telling *t) {
    const wend_settings *settings = &t->explain->truth.def.settings;
    add(t, "not walkable: flat enough and free, and no setting that the file tells explains why this floor was left "
           "out: the surface is wrong here");
    if (settings->keep.seed_count > 0 || settings->exact.keep_inside)
        return;
    add(t, ", unless the floor is inside a solid by a hair (");
    add_setting(t, "keep_inside");
    add(t, " would keep it)");
}

static void add_verdict(const telling *t) {
    const wend_agent *agent = &t->explain->truth.def.settings.agent;
    switch (t->why->verdict) {
    case WEND_VERDICT_WALKABLE:
        add(t, "walkable: component ");
        wend_text_add_int(t->text, t->why->component);
        add_number(t, ", ", t->why->area, " m2");
        break;
    case WEND_VERDICT_LINK:
        add_link(t);
        break;
    case WEND_VERDICT_NOTHING:
        add_number(t, "not walkable: the scene has no triangle at the place, nor up to ", agent->height, " m below it");
        break;
    case WEND_VERDICT_FACES_DOWN:
        add_faces_down(t);
        break;
    case WEND_VERDICT_TOO_STEEP:
        add_number(t, "not walkable: too steep, ", wend_explain_degrees(t->why->floor.slope), " degrees");
        add_number(t, ", and ", wend_explain_degrees(agent->slope), " are the most");
        break;
    case WEND_VERDICT_TOO_LOW:
        add_number(t, "not walkable: something lies ", t->why->room, " m above the floor");
        add_number(t, ", and ", agent->height, " m are needed");
        break;
    case WEND_VERDICT_INSIDE:
        add_inside(t);
        break;
    case WEND_VERDICT_SEEDLESS:
        add_seedless(t);
        break;
    case WEND_VERDICT_SMALL:
        add_small(t);
        break;
    case WEND_VERDICT_ROUNDING:
        add_rounding(t);
        break;
    default:
        add_missed(t);
    }
    add(t, "\n");
}

void wend_explain_words(const wend_explain *explain, const wend_why *why, wend_text *text) {
    const telling t = {.explain = explain, .why = why, .view = explain->truth.ground, .text = text};
    add_verdict(&t);
    add_floor(&t);
    add_above(&t);
    add_border(&t);
}
