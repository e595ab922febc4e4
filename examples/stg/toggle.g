# A toggle: edges of t move q0 and q1 in turn, so each has half the rate of t.
# finds: nothing
# markings: 8
.model toggle
.inputs t
.outputs q0 q1
.graph
t+   q0+
q0+  t-
t-   q1+
q1+  t+/1
t+/1 q0-
q0-  t-/1
t-/1 q1-
q1-  t+
.marking { <q1-,t+> }
.end
