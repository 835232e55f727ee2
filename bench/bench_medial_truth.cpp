// Whether medial axes tell the truth, on every floor plan and every linked surface of the data folder.
//
//     bench_medial_truth [--quick] [--places N] [--pairs N] [--only WORD]
//
//     --quick     1,000 places on each, 50 pairs
//     --places    random places on each plan (100,000)
//     --pairs     of places between which the widest way is compared, on flat plans and again on immersed ones (1,000)
//     --only      the files whose path holds WORD
//
// For every floor plan of poly2d and grid and every scene: the clearance and the nearest point of random places equal
// brute force within one lattice step, and every vertex of the axis is as far from its generators as it says, with a
// free disc around it. Brute force looks through the triangles of the plan from the place, window by window, as far as
// the nearest obstacle found so far; it knows nothing of the axis. See test/medial_truth.h.
//
// The widest way between two places equals brute force, which brackets eroded plans (test/oracle_widest.c), within one
// lattice step: on random small plans, flat ones and those that overlap themselves.
//
// Exits 1 when something differs.
#include "medial_ways.h"
#include "scenes.hpp"

#include <wend/pipeline.h>

#include <ctime>
#include <dirent.h>

namespace {

struct Options {
    int64_t places = 100000, pairs = 1000;
    std::string word;
};

struct Sum {
    int64_t plans = 0, places = 0, ties = 0, vertices = 0, sights = 0, wrong = 0;
    double clearance = 0, nearest = 0, equal = 0, disc = 0, seconds = 0;
};

double thread_seconds() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

void judge(const std::string &name, const wend_plan *plan, const wend_medial *medial, const Options &options,
           Sum &sum) {
    medial_truth truth = {};
    double start = thread_seconds();
    medial_truth_places(plan, medial, options.places, 1, &truth);
    medial_truth_vertices(plan, medial, &truth);
    double seconds = thread_seconds() - start;
    wend_plan_view view = wend_plan_look(plan);
    int32_t vertices = wend_medial_look(medial).vertex_count;
    std::printf("%-52.52s %7d %6d %8d %8lld %6lld %8.1e %8.1e %8.1e %8.1e %6.1f%s%s\n", name.c_str(),
                view.boundary_count, view.layer_count, vertices, static_cast<long long>(truth.places),
                static_cast<long long>(truth.ties), truth.clearance, truth.nearest, truth.equal, truth.disc, seconds,
                truth.wrong ? "  WRONG: " : "", truth.what);
    std::fflush(stdout);
    sum.plans++;
    sum.places += truth.places;
    sum.ties += truth.ties;
    sum.vertices += vertices;
    sum.sights += truth.sights;
    sum.wrong += truth.wrong;
    sum.clearance = std::max(sum.clearance, truth.clearance);
    sum.nearest = std::max(sum.nearest, truth.nearest);
    sum.equal = std::max(sum.equal, truth.equal);
    sum.disc = std::max(sum.disc, truth.disc);
    sum.seconds += seconds;
}

void head(const char *what) {
    std::printf("\n%-52s %7s %6s %8s %8s %6s %8s %8s %8s %8s %6s\n", what, "edges", "layers", "vertices", "places",
                "ties", "clear.", "nearest", "equal", "disc", "s");
}

bool tell(const char *what, const Sum &s) {
    if (s.plans == 0)
        return true;
    bool kept = s.wrong == 0;
    std::printf("\n%lld %s: %lld places, clearance within %.1e and nearest point within %.1e lattice steps of brute "
                "force (%lld ties);\n%lld vertices seen from %lld sites, equidistant within %.1e, discs free within "
                "%.1e; %.0f s.\n%s: %lld differ\n",
                static_cast<long long>(s.plans), what, static_cast<long long>(s.places), s.clearance, s.nearest,
                static_cast<long long>(s.ties), static_cast<long long>(s.vertices), static_cast<long long>(s.sights),
                s.equal, s.disc, s.seconds, kept ? "kept" : "NOT kept", static_cast<long long>(s.wrong));
    return kept;
}

// ---------------------------------------------------------------------------------------------------- floor plans

void judge_file(wend_context *context, const std::string &path, const std::string &name, const Options &options,
                Sum &sum) {
    wend_drawing *drawing = nullptr;
    wend_plan *plan = nullptr;
    wend_medial *medial = nullptr;
    if (wend_file_read_drawing(context, path.c_str(), &drawing, nullptr) == WEND_OK &&
        wend_plan_build(context, drawing, nullptr, &plan, nullptr) == WEND_OK) {
        wend_result result = wend_medial_build(context, plan, nullptr, &medial, nullptr);
        if (result != WEND_OK)
            give_up(name.c_str(), result);
        judge(name, plan, medial, options, sum);
    }
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

// All files below a folder of the data folder, by name.
void list_files(const std::string &folder, std::vector<std::string> &files) {
    DIR *entries = opendir((data_folder() + "/" + folder).c_str());
    if (entries == nullptr) {
        files.push_back(folder);
        return;
    }
    while (dirent *entry = readdir(entries))
        if (entry->d_name[0] != '.')
            list_files(folder + "/" + entry->d_name, files);
    closedir(entries);
}

bool is_plan_file(const std::string &path) {
    size_t dot = path.rfind('.');
    std::string ending = dot == std::string::npos ? "" : path.substr(dot);
    for (const char *known : {".dat", ".txt", ".poly", ".node", ".json", ".wkt", ".map"})
        if (ending == known)
            return path.find("expected.json") == std::string::npos;
    return false;
}

bool judge_plans(wend_context *context, const Options &options) {
    std::vector<std::string> files;
    for (const char *folder : {"poly2d", "grid"})
        list_files(folder, files);
    std::sort(files.begin(), files.end());
    Sum sum;
    head("floor plans");
    for (const std::string &file : files)
        if (is_plan_file(file) && file.find(options.word) != std::string::npos)
            judge_file(context, data_folder() + "/" + file, file, options, sum);
    return tell("floor plans", sum);
}

// ---------------------------------------------------------------------------------------------------- scenes

bool judge_scenes(wend_context *context, const Options &options) {
    Sum sum;
    head("linked surfaces");
    for (const data_scene &source : data_scenes) {
        if (std::string(source.path).find(options.word) == std::string::npos)
            continue;
        Scene s = read_scene(context, source);
        if (s.scene == nullptr)
            continue;
        wend_agent agent = wend_default_agent();
        agent.height = s.height;
        wend_solid *solid = nullptr;
        wend_surface *surface = nullptr;
        wend_links *links = nullptr;
        wend_plan *plan = nullptr;
        wend_medial *medial = nullptr;
        wend_result result = wend_solid_build(context, s.scene, nullptr, &solid, nullptr);
        if (result == WEND_OK)
            result = wend_exact_build(context, solid, &agent, nullptr, &surface, nullptr);
        if (result == WEND_OK)
            result = wend_links_build(context, solid, surface, &agent, nullptr, &links, nullptr);
        if (result == WEND_OK)
            result = wend_plan_build_linked(context, links, nullptr, &plan, nullptr);
        if (result == WEND_OK)
            result = wend_medial_build(context, plan, nullptr, &medial, nullptr);
        if (result == WEND_OK)
            judge(s.name, plan, medial, options, sum);
        else if (result != WEND_ERROR_EMPTY)
            give_up(source.path, result);
        wend_medial_destroy(medial);
        wend_plan_destroy(plan);
        wend_links_destroy(links);
        wend_surface_destroy(surface);
        wend_solid_destroy(solid);
        wend_scene_destroy(s.scene);
    }
    return tell("linked surfaces", sum);
}

// ---------------------------------------------------------------------------------------------------- widest ways

bool judge_ways(wend_context *context, bool immersed, const Options &options) {
    medial_truth truth = {};
    double start = thread_seconds();
    medial_ways_try(context, immersed, options.pairs, &truth);
    bool kept = truth.wrong == 0 && truth.pairs == options.pairs;
    std::printf(
        "\nWidest ways on %s plans: %lld pairs, within %.3f lattice steps of brute force, which leaves %.2f open; "
        "%.0f s.\n%s: %lld differ %s\n",
        immersed ? "immersed" : "flat", static_cast<long long>(truth.pairs), truth.widest, MEDIAL_TRUTH_WIDEST,
        thread_seconds() - start, kept ? "kept" : "NOT kept", static_cast<long long>(truth.wrong), truth.what);
    std::fflush(stdout);
    return kept;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    for (int k = 1; k < argc; k++) {
        if (std::strcmp(argv[k], "--quick") == 0)
            options.places = 1000, options.pairs = 50;
        else if (std::strcmp(argv[k], "--places") == 0 && k + 1 < argc)
            options.places = std::atoll(argv[++k]);
        else if (std::strcmp(argv[k], "--pairs") == 0 && k + 1 < argc)
            options.pairs = std::atoll(argv[++k]);
        else if (std::strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            options.word = argv[++k];
    }
    wend_context *context = make_context(1);
    std::printf("Medial axes against brute force, differences in lattice steps.\n");
    bool good = judge_plans(context, options);
    good = judge_scenes(context, options) && good;
    if (options.word.empty())
        for (bool immersed : {false, true})
            good = judge_ways(context, immersed, options) && good;
    wend_context_destroy(context);
    return good ? 0 : 1;
}
