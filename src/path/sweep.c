// Sweeping a piece: where the rays of an interval go within one convex piece.
//
// Rays. A source sends rays along the tangents of a circle around its notch; at the start, and with radius 0, from a
// point. The ray in unit direction d leaves the circle of the centre c and sense s at c - s r n, with n to the left of
// d. The offset of a place p is how far it lies to the left of the ray's line, cross(d, p - c) + s r. Everything below
// is an offset or a direction; all places are relative to c.
//
// Exits. The piece is convex, and where rays leave it moves counter-clockwise as they turn counter-clockwise, whatever
// the sense. So the side by which the right limit leaves is found by the signs of offsets, and the others follow it up
// to the left limit; between two of them is the ray through their corner.
//
// Hindrances. In the way are the discs of radius r around the notches of the piece and its visitors, as far as they lie
// within the piece (roads/visitors.c says why no others). What a disc hides of a side is an interval of directions:
// between its tangents where they touch before the side, else up to where the circle meets the side. With all of these
// taken away from an exit, what is left goes on into the neighbour.
//
// Turns. A ray that touches a disc, in the piece and with nothing in the way, may turn around the notch (turn.c). A ray
// to a target (gates.c) may end there.
//
// Ties. Discs in the way are smaller by the slack than the circles that are turned around. So a gap of exactly the
// diameter is open, and a ray along several circles passes all of them and touches each. Tolerances are on offsets, as
// directions of tangents are very sensitive where a circle nearly touches the start.
#include "path/search.h"

// ---------------------------------------------------------------------------------------------------- hindrances

// Turns that need no second look: there is one ray from a circle that touches another one with a sense, but several
// pieces and intervals in which it may be met.
static int32_t turns_left(const wend_sweep *w, int32_t notch) {
    const wend_search *s = w->search;
    const wend_mark *marks = &s->marks.data[2 * (int64_t)notch];
    int32_t from = w->source->arrival;
    return (marks[1].round != s->round || marks[1].tried != from ? WEND_TURNS_LEFT : 0) |
           (marks[0].round != s->round || marks[0].tried != from ? WEND_TURNS_RIGHT : 0);
}

// The turns that rays between the limits may make around a notch: where some of them, or at least their directions,
// come to touch within its cone. A ray in direction d touches with the notch on its left in the direction d turned
// right, so that is between `first` and `last` where d . first <= 0 <= d . last; on its right, the other way round.
// With radius 0 there is one direction only.
static int32_t turns_around(const wend_sweep *w, wend_way at, int32_t notch) {
    const wend_search *s = w->search;
    const wend_road_cone *cone = &s->roads->cones.data[notch];
    int32_t turns = turns_left(w, notch);
    if (!cone->plain || turns == 0)
        return turns;
    bool point = s->radius == 0;
    wend_way a = point ? at : w->right, b = point ? at : w->left;
    double slack = point ? 2 * s->about * (fabs(at.x) + fabs(at.y)) : s->askew;
    double first_a = wend_way_dot(cone->first, a), first_b = wend_way_dot(cone->first, b);
    double last_a = wend_way_dot(cone->last, a), last_b = wend_way_dot(cone->last, b);
    bool left = (first_a <= slack || first_b <= slack) && (last_a >= -slack || last_b >= -slack);
    bool right = (first_a >= -slack || first_b >= -slack) && (last_a <= slack || last_b <= slack);
    return turns & ((left ? WEND_TURNS_LEFT : 0) | (right ? WEND_TURNS_RIGHT : 0));
}

// The directions that a disc hides, when it is in the way.
static void find_blocked(const wend_sweep *w, wend_hindrance *h) {
    const wend_search *s = w->search;
    double q;
    h->blocks = (h->ahead[0] > 0 || h->ahead[1] > 0) && h->right > -s->narrow && h->left < s->narrow;
    // Where no tangent is, its disc overlaps the source's circle, which is on the right, or on the left.
    if (h->blocks && !wend_tangent(s, h->at, s->narrow, w->bend, &h->low, &q))
        h->low = wend_way_unit(wend_way_left((wend_way){-h->at.x, -h->at.y}));
    if (h->blocks && !wend_tangent(s, h->at, -s->narrow, w->bend, &h->high, &q))
        h->high = wend_way_unit(wend_way_left(h->at));
}

