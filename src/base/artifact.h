// What a nav and a .wend file ask of every kind of artifact, so that neither has a list of its own.
//
// The room of an artifact fills in one wend_artifact, in its file chunks.c; nav/artifacts.c lists them all. From this
// the nav frees, checks and counts its artifacts, and the archive writes and reads them: it knows headers, tables and
// packing, and nothing of what the chunks mean.
//
// An artifact in a file is a list of chunks: arrays of equal elements, as they lie in memory. Its first chunk says that
// the artifact is there. It is a head of one element, which keeps what is no array; or, when it is `optional`, an array
// that is all of the artifact.
#ifndef WEND_SRC_BASE_ARTIFACT_H
#define WEND_SRC_BASE_ARTIFACT_H

#include "base/shared.h"

#include <wend/base.h>

// What an element is in memory: a structure without padding.
typedef struct wend_element {
    uint32_t size;      // bytes, at most WEND_ELEMENT_MAX
    const char *fields; // how long each is: b one byte, h two, w four, d eight. A string that ends early leaves bytes
} wend_element;

enum { WEND_ELEMENT_MAX = 272 };

// Where a chunk stands in files, those of one rank artifact by artifact. It only keeps the bytes of files as they were
// before: readers take any order, and new chunks have the last rank.
typedef enum wend_chunk_rank {
    WEND_RANK_PLAN,
    WEND_RANK_CELLS,
    WEND_RANK_MEDIAL,
    WEND_RANK_SURFACE,
    WEND_RANK_LINKS,
    WEND_RANK_STAIRS,
    WEND_RANK_COMPLEX,
    WEND_RANK_LATER,
    WEND_RANK_NEXT,  // what came with minor version 1 of the format: files without such chunks are of version 0
    WEND_RANK_ROADS, // with minor version 2
    WEND_RANK_VOXELS, // with minor version 3
    WEND_RANK_COUNT
} wend_chunk_rank;

typedef struct wend_chunk_kind {
    char id[5];
    uint32_t version; // of its layout
    wend_element element;
    wend_chunk_rank rank;
    bool optional; // whether the chunk is left out when it would be empty
    // Where `each` is not 0: it has `each` elements for each one of the chunk `of` of the same artifact, which stands
    // before it in the list.
    int each, of;
    uint32_t spare; // bytes behind its elements, for each one of them, that whoever loads it needs
} wend_chunk_kind;

// The elements of a chunk. No elements and NULL for one that is missing.
typedef struct wend_chunk {
    const void *data;
    int64_t count;
} wend_chunk;

// Memory that several artifacts lie in: those of a file. The elements start at `data`.
typedef struct wend_block {
    wend_context *context;
    wend_shared shared;
    size_t bytes; // of `data`
    _Alignas(16) unsigned char data[];
} wend_block;

wend_block *wend_block_create(wend_context *context, size_t bytes); // NULL when memory is short
const wend_block *wend_block_hold(const wend_block *block);         // the same; NULL may be held, too
void wend_block_destroy(const wend_block *block);

enum { WEND_SOURCES_MAX = 2, WEND_CHUNKS_MAX = 16 };

typedef struct wend_artifact wend_artifact;

// An artifact while it is written.
typedef struct wend_saving {
    wend_context *context;
    void *head;                               // room for an element of the first chunk
    wend_chunk *chunks;                       // to be filled in, as in artifact->chunks; the first one is the head
    const wend_chunk *from[WEND_SOURCES_MAX]; // those of what it is made of, filled in; NULL for what is not there
    void *made;                               // by wend_saving_make
    size_t made_bytes;
} wend_saving;

// Memory for elements that are not in memory as they are in files, once for an artifact; it is freed when the file is
// written. NULL when memory is short.
void *wend_saving_make(wend_saving *saving, int64_t count, size_t size);

// An artifact while it is read. Chunks are there if they must be, have as many elements as they must, and those are
// any bytes at all: whoever loads them trusts none.
typedef struct wend_loading {
    wend_context *context;
    wend_report *report;
    const wend_artifact *artifact;
    bool proven;                        // whether every claim is checked, or only what later calls rely on
    const wend_block *block;            // that the elements lie in
    const wend_chunk *chunks;           // as in artifact->chunks; whoever loads may change elements where they are
    const void *from[WEND_SOURCES_MAX]; // as in artifact->from; NULL for what the file does not hold
    const wend_chunk *from_chunks[WEND_SOURCES_MAX];
} wend_loading;

struct wend_artifact {
    const char *name; // what follows "the file holds its"
    int chunk_count;  // at most WEND_CHUNKS_MAX
    const wend_chunk_kind *chunks;
    // The kinds that it is made of; NULL where there are fewer. A file that holds it holds the first `needed` of them.
    const wend_artifact *from[WEND_SOURCES_MAX];
    int needed;
    bool follows;  // whether it is in every file that holds the first of them, even if it has no element there
    size_t shared; // where its wend_shared is, so that another nav may hold it, too
    void (*destroy)(void *artifact); // lets go of it
    // Proves its invariants. NULL for one that has none.
    wend_result (*check)(wend_context *context, const void *artifact, wend_report *report);
    // Tells its chunks: views of its own arrays, but for the head and what wend_saving_make made.
    wend_result (*save)(const void *artifact, wend_saving *saving);
    wend_result (*load)(const wend_loading *loading, void **artifact);
};

// Names an element of a chunk that is out of range; WEND_ERROR_INVALID.
wend_result wend_loading_refuse(const wend_loading *loading, int chunk, int64_t element, const char *what);
// Says that a file is not laid out as it must be; WEND_ERROR_FORMAT.
wend_result wend_loading_refuse_form(const wend_loading *loading, const char *text);
// What a validator found is the cause: where `result` is WEND_ERROR_INVALID, the finding that tells it becomes the last
// one: "The cells in this file break a rule: ...". Returns the result.
wend_result wend_loading_explain(const wend_loading *loading, wend_result result, const char *what);

static inline bool wend_is_index(int32_t value, int32_t count) {
    return value >= 0 && value < count;
}

#endif
