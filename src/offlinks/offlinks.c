// Links made by hand as an object, and the proof that they are what they say.
#include "offlinks/offlinks.h"

#include "base/array.h"
#include "base/hash.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>

void wend_offlinks_destroy(wend_offlinks *offlinks) {
    if (!offlinks || !wend_shared_drop(&offlinks->shared))
        return;
    const wend_offlinks_view *v = &offlinks->view;
    if (!offlinks->borrowed)
        wend_release(offlinks->context, (void *)(uintptr_t)v->links, (size_t)v->count * sizeof *v->links);
    wend_block_destroy(offlinks->block);
    wend_plan_destroy((wend_plan *)(uintptr_t)offlinks->plan);
    wend_release(offlinks->context, offlinks, sizeof *offlinks);
}

wend_offlinks_view wend_offlinks_look(const wend_offlinks *offlinks) {
    return offlinks == NULL ? (wend_offlinks_view){0} : offlinks->view;
}

static uint64_t hash_end(uint64_t seed, const wend_offlink_end *e) {
    uint64_t words[12];
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            words[4 * i + k] = wend_word_of_double(e->places[i][k]);
        words[4 * i + 3] = wend_word_of_double(e->moved[i]);
        words[8 + i] = wend_word_of(e->points[i].x, e->points[i].y);
        words[10 + i] = (uint64_t)e->triangles[i];
    }
    return wend_hash_words(seed, words, 12);
}

uint64_t wend_offlinks_hash(const wend_offlinks_view *view) {
    uint64_t h = view->plan_hash;
    for (int32_t k = 0; k < view->count; k++) {
        const wend_offlink *l = &view->links[k];
        h = hash_end(hash_end(wend_hash_words(h, &l->id, 1), &l->ends[0]), &l->ends[1]);
        uint64_t cost = wend_word_of_double(l->cost);
        h = wend_hash_words(h, &cost, 1);
    }
    return h;
}

// ---------------------------------------------------------------------------------------------------- spots

void wend_offlink_spot(const wend_plan *plan, const wend_offlink *link, int end, double along, wend_spot *spot) {
    const wend_offlink_end *e = &link->ends[end != 0];
    int nearer = along > 0.5;
    *spot = (wend_spot){.triangle = e->triangles[nearer], .point = e->points[nearer]};
    if (!(along > 0 && along < 1) || wend_point_equal(e->points[0], e->points[1]))
        return;
    double x = e->points[0].x + along * ((double)e->points[1].x - e->points[0].x);
    double y = e->points[0].y + along * ((double)e->points[1].y - e->points[0].y);
    wend_point to = {(int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5)};
    wend_spot begin = {.triangle = e->triangles[0], .point = e->points[0]};
    wend_ray_hit hit;
    wend_plan_ray(plan, &begin, to, &hit);
    if (!hit.hit) // rounding may have put the place just beyond a boundary along the edge: the nearer end then
        *spot = (wend_spot){.triangle = hit.triangle, .point = to};
}

// ---------------------------------------------------------------------------------------------------- checking

static void blame(wend_report *report, const wend_offlink *link, int32_t k, const char *text) {
    wend_finding f = wend_finding_make("offlinks-invalid", WEND_ERROR, "link %d made by hand %s", (int)k + 1, text);
    f.item = k;
    for (int i = 0; i < 3; i++)
        f.at[i] = link->ends[0].places[0][i];
    f.has_at = f.at[0] - f.at[0] == 0 && f.at[1] - f.at[1] == 0 && f.at[2] - f.at[2] == 0;
    wend_report_add(report, &f);
}

static bool is_on_triangle(const wend_plan_view *v, int32_t triangle, wend_point p) {
    if (triangle < 0 || triangle >= v->triangle_count)
        return false;
    for (int i = 0; i < 3; i++) {
        const int32_t *t = v->triangles[triangle].v;
        if (wend_cross(v->vertices[t[i]], v->vertices[t[(i + 1) % 3]], p) < 0)
            return false;
    }
    return true;
}

