// The letters of pictures: a font made of lines and arcs, drawn with a round pen. It has printable ASCII and the few
// other characters that the pictures use; for others it has an empty box.
#ifndef WEND_SRC_PICTURE_FONT_H
#define WEND_SRC_PICTURE_FONT_H

#include "picture/canvas.h"

// The width of a text (UTF-8) in pixels; `height` is the font's, as for wend_draw_label_at.
double wend_font_width(const char *text, double height);

// Adds a text to the canvas's shape: its base line begins at (x, y).
void wend_font_write(wend_canvas *canvas, const char *text, double x, double y, double height);

#endif
