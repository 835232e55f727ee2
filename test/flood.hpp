// An independent truth about what can be walked: a flood over columns of floor heights.
//
// Nothing of Wend's extraction, links or lattice is used; only the raw triangles of a scene. Vertical rays on a square
// grid find where each triangle is met; a hit is a *place* when its triangle faces up, is flat enough, and nothing else
// is met less than `height` above it. Two places are joined when
//
//     they are neighbours on the grid (or no farther than `gap` from each other, as seen from above),
//     their heights differ by at most `step`,
//     and no triangle comes between: none that meets the upright rectangle over the way from one to the other more than
//     `step` and less than `height` above the lower one. Walls thinner than the grid are met as well.
//
// A way across a gap leaves the floor at both of its ends: where the floor goes on, one walks, and the climb counts
// where the floor ends.
//
// *Twice.* A grid is not exact: two floors `gap` apart have places that are up to two cells farther apart, the height
// where a slope ends lies between those of two columns, and what is a step to within rounding is nobody's fault. So
// there are two floods: the *sure* one joins what is allowed without any doubt and is asked what links miss, and its
// steps and gaps are two centimetres wide; the *possible* one forgives two cells, what a slope climbs on those, a
// millimetre of height, and what stands at the ends of a way, and is asked what links join that they should not.
//
// Cost: O(places + hits log hits), and for pairs of edges near each other that nothing joined yet, a look at the
// triangles near them. About 20 bytes for a place and 4 for a column.
#ifndef WEND_BENCH_FLOOD_HPP
#define WEND_BENCH_FLOOD_HPP

#include <wend/scene.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

namespace flood {

struct Rules {
    double height = 1.8, slope = 0.78539816339744831, step = 0.4, gap = 0.3;
    bool two_sided = false;
    double cell = 0.02; // metres; larger where there would be more places than `most`
    double most = 1e8;
};

enum Sureness { SURE, POSSIBLE };

const double same = 3e-4;             // metres between heights that count as the same surface
const double head_slack = 3e-4;       // metres of headroom that rounding may take
const double slack[2] = {5e-5, 1e-3}; // metres of a step that are forgiven
const double reach[2] = {3e-4, 2e-3}; // metres above and below what blocks that are forgiven
const double half_width = 0.01;       // metres to both sides that a sure step or way across a gap needs
const double diagonal = 1.4142135623730951;
const double steepest = 2.5; // of floors, up over along, for what is kept in a byte

struct Face {
    double p[3][3]; // metres, ground coordinates
    double low[3], high[3];
    bool floor;   // may be stood on
    uint8_t rise; // how steep it is, in hundredths
    bool upright; // no ray meets it
    bool shallow; // so flat that a ray beside its inside meets it as well
};

struct Section { // of a face with an upright plane: from (u0, z0) to (u1, z1), u0 <= u1
    double u0, z0, u1, z1;
};

// Where the plane of points whose coordinate `axis` is c meets a face; u is the other coordinate.
inline bool cut(const Face &f, int axis, double c, Section &s) {
    double u[3], z[3];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = f.p[i], *b = f.p[(i + 1) % 3];
        double at_a = a[axis] - c, at_b = b[axis] - c;
        if ((at_a < 0) == (at_b < 0))
            continue;
        double t = at_a / (at_a - at_b);
        u[count] = a[1 - axis] + t * (b[1 - axis] - a[1 - axis]);
        z[count++] = a[2] + t * (b[2] - a[2]);
    }
    if (count < 2)
        return false;
    int first = u[0] <= u[1] ? 0 : 1;
    s = {u[first], z[first], u[1 - first], z[1 - first]};
    return true;
}

inline double height_at(const Section &s, double u) {
    return s.u1 > s.u0 ? s.z0 + (s.z1 - s.z0) * std::min(1.0, std::max(0.0, (u - s.u0) / (s.u1 - s.u0))) : s.z0;
}

// The heights of a section over [a, b], which it meets.
inline void span_over(const Section &s, double a, double b, double &low, double &high) {
    double at_a = s.u1 > s.u0 ? height_at(s, a) : s.z0, at_b = s.u1 > s.u0 ? height_at(s, b) : s.z1;
    low = std::min(at_a, at_b);
    high = std::max(at_a, at_b);
}

