// Draws a view of a stage as polygons and lines, those behind before those in front.
//
// Sorting faces by the depth of their middles is wrong where a large floor lies under small things. So the order is
// taken from pixels: what is seen in one must come after all that lies behind it there, and veils after what is seen
// through them. All such pairs are a graph, which is walked from behind; among the things that may come next, those of
// the colour drawn last come first, so that the paths are few and long. Where things pass through each other there are
// circles, which are cut where the fewest pixels go wrong. What is seen in no pixel is left out.
//
// The scene's faces are taken for roofs, solid or veils as most of their pixels are (stage.h).
#include "picture/stage.h"

#include "base/sort.h"
#include "picture/surface_look.h"

#include <math.h>
#include <string.h>

#define NOTHING (-1)
#define SEAM 0.6        // pixels around polygons that hide the seams between them
#define LIGHTS 24       // steps of light from 0 to 1 that colours know
#define LINE_NEARER 2.5 // pixels that lines lie nearer the viewer than their floors
#define DEEP 1e9        // metres below which depths are not told apart
#define TRIED 256       // things among which a circle is cut
#define CORNERS_MOST 8  // of a triangle clipped by four sides

// Something to draw: a face, or a line counted on from the faces.
typedef struct thing {
    int32_t item;
    int32_t bucket;  // things of one look, by their rank
    int32_t waiting; // things that must come before and were not drawn yet,
    int32_t at_risk; // and the pixels that it would be covered in wrongly if it came now,
    int32_t pixels;  // of all that it has
    int32_t first;   // its pairs
    int32_t next;    // in the list of those that may come next, -1 for the end
    bool drawn;
} thing;

typedef struct drawer {
    const wend_stage *stage;
    const wend_stage_view *view;
    wend_context *context;
    wend_draw *draw;
    bool failed;
    WEND_ARRAY(uint8_t) part;  // wend_stage_part of each face
    WEND_ARRAY(int32_t) owner; // of each pixel: the solid item that is nearest there,
    WEND_ARRAY(float) depth;   // and how near
    WEND_ARRAY(bool) seen;     // of each item
    WEND_ARRAY(int32_t) place; // of each item: its thing, -1 for none
    WEND_ARRAY(thing) things;
    WEND_ARRAY(wend_key) order; // things by depth
    WEND_ARRAY(wend_key) pairs; // thing and thing after it; `spare` says in how many pixels
    WEND_ARRAY(uint32_t) looks; // colour of each bucket
    WEND_ARRAY(int32_t) ready;  // first thing of each bucket that may come next
    // While spans are taken:
    int32_t item;
    double nearer;
    int32_t counts[3]; // by wend_stage_part
} drawer;

static int64_t item_count(const drawer *d) {
    return d->stage->faces.count + d->stage->lines.count;
}

static bool is_line(const drawer *d, int64_t item) {
    return item >= d->stage->faces.count;
}

static bool is_floor(const drawer *d, int64_t item) {
    return item < d->stage->floor_count;
}

static wend_stage_part part_of(const drawer *d, int64_t item) {
    return is_line(d, item) ? WEND_STAGE_SOLID : (wend_stage_part)d->part.data[item];
}

// Hands the spans of an item to `use`.
static void raster_item(drawer *d, int64_t item, wend_span_use *use) {
    wend_raster raster = {.width = d->view->width, .first = 0, .end = d->view->height, .use = use, .user = d};
    d->item = (int32_t)item;
    wend_pixel pixels[3];
    if (is_line(d, item)) {
        const wend_stage_line *line = &d->stage->lines.data[item - d->stage->faces.count];
        for (int k = 0; k < 2; k++)
            pixels[k] = wend_stage_project(d->view, line->ends[k]);
        d->nearer = LINE_NEARER / d->view->scale;
        wend_raster_line(&raster, pixels, d->stage->line_width);
        return;
    }
    for (int k = 0; k < 3; k++)
        pixels[k] = wend_stage_project(d->view, d->stage->faces.data[item].corners[k]);
    d->nearer = wend_stage_nearer(d->view, is_floor(d, item));
    wend_raster_triangle(&raster, pixels);
}

// ---------------------------------------------------------------------------------------------------- what is seen

