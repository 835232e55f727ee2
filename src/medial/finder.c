// Finds the regions around a place.
//
// Problem. The cell of a site is divided into regions, one for each of its arcs. Which regions hold a place? Regions
// may be long and thin and lie aslant (the teeth of a comb, the sectors of a regular polygon, each from a side to the
// centre), so boxes along the axes would overlap by the thousand.
//
// Method. The arcs of a cell follow each other with the site on their left: counter-clockwise around a point, against
// the direction of an edge. A cell is cut into pieces of up to eight arcs, and where very many arcs meet. Compact
// pieces are listed in the order of the plan's vertices, which is along a Hilbert curve. Slender ones may be of all
// lengths, side by side; they are halved again and again across the direction in which they come apart best. Then all
// are grouped eight by eight, groups again eight by eight, up to one root. Each group has a box: upright, or, where
// there are slender pieces, turned along the main direction of what is in it when that is smaller. Within a piece
// regions are tried one after the other. What is in a lowest group has a hint: in which sixteenths of the group's box
// it lies.
//
// A half of an arc (number 2 * arc + i: that with site i on its left, from end i to the other one) and the region
// between it and its site have the same number. `around` of a vertex lists the halves that start there.
//
// Degenerate cases. A cell of a point obstacle is closed: it begins anywhere, and its last
// piece may go on into the first one. A site without a region has no cell. Where
// arcs of no length were contracted, the arcs before and after follow each other around the vertex all the same.
//
// Cost. Built in O(n), with slender pieces in O(n log n). A search is O(log n) where boxes of a level overlap in few
// places, as they do on combs, stars and regular polygons at any angle; there is no bound for the worst case. Two
// pieces per boundary edge as a rule, of nine bytes each.
#include "medial/medial.h"

#include "base/array.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- pieces

enum { DEGREE_MOST = 16 }; // of a vertex in the middle of a piece

static int32_t site_of(const wend_medial_view *view, int32_t region) {
    return view->arcs[region / 2].site[region % 2];
}

static const wend_medial_vertex *start_of(const wend_medial_view *view, int32_t region) {
    return &view->vertices[view->arcs[region / 2].vertex[region % 2]];
}

static const wend_medial_vertex *end_of(const wend_medial_view *view, int32_t region) {
    return &view->vertices[view->arcs[region / 2].vertex[1 - region % 2]];
}

// The region that follows around the same site, or -1 where the piece ends at the latest.
static int32_t next_of(const wend_medial_view *view, int32_t region) {
    const wend_medial_vertex *v = end_of(view, region);
    if (v->degree > DEGREE_MOST)
        return -1;
    int32_t at = 0;
    while (at < v->degree - 1 && view->around[v->first + at] != (region ^ 1))
        at++;
    int32_t next = view->around[v->first + (at > 0 ? at : v->degree) - 1];
    return site_of(view, next) == site_of(view, region) ? next : -1;
}

// Lists the regions of a piece, and tells where the cell goes on; -1 when it does not.
static int32_t list_piece(const wend_medial_view *view, int32_t first, int32_t regions[WEND_PIECE_MOST],
                          int32_t *count) {
    int32_t r = first, n = 0;
    do {
        regions[n++] = r;
        r = next_of(view, r);
    } while (n < WEND_PIECE_MOST && r >= 0 && r != first);
    *count = n;
    return r == first ? -1 : r;
}

void wend_finder_list(const wend_medial_view *view, int32_t first, int32_t regions[WEND_PIECE_MOST], int32_t *count) {
    list_piece(view, first, regions, count);
}

// How a piece lies: in an upright box, or, when it is slender, in one along it.
typedef struct lie {
    wend_turned_box box;
    int32_t first; // its first region
    bool slender;
} lie;

typedef struct building {
    wend_context *context;
    const wend_ground *g;
    WEND_ARRAY(int32_t) first;  // per site: where its cell begins, or -1
    WEND_ARRAY(int32_t) more;   // where cells go on that were cut
    WEND_ARRAY(lie) slender;    // pieces that are put in order
    WEND_ARRAY(int32_t) pieces; // in their order: the first region of each
    WEND_ARRAY(uint16_t) hints; // of pieces
    WEND_ARRAY(wend_turned_box) groups;
    wend_turned_box open[WEND_FINDER_FAN]; // of the last pieces, as long as they are no whole group
} building;

// ---------------------------------------------------------------------------------------------------- boxes

