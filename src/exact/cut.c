// One floor, and all that cuts it.
//
//     clip      each face above has a shadow, a wall a line or a part of a side, where the floor is cut    clip.c
//     cull      shadows within larger ones go; the outlines of the others are lines, too
//     cancel    lines between two faces that both block go: nothing changes there; so do those deep inside shadows
//     arrange   the floor's sides and the lines are snap-rounded and triangulated                          geom/snap.c
//     regions   triangles with no line between them are walkable or not together: a point of the fattest one is asked
//     pieces    what is walkable, with the reason for each edge where the floor ends
//
// Which triangles there are is decided exactly, so the pieces fit whatever the doubles of the clipping say; those only
// place lines, to within a step, and judge regions at a point well inside. A region nowhere wider than two steps is not
// worth keeping.
#include "exact/cut.h"

#include "base/sort.h"
#include "geom/predicate.h"
#include "geom/tree.h"
#include "geom/snap.h"

#include <math.h>

enum { OUTSIDE = -1, UNKNOWN = -2 };
enum { LARGEST = 8 }; // shadows under which others are looked for
enum { MANY = 32 };   // shadows for which a tree pays
enum { PARTS = 16 };  // shadows that may cover a cut together
#define CLOSE 0.01    // of a step: what is called the same place there
#define DEEP 1.5      // steps: so deep inside a shadow nothing reaches its rounded outline

typedef struct region {
    int32_t triangle; // its fattest
    double fatness;
    double area2, border; // twice its area, the length around it
    bool kept;
    bool thin; // too thin to be kept
    // Of a thin one:
    bool open;            // some of its border is neither a wall nor a side of the floor
    uint8_t begins, ends; // the corners of the floor where a side begins and ends along it, as bits
    int32_t wall;         // a half-edge where a wall stands, or -1
} region;

// The inside of a shadow, by its edges: in_x * x + in_y * y + offset > 0. Sides of the floor do not count: there is
// nothing beyond them.
typedef struct shade {
    int32_t face;
    int edges;
    double in_x[WEND_CORNERS_MOST], in_y[WEND_CORNERS_MOST], offset[WEND_CORNERS_MOST];
} shade;

// The part of a cut that is deep inside a shadow, from 0 to 1 along it.
typedef struct part {
    double from, to;
} part;

// A side of a bent wall, seen from above.
typedef struct bare_side {
    wend_point a, b; // the lesser one first
} bare_side;

// A part of a side of the floor that a wall stands at.
typedef struct side_part {
    wend_cut cut;
    int side;
} side_part;

struct wend_cutter {
    wend_context *parent, *context; // the second is for one thread
    const wend_faces *faces;
    const wend_edges *edges;
    int32_t floor; // the face being cut
    const wend_face *face;
    wend_box lonely[3]; // around its sides that no other floor has; beyond everything for the others
    bool any_lonely;
    WEND_ARRAY(wend_cut) cuts, sorted; // the second is room for sorting
    WEND_ARRAY(side_part) besides;
    WEND_ARRAY(wend_key) keys;
    wend_face_list found;            // faces near the floor
    WEND_ARRAY(int32_t) walls;       // a table of the cuts by walls
    WEND_ARRAY(int32_t) straight;    // walls that cut along one line
    WEND_ARRAY(bare_side) bare;      // sides that bent walls share with others right here
    WEND_ARRAY(wend_point) dots;     // cuts that are rounded to a point
    WEND_ARRAY(wend_shadow) shadows; // what they take away
    WEND_ARRAY(shade) shades;        // what is deep inside them
    WEND_ARRAY(part) parts;          // of the cut that is looked at
    bool covered;                    // one of them takes everything
    wend_tree tree;                  // over these, when they are many
    WEND_ARRAY(wend_point) points;
    WEND_ARRAY(wend_segment) segments; // the three sides, then where the cuts are
    WEND_ARRAY(int32_t) first_cut;     // of each segment after the sides, and one more
    WEND_ARRAY(uint8_t) sides;         // of each half-edge: the sides that it lies on, as bits
    WEND_ARRAY(int32_t) region_of;     // of each triangle
    WEND_ARRAY(region) regions;
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(int32_t) made;        // of each triangle: the one in the sheet, or -1
    WEND_ARRAY(int32_t) vertex_side; // of each vertex: the side that it lies on, or -1
    WEND_ARRAY(int32_t) heights;     // of each vertex
    wend_snapper *snapper;
    wend_triangulation_view view; // the floor's triangulation
};

// ---------------------------------------------------------------------------------------------------- life

static void *lend(void *user, size_t bytes) {
    return wend_allocate(user, bytes);
}

static void give_back(void *user, void *block, size_t bytes) {
    wend_release(user, block, bytes);
}

wend_result wend_cutter_create(wend_context *context, const wend_faces *faces, const wend_edges *edges,
                               wend_cutter **cutter) {
    *cutter = NULL;
    wend_cutter *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    made->parent = context;
    made->faces = faces;
    made->edges = edges;
    wend_context_def def = wend_default_context_def();
    def.user = context;
    def.allocate = lend;
    def.release = give_back;
    def.threads = 1;
    wend_result result = wend_context_create(&def, &made->context);
    if (result == WEND_OK)
        result = wend_snapper_create(made->context, &made->snapper);
    if (result != WEND_OK) {
        wend_cutter_destroy(made);
        return result;
    }
    *cutter = made;
    return WEND_OK;
}

void wend_cutter_destroy(wend_cutter *c) {
    if (!c)
        return;
    wend_array_free(c->context, &c->cuts);
    wend_array_free(c->context, &c->besides);
    wend_array_free(c->context, &c->sorted);
    wend_array_free(c->context, &c->keys);
    wend_array_free(c->context, &c->first_cut);
    wend_array_free(c->context, &c->found);
    wend_array_free(c->context, &c->walls);
    wend_array_free(c->context, &c->straight);
    wend_array_free(c->context, &c->bare);
    wend_array_free(c->context, &c->dots);
    wend_array_free(c->context, &c->shadows);
    wend_array_free(c->context, &c->shades);
    wend_array_free(c->context, &c->parts);
    wend_array_free(c->context, &c->points);
    wend_array_free(c->context, &c->segments);
    wend_array_free(c->context, &c->sides);
    wend_array_free(c->context, &c->region_of);
    wend_array_free(c->context, &c->regions);
    wend_array_free(c->context, &c->stack);
    wend_array_free(c->context, &c->made);
    wend_array_free(c->context, &c->vertex_side);
    wend_array_free(c->context, &c->heights);
    wend_snapper_destroy(c->snapper);
    wend_context_destroy(c->context);
    wend_release(c->parent, c, sizeof *c);
}

void wend_sheet_free(wend_context *context, wend_sheet *sheet) {
    wend_array_free(context, &sheet->triangles);
    wend_array_free(context, &sheet->borders);
    wend_array_free(context, &sheet->slots);
    wend_array_free(context, &sheet->points);
}

// ---------------------------------------------------------------------------------------------------- cuts

// Most walls are rectangles of two triangles: seen from above one segment, of which each cuts a part.

static bool same_wall(const wend_face *a, const wend_face *b) {
    return wend_point_equal(wend_from_above(a->p[0]), wend_from_above(b->p[0])) &&
           wend_point_equal(wend_from_above(a->p[1]), wend_from_above(b->p[1])) &&
           (a->flags & WEND_FACE_LEFT) == (b->flags & WEND_FACE_LEFT);
}

