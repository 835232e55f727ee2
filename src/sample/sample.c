// The table of samples, and the two ways in. Each sample makes about as many vertices or triangles as asked; plans that
// leave much to chance are drawn again with a corrected size until they come close.
#include <wend/sample.h>

#include "sample/brush.h"
#include "base/context.h"
#include "sample/model.h"

#include <string.h>

#define SIZE_MIN 4
#define SIZE_LIMIT 10000000
#define TRIES 4 // drawings of one sample at most

typedef struct sample_recipe {
    wend_sample sample;
    wend_sample_drawer *draw;    // of plans
    double grain;                // of its coordinates
    bool estimate;               // `draw` only guesses its size
    wend_sample_modeller *build; // of scenes
} sample_recipe;

#define PLAN(id, count, unit, guess, maker, words)                                                                     \
    { .sample = {.name = id, .summary = words, .size = count}, .draw = maker, .grain = unit, .estimate = guess }
#define SCENE(id, count, unit, maker, words)                                                                           \
    { .sample = {.name = id, .summary = words, .size = count, .scene = true}, .build = maker, .grain = unit }

static const sample_recipe recipes[] = {
    PLAN("rooms", 2400, 1000, true, wend_sample_rooms,
         "an office floor: rooms, corridors, doors of several widths, pillars, furniture"),
    PLAN("maze", 2000, 1000, true, wend_sample_maze, "corridors between walls, with few loops"),
    PLAN("spiral", 600, 0, false, wend_sample_spiral, "one corridor that winds inward"),
    PLAN("star", 360, 0, false, wend_sample_star, "a polygon of spikes: even angles, random radii"),
    PLAN("comb", 200, 1000, false, wend_sample_comb, "a hall with long teeth"),
    PLAN("circle", 256, 0, false, wend_sample_circle, "a round room"),
    PLAN("circles", 2000, 0, true, wend_sample_circles, "a square room with round pillars of many sizes"),
    PLAN("squares", 1000, 1e6, false, wend_sample_squares, "a square room with square pillars at any angle"),
    PLAN("city", 4000, 1000, true, wend_sample_city, "streets, buildings and courtyards; a few buildings overlap"),
    PLAN("blocks", 4000, 1000, true, wend_sample_blocks, "streets, buildings and courtyards; nothing overlaps"),
    PLAN("islands", 3000, 1000, true, wend_sample_islands, "an archipelago: lakes on islands, islands in lakes"),
    PLAN("touching", 600, 0, true, wend_sample_touching, "obstacles that touch in corners and edges, overlap, repeat"),
    PLAN("thin-walls", 500, 1000, true, wend_sample_thin_walls,
         "walls without width, some crossing, and single points"),
    PLAN("areas", 1500, 1000, true, wend_sample_areas,
         "a town square: roads, footpaths, lawns and parking bays, their edges as area borders"),
    SCENE("boxes", 1200, 1e6, wend_sample_boxes, "a floor with boxes of many sizes and turns"),
    SCENE("doors", 2052, 1e6, wend_sample_doors, "rooms with doors 0.3 to 1.2 m wide and 1.79 to 2.1 m high"),
    SCENE("spiral-maze", 1000, 1e6, wend_sample_spiral_maze, "an alley that winds inward and narrows to 0.62 m"),
    SCENE("ramp-overhang", 632, 1e6, wend_sample_ramp_overhang, "ramps that leave strips of headroom beside a wall"),
    SCENE("stairs", 2248, 1e6, wend_sample_stairs, "flights side by side: closed, open, nosing, L, U, curved, spiral"),
    SCENE("two-storeys", 10776, 1000, wend_sample_two_storeys, "a furnished house with a garden"),
    SCENE("bridge", 4204, 1000, wend_sample_bridge, "bridges over a floor that one can walk under"),
    SCENE("garage", 8000, 1000, wend_sample_garage, "parking decks joined by ramps and stairs"),
    SCENE("town", 100000, 1000, wend_sample_town, "streets, kerbs, furnished buildings of several storeys"),
    SCENE("terrain", 20000, 1000, wend_sample_terrain, "hills and meadows"),
    SCENE("cave", 20000, 1000, wend_sample_cave, "passages between an uneven floor and an uneven ceiling"),
    SCENE("holes", 431, 1e6, wend_sample_holes, "a plane with seventeen holes up to 1 m wide"),
    SCENE("platforms", 192, 1e6, wend_sample_platforms, "two platforms joined by floating steps"),
    SCENE("partitions", 1000, 1e6, wend_sample_partitions, "walls without thickness, on a floor and through it"),
    SCENE("intersecting", 832, 1e6, wend_sample_intersecting, "solids that pass through each other at odd angles"),
    SCENE("duplicates", 100, 1e6, wend_sample_duplicates, "floors twice, reversed, overlapping, nearly the same"),
    SCENE("cracked", 1000, 1e5, wend_sample_cracked, "tiles with cracks of 0.1 to 0.9 mm and T-junctions"),
    SCENE("soup", 1000, 0, wend_sample_soup, "random triangles: degenerate, coincident, needles, stacked"),
    SCENE("random-scene", 100, 1e5, wend_sample_random_scene, "a few floors and things on them; another for each seed"),
    SCENE("random-stairs", 2000, 1e6, wend_sample_random_stairs, "stairs of any shape between two floors each"),
};
#define RECIPE_COUNT ((int32_t)(sizeof recipes / sizeof recipes[0]))

