// Why a floor ends where it ends: the kind of an edge of its boundary, what causes it, which side of that is seen, and
// between which heights it blocks.
//
// What lies on an edge is known by the marks that the triangulation carries, not looked up by position: each leads to a
// segment, and that to all cuts in its place. There may be several. Heights are those of all of them together (but for
// twins); the cause is the one that explains best:
//
//     wall, fence   stands there                                       wall; barrier when floor goes on behind it
//     beside        a wall stands at this side of the floor            ledge with a cause, for welding to make fit
//     foot          a slope comes out of the floor                     wall
//     edge          something hangs above, and ends here               headroom; wall when it lies on the floor
//     ceiling       something comes too low from here on               headroom
//     twin          another floor goes on in the same place            ledge, with nothing to name
//
// Of several equal ones the one that shows its front counts, then the one whose corners come first, so that the order
// of the scene's triangles does not matter.
//
// With floor on both sides (`through`) only what stands along a line counts: what takes area away would have taken one
// of the two.
//
// Degenerate cases: snapping may lay several segments on one edge, sides of the floor among them. And a wall may have
// nothing of this floor left in front of it; see wend_cutter_find_wall_behind.
//
// Cost: linear in the cuts on the edge; on a side of the floor, in the walls that stand beside the floor.
#include "exact/cutter.h"

// ---------------------------------------------------------------------------------------------------- one cut

wend_side wend_cut_side_seen(const wend_face *face, const wend_cut *cut, wend_point a, wend_point b) {
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

// How well a cut explains the end of the floor; the best one names the cause.
static int rank_of(const wend_cut *cut) {
    static const int rank[] = {[WEND_CUT_EDGE] = 2, [WEND_CUT_FOOT] = 3,   [WEND_CUT_CEILING] = 1, [WEND_CUT_TWIN] = 0,
                               [WEND_CUT_WALL] = 5, [WEND_CUT_BESIDE] = 4, [WEND_CUT_FENCE] = 5};
    return rank[cut->kind];
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
    const wend_face *face = &c->footing->solid->faces.data[cut->face];
    int rank = rank_of(cut);
    if (rank > 0) {
        why->low = why->rank <= 0 || cut->low < why->low ? cut->low : why->low;
        why->high = why->rank <= 0 || cut->high > why->high ? cut->high : why->high;
    }
    if (rank < why->rank)
        return;
    wend_side side = wend_cut_side_seen(face, cut, a, b);
    bool better = rank > why->rank || (side == WEND_SIDE_FRONT && why->side == WEND_SIDE_BACK) ||
                  (side == why->side && wend_face_compare(face, why->cause) < 0);
    if (!better)
        return;
    why->rank = rank;
    why->cause = face;
    why->side = side;
    why->kind = cut->kind == WEND_CUT_BESIDE ? WEND_BOUNDARY_LEDGE
                : !wend_cut_takes_area(cut)  ? (through ? WEND_BOUNDARY_BARRIER : WEND_BOUNDARY_WALL)
                : cut->kind == WEND_CUT_FOOT ? WEND_BOUNDARY_WALL
                                             : WEND_BOUNDARY_HEADROOM;
}

static wend_raw_border border_of(const explanation *why) {
    if (why->rank <= 0) // at most a floor in the same place, which goes on
        return (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
    bool stands = why->kind == WEND_BOUNDARY_HEADROOM && why->low <= 2;
    return (wend_raw_border){.cause = why->cause->source,
                             .low = wend_round_height(why->low),
                             .high = wend_round_height(why->high),
                             .kind = (uint8_t)(stands ? WEND_BOUNDARY_WALL : why->kind),
                             .side = (uint8_t)why->side};
}

// Takes the walls beside a part a -> b of side number i into account.
static void explain_by_besides(const wend_cutter *c, int i, wend_point a, wend_point b, explanation *why) {
    wend_point from = wend_from_above(c->face->p[i]), to = wend_from_above(c->face->p[i < 2 ? i + 1 : 0]);
    for (int64_t k = 0; k < c->besides.count; k++) {
        const wend_side_part *one = &c->besides.data[k];
        int64_t begin = wend_dot(from, to, one->cut.a), end = wend_dot(from, to, one->cut.b);
        int64_t low = begin < end ? begin : end, high = begin > end ? begin : end;
        if (one->side == i && wend_dot(from, to, a) >= low && wend_dot(from, to, b) >= low &&
            wend_dot(from, to, a) <= high && wend_dot(from, to, b) <= high)
            explain_by(c, &one->cut, a, b, true, why);
    }
}

// ---------------------------------------------------------------------------------------------------- edges

bool wend_cutter_explain(const wend_cutter *c, int32_t e, bool through, wend_raw_border *border) {
    wend_point a = c->view.vertices[wend_edge_start(c->view.triangles, e)];
    wend_point b = c->view.vertices[wend_edge_start(c->view.triangles, wend_half_next(e))];
    explanation why = {.rank = -1};
    for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next) {
        int32_t place = c->view.pieces[m].segment - 3;
        if (place < 0)
            continue;
        for (int32_t i = c->first_cut.data[place]; i < c->first_cut.data[place + 1]; i++)
            if (!through || !wend_cut_takes_area(&c->cuts.data[i]))
                explain_by(c, &c->cuts.data[i], a, b, through, &why);
    }
    for (int i = 0; i < 3 && c->besides.count > 0; i++)
        if (wend_cutter_sides_at(c, e) >> i & 1)
            explain_by_besides(c, i, a, b, &why);
    *border = border_of(&why);
    return why.rank >= 0;
}

int wend_cutter_explain_sides(const wend_cutter *c, wend_raw_border borders[3]) {
    wend_point p[3];
    explanation why[3] = {{.rank = -1}, {.rank = -1}, {.rank = -1}};
    for (int i = 0; i < 3; i++)
        p[i] = wend_from_above(c->face->p[i]);
    for (int64_t k = 0; k < c->cuts.count; k++) {
        int i = wend_cutter_side_of_cut(c, &c->cuts.data[k]);
        if (!wend_cut_takes_area(&c->cuts.data[k]))
            explain_by(c, &c->cuts.data[k], p[i], p[(i + 1) % 3], true, &why[i]);
    }
    int explained = 0;
    for (int i = 0; i < 3; i++) {
        explain_by_besides(c, i, p[i], p[(i + 1) % 3], &why[i]);
        if (why[i].rank < 0)
            continue;
        borders[i] = border_of(&why[i]);
        explained |= 1 << i;
    }
    return explained;
}

// Those beyond the side have to know the wall: between two ledges there, welding would join what it separates. It may
// stand on the side itself. Else it is behind a thin region, which is then nothing but a place in front of the wall,
// unless it leads to somewhere else, or is in a corner of the floor, where it joins what is beyond two sides. The side
// becomes a ledge with a cause, as do those beside walls.
bool wend_cutter_find_wall_behind(const wend_cutter *c, int32_t e, wend_raw_border *border) {
    const wend_cut_region *r = c->region_of.data[e / 3] < 0 ? NULL : &c->regions.data[c->region_of.data[e / 3]];
    if (r && !r->thin)
        return false;
    if (wend_cutter_explain(c, e, true, border))
        return border->cause >= 0;
    return r && r->wall >= 0 && !r->open && (r->begins & r->ends) == 0 &&
           wend_cutter_explain(c, r->wall, true, border) && border->cause >= 0;
}
