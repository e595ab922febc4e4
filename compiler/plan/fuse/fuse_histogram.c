/* Rule `histogram`.
   Pattern: a pass that only takes a histogram, beside another pass over the same version.
   Condition: nothing from the histogram pass up to and with the other pass needs the counts, and
   the other pass's stream is the one it reads alone (where a table and its user alternate by
   strips, both must read that version).
   Rewrite: the other pass takes the histogram; the histogram pass goes. */
#include <string.h>
#include "plan/fuse/fuse.h"
#include "plan/fuse/fuse_inner.h"

static bool only_counts(const struct bl_pass *pass) {
    char letters[16];
    return !strcmp(bl_pass_letters(pass, letters), "RH");
}

/* The first pass in places first..last that uses the product, or NULL. */
static const struct bl_pass *user_between(const struct bl_fuse *fuse,
                                          const struct bl_product *product, int first, int last) {
    int user = bl_product_user(fuse->relations, product);
    return user >= first && user <= last ? &fuse->passes[user] : NULL;
}

/* Where strips alternate, the counts are taken from the stream of the table pass, which is a stream
 * of its own only if its user reads the same. */
static bool strips_allow(const struct bl_fuse *fuse, const struct bl_pass *host,
                         const struct bl_version *version, struct bl_rewrite *rewrite) {
    const struct bl_stage *table = bl_stage_find(host, BL_STAGE_STEERS),
                          *crossbar = bl_stage_find(host, BL_STAGE_TO_CHANNEL);
    if (crossbar && crossbar->uses)
        return bl_refuse(fuse, rewrite, crossbar->range,
                         "%s alternates with the pass that fills `%s`, strip by strip, so its "
                         "stream is not its own.",
                         bl_pass_label(fuse, host), crossbar->uses->name);
    int user = table ? bl_product_user(fuse->relations, table->makes) : -1;
    if (user >= 0 && !bl_stage_has(bl_stage_find(&fuse->passes[user], BL_STAGE_READS), version))
        return bl_refuse(fuse, rewrite, table->range,
                         "%s alternates strip by strip with %s, which reads `%s` and not `%s`.",
                         bl_pass_label(fuse, host), bl_pass_label(fuse, &fuse->passes[user]),
                         bl_pass_reads(&fuse->passes[user])->name, version->name);
    return true;
}

static bool condition(const struct bl_fuse *fuse, int counter, int host,
                      struct bl_rewrite *rewrite) {
    const struct bl_pass *alone = &fuse->passes[counter], *other = &fuse->passes[host];
    const struct bl_stage *histogram = bl_stage_find(alone, BL_STAGE_COUNTS),
                          *read = bl_stage_find(other, BL_STAGE_READS);
    const struct bl_version *version = bl_pass_reads(alone);
    if (!bl_stage_has(read, version))
        return bl_refuse(fuse, rewrite, histogram->range,
                         "The histogram is over `%s`, but %s reads `%s`.", version->name,
                         bl_pass_label(fuse, other), bl_names(fuse->arena, read));
    if (bl_stage_find(other, BL_STAGE_COUNTS))
        return bl_refuse(fuse, rewrite, histogram->range,
                         "%s takes a histogram already, and a stream has room for one.",
                         bl_pass_label(fuse, other));
    const struct bl_pass *user = user_between(fuse, histogram->makes, counter + 1, host);
    if (user)
        return bl_refuse(fuse, rewrite, histogram->range,
                         "%s needs the counts `%s` before %s is over.", bl_pass_label(fuse, user),
                         histogram->makes->name, bl_pass_label(fuse, other));
    return strips_allow(fuse, other, version, rewrite);
}

bool bl_fuse_histogram(const struct bl_fuse *fuse, int first, int second,
                       struct bl_rewrite *rewrite) {
    bool first_counts = only_counts(&fuse->passes[first]);
    if (!first_counts && !only_counts(&fuse->passes[second]))
        return bl_refuse(
            fuse, rewrite, fuse->passes[second].range, "Neither %s nor %s only takes a histogram.",
            bl_pass_label(fuse, &fuse->passes[first]), bl_pass_label(fuse, &fuse->passes[second]));
    int counter = first_counts ? first : second, host = first_counts ? second : first;
    if (!condition(fuse, counter, host, rewrite)) return false;
    const struct bl_pass *alone = &fuse->passes[counter], *other = &fuse->passes[host];
    const struct bl_stage *histogram = bl_stage_find(alone, BL_STAGE_COUNTS);
    struct bl_pass *both = bl_rewrite_own(fuse, rewrite, host, 1);
    bl_rewrite_insert(both, 0, histogram);
    rewrite->into = both->number = alone->number < other->number ? alone->number : other->number;
    bl_rewrite_drop(fuse, rewrite, counter);
    return bl_fuse_accept(fuse, rewrite, histogram->range,
                          "%s reads `%s` anyway and nothing up to its end needs the counts `%s`, "
                          "so they are taken in the same stream.",
                          bl_pass_label(fuse, other), bl_pass_reads(alone)->name,
                          histogram->makes->name);
}
