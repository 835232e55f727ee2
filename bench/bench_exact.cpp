// The exact surface: its speed against Recast's, with two threads and on growing towns; its truth; what changed copies
// of a scene do to it; and the three cases that strain precision.
//
//     bench_exact [--quick] [--part speed|threads|growth|truth|random|robust|passages] [--scene WORD]
//                 [--samples N] [--largest N]
//
//     --quick      three scenes, small towns, few samples
//     --part       one part alone
//     --scene      the scenes of the data folder whose path holds WORD
//     --samples    of each question about the truth of a scene; ten times as many where they find anything wrong
//     --largest    triangles of the largest town; 4000000 is what the bar on memory is about
//
// The scenes are those of ../shared/data (or $WEND_DATA); without it, those made by code. Times of one thread are its
// processor time, the least of several runs; other programs hardly disturb them. Everything is kept, inside solids too.
//
// Exits 1 when a bar is missed, and names the bars.
#include "passages.hpp"
#include "recast.hpp"
#include "scenes.hpp"

#include <wend/pipeline.h>

extern "C" {
#include "truth/faults.h"
#include "test/stages.h"
}

#include <cstdarg>
#include <sys/resource.h>
#include <unistd.h>

namespace {

struct Options {
    bool quick = false;
    std::string part, word;
    int64_t samples = 0;
    int32_t largest = 0;
};

// What the bars say.
const double us_each = 5, us_all = 3, us_goal = 1;       // microseconds a triangle
const double recast_bytes = 4.0 * (1 << 30);             // beyond that it is not asked
const double threads_from_ms = 50, threads_faster = 1.6; // with two threads
const double doubling_most = 2.2;                        // times as long for twice the town
const double town_bytes = 8.0 * (1 << 30);               // at town_largest
const double town_largest = 4e6;                         // triangles
const int64_t samples_least = 2000;                      // that tell 0.05%
const double missed_most = 0.05, through_most = 0.1;     // percent
const double same_area = 1e-4;                           // share
const double jitter = 3e-4, far = 50000;                 // metres
const double passage_steps = 1;                          // of the lattice
const double busy_most = 0.2;                            // processors that other programs may use

const char *const against_half[] = {"recast/nav_test.obj", "recast/undulating.obj", "buildings/gz_parking_garage.obj",
                                    "quake/oa_dm1.obj"};
const char *const against_whole[] = {"recast/dungeon.obj", "cube2/tesseract_test_ctf.obj"};
const char *const quick_scenes[] = {"recast/nav_test.obj", "recast/dungeon.obj", "quake/oa_dm1.obj"};

// ---------------------------------------------------------------------------------------------------- bars

std::vector<std::string> missed_bars;
int not_judged = 0; // scenes whose bar could not be judged

__attribute__((format(printf, 1, 2))) void fail(const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (std::find(missed_bars.begin(), missed_bars.end(), text) != missed_bars.end())
        return;
    std::printf("    FAIL: %s\n", text);
    missed_bars.push_back(text);
}

template <size_t n> bool is_one_of(const std::string &name, const char *const (&list)[n]) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * double(part) / double(whole) : 0;
}

// ---------------------------------------------------------------------------------------------------- extracting

wend_settings everything(double height) {
    wend_settings def = default_settings();
    def.agent.height = height;
    def.exact.keep_inside = true;
    return def;
}

// The surface, or NULL where nothing is walkable or it fails, which misses a bar. `ms` takes the time by the given
// clock.
wend_surface *extract(wend_context *context, const std::string &name, const wend_scene *scene, const wend_settings &def,
                      double (*clock)(), double &ms) {
    wend_surface *surface = nullptr;
    double start = clock();
    wend_result result = extract_scene(context, scene, &def, &surface, nullptr);
    ms = clock() - start;
    if (result != WEND_OK && result != WEND_ERROR_EMPTY)
        fail("%s: the extraction fails: %s", name.c_str(), wend_describe(result));
    return surface;
}

double time_once(wend_context *context, const Scene &s, double (*clock)()) {
    double ms;
    wend_surface_destroy(extract(context, s.name, s.scene, everything(s.height), clock, ms));
    return ms;
}

// The least of several runs: many of short ones.
double time_of(wend_context *context, const Scene &s, double (*clock)()) {
    double least = time_once(context, s, clock), spent = least;
    for (int k = 1; k < 9 && (k < 2 || spent < 100); k++) {
        double ms = time_once(context, s, clock);
        spent += ms;
        least = std::min(least, ms);
    }
    return least;
}

// ---------------------------------------------------------------------------------------------------- speed

// The whole build, from a scene to a mesh that can be searched.
double time_whole(wend_context *context, const Scene &s) {
    wend_build_def def = wend_default_build_def();
    def.agent.height = s.height;
    wend_nav *nav = nullptr;
    double start = thread_ms();
    wend_result result = wend_build_scene(context, s.scene, &def, &nav, nullptr, nullptr);
    double ms = thread_ms() - start;
    if (result != WEND_OK)
        fail("%s: the build fails: %s", s.name.c_str(), wend_describe(result));
    wend_nav_destroy(nav);
    return ms;
}

