// Reading a .wend file that lies in memory, without trusting a byte of it.
//
// Each step may use only what the steps before it have proved:
//
//     1. header     magic, version, size of the file, number of chunks, checksum of header and table
//     2. table      every chunk where the layout puts it, checksums
//     3. chunks     those that we know: each artifact whole, version, element size, counts that agree with each other
//                   and with their bytes
//     4. unpacking  every chunk holds exactly its elements (pack.h); they take at most four times the file's size
//     5. indices    of the plan: every index within the array that it points into, every number in its range (those of
//                   cells, surface, links and medial axis are left to their own steps, which trust none)
//     6. surface    wend_surface_adopt: the invariants of wend_surface_check
//     7. links      wend_links_adopt: those of wend_links_check
//     8. stairs     wend_stairs_adopt: those of wend_stairs_check
//     9. plan       wend_plan_adopt: those of wend_plan_check
//    10. cells      wend_cells_adopt: those of wend_cells_check
//    11. medial     wend_medial_adopt: those of wend_medial_check
//
// Each of the steps 6 to 9 and 11 begins with what is local: indices and ranges, neighbours that agree, fans and cycles
// that close. That is what queries take for granted, and all that a quick load does of them. A proven one goes on with
// what takes longer: that nothing overlaps, that one artifact is made of the other, measures and hashes. Cells are
// always made anew from their portals, which is quick.
//
// Checksums stop damage, not malice: whoever can write a file can write right checksums too. Steps 2 to 11 therefore
// hold on their own, and the fuzzer repairs checksums before it calls. O(n log n) in the size of the file.
#include "archive/format.h"

#include "cells/cells.h"
#include "link/links.h"
#include "medial/medial.h"
#include "nav/nav.h"
#include "plan/lattice.h"
#include "plan/plan.h"
#include "stairs/stairs.h"
#include "surface/surface.h"

#include <float.h>

#define HEIGHT_MAX 1e9     // metres
#define HEADROOM_MAX 1e300 // metres: any that is finite
#define LATTICE_MAX 1e9
#define REACH_MAX 1e6 // metres that welding and simplifying may move something
#define RIGHT_ANGLE 0x1.921fb54442d18p+0

// A file while it is read.
typedef struct reading {
    const unsigned char *bytes;
    uint64_t count;
    bool proven;
    wend_archive_header header;
    wend_archive_entry entries[WEND_CHUNK_COUNT];
    const wend_archive_entry *known[WEND_CHUNK_COUNT]; // those of `entries` that the file has, else NULL
    const void *elements[WEND_CHUNK_COUNT];            // unpacked
    const int32_t *link_flight;                        // per link: the flight that it names
    wend_report *report;
} reading;

static const char *code_of(wend_result result) {
    switch (result) {
    case WEND_ERROR_TRUNCATED:
        return "archive-truncated";
    case WEND_ERROR_CHECKSUM:
        return "archive-checksum";
    case WEND_ERROR_VERSION:
        return "archive-version";
    case WEND_ERROR_INVALID:
        return "archive-invalid";
    default:
        return "archive-format";
    }
}

// Adds an error finding and gives the result back: `return fail(r, WEND_ERROR_FORMAT, "...", ...)`.
#define fail(r, result, ...)                                                                                           \
    (add_error((r)->report, wend_finding_make(code_of(result), WEND_ERROR, __VA_ARGS__)), (result))

static void add_error(wend_report *report, wend_finding finding) {
    wend_report_add(report, &finding);
}

// ---------------------------------------------------------------------------------------------------- 1. header

static wend_result read_header(reading *r) {
    wend_archive_header *h = &r->header;
    size_t magic = r->count < sizeof h->magic ? (size_t)r->count : sizeof h->magic;
    if (r->count == 0)
        return fail(r, WEND_ERROR_TRUNCATED, "The file is empty.");
    if (memcmp(r->bytes, WEND_ARCHIVE_MAGIC, magic) != 0)
        return fail(r, WEND_ERROR_FORMAT,
                    "This is not a .wend file: it does not start with the eight bytes that mark one. A scene or a "
                    "floor plan must be built first.");
    if (r->count < sizeof *h)
        return fail(r, WEND_ERROR_TRUNCATED, "The file ends after %lld bytes, within its header of %zu bytes.",
                    (long long)r->count, sizeof *h);
    memcpy(h, r->bytes, sizeof *h);
    wend_element_turn(&wend_archive_header_kind, h);
    if (h->major > WEND_ARCHIVE_MAJOR)
        return fail(r, WEND_ERROR_VERSION,
                    "The file has format version %d.%d and this library reads versions up to %d: use a newer Wend.",
                    h->major, h->minor, WEND_ARCHIVE_MAJOR);
    if (h->major < WEND_ARCHIVE_MAJOR)
        return fail(r, WEND_ERROR_VERSION,
                    "The file has format version %d.%d, which was never released: build it again.", h->major, h->minor);
    if (h->file_bytes > r->count)
        return fail(r, WEND_ERROR_TRUNCATED, "The file ends after %lld bytes; its header promises more.",
                    (long long)r->count);
    if (h->file_bytes < r->count)
        return fail(r, WEND_ERROR_FORMAT, "The file has %lld bytes, %lld more than its header says.",
                    (long long)r->count, (long long)(r->count - h->file_bytes));
    if (h->chunk_count > WEND_ARCHIVE_CHUNKS_MAX || wend_archive_start(h->chunk_count) > r->count)
        return fail(r, WEND_ERROR_FORMAT, "The header promises %lld chunks, more than a file of %lld bytes can list.",
                    (long long)h->chunk_count, (long long)r->count);
    if (wend_archive_checksum(r->bytes, h->chunk_count) != h->checksum)
        return fail(r, WEND_ERROR_CHECKSUM,
                    "The checksum of the header and the chunk table is wrong: the file is damaged.");
    for (size_t i = 0; i < sizeof h->reserved; i++)
        if (h->reserved[i] != 0)
            return fail(r, WEND_ERROR_FORMAT, "Byte %zu of the header must be 0.",
                        offsetof(wend_archive_header, reserved) + i);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 2. table

// The id of a chunk as text.
typedef struct name {
    char text[5];
} name;

static name name_of(const wend_archive_entry *entry) {
    name n = {{0}};
    memcpy(n.text, entry->id, sizeof entry->id);
    return n;
}

// A chunk must start where the one before it ends, at `end`.
static wend_result check_place(const reading *r, const wend_archive_entry *e, uint64_t end) {
    name n = name_of(e);
    if (e->offset != end)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s starts at byte %lld; what comes before it ends at byte %lld.",
                    n.text, (long long)e->offset, (long long)end);
    if (e->bytes > r->count - end)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s, %lld bytes from byte %lld on, reaches beyond the end of the file.",
                    n.text, (long long)e->bytes, (long long)e->offset);
    if (e->reserved != 0)
        return fail(r, WEND_ERROR_FORMAT, "The table entry of chunk %s has a reserved field that is not 0.", n.text);
    if (wend_hash(0, r->bytes + e->offset, (size_t)e->bytes) != e->checksum)
        return fail(r, WEND_ERROR_CHECKSUM,
                    "The checksum of chunk %s, from byte %lld on, is wrong: the file is damaged.", n.text,
                    (long long)e->offset);
    return WEND_OK;
}

