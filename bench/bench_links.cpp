// Links: whether they join what can be walked, by an independent flood; their speed; random stairs; holes that fill up;
// named scenes.
//
//     bench_links [--quick] [--part flood|speed|stairs|holes|named] [--scene WORD] [--cell METRES] [--places N]
//                 [--list N] [--turn DEGREES] [--agent HEIGHT,STEP,GAP]
//
//     --quick      a few scenes, a coarser flood
//     --part       one part alone
//     --scene      the scenes of the data folder whose path holds WORD
//     --cell       between the columns of the flood, 0.02
//     --places     at most that many places of the flood, 100000000: cells are larger in larger scenes
//     --list       of the places where the flood and the links part, the largest so many, 10
//     --turn       the scenes of the data folder turned about the vertical, for the flood and the speed
//     --agent      who walks in the flood, metres; usually as high as the scenes are made for, with the usual step, gap
//
// The scenes are those of ../shared/data (or $WEND_DATA): buildings, levels, quake, cube2 and recast for the flood, all
// of them for the speed. Everything is kept, inside solids too. Times are processor time of one thread, the least of
// several runs.
//
// Exits 1 when a bar is missed, and names the bars.
#include "flood_judge.hpp"
#include "scenes.hpp"

#include <wend/exact.h>
#include <wend/links.h>

extern "C" {
#include "sample/stair.h"
}

#include <cstdarg>
#include <ctime>

namespace {

struct Options {
    bool quick = false;
    std::string part, word;
    double cell = 0.02, places = 1e8;
    int list = 10;
    double turn = 0;
    double agent[3] = {0, 0, 0}; // height, step, gap; a height of 0 for the scene's own, with the defaults
};

// What the bars say.
const double agreement = 99;                  // percent of the pairs of places that the flood joins
const double agreement_back = 98;             // percent of those that links join: floors narrower than the grid count
const double joins_missed = 2;                // percent of the joins of parts that the flood makes
const double share_all = 0.5, share_each = 1; // of the extraction's time
const double building_ms = 1000, paper_ms = 100; // milliseconds

using flood::Field;
using flood::Sets;

const char *const flooded[] = {"recast/", "buildings/", "levels/", "quake/", "cube2/"};
const char *const quick_scenes[] = {"recast/nav_test.obj", "recast/dungeon.obj", "quake/oa_dm1.obj"};

// ---------------------------------------------------------------------------------------------------- bars

std::vector<std::string> missed_bars;

__attribute__((format(printf, 1, 2))) void fail(const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    std::printf("    FAIL: %s\n", text);
    missed_bars.push_back(text);
}

double thread_ms() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// ---------------------------------------------------------------------------------------------------- linking

// A surface and its links; NULL where nothing is walkable.
struct Linked {
    wend_surface *surface = nullptr;
    wend_links *links = nullptr;
    double extract_ms = 0, link_ms = 0;

