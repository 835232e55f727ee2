// Pictures in pixels: compression against a plain decoder, PNG files read back, shapes and strokes against samples of
// their definition, letters.
#include "check.h"

#include "base/random.h"
#include "file/png.h"
#include "picture/font.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------- a plain decoder

typedef struct inflater {
    const uint8_t *at, *end;
    uint32_t bits;
    int count;
    bool bad;
    WEND_ARRAY(uint8_t) out;
    wend_context *context;
} inflater;

static uint32_t take(inflater *z, int count) {
    uint32_t value = 0;
    for (int k = 0; k < count; k++) {
        if (z->count == 0 && z->at < z->end) {
            z->bits = *z->at++;
            z->count = 8;
        } else if (z->count == 0) {
            z->bad = true;
            return 0;
        }
        value |= (z->bits & 1) << k;
        z->bits >>= 1;
        z->count--;
    }
    return value;
}

// The symbol whose canonical code comes next, by trying all lengths.
static int take_symbol(inflater *z, const uint8_t *lengths, int symbols) {
    uint32_t code = 0, first = 0;
    for (int length = 1; length <= 15 && !z->bad; length++) {
        code = code << 1 | take(z, 1);
        first <<= 1;
        uint32_t index = 0;
        for (int s = 0; s < symbols; s++)
            if (lengths[s] == length && first + index++ == code)
                return s;
        first += index;
    }
    z->bad = true;
    return 0;
}

static void take_lengths(inflater *z, uint8_t lengths[320], int *literals, int *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t of_lengths[19] = {0};
    *literals = (int)take(z, 5) + 257;
    *distances = (int)take(z, 5) + 1;
    int count = (int)take(z, 4) + 4;
    for (int k = 0; k < count; k++)
        of_lengths[order[k]] = (uint8_t)take(z, 3);
    for (int k = 0; k < *literals + *distances && !z->bad;) {
        int s = take_symbol(z, of_lengths, 19);
        int times = s < 16 ? 1 : s == 16 ? 3 + (int)take(z, 2) : s == 17 ? 3 + (int)take(z, 3) : 11 + (int)take(z, 7);
        uint8_t value = s < 16 ? (uint8_t)s : s == 16 && k > 0 ? lengths[k - 1] : 0;
        z->bad |= k + times > *literals + *distances || (s == 16 && k == 0);
        for (; times > 0 && !z->bad; times--)
            lengths[k++] = value;
    }
}

static void take_block(inflater *z, int kind) {
    uint8_t lengths[320];
    int literals = 288, distances = 30;
    for (int s = 0; s < 318; s++)
        lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : s < 288 ? 8 : 5;
    if (kind == 2)
        take_lengths(z, lengths, &literals, &distances);
    while (!z->bad) {
        int s = take_symbol(z, lengths, literals);
        if (s == 256)
            return;
        if (s < 256) {
            z->bad |= !wend_array_push(z->context, &z->out, (uint8_t)s);
            continue;
        }
        int c = s - 257, bits = c < 8 || c == 28 ? 0 : (c - 4) / 4;
        int length = c < 8 ? c + 3 : c == 28 ? 258 : ((4 + c % 4) << bits) + 3 + (int)take(z, bits);
        c = take_symbol(z, lengths + literals, distances);
        bits = c < 4 ? 0 : (c - 2) / 2;
        int distance = c < 4 ? c + 1 : ((2 + c % 2) << bits) + 1 + (int)take(z, bits);
        z->bad |= distance > z->out.count;
        for (; length > 0 && !z->bad; length--) {
            uint8_t byte = z->out.data[z->out.count - distance];
            z->bad |= !wend_array_push(z->context, &z->out, byte);
        }
    }
}

