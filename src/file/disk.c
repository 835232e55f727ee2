// The disk: whole files to memory and back, files that belong to others, and reading by path. No other file of Wend
// opens one or knows errno.
//
// Writing goes to a file beside the wanted one, which then takes its name: a full disk or a killed process leaves the
// old file as it was. What is no regular file (a pipe, /dev/null) is written directly.
//
// WebAssembly has no disk, nor has a build with WEND_NO_DISK: reading and writing fail there, in words.
#define _XOPEN_SOURCE 700

#include "file/disk.h"

#include "base/array.h"
#include "base/context.h"
#include "file/path.h"

#include <string.h>

#if defined(__wasm__) && !defined(WEND_NO_DISK)
#define WEND_NO_DISK
#endif

#ifndef WEND_NO_DISK

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_LIMIT 4096
#define NAME_TRIES 100
#define FIRST_CHUNK ((size_t)1 << 16)

static wend_result fail(wend_report *report, const char *code, const char *path, const char *what, int error) {
    const char *advice = error != ENOENT                ? ""
                         : strcmp(what, "written") == 0 ? " Make its folder first."
                                                        : " Check its name.";
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s: cannot be %s: %s.%s", wend_shorten_path(path).text,
                                             what, error ? strerror(error) : "unknown error", advice);
    wend_report_add(report, &finding);
    return WEND_ERROR_IO;
}

// ---------------------------------------------------------------------------------------------------- reading

typedef struct block {
    wend_context *context;
    char *data;
    size_t count;
    size_t capacity;
} block;

static bool block_resize(block *b, size_t capacity) {
    char *data = capacity > 0 ? wend_allocate(b->context, capacity) : NULL;
    if (!data && capacity > 0)
        return false;
    if (b->count > 0)
        memcpy(data, b->data, b->count);
    wend_release(b->context, b->data, b->capacity);
    b->data = data;
    b->capacity = capacity;
    return true;
}

// Reads to the end of the file, and leaves `spare` bytes of 0 behind. The block grows as bytes come, whatever size the
// file claims to have; for a regular file the first guess is right and nothing is copied.
static wend_result read_all(FILE *file, size_t guess, size_t spare, block *b, int *error) {
    if (!block_resize(b, guess + spare))
        return WEND_ERROR_MEMORY;
    for (;;) {
        size_t room = b->capacity - spare - b->count;
        errno = 0;
        size_t got = room > 0 ? fread(b->data + b->count, 1, room, file) : 0;
        b->count += got;
        int more = got == room ? fgetc(file) : EOF; // only reading on tells the end
        *error = errno;
        if (more == EOF)
            break;
        if (b->capacity > (size_t)PTRDIFF_MAX / 4 || !block_resize(b, b->capacity * 2 + FIRST_CHUNK))
            return WEND_ERROR_MEMORY;
        b->data[b->count++] = (char)more;
    }
    if (ferror(file))
        return WEND_ERROR_IO;
    if (b->capacity != b->count + spare && !block_resize(b, b->count + spare))
        return WEND_ERROR_MEMORY;
    if (spare > 0)
        memset(b->data + b->count, 0, spare);
    return WEND_OK;
}

wend_result wend_file_read_block(wend_context *context, const char *path, size_t spare, char **bytes, size_t *count,
                                 wend_report *report) {
    *bytes = NULL;
    *count = 0;
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file)
        return fail(report, "file-open", path, "opened", errno);
    struct stat status;
    size_t guess = FIRST_CHUNK;
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= 0 &&
        (uint64_t)status.st_size < PTRDIFF_MAX / 2)
        guess = (size_t)status.st_size;
    block b = {.context = context};
    int error = 0;
    wend_result result = read_all(file, guess, spare, &b, &error);
    if (!standard)
        fclose(file);
    if (result) {
        wend_release(context, b.data, b.capacity);
        const char *name = standard ? "standard input" : path;
        return result == WEND_ERROR_IO ? fail(report, "file-read", name, "read", error) : result;
    }
    *bytes = b.data;
    *count = b.count;
    return WEND_OK;
}

// Reads a file that must be a regular one: pipes and devices need not end. *cause says why it cannot be read, or is
// NULL.
static wend_result read_regular(wend_context *context, const char *path, char **bytes, size_t *count,
                                const char **cause) {
    struct stat status;
    errno = 0;
    int missing = stat(path, &status);
    *bytes = NULL;
    *count = 0;
    *cause = NULL;
    if (missing == 0 && !S_ISREG(status.st_mode)) {
        *cause = "it is not a file";
        return WEND_ERROR_IO;
    }
    wend_result result = missing ? WEND_ERROR_IO : wend_file_read_block(context, path, 0, bytes, count, NULL);
    if (result == WEND_ERROR_IO && errno)
        *cause = strerror(errno);
    return result;
}

