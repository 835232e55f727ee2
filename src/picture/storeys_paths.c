// Gathers what is shown of paths: the floor of each storey that one of them comes to, where a disc is too near to a
// wall, the way with its discs to scale, both ends, and the narrowest place. See storeys.h.
//
// What is too near to a wall is a band around each edge of the floor: a strip as wide as the disc on both sides, with a
// circle at each corner. What of it is not floor is painted over.
#include "picture/gathering.h"
#include "picture/paths.h"
#include "picture/show.h"

#include "base/format.h"

#include <math.h>
#include <string.h>

#define FLOOR 0xffffffff
#define SOLID 0xc3cdd6ff
#define NEAR 0x7d93a92e
#define EDGE 0x33414eff
#define BEYOND 0xd9822bff
#define INK 0x25323eff
#define NARROW 0xc92a2aff
#define CASING 0xffffffd0
#define SOFT 0x38        // alpha of a disc
#define BANDS_MOST 30000 // edges of the floor: with more there are no bands
#define DISCS_MOST 400   // turns of a path: with more, no discs but those at its ends
#define RIM 0.05         // of the floor's extent, around all of it

// A circle, by turning a unit vector: no trigonometry.
enum { CORNERS = 32 };
#define COSINE 0.98078528040323044913 // of 2 pi / CORNERS
#define SINE 0.19509032201612826785

typedef struct paths_gathering {
    wend_gathering *g;
    wend_paths_view v;
} paths_gathering;

// Adds a place in ground coordinates, in the scene's units; its number.
static int32_t add_seen(wend_gathering *g, double x, double y, double z) {
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        g->s->failed |= !wend_array_push(g->s->context, &g->s->places, at[k]);
    return (int32_t)(g->s->places.count / 3) - 1;
}

static void begin(wend_gathering *g, int32_t layer, const char *noun, int64_t number, uint32_t colour, double width,
                  const char *word) {
    wend_gather_part(g, layer, noun, number, colour, width);
    wend_gather_hint(g);
    if (word)
        wend_gather_word(g, word);
}

// The corners of a circle, counter-clockwise, the first one again at the end.
static void add_circle(wend_gathering *g, const double centre[2], double radius, int32_t corners[CORNERS + 1]) {
    double x = radius, y = 0;
    for (int k = 0; k < CORNERS; k++) {
        corners[k] = add_seen(g, centre[0] + x, centre[1] + y, 0);
        double next = COSINE * x - SINE * y;
        y = SINE * x + COSINE * y;
        x = next;
    }
    corners[CORNERS] = corners[0];
}

static void add_disc(wend_gathering *g, const double centre[2], double radius) {
    int32_t corners[CORNERS + 1];
    add_circle(g, centre, radius, corners);
    wend_gather_face(g, corners, CORNERS);
}

static void add_ring(wend_gathering *g, const double centre[2], double radius) {
    int32_t corners[CORNERS + 1];
    add_circle(g, centre, radius, corners);
    wend_gather_face(g, corners, CORNERS + 1);
}

// ---------------------------------------------------------------------------------------------------- the floor

static int32_t end_of(const wend_gathering *g, int32_t e) {
    return g->view.triangles[e / 3].v[(e + 1) % 3];
}

static void seen_of(const wend_gathering *g, int32_t vertex, double seen[2]) {
    wend_lattice_place(&g->view.lattice, g->view.vertices[vertex], seen);
}

static void add_floor(wend_gathering *g, int32_t layer) {
    begin(g, layer, "floor", -1, FLOOR, 0, NULL);
    for (int32_t t = 0; t < g->view.triangle_count; t++)
        if (g->view.triangle_layer[t] == layer)
            wend_gather_face(g, g->view.triangles[t].v, 3);
}

// The strip around an edge, and the circle at its end.
static void add_band_at(wend_gathering *g, int32_t e, double radius) {
    double a[2], b[2];
    seen_of(g, g->view.triangles[e / 3].v[e % 3], a);
    seen_of(g, end_of(g, e), b);
    double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y);
    double across[2] = {-y / length * radius, x / length * radius};
    const int32_t corners[4] = {
        add_seen(g, a[0] - across[0], a[1] - across[1], 0), add_seen(g, b[0] - across[0], b[1] - across[1], 0),
        add_seen(g, b[0] + across[0], b[1] + across[1], 0), add_seen(g, a[0] + across[0], a[1] + across[1], 0)};
    wend_gather_face(g, corners, 4);
    add_disc(g, b, radius);
}