// Against Recast at cell size 0.3; both in turn, as many runs of each. The bar is on the surface beside Recast's
// polygons. Whole builds end with something to search in: Wend's with links, plan, medial axis and cells, Recast's with
// its detail mesh and Detour's data.
void speed_against_recast(wend_context *context, Scene &s, double share) {
    recast::Input input = recast::make_input(s.scene);
    recast::Settings settings;
    settings.height = static_cast<float>(s.height);
    settings.whole = true;
    double peer = INFINITY, own = INFINITY, peer_whole = INFINITY, own_whole = INFINITY;
    for (int k = 0; k < 9; k++) {
        recast::Mesh mesh = recast::build(input, settings);
        if (!mesh.finished) {
            fail("speed: %s: Recast fails, there is nothing to compare with", s.name.c_str());
            return;
        }
        peer = std::min(peer, mesh.ms);
        peer_whole = std::min(peer_whole, mesh.whole_ms);
        own = std::min(own, time_once(context, s, thread_ms));
        own_whole = std::min(own_whole, time_whole(context, s));
    }
    bool good = own <= share * peer;
    std::printf("%-62s %9d %10.2f %10.2f %8.2f %8.2f %10.2f %10.2f %8.2f  %s\n", s.name.c_str(), s.triangles, own, peer,
                own / peer, share, own_whole, peer_whole, own_whole / peer_whole, good ? "ok" : "");
    if (!good)
        fail("speed: %s takes %.2f of Recast's time at cell size 0.3, at most %.2f", s.name.c_str(), own / peer, share);
}

// Recast's time at cell size 0.1; infinite where it takes more than 4 GB or fails, and then `words` says so.
double recast_fine(const Scene &s, const char *&words) {
    recast::Input input = recast::make_input(s.scene);
    recast::Settings settings;
    settings.cell = 0.1f;
    settings.height = static_cast<float>(s.height);
    words = "> 4 GB";
    if (recast::estimate_bytes(input, settings.cell) > recast_bytes)
        return INFINITY;
    words = "fails";
    double least = INFINITY;
    for (int k = 0; k < 3 && (k == 0 || (least >= s.ms && least < 2 * s.ms)); k++) { // again where it is close
        recast::Mesh mesh = recast::build(input, settings);
        if (!mesh.finished)
            return INFINITY;
        least = std::min(least, mesh.ms);
    }
    return least;
}

// A scene that takes longer than 5 microseconds a triangle may still be as fast as Recast.
void speed_row(wend_context *context, Scene &s) {
    double limit = us_each * s.triangles / 1000;
    const char *words = "";
    for (int k = 0; k < 5 && s.ms > limit; k++)
        s.ms = std::min(s.ms, time_once(context, s, thread_ms));
    bool beyond = s.ms > limit;
    double peer = beyond ? recast_fine(s, words) : INFINITY;
    bool good = !beyond || (peer < INFINITY && s.ms <= peer);
    char number[32] = "";
    if (peer < INFINITY)
        std::snprintf(number, sizeof number, "%.2f", peer);
    std::printf("%-62s %9d %10.2f %10.2f %10s  %s\n", s.name.c_str(), s.triangles, s.ms, s.ms * 1000 / s.triangles,
                peer < INFINITY ? number : words, good ? "ok" : "");
    if (!good)
        fail("speed: %s takes %.2f ms, %.2f us a triangle", s.name.c_str(), s.ms, s.ms * 1000 / s.triangles);
    std::fflush(stdout);
}

// All scenes of the folder together; fewer are not judged.
void print_sum(const std::vector<Scene> &scenes) {
    double ms = 0, triangles = 0;
    for (const Scene &s : scenes) {
        ms += s.ms;
        triangles += s.triangles;
    }
    double each = triangles > 0 ? ms * 1000 / triangles : 0;
    bool whole = scenes.size() == std::size(data_scenes), good = each <= us_all;
    std::printf("%-62s %9.0f %10.2f %10.2f %10s  %s\n", "sum", triangles, ms, each, "", whole && good ? "ok" : "");
    std::printf("At most %.0f us a triangle in sum of the whole folder; the goal is %.0f.\n", us_all, us_goal);
    if (whole && !good)
        fail("speed: all scenes take %.2f us a triangle in sum, at most %.0f", each, us_all);
}

