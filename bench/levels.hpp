// The four levels on which paths are compared with Detour's, and pairs of ends on them.
#ifndef WEND_BENCH_LEVELS_HPP
#define WEND_BENCH_LEVELS_HPP

#include "detour.hpp"
#include "paths.hpp"

#include <cstring>

namespace paths {

inline Grounds load_levels(wend_context *context) {
    Grounds levels;
    for (const data_scene &source : data_scenes)
        if (std::strcmp(source.path, "recast/nav_test.obj") == 0 ||
            std::strcmp(source.path, "recast/dungeon.obj") == 0) {
            std::unique_ptr<Ground> level = ground_of_scene(context, read_scene(context, source));
            if (level)
                levels.push_back(std::move(level));
        }
    for (const char *sample : {"garage", "two-storeys"})
        levels.push_back(ground_of_scene(context, make_scene(context, sample, 0)));
    return levels;
}

// Pairs that both can go between, and Detour's ends.
struct Shared {
    Pairs pairs;
    std::vector<detour::End> from, to;
};

inline Shared share_pairs(const Ground &g, detour::Peer &peer, double radius, size_t count) {
    Shared shared;
    uint64_t state = 1;
    for (size_t k = 0; k < 1000 * count && shared.pairs.size() < count; k++) {
        Pair pair = {random_spot(g, state), random_spot(g, state)};
        if (!reachable(g, pair, radius))
            continue;
        wend_plan_ground from, to;
        wend_plan_find_ground(g.plan(), &pair.from, &from);
        wend_plan_find_ground(g.plan(), &pair.to, &to);
        double ground[2][3];
        wend_ground_from_scene(WEND_UP_Y, from.place, ground[0]);
        wend_ground_from_scene(WEND_UP_Y, to.place, ground[1]);
        detour::End a = peer.locate(ground[0], radius), b = peer.locate(ground[1], radius);
        if (!peer.connected(a, b) || peer.find(a, b) == 0)
            continue;
        shared.pairs.push_back(pair);
        shared.from.push_back(a);
        shared.to.push_back(b);
    }
    return shared;
}

} // namespace paths

#endif
