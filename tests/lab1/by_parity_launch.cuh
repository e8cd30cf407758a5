// A right launch_by_parity for the by_parity_kernel that the submission has defined above.
void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
}
