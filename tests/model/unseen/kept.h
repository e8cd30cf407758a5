// Kernels that the model of time was never changed for: written after it, modelled before they were measured.
#ifndef WARPBOOK_KEPT_SET_H
#define WARPBOOK_KEPT_SET_H

#include "set.h"

void add_kept_streams();  // global memory: SAXPY, gathers, scatters, transposes, atomic histograms
void add_kept_blocks();   // reductions, scans, sorting, products of matrices, small systems
void add_kept_stencils(); // convolutions, stencils, images
void add_kept_numbers();  // special functions, half, integers, divergence, spills, n-body

#endif
