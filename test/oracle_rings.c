// A graph of tangents. See oracle_rings.h.
//
// A tie from ring a to ring b gives four nodes: where it leaves a and arrives at b, and, for the way back, which turns
// to the other sides, where it leaves b and arrives at a. The nodes of one ring and side form a chain, sorted by angle.
// A path that arrives at a node goes along the chain, as far as nothing blocks, and leaves at a node that has a tie.
#include "oracle_rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double CLOSE = 1e-8; // angles of the same place
static const double GRAZE = 1e-9; // a blocked part may be entered by this angle

typedef struct span {
    double from, to;
} span;

typedef struct ring {
    oracle_vec centre;
    double period, zero;
    span *blocked;
    int32_t blocked_count;
} ring;

typedef struct node {
    int32_t chain; // 2 * ring, 1 more when turning right
    int32_t id;    // before sorting
    double angle;
    int32_t tie; // the node where its tie arrives: an id before, a place after sorting; -1 for none
    double length;
    int32_t ahead, behind; // the next node along the chain; the one before where it is the same place; -1
    double ahead_length, behind_length;
    oracle_vec place;
} node;

typedef struct end {
    oracle_touch touch;
    double length;
} end;

typedef struct entry {
    double bound, length;
    int32_t node;
} entry;

struct oracle_rings {
    double radius;
    ring *rings;
    int32_t ring_count;
    node *nodes;
    int64_t node_count, node_room;
    int32_t *chains; // where each chain starts, and one more
    end *leaving, *arriving;
    int32_t leaving_count, arriving_count, end_room;
    // One search.
    double *reached, *to_goal; // of each node
    int32_t *before, *arrival; // the node before, or -1 - number of the end that it left by; the end to the goal by
    int32_t best, best_end;    // the last node of the way, or -1 - end; the end to the goal
    int32_t *touched;          // nodes whose figures must be reset
    int64_t touched_count;
    entry *heap;
    int64_t heap_count, heap_room;
};

static void *grown(void *old, int64_t count, size_t size) {
    void *more = realloc(old, (size_t)(count > 0 ? count : 1) * size);
    if (more == NULL)
        abort();
    return more;
}

oracle_rings *oracle_rings_make(double radius) {
    oracle_rings *g = grown(NULL, 1, sizeof *g);
    memset(g, 0, sizeof *g);
    g->radius = radius;
    return g;
}

void oracle_rings_free(oracle_rings *g) {
    if (g == NULL)
        return;
    for (int32_t k = 0; k < g->ring_count; k++)
        free(g->rings[k].blocked);
    free(g->rings);
    free(g->nodes);
    free(g->chains);
    free(g->leaving);
    free(g->arriving);
    free(g->reached);
    free(g->before);
    free(g->arrival);
    free(g->to_goal);
    free(g->touched);
    free(g->heap);
    free(g);
}

// ---------------------------------------------------------------------------------------------------- rings

int32_t oracle_rings_add(oracle_rings *g, oracle_vec centre, double period, double zero) {
    g->rings = grown(g->rings, g->ring_count + 1, sizeof *g->rings);
    g->rings[g->ring_count] = (ring){centre, period, zero, NULL, 0};
    return g->ring_count++;
}

void oracle_rings_block(oracle_rings *g, int32_t k, double from, double to) {
    ring *r = &g->rings[k];
    r->blocked = grown(r->blocked, r->blocked_count + 1, sizeof *r->blocked);
    r->blocked[r->blocked_count++] = (span){from, to};
}

// Whether nothing blocks the angles between two.
static bool is_free(const ring *r, double low, double high) {
    for (int32_t k = 0; k < r->blocked_count; k++)
        for (int turn = -1; turn <= 1; turn++) {
            double shift = turn * r->period;
            if (fmin(high, r->blocked[k].to + shift) - fmax(low, r->blocked[k].from + shift) > GRAZE)
                return false;
            if (r->period == 0)
                break;
        }
    return true;
}

bool oracle_rings_blocked(const oracle_rings *g, int32_t k, double angle) {
    const ring *r = &g->rings[k];
    for (int32_t b = 0; b < r->blocked_count; b++)
        for (int turn = -1; turn <= 1; turn++) {
            double at = angle + turn * r->period;
            if (at > r->blocked[b].from + GRAZE && at < r->blocked[b].to - GRAZE)
                return true;
        }
    return false;
}

