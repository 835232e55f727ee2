// What came out of a run: figures as JSON and in words, where everyone was as CSV and in JuPedSim's text form, and the
// trajectories as a picture of each storey.
#include "cli/command.h"
#include "cli/crowd_run.h"

#include <math.h>

enum { PLACE_DIGITS = 4, TIME_DIGITS = 3 };

// ---------------------------------------------------------------------------------------------------- figures

typedef struct figures {
    int64_t arrived;
    double time, lost, speed; // means of those who arrived, seconds and metres per second
} figures;

static figures sum_up(const wend_crowd_run *r) {
    figures f = {0};
    for (int64_t k = 0; k < r->person_count; k++) {
        const wend_person *p = &r->people[k];
        if (p->arrived < 0)
            continue;
        double time = p->arrived - p->came;
        f.arrived++;
        f.time += time;
        f.lost += p->speed > 0 ? time - p->walked / p->speed : 0;
        f.speed += time > 0 ? p->walked / time : 0;
    }
    if (f.arrived > 0) {
        f.time /= (double)f.arrived;
        f.lost /= (double)f.arrived;
        f.speed /= (double)f.arrived;
    }
    return f;
}

// People per second, between the first and the last one; 0 for fewer than two.
static double flow_of(const wend_line_count *line) {
    int64_t count = line->over[0] + line->over[1];
    return count > 1 && line->last > line->first ? (double)(count - 1) / (line->last - line->first) : 0;
}

void wend_crowd_tell_json(const wend_crowd_run *r, wend_text *out) {
    figures f = sum_up(r);
    wend_crowd_view view = {0};
    wend_crowd_look(r->crowd, &view);
    wend_json_open(out, NULL, '{');
    wend_json_add_string(out, "model", wend_crowd_model_name(r->scenario->def.model));
    wend_json_add_rounded(out, "seconds", r->seconds, TIME_DIGITS);
    wend_json_add_int(out, "steps", view.steps);
    wend_json_add_int(out, "people", r->person_count);
    wend_json_add_int(out, "unplaced", r->unplaced);
    wend_json_add_int(out, "arrived", f.arrived);
    wend_json_open(out, "states", '{');
    for (int k = 0; k < WEND_AGENT_STATE_COUNT; k++)
        if (r->states[k] > 0)
            wend_json_add_int(out, wend_agent_state_name((wend_agent_state)k), r->states[k]);
    wend_json_close(out, '}');
    wend_json_add_rounded(out, "mean_time", f.time, TIME_DIGITS);
    wend_json_add_rounded(out, "mean_lost", f.lost, TIME_DIGITS);
    wend_json_add_rounded(out, "mean_speed", f.speed, TIME_DIGITS);
    wend_json_open(out, "lines", '{');
    for (int32_t k = 0; k < r->scenario->line_count; k++) {
        const wend_line_count *line = &r->lines[k];
        wend_json_open(out, r->scenario->lines[k].name, '{');
        wend_json_add_int(out, "from_left", line->over[0]);
        wend_json_add_int(out, "from_right", line->over[1]);
        wend_json_add_rounded(out, "first", line->first, TIME_DIGITS);
        wend_json_add_rounded(out, "last", line->last, TIME_DIGITS);
        wend_json_add_rounded(out, "flow", flow_of(line), TIME_DIGITS);
        wend_json_close(out, '}');
    }
    wend_json_close(out, '}');
    wend_json_add_int(out, "searches", view.searches);
    wend_json_add_hash(out, "hash", r->hash);
    wend_json_close(out, '}');
    wend_text_add_char(out, '\n');
}

static void say(wend_text *out, double value, int digits, const char *words) {
    wend_text_add_rounded(out, value, digits);
    wend_text_add_string(out, words);
}

void wend_crowd_tell_words(const wend_crowd_run *r, wend_text *out) {
    figures f = sum_up(r);
    say(out, (double)r->person_count, 0, " people, ");
    say(out, (double)f.arrived, 0, " arrived; ");
    say(out, r->seconds, 2, " s\n");
    if (f.arrived > 0) {
        say(out, f.time, 2, " s on the way each, ");
        say(out, f.lost, 2, " s of them lost; ");
        say(out, f.speed, 2, " m/s\n");
    }
    if (r->unplaced > 0)
        say(out, (double)r->unplaced, 0, " found no room to begin with\n");
    for (int k = 0; k < WEND_AGENT_STATE_COUNT; k++)
        if (r->states[k] > 0 && k != WEND_AGENT_ARRIVED) {
            say(out, (double)r->states[k], 0, " at the end in the state ");
            wend_text_add_string(out, wend_agent_state_name((wend_agent_state)k));
            wend_text_add_char(out, '\n');
        }
    for (int32_t k = 0; k < r->scenario->line_count; k++) {
        const wend_line_count *line = &r->lines[k];
        wend_text_add_string(out, "line ");
        wend_text_add_string(out, r->scenario->lines[k].name);
        wend_text_add_string(out, ": ");
        say(out, (double)line->over[0], 0, " from the left, ");
        say(out, (double)line->over[1], 0, " from the right, ");
        say(out, flow_of(line), 3, " per second\n");
    }
}