// The direction of half the angle of another one; (1, 0) for 0, 0.
static wend_vec half_turn(double x, double y) {
    double length = sqrt(x * x + y * y), cosine = length > 0 ? x / length : 1, across = sqrt(0.5 * (1 - cosine));
    return (wend_vec){sqrt(0.5 * (1 + cosine)), y < 0 ? -across : across};
}

typedef struct range {
    double low[2], high[2];
} range;

static const range nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static void widen(range *r, int axis, double low, double high) {
    r->low[axis] = low < r->low[axis] ? low : r->low[axis];
    r->high[axis] = high > r->high[axis] ? high : r->high[axis];
}

static range range_along(const wend_vec *points, int64_t count, double x, double y) {
    range r = nothing;
    for (int64_t k = 0; k < count; k++) {
        double along = x * points[k].x + y * points[k].y, left = x * points[k].y - y * points[k].x;
        widen(&r, 0, along, along);
        widen(&r, 1, left, left);
    }
    return r;
}

static double area_of(const range *r) {
    return (r->high[0] - r->low[0] + 4) * (r->high[1] - r->low[1] + 4);
}

// The main direction of points: that in which their squares spread most.
static wend_vec main_direction(const wend_vec *points, int64_t count) {
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int64_t k = 0; k < count; k++) {
        x += points[k].x / (double)count;
        y += points[k].y / (double)count;
    }
    for (int64_t k = 0; k < count; k++) {
        double dx = points[k].x - x, dy = points[k].y - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    return half_turn(xx - yy, 2 * xy);
}

static int32_t to_int(double value) {
    return value < -0x1.fp30 ? -0x7c000000 : value > 0x1.fp30 ? 0x7c000000 : (int32_t)value;
}

static wend_turned_box box_along(float x, float y, const range *r) {
    wend_turned_box box = {.x = x, .y = y};
    for (int i = 0; i < 2; i++) {
        box.low[i] = to_int(r->low[i] - 2);
        box.high[i] = to_int(r->high[i] + 2);
    }
    return box;
}

// The smaller of an upright box and one along the main direction.
static wend_turned_box box_around(const wend_vec *points, int64_t count) {
    wend_vec d = main_direction(points, count);
    float x = (float)d.x, y = (float)d.y;
    range turned = range_along(points, count, (double)x, (double)y), upright = range_along(points, count, 1, 0);
    return area_of(&upright) <= area_of(&turned) ? box_along(1, 0, &upright) : box_along(x, y, &turned);
}

// ---------------------------------------------------------------------------------------------------- lies

// The points between which a piece lies: its vertices first, the feet of its ends, and seen from a point the tips of
// the triangles in which parabolas stay. (Seen from an edge, a parabola is nearer than the line between its ends.)
static int32_t points_of(const wend_ground *g, const int32_t *regions, int32_t count, wend_vec *points) {
    int32_t site = site_of(g->view, regions[0]), n = 0;
    bool is_point = wend_medial_is_point(g, site);
    const wend_medial_vertex *v = start_of(g->view, regions[0]);
    points[n++] = (wend_vec){v->x, v->y};
    for (int32_t k = 0; k < count; k++) {
        v = end_of(g->view, regions[k]);
        points[n++] = (wend_vec){v->x, v->y};
    }
    points[n++] = wend_medial_foot(g, site, points[0]);
    if (!is_point)
        points[n++] = wend_medial_foot(g, site, (wend_vec){v->x, v->y});
    for (int32_t k = 0; is_point && k < count; k++)
        if (!wend_medial_is_point(g, g->view->arcs[regions[k] / 2].site[1 - regions[k] % 2]))
            points[n++] = wend_arc_control(g, regions[k] / 2);
    return n;
}

enum { SLENDER = 8 }; // times as long as wide

