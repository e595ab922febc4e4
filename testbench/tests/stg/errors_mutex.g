#@mutex # error: E4021
#@mutex lost protocol=LATE # error: E4011
#@mutex p protocol=EARLY # error: E4020
.inputs r
.outputs q
.graph
p r+ # error: E4016
r+ q+
q+ r-
r- q-
q- p
.capacity p=1
.marking { p=2 }
.end
