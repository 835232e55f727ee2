// .wend files: round trips, and everything that can be wrong with one. A small file is cut at every length, every bit
// of it is turned over, and every number in it is replaced with right checksums all around: nothing may crash, and
// whatever is still accepted must be a plan with cells that pass their validators.
#include "archive_files.h"
#include "sketch.h"

#include <wend/pipeline.h>

#include "base/random.h"
#include "cells/chunks.h"
#include "plan/chunks.h"

// The chunks of a file with a plan and cells: those of a surface follow them.
enum { CHUNKS = CHUNK_SURFACE };

static void open_context(void) {
    open_context_with(1);
}

// A room with a pillar, a wall without width, a point, area borders, and a second room: every kind of thing that a plan
// and its cells hold.
static void small_sketch(sketch *s) {
    static const double room[] = {0, 0, 8, 0, 8, 6, 0, 6}, pillar[] = {2, 2, 3, 2, 3, 3, 2, 3}, wall[] = {5, 1, 5, 4};
    static const double point[] = {6, 5}, closet[] = {10, 0, 12, 0, 11, 3}, carpet[] = {0, 5, 4, 5, 4, 0};
    *s = (sketch){.rule = WEND_INSIDE_RINGS};
    sketch_add(s, WEND_SHAPE_OUTER, 0, room, 4);
    sketch_add(s, WEND_SHAPE_OBSTACLE, 0, pillar, 4);
    sketch_add(s, WEND_SHAPE_WALL, -1, wall, 2);
    sketch_add(s, WEND_SHAPE_POINT, -1, point, 1);
    sketch_add(s, WEND_SHAPE_OUTER, 1, closet, 3);
    sketch_add(s, WEND_SHAPE_BORDER, -1, carpet, 3);
}

static wend_nav *build_with(const sketch *s, wend_cells_def cells) {
    wend_drawing *drawing = sketch_draw(context, s);
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_MEDIAL | WEND_STAGE_CELLS; // roads are test_archive_roads' business
    def.cells = cells;
    wend_nav *nav = NULL;
    wend_result result = wend_build_drawing(context, drawing, &def, &nav, NULL, NULL);
    wend_drawing_destroy(drawing);
    return result == WEND_OK ? nav : NULL;
}

static wend_nav *build(const sketch *s) {
    return build_with(s, wend_default_cells_def());
}

static file small_file(void) {
    open_context();
    sketch s;
    small_sketch(&s);
    wend_nav *nav = build(&s);
    if (nav == NULL)
        return (file){NULL, 0};
    file f = save(nav);
    wend_nav_destroy(nav);
    return f;
}

static file without_cells(const file *f) {
    return exchange(f, CHUNK_CELLS, header_of(f)->chunk_count - CHUNK_CELLS, NULL, 0);
}

// ---------------------------------------------------------------------------------------------------- round trips

static bool same_cells(const wend_cells *a, const wend_cells *b) {
    wend_cells_view v = wend_cells_look(a), w = wend_cells_look(b);
    return v.def.relax == w.def.relax && v.def.relax_angle == w.def.relax_angle && v.def.quality == w.def.quality &&
           v.vertex_count == w.vertex_count && v.point_count == w.point_count && v.portal_count == w.portal_count &&
           v.cell_count == w.cell_count && v.side_count == w.side_count && v.notch_count == w.notch_count &&
           v.portal_length == w.portal_length && v.smallest_angle == w.smallest_angle &&
           v.needle_count == w.needle_count && same_array(v.points, w.points, v.point_count, sizeof *v.points) &&
           same_array(v.portals, w.portals, v.portal_count, sizeof *v.portals) &&
           same_array(v.cells, w.cells, v.cell_count, sizeof *v.cells) &&
           same_array(v.sides, w.sides, v.side_count, sizeof *v.sides);
}

static bool same_medials(const wend_medial *a, const wend_medial *b) {
    wend_medial_view v = wend_medial_look(a), w = wend_medial_look(b);
    return v.hash == w.hash && v.vertex_count == w.vertex_count && v.arc_count == w.arc_count &&
           v.true_count == w.true_count && v.narrow_count == w.narrow_count &&
           same_array(v.vertices, w.vertices, v.vertex_count, sizeof *v.vertices) &&
           same_array(v.arcs, w.arcs, v.arc_count, sizeof *v.arcs) &&
           same_array(v.around, w.around, 2 * v.arc_count, sizeof *v.around) &&
           same_array(v.narrows, w.narrows, v.narrow_count, sizeof *v.narrows);
}

static bool same_plans(const wend_plan *a, const wend_plan *b) {
    wend_plan_view v = wend_plan_look(a), w = wend_plan_look(b);
    return v.vertex_count == w.vertex_count && v.triangle_count == w.triangle_count && v.hash == w.hash &&
           v.boundary_count == w.boundary_count && v.component_count == w.component_count &&
           v.cycle_count == w.cycle_count && v.border_count == w.border_count && v.unit == w.unit &&
           (v.border_count == 0 || memcmp(v.borders, w.borders, (size_t)v.border_count * sizeof *v.borders) == 0) &&
           memcmp(&v.lattice, &w.lattice, sizeof v.lattice) == 0 &&
           memcmp(v.vertices, w.vertices, (size_t)v.vertex_count * sizeof *v.vertices) == 0 &&
           memcmp(v.triangles, w.triangles, (size_t)v.triangle_count * sizeof *v.triangles) == 0 &&
           memcmp(v.boundaries, w.boundaries, (size_t)v.boundary_count * sizeof *v.boundaries) == 0;
}

