// Drawing as data: what an artifact looks like, as layers of polygons, lines, dots and labels. The writers of
// pictures know nothing of plans, and what is shown knows nothing of file formats.
//
//     wend_draw draw = wend_draw_start(context);
//     result = wend_show_plan(plan, NULL, &draw); // layers in the plan's coordinates, a scale bar, a caption
//     result = wend_write_svg(&draw, &text);      // or wend_write_png
//     wend_draw_free(&draw);
//
// Adding never fails visibly: when memory runs short the drawing remembers it, and `wend_draw_result` says so.
#ifndef WEND_SRC_PICTURE_DRAW_H
#define WEND_SRC_PICTURE_DRAW_H

#include <wend/cells.h>
#include <wend/medial.h>
#include <wend/picture.h>
#include <wend/text.h>

#include "base/array.h"
#include "picture/added.h"

#define WEND_DRAW_PAGE 1600.0 // pixels: how large a page is at most, unless asked for

typedef enum wend_draw_kind {
    WEND_DRAW_FILL,   // all polygons of the layer together, non-zero winding
    WEND_DRAW_STROKE, // lines
    WEND_DRAW_DOTS    // a dot at each point
} wend_draw_kind;

typedef struct wend_draw_layer {
    const char *name; // static, a word: the layer's id in an SVG; NULL for none
    wend_draw_kind kind;
    uint32_t colour; // 0xRRGGBBAA
    double size; // in pixels: width of a line or radius of a dot; of a fill, width of a line around each polygon in the
                 // same colour, which closes the seams between neighbours
    double dash; // of lines: length of dashes and of the gaps between them, in pixels; 0 for none
    bool on_page;  // points are pixels of the page (y downward) instead of places of the world (y upward)
    int64_t first; // its contours
    int64_t count;
} wend_draw_layer;

typedef struct wend_draw_contour {
    int64_t first; // its points
    int64_t count;
    bool closed;
} wend_draw_contour;

typedef struct wend_draw_label {
    double at[2];   // pixels of the page, of the base line
    double height;  // of the font, in pixels
    int32_t anchor; // -1: `at` is its left end, 0 its middle, 1 its right end
    uint32_t colour;
    char text[120]; // UTF-8
} wend_draw_label;

typedef struct wend_draw_image {
    double at[2]; // pixels of the page: its upper left corner
    int32_t width, height;
    uint32_t *pixels; // 0xRRGGBBAA, rows from the top; the drawing's own
} wend_draw_image;

typedef struct wend_draw {
    wend_context *context;
    bool failed;
    wend_picture_def def;               // the default one until it is set
    WEND_ARRAY(wend_draw_image) images; // below all layers; for pictures in pixels, an SVG leaves them out
    WEND_ARRAY(wend_draw_layer) layers; // from the bottom up
    WEND_ARRAY(wend_draw_contour) contours;
    WEND_ARRAY(double) points; // x, y of each
    WEND_ARRAY(wend_draw_label) labels;
    // The page, set by wend_draw_page. A place of the world is shown at pixel (x * scale + shift[0], shift[1] - y *
    // scale).
    double width, height;
    double scale, shift[2];
    double left, top, bottom; // where the world's box begins, and where the margin with legend and captions does
    uint32_t background;
} wend_draw;

wend_draw wend_draw_start(wend_context *context);
void wend_draw_free(wend_draw *draw);
wend_result wend_draw_result(const wend_draw *draw);

// Chooses the page for a world of the given box: as the def asks, or 1600 pixels wide, lower or higher as the box is,
// never higher than 1600, with a margin for captions below. To be called before anything that depends on the scale.
void wend_draw_page(wend_draw *draw, const double low[2], const double high[2]);

// Begins a layer, and a contour in it; points go to the last contour begun.
void wend_draw_begin_layer(wend_draw *draw, const char *name, wend_draw_kind kind, uint32_t colour, double size,
                           bool on_page);
// Makes the lines of the last layer begun dashed.
void wend_draw_dashed(wend_draw *draw, double dash);
void wend_draw_begin_contour(wend_draw *draw, bool closed);
void wend_draw_point(wend_draw *draw, double x, double y);
void wend_draw_label_at(wend_draw *draw, double x, double y, double height, int32_t anchor, uint32_t colour,
                        const char *text);
// The width of a text of that font height in pixels, for layout. Exact in a PNG, whose letters are font.c's; in an SVG
// the viewer's own font decides, which is a few percent wider or narrower.
double wend_draw_text_width(const char *text, double height);
// Adds an image of the given size, for the caller to fill; NULL when memory is short.
uint32_t *wend_draw_add_image(wend_draw *draw, const double at[2], int32_t width, int32_t height);
// A point of a layer on the page, whatever the layer's coordinates are.
void wend_draw_place(const wend_draw *draw, const wend_draw_layer *layer, const double point[2], double pixel[2]);

// Cuts layers from the given one on to a box of the page: those that are on the page, or those that are not.
void wend_draw_clip(wend_draw *draw, bool on_page, int64_t first, const double low[2], const double high[2]);

// Adds a contour to a layer on the page: the world's box, wider by `distance` pixels on all sides.
void wend_draw_frame(wend_draw *draw, double distance);

// A scale bar in the lower right corner: a round number of metres, about a sixth of the page. `unit` is metres per
// unit of the world.
void wend_draw_scale_bar(wend_draw *draw, double unit);

// What a plan looks like: floor by component and area, obstacles, triangulation (as far as it can be told apart), area
// borders, boundaries, walls without width, point obstacles, links made by hand, scale bar and caption. `added` are the
// names of areas and the links; NULL for none.
wend_result wend_show_plan(const wend_plan *plan, const wend_added *added, wend_draw *draw);

// What the cells of a plan look like: each in a soft colour that none of its neighbours has, portals dashed, and what
// the plan's picture has but for the triangulation.
wend_result wend_show_cells(const wend_plan *plan, const wend_cells *cells, wend_draw *draw);

// What their graph looks like: portals as strong lines on a grey floor, and a line from the middle of each cell to the
// middle of each of its portals.
wend_result wend_show_portals(const wend_plan *plan, const wend_cells *cells, wend_draw *draw);

// What a medial axis looks like: arcs in the colours of their clearance, true vertices, the narrowest places, and a
// legend.
wend_result wend_show_medial(const wend_plan *plan, const wend_medial *medial, wend_draw *draw);

// Gives each cell one of WEND_CELL_COLOURS colours, different from those of its neighbours; at most six are needed
// where the cells' graph can be drawn in the plane, and all are used about equally often. A cell whose neighbours have
// them all shares with one of them. `colours` has room for each cell. False when memory is short.
#define WEND_CELL_COLOURS 8
bool wend_cells_colour(wend_context *context, const wend_cells_view *view, uint8_t *colours);

#endif
