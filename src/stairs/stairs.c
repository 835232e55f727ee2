// Stairs: finding them, proving them, and what every artifact has.
//
//     risers    what leads up from one floor to another                        riser.c
//     flights   risers that follow each other across treads, with their fronts flight.c
//     levels    whether a person can stand at their ends                       level.c
//     prove     whether the figures are those of the geometry                  check.c
//     steep     treads that are so far apart that nothing joins them           steep.c
#include "stairs/stairs.h"

#include "base/array.h"
#include "base/context.h"
#include "link/links.h"
#include "stairs/check.h"
#include "stairs/flight.h"

#include <string.h>

enum { ROUNDS = 4 }; // how often flights that cannot be proved are left out before all of them are

wend_stairs_def wend_default_stairs_def(void) {
    return (wend_stairs_def){0};
}

wend_stairs_view wend_stairs_look(const wend_stairs *stairs) {
    return stairs == NULL ? (wend_stairs_view){0} : stairs->view;
}

static void give_back(wend_context *context, const void *block, int64_t count, size_t element) {
    wend_release(context, (void *)(uintptr_t)block, (size_t)count * element);
}

void wend_stairs_destroy(wend_stairs *stairs) {
    if (!stairs || !wend_shared_drop(&stairs->shared))
        return;
    const wend_stairs_view *v = &stairs->view;
    if (!stairs->borrowed) {
        give_back(stairs->context, v->flights, v->flight_count, sizeof *v->flights);
        give_back(stairs->context, v->flight_links, v->flight_link_count, sizeof *v->flight_links);
        give_back(stairs->context, v->link_flight, v->link_count, sizeof *v->link_flight);
    }
    wend_links_destroy((wend_links *)(uintptr_t)stairs->links);
    wend_block_destroy(stairs->block);
    wend_release(stairs->context, stairs, sizeof *stairs);
}

