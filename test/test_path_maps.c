// Shortest paths of a point on the maps of Moving AI: every task of every scenario file is solved, no longer than the
// length given there (of moves to one of eight neighbours) and no shorter than the straight line. Some are compared with
// an independent search over the map's cells (oracle_grid.h), and the paths judged as paths.
//
// Skipped where the data is not there. `--share 400`, as in make soak, takes every task, and compares 100 of each map.
//
//     test_path_maps [--tasks N] [--compared N] [--only PART_OF_A_PATH]     of each map, evenly chosen (40; 8)
#include "oracle_grid.h"
#include <wend/path.h>

#include "path_judge.h"
#include "shared_context.h"

#include <wend/file.h>

#include <dirent.h>
#include <math.h>

enum { MAPS_MAX = 200, SOAK_SHARE = 400, SOAK_COMPARED = 100 };

static char names[MAPS_MAX][CHECK_PATH];
static int name_count;

static void open_context(void) {
    open_context_with(1);
}

static void list_maps(const char *folder, int depth) {
    DIR *all = opendir(folder);
    for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
        char path[CHECK_PATH];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || length >= (int)sizeof path)
            continue;
        if (length > 4 && strcmp(path + length - 4, ".map") == 0) {
            if (strstr(path, check_option_text("only", "")) != NULL && CHECK(name_count < MAPS_MAX))
                memcpy(names[name_count++], path, sizeof path);
        } else if (depth > 0) {
            list_maps(path, depth - 1);
        }
    }
    if (all != NULL)
        closedir(all);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

// ---------------------------------------------------------------------------------------------------- a map

typedef struct map {
    wend_plan *plan;
    wend_medial *medial;
    wend_roads *roads;
    wend_search *search;
    oracle_grid *grid;
    oracle_grid_task *tasks;
    int32_t task_count;
} map;

static void free_map(map *m) {
    wend_search_destroy(m->search);
    wend_roads_destroy(m->roads);
    wend_medial_destroy(m->medial);
    wend_plan_destroy(m->plan);
    oracle_grid_free(m->grid);
    free(m->tasks);
}

static bool load_map(const char *path, map *m) {
    char tasks[CHECK_PATH + 8];
    snprintf(tasks, sizeof tasks, "%s.scen", path);
    *m = (map){.grid = oracle_grid_read(path)};
    m->task_count = oracle_grid_tasks(tasks, &m->tasks);
    wend_drawing *drawing = NULL;
    bool good = CHECK_MESSAGE(m->grid != NULL && m->task_count > 0, "%s cannot be read", path) &&
                CHECK(wend_file_read_drawing(context, path, &drawing, report) == WEND_OK) &&
                CHECK(wend_plan_build(context, drawing, NULL, &m->plan, report) == WEND_OK) &&
                CHECK(wend_medial_build(context, m->plan, NULL, &m->medial, report) == WEND_OK) &&
                CHECK(wend_roads_build(context, m->medial, NULL, &m->roads, report) == WEND_OK) &&
                CHECK(wend_search_create_on(context, &(wend_search_def){.roads = m->roads}, &m->search) == WEND_OK);
    wend_drawing_destroy(drawing);
    return good;
}

typedef struct sums {
    long maps, tasks, compared, blocked, too_short;
    double worst; // difference from the other search, relative
} sums;

static bool stands_at(const map *m, const int32_t cell[2], wend_spot *spot) {
    double place[2] = {cell[0] + 0.5, cell[1] + 0.5};
    wend_plan_locate(m->plan, place, 0, spot);
    return spot->triangle >= 0;
}

