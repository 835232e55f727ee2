// The grid maps of Moving AI (.map).
//
//     type octile
//     height 3
//     width 4
//     map
//     @@@@
//     @..@        '.', 'G' and 'S' are floor; everything else, and all beyond the map, is blocked
//     @@@@
//
// A cell is 1 x 1; x grows to the right and y down the file, from (0, 0) at the corner of the first cell. The border
// between floor and the rest becomes closed lines with corners only, walked with the floor on one side:
//
//       . #      where two floor cells meet in a corner only, the walk turns so as to stay with its own cell:
//       # .      floor never connects diagonally, and no line crosses itself
//
// A walk starts at a border along the upper or lower side of a cell that no walk has passed yet; every closed line has
// one. So each border is passed once: O(cells).
#include "file/reader.h"

#define CODE "grid-syntax"

typedef struct grid {
    wend_reader *reader;
    int64_t width, height;
    int64_t stride; // cells of a row, with a blocked one on each side
    uint8_t *cells; // (width + 2) x (height + 2)
    size_t bytes;
} grid;

enum { FLOOR = 1, PASSED_UPPER = 2, PASSED_LOWER = 4 };

// ---------------------------------------------------------------------------------------------------- header

static bool take_word(wend_reader *reader, const char *word) {
    size_t length = strlen(word);
    wend_reader_skip(reader, true);
    const char *c = reader->at;
    if ((size_t)(reader->end - c) < length || memcmp(c, word, length) != 0 ||
        (c + length < reader->end && !wend_is_blank(c[length])))
        return false;
    reader->at += length;
    return true;
}

static wend_result read_size(wend_reader *reader, const char *what, int64_t *size) {
    if (*size > 0)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "%s is given twice.", what);
    wend_reader_skip(reader, false);
    return wend_reader_integer(reader, CODE, what, 1, 1 << 24, size);
}

static wend_result read_header(grid *g) {
    wend_reader *reader = g->reader;
    char quote[WEND_QUOTE_TEXT];
    while (!take_word(reader, "map")) {
        wend_result result = WEND_OK;
        if (take_word(reader, "type"))
            while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
                reader->at++;
        else if (take_word(reader, "height"))
            result = read_size(reader, "a height", &g->height);
        else if (take_word(reader, "width"))
            result = read_size(reader, "a width", &g->width);
        else
            result = wend_reader_fail(reader, reader->at >= reader->end ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT,
                                      CODE, reader->at, "expected type, height, width or map, found %s.",
                                      wend_reader_quote(reader, reader->at, quote));
        if (result)
            return result;
    }
    if (g->width == 0 || g->height == 0)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "the header gives no %s.",
                                g->width == 0 ? "width" : "height");
    // Before anything is allocated for them: the cells must be there.
    if (g->height > (reader->end - reader->at) / g->width)
        return wend_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, reader->at,
                                "the header promises %lld rows of %lld cells, more than the file holds.",
                                (long long)g->height, (long long)g->width);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- cells

static bool is_floor(char c) {
    return c == '.' || c == 'G' || c == 'S';
}

static wend_result read_row(grid *g, int64_t y) {
    wend_reader *reader = g->reader;
    char quote[WEND_QUOTE_TEXT];
    uint8_t *row = g->cells + (y + 1) * g->stride + 1;
    wend_reader_skip(reader, true);
    for (int64_t x = 0; x < g->width; x++, reader->at++) {
        if (reader->at >= reader->end)
            return wend_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, reader->at,
                                    "the file ends in row %lld of %lld.", (long long)y + 1, (long long)g->height);
        char c = *reader->at;
        if (c <= ' ' || c >= 0x7F)
            return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at,
                                    "row %lld has %lld of %lld cells, then %s.", (long long)y + 1, (long long)x,
                                    (long long)g->width, wend_reader_quote(reader, reader->at, quote));
        row[x] = is_floor(c) ? FLOOR : 0;
    }
    wend_reader_skip(reader, false);
    if (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "row %lld has more than %lld cells.",
                                (long long)y + 1, (long long)g->width);
    return WEND_OK;
}

