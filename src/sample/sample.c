// The table of samples, and the one way in. Each sample draws about as many vertices as asked; those that leave much to
// chance are drawn again with a corrected size until they come close.
#include <wend/sample.h>

#include "sample/brush.h"

#include <string.h>

#define SIZE_MIN 4
#define SIZE_MAX_VERTICES 10000000
#define TRIES 4 // drawings of one sample at most

typedef struct sample_recipe {
    wend_sample sample;
    wend_sample_drawer *draw;
    double grain;  // of its coordinates
    bool estimate; // `draw` only guesses its size
} sample_recipe;

static const sample_recipe recipes[] = {
    {{"rooms", "an office floor: rooms, corridors, doors of several widths, pillars, furniture", 2400},
     wend_sample_rooms,
     1000,
     true},
    {{"maze", "corridors between walls, with few loops", 2000}, wend_sample_maze, 1000, true},
    {{"spiral", "one corridor that winds inward", 600}, wend_sample_spiral, 0, false},
    {{"star", "a polygon of spikes: even angles, random radii", 360}, wend_sample_star, 0, false},
    {{"comb", "a hall with long teeth", 200}, wend_sample_comb, 1000, false},
    {{"circle", "a round room", 256}, wend_sample_circle, 0, false},
    {{"circles", "a square room with round pillars of many sizes", 2000}, wend_sample_circles, 0, true},
    {{"squares", "a square room with square pillars at any angle", 1000}, wend_sample_squares, 1e6, false},
    {{"city", "streets, buildings and courtyards; a few buildings overlap", 4000}, wend_sample_city, 1000, true},
    {{"blocks", "streets, buildings and courtyards; nothing overlaps", 4000}, wend_sample_blocks, 1000, true},
    {{"islands", "an archipelago: lakes on islands, islands in lakes", 3000}, wend_sample_islands, 1000, true},
    {{"touching", "obstacles that touch in corners and edges, overlap, repeat", 600}, wend_sample_touching, 0, true},
    {{"thin-walls", "walls without width, some crossing, and single points", 500}, wend_sample_thin_walls, 1000, true},
    {{"areas", "a town square: roads, footpaths, lawns and parking bays, their edges as area borders", 1500},
     wend_sample_areas,
     1000,
     true},
};
#define RECIPE_COUNT ((int32_t)(sizeof recipes / sizeof recipes[0]))

int32_t wend_sample_count(void) {
    return RECIPE_COUNT;
}

const wend_sample *wend_sample_at(int32_t k) {
    return k >= 0 && k < RECIPE_COUNT ? &recipes[k].sample : NULL;
}

static const sample_recipe *recipe_find(const char *name) {
    for (int32_t k = 0; name && k < RECIPE_COUNT; k++) {
        if (strcmp(recipes[k].sample.name, name) == 0)
            return &recipes[k];
    }
    return NULL;
}

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

wend_result wend_sample_draw(wend_context *context, const char *name, int32_t size, uint64_t seed,
                             wend_drawing **drawing) {
    const sample_recipe *recipe = recipe_find(name);
    if (!context || !drawing || !recipe || size < 0 || (size > 0 && size < SIZE_MIN) || size > SIZE_MAX_VERTICES)
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
        aim = aim < SIZE_MIN ? SIZE_MIN : aim > 4.0 * SIZE_MAX_VERTICES ? 4.0 * SIZE_MAX_VERTICES : aim;
        bool better = !best || distance_to(next, size) < distance_to(best, size);
        wend_drawing_destroy(better ? best : next);
        best = better ? next : best;
        if (distance_to(best, size) <= size / 8)
            break;
    }
    *drawing = best;
    return WEND_OK;
}