class Field {
  public:
    Field(const wend_scene *scene, const Rules &asked) : rules(asked) {
        read(scene);
        if (any_floor)
            fill();
    }

    Rules rules;
    bool any_floor = false;
    double cell = 0, low[2] = {0, 0};
    int64_t nx = 0, ny = 0;
    std::vector<uint32_t> start; // per column: its first place; one more at the end
    std::vector<float> z;        // per place, ascending within a column; metres above `base`
    double base = 0;

    std::vector<uint8_t> rise; // per place: how steep its floor is, in hundredths

    // Joined to the place in the column at +x, +y, -x, -y: four bits for each sureness.
    std::vector<uint8_t> joined;

    double x_of(int64_t i) const {
        return low[0] + cell * static_cast<double>(i);
    }
    double y_of(int64_t j) const {
        return low[1] + cell * static_cast<double>(j);
    }
    double z_of(uint32_t place) const {
        return base + static_cast<double>(z[place]);
    }
    int64_t column_of(uint32_t place) const {
        return std::upper_bound(start.begin(), start.end(), place) - start.begin() - 1;
    }
    // The scene's own axes and units.
    void place_of(uint32_t place, double at[3]) const {
        int64_t column = column_of(place);
        const double ground[3] = {x_of(column % nx) / unit, y_of(column / nx) / unit, z_of(place) / unit};
        wend_scene_from_ground(up, ground, at);
    }

    // The place of a column whose height is nearest to `at` and within `off` of it; -1 for none.
    int64_t find(int64_t column, double at, double off) const {
        int64_t best = -1;
        for (uint32_t p = start[column]; p < start[column + 1]; p++) {
            double d = std::fabs(z_of(p) - at);
            if (d <= off) {
                off = d;
                best = p;
            }
        }
        return best;
    }

    // The place that a place is joined to at +x (0) or +y (1).
    int64_t neighbour(int64_t column, uint32_t place, int way, Sureness sure) const {
        if (!(joined[place] >> (4 * sure + way) & 1))
            return -1;
        return find(column + (way ? nx : 1), z_of(place), rules.step + slack[POSSIBLE] + steepest * cell);
    }

    // How much two floors may differ that end within `off` of their places: sloping ones are higher or lower there.
    double most_step(double off, uint8_t rise_p, uint8_t rise_q, Sureness sure) const {
        double unsure = off * 0.01 * (rise_p + rise_q);
        return rules.step + slack[sure] + (sure == SURE ? -unsure : unsure);
    }

    // The height that a way is measured from: that of the lower floor where it ends.
    double foot(double off, double z_p, double z_q, uint8_t rise_p, uint8_t rise_q, Sureness sure) const {
        return std::min(z_p, z_q) + (sure == SURE ? 0 : off * 0.01 * std::max(rise_p, rise_q));
    }

    // How far apart the heights of a floor that goes on may be, from one column to a neighbour.
    double level(uint8_t rise_p) const {
        return same + diagonal * cell * std::max(1.0, 0.01 * rise_p);
    }

