/* What is decided about a bus on boards, for people and as JSON. */
#ifndef BL_BUS_ONBOARD_EXPLAIN_H
#define BL_BUS_ONBOARD_EXPLAIN_H

struct bl_bus;
struct bl_text;
struct cJSON;

/* What is decided about boards; nothing where there are none. */
void bl_bus_onboard_explain(struct bl_text *text, const struct bl_bus *bus);
void bl_bus_onboard_json(struct cJSON *root, const struct bl_bus *bus);

#endif
