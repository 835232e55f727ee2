// .wend files in plain memory, for tests: saved, loaded, taken apart, put together anew and attacked. Uses the shared
// context.
#ifndef WEND_TEST_ARCHIVE_FILES_H
#define WEND_TEST_ARCHIVE_FILES_H

#include "shared_context.h"

#include "forge.h"

// ---------------------------------------------------------------------------------------------------- files

// A file in plain memory.
typedef struct file {
    unsigned char *bytes;
    size_t count;
} file;

static inline void *need(size_t bytes) {
    void *block = malloc(bytes == 0 ? 1 : bytes);
    if (block == NULL)
        exit(1);
    return block;
}

static inline file copy_of(const file *f) {
    file copy = {need(f->count), f->count};
    memcpy(copy.bytes, f->bytes, f->count);
    return copy;
}

static inline void free_file(file *f) {
    free(f->bytes);
    *f = (file){NULL, 0};
}

static inline file save(const wend_nav *nav) {
    void *bytes = NULL;
    size_t count = 0;
    file f = {NULL, 0};
    if (!CHECK(wend_archive_save(context, nav, &bytes, &count) == WEND_OK))
        return f;
    f = (file){need(count), count};
    memcpy(f.bytes, bytes, count);
    wend_release(context, bytes, count);
    return f;
}

// Loads it from a block of its exact size, from an odd address on, which is overwritten at once, so that nothing can
// rely on it; the report then holds what was said about it.
static inline wend_result load_as(const file *f, wend_load how, wend_nav **nav) {
    unsigned char *block = need(f->count + 1);
    memcpy(block + 1, f->bytes, f->count);
    wend_report_clear(report);
    *nav = NULL;
    wend_result result = wend_archive_load(context, block + 1, f->count, how, nav, report);
    memset(block, 0xAB, f->count + 1);
    free(block);
    return result;
}

static inline wend_result load(const file *f, wend_nav **nav) {
    return load_as(f, WEND_LOAD_PROVEN, nav);
}

// Loads a file that must be refused, in one line of words.
static inline wend_result refuse(const file *f) {
    wend_nav *nav = NULL;
    wend_result result = load(f, &nav);
    const char *text = wend_report_error(report);
    CHECK(nav == NULL);
    CHECK_MESSAGE(result == WEND_OK || (strlen(text) > 10 && strchr(text, '\n') == NULL), "refused with \"%s\"", text);
    wend_nav_destroy(nav);
    return result;
}

static inline wend_archive_header *header_of(const file *f) {
    return (wend_archive_header *)(void *)f->bytes;
}
static inline wend_archive_entry *entry_of(const file *f, int k) {
    return (wend_archive_entry *)(void *)(f->bytes + sizeof(wend_archive_header)) + k;
}

// ---------------------------------------------------------------------------------------------------- kinds of chunks

// Where the chunks stand in a file that has all of them.
enum {
    CHUNK_PLAN,
    CHUNK_VERTICES,
    CHUNK_VERTEX_FLAGS,
    CHUNK_TRIANGLES,
    CHUNK_TRIANGLE_COMPONENTS,
    CHUNK_BOUNDARIES,
    CHUNK_COMPONENTS,
    CHUNK_BORDERS,
    CHUNK_CELLS,
    CHUNK_CELL_POINTS,
    CHUNK_PORTALS,
    CHUNK_CELL_LIST,
    CHUNK_CELL_SIDES,
    CHUNK_MEDIAL,
    CHUNK_MEDIAL_VERTICES,
    CHUNK_MEDIAL_ARCS,
    CHUNK_MEDIAL_AROUND,
    CHUNK_SURFACE,
    CHUNK_SURFACE_VERTICES,
    CHUNK_SURFACE_TRIANGLES,
    CHUNK_SURFACE_TRIANGLE_COMPONENTS,
    CHUNK_SURFACE_BOUNDARIES,
    CHUNK_SURFACE_COMPONENTS,
    CHUNK_SURFACE_SETTINGS,
    CHUNK_SURFACE_SEEDS,
    CHUNK_LINKS,
    CHUNK_LINK_LIST,
    CHUNK_LINK_INTERVALS,
    CHUNK_FLIGHTS,
    CHUNK_FLIGHT_LINKS,
    CHUNK_LINKED_VERTICES,
    CHUNK_LINKED_VERTEX_FLAGS,
    CHUNK_LINKED_TRIANGLES,
    CHUNK_LINKED_TRIANGLE_COMPONENTS,
    CHUNK_LINKED_BOUNDARIES,
    CHUNK_LINKED_JOINS,
    CHUNK_LINKED_COMPONENTS,
    CHUNK_VERTEX_SOURCES,
    CHUNK_VERTEX_HEIGHTS,
    CHUNK_TRIANGLE_LAYERS,
    CHUNK_COMPONENT_HANDLES,
    CHUNK_DOOR_HEIGHTS,
    CHUNK_SURFACE_AREAS,
    CHUNK_PLAN_AREAS,
    CHUNK_AREAS,
    CHUNK_OFFLINKS,
    CHUNK_ROADS,
    CHUNK_ROAD_TRIANGLES,
    CHUNK_LANDMARKS,
    CHUNK_LANDMARK_VERTICES,
    CHUNK_LANDMARK_DISTANCES,
};

