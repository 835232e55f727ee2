// Writing a nav as the bytes of a .wend file: header, table, and each array as it lies in memory. docs/format.md has
// the layout. Nothing of when, where or by whom it was made goes in, so that the same nav always gives the same bytes.
#include "archive/format.h"

typedef struct piece {
    const void *data;
    uint64_t count;
} piece;

// The arrays of a plan, chunk by chunk; `head` keeps what is no array.
static void collect_plan(const wend_plan_view *view, wend_archive_plan *head, piece pieces[WEND_CHUNK_COUNT]) {
    *head = (wend_archive_plan){.origin = {view->lattice.origin[0], view->lattice.origin[1]},
                                .step = view->lattice.step,
                                .unit = view->unit,
                                .hash = view->hash,
                                .cycle_count = view->cycle_count};
    pieces[WEND_CHUNK_PLAN] = (piece){head, 1};
    pieces[WEND_CHUNK_VERTICES] = (piece){view->vertices, (uint64_t)view->vertex_count};
    pieces[WEND_CHUNK_VERTEX_FLAGS] = (piece){view->vertex_flags, (uint64_t)view->vertex_count};
    pieces[WEND_CHUNK_TRIANGLES] = (piece){view->triangles, (uint64_t)view->triangle_count};
    pieces[WEND_CHUNK_TRIANGLE_COMPONENTS] = (piece){view->triangle_component, (uint64_t)view->triangle_count};
    pieces[WEND_CHUNK_BOUNDARIES] = (piece){view->boundaries, (uint64_t)view->boundary_count};
    pieces[WEND_CHUNK_COMPONENTS] = (piece){view->components, (uint64_t)view->component_count};
}

// Fills in the table, all but the checksums, and returns the size of the file.
static uint64_t lay_out(const piece *pieces, wend_archive_entry *table) {
    uint64_t end = wend_archive_start(WEND_CHUNK_COUNT);
    for (int k = 0; k < WEND_CHUNK_COUNT; k++) {
        const wend_archive_kind *kind = &wend_archive_kinds[k];
        table[k] = (wend_archive_entry){.version = kind->version,
                                        .offset = wend_archive_align(end),
                                        .bytes = pieces[k].count * kind->size,
                                        .count = pieces[k].count,
                                        .size = kind->size};
        memcpy(table[k].id, kind->id, sizeof table[k].id);
        end = table[k].offset + table[k].bytes;
    }
    return end;
}

wend_result wend_archive_save(wend_context *context, const wend_nav *nav, void **bytes, size_t *count) {
    *bytes = NULL;
    *count = 0;
    if (!wend_archive_is_little_endian())
        return WEND_ERROR_UNSUPPORTED;
    const wend_plan *plan = wend_nav_plan(nav);
    if (plan == NULL)
        return WEND_ERROR_EMPTY;
    wend_plan_view view = wend_plan_look(plan);
    wend_archive_plan head;
    piece pieces[WEND_CHUNK_COUNT];
    wend_archive_entry table[WEND_CHUNK_COUNT];
    collect_plan(&view, &head, pieces);
    uint64_t size = lay_out(pieces, table);
    if (size > PTRDIFF_MAX)
        return WEND_ERROR_LIMIT;
    unsigned char *file = wend_allocate(context, (size_t)size);
    if (file == NULL)
        return WEND_ERROR_MEMORY;
    memset(file, 0, (size_t)size);
    for (int k = 0; k < WEND_CHUNK_COUNT; k++) {
        if (table[k].bytes > 0)
            memcpy(file + table[k].offset, pieces[k].data, (size_t)table[k].bytes);
        table[k].checksum = wend_hash(0, file + table[k].offset, (size_t)table[k].bytes);
    }
    wend_archive_header header = {
        .major = WEND_ARCHIVE_MAJOR, .minor = WEND_ARCHIVE_MINOR, .chunk_count = WEND_CHUNK_COUNT, .file_bytes = size};
    memcpy(header.magic, WEND_ARCHIVE_MAGIC, sizeof header.magic);
    header.checksum = wend_archive_checksum(&header, table);
    memcpy(file, &header, sizeof header);
    memcpy(file + sizeof header, table, sizeof table);
    *bytes = file;
    *count = (size_t)size;
    return WEND_OK;
}
