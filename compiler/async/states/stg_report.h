/* The report on a signal transition graph, for people and as JSON. */
#ifndef BL_STG_REPORT_H
#define BL_STG_REPORT_H

struct bl_stg_report;
struct bl_text;
struct cJSON;

/* The report for people: every check, each "no" with its reason and traces; and as members of a
 * JSON object. */
void bl_stg_report_print(struct bl_text *text, const struct bl_stg_report *report);
void bl_stg_report_add_json(const struct bl_stg_report *report, struct cJSON *object);

#endif
