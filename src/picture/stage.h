// A surface on its scene, ready to be looked at: faces and lines in metres, and views of them.
//
//     wend_stage stage;
//     if (wend_stage_set(&stage, context, surface, scene, height)) {
//         wend_stage_view view = wend_stage_look(&stage, WEND_STAGE_TILTED);
//         ... scale and place the view on the page ...
//         wend_stage_paint(&stage, &view, background, pixels);   // pixels, or
//         wend_stage_draw(&stage, &view, 5000, draw, &left_out); // polygons
//     }
//     wend_stage_free(&stage);
//
// What is seen. Floors hide each other by depth, and are what the picture is about. Seen from above, they lie over the
// scene. Tilted, the scene's faces that look away from the viewer are left out, so that one looks into rooms; of roofs
// (cover.h) nothing is drawn, and walls that stand before floors are veils, through which all else is seen.
#ifndef WEND_SRC_PICTURE_STAGE_H
#define WEND_SRC_PICTURE_STAGE_H

#include <wend/surface.h>

#include "base/array.h"
#include "picture/cover.h"
#include "picture/draw.h"
#include "picture/raster.h"

#define WEND_STAGE_LIFT 0.02 // metres that floors lie over the scene
#define WEND_STAGE_VEIL 0.3  // how much of the colour behind it a veil takes away
#define WEND_STAGE_TINTS 32  // steps of height that colours know

typedef struct wend_stage_face {
    double corners[3][3]; // ground coordinates in metres from the stage's centre; z is up
    float normal[3];      // upward for floors, as the winding says for the scene
    float light;          // how light it is, about 1
} wend_stage_face;

typedef struct wend_stage_line {
    double ends[2][3];
    int32_t floor; // the face that it bounds
    wend_boundary_kind kind;
} wend_stage_line;

typedef struct wend_stage {
    wend_context *context;
    double centre[3];                  // in ground coordinates, in metres
    WEND_ARRAY(wend_stage_face) faces; // floors as they are in the surface, then the scene
    int64_t floor_count;
    WEND_ARRAY(wend_stage_line) lines;
    double low[3], high[3]; // what must be seen: the floors, and the scene close to them
    double lowest, rise;    // of floors: height that the first tint stands for, and from there to the last
    double line_width;      // in pixels
    wend_cover cover;
} wend_stage;

typedef enum wend_stage_way { WEND_STAGE_ABOVE, WEND_STAGE_TILTED, WEND_STAGE_WAYS } wend_stage_way;

// A parallel projection onto the page.
typedef struct wend_stage_view {
    wend_stage_way way;
    double right[3], up[3], toward[3]; // on the page, and to the viewer; unit vectors
    double low[2], high[2];            // extent of what must be seen, in metres to the right and up
    double scale;                      // pixels per metre; 0 until the caller sets it,
    double at[2];                      // as the pixel of the page where its upper left corner is,
    int32_t width, height;             // and its size in pixels
} wend_stage_view;

// Makes a stage of a surface, over a scene unless that is NULL. `height` is the agent's, in metres. False when memory
// is short; whatever it returns, wend_stage_free frees what it took.
bool wend_stage_set(wend_stage *stage, wend_context *context, const wend_surface *surface, const wend_scene *scene,
                    double height);
void wend_stage_free(wend_stage *stage);

wend_stage_view wend_stage_look(const wend_stage *stage, wend_stage_way way);

// A place of the stage in pixels of the view (y downward), and how near the viewer it is, in metres.
wend_pixel wend_stage_project(const wend_stage_view *view, const double place[3]);
// The place of the stage at a pixel of the view.
void wend_stage_place(const wend_stage_view *view, wend_pixel pixel, double place[3]);

// Whether a face looks to the viewer.
bool wend_stage_faces(const wend_stage_view *view, const wend_stage_face *face);
// What of the scene is drawn at a place of one of its faces.
typedef enum wend_stage_part { WEND_STAGE_NONE, WEND_STAGE_SOLID, WEND_STAGE_VEILED } wend_stage_part;
wend_stage_part wend_stage_part_at(const wend_stage *stage, const wend_stage_view *view, const wend_stage_face *face,
                                   wend_pixel pixel);
// How near the viewer something of a face is drawn: floors before the scene, by a hair or, from above, by far.
double wend_stage_nearer(const wend_stage_view *view, bool floor);

// 0xRRGGBBAA of a floor at a height of the stage, and of a face of the scene.
uint32_t wend_stage_floor_colour(const wend_stage *stage, double height, double light);
uint32_t wend_stage_scene_colour(const wend_stage_face *face);

// Paints a view: width * height pixels, 0xRRGGBBAA. Each pixel is the mean of four. In parallel.
wend_result wend_stage_paint(const wend_stage *stage, const wend_stage_view *view, uint32_t background,
                             uint32_t *pixels);

// Adds a view to a drawing as polygons and lines, those behind before those in front. When that would be more than
// `most` of them, adds nothing and sets *left_out. False when memory is short.
bool wend_stage_draw(const wend_stage *stage, const wend_stage_view *view, int64_t most, wend_draw *draw,
                     bool *left_out);

#endif
