// The scenes that the benchmarks of surfaces run on: every one of the data folder, with its axis and unit; and copies
// of them: turned, jittered, shuffled, with triangles twice, with reversed ones added, far away.
#ifndef WEND_BENCH_SCENES_HPP
#define WEND_BENCH_SCENES_HPP

#include "../test/data_scenes.h"
#include "family.hpp"

#include <wend/file.h>

extern "C" {
#include "base/random.h"
}

#include <cstring>
#include <functional>
#include <string>

struct Scene {
    std::string name;
    wend_scene *scene = nullptr;
    int32_t triangles = 0;
    double height = 1.8; // of whom walks there, metres
    double ms = 0;       // one thread, once measured
};

inline std::string data_folder() {
    const char *folder = std::getenv("WEND_DATA");
    return folder && folder[0] ? folder : "../shared/data";
}

inline bool file_exists(const std::string &path) {
    FILE *there = std::fopen(path.c_str(), "rb");
    if (there)
        std::fclose(there);
    return there != nullptr;
}

// Recast's scenes are made for someone of 2 metres, Quake's for someone of 56 units.
inline double height_for(const std::string &path) {
    return path.compare(0, 7, "recast/") == 0 ? 2 : path.compare(0, 6, "quake/") == 0 ? 1.75 : 1.8;
}

// Reads a scene; its `scene` is NULL when the file is not there.
inline Scene read_scene(wend_context *context, const data_scene &source) {
    Scene s;
    s.name = source.path;
    s.height = height_for(s.name);
    std::string path = data_folder() + "/" + source.path;
    if (!file_exists(path))
        return s;
    wend_scene_def def = wend_default_scene_def();
    def.up = source.up;
    def.unit = source.unit;
    wend_result result = wend_scene_create(context, &def, &s.scene);
    if (result == WEND_OK)
        result = wend_file_read_scene(context, path.c_str(), 0, s.scene, nullptr);
    if (result != WEND_OK)
        give_up(source.path, result);
    s.triangles = wend_scene_look(s.scene).triangle_count;
    return s;
}

inline Scene make_scene(wend_context *context, const char *sample, int32_t size) {
    Scene s;
    s.name = sample;
    wend_result result = wend_sample_build_scene(context, sample, size, 1, &s.scene);
    if (result != WEND_OK)
        give_up(sample, result);
    s.triangles = wend_scene_look(s.scene).triangle_count;
    return s;
}

// ---------------------------------------------------------------------------------------------------- copies

inline wend_scene *make_copy(wend_context *context, const wend_scene_view &view, const double *positions,
                             const int32_t *triangles, int32_t triangle_count) {
    wend_scene_def def = wend_default_scene_def();
    def.up = view.up;
    def.unit = view.unit;
    wend_scene *copy = nullptr;
    wend_result result = wend_scene_create(context, &def, &copy);
    if (result == WEND_OK)
        result = wend_scene_add(copy, positions, view.vertex_count, triangles, triangle_count);
    if (result != WEND_OK)
        give_up("copying a scene", result);
    return copy;
}

// A copy whose vertices are changed in ground coordinates.
inline wend_scene *moved(wend_context *context, const wend_scene *scene,
                         const std::function<void(double ground[3])> &change) {
    wend_scene_view view = wend_scene_look(scene);
    std::vector<double> positions(3 * static_cast<size_t>(view.vertex_count) + 1);
    for (size_t v = 0; v < static_cast<size_t>(view.vertex_count); v++) {
        double ground[3];
        wend_ground_from_scene(view.up, view.positions + 3 * v, ground);
        change(ground);
        wend_scene_from_ground(view.up, ground, &positions[3 * v]);
    }
    return make_copy(context, view, positions.data(), view.triangles, view.triangle_count);
}

// Turned about the vertical, then tilted, by so many degrees.
inline wend_scene *turned(wend_context *context, const wend_scene *scene, double turn_degrees, double tilt_degrees) {
    const double degree = std::acos(-1.0) / 180, turn = turn_degrees * degree, tilt = tilt_degrees * degree;
    return moved(context, scene, [=](double ground[3]) {
        double x = ground[0], y = ground[1], z = ground[2];
        double along = x * std::cos(turn) - y * std::sin(turn);
        ground[1] = x * std::sin(turn) + y * std::cos(turn);
        ground[0] = along * std::cos(tilt) + z * std::sin(tilt);
        ground[2] = z * std::cos(tilt) - along * std::sin(tilt);
    });
}

// Every coordinate off by up to `reach` metres.
inline wend_scene *jittered(wend_context *context, const wend_scene *scene, double reach) {
    uint64_t random = 7;
    double most = reach / wend_scene_look(scene).unit;
    return moved(context, scene, [&](double ground[3]) {
        for (int k = 0; k < 3; k++)
            ground[k] += most * (2 * wend_random_unit(&random) - 1);
    });
}

inline wend_scene *far_away(wend_context *context, const wend_scene *scene, double metres) {
    double away = metres / wend_scene_look(scene).unit;
    return moved(context, scene, [=](double ground[3]) { ground[0] += away; });
}

enum class Listing { shuffled, doubled, reversed };

inline bool faces_up(const wend_scene_view &view, size_t t) {
    double p[3][3];
    for (size_t i = 0; i < 3; i++)
        wend_ground_from_scene(view.up, view.positions + 3 * static_cast<size_t>(view.triangles[3 * t + i]), p[i]);
    return (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]) > 0;
}

// The triangles in another order; with a fifth of them twice, or with those that face up once more, turned over.
inline wend_scene *relisted(wend_context *context, const wend_scene *scene, Listing how) {
    wend_scene_view view = wend_scene_look(scene);
    size_t count = static_cast<size_t>(view.triangle_count);
    uint64_t random = 3 + static_cast<uint64_t>(how);
    std::vector<std::pair<size_t, bool>> list; // a triangle, and whether it is turned over
    for (size_t t = 0; t < count; t++)
        list.push_back({t, false});
    for (size_t t = 0; t < count && how != Listing::shuffled; t++)
        if (how == Listing::doubled ? wend_random_unit(&random) < 0.2 : faces_up(view, t))
            list.push_back({t, how == Listing::reversed});
    for (size_t k = list.size(); k > 1; k--)
        std::swap(list[k - 1], list[wend_random_below(&random, k)]);
    std::vector<int32_t> triangles;
    for (auto [t, over] : list)
        for (size_t i = 0; i < 3; i++)
            triangles.push_back(view.triangles[3 * t + (over ? 2 - i : i)]);
    return make_copy(context, view, view.positions, triangles.data(), static_cast<int32_t>(list.size()));
}

#endif
