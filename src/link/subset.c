// Links of a part of a surface: those of the whole, without what is on parts that went.
//
// Parts share nothing: every link, filler and join belongs to one component of the complex, so nothing needs to be
// found again. Links keep their ids, measures and intervals, triangles their corners. Only numbers change, to those
// that a surface of the kept parts alone has:
//
//     links       by the first place on a boundary that they use
//     triangles   by the triangle of the surface that they are a part of, as they were within it; then fillers, link
//                 by link
//     vertices    as triangles first meet them
//     boundaries  by half-edge; cycles and components by their first members
//     joins       link by link, by half-edge
//
// What was not linked because something stood in the way stays so when that went: a speck on a grate is left out, but
// the grate is not filled. A drop onto a part that went is left out.
//
// Cost: O(n), and O(k log k) to sort k links and joins.
#include "link/subset.h"

#include "base/array.h"
#include "base/sort.h"
#include "surface/surface.h"

typedef struct place {
    int32_t link;     // of the whole
    int32_t boundary; // of the new surface: the lowest that the link uses
    double from;      // along it
} place;

typedef struct subset {
    wend_context *context;
    const wend_links_view *all;
    const wend_surface_view *old, *now;
    const int32_t *names; // per triangle of the old surface: its number on the new one, or -1
    wend_links_view *v;   // what is made
    WEND_ARRAY(place) places;
    WEND_ARRAY(uint8_t) kept;      // per component of the whole
    WEND_ARRAY(int32_t) link;      // per link of the whole: its number, or -1
    WEND_ARRAY(int32_t) triangle;  // the same for triangles of the complex,
    WEND_ARRAY(int32_t) vertex;    // vertices,
    WEND_ARRAY(int32_t) component; // and components
    WEND_ARRAY(int32_t) origin;    // per triangle that is made: the one that it was
} subset;

// The boundary edge of the new surface that one of the old surface became; -1 when it went.
static int32_t boundary_of(const subset *s, int32_t boundary) {
    int32_t edge = s->old->boundaries[boundary].edge, triangle = s->names[edge / 3];
    return triangle < 0 ? -1 : ~s->now->triangles[triangle].twin[edge % 3];
}

// ---------------------------------------------------------------------------------------------------- numbers

static bool make_numbers(subset *s) {
    const wend_links_view *all = s->all;
    bool good = wend_array_resize(s->context, &s->kept, all->component_count) &&
                wend_array_resize(s->context, &s->link, all->link_count) &&
                wend_array_resize(s->context, &s->triangle, all->triangle_count) &&
                wend_array_resize(s->context, &s->vertex, all->vertex_count) &&
                wend_array_resize(s->context, &s->component, all->component_count);
    if (!good)
        return false;
    for (int32_t c = 0; c < all->component_count; c++) {
        s->kept.data[c] = s->names[all->triangles[all->components[c].first].surface] >= 0;
        s->component.data[c] = -1;
    }
    for (int32_t k = 0; k < all->vertex_count; k++)
        s->vertex.data[k] = -1;
    return true;
}

static int compare_places(const void *a, const void *b, const void *user) {
    (void)user;
    const place *p = a, *q = b;
    return p->boundary != q->boundary ? (p->boundary < q->boundary ? -1 : 1)
                                      : (p->from > q->from) - (p->from < q->from);
}

static place place_of(const subset *s, int32_t link) {
    const wend_link *l = &s->all->links[link];
    place first = {.link = link, .boundary = INT32_MAX};
    for (int32_t i = 0; i < l->interval_count; i++) {
        const wend_link_interval *v = &s->all->intervals[l->first_interval + i];
        place p = {link, boundary_of(s, v->boundary), v->from};
        first = compare_places(&p, &first, NULL) < 0 ? p : first;
    }
    return first;
}

// Numbers the links that are kept.
static bool number_links(subset *s) {
    const wend_links_view *all = s->all;
    for (int32_t k = 0; k < all->link_count; k++) {
        const wend_link *l = &all->links[k];
        s->link.data[k] = -1;
        bool lands = l->kind != WEND_LINK_DROP || l->landing < 0 || s->names[l->landing] >= 0;
        if (lands && boundary_of(s, all->intervals[l->first_interval].boundary) >= 0 &&
            !wend_array_push(s->context, &s->places, place_of(s, k)))
            return false;
    }
    if (!wend_sort(s->context, s->places.data, s->places.count, sizeof(place), compare_places, NULL))
        return false;
    for (int32_t k = 0; k < s->places.count; k++)
        s->link.data[s->places.data[k].link] = k;
    s->v->link_count = (int32_t)s->places.count;
    return true;
}

static bool is_kept(const subset *s, int32_t triangle) {
    return s->kept.data[s->all->triangle_component[triangle]] != 0;
}

