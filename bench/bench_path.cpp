// Shortest paths: beside Detour's on four levels, what the radius costs, large maps, growth, making roads, two threads.
//
//     bench_path [--quick] [--part levels|large|growth|roads|threads] [--queries N]
//
//     --quick      few queries and small maps
//     --part       one part alone
//     --queries    of each row (1000; of large maps 300)
//
// Times are processor time of one thread, the least of several rounds that alternate; compare them within one run only.
// Ends are located before: what is timed begins with two spots on the plan, or two polygons of Detour's mesh.
//
// Maps of other people are those of ../shared/data (or $WEND_DATA); without it these rows are left out. Exits 1 when a
// bar is missed, and names the bars.
#include "levels.hpp"

#include "path_counts.h"

#include <cstring>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace {

using paths::Ground;
using paths::Grounds;
using paths::Pairs;
using paths::Spread;

struct Options {
    bool quick = false;
    std::string part;
    size_t queries = 0;

    size_t count(size_t usual) const {
        return queries > 0 ? queries : quick ? usual / 10 : usual;
    }
};

// What the bars say.
const double exact_most = 3, exact_goal = 1; // times Detour
const int landmark_count = 16;
const double landmarks_most = 0.5, excess_most = 0.12; // of the time without, in sum
const double growth_most = 2.2;                        // for twice the size
const double roads_most = 1;                           // times the medial axis
const double roads_bytes_most = 260;                   // for each vertex
const double threads_least = 1.9;                      // times as fast with two
const double busy_most = 0.2;                          // processors that other programs may use

paths::Bars bars;
int different = 0, longer = 0; // answers: with landmarks, and than excess allows

wend_path_def def_of(double radius) {
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    return def;
}

// Convex pieces that rays are swept through, for each query.
double swept_by(const Ground &g, const Pairs &pairs, const wend_path_def &def) {
    double swept = 0;
    for (const paths::Pair &pair : pairs) {
        paths::find(g, g.search, pair, def);
        swept += static_cast<double>(path_counts_of(g.search).swept);
    }
    return swept / static_cast<double>(pairs.size());
}

// ---------------------------------------------------------------------------------------------------- levels

// One row: Detour, the exact search, and the same queries with radius 0, in turn. The ratio, or 0 for no row.
double level_row(const Ground &g, double radius, size_t count) {
    detour::Peer peer;
    if (!peer.build(recast::make_input(g.scene), radius, radius / 2, height_for(g.name),
                    wend_default_build_def().agent.step)) {
        std::printf("%-24s %6.2f  Recast gives up\n", g.name.c_str(), radius);
        return 0;
    }
    paths::Shared s = paths::share_pairs(g, peer, radius, count);
    if (s.pairs.empty())
        return 0;
    wend_path_def disc = def_of(radius), point = def_of(0);
    double theirs = INFINITY, ours = INFINITY, zero = INFINITY;
    for (int round = 0; round < 5; round++) {
        theirs = std::min(theirs, paths::time_all(s.pairs.size(), [&](size_t k) { peer.find(s.from[k], s.to[k]); }));
        ours = std::min(ours,
                        paths::time_all(s.pairs.size(), [&](size_t k) { paths::find(g, g.search, s.pairs[k], disc); }));
        zero = std::min(
            zero, paths::time_all(s.pairs.size(), [&](size_t k) { paths::find(g, g.search, s.pairs[k], point); }));
    }
    Spread each = paths::time_each(s.pairs.size(), 3, [&](size_t k) { paths::find(g, g.search, s.pairs[k], disc); });
    double swept = swept_by(g, s.pairs, disc);
    std::printf("%-24s %6.2f %6zu %6d %8.2f %8.2f %6.2f %8.2f %6.2f %7.1f %6.0f %7.1f %7.1f %8.1f\n", g.name.c_str(),
                radius, s.pairs.size(), peer.polygons(), theirs, ours, ours / theirs, zero, ours / zero, swept,
                ours * 1000 / swept, each.p50, each.p95, each.worst);
    return ours / theirs;
}

