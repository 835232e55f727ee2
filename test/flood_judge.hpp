// Links, judged by the flood of flood.hpp: do they join what can be walked, all of it, and nothing else?
//
// Places of the flood are counted to the component of the surface that lies there. A *linker* says which components
// are one; besides the links themselves there are two that must fail wherever there is something to link: one that
// finds nothing, and one that finds steps alone.
//
// Two measures. *Shares* are of pairs of places, so they are weighted by area: a linker that loses ten small rooms of a
// large hall hardly notices. So *parts* are counted too: a part is missed when the sure flood joins it to another one
// and the linker does not, and extra the other way round, by the possible flood. Both parts of a parting have at least
// `listed_area`; what is smaller is within the grid's doubt.
#ifndef WEND_TEST_FLOOD_JUDGE_HPP
#define WEND_TEST_FLOOD_JUDGE_HPP

#include "flood.hpp"

#include <wend/links.h>

#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>

namespace flood {

const double listed_area = 0.1; // square metres: smaller parts are not counted

// ---------------------------------------------------------------------------------------------------- linkers

enum Linker { NOTHING, STEPS_ALONE, LINKS };

inline bool counts(Linker linker, uint8_t kind) {
    return kind != WEND_LINK_DROP &&
           (linker == LINKS || (linker == STEPS_ALONE && (kind == WEND_LINK_STEP || kind == WEND_LINK_SEAM)));
}

// For every component of the surface, the least one that the linker joins it to.
inline std::vector<int32_t> joined_by(Linker linker, const wend_surface *surface, const wend_links *links) {
    wend_surface_view floor = wend_surface_look(surface);
    wend_links_view view = wend_links_look(links);
    Sets sets(static_cast<size_t>(floor.component_count));
    for (int32_t k = 0; k < view.link_count; k++) {
        const wend_link &l = view.links[k];
        for (int32_t n = 1; n < l.interval_count && counts(linker, l.kind); n++) {
            uint32_t of[2];
            for (int32_t i = 0; i < 2; i++) {
                int32_t boundary = view.intervals[l.first_interval + n - i].boundary;
                of[i] = static_cast<uint32_t>(floor.triangle_component[floor.boundaries[boundary].edge / 3]);
            }
            sets.unite(of[0], of[1]);
        }
    }
    std::vector<int32_t> joined;
    for (int32_t c = 0; c < floor.component_count; c++)
        joined.push_back(static_cast<int32_t>(sets.find(static_cast<uint32_t>(c))));
    return joined;
}

// ---------------------------------------------------------------------------------------------------- places

// Per place of the flood: the component of the surface that lies there, or -1.
inline std::vector<int32_t> place_components(const Field &field, const wend_surface *surface) {
    wend_surface_view view = wend_surface_look(surface);
    const wend_lattice3 &lattice = view.lattice;
    std::vector<int32_t> of(field.z.size(), -1);
    for (int32_t t = 0; t < view.triangle_count; t++) {
        Face f;
        for (int i = 0; i < 3; i++) {
            const wend_point3 &v = view.vertices[view.triangles[t].v[i]];
            const int32_t at[3] = {v.x, v.y, v.z};
            for (int k = 0; k < 3; k++)
                f.p[i][k] = (lattice.origin[k] + lattice.step * at[k]) * lattice.unit;
        }
        double low = std::min({f.p[0][1], f.p[1][1], f.p[2][1]}), high = std::max({f.p[0][1], f.p[1][1], f.p[2][1]});
        int64_t j0 = std::max<int64_t>(0, static_cast<int64_t>(std::ceil((low - field.low[1]) / field.cell)));
        int64_t j1 = std::min(field.ny - 1, static_cast<int64_t>(std::floor((high - field.low[1]) / field.cell)));
        for (int64_t j = j0; j <= j1; j++) {
            Section s;
            if (!cut(f, 1, field.y_of(j), s))
                continue;
            int64_t i0 = std::max<int64_t>(0, static_cast<int64_t>(std::ceil((s.u0 - field.low[0]) / field.cell)));
            int64_t i1 = std::min(field.nx - 1, static_cast<int64_t>(std::floor((s.u1 - field.low[0]) / field.cell)));
            for (int64_t i = i0; i <= i1; i++) {
                int64_t place = field.find(j * field.nx + i, height_at(s, field.x_of(i)), 5e-3);
                if (place >= 0)
                    of[place] = view.triangle_component[t];
            }
        }
    }
    return of;
}

// Places by the set of the flood and the component of the links that they belong to.
struct Table {
    std::unordered_map<uint64_t, double> cells; // set << 32 | component
    std::unordered_map<uint32_t, double> sets, components;
    double covered = 0;

    static double pairs(double n) {
        return n * (n - 1) / 2;
    }
    // The percentage of the pairs that the flood joins that the links join too, and the other way round.
    double found() const {
        return share(sets);
    }
    double true_share() const {
        return share(components);
    }

