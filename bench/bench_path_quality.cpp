// How good paths are: Wend's and Detour's beside the truth on eight scenes, and who gets where by width.
//
//     bench_path_quality [--quick] [--part paths|widths] [--pairs N]
//
// paths: random pairs of places with one and a half times the radius of room around each, so that cells of half a
// radius are no excuse. Whether there is a way is what the medial axis says. How much longer Detour's path is than the
// shortest one is measured from above where both begin and end in the same places; and how near it comes to a wall, by
// the medial axis, every 5 cm. Wend's paths are walked by the judge of the tests (test/path_judge.h).
//
// widths: 100,000 pairs of places anywhere on the floor, for discs of growing width: how many can go from one to the
// other, by Wend, and on Recast's mesh for that width at cell size 0.1.
//
// Scenes of other people are those of ../shared/data (or $WEND_DATA); without it they are left out. Exits 1 when a path
// of Wend's is wrong.
#include "detour.hpp"
#include "paths.hpp"

#include "path_judge.h"

#include <cstring>

namespace {

using paths::Ground;
using paths::Grounds;

paths::Bars bars;
size_t wrong = 0, asked = 0; // answers of Wend

double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

// The part of the sorted values below the share; 0 of none.
double quantile(const std::vector<double> &sorted, double share) {
    return sorted.empty()
               ? 0
               : sorted[std::min(sorted.size() - 1, static_cast<size_t>(share * static_cast<double>(sorted.size())))];
}

Grounds load(wend_context *context, const std::vector<const char *> &files, const std::vector<const char *> &samples) {
    Grounds grounds;
    for (const data_scene &source : data_scenes)
        for (const char *file : files)
            if (std::strcmp(source.path, file) == 0) {
                std::unique_ptr<Ground> g = paths::ground_of_scene(context, read_scene(context, source));
                if (g)
                    grounds.push_back(std::move(g));
            }
    for (const char *sample : samples)
        grounds.push_back(paths::ground_of_scene(context, make_scene(context, sample, 0)));
    return grounds;
}

bool build_peer(detour::Peer &peer, const Ground &g, double radius, double cell) {
    return peer.build(recast::make_input(g.scene), radius, cell, height_for(g.name),
                      wend_default_build_def().agent.step);
}

// A spot's place on the ground, as Detour is asked for it.
std::array<double, 3> ground_of(const Ground &g, const wend_spot &spot) {
    wend_plan_ground at;
    std::array<double, 3> ground;
    double unit = wend_scene_look(g.scene).unit;
    wend_plan_find_ground(g.plan(), &spot, &at);
    wend_ground_from_scene(wend_scene_look(g.scene).up, at.place, ground.data());
    for (double &coordinate : ground)
        coordinate *= unit;
    return ground;
}

// ---------------------------------------------------------------------------------------------------- paths

double clearance(const Ground &g, const wend_spot &spot) {
    wend_medial_near near;
    wend_medial_clearance(g.medial(), &spot, &near);
    return near.clearance;
}

// The least room on Detour's path, seen from above and walked over the floor from where it begins; 0 where it leaves
// the floor.
double least_room(const Ground &g, const detour::Peer &peer, wend_spot spot, int count) {
    wend_plan_view view = wend_plan_look(g.plan());
    double least = clearance(g, spot);
    for (int k = 1; k < count; k++) {
        const float *a = peer.point(k - 1), *b = peer.point(k);
        int steps = 1 + static_cast<int>(std::hypot(double(b[0]) - a[0], double(b[2]) - a[2]) / 0.05);
        for (int i = 1; i <= steps; i++) {
            double share = double(i) / steps, at[3], ground[3];
            for (int c = 0; c < 3; c++)
                at[c] = (a[c] + share * (double(b[c]) - a[c])) / view.unit;
            wend_ground_from_scene(WEND_UP_Y, at, ground);
            wend_point point;
            wend_ray_hit hit;
            if (!wend_lattice_point(&view.lattice, ground, &point))
                return 0;
            wend_plan_ray(g.plan(), &spot, point, &hit);
            if (hit.hit)
                return 0;
            spot = {hit.triangle, point, 0};
            least = std::min(least, clearance(g, spot));
        }
    }
    return least;
}

struct Sums {
    size_t ways = 0, none = 0;             // pairs with a way, and without
    size_t lost = 0, invented = 0;         // by Detour: ways that it does not find, and that there are not
    size_t wrong = 0;                      // answers of Wend that are not what they should be
    size_t walked = 0;                     // of its paths
    std::vector<double> excess, clearance; // percent; shares of the radius
};

void compare_pair(const Ground &g, detour::Peer &peer, double radius, const paths::Pair &pair, Sums &sums) {
    bool way = paths::reachable(g, pair, radius);
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    wend_path_view path;
    wend_result result = wend_search_path(g.search, &pair.from, &pair.to, &def, &path);
    bool reached = result == WEND_OK && path.status == WEND_PATH_REACHED;
    sums.wrong += reached != way || (reached && path_judge(g.plan(), radius, 1e-5, &path).wrong != nullptr);
    std::array<double, 3> from = ground_of(g, pair.from), to = ground_of(g, pair.to);
    detour::End a = peer.locate(from.data(), radius), b = peer.locate(to.data(), radius);
    bool connected = peer.connected(a, b);
    (way ? sums.ways : sums.none)++;
    sums.lost += way && !connected;
    sums.invented += !way && connected;
    if (!way || !reached || !connected || path.length < 1)
        return;
    int count = peer.find(a, b);
    double place[2][3];
    wend_scene_from_ground(WEND_UP_Y, from.data(), place[0]);
    wend_scene_from_ground(WEND_UP_Y, to.data(), place[1]);
    bool same = std::hypot(a.place[0] - place[0][0], a.place[2] - place[0][2]) < 1e-3 &&
                std::hypot(b.place[0] - place[1][0], b.place[2] - place[1][2]) < 1e-3;
    if (count == 0 || !same)
        return;
    sums.excess.push_back(100 * (peer.length(count) / path.length - 1));
    if (sums.walked++ < 500) {
        double room = least_room(g, peer, pair.from, count);
        sums.clearance.push_back(room / radius);
    }
}

void compare_scene(const Ground &g, double radius, size_t wanted) {
    detour::Peer peer;
    if (!build_peer(peer, g, radius, radius / 2)) {
        std::printf("%-44s %6.2f  Recast gives up\n", g.name.c_str(), radius);
        return;
    }
    Sums sums;
    uint64_t state = 1;
    for (size_t k = 0; k < 1000 * wanted && sums.ways + sums.none < wanted; k++) {
        paths::Pair pair = {paths::random_spot(g, state), paths::random_spot(g, state)};
        if (clearance(g, pair.from) >= 1.5 * radius && clearance(g, pair.to) >= 1.5 * radius)
            compare_pair(g, peer, radius, pair, sums);
    }
    if (sums.ways + sums.none == 0)
        return;
    std::sort(sums.excess.begin(), sums.excess.end());
    std::sort(sums.clearance.begin(), sums.clearance.end());
    double mean = 0;
    for (double e : sums.excess)
        mean += e / static_cast<double>(sums.excess.size());
    std::printf("%-44s %6.2f %6zu %6zu %7.1f %7.1f %7zu %7.2f %7.2f %7.2f %7.1f %7.1f %6.2f %6.2f\n", g.name.c_str(),
                radius, sums.ways, sums.none, percent(double(sums.lost), double(sums.ways)),
                percent(double(sums.invented), double(sums.none)), sums.wrong, mean, quantile(sums.excess, 0.05),
                quantile(sums.excess, 0.5), quantile(sums.excess, 0.95), sums.excess.empty() ? 0 : sums.excess.back(),
                quantile(sums.clearance, 0.05), quantile(sums.clearance, 0.5));
    wrong += sums.wrong;
    asked += sums.ways + sums.none;
}

void compare_paths(wend_context *context, size_t wanted) {
    std::printf("\nPaths: \"lost\": %% of the pairs with a way for which Detour finds none; \"invented\": %% of those "
                "without for which it finds one;\n\"wrong\": answers of Wend that a judge does not accept. Detour's "
                "length over the shortest, %%: mean, quantiles, worst. Its least\ndistance from walls, in radii: of "
                "one path in twenty, of half of the paths less than that.\n\n"
                "%-44s %6s %6s %6s %7s %7s %7s %7s %7s %7s %7s %7s %6s %6s\n",
                "scene", "radius", "ways", "none", "lost", "invent.", "wrong", "longer", "p5", "p50", "p95", "worst",
                "room5", "room50");
    for (const auto &g :
         load(context,
              {"recast/nav_test.obj", "recast/dungeon.obj", "recast/undulating.obj", "buildings/gz_office_building.obj",
               "buildings/aws_hospital_two_floors_collision.obj", "quake/oa_dm1.obj"},
              {"garage", "two-storeys"}))
        for (double radius : {0.25, 0.5, 1.0})
            compare_scene(*g, radius, wanted);
    bars.judge(wrong == 0, "%zu of %zu answers of Wend are wrong, at most 0", wrong, asked);
}

// ---------------------------------------------------------------------------------------------------- widths

void compare_widths(wend_context *context, size_t wanted) {
    std::printf("\nWidths: of %zu random pairs of places, %% between which a disc can go; both ends as they are. "
                "Recast: cell size 0.1, a mesh for each width.\n\n%-32s %6s %8s %8s\n",
                wanted, "scene", "width", "Wend", "Recast");
    for (const auto &g : load(context, {"recast/house.obj"}, {"holes", "platforms", "two-storeys"})) {
        std::vector<paths::Pair> pairs;
        std::vector<double> widest;
        std::vector<std::array<double, 3>> from, to;
        uint64_t state = 1;
        while (pairs.size() < wanted) {
            paths::Pair pair = {paths::random_spot(*g, state), paths::random_spot(*g, state)};
            pairs.push_back(pair);
            widest.push_back(wend_medial_widest(g->medial(), &pair.from, &pair.to));
            from.push_back(ground_of(*g, pair.from));
            to.push_back(ground_of(*g, pair.to));
        }
        for (double width : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.6, 2.0}) {
            detour::Peer peer;
            bool built = build_peer(peer, *g, width / 2, 0.1);
            size_t ours = 0, theirs = 0;
            for (size_t k = 0; k < wanted; k++) {
                ours += widest[k] > 0 && widest[k] >= width / 2;
                theirs += built && peer.connected(peer.locate(from[k].data(), 0.1), peer.locate(to[k].data(), 0.1));
            }
            std::printf("%-32s %6.1f %8.1f ", g->name.c_str(), width, percent(double(ours), double(wanted)));
            if (built)
                std::printf("%8.1f\n", percent(double(theirs), double(wanted)));
            else
                std::printf("%8s\n", "no mesh");
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    std::string part;
    size_t pairs = 0;
    bool quick = false, good = true;
    for (int i = 1; i < argc && good; i++) {
        std::string word = argv[i];
        if (word == "--quick")
            quick = true;
        else if (word == "--part" && i + 1 < argc)
            part = argv[++i];
        else if (word == "--pairs" && i + 1 < argc)
            pairs = static_cast<size_t>(std::atol(argv[++i]));
        else
            good = false;
    }
    if (!good) {
        std::fprintf(stderr, "usage: bench_path_quality [--quick] [--part paths|widths] [--pairs N]\n");
        return 2;
    }
    wend_context *context = make_context(1);
    if (part.empty() || part == "paths")
        compare_paths(context, pairs > 0 ? pairs : quick ? 200 : 2000);
    if (part.empty() || part == "widths")
        compare_widths(context, pairs > 0 ? pairs : quick ? 5000 : 100000);
    wend_context_destroy(context);
    return bars.tell() ? 0 : 1;
}