static void solve(const char *name, const map *m, const oracle_grid_task *task, bool compare, sums *sum) {
    double straight = hypot(task->to[0] - task->from[0], task->to[1] - task->from[1]), other = 0;
    wend_spot from, to;
    wend_path_view path;
    wend_path_def def = wend_default_path_def();
    def.radius = 0;
    bool stands[2] = {stands_at(m, task->from, &from), stands_at(m, task->to, &to)};
    CHECK_MESSAGE(stands[0] == oracle_grid_is_free(m->grid, task->from) &&
                      stands[1] == oracle_grid_is_free(m->grid, task->to),
                  "%s: %d %d, %d %d: floor where the map is blocked, or the other way round", name, (int)task->from[0],
                  (int)task->from[1], (int)task->to[0], (int)task->to[1]);
    sum->tasks++;
    if (!stands[0] || !stands[1]) { // some tasks are for another state of their map
        sum->blocked++;
        return;
    }
    wend_result result = wend_search_path(m->search, &from, &to, &def, &path);
    CHECK_MESSAGE(result == WEND_OK && path.status == WEND_PATH_REACHED && path.length >= straight * (1 - 1e-12),
                  "%s: %d %d to %d %d: %s, %s, %.12g; straight %.12g", name, (int)task->from[0], (int)task->from[1],
                  (int)task->to[0], (int)task->to[1], wend_describe(result), wend_path_status_name(path.status),
                  path.length, straight);
    // The lengths of some scenario files are rounded to two digits behind the point. Where one is too short for the map
    // as it is, the other search must say so, too.
    bool too_short = path.length > task->length + 0.0051;
    sum->too_short += too_short;
    if (!(compare || too_short) || result != WEND_OK || path.status != WEND_PATH_REACHED)
        return;
    sum->compared++;
    CHECK(oracle_grid_shortest(m->grid, task->from, task->to, &other));
    double difference = fabs(path.length - other) / fmax(other, 1e-9);
    sum->worst = fmax(sum->worst, difference);
    path_verdict verdict = path_judge(m->plan, 0, 1e-5, &path);
    CHECK_MESSAGE(difference <= 1e-6 && verdict.wrong == NULL,
                  "%s: %d %d to %d %d: %.12g, over the cells %.12g; as a path: %s", name, (int)task->from[0],
                  (int)task->from[1], (int)task->to[0], (int)task->to[1], path.length, other,
                  verdict.wrong == NULL ? "good" : verdict.wrong);
}

// Whether item k of `count` is one of `wanted`, evenly chosen.
static bool is_chosen(int64_t k, int64_t count, int64_t wanted) {
    return wanted >= count || k * wanted / count != (k + 1) * wanted / count;
}

TEST(every_task_of_the_maps) {
    open_context();
    bool all = check_option("share", 100) >= SOAK_SHARE;
    int64_t wanted = check_option("tasks", all ? INT32_MAX : check_cases("tasks", 40));
    int64_t compared = check_option("compared", all ? SOAK_COMPARED : check_cases("compared", 8));
    const char *folder = check_data("grid");
    char root[CHECK_PATH];
    snprintf(root, sizeof root, "%s", folder != NULL ? folder : "");
    if (folder == NULL)
        SKIP("the maps are missing");
    list_maps(root, 2);
    qsort(names, (size_t)name_count, sizeof names[0], by_name);
    sums sum = {0};
    for (int k = 0; k < name_count; k++) {
        map m = {0};
        const char *name = names[k] + strlen(root) + 1;
        if (check_takes(k) && load_map(names[k], &m)) {
            sum.maps++;
            int64_t chosen = wanted < m.task_count ? wanted : m.task_count, taken = 0;
            for (int32_t t = 0; t < m.task_count; t++)
                if (is_chosen(t, m.task_count, wanted))
                    solve(name, &m, &m.tasks[t], is_chosen(taken++, chosen, compared), &sum);
        }
        free_map(&m);
    }
    printf("%ld tasks of %ld maps; %ld compared, worst difference %.1e; of another state of their map: %ld on blocked "
           "cells, %ld too short\n",
           sum.tasks, sum.maps, sum.compared, sum.worst, sum.blocked, sum.too_short);
    CHECK(sum.compared > 0 && sum.blocked * 100 < sum.tasks && sum.too_short * 1000 < sum.tasks);
    close_context();
}

CHECK_MAIN()