// Adds to the cut of a wall that of another in the same place, when the two overlap or touch. False when not.
static bool merge_walls(const wend_cutter *c, wend_cut *cut, const wend_cut *other) {
    const wend_face *wall = &c->faces->faces.data[cut->face], *beside = &c->faces->faces.data[other->face];
    if (!same_wall(wall, beside))
        return false;
    wend_point from = wend_from_above(wall->p[0]), to = wend_from_above(wall->p[1]);
    int64_t a = wend_dot(from, to, cut->a), b = wend_dot(from, to, cut->b);
    int64_t d = wend_dot(from, to, other->a), e = wend_dot(from, to, other->b);
    if (d > b || e < a)
        return false;
    cut->a = d < a ? other->a : cut->a;
    cut->b = e > b ? other->b : cut->b;
    cut->low = other->low < cut->low ? other->low : cut->low;
    cut->high = other->high > cut->high ? other->high : cut->high;
    cut->face = wend_face_compare(beside, wall) < 0 ? other->face : cut->face;
    return true;
}

static bool is_dot(const wend_cut *cut) {
    return wend_point_equal(cut->a, cut->b);
}

// Where to look for a wall in the table.
static uint64_t first_slot(const wend_cutter *c, wend_point a, wend_point b) {
    return wend_hash3((wend_point3){a.x ^ b.y, a.y, b.x}) & ((uint64_t)c->walls.count - 1);
}

// Looks for the wall of the last cut among those before, in a table by its ends, and adds the cut to it.
static wend_result settle_wall(wend_cutter *c, int32_t face) {
    wend_cut *last = &c->cuts.data[c->cuts.count - 1];
    const wend_face *wall = &c->faces->faces.data[face];
    uint64_t mask = (uint64_t)c->walls.count - 1;
    uint64_t slot = first_slot(c, wend_from_above(wall->p[0]), wend_from_above(wall->p[1]));
    while (c->walls.data[slot] >= 0 && !merge_walls(c, &c->cuts.data[c->walls.data[slot]], last))
        slot = (slot + 1) & mask;
    if (c->walls.data[slot] >= 0)
        c->cuts.count--;
    else
        c->walls.data[slot] = (int32_t)c->cuts.count - 1;
    return wend_array_push(c->context, &c->straight, face) ? WEND_OK : WEND_ERROR_MEMORY;
}

// A power of two, at least twice as many as are entered.
static int64_t table_size(int64_t count) {
    int64_t size = 16;
    while (size < 2 * count)
        size *= 2;
    return size;
}

// Makes room in the table of walls for as many as there are faces near the floor.
static bool clear_walls(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->walls, table_size(c->found.count)))
        return false;
    memset(c->walls.data, -1, (size_t)c->walls.count * sizeof *c->walls.data);
    return true;
}

// Fills the table with the bare sides instead.
static void enter_bare_sides(wend_cutter *c) {
    memset(c->walls.data, -1, (size_t)c->walls.count * sizeof *c->walls.data);
    for (int32_t i = 0; i < c->bare.count; i++) {
        uint64_t slot = first_slot(c, c->bare.data[i].a, c->bare.data[i].b);
        while (c->walls.data[slot] >= 0)
            slot = (slot + 1) & ((uint64_t)c->walls.count - 1);
        c->walls.data[slot] = i;
    }
}

// Whether a wall stands, seen from above, where a bent wall has a side without corners.
static bool stands_on_bare_side(const wend_cutter *c, const wend_face *wall) {
    wend_point a = wend_from_above(wall->p[0]), b = wend_from_above(wall->p[1]);
    uint64_t mask = (uint64_t)c->walls.count - 1, slot = first_slot(c, a, b);
    for (; c->walls.data[slot] >= 0; slot = (slot + 1) & mask) {
        const bare_side *side = &c->bare.data[c->walls.data[slot]];
        if (wend_point_equal(side->a, a) && wend_point_equal(side->b, b))
            return true;
    }
    return false;
}

// Where a floor meets one that has other corners, the two and a wall between them were rounded each in its own way: the
// wall may be outside of both, or leave slivers inside. So it stands on sides that it runs along: these become ledges with
// a cause, which welding makes fit. Not so on sides that another floor has, too: there it is inside one of the two, and
// that is enough. *all tells that it does nothing else.
static wend_result clip_beside(wend_cutter *c, int32_t face, bool *all) {
    wend_point3 from = c->faces->faces.data[face].p[0], to = c->faces->faces.data[face].p[1];
    for (int i = 0; i < 3; i++) {
        const wend_box *box = &c->lonely[i];
        if ((from.x < box->x0 && to.x < box->x0) || (from.x > box->x1 && to.x > box->x1) ||
            (from.y < box->y0 && to.y < box->y0) || (from.y > box->y1 && to.y > box->y1))
            continue;
        side_part b = {.side = i};
        wend_beside how = wend_clip_beside(c->faces, c->floor, face, i, &b.cut);
        if (how != WEND_BESIDE_NONE && !wend_array_push(c->context, &c->besides, b))
            return WEND_ERROR_MEMORY;
        *all |= how == WEND_BESIDE_ALL;
    }
    return WEND_OK;
}

static bool is_lonely(const wend_cutter *c, int side) {
    return c->lonely[side].x0 != INT32_MAX;
}

// Finds the sides of floor number k that no other floor has. Whether there are any.
static bool find_lonely(wend_cutter *c, int32_t k) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
        int32_t side = 3 * k + i;
        bool shared =
            c->edges->next.data[side] >= 0 || c->edges->edges.data[c->edges->edge_of.data[side]].first != side;
        wend_point3 a = c->face->p[i], b = c->face->p[i < 2 ? i + 1 : 0];
        c->lonely[i] =
            shared ? (wend_box){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}
                   : (wend_box){(a.x < b.x ? a.x : b.x) - WEND_COINCIDE, (a.y < b.y ? a.y : b.y) - WEND_COINCIDE,
                                (a.x > b.x ? a.x : b.x) + WEND_COINCIDE, (a.y > b.y ? a.y : b.y) + WEND_COINCIDE};
        any |= !shared;
    }
    return any;
}

