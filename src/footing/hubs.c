// Hubs: see hubs.h.
//
// Found by counting: corners of floors are counted by hash in a small table, and only those in places that count many
// are sorted. In most scenes there are none, and that was all.
//
// The rays of a hub are the sides of its faces, in the order of their angles, which is exact. A face lies between two
// of them. Places around the hub are counted in half steps: 2 r is ray r, 2 r + 1 lies between that and the next one,
// and after a full turn it goes on. So a face between rays r and s fills the places from 2 r + 1 to 2 s - 1, and faces
// overlap where they have a place in common. A floor that is asked for need not be one of the faces: each of its sides
// is at a ray or between two.
//
// Faces with area that do not overlap a floor do nothing to it (clip.c finds a side that parts them). Walls have no
// area, so their rays count, too, and all places from 2 r to 2 s are theirs. A wall that has no ray in common with the
// floor is beyond one of the floor's two sides there and does nothing, unless it leads around the hub so far that it
// fills the angle opposite the floor; and unless it stands on a side, for which the caller has boxes.
#include "footing/hubs.h"

#include "base/sort.h"
#include "solid/solid.h"

enum {
    MANY = 256, // floors that make a hub
    SHARE = 64, // corners that a place in the table counts, on average
    SLOTS_LEAST = 1024
};

typedef struct finding {
    wend_context *context;
    const wend_face *faces;
    int32_t count;
    wend_hubs *hubs;
    WEND_ARRAY(uint32_t) counts; // corners of floors, by the hash of their place
    WEND_ARRAY(wend_key) corners;
    WEND_ARRAY(int32_t) hub_of;    // of each face, or -1
    WEND_ARRAY(wend_box3) sectors; // of the faces of a hub
} finding;

static void finding_free(finding *f) {
    wend_array_free(f->context, &f->counts);
    wend_array_free(f->context, &f->corners);
    wend_array_free(f->context, &f->hub_of);
    wend_array_free(f->context, &f->sectors);
}

// ---------------------------------------------------------------------------------------------------- where they are

// A place as a number, in the order of wend_point_less.
static inline uint64_t key_of(wend_point3 p) {
    return (uint64_t)(uint32_t)(p.x + 2 * WEND_COORDINATE_MAX) << 32 | (uint32_t)(p.y + 2 * WEND_COORDINATE_MAX);
}

static inline uint32_t *count_at(const finding *f, wend_point3 p) {
    return &f->counts.data[key_of(p) * 0x9E3779B97F4A7C15u >> 40 & (uint64_t)(f->counts.count - 1)];
}

// Counts the corners of floors; *most is the highest count.
static bool count_corners(finding *f, const int32_t *floors, int64_t floor_count, uint32_t *most) {
    int64_t slots = SLOTS_LEAST;
    while (slots < 3 * floor_count / SHARE && slots < 1 << 24)
        slots *= 2;
    if (!wend_array_resize(f->context, &f->counts, slots))
        return false;
    memset(f->counts.data, 0, (size_t)slots * sizeof *f->counts.data);
    for (int64_t k = 0; k < floor_count; k++)
        for (int i = 0; i < 3; i++)
            ++*count_at(f, f->faces[floors[k]].p[i]);
    *most = 0;
    for (int64_t k = 0; k < slots; k++)
        *most = f->counts.data[k] > *most ? f->counts.data[k] : *most;
    return true;
}

// Lists the places of many floors.
static bool list_hubs(finding *f, const int32_t *floors, int64_t floor_count) {
    for (int64_t k = 0; k < floor_count; k++)
        for (int i = 0; i < 3; i++) {
            wend_point3 p = f->faces[floors[k]].p[i];
            if (*count_at(f, p) >= MANY && !wend_array_push(f->context, &f->corners, (wend_key){key_of(p), 0, 0}))
                return false;
        }
    if (!wend_sort_keys(f->context, f->corners.data, f->corners.count))
        return false;
    for (int64_t first = 0, end; first < f->corners.count; first = end) {
        uint64_t key = f->corners.data[first].key;
        for (end = first; end < f->corners.count && f->corners.data[end].key == key; end++)
            ;
        wend_hub hub = {.at = {(int32_t)((int64_t)(key >> 32) - 2 * WEND_COORDINATE_MAX),
                               (int32_t)((int64_t)(uint32_t)key - 2 * WEND_COORDINATE_MAX)},
                        .floors = (int32_t)(end - first)};
        if (hub.floors >= MANY && !wend_array_push(f->context, &f->hubs->hubs, hub))
            return false;
    }
    return true;
}

