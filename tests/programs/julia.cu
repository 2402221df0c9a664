/* Julia and Mandelbrot sets with a struct that has __device__ methods and operators; one thread per
 * block as in the first chapters of a book, then proper blocks; a ray tracer of spheres in
 * constant memory; ripples. */
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cstdlib>

#define DIM 96
#define SPHERES 12
#define INF 2e10f
#define rnd( x ) (x * rand() / RAND_MAX)
#define HANDLE_NULL( a ) \
    {if (a == NULL) { printf( "Host memory failed in %s at line %d\n", __FILE__, __LINE__ ); exit( EXIT_FAILURE );}}

struct cuComplex {
    float   r;
    float   i;
    __host__ __device__ cuComplex( float a, float b ) : r(a), i(b)  {}
    __host__ __device__ float magnitude2( void ) {
        return r * r + i * i;
    }
    __host__ __device__ cuComplex operator*(const cuComplex& a) {
        return cuComplex(r*a.r - i*a.i, i*a.r + r*a.i);
    }
    __host__ __device__ cuComplex operator+(const cuComplex& a) {
        return cuComplex(r+a.r, i+a.i);
    }
};

__host__ __device__ int julia( int x, int y ) {
    const float scale = 1.5;
    float jx = scale * (float)(DIM/2 - x)/(DIM/2);
    float jy = scale * (float)(DIM/2 - y)/(DIM/2);
    cuComplex c(-0.8, 0.156);
    cuComplex a(jx, jy);
    for (int i=0; i<200; i++) {
        a = a * a + c;
        if (a.magnitude2() > 1000)
            return 0;
    }
    return 1;
}

__global__ void kernel( unsigned char *ptr ) {
    // map from blockIdx to pixel position
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia( x, y );
    ptr[offset*4 + 0] = 255 * juliaValue;
    ptr[offset*4 + 1] = 0;
    ptr[offset*4 + 2] = 0;
    ptr[offset*4 + 3] = 255;
}

template <class Real> __host__ __device__ inline int mandel(Real cr, Real ci, int count)
{
    Real zr = cr, zi = ci;
    int i;
    for (i = 0; i < count; ++i) {
        if (zr * zr + zi * zi > Real(4)) break;
        Real nr = zr * zr - zi * zi, ni = Real(2) * zr * zi;
        zr = cr + nr, zi = ci + ni;
    }
    return i;
}

template <class Real>
__global__ void mandelbrot(int *out, int w, int h, Real x0, Real dx, int count)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px < w && py < h) out[py * w + px] = mandel(x0 + px * dx, Real(-1) + py * dx, count);
}

struct Sphere {
    float   r,b,g;
    float   radius;
    float   x,y,z;
    __device__ float hit( float ox, float oy, float *n ) const {
        float dx = ox - x;
        float dy = oy - y;
        if (dx*dx + dy*dy < radius*radius) {
            float dz = sqrtf( radius*radius - dx*dx - dy*dy );
            *n = dz / sqrtf( radius * radius );
            return dz + z;
        }
        return -INF;
    }
};
__constant__ Sphere s[SPHERES];

__global__ void trace( float *ptr ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float   ox = (x - DIM/2), oy = (y - DIM/2), r = 0, maxz = -INF;
    for (int i=0; i<SPHERES; i++) {
        float   n, t = s[i].hit( ox, oy, &n );
        if (t > maxz) {
            float fscale = n;
            r = s[i].r * fscale;
            maxz = t;
        }
    }
    ptr[offset] = r;
}

int main( void ) {
    unsigned char *bitmap = (unsigned char*)malloc( DIM * DIM * 4 ), *dev_bitmap;
    HANDLE_NULL( bitmap );
    cudaMalloc( (void**)&dev_bitmap, DIM * DIM * 4 );
    dim3    grid(DIM,DIM);
    kernel<<<grid,1>>>( dev_bitmap );
    cudaMemcpy( bitmap, dev_bitmap, DIM * DIM * 4, cudaMemcpyDeviceToHost );
    int inside = 0, differ = 0;
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            inside += bitmap[4 * (y * DIM + x)] == 255;
            differ += bitmap[4 * (y * DIM + x)] != 255 * julia( x, y );
            if (bitmap[4 * (y * DIM + x) + 3] != 255) { fprintf( stderr, "no alpha\n" ); return 1; }
        }
    // fused multiply-add may tip a few pixels at the border
    if (inside < 100 || differ > DIM * DIM / 50) {
        fprintf( stderr, "julia: %d inside, %d differ\n", inside, differ ); return 1; }

    const int w = 75, h = 50, count = 64;
    int *d_out, out[w * h];
    cudaMalloc( &d_out, sizeof out );
    differ = 0;
    mandelbrot<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>( d_out, w, h, -2.0, 0.04, count );
    cudaMemcpy( out, d_out, sizeof out, cudaMemcpyDeviceToHost );
    for (int k = 0; k < w * h; k++) differ += out[k] != mandel( -2.0 + k % w * 0.04, -1.0 + k / w * 0.04, count );
    mandelbrot<float><<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>( d_out, w, h, -2.f, 0.04f, count );
    cudaMemcpy( out, d_out, sizeof out, cudaMemcpyDeviceToHost );
    for (int k = 0; k < w * h; k++) differ += out[k] != mandel( -2.f + k % w * 0.04f, -1.f + k / w * 0.04f, count );
    if (differ > w * h / 20) { fprintf( stderr, "mandelbrot: %d differ\n", differ ); return 1; }

    Sphere *temp_s = (Sphere*)malloc( sizeof(Sphere) * SPHERES );
    for (int i=0; i<SPHERES; i++) {
        temp_s[i].r = 1.0f;
        temp_s[i].g = temp_s[i].b = rnd( 1.0f );
        temp_s[i].x = rnd( 60.0f ) - 30;
        temp_s[i].y = rnd( 60.0f ) - 30;
        temp_s[i].z = rnd( 60.0f ) - 30;
        temp_s[i].radius = rnd( 6.0f ) + 6;
    }
    if (cudaMemcpyToSymbol( s, temp_s, sizeof(Sphere) * SPHERES) != cudaSuccess) return 1;
    float *image = new float[DIM * DIM], *dev_image;
    cudaMalloc( (void**)&dev_image, DIM * DIM * sizeof(float) );
    dim3    grids(DIM/16,DIM/16);
    dim3    threads(16,16);
    trace<<<grids,threads>>>( dev_image );
    cudaMemcpy( image, dev_image, DIM * DIM * sizeof(float), cudaMemcpyDeviceToHost );
    for (int y = 0; y < DIM; y++)
        for (int x = 0; x < DIM; x++) {
            bool in = false, edge = false;
            for (int i = 0; i < SPHERES; i++) {
                float d = hypotf( x - DIM/2 - temp_s[i].x, y - DIM/2 - temp_s[i].y );
                in |= d < temp_s[i].radius;
                edge |= fabsf( d - temp_s[i].radius ) < 1e-3f;
            }
            if (!edge && (image[y * DIM + x] > 0) != in) { fprintf( stderr, "pixel %d,%d\n", x, y ); return 1; }
        }
    cudaFree( dev_bitmap ); cudaFree( d_out ); cudaFree( dev_image );
    free( temp_s ); free( bitmap ); delete [] image;
    return cudaGetLastError();
}
