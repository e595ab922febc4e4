/* `partition items by node, channel;`: the base flow by its name. Written out as passes, which are
 * then checked like the user's own. */
#include "base/arena.h"
#include "check/check.h"
#include "check/check_inner.h"
#include "check/check_names.h"
#include "check/pipeline/check_function.h"
#include "ir/cut.h"

/* The names of what the flow makes of each column, and where in the source all of it stands. */
struct expansion {
    struct bl_check *check;
    const struct bl_statement *statement;
    struct bl_range range;
    struct bl_symbol *sizes;
    struct bl_symbol *(*versions)[4]; /* of each column: as it is now, on the node's channel, on its
                                         node, on its channel there */
};

/* The first of "t1", "t2", ... from `counter` on that is not taken; the first is `word` alone when
 * `plain`. */
static struct bl_symbol *free_name(struct bl_check *check, const char *word, int *counter,
                                   bool plain) {
    for (;;) {
        ++*counter;
        const char *name = plain && *counter == 1 ? word
                                                  : bl_format(check->arena, "%s%d", word, *counter);
        struct bl_symbol *symbol = bl_symbol(check->symbols, name, __builtin_strlen(name));
        if (!symbol->value && !symbol->word) return symbol;
    }
}

/* Whether an earlier column's versions have this name: `c1` and `c11` both come to `c111`. None of
 * them is declared yet. */
static bool is_named(const struct expansion *expansion, int columns,
                     const struct bl_symbol *symbol) {
    for (int i = 0; i < columns; i++)
        for (int step = 1; step < 4; step++)
            if (expansion->versions[i][step] == symbol) return true;
    return false;
}

static void name_versions(struct expansion *expansion) {
    struct bl_check *check = expansion->check;
    int columns = check->program->record.column_count;
    expansion->versions = bl_alloc(check->arena, sizeof *expansion->versions * (size_t)columns);
    for (int i = 0; i < columns; i++) {
        expansion->versions[i][0] = check->columns[i];
        for (int step = 1; step < 4; step++) do
                expansion->versions[i][step] = free_name(
                    check, check->program->record.columns[i].name, &check->made[i], false);
            while (is_named(expansion, i, expansion->versions[i][step]));
        check->columns[i] = expansion->versions[i][3];
    }
}

static struct bl_slice *name_slice(const struct expansion *expansion, struct bl_symbol *symbol) {
    struct bl_slice *slice = BL_NEW(expansion->check->arena, struct bl_slice, 1);
    slice->name = (struct bl_name){symbol, expansion->range};
    slice->range = expansion->range;
    return slice;
}

/* The user's own slice once more: it keeps its place, so that errors in it are shown there. */
static struct bl_slice *copy_slice(const struct expansion *expansion,
                                   const struct bl_slice *slice) {
    struct bl_slice *copy = BL_NEW(expansion->check->arena, struct bl_slice, 1);
    *copy = *slice;
    copy->next = NULL;
    return copy;
}

/* A stage with one argument, or two. */
static struct bl_stage_tree *stage(const struct expansion *expansion, enum bl_stage_kind kind,
                                   struct bl_slice *first, struct bl_slice *second) {
    struct bl_stage_tree *tree = BL_NEW(expansion->check->arena, struct bl_stage_tree, 1);
    tree->kind = kind;
    tree->range = expansion->range;
    tree->arguments = first;
    tree->argument_count = second ? 2 : 1;
    first->next = second;
    return tree;
}

static struct bl_stage_tree *name_stage(const struct expansion *expansion, enum bl_stage_kind kind,
                                        struct bl_symbol *symbol) {
    return stage(expansion, kind, name_slice(expansion, symbol), NULL);
}

/* read or write of all columns, as they are at this step. */
static struct bl_stage_tree *all_columns(const struct expansion *expansion, enum bl_stage_kind kind,
                                         int step) {
    struct bl_stage_tree *tree = name_stage(expansion, kind, expansion->versions[0][step]);
    struct bl_slice *last = tree->arguments;
    for (int i = 1; i < expansion->check->program->record.column_count; i++) {
        last = last->next = name_slice(expansion, expansion->versions[i][step]);
        tree->argument_count++;
    }
    return tree;
}

/* Columns of several widths, or wider than a plane, lie in planes, which travel together: no table
   steers them. */
static bool in_planes(const struct expansion *expansion) {
    const struct bl_record *record = &expansion->check->program->record;
    const struct bl_cluster *cluster = &expansion->check->program->cluster;
    if (record->columns[0].bits > bl_widest_plane(cluster)) return true;
    for (int i = 1; i < record->column_count; i++)
        if (record->columns[i].bits != record->columns[0].bits) return true;
    return false;
}

static void check_stages(const struct expansion *expansion, struct bl_stage_tree *read,
                         struct bl_stage_tree *second, struct bl_stage_tree *third) {
    struct bl_statement pass = {
        .kind = BL_STATEMENT_PASS, .range = expansion->range, .pass = {.stages = read}};
    read->next = second;
    second->next = third;
    bl_check_pass(expansion->check, &pass);
}

