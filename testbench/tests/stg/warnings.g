# finds: nothing
#@mutex me protocol=EARLY # warning: W4205
.model first
.name second # warning: W4206
.timing 3 4 # warning: W4201
.inputs r1 r2 unused # warning: W4204
.outputs g1 g2
.mode SELFTIMED
.graph
me g1+ g2+
r1+ g1+
g1+ r1- # warning: W4203
r1- g1-
r1- g1-
g1- r1+ me
r2+ g2+
g2+ r2-
r2- g2-
g2- r2+ me
.marking { <g1-,r1+> <g2-,r2+> me } # warning: W4202