// ---------------------------------------------------------------------------------------------------- trajectories

static void add_place(const wend_crowd_run *r, const wend_sighting *s, char between, wend_text *out) {
    double ground[3];
    wend_locator_ground(wend_nav_plan(r->nav), s->place, s->triangle, ground);
    for (int axis = 0; axis < 3; axis++) {
        if (axis > 0)
            wend_text_add_char(out, between);
        wend_text_add_rounded(out, ground[axis], PLACE_DIGITS);
    }
}

void wend_crowd_write_csv(const wend_crowd_run *r, wend_text *out) {
    wend_text_add_string(out, "time,person,group,x,y,z\n");
    for (int64_t k = 0; k < r->sighting_count; k++) {
        const wend_sighting *s = &r->sightings[k];
        wend_text_add_rounded(out, s->frame * r->every, TIME_DIGITS);
        wend_text_add_char(out, ',');
        wend_text_add_int(out, s->person);
        wend_text_add_char(out, ',');
        wend_text_add_int(out, r->scenario->groups[r->people[s->person].group].group);
        wend_text_add_char(out, ',');
        add_place(r, s, ',', out);
        wend_text_add_char(out, '\n');
    }
}

// The form that PedPy and JPSvis read: metres, seen from above, with the height as third coordinate.
void wend_crowd_write_jupedsim(const wend_crowd_run *r, wend_text *out) {
    wend_text_add_string(out, "# written by wend crowd\n# framerate: ");
    wend_text_add_rounded(out, 1 / r->every, 6);
    wend_text_add_string(out, "\n# id\tframe\tx/m\ty/m\tz/m\n");
    for (int64_t k = 0; k < r->sighting_count; k++) {
        const wend_sighting *s = &r->sightings[k];
        double ground[3], seen[3];
        wend_locator_ground(wend_nav_plan(r->nav), s->place, s->triangle, ground);
        for (int axis = 0; axis < 3; axis++)
            seen[axis] = ground[axis];
        if (r->plan.ground.step > 0)
            wend_ground_from_scene(r->plan.ground.up, ground, seen);
        wend_text_add_int(out, s->person + 1);
        wend_text_add_char(out, '\t');
        wend_text_add_int(out, s->frame);
        for (int axis = 0; axis < 3; axis++) {
            wend_text_add_char(out, '\t');
            wend_text_add_rounded(out, seen[axis] * r->plan.unit, PLACE_DIGITS);
        }
        wend_text_add_char(out, '\n');
    }
}

// ---------------------------------------------------------------------------------------------------- picture

#define PANEL 900.0 // pixels of the longer side of a storey
#define MARGIN 12.0

typedef struct sheet {
    const wend_crowd_run *r;
    double low[2], high[2], scale;
    wend_text *out;
} sheet;

static void add_point(const sheet *s, const double at[2], char letter) {
    wend_text_add_char(s->out, letter);
    wend_text_add_rounded(s->out, (at[0] - s->low[0]) * s->scale, 1);
    wend_text_add_char(s->out, ' ');
    wend_text_add_rounded(s->out, (s->high[1] - at[1]) * s->scale, 1);
}

static int32_t layer_of(const sheet *s, int32_t triangle) {
    return s->r->plan.triangle_layer ? s->r->plan.triangle_layer[triangle] : 0;
}

static void corner(const sheet *s, int32_t h, double at[2]) {
    const wend_plan_view *v = &s->r->plan;
    wend_lattice_place(&v->lattice, v->vertices[v->triangles[h / 3].v[h % 3]], at);
}

