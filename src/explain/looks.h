// What the files about a scene's looks share.
#ifndef WEND_SRC_EXPLAIN_LOOKS_H
#define WEND_SRC_EXPLAIN_LOOKS_H

#include <wend/explain.h>

// The likely axis, of what was measured so far.
wend_up wend_looks_likely(const wend_looks *looks);

#endif
