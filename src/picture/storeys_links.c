// Gathers what is shown of links: the surface and the fillers, the lines that one steps over, drops, and links made by
// hand. See storeys.h.
//
// A triangle of the complex that lies under triangles of several layers of the plan is cut along them, so that faces of
// a layer do not overlap. Lines are on the layer in their middle, a drop on that of the floor at its ledge.
#include "picture/gathering.h"
#include "plan/plan.h"

#include <math.h>
#include <string.h>

#define FLOOR 0x9cc3e8ff
#define FILLER 0x4fb36bff
#define JOIN 0x1f8a45ff
#define DROP 0x8e3bb0ff
#define EDGE 0x33415cff

// ---------------------------------------------------------------------------------------------------- links

// Three places for each triangle of the complex, since heights belong to corners.
static void add_corners(wend_gathering *g, const wend_links_view *links) {
    for (int32_t t = 0; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            wend_point p = links->vertices[links->triangles[t].v[i]];
            wend_gather_place(g, p.x, p.y, links->triangles[t].z[i]);
        }
}

enum { GROUND = 0, FILLERS = 1, JOINS = 1 + WEND_LINK_KIND_COUNT, RIMS = 1 + 2 * WEND_LINK_KIND_COUNT, EDGES };

// A part of a triangle of the complex: so many places, one after the other.
typedef struct piece {
    int32_t first, count;
} piece;

typedef struct cutting {
    wend_links_view links;
    WEND_ARRAY(piece) pieces;
    wend_plan_over over;
} cutting;

// The layer of a side of a triangle of the complex: that of the plan's triangle that has its middle.
static int32_t layer_of_side(wend_gathering *g, cutting *c, int32_t e) {
    const int32_t *corners = c->links.triangles[e / 3].v;
    wend_point from = c->links.vertices[corners[e % 3]], to = c->links.vertices[corners[(e + 1) % 3]];
    const double x = ((double)from.x + to.x) / 2, y = ((double)from.y + to.y) / 2;
    double best = -INFINITY;
    int32_t layer = 0;
    g->s->failed |= !wend_plan_find_over(g->s->context, g->plan, e / 3, &c->over);
    for (int64_t k = 0; k < c->over.triangles.count && !g->s->failed; k++) {
        const int32_t *v = g->view.triangles[c->over.triangles.data[k]].v;
        double inside = INFINITY; // how far, as an area; below 0 when outside
        for (int i = 0; i < 3; i++) {
            wend_point a = g->view.vertices[v[i]], b = g->view.vertices[v[(i + 1) % 3]];
            inside = fmin(inside, ((double)b.x - a.x) * (y - a.y) - ((double)b.y - a.y) * (x - a.x));
        }
        if (inside > best) {
            best = inside;
            layer = g->view.triangle_layer[c->over.triangles.data[k]];
        }
    }
    return layer;
}

// Notes the sides of fillers, but for those within a link: fillers may be thinner than a pixel.
static void note_rims(wend_gathering *g, cutting *c) {
    const wend_links_view *links = &c->links;
    for (int32_t t = links->filler_first; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t twin = links->triangles[t].twin[i];
            if (twin < 0 || links->triangles[twin / 3].link != links->triangles[t].link)
                wend_gather_note(g, layer_of_side(g, c, 3 * t + i), RIMS, 3 * t + i);
        }
}

// Notes where the linked floor ends.
static void note_edges(wend_gathering *g, cutting *c) {
    for (int32_t k = 0; k < c->links.boundary_count && !g->s->failed; k++) {
        int32_t e = c->links.boundaries[k].edge;
        wend_gather_note(g, layer_of_side(g, c, e), EDGES, e);
    }
}

// Begins the part of the k-th of what was noted.
static void begin_link_part(wend_gathering *g, int64_t k) {
    int32_t group = wend_gather_group(g, k), layer = wend_gather_layer(g, k);
    if (group == GROUND)
        wend_gather_part(g, layer, "floor", -1, FLOOR, 0);
    else if (group < JOINS)
        wend_gather_part(g, layer, wend_link_kind_name((wend_link_kind)(group - FILLERS)), -1, FILLER, 0);
    else if (group < RIMS)
        wend_gather_part(g, layer, wend_link_kind_name((wend_link_kind)(group - JOINS)), -1, JOIN, 2);
    else if (group == RIMS)
        wend_gather_part(g, layer, "rims", -1, JOIN, 1);
    else
        wend_gather_part(g, layer, "boundary", -1, EDGE, 1);
    if (group >= RIMS)
        wend_gather_hint(g);
}

// ---------------------------------------------------------------------------------------------------- drops