  private:
    double share(const std::unordered_map<uint32_t, double> &wholes) const {
        double all = 0, both = 0;
        for (const auto &w : wholes)
            all += pairs(w.second);
        for (const auto &c : cells)
            both += pairs(c.second);
        return all > 0 ? 100 * both / all : 100;
    }
};

inline Table tabulate(const Field &field, Sets &sets, const std::vector<int32_t> &of, const std::vector<int32_t> &joined) {
    Table table;
    for (uint32_t p = 0; p < field.z.size(); p++) {
        if (of[p] < 0)
            continue;
        uint32_t set = sets.find(p), component = static_cast<uint32_t>(joined[of[p]]);
        table.cells[static_cast<uint64_t>(set) << 32 | component]++;
        table.sets[set]++;
        table.components[component]++;
        table.covered++;
    }
    return table;
}

// The components of places, but none where a set of the flood and a component share next to nothing: places right at a
// wall may be counted to the wrong side of it.
inline std::vector<int32_t> without_strays(const Field &field, Sets &sets, const std::vector<int32_t> &of,
                                    const std::vector<int32_t> &joined, const Table &table) {
    std::vector<int32_t> kept(of);
    for (uint32_t p = 0; p < field.z.size(); p++)
        if (of[p] >= 0) {
            uint64_t key = static_cast<uint64_t>(sets.find(p)) << 32 | static_cast<uint32_t>(joined[of[p]]);
            if (table.cells.at(key) * field.cell * field.cell < listed_area / 2)
                kept[p] = -1;
        }
    return kept;
}

// Unites what is one floor of the surface: whether that is right is the extraction's business, and floors may be
// narrower than the grid.
inline void unite_floors(const Field &field, const std::vector<int32_t> &of, Sets &sets) {
    std::unordered_map<int32_t, uint32_t> first;
    for (uint32_t p = 0; p < field.z.size(); p++)
        if (of[p] >= 0)
            sets.unite(first.emplace(of[p], p).first->second, p);
}

// Where two parts are joined by one and not by the other.
struct Parting {
    double area; // of the smaller part, square metres
    double larger;
    double at[3]; // in the scene's own axes and units
    std::string how;
};

inline void sort_by_area(std::vector<Parting> &partings) {
    std::sort(partings.begin(), partings.end(), [](const Parting &a, const Parting &b) { return a.area > b.area; });
}

// Prints the first few, one line each.
inline void print_partings(const std::vector<Parting> &partings, const char *title, int most) {
    for (size_t k = 0; k < partings.size() && k < static_cast<size_t>(most); k++) {
        const Parting &p = partings[k];
        std::printf("    %s %10.2f m2 and %10.2f m2 at %.3f %.3f %.3f%s\n", title, p.area, p.larger, p.at[0], p.at[1],
                    p.at[2], p.how.c_str());
    }
    std::fflush(stdout);
}

// Sets of places with their areas.
class Areas {
  public:
    Areas(const Field &f, const std::vector<int32_t> &of) : field(f), sets(f.z.size()), area(f.z.size()) {
        for (size_t p = 0; p < area.size(); p++)
            area[p] = of[p] >= 0 ? static_cast<float>(f.cell * f.cell) : 0.0f;
    }
    void unite(uint32_t a, uint32_t b) {
        a = sets.find(a);
        b = sets.find(b);
        if (!sets.unite(a, b))
            return;
        float sum = area[a] + area[b];
        area[sets.find(a)] = sum;
    }
    // Unites them, and tells of it when both are large.
    void part(uint32_t a, uint32_t b, uint32_t where, const std::string &how, std::vector<Parting> &partings) {
        uint32_t at_a = sets.find(a), at_b = sets.find(b);
        if (at_a == at_b)
            return;
        double first = static_cast<double>(area[at_a]), second = static_cast<double>(area[at_b]);
        if (std::min(first, second) >= listed_area) {
            Parting p = {std::min(first, second), std::max(first, second), {}, how};
            field.place_of(where, p.at);
            partings.push_back(p);
        }
        unite(a, b);
    }

