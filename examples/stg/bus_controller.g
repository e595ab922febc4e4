# Between a master that reads (rd) or writes (wr) and a device: the device is chosen by `select` and answers with `ready`,
# `gate` opens the data path, `done` answers the master. A new access may begin while the device is still letting go.
# Some states have one code but want different things: state signals must be inserted.
# finds: USC CSC
.model bus_controller
.inputs rd wr ready
.outputs select gate done
.graph
idle       rd+ wr+
free       select+/1 select+/2
# read: ask the device, open the gate, answer
rd+        select+/1
select+/1  ready+/1
ready+/1   gate+/1
gate+/1    done+/1
done+/1    rd-
rd-        gate-/1
gate-/1    done-/1 select-/1
done-/1    idle
select-/1  ready-/1
ready-/1   free
# write: open the gate first, close it when the device has the data
wr+        gate+/2
gate+/2    select+/2
select+/2  ready+/2
ready+/2   gate-/2
gate-/2    done+/2
done+/2    wr-
wr-        done-/2 select-/2
done-/2    idle
select-/2  ready-/2
ready-/2   free
.marking { idle free }
.end
