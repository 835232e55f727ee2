// Running a scenario: people come, walk, are counted over lines, and leave.
//
// Everything random comes from the scenario's seed, by a generator of our own: the same file and scenario give the same
// bytes on every machine.
#include "cli/crowd_run.h"

#include <math.h>
#include <string.h>

enum { TRIES = 200 }; // random places for one person

// ---------------------------------------------------------------------------------------------------- random numbers

static double random_unit(uint64_t *state) { // splitmix64
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = (*state ^ (*state >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
static double random_between(uint64_t *state, double low, double high) {
    return low + (high - low) * random_unit(state);
}
// Nearly normal: a sum of twelve.
static double random_speed(uint64_t *state, const double speed[2]) {
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += random_unit(state);
    double value = speed[0] + speed[1] * sum;
    return value < 0.3 * speed[0] ? 0.3 * speed[0] : value > 10 ? 10 : value;
}

// ---------------------------------------------------------------------------------------------------- lists

static bool grow(wend_context *context, void **list, int64_t *room, int64_t wanted, size_t size) {
    if (wanted <= *room)
        return true;
    int64_t more = 2 * *room > wanted ? 2 * *room : wanted + 64;
    void *larger = wend_allocate_array(context, more, size);
    if (larger == NULL)
        return false;
    if (*room > 0)
        memcpy(larger, *list, (size_t)*room * size);
    wend_release(context, *list, (size_t)*room * size);
    *list = larger;
    *room = more;
    return true;
}

// ---------------------------------------------------------------------------------------------------- coming

// A random place of a group: in a straight line from its middle over the floor.
static bool find_place(const wend_crowd_run *r, const wend_scenario_group *g, uint64_t *state, wend_spot *spot) {
    double metres = r->plan.lattice.step * r->plan.unit, x, y;
    if (g->box[0] > 0 || g->box[1] > 0) {
        x = random_between(state, -g->box[0], g->box[0]);
        y = random_between(state, -g->box[1], g->box[1]);
    } else {
        do {
            x = random_between(state, -1, 1);
            y = random_between(state, -1, 1);
        } while (x * x + y * y > 1);
        x *= g->within;
        y *= g->within;
    }
    x = g->at.point.x + x / metres;
    y = g->at.point.y + y / metres;
    if (!(fabs(x) < WEND_COORDINATE_MAX && fabs(y) < WEND_COORDINATE_MAX))
        return false;
    wend_point point = {(int32_t)floor(x), (int32_t)floor(y)};
    wend_ray_hit hit;
    wend_plan_ray(wend_nav_plan(r->nav), &g->at, point, &hit);
    *spot = (wend_spot){hit.triangle, point, 0};
    return !hit.hit;
}

// Whether somebody stands there already.
static bool is_taken(const wend_crowd_run *r, const wend_spot *spot, double radius) {
    wend_crowd_view view;
    if (wend_crowd_look(r->crowd, &view) != WEND_OK)
        return true;
    double at[2];
    wend_lattice_place(&r->plan.lattice, spot->point, at);
    for (int32_t k = 0; k < view.count; k++) {
        double x = (view.places[2 * k] - at[0]) * r->plan.unit, y = (view.places[2 * k + 1] - at[1]) * r->plan.unit;
        double apart = radius + view.radii[k];
        wend_point other;
        if (x * x + y * y < apart * apart && wend_lattice_point(&r->plan.lattice, &view.places[2 * k], &other) &&
            wend_plan_visible(wend_nav_plan(r->nav), spot, &(wend_spot){view.triangles[k], other, 0}))
            return true;
    }
    return false;
}

static wend_result note_person(wend_crowd_run *r, wend_agent_id id, int32_t group, double speed) {
    int64_t n = r->person_count;
    void *people = r->people, *before = r->before, *indices = r->person_of;
    bool good = grow(r->context, &people, &r->person_room, n + 1, sizeof *r->people) &&
                grow(r->context, &before, &r->before_room, 2 * n + 2, sizeof *r->before);
    r->people = people;
    r->before = before;
    good = good && grow(r->context, &indices, &r->index_room, (int64_t)id.index + 1, sizeof *r->person_of);
    r->person_of = indices;
    if (!good)
        return WEND_ERROR_MEMORY;
    wend_agent_view view;
    wend_crowd_ask(r->crowd, id, &view);
    r->people[n] = (wend_person){id, group, speed, r->seconds, -1, 0};
    r->before[2 * n] = view.place[0];
    r->before[2 * n + 1] = view.place[1];
    r->person_of[id.index] = (int32_t)r->person_count++;
    return WEND_OK;
}

// Adds one of a group. *placed: whether there was room.
static wend_result add_one(wend_crowd_run *r, int32_t k, uint64_t *state, bool *placed) {
    const wend_scenario_group *g = &r->scenario->groups[k];
    wend_crowd_goal goals[WEND_SCENARIO_GOALS];
    wend_agent_def def = wend_default_agent_def();
    wend_agent_id id;
    *placed = false;
    def.radius = random_between(state, g->radius[0], g->radius[1]);
    def.speed = random_speed(state, g->speed);
    def.group = g->group;
    def.priority = g->priority;
    for (int tries = 0; tries < TRIES && !*placed; tries++) {
        if (!find_place(r, g, state, &def.at) || is_taken(r, &def.at, def.radius))
            continue;
        wend_result result = wend_crowd_add(r->crowd, &def, &id, NULL);
        if (result != WEND_OK && result != WEND_ERROR_ARGUMENT)
            return result;
        *placed = result == WEND_OK;
        if (g->within == 0 && g->box[0] == 0 && !*placed)
            break; // always the same place
    }
    if (!*placed)
        return WEND_OK;
    for (int32_t i = 0; i < g->goal_count; i++)
        goals[i] = r->scenario->goals[g->goals[i]].goal;
    wend_result result = wend_crowd_send(r->crowd, id, goals, g->goal_count);
    return result == WEND_OK ? note_person(r, id, k, def.speed) : result;
}

// ---------------------------------------------------------------------------------------------------- counting

static double side_of(const double a[2], const double b[2], const double p[2]) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

// Counts a step over a line on the same floor.
static void count_over(wend_crowd_run *r, int32_t k, const double from[2], const double to[2], int32_t triangle) {
    const wend_scenario_line *line = &r->scenario->lines[k];
    double before = side_of(line->ends[0], line->ends[1], from), after = side_of(line->ends[0], line->ends[1], to);
    if ((before > 0) == (after > 0) || (side_of(from, to, line->ends[0]) > 0) == (side_of(from, to, line->ends[1]) > 0))
        return;
    wend_spot spot = {.triangle = triangle};
    wend_plan_ground ground[2];
    if (!wend_lattice_point(&r->plan.lattice, to, &spot.point))
        return;
    wend_plan_find_ground(wend_nav_plan(r->nav), &line->spot, &ground[0]);
    wend_plan_find_ground(wend_nav_plan(r->nav), &spot, &ground[1]);
    double high = 0; // how much higher the one is than the other
    if (r->plan.ground.step > 0) {
        double a[3], b[3];
        wend_ground_from_scene(r->plan.ground.up, ground[0].place, a);
        wend_ground_from_scene(r->plan.ground.up, ground[1].place, b);
        high = fabs(a[2] - b[2]) * r->plan.unit;
    }
    if (high > 1.5)
        return;
    wend_line_count *count = &r->lines[k];
    count->first = count->over[0] + count->over[1] == 0 ? r->seconds : count->first;
    count->last = r->seconds;
    count->over[before > 0 ? 0 : 1]++;
}

static wend_result note_step(wend_crowd_run *r, bool keep) {
    wend_crowd_view view;
    wend_result result = wend_crowd_look(r->crowd, &view);
    if (result != WEND_OK)
        return result;
    for (int32_t e = 0; e < view.event_count; e++) {
        const wend_crowd_event *event = &view.events[e];
        wend_person *p = &r->people[r->person_of[event->id.index]];
        if (event->left || event->goal + 1 == r->scenario->groups[p->group].goal_count) {
            p->arrived = p->arrived < 0 ? r->seconds : p->arrived;
            p->walked = event->walked;
        }
    }
    for (int32_t k = 0; k < view.count; k++) {
        int32_t person = r->person_of[view.ids[k].index];
        const double *to = &view.places[2 * k];
        for (int32_t i = 0; i < r->scenario->line_count; i++)
            count_over(r, i, &r->before[2 * person], to, view.triangles[k]);
        r->before[2 * person] = to[0];
        r->before[2 * person + 1] = to[1];
        void *sightings = r->sightings;
        if (!keep)
            continue;
        bool good = grow(r->context, &sightings, &r->sighting_room, r->sighting_count + 1, sizeof *r->sightings);
        r->sightings = sightings;
        if (!good)
            return WEND_ERROR_MEMORY;
        r->sightings[r->sighting_count++] = (wend_sighting){r->frames, person, view.triangles[k], {to[0], to[1]}};
    }
    r->frames += keep;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- running

static wend_result come(wend_crowd_run *r, int32_t *came, uint64_t *state, bool *more) {
    *more = false;
    for (int32_t k = 0; k < r->scenario->group_count; k++) {
        const wend_scenario_group *g = &r->scenario->groups[k];
        while (came[k] < g->count && (g->rate > 0 ? g->from + came[k] / g->rate : g->from) <= r->seconds) {
            bool placed;
            wend_result result = add_one(r, k, state, &placed);
            if (result != WEND_OK)
                return result;
            if (!placed && g->rate > 0)
                break; // when there is room again
            r->unplaced += !placed;
            came[k]++;
        }
        *more = *more || came[k] < g->count;
    }
    return WEND_OK;
}

static bool all_arrived(const wend_crowd_run *r) {
    for (int64_t k = 0; k < r->person_count; k++)
        if (r->people[k].arrived < 0 && r->scenario->groups[r->people[k].group].goal_count > 0)
            return false;
    return true;
}

static wend_result go(wend_crowd_run *r, int32_t *came, bool keep) {
    const wend_scenario *s = r->scenario;
    uint64_t state = s->seed;
    int64_t steps = (int64_t)ceil(s->seconds / s->def.step), each = (int64_t)floor(r->every / s->def.step + 0.5);
    each = each < 1 ? 1 : each;
    r->every = (double)each * s->def.step;
    for (int64_t k = 0; k < steps; k++) {
        bool more;
        wend_result result = come(r, came, &state, &more);
        if (result == WEND_OK && k == 0 && keep)
            result = note_step(r, true);
        if (result == WEND_OK)
            result = wend_crowd_step(r->crowd);
        r->seconds = (double)(k + 1) * s->def.step;
        if (result == WEND_OK)
            result = note_step(r, keep && (k + 1) % each == 0);
        if (result != WEND_OK)
            return result;
        if (!more && all_arrived(r))
            break;
    }
    wend_crowd_view view;
    wend_result result = wend_crowd_look(r->crowd, &view);
    for (int32_t k = 0; result == WEND_OK && k < view.count; k++)
        r->states[view.states[k]]++;
    r->hash = wend_crowd_hash(r->crowd);
    return result;
}

wend_result wend_crowd_run_all(wend_crowd_run *r, wend_context *context, const wend_nav *nav, wend_scenario *scenario,
                               double every, bool keep, wend_report *report) {
    *r = (wend_crowd_run){.context = context,
                          .nav = nav,
                          .plan = wend_plan_look(wend_nav_plan(nav)),
                          .scenario = scenario,
                          .every = every};
    int32_t *came = wend_allocate_array(context, scenario->group_count + 1, sizeof *came);
    r->lines = wend_allocate_array(context, scenario->line_count + 1, sizeof *r->lines);
    wend_result result = came == NULL || r->lines == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    for (int32_t k = 0; result == WEND_OK && k <= scenario->group_count; k++)
        came[k] = 0;
    for (int32_t k = 0; result == WEND_OK && k <= scenario->line_count; k++)
        r->lines[k] = (wend_line_count){.first = 0};
    if (result == WEND_OK)
        result = wend_crowd_create(context, nav, &scenario->def, &r->crowd, report);
    if (result == WEND_OK)
        result = go(r, came, keep);
    wend_release(context, came, (size_t)(scenario->group_count + 1) * sizeof *came);
    return result;
}

void wend_crowd_run_free(wend_crowd_run *r) {
    if (r->context == NULL)
        return;
    wend_crowd_destroy(r->crowd);
    wend_release(r->context, r->people, (size_t)r->person_room * sizeof *r->people);
    wend_release(r->context, r->before, (size_t)r->before_room * sizeof *r->before);
    wend_release(r->context, r->sightings, (size_t)r->sighting_room * sizeof *r->sightings);
    wend_release(r->context, r->person_of, (size_t)r->index_room * sizeof *r->person_of);
    wend_release(r->context, r->lines, (size_t)(r->scenario->line_count + 1) * sizeof *r->lines);
}
