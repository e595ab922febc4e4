#include "base/vcd.h"

const char *bl_vcd_code(int number, char *room) {
    int length = 0;
    do {
        room[length++] = (char)('!' + number % 94);
        number /= 94;
    } while (number);
    room[length] = 0;
    return room;
}
