// The medial axis against Boost.Polygon's Voronoi diagram of segments, and how it grows.
//
//     bench_medial [--quick]        --quick leaves out the sizes above 10,000 vertices
//     bench_medial --files FILE...  compares the vertices of floor plans in files, no more
//
// Boost gets the boundary edges of the plan (both sides of a wall without width as one) and its point obstacles, on the
// same lattice; making its input is left out. "medial" is wend_medial_build on the finished plan: structure, search
// tree, bottleneck forest and narrow places. "with plan" adds the plan's triangulation. Thread time, the least of
// several runs that alternate.
//
// The last lines tell every bar, kept or not. Exits 1 when one is not, or the two diagrams disagree: every true vertex
// of the medial axis must be a vertex of Boost's, and every vertex of Boost's that has three primary edges and lies
// inside the floor must be one of ours.
#include "family.hpp"
#include "medial_parts.h"
#include "storeys.h"

#include <wend/file.h>

#include <boost/polygon/point_data.hpp>
#include <boost/polygon/segment_data.hpp>
#include <boost/polygon/voronoi.hpp>
#include <boost/version.hpp>

#include <cstring>
#include <ctime>
#include <map>
#include <set>
#include <string>

namespace {

using Diagram = boost::polygon::voronoi_diagram<double>;
using BoostPoint = boost::polygon::point_data<int>;
using BoostSegment = boost::polygon::segment_data<int>;

double thread_ms() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// ---------------------------------------------------------------------------------------------------- bars

// What the bars say, and the worst that was measured.
struct Bar {
    const char *text;
    double most;
    double worst = 0;
    std::string where = {};
};

struct Bars {
    Bar tenth{"of Boost's time, without the triangulation, on squares, star and city", 0.10};
    Bar third{"of Boost's time, without the triangulation, on the other plans", 0.30};
    Bar with_plan{"of Boost's time, with our triangulation, on squares, star and city", 0.35};
    Bar differ{"true vertices that are not Boost's", 0};
    Bar growth{"of n is what time grows with (n log n: 1.09)", 1.2};
    Bar squares{"times the time of squares per vertex, 100,000-gon and comb", 4};
    Bar bytes{"bytes per boundary vertex", 200};
    Bar thin_bytes{"bytes per boundary vertex, walls of no width", 250};
    Bar city{"seconds for a city of 197,884 vertices on many storeys", 9};
    Bar forest{"microseconds per vertex for the bottleneck tree", 1};
    Bar widest{"microseconds for the widest way once both places are located", 1};
    Bar doubling{"times as many pieces looked at for a clearance at the largest size as on average at smaller ones",
                 1.5};

