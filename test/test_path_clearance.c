// Paths that keep a clearance.
//
// Random floor plans and overlapping floors, with discs and clearances of many sizes. A judge walks every path for the
// disc itself (path_judge.h). Wherever a path comes nearer to something than the clearance that it says it keeps, it
// must be midway, or on the way straight away from what is nearest to one of its ends. And on floor plans no path may
// be longer than the shortest over a net, made of the axis, places with that clearance, and straight ways between them
// (Dijkstra's method): the net is a part of where paths may be.
//
//     test_path_clearance [--queries N] [--floors N] [--seed S]     N queries (600), N on overlapping floors (150)
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"
#include "medial/medial.h"
#include "path/search.h"

#include <math.h>

static long queries, kept_all, kept_some, midway;
static double ratio_sum;
static long ratios;
static long long made_by; // the state that the plan was made from

typedef struct world {
    const wend_plan *plan;
    wend_plan_view v;
    wend_medial *medial;
    wend_roads *roads;
    wend_search *search;
    double metres;
    const char *name;
    bool flat;
} world;

static bool world_make(const wend_plan *plan, const char *name, bool flat, world *w) {
    *w = (world){.plan = plan, .v = wend_plan_look(plan), .name = name, .flat = flat};
    w->metres = w->v.lattice.step * w->v.unit;
    return CHECK(wend_medial_build(context, plan, NULL, &w->medial, report) == WEND_OK) &&
           CHECK(wend_roads_build(context, w->medial, NULL, &w->roads, report) == WEND_OK) &&
           CHECK(wend_search_create_on(context, &(wend_search_def){.roads = w->roads}, &w->search) == WEND_OK);
}

static void world_free(world *w) {
    wend_search_destroy(w->search);
    wend_roads_destroy(w->roads);
    wend_medial_destroy(w->medial);
}

static void complain(const world *w, const wend_path_def *def, const wend_spot *a, const wend_spot *b, const char *what,
                     double got, double wanted) {
    CHECK_MESSAGE(false,
                  "%s: %s, radius %.17g, clearance %.17g, detour %g, %d:%d,%d to %d:%d,%d: %.12g, expected %.12g (%lld)",
                  w->name, what, def->radius, def->clearance, def->detour, a->triangle, a->point.x, a->point.y,
                  b->triangle, b->point.x, b->point.y, got, wanted, made_by);
}

// ---------------------------------------------------------------------------------------------------- places

