// Whole files to memory and back.
//
// Writing goes to a file beside the wanted one, which then takes its name: a full disk or a killed process leaves the
// old file as it was. What is no regular file (a pipe, /dev/null) is written directly.
#define _XOPEN_SOURCE 700

#include "file/bytes.h"
#include "file/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_LIMIT 4096
#define NAME_TRIES 100
#define FIRST_CHUNK ((size_t)1 << 16)

static wend_result fail(wend_report *report, const char *code, const char *path, const char *what, int error) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s: cannot be %s: %s.", wend_shorten_path(path).text,
                                             what, error ? strerror(error) : "unknown error");
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

wend_result wend_file_read(wend_context *context, const char *path, char **bytes, size_t *count, wend_report *report) {
    return wend_file_read_block(context, path, 1, bytes, count, report);
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
