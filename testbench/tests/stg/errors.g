# Several errors in one run, each at its place.
.inputs a b
.outputs b           # error: E4004
.outputs c d/2       # error: E4005
.dummy eps
stray line           # error: E4017
.graph
a+ c+ nosuch-        # error: E4006
c+ eps+              # error: E4008
eps a-/x             # error: E4007
a- p1 c-
p1 p2                # error: E4009
p1 < c-/1            # error: E4010
c- a+
p3 b+
b+ b- p3
b- p3
.initial a b         # error: E4018
.capacity p3=0       # error: E4014
.marking { <c-,a+> nowhere a+ p1=2 p1 } # error: W4209 E4013 E4015
.end
