# Two clients (r, a) share one resource (u, d). hold1 and hold2 ask for the mutual exclusion `me`; its token comes back
# with the fall of the grant (LATE), after the resource is free again.
# finds: nothing
# markings: 80
#@mutex me protocol=LATE
.model arbiter_late
.inputs r1 r2 d
.outputs a1 a2 u
.internal hold1 hold2 g1 g2
.graph
me     g1+ g2+
r1+    hold1+
hold1+ g1+
g1+    u+/1
u+/1   d+/1
d+/1   a1+
a1+    r1-
r1-    u-/1
u-/1   d-/1
d-/1   hold1-
hold1- g1-
g1-    a1- me
a1-    r1+
r2+    hold2+
hold2+ g2+
g2+    u+/2
u+/2   d+/2
d+/2   a2+
a2+    r2-
r2-    u-/2
u-/2   d-/2
d-/2   hold2-
hold2- g2-
g2-    a2- me
a2-    r2+
.marking { <a1-,r1+> <a2-,r2+> me }
.end
