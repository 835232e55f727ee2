// Tiles are put together: regions that go on in other tiles become one, and runs that were cut at the border of a tile
// become one, so that no corner is left that the grid alone would not have.
//
// The paper merges regions that share corners of its third class, region by region. Here regions are joined where their
// tops are, by union and find over the few places per border of a tile where one region begins to lead to another; and
// runs know by name what they lead to. Sorted by name, all of it is the same whichever tile it came from, so what
// follows cannot depend on tiles.
#include "voxel/regions.h"

#include "base/sort.h"

typedef struct merger {
    wend_context *context;
    const wend_face *faces;
    wend_voxel_regions *made;
    WEND_ARRAY(wend_side_run) runs;
    WEND_ARRAY(wend_region_part) parts;
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(int32_t) leader;  // per part: one of the same region, up to the one that stands for it
    WEND_ARRAY(int32_t) order;   // runs by name
    WEND_ARRAY(uint64_t) names;  // of these
    WEND_ARRAY(int32_t) side_of; // per run: the side that it becomes, or -1
    WEND_ARRAY(int32_t) number;  // per part that stands for a region: its number
} merger;

void wend_tile_result_free(wend_context *context, wend_tile_result *r) {
    wend_array_free(context, &r->runs);
    wend_array_free(context, &r->borders);
    wend_array_free(context, &r->regions);
    wend_array_free(context, &r->joints);
}

void wend_voxel_regions_free(wend_context *context, wend_voxel_regions *regions) {
    wend_array_free(context, &regions->sides);
    wend_array_free(context, &regions->regions);
    wend_array_free(context, &regions->borders);
}

// ---------------------------------------------------------------------------------------------------- gathering