void compare_levels(wend_context *context, const Options &options) {
    std::printf(
        "\nLevels: Wend's exact search beside Detour's findPath and findStraightPath (cell size radius / 2, 0.1 "
        "high, %d nodes):\nthe same random pairs, reachable for both. Microseconds a query; \"by 0\": beside "
        "the same queries with radius 0; \"ns\": for each convex piece swept.\n\n"
        "%-24s %6s %6s %6s %8s %8s %6s %8s %6s %7s %6s %7s %7s %8s\n",
        detour::nodes_most, "level", "radius", "pairs", "polys", "Detour", "Wend", "ratio", "radius 0", "by 0", "swept",
        "ns", "p50", "p95", "worst");
    std::vector<double> all;
    Grounds levels = paths::load_levels(context);
    for (double radius : {0.25, 0.5, 1.0}) {
        std::vector<double> ratios;
        for (const auto &level : levels) {
            double ratio = level_row(*level, radius, options.count(1000));
            if (ratio > 0)
                ratios.push_back(ratio);
        }
        std::printf("%-24s %6.2f %31s %6.2f\n", "geometric mean", radius, "", paths::geometric_mean(ratios));
        all.insert(all.end(), ratios.begin(), ratios.end());
    }
    double mean = paths::geometric_mean(all);
    bars.judge(mean <= exact_most, "exact on four levels, radii 0.25 to 1: %.2f times Detour, at most %.0f (goal %.0f)",
               mean, exact_most, exact_goal);
}

// ---------------------------------------------------------------------------------------------------- large maps

struct LargeMap {
    std::unique_ptr<Ground> ground;
    std::string scenario; // "" for random pairs

    Pairs pairs(size_t count, double radius) const {
        return scenario.empty() ? paths::random_pairs(*ground, count, radius)
                                : paths::scenario_pairs(*ground, scenario, count, radius);
    }
};

std::vector<LargeMap> load_large(wend_context *context, bool quick) {
    std::vector<LargeMap> maps;
    maps.push_back({paths::ground_of_sample(context, "city", quick ? 4000 : 37000), ""});
    maps.push_back({paths::ground_of_sample(context, "maze", quick ? 4000 : 32000), ""});
    for (const char *path : {"sc1/Aurora", "cities/Berlin_0_1024"}) {
        std::unique_ptr<Ground> ground = paths::ground_of_map(context, path);
        if (ground)
            maps.push_back({std::move(ground), path});
    }
    return maps;
}

// Prints a row; its mean time. `lengths`, of each pair, must be those of the row before but for rounding, where there
// is one and this is `same`.
double large_row(const Ground &g, wend_search *search, const Pairs &pairs, const wend_path_def &def, const char *how,
                 bool same, std::vector<double> &lengths) {
    double swept = 0;
    bool known = !lengths.empty();
    lengths.resize(pairs.size());
    for (size_t k = 0; k < pairs.size(); k++) {
        double length = paths::find(g, search, pairs[k], def);
        swept += static_cast<double>(path_counts_of(search).swept) / static_cast<double>(pairs.size());
        different += known && same && std::fabs(length - lengths[k]) > 1e-9 * lengths[k];
        longer += known && !same && length > lengths[k] * (1 + def.excess) * (1 + 1e-9);
        if (same)
            lengths[k] = length;
    }
    Spread each = paths::time_each(pairs.size(), 2, [&](size_t k) { paths::find(g, search, pairs[k], def); });
    std::printf("%-16s %8d %6.2f %-24s %6zu %9.0f %9.0f %6.0f %9.0f %9.0f %9.0f\n", g.name.c_str(), g.vertices(),
                def.radius, how, pairs.size(), each.mean, swept, each.mean * 1000 / swept, each.p50, each.p95,
                each.worst);
    return each.mean;
}

void search_large(wend_context *context, const Options &options) {
    std::printf("\nLarge maps: microseconds a query; random pairs, or queries of the map's scenario. %d landmarks.\n\n"
                "%-16s %8s %6s %-24s %6s %9s %9s %6s %9s %9s %9s\n",
                landmark_count, "map", "vertices", "radius", "", "pairs", "mean", "swept", "ns", "p50", "p95", "worst");
    double sum[4] = {0, 0, 0, 0};
    for (const LargeMap &map : load_large(context, options.quick)) {
        const Ground &g = *map.ground;
        wend_landmarks *landmarks = nullptr;
        double start = thread_ms();
        wend_result result = wend_landmarks_build(context, g.roads, landmark_count, &landmarks, nullptr);
        if (result != WEND_OK)
            give_up(g.name.c_str(), result);
        std::printf("%-16s making the landmarks: %.0f ms\n", g.name.c_str(), thread_ms() - start);
        wend_search *marked = g.make_search(landmarks);
        for (double radius : {0.0, 0.5}) {
            Pairs pairs = map.pairs(options.count(300), radius);
            std::vector<double> lengths;
            wend_path_def def = def_of(radius), loose = def;
            loose.excess = 0.1;
            sum[0] += large_row(g, g.search, pairs, def, "exact", true, lengths);
            sum[1] += large_row(g, marked, pairs, def, "landmarks", true, lengths);
            sum[2] += large_row(g, g.search, pairs, loose, "excess 0.1", false, lengths);
            sum[3] += large_row(g, marked, pairs, loose, "landmarks, excess 0.1", false, lengths);
        }
        wend_search_destroy(marked);
        wend_landmarks_destroy(landmarks);
    }
    std::printf("%-16s exact %.0f; of that: landmarks %.2f, excess 0.1 %.2f, both %.2f\n", "in sum", sum[0],
                sum[1] / sum[0], sum[2] / sum[0], sum[3] / sum[0]);
    bars.judge(sum[1] <= landmarks_most * sum[0], "landmarks on large maps: %.2f of the time without, at most %.2f",
               sum[1] / sum[0], landmarks_most);
    bars.judge(sum[3] <= excess_most * sum[0], "landmarks and excess 0.1: %.2f of the time without, at most %.2f",
               sum[3] / sum[0], excess_most);
    bars.judge(different == 0, "%d answers differ with landmarks, at most 0", different);
    bars.judge(longer == 0, "%d answers are longer than excess 0.1 allows, at most 0", longer);
}

