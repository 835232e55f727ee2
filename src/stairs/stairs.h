// The inside of stairs, shared by the files of this room.
#ifndef WEND_SRC_STAIRS_STAIRS_H
#define WEND_SRC_STAIRS_STAIRS_H

#include <wend/stairs.h>

#include "base/artifact.h"
#include "geom/boxes.h"

struct wend_stairs {
    wend_context *context;
    wend_shared shared;
    const wend_links *links; // held
    wend_stairs_view view;   // its arrays are freed with the stairs, unless they are borrowed
    bool borrowed;
    const wend_block *block; // that borrowed arrays lie in; NULL for none
};

// What navs and files ask of stairs.
extern const wend_artifact wend_stairs_artifact;

// Makes stairs from arrays that stay where they are and are not owned by them, after looking at all numbers that people
// follow; and, if they are to be `proven`, with wend_stairs_check.
wend_result wend_stairs_adopt(wend_context *context, const wend_stairs_view *arrays, const wend_links *links,
                              const wend_surface *surface, bool proven, wend_stairs **stairs, wend_report *report);

// WEND_ERROR_ARGUMENT, with a finding, when links are those of another surface.
wend_result wend_stairs_fit(const wend_links_view *links, const wend_surface_view *surface, wend_report *report);

// ---------------------------------------------------------------------------------------------------- the site

// A boundary edge of the surface.
typedef struct wend_stair_edge {
    wend_point3 a, b; // its ends, the floor on the left
    double length;    // in lattice steps, seen from above
} wend_stair_edge;

// Where stairs are looked for: links, their surface, and what both are asked again and again.
typedef struct wend_stair_site {
    wend_context *context;
    const wend_links_view *links;
    const wend_surface_view *surface;
    double metres;    // a lattice step
    double metre;     // lattice steps
    double step, gap; // of the agent, in lattice steps
    wend_boxes edges; // over the boundary edges; made when they are searched for the first time
    bool searched;
    wend_result failed; // why a search failed
} wend_stair_site;

wend_stair_site wend_stair_site_of(wend_context *context, const wend_links_view *links,
                                   const wend_surface_view *surface);
void wend_stair_site_free(wend_stair_site *site);

wend_stair_edge wend_stair_edge_of(const wend_surface_view *surface, int32_t boundary);

// Lists the boundary edges that come within `reach` of one seen from above and `rise` in height, itself included, each
// of them drawn on by up to two lattice steps; ascending. False when it fails, and the site says why.
bool wend_stair_edges_search(wend_stair_site *site, const wend_stair_edge *near, double reach, double rise,
                             wend_item_list *found);

// Whether an edge runs back along another one, e, no farther ahead of it than one can step sideways. *rise is how far
// it is above e in their middles, *overlap how long a part of e it faces: 0 or less when it is beside that.
bool wend_stair_edges_face(const wend_stair_site *site, const wend_stair_edge *e, const wend_stair_edge *f,
                           double *rise, double *overlap);

// The height of an edge, so many lattice steps along it.
static inline double wend_stair_edge_height(const wend_stair_edge *e, double along) {
    return e->a.z + ((double)e->b.z - e->a.z) * (along / e->length);
}

// The component of the surface that a boundary edge belongs to.
static inline int32_t wend_stair_component(const wend_surface_view *surface, int32_t boundary) {
    return surface->triangle_component[surface->boundaries[boundary].edge / 3];
}

// A place in lattice steps, in the scene's own axes and units.
void wend_stair_place(const wend_lattice3 *lattice, const double at[3], double place[3]);

#endif
