/* The table of a sweep as CSV and as JSON: the same columns in the same order. */
#ifndef BL_SWEEP_WRITE_H
#define BL_SWEEP_WRITE_H

struct bl_sweep;
struct bl_sweep_result;
struct bl_text;

/* The same table in two forms. */
void bl_sweep_csv(struct bl_text *text, const struct bl_sweep *sweep,
                  const struct bl_sweep_result *results);
void bl_sweep_json(struct bl_text *text, const struct bl_sweep *sweep,
                   const struct bl_sweep_result *results);
/* The column of a table that the kind's option fills: "fuse". */
const char *bl_sweep_choice_column(const struct bl_sweep *sweep);

#endif