// Asks everything that can be asked of a plan and its cells, so that a bad index would be followed.
static void use(const wend_nav *nav) {
    const wend_plan *plan = wend_nav_plan(nav);
    const wend_cells *cells = wend_nav_cells(nav);
    uint64_t state = 1;
    for (int i = 0; i < 8; i++) {
        double place[2];
        int32_t triangle;
        wend_spot a, b;
        wend_ray_hit hit;
        wend_plan_random(plan, &state, place, &triangle);
        wend_plan_locate(plan, place, 0, &a);
        if (cells != NULL && a.triangle >= 0)
            CHECK(wend_cells_locate(cells, &a) >= 0);
        place[0] += 3;
        wend_plan_locate(plan, place, 2, &b);
        if (a.triangle >= 0 && b.triangle >= 0) {
            wend_plan_ray(plan, &a, b.point, &hit);
            (void)wend_plan_visible(plan, &b, &a);
        }
    }
}

TEST(round_trip) {
    open_context();
    int built = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint64_t state = seed << 20;
        sketch s;
        sketch_random(&s, (wend_inside_rule)(seed % 3), (sketch_style)(seed / 3 % 2), 10, &state);
        wend_cells_def def = wend_default_cells_def();
        def.quality = (wend_cells_quality)(seed / 6 % 2);
        def.relax = seed / 12 % 3 == 1 ? 0.75 : 0;
        def.relax_angle = seed / 12 % 3 == 2 ? 0.5 : def.relax_angle;
        wend_nav *nav = build_with(&s, def), *loaded = NULL;
        if (nav == NULL)
            continue;
        built++;
        file f = save(nav), again = {NULL, 0};
        if (CHECK_MESSAGE(load(&f, &loaded) == WEND_OK, "%s", wend_report_error(report))) {
            CHECK(same_plans(wend_nav_plan(nav), wend_nav_plan(loaded)));
            CHECK(same_cells(wend_nav_cells(nav), wend_nav_cells(loaded)));
            CHECK(same_medials(wend_nav_medial(nav), wend_nav_medial(loaded)));
            CHECK(wend_nav_hash(nav) == wend_nav_hash(loaded));
            CHECK(wend_nav_check(context, loaded, report) == WEND_OK);
            CHECK(wend_plan_area(wend_nav_plan(nav)) == wend_plan_area(wend_nav_plan(loaded)));
            use(loaded);
            again = save(loaded);
            CHECK(again.count == f.count && memcmp(again.bytes, f.bytes, f.count) == 0);
        }
        free_file(&again);
        free_file(&f);
        wend_nav_destroy(loaded);
        wend_nav_destroy(nav);
    }
    CHECK(built > 100);
}

// What is built can be loaded, for steps that are no powers of two and for units at their limits too.
TEST(every_lattice_is_loaded) {
    open_context();
    static const double steps[] = {0.1, 0.01, 0.001, 1e-5, 1.0 / 3}, units[] = {1, 1e-9, 1e9};
    uint64_t state = 17;
    for (int i = 0; i < 300; i++) {
        double x = wend_random_unit(&state) * 1000 - 500, y = wend_random_unit(&state) * 1000 - 500;
        double w = 1 + 20 * wend_random_unit(&state), h = 1 + 20 * wend_random_unit(&state);
        const double ring[] = {x, y, x + w, y, x + w, y + h, x, y + h};
        sketch s = {.rule = WEND_INSIDE_RINGS};
        sketch_add(&s, WEND_SHAPE_OUTER, 0, ring, 4);
        wend_drawing *drawing = sketch_draw(context, &s);
        wend_build_def def = wend_default_build_def();
        def.plan = (wend_plan_def){.lattice = steps[i % 5], .unit = units[i % 3]};
        wend_nav *nav = NULL, *loaded = NULL;
        REQUIRE(wend_build_drawing(context, drawing, &def, &nav, NULL, NULL) == WEND_OK);
        file f = save(nav);
        CHECK_MESSAGE(load(&f, &loaded) == WEND_OK, "%s", wend_report_error(report));
        double area = wend_plan_area(wend_nav_plan(nav));
        CHECK(area > 0 && area - area == 0);
        free_file(&f);
        wend_nav_destroy(loaded);
        wend_nav_destroy(nav);
        wend_drawing_destroy(drawing);
    }
}

// ---------------------------------------------------------------------------------------------------- packing

TEST(elements_have_the_fields_that_they_are_said_to_have) {
    for (int k = 0; kind_of(k) != NULL; k++) {
        const wend_element *element = &kind_of(k)->element;
        uint32_t size = 0;
        for (const char *field = element->fields; *field; field++)
            size += *field == 'd' ? 8 : *field == 'w' ? 4 : *field == 'h' ? 2 : 1;
        CHECK_MESSAGE(size == element->size && size <= WEND_ELEMENT_MAX, "%s", kind_of(k)->id);
    }
}

// As docs/format.md has it: the slow, obvious way, one difference and one byte after the other.
static size_t pack_slowly(uint32_t size, const unsigned char *elements, int64_t count, unsigned char *to) {
    size_t bytes = 0;
    if (size % 4 != 0) {
        memcpy(to, elements, (size_t)count * size);
        return (size_t)count * size;
    }
    for (int64_t k = 0; k < count; k++)
        for (uint32_t word = 0; word < size; word += 4) {
            uint32_t now = 0, before = 0;
            memcpy(&now, elements + k * size + word, 4);
            if (k > 0)
                memcpy(&before, elements + (k - 1) * size + word, 4);
            int64_t difference = (int64_t)now - before;
            difference += difference < INT32_MIN ? (int64_t)1 << 32 : difference > INT32_MAX ? -((int64_t)1 << 32) : 0;
            int64_t number = difference < 0 ? -2 * difference - 1 : 2 * difference;
            do
                to[bytes++] = (unsigned char)(number % 128 + (number >= 128 ? 128 : 0));
            while ((number /= 128) > 0);
        }
    return bytes;
}

static void fill_element(unsigned char *bytes, uint32_t size, const unsigned char *before, uint64_t *state) {
    for (uint32_t i = 0; i < size; i++) {
        uint64_t random = wend_random(state);
        bytes[i] = random % 4 == 0   ? 0
                   : random % 4 == 1 ? 0xFF
                   : random % 4 == 2 ? (unsigned char)(random >> 8)
                                     : before[i];
    }
}

