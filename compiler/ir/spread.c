#include "ir/spread.h"

#include "ir/program.h"

enum { MOST_RANK = 16 /* of a function whose values are counted one by one */ };

/* Values of a function, as vectors over GF(2) of which none is a sum of others. */
struct basis {
    bl_wide vectors[BL_WIDE_BITS];
    int count;
};

/* What a bit of the column changes in the value. */
static bl_wide column_bit(const struct bl_function *function, int bit) {
    bl_wide change = 0;
    for (int i = 0; i < function->bits; i++)
        if (function->mix ? (int)(function->masks[i] >> bit & 1) : function->lsb + i == bit)
            change |= (bl_wide)1 << i;
    return change;
}

/* Every vector of the basis has a highest bit of its own. */
static void add(struct basis *basis, bl_wide vector) {
    for (int i = 0; i < basis->count; i++)
        if ((vector ^ basis->vectors[i]) < vector) vector ^= basis->vectors[i];
    if (!vector) return;
    int place = basis->count++;
    for (; place && basis->vectors[place - 1] < vector; place--)
        basis->vectors[place] = basis->vectors[place - 1];
    basis->vectors[place] = vector;
}

/* Of the bits of the value that `kept` has. */
static void find_basis(struct basis *basis, const struct bl_function *function, bl_wide kept) {
    basis->count = 0;
    for (int bit = 0; bit < function->column->bits; bit++)
        add(basis, column_bit(function, bit) & kept);
}

int bl_function_rank(const struct bl_function *function) {
    struct basis basis;
    find_basis(&basis, function, ~(bl_wide)0);
    return basis.count;
}

/* Goes through the values in the order of a Gray code: each differs from the one before by a vector
 * of the basis. */
static void count(const struct basis *basis, bl_wide first, int nodes, double *shares) {
    unsigned values = 1u << basis->count;
    bl_wide value = first;
    for (unsigned i = 1; i <= values; i++) {
        shares[value % (unsigned)nodes] += (double)nodes / values;
        if (i < values) value ^= basis->vectors[__builtin_ctz(i)];
    }
}

void bl_function_shares(const struct bl_function *function, int nodes, double *shares) {
    bool power = !(nodes & (nodes - 1));
    bl_wide kept = power ? (bl_wide)nodes - 1 : ~(bl_wide)0;
    struct basis basis = {.count = MOST_RANK + 1};
    if (function) find_basis(&basis, function, kept);
    bool counted = basis.count <= MOST_RANK;
    for (int node = 0; node < nodes; node++) shares[node] = counted ? 0 : 1;
    if (counted) count(&basis, function->mix ? function->ones & kept : 0, nodes, shares);
}

double bl_fullest_share(const double *shares, int nodes) {
    double most = 0;
    for (int node = 0; node < nodes; node++)
        if (shares[node] > most) most = shares[node];
    return most;
}
