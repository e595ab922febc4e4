/* Random traffic as a table, as CSV, as JSON. */
#ifndef BL_BUS_TABLE_H
#define BL_BUS_TABLE_H

struct bl_bus;
struct bl_bus_points;
struct bl_rsb_report;
struct bl_text;
struct cJSON;

/* Reports on random traffic. */
void bl_bus_table(struct bl_text *text, const struct bl_bus_points *points);
void bl_bus_csv(struct bl_text *text, const struct bl_bus_points *points);
void bl_bus_points_json(struct bl_text *text, const struct bl_bus *bus,
                        const struct bl_bus_points *points);
/* The broken rules, one line each, with a time and a place, on a bus whose domains have so many
 * cells. */
void bl_bus_reports(struct bl_text *text, const struct bl_rsb_report *reports, int count,
                    int connectors);
void bl_bus_reports_json(struct cJSON *to, const struct bl_rsb_report *reports, int count,
                         int connectors);

#endif
