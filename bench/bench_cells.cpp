// Cells: the table of the thesis, what relaxation does, speed and growth.
//
//     bench_cells [--quick | --counts]     --quick leaves out the sizes above 10,000 vertices;
//                                          --counts prints the table of the thesis as comma-separated values, no more
//
// The polygons are those of the thesis's table 3.1, in ../shared/data/poly2d (or $WEND_DATA/poly2d); what needs them is
// left out when they are not there. "merging" starts from the plan's triangulation and removes its edges in the order
// of their half-edges, each where the angles at both ends stay at most 180 degrees + alpha. All at alpha = 5 degrees.
//
// Exits 1 when notches are not those of the thesis, a count is above its bar, --quality best is more than 5% above the
// best known in sum, or default cells of 100,000 vertices take longer than their triangulation.
#include "family.hpp"

#include <wend/file.h>

#include <cstring>
#include <string>

namespace {

struct Polygon {
    const char *file;
    int notches, thesis; // of the thesis
    int bar;             // for the default
    int known;           // the best known
};
const Polygon polygons[] = {
    {"poly2tri/funny.dat", 42, 53, 34, 32},           {"cdt/guitar_no_box.txt", 76, 57, 44, 41},
    {"poly2tri/debug.dat", 79, 108, 70, 68},          {"poly2tri/bird.dat", 102, 100, 61, 58},
    {"triangle/superior.poly", 172, 168, 97, 88},     {"poly2tri/nazca_heron.dat", 272, 258, 169, 156},
    {"poly2tri/nazca_monkey.dat", 374, 361, 254, 235}};
const double allowed_above = 0.05; // of best, in sum
const double pi = 3.14159265358979323846;

// ---------------------------------------------------------------------------------------------------- stages

// Cells of a plan; the caller destroys them.
wend_cells *make_cells(wend_context *context, const wend_plan *plan, wend_cells_quality quality, double relax) {
    wend_cells_def def = wend_default_cells_def();
    def.quality = quality;
    def.relax = relax;
    wend_cells *cells = nullptr;
    wend_result result = wend_cells_build(context, plan, &def, &cells, nullptr);
    if (result != WEND_OK)
        give_up("wend_cells_build", result);
    return cells;
}

// Builds cells and drops them again; adds the time that building took to `times`.
wend_cells_view run_cells(wend_context *context, const wend_plan *plan, wend_cells_quality quality,
                          std::vector<double> &times) {
    double start = now_ms();
    wend_cells *cells = make_cells(context, plan, quality, 0);
    times.push_back(now_ms() - start);
    wend_cells_view view = wend_cells_look(cells); // its numbers stay good, its arrays do not
    wend_cells_destroy(cells);
    return view;
}

// The plan of a polygon of the table; NULL when the data is not there.
wend_plan *read_polygon(wend_context *context, const char *file) {
    const char *folder = std::getenv("WEND_DATA");
    std::string path = std::string(folder && folder[0] ? folder : "../shared/data") + "/poly2d/" + file;
    FILE *there = std::fopen(path.c_str(), "rb");
    if (!there)
        return nullptr;
    std::fclose(there);
    wend_drawing *drawing = nullptr;
    wend_result result = wend_file_read_drawing(context, path.c_str(), &drawing, nullptr);
    if (result != WEND_OK)
        give_up(file, result);
    std::vector<double> times;
    wend_plan *plan = run_plan(context, drawing, times);
    wend_drawing_destroy(drawing);
    return plan;
}

// ---------------------------------------------------------------------------------------------------- merging

class Merging {
  public:
    Merging(const wend_plan *plan, double limit)
        : view(wend_plan_look(plan)), most(limit), removed(3 * static_cast<size_t>(view.triangle_count), false) {
    }

    // Removes what can be removed; returns how many pieces are left.
    int run() {
        int pieces = view.triangle_count;
        for (int32_t e = 0; e < 3 * view.triangle_count; e++) {
            if (twin(e) < e || angle(e) > most || angle(twin(e)) > most)
                continue;
            removed[static_cast<size_t>(e)] = removed[static_cast<size_t>(twin(e))] = true;
            pieces--;
        }
        return pieces;
    }

