# Requests are counted without an end: nothing makes the producer wait.
# finds: bounded safe
.inputs r
.outputs q
.graph
r+ r- store
r- r+
store q+
q+ q-
q- ready
ready q+
.marking { <r-,r+> ready }
.end
