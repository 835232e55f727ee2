// What the checker of stairs must refuse: figures of flights that are not those of their geometry, and numbers that lead
// nowhere.
#include "linked.h"

#include "stairs/check.h"
#include "stairs/flight.h"
#include "stairs/stairs.h"

// Z-up: stairs of four steps between two floors, a single step beside them, and a floor far below.
static answer everything(void) {
    wend_scene *scene = begin();
    wend_agent def = usual;
    def.drop = 3;
    floor_at(scene, 0, 0, 3, 3, 0);
    floor_at(scene, 3.2, 0, 5, 3, 0.1);
    for (int k = 1; k < 4; k++)
        box(scene, 1, 3 + 0.3 * (k - 1), 2, 3 + 0.3 * k, 0.175 * k - 0.1, 0.175 * k);
    box(scene, 0, 3.9, 3, 6, 0.4, 0.7);
    floor_at(scene, -4, -4, 9, 9, -2.5);
    answer a = link_with(scene, &def);
    wend_scene_destroy(scene);
    return a;
}

typedef struct forged {
    wend_flight *flights;
    int32_t *flight_links;
    int32_t *link_flight;
    wend_stairs_view view;
} forged;

static void *copy(const void *from, int32_t count, size_t size) {
    void *made = malloc((size_t)count * size);
    if (made)
        memcpy(made, from, (size_t)count * size);
    return made;
}

static forged copy_of(const wend_stairs_view *v) {
    forged f = {.view = *v};
    f.flights = copy(v->flights, v->flight_count, sizeof *f.flights);
    f.flight_links = copy(v->flight_links, v->flight_link_count, sizeof *f.flight_links);
    f.link_flight = copy(v->link_flight, v->link_count, sizeof *f.link_flight);
    if (!f.flights || !f.flight_links || !f.link_flight)
        exit(1);
    f.view.flights = f.flights;
    f.view.flight_links = f.flight_links;
    f.view.link_flight = f.link_flight;
    return f;
}

// Whether forged stairs are proved; and whether they may at least be loaded: `local`.
static void judge(const answer *a, forged *f, bool good, bool local, const char *what, int64_t item) {
    for (int proven = 0; proven < 2; proven++) {
        wend_stairs *stairs = NULL;
        wend_report_clear(report);
        wend_result result = wend_stairs_adopt(context, &f->view, a->links, a->surface, proven != 0, &stairs, report);
        bool right = proven ? good : local;
        CHECK_MESSAGE(result == (right ? WEND_OK : WEND_ERROR_INVALID) && (stairs != NULL) == right, "%s %lld: %s: %s",
                      what, (long long)item, wend_describe(result), wend_report_error(report));
        wend_stairs_destroy(stairs);
    }
    free(f->flights);
    free(f->flight_links);
    free(f->link_flight);
}

TEST(the_scene_has_a_flight_and_other_links) {
    answer a = everything();
    REQUIRE(a.links != NULL);
    CHECK_INT(a.stairs.flight_count, 1);
    CHECK_INT(a.stairs.link_count, a.view.link_count);
    CHECK(a.view.counts[WEND_LINK_DROP] > 0 && a.view.link_count > a.stairs.flight_link_count);
    forged f = copy_of(&a.stairs);
    judge(&a, &f, true, true, "as it is", 0);
    forget(&a);
}

TEST(figures_of_flights_are_proved) {
    answer a = everything();
    REQUIRE(a.links != NULL && a.stairs.flight_count == 1);
    for (int field = 0; field < 16; field++) {
        forged f = copy_of(&a.stairs);
        wend_flight *flight = &f.flights[0];
        double *figures[] = {&flight->riser,          &flight->lowest,    &flight->highest,   &flight->tread,
                             &flight->width,          &flight->bottom[0], &flight->bottom[1], &flight->bottom[2],
                             &flight->top[0],         &flight->top[1],    &flight->top[2],    &flight->break_height[0],
                             &flight->break_height[1]};
        if (field < 13)
            *figures[field] += 0.01;
        else if (field == 13)
            flight->risers--; // one more is listed
        else if (field == 14)
            f.flight_links[1] = f.flight_links[0];
        else
            for (int32_t k = 0; k < a.view.link_count; k++)
                if (a.view.links[k].kind == WEND_LINK_DROP)
                    f.flight_links[0] = k;
        judge(&a, &f, false, true, "field", field);
    }
    forget(&a);
}

TEST(links_name_their_own_flight) {
    answer a = everything();
    REQUIRE(a.links != NULL && a.stairs.flight_count == 1);
    for (int32_t k = 0; k < a.stairs.link_count; k++) {
        forged f = copy_of(&a.stairs);
        f.link_flight[k] = f.link_flight[k] >= 0 ? -1 : 0;
        judge(&a, &f, false, true, "link", k);
    }
    forget(&a);
}

