// The hash of a surface's geometry.
//
// It must not change when a scene is moved by whole steps or its triangles come in another order. So it is a sum over
// triangles and boundary edges (a sum has no order), of coordinates relative to the least corner of the box (no
// translation). Which triangles of the scene the floor lies on and what blocks beyond it do not enter.
#include "surface/surface.h"

#include <string.h>

// Written out, compilers make one store of it where the machine is little-endian.
static inline void put_u64(uint8_t *bytes, uint64_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
    bytes[4] = (uint8_t)(value >> 32);
    bytes[5] = (uint8_t)(value >> 40);
    bytes[6] = (uint8_t)(value >> 48);
    bytes[7] = (uint8_t)(value >> 56);
}

// The coordinates of a place, counted from the least corner, in three numbers of 32 bits.
static void put_point(uint32_t *numbers, wend_point3 low, const wend_point3 *p) {
    numbers[0] = (uint32_t)p->x - (uint32_t)low.x;
    numbers[1] = (uint32_t)p->y - (uint32_t)low.y;
    numbers[2] = (uint32_t)p->z - (uint32_t)low.z;
}

enum { NUMBERS = 10 };

static uint64_t hash_numbers(const uint32_t *numbers, int count) {
    uint8_t bytes[4 * NUMBERS];
    for (int i = 0; i < count; i += 2)
        put_u64(bytes + 4 * i, numbers[i] | (uint64_t)numbers[i + 1] << 32);
    return wend_hash(0, bytes, 4 * (size_t)count);
}

uint64_t wend_surface_hash_part(const wend_surface_view *view, wend_point3 low, int32_t begin, int32_t end) {
    uint64_t sum = 0;
    for (int32_t k = begin; k < end; k++) {
        const wend_surface_triangle *t = &view->triangles[k];
        uint32_t numbers[NUMBERS] = {0};
        for (int i = 0; i < 3; i++)
            put_point(numbers + 3 * i, low, &view->vertices[t->v[i]]);
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

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t wend_surface_hash_sum(const wend_surface_view *view, uint64_t sum) {
    uint8_t bytes[24];
    put_u64(bytes, sum);
    put_u64(bytes + 8, bits_of(view->lattice.step));
    put_u64(bytes + 16, bits_of(view->lattice.unit));
    return wend_hash(0, bytes, sizeof bytes);
}
