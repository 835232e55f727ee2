// Notches: where the floor's angle is too large for one cell. See notch.c.
#ifndef WEND_SRC_CELLS_NOTCH_H
#define WEND_SRC_CELLS_NOTCH_H

#include "cells/cutting.h"

// The limit that belongs to a relaxation of 0 to pi/2 radians; the same on every machine.
wend_angle_limit wend_angle_limit_of(double relax_angle);

// Sets c->notches, c->gaps and c->notch_count. Before any portal is made.
wend_result wend_notches_find(wend_cutting *c, double relax);

#endif
