// A crowd as an object: its agents, what is told to them, what is seen of them, and the order of a step.
#include "crowd/crowd.h"

#include "base/context.h"
#include "base/hash.h"

wend_crowd_def wend_default_crowd_def(void) {
    return (wend_crowd_def){.step = 0.05,
                            .range = 3,
                            .neighbours = 12,
                            .time_gap = 0.55,
                            .horizon = 2,
                            .wall_horizon = 0.5,
                            .squeeze = 0.75,
                            .excess = 0.05,
                            .largest = 0.5,
                            .search_steps = 2000};
}

wend_agent_def wend_default_agent_def(void) {
    return (wend_agent_def){.at = {.triangle = -1}, .radius = 0.2, .speed = 1.34, .time_gap = -1, .steered = true};
}

wend_crowd_goal wend_default_crowd_goal(void) {
    return (wend_crowd_goal){.at = {.triangle = -1}, .radius = 0.3};
}

const char *wend_crowd_model_name(wend_crowd_model model) {
    static const char *const names[WEND_CROWD_MODEL_COUNT] = {"hybrid", "orca", "speed", "plain"};
    return (unsigned)model < WEND_CROWD_MODEL_COUNT ? names[model] : "";
}

const char *wend_agent_state_name(wend_agent_state state) {
    static const char *const names[WEND_AGENT_STATE_COUNT] = {"idle",  "plans",  "walks",   "yields",
                                                              "stuck", "passes", "arrived", "no-way"};
    return (unsigned)state < WEND_AGENT_STATE_COUNT ? names[state] : "";
}

// ---------------------------------------------------------------------------------------------------- making

static bool is_in(double value, double low, double high) {
    return value >= low && value <= high; // not NaN
}

// The name of a field that is out of range, or NULL.
static const char *fault_of_def(const wend_crowd_def *d) {
    return (unsigned)d->model >= WEND_CROWD_MODEL_COUNT           ? "model"
           : (unsigned)d->aim >= WEND_CROWD_AIM_COUNT             ? "aim"
           : !is_in(d->step, 0.001, 0.2)                          ? "step"
           : !is_in(d->range, 0.5, 10)                            ? "range"
           : d->neighbours < 1 || d->neighbours > WEND_NEIGHBOURS ? "neighbours"
           : !is_in(d->time_gap, 0, 5)                            ? "time_gap"
           : !is_in(d->horizon, 0.1, 10)                          ? "horizon"
           : !is_in(d->wall_horizon, 0.1, 10)                     ? "wall_horizon"
           : !is_in(d->squeeze, 0.5, 1)                           ? "squeeze"
           : !is_in(d->excess, 0, 10)                             ? "excess"
           : !is_in(d->largest, 0.05, 5)                          ? "largest"
           : d->search_steps < 1 || d->search_steps > 1000000000  ? "search_steps"
                                                                  : NULL;
}

static wend_result refuse(wend_report *report, const char *code, int64_t item, const char *what) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s", what);
    finding.item = item;
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