TEST(numbers_out_of_range_are_never_loaded) {
    answer a = everything();
    REQUIRE(a.links != NULL && a.stairs.flight_count == 1);
    for (int field = 0; field < 9; field++) {
        forged f = copy_of(&a.stairs);
        switch (field) {
        case 0:
            f.flights[0].first_link = -1;
            break;
        case 1:
            f.flights[0].risers = 0;
            break;
        case 2:
            f.flights[0].risers = INT32_MAX;
            break;
        case 3:
            f.flights[0].tread = NAN;
            break;
        case 4:
            f.flights[0].top[1] = INFINITY;
            break;
        case 5:
            f.flight_links[0] = a.view.link_count;
            break;
        case 6:
            f.link_flight[0] = 1;
            break;
        case 7:
            f.view.links_hash++;
            break;
        default:
            f.view.link_count--;
        }
        judge(&a, &f, false, false, "field", field);
    }
    forget(&a);
}

// Stairs, links and surface that do not belong together.
TEST(links_of_another_surface_are_refused) {
    answer a = everything();
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 3, 3, 0);
    answer b = link_with(scene, &usual);
    REQUIRE(a.links != NULL && b.links != NULL);
    CHECK_INT(b.stairs.flight_count, 0);
    wend_stairs *stairs = NULL;
    CHECK(wend_stairs_build(context, a.links, b.surface, NULL, &stairs, report) == WEND_ERROR_ARGUMENT);
    CHECK(stairs == NULL && wend_report_total(report, "stairs-surface") == 1);
    CHECK(wend_stairs_find_steep(context, a.links, b.surface, report) == WEND_ERROR_ARGUMENT);
    CHECK(wend_stairs_check(context, a.flights, a.links, b.surface, report) == WEND_ERROR_ARGUMENT);
    CHECK(wend_stairs_check(context, a.flights, b.links, b.surface, report) == WEND_ERROR_INVALID);
    forget(&a);
    forget(&b);
    wend_scene_destroy(scene);
}

// Two flights side by side, three metres apart.
static answer two_flights(void) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 8, 3, 0);
    for (int flight = 0; flight < 2; flight++) {
        double x = 1 + 4 * flight;
        for (int k = 1; k < 4 + flight; k++)
            box(scene, x, 3 + 0.3 * (k - 1), x + 1, 3 + 0.3 * k, 0, 0.175 * k);
        box(scene, x - 1, 3.9 + 0.3 * flight, x + 2, 6, 0, 0.7 + 0.175 * flight);
    }
    answer a = link_with(scene, &usual);
    wend_scene_destroy(scene);
    return a;
}

// What wend_stairs_build does with a flight that its own proof refuses: the proof names that flight and no other, and
// the search for flights leaves it out and finds the others as they were.
TEST(flights_that_cannot_be_proved_are_left_out) {
    answer a = two_flights();
    REQUIRE(a.links != NULL && a.stairs.flight_count == 2);
    wend_surface_view ground = wend_surface_look(a.surface);
    uint8_t *barred = calloc((size_t)a.view.link_count, 1);
    REQUIRE(barred != NULL);
    for (int32_t k = 0; k < 2; k++) {
        forged f = copy_of(&a.stairs);
        uint8_t wrong[2] = {0, 0};
        bool good = true;
        f.flights[k].tread += 0.01;
        CHECK(wend_stairs_prove(context, &f.view, &a.view, a.surface, NULL, wrong, &good) == WEND_OK);
        CHECK(!good && wrong[k] == 1 && wrong[1 - k] == 0);
        judge(&a, &f, false, true, "flight", k);

        wend_stair_site site = wend_stair_site_of(context, &a.view, &ground);
        wend_flights found = {0};
        int32_t first = a.stairs.flight_links[a.stairs.flights[k].first_link];
        barred[first] = 1;
        CHECK(wend_flights_find(&site, barred, &found));
        barred[first] = 0;
        if (CHECK_INT(found.flights.count, 1)) {
            const wend_flight *left = &found.flights.data[0], *other = &a.stairs.flights[1 - k];
            CHECK(left->risers == other->risers && left->first_link == 0 && found.links.count == left->risers);
            CHECK(memcmp(&left->riser, &other->riser, sizeof *left - offsetof(wend_flight, riser)) == 0);
            CHECK(found.link_flight.data[first] == -1 && found.link_flight.data[found.links.data[0]] == 0);
        }
        wend_flights_free(context, &found);
        wend_stair_site_free(&site);
    }
    free(barred);
    forget(&a);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
