// Compression as zlib streams: see deflate.h.
//
// Repeats are found through chains of places with the same three bytes, newest first, over the last 32 KiB. A match is
// put off by one byte when the next place has a longer one. What comes out, literals and matches, is gathered in
// blocks of a fixed number of symbols; each block has Huffman codes of its own, or the fixed ones when that is shorter.
#include "file/deflate.h"

enum {
    WINDOW = 32768,
    HASH_BITS = 15,
    MATCH_LEAST = 3,
    MATCH_MOST = 258,
    CHAIN_MOST = 96,       // places looked at for a match
    LAZY_MOST = 64,        // a match of this length is not put off
    BLOCK_SYMBOLS = 32768, // literals and matches of a block
    CODE_LENGTH_MOST = 15,
    LITERALS = 286, // literals, the end of a block, and 29 lengths
    DISTANCES = 30,
    LENGTH_CODES = 19, // symbols in which the lengths of the codes are written
    END_OF_BLOCK = 256
};

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[DISTANCES] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                  33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                  1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[DISTANCES] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                  6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

// A literal (distance 0) or a match.
typedef struct symbol {
    uint16_t value; // the byte, or the length
    uint16_t distance;
} symbol;

typedef struct code {
    uint16_t bits; // already turned around: the first bit is the lowest
    uint8_t length;
} code;

typedef struct deflate {
    wend_context *context;
    wend_byte_array *out;
    bool failed;
    uint32_t pending; // bits not written yet, the lowest ones first
    int pending_count;
    const uint8_t *bytes;
    int32_t count;
    int32_t head[1 << HASH_BITS]; // the newest place of each hash, -1 for none
    int32_t before[WINDOW];       // the place before a place, of the same hash
    int32_t symbol_count;
    symbol symbols[BLOCK_SYMBOLS];
    uint8_t length_code[MATCH_MOST + 1];
} deflate;

// ---------------------------------------------------------------------------------------------------- bits

static void put_byte(deflate *d, uint8_t byte) {
    if (d->failed || !wend_array_push(d->context, d->out, byte))
        d->failed = true;
}

static void put_bits(deflate *d, uint32_t bits, int count) {
    d->pending |= bits << d->pending_count;
    d->pending_count += count;
    while (d->pending_count >= 8) {
        put_byte(d, (uint8_t)(d->pending & 255));
        d->pending >>= 8;
        d->pending_count -= 8;
    }
}

static void put_code(deflate *d, code c) {
    put_bits(d, c.bits, c.length);
}

// ---------------------------------------------------------------------------------------------------- Huffman codes

// A node of the tree: symbols first, then inner nodes in the order in which they are made, which is that of their
// weights. So the two lightest are at the front of two queues.
typedef struct tree {
    uint32_t weight[2 * LITERALS];
    int16_t parent[2 * LITERALS];
    int16_t order[LITERALS]; // symbols in use, the lightest first
} tree;

// The symbols in use by weight, and by number among equals.
static int sort_symbols(tree *t, const uint32_t *weights, int count) {
    int used = 0;
    for (int s = 0; s < count; s++) {
        if (weights[s] == 0)
            continue;
        int k = used++;
        for (; k > 0 && weights[t->order[k - 1]] > weights[s]; k--)
            t->order[k] = t->order[k - 1];
        t->order[k] = (int16_t)s;
    }
    return used;
}

// The lightest node of the two queues: leaves from *leaf on, inner nodes from *inner on.
static int take_lightest(const tree *t, int *leaf, int leaves, int *inner, int end) {
    bool take_leaf = *leaf < leaves && (*inner == end || t->weight[*leaf] <= t->weight[*inner]);
    return take_leaf ? (*leaf)++ : (*inner)++;
}

// Lengths of the codes for weights; false when one is longer than `most`. Fewer than two symbols get a code of one bit.
static bool try_lengths(const uint32_t *weights, int count, int most, uint8_t *lengths) {
    tree t;
    int used = sort_symbols(&t, weights, count), leaf = 0, inner = used, end = used;
    for (int s = 0; s < count; s++)
        lengths[s] = 0;
    if (used < 2) {
        for (int k = 0; k < used; k++)
            lengths[t.order[k]] = 1;
        return true;
    }
    for (int k = 0; k < used; k++)
        t.weight[k] = weights[t.order[k]];
    for (; end < 2 * used - 1; end++) {
        int a = take_lightest(&t, &leaf, used, &inner, end), b = take_lightest(&t, &leaf, used, &inner, end);
        t.weight[end] = t.weight[a] + t.weight[b];
        t.parent[a] = t.parent[b] = (int16_t)end;
    }
    uint8_t depth[2 * LITERALS];
    depth[end - 1] = 0;
    for (int k = end - 2; k >= 0; k--) {
        depth[k] = (uint8_t)(depth[t.parent[k]] + 1);
        if (depth[k] > most)
            return false;
        if (k < used)
            lengths[t.order[k]] = depth[k];
    }
    return true;
}

