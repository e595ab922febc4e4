# Three clients share a resource through one mutual exclusion of three ways, whose token comes back with the grant (LATE). No element
# does that: it is made of three two-way ones.
# finds: nothing
# markings: 32
#@mutex me protocol=LATE
.model arbiter_3
.inputs r1 r2 r3
.outputs g1 g2 g3
.graph
me  g1+ g2+ g3+
r1+ g1+
g1+ r1-
r1- g1-
g1- r1+ me
r2+ g2+
g2+ r2-
r2- g2-
g2- r2+ me
r3+ g3+
g3+ r3-
r3- g3-
g3- r3+ me
.marking { me <g1-,r1+> <g2-,r2+> <g3-,r3+> }
.end