// In lattice steps.
static wend_way steps_of(const world *w, const double place[2]) {
    const wend_lattice *l = &w->v.lattice;
    return (wend_way){(place[0] - l->origin[0]) / l->step, (place[1] - l->origin[1]) / l->step};
}
static double apart(wend_way a, wend_way b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// What is nearest to a place of a floor plan. False off the plan.
static bool near_to(const world *w, wend_way at, wend_medial_near *near) {
    double place[2] = {w->v.lattice.origin[0] + at.x * w->v.lattice.step,
                       w->v.lattice.origin[1] + at.y * w->v.lattice.step};
    wend_spot spot;
    wend_plan_locate(w->plan, place, 0, &spot);
    if (spot.triangle < 0)
        return false;
    wend_medial_near_at(w->medial, spot.triangle, (wend_vec){at.x, at.y}, near);
    return near->site >= 0;
}

static double clearance_of(const world *w, wend_way at) {
    wend_medial_near near;
    return near_to(w, at, &near) ? near.clearance / w->metres : -1;
}

// Where one comes to by going straight away from what is nearest, up to a clearance or to the axis.
static bool retract(const world *w, wend_way from, double clearance, wend_way *to, wend_medial_near *near) {
    if (!near_to(w, from, near))
        return false;
    wend_ground g = wend_medial_ground(w->medial);
    wend_arc_point axis = wend_arc_point_at(&g, near->arc, near->at);
    wend_way foot = steps_of(w, near->nearest);
    double share = axis.radius > clearance ? clearance / axis.radius : 1;
    *to = (wend_way){foot.x + share * (axis.x - foot.x), foot.y + share * (axis.y - foot.y)};
    return true;
}

// ---------------------------------------------------------------------------------------------------- what is kept

// Whether a place is where a path may be that keeps a clearance, but near its ends.
static bool may_be(const world *w, wend_way at, double kept) {
    wend_medial_near near;
    if (!near_to(w, at, &near))
        return true; // rounded to just beside the floor: the judge knows
    if (near.clearance / w->metres >= kept - 1e-5 / w->metres)
        return true;
    wend_ground g = wend_medial_ground(w->medial);
    wend_arc_point axis = wend_arc_point_at(&g, near.arc, near.at);
    midway++;
    return apart(at, (wend_way){axis.x, axis.y}) <= 2e-3 / w->metres; // curves are followed to a millimetre
}

static wend_way on_piece(const world *w, const wend_path_piece *p, double share) {
    wend_way a = steps_of(w, p->from), b = steps_of(w, p->to);
    if (p->side == 0)
        return (wend_way){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    wend_way c = steps_of(w, p->centre);
    double angle = share * p->length / p->radius * p->side, x = a.x - c.x, y = a.y - c.y;
    return (wend_way){c.x + x * cos(angle) - y * sin(angle), c.y + x * sin(angle) + y * cos(angle)};
}

// Whether a piece leads straight away from what is nearest to an end of the path.
static bool leads_away(const world *w, const wend_path_piece *p, bool last, double kept) {
    wend_way end = steps_of(w, last ? p->to : p->from), other = steps_of(w, last ? p->from : p->to);
    double room = clearance_of(w, end);
    return p->side == 0 && room < kept && clearance_of(w, other) >= room + apart(end, other) - 1e-4 / w->metres;
}

static void check_kept(const world *w, const wend_path_def *def, const wend_path_view *path, const wend_spot *a,
                       const wend_spot *b) {
    double kept = path->clearance / w->metres;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *p = &path->pieces[k];
        int parts = 1 + (int)(p->length / fmax(1e-4, fmin(0.05, path->clearance / 2))); // no wall lies between two
        if ((k == 0 && leads_away(w, p, false, kept)) || (k + 1 == path->piece_count && leads_away(w, p, true, kept)))
            continue;
        for (int i = 0; i <= parts; i++) {
            wend_way at = on_piece(w, p, (double)i / parts);
            if (!may_be(w, at, kept)) {
                complain(w, def, a, b, "nearer than it says", clearance_of(w, at) * w->metres, path->clearance);
                return;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- the judge

// Arcs as chords: the judge knows those of the disc alone.
static void judge(const world *w, const wend_path_def *def, const wend_path_view *path, const wend_spot *a,
                  const wend_spot *b) {
    WEND_ARRAY(path_judged_piece) pieces = {0};
    const wend_roads_view v = wend_roads_look(w->roads);
    double length = 0, spare = fmin(1e-3, 0.5 * (path->clearance - def->radius));
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *p = &path->pieces[k];
        double angle = p->side != 0 ? p->length / p->radius : 0;
        int parts = p->side != 0 ? 1 + (int)(angle / sqrt(8 * spare / p->radius)) : 1;
        int32_t on = v.triangle_piece[p->triangle];
        for (int i = 0; i < parts; i++) {
            wend_way from = on_piece(w, p, (double)i / parts), to = on_piece(w, p, (i + 1.) / parts);
            path_judged_piece piece = {.vertex = -1, .triangle = p->triangle};
            if (i > 0 && on >= 0)
                piece.triangle = wend_stand_triangle(w->search, on, from, wend_way_unit(wend_way_minus(to, from)));
            on = on >= 0 ? wend_nearby_walk(&v, w->search->slack, on, from, to) : -1;
            double step = w->v.lattice.step;
            piece.from[0] = w->v.lattice.origin[0] + from.x * step;
            piece.from[1] = w->v.lattice.origin[1] + from.y * step;
            piece.to[0] = w->v.lattice.origin[0] + to.x * step;
            piece.to[1] = w->v.lattice.origin[1] + to.y * step;
            piece.length = apart(from, to) * w->metres;
            length += piece.length;
            if (!CHECK(wend_array_push(context, &pieces, piece)))
                return;
        }
    }
    path_judged judged = {
        length,      length, {path->ends[0], path->ends[1]}, {path->moved[0], path->moved[1]}, (int32_t)pieces.count,
        pieces.data, true};
    path_verdict verdict = path_judge_pieces(w->plan, def->radius, 1e-5, &judged);
    if (verdict.wrong != NULL)
        complain(w, def, a, b, verdict.wrong, verdict.measured, verdict.piece);
    wend_array_free(context, &pieces);
}

// ---------------------------------------------------------------------------------------------------- a net

enum { FREE_MOST = 60, AXIS_FREE = 30, AXIS_PARTS = 3, NET_EACH = 4 };
typedef struct node {
    wend_way at;
    bool free;
    double far;
    bool done;
} node;
typedef struct edge {
    int32_t a, b;
    double length;
} edge;
typedef struct net {
    WEND_ARRAY(node) nodes;
    WEND_ARRAY(edge) edges;
} net;

static int32_t add_node(net *n, wend_way at, bool free) {
    CHECK(wend_array_push(context, &n->nodes, (node){at, free, INFINITY, false}));
    return (int32_t)n->nodes.count - 1;
}
static void add_edge(net *n, int32_t a, int32_t b, double length) {
    CHECK(wend_array_push(context, &n->edges, (edge){a, b, length}));
}

// Whether all of a straight way has a clearance.
static bool is_free(const world *w, wend_way a, wend_way b, double clearance) {
    double length = apart(a, b), done = 0;
    while (done < length) {
        wend_way at = {a.x + done / length * (b.x - a.x), a.y + done / length * (b.y - a.y)};
        double room = clearance_of(w, at) - clearance;
        if (room < 0)
            return false;
        done += fmax(room, 0.02 * clearance); // places between are no nearer than a hundredth of it
    }
    return true;
}

// The axis as far as the disc fits: nodes at its vertices, and at some places of its arcs.
static void add_axis(const world *w, net *n, double radius, double clearance, wend_medial_near *ends,
                     int32_t *at_ends) {
    wend_ground g = wend_medial_ground(w->medial);
    int32_t first = (int32_t)n->nodes.count;
    for (int32_t k = 0; k < g.view->vertex_count; k++)
        add_node(n, (wend_way){g.view->vertices[k].x, g.view->vertices[k].y}, g.view->vertices[k].radius > clearance);
    for (int32_t arc = 0; arc < g.view->arc_count; arc++) {
        double places[AXIS_PARTS + 3], waist = wend_arc_waist(&g, arc).at;
        int32_t nodes[AXIS_PARTS + 3], count = 0;
        for (int i = 0; i <= AXIS_PARTS; i++)
            places[count++] = (double)i / AXIS_PARTS;
        for (int i = 0; i < 2; i++)
            if (ends[i].arc == arc)
                places[count++] = ends[i].at;
        for (int i = 1; i < count; i++) // sorted
            for (int k = i; k > 0 && places[k] < places[k - 1]; k--) {
                double swap = places[k];
                places[k] = places[k - 1];
                places[k - 1] = swap;
            }
        for (int i = 0; i < count; i++) {
            wend_arc_point p = wend_arc_point_at(&g, arc, places[i]);
            nodes[i] = i == 0           ? first + g.view->arcs[arc].vertex[0]
                       : i + 1 == count ? first + g.view->arcs[arc].vertex[1]
                                        : add_node(n, (wend_way){p.x, p.y}, p.radius > clearance);
            for (int k = 0; k < 2; k++)
                if (ends[k].arc == arc && ends[k].at == places[i])
                    at_ends[k] = nodes[i];
        }
        for (int i = 0; i + 1 < count; i++) {
            double least = INFINITY, length = 0;
            wend_arc_point before = wend_arc_point_at(&g, arc, places[i]);
            for (int k = 0; k <= 64; k++) {
                wend_arc_point p = wend_arc_point_at(&g, arc, places[i] + (places[i + 1] - places[i]) * k / 64);
                length += apart((wend_way){p.x, p.y}, (wend_way){before.x, before.y});
                least = fmin(least, p.radius);
                before = p;
            }
            if (waist > places[i] && waist < places[i + 1])
                least = fmin(least, wend_arc_point_at(&g, arc, waist).radius);
            if (least >= radius)
                add_edge(n, nodes[i], nodes[i + 1], length);
        }
    }
}

// From most places of the axis no straight ways are tried: there are too many.
static void thin_out(net *n, uint64_t *state) {
    int64_t count = n->nodes.count;
    for (int64_t k = 2; k < count; k++)
        n->nodes.data[k].free &= (int64_t)wend_random_below(state, (uint64_t)count) < AXIS_FREE;
}

// Places with the clearance around notches, and anywhere.
static void add_free(const world *w, net *n, double clearance, uint64_t *state) {
    wend_roads_view v = wend_roads_look(w->roads);
    for (int k = 0; k < FREE_MOST; k++) {
        wend_way at;
        if (v.notch_count > 0 && k % 8 != 0) {
            wend_point p = w->v.vertices[v.notches[wend_random_below(state, (uint64_t)v.notch_count)].vertex];
            double angle = 6.28318530717958648 * wend_random_unit(state), far = clearance * (1 + 1e-6);
            at = (wend_way){p.x + far * cos(angle), p.y + far * sin(angle)};
        } else {
            wend_spot spot;
            path_plans_end(w->plan, state, &spot);
            at = (wend_way){spot.point.x, spot.point.y};
        }
        if (clearance_of(w, at) >= clearance)
            add_node(n, at, true);
    }
}

static double shortest(net *n, int32_t from, int32_t to) {
    n->nodes.data[from].far = 0;
    for (;;) {
        int32_t best = -1;
        for (int32_t k = 0; k < n->nodes.count; k++)
            if (!n->nodes.data[k].done && n->nodes.data[k].far < (best < 0 ? INFINITY : n->nodes.data[best].far))
                best = k;
        if (best < 0 || best == to)
            return n->nodes.data[to].far;
        n->nodes.data[best].done = true;
        for (int64_t e = 0; e < n->edges.count; e++) {
            edge *x = &n->edges.data[e];
            int32_t other = x->a == best ? x->b : x->b == best ? x->a : -1;
            if (other >= 0)
                n->nodes.data[other].far = fmin(n->nodes.data[other].far, n->nodes.data[best].far + x->length);
        }
    }
}

// The shortest way over a net, in metres; INFINITY when it does not lead there.
static double net_length(const world *w, const wend_path_def *def, const wend_path_view *path, uint64_t *state) {
    net n = {0};
    double clearance = path->clearance / w->metres * (1 + 1e-9) + 32 * w->search->slack,
           radius = def->radius / w->metres;
    wend_way ends[2] = {steps_of(w, path->pieces[0].from), steps_of(w, path->pieces[path->piece_count - 1].to)};
    wend_medial_near near[2] = {{.arc = -1}, {.arc = -1}};
    int32_t nodes[2], at_axis[2] = {-1, -1};
    wend_way retracted[2];
    bool good = true;
    for (int i = 0; i < 2; i++)
        good = good && retract(w, ends[i], clearance, &retracted[i], &near[i]);
    for (int i = 0; i < 2 && good; i++) {
        bool free = near[i].clearance / w->metres >= clearance;
        nodes[i] = add_node(&n, ends[i], free);
    }
    if (good) {
        add_axis(w, &n, radius, clearance, near, at_axis);
        for (int i = 0; i < 2; i++) {
            wend_ground g = wend_medial_ground(w->medial);
            bool level = wend_arc_point_at(&g, near[i].arc, near[i].at).radius >= clearance;
            int32_t to = level ? add_node(&n, retracted[i], clearance_of(w, retracted[i]) >= clearance * (1 - 1e-9))
                               : at_axis[i];
            if (!n.nodes.data[nodes[i]].free && to >= 0)
                add_edge(&n, nodes[i], to, apart(ends[i], retracted[i]));
        }
        thin_out(&n, state);
        add_free(w, &n, clearance, state);
        for (int32_t a = 0; a < n.nodes.count; a++)
            for (int32_t b = 0; b < a; b++) {
                const node *p = &n.nodes.data[a], *q = &n.nodes.data[b];
                if (p->free && q->free && is_free(w, p->at, q->at, clearance * (1 - 1e-9)))
                    add_edge(&n, a, b, apart(p->at, q->at));
            }
    }
    double length = good ? shortest(&n, nodes[0], nodes[1]) * w->metres : INFINITY;
    wend_array_free(context, &n.nodes);
    wend_array_free(context, &n.edges);
    return length;
}

// ---------------------------------------------------------------------------------------------------- queries

// A query for a disc, with a clearance that is of the size of `wide`.
static void ask(const world *w, double radius, double wide, uint64_t *state) {
    wend_spot a, b;
    path_plans_end(w->plan, state, &a);
    path_plans_end(w->plan, state, &b);
    wend_path_def def = wend_default_path_def(), plain = def;
    def.radius = plain.radius = radius;
    def.clearance = radius + (0.1 + wend_random_unit(state)) * (radius > 0 ? 2 * radius : wide);
    def.detour = wend_random_below(state, 2) == 0 ? 1e6 : 0.02 + 0.2 * wend_random_unit(state);
    wend_path_view path;
    queries++;
    wend_result result = wend_search_path(w->search, &a, &b, &plain, &path);
    if (result != WEND_OK) {
        complain(w, &plain, &a, &b, wend_describe(result), result, WEND_OK);
        return;
    }
    wend_path_view base = path;
    result = wend_search_path(w->search, &a, &b, &def, &path);
    if (result != WEND_OK || path.status != base.status) {
        complain(w, &def, &a, &b, wend_describe(result), path.status, base.status);
        return;
    }
    if (path.status != WEND_PATH_REACHED || path.length == 0)
        return;
    kept_all += path.clearance == def.clearance;
    kept_some += path.clearance > radius;
    if (path.bound != base.length || path.length < base.length * (1 - 1e-9))
        complain(w, &def, &a, &b, "the bound", path.bound, base.length);
    if (path.length > (1 + def.detour) * base.length * (1 + 1e-9))
        complain(w, &def, &a, &b, "longer than by its detour", path.length, (1 + def.detour) * base.length);
    if (!(path.clearance >= radius && path.clearance <= def.clearance * (1 + 1e-12)))
        complain(w, &def, &a, &b, "the clearance", path.clearance, def.clearance);
    if (path.clearance <= radius)
        return;
    bool fine = w->metres < 1e-4; // else places between those of the lattice cannot be located
    if (radius > 0)               // the judge knows points only in places of the lattice
        judge(w, &def, &path, &a, &b);
    for (int i = 0; i < 2; i++) { // a place on a wall without width is on both sides of it
        wend_medial_near near;
        wend_medial_clearance(w->medial, &path.ends[i], &near);
        fine &= near.clearance > 1e-3;
    }
    if (!w->flat || !fine)
        return;
    check_kept(w, &def, &path, &a, &b);
    if (queries % NET_EACH != 0)
        return;
    double over = net_length(w, &def, &path, state);
    if (over < INFINITY && path.length > over * (1 + 1e-7) + 1e-6)
        complain(w, &def, &a, &b, "longer than over a net", path.length, over);
    ratio_sum += over < INFINITY ? path.length / over : 0;
    ratios += over < INFINITY;
}

TEST(floor_plans) {
    open_context_with(1);
    long wanted = check_cases("queries", 600);
    uint64_t state = (uint64_t)check_option("seed", 1);
    queries = kept_all = kept_some = midway = ratios = 0;
    ratio_sum = 0;
    for (int32_t family = 0; queries < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        world w;
        made_by = (long long)state;
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL && world_make(plan, path_plans_name(family), true, &w)) {
            for (int k = 0; k < 9; k++)
                ask(&w, radii[k % PATH_RADII], radii[1], &state);
            world_free(&w);
        }
        wend_plan_destroy(plan);
    }
    printf("%ld queries: %ld keep all, %ld some; %ld places midway; %.4f of the length over a net (%ld)\n", queries,
           kept_all, kept_some, midway, ratio_sum / (double)ratios, ratios);
    CHECK(kept_all > queries / 10 && midway > queries && ratios > queries / 25);
    close_context();
}

TEST(overlapping_floors) {
    open_context_with(1);
    long wanted = check_cases("floors", 150);
    uint64_t state = (uint64_t)check_option("seed", 1);
    queries = kept_all = kept_some = 0;
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        double radii[PATH_RADII];
        world w;
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK(scene != NULL) && world_make(path_scenes_look(scene), path_scenes_name(k), false, &w)) {
            for (long q = 0; q <= wanted / path_scenes_count(); q++)
                ask(&w, radii[q % PATH_RADII], radii[1], &state);
            world_free(&w);
        }
        path_scenes_free(scene);
    }
    printf("%ld queries: %ld keep all, %ld some\n", queries, kept_all, kept_some);
    CHECK(kept_some > queries / 20);
    close_context();
}

CHECK_MAIN()
