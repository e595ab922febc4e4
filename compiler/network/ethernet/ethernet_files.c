/* bankloom.lua: a dissector for Wireshark and tshark. Its rows of fields are made of the header's
   table by layout/layouts. */
#include "base/arena.h"
#include "base/text.h"
#include "emit/parts.h"
#include "network/ethernet/carried/header.h"
#include "network/ethernet/ethernet_inner.h"
#include "output/output.h"

enum { LEAST_BYTES = 60 - 14 }; /* of a frame, behind the addresses and the type */

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
    bl_part(&parts, "fields");
    bl_part(&parts, "dissector");
    return true;
}