// The same, with lengths of at most `most`: weights are made more alike until it holds.
static void find_lengths(const uint32_t *weights, int count, int most, uint8_t *lengths) {
    uint32_t milder[LITERALS];
    memcpy(milder, weights, (size_t)count * sizeof *weights);
    while (!try_lengths(milder, count, most, lengths))
        for (int s = 0; s < count; s++)
            milder[s] = milder[s] > 0 ? milder[s] / 2 + 1 : 0;
}

static uint16_t turn_around(uint32_t bits, int length) {
    uint32_t turned = 0;
    for (int k = 0; k < length; k++)
        turned |= (bits >> k & 1) << (length - 1 - k);
    return (uint16_t)turned;
}

// The canonical codes of given lengths.
static void make_codes(const uint8_t *lengths, int count, code *codes) {
    uint32_t next[CODE_LENGTH_MOST + 2] = {0}, of_length[CODE_LENGTH_MOST + 1] = {0};
    for (int s = 0; s < count; s++)
        of_length[lengths[s]]++;
    of_length[0] = 0;
    for (int length = 1; length <= CODE_LENGTH_MOST; length++)
        next[length + 1] = (next[length] + of_length[length]) << 1;
    for (int s = 0; s < count; s++)
        codes[s] = (code){lengths[s] > 0 ? turn_around(next[lengths[s]]++, lengths[s]) : 0, lengths[s]};
}

// ---------------------------------------------------------------------------------------------------- blocks

static int distance_code(int distance) {
    int low = 0, high = DISTANCES - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (distance_base[middle] <= distance)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// What a block is written with.
typedef struct block {
    uint32_t literal_weights[LITERALS], distance_weights[DISTANCES];
    uint8_t lengths[LITERALS + DISTANCES]; // of the codes: literals, then distances
    code literals[LITERALS], distances[DISTANCES];
    int literal_count, distance_count; // of the lengths that are written
} block;

static void weigh(const deflate *d, block *b) {
    memset(b->literal_weights, 0, sizeof b->literal_weights);
    memset(b->distance_weights, 0, sizeof b->distance_weights);
    b->literal_weights[END_OF_BLOCK] = 1;
    for (int32_t k = 0; k < d->symbol_count; k++) {
        symbol s = d->symbols[k];
        if (s.distance == 0) {
            b->literal_weights[s.value]++;
        } else {
            b->literal_weights[END_OF_BLOCK + 1 + d->length_code[s.value]]++;
            b->distance_weights[distance_code(s.distance)]++;
        }
    }
}

// Bits that the symbols of a block take with codes of these lengths, what matches carry beyond their codes left out.
static uint64_t cost_of(const block *b, const uint8_t *literals, const uint8_t *distances) {
    uint64_t bits = 0;
    for (int s = 0; s < LITERALS; s++)
        bits += (uint64_t)b->literal_weights[s] * literals[s];
    for (int s = 0; s < DISTANCES; s++)
        bits += (uint64_t)b->distance_weights[s] * distances[s];
    return bits;
}

static void put_symbols(deflate *d, const block *b) {
    for (int32_t k = 0; k < d->symbol_count; k++) {
        symbol s = d->symbols[k];
        if (s.distance == 0) {
            put_code(d, b->literals[s.value]);
            continue;
        }
        int length = d->length_code[s.value], distance = distance_code(s.distance);
        put_code(d, b->literals[END_OF_BLOCK + 1 + length]);
        put_bits(d, (uint32_t)(s.value - length_base[length]), length_extra[length]);
        put_code(d, b->distances[distance]);
        put_bits(d, (uint32_t)(s.distance - distance_base[distance]), distance_extra[distance]);
    }
    put_code(d, b->literals[END_OF_BLOCK]);
}

// The lengths of the codes as runs: symbols 0 to 15, 16 to repeat the last, 17 and 18 for zeros.
typedef struct runs {
    int count;
    uint8_t symbols[LITERALS + DISTANCES], extra[LITERALS + DISTANCES];
} runs;

static void add_run(runs *r, int symbol_of_run, int extra) {
    r->symbols[r->count] = (uint8_t)symbol_of_run;
    r->extra[r->count++] = (uint8_t)extra;
}

static runs find_runs(const uint8_t *lengths, int count) {
    runs r = {.count = 0};
    for (int k = 0; k < count;) {
        int run = 1;
        while (k + run < count && lengths[k + run] == lengths[k])
            run++;
        int left = run;
        if (lengths[k] == 0) {
            for (; left >= 3; left -= left < 138 ? left : 138)
                add_run(&r, left < 11 ? 17 : 18, left < 11 ? left - 3 : (left < 138 ? left : 138) - 11);
        } else {
            add_run(&r, lengths[k], 0);
            for (left--; left >= 3; left -= left < 6 ? left : 6)
                add_run(&r, 16, (left < 6 ? left : 6) - 3);
        }
        for (; left > 0; left--)
            add_run(&r, lengths[k], 0);
        k += run;
    }
    return r;
}

// The head of a block with codes of its own.
typedef struct head {
    runs lengths;
    uint8_t code_lengths[LENGTH_CODES];
    int code_count;
    uint64_t bits;
} head;

static const uint8_t length_order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
static const uint8_t run_extra[LENGTH_CODES] = {[16] = 2, [17] = 3, [18] = 7};

static head make_head(const block *b) {
    uint8_t lengths[LITERALS + DISTANCES];
    memcpy(lengths, b->lengths, (size_t)b->literal_count);
    memcpy(lengths + b->literal_count, b->lengths + LITERALS, (size_t)b->distance_count);
    head h = {.lengths = find_runs(lengths, b->literal_count + b->distance_count), .code_count = LENGTH_CODES};
    uint32_t weights[LENGTH_CODES] = {0};
    for (int k = 0; k < h.lengths.count; k++)
        weights[h.lengths.symbols[k]]++;
    find_lengths(weights, LENGTH_CODES, 7, h.code_lengths);
    while (h.code_count > 4 && h.code_lengths[length_order[h.code_count - 1]] == 0)
        h.code_count--;
    h.bits = 14 + 3 * (uint64_t)h.code_count;
    for (int k = 0; k < h.lengths.count; k++)
        h.bits += (uint64_t)h.code_lengths[h.lengths.symbols[k]] + run_extra[h.lengths.symbols[k]];
    return h;
}

static void put_head(deflate *d, const block *b, const head *h) {
    code codes[LENGTH_CODES];
    make_codes(h->code_lengths, LENGTH_CODES, codes);
    put_bits(d, (uint32_t)b->literal_count - 257, 5);
    put_bits(d, (uint32_t)b->distance_count - 1, 5);
    put_bits(d, (uint32_t)h->code_count - 4, 4);
    for (int k = 0; k < h->code_count; k++)
        put_bits(d, h->code_lengths[length_order[k]], 3);
    for (int k = 0; k < h->lengths.count; k++) {
        put_code(d, codes[h->lengths.symbols[k]]);
        put_bits(d, h->lengths.extra[k], run_extra[h->lengths.symbols[k]]);
    }
}

static void find_codes(block *b) {
    find_lengths(b->literal_weights, LITERALS, CODE_LENGTH_MOST, b->lengths);
    find_lengths(b->distance_weights, DISTANCES, CODE_LENGTH_MOST, b->lengths + LITERALS);
    b->literal_count = LITERALS;
    b->distance_count = DISTANCES;
    while (b->literal_count > 257 && b->lengths[b->literal_count - 1] == 0)
        b->literal_count--;
    while (b->distance_count > 1 && b->lengths[LITERALS + b->distance_count - 1] == 0)
        b->distance_count--;
}

static void put_block(deflate *d, bool last) {
    block b;
    uint8_t fixed[288], fixed_distances[DISTANCES];
    code fixed_codes[288];
    weigh(d, &b);
    find_codes(&b);
    head h = make_head(&b);
    for (int s = 0; s < 288; s++)
        fixed[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    memset(fixed_distances, 5, sizeof fixed_distances);
    bool own = h.bits + cost_of(&b, b.lengths, b.lengths + LITERALS) < cost_of(&b, fixed, fixed_distances);
    put_bits(d, last ? 1 : 0, 1);
    put_bits(d, own ? 2 : 1, 2);
    if (own) {
        make_codes(b.lengths, LITERALS, b.literals);
        make_codes(b.lengths + LITERALS, DISTANCES, b.distances);
        put_head(d, &b, &h);
    } else {
        make_codes(fixed, 288, fixed_codes);
        memcpy(b.literals, fixed_codes, sizeof b.literals);
        make_codes(fixed_distances, DISTANCES, b.distances);
    }
    put_symbols(d, &b);
    d->symbol_count = 0;
}

static void add_symbol(deflate *d, int value, int distance) {
    if (d->symbol_count == BLOCK_SYMBOLS)
        put_block(d, false);
    d->symbols[d->symbol_count++] = (symbol){(uint16_t)value, (uint16_t)distance};
}

// ---------------------------------------------------------------------------------------------------- repeats

static uint32_t hash_at(const deflate *d, int32_t at) {
    const uint8_t *b = d->bytes + at;
    uint32_t three = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
    return three * 0x9E3779B1u >> (32 - HASH_BITS);
}

static void remember(deflate *d, int32_t at) {
    if (d->count - at < MATCH_LEAST)
        return;
    uint32_t hash = hash_at(d, at);
    d->before[at % WINDOW] = d->head[hash];
    d->head[hash] = at;
}

// The longest match for the place `at`, longer than `beyond`; 0 when there is none.
static int find_match(const deflate *d, int32_t at, int beyond, int *distance) {
    int most = d->count - at < MATCH_MOST ? d->count - at : MATCH_MOST, best = beyond;
    if (most < MATCH_LEAST || best >= most)
        return 0;
    const uint8_t *here = d->bytes + at;
    int32_t other = d->head[hash_at(d, at)];
    for (int k = 0; k < CHAIN_MOST && other >= 0 && at - other < WINDOW; k++, other = d->before[other % WINDOW]) {
        const uint8_t *there = d->bytes + other;
        if (there[best] != here[best] || there[0] != here[0])
            continue;
        int length = 0;
        while (length < most && there[length] == here[length])
            length++;
        if (length <= best)
            continue;
        best = length;
        *distance = at - other;
        if (best == most)
            break;
    }
    return best > beyond && best >= MATCH_LEAST ? best : 0;
}

static void compress(deflate *d) {
    int held = 0, held_distance = 0; // the match of the place before, put off
    for (int32_t at = 0; at < d->count; at++) {
        int distance = 0;
        int length = held < LAZY_MOST ? find_match(d, at, held > 0 ? held : MATCH_LEAST - 1, &distance) : 0;
        remember(d, at);
        if (held > 0 && length == 0) { // nothing better here: the match it is
            add_symbol(d, held, held_distance);
            for (int32_t end = at - 1 + held; at + 1 < end;)
                remember(d, ++at);
            held = 0;
            continue;
        }
        if (held > 0)
            add_symbol(d, d->bytes[at - 1], 0);
        if (length == 0)
            add_symbol(d, d->bytes[at], 0);
        held = length;
        held_distance = distance;
    }
    // Nothing is held here: the last two places have no match, and what was held before them went out there.
}

// ---------------------------------------------------------------------------------------------------- the stream

static uint32_t adler(const uint8_t *bytes, int64_t count) {
    uint32_t a = 1, b = 0;
    for (int64_t k = 0; k < count;) {
        int64_t end = count - k > 5552 ? k + 5552 : count; // so many do not overflow
        for (; k < end; k++) {
            a += bytes[k];
            b += a;
        }
        a %= 65521;
        b %= 65521;
    }
    return b << 16 | a;
}

static void start(deflate *d) {
    memset(d->head, 0xFF, sizeof d->head);
    for (int c = 0; c < 29; c++)
        for (int length = length_base[c]; length <= (c < 28 ? length_base[c + 1] - 1 : MATCH_MOST); length++)
            d->length_code[length] = (uint8_t)c;
}

bool wend_deflate(wend_context *context, const uint8_t *bytes, int64_t count, wend_byte_array *out) {
    deflate *d = count <= INT32_MAX ? wend_allocate(context, sizeof *d) : NULL;
    if (!d)
        return false;
    d->context = context;
    d->out = out;
    d->failed = false;
    d->pending = 0;
    d->pending_count = 0;
    d->bytes = bytes;
    d->count = (int32_t)count;
    d->symbol_count = 0;
    start(d);
    put_byte(d, 0x78); // deflate, a window of 32 KiB
    put_byte(d, 0x9C);
    compress(d);
    put_block(d, true);
    put_bits(d, 0, (8 - d->pending_count) & 7);
    uint32_t sum = adler(bytes, count);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(d, (uint8_t)(sum >> shift & 255));
    bool done = !d->failed;
    wend_release(context, d, sizeof *d);
    return done;
}
