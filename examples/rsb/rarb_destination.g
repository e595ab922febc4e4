# The destination: requests for this domain come from two sides. The mutual exclusion `me` grants the
# first, `end` says which, and `grant` carries it back; the other one, and any that comes while a
# path ends here, gets "not available". A path is left only while nobody asks, for there is
# one token.
# finds: nothing
# markings: 24
#@mutex me protocol=LATE
.model rarb_destination
.inputs request_1 request_2
.outputs end_1 end_2 grant_1 grant_2 na_1 na_2
.graph
me            end_1+ end_2+
quiet_1       request_1+ request_2-/1
quiet_2       request_2+ request_1-/1
request_1+    asked_1
asked_1       end_1+ na_1+
request_2+    asked_2
asked_2       end_2+ na_2+
# granted to the first side, and left again
end_1+        held_1 grant_1+
grant_1+      back_1
back_1        request_1-/1
held_1        request_1-/1
request_1-/1  end_1-
end_1-        me grant_1-
grant_1-      quiet_1 quiet_2
# granted to the second side
end_2+        held_2 grant_2+
grant_2+      back_2
back_2        request_2-/1
held_2        request_2-/1
request_2-/1  end_2-
end_2-        me grant_2-
grant_2-      quiet_1 quiet_2
# refused while the other side holds
held_2        na_1+
na_1+         held_2 request_1-/2
request_1-/2  na_1-
na_1-         quiet_1
held_1        na_2+
na_2+         held_1 request_2-/2
request_2-/2  na_2-
na_2-         quiet_2
.marking { me quiet_1 quiet_2 }
.end