static void count_parts(void *user, const wend_span *span) {
    drawer *d = user;
    for (int32_t x = span->x0; x < span->x1; x++) {
        wend_pixel pixel = {x + 0.5, span->y + 0.5, span->depth + span->slope * (x - span->x0)};
        d->counts[wend_stage_part_at(d->stage, d->view, &d->stage->faces.data[d->item], pixel)]++;
    }
}

static bool find_parts(drawer *d) {
    if (!wend_array_resize(d->context, &d->part, d->stage->faces.count))
        return false;
    for (int64_t f = 0; f < d->stage->faces.count; f++) {
        d->part.data[f] = WEND_STAGE_NONE;
        if (!wend_stage_faces(d->view, &d->stage->faces.data[f]))
            continue;
        d->part.data[f] = WEND_STAGE_SOLID;
        if (is_floor(d, f))
            continue;
        memset(d->counts, 0, sizeof d->counts);
        raster_item(d, f, count_parts);
        const int32_t *counts = d->counts;
        int32_t rest = counts[WEND_STAGE_SOLID] + counts[WEND_STAGE_VEILED];
        d->part.data[f] = counts[WEND_STAGE_NONE] > rest                         ? WEND_STAGE_NONE
                          : counts[WEND_STAGE_VEILED] > counts[WEND_STAGE_SOLID] ? WEND_STAGE_VEILED
                                                                                 : WEND_STAGE_SOLID;
    }
    return true;
}

static void put(void *user, const wend_span *span) {
    drawer *d = user;
    int64_t row = (int64_t)span->y * d->view->width;
    for (int32_t x = span->x0; x < span->x1; x++) {
        float depth = (float)(span->depth + span->slope * (x - span->x0) + d->nearer);
        if (d->owner.data[row + x] != NOTHING && depth <= d->depth.data[row + x])
            continue;
        d->depth.data[row + x] = depth;
        d->owner.data[row + x] = d->item;
    }
}

// Whether an item is before what is solid at a pixel of a span.
static bool is_before(const drawer *d, const wend_span *span, int32_t x) {
    int64_t at = (int64_t)span->y * d->view->width + x;
    double depth = span->depth + span->slope * (x - span->x0) + d->nearer;
    return d->owner.data[at] == NOTHING || (float)depth > d->depth.data[at];
}

static void see_veil(void *user, const wend_span *span) {
    drawer *d = user;
    for (int32_t x = span->x0; x < span->x1; x++)
        d->seen.data[d->item] |= is_before(d, span, x);
}

// Solid things are seen where they are nearest, veils where they are before what is solid.
static bool find_seen(drawer *d) {
    int64_t pixels = (int64_t)d->view->width * d->view->height;
    if (!wend_array_resize(d->context, &d->depth, pixels) || !wend_array_resize(d->context, &d->owner, pixels) ||
        !wend_array_resize(d->context, &d->seen, item_count(d)))
        return false;
    memset(d->seen.data, 0, (size_t)d->seen.count);
    for (int64_t k = 0; k < pixels; k++)
        d->owner.data[k] = NOTHING;
    for (int64_t item = 0; item < item_count(d); item++)
        if (part_of(d, item) == WEND_STAGE_SOLID)
            raster_item(d, item, put);
    for (int64_t k = 0; k < pixels; k++)
        if (d->owner.data[k] != NOTHING)
            d->seen.data[d->owner.data[k]] = true;
    for (int64_t item = 0; item < item_count(d); item++)
        if (part_of(d, item) == WEND_STAGE_VEILED)
            raster_item(d, item, see_veil);
    return true;
}

// ---------------------------------------------------------------------------------------------------- looks

static uint32_t colour_of(const drawer *d, int64_t item) {
    if (is_line(d, item))
        return wend_boundary_colour(d->stage->lines.data[item - d->stage->faces.count].kind);
    const wend_stage_face *face = &d->stage->faces.data[item];
    wend_stage_face step = *face;
    step.light = (float)(floor((double)face->light * LIGHTS + 0.5) / LIGHTS);
    if (!is_floor(d, item)) {
        uint32_t colour = wend_stage_scene_colour(&step);
        return part_of(d, item) == WEND_STAGE_VEILED ? colour - 255 + (uint32_t)(WEND_STAGE_VEIL * 255) : colour;
    }
    double height = (face->corners[0][2] + face->corners[1][2] + face->corners[2][2]) / 3 - d->stage->lowest;
    double tint = floor(height / d->stage->rise * WEND_STAGE_TINTS) + 0.5;
    return wend_stage_floor_colour(d->stage, d->stage->lowest + tint * d->stage->rise / WEND_STAGE_TINTS,
                                   (double)step.light);
}