// Ids are unique, so that no two readers can disagree about which chunk counts.
static wend_result check_id(const reading *r, uint32_t k, const wend_archive_entry *e) {
    for (size_t i = 0; i < sizeof e->id; i++)
        if (e->id[i] < 0x21 || e->id[i] > 0x7E)
            return fail(r, WEND_ERROR_FORMAT, "The id of chunk number %lld is not four printable characters.",
                        (long long)k);
    for (uint32_t i = 0; i < k; i++)
        if (memcmp(r->bytes + wend_archive_start(i), e->id, sizeof e->id) == 0)
            return fail(r, WEND_ERROR_FORMAT, "Chunk %s is there twice.", name_of(e).text);
    return WEND_OK;
}

static wend_result read_table(reading *r) {
    uint64_t end = wend_archive_start(r->header.chunk_count);
    for (uint32_t k = 0; k < r->header.chunk_count; k++) {
        wend_archive_entry e;
        memcpy(&e, r->bytes + wend_archive_start(k), sizeof e);
        wend_element_turn(&wend_archive_entry_kind, &e);
        wend_result result = check_id(r, k, &e);
        if (result == WEND_OK)
            result = check_place(r, &e, end);
        if (result != WEND_OK)
            return result;
        end += e.bytes;
        for (int i = 0; i < WEND_CHUNK_COUNT; i++)
            if (memcmp(e.id, wend_archive_kinds[i].id, sizeof e.id) == 0) {
                r->entries[i] = e;
                r->known[i] = &r->entries[i];
            }
    }
    if (end != r->count)
        return fail(r, WEND_ERROR_FORMAT, "The last chunk ends at byte %lld, the file at %lld.", (long long)end,
                    (long long)r->count);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 3. chunks

// The elements of a chunk; NULL when it is missing.
static const void *chunk_data(const reading *r, wend_archive_chunk k) {
    return r->elements[k];
}

// How many elements a chunk has; none when it is missing.
static int32_t chunk_count(const reading *r, wend_archive_chunk k) {
    return r->known[k] != NULL ? (int32_t)r->known[k]->count : 0;
}

static bool has(const reading *r, wend_archive_artifact artifact) {
    return r->known[wend_archive_heads[artifact]] != NULL;
}

// A chunk that is not there: it must be one that may be left out, or its whole artifact is.
static wend_result check_missing(const reading *r, int k) {
    static const char *const names[] = {[WEND_ARTIFACT_PLAN] = "plan",
                                        [WEND_ARTIFACT_CELLS] = "cells",
                                        [WEND_ARTIFACT_SURFACE] = "surface",
                                        [WEND_ARTIFACT_LINKS] = "links"};
    const wend_archive_kind *kind = &wend_archive_kinds[k];
    if (has(r, kind->artifact) && !kind->optional)
        return fail(r, WEND_ERROR_FORMAT, "The %s in the file cannot be whole: chunk %s is missing.",
                    names[kind->artifact], kind->id);
    return WEND_OK;
}

static wend_result check_chunk(const reading *r, int k) {
    const wend_archive_kind *kind = &wend_archive_kinds[k];
    const wend_archive_entry *e = r->known[k];
    if (!has(r, kind->artifact))
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s is there without chunk %s, which it belongs to.", kind->id,
                    wend_archive_kinds[wend_archive_heads[kind->artifact]].id);
    if (e->version > kind->version)
        return fail(r, WEND_ERROR_VERSION, "Chunk %s has version %lld and this library reads %lld: use a newer Wend.",
                    kind->id, (long long)e->version, (long long)kind->version);
    if (e->version != kind->version || e->size != kind->element.size)
        return fail(r, WEND_ERROR_FORMAT,
                    "Chunk %s has version %lld and elements of %lld bytes; it must be %lld and %lld.", kind->id,
                    (long long)e->version, (long long)e->size, (long long)kind->version, (long long)kind->element.size);
    if (kind->optional && e->count == 0)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s is empty; it must be left out.", kind->id);
    if (k == (int)wend_archive_heads[kind->artifact] && e->count != 1)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s must hold one element.", kind->id);
    if (e->count > INT32_MAX / 3) // half-edges have 32-bit numbers
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s has %lld elements, more than 32-bit indices can name.", kind->id,
                    (long long)e->count);
    if (e->bytes < wend_pack_least(&kind->element, e->count))
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s has %lld bytes, too few for %lld elements.", kind->id,
                    (long long)e->bytes, (long long)e->count);
    return WEND_OK;
}

