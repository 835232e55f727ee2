// From a raw surface to the arrays of a surface, in canonical order.
//
// Triangles come first, because positions alone order them: along the Hilbert curve of their centroids, each from its
// least corner on. Boundary edges follow the order of half-edges. Then, in that order, fans are traced: two corners
// belong to the same vertex when one can go from the one triangle to the other around their common place without
// passing a boundary. Vertices are numbered along the Hilbert curve of their places, then by height; those of one place
// by their lowest triangle, which no two of them have in common. An open fan has one boundary edge that leads out of
// it, and that is the edge that follows the one leading in. Cycles and components are numbered by their lowest member.
//
// Every pass is linear; the sorts are by radix. All but the cycles run in parallel, over pieces of the order along the
// curve, where neighbours are near: fans and components are followed within each piece, and what leads from one piece
// to another is put together afterwards.
//
// Joins are looked at first: a twin that does not run back between the same two places is refused
// (WEND_ERROR_INVALID), because the places of a fan would be forgotten but one. Whether triangles face up and fans turn
// once is for `wend_surface_check` to say.
#include "surface/raw.h"

#include "base/sort.h"
#include "surface/order.h"
#include "surface/surface.h"

enum { PIECE = 2048 }; // elements in one task

// What a piece comes to.
typedef struct tally {
    int64_t count;      // triangles that are there, or fans
    int64_t boundaries; // boundary edges
    int64_t leaving;    // fans that leave the piece, or half-edges that lead to a lower one
    wend_point low, high;
} tally;

typedef struct fan {
    wend_point3 place;
    int32_t lowest; // corner
} fan;

typedef struct assembly {
    wend_context *context;
    const wend_raw *raw;
    wend_surface *surface;
    wend_surface_triangle *triangles;  // those of the surface, while they are written
    uint16_t *areas;                   // of each of these, or NULL
    wend_surface_boundary *boundaries; // likewise
    int32_t *component;                // likewise, of each triangle
    wend_point3 *vertices;             // likewise
    wend_curve curve;
    int fine; // bits of a place along the curve that are sorted last
    wend_extent extent;
    WEND_ARRAY(tally) tallies;
    WEND_ARRAY(wend_key) order;  // the raw triangles that are there, then the fans, in canonical order
    WEND_ARRAY(int32_t) renamed; // per raw triangle: 3 * its number + the corner to begin with; -1 when it is not there
    int32_t *names;              // the numbers alone, for whoever asked; or NULL
    WEND_ARRAY(fan) fans;        // in the order of their lowest corners
    // Room for each corner: what leaves pieces; the vertices of fans, by their lowest corners; numbers of components,
    // by their lowest triangles.
    WEND_ARRAY(int32_t) room;
    WEND_ARRAY(uint64_t) sums;    // per piece: of the hash
    WEND_ARRAY(int32_t) to_visit; // triangles to go on from; then the lowest ones joined with them
} assembly;

static void assembly_free(assembly *a) {
    wend_array_free(a->context, &a->tallies);
    wend_array_free(a->context, &a->order);
    wend_array_free(a->context, &a->renamed);
    wend_array_free(a->context, &a->fans);
    wend_array_free(a->context, &a->room);
    wend_array_free(a->context, &a->sums);
    wend_array_free(a->context, &a->to_visit);
}

static int64_t piece_count(int64_t count) {
    return (count + PIECE - 1) / PIECE;
}

void wend_raw_free(wend_context *context, wend_raw *raw) {
    wend_array_free(context, &raw->triangles);
    wend_array_free(context, &raw->borders);
    wend_array_free(context, &raw->mixed);
    wend_array_free(context, &raw->areas);
}

// ---------------------------------------------------------------------------------------------------- sorting

// A place along the curve has up to 62 bits, of which the first 24 or 32 nearly always tell elements apart. So only
// those are sorted by radix; the rest is put in the key's `spare`, above two bits for the corner to begin with, and
// decides among the few that are left together.
enum { SPARE_BITS = 30, COARSE_BITS = 24, MANY_BITS = 32, MANY = 1 << 21, FEW = 12 };