// Whether a vertex is a point obstacle on a layer.
static bool is_point_on(const wend_gathering *g, int32_t v, int32_t layer) {
    return (g->view.vertex_flags[v] & WEND_VERTEX_POINT) && g->view.triangle_layer[g->vertex_triangle[v]] == layer;
}

static void add_band(wend_gathering *g, int32_t layer, double radius) {
    if (radius <= 0 || g->view.boundary_count > BANDS_MOST)
        return;
    begin(g, layer, "near", -1, NEAR, 0, "closer to an edge than the radius");
    for (int32_t k = 0; k < g->view.boundary_count && !g->s->failed; k++) {
        int32_t e = g->view.boundaries[k].edge;
        if (g->view.triangle_layer[e / 3] == layer)
            add_band_at(g, e, radius);
    }
    for (int32_t v = 0; v < g->view.vertex_count && !g->s->failed; v++) {
        double at[2];
        seen_of(g, v, at);
        if (is_point_on(g, v, layer))
            add_disc(g, at, radius);
    }
}

// All around the floor of a layer: a box with the floor cut out.
static void add_solid(wend_gathering *g, int32_t layer, double rim) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    begin(g, layer, "solid", -1, SOLID, 0, NULL);
    for (int32_t t = 0; t < g->view.triangle_count; t++) {
        const int32_t *v = g->view.triangles[t].v;
        if (g->view.triangle_layer[t] != layer)
            continue;
        for (int i = 0; i < 3; i++) {
            double at[2];
            seen_of(g, v[i], at);
            for (int k = 0; k < 2; k++) {
                low[k] = fmin(low[k], at[k]);
                high[k] = fmax(high[k], at[k]);
            }
        }
        const int32_t reversed[3] = {v[0], v[2], v[1]};
        wend_gather_face(g, reversed, 3);
    }
    const int32_t corners[4] = {add_seen(g, low[0] - rim, low[1] - rim, 0), add_seen(g, high[0] + rim, low[1] - rim, 0),
                                add_seen(g, high[0] + rim, high[1] + rim, 0),
                                add_seen(g, low[0] - rim, high[1] + rim, 0)};
    wend_gather_face(g, corners, 4);
}

static void add_edges(wend_gathering *g, int32_t layer) {
    bool begun = false;
    begin(g, layer, "edge", -1, EDGE, 1.2, NULL);
    for (int32_t k = 0; k < g->view.boundary_count; k++) {
        int32_t e = g->view.boundaries[k].edge;
        if (g->view.triangle_layer[e / 3] == layer)
            wend_gather_line(g, g->view.triangles[e / 3].v[e % 3], end_of(g, e));
    }
    begin(g, layer, "edge", -1, EDGE, 5, NULL);
    for (int32_t v = 0; v < g->view.vertex_count; v++)
        if (is_point_on(g, v, layer))
            wend_gather_line(g, v, v);
    for (int32_t e = 0; e < 3 * g->view.triangle_count; e++) {
        int32_t twin = g->view.triangles[e / 3].twin[e % 3];
        if (twin < 0 || g->view.triangle_layer[e / 3] != layer || g->view.triangle_layer[twin / 3] == layer)
            continue;
        if (!begun)
            begin(g, layer, "beyond", -1, BEYOND, 2, NULL);
        begun = true;
        wend_gather_line(g, g->view.triangles[e / 3].v[e % 3], end_of(g, e));
    }
}

// ---------------------------------------------------------------------------------------------------- the paths

static int32_t add_place(paths_gathering *p, const double place[3]) {
    double seen[3];
    wend_ground_from_scene(p->v.up, place, seen);
    return add_seen(p->g, seen[0], seen[1], seen[2]);
}

static void begin_dashed(paths_gathering *p, int32_t layer, const char *noun, uint32_t colour, double width,
                         double dash, const char *word) {
    begin(p->g, layer, noun, -1, colour, width, word);
    if (!p->g->s->failed)
        p->g->s->parts.data[p->g->s->parts.count - 1].dash = dash;
}