    std::vector<const Bar *> all() const {
        return {&tenth, &third,      &with_plan, &differ, &growth, &squares,
                &bytes, &thin_bytes, &city,      &forest, &widest, &doubling};
    }
};

bool judge(Bar &bar, double value, const std::string &where) {
    if (value > bar.worst || bar.where.empty()) {
        bar.worst = value;
        bar.where = where;
    }
    return value <= bar.most;
}

bool tell(const Bars &bars) {
    bool good = true;
    std::printf("\nBars:\n");
    for (const Bar *bar : bars.all()) {
        bool kept = bar->worst <= bar->most;
        good = good && kept;
        if (bar->where.empty())
            std::printf("not asked  at most %g %s\n", bar->most, bar->text);
        else
            std::printf("%-9s  at most %g %s: %.3g (%s)\n", kept ? "kept" : "NOT kept", bar->most, bar->text,
                        bar->worst, bar->where.c_str());
    }
    return good;
}

// ---------------------------------------------------------------------------------------------------- inputs

enum class Shape { sample, polygon, chain, grid };

struct Row {
    const char *label;
    Shape shape;
    const char *sample;
    int size;
    double bar;      // medial against Boost
    double plan_bar; // with the plan's triangulation; 0 for none
};

const Row rows[] = {
    {"squares 2k", Shape::sample, "squares", 2000, 0.10, 0.35},
    {"squares 10k", Shape::sample, "squares", 10000, 0.10, 0.35},
    {"squares 37k", Shape::sample, "squares", 37000, 0.10, 0.35},
    {"squares 200k", Shape::sample, "squares", 200000, 0.10, 0.35},
    {"star 10k", Shape::sample, "star", 10000, 0.10, 0.35},
    {"city 10k", Shape::sample, "blocks", 10000, 0.10, 0.35},
    {"city 100k", Shape::sample, "blocks", 100000, 0.10, 0.35},
    {"1,000-gon", Shape::polygon, "circle", 1000, 0.30, 0},
    {"10,000-gon", Shape::polygon, "circle", 10000, 0.30, 0},
    {"ellipse 10k", Shape::polygon, "ellipse", 10000, 0.30, 0},
    {"comb 10k", Shape::sample, "comb", 10000, 0.30, 0},
    {"chain 10k", Shape::chain, "chain", 10000, 0.30, 0},
    {"maze 10k", Shape::sample, "maze", 10000, 0.30, 0},
    {"grid 10k", Shape::grid, "grid", 10000, 0.30, 0},
    {"thin walls 10k", Shape::sample, "thin-walls", 10000, 0.30, 0},
};

void add_ring(wend_drawing *drawing, wend_shape_kind kind, const std::vector<double> &points) {
    wend_drawing_add(drawing, kind, kind == WEND_SHAPE_OUTER ? 0 : -1, points.data(),
                     static_cast<int32_t>(points.size() / 2));
}

wend_drawing *draw(wend_context *context, Shape shape, const char *name, int size) {
    wend_drawing *drawing = nullptr;
    if (shape == Shape::sample) {
        wend_result result = wend_sample_build_drawing(context, name, size, 1, &drawing);
        if (result != WEND_OK)
            give_up(name, result);
        return drawing;
    }
    if (wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) != WEND_OK)
        give_up(name, WEND_ERROR_MEMORY);
    std::vector<double> ring;
    const double large = 33554432.0; // 2^25
    if (shape == Shape::polygon) {
        double height = std::strcmp(name, "ellipse") == 0 ? large / 8 : large;
        for (int i = 0; i < size; i++) {
            double angle = 6.283185307179586 * i / size;
            ring.insert(ring.end(), {std::round(large * std::cos(angle)), std::round(height * std::sin(angle))});
        }
        add_ring(drawing, WEND_SHAPE_OUTER, ring);
    } else if (shape == Shape::chain) { // bends by a lattice step or two in thousands
        for (int i = 0; i < size - 2; i++) {
            double t = 2.0 * i / (size - 3) - 1;
            ring.insert(ring.end(), {std::round(large * t), std::round(20000 * t * t) + i % 2});
        }
        ring.insert(ring.end(), {large, large, -large, large});
        add_ring(drawing, WEND_SHAPE_OUTER, ring);
    } else {
        int side = static_cast<int>(std::sqrt(size / 4.0));
        double cell = 1024;
        add_ring(drawing, WEND_SHAPE_OUTER, {0, 0, side * cell, 0, side * cell, side * cell, 0, side * cell});
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) {
                double x0 = x * cell + 256, y0 = y * cell + 256, x1 = x0 + 512, y1 = y0 + 512;
                add_ring(drawing, WEND_SHAPE_OBSTACLE, {x0, y0, x1, y0, x1, y1, x0, y1});
            }
    }
    return drawing;
}

struct BoostInput {
    std::vector<BoostPoint> points;
    std::vector<BoostSegment> segments;
};

BoostInput for_boost(const wend_plan_view &view) {
    BoostInput out;
    std::set<std::pair<std::pair<int, int>, std::pair<int, int>>> seen;
    for (int32_t b = 0; b < view.boundary_count; b++) {
        const wend_plan_triangle &t = view.triangles[view.boundaries[b].edge / 3];
        int i = view.boundaries[b].edge % 3;
        wend_point p = view.vertices[t.v[i]], q = view.vertices[t.v[(i + 1) % 3]];
        std::pair<int, int> a{p.x, p.y}, c{q.x, q.y};
        if (seen.insert({std::min(a, c), std::max(a, c)}).second)
            out.segments.emplace_back(BoostPoint(p.x, p.y), BoostPoint(q.x, q.y));
    }
    for (int32_t v = 0; v < view.vertex_count; v++)
        if (view.vertex_flags[v] & WEND_VERTEX_POINT)
            out.points.emplace_back(view.vertices[v].x, view.vertices[v].y);
    return out;
}

