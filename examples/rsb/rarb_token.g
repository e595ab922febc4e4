# The token of the ring arbiter's cell. `want` says that the domain's wish is not what it has been told; `lock` that the next token is for it.
# The token comes as an edge of `here` and leaves as an edge of `token`: round the ring it rises, then it falls. An operation needs the rising
# token and the lock; it ends with `want`, and the token goes on. The mutual exclusion `me` decides when wish and token come together.
# finds: nothing
# markings: 11
#@mutex me protocol=LATE
.model rarb_token
.inputs want here
.outputs lock token
.graph
me     lock+ token+
want+  lock+
lock+  locked
locked want-
# the operation: nothing of the ring moves but what the source part does
came   want-
want-  came lock-
lock-  me want+
here+  came
came   token+
token+ here-
here-  token-
token- me here+
.marking { <lock-,want+> <token-,here+> me }
.end