void speed(wend_context *context, std::vector<Scene> &scenes) {
    std::printf("\nSpeed: processor time in ms, one thread, least of several runs. At most %.0f us a triangle, or "
                "Recast's time "
                "at cell size 0.1.\n\n%-62s %9s %10s %10s %10s\n",
                us_each, "scene", "triangles", "ms", "us/tri.", "Recast 0.1");
    for (Scene &s : scenes) {
        s.ms = time_of(context, s, thread_ms);
        speed_row(context, s);
    }
    print_sum(scenes);
    std::printf("\nAgainst Recast at cell size 0.3, 0.2 high, radius 0: the surface beside its polygons, and whole "
                "builds beside its whole build with detail mesh and Detour's data.\n\n"
                "%-62s %9s %10s %10s %8s %8s %10s %10s %8s\n",
                "scene", "triangles", "ms", "Recast", "ratio", "at most", "whole", "Recast", "ratio");
    for (Scene &s : scenes) {
        if (is_one_of(s.name, against_half))
            speed_against_recast(context, s, 0.5);
        else if (is_one_of(s.name, against_whole))
            speed_against_recast(context, s, 1);
    }
}

// ---------------------------------------------------------------------------------------------------- threads

// Processor time in seconds that all programs used, and that this one did.
struct Usage {
    double all, own;
};

Usage usage() {
    Usage u = {0, 0};
    double busy[8] = {0}; // user, nice, system, idle, iowait, irq, softirq, steal
    if (FILE *file = std::fopen("/proc/stat", "r")) {
        if (std::fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &busy[0], &busy[1], &busy[2], &busy[3], &busy[4],
                        &busy[5], &busy[6], &busy[7]) == 8)
            u.all = (busy[0] + busy[1] + busy[2] + busy[5] + busy[6] + busy[7]) / double(sysconf(_SC_CLK_TCK));
        std::fclose(file);
    }
    rusage r;
    getrusage(RUSAGE_SELF, &r);
    u.own = double(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + double(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
    return u;
}

void threads_row(wend_context *one, wend_context *two, const Scene &s) {
    Usage before = usage();
    double start = now_ms(), single = INFINITY, both = INFINITY;
    for (int k = 0; k < 7 && (k < 3 || now_ms() - start < 800); k++) {
        single = std::min(single, time_once(one, s, now_ms));
        both = std::min(both, time_once(two, s, now_ms));
    }
    Usage after = usage();
    double others = ((after.all - before.all) - (after.own - before.own)) / ((now_ms() - start) / 1000);
    bool good = single >= threads_faster * both, busy = others > busy_most;
    std::printf("%-62s %9d %10.2f %10.2f %8.2f %8.2f  %s\n", s.name.c_str(), s.triangles, single, both, single / both,
                std::max(others, 0.0),
                good   ? "ok"
                : busy ? "not judged: the machine is busy"
                       : "");
    not_judged += !good && busy;
    if (!good && !busy)
        fail("threads: %s is %.2f times as fast with two, at least %.1f", s.name.c_str(), single / both,
             threads_faster);
}

void threads(wend_context *one, std::vector<Scene> &scenes) {
    double load[1] = {0};
    if (getloadavg(load, 1) != 1)
        load[0] = 0;
    std::printf("\nTwo threads: scenes above %.0f ms, wall clock, least of several runs. \"others\" is how many "
                "processors other "
                "programs used\nmeanwhile. The machine has %ld; its load is %.2f.\n\n%-62s %9s %10s %10s %8s %8s\n",
                threads_from_ms, sysconf(_SC_NPROCESSORS_ONLN), load[0], "scene", "triangles", "one", "two", "faster",
                "others");
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        std::printf("not judged: there is one processor only\n");
        return;
    }
    wend_context *two = make_context(2);
    for (Scene &s : scenes) {
        s.ms = s.ms > 0 ? s.ms : time_once(one, s, thread_ms);
        if (s.ms > threads_from_ms)
            threads_row(one, two, s);
        std::fflush(stdout);
    }
    wend_context_destroy(two);
}

// ---------------------------------------------------------------------------------------------------- growth

void growth(int32_t first, int32_t largest) {
    std::printf(
        "\nGrowth: towns, one thread, processor time; \"doubling\" is how many times as long twice the triangles take, "
        "\"peak\" the most\nmemory that scene and extraction held.\n\n%10s %10s %9s %9s %10s %10s\n",
        "triangles", "ms", "us/tri.", "doubling", "peak MiB", "bytes/tri.");
    double last_ms = 0, last_triangles = 0, bytes_each = 0;
    for (int64_t size = first; size <= largest; size *= 2) {
        wend_context *context = make_context(1);
        Scene s = make_scene(context, "town", static_cast<int32_t>(size));
        wend_peak_reset(context);
        double ms = time_once(context, s, thread_ms), bytes = double(wend_bytes_peak(context));
        for (int k = 1; k < 3 && ms < 4000; k++)
            ms = std::min(ms, time_once(context, s, thread_ms));
        double doubling = last_ms > 0 ? std::exp2(std::log(ms / last_ms) / std::log(s.triangles / last_triangles)) : 0;
        bytes_each = bytes / s.triangles;
        std::printf("%10d %10.1f %9.2f %9.2f %10.0f %10.0f  %s\n", s.triangles, ms, ms * 1000 / s.triangles, doubling,
                    bytes / (1 << 20), bytes_each, doubling <= doubling_most ? "ok" : "");
        if (doubling > doubling_most)
            fail("growth: doubling a town of %.0f triangles takes %.2f times as long, at most %.1f", last_triangles,
                 doubling, doubling_most);
        std::fflush(stdout);
        last_ms = ms;
        last_triangles = s.triangles;
        wend_scene_destroy(s.scene);
        wend_context_destroy(context);
    }
    double bytes = bytes_each * town_largest;
    std::printf("Four million triangles, at as many bytes each as the last: %.2f GiB, at most %.0f  %s\n",
                bytes / (1 << 30), town_bytes / (1 << 30), bytes <= town_bytes ? "ok" : "");
    if (bytes > town_bytes)
        fail("growth: a town of four million triangles takes %.2f GiB, at most %.0f", bytes / (1 << 30),
             town_bytes / (1 << 30));
}