// Decodes a zlib stream; z->bad when it is none.
static inflater inflate(wend_context *context, const uint8_t *bytes, int64_t count) {
    inflater z = {.at = bytes + 2, .end = bytes + count - 4, .context = context};
    z.bad = count < 6 || (bytes[0] * 256 + bytes[1]) % 31 != 0 || (bytes[0] & 15) != 8;
    for (bool last = false; !last && !z.bad;) {
        last = take(&z, 1) == 1;
        int kind = (int)take(&z, 2);
        z.bad |= kind != 1 && kind != 2;
        take_block(&z, kind);
    }
    uint64_t a = 1, b = 0;
    for (int64_t k = 0; k < z.out.count; k++) {
        a = (a + z.out.data[k]) % 65521;
        b = (b + a) % 65521;
    }
    const uint8_t *sum = z.end;
    z.bad |= z.at != z.end || (b << 16 | a) != ((uint64_t)sum[0] << 24 | sum[1] << 16 | sum[2] << 8 | sum[3]);
    return z;
}

// ---------------------------------------------------------------------------------------------- compression

// Bytes of many kinds: noise of few or many values, runs, repeats of what was far before.
static void fill_bytes(uint64_t *state, uint8_t *bytes, int64_t count) {
    for (int64_t k = 0; k < count;) {
        int64_t length = (int64_t)wend_random_below(state, wend_random_below(state, 4) == 0 ? 3000 : 20) + 1;
        uint64_t kind = wend_random_below(state, 4), values = (uint64_t)1 << wend_random_below(state, 9);
        int64_t back = k > 0 ? (int64_t)wend_random_below(state, (uint64_t)(k < 40000 ? k : 40000)) + 1 : 0;
        for (; length > 0 && k < count; length--, k++)
            bytes[k] = kind == 0               ? (uint8_t)wend_random_below(state, values)
                       : kind == 1 && back > 0 ? bytes[k - back]
                       : kind == 2             ? (uint8_t)length
                                               : (uint8_t)values;
    }
}

static void check_inflates(wend_context *context, const uint8_t *bytes, int64_t count) {
    wend_byte_array out = {0};
    REQUIRE(wend_deflate(context, bytes, count, &out));
    inflater z = inflate(context, out.data, out.count);
    CHECK_MESSAGE(!z.bad && z.out.count == count && (count == 0 || memcmp(z.out.data, bytes, (size_t)count) == 0),
                  "%lld bytes do not come back", (long long)count);
    CHECK(out.count < count + count / 8 + 200);
    wend_array_free(context, &z.out);
    wend_array_free(context, &out);
}

