// Constrained triangulation against CGAL (and GEOS), and how it grows.
//
//     bench_cdt [--quick]     --quick leaves out the sizes above 10,000 vertices
//
// Both sides get the same integer coordinates: a sample drawing snapped to the lattice that a plan would choose. Both
// sides triangulate all rings as constraints, with one thread, and then mark inside and outside by the same flood over
// constrained edges; making the input arrays and freeing the result are left out on both sides. Runs alternate, so that
// both see the same machine, and medians are shown. CGAL: Exact_predicates_inexact_constructions_kernel, constraints
// that do not intersect, points inserted in spatial order.
//
// Exits 1 when Wend takes more than 1.5 times as long as CGAL at 10,000 or 100,000 vertices, or the two disagree.
#include "family.hpp"

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>

#ifdef WEND_BENCH_GEOS
#include <geos_c.h>
#endif

#include <cstring>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using FaceInfo = CGAL::Triangulation_face_base_with_info_2<int, Kernel>;
using Face = CGAL::Constrained_triangulation_face_base_2<Kernel, FaceInfo>;
using Structure = CGAL::Triangulation_data_structure_2<CGAL::Triangulation_vertex_base_2<Kernel>, Face>;
using Cdt = CGAL::Constrained_Delaunay_triangulation_2<Kernel, Structure, CGAL::No_constraint_intersection_tag>;

const double allowed_ratio = 1.5;

// ---------------------------------------------------------------------------------------------------- CGAL

// Marks by the parity of the constrained edges on the way in, as the other side does.
int64_t flood_cgal(Cdt &cdt) {
    for (auto face : cdt.all_face_handles())
        face->info() = -1;
    std::vector<Cdt::Face_handle> current{cdt.infinite_face()}, next;
    int64_t inside = 0;
    for (int level = 0; !current.empty(); level ^= 1) {
        next.clear();
        while (!current.empty()) {
            Cdt::Face_handle face = current.back();
            current.pop_back();
            if (face->info() >= 0)
                continue;
            face->info() = level;
            inside += level;
            for (int k = 0; k < 3; k++) {
                Cdt::Face_handle other = face->neighbor(k);
                if (other->info() < 0)
                    (cdt.is_constrained(Cdt::Edge(face, k)) ? next : current).push_back(other);
            }
        }
        current.swap(next);
    }
    return inside;
}

struct CgalInput {
    std::vector<Kernel::Point_2> points;
    std::vector<std::pair<size_t, size_t>> segments;
};

CgalInput for_cgal(const Input &input) {
    CgalInput out;
    for (wend_point p : input.points)
        out.points.emplace_back(p.x, p.y);
    for (wend_segment s : input.segments)
        out.segments.emplace_back(s.a, s.b);
    return out;
}

Run run_cgal(const CgalInput &input) {
    Run run;
    double start = now_ms();
    Cdt cdt;
    cdt.insert_constraints(input.points.begin(), input.points.end(), input.segments.begin(), input.segments.end());
    run.inside = flood_cgal(cdt);
    run.ms = now_ms() - start;
    return run;
}

// ---------------------------------------------------------------------------------------------------- GEOS

#ifdef WEND_BENCH_GEOS
void geos_is_silent(const char *, ...) {
}

GEOSGeometry *geos_ring(GEOSContextHandle_t geos, const Input &input, std::pair<int, int> ring) {
    unsigned count = static_cast<unsigned>(ring.second - ring.first);
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + 1, 2);
    for (unsigned i = 0; i <= count; i++) {
        wend_point p = input.points[static_cast<size_t>(ring.first) + i % count];
        GEOSCoordSeq_setXY_r(geos, sequence, i, p.x, p.y);
    }
    return GEOSGeom_createLinearRing_r(geos, sequence);
}

// One run over all polygons; it triangulates each by itself. Negative when GEOS fails.
double run_geos(const Input &input) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSContext_setNoticeHandler_r(geos, geos_is_silent);
    GEOSContext_setErrorHandler_r(geos, geos_is_silent);
    std::vector<GEOSGeometry *> polygons;
    for (const auto &rings : input.polygons) {
        if (rings.empty())
            continue;
        std::vector<GEOSGeometry *> holes;
        for (size_t i = 1; i < rings.size(); i++)
            holes.push_back(geos_ring(geos, input, rings[i]));
        polygons.push_back(GEOSGeom_createPolygon_r(geos, geos_ring(geos, input, rings[0]), holes.data(),
                                                    static_cast<unsigned>(holes.size())));
    }
    GEOSGeometry *all =
        GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, polygons.data(), static_cast<unsigned>(polygons.size()));
    double start = now_ms();
    GEOSGeometry *triangles = GEOSConstrainedDelaunayTriangulation_r(geos, all);
    double ms = triangles != nullptr ? now_ms() - start : -1;
    GEOSGeom_destroy_r(geos, triangles);
    GEOSGeom_destroy_r(geos, all);
    GEOS_finish_r(geos);
    return ms;
}
#else
double run_geos(const Input &) {
    return -1;
}
#endif