static wend_vec longer(wend_vec a, wend_vec b) {
    return a.x * a.x + a.y * a.y > b.x * b.x + b.y * b.y ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// From a foot to the farthest vertex, or from the first vertex to the farthest from that, when one is long and the
// other does not lead far from its line.
static wend_vec slender_length(const wend_vec *points, int32_t count) {
    wend_vec foot = points[count + 1], up = {0, 0}, along = {0, 0};
    for (int32_t k = 0; k <= count; k++) {
        up = longer(up, (wend_vec){points[k].x - foot.x, points[k].y - foot.y});
        along = longer(along, (wend_vec){points[k].x - points[0].x, points[k].y - points[0].y});
    }
    wend_vec length = longer(up, along);
    double wide = larger(fabs(length.x * up.y - length.y * up.x), fabs(length.x * along.y - length.y * along.x));
    return wide * SLENDER < length.x * length.x + length.y * length.y ? length : (wend_vec){0, 0};
}

static lie lie_of(const wend_ground *g, const int32_t *regions, int32_t count) {
    wend_vec points[2 * WEND_PIECE_MOST + 3];
    int32_t n = points_of(g, regions, count, points);
    wend_vec length = slender_length(points, count);
    double size = sqrt(length.x * length.x + length.y * length.y);
    lie l = {.first = regions[0], .slender = size > 0};
    size = length.x < 0 ? -size : size; // what is along an axis is upright
    float x = l.slender ? (float)(length.x / size) : 1, y = l.slender ? (float)(length.y / size) : 0;
    range r = range_along(points, n, (double)x, (double)y);
    l.box = box_along(x, y, &r);
    return l;
}

// ---------------------------------------------------------------------------------------------------- slender ones

// A slender piece as it is put in order: its middle, and from one end to the other.
typedef struct rod {
    float x, y, dx, dy;
    float key;
    int32_t index;
} rod;

static rod rod_of(const wend_turned_box *box, int32_t index) {
    double along = 0.5 * ((double)box->low[0] + box->high[0]), left = 0.5 * ((double)box->low[1] + box->high[1]);
    double x = (double)box->x, y = (double)box->y, length = (double)box->high[0] - box->low[0];
    return (rod){(float)(along * x - left * y),
                 (float)(along * y + left * x),
                 (float)(length * x),
                 (float)(length * y),
                 0,
                 index};
}

static bool comes_before(const rod *a, const rod *b) {
    return a->key != b->key ? a->key < b->key : a->index < b->index;
}

// Puts the `count` least of all before the others.
static void select_least(rod *all, int64_t n, int64_t count) {
    for (int64_t low = 0, high = n - 1; low < high;) {
        int64_t i = low, j = high;
        rod pivot = all[low + (high - low) / 2];
        while (i <= j) {
            while (comes_before(&all[i], &pivot))
                i++;
            while (comes_before(&pivot, &all[j]))
                j--;
            if (i <= j) {
                rod swap = all[i];
                all[i++] = all[j];
                all[j--] = swap;
            }
        }
        if (count <= j)
            high = j;
        else if (count >= i)
            low = i;
        else
            return;
    }
}

enum { SAMPLES = 64 };

// How well rods come apart along a direction: how far their middles spread, against how long they are.
static double separation(const rod *all, int64_t n, wend_vec d) {
    double sum = 0, squares = 0, lengths = 0, count = 0;
    for (int64_t k = 0; k < n; k += n / SAMPLES + 1) {
        double at = ((double)all[k].x - (double)all[0].x) * d.x + ((double)all[k].y - (double)all[0].y) * d.y;
        sum += at;
        squares += at * at;
        lengths += fabs((double)all[k].dx * d.x + (double)all[k].dy * d.y);
        count++;
    }
    double spread = squares - sum * sum / count;
    return spread > 0 ? spread / ((lengths + 1) * (lengths + 1)) : 0;
}

// The direction in which rods come apart best: their main direction or the one across it. A few tell which of them; the
// direction itself is that of all, as long ones side by side must be parted along their length.
static wend_vec best_cut(const rod *all, int64_t n) {
    double x = 0, y = 0;
    for (int64_t k = 0; k < n; k++) {
        double dx = (double)all[k].dx, dy = (double)all[k].dy;
        x += dx * dx - dy * dy;
        y += 2 * dx * dy;
    }
    wend_vec d = half_turn(x, y), e = {-d.y, d.x};
    return separation(all, n, e) > separation(all, n, d) ? e : d;
}

// Orders rods: halves them across the direction in which they come apart best, down to groups.
static void order_rods(rod *all, int64_t n) {
    if (n <= WEND_FINDER_FAN)
        return;
    wend_vec d = best_cut(all, n);
    for (int64_t k = 0; k < n; k++)
        all[k].key = (float)((double)all[k].x * d.x + (double)all[k].y * d.y);
    int64_t group = WEND_FINDER_FAN; // whole groups, of the largest that both sides hold
    while (group * WEND_FINDER_FAN < n)
        group *= WEND_FINDER_FAN;
    int64_t left = (n / group + 1) / 2 * group;
    select_least(all, n, left);
    order_rods(all, left);
    order_rods(all + left, n - left);
}

// ---------------------------------------------------------------------------------------------------- tree

static bool holds(const wend_turned_box *box, double x, double y) {
    double along = (double)box->x * x + (double)box->y * y, left = (double)box->x * y - (double)box->y * x;
    return along >= box->low[0] && along <= box->high[0] && left >= box->low[1] && left <= box->high[1];
}

static void corners_of(const wend_turned_box *box, wend_vec corners[4]) {
    double x = (double)box->x, y = (double)box->y, square = x * x + y * y;
    for (int i = 0; i < 4; i++) {
        double along = i % 2 ? box->high[0] : box->low[0], left = i / 2 ? box->high[1] : box->low[1];
        corners[i] = (wend_vec){(along * x - left * y) / square, (along * y + left * x) / square};
    }
}

static bool all_upright(const wend_turned_box *boxes, int32_t n) {
    int32_t k = 0;
    while (k < n && boxes[k].y == 0)
        k++;
    return k == n;
}

// The box of boxes: an upright one when all are.
static wend_turned_box box_of_boxes(const wend_turned_box *boxes, int32_t n, bool upright) {
    wend_turned_box box = boxes[0];
    if (!upright) {
        wend_vec corners[4 * WEND_FINDER_FAN];
        for (int32_t k = 0; k < n; k++)
            corners_of(&boxes[k], &corners[4 * k]);
        return box_around(corners, 4 * n);
    }
    for (int32_t k = 1; k < n; k++)
        for (int i = 0; i < 2; i++) {
            box.low[i] = boxes[k].low[i] < box.low[i] ? boxes[k].low[i] : box.low[i];
            box.high[i] = boxes[k].high[i] > box.high[i] ? boxes[k].high[i] : box.high[i];
        }
    return box;
}

// Sixteenths of a box per step, along it and across.
static wend_vec sixteenths_of(const wend_turned_box *box) {
    return (wend_vec){16 / ((double)box->high[0] - box->low[0]), 16 / ((double)box->high[1] - box->low[1])};
}

static unsigned sixteenth(double away, double scale) {
    double part = away * scale;
    return part > 0 ? part < 15 ? (unsigned)part : 15 : 0;
}

// From where to where a box goes in another, in sixteenths: along it, then across, four bits each.
static uint16_t hint_of(const wend_turned_box *group, wend_vec scale, const wend_turned_box *box, bool upright) {
    range r = {{box->low[0], box->low[1]}, {box->high[0], box->high[1]}};
    if (!upright) {
        wend_vec corners[4];
        corners_of(box, corners);
        r = range_along(corners, 4, (double)group->x, (double)group->y);
    }
    return (uint16_t)(sixteenth(r.low[0] - group->low[0], scale.x) |
                      sixteenth(r.high[0] - group->low[0], scale.x) << 4 |
                      sixteenth(r.low[1] - group->low[1], scale.y) << 8 |
                      sixteenth(r.high[1] - group->low[1], scale.y) << 12);
}

// Makes a group of the last pieces.
static bool close_group(building *b, int32_t n) {
    bool upright = all_upright(b->open, n);
    wend_turned_box group = box_of_boxes(b->open, n, upright);
    wend_vec scale = sixteenths_of(&group);
    bool good = wend_array_push(b->context, &b->groups, group);
    for (int32_t k = 0; good && k < n; k++)
        good = wend_array_push(b->context, &b->hints, hint_of(&group, scale, &b->open[k], upright));
    return good;
}

// Puts a piece at the end of the list.
static bool add_piece(building *b, int32_t first, const wend_turned_box *box) {
    int64_t at = b->pieces.count % WEND_FINDER_FAN;
    b->open[at] = *box;
    return wend_array_push(b->context, &b->pieces, first) &&
           (at < WEND_FINDER_FAN - 1 || close_group(b, WEND_FINDER_FAN));
}

// Cuts a cell, from a region on, into pieces. Slender ones are kept for later.
static bool cut_cell(building *b, int32_t first) {
    int32_t regions[WEND_PIECE_MOST], count, at = first;
    bool good = true;
    while (good && at >= 0) {
        int32_t next = list_piece(b->g->view, at, regions, &count);
        for (int32_t k = 1; k < count && at != first; k++) // around a closed cell and into the first piece
            next = regions[k] == first ? -1 : next;
        lie l = lie_of(b->g, regions, count);
        good = l.slender ? wend_array_push(b->context, &b->slender, l) : add_piece(b, l.first, &l.box);
        at = next == first ? -1 : next;
    }
    return good;
}

static bool note_beginning(building *b, int32_t region) {
    int32_t *first = &b->first.data[site_of(b->g->view, region)];
    if (*first >= 0)
        return wend_array_push(b->context, &b->more, region);
    *first = region;
    return true;
}

// Cells begin where the arc before has another site on its left, and go on where very many arcs meet. Those of point
// obstacles are closed, and begin anywhere.
static bool find_cells(building *b) {
    const wend_medial_view *view = b->g->view;
    int64_t sites = (int64_t)b->g->plan.vertex_count + b->g->plan.boundary_count, points = 0;
    bool good = wend_array_resize(b->context, &b->first, sites);
    for (int64_t s = 0; good && s < sites; s++)
        b->first.data[s] = -1;
    for (int32_t v = 0; good && v < view->vertex_count; v++) {
        const int32_t *around = &view->around[view->vertices[v].first];
        int32_t degree = view->vertices[v].degree;
        for (int32_t k = 0; good && k < degree; k++) {
            int32_t before = around[k + 1 < degree ? k + 1 : 0] ^ 1;
            if (degree > DEGREE_MOST || site_of(view, before) != site_of(view, around[k]))
                good = note_beginning(b, around[k]);
        }
    }
    for (int32_t c = 0; c < b->g->plan.component_count; c++)
        points += b->g->plan.components[c].points;
    for (int32_t r = 0; good && points > 0 && r < 2 * view->arc_count; r++)
        if (b->first.data[site_of(view, r)] < 0)
            b->first.data[site_of(view, r)] = r;
    return good;
}

// Cuts the cells in the order of the plan's vertices, that of an edge with its start.
static bool cut_cells(building *b) {
    const wend_plan_view *plan = &b->g->plan;
    WEND_ARRAY(int32_t) after = {0}; // per vertex: the edge that starts there, or -1
    bool good = wend_array_resize(b->context, &after, plan->vertex_count) &&
                wend_array_reserve(b->context, &b->pieces, b->first.count) &&
                wend_array_reserve(b->context, &b->hints, b->first.count) &&
                wend_array_reserve(b->context, &b->groups, b->first.count / WEND_FINDER_FAN + 1);
    for (int32_t v = 0; good && v < plan->vertex_count; v++)
        after.data[v] = -1;
    for (int32_t k = 0; good && k < plan->boundary_count; k++) {
        int32_t h = plan->boundaries[k].edge;
        after.data[plan->triangles[h / 3].v[h % 3]] = k;
    }
    for (int32_t v = 0; good && v < plan->vertex_count; v++)
        good = cut_cell(b, b->first.data[v]) &&
               (after.data[v] < 0 || cut_cell(b, b->first.data[plan->vertex_count + after.data[v]]));
    for (int64_t k = 0; good && k < b->more.count; k++)
        good = cut_cell(b, b->more.data[k]);
    wend_array_free(b->context, &after);
    return good;
}

static bool add_slender(building *b) {
    int64_t n = b->slender.count;
    WEND_ARRAY(rod) rods = {0};
    bool good = n == 0 || wend_array_resize(b->context, &rods, n);
    for (int64_t k = 0; good && k < n; k++)
        rods.data[k] = rod_of(&b->slender.data[k].box, (int32_t)k);
    if (good)
        order_rods(rods.data, n);
    for (int64_t k = 0; good && k < n; k++) {
        const lie *l = &b->slender.data[rods.data[k].index];
        good = add_piece(b, l->first, &l->box);
    }
    wend_array_free(b->context, &rods);
    int32_t rest = (int32_t)(b->pieces.count % WEND_FINDER_FAN);
    return good && (rest == 0 || close_group(b, rest));
}

static int32_t groups_of(int32_t items) {
    return items / WEND_FINDER_FAN + (items % WEND_FINDER_FAN != 0);
}

static int32_t end_of_group(int32_t group, int32_t items) {
    return group < items / WEND_FINDER_FAN ? (group + 1) * WEND_FINDER_FAN : items;
}

static bool make_tree(building *b, wend_finder *f) {
    if (b->pieces.count == 0)
        return true;
    f->pieces = (int32_t)b->pieces.count;
    for (int32_t n = groups_of(f->pieces);; n = groups_of(n)) {
        f->count[f->levels++] = n;
        f->box_total += n;
        if (n == 1)
            break;
    }
    f->first = wend_allocate_array(b->context, f->pieces, sizeof *f->first);
    f->hints = wend_allocate_array(b->context, f->pieces, sizeof *f->hints);
    f->boxes[0] = wend_allocate_array(b->context, f->box_total, sizeof *f->boxes[0]);
    if (f->first == NULL || f->hints == NULL || f->boxes[0] == NULL)
        return false;
    memcpy(f->hints, b->hints.data, (size_t)f->pieces * sizeof *f->hints);
    memcpy(f->first, b->pieces.data, (size_t)f->pieces * sizeof *f->first);
    memcpy(f->boxes[0], b->groups.data, (size_t)f->count[0] * sizeof *f->boxes[0]);
    for (int level = 1; level < f->levels; level++) {
        f->boxes[level] = f->boxes[level - 1] + f->count[level - 1];
        for (int32_t k = 0; k < f->count[level]; k++) {
            int32_t from = k * WEND_FINDER_FAN, to = end_of_group(k, f->count[level - 1]);
            const wend_turned_box *below = &f->boxes[level - 1][from];
            f->boxes[level][k] = box_of_boxes(below, to - from, all_upright(below, to - from));
        }
    }
    return true;
}

bool wend_finder_build(wend_context *context, const wend_ground *g, wend_finder *finder) {
    building b = {.context = context, .g = g};
    *finder = (wend_finder){0};
    bool good = find_cells(&b) && cut_cells(&b) && add_slender(&b) && make_tree(&b, finder);
    wend_array_free(context, &b.first);
    wend_array_free(context, &b.more);
    wend_array_free(context, &b.slender);
    wend_array_free(context, &b.pieces);
    wend_array_free(context, &b.hints);
    wend_array_free(context, &b.groups);
    if (!good)
        wend_finder_free(context, finder);
    return good;
}

void wend_finder_free(wend_context *context, wend_finder *f) {
    wend_release(context, f->first, (size_t)f->pieces * sizeof *f->first);
    wend_release(context, f->hints, (size_t)f->pieces * sizeof *f->hints);
    wend_release(context, f->boxes[0], (size_t)f->box_total * sizeof *f->boxes[0]);
    *f = (wend_finder){0};
}

// ---------------------------------------------------------------------------------------------------- searching

// Visits the pieces of a lowest group whose hints allow that they hold a place.
static bool visit_group(const wend_finder *f, int32_t group, wend_vec place, bool (*visit)(void *user, int32_t first),
                        void *user) {
    const wend_turned_box *box = &f->boxes[0][group];
    wend_vec scale = sixteenths_of(box);
    double x = (double)box->x * place.x + (double)box->y * place.y;
    double y = (double)box->x * place.y - (double)box->y * place.x;
    unsigned along = sixteenth(x - box->low[0], scale.x), left = sixteenth(y - box->low[1], scale.y);
    for (int32_t k = group * WEND_FINDER_FAN; k < end_of_group(group, f->pieces); k++) {
        unsigned hint = f->hints[k];
        bool outside =
            along < (hint & 15) || along > (hint >> 4 & 15) || left < (hint >> 8 & 15) || left > (hint >> 12);
        if (!outside && !visit(user, f->first[k]))
            return false;
    }
    return true;
}

void wend_finder_search(const wend_finder *f, wend_vec place, bool (*visit)(void *user, int32_t first), void *user) {
    if (f->levels == 0)
        return;
    // Depth first without a stack: `at` is a group of `level`; after it (or below it) comes the next in list order.
    int level = f->levels - 1;
    int32_t at = 0;
    for (;;) {
        bool inside = holds(&f->boxes[level][at], place.x, place.y);
        if (inside && level > 0) {
            level--;
            at *= WEND_FINDER_FAN;
            continue;
        }
        if (inside && !visit_group(f, at, place, visit, user))
            return;
        at++;
        while (level < f->levels - 1 && (at % WEND_FINDER_FAN == 0 || at == f->count[level])) {
            at = (at - 1) / WEND_FINDER_FAN + 1;
            level++;
        }
        if (level == f->levels - 1 && at >= f->count[level])
            return;
    }
}
