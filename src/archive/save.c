// Writing a nav as the bytes of a .wend file: header, table, and each array packed. docs/format.md has the layout.
// Nothing of when, where or by whom it was made goes in, so that the same nav always gives the same bytes.
#include "archive/format.h"

typedef struct piece {
    const void *data;
    uint64_t count;
} piece;

// The arrays of a plan, chunk by chunk; `head` keeps what is no array.
static void collect_plan(const wend_plan *plan, wend_archive_plan *head, piece pieces[WEND_CHUNK_COUNT]) {
    wend_plan_view view = wend_plan_look(plan);
    *head = (wend_archive_plan){.origin = {view.lattice.origin[0], view.lattice.origin[1]},
                                .step = view.lattice.step,
                                .unit = view.unit,
                                .hash = view.hash,
                                .cycle_count = view.cycle_count};
    pieces[WEND_CHUNK_PLAN] = (piece){head, 1};
    pieces[WEND_CHUNK_VERTICES] = (piece){view.vertices, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_VERTEX_FLAGS] = (piece){view.vertex_flags, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_TRIANGLES] = (piece){view.triangles, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_TRIANGLE_COMPONENTS] = (piece){view.triangle_component, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_BOUNDARIES] = (piece){view.boundaries, (uint64_t)view.boundary_count};
    pieces[WEND_CHUNK_COMPONENTS] = (piece){view.components, (uint64_t)view.component_count};
    pieces[WEND_CHUNK_BORDERS] = (piece){view.borders, (uint64_t)view.border_count};
    if (view.vertex_sources == NULL)
        return;
    pieces[WEND_CHUNK_VERTEX_SOURCES] = (piece){view.vertex_sources, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_VERTEX_HEIGHTS] = (piece){view.vertex_heights, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_TRIANGLE_LAYERS] = (piece){view.triangle_layer, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_COMPONENT_HANDLES] = (piece){view.component_handles, (uint64_t)view.component_count};
}

// The arrays of cells, chunk by chunk; `head` keeps what is no array.
static void collect_cells(const wend_cells *cells, wend_archive_cells *head, piece pieces[WEND_CHUNK_COUNT]) {
    wend_cells_view view = wend_cells_look(cells);
    *head = (wend_archive_cells){.relax_angle = view.def.relax_angle,
                                 .relax = view.def.relax,
                                 .portal_length = view.portal_length,
                                 .smallest_angle = view.smallest_angle,
                                 .quality = (int32_t)view.def.quality,
                                 .notch_count = view.notch_count,
                                 .needle_count = view.needle_count};
    pieces[WEND_CHUNK_CELLS] = (piece){head, 1};
    pieces[WEND_CHUNK_CELL_POINTS] = (piece){view.points, (uint64_t)view.point_count};
    pieces[WEND_CHUNK_PORTALS] = (piece){view.portals, (uint64_t)view.portal_count};
    pieces[WEND_CHUNK_CELL_LIST] = (piece){view.cells, (uint64_t)view.cell_count};
    pieces[WEND_CHUNK_CELL_SIDES] = (piece){view.sides, (uint64_t)view.side_count};
}

// The arrays of a surface, chunk by chunk; `head` keeps what is no array.
static void collect_surface(const wend_surface *surface, const wend_agent *agent, wend_archive_surface *head,
                            piece pieces[WEND_CHUNK_COUNT]) {
    wend_surface_view view = wend_surface_look(surface);
    *head = (wend_archive_surface){.step = view.lattice.step,
                                   .unit = view.lattice.unit,
                                   .area = view.area,
                                   .height = agent->height,
                                   .slope = agent->slope,
                                   .hash = view.hash,
                                   .up = (int32_t)view.lattice.up,
                                   .producer = (int32_t)view.producer,
                                   .cycle_count = view.cycle_count};
    memcpy(head->origin, view.lattice.origin, sizeof head->origin);
    memcpy(head->min, view.min, sizeof head->min);
    memcpy(head->max, view.max, sizeof head->max);
    pieces[WEND_CHUNK_SURFACE] = (piece){head, 1};
    pieces[WEND_CHUNK_SURFACE_VERTICES] = (piece){view.vertices, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_SURFACE_TRIANGLES] = (piece){view.triangles, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_SURFACE_TRIANGLE_COMPONENTS] = (piece){view.triangle_component, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_SURFACE_BOUNDARIES] = (piece){view.boundaries, (uint64_t)view.boundary_count};
    pieces[WEND_CHUNK_SURFACE_COMPONENTS] = (piece){view.components, (uint64_t)view.component_count};
}

// What a surface was made with; `head` keeps what is no array.
static void collect_settings(const wend_settings *settings, wend_archive_settings *head,
                             piece pieces[WEND_CHUNK_COUNT]) {
    const wend_exact_def *def = &settings->exact;
    *head = (wend_archive_settings){.lattice = settings->solid.lattice,
                                    .weld = def->weld,
                                    .simplify = def->simplify,
                                    .min_area = settings->keep.min_area,
                                    .flags = (def->two_sided ? WEND_SETTING_TWO_SIDED : 0u) |
                                             (def->keep_inside ? WEND_SETTING_KEEP_INSIDE : 0u)};
    pieces[WEND_CHUNK_SURFACE_SETTINGS] = (piece){head, 1};
    pieces[WEND_CHUNK_SURFACE_SEEDS] = (piece){settings->keep.seeds, (uint64_t)settings->keep.seed_count};
}