TEST(random_elements_are_packed_and_unpacked) {
    static const uint32_t sizes[] = {1, 3, 4, 8, 28, 160};
    enum { MOST = 20 };
    unsigned char elements[(MOST + 1) * WEND_ELEMENT_MAX] = {0}, packed[MOST * WEND_ELEMENT_MAX * 2];
    unsigned char slow[sizeof packed], again[sizeof elements];
    uint64_t state = 5;
    for (int i = 0; i < check_cases("cases", 20000); i++) {
        wend_element kind = {sizes[i % 6], ""};
        int64_t count = (int64_t)(wend_random(&state) % MOST);
        unsigned char *first = elements + kind.size;
        for (int64_t k = 0; k < count; k++)
            fill_element(first + k * kind.size, kind.size, first + (k - 1) * kind.size, &state);
        size_t bytes = wend_pack(&kind, first, count, packed);
        CHECK(bytes == wend_pack(&kind, first, count, NULL) && bytes == pack_slowly(kind.size, first, count, slow));
        CHECK(memcmp(packed, slow, bytes) == 0 && bytes >= wend_pack_least(&kind, (uint64_t)count));
        CHECK((size_t)count * kind.size <= 4 * bytes);
        CHECK(wend_unpack(&kind, packed, bytes, again, count) && same_array(first, again, (int32_t)count, kind.size));
        CHECK(!wend_unpack(&kind, packed, bytes, again, count + 1) &&
              (count == 0 || !wend_unpack(&kind, packed, bytes, again, count - 1)));
        CHECK(count == 0 || !wend_unpack(&kind, packed, bytes - 1, again, count));
    }
}

// Bytes that are no number of 32 bits, or not the shortest way to write one.
TEST(bytes_that_are_no_numbers) {
    static const struct {
        unsigned char bytes[8];
        size_t count;
        bool good;
    } cases[] = {
        {{0}, 1, true},
        {{0x7F}, 1, true},
        {{0x80}, 1, false},                                       // more should follow
        {{0x80, 0x01}, 2, true},                                  // 128
        {{0x80, 0x00}, 2, false},                                 // 0 in two bytes
        {{0xFF, 0x80, 0x00}, 3, false},                           // 127 in three
        {{0xFF, 0xFF, 0xFF, 0xFF, 0x0F}, 5, true},                // 2^32 - 1
        {{0xFF, 0xFF, 0xFF, 0xFF, 0x10}, 5, false},               // 2^32 and more
        {{0xFF, 0xFF, 0xFF, 0xFF, 0x8F, 0x00}, 6, false},         // six bytes
        {{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1}, 8, false} // eight
    };
    const wend_element kind = {4, "w"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint32_t value = 0;
        CHECK_MESSAGE(wend_unpack(&kind, cases[k].bytes, cases[k].count, &value, 1) == cases[k].good, "case %zu", k);
    }
}

// Numbers of the format's description, byte for byte.
TEST(test_values_of_packing) {
    static const int32_t numbers[] = {5, 7, 7, -1000, INT32_MIN, INT32_MAX};
    static const unsigned char expected[] = {0x0A, 0x04, 0x00, 0xDD, 0x0F, 0xAF, 0xF0, 0xFF, 0xFF, 0x0F, 0x01};
    unsigned char packed[30];
    const wend_element kind = {4, "w"};
    size_t bytes = wend_pack(&kind, numbers, 6, packed);
    CHECK(bytes == sizeof expected && memcmp(packed, expected, bytes) == 0);
}

// ---------------------------------------------------------------------------------------------------- damage

TEST(every_truncation) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    for (size_t n = 0; n < f.count; n++) {
        file cut = {f.bytes, n};
        wend_result result = refuse(&cut);
        CHECK_MESSAGE(result == WEND_ERROR_TRUNCATED, "cut to %zu bytes: %s", n, wend_describe(result));
    }
    printf("%zu lengths refused\n", f.count);
    free_file(&f);
}

TEST(every_bit) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    for (size_t i = 0; i < f.count * 8; i++) {
        f.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        CHECK_MESSAGE(refuse(&f) != WEND_OK, "bit %zu of byte %zu may be turned over unnoticed", i % 8, i / 8);
        f.bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    printf("%zu flipped bits refused\n", f.count * 8);
    wend_nav *nav = NULL;
    CHECK(load(&f, &nav) == WEND_OK);
    wend_nav_destroy(nav);
    free_file(&f);
}

TEST(other_files) {
    open_context();
    static const char *const texts[] = {
        "", "\x89", "{\"type\":\"Polygon\"}", "\x89WEND\n\x1A and so on",
        "PK\x03\x04 something that is longer than a header is, so that only the magic is wrong"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        file f = {(unsigned char *)(uintptr_t)texts[i], strlen(texts[i])};
        wend_result result = refuse(&f), expected = i < 2 ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT;
        CHECK_MESSAGE(result == expected, "text %d: %s", (int)i, wend_describe(result));
    }
}

// ---------------------------------------------------------------------------------------------------- hostile tables

