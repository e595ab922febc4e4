# Four clients (r, a) share one resource (u, d) through one mutual exclusion of four ways; its token comes back with the fall of the
# grant (LATE), after the resource is free again. It is made of six two-way ones.
# finds: nothing
# markings: 2304
.model arbiter_4
.inputs r1 r2 r3 r4 d
.outputs a1 a2 a3 a4 u
.internal hold1 hold2 hold3 hold4 g1 g2 g3 g4
.graph
me     g1+ g2+ g3+ g4+
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
r3+    hold3+
hold3+ g3+
g3+    u+/3
u+/3   d+/3
d+/3   a3+
a3+    r3-
r3-    u-/3
u-/3   d-/3
d-/3   hold3-
hold3- g3-
g3-    a3- me
a3-    r3+
r4+    hold4+
hold4+ g4+
g4+    u+/4
u+/4   d+/4
d+/4   a4+
a4+    r4-
r4-    u-/4
u-/4   d-/4
d-/4   hold4-
hold4- g4-
g4-    a4- me
a4-    r4+
.marking { me <a1-,r1+> <a2-,r2+> <a3-,r3+> <a4-,r4+> }
.end
