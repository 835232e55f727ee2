// Notches: the corners that shortest paths turn around, and how much room a disc has in touching each.
//
// A vertex of the plan is a notch when obstacles end there and there are more than 180 degrees of floor around it.
// Whether that is so is decided exactly, by counting quarter turns along its fan, so it does not matter how often the
// floor winds. The cell of a notch in the medial axis is what is nearer to it than to any other obstacle. A disc of
// radius r that touches the notch with its centre in direction u is free exactly when the cell reaches as far as r in
// that direction. Along one arc of the axis the reach is known in closed form,
//
//     1 / reach(u) = flat + across . u        a point q: 0 and 2 (q - w) / |q - w|^2
//                                             an edge at distance d with normal n: 1 / d and -n / d
//
// so the directions that an arc blocks for a radius are one interval around the direction of `across`. Nothing is made
// per radius.
//
// Directions are ordered by their phase from the notch's first direction. Where floor winds, the phases of a notch run
// beyond 4: arcs follow each other around the cell, so each begins no earlier than the one before.
//
// Cost: O(n) for n arcs.
#include "geom/predicate.h"
#include "medial/medial.h"
#include "plan/plan.h"
#include "plan/walk.h"
#include "roads/roads.h"

// ---------------------------------------------------------------------------------------------------- turning

