# One stage of a four-phase pipeline. A request ri comes from the left; hold closes the latch; only then is the left side
# acknowledged (ai) and the right side asked (ro). The latch opens again when both sides have gone on.
# finds: nothing
# markings: 18
.model latch_controller
.inputs ri ao
.outputs ai ro hold
.graph
ri+   hold+
ao-   hold+
hold+ ai+ ro+
ai+   ri-
ro+   ao+
ri-   hold-
ao+   hold-
hold- ai- ro-
ai-   ri+
ro-   ao-
.marking { <ai-,ri+> <ao-,hold+> }
.end