// ---------------------------------------------------------------------------------------------------- the same?

using Places = std::multimap<double, double>;

bool has_near(const Places &places, double x, double y, double slack) {
    for (auto at = places.lower_bound(x - slack); at != places.end() && at->first <= x + slack; ++at)
        if (std::fabs(at->second - y) <= slack)
            return true;
    return false;
}

int primary_edges(const Diagram::vertex_type &vertex) {
    int count = 0;
    const Diagram::edge_type *edge = vertex.incident_edge();
    do {
        count += edge->is_primary();
        edge = edge->rot_next();
    } while (edge != vertex.incident_edge());
    return count;
}

// How many vertices of either side the other one does not have.
int64_t differences(const wend_plan *plan, const wend_medial *medial, const Diagram &diagram) {
    wend_plan_view view = wend_plan_look(plan);
    wend_medial_view m = wend_medial_look(medial);
    Places ours, theirs;
    double slack = 1e-3;
    for (int32_t k = 0; k < m.vertex_count; k++)
        ours.emplace(m.vertices[k].x, m.vertices[k].y);
    for (const auto &vertex : diagram.vertices())
        theirs.emplace(vertex.x(), vertex.y());
    int64_t missing = 0;
    for (int32_t k = 0; k < m.vertex_count; k++)
        if (m.vertices[k].radius > slack && !has_near(theirs, m.vertices[k].x, m.vertices[k].y, slack))
            missing++;
    for (const auto &vertex : diagram.vertices()) {
        if (primary_edges(vertex) < 3 || has_near(ours, vertex.x(), vertex.y(), slack))
            continue;
        double place[2] = {view.lattice.origin[0] + view.lattice.step * vertex.x(),
                           view.lattice.origin[1] + view.lattice.step * vertex.y()};
        wend_spot spot;
        wend_medial_near near;
        wend_plan_locate(plan, place, 0, &spot);
        wend_medial_clearance(medial, &spot, &near);
        // Beside the boundary a place that is rounded may be inside when the vertex is not.
        missing += near.clearance > 2 * view.lattice.step * view.unit;
    }
    return missing;
}

// ---------------------------------------------------------------------------------------------------- rows

struct Times {
    double plan = 1e300, medial = 1e300, boost = 1e300;
    int32_t vertices = 0;
    int64_t missing = 0;
    size_t bytes = 0;
};

Times measure(wend_context *context, const Row &row, int runs, bool compare) {
    Times times;
    wend_drawing *drawing = draw(context, row.shape, row.sample, row.size);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = row.shape == Shape::sample ? 0 : 1;
    for (int k = 0; k < runs; k++) {
        double start = thread_ms();
        wend_plan *plan = nullptr;
        wend_result result = wend_plan_build(context, drawing, &def, &plan, nullptr);
        if (result != WEND_OK)
            give_up("wend_plan_build", result);
        times.plan = std::min(times.plan, thread_ms() - start);
        wend_plan_view view = wend_plan_look(plan);
        times.vertices = view.boundary_count;
        size_t before = wend_bytes_now(context);
        start = thread_ms();
        wend_medial *medial = nullptr;
        result = wend_medial_build(context, plan, nullptr, &medial, nullptr);
        if (result != WEND_OK)
            give_up("wend_medial_build", result);
        times.medial = std::min(times.medial, thread_ms() - start);
        times.bytes = wend_bytes_now(context) - before;
        if (compare) {
            BoostInput input = for_boost(view);
            Diagram diagram;
            start = thread_ms();
            boost::polygon::construct_voronoi(input.points.begin(), input.points.end(), input.segments.begin(),
                                              input.segments.end(), &diagram);
            times.boost = std::min(times.boost, thread_ms() - start);
            if (k == 0)
                times.missing = differences(plan, medial, diagram);
        }
        wend_medial_destroy(medial);
        wend_plan_destroy(plan);
    }
    wend_drawing_destroy(drawing);
    return times;
}

