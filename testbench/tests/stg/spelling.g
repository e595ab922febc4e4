# The same things spelled in every way, several tokens, a list of tokens over lines, and text behind the end.
# finds: safe
# markings: 8
.name spelling.net
.inputs bus[0].req, x:y!z
.inputs
.outputs bus[0].ack
.graph
bus[0].req+/0 bus[0].ack+
bus[0].ack+/00 bus[0].req-
bus[0].req-	bus[0].ack-
  bus[0].ack- bus[0].req+/0   # a comment
x:y!z+ x:y!z-
x:y!z- slow
slow x:y!z+
two x:y!z+
x:y!z- two
.capacity two=2
.marking {
  <bus[0].ack- , bus[0].req+/0>slow
  two=2
}
.end
what follows is not read