static void newer_major(file *f) {
    header_of(f)->major = 3;
}
static void older_major(file *f) {
    header_of(f)->major = 1;
}
static void many_chunks(file *f) {
    header_of(f)->chunk_count = UINT32_MAX;
}
static void more_chunks(file *f) {
    header_of(f)->chunk_count++;
}
static void fewer_chunks(file *f) {
    header_of(f)->chunk_count--;
}
static void no_chunks(file *f) {
    header_of(f)->chunk_count = 0;
}
static void larger_file(file *f) {
    header_of(f)->file_bytes++;
}
static void smaller_file(file *f) {
    header_of(f)->file_bytes--;
}
static void endless_file(file *f) {
    header_of(f)->file_bytes = UINT64_MAX;
}
static void reserved_header(file *f) {
    header_of(f)->reserved[31] = 1;
}
static void offset_beyond(file *f) {
    entry_of(f, 3)->offset = f->count + 1;
}
static void offset_wraps(file *f) {
    entry_of(f, 3)->offset = UINT64_MAX - 63;
}
static void offset_in_header(file *f) {
    entry_of(f, 0)->offset = 0;
}
static void offset_overlaps(file *f) {
    entry_of(f, 3)->offset = entry_of(f, 1)->offset;
}
static void offset_leaves_gap(file *f) {
    entry_of(f, 1)->offset++;
}
static void bytes_beyond(file *f) {
    entry_of(f, (int)header_of(f)->chunk_count - 1)->bytes++;
}
static void bytes_fewer(file *f) {
    entry_of(f, (int)header_of(f)->chunk_count - 1)->bytes--;
}
static void bytes_huge(file *f) {
    entry_of(f, 1)->bytes = UINT64_MAX - 7;
}
static void count_huge(file *f) {
    entry_of(f, 1)->count = UINT64_MAX;
}
static void count_overflows(file *f) {
    entry_of(f, 1)->count += (uint64_t)1 << 61;
} // times 8 is the same again
// Vertices and their flags: as many as 32-bit indices can name, in a file of a few hundred bytes.
static void counts_large(file *f) {
    entry_of(f, 1)->count = entry_of(f, 2)->count = INT32_MAX / 3;
}
static void count_one_more(file *f) {
    entry_of(f, 4)->count++;
}
static void count_one_less(file *f) {
    entry_of(f, 4)->count--;
}
static void size_zero(file *f) {
    entry_of(f, 1)->size = 0;
}
static void size_other(file *f) {
    entry_of(f, 1)->size = 4, entry_of(f, 1)->count *= 2;
}
static void reserved_entry(file *f) {
    entry_of(f, 2)->reserved = 1;
}
static void id_twice(file *f) {
    memcpy(entry_of(f, 4)->id, entry_of(f, 1)->id, 4);
}
static void id_unknown(file *f) {
    memcpy(entry_of(f, 4)->id, "WHAT", 4);
}
static void id_binary(file *f) {
    entry_of(f, 4)->id[0] = '\n';
}
static void version_newer(file *f) {
    entry_of(f, 3)->version = 2;
}
static void version_zero(file *f) {
    entry_of(f, 3)->version = 0;
}
static void version_huge(file *f) {
    entry_of(f, 3)->version = UINT32_MAX;
}

static void swap_chunks(file *f) {
    wend_archive_entry first = *entry_of(f, 1);
    *entry_of(f, 1) = *entry_of(f, 3);
    *entry_of(f, 3) = first;
}

// All bytes that were vertices are now flags, and the other way round.
static void swap_ids(file *f) {
    memcpy(entry_of(f, 1)->id, "PVFL", 4);
    memcpy(entry_of(f, 2)->id, "PVTX", 4);
}

static void drop_vertex(file *f) {
    entry_of(f, 2)->count--;
    entry_of(f, 2)->bytes--;
}

static const attack table_attacks[] = {
    {"a newer major version", WEND_ERROR_VERSION, newer_major},
    {"an older major version", WEND_ERROR_VERSION, older_major},
    {"four billion chunks", WEND_ERROR_FORMAT, many_chunks},
    {"one chunk more", WEND_ERROR_FORMAT, more_chunks},
    {"one chunk less", WEND_ERROR_FORMAT, fewer_chunks},
    {"no chunks", WEND_ERROR_FORMAT, no_chunks},
    {"a size of one more", WEND_ERROR_TRUNCATED, larger_file},
    {"a size of one less", WEND_ERROR_FORMAT, smaller_file},
    {"an endless size", WEND_ERROR_TRUNCATED, endless_file},
    {"a reserved byte of the header", WEND_ERROR_FORMAT, reserved_header},
    {"a chunk beyond the end", WEND_ERROR_FORMAT, offset_beyond},
    {"an offset near 2^64", WEND_ERROR_FORMAT, offset_wraps},
    {"a chunk over the header", WEND_ERROR_FORMAT, offset_in_header},
    {"overlapping chunks", WEND_ERROR_FORMAT, offset_overlaps},
    {"a gap between chunks", WEND_ERROR_FORMAT, offset_leaves_gap},
    {"a chunk that reaches beyond the end", WEND_ERROR_FORMAT, bytes_beyond},
    {"a chunk that ends before the file does", WEND_ERROR_FORMAT, bytes_fewer},
    {"a huge chunk", WEND_ERROR_FORMAT, bytes_huge},
    {"a huge count", WEND_ERROR_FORMAT, count_huge},
    {"a count that overflows", WEND_ERROR_FORMAT, count_overflows},
    {"700 million vertices", WEND_ERROR_FORMAT, counts_large},
    {"a count of one more", WEND_ERROR_FORMAT, count_one_more},
    {"a count of one less", WEND_ERROR_FORMAT, count_one_less},
    {"elements without size", WEND_ERROR_FORMAT, size_zero},
    {"elements of another size", WEND_ERROR_FORMAT, size_other},
    {"a reserved field of an entry", WEND_ERROR_FORMAT, reserved_entry},
    {"a chunk that is there twice", WEND_ERROR_FORMAT, id_twice},
    {"a chunk that is missing", WEND_ERROR_FORMAT, id_unknown},
    {"an id that is no text", WEND_ERROR_FORMAT, id_binary},
    {"a newer chunk", WEND_ERROR_VERSION, version_newer},
    {"chunk version 0", WEND_ERROR_FORMAT, version_zero},
    {"chunk version 2^32 - 1", WEND_ERROR_VERSION, version_huge},
    {"entries in another order", WEND_ERROR_FORMAT, swap_chunks},
    {"chunks under each other's id", WEND_ERROR_FORMAT, swap_ids},
    {"fewer flags than vertices", WEND_ERROR_FORMAT, drop_vertex},
};

