// wend/stairs.h: flights of stairs among the links of a surface, with their figures.
//
//     links, surface  --wend_stairs_build-->  stairs  --look-->  flights: risers, treads, width, where they break
//
// Links join tread to tread one by one. Stairs say which of these links are the risers of one flight, and measure it:
// how many steps, how high and how deep they are, how wide the flight is, and where a riser is too high to be climbed.
#ifndef WEND_STAIRS_H
#define WEND_STAIRS_H

#include <wend/links.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- what counts

// The numbers that separate stairs from landings, floors, furniture and kerbs: lengths in metres, areas in square
// metres.
#define WEND_STAIRS_RISER 0.05      // a riser is at least as high: carpets, door sills and nosings are lower
#define WEND_STAIRS_TREAD_LEAST 0.1 // a tread is at least as deep: what is less holds no foot
#define WEND_STAIRS_TREAD_MOST                                                                                         \
    0.75                           // a tread is no deeper: on what is more one takes a step to walk on, as on a landing
#define WEND_STAIRS_TREAD_AREA 3.0 // a tread may be larger only if it is as wide as its flight; else it is a floor
#define WEND_STAIRS_TURN 0.6427876097 // cosine of 50 degrees: no tread turns farther (winders turn by 30 to 45)
#define WEND_STAIRS_ALIKE 0.3         // two risers in a row differ by no more than this part of the higher one
#define WEND_STAIRS_OVERLAP 0.5       // of the wider of two risers in a row, at least this part lies ahead of the other
#define WEND_STAIRS_WIDTH 0.25        // a flight is at least as wide: nobody passes where it is less
#define WEND_STAIRS_RISERS 3          // a flight has as many risers; furniture has one or two ledges above each other
#define WEND_STAIRS_STAND_AREA 0.25   // the floor at either end is at least as large: on less, nobody stands
#define WEND_STAIRS_STAND_WIDTH 0.125 // and as wide on average (twice its area by the length of its boundary)
#define WEND_STAIRS_LANDING_AREA 6.0  // what is larger is a floor, not a landing between two flights

// ---------------------------------------------------------------------------------------------------- flights

// A flight is a number of risers that follow each other upward across treads. Each riser has a *front*, the part that
// one crosses on the way up: where a floor surrounds the first tread, its sides can be stepped on as well, but they are
// not part of the stairs. The fronts of risers that follow each other face each other. All figures are those of fronts,
// seen from above but for heights:
//
//     riser    from the head of one front to the head of the next, in their middles; the first one from its own foot.
//              So risers add up: the height of `top` above `bottom` is `risers` times `riser`, even if treads slope.
//     tread    from the head of one front to the head of the next, from nosing to nosing, in their middles and straight
//              across: what builders call the going, or run. Where treads overhang or overlap, lean or are apart it is
//              not what one sees of a tread, but how far each one takes the way on. Where the way turns (curved and
//              spiral stairs, winders) it is the length of the arc that crosses both fronts straight, in their middles.
//     width    how far a front reaches straight across the way, on its narrower side, less what stands in it.
//     bottom   the foot of the first front, in its middle: on the floor that the stairs start from.
//     top      the head of the last front, in its middle: on the floor that they lead to.
//
// Furniture has ledges one above the other, too. So a flight has WEND_STAIRS_RISERS or more, and starts and ends where
// a person can stand: on a *level* (all that links lower than a riser join) of at least WEND_STAIRS_STAND_AREA and
// WEND_STAIRS_STAND_WIDTH. Instead, another link may lead on from there (to the next flight, or around a corner of the
// stairs), or the stairs may break there (see below). A flight that climbs as high as the agent leads from storey to
// storey and needs neither. Two risers are a flight where they continue another one across a landing of no more than
// WEND_STAIRS_LANDING_AREA. Kerbs and single steps are not flights.
//
// What is deeper than a tread, turns farther, or has risers beside it that are not alike is a landing or a floor, so
// stairs with landings (L and U) are as many flights as they have straight parts. A riser is all links of at least
// WEND_STAIRS_RISER between the same two floors: a railing along the stairs does not make two flights of them, unless
// it parts the treads. A floor is a component of the surface, or several of no more than WEND_STAIRS_TREAD_AREA one
// behind the other, as nosings, strips and carpets on treads are: joined by links lower than a riser, along half of
// their risers or more. Where a larger floor below open stairs is seen in a slot between two treads, no wider than a
// gap and within a step of both, the riser leads over it, from edge to edge. Its links are those that lead up from the
// slot to the higher tread; where they are risers of another flight, they name that one.
typedef struct wend_flight {
    int32_t first_link; // its risers in `flight_links`, from the bottom to the top: the widest link of each
    int32_t risers;     // how many: the number of steps
    double riser;       // metres: mean of its risers, the height of its top above its bottom divided by their number
    double lowest, highest; // metres: its least riser and its largest one
    double tread;           // metres: mean of its treads, of which there is one less than of risers
    double width;           // metres: of its narrowest riser
    double bottom[3];       // in the scene's own axes and units
    double top[3];          //
    // Where it breaks: the riser that would come before the bottom [0], and the one that would come after the top [1],
    // if it were not too high (more than the agent's step, up to twice that). Metres, 0 when there is none; and the
    // place of its head that is nearest to that end of the flight.
    double break_height[2];
    double break_at[2][3];
} wend_flight;

