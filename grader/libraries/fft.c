// cuFFT: plans can be made, given a stream and destroyed.
#include "grader/libraries/libraries.h"

#if __has_include(<cufft.h>)
#include <cufft.h>
#include <pthread.h>

enum { PLANS_MAX = 1024 }; // as many at once; more are CUFFT_ALLOC_FAILED

// A plan's number is 1 + its index here, since programs take 0 for no plan.
static struct {
    bool lives;
    bool made;
} plans[PLANS_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int cufft_not_simulated(const char *name) {
    library_not_simulated(name);
    return CUFFT_NOT_SUPPORTED;
}

static bool lives(cufftHandle plan) {
    return plan >= 1 && plan <= PLANS_MAX && plans[plan - 1].lives;
}

EXPORT cufftResult cufftCreate(cufftHandle *plan) {
    if (!plan) return CUFFT_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    int at = 0;
    while (at < PLANS_MAX && plans[at].lives) at++;
    if (at < PLANS_MAX) plans[at].lives = true, plans[at].made = false;
    pthread_mutex_unlock(&lock);
    if (at == PLANS_MAX) return CUFFT_ALLOC_FAILED;
    *plan = at + 1;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftDestroy(cufftHandle plan) {
    pthread_mutex_lock(&lock);
    const bool there = lives(plan);
    if (there) plans[plan - 1].lives = false;
    pthread_mutex_unlock(&lock);
    return there ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

static bool is_type(cufftType type) {
    return type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_C2C || type == CUFFT_D2Z ||
           type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

// What cuFFT looks at before it plans. No work area is asked for, since nothing will be worked.
static cufftResult make(cufftHandle plan, int rank, const long long *n, cufftType type, long long batch,
                        size_t *size) {
    if (!lives(plan) || plans[plan - 1].made) return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3 || !n) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1) return CUFFT_INVALID_SIZE;
    if (batch < 1) return CUFFT_INVALID_SIZE;
    if (!is_type(type)) return CUFFT_INVALID_TYPE;
    plans[plan - 1].made = true;
    if (size) *size = 0;
    return CUFFT_SUCCESS;
}

// A new plan, and what has become of it.
static cufftResult plan_new(cufftHandle *plan, int rank, const long long *n, cufftType type,
                            long long batch) {
    cufftResult result = cufftCreate(plan);
    if (result != CUFFT_SUCCESS) return result;
    result = make(*plan, rank, n, type, batch, NULL);
    if (result != CUFFT_SUCCESS) cufftDestroy(*plan);
    return result;
}

EXPORT cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *size) {
    return make(plan, 1, (long long[]){nx}, type, batch, size);
}

EXPORT cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *size) {
    return make(plan, 2, (long long[]){nx, ny}, type, 1, size);
}

EXPORT cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *size) {
    return make(plan, 3, (long long[]){nx, ny, nz}, type, 1, size);
}

// Three extents at most; NULL where there are others.
static const long long *widened(int rank, const int *n, long long to[3]) {
    if (rank < 1 || rank > 3 || !n) return NULL;
    for (int i = 0; i < rank; i++) to[i] = n[i];
    return to;
}

EXPORT cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist,
                                     int *onembed, int ostride, int odist, cufftType type, int batch,
                                     size_t *size) {
    long long wide[3];
    (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
    return make(plan, rank, widened(rank, n, wide), type, batch, size);
}

EXPORT cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int *n, long long int *inembed,
                                       long long int istride, long long int idist, long long int *onembed,
                                       long long int ostride, long long int odist, cufftType type,
                                       long long int batch, size_t *size) {
    (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
    return make(plan, rank, n, type, batch, size);
}

EXPORT cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
    return plan_new(plan, 1, (long long[]){nx}, type, batch);
}

EXPORT cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    return plan_new(plan, 2, (long long[]){nx, ny}, type, 1);
}

EXPORT cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
    return plan_new(plan, 3, (long long[]){nx, ny, nz}, type, 1);
}

EXPORT cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                                 int *onembed, int ostride, int odist, cufftType type, int batch) {
    long long wide[3];
    (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
    return plan_new(plan, rank, widened(rank, n, wide), type, batch);
}

static cufftResult of_plan(cufftHandle plan) {
    return lives(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

EXPORT cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    (void)stream;
    return of_plan(plan);
}

EXPORT cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic) {
    (void)automatic;
    return of_plan(plan);
}

EXPORT cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
    (void)area;
    return of_plan(plan);
}

EXPORT cufftResult cufftGetSize(cufftHandle plan, size_t *size) {
    if (size) *size = 0;
    return of_plan(plan);
}
#endif
