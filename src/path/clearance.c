// Paths that keep a clearance, as far as that makes them no longer than is wanted.
//
// The length of the shortest path that keeps a clearance (lanes.c says what that is) grows with the clearance. So first
// the whole of what is preferred is tried. If that makes the path too long, the most that does not is found by halving:
// as good as that for a path, it is known to a 256th of what is preferred beyond the radius.
#include "path/lanes.h"

enum { TRIES = 8 };

static bool look_for(wend_search *s, double clearance) {
    wend_asked *asked = &s->asked;
    asked->trying = clearance;
    asked->entry = -1;
    bool good = wend_lanes_start(s, asked->radius, clearance);
    if (!good)
        s->failure = WEND_ERROR_MEMORY;
    return good;
}

// Goes back to the radius of the disc, which is asked for when a path is followed.
static bool close(wend_search *s) {
    wend_search_size(s, s->asked.radius);
    s->laned = s->asked.clears = false;
    return false;
}

bool wend_clearance_begin(wend_search *s) {
    wend_asked *asked = &s->asked;
    if (!(asked->wanted > asked->radius + 16 * s->slack))
        return false;
    asked->clears = true;
    asked->low = asked->radius;
    asked->high = asked->wanted;
    asked->farthest = asked->path.length * (1 + asked->detour) / s->metres * s->weight;
    asked->tries = 0;
    return look_for(s, asked->wanted) || close(s);
}

bool wend_clearance_next(wend_search *s) {
    wend_asked *asked = &s->asked;
    wend_path_view *path = &asked->path;
    double most = asked->farthest / s->weight;
    bool found = asked->entry >= 0 && s->entries.data[asked->entry].least <= most;
    if (found) {
        asked->result = wend_collect(s, &s->entries.data[asked->entry]);
        path->length = s->entries.data[asked->entry].least * s->metres;
        path->clearance = asked->trying * s->metres;
        path->proven = path->bound >= path->length * (1 - 1e-12);
        asked->low = asked->trying;
    } else {
        asked->high = asked->trying;
    }
    if (asked->result != WEND_OK || asked->low == asked->wanted || asked->tries++ == TRIES)
        return close(s);
    return look_for(s, 0.5 * (asked->low + asked->high)) || close(s);
}
