# No code has more than two kinds of states, so one state signal might do; that three are needed takes a proof.
# finds: USC CSC
# markings: 16
.inputs a
.outputs b c
.graph
b+ c+/1
c+/1 b-/2
b-/2 a+/3
a+/3 b+/4
b+/4 a-/5
a-/5 b-/6
b-/6 a+/7
a+/7 c-/8
c-/8 a-/9
a-/9 c+/10
c+/10 b+/11
b+/11 a+/12
a+/12 b-/13
b-/13 c-/14
c-/14 a-/15
a-/15 b+
.marking { <a-/15,b+> }
.end