// The arrays of a medial axis, chunk by chunk; `head` keeps what is no array.
static void collect_medial(const wend_medial *medial, wend_archive_medial *head, piece pieces[WEND_CHUNK_COUNT]) {
    wend_medial_view view = wend_medial_look(medial);
    *head = (wend_archive_medial){.hash = view.hash, .true_count = view.true_count};
    pieces[WEND_CHUNK_MEDIAL] = (piece){head, 1};
    pieces[WEND_CHUNK_MEDIAL_VERTICES] = (piece){view.vertices, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_MEDIAL_ARCS] = (piece){view.arcs, (uint64_t)view.arc_count};
    pieces[WEND_CHUNK_MEDIAL_AROUND] = (piece){view.around, 2 * (uint64_t)view.arc_count};
}

// The links of a file, which name their flights. NULL when memory is short.
static wend_archive_link *list_links(wend_context *context, const wend_links *links, const wend_stairs *stairs) {
    wend_links_view view = wend_links_look(links);
    const int32_t *flight = stairs != NULL ? wend_stairs_look(stairs).link_flight : NULL;
    wend_archive_link *list = wend_allocate_array(context, view.link_count, sizeof *list);
    for (int32_t k = 0; list != NULL && k < view.link_count; k++) {
        const wend_link *l = &view.links[k];
        list[k] = (wend_archive_link){.id = l->id,
                                      .kind = (int32_t)l->kind,
                                      .first_interval = l->first_interval,
                                      .interval_count = l->interval_count,
                                      .first_filler = l->first_filler,
                                      .filler_count = l->filler_count,
                                      .height = l->height,
                                      .barrier = l->barrier,
                                      .distance = l->distance,
                                      .width = l->width,
                                      .direction = {l->direction[0], l->direction[1]},
                                      .landing = l->landing,
                                      .flight = flight != NULL ? flight[k] : -1};
    }
    return list;
}

// The arrays of stairs, which are among those of links.
static void collect_stairs(const wend_stairs *stairs, piece pieces[WEND_CHUNK_COUNT]) {
    wend_stairs_view view = wend_stairs_look(stairs);
    pieces[WEND_CHUNK_FLIGHTS] = (piece){view.flights, (uint64_t)view.flight_count};
    pieces[WEND_CHUNK_FLIGHT_LINKS] = (piece){view.flight_links, (uint64_t)view.flight_link_count};
}

// The arrays of links, chunk by chunk; `head` keeps what is no array, and `list` is that of list_links.
static void collect_links(const wend_links *links, const wend_archive_link *list, wend_archive_links *head,
                          piece pieces[WEND_CHUNK_COUNT]) {
    wend_links_view view = wend_links_look(links);
    *head = (wend_archive_links){.step = view.agent.step,
                                 .gap = view.agent.gap,
                                 .drop = view.agent.drop,
                                 .filled = view.filled,
                                 .hash = view.hash,
                                 .cycle_count = view.cycle_count,
                                 .filler_first = view.filler_first};
    memcpy(head->counts, view.counts, sizeof head->counts);
    pieces[WEND_CHUNK_LINKS] = (piece){head, 1};
    pieces[WEND_CHUNK_LINK_LIST] = (piece){list, (uint64_t)view.link_count};
    pieces[WEND_CHUNK_LINK_INTERVALS] = (piece){view.intervals, (uint64_t)view.interval_count};
    pieces[WEND_CHUNK_LINKED_VERTICES] = (piece){view.vertices, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_LINKED_VERTEX_FLAGS] = (piece){view.vertex_flags, (uint64_t)view.vertex_count};
    pieces[WEND_CHUNK_LINKED_TRIANGLES] = (piece){view.triangles, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_LINKED_TRIANGLE_COMPONENTS] = (piece){view.triangle_component, (uint64_t)view.triangle_count};
    pieces[WEND_CHUNK_LINKED_BOUNDARIES] = (piece){view.boundaries, (uint64_t)view.boundary_count};
    pieces[WEND_CHUNK_LINKED_JOINS] = (piece){view.joins, (uint64_t)view.join_count};
    pieces[WEND_CHUNK_LINKED_COMPONENTS] = (piece){view.components, (uint64_t)view.component_count};
}

// A file while it is written: the chunks that it has.
typedef struct layout {
    uint32_t count;
    wend_archive_entry table[WEND_CHUNK_COUNT];
    wend_archive_chunk chunks[WEND_CHUNK_COUNT]; // what each entry is
    uint64_t size;                               // of the file
} layout;