#define BEYOND_LEDGE 0.1 // metres that a drop leads out over its ledge
#define ARROW 0.02       // length of an arrow in pictures, of the larger side of the floor

// The way down of a drop, in lattice steps.
typedef struct way_down {
    double middle[3]; // of the ledge
    double out[2];    // over it, of length 1
    double below[3];  // where one lands
} way_down;

static double interval_length(const wend_link_interval *i) {
    double dx = (double)i->ends[1].x - i->ends[0].x, dy = (double)i->ends[1].y - i->ends[0].y;
    return sqrt(dx * dx + dy * dy);
}

// The middle of a drop's ledge, half of its length from either end; the floor lies on the left of each interval.
static void find_middle(const wend_links_view *links, const wend_link *drop, way_down *way) {
    const wend_link_interval *first = links->intervals + drop->first_interval, *i = first;
    double left = 0;
    for (int32_t k = 0; k < drop->interval_count; k++)
        left += interval_length(&first[k]) / 2;
    while (i < first + drop->interval_count - 1 && interval_length(i) < left)
        left -= interval_length(i++);
    double length = interval_length(i), along = length > 0 ? fmin(left / length, 1) : 0;
    wend_point3 a = i->ends[0], b = i->ends[1];
    way->middle[0] = a.x + along * ((double)b.x - a.x);
    way->middle[1] = a.y + along * ((double)b.y - a.y);
    way->middle[2] = a.z + along * ((double)b.z - a.z);
    way->out[0] = length > 0 ? ((double)b.y - a.y) / length : drop->direction[0];
    way->out[1] = length > 0 ? ((double)a.x - b.x) / length : drop->direction[1];
}

static void place_in_scene(const wend_gathering *g, const double at[3], double place[3]) {
    const wend_lattice3 *lattice = &g->view.ground;
    double seen[3];
    for (int k = 0; k < 3; k++)
        seen[k] = lattice->origin[k] + lattice->step * at[k];
    wend_scene_from_ground(lattice->up, seen, place);
}

// Where one lands: on the highest floor below, just beyond the ledge; or else in the middle of the link's landing.
static void find_landing(const wend_gathering *g, const wend_link *drop, way_down *way) {
    const wend_surface *surface = wend_nav_surface(g->nav);
    const wend_lattice3 *lattice = &g->view.ground;
    double step = lattice->step * lattice->unit, place[3];
    const double beyond[3] = {way->middle[0] + BEYOND_LEDGE / step * way->out[0],
                              way->middle[1] + BEYOND_LEDGE / step * way->out[1], way->middle[2]};
    wend_foothold foothold;
    place_in_scene(g, beyond, place);
    wend_surface_locate(surface, place, 0, drop->height + 4 * step, 0, &foothold);
    if (foothold.triangle >= 0) {
        wend_ground_from_scene(lattice->up, foothold.place, place);
        for (int k = 0; k < 3; k++)
            way->below[k] = (place[k] - lattice->origin[k]) / lattice->step;
        return;
    }
    wend_surface_view view = wend_surface_look(surface);
    memset(way->below, 0, sizeof way->below);
    for (int i = 0; i < 3 && drop->landing >= 0; i++) {
        wend_point3 p = view.vertices[view.triangles[drop->landing].v[i]];
        way->below[0] += p.x / 3.0;
        way->below[1] += p.y / 3.0;
        way->below[2] += p.z / 3.0;
    }
}

// The layer of a drop: that of the floor at its ledge.
static int32_t layer_of_drop(const wend_gathering *g, const way_down *way) {
    double place[3], slack = 8 * g->view.ground.step * g->view.ground.unit;
    wend_spot spot;
    place_in_scene(g, way->middle, place);
    wend_plan_locate3(g->plan, place, slack, slack, slack, &spot, NULL);
    return spot.triangle >= 0 ? g->view.triangle_layer[spot.triangle] : 0;
}

static int32_t place_count(const wend_gathering *g) {
    return (int32_t)(g->s->places.count / 3);
}

// In pictures, the way down is an arrow out over the ledge.
static void add_arrow(wend_gathering *g, const way_down *way, double length) {
    static const double head[2][2] = {{0.6, 0.3}, {0.6, -0.3}};
    int32_t first = place_count(g);
    wend_gather_place(g, way->middle[0], way->middle[1], way->middle[2]);
    wend_gather_place(g, way->middle[0] + length * way->out[0], way->middle[1] + length * way->out[1], way->middle[2]);
    wend_gather_line(g, first, first + 1);
    for (int k = 0; k < 2; k++) {
        double ahead = length * head[k][0], aside = length * head[k][1];
        wend_gather_place(g, way->middle[0] + ahead * way->out[0] - aside * way->out[1],
                          way->middle[1] + ahead * way->out[1] + aside * way->out[0], way->middle[2]);
        wend_gather_line(g, first + 2 + k, first + 1);
    }
}