// `right` and `left` are the notch's offsets at both limits, within reach.
static void add_hindrance(wend_sweep *w, wend_way at, double right, double left, int32_t notch, int32_t corner,
                          double phase) {
    wend_search *s = w->search;
    if (at.x == 0 && at.y == 0)
        return;
    wend_hindrance *h = &s->hindrances.data[s->hindrances.count];
    double r = s->radius, slack = s->slack;
    h->at = at;
    h->right = right;
    h->left = left;
    h->ahead[0] = wend_way_dot(w->right, at);
    h->ahead[1] = wend_way_dot(w->left, at);
    h->turns = turns_around(w, at, notch);
    h->blocks = false;
    if (r > 0) {
        find_blocked(w, h);
        // As in wend_sweep_reaches.
        if ((h->ahead[0] > 0 && right < r - slack) || (h->ahead[1] > 0 && left > r + slack))
            h->turns &= ~WEND_TURNS_LEFT;
        if ((h->ahead[0] > 0 && right < -r - slack) || (h->ahead[1] > 0 && left > -r + slack))
            h->turns &= ~WEND_TURNS_RIGHT;
    }
    h->notch = notch;
    h->corner = corner;
    h->phase = phase;
    s->hindrances.count += h->turns != 0 || h->blocks;
}

// The corners, and what is in the way or may be turned around.
static void look_at_piece(wend_sweep *w) {
    wend_search *s = w->search;
    const wend_roads_view *v = &s->v;
    const wend_road_side *sides = &v->sides[w->side];
    double reach = s->radius + s->slack;
    int32_t visitor = v->pieces[w->piece].visitor, end = v->pieces[w->piece + 1].visitor;
    s->hindrances.count = 0;
    if (!wend_array_reserve(s->context, &s->hindrances, w->sides + end - visitor)) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    int32_t met[WEND_ROAD_SIDES_MOST], count = 0;
    for (int32_t k = 0; k < w->sides; k++) {
        wend_way at = {sides[k].at.x - w->centre.x, sides[k].at.y - w->centre.y};
        double right = wend_offset(w->right, at, w->bend), left = wend_offset(w->left, at, w->bend);
        w->at[k] = at;
        w->offsets[0][k] = right;
        w->offsets[1][k] = left;
        int32_t notch = sides[k].notch;
        met[count] = k;
        count += (notch >= 0) & (right >= -reach) & (left <= reach) & (notch != w->notch);
    }
    if (s->aimed && s->marked)
        for (int32_t k = 0; k < w->sides; k++)
            WEND_PREFETCH(&s->floor_marks.data[s->corners.data[w->side + k]]);
    for (int32_t i = 0; i < count; i++) {
        int32_t notch = sides[met[i]].notch;
        WEND_PREFETCH(&s->marks.data[2 * (int64_t)notch]);
        WEND_PREFETCH(&s->roads->cones.data[notch]);
        WEND_PREFETCH(&s->roads->cones.data[notch].plain); // it may be on two lines
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t k = met[i];
        add_hindrance(w, w->at[k], w->offsets[0][k], w->offsets[1][k], sides[k].notch, w->side + k,
                      (double)v->side_phases[w->side + k]);
    }
    if (s->radius == 0)
        return;
    for (int32_t k = visitor; k < end; k++) {
        const wend_road_visitor *other = &v->visitors[k];
        if ((double)other->near > reach)
            break;
        wend_way at = wend_way_minus(s->roads->cones.data[other->notch].at, w->centre);
        double right = wend_offset(w->right, at, w->bend), left = wend_offset(w->left, at, w->bend);
        if (right >= -reach && left <= reach && other->notch != w->notch)
            add_hindrance(w, at, right, left, other->notch, -1, (double)other->phase);
    }
}

// ---------------------------------------------------------------------------------------------------- targets