// Whether a chunk is written: its artifact is there, and it is not an empty one that may be left out.
static bool is_written(const piece *pieces, int k) {
    const wend_archive_kind *kind = &wend_archive_kinds[k];
    return pieces[wend_archive_heads[kind->artifact]].count > 0 && (pieces[k].count > 0 || !kind->optional);
}

// Fills in the table, all but the checksums.
static void lay_out(const piece *pieces, layout *file) {
    *file = (layout){0};
    for (int k = 0; k < WEND_CHUNK_COUNT; k++)
        file->count += is_written(pieces, k);
    uint64_t end = wend_archive_start(file->count);
    uint32_t at = 0;
    for (int k = 0; k < WEND_CHUNK_COUNT; k++) {
        const wend_archive_kind *kind = &wend_archive_kinds[k];
        if (!is_written(pieces, k))
            continue;
        wend_archive_entry *entry = &file->table[at];
        file->chunks[at++] = (wend_archive_chunk)k;
        *entry =
            (wend_archive_entry){.version = kind->version,
                                 .offset = end,
                                 .bytes = wend_pack(&kind->element, pieces[k].data, (int64_t)pieces[k].count, NULL),
                                 .count = pieces[k].count,
                                 .size = kind->element.size};
        memcpy(entry->id, kind->id, sizeof entry->id);
        end = entry->offset + entry->bytes;
    }
    file->size = end;
}

// Writes a laid-out file to `bytes`.
static void write_out(const piece *pieces, layout *file, unsigned char *bytes) {
    wend_archive_header header = {
        .major = WEND_ARCHIVE_MAJOR, .minor = WEND_ARCHIVE_MINOR, .chunk_count = file->count, .file_bytes = file->size};
    for (uint32_t k = 0; k < file->count; k++) {
        wend_archive_entry *entry = &file->table[k];
        const piece *from = &pieces[file->chunks[k]];
        wend_pack(&wend_archive_kinds[file->chunks[k]].element, from->data, (int64_t)from->count,
                  bytes + entry->offset);
        entry->checksum = wend_hash(0, bytes + entry->offset, (size_t)entry->bytes);
        wend_element_turn(&wend_archive_entry_kind, entry);
        memcpy(bytes + wend_archive_start(k), entry, sizeof *entry);
    }
    memcpy(header.magic, WEND_ARCHIVE_MAGIC, sizeof header.magic);
    wend_element_turn(&wend_archive_header_kind, &header);
    memcpy(bytes, &header, sizeof header);
    header.checksum = wend_archive_checksum(bytes, file->count);
    wend_element_turn(&(wend_element){sizeof header.checksum, "d"}, &header.checksum);
    memcpy(bytes, &header, sizeof header);
}

wend_result wend_archive_save(wend_context *context, const wend_nav *nav, void **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_cells *cells = wend_nav_cells(nav);
    const wend_surface *surface = wend_nav_surface(nav);
    const wend_medial *medial = wend_nav_medial(nav);
    const wend_links *links = wend_nav_links(nav);
    if (plan == NULL && surface == NULL)
        return WEND_ERROR_EMPTY;
    wend_archive_plan plan_head;
    wend_archive_cells cells_head;
    wend_archive_surface surface_head;
    wend_archive_settings settings_head;
    wend_archive_medial medial_head;
    wend_archive_links links_head;
    wend_archive_link *list = NULL; // of the links
    piece pieces[WEND_CHUNK_COUNT] = {{NULL, 0}};
    layout file;
    if (plan != NULL)
        collect_plan(plan, &plan_head, pieces);
    if (cells != NULL)
        collect_cells(cells, &cells_head, pieces);
    if (surface != NULL) {
        collect_surface(surface, &wend_nav_settings(nav)->agent, &surface_head, pieces);
        collect_settings(wend_nav_settings(nav), &settings_head, pieces);
    }
    if (medial != NULL)
        collect_medial(medial, &medial_head, pieces);
    if (medial != NULL && nav->door_heights != NULL)
        pieces[WEND_CHUNK_DOOR_HEIGHTS] = (piece){nav->door_heights, (uint64_t)nav->door_height_count};
    int32_t link_count = links != NULL ? wend_links_look(links).link_count : 0;
    if (link_count > 0) {
        list = list_links(context, links, wend_nav_stairs(nav));
        if (list == NULL)
            return WEND_ERROR_MEMORY;
    }
    if (links != NULL)
        collect_links(links, list, &links_head, pieces);
    if (links != NULL && wend_nav_stairs(nav) != NULL)
        collect_stairs(wend_nav_stairs(nav), pieces);
    lay_out(pieces, &file);
    if (file.size <= PTRDIFF_MAX)
        *bytes = wend_allocate_array(context, (int64_t)file.size, 1);
    if (*bytes != NULL) {
        write_out(pieces, &file, *bytes);
        *count = (size_t)file.size;
    }
    wend_release(context, list, (size_t)link_count * sizeof *list);
    return *bytes != NULL ? WEND_OK : file.size > PTRDIFF_MAX ? WEND_ERROR_LIMIT : WEND_ERROR_MEMORY;
}
