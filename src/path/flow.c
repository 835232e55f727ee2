// Distance maps: the search without an aim, kept.
//
// The search (engine.c) sweeps rays through pieces, from the nearest on. A map keeps, for each piece, which rays went
// through it: their source and two limits. Every place is reached by its shortest way over one of the rays of its
// piece, so asking is trying these (flow_ask.c). Nothing is sampled; distances are those of paths.
//
// Most of what the search would sweep is of no use. Say rays have come over a side after a length L. Then every place
// of the side is within L and the side's own length, if the disc can go along all of the side that it can be on: no
// notch stands between. So whatever comes over this side later than that, either way, is on no shortest way to any
// place, and is dropped. (Which parts of a side are free is a matter of the notches of its two pieces and of their
// visitors, as for all straight ways.)
//
// Cost: two to four times that of a search for the farthest place on large plans, ten times on small levels, where
// such a search knows its aim.
#include "path/flow.h"

#include "base/context.h"

wend_flow_def wend_default_flow_def(void) {
    return (wend_flow_def){.radius = 0.3, .farthest = INFINITY, .reach = 4};
}

// ---------------------------------------------------------------------------------------------------- recording

// Rays as they come.
typedef struct noted {
    int32_t piece;
    wend_flow_rays rays;
} noted;

typedef struct recording {
    wend_search *s;
    wend_flow *flow;
    WEND_ARRAY(noted) noted;
    WEND_ARRAY(double) latest; // per side: what comes over it later than this is of no use; negative when not known yet
    wend_list numbers;         // per source of the search: of the map, or -1
    wend_list spots;           // per start
    bool failed;
} recording;

// The disc hides an interval of a side: all of it, or the part that is left is in one piece.
static bool is_hidden_apart(const recording *r, int32_t notch, wend_way x, wend_way unit, double *low, double *high,
                            bool *grew) {
    const wend_search *s = r->s;
    wend_way to = wend_way_minus(wend_road_place(s->plan.vertices[s->v.notches[notch].vertex]), x);
    double beside = wend_way_cross(unit, to), along = wend_way_dot(unit, to), reach = s->narrow;
    if (beside >= reach || beside <= -reach)
        return false;
    double half = sqrt(reach * reach - beside * beside);
    if (along + half <= *low || along - half >= *high)
        return false;
    if (along - half <= *low || along + half >= *high) {
        *low = along - half <= *low ? along + half : *low;
        *high = along + half >= *high && along - half > *low ? along - half : *high;
        *grew = true;
        return false;
    }
    return true;
}

// Whether the disc can go along all of a side that it can be on.
static bool is_whole(const recording *r, int32_t side) {
    const wend_search *s = r->s;
    const wend_roads_view *v = &s->v;
    if (s->radius == 0)
        return true;
    wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
    wend_way e = wend_way_minus(y, x), unit = wend_way_unit(e);
    double low = 0, high = sqrt(wend_way_dot(e, e)), reach = s->radius + s->slack;
    int32_t pieces[2] = {v->side_pieces[side], v->side_pieces[v->sides[side].twin]};
    for (bool grew = true, apart; grew;) {
        grew = apart = false;
        for (int i = 0; i < 2; i++) {
            const wend_road_piece *p = &v->pieces[pieces[i]];
            for (int32_t k = p->side; k < p[1].side; k++)
                apart |= v->sides[k].notch >= 0 && is_hidden_apart(r, v->sides[k].notch, x, unit, &low, &high, &grew);
            for (int32_t k = p->visitor; k < p[1].visitor && (double)v->visitors[k].near <= reach; k++)
                apart |= is_hidden_apart(r, v->visitors[k].notch, x, unit, &low, &high, &grew);
        }
        if (low >= high)
            return true;
        if (apart && !grew)
            return false;
    }
    return true;
}

// Whether an entry comes too late to be of use.
static bool is_late(void *recorder, const wend_entry *entry) {
    recording *r = recorder;
    const wend_roads_view *v = &r->s->v;
    int32_t side = entry->side, twin = v->sides[side].twin;
    double *latest = &r->latest.data[side < twin ? side : twin];
    if (*latest >= 0)
        return entry->least > *latest;
    *latest = INFINITY;
    if (is_whole(r, side)) {
        wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
        wend_way e = wend_way_minus(y, x);
        // Bounds of entries take turns for up to a twenty-fifth of the radius too short.
        *latest = (entry->least + sqrt(wend_way_dot(e, e)) + 0.1 * r->s->radius) * (1 + 1e-9) + 1;
    }
    return false;
}

