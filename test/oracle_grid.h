// Shortest paths of a point on the grid maps of Moving AI, on the cells themselves: no plan, no triangles.
#ifndef WEND_TEST_ORACLE_GRID_H
#define WEND_TEST_ORACLE_GRID_H

#include <stdbool.h>
#include <stdint.h>

typedef struct oracle_grid oracle_grid;

// Reads a .map; NULL when it cannot. A cell is 1 x 1; x grows to the right and y down the file.
oracle_grid *oracle_grid_read(const char *path);
// A map by its rows, of `width` characters each: '.' is floor.
oracle_grid *oracle_grid_make(int32_t width, int32_t height, const char *rows);
void oracle_grid_free(oracle_grid *grid);

// Whether a cell is floor.
bool oracle_grid_is_free(const oracle_grid *grid, const int32_t cell[2]);

// The length in cells of the shortest path between the middles of two cells, at any angle. A path may touch corners of
// blocked cells and run along them; it does not pass between two that touch in a corner. False when there is none.
bool oracle_grid_shortest(oracle_grid *grid, const int32_t from[2], const int32_t to[2], double *length);

// The tasks of a .scen: from cell to cell, and the length of the best way of moves to one of eight neighbours each.
typedef struct oracle_grid_task {
    int32_t from[2], to[2];
    double length;
} oracle_grid_task;
// How many; the list is freed with free(). 0 when the file cannot be read.
int32_t oracle_grid_tasks(const char *path, oracle_grid_task **tasks);

#endif
