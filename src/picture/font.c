// The letters of pictures: see font.h.
//
// A glyph is what a pen does on a grid of 40 units to the font's height: small letters are 20 units high, capitals and
// digits 28, stems reach up to 29 and down to -8. The pen's tip is round; the grid is laid such that the tip, not its
// middle, reaches the base line.
//
//     m x y          to a place
//     d x y          a dot, somewhat wider than the pen
//     l x y          a line to a place
//     h x y          a quarter of an ellipse that leaves horizontally and arrives vertically
//     v x y          one that leaves vertically
//     q a b x y      a parabola that heads for (a, b)
//
//     28  .-h-.                 "m 11 28 h 19 18 l 19 10 v 11 0 h 3 10 l 3 18 v 11 28" is a zero
//        v     v
//        |     |
//     0   '-h-'
#include "picture/font.h"

#define UNITS 40.0
#define PEN 3.4   // width of the pen, in units
#define DOT 2.5   // radius of a dot
#define SPACING 1 // units between glyphs, beyond what they have on their sides

enum { CURVE_PARTS = 6, MOST_POINTS = 64 }; // lines that stand for a curve; points of a line

typedef struct glyph {
    uint32_t code;
    int advance; // units to the next glyph
    const char *path;
} glyph;

#define BOX "m 4 0 l 4 28 l 18 28 l 18 0 l 4 0"

