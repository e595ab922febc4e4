.model rarb_token
.inputs here taken ready
.outputs open token
.graph
idle     here+/1
here+/1  ready+/1
ready+/1  token+/1
token+/1 ready-/1
ready-/1  free
free     here-/1 taken+
here-/1  token-/1
token-/1 idle
taken+   here-/2
here-/2  token-/2
token-/2 here+/2
here+/2  open+
open+    ready+/2
ready+/2  token+/2
token+/2 ready-/2
ready-/2  held
held     here-/3 taken-
here-/3  token-/3
token-/3 path
path     here+/3
here+/3  ready+/3
ready+/3  token+/3
token+/3 ready-/3
ready-/3  held
taken-   here-/4
here-/4  token-/4
token-/4 here+/4
here+/4  open-
open-    ready+/4
ready+/4  token+/4
token+/4 ready-/4
ready-/4  free
.marking { idle }
.end