// Keeps a cut that is rounded to a point as that, unless the wall stands on a side anyway.
static wend_result settle_dot(wend_cutter *c) {
    wend_cut last = c->cuts.data[--c->cuts.count];
    if (c->besides.count > 0 && c->besides.data[c->besides.count - 1].cut.face == last.face)
        return WEND_OK;
    return wend_array_push(c->context, &c->dots, last.a) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Keeps the sides of a bent wall that are `bare`, as bits.
static wend_result keep_bare_sides(wend_cutter *c, const wend_face *wall, int bare) {
    for (int i = 0; i < 3; i++) {
        wend_point a = wend_from_above(wall->p[i]), b = wend_from_above(wall->p[i < 2 ? i + 1 : 0]);
        bare_side side = wend_point_less(b, a) ? (bare_side){b, a} : (bare_side){a, b};
        if (bare >> i & 1 && !wend_array_push(c->context, &c->bare, side))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Makes room for some cuts, and for one of each face near the floor.
static bool make_room_for_cuts(wend_cutter *c, int64_t more) {
    return wend_array_reserve(c->context, &c->cuts, c->cuts.count + more + c->found.count);
}

// Cuts by a wall along bent lines. Those in the same place are not put together: what one shares with its neighbours may
// not be on the line of the other.
static wend_result clip_bent(wend_cutter *c, int32_t face) {
    int bare;
    if (!make_room_for_cuts(c, WEND_BENDS_MOST))
        return WEND_ERROR_MEMORY;
    int count = wend_clip_bent(c->faces, c->floor, face, c->cuts.data + c->cuts.count, &bare);
    c->cuts.count += count;
    if (count == 1 && is_dot(&c->cuts.data[c->cuts.count - 1]))
        return settle_dot(c);
    return bare ? keep_bare_sides(c, &c->faces->faces.data[face], bare) : WEND_OK;
}

static wend_result settle_cut(wend_cutter *c, int32_t face, wend_clipped how) {
    if (how == WEND_CLIPPED_BENT)
        return clip_bent(c, face);
    const wend_cut *last = &c->cuts.data[c->cuts.count++];
    if (is_dot(last))
        return settle_dot(c);
    return last->kind == WEND_CUT_WALL ? settle_wall(c, face) : WEND_OK;
}

static wend_result clip_face(wend_cutter *c, int32_t face) {
    bool all = false;
    if (c->any_lonely && c->faces->faces.data[face].flags & WEND_FACE_WALL) {
        wend_result result = clip_beside(c, face, &all);
        if (result != WEND_OK || all)
            return result;
    }
    if (!wend_array_reserve(c->context, &c->shadows, c->shadows.count + 1))
        return WEND_ERROR_MEMORY;
    wend_shadow *shadow = &c->shadows.data[c->shadows.count];
    wend_clipped how = wend_clip(c->faces, c->floor, face, shadow, &c->cuts.data[c->cuts.count]);
    if (how != WEND_CLIPPED_NO_LINE)
        return settle_cut(c, face, how);
    c->shadows.count += shadow->count > 0;
    c->covered |= shadow->whole;
    return WEND_OK;
}

// Where a bent wall has a side without corners, straight walls that share it are cut along bent lines, too: the table is
// used once more, for these sides.
static wend_result bend_straight_walls(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->walls, table_size(c->bare.count)))
        return WEND_ERROR_MEMORY;
    enter_bare_sides(c);
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < c->straight.count && result == WEND_OK; i++)
        if (stands_on_bare_side(c, &c->faces->faces.data[c->straight.data[i]]))
            result = clip_bent(c, c->straight.data[i]);
    return result;
}

// Lists the shadows of all faces above floor number k, and the cuts by walls, until one covers the floor.
static wend_result clip_faces(wend_cutter *c, int32_t k) {
    const wend_faces *f = c->faces;
    wend_box3 box = wend_box3_around(c->face->p);
    double top = box.high[2] + f->height;
    c->any_lonely = find_lonely(c, k);
    for (int i = 0; i < 2 && c->any_lonely; i++) {
        box.low[i] -= WEND_COINCIDE;
        box.high[i] += WEND_COINCIDE;
    }
    box.low[2] -= WEND_COINCIDE; // a floor in the same place may take it
    box.high[2] = top < WEND_COORDINATE_MAX ? (int32_t)top + 1 : WEND_COORDINATE_MAX;
    c->cuts.count = c->besides.count = c->shadows.count = c->dots.count = c->bare.count = c->straight.count = 0;
    c->covered = false;
    if (!wend_faces_search(c->context, f, &box, &c->found) || !make_room_for_cuts(c, 0) || !clear_walls(c))
        return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < c->found.count && !c->covered && result == WEND_OK; i++)
        if (c->found.data[i] != c->floor)
            result = clip_face(c, c->found.data[i]);
    if (result == WEND_OK && c->bare.count > 0 && c->straight.count > 0)
        result = bend_straight_walls(c);
    return result;
}

// ---------------------------------------------------------------------------------------------------- culling

// Makes the part of a shadow that is more than `depth` steps inside it (less than 0: with what is no farther outside).
static void set_shade(const wend_shadow *shadow, double depth, shade *s) {
    s->face = shadow->face;
    s->edges = 0;
    for (int i = 0; i < shadow->count; i++) {
        int j = i + 1 < shadow->count ? i + 1 : 0, k = s->edges;
        double dx = shadow->at[j].x - shadow->at[i].x, dy = shadow->at[j].y - shadow->at[i].y;
        double length = sqrt(dx * dx + dy * dy);
        if (!(length > 0) || shadow->at[i].side < 3)
            continue;
        s->in_x[k] = -dy / length;
        s->in_y[k] = dx / length;
        s->offset[k] = -(shadow->at[i].x * s->in_x[k] + shadow->at[i].y * s->in_y[k]) - depth;
        s->edges++;
    }
}

static bool shadow_within(const wend_shadow *inner, const shade *outer) {
    for (int i = 0; i < inner->count; i++)
        for (int k = 0; k < outer->edges; k++)
            if (inner->at[i].x * outer->in_x[k] + inner->at[i].y * outer->in_y[k] + outer->offset[k] <= 0)
                return false;
    return outer->edges > 0;
}

// The larger one of two faces in a ranking: by area, then by their corners.
static bool is_larger(const wend_cutter *c, double area2, int32_t face, double other_area2, int32_t other) {
    if (area2 < other_area2 || area2 > other_area2)
        return area2 > other_area2;
    return wend_face_compare(&c->faces->faces.data[face], &c->faces->faces.data[other]) < 0;
}

typedef struct ranked {
    double area2;
    int32_t face, index;
} ranked;

// Adds something to the LARGEST ones, the largest first; returns how many there are then.
static int rank(const wend_cutter *c, ranked *largest, int count, ranked one) {
    int k = count;
    while (k > 0 && is_larger(c, one.area2, one.face, largest[k - 1].area2, largest[k - 1].face))
        k--;
    if (k == LARGEST)
        return count;
    count += count < LARGEST;
    memmove(largest + k + 1, largest + k, (size_t)(count - 1 - k) * sizeof *largest);
    largest[k] = one;
    return count;
}

// The covers: the largest shadows, the largest first; returns how many.
static int list_covers(const wend_cutter *c, shade covers[LARGEST]) {
    ranked largest[LARGEST];
    int count = 0;
    for (int32_t i = 0; i < c->shadows.count; i++)
        count = rank(c, largest, count, (ranked){c->shadows.data[i].area2, c->shadows.data[i].face, i});
    for (int k = 0; k < count; k++)
        set_shade(&c->shadows.data[largest[k].index], -CLOSE, &covers[k]);
    return count;
}

// Drops shadows wholly within one of the largest.
static void cull_shadows(wend_cutter *c) {
    shade covers[LARGEST];
    int count = list_covers(c, covers);
    int64_t kept = 0;
    for (int64_t i = 0; i < c->shadows.count; i++) {
        const wend_shadow *shadow = &c->shadows.data[i];
        bool hidden = false;
        for (int k = 0; k < count && !hidden && covers[k].face != shadow->face; k++)
            hidden = shadow_within(shadow, &covers[k]);
        if (!hidden && kept++ < i)
            c->shadows.data[kept - 1] = *shadow;
    }
    c->shadows.count = kept;
}

// Lists the cuts of the shadows.
static wend_result list_cuts(wend_cutter *c) {
    if (!wend_array_reserve(c->context, &c->cuts, c->cuts.count + c->shadows.count * WEND_CUTS_MOST))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->shadows.count; i++)
        c->cuts.count += wend_shadow_cuts(c->faces, c->floor, &c->shadows.data[i], c->cuts.data + c->cuts.count);
    return WEND_OK;
}

static bool takes_area(const wend_cut *cut) {
    return cut->kind != WEND_CUT_WALL && cut->kind != WEND_CUT_BESIDE && cut->kind != WEND_CUT_FENCE;
}

