// Recast, the peer of the exact surface: one mesh for the whole scene, in the order of calls that its own demo uses.
// Watershed regions, all three filters.
#ifndef WEND_BENCH_RECAST_HPP
#define WEND_BENCH_RECAST_HPP

#include "family.hpp"

#include <wend/scene.h>

#include <DetourAlloc.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace recast {

// A scene in metres, Y up, in floats.
struct Input {
    std::vector<float> vertices;
    std::vector<int> triangles;
    float low[3], high[3];
};

struct Settings {
    float cell = 0.3f, cell_height = 0.2f;
    float height = 2, climb = 0.9f, slope = 45; // of whom walks there
    float radius = 0;                           // by which floors are made smaller
    bool whole = false; // also the detail mesh, which follows the ground between corners, and Detour's data to search in
};

template <class T> using Owned = std::unique_ptr<T, void (*)(T *)>;

inline void free_bytes(unsigned char *bytes) {
    dtFree(bytes);
}

// What Detour searches: one tile for the whole scene.
struct Data {
    Owned<unsigned char> bytes{nullptr, free_bytes};
    int size = 0;
};

struct Mesh {
    bool finished = false;
    double ms = 0;                                // processor time up to the polygons
    double whole_ms = 0;                          // up to what Detour searches; with `whole` only, infinite if it fails
    std::vector<std::array<double, 9>> triangles; // corners in ground coordinates, metres; with `whole` only
    Data data;                                    // with `whole` only; no bytes if it fails
};

inline Input make_input(const wend_scene *scene) {
    Input input;
    wend_scene_view view = wend_scene_look(scene);
    for (size_t v = 0; v < static_cast<size_t>(view.vertex_count); v++) {
        double ground[3], place[3];
        wend_ground_from_scene(view.up, view.positions + 3 * v, ground);
        wend_scene_from_ground(WEND_UP_Y, ground, place);
        for (double coordinate : place)
            input.vertices.push_back(static_cast<float>(coordinate * view.unit));
    }
    input.triangles.assign(view.triangles, view.triangles + 3 * static_cast<size_t>(view.triangle_count));
    rcCalcBounds(input.vertices.data(), view.vertex_count, input.low, input.high);
    return input;
}

// About how many bytes Recast needs at a cell size: the grid, and a span for every cell that a triangle touches.
inline double estimate_bytes(const Input &input, double cell) {
    double cells = std::ceil((input.high[0] - input.low[0]) / cell) * std::ceil((input.high[2] - input.low[2]) / cell);
    double spans = 0;
    for (size_t t = 0; t + 2 < input.triangles.size(); t += 3) {
        const float *p[3];
        for (size_t i = 0; i < 3; i++)
            p[i] = &input.vertices[3 * static_cast<size_t>(input.triangles[t + i])];
        double around = 0;
        for (size_t i = 0; i < 3; i++)
            around += std::fabs(p[(i + 1) % 3][0] - p[i][0]) + std::fabs(p[(i + 1) % 3][2] - p[i][2]);
        double twice =
            double(p[1][0] - p[0][0]) * (p[2][2] - p[0][2]) - double(p[1][2] - p[0][2]) * (p[2][0] - p[0][0]);
        spans += std::fabs(twice) / 2 / (cell * cell) + around / 2 / cell + 1;
    }
    return cells * 12 + spans * 40;
}

inline rcConfig configure(const Input &input, const Settings &settings) {
    rcConfig config = {};
    config.cs = settings.cell;
    config.ch = settings.cell_height;
    config.walkableSlopeAngle = settings.slope;
    config.walkableHeight = static_cast<int>(std::ceil(settings.height / config.ch));
    config.walkableClimb = static_cast<int>(std::floor(settings.climb / config.ch));
    config.walkableRadius = static_cast<int>(std::ceil(settings.radius / config.cs));
    config.maxEdgeLen = static_cast<int>(12 / config.cs);
    config.maxSimplificationError = 1.3f;
    config.minRegionArea = 8 * 8;
    config.mergeRegionArea = 20 * 20;
    config.maxVertsPerPoly = 6;
    config.detailSampleDist = 6 * config.cs;
    config.detailSampleMaxError = config.ch;
    rcVcopy(config.bmin, input.low);
    rcVcopy(config.bmax, input.high);
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

// The scene as spans of free space.
inline Owned<rcCompactHeightfield> make_field(rcContext &context, const rcConfig &config, const Input &input) {
    int vertices = static_cast<int>(input.vertices.size() / 3),
        triangles = static_cast<int>(input.triangles.size() / 3);
    Owned<rcHeightfield> solid(rcAllocHeightfield(), rcFreeHeightField);
    Owned<rcCompactHeightfield> field(rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
    std::vector<unsigned char> areas(static_cast<size_t>(triangles), 0);
    if (!solid || !field ||
        !rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax, config.cs,
                             config.ch))
        return {nullptr, rcFreeCompactHeightfield};
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, input.vertices.data(), vertices,
                            input.triangles.data(), triangles, areas.data());
    if (!rcRasterizeTriangles(&context, input.vertices.data(), vertices, input.triangles.data(), areas.data(),
                              triangles, *solid, config.walkableClimb))
        return {nullptr, rcFreeCompactHeightfield};
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);
    const int named = 1 << 24; // spans beyond these have no name of their own, which Recast does not check
    if (!rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *field) ||
        field->spanCount >= named)
        field.reset();
    return field;
}