// The runs of a path's line on a layer that are links, or that are not.
static void add_runs(paths_gathering *p, const wend_shown_path *path, int32_t layer, bool links) {
    WEND_ARRAY(int32_t) run = {0};
    wend_storeys *s = p->g->s;
    for (int32_t k = path->first_point; k < path->first_point + path->point_count; k++) {
        bool last = k + 1 == path->first_point + path->point_count;
        bool on =
            p->v.layers[k] == layer && !last && (p->v.pieces[path->first_piece + p->v.along[k]].link >= 0) == links;
        if (on || run.count > 0)
            s->failed |= !wend_array_push(s->context, &run, add_place(p, p->v.places + 3 * (int64_t)k));
        if (!on && run.count > 0) {
            wend_gather_face(p->g, run.data, (int32_t)run.count);
            run.count = 0;
        }
    }
    wend_array_free(s->context, &run);
}

static bool has_links(const paths_gathering *p, const wend_shown_path *path) {
    for (int32_t k = 0; k < path->piece_count; k++)
        if (p->v.pieces[path->first_piece + k].link >= 0)
            return true;
    return false;
}

static void add_way(paths_gathering *p, const wend_shown_path *path, int32_t layer, const char *word) {
    begin(p->g, layer, "casing", -1, CASING, 6.5, NULL);
    add_runs(p, path, layer, false);
    begin(p->g, layer, "path", -1, path->colour, 3.5, word);
    add_runs(p, path, layer, false);
    if (!has_links(p, path))
        return;
    begin_dashed(p, layer, "link", path->colour, 3, 7, NULL);
    add_runs(p, path, layer, true);
}

// The layer of the line half-way along a piece, and that place; -1 when the piece has no points.
static int32_t find_middle(const paths_gathering *p, const wend_shown_path *path, int32_t piece, double middle[2]) {
    int32_t first = -1, last = -1;
    for (int32_t k = path->first_point; k < path->first_point + path->point_count; k++)
        if (p->v.along[k] == piece) {
            first = first < 0 ? k : first;
            last = k;
        }
    if (first < 0)
        return -1;
    double ends[2][3];
    int32_t at = (first + last) / 2, next = last > first && (last - first) % 2 ? at + 1 : at;
    wend_ground_from_scene(p->v.up, p->v.places + 3 * (int64_t)at, ends[0]);
    wend_ground_from_scene(p->v.up, p->v.places + 3 * (int64_t)next, ends[1]);
    for (int i = 0; i < 2; i++)
        middle[i] = (ends[0][i] + ends[1][i]) / 2;
    return p->v.layers[at];
}

// Discs to scale: at both ends, and in the middle of each turn.
static void add_discs(paths_gathering *p, const wend_shown_path *path, int32_t layer) {
    double radius = path->radius / p->v.unit, seen[3];
    int32_t turns = 0;
    if (radius <= 0)
        return;
    for (int outline = 0; outline < 2; outline++) {
        uint32_t colour = (path->colour & 0xffffff00) | (outline ? 0xa0 : SOFT);
        begin(p->g, layer, outline ? "rim" : "disc", -1, colour, outline ? 1.2 : 0, NULL);
        for (int i = 0; i < 2; i++) {
            wend_ground_from_scene(p->v.up, path->ends[i], seen);
            if (path->layers[i] == layer && outline)
                add_ring(p->g, seen, radius);
            else if (path->layers[i] == layer)
                add_disc(p->g, seen, radius);
        }
        for (int32_t k = 0; k < path->piece_count && turns <= DISCS_MOST; k++) {
            turns += p->v.pieces[path->first_piece + k].side != 0;
            if (p->v.pieces[path->first_piece + k].side == 0 || find_middle(p, path, k, seen) != layer)
                continue;
            if (outline)
                add_ring(p->g, seen, radius);
            else
                add_disc(p->g, seen, radius);
        }
    }
}

static void add_label(paths_gathering *p, int32_t layer, const double place[3], double above, double height,
                      uint32_t colour, const char *text) {
    wend_storeys *s = p->g->s;
    wend_storey_label label = {.layer = layer, .above = above, .height = height, .colour = colour};
    double seen[3];
    wend_ground_from_scene(p->v.up, place, seen);
    label.at[0] = seen[0];
    label.at[1] = seen[1];
    wend_format(label.text, sizeof label.text, "%s", text);
    s->failed |= !wend_array_push(s->context, &s->labels, label);
}

// Where an end was asked for, when it was moved from there.
static void add_moved(paths_gathering *p, const wend_shown_path *path, int end) {
    bool partial = end == 1 && path->status == WEND_PATH_PARTIAL; // then it is not about a wall
    if (!(path->moved[end] > 0) || partial)
        return;
    begin(p->g, path->layers[end], "moved", -1, INK, 2, "moved away from a wall");
    wend_gather_line(p->g, add_place(p, path->asked[end]), add_place(p, path->ends[end]));
}

