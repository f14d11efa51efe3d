/* The solver of co-simulation, with automatic steps and method.
 *
 * Explicit: the pair of orders 5 and 4 of Dormand and Prince [DormandPrince1980], with the test for stiffness of
 * [HairerWanner1996, sect. IV.2]: if stability and not accuracy bounds the steps,
 *     h |k7 - k6| / |y7 - y6| > 3.25   fifteen times,                                              (1)
 * the L-stable Rosenbrock method RODAS of order 4 [HairerWanner1996, sect. IV.7] takes over, with the exact
 * Jacobian from tangents:
 *     (1/(h g) - J) u_i = f(t + a_i h, x + sum_j a_ij u_j) + sum_j (c_ij / h) u_j + h d_i df/dt      (2)
 * A step with the error err = sqrt(mean (e_i / (tol + tol |x_i|))^2) < 1 is taken; the next one is
 *     h min(10, max(0.2, 0.9 err^(-1/(p+1) + 3 b/4) err_before^b)).                                  (3)
 * The numbers of the methods and of (3) are in model.h.
 * A step that leaves the limits of a joint, or after or in the middle of which a mode of friction or backlash does not
 * hold, is cut where that begins: by bisection, with steps of other lengths from the same state.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 2000000
#define SETTLED 15
#define CALM 6

static double error_of(const Instance *m, const double *e, const double *x, const double *y) {
    double sum = 0.0, tol = m->d.tolerance;
    int i;
    for (i = 0; i < NX; i++) {
        double size = fabs(x[i]) > fabs(y[i]) ? fabs(x[i]) : fabs(y[i]);
        double part = e[i] / (tol + tol * size);
        sum += part * part;
    }
    return sqrt(sum / (NX > 0 ? NX : 1));
}

/* One explicit step: k[0] is f at x; computes y, k[6] = f at y and returns the error, infinity if f is not finite. */
static double explicit_step(Instance *m, double t, double h, const double *x, double *y, double *stiffness) {
    double *k = m->work, *e = m->work + 7 * NX, *before = m->work + 8 * NX, num = 0.0, den = 0.0;
    int s, j, i;
    for (s = 1; s < 7; s++) {
        for (i = 0; i < NX; i++) {
            double sum = 0.0;
            for (j = 0; j < s; j++)
                sum += DOPRI_A[s][j] * k[j * NX + i];
            y[i] = x[i] + h * sum;
        }
        if (s == 5)
            memcpy(before, y, NX * sizeof *y);
        if (core_rates(m, t + DOPRI_C[s] * h, y, k + s * NX) != OK)
            return DBL_MAX;
    }
    for (i = 0; i < NX; i++) {
        double sum = 0.0, a = k[6 * NX + i] - k[5 * NX + i], b = y[i] - before[i];
        for (j = 0; j < 7; j++)
            sum += DOPRI_E[j] * k[j * NX + i];
        e[i] = h * sum;
        num += a * a;
        den += b * b;
    }
    *stiffness = den > 0 ? h * sqrt(num / den) : 0.0;
    return error_of(m, e, x, y);
}

