// The three scenes that strain precision (src/sample/precision.c), and where their passages are: straight lines across
// each, from one side to the other, in ground coordinates. An agent of 1.8 metres fits through all of them but those of
// the doors of 1.79 metres.
#ifndef WEND_BENCH_PASSAGES_HPP
#define WEND_BENCH_PASSAGES_HPP

#include <wend/surface.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace passages {

struct Passage {
    std::string name;
    double from[2], to[2]; // metres
    bool fits = true;
};

// Where a part of a scene is put.
struct Frame {
    double x, y, turn; // metres, and turns (1 is all the way round)
};

inline void add(std::vector<Passage> &list, const std::string &name, const Frame &frame, double x0, double y0,
                double x1, double y1, bool fits = true) {
    double angle = frame.turn * 2 * std::acos(-1.0), c = std::cos(angle), s = std::sin(angle);
    list.push_back({name,
                    {frame.x + c * x0 - s * y0, frame.y + s * x0 + c * y0},
                    {frame.x + c * x1 - s * y1, frame.y + s * x1 + c * y1},
                    fits});
}

// ---------------------------------------------------------------------------------------------------- doors

struct Door {
    double x, y;     // where its wall begins
    bool along_y;    // the wall's direction
    double from, to; // along the wall
    double high;
};

// A line across every door at three depths of its wall, and between the pillars.
inline void add_rooms(std::vector<Passage> &list, const Frame &frame) {
    static const Door doors[] = {
        {0.2, 4, false, 0.6, 0.9, 2},    {0.2, 4, false, 1.5, 1.9, 2},    {0.2, 4, false, 2.5, 3, 2},
        {0.2, 4, false, 3.6, 4.2, 2},    {0.2, 4, false, 4.8, 5.42, 2},   {0.2, 4, false, 6, 6.8, 1.81},
        {0.2, 4, false, 7.4, 8.3, 1.79}, {0.2, 4, false, 8.9, 10.1, 2.1}, {0, 0.1, false, 1, 1.7, 2},
        {0, 0.1, false, 5, 6.2, 2.1},    {0, 7.9, false, 8, 8.9, 2},      {0.1, 0.2, true, 0.8, 1.45, 2},
        {0.1, 0.2, true, 5.5, 5.85, 2},
    };
    for (const Door &d : doors)
        for (double depth : {-0.09, 0.0, 0.09}) {
            char name[64];
            std::snprintf(name, sizeof name, "door %.2f m wide, %.2f m high", d.to - d.from, d.high);
            if (d.along_y)
                add(list, name, frame, d.x + depth, d.y + d.from, d.x + depth, d.y + d.to, d.high > 1.8);
            else
                add(list, name, frame, d.x + d.from, d.y + depth, d.x + d.to, d.y + depth, d.high > 1.8);
        }
    for (double x : {7.58, 8.4})
        add(list, "between pillars, 0.62 m", frame, x, 2, x + 0.62, 2);
}

inline std::vector<Passage> doors() {
    std::vector<Passage> list;
    for (const Frame &frame : {Frame{2, 1.2, 0}, Frame{19, 1.2, 0.075}, Frame{36.5, 1.2, 0.125}})
        add_rooms(list, frame);
    return list;
}

// ---------------------------------------------------------------------------------------------------- the others

const int spiral_sides = 96;                       // of its wall, in four turns
const int32_t spiral_size = 8 * spiral_sides + 20; // triangles that the sample is asked for

// The alley at every corner of its wall but the first and the last, where the wall ends.
inline std::vector<Passage> spiral() {
    std::vector<Passage> list;
    auto radius = [](double turn) { return 0.6 + 0.72 * turn + 0.16 * turn * (turn - 1) / 2; };
    const int each = spiral_sides / 4; // corners of a turn
    for (int k = 1; k + each < spiral_sides; k++) {
        double turn = double(k) / each;
        char name[64];
        std::snprintf(name, sizeof name, "alley in turn %d", k / each + 1);
        add(list, name, {0, 0, turn - std::floor(turn)}, radius(turn) + 0.1, 0, radius(turn + 1), 0);
    }
    return list;
}

