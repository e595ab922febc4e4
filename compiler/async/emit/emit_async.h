/* Emission of an asynchronous circuit: Verilog of its gates, a model with random delays, a bench
   whose environment is the graph, and the list of what its layout must keep to. */
#ifndef BL_EMIT_ASYNC_H
#define BL_EMIT_ASYNC_H

#include "ir/names/naming.h"
#include "async/logic/netlist.h"
#include "async/verify/signoff.h"
#include "async/net/stg.h"

struct bl_arena;
struct bl_text;

enum { BL_TABLE_INPUTS = 6, BL_BENCH_ARCS = 100000 };

/* How a gate is made. */
enum bl_gate_form {
    BL_FORM_TABLE,       /* one look-up table, reset among its inputs where it is needed */
    BL_FORM_TABLE_RESET, /* one full table, and a second one behind it for the reset */
    BL_FORM_COVER,       /* a sum of products, larger than a table */
    BL_FORM_HOLD,        /* a C element behind two covers or tables */
    BL_FORM_MUTEX        /* half of a mutual exclusion element */
};

struct bl_async {
    struct bl_arena *arena;
    const struct bl_stg *net;      /* that the circuit was made for */
    const struct bl_stg *file_net; /* as the file has it: the same, unless mutual exclusions of more
                                      than two ways were divided */
    const struct bl_netlist *netlist;
    const char *module;        /* the netlist's name as Verilog takes it */
    const char **names;        /* per gate */
    struct bl_renames renames; /* of these names */
    int table_inputs;          /* of the fabric: 4, 5 or 6 */
    enum bl_gate_form *forms;  /* per gate that is no input */
    bool *resets;              /* per gate: forced to its initial value while rst is 1 */
};

/* Names the gates, chooses forms, decides which gates the reset reaches: all, but for full tables
   that settle by themselves, whatever the inputs are, when the others are held. table_inputs: 0
   for 6. */
struct bl_async *bl_async_new(struct bl_arena *arena, const struct bl_stg *net,
                              const struct bl_netlist *netlist, int table_inputs);

/* Inputs of a gate as one function, its own output among them where it holds by itself: those of
 * set, then those of reset. At most 129. */
int bl_async_inputs(const struct bl_async *async, int gate, int *inputs);
/* The next value of a gate that is no input or grant, for values of its inputs in the order of
 * bl_async_inputs. */
bool bl_async_function(const struct bl_async *async, int gate, const int *inputs, int count,
                       uint64_t values);
/* The signal of the net that a gate makes or stands for, found by its name; -1 for a state signal
 * and a gate inside. */
int bl_async_signal(const struct bl_async *async, int gate);
/* Look-up tables that the circuit takes; -1 when it has gates that are none. */
int bl_async_tables(const struct bl_async *async);

/* "c = a b + c (a + b)" with the names of Verilog. */
void bl_async_equation(struct bl_text *text, const struct bl_async *async, int gate);

#endif
