// Detour, the peer of shortest paths: a search for a path of polygons, and the string pulled through it. A mesh for
// each radius, as Recast builds it.
#ifndef WEND_BENCH_DETOUR_HPP
#define WEND_BENCH_DETOUR_HPP

#include "recast.hpp"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <numeric>

namespace detour {

constexpr int nodes_most = 65535, polygons_most = 16384, points_most = 8192;

// A place on the mesh. Coordinates are Detour's: metres, y up.
struct End {
    dtPolyRef polygon = 0; // 0 for none
    float place[3];
};

inline void free_mesh(dtNavMesh *mesh) {
    dtFreeNavMesh(mesh);
}
inline void free_query(dtNavMeshQuery *query) {
    dtFreeNavMeshQuery(query);
}

class Peer {
  public:
    // For a disc of a radius; false when Recast or Detour gives up.
    bool build(const recast::Input &input, double radius, double cell, double height, double climb) {
        recast::Settings settings;
        settings.cell = static_cast<float>(cell);
        settings.cell_height = 0.1f;
        settings.radius = static_cast<float>(radius);
        settings.height = static_cast<float>(height);
        settings.climb = static_cast<float>(climb + 1e-4);
        settings.whole = true;
        built_ = recast::build(input, settings);
        mesh_.reset(dtAllocNavMesh());
        query_.reset(dtAllocNavMeshQuery());
        if (!built_.finished || !built_.data.bytes || !mesh_ || !query_ ||
            dtStatusFailed(mesh_->init(built_.data.bytes.get(), built_.data.size, 0)) ||
            dtStatusFailed(query_->init(mesh_.get(), nodes_most)))
            return false;
        number_parts();
        corridor_.resize(polygons_most);
        points_.resize(3 * points_most);
        flags_.resize(points_most);
        turns_.resize(points_most);
        return true;
    }

    dtNavMesh *mesh() {
        return mesh_.get();
    }
    double build_ms() const {
        return built_.whole_ms;
    }
    int polygons() const {
        return tile().header->polyCount;
    }

    // The place on the mesh that is nearest to a place, no farther than `aside` in x and z, and a metre up or down.
    End locate(const double ground[3], double aside) const {
        End end;
        double place[3];
        wend_scene_from_ground(WEND_UP_Y, ground, place);
        float at[3], most[3] = {static_cast<float>(aside), 1, static_cast<float>(aside)};
        for (int k = 0; k < 3; k++)
            at[k] = static_cast<float>(place[k]);
        query_->findNearestPoly(at, most, &filter_, &end.polygon, end.place);
        if (end.polygon != 0) // the box has corners
            end.polygon = std::hypot(end.place[0] - at[0], end.place[2] - at[2]) <= aside ? end.polygon : 0;
        return end;
    }

    // Whether there is a path: what a search finds out when it comes to its end.
    bool connected(const End &a, const End &b) const {
        return a.polygon != 0 && b.polygon != 0 &&
               parts_[mesh_->decodePolyIdPoly(a.polygon)] == parts_[mesh_->decodePolyIdPoly(b.polygon)];
    }

    // Finds a path; the number of its points, 0 when there is none to the end.
    int find(const End &a, const End &b) {
        int polygons = 0, count = 0;
        query_->findPath(a.polygon, b.polygon, a.place, b.place, &filter_, corridor_.data(), &polygons, polygons_most);
        if (polygons == 0 || corridor_[static_cast<size_t>(polygons) - 1] != b.polygon)
            return 0;
        query_->findStraightPath(a.place, b.place, corridor_.data(), polygons, points_.data(), flags_.data(),
                                 turns_.data(), &count, points_most);
        return count;
    }
    // The k-th point of the path that was found last.
    const float *point(int k) const {
        return &points_[3 * static_cast<size_t>(k)];
    }
    // Its length, seen from above.
    double length(int count) const {
        double sum = 0;
        for (int k = 1; k < count; k++)
            sum += std::hypot(double(point(k)[0]) - point(k - 1)[0], double(point(k)[2]) - point(k - 1)[2]);
        return sum;
    }

  private:
    const dtMeshTile &tile() const {
        return *static_cast<const dtNavMesh *>(mesh_.get())->getTile(0);
    }

    void number_parts() {
        parts_.resize(static_cast<size_t>(polygons()));
        std::iota(parts_.begin(), parts_.end(), 0);
        for (int p = 0; p < polygons(); p++)
            for (unsigned int link = tile().polys[p].firstLink; link != DT_NULL_LINK; link = tile().links[link].next)
                parts_[root(static_cast<size_t>(p))] =
                    static_cast<int>(root(mesh_->decodePolyIdPoly(tile().links[link].ref)));
        for (size_t p = 0; p < parts_.size(); p++)
            parts_[p] = static_cast<int>(root(p));
    }
    size_t root(size_t p) const {
        while (parts_[p] != static_cast<int>(p))
            p = static_cast<size_t>(parts_[p]);
        return p;
    }

    recast::Mesh built_;
    recast::Owned<dtNavMesh> mesh_{nullptr, free_mesh};
    recast::Owned<dtNavMeshQuery> query_{nullptr, free_query};
    dtQueryFilter filter_;
    std::vector<int> parts_; // of polygons: equal where they hang together
    std::vector<dtPolyRef> corridor_, turns_;
    std::vector<float> points_;
    std::vector<unsigned char> flags_;
};

} // namespace detour

#endif
