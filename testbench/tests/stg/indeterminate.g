# After a+ the dummies decide unseen whether x comes.
# finds: output-determinate output-persistent
.inputs a
.outputs x
.dummy with without
.graph
idle a+
a+ p
p with without
with x+
x+ a-
a- x-
x- idle
without a-/1
a-/1 idle
.marking { idle }
.end