// ---------------------------------------------------------------------------------------------------- growth

void grow(wend_context *context, const Options &options, const char *sample, double radius) {
    double first = 0, before = 0, last = 0, count = 0;
    for (int32_t size : {4000, 8000, 16000, 32000}) {
        if (options.quick && size > 16000)
            break;
        std::unique_ptr<Ground> g = paths::ground_of_sample(context, sample, size);
        Pairs pairs = paths::random_pairs(*g, options.count(500), radius);
        wend_path_def def = def_of(radius);
        double us = INFINITY;
        for (int round = 0; round < 2; round++)
            us = std::min(us,
                          paths::time_all(pairs.size(), [&](size_t k) { paths::find(*g, g->search, pairs[k], def); }));
        char factor[16] = "";
        if (before > 0)
            std::snprintf(factor, sizeof factor, "%.2f", us / before);
        std::printf("%-24s %8d %6.2f %9.0f %8s\n", g->name.c_str(), g->vertices(), radius, us, factor);
        first = first > 0 ? first : us;
        count += before > 0;
        before = last = us;
    }
    double growth = std::pow(last / first, 1 / count);
    bars.judge(growth <= growth_most, "%s, radius %.1f: %.2f times the time for twice the size, at most %.1f", sample,
               radius, growth, growth_most);
}

void grow_all(wend_context *context, const Options &options) {
    std::printf("\nGrowth: random pairs, microseconds a query, and beside the map of half the size.\n\n%-24s %8s %6s "
                "%9s %8s\n",
                "map", "vertices", "radius", "mean", "growth");
    for (const char *sample : {"city", "maze"})
        for (double radius : {0.0, 0.5})
            grow(context, options, sample, radius);
}

// ---------------------------------------------------------------------------------------------------- roads

void roads_row(const Ground &g) {
    double axis = INFINITY, roads = g.roads_ms;
    for (int round = 0; round < 3; round++) {
        wend_medial *medial = nullptr;
        wend_roads *made = nullptr;
        double start = thread_ms();
        if (wend_medial_build(g.context, g.plan(), nullptr, &medial, nullptr) != WEND_OK)
            give_up(g.name.c_str(), WEND_ERROR_MEMORY);
        axis = std::min(axis, thread_ms() - start);
        start = thread_ms();
        if (wend_roads_build(g.context, medial, nullptr, &made, nullptr) != WEND_OK)
            give_up(g.name.c_str(), WEND_ERROR_MEMORY);
        roads = std::min(roads, thread_ms() - start);
        wend_roads_destroy(made);
        wend_medial_destroy(medial);
    }
    wend_roads_view v = wend_roads_look(g.roads);
    double bytes = static_cast<double>(g.roads_bytes) / g.vertices();
    std::printf("%-24s %8d %8d %8d %9.2f %9.2f %6.2f %7.0f\n", g.name.c_str(), g.vertices(), v.piece_count,
                v.notch_count, axis, roads, roads / axis, bytes);
    bars.judge(roads <= roads_most * axis && bytes <= roads_bytes_most,
               "roads of %s: %.2f of the medial axis' time, at most %.0f; %.0f bytes for each vertex, at most %.0f",
               g.name.c_str(), roads / axis, roads_most, bytes, roads_bytes_most);
}

void make_roads(wend_context *context, const Options &options) {
    std::printf("\nMaking roads: milliseconds, beside the medial axis; bytes for each vertex of the plan.\n\n%-24s %8s "
                "%8s %8s %9s %9s %6s %7s\n",
                "", "vertices", "pieces", "notches", "axis", "roads", "ratio", "bytes");
    for (const auto &level : paths::load_levels(context))
        roads_row(*level);
    for (const LargeMap &map : load_large(context, options.quick))
        roads_row(*map.ground);
}