void compare_row(wend_context *context, const Row &row, Bars &bars) {
    Times t = measure(context, row, row.size <= 10000 ? 5 : 3, true);
    double ratio = t.medial / t.boost, with_plan = (t.medial + t.plan) / t.boost;
    double bytes = static_cast<double>(t.bytes) / t.vertices;
    bool thin = std::strcmp(row.sample, "thin-walls") == 0;
    bool fast = judge(row.bar < 0.2 ? bars.tenth : bars.third, ratio, row.label);
    if (row.plan_bar > 0)
        fast = judge(bars.with_plan, with_plan, row.label) && fast;
    bool small = judge(thin ? bars.thin_bytes : bars.bytes, bytes, row.label);
    bool same = judge(bars.differ, static_cast<double>(t.missing), row.label);
    std::printf("%-16s %8d %10.2f %8.2f %10.2f %8.2f %7.3f %7.3f %8.0f%s%s%s\n", row.label, t.vertices, t.medial,
                t.medial * 1e3 / t.vertices, t.boost, t.boost * 1e3 / t.vertices, ratio, with_plan, bytes,
                fast ? "" : "  TOO SLOW", small ? "" : "  TOO LARGE", same ? "" : "  VERTICES DIFFER");
    std::fflush(stdout);
}

// Microseconds per boundary edge at each size; how time grows from the smallest to the largest is judged.
std::vector<double> growth_row(wend_context *context, const char *label, Shape shape, const char *name,
                               const std::vector<int> &sizes, Bars &bars) {
    std::vector<double> us;
    std::printf("%-16s", label);
    for (int size : sizes) {
        Times t = measure(context, {label, shape, name, size, 0, 0}, 3, false);
        us.push_back(t.medial * 1e3 / t.vertices);
        std::printf(" %9.2f", us.back());
        std::fflush(stdout);
    }
    double grows = 1 + std::log(us.back() / us.front()) / std::log(sizes.back() * 1.0 / sizes.front());
    judge(bars.growth, grows, label);
    std::printf("   n^%.2f\n", grows);
    return us;
}

// Compares the diagrams of one file; false when they differ.
bool compare_file(wend_context *context, const char *path) {
    wend_drawing *drawing = nullptr;
    wend_plan *plan = nullptr;
    wend_medial *medial = nullptr;
    int64_t missing = -1;
    if (wend_file_read_drawing(context, path, &drawing, nullptr) == WEND_OK &&
        wend_plan_build(context, drawing, nullptr, &plan, nullptr) == WEND_OK &&
        wend_medial_build(context, plan, nullptr, &medial, nullptr) == WEND_OK) {
        BoostInput input = for_boost(wend_plan_look(plan));
        Diagram diagram;
        boost::polygon::construct_voronoi(input.points.begin(), input.points.end(), input.segments.begin(),
                                          input.segments.end(), &diagram);
        missing = differences(plan, medial, diagram);
        std::printf("%10d edges %10d vertices %6lld differ  %s\n", wend_plan_look(plan).boundary_count,
                    wend_medial_look(medial).vertex_count, static_cast<long long>(missing), path);
    }
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    return missing <= 0;
}

