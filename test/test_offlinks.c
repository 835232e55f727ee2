// Links made by hand: where they stand, what is said of those that do not, and that the proof sees damage.
#include "again.h"
#include "linked.h"

#include <wend/offlinks.h>
#include <wend/pipeline.h>

#include "offlinks/offlinks.h"

// Two floors of 4 by 4 metres, one three metres above the other and beside it.
static wend_nav *two_floors(void) {
    wend_scene *scene = begin();
    wend_nav *nav = NULL;
    floor_at(scene, 0, 0, 4, 4, 0);
    floor_at(scene, 5, 0, 9, 4, 3);
    CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    wend_scene_destroy(scene);
    return nav;
}

static wend_offlink_def place_to_place(double x, double y, double z, double u, double v, double w) {
    wend_offlink_def d = wend_default_offlink_def();
    const double from[3] = {x, y, z}, to[3] = {u, v, w};
    for (int i = 0; i < 2; i++) {
        memcpy(d.from[i], from, sizeof from);
        memcpy(d.to[i], to, sizeof to);
    }
    return d;
}

static wend_result build_links(const wend_nav *nav, const wend_offlink_def *links, int32_t count,
                               wend_offlinks **made) {
    wend_offlinks_def def = wend_default_offlinks_def();
    def.links = links;
    def.count = count;
    wend_report_clear(report);
    wend_result result = wend_offlinks_build(context, wend_nav_plan(nav), NULL, &def, made, report);
    if (result == WEND_OK)
        CHECK_MESSAGE(wend_offlinks_check(context, *made, report) == WEND_OK, "%s", wend_report_error(report));
    return result;
}

TEST(a_ladder_stands_on_both_floors) {
    wend_nav *nav = two_floors();
    wend_offlink_def d = place_to_place(3.9, 2, 0.2, 5.05, 2, 3.4);
    wend_offlinks *made = NULL;
    d.kind = WEND_OFFLINK_LADDER;
    d.tags = 6;
    strcpy(d.name, "up to the gallery");
    REQUIRE(build_links(nav, &d, 1, &made) == WEND_OK);
    wend_offlinks_view view = wend_offlinks_look(made);
    REQUIRE(view.count == 1);
    const wend_offlink *l = &view.links[0];
    CHECK(l->kind == WEND_OFFLINK_LADDER && l->tags == 6 && l->both_ways == 1);
    CHECK_STRING(l->name, "up to the gallery");
    CHECK(fabs(l->ends[0].places[0][2]) < 1e-3 && fabs(l->ends[1].places[1][2] - 3) < 1e-3);
    CHECK_MESSAGE(fabs(l->cost - sqrt(1.15 * 1.15 + 9)) < 1e-3, "%g", l->cost);
    CHECK(wend_plan_look(wend_nav_plan(nav)).triangle_component[l->ends[0].triangles[0]] !=
          wend_plan_look(wend_nav_plan(nav)).triangle_component[l->ends[1].triangles[0]]);
    uint64_t id = l->id, hash = view.hash;
    wend_offlinks_destroy(made);
    REQUIRE(build_links(nav, &d, 1, &made) == WEND_OK);
    CHECK(wend_offlinks_look(made).hash == hash && wend_offlinks_look(made).links[0].id == id);
    wend_offlinks_destroy(made);
    d.cost = 7;
    REQUIRE(build_links(nav, &d, 1, &made) == WEND_OK);
    CHECK(wend_offlinks_look(made).links[0].cost == 7 && wend_offlinks_look(made).links[0].id != id);
    wend_offlinks_destroy(made);
    wend_nav_destroy(nav);
}

