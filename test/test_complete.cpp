// Links are complete: they join every part that an independent flood of the scene joins (flood.hpp), and no others.
//
// Scenes are random, and of the kinds that links are for: floors, boxes and ramps on them (random-scene), stairs of
// every sort (random-stairs). The flood is a grid and gives the sure cases alone, so a part missed is a fault; each is
// printed. One join in fifty may be missed: where the only part of an edge from which a floor is in reach is taken by a
// link to another one (docs/design/links.md). No part may be extra. The same judge must find fault with a linker that
// finds nothing, and with one that finds steps alone: else it is blind.
#include "check.h"
#include "flood_judge.hpp"
#include "stages.h"

#include <wend/sample.h>

namespace {

struct Counts {
    int64_t scenes = 0, joins = 0, missed = 0, missed_by_steps = 0, extra = 0;
};

// One scene with all that is made of it.
struct Case {
    wend_context *context = nullptr;
    wend_scene *scene = nullptr;
    wend_surface *surface = nullptr;
    wend_links *links = nullptr;

    Case() {
        CHECK(wend_context_create(nullptr, &context) == WEND_OK);
    }
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
    ~Case() {
        wend_links_destroy(links);
        wend_surface_destroy(surface);
        wend_scene_destroy(scene);
        wend_context_destroy(context);
    }

    // False where nothing is walkable.
    bool make(const char *name, int32_t size, uint64_t seed, const wend_agent &def) {
        CHECK(wend_sample_build_scene(context, name, size, seed, &scene) == WEND_OK);
        wend_settings settings = default_settings();
        settings.agent = def;
        settings.exact.keep_inside = true; // the flood knows no solids
        wend_result result = extract_scene(context, scene, &settings, &surface, nullptr);
        if (result == WEND_ERROR_EMPTY)
            return false;
        return CHECK(result == WEND_OK) && CHECK(link_scene(context, scene, surface, &def, &links, nullptr) == WEND_OK);
    }
};

void judge(const char *name, int32_t size, uint64_t seed, Counts &counts) {
    wend_agent def = wend_default_agent();
    Case c;
    if (!c.make(name, size, seed, def))
        return;
    flood::Rules rules;
    rules.height = def.height;
    rules.step = def.step;
    rules.gap = def.gap;
    flood::Field field(c.scene, rules);
    flood::Judge judge(field, c.surface, c.links);
    flood::Completeness links = judge.judge(flood::LINKS);
    flood::Soundness soundness = judge.judge_soundness();
    counts.scenes++;
    counts.joins += static_cast<int64_t>(judge.judge(flood::NOTHING).missed.size());
    counts.missed += static_cast<int64_t>(links.missed.size());
    counts.missed_by_steps += static_cast<int64_t>(judge.judge(flood::STEPS_ALONE).missed.size());
    counts.extra += static_cast<int64_t>(soundness.extra.size());
    if (links.missed.empty() && soundness.extra.empty())
        return;
    std::printf("%s --rng-seed %llu\n", name, static_cast<unsigned long long>(seed));
    flood::print_partings(links.missed, "missed:", 3);
    flood::print_partings(soundness.extra, "extra: ", 3);
}

// Judges scenes of one family; their counts.
Counts judge_many(const char *name, int32_t size, int64_t first, int64_t cases) {
    Counts counts;
    for (int64_t k = 0; k < cases; k++)
        judge(name, size, static_cast<uint64_t>(check_option("seed", first) + k), counts);
    std::printf("%s: %lld scenes, %lld joins of parts, %lld missed, %lld missed by steps alone, %lld extra\n", name,
                static_cast<long long>(counts.scenes), static_cast<long long>(counts.joins),
                static_cast<long long>(counts.missed), static_cast<long long>(counts.missed_by_steps),
                static_cast<long long>(counts.extra));
    CHECK_INT(counts.extra, 0);
    CHECK_MESSAGE(50 * counts.missed <= counts.joins, "links miss %lld of %lld joins",
                  static_cast<long long>(counts.missed), static_cast<long long>(counts.joins));
    CHECK_MESSAGE(counts.joins >= counts.scenes, "a linker that finds nothing misses %lld parts only",
                  static_cast<long long>(counts.joins));
    return counts;
}

} // namespace

// Steps alone are judged by both families together: in many a scene they are enough. Stairs begin with a seed where they
// are not, so that the smallest share has such a scene.
TEST(random_scenes_and_stairs_are_linked_completely) {
    Counts scenes = judge_many("random-scene", 0, 1, check_cases("scenes", 50));
    Counts stairs = judge_many("random-stairs", 4, 2, check_cases("stairs", 12));
    int64_t missed = scenes.missed_by_steps + stairs.missed_by_steps;
    CHECK_MESSAGE(10 * missed >= scenes.joins + stairs.joins, "a linker that finds steps alone misses %lld parts only",
                  static_cast<long long>(missed));
}

CHECK_MAIN()
