// Rooms and crowds for the benchmark: floor plans made of rings, agents in them, and what is measured step by step.
//
// Walls are judged by themselves: every step of every agent is compared with all boundary edges of the plan, not with
// those that the crowd knows of.
#pragma once

#include <wend/crowd.h>
#include <wend/pipeline.h>

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace crowds {

constexpr double pi = 3.14159265358979323846;

struct Place {
    double x, y;
};
using Ring = std::vector<Place>;

inline Ring box(double x0, double y0, double x1, double y1) {
    return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}
inline Ring circle(double x, double y, double r, int sides) {
    Ring ring;
    for (int k = 0; k < sides; k++)
        ring.push_back({x + r * std::cos(2 * pi * k / sides), y + r * std::sin(2 * pi * k / sides)});
    return ring;
}

// A floor plan: one outer ring, and obstacles in it.
class Floor {
  public:
    wend_nav *nav = nullptr;
    const wend_plan *plan = nullptr;
    Floor(wend_context *context, const Ring &outer, const std::vector<Ring> &obstacles) {
        wend_drawing *drawing = nullptr;
        wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing);
        wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, &outer[0].x, static_cast<int32_t>(outer.size()));
        for (const Ring &ring : obstacles)
            wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, &ring[0].x, static_cast<int32_t>(ring.size()));
        wend_build_drawing(context, drawing, nullptr, &nav, nullptr, nullptr);
        wend_drawing_destroy(drawing);
        look();
    }
    explicit Floor(wend_nav *made) : nav(made) {
        look();
    }
    Floor(const Floor &) = delete;
    Floor &operator=(const Floor &) = delete;
    ~Floor() {
        wend_nav_destroy(nav);
    }
    wend_spot spot(double x, double y) const {
        wend_spot s;
        const double at[2] = {x, y};
        wend_plan_locate(plan, at, 0, &s);
        return s;
    }
    struct Wall {
        Place a, b;
    };
    std::vector<Wall> walls;

  private:
    void look() {
        plan = wend_nav_plan(nav);
        const wend_plan_view v = wend_plan_look(plan);
        for (int32_t k = 0; k < v.boundary_count; k++) {
            const int32_t e = v.boundaries[k].edge, t = e / 3, i = e % 3;
            double a[2], b[2];
            wend_lattice_place(&v.lattice, v.vertices[v.triangles[t].v[i]], a);
            wend_lattice_place(&v.lattice, v.vertices[v.triangles[t].v[(i + 1) % 3]], b);
            walls.push_back({{a[0], a[1]}, {b[0], b[1]}});
        }
    }
};

inline double cross(Place o, Place a, Place b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}
inline bool properly_cross(Place a, Place b, Place c, Place d) {
    return (cross(a, b, c) > 0) != (cross(a, b, d) > 0) && (cross(c, d, a) > 0) != (cross(c, d, b) > 0);
}
inline double distance(Place p, const Floor::Wall &w) {
    const double ex = w.b.x - w.a.x, ey = w.b.y - w.a.y, square = ex * ex + ey * ey;
    double t = square > 0 ? ((p.x - w.a.x) * ex + (p.y - w.a.y) * ey) / square : 0;
    t = std::min(1.0, std::max(0.0, t));
    return std::hypot(p.x - w.a.x - t * ex, p.y - w.a.y - t * ey);
}

// One agent as it is followed.
struct Track {
    wend_agent_id id;
    double speed, radius, alone = 0; // seconds from start to goal, were there nobody else
    Place at, velocity, pull;        // pull: acceleration of the last step
    int64_t begun = 0;
    double time = -1; // seconds that it took; -1: not there yet
    bool here = true;
    bool has_pull = false;
};