/* The factors of a matrix with pivots, in place; 0 if it is singular. */
static int factor(double *a, int *pivot, int n) {
    int i, j, k;
    for (k = 0; k < n; k++) {
        int best = k;
        for (i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        pivot[k] = best;
        if (!(fabs(a[best * n + k]) > 0))
            return 0;
        if (best != k)
            for (j = 0; j < n; j++) {
                double swap = a[k * n + j];
                a[k * n + j] = a[best * n + j];
                a[best * n + j] = swap;
            }
        for (i = k + 1; i < n; i++) {
            double f = a[i * n + k] /= a[k * n + k];
            for (j = k + 1; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
    }
    return 1;
}

static void solve_factored(const double *a, const int *pivot, int n, double *b) {
    int i, j;
    for (i = 0; i < n; i++) {
        double swap = b[i];
        b[i] = b[pivot[i]];
        b[pivot[i]] = swap;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            b[i] -= a[i * n + j] * b[j];
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

/* J = df/dx by rows and df/dt at x, exact. */
static void linearise(Instance *m, double t, const double *x, double *J, double *f_t) {
    Tangent a;
    int i, j;
    for (j = -1; j < NX; j++) {
        memset(&a, 0, sizeof a);
        a.s[1 + j] = 1.0;
        run_tangent(m, t, x, &a);
        for (i = 0; i < NX; i++)
            if (j < 0)
                f_t[i] = a.dx[i];
            else
                J[i * NX + j] = a.dx[i];
    }
}

/* One implicit step from x with known J, f (work) and df/dt (work + 7 NX); computes y and returns the error. */
static double implicit_step(Instance *m, double t, double h, const double *x, double *y) {
    double *f0 = m->work, *f_t = m->work + 7 * NX, *f = m->work + 8 * NX, *u = m->work + 9 * NX;
    double *J = m->matrix, *W = m->matrix + NX * NX;
    int s, j, i;
    for (i = 0; i < NX * NX; i++)
        W[i] = -J[i];
    for (i = 0; i < NX; i++)
        W[i * NX + i] += 1.0 / (h * RODAS_GAMMA);
    if (!all_finite(W, NX * NX) || !factor(W, m->pivot, NX))
        return DBL_MAX;
    for (s = 0; s < 6; s++) {
        const double *at = f0;
        if (s > 0) {
            for (i = 0; i < NX; i++) {
                double sum = x[i];
                for (j = 0; j < s; j++)
                    sum += RODAS_A[s][j] * u[j * NX + i];
                y[i] = sum;
            }
            if (core_rates(m, t + RODAS_ALPHA[s] * h, y, f) != OK)
                return DBL_MAX;
            at = f;
        }
        for (i = 0; i < NX; i++) {
            double sum = at[i] + h * RODAS_D[s] * f_t[i];
            for (j = 0; j < s; j++)
                sum += RODAS_C[s][j] / h * u[j * NX + i];
            u[s * NX + i] = sum;
        }
        solve_factored(W, m->pivot, NX, u + s * NX); /* (2) */
    }
    for (i = 0; i < NX; i++)
        y[i] += u[5 * NX + i];
    if (!all_finite(y, NX))
        return DBL_MAX;
    return error_of(m, u + 5 * NX, x, y);
}

/* f at x, and for implicit steps the derivatives there. */
static Status prepare(Instance *m) {
    if (core_rates(m, m->d.t, m->d.x, m->work) != OK)
        return DISCARD;
    if (m->d.stiff)
        linearise(m, m->d.t, m->d.x, m->matrix, m->work + 7 * NX);
    return OK;
}

static double try_step(Instance *m, double h, double *y, double *stiffness) {
    *stiffness = 0.0;
    return m->d.stiff ? implicit_step(m, m->d.t, h, m->d.x, y) : explicit_step(m, m->d.t, h, m->d.x, y, stiffness);
}

/* Whether a joint is beyond a limit that ends the simulation. */
static int leaves(const Instance *m, const double *z) { return m->d.stop_at_limits && outside(z) >= 0; }

/* Whether a step must end before the state y: at a limit, or where a mode does not hold. */
static int crosses(Instance *m, double t, const double *y) {
    double z[AT_LEAST_ONE(N_EVENTS)];
    core_events(m, t, y, z);
    return leaves(m, z) || wrong_mode(z) >= 0;
}

/* Whether a mode does not hold in the middle of a step from d.x to y, by cubic interpolation; if a step of half the
 * length finds the same, y becomes the state there. */
static int crosses_inside(Instance *m, double h, double *y) {
    double middle[AT_LEAST_ONE(NX)], stiffness, *f = m->work + (m->d.stiff ? 16 : 6) * NX;
    int i;
    if (N_MODES == 0 || (m->d.stiff && core_rates(m, m->d.t + h, y, f) != OK))
        return 0;
    for (i = 0; i < NX; i++)
        middle[i] = (m->d.x[i] + y[i]) / 2 + h / 8 * (m->work[i] - f[i]);
    if (!crosses(m, m->d.t + h / 2, middle))
        return 0;
    try_step(m, h / 2, middle, &stiffness);
    if (crosses(m, m->d.t + h / 2, middle)) {
        memcpy(y, middle, sizeof middle);
        return 1;
    }
    try_step(m, h, y, &stiffness);
    return 0;
}

/* Shorten a step so that it ends just beyond the first crossing; y is the state there, err becomes its error. */
static double locate(Instance *m, double h, double *y, double *err, long *steps) {
    double early = 0.0, late = h, stiffness, trial[AT_LEAST_ONE(NX)];
    int k;
    for (k = 0; k < 60; k++, ++*steps) {
        double half = early + (late - early) / 2, error;
        if (!(half > early && half < late) || late - early <= 4 * DBL_EPSILON * fabs(m->d.t + h))
            break;
        error = try_step(m, half, trial, &stiffness);
        if (crosses(m, m->d.t + half, trial)) {
            late = half;
            *err = error;
            memcpy(y, trial, NX * sizeof *y);
        } else
            early = half;
    }
    return late;
}

static void judge_stiffness(Data *d, double stiffness) {
    if (stiffness > 3.25) {
        d->calm_steps = 0;
        d->stiff_steps++;
    } else if (++d->calm_steps >= CALM)
        d->stiff_steps = 0;
    if (d->stiff_steps >= SETTLED)
        d->stiff = 1; /* (1) */
}

static double scaled(const Data *d, double err) {
    double order = d->stiff ? RODAS_ORDER : DOPRI_ORDER, beta = d->stiff ? 0.0 : DOPRI_BETA;
    double least = err > 1e-10 ? err : 1e-10;
    double before = d->error > LEAST_ERROR ? d->error : LEAST_ERROR;
    double factor = SAFETY * pow(least, -1.0 / order + 0.75 * beta) * pow(before, beta);
    return factor > GROW ? GROW : factor < SHRINK ? SHRINK : factor; /* (3) */
}

/* Reject a step of length h with an error that is too large, and choose a shorter one. */
static Status refuse(Instance *m, double h, double err) {
    Data *d = &m->d;
    d->step = err < DBL_MAX ? h * scaled(d, err) : 0.1 * h;
    d->refused = 1;
    if (d->t + d->step == d->t)
        return complain(m, DISCARD, "no step is small enough at t = %.9g s: look at the inputs there", d->t);
    return OK;
}

/* Integrate to `end` or to the next event. */
static Status stretch(Instance *m, double end, long *steps) {
    Data *d = &m->d;
    double y[AT_LEAST_ONE(NX)];
    if (prepare(m) != OK)
        return complain(m, DISCARD, "the accelerations are not finite at t = %.9g s: look at the inputs", d->t);
    if (!(d->step > 0))
        d->step = FIRST_STEP;
    while (d->t < end) {
        double h = d->step, err, stiffness;
        int last = 0, cut = 0;
        if (d->t + h * 1.0000001 >= end) {
            h = end - d->t;
            last = 1;
        }
        if (++*steps > MOST_STEPS)
            return complain(m, DISCARD, "more than %d steps before t = %.9g s: the motion is not smooth, or too fast",
                            MOST_STEPS, end);
        err = try_step(m, h, y, &stiffness);
        if (!(err < 1.0)) {
            if (refuse(m, h, err) != OK)
                return DISCARD;
            continue;
        }
        if (!last || d->refused || h * scaled(d, err) < d->step) {
            double next = h * scaled(d, err);
            d->step = d->refused && next > h ? h : next;
        }
        if ((N_LIMITS > 0 && d->stop_at_limits) || N_MODES > 0) {
            int inside = crosses_inside(m, h, y);
            cut = inside || crosses(m, d->t + h, y);
            if (cut)
                h = locate(m, inside ? h / 2 : h, y, &err, steps);
            /* A layer next to the crossing, such as Stribeck friction at rest, may escape every stage of the longer
             * step. The step that ends at the crossing has to meet the tolerance itself. */
            if (!(err < 1.0)) {
                if (refuse(m, h, err) != OK)
                    return DISCARD;
                continue;
            }
        }
        d->refused = 0;
        d->error = err;
        d->t = last && !cut ? end : d->t + h;
        memcpy(d->x, y, NX * sizeof *y);
        straighten_all(d->x);
        if (cut) {
            double z[AT_LEAST_ONE(N_EVENTS)];
            core_events(m, d->t, d->x, z);
            if (leaves(m, z))
                return OK;
            change_modes(m);
            if (prepare(m) != OK)
                return complain(m, DISCARD, "the accelerations are not finite at t = %.9g s", d->t);
            continue;
        }
        if (!d->stiff) {
            judge_stiffness(d, stiffness);
            if (d->stiff)
                tell(m, "the motion is stiff from t = %.9g s on: implicit steps", d->t);
        }
        if (!d->stiff && N_QUATERNIONS == 0)
            memcpy(m->work, m->work + 6 * NX, NX * sizeof *y); /* f at the new state is known */
        else if (d->t < end && prepare(m) != OK)
            return complain(m, DISCARD, "the accelerations are not finite at t = %.9g s", d->t);
    }
    return OK;
}

static Status solve(Instance *m, double end) {
    Data *d = &m->d;
    long steps = 0;
    d->clean = 0;
    change_modes(m); /* inputs may have jumped */
    while (d->t < end && !d->ended) {
        double to = end, next;
        Status status;
        int event = core_next_event(m, &next) && next <= end + slack(end);
        if (event && next < to)
            to = next;
        status = to > d->t ? stretch(m, to, &steps) : OK;
        d->last_time = d->t;
        if (status != OK)
            return status;
        status = core_update(m);
        if (status != OK)
            return status;
        core_bending(m);
        if (event && to == end && d->t >= end)
            break;
    }
    d->last_time = d->t;
    d->clean = 0;
    return OK;
}