static int fine_bits(const wend_curve *curve, int64_t count) {
    int fine = 2 * (curve->top + 3) - (count < MANY ? COARSE_BITS : MANY_BITS);
    return fine < 0 ? 0 : fine < SPARE_BITS ? fine : SPARE_BITS;
}

static wend_key make_key(const assembly *a, uint64_t place, int32_t index, int corner) {
    uint32_t fine = (uint32_t)(place & (((uint64_t)1 << a->fine) - 1));
    return (wend_key){place >> a->fine, index, (int32_t)(fine << 2 | (uint32_t)corner)};
}

static uint32_t fine_part(const wend_key *key) {
    return (uint32_t)key->spare >> 2;
}

static int corner_part(const wend_key *key) {
    return key->spare & 3;
}

typedef int key_compare(const void *a, const void *b, const void *user);

// Few elements are sorted by insertion; what compares equal stays in its order.
static bool sort_few(wend_context *context, wend_key *keys, int64_t count, key_compare *compare, const void *user) {
    if (count > FEW)
        return wend_sort(context, keys, count, sizeof *keys, compare, user);
    for (int64_t i = 1; i < count; i++) {
        wend_key moving = keys[i];
        int64_t place = i;
        for (; place > 0 && compare(&keys[place - 1], &moving, user) > 0; place--)
            keys[place] = keys[place - 1];
        keys[place] = moving;
    }
    return true;
}

static int64_t run_end(const wend_key *keys, int64_t first, int64_t count) {
    int64_t end = first + 1;
    while (end < count && keys[end].key == keys[first].key)
        end++;
    return end;
}

// Many elements in one place of the coarse curve: once more by radix.
static bool sort_finely(wend_context *context, wend_key *keys, int64_t count, key_compare *compare, const void *user) {
    for (int64_t i = 0; i < count; i++)
        keys[i].key = fine_part(&keys[i]);
    if (!wend_sort_keys(context, keys, count))
        return false;
    for (int64_t first = 0, end; first < count; first = end) {
        end = run_end(keys, first, count);
        if (!sort_few(context, keys + first, end - first, compare, user))
            return false;
    }
    return true;
}

// Keys that are in the order of the coarse curve. Pieces of them begin where places of the curve do.
typedef struct tied {
    wend_context *context;
    wend_key *keys;
    WEND_ARRAY(int64_t) starts; // of each piece, and one more at the end
    key_compare *compare;
    const void *user;
} tied;

