// Calls that stay calls: a structure by value, recursion, a virtual function, a table of functions, device new.
struct Point {
    double x;
    float y;
    char tag[5];
};

struct Shape {
    __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
    float side;
    __device__ float area() const override { return side * side; }
};

__device__ int increment(int x) { return x + 1; }
__device__ int square(int x) { return x * x; }
__device__ int (*operations[2])(int) = {increment, square};

__device__ __noinline__ float weigh(Point p, float w) { return (float)p.x * w + p.y + p.tag[3]; }

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__global__ void make_square(Shape **shape) { *shape = new Square; }

__global__ void call_all(const Shape *shape, Point p, int *out, int choice) {
    out[0] = operations[choice & 1](choice);
    out[1] = ackermann(2, choice);
    out[2] = (int)weigh(p, shape->area());
}
