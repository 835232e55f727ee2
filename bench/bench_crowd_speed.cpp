// How long a crowd takes: microseconds of processor time per agent and step, on one thread, beside DetourCrowd in the
// same run; and on two threads.
//
//     bench_crowd_speed [--steps N]
//
// An open plane of 100 x 100 m; agents of 0.2 m in random places, each with a random goal, and another one when it comes
// there. Both plan routes meanwhile. DetourCrowd sees 6 neighbours (it keeps no more) at its highest quality.
#include "crowds.hpp"
#include "detour.hpp"

#include <DetourCrowd.h>

#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr double side = 100, step = 0.05;

struct Random {
    uint64_t state;
    double place() {
        return 1 + (side - 2) * wend_random_unit(&state);
    }
};

// Seconds: of the processor, and by the wall clock.
struct Clock {
    std::clock_t ticks = std::clock();
    std::timespec begun{};
    Clock() {
        std::timespec_get(&begun, TIME_UTC);
    }
    double processor() const {
        return static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
    }
    double wall() const {
        std::timespec now{};
        std::timespec_get(&now, TIME_UTC);
        return static_cast<double>(now.tv_sec - begun.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - begun.tv_nsec);
    }
};

struct Times {
    double processor, wall; // microseconds per agent and step
};

Times run_wend(int agents, int steps, int threads, wend_crowd_model model) {
    wend_context_def context_def = wend_default_context_def();
    context_def.threads = threads;
    wend_context *context = nullptr;
    if (wend_context_create(&context_def, &context) != WEND_OK)
        return {0, 0};
    Times times{};
    {
        crowds::Floor floor(context, crowds::box(0, 0, side, side), {});
        wend_crowd_def def = wend_default_crowd_def();
        def.model = model;
        wend_crowd *crowd = nullptr;
        wend_crowd_create(context, floor.nav, &def, &crowd, nullptr);
        Random random{777};
        auto send = [&](wend_agent_id id) {
            wend_crowd_goal goal = wend_default_crowd_goal();
            const double x = random.place(), y = random.place();
            goal.at = floor.spot(x, y);
            goal.radius = 1;
            wend_crowd_send(crowd, id, &goal, 1);
        };
        for (int k = 0; k < agents; k++) {
            wend_agent_def agent = wend_default_agent_def();
            const double x = random.place(), y = random.place();
            agent.at = floor.spot(x, y);
            wend_agent_id id;
            if (wend_crowd_add(crowd, &agent, &id, nullptr) == WEND_OK)
                send(id);
        }
        Clock clock;
        for (int k = -20; k < steps; k++) {
            if (k == 0)
                clock = Clock();
            wend_crowd_step(crowd);
            wend_crowd_view view;
            wend_crowd_look(crowd, &view);
            for (int32_t e = 0; e < view.event_count; e++)
                send(view.events[e].id);
        }
        const double all = 1e-6 * agents * steps;
        times = {clock.processor() / all, clock.wall() / all};
        wend_crowd_destroy(crowd);
    }
    wend_context_destroy(context);
    return times;
}

Times run_detour(wend_context *context, int agents, int steps) {
    wend_scene *scene = nullptr;
    wend_scene_create(context, nullptr, &scene);
    const double corners[] = {0, 0, 0, side, 0, 0, side, 0, -side, 0, 0, -side};
    const int32_t triangles[] = {0, 1, 2, 0, 2, 3};
    wend_scene_add(scene, corners, 4, triangles, 2);
    detour::Peer peer;
    const bool good = peer.build(recast::make_input(scene), 0.2, 0.3, 2, 0.4);
    wend_scene_destroy(scene);
    if (!good)
        return {0, 0};
    dtCrowd *crowd = dtAllocCrowd();
    crowd->init(agents, 0.2f, peer.mesh());
    dtObstacleAvoidanceParams avoidance = *crowd->getObstacleAvoidanceParams(0);
    avoidance.velBias = 0.5f;
    avoidance.adaptiveDivs = 7;
    avoidance.adaptiveRings = 3;
    avoidance.adaptiveDepth = 3;
    crowd->setObstacleAvoidanceParams(3, &avoidance);
    dtCrowdAgentParams params;
    std::memset(&params, 0, sizeof params);
    params.radius = 0.2f;
    params.height = 2;
    params.maxAcceleration = 8;
    params.maxSpeed = 1.34f;
    params.collisionQueryRange = 3;
    params.pathOptimizationRange = 6;
    params.separationWeight = 2;
    params.updateFlags =
        DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE;
    params.obstacleAvoidanceType = 3;
    Random random{777};
    std::vector<detour::End> goals(static_cast<size_t>(agents));
    auto place = [&] {
        const double x = random.place(), y = random.place(), at[3] = {x, y, 0};
        return peer.locate(at, 1);
    };
    auto send = [&](int k) {
        goals[static_cast<size_t>(k)] = place();
        crowd->requestMoveTarget(k, goals[static_cast<size_t>(k)].polygon, goals[static_cast<size_t>(k)].place);
    };
    for (int k = 0; k < agents; k++) {
        const detour::End at = place();
        send(crowd->addAgent(at.place, &params));
    }
    Clock clock;
    for (int k = -20; k < steps; k++) {
        if (k == 0)
            clock = Clock();
        crowd->update(static_cast<float>(step), nullptr);
        for (int i = 0; i < agents; i++) {
            const float *at = crowd->getAgent(i)->npos, *to = goals[static_cast<size_t>(i)].place;
            if (std::hypot(at[0] - to[0], at[2] - to[2]) < 1)
                send(i);
        }
    }
    const double all = 1e-6 * agents * steps;
    const Times times = {clock.processor() / all, clock.wall() / all};
    dtFreeCrowd(crowd);
    return times;
}

} // namespace

int main(int argc, char **argv) {
    int steps = 200;
    for (int i = 1; i + 1 < argc; i++)
        if (std::strcmp(argv[i], "--steps") == 0)
            steps = std::max(1, std::atoi(argv[i + 1]));
    wend_context *context = nullptr;
    if (wend_context_create(nullptr, &context) != WEND_OK)
        return 2;
    std::printf("microseconds per agent and step, one thread, open plane of 100 x 100 m\n");
    std::printf("%8s %8s %8s %8s %12s %8s %18s\n", "agents", "hybrid", "orca", "speed", "DetourCrowd", "ratio",
                "two threads, wall");
    for (int agents : {1000, 5000}) {
        const Times hybrid = run_wend(agents, steps, 1, WEND_CROWD_HYBRID);
        const Times orca = run_wend(agents, steps, 1, WEND_CROWD_ORCA);
        const Times speed = run_wend(agents, steps, 1, WEND_CROWD_SPEED);
        const Times two = run_wend(agents, steps, 2, WEND_CROWD_HYBRID);
        const Times detour = run_detour(context, agents, steps);
        const double bar = agents == 1000 ? 0.5 : 0.25, ratio = hybrid.processor / detour.processor;
        std::printf("%8d %8.2f %8.2f %8.2f %12.2f %8.2f %7.2f x %.2f   bar <= %.2f%s\n", agents, hybrid.processor,
                    orca.processor, speed.processor, detour.processor, ratio, two.wall, hybrid.wall / two.wall, bar,
                    ratio <= bar ? "" : "  MISSED");
    }
    wend_context_destroy(context);
    return 0;
}