static void draw_floor(const sheet *s, int32_t layer) {
    double at[2];
    wend_text_add_string(s->out, "<path fill=\"#eef1f4\" stroke=\"#eef1f4\" stroke-width=\"0.5\" d=\"");
    for (int32_t t = 0; t < s->r->plan.triangle_count; t++)
        for (int i = 0; i < 3 && layer_of(s, t) == layer; i++) {
            corner(s, 3 * t + i, at);
            add_point(s, at, i == 0 ? 'M' : 'L');
        }
    wend_text_add_string(s->out, "\"/>\n<path fill=\"none\" stroke=\"#4a5560\" stroke-width=\"1.2\" d=\"");
    for (int32_t b = 0; b < s->r->plan.boundary_count; b++) {
        int32_t e = s->r->plan.boundaries[b].edge;
        if (layer_of(s, e / 3) != layer)
            continue;
        corner(s, e, at);
        add_point(s, at, 'M');
        corner(s, e % 3 == 2 ? e - 2 : e + 1, at);
        add_point(s, at, 'L');
    }
    wend_text_add_string(s->out, "\"/>\n");
}

// The ways of all people of a group of the scenario on a layer. Sightings are by frames: each person's last one is
// looked up.
static void draw_ways(const sheet *s, int32_t layer, int32_t group, int64_t *last) {
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
    const wend_crowd_run *r = s->r;
    wend_text_add_string(s->out, "<path fill=\"none\" stroke-width=\"0.8\" stroke-opacity=\"0.55\" stroke=\"");
    wend_text_add_string(s->out, colours[group % 6]);
    wend_text_add_string(s->out, "\" d=\"");
    for (int64_t k = 0; k < r->person_count; k++)
        last[k] = -1;
    for (int64_t k = 0; k < r->sighting_count; k++) {
        const wend_sighting *now = &r->sightings[k];
        if (r->people[now->person].group != group)
            continue;
        int64_t before = last[now->person];
        last[now->person] = k;
        if (before < 0 || layer_of(s, now->triangle) != layer)
            continue;
        add_point(s, r->sightings[before].place, 'M');
        add_point(s, now->place, 'L');
    }
    wend_text_add_string(s->out, "\"/>\n");
}

static void draw_ends(const sheet *s, int32_t layer, const int64_t *last) {
    const wend_crowd_run *r = s->r;
    for (int64_t k = 0; k < r->person_count; k++) {
        const wend_sighting *end = last[k] >= 0 ? &r->sightings[last[k]] : NULL;
        if (!end || end->frame + 1 < r->frames || layer_of(s, end->triangle) != layer)
            continue;
        wend_text_add_string(s->out, "<circle fill=\"#1b1f23\" r=\"2\" cx=\"");
        wend_text_add_rounded(s->out, (end->place[0] - s->low[0]) * s->scale, 1);
        wend_text_add_string(s->out, "\" cy=\"");
        wend_text_add_rounded(s->out, (s->high[1] - end->place[1]) * s->scale, 1);
        wend_text_add_string(s->out, "\"/>\n");
    }
}

static void draw_storeys(sheet *s, int64_t *last) {
    int32_t layers = s->r->plan.triangle_layer ? s->r->plan.layer_count : 1;
    double width = (s->high[0] - s->low[0]) * s->scale + 2 * MARGIN;
    double height = (s->high[1] - s->low[1]) * s->scale + 2 * MARGIN;
    wend_text_add_string(s->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
    wend_text_add_rounded(s->out, width * layers, 0);
    wend_text_add_string(s->out, "\" height=\"");
    wend_text_add_rounded(s->out, height, 0);
    wend_text_add_string(s->out, "\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    for (int32_t layer = 0; layer < layers; layer++) {
        wend_text_add_string(s->out, "<g transform=\"translate(");
        wend_text_add_rounded(s->out, MARGIN + layer * width, 1);
        wend_text_add_char(s->out, ' ');
        wend_text_add_rounded(s->out, MARGIN, 1);
        wend_text_add_string(s->out, ")\">\n");
        draw_floor(s, layer);
        for (int32_t group = 0; group < s->r->scenario->group_count; group++) {
            draw_ways(s, layer, group, last);
            draw_ends(s, layer, last);
        }
        wend_text_add_string(s->out, "</g>\n");
    }
    wend_text_add_string(s->out, "</svg>\n");
}

void wend_crowd_write_svg(const wend_crowd_run *r, wend_text *out) {
    wend_plan_facts facts = wend_plan_sum(wend_nav_plan(r->nav));
    sheet s = {.r = r, .out = out};
    double longest = 0;
    for (int i = 0; i < 2; i++) {
        s.low[i] = facts.low[i];
        s.high[i] = facts.high[i];
        longest = fmax(longest, facts.high[i] - facts.low[i]);
    }
    s.scale = longest > 0 ? PANEL / longest : 1;
    int64_t *last = wend_allocate_array(r->context, r->person_count + 1, sizeof *last);
    if (last == NULL) {
        out->failed = true;
        return;
    }
    draw_storeys(&s, last);
    wend_release(r->context, last, (size_t)(r->person_count + 1) * sizeof *last);
}
