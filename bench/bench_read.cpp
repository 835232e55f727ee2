// Reading scenes: how much slower an OBJ of half a million triangles is read than its bytes can be scanned for numbers.
//
//     bench_read [--quick]     --quick reads a twentieth as many triangles
//
// The terrain is made in memory. The bare loop walks over the same bytes, turns every number into a double and adds it
// up: no lines, no words, no memory. Both run in turn, and the medians are compared. PLY and STL of the same scene are
// read as well, without a bar: their bytes hold numbers as they are.
//
// Exits 1 when reading the OBJ takes more than twice as long as the bare loop.
#include "family.hpp"

#include <wend/file.h>

extern "C" {
#include "file/write_scene.h"
}

#include <cstring>

namespace {

const double allowed_ratio = 2;

// A terrain of size x size squares, with heights as a survey gives them.
wend_scene *make_terrain(wend_context *context, int size) {
    std::vector<double> positions;
    std::vector<int32_t> triangles;
    uint32_t state = 1;
    for (int y = 0; y <= size; y++)
        for (int x = 0; x <= size; x++) {
            state = state * 1664525u + 1013904223u;
            positions.push_back(std::round((x * 1.25 - size * 0.6) * 1e6 + (state >> 20)) / 1e6);
            positions.push_back(std::round((state >> 8) / 3e2) / 1e4);
            positions.push_back(std::round((y * 1.25 - size * 0.6) * 1e6 + (state >> 12 & 1023)) / 1e6);
        }
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int a = y * (size + 1) + x, b = a + 1, c = a + size + 1, d = c + 1;
            triangles.insert(triangles.end(), {a, c, b, b, c, d});
        }
    wend_scene *scene = nullptr;
    wend_result result = wend_scene_create(context, nullptr, &scene);
    if (result == WEND_OK)
        result = wend_scene_add(scene, positions.data(), (int32_t)(positions.size() / 3), triangles.data(),
                                (int32_t)(triangles.size() / 3));
    if (result != WEND_OK)
        give_up("terrain", result);
    return scene;
}

// The bare loop.
double add_numbers(const char *at, const char *end) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
    double sum = 0;
    while (at < end) {
        if (*at < '0' || *at > '9') {
            at++;
            continue;
        }
        bool negative = at[-1] == '-'; // the file does not begin with a digit
        uint64_t word = 0;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            word = word * 10 + (uint64_t)(*at - '0');
        const char *point = at;
        if (at < end && *at == '.')
            for (at++; at < end && *at >= '0' && *at <= '9'; at++)
                word = word * 10 + (uint64_t)(*at - '0');
        double value = at > point ? (double)word / powers[at - point - 1] : (double)word;
        sum += negative ? -value : value;
    }
    return sum;
}

double read_once(wend_context *context, wend_scene_format format, const wend_text &text, int32_t triangles) {
    wend_scene *scene = nullptr;
    wend_file_source source = {};
    source.name = "terrain";
    source.bytes = text.data;
    source.count = text.count;
    double start = now_ms();
    wend_result result = wend_scene_create(context, nullptr, &scene);
    if (result == WEND_OK)
        result = wend_file_parse_scene(context, &source, format, 0, scene, nullptr);
    double time = now_ms() - start;
    if (result != WEND_OK || wend_scene_look(scene).triangle_count != triangles)
        give_up("reading", result);
    wend_scene_destroy(scene);
    return time;
}

void print_row(const char *what, size_t bytes, double time) {
    std::printf("%-22s %8.1f MB %9.2f ms %8.0f MB/s\n", what, (double)bytes / 1e6, time, (double)bytes / 1e3 / time);
}

} // namespace

int main(int argc, char **argv) {
    bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const int runs = 11;
    wend_context *context = make_context(1);
    wend_scene *scene = make_terrain(context, quick ? 112 : 500);
    int32_t triangles = wend_scene_look(scene).triangle_count;
    wend_text obj = wend_text_start(context), ply = wend_text_start(context), stl = wend_text_start(context);
    if (wend_write_scene_obj(scene, &obj) || wend_write_scene_ply(scene, &ply) || wend_write_scene_stl(scene, &stl))
        give_up("writing", WEND_ERROR_MEMORY);

    std::vector<double> bare, read, read_ply, read_stl;
    volatile double sum = 0;
    for (int k = 0; k < runs; k++) {
        double start = now_ms();
        sum = sum + add_numbers(obj.data, obj.data + obj.count);
        bare.push_back(now_ms() - start);
        read.push_back(read_once(context, WEND_SCENE_OBJ, obj, triangles));
        read_ply.push_back(read_once(context, WEND_SCENE_PLY, ply, triangles));
        read_stl.push_back(read_once(context, WEND_SCENE_STL, stl, triangles));
    }
    std::printf("reading %d triangles from memory, median of %d runs\n", triangles, runs);
    print_row("bare loop over the OBJ", obj.count, median(bare));
    print_row("OBJ", obj.count, median(read));
    print_row("PLY (binary, double)", ply.count, median(read_ply));
    print_row("STL (binary)", stl.count, median(read_stl));
    double ratio = median(read) / median(bare);
    bool good = ratio <= allowed_ratio;
    std::printf("OBJ takes %.2f times the bare loop, at most %.0f: %s\n", ratio, allowed_ratio, good ? "ok" : "FAIL");

    wend_text_free(&obj);
    wend_text_free(&ply);
    wend_text_free(&stl);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
    return good ? 0 : 1;
}