inline void take_triangles(const rcPolyMeshDetail &detail, Mesh &mesh) {
    for (int m = 0; m < detail.nmeshes; m++) {
        const unsigned int *part = detail.meshes + 4 * m; // first vertex, vertices, first triangle, triangles
        for (unsigned int t = 0; t < part[3]; t++) {
            const unsigned char *corners = detail.tris + 4 * (part[2] + t);
            std::array<double, 9> triangle;
            for (size_t i = 0; i < 3; i++) {
                const float *v = detail.verts + 3 * (part[0] + corners[i]);
                const double place[3] = {v[0], v[1], v[2]};
                wend_ground_from_scene(WEND_UP_Y, place, &triangle[3 * i]);
            }
            mesh.triangles.push_back(triangle);
        }
    }
}

// Has no bytes when it fails, for example beyond its 65,535 vertices.
inline Data make_detour_data(const Settings &settings, const rcConfig &config, rcPolyMesh &polygons,
                             const rcPolyMeshDetail &detail) {
    for (int p = 0; p < polygons.npolys; p++)
        polygons.flags[p] = 1;
    dtNavMeshCreateParams params = {};
    params.verts = polygons.verts;
    params.vertCount = polygons.nverts;
    params.polys = polygons.polys;
    params.polyAreas = polygons.areas;
    params.polyFlags = polygons.flags;
    params.polyCount = polygons.npolys;
    params.nvp = polygons.nvp;
    params.detailMeshes = detail.meshes;
    params.detailVerts = detail.verts;
    params.detailVertsCount = detail.nverts;
    params.detailTris = detail.tris;
    params.detailTriCount = detail.ntris;
    params.walkableHeight = settings.height;
    params.walkableRadius = settings.radius;
    params.walkableClimb = settings.climb;
    rcVcopy(params.bmin, polygons.bmin);
    rcVcopy(params.bmax, polygons.bmax);
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    Data data;
    unsigned char *bytes = nullptr;
    if (dtCreateNavMeshData(&params, &bytes, &data.size))
        data.bytes.reset(bytes);
    return data;
}

inline Mesh build(const Input &input, const Settings &settings) {
    rcContext context(false);
    Mesh mesh;
    double start = thread_ms();
    rcConfig config = configure(input, settings);
    Owned<rcCompactHeightfield> field = make_field(context, config, input);
    Owned<rcContourSet> contours(rcAllocContourSet(), rcFreeContourSet);
    Owned<rcPolyMesh> polygons(rcAllocPolyMesh(), rcFreePolyMesh);
    mesh.finished = field && contours && polygons && rcErodeWalkableArea(&context, config.walkableRadius, *field) &&
                    rcBuildDistanceField(&context, *field) &&
                    rcBuildRegions(&context, *field, 0, config.minRegionArea, config.mergeRegionArea) &&
                    rcBuildContours(&context, *field, config.maxSimplificationError, config.maxEdgeLen, *contours) &&
                    rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons);
    mesh.ms = thread_ms() - start;
    if (!mesh.finished || !settings.whole)
        return mesh;
    Owned<rcPolyMeshDetail> detail(rcAllocPolyMeshDetail(), rcFreePolyMeshDetail);
    mesh.finished = detail && rcBuildPolyMeshDetail(&context, *polygons, *field, config.detailSampleDist,
                                                    config.detailSampleMaxError, *detail);
    if (!mesh.finished)
        return mesh;
    mesh.data = make_detour_data(settings, config, *polygons, *detail);
    mesh.whole_ms = mesh.data.bytes ? thread_ms() - start : INFINITY;
    take_triangles(*detail, mesh);
    return mesh;
}

} // namespace recast

#endif