// A number for each end of a cut, the same whichever way it runs.
static uint64_t end_key(const wend_cut *cut, bool last) {
    wend_point p = wend_point_less(cut->b, cut->a) != last ? cut->b : cut->a;
    return (uint64_t)((int64_t)p.x + WEND_COORDINATE_MAX) << 32 | (uint64_t)((int64_t)p.y + WEND_COORDINATE_MAX);
}

// Puts cuts in the order of their lesser ends, then of their other ones: those in one place come together.
static bool sort_cuts(wend_cutter *c) {
    int64_t count = c->cuts.count;
    if (!wend_array_resize(c->context, &c->keys, count) || !wend_array_resize(c->context, &c->sorted, count))
        return false;
    wend_key *keys = c->keys.data;
    for (int64_t i = 0; i < count; i++)
        keys[i] = (wend_key){end_key(&c->cuts.data[i], false), (int32_t)i, 0};
    if (!wend_sort_keys(c->context, keys, count))
        return false;
    for (int64_t i = 0, end; i < count; i = end) {
        uint64_t key = keys[i].key;
        for (end = i; end < count && keys[end].key == key; end++)
            keys[end].key = end_key(&c->cuts.data[keys[end].index], true);
        if (end - i > 1 && !wend_sort_keys(c->context, keys + i, end - i))
            return false;
    }
    for (int64_t i = 0; i < count; i++)
        c->sorted.data[i] = c->cuts.data[keys[i].index];
    memcpy(c->cuts.data, c->sorted.data, (size_t)count * sizeof(wend_cut));
    return true;
}

static bool same_way(const wend_cut *s, const wend_cut *t) {
    return wend_point_equal(s->a, t->a) && wend_point_equal(s->b, t->b);
}

static bool same_place(const wend_cut *s, const wend_cut *t) {
    return same_way(s, t) || (wend_point_equal(s->a, t->b) && wend_point_equal(s->b, t->a));
}

// Which side of the face the floor on the left of a -> b sees.
static wend_side side_seen(const wend_face *face, const wend_cut *cut, wend_point a, wend_point b) {
    bool front, down = (face->flags & WEND_FACE_DOWN) != 0;
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    if (cut->kind == WEND_CUT_WALL || cut->kind == WEND_CUT_BESIDE) {
        double along = dx * ((double)face->p[1].x - face->p[0].x) + dy * ((double)face->p[1].y - face->p[0].y);
        front = ((face->flags & WEND_FACE_LEFT) != 0) == (along > 0);
    } else if (cut->kind == WEND_CUT_FENCE) { // its normal, as it faces up, is (-slope, 1)
        front = (face->slope[0] * dy - face->slope[1] * dx > 0) != down;
    } else {
        // Above the foot of a face, or where its edge lies on the floor, one sees its upper side, else the lower one.
        front = down != (cut->kind == WEND_CUT_FOOT || (cut->kind == WEND_CUT_EDGE && cut->high <= 2));
    }
    return front ? WEND_SIDE_FRONT : WEND_SIDE_BACK;
}

// Adds a cut to those in the same place, cuts[start..count); one that says the same as one of them widens it. Returns
// how many there are then.
static int64_t merge_cut(const wend_cutter *c, wend_cut *cuts, int64_t start, int64_t count, wend_cut cut) {
    for (int64_t k = start; k < count; k++) {
        wend_side side = side_seen(&c->faces->faces.data[cut.face], &cut, cut.a, cut.b);
        if (cuts[k].kind != cut.kind || !same_way(&cuts[k], &cut) ||
            side_seen(&c->faces->faces.data[cuts[k].face], &cuts[k], cut.a, cut.b) != side)
            continue;
        cuts[k].low = cut.low < cuts[k].low ? cut.low : cuts[k].low;
        cuts[k].high = cut.high > cuts[k].high ? cut.high : cuts[k].high;
        if (wend_face_compare(&c->faces->faces.data[cut.face], &c->faces->faces.data[cuts[k].face]) < 0)
            cuts[k].face = cut.face;
        return count;
    }
    cuts[count] = cut;
    return count + 1;
}

// Drops lines in the same place with as many that block on one side as on the other: nothing changes there. Where there
// are more on one side (a blocked polygon may be so thin that it is rounded to a line, forth and back), these stay.
static wend_result cancel_cuts(wend_cutter *c) {
    if (c->cuts.count < 2)
        return WEND_OK;
    if (!sort_cuts(c))
        return WEND_ERROR_MEMORY;
    int64_t kept = 0;
    wend_cut *cuts = c->cuts.data;
    for (int64_t i = 0, end; i < c->cuts.count; i = end) {
        int64_t ways[2] = {0, 0};
        wend_cut first = cuts[i];
        for (end = i; end < c->cuts.count; end++) {
            if (!same_place(&first, &cuts[end]))
                break;
            ways[!same_way(&first, &cuts[end])] += takes_area(&cuts[end]);
        }
        int64_t start = kept;
        for (int64_t k = i; k < end; k++)
            if (!takes_area(&cuts[k]) || ways[!same_way(&cuts[k], &first)] > ways[same_way(&cuts[k], &first)])
                kept = merge_cut(c, cuts, start, kept, cuts[k]);
    }
    c->cuts.count = kept;
    return WEND_OK;
}

// Around a shadow, with a step to spare.
static wend_box shadow_box(const void *user, int32_t item) {
    const wend_shadow *shadow = &((const wend_cutter *)user)->shadows.data[item];
    double x0 = shadow->at[0].x, x1 = x0, y0 = shadow->at[0].y, y1 = y0;
    for (int i = 1; i < shadow->count; i++) {
        const wend_corner *p = &shadow->at[i];
        x0 = p->x < x0 ? p->x : x0;
        x1 = p->x > x1 ? p->x : x1;
        y0 = p->y < y0 ? p->y : y0;
        y1 = p->y > y1 ? p->y : y1;
    }
    return (wend_box){(int32_t)x0 - 2, (int32_t)y0 - 2, (int32_t)x1 + 2, (int32_t)y1 + 2};
}

typedef struct covering {
    wend_cutter *c;
    const wend_cut *cut;
    wend_point place; // one of its ends,
    int32_t holder;   // and the shade that holds it, -1 for none
    bool failed;      // memory is short
} covering;

static bool holds(const shade *s, wend_point p) {
    for (int i = 0; i < s->edges; i++)
        if (p.x * s->in_x[i] + p.y * s->in_y[i] + s->offset[i] <= 0)
            return false;
    return s->edges > 0;
}

// Goes on until a shade holds the place that is looked at.
static bool try_place(void *user, int32_t item) {
    covering *v = user;
    if (!holds(&v->c->shades.data[item], v->place))
        return true;
    v->holder = item;
    return false;
}

// Whether part of a cut is inside a shade.
static bool part_inside(const shade *s, const wend_cut *cut, part *p) {
    *p = (part){0, 1};
    for (int i = 0; i < s->edges; i++) {
        double a = cut->a.x * s->in_x[i] + cut->a.y * s->in_y[i] + s->offset[i];
        double b = cut->b.x * s->in_x[i] + cut->b.y * s->in_y[i] + s->offset[i];
        if (a <= 0 && b <= 0)
            return false;
        if (a > 0 && b > 0)
            continue;
        double t = a / (a - b);
        if (a <= 0)
            p->from = t > p->from ? t : p->from;
        else
            p->to = t < p->to ? t : p->to;
    }
    return s->edges > 0 && p->from < p->to;
}

