// Surfaces by voxels: how true they are, and how long they take.
//
//     bench_voxel [--only WORD] [--samples N] [--no-recast]     all scenes of ../shared/data, or those whose names hold
//                                                               the word; N places for each question, 20,000
//
// Each scene is built with a cell of max(0.05 m, extent / 8,192), up to its links, and exactly, too. Columns: the cell;
// the area of both surfaces; the share of places missed and false, by the sampler of `wend check --scene`, where a cell
// more or less does not count, nothing else; components as linked that are larger than 0.25 square metres; vertices
// inside of the floor's boundary that only the borders of tiles would explain (none: the surface is compared with that
// of another size of tiles, byte by byte); milliseconds of the surface alone, on one thread, and Recast's at the same
// cell size up to its polygons (radius 0).
//
// Exits 1 when more than 1% is missed or false in sum, or on more than one scene in ten, or a surface is not valid, or
// tiles can be seen.
#include "recast.hpp"
#include "scenes.hpp"

#include <wend/pipeline.h>
#include <wend/truth.h>
#include <wend/voxel.h>

#include <algorithm>
#include <cstring>

namespace {

const double allowed_share = 0.01;
const double recast_bytes = 3e9;

struct Options {
    const char *only = "";
    int64_t samples = 20000;
    bool recast = true;
};

struct Totals {
    int64_t scenes = 0, walkable = 0, missed = 0, covered = 0, wrong = 0;
    int64_t bad = 0, invalid = 0, seams = 0;
    double voxel_ms = 0, recast_ms = 0;
};

// Of the floor: scenes have vertices far off that nothing needs.
double extent_of(const wend_nav *nav) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    double extent = 0;
    for (int k = 0; k < 3; k++)
        extent = std::max(extent, (view.max[k] - view.min[k]) * view.lattice.unit);
    return extent;
}

wend_build_def def_for(const Scene &s, double cell) {
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_LINKS;
    def.agent.height = s.height;
    if (cell > 0) {
        def.producer = WEND_PRODUCER_VOXEL;
        def.voxel.cell = cell;
    }
    return def;
}

wend_nav *build(wend_context *context, const Scene &s, double cell) {
    wend_build_def def = def_for(s, cell);
    wend_nav *nav = nullptr;
    wend_result result = wend_build_scene(context, s.scene, &def, &nav, nullptr, nullptr);
    if (result != WEND_OK && result != WEND_ERROR_EMPTY)
        give_up(s.name.c_str(), result);
    return nav;
}

// Milliseconds of a surface alone; *hash is its hash.
double time_surface(wend_context *context, const Scene &s, double cell, int32_t tile, uint64_t *hash) {
    wend_build_def def = def_for(s, cell);
    wend_solid *solid = nullptr;
    wend_surface *surface = nullptr;
    def.voxel.tile = tile;
    double start = thread_ms();
    wend_result result = wend_solid_build(context, s.scene, nullptr, &solid, nullptr);
    if (result == WEND_OK)
        result = wend_voxel_build(context, solid, &def.agent, &def.voxel, &surface, nullptr);
    double ms = thread_ms() - start;
    *hash = result == WEND_OK ? wend_surface_look(surface).hash : 0;
    wend_surface_destroy(surface);
    wend_solid_destroy(solid);
    return ms;
}

int components_of(const wend_nav *nav) {
    wend_links_view view = wend_links_look(wend_nav_links(nav));
    return view.component_count;
}

