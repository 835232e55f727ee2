// Doors: the narrow places that part rooms.
//
// A narrow place (narrow.c) is where the way is narrower than everywhere around it. There are many: beside tables, in
// corridors, between pillars. A *door* is one at which a person would say that one room ends and another begins. There
// is no definition of that without measures; these are all of them, and each can be set (wend_doors_def):
//
//     width    it is no wider than a double door, and a person gets through
//     jambs    what stands on both sides is a wall: it reaches from near the floor to above a table, and is no pillar,
//              less than half as large as the gap. Floor plans do not know heights. There, what stands alone is
//              taken for furniture when it is thicker than walls are and not as large as a room, or smaller than the
//              gap.
//     opening  on both sides the way opens: a disc that is wider than the door by a fifth fits in somewhere behind it,
//              and gets there without passing a place that is narrower than the door, or another door. In a lane
//              between a table and the walls, corners are wider by a sixth at most.
//     parting  without it (and without the other doors) there is no way from one side to the other over what is wider.
//     depth    the passage is no longer than walls are thick; otherwise it is a corridor.
//     rooms    both sides have the area that a room needs.
//
// Rooms may be joined by several doors, and go round in circles, as they do in houses. So it is not enough to ask
// whether a wider way leads around a place, as prominence does: that way may lead through other doors.
//
//     +-----+-----+       All narrow places that have jambs are cut at first. From the widest to the narrowest, each is
//     |  A  '  B  |       mended unless the way opens on both sides. What is reached from a side at that moment is what
//     +--'--+--'--+       is reached over wider places that are not doors. Where both sides are the same by then, the
//     |  C  '  D  |       place parts nothing. Then, again from the widest on, places beside what is too small for a
//     +-----+-----+       room are mended. What is left parts rooms; doors are what also has the width and the depth.
//
// Cutting is simple on the medial axis: each arc has two regions, one toward each of its obstacles, that are made of
// the straight lines from the obstacle to the arc. A cut through a point of the arc and its two nearest obstacle points
// divides both. So rooms are the components of the axis without the points that are cut, and their areas are the sums
// of regions. (These of all arcs are the whole plan.)
//
// Only doubles, + - * / and sqrt; the order is that of widths, then of arcs, so results are the same everywhere. O(n
// log n) for n arcs.
#include "medial/doors.h"

#include "base/context.h"
#include "base/sort.h"

#include <math.h>

#define PASSAGE 1.02 // times the radius of a door: what is no wider belongs to the passage
#define PILLAR 2     // times its extent: gaps beside a pillar that are wider than this are not doors
// Where heights are not known, what stands alone may be furniture:
#define CHAIR 1.0  // times its extent: the same as above
#define THIN 0.4   // metres: what is thicker on average, and
#define LARGE 4.0  // metres: not as large as this, is a table
#define STEPS 1000 // arcs that are followed through a passage
#define FOOT 0.5   // metres: what stands on the floor reaches down to here at least

wend_doors_def wend_default_doors_def(void) {
    return (wend_doors_def){
        .narrowest = 0.25, .widest = 2.5, .opening = 1.2, .depth = 1.0, .jamb = 1.2, .room_area = 1.0};
}

// A narrow place that may part rooms.
typedef struct parting {
    int32_t arc;
    double at, radius; // lattice steps
    double depth;      // metres
    bool parts;        // as far as is known
} parting;

// What is known of a boundary cycle, in lattice steps.
typedef struct outline {
    double area2; // twice its area; negative for a hole
    double length;
} outline;

typedef struct search {
    wend_context *context;
    const wend_medial *medial;
    wend_ground g;
    wend_doors_def def;
    double metres;      // of a lattice step
    bool knows_heights; // of what stands around the floor
    wend_surface_view surface;
    wend_links_view links;
    WEND_ARRAY(int32_t) leaving;  // per vertex of the plan: the boundary edge that starts there, or -1
    WEND_ARRAY(int32_t) arriving; // and the one that ends there
    WEND_ARRAY(outline) outlines; // per cycle
    WEND_ARRAY(parting) partings; // the widest first
    WEND_ARRAY(int32_t) cut;      // per arc: its parting, or -1
    WEND_ARRAY(int32_t) up;       // per vertex of the axis: another one of its room, or itself
    WEND_ARRAY(double) peak;      // per vertex on top of its room: the widest radius there
    WEND_ARRAY(double) area;      // and the area, square lattice steps
    WEND_ARRAY(int32_t) number;   // and the number of the room
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(int32_t) stack; // half-arcs, in a passage
    WEND_ARRAY(double) far;    // and how far each of them starts from the place
} search;

