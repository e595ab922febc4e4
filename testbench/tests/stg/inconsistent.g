# After a short cut, q rises a second time.
# finds: consistent
.inputs r
.outputs q
.graph
start r+ r+/1
r+    q+
q+    r-
r-    q-
q-    start
r+/1  q+/1
q+/1  r-/1
r-/1  start
.marking { start }
.end
