// Furniture and fittings for scenes with people in them. Each stands on z = 0 of the model's frame; most have their
// back at y = 0 and face along y, from x = 0 to their width.
#ifndef WEND_SRC_SAMPLE_PROPS_H
#define WEND_SRC_SAMPLE_PROPS_H

#include "sample/model.h"

// A table with four legs, from (0, 0); a round one, and chairs around it or along both long sides.
void wend_prop_table(wend_model *model, double width, double depth, double height);
void wend_prop_round_table(wend_model *model, double x, double y, double radius);
// A chair that faces along y, its seat's middle in (x, y), turned.
void wend_prop_chair(wend_model *model, double x, double y, double turn);
void wend_prop_dining(wend_model *model, double width, double depth, int32_t chairs); // a side

void wend_prop_bed(wend_model *model, double width, double length);
void wend_prop_sofa(wend_model *model, double width);
void wend_prop_wardrobe(wend_model *model, double width, double height);
void wend_prop_shelf(wend_model *model, double width, double height, int32_t boards);
void wend_prop_desk(wend_model *model, double width); // with a chair that faces it
void wend_prop_kitchen(wend_model *model, double width);
void wend_prop_bath(wend_model *model, double width, double length);
void wend_prop_basin(wend_model *model, double width);
void wend_prop_toilet(wend_model *model);
void wend_prop_plant(wend_model *model, double x, double y, double height);
void wend_prop_lamp(wend_model *model, double x, double y, double height);

// Outdoors.
void wend_prop_tree(wend_model *model, double x, double y, double height);
void wend_prop_bench(wend_model *model, double width);
void wend_prop_car(wend_model *model);

// A railing along a line, with posts and balusters, from z up.
void wend_prop_railing(wend_model *model, double x0, double y0, double x1, double y1, double z);
// A leaf hung in (x, y), closed along the direction `turn`.
void wend_prop_door_leaf(wend_model *model, double x, double y, double z, double width, double turn);
// What fills a window: a board to put things on and a cross of bars, in a wall along x at y = 0.
void wend_prop_window(wend_model *model, double x0, double x1, double z0, double z1, double wall);

#endif
