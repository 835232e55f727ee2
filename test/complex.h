// Linked complexes made by hand, without a surface: triangles with places and heights, glued side to side.
#ifndef WEND_TEST_COMPLEX_H
#define WEND_TEST_COMPLEX_H

#include <wend/links.h>

enum { COMPLEX_MAX = 4096 };

typedef struct complex_triangle {
    wend_point3 p[3];
    int32_t twin[3]; // half-edge, or -1: boundary
    uint8_t kind[3]; // wend_boundary_kind of a boundary side
} complex_triangle;

typedef struct complex_mesh {
    int32_t count;
    complex_triangle triangles[COMPLEX_MAX];
} complex_mesh;

// Adds a triangle that faces up; its index.
int32_t complex_add(complex_mesh *m, wend_point3 a, wend_point3 b, wend_point3 c);
// Glues two boundary sides that coincide seen from above, in opposite directions; false when they do not.
bool complex_join(complex_mesh *m, int32_t e, int32_t f);
// A grid of squares, two triangles each, from (x, y) on; glued within. Returns its first triangle: square (i, j) has
// the two from 2 * (j * columns + i) on, the first with its lower side (half-edge 0), the second with the upper one
// (half-edge 1).
int32_t complex_grid(complex_mesh *m, wend_point3 low, int32_t size, int32_t columns, int32_t rows);

// A random complex on a lattice of `size`: triangles attached at random sides, corners closed, sides glued wherever
// they happen to coincide.
void complex_random(complex_mesh *m, uint64_t *random, int32_t triangles, int32_t size);

// Floors of squares one above the other, some squares missing, some sides walls, and sides of different floors glued at
// random: stairs, bridges, handles.
void complex_storeys(complex_mesh *m, uint64_t *random, int32_t storeys, int32_t columns, int32_t rows);

// Another complex of the same region: triangles split inside and at sides, edges flipped, the order shuffled. Places
// must be even enough to be split; `times` is how often it is tried.
void complex_disturb(complex_mesh *m, uint64_t *random, int32_t times);

// Makes links of it, to be destroyed by the caller. NULL when memory is short.
wend_links *complex_links(wend_context *context, const complex_mesh *m);

#endif
