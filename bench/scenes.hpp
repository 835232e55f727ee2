// The scenes that the benchmarks of surfaces run on: every one of the data folder, with its axis and unit; and copies
// of them: turned, jittered, shuffled, with triangles twice, with reversed ones added, far away.
#ifndef WEND_BENCH_SCENES_HPP
#define WEND_BENCH_SCENES_HPP

#include "family.hpp"

#include <wend/file.h>

extern "C" {
#include "base/random.h"
}

#include <cstring>
#include <functional>
#include <string>

struct Source {
    const char *path; // within the data folder
    wend_up up;
    double unit;
};
inline const Source sources[] = {
    {"recast/nav_test.obj", WEND_UP_Y, 1},
    {"recast/dungeon.obj", WEND_UP_Y, 1},
    {"recast/undulating.obj", WEND_UP_Y, 1},
    {"recast/house.obj", WEND_UP_Y, 1},
    {"buildings/gz_parking_garage.obj", WEND_UP_Y, 1},
    {"buildings/gz_office_building.obj", WEND_UP_Y, 1},
    {"buildings/gz_powerplant.obj", WEND_UP_Y, 1},
    {"buildings/gz_collapsed_fire_station.obj", WEND_UP_Y, 1},
    {"buildings/gz_collapsed_house.obj", WEND_UP_Y, 1},
    {"buildings/gz_willowgarage_visual.obj", WEND_UP_Y, 1},
    {"buildings/gz_willowgarage_collision.obj", WEND_UP_Y, 1},
    {"buildings/gz_truss_bridge.obj", WEND_UP_Y, 1},
    {"buildings/gz_osrf_first_office.obj", WEND_UP_Y, 1},
    {"buildings/gz_school.obj", WEND_UP_Y, 1},
    {"buildings/gz_apartment.obj", WEND_UP_Y, 1},
    {"buildings/gz_playground.obj", WEND_UP_Y, 1},
    {"buildings/gz_cafe.obj", WEND_UP_Y, 1},
    {"buildings/gz_house_3.obj", WEND_UP_Y, 1},
    {"buildings/ifc_duplex_nodoors.obj", WEND_UP_Y, 1},
    {"buildings/ifc_duplex.obj", WEND_UP_Y, 1},
    {"buildings/ifc_AC20-FZK-Haus_nodoors.obj", WEND_UP_Y, 1},
    {"buildings/ifc_LargeBuilding_nodoors.obj", WEND_UP_Y, 1},
    {"buildings/ifc_TallBuilding.obj", WEND_UP_Y, 1},
    {"buildings/ifc_Ifc4_SampleHouse.obj", WEND_UP_Y, 1},
    {"buildings/ifc_Office_A_20110811_nodoors.obj", WEND_UP_Y, 1},
    {"buildings/ifc_PCERT_Infra-Bridge.obj", WEND_UP_Y, 1},
    {"buildings/ifc_PCERT_Building-Landscaping.obj", WEND_UP_Y, 1},
    {"buildings/ifc_ISSUE_021_Mini_Project.obj", WEND_UP_Y, 1},
    {"buildings/aws_small_house_collision.obj", WEND_UP_Z, 1},
    {"buildings/aws_small_house_visual.obj", WEND_UP_Z, 1},
    {"buildings/aws_hospital_two_floors_collision.obj", WEND_UP_Z, 1},
    {"buildings/aws_hospital_two_floors_visual.obj", WEND_UP_Z, 1},
    {"buildings/navcat_office.glb", WEND_UP_Y, 1},
    {"city/godot_town/town_model.gltf", WEND_UP_Y, 1},
    {"city/gz_cloverleaf.obj", WEND_UP_Z, 0.0254},
    {"city/jme_town.obj", WEND_UP_Y, 1},
    {"city/threejs/cartoon_lowpoly_small_city_free_pack/scene.gltf", WEND_UP_Y, 0.01},
    {"city/threejs/mountain_landscape/scene.gltf", WEND_UP_Y, 1},
    {"cube2/redeclipse_dutility.obj", WEND_UP_Y, 0.05},
    {"cube2/redeclipse_auster.obj", WEND_UP_Y, 0.05},
    {"cube2/redeclipse_cyanide.obj", WEND_UP_Y, 0.05},
    {"cube2/redeclipse_fortitude.obj", WEND_UP_Y, 0.05},
    {"cube2/redeclipse_institute.obj", WEND_UP_Y, 0.05},
    {"cube2/redeclipse_trespass.obj", WEND_UP_Y, 0.05},
    {"cube2/sauerbraten_fdm6.obj", WEND_UP_Y, 0.05},
    {"cube2/sauerbraten_pandora.obj", WEND_UP_Y, 0.05},
    {"cube2/sauerbraten_zdm2.obj", WEND_UP_Y, 0.05},
    {"cube2/tesseract_complex.obj", WEND_UP_Y, 0.05},
    {"cube2/tesseract_ot.obj", WEND_UP_Y, 0.05},
    {"cube2/tesseract_steelribs.obj", WEND_UP_Y, 0.05},
    {"cube2/tesseract_test_ctf.obj", WEND_UP_Y, 0.05},
    {"cube2/tesseract_turbine.obj", WEND_UP_Y, 0.05},
    {"levels/3pf_level.obj", WEND_UP_Y, 1},
    {"levels/3pf_level.nav.obj", WEND_UP_Y, 1},
    {"levels/dive_level.glb", WEND_UP_Y, 1},
    {"levels/dive_navmesh.glb", WEND_UP_Y, 1},
    {"levels/aframe_castle.glb", WEND_UP_Y, 1},
    {"levels/aframe_castle-navmesh.glb", WEND_UP_Y, 1},
    {"levels/aframe_island-hut.obj", WEND_UP_Y, 1},
    {"levels/aframe_monu9.obj", WEND_UP_Y, 1},
    {"levels/godot_room.glb", WEND_UP_Y, 1},
    {"levels/godot_zdm2.glb", WEND_UP_Y, 1},
    {"levels/navcat_bridges.glb", WEND_UP_Y, 1},
    {"levels/navcat_proto-level.glb", WEND_UP_Y, 1},
    {"levels/navcat_tower-big.glb", WEND_UP_Y, 1},
    {"levels/threejs_collision-world.glb", WEND_UP_Y, 1},
    {"levels/threejs_space_ship_hallway.glb", WEND_UP_Y, 1},
    {"quake/aggressor.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/ce1m7.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/ctf_inyard.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/kaos2.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_bases3.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_dm1.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_koth2.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_minia.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_rpg3dm2.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oa_shouse.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oacmpctf3.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oacmpdm1.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/oacmpdm10.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/ps37ctf2.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/wrackdm17.obj", WEND_UP_Z, 1.0 / 32},
    {"quake/bullet_BspDemo.obj", WEND_UP_Z, 1.0 / 32},
    {"scan/iwer_living_room.obj", WEND_UP_Y, 1},
    {"scan/iwer_meeting_room.obj", WEND_UP_Y, 1},
    {"scan/iwer_office_large.obj", WEND_UP_Y, 1},
    {"scan/iwer_office_small.obj", WEND_UP_Y, 1},
    {"terrain/cave-collision.obj", WEND_UP_Y, 1},
    {"terrain/cave.obj", WEND_UP_Y, 1},
    {"terrain/lunar_tranquillitatis_pit.obj", WEND_UP_Z, 1},
    {"terrain/vrc_driving_terrain.obj", WEND_UP_Z, 1},
    {"terrain/jacksboro_fault_dem.ply", WEND_UP_Z, 1},
    {"terrain/bullet_terrain.obj", WEND_UP_Z, 1},
    {"terrain/mesh_nav_floor_is_lava.ply", WEND_UP_Z, 1},
    {"terrain/mesh_nav_tray.ply", WEND_UP_Z, 1},
    {"terrain/playcanvas_terrain.glb", WEND_UP_Y, 1},
};

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
inline Scene read_scene(wend_context *context, const Source &source) {
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
    wend_result result = wend_sample_model(context, sample, size, 1, &s.scene);
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