static double larger_side(const wend_gathering *g) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t v = 0; v < g->view.vertex_count; v++) {
        const double p[2] = {g->view.vertices[v].x, g->view.vertices[v].y};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
        }
    }
    return fmax(high[0] - low[0], high[1] - low[1]);
}

static void add_ledge(wend_gathering *g, const wend_links_view *links, const wend_link *drop) {
    for (int32_t i = drop->first_interval; i < drop->first_interval + drop->interval_count; i++) {
        for (int end = 0; end < 2; end++) {
            wend_point3 p = links->intervals[i].ends[end];
            wend_gather_place(g, p.x, p.y, p.z);
        }
        wend_gather_line(g, place_count(g) - 2, place_count(g) - 1);
    }
}

// Each drop: its ledge, and the way down from the middle of it; and, for pictures, its arrow.
static void add_drops(wend_gathering *g, const wend_links_view *links) {
    double arrow = ARROW * larger_side(g);
    for (int32_t k = 0; k < links->link_count && !g->s->failed; k++) {
        const wend_link *drop = &links->links[k];
        way_down way;
        if (drop->kind != WEND_LINK_DROP || drop->interval_count == 0)
            continue;
        find_middle(links, drop, &way);
        find_landing(g, drop, &way);
        int32_t layer = layer_of_drop(g, &way);
        wend_gather_part(g, layer, "ledge", k, DROP, 2);
        add_ledge(g, links, drop);
        wend_gather_part(g, layer, "drop", k, DROP, 1.5);
        if (!g->s->failed)
            g->s->parts.data[g->s->parts.count - 1].drop = drop;
        wend_gather_place(g, way.middle[0], way.middle[1], way.middle[2]);
        wend_gather_place(g, way.below[0], way.below[1], way.below[2]);
        wend_gather_line(g, place_count(g) - 2, place_count(g) - 1);
        wend_gather_part(g, layer, "arrow", k, DROP, 1.5);
        wend_gather_hint(g);
        add_arrow(g, &way, arrow);
    }
}

// ---------------------------------------------------------------------------------------------------- made by hand

// The places of both ends of a link, seen from above, raised as all lines are.
static void find_ends(const wend_gathering *g, const wend_offlink *link, double places[2][2][3]) {
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 2; k++) {
            wend_ground_from_scene(g->s->up, link->ends[end].places[k], places[end][k]);
            places[end][k][2] += g->raise / g->s->unit;
        }
}