TEST(hostile_tables) {
    file f = small_file();
    run_attacks(&f, false, table_attacks, sizeof table_attacks / sizeof *table_attacks);
}

// ---------------------------------------------------------------------------------------------------- hostile contents

static wend_plan_triangle *triangles_of(file *f) {
    return data_of(f, CHUNK_TRIANGLES);
}
static wend_plan_boundary *boundaries_of(file *f) {
    return data_of(f, CHUNK_BOUNDARIES);
}
static wend_plan_component *components_of(file *f) {
    return data_of(f, CHUNK_COMPONENTS);
}
static int32_t *borders_of(file *f) {
    return data_of(f, CHUNK_BORDERS);
}
static wend_point *vertices_of(file *f) {
    return data_of(f, CHUNK_VERTICES);
}
static wend_plan_head *head_of(file *f) {
    return data_of(f, CHUNK_PLAN);
}

static wend_cells_head *cells_head_of(file *f) {
    return data_of(f, CHUNK_CELLS);
}
static wend_cell_point *points_of(file *f) {
    return data_of(f, CHUNK_CELL_POINTS);
}
static wend_portal *portals_of(file *f) {
    return data_of(f, CHUNK_PORTALS);
}
static wend_cell *cells_of(file *f) {
    return data_of(f, CHUNK_CELL_LIST);
}
static wend_cell_side *sides_of(file *f) {
    return data_of(f, CHUNK_CELL_SIDES);
}

static void twin_of_itself(file *f) {
    triangles_of(f)[0].twin[0] = 0;
}
static void twins_in_a_ring(file *f) {
    triangles_of(f)[0].twin[0] = 1;
    triangles_of(f)[0].twin[1] = 2;
    triangles_of(f)[0].twin[2] = 0;
}
static void next_is_itself(file *f) {
    boundaries_of(f)[0].next = 0;
}
static void all_next_the_same(file *f) {
    for (uint64_t i = 0; i < entry_of(f, CHUNK_BOUNDARIES)->count; i++)
        boundaries_of(f)[i].next = 1;
}
static void corner_beyond(file *f) {
    triangles_of(f)[1].v[2] = (int32_t)entry_of(f, CHUNK_VERTICES)->count;
}
static void corner_negative(file *f) {
    triangles_of(f)[1].v[2] = -1;
}
static void twin_beyond(file *f) {
    triangles_of(f)[1].twin[2] = 3 * (int32_t)entry_of(f, CHUNK_TRIANGLES)->count;
}
static void twin_least(file *f) {
    triangles_of(f)[1].twin[2] = INT32_MIN;
}
static void edge_beyond(file *f) {
    boundaries_of(f)[0].edge = INT32_MAX;
}
static void component_beyond(file *f) {
    components_of(f)[0].first = INT32_MAX;
}
static void area_wrong(file *f) {
    components_of(f)[0].area2 += 2;
}
static void area_negative(file *f) {
    components_of(f)[0].area2 = INT64_MIN;
}
static void hash_wrong(file *f) {
    head_of(f)->hash ^= 1;
}
static void cycles_many(file *f) {
    head_of(f)->cycle_count = INT32_MAX;
}
static void step_zero(file *f) {
    head_of(f)->step = 0;
}
static void step_nan(file *f) {
    memset(&head_of(f)->step, 0xFF, sizeof(double));
}
static void unit_negative(file *f) {
    head_of(f)->unit = -1;
}
static void origin_far(file *f) {
    head_of(f)->origin[0] = head_of(f)->step * 0x1p54;
}
static void origin_endless(file *f) {
    head_of(f)->origin[1] = 0x1p1023 * 2;
}
static void vertex_beyond(file *f) {
    vertices_of(f)[0].x = WEND_COORDINATE_MAX + 1;
}
static void vertex_least(file *f) {
    vertices_of(f)[0].y = INT32_MIN;
}
static void vertex_moved(file *f) {
    vertices_of(f)[0].x++;
}
static void border_beyond(file *f) {
    borders_of(f)[0] = 3 * (int32_t)entry_of(f, CHUNK_TRIANGLES)->count;
}
static void border_negative(file *f) {
    borders_of(f)[0] = -1;
}
static void border_twice(file *f) {
    borders_of(f)[1] = borders_of(f)[0];
}
static void borders_swapped(file *f) {
    int32_t first = borders_of(f)[0];
    borders_of(f)[0] = borders_of(f)[1];
    borders_of(f)[1] = first;
}
static void border_on_boundary(file *f) {
    borders_of(f)[0] = boundaries_of(f)[0].edge;
}
// The higher half-edge of the last border, which keeps them in order.
static void border_of_the_other_side(file *f) {
    int32_t *last = &borders_of(f)[entry_of(f, CHUNK_BORDERS)->count - 1];
    *last = triangles_of(f)[*last / 3].twin[*last % 3];
}
static void borders_forgotten(file *f) {
    memcpy(entry_of(f, CHUNK_BORDERS)->id, "WHAT", 4);
}
static void turned_over(file *f) {
    wend_plan_triangle *t = triangles_of(f);
    int32_t v = t->v[0];
    t->v[0] = t->v[1];
    t->v[1] = v;
}

