// The kit that all scenes made by code are built with: solids, frames and random choices, with one sticky result, so
// that the code of a scene reads like a list of things and not like error handling.
//
// Scenes are modelled in ground coordinates: x to the right, y away, z up, in metres. What reaches the scene is Y-up:
// (x, z, -y). Everything is placed within the model's frame:
//
//     wend_frame outer = wend_model_enter(model, x, y, z, 0.125); // turned by 45 degrees
//     wend_model_box(model, 0, 0, 0, 1, 1, 1);
//     model->frame = outer;
//
// Solids are closed, each with vertices of its own and its faces outward. Quads are split into two triangles.
#ifndef WEND_SRC_SAMPLE_MODEL_H
#define WEND_SRC_SAMPLE_MODEL_H

#include <wend/scene.h>

#include "base/array.h"

typedef struct wend_frame {
    double axis[3][3]; // where its x, y and z point
    double at[3];      // its origin
} wend_frame;

typedef struct wend_model {
    wend_context *context;
    wend_scene *scene;
    wend_result result; // of the first step that failed; later steps do nothing
    uint64_t random;    // state of the generator
    double grain;       // coordinates are rounded to 1 / grain, which keeps files tidy; 0 keeps them as they are
    wend_frame frame;
    int64_t triangles;           // made so far
    int64_t solids;              // ended so far
    WEND_ARRAY(double) points;   // of the solid being made
    WEND_ARRAY(int32_t) corners; // of its triangles
    WEND_ARRAY(int32_t) scratch; // for whoever needs it within one call
} wend_model;

// What a scene is: it makes about `size` triangles, at least 4.
typedef void wend_sample_modeller(wend_model *model, int32_t size);

wend_sample_modeller wend_sample_boxes, wend_sample_doors, wend_sample_spiral_maze, wend_sample_ramp_overhang,
    wend_sample_stairs, wend_sample_two_storeys, wend_sample_bridge, wend_sample_cave, wend_sample_terrain,
    wend_sample_partitions, wend_sample_intersecting, wend_sample_duplicates, wend_sample_cracked, wend_sample_town,
    wend_sample_holes, wend_sample_platforms, wend_sample_garage, wend_sample_soup, wend_sample_random_scene,
    wend_sample_random_stairs;

// ---------------------------------------------------------------------------------------------------- frames

wend_frame wend_frame_whole(void);
// A frame within another: moved, then turned about its own z by an angle in turns (1 is all the way round).
wend_frame wend_frame_within(const wend_frame *outer, double x, double y, double z, double turn);
// The frame tilted about its own x axis.
wend_frame wend_frame_tilted(const wend_frame *outer, double turn);
// The frame stood up: its x stays, its y points up, its z back (-y). What is drawn flat in it is an elevation.
wend_frame wend_frame_standing(const wend_frame *outer);

// Moves the model's frame; returns the one before, to be put back.
wend_frame wend_model_enter(wend_model *model, double x, double y, double z, double turn);

// ---------------------------------------------------------------------------------------------------- by hand

// Begins a part of the scene.
void wend_model_part(wend_model *model, const char *name);

// Adds a point to the solid being made and tells its number; adds triangles between points, counter-clockwise seen from
// outside; ends the solid.
int32_t wend_model_point(wend_model *model, double x, double y, double z);
void wend_model_triangle(wend_model *model, int32_t a, int32_t b, int32_t c);
void wend_model_quad(wend_model *model, int32_t a, int32_t b, int32_t c, int32_t d);
void wend_model_end(wend_model *model);

// ---------------------------------------------------------------------------------------------------- solids

void wend_model_box(wend_model *model, double x0, double y0, double z0, double x1, double y1, double z1);

// A simple polygon (x, y of each corner, counter-clockwise, no two corners within 0.1 mm) drawn up from z0 to z1.
void wend_model_prism(wend_model *model, const double *polygon, int32_t count, double z0, double z1);
// The same for a strip between two lines of `count` points each; left is on the left when walking along it.
void wend_model_ribbon(wend_model *model, const double *left, const double *right, int32_t count, double z0, double z1);
// A ring around (x, y).
void wend_model_ring(wend_model *model, double x, double y, double inner, double outer, int32_t corners, double z0,
                     double z1);
// A round column that narrows from one radius to another; a cone where `high` is 0.
void wend_model_column(wend_model *model, double x, double y, double low, double high, int32_t corners, double z0,
                       double z1);
