// Native times beside which scripts/web_bench shows those of the WebAssembly module:
//
//     native FILE ROUNDS COUNT PATHS     one line of JSON
//
// The best of some builds on one thread, by stage, and how long a question takes: the same questions in the same places
// as web/bench/bench.mjs asks. All in seconds of the processor: the linker puts `now` in place of the library's clock.
#include <wend/file.h>
#include <wend/json.h>
#include <wend/medial.h>
#include <wend/path.h>
#include <wend/pipeline.h>
#include <wend/plan.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double __wrap_wend_seconds(void);
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double __wrap_wend_seconds(void) {
    return now();
}

static void least(double *best, double seconds) {
    if (!(*best <= seconds))
        *best = seconds;
}

typedef struct places {
    int32_t count;
    wend_spot *spots;
    double *points;
} places;

// What web_random gives for the seed 7.
static places draw(const wend_plan *plan, int32_t count) {
    places p = {count, calloc((size_t)count, sizeof *p.spots), calloc((size_t)count, 3 * sizeof *p.points)};
    wend_lattice lattice = wend_plan_look(plan).lattice;
    uint64_t state = 7;
    for (int32_t k = 0; k < count; k++) {
        double place[2];
        wend_plan_ground ground;
        p.spots[k].triangle = -1;
        wend_plan_random(plan, &state, place, &p.spots[k].triangle);
        wend_lattice_point(&lattice, place, &p.spots[k].point);
        wend_plan_find_ground(plan, &p.spots[k], &ground);
        for (int i = 0; i < 3; i++)
            p.points[3 * k + i] = ground.place[i];
    }
    return p;
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    int rounds = atoi(argv[2]), count = atoi(argv[3]), paths = atoi(argv[4]);
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    wend_build_times best;
    double whole = NAN;
    best.extract = best.link = best.plan = best.medial = best.cells = best.roads = NAN;
    if (wend_context_create(&def, &context) || wend_scene_create(context, NULL, &scene) ||
        wend_file_read_scene(context, argv[1], 0, scene, NULL))
        return 2;
    for (int k = 0; k < rounds; k++) {
        wend_build_times times;
        wend_nav_destroy(nav);
        double from = now();
        if (wend_build_scene(context, scene, NULL, &nav, &times, NULL))
            return 2;
        least(&whole, now() - from);
        least(&best.extract, times.extract);
        least(&best.link, times.link);
        least(&best.plan, times.plan);
        least(&best.medial, times.medial);
        least(&best.cells, times.cells);
        least(&best.roads, times.roads);
    }
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_medial *medial = wend_nav_medial(nav);
    wend_search *search = NULL;
    if (wend_search_create(context, nav, &search))
        return 2;
    places p = draw(plan, count);
    double asked[4] = {NAN, NAN, NAN, NAN}, sum = 0;
    for (int round = 0; round < rounds; round++) {
        double from = now();
        for (int k = 0; k < count; k++) {
            wend_spot spot;
            wend_plan_ground ground;
            wend_plan_locate3(plan, p.points + 3 * k, 0.4, 1.8, 0.1, &spot, &ground);
            sum += ground.place[0];
        }
        double after[4] = {now()};
        for (int k = 0; k < count; k++) {
            wend_medial_near near;
            wend_medial_clearance(medial, &p.spots[k], &near);
            sum += near.clearance;
        }
        after[1] = now();
        for (int k = 0; k < count; k++)
            sum += wend_medial_widest(medial, &p.spots[0], &p.spots[k]);
        after[2] = now();
        for (int k = 0; k < paths; k++) {
            wend_path_view path;
            wend_path_line line;
            wend_search_path(search, &p.spots[k], &p.spots[count - 1 - k], NULL, &path);
            if (wend_search_line(search, 0.001, &line) == WEND_OK)
                sum += line.length;
        }
        after[3] = now();
        for (int i = 0; i < 4; i++)
            least(&asked[i], (after[i] - (i > 0 ? after[i - 1] : from)) / (i < 3 ? count : paths));
    }
    printf(
        "{\"whole\":%.9f,\"extract\":%.9f,\"link\":%.9f,\"plan\":%.9f,\"medial\":%.9f,\"cells\":%.9f,\"roads\":%.9f,",
        whole, best.extract, best.link, best.plan, best.medial, best.cells, best.roads);
    printf("\"locate\":%.9f,\"clearance\":%.9f,\"widest\":%.9f,\"path\":%.9f,\"sum\":%.17g}\n", asked[0], asked[1],
           asked[2], asked[3], sum);
    free(p.spots);
    free(p.points);
    wend_search_destroy(search);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
    return 0;
}