    Linked() = default;
    Linked(const Linked &) = delete;
    Linked &operator=(const Linked &) = delete;
    ~Linked() {
        wend_links_destroy(links);
        wend_surface_destroy(surface);
    }
};

wend_agent agent_of(double height) {
    wend_agent agent = wend_default_agent();
    agent.height = height;
    return agent;
}

void link(wend_context *context, const Scene &s, const wend_agent &agent, Linked &linked) {
    wend_exact_def exact = wend_default_exact_def();
    exact.keep_inside = true;
    wend_solid *solid = nullptr;
    double start = thread_ms();
    wend_result result = wend_solid_build(context, s.scene, nullptr, &solid, nullptr);
    if (result == WEND_OK)
        result = wend_exact_build(context, solid, &agent, &exact, &linked.surface, nullptr);
    linked.extract_ms = thread_ms() - start;
    start = thread_ms();
    if (result == WEND_OK)
        result = wend_links_build(context, solid, linked.surface, &agent, nullptr, &linked.links, nullptr);
    linked.link_ms = thread_ms() - start;
    wend_solid_destroy(solid);
    if (result != WEND_OK && result != WEND_ERROR_EMPTY)
        fail("%s: %s", s.name.c_str(), wend_describe(result));
}

// ---------------------------------------------------------------------------------------------------- the flood

int64_t larger_than(const std::unordered_map<uint32_t, double> &sizes, double least) {
    int64_t count = 0;
    for (const auto &s : sizes)
        count += s.second >= least;
    return count;
}

flood::Rules flood_rules(const wend_agent &agent, const Options &options) {
    flood::Rules rules;
    rules.height = agent.height;
    rules.step = agent.step;
    rules.gap = agent.gap;
    rules.cell = options.cell;
    rules.most = options.places;
    return rules;
}

// Parts that the flood joins, over all scenes, and those that are missed.
struct Parts {
    size_t all = 0, missed = 0, missed_by_steps = 0;
};

void flood_row(wend_context *context, const Scene &s, const Options &options, Parts &parts) {
    Linked linked;
    wend_agent agent = agent_of(s.height);
    if (options.agent[0] > 0) {
        agent.height = options.agent[0];
        agent.step = options.agent[1];
        agent.gap = options.agent[2];
    }
    link(context, s, agent, linked);
    if (!linked.links) {
        std::printf("%-46s nothing is walkable\n", s.name.c_str());
        return;
    }
    double start = now_ms();
    Field field(s.scene, flood_rules(agent, options));
    double filled = now_ms() - start;
    flood::Judge judge(field, linked.surface, linked.links);
    flood::Completeness sure = judge.judge(flood::LINKS), steps = judge.judge(flood::STEPS_ALONE);
    size_t all = judge.judge(flood::NOTHING).missed.size();
    flood::Soundness possible = judge.judge_soundness();

    double large = 1 / (field.cell * field.cell), covered = sure.table.covered;
    std::printf("%-46s %5.1f %7.2f %7.3f %7d %7d %7zu %6lld %6lld %5zu %6zu %6zu %6zu %8.3f %8.3f %8.3f %8.3f %6.1f "
                "%6.1f\n",
                s.name.c_str(), field.cell * 1000, static_cast<double>(field.z.size()) * 1e-6,
                100 * (1 - covered / std::max(1.0, static_cast<double>(field.z.size()))),
                wend_surface_look(linked.surface).component_count, wend_links_look(linked.links).component_count,
                sure.table.sets.size(), static_cast<long long>(larger_than(sure.table.components, large)),
                static_cast<long long>(larger_than(sure.table.sets, large)), all, sure.missed.size(),
                steps.missed.size(), possible.extra.size(), sure.found, steps.found, possible.right, possible.alone,
                filled * 1e-3, (now_ms() - start) * 1e-3);
    parts.all += all;
    parts.missed += sure.missed.size();
    parts.missed_by_steps += steps.missed.size();
    flood::print_partings(sure.missed, "missed:", options.list);
    flood::print_partings(possible.extra, "extra: ", options.list);
    if (sure.found < agreement)
        fail("flood: %s: links join %.2f%% of the pairs of places that the flood joins", s.name.c_str(), sure.found);
    if (possible.right < agreement_back)
        fail("flood: %s: the flood joins %.2f%% of the pairs of places that links join", s.name.c_str(),
             possible.right);
}

void flood_part(wend_context *context, const std::vector<Scene> &scenes, const Options &options) {
    std::printf(
        "\nThe flood: of the pairs of places that it joins for sure, those that links join too (found), and of those "
        "that links join, those\nthat it may join (true); at least %.0f%% and %.0f%%. In `true`, what is one floor of "
        "the "
        "surface counts as one: floors may be narrower\nthan the grid; `alone` is without that. Components of the "
        "surface, of the links and of the flood; and those of 1 m2 or more.\nPairs are weighted by area, so parts of "
        "%.1f m2 or more are counted too: joins of parts that the flood makes, those that links\nmiss, those that "
        "steps "
        "alone would miss, and those that links make and the flood does not. `steps %%` is `found` of steps alone.\n"
        "Of all joins, links may miss %.1f%%, and steps alone must miss ten times as many.\n\n",
        agreement, agreement_back, flood::listed_area, joins_missed);
    std::printf("%-46s %5s %7s %7s %7s %7s %7s %6s %6s %5s %6s %6s %6s %8s %8s %8s %8s %6s %6s\n", "scene", "mm",
                "10^6", "bare %", "surface", "links", "flood", "links+", "flood+", "joins", "missed", "steps", "extra",
                "found %", "steps %", "true %", "alone %", "rays s", "all s");
    Parts parts;
    for (const Scene &s : scenes)
        if (std::any_of(std::begin(flooded), std::end(flooded),
                        [&](const char *folder) { return s.name.compare(0, std::strlen(folder), folder) == 0; }))
            flood_row(context, s, options, parts);
    double all = std::max(1.0, static_cast<double>(parts.all)), missed = static_cast<double>(parts.missed);
    std::printf("\n%zu joins of parts, %zu missed (%.2f%%), %zu missed by steps alone (%.2f%%)\n", parts.all,
                parts.missed, 100 * missed / all, parts.missed_by_steps,
                100 * static_cast<double>(parts.missed_by_steps) / all);
    if (100 * missed > joins_missed * all)
        fail("flood: links miss %zu of %zu joins of parts", parts.missed, parts.all);
    if (parts.missed_by_steps < 10 * parts.missed)
        fail("flood: steps alone miss %zu joins and links %zu: the flood is too blind to judge by",
             parts.missed_by_steps, parts.missed);
}

// ---------------------------------------------------------------------------------------------------- speed

void speed(wend_context *context, const std::vector<Scene> &scenes) {
    std::printf(
        "\nSpeed: linking beside extraction, milliseconds of one thread; at most %.1f of it in all, %.1f in each, "
        "and %.0f ms for each building.\n\n%-62s %10s %10s %8s\n",
        share_all, share_each, building_ms, "scene", "extract", "link", "share");
    double extract_all = 0, link_all = 0;
    for (const Scene &s : scenes) {
        double extract = INFINITY, linking = INFINITY, spent = 0;
        for (int k = 0; k < 5 && (k < 2 || spent < 300); k++) {
            Linked linked;
            link(context, s, agent_of(s.height), linked);
            extract = std::min(extract, linked.extract_ms);
            linking = std::min(linking, linked.link_ms);
            spent += linked.extract_ms + linked.link_ms;
        }
        extract_all += extract;
        link_all += linking;
        std::printf("%-62s %10.2f %10.2f %8.2f\n", s.name.c_str(), extract, linking, linking / extract);
        std::fflush(stdout);
        if (linking > share_each * extract)
            fail("speed: %s: linking takes %.2f ms, extraction %.2f", s.name.c_str(), linking, extract);
        if (s.name.compare(0, 10, "buildings/") == 0 && linking > building_ms)
            fail("speed: %s: linking takes %.0f ms", s.name.c_str(), linking);
    }
    std::printf("%-62s %10.2f %10.2f %8.2f\n", "all", extract_all, link_all, link_all / extract_all);
    if (link_all > share_all * extract_all)
        fail("speed: linking takes %.2f of extraction's time", link_all / extract_all);
}

// ---------------------------------------------------------------------------------------------------- holes

using Point = std::pair<double, double>;
using Ring = std::vector<Point>;

// The boundary cycles of a surface, in metres.
std::vector<Ring> rings_of(const wend_surface_view &view) {
    std::vector<Ring> rings(static_cast<size_t>(view.cycle_count));
    std::vector<bool> seen(static_cast<size_t>(view.boundary_count));
    double side = view.lattice.step * view.lattice.unit;
    for (int32_t b = 0; b < view.boundary_count; b++)
        for (int32_t k = b; !seen[k]; k = view.boundaries[k].next) {
            int32_t edge = view.boundaries[k].edge;
            const wend_point3 &v = view.vertices[view.triangles[edge / 3].v[edge % 3]];
            rings[view.boundaries[k].cycle].push_back({side * v.x, side * v.y});
            seen[k] = true;
        }
    return rings;
}

double signed_area(const Ring &ring) {
    double sum = 0;
    for (size_t k = 0; k < ring.size(); k++) {
        const Point &a = ring[k], &b = ring[(k + 1) % ring.size()];
        sum += a.first * b.second - a.second * b.first;
    }
    return sum / 2;
}

// Distance of a point from a ring; negative outside.
double depth_in(const Ring &ring, const Point &p) {
    double nearest = INFINITY;
    bool inside = false;
    for (size_t k = 0; k < ring.size(); k++) {
        const Point &a = ring[k], &b = ring[(k + 1) % ring.size()];
        double dx = b.first - a.first, dy = b.second - a.second, x = p.first - a.first, y = p.second - a.second;
        double t = std::min(1.0, std::max(0.0, (x * dx + y * dy) / (dx * dx + dy * dy)));
        nearest = std::min(nearest, std::hypot(x - t * dx, y - t * dy));
        if ((a.second > p.second) != (b.second > p.second) && p.first < a.first + (p.second - a.second) / dy * dx)
            inside = !inside;
    }
    return inside ? nearest : -nearest;
}

// The diameter of the largest circle that fits into a ring, to within a tenth of a millimetre: squares that may hold
// the middle of a larger one than the best so far are divided.
double largest_circle(const Ring &ring) {
    struct Square {
        double x, y, half;
    };
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, best = 0;
    for (const Point &p : ring) {
        low[0] = std::min(low[0], p.first);
        high[0] = std::max(high[0], p.first);
        low[1] = std::min(low[1], p.second);
        high[1] = std::max(high[1], p.second);
    }
    double half = std::max(high[0] - low[0], high[1] - low[1]) / 2;
    std::vector<Square> squares{{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, half}};
    while (!squares.empty()) {
        std::vector<Square> next;
        for (const Square &s : squares) {
            double depth = depth_in(ring, {s.x, s.y});
            best = std::max(best, depth);
            if (depth + s.half * std::sqrt(2.0) > best + 5e-5)
                for (double dx : {-0.5, 0.5})
                    for (double dy : {-0.5, 0.5})
                        next.push_back({s.x + dx * s.half, s.y + dy * s.half, s.half / 2});
        }
        squares.swap(next);
    }
    return 2 * best;
}

// Whether nothing of the linked complex's boundary is left in a ring: on it or within.
bool is_filled(const wend_links_view &view, const Ring &ring) {
    double side = view.lattice.step * view.lattice.unit;
    for (int32_t b = 0; b < view.boundary_count; b++) {
        int32_t edge = view.boundaries[b].edge;
        const wend_linked_triangle &t = view.triangles[edge / 3];
        const wend_point &p = view.vertices[t.v[edge % 3]], &q = view.vertices[t.v[(edge % 3 + 1) % 3]];
        if (depth_in(ring, {side * (p.x + static_cast<double>(q.x)) / 2, side * (p.y + static_cast<double>(q.y)) / 2}) >
            -2 * side)
            return false;
    }
    return true;
}

// The least time of linking of several runs; the last result is kept.
double time_link(wend_context *context, const Scene &s, const wend_agent &agent, Linked &kept) {
    double least = INFINITY;
    for (int k = 0; k < 5; k++) {
        Linked linked;
        link(context, s, agent, linked);
        least = std::min(least, linked.link_ms);
        std::swap(kept.surface, linked.surface);
        std::swap(kept.links, linked.links);
    }
    return least;
}

void holes(wend_context *context) {
    std::printf(
        "\nThe paper's Holes: what is filled as the gap grows; every hole is when the largest circle in it is no "
        "wider. At most %.0f ms.\n\n%8s %10s %8s %8s %8s %10s\n",
        paper_ms, "gap", "filled m2", "holes", "small", "filled", "ms");
    Scene s = make_scene(context, "holes", 0);
    double before = 0;
    for (int k = 1; k <= 10; k++) {
        wend_agent agent = agent_of(2.1);
        agent.gap = 0.1 * k;
        Linked linked;
        double ms = time_link(context, s, agent, linked);
        wend_links_view view = wend_links_look(linked.links);
        int count = 0, small = 0, filled = 0;
        for (const Ring &ring : rings_of(wend_surface_look(linked.surface))) {
            if (signed_area(ring) > 0)
                continue;
            bool whole = is_filled(view, ring), fits = largest_circle(ring) <= agent.gap - 2e-4;
            count++;
            small += fits;
            filled += whole;
            if (fits && !whole)
                fail("holes: with a gap of %.1f, a hole with a circle of %.4f m is not filled", agent.gap,
                     largest_circle(ring));
        }
        std::printf("%8.1f %10.4f %8d %8d %8d %10.3f\n", agent.gap, view.filled, count, small, filled, ms);
        if (view.filled < before)
            fail("holes: with a gap of %.1f less is filled than with a smaller one", agent.gap);
        if (ms > paper_ms)
            fail("holes: with a gap of %.1f it takes %.1f ms", agent.gap, ms);
        before = view.filled;
    }
    wend_scene_destroy(s.scene);
    s = make_scene(context, "platforms", 0);
    Linked linked;
    double ms = time_link(context, s, agent_of(1.8), linked);
    int32_t parts = wend_links_look(linked.links).component_count;
    std::printf("\nThe paper's Platforms: %d components become %d, in %.3f ms.\n",
                wend_surface_look(linked.surface).component_count, parts, ms);
    if (parts != 1)
        fail("holes: the platforms are %d components", parts);
    if (ms > paper_ms)
        fail("holes: the platforms take %.1f ms", ms);
    wend_scene_destroy(s.scene);
}

// ---------------------------------------------------------------------------------------------------- named scenes

// Adds the triangles of the parts of a file that have a name.
void add_part(wend_context *context, const char *path, wend_up up, const char *part, wend_scene *scene) {
    Scene other = read_scene(context, {path, up, 1});
    if (!other.scene)
        return;
    wend_scene_view view = wend_scene_look(other.scene);
    std::vector<int32_t> triangles;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        const wend_scene_part *of = wend_scene_part_of(other.scene, t);
        if (of && std::strcmp(of->name, part) == 0)
            triangles.insert(triangles.end(), view.triangles + 3 * static_cast<size_t>(t),
                             view.triangles + 3 * static_cast<size_t>(t) + 3);
    }
    wend_result result = wend_scene_add(scene, view.positions, view.vertex_count, triangles.data(),
                                        static_cast<int32_t>(triangles.size() / 3));
    if (result != WEND_OK)
        give_up(path, result);
    wend_scene_destroy(other.scene);
}