static void relax_angle_nan(file *f) {
    memset(&cells_head_of(f)->relax_angle, 0xFF, sizeof(double));
}
static void relax_angle_large(file *f) {
    cells_head_of(f)->relax_angle = 2;
}
static void relax_negative(file *f) {
    cells_head_of(f)->relax = -1;
}
static void quality_unknown(file *f) {
    cells_head_of(f)->quality = 2;
}
static void notches_wrong(file *f) {
    cells_head_of(f)->notch_count++;
}
static void length_wrong(file *f) {
    cells_head_of(f)->portal_length *= 1.001;
}
static void length_nan(file *f) {
    memset(&cells_head_of(f)->portal_length, 0xFF, sizeof(double));
}
static void angle_wrong(file *f) {
    cells_head_of(f)->smallest_angle *= 1.001;
}
static void needles_wrong(file *f) {
    cells_head_of(f)->needle_count++;
}
static void cells_reserved(file *f) {
    cells_head_of(f)->reserved = 1;
}
static void point_beyond(file *f) {
    points_of(f)[0].boundary = (int32_t)entry_of(f, CHUNK_BOUNDARIES)->count;
}
static void point_at_the_start(file *f) {
    points_of(f)[0].parameter = 0;
}
static void portal_beyond(file *f) {
    portals_of(f)[0].ends[1] = INT32_MAX;
}
static void portal_of_no_length(file *f) {
    portals_of(f)[0].ends[1] = portals_of(f)[0].ends[0];
}
static void portal_turned(file *f) {
    wend_portal *p = portals_of(f);
    int32_t end = p->ends[0];
    p->ends[0] = p->ends[1];
    p->ends[1] = end;
}
static void portal_twice(file *f) {
    portals_of(f)[1] = portals_of(f)[0];
}
static void portals_swapped(file *f) {
    wend_portal first = portals_of(f)[0];
    portals_of(f)[0] = portals_of(f)[1];
    portals_of(f)[1] = first;
}
static void portal_of_one_cell(file *f) {
    portals_of(f)[0].cells[1] = portals_of(f)[0].cells[0];
}
static void portal_cell_beyond(file *f) {
    portals_of(f)[0].cells[0] = INT32_MAX;
}
static void portal_side_negative(file *f) {
    portals_of(f)[0].sides[1] = -1;
}
static void portal_border_beyond(file *f) {
    portals_of(f)[0].border = INT32_MAX;
}
static void cell_sides_beyond(file *f) {
    cells_of(f)[0].count = INT32_MAX;
}
static void cell_first_negative(file *f) {
    cells_of(f)[1].first = INT32_MIN;
}
static void cell_component_beyond(file *f) {
    cells_of(f)[0].component = INT32_MAX;
}
static void side_corner_beyond(file *f) {
    sides_of(f)[0].corner = INT32_MAX;
}
static void side_across_beyond(file *f) {
    sides_of(f)[0].across = INT32_MAX;
}
static void side_across_least(file *f) {
    sides_of(f)[0].across = INT32_MIN;
}

static const attack content_attacks[] = {
    {"a half-edge that is its own twin", WEND_ERROR_INVALID, twin_of_itself},
    {"twins in a ring", WEND_ERROR_INVALID, twins_in_a_ring},
    {"a boundary edge that follows itself", WEND_ERROR_INVALID, next_is_itself},
    {"cycles that run into each other", WEND_ERROR_INVALID, all_next_the_same},
    {"a corner beyond the vertices", WEND_ERROR_INVALID, corner_beyond},
    {"a negative corner", WEND_ERROR_INVALID, corner_negative},
    {"a twin beyond the triangles", WEND_ERROR_INVALID, twin_beyond},
    {"a twin of -2^31", WEND_ERROR_INVALID, twin_least},
    {"a half-edge beyond the triangles", WEND_ERROR_INVALID, edge_beyond},
    {"a first triangle beyond the triangles", WEND_ERROR_INVALID, component_beyond},
    {"a wrong area", WEND_ERROR_INVALID, area_wrong},
    {"a negative area", WEND_ERROR_INVALID, area_negative},
    {"a wrong hash", WEND_ERROR_INVALID, hash_wrong},
    {"two billion cycles", WEND_ERROR_INVALID, cycles_many},
    {"a step of zero", WEND_ERROR_INVALID, step_zero},
    {"a step that is no number", WEND_ERROR_INVALID, step_nan},
    {"a negative unit", WEND_ERROR_INVALID, unit_negative},
    {"an origin far beyond the lattice", WEND_ERROR_INVALID, origin_far},
    {"an infinite origin", WEND_ERROR_INVALID, origin_endless},
    {"a vertex beyond the range", WEND_ERROR_INVALID, vertex_beyond},
    {"a vertex at -2^31", WEND_ERROR_INVALID, vertex_least},
    {"a moved vertex", WEND_ERROR_INVALID, vertex_moved},
    {"a triangle that faces down", WEND_ERROR_INVALID, turned_over},
    {"a border beyond the triangles", WEND_ERROR_INVALID, border_beyond},
    {"a negative border", WEND_ERROR_INVALID, border_negative},
    {"a border that is there twice", WEND_ERROR_INVALID, border_twice},
    {"borders out of order", WEND_ERROR_INVALID, borders_swapped},
    {"a border on a boundary", WEND_ERROR_INVALID, border_on_boundary},
    {"a border by its higher half-edge", WEND_ERROR_INVALID, border_of_the_other_side},
    {"a feature on no border", WEND_ERROR_INVALID, borders_forgotten},
    {"an angle relaxation that is no number", WEND_ERROR_INVALID, relax_angle_nan},
    {"an angle relaxation above 90 degrees", WEND_ERROR_INVALID, relax_angle_large},
    {"a negative distance relaxation", WEND_ERROR_INVALID, relax_negative},
    {"an unknown quality", WEND_ERROR_INVALID, quality_unknown},
    {"a notch too many", WEND_ERROR_INVALID, notches_wrong},
    {"a wrong length of portals", WEND_ERROR_INVALID, length_wrong},
    {"a length of portals that is no number", WEND_ERROR_INVALID, length_nan},
    {"a wrong smallest angle", WEND_ERROR_INVALID, angle_wrong},
    {"an angle below 5 degrees too many", WEND_ERROR_INVALID, needles_wrong},
    {"a reserved field of the cells", WEND_ERROR_INVALID, cells_reserved},
    {"a point on no boundary edge", WEND_ERROR_INVALID, point_beyond},
    {"a point in a vertex", WEND_ERROR_INVALID, point_at_the_start},
    {"a portal to nowhere", WEND_ERROR_INVALID, portal_beyond},
    {"a portal of no length", WEND_ERROR_INVALID, portal_of_no_length},
    {"a portal the other way round", WEND_ERROR_INVALID, portal_turned},
    {"a portal that is there twice", WEND_ERROR_INVALID, portal_twice},
    {"portals out of order", WEND_ERROR_INVALID, portals_swapped},
    {"a portal with one cell on both sides", WEND_ERROR_INVALID, portal_of_one_cell},
    {"a portal of a cell beyond the cells", WEND_ERROR_INVALID, portal_cell_beyond},
    {"a portal of a negative side", WEND_ERROR_INVALID, portal_side_negative},
    {"a portal on a border beyond the borders", WEND_ERROR_INVALID, portal_border_beyond},
    {"a cell of two billion sides", WEND_ERROR_INVALID, cell_sides_beyond},
    {"a cell whose first side is negative", WEND_ERROR_INVALID, cell_first_negative},
    {"a cell of a component beyond the components", WEND_ERROR_INVALID, cell_component_beyond},
    {"a side from nowhere", WEND_ERROR_INVALID, side_corner_beyond},
    {"a side along a portal beyond the portals", WEND_ERROR_INVALID, side_across_beyond},
    {"a side along boundary edge 2^31 - 1", WEND_ERROR_INVALID, side_across_least},
};

