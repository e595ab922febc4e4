# A byte that no name has.
.outputs q
.graph
q+ q-
q- q+  # error: E4001
.marking { <q-,q+> }
.end
