// What one machine makes of every named sample: hashes of each artifact, of the findings and of answers, and the .wend
// file itself.
//
//     machine_hashes all|few FOLDER    prints one line per sample, puts its file into the folder
//
// Two machines agree when their lines and files do (scripts/check_machines). It needs libwend alone, so that it can be
// built for any machine with a C compiler. On WebAssembly there is no main: the host calls machine_count, machine_line
// and machine_file (scripts/machine_wasm.js).
#include <wend/wend.h>

#include "base/format.h"

#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#include <stdio.h>
#endif

enum { LINE = 512, ASKED = 200, WALKERS = 40, STEPS = 40, THREADS = 4, SEEDS = 6 };

int32_t machine_count(int32_t few);
const char *machine_line(int32_t k, int32_t few);
const void *machine_file(void);
int32_t machine_file_size(void);

// ---------------------------------------------------------------------------------------------- what is made

typedef struct job {
    const char *name;
    int32_t size; // 0 for the sample's own
    uint64_t seed;
} job;

// Small ones, which between them run through every stage.
static const job few_jobs[] = {
    {"rooms", 300, 1},      {"circles", 300, 1},      {"touching", 200, 1},   {"areas", 300, 1},
    {"doors", 300, 1},      {"ramp-overhang", 0, 1},  {"stairs", 0, 1},       {"holes", 0, 1},
    {"intersecting", 0, 1}, {"random-scene", 100, 5}, {"duplicates", 100, 1}, {"soup", 300, 1},
};
#define FEW_COUNT ((int32_t)(sizeof few_jobs / sizeof few_jobs[0]))

static bool is_random(const wend_sample *sample) {
    return strncmp(sample->name, "random", 6) == 0;
}

static bool is_scene(const char *name) {
    for (int32_t i = 0; i < wend_sample_count(); i++)
        if (strcmp(wend_sample_at(i)->name, name) == 0)
            return wend_sample_at(i)->scene;
    return false;
}

// Counts the jobs of all samples; fills in job `k` on the way. Samples that are named random come with several seeds.
static int32_t find_job(int32_t k, job *found) {
    int32_t count = 0;
    for (int32_t i = 0; i < wend_sample_count(); i++) {
        const wend_sample *sample = wend_sample_at(i);
        for (uint64_t seed = 1; seed <= (is_random(sample) ? SEEDS : 1); seed++)
            if (count++ == k)
                *found = (job){sample->name, 0, seed};
    }
    return count;
}

// ---------------------------------------------------------------------------------------------- hashing

static uint64_t add_word(uint64_t hash, uint64_t word) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(word >> (8 * i));
    return wend_hash(hash, bytes, sizeof bytes);
}

static uint64_t add_double(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return add_word(hash, bits);
}

static uint64_t add_pair(uint64_t hash, int32_t a, int32_t b) {
    return add_word(hash, (uint64_t)(uint32_t)a << 32 | (uint32_t)b);
}

static uint64_t hash_cells(const wend_cells *cells) {
    wend_cells_view view = wend_cells_look(cells);
    uint64_t hash = add_double(add_pair(0, view.cell_count, view.notch_count), view.portal_length);
    for (int32_t i = 0; i < view.point_count; i++)
        hash = add_pair(hash, view.points[i].boundary, (int32_t)view.points[i].parameter);
    for (int32_t i = 0; i < view.side_count; i++)
        hash = add_pair(hash, view.sides[i].corner, view.sides[i].across);
    return add_double(hash, view.smallest_angle);
}

// Hash of the shortest path between two spots, for a disc of 0, 0.2 or 0.4 metres; what a search cannot answer counts too.
static uint64_t add_path(uint64_t hash, wend_search *search, const wend_spot *from, const wend_spot *to, int k) {
    wend_path_def def = wend_default_path_def();
    def.radius = 0.2 * (k % 3);
    wend_path_view path;
    wend_path_line line;
    wend_result found = wend_search_path(search, from, to, &def, &path);
    wend_result lifted = wend_search_line(search, 0.001, &line);
    hash = add_pair(add_pair(hash, (int32_t)found, (int32_t)path.reason), (int32_t)lifted, line.point_count);
    for (int32_t i = 0; i < path.piece_count; i++)
        hash =
            add_double(add_double(add_double(hash, path.pieces[i].to[0]), path.pieces[i].to[1]), path.pieces[i].length);
    return add_double(add_double(hash, path.length), line.length);
}