// Where a triangle of the complex comes: with those of the same triangle of the surface, or of the same link.
static int32_t bucket_of(const subset *s, int32_t triangle) {
    const wend_linked_triangle *t = &s->all->triangles[triangle];
    return t->surface >= 0 ? s->names[t->surface] : s->now->triangle_count + s->link.data[t->link];
}

static bool number_triangles(subset *s) {
    int32_t buckets = s->now->triangle_count + s->v->link_count, count = 0;
    WEND_ARRAY(int32_t) start = {0};
    if (!wend_array_resize(s->context, &start, (int64_t)buckets + 1))
        return false;
    memset(start.data, 0, (size_t)start.count * sizeof *start.data);
    for (int32_t t = 0; t < s->all->triangle_count; t++) {
        if (!is_kept(s, t))
            continue;
        start.data[bucket_of(s, t) + 1]++;
        count++;
    }
    for (int32_t b = 0; b < buckets; b++)
        start.data[b + 1] += start.data[b];
    s->v->triangle_count = count;
    s->v->filler_first = start.data[s->now->triangle_count];
    bool good = wend_array_resize(s->context, &s->origin, count);
    for (int32_t t = 0; t < s->all->triangle_count && good; t++) {
        s->triangle.data[t] = is_kept(s, t) ? start.data[bucket_of(s, t)]++ : -1;
        if (s->triangle.data[t] >= 0)
            s->origin.data[s->triangle.data[t]] = t;
    }
    wend_array_free(s->context, &start);
    return good;
}

// Numbers vertices and components, and counts everything else.
static void number_others(subset *s) {
    const wend_links_view *all = s->all;
    wend_links_view *v = s->v;
    for (int32_t t = 0; t < v->triangle_count; t++) {
        const wend_linked_triangle *f = &all->triangles[s->origin.data[t]];
        int32_t *component = &s->component.data[all->triangle_component[s->origin.data[t]]];
        if (*component < 0)
            *component = v->component_count++;
        for (int i = 0; i < 3; i++) {
            if (s->vertex.data[f->v[i]] < 0)
                s->vertex.data[f->v[i]] = v->vertex_count++;
            v->boundary_count += f->twin[i] < 0;
        }
    }
    for (int32_t k = 0; k < v->link_count; k++)
        v->interval_count += all->links[s->places.data[k].link].interval_count;
    for (int32_t j = 0; j < all->join_count; j++)
        v->join_count += s->link.data[all->joins[j].link] >= 0;
}

// ---------------------------------------------------------------------------------------------------- arrays

static int32_t half_of(const subset *s, int32_t half) {
    return 3 * s->triangle.data[half / 3] + half % 3;
}

// Triangles and the boundary edges beside them. `next` of these is still that of the whole, and `number` is the new
// number of each boundary edge of the whole.
static void fill_triangles(const subset *s, wend_linked_triangle *triangles, int32_t *component,
                           wend_linked_boundary *boundaries, int32_t *number) {
    int32_t b = 0;
    for (int32_t t = 0; t < s->v->triangle_count; t++) {
        const wend_linked_triangle *from = &s->all->triangles[s->origin.data[t]];
        wend_linked_triangle *to = &triangles[t];
        component[t] = s->component.data[s->all->triangle_component[s->origin.data[t]]];
        *to = *from;
        to->surface = from->surface < 0 ? -1 : s->names[from->surface];
        to->link = from->link < 0 ? -1 : s->link.data[from->link];
        for (int i = 0; i < 3; i++) {
            to->v[i] = s->vertex.data[from->v[i]];
            if (from->twin[i] >= 0) {
                to->twin[i] = half_of(s, from->twin[i]);
                continue;
            }
            wend_linked_boundary *made = &boundaries[b];
            *made = s->all->boundaries[~from->twin[i]];
            made->edge = 3 * t + i;
            made->cycle = -1;
            if (made->boundary >= 0) {
                made->boundary = boundary_of(s, made->boundary);
                made->kind = s->now->boundaries[made->boundary].kind;
            }
            number[~from->twin[i]] = b;
            to->twin[i] = ~b++;
        }
    }
}

static int32_t number_cycles(wend_linked_boundary *boundaries, int32_t count, const int32_t *number) {
    for (int32_t b = 0; b < count; b++)
        boundaries[b].next = number[boundaries[b].next];
    wend_cycles cycles = WEND_CYCLES(wend_linked_boundary, boundaries, count);
    return wend_cycles_number(&cycles);
}

static void fill_vertices(const subset *s, wend_point *vertices, uint8_t *flags, wend_linked_component *components) {
    for (int32_t k = 0; k < s->all->vertex_count; k++) {
        if (s->vertex.data[k] < 0)
            continue;
        vertices[s->vertex.data[k]] = s->all->vertices[k];
        flags[s->vertex.data[k]] = s->all->vertex_flags[k];
    }
    for (int32_t c = 0; c < s->all->component_count; c++)
        if (s->component.data[c] >= 0)
            components[s->component.data[c]] = s->all->components[c];
    for (int32_t t = s->v->triangle_count - 1; t >= 0; t--)
        components[s->v->triangle_component[t]].first = t;
}