/* read key -> histogram(node, channel) as sizes. Where the channel is a function of another column
   only the nodes are counted, which is all that the exchange asks for: columns read together would
   not go with tables. */
static void expand_histogram(struct expansion *expansion, int node_column, int channel_column) {
    const struct bl_statement *statement = expansion->statement;
    struct bl_slice *channel = channel_column == node_column
                                   ? copy_slice(expansion, statement->partition.channel)
                                   : NULL;
    struct bl_stage_tree *read = name_stage(expansion, BL_READ,
                                            expansion->versions[node_column][0]);
    struct bl_stage_tree *histogram = stage(
        expansion, BL_HISTOGRAM, copy_slice(expansion, statement->partition.node), channel);
    histogram->as = (struct bl_name){expansion->sizes, expansion->range};
    check_stages(expansion, read, histogram, NULL);
}

/* read C, ... -> crossbar(f) -> write C', ... */
static void expand_together(struct expansion *expansion, const struct bl_slice *function,
                            int from) {
    check_stages(expansion, all_columns(expansion, BL_READ, from),
                 stage(expansion, BL_CROSSBAR, copy_slice(expansion, function), NULL),
                 all_columns(expansion, BL_WRITE, from + 1));
}

/* read key -> table(f) as t; read C -> crossbar(t) -> write C', for every column C. */
static void expand_crossbar(struct expansion *expansion, const struct bl_slice *function, int key,
                            int from) {
    struct bl_check *check = expansion->check;
    if (in_planes(expansion)) {
        expand_together(expansion, function, from);
        return;
    }
    for (int i = 0; i < check->program->record.column_count; i++) {
        struct bl_symbol *table = free_name(check, "t", &check->tables, false);
        struct bl_stage_tree *make = stage(expansion, BL_TABLE, copy_slice(expansion, function),
                                           NULL);
        make->as = (struct bl_name){table, expansion->range};
        check_stages(expansion, name_stage(expansion, BL_READ, expansion->versions[key][from]),
                     make, NULL);
        check_stages(expansion, name_stage(expansion, BL_READ, expansion->versions[i][from]),
                     name_stage(expansion, BL_CROSSBAR, table),
                     name_stage(expansion, BL_WRITE, expansion->versions[i][from + 1]));
    }
}

static struct bl_stage_tree *exchange(const struct expansion *expansion) {
    return stage(expansion, BL_ALLTOALLV,
                 copy_slice(expansion, expansion->statement->partition.node),
                 name_slice(expansion, expansion->sizes));
}

/* read C1 -> alltoallv(node, sizes) -> write C2, for every column, or for all together. */
static void expand_alltoallv(struct expansion *expansion) {
    if (in_planes(expansion)) {
        check_stages(expansion, all_columns(expansion, BL_READ, 1), exchange(expansion),
                     all_columns(expansion, BL_WRITE, 2));
        return;
    }
    for (int i = 0; i < expansion->check->program->record.column_count; i++)
        check_stages(expansion, name_stage(expansion, BL_READ, expansion->versions[i][1]),
                     exchange(expansion),
                     name_stage(expansion, BL_WRITE, expansion->versions[i][2]));
}

static void expand(struct expansion *expansion, int node_column, int channel_column) {
    expansion->check->expanding = true;
    expansion->sizes = free_name(expansion->check, "sizes", &expansion->check->sizes, true);
    expand_histogram(expansion, node_column, channel_column);
    expand_crossbar(expansion, expansion->statement->partition.node, node_column, 0);
    expand_alltoallv(expansion);
    expand_crossbar(expansion, expansion->statement->partition.channel, channel_column, 2);
    expansion->check->expanding = false;
}

/* The names are known, so that what follows is not reported as well. */
static void poison(struct expansion *expansion) {
    for (int i = 0; i < expansion->check->program->record.column_count; i++)
        for (int step = 1; step < 4; step++)
            bl_declare_poison(expansion->check,
                              (struct bl_name){expansion->versions[i][step], expansion->range},
                              true);
}

void bl_check_partition(struct bl_check *check, const struct bl_statement *statement) {
    struct expansion expansion = {
        .check = check, .statement = statement, .range = statement->range};
    if (!statement->name.symbol || !statement->partition.node || !statement->partition.channel)
        return;
    const struct bl_function *node = bl_check_slice(check, statement->partition.node);
    const struct bl_function *channel = bl_check_slice(check, statement->partition.channel);
    if (statement->name.symbol != check->input)
        bl_report(check->diags, BL_MSG_NOT_THE_RECORDS, statement->name.range, check->input->text);
    expansion.range = bl_range_join(statement->range, statement->partition.channel->range);
    if (check->partitioned && !check->again) {
        bl_report(check->diags, BL_MSG_PARTITION_AGAIN, expansion.range);
        check->again = true;
    }
    check->partitioned = true;
    name_versions(&expansion);
    if (node && channel && statement->name.symbol == check->input)
        expand(&expansion, node->column->index, channel->column->index);
    poison(&expansion);
}
