// Components inside solids.
//
// A floor that runs on under a wall is walkable by the letter inside the wall. The air over a component
// is in one piece, up to the agent's height, and nothing is in it: all of it is inside a solid or none. A component
// goes when
//
//     border    most of what stands there shows its back (not all: where solids overlap or touch, one stands with its
//               front inside another);
//     above     the first thing over most of it shows its back (not all: one hangs inside another), and the sky is seen
//               from nowhere, slivers at the border aside;
//     around    from nearly everywhere rays come out of a solid, whichever way one looks (inside.c).
//
// The first two hold for open floors, too, under a carpet and an upper storey that are sheets. The last does not: there
// is daylight around. A room whose walls and roof were modelled from outside alone looks like a solid; it takes
// `keep_inside`.
//
// Above and around are measured by looking from places all over the component, each of which stands for a part of its
// area. Where they are depends on positions alone. Components are looked from in parallel.
//
// A barrier has floor on both sides; where one of them went, it is a wall.
#include "footing/filter.h"

#include "base/sort.h"
#include "footing/inside.h"
#include "sew/fan.h"
#include "surface/middle.h"

#include <math.h>

enum { PARTS = 8 }; // places of a component that are looked from, at least
enum { GRAIN = 4 }; // components in one task
#define SMALL 0.25  // of the largest triangle of a component: smaller ones are not looked around from
#define OPEN 0.1    // share of a component inside a solid from which one may see out
#define SKY 0.01    // share of a component inside a solid that may see the sky

typedef struct group {
    double area;         // square metres, on the slope
    double front, back;  // length of borders that show their front, their back
    double flat;         // area seen from above, in square lattice steps
    double under_back;   // the part of it that has a back above it, as far as was looked at,
    double free;         // the part that has none,
    double sky;          // that which has nothing above it,
    double open;         // and that from which one sees out, looking around
    double largest_area; // of its triangles, likewise
    bool gone;
} group;

typedef struct filter {
    wend_context *context;
    const wend_footing *footing;
    wend_raw *raw;
    wend_report *report;
    WEND_ARRAY(int32_t) component;
    WEND_ARRAY(group) groups;
    WEND_ARRAY(int32_t) barriers; // half-edges
} filter;

// ---------------------------------------------------------------------------------------------------- measuring

