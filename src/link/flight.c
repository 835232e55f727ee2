// Flights of stairs: risers that follow each other upward across treads.
//
// On stairs each tread is a component of the surface of its own. A riser is a step or a gap of at least RISER metres between
// two components. Of each component, the widest riser that leads up to it and the widest one that leads up from it count
// (a stair is also stepped on from its sides and from its strings, but those are narrow); of about equally wide ones the
// lowest. A component is a tread when it has both, they are between SHALLOW and TREAD apart and about equally high, and it
// is small; larger ones are landings and floors. Risers are strung together over treads; two or more are a flight, unless
// it is too narrow for one.
//
// A flight breaks where its last tread has something above (or its first one below) that would be the next riser, but is
// more than a step: the nearest such edge is told.
//
// Cost: O(links + components) and a search along the boundary of the two ends of each flight.
#include "link/flight.h"

#include <math.h>

#define RISER 0.05
#define TREAD 0.75
#define SHALLOW 0.1 // metres: what is less deep is no tread
#define NARROW 0.25
#define SMALL 3.0 // square metres
#define ALIKE 0.3 // by how much of the higher one two risers in a row may differ

typedef struct riser {
    int32_t from, to;        // components
    double foot[3], head[3]; // the middles of its two sides, in lattice steps
    bool counts;
} riser;

typedef struct climbing {
    wend_linking *l;
    wend_links_view *v;
    wend_link *links;
    double metre; // lattice steps
    WEND_ARRAY(riser) risers;
    WEND_ARRAY(uint8_t) used;     // per boundary edge: whether a link uses some of it
    WEND_ARRAY(int32_t) up, down; // per component: the riser that leads on, and that leads to it; -1 for none
    WEND_ARRAY(wend_flight) flights;
    WEND_ARRAY(int32_t) list;
    wend_item_list found; // rims near one
} climbing;

// ---------------------------------------------------------------------------------------------------- risers

static void measure(const climbing *c, const wend_link *k, riser *r) {
    double weight[2] = {0, 0}, longest[2] = {0, 0}, sum[2][3] = {{0}};
    int32_t component[2] = {-1, -1};
    for (int32_t i = 0; i < k->interval_count; i++) {
        const wend_link_interval *v = &c->v->intervals[k->first_interval + i];
        double dx = (double)v->ends[1].x - v->ends[0].x, dy = (double)v->ends[1].y - v->ends[0].y;
        double length = sqrt(dx * dx + dy * dy) + 1;
        if (length > longest[v->side]) { // what lies beside it at its ends belongs to something else
            longest[v->side] = length;
            component[v->side] = wend_component_of(c->l, v->boundary);
        }
        weight[v->side] += length;
        sum[v->side][0] += length * ((double)v->ends[0].x + v->ends[1].x) / 2;
        sum[v->side][1] += length * ((double)v->ends[0].y + v->ends[1].y) / 2;
        sum[v->side][2] += length * ((double)v->ends[0].z + v->ends[1].z) / 2;
    }
    for (int axis = 0; axis < 3; axis++) {
        r->foot[axis] = weight[0] > 0 ? sum[0][axis] / weight[0] : 0;
        r->head[axis] = weight[1] > 0 ? sum[1][axis] / weight[1] : 0;
    }
    r->from = component[0];
    r->to = component[1];
    r->counts = (k->kind == WEND_LINK_STEP || k->kind == WEND_LINK_GAP) && r->from >= 0 && r->to >= 0 &&
                r->from != r->to && k->height >= RISER && !(k->barrier > 0);
}

// Whether link a is a better riser than b: clearly wider, or else lower.
static bool is_better(const climbing *c, int32_t a, int32_t b) {
    if (b < 0)
        return true;
    const wend_link *p = &c->links[a], *q = &c->links[b];
    if (p->width < 0.75 * q->width || q->width < 0.75 * p->width)
        return p->width > q->width;
    return p->height < q->height;
}