// Two arrays about the same things.
static wend_result check_same_count(const reading *r, wend_archive_chunk a, wend_archive_chunk b) {
    if (chunk_count(r, a) == chunk_count(r, b))
        return WEND_OK;
    return fail(r, WEND_ERROR_FORMAT, "Chunks %s and %s must have the same number of elements.",
                wend_archive_kinds[a].id, wend_archive_kinds[b].id);
}

// The plan of a linked surface has four chunks more, and stands on links.
static wend_result check_linked_plan(const reading *r) {
    bool linked = r->known[WEND_CHUNK_VERTEX_SOURCES] != NULL;
    for (int k = WEND_CHUNK_VERTEX_SOURCES; k <= WEND_CHUNK_COMPONENT_HANDLES; k++)
        if (linked != (r->known[k] != NULL))
            return fail(r, WEND_ERROR_FORMAT, "The plan of a surface cannot be whole: chunk %s is missing.",
                        wend_archive_kinds[linked ? k : WEND_CHUNK_VERTEX_SOURCES].id);
    if (linked && !has(r, WEND_ARTIFACT_LINKS))
        return fail(r, WEND_ERROR_FORMAT, "The file holds the plan of a surface without its links (chunk LINK).");
    return WEND_OK;
}

static wend_result check_counts(const reading *r) {
    static const wend_archive_chunk pairs[][2] = {
        {WEND_CHUNK_VERTICES, WEND_CHUNK_VERTEX_FLAGS},
        {WEND_CHUNK_TRIANGLES, WEND_CHUNK_TRIANGLE_COMPONENTS},
        {WEND_CHUNK_SURFACE_TRIANGLES, WEND_CHUNK_SURFACE_TRIANGLE_COMPONENTS},
        {WEND_CHUNK_LINKED_VERTICES, WEND_CHUNK_LINKED_VERTEX_FLAGS},
        {WEND_CHUNK_LINKED_TRIANGLES, WEND_CHUNK_LINKED_TRIANGLE_COMPONENTS},
        {WEND_CHUNK_VERTICES, WEND_CHUNK_VERTEX_SOURCES},
        {WEND_CHUNK_VERTICES, WEND_CHUNK_VERTEX_HEIGHTS},
        {WEND_CHUNK_TRIANGLES, WEND_CHUNK_TRIANGLE_LAYERS},
        {WEND_CHUNK_COMPONENTS, WEND_CHUNK_COMPONENT_HANDLES},
    };
    wend_result result = check_linked_plan(r);
    int count = r->known[WEND_CHUNK_VERTEX_SOURCES] != NULL ? 9 : 5;
    for (int k = 0; k < count && result == WEND_OK; k++)
        result = check_same_count(r, pairs[k][0], pairs[k][1]);
    return result;
}

static wend_result check_chunks(const reading *r) {
    for (int k = 0; k < WEND_CHUNK_COUNT; k++) {
        wend_result result = r->known[k] != NULL ? check_chunk(r, k) : check_missing(r, k);
        if (result != WEND_OK)
            return result;
    }
    if (!has(r, WEND_ARTIFACT_PLAN) && !has(r, WEND_ARTIFACT_SURFACE))
        return fail(r, WEND_ERROR_FORMAT, "The file holds neither a surface (chunk SURF) nor a plan (chunk PLAN).");
    if (chunk_count(r, WEND_CHUNK_SURFACE_SETTINGS) > 1)
        return fail(r, WEND_ERROR_FORMAT, "Chunk SDEF must hold one element.");
    if (r->known[WEND_CHUNK_SURFACE_SEEDS] != NULL && r->known[WEND_CHUNK_SURFACE_SETTINGS] == NULL)
        return fail(r, WEND_ERROR_FORMAT, "Chunk SSED is there without chunk SDEF, which it belongs to.");
    if (has(r, WEND_ARTIFACT_CELLS) && !has(r, WEND_ARTIFACT_PLAN))
        return fail(r, WEND_ERROR_FORMAT, "The file holds cells (chunk CELL) without a plan (chunk PLAN).");
    if (has(r, WEND_ARTIFACT_MEDIAL) && !has(r, WEND_ARTIFACT_PLAN))
        return fail(r, WEND_ERROR_FORMAT, "The file holds a medial axis (chunk MEDI) without a plan (chunk PLAN).");
    if (has(r, WEND_ARTIFACT_MEDIAL) &&
        r->known[WEND_CHUNK_MEDIAL_AROUND]->count != 2 * r->known[WEND_CHUNK_MEDIAL_ARCS]->count)
        return fail(r, WEND_ERROR_FORMAT, "Chunk MRND must have two elements for each one of chunk MARC.");
    if (has(r, WEND_ARTIFACT_LINKS) && !has(r, WEND_ARTIFACT_SURFACE))
        return fail(r, WEND_ERROR_FORMAT, "The file holds links (chunk LINK) without a surface (chunk SURF).");
    return check_counts(r);
}

