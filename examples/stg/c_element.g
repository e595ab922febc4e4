# A C element: c follows a and b when they agree.
# finds: nothing
# markings: 8
.model c_element
.inputs a b
.outputs c
.graph
a+ c+
b+ c+
c+ a- b-
a- c-
b- c-
c- a+ b+
.marking { <c-,a+> <c-,b+> }
.end
