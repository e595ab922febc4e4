# The environment cannot see i, so it cannot wait for it.
# finds: input-proper
# markings: 6
.inputs b
.outputs x
.internal i
.graph
x+ i+
i+ b+
b+ x-
x- i-
i- b-
b- x+
.marking { <b-,x+> }
.end