static int32_t start_of(const wend_search *s, const wend_arrival *arrival) {
    while (arrival->source >= 0)
        arrival = &s->arrivals.data[s->sources.data[arrival->source].arrival];
    return (int32_t)(arrival - s->arrivals.data);
}

// The number of a source in the map; -1 when memory is short.
static int32_t number_of(recording *r, const wend_sweep *w) {
    const wend_search *s = r->s;
    while (r->numbers.count <= w->source_index)
        if (!wend_array_push(s->context, &r->numbers, -1))
            return -1;
    int32_t *number = &r->numbers.data[w->source_index];
    if (*number >= 0)
        return *number;
    const wend_arrival *a = w->arrival;
    wend_flow_source source = {.centre = a->centre,
                               .ahead = w->source->ahead,
                               .length = w->source->length,
                               .notch = a->notch >= 0 ? a->notch : -1,
                               .sense = a->sense,
                               .spot = r->spots.data[start_of(s, a)]};
    if (a->notch <= -2 && s->gates.data[-2 - a->notch].way >= 0) {
        const wend_gate *gate = &s->gates.data[-2 - a->notch];
        wend_way over = wend_way_minus(gate->entrance, gate->exit);
        source.link = wend_way_dot(over, over) > 0 ? wend_way_unit(over) : (wend_way){1, 0};
    }
    *number = (int32_t)r->flow->sources.count;
    return wend_array_push(s->context, &r->flow->sources, source) ? *number : -1;
}

static void record(void *recorder, const wend_sweep *w) {
    recording *r = recorder;
    int32_t number = number_of(r, w);
    noted rays = {w->piece,
                  {number,
                   (float)(w->least * (1 - 1e-6)),
                   {(float)w->right.x, (float)w->right.y},
                   {(float)w->left.x, (float)w->left.y}}};
    r->failed = r->failed || number < 0 || !wend_array_push(r->s->context, &r->noted, rays);
}

// ---------------------------------------------------------------------------------------------------- building

static bool add_starts(recording *r, const wend_spot *spots, int32_t count, double radius) {
    wend_search *s = r->s;
    for (int32_t k = 0; k < count; k++) {
        wend_stand stand;
        bool stands = wend_search_holds(s, &spots[k]) && wend_stand_find(s, &spots[k], radius, &stand);
        if (s->failure != WEND_OK)
            return false;
        if (!stands || stand.component < 0)
            continue;
        if (!wend_stand_pieces(s, stand.piece, stand.place, &s->start_pieces) ||
            !wend_array_push(s->context, &r->spots, k))
            return false;
        wend_grounds_open(s, &s->start_pieces);
        wend_engine_start(s, stand.place, &s->start_pieces, 0);
    }
    return s->failure == WEND_OK;
}

// Sorts what was noted by piece, in the order in which it came.
static bool sort_rays(recording *r) {
    wend_flow *flow = r->flow;
    wend_context *context = flow->context;
    int32_t pieces = flow->v.piece_count;
    if (!wend_array_resize(context, &flow->first, (int64_t)pieces + 1) ||
        (r->noted.count > 0 && !wend_array_resize(context, &flow->rays, r->noted.count)))
        return false;
    int32_t *first = flow->first.data;
    for (int32_t k = 0; k <= pieces; k++)
        first[k] = 0;
    for (int64_t k = 0; k < r->noted.count; k++)
        first[r->noted.data[k].piece]++;
    for (int32_t k = 0, sum = 0; k <= pieces; k++) {
        int32_t count = first[k];
        first[k] = sum;
        sum += count;
    }
    for (int64_t k = 0; k < r->noted.count; k++)
        flow->rays.data[first[r->noted.data[k].piece]++] = r->noted.data[k].rays;
    for (int32_t k = pieces; k > 0; k--)
        first[k] = first[k - 1];
    first[0] = 0;
    return true;
}

static double distance_to(const wend_flow *flow, int32_t triangle, wend_way at) {
    const int32_t *v = flow->plan.triangles[triangle].v;
    double least = INFINITY;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        wend_way x = wend_road_place(flow->plan.vertices[v[i]]);
        wend_way e = wend_way_minus(wend_road_place(flow->plan.vertices[v[(i + 1) % 3]]), x);
        wend_way to = wend_way_minus(at, x);
        double share = wend_way_dot(to, e) / wend_way_dot(e, e);
        share = share > 0 ? share < 1 ? share : 1 : 0;
        to = (wend_way){to.x - share * e.x, to.y - share * e.y};
        least = fmin(least, sqrt(wend_way_dot(to, to)));
        inside = inside && wend_way_cross(e, wend_way_minus(at, x)) >= 0;
    }
    return inside ? 0 : least;
}