// Lists the part under one more shadow.
static bool try_shade(void *user, int32_t item) {
    covering *v = user;
    part p;
    v->failed = part_inside(&v->c->shades.data[item], v->cut, &p) && !wend_array_push(v->c->context, &v->c->parts, p);
    return !v->failed;
}

// Whether parts cover all from 0 to 1: goes on with the one that reaches farthest, PARTS of them at most.
static bool parts_cover(const part *parts, int64_t count) {
    double reach = 0;
    for (int k = 0; k < PARTS && reach < 1; k++) {
        double next = reach;
        for (int64_t i = 0; i < count; i++)
            next = parts[i].from <= reach && parts[i].to > next ? parts[i].to : next;
        if (!(next > reach))
            return false;
        reach = next;
    }
    return reach >= 1;
}

// Visits the shades that may hold something within a box, until `visit` returns false.
static void visit_shades(covering *v, wend_box box, bool (*visit)(void *user, int32_t item)) {
    if (v->c->tree.levels > 0)
        wend_tree_search(&v->c->tree, &box, visit, v);
    else
        for (int32_t i = 0; i < v->c->shades.count && visit(v, i);)
            i++;
}

static bool is_held(covering *v, wend_point end) {
    v->place = end;
    v->holder = -1;
    visit_shades(v, (wend_box){end.x, end.y, end.x, end.y}, try_place);
    return v->holder >= 0;
}

// Whether a cut is deep inside one shadow or another from end to end. Most are not at one of their ends.
static bool is_covered(covering *v) {
    wend_point a = v->cut->a, b = v->cut->b;
    if (!is_held(v, a))
        return false;
    if (holds(&v->c->shades.data[v->holder], b))
        return true;
    if (!is_held(v, b))
        return false;
    v->c->parts.count = 0;
    visit_shades(v,
                 (wend_box){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y},
                 try_shade);
    return parts_cover(v->c->parts.data, v->c->parts.count);
}

// Drops cuts that are deep inside shadows all along. What they bound is blocked on both sides, and the outline of all
// shadows together is left, for no part of it is inside one.
static wend_result cull_covered(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->shades, c->shadows.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->shadows.count; i++)
        set_shade(&c->shadows.data[i], DEEP, &c->shades.data[i]);
    int64_t kept = 0;
    for (int64_t i = 0; i < c->cuts.count; i++) {
        wend_cut cut = c->cuts.data[i];
        covering v = {.c = c, .cut = &cut};
        bool covered = is_covered(&v);
        if (v.failed)
            return WEND_ERROR_MEMORY;
        if (!covered)
            c->cuts.data[kept++] = cut;
    }
    c->cuts.count = kept;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- arrangement

// The number of a point among those to be triangulated, or -1. Among few, equal ones are found, which is quicker than
// having them found by the triangulation.
static int32_t add_point(wend_cutter *c, wend_point p) {
    if (c->points.count <= MANY)
        for (int32_t i = 0; i < c->points.count; i++)
            if (wend_point_equal(c->points.data[i], p))
                return i;
    return wend_array_push(c->context, &c->points, p) ? (int32_t)c->points.count - 1 : -1;
}

static bool add_segment(wend_cutter *c, wend_point a, wend_point b) {
    wend_segment segment = {add_point(c, a), add_point(c, b)};
    return segment.a >= 0 && segment.b >= 0 && wend_array_push(c->context, &c->segments, segment);
}

// The sides, then a segment for all cuts in one place.
static wend_result list_segments(wend_cutter *c) {
    c->points.count = c->segments.count = c->first_cut.count = 0;
    for (int i = 0; i < 3; i++)
        if (!wend_array_push(c->context, &c->points, wend_from_above(c->face->p[i])))
            return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < 3; i++)
        if (!wend_array_push(c->context, &c->segments, (wend_segment){i, (i + 1) % 3}))
            return WEND_ERROR_MEMORY;
    const wend_cut *cuts = c->cuts.data;
    for (int64_t i = 0; i < c->cuts.count; i++)
        if ((i == 0 || !same_place(&cuts[i], &cuts[i - 1])) &&
            (!add_segment(c, cuts[i].a, cuts[i].b) || !wend_array_push(c->context, &c->first_cut, (int32_t)i)))
            return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->besides.count; i++) // the side passes their pixels, and so their ends
        if (add_point(c, c->besides.data[i].cut.a) < 0 || add_point(c, c->besides.data[i].cut.b) < 0)
            return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->dots.count; i++) // as do sides of corners that are cut off by less than a step
        if (add_point(c, c->dots.data[i]) < 0)
            return WEND_ERROR_MEMORY;
    return wend_array_push(c->context, &c->first_cut, (int32_t)c->cuts.count) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Which sides of the floor half-edge e lies on, as bits.
static int sides_at(const wend_cutter *c, int32_t e) {
    return c->sides.data[e];
}

static wend_result find_sides(wend_cutter *c) {
    int64_t edges = 3 * (int64_t)c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->sides, edges))
        return WEND_ERROR_MEMORY;
    memset(c->sides.data, 0, (size_t)edges);
    for (int32_t e = 0; e < edges; e++)
        for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next)
            if (c->view.pieces[m].segment < 3)
                c->sides.data[e] |= (uint8_t)(1 << c->view.pieces[m].segment);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- regions

