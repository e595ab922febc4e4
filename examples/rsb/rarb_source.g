# The source of a path. `open` is the domain's request as the token takes it; go_1 and go_2 ask both ways round; each way answers with a grant or
# with "not available", and at most one grants. When both have answered, `told` rises and the ways that were not granted are left. When the
# request is given up, the path is left, and `told` falls when the way back is free.
# finds: USC
# markings: 43
.model rarb_source
.inputs open grant_1 na_1 grant_2 na_2
.outputs go_1 go_2 told
.graph
idle      open+
open+     go_1+ go_2+
go_1+     way_1
go_2+     way_2
way_1     grant_1+ na_1+/1 na_1+/2
way_2     grant_2+ na_2+/1 na_2+/2
# only one of the ways meets a destination that is free
one       grant_1+ grant_2+ none
# granted on the first way, not available on the second
grant_1+  told+/1
grant_1+  lost_2
lost_2    na_2+/1
na_2+/1   told+/1
told+/1   go_2-/1
go_2-/1   na_2-/1
na_2-/1   open-/1
open-/1   go_1-/1
go_1-/1   grant_1-
grant_1-  told-/1
told-/1   idle one
# granted on the second way
grant_2+  told+/2
grant_2+  lost_1
lost_1    na_1+/1
na_1+/1   told+/2
told+/2   go_1-/2
go_1-/2   na_1-/1
na_1-/1   open-/2
open-/2   go_2-/2
go_2-/2   grant_2-
grant_2-  told-/2
told-/2   idle one
# neither
none      both_1 both_2
both_1    na_1+/2
both_2    na_2+/2
na_1+/2   told+/3
na_2+/2   told+/3
told+/3   go_1-/3 go_2-/3
go_1-/3   na_1-/2
go_2-/3   na_2-/2
na_1-/2   open-/3
na_2-/2   open-/3
open-/3   told-/3
told-/3   idle one
.dummy none
.marking { idle one }
.end