TEST(what_stands_on_no_floor_is_told_with_place_and_distance) {
    wend_nav *nav = two_floors();
    wend_offlink_def defs[3] = {place_to_place(4.25, 2, 0.1, 6, 2, 3.1), place_to_place(1, 1, 0.1, 6, 2, 0.5),
                                place_to_place(1, 1, 0.1, 9.06, 2, 3.1)};
    wend_offlinks *made = NULL;
    REQUIRE(build_links(nav, defs, 3, &made) == WEND_OK);
    wend_offlinks_view view = wend_offlinks_look(made);
    CHECK_INT(view.count, 1); // the third is moved by 6 cm
    if (view.count == 1)
        CHECK_MESSAGE(fabs(view.links[0].ends[1].moved[0] - 0.06) < 1e-3, "%g", view.links[0].ends[1].moved[0]);
    REQUIRE(wend_report_count(report) == 2);
    const wend_finding *f = wend_report_at(report, 0), *g = wend_report_at(report, 1);
    CHECK_STRING(f->code, "offlink-off-floor");
    CHECK(f->item == 0 && f->has_at && f->at[0] == 4.25 && f->has_measure && fabs(f->measured - 0.25) < 1e-3 &&
          f->limit == 0.1);
    CHECK(g->item == 1 && g->severity == WEND_WARNING);
    wend_offlinks_destroy(made);
    wend_nav_destroy(nav);
}

TEST(edges_lie_on_the_floor_and_lead_place_by_place) {
    wend_nav *nav = two_floors();
    wend_offlink_def good = place_to_place(4, 0.5, 0, 5, 0.5, 3), bad = good;
    good.from[1][1] = good.to[1][1] = 3.5;
    bad.from[1][0] = 5.2; // over the gap between the floors
    bad.from[1][2] = 3;
    const wend_offlink_def defs[2] = {good, bad};
    wend_offlinks *made = NULL;
    REQUIRE(build_links(nav, defs, 2, &made) == WEND_OK);
    wend_offlinks_view view = wend_offlinks_look(made);
    CHECK_INT(view.count, 1);
    CHECK(wend_report_count(report) == 1 && strcmp(wend_report_at(report, 0)->code, "offlink-edge-leaves-floor") == 0);
    for (int k = 0; k <= 10 && view.count == 1; k++)
        for (int end = 0; end < 2; end++) {
            wend_spot spot;
            wend_plan_ground ground;
            wend_offlink_spot(wend_nav_plan(nav), &view.links[0], end, k / 10.0, &spot);
            wend_plan_find_ground(wend_nav_plan(nav), &spot, &ground);
            CHECK_MESSAGE(fabs(ground.place[1] - (0.5 + 0.3 * k)) < 1e-3 && fabs(ground.place[2] - 3 * end) < 1e-3,
                          "%d of end %d at %g,%g,%g", k, end, ground.place[0], ground.place[1], ground.place[2]);
        }
    wend_offlinks_destroy(made);
    wend_nav_destroy(nav);
}

TEST(bad_definitions_are_refused_with_their_field) {
    wend_nav *nav = two_floors();
    wend_offlink_def d[5];
    const char *const fields[5] = {"kind", "from", "to", "cost", "cost"};
    for (int k = 0; k < 5; k++)
        d[k] = place_to_place(1, 1, 0, 6, 2, 3);
    d[0].kind = (wend_offlink_kind)9;
    d[1].from[1][2] = NAN;
    d[2].to[0][0] = INFINITY;
    d[3].cost = -1;
    d[4].cost = NAN;
    for (int k = 0; k < 5; k++) {
        wend_offlinks *made = NULL;
        CHECK(build_links(nav, &d[k], 1, &made) == WEND_ERROR_ARGUMENT && made == NULL);
        CHECK_MESSAGE(strstr(wend_report_error(report), fields[k]) != NULL, "%s", wend_report_error(report));
    }
    wend_offlinks *made = NULL;
    const double far[3] = {1e300, -1e300, 1e300};
    wend_offlink_def huge = place_to_place(far[0], far[1], far[2], 6, 2, 3);
    CHECK(build_links(nav, &huge, 1, &made) == WEND_OK && wend_offlinks_look(made).count == 0);
    wend_offlinks_destroy(made);
    CHECK(build_links(nav, NULL, 0, &made) == WEND_OK && wend_offlinks_look(made).count == 0);
    wend_offlinks_destroy(made);
    CHECK(build_links(nav, NULL, 1, &made) == WEND_ERROR_ARGUMENT);
    wend_nav_destroy(nav);
}

