// Which faces of a solid are floors for an agent, and which are too steep.
//
// Passes run over pieces of the faces in parallel. What a piece lists or adds up is kept by piece and put together in
// the order of pieces, which are the same for any number of threads.
#include "footing/footing.h"

#include "base/context.h"

enum { PIECE = 2048 }; // faces in one task

// What one piece comes to.
typedef struct tally {
    int64_t listed, steep; // floors, and steep faces
    double up_area, down_area;
} tally;

typedef struct finding {
    wend_context *context;
    wend_footing *footing;
    wend_report *report;
    WEND_ARRAY(tally) tallies; // of each piece
} finding;

// The cosine of an angle in [0, pi/2], by its series: the same on every machine.
static double cosine_of(double angle) {
    double square = angle * angle, sum = 1;
    for (int k = 24; k >= 2; k -= 2)
        sum = 1 - sum * square / ((k - 1) * k);
    return sum;
}

// Adds up the area of what is flat enough to walk on, by the way it faces.
static void weigh(const finding *f, const wend_face *face, tally *t) {
    if (wend_footing_is_flat(f->footing, face))
        *(face->flags & WEND_FACE_DOWN ? &t->down_area : &t->up_area) += wend_face_area2(face) / 2;
}

static wend_result list_floors_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    tally t = {0};
    for (int64_t i = begin; i < end; i++) {
        const wend_face *face = &f->footing->solid->faces.data[i];
        weigh(f, face, &t);
        if (wend_footing_is_floor(f->footing, face))
            f->footing->floors.data[begin + t.listed++] = (int32_t)i;
        else if (!(face->flags & (WEND_FACE_DOWN | WEND_FACE_WALL)))
            f->footing->steep.data[begin + t.steep++] = (int32_t)i;
    }
    f->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Moves what piece number k has listed to the end of the list.
static void append(wend_face_list *list, int64_t k, int64_t count) {
    if (count > 0 && list->count < k * PIECE)
        memmove(list->data + list->count, list->data + k * PIECE, (size_t)count * sizeof *list->data);
    list->count += count;
}

static wend_result list_floors(finding *f) {
    wend_footing *g = f->footing;
    int64_t faces = g->solid->faces.count;
    if (!wend_array_resize(f->context, &f->tallies, faces / PIECE + 1) ||
        !wend_array_resize(f->context, &g->floors, faces) || !wend_array_resize(f->context, &g->steep, faces))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(f->context, faces, PIECE, list_floors_piece, f);
    if (result != WEND_OK)
        return result;
    g->floors.count = g->steep.count = 0;
    for (int64_t k = 0; k * PIECE < faces; k++) {
        const tally *t = &f->tallies.data[k];
        append(&g->floors, k, t->listed);
        append(&g->steep, k, t->steep);
        g->up_area += t->up_area;
        g->down_area += t->down_area;
    }
    return WEND_OK;
}

// Says so when nearly all that is flat enough faces down: such a file was wound the other way.
static void tell_winding(const finding *f) {
    if (f->footing->two_sided || !wend_footing_looks_down(f->footing))
        return;
    double share = f->footing->down_area / (f->footing->up_area + f->footing->down_area);
    char percent[WEND_NUMBER_TEXT];
    wend_print_int64(percent, (int64_t)(100 * share + 0.5));
    wend_finding found =
        wend_finding_make("winding-faces-down", WEND_WARNING,
                          "%s%% of the area that is flat enough to walk on faces down: reverse the winding of the "
                          "triangles (counter-clockwise seen from outside), or try another axis, or two_sided, which "
                          "makes floors of the insides of solids, too",
                          percent);
    found.has_measure = true;
    found.measured = share;
    found.limit = 0.75;
    wend_report_add(f->report, &found);
}

static wend_result refuse_empty(const finding *f) {
    wend_finding found =
        wend_finding_make("no-floor", WEND_ERROR,
                          "no triangle of the scene is flat enough, faces up and is larger than the lattice: check "
                          "which axis is up, slope, two_sided and unit");
    wend_report_add(f->report, &found);
    return WEND_ERROR_EMPTY;
}

wend_result wend_footing_find(wend_context *context, const wend_solid *solid, const wend_agent *agent, bool two_sided,
                              wend_footing *footing, wend_report *report) {
    const double slack = 0.01 * 3.14159265358979323846 / 180, right = 1.5707963267948966;
    *footing = (wend_footing){.solid = solid,
                              .height = agent->height / (solid->lattice.step * solid->lattice.unit),
                              .cosine = cosine_of(agent->slope + slack < right ? agent->slope + slack : right),
                              .two_sided = two_sided};
    finding f = {.context = context, .footing = footing, .report = report};
    wend_result result = list_floors(&f);
    wend_array_free(context, &f.tallies);
    if (result != WEND_OK)
        return result;
    tell_winding(&f);
    if (footing->floors.count == 0)
        return refuse_empty(&f);
    return wend_hubs_find(context, solid->faces.data, (int32_t)solid->faces.count, footing->floors.data,
                          footing->floors.count, &footing->hubs);
}

void wend_footing_free(wend_context *context, wend_footing *footing) {
    wend_hubs_free(context, &footing->hubs);
    wend_array_free(context, &footing->floors);
    wend_array_free(context, &footing->steep);
}