struct Spot {
    const char *name;
    double at[3]; // in the scene's own axes and units
};

struct Named {
    const char *path;
    const char *what;
    wend_up up;
    double height;
    bool together; // all of the spots, or no two of them
    std::vector<Spot> spots;
};

// The component of the links at a place, or -1.
int32_t component_at(const Linked &linked, const std::vector<int32_t> &joined, const double at[3]) {
    wend_foothold foothold;
    wend_surface_locate(linked.surface, at, 0.1, 0.1, 0.1, &foothold);
    return foothold.triangle < 0 ? -1 : joined[wend_surface_look(linked.surface).triangle_component[foothold.triangle]];
}

// The set of the flood at a place, or -1.
int64_t set_at(const Field &field, Sets &sets, const wend_scene_view &view, const double at[3]) {
    double ground[3];
    wend_ground_from_scene(view.up, at, ground);
    int64_t x = std::lround((ground[0] * view.unit - field.low[0]) / field.cell);
    int64_t y = std::lround((ground[1] * view.unit - field.low[1]) / field.cell);
    if (x < 0 || x >= field.nx || y < 0 || y >= field.ny)
        return -1;
    int64_t place = field.find(y * field.nx + x, ground[2] * view.unit, 0.1);
    return place < 0 ? -1 : sets.find(static_cast<uint32_t>(place));
}