// ---------------------------------------------------------------------------------------------------- jambs

static void measure_cycles(search *s) {
    const wend_plan_view *plan = &s->g.plan;
    for (int32_t k = 0; k < plan->cycle_count; k++)
        s->outlines.data[k] = (outline){0, 0};
    for (int32_t b = 0; b < plan->boundary_count; b++) {
        int32_t e = plan->boundaries[b].edge;
        const int32_t *v = plan->triangles[e / 3].v;
        wend_point p = plan->vertices[v[e % 3]], q = plan->vertices[v[(e + 1) % 3]];
        outline *o = &s->outlines.data[plan->boundaries[b].cycle];
        double x = (double)q.x - p.x, y = (double)q.y - p.y;
        o->area2 += (double)p.x * q.y - (double)p.y * q.x;
        o->length += sqrt(x * x + y * y);
    }
}

static bool list_boundaries(search *s) {
    const wend_plan_view *plan = &s->g.plan;
    if (!wend_array_resize(s->context, &s->leaving, plan->vertex_count) ||
        !wend_array_resize(s->context, &s->arriving, plan->vertex_count) ||
        !wend_array_resize(s->context, &s->outlines, plan->cycle_count))
        return false;
    for (int32_t v = 0; v < plan->vertex_count; v++)
        s->leaving.data[v] = s->arriving.data[v] = -1;
    for (int32_t b = 0; b < plan->boundary_count; b++) {
        int32_t e = plan->boundaries[b].edge;
        const int32_t *v = plan->triangles[e / 3].v;
        s->leaving.data[v[e % 3]] = b;
        s->arriving.data[v[(e + 1) % 3]] = b;
    }
    measure_cycles(s);
    return true;
}

// Whether what stands beside a gap is too small for that to be a door: a pillar, or something that may be furniture.
static bool is_thing(const search *s, int32_t cycle, double width) {
    const outline *o = &s->outlines.data[cycle];
    double extent = o->length / 2; // of something thin, its length
    if (o->area2 > 0)
        return false; // it is all around
    if (s->knows_heights)
        return PILLAR * extent < width;
    return CHAIR * extent < width || (extent * s->metres < LARGE && -o->area2 / o->length * s->metres > THIN);
}

// The boundary edge of the complex that lies on one of the plan, at a place.
static int32_t piece_at(const search *s, int32_t b, wend_vec at) {
    const wend_links_view *links = &s->links;
    int32_t e = s->g.plan.boundaries[b].edge;
    int32_t last = s->g.plan.vertex_sources[s->g.plan.triangles[e / 3].v[(e + 1) % 3]];
    wend_wall_line line = wend_medial_line(&s->g, s->g.plan.vertex_count + b);
    double along = (at.x - line.a.x) * line.along.x + (at.y - line.a.y) * line.along.y;
    int32_t piece = s->g.plan.boundaries[b].source;
    for (int32_t k = 0; k < links->boundary_count; k++, piece = links->boundaries[piece].next) {
        int32_t half = links->boundaries[piece].edge, end = links->triangles[half / 3].v[(half + 1) % 3];
        wend_point p = links->vertices[end];
        if (end == last || (p.x - line.a.x) * line.along.x + (p.y - line.a.y) * line.along.y >= along)
            break;
    }
    return piece;
}

