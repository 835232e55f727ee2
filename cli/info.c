// wend info FILE.wend: what is in a file.
#include <wend/json.h>

#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

#define COMPONENTS_SHOWN 10
#define NARROW_SHOWN 10
#define DOORS_SHOWN 10
#define NARROW_LISTED 1000 // in JSON

static const wend_option table[] = {{.name = "--json", .kind = WEND_OPTION_FLAG}, WEND_MEMORY_OPTION};

static const char *const qualities[WEND_CELLS_QUALITY_COUNT] = {"fast", "best"};

// What cells were made with.
static void add_settings(const wend_cells_def *def, wend_text *text) {
    wend_json_add_rounded(text, "relax_angle", wend_degrees(def->relax_angle), WEND_DEGREE_DIGITS);
    wend_json_add_double(text, "relax", def->relax);
    wend_json_add_string(text, "quality", qualities[def->quality]);
}

// ---------------------------------------------------------------------------------------------------- JSON

// A narrow place, in the axes of what the plan was made of.
typedef struct narrow_place {
    double at[3], direction[3];
    double width, room, prominence;
} narrow_place;

static narrow_place find_narrow(const wend_nav *nav, int32_t k) {
    const wend_medial *medial = wend_nav_medial(nav);
    wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
    wend_narrow narrow = wend_medial_narrow(medial, k);
    narrow_place found = {.at = {narrow.place[0], narrow.place[1], 0},
                          .direction = {narrow.direction[0], narrow.direction[1], 0},
                          .width = narrow.width,
                          .room = narrow.room,
                          .prominence = narrow.prominence};
    if (!wend_nav_surface(nav))
        return found;
    wend_spot spot = {.triangle =
                          wend_medial_arc_triangle(medial, narrow.arc, wend_medial_arc_least(medial, narrow.arc))};
    wend_lattice_point(&plan.lattice, narrow.place, &spot.point);
    wend_plan_ground ground;
    wend_plan_find_ground(wend_nav_plan(nav), &spot, &ground);
    memcpy(found.at, ground.place, sizeof found.at);
    wend_scene_from_ground(plan.ground.up, (double[3]){narrow.direction[0], narrow.direction[1], 0}, found.direction);
    return found;
}

// Whether the narrow place a comes after b: it is wider, or as wide and has a higher number.
typedef struct narrow_key {
    double width;
    int32_t number;
} narrow_key;

static bool comes_after(const narrow_key *a, const narrow_key *b) {
    return a->width != b->width ? a->width > b->width : a->number > b->number;
}

// Lets a key sink in a heap whose top comes last.
static void sink(narrow_key *keys, int32_t count, int32_t at) {
    narrow_key key = keys[at];
    for (int32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && comes_after(&keys[child + 1], &keys[child]);
        if (!comes_after(&keys[child], &key))
            break;
        keys[at] = keys[child];
    }
    keys[at] = key;
}

// Narrow places, the narrowest first: sorted in a heap.
static void sort_narrows(const wend_medial *medial, narrow_key *keys, int32_t count) {
    for (int32_t k = 0; k < count; k++)
        keys[k] = (narrow_key){wend_medial_narrow(medial, k).width, k};
    for (int32_t k = count / 2; k-- > 0;)
        sink(keys, count, k);
    for (int32_t left = count; left > 1; left--) {
        narrow_key last = keys[0];
        keys[0] = keys[left - 1];
        keys[left - 1] = last;
        sink(keys, left - 1, 0);
    }
}

