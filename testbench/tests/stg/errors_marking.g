# The marking is never closed.
.outputs q
.graph
q+ q-
q- q+
.marking { <q-,q+>
.end                              # error: E4012