// The number of the hub at a place, or -1.
static int32_t hub_at(const wend_hubs *h, wend_point p) {
    int64_t low = 0, high = h->hubs.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (wend_point_less(h->hubs.data[middle].at, p))
            low = middle + 1;
        else
            high = middle;
    }
    return low < h->hubs.count && wend_point_equal(h->hubs.data[low].at, p) ? (int32_t)low : -1;
}

// The two sides of a face from a hub, counter-clockwise; of a wall they may be one. False when a wall passes the hub.
static bool sides_from(wend_point hub, const wend_face *face, wend_point side[2]) {
    int i = 0;
    while (i < 2 && !wend_point_equal(wend_from_above(face->p[i]), hub))
        i++;
    wend_point a = wend_from_above(face->p[(i + 1) % 3]), b = wend_from_above(face->p[(i + 2) % 3]);
    a = wend_point_equal(a, hub) ? b : a;
    b = wend_point_equal(b, hub) ? a : b;
    int64_t turn = wend_cross(hub, a, b);
    side[0] = turn < 0 ? b : a;
    side[1] = turn < 0 ? a : b;
    return turn != 0 || wend_dot(hub, a, b) > 0;
}

static int32_t choose_hub(const finding *f, const wend_face *face) {
    const wend_hub *hubs = f->hubs->hubs.data;
    wend_point side[2];
    int32_t best = -1;
    for (int i = 0; i < 3; i++) {
        wend_point corner = wend_from_above(face->p[i]);
        int32_t hub = *count_at(f, face->p[i]) >= MANY ? hub_at(f->hubs, corner) : -1;
        if (hub >= 0 && sides_from(corner, face, side) &&
            (best < 0 || hubs[hub].floors > hubs[best].floors || (hubs[hub].floors == hubs[best].floors && hub < best)))
            best = hub;
    }
    return best;
}

static wend_ring *ring_of(const finding *f, int32_t face) {
    int32_t hub = f->hub_of.data[face];
    if (hub < 0)
        return NULL;
    return f->faces[face].flags & WEND_FACE_WALL ? &f->hubs->hubs.data[hub].walls : &f->hubs->hubs.data[hub].slabs;
}

// Makes of the number of a ring's faces, in its `end`, the place of the first one. It is counted up again as they come.
static void start_ring(wend_ring *ring, int32_t *next) {
    ring->first = *next;
    *next += ring->end;
    ring->end = ring->first;
}

