// A drawing becomes a plan.
//
//     points   snapped to the lattice                                    lattice.c
//     lines    triangulated, crossings resolved                          geom/snap.c
//     floor    which triangles are inside                                inside.c
//     areas    which area they belong to                                 area.c
//     tidy     lines that bound no floor and are no area border go, and so do the vertices inside the floor that are
//              then on no line and no obstacle
//     arrays   in canonical order                                        assemble.c
//
// A line bounds floor when there is floor on one side only; when there is floor on both, if it was drawn as a wall (an
// open line, a spike of an obstacle, an outline). Outer rings that overlap or touch bound nothing where they do. A line
// that bounds nothing and was drawn as an area border stays as one: the triangulation keeps it, the floor goes through.
// So does any other line where two areas meet.
#include "base/context.h"
#include "plan/area.h"
#include "plan/assemble.h"
#include "plan/inside.h"
#include "plan/lattice.h"

#include <math.h>

typedef struct builder {
    wend_context *context;
    wend_report *report;
    wend_drawing_view drawing;
    wend_plan_def def;
    wend_plan *plan; // what is being built
    wend_snapped snapped;
    WEND_ARRAY(wend_point) points; // as triangulated: points that do not matter lie on one that does
    WEND_ARRAY(wend_segment) segments;
    WEND_ARRAY(int32_t) segment_shape;
    WEND_ARRAY(int32_t) lone_points; // points of the drawing that are obstacles by themselves
    wend_triangulation *t;
    WEND_ARRAY(uint8_t) floor;
    WEND_ARRAY(uint16_t) areas;   // per triangle of the triangulation; empty when there is only area 0
    WEND_ARRAY(uint8_t) parting;  // per piece: whether areas meet there; empty, too
    WEND_ARRAY(uint8_t) is_point; // per vertex of the triangulation
    WEND_ARRAY(int32_t) piece_source;
    WEND_ARRAY(uint8_t) shape_used;
    int64_t collapsed; // rings that had an area before they were snapped
} builder;

static void builder_free(builder *b) {
    wend_array_free(b->context, &b->snapped.points);
    wend_array_free(b->context, &b->snapped.beyond);
    wend_array_free(b->context, &b->points);
    wend_array_free(b->context, &b->segments);
    wend_array_free(b->context, &b->segment_shape);
    wend_array_free(b->context, &b->lone_points);
    wend_array_free(b->context, &b->floor);
    wend_array_free(b->context, &b->areas);
    wend_array_free(b->context, &b->parting);
    wend_array_free(b->context, &b->is_point);
    wend_array_free(b->context, &b->piece_source);
    wend_array_free(b->context, &b->shape_used);
    wend_triangulation_destroy(b->t);
}

// ---------------------------------------------------------------------------------------------------- findings

static void tell(const builder *b, wend_finding f, int32_t shape, const double *at) {
    f.item = shape;
    if (at) {
        f.has_at = true;
        f.at[0] = at[0];
        f.at[1] = at[1];
    }
    wend_report_add(b->report, &f);
}

static const double *drawn(const builder *b, int32_t point) {
    return b->drawing.points + 2 * (int64_t)point;
}

static const char *const kind_names[WEND_SHAPE_KIND_COUNT] = {"outer ring", "obstacle", "wall",  "point",
                                                              "outline",    "hole",     "border"};

static const char *name_of(const builder *b, int32_t shape) {
    return kind_names[b->drawing.shapes[shape].kind];
}

static bool is_ring(wend_shape_kind kind) {
    return kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
}

// ---------------------------------------------------------------------------------------------------- lines

static bool all_on_one_line(const wend_point *points, int32_t count) {
    wend_point a = points[0], c = a;
    for (int32_t i = 1; i < count; i++) {
        if (wend_point_equal(a, c))
            c = points[i];
        else if (wend_cross(a, c, points[i]) != 0)
            return false;
    }
    return true;
}