// ---------------------------------------------------------------------------------------------------- writing

static bool write_stream(FILE *file, const void *bytes, size_t count) {
    return (count == 0 || fwrite(bytes, 1, count, file) == count) && fflush(file) == 0;
}

static wend_result write_directly(const char *path, const void *bytes, size_t count, wend_report *report) {
    FILE *file = fopen(path, "wb");
    if (!file)
        return fail(report, "file-write", path, "written", errno);
    bool good = write_stream(file, bytes, count);
    int error = errno;
    if (fclose(file) != 0 && good) {
        good = false;
        error = errno;
    }
    return good ? WEND_OK : fail(report, "file-write", path, "written", error);
}

// Opens a new file named like `path` with a suffix that no other file has; -1 when that fails.
static int open_beside(const char *path, mode_t mode, char beside[PATH_LIMIT + 64]) {
    for (int k = 0; k < NAME_TRIES; k++) {
        snprintf(beside, PATH_LIMIT + 64, "%s.%ld-%d.partial", path, (long)getpid(), k);
        int descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

static wend_result write_beside(const char *path, mode_t mode, const void *bytes, size_t count, wend_report *report) {
    char beside[PATH_LIMIT + 64];
    int descriptor = open_beside(path, mode, beside);
    if (descriptor < 0)
        return fail(report, "file-write", path, "written", errno);
    FILE *file = fdopen(descriptor, "wb");
    if (!file) {
        int error = errno;
        close(descriptor);
        unlink(beside);
        return fail(report, "file-write", path, "written", error);
    }
    bool good = write_stream(file, bytes, count);
    int error = errno;
    if (fclose(file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        error = errno;
    }
    if (good)
        return WEND_OK;
    unlink(beside);
    return fail(report, "file-write", path, "written", error);
}

wend_result wend_file_write(const char *path, const void *bytes, size_t count, wend_report *report) {
    if (!path || (count > 0 && !bytes))
        return WEND_ERROR_ARGUMENT;
    if (strcmp(path, "-") == 0) {
        bool good = write_stream(stdout, bytes, count);
        return good ? WEND_OK : fail(report, "file-write", "standard output", "written", errno);
    }
    if (strlen(path) >= PATH_LIMIT)
        return fail(report, "file-write", path, "written", ENAMETOOLONG);
    struct stat status;
    if (stat(path, &status) != 0)
        return write_beside(path, 0666, bytes, count, report);
    if (S_ISDIR(status.st_mode))
        return fail(report, "file-write", path, "written", EISDIR);
    if (!S_ISREG(status.st_mode))
        return write_directly(path, bytes, count, report);
    // An existing file keeps its permissions, and a link to it stays a link.
    if (access(path, W_OK) != 0)
        return fail(report, "file-write", path, "written", errno);
    char target[PATH_LIMIT > PATH_MAX ? PATH_LIMIT : PATH_MAX];
    if (!realpath(path, target) || strlen(target) >= PATH_LIMIT)
        return fail(report, "file-write", path, "written", errno ? errno : ENAMETOOLONG);
    return write_beside(target, status.st_mode & 0777, bytes, count, report);
}

#else

// ---------------------------------------------------------------------------------------------------- no disk

static const char no_disk[] = "this build of Wend has no disk; read from memory";

static wend_result fail(wend_report *report, const char *code, const char *path) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s: %s.", wend_shorten_path(path).text, no_disk);
    wend_report_add(report, &finding);
    return WEND_ERROR_IO;
}

wend_result wend_file_read_block(wend_context *context, const char *path, size_t spare, char **bytes, size_t *count,
                                 wend_report *report) {
    (void)context;
    (void)spare;
    *bytes = NULL;
    *count = 0;
    return fail(report, "file-open", path);
}

static wend_result read_regular(wend_context *context, const char *path, char **bytes, size_t *count,
                                const char **cause) {
    *cause = no_disk;
    return wend_file_read_block(context, path, 0, bytes, count, NULL);
}

wend_result wend_file_write(const char *path, const void *bytes, size_t count, wend_report *report) {
    (void)bytes;
    (void)count;
    return fail(report, "file-write", path);
}

#endif

// ---------------------------------------------------------------------------------------------------- folders

typedef struct side_block {
    char *bytes;
    size_t count;
} side_block;

struct wend_file_folder {
    wend_context *context;
    const char *path; // within this block, behind the struct
    size_t bytes;     // of this block
    WEND_ARRAY(side_block) blocks;
};

wend_result wend_file_folder_create(wend_context *context, const char *path, wend_file_folder **folder) {
    if (!wend_given(folder, context && path))
        return WEND_ERROR_ARGUMENT;
    size_t length = (size_t)(wend_base_name(path) - path), bytes = sizeof **folder + length + 1;
    *folder = wend_allocate(context, bytes);
    if (!*folder)
        return WEND_ERROR_MEMORY;
    char *copy = (char *)(*folder + 1);
    memcpy(copy, path, length);
    copy[length] = 0;
    **folder = (wend_file_folder){.context = context, .path = copy, .bytes = bytes};
    return WEND_OK;
}

void wend_file_folder_destroy(wend_file_folder *folder) {
    if (!folder)
        return;
    for (int64_t k = 0; k < folder->blocks.count; k++)
        wend_release(folder->context, folder->blocks.data[k].bytes, folder->blocks.data[k].count);
    wend_array_free(folder->context, &folder->blocks);
    wend_release(folder->context, folder, folder->bytes);
}

static wend_result read_side(wend_file_folder *folder, const char *path, wend_file_side *found) {
    side_block side = {NULL, 0};
    wend_result result = read_regular(folder->context, path, &side.bytes, &side.count, &found->cause);
    if (result)
        return result;
    if (!wend_array_push(folder->context, &folder->blocks, side)) {
        wend_release(folder->context, side.bytes, side.count);
        return WEND_ERROR_MEMORY;
    }
    found->bytes = side.count > 0 ? side.bytes : "";
    found->count = side.count;
    return WEND_OK;
}

wend_result wend_file_folder_find(void *user, const char *name, wend_file_side *found) {
    if (!user || !name || !found)
        return WEND_ERROR_ARGUMENT;
    wend_file_folder *folder = user;
    size_t length = strlen(folder->path), bytes = length + strlen(name) + 1;
    char *path = wend_allocate(folder->context, bytes);
    if (!path)
        return WEND_ERROR_MEMORY;
    memcpy(path, folder->path, length);
    memcpy(path + length, name, bytes - length);
    wend_result result = read_side(folder, path, found);
    wend_release(folder->context, path, bytes);
    return result;
}

// ---------------------------------------------------------------------------------------------------- by path

wend_result wend_file_read(wend_context *context, const char *path, char **bytes, size_t *count, wend_report *report) {
    if (!wend_given(bytes, context && path && count))
        return WEND_ERROR_ARGUMENT;
    return wend_report_limit(context, wend_file_read_block(context, path, 1, bytes, count, report), report);
}

// A file that was read, as a source.
typedef struct opened {
    wend_file_source source;
    char *bytes;
    wend_file_folder *folder;
} opened;

static wend_result open_path(wend_context *context, const char *path, opened *o, wend_report *report) {
    *o = (opened){.source = {.name = strcmp(path, "-") == 0 ? "standard input" : path, .hook = wend_file_folder_find}};
    wend_result result = wend_file_read(context, path, &o->bytes, &o->source.count, report);
    if (result)
        return result;
    o->source.bytes = o->bytes;
    result = wend_file_folder_create(context, path, &o->folder);
    o->source.user = o->folder;
    return wend_report_limit(context, result, report);
}

static void close_path(wend_context *context, opened *o) {
    wend_release(context, o->bytes, o->source.count + 1);
    wend_file_folder_destroy(o->folder);
}

wend_result wend_file_read_scene(wend_context *context, const char *path, int32_t file, wend_scene *scene,
                                 wend_report *report) {
    if (context == NULL || path == NULL || scene == NULL)
        return WEND_ERROR_ARGUMENT;
    opened o;
    wend_result result = open_path(context, path, &o, report);
    if (result == WEND_OK)
        result = wend_file_parse_scene(context, &o.source, WEND_SCENE_UNKNOWN, file, scene, report);
    close_path(context, &o);
    return result;
}

wend_result wend_file_read_drawing(wend_context *context, const char *path, wend_drawing **drawing,
                                   wend_report *report) {
    if (!wend_given(drawing, context != NULL && path != NULL))
        return WEND_ERROR_ARGUMENT;
    opened o;
    wend_result result = open_path(context, path, &o, report);
    if (result == WEND_OK)
        result = wend_file_parse_drawing(context, &o.source, WEND_DRAWING_UNKNOWN, drawing, report);
    close_path(context, &o);
    return result;
}
