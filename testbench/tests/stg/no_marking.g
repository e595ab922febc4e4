# No line says where the tokens are.
.outputs b
.graph
b+ b-
b- b+ # error: E4003
