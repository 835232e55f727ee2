// Meshes of half-edges and the ear cutter against what is plain: unions for components, sums of areas for ears.
#include "check.h"

#include "base/random.h"
#include "geom/ears.h"
#include "geom/mesh.h"
#include "geom/predicate.h"
#include "shared_context.h"

#include <math.h>
#include <string.h>

enum { SIDE = 9, CELLS = SIDE * SIDE };

// A structure of which the algebra sees only the corners and the twins.
typedef struct triangle {
    int32_t v[3];
    double weight;
    int32_t twin[3];
    int32_t spare;
} triangle;

typedef struct boundary {
    int32_t edge, next, cycle;
    uint8_t kind;
} boundary;

// Squares of a grid, each of two triangles; some are left out. Each fan gets a vertex of its own.
typedef struct patch {
    triangle triangles[2 * CELLS];
    boundary boundaries[6 * CELLS];
    int32_t count, boundary_count, vertex_count;
} patch;

static int32_t place_of(int32_t x, int32_t y) {
    return y * (SIDE + 1) + x;
}

// Places for vertices first, and twins by comparing all half-edges.
static void fill(patch *p, uint64_t *random) {
    memset(p, 0, sizeof *p);
    for (int32_t c = 0; c < CELLS; c++) {
        if (wend_random_below(random, 4) == 0)
            continue;
        int32_t x = c % SIDE, y = c / SIDE;
        int32_t a = place_of(x, y), b = place_of(x + 1, y), d = place_of(x + 1, y + 1), e = place_of(x, y + 1);
        p->triangles[p->count++] = (triangle){.v = {a, b, d}};
        p->triangles[p->count++] = (triangle){.v = {d, e, a}};
    }
    for (int32_t h = 0; h < 3 * p->count; h++) {
        int32_t *twin = &p->triangles[h / 3].twin[h % 3], found = -1;
        for (int32_t g = 0; g < 3 * p->count; g++)
            if (p->triangles[g / 3].v[g % 3] == p->triangles[h / 3].v[(h + 1) % 3] &&
                p->triangles[g / 3].v[(g + 1) % 3] == p->triangles[h / 3].v[h % 3])
                found = g;
        *twin = found >= 0 ? found : ~p->boundary_count;
        if (found < 0)
            p->boundaries[p->boundary_count++] = (boundary){.edge = h};
    }
}

// Makes a vertex of each fan, by spreading numbers over sides that corners share until nothing changes.
static void split_fans(patch *p) {
    int32_t number[6 * CELLS];
    bool changed = true;
    for (int32_t h = 0; h < 3 * p->count; h++)
        number[h] = h;
    while (changed) {
        changed = false;
        for (int32_t h = 0; h < 3 * p->count; h++) {
            int32_t twin = p->triangles[h / 3].twin[h % 3];
            int32_t other = twin < 0 ? h : twin / 3 * 3 + (twin % 3 + 1) % 3;
            if (number[other] < number[h]) {
                number[h] = number[other];
                changed = true;
            } else if (number[h] < number[other]) {
                number[other] = number[h];
                changed = true;
            }
        }
    }
    for (int32_t h = 0; h < 3 * p->count; h++)
        p->triangles[h / 3].v[h % 3] =
            number[h] == h ? p->vertex_count++ : p->triangles[number[h] / 3].v[number[h] % 3];
}

static wend_mesh mesh_of(const patch *p) {
    return WEND_MESH(triangle, p->triangles, p->count);
}

static wend_cycles cycles_of(patch *p) {
    return WEND_CYCLES(boundary, p->boundaries, p->boundary_count);
}

TEST(next_and_previous_go_around_a_triangle) {
    for (int32_t h = 0; h < 30; h++) {
        CHECK_INT(wend_half_next(h), h / 3 * 3 + (h + 1) % 3);
        CHECK_INT(wend_half_previous(h), h / 3 * 3 + (h + 2) % 3);
    }
    CHECK_INT(wend_half_next(INT32_MAX - 2), INT32_MAX - 4);
}

