# Two state signals resolve the coding conflicts, but they change more often than the search for few literals tries: it finds three.
# finds: USC CSC
# markings: 16
.inputs a
.outputs b c
.graph
a+ c+/1
c+/1 b+/2
b+/2 a-/3
a-/3 c-/4
c-/4 a+/5
a+/5 b-/6
b-/6 c+/7
c+/7 a-/8
a-/8 c-/9
c-/9 a+/10
a+/10 c+/11
c+/11 a-/12
a-/12 b+/13
b+/13 c-/14
c-/14 b-/15
b-/15 a+
.marking { <b-/15,a+> }
.end