// Hash of what a nav answers at random places, and between them.
static uint64_t hash_answers(wend_context *context, const wend_nav *nav) {
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_medial *medial = wend_nav_medial(nav);
    uint64_t hash = 0, state = 7;
    wend_spot last = {.triangle = -1};
    wend_search *search;
    if (wend_search_create(context, nav, &search) != WEND_OK)
        return 0;
    for (int i = 0; i < ASKED; i++) {
        double place[2];
        int32_t triangle;
        wend_plan_random(plan, &state, place, &triangle);
        wend_spot spot;
        wend_plan_locate(plan, place, 0.1, &spot);
        wend_plan_ground ground;
        wend_plan_find_ground(plan, &spot, &ground);
        wend_medial_near near;
        wend_medial_clearance(medial, &spot, &near);
        hash = add_pair(hash, triangle, spot.triangle);
        for (int axis = 0; axis < 3; axis++)
            hash = add_double(hash, ground.place[axis]);
        hash = add_double(hash, near.clearance);
        hash = add_double(hash, wend_medial_widest(medial, &last, &spot));
        hash = add_pair(hash, wend_cells_locate(wend_nav_cells(nav), &spot), near.site);
        hash = add_path(hash, search, &last, &spot, i);
        last = spot;
    }
    wend_search_destroy(search);
    return hash;
}

// Hash of a crowd of people who walk from random places to others.
static uint64_t hash_crowd(wend_context *context, const wend_nav *nav) {
    wend_crowd *crowd;
    uint64_t state = 11, hash = 0;
    if (wend_crowd_create(context, nav, NULL, &crowd, NULL) != WEND_OK)
        return 0;
    wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
    for (int i = 0; i < WALKERS; i++) {
        wend_agent_def agent = wend_default_agent_def();
        wend_crowd_goal goal = wend_default_crowd_goal();
        wend_agent_id id;
        double place[2];
        for (int k = 0; k < 2; k++) {
            wend_spot *spot = k == 0 ? &agent.at : &goal.at;
            wend_plan_random(wend_nav_plan(nav), &state, place, &spot->triangle);
            if (!wend_lattice_point(&plan.lattice, place, &spot->point))
                spot->triangle = -1;
        }
        if (wend_crowd_add(crowd, &agent, &id, NULL) == WEND_OK)
            wend_crowd_send(crowd, id, &goal, 1);
    }
    for (int i = 0; i < STEPS; i++) {
        wend_crowd_step(crowd);
        hash = add_word(hash, wend_crowd_hash(crowd));
    }
    wend_crowd_destroy(crowd);
    return hash;
}

// ---------------------------------------------------------------------------------------------- one sample

static wend_result build(wend_context *context, const job *j, wend_nav **nav, wend_report *report) {
    wend_scene *scene = NULL;
    wend_drawing *drawing = NULL;
    wend_result result = is_scene(j->name) ? wend_sample_build_scene(context, j->name, j->size, j->seed, &scene)
                                           : wend_sample_build_drawing(context, j->name, j->size, j->seed, &drawing);
    if (result == WEND_OK)
        result = scene != NULL ? wend_build_scene(context, scene, NULL, nav, NULL, report)
                               : wend_build_drawing(context, drawing, NULL, nav, NULL, report);
    wend_scene_destroy(scene);
    wend_drawing_destroy(drawing);
    return result;
}

static uint64_t report_hash(const wend_report *report) {
    uint64_t hash = 0;
    for (int64_t i = 0; i < wend_report_count(report); i++) {
        const wend_finding *f = wend_report_at(report, i);
        hash = wend_hash(hash, f->text, strlen(f->text));
        hash = add_double(add_double(hash, f->measured), f->at[0]);
    }
    return hash;
}

// Loads the file again, which proves it, and saves it again, which must give the same bytes.
static wend_result reload(wend_context *context, const void *bytes, size_t count, bool *same, wend_report *report) {
    wend_nav *nav = NULL;
    void *again = NULL;
    size_t again_count = 0;
    wend_result result = wend_archive_load(context, bytes, count, WEND_LOAD_PROVEN, &nav, report);
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &again, &again_count);
    *same = result == WEND_OK && count == again_count && memcmp(bytes, again, count) == 0;
    wend_release(context, again, again_count);
    wend_nav_destroy(nav);
    return result;
}

