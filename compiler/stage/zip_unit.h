/* What joins words of several columns to words of records, and what splits them again. */
#ifndef BL_ZIP_UNIT_H
#define BL_ZIP_UNIT_H

#include "plan/route/routing.h"

/* Leads the stream of so many planes, word after word in turn, through a zip. */
void bl_route_zip(struct bl_routing *routing, int planes);
/* Leads the stream of records through an unzip. */
void bl_route_unzip(struct bl_routing *routing, int planes);

#endif
