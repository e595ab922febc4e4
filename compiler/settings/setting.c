#include "settings/setting.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int bl_setting_find(const struct bl_setting *list, const char *word) {
    for (int i = 0; list[i].word; i++)
        if (!strcmp(list[i].word, word)) return i;
    return -1;
}

int bl_setting_word(const struct bl_setting *setting, const char *word) {
    for (int i = 0; setting->words[i]; i++)
        if (!strcmp(setting->words[i], word)) return i;
    return -1;
}

static bool may_be_zero(const struct bl_setting *setting) {
    return setting->amount == BL_AMOUNT_TIME && setting->low <= 0;
}

double bl_setting_least(const struct bl_setting *setting) {
    return may_be_zero(setting) ? 1e-12 : setting->low;
}

static bool is_power(double real) {
    return real >= 1 && real <= 9e18 && real == floor(real) &&
           !((uint64_t)real & ((uint64_t)real - 1));
}

static bool is_counted(const struct bl_setting *setting) {
    return setting->amount == BL_AMOUNT_NUMBER || setting->amount == BL_AMOUNT_BITS;
}

enum bl_setting_fault bl_setting_fault(const struct bl_setting *setting, double real) {
    if (may_be_zero(setting) && real == 0) return BL_FAULT_NONE;
    if (is_counted(setting) && real != floor(real)) return BL_FAULT_WHOLE;
    if (!(real >= bl_setting_least(setting) * (1 - 1e-9) && real <= setting->high * (1 + 1e-9)))
        return BL_FAULT_RANGE;
    return setting->power && !is_power(real) ? BL_FAULT_POWER : BL_FAULT_NONE;
}

bool bl_setting_allows(const struct bl_setting *setting, double real) {
    return bl_setting_fault(setting, real) == BL_FAULT_NONE;
}

const char *bl_setting_example(const struct bl_setting *setting) {
    if (setting->words) return setting->words[0];
    return setting->example ? setting->example : bl_amount_example(setting->amount);
}

void bl_setting_text(char text[64], const struct bl_setting *setting, double real) {
    if (setting->words) snprintf(text, 64, "%s", setting->words[(int)real]);
    else bl_amount_print(text, 64, setting->amount, real);
}

/* "`report`, `repair` or `none`" */
static void say_words(char text[256], const char *const *words) {
    int length = 0;
    for (int i = 0; words[i] && length < 256; i++)
        length += snprintf(text + length, 256 - (size_t)length, "%s`%s`",
                           !i             ? ""
                           : words[i + 1] ? ", "
                                          : " or ",
                           words[i]);
}

void bl_setting_range(char text[256], const struct bl_setting *setting) {
    char least[64], high[64], zero[64];
    if (setting->words) {
        say_words(text, setting->words);
        return;
    }
    bool two = is_counted(setting) && setting->high == setting->low + 1;
    bl_setting_text(least, setting, bl_setting_least(setting));
    bl_setting_text(high, setting, setting->high);
    bl_setting_text(zero, setting, 0);
    snprintf(text, 256, "%s%s%s%s %s %s", setting->power ? "power of two, " : "",
             may_be_zero(setting) ? zero : "", may_be_zero(setting) ? ", or " : "", least,
             two ? "or" : "to", high);
}

void bl_setting_store(const struct bl_setting *setting, double real, void *to) {
    char *field = (char *)to + setting->field;
    switch (setting->stored) {
    case BL_STORED_INT: *(int *)(void *)field = (int)real; break;
    case BL_STORED_LONG: *(int64_t *)(void *)field = (int64_t)real; break;
    case BL_STORED_REAL: *(double *)(void *)field = real; break;
    case BL_STORED_PS: *(int64_t *)(void *)field = llround(real * 1e12); break;
    case BL_STORED_NS: *(double *)(void *)field = real * 1e9; break;
    }
}

double bl_setting_load(const struct bl_setting *setting, const void *from) {
    const char *field = (const char *)from + setting->field;
    switch (setting->stored) {
    case BL_STORED_INT: return *(const int *)(const void *)field;
    case BL_STORED_LONG: return (double)*(const int64_t *)(const void *)field;
    case BL_STORED_REAL: return *(const double *)(const void *)field;
    case BL_STORED_PS: return (double)*(const int64_t *)(const void *)field * 1e-12;
    case BL_STORED_NS: return *(const double *)(const void *)field / 1e9;
    }
    return 0;
}