// ---------------------------------------------------------------------------------------------------- finding

typedef struct wend_stairs_def {
    int32_t reserved; // 0
} wend_stairs_def;
WEND_API wend_stairs_def wend_default_stairs_def(void);

typedef struct wend_stairs wend_stairs;

// Finds the flights among links. `surface` is the one that the links were found on. `def` may be NULL for the default.
// A flight whose figures cannot be proved is left out, with a finding in `report` (which may be NULL). Fails with
// WEND_ERROR_ARGUMENT (links of another surface), _MEMORY, _CANCELLED. Neither the links nor the surface are needed
// afterwards, but flights name links by number.
//
// Cost: O((l + c) log l) for l links and c components, and O(log b) for what is near the two ends of each flight among
// b boundary edges.
WEND_API wend_result wend_stairs_build(wend_context *context, const wend_links *links, const wend_surface *surface,
                                       const wend_stairs_def *def, wend_stairs **stairs, wend_report *report);
WEND_API void wend_stairs_destroy(wend_stairs *stairs);

// The arrays live as long as the stairs. Flights are in the order of their first links.
typedef struct wend_stairs_view {
    uint64_t links_hash; // that of the links
    int32_t flight_count;
    const wend_flight *flights;
    int32_t flight_link_count;
    const int32_t *flight_links; // links, flight by flight
    int32_t link_count;
    const int32_t *link_flight; // per link: the flight that it is a step of, or that leads over its slot; or -1
} wend_stairs_view;
WEND_API wend_stairs_view wend_stairs_look(const wend_stairs *stairs);

// Reports stairs that are too steep for the agent (findings "stairs-too-steep"): treads one after the other, each more
// than a step above the one before. Nothing joins them, so no link and no flight speaks of them, and their treads are
// often so small that wend_links_keep drops them: ask before that. WEND_ERROR_ARGUMENT (links of another surface),
// _MEMORY. Cost: O(b log b) for b boundary edges.
WEND_API wend_result wend_stairs_find_steep(wend_context *context, const wend_links *links, const wend_surface *surface,
                                            wend_report *report);

// Proves that flights are what they say, for links that wend_links_check has found to be right: the figures of each are
// those of its geometry (where it breaks is within limits), its risers follow each other and are listed by their widest
// links, there is floor at its ends, and links name the flight that they belong to. WEND_ERROR_INVALID with findings
// when something is not so.
WEND_API wend_result wend_stairs_check(wend_context *context, const wend_stairs *stairs, const wend_links *links,
                                       const wend_surface *surface, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif
