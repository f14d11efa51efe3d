/* Normal random numbers, bit by bit those of NumPy's Generator(Philox(key)).
 *
 * Philox4x64 with ten rounds [SalmonEtAl2011] turns a counter and a key into four random words. The ziggurat of
 * [MarsagliaTsang2000] has 256 layers of equal area under f(x) = exp(-x^2/2), with edges x_k = 2^52 layer_widths[k];
 * the first one has the tail beyond x_255. A word gives layer k, sign and a whole number r < 2^52, and
 *     x = r layer_widths[k]   where r layer_widths[k] < x_(k-1), otherwise with the probability of the wedge.     (1)
 */
#if N_DRAWS > 0

/* The upper and the lower word of a product. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static uint64_t random_word(Random *r, const uint64_t *of) {
    if (r->used == 4) {
        uint64_t c[4] = {0, 0, 0, 0}, key[2], high0, high1, low0, low1;
        int round;
        c[0] = ++r->counter;
        key[0] = of[0];
        key[1] = of[1];
        for (round = 0; round < 10; round++) {
            high0 = multiply(0xd2e7470ee14c6c93u, c[0], &low0);
            high1 = multiply(0xca5a826395121157u, c[2], &low1);
            c[0] = high1 ^ c[1] ^ key[0];
            c[1] = low1;
            c[2] = high0 ^ c[3] ^ key[1];
            c[3] = low0;
            key[0] += 0x9e3779b97f4a7c15u;
            key[1] += 0xbb67ae8584caa73bu;
        }
        memcpy(r->words, c, sizeof c);
        r->used = 0;
    }
    return r->words[r->used++];
}

static double random_part(Random *r, const uint64_t *key) {
    return (double)(random_word(r, key) >> 11) / 9007199254740992.0;
}

static double density(int layer) {
    double x = 4503599627370496.0 * layer_widths[layer];
    return layer == 0 ? 1.0 : exp(-0.5 * x * x);
}

static double random_normal(Random *r, const uint64_t *key) {
    const double tail = 4503599627370496.0 * layer_widths[255];
    for (;;) {
        uint64_t word = random_word(r, key), whole = word >> 9 & 0xfffffffffffffu;
        int layer = (int)(word & 0xff), negative = (int)(word >> 8 & 1);
        double x = (double)whole * layer_widths[layer];
        double inner = layer == 1 ? 0.0 : layer_widths[layer == 0 ? 255 : layer - 1];
        if (negative)
            x = -x;
        if (whole < (uint64_t)(inner / layer_widths[layer] * 4503599627370496.0))
            return x; /* (1) */
        if (layer == 0) {
            for (;;) {
                double beyond = -(1.0 / tail) * log1p(-random_part(r, key)), other = -log1p(-random_part(r, key));
                if (other + other > beyond * beyond)
                    return whole >> 8 & 1 ? -(tail + beyond) : tail + beyond;
            }
        }
        if ((density(layer - 1) - density(layer)) * random_part(r, key) + density(layer) < exp(-0.5 * x * x))
            return x;
    }
}

#endif
