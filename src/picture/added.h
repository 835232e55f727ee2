// What people add to a plan, as pictures show it: areas, and links made by hand.
//
// Areas are told apart by soft colours, in the order of their ids; those beyond the last colour share a grey. A link is
// a strong line with an arrow head where it leads, one at each end when one may go both ways.
#ifndef WEND_SRC_PICTURE_ADDED_H
#define WEND_SRC_PICTURE_ADDED_H

#include <wend/nav.h>

#define WEND_ADDED_LINK 0xe6007eff // colour of links made by hand
#define WEND_ADDED_WIDTH 2.5       // of their lines, in pixels
#define WEND_ADDED_WORD "link made by hand"

// What there is. The default, all 0, is nothing.
typedef struct wend_added {
    const wend_area *areas; // names, ascending by id
    int32_t area_count;
    const wend_offlinks *links; // NULL for none
} wend_added;

// What was added to a nav, which must outlive it.
wend_added wend_added_of(const wend_nav *nav);

enum { WEND_AREA_TINTS = 11 };

// The areas that a plan has, but for 0, which looks as floor without areas does.
typedef struct wend_area_look {
    int32_t count; // of tints that are used
    uint8_t *tint; // of each id; WEND_AREA_TINTS for one that the plan has not. NULL when there are no areas
    uint32_t colour[WEND_AREA_TINTS];
    char word[WEND_AREA_TINTS][WEND_AREA_NAME]; // for the legend
} wend_area_look;

// False when memory is short. wend_area_look_free frees it, whatever the result.
bool wend_area_look_make(wend_context *context, const wend_plan_view *view, const wend_added *added,
                         wend_area_look *look);
void wend_area_look_free(wend_context *context, wend_area_look *look);

// The lines that show a link: its way, edges at its ends, arrow heads.
enum { WEND_ADDED_LINES = 15 };
typedef struct wend_added_lines {
    int32_t count;
    double ends[WEND_ADDED_LINES][2][3];
} wend_added_lines;

// `places` are those of both ends of the link, seen from above; `head` is the length of an arrow head. A link that
// leads straight up or down has a ring around it instead.
void wend_added_lines_make(double places[2][2][3], bool both_ways, double head, wend_added_lines *lines);

#endif