typedef unsigned long long number;

// The last file, until the next one is made.
static void *file;
static size_t file_size;

static void keep_file(const void *bytes, size_t count) {
    free(file);
    file = malloc(count > 0 ? count : 1);
    file_size = file != NULL ? count : 0;
    if (file_size > 0)
        memcpy(file, bytes, count);
}

static void describe(wend_context *context, const job *j, char *line, wend_report *report) {
    wend_nav *nav = NULL;
    void *bytes = NULL;
    size_t count = 0;
    bool same = false;
    wend_result result = build(context, j, &nav, report);
    uint64_t findings = report_hash(report);
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &bytes, &count);
    if (result == WEND_OK)
        result = reload(context, bytes, count, &same, report);
    keep_file(bytes, count);
    if (result == WEND_OK) {
        const wend_surface *surface = wend_nav_surface(nav);
        const wend_links *links = wend_nav_links(nav);
        wend_format(line, LINE,
                    "%s-%d %s nav %016llx surface %016llx links %016llx plan %016llx medial %016llx cells %016llx "
                    "answers %016llx crowd %016llx findings %016llx file %zu %016llx%s",
                    j->name, (int)j->seed, is_scene(j->name) ? "scene" : "plan", (number)wend_nav_hash(nav),
                    (number)(surface != NULL ? wend_surface_look(surface).hash : 0),
                    (number)(links != NULL ? wend_links_look(links).hash : 0),
                    (number)wend_plan_look(wend_nav_plan(nav)).hash,
                    (number)wend_medial_look(wend_nav_medial(nav)).hash, (number)hash_cells(wend_nav_cells(nav)),
                    (number)hash_answers(context, nav), (number)hash_crowd(context, nav), (number)findings, count,
                    (number)wend_hash(0, bytes, count), same ? "" : " DIFFERS WHEN SAVED AGAIN");
    } else
        wend_format(line, LINE, "%s-%d FAILED: %s: %s", j->name, (int)j->seed, wend_describe(result),
                    wend_report_error(report));
    wend_release(context, bytes, count);
    wend_nav_destroy(nav);
}

EXPORT("machine_count") int32_t machine_count(int32_t few) {
    job ignored;
    return few ? FEW_COUNT : find_job(-1, &ignored);
}

// The line of sample k, which lives until the next call, as its file does.
EXPORT("machine_line") const char *machine_line(int32_t k, int32_t few) {
    static char line[LINE];
    job j = {"none", 0, 0};
    if (few)
        j = few_jobs[k];
    else
        find_job(k, &j);
    wend_context_def def = wend_default_context_def();
    def.threads = THREADS;
    wend_context *context = NULL;
    wend_report *report = NULL;
    strcpy(line, "FAILED: no memory");
    if (wend_context_create(&def, &context) == WEND_OK && wend_report_create(context, &report) == WEND_OK)
        describe(context, &j, line, report);
    wend_report_destroy(report);
    wend_context_destroy(context);
    return line;
}

EXPORT("machine_file") const void *machine_file(void) {
    return file;
}

EXPORT("machine_file_size") int32_t machine_file_size(void) {
    return (int32_t)file_size;
}

#ifndef __wasm__
// Writes the file of a line into the folder, named after the first word of the line.
static bool write_file(const char *folder, const char *line) {
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/%.*s.wend", folder, (int)strcspn(line, " "), line);
    FILE *out = length > 0 && length < (int)sizeof path ? fopen(path, "wb") : NULL;
    bool done = out != NULL && fwrite(file, 1, file_size, out) == file_size;
    return out != NULL && fclose(out) == 0 && done;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return fprintf(stderr, "usage: machine_hashes all|few FOLDER\n"), 2;
    int32_t few = strcmp(argv[1], "few") == 0;
    for (int32_t k = 0; k < machine_count(few); k++) {
        const char *line = machine_line(k, few);
        printf("%s\n", line);
        fflush(stdout);
        if (!write_file(argv[2], line))
            return fprintf(stderr, "machine_hashes: cannot write into %s\n", argv[2]), 1;
    }
    return 0;
}
#endif
