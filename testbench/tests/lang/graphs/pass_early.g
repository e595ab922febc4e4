# Lets "not available" fall before the way ahead has been left.
.model rarb_pass
.inputs request grant_ahead na_ahead own
.outputs go grant na
.dummy left
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
request-/2    go-/2 na-/1
go-/2         na_ahead-
na_ahead-     left
na-/1         left
left          free
own+          used
used          own- request+/2
own-          free
request+/2    na+/2
na+/2         request-/3
request-/3    na-/2
na-/2         used
.marking { free }
.end