static bool is_same(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// The ends as dots with a letter; those that several paths share once.
static void add_ends(paths_gathering *p, int32_t number) {
    const wend_shown_path *path = &p->v.paths[number];
    for (int i = 0; i < 2; i++) {
        bool known = false;
        add_moved(p, path, i);
        for (int32_t k = 0; k < number; k++)
            known |= is_same(p->v.paths[k].asked[i], path->asked[i]);
        if (known)
            continue;
        for (int dot = 0; dot < 2; dot++) {
            begin(p->g, path->asked_on[i], "end", -1, dot ? INK : 0xffffffff, dot ? 20 : 24, NULL);
            int32_t at = add_place(p, path->asked[i]);
            wend_gather_line(p->g, at, at);
        }
        add_label(p, path->asked_on[i], path->asked[i], -5, 14, 0xffffffff, i == 0 ? "A" : "B");
    }
}

// Where the widest way between the ends is narrowest: the largest disc that comes through.
static void add_narrow(paths_gathering *p, int32_t number) {
    const wend_shown_path *path = &p->v.paths[number];
    double seen[3];
    bool known = path->narrow_layer < 0;
    for (int32_t k = 0; k < number; k++)
        known |= p->v.paths[k].narrow_layer >= 0 && is_same(p->v.paths[k].narrow, path->narrow);
    if (known)
        return;
    wend_ground_from_scene(p->v.up, path->narrow, seen);
    begin_dashed(p, path->narrow_layer, "narrow", NARROW, 2, 4, "narrowest place");
    add_ring(p->g, seen, path->widest / p->v.unit);
}

// ---------------------------------------------------------------------------------------------------- words

static void add_length(wend_text *text, double metres) {
    wend_text_add_rounded(text, metres, metres < 10 ? 2 : metres < 1000 ? 1 : 0);
    wend_text_add_string(text, " m");
}

// "radius 0.3 m: 9.23 m", for the legend.
static const char *make_word(paths_gathering *p, const wend_shown_path *path) {
    wend_storeys *s = p->g->s;
    wend_text text = wend_text_start(s->context);
    wend_text_add_string(&text, "radius ");
    wend_text_add_rounded(&text, path->radius, 3);
    wend_text_add_string(&text, " m: ");
    if (path->status == WEND_PATH_REACHED || path->piece_count > 0) {
        add_length(&text, path->length);
        wend_text_add_string(&text, path->status == WEND_PATH_PARTIAL ? " of the way" : " long");
    } else {
        wend_text_add_string(&text, path->reason == WEND_PATH_DISCONNECTED ? "no way" : "too narrow");
    }
    wend_storey_word word = {{0}};
    s->failed |= wend_text_result(&text) != WEND_OK;
    if (!s->failed) {
        wend_format(word.text, sizeof word.text, "%s", text.data);
        s->failed |= !wend_array_push(s->context, &s->words, word);
    }
    wend_text_free(&text);
    return s->failed ? NULL : s->words.data[s->words.count - 1].text;
}

// ---------------------------------------------------------------------------------------------------- which

static void widen(wend_storeys *s, const double seen[3]) {
    for (int k = 0; k < 2; k++) {
        s->focus[0][k] = fmin(s->focus[0][k], seen[k]);
        s->focus[1][k] = fmax(s->focus[1][k], seen[k]);
    }
}

// Shows the layers that paths come to, and finds the box of what is to be seen.
static void choose(paths_gathering *p) {
    wend_storeys *s = p->g->s;
    double seen[3], radius = 0;
    for (int k = 0; k < 2; k++) {
        s->focus[0][k] = INFINITY;
        s->focus[1][k] = -INFINITY;
    }
    for (int32_t k = 0; k < s->layer_count && p->v.path_count > 0; k++)
        s->levels.data[k].shown = false;
    for (int32_t k = 0; k < p->v.point_count; k++) {
        s->levels.data[p->v.layers[k]].shown = true;
        wend_ground_from_scene(p->v.up, p->v.places + 3 * (int64_t)k, seen);
        widen(s, seen);
    }
    for (int32_t k = 0; k < p->v.path_count; k++) {
        const wend_shown_path *path = &p->v.paths[k];
        radius = fmax(radius, path->radius);
        for (int i = 0; i < 2; i++) {
            s->levels.data[path->layers[i]].shown = s->levels.data[path->asked_on[i]].shown = true;
            wend_ground_from_scene(p->v.up, path->asked[i], seen);
            widen(s, seen);
        }
        if (path->narrow_layer < 0)
            continue;
        s->levels.data[path->narrow_layer].shown = true;
        wend_ground_from_scene(p->v.up, path->narrow, seen);
        widen(s, seen);
    }
    double size = fmax(s->focus[1][0] - s->focus[0][0], s->focus[1][1] - s->focus[0][1]);
    double margin = fmax(0.25 * size, fmax(4 * radius, 2) / s->unit);
    for (int k = 0; k < 2 && p->v.path_count > 0; k++) {
        double middle = (s->focus[0][k] + s->focus[1][k]) / 2;
        double half = fmax((s->focus[1][k] - s->focus[0][k]) / 2, size / 4) + margin;
        s->focus[0][k] = middle - half;
        s->focus[1][k] = middle + half;
    }
    s->focused = p->v.path_count > 0;
}

// Where a path goes on in another panel.
static void add_joints(paths_gathering *p, const wend_shown_path *path) {
    wend_storeys *s = p->g->s;
    for (int32_t k = path->first_point; k + 1 < path->first_point + path->point_count; k++) {
        bool last = k + 2 == path->first_point + path->point_count; // nothing goes on from the last point
        if (last || p->v.layers[k] == p->v.layers[k + 1])
            continue;
        wend_storey_joint joint = {.layers = {p->v.layers[k], p->v.layers[k + 1]}, .colour = path->colour};
        double seen[3];
        wend_ground_from_scene(p->v.up, p->v.places + 3 * (int64_t)(k + 1), seen);
        joint.at[0] = seen[0];
        joint.at[1] = seen[1];
        s->failed |= !wend_array_push(s->context, &s->joints, joint);
    }
}

static bool has_way(const paths_gathering *p) {
    for (int32_t k = 0; k < p->v.path_count; k++)
        if (p->v.paths[k].piece_count > 0)
            return true;
    return false;
}

// The radii, each once, the largest first. Those that find no way count only where none does.
static int find_radii(const paths_gathering *p, double radii[WEND_PATHS_MOST]) {
    int count = 0;
    bool some = has_way(p);
    for (int32_t k = 0; k < p->v.path_count; k++) {
        int at = 0;
        double radius = p->v.paths[k].radius / p->v.unit;
        while (at < count && radii[at] > radius)
            at++;
        if ((at < count && radii[at] == radius) || (some && p->v.paths[k].piece_count == 0))
            continue;
        memmove(radii + at + 1, radii + at, (size_t)(count - at) * sizeof *radii);
        radii[at] = radius;
        count++;
    }
    return count;
}

void wend_gather_paths(wend_gathering *g, const wend_paths *paths) {
    paths_gathering p = {g, wend_paths_look(paths)};
    wend_storeys *s = g->s;
    const char *words[WEND_PATHS_MOST] = {NULL};
    double radii[WEND_PATHS_MOST + 1];
    int count = find_radii(&p, radii);
    s->failed |= !wend_array_reserve(s->context, &s->words, WEND_PATHS_MOST); // words stay where they are
    s->failed |= !wend_gather_triangles(g);
    if (s->failed)
        return;
    choose(&p);
    for (int32_t k = 0; k < p.v.path_count; k++) {
        words[k] = make_word(&p, &p.v.paths[k]);
        add_joints(&p, &p.v.paths[k]);
    }
    wend_gather_vertices(g);
    double extent = s->focused ? fmax(s->focus[1][0] - s->focus[0][0], s->focus[1][1] - s->focus[0][1]) : 0;
    for (int32_t layer = 0; layer < s->layer_count && !s->failed; layer++) {
        if (!s->levels.data[layer].shown)
            continue;
        add_floor(g, layer);
        for (int k = 0; k < count; k++)
            add_band(g, layer, radii[k]);
        add_solid(g, layer, fmax(RIM * extent, count > 0 ? radii[0] : 0));
        add_edges(g, layer);
        for (int32_t k = 0; k < p.v.path_count; k++)
            add_discs(&p, &p.v.paths[k], layer);
        for (int32_t k = 0; k < p.v.path_count; k++)
            add_way(&p, &p.v.paths[k], layer, words[k]);
    }
    for (int32_t k = 0; k < p.v.path_count && !s->failed; k++) {
        add_narrow(&p, k);
        add_ends(&p, k);
    }
}