TEST(compressed_bytes_come_back) {
    enum { MOST = 150000 };
    static uint8_t bytes[MOST];
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t state = 1;
    int64_t cases = check_cases("cases", 400);
    for (int64_t k = 0; k < cases; k++) {
        int64_t count = k % 50 == 49 ? MOST : (int64_t)wend_random_below(&state, k % 3 == 0 ? 40 : 5000);
        fill_bytes(&state, bytes, count);
        check_inflates(context, bytes, count);
    }
    memset(bytes, 7, MOST);
    check_inflates(context, bytes, MOST);
    for (int64_t k = 0, a = 1, b = 1; k < MOST; b += a, a = b - a) // codes as deep as they get
        for (int64_t n = 0; n < a && k < MOST; n++)
            bytes[k++] = (uint8_t)(b % 251 ^ (n % 7 == 3));
    check_inflates(context, bytes, MOST);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- PNG

static uint32_t load_u32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t plain_crc(const uint8_t *bytes, int64_t count) {
    uint32_t sum = 0xFFFFFFFFu;
    for (int64_t k = 0; k < 8 * count; k++) {
        uint32_t bit = (sum ^ bytes[k / 8] >> k % 8) & 1;
        sum = sum >> 1 ^ (bit ? 0xEDB88320u : 0);
    }
    return ~sum;
}

static int paeth(int a, int b, int c) {
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static bool same_pixels(const inflater *z, const uint8_t *pixels, int32_t width, int32_t height) {
    int64_t row = 3 * (int64_t)width;
    if (z->bad || z->out.count != (row + 1) * height)
        return false;
    for (int64_t y = 0; y < height; y++) // the pixels before are right, so they may stand for what was decoded
        for (int64_t k = 0; k < row; k++) {
            int filter = z->out.data[y * (row + 1)];
            int a = k < 3 ? 0 : pixels[y * row + k - 3], b = y == 0 ? 0 : pixels[(y - 1) * row + k];
            int c = k < 3 || y == 0 ? 0 : pixels[(y - 1) * row + k - 3];
            int base[5] = {0, a, b, (a + b) / 2, paeth(a, b, c)};
            if (filter > 4 || ((z->out.data[y * (row + 1) + 1 + k] + base[filter]) & 255) != pixels[y * row + k])
                return false;
        }
    return true;
}

TEST(png_files_come_back) {
    static uint8_t pixels[3 * 90 * 90];
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t state = 2;
    int64_t cases = check_cases("cases", 200);
    for (int64_t k = 0; k < cases; k++) {
        int32_t width = (int32_t)wend_random_below(&state, 90) + 1, height = (int32_t)wend_random_below(&state, 90) + 1;
        fill_bytes(&state, pixels, 3 * width * height);
        for (int64_t n = 0; k % 2 == 0 && n < 3 * width * height; n++) // a soft slope, for the other filters
            pixels[n] = (uint8_t)(n % (3 * width) / 3 + 2 * (n / (3 * width)) + n % 3 * 40);
        wend_byte_array out = {0};
        REQUIRE(wend_png_encode(context, pixels, width, height, &out) == WEND_OK);
        const uint8_t *at = out.data, *end = at + out.count;
        CHECK(memcmp(at, "\x89PNG\r\n\x1A\n", 8) == 0);
        const char *const types[3] = {"IHDR", "IDAT", "IEND"};
        at += 8;
        for (int chunk = 0; chunk < 3; chunk++) {
            int64_t length = load_u32(at);
            REQUIRE(end - at >= length + 12 && memcmp(at + 4, types[chunk], 4) == 0);
            CHECK(load_u32(at + 8 + length) == plain_crc(at + 4, length + 4));
            if (chunk == 0)
                CHECK(length == 13 && load_u32(at + 8) == (uint32_t)width && load_u32(at + 12) == (uint32_t)height);
            if (chunk == 1) {
                inflater z = inflate(context, at + 8, length);
                CHECK(same_pixels(&z, pixels, width, height));
                wend_array_free(context, &z.out);
            }
            at += 12 + length;
        }
        CHECK(at == end);
        wend_array_free(context, &out);
    }
    wend_byte_array none = {0};
    CHECK_INT(wend_png_encode(context, pixels, 0, 5, &none), WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_png_encode(context, pixels, 40000, 40000, &none), WEND_ERROR_LIMIT);
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- shapes

enum { SIDE = 24 };

static int grey_at(const wend_canvas *canvas, int x, int y) {
    return canvas->pixels[3 * (y * canvas->width + x)];
}

static int winding_at(const double *points, int count, double x, double y) {
    int winding = 0;
    for (int k = 0; k < count; k++) {
        const double *a = points + 2 * k, *b = points + 2 * ((k + 1) % count);
        if ((a[1] <= y) == (b[1] <= y))
            continue;
        if (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) <= x)
            winding += a[1] <= y ? 1 : -1;
    }
    return winding;
}

// Polygons of any shape, most of which cross themselves and lie partly beside the page, against 32 x 16 samples.
TEST(shapes_cover_what_winds) {
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t state = 3;
    int64_t cases = check_cases("cases", 150);
    for (int64_t k = 0; k < cases; k++) {
        double points[2 * 9];
        int count = 3 + (int)wend_random_below(&state, 7);
        double spread = k % 3 == 0 ? 80 : SIDE + 8;
        for (int n = 0; n < 2 * count; n++)
            points[n] = (wend_random_unit(&state) - 0.5) * spread + SIDE / 2.0;
        wend_canvas canvas;
        REQUIRE(wend_canvas_start(context, SIDE, SIDE, 0xffffffff, &canvas) == WEND_OK);
        for (int n = 0; n < count; n++) {
            int m = (n + 1) % count;
            wend_canvas_line(&canvas, points[2 * n], points[2 * n + 1], points[2 * m], points[2 * m + 1]);
        }
        wend_canvas_fill(&canvas, 0x000000ff);
        REQUIRE(wend_canvas_result(&canvas) == WEND_OK);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            int inside = 0, x = pixel % SIDE, y = pixel / SIDE;
            for (int s = 0; s < 512; s++)
                inside += winding_at(points, count, x + (s % 32 + 0.5) / 32, y + (s / 32 + 0.5) / 16) != 0;
            double expected = 255 - 255 * inside / 512.0, found = grey_at(&canvas, x, y);
            CHECK_MESSAGE(fabs(expected - found) <= 9, "case %lld, pixel %d %d: %g, expected %g", (long long)k, x, y,
                          found, expected);
        }
        wend_canvas_free(&canvas);
    }
    CHECK_INT(wend_bytes_now(context), 0);
    wend_context_destroy(context);
}

// Colours are blended once, however often parts of a shape overlap, and places far away or not finite do no harm.
TEST(far_places_and_transparent_colours) {
    static const double far[] = {1e3, 1e7, 1e12, 1e300};
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
        wend_canvas canvas;
        double f = far[k];
        REQUIRE(wend_canvas_start(context, SIDE, SIDE, 0xffffffff, &canvas) == WEND_OK);
        for (int twice = 0; twice < 2; twice++) { // a square around the page, twice over, but its upper left quarter
            const double x[6] = {12, f, f, -f, -f, 12}, y[6] = {-f, -f, f, f, 12, 12};
            for (int n = 0; n < 6; n++)
                wend_canvas_line(&canvas, x[n], y[n], x[(n + 1) % 6], y[(n + 1) % 6]);
        }
        wend_canvas_line(&canvas, NAN, 0, 5, 5);
        wend_canvas_line(&canvas, 0, INFINITY, 5, 5);
        wend_canvas_fill(&canvas, 0x00000080);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            int x = pixel % SIDE, y = pixel / SIDE;
            CHECK_INT(grey_at(&canvas, x, y), x < 12 && y < 12 ? 255 : 127);
        }
        const double line[4] = {-f, 12, f, 12};
        wend_canvas_stroke(&canvas, line, 2, false, 2, 4);
        wend_canvas_fill(&canvas, 0xff0000ff);
        if (f < 1e9) // dashes are still where they belong
            CHECK(canvas.pixels[3 * (12 * SIDE + 2)] != canvas.pixels[3 * (12 * SIDE + 6)]);
        CHECK(wend_canvas_result(&canvas) == WEND_OK);
        wend_canvas_free(&canvas);
    }
    wend_canvas none;
    CHECK_INT(wend_canvas_start(context, 40000, 1, 0, &none), WEND_ERROR_LIMIT);
    CHECK_INT(wend_canvas_start(context, 0, 1, 0, &none), WEND_ERROR_ARGUMENT);
    wend_context_destroy(context);
}

