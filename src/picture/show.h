// What pictures of plans and of what was made from them share: page, obstacles, floor, boundaries, caption.
//
//     wend_show show;
//     if (wend_show_start(&show, plan, draw)) { // layers from the bottom up
//         wend_show_obstacles(&show);
//         ...
//     }
//     wend_show_stop(&show);
//     return wend_draw_result(draw);
//
// Widths follow the room there is: where things would be closer than a few pixels, lines become thinner. Floor too
// narrow to be seen (a corridor of 1 m in a plan of 10 km) is drawn as a line of its tint with a dark edge; not where
// there is so much of it that the lines would bury what is between.
#ifndef WEND_SRC_PICTURE_SHOW_H
#define WEND_SRC_PICTURE_SHOW_H

#include "picture/crop.h"
#include "picture/draw.h"

#define WEND_SHOW_LINE 0x25323eff // of boundaries and captions

typedef struct wend_show {
    wend_draw *draw;
    wend_plan_view view;
    double area; // of the plan, square metres
    wend_crop crop;
    int32_t *first;              // an edge of each boundary cycle, -1 for none
    uint8_t *thin;               // of each component: whether it is too narrow to be seen
    const wend_area_look *areas; // for the legend; NULL for none
} wend_show;

// Looks at a plan and chooses the page for it. False, with draw->failed set, when memory is short. Whatever it returns,
// wend_show_stop frees what it took.
bool wend_show_start(wend_show *show, const wend_plan *plan, wend_draw *draw);
void wend_show_stop(wend_show *show);

// Layers.
void wend_show_obstacles(const wend_show *show);                 // all that is no floor
void wend_show_floor(const wend_show *show);                     // one tint per component
void wend_show_floor_in(const wend_show *show, uint32_t colour); // all of it in one colour
void wend_show_thin(const wend_show *show);                      // floor too narrow to be seen
void wend_show_lines(const wend_show *show);                     // borders, boundaries, barriers, point obstacles

// A vertex of the plan as the next point of a contour.
void wend_show_vertex(const wend_show *show, int32_t vertex);

// Pixels from one thing to the next when `count` of them share the floor evenly.
double wend_show_spacing(const wend_show *show, double count);

// Cuts what was drawn to what is shown, and adds a legend and the caption: the plan's area, and how many there are of
// the things named (in the singular).
typedef struct wend_show_count {
    int64_t count;
    const char *noun;
} wend_show_count;
void wend_show_caption(const wend_show *show, const wend_show_count *counts, int count);
// The same with a legend from pixel x on.
void wend_show_caption_after(const wend_show *show, const wend_show_count *counts, int count, double x);
// The same of anything that has an area, in square metres; `note` ends it, and may be NULL.
void wend_show_facts(wend_draw *draw, double area, const wend_show_count *counts, int count, const char *note);

// An area, in square metres, in words.
void wend_show_area(wend_text *text, double area);

// A sign of the legend: a line of that width, or a box when it is 0.
typedef struct wend_show_sign {
    uint32_t colour;
    double width;
    const char *word;
} wend_show_sign;
// Adds signs in a row above the caption, from pixel x on. Returns where the next one may begin.
double wend_show_legend(wend_draw *draw, double x, const wend_show_sign *signs, int count);
// Says how much of the ground is shown, where that is not all; `unit` is metres per unit of it.
void wend_show_crop(wend_draw *draw, const wend_crop *crop, double unit);

#define WEND_SHOW_LEGEND(draw) ((draw)->height - 62)  // base lines of the legend
#define WEND_SHOW_CAPTION(draw) ((draw)->height - 29) // and of the caption
#define WEND_SHOW_LETTERS 15.0                        // height of the legend's letters

static inline double wend_show_between(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

// The colours of clearances (medial_look.h) in the row of the legend, from pixel x on, with the clearance at both ends.
// Returns where the first sign may begin.
double wend_show_clearance_legend(wend_draw *draw, double x, double widest);

#endif
