// Whether the axis and the unit that a scene was taken with look wrong. See looks.h.
//
// Nothing here is certain, so every doubt names what to try and says that it may be ignored; and doubts are rare: none
// of them comes up on some ninety scenes of many kinds that were taken rightly.
//
//     up      Floors are large, lie at few levels, and scenes are wider than they are high. Another axis is named when
//             it is better on all three counts, and much better in all; or when what faces along it has no other side,
//             as in terrain, and what faces along the taken one has.
//     unit    No scene of floors with something above them is 200 m high, and few are 2 km long. Terrain is: it faces
//             up, has no underside and lies at no level. Walls in one piece are lower than 60 m, but for those around
//             all of a game's level. Rooms are higher than half a metre.
#include "explain/looks.h"

#include "base/platform.h"
#include "explain/setting.h"

#include <math.h>

#define ONE_SIDED 0.15   // of all area: what faces one way more than the other, in terrain and open scenes
#define MUCH 3.0         // times as one-sided
#define THINNER 0.9      // of the extent along the taken axis: at most that along a better one
#define LEVELLER 1.5     // times as much at one level, at least
#define LEAST_LEVEL 0.01 // of all area
#define BETTER 6.0       // times as good in all
#define SHEET 0.25       // of the extent: scenes as thin as that need no levels,
#define FACING 1.5       // if so many times as much faces along the axis
#define LONG 2000.0      // metres
#define HIGH 200.0       // metres
#define SMALL 1.0        // metres
#define LOW 0.5          // metres of room,
#define STOREYS 20.0     // in scenes that are at most so many times as high
#define TALL 60.0        // metres of wall,
#define UPRIGHT 0.2      // where so much of the area is upright
#define COVERED 0.1      // share of the ground that has something above it, in scenes that are no landscape,
#define MOSTLY 0.5       // and in buildings
#define TERRAIN_UP 0.6   // shares of the area of terrain: faces up, at least,
#define TERRAIN_DOWN 0.02
#define TERRAIN_LEVEL 0.3 // lies at one level, at most

static double core_of(const wend_looks *looks, int axis) {
    return looks->core_high[axis] - looks->core_low[axis];
}

// What faces along an axis more than against it; negative where it faces against it.
static double net_of(const wend_looks_axis *axis) {
    return axis->along - axis->against;
}

// By how much one axis looks more like the one that points up than another does; below 1 where it does not.
static double compare_axes(const wend_looks *looks, int taken, int other) {
    const wend_looks_axis *a = &looks->axes[taken], *b = &looks->axes[other];
    double thin = core_of(looks, taken), thick = core_of(looks, other), least = LEAST_LEVEL;
    double facing = b->along + b->against, facing_taken = a->along + a->against;
    double level = a->level > least ? a->level : least;
    double better = facing * b->level * thin, worse = facing_taken * level * thick;
    if (fabs(net_of(b)) >= ONE_SIDED && fabs(net_of(b)) >= MUCH * fabs(net_of(a)))
        return BETTER + fabs(net_of(b));
    if (thick <= SHEET * thin && facing >= FACING * facing_taken)
        return BETTER;
    if (thick <= THINNER * thin && b->level >= LEVELLER * level && better >= BETTER * worse)
        return BETTER;
    return 0;
}

wend_up wend_looks_likely(const wend_looks *looks) {
    int taken = (int)looks->up % 3, best = taken;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double better = k == taken ? 0 : compare_axes(looks, taken, k);
        if (better < BETTER || better < most)
            continue;
        bool ahead = better > most || core_of(looks, k) < core_of(looks, best);
        best = ahead ? k : best;
        most = better;
    }
    bool reversed = net_of(&looks->axes[best]) <= -ONE_SIDED;
    return best == taken ? looks->up : (wend_up)(best + (reversed ? 3 : 0));
}

static void doubt_up(const wend_looks *looks, bool options, wend_report *report) {
    if (looks->likely == looks->up)
        return;
    wend_finding finding = wend_finding_make(
        "scene-up", WEND_WARNING,
        "%s was taken as the axis that points up, and %s looks more like it: try %sup %s; if %s is right, ignore this",
        wend_up_name(looks->up), wend_up_name(looks->likely), options ? "--" : "", wend_up_name(looks->likely),
        wend_up_name(looks->up));
    wend_report_add(report, &finding);
}

// ---------------------------------------------------------------------------------------------------- the unit

// Units that scenes come in, and the longest that one is likely to be.
typedef struct named_unit {
    double metres;
    const char *name;
} named_unit;
static const named_unit units[] = {
    {1, "metres"}, {0.001, "millimetres"}, {0.01, "centimetres"}, {0.0254, "inches"}, {0.03125, "Quake's units"}};
#define UNIT_COUNT ((int)(sizeof units / sizeof units[0]))
#define LIKELY_LEAST 3.0
#define LIKELY_MOST 1000.0
#define POWERS_MOST 3000.0

static double longest_of(const double low[3], const double high[3]) {
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = high[k] - low[k] > longest ? high[k] - low[k] : longest;
    return longest;
}

// The power of ten, as metres per unit, by which a length comes to lie between `least` metres and ten times that.
static double power_for(double length, double least) {
    double up = 1, down = 1; // apart: of the two, powers of ten above 1 are exact
    while (length * up < least && up < WEND_UNIT_MAX)
        up *= 10;
    while (length / down >= 10 * least && down < 1 / WEND_UNIT_MIN)
        down *= 10;
    return down > 1 ? 1 / down : up;
}