template <class Number> bool is_as_asked(const std::vector<Number> &of, bool together) {
    for (size_t i = 0; i < of.size(); i++)
        for (size_t k = 0; k < i; k++)
            if ((of[i] == of[k]) != together)
                return false;
    return std::find(of.begin(), of.end(), Number(-1)) == of.end();
}

void named_row(wend_context *context, const Named &n, const Options &options) {
    Scene s = read_scene(context, {n.path, n.up, 1});
    if (!s.scene) {
        std::printf("left out: %s/%s is not there\n", data_folder().c_str(), n.path);
        return;
    }
    if (s.name == "buildings/aws_hospital_two_floors_visual.obj") // it has no floors of its own
        add_part(context, "buildings/aws_hospital_two_floors_collision.obj", n.up,
                 "aws_robomaker_hospital_floor_01_floor", s.scene);
    wend_agent agent = agent_of(n.height);
    Linked linked;
    link(context, s, agent, linked);
    if (!linked.links)
        return;
    Field field(s.scene, flood_rules(agent, options));
    Sets sets(field.z.size());
    flood::run(field, flood::SURE, sets);
    std::vector<int32_t> joined = flood::joined_by(flood::LINKS, linked.surface, linked.links), components;
    std::vector<int64_t> of_flood;
    wend_scene_view view = wend_scene_look(s.scene);
    std::printf("%s: %s\n", n.path, n.what);
    for (const Spot &spot : n.spots) {
        components.push_back(component_at(linked, joined, spot.at));
        of_flood.push_back(set_at(field, sets, view, spot.at));
        std::printf("    %-34s at %8.2f %8.2f %8.2f: component %5d, set of the flood %lld\n", spot.name, spot.at[0],
                    spot.at[1], spot.at[2], components.back(), static_cast<long long>(of_flood.back()));
    }
    bool good = is_as_asked(components, n.together), sure = is_as_asked(of_flood, n.together);
    if (good)
        std::printf("    so it is%s\n", sure ? ", and so says the flood" : "; the flood does not say so");
    else if (sure)
        fail("named: %s: not so: %s", n.path, n.what);
    else
        std::printf("    NOT SO, and the flood agrees: the scene does not allow it\n");
    wend_scene_destroy(s.scene);
}

