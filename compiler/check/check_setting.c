#include "check/check_setting.h"

#include <math.h>

#include "base/arena.h"
#include "check/check_inner.h"

void bl_report_twice(struct bl_check *check, const char *what, struct bl_range range,
                     struct bl_range first) {
    bl_note(check->diags, bl_report(check->diags, BL_MSG_PART_TWICE, range, what), first,
            "given here");
}

bool bl_settings_need(struct bl_check *check, const struct bl_setting *list,
                      const struct bl_given *given, const char *where, struct bl_range range) {
    bool all = true;
    for (int i = 0; list[i].word; i++) {
        if (given[i].present || list[i].usual != BL_NEEDED) continue;
        bl_report(check->diags, BL_MSG_MISSING_PART, range, where, list[i].word);
        all = false;
    }
    return all;
}

bool bl_setting_amount(struct bl_check *check, const struct bl_setting *setting,
                       const struct bl_expression *expression, double *real) {
    return bl_check_amount(check, setting->word, expression, setting->amount, real);
}

bool bl_setting_value(struct bl_check *check, const struct bl_setting *setting,
                      const struct bl_expression *expression, double *real) {
    if (!bl_setting_amount(check, setting, expression, real)) return false;
    if (bl_setting_allows(setting, *real)) return true;
    bl_setting_refuse(check, setting, expression->range, *real, false);
    return false;
}

static void add_delay(struct bl_delays *delays, double seconds) {
    if (delays->count < BL_MOST_DELAYS) delays->list[delays->count] = seconds;
    delays->count++;
}

bool bl_setting_list(struct bl_check *check, const struct bl_setting *setting,
                     const struct bl_part *part,
                     bool (*take)(struct bl_check *check, const struct bl_setting *setting,
                                  const struct bl_expression *expression, double *real),
                     struct bl_delays *delays, double *most) {
    bool good = true;
    delays->count = 0;
    add_delay(delays, *most);
    for (const struct bl_more *more = part->more; more; more = more->next) {
        double real = 0;
        good &= take(check, setting, more->value, &real);
        add_delay(delays, real);
        if (real > *most) *most = real;
    }
    return good;
}

struct bl_diagnostic *bl_setting_refuse(struct bl_check *check, const struct bl_setting *setting,
                                        struct bl_range range, double real, bool option) {
    char text[64], low[64], high[64];
    double counts = option ? setting->option->counts : 1,
           least = fmax(bl_setting_least(setting), option && counts > 1 ? counts : 0);
    const char *name = option ? bl_format(check->arena, "--%s", setting->word) : setting->word;
    bl_setting_text(text, setting, real / counts);
    bl_setting_text(low, setting, least / counts);
    bl_setting_text(high, setting, setting->high / counts);
    if (bl_setting_fault(setting, real) == BL_FAULT_WHOLE)
        return bl_report(check->diags, BL_MSG_NOT_WHOLE, range, text);
    return bl_report(check->diags,
                     setting->power         ? BL_MSG_NOT_POWER
                     : least > setting->low ? BL_MSG_OUT_OF_RANGE_OR_0
                                            : BL_MSG_OUT_OF_RANGE,
                     range, name, text, low, high);
}

void bl_settings_fill(const struct bl_setting *list, const struct bl_given *given, void *to) {
    for (int i = 0; list[i].word; i++)
        if (given[i].present) bl_setting_store(&list[i], given[i].real, to);
        else if (list[i].usual != BL_NEEDED) bl_setting_store(&list[i], list[i].usual, to);
}