// The kind of chunk that stands there.
static inline const wend_chunk_kind *kind_of(int place) {
    wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX];
    return place < wend_archive_list(kinds) ? kinds[place].chunk : NULL;
}

// ---------------------------------------------------------------------------------------------------- plain files

// The plain form of a saved file: its table says where the elements of chunks lie as in memory.
static inline file plain_of(const file *f) {
    file made = {NULL, 0};
    made.bytes = forge_plain(f->bytes, f->count, &made.count);
    return made;
}

// The file of a plain form, with right checksums.
static inline file packed_of(const file *plain) {
    file made = {NULL, 0};
    made.bytes = forge_packed(plain->bytes, plain->count, &made.count);
    return made;
}

// The file of a plain form in which four bytes are another number.
static inline file with_number(const file *plain, uint64_t place, int32_t value) {
    file changed = copy_of(plain);
    memcpy(changed.bytes + place, &value, sizeof value);
    file made = packed_of(&changed);
    free_file(&changed);
    return made;
}

static inline int32_t number_at(const file *plain, uint64_t place) {
    int32_t value;
    memcpy(&value, plain->bytes + place, sizeof value);
    return value;
}

// The elements of a chunk of a plain form, which must be there.
static inline void *data_of(const file *f, int k) {
    for (uint32_t i = 0; i < header_of(f)->chunk_count; i++)
        if (memcmp(entry_of(f, (int)i)->id, kind_of(k)->id, 4) == 0)
            return f->bytes + entry_of(f, (int)i)->offset;
    fprintf(stderr, "the file has no chunk %s\n", kind_of(k)->id);
    exit(1);
}

// ---------------------------------------------------------------------------------------------------- other chunks

// The same file without the `gone` chunks from number `place` on, and with the `added` ones there instead, whose bytes
// are 0xAB.
static inline file exchange(const file *f, uint32_t place, uint32_t gone, const wend_archive_entry *added,
                            uint32_t count) {
    enum { ROOM = 8192 };
    file made = {need(f->count + ROOM), 0};
    memset(made.bytes, 0, f->count + ROOM);
    wend_archive_header header = *header_of(f);
    header.chunk_count += count - gone;
    uint64_t end = wend_archive_start(header.chunk_count);
    for (uint32_t k = 0; k < header.chunk_count; k++) {
        bool is_new = k >= place && k < place + count;
        wend_archive_entry e = is_new ? added[k - place] : *entry_of(f, (int)(k < place ? k : k - count + gone));
        const unsigned char *from = is_new ? NULL : f->bytes + e.offset;
        e.offset = end;
        if (is_new)
            memset(made.bytes + e.offset, 0xAB, e.bytes);
        else
            memcpy(made.bytes + e.offset, from, e.bytes);
        end = e.offset + e.bytes;
        memcpy(made.bytes + sizeof header + k * sizeof e, &e, sizeof e);
    }
    header.file_bytes = made.count = end;
    memcpy(made.bytes, &header, sizeof header);
    forge_checksums(made.bytes, made.count);
    return made;
}

static inline wend_archive_entry entry_for(const char *id, uint32_t version, uint32_t size, uint64_t count) {
    wend_archive_entry e = {.version = version, .bytes = count * size, .count = count, .size = size};
    memcpy(e.id, id, sizeof e.id);
    return e;
}

// ---------------------------------------------------------------------------------------------------- attacks

typedef struct attack {
    const char *name;
    wend_result expected;
    void (*change)(file *f);
} attack;

// Changes the file in each way, with right checksums, and expects it to be refused; then frees it. Attacks on contents
// change its plain form.
static inline void run_attacks(file *f, bool on_contents, const attack *attacks, size_t count) {
    REQUIRE(f->bytes != NULL);
    for (size_t i = 0; i < count; i++) {
        file changed = on_contents ? plain_of(f) : copy_of(f);
        attacks[i].change(&changed);
        forge_checksums(changed.bytes, changed.count);
        file bad = on_contents ? packed_of(&changed) : copy_of(&changed);
        free_file(&changed);
        wend_result result = refuse(&bad);
        CHECK_MESSAGE(result == attacks[i].expected, "%s: \"%s\", expected \"%s\" (%s)", attacks[i].name,
                      wend_describe(result), wend_describe(attacks[i].expected), wend_report_error(report));
        free_file(&bad);
    }
    free_file(f);
}

static inline bool same_array(const void *a, const void *b, int32_t count, size_t size) {
    return count == 0 || memcmp(a, b, (size_t)count * size) == 0;
}

#endif