static double normalised(const ring *r, double angle) {
    if (r->period == 0)
        return angle;
    angle = fmod(angle, r->period);
    return angle < 0 ? angle + r->period : angle;
}

// The length of the arc from one angle to another, turning to a side; INFINITY where it is blocked.
static double arc(const oracle_rings *g, int32_t k, int side, double from, double to) {
    const ring *r = &g->rings[k];
    double turn = side > 0 ? to - from : from - to;
    if (r->period > 0) {
        turn = fmod(turn, r->period);
        if (turn < 0)
            turn += r->period;
        if (turn > r->period - CLOSE)
            turn -= r->period;
    }
    if (turn < -CLOSE)
        return INFINITY;
    if (turn <= 0)
        return -turn * g->radius;
    double low = side > 0 ? from : from - turn;
    return is_free(r, low, low + turn) ? turn * g->radius : INFINITY;
}

// ---------------------------------------------------------------------------------------------------- ties

static int32_t chain_of(const oracle_touch *touch) {
    return 2 * touch->ring + (touch->side < 0);
}

static int32_t add_node(oracle_rings *g, oracle_touch touch, int32_t tie, double length) {
    if (g->node_count == g->node_room) {
        g->node_room = 2 * g->node_room + 256;
        g->nodes = grown(g->nodes, g->node_room, sizeof *g->nodes);
    }
    int32_t id = (int32_t)g->node_count++;
    double angle = normalised(&g->rings[touch.ring], touch.angle);
    g->nodes[id] = (node){chain_of(&touch), id, angle, tie, length, -1, -1, 0, 0, {0, 0}};
    return id;
}

void oracle_rings_tie(oracle_rings *g, oracle_touch from, oracle_touch to, double length) {
    int32_t arrival = add_node(g, to, -1, 0);
    add_node(g, from, arrival, length);
    from.side = -from.side;
    to.side = -to.side;
    arrival = add_node(g, from, -1, 0);
    add_node(g, to, arrival, length);
}

static int compare_nodes(const void *a, const void *b) {
    const node *p = a, *q = b;
    if (p->chain != q->chain)
        return p->chain < q->chain ? -1 : 1;
    if (p->angle != q->angle)
        return p->angle < q->angle ? -1 : 1;
    return p->id < q->id ? -1 : p->id > q->id;
}

// The node that follows along a chain; -1 at the end of an open one.
static int32_t follow(const oracle_rings *g, int32_t k, int direction) {
    int32_t chain = g->nodes[k].chain, first = g->chains[chain], last = g->chains[chain + 1] - 1;
    bool round = g->rings[chain / 2].period > 0;
    if (k == (direction > 0 ? last : first))
        return round && first != last ? (direction > 0 ? first : last) : -1;
    return k + direction;
}

static void link_node(oracle_rings *g, int32_t k) {
    node *at = &g->nodes[k];
    const ring *r = &g->rings[at->chain / 2];
    at->place.x = r->centre.x + g->radius * cos(r->zero + at->angle);
    at->place.y = r->centre.y + g->radius * sin(r->zero + at->angle);
    int side = at->chain % 2 == 0 ? 1 : -1;
    int32_t next = follow(g, k, side), last = follow(g, k, -side);
    if (next >= 0) {
        at->ahead_length = arc(g, at->chain / 2, side, at->angle, g->nodes[next].angle);
        at->ahead = at->ahead_length < INFINITY ? next : -1;
    }
    if (last < 0)
        return;
    double back = arc(g, at->chain / 2, -side, at->angle, g->nodes[last].angle);
    if (back <= CLOSE * g->radius) {
        at->behind = last;
        at->behind_length = back;
    }
}