// ASCII from the space on, without gaps.
static const glyph ascii[] = {
    {' ', 11, ""},
    {'!', 11, "m 5 28 l 5 9 d 5 0"},
    {'"', 16, "m 5 28 l 5 20 m 11 28 l 11 20"},
    {'#', 24, "m 9 28 l 6 0 m 18 28 l 15 0 m 3 19 l 22 19 m 2 9 l 21 9"},
    {'$', 22, "m 19 20 v 11 25 h 4 20 v 11 14 h 19 8 v 11 2 h 3 8 m 11 30 l 11 -3"},
    {'%', 34, "m 8 28 h 14 21 v 8 14 h 3 21 v 8 28 m 26 14 h 31 7 v 26 0 h 20 7 v 26 14 m 26 28 l 8 0"},
    {'&', 28, "m 25 0 l 9 18 q 5 23 7 26 q 8 28 12 28 q 18 28 18 23 q 18 18 10 14 q 3 11 3 6 q 4 0 11 0 q 20 0 23 11"},
    {'\'', 9, "m 4 28 l 4 20"},
    {'(', 13, "m 10 31 q 4 23 4 12 q 4 1 10 -7"},
    {')', 13, "m 3 31 q 9 23 9 12 q 9 1 3 -7"},
    {'*', 17, "m 8 28 l 8 16 m 3 25 l 13 19 m 13 25 l 3 19"},
    {'+', 24, "m 12 21 l 12 3 m 3 12 l 21 12"},
    {',', 11, "m 5 1 l 3 -5"},
    {'-', 14, "m 3 10 l 11 10"},
    {'.', 11, "d 5 0"},
    {'/', 14, "m 12 30 l 2 -3"},
    {'0', 22, "m 11 28 h 19 18 l 19 10 v 11 0 h 3 10 l 3 18 v 11 28"},
    {'1', 22, "m 5 23 l 12 28 l 12 0"},
    {'2', 22, "m 3 21 v 11 28 h 19 21 q 19 17 15 12 l 3 0 l 19 0"},
    {'3', 22, "m 3 22 v 11 28 h 18 21 v 11 15 l 8 15 m 11 15 h 19 7 v 11 0 h 3 6"},
    {'4', 22, "m 15 0 l 15 28 l 2 8 l 20 8"},
    {'5', 22, "m 17 28 l 6 28 l 5 15 q 8 18 11 18 h 19 9 v 11 0 h 3 6"},
    {'6', 22, "m 18 23 v 12 28 h 3 13 l 3 9 v 11 0 h 19 9 v 11 17 h 3 9"},
    {'7', 22, "m 3 28 l 19 28 l 8 0"},
    {'8', 22, "m 11 28 h 18 22 v 11 15 h 4 22 v 11 28 m 11 15 h 19 7 v 11 0 h 3 7 v 11 15"},
    {'9', 22, "m 4 5 v 10 0 h 19 15 l 19 19 v 11 28 h 3 19 v 11 11 h 19 19"},
    {':', 11, "d 5 0 d 5 17"},
    {';', 11, "d 5 17 m 5 1 l 3 -5"},
    {'<', 24, "m 21 20 l 3 12 l 21 4"},
    {'=', 24, "m 3 16 l 21 16 m 3 8 l 21 8"},
    {'>', 24, "m 3 20 l 21 12 l 3 4"},
    {'?', 20, "m 3 22 v 10 28 h 17 21 q 17 17 13 14 q 10 12 10 8 d 10 0"},
    {'@', 39, "m 25 18 l 25 10 v 29 6 h 35 14 v 20 28 h 4 12 v 20 -4 l 26 -3 m 25 12 v 19 18 h 12 12 v 19 6 h 25 12"},
    {'A', 27, "m 2 0 l 13.5 28 l 25 0 m 6 9 l 21 9"},
    {'B', 26, "m 13 15 l 4 15 m 13 28 h 21 21.5 v 13 15 h 23 7.5 v 13 0 l 4 0 l 4 28 l 13 28"},
    {'C', 28, "m 25 21 v 15 28 h 4 14 v 15 0 h 25 7"},
    {'D', 29, "m 4 0 l 4 28 l 12 28 h 25 14 v 12 0 l 4 0"},
    {'E', 25, "m 21 28 l 4 28 l 4 0 l 22 0 m 4 15 l 20 15"},
    {'F', 23, "m 20 28 l 4 28 l 4 0 m 4 14 l 18 14"},
    {'G', 30, "m 25 21 v 15 28 h 4 14 v 15 0 h 26 10 l 26 13 l 16 13"},
    {'H', 28, "m 4 0 l 4 28 m 24 0 l 24 28 m 4 15 l 24 15"},
    {'I', 10, "m 5 0 l 5 28"},
    {'J', 20, "m 16 28 l 16 8 v 9 0 h 2 8"},
    {'K', 26, "m 4 0 l 4 28 m 23 28 l 4 10 m 11 16 l 24 0"},
    {'L', 22, "m 4 28 l 4 0 l 20 0"},
    {'M', 33, "m 4 0 l 4 28 l 16.5 4 l 29 28 l 29 0"},
    {'N', 28, "m 4 0 l 4 28 l 24 0 l 24 28"},
    {'O', 31, "m 15.5 28 h 27 14 v 15.5 0 h 4 14 v 15.5 28"},
    {'P', 25, "m 4 0 l 4 28 l 14 28 h 22 20 v 14 12 l 4 12"},
    {'Q', 31, "m 15.5 28 h 27 14 v 15.5 0 h 4 14 v 15.5 28 m 18 8 l 27 -1"},
    {'R', 27, "m 4 0 l 4 28 l 14 28 h 22 20.5 v 14 13 l 4 13 m 14 13 l 23 0"},
    {'S', 26, "m 22 21 v 13 28 h 4 21 v 13 15 h 23 7 v 13 0 h 3 7"},
    {'T', 24, "m 2 28 l 22 28 m 12 28 l 12 0"},
    {'U', 28, "m 4 28 l 4 10 v 14 0 h 24 10 l 24 28"},
    {'V', 26, "m 2 28 l 13 0 l 24 28"},
    {'W', 37, "m 2 28 l 10 0 l 18.5 28 l 27 0 l 35 28"},
    {'X', 26, "m 3 28 l 23 0 m 23 28 l 3 0"},
    {'Y', 26, "m 2 28 l 13 13 l 24 28 m 13 13 l 13 0"},
    {'Z', 25, "m 3 28 l 22 28 l 3 0 l 22 0"},
    {'[', 13, "m 10 31 l 4 31 l 4 -7 l 10 -7"},
    {'\\', 14, "m 2 30 l 12 -3"},
    {']', 13, "m 3 31 l 9 31 l 9 -7 l 3 -7"},
    {'^', 20, "m 3 16 l 10 28 l 17 16"},
    {'_', 20, "m 1 -5 l 19 -5"},
    {'`', 12, "m 4 29 l 8 24"},
    {'a', 22, "m 4 15 v 11 20 h 18 13 l 18 0 m 18 11.5 l 10 11.5 h 3 6 v 10 0 h 18 7"},
    {'b', 23, "m 4 29 l 4 0 m 4 10 v 12 20 h 20 10 v 12 0 h 4 10"},
    {'c', 20, "m 18 14.5 v 11 20 h 3 10 v 11 0 h 18 5.5"},
    {'d', 23, "m 19 29 l 19 0 m 19 10 v 11 20 h 3 10 v 11 0 h 19 10"},
    {'e', 22, "m 3 10.5 l 19 10.5 v 11 20 h 3 10 v 11 0 q 16 0 18 4.5"},
    {'f', 13, "m 13 29 l 11.5 29 h 6 23 l 6 0 m 1.5 20 l 12 20"},
    {'g', 23, "m 19 20 l 19 0 v 11 -8 h 4 -4 m 19 10 v 11 20 h 3 10 v 11 0 h 19 10"},
    {'h', 22, "m 4 29 l 4 0 m 4 12 v 12 20 h 18 13 l 18 0"},
    {'i', 9, "m 4.5 20 l 4.5 0 d 4.5 27"},
    {'j', 10, "m 5 20 l 5 -4 v 1 -8 d 5 27"},
    {'k', 21, "m 4 29 l 4 0 m 18 20 l 4 7 m 9 11.5 l 19 0"},
    {'l', 9, "m 4.5 29 l 4.5 0"},
    {'m', 34, "m 4 20 l 4 0 m 4 13 v 11 20 h 17 13 l 17 0 m 17 13 v 24 20 h 30 13 l 30 0"},
    {'n', 22, "m 4 20 l 4 0 m 4 12 v 12 20 h 18 13 l 18 0"},
    {'o', 23, "m 11.5 20 h 20 10 v 11.5 0 h 3 10 v 11.5 20"},
    {'p', 23, "m 4 20 l 4 -8 m 4 10 v 12 20 h 20 10 v 12 0 h 4 10"},
    {'q', 23, "m 19 20 l 19 -8 m 19 10 v 11 20 h 3 10 v 11 0 h 19 10"},
    {'r', 14, "m 4 20 l 4 0 m 4 11 v 12.5 20"},
    {'s', 20, "m 17 15 v 10 20 h 3.5 15 v 10 10.5 h 17.5 5 v 10 0 h 2.5 5"},
    {'t', 13, "m 6 26 l 6 5 v 10.5 0 l 12 0 m 1.5 20 l 12 20"},
    {'u', 22, "m 4 20 l 4 7 v 10 0 h 18 8 m 18 20 l 18 0"},
    {'v', 20, "m 2 20 l 10 0 l 18 20"},
    {'w', 29, "m 2 20 l 8 0 l 14.5 20 l 21 0 l 27 20"},
    {'x', 20, "m 2 20 l 18 0 m 18 20 l 2 0"},
    {'y', 20, "m 2 20 l 10 0 m 18 20 l 9 -3 q 7 -8 3 -8"},
    {'z', 20, "m 3 20 l 17 20 l 3 0 l 17 0"},
    {'{', 14, "m 12 31 q 7 31 7 26 l 7 17 q 7 12 3 12 q 7 12 7 7 l 7 -2 q 7 -7 12 -7"},
    {'|', 10, "m 5 31 l 5 -7"},
    {'}', 14, "m 2 31 q 7 31 7 26 l 7 17 q 7 12 11 12 q 7 12 7 7 l 7 -2 q 7 -7 2 -7"},
    {'~', 24, "m 3 10 q 7 17 12 12 q 17 7 21 14"},
};