static wend_result read_cells(grid *g) {
    g->stride = g->width + 2;
    g->bytes = (size_t)(g->stride * (g->height + 2));
    g->cells = wend_allocate_array(g->reader->context, g->stride * (g->height + 2), 1);
    if (!g->cells)
        return WEND_ERROR_MEMORY;
    memset(g->cells, 0, g->bytes);
    wend_result result = WEND_OK;
    for (int64_t y = 0; y < g->height && result == WEND_OK; y++)
        result = read_row(g, y);
    return result;
}

// ---------------------------------------------------------------------------------------------------- borders

// Walks once around, from the upper side of a floor cell to +x or from its lower side to -x, and adds the line. The
// floor stays on the right hand as the file is drawn. Directions: 0 to +x, 1 to +y (down the file), 2 to -x, 3 to -y;
// `cell` is the floor cell beside the walk.
static wend_result walk(grid *g, int64_t cell, int direction) {
    const int64_t step[4] = {1, g->stride, -1, -g->stride}; // from a cell to the next in each direction
    wend_reader *reader = g->reader;
    const int64_t first_cell = cell;
    const int first_direction = direction;
    do {
        if (direction == 0)
            g->cells[cell] |= PASSED_UPPER;
        else if (direction == 2)
            g->cells[cell] |= PASSED_LOWER;
        int left = (direction + 3) & 3, right = (direction + 1) & 3;
        int64_t ahead = cell + step[direction];
        int64_t corner_x = cell % g->stride - 1 + (direction == 0 || direction == 1);
        int64_t corner_y = cell / g->stride - 1 + (direction == 1 || direction == 2);
        if (!(g->cells[ahead] & FLOOR)) { // blocked ahead: around the same cell, whatever lies diagonally
            direction = right;
        } else if (g->cells[ahead + step[left]] & FLOOR) { // floor turns outward
            cell = ahead + step[left];
            direction = left;
        } else {
            cell = ahead;
            continue;
        }
        wend_result result = wend_reader_point(reader, (double)corner_x, (double)corner_y);
        if (result)
            return result;
    } while (cell != first_cell || direction != first_direction);
    wend_result result = wend_reader_point(reader, reader->ring.data[0], reader->ring.data[1]);
    return result ? result : wend_reader_shape(reader, WEND_SHAPE_OUTLINE, -1, reader->start);
}

static wend_result walk_all(grid *g) {
    wend_result result = WEND_OK;
    for (int64_t y = 1; y <= g->height && result == WEND_OK; y++) {
        int64_t row = y * g->stride;
        for (int64_t cell = row + 1; cell <= row + g->width && result == WEND_OK; cell++) {
            if (!(g->cells[cell] & FLOOR))
                continue;
            if (!(g->cells[cell - g->stride] & FLOOR) && !(g->cells[cell] & PASSED_UPPER))
                result = walk(g, cell, 0);
            if (result == WEND_OK && !(g->cells[cell + g->stride] & FLOOR) && !(g->cells[cell] & PASSED_LOWER))
                result = walk(g, cell, 2);
        }
    }
    return result;
}

wend_result wend_read_grid(wend_reader *reader) {
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_DEPTH);
    if (result)
        return result;
    grid g = {.reader = reader};
    result = read_header(&g);
    if (result == WEND_OK)
        result = read_cells(&g);
    if (result == WEND_OK) {
        wend_reader_skip(reader, true);
        if (reader->at < reader->end)
            wend_reader_tell(reader, WEND_WARNING, "text-after-end", reader->at,
                             "the file goes on after its last row; the rest is ignored.");
        result = walk_all(&g);
    }
    if (result == WEND_OK && wend_drawing_look(reader->drawing).shape_count == 0)
        wend_reader_tell(reader, WEND_WARNING, "no-floor", reader->start, "no cell of the map is floor.");
    wend_release(reader->context, g.cells, g.bytes);
    return result;
}