static wend_plan_view plan_view_of(const reading *r) {
    const wend_archive_plan *head = chunk_data(r, WEND_CHUNK_PLAN);
    return (wend_plan_view){
        .lattice = {{head->origin[0], head->origin[1]}, head->step},
        .unit = head->unit,
        .vertex_count = (int32_t)r->known[WEND_CHUNK_VERTICES]->count,
        .vertices = chunk_data(r, WEND_CHUNK_VERTICES),
        .vertex_flags = chunk_data(r, WEND_CHUNK_VERTEX_FLAGS),
        .triangle_count = (int32_t)r->known[WEND_CHUNK_TRIANGLES]->count,
        .triangles = chunk_data(r, WEND_CHUNK_TRIANGLES),
        .triangle_component = chunk_data(r, WEND_CHUNK_TRIANGLE_COMPONENTS),
        .boundary_count = (int32_t)r->known[WEND_CHUNK_BOUNDARIES]->count,
        .boundaries = chunk_data(r, WEND_CHUNK_BOUNDARIES),
        .cycle_count = head->cycle_count,
        .border_count = chunk_count(r, WEND_CHUNK_BORDERS),
        .borders = chunk_data(r, WEND_CHUNK_BORDERS),
        .component_count = (int32_t)r->known[WEND_CHUNK_COMPONENTS]->count,
        .components = chunk_data(r, WEND_CHUNK_COMPONENTS),
        .hash = head->hash,
        .layer_count = 1,
        .vertex_sources = chunk_data(r, WEND_CHUNK_VERTEX_SOURCES),
        .vertex_heights = chunk_data(r, WEND_CHUNK_VERTEX_HEIGHTS),
        .triangle_layer = chunk_data(r, WEND_CHUNK_TRIANGLE_LAYERS),
        .component_handles = chunk_data(r, WEND_CHUNK_COMPONENT_HANDLES),
    };
}

static wend_links_view links_view_of(const reading *r, const wend_surface *surface, const wend_agent *agent) {
    const wend_archive_links *head = chunk_data(r, WEND_CHUNK_LINKS);
    wend_surface_view ground = wend_surface_look(surface);
    wend_links_view view = {
        .lattice = ground.lattice,
        .surface_hash = ground.hash,
        .agent = *agent,
        .link_count = chunk_count(r, WEND_CHUNK_LINK_LIST),
        .links = chunk_data(r, WEND_CHUNK_LINK_LIST),
        .interval_count = chunk_count(r, WEND_CHUNK_LINK_INTERVALS),
        .intervals = chunk_data(r, WEND_CHUNK_LINK_INTERVALS),
        .vertex_count = chunk_count(r, WEND_CHUNK_LINKED_VERTICES),
        .vertices = chunk_data(r, WEND_CHUNK_LINKED_VERTICES),
        .vertex_flags = chunk_data(r, WEND_CHUNK_LINKED_VERTEX_FLAGS),
        .triangle_count = chunk_count(r, WEND_CHUNK_LINKED_TRIANGLES),
        .filler_first = head->filler_first,
        .triangles = chunk_data(r, WEND_CHUNK_LINKED_TRIANGLES),
        .triangle_component = chunk_data(r, WEND_CHUNK_LINKED_TRIANGLE_COMPONENTS),
        .boundary_count = chunk_count(r, WEND_CHUNK_LINKED_BOUNDARIES),
        .boundaries = chunk_data(r, WEND_CHUNK_LINKED_BOUNDARIES),
        .cycle_count = head->cycle_count,
        .join_count = chunk_count(r, WEND_CHUNK_LINKED_JOINS),
        .joins = chunk_data(r, WEND_CHUNK_LINKED_JOINS),
        .component_count = chunk_count(r, WEND_CHUNK_LINKED_COMPONENTS),
        .components = chunk_data(r, WEND_CHUNK_LINKED_COMPONENTS),
        .filled = head->filled,
        .hash = head->hash,
    };
    memcpy(view.counts, head->counts, sizeof view.counts);
    return view;
}

static wend_stairs_view stairs_view_of(const reading *r, const wend_links *links) {
    return (wend_stairs_view){
        .links_hash = wend_links_look(links).hash,
        .flight_count = chunk_count(r, WEND_CHUNK_FLIGHTS),
        .flights = chunk_data(r, WEND_CHUNK_FLIGHTS),
        .flight_link_count = chunk_count(r, WEND_CHUNK_FLIGHT_LINKS),
        .flight_links = chunk_data(r, WEND_CHUNK_FLIGHT_LINKS),
        .link_count = chunk_count(r, WEND_CHUNK_LINK_LIST),
        .link_flight = r->link_flight,
    };
}