// ---------------------------------------------------------------------------------------------------- truth

struct Verdict {
    bool empty = true;
    double area = 0;
    wend_truth_counts counts = {};
    wend_surface_faults faults = {};
    double t_junction[3] = {0, 0, 0}; // where the first is
    bool valid = true;
};

wend_truth_def truth_def(const wend_settings &def, int64_t samples) {
    wend_truth_def asked = {};
    asked.settings = def;
    asked.samples = samples;
    asked.seed = 1;
    return asked;
}

wend_truth_counts sample(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                         const wend_settings &def, int64_t samples) {
    wend_truth_def asked = truth_def(def, samples);
    wend_scene_truth truth;
    wend_truth_counts counts;
    wend_result result = wend_scene_truth_start(context, scene, surface, &asked, &truth);
    if (result == WEND_OK) {
        result = wend_scene_truth_sample(&truth, &counts);
        wend_scene_truth_free(&truth);
    }
    if (result != WEND_OK)
        give_up("sampling", result);
    return counts;
}

// Few samples find what is badly wrong; where they find anything at all, ten times as many judge how much it is. The
// same where too few places can be judged.
Verdict judge(wend_context *context, const std::string &name, const wend_scene *scene, double height, int64_t samples) {
    Verdict v;
    double ms;
    wend_settings def = everything(height);
    wend_surface *surface = extract(context, name, scene, def, now_ms, ms);
    if (!surface)
        return v;
    v.empty = false;
    v.area = wend_surface_look(surface).area;
    v.valid = wend_surface_check(context, surface, nullptr) == WEND_OK;
    wend_result result = wend_surface_count_faults(context, surface, &v.faults);
    if (result == WEND_OK)
        result = wend_surface_t_junctions(context, scene, surface, &v.faults.t_junctions, v.t_junction);
    if (result != WEND_OK)
        give_up("counting faults", result);
    v.counts = sample(context, scene, surface, def, samples);
    const wend_truth_counts &c = v.counts;
    if (c.missed + c.wrong + c.twice + c.through > 0 || std::min(c.walkable, c.covered) < samples_least)
        v.counts = sample(context, scene, surface, def, 10 * samples);
    wend_surface_destroy(surface);
    return v;
}

// Says what is wrong with a surface; true when nothing is.
bool verdict_holds(const std::string &name, const Verdict &v) {
    const wend_truth_counts &c = v.counts;
    const wend_surface_faults &f = v.faults;
    size_t before = missed_bars.size();
    const long long faults = f.non_manifold + f.twisted + f.downward;
    if (!v.valid || faults > 0)
        fail("truth: %s: not a surface: %s, %lld faults", name.c_str(), v.valid ? "valid" : "not valid", faults);
    if (f.t_junctions > 0)
        fail("truth: %s: %lld T-junctions, the first at %.6f,%.6f,%.6f", name.c_str(), (long long)f.t_junctions,
             v.t_junction[0], v.t_junction[1], v.t_junction[2]);
    bool good[WEND_FAULT_COUNT] = {percent(c.missed, c.walkable) <= missed_most,
                                   percent(c.wrong, c.covered) <= missed_most, c.twice == 0,
                                   percent(c.through, c.standing) <= through_most};
    const int64_t part[WEND_FAULT_COUNT] = {c.missed, c.wrong, c.twice, c.through};
    const int64_t whole[WEND_FAULT_COUNT] = {c.walkable, c.covered, c.covered, c.standing};
    for (int k = 0; k < WEND_FAULT_COUNT; k++) {
        if (good[k])
            continue;
        const wend_fault_place *worst = nullptr;
        for (int w = c.worst_count; w-- > 0;)
            worst = c.worst[w].fault == k ? &c.worst[w] : worst;
        fail("truth: %s: %s %lld of %lld (%.3f%%), the worst at %.6f,%.6f,%.6f on triangle %d", name.c_str(),
             wend_fault_name(static_cast<wend_fault>(k)), (long long)part[k], (long long)whole[k],
             percent(part[k], whole[k]), worst ? worst->at[0] : 0, worst ? worst->at[1] : 0, worst ? worst->at[2] : 0,
             worst ? worst->triangle : -1);
    }
    return missed_bars.size() == before;
}