class Run {
  public:
    const Floor &floor;
    wend_crowd *crowd = nullptr;
    wend_crowd_def def;
    uint64_t state;
    std::vector<Track> tracks;
    int64_t crossings = 0, ticks = 0, touches = 0, slow = 0, moving = 0;
    double deepest = 0, jerk = 0, speeds = 0;
    bool judged = true; // walls are judged
    Run(wend_context *context, const Floor &f, const wend_crowd_def &d, uint64_t seed)
        : floor(f), def(d), state(seed * 1000003) {
        wend_crowd_create(context, f.nav, &d, &crowd, nullptr);
    }
    Run(const Run &) = delete;
    Run &operator=(const Run &) = delete;
    ~Run() {
        wend_crowd_destroy(crowd);
    }
    double unit() {
        return wend_random_unit(&state);
    }
    double between(double low, double high) {
        return low + (high - low) * unit();
    }
    // 1.34 with a deviation of 0.15.
    double speed() {
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += unit();
        return std::min(1.8, std::max(0.9, 1.34 + 0.15 * (sum - 6)));
    }
    wend_crowd_goal goal(double x, double y, double radius = 0.3, bool leave = false) const {
        wend_crowd_goal g = wend_default_crowd_goal();
        g.at = floor.spot(x, y);
        g.radius = radius;
        g.leave = leave;
        return g;
    }
    wend_crowd_goal line(double x0, double y0, double x1, double y1, bool leave = true) const {
        wend_crowd_goal g = goal(x0, y0, 0.3, leave);
        g.line = true;
        g.to[0] = x1;
        g.to[1] = y1;
        return g;
    }
    // Index of the track, or -1 where nobody can stand.
    int add(double x, double y, double v, const std::vector<wend_crowd_goal> &goals, double alone = 0,
            double radius = 0.2) {
        wend_agent_def a = wend_default_agent_def();
        a.at = floor.spot(x, y);
        a.radius = radius;
        a.speed = v;
        wend_agent_id id;
        if (wend_crowd_add(crowd, &a, &id, nullptr) != WEND_OK)
            return -1;
        wend_crowd_send(crowd, id, goals.data(), static_cast<int32_t>(goals.size()));
        wend_agent_view view;
        wend_crowd_ask(crowd, id, &view);
        Track t{};
        t.id = id;
        t.speed = v;
        t.radius = radius;
        t.alone = alone;
        t.at = {view.place[0], view.place[1]};
        t.begun = ticks;
        tracks.push_back(t);
        by_index[id.index] = tracks.size() - 1;
        return static_cast<int>(tracks.size()) - 1;
    }
    // Places in a box no nearer to each other than that: random ones on a jittered grid.
    std::vector<Place> places(size_t count, double x0, double y0, double x1, double y1, double apart) {
        std::vector<Place> list;
        const double area = (x1 - x0) * (y1 - y0), cell = std::sqrt(area / static_cast<double>(count));
        for (double side = cell; list.size() < count && side > 0.1; side *= 0.97) {
            list.clear();
            const int columns = static_cast<int>((x1 - x0) / side), rows = static_cast<int>((y1 - y0) / side);
            const double dx = (x1 - x0) / columns, dy = (y1 - y0) / rows;
            const double free = std::max(0.0, std::min(dx, dy) - apart);
            for (int r = 0; r < rows; r++)
                for (int k = 0; k < columns; k++)
                    list.push_back(
                        {x0 + dx * (k + 0.5) + free * (unit() - 0.5), y0 + dy * (r + 0.5) + free * (unit() - 0.5)});
        }
        for (size_t k = list.size(); k > 1; k--)
            std::swap(list[k - 1], list[wend_random_below(&state, k)]);
        if (list.size() > count)
            list.resize(count);
        return list;
    }
    bool step() {
        std::vector<Place> before;
        for (const Track &t : tracks)
            before.push_back(t.at);
        if (wend_crowd_step(crowd) != WEND_OK)
            return false;
        ticks++;
        wend_crowd_view v;
        wend_crowd_look(crowd, &v);
        for (int32_t k = 0; k < v.event_count; k++) {
            Track *t = find(v.events[k].id);
            if (t == nullptr)
                continue;
            if (v.events[k].left)
                t->here = false;
            if (t->time < 0)
                t->time = v.events[k].seconds;
            if (on_event)
                on_event(*t, v.events[k]);
        }
        std::vector<Place> near;
        for (int32_t k = 0; k < v.count; k++) {
            Track *t = find(v.ids[k]);
            if (t == nullptr)
                continue;
            const Place velocity = {v.velocities[2 * k], v.velocities[2 * k + 1]};
            const Place pull = {(velocity.x - t->velocity.x) / def.step, (velocity.y - t->velocity.y) / def.step};
            if (ticks > t->begun + 2 && v.states[k] != WEND_AGENT_ARRIVED && t->has_pull) {
                jerk += std::hypot(pull.x - t->pull.x, pull.y - t->pull.y) / def.step;
                moving++;
                speeds += std::hypot(velocity.x, velocity.y);
                slow += std::hypot(velocity.x, velocity.y) < 0.1;
            }
            const size_t index = static_cast<size_t>(t - tracks.data());
            t->pull = pull;
            t->has_pull = ticks > t->begun + 1;
            t->velocity = velocity;
            t->at = {v.places[2 * k], v.places[2 * k + 1]};
            if (judged)
                judge(before[index], *t);
        }
        return true;
    }
    std::function<void(Track &, const wend_crowd_event &)> on_event;
    // Until all have come, or so many seconds. How many have.
    size_t go(double seconds, const std::function<void()> &each = nullptr) {
        for (int64_t end = ticks + static_cast<int64_t>(seconds / def.step);
             ticks < end && arrived() < tracks.size();) {
            if (!step())
                break;
            if (each)
                each();
        }
        return arrived();
    }
    size_t arrived() const {
        size_t n = 0;
        for (const Track &t : tracks)
            n += t.time >= 0;
        return n;
    }
    // Of those who came: the time they took over that alone.
    double ratio() const {
        double sum = 0;
        size_t n = 0;
        for (const Track &t : tracks)
            if (t.time >= 0 && t.alone > 0) {
                sum += t.time / t.alone;
                n++;
            }
        return n ? sum / static_cast<double>(n) : 0;
    }
    double mean_jerk() const {
        return moving ? jerk / static_cast<double>(moving) : 0;
    }
    double slow_share() const {
        return moving ? static_cast<double>(slow) / static_cast<double>(moving) : 0;
    }
    // Pairs that touch, all against all.
    int64_t count_touches() const {
        int64_t n = 0;
        for (size_t i = 0; i < tracks.size(); i++)
            for (size_t j = 0; j < i; j++)
                n += tracks[i].here && tracks[j].here &&
                     std::hypot(tracks[i].at.x - tracks[j].at.x, tracks[i].at.y - tracks[j].at.y) <
                         tracks[i].radius + tracks[j].radius - 1e-3;
        return n;
    }
    Track *find(wend_agent_id id) {
        auto it = by_index.find(id.index);
        return it != by_index.end() && tracks[it->second].id.salt == id.salt ? &tracks[it->second] : nullptr;
    }

  private:
    std::map<uint32_t, size_t> by_index;
    void judge(Place from, const Track &t) {
        for (const Floor::Wall &w : floor.walls) {
            if (std::min(w.a.x, w.b.x) > t.at.x + 1 || std::max(w.a.x, w.b.x) < t.at.x - 1 ||
                std::min(w.a.y, w.b.y) > t.at.y + 1 || std::max(w.a.y, w.b.y) < t.at.y - 1)
                continue;
            crossings += properly_cross(from, t.at, w.a, w.b);
            deepest = std::max(deepest, t.radius - distance(t.at, w));
        }
    }
};

} // namespace crowds
