// Where doors are in the scene, and how high.
//
// A place on the axis is found on the floor by a straight walk from one of its nearest obstacles, and the two ends of a
// door by walks from there to both of them. On plans of several storeys that leads to the right floor.
//
// Headroom is measured in the scene itself: what is lowest above the line between the two ends. Each triangle is cut
// down to a band around that line; the band has a little width, because a wall may have none, and ends a little before
// the jambs. What is below half the height that is known to be free cannot hang there, so it is floor or threshold.
#include "medial/doors.h"

#include "base/context.h"
#include "geom/boxes.h"

#include <math.h>

#define BESIDE 0.05 // of the width: what is left out of the band at each of its ends
#define HALF 0.01   // of the width: how far the band reaches before and behind the line

// ---------------------------------------------------------------------------------------------------- places

// A triangle that holds a place of an arc. `near` is one at its first site, when that is a point, or -1.
static int32_t triangle_at(const wend_medial *medial, const wend_ground *g, int32_t arc, double at, int32_t near,
                           wend_point place) {
    int32_t site = g->view->arcs[arc].site[0];
    bool points = wend_medial_is_point(g, site) && wend_medial_is_point(g, g->view->arcs[arc].site[1]);
    if (points && near >= 0) {
        wend_ray_hit hit;
        wend_spot from = {.triangle = near, .point = g->plan.vertices[site]};
        wend_plan_ray(medial->plan, &from, place, &hit);
        if (!hit.hit)
            return hit.triangle;
    }
    return wend_medial_arc_triangle(medial, arc, at);
}

static int32_t to_lattice(double x) {
    return (int32_t)floor(x + 0.5);
}

static wend_spot spot_on(const wend_medial *medial, const wend_ground *g, int32_t arc, double at, int32_t near) {
    wend_arc_point p = wend_arc_point_at(g, arc, at);
    wend_point place = {to_lattice(p.x), to_lattice(p.y)};
    return (wend_spot){.triangle = triangle_at(medial, g, arc, at, near, place), .point = place};
}

static int32_t layer_of(const wend_ground *g, int32_t triangle) {
    return triangle >= 0 && g->plan.triangle_layer != NULL ? g->plan.triangle_layer[triangle] : 0;
}

// Where the straight way from a spot to an obstacle ends.
static void find_end(const wend_medial *medial, const wend_ground *g, const wend_spot *middle, int32_t site,
                     double end[3]) {
    wend_vec foot = wend_medial_foot(g, site, (wend_vec){middle->point.x, middle->point.y});
    wend_point to = {to_lattice(foot.x), to_lattice(foot.y)};
    wend_ray_hit hit;
    wend_plan_ground ground;
    wend_plan_ray(medial->plan, middle, to, &hit);
    wend_spot last = {.triangle = hit.triangle, .point = to};
    wend_plan_find_ground(medial->plan, &last, &ground);
    for (int axis = 0; axis < 3; axis++)
        end[axis] = ground.place[axis];
}

static void put_ground(const wend_medial *medial, const wend_spot *spot, double place[3]) {
    wend_plan_ground ground;
    wend_plan_find_ground(medial->plan, spot, &ground);
    for (int axis = 0; axis < 3; axis++)
        place[axis] = ground.place[axis];
}

void wend_door_find_place(const wend_medial *medial, const wend_ground *g, int32_t near, wend_door *door) {
    double at = wend_arc_least(g, door->arc);
    wend_spot spot = spot_on(medial, g, door->arc, at, near);
    put_ground(medial, &spot, door->place);
    for (int side = 0; side < 2; side++)
        find_end(medial, g, &spot, g->view->arcs[door->arc].site[side], door->ends[side]);
    wend_vec way = wend_arc_direction(g, door->arc, wend_arc_point_at(g, door->arc, at));
    double direction[3] = {way.x, way.y, 0};
    wend_scene_from_ground(g->plan.triangle_layer != NULL ? g->plan.ground.up : WEND_UP_Z, direction, door->direction);
    door->layer = layer_of(g, spot.triangle);
}

void wend_door_find_room(const wend_medial *medial, const wend_ground *g, int32_t arc, int end, int32_t near,
                         wend_door_room *room) {
    wend_spot spot = spot_on(medial, g, arc, end, near);
    put_ground(medial, &spot, room->place);
    room->layer = layer_of(g, spot.triangle);
}

// ---------------------------------------------------------------------------------------------------- headroom

// A corner of a part of a triangle, seen from a door: along its line, before or behind it, above it.
typedef struct corner {
    double along, beside, above;
} corner;

enum { CORNERS = 8 }; // of a triangle that was cut four times, at most 7

// Keeps what is above a limit of one of the coordinates (below it, with sign -1). How many corners are left.
static int cut_off(corner *p, int count, int axis, double sign, double limit) {
    corner kept[CORNERS];
    int left = 0;
    for (int i = 0; i < count; i++) {
        const corner *a = &p[i], *b = &p[(i + 1) % count];
        double x = sign * (axis == 0 ? a->along : a->beside) - limit,
               y = sign * (axis == 0 ? b->along : b->beside) - limit;
        if (x >= 0)
            kept[left++] = *a;
        if ((x >= 0) != (y >= 0)) {
            double t = x / (x - y);
            kept[left++] = (corner){a->along + t * (b->along - a->along), a->beside + t * (b->beside - a->beside),
                                    a->above + t * (b->above - a->above)};
        }
    }
    for (int i = 0; i < left; i++)
        p[i] = kept[i];
    return left;
}