static void try_target(wend_sweep *w, const wend_target *target) {
    wend_search *s = w->search;
    wend_way at = wend_way_minus(target->place, w->centre), d;
    double ahead;
    if (!wend_sweep_reaches(w, at, 0, wend_offset(w->right, at, w->bend), wend_offset(w->left, at, w->bend), &d,
                            &ahead))
        return;
    for (int64_t k = 0; k < s->hindrances.count; k++) {
        const wend_hindrance *h = &s->hindrances.data[k];
        double offset = wend_offset(d, h->at, w->bend), along = wend_way_dot(d, h->at);
        if (h->blocks && offset < s->narrow && offset > -s->narrow && along > 0 && along < ahead)
            return;
    }
    wend_target_meet(s, target, w->source_index, d, w->source->length + wend_cost_ahead(w, d, ahead), w->least);
}

// ---------------------------------------------------------------------------------------------------- exits

// What a disc hides of a side: directions from `low` to `high`, less than half a turn apart, with `middle` between
// them; or from the right limit on, or up to the left one.
typedef struct shadow {
    wend_way low, high, middle;
    bool from_right, to_left;
} shadow;

// False when it hides nothing. x is the corner of the side, `unit` along it.
static bool hides(const wend_sweep *w, const wend_hindrance *h, wend_way x, wend_way unit, shadow *out) {
    const wend_search *s = w->search;
    double r = s->narrow, sense = w->sense, q;
    wend_way to = wend_way_minus(h->at, x);
    double inside = wend_way_cross(unit, to), along = wend_way_dot(unit, to);
    // Touches: to the right of the disc the ray has it on its left.
    wend_way right_touch = {to.x + r * h->low.y, to.y - r * h->low.x};
    wend_way left_touch = {to.x - r * h->high.y, to.y + r * h->high.x};
    *out = (shadow){h->low, h->high, h->at, false, false};
    bool low_inside = inside >= r || wend_way_cross(unit, right_touch) >= 0;
    bool high_inside = inside >= r || wend_way_cross(unit, left_touch) >= 0;
    if (low_inside && high_inside)
        return true;
    if (inside <= -r)
        return false;
    double half = sqrt(r * r - inside * inside);
    wend_way right = {x.x + (along - half) * unit.x, x.y + (along - half) * unit.y};
    wend_way left = {x.x + (along + half) * unit.x, x.y + (along + half) * unit.y};
    // A place within the source's own circle is passed by no ray: all of them are on one side of it.
    if (!low_inside && !wend_tangent(s, right, 0, w->bend, &out->low, &q)) {
        if (sense > 0)
            return false;
        out->from_right = true;
    }
    if (!high_inside && !wend_tangent(s, left, 0, w->bend, &out->high, &q)) {
        if (sense < 0)
            return false;
        out->to_left = true;
    }
    wend_way sum = {out->low.x + out->high.x, out->low.y + out->high.y};
    if (wend_way_dot(sum, sum) > 1e-6)
        out->middle = sum;
    return true;
}

enum { BEFORE, WITHIN, AFTER };

static int where(const shadow *h, wend_way d) {
    if (h->from_right && h->to_left)
        return WITHIN;
    if (h->from_right || (!h->to_left && wend_way_cross(h->middle, d) > 0))
        return wend_way_cross(d, h->high) > 0 ? WITHIN : AFTER;
    return wend_way_cross(h->low, d) > 0 ? WITHIN : BEFORE;
}

// Takes a shadow away from all gaps.
static void take_away(wend_search *s, const shadow *h) {
    for (int64_t k = 0; k < s->gaps.count;) {
        wend_gap *g = &s->gaps.data[k];
        int right_at = where(h, g->right), left_at = where(h, g->left);
        if ((right_at == left_at && right_at != WITHIN) || (right_at == AFTER && left_at == BEFORE)) {
            k++; // it is beside the shadow
            continue;
        }
        wend_gap before = {g->right, h->low}, after = {h->high, g->left};
        if (right_at != BEFORE && left_at != AFTER) {
            *g = s->gaps.data[--s->gaps.count];
            continue;
        }
        *g = right_at == BEFORE ? before : after;
        k++;
        if (right_at == BEFORE && left_at == AFTER && !wend_array_push(s->context, &s->gaps, after))
            s->failure = WEND_ERROR_MEMORY;
    }
}