// Components as unions of neighbours have them, numbered by their lowest triangles.
static void check_components(const patch *p) {
    wend_mesh m = mesh_of(p);
    int32_t component[2 * CELLS], stack[2 * CELLS], lowest[2 * CELLS], count = 0;
    for (int32_t k = 0; k < p->count; k++) {
        lowest[k] = k;
        component[k] = -1;
    }
    for (int32_t round = 0; round < p->count; round++)
        for (int32_t h = 0; h < 3 * p->count; h++) {
            int32_t twin = p->triangles[h / 3].twin[h % 3];
            if (twin >= 0 && lowest[twin / 3] < lowest[h / 3])
                lowest[h / 3] = lowest[twin / 3];
        }
    int32_t found = wend_mesh_number_components(&m, component, stack);
    for (int32_t k = 0; k < p->count; k++) {
        if (lowest[k] == k)
            CHECK_INT(component[k], count++);
        CHECK_INT(component[k], component[lowest[k]]);
    }
    CHECK_INT(found, count);
}

// Following from any boundary edge comes back to it, and everything on the way has its cycle's number.
static void check_cycles(patch *p) {
    wend_mesh m = mesh_of(p);
    wend_cycles c = cycles_of(p);
    wend_cycles_link(&c, &m, 0, c.count);
    int32_t cycles = wend_cycles_number(&c), wrong, highest = -1;
    uint8_t reached[6 * CELLS];
    for (int32_t b = 0; b < p->boundary_count; b++) {
        const boundary *edge = &p->boundaries[b], *next = &p->boundaries[edge->next];
        CHECK_INT(wend_mesh_end(&m, edge->edge), wend_mesh_start(&m, next->edge));
        CHECK_INT(next->cycle, edge->cycle);
        CHECK(edge->cycle <= highest + 1);
        highest = edge->cycle > highest ? edge->cycle : highest;
        CHECK_INT(wend_mesh_look_at_boundary(&m, &c, b), WEND_MESH_SOUND);
    }
    CHECK_INT(cycles, highest + 1);
    CHECK_INT(wend_cycles_count(&c, reached, &wrong), cycles);
    CHECK_INT(wrong, -1);
    int32_t b = p->boundary_count / 2, was = p->boundaries[b].next;
    p->boundaries[b].cycle++;
    wend_cycles_count(&c, reached, &wrong);
    CHECK_INT(wrong, b);
    p->boundaries[b].cycle--;
    p->boundaries[b].next = b;
    CHECK_INT(wend_mesh_look_at_boundary(&m, &c, b), WEND_MESH_NEXT);
    p->boundaries[b].next = was;
}

static void check_fans(patch *p) {
    wend_mesh m = mesh_of(p);
    wend_cycles c = cycles_of(p);
    wend_fan fans[6 * CELLS];
    wend_mesh_find_fans(&m, fans, p->vertex_count);
    for (int32_t v = 0; v < p->vertex_count; v++) {
        CHECK(wend_mesh_is_one_fan(&m, &fans[v]));
        int32_t first = wend_mesh_first(&m, fans[v].lowest);
        CHECK_INT(wend_mesh_twin(&m, first) < 0 ? first : fans[v].lowest, fans[v].first);
    }
    for (int32_t h = 0; h < 3 * p->count; h++) {
        CHECK_INT(wend_mesh_look_at_side(&m, &c, h), WEND_MESH_SOUND);
        int32_t after = wend_mesh_after(&m, h);
        if (after >= 0) {
            CHECK_INT(wend_mesh_before(&m, after), h);
            CHECK_INT(wend_mesh_start(&m, after), wend_mesh_start(&m, h));
        }
    }
    int32_t *v = &p->triangles[0].v[0], kept = *v;
    *v = *v + 1 < p->vertex_count ? *v + 1 : 0; // a vertex of two fans, or two neighbours that do not agree
    wend_mesh_find_fans(&m, fans, p->vertex_count);
    bool seen = !wend_mesh_is_one_fan(&m, &fans[*v]);
    for (int32_t h = 0; h < 3 * p->count; h++)
        seen |= wend_mesh_look_at_side(&m, &c, h) != WEND_MESH_SOUND;
    CHECK(seen);
    *v = p->vertex_count;
    CHECK(!wend_mesh_names_exist(&m, 0, p->vertex_count, p->boundary_count));
    *v = kept;
    CHECK(wend_mesh_names_exist(&m, 0, p->vertex_count, p->boundary_count));
}

