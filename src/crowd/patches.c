// Patches: the floor, cut so that neighbours are found along it.
//
// Problem. Who is near an agent? On a floor plan a grid of squares tells. In a building the squares of a grid hold what
// is on all storeys, and on both sides of every wall.
//
//     square of the grid         its patches
//     +-----------+
//     |  a  | b   |              a and b are apart in this square: two patches, though there may be a door in the
//     |     |     |              next one; what is on the storey above is a third one
//     +-----------+
//
// A patch is a connected part of the floor within one square: the triangles of the plan that meet the square are
// joined over those of their edges that meet it, too. Patches of squares side by side are joined where they share a
// triangle, which is convex, so that its parts in both squares touch. Near a patch are all that such joints lead to
// without leaving the squares around it.
//
// The walls of a patch are the boundary edges and point obstacles on it and on what is near it. A wall behind another
// one does no harm: whatever is hidden is farther away than what hides it. But what lies a turn of stairs higher would
// be a wall where there is none; so on plans that overlap themselves the height of the ground beside a wall is compared
// with that of the patch.
//
// Whether a triangle or an edge meets a square is found with doubles, and a little too generously. So every point of a
// triangle has its patch, and a patch may be said to reach a hair farther than it does; it is never too small.
//
// Numbers: patches by square, row by row, and within a square by their first triangle. What stands in a row of squares
// is then a run of patches.
//
// Cost: O(pairs of a triangle and a square that meet), and for each patch a walk over those around it.
#include "crowd/patches.h"

#include "base/context.h"

#include <math.h>

enum { SQUARES_MAX = 1 << 22 };

// Where a line or triangle lies within a row of squares.
typedef struct extent {
    double low, high; // x, lattice steps; low > high: nowhere
} extent;

static void take(extent *e, double x) {
    e->low = x < e->low ? x : e->low;
    e->high = x > e->high ? x : e->high;
}

// Adds what lies of a segment between two heights.
static void take_segment(extent *e, wend_point a, wend_point b, double bottom, double top) {
    if (a.y > b.y) {
        wend_point c = a;
        a = b;
        b = c;
    }
    if (b.y < bottom || a.y > top)
        return;
    double slope = b.y > a.y ? ((double)b.x - a.x) / ((double)b.y - a.y) : 0;
    if (a.y == b.y) {
        take(e, a.x);
        take(e, b.x);
        return;
    }
    take(e, a.y < bottom ? a.x + slope * (bottom - a.y) : a.x);
    take(e, b.y > top ? a.x + slope * (top - a.y) : b.x);
}

static int32_t column_of(const wend_patches *p, double x) {
    double k = floor((x - p->low[0]) / (double)p->square);
    return k < 0 ? 0 : k >= p->columns ? p->columns - 1 : (int32_t)k;
}
static int32_t row_of(const wend_patches *p, double y) {
    double k = floor((y - p->low[1]) / (double)p->square);
    return k < 0 ? 0 : k >= p->rows ? p->rows - 1 : (int32_t)k;
}

static wend_point corner(const wend_patches *p, int32_t h) {
    return p->v.vertices[p->v.triangles[h / 3].v[h % 3]];
}
static int32_t next_half(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

// The columns of a row that a triangle, or one edge of it, meets; a step too many on each side.
static extent extent_in_row(const wend_patches *p, int32_t first, int32_t count, int32_t row) {
    extent e = {INFINITY, -INFINITY};
    double bottom = p->low[1] + (double)row * (double)p->square - 1, top = bottom + (double)p->square + 2;
    for (int32_t h = first; h < first + count; h++)
        take_segment(&e, corner(p, h), corner(p, next_half(h)), bottom, top);
    e.low -= 1;
    e.high += 1;
    return e;
}

static void rows_of(const wend_patches *p, int32_t t, int32_t *first, int32_t *last) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t h = 3 * t; h < 3 * t + 3; h++) {
        low = fmin(low, corner(p, h).y);
        high = fmax(high, corner(p, h).y);
    }
    *first = row_of(p, low - 1);
    *last = row_of(p, high + 1);
}

static bool edge_meets(const wend_patches *p, int32_t h, int32_t square) {
    int32_t row = square / p->columns, column = square % p->columns;
    extent e = extent_in_row(p, h, 1, row);
    return e.low <= e.high && column_of(p, e.low) <= column && column <= column_of(p, e.high);
}