static double distance_to(const double *a, const double *b, double x, double y) {
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    double t = square > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

// A stroke is what lies within half its width of its line: sampled in each pixel.
TEST(strokes_have_their_width) {
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t state = 4;
    int64_t cases = check_cases("cases", 150);
    for (int64_t k = 0; k < cases; k++) {
        double points[2 * 6], width = 0.5 + 6 * wend_random_unit(&state);
        int count = 1 + (int)wend_random_below(&state, 6);
        bool closed = wend_random_below(&state, 2) == 0;
        for (int n = 0; n < 2 * count; n++) // on a coarse grid, so that lines turn back on themselves and repeat places
            points[n] = (double)wend_random_below(&state, 7) * 4 + (k % 2 == 0 ? 0 : wend_random_unit(&state));
        wend_canvas canvas;
        REQUIRE(wend_canvas_start(context, SIDE, SIDE, 0xffffffff, &canvas) == WEND_OK);
        wend_canvas_stroke(&canvas, points, count, closed, width, 0);
        wend_canvas_fill(&canvas, 0x000000ff);
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            int inside = 0, x = pixel % SIDE, y = pixel / SIDE;
            for (int s = 0; s < 256; s++) {
                double px = x + (s % 16 + 0.5) / 16, py = y + (s / 16 + 0.5) / 16, least = 1e9;
                for (int n = 0; n < (closed || count == 1 ? count : count - 1); n++)
                    least = fmin(least, distance_to(points + 2 * n, points + 2 * ((n + 1) % count), px, py));
                inside += least < width / 2;
            }
            double expected = 255 - 255 * inside / 256.0, found = grey_at(&canvas, x, y);
            CHECK_MESSAGE(fabs(expected - found) <= 24, "case %lld, pixel %d %d: %g, expected %g", (long long)k, x, y,
                          found, expected);
        }
        wend_canvas_free(&canvas);
    }
    wend_context_destroy(context);
}

