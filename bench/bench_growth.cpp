// Whole builds of scenes that are made to be slow, beside a terrain with as many triangles: fans and faces of very many
// corners, loose triangles, towers. Each is read from the text of an OBJ file and built by one thread.
//
//     bench_growth [--quick] [--scene WORD]
//
//     --quick      a tenth of the triangles
//     --scene      those whose name holds WORD
//
// Exits 1 when a bar is missed: 20 times as long as the terrain, or memory beyond 1 GiB and 200 times the file. Scenes
// in brackets are there for their growth only; docs/design/surfaces.md says why they are slow.
#include "scenes.hpp"

#include <wend/pipeline.h>

#include <cmath>

namespace {

const double slower_most = 20; // than a terrain
const double bytes_most = double(1 << 30), bytes_of_file = 200;

struct Text {
    std::string obj;
    int32_t corners = 0;
};

void vertex(Text &text, double x, double y, double z) {
    char line[100];
    std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", x, y, z);
    text.obj += line;
    text.corners++;
}

void triangle(Text &text, int32_t a, int32_t b, int32_t c) {
    char line[60];
    std::snprintf(line, sizeof line, "f %d %d %d\n", a, b, c);
    text.obj += line;
}

// All corners so far as one face.
void face(Text &text) {
    text.obj += "f";
    for (int32_t k = 1; k <= text.corners; k++)
        text.obj += " " + std::to_string(k);
    text.obj += "\n";
}

// A place on a circle of 50 m.
void around(Text &text, int32_t k, int32_t count, double part) {
    double angle = 2 * 3.14159265358979323846 * k / count;
    vertex(text, 50 * part * std::cos(angle), 0, -50 * part * std::sin(angle));
}

void terrain(Text &text, int32_t count) {
    int32_t side = int32_t(std::sqrt(count / 2)), row = side + 1;
    for (int32_t k = 0; k < row * row; k++) {
        double x = k / row, z = k % row;
        vertex(text, x, 2 * std::sin(x * 0.13) * std::cos(z * 0.17) + 0.2 * ((k * 7919) % 1009) / 1009.0, z);
    }
    for (int32_t x = 0; x < side; x++)
        for (int32_t z = 0; z < side; z++) {
            int32_t p = 1 + x * row + z;
            triangle(text, p, p + 1, p + row + 1);
            triangle(text, p, p + row + 1, p + row);
        }
}

void fan_at(Text &text, int32_t count, double height) {
    vertex(text, 0, height, 0);
    for (int32_t k = 0; k < count; k++)
        around(text, k, count, 1);
    for (int32_t k = 0; k < count; k++)
        triangle(text, 1, 2 + k, 2 + (k + 1) % count);
}

void fan(Text &text, int32_t count) {
    fan_at(text, count, 0);
}

void cone(Text &text, int32_t count) {
    fan_at(text, count, 10);
}

void square(Text &text, int32_t count) {
    int32_t side = count / 4;
    vertex(text, 0, 0, 0);
    for (int32_t k = 0; k < 4 * side; k++) {
        double t = -50 + 100.0 * (k % side) / side;
        const double at[4][2] = {{t, 50}, {50, -t}, {-t, -50}, {-50, t}};
        vertex(text, at[k / side][0], 0, at[k / side][1]);
    }
    for (int32_t k = 0; k < 4 * side; k++)
        triangle(text, 1, 2 + k, 2 + (k + 1) % (4 * side));
}

void convex(Text &text, int32_t count) {
    for (int32_t k = 0; k < count; k++)
        around(text, k, count, 1);
    face(text);
}

void star(Text &text, int32_t count) {
    for (int32_t k = 0; k < count; k++)
        around(text, k, count, k % 2 ? 1 : 0.5);
    face(text);
}

void spiky(Text &text, int32_t count) {
    uint64_t random = 5;
    for (int32_t k = 0; k < count; k++)
        around(text, k, count, 0.2 + 0.8 * wend_random_unit(&random));
    face(text);
}

// A corridor of 50 turns.
void spiral(Text &text, int32_t count) {
    int32_t side = count / 2;
    for (int32_t k = 0; k < 2 * side; k++) {
        int32_t at = k < side ? k : 2 * side - 1 - k;
        double angle = 2 * 3.14159265358979323846 * 50 * at / side;
        double radius = 5 + 45.0 * at / side + (k < side ? 0.45 : 0);
        vertex(text, radius * std::cos(angle), 0, -radius * std::sin(angle));
    }
    face(text);
}

void comb(Text &text, int32_t count) {
    int32_t teeth = count / 2;
    vertex(text, 0, 0, 10);
    vertex(text, 100, 0, 10);
    for (int32_t k = teeth - 1; k >= 0; k--) {
        vertex(text, (k + 0.75) * 100 / teeth, 0, -40.0 * ((k * 7919) % 1009) / 1009);
        vertex(text, k * 100.0 / teeth, 0, 5);
    }
    face(text);
}

// Triangles with sides of half a metre in 100 x 20 x 100 m.
void soup(Text &text, int32_t count) {
    uint64_t random = 7;
    auto unit = [&] { return 2 * wend_random_unit(&random) - 1; };
    for (int32_t k = 0; k < count; k++) {
        double at[3] = {50 * unit() + 50, 10 * unit() + 10, 50 * unit() + 50}, u[3], w[3], length = 0, along = 0;
        for (double &value : u)
            value = unit();
        for (double &value : w)
            value = unit();
        length = std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        for (int i = 0; i < 3; i++)
            along += (u[i] /= length) * w[i];
        for (int i = 0; i < 3; i++)
            w[i] -= along * u[i];
        length = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        const double corners[3][2] = {{0, 0}, {0.5, 0}, {0.25, 0.4330127}};
        for (const auto &c : corners)
            vertex(text, at[0] + c[0] * u[0] + c[1] * w[0] / length, at[1] + c[0] * u[1] + c[1] * w[1] / length,
                   at[2] + c[0] * u[2] + c[1] * w[2] / length);
        triangle(text, text.corners - 2, text.corners - 1, text.corners);
    }
}

void tower(Text &text, int32_t count) {
    for (int32_t k = 0; k < count / 2; k++) {
        const double at[4][2] = {{0, 0}, {0, 20}, {20, 20}, {20, 0}};
        for (const auto &p : at)
            vertex(text, p[0], 3.0 * k, p[1]);
        triangle(text, text.corners - 3, text.corners - 2, text.corners - 1);
        triangle(text, text.corners - 3, text.corners - 1, text.corners);
    }
}

// Squares a millimetre above each other, each turned by 40 degrees: all overlap, so all are cut by many.
void turned(Text &text, int32_t count) {
    for (int32_t k = 0; k < count / 2; k++) {
        for (int i = 0; i < 4; i++) {
            double angle = 0.7 * k + i * 3.14159265358979323846 / 2;
            vertex(text, 10 * std::cos(angle), 0.001 * k, -10 * std::sin(angle));
        }
        triangle(text, text.corners - 3, text.corners - 2, text.corners - 1);
        triangle(text, text.corners - 3, text.corners - 1, text.corners);
    }
}

struct Kind {
    const char *name;
    void (*make)(Text &, int32_t);
    int32_t largest;
    bool judged;
};
const Kind kinds[] = {{"fan", fan, 100000, true},
                      {"cone", cone, 100000, true},
                      {"square fan", square, 100000, true},
                      {"convex face", convex, 100000, true},
                      {"loose triangles", soup, 100000, true},
                      {"tower", tower, 2000, true},
                      {"(tall tower)", tower, 16000, false},
                      {"spiral", spiral, 100000, true},
                      {"(comb)", comb, 50000, false},
                      {"(star)", star, 50000, false},
                      {"(spiky star)", spiky, 50000, false},
                      {"(turned floors)", turned, 1000, false}};

struct Cost {
    double ms, bytes, file;
};

// Reads and builds a scene.
Cost build(void (*make)(Text &, int32_t), int32_t count) {
    Text text;
    make(text, count);
    wend_context *context = make_context(1);
    wend_scene_def scene_def = wend_default_scene_def();
    wend_scene *scene = nullptr;
    wend_nav *nav = nullptr;
    wend_build_def def = wend_default_build_def();
    wend_file_source source = {};
    source.name = "growth.obj";
    source.bytes = text.obj.data();
    source.count = text.obj.size();
    double start = thread_ms();
    wend_result result = wend_scene_create(context, &scene_def, &scene);
    if (result == WEND_OK)
        result = wend_file_parse_scene(context, &source, WEND_SCENE_OBJ, 0, scene, nullptr);
    if (result == WEND_OK)
        result = wend_build_scene(context, scene, &def, &nav, nullptr, nullptr);
    Cost cost = {thread_ms() - start, double(wend_bytes_peak(context)), double(text.obj.size())};
    if (result != WEND_OK && result != WEND_ERROR_EMPTY)
        give_up("building", result);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
    return cost;
}

// The least of several runs, as far as they are short.
Cost least(void (*make)(Text &, int32_t), int32_t count) {
    Cost best = build(make, count);
    for (int k = 1; k < 5 && best.ms < 500; k++) {
        Cost again = build(make, count);
        best = again.ms < best.ms ? again : best;
    }
    return best;
}

// Three sizes, each twice the one before; the largest is judged. How many bars are missed.
int rows(const Kind &kind, int32_t largest) {
    double last = 0;
    int missed = 0;
    for (int32_t count = largest / 4; count <= largest; count *= 2) {
        Cost cost = least(kind.make, count), plain = least(terrain, count);
        double slower = cost.ms / plain.ms, most = std::max(bytes_most, bytes_of_file * cost.file);
        bool good = slower <= slower_most && cost.bytes <= most, judged = kind.judged && count == largest;
        std::printf("%-16s %9d %10.1f %10.1f %8.1f ", kind.name, count, cost.ms, plain.ms, slower);
        std::printf("%9.2f %9.0f  %s\n", last > 0 ? cost.ms / last : 0, cost.bytes / (1 << 20),
                    !judged ? ""
                    : good  ? "ok"
                            : "FAIL");
        std::fflush(stdout);
        missed += judged && !good;
        last = cost.ms;
    }
    return missed;
}

} // namespace

int main(int argc, char **argv) {
    bool quick = false;
    std::string word;
    for (int k = 1; k < argc; k++) {
        std::string name = argv[k];
        if (name == "--quick")
            quick = true;
        else if (name == "--scene" && k + 1 < argc)
            word = argv[++k];
        else {
            std::fprintf(stderr, "usage: bench_growth [--quick] [--scene WORD]\n");
            return 2;
        }
    }
    std::printf(
        "Whole builds, one thread, processor time; at most %.0f times that of a terrain. \"doubling\" is how many "
        "times as long\ntwice the triangles take.\n\n%-16s %9s %10s %10s %8s %9s %9s\n",
        slower_most, "scene", "triangles", "ms", "terrain ms", "times", "doubling", "peak MiB");
    int missed = 0;
    for (const Kind &kind : kinds)
        if (std::string(kind.name).find(word) != std::string::npos)
            missed += rows(kind, quick ? kind.largest / 10 : kind.largest);
    std::printf("\n%s\n", missed > 0 ? "MISSED" : "kept: all bars that were judged");
    return missed > 0 ? 1 : 0;
}
