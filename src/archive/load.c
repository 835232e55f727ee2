// Reading a .wend file that lies in memory, without trusting a byte of it.
//
// Each step may use only what the steps before it have proved:
//
//     1. header     magic, version, size of the file, number of chunks, checksum of header and table
//     2. table      every chunk where the layout puts it, checksums
//     3. chunks     those that we know: each artifact whole, version, element size, counts that agree with each other
//                   and with their bytes
//     4. unpacking  every chunk holds exactly its elements (pack.h); they take at most four times the file's size
//     5. artifacts  in the order of nav/artifacts.c, each made of those before it: its `load` looks at every number
//                   that nobody else would, and adopts the arrays after proving what the artifact's own check proves
//
// Where a load is quick, step 5 begins with what is local: indices and ranges, neighbours that agree, fans and cycles
// that close. That is what queries take for granted, and all that a quick load does. A proven one goes on with what
// takes longer: that nothing overlaps, that one artifact is made of the other, measures and hashes. Cells are always
// made anew from their portals, which is quick.
//
// Checksums stop damage, not malice: whoever can write a file can write right checksums too. Steps 2 to 5 therefore
// hold on their own, and the fuzzer repairs checksums before it calls. O(n log n) in the size of the file.
#include "archive/format.h"

#include "base/context.h"

// A file while it is read.
typedef struct reading {
    const unsigned char *bytes;
    uint64_t count;
    bool proven;
    wend_archive_header header;
    int kind_count;
    wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX];
    wend_archive_entry entries[WEND_ARCHIVE_KINDS_MAX];      // of each kind
    bool known[WEND_ARCHIVE_KINDS_MAX];                      // whether the file has it
    wend_chunk chunks[WEND_NAV_KIND_COUNT][WEND_CHUNKS_MAX]; // unpacked
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
        for (int i = 0; i < r->kind_count; i++)
            if (memcmp(e.id, r->kinds[i].chunk->id, sizeof e.id) == 0) {
                r->entries[i] = e;
                r->known[i] = true;
            }
    }
    if (end != r->count)
        return fail(r, WEND_ERROR_FORMAT, "The last chunk ends at byte %lld, the file at %lld.", (long long)end,
                    (long long)r->count);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 3. chunks

// The first chunk of an artifact says whether the file holds it, unless it follows another one.
static bool has(const reading *r, wend_nav_kind of) {
    const wend_artifact *artifact = wend_nav_table[of].artifact;
    bool there = artifact->follows && has(r, wend_nav_kind_of(artifact->from[0]));
    for (int i = 0; i < r->kind_count; i++)
        there |= r->kinds[i].of == of && r->kinds[i].k == 0 && r->known[i];
    return there;
}

static const char *first_id(wend_nav_kind of) {
    return wend_nav_table[of].artifact->chunks[0].id;
}

// A chunk that is not there: it must be one that may be left out, or its whole artifact is.
static wend_result check_missing(const reading *r, const wend_archive_kind *kind) {
    if (has(r, kind->of) && !kind->chunk->optional)
        return fail(r, WEND_ERROR_FORMAT, "The %s in the file cannot be whole: chunk %s is missing.",
                    wend_nav_table[kind->of].artifact->name, kind->chunk->id);
    return WEND_OK;
}

static wend_result check_chunk(const reading *r, int i) {
    const wend_archive_kind *kind = &r->kinds[i];
    const wend_chunk_kind *chunk = kind->chunk;
    const wend_archive_entry *e = &r->entries[i];
    if (!has(r, kind->of))
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s is there without chunk %s, which it belongs to.", chunk->id,
                    first_id(kind->of));
    if (e->version > chunk->version)
        return fail(r, WEND_ERROR_VERSION, "Chunk %s has version %lld and this library reads %lld: use a newer Wend.",
                    chunk->id, (long long)e->version, (long long)chunk->version);
    if (e->version != chunk->version || e->size != chunk->element.size)
        return fail(r, WEND_ERROR_FORMAT,
                    "Chunk %s has version %lld and elements of %lld bytes; it must be %lld and %lld.", chunk->id,
                    (long long)e->version, (long long)e->size, (long long)chunk->version,
                    (long long)chunk->element.size);
    if (chunk->optional && e->count == 0)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s is empty; it must be left out.", chunk->id);
    if (kind->k == 0 && !chunk->optional && e->count != 1)
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s must hold one element.", chunk->id);
    if (e->count > INT32_MAX / 3) // half-edges have 32-bit numbers
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s has %lld elements, more than 32-bit indices can name.", chunk->id,
                    (long long)e->count);
    if (e->bytes < wend_pack_least(&chunk->element, e->count))
        return fail(r, WEND_ERROR_FORMAT, "Chunk %s has %lld bytes, too few for %lld elements.", chunk->id,
                    (long long)e->bytes, (long long)e->count);
    return WEND_OK;
}

// How many elements the k-th chunk of an artifact has; none when it is missing.
static uint64_t count_of(const reading *r, wend_nav_kind of, int k) {
    for (int i = 0; i < r->kind_count; i++)
        if (r->kinds[i].of == of && r->kinds[i].k == k && r->known[i])
            return r->entries[i].count;
    return 0;
}

