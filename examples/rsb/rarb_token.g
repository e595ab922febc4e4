# The token of the ring arbiter's cell. The token comes as an edge of `here` and leaves as an edge of
# `token`: round the ring it rises, then it falls. Between the two the domain's request may be taken
# (`taken`); the next rising token finds it settled and `open` takes it over, which begins an
# operation. `done` rises when nothing is left to do while the token is here, and falls when the
# token has left: the domain has been notified, and the ways that lead nowhere are free again.
# finds: nothing
# markings: 26
.model rarb_token
.inputs here taken done
.outputs open token
.graph
idle     here+/1
here+/1  done+/1
done+/1  token+/1
token+/1 done-/1
done-/1  free
free     here-/1 taken+
here-/1  token-/1
token-/1 idle
# a request has been taken; the next rising token works on it
taken+   here-/2
here-/2  token-/2
token-/2 here+/2
here+/2  open+
open+    done+/2
done+/2  token+/2
token+/2 done-/2
done-/2  held
held     here-/3 taken-
here-/3  token-/3
token-/3 path
path     here+/3
here+/3  done+/3
done+/3  token+/3
token+/3 done-/3
done-/3  held
# it has been given up
taken-   here-/4
here-/4  token-/4
token-/4 here+/4
here+/4  open-
open-    done+/4
done+/4  token+/4
token+/4 done-/4
done-/4  free
.marking { idle }
.end