// Whether a wall stands at a place of a boundary edge of the plan.
static bool is_wall(const search *s, int32_t b, wend_vec at) {
    if (b < 0)
        return false;
    if (!s->knows_heights)
        return true;
    int32_t of = s->links.boundaries[piece_at(s, b, at)].boundary;
    if (of < 0)
        return false;
    const wend_surface_boundary *wall = &s->surface.boundaries[of];
    bool stands =
        wall->kind == WEND_BOUNDARY_WALL || wall->kind == WEND_BOUNDARY_BARRIER || wall->kind == WEND_BOUNDARY_HEADROOM;
    return stands && wall->low * s->metres <= FOOT && wall->high * s->metres >= s->def.jamb;
}

// Whether what stands beside a narrow place is a jamb.
static bool is_jamb(const search *s, int32_t site, wend_vec at, double width) {
    bool point = wend_medial_is_point(&s->g, site);
    int32_t b = point ? s->leaving.data[site] : site - s->g.plan.vertex_count;
    if (b < 0 || is_thing(s, s->g.plan.boundaries[b].cycle, width))
        return false;
    wend_vec foot = wend_medial_foot(&s->g, site, at);
    return is_wall(s, b, foot) || (point && is_wall(s, s->arriving.data[site], foot));
}

// ---------------------------------------------------------------------------------------------------- passages

// Where on an arc, from `from` on, it gets wider than a radius; `to` is where it ends, and wider.
static double where_wider(const search *s, int32_t arc, double from, double to, double radius) {
    for (int k = 0; k < 20; k++) {
        double middle = (from + to) / 2;
        if (wend_arc_point_at(&s->g, arc, middle).radius > radius)
            to = middle;
        else
            from = middle;
    }
    return from;
}

