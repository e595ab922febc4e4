.inputs a
.outputs c
.init_state [1] # error: E4019
#@.init_state [012] # error: E4019
.init_state # error: E4019
.graph
a~ c~
c~ a~(2) # error: E4023
c~ p(2) # error: E4023
.marking { <c~,a~> } # error: E4011
.end
