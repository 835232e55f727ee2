// Ways where no floor leads: drops, and links made by hand, as gates of a search (gates.c).
//
// Passages. A drop leads down along a part of a ledge, and a link may lead from one edge to another: each of their
// places may be chosen. A search takes the middles of equal parts of at most half a metre, so ways are the shortest
// for these places. They are found when a search is made, whatever the radius: of a drop, the place on the ledge, and
// the floor below, a tenth of a metre beyond, where a foot would be; of a link, places as far along both of its ends.
//
// Gates. For a radius, each end is moved to the nearest place where the disc stands, as the ends of paths are. A
// passage where it does not stand is closed. What a drop costs is how far the disc moves over the ledge, seen from
// above; a link costs what it says. Gates stay until radius or filter change, so a search that is asked for one kind of
// agent makes them once.
//
// Reachability. The medial axis tells which places hang together over the floor; passages join its components. A small
// search over these, from passage to passage, tells whether there is a way at all before it is looked for. The same
// over the components of the plan, with every passage, tells whether there is one for a point.
#include "path/search.h"

#include "base/context.h"
#include "medial/medial.h"
#include "scene/lattice3.h"

#define PART 0.5     // metres: a place is chosen for each part of a drop or an edge that is no longer than this,
enum { PARTS = 64 }; // and no more than so many
#define BEYOND 0.1   // metres beyond its edge that a drop falls, as links are found
#define NEAR 0.02    // metres: a place on a ledge is looked for no farther off than this

// ---------------------------------------------------------------------------------------------------- passages

static int32_t parts_of(double metres) {
    double parts = ceil(metres / PART);
    return parts < 1 ? 1 : parts < PARTS ? (int32_t)parts : PARTS;
}

static bool add_passage(wend_search *s, const wend_passage *passage) {
    return passage->from.triangle < 0 || passage->to.triangle < 0 ||
           wend_array_push(s->context, &s->passages, *passage);
}

