/* The speed of light for bench/geometry_bench.py: the same sight matrix in straightforward C.
 *
 * Reads from standard input: rounds; parts, each with its corners; bases with radius; unit circle points.
 * Writes the matrix as zeros and ones, then the best time of a round in milliseconds.
 * Plan view only: the scene has no part lower than the lines of sight.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_PARTS 64
#define MAX_CORNERS 32
#define MAX_BASES 64
#define MAX_POINTS 64

typedef struct {
    int count;
    double x[MAX_CORNERS + 1], y[MAX_CORNERS + 1];
    double cx, cy, reach;
} Part;

static Part parts[MAX_PARTS];
static int part_count, base_count, point_count;
static double base_x[MAX_BASES], base_y[MAX_BASES], base_r[MAX_BASES];
static double unit_x[MAX_POINTS], unit_y[MAX_POINTS];
static int seen[MAX_BASES][MAX_BASES];

static int crosses(const Part *p, double ax, double ay, double bx, double by)
{
    double dx = bx - ax, dy = by - ay;
    for (int i = 0; i < p->count; i++) {
        double c = dx * (p->y[i] - ay) - dy * (p->x[i] - ax);
        double d = dx * (p->y[i + 1] - ay) - dy * (p->x[i + 1] - ax);
        if ((c > 0) == (d > 0))
            continue;
        double ex = p->x[i + 1] - p->x[i], ey = p->y[i + 1] - p->y[i];
        double a = ex * (ay - p->y[i]) - ey * (ax - p->x[i]);
        double b = ex * (by - p->y[i]) - ey * (bx - p->x[i]);
        if ((a > 0) != (b > 0))
            return 1;
    }
    return 0;
}

static int sees(int i, int j)
{
    const Part *near[MAX_PARTS];
    int count = 0;
    double dx = base_x[j] - base_x[i], dy = base_y[j] - base_y[i], length = hypot(dx, dy);
    double ux = dx / length, uy = dy / length, half = fmax(base_r[i], base_r[j]);
    for (int k = 0; k < part_count; k++) {
        double px = parts[k].cx - base_x[i], py = parts[k].cy - base_y[i];
        double off = ux * py - uy * px, along = ux * px + uy * py, reach = parts[k].reach + half;
        if (fabs(off) < reach && along > -reach && along < length + reach)
            near[count++] = &parts[k];
    }
    if (!count)
        return 1;
    for (int e = 0; e < point_count; e++) {
        double ax = base_x[i] + base_r[i] * unit_x[e], ay = base_y[i] + base_r[i] * unit_y[e];
        for (int m = 0; m < point_count; m++) {
            double bx = base_x[j] + base_r[j] * unit_x[m], by = base_y[j] + base_r[j] * unit_y[m];
            int blocked = 0;
            for (int k = 0; k < count && !blocked; k++)
                blocked = crosses(near[k], ax, ay, bx, by);
            if (!blocked)
                return 1;
        }
    }
    return 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(void)
{
    int rounds;
    if (scanf("%d %d", &rounds, &part_count) != 2 || part_count > MAX_PARTS)
        return 1;
    for (int k = 0; k < part_count; k++) {
        Part *p = &parts[k];
        if (scanf("%d", &p->count) != 1 || p->count > MAX_CORNERS)
            return 1;
        double lx = 1e9, ly = 1e9, hx = -1e9, hy = -1e9;
        for (int i = 0; i < p->count; i++) {
            if (scanf("%lf %lf", &p->x[i], &p->y[i]) != 2)
                return 1;
            lx = fmin(lx, p->x[i]), hx = fmax(hx, p->x[i]);
            ly = fmin(ly, p->y[i]), hy = fmax(hy, p->y[i]);
        }
        p->x[p->count] = p->x[0], p->y[p->count] = p->y[0];
        p->cx = (lx + hx) / 2, p->cy = (ly + hy) / 2;
        for (int i = 0; i < p->count; i++)
            p->reach = fmax(p->reach, hypot(p->x[i] - p->cx, p->y[i] - p->cy));
    }
    if (scanf("%d", &base_count) != 1 || base_count > MAX_BASES)
        return 1;
    for (int i = 0; i < base_count; i++)
        if (scanf("%lf %lf %lf", &base_x[i], &base_y[i], &base_r[i]) != 3)
            return 1;
    if (scanf("%d", &point_count) != 1 || point_count > MAX_POINTS)
        return 1;
    for (int i = 0; i < point_count; i++)
        if (scanf("%lf %lf", &unit_x[i], &unit_y[i]) != 2)
            return 1;
    double best = 1e9;
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (int i = 0; i < base_count; i++)
            for (int j = 0; j < base_count; j++)
                seen[i][j] = i == j || sees(i, j);
        best = fmin(best, now() - start);
    }
    for (int i = 0; i < base_count; i++)
        for (int j = 0; j < base_count; j++)
            printf("%d", seen[i][j]);
    printf("\n%.6f\n", best);
    return 0;
}
