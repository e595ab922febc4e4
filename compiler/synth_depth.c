#include "synth_run.h"
bool bl_synth_depth(struct bl_synth_run *run) { (void)run; return true; }
