// The box tree: see tree.h.
#include "geom/tree.h"

#include <string.h>

static wend_box join(wend_box a, wend_box b) {
    return (wend_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
                      a.y1 > b.y1 ? a.y1 : b.y1};
}

static bool meet(const wend_box *a, const wend_box *b) {
    return a->x0 <= b->x1 && b->x0 <= a->x1 && a->y0 <= b->y1 && b->y0 <= a->y1;
}

static int32_t groups_of(int32_t items) {
    return items / WEND_TREE_FAN + (items % WEND_TREE_FAN != 0);
}

bool wend_tree_build(wend_context *context, int32_t items, wend_box (*box_of)(const void *user, int32_t item),
                     const void *user, wend_tree *tree) {
    memset(tree, 0, sizeof *tree);
    tree->items = items;
    if (items == 0)
        return true;
    size_t boxes = 0;
    for (int32_t n = groups_of(items);; n = groups_of(n)) {
        tree->count[tree->levels++] = n;
        boxes += (size_t)n;
        if (n == 1)
            break;
    }
    tree->bytes = boxes * sizeof(wend_box);
    wend_box *next = wend_allocate_array(context, (int64_t)boxes, sizeof *next);
    if (!next) {
        memset(tree, 0, sizeof *tree);
        return false;
    }
    for (int level = 0; level < tree->levels; level++) {
        tree->boxes[level] = next;
        next += tree->count[level];
        int32_t below = level == 0 ? items : tree->count[level - 1];
        for (int32_t i = 0; i < below; i++) {
            wend_box box = level == 0 ? box_of(user, i) : tree->boxes[level - 1][i];
            wend_box *group = &tree->boxes[level][i / WEND_TREE_FAN];
            *group = i % WEND_TREE_FAN == 0 ? box : join(*group, box);
        }
    }
    return true;
}

void wend_tree_free(wend_context *context, wend_tree *tree) {
    wend_release(context, tree->boxes[0], tree->bytes);
    memset(tree, 0, sizeof *tree);
}

void wend_tree_search(const wend_tree *tree, wend_box *box, bool (*visit)(void *user, int32_t item), void *user) {
    if (tree->levels == 0)
        return;
    // Depth first without a stack: `at` is a group of `level`; after it (or below it) comes the next in list order.
    int level = tree->levels - 1;
    int32_t at = 0;
    for (;;) {
        bool inside = meet(&tree->boxes[level][at], box);
        if (inside && level > 0) {
            level--;
            at *= WEND_TREE_FAN;
            continue;
        }
        if (inside) {
            int32_t end = at < tree->items / WEND_TREE_FAN ? (at + 1) * WEND_TREE_FAN : tree->items;
            for (int32_t item = at * WEND_TREE_FAN; item < end; item++)
                if (!visit(user, item))
                    return;
        }
        at++;
        while (level < tree->levels - 1 && (at % WEND_TREE_FAN == 0 || at == tree->count[level])) {
            at = (at - 1) / WEND_TREE_FAN + 1;
            level++;
        }
        if (level == tree->levels - 1 && at >= tree->count[level])
            return;
    }
}

// ---------------------------------------------------------------------------------------------------- nearest

typedef struct group {
    int level;
    int32_t at;
    double distance2;
} group;

static double distance2_to(const wend_box *box, double x, double y) {
    double dx = x < box->x0 ? box->x0 - x : x > box->x1 ? x - box->x1 : 0;
    double dy = y < box->y0 ? box->y0 - y : y > box->y1 ? y - box->y1 : 0;
    return dx * dx + dy * dy;
}

// Puts the groups below one on the stack, the nearest on top; equally near ones in list order.
static int push_below(const wend_tree *tree, group above, double x, double y, group *stack, int top) {
    int level = above.level - 1, base = top;
    int32_t first = above.at * WEND_TREE_FAN, end = first + WEND_TREE_FAN;
    end = end < tree->count[level] ? end : tree->count[level];
    for (int32_t at = end - 1; at >= first; at--) {
        group g = {level, at, distance2_to(&tree->boxes[level][at], x, y)};
        int k = top++;
        for (; k > base && stack[k - 1].distance2 < g.distance2; k--)
            stack[k] = stack[k - 1];
        stack[k] = g;
    }
    return top;
}

void wend_tree_nearest(const wend_tree *tree, double x, double y, double *distance2,
                       void (*visit)(void *user, int32_t item), void *user) {
    group stack[WEND_TREE_LEVELS * WEND_TREE_FAN];
    int top = 0;
    if (tree->levels > 0)
        stack[top++] = (group){tree->levels - 1, 0, 0};
    while (top > 0) {
        group g = stack[--top];
        if (g.distance2 > *distance2)
            continue;
        if (g.level > 0) {
            top = push_below(tree, g, x, y, stack, top);
            continue;
        }
        int32_t end = g.at < tree->items / WEND_TREE_FAN ? (g.at + 1) * WEND_TREE_FAN : tree->items;
        for (int32_t item = g.at * WEND_TREE_FAN; item < end; item++)
            visit(user, item);
    }
}