  private:
    wend_plan_view view;
    double most;
    std::vector<bool> removed; // of each half-edge

    int32_t twin(int32_t e) const {
        return view.triangles[e / 3].twin[e % 3];
    }
    int32_t start(int32_t e) const {
        return view.triangles[e / 3].v[e % 3];
    }
    static int32_t next(int32_t e) {
        return e / 3 * 3 + (e % 3 + 1) % 3;
    }

    // The angle at the start of e that is left when e is removed.
    double angle(int32_t e) const {
        int32_t left = next(next(e)), right = next(twin(e)); // into the vertex, and out of it
        while (twin(left) >= 0 && removed[static_cast<size_t>(left)])
            left = next(next(twin(left)));
        while (twin(right) >= 0 && removed[static_cast<size_t>(right)])
            right = next(twin(right));
        if (twin(left) == e) // nothing else ends here
            return 2 * pi;
        wend_point at = view.vertices[start(e)], to = view.vertices[start(left)],
                   from = view.vertices[start(next(right))];
        double ax = double(from.x) - at.x, ay = double(from.y) - at.y, bx = double(to.x) - at.x,
               by = double(to.y) - at.y;
        double turn = std::atan2(ax * by - ay * bx, ax * bx + ay * by);
        return turn > 0 ? turn : turn + 2 * pi;
    }
};

int merge(const wend_plan *plan) {
    return Merging(plan, pi + wend_default_cells_def().relax_angle).run();
}

// ---------------------------------------------------------------------------------------------------- the table

struct Row {
    int merging = 0;
    wend_cells_view cells[2];
    double ms[2] = {0, 0};
};

Row measure(wend_context *context, const wend_plan *plan) {
    Row row;
    row.merging = merge(plan);
    for (int quality = 0; quality < 2; quality++) {
        std::vector<double> times;
        for (int i = 0; i < 5; i++)
            row.cells[quality] = run_cells(context, plan, static_cast<wend_cells_quality>(quality), times);
        row.ms[quality] = median(times);
    }
    return row;
}

void print_quality(const Row &row, int quality) {
    const wend_cells_view &view = row.cells[quality];
    std::printf(" |%6d %8.2f %9.4g %7.3f", view.cell_count, row.ms[quality], view.portal_length,
                view.smallest_angle * 180 / pi);
}

struct Sums {
    int notches = 0, thesis = 0, merging = 0, bar = 0, known = 0, fast = 0, best = 0;
};

bool print_row(const Polygon &polygon, const Row &row, Sums &sums) {
    int notches = row.cells[0].notch_count, fast = row.cells[0].cell_count;
    bool notches_right = notches == polygon.notches, below = fast <= polygon.bar;
    std::printf("%-26s %7d %7d %8d %5d %6d", polygon.file, notches, polygon.thesis, row.merging, polygon.bar,
                polygon.known);
    print_quality(row, WEND_CELLS_FAST);
    print_quality(row, WEND_CELLS_BEST);
    std::printf("  %s%s\n", below ? "ok" : "FAIL: above the bar", notches_right ? "" : "  FAIL: other notches");
    sums.notches += notches;
    sums.thesis += polygon.thesis;
    sums.merging += row.merging;
    sums.bar += polygon.bar;
    sums.known += polygon.known;
    sums.fast += fast;
    sums.best += row.cells[1].cell_count;
    return notches_right && below;
}

bool table(wend_context *context) {
    std::printf(
        "Cells of the polygons of the thesis, alpha = 5 degrees, tau = 0; medians of 5 runs in ms, one thread.\n"
        "\"length\" is that of all portals in the polygon's units, \"angle\" the smallest at a portal's end in "
        "degrees.\n\n");
    std::printf("%64s |%-33s |%s\n", "", " default", " best");
    std::printf("%-26s %7s %7s %8s %5s %6s |%6s %8s %9s %7s |%6s %8s %9s %7s\n", "polygon", "notches", "thesis",
                "merging", "bar", "known", "cells", "ms", "length", "angle", "cells", "ms", "length", "angle");
    Sums sums;
    bool good = true;
    for (const Polygon &polygon : polygons) {
        wend_plan *plan = read_polygon(context, polygon.file);
        if (!plan) {
            std::printf("left out: %s is not there\n", polygon.file);
            return true;
        }
        good = print_row(polygon, measure(context, plan), sums) && good;
        wend_plan_destroy(plan);
    }
    std::printf("%-26s %7d %7d %8d %5d %6d |%6d %26s |%6d\n\n", "sum", sums.notches, sums.thesis, sums.merging,
                sums.bar, sums.known, sums.fast, "", sums.best);
    double above = double(sums.best - sums.known) / sums.known;
    bool near = above <= allowed_above;
    std::printf("best: %.1f%% above the best known in sum; at most %.0f%%: %s\n", above * 100, allowed_above * 100,
                near ? "ok" : "FAIL");
    return good && near;
}

// The same numbers for scripts/figure_cells.
void counts(wend_context *context) {
    std::printf("polygon,thesis,merging,default,best,known\n");
    for (const Polygon &polygon : polygons) {
        wend_plan *plan = read_polygon(context, polygon.file);
        if (!plan)
            give_up(polygon.file, WEND_ERROR_IO);
        Row row = measure(context, plan);
        std::printf("%s,%d,%d,%d,%d,%d\n", polygon.file, polygon.thesis, row.merging, row.cells[0].cell_count,
                    row.cells[1].cell_count, polygon.known);
        wend_plan_destroy(plan);
    }
}

// ---------------------------------------------------------------------------------------------------- relaxation

double extent_of(const wend_plan *plan) {
    wend_plan_view view = wend_plan_look(plan);
    int32_t low[2] = {INT32_MAX, INT32_MAX}, high[2] = {INT32_MIN, INT32_MIN};
    for (int32_t v = 0; v < view.vertex_count; v++) {
        low[0] = std::min(low[0], view.vertices[v].x);
        high[0] = std::max(high[0], view.vertices[v].x);
        low[1] = std::min(low[1], view.vertices[v].y);
        high[1] = std::max(high[1], view.vertices[v].y);
    }
    return std::max(double(high[0]) - low[0], double(high[1]) - low[1]) * view.lattice.step;
}

void relaxation(wend_context *context) {
    static const int shares[] = {0, 1000, 300, 100, 30}; // tau is the polygon's extent over this
    std::printf(
        "\nRelaxation: notches that are left, and default cells, for tau as a share of the polygon's extent.\n\n"
        "%-26s",
        "polygon");
    for (int share : shares)
        std::printf(" %13s", share ? ("1/" + std::to_string(share)).c_str() : "0");
    std::printf("\n");
    for (const Polygon &polygon : polygons) {
        wend_plan *plan = read_polygon(context, polygon.file);
        if (!plan)
            return;
        int last = INT32_MAX;
        bool falls = true;
        std::printf("%-26s", polygon.file);
        for (int share : shares) {
            wend_cells *cells = make_cells(context, plan, WEND_CELLS_FAST, share ? extent_of(plan) / share : 0);
            wend_cells_view view = wend_cells_look(cells);
            std::printf(" %6d %6d", view.notch_count, view.cell_count);
            falls = falls && view.cell_count <= last;
            last = view.cell_count;
            wend_cells_destroy(cells);
        }
        std::printf("%s\n", falls ? "" : "  DOES NOT FALL");
        wend_plan_destroy(plan);
    }
}

// ---------------------------------------------------------------------------------------------------- speed

bool speed_row(wend_context *one, wend_context *all, const Family &family, int size) {
    Input input = make_input(one, family, size);
    std::vector<double> triangulation, planning, single, parallel, best;
    wend_cells_view view = {};
    int32_t best_count = 0;
    for (int i = 0; i < (size > 10000 ? 5 : 15); i++) {
        triangulation.push_back(run_wend(one, input).ms);
        wend_plan *plan = run_plan(one, input.drawing, planning);
        view = run_cells(one, plan, WEND_CELLS_FAST, single);
        run_cells(all, plan, WEND_CELLS_FAST, parallel);
        if (i < 3)
            best_count = run_cells(all, plan, WEND_CELLS_BEST, best).cell_count;
        wend_plan_destroy(plan);
    }
    double ms = median(parallel);
    bool slow = size >= 100000 && ms > median(triangulation);
    std::printf("%-18s %8zu %9.1f %9.1f %9.1f %9.1f %9.1f %9.2f %9.2f %8d %8d  %s\n", family.label, input.points.size(),
                median(triangulation), median(planning), median(single), ms, median(best), ms / median(triangulation),
                ms / median(planning), view.cell_count, best_count,
                size < 100000 ? ""
                : slow        ? "FAIL: slower than the triangulation"
                              : "ok");
    std::fflush(stdout);
    wend_drawing_destroy(input.drawing);
    return !slow;
}

bool speed(wend_context *one, wend_context *all, int size) {
    std::printf(
        "\nSpeed: medians in ms, with one thread and with all; the ratios are those with all. \"triang.\" is "
        "the constrained\ntriangulation with inside and outside, \"plan\" wend_plan_build from the drawing to the "
        "finished plan.\n\n");
    std::printf("%-18s %8s %9s %9s %9s %9s %9s %9s %9s %8s %8s\n", "family", "vertices", "triang.", "plan", "cells",
                "cells all", "best all", "/triang.", "/plan", "cells", "best");
    bool good = true;
    for (const Family &family : families)
        good = speed_row(one, all, family, size) && good;
    return good;
}

// Time over n log2 n on doubling sizes: flat when the growth is n log n. The least of several runs, which other work on
// the machine disturbs least.
void growth_row(wend_context *context, const Family &family, const std::vector<int> &sizes) {
    std::printf("%-18s", family.label);
    double first = 0, last = 0;
    for (int size : sizes) {
        Input input = make_input(context, family, size);
        std::vector<double> planning, times;
        wend_plan *plan = run_plan(context, input.drawing, planning);
        for (int i = 0; i < 5; i++)
            run_cells(context, plan, WEND_CELLS_FAST, times);
        double n = static_cast<double>(input.points.size());
        last = *std::min_element(times.begin(), times.end()) * 1e6 / (n * std::log2(n));
        first = first == 0 ? last : first;
        std::printf(" %9.2f", last);
        std::fflush(stdout);
        wend_plan_destroy(plan);
        wend_drawing_destroy(input.drawing);
    }
    std::printf(" %9.2f\n", last / first);
}

void growth(wend_context *context, const std::vector<int> &sizes) {
    std::printf(
        "\nGrowth of default cells: nanoseconds per n log2 n on doubling sizes, one thread, best of 5.\n\n%-18s",
        "family");
    for (int size : sizes)
        std::printf(" %9d", size);
    std::printf(" %9s\n", "last/first");
    for (const Family &family : families)
        growth_row(context, family, sizes);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc == 2 && std::strcmp(argv[1], "--quick") == 0;
    wend_context *one = make_context(1);
    if (argc == 2 && std::strcmp(argv[1], "--counts") == 0) {
        counts(one);
        wend_context_destroy(one);
        return 0;
    }
    wend_context *all = make_context(0);
    bool good = table(one);
    relaxation(one);
    good = speed(one, all, quick ? 10000 : 100000) && good;
    growth(one, quick ? std::vector<int>{3125, 6250, 12500} : std::vector<int>{12500, 25000, 50000, 100000, 200000});
    wend_context_destroy(all);
    wend_context_destroy(one);
    std::printf(
        "\n%s: notches as in the thesis, default cells within the bars, best within %.0f%% of the best known, cells "
        "of 100,000\nvertices in no more time than their triangulation.\n",
        good ? "kept" : "BROKEN", allowed_above * 100);
    return good ? 0 : 1;
}