static wend_result refuse_field(wend_report *report, const char *of, const char *field, int64_t item) {
    wend_finding finding =
        wend_finding_make("bad-def", WEND_ERROR, "The field `%s` of the def of %s is out of range.", field, of);
    finding.item = item;
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

wend_result wend_crowd_create(wend_context *context, const wend_nav *nav, const wend_crowd_def *def, wend_crowd **crowd,
                              wend_report *report) {
    if (!wend_given(crowd, context != NULL && nav != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_crowd_def own = def != NULL ? *def : wend_default_crowd_def();
    const char *fault = fault_of_def(&own);
    if (fault != NULL)
        return refuse_field(report, "a crowd", fault, -1);
    wend_crowd *c = wend_allocate(context, sizeof *c);
    if (c == NULL)
        return WEND_ERROR_MEMORY;
    *c = (wend_crowd){.context = context, .def = own};
    wend_result result = wend_crowd_open(c, nav, report);
    if (result == WEND_OK)
        *crowd = c;
    else
        wend_crowd_destroy(c);
    return result;
}

void wend_crowd_destroy(wend_crowd *c) {
    if (c == NULL)
        return;
    wend_context *context = c->context;
    for (int64_t k = 0; k < c->walkers.count; k++)
        if (c->walkers.data[k].used)
            wend_crowd_stand(c, &c->walkers.data[k]);
    wend_crowd_close(c);
    wend_array_free(context, &c->walkers);
    wend_array_free(context, &c->free);
    wend_array_free(context, &c->patch_slot);
    wend_array_free(context, &c->slot_of);
    wend_array_free(context, &c->bodies);
    wend_array_free(context, &c->outcomes);
    wend_array_free(context, &c->places);
    wend_array_free(context, &c->targets);
    wend_array_free(context, &c->settled);
    wend_array_free(context, &c->events);
    wend_array_free(context, &c->ids);
    wend_array_free(context, &c->look_places);
    wend_array_free(context, &c->look_velocities);
    wend_array_free(context, &c->look_triangles);
    wend_array_free(context, &c->look_radii);
    wend_array_free(context, &c->look_states);
    wend_release(context, c, sizeof *c);
}

// ---------------------------------------------------------------------------------------------------- agents

static wend_walker *find(const wend_crowd *c, wend_agent_id id) {
    bool known = c != NULL && id.salt != 0 && id.index < c->walkers.count && c->walkers.data[id.index].used &&
                 c->walkers.data[id.index].salt == id.salt;
    return known ? &c->walkers.data[id.index] : NULL;
}

void wend_crowd_put(wend_crowd *c, wend_walker *w, const wend_spot *spot) {
    w->triangle = spot->triangle;
    w->point = spot->point;
    w->patch = wend_patches_at(&c->patches, spot->triangle, spot->point);
    w->height = (float)wend_patches_height(&c->patches, spot);
}

static const char *fault_of_agent(const wend_crowd *c, const wend_agent_def *d) {
    return !is_in(d->radius, 0.05, c->def.largest)     ? "radius"
           : !is_in(d->speed, 0, 10)                   ? "speed"
           : !(d->time_gap < 0) && !(d->time_gap <= 5) ? "time_gap"
           : !is_in(d->priority, -1, 1)                ? "priority"
                                                       : NULL;
}

// Where an agent is to stand.
static wend_result place_of(wend_crowd *c, const wend_spot *at, double radius, int64_t item, wend_spot *spot,
                            wend_report *report) {
    if (at->triangle < 0 || at->triangle >= c->patches.v.triangle_count)
        return refuse(report, "agent-off-mesh", item, "The place of an agent is off the floor.");
    wend_result result = wend_crowd_fit(c, at, radius, spot);
    if (result == WEND_OK && spot->triangle < 0)
        return refuse(report, "agent-too-narrow", item, "An agent does not fit where it is to stand, nor near it.");
    return result;
}

wend_result wend_crowd_add(wend_crowd *c, const wend_agent_def *def, wend_agent_id *id, wend_report *report) {
    if (id != NULL)
        *id = (wend_agent_id){0, 0};
    if (c == NULL || def == NULL || id == NULL)
        return WEND_ERROR_ARGUMENT;
    uint32_t index = c->free.count > 0 ? c->free.data[c->free.count - 1] : (uint32_t)c->walkers.count;
    const char *fault = fault_of_agent(c, def);
    if (fault != NULL)
        return refuse_field(report, "an agent", fault, index);
    wend_spot spot;
    wend_result result = place_of(c, &def->at, def->radius, index, &spot, report);
    if (result != WEND_OK)
        return result;
    if (c->free.count == 0) {
        if (c->walkers.count >= INT32_MAX / 4)
            return WEND_ERROR_LIMIT;
        if (!wend_array_reserve(c->context, &c->free, c->walkers.count + 1) || // so that removing needs no memory
            !wend_array_push(c->context, &c->walkers, (wend_walker){.salt = 0}))
            return WEND_ERROR_MEMORY;
    } else {
        c->free.count--;
    }
    wend_walker *w = &c->walkers.data[index];
    uint32_t salt = w->salt + 1 > 0 ? w->salt + 1 : 1;
    *w = (wend_walker){.salt = salt,
                       .used = true,
                       .steered = def->steered,
                       .group = def->group,
                       .radius = def->radius,
                       .speed = def->speed,
                       .time_gap = def->time_gap,
                       .priority = def->priority,
                       .waiting_side = -1,
                       .facing = -1,
                       .lane = -1};
    wend_crowd_put(c, w, &spot);
    c->count++;
    c->fresh = false;
    *id = (wend_agent_id){index, salt};
    return WEND_OK;
}

void wend_crowd_drop(wend_crowd *c, uint32_t index) {
    wend_walker *w = &c->walkers.data[index];
    wend_crowd_stand(c, w);
    w->used = false;
    c->free.data[c->free.count++] = index; // adding made room
    c->count--;
    c->fresh = false;
}

wend_result wend_crowd_remove(wend_crowd *c, wend_agent_id id) {
    if (find(c, id) == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_crowd_drop(c, id.index);
    return WEND_OK;
}

static bool is_goal(const wend_crowd_goal *g) {
    return is_in(g->radius, 0, 1e6) && is_in(g->wait, 0, 1e9) &&
           (!g->line || (is_in(g->to[0], -1e300, 1e300) && is_in(g->to[1], -1e300, 1e300)));
}

wend_result wend_crowd_send(wend_crowd *c, wend_agent_id id, const wend_crowd_goal *goals, int32_t count) {
    wend_walker *w = find(c, id);
    if (w == NULL || count < 0 || (count > 0 && goals == NULL))
        return WEND_ERROR_ARGUMENT;
    for (int32_t k = 0; k < count; k++)
        if (!is_goal(&goals[k]) || goals[k].at.triangle >= c->patches.v.triangle_count)
            return WEND_ERROR_ARGUMENT;
    wend_crowd_goal *own = count > 0 ? wend_allocate_array(c->context, count, sizeof *own) : NULL;
    if (count > 0 && own == NULL)
        return WEND_ERROR_MEMORY;
    wend_crowd_stand(c, w);
    for (int32_t k = 0; k < count; k++)
        own[k] = goals[k];
    w->goals = own;
    w->goal_count = count;
    w->sent = c->steps;
    w->sent_walked = w->walked;
    if (count > 0 && w->steered) {
        w->state = WEND_AGENT_PLANS;
        w->wants = true;
    }
    return WEND_OK;
}

wend_result wend_crowd_place(wend_crowd *c, wend_agent_id id, const wend_spot *at, const double velocity[2],
                             wend_report *report) {
    wend_walker *w = find(c, id);
    if (w == NULL || at == NULL ||
        (velocity != NULL && !(is_in(velocity[0], -1e3, 1e3) && is_in(velocity[1], -1e3, 1e3))))
        return WEND_ERROR_ARGUMENT;
    wend_spot spot;
    wend_result result = place_of(c, at, w->radius, id.index, &spot, report);
    if (result != WEND_OK)
        return result;
    wend_crowd_put(c, w, &spot);
    w->velocity = velocity != NULL ? (wend_two){velocity[0], velocity[1]} : (wend_two){0, 0};
    if (w->steered && w->goal < w->goal_count) {
        wend_crowd_unclaim(c, w);
        w->planned = false;
        w->wants = true;
        w->state = WEND_AGENT_PLANS;
    }
    return WEND_OK;
}

wend_result wend_crowd_set_speed(wend_crowd *c, wend_agent_id id, double speed) {
    wend_walker *w = find(c, id);
    if (w == NULL || !is_in(speed, 0, 10))
        return WEND_ERROR_ARGUMENT;
    w->speed = speed;
    return WEND_OK;
}

void wend_crowd_set_filter(wend_crowd *c, wend_crowd_filter *filter, void *user) {
    if (c == NULL)
        return;
    c->filter = filter;
    c->user = user;
}

// ---------------------------------------------------------------------------------------------------- a step

static void call_filter(wend_crowd *c) {
    for (int64_t k = 0; c->filter != NULL && k < c->walkers.count; k++) {
        wend_walker *w = &c->walkers.data[k];
        if (!w->used || !w->steered || w->state == WEND_AGENT_PASSES)
            continue;
        double wish[2] = {w->wish.x, w->wish.y};
        c->filter(c->user, (wend_agent_id){(uint32_t)k, w->salt}, wish);
        if (is_in(wish[0], -10, 10) && is_in(wish[1], -10, 10))
            w->wish = (wend_two){wish[0], wish[1]};
    }
}

wend_result wend_crowd_step(wend_crowd *c) {
    if (c == NULL)
        return WEND_ERROR_ARGUMENT;
    c->events.count = 0;
    wend_result result = wend_crowd_plan(c);
    if (result == WEND_OK)
        result = wend_run_tasks(c->context, c->walkers.count, WEND_GRAIN, wend_crowd_follow_routes, c);
    if (result == WEND_OK) {
        wend_crowd_claim(c);
        call_filter(c);
        c->fresh = false;
        result = wend_crowd_sort(c);
    }
    if (result == WEND_OK)
        result = wend_run_tasks(c->context, c->slots, WEND_GRAIN, wend_crowd_steer, c);
    for (int round = 0; round < 2 && result == WEND_OK; round++) {
        result = wend_run_tasks(c->context, c->slots, WEND_GRAIN, wend_crowd_part, c);
        if (result != WEND_OK)
            break;
        wend_two *data = c->targets.data;
        c->targets.data = c->settled.data;
        c->settled.data = data;
        int64_t capacity = c->targets.capacity;
        c->targets.capacity = c->settled.capacity;
        c->settled.capacity = capacity;
    }
    if (result == WEND_OK)
        result = wend_run_tasks(c->context, c->slots, WEND_GRAIN, wend_crowd_settle, c);
    if (result != WEND_OK)
        return result;
    for (int32_t k = 0; k < c->slots; k++)
        c->clamped += c->outcomes.data[k].clamped;
    c->fresh = true;
    result = wend_crowd_arrive(c);
    c->steps++;
    return result;
}

// ---------------------------------------------------------------------------------------------------- looking

wend_result wend_crowd_ask(const wend_crowd *c, wend_agent_id id, wend_agent_view *agent) {
    if (agent != NULL)
        *agent = (wend_agent_view){.at = {.triangle = -1}};
    const wend_walker *w = find(c, id);
    if (w == NULL || agent == NULL)
        return WEND_ERROR_ARGUMENT;
    const wend_lattice *lattice = &c->patches.v.lattice;
    *agent = (wend_agent_view){.at = {w->triangle, w->point, 0},
                               .velocity = {w->velocity.x, w->velocity.y},
                               .radius = w->radius,
                               .speed = w->speed,
                               .wish = {w->wish.x, w->wish.y},
                               .patience = w->patience,
                               .state = (wend_agent_state)w->state,
                               .reason = (wend_path_reason)w->reason,
                               .goal = w->goal,
                               .group = w->group,
                               .walked = w->walked,
                               .gates = w->planned ? w->route.count - w->next : 0};
    wend_lattice_place(lattice, w->point, agent->place);
    if (w->planned)
        wend_lattice_place(lattice, w->route.end.point, agent->goal_place);
    return WEND_OK;
}

wend_result wend_crowd_look(wend_crowd *c, wend_crowd_view *view) {
    if (view != NULL)
        *view = (wend_crowd_view){0};
    if (c == NULL || view == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_context *context = c->context;
    int64_t n = c->count, k = 0;
    if (!wend_array_resize(context, &c->ids, n) || !wend_array_resize(context, &c->look_places, 2 * n) ||
        !wend_array_resize(context, &c->look_velocities, 2 * n) || !wend_array_resize(context, &c->look_triangles, n) ||
        !wend_array_resize(context, &c->look_radii, n) || !wend_array_resize(context, &c->look_states, n))
        return WEND_ERROR_MEMORY;
    int32_t waiting = 0;
    for (int64_t i = 0; i < c->walkers.count; i++) {
        const wend_walker *w = &c->walkers.data[i];
        if (!w->used)
            continue;
        waiting += w->queued || w->wants;
        c->ids.data[k] = (wend_agent_id){(uint32_t)i, w->salt};
        wend_lattice_place(&c->patches.v.lattice, w->point, &c->look_places.data[2 * k]);
        c->look_velocities.data[2 * k] = w->velocity.x;
        c->look_velocities.data[2 * k + 1] = w->velocity.y;
        c->look_triangles.data[k] = w->triangle;
        c->look_radii.data[k] = w->radius;
        c->look_states.data[k++] = w->state;
    }
    *view = (wend_crowd_view){.steps = c->steps,
                              .count = c->count,
                              .ids = c->ids.data,
                              .places = c->look_places.data,
                              .velocities = c->look_velocities.data,
                              .triangles = c->look_triangles.data,
                              .radii = c->look_radii.data,
                              .states = c->look_states.data,
                              .event_count = (int32_t)c->events.count,
                              .events = c->events.data,
                              .waiting = waiting,
                              .clamped = c->clamped,
                              .searches = c->searches,
                              .entries = c->entries};
    return WEND_OK;
}

wend_result wend_crowd_neighbours(const wend_crowd *c, wend_agent_id id, wend_agent_id *ids, int32_t most,
                                  int32_t *count) {
    if (count != NULL)
        *count = 0;
    if (find(c, id) == NULL || count == NULL || most < 0 || (most > 0 && ids == NULL) || !c->fresh)
        return WEND_ERROR_ARGUMENT;
    int32_t slot = c->slot_of.data[id.index];
    if (slot < 0)
        return WEND_OK;
    const wend_outcome *out = &c->outcomes.data[slot];
    *count = out->count;
    for (int32_t k = 0; k < out->count && k < most; k++) {
        uint32_t index = (uint32_t)c->bodies.data[out->neighbours[k]].index;
        ids[k] = (wend_agent_id){index, c->walkers.data[index].salt};
    }
    return WEND_OK;
}

uint64_t wend_crowd_hash(const wend_crowd *c) {
    uint64_t hash = 0;
    if (c == NULL)
        return 0;
    for (int64_t k = 0; k < c->walkers.count; k++) {
        const wend_walker *w = &c->walkers.data[k];
        if (!w->used)
            continue;
        uint64_t words[8] = {wend_word_of((int32_t)k, (int32_t)w->salt),
                             wend_word_of(w->point.x, w->point.y),
                             wend_word_of(w->triangle, w->state),
                             wend_word_of_double(w->velocity.x),
                             wend_word_of_double(w->velocity.y),
                             wend_word_of_double(w->patience),
                             wend_word_of(w->goal, w->next),
                             wend_word_of(w->route.count, w->planned + 2 * w->queued)};
        hash = wend_hash_words(hash, words, 8);
    }
    return hash;
}