// Spreads `number` from a triangle over edges that `open` lets through.
static wend_result spread(wend_cutter *c, int32_t from, int32_t number, bool (*open)(const wend_cutter *, int32_t)) {
    int32_t *region_of = c->region_of.data;
    c->stack.count = 0;
    region_of[from] = number;
    if (!wend_array_push(c->context, &c->stack, from))
        return WEND_ERROR_MEMORY;
    while (c->stack.count > 0) {
        int32_t t = c->stack.data[--c->stack.count];
        for (int i = 0; i < 3; i++) {
            int32_t next = c->view.triangles[t].twin[i] / 3;
            if (region_of[next] != UNKNOWN || !open(c, 3 * t + i))
                continue;
            region_of[next] = number;
            if (!wend_array_push(c->context, &c->stack, next))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static bool is_no_side(const wend_cutter *c, int32_t e) {
    return sides_at(c, e) == 0;
}

static bool is_unmarked(const wend_cutter *c, int32_t e) {
    return wend_edge_mark(c->view.triangles, e) < 0;
}

static void corners(const wend_cutter *c, int32_t t, wend_point p[3]) {
    for (int i = 0; i < 3; i++)
        p[i] = c->view.vertices[c->view.triangles[t].v[i]];
}

// Whether triangle s, as fat as the best one so far, comes before it: by its middle.
static bool comes_first(const wend_cutter *c, int32_t s, int32_t best) {
    wend_point p[3], q[3];
    corners(c, s, p);
    corners(c, best, q);
    int64_t x = (int64_t)p[0].x + p[1].x + p[2].x, y = (int64_t)p[0].y + p[1].y + p[2].y;
    int64_t u = (int64_t)q[0].x + q[1].x + q[2].x, v = (int64_t)q[0].y + q[1].y + q[2].y;
    return x != u ? x < u : y < v;
}

static wend_result find_regions(wend_cutter *c) {
    int32_t count = c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->region_of, count))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < count; t++)
        c->region_of.data[t] = UNKNOWN;
    c->regions.count = 0;
    wend_result result = WEND_OK;
    for (int32_t t = 0; t < count && result == WEND_OK; t++)
        if (!wend_triangle_is_unused(&c->view.triangles[t]) && wend_triangle_is_ghost(&c->view.triangles[t]) &&
            c->region_of.data[t] == UNKNOWN)
            result = spread(c, t, OUTSIDE, is_no_side);
    for (int32_t t = 0; t < count && result == WEND_OK; t++) {
        if (wend_triangle_is_unused(&c->view.triangles[t]) || c->region_of.data[t] != UNKNOWN)
            continue;
        result = spread(c, t, (int32_t)c->regions.count, is_unmarked);
        if (result == WEND_OK && !wend_array_push(c->context, &c->regions, (region){.triangle = -1, .wall = -1}))
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

// The square of the length of an edge of a triangle with corners p.
static double side_length2(const wend_point p[3], int i) {
    double x = (double)p[i < 2 ? i + 1 : 0].x - p[i].x, y = (double)p[i < 2 ? i + 1 : 0].y - p[i].y;
    return x * x + y * y;
}

static void measure_regions(wend_cutter *c) {
    for (int32_t t = 0; t < c->view.triangle_count; t++) {
        if (c->region_of.data[t] < 0)
            continue;
        region *r = &c->regions.data[c->region_of.data[t]];
        wend_point p[3];
        corners(c, t, p);
        double area2 = (double)wend_cross(p[0], p[1], p[2]), sum = 0;
        for (int i = 0; i < 3; i++) {
            double length2 = side_length2(p, i);
            sum += length2;
            if (!is_unmarked(c, 3 * t + i))
                r->border += sqrt(length2);
        }
        r->area2 += area2;
        double fatness = area2 * area2 / sum;
        if (r->triangle < 0 || fatness > r->fatness || (!(fatness < r->fatness) && comes_first(c, t, r->triangle))) {
            r->triangle = t;
            r->fatness = fatness;
        }
    }
}

typedef struct probe {
    const wend_cutter *c;
    double x, y;
    bool blocked, close;
} probe;

// Goes on until something blocks beyond doubt.
static bool try_blocker(void *user, int32_t item) {
    probe *p = user;
    bool close = false;
    bool blocks = wend_blocks_at(p->c->faces, p->c->floor, p->c->shadows.data[item].face, p->x, p->y, &close);
    p->blocked |= blocks;
    p->close |= close;
    if (blocks && !close)
        p->close = false;
    return !blocks || close;
}

// Whether a place is blocked; *close tells that it may be otherwise right beside it.
static bool is_place_blocked(const wend_cutter *c, double x, double y, bool *close) {
    probe p = {c, x, y, false, false};
    if (c->tree.levels > 0) {
        wend_box box = {(int32_t)floor(x) - WEND_COINCIDE, (int32_t)floor(y) - WEND_COINCIDE,
                        (int32_t)ceil(x) + WEND_COINCIDE, (int32_t)ceil(y) + WEND_COINCIDE};
        wend_tree_search(&c->tree, &box, try_blocker, &p);
    } else {
        for (int32_t i = 0; i < c->shadows.count && try_blocker(&p, i);)
            i++;
    }
    *close = p.close;
    return p.blocked;
}

// Whether a triangle with no cut through it is blocked: its middle is asked, and where that is just where a face meets
// the floor or ends (lines between two that block were cancelled, and there may be a crack between them), three places
// around it, of which two decide.
static bool is_blocked(const wend_cutter *c, const wend_point p[3]) {
    double x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        x += p[i].x / 3.0;
        y += p[i].y / 3.0;
    }
    bool close;
    bool blocked = is_place_blocked(c, x, y, &close);
    if (!close)
        return blocked;
    int votes = 0;
    for (int i = 0; i < 3; i++)
        votes += is_place_blocked(c, (x + p[i].x) / 2, (y + p[i].y) / 2, &close);
    return votes >= 2;
}

// Whether a wall or fence stands at a half-edge.
static bool is_at_wall(const wend_cutter *c, int32_t e) {
    for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next) {
        int32_t place = c->view.pieces[m].segment - 3;
        if (place < 0)
            continue;
        for (int32_t i = c->first_cut.data[place]; i < c->first_cut.data[place + 1]; i++)
            if (!takes_area(&c->cuts.data[i]))
                return true;
    }
    return false;
}

// Whether half-edge e comes before another: by where it begins, then by where it ends.
static bool edge_comes_first(const wend_cutter *c, int32_t e, int32_t other) {
    wend_point a = c->view.vertices[wend_edge_start(c->view.triangles, e)];
    wend_point p = c->view.vertices[wend_edge_start(c->view.triangles, other)];
    if (!wend_point_equal(a, p))
        return wend_point_less(a, p);
    return wend_point_less(c->view.vertices[wend_edge_start(c->view.triangles, wend_edge_next(e))],
                           c->view.vertices[wend_edge_start(c->view.triangles, wend_edge_next(other))]);
}

// Takes into account what is at half-edge e of a thin region.
static void look_beyond(const wend_cutter *c, int32_t e, region *r) {
    if (is_unmarked(c, e))
        return;
    int32_t from = wend_edge_start(c->view.triangles, e), to = wend_edge_start(c->view.triangles, wend_edge_next(e));
    for (int i = 0; i < 3 && sides_at(c, e) != 0; i++) {
        bool side = (sides_at(c, e) >> i & 1) != 0;
        r->begins |= (uint8_t)((side && from == c->view.point_vertex[i]) << i);
        r->ends |= (uint8_t)((side && to == c->view.point_vertex[i < 2 ? i + 1 : 0]) << (i < 2 ? i + 1 : 0));
    }
    bool wall = is_at_wall(c, e);
    r->open |= !wall && sides_at(c, e) == 0;
    if (wall && (r->wall < 0 || edge_comes_first(c, e, r->wall)))
        r->wall = e;
}

// Finds out what is around thin regions.
static void look_around_thin(wend_cutter *c) {
    for (int32_t t = 0; t < c->view.triangle_count; t++)
        if (c->region_of.data[t] >= 0 && c->regions.data[c->region_of.data[t]].thin)
            for (int32_t e = 3 * t; e < 3 * t + 3; e++)
                look_beyond(c, e, &c->regions.data[c->region_of.data[t]]);
}

static void judge_regions(wend_cutter *c) {
    bool any_thin = false;
    measure_regions(c);
    for (int64_t i = 0; i < c->regions.count; i++) {
        region *r = &c->regions.data[i];
        wend_point p[3];
        corners(c, r->triangle, p);
        r->thin = c->regions.count > 1 && r->area2 < 2 * r->border;
        r->kept = !r->thin && !is_blocked(c, p);
        any_thin |= r->thin;
    }
    if (any_thin)
        look_around_thin(c);
}

// ---------------------------------------------------------------------------------------------------- pieces