wend_result wend_stairs_fit(const wend_links_view *links, const wend_surface_view *surface, wend_report *report) {
    if (links->surface_hash == surface->hash)
        return WEND_OK;
    wend_finding f = wend_finding_make("stairs-surface", WEND_ERROR, "these are links of another surface");
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

// ---------------------------------------------------------------------------------------------------- finding

static wend_stairs_view view_of(const wend_links_view *links, const wend_flights *f) {
    return (wend_stairs_view){.links_hash = links->hash,
                              .flight_count = (int32_t)f->flights.count,
                              .flights = f->flights.data,
                              .flight_link_count = (int32_t)f->links.count,
                              .flight_links = f->links.data,
                              .link_count = (int32_t)f->link_flight.count,
                              .link_flight = f->link_flight.data};
}

// Bars the flights that were found to be wrong by the links that they begin with. How many they are.
static int32_t bar(const wend_flights *flights, const uint8_t *wrong, bool all, uint8_t *barred) {
    int32_t count = 0;
    for (int64_t k = 0; k < flights->flights.count; k++) {
        if (!all && !wrong[k])
            continue;
        barred[flights->links.data[flights->flights.data[k].first_link]] = 1;
        count++;
    }
    return count;
}

static void report_unproven(wend_report *report, int32_t count) {
    wend_finding f = wend_finding_make("stairs-unproven", WEND_WARNING,
                                       "%d flights of stairs have figures that could not be proved, and were left out; "
                                       "please report the scene",
                                       (int)count);
    wend_report_add(report, &f);
}

// Flights that wend_stairs_check will not refuse. What cannot be proved is left out, and all is found anew without it:
// two risers may have been a flight because of it.
static wend_result find_proven(wend_stair_site *site, const wend_surface *surface, wend_flights *flights,
                               wend_report *report) {
    wend_context *context = site->context;
    WEND_ARRAY(uint8_t) barred = {0};
    WEND_ARRAY(uint8_t) wrong = {0};
    int32_t left_out = 0;
    wend_result result = WEND_OK;
    bool good = false;
    for (int round = 0; result == WEND_OK && !good; round++) {
        if (!wend_flights_find(site, barred.count > 0 ? barred.data : NULL, flights) ||
            !wend_array_resize(context, &wrong, flights->flights.count + 1)) {
            result = site->failed != WEND_OK ? site->failed : WEND_ERROR_MEMORY;
            break;
        }
        memset(wrong.data, 0, (size_t)wrong.count);
        wend_stairs_view view = view_of(site->links, flights);
        result = wend_stairs_prove(context, &view, site->links, surface, NULL, wrong.data, &good);
        if (result != WEND_OK || good)
            break;
        if (barred.count == 0) {
            if (!wend_array_resize(context, &barred, (int64_t)site->links->link_count + 1)) {
                result = WEND_ERROR_MEMORY;
                break;
            }
            memset(barred.data, 0, (size_t)barred.count);
        }
        left_out += bar(flights, wrong.data, round >= ROUNDS, barred.data);
    }
    if (result == WEND_OK && left_out > 0)
        report_unproven(report, left_out);
    wend_array_free(context, &barred);
    wend_array_free(context, &wrong);
    return result;
}

// Hands an array over to stairs, without spare room.
static bool fit(wend_context *context, const void *data, int64_t count, size_t element, void **block) {
    *block = count > 0 ? wend_allocate_array(context, count, element) : NULL;
    if (count > 0 && !*block)
        return false;
    if (count > 0)
        memcpy(*block, data, (size_t)count * element);
    return true;
}

static wend_result finish(wend_context *context, const wend_stairs_view *found, wend_stairs **stairs) {
    wend_stairs *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    void *flights = NULL, *flight_links = NULL, *link_flight = NULL;
    bool good =
        fit(context, found->flights, found->flight_count, sizeof *found->flights, &flights) &&
        fit(context, found->flight_links, found->flight_link_count, sizeof *found->flight_links, &flight_links) &&
        fit(context, found->link_flight, found->link_count, sizeof *found->link_flight, &link_flight);
    *made = (wend_stairs){.context = context, .view = *found};
    made->view.flights = flights;
    made->view.flight_links = flight_links;
    made->view.link_flight = link_flight;
    if (!good) {
        wend_stairs_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    *stairs = made;
    return WEND_OK;
}

static wend_result build(wend_context *context, const wend_links *links, const wend_surface *surface,
                         wend_stairs **stairs, wend_report *report) {
    wend_links_view linked = wend_links_look(links);
    wend_surface_view ground = wend_surface_look(surface);
    wend_result result = wend_stairs_fit(&linked, &ground, report);
    if (result == WEND_OK && wend_pause(context, "stairs", 0))
        result = WEND_ERROR_CANCELLED;
    if (result != WEND_OK)
        return result;
    wend_stair_site site = wend_stair_site_of(context, &linked, &ground);
    wend_flights flights = {0};
    result = find_proven(&site, surface, &flights, report);
    if (result == WEND_OK) {
        wend_stairs_view found = view_of(&linked, &flights);
        result = finish(context, &found, stairs);
        if (result == WEND_OK)
            (*stairs)->links = wend_links_hold(links);
    }
    wend_flights_free(context, &flights);
    wend_stair_site_free(&site);
    return result;
}

wend_result wend_stairs_build(wend_context *context, const wend_links *links, const wend_surface *surface,
                              const wend_stairs_def *def, wend_stairs **stairs, wend_report *report) {
    if (!wend_given(stairs, context != NULL && links != NULL && surface != NULL))
        return WEND_ERROR_ARGUMENT;
    (void)def;
    wend_stage_begin(context, "stairs");
    return wend_stage_end(context, build(context, links, surface, stairs, report));
}

// ---------------------------------------------------------------------------------------------------- checking

static bool is_measure(double x) {
    return x - x == 0 && x >= 0;
}

static bool is_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (x[i] - x[i] != 0)
            return false;
    return true;
}

// Whether all numbers are in range.
static bool is_sound(const wend_stairs_view *v, const wend_links_view *links) {
    if (v->links_hash != links->hash || v->link_count != links->link_count)
        return false;
    for (int32_t k = 0; k < v->flight_count; k++) {
        const wend_flight *f = &v->flights[k];
        if (f->first_link < 0 || f->risers < 1 || (int64_t)f->first_link + f->risers > v->flight_link_count ||
            !is_measure(f->riser) || !is_measure(f->lowest) || !is_measure(f->highest) || !is_measure(f->tread) ||
            !is_measure(f->width) || !is_measure(f->break_height[0]) || !is_measure(f->break_height[1]) ||
            !is_finite(f->bottom, 3) || !is_finite(f->top, 3) || !is_finite(f->break_at[0], 3) ||
            !is_finite(f->break_at[1], 3))
            return false;
    }
    for (int32_t k = 0; k < v->flight_link_count; k++)
        if (v->flight_links[k] < 0 || v->flight_links[k] >= links->link_count)
            return false;
    for (int32_t k = 0; k < v->link_count; k++)
        if (v->link_flight[k] < -1 || v->link_flight[k] >= v->flight_count)
            return false;
    return true;
}

static wend_result refuse(wend_report *report) {
    wend_finding f = wend_finding_make("stairs-range", WEND_ERROR,
                                       "a number of the stairs is out of range, or they are those of other links");
    wend_report_add(report, &f);
    return WEND_ERROR_INVALID;
}

wend_result wend_stairs_check(wend_context *context, const wend_stairs *stairs, const wend_links *links,
                              const wend_surface *surface, wend_report *report) {
    if (context == NULL || stairs == NULL || links == NULL || surface == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_links_view linked = wend_links_look(links);
    wend_surface_view ground = wend_surface_look(surface);
    wend_result result = wend_stairs_fit(&linked, &ground, report);
    if (result != WEND_OK)
        return result;
    if (!is_sound(&stairs->view, &linked))
        return refuse(report);
    bool good;
    result = wend_stairs_prove(context, &stairs->view, &linked, surface, report, NULL, &good);
    return result == WEND_OK && !good ? WEND_ERROR_INVALID : result;
}

wend_result wend_stairs_adopt(wend_context *context, const wend_stairs_view *arrays, const wend_links *links,
                              const wend_surface *surface, bool proven, wend_stairs **stairs, wend_report *report) {
    wend_links_view linked = wend_links_look(links);
    *stairs = NULL;
    if (!is_sound(arrays, &linked))
        return refuse(report);
    wend_stairs *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_stairs){.context = context, .links = wend_links_hold(links), .view = *arrays, .borrowed = true};
    wend_result result = proven ? wend_stairs_check(context, made, links, surface, report) : WEND_OK;
    if (result == WEND_OK)
        *stairs = made;
    else
        wend_stairs_destroy(made);
    return result;
}