// No place of a triangle is nearer than this.
static bool find_nearest(wend_flow *flow) {
    if (!wend_array_resize(flow->context, &flow->nearest, flow->plan.triangle_count))
        return false;
    for (int32_t t = 0; t < flow->plan.triangle_count; t++) {
        int32_t piece = flow->v.triangle_piece[t];
        double nearest = INFINITY;
        for (int32_t k = flow->first.data[piece]; k < flow->first.data[piece + 1]; k++) {
            const wend_flow_rays *rays = &flow->rays.data[k];
            if ((double)rays->least >= nearest)
                break;
            const wend_flow_source *source = &flow->sources.data[rays->source];
            double far = distance_to(flow, t, source->centre), bend = source->sense != 0 ? flow->radius : 0;
            double least = source->length + (far > bend ? sqrt(far * far - bend * bend) : 0);
            nearest = fmin(nearest, fmax(least, (double)rays->least));
        }
        flow->nearest.data[t] = nearest <= flow->farthest ? (float)(nearest * flow->metres * (1 - 1e-6)) : INFINITY;
    }
    return true;
}

static bool make(recording *r, const wend_spot *spots, int32_t count, double radius) {
    wend_search *s = r->s;
    if (!wend_array_resize(s->context, &r->latest, s->v.side_count))
        return false;
    for (int64_t k = 0; k < r->latest.count; k++)
        r->latest.data[k] = -1;
    s->aimed = false;
    s->cap = INFINITY;
    wend_gates_use(s);
    if (!add_starts(r, spots, count, radius))
        return false;
    int32_t entry;
    s->recorder = r;
    s->record = record;
    s->refuse = is_late;
    wend_engine_run(s, INT64_MAX, r->flow->farthest, &entry);
    s->recorder = NULL;
    s->record = NULL;
    s->refuse = NULL;
    return s->failure == WEND_OK && !r->failed && sort_rays(r) && find_nearest(r->flow);
}

static wend_flow *create(wend_search *s, const wend_flow_def *def) {
    wend_flow *flow = wend_allocate(s->context, sizeof *flow);
    if (flow == NULL)
        return NULL;
    *flow = (wend_flow){.context = s->context,
                        .roads = wend_roads_hold(s->roads),
                        .medial = s->medial,
                        .plan = s->plan,
                        .v = s->v,
                        .metres = s->metres,
                        .slack = s->slack,
                        .radius = s->radius,
                        .narrow = s->narrow,
                        .farthest = def->farthest / s->metres,
                        .metres_radius = def->radius};
    return flow;
}

wend_result wend_flow_build(wend_search *s, const wend_spot *spots, int32_t count, const wend_flow_def *def,
                            wend_flow **flow) {
    wend_flow_def chosen = def != NULL ? *def : wend_default_flow_def();
    wend_path_def path = wend_default_path_def();
    path.radius = chosen.radius;
    path.reach = chosen.reach;
    path.filter = chosen.filter;
    path.filter.cost_count = 0;
    if (flow != NULL)
        *flow = NULL;
    if (s == NULL || flow == NULL || count < 0 || (count > 0 && spots == NULL) || !(chosen.farthest >= 0) ||
        !wend_search_set(s, &path))
        return WEND_ERROR_ARGUMENT;
    s->pieces.count = s->stands.count = s->numbers.count = s->nearest.count = 0;
    chosen.radius = path.radius;
    s->backward = !chosen.away;
    bool good = wend_gates_open(s, chosen.radius, &path.filter);
    wend_engine_reset(s);
    recording r = {.s = s, .flow = good ? create(s, &chosen) : NULL};
    good = r.flow != NULL && make(&r, spots, count, chosen.radius);
    wend_array_free(s->context, &r.noted);
    wend_array_free(s->context, &r.latest);
    wend_array_free(s->context, &r.numbers);
    wend_array_free(s->context, &r.spots);
    s->backward = false;
    if (good) {
        *flow = r.flow;
        return WEND_OK;
    }
    wend_flow_destroy(r.flow);
    return s->failure != WEND_OK ? s->failure : WEND_ERROR_MEMORY;
}

void wend_flow_destroy(wend_flow *flow) {
    if (flow == NULL)
        return;
    wend_context *context = flow->context;
    wend_array_free(context, &flow->sources);
    wend_array_free(context, &flow->first);
    wend_array_free(context, &flow->rays);
    wend_array_free(context, &flow->nearest);
    wend_roads_destroy((wend_roads *)(uintptr_t)flow->roads);
    wend_release(context, flow, sizeof *flow);
}

wend_flow_view wend_flow_look(const wend_flow *flow) {
    return (wend_flow_view){(int32_t)flow->nearest.count, flow->nearest.data};
}
