// Writing a nav as the bytes of a .wend file: header, table, and each array packed. docs/format.md has the layout.
// Nothing of when, where or by whom it was made goes in, so that the same nav always gives the same bytes.
#include "archive/format.h"

#include "base/context.h"

// A file while it is written: the chunks that it has.
typedef struct layout {
    uint32_t count;
    wend_archive_entry table[WEND_ARCHIVE_KINDS_MAX];
    wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX]; // what each entry is
    uint64_t size;                                   // of the file
} layout;

int wend_archive_list(wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX]) {
    int count = 0;
    for (int rank = 0; rank < WEND_RANK_COUNT; rank++)
        for (int of = 0; of < WEND_NAV_KIND_COUNT; of++)
            for (int k = 0; k < wend_nav_table[of].artifact->chunk_count; k++) {
                const wend_chunk_kind *chunk = &wend_nav_table[of].artifact->chunks[k];
                if ((int)chunk->rank == rank)
                    kinds[count++] = (wend_archive_kind){(wend_nav_kind)of, k, chunk};
            }
    return count;
}

// Fills in the table, all but the checksums. What has no elements is left out, where that may be.
static void lay_out(const wend_nav *nav, const wend_nav_chunks *all, layout *file) {
    wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX];
    int known = wend_archive_list(kinds);
    *file = (layout){0};
    for (int i = 0; i < known; i++)
        if (nav->held[kinds[i].of] != NULL &&
            (all->chunks[kinds[i].of][kinds[i].k].count > 0 || !kinds[i].chunk->optional))
            file->kinds[file->count++] = kinds[i];
    uint64_t end = wend_archive_start(file->count);
    for (uint32_t i = 0; i < file->count; i++) {
        const wend_chunk_kind *kind = file->kinds[i].chunk;
        const wend_chunk *chunk = &all->chunks[file->kinds[i].of][file->kinds[i].k];
        wend_archive_entry *entry = &file->table[i];
        *entry = (wend_archive_entry){.version = kind->version,
                                      .offset = end,
                                      .bytes = wend_pack(&kind->element, chunk->data, chunk->count, NULL),
                                      .count = (uint64_t)chunk->count,
                                      .size = kind->element.size};
        memcpy(entry->id, kind->id, sizeof entry->id);
        end = entry->offset + entry->bytes;
    }
    file->size = end;
}

// The minor version of the format that chunks came with.
static uint16_t minor_of(wend_chunk_rank rank) {
    return rank >= WEND_RANK_NEXT ? (uint16_t)(rank - WEND_RANK_NEXT + 1) : 0;
}

// Writes a laid-out file to `bytes`.
static void write_out(const wend_nav_chunks *all, layout *file, unsigned char *bytes) {
    wend_archive_header header = {.major = WEND_ARCHIVE_MAJOR, .chunk_count = file->count, .file_bytes = file->size};
    for (uint32_t i = 0; i < file->count; i++) {
        wend_archive_entry *entry = &file->table[i];
        uint16_t minor = minor_of(file->kinds[i].chunk->rank);
        header.minor = minor > header.minor ? minor : header.minor;
        const wend_chunk *chunk = &all->chunks[file->kinds[i].of][file->kinds[i].k];
        wend_pack(&file->kinds[i].chunk->element, chunk->data, chunk->count, bytes + entry->offset);
        entry->checksum = wend_hash(0, bytes + entry->offset, (size_t)entry->bytes);
        wend_element_turn(&wend_archive_entry_kind, entry);
        memcpy(bytes + wend_archive_start(i), entry, sizeof *entry);
    }
    memcpy(header.magic, WEND_ARCHIVE_MAGIC, sizeof header.magic);
    wend_element_turn(&wend_archive_header_kind, &header);
    memcpy(bytes, &header, sizeof header);
    header.checksum = wend_archive_checksum(bytes, file->count);
    wend_element_turn(&(wend_element){sizeof header.checksum, "d"}, &header.checksum);
    memcpy(bytes, &header, sizeof header);
}

wend_result wend_archive_save(wend_context *context, const wend_nav *nav, void **bytes, size_t *count) {
    if (!wend_given(bytes, context != NULL && nav != NULL && count != NULL))
        return WEND_ERROR_ARGUMENT;
    *count = 0;
    if (wend_nav_stages(nav) == 0)
        return WEND_ERROR_EMPTY;
    wend_nav_chunks all;
    layout file;
    wend_result result = wend_nav_collect(context, nav, &all);
    if (result == WEND_OK) {
        lay_out(nav, &all, &file);
        *bytes = file.size <= PTRDIFF_MAX ? wend_allocate_array(context, (int64_t)file.size, 1) : NULL;
        result = *bytes != NULL ? WEND_OK : file.size > PTRDIFF_MAX ? WEND_ERROR_LIMIT : WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        write_out(&all, &file, *bytes);
        *count = (size_t)file.size;
    }
    wend_nav_chunks_free(&all);
    return result;
}
