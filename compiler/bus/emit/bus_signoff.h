/* What the layout of a bus must keep to: for people, as SDC, as XDC. */
#ifndef BL_BUS_SIGNOFF_H
#define BL_BUS_SIGNOFF_H

struct bl_bus;
struct bl_text;

/* Appends what a designer is to check, in words; the constraints of SDC; those of Xilinx. */
void bl_bus_signoff(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_sdc(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_xdc(struct bl_text *text, const struct bl_bus *bus);

#endif