static int32_t find_pair(const wend_patches *p, int32_t square, int32_t triangle) {
    int32_t low = p->square_pair.data[square], end = p->square_pair.data[square + 1], high = end;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (p->pair_triangle.data[middle] < triangle)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && p->pair_triangle.data[low] == triangle ? low : -1;
}

int32_t wend_patches_at(const wend_patches *p, int32_t triangle, wend_point point) {
    int64_t column = ((int64_t)point.x - p->low[0]) / p->square, row = ((int64_t)point.y - p->low[1]) / p->square;
    column = column < 0 ? 0 : column >= p->columns ? p->columns - 1 : column;
    row = row < 0 ? 0 : row >= p->rows ? p->rows - 1 : row;
    int32_t square = (int32_t)(row * p->columns + column);
    int32_t pair = find_pair(p, square, triangle);
    if (pair < 0) // a point that lies beside its triangle by rounding
        pair = p->square_pair.data[square] < p->square_pair.data[square + 1] ? p->square_pair.data[square] : -1;
    return pair < 0 ? 0 : p->pair_patch.data[pair];
}

double wend_patches_height(const wend_patches *p, const wend_spot *spot) {
    if (!p->layered)
        return 0;
    wend_plan_ground ground;
    wend_plan_find_ground(p->plan, spot, &ground);
    double place[3];
    wend_ground_from_scene(p->v.ground.up, ground.place, place);
    return place[2] * p->v.unit;
}

// ---------------------------------------------------------------------------------------------------- pairs

static void place_grid(wend_patches *p, double side) {
    int32_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    for (int32_t k = 0; k < p->v.vertex_count; k++) {
        int32_t at[2] = {p->v.vertices[k].x, p->v.vertices[k].y};
        for (int i = 0; i < 2; i++) {
            low[i] = at[i] < low[i] ? at[i] : low[i];
            high[i] = at[i] > high[i] ? at[i] : high[i];
        }
    }
    int64_t spans[2] = {(int64_t)high[0] - low[0], (int64_t)high[1] - low[1]}, columns, rows;
    double steps = side / p->metres;
    p->square = steps < 1 ? 1 : steps > 0x1p31 ? (int64_t)1 << 31 : (int64_t)steps;
    while (columns = spans[0] / p->square + 1, rows = spans[1] / p->square + 1, columns > SQUARES_MAX / rows)
        p->square *= 2;
    p->columns = (int32_t)columns;
    p->rows = (int32_t)rows;
    p->side = (double)p->square * p->metres;
    p->low[0] = low[0];
    p->low[1] = low[1];
}

// Lists, for each square, the triangles that meet it.
static wend_result find_pairs(wend_context *context, wend_patches *p) {
    int32_t squares = p->columns * p->rows;
    if (!wend_array_resize(context, &p->square_pair, (int64_t)squares + 1))
        return WEND_ERROR_MEMORY;
    int32_t *count = p->square_pair.data;
    for (int32_t k = 0; k <= squares; k++)
        count[k] = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t t = 0; t < p->v.triangle_count; t++) {
            int32_t first, last;
            if (t % 4096 == 0 && wend_pause(context, "crowd", 0.4 * t / p->v.triangle_count))
                return WEND_ERROR_CANCELLED;
            rows_of(p, t, &first, &last);
            for (int32_t row = first; row <= last; row++) {
                extent e = extent_in_row(p, 3 * t, 3, row);
                if (e.low > e.high)
                    continue;
                int32_t end = row * p->columns + column_of(p, e.high);
                for (int32_t s = row * p->columns + column_of(p, e.low); s <= end; s++)
                    if (pass == 0)
                        count[s]++;
                    else
                        p->pair_triangle.data[count[s]++] = t;
            }
        }
        int64_t sum = 0;
        if (pass == 0) { // where each square begins
            for (int32_t k = 0; k <= squares; k++) {
                int32_t own = count[k];
                if (sum > INT32_MAX / 2)
                    return WEND_ERROR_LIMIT;
                count[k] = (int32_t)sum;
                sum += own;
            }
            if (!wend_array_resize(context, &p->pair_triangle, sum) || !wend_array_resize(context, &p->pair_patch, sum))
                return WEND_ERROR_MEMORY;
        } else { // filling has moved each beginning to the end
            for (int32_t k = squares; k > 0; k--)
                count[k] = count[k - 1];
            count[0] = 0;
        }
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- patches

