# A cell between source and destination, one direction. A request from behind is handed on when this domain has no path of its own (`own`) on
# the segment ahead, and the answer is handed back; with one, the cell itself says "not available". The answer falls when everything ahead has
# been left, so its fall says that the whole way is free.
# finds: nothing
# markings: 17
.model rarb_pass
.inputs request grant_ahead na_ahead own
.outputs go grant na
.graph
free          request+/1 own+
request+/1    go+
go+           answer
answer        grant_ahead+ na_ahead+
grant_ahead+  grant+
grant+        request-/1
request-/1    go-/1
go-/1         grant_ahead-
grant_ahead-  grant-
grant-        free
na_ahead+     na+/1
na+/1         request-/2
request-/2    go-/2
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