    // Per place: the directions (of `neighbours`) in which its floor does not go on.
    std::vector<uint8_t> find_edges() const {
        std::vector<uint8_t> edges(z.size(), 0);
        for (int64_t c = 0; c < nx * ny; c++)
            for (uint32_t p = start[c]; p < start[c + 1]; p++)
                for (int k = 0; k < 8; k++) {
                    int64_t i = c % nx + neighbours[k][0], j = c / nx + neighbours[k][1];
                    if (i < 0 || i >= nx || j < 0 || j >= ny || find(j * nx + i, z_of(p), level(rise[p])) < 0)
                        edges[p] = static_cast<uint8_t>(edges[p] | 1 << k);
                }
        return edges;
    }
    static constexpr int neighbours[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

    // Whether one can step from one point to another, and with what is needed to both sides.
    bool is_way(const double a[2], const double b[2], double lower, Sureness sure, int32_t &hint) const {
        if (!is_free(a, b, lower, sure, hint))
            return false;
        if (sure == POSSIBLE)
            return true;
        double dx = b[0] - a[0], dy = b[1] - a[1], length = std::sqrt(dx * dx + dy * dy);
        for (double off : {-half_width, half_width}) {
            double x = -dy / length * off, y = dx / length * off;
            const double c[2] = {a[0] + x, a[1] + y}, d[2] = {b[0] + x, b[1] + y};
            if (!is_free(c, d, lower, sure, hint))
                return false;
        }
        return true;
    }

    // Whether nothing is in the way between two points at that height of the lower floor.
    bool is_free(const double a[2], const double b[2], double lower, Sureness sure, int32_t &hint) const {
        double from = lower + rules.step + reach[sure], to = lower + rules.height - reach[sure];
        if (hint >= 0 && stands_between(faces[hint], a, b, from, to, sure))
            return false;
        int64_t i0 = bucket_of(0, std::min(a[0], b[0])), i1 = bucket_of(0, std::max(a[0], b[0]));
        int64_t j0 = bucket_of(1, std::min(a[1], b[1])), j1 = bucket_of(1, std::max(a[1], b[1]));
        for (int64_t j = j0; j <= j1; j++)
            for (int64_t i = i0; i <= i1; i++)
                for (uint32_t k = bucket_start[j * buckets[0] + i]; k < bucket_start[j * buckets[0] + i + 1]; k++) {
                    int32_t f = bucket_faces[k];
                    if (stands_between(faces[f], a, b, from, to, sure)) {
                        hint = f;
                        return false;
                    }
                }
        return true;
    }

  private:
    wend_up up = WEND_UP_Y;
    double unit = 1;
    std::vector<Face> faces;
    double bucket = 0;
    int64_t buckets[2] = {0, 0};
    std::vector<uint32_t> bucket_start;
    std::vector<int32_t> bucket_faces;

    // ------------------------------------------------------------------------------------------------ reading

    void read(const wend_scene *scene) {
        wend_scene_view view = wend_scene_look(scene);
        up = view.up;
        unit = view.unit;
        double flattest = std::cos(rules.slope + 0.01 * 0.017453292519943295);
        double high[2] = {-INFINITY, -INFINITY}, area = 0;
        low[0] = low[1] = base = INFINITY;
        for (int32_t t = 0; t < view.triangle_count; t++) {
            Face f;
            bool finite = true;
            for (int i = 0; i < 3; i++) {
                wend_ground_from_scene(up, view.positions + 3 * static_cast<size_t>(view.triangles[3 * t + i]), f.p[i]);
                for (int k = 0; k < 3; k++) {
                    f.p[i][k] *= unit;
                    finite = finite && std::isfinite(f.p[i][k]);
                }
            }
            if (!finite)
                continue;
            for (int k = 0; k < 3; k++) {
                f.low[k] = std::min({f.p[0][k], f.p[1][k], f.p[2][k]});
                f.high[k] = std::max({f.p[0][k], f.p[1][k], f.p[2][k]});
            }
            double n[3], u[3], v[3];
            for (int k = 0; k < 3; k++) {
                u[k] = f.p[1][k] - f.p[0][k];
                v[k] = f.p[2][k] - f.p[0][k];
            }
            for (int k = 0; k < 3; k++)
                n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
            double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            if (!(length > 0))
                continue;
            f.upright = std::fabs(n[2]) < 1e-6 * length;
            f.shallow = std::fabs(n[2]) > 0.5 * length;
            f.rise = static_cast<uint8_t>(
                100 * std::min(steepest, std::hypot(n[0], n[1]) / std::max(1e-300, std::fabs(n[2]))));
            f.floor = (rules.two_sided ? std::fabs(n[2]) : n[2]) >= flattest * length;
            faces.push_back(f);
            if (!f.floor)
                continue;
            any_floor = true;
            area += std::fabs(n[2]) / 2;
            for (int k = 0; k < 2; k++) {
                low[k] = std::min(low[k], f.low[k]);
                high[k] = std::max(high[k], f.high[k]);
            }
            base = std::min(base, f.low[2]);
        }
        if (!any_floor)
            return;
        double box = (high[0] - low[0]) * (high[1] - low[1]);
        cell = std::max(rules.cell, std::sqrt(std::max(area, box) / rules.most));
        // Off the numbers that people like, so that columns do not run along edges.
        low[0] += 0.3819660113 * cell;
        low[1] += 0.2763932023 * cell;
        nx = std::max<int64_t>(1, static_cast<int64_t>(std::floor((high[0] - low[0]) / cell)) + 1);
        ny = std::max<int64_t>(1, static_cast<int64_t>(std::floor((high[1] - low[1]) / cell)) + 1);
        fill_buckets(high);
    }

    // ------------------------------------------------------------------------------------------------ what is near

    int64_t bucket_of(int axis, double at) const {
        double k = std::floor((at - low[axis]) / bucket) + 1;
        return std::min(buckets[axis] - 1, std::max<int64_t>(0, static_cast<int64_t>(k)));
    }

    template <class Visit> void visit_buckets(const Face &f, const Visit &visit) const {
        int64_t j0 = bucket_of(1, f.low[1]), j1 = bucket_of(1, f.high[1]);
        for (int64_t j = j0; j <= j1; j++) {
            // The part of the face over this row of buckets.
            double y0 = j == j0 ? f.low[1] : low[1] + bucket * static_cast<double>(j - 1);
            double y1 = j == j1 ? f.high[1] : low[1] + bucket * static_cast<double>(j);
            double least = INFINITY, most = -INFINITY;
            for (int i = 0; i < 3; i++)
                if (f.p[i][1] >= y0 && f.p[i][1] <= y1) {
                    least = std::min(least, f.p[i][0]);
                    most = std::max(most, f.p[i][0]);
                }
            for (double y : {y0, y1}) {
                Section s;
                if (cut(f, 1, y, s)) {
                    least = std::min(least, s.u0);
                    most = std::max(most, s.u1);
                }
            }
            if (!(least <= most))
                continue;
            for (int64_t i = bucket_of(0, least - 1e-6); i <= bucket_of(0, most + 1e-6); i++)
                visit(j * buckets[0] + i);
        }
    }

    void fill_buckets(const double high[2]) {
        bucket = std::max({0.35, 2 * cell, std::sqrt((high[0] - low[0]) * (high[1] - low[1]) / 4e6)});
        for (int k = 0; k < 2; k++)
            buckets[k] = static_cast<int64_t>(std::max(0.0, high[k] - low[k]) / bucket) + 3;
        bucket_start.assign(static_cast<size_t>(buckets[0] * buckets[1] + 1), 0);
        for (const Face &f : faces)
            visit_buckets(f, [&](int64_t b) { bucket_start[b + 1]++; });
        for (size_t b = 1; b < bucket_start.size(); b++)
            bucket_start[b] += bucket_start[b - 1];
        bucket_faces.resize(bucket_start.back());
        std::vector<uint32_t> next(bucket_start.begin(), bucket_start.end() - 1);
        for (size_t f = 0; f < faces.size(); f++)
            visit_buckets(faces[f], [&](int64_t b) { bucket_faces[next[b]++] = static_cast<int32_t>(f); });
    }

    // Whether a face meets the upright rectangle over [a, b] between two heights. A possible way forgives what stands
    // within reach of its ends.
    static bool stands_between(const Face &f, const double a[2], const double b[2], double from, double to,
                               Sureness sure) {
        if (f.high[2] <= from || f.low[2] >= to || f.high[0] < std::min(a[0], b[0]) ||
            f.low[0] > std::max(a[0], b[0]) || f.high[1] < std::min(a[1], b[1]) || f.low[1] > std::max(a[1], b[1]))
            return false;
        double dx = b[0] - a[0], dy = b[1] - a[1], length = std::sqrt(dx * dx + dy * dy);
        double side[3], t[2], z[2];
        for (int i = 0; i < 3; i++)
            side[i] = dx * (f.p[i][1] - a[1]) - dy * (f.p[i][0] - a[0]);
        int count = 0;
        for (int i = 0; i < 3 && count < 2; i++) {
            int k = (i + 1) % 3;
            if ((side[i] < 0) == (side[k] < 0))
                continue;
            double s = side[i] / (side[i] - side[k]);
            double x = f.p[i][0] + s * (f.p[k][0] - f.p[i][0]), y = f.p[i][1] + s * (f.p[k][1] - f.p[i][1]);
            t[count] = ((x - a[0]) * dx + (y - a[1]) * dy) / length;
            z[count++] = f.p[i][2] + s * (f.p[k][2] - f.p[i][2]);
        }
        if (count < 2)
            return false;
        if (t[0] > t[1]) {
            std::swap(t[0], t[1]);
            std::swap(z[0], z[1]);
        }
        double begin = sure == SURE ? 0 : std::min(2e-3, length / 4), end = length - begin;
        if (t[1] < begin || t[0] > end)
            return false;
        double at[2] = {z[0], z[1]}, run = t[1] - t[0];
        if (t[0] < begin)
            at[0] = z[0] + (begin - t[0]) / run * (z[1] - z[0]);
        if (t[1] > end)
            at[1] = z[0] + (end - t[0]) / run * (z[1] - z[0]);
        return std::max(at[0], at[1]) > from && std::min(at[0], at[1]) < to;
    }

    // ------------------------------------------------------------------------------------------------ bands of rows

    struct Hit {
        float z;
        bool floor;
        uint8_t rise;
    };
    struct Floors {
        std::vector<float> z;
        std::vector<uint8_t> rise;
    };
    struct Crossing { // what stands on the way from a column to its neighbour
        float low, high;
    };
    struct Band {
        int64_t begin, end; // rows
        std::vector<uint32_t> counts;
        Floors floors;
        std::vector<uint8_t> joined;
    };
    enum { ROWS = 32 };

    // Columns that a section meets.
    void columns(const Section &s, int64_t &first, int64_t &last) const {
        first = std::max<int64_t>(0, static_cast<int64_t>(std::ceil((s.u0 - low[0]) / cell - 1e-9)));
        last = std::min(nx - 1, static_cast<int64_t>(std::floor((s.u1 - low[0]) / cell + 1e-9)));
    }

    template <class Visit> void visit_hits(const Face &f, int64_t begin, int64_t end, const Visit &visit) const {
        int64_t j0 = std::max(begin, static_cast<int64_t>(std::ceil((f.low[1] - low[1]) / cell)));
        int64_t j1 = std::min(end - 1, static_cast<int64_t>(std::floor((f.high[1] - low[1]) / cell)));
        for (int64_t j = j0; j <= j1; j++) {
            Section s;
            int64_t i0, i1;
            if (!cut(f, 1, y_of(j), s))
                continue;
            columns(s, i0, i1);
            for (int64_t i = i0; i <= i1; i++)
                visit((j - begin) * nx + i, static_cast<float>(height_at(s, x_of(i)) - base));
        }
    }

    // The cells between columns that a section meets: only those at its ends when it is shallow.
    template <class Visit>
    void visit_cells(const Section &s, bool shallow, int axis, int64_t begin, int64_t end, const Visit &visit) const {
        int64_t k0 = static_cast<int64_t>(std::floor((s.u0 - low[axis]) / cell));
        int64_t k1 = static_cast<int64_t>(std::floor((s.u1 - low[axis]) / cell));
        for (int64_t k = std::max(k0, begin); k <= std::min(k1, end - 1); k++) {
            if (shallow && k > k0 && k < k1) {
                k = std::max(k, std::min(k1, end) - 1);
                continue;
            }
            double a = low[axis] + cell * static_cast<double>(k), least, most;
            span_over(s, std::max(a, s.u0), std::min(a + cell, s.u1), least, most);
            visit(k, Crossing{static_cast<float>(least - base), static_cast<float>(most - base)});
        }
    }

    template <class Visit> void visit_crossings(const Face &f, int64_t begin, int64_t end, const Visit &visit) const {
        int64_t j0 = std::max(begin, static_cast<int64_t>(std::ceil((f.low[1] - low[1]) / cell)));
        int64_t j1 = std::min(end - 1, static_cast<int64_t>(std::floor((f.high[1] - low[1]) / cell)));
        Section s;
        for (int64_t j = j0; j <= j1; j++)
            if (cut(f, 1, y_of(j), s))
                visit_cells(s, f.shallow, 0, 0, nx - 1,
                            [&](int64_t i, Crossing c) { visit(2 * ((j - begin) * nx + i), c); });
        int64_t i0 = std::max<int64_t>(0, static_cast<int64_t>(std::ceil((f.low[0] - low[0]) / cell)));
        int64_t i1 = std::min(nx - 1, static_cast<int64_t>(std::floor((f.high[0] - low[0]) / cell)));
        for (int64_t i = i0; i <= i1; i++)
            if (cut(f, 0, x_of(i), s))
                visit_cells(s, f.shallow, 1, begin, std::min(end, ny - 1),
                            [&](int64_t j, Crossing c) { visit(2 * ((j - begin) * nx + i) + 1, c); });
    }

    // Sorts what was visited into lists, one after the other: `first` of each, and the items.
    template <class Item, class Each>
    static void gather(int64_t lists, std::vector<uint32_t> &first, std::vector<Item> &items, const Each &each) {
        first.assign(static_cast<size_t>(lists + 1), 0);
        each([&](int64_t list, const Item &) { first[list + 1]++; });
        for (int64_t k = 0; k < lists; k++)
            first[k + 1] += first[k];
        items.resize(first[lists]);
        std::vector<uint32_t> next(first.begin(), first.end() - 1);
        each([&](int64_t list, const Item &item) { items[next[list]++] = item; });
    }

    void make_band(const std::vector<int32_t> &near, Band &band) const {
        int64_t begin = band.begin, end = band.end, rows = std::min(end + 1, ny) - begin;
        std::vector<uint32_t> first;
        std::vector<Hit> hits;
        gather(rows * nx, first, hits, [&](const auto &add) {
            for (int32_t f : near)
                if (!faces[f].upright)
                    visit_hits(faces[f], begin, begin + rows, [&](int64_t column, float at) {
                        add(column, Hit{at, faces[f].floor, faces[f].rise});
                    });
        });
        std::vector<uint32_t> from(static_cast<size_t>(rows * nx + 1), 0);
        Floors floors;
        for (int64_t c = 0; c < rows * nx; c++) {
            choose_floors(hits.data() + first[c], hits.data() + first[c + 1], floors);
            from[c + 1] = static_cast<uint32_t>(floors.z.size());
        }
        join_band(near, band, rows, from, floors);
        band.counts.resize(static_cast<size_t>((end - begin) * nx));
        for (size_t c = 0; c < band.counts.size(); c++)
            band.counts[c] = from[c + 1] - from[c];
        floors.z.resize(from[(end - begin) * nx]);
        floors.rise.resize(floors.z.size());
        band.floors = std::move(floors);
    }

    // A floor is where nothing is met above it but closer than the height.
    void choose_floors(Hit *begin, Hit *end, Floors &floors) const {
        std::sort(begin, end, [](const Hit &a, const Hit &b) { return a.z < b.z; });
        for (Hit *h = begin; h < end;) {
            Hit *top = h;
            while (top + 1 < end && static_cast<double>(top[1].z) - static_cast<double>(top->z) <= same)
                top++;
            bool floor = false;
            uint8_t steep = 0;
            for (; h <= top; h++)
                if (h->floor) {
                    floor = true;
                    steep = std::max(steep, h->rise);
                }
            if (floor && (top + 1 == end ||
                          static_cast<double>(top[1].z) - static_cast<double>(top->z) >= rules.height - head_slack)) {
                floors.z.push_back(top->z);
                floors.rise.push_back(steep);
            }
        }
    }

    void join_band(const std::vector<int32_t> &near, Band &band, int64_t rows, const std::vector<uint32_t> &from,
                   const Floors &floors) const {
        std::vector<uint32_t> first;
        std::vector<Crossing> crossings;
        gather(2 * rows * nx, first, crossings, [&](const auto &add) {
            for (int32_t f : near)
                visit_crossings(faces[f], band.begin, band.end, [&](int64_t way, Crossing c) { add(way, c); });
        });
        band.joined.assign(from[(band.end - band.begin) * nx], 0);
        for (int64_t c = 0; c < (band.end - band.begin) * nx; c++)
            for (int way = 0; way < 2; way++) {
                if (way == 0 ? c % nx == nx - 1 : c / nx + 1 >= rows)
                    continue;
                int64_t other = c + (way ? nx : 1);
                const Crossing *ways = crossings.data() + first[2 * c + way],
                               *behind = crossings.data() + first[2 * c + way + 1];
                for (uint32_t p = from[c]; p < from[c + 1]; p++)
                    for (uint32_t q = from[other]; q < from[other + 1]; q++)
                        for (int sure = SURE; sure <= POSSIBLE; sure++)
                            if (is_joined(floors, p, q, ways, behind, static_cast<Sureness>(sure)) &&
                                (sure == POSSIBLE || is_wide(band, floors, c, way, p, q)))
                                band.joined[p] = static_cast<uint8_t>(band.joined[p] | 1 << (4 * sure + way));
            }
    }

    bool is_level(const Floors &floors, uint32_t p, uint32_t q) const {
        return std::fabs(static_cast<double>(floors.z[p]) - static_cast<double>(floors.z[q])) <=
               level(std::max(floors.rise[p], floors.rise[q]));
    }

    bool is_joined(const Floors &floors, uint32_t p, uint32_t q, const Crossing *begin, const Crossing *end,
                   Sureness sure) const {
        double at_p = floors.z[p], at_q = floors.z[q],
               lower = foot(cell, at_p, at_q, floors.rise[p], floors.rise[q], sure);
        if (!is_level(floors, p, q) && std::fabs(at_p - at_q) > most_step(cell, floors.rise[p], floors.rise[q], sure))
            return false;
        double from = lower + rules.step + reach[sure], to = lower + rules.height - reach[sure];
        for (const Crossing *c = begin; c < end; c++)
            if (static_cast<double>(c->high) > from && static_cast<double>(c->low) < to)
                return false;
        return true;
    }

    // Whether a step (not a floor that goes on) has room to both sides.
    bool is_wide(const Band &band, const Floors &floors, int64_t c, int way, uint32_t p, uint32_t q) const {
        if (is_level(floors, p, q))
            return true;
        const double a[2] = {x_of(c % nx), y_of(band.begin + c / nx)};
        const double b[2] = {a[0] + (way ? 0 : cell), a[1] + (way ? cell : 0)};
        int32_t hint = -1;
        return is_way(a, b, base + static_cast<double>(std::min(floors.z[p], floors.z[q])), SURE, hint);
    }

    void fill() {
        int64_t count = (ny + ROWS - 1) / ROWS;
        std::vector<std::vector<int32_t>> near(static_cast<size_t>(count));
        for (size_t f = 0; f < faces.size(); f++) {
            int64_t j0 = static_cast<int64_t>(std::floor((faces[f].low[1] - low[1]) / cell)) - 1;
            int64_t j1 = static_cast<int64_t>(std::floor((faces[f].high[1] - low[1]) / cell)) + 1;
            if (j1 < 0 || j0 >= ny)
                continue;
            for (int64_t b = std::max<int64_t>(0, j0) / ROWS; b <= std::min(ny - 1, j1) / ROWS; b++)
                near[b].push_back(static_cast<int32_t>(f));
        }
        start.assign(1, 0);
        start.reserve(static_cast<size_t>(nx * ny + 1));
        unsigned workers = std::max(1u, std::thread::hardware_concurrency());
        for (int64_t b = 0; b < count; b += 8 * workers) {
            std::vector<Band> bands(static_cast<size_t>(std::min<int64_t>(8 * workers, count - b)));
            std::atomic<size_t> next{0};
            auto work = [&] {
                for (size_t k; (k = next++) < bands.size();) {
                    bands[k].begin = (b + static_cast<int64_t>(k)) * ROWS;
                    bands[k].end = std::min(ny, bands[k].begin + ROWS);
                    make_band(near[static_cast<size_t>(b) + k], bands[k]);
                }
            };
            std::vector<std::thread> threads;
            for (unsigned w = 1; w < workers; w++)
                threads.emplace_back(work);
            work();
            for (std::thread &t : threads)
                t.join();
            for (const Band &band : bands) {
                for (uint32_t places : band.counts)
                    start.push_back(start.back() + places);
                z.insert(z.end(), band.floors.z.begin(), band.floors.z.end());
                rise.insert(rise.end(), band.floors.rise.begin(), band.floors.rise.end());
                joined.insert(joined.end(), band.joined.begin(), band.joined.end());
            }
        }
        mark_back();
    }

    // What is joined is joined from both ends.
    void mark_back() {
        for (int64_t c = 0; c < nx * ny; c++)
            for (uint32_t p = start[c]; p < start[c + 1]; p++)
                for (int sure = SURE; sure <= POSSIBLE; sure++)
                    for (int way = 0; way < 2; way++) {
                        int64_t q = neighbour(c, p, way, static_cast<Sureness>(sure));
                        if (q >= 0)
                            joined[q] = static_cast<uint8_t>(joined[q] | 4 << (4 * sure + way));
                    }
    }
};

// ---------------------------------------------------------------------------------------------------- sets

class Sets {
  public:
    explicit Sets(size_t count) : parent(count) {
        for (size_t k = 0; k < count; k++)
            parent[k] = static_cast<uint32_t>(k);
    }
    uint32_t find(uint32_t k) {
        while (parent[k] != k)
            k = parent[k] = parent[parent[k]];
        return k;
    }
    // The lower one names both; false when they were one already.
    bool unite(uint32_t a, uint32_t b) {
        a = find(a);
        b = find(b);
        if (a != b)
            parent[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

  private:
    std::vector<uint32_t> parent;
};

struct Join {
    uint32_t a, b; // places
};

// Calls visit(a, b) for all places that are neighbours and joined.
template <class Visit> void visit_neighbours(const Field &field, Sureness sure, const Visit &visit) {
    for (int64_t c = 0; c < field.nx * field.ny; c++)
        for (uint32_t p = field.start[c]; p < field.start[c + 1]; p++)
            for (int way = 0; way < 2; way++) {
                int64_t q = field.neighbour(c, p, way, sure);
                if (q >= 0)
                    visit(p, static_cast<uint32_t>(q));
            }
}

// Floods: unites all that is joined, neighbours first, then across gaps; those ways across that united something.
inline std::vector<Join> run(const Field &field, Sureness sure, Sets &sets) {
    visit_neighbours(field, sure, [&](uint32_t a, uint32_t b) { sets.unite(a, b); });
    std::vector<Join> ways;
    double far = field.rules.gap + (sure == SURE ? 1e-9 : 2 * std::sqrt(2.0) * field.cell + 1e-3);
    int64_t cells = static_cast<int64_t>(far / field.cell);
    struct Offset {
        int64_t i, j;
        int way; // the first step, of the eight neighbours
    };
    std::vector<Offset> offsets;
    for (int64_t j = 0; j <= cells; j++)
        for (int64_t i = -cells; i <= cells; i++)
            if ((j > 0 || i > 0) && field.cell * std::sqrt(static_cast<double>(i * i + j * j)) <= far)
                offsets.push_back(
                    {i, j,
                     static_cast<int>(std::lround(std::atan2(static_cast<double>(j), static_cast<double>(i)) /
                                                  0.78539816339744831))});
    std::sort(offsets.begin(), offsets.end(),
              [](const Offset &a, const Offset &b) { return a.i * a.i + a.j * a.j < b.i * b.i + b.j * b.j; });
    std::vector<uint8_t> edges = field.find_edges();
    if (sure == POSSIBLE) // a direction is one of eight: those beside it may be meant
        for (uint8_t &e : edges)
            e = static_cast<uint8_t>(e | e << 1 | e >> 7 | e >> 1 | e << 7);
    for (int64_t c = 0; c < field.nx * field.ny; c++)
        for (uint32_t p = field.start[c]; p < field.start[c + 1]; p++) {
            if (!edges[p])
                continue;
            int64_t x = c % field.nx, y = c / field.nx;
            const double a[2] = {field.x_of(x), field.y_of(y)};
            int32_t hint = -1;
            for (const Offset &o : offsets) {
                if (!(edges[p] >> o.way & 1) || x + o.i < 0 || x + o.i >= field.nx || y + o.j >= field.ny)
                    continue;
                int64_t other = c + o.j * field.nx + o.i;
                for (uint32_t q = field.start[other]; q < field.start[other + 1]; q++) {
                    double most = field.most_step(diagonal * field.cell, field.rise[p], field.rise[q], sure);
                    if (std::fabs(field.z_of(q) - field.z_of(p)) > most || !(edges[q] >> (o.way + 4) % 8 & 1) ||
                        sets.find(p) == sets.find(q))
                        continue;
                    const double b[2] = {field.x_of(x + o.i), field.y_of(y + o.j)};
                    double lower = field.foot(diagonal * field.cell, field.z_of(p), field.z_of(q), field.rise[p],
                                              field.rise[q], sure);
                    if (field.is_way(a, b, lower, sure, hint)) {
                        sets.unite(p, q);
                        ways.push_back({p, q});
                    }
                }
            }
        }
    return ways;
}

} // namespace flood

#endif