void oracle_rings_close(oracle_rings *g) {
    if (g->node_count > 0)
        qsort(g->nodes, (size_t)g->node_count, sizeof *g->nodes, compare_nodes);
    int32_t *place = grown(NULL, g->node_count, sizeof *place);
    for (int32_t k = 0; k < g->node_count; k++)
        place[g->nodes[k].id] = k;
    for (int32_t k = 0; k < g->node_count; k++)
        if (g->nodes[k].tie >= 0)
            g->nodes[k].tie = place[g->nodes[k].tie];
    free(place);
    g->chains = grown(NULL, 2 * g->ring_count + 1, sizeof *g->chains);
    int32_t at = 0;
    for (int32_t chain = 0; chain <= 2 * g->ring_count; chain++) {
        while (at < g->node_count && g->nodes[at].chain < chain)
            at++;
        g->chains[chain] = at;
    }
    for (int32_t k = 0; k < g->node_count; k++)
        link_node(g, k);
    g->reached = grown(NULL, g->node_count, sizeof *g->reached);
    g->to_goal = grown(NULL, g->node_count, sizeof *g->to_goal);
    g->before = grown(NULL, g->node_count, sizeof *g->before);
    g->arrival = grown(NULL, g->node_count, sizeof *g->arrival);
    g->touched = grown(NULL, 2 * g->node_count, sizeof *g->touched);
    for (int32_t k = 0; k < g->node_count; k++)
        g->reached[k] = g->to_goal[k] = INFINITY;
}

// ---------------------------------------------------------------------------------------------------- ends

static void make_room_for_ends(oracle_rings *g) {
    if (g->leaving_count < g->end_room && g->arriving_count < g->end_room)
        return;
    g->end_room = 2 * g->end_room + 64;
    g->leaving = grown(g->leaving, g->end_room, sizeof *g->leaving);
    g->arriving = grown(g->arriving, g->end_room, sizeof *g->arriving);
}

void oracle_rings_leave(oracle_rings *g, oracle_touch to, double length) {
    make_room_for_ends(g);
    g->leaving[g->leaving_count++] = (end){to, length};
}

void oracle_rings_arrive(oracle_rings *g, oracle_touch from, double length) {
    make_room_for_ends(g);
    g->arriving[g->arriving_count++] = (end){from, length};
}