static const glyph others[] = {
    {0x00A0, 11, ""},                                                            // a space that does not break
    {0x00B0, 15, "m 7 28 h 12 23 v 7 18 h 2 23 v 7 28"},                         // degrees
    {0x00B1, 24, "m 12 22 l 12 8 m 3 15 l 21 15 m 3 1 l 21 1"},                  // plus or minus
    {0x00B2, 15, "m 2 25.5 v 7 30 h 12 25.5 q 12 23 9 20.5 l 2.5 14 l 12.5 14"}, // squared
    {0x00B3, 15, "m 2 26.5 v 7 30 h 12 26 v 7 22.5 h 12.5 18 v 7 14 h 2 17.5"},  // cubed
    {0x00B7, 11, "d 5 11"},                                                      // dot in the middle
    {0x00D7, 24, "m 5 19 l 19 5 m 19 19 l 5 5"},                                 // times
    {0x2013, 22, "m 2 10 l 20 10"},                                              // dashes
    {0x2014, 38, "m 2 10 l 36 10"},
    {0x2026, 36, "d 6 0 d 18 0 d 30 0"},                                             // and so on
    {0x2192, 34, "m 3 11 l 31 11 m 24 18 l 31 11 l 24 4"},                           // arrow to the right
    {0x2212, 24, "m 3 12 l 21 12"},                                                  // minus
    {0x2248, 24, "m 3 14 q 7 21 12 16 q 17 11 21 18 m 3 5 q 7 12 12 7 q 17 2 21 9"}, // about
    {0x2264, 24, "m 20 24 l 4 16 l 20 8 m 4 1 l 20 1"},                              // at most
    {0x2265, 24, "m 4 24 l 20 16 l 4 8 m 4 1 l 20 1"},                               // at least
};