// Places on floors that are known: decks, storeys, the two ends of flights.
const std::vector<Named> &named_scenes() {
    static const std::vector<Named> list = {
        {"buildings/gz_parking_garage.obj",
         "all eight decks are one",
         WEND_UP_Y,
         1.8,
         true,
         {{"deck 1", {12.969, 0.228, 2.451}},
          {"deck 2", {-12.967, 5.792, -2.485}},
          {"deck 3", {-12.967, 11.355, -2.485}},
          {"deck 4", {-12.967, 16.918, -2.485}},
          {"deck 5", {-12.967, 22.477, -2.485}},
          {"deck 6", {-12.967, 28.034, -2.485}},
          {"deck 7", {-12.967, 33.590, -2.485}},
          {"deck 8", {-13.119, 39.144, -2.745}}}},
        {"buildings/ifc_duplex_nodoors.obj",
         "the storeys of the first flat are joined by its flight",
         WEND_UP_Y,
         1.8,
         true,
         {{"its rooms below", {3.831, 0.019, 2.338}},
          {"its terrace", {4.533, 0.013, -2.922}},
          {"foot of the flight", {0.92, 0.019, 5.9}},
          {"head of the flight", {0.92, 3.119, 9.9}},
          {"a room above", {2.458, 3.119, 1.298}},
          {"another room above", {2.374, 3.119, 14.125}}}},
        {"buildings/ifc_duplex_nodoors.obj",
         "the storeys of the second flat are joined by its flight",
         WEND_UP_Y,
         1.8,
         true,
         {{"its rooms below", {5.023, 0.019, 15.651}},
          {"its terrace", {4.267, 0.013, 20.722}},
          {"foot of the flight", {7.88, 0.019, 11.9}},
          {"head of the flight", {7.88, 3.119, 7.9}},
          {"a room above", {5.215, 3.119, 13.794}},
          {"another room above", {6.863, 3.119, 4.233}}}},
        {"buildings/ifc_duplex.obj",
         "with its doors closed, the rooms stay apart",
         WEND_UP_Y,
         1.8,
         false,
         {{"first flat, below", {3.831, 0.019, 2.338}},
          {"its terrace", {4.545, 0.013, -2.930}},
          {"a room above", {2.458, 3.119, 1.298}},
          {"another room above", {6.863, 3.119, 4.224}},
          {"second flat, below", {5.023, 0.019, 15.651}},
          {"its terrace", {4.255, 0.013, 20.730}},
          {"a room above", {5.215, 3.119, 13.794}},
          {"another room above", {2.374, 3.119, 14.125}}}},
        {"levels/navcat_tower-big.glb",
         "the top is reached from the ground, by someone of 1 m: its doors are no higher",
         WEND_UP_Y,
         1.0,
         true,
         {{"ground", {-0.556, 1.1, 2.278}},
          {"at 3 m", {0.0, 3.1, 0.667}},
          {"at 5 m", {-1.556, 5.1, 0.389}},
          {"at 7 m", {-0.278, 7.1, 0.611}},
          {"at 9 m", {-0.5, 9.1, -0.333}},
          {"top", {1.444, 11.1, 0.444}}}},
        {"levels/threejs_collision-world.glb",
         "the highest terrace is reached from the pit",
         WEND_UP_Y,
         1.8,
         true,
         {{"pit", {11.886, -2.557, 11.625}},
          {"ground", {0.867, -1.745, 3.608}},
          {"curved ramp", {-2.2, -0.674, 8.875}},
          {"terrace", {-11.049, 0.482, 13.322}},
          {"highest terrace", {-3.237, 0.778, 5.131}}}},
        {"buildings/aws_hospital_two_floors_visual.obj",
         "with the floors of the collision file, the upper ward is joined to the flights down in both stairwells",
         WEND_UP_Z,
         1.8,
         true,
         {{"upper ward", {0.582, 5.359, 3.0}},
          {"head of the eastern flight", {6.1, 18.0, 3.0}},
          {"its foot", {9.85, 18.0, 0.2}},
          {"head of the western flight", {-6.1, 18.0, 3.0}},
          {"its foot", {-9.85, 18.0, 0.2}}}},
        // It does not: the wards stand 3 m above each other, the stairwells are made for 6 m. Flights down end above a
        // hole in the floor, those up under the floor above.
        {"buildings/aws_hospital_two_floors_visual.obj",
         "a flight leads on to the lower ward",
         WEND_UP_Z,
         1.8,
         true,
         {{"foot of the eastern flight", {9.85, 18.0, 0.2}}, {"lower ward", {0.582, 5.359, 0.0}}}},
    };
    return list;
}