  private:
    const Field &field;
    Sets sets;
    std::vector<float> area;
};

inline std::string describe_way(const Field &field, uint32_t a, uint32_t b) {
    double p[3], q[3];
    field.place_of(a, p);
    field.place_of(b, q);
    char text[120];
    std::snprintf(text, sizeof text, " to %.3f %.3f %.3f", q[0], q[1], q[2]);
    return text;
}

// What the sure flood joins and the linker does not.
inline std::vector<Parting> find_missed(const Field &field, const std::vector<Join> &ways,
                                        const std::vector<int32_t> &of, const std::vector<int32_t> &joined) {
    Areas areas(field, of);
    std::map<int32_t, uint32_t> first;
    for (uint32_t p = 0; p < field.z.size(); p++)
        if (of[p] >= 0)
            areas.unite(first.emplace(joined[of[p]], p).first->second, p);
    std::vector<Parting> partings;
    visit_neighbours(field, SURE, [&](uint32_t a, uint32_t b) {
        if (of[a] < 0 && of[b] < 0)
            areas.unite(a, b);
    });
    visit_neighbours(field, SURE, [&](uint32_t a, uint32_t b) { areas.part(a, b, a, "", partings); });
    for (const Join &w : ways)
        areas.part(w.a, w.b, w.a, describe_way(field, w.a, w.b), partings);
    sort_by_area(partings);
    return partings;
}

// A place of each component of the surface, or -1.
inline std::vector<int64_t> first_places(const std::vector<int32_t> &of, int32_t components) {
    std::vector<int64_t> first(static_cast<size_t>(components), -1);
    for (size_t p = 0; p < of.size(); p++)
        if (of[p] >= 0 && first[of[p]] < 0)
            first[of[p]] = static_cast<int64_t>(p);
    return first;
}

inline std::string describe_link(const wend_link &l) {
    char text[200];
    std::snprintf(text, sizeof text, " (%s, %.3f high, %.3f long, %.3f wide, barrier %.3f)",
                  wend_link_kind_name(l.kind), l.height, l.distance, l.width, l.barrier);
    return text;
}

// What the links join and the possible flood does not. `sets` are those of the flood.
inline std::vector<Parting> find_extra(const Field &field, Sets &sets, const wend_surface *floors,
                                       const wend_links *found, const std::vector<int32_t> &of) {
    wend_surface_view surface = wend_surface_look(floors);
    wend_links_view links = wend_links_look(found);
    Areas areas(field, of);
    for (uint32_t p = 0; p < field.z.size(); p++)
        areas.unite(sets.find(p), p);
    std::vector<Parting> partings;
    std::vector<int64_t> first = first_places(of, surface.component_count);
    for (uint32_t p = 0; p < field.z.size(); p++)
        if (of[p] >= 0)
            areas.part(static_cast<uint32_t>(first[of[p]]), p, p, " (one floor)", partings);
    for (int32_t k = 0; k < links.link_count; k++) {
        const wend_link &l = links.links[k];
        int64_t one = -1;
        for (int32_t n = 0; n < l.interval_count && l.kind != WEND_LINK_DROP; n++) {
            const wend_link_interval &interval = links.intervals[l.first_interval + n];
            int64_t here = first[surface.triangle_component[surface.boundaries[interval.boundary].edge / 3]];
            if (here < 0)
                continue;
            size_t before = partings.size();
            if (one >= 0)
                areas.part(static_cast<uint32_t>(one), static_cast<uint32_t>(here), static_cast<uint32_t>(here),
                           describe_link(l), partings);
            if (partings.size() > before) {
                const wend_point3 &p = interval.ends[0], &q = interval.ends[1];
                wend_point3 middle = {(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
                wend_lattice3_place(&links.lattice, middle, partings.back().at);
            }
            one = here;
        }
    }
    sort_by_area(partings);
    return partings;
}

// ---------------------------------------------------------------------------------------------------- the judge

// What a linker found, beside the sure flood.
struct Completeness {
    Table table;
    double found;                // percent of the pairs of places
    std::vector<Parting> missed; // parts, the largest first
};

// What the links found, beside the possible flood.
struct Soundness {
    double right;               // percent of the pairs of places; what is one floor of the surface counts as one
    double alone;               // the same, where it does not
    std::vector<Parting> extra; // parts, the largest first
};

class Judge {
  public:
    Judge(const Field &f, const wend_surface *s, const wend_links *l)
        : field(f), surface(s), links(l), of(place_components(f, s)), sure(f.z.size()) {
        ways = run(field, SURE, sure);
    }

    Completeness judge(Linker linker) {
        std::vector<int32_t> joined = joined_by(linker, surface, links);
        Completeness c;
        c.table = tabulate(field, sure, of, joined);
        c.found = c.table.found();
        c.missed = find_missed(field, ways, without_strays(field, sure, of, joined, c.table), joined);
        return c;
    }

    Soundness judge_soundness() const {
        std::vector<int32_t> joined = joined_by(LINKS, surface, links);
        Sets sets(field.z.size());
        run(field, POSSIBLE, sets);
        Table possible = tabulate(field, sets, of, joined);
        std::vector<int32_t> kept = without_strays(field, sets, of, joined, possible);
        Sets one_floor = sets;
        unite_floors(field, kept, one_floor);
        Soundness s;
        s.right = tabulate(field, one_floor, of, joined).true_share();
        s.alone = possible.true_share();
        s.extra = find_extra(field, sets, surface, links, kept);
        return s;
    }

  private:
    const Field &field;
    const wend_surface *surface;
    const wend_links *links;
    std::vector<int32_t> of;
    Sets sure;
    std::vector<Join> ways;
};

} // namespace flood

#endif
