# The input b rises and falls between r+ and a+, so the code comes back: inputs alone lead from one state of the conflict to the other.
# finds: USC CSC
# no circuit
.inputs r b
.outputs a
.graph
r+ b+
b+ b-
b- a+
a+ r-
r- a-
a- r+
.marking { <a-,r+> }
.end
