// What stairs ask of a surface again and again: its boundary edges, one by one and by what is near.
//
// Few edges are asked about: those of treads, and those at the two ends of a flight. So edges are made of the surface's
// corners whenever they are needed, and the tree over them only where there is something to ask.
#include "base/array.h"
#include "stairs/measures.h"
#include "stairs/stairs.h"

#include <math.h>

enum { BEYOND = 2 }; // lattice steps: how far edges are drawn on beyond their ends

wend_stair_site wend_stair_site_of(wend_context *context, const wend_links_view *links,
                                   const wend_surface_view *surface) {
    double metres = surface->lattice.step * surface->lattice.unit;
    return (wend_stair_site){.context = context,
                             .links = links,
                             .surface = surface,
                             .metres = metres,
                             .metre = 1 / metres,
                             .step = links->agent.step / metres,
                             .gap = links->agent.gap / metres};
}

void wend_stair_site_free(wend_stair_site *site) {
    wend_boxes_free(site->context, &site->edges);
}

wend_stair_edge wend_stair_edge_of(const wend_surface_view *surface, int32_t boundary) {
    int32_t e = surface->boundaries[boundary].edge;
    const int32_t *v = surface->triangles[e / 3].v;
    wend_stair_edge edge = {.a = surface->vertices[v[e % 3]], .b = surface->vertices[v[(e % 3 + 1) % 3]]};
    double x = (double)edge.b.x - edge.a.x, y = (double)edge.b.y - edge.a.y;
    edge.length = sqrt(x * x + y * y);
    return edge;
}

static wend_box3 box_of(const wend_stair_edge *e, double reach, double rise) {
    double drawn = rise + BEYOND * fabs((double)e->b.z - e->a.z) / e->length;
    const int32_t a[3] = {e->a.x, e->a.y, e->a.z}, b[3] = {e->b.x, e->b.y, e->b.z};
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        double more = axis < 2 ? reach : drawn;
        box.low[axis] = wend_box_floor((a[axis] < b[axis] ? a[axis] : b[axis]) - more);
        box.high[axis] = wend_box_ceil((a[axis] > b[axis] ? a[axis] : b[axis]) + more);
    }
    return box;
}

static wend_box3 box_of_boundary(const void *user, int32_t boundary) {
    wend_stair_edge e = wend_stair_edge_of(user, boundary);
    return box_of(&e, 0, 0);
}

bool wend_stair_edges_search(wend_stair_site *site, const wend_stair_edge *near, double reach, double rise,
                             wend_item_list *found) {
    if (!site->searched) {
        site->searched = true;
        site->failed = wend_boxes_build(site->context, site->surface->boundary_count, box_of_boundary, site->surface,
                                        &site->edges);
    }
    if (site->failed != WEND_OK)
        return false;
    wend_box3 box = box_of(near, reach, rise);
    return wend_boxes_search(site->context, &site->edges, &box, found);
}

bool wend_stair_edges_face(const wend_stair_site *site, const wend_stair_edge *e, const wend_stair_edge *f,
                           double *rise, double *overlap) {
    double dx = ((double)e->b.x - e->a.x) / e->length, dy = ((double)e->b.y - e->a.y) / e->length;
    double x = (double)f->a.x - e->a.x, y = (double)f->a.y - e->a.y;
    double u = (double)f->b.x - e->a.x, v = (double)f->b.y - e->a.y;
    double from = u * dx + v * dy, to = x * dx + y * dy, left = (dx * (y + v) - dy * (x + u)) / 2;
    *rise = ((double)f->a.z + f->b.z) / 2 - ((double)e->a.z + e->b.z) / 2;
    *overlap = (to < e->length ? to : e->length) - (from > 0 ? from : 0);
    return to - from >= WEND_STAIRS_TURN * f->length && left <= WEND_STAIRS_ASTRAY &&
           left >= -(site->gap + WEND_STAIRS_ASTRAY);
}

void wend_stair_place(const wend_lattice3 *lattice, const double at[3], double place[3]) {
    double ground[3];
    for (int axis = 0; axis < 3; axis++)
        ground[axis] = lattice->origin[axis] + lattice->step * at[axis];
    wend_scene_from_ground(lattice->up, ground, place);
}
