// The hash of a surface's geometry.
//
// It must not change when a scene is moved by whole steps or its triangles come in another order. So it is a sum over
// triangles and boundary edges (a sum has no order), of coordinates relative to the least corner of the box (no
// translation). Areas count. Which triangles of the scene the floor lies on and what blocks beyond it do not enter.
#include "surface/surface.h"

#include "base/hash.h"

// The coordinates of a place, counted from the least corner, in three numbers of 32 bits.
static void put_point(uint32_t *numbers, wend_point3 low, const wend_point3 *p) {
    numbers[0] = (uint32_t)p->x - (uint32_t)low.x;
    numbers[1] = (uint32_t)p->y - (uint32_t)low.y;
    numbers[2] = (uint32_t)p->z - (uint32_t)low.z;
}

enum { NUMBERS = 10 };

static uint64_t hash_numbers(const uint32_t *numbers, int count) {
    uint64_t words[NUMBERS / 2];
    for (int i = 0; i < count; i += 2)
        words[i / 2] = numbers[i] | (uint64_t)numbers[i + 1] << 32;
    return wend_hash_words(0, words, (size_t)count / 2);
}

uint64_t wend_surface_hash_part(const wend_surface_view *view, wend_point3 low, int32_t begin, int32_t end) {
    uint64_t sum = 0;
    for (int32_t k = begin; k < end; k++) {
        const wend_surface_triangle *t = &view->triangles[k];
        uint32_t numbers[NUMBERS] = {0};
        for (int i = 0; i < 3; i++)
            put_point(numbers + 3 * i, low, &view->vertices[t->v[i]]);
        numbers[9] = view->triangle_area ? view->triangle_area[k] : 0;
        sum += hash_numbers(numbers, 10);
        for (int i = 0; i < 3; i++) {
            if (t->twin[i] >= 0)
                continue;
            uint32_t edge[NUMBERS] = {0};
            put_point(edge, low, &view->vertices[t->v[i]]);
            put_point(edge + 3, low, &view->vertices[t->v[(i + 1) % 3]]);
            edge[6] = view->boundaries[~t->twin[i]].kind;
            sum += hash_numbers(edge, 8);
        }
    }
    return sum;
}

uint64_t wend_surface_hash_sum(const wend_surface_view *view, uint64_t sum) {
    const uint64_t words[3] = {sum, wend_word_of_double(view->lattice.step), wend_word_of_double(view->lattice.unit)};
    return wend_hash_words(0, words, 3);
}