static wend_cells_view cells_view_of(const reading *r) {
    const wend_archive_cells *head = chunk_data(r, WEND_CHUNK_CELLS);
    return (wend_cells_view){
        .def = {head->relax_angle, head->relax, (wend_cells_quality)head->quality},
        .vertex_count = (int32_t)r->known[WEND_CHUNK_VERTICES]->count,
        .point_count = chunk_count(r, WEND_CHUNK_CELL_POINTS),
        .points = chunk_data(r, WEND_CHUNK_CELL_POINTS),
        .portal_count = chunk_count(r, WEND_CHUNK_PORTALS),
        .portals = chunk_data(r, WEND_CHUNK_PORTALS),
        .cell_count = (int32_t)r->known[WEND_CHUNK_CELL_LIST]->count,
        .cells = chunk_data(r, WEND_CHUNK_CELL_LIST),
        .side_count = (int32_t)r->known[WEND_CHUNK_CELL_SIDES]->count,
        .sides = chunk_data(r, WEND_CHUNK_CELL_SIDES),
        .notch_count = head->notch_count,
        .portal_length = head->portal_length,
        .smallest_angle = head->smallest_angle,
        .needle_count = head->needle_count,
    };
}

static wend_surface_view surface_view_of(const reading *r) {
    const wend_archive_surface *head = chunk_data(r, WEND_CHUNK_SURFACE);
    return (wend_surface_view){
        .lattice = {{head->origin[0], head->origin[1], head->origin[2]}, head->step, head->unit, (wend_up)head->up},
        .producer = (wend_producer)head->producer,
        .vertex_count = (int32_t)r->known[WEND_CHUNK_SURFACE_VERTICES]->count,
        .vertices = chunk_data(r, WEND_CHUNK_SURFACE_VERTICES),
        .triangle_count = (int32_t)r->known[WEND_CHUNK_SURFACE_TRIANGLES]->count,
        .triangles = chunk_data(r, WEND_CHUNK_SURFACE_TRIANGLES),
        .triangle_component = chunk_data(r, WEND_CHUNK_SURFACE_TRIANGLE_COMPONENTS),
        .boundary_count = (int32_t)r->known[WEND_CHUNK_SURFACE_BOUNDARIES]->count,
        .boundaries = chunk_data(r, WEND_CHUNK_SURFACE_BOUNDARIES),
        .cycle_count = head->cycle_count,
        .component_count = (int32_t)r->known[WEND_CHUNK_SURFACE_COMPONENTS]->count,
        .components = chunk_data(r, WEND_CHUNK_SURFACE_COMPONENTS),
        .area = head->area,
        .min = {head->min[0], head->min[1], head->min[2]},
        .max = {head->max[0], head->max[1], head->max[2]},
        .hash = head->hash,
    };
}

static wend_medial_view medial_view_of(const reading *r) {
    const wend_archive_medial *head = chunk_data(r, WEND_CHUNK_MEDIAL);
    return (wend_medial_view){
        .vertex_count = (int32_t)r->known[WEND_CHUNK_MEDIAL_VERTICES]->count,
        .vertices = chunk_data(r, WEND_CHUNK_MEDIAL_VERTICES),
        .arc_count = (int32_t)r->known[WEND_CHUNK_MEDIAL_ARCS]->count,
        .arcs = chunk_data(r, WEND_CHUNK_MEDIAL_ARCS),
        .around = chunk_data(r, WEND_CHUNK_MEDIAL_AROUND),
        .true_count = head->true_count,
        .hash = head->hash,
    };
}

// ---------------------------------------------------------------------------------------------------- 4. unpacking

// Bytes that a chunk's elements take in memory, up to where the next array may start.
static uint64_t room_of(const wend_archive_entry *e) {
    const uint64_t align = 16;
    return (e->count * e->size + align - 1) / align * align;
}

// Bytes for an array of numbers beside the links of a file: the flights that these belong to.
static uint64_t room_of_flights(const reading *r) {
    wend_archive_entry flights = {.count = (uint64_t)chunk_count(r, WEND_CHUNK_LINK_LIST), .size = sizeof(int32_t)};
    return room_of(&flights);
}

// Links of a file name their flights, those in memory do not: parts the two. Links become shorter, so they stay where
// they are.
static wend_result part_links(reading *r, unsigned char *links, int32_t *flights) {
    int32_t count = chunk_count(r, WEND_CHUNK_LINK_LIST);
    for (int32_t k = 0; k < count; k++) {
        wend_archive_link from;
        memcpy(&from, links + (size_t)k * sizeof from, sizeof from);
        if (from.reserved != 0)
            return fail(r, WEND_ERROR_INVALID, "Chunk LLST, element %d: the reserved field must be 0.", (int)k);
        wend_link to = {.id = from.id,
                        .kind = (wend_link_kind)from.kind,
                        .first_interval = from.first_interval,
                        .interval_count = from.interval_count,
                        .first_filler = from.first_filler,
                        .filler_count = from.filler_count,
                        .landing = from.landing,
                        .height = from.height,
                        .barrier = from.barrier,
                        .distance = from.distance,
                        .width = from.width,
                        .direction = {from.direction[0], from.direction[1]}};
        flights[k] = from.flight;
        memcpy(links + (size_t)k * sizeof to, &to, sizeof to);
    }
    r->link_flight = flights;
    return WEND_OK;
}

