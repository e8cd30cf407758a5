// A file that nvcc refuses.
this is no C
