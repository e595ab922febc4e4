# finds: nothing
# markings: 4
.inputs a
.outputs c
.graph
a+ c+
c+ a-
.graph # warning: W4207
a- c-
c- a+
.marking { <c-,a+> }
.marking { } # warning: W4207
.end
