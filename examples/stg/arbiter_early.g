# The plainest arbiter, where the token of the mutual exclusion comes back with the fall of the request (EARLY): the second
# grant may rise while the first one is still falling. No comment names the place: its shape tells.
# finds: nothing
# markings: 15
.model arbiter_early
.inputs left right
.outputs take_left take_right
.graph
turn        take_left+ take_right+
left+       take_left+
take_left+  left-
left-       take_left- turn
take_left-  left+
right+      take_right+
take_right+ right-
right-      take_right- turn
take_right- right+
.marking { <take_left-,left+> <take_right-,right+> turn }
.end
