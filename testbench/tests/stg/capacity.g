# Two tokens come where one is allowed.
# finds: within-capacity safe
.inputs a b
.outputs x y
.graph
a+ x+
x+ store a-
a- x-
x- a+
b+ y+
y+ store b-
b- y-
y- b+
store a- b-
.capacity store=1
.marking { <x-,a+> <y-,b+> }
.end