TEST(patches_of_a_grid_agree_with_the_plain_way) {
    uint64_t random = 7;
    for (int64_t n = check_cases("patches", 300); n > 0; n--) {
        patch p;
        fill(&p, &random);
        if (p.count == 0)
            continue;
        split_fans(&p);
        check_components(&p);
        check_cycles(&p);
        check_fans(&p);
    }
}

// ---------------------------------------------------------------------------------------------------- ears

static int64_t area2_of(const wend_ears *e, int32_t a, int32_t b, int32_t c) {
    const wend_ears_corner *k = e->corners.data;
    return wend_cross((wend_point){k[a].at.x, k[a].at.y}, (wend_point){k[b].at.x, k[b].at.y},
                      (wend_point){k[c].at.x, k[c].at.y});
}

// A polygon around a middle that every corner sees, turned so that places differ; counter-clockwise.
static void make_star(wend_ears *e, uint64_t *random) {
    static const int32_t ways[8][2] = {{1, 0}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}};
    for (int32_t k = 0; k < e->corners.count; k++) {
        int32_t far = 1 + (int32_t)wend_random_below(random, 1000);
        e->corners.data[k].at = (wend_point3){far * ways[k][0], far * ways[k][1], 0};
    }
}

TEST(ears_cover_a_polygon_once_whichever_way_it_runs) {
    open_context_with(0);
    uint64_t random = 3;
    wend_ears ears = {.reach = INFINITY};
    for (int64_t n = check_cases("stars", 3000); n > 0; n--) {
        if (!CHECK(wend_ears_make_room(context, &ears, 8)))
            return;
        make_star(&ears, &random);
        ears.right = n % 2;
        for (int32_t k = 0; ears.right && k < 4; k++) {
            wend_point3 swap = ears.corners.data[k].at;
            ears.corners.data[k].at = ears.corners.data[7 - k].at;
            ears.corners.data[7 - k].at = swap;
        }
        int64_t whole = 0, sum = 0;
        for (int32_t k = 1; k + 1 < 8; k++)
            whole += area2_of(&ears, 0, k, k + 1);
        if (!CHECK(wend_ears_cut(&ears)) || !CHECK_INT(ears.triangles.count, 6))
            break;
        int32_t sides = 0;
        for (int32_t h = 0; h < 18; h++) {
            const wend_ear *t = &ears.triangles.data[h / 3];
            int32_t twin = t->twin[h % 3], from = t->v[h % 3], to = t->v[(h + 1) % 3];
            if (h % 3 == 0) {
                int64_t area2 = area2_of(&ears, t->v[0], t->v[1], t->v[2]);
                CHECK(area2 > 0);
                sum += area2;
            }
            sides += twin < 0;
            if (twin < 0)
                CHECK(ears.right ? to == ~twin && from == (~twin + 1) % 8 : from == ~twin && to == (~twin + 1) % 8);
            else
                CHECK(ears.triangles.data[twin / 3].twin[twin % 3] == h &&
                      ears.triangles.data[twin / 3].v[twin % 3] == to);
        }
        CHECK_INT(sides, 8);
        CHECK(sum == (ears.right ? -whole : whole));
    }
    wend_ears_free(context, &ears);
}

// The corner d lies in the triangle a b c, which leaves the shortest side.
TEST(ears_pass_over_corners_on_other_storeys) {
    open_context_with(0);
    wend_ears ears = {.reach = 10};
    for (int32_t z = 0; z < 40 && CHECK(wend_ears_make_room(context, &ears, 4)); z++) {
        const wend_point3 at[4] = {{0, -20, 0}, {100, 0, 0}, {0, 20, 0}, {10, 0, z}};
        for (int k = 0; k < 4; k++)
            ears.corners.data[k].at = at[k];
        bool cut = wend_ears_cut(&ears);
        CHECK(cut == (z <= 10));
        CHECK(ears.triangles.count > 0 && (ears.triangles.data[0].v[0] == 1) == (z > 10));
    }
    wend_ears_free(context, &ears);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