TEST(hostile_contents) {
    file f = small_file();
    run_attacks(&f, true, content_attacks, sizeof content_attacks / sizeof *content_attacks);
}

// Whether a number may be another one and the file still be right: what kind a boundary edge is, where it came from,
// and where the plan lies; with what settings cells were made, the last digits of their measures, and where on its edge
// a point lies.
static bool is_free(int chunk, uint64_t byte) {
    return (chunk == CHUNK_BOUNDARIES && byte % 20 >= 12) || (chunk == CHUNK_PLAN && byte < 32) ||
           (chunk == CHUNK_CELL_POINTS && byte % 8 == 4) ||
           (chunk == CHUNK_CELLS && (byte < 16 || byte == 16 || byte == 24 || byte == 32));
}

// Every four bytes of every chunk, replaced by each of several numbers.
TEST(every_number_replaced) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    file plain = plain_of(&f);
    int64_t tried = 0, accepted = 0;
    for (int k = 0; k < CHUNKS; k++) {
        wend_archive_entry *e = entry_of(&plain, k);
        int32_t triangles = (int32_t)entry_of(&plain, CHUNK_TRIANGLES)->count;
        const int32_t values[] = {0,
                                  1,
                                  2,
                                  3,
                                  5,
                                  8,
                                  -1,
                                  -2,
                                  -3,
                                  -8,
                                  triangles - 1,
                                  triangles,
                                  3 * triangles - 1,
                                  3 * triangles,
                                  INT32_MAX,
                                  INT32_MIN,
                                  1 << 29,
                                  0x3FF00000};
        for (uint64_t byte = 0; byte + 4 <= e->bytes; byte += 4)
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                if (!check_takes((int64_t)(byte / 4 * 19 + i))) // other values at the next place
                    continue;
                file bad = with_number(&plain, e->offset + byte, values[i]);
                int32_t old = number_at(&plain, e->offset + byte);
                wend_nav *nav = NULL;
                wend_result result = load(&bad, &nav);
                tried++;
                if (result == WEND_OK) {
                    accepted += old != values[i];
                    use(nav);
                    CHECK_MESSAGE(old == values[i] || is_free(k, byte), "chunk %.4s, byte %lld: %d for %d is accepted",
                                  e->id, (long long)byte, values[i], old);
                    CHECK(wend_nav_check(context, nav, report) == WEND_OK);
                } else {
                    CHECK_MESSAGE(old != values[i], "chunk %.4s, byte %lld: the right number is refused: %s", e->id,
                                  (long long)byte, wend_report_error(report));
                    CHECK(wend_report_error(report)[0] != 0);
                }
                wend_nav_destroy(nav);
                free_file(&bad);
            }
    }
    printf("%lld replaced numbers, %lld of them harmless\n", (long long)tried, (long long)accepted);
    free_file(&plain);
    free_file(&f);
}

// A plan without borders has no chunk for them, as if there were no such thing.
TEST(borders_are_written_only_when_there_are_any) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    CHECK_INT(header_of(&f)->chunk_count, CHUNKS);
    free_file(&f);
    sketch s;
    small_sketch(&s);
    s.shape_count--;
    wend_nav *nav = build(&s), *loaded = NULL;
    REQUIRE(nav != NULL);
    f = save(nav);
    CHECK_INT(header_of(&f)->chunk_count, CHUNKS - 1);
    CHECK(load(&f, &loaded) == WEND_OK);
    wend_plan_view view = wend_plan_look(wend_nav_plan(loaded));
    CHECK(view.border_count == 0 && view.borders == NULL);
    wend_nav_destroy(loaded);
    wend_nav_destroy(nav);
    free_file(&f);
}

// ---------------------------------------------------------------------------------------------------- missing chunks

// One cell, no portal, no point: no chunks for those.
TEST(portals_are_written_only_when_there_are_any) {
    open_context();
    static const double room[] = {0, 0, 8, 0, 8, 6, 0, 6};
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
    wend_nav *nav = build(&s), *loaded = NULL;
    REQUIRE(nav != NULL);
    file f = save(nav);
    CHECK_INT(header_of(&f)->chunk_count, CHUNKS - 3);
    if (CHECK_MESSAGE(load(&f, &loaded) == WEND_OK, "%s", wend_report_error(report))) {
        wend_cells_view view = wend_cells_look(wend_nav_cells(loaded));
        CHECK(view.cell_count == 1 && view.portals == NULL && view.points == NULL);
        use(loaded);
    }
    wend_nav_destroy(loaded);
    wend_nav_destroy(nav);
    free_file(&f);
}

