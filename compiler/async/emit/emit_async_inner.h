/* What emit_async.h has for the files of its folder alone. */
#ifndef BL_EMIT_ASYNC_INNER_H
#define BL_EMIT_ASYNC_INNER_H

struct bl_async;
struct bl_signoff;
struct bl_text;

/* Module NAME of templates; module NAME_model, every gate a process with random delays; the bench
   NAME_bench for either. The bench is empty when the environment has more than BL_BENCH_ARCS arcs.
 */
void bl_async_gates(struct bl_text *text, const struct bl_async *async);
void bl_async_model(struct bl_text *text, const struct bl_async *async);
void bl_async_bench(struct bl_text *text, const struct bl_async *async);

/* The sign-off list for people, as SDC (Quartus and other tools) and as XDC (Vivado). */
void bl_async_signoff(struct bl_text *text, const struct bl_async *async,
                      const struct bl_signoff *signoff);
void bl_async_sdc(struct bl_text *text, const struct bl_async *async,
                  const struct bl_signoff *signoff);
void bl_async_xdc(struct bl_text *text, const struct bl_async *async,
                  const struct bl_signoff *signoff);

#endif
