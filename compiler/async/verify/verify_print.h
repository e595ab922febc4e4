/* What the verifier found: as text, as JSON and as a waveform. */
#ifndef BL_VERIFY_PRINT_H
#define BL_VERIFY_PRINT_H

struct bl_netlist;
struct bl_text;
struct bl_verification;
struct cJSON;

/* The verdict for people, as members of a JSON object, and the counterexample as a waveform (VCD,
   10 ns an event, `fault` rises with the last one). */
void bl_verification_print(struct bl_text *text, const struct bl_netlist *netlist,
                           const struct bl_verification *verification);
void bl_verification_add_json(const struct bl_netlist *netlist,
                              const struct bl_verification *verification, struct cJSON *object);
void bl_verification_vcd(struct bl_text *text, const struct bl_netlist *netlist,
                         const struct bl_verification *verification);

#endif
