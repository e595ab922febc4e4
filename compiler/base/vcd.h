/* Waveforms as Value Change Dumps. */
#ifndef BL_VCD_H
#define BL_VCD_H

enum { BL_VCD_CODE = 8 };

/* A wire's short code of printable characters, as the format wants: base 94 from '!'. `room` has
   BL_VCD_CODE bytes; it is returned. */
const char *bl_vcd_code(int number, char *room);

#endif
