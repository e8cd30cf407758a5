// A right launch_two_paths for the two_paths_kernel that the submission has defined above.
void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<2 * ceil_div(ceil_div(n, 2), block), block>>>(in, out, n);
}