void named(wend_context *context, const Options &options) {
    std::printf(
        "\nNamed scenes: places that must be joined, or apart, unless the sure flood says that they are not.\n\n");
    for (const Named &n : named_scenes())
        if (std::string(n.path).find(options.word) != std::string::npos)
            named_row(context, n, options);
}

// ---------------------------------------------------------------------------------------------------- stairs

// Whether the floors at the foot and the top of a stair are joined with a step. 1 yes, 0 no, -1: one of them is not
// there.
int is_climbed(wend_context *context, wend_stair &stair, double step) {
    wend_model model = {};
    model.context = context;
    model.frame = wend_frame_whole();
    Scene s;
    s.name = "a stair";
    wend_result result = wend_scene_create(context, nullptr, &model.scene);
    if (result == WEND_OK)
        wend_model_stair(&model, &stair);
    wend_array_free(context, &model.points);
    wend_array_free(context, &model.corners);
    wend_array_free(context, &model.scratch);
    if (result != WEND_OK || model.result != WEND_OK)
        give_up("a stair", result != WEND_OK ? result : model.result);
    s.scene = model.scene;
    wend_agent agent = agent_of(1.8);
    agent.step = step;
    Linked linked;
    link(context, s, agent, linked);
    int32_t foot = -1, top = -1;
    if (linked.links) {
        std::vector<int32_t> joined = flood::joined_by(flood::LINKS, linked.surface, linked.links);
        double place[3];
        wend_scene_from_ground(WEND_UP_Y, stair.foot, place);
        foot = component_at(linked, joined, place);
        wend_scene_from_ground(WEND_UP_Y, stair.top, place);
        top = component_at(linked, joined, place);
    }
    wend_scene_destroy(s.scene);
    return foot < 0 || top < 0 ? -1 : foot == top;
}

