// Definitions become links: each end is looked for on the plan, and what stands is kept.
#include "offlinks/offlinks.h"
#include "base/context.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/sort.h"
#include "plan/plan.h"
#include "scene/agent.h"
#include "scene/areas.h"

#include <math.h>

#define LEAST_COST 0.001 // metres: a path must not get anywhere for nothing
#define MOST_COST 1e9
#define MOST_SNAP 1e6
#define MOST_LINKS (1 << 24)

const char *wend_offlink_kind_name(wend_offlink_kind kind) {
    static const char *const names[WEND_OFFLINK_KIND_COUNT] = {"ladder", "lift", "jump", "teleporter", "other"};
    return (int)kind >= 0 && kind < WEND_OFFLINK_KIND_COUNT ? names[kind] : "unknown";
}

wend_offlink_def wend_default_offlink_def(void) {
    return (wend_offlink_def){.kind = WEND_OFFLINK_OTHER, .both_ways = true};
}

wend_offlinks_def wend_default_offlinks_def(void) {
    return (wend_offlinks_def){.snap = 0.1};
}

typedef struct building {
    wend_context *context;
    const wend_plan *plan;
    wend_plan_view view;
    wend_agent agent;
    const wend_offlinks_def *def;
    wend_report *report;
    double unit;                // metres per unit of places
    WEND_ARRAY(wend_key) known; // ids of links that were taken, with their numbers
    WEND_ARRAY(wend_offlink) links;
} building;

// ---------------------------------------------------------------------------------------------------- definitions

static wend_result refuse(const building *b, int32_t link, const char *field, const char *must) {
    wend_finding f =
        wend_finding_make("offlink-def", WEND_ERROR, "link %d: the field `%s` must be %s", (int)link + 1, field, must);
    f.item = link;
    wend_report_add(b->report, &f);
    return WEND_ERROR_ARGUMENT;
}

static bool are_finite(const double places[2][3]) {
    for (int i = 0; i < 6; i++)
        if (!isfinite(places[i / 3][i % 3]))
            return false;
    return true;
}

static wend_result check_def(const building *b, int32_t link) {
    const wend_offlink_def *d = &b->def->links[link];
    if ((int)d->kind < 0 || (int)d->kind >= (int)WEND_OFFLINK_KIND_COUNT)
        return refuse(b, link, "kind", "one of ladder, lift, jump, teleporter and other");
    if (!are_finite(d->from))
        return refuse(b, link, "from", "made of finite numbers");
    if (!are_finite(d->to))
        return refuse(b, link, "to", "made of finite numbers");
    if (!(d->cost == 0 || (d->cost >= LEAST_COST && d->cost <= MOST_COST)))
        return refuse(b, link, "cost", "from 0.001 to 1e9 metres, or 0 for its length");
    return WEND_OK;
}

// The words of a name, with nothing behind its end.
static void copy_name(const char *from, char name[WEND_AREA_NAME]) {
    memset(name, 0, WEND_AREA_NAME);
    memcpy(name, from, wend_name_length(from, WEND_AREA_NAME));
}

static uint64_t id_of(const wend_offlink_def *d, const char name[WEND_AREA_NAME]) {
    enum { PLACES = 12 };
    uint64_t words[PLACES + 2];
    for (int i = 0; i < PLACES; i++) { // + 0: there is one zero only
        double x = i < 6 ? d->from[i / 3][i % 3] : d->to[i / 3 - 2][i % 3];
        words[i] = wend_word_of_double(x + 0.0);
    }
    words[PLACES] = wend_word_of_double(d->cost + 0.0);
    words[PLACES + 1] = (uint64_t)d->tags << 32 | (uint64_t)d->kind << 1 | (uint64_t)d->both_ways;
    return wend_hash_words(wend_hash(0, name, WEND_AREA_NAME), words, PLACES + 2);
}

// ---------------------------------------------------------------------------------------------------- ends