// A city of twenty storeys with as many vertices as the largest environment of van Toll et al. (2018), who took 9 s.
void storeys_row(wend_context *context, int32_t floors, int size, bool bar, Bars &bars) {
    wend_drawing *drawing = draw(context, Shape::sample, "blocks", size);
    wend_plan *plan = nullptr;
    wend_result result = wend_plan_build(context, drawing, nullptr, &plan, nullptr);
    storeys *building = result == WEND_OK ? storeys_make(context, plan, floors, nullptr) : nullptr;
    if (building == nullptr)
        give_up("storeys", result);
    double least = 1e300;
    wend_plan_view view = wend_plan_look(storeys_look(building));
    for (int k = 0; k < 3; k++) {
        wend_medial *medial = nullptr;
        double start = thread_ms();
        result = wend_medial_build(context, storeys_look(building), nullptr, &medial, nullptr);
        if (result != WEND_OK)
            give_up("wend_medial_build", result);
        least = std::min(least, thread_ms() - start);
        wend_medial_destroy(medial);
    }
    std::printf("\nA city of %d storeys, %d vertices, %d boundary edges, %d component(s): %.0f ms, %.2f us per edge.\n",
                floors, view.vertex_count, view.boundary_count, view.component_count, least,
                least * 1e3 / view.boundary_count);
    if (bar && view.vertex_count >= 197884)
        judge(bars.city, least * 1e-3, std::to_string(view.vertex_count) + " vertices");
    storeys_free(building);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

// ---------------------------------------------------------------------------------------------------- questions

struct Made {
    wend_drawing *drawing = nullptr;
    wend_plan *plan = nullptr;
    wend_medial *medial = nullptr;
    std::vector<wend_spot> spots; // random places
};

// A drawing turned by an angle, in radians.
wend_drawing *turned_drawing(wend_context *context, wend_drawing *drawing, double angle) {
    wend_drawing_view view = wend_drawing_look(drawing);
    wend_drawing *out = nullptr;
    if (wend_drawing_create(context, view.rule, &out) != WEND_OK)
        give_up("a drawing", WEND_ERROR_MEMORY);
    for (int k = 0; k < view.shape_count; k++) {
        const wend_shape &shape = view.shapes[k];
        std::vector<double> points;
        for (int i = shape.first; i < shape.first + shape.count; i++) {
            double x = view.points[2 * i], y = view.points[2 * i + 1];
            points.push_back(x * std::cos(angle) - y * std::sin(angle));
            points.push_back(x * std::sin(angle) + y * std::cos(angle));
        }
        wend_drawing_add(out, shape.kind, shape.polygon, points.data(), shape.count);
    }
    wend_drawing_destroy(drawing);
    return out;
}

Made make(wend_context *context, Shape shape, const char *name, int size, double turn, size_t count) {
    Made m;
    m.drawing = draw(context, shape, name, size);
    if (turn != 0)
        m.drawing = turned_drawing(context, m.drawing, turn);
    if (wend_plan_build(context, m.drawing, nullptr, &m.plan, nullptr) != WEND_OK ||
        wend_medial_build(context, m.plan, nullptr, &m.medial, nullptr) != WEND_OK)
        give_up(name, WEND_ERROR_MEMORY);
    uint64_t state = 1;
    while (m.spots.size() < count) {
        wend_spot spot = {-1, {0, 0}, 0};
        double place[2];
        wend_plan_random(m.plan, &state, place, &spot.triangle);
        wend_plan_locate(m.plan, place, 0, &spot);
        if (spot.triangle >= 0)
            m.spots.push_back(spot);
    }
    return m;
}

void destroy(Made &m) {
    wend_medial_destroy(m.medial);
    wend_plan_destroy(m.plan);
    wend_drawing_destroy(m.drawing);
}

// Microseconds per clearance; the answers go to *nears.
double time_clearances(const Made &m, std::vector<wend_medial_near> *nears) {
    nears->resize(m.spots.size());
    double start = thread_ms();
    for (size_t k = 0; k < m.spots.size(); k++)
        wend_medial_clearance(m.medial, &m.spots[k], &(*nears)[k]);
    return (thread_ms() - start) * 1e3 / static_cast<double>(m.spots.size());
}

// Microseconds per question, the places located before: in the plan for a clearance, on the axis for the widest way.
void query_row(wend_context *context, const char *name, int size, Bars &bars) {
    Made m = make(context, Shape::sample, name, size, 0, 20000);
    std::vector<wend_medial_near> nears;
    double clearance = time_clearances(m, &nears), sum = 0, start = thread_ms();
    for (size_t k = 1; k < nears.size(); k++)
        sum += medial_widest_between(m.medial, &nears[k - 1], &nears[k]);
    double widest = (thread_ms() - start) * 1e3 / static_cast<double>(nears.size() - 1), forest = 1e300;
    for (int k = 0; k < 3; k++) {
        start = thread_ms();
        if (!medial_forest_again(m.medial))
            give_up(name, WEND_ERROR_MEMORY);
        forest = std::min(forest, (thread_ms() - start) * 1e3 / wend_plan_look(m.plan).boundary_count);
    }
    judge(bars.widest, widest, name);
    judge(bars.forest, forest, name);
    std::printf("%-16s %9d %12.2f %14.2f %14.2f%s\n", name, wend_plan_look(m.plan).boundary_count, clearance, widest,
                forest, sum >= 0 ? "" : " ?");
    destroy(m);
}

// Clearances at doubled sizes: microseconds, and how many pieces of cells lie in boxes around a place: with log n they
// hardly grow; with the root of n the last would be 2.2 times the mean of the others, with n 4.3 times.
void doubling_row(wend_context *context, const char *label, Shape shape, const char *name, double turn,
                  const std::vector<int> &sizes, Bars &bars) {
    std::vector<double> pieces;
    std::printf("%-16s", label);
    for (int size : sizes) {
        Made m = make(context, shape, name, size, turn, 5000);
        std::vector<wend_medial_near> nears;
        double us = time_clearances(m, &nears), sum = 0;
        for (const wend_spot &spot : m.spots)
            sum += medial_pieces_around(m.medial, &spot);
        pieces.push_back(sum / static_cast<double>(m.spots.size()));
        std::printf(" %7.2f %5.1f", us, pieces.back());
        std::fflush(stdout);
        destroy(m);
    }
    std::printf("\n");
    double smaller = 0;
    for (size_t k = 0; k + 1 < pieces.size(); k++)
        smaller += pieces[k] / static_cast<double>(pieces.size() - 1);
    judge(bars.doubling, pieces.back() / smaller, label);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc == 2 && std::strcmp(argv[1], "--quick") == 0;
    wend_context *context = make_context(1);
    bool good = true;
    if (argc > 2 && std::strcmp(argv[1], "--files") == 0) {
        for (int k = 2; k < argc; k++)
            good = compare_file(context, argv[k]) && good;
        wend_context_destroy(context);
        return good ? 0 : 1;
    }
    Bars bars;
    std::printf("Medial axis against Boost.Polygon %d.%d, one thread; ms, and microseconds per boundary edge.\n\n",
                BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000);
    std::printf("%-16s %8s %10s %8s %10s %8s %7s %7s %8s\n", "plan", "edges", "medial", "us", "Boost", "us", "ratio",
                "w. plan", "bytes");
    for (const Row &row : rows)
        if (!quick || row.size <= 10000)
            compare_row(context, row, bars);
    std::vector<int> sizes = quick ? std::vector<int>{2500, 10000} : std::vector<int>{6250, 25000, 100000, 400000};
    std::printf("\nGrowth: microseconds per boundary edge.\n\n%-16s", "plan");
    for (int size : sizes)
        std::printf(" %9d", size);
    std::printf("\n");
    size_t hundred = quick ? 1 : 2; // which of the sizes is 100,000
    double squares = growth_row(context, "squares", Shape::sample, "squares", sizes, bars)[hundred];
    growth_row(context, "city", Shape::sample, "blocks", sizes, bars);
    judge(bars.squares, growth_row(context, "n-gon", Shape::polygon, "circle", sizes, bars)[hundred] / squares,
          "n-gon");
    judge(bars.squares, growth_row(context, "comb", Shape::sample, "comb", sizes, bars)[hundred] / squares, "comb");
    growth_row(context, "maze", Shape::sample, "maze", sizes, bars);
    storeys_row(context, quick ? 5 : 20, 11600, !quick, bars);
    std::printf("\nQuestions: microseconds each, places located before; the bottleneck tree: microseconds per boundary "
                "vertex.\n\n%-16s %9s %12s %14s %14s\n",
                "plan", "edges", "clearance", "widest", "tree");
    for (const char *name : {"rooms", "blocks", "squares", "comb", "maze"})
        query_row(context, name, quick ? 10000 : 100000, bars);
    sizes = quick ? std::vector<int>{2500, 5000, 10000} : std::vector<int>{6250, 12500, 25000, 50000, 100000};
    std::printf("\nClearance at doubled sizes: microseconds, and pieces of cells in boxes around a place.\n\n%-16s",
                "plan");
    for (int size : sizes)
        std::printf(" %13d", size);
    std::printf("\n");
    doubling_row(context, "comb", Shape::sample, "comb", 0, sizes, bars);
    doubling_row(context, "comb, aslant", Shape::sample, "comb", 0.6, sizes, bars);
    doubling_row(context, "n-gon", Shape::polygon, "circle", 0, sizes, bars);
    doubling_row(context, "ellipse", Shape::polygon, "ellipse", 0, sizes, bars);
    doubling_row(context, "star", Shape::sample, "star", 0, sizes, bars);
    doubling_row(context, "squares", Shape::sample, "squares", 0, sizes, bars);
    doubling_row(context, "rooms", Shape::sample, "rooms", 0, sizes, bars);
    wend_context_destroy(context);
    return tell(bars) ? 0 : 1;
}