// Sorts the elements of each place of the coarse curve.
static wend_result sort_ties(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const tied *t = data;
    for (int64_t first = t->starts.data[begin], next; first < t->starts.data[end]; first = next) {
        next = run_end(t->keys, first, t->starts.data[end]);
        bool sorted = next - first > FEW ? sort_finely(t->context, t->keys + first, next - first, t->compare, t->user)
                                         : sort_few(t->context, t->keys + first, next - first, t->compare, t->user);
        if (!sorted)
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

static void find_starts(tied *t, int64_t count) {
    int64_t at = 0;
    for (int64_t k = 0; k < t->starts.count; k++) {
        at = k * PIECE > at ? k * PIECE : at;
        while (at > 0 && at < count && t->keys[at].key == t->keys[at - 1].key)
            at++;
        at = at < count ? at : count;
        t->starts.data[k] = at;
    }
}

// Sorts by place along the curve, then by `compare`, which begins with the fine part.
static wend_result sort_along_curve(wend_context *context, wend_key *keys, int64_t count, key_compare *compare,
                                    const void *user) {
    tied t = {.context = context, .keys = keys, .compare = compare, .user = user};
    wend_result result = wend_sort_many_keys(context, keys, count);
    if (result == WEND_OK && !wend_array_resize(context, &t.starts, piece_count(count) + 1))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        find_starts(&t, count);
        result = wend_run_tasks(context, piece_count(count), 1, sort_ties, &t);
    }
    wend_array_free(context, &t.starts);
    return result;
}

static int compare_fine(const wend_key *a, const wend_key *b) {
    return (fine_part(a) > fine_part(b)) - (fine_part(a) < fine_part(b));
}

// ---------------------------------------------------------------------------------------------------- triangles

static int turned(int corner, int by) {
    int sum = corner + by;
    return sum >= 3 ? sum - 3 : sum;
}

static wend_result count_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembly *a = data;
    tally t = {.low = {INT32_MAX, INT32_MAX}, .high = {INT32_MIN, INT32_MIN}};
    for (int64_t k = begin; k < end; k++) {
        const wend_raw_triangle *triangle = &a->raw->triangles.data[k];
        if (triangle->source < 0)
            continue;
        t.count++;
        for (int i = 0; i < 3; i++) {
            t.boundaries += triangle->twin[i] < 0;
            const wend_point3 *p = &triangle->p[i];
            t.low = (wend_point){p->x < t.low.x ? p->x : t.low.x, p->y < t.low.y ? p->y : t.low.y};
            t.high = (wend_point){p->x > t.high.x ? p->x : t.high.x, p->y > t.high.y ? p->y : t.high.y};
        }
    }
    a->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Makes of each piece's count the sum of those before it; returns the sum of all.
static int64_t add_up_counts(assembly *a, int64_t pieces) {
    int64_t sum = 0;
    for (int64_t k = 0; k < pieces; k++) {
        int64_t here = a->tallies.data[k].count;
        a->tallies.data[k].count = sum;
        sum += here;
    }
    return sum;
}

// Counts triangles and boundary edges and finds the box around them.
static wend_result count_triangles(assembly *a) {
    int64_t count = a->raw->triangles.count, pieces = piece_count(count), boundaries = 0;
    if (count > INT32_MAX / 3)
        return WEND_ERROR_LIMIT;
    if (!wend_array_resize(a->context, &a->tallies, pieces) || !wend_array_resize(a->context, &a->renamed, count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(a->context, count, PIECE, count_piece, a);
    if (result != WEND_OK)
        return result;
    wend_point low = {INT32_MAX, INT32_MAX}, high = {INT32_MIN, INT32_MIN};
    for (int64_t k = 0; k < pieces; k++) {
        const tally *t = &a->tallies.data[k];
        low = (wend_point){t->low.x < low.x ? t->low.x : low.x, t->low.y < low.y ? t->low.y : low.y};
        high = (wend_point){t->high.x > high.x ? t->high.x : high.x, t->high.y > high.y ? t->high.y : high.y};
        boundaries += t->boundaries;
    }
    int64_t listed = add_up_counts(a, pieces);
    a->curve = wend_curve_make(low, high);
    a->fine = fine_bits(&a->curve, listed);
    a->surface->view.triangle_count = (int32_t)listed;
    a->surface->view.boundary_count = (int32_t)boundaries;
    return wend_array_resize(a->context, &a->order, listed) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Whether a half-edge has a border, or a twin that runs back along it and names it as its own. The lower of two twins
// looks at the places.
static bool is_joined(const wend_raw *raw, int32_t k, int i) {
    const wend_raw_triangle *t = &raw->triangles.data[k];
    int32_t twin = t->twin[i];
    if (twin < 0)
        return ~twin < raw->borders.count;
    if (twin / 3 >= raw->triangles.count || twin / 3 == k)
        return false;
    const wend_raw_triangle *u = &raw->triangles.data[twin / 3];
    int back = twin % 3;
    if (u->source < 0 || u->twin[back] != 3 * k + i)
        return false;
    return twin < 3 * k + i || (wend_compare_points(&t->p[i], &u->p[turned(back, 1)]) == 0 &&
                                wend_compare_points(&t->p[turned(i, 1)], &u->p[back]) == 0);
}

// Lists the triangles of a piece that are there.
static wend_result make_keys(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembly *a = data;
    wend_key *key = a->order.data + a->tallies.data[begin / PIECE].count;
    for (int32_t k = (int32_t)begin; k < end; k++) {
        const wend_raw_triangle *t = &a->raw->triangles.data[k];
        a->renamed.data[k] = -1;
        if (a->names)
            a->names[k] = -1;
        if (t->source < 0)
            continue;
        for (int side = 0; side < 3; side++)
            if (!is_joined(a->raw, k, side))
                return WEND_ERROR_INVALID;
        *key++ = make_key(a, wend_curve_centroid(&a->curve, &t->p[0], &t->p[1], &t->p[2]), k,
                          wend_first_corner(&t->p[0], &t->p[1], &t->p[2]));
    }
    return WEND_OK;
}

// What lies beyond an edge of a raw triangle, as numbers that do not depend on the order of anything.
typedef struct beyond {
    int64_t numbers[6];
} beyond;

static beyond look_beyond(const wend_raw *raw, int32_t twin) {
    if (twin >= 0) {
        wend_point3 apex = raw->triangles.data[twin / 3].p[turned(twin % 3, 2)];
        return (beyond){{-1, apex.x, apex.y, apex.z}};
    }
    const wend_raw_border *b = &raw->borders.data[~twin];
    return (beyond){{b->kind, b->low, b->high, b->side, b->tile}};
}

// Two triangles of the same corners, which no sound surface has: by what lies beyond their edges.
static int compare_doubles(const wend_raw *raw, const wend_key *a, const wend_key *b) {
    for (int i = 0; i < 3; i++) {
        beyond x = look_beyond(raw, raw->triangles.data[a->index].twin[turned(corner_part(a), i)]);
        beyond y = look_beyond(raw, raw->triangles.data[b->index].twin[turned(corner_part(b), i)]);
        for (int k = 0; k < 6; k++)
            if (x.numbers[k] != y.numbers[k])
                return x.numbers[k] < y.numbers[k] ? -1 : 1;
    }
    return 0;
}

static int compare_in_place(const void *a, const void *b, const void *user) {
    const wend_key *keys[2] = {a, b};
    int order = compare_fine(a, b);
    if (order != 0)
        return order;
    const wend_raw *raw = user;
    const wend_point3 *corners[2][3];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            corners[k][i] = &raw->triangles.data[keys[k]->index].p[turned(corner_part(keys[k]), i)];
    order = wend_compare_triangles(corners[0], corners[1]);
    return order != 0 ? order : compare_doubles(raw, keys[0], keys[1]);
}

static wend_result rename_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembly *a = data;
    for (int32_t i = (int32_t)begin; i < end; i++) {
        a->renamed.data[a->order.data[i].index] = 3 * i + corner_part(&a->order.data[i]);
        if (a->names)
            a->names[a->order.data[i].index] = i;
    }
    return WEND_OK;
}

static wend_result order_triangles(assembly *a) {
    wend_result result = wend_run_tasks(a->context, a->raw->triangles.count, PIECE, make_keys, a);
    if (result == WEND_OK)
        result = sort_along_curve(a->context, a->order.data, a->order.count, compare_in_place, a->raw);
    return result == WEND_OK ? wend_run_tasks(a->context, a->order.count, PIECE, rename_piece, a) : result;
}

static int32_t rename_edge(const assembly *a, int32_t old) {
    int32_t name = a->renamed.data[old / 3];
    int begin = name % 3;
    return name - begin + turned(old % 3, 3 - begin);
}

// Writes triangles, with the numbers of raw borders still, and without vertices. Counts boundary edges.
static wend_result write_triangles(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    int64_t boundaries = 0;
    for (int64_t i = begin; i < end; i++) {
        const wend_key *key = &a->order.data[i];
        const wend_raw_triangle *from = &a->raw->triangles.data[key->index];
        wend_surface_triangle *to = &a->triangles[i];
        to->source = from->source;
        if (a->areas)
            a->areas[i] = wend_raw_area(a->raw, key->index);
        for (int slot = 0; slot < 3; slot++) {
            int32_t twin = from->twin[turned(corner_part(key), slot)];
            to->v[slot] = -1;
            to->twin[slot] = twin >= 0 ? rename_edge(a, twin) : twin;
            boundaries += twin < 0;
        }
    }
    a->tallies.data[begin / PIECE].count = boundaries;
    return WEND_OK;
}

static wend_result write_boundaries(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    int32_t written = (int32_t)a->tallies.data[begin / PIECE].count;
    for (int32_t k = (int32_t)begin; k < end; k++)
        for (int slot = 0; slot < 3; slot++) {
            int32_t *twin = &a->triangles[k].twin[slot];
            if (*twin >= 0)
                continue;
            wend_raw_border from = a->raw->borders.data[~*twin];
            a->boundaries[written] = (wend_surface_boundary){3 * k + slot, -1,        -1,        from.cause, from.low,
                                                             from.high,    from.kind, from.side, from.tile};
            *twin = ~written++;
        }
    return WEND_OK;
}

// Where all is of area 0, nothing is said of areas.
static void drop_plain_areas(assembly *a) {
    wend_surface_view *view = &a->surface->view;
    for (int32_t k = 0; k < view->triangle_count; k++)
        if (a->areas[k] != 0)
            return;
    wend_release(a->context, a->areas, (size_t)view->triangle_count * sizeof *a->areas);
    view->triangle_area = a->areas = NULL;
}

static wend_result make_triangles(assembly *a) {
    wend_surface_view *view = &a->surface->view;
    size_t triangles = (size_t)view->triangle_count, boundaries = (size_t)view->boundary_count;
    view->triangles = a->triangles = wend_allocate_array(a->context, (int64_t)triangles, sizeof *a->triangles);
    view->boundaries = a->boundaries = wend_allocate_array(a->context, (int64_t)boundaries, sizeof *a->boundaries);
    if (!a->triangles || (!a->boundaries && boundaries > 0))
        return WEND_ERROR_MEMORY;
    bool areas = a->raw->source_area || a->raw->areas.count > 0;
    if (areas) {
        view->triangle_area = a->areas = wend_allocate_array(a->context, (int64_t)triangles, sizeof *a->areas);
        if (!a->areas)
            return WEND_ERROR_MEMORY;
    }
    wend_result result = wend_run_tasks(a->context, view->triangle_count, PIECE, write_triangles, a);
    wend_array_free(a->context, &a->renamed);
    if (areas)
        drop_plain_areas(a);
    if (result != WEND_OK)
        return result;
    add_up_counts(a, piece_count(view->triangle_count));
    return wend_run_tasks(a->context, view->triangle_count, PIECE, write_boundaries, a);
}

// ---------------------------------------------------------------------------------------------------- vertices

// Names corners of the fan that half-edge e starts in after it: counter-clockwise from it until a boundary, a corner
// that is not in [begin, end), or back to it; then clockwise likewise. Returns whether that is all of the fan.
static bool trace_fan(const assembly *a, int32_t e, int32_t begin, int32_t end) {
    int32_t at = e;
    do {
        a->triangles[at / 3].v[at % 3] = e;
        at = a->triangles[at / 3].twin[turned(at % 3, 2)];
    } while (at >= begin && at < end && at != e);
    if (at == e)
        return true;
    int32_t twin = a->triangles[e / 3].twin[e % 3];
    while (twin >= begin && twin < end) {
        int corner = turned(twin % 3, 1);
        a->triangles[twin / 3].v[corner] = e;
        twin = a->triangles[twin / 3].twin[corner];
    }
    return at < 0 && twin < 0;
}

// Traces the fans of a piece. Those that leave it are named after their lowest corners in the piece, which are listed.
static wend_result trace_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    tally t = {0};
    int32_t first = 3 * (int32_t)begin, last = 3 * (int32_t)end;
    for (int32_t e = first; e < last; e++) {
        if (a->triangles[e / 3].v[e % 3] >= 0)
            continue;
        if (trace_fan(a, e, first, last))
            t.count++;
        else
            a->room.data[first + t.leaving++] = e;
    }
    a->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Traces the fans that are in several pieces again, from their lowest corners. Returns the number of all fans; of each
// piece then those of the pieces before are counted.
static int64_t trace_between(assembly *a, int64_t pieces) {
    for (int64_t k = 0; k < pieces; k++) {
        tally *t = &a->tallies.data[k];
        for (int64_t i = 0; i < t->leaving; i++) {
            int32_t e = a->room.data[3 * PIECE * k + i];
            if (a->triangles[e / 3].v[e % 3] != e)
                continue; // it was traced from a lower corner
            trace_fan(a, e, 0, INT32_MAX);
            t->count++;
        }
    }
    return add_up_counts(a, pieces);
}

static wend_result list_fans(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    fan *next = a->fans.data + a->tallies.data[begin / PIECE].count;
    for (int32_t k = (int32_t)begin; k < end; k++)
        for (int slot = 0; slot < 3; slot++) {
            if (a->triangles[k].v[slot] != 3 * k + slot)
                continue;
            const wend_key *from = &a->order.data[k];
            *next++ = (fan){a->raw->triangles.data[from->index].p[turned(corner_part(from), slot)], 3 * k + slot};
        }
    return WEND_OK;
}

static wend_result trace_fans(assembly *a) {
    int64_t count = a->surface->view.triangle_count;
    if (!wend_array_resize(a->context, &a->room, 3 * count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(a->context, count, PIECE, trace_piece, a);
    if (result != WEND_OK)
        return result;
    int64_t fans = trace_between(a, piece_count(count));
    if (!wend_array_resize(a->context, &a->fans, fans))
        return WEND_ERROR_MEMORY;
    return wend_run_tasks(a->context, count, PIECE, list_fans, a);
}

// Finds the boundary edge that follows each: clockwise around the corner where it ends.
static wend_result link_boundaries(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    wend_mesh mesh = wend_surface_mesh(&a->surface->view);
    wend_cycles cycles = wend_surface_cycles(&a->surface->view);
    wend_cycles_link(&cycles, &mesh, (int32_t)begin, (int32_t)end);
    return WEND_OK;
}

static wend_result link_cycles(assembly *a) {
    wend_surface_view *view = &a->surface->view;
    wend_result result = wend_run_tasks(a->context, view->boundary_count, PIECE, link_boundaries, a);
    if (result != WEND_OK)
        return result;
    wend_cycles cycles = wend_surface_cycles(view);
    view->cycle_count = wend_cycles_number(&cycles);
    return result;
}

static wend_result make_fan_keys(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    assembly *a = data;
    for (int64_t i = begin; i < end; i++)
        a->order.data[i] = make_key(a, wend_curve_point(&a->curve, &a->fans.data[i].place), (int32_t)i, 0);
    return WEND_OK;
}

static int compare_heights(const void *a, const void *b, const void *user) {
    const fan *fans = user;
    int order = compare_fine(a, b);
    if (order != 0)
        return order;
    int32_t x = fans[((const wend_key *)a)->index].place.z, y = fans[((const wend_key *)b)->index].place.z;
    return (x > y) - (x < y);
}

static wend_result write_vertices(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    for (int64_t i = begin; i < end; i++) {
        const fan *f = &a->fans.data[a->order.data[i].index];
        a->vertices[i] = f->place;
        a->room.data[f->lowest] = (int32_t)i;
    }
    return WEND_OK;
}

static wend_result rename_corners(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    for (int64_t k = begin; k < end; k++)
        for (int slot = 0; slot < 3; slot++)
            a->triangles[k].v[slot] = a->room.data[a->triangles[k].v[slot]];
    return WEND_OK;
}

static wend_result number_vertices(assembly *a) {
    int64_t n = a->fans.count;
    wend_surface_view *view = &a->surface->view;
    view->vertices = a->vertices = wend_allocate_array(a->context, n, sizeof *a->vertices);
    view->vertex_count = (int32_t)n;
    if (!a->vertices || !wend_array_resize(a->context, &a->order, n))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(a->context, n, PIECE, make_fan_keys, a);
    if (result == WEND_OK)
        result = sort_along_curve(a->context, a->order.data, n, compare_heights, a->fans.data);
    if (result == WEND_OK)
        result = wend_run_tasks(a->context, n, PIECE, write_vertices, a);
    return result == WEND_OK ? wend_run_tasks(a->context, view->triangle_count, PIECE, rename_corners, a) : result;
}

// ---------------------------------------------------------------------------------------------------- components

// Gives every triangle of a piece the lowest one that can be reached from it within the piece, and lists the half-edges
// that lead to lower pieces. Each triangle is put on the stack once.
static wend_result flood_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    int32_t *stack = a->to_visit.data + begin, *leaving = a->room.data + 3 * begin;
    tally t = {0};
    for (int64_t k = begin; k < end; k++)
        a->component[k] = -1;
    for (int32_t first = (int32_t)begin; first < end; first++) {
        if (a->component[first] >= 0)
            continue;
        int32_t top = 0;
        stack[top++] = first;
        a->component[first] = first;
        while (top > 0) {
            int32_t k = stack[--top];
            for (int i = 0; i < 3; i++) {
                int32_t twin = a->triangles[k].twin[i], next = twin / 3;
                if (twin < 0 || next >= end)
                    continue;
                if (next < begin) {
                    leaving[t.leaving++] = 3 * k + i;
                } else if (a->component[next] < 0) {
                    a->component[next] = first;
                    stack[top++] = next;
                }
            }
        }
    }
    for (int32_t k = (int32_t)begin; k < end; k++)
        a->to_visit.data[k] = k;
    a->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// The lowest triangle known to be joined with triangle k; those on the way then know it, too.
static int32_t lowest_of(int32_t *joined, int32_t k) {
    int32_t lowest = k;
    while (joined[lowest] != lowest)
        lowest = joined[lowest];
    while (joined[k] != lowest) {
        int32_t next = joined[k];
        joined[k] = lowest;
        k = next;
    }
    return lowest;
}

// Joins what half-edges between pieces join: the lowest triangles within pieces then know those of their components.
static void join_pieces(const assembly *a, int64_t pieces) {
    int32_t *joined = a->to_visit.data;
    for (int pass = 0; pass < 2; pass++) // once more when all is joined
        for (int64_t piece = 0; piece < pieces; piece++)
            for (int64_t i = 0; i < a->tallies.data[piece].leaving; i++) {
                int32_t e = a->room.data[3 * PIECE * piece + i], twin = a->triangles[e / 3].twin[e % 3];
                int32_t s = lowest_of(joined, a->component[e / 3]), t = lowest_of(joined, a->component[twin / 3]);
                joined[s > t ? s : t] = s > t ? t : s;
            }
}

static bool is_lowest(const assembly *a, int64_t k) {
    return a->component[k] == k && a->to_visit.data[k] == k;
}

static wend_result count_components(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    int64_t count = 0;
    for (int64_t k = begin; k < end; k++)
        count += is_lowest(a, k);
    a->tallies.data[begin / PIECE].count = count;
    return WEND_OK;
}

static wend_result number_components(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    int64_t number = a->tallies.data[begin / PIECE].count;
    for (int64_t k = begin; k < end; k++)
        if (is_lowest(a, k))
            a->room.data[k] = (int32_t)number++;
    return WEND_OK;
}

static wend_result name_components(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    for (int64_t k = begin; k < end; k++)
        a->component[k] = a->room.data[a->to_visit.data[a->component[k]]];
    return WEND_OK;
}

// Finds the component of every triangle, and how many there are.
static wend_result flood(assembly *a, int32_t *count) {
    int64_t triangles = a->surface->view.triangle_count, pieces = piece_count(triangles);
    wend_result result = wend_run_tasks(a->context, triangles, PIECE, flood_piece, a);
    if (result != WEND_OK)
        return result;
    join_pieces(a, pieces);
    result = wend_run_tasks(a->context, triangles, PIECE, count_components, a);
    if (result != WEND_OK)
        return result;
    *count = (int32_t)add_up_counts(a, pieces);
    result = wend_run_tasks(a->context, triangles, PIECE, number_components, a);
    return result == WEND_OK ? wend_run_tasks(a->context, triangles, PIECE, name_components, a) : result;
}

static wend_result find_components(assembly *a) {
    wend_surface_view *view = &a->surface->view;
    view->triangle_component = a->component =
        wend_allocate_array(a->context, view->triangle_count, sizeof *a->component);
    if (!a->component || !wend_array_resize(a->context, &a->to_visit, view->triangle_count))
        return WEND_ERROR_MEMORY;
    int32_t count = 0;
    wend_result result = flood(a, &count);
    if (result != WEND_OK)
        return result;
    wend_surface_component *components = wend_allocate_array(a->context, count, sizeof *components);
    if (!components)
        return WEND_ERROR_MEMORY;
    view->components = components;
    view->component_count = count;
    a->extent = wend_surface_extent(view);
    return wend_surface_measure(view, &a->extent, components, &view->area, view->min, view->max);
}

enum { TAKEN = -2 }; // in place of a component: the triangle was taken away

wend_result wend_raw_components(wend_context *context, const wend_raw *raw, int32_t *component, int32_t *count) {
    wend_mesh mesh = WEND_MESH(wend_raw_triangle, raw->triangles.data, raw->triangles.count);
    *count = 0;
    WEND_ARRAY(int32_t) stack = {0};
    if (!wend_array_resize(context, &stack, mesh.count))
        return WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < mesh.count; k++)
        component[k] = raw->triangles.data[k].source < 0 ? TAKEN : -1;
    *count = wend_mesh_number_components(&mesh, component, stack.data);
    for (int32_t k = 0; k < mesh.count; k++)
        component[k] = component[k] == TAKEN ? -1 : component[k];
    wend_array_free(context, &stack);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- the whole

static wend_result hash_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const assembly *a = data;
    a->sums.data[begin / PIECE] =
        wend_surface_hash_part(&a->surface->view, a->extent.low, (int32_t)begin, (int32_t)end);
    return WEND_OK;
}

static wend_result take_hash(assembly *a) {
    wend_surface_view *view = &a->surface->view;
    if (!wend_array_resize(a->context, &a->sums, view->triangle_count / PIECE + 1))
        return WEND_ERROR_MEMORY;
    memset(a->sums.data, 0, (size_t)a->sums.count * sizeof *a->sums.data);
    wend_result result = wend_run_tasks(a->context, view->triangle_count, PIECE, hash_piece, a);
    uint64_t sum = 0;
    for (int64_t i = 0; i < a->sums.count; i++)
        sum += a->sums.data[i];
    view->hash = wend_surface_hash_sum(view, sum);
    return result;
}

static wend_result assemble(assembly *a, wend_raw *raw) {
    wend_result result = count_triangles(a);
    if (result == WEND_OK && a->order.count == 0)
        return take_hash(a);
    if (result == WEND_OK)
        result = order_triangles(a);
    if (result == WEND_OK)
        result = make_triangles(a);
    if (result == WEND_OK)
        result = trace_fans(a);
    wend_raw_free(a->context, raw);
    if (result == WEND_OK)
        result = link_cycles(a);
    if (result == WEND_OK)
        result = number_vertices(a);
    wend_array_free(a->context, &a->order);
    wend_array_free(a->context, &a->fans);
    if (result == WEND_OK)
        result = find_components(a);
    if (result == WEND_OK)
        result = take_hash(a);
    if (result == WEND_OK && !wend_surface_index(a->surface))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_surface_from_raw(wend_context *context, wend_raw *raw, wend_surface **surface) {
    return wend_surface_from_raw_named(context, raw, NULL, surface);
}

wend_result wend_surface_from_raw_named(wend_context *context, wend_raw *raw, int32_t *names, wend_surface **surface) {
    *surface = NULL;
    wend_surface *made = wend_allocate(context, sizeof *made);
    wend_result result = WEND_ERROR_MEMORY;
    if (made) {
        *made = (wend_surface){.context = context, .view = {.lattice = raw->lattice, .producer = raw->producer}};
        assembly a = {.context = context, .raw = raw, .surface = made, .names = names};
        result = assemble(&a, raw);
        assembly_free(&a);
    }
    wend_raw_free(context, raw);
    if (result == WEND_OK)
        *surface = made;
    else
        wend_surface_destroy(made);
    return result;
}