// Unpacks all known chunks into one block, which the nav keeps.
static wend_result unpack_chunks(reading *r, wend_nav *nav) {
    uint64_t total = room_of_flights(r);
    unsigned char *links = NULL;
    for (int k = 0; k < WEND_CHUNK_COUNT; k++)
        total += r->known[k] != NULL ? room_of(r->known[k]) : 0;
    nav->block = total <= PTRDIFF_MAX ? wend_allocate_array(nav->context, (int64_t)total, 1) : NULL;
    if (nav->block == NULL)
        return WEND_ERROR_MEMORY;
    nav->block_bytes = (size_t)total;
    unsigned char *to = nav->block;
    for (int k = 0; k < WEND_CHUNK_COUNT; k++) {
        const wend_archive_entry *e = r->known[k];
        if (e == NULL)
            continue;
        if (!wend_unpack(&wend_archive_kinds[k].element, r->bytes + e->offset, (size_t)e->bytes, to, (int64_t)e->count))
            return fail(r, WEND_ERROR_FORMAT, "The %lld bytes of chunk %s, from byte %lld on, are not %lld elements.",
                        (long long)e->bytes, wend_archive_kinds[k].id, (long long)e->offset, (long long)e->count);
        r->elements[k] = to;
        links = k == WEND_CHUNK_LINK_LIST ? to : links;
        to += room_of(e);
    }
    return links != NULL ? part_links(r, links, (int32_t *)(void *)to) : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 5. indices

static bool is_index(int32_t value, int32_t count) {
    return value >= 0 && value < count;
}

// Names the element of a chunk that is out of range.
static wend_result fail_at(const reading *r, wend_archive_chunk k, int32_t element, const char *what) {
    return fail(r, WEND_ERROR_INVALID, "Chunk %s, element %d: %s.", wend_archive_kinds[k].id, element, what);
}

static wend_result check_head(const reading *r) {
    const wend_archive_plan *head = chunk_data(r, WEND_CHUNK_PLAN);
    wend_lattice lattice = {{head->origin[0], head->origin[1]}, head->step};
    if (!wend_lattice_is_sound(&lattice, head->unit))
        return fail_at(r, WEND_CHUNK_PLAN, 0, "the lattice or the unit is out of range");
    if (head->cycle_count < 0 || (uint64_t)head->cycle_count > r->known[WEND_CHUNK_BOUNDARIES]->count)
        return fail_at(r, WEND_CHUNK_PLAN, 0,
                       "the number of cycles must be between 0 and the number of boundary edges");
    return head->reserved == 0 ? WEND_OK : fail_at(r, WEND_CHUNK_PLAN, 0, "the reserved field must be 0");
}

static wend_result check_vertices(const reading *r, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->vertex_count; i++) {
        wend_point p = v->vertices[i];
        if (p.x > WEND_COORDINATE_MAX || p.x < -WEND_COORDINATE_MAX || p.y > WEND_COORDINATE_MAX ||
            p.y < -WEND_COORDINATE_MAX)
            return fail_at(r, WEND_CHUNK_VERTICES, i, "a coordinate is beyond 2^29");
        if (v->vertex_flags[i] > (WEND_VERTEX_BOUNDARY | WEND_VERTEX_POINT | WEND_VERTEX_FEATURE))
            return fail_at(r, WEND_CHUNK_VERTEX_FLAGS, i, "unknown flags");
    }
    return WEND_OK;
}

static wend_result check_triangles(const reading *r, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->triangle_count; i++) {
        const wend_plan_triangle *t = &v->triangles[i];
        for (int k = 0; k < 3; k++) {
            if (!is_index(t->v[k], v->vertex_count))
                return fail_at(r, WEND_CHUNK_TRIANGLES, i, "a corner is no vertex");
            if (!(t->twin[k] >= 0 ? is_index(t->twin[k], 3 * v->triangle_count)
                                  : is_index(~t->twin[k], v->boundary_count)))
                return fail_at(r, WEND_CHUNK_TRIANGLES, i, "a twin is neither a half-edge nor a boundary edge");
        }
        if (!is_index(v->triangle_component[i], v->component_count))
            return fail_at(r, WEND_CHUNK_TRIANGLE_COMPONENTS, i, "there is no such component");
    }
    return WEND_OK;
}

static wend_result check_boundaries(const reading *r, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->boundary_count; i++) {
        const wend_plan_boundary *b = &v->boundaries[i];
        if (!is_index(b->edge, 3 * v->triangle_count))
            return fail_at(r, WEND_CHUNK_BOUNDARIES, i, "there is no such half-edge");
        if (!is_index(b->next, v->boundary_count))
            return fail_at(r, WEND_CHUNK_BOUNDARIES, i, "the next boundary edge does not exist");
        if (!is_index(b->cycle, v->cycle_count))
            return fail_at(r, WEND_CHUNK_BOUNDARIES, i, "there is no such cycle");
        if (!is_index(b->kind, WEND_BOUNDARY_KIND_COUNT))
            return fail_at(r, WEND_CHUNK_BOUNDARIES, i, "unknown kind of boundary");
        if (b->source < -1)
            return fail_at(r, WEND_CHUNK_BOUNDARIES, i, "the source is negative");
    }
    return WEND_OK;
}

static wend_result check_borders(const reading *r, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->border_count; i++)
        if (!is_index(v->borders[i], 3 * v->triangle_count))
            return fail_at(r, WEND_CHUNK_BORDERS, i, "there is no such half-edge");
    return WEND_OK;
}

static wend_result check_components(const reading *r, const wend_plan_view *v) {
    for (int32_t i = 0; i < v->component_count; i++) {
        const wend_plan_component *c = &v->components[i];
        if (!is_index(c->first, v->triangle_count))
            return fail_at(r, WEND_CHUNK_COMPONENTS, i, "its first triangle does not exist");
        if (c->area2 <= 0 || c->triangles <= 0 || c->triangles > v->triangle_count || c->cycles < 0 ||
            c->cycles > v->cycle_count || c->points < 0 || c->points > v->vertex_count)
            return fail_at(r, WEND_CHUNK_COMPONENTS, i, "a number is out of range");
    }
    return WEND_OK;
}

