// Paints a view of a stage: a depth buffer for what is solid and one for veils, four samples a pixel.
//
// The picture is painted in bands of rows, each by itself and in parallel. What is nearest at each sample is found
// first, then coloured: floors by their height, which follows from the sample's place and depth. Seen from above,
// floors cast short shadows to the lower right on those below them, so that storeys come apart.
#include "picture/stage.h"

#include "picture/raster.h"
#include "picture/surface_look.h"

#include <math.h>
#include <string.h>

enum { FINE = 2, BAND = 64, SHADOW = 9 }; // samples along a pixel's side; rows of pixels; length of shadows in pixels
#define SHADOW_DARK 0.30
#define LINE_NEARER 2.5 // pixels that lines lie nearer the viewer than their floors
#define NOTHING (-1)

typedef struct painter {
    const wend_stage *stage;
    wend_stage_view fine;  // of samples
    int32_t width, height; // of the picture, in pixels
    uint32_t background;
    uint32_t *pixels;
    wend_pixel *projected; // three corners of each face, in samples
    uint32_t tints[256];
    uint32_t kinds[WEND_BOUNDARY_KIND_COUNT];
} painter;

// What is nearest at each sample: a face, or a line counted on from the faces.
typedef struct layer {
    float *depth;
    int32_t *item;
} layer;

typedef struct band {
    const painter *p;
    int32_t first, end; // rows of samples
    layer solid, veil;
    int32_t item;                // that spans belong to,
    const wend_stage_face *face; // and its face, if it is one of the scene; else NULL
    double nearer;
} band;

static int32_t row_length(const painter *p) {
    return p->width * FINE;
}

static void put(void *user, const wend_span *span) {
    band *b = user;
    int64_t row = (int64_t)(span->y - b->first) * row_length(b->p);
    double depth = span->depth + b->nearer;
    for (int32_t x = span->x0; x < span->x1; x++, depth += span->slope) {
        int64_t at = row + x;
        if (b->solid.item[at] != NOTHING && (float)depth <= b->solid.depth[at])
            continue;
        layer *to = &b->solid;
        if (b->face) {
            wend_pixel pixel = {x + 0.5, span->y + 0.5, depth - b->nearer};
            wend_stage_part part = wend_stage_part_at(b->p->stage, &b->p->fine, b->face, pixel);
            to = part == WEND_STAGE_VEILED ? &b->veil : to;
            if (part == WEND_STAGE_NONE || (to->item[at] != NOTHING && (float)depth <= to->depth[at]))
                continue;
        }
        to->depth[at] = (float)depth;
        to->item[at] = b->item;
    }
}

// ---------------------------------------------------------------------------------------------------- finding

static void put_faces(band *b, const wend_raster *raster) {
    const wend_stage *stage = b->p->stage;
    for (int64_t f = 0; f < stage->faces.count; f++) {
        const wend_pixel *corners = b->p->projected + 3 * f;
        double top = fmin(fmin(corners[0].y, corners[1].y), corners[2].y);
        double bottom = fmax(fmax(corners[0].y, corners[1].y), corners[2].y);
        if (bottom < b->first || top > b->end || !wend_stage_faces(&b->p->fine, &stage->faces.data[f]))
            continue;
        bool floor = f < stage->floor_count;
        b->item = (int32_t)f;
        b->face = floor ? NULL : &stage->faces.data[f];
        b->nearer = wend_stage_nearer(&b->p->fine, floor);
        wend_raster_triangle(raster, corners);
    }
}

static void put_lines(band *b, const wend_raster *raster) {
    const wend_stage *stage = b->p->stage;
    double width = stage->line_width * FINE, nearer = LINE_NEARER * FINE / b->p->fine.scale;
    b->face = NULL;
    b->nearer = nearer;
    for (int64_t k = 0; k < stage->lines.count; k++) {
        wend_pixel ends[2];
        for (int e = 0; e < 2; e++)
            ends[e] = wend_stage_project(&b->p->fine, stage->lines.data[k].ends[e]);
        if (fmax(ends[0].y, ends[1].y) + width < b->first || fmin(ends[0].y, ends[1].y) - width > b->end)
            continue;
        b->item = (int32_t)(stage->faces.count + k);
        wend_raster_line(raster, ends, width);
    }
}

// ---------------------------------------------------------------------------------------------------- colouring

static uint32_t mix(uint32_t a, uint32_t b, double share) {
    uint32_t mixed = 255;
    for (int shift = 8; shift <= 24; shift += 8) {
        double p = (double)(a >> shift & 255), q = (double)(b >> shift & 255);
        mixed |= (uint32_t)(p + (q - p) * share + 0.5) << shift;
    }
    return mixed;
}

// How dark the shadow is at a sample of a floor seen from above.
static double shadow_at(const band *b, int32_t x, int32_t y, double height) {
    double rise = 1.1 / b->p->fine.scale; // of the light, metres per sample
    for (int32_t k = 1; k <= SHADOW * FINE && x - k >= 0 && y - k >= b->first; k++) {
        int64_t at = (int64_t)(y - k - b->first) * row_length(b->p) + x - k;
        if (b->solid.item[at] != NOTHING && (double)b->solid.depth[at] > height + rise * k + 0.25)
            return SHADOW_DARK * (1 - (double)(k - 1) / (SHADOW * FINE));
    }
    return 0;
}

