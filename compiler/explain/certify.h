/* The certificate of the node's network, as text and as JSON; nothing where there is none. */
#ifndef BL_EXPLAIN_CERTIFY_H
#define BL_EXPLAIN_CERTIFY_H

#include <cjson/cJSON.h>

#include "ir/node.h"

struct bl_text;

/* The certificate of delivery, as lines, and as the member `certificate`; nothing where the node's
   network has none. */
void bl_explain_certificate(struct bl_text *text, const struct bl_node *node);
void bl_explain_certificate_json(cJSON *root, const struct bl_node *node);

/* What it gives to whoever sends; NULL: there is no certificate. */
const char *bl_explain_guarantee(const struct bl_node *node);

#endif
