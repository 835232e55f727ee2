// Crowds against their bars: what people do in corridors, at doors, in circles and in the open.
//
//     bench_crowd [--seeds A,B,...] [--model hybrid|orca|speed|plain] [SCENARIO ...]
//
// Every scenario runs with seeds 101 to 105, which were never used to choose a parameter, and the worst counts; all with
// the default parameters. A line that misses its bar ends with "MISSED"; the program exits 1 when walls were passed.
#include "crowds.hpp"

#include <cstdlib>
#include <cstring>

namespace {

using crowds::box;
using crowds::circle;
using crowds::Floor;
using crowds::pi;
using crowds::Place;
using crowds::Ring;
using crowds::Run;
using crowds::Track;

wend_context *context;
wend_crowd_model model = WEND_CROWD_HYBRID;
std::vector<uint64_t> seeds = {101, 102, 103, 104, 105};
int64_t all_crossings = 0;
double all_deepest = 0;
int missed = 0;

wend_crowd_def base() {
    wend_crowd_def def = wend_default_crowd_def();
    def.model = model;
    if (model == WEND_CROWD_SPEED)
        def.time_gap = 0.5;
    return def;
}

void note(const Run &run) {
    all_crossings += run.crossings;
    all_deepest = std::max(all_deepest, run.deepest);
}

// The values of all seeds, and the worst one against its bar.
struct Figure {
    std::string name;
    std::vector<double> values;
    void add(double value) {
        values.push_back(value);
    }
    void print(double low, double high) const {
        double worst = values.empty() ? 0 : values[0];
        auto excess = [&](double v) { return v < low ? low - v : v > high ? v - high : std::max(v - high, low - v); };
        for (double v : values)
            worst = excess(v) > excess(worst) ? v : worst;
        const bool bad = !(worst >= low && worst <= high);
        missed += bad;
        std::printf("  %-46s", name.c_str());
        for (double v : values)
            std::printf(" %8.3f", v);
        if (low > -1e300 && high < 1e300)
            std::printf("   worst %.3f  bar %g to %g%s\n", worst, low, high, bad ? "  MISSED" : "");
        else if (low > -1e300)
            std::printf("   worst %.3f  bar >= %g%s\n", worst, low, bad ? "  MISSED" : "");
        else if (high < 1e300)
            std::printf("   worst %.3f  bar <= %g%s\n", worst, high, bad ? "  MISSED" : "");
        else
            std::printf("\n");
    }
    void at_most(double high) const {
        print(-INFINITY, high);
    }
    void at_least(double low) const {
        print(low, INFINITY);
    }
    void only() const {
        print(-INFINITY, INFINITY);
    }
};

double share(size_t part, size_t whole) {
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// ---------------------------------------------------------------------------------------------------- corridors

void counterflow() {
    Floor floor(context, box(0, 0, 50, 4), {});
    Figure arrived{"counterflow, 2 x 60 in 4 m: arrived", {}}, time{"  time over alone", {}}, jerk{"  jerk, m/s3", {}};
    for (uint64_t seed : seeds) {
        Run run(context, floor, base(), seed);
        for (int side = 0; side < 2; side++)
            for (Place p : run.places(60, side ? 38 : 2, 0.3, side ? 48 : 12, 3.7, 0.42)) {
                const double x = side ? 2 : 48, v = run.speed();
                run.add(p.x, p.y, v, {run.line(x, 0.01, x, 3.99)}, (std::fabs(x - p.x) - 0.2) / v);
            }
        run.go(200);
        arrived.add(share(run.arrived(), run.tracks.size()));
        time.add(run.ratio());
        jerk.add(run.mean_jerk());
        note(run);
    }
    arrived.at_least(1);
    time.at_most(1.35);
    jerk.at_most(3);
}

void crossing() {
    Floor floor(context, box(0, 0, 40, 40),
                {box(-1, -1, 18, 18), box(22, -1, 41, 18), box(-1, 22, 18, 41), box(22, 22, 41, 41)});
    Figure arrived{"crossing, 2 x 60, 4 m: arrived", {}}, time{"  time over alone", {}}, jerk{"  jerk, m/s3", {}};
    for (uint64_t seed : seeds) {
        Run run(context, floor, base(), seed);
        for (int side = 0; side < 2; side++)
            for (Place p : run.places(60, 3, 18.3, 13, 21.7, 0.42)) {
                const double v = run.speed(), alone = (38 - p.x - 0.2) / v;
                if (side)
                    run.add(p.y, p.x, v, {run.line(18.01, 38, 21.99, 38)}, alone);
                else
                    run.add(p.x, p.y, v, {run.line(38, 18.01, 38, 21.99)}, alone);
            }
        run.go(200);
        arrived.add(share(run.arrived(), run.tracks.size()));
        time.add(run.ratio());
        jerk.add(run.mean_jerk());
        note(run);
    }
    arrived.at_least(1);
    time.at_most(1.35);
    jerk.at_most(3);
}

void head_on() {
    Floor floor(context, box(0, 0, 30, 30), {});
    Figure two{"head-on, two: time over alone (all arrive)", {}}, four{"head-on, four: the same", {}};
    for (uint64_t seed : seeds)
        for (int n = 2; n <= 4; n += 2) {
            Run run(context, floor, base(), seed);
            const double turn = run.between(0, pi);
            for (int k = 0; k < n; k++) {
                const double a = turn + 2 * pi * k / n, x = 8 * std::cos(a), y = 8 * std::sin(a);
                run.add(15 + x, 15 + y, 1.34, {run.goal(15 - x, 15 - y)}, (16 - 0.3) / 1.34);
            }
            const bool all = run.go(60) == run.tracks.size();
            (n == 2 ? two : four).add(all ? run.ratio() : 99);
            note(run);
        }
    two.at_most(1.05);
    four.only();
}

void ring_of(int n, double bar) {
    const double radius = n * 0.63 / (2 * pi);
    Floor floor(context, box(-radius - 5, -radius - 5, radius + 5, radius + 5), {});
    Figure arrived{"circle of " + std::to_string(n) + ": arrived", {}}, time{"  time over alone", {}};
    Figure touches{"  pairs that touch, per step", {}};
    for (uint64_t seed : seeds) {
        Run run(context, floor, base(), seed);
        for (int k = 0; k < n; k++) {
            const double a = 2 * pi * k / n, x = radius * std::cos(a), y = radius * std::sin(a);
            const double v = run.speed();
            run.add(x + run.between(-0.02, 0.02), y + run.between(-0.02, 0.02), v, {run.goal(-x, -y)},
                    (2 * radius - 0.3) / v);
        }
        int64_t sum = 0, looks = 0;
        run.go(20 * radius, [&] {
            if (run.ticks % 20 == 0) {
                sum += run.count_touches();
                looks++;
            }
        });
        arrived.add(share(run.arrived(), run.tracks.size()));
        time.add(run.ratio());
        touches.add(share(static_cast<size_t>(sum), static_cast<size_t>(looks)));
        note(run);
    }
    arrived.at_least(1);
    time.at_most(bar);
    touches.only();
}
void circle_100() {
    ring_of(100, 2.0);
}
void circle_1000() {
    ring_of(1000, 2.2);
}

void passage() {
    Figure done{"two head-on in a passage of 0.7 m: seconds", {}}, eight{"four against four in it: seconds", {}};
    Floor floor(context, box(0, 0, 22, 6), {box(8, -1, 14, 2.65), box(8, 3.35, 14, 7)});
    for (uint64_t seed : seeds)
        for (int n = 1; n <= 4; n += 3) {
            Run run(context, floor, base(), seed);
            for (int side = 0; side < 2; side++)
                for (Place p : run.places(static_cast<size_t>(n), side ? 17 : 2, 1, side ? 20 : 5, 5, 0.5))
                    run.add(p.x, p.y, 1.34, {run.goal(side ? 2 : 20, run.between(1, 5), 0.5, true)});
            const bool all = run.go(120) == run.tracks.size();
            (n == 1 ? done : eight).add(all ? static_cast<double>(run.ticks) * run.def.step : 999);
            note(run);
        }
    done.at_most(60);
    eight.at_most(120);
}

// ---------------------------------------------------------------------------------------------------- doors

// People in a hall of 5.6 m who leave by a door: persons per second over the middle 80%.
double flow_of(uint64_t seed, double width, size_t people, double *out, double *jerk) {
    const double y0 = 2.8 - width / 2, y1 = 2.8 + width / 2;
    Floor floor(context, box(0, 0, 24, 5.6), {box(16, -1, 16.4, y0), box(16, y1, 16.4, 7)});
    Run run(context, floor, base(), seed);
    for (Place p : run.places(people, 15.5 - static_cast<double>(people) / (5 * 3), 0.3, 15.5, 5.3, 0.42))
        run.add(p.x, p.y, run.speed(), {run.line(22, 0.01, 22, 5.59)});
    std::vector<double> times;
    std::vector<bool> through(run.tracks.size(), false);
    run.go(400, [&] {
        for (size_t k = 0; k < run.tracks.size(); k++)
            if (!through[k] && run.tracks[k].at.x > 16.2) {
                through[k] = true;
                times.push_back(static_cast<double>(run.ticks) * run.def.step);
            }
    });
    note(run);
    *out = share(times.size(), run.tracks.size());
    *jerk = run.mean_jerk();
    const size_t a = times.size() / 10, b = times.size() - 1 - times.size() / 10;
    return times.size() < 20 ? 0 : static_cast<double>(b - a) / (times[b] - times[a]);
}

void doors() {
    for (double width : {0.5, 0.8, 1.0, 1.2, 1.6, 2.0}) {
        char name[80];
        std::snprintf(name, sizeof name, "door of %.1f m: persons per second%s", width, width >= 1 ? " and metre" : "");
        Figure flow{name, {}}, out{"  share that came out", {}};
        for (uint64_t seed : seeds) {
            double came, jerk;
            const double f = flow_of(seed, width, width < 0.6 ? 75 : 180, &came, &jerk);
            flow.add(width >= 1 ? f / width : f);
            out.add(came);
        }
        if (width >= 1)
            flow.print(1.7, 2.2);
        else if (width < 0.6)
            flow.at_least(0.8);
        else
            flow.only();
        out.at_least(1);
    }
}

void evacuation() {
    Floor floor(context, box(0, 0, 20, 10), {box(10, -1, 10.2, 4.5), box(10, 5.5, 10.2, 11)});
    Figure flow{"evacuation of 200 by 1 m: persons per second", {}}, out{"  share that came out", {}};
    Figure jerk{"  jerk, m/s3", {}}, spread{"  flow at 10, 60 Hz over that at 20 Hz: widest", {}};
    for (uint64_t seed : seeds) {
        double flows[3];
        const double steps[3] = {0.05, 0.1, 1.0 / 60};
        for (int k = 0; k < 3; k++) {
            wend_crowd_def def = base();
            def.step = steps[k];
            Run run(context, floor, def, seed);
            for (Place p : run.places(200, 0.3, 0.3, 9.7, 9.7, 0.42))
                run.add(p.x, p.y, run.speed(), {run.line(18, 0.01, 18, 9.99)});
            std::vector<bool> through(run.tracks.size(), false);
            std::vector<double> times;
            run.go(400, [&] {
                for (size_t i = 0; i < run.tracks.size(); i++)
                    if (!through[i] && run.tracks[i].at.x > 10.1) {
                        through[i] = true;
                        times.push_back(static_cast<double>(run.ticks) * run.def.step);
                    }
            });
            flows[k] = times.size() < 20 ? 0
                                         : static_cast<double>(times.size() * 8 / 10) /
                                               (times[times.size() * 9 / 10] - times[times.size() / 10]);
            note(run);
            if (k == 0) {
                flow.add(flows[0]);
                out.add(share(times.size(), run.tracks.size()));
                jerk.add(run.mean_jerk());
            }
        }
        spread.add(std::max(std::fabs(flows[1] / flows[0] - 1), std::fabs(flows[2] / flows[0] - 1)));
    }
    flow.at_least(1.8);
    out.at_least(1);
    jerk.at_most(7);
    spread.at_most(0.05);
}

void one_goal() {
    Floor floor(context, box(0, 0, 30, 30), {});
    Figure stop{"100 at one goal: how many stop", {}}, rest{"  their speed at the end", {}};
    for (uint64_t seed : seeds) {
        Run run(context, floor, base(), seed);
        for (Place p : run.places(100, 2, 2, 28, 28, 0.5))
            run.add(p.x, p.y, run.speed(), {run.goal(15, 15)});
        run.go(90);
        for (int k = 0; k < 100; k++)
            run.step();
        double speed = 0;
        for (const Track &t : run.tracks)
            speed = std::max(speed, std::hypot(t.velocity.x, t.velocity.y));
        stop.add(static_cast<double>(run.arrived()));
        rest.add(speed);
        note(run);
    }
    stop.at_least(100);
    rest.at_most(0.01);
}

// ---------------------------------------------------------------------------------------------------- round and round

// A corridor of 1.8 m that comes back to itself.
void diagram() {
    const double middle = 10, width = 1.8;
    Floor floor(context, circle(0, 0, middle + width / 2, 96), {circle(0, 0, middle - width / 2, 96)});
    const double densities[] = {0.5, 0.75, 1.25, 1.75, 2.5, 3.5, 4.5}, people[] = {0, 1.28, 1.22, 1.15, 0, 0, 0};
    for (int d = 0; d < 7; d++) {
        char name[80];
        std::snprintf(name, sizeof name, "fundamental diagram, %.2f per m2: m/s", densities[d]);
        Figure speed{name, {}};
        for (uint64_t seed : seeds) {
            Run run(context, floor, base(), seed);
            run.judged = false;
            const int n = static_cast<int>(densities[d] * 2 * pi * middle * width + 0.5), rows = d > 4 ? 4 : 3;
            for (int k = 0; k < n; k++) {
                const double a = 2 * pi * (k + 0.3 * run.unit()) / n;
                const double r = middle + (width - 0.5) * ((k % rows + 0.5) / rows - 0.5);
                std::vector<wend_crowd_goal> goals;
                for (int g = 1; g <= 40; g++) {
                    const double b = a + g * 2 * pi / 3, in = middle - width / 2 + 0.03,
                                 end = middle + width / 2 - 0.03;
                    goals.push_back(
                        run.line(in * std::cos(b), in * std::sin(b), end * std::cos(b), end * std::sin(b), false));
                }
                run.add(r * std::cos(a), r * std::sin(a), run.speed(), goals);
            }
            double sum = 0;
            int64_t count = 0;
            for (int k = 0; k < 900; k++) {
                run.step();
                if (k < 300)
                    continue;
                for (const Track &t : run.tracks) {
                    sum += (t.velocity.y * t.at.x - t.velocity.x * t.at.y) / std::hypot(t.at.x, t.at.y);
                    count++;
                }
            }
            speed.add(sum / static_cast<double>(count));
            note(run);
        }
        if (people[d] > 0)
            speed.print(people[d] * 0.88, people[d] * 1.12);
        else if (d == 6)
            speed.at_most(0.35);
        else
            speed.only();
    }
}

// Laps of the ring between 4 and 8 m, 16 cells, all in one direction.
void donut() {
    Floor floor(context, circle(0, 0, 8, 16), {circle(0, 0, 4, 16)});
    double laps[2][8], touches[2][8];
    for (int aim = 0; aim < 2; aim++)
        for (size_t s = 0; s < seeds.size() && s < 8; s++) {
            wend_crowd_def def = base();
            def.step = 1.0 / 60;
            def.aim = aim ? WEND_CROWD_AIM_CENTRE : WEND_CROWD_AIM_LANE;
            Run run(context, floor, def, seeds[s]);
            run.judged = false;
            for (int k = 0; k < 200; k++) {
                const double a = 2 * pi * (k + 0.3 * run.unit()) / 200, r = 4.5 + 3 * ((k % 5 + 0.5) / 5);
                std::vector<wend_crowd_goal> goals;
                for (int g = 1; g <= 60; g++) {
                    const double b = a + g * 2 * pi / 3;
                    goals.push_back(
                        run.line(4.05 * std::cos(b), 4.05 * std::sin(b), 7.8 * std::cos(b), 7.8 * std::sin(b), false));
                }
                run.add(r * std::cos(a), r * std::sin(a), run.speed(), goals, 0, 0.3);
            }
            double turned = 0;
            int64_t touch = 0, looks = 0;
            for (int k = 0; k < 2400; k++) {
                run.step();
                if (k < 600)
                    continue;
                for (const Track &t : run.tracks)
                    turned += (t.velocity.y * t.at.x - t.velocity.x * t.at.y) / (t.at.x * t.at.x + t.at.y * t.at.y) *
                              def.step;
                if (k % 60 == 0) {
                    touch += run.count_touches();
                    looks++;
                }
            }
            laps[aim][s] = turned / (2 * pi) / (1800 * def.step);
            touches[aim][s] = static_cast<double>(touch) / static_cast<double>(looks);
            note(run);
        }
    Figure lane{"donut with 200: laps per second in lanes", {}}, centre{"  by centres", {}};
    Figure gain{"  lanes over centres", {}}, touch{"  pairs that touch, lanes over centres", {}};
    for (size_t s = 0; s < seeds.size() && s < 8; s++) {
        lane.add(laps[0][s]);
        centre.add(laps[1][s]);
        gain.add(laps[0][s] / laps[1][s]);
        touch.add(touches[0][s] / touches[1][s]);
    }
    lane.only();
    centre.only();
    gain.at_least(2);
    touch.at_most(0.25);
}

struct Scenario {
    const char *name;
    void (*run)();
};
const Scenario scenarios[] = {
    {"counterflow", counterflow}, {"crossing", crossing}, {"head-on", head_on}, {"circle-100", circle_100},
    {"circle-1000", circle_1000}, {"passage", passage},   {"doors", doors},     {"evacuation", evacuation},
    {"one-goal", one_goal},       {"diagram", diagram},   {"donut", donut}};

} // namespace

int main(int argc, char **argv) {
    std::vector<std::string> wanted;
    for (int i = 1; i < argc; i++)
        if (std::strcmp(argv[i], "--seeds") == 0 && i + 1 < argc) {
            seeds.clear();
            for (char *text = argv[++i]; *text; text += *text == ',')
                seeds.push_back(std::strtoull(text, &text, 10));
        } else if (std::strcmp(argv[i], "--model") == 0 && i + 1 < argc) {
            i++;
            for (int m = 0; m < WEND_CROWD_MODEL_COUNT; m++)
                if (std::strcmp(argv[i], wend_crowd_model_name(static_cast<wend_crowd_model>(m))) == 0)
                    model = static_cast<wend_crowd_model>(m);
        } else {
            wanted.push_back(argv[i]);
        }
    if (wend_context_create(nullptr, &context) != WEND_OK)
        return 2;
    for (const Scenario &s : scenarios) {
        bool run = wanted.empty();
        for (const std::string &name : wanted)
            run = run || name == s.name;
        if (run) {
            s.run();
            std::fflush(stdout);
        }
    }
    std::printf("walls: %lld crossed, at most %.6f m too near\n", static_cast<long long>(all_crossings),
                std::max(0.0, all_deepest));
    std::printf("%d bars missed\n", missed);
    wend_context_destroy(context);
    return all_crossings > 0 || all_deepest > 1e-3;
}