static double length_between(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

// A place of a drop: so far along an interval of its ledge, in lattice steps.
static bool add_drop_at(wend_search *s, const wend_links_view *links, int32_t drop, const wend_link_interval *interval,
                        double along) {
    const wend_point3 *e = interval->ends;
    const wend_lattice3 *lattice = &links->lattice;
    double length = length_between(e[0], e[1]), steps = 1 / s->metres; // per metre
    double ux = ((double)e[1].x - e[0].x) / length, uy = ((double)e[1].y - e[0].y) / length;
    double x = e[0].x + along * ux, y = e[0].y + along * uy, z = e[0].z + along / length * ((double)e[1].z - e[0].z);
    double inside = 4, beyond = BEYOND * steps, place[3];
    wend_passage passage = {.offlink = -1, .drop = drop, .kind = WEND_PATH_DROPS};
    wend_lattice3_place_at(lattice, x - inside * uy, y + inside * ux, z, place);
    wend_plan_locate3(s->roads->plan, place, NEAR, NEAR, NEAR, &passage.from, NULL);
    wend_lattice3_place_at(lattice, x + beyond * uy, y - beyond * ux, z - links->agent.step * steps, place);
    wend_plan_locate3(s->roads->plan, place, 0, links->agent.drop - links->agent.step + NEAR, 0, &passage.to, NULL);
    return add_passage(s, &passage);
}

static bool add_drop(wend_search *s, const wend_links_view *links, int32_t drop) {
    const wend_link *link = &links->links[drop];
    const wend_link_interval *interval = &links->intervals[link->first_interval];
    double all = 0, before = 0;
    for (int32_t k = 0; k < link->interval_count; k++)
        all += length_between(interval[k].ends[0], interval[k].ends[1]);
    int32_t parts = parts_of(all * s->metres), part = 0;
    for (int32_t k = 0; k < link->interval_count; k++) {
        double length = length_between(interval[k].ends[0], interval[k].ends[1]);
        for (double at; length > 0 && part < parts && (at = all * (part + 0.5) / parts) < before + length; part++)
            if (!add_drop_at(s, links, drop, &interval[k], at - before))
                return false;
        before += length;
    }
    return true;
}

static double length_of_end(const wend_offlink_end *end) {
    double x = (double)end->points[1].x - end->points[0].x, y = (double)end->points[1].y - end->points[0].y;
    return sqrt(x * x + y * y);
}

static bool add_offlink(wend_search *s, const wend_offlink *link, int32_t number) {
    const wend_plan *plan = s->roads->plan;
    int32_t parts = parts_of(fmax(length_of_end(&link->ends[0]), length_of_end(&link->ends[1])) * s->metres);
    for (int32_t part = 0; part < parts; part++)
        for (int back = 0; back <= (link->both_ways != 0); back++) {
            wend_passage passage = {.cost = link->cost,
                                    .offlink = number,
                                    .drop = -1,
                                    .back = back,
                                    .tags = link->tags,
                                    .kind = 1u << link->kind};
            wend_offlink_spot(plan, link, back, (part + 0.5) / parts, &passage.from);
            wend_offlink_spot(plan, link, !back, (part + 0.5) / parts, &passage.to);
            if (!add_passage(s, &passage))
                return false;
        }
    return true;
}

// Lists passages by the component that they lead from.
static bool join(wend_search *s, wend_joints *joints) {
    if (++joints->round == 0) {
        for (int64_t k = 0; k < joints->marks.count; k++)
            joints->marks.data[k] = (wend_joint_mark){0, -1, 0};
        joints->round = 1;
    }
    if (!wend_array_resize(s->context, &joints->next, s->passages.count))
        return false;
    for (int32_t k = 0; k < s->passages.count; k++) {
        int32_t from = joints->pairs.data[k].from;
        joints->next.data[k] = -1;
        if (from < 0 || joints->pairs.data[k].to < 0)
            continue;
        wend_joint_mark *mark = &joints->marks.data[from];
        joints->next.data[k] = mark->round == joints->round ? mark->first : -1;
        *mark = (wend_joint_mark){joints->round, k, mark->asked};
    }
    return true;
}

static bool make_joints(wend_search *s, wend_joints *joints, int32_t components) {
    if (!wend_array_resize(s->context, &joints->marks, components) ||
        !wend_array_resize(s->context, &joints->pairs, s->passages.count))
        return false;
    for (int64_t k = 0; k < components; k++)
        joints->marks.data[k] = (wend_joint_mark){0, -1, 0};
    return true;
}

bool wend_passages_find(wend_search *s) {
    const wend_links *links = wend_plan_links(s->roads->plan);
    if (links != NULL) {
        wend_links_view view = wend_links_look(links);
        for (int32_t k = 0; k < view.link_count; k++)
            if (view.links[k].kind == WEND_LINK_DROP && !add_drop(s, &view, k))
                return false;
    }
    if (s->on.offlinks != NULL) {
        wend_offlinks_view view = wend_offlinks_look(s->on.offlinks);
        for (int32_t k = 0; k < view.count; k++)
            if (!add_offlink(s, &view.links[k], k))
                return false;
    }
    if (s->passages.count == 0)
        return true;
    if (!make_joints(s, &s->of_points, s->plan.component_count) ||
        !make_joints(s, &s->of_discs, wend_medial_look(s->medial).vertex_count))
        return false;
    for (int64_t k = 0; k < s->passages.count; k++)
        s->of_points.pairs.data[k] = (wend_joint){s->plan.triangle_component[s->passages.data[k].from.triangle],
                                                  s->plan.triangle_component[s->passages.data[k].to.triangle], true};
    return join(s, &s->of_points);
}

void wend_passages_free(wend_search *s) {
    wend_joints *all[2] = {&s->of_points, &s->of_discs};
    for (int i = 0; i < 2; i++) {
        wend_array_free(s->context, &all[i]->marks);
        wend_array_free(s->context, &all[i]->pairs);
        wend_array_free(s->context, &all[i]->next);
    }
    wend_array_free(s->context, &s->passages);
    wend_array_free(s->context, &s->joint_queue);
}

// ---------------------------------------------------------------------------------------------------- gates

static bool is_forbidden(const wend_path_filter *filter, const wend_passage *passage) {
    return (filter->forbid_links & passage->kind) != 0 || (filter->forbid_tags & passage->tags) != 0;
}

// Opens a passage for the radius, if the disc stands at both of its ends. What the filter forbids is no gate, but still
// known to join what it does.
static bool open_passage(wend_search *s, int32_t number, double radius, const wend_path_filter *filter) {
    wend_passage *p = &s->passages.data[number];
    wend_stand ends[2];
    wend_joint *joint = &s->of_discs.pairs.data[number];
    *joint = (wend_joint){-1, -1, !is_forbidden(filter, p)};
    const wend_spot *from = s->backward ? &p->to : &p->from, *to = s->backward ? &p->from : &p->to;
    if (!wend_stand_find(s, from, radius, &ends[0]) || !wend_stand_find(s, to, radius, &ends[1]) ||
        ends[0].component < 0 || ends[1].component < 0)
        return s->failure == WEND_OK;
    joint->from = ends[0].component;
    joint->to = ends[1].component;
    for (int i = 0; i < 2; i++)
        p->stands[i] = ends[i].spot;
    if (!wend_stand_pieces(s, ends[0].piece, ends[0].place, &s->start_pieces) ||
        !wend_stand_pieces(s, ends[1].piece, ends[1].place, &s->goal_pieces))
        return false;
    wend_grounds_open(s, &s->start_pieces);
    wend_grounds_open(s, &s->goal_pieces);
    joint->open = joint->open && s->start_pieces.count > 0 && s->goal_pieces.count > 0;
    if (!joint->open)
        return true;
    wend_way over = wend_way_minus(ends[1].place, ends[0].place);
    double gap = sqrt(wend_way_dot(over, over));
    wend_gate gate = {.entrance = ends[0].place, .exit = ends[1].place, .way = number};
    gate.cost = p->drop >= 0 ? gap : p->cost / s->metres;
    gate.shortcut = gate.cost < gap;
    return wend_gate_add(s, &gate, &s->start_pieces, &s->goal_pieces);
}

// The filter that gates are open for outlives the query.
static bool keep_filter(wend_search *s, const wend_path_filter *filter) {
    s->open_areas.count = s->open_costs.count = 0;
    for (int32_t k = 0; k < filter->forbid_area_count; k++)
        if (!wend_array_push(s->context, &s->open_areas, filter->forbid_areas[k]))
            return false;
    for (int32_t k = 0; k < filter->cost_count; k++)
        if (!wend_array_push(s->context, &s->open_costs, filter->costs[k]))
            return false;
    s->open_filter = *filter;
    s->open_filter.forbid_areas = s->open_areas.data;
    s->open_filter.costs = s->open_costs.data;
    return true;
}

static bool is_same(const wend_path_filter *a, const wend_path_filter *b) {
    bool same = a->forbid_tags == b->forbid_tags && a->forbid_links == b->forbid_links &&
                a->forbid_area_count == b->forbid_area_count && a->cost_count == b->cost_count;
    for (int32_t k = 0; same && k < a->forbid_area_count; k++)
        same = a->forbid_areas[k] == b->forbid_areas[k];
    for (int32_t k = 0; same && k < a->cost_count; k++)
        same = a->costs[k].area == b->costs[k].area && a->costs[k].factor == b->costs[k].factor;
    return same;
}

bool wend_gates_open(wend_search *s, double radius, const wend_path_filter *filter) {
    if (s->opened && s->open_radius == radius && s->open_reach == s->reach && s->open_backward == s->backward &&
        is_same(&s->open_filter, filter))
        return true;
    s->opened = false;
    s->failure = WEND_OK;
    wend_gates_clear(s);
    if (!keep_filter(s, filter) || !wend_grounds_shut(s, filter) || !wend_costs_find(s, filter))
        return false;
    for (int32_t k = 0; k < s->passages.count; k++)
        if (!open_passage(s, k, radius, filter))
            return false;
    if ((s->passages.count > 0 && !join(s, &s->of_discs)) || !wend_grounds_corner(s, radius) ||
        !wend_costs_border(s, radius))
        return false;
    s->open_radius = radius;
    s->open_reach = s->reach;
    s->open_backward = s->backward;
    s->opened = true;
    return true;
}

// ---------------------------------------------------------------------------------------------------- reachability

static bool reach(wend_search *s, wend_joints *joints, int32_t from, bool forbidden_too) {
    if (++joints->asked == 0) {
        for (int64_t k = 0; k < joints->marks.count; k++)
            joints->marks.data[k].asked = 0;
        joints->asked = 1;
    }
    s->joint_queue.count = 0;
    joints->marks.data[from].asked = joints->asked;
    if (!wend_array_push(s->context, &s->joint_queue, from))
        return false;
    for (int64_t i = 0; i < s->joint_queue.count; i++) {
        wend_joint_mark *mark = &joints->marks.data[s->joint_queue.data[i]];
        for (int32_t k = mark->round == joints->round ? mark->first : -1; k >= 0; k = joints->next.data[k]) {
            const wend_joint *joint = &joints->pairs.data[k];
            wend_joint_mark *to = &joints->marks.data[joint->to];
            if ((!joint->open && !forbidden_too) || to->asked == joints->asked)
                continue;
            to->asked = joints->asked;
            if (!wend_array_push(s->context, &s->joint_queue, joint->to))
                return false;
        }
    }
    return true;
}

bool wend_passages_reach(wend_search *s, int32_t from, bool forbidden_too) {
    bool good = s->passages.count == 0 || reach(s, &s->of_discs, from, forbidden_too);
    s->failure = good ? s->failure : WEND_ERROR_MEMORY;
    return good;
}

bool wend_passages_lead(const wend_search *s, int32_t from, int32_t to) {
    return from == to || (s->passages.count > 0 && s->of_discs.marks.data[to].asked == s->of_discs.asked);
}

bool wend_passages_lead_points(wend_search *s, int32_t from, int32_t to) {
    int32_t a = s->plan.triangle_component[from], b = s->plan.triangle_component[to];
    if (a == b || s->passages.count == 0)
        return a == b;
    if (!reach(s, &s->of_points, a, true))
        s->failure = WEND_ERROR_MEMORY;
    return s->of_points.marks.data[b].asked == s->of_points.asked;
}

double wend_passages_cap(const wend_search *s) {
    double cap = INFINITY;
    for (int64_t k = 0; s->gated && k < s->gates.count; k++) {
        const wend_gate *gate = &s->gates.data[k];
        double x = gate->exit.x - s->aim.x, y = gate->exit.y - s->aim.y;
        if (gate->shortcut)
            cap = fmin(cap, gate->cost + sqrt(x * x + y * y));
    }
    return cap;
}
