// Cells by brute force. See oracle_cells.h.
//
// Why what is checked here is enough: no portal meets another one or a boundary but at its ends, and there it leaves
// into the floor; so the sides of a cell never cross. Its ring turns by 360 degrees once: it is simple. Each portal
// stands in two rings, once each way, and each piece of boundary in one: added up, the rings are the boundary of the
// plan, and a place of the floor is in one cell more often than a place outside, which is once.
#include "oracle_cells_parts.h"

// ---------------------------------------------------------------------------------------------------- tables

static void find_vertices(judge *j) {
    const wend_plan_view *plan = j->plan;
    for (int32_t v = 0; v < plan->vertex_count; v++) {
        j->places[v] = lattice_place(plan->vertices[v]);
        j->out[v] = j->in[v] = j->component[v] = -1;
    }
    for (int32_t t = 0; t < plan->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            j->component[plan->triangles[t].v[i]] = plan->triangle_component[t];
    for (int32_t b = 0; b < plan->boundary_count; b++) {
        j->out[boundary_start(j, b)] = b;
        j->in[boundary_end(j, b)] = b;
    }
}

// The other ends of the borders at every vertex.
static void find_borders(judge *j) {
    const wend_plan_view *plan = j->plan;
    for (int32_t k = 0; k < plan->border_count; k++) {
        j->border_at[half_edge_start(plan, plan->borders[k]) + 1]++;
        j->border_at[half_edge_end(plan, plan->borders[k]) + 1]++;
    }
    for (int32_t v = 0; v < plan->vertex_count; v++)
        j->border_at[v + 1] += j->border_at[v];
    int32_t *filled = need((size_t)plan->vertex_count, sizeof *filled);
    for (int32_t k = 0; k < plan->border_count; k++) {
        int32_t a = half_edge_start(plan, plan->borders[k]), b = half_edge_end(plan, plan->borders[k]);
        j->border_other[j->border_at[a] + filled[a]++] = b;
        j->border_other[j->border_at[b] + filled[b]++] = a;
    }
    free(filled);
}

// ---------------------------------------------------------------------------------------------------- indices

static bool check_def(judge *j) {
    const wend_cells_def *def = &j->cells->def;
    if (!(def->relax_angle >= 0 && def->relax_angle <= acos(-1) / 2) || !(def->relax >= 0 && def->relax < INFINITY) ||
        (int)def->quality < 0 || def->quality >= WEND_CELLS_QUALITY_COUNT)
        return no(j, "relax_angle %g, relax %g, quality %d", def->relax_angle, def->relax, (int)def->quality);
    return true;
}

static bool check_counts(judge *j) {
    const wend_cells_view *c = j->cells;
    if (c->vertex_count != j->plan->vertex_count)
        return no(j, "%d vertices, the plan has %d", c->vertex_count, j->plan->vertex_count);
    if (c->point_count < 0 || c->portal_count < 0 || c->cell_count < j->plan->component_count || c->side_count < 0)
        return no(j, "%d points, %d portals, %d cells, %d sides", c->point_count, c->portal_count, c->cell_count,
                  c->side_count);
    return true;
}

static bool check_points(judge *j) {
    const wend_cells_view *c = j->cells;
    for (int32_t k = 0; k < c->point_count; k++) {
        const wend_cell_point *p = &c->points[k];
        if (p->boundary < 0 || p->boundary >= j->plan->boundary_count || p->parameter == 0)
            return no(j, "point %d is at %u of boundary edge %d", k, p->parameter, p->boundary);
        if (k > 0 &&
            (p[-1].boundary > p->boundary || (p[-1].boundary == p->boundary && p[-1].parameter >= p->parameter)))
            return no(j, "point %d does not come after point %d", k, k - 1);
    }
    int32_t k = 0;
    for (int32_t b = 0; b <= j->plan->boundary_count; b++) {
        while (k < c->point_count && c->points[k].boundary < b)
            k++;
        j->first_point[b] = k;
    }
    return true;
}

static void place_points(judge *j) {
    for (int32_t k = 0; k < j->cells->point_count; k++) {
        const wend_cell_point *p = &j->cells->points[k];
        wend_point a = j->plan->vertices[boundary_start(j, p->boundary)];
        wend_point b = j->plan->vertices[boundary_end(j, p->boundary)];
        int32_t corner = j->plan->vertex_count + k;
        j->places[corner].x = a.x * one + ((int64_t)b.x - a.x) * p->parameter;
        j->places[corner].y = a.y * one + ((int64_t)b.y - a.y) * p->parameter;
        j->component[corner] = j->component[boundary_start(j, p->boundary)];
    }
}

static bool check_cell_ranges(judge *j) {
    const wend_cells_view *c = j->cells;
    int64_t first = 0;
    for (int32_t k = 0; k < c->cell_count; k++) {
        const wend_cell *cell = &c->cells[k];
        if (cell->first != first || cell->count < 3 || cell->count > c->side_count - first)
            return no(j, "cell %d has %d sides from %d on, of %d", k, cell->count, cell->first, c->side_count);
        if (cell->component < 0 || cell->component >= j->plan->component_count)
            return no(j, "cell %d is in component %d", k, cell->component);
        first += cell->count;
    }
    if (first != c->side_count)
        return no(j, "%d sides, the cells have %lld", c->side_count, (long long)first);
    for (int32_t s = 0; s < c->side_count; s++) {
        int32_t across = c->sides[s].across;
        if (c->sides[s].corner < 0 || c->sides[s].corner >= j->corner_count)
            return no(j, "side %d starts at corner %d", s, c->sides[s].corner);
        if (across >= 0 ? across / 2 >= c->portal_count : ~across >= j->plan->boundary_count)
            return no(j, "side %d has %d across", s, across);
    }
    return true;
}

static bool check_portal_ranges(judge *j) {
    for (int32_t k = 0; k < j->cells->portal_count; k++) {
        const wend_portal *p = &j->cells->portals[k];
        if (p->ends[0] < 0 || p->ends[0] >= p->ends[1] || p->ends[1] >= j->corner_count)
            return no(j, "portal %d runs from corner %d to %d", k, p->ends[0], p->ends[1]);
        for (int i = 0; i < 2; i++)
            if (p->cells[i] < 0 || p->cells[i] >= j->cells->cell_count || p->sides[i] < 0 ||
                p->sides[i] >= j->cells->side_count)
                return no(j, "portal %d is side %d of cell %d", k, p->sides[i], p->cells[i]);
        if (p->cells[0] == p->cells[1])
            return no(j, "portal %d has cell %d on both sides", k, p->cells[0]);
        if (p->border < -1 || p->border >= j->plan->border_count)
            return no(j, "portal %d lies on border %d", k, p->border);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- order

static bool check_order(judge *j) {
    const wend_cells_view *c = j->cells;
    for (int32_t k = 0; k < c->cell_count; k++) {
        const wend_cell *cell = &c->cells[k];
        for (int32_t s = cell->first + 1; s < cell->first + cell->count; s++)
            if (c->sides[s].corner < c->sides[cell->first].corner)
                return no(j, "cell %d does not start at its lowest corner", k);
        if (k > 0 && c->sides[cell[-1].first].corner > c->sides[cell->first].corner)
            return no(j, "cell %d starts at a lower corner than cell %d", k, k - 1);
    }
    int32_t last = 0;
    for (int32_t k = 0; k < c->portal_count; k++) {
        const int32_t *cells = c->portals[k].cells;
        int32_t lowest = cells[0] < cells[1] ? cells[0] : cells[1];
        if (lowest < last)
            return no(j, "portal %d bounds a lower cell than portal %d", k, k - 1);
        last = lowest;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- sides

// How many stops of a boundary edge lie before a corner: its start is 0, then come its points, then its end. -1 when
// the corner is not on it. (The start and the end of an edge are never the same vertex.)
static int32_t stop_of(const judge *j, int32_t b, int32_t corner) {
    int32_t points = j->first_point[b + 1] - j->first_point[b];
    if (corner == boundary_start(j, b))
        return 0;
    if (corner == boundary_end(j, b))
        return points + 1;
    if (is_plan_vertex(j, corner) || point_of(j, corner)->boundary != b)
        return -1;
    return corner - j->plan->vertex_count - j->first_point[b] + 1;
}

static bool check_boundary_side(judge *j, int32_t cell, int32_t s, uint8_t *pieces) {
    int32_t b = ~j->cells->sides[s].across;
    int32_t from = stop_of(j, b, j->cells->sides[s].corner), to = stop_of(j, b, side_end(j, cell, s));
    if (from < 0 || to != from + 1)
        return no(j, "side %d of cell %d is no piece of boundary edge %d", s, cell, b);
    if (j->cells->cells[cell].component != j->component[boundary_start(j, b)])
        return no(j, "cell %d is not in the component of boundary edge %d", cell, b);
    if (pieces[b + j->first_point[b] + from]++ > 0)
        return no(j, "a piece of boundary edge %d bounds two cells", b);
    return true;
}

static bool check_portal_side(judge *j, int32_t cell, int32_t s, uint8_t *ways) {
    int32_t across = j->cells->sides[s].across, way = across % 2;
    const wend_portal *p = &j->cells->portals[across / 2];
    if (p->ends[way] != j->cells->sides[s].corner || p->ends[1 - way] != side_end(j, cell, s))
        return no(j, "side %d of cell %d does not run along portal %d", s, cell, across / 2);
    if (p->cells[way] != cell || p->sides[way] != s)
        return no(j, "portal %d does not know side %d of cell %d", across / 2, s, cell);
    if (j->component[p->ends[0]] != j->cells->cells[cell].component)
        return no(j, "cell %d is not in the component of portal %d", cell, across / 2);
    ways[across]++;
    return true;
}

static bool check_all_covered(judge *j, const uint8_t *pieces, const uint8_t *ways) {
    for (int32_t b = 0; b < j->plan->boundary_count; b++)
        for (int32_t k = b + j->first_point[b]; k <= b + j->first_point[b + 1]; k++)
            if (pieces[k] != 1)
                return no(j, "a piece of boundary edge %d bounds no cell", b);
    for (int32_t k = 0; k < 2 * j->cells->portal_count; k++)
        if (ways[k] != 1)
            return no(j, "portal %d is a side %d times in direction %d", k / 2, ways[k], k % 2);
    return true;
}

static bool check_sides(judge *j) {
    uint8_t *pieces = need((size_t)j->plan->boundary_count + (size_t)j->cells->point_count, 1);
    uint8_t *ways = need(2 * (size_t)j->cells->portal_count, 1);
    bool good = true;
    for (int32_t k = 0; good && k < j->cells->cell_count; k++) {
        const wend_cell *cell = &j->cells->cells[k];
        for (int32_t s = cell->first; good && s < cell->first + cell->count; s++)
            good =
                j->cells->sides[s].across < 0 ? check_boundary_side(j, k, s, pieces) : check_portal_side(j, k, s, ways);
    }
    good = good && check_all_covered(j, pieces, ways);
    free(pieces);
    free(ways);
    return good;
}

// ---------------------------------------------------------------------------------------------------- rings

static bool check_ring(judge *j, int32_t k, int32_t *seen, wide_bits *area2) {
    const wend_cell *cell = &j->cells->cells[k];
    vec origin = j->places[j->cells->sides[cell->first].corner];
    long double turned = 0, pi = acosl(-1.0L);
    *area2 = 0;
    for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
        int32_t corner = j->cells->sides[s].corner, next = side_end(j, k, s);
        if (seen[corner] == k + 1)
            return no(j, "cell %d has corner %d twice", k, corner);
        seen[corner] = k + 1;
        if (same(j->places[corner], j->places[next]))
            return no(j, "side %d of cell %d has no length", s, k);
        *area2 += (wide_bits)cross(minus(j->places[corner], origin), minus(j->places[next], origin));
    }
    for (int32_t s = cell->first; s < cell->first + cell->count; s++)
        turned += pi - angle_at(j, k, s);
    if (fabsl(turned - 2 * pi) > 1e-6L)
        return no(j, "the ring of cell %d turns by %.0Lf degrees", k, turned * 180 / pi);
    if ((wide)*area2 <= 0)
        return no(j, "cell %d has no area", k);
    return true;
}

// Rings, and that the cells of a component have its area.
static bool check_rings(judge *j) {
    int32_t *seen = need((size_t)j->corner_count, sizeof *seen);
    wide_bits *left = need((size_t)j->plan->component_count, sizeof *left);
    for (int32_t k = 0; k < j->plan->component_count; k++)
        left[k] = (wide_bits)j->plan->components[k].area2 << 64;
    bool good = true;
    for (int32_t k = 0; good && k < j->cells->cell_count; k++) {
        int32_t component = j->cells->cells[k].component;
        wide_bits area2;
        good = check_ring(j, k, seen, &area2);
        if (good && area2 > left[component])
            good = no(j, "the cells of component %d are larger than it", component);
        else if (good)
            left[component] -= area2;
    }
    for (int32_t k = 0; good && k < j->plan->component_count; k++)
        if (left[k] != 0)
            good = no(j, "the cells of component %d are smaller than it", k);
    free(seen);
    free(left);
    return good;
}

// The angles of the cells at a corner are that of the floor there.
static bool check_fans(judge *j) {
    long double *sums = need((size_t)j->corner_count, sizeof *sums), pi = acosl(-1.0L);
    for (int32_t k = 0; k < j->cells->cell_count; k++) {
        const wend_cell *cell = &j->cells->cells[k];
        for (int32_t s = cell->first; s < cell->first + cell->count; s++)
            sums[j->cells->sides[s].corner] += angle_at(j, k, s);
    }
    bool good = true;
    for (int32_t corner = 0; good && corner < j->corner_count; corner++) {
        sector fan = fan_of(j, corner);
        long double whole = fan.full ? 2 * pi : angle_between(fan.from, fan.to);
        bool none = fan.full && sums[corner] == 0 && !(j->plan->vertex_flags[corner] & WEND_VERTEX_POINT) &&
                    border_count_at(j, corner) == 0; // a corner that nobody minds
        if (!none && fabsl(sums[corner] - whole) > 1e-6L)
            good = no(j, "the cells at corner %d have %.3Lf degrees of %.3Lf", corner, sums[corner] * 180 / pi,
                      whole * 180 / pi);
    }
    free(sums);
    return good;
}

// ---------------------------------------------------------------------------------------------------- contacts

typedef struct segment {
    vec a, b;
} segment;

static segment portal_segment(const judge *j, int32_t k) {
    const wend_portal *p = &j->cells->portals[k];
    return (segment){j->places[p->ends[0]], j->places[p->ends[1]]};
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static bool boxes_apart(const segment *s, const segment *t) {
    return most(s->a.x, s->b.x) < least(t->a.x, t->b.x) || most(t->a.x, t->b.x) < least(s->a.x, s->b.x) ||
           most(s->a.y, s->b.y) < least(t->a.y, t->b.y) || most(t->a.y, t->b.y) < least(s->a.y, s->b.y);
}

static bool on_segment(const segment *s, vec p) {
    segment point = {p, p};
    return !boxes_apart(s, &point) && orientation(s->a, s->b, p) == 0;
}

static bool inside_segment(const segment *s, vec p) {
    return on_segment(s, p) && !same(p, s->a) && !same(p, s->b);
}

// Whether a place that is no end of s lies on s and on t.
static bool meets_inside(const segment *s, const segment *t) {
    if (boxes_apart(s, t))
        return false;
    if (inside_segment(s, t->a) || inside_segment(s, t->b))
        return true;
    int c = orientation(s->a, s->b, t->a), d = orientation(s->a, s->b, t->b);
    if (c == 0 && d == 0) // on one line, and no end of t is inside s: t holds all of s, or touches it at most
        return on_segment(t, s->a) && on_segment(t, s->b);
    return c * d < 0 && orientation(t->a, t->b, s->a) * orientation(t->a, t->b, s->b) < 0;
}

// A portal leaves its ends into the floor around them.
static bool check_portal_ends(judge *j) {
    for (int32_t k = 0; k < j->cells->portal_count; k++) {
        const int32_t *ends = j->cells->portals[k].ends;
        if (j->component[ends[0]] != j->component[ends[1]] || same(j->places[ends[0]], j->places[ends[1]]))
            return no(j, "portal %d joins corners %d and %d", k, ends[0], ends[1]);
        for (int i = 0; i < 2; i++)
            if (!strictly_within(fan_of(j, ends[i]), minus(j->places[ends[1 - i]], j->places[ends[i]])))
                return no(j, "portal %d does not leave corner %d into the floor", k, ends[i]);
    }
    return true;
}

// Nothing lies on a portal between its ends, and no portal ends on a place between another one's.
static bool check_contacts(judge *j) {
    int32_t boundaries = j->plan->boundary_count, portals = j->cells->portal_count;
    segment *all = need((size_t)boundaries + (size_t)portals, sizeof *all);
    for (int32_t b = 0; b < boundaries; b++)
        all[b] = (segment){j->places[boundary_start(j, b)], j->places[boundary_end(j, b)]};
    for (int32_t k = 0; k < portals; k++)
        all[boundaries + k] = portal_segment(j, k);
    bool good = true;
    for (int32_t k = 0; good && k < portals; k++) {
        const segment *s = &all[boundaries + k];
        for (int32_t i = 0; good && i < boundaries + portals; i++)
            if (i != boundaries + k && meets_inside(s, &all[i]))
                good = no(j, "portal %d meets %s %d", k, i < boundaries ? "boundary edge" : "portal",
                          i < boundaries ? i : i - boundaries);
        for (int32_t v = 0; good && v < j->plan->vertex_count; v++)
            if (inside_segment(s, j->places[v]))
                good = no(j, "portal %d passes through vertex %d", k, v);
    }
    free(all);
    return good;
}

// Every point is there because a portal ends on it.
static bool check_points_used(judge *j) {
    bool *used = need((size_t)j->corner_count, sizeof *used), good = true;
    for (int32_t k = 0; k < j->cells->portal_count; k++)
        used[j->cells->portals[k].ends[0]] = used[j->cells->portals[k].ends[1]] = true;
    for (int32_t corner = j->plan->vertex_count; good && corner < j->corner_count; corner++)
        if (!used[corner])
            good = no(j, "no portal ends at point %d", corner - j->plan->vertex_count);
    free(used);
    return good;
}

// ---------------------------------------------------------------------------------------------------- graph

static bool check_borders(judge *j) {
    const wend_plan_view *plan = j->plan;
    int32_t *portal = need((size_t)plan->border_count, sizeof *portal);
    bool good = true;
    for (int32_t k = 0; good && k < j->cells->portal_count; k++) {
        const wend_portal *p = &j->cells->portals[k];
        if (p->border < 0)
            continue;
        int32_t a = half_edge_start(plan, plan->borders[p->border]), b = half_edge_end(plan, plan->borders[p->border]);
        if (p->ends[0] != (a < b ? a : b) || p->ends[1] != (a < b ? b : a))
            good = no(j, "portal %d does not run along border %d", k, p->border);
        else if (portal[p->border]++ > 0)
            good = no(j, "border %d is two portals", p->border);
    }
    for (int32_t b = 0; good && b < plan->border_count; b++)
        if (portal[b] == 0)
            good = no(j, "border %d is no portal", b);
    free(portal);
    return good;
}

static bool check_euler(judge *j) {
    const wend_plan_view *plan = j->plan;
    int32_t *sums = need((size_t)plan->component_count, sizeof *sums);
    for (int32_t k = 0; k < j->cells->cell_count; k++)
        sums[j->cells->cells[k].component]++;
    for (int32_t k = 0; k < j->cells->portal_count; k++)
        sums[j->component[j->cells->portals[k].ends[0]]]--;
    for (int32_t v = 0; v < plan->vertex_count; v++)
        if (plan->vertex_flags[v] & WEND_VERTEX_FEATURE && border_count_at(j, v) > 0)
            sums[j->component[v]]++;
    bool good = true;
    for (int32_t k = 0; good && k < plan->component_count; k++) {
        int32_t expected = 2 - plan->components[k].cycles - plan->components[k].points;
        if (sums[k] != expected)
            good = no(j, "component %d: cells - portals + inner corners is %d, expected %d", k, sums[k], expected);
    }
    free(sums);
    return good;
}

// ---------------------------------------------------------------------------------------------------- measures

static bool is_near(double value, long double expected) {
    return fabsl((long double)value - expected) <= 1e-9L * fabsl(expected);
}

static bool check_portal_length(judge *j) {
    long double sum = 0, metres = (long double)j->plan->lattice.step * (long double)j->plan->unit / (long double)one;
    for (int32_t k = 0; k < j->cells->portal_count; k++) {
        segment s = portal_segment(j, k);
        if (j->cells->portals[k].border < 0)
            sum += hypotl((long double)(s.b.x - s.a.x), (long double)(s.b.y - s.a.y)) * metres;
    }
    if (!is_near(j->cells->portal_length, sum))
        return no(j, "the portals are %.17g long, expected %.17Lg", j->cells->portal_length, sum);
    return true;
}

static bool check_angles(judge *j) {
    long double smallest = acosl(-1.0L), needle = smallest / 36;
    int32_t least = 0,
            most = 0; // angles below 5 degrees, less and with those that are 5 degrees as far as one can tell
    for (int32_t k = 0; k < j->cells->cell_count; k++) {
        const wend_cell *cell = &j->cells->cells[k];
        for (int32_t s = cell->first; s < cell->first + cell->count; s++)
            if (j->cells->sides[s].across >= 0 || j->cells->sides[side_before(j, k, s)].across >= 0) {
                long double angle = angle_at(j, k, s);
                smallest = fminl(smallest, angle);
                least += angle < needle * (1 - 1e-12L);
                most += angle < needle * (1 + 1e-12L);
            }
    }
    if (!is_near(j->cells->smallest_angle, smallest))
        return no(j, "the smallest angle is %.17g, expected %.17Lg", j->cells->smallest_angle, smallest);
    if (j->cells->needle_count < least || j->cells->needle_count > most)
        return no(j, "the angles below 5 degrees are %d, expected %d", j->cells->needle_count, most);
    return true;
}

// ---------------------------------------------------------------------------------------------------- all of it

static bool check_all(judge *j) {
    if (!check_def(j) || !check_counts(j))
        return false;
    find_vertices(j);
    find_borders(j);
    if (!check_points(j))
        return false;
    place_points(j);
    return check_cell_ranges(j) && check_portal_ranges(j) && check_sides(j) && check_portal_ends(j) &&
           check_contacts(j) && check_points_used(j) && check_rings(j) && check_fans(j) && check_order(j) &&
           check_borders(j) && check_euler(j) && oracle_notches_ok(j) && check_portal_length(j) && check_angles(j);
}

static judge make_judge(const wend_plan_view *plan, const wend_cells_view *cells, char *why, size_t size) {
    size_t vertices = (size_t)plan->vertex_count, points = cells->point_count > 0 ? (size_t)cells->point_count : 0;
    judge j = {.plan = plan, .cells = cells, .why = why, .size = size};
    j.corner_count = (int32_t)(vertices + points);
    j.places = need(vertices + points, sizeof *j.places);
    j.component = need(vertices + points, sizeof *j.component);
    j.out = need(vertices, sizeof *j.out);
    j.in = need(vertices, sizeof *j.in);
    j.first_point = need((size_t)plan->boundary_count + 1, sizeof *j.first_point);
    j.border_at = need(vertices + 1, sizeof *j.border_at);
    j.border_other = need(2 * (size_t)plan->border_count, sizeof *j.border_other);
    j.notch = need(vertices, sizeof *j.notch);
    return j;
}

static void free_judge(judge *j) {
    free(j->places);
    free(j->component);
    free(j->out);
    free(j->in);
    free(j->first_point);
    free(j->border_at);
    free(j->border_other);
    free(j->notch);
}

bool oracle_cells_view_ok(const wend_plan *plan, const wend_cells_view *view, char *why, size_t size) {
    wend_plan_view plan_view = wend_plan_look(plan);
    judge j = make_judge(&plan_view, view, why, size);
    bool good = check_all(&j);
    free_judge(&j);
    return good;
}

bool oracle_cells_ok(const wend_plan *plan, const wend_cells *cells, char *why, size_t size) {
    wend_cells_view view = wend_cells_look(cells);
    return oracle_cells_view_ok(plan, &view, why, size);
}

// ---------------------------------------------------------------------------------------------------- locating

// The part of a triangle around a place on it.
static sector triangle_sector(const judge *j, int32_t t, vec at) {
    const int32_t *v = j->plan->triangles[t].v;
    for (int i = 0; i < 3; i++) {
        vec a = j->places[v[i]], b = j->places[v[(i + 1) % 3]], c = j->places[v[(i + 2) % 3]];
        if (same(a, at))
            return (sector){minus(b, at), minus(c, at), false};
        segment edge = {a, b};
        if (inside_segment(&edge, at))
            return (sector){minus(b, at), minus(a, at), false};
    }
    return (sector){.full = true};
}

// Whether a place that is on no side of a cell lies in it: a ray to the right crosses its ring an odd number of times.
static bool is_inside(const judge *j, int32_t cell, vec at) {
    const wend_cell *c = &j->cells->cells[cell];
    bool inside = false;
    for (int32_t s = c->first; s < c->first + c->count; s++) {
        vec a = j->places[j->cells->sides[s].corner], b = j->places[side_end(j, cell, s)];
        if ((a.y > at.y) != (b.y > at.y) && (orientation(a, b, at) > 0) == (b.y > a.y))
            inside = !inside;
    }
    return inside;
}

// Whether a cell has some floor of a sector around a place, however near to it.
static bool holds(const judge *j, int32_t cell, vec at, sector around) {
    const wend_cell *c = &j->cells->cells[cell];
    bool on_ring = false;
    for (int32_t s = c->first; s < c->first + c->count; s++) {
        segment side = {j->places[j->cells->sides[s].corner], j->places[side_end(j, cell, s)]};
        if (same(side.a, at)) {
            on_ring = true;
            if (overlap(around, sector_at(j, cell, s)))
                return true;
        } else if (inside_segment(&side, at)) {
            on_ring = true;
            if (overlap(around, (sector){minus(side.b, at), minus(side.a, at), false}))
                return true;
        }
    }
    return !on_ring && is_inside(j, cell, at);
}

static int32_t lowest_holding(const judge *j, int32_t triangle, vec at) {
    sector around = triangle_sector(j, triangle, at);
    for (int32_t k = 0; k < j->cells->cell_count; k++)
        if (j->cells->cells[k].component == j->plan->triangle_component[triangle] && holds(j, k, at, around))
            return k;
    return -1;
}

// Whether one can step from a triangle into another one at a place: they share a vertex there, or an edge.
static bool is_joined(const judge *j, int32_t t, int32_t u, vec at) {
    for (int i = 0; i < 3; i++) {
        int32_t v = j->plan->triangles[t].v[i], twin = j->plan->triangles[t].twin[i];
        segment edge = {j->places[v], j->places[j->plan->triangles[t].v[(i + 1) % 3]]};
        if (twin >= 0 && twin / 3 == u && inside_segment(&edge, at))
            return true;
        for (int k = 0; k < 3; k++)
            if (same(edge.a, at) && j->plan->triangles[u].v[k] == v)
                return true;
    }
    return false;
}

static bool judge_spot(judge *j, const wend_spot *spot, int32_t cell) {
    if (spot->triangle < 0)
        return cell == -1 || no(j, "off the plan there is cell %d", cell);
    vec at = lattice_place(spot->point);
    int32_t here = lowest_holding(j, spot->triangle, at), around = here;
    for (int32_t t = 0; cell != here && t < j->plan->triangle_count; t++)
        if (t != spot->triangle && is_joined(j, spot->triangle, t, at)) {
            int32_t there = lowest_holding(j, t, at);
            around = there < around ? there : around;
        }
    if (here >= 0 && (cell == here || cell == around))
        return true;
    return no(j, "(%d, %d) of triangle %d is in cell %d, not %d", spot->point.x, spot->point.y, spot->triangle, here,
              cell);
}

bool oracle_cells_locate_ok(const wend_plan *plan, const wend_cells_view *view, const wend_spot *spot, int32_t cell,
                            char *why, size_t size) {
    wend_plan_view plan_view = wend_plan_look(plan);
    judge j = make_judge(&plan_view, view, why, size);
    find_vertices(&j);
    bool good = check_points(&j);
    if (good) {
        place_points(&j);
        good = judge_spot(&j, spot, cell);
    }
    free_judge(&j);
    return good;
}
