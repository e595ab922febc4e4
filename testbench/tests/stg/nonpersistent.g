# The input b takes back the output x that a asked for.
# finds: output-persistent input-proper USC CSC
.inputs a b
.outputs x
.graph
p0 a+
a+ p1
p1 x+ b+
x+ a-
a- x-
x- p0
b+ b-
b- a-/1
a-/1 p0
.marking { p0 }
.end
