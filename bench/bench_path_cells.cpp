// Paths by cells (ExACT): beside Detour's and beside the exact ones, on the four levels of bench_path.
//
//     bench_path_cells [--quick] [--queries N]
//
// Times are processor time of one thread, the least of several rounds that alternate; ends are located before. Exits 1
// when a bar is missed.
#include "levels.hpp"

#include "path_counts.h"

namespace {

using paths::Ground;

const double cells_most = 1.5, cells_goal = 1; // times Detour

paths::Bars bars;

// How much longer than the shortest, in percent.
struct Excess {
    double mean = 0, p95 = 0, most = 0;
};

Excess excess_of(const Ground &g, const paths::Pairs &pairs, const wend_path_def &exact, const wend_path_def &cells) {
    std::vector<double> all;
    for (const paths::Pair &pair : pairs) {
        double shortest = paths::find(g, g.search, pair, exact), length = paths::find(g, g.search, pair, cells);
        all.push_back(shortest > 0 ? 100 * (length / shortest - 1) : 0);
    }
    paths::Spread spread = paths::spread_of(all);
    return {spread.mean, spread.p95, spread.worst};
}

// What the published clearance says of random pairs, most of which both ends stand on: how often it is wrong.
struct Belief {
    int pairs = 0, reachable = 0, open = 0,
        shut = 0; // open: a corridor where there is no way; shut: none where there is
};

Belief believe(const Ground &g, double radius, size_t count) {
    Belief b;
    uint64_t state = 2;
    for (size_t k = 0; k < 20 * count && b.pairs < static_cast<int>(count); k++) {
        paths::Pair pair = {paths::random_spot(g, state), paths::random_spot(g, state)};
        int32_t from = paths::part_of(g, pair.from, radius), to = paths::part_of(g, pair.to, radius);
        if (from < 0 || to < 0)
            continue;
        bool corridor = path_cells_believe(g.search, &pair.from, &pair.to, radius);
        b.pairs++;
        b.reachable += from == to;
        b.open += corridor && from != to;
        b.shut += !corridor && from == to;
    }
    return b;
}

double row(const Ground &g, double radius, size_t count) {
    detour::Peer peer;
    if (!peer.build(recast::make_input(g.scene), radius, radius / 2, height_for(g.name),
                    wend_default_build_def().agent.step))
        return 0;
    paths::Shared s = paths::share_pairs(g, peer, radius, count);
    if (s.pairs.empty())
        return 0;
    wend_path_def exact = wend_default_path_def();
    exact.radius = radius;
    wend_path_def cells = exact;
    cells.by = WEND_PATH_BY_CELLS;
    paths::find(g, g.search, s.pairs[0], cells);
    path_cells_counts before = path_cells_counts_of(g.search);
    Excess excess = excess_of(g, s.pairs, exact, cells);
    path_cells_counts after = path_cells_counts_of(g.search);
    double theirs = INFINITY, ours = INFINITY, proven = INFINITY;
    for (int round = 0; round < 5; round++) {
        theirs = std::min(theirs, paths::time_all(s.pairs.size(), [&](size_t k) { peer.find(s.from[k], s.to[k]); }));
        ours = std::min(
            ours, paths::time_all(s.pairs.size(), [&](size_t k) { paths::find(g, g.search, s.pairs[k], cells); }));
        proven = std::min(
            proven, paths::time_all(s.pairs.size(), [&](size_t k) { paths::find(g, g.search, s.pairs[k], exact); }));
    }
    Belief b = believe(g, radius, count);
    double percent = 100 / static_cast<double>(std::max<int64_t>(after.asked - before.asked, 1));
    std::printf("%-24s %6.2f %6zu %8.2f %8.2f %6.2f %8.2f %6.2f  %6.2f %6.2f %6.1f  %6.2f %6.2f  %6d %6d %6d %6d\n",
                g.name.c_str(), radius, s.pairs.size(), theirs, ours, ours / theirs, proven, proven / ours, excess.mean,
                excess.p95, excess.most, percent * static_cast<double>(after.missed - before.missed),
                percent * static_cast<double>(after.failed - before.failed), b.pairs, b.reachable, b.shut, b.open);
    return ours / theirs;
}

} // namespace

int main(int argc, char **argv) {
    size_t count = 1000;
    for (int i = 1; i < argc; i++) {
        std::string word = argv[i];
        if (word == "--quick") {
            count = 100;
        } else if (word == "--queries" && i + 1 < argc) {
            count = static_cast<size_t>(std::atol(argv[++i]));
        } else {
            std::fprintf(stderr, "usage: bench_path_cells [--quick] [--queries N]\n");
            return 2;
        }
    }
    wend_context *context = make_context(1);
    std::printf(
        "Paths by cells beside Detour's findPath and findStraightPath, and beside the exact ones. Microseconds a "
        "query.\nLonger than the shortest: percent. The exact search answered: percent of queries without a "
        "corridor (\"none\"), and\nwith no free way in it (\"tight\"). The published clearance alone, on random "
        "pairs: of those with a way (\"can\") it\nfinds no corridor for \"shut\", of the others one for "
        "\"open\".\n\n%-24s %6s %6s %8s %8s %6s %8s %6s  %6s %6s %6s  %6s %6s  %6s %6s %6s %6s\n",
        "level", "radius", "pairs", "Detour", "cells", "ratio", "exact", "faster", "mean", "p95", "most", "none",
        "tight", "random", "can", "shut", "open");
    std::vector<double> ratios;
    paths::Grounds levels = paths::load_levels(context);
    for (double radius : {0.25, 0.5, 1.0})
        for (const auto &level : levels) {
            double ratio = row(*level, radius, count);
            if (ratio > 0)
                ratios.push_back(ratio);
        }
    double mean = paths::geometric_mean(ratios);
    bars.judge(mean <= cells_most,
               "by cells on four levels, radii 0.25 to 1: %.2f times Detour, at most %.1f (goal %.0f)", mean,
               cells_most, cells_goal);
    levels.clear();
    wend_context_destroy(context);
    return bars.tell() ? 0 : 1;
}