// The same before snapping, roughly: only for the choice of words.
static bool drawn_on_one_line(const builder *b, const wend_shape *shape) {
    const double *p = b->drawing.points + 2 * (int64_t)shape->first;
    double area = 0;
    for (int32_t i = 1; i + 1 < shape->count; i++)
        area += fabs((p[2 * i] - p[0]) * (p[2 * i + 3] - p[1]) - (p[2 * i + 1] - p[1]) * (p[2 * i + 2] - p[0]));
    return area == 0;
}

// Whether a shape is a border all of whose points are the same.
static bool is_idle_border(const builder *b, const wend_shape *shape) {
    const wend_point *p = b->snapped.points.data + shape->first;
    if (shape->kind != WEND_SHAPE_BORDER)
        return false;
    for (int32_t i = 1; i < shape->count; i++)
        if (!wend_point_equal(p[i], p[0]))
            return false;
    return true;
}

// The lines of one shape. Consecutive equal points give none.
static bool add_lines(builder *b, int32_t s) {
    const wend_shape *shape = &b->drawing.shapes[s];
    const wend_point *p = b->snapped.points.data + shape->first;
    bool ring = is_ring(shape->kind);
    int32_t repeated = 0, first_repeated = -1;
    int64_t lines = b->segments.count;
    for (int32_t i = 0; i + !ring < shape->count; i++) {
        int32_t j = i + 1 < shape->count ? i + 1 : 0;
        if (wend_point_equal(p[i], p[j])) {
            if (j != 0) {
                first_repeated = repeated++ == 0 ? shape->first + i : first_repeated;
            }
            continue;
        }
        if (!wend_array_push(b->context, &b->segments, (wend_segment){shape->first + i, shape->first + j}) ||
            !wend_array_push(b->context, &b->segment_shape, s))
            return false;
    }
    bool dot = b->segments.count == lines,
         blocks = shape->kind == WEND_SHAPE_OBSTACLE || shape->kind == WEND_SHAPE_WALL;
    if (dot && blocks && !wend_array_push(b->context, &b->lone_points, shape->first))
        return false;
    if (ring && all_on_one_line(p, shape->count))
        b->collapsed += !drawn_on_one_line(b, shape);
    if (ring && all_on_one_line(p, shape->count))
        tell(b,
             wend_finding_make("ring-without-area", WEND_WARNING,
                               "%s (shape %d) encloses nothing: its points are on one line", name_of(b, s), (int)s),
             s, drawn(b, shape->first));
    else if (is_idle_border(b, shape))
        tell(b,
             wend_finding_make("border-without-length", WEND_NOTE,
                               "%s (shape %d) has no two different points, and is ignored", name_of(b, s), (int)s),
             s, drawn(b, shape->first));
    else if (repeated > 0)
        tell(b,
             wend_finding_make("repeated-point", WEND_NOTE, "%s (shape %d) has %d point%s equal to the one before",
                               name_of(b, s), (int)s, (int)repeated, repeated == 1 ? "" : "s"),
             s, drawn(b, first_repeated));
    return true;
}

static bool add_lone_points(builder *b, const wend_shape *shape) {
    for (int32_t i = shape->first; i < shape->first + shape->count; i++)
        if (!b->snapped.beyond.data[i] && !wend_array_push(b->context, &b->lone_points, i))
            return false;
    return true;
}

// The points to triangulate: hole points, borders without length and points too far off to matter are put where another
// point is.
static bool copy_points(builder *b) {
    int64_t count = b->snapped.points.count;
    if (!wend_array_resize(b->context, &b->points, count))
        return false;
    memcpy(b->points.data, b->snapped.points.data, (size_t)count * sizeof(wend_point));
    wend_point somewhere = b->snapped.points.data[b->segments.data[0].a];
    for (int32_t s = 0; s < b->drawing.shape_count; s++) {
        const wend_shape *shape = &b->drawing.shapes[s];
        bool idle = shape->kind == WEND_SHAPE_HOLE || is_idle_border(b, shape);
        for (int32_t i = shape->first; i < shape->first + shape->count; i++)
            if (idle || b->snapped.beyond.data[i])
                b->points.data[i] = somewhere;
    }
    return true;
}

