// The brute force of oracle_surface.h. Written from wend/surface.h alone: union-find, linear search, long double.
#include "oracle_surface.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t root(int32_t *parent, int32_t i) {
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static void join(int32_t *parent, int32_t i, int32_t j) {
    i = root(parent, i);
    j = root(parent, j);
    parent[i > j ? i : j] = i > j ? j : i;
}

static int32_t *singles(int32_t count) {
    int32_t *parent = malloc(((size_t)count + 1) * sizeof *parent);
    if (parent == NULL)
        exit(1);
    for (int32_t i = 0; i < count; i++)
        parent[i] = i;
    return parent;
}

static int32_t next_edge(int32_t e) {
    return e / 3 * 3 + (e + 1) % 3;
}

static bool same_point(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static int order_points(wend_point3 a, wend_point3 b) {
    int64_t d[3] = {(int64_t)a.x - b.x, (int64_t)a.y - b.y, (int64_t)a.z - b.z};
    for (int i = 0; i < 3; i++)
        if (d[i] != 0)
            return d[i] < 0 ? -1 : 1;
    return 0;
}

static bool is_there(const oracle_floor *f, int32_t triangle) {
    return f->triangles[triangle].source >= 0;
}

static wend_point3 start_of(const oracle_floor *f, int32_t e) {
    return f->triangles[e / 3].p[e % 3];
}

static int32_t raw_twin(const oracle_floor *f, int32_t e) {
    return f->triangles[e / 3].twin[e % 3];
}

// Corners that belong to the same fan have the same root.
static int32_t *fans_of(const oracle_floor *f) {
    int32_t *fan = singles(3 * f->triangle_count);
    for (int32_t e = 0; e < 3 * f->triangle_count; e++)
        if (is_there(f, e / 3) && raw_twin(f, e) >= 0) {
            join(fan, e, next_edge(raw_twin(f, e)));
            join(fan, next_edge(e), raw_twin(f, e));
        }
    return fan;
}

// ---------------------------------------------------------------------------------------------------- the match

// Which raw half-edge each half-edge of the surface is.
typedef struct match {
    const oracle_floor *floor;
    const wend_surface_view *view;
    int32_t *raw;       // per half-edge of the surface
    int32_t *made;      // per raw half-edge: that of the surface, -1 for triangles taken away
    int32_t *fan;       // per raw half-edge: the root of its fan
    int32_t *component; // per raw triangle: the root of its component
} match;

static void match_free(match *m) {
    free(m->raw);
    free(m->made);
    free(m->fan);
    free(m->component);
}

static const char *match_triangle(match *m, int32_t k) {
    const wend_surface_triangle *t = &m->view->triangles[k];
    for (int32_t r = 0; r < m->floor->triangle_count; r++)
        for (int by = 0; by < 3 && is_there(m->floor, r); by++) {
            bool same = true;
            for (int i = 0; i < 3; i++)
                same &= same_point(m->view->vertices[t->v[i]], m->floor->triangles[r].p[(i + by) % 3]);
            if (!same)
                continue;
            if (m->made[3 * r] >= 0)
                return "two triangles are one of the raw ones";
            for (int i = 0; i < 3; i++) {
                m->raw[3 * k + i] = 3 * r + (i + by) % 3;
                m->made[3 * r + (i + by) % 3] = 3 * k + i;
            }
            return t->source == m->floor->triangles[r].source ? NULL : "a triangle has another source";
        }
    return "a triangle is none of the raw ones";
}

static const char *match_all(match *m) {
    int32_t there = 0;
    for (int32_t r = 0; r < m->floor->triangle_count; r++)
        there += is_there(m->floor, r);
    if (there != m->view->triangle_count)
        return "the number of triangles";
    m->raw = singles(3 * there);
    m->made = singles(3 * m->floor->triangle_count);
    m->fan = fans_of(m->floor);
    m->component = singles(m->floor->triangle_count);
    for (int32_t e = 0; e < 3 * m->floor->triangle_count; e++) {
        m->made[e] = -1;
        if (is_there(m->floor, e / 3) && raw_twin(m->floor, e) >= 0)
            join(m->component, e / 3, raw_twin(m->floor, e) / 3);
    }
    for (int32_t k = 0; k < there; k++) {
        const char *wrong = match_triangle(m, k);
        if (wrong)
            return wrong;
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------- arrays

static const char *compare_vertices(const match *m) {
    int32_t *vertex_fan = singles(m->view->vertex_count), fans = 0;
    const char *wrong = NULL;
    for (int32_t i = 0; i < m->view->vertex_count; i++)
        vertex_fan[i] = -1;
    for (int32_t e = 0; e < 3 * m->floor->triangle_count; e++)
        fans += is_there(m->floor, e / 3) && root(m->fan, e) == e;
    if (fans != m->view->vertex_count)
        wrong = "the number of vertices";
    for (int32_t e = 0; e < 3 * m->view->triangle_count && !wrong; e++) {
        int32_t v = m->view->triangles[e / 3].v[e % 3], fan = root(m->fan, m->raw[e]);
        if (vertex_fan[v] >= 0 && vertex_fan[v] != fan)
            wrong = "a vertex has corners of two fans";
        vertex_fan[v] = fan;
    }
    for (int32_t i = 0; i < m->view->vertex_count && !wrong; i++)
        for (int32_t j = 0; j < i; j++)
            if (vertex_fan[i] < 0 || vertex_fan[i] == vertex_fan[j])
                wrong = "a fan has two vertices, or a vertex none";
    free(vertex_fan);
    return wrong;
}

static bool same_border(const wend_surface_boundary *b, const wend_raw_border *r) {
    return b->cause == r->cause && b->low == r->low && b->high == r->high && b->kind == r->kind && b->side == r->side &&
           b->tile == r->tile;
}

static const char *compare_edges(const match *m) {
    int32_t boundaries = 0;
    for (int32_t e = 0; e < 3 * m->view->triangle_count; e++) {
        int32_t twin = m->view->triangles[e / 3].twin[e % 3], raw = raw_twin(m->floor, m->raw[e]);
        if (raw >= 0 && twin != m->made[raw])
            return "a twin";
        if (raw >= 0)
            continue;
        if (twin != ~boundaries || boundaries >= m->view->boundary_count || m->view->boundaries[boundaries].edge != e)
            return "boundary edges do not follow half-edges";
        if (!same_border(&m->view->boundaries[boundaries], &m->floor->borders[~raw]))
            return "a boundary edge is not its border";
        boundaries++;
    }
    return boundaries == m->view->boundary_count ? NULL : "the number of boundary edges";
}

static const char *compare_cycles(const match *m) {
    const wend_surface_view *v = m->view;
    int32_t *cycle = singles(v->boundary_count), cycles = 0;
    const char *wrong = NULL;
    for (int32_t b = 0; b < v->boundary_count && !wrong; b++) {
        int32_t end = root(m->fan, next_edge(m->raw[v->boundaries[b].edge])), followers = 0;
        for (int32_t n = 0; n < v->boundary_count; n++)
            if (root(m->fan, m->raw[v->boundaries[n].edge]) == end) {
                followers++;
                join(cycle, b, n);
                if (v->boundaries[b].next != n)
                    wrong = "the next of a boundary edge";
            }
        if (followers != 1)
            wrong = "a boundary does not go on, or twice";
    }
    for (int32_t b = 0; b < v->boundary_count && !wrong; b++) {
        int32_t first = root(cycle, b); // the lowest, as joins keep the lower root
        if (first == b ? v->boundaries[b].cycle != cycles++ : v->boundaries[b].cycle != v->boundaries[first].cycle)
            wrong = "the cycle of a boundary edge";
    }
    if (!wrong && cycles != v->cycle_count)
        wrong = "the number of cycles";
    free(cycle);
    return wrong;
}

static int64_t flat2(wend_point3 a, wend_point3 b, wend_point3 c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

static long double length_of(wend_point3 a, wend_point3 b) {
    long double x = (long double)a.x - b.x, y = (long double)a.y - b.y, z = (long double)a.z - b.z;
    return sqrtl(x * x + y * y + z * z);
}

// Area on the slope: half of base times height.
static long double slope_area(wend_point3 a, wend_point3 b, wend_point3 c) {
    long double base = length_of(a, b);
    long double along =
        (((long double)b.x - a.x) * ((long double)c.x - a.x) + ((long double)b.y - a.y) * ((long double)c.y - a.y) +
         ((long double)b.z - a.z) * ((long double)c.z - a.z)) /
        base;
    long double slant = length_of(a, c), height2 = slant * slant - along * along;
    return base * sqrtl(height2 > 0 ? height2 : 0) / 2;
}

static const char *compare_component(const match *m, int32_t k, int32_t first, long double *total) {
    const wend_surface_view *v = m->view;
    int32_t triangles = 0, cycles = 0;
    int64_t area2 = 0;
    long double area = 0, side = (long double)v->lattice.step * v->lattice.unit;
    for (int32_t t = 0; t < v->triangle_count; t++) {
        bool inside = root(m->component, m->raw[3 * t] / 3) == root(m->component, m->raw[3 * first] / 3);
        if (inside != (v->triangle_component[t] == k))
            return "the component of a triangle";
        if (!inside)
            continue;
        triangles++;
        wend_point3 a = v->vertices[v->triangles[t].v[0]], b = v->vertices[v->triangles[t].v[1]];
        wend_point3 c = v->vertices[v->triangles[t].v[2]];
        area2 += flat2(a, b, c);
        area += slope_area(a, b, c) * side * side;
    }
    for (int32_t c = 0; c < v->cycle_count; c++)
        for (int32_t b = 0; b < v->boundary_count; b++)
            if (v->boundaries[b].cycle == c) {
                cycles += v->triangle_component[v->boundaries[b].edge / 3] == k;
                break;
            }
    *total += area;
    const wend_surface_component *said = &v->components[k];
    if (said->triangles != triangles || said->first != first || said->cycles != cycles || said->area2 != area2)
        return "the counts of a component";
    return fabsl(said->area - area) <= 1e-9L * area ? NULL : "the area of a component";
}

static const char *compare_components(const match *m) {
    const wend_surface_view *v = m->view;
    int32_t components = 0;
    long double total = 0;
    for (int32_t t = 0; t < v->triangle_count; t++) {
        bool first = true;
        for (int32_t u = 0; u < t; u++)
            first &= root(m->component, m->raw[3 * t] / 3) != root(m->component, m->raw[3 * u] / 3);
        if (!first)
            continue;
        if (components >= v->component_count)
            return "the number of components";
        const char *wrong = compare_component(m, components++, t, &total);
        if (wrong)
            return wrong;
    }
    if (components != v->component_count)
        return "the number of components";
    return fabsl(v->area - total) <= 1e-9L * total ? NULL : "the area";
}

// ---------------------------------------------------------------------------------------------------- order

// Index along the Hilbert curve through a square of 2^31 x 2^31, by turning the square at each level.
static uint64_t along_curve(int64_t x, int64_t y) {
    uint64_t index = 0;
    for (int64_t side = (int64_t)1 << 30; side > 0; side /= 2) {
        int right = (x & side) != 0, up = (y & side) != 0;
        index = 4 * index + (uint64_t)((3 * right) ^ up);
        if (up)
            continue;
        if (right) {
            x = ((int64_t)1 << 31) - 1 - x;
            y = ((int64_t)1 << 31) - 1 - y;
        }
        int64_t swap = x;
        x = y;
        y = swap;
    }
    return index;
}

// The rank of an element: compared number by number.
typedef struct rank {
    int64_t number[12];
} rank;

static int compare_ranks(const rank *a, const rank *b) {
    for (int i = 0; i < 12; i++)
        if (a->number[i] != b->number[i])
            return a->number[i] < b->number[i] ? -1 : 1;
    return 0;
}

static rank triangle_rank(const wend_surface_view *v, int32_t k, int32_t low_x, int32_t low_y) {
    int64_t x = 0, y = 0;
    rank r = {{0}};
    for (int i = 0; i < 3; i++) {
        wend_point3 p = v->vertices[v->triangles[k].v[i]];
        x += (int64_t)p.x - low_x;
        y += (int64_t)p.y - low_y;
        r.number[1] += p.z;
        r.number[2 + 3 * i] = p.x;
        r.number[3 + 3 * i] = p.y;
        r.number[4 + 3 * i] = p.z;
    }
    r.number[0] = (int64_t)along_curve(x / 3, y / 3);
    return r;
}

static rank vertex_rank(const wend_surface_view *v, int32_t vertex, int32_t low_x, int32_t low_y) {
    wend_point3 p = v->vertices[vertex];
    int32_t lowest = 0;
    while (v->triangles[lowest / 3].v[lowest % 3] != vertex)
        lowest++;
    return (rank){{(int64_t)along_curve((int64_t)p.x - low_x, (int64_t)p.y - low_y), p.z, lowest / 3}};
}

static const char *compare_order(const wend_surface_view *v) {
    int32_t low_x = INT32_MAX, low_y = INT32_MAX;
    for (int32_t i = 0; i < v->vertex_count; i++) {
        low_x = v->vertices[i].x < low_x ? v->vertices[i].x : low_x;
        low_y = v->vertices[i].y < low_y ? v->vertices[i].y : low_y;
    }
    for (int32_t k = 0; k < v->triangle_count; k++) {
        for (int i = 1; i < 3; i++)
            if (order_points(v->vertices[v->triangles[k].v[0]], v->vertices[v->triangles[k].v[i]]) >= 0)
                return "a triangle does not begin with its least corner";
        if (k == 0)
            continue;
        rank a = triangle_rank(v, k - 1, low_x, low_y), b = triangle_rank(v, k, low_x, low_y);
        if (compare_ranks(&a, &b) >= 0)
            return "the order of triangles";
    }
    for (int32_t i = 1; i < v->vertex_count; i++) {
        rank a = vertex_rank(v, i - 1, low_x, low_y), b = vertex_rank(v, i, low_x, low_y);
        if (compare_ranks(&a, &b) >= 0)
            return "the order of vertices";
    }
    return NULL;
}

static const char *compare_box(const match *m) {
    double min[3] = {0}, max[3] = {0};
    bool any = false;
    for (int32_t e = 0; e < 3 * m->floor->triangle_count; e++) {
        if (!is_there(m->floor, e / 3))
            continue;
        double place[3];
        wend_lattice3_place(&m->floor->lattice, start_of(m->floor, e), place);
        for (int i = 0; i < 3; i++) {
            min[i] = !any || place[i] < min[i] ? place[i] : min[i];
            max[i] = !any || place[i] > max[i] ? place[i] : max[i];
        }
        any = true;
    }
    for (int i = 0; i < 3; i++)
        if (m->view->min[i] != min[i] || m->view->max[i] != max[i])
            return "the box";
    return NULL;
}

const char *oracle_surface_differs(const oracle_floor *floor, const wend_surface_view *view) {
    match m = {.floor = floor, .view = view};
    const char *wrong = match_all(&m);
    if (!wrong)
        wrong = compare_vertices(&m);
    if (!wrong)
        wrong = compare_edges(&m);
    if (!wrong)
        wrong = compare_cycles(&m);
    if (!wrong)
        wrong = compare_components(&m);
    if (!wrong)
        wrong = compare_order(view);
    if (!wrong)
        wrong = compare_box(&m);
    if (!wrong && (view->producer != floor->producer || view->lattice.up != floor->lattice.up ||
                   view->lattice.step != floor->lattice.step || view->lattice.unit != floor->lattice.unit))
        wrong = "lattice or producer";
    match_free(&m);
    return wrong;
}

// ---------------------------------------------------------------------------------------------------- twists

typedef struct wedge {
    int64_t x0, y0, x1, y1; // the two directions, less than half a turn apart
} wedge;

static wedge wedge_at(const oracle_floor *f, int32_t e) {
    wend_point3 o = start_of(f, e), a = start_of(f, next_edge(e)), b = start_of(f, next_edge(next_edge(e)));
    return (wedge){(int64_t)a.x - o.x, (int64_t)a.y - o.y, (int64_t)b.x - o.x, (int64_t)b.y - o.y};
}

// Whether a wedge holds a direction, the first of its own two included.
static bool holds(const wedge *w, int64_t x, int64_t y) {
    int64_t from = w->x0 * y - w->y0 * x, to = x * w->y1 - y * w->x1;
    return (from == 0 && w->x0 * x + w->y0 * y > 0) || (from > 0 && to > 0);
}

bool oracle_surface_is_twisted(const oracle_floor *f) {
    int32_t *fan = fans_of(f);
    bool twisted = false;
    for (int32_t e = 0; e < 3 * f->triangle_count; e++)
        for (int32_t g = 0; g < e; g++) {
            if (!is_there(f, e / 3) || !is_there(f, g / 3) || root(fan, e) != root(fan, g))
                continue;
            wedge a = wedge_at(f, e), b = wedge_at(f, g);
            twisted |= holds(&a, b.x0, b.y0) || holds(&b, a.x0, a.y0);
        }
    free(fan);
    return twisted;
}

// ---------------------------------------------------------------------------------------------------- footholds

typedef struct point {
    long double x, y, z;
} point;

static long double cross(point a, point b, point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static long double plane_height(const point t[3], long double x, long double y) {
    point p = {x, y, 0};
    long double all = cross(t[0], t[1], t[2]);
    return (t[0].z * cross(t[1], t[2], p) + t[1].z * cross(t[2], t[0], p) + t[2].z * cross(t[0], t[1], p)) / all;
}

static bool is_within(const point t[3], point p) {
    return cross(t[0], t[1], p) >= 0 && cross(t[1], t[2], p) >= 0 && cross(t[2], t[0], p) >= 0;
}

static void corners_of(const wend_surface_view *v, int32_t k, point t[3]) {
    for (int i = 0; i < 3; i++) {
        wend_point3 p = v->vertices[v->triangles[k].v[i]];
        t[i] = (point){p.x, p.y, p.z};
    }
}

// Distance on the ground from p to the segment a-b.
static long double segment_distance(point p, point a, point b) {
    long double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    long double s = length2 > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    return sqrtl((a.x + s * dx - p.x) * (a.x + s * dx - p.x) + (a.y + s * dy - p.y) * (a.y + s * dy - p.y));
}

static point between(point a, point b, long double z) {
    long double s = (z - a.z) / (b.z - a.z);
    return (point){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), z};
}

// Distance to the part of an edge from height `low` to `high`, or infinity.
static long double edge_distance(point p, point a, point b, long double low, long double high) {
    if (a.z > b.z) {
        point swap = a;
        a = b;
        b = swap;
    }
    if (a.z > high || b.z < low)
        return INFINITY;
    point from = a.z < low ? between(a, b, low) : a, to = b.z > high ? between(a, b, high) : b;
    return segment_distance(p, from, to);
}

// Distance to the line of one height across a triangle, or infinity.
static long double contour_distance(point p, const point t[3], long double z) {
    point ends[3];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        point a = t[i], b = t[(i + 1) % 3];
        if ((a.z < z && b.z > z) || (a.z > z && b.z < z))
            ends[count++] = between(a, b, z);
        else if (a.z == z && count < 3)
            ends[count++] = a;
    }
    return count < 2 ? INFINITY : segment_distance(p, ends[0], ends[1]);
}

static long double floor_distance(point p, const point t[3], long double low, long double high) {
    if (is_within(t, p)) {
        long double z = plane_height(t, p.x, p.y);
        if (z >= low && z <= high)
            return 0;
    }
    long double best = fminl(contour_distance(p, t, low), contour_distance(p, t, high));
    for (int i = 0; i < 3; i++)
        best = fminl(best, edge_distance(p, t[i], t[(i + 1) % 3], low, high));
    return best;
}

// A floor straight down is right when it holds the rounded place and none that is higher does. One lattice step of
// slack in heights is allowed, not asked for.
static const char *judge_straight(const wend_surface_view *v, point p, long double low, long double high,
                                  const wend_foothold *foothold, bool straight) {
    point at = {roundl(p.x), roundl(p.y), 0};
    bool found = false;
    long double best = -INFINITY, slack = 1.001L;
    for (int32_t k = 0; k < v->triangle_count; k++) {
        point t[3];
        corners_of(v, k, t);
        long double z = is_within(t, at) ? plane_height(t, at.x, at.y) : INFINITY;
        if (z >= low && z <= high && z > best)
            best = z;
        if (k != foothold->triangle || !straight)
            continue;
        if (!(z >= low - slack && z <= high + slack))
            return "the floor is not at the place, or out of reach";
        found = true;
        double place[3], ground[3] = {0};
        wend_ground_from_scene(v->lattice.up, foothold->place, place);
        for (int i = 0; i < 3; i++)
            ground[i] = (place[i] - v->lattice.origin[i]) / v->lattice.step;
        if (fabsl(ground[0] - at.x) > 1e-3L || fabsl(ground[1] - at.y) > 1e-3L || fabsl(ground[2] - z) > 1e-3L)
            return "the place is not on the triangle";
    }
    if (best == -INFINITY)
        return NULL;
    if (!found)
        return "there is a floor straight down that was not found";
    point t[3];
    corners_of(v, foothold->triangle, t);
    return plane_height(t, at.x, at.y) >= best - 1e-3L ? NULL : "there is a higher floor";
}

static const char *judge_sideways(const wend_surface_view *v, point p, long double low, long double high,
                                  long double snap, const wend_foothold *foothold) {
    long double sure = INFINITY, slack = INFINITY; // the nearest floor without slack in heights, and with
    for (int32_t k = 0; k < v->triangle_count; k++) {
        point t[3];
        corners_of(v, k, t);
        sure = fminl(sure, floor_distance(p, t, low, high));
        slack = fminl(slack, floor_distance(p, t, low - 1, high + 1));
    }
    if (foothold->triangle < 0)
        return snap > 0 && sure <= snap * (1 - 1e-9L) ? "there is a floor near enough" : NULL;
    long double step = (long double)v->lattice.step * v->lattice.unit, distance = foothold->distance / step;
    if (distance > snap * (1 + 1e-9L))
        return "the floor is too far";
    if (distance > sure + 1.001L || distance < slack - 1e-3L - 1e-9L * distance)
        return "the floor is not the nearest";
    double ground[3];
    wend_ground_from_scene(v->lattice.up, foothold->place, ground);
    point at = {(ground[0] - v->lattice.origin[0]) / v->lattice.step,
                (ground[1] - v->lattice.origin[1]) / v->lattice.step,
                (ground[2] - v->lattice.origin[2]) / v->lattice.step};
    point t[3];
    corners_of(v, foothold->triangle, t);
    if (floor_distance(at, t, low - 1.001L, high + 1.001L) > 1e-3L)
        return "the place is not on the triangle, or out of reach";
    long double dx = at.x - p.x, dy = at.y - p.y;
    return fabsl(sqrtl(dx * dx + dy * dy) - distance) <= 1e-3L ? NULL : "the distance is not that of the place";
}

const char *oracle_surface_foothold_is_wrong(const wend_surface_view *v, const double place[3], double above,
                                             double below, double snap, const wend_foothold *foothold) {
    double ground[3];
    wend_ground_from_scene(v->lattice.up, place, ground);
    long double step = (long double)v->lattice.step * v->lattice.unit;
    point p = {((long double)ground[0] - v->lattice.origin[0]) / v->lattice.step,
               ((long double)ground[1] - v->lattice.origin[1]) / v->lattice.step,
               ((long double)ground[2] - v->lattice.origin[2]) / v->lattice.step};
    long double low = p.z - below / step, high = p.z + above / step;
    if (foothold->triangle < -1 || foothold->triangle >= v->triangle_count)
        return "there is no such triangle";
    wend_ground_from_scene(v->lattice.up, foothold->place, ground);
    long double x = (ground[0] - v->lattice.origin[0]) / v->lattice.step;
    long double y = (ground[1] - v->lattice.origin[1]) / v->lattice.step;
    bool straight = foothold->triangle >= 0 && foothold->distance == 0 && fabsl(x - roundl(p.x)) < 1e-3L &&
                    fabsl(y - roundl(p.y)) < 1e-3L;
    const char *wrong = judge_straight(v, p, low, high, foothold, straight);
    return wrong || straight ? wrong : judge_sideways(v, p, low, high, snap / step, foothold);
}