// ---------------------------------------------------------------------------------------------------- threads

// Processor time of all programs and of this one, seconds.
struct Usage {
    double all = 0, own = 0;
};

Usage usage() {
    Usage u;
    double busy[8] = {0}; // user, nice, system, idle, iowait, irq, softirq, steal
    std::ifstream file("/proc/stat");
    std::string word;
    file >> word;
    for (double &b : busy)
        file >> b;
    u.all = (busy[0] + busy[1] + busy[2] + busy[5] + busy[6] + busy[7]) / static_cast<double>(sysconf(_SC_CLK_TCK));
    rusage r;
    getrusage(RUSAGE_SELF, &r);
    u.own = static_cast<double>(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
            static_cast<double>(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
    return u;
}

// Milliseconds of the wall clock until every search has answered all queries.
double run_side_by_side(const Ground &g, const Pairs &pairs, const std::vector<wend_search *> &searches) {
    wend_path_def def = def_of(0.25);
    double start = now_ms();
    std::vector<std::thread> others;
    auto work = [&](wend_search *search) {
        for (const paths::Pair &pair : pairs)
            paths::find(g, search, pair, def);
    };
    for (size_t k = 1; k < searches.size(); k++)
        others.emplace_back(work, searches[k]);
    work(searches[0]);
    for (std::thread &other : others)
        other.join();
    return now_ms() - start;
}

void use_threads(paths::Counter &counter, const Ground &g, size_t count) {
    Pairs pairs = paths::random_pairs(g, count, 0.25);
    wend_search *second = g.make_search();
    double single = run_side_by_side(g, pairs, {g.search}), both = run_side_by_side(g, pairs, {second, g.search});
    int64_t before = counter.allocations;
    Usage start = usage();
    double begin = now_ms();
    for (int round = 0; round < 7; round++) {
        single = std::min(single, run_side_by_side(g, pairs, {g.search}));
        both = std::min(both, run_side_by_side(g, pairs, {second, g.search}));
    }
    Usage end = usage();
    int64_t allocations = counter.allocations - before;
    double others = ((end.all - start.all) - (end.own - start.own)) / ((now_ms() - begin) / 1000);
    double faster = 2 * single / both; // twice the work
    std::printf("%-24s %6zu %9.2f %9.2f %8.2f %8.2f %12lld\n", g.name.c_str(), pairs.size(), single, both, faster,
                std::max(others, 0.0), static_cast<long long>(allocations));
    bars.judge(allocations == 0, "%s: %lld allocations after warm-up, at most 0", g.name.c_str(),
               static_cast<long long>(allocations));
    if (faster < threads_least && others > busy_most)
        bars.open.push_back(g.name + ": two threads, as the machine is busy");
    else
        bars.judge(faster >= threads_least, "%s: %.2f times as fast with two threads, at least %.1f", g.name.c_str(),
                   faster, threads_least);
    wend_search_destroy(second);
}

void use_all_threads(const Options &options) {
    std::printf("\nTwo threads, a search each over the same roads, radius 0.25: milliseconds of the wall clock for the "
                "same queries by one,\nand by both at once. \"others\": how many processors other programs used "
                "meanwhile. Allocations: of all rounds but the first.\n\n%-24s %6s %9s %9s %8s %8s %12s\n",
                "", "pairs", "one", "both", "faster", "others", "allocations");
    paths::Counter counter;
    wend_context *context = paths::make_counting_context(counter);
    for (const auto &level : paths::load_levels(context))
        use_threads(counter, *level, options.count(1000));
    use_threads(counter, *paths::ground_of_sample(context, "city", 4000), options.count(300));
    wend_context_destroy(context);
}

bool parse(int argc, char **argv, Options &options) {
    for (int i = 1; i < argc; i++) {
        std::string word = argv[i];
        if (word == "--quick")
            options.quick = true;
        else if (word == "--part" && i + 1 < argc)
            options.part = argv[++i];
        else if (word == "--queries" && i + 1 < argc)
            options.queries = static_cast<size_t>(std::atol(argv[++i]));
        else
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: bench_path [--quick] [--part levels|large|growth|roads|threads] [--queries N]\n");
        return 2;
    }
    auto wanted = [&](const char *part) { return options.part.empty() || options.part == part; };
    wend_context *context = make_context(1);
    if (wanted("levels"))
        compare_levels(context, options);
    if (wanted("large"))
        search_large(context, options);
    if (wanted("growth"))
        grow_all(context, options);
    if (wanted("roads"))
        make_roads(context, options);
    if (wanted("threads"))
        use_all_threads(options);
    wend_context_destroy(context);
    return bars.tell() ? 0 : 1;
}
