// What is near, high, wide and long enough: all limits of linking in one place, in metres and in lattice steps.
//
// Places of the complex are rounded to the lattice, and where two boundaries are joined the corners of one of them are
// drawn to those of the other. So nothing is compared exactly: each limit has a slack that says what rounding may have
// done to the two things compared. Most follow from one number, WEND_RULE_SAME.
//
// The limits of an agent in lattice steps, and what follows from them, are computed once per run (wend_link_rules_of).
#ifndef WEND_SRC_LINK_RULES_H
#define WEND_SRC_LINK_RULES_H

#include <wend/agent.h>

#include <stdbool.h>

// Lattice steps. What depends on rounding alone stands here, and changes with the lattice.
enum {
    // What is no farther apart is the same place, and what is no farther from a line lies on it: points of a lattice do
    // not lie on slanted lines, and two edges cut out of different triangles miss each other by a step.
    WEND_RULE_SAME = 2,
    // Squared: a place may be off by so much along x and along y at once.
    WEND_RULE_SAME2 = 2 * WEND_RULE_SAME * WEND_RULE_SAME,
    // Squared: a corner may be drawn so far from where it is said to be along its edge. The checker allows twice
    // WEND_RULE_SAME2, which is one more, for what doubles are off.
    WEND_RULE_DRAWN2 = 2 * WEND_RULE_SAME2 - 1,
    // What stands no farther beside a line is in the way of what runs along it: both may be off. And no gap is
    // narrower: its two sides would be the same place.
    WEND_RULE_BESIDE = 2 * WEND_RULE_SAME,
    // So far from its end a place of an edge is clear of all that may be off there.
    WEND_RULE_CLEAR = 3 * WEND_RULE_SAME,
    // What is no longer may run anywhere, or be nothing but rounding: it is no way, and ladders do not go on for it.
    WEND_RULE_SHORT = 4 * WEND_RULE_SAME,
    // What is deeper below a floor is the ground of a ditch, which one steps across; and where step or gap are smaller,
    // rounding may hide them.
    WEND_RULE_DITCH = 16,
    // Eight millimetres on the default lattice: so far beside the ends of a slit something may stand, and a way may
    // begin in a corner instead of beside it, for no more than that is lost.
    WEND_RULE_CORNER = 64,
    // The figures of links were taken before corners were drawn: by two steps each, at both ends of both sides.
    WEND_RULE_CHECK = 4 * WEND_RULE_SAME,
    // The same for what has one side only.
    WEND_RULE_CHECK_SIDE = 2 * WEND_RULE_SAME,
    // The checker looks across nothing that is thinner: its own rays are kept off both sides by a part of that.
    WEND_RULE_LOOKED = 8 * WEND_RULE_SAME
};

// Metres.
#define WEND_RULE_LEAST 0.02 // what is narrower is no way across: no foot fits in
#define WEND_RULE_BEYOND 0.1 // so far beyond its edge a drop begins to fall: as far as a foot reaches over
#define WEND_RULE_PIECE 0.5  // the pieces of an edge that drops are looked for at: the ground below is one to a person
#define WEND_RULE_AROUND 4.0 // times the gap: a way around a corner along the boundary is no longer
#define WEND_RULE_WIDER 1.25 // times: by so much a ladder or the entry to a ditch must be wider to be worth it

typedef struct wend_link_rules {
    double metres;                  // a lattice step
    double step, gap, height, drop; // the agent's, in lattice steps, like all that follows
    // Two heights are within a step: both were rounded, each by half a lattice step.
    double climb;
    // The same where corners were drawn along slanted edges since, and for looking for all edges that may be within it.
    double climb_drawn;
    double reach, reach_drawn; // the same for a gap
    // From so far above a floor on something is in the way: what can be stepped over is not. Nor, where steps are tiny,
    // is what a slope of 60 degrees or less rises by within the bands that are asked about: there, the floor that an
    // edge is to be joined to begins.
    double low;
    double fall;        // a floor is no deeper below its edge than a drop
    double storey;      // half the height: what is as far above is another storey, for a step is less
    double least_width; // a ladder, or the part of a hole that joins floors, is at least as wide
    double least_step;  // the same for a step: its sides need no room between them
    double hole;        // radius of the largest circle that fits into a hole to be filled
    double around;      // a way around a corner along the boundary is no longer
    double beyond;      // so far beyond its edge a drop begins
    double piece;       // the pieces of an edge that drops are looked for at
    bool gaps;          // whether gaps are wide enough to be looked for
} wend_link_rules;

static inline wend_link_rules wend_link_rules_of(const wend_agent *agent, double metres) {
    double step = agent->step / metres, gap = agent->gap / metres, height = agent->height / metres;
    double least = WEND_RULE_LEAST / metres, piece = WEND_RULE_PIECE / metres;
    return (wend_link_rules){.metres = metres,
                             .step = step,
                             .gap = gap,
                             .height = height,
                             .drop = agent->drop / metres,
                             .climb = step + 1,
                             .climb_drawn = step + WEND_RULE_SAME,
                             .reach = gap + 1,
                             .reach_drawn = gap + WEND_RULE_SAME,
                             .low = (step > WEND_RULE_SHORT ? step : WEND_RULE_SHORT) + WEND_RULE_SAME,
                             .fall = agent->drop / metres + 1,
                             .storey = height / 2,
                             .least_width = least > WEND_RULE_SHORT ? least : WEND_RULE_SHORT,
                             .least_step = least > WEND_RULE_BESIDE ? least : WEND_RULE_BESIDE,
                             .hole = gap / 2 + 1,
                             .around = WEND_RULE_AROUND * gap,
                             .beyond = WEND_RULE_BEYOND * (1 / metres),
                             .piece = piece > WEND_RULE_SHORT ? piece : WEND_RULE_SHORT,
                             .gaps = gap >= WEND_RULE_BESIDE};
}

// Up to which height something above a floor is in the way of a head: what hangs at the height itself is not, however
// it and the floor were rounded.
static inline double wend_link_head(const wend_link_rules *rules, double floor) {
    return floor + rules->height - WEND_RULE_SAME;
}

// How far a question of what is in the way stays off what stands at the free ends of a way so long, or beside a strip
// so wide.
static inline double wend_link_margin(double length) {
    return length < WEND_RULE_SHORT ? length / 4 : WEND_RULE_SAME;
}

#endif