static void fill_links(const subset *s, wend_link *links, wend_link_interval *intervals) {
    int32_t listed = 0, filler = s->v->filler_first;
    for (int32_t k = 0; k < s->v->link_count; k++) {
        wend_link *l = &links[k];
        *l = s->all->links[s->places.data[k].link];
        const wend_link_interval *from = s->all->intervals + l->first_interval;
        l->first_interval = listed;
        for (int32_t i = 0; i < l->interval_count; i++) {
            intervals[listed] = from[i];
            intervals[listed++].boundary = boundary_of(s, from[i].boundary);
        }
        l->first_filler = filler;
        filler += l->filler_count;
        l->landing = l->landing < 0 ? -1 : s->names[l->landing];
    }
}

static int compare_joins(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_linked_join *p = a, *q = b;
    return p->link != q->link ? (p->link < q->link ? -1 : 1) : (p->edge > q->edge) - (p->edge < q->edge);
}

static bool fill_joins(const subset *s, wend_linked_join *joins) {
    int32_t count = 0;
    for (int32_t j = 0; j < s->all->join_count; j++) {
        const wend_linked_join *from = &s->all->joins[j];
        if (s->link.data[from->link] >= 0)
            joins[count++] = (wend_linked_join){half_of(s, from->edge), s->link.data[from->link]};
    }
    return wend_sort(s->context, joins, count, sizeof *joins, compare_joins, NULL);
}

// ---------------------------------------------------------------------------------------------------- the whole

// Allocates an array of the view; nothing for none.
#define GIVE(s, array, count)                                                                                          \
    ((count) == 0 || ((array) = wend_allocate_array((s)->context, (count), sizeof *(array))) != NULL)

static bool fill(subset *s) {
    wend_links_view *v = s->v;
    wend_link *links = NULL;
    wend_link_interval *intervals = NULL;
    int32_t *component = NULL;
    wend_point *vertices = NULL;
    uint8_t *flags = NULL;
    wend_linked_triangle *triangles = NULL;
    wend_linked_boundary *boundaries = NULL;
    wend_linked_join *joins = NULL;
    wend_linked_component *components = NULL;
    WEND_ARRAY(int32_t) number = {0};
    bool good = GIVE(s, links, v->link_count) && GIVE(s, intervals, v->interval_count) &&
                GIVE(s, vertices, v->vertex_count) && GIVE(s, flags, v->vertex_count) &&
                GIVE(s, triangles, v->triangle_count) && GIVE(s, component, v->triangle_count) &&
                GIVE(s, boundaries, v->boundary_count) && GIVE(s, joins, v->join_count) &&
                GIVE(s, components, v->component_count) &&
                wend_array_resize(s->context, &number, s->all->boundary_count);
    v->links = links;
    v->intervals = intervals;
    v->vertices = vertices;
    v->vertex_flags = flags;
    v->triangles = triangles;
    v->triangle_component = component;
    v->boundaries = boundaries;
    v->joins = joins;
    v->components = components;
    if (good) {
        fill_triangles(s, triangles, component, boundaries, number.data);
        v->cycle_count = number_cycles(boundaries, v->boundary_count, number.data);
        fill_vertices(s, vertices, flags, components);
        fill_links(s, links, intervals);
        good = fill_joins(s, joins);
    }
    wend_array_free(s->context, &number);
    return good;
}

wend_result wend_links_subset(wend_context *context, const wend_links *links, const wend_surface *surface,
                              const wend_surface *kept, const int32_t *names, wend_links **made) {
    wend_surface_view old = wend_surface_look(surface), now = wend_surface_look(kept);
    *made = NULL;
    wend_links *result = wend_allocate(context, sizeof *result);
    if (!result)
        return WEND_ERROR_MEMORY;
    *result = (wend_links){.context = context,
                           .surface = wend_surface_hold(kept),
                           .view = {.lattice = now.lattice, .surface_hash = now.hash, .agent = links->view.agent}};
    subset s = {.context = context, .all = &links->view, .old = &old, .now = &now, .names = names, .v = &result->view};
    bool good = make_numbers(&s) && number_links(&s) && number_triangles(&s);
    if (good) {
        number_others(&s);
        good = fill(&s);
    }
    wend_array_free(context, &s.places);
    wend_array_free(context, &s.kept);
    wend_array_free(context, &s.link);
    wend_array_free(context, &s.triangle);
    wend_array_free(context, &s.vertex);
    wend_array_free(context, &s.component);
    wend_array_free(context, &s.origin);
    if (!good) {
        wend_links_destroy(result);
        return WEND_ERROR_MEMORY;
    }
    wend_links_sum_up(&result->view);
    wend_result found = wend_links_find_areas(result, &now);
    if (found == WEND_OK)
        *made = result;
    else
        wend_links_destroy(result);
    return found;
}