static uint32_t floor_at(const band *b, int32_t x, int32_t y, int64_t at) {
    const wend_stage *stage = b->p->stage;
    double place[3], depth = (double)b->solid.depth[at];
    wend_stage_place(&b->p->fine, (wend_pixel){x + 0.5, y + 0.5, depth - WEND_STAGE_LIFT}, place);
    double rise = (place[2] - stage->lowest) / stage->rise;
    double light = (double)stage->faces.data[b->solid.item[at]].light;
    if (b->p->fine.way == WEND_STAGE_ABOVE)
        light *= 1 - shadow_at(b, x, y, depth);
    return wend_colour_scale(b->p->tints[rise > 0 ? rise < 1 ? (int)(rise * 255) : 255 : 0], light);
}

static uint32_t solid_at(const band *b, int32_t x, int32_t y, int64_t at) {
    const wend_stage *stage = b->p->stage;
    int32_t item = b->solid.item[at];
    if (item == NOTHING)
        return b->p->background;
    if (item >= stage->faces.count)
        return b->p->kinds[stage->lines.data[item - stage->faces.count].kind];
    return item < stage->floor_count ? floor_at(b, x, y, at) : wend_stage_scene_colour(&stage->faces.data[item]);
}

static uint32_t colour_at(const band *b, int32_t x, int32_t y) {
    int64_t at = (int64_t)(y - b->first) * row_length(b->p) + x;
    int32_t veil = b->veil.item[at];
    uint32_t colour = solid_at(b, x, y, at);
    if (veil == NOTHING || (b->solid.item[at] != NOTHING && b->veil.depth[at] <= b->solid.depth[at]))
        return colour;
    return mix(colour, wend_stage_scene_colour(&b->p->stage->faces.data[veil]), WEND_STAGE_VEIL);
}

static void colour_band(const band *b, int32_t first, int32_t end) {
    const painter *p = b->p;
    for (int32_t y = first; y < end; y++) {
        for (int32_t x = 0; x < p->width; x++) {
            uint32_t sums[3] = {0, 0, 0};
            for (int k = 0; k < FINE * FINE; k++) {
                uint32_t colour = colour_at(b, x * FINE + k % FINE, y * FINE + k / FINE);
                for (int c = 0; c < 3; c++)
                    sums[c] += colour >> (24 - 8 * c) & 255;
            }
            uint32_t colour = 255;
            for (int c = 0; c < 3; c++)
                colour |= (sums[c] + FINE * FINE / 2) / (FINE * FINE) << (24 - 8 * c);
            p->pixels[(int64_t)y * p->width + x] = colour;
        }
    }
}

// ---------------------------------------------------------------------------------------------------- bands

static wend_result paint_band(const painter *p, int32_t first, int32_t end) {
    int32_t above = first < SHADOW ? first : SHADOW;
    band b = {.p = p, .first = (first - above) * FINE, .end = end * FINE};
    int64_t samples = (int64_t)(b.end - b.first) * row_length(p);
    size_t floats = (size_t)samples * sizeof(float), numbers = (size_t)samples * sizeof(int32_t);
    wend_context *context = p->stage->context;
    b.solid = (layer){wend_allocate_array(context, samples, sizeof(float)),
                      wend_allocate_array(context, samples, sizeof(int32_t))};
    b.veil = (layer){wend_allocate_array(context, samples, sizeof(float)),
                     wend_allocate_array(context, samples, sizeof(int32_t))};
    bool good = b.solid.depth && b.solid.item && b.veil.depth && b.veil.item;
    if (good) {
        memset(b.solid.item, 0xFF, numbers); // NOTHING
        memset(b.veil.item, 0xFF, numbers);
        wend_raster raster = {.width = row_length(p), .first = b.first, .end = b.end, .use = put, .user = &b};
        put_faces(&b, &raster);
        put_lines(&b, &raster);
        colour_band(&b, first, end);
    }
    wend_release(context, b.solid.depth, floats);
    wend_release(context, b.solid.item, numbers);
    wend_release(context, b.veil.depth, floats);
    wend_release(context, b.veil.item, numbers);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result paint_bands(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const painter *p = data;
    wend_result result = WEND_OK;
    for (int64_t k = begin; k < end && result == WEND_OK; k++) {
        int32_t first = (int32_t)k * BAND;
        result = paint_band(p, first, first + BAND < p->height ? first + BAND : p->height);
    }
    return result;
}

wend_result wend_stage_paint(const wend_stage *stage, const wend_stage_view *view, uint32_t background,
                             uint32_t *pixels) {
    painter p = {.stage = stage,
                 .fine = *view,
                 .width = view->width,
                 .height = view->height,
                 .background = background,
                 .pixels = pixels};
    p.fine.scale *= FINE;
    for (int k = 0; k < 256; k++)
        p.tints[k] = wend_surface_tint(k / 255.0);
    for (int k = 0; k < WEND_BOUNDARY_KIND_COUNT; k++)
        p.kinds[k] = wend_boundary_colour((wend_boundary_kind)k);
    size_t bytes = ((size_t)stage->faces.count + 1) * 3 * sizeof(wend_pixel);
    p.projected = wend_allocate_array(stage->context, stage->faces.count + 1, 3 * sizeof(wend_pixel));
    if (!p.projected)
        return WEND_ERROR_MEMORY;
    for (int64_t f = 0; f < stage->faces.count; f++)
        for (int c = 0; c < 3; c++)
            p.projected[3 * f + c] = wend_stage_project(&p.fine, stage->faces.data[f].corners[c]);
    wend_result result = wend_run_tasks(stage->context, (view->height + BAND - 1) / BAND, 1, paint_bands, &p);
    wend_release(stage->context, p.projected, bytes);
    return result;
}
