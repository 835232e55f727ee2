// Loading .wend files: how long it takes beside building, and how large they are.
//
//     bench_load [--quick] [--size N]     --quick takes every eighth scene and a small town;
//                                         --size: triangles of the town, 1000000 by default
//
// Every scene of the data folder and the sample town are built, saved, and loaded quickly and proven, on one thread.
// Times are those of the processor, so that other programs do not count.
//
// Exits 1 when, in sum, quick loads take more than 10% of building or proven ones more than 25%, or when the file of a
// town of a million triangles is larger than 60 MB.
#include "scenes.hpp"

#include <wend/archive.h>

#include <cstring>

namespace {

const double allowed_quick = 0.10, allowed_proven = 0.25;
const double allowed_bytes = 60; // for each triangle of the town

struct Times {
    double build = 0, quick = 0, proven = 0; // milliseconds
    double bytes = 0;
};

void print_line(const char *name, const Times &t) {
    std::printf("%-60s %10.1f %8.1f %8.1f %7.1f %7.1f %12.0f\n", name, t.build, t.quick, t.proven,
                100 * t.quick / t.build, 100 * t.proven / t.build, t.bytes);
}

double time_load(wend_context *context, const void *bytes, size_t count, wend_load how) {
    wend_nav *nav = nullptr;
    double start = thread_ms();
    wend_result result = wend_archive_load(context, bytes, count, how, &nav, nullptr);
    double ms = thread_ms() - start;
    if (result != WEND_OK)
        give_up("wend_archive_load", result);
    wend_nav_destroy(nav);
    return ms;
}

// Builds a scene with the settings of `wend build` and measures its file. False when there is nothing to stand on.
bool measure(wend_context *context, const Scene &scene, Times *t) {
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = nullptr;
    void *bytes = nullptr;
    size_t count = 0;
    def.agent.height = scene.height;
    double start = thread_ms();
    wend_result result = wend_build_scene(context, scene.scene, &def, &nav, nullptr, nullptr);
    t->build = thread_ms() - start;
    if (result == WEND_ERROR_EMPTY)
        return false;
    if (result == WEND_OK)
        result = wend_archive_save(context, nav, &bytes, &count);
    if (result != WEND_OK)
        give_up(scene.name.c_str(), result);
    wend_nav_destroy(nav);
    t->bytes = static_cast<double>(count);
    t->quick = time_load(context, bytes, count, WEND_LOAD_QUICK);
    t->proven = time_load(context, bytes, count, WEND_LOAD_PROVEN);
    wend_release(context, bytes, count);
    return true;
}

Times run(wend_context *context, const Scene &scene, Times *sum) {
    Times t;
    if (scene.scene != nullptr && measure(context, scene, &t)) {
        print_line(scene.name.c_str(), t);
        sum->build += t.build;
        sum->quick += t.quick;
        sum->proven += t.proven;
        sum->bytes += t.bytes;
    }
    wend_scene_destroy(scene.scene);
    return t;
}

bool passes(const char *what, double value, double most, const char *unit) {
    std::printf("%s: %.1f%s, at most %.0f%s: %s\n", what, value, unit, most, unit, value <= most ? "good" : "TOO MUCH");
    return value <= most;
}

} // namespace

int main(int argc, char **argv) {
    bool quick = false;
    int32_t size = 1000000;
    for (int i = 1; i < argc; i++) {
        quick |= std::strcmp(argv[i], "--quick") == 0;
        if (std::strcmp(argv[i], "--size") == 0 && i + 1 < argc)
            size = std::atoi(argv[i + 1]);
    }
    size = quick ? 50000 : size;
    wend_context *context = make_context(1);
    Times sum;
    std::printf("%-60s %10s %8s %8s %7s %7s %12s\n", "milliseconds of the processor", "build", "quick", "proven",
                "quick %", "proven %", "bytes");
    size_t number = 0;
    for (const data_scene &source : data_scenes)
        if (number++ % (quick ? 8 : 1) == 0)
            run(context, read_scene(context, source), &sum);
    Scene town = make_scene(context, "town", size);
    double triangles = town.triangles;
    Times of_town = run(context, town, &sum);
    print_line("in sum", sum);
    bool good = passes("quick loads", 100 * sum.quick / sum.build, 100 * allowed_quick, "% of building");
    good &= passes("proven loads", 100 * sum.proven / sum.build, 100 * allowed_proven, "% of building");
    good &= passes("the town", of_town.bytes / triangles, allowed_bytes, " bytes for each triangle of the scene");
    wend_context_destroy(context);
    return good ? 0 : 1;
}
