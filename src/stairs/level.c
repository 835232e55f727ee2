// What parts stairs from furniture: the floors at their ends. A bed, a shelf or a desk has ledges one above the other,
// as treads are; but nobody stands on their tops, and they are few. include/wend/stairs.h says what is asked of a
// flight.
//
// Cost: O(components + boundary edges + intervals).
#include "stairs/level.h"

#include "stairs/stairs.h"

#include <math.h>

static int32_t level_of(wend_levels *levels, int32_t component) {
    int32_t *of = levels->of.data;
    while (of[component] != component)
        component = of[component] = of[of[component]];
    return component;
}

static bool is_low(const wend_link *link) {
    return link->height < WEND_STAIRS_RISER && link->kind != WEND_LINK_DROP;
}

static double length_above(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return sqrt(x * x + y * y);
}

static void join(const wend_surface_view *surface, const wend_links_view *view, wend_levels *levels) {
    for (int32_t k = 0; k < view->link_count; k++) {
        const wend_link *link = &view->links[k];
        for (int32_t i = 1; i < link->interval_count && is_low(link); i++) {
            int32_t a = level_of(levels, wend_stair_component(surface, view->intervals[link->first_interval].boundary));
            int32_t b =
                level_of(levels, wend_stair_component(surface, view->intervals[link->first_interval + i].boundary));
            levels->of.data[a > b ? a : b] = a > b ? b : a;
        }
    }
}

static void measure(const wend_surface_view *surface, const wend_links_view *view, wend_levels *levels) {
    double metres = surface->lattice.step * surface->lattice.unit;
    for (int32_t k = 0; k < surface->component_count; k++) {
        levels->of.data[k] = level_of(levels, k);
        levels->area.data[levels->of.data[k]] += surface->components[k].area;
    }
    for (int32_t b = 0; b < surface->boundary_count; b++)
        levels->edge.data[levels->of.data[wend_stair_component(surface, b)]] +=
            wend_stair_edge_of(surface, b).length * metres;
    for (int32_t k = 0; k < view->link_count; k++) {
        const wend_link *link = &view->links[k];
        for (int32_t i = link->first_interval; i < link->first_interval + link->interval_count && is_low(link); i++) {
            const wend_link_interval *v = &view->intervals[i];
            levels->edge.data[levels->of.data[wend_stair_component(surface, v->boundary)]] -=
                length_above(v->ends[0], v->ends[1]) * metres;
        }
    }
}

// Notes for each level what links join it to.
static void find_neighbours(const wend_surface_view *surface, const wend_links_view *view, wend_levels *levels) {
    for (int32_t k = 0; k < view->link_count; k++) {
        const wend_link *link = &view->links[k];
        if (link->kind == WEND_LINK_DROP || link->interval_count < 2)
            continue;
        const wend_link_interval *all = &view->intervals[link->first_interval];
        for (int32_t i = 0; i < link->interval_count; i++) {
            int32_t a = levels->of.data[wend_stair_component(surface, all[i].boundary)];
            int32_t b = levels->of.data[wend_stair_component(surface, all[(i + 1) % link->interval_count].boundary)];
            for (int turn = 0; turn < 2 && a != b; turn++) {
                int32_t *low = &levels->beside[0].data[turn ? b : a], *high = &levels->beside[1].data[turn ? b : a];
                int32_t other = turn ? a : b;
                *low = *low < 0 || other < *low ? other : *low;
                *high = other > *high ? other : *high;
            }
        }
    }
}

bool wend_levels_find(wend_context *context, const wend_surface_view *surface, const wend_links_view *view,
                      wend_levels *levels) {
    int32_t count = surface->component_count;
    if (!wend_array_resize(context, &levels->of, count) || !wend_array_resize(context, &levels->area, count) ||
        !wend_array_resize(context, &levels->edge, count) || !wend_array_resize(context, &levels->ends, count) ||
        !wend_array_resize(context, &levels->beside[0], count) ||
        !wend_array_resize(context, &levels->beside[1], count))
        return false;
    for (int32_t k = 0; k < count; k++) {
        levels->of.data[k] = k;
        levels->area.data[k] = levels->edge.data[k] = 0;
        levels->ends.data[k] = 0;
        levels->beside[0].data[k] = levels->beside[1].data[k] = -1;
    }
    join(surface, view, levels);
    measure(surface, view, levels);
    find_neighbours(surface, view, levels);
    return true;
}

void wend_levels_free(wend_context *context, wend_levels *levels) {
    wend_array_free(context, &levels->of);
    wend_array_free(context, &levels->area);
    wend_array_free(context, &levels->edge);
    wend_array_free(context, &levels->ends);
    wend_array_free(context, &levels->beside[0]);
    wend_array_free(context, &levels->beside[1]);
}

static bool can_stand(const wend_levels *levels, int32_t level) {
    double area = levels->area.data[level];
    return area >= WEND_STAIRS_STAND_AREA && 2 * area >= WEND_STAIRS_STAND_WIDTH * levels->edge.data[level];
}

// Whether something leads on from an end of a flight, other than back to its next tread.
static bool leads_on(const wend_levels *levels, int32_t end, int32_t back) {
    int32_t low = levels->beside[0].data[end], high = levels->beside[1].data[end];
    return (low >= 0 && low != back) || (high >= 0 && high != back);
}

static bool is_end(const wend_levels *levels, int32_t end, int32_t back) {
    end = levels->of.data[end];
    return can_stand(levels, end) || leads_on(levels, end, levels->of.data[back]);
}

bool wend_has_ends(const wend_levels *levels, const wend_ascent *a, double height) {
    const wend_flight *f = a->flight;
    return f->risers * f->riser >= height || ((f->break_height[0] > 0 || is_end(levels, a->from[0], a->from[1])) &&
                                              (f->break_height[1] > 0 || is_end(levels, a->to[1], a->to[0])));
}

void wend_levels_note(wend_levels *levels, const wend_ascent *a) {
    levels->ends.data[levels->of.data[a->to[1]]] |= 1;
    levels->ends.data[levels->of.data[a->from[0]]] |= 2;
}

// Whether a flight starts (ends) on a landing at which another one ends (starts).
static bool goes_on(const wend_levels *levels, const wend_ascent *a, bool up) {
    int32_t level = levels->of.data[up ? a->to[1] : a->from[0]], other = up ? 2 : 1;
    if (levels->of.data[a->to[1]] == levels->of.data[a->from[0]]) // a ramp leads up as well
        return false;
    return levels->area.data[level] <= WEND_STAIRS_LANDING_AREA && (levels->ends.data[level] & other);
}

bool wend_is_flight(const wend_levels *levels, const wend_ascent *a, double height) {
    return wend_has_ends(levels, a, height) &&
           (a->flight->risers >= WEND_STAIRS_RISERS || goes_on(levels, a, false) || goes_on(levels, a, true));
}