// Files of a plan alone are loaded, and written as they were.
TEST(files_without_cells) {
    file f = small_file();
    wend_nav *nav = NULL, *plain = NULL;
    REQUIRE(f.bytes != NULL && load(&f, &nav) == WEND_OK);
    file old = without_cells(&f);
    if (CHECK_MESSAGE(load(&old, &plain) == WEND_OK, "%s", wend_report_error(report))) {
        static const wend_settings nothing;
        CHECK(memcmp(wend_nav_settings(plain), &nothing, sizeof nothing) == 0);
        CHECK(wend_nav_cells(plain) == NULL && same_plans(wend_nav_plan(nav), wend_nav_plan(plain)));
        CHECK(wend_nav_check(context, plain, report) == WEND_OK);
        use(plain);
        file again = save(plain);
        CHECK(again.count == old.count && memcmp(again.bytes, old.bytes, old.count) == 0);
        free_file(&again);
    }
    wend_nav_destroy(plain);
    wend_nav_destroy(nav);
    free_file(&old);
    free_file(&f);
}

TEST(missing_chunks) {
    file f = small_file();
    REQUIRE(f.bytes != NULL && header_of(&f)->chunk_count == CHUNKS);
    for (uint32_t k = 0; k < CHUNKS; k++) {
        file less = exchange(&f, k, 1, NULL, 0);
        wend_result result = refuse(&less);
        CHECK_MESSAGE(result == (kind_of(k)->optional ? WEND_ERROR_INVALID : WEND_ERROR_FORMAT), "without %s: %s",
                      kind_of(k)->id, wend_report_error(report));
        free_file(&less);
    }
    free_file(&f);
}

TEST(empty_chunks) {
    file f = small_file();
    REQUIRE(f.bytes != NULL && header_of(&f)->chunk_count == CHUNKS);
    for (uint32_t k = 0; k < CHUNKS; k++) {
        const wend_chunk_kind *kind = kind_of(k);
        wend_archive_entry empty = entry_for(kind->id, kind->version, kind->element.size, 0);
        file bad = exchange(&f, k, 1, &empty, 1);
        wend_result result = refuse(&bad);
        bool by_count = kind->optional || k == CHUNK_PLAN || k == CHUNK_CELLS;
        CHECK_MESSAGE(result == WEND_ERROR_INVALID || result == WEND_ERROR_FORMAT, "an empty %s: %s", kind->id,
                      wend_describe(result));
        CHECK_MESSAGE(!by_count || result == WEND_ERROR_FORMAT, "an empty %s: %s", kind->id, wend_report_error(report));
        free_file(&bad);
    }
    for (uint32_t k = CHUNK_PLAN; k <= CHUNK_CELLS; k += CHUNK_CELLS - CHUNK_PLAN) {
        wend_archive_entry two = entry_for(kind_of(k)->id, 1, kind_of(k)->element.size, 2);
        file bad = exchange(&f, k, 1, &two, 1);
        CHECK(refuse(&bad) == WEND_ERROR_FORMAT);
        free_file(&bad);
    }
    free_file(&f);
}

// Cells of another plan do not fit.
TEST(cells_of_another_plan) {
    file f = small_file();
    REQUIRE(f.bytes != NULL);
    sketch s;
    small_sketch(&s);
    static const double pillar[] = {7, 1, 7.5, 1, 7.5, 2};
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, pillar, 3);
    wend_nav *nav = build(&s);
    REQUIRE(nav != NULL);
    file other = save(nav);
    uint32_t count = CHUNK_MEDIAL - CHUNK_CELLS;
    file mixed = exchange(&other, CHUNK_CELLS, count, entry_of(&f, CHUNK_CELLS), count);
    for (uint32_t k = CHUNK_CELLS; k < CHUNK_CELLS + count; k++)
        memcpy(mixed.bytes + entry_of(&mixed, (int)k)->offset, f.bytes + entry_of(&f, (int)k)->offset,
               entry_of(&f, (int)k)->bytes);
    forge_checksums(mixed.bytes, mixed.count);
    CHECK(refuse(&mixed) == WEND_ERROR_INVALID);
    CHECK_MESSAGE(strstr(wend_report_error(report), "The cells in this file") != NULL, "%s", wend_report_error(report));
    free_file(&mixed);
    free_file(&other);
    free_file(&f);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- room to grow

// The same file, of a later minor version, with one more chunk of `bytes` bytes as entry number `place`.
static file with_chunk(const file *f, uint32_t place, const char *id, uint64_t bytes) {
    wend_archive_entry added = entry_for(id, 9, 1, bytes);
    file grown = exchange(f, place, 0, &added, 1);
    header_of(&grown)->minor = 7;
    forge_checksums(grown.bytes, grown.count);
    return grown;
}

TEST(unknown_chunks_are_skipped) {
    file f = small_file();
    wend_nav *nav = NULL, *grown_nav = NULL;
    REQUIRE(f.bytes != NULL && load(&f, &nav) == WEND_OK);
    for (uint32_t place = 0; place <= CHUNKS; place++)
        for (uint64_t bytes = 0; bytes < 200; bytes += 99) {
            file grown = with_chunk(&f, place, "XTRA", bytes);
            if (CHECK_MESSAGE(load(&grown, &grown_nav) == WEND_OK, "%s", wend_report_error(report)))
                CHECK(same_plans(wend_nav_plan(nav), wend_nav_plan(grown_nav)));
            wend_nav_destroy(grown_nav);
            if (bytes > 0) { // its bytes are checked all the same
                grown.bytes[entry_of(&grown, (int)place)->offset] ^= 1;
                CHECK(refuse(&grown) == WEND_ERROR_CHECKSUM);
            }
            free_file(&grown);
        }
    file doubled = with_chunk(&f, 3, "PVTX", 8);
    CHECK(refuse(&doubled) == WEND_ERROR_FORMAT);
    free_file(&doubled);
    wend_nav_destroy(nav);
    free_file(&f);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()