void print_verdict(const Verdict &v) {
    if (v.empty) {
        std::printf(" | %-41s", "nothing walkable");
        return;
    }
    const wend_truth_counts &c = v.counts;
    int64_t asked = c.samples + c.left_out;
    std::printf(" | %7.3f %7.3f %5lld %7.3f %5.1f %5lld", percent(c.missed, c.walkable), percent(c.wrong, c.covered),
                (long long)c.twice, percent(c.through, c.standing), percent(c.left_out, asked),
                (long long)(v.faults.t_junctions + v.faults.non_manifold + v.faults.twisted + v.faults.downward));
}

// A scene of which nothing can be judged has not kept the bars.
void expect_samples(const std::string &name, const Verdict &v) {
    if (v.empty)
        fail("truth: %s: nothing walkable was found", name.c_str());
    else if (std::min(v.counts.walkable, v.counts.covered) < samples_least)
        fail("truth: %s: %lld walkable and %lld covered places are too few to judge", name.c_str(),
             (long long)v.counts.walkable, (long long)v.counts.covered);
}

void truth(wend_context *context, const std::vector<Scene> &scenes, int64_t samples) {
    std::printf("\nTruth: %lld samples of each question, ten times as many where something is wrong. Percent missed of "
                "walkable, "
                "false of covered,\nthrough of standing geometry, and left out of all; \"faults\" are T-junctions, "
                "non-manifold, "
                "twisted and downward.\nAt most %.2f%% missed and false, %.1f%% through, no other.\n\n%-62s %12s | "
                "%-41s | %s\n",
                (long long)samples, missed_most, through_most, "", "", "as it is", "turned by 27 degrees, tilted by 3");
    std::printf("%-62s %12s", "scene", "area m2");
    for (int k = 0; k < 2; k++)
        std::printf(" | %7s %7s %5s %7s %5s %5s", "missed", "false", "twice", "through", "out", "fault");
    std::printf("\n");
    for (const Scene &s : scenes) {
        Verdict plain = judge(context, s.name, s.scene, s.height, samples);
        wend_scene *copy = turned(context, s.scene, 27, 3);
        Verdict other = judge(context, s.name + ", turned", copy, s.height, samples);
        wend_scene_destroy(copy);
        std::printf("%-62s %12.1f", s.name.c_str(), plain.area);
        print_verdict(plain);
        print_verdict(other);
        std::printf("\n");
        verdict_holds(s.name, plain);
        verdict_holds(s.name + ", turned", other);
        expect_samples(s.name, plain);
        expect_samples(s.name + ", turned", other);
        std::fflush(stdout);
    }
}

void random_scenes(wend_context *context, int count) {
    int wrong = 0, empty = 0;
    for (int k = 1; k <= count; k++) {
        int32_t size = 20 + 37 * k % 180;
        wend_scene *scene = nullptr;
        wend_result result = wend_sample_build_scene(context, "random-scene", size, static_cast<uint64_t>(k), &scene);
        if (result != WEND_OK)
            give_up("random-scene", result);
        if (k % 2) {
            wend_scene *copy = turned(context, scene, 27, 3);
            wend_scene_destroy(scene);
            scene = copy;
        }
        std::string name = "random-scene --size " + std::to_string(size) + " --rng-seed " + std::to_string(k) +
                           (k % 2 ? ", turned" : "");
        Verdict v = judge(context, name, scene, 1.8, 5000);
        wrong += !verdict_holds(name, v);
        empty += v.empty;
        wend_scene_destroy(scene);
    }
    std::printf("\nRandom scenes: %d, every other one turned and tilted; %d with nothing walkable; %d miss a bar  %s\n",
                count, empty, wrong, wrong == 0 ? "ok" : "");
}

// ---------------------------------------------------------------------------------------------------- Recast's truth

const double recast_off = 0.8; // metres, four cells, that Recast's floors may lie above or below the scene's

// Puts Recast's mesh in the place of the surface that a sampler asks about.
void take_mesh(wend_context *context, wend_scene_truth &truth, const recast::Mesh &mesh) {
    const wend_lattice3 &lattice = truth.ground.lattice;
    wend_columns_free(context, &truth.surface);
    wend_array_free(context, &truth.surface_sum);
    bool good = true;
    for (const auto &triangle : mesh.triangles) {
        double p[3][3];
        for (size_t i = 0; i < 9; i++)
            p[i / 3][i % 3] = triangle[i] - lattice.origin[i % 3] * lattice.unit;
        good = good && wend_columns_add(context, &truth.surface, p, 0);
    }
    good = good && wend_columns_build(context, &truth.surface) &&
           wend_array_resize(context, &truth.surface_sum, truth.surface.triangles.count);
    if (!good)
        give_up("Recast's mesh", WEND_ERROR_MEMORY);
    double area = 0;
    for (int64_t k = 0; k < truth.surface.triangles.count; k++)
        truth.surface_sum.data[k] = area += std::fabs(truth.surface.triangles.data[k].normal[2]) / 2;
    truth.near_surface = recast_off;
}

