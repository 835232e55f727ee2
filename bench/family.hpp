// What the benchmarks share: the families of samples, their input on the lattice, clocks, and Wend's own stages timed.
#ifndef WEND_BENCH_FAMILY_HPP
#define WEND_BENCH_FAMILY_HPP

#include <wend/wend.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

struct Family {
    const char *label;  // in the tables
    const char *sample; // of wend_sample_build_drawing
};
inline const Family families[] = {{"star", "star"},
                                  {"comb", "comb"},
                                  {"circle", "circle"},
                                  {"square with holes", "squares"},
                                  {"city blocks", "blocks"}};

inline double now_ms() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

// Processor time of the calling thread: what other programs do meanwhile hardly matters.
inline double thread_ms() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

[[noreturn]] inline void give_up(const char *what, wend_result result) {
    std::fprintf(stderr, "benchmark: %s: %s\n", what, wend_describe(result));
    std::exit(2);
}

// A context with that many threads; 0 for one per processor.
inline wend_context *make_context(int threads) {
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    wend_context *context = nullptr;
    wend_result result = wend_context_create(&def, &context);
    if (result != WEND_OK)
        give_up("context", result);
    return context;
}

// ---------------------------------------------------------------------------------------------------- input

struct Input {
    wend_drawing *drawing = nullptr;
    std::vector<wend_point> points;
    std::vector<wend_segment> segments;
    std::vector<std::vector<std::pair<int, int>>> polygons; // rings as [first, end) of points, the outer one first
};

// Largest power of two that is at most extent / 2^26: the lattice that a plan takes by default.
inline double lattice_step(const wend_drawing_view &view, double low[2]) {
    double high[2] = {view.points[0], view.points[1]};
    low[0] = high[0];
    low[1] = high[1];
    for (int i = 0; i < view.point_count; i++)
        for (int k = 0; k < 2; k++) {
            low[k] = std::min(low[k], view.points[2 * i + k]);
            high[k] = std::max(high[k], view.points[2 * i + k]);
        }
    double extent = std::max(high[0] - low[0], high[1] - low[1]);
    return std::exp2(std::floor(std::log2(extent / std::exp2(26))));
}

inline Input make_input(wend_context *context, const Family &family, int size) {
    Input input;
    wend_result result = wend_sample_build_drawing(context, family.sample, size, 1, &input.drawing);
    if (result != WEND_OK)
        give_up(family.sample, result);
    wend_drawing_view view = wend_drawing_look(input.drawing);
    double low[2];
    double step = lattice_step(view, low);
    for (int i = 0; i < view.point_count; i++)
        input.points.push_back({static_cast<int32_t>(std::lround((view.points[2 * i] - low[0]) / step)),
                                static_cast<int32_t>(std::lround((view.points[2 * i + 1] - low[1]) / step))});
    for (int s = 0; s < view.shape_count; s++) {
        const wend_shape &shape = view.shapes[s];
        if (shape.kind != WEND_SHAPE_OUTER && shape.kind != WEND_SHAPE_OBSTACLE)
            give_up("a benchmark family must consist of rings", WEND_ERROR_UNSUPPORTED);
        for (int i = 0; i < shape.count; i++)
            input.segments.push_back({shape.first + i, shape.first + (i + 1) % shape.count});
        size_t number = static_cast<size_t>(std::max(shape.polygon, 0));
        if (input.polygons.size() <= number)
            input.polygons.resize(number + 1);
        auto &rings = input.polygons[number];
        rings.insert(shape.kind == WEND_SHAPE_OUTER ? rings.begin() : rings.end(),
                     {shape.first, shape.first + shape.count});
    }
    return input;
}

// ---------------------------------------------------------------------------------------------------- stages

struct Run {
    double ms = 0;
    int64_t inside = 0; // triangles
    size_t peak_bytes = 0;
};

// Marks by the parity of the constrained edges on the way in.
inline int64_t flood_wend(const wend_triangulation_view &view) {
    std::vector<int8_t> depth(static_cast<size_t>(view.triangle_count), -1);
    std::vector<int32_t> current, next;
    int64_t inside = 0;
    for (int32_t t = 0; t < view.triangle_count && current.empty(); t++)
        for (int k = 0; k < 3; k++)
            if (view.triangles[t].v[k] == WEND_GHOST && current.empty())
                current.push_back(t);
    for (int8_t level = 0; !current.empty(); level ^= 1) {
        next.clear();
        while (!current.empty()) {
            int32_t t = current.back();
            current.pop_back();
            if (depth[t] >= 0)
                continue;
            depth[t] = level;
            inside += level;
            for (int k = 0; k < 3; k++) {
                int32_t other = view.triangles[t].twin[k] / 3;
                if (depth[other] < 0)
                    (view.triangles[t].mark[k] >= 0 ? next : current).push_back(other);
            }
        }
        current.swap(next);
    }
    return inside;
}

// Triangulates all rings and marks inside and outside.
inline Run run_wend(wend_context *context, const Input &input) {
    Run run;
    wend_triangulation *mesh = nullptr;
    size_t before = wend_bytes_now(context);
    wend_peak_reset(context);
    double start = now_ms();
    wend_result result = wend_triangulation_build(context, input.points.data(), static_cast<int32_t>(input.points.size()),
                                          input.segments.data(), static_cast<int32_t>(input.segments.size()), &mesh);
    if (result != WEND_OK)
        give_up("wend_triangulation_build", result);
    run.inside = flood_wend(wend_triangulation_look(mesh));
    run.ms = now_ms() - start;
    run.peak_bytes = wend_bytes_peak(context) - before;
    wend_triangulation_destroy(mesh);
    return run;
}

// Builds a plan, which the caller destroys; adds the time it took to `times`.
inline wend_plan *run_plan(wend_context *context, const wend_drawing *drawing, std::vector<double> &times) {
    wend_plan *plan = nullptr;
    double start = now_ms();
    wend_result result = wend_plan_build(context, drawing, nullptr, &plan, nullptr);
    if (result != WEND_OK)
        give_up("wend_plan_build", result);
    times.push_back(now_ms() - start);
    return plan;
}

#endif