void stairs(wend_context *context, int cases) {
    const char *const names[WEND_STAIR_SHAPE_COUNT] = {"closed", "waist",   "nosed",   "open",  "raked",
                                                       "curved", "L shape", "U shape", "spiral"};
    int wrong[WEND_STAIR_SHAPE_COUNT] = {}, count[WEND_STAIR_SHAPE_COUNT] = {};
    for (int k = 0; k < cases; k++) {
        int shape = k % WEND_STAIR_SHAPE_COUNT;
        wend_model dice = {};
        dice.context = context;
        dice.random = static_cast<uint64_t>(k);
        wend_stair stair = wend_stair_random(&dice, static_cast<wend_stair_shape>(shape));
        bool good = is_climbed(context, stair, stair.rise + 0.001) == 1;
        stair.turn = wend_random_unit(&dice.random); // the same somewhere else
        for (double &at : stair.at)
            at = 200 * wend_random_unit(&dice.random) - 100;
        good = good && is_climbed(context, stair, stair.rise + 0.001) == 1 &&
               is_climbed(context, stair, stair.rise - 0.001) == 0;
        count[shape]++;
        wrong[shape] += !good;
        if (!good)
            fail("stairs: %s stair %d: joined where it is too high, or not joined", names[shape], k);
    }
    std::printf(
        "\nRandom stairs: joined end to end when the step is 1 mm more than the rise, never when it is 1 mm less, "
        "turned and moved as well.\n\n%-10s %8s %8s\n",
        "shape", "stairs", "wrong");
    for (int shape = 0; shape < WEND_STAIR_SHAPE_COUNT; shape++)
        std::printf("%-10s %8d %8d\n", names[shape], count[shape], wrong[shape]);
}

