// A picture of a linked surface from above: one panel for each storey, from the lowest on, all at one scale.
//
// Each panel is as large as what is on its storey. Layers that hold only small parts have none, unless one is asked
// for; the caption says so. Edges that lead to another layer are drawn in orange.
#include "picture/show.h"
#include "picture/storeys.h"

#include <math.h>
#include <string.h>

#define MARGIN 36.0 // pixels, as wend_draw_page has them
#define MARGIN_BELOW 104.0
#define TITLE 44.0   // pixels above a panel for its title,
#define NO_TITLE 8.0 // and where it has none
#define GAP 32.0     // between panels
#define COUNTED 0.1  // how large a storey is that counts, as a share of the ground floor
#define LEAST 1.8    // metres from floor to floor
#define FOCUS 0.5    // of all the area: what a picture is about is shown alone where it has no more
#define BESIDE 30.0  // pixels: lines to another panel that are closer are one
#define JOINT 0x33414ea0
#define FRAME 0xb4bfc9ff
#define PANEL_MIN 230.0 // width of a panel, so that its title fits

typedef struct panel {
    int32_t layer;
    bool cut;
    double low[2], high[2]; // what it shows
    double at[2];           // pixels from the page's upper left corner, within the margins
} panel;

typedef struct panels {
    const wend_storeys *s;
    wend_draw *draw;
    wend_crop crop;
    WEND_ARRAY(panel) list;
    int32_t ground; // the layer of the ground floor
    bool floors;    // whether all others are floors of a building: each at least LEAST above the one below
    double scale;   // pixels per unit
    double size[2]; // of all of them, in pixels
} panels;

// ---------------------------------------------------------------------------------------------------- which

static bool is_shown(const wend_storeys *s, int32_t layer) {
    return s->only >= 0 ? layer == s->only : s->levels.data[layer].shown;
}

static void place_at(const void *user, int64_t k, double place[2]) {
    const wend_storeys *s = user;
    place[0] = s->places.data[3 * k];
    place[1] = s->places.data[3 * k + 1];
}

// Widens the box of a panel by what is on its layer.
static void widen(const wend_storeys *s, const wend_storey_part *part, panel *p) {
    for (int64_t f = part->first; f < part->first + part->count; f++)
        for (int32_t k = 0; k < s->faces.data[f].count; k++) {
            const double *at = s->places.data + 3 * (int64_t)s->corners.data[s->faces.data[f].first + k];
            for (int axis = 0; axis < 2; axis++) {
                p->low[axis] = fmin(p->low[axis], at[axis]);
                p->high[axis] = fmax(p->high[axis], at[axis]);
            }
        }
}

// Cuts a panel to what is shown of the ground; false when nothing is left of it.
static bool cut_panel(const wend_crop *crop, panel *p) {
    for (int axis = 0; axis < 2 && crop->cut; axis++) {
        p->cut |= p->low[axis] < crop->low[axis] || p->high[axis] > crop->high[axis];
        p->low[axis] = fmax(p->low[axis], crop->low[axis]);
        p->high[axis] = fmin(p->high[axis], crop->high[axis]);
    }
    return p->low[0] < p->high[0] && p->low[1] < p->high[1];
}

static double area_of(const double low[2], const double high[2]) {
    return (high[0] - low[0]) * (high[1] - low[1]);
}

// What is shown of the ground: what was asked for; or what the picture is about, where that is much less than all.
static void find_crop(panels *ps) {
    const wend_storeys *s = ps->s;
    wend_crop *crop = &ps->crop;
    int64_t count = s->focused ? s->places.count / 3 : s->corner_count;
    *crop = wend_crop_find(&ps->draw->def, s->unit, count, place_at, s);
    if (!s->focused || wend_crop_asked(&ps->draw->def) ||
        (!crop->cut && area_of(s->focus[0], s->focus[1]) > FOCUS * area_of(crop->low, crop->high)))
        return;
    memcpy(crop->low, s->focus[0], sizeof crop->low);
    memcpy(crop->high, s->focus[1], sizeof crop->high);
    crop->cut = true;
}

