/* bankloom.lua: a dissector of TLPs for Wireshark and tshark. Its rows of fields are made of the
   headers' tables by layout/layouts. */
#include "emit/parts.h"
#include "network/hub/hub_inner.h"
#include "output/output.h"

bool bl_hub_add_files(struct bl_output *output, const struct bl_node *node,
                      const struct bl_home *home) {
    static const char *const parts[] = {"begin",          "fields",     "and short", "short",
                                         "and completion", "completion", "dissector"};
    const struct bl_parts text = {.text = bl_output_add(output, "bankloom.lua"),
                                  .file = "tlp.lua"};
    (void)node, (void)home;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) bl_part(&text, parts[i]);
    return true;
}