// ---------------------------------------------------------------------------------------------------- all of it

bool is_wanted(const std::string &name, const Options &options) {
    return name.find(options.word) != std::string::npos &&
           (!options.quick || !options.word.empty() ||
            std::find(std::begin(quick_scenes), std::end(quick_scenes), name) != std::end(quick_scenes));
}

std::vector<Scene> load(wend_context *context, const Options &options) {
    std::vector<Scene> scenes;
    for (const data_scene &source : data_scenes) {
        if (!is_wanted(source.path, options))
            continue;
        Scene s = read_scene(context, source);
        if (s.scene && options.turn != 0) {
            wend_scene *as_read = s.scene;
            s.scene = turned(context, as_read, options.turn, 0);
            wend_scene_destroy(as_read);
        }
        if (s.scene)
            scenes.push_back(s);
        else
            std::printf("left out: %s/%s is not there\n", data_folder().c_str(), source.path);
    }
    return scenes;
}

bool parse(int argc, char **argv, Options &options) {
    static const char *const parts[] = {"flood", "speed", "stairs", "holes", "named"};
    bool places = false;
    for (int k = 1; k < argc; k++) {
        std::string name = argv[k];
        bool valued = name == "--part" || name == "--scene" || name == "--cell" || name == "--places" ||
                      name == "--list" || name == "--turn" || name == "--agent";
        if (name == "--quick")
            options.quick = true;
        else if (!valued || k + 1 == argc)
            return false;
        else if (name == "--part")
            options.part = argv[++k];
        else if (name == "--scene")
            options.word = argv[++k];
        else if (name == "--cell")
            options.cell = std::atof(argv[++k]);
        else if (name == "--places") {
            options.places = std::atof(argv[++k]);
            places = true;
        } else if (name == "--turn")
            options.turn = std::atof(argv[++k]);
        else if (name == "--agent") {
            if (std::sscanf(argv[++k], "%lf,%lf,%lf", &options.agent[0], &options.agent[1], &options.agent[2]) != 3)
                return false;
        } else
            options.list = std::atoi(argv[++k]);
    }
    if (options.quick && !places)
        options.places = 2e6;
    return options.cell > 0 && options.places >= 1 && options.places <= 1e9 &&
           (options.part.empty() ||
            std::any_of(std::begin(parts), std::end(parts), [&](const char *p) { return options.part == p; }));
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(
            stderr,
            "usage: bench_links [--quick] [--part flood|speed|stairs|holes|named] [--scene WORD] [--cell METRES] "
            "[--places N] [--list N] [--turn DEGREES] [--agent HEIGHT,STEP,GAP]\n");
        return 2;
    }
    auto wanted = [&](const char *part) { return options.part.empty() || options.part == part; };
    wend_context *one = make_context(1), *all = make_context(0);
    std::vector<Scene> scenes = load(one, options);
    if (wanted("speed"))
        speed(one, scenes);
    if (wanted("stairs"))
        stairs(all, options.quick ? 300 : 5000);
    if (wanted("holes"))
        holes(one);
    if (wanted("flood"))
        flood_part(all, scenes, options);
    if (wanted("named"))
        named(all, options);
    for (Scene &s : scenes)
        wend_scene_destroy(s.scene);
    wend_context_destroy(all);
    wend_context_destroy(one);
    std::printf("\n%s", missed_bars.empty() ? "kept: all bars that were judged\n" : "MISSED:\n");
    for (const std::string &bar : missed_bars)
        std::printf("    %s\n", bar.c_str());
    return missed_bars.empty() ? 0 : 1;
}
