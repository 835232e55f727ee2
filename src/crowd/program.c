// The best velocity among half-planes.
//
// Every neighbour and wall asks for a half-plane of velocities; wanted is the velocity in all of them that is nearest
// to a given one and no faster than the agent can go. It is found by adding half-planes one after the other (Seidel's
// randomised program, as van den Berg et al. use it for reciprocal avoidance). As long as the best velocity so far is
// in the next half-plane, it stays. Otherwise the new one lies on that half-plane's line, and what is left is an
// interval of the line.
//
// In a crowd there is often no such velocity. Then half-planes of neighbours, not of walls, move back, all by the same
// distance, until one is left: again half-planes are added one after the other. Of those the velocity breaks by more
// than the worst so far, the new worst is moved toward along its normal, within the lines where it is broken as much as
// each of the earlier ones.
//
// The order is that of the neighbours, nearest first: not random, since there are few.
#include "crowd/crowd.h"

#define PARALLEL 1e-9

// The best velocity on the line of half-plane k, within all earlier ones and the circle. `toward` is a direction when
// `far`, and otherwise a place. False when nothing is left.
static bool on_line(const wend_half_plane *planes, int32_t k, double most, wend_two toward, bool far, wend_two *v) {
    const wend_half_plane *own = &planes[k];
    double left = most * most - own->least * own->least;
    if (!(left >= 0))
        return false;
    wend_two foot = {own->normal.x * own->least, own->normal.y * own->least}, along = {own->normal.y, -own->normal.x};
    double high = sqrt(left), low = -high;
    for (int32_t j = 0; j < k; j++) {
        double rise = wend_two_dot(planes[j].normal, along);
        double lack = planes[j].least - wend_two_dot(planes[j].normal, foot);
        if (fabs(rise) <= PARALLEL) {
            if (lack > 0)
                return false;
            continue;
        }
        double t = lack / rise;
        if (rise > 0)
            low = t > low ? t : low;
        else
            high = t < high ? t : high;
        if (low > high)
            return false;
    }
    double t = wend_two_dot(along, toward);
    t = far ? (t > 0 ? high : low) : wend_clip(t, low, high);
    *v = wend_two_plus(foot, t, along);
    return true;
}

// Adds all half-planes. How many could be kept: `count`, or the first that could not.
static int32_t add_all(const wend_half_plane *planes, int32_t count, double most, wend_two toward, bool far,
                       wend_two *v) {
    double length = wend_two_length(toward);
    *v = far || length > most ? (wend_two){toward.x / length * most, toward.y / length * most} : toward;
    for (int32_t k = 0; k < count; k++) {
        if (wend_two_dot(planes[k].normal, *v) >= planes[k].least)
            continue;
        wend_two before = *v;
        if (!on_line(planes, k, most, toward, far, v)) {
            *v = before;
            return k;
        }
    }
    return count;
}

// The velocity that breaks the worst of the soft half-planes least.
static void relent(const wend_half_plane *planes, int32_t count, int32_t hard, int32_t first, double most,
                   wend_two *v) {
    wend_half_plane moved[WEND_NEIGHBOURS + WEND_WALL_LINES];
    double worst = 0;
    for (int32_t k = first; k < count; k++) {
        const wend_half_plane *own = &planes[k];
        if (own->least - wend_two_dot(own->normal, *v) <= worst)
            continue;
        int32_t n = 0;
        for (int32_t j = 0; j < hard && j < k; j++)
            moved[n++] = planes[j];
        for (int32_t j = hard; j < k; j++) { // broken no more than the new one
            wend_two across = wend_two_minus(planes[j].normal, own->normal);
            double length = wend_two_length(across);
            if (length <= PARALLEL)
                continue;
            moved[n++] =
                (wend_half_plane){{across.x / length, across.y / length}, (planes[j].least - own->least) / length};
        }
        wend_two best;
        if (add_all(moved, n, most, own->normal, true, &best) == n)
            *v = best;
        double lack = own->least - wend_two_dot(own->normal, *v);
        worst = lack > worst ? lack : worst;
    }
}

wend_two wend_crowd_program(const wend_half_plane *planes, int32_t count, int32_t hard, double most, wend_two want) {
    wend_two v;
    int32_t kept = add_all(planes, count, most, want, false, &v);
    if (kept < count)
        relent(planes, count, hard, kept, most, &v);
    return v;
}