// Says that an end stands nowhere, and how far away the floor is.
static void tell_off_floor(const building *b, int32_t link, int end, const double place[3]) {
    const wend_offlink_def *d = &b->def->links[link];
    wend_spot spot;
    wend_plan_locate3(b->plan, place, b->agent.step, b->agent.height, MOST_SNAP, &spot, NULL);
    char name[WEND_AREA_NAME], away[WEND_NUMBER_TEXT];
    copy_name(d->name, name);
    wend_print_double(away, floor(spot.distance * 1000 + 0.5) / 1000);
    wend_finding f =
        spot.triangle >= 0
            ? wend_finding_make("offlink-off-floor", WEND_WARNING,
                                "link %d %s: its %s stands on no floor, the nearest is %s m away; it is left out",
                                (int)link + 1, name, end == 0 ? "start" : "end", away)
            : wend_finding_make("offlink-off-floor", WEND_WARNING,
                                "link %d %s: its %s stands on no floor, and there is none at that height; it is left "
                                "out",
                                (int)link + 1, name, end == 0 ? "start" : "end");
    f.item = link;
    f.has_at = true;
    memcpy(f.at, place, sizeof f.at);
    f.has_measure = spot.triangle >= 0;
    f.measured = spot.triangle >= 0 ? spot.distance : 0;
    f.limit = b->def->snap;
    wend_report_add(b->report, &f);
}

static void tell_edge(const building *b, int32_t link, int end, const wend_offlink_end *e, const wend_ray_hit *hit) {
    char name[WEND_AREA_NAME], far[WEND_NUMBER_TEXT];
    copy_name(b->def->links[link].name, name);
    wend_print_double(far, floor(hit->distance * 1000 + 0.5) / 1000);
    wend_finding f = wend_finding_make("offlink-edge-leaves-floor", WEND_WARNING,
                                       "link %d %s: the edge at its %s leaves the floor %s m from where it begins; it "
                                       "is left out",
                                       (int)link + 1, name, end == 0 ? "start" : "end", far);
    f.item = link;
    f.has_at = true;
    memcpy(f.at, e->places[0], sizeof f.at);
    f.has_measure = true;
    f.measured = hit->distance;
    wend_report_add(b->report, &f);
}

// Finds where an end stands; false, with a warning, when it does not.
static bool find_end(const building *b, int32_t link, int which, const double places[2][3], wend_offlink_end *end) {
    for (int i = 0; i < 2; i++) {
        wend_spot spot;
        wend_plan_ground ground;
        wend_plan_locate3(b->plan, places[i], b->agent.step, b->agent.height, b->def->snap, &spot, &ground);
        if (spot.triangle < 0) {
            tell_off_floor(b, link, which, places[i]);
            return false;
        }
        end->triangles[i] = spot.triangle;
        end->points[i] = spot.point;
        end->moved[i] = spot.distance;
        memcpy(end->places[i], ground.place, sizeof ground.place);
    }
    wend_spot begin = {.triangle = end->triangles[0], .point = end->points[0]};
    wend_spot other = {.triangle = end->triangles[1], .point = end->points[1]};
    if (wend_plan_visible(b->plan, &begin, &other))
        return true;
    wend_ray_hit hit;
    wend_plan_ray(b->plan, &begin, other.point, &hit);
    tell_edge(b, link, which, end, &hit);
    return false;
}

// The distance between the middles of both ends, in metres.
static double length_of(const building *b, const wend_offlink *link) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double d = (link->ends[1].places[0][k] + link->ends[1].places[1][k] - link->ends[0].places[0][k] -
                    link->ends[0].places[1][k]) /
                   2 * b->unit;
        sum += d * d;
    }
    double length = sqrt(sum);
    return length < LEAST_COST ? LEAST_COST : length > MOST_COST ? MOST_COST : length;
}

// ---------------------------------------------------------------------------------------------------- all

static wend_result add(building *b, int32_t link) {
    const wend_offlink_def *d = &b->def->links[link];
    wend_offlink made = {.kind = d->kind, .tags = d->tags, .both_ways = d->both_ways};
    copy_name(d->name, made.name);
    made.id = id_of(d, made.name);
    if (!find_end(b, link, 0, d->from, &made.ends[0]) || !find_end(b, link, 1, d->to, &made.ends[1]))
        return WEND_OK;
    made.cost = d->cost > 0 ? d->cost : length_of(b, &made);
    return wend_array_push(b->context, &b->known, (wend_key){made.id, (int32_t)b->links.count, 0}) &&
                   wend_array_push(b->context, &b->links, made)
               ? WEND_OK
               : WEND_ERROR_MEMORY;
}

