# An internal signal between the request and what goes out: the latch that hands on does not wait for it.
.model rarb_pass
.inputs request grant_ahead na_ahead own
.outputs go grant na
.internal seen
.graph
free          request+/1 own+
request+/1    seen+
seen+         go+
go+           answer
answer        grant_ahead+ na_ahead+
grant_ahead+  grant+
grant+        request-/1
request-/1    seen-/1
seen-/1       go-/1
go-/1         grant_ahead-
grant_ahead-  grant-
grant-        free
na_ahead+     na+/1
na+/1         request-/2
request-/2    seen-/2
seen-/2       go-/2
go-/2         na_ahead-
na_ahead-     na-/1
na-/1         free
own+          used
used          own- request+/2
own-          free
request+/2    na+/2
na+/2         request-/3
request-/3    na-/2
na-/2         used
.marking { free }
.end