static wend_result collect_lines(builder *b) {
    for (int32_t s = 0; s < b->drawing.shape_count; s++) {
        const wend_shape *shape = &b->drawing.shapes[s];
        bool good = shape->count == 0 || shape->kind == WEND_SHAPE_HOLE ||
                    (shape->kind == WEND_SHAPE_POINT ? add_lone_points(b, shape) : add_lines(b, s));
        if (!good)
            return WEND_ERROR_MEMORY;
    }
    // The box had an extent, so there is a line unless all shapes are dots.
    if (b->segments.count == 0) {
        tell(b,
             wend_finding_make("no-outline", WEND_ERROR, "the drawing has no outline: every shape is a single point"),
             -1, NULL);
        return WEND_ERROR_EMPTY;
    }
    return copy_points(b) ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- floor

static void tell_no_floor(const builder *b) {
    char step[WEND_NUMBER_TEXT];
    wend_print_double(step, b->snapped.lattice.step);
    wend_finding f =
        b->collapsed > 0
            ? wend_finding_make(
                  "no-floor", WEND_ERROR,
                  "no floor is left: %lld rings are thinner than the lattice step of %s; take a smaller step",
                  (long long)b->collapsed, step)
            : wend_finding_make(
                  "no-floor", WEND_ERROR,
                  "the drawing encloses no floor: check that rings are closed and obstacles do not cover all of it");
    tell(b, f, -1, NULL);
}

static wend_result find_floor(builder *b) {
    if (!wend_array_resize(b->context, &b->floor, b->t->triangles.count))
        return WEND_ERROR_MEMORY;
    memset(b->floor.data, 0, (size_t)b->floor.count);
    wend_sketch sketch = {
        b->context, b->drawing, b->segment_shape.data, b->t, b->snapped.points.data, b->snapped.beyond.data, b->report};
    wend_result result = wend_find_floor(&sketch, b->floor.data);
    if (result != WEND_OK)
        return result;
    if (memchr(b->floor.data, 1, (size_t)b->floor.count))
        return WEND_OK;
    tell_no_floor(b);
    return WEND_ERROR_EMPTY;
}

static wend_result find_areas(builder *b) {
    wend_sketch sketch = {
        b->context, b->drawing, b->segment_shape.data, b->t, b->snapped.points.data, b->snapped.beyond.data, b->report};
    bool any = false;
    for (int32_t s = 0; s < b->drawing.shape_count && !any; s++)
        any = b->drawing.shapes[s].count > 0 && wend_shape_has_area(&sketch, s);
    if (!any)
        return WEND_OK;
    if (!wend_array_resize(b->context, &b->areas, b->t->triangles.count) ||
        !wend_array_resize(b->context, &b->parting, b->t->pieces.count))
        return WEND_ERROR_MEMORY;
    if (b->parting.count > 0)
        memset(b->parting.data, 0, (size_t)b->parting.count);
    return wend_find_areas(&sketch, b->areas.data);
}

// Whether a line with floor on both sides stands as a wall.
static bool stands_alone(const builder *b, int32_t e) {
    const wend_piece *pieces = b->t->pieces.data;
    for (int32_t p = wend_edge_mark(b->t->triangles.data, e); p >= 0; p = pieces[p].next) {
        int32_t shape = b->segment_shape.data[pieces[p].segment];
        wend_shape_kind kind = b->drawing.shapes[shape].kind;
        bool outline = kind == WEND_SHAPE_OUTLINE || (kind == WEND_SHAPE_OUTER && b->drawing.rule != WEND_INSIDE_RINGS);
        if (kind == WEND_SHAPE_WALL || outline)
            return true;
        // An obstacle that runs there and back has no area there, but it is still there.
        for (int32_t q = pieces[p].next; kind == WEND_SHAPE_OBSTACLE && q >= 0; q = pieces[q].next)
            if (b->segment_shape.data[pieces[q].segment] == shape)
                return true;
    }
    return false;
}

// Whether two areas meet at an edge.
static bool areas_meet(const builder *b, int32_t e) {
    return b->areas.count > 0 && b->areas.data[e / 3] != b->areas.data[wend_edge_twin(b->t->triangles.data, e) / 3];
}

static bool is_border(const builder *b, int32_t piece) {
    if (b->parting.count > 0 && b->parting.data[piece])
        return true;
    int32_t shape = b->segment_shape.data[b->t->pieces.data[piece].segment];
    return b->drawing.shapes[shape].kind == WEND_SHAPE_BORDER;
}

// Leaves on an edge the pieces of borders only, or those of all other lines, which thereby have an effect.
static void keep_pieces(builder *b, int32_t e, bool borders) {
    wend_triangle *tris = b->t->triangles.data;
    wend_piece *pieces = b->t->pieces.data;
    int32_t f = wend_edge_twin(tris, e), kept = -1;
    for (int32_t p = wend_edge_mark(tris, e), next; p >= 0; p = next) {
        next = pieces[p].next;
        if (is_border(b, p) != borders)
            continue;
        pieces[p].next = kept;
        kept = p;
        b->shape_used.data[b->segment_shape.data[pieces[p].segment]] = 1;
    }
    tris[e / 3].mark[e % 3] = tris[f / 3].mark[f % 3] = kept;
}

static void clear_mark(wend_triangle *tris, int32_t e) {
    int32_t f = wend_edge_twin(tris, e);
    tris[e / 3].mark[e % 3] = tris[f / 3].mark[f % 3] = -1;
}

// Clears the marks of lines that bound nothing and are no borders, and flips where they stood.
static wend_result keep_boundaries(builder *b) {
    wend_triangulation *t = b->t;
    if (!wend_array_resize(b->context, &b->shape_used, b->drawing.shape_count))
        return WEND_ERROR_MEMORY;
    memset(b->shape_used.data, 0, (size_t)b->shape_used.count);
    for (int32_t e = 0; e < 3 * t->triangles.count; e++) {
        int32_t f = wend_edge_twin(t->triangles.data, e);
        if (f < e || wend_edge_mark(t->triangles.data, e) < 0)
            continue;
        bool here = b->floor.data[e / 3], there = b->floor.data[f / 3];
        bool bounds = here != there || (here && stands_alone(b, e));
        if (here && there && !bounds && areas_meet(b, e))
            for (int32_t p = wend_edge_mark(t->triangles.data, e); p >= 0; p = t->pieces.data[p].next)
                b->parting.data[p] = 1;
        if (here || there)
            keep_pieces(b, e, !bounds);
        else
            clear_mark(t->triangles.data, e);
        if (here && wend_edge_mark(t->triangles.data, e) < 0 && !wend_array_push(b->context, &t->stack, e))
            return WEND_ERROR_MEMORY;
    }
    return wend_legalise(t);
}

// Whether there is floor all around a vertex, without a boundary and, unless `borders` may be there, without a border.
static bool is_inside_floor(const builder *b, int32_t vertex, bool borders) {
    int32_t first = b->t->vertex_edge.data[vertex], e = first;
    if (first < 0)
        return false;
    do {
        int32_t mark = wend_edge_mark(b->t->triangles.data, e);
        if (!b->floor.data[e / 3] || (mark >= 0 && !(borders && is_border(b, mark))))
            return false;
        e = wend_edge_around(b->t->triangles.data, e);
    } while (e != first);
    return true;
}

static wend_result mark_point_obstacles(builder *b) {
    if (!wend_array_resize(b->context, &b->is_point, b->t->vertices.count))
        return WEND_ERROR_MEMORY;
    memset(b->is_point.data, 0, (size_t)b->is_point.count);
    enum { SEEN = 1, IDLE = 2 };
    for (int64_t i = 0; i < b->lone_points.count; i++) {
        int32_t point = b->lone_points.data[i];
        uint8_t *state = &b->is_point.data[b->t->point_vertex.data[point]];
        if (!*state)
            *state = is_inside_floor(b, b->t->point_vertex.data[point], true) ? SEEN : SEEN | IDLE;
        if (*state & IDLE)
            tell(b,
                 wend_finding_make("point-without-effect", WEND_NOTE,
                                   "point obstacle %d lies on a boundary or outside the floor", (int)point),
                 -1, drawn(b, point));
    }
    return WEND_OK;
}

// Takes out the vertices inside the floor that are no obstacle and on no border: ends and crossings of lines that
// turned out to bound nothing.
static wend_result remove_idle_vertices(builder *b) {
    for (int32_t v = 0; v < b->t->vertices.count; v++) {
        if (b->is_point.data[v] || !is_inside_floor(b, v, false))
            continue;
        wend_result result = wend_triangulation_remove_vertex(b->t, v);
        if (result != WEND_OK)
            return result;
    }
    for (int64_t k = 0; k < b->t->triangles.count; k++)
        if (wend_triangle_is_unused(&b->t->triangles.data[k]))
            b->floor.data[k] = 0;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- odd lines

// The shape of which at least three lines' ends meet in a vertex, or -1; and any shape that has one there in *other.
static int32_t shape_crossing_itself(const builder *b, int32_t vertex, int32_t *other) {
    int32_t seen[16], count[16], n = 0;
    int32_t first = b->t->vertex_edge.data[vertex], e = first;
    do {
        for (int32_t p = wend_edge_mark(b->t->triangles.data, e); p >= 0; p = b->t->pieces.data[p].next) {
            int32_t shape = b->segment_shape.data[b->t->pieces.data[p].segment], k = 0;
            while (k < n && seen[k] != shape)
                k++;
            if (k == 16)
                continue;
            count[k] = k == n ? 1 : count[k] + 1;
            seen[k] = shape;
            n = k == n ? n + 1 : n;
            if (count[k] >= 3)
                return shape;
        }
        e = wend_edge_around(b->t->triangles.data, e);
    } while (e != first);
    *other = n > 0 ? seen[0] : -1;
    return -1;
}

// Tells of every place where lines cross that was no point of the drawing.
static wend_result tell_crossings(builder *b) {
    WEND_ARRAY(uint8_t) given = {0};
    if (!wend_array_resize(b->context, &given, b->t->vertices.count))
        return WEND_ERROR_MEMORY;
    memset(given.data, 0, (size_t)given.count);
    for (int64_t i = 0; i < b->t->point_vertex.count; i++)
        given.data[b->t->point_vertex.data[i]] = 1;
    for (int32_t v = 0; v < b->t->vertices.count; v++) {
        if (given.data[v])
            continue;
        double at[2];
        int32_t other = -1, shape = shape_crossing_itself(b, v, &other);
        wend_lattice_place(&b->snapped.lattice, b->t->vertices.data[v], at);
        if (shape >= 0 && is_ring(b->drawing.shapes[shape].kind))
            tell(b,
                 wend_finding_make("ring-crosses-itself", WEND_WARNING, "%s (shape %d) crosses itself",
                                   name_of(b, shape), (int)shape),
                 shape, at);
        else
            tell(b, wend_finding_make("lines-cross", WEND_NOTE, "lines cross here, between the points of the drawing"),
                 shape >= 0 ? shape : other, at);
    }
    wend_array_free(b->context, &given);
    return WEND_OK;
}

// Whether nothing was said yet about a shape, should it have no effect.
static bool is_untold(const builder *b, const wend_shape *shape) {
    if (shape->count == 0 || shape->kind == WEND_SHAPE_POINT || shape->kind == WEND_SHAPE_HOLE)
        return false;
    if (shape->kind == WEND_SHAPE_BORDER)
        return !is_idle_border(b, shape);
    return !all_on_one_line(b->snapped.points.data + shape->first, shape->count);
}

static wend_result tell_idle_shapes(builder *b) {
    for (int32_t s = 0; s < b->drawing.shape_count; s++) {
        const wend_shape *shape = &b->drawing.shapes[s];
        if (b->shape_used.data[s] || !is_untold(b, shape))
            continue;
        tell(b,
             wend_finding_make("shape-without-effect", WEND_NOTE, "%s (shape %d) %s", name_of(b, s), (int)s,
                               shape->kind == WEND_SHAPE_BORDER ? "lies outside the floor or on its boundary"
                                                                : "bounds no floor"),
             s, drawn(b, shape->first));
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result check_def(const wend_plan_def *def, wend_report *report) {
    bool unit = def->unit >= WEND_UNIT_MIN && def->unit <= WEND_UNIT_MAX;
    bool lattice = def->lattice == 0 || (def->lattice >= WEND_STEP_MIN && def->lattice <= WEND_STEP_MAX);
    if (unit && lattice)
        return WEND_OK;
    wend_finding f = wend_finding_make("bad-def", WEND_ERROR, "the field `%s` of the plan def must be between %s",
                                       unit ? "lattice" : "unit", unit ? "1e-100 and 1e100, or 0" : "1e-9 and 1e9");
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result triangulate(builder *b) {
    wend_result result = wend_triangulation_build(b->context, b->points.data, (int32_t)b->points.count,
                                                  b->segments.data, (int32_t)b->segments.count, &b->t);
    if (result == WEND_ERROR_LIMIT)
        tell(b,
             wend_finding_make("too-many-crossings", WEND_ERROR,
                               "the lines of the drawing cross in more than 2^28 places"),
             -1, NULL);
    return result;
}

static wend_result snap_points(builder *b) {
    return wend_drawing_snap(b->context, &b->drawing, b->def.lattice, &b->snapped, b->report);
}

static wend_result assemble(builder *b) {
    if (!wend_array_resize(b->context, &b->piece_source, b->t->pieces.count))
        return WEND_ERROR_MEMORY;
    for (int32_t p = 0; p < b->piece_source.count; p++)
        b->piece_source.data[p] = is_border(b, p) ? -1 : b->segment_shape.data[b->t->pieces.data[p].segment];
    const uint16_t *areas = b->areas.count > 0 ? b->areas.data : NULL;
    wend_plan_parts parts = {
        b->t, b->floor.data, b->is_point.data, areas, b->piece_source.data, b->snapped.lattice, b->def.unit};
    wend_result result = wend_plan_assemble(&parts, b->plan);
    return result == WEND_OK ? wend_plan_index(b->plan) : result;
}

static wend_result run(builder *b) {
    static wend_result (*const stages[])(builder *) = {
        snap_points,     collect_lines,        triangulate,          find_floor,       find_areas, tell_crossings,
        keep_boundaries, mark_point_obstacles, remove_idle_vertices, tell_idle_shapes, assemble};
    int count = (int)(sizeof stages / sizeof *stages);
    for (int k = 0; k < count; k++) {
        wend_result result = stages[k](b);
        if (result != WEND_OK)
            return result;
        if (wend_pause(b->context, "plan", (k + 1.0) / count))
            return WEND_ERROR_CANCELLED;
    }
    wend_log_line(b->context, WEND_LOG_INFO, "plan: %d vertices, %d triangles, %d components",
                  (int)b->plan->view.vertex_count, (int)b->plan->view.triangle_count,
                  (int)b->plan->view.component_count);
    return WEND_OK;
}

wend_plan_def wend_default_plan_def(void) {
    return (wend_plan_def){.lattice = 0, .unit = 1};
}

static wend_result build_plan(wend_context *context, const wend_drawing *drawing, const wend_plan_def *def,
                              wend_plan **plan, wend_report *report) {
    *plan = NULL;
    wend_plan_def settings = def ? *def : wend_default_plan_def();
    wend_result result = check_def(&settings, report);
    if (result != WEND_OK)
        return result;
    wend_plan *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_plan){.context = context};
    builder b = {
        .context = context, .report = report, .drawing = wend_drawing_look(drawing), .def = settings, .plan = made};
    result = run(&b);
    builder_free(&b);
    if (result != WEND_OK) {
        wend_plan_destroy(made);
        return result;
    }
    *plan = made;
    return WEND_OK;
}

wend_result wend_plan_build(wend_context *context, const wend_drawing *drawing, const wend_plan_def *def,
                            wend_plan **plan, wend_report *report) {
    if (!wend_given(plan, context != NULL && drawing != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_stage_begin(context, "plan");
    return wend_stage_end(context, build_plan(context, drawing, def, plan, report));
}
