// Floods over triangles. See oracle_flood.h.
#include "oracle_flood.h"

#include <stdlib.h>

oracle_flood oracle_flood_make(const wend_plan_view *view) {
    size_t count = (size_t)view->triangle_count;
    oracle_flood f = {view, calloc(count, sizeof(int32_t)), 0, calloc(count, sizeof(int32_t)), 0};
    if (f.round == NULL || f.met == NULL)
        abort();
    return f;
}

void oracle_flood_free(oracle_flood *f) {
    free(f->round);
    free(f->met);
    *f = (oracle_flood){0};
}

static oracle_vec corner(const wend_plan_view *v, int32_t triangle, int i) {
    wend_point p = v->vertices[v->triangles[triangle].v[i % 3]];
    return (oracle_vec){p.x, p.y};
}

static void meet(oracle_flood *f, int32_t triangle) {
    if (f->round[triangle] == f->number)
        return;
    f->round[triangle] = f->number;
    f->met[f->met_count++] = triangle;
}

// Looks at a triangle's edges and corners; false when one is a wall within the stadium.
static bool pass(oracle_flood *f, int32_t triangle, oracle_vec p, oracle_vec q, double reach) {
    const wend_plan_view *v = f->view;
    bool free = true;
    for (int i = 0; i < 3; i++) {
        oracle_vec a = corner(v, triangle, i), b = corner(v, triangle, i + 1);
        if ((v->vertex_flags[v->triangles[triangle].v[i]] & WEND_VERTEX_POINT) != 0 &&
            oracle_point_distance(a, p, q) < reach)
            free = false;
        if (oracle_segment_distance(p, q, a, b) >= reach)
            continue;
        int32_t twin = v->triangles[triangle].twin[i];
        if (twin >= 0)
            meet(f, twin / 3);
        else
            free = false;
    }
    return free;
}

static void begin(oracle_flood *f, int32_t triangle) {
    f->number++;
    f->met_count = 0;
    meet(f, triangle);
}

bool oracle_flood_is_free(oracle_flood *f, int32_t triangle, oracle_vec p, oracle_vec q, double reach) {
    begin(f, triangle);
    for (int32_t k = 0; k < f->met_count; k++)
        if (!pass(f, f->met[k], p, q, reach))
            return false;
    return true;
}

void oracle_flood_gather(oracle_flood *f, int32_t triangle, oracle_vec p, oracle_vec q, double reach) {
    begin(f, triangle);
    for (int32_t k = 0; k < f->met_count; k++)
        pass(f, f->met[k], p, q, reach);
}

bool oracle_flood_met(const oracle_flood *f, int32_t triangle) {
    return f->round[triangle] == f->number;
}