// Whether there is a floor to walk on at (x, y), near the height z: 0 no, 1 unsure, 2 yes. As the sampler judges, but
// for floors as far off as Recast's.
int walkable_near(wend_context *context, const wend_scene_truth &truth, double x, double y, double z) {
    const double near = 1e-3, same = 1e-6;
    wend_column_list found = {};
    wend_column_box box = {{x, y, z - recast_off}, {x, y, z + recast_off + truth.def.settings.agent.height + near}};
    if (!wend_columns_find(context, &truth.scene, &box, &found))
        give_up("sampling", WEND_ERROR_MEMORY);
    std::vector<std::pair<double, int>> hits; // height and grade
    for (int64_t k = 0; k < found.count; k++) {
        double height;
        if (wend_column_height(&truth.scene.triangles.data[found.data[k]], x, y, &height))
            hits.push_back({height, truth.grade.data[found.data[k]]});
    }
    wend_array_free(context, &found);
    int best = 0;
    for (auto [floor, grade] : hits) {
        int verdict = grade == WEND_GRADE_FLAT ? 2 : grade == WEND_GRADE_UNSURE ? 1 : 0;
        if (std::fabs(floor - z) > recast_off)
            continue;
        for (auto [height, ignored] : hits) {
            double above = height - floor;
            if (above > same && above < truth.def.settings.agent.height + near)
                verdict = std::min(verdict, above >= near && above <= truth.def.settings.agent.height - near ? 0 : 1);
        }
        best = std::max(best, verdict);
    }
    return best;
}

// The percentage of Recast's mesh that has no walkable floor near it; places within 1 cm of a change are left out.
double false_share(wend_context *context, const wend_scene_truth &truth, int64_t samples) {
    const double *sums = truth.surface_sum.data, ring = 0.01;
    int64_t count = truth.surface_sum.count, covered = 0, wrong = 0;
    uint64_t random = 5;
    for (int64_t k = 0; k < samples; k++) {
        int64_t t = std::upper_bound(sums, sums + count, wend_random_unit(&random) * sums[count - 1]) - sums;
        double u = wend_random_unit(&random), v = wend_random_unit(&random), p[3];
        if (u + v > 1)
            u = 1 - u, v = 1 - v;
        const wend_column_triangle &c = truth.surface.triangles.data[std::min(t, count - 1)];
        for (int i = 0; i < 3; i++)
            p[i] = c.p[0][i] + u * (c.p[1][i] - c.p[0][i]) + v * (c.p[2][i] - c.p[0][i]);
        int verdict = walkable_near(context, truth, p[0], p[1], p[2]);
        bool sure = verdict != 1;
        for (int i = 0; i < 8 && sure; i++)
            sure = walkable_near(context, truth, p[0] + ring * std::cos(i * 0.7853981633974483),
                                 p[1] + ring * std::sin(i * 0.7853981633974483), p[2]) == verdict;
        covered += sure;
        wrong += sure && verdict == 0;
    }
    return percent(wrong, covered);
}

void recast_truth_row(wend_context *context, const Scene &s, int64_t samples) {
    wend_settings def = everything(s.height);
    double ms;
    wend_surface *surface = extract(context, s.name, s.scene, def, now_ms, ms);
    if (!surface)
        return;
    wend_truth_counts own = sample(context, s.scene, surface, def, samples);
    std::printf("%-30s %8.3f %8.3f", s.name.c_str(), percent(own.missed, own.walkable),
                percent(own.wrong, own.covered));
    recast::Input input = recast::make_input(s.scene);
    for (float cell : {0.3f, 0.1f}) {
        recast::Settings settings;
        settings.cell = cell;
        settings.height = static_cast<float>(s.height);
        settings.whole = true;
        recast::Mesh mesh = recast::build(input, settings);
        wend_truth_def asked = truth_def(def, samples);
        wend_scene_truth truth;
        wend_truth_counts counts;
        wend_result result = wend_scene_truth_start(context, s.scene, surface, &asked, &truth);
        if (result != WEND_OK)
            give_up("sampling", result);
        take_mesh(context, truth, mesh);
        result = wend_scene_truth_sample(&truth, &counts);
        if (result != WEND_OK)
            give_up("sampling", result);
        std::printf(" | %8.3f %8.3f", percent(counts.missed, counts.walkable), false_share(context, truth, samples));
        std::fflush(stdout);
        wend_scene_truth_free(&truth);
    }
    std::printf("\n");
    wend_surface_destroy(surface);
}

void recast_truth(wend_context *context, const std::vector<Scene> &scenes, int64_t samples) {
    std::printf(
        "\nRecast by the same rules, with detail mesh; its floors may lie up to %.1f m above or below the scene's.\n\n"
        "%-30s %17s | %17s | %17s\n%-30s",
        recast_off, "", "Wend", "cell size 0.3", "0.1", "scene");
    for (int k = 0; k < 3; k++)
        std::printf("%s %8s %8s", k ? " |" : "", "missed", "false");
    std::printf("\n");
    for (const Scene &s : scenes)
        if (s.name == "recast/nav_test.obj" || s.name == "recast/dungeon.obj")
            recast_truth_row(context, s, samples);
}