int32_t wend_road_arc_at(const wend_roads_view *v, int32_t notch, double phase, int sense) {
    int32_t low = v->notches[notch].arc, high = v->notches[notch + 1].arc;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (sense > 0 ? v->arcs[middle].phase <= phase : v->arcs[middle].phase < phase)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Where a disc that touches in direction u, of phase `from`, is stopped by an arc before the phase `end`; false when it
// gets there.
static bool stops(const wend_road_arc *arc, wend_way first, double near, wend_way u, double from, double end, int sense,
                  double *stop) {
    wend_way b = {arc->across[0], arc->across[1]};
    double most = sqrt(wend_way_dot(b, b)), slack = near - arc->flat;
    if (slack >= most)
        return false;
    *stop = from;
    if (slack <= -most || wend_way_dot(b, u) > slack)
        return true;
    double cosine = slack / most, sine = sqrt(1 - cosine * cosine) * -sense;
    wend_way d = {b.x / most, b.y / most};
    wend_way edge = {cosine * d.x - sine * d.y, cosine * d.y + sine * d.x};
    *stop = wend_phase_beyond(first, edge, from, sense);
    return sense > 0 ? *stop < end : *stop > end;
}

bool wend_road_turn(const wend_roads_view *v, int32_t notch, double near, wend_way u, double phase, int sense,
                    double *limit) {
    const wend_road_notch *n = &v->notches[notch];
    wend_way first = {n->first[0], n->first[1]};
    *limit = n->ring ? phase + sense * n->span : sense > 0 ? n->span : 0;
    if (near * n->least >= 1)
        return true;
    if (near * n->most < 1)
        return false;
    double lap = n->ring ? n->span * floor(phase / n->span) : 0, from = phase;
    int32_t begin = n->arc, end = n[1].arc, arc = wend_road_arc_at(v, notch, phase - lap, sense);
    for (int32_t k = begin; k <= end; k++) {
        double low = v->arcs[arc].phase + lap, high = (arc + 1 < end ? v->arcs[arc + 1].phase : n->span) + lap, stop;
        if (stops(&v->arcs[arc], first, near, k == begin ? u : wend_way_at(first, from), from, sense > 0 ? high : low,
                  sense, &stop)) {
            *limit = stop;
            return k > begin || stop != phase;
        }
        from = sense > 0 ? high : low;
        arc += sense;
        if (arc < end && arc >= begin)
            continue;
        if (!n->ring)
            return true;
        lap += sense * n->span;
        arc = sense > 0 ? begin : end - 1;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- cells

typedef struct finding {
    wend_roads *roads;
    wend_plan_view plan;
    wend_medial_view axis;
    WEND_ARRAY(int32_t) leaving; // per vertex of the plan: the half-edge of the boundary edge that leaves it, or -1
    WEND_ARRAY(int32_t) cell;    // per vertex: the half of an arc where its cell begins, or -1
    WEND_ARRAY(int32_t) place;   // per half of an arc: where it stands among those around its start
} finding;

static int32_t site_of(const finding *f, int32_t half) {
    return f->axis.arcs[half / 2].site[half % 2];
}
static const wend_medial_vertex *start_of(const finding *f, int32_t half) {
    return &f->axis.vertices[f->axis.arcs[half / 2].vertex[half % 2]];
}

// The half of an arc that follows around the same site, or -1.
static int32_t half_after(const finding *f, int32_t half) {
    const wend_medial_vertex *v = start_of(f, half ^ 1);
    int32_t at = f->place.data[half ^ 1];
    int32_t next = f->axis.around[v->first + (at > 0 ? at : v->degree) - 1];
    return site_of(f, next) == site_of(f, half) ? next : -1;
}

// Where the cells of vertices begin: after an arc of another cell. Those of point obstacles are closed.
static bool find_cells(finding *f) {
    int32_t n = f->plan.vertex_count;
    if ((n > 0 && !wend_array_resize(f->roads->context, &f->cell, n)) ||
        (f->axis.arc_count > 0 && !wend_array_resize(f->roads->context, &f->place, 2 * (int64_t)f->axis.arc_count)))
        return false;
    for (int32_t v = 0; v < n; v++)
        f->cell.data[v] = -1;
    for (int32_t v = 0; v < f->axis.vertex_count; v++) {
        const int32_t *around = &f->axis.around[f->axis.vertices[v].first];
        int32_t degree = f->axis.vertices[v].degree;
        for (int32_t k = 0; k < degree; k++) {
            int32_t site = site_of(f, around[k]);
            f->place.data[around[k]] = k;
            if (site < n && site != site_of(f, around[k + 1 < degree ? k + 1 : 0] ^ 1))
                f->cell.data[site] = around[k];
        }
    }
    for (int32_t h = 0; h < 2 * f->axis.arc_count; h++)
        if (site_of(f, h) < n && f->cell.data[site_of(f, h)] < 0)
            f->cell.data[site_of(f, h)] = h;
    return true;
}

// An arc around the place w: how far a cell reaches, as above.
static wend_road_arc arc_of(const finding *f, wend_point w, int32_t other) {
    if (other < f->plan.vertex_count) {
        wend_point q = f->plan.vertices[other];
        double x = (double)q.x - w.x, y = (double)q.y - w.y, scale = 2 / (x * x + y * y);
        return (wend_road_arc){0, 0, {x * scale, y * scale}};
    }
    int32_t h = f->plan.boundaries[other - f->plan.vertex_count].edge;
    const int32_t *v = f->plan.triangles[h / 3].v;
    wend_point a = f->plan.vertices[v[h % 3]], b = f->plan.vertices[v[(h + 1) % 3]];
    double x = (double)b.x - a.x, y = (double)b.y - a.y, length = sqrt(x * x + y * y);
    double near = length / (double)wend_cross(a, b, w); // 1 / distance
    return (wend_road_arc){0, near, {y / length * near, -x / length * near}};
}

// The least and the greatest 1 / reach along an arc.
static void range_of(const wend_road_arc *arc, wend_way first, double end, double *least, double *most) {
    wend_way b = {arc->across[0], arc->across[1]};
    double length = sqrt(wend_way_dot(b, b));
    wend_way ends[2] = {wend_way_at(first, arc->phase), wend_way_at(first, end)};
    for (int i = 0; i < 2; i++) {
        double value = arc->flat + wend_way_dot(b, ends[i]);
        *least = value < *least ? value : *least;
        *most = value > *most ? value : *most;
    }
    if (wend_phase_beyond(first, b, arc->phase, 1) < end)
        *most = arc->flat + length > *most ? arc->flat + length : *most;
    if (wend_phase_beyond(first, (wend_way){-b.x, -b.y}, arc->phase, 1) < end)
        *least = arc->flat - length < *least ? arc->flat - length : *least;
}

// ---------------------------------------------------------------------------------------------------- notches

// How many quarters of a turn of floor there are around a vertex, as wend_turned counts them.
static int32_t count_floor(const wend_flat *flat, int32_t first) {
    wend_point at = wend_flat_from(flat, first), start = wend_flat_to(flat, first);
    int32_t e = first, turned = 0;
    do {
        turned = wend_turned(at, start, wend_flat_from(flat, wend_half_previous(e)), turned);
        e = wend_flat_after(flat, e);
    } while (e >= 0 && e != first);
    return turned;
}

static wend_way normal_of(const finding *f, int32_t half) {
    const int32_t *v = f->plan.triangles[half / 3].v;
    wend_point a = f->plan.vertices[v[half % 3]], b = f->plan.vertices[v[(half + 1) % 3]];
    return wend_way_unit((wend_way){(double)a.y - b.y, (double)b.x - a.x});
}

// The cone of a notch on a boundary, of which the floor is counted.
static void set_cone(const finding *f, const wend_flat *flat, int32_t leaving, int32_t turned, wend_road_notch *n) {
    int32_t e = leaving, last = e;
    while (e >= 0) {
        last = e;
        e = wend_flat_after(flat, e);
    }
    wend_way first = normal_of(f, leaving), end = normal_of(f, wend_half_previous(last));
    int32_t cone = turned - 2; // quarters
    n->first[0] = first.x;
    n->first[1] = first.y;
    n->span = cone % 2 == 0 ? cone : wend_phase(first, end) + cone / 4 * 4;
}

// The arcs around a notch.
static bool add_arcs(finding *f, wend_road_notch *n) {
    wend_roads *roads = f->roads;
    wend_point w = f->plan.vertices[n->vertex];
    wend_way first = {n->first[0], n->first[1]};
    int32_t begin = f->cell.data[n->vertex], half = begin;
    double phase = 0;
    n->arc = (int32_t)roads->arcs.count;
    while (half >= 0) {
        wend_road_arc arc = arc_of(f, w, site_of(f, half ^ 1));
        arc.phase = phase;
        if (!wend_array_push(roads->context, &roads->arcs, arc))
            return false;
        const wend_medial_vertex *v = start_of(f, half ^ 1);
        phase = wend_phase_beyond(first, (wend_way){v->x - w.x, v->y - w.y}, phase, 1);
        half = half_after(f, half);
        half = half == begin ? -1 : half;
    }
    double least = INFINITY, most = 0; // of 1 / reach
    for (int32_t k = n->arc; k < roads->arcs.count; k++)
        range_of(&roads->arcs.data[k], first, k + 1 < roads->arcs.count ? roads->arcs.data[k + 1].phase : n->span,
                 &least, &most);
    n->least = most > 0 ? 1 / most : INFINITY;
    n->most = least > 0 ? 1 / least : INFINITY;
    return true;
}

// Notes on which turn around a point obstacle its cell begins: where the middle of the cell's first arc is seen. Seen
// from there, an arc may take nearly a full turn, as parabolas do from their focus.
static bool add_winding(finding *f, const wend_road_notch *n, int32_t fan) {
    wend_ground g = wend_medial_ground(f->roads->medial);
    int32_t begin = f->cell.data[n->vertex], half = wend_medial_arc_fan(f->roads->medial, begin, 0.5, fan);
    wend_arc_point middle = wend_arc_point_at(&g, begin / 2, 0.5);
    wend_point w = f->plan.vertices[n->vertex];
    const wend_medial_vertex *v = start_of(f, begin ^ 1);
    wend_way first = {n->first[0], n->first[1]};
    double phase = wend_phase(first, (wend_way){middle.x - w.x, middle.y - w.y});
    double end = wend_phase(first, (wend_way){v->x - w.x, v->y - w.y});
    wend_road_winding winding = {(int32_t)f->roads->notches.count, half >= 0 ? half : fan, phase <= end ? phase : 0};
    return wend_array_push(f->roads->context, &f->roads->windings, winding);
}

static bool add_notch(finding *f, const wend_flat *flat, int32_t vertex, int32_t fan) {
    wend_roads *roads = f->roads;
    bool ring = f->leaving.data[vertex] < 0;
    int32_t turned = count_floor(flat, fan);
    if ((!ring && turned < 3) || f->cell.data[vertex] < 0)
        return true;
    wend_road_notch n = {.vertex = vertex, .ring = ring};
    if (ring) {
        const wend_medial_vertex *v = start_of(f, f->cell.data[vertex]);
        wend_point w = f->plan.vertices[vertex];
        wend_way first = wend_way_unit((wend_way){v->x - w.x, v->y - w.y});
        n.first[0] = first.x;
        n.first[1] = first.y;
        n.span = turned;
        if (turned > 4 && !add_winding(f, &n, fan))
            return false;
    } else {
        set_cone(f, flat, fan, turned, &n);
    }
    roads->vertex_notch.data[vertex] = (int32_t)roads->notches.count;
    return add_arcs(f, &n) && wend_array_push(roads->context, &roads->notches, n);
}

static bool find(finding *f) {
    wend_roads *roads = f->roads;
    int32_t n = f->plan.vertex_count;
    wend_flat flat = wend_flat_of_plan(&f->plan);
    WEND_ARRAY(int32_t) fan = {0};
    bool good = find_cells(f) && (n == 0 || (wend_array_resize(roads->context, &f->leaving, n) &&
                                             wend_array_resize(roads->context, &fan, n) &&
                                             wend_array_resize(roads->context, &roads->vertex_notch, n)));
    for (int32_t v = 0; good && v < n; v++)
        f->leaving.data[v] = fan.data[v] = roads->vertex_notch.data[v] = -1;
    for (int32_t h = 0; good && h < 3 * f->plan.triangle_count; h++)
        fan.data[wend_flat_start(&flat, h)] = h;
    for (int32_t b = 0; good && b < f->plan.boundary_count; b++) {
        int32_t h = f->plan.boundaries[b].edge, v = wend_flat_start(&flat, h);
        f->leaving.data[v] = fan.data[v] = h;
    }
    for (int32_t v = 0; good && v < n; v++)
        if (f->plan.vertex_flags[v] & (WEND_VERTEX_BOUNDARY | WEND_VERTEX_POINT))
            good = add_notch(f, &flat, v, fan.data[v]);
    wend_array_free(roads->context, &fan);
    wend_road_notch end = {.vertex = -1, .arc = (int32_t)roads->arcs.count};
    return good && wend_array_push(roads->context, &roads->notches, end);
}

bool wend_roads_find_notches(wend_roads *roads) {
    finding f = {.roads = roads, .plan = wend_plan_look(roads->plan), .axis = wend_medial_look(roads->medial)};
    bool good = find(&f);
    wend_array_free(roads->context, &f.leaving);
    wend_array_free(roads->context, &f.cell);
    wend_array_free(roads->context, &f.place);
    return good;
}