TEST(the_same_link_twice_is_one) {
    wend_nav *nav = two_floors();
    wend_offlink_def d[3] = {place_to_place(1, 1, 0, 6, 2, 3), place_to_place(2, 1, 0, 6, 2, 3),
                             place_to_place(1, 1, 0, 6, 2, 3)};
    wend_offlinks *made = NULL;
    REQUIRE(build_links(nav, d, 3, &made) == WEND_OK);
    wend_offlinks_view view = wend_offlinks_look(made);
    CHECK_INT(view.count, 2);
    CHECK(view.count == 2 && fabs(view.links[0].ends[0].places[0][0] - 1) < 1e-3);
    wend_offlinks_destroy(made);
    wend_nav_destroy(nav);
}

TEST(links_are_given_at_build_or_added_and_kept_in_the_file) {
    wend_scene *scene = begin();
    wend_offlink_def d[2] = {place_to_place(1, 1, 0, 6, 2, 3), place_to_place(2, 1, 0, 6, 2, 3)};
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = NULL, *newer = NULL;
    strcpy(d[0].name, "up");
    floor_at(scene, 0, 0, 4, 4, 0);
    floor_at(scene, 5, 0, 9, 4, 3);
    def.offlinks.links = d;
    def.offlinks.count = 1;
    REQUIRE(wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_OK);
    nav = again("with a link", nav);
    REQUIRE(nav != NULL && wend_nav_offlinks(nav) != NULL);
    wend_offlinks_view view = wend_offlinks_look(wend_nav_offlinks(nav));
    CHECK_INT(view.count, 1);
    CHECK_STRING(view.links[0].name, "up");
    def.offlinks.links = d + 1;
    REQUIRE(wend_nav_add_offlinks(context, nav, &def.offlinks, &newer, report) == WEND_OK);
    CHECK(wend_nav_plan(newer) == wend_nav_plan(nav) && wend_nav_check(context, newer, report) == WEND_OK);
    wend_nav_destroy(nav); // the newer one lives on
    newer = again("with two links", newer);
    REQUIRE(newer != NULL && wend_nav_offlinks(newer) != NULL);
    view = wend_offlinks_look(wend_nav_offlinks(newer));
    CHECK_INT(view.count, 2);
    CHECK_STRING(view.links[0].name, "up");
    wend_nav_destroy(newer);
    wend_scene_destroy(scene);
}

TEST(the_proof_sees_damage) {
    wend_nav *nav = two_floors();
    const wend_plan *plan = wend_nav_plan(nav);
    wend_offlink_def d = place_to_place(1, 1, 0, 6, 2, 3);
    wend_offlinks *made = NULL, *again = NULL;
    REQUIRE(build_links(nav, &d, 1, &made) == WEND_OK);
    wend_offlinks_view view = wend_offlinks_look(made);
    for (int damage = 0; damage < 9; damage++) {
        wend_offlink copy = view.links[0];
        wend_offlinks_view array = view;
        array.links = &copy;
        copy.ends[0].triangles[1] = damage == 0 ? 1 << 20 : copy.ends[0].triangles[1];
        copy.ends[0].points[0].x += damage == 1 ? 1 << 20 : 0;
        copy.cost = damage == 2 ? 0 : damage == 3 ? NAN : copy.cost;
        copy.both_ways = damage == 4 ? 2 : copy.both_ways;
        copy.kind = damage == 5 ? (wend_offlink_kind)77 : copy.kind;
        copy.ends[1].places[0][0] = damage == 6 ? INFINITY : copy.ends[1].places[0][0];
        if (damage == 7)
            memset(copy.name, 'x', sizeof copy.name);
        wend_report_clear(report);
        bool refused = damage < 8;
        CHECK_MESSAGE((wend_offlinks_adopt(context, &array, plan, false, &again, report) == WEND_OK) != refused,
                      "damage %d", damage);
        wend_offlinks_destroy(again);
        array.plan_hash += damage == 8;
        CHECK_MESSAGE(wend_offlinks_adopt(context, &array, plan, true, &again, report) == WEND_ERROR_INVALID,
                      "damage %d", damage);
    }
    wend_offlinks_destroy(made);
    wend_nav_destroy(nav);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
