// Bytes and words: a Caesar cipher, counting letters, finding a pattern, palindromes, primes; char
// arrays in constant and shared memory; C++ strings on the host; fixed-width integers.
#include <iostream>
#include <string>
#include <vector>
#include <map>
#include <cstring>
#include <cstdint>
#include <cctype>
#include <cuda_runtime.h>
using namespace std;

__constant__ char vowels[] = "aeiou";
__constant__ char pattern[16];
__device__ int found_at[100];
__device__ unsigned int found;

__device__ bool is_vowel(char c)
{
	for (const char *v = vowels; *v; ++v)
		if (*v == c || *v == c + ('a' - 'A')) return true;
	return false;
}

__global__ void caesar(char *text, size_t length, int key)
{
	size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
	if (i >= length) return;
	char c = text[i];
	if (c >= 'a' && c <= 'z') text[i] = 'a' + (c - 'a' + key + 26) % 26;
	else if (c >= 'A' && c <= 'Z') text[i] = 'A' + (c - 'A' + key + 26) % 26;
}

__global__ void count_vowels(const char *text, int length, int *total)
{
	__shared__ char chunk[64 + 1];
	int i = blockIdx.x * 64 + threadIdx.x;
	chunk[threadIdx.x] = i < length ? text[i] : '.';
	__syncthreads();
	if (threadIdx.x == 0) {
		int n = 0;
		chunk[64] = '\0';
		for (const char *p = chunk; *p; p++) n += is_vowel(*p);
		atomicAdd(total, n);
	}
}

__global__ void find(const char *text, int length, int pattern_length)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i + pattern_length > length) return;
	for (int k = 0; k < pattern_length; k++)
		if (text[i + k] != pattern[k]) return;
	found_at[atomicAdd(&found, 1)] = i;
}

__global__ void sieve(uint8_t *composite, uint32_t n, uint32_t p)
{
	for (uint64_t k = (uint64_t)p * (p + blockIdx.x * blockDim.x + threadIdx.x); k < n;
		k += (uint64_t)p * blockDim.x * gridDim.x)
		composite[k] = 1;
}

int main(int argc, char **argv)
{
	string text = "The quick brown fox jumps over the lazy dog. ", whole;
	for (int i = 0; i < 37; ++i) whole += text;
	char *d_text;
	const size_t size = whole.length() + 1;
	if (cudaMalloc(&d_text, size) != cudaSuccess) { cerr << "no memory" << endl; return 1; }
	cudaMemcpy(d_text, whole.c_str(), size, cudaMemcpyHostToDevice);

	int *d_total, total = 0, expected = 0;
	cudaMalloc(&d_total, sizeof(int));
	cudaMemset(d_total, 0, sizeof(int));
	count_vowels<<<(whole.size() + 63) / 64, 64>>>(d_text, whole.size(), d_total);
	cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
	for (char c : whole) expected += strchr("aeiouAEIOU", c) != nullptr;
	if (total != expected) { cerr << total << " vowels, not " << expected << endl; return 1; }

	const char *what = "fox";
	unsigned zero = 0, times = 0;
	int at[100];
	cudaMemcpyToSymbol(pattern, what, strlen(what));
	cudaMemcpyToSymbol(found, &zero, sizeof zero);
	find<<<(whole.size() + 255) / 256, 256>>>(d_text, whole.size(), strlen(what));
	cudaMemcpyFromSymbol(&times, found, sizeof times);
	cudaMemcpyFromSymbol(at, found_at, times * sizeof(int));
	map<int, int> places;
	for (unsigned i = 0; i < times; i++) places[at[i]]++;
	for (int i = 0; i < 37; i++)
		if (times != 37 || places[16 + 45 * i] != 1) { cerr << "fox number " << i << " of " << times << endl; return 1; }

	caesar<<<(size + 127) / 128, 128>>>(d_text, size, 3);
	vector<char> cipher(size);
	cudaMemcpy(cipher.data(), d_text, size, cudaMemcpyDeviceToHost);
	if (string(cipher.data(), 9) != "Wkh txlfn") { cerr << string(cipher.data(), 9) << endl; return 1; }
	caesar<<<(size + 127) / 128, 128>>>(d_text, size, -3);
	cudaMemcpy(cipher.data(), d_text, size, cudaMemcpyDeviceToHost);
	if (whole != cipher.data()) { cerr << "not the same after both ways" << endl; return 1; }

	const uint32_t n = 100000;
	uint8_t *composite;
	cudaMallocManaged(&composite, n);
	memset(composite, 0, n);
	for (uint32_t p = 2; p * p < n; p++) {
		if (!composite[p]) sieve<<<4, 64>>>(composite, n, p);
		cudaDeviceSynchronize();
	}
	int primes = 0;
	for (uint32_t i = 2; i < n; i++) primes += !composite[i];
	if (primes != 9592) { cerr << primes << " primes" << endl; return 1; }
	cudaFree(d_text); cudaFree(d_total); cudaFree(composite);
	return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
