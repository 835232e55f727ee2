// The insides of a cutter: what the stages of cutting one floor hand to each other. cut.c tells the order of them.
//
//     gather.c    fills    found, shadows, cuts by walls, besides, dots; or says that the floor is covered
//     cull.c      leaves   few shadows and cuts, those in one place side by side, and a tree over the shadows
//     regions.c   makes    the floor's triangulation and the regions in it, kept or not
//     explain.c   answers  why the floor ends at an edge
//     pieces.c    writes   what is kept, and what is left along the sides
//
// Arrays are emptied by the stage that fills them, not freed: a cutter grows to its largest floor. Memory of `context`
// is for what stays in the cutter, that of `parent` for what goes into the sheet.
#ifndef WEND_SRC_EXACT_CUTTER_H
#define WEND_SRC_EXACT_CUTTER_H

#include "base/sort.h"
#include "exact/cut.h"
#include "geom/predicate.h"
#include "geom/snap.h"
#include "geom/tree.h"

// A side of a bent wall, seen from above.
typedef struct wend_bare_side {
    wend_point a, b; // the lesser one first
} wend_bare_side;

// A part of a side of the floor that a wall stands at.
typedef struct wend_side_part {
    wend_cut cut;
    int side;
} wend_side_part;

// The inside of a shadow, by its edges: in_x * x + in_y * y + offset > 0. Sides of the floor do not count: there is
// nothing beyond them.
typedef struct wend_shade {
    int32_t face;
    int edges;
    double in_x[WEND_CORNERS_MOST], in_y[WEND_CORNERS_MOST], offset[WEND_CORNERS_MOST];
} wend_shade;

// The part of a cut that is deep inside a shadow, from 0 to 1 along it.
typedef struct wend_cut_part {
    double from, to;
} wend_cut_part;

// Triangles with no line between them: walkable or not together.
typedef struct wend_cut_region {
    int32_t triangle; // its fattest
    double fatness;
    double area2, border; // twice its area, the length around it
    bool kept;
    bool thin; // too thin to be kept
    // Of a thin one:
    bool open;            // some of its border is neither a wall nor a side of the floor
    uint8_t begins, ends; // the corners of the floor where a side begins and ends along it, as bits
    int32_t wall;         // a half-edge where a wall stands, or -1
} wend_cut_region;

struct wend_cutter {
    wend_context *parent, *context; // the second is for one thread
    const wend_footing *footing;
    const wend_edges *edges;
    int32_t floor; // the face being cut
    const wend_face *face;

    // Gathered.
    wend_box lonely[3]; // around its sides that no other floor has; beyond everything for the others
    bool any_lonely;
    wend_face_list found;            // faces near the floor
    wend_hubs_room room;             // to find them
    WEND_ARRAY(wend_shadow) shadows; // what they take away
    bool covered;                    // one of them takes everything
    WEND_ARRAY(wend_cut) cuts;       // first those by walls alone
    WEND_ARRAY(wend_side_part) besides;
    WEND_ARRAY(wend_point) dots;     // cuts that are rounded to a point
    WEND_ARRAY(int32_t) walls;       // a table of the cuts by walls
    WEND_ARRAY(int32_t) straight;    // walls that cut along one line
    WEND_ARRAY(wend_bare_side) bare; // sides that bent walls share with others right here

    // Culled.
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(wend_cut) sorted;     // room for sorting
    wend_tree tree;                  // over the shadows, when they are many
    WEND_ARRAY(wend_shade) shades;   // what is deep inside them
    WEND_ARRAY(wend_cut_part) parts; // of the cut that is looked at

    // Arranged.
    WEND_ARRAY(wend_point) points;
    WEND_ARRAY(wend_segment) segments; // the three sides, then where the cuts are
    WEND_ARRAY(int32_t) first_cut;     // of each segment after the sides, and one more
    wend_snapper *snapper;
    wend_triangulation_view view;  // the floor's triangulation
    WEND_ARRAY(uint8_t) sides;     // of each half-edge: the sides that it lies on, as bits
    WEND_ARRAY(int32_t) region_of; // of each triangle; less than 0 outside of the floor
    WEND_ARRAY(wend_cut_region) regions;
    WEND_ARRAY(int32_t) stack;