// The character at the start of a text, and the bytes that it takes. Bytes that are no UTF-8 count one by one.
static uint32_t decode(const char *text, size_t *length) {
    const unsigned char *c = (const unsigned char *)text;
    size_t count = c[0] < 0x80 ? 1 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2 : c[0] >= 0xE0 && c[0] < 0xF0 ? 3 : 1;
    uint32_t code = count == 1 ? c[0] : c[0] & (count == 2 ? 0x1Fu : 0x0Fu);
    for (size_t k = 1; k < count; k++) {
        if ((c[k] & 0xC0) != 0x80) {
            *length = 1;
            return c[0];
        }
        code = code << 6 | (c[k] & 0x3Fu);
    }
    *length = count;
    return code;
}

static glyph find_glyph(uint32_t code) {
    if (code >= ' ' && code <= '~')
        return ascii[code - ' '];
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (others[k].code == code)
            return others[k];
    return (glyph){code, 22, BOX};
}

double wend_font_width(const char *text, double height) {
    int64_t units = 0;
    for (size_t length = 0; *text; text += length)
        units += find_glyph(decode(text, &length)).advance + SPACING;
    return (double)units * height / UNITS;
}

// ---------------------------------------------------------------------------------------------------- drawing

// The line being drawn, in pixels.
typedef struct line {
    wend_canvas *canvas;
    double x, y, scale; // where the glyph begins, and pixels a unit
    double width;       // of the pen, in pixels
    int count;
    double points[2 * MOST_POINTS];
} line;

// A height of the grid in pixels. The pen's tip reaches 0 and 28 where the path does; what is between follows, and so
// does what is beyond.
static double height_at(const line *l, double y) {
    return l->y - (PEN / 2 + y * (28 - PEN) / 28) * l->scale;
}

static void add_point(line *l, double x, double y) {
    if (l->count == MOST_POINTS)
        return;
    l->points[2 * l->count] = l->x + x * l->scale;
    l->points[2 * l->count++ + 1] = height_at(l, y);
}

static void end_line(line *l) {
    if (l->count > 0)
        wend_canvas_stroke(l->canvas, l->points, l->count, false, l->width, 0);
    l->count = 0;
}

// A cubic curve; a quarter of an ellipse, and a parabola, are such.
static void add_curve(line *l, const double p[8]) {
    for (int k = 1; k <= CURVE_PARTS; k++) {
        double t = (double)k / CURVE_PARTS, s = 1 - t;
        double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        add_point(l, a * p[0] + b * p[2] + c * p[4] + d * p[6], a * p[1] + b * p[3] + c * p[5] + d * p[7]);
    }
}

static const char *read_numbers(const char *path, double *numbers, int count) {
    for (int k = 0; k < count; k++) {
        while (*path == ' ')
            path++;
        path = wend_parse_double(path, path + strcspn(path, " "), &numbers[k]);
    }
    while (*path == ' ')
        path++;
    return path;
}

static void draw_glyph(line *l, const char *path) {
    const double bulge = 0.5523; // of a cubic curve that is a quarter of a circle
    double x = 0, y = 0, to[4];
    while (*path) {
        char what = *path;
        path = read_numbers(path + 1, to, what == 'q' ? 4 : 2);
        double nx = what == 'q' ? to[2] : to[0], ny = what == 'q' ? to[3] : to[1];
        if (what == 'm' || what == 'd')
            end_line(l);
        if (what == 'd') {
            wend_canvas_disc(l->canvas, l->x + nx * l->scale, height_at(l, ny), DOT * l->scale);
        } else if (what == 'm' || what == 'l') {
            add_point(l, nx, ny);
        } else if (what == 'h') {
            add_curve(l, (double[8]){x, y, x + bulge * (nx - x), y, nx, ny + bulge * (y - ny), nx, ny});
        } else if (what == 'v') {
            add_curve(l, (double[8]){x, y, x, y + bulge * (ny - y), nx + bulge * (x - nx), ny, nx, ny});
        } else {
            add_curve(l, (double[8]){x, y, x + (to[0] - x) * 2 / 3, y + (to[1] - y) * 2 / 3, nx + (to[0] - nx) * 2 / 3,
                                     ny + (to[1] - ny) * 2 / 3, nx, ny});
        }
        x = nx;
        y = ny;
    }
    end_line(l);
}

void wend_font_write(wend_canvas *canvas, const char *text, double x, double y, double height) {
    line l = {.canvas = canvas, .x = x, .y = y, .scale = height / UNITS, .width = PEN * height / UNITS};
    for (size_t length = 0; *text; text += length) {
        glyph g = find_glyph(decode(text, &length));
        draw_glyph(&l, g.path);
        l.x += (g.advance + SPACING) * l.scale;
    }
}
