// What the benchmarks of paths share: places to search in, pairs of ends, and searches timed.
#ifndef WEND_BENCH_PATHS_HPP
#define WEND_BENCH_PATHS_HPP

#include "scenes.hpp"

#include <wend/landmarks.h>
#include <wend/pipeline.h>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>

namespace paths {

// ---------------------------------------------------------------------------------------------------- bars

struct Bars {
    std::vector<std::string> kept, missed, open;

    __attribute__((format(printf, 3, 4))) void judge(bool good, const char *format, ...) {
        char text[400];
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        (good ? kept : missed).emplace_back(text);
    }
    // True when none is missed.
    bool tell() const {
        std::printf("\nBars:\n");
        for (const std::string &bar : kept)
            std::printf("kept        %s\n", bar.c_str());
        for (const std::string &bar : missed)
            std::printf("MISSED      %s\n", bar.c_str());
        for (const std::string &bar : open)
            std::printf("not judged  %s\n", bar.c_str());
        return missed.empty();
    }
};

// ---------------------------------------------------------------------------------------------------- grounds

// How often memory was asked for.
struct Counter {
    std::atomic<int64_t> allocations{0};
};

inline void *count_allocation(void *user, size_t bytes) {
    static_cast<Counter *>(user)->allocations++;
    return std::malloc(bytes);
}
inline void count_release(void *, void *block, size_t) {
    std::free(block);
}

// A context of one thread that counts.
inline wend_context *make_counting_context(Counter &counter) {
    wend_context_def def = wend_default_context_def();
    def.user = &counter;
    def.allocate = count_allocation;
    def.release = count_release;
    def.threads = 1;
    wend_context *context = nullptr;
    wend_result result = wend_context_create(&def, &context);
    if (result != WEND_OK)
        give_up("context", result);
    return context;
}

struct Pair {
    wend_spot from, to;
};
using Pairs = std::vector<Pair>;

// A scene or a floor plan, ready to be searched.
struct Ground {
    std::string name;
    wend_context *context = nullptr;
    wend_scene *scene = nullptr; // none for floor plans
    wend_nav *nav = nullptr;
    wend_roads *roads = nullptr;
    wend_search *search = nullptr;
    double roads_ms = 0;
    size_t roads_bytes = 0;

    Ground() = default;
    Ground(const Ground &) = delete;
    Ground &operator=(const Ground &) = delete;
    ~Ground() {
        wend_search_destroy(search);
        wend_roads_destroy(roads);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }

    const wend_plan *plan() const {
        return wend_nav_plan(nav);
    }
    const wend_medial *medial() const {
        return wend_nav_medial(nav);
    }
    int32_t vertices() const {
        return wend_plan_look(plan()).vertex_count;
    }