// The lines of a link are on the layers of both its ends: each storey shows where one leaves it and arrives.
void wend_gather_offlinks(wend_gathering *g) {
    const wend_offlinks *links = wend_nav_offlinks(g->nav);
    wend_offlinks_view view = links ? wend_offlinks_look(links) : (wend_offlinks_view){0};
    double head = ARROW * larger_side(g) * g->view.ground.step;
    g->order.count = 0;
    for (int32_t k = 0; k < view.count; k++) {
        int32_t layers[2];
        for (int end = 0; end < 2; end++)
            layers[end] = g->view.triangle_layer[view.links[k].ends[end].triangles[0]];
        for (int end = 0; end < 1 + (layers[0] != layers[1]); end++)
            wend_gather_note(g, layers[end], 0, k);
    }
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        const wend_offlink *link = &view.links[g->order.data[k].index];
        double places[2][2][3];
        wend_added_lines lines;
        if (wend_gather_is_first(g, k)) {
            wend_gather_part(g, wend_gather_layer(g, k), "made_by_hand", -1, WEND_ADDED_LINK, WEND_ADDED_WIDTH);
            wend_gather_hint(g);
            wend_gather_word(g, WEND_ADDED_WORD);
        }
        find_ends(g, link, places);
        wend_added_lines_make(places, link->both_ways, head, &lines);
        for (int32_t i = 0; i < lines.count; i++) {
            for (int j = 0; j < 6; j++)
                g->s->failed |= !wend_array_push(g->s->context, &g->s->places, lines.ends[i][j / 3][j % 3]);
            wend_gather_line(g, place_count(g) - 2, place_count(g) - 1);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- floor, fillers

enum { CORNERS_MAX = 6 }; // of what two triangles have in common

// Cuts off what of a convex polygon lies on the right of a -> b. How many corners are left; should rounding make more
// of them than there can be, the last ones are none.
static int cut_by_line(double (*polygon)[3], int count, wend_point a, wend_point b) {
    double cut[CORNERS_MAX + 1][3], side[CORNERS_MAX + 1];
    int left = 0;
    for (int i = 0; i < count; i++)
        side[i] = ((double)b.x - a.x) * (polygon[i][1] - a.y) - ((double)b.y - a.y) * (polygon[i][0] - a.x);
    for (int i = 0; i < count && left <= CORNERS_MAX; i++) {
        int next = (i + 1) % count;
        if (side[i] >= 0)
            memcpy(cut[left++], polygon[i], sizeof cut[0]);
        if ((side[i] > 0 && side[next] < 0) || (side[i] < 0 && side[next] > 0)) {
            double part = side[i] / (side[i] - side[next]);
            for (int k = 0; k < 3 && left <= CORNERS_MAX; k++)
                cut[left][k] = polygon[i][k] + part * (polygon[next][k] - polygon[i][k]);
            left++;
        }
    }
    left = left < CORNERS_MAX ? left : CORNERS_MAX;
    memcpy(polygon, cut, (size_t)left * sizeof cut[0]);
    return left;
}

// Notes what of a triangle of the complex lies under one of the plan.
static void note_piece(wend_gathering *g, cutting *c, int32_t t, int32_t above, int64_t group) {
    double polygon[CORNERS_MAX + 1][3];
    const wend_linked_triangle *triangle = &c->links.triangles[t];
    int count = 3;
    for (int i = 0; i < 3; i++) {
        polygon[i][0] = c->links.vertices[triangle->v[i]].x;
        polygon[i][1] = c->links.vertices[triangle->v[i]].y;
        polygon[i][2] = triangle->z[i];
    }
    const int32_t *v = g->view.triangles[above].v;
    for (int i = 0; i < 3 && count >= 3; i++)
        count = cut_by_line(polygon, count, g->view.vertices[v[i]], g->view.vertices[v[(i + 1) % 3]]);
    if (count < 3)
        return;
    piece made = {(int32_t)(g->s->places.count / 3), count};
    for (int i = 0; i < count; i++)
        wend_gather_place(g, polygon[i][0], polygon[i][1], polygon[i][2]);
    wend_gather_note(g, g->view.triangle_layer[above], group, c->links.triangle_count + (int32_t)c->pieces.count);
    g->s->failed |= !wend_array_push(g->s->context, &c->pieces, made);
}

// Notes a triangle of the complex: as a whole where it lies under one layer, else piece by piece.
static void note_triangle(wend_gathering *g, cutting *c, int32_t t) {
    int32_t link = c->links.triangles[t].link;
    int64_t group = link < 0 ? GROUND : FILLERS + (int)c->links.links[link].kind;
    if (!wend_plan_find_over(g->s->context, g->plan, t, &c->over)) {
        g->s->failed = true;
        return;
    }
    int32_t layer = g->view.triangle_layer[c->over.triangles.data[0]];
    bool one = true;
    for (int64_t k = 1; k < c->over.triangles.count; k++)
        one = one && g->view.triangle_layer[c->over.triangles.data[k]] == layer;
    if (one)
        wend_gather_note(g, layer, group, t);
    for (int64_t k = 0; k < c->over.triangles.count && !one; k++)
        note_piece(g, c, t, c->over.triangles.data[k], group);
}

// Adds the face of a triangle of the complex, or of a piece of one.
static void add_ground(wend_gathering *g, const cutting *c, int32_t index) {
    bool whole = index < c->links.triangle_count;
    piece from = whole ? (piece){3 * index, 3} : c->pieces.data[index - c->links.triangle_count];
    int32_t corners[CORNERS_MAX];
    for (int32_t i = 0; i < from.count; i++)
        corners[i] = from.first + i;
    wend_gather_face(g, corners, from.count);
}

void wend_gather_links(wend_gathering *g) {
    cutting c = {.links = wend_links_look(wend_nav_links(g->nav))};
    add_corners(g, &c.links);
    g->order.count = 0;
    for (int32_t t = 0; t < c.links.triangle_count && !g->s->failed; t++)
        note_triangle(g, &c, t);
    for (int32_t k = 0; k < c.links.join_count; k++) {
        int32_t e = c.links.joins[k].edge, layer = layer_of_side(g, &c, e);
        wend_gather_note(g, layer, JOINS + (int)c.links.links[c.links.joins[k].link].kind, e);
    }
    note_rims(g, &c);
    note_edges(g, &c);
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t index = g->order.data[k].index;
        if (wend_gather_is_first(g, k))
            begin_link_part(g, k);
        if (wend_gather_group(g, k) >= JOINS)
            wend_gather_line(g, index, wend_half_next(index));
        else
            add_ground(g, &c, index);
    }
    add_drops(g, &c.links);
    wend_array_free(g->s->context, &c.pieces);
    wend_plan_free_over(g->s->context, &c.over);
}