static double length_of(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// The area of a triangle on the slope, in square lattice steps; seen from above in *flat.
static double area_of(const wend_raw_triangle *t, double *flat) {
    double ax = (double)t->p[1].x - t->p[0].x, ay = (double)t->p[1].y - t->p[0].y, az = (double)t->p[1].z - t->p[0].z;
    double bx = (double)t->p[2].x - t->p[0].x, by = (double)t->p[2].y - t->p[0].y, bz = (double)t->p[2].z - t->p[0].z;
    double nx = ay * bz - az * by, ny = az * bx - ax * bz, nz = ax * by - ay * bx;
    *flat = nz / 2;
    return sqrt(nx * nx + ny * ny + nz * nz) / 2;
}

// Adds up what belongs to each component, and lists the barriers. False when memory is short.
static bool measure(filter *f) {
    double side = f->footing->solid->lattice.step * f->footing->solid->lattice.unit;
    for (int32_t t = 0; t < f->raw->triangles.count; t++) {
        if (f->component.data[t] < 0)
            continue;
        group *g = &f->groups.data[f->component.data[t]];
        const wend_raw_triangle *triangle = &f->raw->triangles.data[t];
        double flat;
        g->area += area_of(triangle, &flat) * side * side;
        g->flat += flat;
        g->largest_area = flat > g->largest_area ? flat : g->largest_area;
        for (int i = 0; i < 3; i++) {
            if (triangle->twin[i] >= 0)
                continue;
            const wend_raw_border *border = &f->raw->borders.data[~triangle->twin[i]];
            double length = length_of(triangle->p[i], triangle->p[(i + 1) % 3]);
            if (border->side != WEND_SIDE_NONE)
                *(border->side == WEND_SIDE_FRONT ? &g->front : &g->back) += length;
            if (border->kind == WEND_BOUNDARY_BARRIER && !wend_array_push(f->context, &f->barriers, 3 * t + i))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- inside

// Whether a part is more than half of a whole, beyond what the order of summing can change.
static bool is_most(double part, double whole) {
    return part > (0.5 + 1e-9) * whole;
}

// Whether most of what stands at the border of a component shows it its back.
static bool sees_backs(const group *g) {
    return is_most(g->back, g->back + g->front);
}

// Whether a component may still turn out to be inside a solid.
static bool is_suspect(const group *g) {
    return sees_backs(g) && g->sky <= SKY * g->flat && g->open <= OPEN * g->flat && !is_most(g->free, g->flat);
}

// How often each side of a triangle is divided to look around from its parts: once for each as large as a PARTS-th of
// its component, at least.
static int divisions_of(const group *g, double flat) {
    int n = 1;
    while (n * n * g->flat < PARTS * flat)
        n++;
    return n;
}

// The middle of one of the n * n parts of a triangle.
static void middle_of_part(const wend_raw_triangle *t, int n, int part, double place[3]) {
    int i = part % n, j = part / n;
    bool inverted = i + j >= n; // beyond the grid's diagonal: those stand for the parts that stand on their tip
    double u = (inverted ? n - 1 - i + 2.0 / 3 : i + 1.0 / 3) / n,
           v = (inverted ? n - 1 - j + 2.0 / 3 : j + 1.0 / 3) / n;
    const wend_point3 *p = t->p;
    place[0] = p[0].x + u * ((double)p[1].x - p[0].x) + v * ((double)p[2].x - p[0].x);
    place[1] = p[0].y + u * ((double)p[1].y - p[0].y) + v * ((double)p[2].y - p[0].y);
    place[2] = p[0].z + u * ((double)p[1].z - p[0].z) + v * ((double)p[2].z - p[0].z);
}

// How the plane of a triangle rises along x and y.
static void slope_of(const wend_raw_triangle *t, double slope[2]) {
    double ax = (double)t->p[1].x - t->p[0].x, ay = (double)t->p[1].y - t->p[0].y, az = (double)t->p[1].z - t->p[0].z;
    double bx = (double)t->p[2].x - t->p[0].x, by = (double)t->p[2].y - t->p[0].y, bz = (double)t->p[2].z - t->p[0].z;
    double nz = ax * by - ay * bx;
    slope[0] = (az * by - ay * bz) / nz;
    slope[1] = (ax * bz - az * bx) / nz;
}

// Looks up from a place that stands for an area of a component, or around. False when memory is short.
static bool look_from(wend_inside *view, const double place[3], const double slope[2], double area, bool around,
                      group *g) {
    wend_overhead above;
    bool out;
    if (around) {
        if (!wend_inside_look_around(view, place, slope, &out))
            return false;
        g->open += out ? 0 : area;
        return true;
    }
    if (!wend_inside_look_up(view, place, &above))
        return false;
    *(above == WEND_OVERHEAD_BACK ? &g->under_back : &g->free) += area;
    g->sky += above == WEND_OVERHEAD_NOTHING ? area : 0;
    return true;
}

// Looks from the parts of a triangle of a component. False when memory is short.
static bool look_from_parts(wend_inside *view, const wend_raw_triangle *t, bool around, group *g) {
    double flat, slope[2], place[3];
    area_of(t, &flat);
    if (around && flat < SMALL * g->largest_area) // enough: all of it is inside or none
        return true;
    slope_of(t, slope);
    int n = divisions_of(g, flat);
    for (int part = 0; part < n * n && is_suspect(g); part++) {
        middle_of_part(t, n, part, place);
        if (!look_from(view, place, slope, flat / (n * n), around, g))
            return false;
    }
    return true;
}

// What looking from all components needs.
typedef struct looking {
    filter *f;
    wend_inside *views;           // per worker
    WEND_ARRAY(int32_t) end;      // per component: where its triangles end, those of the next one beginning there
    WEND_ARRAY(int32_t) triangle; // of components that see backs, component by component
} looking;

static bool list_triangles(looking *x) {
    const filter *f = x->f;
    int64_t groups = f->groups.count, listed = 0;
    if (!wend_array_resize(f->context, &x->end, groups))
        return false;
    for (int64_t g = 0; g < groups; g++)
        x->end.data[g] = 0;
    for (int64_t t = 0; t < f->raw->triangles.count; t++)
        if (f->component.data[t] >= 0 && sees_backs(&f->groups.data[f->component.data[t]]))
            x->end.data[f->component.data[t]]++;
    for (int64_t g = 0; g < groups; g++) {
        listed += x->end.data[g];
        x->end.data[g] = (int32_t)listed - x->end.data[g]; // where they begin
    }
    if (!wend_array_resize(f->context, &x->triangle, listed))
        return false;
    for (int32_t t = 0; t < f->raw->triangles.count; t++)
        if (f->component.data[t] >= 0 && sees_backs(&f->groups.data[f->component.data[t]]))
            x->triangle.data[x->end.data[f->component.data[t]]++] = t;
    return true;
}

// Looks up from some components, then around from those that have backs above them, which costs more: until one is
// known to be free or all of it was looked from.
static wend_result look_from_some(void *data, int64_t begin, int64_t end, int worker) {
    looking *x = data;
    for (int64_t k = begin; k < end; k++) {
        group *g = &x->f->groups.data[k];
        int32_t first = k > 0 ? x->end.data[k - 1] : 0;
        for (int around = 0; around < 2; around++)
            for (int32_t i = first; i < x->end.data[k]; i++)
                if (is_suspect(g) && (!around || is_most(g->under_back, g->flat)) &&
                    !look_from_parts(&x->views[worker], &x->f->raw->triangles.data[x->triangle.data[i]], around, g))
                    return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

static wend_result find_inside(filter *f) {
    int workers = wend_thread_count(f->context);
    size_t bytes = (size_t)workers * sizeof(wend_inside);
    looking x = {.f = f, .views = wend_allocate_array(f->context, workers, sizeof *x.views)};
    wend_result result = x.views && list_triangles(&x) ? WEND_OK : WEND_ERROR_MEMORY;
    for (int w = 0; w < workers && x.views; w++)
        x.views[w] = wend_inside_start(f->context, f->footing);
    if (result == WEND_OK)
        result = wend_run_tasks(f->context, f->groups.count, GRAIN, look_from_some, &x);
    for (int w = 0; w < workers && x.views; w++)
        wend_inside_free(&x.views[w]);
    wend_release(f->context, x.views, bytes);
    wend_array_free(f->context, &x.end);
    wend_array_free(f->context, &x.triangle);
    return result;
}

// ---------------------------------------------------------------------------------------------------- all of it

// The triangle of a component into which the largest circle fits: its middle lies well inside.
static int32_t widest_triangle(const filter *f, int32_t component) {
    int32_t widest = -1;
    double most = -1;
    for (int32_t t = 0; t < f->raw->triangles.count; t++) {
        double room = f->component.data[t] == component ? wend_triangle_room(f->raw->triangles.data[t].p) : -1;
        widest = room > most ? t : widest;
        most = room > most ? room : most;
    }
    return widest;
}

static void tell_inside(const filter *f, int64_t count, double area, int32_t component) {
    char text[WEND_NUMBER_TEXT];
    wend_print_double(text, area < 1e12 ? floor(area * 1000 + 0.5) / 1000 : area);
    bool one = count == 1;
    wend_finding finding = wend_finding_make(
        "inside-solid", WEND_NOTE,
        "%lld part%s of the floor, %s square metres%s, %s inside %s and %s left out; set keep_inside to keep "
        "%s",
        (long long)count, one ? "" : "s", text, one ? "" : " in all", one ? "lies" : "lie", one ? "a solid" : "solids",
        one ? "was" : "were", one ? "it" : "them");
    int32_t triangle = widest_triangle(f, component);
    finding.item = f->raw->triangles.data[triangle].source;
    finding.has_at = true;
    wend_triangle_middle(&f->footing->solid->lattice, f->raw->triangles.data[triangle].p, finding.at);
    finding.has_measure = true;
    finding.measured = area;
    wend_report_add(f->report, &finding);
}

static void judge(filter *f) {
    int64_t inside = 0;
    double area = 0, largest = -1;
    int32_t example = -1;
    for (int64_t i = 0; i < f->groups.count; i++) {
        group *g = &f->groups.data[i];
        if (is_suspect(g) && is_most(g->under_back, g->flat)) {
            g->gone = true;
            inside++;
            area += g->area;
            example = g->area > largest ? (int32_t)i : example;
            largest = g->area > largest ? g->area : largest;
        }
    }
    if (inside > 0)
        tell_inside(f, inside, area, example);
}

// ---------------------------------------------------------------------------------------------------- barriers

static bool are_opposite(const wend_raw *raw, int32_t e, int32_t f) {
    return wend_same3(wend_raw_from(raw, e), wend_raw_to(raw, f)) &&
           wend_same3(wend_raw_to(raw, e), wend_raw_from(raw, f));
}

// Makes walls of barriers that have floor on one side only.
static wend_result review_barriers(filter *f) {
    wend_context *context = f->context;
    wend_raw *raw = f->raw;
    WEND_ARRAY(wend_key) keys = {0};
    bool enough = true;
    for (int64_t i = 0; i < f->barriers.count && enough; i++) {
        int32_t half = f->barriers.data[i];
        if (raw->triangles.data[half / 3].source >= 0) // the same key for an edge and its opposite
            enough = wend_array_push(
                context, &keys,
                (wend_key){wend_hash3(wend_raw_from(raw, half)) + wend_hash3(wend_raw_to(raw, half)), half, 0});
    }
    enough = enough && wend_sort_keys(context, keys.data, keys.count);
    for (int64_t i = 0, end; i < keys.count && enough; i = end) {
        for (end = i; end < keys.count && keys.data[end].key == keys.data[i].key;)
            end++;
        for (int64_t k = i; k < end; k++) {
            bool both = false;
            for (int64_t m = i; m < end && !both; m++)
                both = are_opposite(raw, keys.data[k].index, keys.data[m].index);
            if (!both)
                raw->borders.data[~wend_raw_twin(raw, keys.data[k].index)].kind = WEND_BOUNDARY_WALL;
        }
    }
    wend_array_free(context, &keys);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result run(filter *f) {
    int32_t count = 0;
    if (!wend_array_resize(f->context, &f->component, f->raw->triangles.count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_raw_components(f->context, f->raw, f->component.data, &count);
    if (result != WEND_OK)
        return result;
    if (!wend_array_resize(f->context, &f->groups, count))
        return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++)
        f->groups.data[i] = (group){.area = 0};
    if (!measure(f))
        return WEND_ERROR_MEMORY;
    result = find_inside(f);
    if (result != WEND_OK)
        return result;
    judge(f);
    for (int32_t t = 0; t < f->raw->triangles.count; t++)
        if (f->component.data[t] >= 0 && f->groups.data[f->component.data[t]].gone)
            f->raw->triangles.data[t].source = -1;
    return review_barriers(f);
}

wend_result wend_filter(wend_context *context, const wend_footing *footing, wend_raw *raw, wend_report *report) {
    filter f = {.context = context, .footing = footing, .raw = raw, .report = report};
    wend_result result = run(&f);
    wend_array_free(context, &f.component);
    wend_array_free(context, &f.groups);
    wend_array_free(context, &f.barriers);
    return result;
}
