# Three tokens for a request without an order: inputs alone bring the code back.
# finds: safe USC CSC
# no circuit
.inputs r
.outputs a
.graph
r~ p
p a~
a~ q
q r~
.marking { q=3 }
.end