static void find_panels(panels *ps) {
    const wend_storeys *s = ps->s;
    find_crop(ps);
    int64_t next = 0;
    for (int32_t layer = 0; layer < s->layer_count && !ps->draw->failed; layer++) {
        panel p = {.layer = layer, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
        for (; next < s->parts.count && s->parts.data[next].layer <= layer; next++)
            if (s->parts.data[next].layer == layer)
                widen(s, &s->parts.data[next], &p);
        if (is_shown(s, layer) && cut_panel(&ps->crop, &p) && !wend_array_push(ps->draw->context, &ps->list, p))
            ps->draw->failed = true;
    }
}

// The ground floor is the lowest storey that is at least half as large as the largest.
static int32_t find_ground(const wend_storeys *s) {
    double most = 0;
    for (int32_t k = 0; k < s->layer_count; k++)
        most = s->levels.data[k].storey ? fmax(most, s->levels.data[k].area) : most;
    int32_t ground = 0;
    while (ground + 1 < s->layer_count && !(s->levels.data[ground].storey && s->levels.data[ground].area >= most / 2))
        ground++;
    return ground;
}

// Whether each storey is well above the one before it, as in a building; in a landscape they are not.
static bool are_floors(const wend_storeys *s) {
    double below = -INFINITY;
    for (int32_t k = 0; k < s->layer_count; k++) {
        const wend_storey_level *level = &s->levels.data[k];
        if (level->storey && level->height < below + LEAST)
            return false;
        below = level->storey ? level->height : below;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- where

// The width of a panel on the page.
static double width_of(const panel *p, double scale) {
    return fmax((p->high[0] - p->low[0]) * scale, PANEL_MIN);
}

// Places panels in rows of so many at a scale. Sets ps->size.
static void place_panels(panels *ps, int64_t columns, double scale) {
    ps->scale = scale;
    ps->size[0] = ps->size[1] = 0;
    for (int64_t from = 0; from < ps->list.count; from += columns) {
        double x = 0, highest = 0, y = ps->size[1] + (from > 0 ? GAP : 0) + (ps->s->flat ? NO_TITLE : TITLE);
        for (int64_t k = from; k < from + columns && k < ps->list.count; k++) {
            panel *p = &ps->list.data[k];
            p->at[0] = x += k > from ? GAP : 0;
            p->at[1] = y;
            x += width_of(p, scale);
            highest = fmax(highest, (p->high[1] - p->low[1]) * scale);
        }
        ps->size[0] = fmax(ps->size[0], x);
        ps->size[1] = y + highest;
    }
}

// The largest scale at which rows of so many panels fit into a room: by halving, since titles have a width of their
// own.
static double fit_columns(panels *ps, int64_t columns, const double room[2]) {
    double low = 0, high = 1;
    for (int k = 0; k < 2; k++)
        high = fmax(high, 2 * room[k] / fmax(ps->list.data[0].high[k] - ps->list.data[0].low[k], 1e-9));
    for (int round = 0; round < 60; round++) {
        double middle = (low + high) / 2;
        place_panels(ps, columns, middle);
        if (ps->size[0] <= room[0] && ps->size[1] <= room[1])
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void arrange(panels *ps) {
    const wend_picture_def *def = &ps->draw->def;
    const double room[2] = {(def->width > 0 ? def->width : WEND_DRAW_PAGE) - 2 * MARGIN,
                            (def->height > 0 ? def->height : WEND_DRAW_PAGE) - MARGIN - MARGIN_BELOW};
    int64_t best = 1;
    double scale = 0;
    for (int64_t columns = 1; columns <= ps->list.count; columns++) {
        double fits = fit_columns(ps, columns, room);
        if (fits > scale) {
            scale = fits;
            best = columns;
        }
    }
    place_panels(ps, best, scale > 0 ? scale : 1);
    const double low[2] = {0, 0}, high[2] = {ps->size[0] / ps->scale, ps->size[1] / ps->scale};
    wend_draw_page(ps->draw, low, high);
    ps->draw->scale = ps->scale;
}

// ---------------------------------------------------------------------------------------------------- panels

// The pixel where a panel's upper left corner is.
static void corner_of(const panels *ps, const panel *p, double at[2]) {
    at[0] = ps->draw->left + p->at[0];
    at[1] = ps->draw->top + p->at[1];
}

// The pixel of a place on a panel.
static void pixel_of(const panels *ps, const panel *p, const double at[2], double pixel[2]) {
    corner_of(ps, p, pixel);
    pixel[0] += (at[0] - p->low[0]) * ps->scale;
    pixel[1] += (p->high[1] - at[1]) * ps->scale;
}

static void show_part(const panels *ps, const panel *p, const wend_storey_part *part, double thickness) {
    const wend_storeys *s = ps->s;
    wend_draw_begin_layer(ps->draw, NULL, part->width > 0 ? WEND_DRAW_STROKE : WEND_DRAW_FILL, part->colour,
                          part->width * thickness, true);
    wend_draw_dashed(ps->draw, part->dash);
    for (int64_t f = part->first; f < part->first + part->count; f++) {
        const wend_storey_face *face = &s->faces.data[f];
        wend_draw_begin_contour(ps->draw, part->width == 0);
        for (int32_t k = 0; k < face->count; k++) {
            const double *at = s->places.data + 3 * (int64_t)s->corners.data[face->first + k];
            double pixel[2];
            pixel_of(ps, p, at, pixel);
            wend_draw_point(ps->draw, pixel[0], pixel[1]);
        }
    }
}

// Whether a storey is counted as a floor: a ramp between two of them is not.
static bool is_counted(const panels *ps, int32_t layer) {
    const wend_storey_level *level = &ps->s->levels.data[layer];
    return level->storey && level->area >= COUNTED * ps->s->levels.data[ps->ground].area;
}

// Whether a storey is a floor of a building, and called so.
static bool has_name(const panels *ps, int32_t layer) {
    return is_counted(ps, layer) && ps->floors;
}

// "ground floor", "second floor", "basement 2"; "layer 7" of small storeys, and of what is no building.
static void add_name(const panels *ps, int32_t layer, wend_text *text) {
    static const char *const names[] = {"ground floor", "first floor", "second floor",  "third floor",  "fourth floor",
                                        "fifth floor",  "sixth floor", "seventh floor", "eighth floor", "ninth floor"};
    int32_t number = 0, step = layer < ps->ground ? -1 : 1;
    for (int32_t k = ps->ground; k != layer; k += step)
        number += is_counted(ps, k + step) ? step : 0;
    if (!has_name(ps, layer)) {
        wend_text_add_string(text, "layer ");
        wend_text_add_int(text, layer);
    } else if (number >= 0 && number < 10) {
        wend_text_add_string(text, names[number]);
    } else {
        wend_text_add_string(text, number < 0 ? "basement" : "floor");
        if (number != -1) {
            wend_text_add_char(text, ' ');
            wend_text_add_int(text, number < 0 ? -number : number);
        }
    }
}

// "layer 1, 67.1 m² at 2.8 m"; without the layer where that is the title.
static void add_facts(const panels *ps, int32_t layer, wend_text *text) {
    const wend_storey_level *level = &ps->s->levels.data[layer];
    if (has_name(ps, layer)) {
        wend_text_add_string(text, "layer ");
        wend_text_add_int(text, layer);
        wend_text_add_string(text, ", ");
    }
    wend_show_area(text, level->area);
    wend_text_add_string(text, " at ");
    wend_text_add_rounded(text, level->height, 2);
    wend_text_add_string(text, " m");
}

static void add_title(const panels *ps, const panel *p) {
    double at[2];
    corner_of(ps, p, at);
    for (int line = 0; line < 2; line++) {
        wend_text text = wend_text_start(ps->draw->context);
        if (line == 0)
            add_name(ps, p->layer, &text);
        else
            add_facts(ps, p->layer, &text);
        if (wend_text_result(&text) != WEND_OK)
            ps->draw->failed = true;
        else
            wend_draw_label_at(ps->draw, at[0], at[1] - (line == 0 ? 25 : 8), line == 0 ? 19 : 14, -1, WEND_SHOW_LINE,
                               text.data);
        wend_text_free(&text);
    }
}

static bool is_on(const panel *p, const double at[2]) {
    return at[0] >= p->low[0] && at[0] <= p->high[0] && at[1] >= p->low[1] && at[1] <= p->high[1];
}

static void add_labels(const panels *ps, const panel *p) {
    for (int64_t k = 0; k < ps->s->labels.count; k++) {
        const wend_storey_label *label = &ps->s->labels.data[k];
        double pixel[2];
        if (label->layer != p->layer || !is_on(p, label->at))
            continue;
        pixel_of(ps, p, label->at, pixel);
        wend_draw_label_at(ps->draw, pixel[0], pixel[1] - label->above, label->height, 0, label->colour, label->text);
    }
}

static void add_frame(const panels *ps, const double low[2], const double high[2]) {
    wend_draw_begin_layer(ps->draw, NULL, WEND_DRAW_STROKE, FRAME, 1, true);
    wend_draw_begin_contour(ps->draw, true);
    wend_draw_point(ps->draw, low[0], low[1]);
    wend_draw_point(ps->draw, high[0], low[1]);
    wend_draw_point(ps->draw, high[0], high[1]);
    wend_draw_point(ps->draw, low[0], high[1]);
}

static void show_panel(const panels *ps, const panel *p) {
    double thickness = ps->s->focused ? 1 : wend_show_between(2.0 / sqrt((double)ps->list.count), 0.4, 1);
    int64_t first = ps->draw->layers.count;
    for (int64_t k = 0; k < ps->s->parts.count; k++)
        if (ps->s->parts.data[k].layer == p->layer)
            show_part(ps, p, &ps->s->parts.data[k], thickness);
    double low[2], high[2];
    corner_of(ps, p, low);
    for (int axis = 0; axis < 2; axis++)
        high[axis] = low[axis] + (p->high[axis] - p->low[axis]) * ps->scale;
    if (p->cut)
        wend_draw_clip(ps->draw, true, first, low, high);
    if (ps->s->focused)
        add_frame(ps, low, high);
    if (!ps->s->flat)
        add_title(ps, p);
    add_labels(ps, p);
}

// ---------------------------------------------------------------------------------------------------- joints

static void add_dot(const panels *ps, const double pixel[2], uint32_t colour, double size) {
    wend_draw_begin_layer(ps->draw, NULL, WEND_DRAW_STROKE, colour, size, true);
    wend_draw_begin_contour(ps->draw, false);
    wend_draw_point(ps->draw, pixel[0], pixel[1]);
    wend_draw_point(ps->draw, pixel[0], pixel[1]);
}

// Whether a joint is beside one before it, whose line serves both.
static bool is_beside(const panels *ps, int64_t number) {
    const wend_storey_joint *joint = &ps->s->joints.data[number];
    for (int64_t k = 0; k < number; k++) {
        const wend_storey_joint *other = &ps->s->joints.data[k];
        double x = (other->at[0] - joint->at[0]) * ps->scale, y = (other->at[1] - joint->at[1]) * ps->scale;
        if (other->layers[0] + other->layers[1] == joint->layers[0] + joint->layers[1] &&
            x * x + y * y < BESIDE * BESIDE)
            return true;
    }
    return false;
}

// What goes on in another panel: a dashed line from one to the other, with a ring at both ends.
static void show_joint(const panels *ps, int64_t number) {
    const wend_storey_joint *joint = &ps->s->joints.data[number];
    double ends[2][2];
    int found = 0;
    for (int i = 0; i < 2; i++)
        for (int64_t k = 0; k < ps->list.count; k++)
            if (ps->list.data[k].layer == joint->layers[i] && is_on(&ps->list.data[k], joint->at)) {
                pixel_of(ps, &ps->list.data[k], joint->at, ends[i]);
                found++;
            }
    if (found < 2)
        return;
    if (!is_beside(ps, number)) {
        wend_draw_begin_layer(ps->draw, NULL, WEND_DRAW_STROKE, JOINT, 2, true);
        wend_draw_dashed(ps->draw, 6);
        wend_draw_begin_contour(ps->draw, false);
        for (int i = 0; i < 2; i++)
            wend_draw_point(ps->draw, ends[i][0], ends[i][1]);
    }
    for (int i = 0; i < 2; i++) {
        add_dot(ps, ends[i], joint->colour, 11);
        add_dot(ps, ends[i], 0xffffffff, 6);
    }
}

// ---------------------------------------------------------------------------------------------------- legend

// What parts are called in the legend: those that are not listed by their nouns, but for some that need no sign.
static const char *word_of(const wend_storey_part *part) {
    if (part->word)
        return part->word;
    static const struct {
        const char *noun, *word;
    } words[] = {{"component", "floor, by component"},
                 {"ground", "floor"},
                 {"floor", NULL},
                 {"link", "link made by hand, or drop"},
                 {"mesh", NULL},
                 {"solid", NULL},
                 {"edge", NULL},
                 {"casing", NULL},
                 {"disc", NULL},
                 {"rim", NULL},
                 {"end", NULL},
                 {"beyond", "to another storey"},
                 {"cells", "cell"},
                 {"clearance", NULL},
                 {"rims", NULL},
                 {"arrow", NULL},
                 {"portals", "portal"},
                 {"borders", "area border"},
                 {"headroom", "low headroom"},
                 {"slope", "too steep"},
                 {"cut", "border of a tile"}};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (strcmp(part->noun, words[k].noun) == 0)
            return words[k].word;
    return part->noun;
}

enum { SIGNS = 32 };

static void add_legend(const panels *ps) {
    wend_show_sign signs[SIGNS];
    int count = 0;
    for (int64_t k = 0; k < ps->s->parts.count; k++) {
        const wend_storey_part *part = &ps->s->parts.data[k];
        const char *word = is_shown(ps->s, part->layer) ? word_of(part) : NULL;
        int known = 0;
        while (known < count && word && strcmp(signs[known].word, word) != 0)
            known++;
        if (word && known == count && count < SIGNS)
            signs[count++] = (wend_show_sign){part->colour, part->width > 0 ? fmax(part->width, 2) : 0, word};
    }
    double x = ps->s->widest > 0 ? wend_show_clearance_legend(ps->draw, 26, ps->s->widest) : 26;
    wend_show_legend(ps->draw, x, signs, count);
}

// "plan  ·  not shown: 17.7 m² of small or narrow parts on 2 other layers"
static void add_note(const panels *ps, wend_text *text) {
    const wend_storeys *s = ps->s;
    int32_t count = 0;
    double area = 0;
    for (int32_t k = 0; k < s->layer_count; k++) {
        count += !is_shown(s, k);
        area += is_shown(s, k) ? 0 : s->levels.data[k].area;
    }
    wend_text_add_string(text, s->title);
    if (count == 0 || s->only >= 0 || s->focused)
        return;
    wend_text_add_string(text, "  \xC2\xB7  not shown: ");
    wend_show_area(text, area);
    wend_text_add_string(text, " of small or narrow parts on ");
    wend_text_add_int(text, count);
    wend_text_add_string(text, count == 1 ? " other layer" : " other layers");
}

static void add_captions(const panels *ps) {
    const wend_storeys *s = ps->s;
    const wend_show_count counts[] = {{ps->list.count, s->only >= 0 ? "layer" : "storey"}};
    int known = s->flat ? 0 : 1;
    wend_text note = wend_text_start(ps->draw->context);
    add_note(ps, &note);
    add_legend(ps);
    wend_show_crop(ps->draw, &ps->crop, s->unit);
    if (wend_text_result(&note) != WEND_OK)
        ps->draw->failed = true;
    else
        wend_show_facts(ps->draw, s->only >= 0 ? s->levels.data[s->only].area : s->area, counts, known, note.data);
    wend_text_free(&note);
    wend_draw_scale_bar(ps->draw, s->unit);
}

wend_result wend_show_storeys(const wend_storeys *s, wend_draw *draw) {
    panels ps = {.s = s, .draw = draw, .ground = find_ground(s), .floors = are_floors(s)};
    find_panels(&ps);
    if (!draw->failed && ps.list.count > 0) {
        arrange(&ps);
        for (int64_t k = 0; k < ps.list.count; k++)
            show_panel(&ps, &ps.list.data[k]);
        for (int64_t k = 0; k < s->joints.count; k++)
            show_joint(&ps, k);
    } else if (!draw->failed) {
        wend_draw_page(draw, ps.crop.low, ps.crop.high);
        wend_draw_label_at(draw, draw->width / 2, draw->height / 2, 24, 0, WEND_SHOW_LINE, "no floor here");
    }
    if (!draw->failed)
        add_captions(&ps);
    wend_array_free(draw->context, &ps.list);
    return wend_draw_result(draw);
}
