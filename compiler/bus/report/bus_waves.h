/* What the transfers of a hierarchical bus do over time: as a waveform (VCD), and as a picture. */
#ifndef BL_BUS_WAVES_H
#define BL_BUS_WAVES_H

struct bl_arena;
struct bl_bus;
struct bl_larb_event;
struct bl_text;

/* Of a bus whose domains have elements and whose transfers are written down. */
struct bl_bus_waves *bl_bus_waves_new(struct bl_arena *arena, const struct bl_bus *bus);
/* What has happened; transfers are numbered by their places in the source. */
void bl_bus_waves_note(struct bl_bus_waves *waves, const struct bl_larb_event *event);

/* A scope for each transfer with its steps, and one for each domain: which element sends and
   receives, which connectors are on an outer path. */
void bl_bus_waves_vcd(struct bl_text *text, struct bl_bus_waves *waves);
/* The steps of the transfers, one line below the other, as SVG. */
void bl_bus_waves_svg(struct bl_text *text, struct bl_bus_waves *waves);

#endif