// What the validator of surfaces does not see: numbers that are for others, and that there is a floor at all.
static wend_result check_surface(const reading *r, wend_agent *agent) {
    const wend_archive_surface *head = chunk_data(r, WEND_CHUNK_SURFACE);
    const wend_surface_component *components = chunk_data(r, WEND_CHUNK_SURFACE_COMPONENTS);
    if (!(head->height > 0 && head->height <= HEIGHT_MAX && head->slope >= 0 && head->slope < RIGHT_ANGLE))
        return fail_at(r, WEND_CHUNK_SURFACE, 0, "the height or the slope of the agent is out of range");
    if (head->up < 0 || head->producer < 0)
        return fail_at(r, WEND_CHUNK_SURFACE, 0, "the axis or the producer is unknown");
    if (head->reserved != 0)
        return fail_at(r, WEND_CHUNK_SURFACE, 0, "the reserved field must be 0");
    if (r->known[WEND_CHUNK_SURFACE_TRIANGLES]->count == 0)
        return fail(r, WEND_ERROR_INVALID, "The surface in this file has no triangle.");
    for (int32_t i = 0; i < chunk_count(r, WEND_CHUNK_SURFACE_COMPONENTS); i++)
        if (components[i].reserved != 0)
            return fail_at(r, WEND_CHUNK_SURFACE_COMPONENTS, i, "the reserved field must be 0");
    *agent = (wend_agent){.height = head->height, .slope = head->slope};
    return WEND_OK;
}

static bool is_between(double value, double low, double high) {
    return value >= low && value <= high;
}