// The unit that a scene is most likely to be in: what makes its length a likely one, hundreds of metres before
// thousands.
static double likely_unit(double length) {
    static const double first[] = {1, 100, 1000, 10};
    for (size_t k = 0; k < sizeof first / sizeof first[0]; k++)
        if (length * first[k] >= LIKELY_LEAST && length * first[k] <= POWERS_MOST)
            return first[k];
    return power_for(length, LIKELY_LEAST);
}

// Adds a unit as one gives it: "--unit 0.01".
static void add_setting(wend_text *text, bool options, double unit) {
    wend_explain_setting(text, options, "unit");
    wend_text_add_char(text, ' ');
    wend_text_add_double(text, unit);
}

static void add_size(const wend_looks *looks, wend_text *text) {
    wend_text_add_string(text, "the scene is ");
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k > 0 ? " x " : "");
        wend_text_add_significant(text, (looks->high[k] - looks->low[k]) * looks->unit);
    }
    wend_text_add_string(text, " m large: ");
}

// What a unit would make of a length.
static void add_unit(wend_text *text, bool options, double unit, double length, const char *what) {
    add_setting(text, options, unit);
    wend_text_add_string(text, " would make it ");
    wend_text_add_significant(text, length * unit);
    wend_text_add_string(text, what);
}

// Names the units that a scene too large may be in.
static void add_smaller_units(const wend_looks *looks, bool options, wend_text *text) {
    double longest = longest_of(looks->core_low, looks->core_high);
    int named = 0;
    for (int k = 0; k < UNIT_COUNT; k++) {
        double length = longest * units[k].metres;
        if (length < LIKELY_LEAST || length > LIKELY_MOST || units[k].metres >= looks->unit)
            continue;
        wend_text_add_string(text, named == 0 ? "try " : ", ");
        if (named++ == 0)
            add_setting(text, options, units[k].metres);
        else
            wend_text_add_double(text, units[k].metres);
        wend_text_add_string(text, named == 1 ? " if it is in " : " if in ");
        wend_text_add_string(text, units[k].name);
    }
    if (named == 0)
        add_unit(text, options, likely_unit(longest), longest, " m long");
}

// Whether the scene is terrain.
static bool is_terrain(const wend_looks *looks) {
    const wend_looks_axis *axis = &looks->axes[(int)looks->likely % 3];
    bool minus = looks->likely >= WEND_UP_MINUS_X;
    double up = minus ? axis->against : axis->along, down = minus ? axis->along : axis->against;
    return up >= TERRAIN_UP && down <= TERRAIN_DOWN && axis->level <= TERRAIN_LEVEL;
}

static bool is_large(const wend_looks *looks) {
    double longest = longest_of(looks->core_low, looks->core_high) * looks->unit;
    double high = core_of(looks, (int)looks->likely % 3) * looks->unit;
    return (longest > LONG && !is_terrain(looks)) || (high > HIGH && looks->covered >= COVERED);
}

// Whether walls are too high. Those around all of a game's level are few, and higher than nearly all of the scene.
static bool is_tall(const wend_looks *looks) {
    double high = core_of(looks, (int)looks->likely % 3) * looks->unit;
    return looks->upright >= UPRIGHT && looks->wall * looks->unit > TALL && high > TALL;
}

// Whether rooms are too low, and make up much of the scene's height: the gap between a kerb and the ground does not.
static bool is_low(const wend_looks *looks) {
    return looks->covered >= MOSTLY && looks->storey * looks->unit < LOW &&
           core_of(looks, (int)looks->likely % 3) <= STOREYS * looks->storey;
}

// Fills the text with what looks wrong about the unit, if anything does; *measured is the length in question, and
// *limit what it should keep to.
static bool doubt_unit(const wend_looks *looks, bool options, wend_text *text, double *measured, double *limit) {
    double longest = longest_of(looks->low, looks->high);
    if (!(longest > 0 && longest - longest == 0))
        return false;
    *measured = longest * looks->unit;
    if (*measured < SMALL) {
        *limit = SMALL;
        wend_text_add_string(text, "the scene is ");
        wend_text_add_significant(text, *measured);
        wend_text_add_string(text, " m long: is ");
        add_setting(text, options, looks->unit);
        wend_text_add_string(text, " right? ");
        add_unit(text, options, likely_unit(longest), longest, " m");
    } else if (is_large(looks)) {
        *limit = LONG;
        add_size(looks, text);
        add_smaller_units(looks, options, text);
    } else if (is_tall(looks)) {
        *measured = looks->wall * looks->unit;
        *limit = TALL;
        wend_text_add_string(text, "the walls of the scene are ");
        wend_text_add_significant(text, *measured);
        wend_text_add_string(text, " m high: ");
        add_smaller_units(looks, options, text);
    } else if (is_low(looks)) {
        *measured = looks->storey * looks->unit;
        *limit = LOW;
        wend_text_add_string(text, "the rooms of the scene are ");
        wend_text_add_significant(text, *measured);
        wend_text_add_string(text, " m high at most: ");
        add_unit(text, options, power_for(looks->storey, 2), looks->storey, " m");
    } else {
        return false;
    }
    wend_text_add_string(text, "; if the size is right, ignore this");
    return true;
}

void wend_looks_doubt(wend_context *context, const wend_looks *looks, bool options, wend_report *report) {
    wend_text text = wend_text_start(context);
    double measured, limit;
    doubt_up(looks, options, report);
    bool strays = wend_report_total(report, "stray-left-out") > 0; // that the size is wrong is explained, then
    if (!strays && doubt_unit(looks, options, &text, &measured, &limit) && wend_text_result(&text) == WEND_OK) {
        wend_finding finding = wend_finding_make("scene-unit", WEND_WARNING, "%s", text.data);
        finding.has_measure = true;
        finding.measured = measured;
        finding.limit = limit;
        wend_report_add(report, &finding);
    }
    wend_text_free(&text);
}