static wend_result gather(merger *m, wend_tile_result *results, int64_t count) {
    int64_t runs = 0, parts = 0, borders = 0, joints = 0;
    for (int64_t k = 0; k < count; k++) {
        runs += results[k].runs.count;
        parts += results[k].regions.count;
        borders += results[k].borders.count;
        joints += results[k].joints.count;
    }
    if (runs > INT32_MAX / 4 || parts > INT32_MAX || borders > INT32_MAX || joints > INT32_MAX)
        return WEND_ERROR_LIMIT;
    if (!wend_array_reserve(m->context, &m->runs, runs) || !wend_array_reserve(m->context, &m->parts, parts) ||
        !wend_array_reserve(m->context, &m->made->borders, borders) ||
        !wend_array_reserve(m->context, &m->keys, joints) || !wend_array_resize(m->context, &m->leader, parts))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < count; k++) {
        wend_tile_result *r = &results[k];
        int32_t first_part = (int32_t)m->parts.count, first_border = (int32_t)m->made->borders.count;
        for (int64_t i = 0; i < r->runs.count; i++) {
            wend_side_run run = r->runs.data[i];
            run.region += first_part;
            run.border += run.border >= 0 ? first_border : 0;
            m->runs.data[m->runs.count++] = run;
        }
        for (int64_t i = 0; i < r->regions.count; i++)
            m->parts.data[m->parts.count++] = r->regions.data[i];
        for (int64_t i = 0; i < r->borders.count; i++)
            m->made->borders.data[m->made->borders.count++] = r->borders.data[i];
        for (int64_t i = 0; i < r->joints.count; i++)
            m->keys.data[m->keys.count++] =
                (wend_key){r->joints.data[i].name, first_part + r->joints.data[i].region, 0};
        m->made->tops += r->tops;
        m->made->filled += r->filled;
        m->made->levelled += r->levelled;
        wend_tile_result_free(m->context, r);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- regions

static int32_t leader_of(merger *m, int32_t part) {
    int32_t *leader = m->leader.data;
    while (leader[part] != part) {
        leader[part] = leader[leader[part]];
        part = leader[part];
    }
    return part;
}

// Joins the parts of regions. The least one stands for them.
static bool join_parts(merger *m) {
    for (int32_t k = 0; k < m->parts.count; k++)
        m->leader.data[k] = k;
    if (!wend_sort_keys(m->context, m->keys.data, m->keys.count))
        return false;
    for (int64_t k = 1; k < m->keys.count; k++) {
        if (m->keys.data[k].key != m->keys.data[k - 1].key)
            continue;
        int32_t a = leader_of(m, m->keys.data[k - 1].index), b = leader_of(m, m->keys.data[k].index);
        if (m->parts.data[a].name < m->parts.data[b].name)
            m->leader.data[b] = a;
        else
            m->leader.data[a] = b;
    }
    return true;
}

// Numbers the regions in the order of their names.
static bool number_regions(merger *m) {
    m->keys.count = 0;
    if (!wend_array_reserve(m->context, &m->keys, m->parts.count) ||
        !wend_array_resize(m->context, &m->number, m->parts.count))
        return false;
    for (int32_t k = 0; k < m->parts.count; k++)
        if (leader_of(m, k) == k)
            m->keys.data[m->keys.count++] = (wend_key){m->parts.data[k].name, k, 0};
    if (!wend_sort_keys(m->context, m->keys.data, m->keys.count) ||
        !wend_array_resize(m->context, &m->made->regions, m->keys.count + 1))
        return false;
    for (int64_t k = 0; k < m->keys.count; k++) {
        int32_t part = m->keys.data[k].index;
        m->number.data[part] = (int32_t)k;
        m->made->regions.data[k] = (wend_region){.face = m->parts.data[part].face};
    }
    for (int32_t k = 0; k < m->parts.count; k++) {
        int32_t *face = &m->made->regions.data[m->number.data[leader_of(m, k)]].face;
        if (wend_face_exceeds(m->faces, m->parts.data[k].face, *face))
            *face = m->parts.data[k].face;
    }
    m->made->regions.data[m->keys.count] = (wend_region){.face = -1};
    return true;
}

// ---------------------------------------------------------------------------------------------------- runs

static bool order_runs(merger *m) {
    int64_t count = m->runs.count;
    if (!wend_array_resize(m->context, &m->keys, count) || !wend_array_resize(m->context, &m->order, count) ||
        !wend_array_resize(m->context, &m->names, count) || !wend_array_resize(m->context, &m->side_of, count))
        return false;
    for (int64_t k = 0; k < count; k++)
        m->keys.data[k] = (wend_key){m->runs.data[k].name, (int32_t)k, 0};
    if (!wend_sort_keys(m->context, m->keys.data, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        m->order.data[k] = m->keys.data[k].index;
        m->names.data[k] = m->keys.data[k].key;
    }
    return true;
}

// The run of a name, or -1.
static int32_t run_named(const merger *m, uint64_t name) {
    int64_t low = 0, high = m->names.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (m->names.data[middle] < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->names.count && m->names.data[low] == name ? m->order.data[low] : -1;
}

// Takes into each run those that go straight on after it.
static bool join_runs(merger *m) {
    for (int64_t k = 0; k < m->runs.count; k++) {
        wend_side_run *run = &m->runs.data[k];
        if (run->goes_on)
            continue;
        for (;;) {
            int32_t next = run_named(m, run->next);
            if (next < 0)
                return false;
            if (!m->runs.data[next].goes_on)
                break;
            run->next = m->runs.data[next].next;
            run->twin = m->runs.data[next].twin;
        }
    }
    return true;
}

// Lists the sides of all regions: region by region, in the order of their names.
static bool list_sides(merger *m) {
    wend_voxel_regions *made = m->made;
    int64_t sides = 0;
    for (int64_t k = 0; k < m->runs.count; k++)
        sides += !m->runs.data[k].goes_on;
    if (!wend_array_resize(m->context, &made->sides, sides))
        return false;
    for (int64_t k = 0; k < made->regions.count; k++)
        made->regions.data[k].first_side = 0;
    for (int64_t k = 0; k < m->runs.count; k++) {
        wend_side_run *run = &m->runs.data[k];
        run->region = m->number.data[leader_of(m, run->region)];
        made->regions.data[run->region].first_side += !run->goes_on;
    }
    int32_t first = 0;
    for (int64_t k = 0; k < made->regions.count; k++) {
        int32_t count = made->regions.data[k].first_side;
        made->regions.data[k].first_side = first;
        first += count;
    }
    for (int64_t k = 0; k < m->order.count; k++) {
        const wend_side_run *run = &m->runs.data[m->order.data[k]];
        m->side_of.data[m->order.data[k]] = run->goes_on ? -1 : made->regions.data[run->region].first_side++;
    }
    for (int64_t k = made->regions.count - 1; k > 0; k--) // where each ended, the next one begins
        made->regions.data[k].first_side = made->regions.data[k - 1].first_side;
    made->regions.data[0].first_side = 0;
    return true;
}

// Fills in the sides. False when a name leads nowhere.
static bool fill_sides(merger *m) {
    for (int64_t k = 0; k < m->runs.count; k++) {
        const wend_side_run *run = &m->runs.data[k];
        if (run->goes_on)
            continue;
        int32_t next = run_named(m, run->next), twin = run->twin == WEND_NO_SIDE ? -1 : run_named(m, run->twin);
        if (next < 0 || (run->twin != WEND_NO_SIDE && (twin < 0 || m->side_of.data[twin] < 0)))
            return false;
        m->made->sides.data[m->side_of.data[k]] =
            (wend_region_side){.from = wend_grid_corner(wend_side_cell(run->name), (int)(run->name & 3)),
                               .z = run->z,
                               .next = m->side_of.data[next],
                               .twin = twin < 0 ? -1 : m->side_of.data[twin],
                               .border = run->border,
                               .half = -1};
    }
    return true;
}

static wend_result run(merger *m, wend_tile_result *results, int64_t count) {
    wend_result result = gather(m, results, count);
    if (result != WEND_OK)
        return result;
    if (!join_parts(m) || !number_regions(m) || !order_runs(m))
        return WEND_ERROR_MEMORY;
    if (!join_runs(m))
        return WEND_ERROR_INVALID;
    if (!list_sides(m))
        return WEND_ERROR_MEMORY;
    return fill_sides(m) ? WEND_OK : WEND_ERROR_INVALID;
}

wend_result wend_voxel_regions_make(wend_context *context, const wend_solid *solid, wend_tile_result *results,
                                    int64_t count, wend_voxel_regions *regions) {
    merger m = {.context = context, .faces = solid->faces.data, .made = regions};
    *regions = (wend_voxel_regions){0};
    wend_result result = run(&m, results, count);
    wend_array_free(context, &m.runs);
    wend_array_free(context, &m.parts);
    wend_array_free(context, &m.keys);
    wend_array_free(context, &m.leader);
    wend_array_free(context, &m.order);
    wend_array_free(context, &m.names);
    wend_array_free(context, &m.side_of);
    wend_array_free(context, &m.number);
    return result;
}
