# The usual source with an internal signal whose name ends like a way.
.model rarb_source
.inputs open grant_1 na_1 grant_2 na_2
.outputs own_1 go_1 own_2 go_2 notified
.internal answered_w
.dummy skip_1 skip_2 kept_1 kept_2 past_1 past_2 settle
.dummy none_1 none_2 over_1 over_2 finish
.graph
shut          open+
rest          open+
open+         ask_1 ask_2
free_1        grant_1+/1
rest          grant_1+/1
grant_1+/1    used_1 rest
used_1        grant_1-/1
rest          grant_1-/1
grant_1-/1    free_1 rest
free_2        grant_2+/1
rest          grant_2+/1
grant_2+/1    used_2 rest
used_2        grant_2-/1
rest          grant_2-/1
grant_2-/1    free_2 rest
ask_1         own_1+ skip_1
free_1        own_1+
own_1+        go_1+
go_1+         way_1
way_1         grant_1+/2 na_1+
grant_1+/2    path_1 had_1
na_1+         lost_1 had_1
used_1        skip_1
skip_1        used_1 had_1
ask_2         own_2+ skip_2
free_2        own_2+
own_2+        go_2+
go_2+         way_2
way_2         grant_2+/2 na_2+
grant_2+/2    path_2 had_2
na_2+         lost_2 had_2
used_2        skip_2
skip_2        used_2 had_2
one           grant_1+/2 grant_2+/2
had_1         answered_w+
had_2         answered_w+
answered_w+     notified+
notified+         leave_1 leave_2
leave_1       own_1-/1 kept_1 past_1
lost_1        own_1-/1
own_1-/1      go_1-/1
go_1-/1       na_1-
na_1-         free_1 left_1
path_1        kept_1
kept_1        path_1 left_1
used_1        past_1
past_1        used_1 left_1
leave_2       own_2-/1 kept_2 past_2
lost_2        own_2-/1
own_2-/1      go_2-/1
go_2-/1       na_2-
na_2-         free_2 left_2
path_2        kept_2
kept_2        path_2 left_2
used_2        past_2
past_2        used_2 left_2
left_1        settle
left_2        settle
settle        rest opened
opened        open-
rest          open-
open-         answered_w- drop_1 drop_2
answered_w-     notified-
notified-         finish
drop_1        go_1-/2 none_1 over_1
path_1        go_1-/2
go_1-/2       grant_1-/2
grant_1-/2    own_1-/2
own_1-/2      one free_1 gone_1
free_1        none_1
none_1        free_1 gone_1
used_1        over_1
over_1        used_1 gone_1
drop_2        go_2-/2 none_2 over_2
path_2        go_2-/2
go_2-/2       grant_2-/2
grant_2-/2    own_2-/2
own_2-/2      one free_2 gone_2
free_2        none_2
none_2        free_2 gone_2
used_2        over_2
over_2        used_2 gone_2
gone_1        finish
gone_2        finish
finish        rest shut
.marking { shut rest free_1 free_2 one }
.end