// ---------------------------------------------------------------------------------------------------- robustness

struct Measure {
    bool valid = true;
    double area = 0;
    uint64_t hash = 0;
};

Measure measure(wend_context *context, const std::string &name, const wend_scene *scene, double height) {
    Measure m;
    double ms;
    wend_surface *surface = extract(context, name, scene, everything(height), now_ms, ms);
    if (surface) {
        wend_surface_view view = wend_surface_look(surface);
        m = {wend_surface_check(context, surface, nullptr) == WEND_OK, view.area, view.hash};
        wend_surface_destroy(surface);
    }
    return m;
}

enum { PLAIN, JITTERED, SHUFFLED, DOUBLED, REVERSED, FAR_AWAY, CHANGES };
const char *const changes[CHANGES] = {
    "", ", jittered", ", shuffled", ", a fifth doubled", ", reversed copies added", ", moved by 50 km"};

wend_scene *changed(wend_context *context, const wend_scene *scene, int change) {
    switch (change) {
    case JITTERED:
        return jittered(context, scene, jitter);
    case SHUFFLED:
        return relisted(context, scene, Listing::shuffled);
    case DOUBLED:
        return relisted(context, scene, Listing::doubled);
    case REVERSED:
        return relisted(context, scene, Listing::reversed);
    default:
        return far_away(context, scene, far);
    }
}

// By how much of the area a copy differs.
double difference(const Measure &plain, const Measure &copy) {
    return plain.area > 0 ? std::fabs(copy.area / plain.area - 1) : copy.area;
}

void robust_row(wend_context *context, const Scene &s) {
    Measure m[CHANGES];
    m[PLAIN] = measure(context, s.name, s.scene, s.height);
    for (int k = JITTERED; k < CHANGES; k++) {
        wend_scene *copy = changed(context, s.scene, k);
        m[k] = measure(context, s.name + changes[k], copy, s.height);
        wend_scene_destroy(copy);
    }
    std::printf("%-62s %12.2f", s.name.c_str(), m[PLAIN].area);
    for (int k = JITTERED; k < CHANGES; k++) {
        if (k == SHUFFLED)
            std::printf(" %9s", m[k].hash == m[PLAIN].hash ? "same" : "other");
        else
            std::printf(" %9.5f", difference(m[PLAIN], m[k]) * 100);
    }
    std::printf("\n");
    for (int k = PLAIN; k < CHANGES; k++) {
        double off = difference(m[PLAIN], m[k]);
        if (!m[k].valid)
            fail("robustness: %s%s: not a valid surface", s.name.c_str(), changes[k]);
        if (k >= DOUBLED && off > same_area)
            fail("robustness: %s%s: %.6f m2 became %.6f m2 (%.4f%%)", s.name.c_str(), changes[k], m[PLAIN].area,
                 m[k].area, off * 100);
    }
    if (m[SHUFFLED].hash != m[PLAIN].hash)
        fail("robustness: %s, shuffled: another hash", s.name.c_str());
    std::fflush(stdout);
}

void robust(wend_context *context, const std::vector<Scene> &scenes) {
    std::printf(
        "\nRobustness: changed copies; by how many percent the area changes, at most %.2f but for jitter (0.3 mm); the "
        "hash of shuffled\nones; and whether each is a valid surface.\n\n%-62s %12s %9s %9s %9s %9s %9s\n",
        same_area * 100, "scene", "area m2", "jittered", "shuffled", "doubled", "reversed", "50 km");
    for (const Scene &s : scenes)
        robust_row(context, s);
}

// ---------------------------------------------------------------------------------------------------- passages

// How far off the passages of one name are, in lattice steps; of closed ones, how wide they are.
struct Summary {
    std::string name;
    int count = 0;
    double worst = 0;
    bool fits = true, good = true;
};

void add_passage(std::vector<Summary> &rows, const passages::Passage &p, const passages::Cover &c, double step) {
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Summary &r) { return r.name == p.name; });
    if (row == rows.end())
        row = rows.insert(rows.end(), Summary{p.name});
    double length = std::hypot(p.to[0] - p.from[0], p.to[1] - p.from[1]);
    double off =
        p.fits ? std::max({std::fabs(c.from), std::fabs(c.to - length), c.gap}) / step : (c.to - c.from) / step;
    row->count++;
    row->fits = p.fits;
    row->worst = std::max(row->worst, off);
    row->good = row->good && off <= passage_steps;
}