// Arrays about the same things.
static wend_result check_count(const reading *r, int i) {
    const wend_chunk_kind *chunk = r->kinds[i].chunk;
    if (chunk->each == 0 || r->entries[i].count == (uint64_t)chunk->each * count_of(r, r->kinds[i].of, chunk->of))
        return WEND_OK;
    return fail(r, WEND_ERROR_FORMAT, "Chunk %s must have %d element%s for each one of chunk %s.", chunk->id,
                chunk->each, chunk->each == 1 ? "" : "s",
                wend_nav_table[r->kinds[i].of].artifact->chunks[chunk->of].id);
}

// Artifacts stand on others.
static wend_result check_sources(const reading *r, wend_nav_kind of) {
    const wend_artifact *artifact = wend_nav_table[of].artifact;
    for (int k = 0; k < artifact->needed && has(r, of); k++) {
        wend_nav_kind from = wend_nav_kind_of(artifact->from[k]);
        if (!has(r, from))
            return fail(r, WEND_ERROR_FORMAT, "The file holds its %s (chunk %s) without its %s (chunk %s).",
                        artifact->name, first_id(of), artifact->from[k]->name, first_id(from));
    }
    return WEND_OK;
}

static wend_result check_chunks(const reading *r) {
    wend_result result = WEND_OK;
    for (int i = 0; i < r->kind_count && result == WEND_OK; i++)
        result = r->known[i] ? check_chunk(r, i) : check_missing(r, &r->kinds[i]);
    if (result == WEND_OK && !has(r, WEND_NAV_PLAN) && !has(r, WEND_NAV_SURFACE))
        result = fail(r, WEND_ERROR_FORMAT, "The file holds neither a surface (chunk SURF) nor a plan (chunk PLAN).");
    for (int of = 0; of < WEND_NAV_KIND_COUNT && result == WEND_OK; of++)
        result = check_sources(r, (wend_nav_kind)of);
    for (int i = 0; i < r->kind_count && result == WEND_OK; i++)
        result = r->known[i] ? check_count(r, i) : WEND_OK;
    return result;
}

// ---------------------------------------------------------------------------------------------------- 4. unpacking

// Bytes that a chunk's elements take in memory, up to where the next array may start.
static uint64_t room_of(const reading *r, int i) {
    const uint64_t align = 16, each = r->entries[i].size + r->kinds[i].chunk->spare;
    return (r->entries[i].count * each + align - 1) / align * align;
}

// Unpacks all known chunks into one block, which the artifacts share.
static wend_result unpack_chunks(reading *r, wend_context *context, wend_block **block) {
    uint64_t total = 0;
    for (int i = 0; i < r->kind_count; i++)
        total += r->known[i] ? room_of(r, i) : 0;
    *block = total <= PTRDIFF_MAX ? wend_block_create(context, (size_t)total) : NULL;
    if (*block == NULL)
        return WEND_ERROR_MEMORY;
    unsigned char *to = (*block)->data;
    for (int i = 0; i < r->kind_count; i++) {
        const wend_archive_entry *e = &r->entries[i];
        const wend_chunk_kind *chunk = r->kinds[i].chunk;
        if (!r->known[i])
            continue;
        if (!wend_unpack(&chunk->element, r->bytes + e->offset, (size_t)e->bytes, to, (int64_t)e->count))
            return fail(r, WEND_ERROR_FORMAT, "The %lld bytes of chunk %s, from byte %lld on, are not %lld elements.",
                        (long long)e->bytes, chunk->id, (long long)e->offset, (long long)e->count);
        r->chunks[r->kinds[i].of][r->kinds[i].k] = (wend_chunk){to, (int64_t)e->count};
        to += room_of(r, i);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- 5. artifacts

static wend_result load_artifacts(const reading *r, const wend_block *block, wend_nav *nav) {
    wend_result result = WEND_OK;
    for (int of = 0; of < WEND_NAV_KIND_COUNT && result == WEND_OK; of++) {
        const wend_artifact *artifact = wend_nav_table[of].artifact;
        if (!has(r, (wend_nav_kind)of))
            continue;
        wend_loading loading = {.context = nav->context,
                                .report = r->report,
                                .artifact = artifact,
                                .proven = r->proven,
                                .block = block,
                                .chunks = r->chunks[of]};
        for (int k = 0; k < WEND_SOURCES_MAX && artifact->from[k] != NULL; k++) {
            wend_nav_kind from = wend_nav_kind_of(artifact->from[k]);
            loading.from[k] = nav->held[from];
            loading.from_chunks[k] = r->chunks[from];
        }
        result = artifact->load(&loading, &nav->held[of]);
    }
    return result == WEND_OK ? wend_nav_close(nav) : result;
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result read(reading *r, wend_nav *nav) {
    wend_block *block = NULL;
    wend_result result = read_header(r);
    if (result == WEND_OK)
        result = read_table(r);
    if (result == WEND_OK)
        result = check_chunks(r);
    if (result == WEND_OK)
        result = unpack_chunks(r, nav->context, &block);
    if (result == WEND_OK)
        result = load_artifacts(r, block, nav);
    wend_block_destroy(block);
    return result;
}

wend_result wend_archive_load(wend_context *context, const void *bytes, size_t count, wend_load how, wend_nav **nav,
                              wend_report *report) {
    if (!wend_given(nav, context != NULL))
        return WEND_ERROR_ARGUMENT;
    reading r = {
        .bytes = bytes, .count = bytes != NULL ? count : 0, .proven = how != WEND_LOAD_QUICK, .report = report};
    r.kind_count = wend_archive_list(r.kinds);
    wend_nav *made = wend_nav_create(context);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = read(&r, made);
    if (result == WEND_OK)
        *nav = made;
    else
        wend_nav_destroy(made);
    return result;
}
