# Edges that are written as `~`, or not at all, are a rise or a fall, whichever comes next.
# finds: nothing
# markings: 4
.inputs a b
.outputs c
.graph
a~ c~
b  c
c  a b
.initial state !a !b !c
.marking { <c~,a~> <c~,b~> }
.end
