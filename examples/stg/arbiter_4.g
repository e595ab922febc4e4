# Four clients at one mutual exclusion of four ways; its token comes back with the grant (LATE). It is made of six two-way ones.
# finds: nothing
# markings: 80
.model arbiter_4
.inputs r1 r2 r3 r4
.outputs g1 g2 g3 g4
.graph
me  g1+ g2+ g3+ g4+
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
r4+ g4+
g4+ r4-
r4- g4-
g4- r4+ me
.marking { me <g1-,r1+> <g2-,r2+> <g3-,r3+> <g4-,r4+> }
.end
