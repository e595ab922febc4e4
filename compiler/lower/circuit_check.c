/* The last look at a circuit: every name in it is one thing, and every parameter of every instance
   within the range of its template. Planning says before which setting leads beyond one; what it
   has not seen ends here and not in a Verilog tool. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/diag.h"
#include "ir/circuit.h"
#include "templates/range_text.h"
#include "templates/ranges.h"

static void read_values(struct bl_range_values *values, const struct bl_instance *instance) {
    *values = (struct bl_range_values){0};
    for (int i = 0; i < instance->parameters.count; i++)
        bl_range_set(values, instance->parameters.items[i].name,
                     atoll(instance->parameters.items[i].value));
    bl_range_usual(values, instance->module);
}

static void check_value(struct bl_arena *arena, const struct bl_instance *instance,
                        const struct bl_range_row *row, const struct bl_range_values *values,
                        struct bl_diags *diags) {
    struct bl_bounds bounds = bl_range_bounds(row, values);
    int64_t value = bl_range_value(values, row->parameter),
            near = bl_bounds_nearest(&bounds, value);
    if (bl_bounds_take(&bounds, value)) return;
    bl_report(diags, BL_MSG_PLAN_TEMPLATE, instance->range, instance->module, row->parameter,
              row->legal,
              near < 0 ? bl_format(arena, "%lld", (long long)value)
                       : bl_format(arena, "%lld; the nearest would be %lld", (long long)value,
                                   (long long)near));
}

static const char *item_name(const struct bl_item *item) {
    if (item->kind == BL_ITEM_NET) return item->net.name;
    return item->kind == BL_ITEM_INSTANCE ? item->instance->name : NULL;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Ports, nets and instances share one space of names. */
const char *bl_circuit_twice(const struct bl_circuit *circuit) {
    int count = 0, most = circuit->ports.count + circuit->items.count;
    const char **names = BL_NEW(circuit->arena, const char *, most);
    for (int i = 0; i < circuit->ports.count; i++) names[count++] = circuit->ports.items[i].name;
    for (int i = 0; i < circuit->items.count; i++)
        if (item_name(&circuit->items.items[i]))
            names[count++] = item_name(&circuit->items.items[i]);
    qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 1; i < count; i++)
        if (!strcmp(names[i - 1], names[i])) return names[i];
    return NULL;
}

void bl_circuit_check_names(const struct bl_circuit *circuit) {
    const char *twice = bl_circuit_twice(circuit);
    if (!twice) return;
    fprintf(stderr, "bankloom: internal fault: the circuit %s has `%s` twice\n", circuit->name,
            twice);
    abort();
}

void bl_circuit_check(const struct bl_circuit *circuit, struct bl_diags *diags) {
    bl_circuit_check_names(circuit);
    for (int i = 0; i < circuit->items.count; i++) {
        const struct bl_instance *instance = circuit->items.items[i].instance;
        struct bl_range_values values;
        if (circuit->items.items[i].kind != BL_ITEM_INSTANCE) continue;
        read_values(&values, instance);
        for (const struct bl_range_row *row = bl_range_rows(instance->module);
             bl_range_of(row, instance->module); row++)
            check_value(circuit->arena, instance, row, &values, diags);
    }
}