void passage_rows(wend_context *context, const char *sample, int32_t size, const std::vector<passages::Passage> &list) {
    Scene s = make_scene(context, sample, size);
    wend_settings def = default_settings();
    double ms;
    wend_surface *surface = extract(context, s.name, s.scene, def, now_ms, ms);
    if (!surface)
        give_up(sample, WEND_ERROR_EMPTY);
    wend_lattice3 lattice = wend_surface_look(surface).lattice;
    std::vector<Summary> rows;
    for (const passages::Passage &p : list)
        add_passage(rows, p, passages::measure(surface, p), lattice.step * lattice.unit);
    for (const Summary &r : rows) {
        std::printf("%-16s %-36s %6d %8s %10.2f  %s\n", sample, r.name.c_str(), r.count, r.fits ? "open" : "closed",
                    r.worst, r.good ? "ok" : "");
        if (!r.good)
            fail("passages: %s, %s: off by %.2f lattice steps, at most %.0f", sample, r.name.c_str(), r.worst,
                 passage_steps);
    }
    wend_surface_destroy(surface);
    wend_scene_destroy(s.scene);
}

void all_passages(wend_context *context) {
    std::printf(
        "\nPassages: lines across each, from side to side, in the largest component, for someone of 1.8 m; how far the "
        "surface's ends are\nfrom the passage's, or gaps within, in lattice steps; at most %.0f.\n\n%-16s %-36s %6s "
        "%8s "
        "%10s\n",
        passage_steps, "scene", "passage", "lines", "", "steps off");
    passage_rows(context, "doors", 0, passages::doors());
    passage_rows(context, "spiral-maze", passages::spiral_size, passages::spiral());
    passage_rows(context, "ramp-overhang", 0, passages::overhang());
}

// ---------------------------------------------------------------------------------------------------- all of it

bool is_wanted(const std::string &name, const Options &options) {
    return name.find(options.word) != std::string::npos &&
           (!options.quick || !options.word.empty() || is_one_of(name, quick_scenes));
}

std::vector<Scene> load_folder(wend_context *context, const Options &options) {
    std::vector<Scene> scenes;
    std::vector<std::string> absent;
    for (const data_scene &source : data_scenes) {
        if (!is_wanted(source.path, options))
            continue;
        Scene s = read_scene(context, source);
        if (s.scene)
            scenes.push_back(s);
        else
            absent.push_back(s.name);
    }
    for (const std::string &name : absent)
        if (!scenes.empty())
            std::printf("left out: %s/%s is not there\n", data_folder().c_str(), name.c_str());
    return scenes;
}

std::vector<Scene> load(wend_context *context, const Options &options) {
    std::vector<Scene> scenes = load_folder(context, options);
    if (!scenes.empty())
        return scenes;
    std::printf("No such scenes in %s: those made by code are taken.\n", data_folder().c_str());
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *s = wend_sample_at(k);
        if (s->scene && std::string(s->name).find(options.word) != std::string::npos)
            scenes.push_back(make_scene(context, s->name, options.quick ? std::min(s->size, 3000) : s->size));
    }
    return scenes;
}

bool parse(int argc, char **argv, Options &options) {
    static const char *const parts[] = {"speed", "threads", "growth", "truth", "random", "robust", "passages"};
    for (int k = 1; k < argc; k++) {
        std::string name = argv[k];
        bool valued = name == "--part" || name == "--scene" || name == "--samples" || name == "--largest";
        if (name == "--quick")
            options.quick = true;
        else if (!valued || k + 1 == argc)
            return false;
        else if (name == "--part")
            options.part = argv[++k];
        else if (name == "--scene")
            options.word = argv[++k];
        else if (name == "--samples")
            options.samples = std::atoll(argv[++k]);
        else
            options.largest = std::atoi(argv[++k]);
    }
    options.samples = options.samples > 0 ? options.samples : options.quick ? 5000 : 20000;
    options.largest = options.largest > 0 ? options.largest : options.quick ? 125000 : 1000000;
    return options.part.empty() || is_one_of(options.part, parts);
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: bench_exact [--quick] [--part speed|threads|growth|truth|random|robust|passages] "
                             "[--scene WORD] [--samples N] [--largest N]\n");
        return 2;
    }
    auto wanted = [&](const char *part) { return options.part.empty() || options.part == part; };
    wend_context *one = make_context(1), *all = make_context(0);
    std::vector<Scene> scenes = load(one, options);
    if (wanted("speed"))
        speed(one, scenes);
    if (wanted("threads"))
        threads(one, scenes);
    if (wanted("growth"))
        growth(62500, options.largest);
    if (wanted("passages"))
        all_passages(one);
    if (wanted("truth")) {
        truth(all, scenes, options.samples);
        recast_truth(all, scenes, options.samples);
    }
    if (wanted("random"))
        random_scenes(all, options.quick ? 50 : 1000);
    if (wanted("robust"))
        robust(all, scenes);
    for (Scene &s : scenes)
        wend_scene_destroy(s.scene);
    wend_context_destroy(all);
    wend_context_destroy(one);
    if (not_judged > 0)
        std::printf("\nnot judged: two threads on %d scenes, as the machine is busy\n", not_judged);
    std::printf("\n%s", missed_bars.empty() ? "kept: all bars that were judged\n" : "MISSED:\n");
    for (const std::string &bar : missed_bars)
        std::printf("    %s\n", bar.c_str());
    return missed_bars.empty() ? 0 : 1;
}
