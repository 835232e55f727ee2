// Places of a scene that lie between points of its lattice.
#ifndef WEND_SRC_SCENE_LATTICE3_H
#define WEND_SRC_SCENE_LATTICE3_H

#include <wend/scene.h>

// See wend_lattice3_place.
void wend_lattice3_place_at(const wend_lattice3 *lattice, double x, double y, double z, double place[3]);

#endif
