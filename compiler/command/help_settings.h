/* bankloom help settings: all settings of programs and boards with their ranges, from the lists
   that lie with what they are of. */
#ifndef BL_HELP_SETTINGS_H
#define BL_HELP_SETTINGS_H

#include <stdbool.h>

/* `bankloom help settings`, on standard output. */
void bl_help_settings(bool json);

#endif