// ---------------------------------------------------------------------------------------------------- tables

int runs_for(int size) {
    return size <= 1000 ? 51 : size <= 10000 ? 15 : size <= 50000 ? 7 : 5;
}

double plan_ms(wend_context *context, const Input &input, int runs, size_t *peak) {
    std::vector<double> times;
    for (int i = 0; i < runs; i++) {
        size_t before = wend_bytes_now(context);
        wend_peak_reset(context);
        wend_plan *plan = run_plan(context, input.drawing, times);
        *peak = wend_bytes_peak(context) - before;
        wend_plan_destroy(plan);
    }
    return median(times);
}

// One row against the peers; false when it breaks a promise.
bool compare_row(wend_context *context, const Family &family, int size) {
    Input input = make_input(context, family, size);
    CgalInput cgal_input = for_cgal(input);
    std::vector<double> wend_ms, cgal_ms;
    Run wend, cgal;
    for (int i = 0; i < runs_for(size); i++) {
        wend = run_wend(context, input);
        cgal = run_cgal(cgal_input);
        wend_ms.push_back(wend.ms);
        cgal_ms.push_back(cgal.ms);
    }
    double ratio = median(wend_ms) / median(cgal_ms), geos = size <= 10000 ? run_geos(input) : -1;
    size_t plan_peak = 0;
    double plan = plan_ms(context, input, std::max(3, runs_for(size) / 3), &plan_peak);
    bool slow = size >= 10000 && ratio > allowed_ratio, differ = wend.inside != cgal.inside;
    std::printf("%-18s %8zu %10.2f %10.2f %7.2f", family.label, input.points.size(), median(wend_ms), median(cgal_ms),
                ratio);
    if (geos >= 0)
        std::printf(" %10.1f", geos);
    else
        std::printf(" %10s", "-");
    std::printf(" %9.1f %10.2f %9.1f%s%s\n", static_cast<double>(wend.peak_bytes) / 1e6, plan,
                static_cast<double>(plan_peak) / 1e6, slow ? "  TOO SLOW" : "", differ ? "  DIFFERENT TRIANGLES" : "");
    std::fflush(stdout);
    wend_drawing_destroy(input.drawing);
    return !slow && !differ;
}

// Time over n log2 n on doubling sizes: flat when the growth is n log n. The least of several runs, which other work on
// the machine disturbs least.
void growth_row(wend_context *context, const Family &family, const std::vector<int> &sizes) {
    std::printf("%-18s", family.label);
    double first = 0, last = 0;
    for (int size : sizes) {
        Input input = make_input(context, family, size);
        double least = run_wend(context, input).ms;
        for (int i = 1; i < 7; i++)
            least = std::min(least, run_wend(context, input).ms);
        double n = static_cast<double>(input.points.size());
        last = least * 1e6 / (n * std::log2(n));
        first = first == 0 ? last : first;
        std::printf(" %9.2f", last);
        std::fflush(stdout);
        wend_drawing_destroy(input.drawing);
    }
    std::printf(" %9.2f\n", last / first);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc == 2 && std::strcmp(argv[1], "--quick") == 0;
    wend_context *context = make_context(1);
    bool good = true;
    std::printf("Constrained Delaunay triangulation with inside and outside, one thread; medians in ms, memory in MB.\n"
                "\"plan\" is wend_plan_build from the drawing to the finished plan.\n\n");
    std::printf("%-18s %8s %10s %10s %7s %10s %9s %10s %9s\n", "family", "vertices", "Wend", "CGAL", "ratio", "GEOS",
                "peak MB", "plan", "peak MB");
    for (int size : quick ? std::vector<int>{1000, 10000} : std::vector<int>{1000, 10000, 100000})
        for (const Family &family : families)
            good = compare_row(context, family, size) && good;
    std::vector<int> sizes =
        quick ? std::vector<int>{3125, 6250, 12500} : std::vector<int>{12500, 25000, 50000, 100000, 200000};
    std::printf("\nGrowth of the triangulation: nanoseconds per n log2 n on doubling sizes, best of 7.\n\n%-18s",
                "family");
    for (int size : sizes)
        std::printf(" %9d", size);
    std::printf(" %9s\n", "last/first");
    for (const Family &family : families)
        growth_row(context, family, sizes);
    wend_context_destroy(context);
    std::printf("\n%s: at most %.1f times CGAL's time at 10,000 vertices and more, and the same triangles.\n",
                good ? "kept" : "BROKEN", allowed_ratio);
    return good ? 0 : 1;
}
