// Triangles in metres, and a tree that finds those in a vertical column. In doubles, on the coordinates as they were
// read: it shares nothing with the exact code that it helps to judge.
#ifndef WEND_SRC_TRUTH_COLUMNS_H
#define WEND_SRC_TRUTH_COLUMNS_H

#include <wend/surface.h>

#include "base/array.h"

typedef struct wend_column_triangle {
    double p[3][3];   // ground coordinates: z is up
    double normal[3]; // not normalised; z > 0 faces up
    double inverse;   // 1 / normal[2]; 0 when it is too near to vertical to be met by a vertical line
    int32_t number;   // its name: a triangle of the scene or of the surface
} wend_column_triangle;

typedef struct wend_column_node {
    double low[3], high[3];
    int32_t first; // of a leaf: its first triangle; else the second node below; the first follows at once
    int32_t count; // of a leaf: its triangles; else 0
} wend_column_node;

typedef WEND_ARRAY(int32_t) wend_column_list;

typedef struct wend_columns {
    WEND_ARRAY(wend_column_triangle) triangles; // in the order of the tree
    WEND_ARRAY(wend_column_node) nodes;
} wend_columns;

// Adds a triangle; one that is not finite is left out. False when memory is short.
bool wend_columns_add(wend_context *context, wend_columns *columns, double p[3][3], int32_t number);
// Builds the tree over what was added. False when memory is short. O(n log n).
bool wend_columns_build(wend_context *context, wend_columns *columns);
void wend_columns_free(wend_context *context, wend_columns *columns);

// A box that is asked for.
typedef struct wend_column_box {
    double low[3], high[3];
} wend_column_box;

// Lists the triangles (their places in `triangles`, ascending) whose boxes meet `box`. False when memory is short.
bool wend_columns_find(wend_context *context, const wend_columns *columns, const wend_column_box *box,
                       wend_column_list *found);

// The distance of a point from a triangle, and from the plane of one (0 of one without area).
double wend_column_distance(const wend_column_triangle *t, const double p[3]);
double wend_column_distance_to_plane(const wend_column_triangle *t, const double p[3]);

// Whether a triangle lies over or under a point of the ground, and at what height.
static inline bool wend_column_height(const wend_column_triangle *t, double x, double y, double *z) {
    double w[3], side = t->inverse;
    if (side == 0)
        return false;
    for (int i = 0; i < 3; i++) {
        const double *a = t->p[(i + 1) % 3], *b = t->p[(i + 2) % 3];
        w[i] = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        if (side > 0 ? w[i] < 0 : w[i] > 0)
            return false;
    }
    *z = (w[0] * t->p[0][2] + w[1] * t->p[1][2] + w[2] * t->p[2][2]) / (w[0] + w[1] + w[2]);
    return *z - *z == 0;
}

#endif