static double distance_of(wend_arc_point a, wend_arc_point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// Follows an arc from a point of it to its end; how much of it belongs to a passage. When all of it does, the arcs
// beyond are noted. Arcs that get narrower lead into corners, or to another narrow place.
static double follow(search *s, int32_t arc, int end, double from, double before, double radius, bool *good) {
    const wend_medial_view *view = s->g.view;
    const wend_medial_vertex *v = &view->vertices[view->arcs[arc].vertex[end]];
    wend_arc_point start = wend_arc_point_at(&s->g, arc, from);
    if (v->radius > radius)
        return before + distance_of(start, wend_arc_point_at(&s->g, arc, where_wider(s, arc, from, end, radius)));
    if (v->radius < radius / (PASSAGE * PASSAGE))
        return before;
    double far = before + distance_of(start, wend_arc_point_at(&s->g, arc, end));
    for (int32_t i = 0; i < v->degree && *good; i++) {
        int32_t half = view->around[v->first + i];
        if (half / 2 != arc)
            *good = wend_array_push(s->context, &s->stack, half) && wend_array_push(s->context, &s->far, far);
    }
    return far;
}

// How long the passage through a narrow place is on one of its sides, as far as `limit`.
static double reach_of(search *s, const parting *p, int end, double limit, bool *good) {
    double radius = PASSAGE * p->radius;
    s->stack.count = s->far.count = 0;
    double reach = follow(s, p->arc, end, p->at, 0, radius, good);
    for (int steps = 0; *good && reach <= limit && s->stack.count > 0; steps++) {
        if (steps > STEPS)
            return 2 * limit + 1; // winding, and of many corners: no door is
        int32_t half = s->stack.data[--s->stack.count];
        double far = follow(s, half / 2, 1 - half % 2, half % 2, s->far.data[--s->far.count], radius, good);
        reach = far > reach ? far : reach;
    }
    return reach;
}

static double depth_of(search *s, const parting *p, bool *good) {
    double limit = s->def.depth / s->metres;
    double depth = reach_of(s, p, 0, limit, good);
    if (depth <= limit && *good)
        depth += reach_of(s, p, 1, limit, good);
    return depth * s->metres;
}

// ---------------------------------------------------------------------------------------------------- places

// Sorts by a number from the greatest to the least.
static uint64_t falling(double value) {
    return ~wend_bits_of(value);
}

static bool add_parting(search *s, int32_t arc) {
    wend_waist waist = wend_arc_waist(&s->g, arc);
    wend_arc_point at = wend_arc_point_at(&s->g, arc, waist.at);
    parting p = {.arc = arc, .at = waist.at, .radius = waist.radius, .parts = true};
    bool good = true;
    if (2 * p.radius * s->metres > s->def.widest)
        return true;
    for (int i = 0; i < 2; i++)
        if (!is_jamb(s, s->g.view->arcs[arc].site[i], (wend_vec){at.x, at.y}, 2 * p.radius))
            return true;
    p.depth = depth_of(s, &p, &good);
    return good && wend_array_push(s->context, &s->partings, p) &&
           wend_array_push(s->context, &s->keys, (wend_key){falling(p.radius), arc, 0});
}

// The narrow places that have jambs, the widest first; of the same width, the lower arc.
static bool find_partings(search *s) {
    const wend_medial_view *view = s->g.view;
    if (!wend_array_resize(s->context, &s->cut, view->arc_count))
        return false;
    for (int32_t arc = 0; arc < view->arc_count; arc++)
        s->cut.data[arc] = -1;
    for (int32_t k = 0; k < view->narrow_count; k++)
        s->cut.data[view->narrows[k]] = 0;
    for (int32_t arc = 0; arc < view->arc_count; arc++) { // in the order of arcs
        bool narrow = s->cut.data[arc] == 0;
        s->cut.data[arc] = -1;
        if (narrow && !add_parting(s, arc))
            return false;
    }
    for (int64_t k = 0; k < s->keys.count; k++)
        s->cut.data[s->keys.data[k].index] = (int32_t)k;
    return wend_sort_keys(s->context, s->keys.data, s->keys.count);
}

// ---------------------------------------------------------------------------------------------------- rooms

static double cross(wend_vec a, wend_vec b) {
    return a.x * b.y - a.y * b.x;
}

static wend_vec difference(wend_arc_point a, wend_vec b) {
    return (wend_vec){a.x - b.x, a.y - b.y};
}

// Area of the region between a part of an arc and one of its sites. Along an edge, the radius is a polynomial of the
// second degree at most; seen from a point, the arc is one.
static double region_area(const search *s, int32_t site, const wend_arc_point p[3]) {
    wend_vec foot[2];
    for (int i = 0; i < 2; i++)
        foot[i] = wend_medial_foot(&s->g, site, (wend_vec){p[2 * i].x, p[2 * i].y});
    if (!wend_medial_is_point(&s->g, site)) {
        double x = foot[1].x - foot[0].x, y = foot[1].y - foot[0].y;
        return sqrt(x * x + y * y) * (p[0].radius + 4 * p[1].radius + p[2].radius) / 6;
    }
    wend_vec a = difference(p[0], foot[0]), m = difference(p[1], foot[0]), z = difference(p[2], foot[0]);
    wend_vec b = {4 * m.x - 3 * a.x - z.x, 4 * m.y - 3 * a.y - z.y};
    wend_vec c = {2 * a.x - 4 * m.x + 2 * z.x, 2 * a.y - 4 * m.y + 2 * z.y};
    return fabs(cross(a, b) + cross(a, c) + cross(b, c) / 3) / 2;
}

// Area of both regions of a part of an arc.
static double area_of(const search *s, int32_t arc, double from, double to) {
    wend_arc_point p[3];
    double area = 0;
    for (int i = 0; i < 3; i++)
        p[i] = wend_arc_point_at(&s->g, arc, from + (to - from) * i / 2);
    for (int side = 0; side < 2; side++)
        area += region_area(s, s->g.view->arcs[arc].site[side], p);
    return area;
}

static int32_t top_of(search *s, int32_t v) {
    int32_t *up = s->up.data;
    for (; up[v] != v; v = up[v])
        up[v] = up[up[v]];
    return v;
}

static void join(search *s, int32_t v, int32_t w) {
    int32_t a = top_of(s, v), b = top_of(s, w);
    if (a == b)
        return;
    s->up.data[a] = b;
    s->peak.data[b] = s->peak.data[a] > s->peak.data[b] ? s->peak.data[a] : s->peak.data[b];
    s->area.data[b] += s->area.data[a];
}

// Everything is cut at first.
static bool cut_all(search *s) {
    const wend_medial_view *view = s->g.view;
    if (!wend_array_resize(s->context, &s->up, view->vertex_count) ||
        !wend_array_resize(s->context, &s->peak, view->vertex_count) ||
        !wend_array_resize(s->context, &s->area, view->vertex_count) ||
        !wend_array_resize(s->context, &s->number, view->vertex_count))
        return false;
    for (int32_t v = 0; v < view->vertex_count; v++) {
        s->up.data[v] = v;
        s->peak.data[v] = view->vertices[v].radius;
        s->area.data[v] = 0;
        s->number.data[v] = -1;
    }
    for (int32_t arc = 0; arc < view->arc_count; arc++) {
        const int32_t *end = view->arcs[arc].vertex;
        int32_t k = s->cut.data[arc];
        if (k < 0) {
            s->area.data[top_of(s, end[0])] += area_of(s, arc, 0, 1);
            join(s, end[0], end[1]);
            continue;
        }
        double at = s->partings.data[k].at;
        s->area.data[top_of(s, end[0])] += area_of(s, arc, 0, at);
        s->area.data[top_of(s, end[1])] += area_of(s, arc, at, 1);
    }
    return true;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

// Mends, from the widest to the narrowest, what does not part rooms.
static void mend(search *s) {
    double room_area = s->def.room_area / (s->metres * s->metres);
    for (int round = 0; round < 2; round++)
        for (int64_t k = 0; k < s->keys.count; k++) {
            parting *p = &s->partings.data[s->cut.data[s->keys.data[k].index]];
            const int32_t *end = s->g.view->arcs[p->arc].vertex;
            int32_t a = top_of(s, end[0]), b = top_of(s, end[1]);
            if (round == 0)
                p->parts = least(s->peak.data[a], s->peak.data[b]) >= s->def.opening * p->radius;
            else
                p->parts = p->parts && least(s->area.data[a], s->area.data[b]) >= room_area;
            p->parts = p->parts && a != b;
            if (!p->parts)
                join(s, a, b);
        }
}

// ---------------------------------------------------------------------------------------------------- the answer

// A triangle at the first site of an arc, if that is a corner.
static int32_t triangle_near(const search *s, int32_t arc) {
    int32_t site = s->g.view->arcs[arc].site[0];
    int32_t b = wend_medial_is_point(&s->g, site) ? s->leaving.data[site] : -1;
    return b >= 0 ? s->g.plan.boundaries[b].edge / 3 : -1;
}

// Numbers the rooms in the order of their first vertices.
static bool add_rooms(search *s, wend_doors *doors) {
    const wend_medial_view *view = s->g.view;
    for (int32_t v = 0; v < view->vertex_count; v++) {
        int32_t top = top_of(s, v), *number = &s->number.data[top];
        if (*number < 0) {
            *number = (int32_t)doors->rooms.count;
            double width = 2 * s->peak.data[top] * s->metres, area = s->area.data[top] * s->metres * s->metres;
            if (!wend_array_push(s->context, &doors->rooms,
                                 (wend_door_room){.area = area, .width = width, .layer = -1}))
                return false;
        }
        wend_door_room *room = &doors->rooms.data[*number];
        if (room->layer < 0 && !(view->vertices[v].radius < s->peak.data[top])) {
            int32_t half = view->around[view->vertices[v].first];
            wend_door_find_room(s->medial, &s->g, half / 2, half % 2, triangle_near(s, half / 2), room);
        }
    }
    return true;
}

// The doors, the narrowest first.
static bool add_doors(search *s, wend_doors *doors) {
    for (int64_t k = s->keys.count - 1; k >= 0; k--) {
        const parting *p = &s->partings.data[s->cut.data[s->keys.data[k].index]];
        double width = 2 * p->radius * s->metres;
        const int32_t *end = s->g.view->arcs[p->arc].vertex;
        int32_t a = top_of(s, end[0]), b = top_of(s, end[1]);
        if (!p->parts || a == b || width < s->def.narrowest || p->depth > s->def.depth)
            continue;
        wend_door door = {
            .width = width, .depth = p->depth, .arc = p->arc, .rooms = {s->number.data[a], s->number.data[b]}};
        wend_door_find_place(s->medial, &s->g, triangle_near(s, p->arc), &door);
        for (int side = 0; side < 2; side++)
            doors->rooms.data[door.rooms[side]].doors++;
        if (!wend_array_push(s->context, &doors->doors, door))
            return false;
    }
    return true;
}

static bool find_all(search *s, wend_doors *doors) {
    bool good = list_boundaries(s) && find_partings(s) && cut_all(s);
    if (good) {
        mend(s);
        good = add_rooms(s, doors) && add_doors(s, doors);
    }
    wend_array_free(s->context, &s->leaving);
    wend_array_free(s->context, &s->arriving);
    wend_array_free(s->context, &s->outlines);
    wend_array_free(s->context, &s->partings);
    wend_array_free(s->context, &s->cut);
    wend_array_free(s->context, &s->up);
    wend_array_free(s->context, &s->peak);
    wend_array_free(s->context, &s->area);
    wend_array_free(s->context, &s->number);
    wend_array_free(s->context, &s->keys);
    wend_array_free(s->context, &s->stack);
    wend_array_free(s->context, &s->far);
    return good;
}

// ---------------------------------------------------------------------------------------------------- public

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result check_def(const wend_doors_def *def, wend_report *report) {
    if (!(def->narrowest >= 0 && def->narrowest <= def->widest && def->widest <= 100))
        return refuse(report, "doors-width", "narrowest and widest must be 0 to 100 metres, narrowest the lesser");
    if (!(def->opening >= 1 && def->opening <= 100))
        return refuse(report, "doors-opening", "opening must be 1 to 100");
    if (!(def->depth >= 0 && def->depth <= 1e9))
        return refuse(report, "doors-depth", "depth must be 0 to 1e9 metres");
    if (!(def->jamb >= 0 && def->jamb <= 1e9))
        return refuse(report, "doors-jamb", "jamb must be 0 to 1e9 metres");
    if (!(def->room_area >= 0 && def->room_area <= 1e18))
        return refuse(report, "doors-room-area", "room_area must be 0 to 1e18 square metres");
    return WEND_OK;
}

wend_result wend_doors_build(wend_context *context, const wend_medial *medial, const wend_surface *surface,
                             const wend_scene *scene, const wend_doors_def *def, wend_doors **doors,
                             wend_report *report) {
    if (!wend_given(doors, context != NULL && medial != NULL))
        return WEND_ERROR_ARGUMENT;
    search s = {.context = context,
                .medial = medial,
                .g = wend_medial_ground(medial),
                .def = def != NULL ? *def : wend_default_doors_def()};
    wend_result result = check_def(&s.def, report);
    if (result != WEND_OK)
        return result;
    const wend_links *links = wend_plan_links(medial->plan);
    s.metres = s.g.plan.lattice.step * s.g.plan.unit;
    s.knows_heights = surface != NULL && links != NULL;
    if (s.knows_heights) {
        s.surface = wend_surface_look(surface);
        s.links = wend_links_look(links);
        if (s.links.surface_hash != s.surface.hash)
            return refuse(report, "doors-surface", "the plan was not made from this surface");
    }
    wend_doors *made = wend_allocate(context, sizeof *made);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    *made = (wend_doors){.context = context};
    result = find_all(&s, made) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK && scene != NULL && links != NULL)
        result = wend_doors_find_headroom(context, scene, wend_links_look(links).agent.height / s.g.plan.unit,
                                          made->doors.data, made->doors.count);
    if (result == WEND_OK)
        *doors = made;
    else
        wend_doors_destroy(made);
    return result;
}

void wend_doors_destroy(wend_doors *doors) {
    if (doors == NULL)
        return;
    wend_array_free(doors->context, &doors->doors);
    wend_array_free(doors->context, &doors->rooms);
    wend_release(doors->context, doors, sizeof *doors);
}

wend_doors_view wend_doors_look(const wend_doors *doors) {
    if (doors == NULL)
        return (wend_doors_view){0};
    return (wend_doors_view){.door_count = (int32_t)doors->doors.count,
                             .doors = doors->doors.data,
                             .room_count = (int32_t)doors->rooms.count,
                             .rooms = doors->rooms.data};
}
