# One request (go, ready) starts two jobs one after the other (s1, d1 and s2, d2). Between them the circuit must remember which
# one was done, but no signal tells: CSC is violated, and a state signal is needed.
# finds: USC CSC
# markings: 12
.model sequencer
.inputs go d1 d2
.outputs ready s1 s2
.graph
go+    s1+
s1+    d1+
d1+    s1-
s1-    d1-
d1-    s2+
s2+    d2+
d2+    s2-
s2-    d2-
d2-    ready+
ready+ go-
go-    ready-
ready- go+
.marking { <ready-,go+> }
.end