// Lists the faces of each hub, and of none.
static bool list_members(finding *f) {
    wend_hubs *h = f->hubs;
    if (!wend_array_resize(f->context, &f->hub_of, f->count) || !wend_array_resize(f->context, &h->members, f->count))
        return false;
    for (int32_t k = 0; k < f->count; k++) {
        f->hub_of.data[k] = choose_hub(f, &f->faces[k]);
        if (f->hub_of.data[k] >= 0)
            ring_of(f, k)->end++;
    }
    for (int64_t i = 0; i < h->hubs.count; i++) {
        start_ring(&h->hubs.data[i].slabs, &h->first_rest);
        start_ring(&h->hubs.data[i].walls, &h->first_rest);
    }
    int32_t rest = h->first_rest;
    for (int32_t k = 0; k < f->count; k++) {
        wend_ring *ring = ring_of(f, k);
        h->members.data[ring ? ring->end++ : rest++] = k;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- around a hub

// Whether a direction is in the second half of a turn.
static bool is_second_half(wend_point hub, wend_point p) {
    return p.y != hub.y ? p.y < hub.y : p.x < hub.x;
}

// The order of two directions from a hub, counter-clockwise from that of x.
static int compare_rays(wend_point hub, wend_point a, wend_point b) {
    bool s = is_second_half(hub, a), t = is_second_half(hub, b);
    return s != t ? (s ? 1 : -1) : -wend_sign(wend_cross(hub, a, b));
}

static int compare_for_sort(const void *a, const void *b, const void *user) {
    return compare_rays(*(const wend_point *)user, *(const wend_point *)a, *(const wend_point *)b);
}

// Lists the directions of all sides from a hub, each once.
static bool list_rays(finding *f, wend_hub *hub) {
    wend_hubs *h = f->hubs;
    hub->ray = (int32_t)h->rays.count;
    for (int32_t k = hub->slabs.first; k < hub->walls.end; k++) {
        wend_point side[2];
        sides_from(hub->at, &f->faces[h->members.data[k]], side);
        if (!wend_array_push(f->context, &h->rays, side[0]) || !wend_array_push(f->context, &h->rays, side[1]))
            return false;
    }
    wend_point *rays = h->rays.data + hub->ray;
    int64_t count = h->rays.count - hub->ray;
    if (!wend_sort(f->context, rays, count, sizeof *rays, compare_for_sort, &hub->at))
        return false;
    for (int64_t k = 0; k < count; k++)
        if (k == 0 || compare_rays(hub->at, rays[hub->rays - 1], rays[k]) != 0)
            rays[hub->rays++] = rays[k];
    h->rays.count = hub->ray + hub->rays;
    return true;
}

// Where a direction is around a hub, in half steps; -1 when it is before the first ray.
static int32_t place_around(const wend_hubs *h, const wend_hub *hub, wend_point p) {
    const wend_point *rays = h->rays.data + hub->ray;
    int32_t low = 0, high = hub->rays;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (compare_rays(hub->at, rays[middle], p) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < hub->rays && compare_rays(hub->at, rays[low], p) == 0 ? 2 * low : 2 * low - 1;
}

// Places around a hub.
typedef struct span {
    int32_t low, high;
} span;

// The places between two directions, less than half a turn apart, with both.
static span places_between(const wend_hubs *h, const wend_hub *hub, wend_point from, wend_point to) {
    span places = {place_around(h, hub, from), place_around(h, hub, to)};
    if (compare_rays(hub->at, to, from) < 0)
        places.high += 2 * hub->rays;
    return places;
}

// The places that a face at a hub fills: without the rays that it ends at, unless it is a wall.
static span places_of(const wend_hubs *h, const wend_hub *hub, const wend_face *face) {
    wend_point side[2];
    sides_from(hub->at, face, side);
    span places = places_between(h, hub, side[0], side[1]);
    if (!(face->flags & WEND_FACE_WALL)) {
        places.low += !(places.low & 1);
        places.high -= !(places.high & 1);
    }
    return places;
}

static wend_box3 box_of_member(const void *user, int32_t item) {
    return ((const wend_box3 *)user)[item];
}

// Members from one on.
typedef struct run {
    const finding *f;
    int32_t first;
} run;

static void corners_of_member(const void *user, int32_t item, wend_point corners[3]) {
    const run *r = user;
    wend_face_corners(&r->f->faces[r->f->hubs->members.data[r->first + item]], corners);
}

// Makes a tree over some members: of their boxes, with bands, or of their sectors at a hub.
static wend_result make_tree(finding *f, int32_t first, int32_t end, const wend_hub *hub, wend_boxes *tree) {
    const wend_hubs *h = f->hubs;
    if (!wend_array_resize(f->context, &f->sectors, end - first))
        return WEND_ERROR_MEMORY;
    for (int32_t k = first; k < end; k++) {
        const wend_face *face = &f->faces[h->members.data[k]];
        wend_box3 box = wend_box3_around(face->p);
        if (hub) {
            span places = places_of(h, hub, face);
            box.low[0] = places.low;
            box.high[0] = places.high;
            box.low[1] = box.high[1] = 0;
        }
        f->sectors.data[k - first] = box;
    }
    wend_result result = wend_boxes_build(f->context, end - first, box_of_member, f->sectors.data, tree);
    run all = {f, first};
    if (result == WEND_OK && !hub && !wend_boxes_add_bands(f->context, end - first, corners_of_member, &all, 0, tree))
        result = WEND_ERROR_MEMORY;
    return result;
}

// Puts the faces of a ring in order around the hub: near ones are near then, for both of its trees.
static bool sort_ring(finding *f, const wend_hub *hub, const wend_ring *ring) {
    int32_t *members = f->hubs->members.data + ring->first, count = ring->end - ring->first;
    if (!wend_array_resize(f->context, &f->corners, count))
        return false;
    for (int32_t k = 0; k < count; k++) {
        span places = places_of(f->hubs, hub, &f->faces[members[k]]);
        f->corners.data[k] = (wend_key){(uint64_t)places.low, members[k], 0};
    }
    if (!wend_sort_keys(f->context, f->corners.data, count))
        return false;
    for (int32_t k = 0; k < count; k++)
        members[k] = f->corners.data[k].index;
    return true;
}

static wend_result make_ring(finding *f, const wend_hub *hub, wend_ring *ring) {
    if (!sort_ring(f, hub, ring))
        return WEND_ERROR_MEMORY;
    wend_result result = make_tree(f, ring->first, ring->end, NULL, &ring->boxes);
    return result == WEND_OK ? make_tree(f, ring->first, ring->end, hub, &ring->sectors) : result;
}

static wend_result make_hub(finding *f, wend_hub *hub) {
    if (!list_rays(f, hub))
        return WEND_ERROR_MEMORY;
    wend_result result = make_ring(f, hub, &hub->slabs);
    return result == WEND_OK ? make_ring(f, hub, &hub->walls) : result;
}

// The box of all faces at a hub.
static wend_box3 box_of_hub(const void *user, int32_t item) {
    const wend_hub *hub = &((const wend_hub *)user)[item];
    wend_box3 box, walls;
    wend_boxes_around(&hub->slabs.boxes, &box); // floors are among them
    for (int axis = 0; axis < 3 && wend_boxes_around(&hub->walls.boxes, &walls); axis++) {
        box.low[axis] = walls.low[axis] < box.low[axis] ? walls.low[axis] : box.low[axis];
        box.high[axis] = walls.high[axis] > box.high[axis] ? walls.high[axis] : box.high[axis];
    }
    return box;
}

// ---------------------------------------------------------------------------------------------------- finding

static wend_result find(finding *f, const int32_t *floors, int64_t floor_count) {
    uint32_t most;
    if (!count_corners(f, floors, floor_count, &most))
        return WEND_ERROR_MEMORY;
    if (most < MANY)
        return WEND_OK;
    if (!list_hubs(f, floors, floor_count))
        return WEND_ERROR_MEMORY;
    if (f->hubs->hubs.count == 0)
        return WEND_OK;
    if (!list_members(f))
        return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < f->hubs->hubs.count && result == WEND_OK; i++)
        result = make_hub(f, &f->hubs->hubs.data[i]);
    if (result == WEND_OK)
        result = wend_boxes_build(f->context, (int32_t)f->hubs->hubs.count, box_of_hub, f->hubs->hubs.data,
                                  &f->hubs->around);
    return result == WEND_OK ? make_tree(f, f->hubs->first_rest, f->count, NULL, &f->hubs->rest) : result;
}

wend_result wend_hubs_find(wend_context *context, const wend_face *faces, int32_t count, const int32_t *floors,
                           int64_t floor_count, wend_hubs *hubs) {
    *hubs = (wend_hubs){0};
    finding f = {.context = context, .faces = faces, .count = count, .hubs = hubs};
    wend_result result = find(&f, floors, floor_count);
    finding_free(&f);
    return result;
}

static void ring_free(wend_context *context, wend_ring *ring) {
    wend_boxes_free(context, &ring->boxes);
    wend_boxes_free(context, &ring->sectors);
}

void wend_hubs_free(wend_context *context, wend_hubs *hubs) {
    for (int64_t i = 0; i < hubs->hubs.count; i++) {
        ring_free(context, &hubs->hubs.data[i].slabs);
        ring_free(context, &hubs->hubs.data[i].walls);
    }
    wend_array_free(context, &hubs->hubs);
    wend_array_free(context, &hubs->members);
    wend_array_free(context, &hubs->rays);
    wend_boxes_free(context, &hubs->around);
    wend_boxes_free(context, &hubs->rest);
}

// ---------------------------------------------------------------------------------------------------- searching

typedef struct search {
    wend_context *context;
    const wend_hubs *hubs;
    const wend_face *floor;
    const wend_box3 *box;
    const wend_box *beside;
    wend_item_list *found, *room;
    wend_point corners[3]; // of the floor, from above
} search;

// Adds the members in `room`, of which there are some from `first` on.
static bool add_members(const search *s, int32_t first) {
    wend_item_list *found = s->found, *room = s->room;
    if (!wend_array_reserve(s->context, found, found->count + room->count))
        return false;
    for (int64_t k = 0; k < room->count; k++)
        found->data[found->count++] = s->hubs->members.data[first + room->data[k]];
    return true;
}

// Adds the members that a tree of boxes finds around the floor; `first` is its first.
static bool add_found(const search *s, const wend_boxes *tree, int32_t first, const wend_box3 *box) {
    return wend_boxes_search_triangle(s->context, tree, box, s->corners, WEND_FAR_ASIDE, s->room) &&
           add_members(s, first);
}

// Adds the faces of a ring that have one of the places: with those of a turn earlier and later.
static bool add_sectors(const search *s, const wend_hub *hub, const wend_ring *ring, span places) {
    for (int turn = -1; turn <= 1; turn++) {
        wend_box3 box = {{places.low + 2 * turn * hub->rays, 0, s->box->low[2]},
                         {places.high + 2 * turn * hub->rays, 0, s->box->high[2]}};
        if (!wend_boxes_search(s->context, &ring->sectors, &box, s->room) || !add_members(s, ring->first))
            return false;
    }
    return true;
}

static wend_point opposite(wend_point hub, wend_point p) {
    return (wend_point){2 * hub.x - p.x, 2 * hub.y - p.y};
}

// Adds the walls at a hub that may do something to the floor.
static bool add_walls(const search *s, const wend_hub *hub) {
    const wend_ring *ring = &hub->walls;
    if (ring->first == ring->end)
        return true;
    wend_point side[2];
    sides_from(hub->at, s->floor, side);
    span here = places_between(s->hubs, hub, side[0], side[1]);
    span there = places_between(s->hubs, hub, opposite(hub->at, side[0]), opposite(hub->at, side[1]));
    if (!add_sectors(s, hub, ring, here) || !add_sectors(s, hub, ring, there))
        return false;
    for (int i = 0; i < 3; i++) {
        const wend_box *b = &s->beside[i];
        wend_box3 box = {{b->x0, b->y0, s->box->low[2]}, {b->x1, b->y1, s->box->high[2]}};
        if (b->x0 != INT32_MAX && !add_found(s, &ring->boxes, ring->first, &box))
            return false;
    }
    return true;
}

static bool add_hub(const search *s, const wend_hub *hub) {
    if (wend_face_has_corner(s->floor, hub->at))
        return add_sectors(s, hub, &hub->slabs, places_of(s->hubs, hub, s->floor)) && add_walls(s, hub);
    return add_found(s, &hub->slabs.boxes, hub->slabs.first, s->box) &&
           add_found(s, &hub->walls.boxes, hub->walls.first, s->box);
}

static int compare_items(const void *a, const void *b, const void *user) {
    (void)user;
    int32_t s = *(const int32_t *)a, t = *(const int32_t *)b;
    return (s > t) - (s < t);
}

bool wend_hubs_search(wend_context *context, const wend_hubs *hubs, const wend_face *floor, const wend_box3 *box,
                      const wend_box beside[3], wend_item_list *found, wend_hubs_room *room) {
    search s = {.context = context,
                .hubs = hubs,
                .floor = floor,
                .box = box,
                .beside = beside,
                .found = found,
                .room = &room->members};
    wend_face_corners(floor, s.corners);
    found->count = 0;
    if (!add_found(&s, &hubs->rest, hubs->first_rest, box) ||
        !wend_boxes_search(context, &hubs->around, box, &room->hubs))
        return false;
    for (int64_t i = 0; i < room->hubs.count; i++)
        if (!add_hub(&s, &hubs->hubs.data[room->hubs.data[i]]))
            return false;
    if (!wend_sort(context, found->data, found->count, sizeof *found->data, compare_items, NULL))
        return false;
    int64_t kept = 0; // walls may be found in several ways
    for (int64_t k = 0; k < found->count; k++)
        if (k == 0 || found->data[kept - 1] != found->data[k])
            found->data[kept++] = found->data[k];
    found->count = kept;
    return true;
}