double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void measure(wend_context *context, const Options &options, const Scene &s, Totals &sum) {
    wend_nav *exact = build(context, s, 0);
    double cell = exact ? std::max(0.05, extent_of(exact) / 8192) : 0.05;
    wend_nav *voxel = build(context, s, cell);
    if (!exact || !voxel) {
        std::printf("%-52s nothing to walk on (%s)\n", s.name.c_str(), exact ? "voxels" : voxel ? "exact" : "both");
        wend_nav_destroy(exact);
        wend_nav_destroy(voxel);
        return;
    }
    wend_truth_def def = wend_truth_nav_def(voxel);
    def.samples = options.samples;
    def.settings.exact.simplify = 0;
    wend_truth *truth = nullptr;
    wend_result result = wend_truth_build_surface(context, wend_nav_surface(voxel), s.scene, &def, &truth, nullptr);
    if (result != WEND_OK)
        give_up(s.name.c_str(), result);
    wend_truth_view view = wend_truth_look(truth);
    const wend_truth_counts &k = view.counts;
    bool valid = wend_nav_check(context, voxel, nullptr) == WEND_OK;
    uint64_t hash = 0, other = 0;
    double ms = time_surface(context, s, cell, 256, &hash), recast_ms = NAN;
    time_surface(context, s, cell, 101, &other);
    recast::Input input = recast::make_input(s.scene);
    recast::Settings settings;
    settings.cell = static_cast<float>(cell);
    settings.cell_height = 0.02f;
    settings.height = static_cast<float>(s.height);
    settings.climb = 0.4f;
    if (options.recast && recast::estimate_bytes(input, cell) < recast_bytes) {
        recast::Mesh mesh = recast::build(input, settings);
        recast_ms = mesh.finished ? mesh.ms : NAN;
    }
    double missed = percent(k.missed, k.walkable), wrong = percent(k.wrong, k.covered);
    bool bad = missed > 100 * allowed_share || wrong > 100 * allowed_share;
    std::printf("%-52s %8d %6.3f %10.1f %10.1f %6.2f %6.2f %5d %5d %9.1f %9.1f %6.2f %s%s%s\n", s.name.c_str(),
                s.triangles, cell, wend_surface_look(wend_nav_surface(exact)).area,
                wend_surface_look(wend_nav_surface(voxel)).area, missed, wrong, components_of(exact),
                components_of(voxel), ms, recast_ms, ms / recast_ms, bad ? "beyond 1% " : "", valid ? "" : "INVALID ",
                hash == other ? "" : "SEAMS");
    std::fflush(stdout);
    sum.scenes++;
    sum.walkable += k.walkable;
    sum.missed += k.missed;
    sum.covered += k.covered;
    sum.wrong += k.wrong;
    sum.bad += bad;
    sum.invalid += !valid;
    sum.seams += hash != other;
    if (recast_ms > 0) {
        sum.voxel_ms += ms;
        sum.recast_ms += recast_ms;
    }
    wend_truth_destroy(truth);
    wend_nav_destroy(exact);
    wend_nav_destroy(voxel);
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    for (int k = 1; k < argc; k++) {
        if (std::strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            options.only = argv[++k];
        else if (std::strcmp(argv[k], "--samples") == 0 && k + 1 < argc)
            options.samples = std::atoll(argv[++k]);
        else if (std::strcmp(argv[k], "--no-recast") == 0)
            options.recast = false;
    }
    wend_context *context = make_context(1);
    Totals sum;
    std::printf("%-52s %8s %6s %10s %10s %6s %6s %5s %5s %9s %9s %6s\n", "scene", "faces", "cell", "exact m2",
                "voxel m2", "miss%", "false%", "parts", "parts", "ms", "Recast", "ratio");
    for (const data_scene &source : data_scenes) {
        if (!std::strstr(source.path, options.only))
            continue;
        Scene s = read_scene(context, source);
        if (s.scene)
            measure(context, options, s, sum);
        wend_scene_destroy(s.scene);
    }
    double missed = percent(sum.missed, sum.walkable), wrong = percent(sum.wrong, sum.covered);
    bool good = missed <= 100 * allowed_share && wrong <= 100 * allowed_share && 10 * sum.bad <= sum.scenes &&
                sum.invalid + sum.seams == 0;
    std::printf("%lld scenes: %.3f%% missed, %.3f%% false; %lld beyond 1%%, %lld invalid, %lld with seams of tiles\n",
                (long long)sum.scenes, missed, wrong, (long long)sum.bad, (long long)sum.invalid, (long long)sum.seams);
    std::printf("%.0f ms, Recast %.0f ms on the same scenes: %.2f times\n", sum.voxel_ms, sum.recast_ms,
                sum.voxel_ms / sum.recast_ms);
    std::printf("%s\n", good ? "ok" : "FAIL");
    wend_context_destroy(context);
    return good ? 0 : 1;
}