static double distance(wend_way a, wend_way b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

// Whether no shortest way goes on over a side, as there is no goal beyond, and it would have to come back
// (roads/dead_ends.c).
static bool is_dead_end(const wend_search *s, int32_t side, int32_t twin) {
    wend_road_bridge bridge = s->roads->bridges.data[side];
    if (s->radius > 0 ? s->narrow <= (double)bridge.from || s->radius + s->slack > (double)bridge.to : bridge.from >= 0)
        return false;
    if (s->record != NULL || s->gated || s->priced || s->homes.count == 0 || s->homes.count > 8)
        return false;
    wend_road_tour from = s->roads->tour.data[s->v.side_pieces[side]], to = s->roads->tour.data[s->v.side_pieces[twin]];
    bool within = to.number > from.number;
    wend_road_tour part = within ? to : from;
    for (int64_t k = 0; k < s->homes.count; k++)
        if ((s->homes.data[k] >= part.number && s->homes.data[k] <= part.last) == within)
            return false;
    return true;
}

// Whether a disc hides nothing between two directions. Ahead of both limits the directions that it hides are in one
// half-plane with them; what it hides of a side is a part of those but where the source's own circle covers an end.
static bool is_beside(const wend_sweep *w, const wend_hindrance *h, wend_way right, wend_way left) {
    return h->ahead[0] > 0 && h->ahead[1] > 0 &&
           ((w->sense >= 0 && wend_way_cross(h->low, left) <= 0) ||
            (w->sense <= 0 && wend_way_cross(right, h->high) <= 0));
}

// Lists what discs leave of a side, from x along e, between two directions.
static void find_gaps(wend_sweep *w, wend_way x, wend_way e, wend_way right, wend_way left) {
    wend_search *s = w->search;
    s->gaps.count = 0;
    if (!wend_array_push(s->context, &s->gaps, (wend_gap){right, left})) {
        s->failure = WEND_ERROR_MEMORY;
        return;
    }
    wend_way unit = {0, 0};
    for (int64_t i = 0; i < s->hindrances.count && s->gaps.count > 0; i++) {
        const wend_hindrance *h = &s->hindrances.data[i];
        shadow hidden;
        if (!h->blocks || is_beside(w, h, right, left))
            continue;
        if (unit.x == 0 && unit.y == 0)
            unit = wend_way_unit(e);
        if (hides(w, h, x, unit, &hidden))
            take_away(s, &hidden);
    }
}

static void push_exit(wend_sweep *w, int32_t k, int32_t twin, wend_gap gap, wend_way x, wend_way e) {
    wend_search *s = w->search;
    double ahead = wend_bound_beyond(w, gap, w->side + k, x, e);
    if (w->source->length + ahead > s->enough)
        return;
    double bound = w->source->length + s->lean * ahead;
    // Often this is what is looked at next.
    WEND_PREFETCH(&s->v.sides[twin]);
    WEND_PREFETCH(&s->v.side_phases[twin]);
    WEND_PREFETCH(&s->roads->bridges.data[twin]);
    WEND_PREFETCH(&s->v.pieces[s->v.side_pieces[twin]]);
    if (s->marked)
        WEND_PREFETCH(&s->corners.data[twin]);
    wend_entry entry = {bound > w->least ? bound : w->least, w->source_index, twin, gap.right, gap.left};
    wend_engine_push(s, &entry);
}

// With a radius, directions that are no farther apart are one but for rounding. Where a turn begins in a corner of
// pieces such rays would go around that corner, from piece to piece, for ever.
#define APART_LEAST 0x1p-50

// What goes on over a side, between two directions.
static void leave(wend_sweep *w, int32_t k, wend_way right, wend_way left) {
    wend_search *s = w->search;
    int32_t twin = s->v.sides[w->side + k].twin;
    double apart = wend_way_cross(right, left);
    if (twin < 0 || !(apart > (s->radius > 0 ? APART_LEAST : 0)) || wend_is_shut(s, s->v.side_pieces[twin]) ||
        is_dead_end(s, w->side + k, twin))
        return;
    wend_way x = w->at[k], e = wend_way_minus(w->at[k + 1 < w->sides ? k + 1 : 0], x);
    if (s->radius == 0) {
        push_exit(w, k, twin, (wend_gap){right, left}, x, e);
        return;
    }
    find_gaps(w, x, e, right, left);
    for (int64_t i = 0; i < s->gaps.count; i++)
        push_exit(w, k, twin, s->gaps.data[i], x, e);
}

// Whether the left limit lies beyond the ray through a corner, in direction *d. Where rays come from a circle an offset
// may have one sign twice, with the corner ahead and behind; directions tell.
static bool passes(const wend_sweep *w, int32_t corner, wend_way from, wend_way *d) {
    const wend_search *s = w->search;
    double ahead;
    if (w->bend == 0 && w->offsets[1][corner] >= 0)
        return false;
    if (!wend_tangent(s, w->at[corner], 0, w->bend, d, &ahead) || wend_way_cross(*d, w->left) <= 0)
        return false;
    double before = wend_way_cross(*d, from);
    if (before > 0 && (fabs(wend_offset(from, w->at[corner], w->bend)) > s->slack || wend_way_dot(*d, from) <= 0))
        return false;
    *d = before > 0 ? from : *d; // by rounding
    return true;
}

// Whether a side lies along the right limit, which runs the other way.
static bool runs_against(const wend_sweep *w, int32_t corner, int32_t end) {
    const double *offsets = w->offsets[0], slack = w->search->slack;
    return fabs(offsets[corner]) <= slack && fabs(offsets[end]) <= slack &&
           wend_way_dot(w->right, wend_way_minus(w->at[end], w->at[corner])) < 0;
}

// How many sides after the first one comes that by which the right limit leaves: the first that ends to its left. It
// may run along the next one; or along the one before, when rays come from within the piece and all of that is on its
// left. One that it runs along backward, after a side that it came in along, is none.
static int32_t first_exit(const wend_sweep *w) {
    const double *offsets = w->offsets[0];
    int32_t n = w->sides;
    for (double level = -w->search->slack;; level = w->search->slack) {
        int32_t k = w->first;
        for (int32_t skipped = 0; skipped < w->count; skipped++, k = k + 1 < n ? k + 1 : 0) {
            int32_t end = k + 1 < n ? k + 1 : 0;
            if (offsets[end] > level && (w->count < n || offsets[k] <= level) && !runs_against(w, k, end))
                return skipped;
        }
        if (level > 0 || w->count < n)
            return w->count - 1;
    }
}

static void leave_all(wend_sweep *w) {
    int32_t n = w->sides, skipped = first_exit(w), k = (w->first + skipped) % n;
    int32_t steps = w->count < n ? w->count - skipped : n;
    wend_way from = w->right;
    for (; steps > 0; steps--, k = k + 1 < n ? k + 1 : 0) {
        wend_way through = w->left;
        if (steps == 1 || !passes(w, k + 1 < n ? k + 1 : 0, from, &through)) {
            leave(w, k, from, w->left);
            return;
        }
        leave(w, k, from, through);
        from = through;
    }
}

// ---------------------------------------------------------------------------------------------------- sweeping

void wend_sweep_rays(wend_sweep *w) {
    wend_search *s = w->search;
    const wend_roads_view *v = &s->v;
    s->swept++;
    w->arrival = &s->arrivals.data[w->source->arrival];
    w->centre = w->arrival->centre;
    w->notch = w->arrival->notch;
    w->sense = w->arrival->sense;
    w->bend = w->sense * s->radius;
    w->side = v->pieces[w->piece].side;
    w->sides = v->pieces[w->piece + 1].side - w->side;
    look_at_piece(w);
    if (s->record != NULL)
        s->record(s->recorder, w);
    // Exits first: targets and turns add arrivals and sources, which may move those of this sweep.
    leave_all(w);
    const wend_target_mark *mark = &s->target_marks.data[w->piece];
    for (int32_t k = mark->round == s->round ? mark->first : -1; k >= 0; k = s->targets.data[k].next)
        try_target(w, &s->targets.data[k]);
    mark = s->gated ? &s->gate_marks.data[w->piece] : NULL;
    for (int32_t k = mark != NULL && mark->round == s->gate_round ? mark->first : -1; k >= 0;
         k = s->gate_targets.data[k].next)
        try_target(w, &s->gate_targets.data[k]);
    for (int64_t k = 0; k < s->hindrances.count; k++) {
        const wend_hindrance *h = &s->hindrances.data[k];
        if (h->turns & WEND_TURNS_LEFT)
            wend_turn_around(w, h, 1);
        if (h->turns & WEND_TURNS_RIGHT)
            wend_turn_around(w, h, -1);
    }
}

void wend_sweep_begin(wend_sweep *w, wend_search *s, const wend_source *source, int32_t index, double least) {
    w->search = s;
    w->source = source;
    w->source_index = index;
    w->piece = source->piece;
    w->least = least;
}

void wend_sweep_interval(wend_search *s, const wend_entry *entry) {
    wend_sweep w; // not cleared: it is large
    wend_source source = s->sources.data[entry->source];
    wend_sweep_begin(&w, s, &source, entry->source, entry->least);
    w.right = entry->right;
    w.left = entry->left;
    w.piece = s->v.side_pieces[entry->side];
    int32_t side = s->v.pieces[w.piece].side, sides = s->v.pieces[w.piece + 1].side - side;
    w.first = entry->side - side + 1 < sides ? entry->side - side + 1 : 0;
    w.count = sides - 1;
    wend_sweep_rays(&w);
}

// Meets those targets of a list that lie in the place itself: no ray leads there.
static void meet_here(wend_search *s, const wend_targets *targets, int32_t first, int32_t number, double least) {
    wend_source source = s->sources.data[number];
    wend_way here = s->arrivals.data[source.arrival].centre;
    for (int32_t k = first; k >= 0; k = targets->data[k].next) {
        wend_target target = targets->data[k];
        if (target.place.x == here.x && target.place.y == here.y)
            wend_target_meet(s, &target, number, (wend_way){0, 0}, source.length, least);
    }
}

// The side and the limits of the rays between them: swept, if the aim is ahead of some ray there as `there` says, or
// always without an aim.
static void sweep_wedge(wend_sweep *w, int32_t side, wend_way right, wend_way left, const wend_way *aim, bool there) {
    if (aim != NULL && (wend_way_cross(right, *aim) >= 0 && wend_way_cross(*aim, left) >= 0) != there)
        return;
    w->first = side;
    w->count = 1;
    w->right = right;
    w->left = left;
    wend_sweep_rays(w);
}

// Puts all rays of a start off that do not lead straight to the aim: if it is in sight, they need not be swept.
static void put_off(wend_search *s, int32_t number) {
    const wend_source *source = &s->sources.data[number];
    wend_way start = s->arrivals.data[source->arrival].centre;
    wend_entry rest = {source->length + s->lean * wend_ahead_of(s, start), number, WEND_ENTRY_REST, {0, 0}, {0, 0}};
    wend_engine_push(s, &rest);
}

void wend_sweep_start(wend_search *s, int32_t number, double least, bool rest) {
    wend_source source = s->sources.data[number];
    wend_way start = s->arrivals.data[source.arrival].centre;
    const wend_target_mark *goals = &s->target_marks.data[source.piece], *gates = &s->gate_marks.data[source.piece];
    bool divided = s->aimed && !s->gated && !s->laned && s->record == NULL;
    wend_way aim = wend_way_minus(s->aim, start), *by = divided ? &aim : NULL;
    if (divided && !rest)
        put_off(s, number);
    if (goals->round == s->round && !rest)
        meet_here(s, &s->targets, goals->first, number, least);
    if (s->gated && gates->round == s->gate_round && !rest)
        meet_here(s, &s->gate_targets, gates->first, number, least);
    int32_t side = s->v.pieces[source.piece].side, sides = s->v.pieces[source.piece + 1].side - side;
    wend_sweep w;
    wend_sweep_begin(&w, s, &source, number, least);
    for (int32_t k = 0; k < sides; k++) {
        wend_way a = wend_way_minus(wend_road_place(s->v.sides[side + k].at), start);
        wend_way b = wend_way_minus(wend_road_place(s->v.sides[side + (k + 1 < sides ? k + 1 : 0)].at), start);
        if (!(wend_way_cross(a, b) > s->slack * distance(a, b)))
            continue;
        wend_way right = wend_way_unit(a), left = wend_way_unit(b);
        bool wide = wend_way_dot(right, left) < 0;
        wend_way middle = wend_way_unit((wend_way){b.y - a.y, a.x - b.x}); // straight at the side
        sweep_wedge(&w, k, right, wide ? middle : left, by, !rest);
        if (wide)
            sweep_wedge(&w, k, middle, left, by, !rest);
    }
}
