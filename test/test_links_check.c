// What the checker of links must refuse: figures that are not those of their geometry.
#include "linked.h"

#include "link/links.h"

// Z-up: stairs of four steps between two floors, a floor across a gap, and one far below.
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
    wend_link *links;
    wend_links_view view;
} forged;

static forged copy_of(const wend_links_view *v) {
    forged f = {.view = *v};
    f.links = malloc((size_t)v->link_count * sizeof *f.links);
    if (!f.links)
        exit(1);
    memcpy(f.links, v->links, (size_t)v->link_count * sizeof *f.links);
    f.view.links = f.links;
    return f;
}

static void judge(const answer *a, forged *f, bool good, const char *what, int64_t item) {
    wend_links *links = NULL;
    wend_report_clear(report);
    wend_result result = wend_links_adopt(context, &f->view, a->surface, true, &links, report);
    CHECK_MESSAGE(result == (good ? WEND_OK : WEND_ERROR_INVALID) && (links != NULL) == good, "%s %lld: %s: %s", what,
                  (long long)item, wend_describe(result), wend_report_error(report));
    wend_links_destroy(links);
    free(f->links);
}

TEST(the_scene_has_all_of_it) {
    answer a = everything();
    REQUIRE(a.links != NULL);
    CHECK(a.view.counts[WEND_LINK_STEP] >= 4 && a.view.counts[WEND_LINK_GAP] > 0 && a.view.counts[WEND_LINK_DROP] > 0);
    forged f = copy_of(&a.view);
    judge(&a, &f, true, "as it is", 0);
    forget(&a);
}

// Every figure of every link, by ten percent and a centimetre more than it is.
TEST(figures_of_links_are_proved) {
    answer a = everything();
    REQUIRE(a.links != NULL);
    for (int32_t k = 0; k < a.view.link_count; k++)
        for (int field = 0; field < 8; field++) {
            forged f = copy_of(&a.view);
            wend_link *link = &f.links[k];
            double *figures[] = {&link->height, &link->width, &link->direction[0], &link->direction[1],
                                 &link->distance};
            bool spans = field == 4 && link->kind == WEND_LINK_GAP; // one of its sides is as long as that, perhaps
            bool same = false;
            if (field < 5)
                *figures[field] = 1.1 * *figures[field] + (spans ? 1 : 0.01);
            else if (field == 5)
                link->barrier = 1;
            else if (field == 6)
                link->landing = link->kind == WEND_LINK_DROP ? -1 : 0;
            else if (field == 7 && link->kind == WEND_LINK_DROP)
                link->landing =
                    wend_surface_look(a.surface).boundaries[a.view.intervals[link->first_interval].boundary].edge /
                    3; // where it starts
            else
                same = true;
            judge(&a, &f, same, wend_link_kind_name(link->kind), 100 * k + field);
        }
    forget(&a);
}

TEST(sums_are_proved) {
    answer a = everything();
    REQUIRE(a.links != NULL);
    forged f = copy_of(&a.view);
    f.view.counts[WEND_LINK_STEP]++;
    judge(&a, &f, false, "count", 0);
    f = copy_of(&a.view);
    f.view.filled *= 1.01;
    judge(&a, &f, false, "filled", 0);
    forget(&a);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()