static int32_t root_of(int32_t *up, int32_t k) {
    while (up[k] != k)
        k = up[k] = up[up[k]];
    return k;
}

static wend_result find_patches(wend_context *context, wend_patches *p) {
    int32_t squares = p->columns * p->rows, *up = p->pair_patch.data;
    if (!wend_array_resize(context, &p->square_patch, (int64_t)squares + 1))
        return WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < (int32_t)p->pair_patch.count; k++)
        up[k] = k;
    for (int32_t s = 0; s < squares; s++)
        for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++) {
            int32_t t = p->pair_triangle.data[k];
            for (int32_t h = 3 * t; h < 3 * t + 3; h++) {
                int32_t twin = p->v.triangles[t].twin[h % 3];
                int32_t other = twin > h && edge_meets(p, h, s) ? find_pair(p, s, twin / 3) : -1;
                if (other < 0)
                    continue;
                int32_t a = root_of(up, k), b = root_of(up, other);
                up[a > b ? a : b] = a < b ? a : b;
            }
        }
    int32_t count = 0;
    for (int32_t s = 0; s < squares; s++) {
        p->square_patch.data[s] = count;
        // Roots come before what hangs on them: what has its number already holds the complement of that.
        for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++)
            if (up[k] != k) {
                up[k] = up[up[k]];
            } else {
                if (!wend_array_push(context, &p->patch_square, s))
                    return WEND_ERROR_MEMORY;
                up[k] = ~count++;
            }
        for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++)
            up[k] = ~up[k];
    }
    p->square_patch.data[squares] = count;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- what is near

// Joints between patches of squares side by side, and a walk over them.
typedef struct joints {
    WEND_ARRAY(int32_t) first, other;
    WEND_ARRAY(int32_t) mark; // of each patch: the last walk that met it
    WEND_ARRAY(int32_t) found;
} joints;

static void free_joints(wend_context *context, joints *j) {
    wend_array_free(context, &j->first);
    wend_array_free(context, &j->other);
    wend_array_free(context, &j->mark);
    wend_array_free(context, &j->found);
}

// Calls for each pair of a square the same triangle's pair in the square to the right and in the one above.
static bool find_joints(wend_context *context, const wend_patches *p, joints *j) {
    int32_t patches = (int32_t)p->patch_square.count;
    if (!wend_array_resize(context, &j->first, (int64_t)patches + 1) || !wend_array_resize(context, &j->mark, patches))
        return false;
    for (int32_t k = 0; k < patches; k++)
        j->first.data[k] = j->mark.data[k] = 0;
    j->first.data[patches] = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t s = 0; s < p->columns * p->rows; s++)
            for (int side = 0; side < 2; side++) {
                int32_t beside = side == 0 ? s + 1 : s + p->columns;
                if ((side == 0 && beside % p->columns == 0) || beside >= p->columns * p->rows)
                    continue;
                int32_t m = p->square_pair.data[beside], end = p->square_pair.data[beside + 1], was[2] = {-1, -1};
                for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++) {
                    while (m < end && p->pair_triangle.data[m] < p->pair_triangle.data[k])
                        m++;
                    if (m == end || p->pair_triangle.data[m] != p->pair_triangle.data[k])
                        continue;
                    int32_t a = p->pair_patch.data[k], b = p->pair_patch.data[m];
                    if (a == was[0] && b == was[1])
                        continue;
                    was[0] = a;
                    was[1] = b;
                    if (pass == 0) {
                        j->first.data[a]++;
                        j->first.data[b]++;
                    } else {
                        j->other.data[j->first.data[a]++] = b;
                        j->other.data[j->first.data[b]++] = a;
                    }
                }
            }
        int32_t sum = 0;
        if (pass == 0) {
            for (int32_t k = 0; k <= patches; k++) {
                int32_t own = j->first.data[k];
                j->first.data[k] = sum;
                sum += own;
            }
            if (sum > 0 && !wend_array_resize(context, &j->other, sum))
                return false;
        } else {
            for (int32_t k = patches; k > 0; k--)
                j->first.data[k] = j->first.data[k - 1];
            j->first.data[0] = 0;
        }
    }
    return true;
}