static bool is_coordinate(int32_t x) {
    return x >= -WEND_COORDINATE_MAX && x <= WEND_COORDINATE_MAX;
}

static bool is_end_sound(const wend_plan_view *v, const wend_offlink_end *e) {
    for (int i = 0; i < 2; i++) {
        if (!is_coordinate(e->points[i].x) || !is_coordinate(e->points[i].y) ||
            !is_on_triangle(v, e->triangles[i], e->points[i]) || !(e->moved[i] >= 0 && isfinite(e->moved[i])))
            return false;
        for (int k = 0; k < 3; k++)
            if (!isfinite(e->places[i][k]))
                return false;
    }
    return true;
}

static bool is_sound(const wend_plan_view *v, const wend_offlink *l) {
    return (int)l->kind >= 0 && (int)l->kind < (int)WEND_OFFLINK_KIND_COUNT &&
           (l->both_ways == 0 || l->both_ways == 1) && l->reserved == 0 && l->cost > 0 && isfinite(l->cost) &&
           memchr(l->name, 0, sizeof l->name) != NULL && is_end_sound(v, &l->ends[0]) && is_end_sound(v, &l->ends[1]);
}

wend_result wend_offlinks_check_local(const wend_offlinks *offlinks, wend_report *report) {
    wend_plan_view v = wend_plan_look(offlinks->plan);
    bool good = true;
    for (int32_t k = 0; k < offlinks->view.count; k++)
        if (!is_sound(&v, &offlinks->view.links[k])) {
            blame(report, &offlinks->view.links[k], k, "has a number out of range, or an end that is not on the plan");
            good = false;
        }
    return good ? WEND_OK : WEND_ERROR_INVALID;
}

// Whether both spots of an end see each other, and the ground under them is where the link says.
static bool is_end_true(const wend_plan *plan, const wend_offlink_end *e) {
    wend_spot spots[2];
    for (int i = 0; i < 2; i++)
        spots[i] = (wend_spot){.triangle = e->triangles[i], .point = e->points[i]};
    return wend_plan_visible(plan, &spots[0], &spots[1]);
}

wend_result wend_offlinks_check(wend_context *context, const wend_offlinks *offlinks, wend_report *report) {
    if (context == NULL || offlinks == NULL)
        return WEND_ERROR_ARGUMENT;
    (void)context;
    const wend_offlinks_view *view = &offlinks->view;
    const wend_plan *plan = offlinks->plan;
    wend_result result = wend_offlinks_check_local(offlinks, report);
    if (result != WEND_OK)
        return result;
    bool good = view->plan_hash == wend_plan_look(plan).hash && view->hash == wend_offlinks_hash(view);
    if (!good) {
        wend_finding f = wend_finding_make("offlinks-invalid", WEND_ERROR,
                                           "the links made by hand are those of another plan, or their hash is not "
                                           "theirs");
        wend_report_add(report, &f);
    }
    for (int32_t k = 0; k < view->count; k++)
        for (int i = 0; i < 2; i++)
            if (!is_end_true(plan, &view->links[k].ends[i])) {
                blame(report, &view->links[k], k, "has an edge that leaves the floor");
                good = false;
            }
    return good ? WEND_OK : WEND_ERROR_INVALID;
}

wend_result wend_offlinks_adopt(wend_context *context, const wend_offlinks_view *array, const wend_plan *plan,
                                bool proven, wend_offlinks **offlinks, wend_report *report) {
    *offlinks = NULL;
    wend_offlinks *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_offlinks){.context = context, .view = *array, .borrowed = true, .plan = wend_plan_hold(plan)};
    wend_result result = proven ? wend_offlinks_check(context, made, report) : wend_offlinks_check_local(made, report);
    if (result == WEND_OK)
        *offlinks = made;
    else
        wend_offlinks_destroy(made);
    return result;
}
