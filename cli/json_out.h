// JSON objects, written in order into a text. A key of NULL writes an element of an array. Commas are put where they
// belong by looking at what stands before.
#ifndef WEND_CLI_JSON_OUT_H
#define WEND_CLI_JSON_OUT_H

#include "file/text.h"

void wend_out_open(wend_text *text, const char *key, char bracket); // '{' or '['
void wend_out_close(wend_text *text, char bracket);                 // '}' or ']'
void wend_out_int(wend_text *text, const char *key, int64_t value);
void wend_out_double(wend_text *text, const char *key, double value);              // null when not finite
void wend_out_rounded(wend_text *text, const char *key, double value, int digits); // digits after the point
void wend_out_bool(wend_text *text, const char *key, bool value);
void wend_out_string(wend_text *text, const char *key, const char *value);
void wend_out_hash(wend_text *text, const char *key, uint64_t value);
void wend_out_place3(wend_text *text, const char *key, const double place[3]); // [x, y, z]
// [x, y, 0]: a place of a floor plan.
void wend_out_place(wend_text *text, const char *key, const double place[2]);

#endif