// All patches near one, itself first.
static bool find_near(wend_context *context, const wend_patches *p, joints *j, int32_t patch) {
    int32_t square = p->patch_square.data[patch], row = square / p->columns, column = square % p->columns;
    j->found.count = 0;
    j->mark.data[patch] = patch + 1;
    if (!wend_array_push(context, &j->found, patch))
        return false;
    for (int64_t k = 0; k < j->found.count; k++)
        for (int32_t i = j->first.data[j->found.data[k]]; i < j->first.data[j->found.data[k] + 1]; i++) {
            int32_t other = j->other.data[i], there = p->patch_square.data[other];
            int32_t dx = there % p->columns - column, dy = there / p->columns - row;
            if (j->mark.data[other] == patch + 1 || dx > p->reach || -dx > p->reach || dy > p->reach || -dy > p->reach)
                continue;
            j->mark.data[other] = patch + 1;
            if (!wend_array_push(context, &j->found, other))
                return false;
        }
    return true;
}

// A patch is plain when no square around it has more than one patch.
static bool find_plain(wend_context *context, wend_patches *p) {
    if (!wend_array_resize(context, &p->plain, p->patch_square.count))
        return false;
    for (int64_t k = 0; k < p->plain.count; k++)
        p->plain.data[k] = true;
    for (int32_t s = 0; s < p->columns * p->rows; s++) {
        if (p->square_patch.data[s + 1] - p->square_patch.data[s] < 2)
            continue;
        int32_t row = s / p->columns, column = s % p->columns;
        for (int32_t y = row - p->reach; y <= row + p->reach; y++)
            for (int32_t x = column - p->reach; x <= column + p->reach; x++)
                if (x >= 0 && x < p->columns && y >= 0 && y < p->rows)
                    for (int32_t k = p->square_patch.data[y * p->columns + x];
                         k < p->square_patch.data[y * p->columns + x + 1]; k++)
                        p->plain.data[k] = false;
    }
    return true;
}