// The strip with headroom beside the wall, at three places under each ramp.
inline std::vector<Passage> overhang() {
    static const double strips[5] = {0.3, 0.45, 0.62, 0.9, 0.62};
    std::vector<Passage> list;
    for (int k = 0; k < 5; k++)
        for (double y : {2.05, 3.5, 4.95}) {
            char name[64];
            std::snprintf(name, sizeof name, "strip of %.2f m%s", strips[k], k == 4 ? ", turned" : "");
            add(list, name, k == 4 ? Frame{37, 1, 0.075} : Frame{9.0 * k, 0, 0}, 0, y, strips[k], y);
        }
    return list;
}

// ---------------------------------------------------------------------------------------------------- measuring

// What of a passage is covered by the surface, on the ground floor and in its largest component.
struct Cover {
    double from = 0, to = 0; // metres from the passage's beginning; 0, 0 when nothing of it is covered
    double gap = 0;          // the widest one between the two
};

// The part of the line a + u (b - a), u from 0 to 1, that lies over a triangle; false when none does.
inline bool clip(const double p[3][2], const double a[2], const double b[2], double &u0, double &u1) {
    u0 = 0;
    u1 = 1;
    for (int i = 0; i < 3; i++) {
        const double *from = p[i], *to = p[(i + 1) % 3];
        auto side = [&](const double q[2]) {
            return (to[0] - from[0]) * (q[1] - from[1]) - (to[1] - from[1]) * (q[0] - from[0]);
        };
        double at_a = side(a), at_b = side(b);
        if (at_a < 0 && at_b < 0)
            return false;
        if (at_a < 0)
            u0 = std::max(u0, at_a / (at_a - at_b));
        if (at_b < 0)
            u1 = std::min(u1, at_a / (at_a - at_b));
    }
    return u0 < u1;
}

inline Cover measure(const wend_surface *surface, const Passage &passage) {
    const double beyond = 0.04; // metres on either side that are looked at too: in the wall
    wend_surface_view view = wend_surface_look(surface);
    double step = view.lattice.step * view.lattice.unit, length, a[2], b[2];
    length = std::hypot(passage.to[0] - passage.from[0], passage.to[1] - passage.from[1]);
    for (int k = 0; k < 2; k++) {
        double unit = (passage.to[k] - passage.from[k]) / length;
        a[k] = passage.from[k] - beyond * unit;
        b[k] = passage.to[k] + beyond * unit;
    }
    int32_t largest = 0;
    for (int32_t c = 0; c < view.component_count; c++)
        largest = view.components[c].area2 > view.components[largest].area2 ? c : largest;
    std::vector<std::pair<double, double>> parts;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        double p[3][2], u0, u1;
        bool on_floor = view.triangle_component[t] == largest;
        for (int i = 0; i < 3; i++) {
            const wend_point3 &v = view.vertices[view.triangles[t].v[i]];
            p[i][0] = view.lattice.origin[0] * view.lattice.unit + v.x * step;
            p[i][1] = view.lattice.origin[1] * view.lattice.unit + v.y * step;
            on_floor = on_floor && std::fabs(view.lattice.origin[2] * view.lattice.unit + v.z * step) < 0.05;
        }
        if (on_floor && clip(p, a, b, u0, u1))
            parts.push_back({u0 * (length + 2 * beyond) - beyond, u1 * (length + 2 * beyond) - beyond});
    }
    std::sort(parts.begin(), parts.end());
    Cover cover;
    for (size_t k = 0; k < parts.size(); k++) {
        if (k == 0)
            cover.from = cover.to = parts[0].first;
        cover.gap = std::max(cover.gap, parts[k].first - cover.to);
        cover.to = std::max(cover.to, parts[k].second);
    }
    return cover;
}

} // namespace passages

#endif
