# Signals that only toggle begin with what the file says.
# finds: nothing
# markings: 2
.inputs a
.outputs c
.init_state [10]
.graph
a~ c~
c~ a~
.marking { <c~,a~> }
.end