// A ball with `corners` corners around and half as many rings, stretched to `tall` times its height.
void wend_model_ball(wend_model *model, double x, double y, double z, double radius, double tall, int32_t corners);

// An opening in a wall (along it, and up) or in a slab (x and y).
typedef struct wend_model_opening {
    double from, to; // along the first axis
    double low, high;
} wend_model_opening;
#define WEND_OPENINGS_MAX 12

// A rectangle from z0 to z1 with openings through it, all one solid. Openings may reach or pass the border; two of them
// may not meet in a corner only.
void wend_model_slab(wend_model *model, double x0, double y0, double x1, double y1, double z0, double z1,
                     const wend_model_opening *openings, int32_t count);
// A wall whose middle line runs from (x0, y0) to (x1, y1), from z0 up to z1. Openings are measured from its beginning
// and from its foot.
void wend_model_wall(wend_model *model, double x0, double y0, double x1, double y1, double thickness, double z0,
                     double z1, const wend_model_opening *openings, int32_t count);

// A slab that rises along y from z0 at y0 to z1 at y1, both the height of its top. Vertical ends. With a thickness of
// 0 it is a wedge on z = min(z0, z1).
void wend_model_ramp(wend_model *model, double x0, double y0, double x1, double y1, double z0, double z1,
                     double thickness);

// ---------------------------------------------------------------------------------------------------- sheets

// Four corners (x, y, z of each), two triangles; and one triangle. Not solids.
void wend_model_sheet(wend_model *model, const double corners[12]);
void wend_model_flake(wend_model *model, const double corners[9]);
// A rectangle at height z, facing up.
void wend_model_floor(wend_model *model, double x0, double y0, double x1, double y1, double z);

// Heights over a grid of `across` times `down` points from (x, y), row after row. Faces up, or down where asked.
void wend_model_field(wend_model *model, const double *heights, int32_t across, int32_t down, double x, double y,
                      double step, bool facing_down);

// A polygon with holes, flat at height z, facing up: rings one after the other in `points` (x, y), `counts` corners in
// each. The rings do not touch.
void wend_model_region(wend_model *model, const double *points, const int32_t *counts, int32_t rings, double z);

// ---------------------------------------------------------------------------------------------------- stairs

typedef enum wend_flight_style {
    WEND_FLIGHT_SOLID, // down to the floor
    WEND_FLIGHT_WAIST, // a slab with a sloping underside
    WEND_FLIGHT_NOSED, // like SOLID, each tread overhangs the one below by a little
    WEND_FLIGHT_OPEN   // treads only
} wend_flight_style;

// A straight flight of `risers` that starts at y = 0, z = 0 and goes up along y, from x0 to x1. The last riser ends at
// whatever stands there: there is one tread less than risers.
void wend_model_flight(wend_model *model, double x0, double x1, int32_t risers, double rise, double run,
                       wend_flight_style style);
// Two flights side by side with a landing between them, `width` wide each with `gap` between them: up along y on the
// right, back on the left, arriving at y = 0. Twice `risers`. The landing is as deep as a flight is wide.
void wend_model_stair_u(wend_model *model, double width, double gap, int32_t risers, double rise, double run);
// Treads around (0, 0), counter-clockwise from direction `from` (in turns), each `sweep` wide and `rise` above the one
// before; `solid` down to the floor, otherwise slabs of `thickness`.
void wend_model_winders(wend_model *model, double inner, double outer, double from, double sweep, int32_t treads,
                        double rise, bool solid, double thickness);

// ---------------------------------------------------------------------------------------------------- choices

// Never two random numbers in the arguments of one call: C leaves open which is drawn first. Uniform in [low, high); in
// 0..count-1; true with a chance.
double wend_model_between(wend_model *model, double low, double high);
int32_t wend_model_pick(wend_model *model, int32_t count);
bool wend_model_chance(wend_model *model, double chance);

// Smooth noise over the plane, from 0 to 1, one hill or hollow per unit; another one for each `salt`.
double wend_model_noise(uint64_t salt, double x, double y);

// Repeats a unit side by side, `width` by `depth` apart, until there are about `size` triangles; at least one.
void wend_model_repeat(wend_model *model, int32_t size, double width, double depth, void (*unit)(wend_model *model));

#endif
