/* Settings of a list: what is given of them, what is missing, what is out of range. */
#ifndef BL_CHECK_SETTING_H
#define BL_CHECK_SETTING_H

#include "check/check.h"
#include "settings/setting.h"

/* A second part of which there is one; `first`: where the first stands. */
void bl_report_twice(struct bl_check *check, const char *what, struct bl_range range,
                     struct bl_range first);
/* Whether all is there that has to be given of a list; what is not is reported as missing in
   `where`, "`memory`". */
bool bl_settings_need(struct bl_check *check, const struct bl_setting *list,
                      const struct bl_given *given, const char *where, struct bl_range range);
/* The setting's amount, in its kind's base unit, not yet in its range; false after a report. */
bool bl_setting_amount(struct bl_check *check, const struct bl_setting *setting,
                       const struct bl_expression *expression, double *real);
/* The same within the range. */
bool bl_setting_value(struct bl_check *check, const struct bl_setting *setting,
                      const struct bl_expression *expression, double *real);
/* The first of a list of values, with the others of its part; the longest is left in `most`. `take`
   is one of the two above. */
bool bl_setting_list(struct bl_check *check, const struct bl_setting *setting,
                     const struct bl_part *part,
                     bool (*take)(struct bl_check *check, const struct bl_setting *setting,
                                  const struct bl_expression *expression, double *real),
                     struct bl_delays *delays, double *most);
/* Reports a value that is not allowed. `option`: it was given on the command line as --WORD,
   counted as that counts. */
struct bl_diagnostic *bl_setting_refuse(struct bl_check *check, const struct bl_setting *setting,
                                        struct bl_range range, double real, bool option);
/* What is given of a list, or usual, into the structure that it is of. */
void bl_settings_fill(const struct bl_setting *list, const struct bl_given *given, void *to);

#endif