// Makes a thing of each item that is seen, in buckets by what kind of thing it is and by its colour.
static bool make_things(drawer *d) {
    if (!wend_array_resize(d->context, &d->place, item_count(d)))
        return false;
    for (int64_t item = 0; item < item_count(d); item++) {
        d->place.data[item] = -1;
        if (!d->seen.data[item])
            continue;
        d->place.data[item] = (int32_t)d->things.count;
        uint64_t kind = is_line(d, item) ? 2 : is_floor(d, item);
        uint64_t look = kind << 32 | colour_of(d, item);
        if (!wend_array_push(d->context, &d->things, (thing){.item = (int32_t)item}) ||
            !wend_array_push(d->context, &d->pairs, (wend_key){look, (int32_t)d->things.count - 1, 0}))
            return false;
    }
    return wend_sort_keys(d->context, d->pairs.data, d->pairs.count);
}

static bool make_buckets(drawer *d) {
    for (int64_t k = 0; k < d->pairs.count; k++) {
        const wend_key *key = &d->pairs.data[k];
        if ((k == 0 || key->key != key[-1].key) && (!wend_array_push(d->context, &d->looks, (uint32_t)key->key) ||
                                                    !wend_array_push(d->context, &d->ready, -1)))
            return false;
        d->things.data[key->index].bucket = (int32_t)d->looks.count - 1;
    }
    d->pairs.count = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------------- the order

// Adds a pair, or counts the one added last again.
static void add_pair(drawer *d, int32_t before, int32_t later) {
    uint64_t key = (uint64_t)before << 32 | (uint32_t)later;
    if (d->pairs.count > 0 && d->pairs.data[d->pairs.count - 1].key == key)
        d->pairs.data[d->pairs.count - 1].spare++;
    else
        d->failed |= !wend_array_push(d->context, &d->pairs, (wend_key){key, later, 1});
}

// The pairs of an item with what is solid and nearest at each of its pixels.
static void take_pairs(void *user, const wend_span *span) {
    drawer *d = user;
    int32_t here = d->place.data[d->item];
    bool veil = part_of(d, d->item) == WEND_STAGE_VEILED;
    d->things.data[here].pixels += span->x1 - span->x0;
    for (int32_t x = span->x0; x < span->x1 && !d->failed; x++) {
        int32_t owner = d->owner.data[(int64_t)span->y * d->view->width + x];
        if (owner == NOTHING || owner == d->item)
            continue;
        if (veil && is_before(d, span, x))
            add_pair(d, d->place.data[owner], here);
        else
            add_pair(d, here, d->place.data[owner]);
    }
}

// All pairs, those of the same two things beside each other.
static bool find_pairs(drawer *d) {
    for (int64_t k = 0; k < d->things.count; k++)
        raster_item(d, d->things.data[k].item, take_pairs);
    for (int64_t k = 0; k < d->stage->lines.count; k++) {
        int32_t line = d->place.data[d->stage->faces.count + k], floor = d->place.data[d->stage->lines.data[k].floor];
        if (line >= 0 && floor >= 0)
            add_pair(d, floor, line);
    }
    return !d->failed && wend_sort_keys(d->context, d->pairs.data, d->pairs.count);
}

// Makes one of the pairs of the same two things.
static void join_pairs(drawer *d) {
    int64_t count = 0;
    for (int64_t k = 0; k < d->pairs.count; k++) {
        wend_key pair = d->pairs.data[k];
        if (count > 0 && pair.key == d->pairs.data[count - 1].key)
            d->pairs.data[count - 1].spare += pair.spare;
        else
            d->pairs.data[count++] = pair;
    }
    d->pairs.count = count;
}

// In how many pixels one thing must come after another.
static int32_t weight_of(const drawer *d, uint64_t before, uint64_t later) {
    uint64_t key = before << 32 | later;
    int64_t low = 0, high = d->pairs.count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (d->pairs.data[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->pairs.count && d->pairs.data[low].key == key ? d->pairs.data[low].spare : 0;
}

// Of two things that each must come after the other, one way is given up. Then tells things what they wait for.
static void settle_pairs(drawer *d) {
    int32_t before = -1;
    for (int64_t k = 0; k < d->pairs.count; k++) {
        wend_key *pair = &d->pairs.data[k];
        uint64_t first = pair->key >> 32, later = pair->key & 0xFFFFFFFF;
        int32_t back = weight_of(d, later, first);
        for (; before < (int32_t)first; before++)
            d->things.data[before + 1].first = (int32_t)k;
        if (back > pair->spare || (back == pair->spare && first > later)) {
            pair->index = -1;
            continue;
        }
        d->things.data[later].waiting++;
        d->things.data[later].at_risk += pair->spare;
    }
    for (before++; before < d->things.count; before++)
        d->things.data[before].first = (int32_t)d->pairs.count;
}

// ---------------------------------------------------------------------------------------------------- drawing

typedef struct corner {
    double x, y;
} corner;

// The part of a polygon where a * x + b * y <= c. Returns how many corners it has.
static int clip(const corner *from, int count, double a, double b, double c, corner *to) {
    int kept = 0;
    for (int k = 0; k < count; k++) {
        corner p = from[k], q = from[(k + 1) % count];
        double dp = a * p.x + b * p.y - c, dq = a * q.x + b * q.y - c;
        if (dp <= 0)
            to[kept++] = p;
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0))
            to[kept++] = (corner){p.x + (q.x - p.x) * (dp / (dp - dq)), p.y + (q.y - p.y) * (dp / (dp - dq))};
    }
    return kept;
}

static void draw_face(drawer *d, const wend_stage_face *face) {
    corner p[CORNERS_MOST], q[CORNERS_MOST];
    for (int k = 0; k < 3; k++) {
        wend_pixel pixel = wend_stage_project(d->view, face->corners[k]);
        p[k] = (corner){pixel.x, pixel.y};
    }
    int count = clip(p, 3, -1, 0, 0, q);
    count = clip(q, count, 0, -1, 0, p);
    count = clip(p, count, 1, 0, d->view->width, q);
    count = clip(q, count, 0, 1, d->view->height, p);
    if (count < 3)
        return;
    wend_draw_begin_contour(d->draw, true);
    for (int k = 0; k < count; k++)
        wend_draw_point(d->draw, p[k].x + d->view->at[0], p[k].y + d->view->at[1]);
}

static void draw_thing(drawer *d, const thing *t, int32_t *bucket) {
    bool line = is_line(d, t->item);
    if (t->bucket != *bucket) {
        uint32_t colour = d->looks.data[t->bucket];
        double size = line ? d->stage->line_width : (colour & 255) == 255 ? SEAM : 0;
        wend_draw_begin_layer(d->draw, NULL, line ? WEND_DRAW_STROKE : WEND_DRAW_FILL, colour, size, true);
        *bucket = t->bucket;
    }
    if (!line) {
        draw_face(d, &d->stage->faces.data[t->item]);
        return;
    }
    wend_draw_begin_contour(d->draw, false);
    for (int k = 0; k < 2; k++) {
        const wend_stage_line *l = &d->stage->lines.data[t->item - d->stage->faces.count];
        wend_pixel pixel = wend_stage_project(d->view, l->ends[k]);
        wend_draw_point(d->draw, pixel.x + d->view->at[0], pixel.y + d->view->at[1]);
    }
}

static void make_ready(drawer *d, int32_t t) {
    int32_t *list = &d->ready.data[d->things.data[t].bucket];
    d->things.data[t].next = *list;
    *list = t;
}

static int32_t take_from(drawer *d, int64_t bucket) {
    int32_t t = d->ready.data[bucket];
    if (t >= 0)
        d->ready.data[bucket] = d->things.data[t].next;
    return t;
}

// Takes the next thing off the lists: of the bucket drawn last if there is one, else the scene before floors, and
// floors before lines. -1 when none is ready.
static int32_t take_ready(drawer *d, int32_t bucket) {
    int32_t t = bucket >= 0 ? take_from(d, bucket) : -1;
    for (int64_t k = 0; k < d->ready.count && t < 0; k++)
        t = take_from(d, k);
    return t;
}

// How near the middle of a thing is, in metres.
static double depth_of(const drawer *d, const thing *t) {
    if (is_line(d, t->item)) {
        const wend_stage_line *line = &d->stage->lines.data[t->item - d->stage->faces.count];
        return (wend_stage_project(d->view, line->ends[0]).depth + wend_stage_project(d->view, line->ends[1]).depth) /
               2;
    }
    double depth = wend_stage_nearer(d->view, is_floor(d, t->item));
    for (int c = 0; c < 3; c++)
        depth += wend_stage_project(d->view, d->stage->faces.data[t->item].corners[c]).depth / 3;
    return depth;
}

// Things by the depth of their middles, the farthest first: in this order circles are cut.
static bool sort_by_depth(drawer *d) {
    for (int32_t k = 0; k < d->things.count; k++) {
        double near = (depth_of(d, &d->things.data[k]) + DEEP) * 1e6;
        uint64_t key = near > 0 ? near < 1e18 ? (uint64_t)near : (uint64_t)1e18 : 0;
        if (!wend_array_push(d->context, &d->order, (wend_key){key, k, 0}))
            return false;
    }
    return wend_sort_keys(d->context, d->order.data, d->order.count);
}

static double risk_of(const thing *t) {
    return (double)t->at_risk / (t->pixels + 1.0);
}

// Of the farthest things that were not drawn yet, the one that is covered wrongly in the smallest share of its pixels.
static int32_t cut_circle(const drawer *d, int64_t farthest) {
    int32_t best = -1;
    for (int64_t k = farthest, tried = 0; k < d->order.count && tried < TRIED; k++) {
        int32_t t = d->order.data[k].index;
        if (d->things.data[t].drawn)
            continue;
        tried++;
        best = best < 0 || risk_of(&d->things.data[t]) < risk_of(&d->things.data[best]) ? t : best;
    }
    return best;
}

// Draws a thing, and makes those ready that waited for nothing else.
static void draw_next(drawer *d, int32_t t, int32_t *bucket) {
    thing *now = &d->things.data[t];
    int64_t end = t + 1 < d->things.count ? now[1].first : d->pairs.count;
    now->drawn = true;
    draw_thing(d, now, bucket);
    for (int64_t k = now->first; k < end; k++) {
        const wend_key *pair = &d->pairs.data[k];
        if (pair->index < 0)
            continue;
        thing *later = &d->things.data[pair->index];
        later->at_risk -= pair->spare;
        if (--later->waiting == 0 && !later->drawn)
            make_ready(d, pair->index);
    }
}

static bool draw_things(drawer *d) {
    if (!sort_by_depth(d))
        return false;
    for (int32_t k = (int32_t)d->things.count - 1; k >= 0; k--)
        if (d->things.data[k].waiting == 0)
            make_ready(d, k);
    int32_t bucket = -1;
    for (int64_t left = d->things.count, farthest = 0; left > 0; left--) {
        int32_t t = take_ready(d, bucket);
        while (d->things.data[d->order.data[farthest].index].drawn)
            farthest++;
        draw_next(d, t >= 0 ? t : cut_circle(d, farthest), &bucket);
    }
    return wend_draw_result(d->draw) == WEND_OK;
}

bool wend_stage_draw(const wend_stage *stage, const wend_stage_view *view, int64_t most, wend_draw *draw,
                     bool *left_out) {
    drawer d = {.stage = stage, .view = view, .context = stage->context, .draw = draw};
    *left_out = false;
    if (item_count(&d) == 0)
        return true;
    bool good = find_parts(&d) && find_seen(&d) && make_things(&d) && make_buckets(&d);
    *left_out = good && d.things.count > most;
    if (good && !*left_out)
        good = find_pairs(&d);
    if (good && !*left_out) {
        join_pairs(&d);
        settle_pairs(&d);
        good = draw_things(&d);
    }
    wend_array_free(d.context, &d.part);
    wend_array_free(d.context, &d.depth);
    wend_array_free(d.context, &d.owner);
    wend_array_free(d.context, &d.seen);
    wend_array_free(d.context, &d.place);
    wend_array_free(d.context, &d.things);
    wend_array_free(d.context, &d.order);
    wend_array_free(d.context, &d.pairs);
    wend_array_free(d.context, &d.looks);
    wend_array_free(d.context, &d.ready);
    return good;
}