TEST(dashes_are_as_long_as_gaps) {
    wend_context *context = NULL;
    wend_canvas canvas;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    REQUIRE(wend_canvas_start(context, SIDE, SIDE, 0xffffffff, &canvas) == WEND_OK);
    const double bend[6] = {0, 5, 14, 5, 14, 24}; // dashes of 4: the corner lies in a gap, and the pattern goes on
    wend_canvas_stroke(&canvas, bend, 3, false, 2, 4);
    wend_canvas_fill(&canvas, 0x000000ff);
    for (int x = 0; x < 13; x++)
        CHECK_INT(grey_at(&canvas, x, 5), x / 4 % 2 == 0 ? 0 : 255);
    for (int y = 7; y < 24; y++)
        CHECK_INT(grey_at(&canvas, 14, y), (14 + y - 5) / 4 % 2 == 0 ? 0 : 255);
    wend_canvas_free(&canvas);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------- letters

// Each glyph has a picture of its own, within its width and the height of a line.
TEST(letters_differ_and_stay_in_their_boxes) {
    enum { COUNT = 95 + 13, WIDE = 80, HIGH = 80 };
    static uint8_t pictures[COUNT][WIDE * HIGH];
    static const char *const others[COUNT - 95] = {"\xC2\xB2",     "\xC2\xB0",     "\xE2\x80\xA6", "\xE2\x80\x93",
                                                   "\xC3\x97",     "\xC2\xB7",     "\xE2\x89\xA4", "\xE2\x89\xA5",
                                                   "\xE2\x86\x92", "\xE2\x89\x88", "\xC2\xB1",     "\xC2\xB3",
                                                   "\xE4\xB8\xAD"}; // the last one is a box
    wend_context *context = NULL;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (int k = 0; k < COUNT; k++) {
        char text[5] = {0};
        wend_canvas canvas;
        if (k < 95)
            text[0] = (char)(' ' + k);
        else
            memcpy(text, others[k - 95], strlen(others[k - 95]));
        double width = wend_font_width(text, 40);
        CHECK_MESSAGE(width >= 9 && width <= 42, "%s is %g wide", text, width);
        REQUIRE(wend_canvas_start(context, WIDE, HIGH, 0xffffffff, &canvas) == WEND_OK);
        wend_font_write(&canvas, text, 20, 50, 40);
        wend_canvas_fill(&canvas, 0x000000ff);
        int64_t ink = 0;
        for (int pixel = 0; pixel < WIDE * HIGH; pixel++) {
            int x = pixel % WIDE, y = pixel / WIDE, dark = 255 - grey_at(&canvas, x, y);
            pictures[k][pixel] = (uint8_t)dark;
            ink += dark;
            if (dark > 0)
                CHECK_MESSAGE(x >= 19 && x <= 20 + width && y >= 18 && y < 60, "%s reaches %d %d", text, x, y);
        }
        CHECK_MESSAGE(k == 0 ? ink == 0 : ink > 255 * 10, "%s has ink %lld", text, (long long)ink);
        for (int other = 0; other < k; other++)
            CHECK_MESSAGE(memcmp(pictures[k], pictures[other], sizeof pictures[k]) != 0, "%s looks like glyph %d", text,
                          other);
        wend_canvas_free(&canvas);
    }
    CHECK(wend_font_width("", 20) == 0);
    CHECK(wend_font_width("ab", 20) == wend_font_width("a", 20) + wend_font_width("b", 20));
    CHECK(wend_font_width("\xFF", 20) == wend_font_width("\xE4\xB8\xAD", 20)); // a byte that is no UTF-8 is a box
    CHECK(wend_font_width("\xE4", 20) == wend_font_width("\xE4\xB8\xAD", 20)); // so is a character that is cut off
    wend_context_destroy(context);
}

CHECK_MAIN()
