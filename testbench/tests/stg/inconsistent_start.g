# One branch begins with the rise of q, the other with its fall.
# finds: consistent
.inputs a b
.outputs q
.graph
start a+ b+
a+ q+
q+ end1
b+ q-
q- end2
end1 a-
end2 b-
a- end1_loop
b- end2_loop
end1_loop a+/1
a+/1 end1
end2_loop b+/1
b+/1 end2
.marking { start }
.end
