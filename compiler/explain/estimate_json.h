/* The estimate of a node as a member of a document. */
#ifndef BL_ESTIMATE_JSON_H
#define BL_ESTIMATE_JSON_H

struct bl_circuit;
struct bl_node;
struct cJSON;

/* Adds "estimate": logic in `logic_unit`, flip-flops, block RAM in the board's blocks and in those
   that Yosys counts in, DSP blocks; the same of the instances by their modules, the top's own logic
   under its name; what is not counted. */
void bl_estimate_add_json(struct cJSON *root, const struct bl_node *node,
                          const struct bl_circuit *circuit);

#endif