// What the surface was made with: the defaults where the file does not tell.
static wend_result read_settings(const reading *r, wend_nav *nav) {
    nav->settings.solid = wend_default_solid_def();
    nav->settings.exact = wend_default_exact_def();
    if (r->known[WEND_CHUNK_SURFACE_SETTINGS] == NULL)
        return WEND_OK;
    const wend_archive_settings *head = chunk_data(r, WEND_CHUNK_SURFACE_SETTINGS);
    const wend_archive_seed *seeds = chunk_data(r, WEND_CHUNK_SURFACE_SEEDS);
    int32_t seed_count = chunk_count(r, WEND_CHUNK_SURFACE_SEEDS);
    if (!is_between(head->lattice, 0, LATTICE_MAX) || !is_between(head->weld, 0, REACH_MAX) ||
        !is_between(head->simplify, 0, REACH_MAX) || !is_between(head->min_area, 0, DBL_MAX))
        return fail_at(r, WEND_CHUNK_SURFACE_SETTINGS, 0, "a number is out of range");
    if (head->flags > WEND_SETTINGS_ALL)
        return fail_at(r, WEND_CHUNK_SURFACE_SETTINGS, 0, "unknown flags");
    if (head->reserved != 0)
        return fail_at(r, WEND_CHUNK_SURFACE_SETTINGS, 0, "the reserved field must be 0");
    nav->settings.solid.lattice = head->lattice;
    nav->settings.exact = (wend_exact_def){.weld = head->weld,
                                           .simplify = head->simplify,
                                           .two_sided = (head->flags & WEND_SETTING_TWO_SIDED) != 0,
                                           .keep_inside = (head->flags & WEND_SETTING_KEEP_INSIDE) != 0};
    nav->settings.keep = (wend_keep_def){
        .min_area = head->min_area, .seeds = seed_count > 0 ? seeds->place : NULL, .seed_count = seed_count};
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 6. to 10.

// What an artifact's validator found is the cause; the finding that tells it becomes the last one.
static wend_result explain(const reading *r, wend_result result, const char *what) {
    if (result != WEND_ERROR_INVALID || r->report == NULL)
        return result;
    char cause[WEND_FINDING_TEXT];
    memcpy(cause, wend_report_error(r->report), sizeof cause - 1);
    cause[sizeof cause - 1] = 0;
    return fail(r, result, "%s in this file break a rule: %s", what, cause);
}

// What the plan of a surface has beyond a floor plan: as many layers as the highest number says, and the surface's
// lattice.
static wend_result set_ground(const reading *r, const wend_nav *nav, wend_plan_view *view) {
    for (int32_t i = 0; i < view->triangle_count; i++) {
        int32_t layer = view->triangle_layer[i];
        if (!is_index(layer, view->triangle_count))
            return fail_at(r, WEND_CHUNK_TRIANGLE_LAYERS, i, "there are not so many layers");
        view->layer_count = layer >= view->layer_count ? layer + 1 : view->layer_count;
    }
    view->ground = wend_surface_look(nav->surface).lattice;
    if (view->ground.origin[0] != view->lattice.origin[0] || view->ground.origin[1] != view->lattice.origin[1] ||
        view->ground.step != view->lattice.step || view->ground.unit != view->unit)
        return fail_at(r, WEND_CHUNK_PLAN, 0, "the lattice or the unit is not that of the surface");
    return WEND_OK;
}

static wend_result read_plan(const reading *r, wend_nav *nav) {
    wend_result result = check_head(r);
    if (result != WEND_OK)
        return result;
    wend_plan_view view = plan_view_of(r);
    result = check_vertices(r, &view);
    if (result == WEND_OK)
        result = check_triangles(r, &view);
    if (result == WEND_OK)
        result = check_boundaries(r, &view);
    if (result == WEND_OK)
        result = check_borders(r, &view);
    if (result == WEND_OK)
        result = check_components(r, &view);
    if (result == WEND_OK && view.vertex_sources != NULL)
        result = set_ground(r, nav, &view);
    if (result != WEND_OK)
        return result;
    const wend_links *links = view.vertex_sources != NULL ? nav->links : NULL;
    return explain(r, wend_plan_adopt(nav->context, &view, links, r->proven, &nav->plan, r->report),
                   "The plan's arrays");
}

static wend_result read_cells(const reading *r, wend_nav *nav) {
    const wend_archive_cells *head = chunk_data(r, WEND_CHUNK_CELLS);
    if (head->reserved != 0)
        return fail_at(r, WEND_CHUNK_CELLS, 0, "the reserved field must be 0");
    wend_cells_view view = cells_view_of(r);
    return explain(r, wend_cells_adopt(nav->context, nav->plan, &view, &nav->cells, r->report), "The cells");
}

static wend_result read_surface(const reading *r, wend_nav *nav) {
    wend_result result = check_surface(r, &nav->settings.agent);
    if (result == WEND_OK)
        result = read_settings(r, nav);
    if (result != WEND_OK)
        return result;
    wend_surface_view view = surface_view_of(r);
    return explain(r, wend_surface_adopt(nav->context, &view, r->proven, &nav->surface, r->report),
                   "The surface's arrays");
}

static wend_result read_door_heights(const reading *r, wend_nav *nav) {
    const wend_door_height *heights = chunk_data(r, WEND_CHUNK_DOOR_HEIGHTS);
    int32_t count = chunk_count(r, WEND_CHUNK_DOOR_HEIGHTS), arcs = chunk_count(r, WEND_CHUNK_MEDIAL_ARCS);
    for (int32_t k = 0; k < count; k++) {
        if (heights[k].arc < 0 || heights[k].arc >= arcs || (k > 0 && heights[k].arc <= heights[k - 1].arc))
            return fail_at(r, WEND_CHUNK_DOOR_HEIGHTS, k, "arcs must ascend, and be arcs of the medial axis");
        if (heights[k].reserved != 0)
            return fail_at(r, WEND_CHUNK_DOOR_HEIGHTS, k, "the reserved field must be 0");
        if (!(heights[k].headroom > 0 && heights[k].headroom <= HEADROOM_MAX))
            return fail_at(r, WEND_CHUNK_DOOR_HEIGHTS, k, "the headroom is out of range");
    }
    nav->door_heights = heights;
    nav->door_height_count = count;
    return WEND_OK;
}

static wend_result read_medial(const reading *r, wend_nav *nav) {
    const wend_archive_medial *head = chunk_data(r, WEND_CHUNK_MEDIAL);
    if (head->reserved != 0)
        return fail_at(r, WEND_CHUNK_MEDIAL, 0, "the reserved field must be 0");
    wend_medial_view view = medial_view_of(r);
    wend_result result =
        explain(r, wend_medial_adopt(nav->context, nav->plan, &view, r->proven, &nav->medial, r->report),
                "The arrays of the medial axis");
    return result == WEND_OK ? read_door_heights(r, nav) : result;
}

static wend_result read_links(const reading *r, wend_nav *nav) {
    const wend_archive_links *head = chunk_data(r, WEND_CHUNK_LINKS);
    wend_agent *agent = &nav->settings.agent;
    double half = agent->height / 2;
    if (!(head->step >= 0 && head->step < half && head->gap >= 0 && head->gap < half && head->drop >= 0 &&
          head->drop <= HEIGHT_MAX))
        return fail_at(r, WEND_CHUNK_LINKS, 0, "the step, the gap or the drop is out of range");
    agent->step = head->step;
    agent->gap = head->gap;
    agent->drop = head->drop;
    wend_links_view view = links_view_of(r, nav->surface, agent);
    return explain(r, wend_links_adopt(nav->context, &view, nav->surface, r->proven, &nav->links, r->report),
                   "The links");
}

static wend_result read_stairs(const reading *r, wend_nav *nav) {
    wend_stairs_view view = stairs_view_of(r, nav->links);
    wend_result result =
        wend_stairs_adopt(nav->context, &view, nav->links, nav->surface, r->proven, &nav->stairs, r->report);
    return explain(r, result, "The stairs");
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result read_artifacts(reading *r, wend_nav *nav) {
    wend_result result = read_header(r);
    if (result == WEND_OK)
        result = read_table(r);
    if (result == WEND_OK)
        result = check_chunks(r);
    if (result == WEND_OK)
        result = unpack_chunks(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_SURFACE))
        result = read_surface(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_LINKS))
        result = read_links(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_LINKS))
        result = read_stairs(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_PLAN))
        result = read_plan(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_CELLS))
        result = read_cells(r, nav);
    if (result == WEND_OK && has(r, WEND_ARTIFACT_MEDIAL))
        result = read_medial(r, nav);
    return result;
}

wend_result wend_archive_load(wend_context *context, const void *bytes, size_t count, wend_load how, wend_nav **nav,
                              wend_report *report) {
    reading r = {
        .bytes = bytes, .count = bytes != NULL ? count : 0, .proven = how != WEND_LOAD_QUICK, .report = report};
    *nav = NULL;
    wend_nav *made = wend_nav_create(context);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = read_artifacts(&r, made);
    if (result == WEND_OK)
        *nav = made;
    else
        wend_nav_destroy(made);
    return result;
}
