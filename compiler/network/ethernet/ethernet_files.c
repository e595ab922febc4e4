/* bankloom.lua: a dissector for Wireshark and tshark, made of the header's table. */
#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"
#include "output/output.h"

static const struct field {
    const char *name, *help;
    int at, bits;
} fields[] = {
#define BL_ETHERNET_FIELD(name, bits, help) {#name, help, BL_ETHERNET_AT_##name, bits},
#include "network/ethernet/carried/header.def"
#undef BL_ETHERNET_FIELD
};
enum { FIELDS = sizeof fields / sizeof *fields };
enum { LEAST_BYTES = 60 - 14 }; /* of a frame, behind the addresses and the type */

/* Fields within a byte are taken out of it by a mask, those of whole bytes as they are. */
static void add_field(struct bl_text *text, const struct field *field) {
    int mask = field->bits < 8 ? ((1 << field->bits) - 1) << field->at % 8 : 0;
    const char *type = field->bits == 1    ? "bool"
                       : field->bits <= 8  ? "uint8"
                       : field->bits == 16 ? "uint16"
                                           : "uint24";
    bl_text_add(text, "field(\"%s\", \"%s\", \"%s\", %d, %d, 0x%02X)\n", field->name, type,
                field->help, field->at / 8, (field->bits + 7) / 8, mask);
}

bool bl_ethernet_add_files(struct bl_output *output, const struct bl_node *node,
                           const struct bl_home *home) {
    struct bl_text *text = bl_output_add(output, "bankloom.lua");
    struct bl_parts parts = {.text = text, .file = "ethernet.lua"};
    (void)node, (void)home;
    bl_part_number(&parts, "header_bytes", BL_ETHERNET_HEADER_BYTES);
    bl_part_number(&parts, "report_bytes", BL_ETHERNET_REPORT_BYTES);
    bl_part_number(&parts, "hello_bytes", BL_ETHERNET_HELLO_BYTES);
    bl_part_number(&parts, "least_bytes", LEAST_BYTES);
    bl_part_number(&parts, "ether_type", BL_ETHERNET_TYPE);
    bl_part(&parts, "begin");
    for (int i = 0; i < FIELDS; i++) add_field(text, &fields[i]);
    bl_part(&parts, "dissector");
    return true;
}