// The first node of a chain whose angle is at least that; one beyond the last when there is none.
static int32_t first_from(const oracle_rings *g, int32_t chain, double angle) {
    int32_t low = g->chains[chain], high = g->chains[chain + 1];
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (g->nodes[middle].angle < angle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The two nodes of a chain beside an angle, below and above; -1 for none.
static void beside(const oracle_rings *g, int32_t chain, double angle, int32_t nodes[2]) {
    int32_t first = g->chains[chain], last = g->chains[chain + 1] - 1;
    nodes[0] = nodes[1] = -1;
    if (first > last)
        return;
    bool round = g->rings[chain / 2].period > 0;
    int32_t above = first_from(g, chain, angle);
    nodes[1] = above <= last ? above : round ? first : -1;
    nodes[0] = above > first ? above - 1 : round ? last : -1;
}

static void push(oracle_rings *g, entry e) {
    if (g->heap_count == g->heap_room) {
        g->heap_room = 2 * g->heap_room + 256;
        g->heap = grown(g->heap, g->heap_room, sizeof *g->heap);
    }
    int64_t at = g->heap_count++;
    for (; at > 0 && g->heap[(at - 1) / 2].bound > e.bound; at = (at - 1) / 2)
        g->heap[at] = g->heap[(at - 1) / 2];
    g->heap[at] = e;
}

static entry pop(oracle_rings *g) {
    entry top = g->heap[0], last = g->heap[--g->heap_count];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < g->heap_count; at = child) {
        if (child + 1 < g->heap_count && g->heap[child + 1].bound < g->heap[child].bound)
            child++;
        if (g->heap[child].bound >= last.bound)
            break;
        g->heap[at] = g->heap[child];
    }
    g->heap[at] = last;
    return top;
}

static void touch_node(oracle_rings *g, int32_t k) {
    if (g->reached[k] == INFINITY && g->to_goal[k] == INFINITY)
        g->touched[g->touched_count++] = k;
}

static void reach(oracle_rings *g, int32_t k, int32_t before, double length, oracle_vec goal) {
    if (length >= g->reached[k])
        return;
    touch_node(g, k);
    g->reached[k] = length;
    g->before[k] = before;
    double x = g->nodes[k].place.x - goal.x, y = g->nodes[k].place.y - goal.y;
    push(g, (entry){length + sqrt(x * x + y * y) * (1 - 1e-12), length, k});
}

// From the start onto a ring, as far as the next node.
static void begin_at(oracle_rings *g, const end *e, oracle_vec goal) {
    double angle = normalised(&g->rings[e->touch.ring], e->touch.angle);
    int32_t nodes[2];
    beside(g, chain_of(&e->touch), angle, nodes);
    for (int i = 0; i < 2; i++)
        if (nodes[i] >= 0)
            reach(g, nodes[i], -1 - (int32_t)(e - g->leaving),
                  e->length + arc(g, e->touch.ring, e->touch.side, angle, g->nodes[nodes[i]].angle), goal);
}

static void end_at(oracle_rings *g, const end *e) {
    double angle = normalised(&g->rings[e->touch.ring], e->touch.angle);
    int32_t nodes[2];
    beside(g, chain_of(&e->touch), angle, nodes);
    for (int i = 0; i < 2; i++) {
        if (nodes[i] < 0)
            continue;
        double length = e->length + arc(g, e->touch.ring, e->touch.side, g->nodes[nodes[i]].angle, angle);
        if (length >= g->to_goal[nodes[i]])
            continue;
        touch_node(g, nodes[i]);
        g->to_goal[nodes[i]] = length;
        g->arrival[nodes[i]] = (int32_t)(e - g->arriving);
    }
}

// The best path that touches one ring only.
static double round_one(oracle_rings *g, double best) {
    for (int32_t i = 0; i < g->leaving_count; i++)
        for (int32_t j = 0; j < g->arriving_count; j++) {
            const end *a = &g->leaving[i], *b = &g->arriving[j];
            if (a->touch.ring != b->touch.ring || a->touch.side != b->touch.side)
                continue;
            double along = arc(g, a->touch.ring, a->touch.side, normalised(&g->rings[a->touch.ring], a->touch.angle),
                               normalised(&g->rings[a->touch.ring], b->touch.angle));
            if (a->length + along + b->length >= best)
                continue;
            best = a->length + along + b->length;
            g->best = -1 - i;
            g->best_end = j;
        }
    return best;
}

double oracle_rings_shortest(oracle_rings *g, double direct, oracle_vec goal) {
    g->best_end = -1;
    double best = round_one(g, direct);
    g->heap_count = g->touched_count = 0;
    for (int32_t k = 0; k < g->arriving_count; k++)
        end_at(g, &g->arriving[k]);
    for (int32_t k = 0; k < g->leaving_count; k++)
        begin_at(g, &g->leaving[k], goal);
    while (g->heap_count > 0 && g->heap[0].bound < best) {
        entry top = pop(g);
        const node *at = &g->nodes[top.node];
        double length = top.length;
        if (length > g->reached[top.node])
            continue;
        if (length + g->to_goal[top.node] < best) {
            best = length + g->to_goal[top.node];
            g->best = top.node;
            g->best_end = g->arrival[top.node];
        }
        if (at->tie >= 0)
            reach(g, at->tie, top.node, length + at->length, goal);
        if (at->ahead >= 0)
            reach(g, at->ahead, top.node, length + at->ahead_length, goal);
        if (at->behind >= 0)
            reach(g, at->behind, top.node, length + at->behind_length, goal);
    }
    for (int64_t k = 0; k < g->touched_count; k++)
        g->reached[g->touched[k]] = g->to_goal[g->touched[k]] = INFINITY;
    g->leaving_count = g->arriving_count = 0;
    return best;
}

// ---------------------------------------------------------------------------------------------------- the way

static oracle_touch touch_of(const oracle_rings *g, int32_t k) {
    const node *at = &g->nodes[k];
    return (oracle_touch){at->chain / 2, at->chain % 2 == 0 ? 1 : -1, at->angle};
}

int32_t oracle_rings_way(const oracle_rings *g, oracle_touch *touches, int32_t room) {
    if (g->best_end < 0)
        return 0;
    int32_t count = 0;
    if (count < room) // backward first
        touches[count++] = g->arriving[g->best_end].touch;
    int32_t k = g->best;
    for (; k >= 0; k = g->before[k]) {
        int32_t before = g->before[k];
        if (before < 0 || g->nodes[before].tie != k)
            continue;
        if (count < room)
            touches[count++] = touch_of(g, k);
        if (count < room)
            touches[count++] = touch_of(g, before);
    }
    if (count < room)
        touches[count++] = g->leaving[-1 - k].touch;
    for (int32_t i = 0; i < count / 2; i++) {
        oracle_touch swap = touches[i];
        touches[i] = touches[count - 1 - i];
        touches[count - 1 - i] = swap;
    }
    return count;
}

oracle_vec oracle_rings_centre(const oracle_rings *g, int32_t k) {
    return g->rings[k].centre;
}

oracle_vec oracle_rings_place(const oracle_rings *g, const oracle_touch *touch) {
    const ring *r = &g->rings[touch->ring];
    double angle = r->zero + touch->angle;
    return (oracle_vec){r->centre.x + g->radius * cos(angle), r->centre.y + g->radius * sin(angle)};
}

double oracle_rings_arc(const oracle_rings *g, const oracle_touch *from, const oracle_touch *to) {
    return arc(g, from->ring, from->side, from->angle, to->angle);
}

// ---------------------------------------------------------------------------------------------------- tangents

bool oracle_tangent_of(oracle_vec from, int from_side, oracle_vec to, int to_side, double radius, double slack,
                       oracle_tangent *tangent) {
    double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy, distance = sqrt(square);
    double apart = (to_side - from_side) * radius; // how far `to` is left of the line through `from`, less so
    if (distance == 0 || distance < fabs(apart) - slack)
        return false;
    double length = square > apart * apart ? sqrt((distance - fabs(apart)) * (distance + fabs(apart))) : 0;
    double x = (length * dx + apart * dy) / square, y = (length * dy - apart * dx) / square;
    double size = sqrt(x * x + y * y);
    x /= size;
    y /= size;
    tangent->from_normal = (oracle_vec){from_side * y, -from_side * x};
    tangent->to_normal = (oracle_vec){to_side * y, -to_side * x};
    tangent->from = (oracle_vec){from.x + radius * tangent->from_normal.x, from.y + radius * tangent->from_normal.y};
    tangent->to = (oracle_vec){to.x + radius * tangent->to_normal.x, to.y + radius * tangent->to_normal.y};
    tangent->length = length;
    return true;
}

// The two directions in which a circle around the origin meets what is `cosine` of its radius away in one direction.
static int add_angles(double direction, double cosine, double *angles) {
    if (!(fabs(cosine) <= 1))
        return 0;
    double away = acos(cosine);
    angles[0] = direction - away;
    angles[1] = direction + away;
    return 2;
}

int oracle_critical_angles(oracle_vec centre, double radius, oracle_vec a, oracle_vec b, double angles[ORACLE_ANGLES]) {
    int count = 0;
    oracle_vec ends[2] = {a, b};
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    for (int i = 0; i < 2; i++) { // the disc meets an end of the wall
        double x = ends[i].x - centre.x, y = ends[i].y - centre.y, distance = sqrt(x * x + y * y);
        if (distance > 0)
            count += add_angles(atan2(y, x), distance / (2 * radius), angles + count);
        if (length > 0) // it ceases to stand square to the wall
            count += add_angles(atan2(dy, dx), (x * dx + y * dy) / length / radius, angles + count);
    }
    if (length == 0)
        return count;
    // It meets the wall's line, which is `away` to the left.
    double away = (dx * (a.y - centre.y) - dy * (a.x - centre.x)) / length;
    double direction = away >= 0 ? atan2(dx, -dy) : atan2(-dx, dy);
    return count + add_angles(direction, fabs(away) / radius - 1, angles + count);
}

// ---------------------------------------------------------------------------------------------------- distances

double oracle_point_distance(oracle_vec p, oracle_vec a, oracle_vec b) {
    double dx = b.x - a.x, dy = b.y - a.y, ex = p.x - a.x, ey = p.y - a.y, square = dx * dx + dy * dy;
    double t = square > 0 ? (ex * dx + ey * dy) / square : 0;
    if (t > 0 && t < 1)
        return fabs(dx * ey - dy * ex) / sqrt(square);
    if (t >= 1) {
        ex = p.x - b.x;
        ey = p.y - b.y;
    }
    return sqrt(ex * ex + ey * ey);
}

static double side_of(oracle_vec a, oracle_vec b, oracle_vec p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

double oracle_segment_distance(oracle_vec p, oracle_vec q, oracle_vec a, oracle_vec b) {
    double pa = side_of(a, b, p), qa = side_of(a, b, q), ap = side_of(p, q, a), bp = side_of(p, q, b);
    if (((pa > 0 && qa < 0) || (pa < 0 && qa > 0)) && ((ap > 0 && bp < 0) || (ap < 0 && bp > 0)))
        return 0;
    double near = fmin(oracle_point_distance(p, a, b), oracle_point_distance(q, a, b));
    return fmin(near, fmin(oracle_point_distance(a, p, q), oracle_point_distance(b, p, q)));
}
