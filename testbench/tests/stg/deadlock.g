# Both take their first fork and wait for the other's: the fall needs a token that the other side holds.
# finds: deadlock-free output-persistent input-proper
.inputs a b
.outputs x y
.graph
idle_a a+
idle_b b+
fork1  a+ y+
fork2  b+ x+
a+     x+
b+     y+
x+     a-
a-     x-
x-     idle_a fork1 fork2
y+     b-
b-     y-
y-     idle_b fork1 fork2
.marking { idle_a idle_b fork1 fork2 }
.end