// Of links that are the same in all the first one stays. Two that differ never have the same id, but for an accident of
// one in 2^64, which costs the second.
static bool drop_copies(building *b) {
    wend_key *known = b->known.data;
    if (!wend_sort_keys(b->context, known, b->known.count))
        return false;
    for (int64_t k = 1, first = 0; k < b->known.count; k++) {
        if (known[k].key != known[first].key)
            first = k;
        else
            b->links.data[known[k].index].reserved = 1; // goes
    }
    int64_t kept = 0;
    for (int64_t k = 0; k < b->links.count; k++)
        if (!b->links.data[k].reserved)
            b->links.data[kept++] = b->links.data[k];
    b->links.count = kept;
    return true;
}

static bool add_old(building *b, const wend_offlinks_view *old) {
    for (int32_t k = 0; k < old->count; k++)
        if (!wend_array_push(b->context, &b->known, (wend_key){old->links[k].id, k, 0}) ||
            !wend_array_push(b->context, &b->links, old->links[k]))
            return false;
    return true;
}

static wend_result hand_over(building *b, wend_offlinks **offlinks) {
    int64_t count = b->links.count;
    wend_offlink *links = count > 0 ? wend_allocate_array(b->context, count, sizeof *links) : NULL;
    wend_offlinks *made = wend_allocate(b->context, sizeof *made);
    if (!made || (!links && count > 0)) {
        wend_release(b->context, made, sizeof *made);
        wend_release(b->context, links, (size_t)count * sizeof *links);
        return WEND_ERROR_MEMORY;
    }
    if (count > 0)
        memcpy(links, b->links.data, (size_t)count * sizeof *links);
    *made = (wend_offlinks){.context = b->context,
                            .view = {.count = (int32_t)count, .links = links, .plan_hash = b->view.hash},
                            .plan = wend_plan_hold(b->plan)};
    made->view.hash = wend_offlinks_hash(&made->view);
    *offlinks = made;
    return WEND_OK;
}

static wend_result run(building *b, const wend_offlinks *old, wend_offlinks **offlinks) {
    const wend_offlinks_def *d = b->def;
    if (d->count < 0 || (d->count > 0 && !d->links) || !(d->snap >= 0 && d->snap <= MOST_SNAP)) {
        wend_finding f = wend_finding_make("offlink-def", WEND_ERROR,
                                           "the def of links made by hand has a count below 0 or a snap out of range");
        wend_report_add(b->report, &f);
        return WEND_ERROR_ARGUMENT;
    }
    if (d->count > MOST_LINKS - (old ? old->view.count : 0))
        return WEND_ERROR_LIMIT;
    wend_result result = wend_agent_check(&b->agent, b->report);
    for (int32_t k = 0; k < d->count && result == WEND_OK; k++)
        result = check_def(b, k);
    if (result == WEND_OK && old && !add_old(b, &old->view))
        result = WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < d->count && result == WEND_OK; k++)
        result = add(b, k);
    if (result == WEND_OK && !drop_copies(b))
        result = WEND_ERROR_MEMORY;
    return result == WEND_OK ? hand_over(b, offlinks) : result;
}

wend_result wend_offlinks_build_onto(wend_context *context, const wend_plan *plan, const wend_agent *agent,
                                     const wend_offlinks *old, const wend_offlinks_def *def, wend_offlinks **offlinks,
                                     wend_report *report) {
    if (!wend_given(offlinks, context != NULL && plan != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_offlinks_def chosen = def ? *def : wend_default_offlinks_def();
    building b = {.context = context,
                  .plan = plan,
                  .view = wend_plan_look(plan),
                  .agent = agent ? *agent : wend_default_agent(),
                  .def = &chosen,
                  .report = report};
    b.unit = b.view.unit;
    wend_result result = run(&b, old, offlinks);
    wend_array_free(context, &b.known);
    wend_array_free(context, &b.links);
    return result;
}

wend_result wend_offlinks_build(wend_context *context, const wend_plan *plan, const wend_agent *agent,
                                const wend_offlinks_def *def, wend_offlinks **offlinks, wend_report *report) {
    return wend_offlinks_build_onto(context, plan, agent, NULL, def, offlinks, report);
}
