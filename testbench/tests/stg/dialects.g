# As other tools write: lines of blanks, continued lines, values of the signals by position, a place that stands alone.
# finds: nothing
# markings: 9
   
.model c_element of Muller # warning: W4208
.inputs a \
        b
.outputs c
	
#@.init_state [00X]
.silent step
.graph
p0
a+ c+
  
b+ c+
c+ a- \  
   b-
a- c-
b- c-\
 
c- step
step a+ b+
.marking { p0 <c-,step> \
   
  lone } # warning: W4209
.end
   
