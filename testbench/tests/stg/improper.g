# The output x and the input a take each other back.
# finds: output-persistent input-proper
# markings: 3
.inputs a
.outputs x
.graph
p x+ a+
x+ x-
x- p
a+ a-
a- p
.marking { p }
.end