static bool keep_near(wend_context *context, wend_patches *p, const joints *j) {
    int64_t first = p->near.count;
    for (int64_t k = 0; k < j->found.count; k++) {
        if (!wend_array_push(context, &p->near, j->found.data[k]))
            return false;
        for (int64_t i = p->near.count - 1; i > first && p->near.data[i - 1] > p->near.data[i]; i--) {
            int32_t other = p->near.data[i];
            p->near.data[i] = p->near.data[i - 1];
            p->near.data[i - 1] = other;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- walls

// Walls on each patch itself, and a place on each: the first half-edge or the vertex that it is.
typedef struct owned {
    WEND_ARRAY(int32_t) first, wall;
    WEND_ARRAY(int32_t) mark;   // of each wall: the last patch that it was listed for
    WEND_ARRAY(int32_t) points; // of each vertex: the wall that it is, or -1
} owned;

static void free_owned(wend_context *context, owned *o) {
    wend_array_free(context, &o->first);
    wend_array_free(context, &o->wall);
    wend_array_free(context, &o->mark);
    wend_array_free(context, &o->points);
}

static bool make_walls(wend_context *context, wend_patches *p, owned *o) {
    for (int32_t b = 0; b < p->v.boundary_count; b++) {
        wend_point a = corner(p, p->v.boundaries[b].edge), c = corner(p, next_half(p->v.boundaries[b].edge));
        if (!wend_array_push(context, &p->walls,
                             (wend_wall){a.x * p->metres, a.y * p->metres, c.x * p->metres, c.y * p->metres}))
            return false;
    }
    if (!wend_array_resize(context, &o->points, p->v.vertex_count))
        return false;
    for (int32_t k = 0; k < p->v.vertex_count; k++) {
        double x = p->v.vertices[k].x * p->metres, y = p->v.vertices[k].y * p->metres;
        o->points.data[k] = -1;
        if (!(p->v.vertex_flags[k] & WEND_VERTEX_POINT))
            continue;
        o->points.data[k] = (int32_t)p->walls.count;
        if (!wend_array_push(context, &p->walls, (wend_wall){x, y, x, y}))
            return false;
    }
    if (!wend_array_resize(context, &o->mark, p->walls.count))
        return false;
    for (int64_t k = 0; k < o->mark.count; k++)
        o->mark.data[k] = -1;
    return true;
}

static bool own_walls(wend_context *context, const wend_patches *p, owned *o) {
    int32_t patches = (int32_t)p->patch_square.count;
    if (!wend_array_resize(context, &o->first, (int64_t)patches + 1))
        return false;
    for (int32_t patch = 0; patch < patches; patch++) {
        int32_t s = p->patch_square.data[patch];
        o->first.data[patch] = (int32_t)o->wall.count;
        for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++) {
            if (p->pair_patch.data[k] != patch)
                continue;
            int32_t t = p->pair_triangle.data[k];
            for (int32_t h = 3 * t; h < 3 * t + 3; h++) {
                int32_t twin = p->v.triangles[t].twin[h % 3], point = o->points.data[p->v.triangles[t].v[h % 3]];
                if (twin < 0 && edge_meets(p, h, s) && !wend_array_push(context, &o->wall, ~twin))
                    return false;
                if (point >= 0 && edge_meets(p, h, s) && !wend_array_push(context, &o->wall, point))
                    return false;
            }
        }
    }
    o->first.data[patches] = (int32_t)o->wall.count;
    return true;
}

// The point of a wall that is nearest to a place.
static void nearest_on(const wend_wall *w, double x, double y, double at[2]) {
    double ex = w->bx - w->ax, ey = w->by - w->ay, square = ex * ex + ey * ey;
    double t = square > 0 ? ((x - w->ax) * ex + (y - w->ay) * ey) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    at[0] = w->ax + t * ex;
    at[1] = w->ay + t * ey;
}

static int32_t wall_triangle(const wend_patches *p, const owned *o, int32_t patch, int32_t wall) {
    if (wall < p->v.boundary_count)
        return p->v.boundaries[wall].edge / 3;
    int32_t s = p->patch_square.data[patch];
    for (int32_t k = p->square_pair.data[s]; k < p->square_pair.data[s + 1]; k++)
        for (int i = 0; i < 3 && p->pair_patch.data[k] == patch; i++)
            if (o->points.data[p->v.triangles[p->pair_triangle.data[k]].v[i]] == wall)
                return p->pair_triangle.data[k];
    return -1;
}

static double height_at(const wend_patches *p, int32_t triangle, const double place[2]) {
    wend_spot spot = {
        triangle, {(int32_t)floor(place[0] / p->metres + 0.5), (int32_t)floor(place[1] / p->metres + 0.5)}, 0};
    return wend_patches_height(p, &spot);
}

// The place of a triangle that is nearest to a square's middle.
static void place_in(const wend_patches *p, int32_t t, double x, double y, double at[2]) {
    double least = INFINITY;
    bool inside = true;
    for (int32_t h = 3 * t; h < 3 * t + 3; h++) {
        wend_point a = corner(p, h), b = corner(p, next_half(h));
        wend_wall w = {a.x * p->metres, a.y * p->metres, b.x * p->metres, b.y * p->metres};
        inside = inside && (w.bx - w.ax) * (y - w.ay) - (w.by - w.ay) * (x - w.ax) >= 0;
        double near[2];
        nearest_on(&w, x, y, near);
        double far = (near[0] - x) * (near[0] - x) + (near[1] - y) * (near[1] - y);
        if (far < least) {
            least = far;
            at[0] = near[0];
            at[1] = near[1];
        }
    }
    if (inside) {
        at[0] = x;
        at[1] = y;
    }
}

// Lists the walls of what a walk has found, as far as they are near enough to the patch.
static bool list_walls(wend_context *context, wend_patches *p, const joints *j, owned *o, int32_t patch) {
    int32_t s = p->patch_square.data[patch];
    double x = (p->low[0] + (s % p->columns + 0.5) * (double)p->square) * p->metres;
    double y = (p->low[1] + (s / p->columns + 0.5) * (double)p->square) * p->metres;
    double most = p->wall_range + 0.7072 * p->side, own = 0, place[2];
    bool heights = p->layered && !p->plain.data[patch];
    for (int32_t k = p->square_pair.data[s]; heights && k < p->square_pair.data[s + 1]; k++)
        if (p->pair_patch.data[k] == patch) {
            place_in(p, p->pair_triangle.data[k], x, y, place);
            own = height_at(p, p->pair_triangle.data[k], place);
            break;
        }
    for (int64_t k = 0; k < j->found.count; k++) {
        int32_t near = j->found.data[k];
        for (int32_t i = o->first.data[near]; i < o->first.data[near + 1]; i++) {
            int32_t wall = o->wall.data[i];
            if (o->mark.data[wall] == patch)
                continue;
            nearest_on(&p->walls.data[wall], x, y, place);
            double far = sqrt((place[0] - x) * (place[0] - x) + (place[1] - y) * (place[1] - y));
            if (far > most)
                continue;
            int32_t t = heights && near != patch ? wall_triangle(p, o, near, wall) : -1;
            double height = t >= 0 ? height_at(p, t, place) : 0;
            if (t >= 0 && far > 0.5 * p->side && !wend_patches_level(height - own, far + p->side))
                continue;
            o->mark.data[wall] = patch;
            if (!wend_array_push(context, &p->wall, wall) ||
                (p->layered && !wend_array_push(context, &p->wall_height, t >= 0 ? (float)height : NAN)))
                return false;
        }
    }
    return true;
}

static wend_result find_walls_and_near(wend_context *context, wend_patches *p, joints *j, owned *o) {
    int32_t patches = (int32_t)p->patch_square.count;
    if (!wend_array_resize(context, &p->near_first, (int64_t)patches + 1) ||
        !wend_array_resize(context, &p->wall_first, (int64_t)patches + 1) || !find_joints(context, p, j) ||
        !find_plain(context, p) || !make_walls(context, p, o) || !own_walls(context, p, o))
        return WEND_ERROR_MEMORY;
    for (int32_t patch = 0; patch < patches; patch++) {
        if (patch % 1024 == 0 && wend_pause(context, "crowd", 0.5 + 0.5 * patch / patches))
            return WEND_ERROR_CANCELLED;
        p->near_first.data[patch] = (int32_t)p->near.count;
        p->wall_first.data[patch] = (int32_t)p->wall.count;
        if (!find_near(context, p, j, patch) || (!p->plain.data[patch] && !keep_near(context, p, j)) ||
            !list_walls(context, p, j, o, patch))
            return WEND_ERROR_MEMORY;
        if (p->near.count > INT32_MAX / 2 || p->wall.count > INT32_MAX / 2)
            return WEND_ERROR_LIMIT;
    }
    p->near_first.data[patches] = (int32_t)p->near.count;
    p->wall_first.data[patches] = (int32_t)p->wall.count;
    return WEND_OK;
}

wend_result wend_patches_build(wend_context *context, const wend_plan *plan, double range, double side,
                               double wall_range, wend_patches *p) {
    *p = (wend_patches){.plan = plan, .v = wend_plan_look(plan), .wall_range = wall_range};
    p->metres = p->v.lattice.step * p->v.unit;
    p->layered = p->v.layer_count > 1 && p->v.ground.step > 0;
    place_grid(p, side);
    double reach = ceil(range / p->side);
    p->reach = (int32_t)(reach < 1 ? 1 : reach);
    joints j = {0};
    owned o = {0};
    wend_result result = find_pairs(context, p);
    if (result == WEND_OK)
        result = find_patches(context, p);
    if (result == WEND_OK)
        result = find_walls_and_near(context, p, &j, &o);
    free_joints(context, &j);
    free_owned(context, &o);
    if (result != WEND_OK)
        wend_patches_free(context, p);
    return result;
}

void wend_patches_free(wend_context *context, wend_patches *p) {
    wend_array_free(context, &p->square_pair);
    wend_array_free(context, &p->square_patch);
    wend_array_free(context, &p->pair_triangle);
    wend_array_free(context, &p->pair_patch);
    wend_array_free(context, &p->patch_square);
    wend_array_free(context, &p->plain);
    wend_array_free(context, &p->near_first);
    wend_array_free(context, &p->near);
    wend_array_free(context, &p->wall_first);
    wend_array_free(context, &p->wall);
    wend_array_free(context, &p->wall_height);
    wend_array_free(context, &p->walls);
}