// The narrowest places: where, in which direction one passes them, how wide they are, what they part.
static void add_narrow_json(const wend_nav *nav, wend_text *text) {
    if (!wend_nav_medial(nav))
        return;
    int32_t count = wend_medial_look(wend_nav_medial(nav)).narrow_count;
    size_t bytes = (size_t)(count + 1) * sizeof(narrow_key);
    narrow_key *keys = wend_allocate_array(text->context, (int64_t)count + 1, sizeof *keys);
    if (!keys) {
        text->failed = true;
        count = 0;
    }
    sort_narrows(wend_nav_medial(nav), keys, count);
    wend_json_open(text, "narrowest", '[');
    for (int32_t k = 0; k < count && k < NARROW_LISTED; k++) {
        narrow_place narrow = find_narrow(nav, keys[k].number);
        wend_json_open(text, NULL, '{');
        wend_json_add_place(text, "at", narrow.at);
        wend_json_add_place(text, "direction", narrow.direction);
        wend_json_add_double(text, "width", narrow.width);
        if (narrow.room > 0)
            wend_json_add_double(text, "room", narrow.room);
        wend_json_add_double(text, "prominence", narrow.prominence);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
    wend_release(text->context, keys, bytes);
}

// The doors of a plan; NULL when it has no medial axis, or memory is short, which the text is told.
static wend_doors *find_doors(const wend_nav *nav, wend_text *text) {
    wend_doors *doors = NULL;
    if (wend_nav_medial(nav) && wend_nav_doors(text->context, nav, NULL, &doors, NULL) != WEND_OK)
        text->failed = true;
    return doors;
}

// Doors, and the rooms that they lead to.
static void add_doors_json(const wend_nav *nav, wend_text *text) {
    wend_doors *doors = find_doors(nav, text);
    if (!doors)
        return;
    wend_doors_view view = wend_doors_look(doors);
    wend_json_open(text, "doors", '[');
    for (int32_t k = 0; k < view.door_count; k++) {
        const wend_door *d = &view.doors[k];
        wend_json_open(text, NULL, '{');
        wend_json_add_place(text, "at", d->place);
        wend_json_add_place(text, "left", d->ends[0]);
        wend_json_add_place(text, "right", d->ends[1]);
        wend_json_add_place(text, "direction", d->direction);
        wend_json_add_double(text, "width", d->width);
        wend_json_add_double(text, "depth", d->depth);
        if (d->headroom > 0)
            wend_json_add_double(text, "headroom", d->headroom);
        wend_json_open(text, "rooms", '[');
        wend_json_add_int(text, NULL, d->rooms[0]);
        wend_json_add_int(text, NULL, d->rooms[1]);
        wend_json_close(text, ']');
        wend_json_add_int(text, "layer", d->layer);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
    wend_json_open(text, "rooms", '[');
    for (int32_t k = 0; k < view.room_count; k++) {
        const wend_door_room *r = &view.rooms[k];
        wend_json_open(text, NULL, '{');
        wend_json_add_place(text, "at", r->place);
        wend_json_add_double(text, "width", r->width);
        wend_json_add_double(text, "area", r->area);
        wend_json_add_int(text, "doors", r->doors);
        wend_json_add_int(text, "layer", r->layer);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
    wend_doors_destroy(doors);
}

static void add_plan_json(const wend_nav *nav, const wend_parts_view *parts, wend_text *text) {
    wend_plan_view view = wend_plan_look(wend_nav_plan(nav));
    wend_plan_facts facts = wend_plan_sum(wend_nav_plan(nav));
    wend_command_add_place(text, "low", facts.low);
    wend_command_add_place(text, "high", facts.high);
    wend_command_add_place(text, "origin", view.lattice.origin);
    if (wend_nav_cells(nav)) {
        wend_cells_view cells = wend_cells_look(wend_nav_cells(nav));
        add_settings(&cells.def, text);
    }
    add_doors_json(nav, text);
    add_narrow_json(nav, text);
    wend_json_open(text, "component_list", '[');
    for (int32_t k = 0; k < parts->count; k++) {
        const wend_part *part = &parts->parts[parts->order[k]];
        wend_json_open(text, NULL, '{');
        wend_json_add_int(text, "component", parts->order[k]);
        wend_json_add_double(text, "area", part->area);
        wend_json_add_int(text, "triangles", part->triangles);
        wend_json_add_int(text, "holes", part->holes);
        wend_json_add_int(text, "points", part->points);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

static void add_surface_json(const wend_nav *nav, const wend_parts_view *parts, wend_text *text) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    double origin[3];
    wend_lattice3_place(&view.lattice, (wend_point3){0, 0, 0}, origin);
    wend_json_add_place(text, "low", view.min);
    wend_json_add_place(text, "high", view.max);
    wend_json_add_place(text, "origin", origin);
    if (wend_nav_cells(nav)) {
        wend_cells_view cells = wend_cells_look(wend_nav_cells(nav));
        add_settings(&cells.def, text);
    }
    add_doors_json(nav, text);
    add_narrow_json(nav, text);
    wend_json_open(text, "component_list", '[');
    for (int32_t k = 0; k < parts->count; k++) {
        const wend_part *part = &parts->parts[parts->order[k]];
        wend_json_open(text, NULL, '{');
        wend_json_add_int(text, "component", parts->order[k]);
        wend_json_add_double(text, "area", part->area);
        wend_json_add_double(text, "plan_area", part->plan_area);
        wend_json_add_int(text, "surface_components", part->surface_components);
        wend_json_add_int(text, "triangles", part->triangles);
        wend_json_add_int(text, "holes", part->holes);
        if (part->largest >= 0)
            wend_json_add_place(text, "at", part->at);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

static void add_json(const wend_nav *nav, const wend_parts_view *parts, double seconds, wend_text *text) {
    wend_json_open(text, NULL, '{');
    wend_command_facts(nav, text);
    if (wend_nav_surface(nav))
        add_surface_json(nav, parts, text);
    else
        add_plan_json(nav, parts, text);
    wend_json_open(text, "seconds", '{');
    wend_json_add_rounded(text, "read", seconds, 6);
    wend_json_close(text, '}');
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

// ---------------------------------------------------------------------------------------------------- words

static void add_line(wend_text *text, const char *name, int64_t value) {
    wend_text_add_string(text, name);
    wend_text_add_int(text, value);
    wend_text_add_char(text, '\n');
}

static void add_range(wend_text *text, const char *name, double low, double high) {
    wend_text_add_string(text, name);
    wend_text_add_double(text, low);
    wend_text_add_string(text, " to ");
    wend_text_add_double(text, high);
    wend_text_add_char(text, '\n');
}

static void add_cells(const wend_cells *cells, wend_text *text) {
    if (!cells) {
        wend_text_add_string(text, "cells           none\n");
        return;
    }
    wend_cells_view view = wend_cells_look(cells);
    add_line(text, "cells           ", view.cell_count);
    add_line(text, "portals         ", view.portal_count);
    wend_text_add_string(text, "portal length   ");
    wend_text_add_rounded(text, view.portal_length, 3);
    wend_text_add_string(text, " m\n");
    add_line(text, "notches         ", view.notch_count);
    wend_text_add_string(text, "smallest angle  ");
    wend_text_add_rounded(text, wend_degrees(view.smallest_angle), 3);
    wend_text_add_string(text, " degrees\n");
    add_line(text, "below 5 degrees ", view.needle_count);
    wend_text_add_string(text, "relaxation      ");
    wend_text_add_rounded(text, wend_degrees(view.def.relax_angle), WEND_DEGREE_DIGITS);
    wend_text_add_string(text, " degrees, distance ");
    wend_text_add_double(text, view.def.relax);
    wend_text_add_string(text, "\nquality         ");
    wend_text_add_string(text, qualities[view.def.quality]);
    wend_text_add_char(text, '\n');
}

static void add_rounded_place(wend_text *text, const double place[3], int axes) {
    for (int axis = 0; axis < axes; axis++) {
        wend_text_add_string(text, axis > 0 ? "," : "");
        wend_text_add_rounded(text, place[axis], 3);
    }
}

static void add_roads(const wend_nav *nav, wend_text *text) {
    if (!wend_nav_roads(nav)) {
        wend_text_add_string(text, "roads           none\n");
        return;
    }
    wend_roads_view view = wend_roads_look(wend_nav_roads(nav));
    wend_text_add_string(text, "roads           ");
    wend_text_add_int(text, view.piece_count);
    wend_text_add_string(text, " pieces, ");
    wend_text_add_int(text, view.notch_count);
    wend_text_add_string(text, " notches, ");
    wend_text_add_int(text, view.visitor_count);
    wend_text_add_string(text, " visitors\n");
    if (wend_nav_landmarks(nav))
        add_line(text, "landmarks       ", wend_landmarks_look(wend_nav_landmarks(nav)).count);
}

static void add_medial(const wend_nav *nav, wend_text *text) {
    if (!wend_nav_medial(nav)) {
        wend_text_add_string(text, "medial axis     none\n");
        return;
    }
    wend_medial_view view = wend_medial_look(wend_nav_medial(nav));
    int axes = wend_nav_surface(nav) ? 3 : 2;
    wend_text_add_string(text, "medial axis     ");
    wend_text_add_int(text, view.vertex_count);
    wend_text_add_string(text, " vertices (");
    wend_text_add_int(text, view.true_count);
    wend_text_add_string(text, " true), ");
    wend_text_add_int(text, view.arc_count);
    wend_text_add_string(text, " arcs\n");
    add_line(text, "narrow places   ", view.narrow_count);
    for (int32_t k = 0; k < view.narrow_count && k < NARROW_SHOWN; k++) {
        narrow_place narrow = find_narrow(nav, k);
        wend_text_add_string(text, "  ");
        wend_text_add_significant(text, narrow.width);
        wend_text_add_string(text, " m wide at ");
        add_rounded_place(text, narrow.at, axes);
        wend_text_add_string(text, ", the way leads along ");
        add_rounded_place(text, narrow.direction, axes);
        if (narrow.room > 0) {
            wend_text_add_string(text, ", to a room ");
            wend_text_add_significant(text, narrow.room);
            wend_text_add_string(text, " m wide\n");
        } else
            wend_text_add_string(text, "; a wider way leads around\n");
    }
    if (view.narrow_count > NARROW_SHOWN)
        wend_text_add_string(text, "  and others, less prominent; --json lists more\n");
}

static void add_doors(const wend_nav *nav, wend_text *text) {
    wend_doors *doors = find_doors(nav, text);
    if (!doors)
        return;
    wend_doors_view view = wend_doors_look(doors);
    add_line(text, "doors           ", view.door_count);
    for (int32_t k = 0; k < view.door_count && k < DOORS_SHOWN; k++) {
        const wend_door *d = &view.doors[k];
        wend_text_add_string(text, "  ");
        wend_text_add_rounded(text, d->width, 3);
        wend_text_add_string(text, " m wide at ");
        add_rounded_place(text, d->place, wend_nav_surface(nav) ? 3 : 2);
        if (d->headroom > 0) {
            wend_text_add_string(text, ", headroom ");
            wend_text_add_rounded(text, d->headroom, 3);
            wend_text_add_string(text, " m");
        }
        for (int side = 0; side < 2; side++) {
            wend_text_add_string(text, side == 0 ? ", from room " : " to room ");
            wend_text_add_int(text, d->rooms[side]);
            wend_text_add_string(text, " (");
            wend_text_add_rounded(text, view.rooms[d->rooms[side]].area, 1);
            wend_text_add_string(text, " m2)");
        }
        wend_text_add_char(text, '\n');
    }
    if (view.door_count > DOORS_SHOWN)
        wend_text_add_string(text, "  and others, all wider; --json lists all, with the rooms\n");
    wend_doors_destroy(doors);
}

// What every nav has.
static void add_frame(const wend_nav *nav, double step, double unit, wend_text *text) {
    wend_text_add_string(text, "lattice step    ");
    wend_text_add_double(text, step);
    wend_text_add_string(text, "\nmetres per unit ");
    wend_text_add_double(text, unit);
    wend_text_add_string(text, "\nhash            ");
    wend_text_add_hash(text, wend_nav_hash(nav));
    wend_text_add_char(text, '\n');
}

// What every line about a component tells.
static void add_component(wend_text *text, int64_t number, double area, int64_t triangles, int64_t holes) {
    wend_text_add_string(text, "  component ");
    wend_text_add_int(text, number);
    wend_text_add_string(text, ": ");
    wend_text_add_rounded(text, area, 3);
    wend_text_add_string(text, " m2, ");
    wend_text_add_int(text, triangles);
    wend_text_add_string(text, triangles == 1 ? " triangle, " : " triangles, ");
    wend_text_add_int(text, holes);
    wend_text_add_string(text, holes == 1 ? " hole" : " holes");
}

static void add_parts(const wend_parts_view *parts, wend_text *text) {
    add_line(text, "components      ", parts->count);
    for (int32_t k = 0; k < parts->count && k < COMPONENTS_SHOWN; k++) {
        const wend_part *p = &parts->parts[parts->order[k]];
        add_component(text, parts->order[k], p->area, p->triangles, p->holes);
        if (p->largest >= 0) {
            wend_text_add_string(text, ", at ");
            add_rounded_place(text, p->at, 3);
        }
        wend_text_add_char(text, '\n');
    }
    if (parts->count > COMPONENTS_SHOWN)
        add_line(text, "  and others, all smaller; --json lists all ", parts->count);
}

static void add_plan_words(const wend_nav *nav, const wend_parts_view *parts, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_facts facts = wend_plan_sum(plan);
    wend_text_add_string(text, "area            ");
    wend_text_add_rounded(text, facts.area, 3);
    wend_text_add_string(text, " m2\n");
    add_line(text, "triangles       ", view.triangle_count);
    add_line(text, "vertices        ", view.vertex_count);
    add_line(text, "boundary edges  ", view.boundary_count);
    add_line(text, "holes           ", facts.holes);
    add_line(text, "points          ", facts.points);
    add_line(text, "borders         ", view.border_count);
    add_line(text, "layers          ", view.layer_count);
    add_range(text, "x               ", facts.low[0], facts.high[0]);
    add_range(text, "y               ", facts.low[1], facts.high[1]);
    add_frame(nav, view.lattice.step, view.unit, text);
    add_medial(nav, text);
    add_doors(nav, text);
    add_cells(wend_nav_cells(nav), text);
    add_roads(nav, text);
    add_parts(parts, text);
}

static void add_boundaries(const wend_surface *surface, wend_text *text) {
    wend_surface_facts facts = wend_surface_sum(surface);
    add_line(text, "boundary edges  ", wend_surface_look(surface).boundary_count);
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++) {
        const char *name = wend_boundary_kind_name((wend_boundary_kind)kind);
        if (facts.edges[kind] == 0)
            continue;
        wend_text_add_string(text, "  ");
        wend_text_add_string(text, name);
        wend_text_add_string(text, &"              "[strlen(name)]);
        wend_text_add_int(text, facts.edges[kind]);
        wend_text_add_string(text, ", ");
        wend_text_add_rounded(text, facts.metres[kind], 3);
        wend_text_add_string(text, " m\n");
    }
}

// What the surface was built with, besides the agent: all lengths, and of the rest what is not as by default.
static void add_surface_settings(const wend_settings *settings, wend_text *text) {
    const wend_exact_def *def = &settings->exact;
    const wend_keep_def *keep = &settings->keep;
    wend_text_add_string(text, "settings        ");
    wend_text_add_string(text, settings->cell > 0 ? "voxels, cell " : "weld ");
    wend_text_add_double(text, settings->cell > 0 ? settings->cell : def->weld);
    if (settings->cell > 0) {
        wend_text_add_string(text, " m, cell-height ");
        wend_text_add_double(text, settings->cell_height);
    }
    wend_text_add_string(text, " m, simplify ");
    wend_text_add_double(text, def->simplify);
    wend_text_add_string(text, " m");
    wend_text_add_string(text, def->two_sided ? ", two-sided" : "");
    wend_text_add_string(text, def->keep_inside ? ", keep-inside" : "");
    if (keep->min_area > 0) {
        wend_text_add_string(text, ", min-area ");
        wend_text_add_double(text, keep->min_area);
        wend_text_add_string(text, " m2");
    }
    wend_text_add_string(text, settings->solid.lattice > 0 ? ", lattice as asked" : "");
    for (int32_t k = 0; k < keep->seed_count; k++) {
        for (int axis = 0; axis < 3; axis++) {
            wend_text_add_string(text, axis > 0 ? "," : ", seed ");
            wend_text_add_double(text, keep->seeds[3 * (int64_t)k + axis]);
        }
    }
    wend_text_add_char(text, '\n');
}

static void add_metres(wend_text *text, const char *name, double metres) {
    wend_text_add_string(text, name);
    wend_text_add_rounded(text, metres, 3);
    wend_text_add_string(text, " m");
}

// Where a flight breaks: risers that are too high, before its bottom and after its top.
static void add_breaks(const wend_flight *f, wend_text *text) {
    for (int end = 0; end < 2; end++)
        if (f->break_height[end] > 0) {
            add_metres(text, end == 0 ? "; before it a riser of " : "; after it a riser of ", f->break_height[end]);
            wend_text_add_string(text, ", too high to step");
        }
}

// What is known of areas: "  area 3: road, tags 5".
static void add_areas(const wend_nav *nav, wend_text *text) {
    int32_t count;
    const wend_area *areas = wend_nav_areas(nav, &count);
    if (count == 0)
        return;
    add_line(text, "areas           ", count);
    for (int32_t k = 0; k < count; k++) {
        wend_text_add_string(text, "  area ");
        wend_text_add_int(text, areas[k].id);
        wend_text_add_string(text, ": ");
        wend_text_add_string(text, areas[k].name[0] ? areas[k].name : "no name");
        wend_text_add_string(text, ", tags ");
        wend_text_add_int(text, (int64_t)areas[k].tags);
        wend_text_add_char(text, '\n');
    }
}

static void add_end(const wend_offlink_end *end, wend_text *text) {
    for (int i = 0; i < 2 && (i == 0 || end->triangles[1] != end->triangles[0] ||
                              memcmp(&end->points[0], &end->points[1], sizeof end->points[0]) != 0);
         i++) {
        if (i == 1)
            wend_text_add_string(text, " - ");
        for (int axis = 0; axis < 3; axis++) {
            if (axis > 0)
                wend_text_add_char(text, ',');
            wend_text_add_rounded(text, end->places[i][axis], 3);
        }
    }
}

// Links made by hand: "  ladder up: 3.9,0,-2 to 5.1,3,-2, both ways, cost 3.231, tags 2".
static void add_offlinks(const wend_offlinks *offlinks, wend_text *text) {
    wend_offlinks_view view = wend_offlinks_look(offlinks);
    add_line(text, "links by hand   ", view.count);
    for (int32_t k = 0; k < view.count && k < COMPONENTS_SHOWN; k++) {
        const wend_offlink *l = &view.links[k];
        wend_text_add_string(text, "  ");
        wend_text_add_string(text, wend_offlink_kind_name(l->kind));
        wend_text_add_string(text, l->name[0] ? " " : "");
        wend_text_add_string(text, l->name);
        wend_text_add_string(text, ": ");
        add_end(&l->ends[0], text);
        wend_text_add_string(text, " to ");
        add_end(&l->ends[1], text);
        wend_text_add_string(text, l->both_ways ? ", both ways, cost " : ", one way, cost ");
        wend_text_add_rounded(text, l->cost, 3);
        wend_text_add_string(text, ", tags ");
        wend_text_add_int(text, (int64_t)l->tags);
        wend_text_add_char(text, '\n');
    }
    if (view.count > COMPONENTS_SHOWN)
        add_line(text, "  and others; --json lists all ", view.count);
}

// Flights of stairs, in words.
static void add_stairs(const wend_stairs *stairs, wend_text *text) {
    wend_stairs_view view = wend_stairs_look(stairs);
    add_line(text, "stairs          ", view.flight_count);
    for (int32_t k = 0; k < view.flight_count && k < COMPONENTS_SHOWN; k++) {
        const wend_flight *f = &view.flights[k];
        wend_text_add_string(text, "  flight ");
        wend_text_add_int(text, k);
        wend_text_add_string(text, ": ");
        wend_text_add_int(text, f->risers);
        add_metres(text, " steps, riser ", f->riser);
        if (f->highest - f->lowest >= 0.001) { // told only where it shows
            add_metres(text, " (", f->lowest);
            add_metres(text, " to ", f->highest);
            wend_text_add_char(text, ')');
        }
        add_metres(text, ", rise ", f->risers * f->riser);
        add_metres(text, ", tread ", f->tread);
        add_metres(text, ", width ", f->width);
        for (int end = 0; end < 2; end++) {
            const double *at = end == 0 ? f->bottom : f->top;
            wend_text_add_string(text, end == 0 ? ", from " : " to ");
            add_rounded_place(text, at, 3);
        }
        add_breaks(f, text);
        wend_text_add_char(text, '\n');
    }
    if (view.flight_count > COMPONENTS_SHOWN)
        add_line(text, "  and others; --json lists all ", view.flight_count);
}

// Links, and the plan that they make.
static void add_links(const wend_nav *nav, wend_text *text) {
    wend_links_view links = wend_links_look(wend_nav_links(nav));
    add_line(text, "links           ", links.link_count);
    for (int kind = 0; kind < WEND_LINK_KIND_COUNT; kind++) {
        const char *name = wend_link_kind_name((wend_link_kind)kind);
        if (links.counts[kind] == 0)
            continue;
        wend_text_add_string(text, "  ");
        wend_text_add_string(text, name);
        add_line(text, &"              "[strlen(name)], links.counts[kind]);
    }
    if (wend_nav_stairs(nav))
        add_stairs(wend_nav_stairs(nav), text);
    add_areas(nav, text);
    if (wend_nav_offlinks(nav))
        add_offlinks(wend_nav_offlinks(nav), text);
    if (!wend_nav_plan(nav))
        return;
    wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
    wend_text_add_string(text, "plan            ");
    wend_text_add_rounded(text, wend_plan_area(wend_nav_plan(nav)), 3);
    wend_text_add_string(text, " m2\n");
    add_line(text, "layers          ", plan.layer_count);
}

// Who the surface was made for: what he needs, and what he can cross.
static void add_agent(const wend_nav *nav, wend_text *text) {
    wend_agent agent = wend_nav_settings(nav)->agent;
    wend_text_add_string(text, "agent           height ");
    wend_text_add_double(text, agent.height);
    wend_text_add_string(text, " m, slope ");
    wend_text_add_rounded(text, wend_degrees(agent.slope), WEND_DEGREE_DIGITS);
    wend_text_add_string(text, " degrees");
    const char *const names[3] = {", step ", ", gap ", ", drop "};
    const double metres[3] = {agent.step, agent.gap, agent.drop};
    for (int k = 0; k < 3 && wend_nav_links(nav); k++) {
        wend_text_add_string(text, names[k]);
        wend_text_add_double(text, metres[k]);
        wend_text_add_string(text, " m");
    }
    wend_text_add_char(text, '\n');
}

static void add_surface_words(const wend_nav *nav, const wend_parts_view *parts, wend_text *text) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    wend_text_add_string(text, "area            ");
    wend_text_add_rounded(text, view.area, 3);
    wend_text_add_string(text, " m2\n");
    add_line(text, "triangles       ", view.triangle_count);
    add_line(text, "vertices        ", view.vertex_count);
    add_boundaries(wend_nav_surface(nav), text);
    add_range(text, "x               ", view.min[0], view.max[0]);
    add_range(text, "y               ", view.min[1], view.max[1]);
    add_range(text, "z               ", view.min[2], view.max[2]);
    wend_text_add_string(text, "up              ");
    wend_text_add_string(text, wend_up_name(view.lattice.up));
    wend_text_add_string(text, "\nmethod          ");
    wend_text_add_string(text, wend_producer_name(view.producer));
    wend_text_add_char(text, '\n');
    add_agent(nav, text);
    add_surface_settings(wend_nav_settings(nav), text);
    add_frame(nav, view.lattice.step, view.lattice.unit, text);
    if (wend_nav_links(nav)) {
        add_line(text, "before linking  ", view.component_count);
        add_links(nav, text);
    }
    if (wend_nav_plan(nav)) {
        add_medial(nav, text);
        add_doors(nav, text);
        add_cells(wend_nav_cells(nav), text);
        add_roads(nav, text);
    }
    add_parts(parts, text);
}

static void add_words(const wend_nav *nav, const wend_parts_view *parts, double seconds, wend_text *text) {
    if (wend_nav_surface(nav))
        add_surface_words(nav, parts, text);
    else
        add_plan_words(nav, parts, text);
    wend_text_add_string(text, "read            ");
    wend_text_add_rounded(text, seconds * 1000, 1);
    wend_text_add_string(text, " ms\n");
}

static int tell(wend_command *command, const wend_nav *nav, bool json, double seconds) {
    wend_parts *parts = NULL;
    wend_result result = wend_parts_build(command->context, nav, &parts);
    if (result != WEND_OK)
        return wend_command_fail(command, NULL, result);
    wend_parts_view view = wend_parts_look(parts);
    wend_text text = wend_text_start(command->context);
    (json ? add_json : add_words)(nav, &view, seconds, &text);
    wend_command_clear(command);
    int code = wend_command_print(&text);
    wend_text_free(&text);
    wend_parts_destroy(parts);
    return code;
}

int wend_command_info(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    if (!wend_options_read("info", table, 2, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 1, 1, "one .wend file") || !wend_command_start(&command, &options, 1))
        return WEND_EXIT_BAD;
    wend_nav *nav = NULL;
    double start = wend_command_seconds();
    int code = WEND_EXIT_BAD;
    if (wend_command_load(&command, options.operands[0], WEND_LOAD_QUICK, &nav))
        code = tell(&command, nav, wend_options_given(&options, "--json"), wend_command_seconds() - start);
    wend_nav_destroy(nav);
    wend_command_stop(&command);
    return code;
}
