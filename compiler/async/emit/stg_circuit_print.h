/* What is reported about a circuit, for people and as JSON. */
#ifndef BL_STG_CIRCUIT_PRINT_H
#define BL_STG_CIRCUIT_PRINT_H

struct bl_stg_circuit;
struct bl_text;
struct cJSON;

/* For people: the verdict, with a counterexample where there is one; then what the style lacks, the
 * equations and counts. */
void bl_stg_circuit_print_verdict(struct bl_text *text, const struct bl_stg_circuit *circuit);
void bl_stg_circuit_print(struct bl_text *text, const struct bl_stg_circuit *circuit);

/* All of that as members of a JSON object. */
void bl_stg_circuit_add_json(const struct bl_stg_circuit *circuit, struct cJSON *object);

#endif