// The line of a door in ground coordinates.
typedef struct sill {
    double middle[3];
    double along[2]; // a unit vector, from end to end
    double half;     // of the width
} sill;

static sill sill_of(wend_up up, const wend_door *door) {
    double end[2][3];
    sill s = {.half = 0};
    wend_ground_from_scene(up, door->place, s.middle);
    for (int i = 0; i < 2; i++)
        wend_ground_from_scene(up, door->ends[i], end[i]);
    double x = end[1][0] - end[0][0], y = end[1][1] - end[0][1], length = sqrt(x * x + y * y);
    if (!(length > 0))
        return s;
    s.along[0] = x / length;
    s.along[1] = y / length;
    s.half = length / 2;
    return s;
}

// How far above a sill the lowest place of a triangle is that hangs in its band; 0 when none does.
static double height_above(const sill *s, double ground[3][3], double free) {
    corner p[CORNERS];
    double lowest = 0, reach = s->half * (1 - 2 * BESIDE), wide = s->half * 2 * HALF;
    for (int i = 0; i < 3; i++) {
        double x = ground[i][0] - s->middle[0], y = ground[i][1] - s->middle[1];
        p[i] =
            (corner){x * s->along[0] + y * s->along[1], x * s->along[1] - y * s->along[0], ground[i][2] - s->middle[2]};
    }
    int count = 3;
    for (int k = 0; k < 4 && count > 0; k++)
        count = cut_off(p, count, k / 2, k % 2 ? -1 : 1, k < 2 ? -reach : -wide);
    for (int i = 0; i < count; i++)
        if (p[i].above > free / 2 && (!(lowest > 0) || p[i].above < lowest))
            lowest = p[i].above;
    return lowest;
}

typedef struct measuring {
    wend_scene_view scene;
    WEND_ARRAY(sill) sills;
    wend_boxes tree; // over sills, seen from above, on a grid
    double low[2], scale;
    wend_item_list found;
} measuring;

static double on_grid(const measuring *m, int axis, double x) {
    return (x - m->low[axis]) * m->scale;
}

static wend_box3 box_around(const measuring *m, const double low[2], const double high[2]) {
    return (wend_box3){{wend_box_floor(on_grid(m, 0, low[0]) - 1), wend_box_floor(on_grid(m, 1, low[1]) - 1), 0},
                       {wend_box_ceil(on_grid(m, 0, high[0]) + 1), wend_box_ceil(on_grid(m, 1, high[1]) + 1), 0}};
}

static wend_box3 box_of(const void *user, int32_t item) {
    const measuring *m = user;
    const sill *s = &m->sills.data[item];
    double low[2], high[2];
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = s->middle[axis] - s->half;
        high[axis] = s->middle[axis] + s->half;
    }
    return box_around(m, low, high);
}

// Sills are in a grid of a million cells each way.
static bool list_sills(wend_context *context, const wend_door *doors, int64_t count, measuring *m) {
    double high[2] = {0, 0};
    for (int64_t k = 0; k < count; k++) {
        sill s = sill_of(m->scene.up, &doors[k]);
        if (!wend_array_push(context, &m->sills, s))
            return false;
        for (int axis = 0; axis < 2; axis++) {
            m->low[axis] = k == 0 || s.middle[axis] < m->low[axis] ? s.middle[axis] : m->low[axis];
            high[axis] = k == 0 || s.middle[axis] > high[axis] ? s.middle[axis] : high[axis];
        }
    }
    double wide = high[0] - m->low[0], deep = high[1] - m->low[1], extent = wide > deep ? wide : deep;
    m->scale = extent > 0 ? 1e6 / extent : 1;
    return true;
}

// Takes a triangle of the scene into account.
static bool look_at(wend_context *context, measuring *m, int32_t triangle, double free, wend_door *doors) {
    double ground[3][3], low[2], high[2];
    for (int i = 0; i < 3; i++) {
        wend_ground_from_scene(
            m->scene.up, &m->scene.positions[3 * (int64_t)m->scene.triangles[3 * (int64_t)triangle + i]], ground[i]);
        for (int axis = 0; axis < 3; axis++)
            if (!(fabs(ground[i][axis]) <= 1e30))
                return true; // the extraction leaves it out, too
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = i == 0 || ground[i][axis] < low[axis] ? ground[i][axis] : low[axis];
            high[axis] = i == 0 || ground[i][axis] > high[axis] ? ground[i][axis] : high[axis];
        }
    }
    wend_box3 box = box_around(m, low, high);
    if (!wend_boxes_search(context, &m->tree, &box, &m->found))
        return false;
    for (int64_t k = 0; k < m->found.count; k++) {
        wend_door *door = &doors[m->found.data[k]];
        double above = height_above(&m->sills.data[m->found.data[k]], ground, free) * m->scene.unit;
        if (above > 0 && (!(door->headroom > 0) || above < door->headroom))
            door->headroom = above;
    }
    return true;
}

wend_result wend_doors_find_headroom(wend_context *context, const wend_scene *scene, double height, wend_door *doors,
                                     int64_t count) {
    measuring m = {.scene = wend_scene_look(scene)};
    if (count == 0)
        return WEND_OK;
    wend_result result = list_sills(context, doors, count, &m) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_boxes_build(context, (int32_t)count, box_of, &m, &m.tree);
    for (int32_t t = 0; result == WEND_OK && t < m.scene.triangle_count; t++)
        if (!look_at(context, &m, t, height, doors))
            result = WEND_ERROR_MEMORY;
    wend_array_free(context, &m.sills);
    wend_array_free(context, &m.found);
    wend_boxes_free(context, &m.tree);
    return result;
}