static bool find_risers(climbing *c) {
    int32_t components = c->l->surface->component_count;
    if (!wend_array_resize(c->l->context, &c->risers, c->v->link_count) ||
        !wend_array_resize(c->l->context, &c->used, c->l->surface->boundary_count + 1) ||
        !wend_array_resize(c->l->context, &c->up, components) ||
        !wend_array_resize(c->l->context, &c->down, components))
        return false;
    memset(c->used.data, 0, (size_t)c->used.count);
    for (int32_t k = 0; k < c->v->interval_count; k++)
        c->used.data[c->v->intervals[k].boundary] = 1;
    for (int32_t k = 0; k < components; k++)
        c->up.data[k] = c->down.data[k] = -1;
    for (int32_t k = 0; k < c->v->link_count; k++) {
        riser *r = &c->risers.data[k];
        measure(c, &c->links[k], r);
        if (!r->counts)
            continue;
        if (is_better(c, k, c->up.data[r->from]))
            c->up.data[r->from] = k;
        if (is_better(c, k, c->down.data[r->to]))
            c->down.data[r->to] = k;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- flights

// The depth of a tread, in metres, or -1 when a component is none.
static double tread_of(const climbing *c, int32_t component) {
    int32_t down = c->down.data[component], up = c->up.data[component];
    if (down < 0 || up < 0 || c->l->surface->components[component].area > SMALL)
        return -1;
    const riser *a = &c->risers.data[down], *b = &c->risers.data[up];
    double dx = b->foot[0] - a->head[0], dy = b->foot[1] - a->head[1];
    double depth = sqrt(dx * dx + dy * dy) / c->metre;
    double p = c->links[down].height, q = c->links[up].height;
    bool alike = fabs(p - q) <= ALIKE * (p > q ? p : q);
    return depth >= SHALLOW && depth <= TREAD && alike ? depth : -1;
}

// The riser that follows one across a tread, or comes before it; -1 for none.
static int32_t follows(const climbing *c, int32_t k) {
    int32_t t = c->risers.data[k].to;
    return c->down.data[t] == k && tread_of(c, t) >= 0 ? c->up.data[t] : -1;
}

static int32_t precedes(const climbing *c, int32_t k) {
    int32_t t = c->risers.data[k].from;
    return c->up.data[t] == k && tread_of(c, t) >= 0 ? c->down.data[t] : -1;
}

static void place(const climbing *c, const double at[3], double out[3]) {
    const wend_lattice3 *lattice = &c->l->surface->lattice;
    double ground[3];
    for (int axis = 0; axis < 3; axis++)
        ground[axis] = lattice->origin[axis] + lattice->step * at[axis];
    wend_scene_from_ground(lattice->up, ground, out);
}

typedef struct breaking {
    const climbing *c;
    const wend_rim *e;
    bool up;
    double height; // of the lowest riser that is too high, in lattice steps; 0 for none
    double at[3];
} breaking;

// Whether an edge runs back along e, above or below it by more than a step and no more than two.
static void look_at(breaking *b, int32_t item) {
    const wend_rim *e = b->e, *f = &b->c->l->rims.rims.data[item];
    double step = b->c->l->step, dx = ((double)e->b.x - e->a.x) / e->length, dy = ((double)e->b.y - e->a.y) / e->length;
    if (dx * ((double)f->b.x - f->a.x) + dy * ((double)f->b.y - f->a.y) >= 0)
        return;
    double x = ((double)f->a.x + f->b.x) / 2 - e->a.x, y = ((double)f->a.y + f->b.y) / 2 - e->a.y;
    double middle = ((double)e->a.z + e->b.z) / 2, rise = ((double)f->a.z + f->b.z) / 2 - middle;
    rise = b->up ? rise : -rise;
    double along = x * dx + y * dy, left = dx * y - dy * x;
    if (f->length < NARROW * b->c->metre || b->c->used.data[item] || along < 0 || along > e->length || fabs(left) > 4 ||
        rise <= step + 1 || rise > 2 * step || (b->height > 0 && rise >= b->height))
        return;
    b->height = rise;
    b->at[0] = ((double)f->a.x + f->b.x) / 2;
    b->at[1] = ((double)f->a.y + f->b.y) / 2;
    b->at[2] = b->up ? middle + rise : middle;
}

// Looks for the riser that is too high at an end of a flight.
static bool find_break(climbing *c, int32_t component, bool up, wend_flight *f) {
    const wend_surface_view *s = c->l->surface;
    if (s->components[component].area > SMALL)
        return true;
    breaking b = {.c = c, .up = up};
    for (int32_t k = 0; k < s->boundary_count; k++) {
        if (c->used.data[k] || wend_component_of(c->l, k) != component)
            continue;
        b.e = &c->l->rims.rims.data[k];
        if (!wend_rims_search(c->l->context, &c->l->rims, b.e, 4, 2 * c->l->step + 1, &c->found))
            return false;
        for (int64_t n = 0; n < c->found.count; n++)
            look_at(&b, c->found.data[n]);
    }
    if (b.height > 0) {
        f->break_height = b.height / c->metre;
        place(c, b.at, f->break_at);
    }
    return true;
}

// A flight from its first riser on; nothing when there is only one.
static bool climb(climbing *c, int32_t first) {
    wend_flight f = {.first_link = (int32_t)c->list.count, .lowest = INFINITY, .width = INFINITY};
    double height = 0, depth = 0;
    int32_t last = first, number = (int32_t)c->flights.count;
    for (int32_t k = first; k >= 0 && f.risers <= c->v->link_count; k = follows(c, k)) {
        const wend_link *link = &c->links[k];
        if (!wend_array_push(c->l->context, &c->list, k))
            return false;
        depth += f.risers > 0 ? tread_of(c, c->risers.data[k].from) : 0;
        f.risers++;
        height += link->height;
        f.lowest = link->height < f.lowest ? link->height : f.lowest;
        f.highest = link->height > f.highest ? link->height : f.highest;
        f.width = link->width < f.width ? link->width : f.width;
        last = k;
    }
    if (f.risers < 2 || f.width < NARROW) {
        c->list.count = f.first_link;
        return true;
    }
    f.riser = height / f.risers;
    f.tread = depth / (f.risers - 1);
    place(c, c->risers.data[first].foot, f.bottom);
    place(c, c->risers.data[last].head, f.top);
    if (!find_break(c, c->risers.data[last].to, true, &f))
        return false;
    if (!(f.break_height > 0) && !find_break(c, c->risers.data[first].from, false, &f))
        return false;
    for (int64_t k = f.first_link; k < c->list.count; k++)
        c->links[c->list.data[k]].flight = number;
    return wend_array_push(c->l->context, &c->flights, f);
}

static bool find_flights(climbing *c) {
    if (!find_risers(c))
        return false;
    for (int32_t k = 0; k < c->v->link_count; k++)
        if (c->risers.data[k].counts && precedes(c, k) < 0 && !climb(c, k))
            return false;
    return true;
}

bool wend_flights_find(wend_linking *l, wend_links_view *view, wend_link *links, wend_flight_list *flights,
                       wend_riser_list *list) {
    climbing c = {.l = l, .v = view, .links = links};
    c.metre = 1 / (l->surface->lattice.step * l->surface->lattice.unit);
    bool good = find_flights(&c);
    wend_array_free(l->context, &c.risers);
    wend_array_free(l->context, &c.used);
    wend_array_free(l->context, &c.up);
    wend_array_free(l->context, &c.down);
    wend_array_free(l->context, &c.found);
    flights->data = c.flights.data;
    flights->count = c.flights.count;
    flights->capacity = c.flights.capacity;
    list->data = c.list.data;
    list->count = c.list.count;
    list->capacity = c.list.capacity;
    return good;
}
