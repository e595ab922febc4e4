# Three clients, and a token that comes back with the fall of the request (EARLY): the next grant may rise while the last one is still
# falling. No comment names the place: its shape tells.
# finds: nothing
# markings: 54
.model arbiter_3_early
.inputs r1 r2 r3
.outputs g1 g2 g3
.graph
me  g1+ g2+ g3+
r1+ g1+
g1+ r1-
r1- g1- me
g1- r1+
r2+ g2+
g2+ r2-
r2- g2- me
g2- r2+
r3+ g3+
g3+ r3-
r3- g3- me
g3- r3+
.marking { me <g1-,r1+> <g2-,r2+> <g3-,r3+> }
.end