    wend_search *make_search(const wend_landmarks *landmarks = nullptr) const {
        wend_search_def def = {};
        def.roads = roads;
        def.landmarks = landmarks;
        def.cells = wend_nav_cells(nav);
        wend_search *made = nullptr;
        wend_result result = wend_search_create_on(context, &def, &made);
        if (result != WEND_OK)
            give_up(name.c_str(), result);
        return made;
    }
};
using Grounds = std::vector<std::unique_ptr<Ground>>;

inline void finish(Ground &g) {
    size_t before = wend_bytes_now(g.context);
    double start = thread_ms();
    wend_result result = wend_roads_build(g.context, g.medial(), nullptr, &g.roads, nullptr);
    g.roads_ms = thread_ms() - start;
    if (result != WEND_OK)
        give_up(g.name.c_str(), result);
    g.roads_bytes = wend_bytes_now(g.context) - before;
    g.search = g.make_search();
}

// Takes the scene over; one that is not there gives none.
inline std::unique_ptr<Ground> ground_of_scene(wend_context *context, const Scene &scene) {
    if (scene.scene == nullptr)
        return nullptr;
    std::unique_ptr<Ground> g(new Ground);
    g->name = scene.name;
    g->context = context;
    g->scene = scene.scene;
    wend_build_def def = wend_default_build_def();
    def.agent.height = scene.height;
    wend_result result = wend_build_scene(context, g->scene, &def, &g->nav, nullptr, nullptr);
    if (result != WEND_OK)
        give_up(g->name.c_str(), result);
    finish(*g);
    return g;
}

inline std::unique_ptr<Ground> ground_of_drawing(wend_context *context, const std::string &name,
                                                 wend_drawing *drawing) {
    std::unique_ptr<Ground> g(new Ground);
    g->name = name;
    g->context = context;
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_PLAN | WEND_STAGE_MEDIAL | WEND_STAGE_CELLS;
    wend_result result = wend_build_drawing(context, drawing, &def, &g->nav, nullptr, nullptr);
    wend_drawing_destroy(drawing);
    if (result != WEND_OK)
        give_up(name.c_str(), result);
    finish(*g);
    return g;
}

// A floor plan made by code.
inline std::unique_ptr<Ground> ground_of_sample(wend_context *context, const char *sample, int32_t size) {
    wend_drawing *drawing = nullptr;
    wend_result result = wend_sample_build_drawing(context, sample, size, 1, &drawing);
    if (result != WEND_OK)
        give_up(sample, result);
    return ground_of_drawing(context, std::string(sample) + " " + std::to_string(size), drawing);
}

// A map of the data folder; none when it is not there.
inline std::unique_ptr<Ground> ground_of_map(wend_context *context, const std::string &path) {
    std::string file = data_folder() + "/grid/" + path + ".map";
    if (!file_exists(file))
        return nullptr;
    wend_drawing *drawing = nullptr;
    wend_result result = wend_file_read_drawing(context, file.c_str(), &drawing, nullptr);
    if (result != WEND_OK)
        give_up(path.c_str(), result);
    return ground_of_drawing(context, path.substr(path.find('/') + 1), drawing);
}

// ---------------------------------------------------------------------------------------------------- pairs

// Where the disc fits: the part of the floor that hangs together for it, or -1.
inline int32_t part_of(const Ground &g, const wend_spot &spot, double radius) {
    wend_medial_near near;
    wend_medial_clearance(g.medial(), &spot, &near);
    return near.clearance >= radius ? wend_medial_component(g.medial(), &spot, radius) : -1;
}

inline bool reachable(const Ground &g, const Pair &pair, double radius) {
    int32_t part = part_of(g, pair.from, radius);
    return part >= 0 && part == part_of(g, pair.to, radius);
}

inline wend_spot random_spot(const Ground &g, uint64_t &state) {
    double place[2];
    int32_t triangle;
    wend_spot spot = {};
    wend_plan_random(g.plan(), &state, place, &triangle);
    spot.triangle = triangle;
    wend_lattice lattice = wend_plan_look(g.plan()).lattice;
    if (!wend_lattice_point(&lattice, place, &spot.point))
        spot.triangle = -1;
    return spot;
}

// Random pairs, uniform by area, that a disc can go between.
inline Pairs random_pairs(const Ground &g, size_t count, double radius) {
    Pairs pairs;
    uint64_t state = 1;
    for (size_t k = 0; k < 1000 * count && pairs.size() < count; k++) {
        wend_spot from = random_spot(g, state), to = random_spot(g, state);
        if (reachable(g, {from, to}, radius))
            pairs.push_back({from, to});
    }
    return pairs;
}

// Queries of a map's .scen file, from all of it, that a disc can go between; from the middles of cells.
inline Pairs scenario_pairs(const Ground &g, const std::string &path, size_t count, double radius) {
    std::ifstream file(data_folder() + "/grid/" + path + ".map.scen");
    std::string line;
    Pairs all, pairs;
    std::getline(file, line); // the version
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string bucket, map, width, height;
        double from[2], to[2];
        if (!(words >> bucket >> map >> width >> height >> from[0] >> from[1] >> to[0] >> to[1]))
            continue;
        Pair pair = {};
        for (int k = 0; k < 2; k++) {
            from[k] += 0.5;
            to[k] += 0.5;
        }
        wend_plan_locate(g.plan(), from, 0, &pair.from);
        wend_plan_locate(g.plan(), to, 0, &pair.to);
        if (reachable(g, pair, radius))
            all.push_back(pair);
    }
    for (size_t k = 0; k < count && k < all.size(); k++)
        pairs.push_back(all[k * all.size() / std::min(count, all.size())]);
    return pairs;
}

// ---------------------------------------------------------------------------------------------------- times

// Finds a path; its length, or -1 where there is none.
inline double find(const Ground &g, wend_search *search, const Pair &pair, const wend_path_def &def) {
    wend_path_view path;
    wend_result result = wend_search_path(search, &pair.from, &pair.to, &def, &path);
    if (result != WEND_OK)
        give_up(g.name.c_str(), result);
    return path.status == WEND_PATH_REACHED ? path.length : -1;
}

// Microseconds that a call takes for each of `count`: one pass over all of them.
template <class Call> double time_all(size_t count, Call call) {
    double start = thread_ms();
    for (size_t k = 0; k < count; k++)
        call(k);
    return (thread_ms() - start) * 1000 / static_cast<double>(count);
}

// Of single calls, in microseconds.
struct Spread {
    double mean = 0, p50 = 0, p95 = 0, worst = 0;
};

inline Spread spread_of(std::vector<double> times) {
    Spread s;
    if (times.empty())
        return s;
    std::sort(times.begin(), times.end());
    for (double t : times)
        s.mean += t / static_cast<double>(times.size());
    s.p50 = times[times.size() / 2];
    s.p95 = times[times.size() * 95 / 100];
    s.worst = times.back();
    return s;
}

// The least time of `rounds` of each.
template <class Call> Spread time_each(size_t count, int rounds, Call call) {
    std::vector<double> least(count, INFINITY);
    for (int round = 0; round < rounds; round++)
        for (size_t k = 0; k < count; k++) {
            double start = thread_ms();
            call(k);
            least[k] = std::min(least[k], (thread_ms() - start) * 1000);
        }
    return spread_of(least);
}

inline double geometric_mean(const std::vector<double> &values) {
    double sum = 0;
    for (double v : values)
        sum += std::log(v);
    return values.empty() ? 0 : std::exp(sum / static_cast<double>(values.size()));
}

} // namespace paths

#endif