// Heights: of a corner its own, on a side that of the side (the same from both floors), inside that of the plane.
static int32_t height_at(const wend_cutter *c, int32_t vertex) {
    wend_point p = c->view.vertices[vertex];
    int side = c->vertex_side.data[vertex];
    double z;
    if (side < 0) {
        z = wend_face_height(c->face, p.x, p.y);
    } else {
        wend_point3 a = c->face->p[side], b = c->face->p[(side + 1) % 3];
        if (wend_point_equal(p, wend_from_above(a)))
            return a.z;
        if (wend_point_equal(p, wend_from_above(b)))
            return b.z;
        if (wend_point3_less(b, a)) {
            wend_point3 q = a;
            a = b;
            b = q;
        }
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
        double t = (((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy) / (dx * dx + dy * dy);
        z = a.z + t * ((double)b.z - a.z);
    }
    return (int32_t)(z < 0 ? z - 0.5 : z + 0.5);
}

// How well a cut explains the end of the floor; the best one names the cause.
static int rank_of(const wend_cut *cut) {
    static const int rank[] = {[WEND_CUT_EDGE] = 2, [WEND_CUT_FOOT] = 3,   [WEND_CUT_CEILING] = 1, [WEND_CUT_TWIN] = 0,
                               [WEND_CUT_WALL] = 5, [WEND_CUT_BESIDE] = 4, [WEND_CUT_FENCE] = 5};
    return rank[cut->kind];
}

static int32_t round_height(double z) {
    return (int32_t)(z < 0 ? z - 0.5 : z + 0.5);
}

// What is known of why the floor ends at an edge.
typedef struct explanation {
    int rank;               // of the best cut so far, -1 for none
    const wend_face *cause; // chosen by geometry, so that the order of the scene's triangles does not matter
    wend_side side;
    wend_boundary_kind kind;
    double low, high;
} explanation;

// Takes a cut along the edge a -> b, whose other side is floor too when `through`, into account.
static void explain_by(const wend_cutter *c, const wend_cut *cut, wend_point a, wend_point b, bool through,
                       explanation *why) {
    const wend_face *face = &c->faces->faces.data[cut->face];
    int rank = rank_of(cut);
    if (rank > 0) {
        why->low = why->rank <= 0 || cut->low < why->low ? cut->low : why->low;
        why->high = why->rank <= 0 || cut->high > why->high ? cut->high : why->high;
    }
    if (rank < why->rank)
        return;
    wend_side side = side_seen(face, cut, a, b);
    bool better = rank > why->rank || (side == WEND_SIDE_FRONT && why->side == WEND_SIDE_BACK) ||
                  (side == why->side && wend_face_compare(face, why->cause) < 0);
    if (!better)
        return;
    why->rank = rank;
    why->cause = face;
    why->side = side;
    why->kind = cut->kind == WEND_CUT_BESIDE ? WEND_BOUNDARY_LEDGE
                : !takes_area(cut)           ? (through ? WEND_BOUNDARY_BARRIER : WEND_BOUNDARY_WALL)
                : cut->kind == WEND_CUT_FOOT ? WEND_BOUNDARY_WALL
                                             : WEND_BOUNDARY_HEADROOM;
}

static wend_raw_border border_of(const explanation *why) {
    if (why->rank <= 0) // at most a floor in the same place, which goes on
        return (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
    bool stands = why->kind == WEND_BOUNDARY_HEADROOM && why->low <= 2;
    return (wend_raw_border){.cause = why->cause->source,
                             .low = round_height(why->low),
                             .high = round_height(why->high),
                             .kind = (uint8_t)(stands ? WEND_BOUNDARY_WALL : why->kind),
                             .side = (uint8_t)why->side};
}

// Takes the walls beside a part a -> b of side number i into account.
static void explain_by_besides(const wend_cutter *c, int i, wend_point a, wend_point b, explanation *why) {
    wend_point from = wend_from_above(c->face->p[i]), to = wend_from_above(c->face->p[i < 2 ? i + 1 : 0]);
    for (int64_t k = 0; k < c->besides.count; k++) {
        const side_part *one = &c->besides.data[k];
        int64_t begin = wend_dot(from, to, one->cut.a), end = wend_dot(from, to, one->cut.b);
        int64_t low = begin < end ? begin : end, high = begin > end ? begin : end;
        if (one->side == i && wend_dot(from, to, a) >= low && wend_dot(from, to, b) >= low &&
            wend_dot(from, to, a) <= high && wend_dot(from, to, b) <= high)
            explain_by(c, &one->cut, a, b, true, why);
    }
}

// Why the floor ends at half-edge e, whose other side is floor too when `through`. False when nothing on it says so.
static bool explain(const wend_cutter *c, int32_t e, bool through, wend_raw_border *border) {
    wend_point a = c->view.vertices[wend_edge_start(c->view.triangles, e)];
    wend_point b = c->view.vertices[wend_edge_start(c->view.triangles, wend_edge_next(e))];
    explanation why = {.rank = -1};
    for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next) {
        int32_t place = c->view.pieces[m].segment - 3;
        if (place < 0)
            continue;
        for (int32_t i = c->first_cut.data[place]; i < c->first_cut.data[place + 1]; i++)
            if (!through || !takes_area(&c->cuts.data[i]))
                explain_by(c, &c->cuts.data[i], a, b, through, &why);
    }
    for (int i = 0; i < 3 && c->besides.count > 0; i++)
        if (sides_at(c, e) >> i & 1)
            explain_by_besides(c, i, a, b, &why);
    *border = border_of(&why);
    return why.rank >= 0;
}

static bool is_kept(const wend_cutter *c, int32_t t) {
    return c->region_of.data[t] >= 0 && c->regions.data[c->region_of.data[t]].kept;
}

// The twin of half-edge e of a triangle that is kept.
static wend_result twin_of(wend_cutter *c, int32_t e, wend_sheet *sheet, int32_t *twin) {
    int32_t other = wend_edge_twin(c->view.triangles, e);
    bool through = is_kept(c, other / 3);
    wend_raw_border border;
    bool side = !is_unmarked(c, e) && sides_at(c, e) != 0;
    if (is_unmarked(c, e) || (through && !side && !explain(c, e, true, &border))) {
        *twin = 3 * c->made.data[other / 3] + other % 3;
        return WEND_OK;
    }
    if (side && !explain(c, e, true, &border)) {
        *twin = WEND_OPEN;
        return WEND_OK;
    }
    if (side && border.kind != WEND_BOUNDARY_LEDGE)
        border.kind = WEND_BOUNDARY_WALL;
    else if (!side && !through)
        explain(c, e, false, &border);
    *twin = ~(int32_t)sheet->borders.count;
    return wend_array_push(c->parent, &sheet->borders, border) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result make_pieces(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    int32_t count = c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->made, count) ||
        !wend_array_resize(c->context, &c->heights, c->view.vertex_count))
        return WEND_ERROR_MEMORY;
    for (int32_t v = 0; v < c->view.vertex_count; v++)
        c->heights.data[v] = height_at(c, v);
    rest->first = (int32_t)sheet->triangles.count;
    rest->count = 0;
    for (int32_t t = 0; t < count; t++)
        c->made.data[t] = is_kept(c, t) ? rest->first + rest->count++ : -1;
    if (!wend_array_reserve(c->parent, &sheet->triangles, sheet->triangles.count + rest->count))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < count; t++) {
        if (c->made.data[t] < 0)
            continue;
        wend_raw_triangle piece = {.source = c->face->source};
        for (int i = 0; i < 3; i++) {
            int32_t v = c->view.triangles[t].v[i];
            wend_point p = c->view.vertices[v];
            piece.p[i] = (wend_point3){p.x, p.y, c->heights.data[v]};
            wend_result result = twin_of(c, 3 * t + i, sheet, &piece.twin[i]);
            if (result != WEND_OK)
                return result;
        }
        sheet->triangles.data[sheet->triangles.count++] = piece;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- sides

// The half-edge along side i that leaves vertex v, not back to `from`; -1 when there is none.
static int32_t go_on(const wend_cutter *c, int32_t v, int i, int32_t from) {
    int32_t start = c->view.vertex_edge[v], e = start;
    do {
        int32_t to = wend_edge_start(c->view.triangles, wend_edge_next(e));
        if (to >= 0 && to != from && (sides_at(c, e) >> i & 1))
            return e;
        e = wend_edge_around(c->view.triangles, e);
    } while (e != start);
    return -1;
}

// Finds the wall behind half-edge e of a side where nothing is left of the floor. Those beyond that side have to know it:
// between two ledges there, welding would join what it separates. It may stand on the side itself. Else it is behind a
// thin region, which is then nothing but a place in front of the wall, unless it leads to somewhere else, or is in a corner
// of the floor, where it joins what is beyond two sides. The side becomes a ledge with a cause, as do those beside walls.
static bool find_wall_behind(const wend_cutter *c, int32_t e, wend_raw_border *border) {
    const region *r = c->region_of.data[e / 3] < 0 ? NULL : &c->regions.data[c->region_of.data[e / 3]];
    if (r && !r->thin)
        return false;
    if (explain(c, e, true, border))
        return border->cause >= 0;
    return r && r->wall >= 0 && !r->open && (r->begins & r->ends) == 0 && explain(c, r->wall, true, border) &&
           border->cause >= 0;
}

// What is left at half-edge e of side i: the half-edge of a piece, or -1 for nothing, or less for a wall.
static wend_result slot_at(wend_cutter *c, int32_t e, int i, wend_sheet *sheet, int32_t *slot) {
    int32_t made = c->made.data[e / 3];
    wend_raw_border border;
    *slot = made < 0 ? -1 : 3 * made + e % 3;
    if (made >= 0 || is_lonely(c, i) || !find_wall_behind(c, e, &border))
        return WEND_OK;
    border.kind = WEND_BOUNDARY_LEDGE;
    *slot = WEND_SLOT_WALL - (int32_t)sheet->borders.count;
    return wend_array_push(c->parent, &sheet->borders, border) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Follows the sides: which vertices lie on them, and, when there is a sheet, the slots and points. Before the pieces are
// made the first is needed, afterwards the second.
static wend_result follow_sides(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    for (int i = 0; i < 3; i++) {
        int32_t v = c->view.point_vertex[i], last = c->view.point_vertex[(i + 1) % 3], from = -2;
        while (v != last) {
            int32_t e = go_on(c, v, i, from);
            if (e < 0)
                return WEND_ERROR_LIMIT; // cannot be: a side is a chain of edges
            from = v;
            v = wend_edge_start(c->view.triangles, wend_edge_next(e));
            if (!sheet) {
                c->vertex_side.data[v] = i;
                continue;
            }
            int32_t slot;
            wend_result result = slot_at(c, e, i, sheet, &slot);
            if (result != WEND_OK)
                return result;
            if (!wend_array_push(c->parent, &sheet->slots, slot))
                return WEND_ERROR_MEMORY;
            if (v == last)
                break;
            rest->points[i]++;
            if (!wend_array_push(c->parent, &sheet->points, c->view.vertices[v]))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of it

// The side of the floor that a cut runs along from corner to corner, or -1.
static int side_of_cut(const wend_cutter *c, const wend_cut *cut) {
    for (int i = 0; i < 3; i++) {
        wend_point a = wend_from_above(c->face->p[i]), b = wend_from_above(c->face->p[(i + 1) % 3]);
        if ((wend_point_equal(cut->a, a) && wend_point_equal(cut->b, b)) ||
            (wend_point_equal(cut->a, b) && wend_point_equal(cut->b, a)))
            return i;
    }
    return -1;
}

static bool cuts_are_sides(const wend_cutter *c) {
    if (c->dots.count > 0)
        return false;
    for (int64_t i = 0; i < c->besides.count; i++)
        if (side_of_cut(c, &c->besides.data[i].cut) < 0)
            return false;
    for (int64_t i = 0; i < c->cuts.count; i++)
        if (side_of_cut(c, &c->cuts.data[i]) < 0)
            return false;
    return true;
}

// Keeps or drops a floor that is cut along its sides at most: as a whole, with what stands there.
static wend_result keep_or_drop(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    wend_point p[3];
    explanation why[3] = {{.rank = -1}, {.rank = -1}, {.rank = -1}};
    for (int i = 0; i < 3; i++)
        p[i] = wend_from_above(c->face->p[i]);
    if (is_blocked(c, p))
        return WEND_OK;
    for (int64_t k = 0; k < c->cuts.count; k++) {
        int i = side_of_cut(c, &c->cuts.data[k]);
        if (!takes_area(&c->cuts.data[k]))
            explain_by(c, &c->cuts.data[k], p[i], p[(i + 1) % 3], true, &why[i]);
    }
    for (int i = 0; i < 3; i++)
        explain_by_besides(c, i, p[i], p[(i + 1) % 3], &why[i]);
    wend_raw_triangle piece = {.twin = {WEND_OPEN, WEND_OPEN, WEND_OPEN}, .source = c->face->source};
    memcpy(piece.p, c->face->p, sizeof piece.p);
    for (int i = 0; i < 3; i++) {
        if (why[i].rank < 0)
            continue;
        why[i].kind = why[i].kind == WEND_BOUNDARY_LEDGE ? WEND_BOUNDARY_LEDGE : WEND_BOUNDARY_WALL;
        piece.twin[i] = ~(int32_t)sheet->borders.count;
        if (!wend_array_push(c->parent, &sheet->borders, border_of(&why[i])))
            return WEND_ERROR_MEMORY;
    }
    rest->count = 1;
    return wend_array_push(c->parent, &sheet->triangles, piece) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result arrange(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    if (!wend_array_resize(c->context, &c->vertex_side, c->view.vertex_count))
        return WEND_ERROR_MEMORY;
    memset(c->vertex_side.data, -1, (size_t)c->view.vertex_count * sizeof *c->vertex_side.data);
    wend_result result = find_sides(c);
    if (result == WEND_OK)
        result = find_regions(c);
    if (result != WEND_OK)
        return result;
    judge_regions(c);
    result = follow_sides(c, NULL, rest);
    if (result == WEND_OK)
        result = make_pieces(c, sheet, rest);
    rest->first_slot = (int32_t)sheet->slots.count;
    rest->first_point = (int32_t)sheet->points.count;
    return result == WEND_OK ? follow_sides(c, sheet, rest) : result;
}

// Cuts the floor along the cuts.
static wend_result cut_along(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    wend_result result = list_segments(c);
    if (result == WEND_OK)
        result = wend_snapper_run(c->snapper, c->points.data, (int32_t)c->points.count, c->segments.data,
                                  (int32_t)c->segments.count, &c->view);
    if (result == WEND_OK)
        result = arrange(c, sheet, rest);
    return result;
}

wend_result wend_cutter_cut(wend_cutter *c, int32_t k, wend_sheet *sheet, wend_rest *rest) {
    c->floor = c->faces->floors.data[k];
    c->face = &c->faces->faces.data[c->floor];
    *rest = (wend_rest){.sheet = rest->sheet, .first = (int32_t)sheet->triangles.count, .first_slot = -1};
    wend_result result = clip_faces(c, k);
    if (result != WEND_OK || c->covered)
        return result;
    cull_shadows(c);
    result = list_cuts(c);
    if (result == WEND_OK)
        result = cancel_cuts(c);
    if (result == WEND_OK && c->shadows.count > MANY &&
        !wend_tree_build(c->context, (int32_t)c->shadows.count, shadow_box, c, &c->tree))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && c->shadows.count > 1)
        result = cull_covered(c);
    if (result == WEND_OK)
        result = cuts_are_sides(c) ? keep_or_drop(c, sheet, rest) : cut_along(c, sheet, rest);
    wend_tree_free(c->context, &c->tree);
    return result;
}