int32_t wend_sample_count(void) {
    return RECIPE_COUNT;
}

const wend_sample *wend_sample_at(int32_t k) {
    return k >= 0 && k < RECIPE_COUNT ? &recipes[k].sample : NULL;
}

// The recipe of a plan or a scene; NULL where there is none, or not for that size.
static const sample_recipe *recipe_find(const char *name, bool scene, int32_t size) {
    if (size < 0 || (size > 0 && size < SIZE_MIN) || size > SIZE_LIMIT)
        return NULL;
    for (int32_t k = 0; name && k < RECIPE_COUNT; k++) {
        if (strcmp(recipes[k].sample.name, name) == 0)
            return recipes[k].sample.scene == scene ? &recipes[k] : NULL;
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------- plans

static wend_result draw_once(wend_context *context, const sample_recipe *recipe, int32_t size, uint64_t seed,
                             wend_drawing **drawing) {
    wend_brush brush = {.context = context, .random = seed, .grain = recipe->grain};
    brush.result = wend_drawing_create(context, WEND_INSIDE_RINGS, &brush.drawing);
    if (brush.result != WEND_OK)
        return brush.result;
    recipe->draw(&brush, size);
    wend_array_free(context, &brush.points);
    if (brush.result != WEND_OK) {
        wend_drawing_destroy(brush.drawing);
        return brush.result;
    }
    *drawing = brush.drawing;
    return WEND_OK;
}

static int32_t distance_to(const wend_drawing *drawing, int32_t size) {
    int32_t count = wend_drawing_look(drawing).point_count;
    return count > size ? count - size : size - count;
}

wend_result wend_sample_build_drawing(wend_context *context, const char *name, int32_t size, uint64_t seed,
                                      wend_drawing **drawing) {
    if (!wend_given(drawing, context != NULL && name != NULL))
        return WEND_ERROR_ARGUMENT;
    const sample_recipe *recipe = recipe_find(name, false, size);
    if (!context || !drawing || !recipe)
        return WEND_ERROR_ARGUMENT;
    if (size == 0)
        size = recipe->sample.size;
    wend_drawing *best = NULL;
    double aim = size;
    for (int32_t k = 0; k < (recipe->estimate ? TRIES : 1); k++) {
        wend_drawing *next = NULL;
        wend_result result = draw_once(context, recipe, (int32_t)aim, seed, &next);
        if (result != WEND_OK) {
            wend_drawing_destroy(best);
            return result;
        }
        aim = aim * size / wend_drawing_look(next).point_count;
        aim = aim < SIZE_MIN ? SIZE_MIN : aim > 4.0 * SIZE_LIMIT ? 4.0 * SIZE_LIMIT : aim;
        bool better = !best || distance_to(next, size) < distance_to(best, size);
        wend_drawing_destroy(better ? best : next);
        best = better ? next : best;
        if (distance_to(best, size) <= size / 8)
            break;
    }
    *drawing = best;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- scenes

wend_result wend_sample_build_scene(wend_context *context, const char *name, int32_t size, uint64_t seed,
                                    wend_scene **scene) {
    if (!wend_given(scene, context != NULL && name != NULL))
        return WEND_ERROR_ARGUMENT;
    const sample_recipe *recipe = recipe_find(name, true, size);
    if (!context || !scene || !recipe)
        return WEND_ERROR_ARGUMENT;
    wend_model model = {.context = context, .random = seed, .grain = recipe->grain, .frame = wend_frame_whole()};
    model.result = wend_scene_create(context, NULL, &model.scene);
    if (model.result != WEND_OK)
        return model.result;
    recipe->build(&model, size == 0 ? recipe->sample.size : size);
    wend_array_free(context, &model.points);
    wend_array_free(context, &model.corners);
    wend_array_free(context, &model.scratch);
    if (model.result != WEND_OK) {
        wend_scene_destroy(model.scene);
        return model.result;
    }
    *scene = model.scene;
    return WEND_OK;
}