    // In pieces.
    WEND_ARRAY(int32_t) vertex_side; // of each vertex: the side that it lies on, or -1
    WEND_ARRAY(int32_t) heights;     // of each vertex
    WEND_ARRAY(int32_t) made;        // of each triangle: the one in the sheet, or -1
};

// ---------------------------------------------------------------------------------------------------- stages

// Lists the shadows of all faces above floor number k, and the cuts by walls, until one covers the floor. gather.c
wend_result wend_cutter_gather(wend_cutter *c, int32_t k);

// Drops shadows that take nothing more away, lists the cuts of the others, and drops those that mean nothing. Puts the
// others in order, by place. The tree is the caller's to free. cull.c
wend_result wend_cutter_cull(wend_cutter *c);

// Triangulates the floor along the cuts, and decides which regions are kept. regions.c
wend_result wend_cutter_arrange(wend_cutter *c);

// Adds the regions that are kept to the sheet, and what is left along the sides. pieces.c
wend_result wend_cutter_make_pieces(wend_cutter *c, wend_sheet *sheet, wend_rest *rest);

// ---------------------------------------------------------------------------------------------------- questions

// Whether a triangle with no cut through it is blocked. regions.c
bool wend_cutter_is_blocked(const wend_cutter *c, const wend_point p[3]);

// Which side of the face the floor on the left of a -> b sees. explain.c
wend_side wend_cut_side_seen(const wend_face *face, const wend_cut *cut, wend_point a, wend_point b);

// Why the floor ends at half-edge e, whose other side is floor too when `through`. False when nothing on it says so.
// explain.c
bool wend_cutter_explain(const wend_cutter *c, int32_t e, bool through, wend_raw_border *border);

// What stands on each side of a floor that is cut along whole sides at most, into `borders`; returns the sides where
// something does, as bits. explain.c
int wend_cutter_explain_sides(const wend_cutter *c, wend_raw_border borders[3]);

// Finds the wall behind half-edge e of a side where nothing is left of the floor. explain.c
bool wend_cutter_find_wall_behind(const wend_cutter *c, int32_t e, wend_raw_border *border);

// Whether a cut bounds what a face takes away. The others are in the way along a line.
static inline bool wend_cut_takes_area(const wend_cut *cut) {
    return cut->kind != WEND_CUT_WALL && cut->kind != WEND_CUT_BESIDE && cut->kind != WEND_CUT_FENCE;
}

static inline bool wend_cut_same_way(const wend_cut *s, const wend_cut *t) {
    return wend_point_equal(s->a, t->a) && wend_point_equal(s->b, t->b);
}

static inline bool wend_cut_same_place(const wend_cut *s, const wend_cut *t) {
    return wend_cut_same_way(s, t) || (wend_point_equal(s->a, t->b) && wend_point_equal(s->b, t->a));
}

// The side of the floor that a cut runs along from corner to corner, or -1.
static inline int wend_cutter_side_of_cut(const wend_cutter *c, const wend_cut *cut) {
    for (int i = 0; i < 3; i++) {
        wend_point a = wend_from_above(c->face->p[i]), b = wend_from_above(c->face->p[(i + 1) % 3]);
        if ((wend_point_equal(cut->a, a) && wend_point_equal(cut->b, b)) ||
            (wend_point_equal(cut->a, b) && wend_point_equal(cut->b, a)))
            return i;
    }
    return -1;
}

// Whether no other floor has a side.
static inline bool wend_cutter_is_lonely(const wend_cutter *c, int side) {
    return c->lonely[side].x0 != INT32_MAX;
}

// Which sides of the floor half-edge e lies on, as bits.
static inline int wend_cutter_sides_at(const wend_cutter *c, int32_t e) {
    return c->sides.data[e];
}

// Whether half-edge e lies on no segment.
static inline bool wend_cutter_is_unmarked(const wend_cutter *c, int32_t e) {
    return wend_edge_mark(c->view.triangles, e) < 0;
}

static inline bool wend_cutter_is_kept(const wend_cutter *c, int32_t t) {
    return c->region_of.data[t] >= 0 && c->regions.data[c->region_of.data[t]].kept;
}

#endif
